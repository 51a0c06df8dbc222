//! The shipped pages of how to play are complete and their diagrams legal;
//! invalid files are reported without harm to the rest.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use tianyuan::content::how_to_play::{self, Guide, INDEX, LoadedGuides, read_guide};
use tianyuan::content::{self, KAI, SANS};
use tianyuan::core::GameOverReason;
use tianyuan::games::registry::{self, GAMES};
use tianyuan::games::{Domain, OptionValue, Options};

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(content::assets_folder().join(path)).map_err(|error| error.to_string())
}

fn shipped() -> LoadedGuides {
    how_to_play::load(read)
}

/// A guide of tic-tac-toe; the other cases derive from it.
const GOOD: &str = r##"(
  version: 1,
  game: "tictactoe",
  pages: [
    (
      id: "tictactoe",
      title: {"en": "Tic-tac-toe", "zh-Hans": "井字棋"},
      covers: {"files": [], "ranks": [], "row": [], "overline": [], "goal": [], "first": []},
      options: {"files": 4},
      sections: [
        (
          heading: {"en": "The goal", "zh-Hans": "目标"},
          text: {"en": "Three in a row win.", "zh-Hans": "连成三子者胜。"},
          diagram: Some((moves: "a1 b1", marks: ["d3"])),
        ),
      ],
    ),
  ],
)"##;

#[test]
fn every_game_has_a_guide_and_every_file_is_listed() {
    let loaded = shipped();
    assert_eq!(loaded.errors, []);
    let games: BTreeSet<_> = loaded.guides.iter().map(|guide| guide.game.as_str()).collect();
    assert_eq!(games, GAMES.iter().map(|game| game.id()).collect());
    let folder = fs::read_dir(content::assets_folder().join("how_to_play")).unwrap();
    let there: BTreeSet<_> = folder
        .map(|entry| format!("how_to_play/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|file| file != INDEX)
        .collect();
    assert_eq!(loaded.listed_files.into_iter().collect::<BTreeSet<_>>(), there);
}

#[test]
fn every_page_begins_with_its_subject_shows_it_and_ends_with_two_tips() {
    for guide in shipped().guides {
        for page in &guide.pages {
            let name = format!("{}, {}", guide.game, page.id);
            let heading = |n: usize| page.sections[n].heading["en"].as_str();
            let count = page.sections.len();
            assert!((4..=16).contains(&count), "{name} has {count} sections");
            for tip in [count - 2, count - 1] {
                assert!(heading(tip).starts_with("Tip"), "{name}: {}", heading(tip));
                assert!(page.sections[tip].heading["zh-Hans"].contains("技巧"), "{name}");
            }
            let first = &guide.pages[0].sections[0];
            assert_eq!(first.heading["en"], "The goal", "{}", guide.game);
            assert!(page.sections.iter().any(|section| section.diagram.is_some()), "{name}");
        }
    }
}

/// The guide of a game.
fn guide(game: &str) -> Guide {
    shipped().guides.into_iter().find(|guide| guide.game == game).unwrap()
}

#[test]
fn a_variant_opens_its_own_page() {
    let gomoku = registry::find("gomoku").unwrap();
    let pages = guide("gomoku");
    for spec in gomoku.options().iter().filter(|spec| spec.id == "rule") {
        let Domain::Words(words) = spec.domain else { panic!("rules are words") };
        for (n, word) in words.iter().enumerate() {
            let mut options = Options::default();
            options.set("rule", OptionValue::Word((*word).to_owned()));
            assert_eq!(pages.page_for(gomoku, &options), n, "{word}");
        }
    }
    for (game, options, page) in [
        ("reversi", "()", "reversi"),
        ("reversi", "(start: \"parallel\")", "boards"),
        ("tictactoe", "(files: 7)", "boards"),
        ("tictactoe", "(files: 7, ranks: 7, goal: \"line\")", "goals"),
        ("tictactoe", "(first: \"nought\")", "tictactoe"),
        ("gomoku", "(opening: \"swap2\", size: 19)", "openings"),
        ("gomoku", "(goals: 5)", "gomoku"),
        ("go", "(size: 9)", "go"),
        ("go", "(ruleset: \"japanese\", komi: 13)", "japanese"),
        ("go", "(handicap: 4)", "handicap"),
        ("xiangqi", "(rules: \"cxa\")", "cxa"),
        ("chess", "(chess960: 1)", "chess"),
        ("chess", "(start: \"chess960\")", "chess960"),
    ] {
        let guide = guide(game);
        let options = Options::parse(options).unwrap();
        let at = guide.page_for(registry::find(game).unwrap(), &options);
        assert_eq!(guide.pages[at].id, page, "{game}");
    }
}

/// The reason for which the diagram of this section ends its game, if it does.
fn ending(game: &str, page: &str, heading: &str) -> Option<GameOverReason> {
    let guide = guide(game);
    let page = guide.page(page).unwrap();
    let section = page.sections.iter().find(|section| section.heading["en"] == heading).unwrap();
    let frames = section.diagram.as_ref()?.frames(registry::find(game).unwrap(), page);
    Some(frames.last()?.position.outcome()?.reason)
}

#[test]
fn diagrams_show_what_their_sections_say() {
    use GameOverReason as Reason;
    for (game, page, heading, reason) in [
        ("tictactoe", "tictactoe", "The goal", Some(Reason::Row)),
        ("tictactoe", "tictactoe", "The end", Some(Reason::BoardFull)),
        ("tictactoe", "boards", "Longer rows", None),
        ("tictactoe", "goals", "A full line", Some(Reason::FullLine)),
        ("tictactoe", "goals", "A won game", Some(Reason::BothDiagonals)),
        ("gomoku", "gomoku", "Six or more", Some(Reason::FiveInARow)),
        ("gomoku", "standard", "Six do not count", None),
        ("gomoku", "caro", "The goal", Some(Reason::FiveInARow)),
        ("gomoku", "caro", "Blocked at both ends", None),
        ("gomoku", "renju", "Double three", Some(Reason::DoubleThree)),
        ("gomoku", "renju", "Double four", Some(Reason::DoubleFour)),
        ("gomoku", "renju", "Overline", Some(Reason::Overline)),
        ("gomoku", "renju", "Five comes first", Some(Reason::FiveInARow)),
        ("gomoku", "renju", "Tip for Black", Some(Reason::FiveInARow)),
        ("gomoku", "connect6", "The goal", Some(Reason::SixInARow)),
        ("gomoku", "pente", "The goal", Some(Reason::Captures)),
        ("gomoku", "keryo", "The goal", Some(Reason::Captures)),
        ("gomoku", "ninuki", "Forbidden to Black", Some(Reason::DoubleThree)),
        ("gomoku", "bubble", "The goal", Some(Reason::Goals)),
        ("chess", "chess", "The goal", Some(Reason::Checkmate)),
        ("chess", "chess", "Check and checkmate", Some(Reason::Checkmate)),
        ("chess", "chess", "Draws", Some(Reason::Stalemate)),
        ("xiangqi", "xiangqi", "Check and checkmate", Some(Reason::Checkmate)),
    ] {
        assert_eq!(ending(game, page, heading), reason, "{game}, {page}, {heading}");
    }
}

/// The titles and headings of the shipped guides with their languages.
fn headings() -> Vec<(String, String)> {
    let pages = shipped().guides.into_iter().flat_map(|guide| guide.pages);
    let headings = |page: how_to_play::Page| {
        let headings = page.sections.into_iter().flat_map(|section| section.heading);
        page.title.into_iter().chain(headings)
    };
    pages.flat_map(headings).collect()
}

/// Every text of the shipped guides with its language.
fn texts() -> Vec<(String, String)> {
    let pages = shipped().guides.into_iter().flat_map(|guide| guide.pages);
    let texts = pages.flat_map(|page| page.sections).flat_map(|section| section.text);
    texts.chain(headings()).collect()
}

#[test]
fn texts_are_calm_and_well_punctuated() {
    for (language, text) in texts() {
        let loud = text.contains(['!', '！', '…']) || text.contains("...");
        assert!(!loud, "{language}: {text}");
        let mut before = ' ';
        for c in text.chars() {
            let chinese = ('\u{4E00}'..='\u{9FFF}').contains(&before);
            assert!(!(chinese && ",.;?():!".contains(c)), "{text}");
            before = c;
        }
        assert!(language != "en" || text.is_ascii(), "{text}");
    }
}

#[test]
fn the_fonts_have_a_glyph_for_every_character() {
    for (font, texts) in [(SANS, texts()), (KAI, headings())] {
        let shown: BTreeSet<char> = texts.iter().flat_map(|(_, text)| text.chars()).collect();
        let bytes = fs::read(content::assets_folder().join(font)).unwrap();
        let face = ttf_parser::Face::parse(&bytes, 0).unwrap();
        let missing: String = shown.iter().filter(|&&c| face.glyph_index(c).is_none()).collect();
        assert!(missing.is_empty(), "{font} lacks {missing}");
    }
}

#[test]
fn an_invalid_guide_is_explained_with_its_line() {
    assert!(read_guide("bad.ron", GOOD).is_ok());
    let cases = [
        ("version: 1", "version: 2", "bad.ron: it is of version 2"),
        ("\"tictactoe\"", "\"ludo\"", "bad.ron: there is no game \"ludo\""),
        ("id:", "idd:", "bad.ron, line 6: "),
        ("\"zh-Hans\": \"井字棋\"", "\"zh\": \"x\"", "line 6: page \"tictactoe\": title has no"),
        (
            "\"zh-Hans\": \"目标\"",
            "\"zh\": \"x\"",
            "line 12: page \"tictactoe\", section 1: heading",
        ),
        ("连成三子者胜。", "", "line 12: page \"tictactoe\", section 1: text is empty"),
        ("\"a1 b1\"", "\"a1 a1\"", "section 1: move \"a1\""),
        ("\"a1 b1\"", "\"a1 e1\"", "section 1: move \"e1\""),
        ("[\"d3\"]", "[\"e3\"]", "the point e3 is not on the board"),
        ("marks: [\"d3\"]", "piece: Some(\"a1\")", "no piece on a1 can move"),
        ("\"files\": 4", "\"files\": 99", "line 6: page \"tictactoe\": option files"),
        (", \"row\": []", "", "no page covers option row"),
        ("\"files\": []", "\"file\": []", "it covers \"file\"; the options are"),
        ("\"files\": []", "\"files\": [\"big\"]", "it covers \"big\" of files"),
        ("moves:", "move:", "line 14: "),
    ];
    for (right, wrong, said) in cases {
        let bad = GOOD.replacen(right, wrong, 1);
        assert_ne!(bad, GOOD, "{right}");
        let message = read_guide("bad.ron", &bad).unwrap_err().to_string();
        assert!(message.starts_with("bad.ron") && message.contains(said), "{wrong}: {message}");
    }
    let long = GOOD.replacen("Three", &"very ".repeat(200), 1);
    assert!(read_guide("bad.ron", &long).unwrap_err().to_string().contains("bytes"));
    let moves = GOOD.replacen("a1 b1", &"a1 ".repeat(41), 1);
    assert!(read_guide("bad.ron", &moves).unwrap_err().to_string().contains("41 moves"));
}

#[test]
fn a_second_guide_of_a_game_is_refused_and_the_rest_still_load() {
    let loaded = how_to_play::load(|path| {
        match path {
            INDEX => Ok("(version: 1, files: [\"a.ron\", \"b.ron\", \"c.ron\"])"),
            "how_to_play/c.ron" => Err("the file is missing"),
            _ => Ok(GOOD),
        }
        .map(str::to_owned)
    });
    assert_eq!((loaded.guides.len(), loaded.errors.len()), (1, 2));
    assert!(loaded.errors.iter().any(|error| error.to_string().contains("each game has one")));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_guides_never_panic(at in 0_usize..900, with in any::<char>()) {
        let mut text: Vec<char> = GOOD.chars().collect();
        let at = at % text.len();
        text[at] = with;
        let _ = read_guide("input.ron", &text.into_iter().collect::<String>());
    }
}
