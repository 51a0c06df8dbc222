//! The game tree and its RON form: round trips, older versions, stable node
//! numbers.

use std::time::Duration;

use proptest::prelude::*;
use tianyuan::core::{Point, Reading};
use tianyuan::games::registry::{GAMES, find};
use tianyuan::games::{Options, ScoreUnit};
use tianyuan::record::{
    Evaluation, GameTree, Glyph, InfoField, NodeId, Shape, ShapeColour, ShapeKind, TreeFile,
};

fn ron(tree: &GameTree) -> String {
    ron::ser::to_string_pretty(&TreeFile::from(tree), ron::ser::PrettyConfig::new()).unwrap()
}

fn read(text: &str) -> Result<GameTree, String> {
    let file: TreeFile = ron::from_str(text).map_err(|error| error.to_string())?;
    GameTree::try_from(&file).map_err(|error| error.to_string())
}

fn reversi() -> GameTree {
    GameTree::new(find("reversi").unwrap(), Options::default()).unwrap()
}

/// Plays a line and returns its nodes.
fn line(tree: &mut GameTree, from: NodeId, moves: &str) -> Vec<NodeId> {
    let mut at = from;
    let mut made = Vec::new();
    for text in moves.split(' ') {
        let mv = tree.position(at).parse_move(text).unwrap();
        at = tree.play(at, mv).unwrap();
        made.push(at);
    }
    made
}

#[test]
fn a_file_of_the_first_version_is_read() {
    let text = r#"(version: 1, game: "reversi", options: {"size": 8}, nodes: [
        (after: 0, play: "f5", clock: Some(((1000, 0, false), (2000, 1, true)))),
        (after: 1, play: "d6"),
        (after: 1, play: "f4"),
    ])"#;
    let tree = read(text).unwrap();
    assert_eq!(tree.main_line().count(), 3);
    let first = tree.node(1).unwrap();
    assert_eq!(tree.children(first).count(), 2);
    assert_eq!(
        tree.clocks(first).unwrap()[1],
        Reading { time: Duration::from_secs(2), periods: 1, in_byo_yomi: true }
    );
    assert!(ron(&tree).contains("version: 2"));
}

#[test]
fn invalid_files_are_errors_with_a_reason() {
    let cases = [
        (r#"(version: 4, game: "reversi", nodes: [])"#, "versions 1 to 3"),
        (r#"(version: 2, game: "ludo", nodes: [])"#, "there is no game called \"ludo\""),
        (
            r#"(version: 2, game: "reversi", nodes: [(after: 0, play: "a1")])"#,
            "move 1 (a1): You cannot play here",
        ),
        (
            r#"(version: 2, game: "reversi", nodes: [(after: 1, play: "f5")])"#,
            "move 1 follows move 1",
        ),
        (
            r#"(version: 2, game: "reversi", order: [2], nodes: [(after: 0, play: "f5")])"#,
            "the moves after move 0 are not those",
        ),
        (
            r#"(version: 2, game: "reversi", info: (known: {"black": "A"}), nodes: [])"#,
            "there is no information called \"black\"",
        ),
        (r#"(version: 2, game: "reversi", start: Some("XO"), nodes: [])"#, "not a position"),
    ];
    for (text, reason) in cases {
        let error = read(text).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn all_annotations_survive_a_round_trip() {
    let mut tree = reversi();
    let root = tree.root();
    let main = line(&mut tree, root, "f5 d6 c3");
    line(&mut tree, main[0], "f4 e3");
    tree.info_mut().set(InfoField::FirstPlayer, "Tamenori");
    tree.info_mut().set(InfoField::Result, "1-0 12");
    tree.info_mut().set_tag("Opponents", "two");
    let notes = tree.annotations_mut(main[1]);
    notes.add_comment("Perpendicular.\n\"The\" usual \\ answer [to] {it}");
    notes.add_glyph(Glyph::Interesting);
    notes.add_glyph(Glyph::Unclear);
    let at = Point::new(3, 5);
    let figures = [
        ShapeKind::Arrow(Point::new(2, 2)),
        ShapeKind::Circle,
        ShapeKind::Label("A".into()),
        ShapeKind::Highlight,
    ];
    notes.shapes = figures
        .into_iter()
        .map(|figure| Shape { at, kind: figure, colour: ShapeColour::Blue })
        .collect();
    notes.evaluation =
        Some(Evaluation::Amount { amount: -0.25, unit: ScoreUnit::Discs, exact: false });
    notes.add_property("XX", "one".into());
    notes.add_property("XX", "two".into());
    tree.annotations_mut(tree.root()).evaluation = Some(Evaluation::Mate(-3));
    let text = ron(&tree);
    let again = read(&text).unwrap();
    assert_eq!(ron(&again), text);
    assert_eq!(again.annotations(main[1]), tree.annotations(main[1]));
    assert_eq!(again.info(), tree.info());
    assert!(text.contains("\"!?\"") && text.contains("\"d6\""), "{text}");
}

#[test]
fn a_game_may_begin_anywhere() {
    let chess = find("chess").unwrap();
    let fen = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
    let tree = GameTree::from_position(chess, Options::default(), fen).unwrap();
    assert_eq!(tree.start_text(), Some(fen));
    assert_eq!(ron(&read(&ron(&tree)).unwrap()), ron(&tree));
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let tree = GameTree::from_position(chess, Options::default(), usual).unwrap();
    assert_eq!(tree.start_text(), None);
}

#[test]
fn a_promoted_variation_is_the_main_line_after_a_round_trip() {
    let mut tree = reversi();
    let root = tree.root();
    let main = line(&mut tree, root, "f5 d6 c3");
    let side = line(&mut tree, main[0], "f4 e3");
    assert!(tree.promote(side[1]));
    assert!(!tree.promote(side[1]));
    let expected = vec![tree.root(), main[0], side[0], side[1]];
    assert_eq!(tree.main_line().collect::<Vec<_>>(), expected);
    let again = read(&ron(&tree)).unwrap();
    assert_eq!(again.main_line().collect::<Vec<_>>(), expected);
}

#[test]
fn deleting_a_branch_leaves_the_numbers_of_others() {
    let mut tree = reversi();
    let root = tree.root();
    let main = line(&mut tree, root, "f5 d6 c3");
    let side = line(&mut tree, main[0], "f4 e3");
    let other = line(&mut tree, root, "d3 c5");
    assert!(tree.delete(main[1]));
    assert!(!tree.delete(main[1]) && !tree.delete(root));
    assert!(!tree.contains(main[2]) && tree.contains(side[1]));
    assert_eq!(tree.node(main[2].number()), None);
    assert_eq!(tree.children(main[0]).collect::<Vec<_>>(), [side[0]]);
    assert_eq!(tree.move_text(side[1]).as_deref(), Some("e3"));
    let again = read(&ron(&tree)).unwrap();
    assert_eq!(ron(&again), ron(&tree));
    assert_eq!(again.move_text(other[1]).as_deref(), Some("c5"));
    assert_eq!(again.nodes().collect::<Vec<_>>(), tree.nodes().collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn writing_reading_and_writing_gives_the_same_bytes(
        game in 0..GAMES.len(),
        steps in prop::collection::vec((any::<u16>(), any::<u16>(), 0..8_u8, ".{0,12}"), 0..40),
    ) {
        let mut tree = GameTree::new(GAMES[game], Options::default()).unwrap();
        for (place, choice, what, text) in steps {
            let nodes: Vec<_> = tree.nodes().collect();
            // Mostly from the last node, so that lines get long.
            let node = if what < 4 { nodes[nodes.len() - 1] } else { nodes[usize::from(place) % nodes.len()] };
            let choice = usize::from(choice);
            match what {
                6 => { tree.promote(node); }
                7 if choice.is_multiple_of(3) => { tree.delete(node); }
                _ => {
                    let moves = tree.position(node).legal_moves();
                    if let Some(&mv) = moves.get(choice % moves.len().max(1)) {
                        let made = tree.play(node, mv).unwrap();
                        if what == 5 {
                            let notes = tree.annotations_mut(made);
                            notes.add_comment(&text);
                            notes.add_property(&text, text.clone());
                            notes.add_glyph(Glyph::ALL[choice % 15].0);
                            let amount = f64::from(place) / 7.0;
                            notes.evaluation =
                                Some(Evaluation::Amount { amount, unit: ScoreUnit::Chance, exact: true });
                            tree.info_mut().set_tag(&text, &text);
                        }
                    }
                }
            }
        }
        let text = ron(&tree);
        let again = read(&text).unwrap();
        prop_assert_eq!(&ron(&again), &text);
        for node in tree.nodes() {
            prop_assert_eq!(again.position(node).key(), tree.position(node).key());
            prop_assert_eq!(again.path(node), tree.path(node));
        }
    }
}

#[test]
fn merging_adds_the_variations_and_annotations_of_another_record() {
    let game = find("chess").unwrap();
    let line = |tree: &mut GameTree, moves: &str| {
        moves.split(' ').fold(tree.root(), |node, text| {
            let mv = tree.position(node).parse_move(text).unwrap();
            tree.play(node, mv).unwrap()
        })
    };
    let mut kept = GameTree::new(game, Options::default()).unwrap();
    let end = line(&mut kept, "e4 e5 Nf3 Nc6");
    kept.annotations_mut(end).comment = "natural".to_owned();
    let other = line(&mut kept, "e4 c5");
    kept.annotations_mut(other).comment = "sharp".to_owned();
    let mut played = GameTree::new(game, Options::default()).unwrap();
    line(&mut played, "e4 e5 Nf3 Nf6 Nxe5");
    played.merge(&kept);
    let main: Vec<_> = played.main_line().filter_map(|node| played.move_text(node)).collect();
    assert_eq!(main, ["e4", "e5", "Nf3", "Nf6", "Nxe5"]);
    let (end, other) = (line(&mut played, "e4 e5 Nf3 Nc6"), line(&mut played, "e4 c5"));
    assert_eq!(played.annotations(end).comment, "natural");
    assert_eq!(played.annotations(other).comment, "sharp");
    // A record of another game has nothing to merge.
    let before = played.nodes().count();
    let mut reversi = GameTree::new(find("reversi").unwrap(), Options::default()).unwrap();
    line(&mut reversi, "f5 d6");
    played.merge(&reversi);
    assert_eq!(played.nodes().count(), before);
}
