//! Files of content: levels, books, themes, their indexes, and what a player
//! keeps, such as tournaments; and the weights of engines.

use std::fs;
use std::path::Path;

use tianyuan::content::levels::{check, rating::Rating};
use tianyuan::content::{
    assets_folder, books, glossary, how_to_play, lessons, levels, levels_folder, packs, theme,
};
use tianyuan::events::{GameResult, Kind, Player, Tournament};
use tianyuan::games::Options;
use tianyuan::games::registry::GAMES;
use tianyuan::library::Filter;

use super::target::{Target, Verdict};

/// Texts of a game in every language, which are made once a text.
const MAX_FILE: usize = 16 << 10;

pub fn targets() -> Vec<Target> {
    let mut targets = vec![
        Target::of_text("pack", || files(&levels_folder(), ""), read_pack),
        Target::of_text(
            "pack-index",
            || index(&levels_folder(), levels::INDEX),
            |text| {
                let loaded = levels::load(|file| match file {
                    levels::INDEX => Ok(text.to_owned()),
                    _ => Err("no such file".to_owned()),
                });
                Verdict::of(!loaded.listed_files.is_empty())
            },
        ),
        Target::of_text("book", || files(&assets_folder(), "books"), read_book),
        Target::of_text(
            "book-index",
            || index(&assets_folder(), books::INDEX),
            |text| {
                let loaded = books::load(|file| match file {
                    books::INDEX => Ok(text.to_owned()),
                    _ => Err("no such file".to_owned()),
                });
                Verdict::of(!loaded.listed_files.is_empty())
            },
        ),
        Target::of_text(
            "guide",
            || files(&assets_folder(), "how_to_play"),
            |text| Verdict::of(how_to_play::read_guide("input.ron", text).is_ok()),
        ),
        Target::of_text(
            "lessons",
            || files(&assets_folder(), "lessons"),
            |text| Verdict::of(lessons::read_course("input.ron", text).is_ok()),
        ),
        Target::of_text(
            "glossary",
            || files(&assets_folder(), "glossary"),
            |text| Verdict::of(glossary::read_glossary("input.ron", text).is_ok()),
        ),
        Target::of_text(
            "guide-index",
            || index(&assets_folder(), how_to_play::INDEX),
            |text| {
                let loaded = how_to_play::load(|file| match file {
                    how_to_play::INDEX => Ok(text.to_owned()),
                    _ => Err("no such file".to_owned()),
                });
                Verdict::of(!loaded.listed_files.is_empty())
            },
        ),
        Target::of_text("user-book", user_books, |text| match books::UserBook::read(text) {
            Ok(book) => Verdict::checked(move || {
                let again = books::UserBook::read(&book.to_ron().unwrap()).unwrap();
                assert_eq!(again, book);
            }),
            Err(_) => Verdict::of(false),
        }),
        Target::of_text(
            "theme",
            || files(&assets_folder(), "themes"),
            |text| {
                let loaded = theme::load(|file| match file {
                    theme::INDEX => index(&assets_folder(), theme::INDEX).pop().ok_or(""),
                    _ => Ok(text.to_owned()),
                });
                Verdict::of(!loaded.themes.is_empty())
            },
        ),
        Target::of_text(
            "theme-index",
            || index(&assets_folder(), theme::INDEX),
            |text| {
                let loaded = theme::load(|file| match file {
                    theme::INDEX => Ok(text.to_owned()),
                    _ => Err("no such file".to_owned()),
                });
                Verdict::of(!loaded.listed_files.is_empty())
            },
        ),
        Target::of_text("tournament", tournaments, |text| match Tournament::read(text) {
            Ok(read) => Verdict::checked(move || {
                assert_eq!(Tournament::read(&read.to_ron().unwrap()).unwrap(), read);
                // What is sound can be told.
                let _ = (read.standings_text(), read.crosstable(), read.open_games_text());
                let _ = (read.round_text(read.rounds.len()), read.clone().pair_next(0));
            }),
            Err(_) => Verdict::of(false),
        }),
        Target::of_text("rating", ratings, |text| {
            Verdict::of(ron::from_str::<Rating>(text).is_ok())
        }),
        Target::of_text("filter", filters, |text| {
            Verdict::of(ron::from_str::<Filter>(text).is_ok())
        }),
    ];
    for game in GAMES.iter().filter(|game| game.weights().is_some()) {
        let seeds = || {
            let file = game.weights().unwrap().path();
            vec![fs::read(assets_folder().join(file)).unwrap()]
        };
        let run = |bytes: &[u8]| Verdict::of(game.weights().unwrap().load(bytes).is_ok());
        // The weights themselves, however well they are packed.
        let target = Target::new(format!("{}-weights", game.id()), seeds, run);
        targets.push(Target { fixed_memory: 64 << 20, max_input: 4 << 20, ..target });
    }
    let pack = Target::new("content-pack", content_packs, read_content_pack);
    // What a small file unpacks to is bounded for itself.
    targets.push(Target { fixed_memory: 2 * packs::MAX_UNPACKED_BYTES, ..pack });
    targets
}

/// The example of a pack as a zip file.
fn content_packs() -> Vec<Vec<u8>> {
    vec![packs::template("fuzz").unwrap().to_zip().unwrap()]
}

fn read_content_pack(bytes: &[u8]) -> Verdict {
    let Ok(files) = packs::PackFiles::from_zip(bytes) else { return Verdict::of(false) };
    match packs::read(files.clone()) {
        Ok(pack) => Verdict::checked(move || {
            let again = packs::PackFiles::from_zip(&files.to_zip().unwrap()).unwrap();
            assert_eq!(packs::read(again).unwrap(), pack);
        }),
        Err(errors) => {
            assert!(!errors.is_empty());
            Verdict::of(false)
        }
    }
}

/// The text of every RON file of a folder but the index, those of moderate size
/// in whole and the others cut to their beginning.
fn files(folder: &Path, name: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.join(name)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "ron")
                && !path.ends_with("index.ron")
            {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let (small, large): (Vec<_>, Vec<_>) = texts.partition(|text| text.len() <= MAX_FILE);
    // One large file in whole, for the case that there is no small one.
    let smallest = large.into_iter().min_by_key(String::len);
    small.into_iter().chain(smallest).collect()
}

fn index(folder: &Path, file: &str) -> Vec<String> {
    vec![fs::read_to_string(folder.join(file)).unwrap()]
}

fn read_pack(text: &str) -> Verdict {
    match levels::read_pack("input.ron", text) {
        Ok(pack) => Verdict::checked(move || {
            // An illegal solution is an error, no crash.
            let _ = check::check(&pack);
            levels::read_pack("again.ron", &pack.to_ron().unwrap()).unwrap();
        }),
        Err(_) => Verdict::of(false),
    }
}

fn read_book(text: &str) -> Verdict {
    match books::read_book("input.ron", text) {
        Ok(book) => Verdict::checked(move || {
            // An illegal line is an error, no crash.
            let _ = books::check(&book);
            books::read_book("again.ron", &book.to_ron().unwrap()).unwrap();
        }),
        Err(_) => Verdict::of(false),
    }
}

fn user_books() -> Vec<String> {
    let mut own = books::UserBook::default();
    for game in GAMES {
        let tree = super::corpus::games(*game).remove(0);
        own.add(&tree, tree.main_line().last().unwrap(), None, 10).unwrap();
    }
    vec![own.to_ron().unwrap()]
}

/// A tournament of each kind after two rounds.
fn tournaments() -> Vec<String> {
    let kinds = [
        Kind::Swiss { rounds: 3 },
        Kind::RoundRobin { double: true },
        Kind::Knockout,
        Kind::Arena { minutes: 30 },
        Kind::Teams { boards: 2, double: true },
    ];
    let text = |kind: Kind| {
        let team = |number: u32| match kind {
            Kind::Teams { .. } => Some(format!("T{}", number / 4)),
            _ => None,
        };
        let players = (1..=7).map(|number| Player {
            team: team(number),
            ..Player::new(&format!("P{number}"), 2000 - number)
        });
        let created = Tournament::new("Club", "go", Options::default(), kind, players.collect());
        let mut tournament = created.unwrap();
        for number in 1..=2 {
            let boards = tournament.pair_next(0).unwrap().games.len();
            for board in 1..=boards {
                tournament.enter(number, board, GameResult::FirstWins).unwrap();
            }
        }
        tournament.to_ron().unwrap()
    };
    kinds.into_iter().map(text).collect()
}

fn ratings() -> Vec<String> {
    vec!["(rating: 1500, deviation: 350, volatility: 0.06)".to_owned()]
}

fn filters() -> Vec<String> {
    let filter = Filter {
        player: "a".to_owned(),
        game: Some("go".to_owned()),
        from: Some("2020".parse().unwrap()),
        plies: Some(1..=5),
        ..Filter::default()
    };
    vec![ron::to_string(&filter).unwrap()]
}
