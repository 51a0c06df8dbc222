//! The content of the `assets` folder is valid, and invalid files are reported
//! without harm to the rest.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use tianyuan::content::{self, backgrounds, sets, theme};
use tianyuan::games::registry::{self, GAMES};

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(content::assets_folder().join(path)).map_err(|error| error.to_string())
}

#[test]
fn every_shipped_theme_is_valid_and_listed() {
    let loaded = theme::load(read);
    assert_eq!(loaded.errors, []);
    let ids: Vec<_> = loaded.themes.iter().map(|theme| theme.id.as_str()).collect();
    assert_eq!(ids[0], "wood", "the first theme is the one that is used unless another is set");
    for wanted in ["wood", "ink", "contrast"] {
        assert!(ids.contains(&wanted), "{wanted} is missing");
    }
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "two have the same name");
    let folder = fs::read_dir(content::assets_folder().join("themes")).unwrap();
    let there: BTreeSet<_> = folder
        .map(|entry| format!("themes/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|file| file != theme::INDEX)
        .collect();
    assert_eq!(loaded.listed_files.into_iter().collect::<BTreeSet<_>>(), there);
}

#[test]
fn every_theme_has_the_board_surface_of_every_game() {
    for theme in theme::load(read).themes {
        for game in GAMES {
            let board = game.start(&Default::default()).unwrap().board();
            assert!(
                theme.surface(board.surface).is_some(),
                "{} has no {} for {}",
                theme.id,
                board.surface,
                game.id()
            );
        }
    }
}

#[test]
fn every_file_that_the_app_loads_exists() {
    let themes = theme::load(read).themes;
    for file in content::asset_files(&themes, &sets::load(read).pieces) {
        let size = fs::metadata(content::assets_folder().join(&file)).map(|data| data.len());
        assert!(size.is_ok_and(|size| size > 0), "{file}");
    }
}

#[test]
fn every_shipped_set_is_valid_and_listed() {
    let loaded = sets::load(read);
    assert_eq!(loaded.errors, []);
    for folder in ["pieces", "boards"] {
        let files = fs::read_dir(content::assets_folder().join(folder)).unwrap();
        let names = files.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        let there: BTreeSet<_> = names
            .filter(|name| name.ends_with(".ron") && name != "index.ron")
            .map(|name| format!("{folder}/{name}"))
            .collect();
        let listed = loaded.listed_files.iter().filter(|file| file.starts_with(folder)).cloned();
        assert_eq!(listed.collect::<BTreeSet<_>>(), there);
    }
    let ids = loaded.pieces.iter().map(|set| format!("pieces/{}.ron", set.id));
    let ids = ids.chain(loaded.boards.iter().map(|set| format!("boards/{}.ron", set.id)));
    assert_eq!(ids.collect::<Vec<_>>(), loaded.listed_files, "a set has the name of its file");
}

#[test]
fn every_shipped_background_is_valid_and_has_both_pictures() {
    let loaded = backgrounds::load(read);
    assert_eq!(loaded.errors, []);
    assert!(loaded.backgrounds.len() >= 4);
    for background in loaded.backgrounds {
        for dark in [false, true] {
            let path = background.picture(dark);
            assert!(read(&path).is_ok_and(|text| text.starts_with("<svg")), "{path}");
        }
    }
}

#[test]
fn every_game_has_at_least_three_piece_sets_and_three_boards() {
    let loaded = sets::load(read);
    for game in GAMES {
        let has = |games: &[String]| games.iter().any(|id| id == game.id());
        let pieces = loaded.pieces.iter().filter(|set| has(&set.games)).count();
        let boards = loaded.boards.iter().filter(|set| has(&set.games)).count();
        // The board of the theme is one more.
        assert!(pieces >= 3 && boards + 1 >= 3, "{}: {pieces}, {boards}", game.id());
    }
}

#[test]
fn every_set_holds_every_piece_of_its_games() {
    let loaded = sets::load(read);
    for set in &loaded.pieces {
        for game in &set.games {
            let game = registry::find(game).unwrap();
            let paths = sets::piece_paths(&set.id, game);
            let kinds = game.start(&Default::default()).unwrap().piece_names().len();
            assert_eq!(paths.len(), 2 * kinds);
            for path in paths {
                let text = read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
                assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{path}");
            }
        }
    }
}

/// Loads a piece set or a board of this text in place of a shipped one.
fn load_set(file: &str, text: &str) -> sets::LoadedSets {
    sets::load(|path| if path == file { Ok(text.to_owned()) } else { read(path) })
}

#[test]
fn an_invalid_set_is_explained_and_the_others_still_load() {
    let all = sets::load(read);
    let cases = [
        ("pieces/print.ron", "version: 1", "version: 3", "this program reads version 1"),
        ("pieces/print.ron", "\"print\"", "\"../print\"", "expected small letters"),
        ("pieces/print.ron", "\"zh-Hans\"", "\"zh\"", "title has no \"zh-Hans\""),
        ("pieces/print.ron", "\"chess\"", "\"shogi\"", "there is no game \"shogi\""),
        ("boards/slate.ron", "line: \"#232C31\"", "line: \"#7A868C\"", "at least 2"),
        ("boards/slate.ron", ", line: \"#232C31\"", "", "no colour of its lines"),
        ("boards/slate.ron", "strength: 0.12", "strength: 7.0", "expected 0 to 1"),
        ("boards/slate.ron", "frame_ink: \"#DDE5E8\"", "frame_ink: \"#4E585D\"", "at least 4.5"),
        ("boards/slate.ron", "base: \"#5F6D75\"", "base: \"#87949A\"", "at least 1.5"),
        ("boards/slate.ron", "light:", "bright:", "bright"),
    ];
    for (file, right, wrong, said) in cases {
        let good = read(file).unwrap();
        let bad = good.replacen(right, wrong, 1);
        assert_ne!(bad, good, "{right} is not in {file}");
        let loaded = load_set(file, &bad);
        let count = loaded.pieces.len() + loaded.boards.len();
        assert_eq!(count + 1, all.pieces.len() + all.boards.len(), "{wrong}");
        let message = loaded.errors[0].to_string();
        assert!(message.starts_with(file) && message.contains(said), "{message}");
    }
}

/// Loads one theme of this text beside the shipped ones.
fn load_beside(text: &str) -> theme::LoadedThemes {
    theme::load(|path| match path {
        theme::INDEX => Ok("(version: 1, files: [\"new.ron\", \"wood.ron\"])".to_owned()),
        "themes/new.ron" => Ok(text.to_owned()),
        _ => read(path),
    })
}

#[test]
fn an_invalid_theme_is_explained() {
    let good = read("themes/wood.ron").unwrap();
    assert_eq!(load_beside(&good).themes.len(), 2);
    let cases = [
        ("version: 1", "version: 2", "this program reads version 1"),
        ("line_weight: 1.0", "line_weight: 9.0", "expected 0.5 to 4"),
        ("\"zh-Hans\"", "\"zh\"", "title has no \"zh-Hans\""),
        ("\"frame\":", "\"edge\":", "surfaces has no \"frame\""),
        ("strength: 0.5", "strength: 5.5", "expected 0 to 1"),
        ("frame_ink: \"#E9D8B8\"", "frame_ink: \"#6E4B34\"", "at least 4.5 is readable"),
        ("accent: \"#B23A2A\"", "accent: \"#E9B0A8\"", "at least 4.5 is readable"),
        ("grain: Wood", "grain: Stone", "Stone"),
        ("paper:", "papre:", "papre"),
    ];
    for (right, wrong, said) in cases {
        let bad = good.replacen(right, wrong, 1);
        assert_ne!(bad, good, "{right} is not in the file");
        let loaded = load_beside(&bad);
        assert_eq!(loaded.themes.len(), 1, "{wrong}");
        let message = loaded.errors[0].to_string();
        assert!(message.starts_with("themes/new.ron"), "{message}");
        assert!(message.contains(said), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_themes_are_errors_and_never_panics(text in ".{0,400}") {
        prop_assert_eq!(load_beside(&text).errors.len(), 1);
    }

    #[test]
    fn damaged_themes_never_panic(at in 0_usize..900, with in any::<char>()) {
        let mut text: Vec<char> = read("themes/wood.ron").unwrap().chars().collect();
        let at = at % text.len();
        text[at] = with;
        let loaded = load_beside(&text.into_iter().collect::<String>());
        prop_assert_eq!(loaded.themes.len() + loaded.errors.len(), 2);
    }
}
