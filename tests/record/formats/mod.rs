//! The formats of other programs: round trips, hand-made examples, and hostile
//! input.

mod go;
mod gomoku;
mod laws;
mod pgn;
mod reversi;
mod sgf;
mod sgf_actions;
mod xiangqi;

use proptest::prelude::*;
use tianyuan::games::{Options, registry};
use tianyuan::record::formats::{self, FORMATS, FormatError, Source, by_extension, read};
use tianyuan::record::{GameTree, NodeId, TreeFile};

/// The games of a file with this extension.
fn games(extension: &str, bytes: impl AsRef<[u8]>) -> Vec<GameTree> {
    read(extension, Source::from_bytes(bytes.as_ref())).unwrap()
}

/// The one game of a file.
fn game(extension: &str, bytes: impl AsRef<[u8]>) -> GameTree {
    let mut games = games(extension, bytes);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The games of a file, with the warnings about it.
fn games_and_warnings(extension: &str, bytes: impl AsRef<[u8]>) -> (Vec<GameTree>, Vec<String>) {
    let warnings = std::cell::RefCell::new(Vec::new());
    let warn = |warning: FormatError| warnings.borrow_mut().push(warning.to_string());
    let games = read(extension, Source { warn: &warn, ..Source::from_bytes(bytes.as_ref()) });
    (games.unwrap(), warnings.into_inner())
}

/// The error of reading an invalid file.
fn error_text(extension: &str, bytes: impl AsRef<[u8]>) -> String {
    read(extension, Source::from_bytes(bytes.as_ref())).unwrap_err().to_string()
}

/// A file of games with this extension.
fn write(extension: &str, games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    formats::write(extension, games).map(|written| written.bytes)
}

fn text(extension: &str, games: &[GameTree]) -> String {
    String::from_utf8(write(extension, games).unwrap()).unwrap()
}

/// The moves of the main line.
fn moves(tree: &GameTree) -> String {
    let line = tree.main_line().filter_map(|node| tree.move_text(node));
    line.collect::<Vec<_>>().join(" ")
}

fn ron(tree: &GameTree) -> String {
    ron::to_string(&TreeFile::from(tree)).unwrap()
}

fn start(game: &str, options: &str) -> GameTree {
    let options = Options::parse(options).unwrap();
    GameTree::new(registry::find(game).unwrap(), options).unwrap()
}

#[test]
fn a_native_file_that_was_cut_off_keeps_its_whole_moves() {
    let mut tree = start("chess", "{}");
    let root = tree.root();
    let nodes = line(&mut tree, root, "e2e4 e7e5 g1f3");
    line(&mut tree, nodes[0], "c7c5");
    tree.annotations_mut(nodes[2]).comment = "a \"(quoted\" [note".to_owned();
    let whole = text("ron", std::slice::from_ref(&tree));
    for (cut, plies) in [("\"c5\"", 3), ("quoted", 2), ("\"Nf3\"", 2), ("\"e5\"", 1)] {
        let cut = &whole[..whole.find(cut).unwrap()];
        let (read, warnings) = games_and_warnings("ron", cut);
        assert_eq!(read[0].main_line().count(), 1 + plies, "{cut}");
        assert!(warnings[0].contains("the file ends before its last game does"), "{warnings:?}");
    }
    let list = text("ron", &[tree.clone(), tree.clone()]);
    let (read, _) = games_and_warnings("ron", &list[..list.rfind("\"Nf3\"").unwrap()]);
    assert_eq!([&read[0], &read[1]].map(|tree| tree.main_line().count()), [4, 3]);
    assert!(error_text("ron", &whole[..whole.find("nodes").unwrap()]).starts_with("line "));
    assert!(error_text("ron", whole.replacen("\"e5\"", "\"e5\")", 1)).starts_with("line "));
}

/// Plays a line and returns its nodes.
fn line(tree: &mut GameTree, from: NodeId, moves: &str) -> Vec<NodeId> {
    let mut at = from;
    let mut made = Vec::new();
    for text in moves.split_whitespace() {
        let mv = tree.position(at).parse_move(text).unwrap();
        at = tree.play(at, mv).unwrap();
        made.push(at);
    }
    made
}

/// A game of random moves with random variations.
fn random_tree(game: &str, options: &str, steps: &[(u16, u16)]) -> GameTree {
    let mut tree = start(game, options);
    for &(place, choice) in steps {
        let nodes: Vec<_> = tree.nodes().collect();
        // Mostly from the last node, so that lines get long.
        let back = if place.is_multiple_of(7) { usize::from(place) % nodes.len() } else { 0 };
        let node = nodes[nodes.len() - 1 - back];
        let moves = tree.position(node).legal_moves();
        if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
            tree.play(node, mv).unwrap();
        }
    }
    tree
}

/// Asserts that both trees have the same positions in the same order.
fn assert_same(a: &GameTree, b: &GameTree) {
    let (mut left, mut right) = (vec![a.root()], vec![b.root()]);
    while let (Some(x), Some(y)) = (left.pop(), right.pop()) {
        assert_eq!(a.position(x).text(), b.position(y).text());
        assert_eq!(a.annotations(x), b.annotations(y));
        let (xs, ys): (Vec<_>, Vec<_>) = (a.children(x).collect(), b.children(y).collect());
        assert_eq!(xs.len(), ys.len(), "{}\n{}", ron(a), ron(b));
        left.extend(xs);
        right.extend(ys);
    }
}

/// Asserts that hostile input was read as valid games, which survive the native
/// form, or refused with a reason.
fn assert_valid_or_refused(result: Result<Vec<GameTree>, FormatError>) {
    match result {
        Err(error) => assert!(!error.to_string().is_empty(), "{error:?}"),
        Ok(games) => {
            for tree in games {
                let again = GameTree::try_from(&TreeFile::from(&tree)).unwrap();
                assert_eq!(ron(&again), ron(&tree));
            }
        }
    }
}

#[test]
fn every_extension_and_every_game_is_known() {
    for format in FORMATS {
        assert!(!format.extensions.is_empty() && format.games().next().is_some(), "{}", format.id);
        for extension in format.extensions {
            let formats = by_extension(&extension.to_uppercase()).unwrap();
            assert!(formats.iter().any(|known| known.id == format.id));
        }
    }
    for game in registry::GAMES {
        for id in game.record_formats().own {
            assert!(FORMATS.iter().any(|format| format.id == *id), "{id}");
        }
    }
    assert!(matches!(by_extension("docx"), Err(FormatError::UnknownExtension(..))));
}

#[test]
fn many_games_fit_a_file_of_the_native_format() {
    let mut trees = games("pgn", "1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 (1... c5) *");
    trees.push(game("txt", "f5d6c3"));
    let written = text("ron", &trees);
    let again = games("ron", &written);
    assert_eq!(again.len(), 3);
    for (again, tree) in again.iter().zip(&trees) {
        assert_same(again, tree);
        assert_eq!(again.info(), tree.info());
    }
    let bad = written.replace("c3", "h8");
    assert!(error_text("ron", bad).contains("game 3: move 3 (h8)"));
    assert_eq!(formats::read_any(&written, &|_| ()).unwrap().len(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn readers_survive_arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for format in FORMATS {
            assert_valid_or_refused(format.read(Source::from_bytes(&bytes)));
        }
    }

    #[test]
    fn readers_survive_arbitrary_text(
        text in "[\\PC\n;()\\[\\]{}<>=\\-,.:*$%/a-jB-W0-9炮马二平五进]{0,300}",
    ) {
        for format in FORMATS {
            assert_valid_or_refused(format.read(Source::from_bytes(text.as_bytes())));
        }
    }

    #[test]
    fn readers_survive_damaged_files(
        which in 0..FORMATS.len(),
        steps in prop::collection::vec((any::<u16>(), any::<u16>()), 0..30),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let format = FORMATS[which];
        let games: Vec<_> = format.games().collect();
        let tree = random_tree(games[steps.len() % games.len()].id(), "()", &steps);
        let Ok(written) = format.write(&[tree]) else { return Ok(()) };
        let mut bytes = written.bytes;
        for (at, byte, how) in damage {
            let at = at.index(bytes.len().max(1));
            match how {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ if byte < 32 => bytes.truncate(at),
                _ => bytes.extend_from_within(at..bytes.len().min(at + usize::from(byte))),
            }
        }
        assert_valid_or_refused(format.read(Source::from_bytes(&bytes)));
    }
}
