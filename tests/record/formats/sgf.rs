//! SGF of Go, Reversi and Gomoku.

use std::time::Duration;

use proptest::prelude::*;
use tianyuan::core::{Point, Reading, Side};
use tianyuan::games::{OptionValue, ScoreUnit};
use tianyuan::record::formats::{Source, read};
use tianyuan::record::{Evaluation, Glyph, InfoField, Shape, ShapeColour, ShapeKind};

use super::{
    assert_same, assert_valid_or_refused, error_text, game, games, line, moves, random_tree, start,
    text,
};

#[test]
fn a_game_of_go_is_read_with_all_annotations() {
    let tree = game(
        "sgf",
        "(;FF[4]GM[1]SZ[19]KM[6.5]RU[Japanese]PB[Shusaku]BR[4d]RE[B+2]XY[a\\]b]
         C[At the start.];B[qd]N[x];W[dc]C[Good \\: \\] move]TE[1](;B[pq]TR[bb][cc]LB[aa:1])
         (;B[dd]BM[2];W[]))",
    );
    assert_eq!(moves(&tree), "R16 D17 Q3");
    assert_eq!(tree.info().get(InfoField::FirstPlayer), "Shusaku");
    assert_eq!(tree.info().get(InfoField::Result), "1-0 2");
    assert_eq!(tree.info().winner(), Some(Some(Side::First)));
    assert_eq!(tree.annotations(tree.root()).property("XY"), ["a\\]b"]);
    let nodes: Vec<_> = tree.nodes().collect();
    assert_eq!(tree.annotations(nodes[2]).comment, "Good : ] move");
    assert_eq!(tree.annotations(nodes[2]).glyphs, [Glyph::Good]);
    let shapes = &tree.annotations(nodes[3]).shapes;
    assert_eq!(shapes.len(), 3);
    assert_eq!(shapes[2].kind, ShapeKind::Label("1".into()));
    assert_eq!(shapes[2].at, Point::new(0, 18));
    assert_eq!(tree.move_text(nodes[5]).as_deref(), Some("pass"));
    assert_eq!(tree.annotations(nodes[4]).glyphs, [Glyph::Blunder]);
    let again = game("sgf", text("sgf", std::slice::from_ref(&tree)));
    assert_same(&tree, &again);
    assert_eq!(tree.info(), again.info());
}

#[test]
fn handicap_stones_are_those_of_the_option_or_a_position() {
    let tree = game("sgf", "(;GM[1]SZ[9]HA[2]AB[gc][cg];W[ee])");
    assert_eq!(tree.start_text(), None);
    assert_eq!(moves(&tree), "E5");
    let tree = game("sgf", "(;GM[1]SZ[9]HA[2]AB[aa][bb];W[ee])");
    assert_eq!(tree.start_text(), Some("X8/1X7/9/9/9/9/9/9/9 O 0,0"));
    // Setup stones in a node of their own, as a rectangle.
    let tree = game("sgf", "(;GM[1]SZ[9];AB[aa:ca]AW[ab]PL[B];B[ee])");
    assert_eq!(tree.start_text(), Some("XXX6/O8/9/9/9/9/9/9/9 X 0,0"));
}

#[test]
fn the_number_of_handicap_stones_places_none() {
    let tree = game("sgf", "(;GM[1]SZ[9]HA[2];B[gc];W[cg])");
    assert_eq!((tree.start_text(), moves(&tree).as_str()), (None, "G7 C3"));
    assert_eq!(tree.annotations(tree.root()).property("HA"), ["2"]);
    let written = text("sgf", std::slice::from_ref(&tree));
    assert!(written.contains("HA[2]") && !written.contains("AB"), "{written}");
    assert_same(&game("sgf", &written), &tree);
    // Whose turn it is, PL or else the first move says.
    for first in [";W[cg]", "PL[W];W[cg]"] {
        let tree = game("sgf", format!("(;GM[1]SZ[9]HA[2]{first})"));
        assert_eq!(tree.start_text(), Some("9/9/9/9/9/9/9/9/9 O 0,0"), "{first}");
        assert_eq!(moves(&tree), "C3", "{first}");
    }
    let tree = game("sgf", "(;GM[1]SZ[9]HA[2]AB[gc][cg];B[ee];W[aa])");
    assert_eq!(tree.start_text(), Some("9/9/6X2/9/9/9/2X6/9/9 X 0,0"));
    assert_eq!(moves(&tree), "E5 A9");
    // The stones may come in a node of their own.
    let tree = game("sgf", "(;GM[1]SZ[9]HA[2];AB[gc][cg];W[ee])");
    assert_eq!(tree.start_text(), None);
    let spec = tree.game().options().iter().find(|spec| spec.id == "handicap").unwrap();
    assert_eq!(tree.options().get(spec), OptionValue::Number(2));
    // More stones than the board has points for.
    let tree = game("sgf", "(;GM[1]SZ[5]HA[9]AB[aa][ab];W[ee])");
    assert_eq!(tree.start_text(), Some("X4/X4/5/5/5 O 0,0"));
}

#[test]
fn chinese_komi_counts_stones() {
    for (text, halves) in
        [("KM[3.75]", 15), ("KM[375]", 15), ("KM[650]", 13), ("KM[7.5]", 15), ("KM[0]", 0)]
    {
        let tree = game("sgf", format!("(;GM[1]{text};B[aa])"));
        let spec = tree.game().options().iter().find(|spec| spec.id == "komi").unwrap();
        assert_eq!(tree.options().get(spec), OptionValue::Number(halves), "{text}");
    }
}

#[test]
fn omitted_passes_of_reversi_are_inserted() {
    // The beginning of the shortest game with a pass before the end.
    let mut tree = start("reversi", "(size: 4)");
    let mut node = tree.root();
    let mut random = 1_usize;
    let mut records = String::new();
    while tree.position(node).outcome().is_none() {
        let moves = tree.position(node).legal_moves();
        random = random.wrapping_mul(0x5851_f42d).wrapping_add(11);
        let mv = moves[(random >> 8) % moves.len()];
        let side = if tree.position(node).side_to_move() == Side::First { "B" } else { "W" };
        if let Some(at) = mv.target() {
            let letter = |n: u8| char::from(b'a' + n);
            records.push_str(&format!(";{side}[{}{}]", letter(at.file), letter(at.rank)));
        }
        node = tree.play(node, mv).unwrap();
    }
    let read = game("sgf", format!("(;GM[2]SZ[4]{records})"));
    assert_eq!(moves(&read), moves(&tree));
}

#[test]
fn gomoku_counts_rows_from_the_top_in_sgf_and_from_the_bottom_here() {
    let tree = game("sgf", "(;GM[4]SZ[15]RU[Renju];B[hh];W[hg];B[jf])");
    assert_eq!(moves(&tree), "h8 h9 j10");
    let spec = tree.game().options().iter().find(|spec| spec.id == "rule").unwrap();
    assert_eq!(tree.options().get(spec), OptionValue::Word("renju".into()));
}

#[test]
fn xiangqi_is_read_in_any_notation_and_with_its_variations() {
    let text =
        "(;GM[7]SZ[9:10]PB[胡]C[start];B[h2e2];W[H8+7](;B[马二进三]C[knight];W[bacc])(;B[i0i1]))";
    let tree = game("sgf", text);
    assert_eq!(tree.game().id(), "xiangqi");
    assert_eq!(moves(&tree), "h2e2 h9g7 h0g2 b9c7");
    assert_eq!(tree.nodes().count(), 6);
    let knight = tree.main_line().nth(3).unwrap();
    assert_eq!(tree.annotations(knight).comment, "knight");
    let fen = "4k4/9/9/9/9/9/9/9/4R4/4K4 w";
    let tree = game("sgf", format!("(;GM[7]FEN[{fen}];W[e1e8])"));
    assert!(tree.start().text().starts_with("4k4/9/9"));
    assert_eq!(moves(&tree), "e1e8");
    let (read, warnings) = super::games_and_warnings("sgf", "(;GM[7];B[h2e2];W[h2e2];B[h0g2])");
    assert_eq!(moves(&read[0]), "h2e2");
    assert!(warnings[0].starts_with("line 1: "), "{warnings:?}");
    assert!(super::text("sgf", &read).contains("W[h2e2]"));
}

#[test]
fn encodings_are_declared_or_detected() {
    let comment = "黑先";
    let (gbk, ..) = encoding_rs::GBK.encode("(;GM[1]CA[GB2312]C[黑先];B[aa])");
    assert_eq!(game("sgf", &gbk).annotations(game("sgf", &gbk).root()).comment, comment);
    let (silent, ..) = encoding_rs::GB18030.encode("(;GM[1]C[黑先];B[aa])");
    assert_eq!(game("sgf", &silent).annotations(game("sgf", &silent).root()).comment, comment);
    // The second byte of 表 in Shift-JIS is a backslash.
    let (sjis, ..) = encoding_rs::SHIFT_JIS.encode("(;GM[1]CA[Shift_JIS]C[表];B[aa])");
    assert_eq!(game("sgf", &sjis).annotations(game("sgf", &sjis).root()).comment, "表");
}

#[test]
fn common_errors_are_tolerated() {
    let tree = game("sgf", "mail header\n(;GaMe[2]SiZe[8];Black[fe];W[fd];B[ec]C[no end");
    assert_eq!(moves(&tree), "f5 f4 e3");
    assert_eq!(games("sgf", "(;GM[1];B[aa])junk(;GM[1];B[bb])").len(), 2);
    assert_eq!(game("sgf", "((((;GM[1]))))").nodes().count(), 1);
    for (text, reason) in [
        ("", "line 1: no game was found"),
        ("(;GM[8])", "line 1: GM[8] is none of the games"),
        ("(;GM[1]SZ[9:13])", "only square ones"),
        ("(;GM[1]SZ[99])", "option size cannot be 99"),
    ] {
        let error = error_text("sgf", text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn own_properties_keep_what_sgf_cannot_represent() {
    let mut tree = start("gomoku", "(rule: \"renju\", opening: \"swap2\", size: 15)");
    let root = tree.root();
    let nodes = line(&mut tree, root, "h8 i9 g7 swap a1");
    tree.info_mut().set_tag("Table", "4: by the window");
    tree.info_mut().set(InfoField::Comment, "A fine game.");
    tree.set_clocks(
        nodes[4],
        [1, 2].map(|n| Reading {
            time: Duration::from_millis(1500 * n),
            periods: 3,
            in_byo_yomi: n == 1,
        }),
    );
    let notes = tree.annotations_mut(nodes[1]);
    notes.glyphs = vec![Glyph::OnlyMove, Glyph::Interesting, Glyph::SecondSlightlyBetter];
    notes.evaluation =
        Some(Evaluation::Amount { amount: 0.5, unit: ScoreUnit::Points, exact: true });
    let figures =
        [ShapeKind::Arrow(Point::new(1, 2)), ShapeKind::Circle, ShapeKind::Label("a]b".into())];
    notes.shapes = figures
        .into_iter()
        .map(|figure| Shape { at: Point::new(3, 4), kind: figure, colour: ShapeColour::Red })
        .collect();
    notes.add_property("NAG", "44".into());
    notes.add_property("odd name", "x]\\".into());
    let written = text("sgf", std::slice::from_ref(&tree));
    let again = game("sgf", &written);
    assert_same(&tree, &again);
    assert_eq!(again.info(), tree.info());
    assert_eq!(again.clocks(nodes[4]), tree.clocks(nodes[4]));
    assert_eq!(text("sgf", &[again]), written);
}

#[test]
fn who_swaps_is_written_by_the_colour_and_read_by_the_side() {
    let mut tree = start("gomoku", "(opening: \"swap1\")");
    let root = tree.root();
    line(&mut tree, root, "h8 swap a1 h9 a2 h10 a3 h11 a4 h12");
    let known = [
        (InfoField::FirstPlayer, "Ann"),
        (InfoField::SecondPlayer, "Bob"),
        (InfoField::SecondRating, "1800"),
    ];
    for (field, value) in known {
        tree.info_mut().set(field, value);
    }
    // Bob has taken Black, and has five.
    let written = text("sgf", std::slice::from_ref(&tree));
    for expected in ["PB[Bob]", "PW[Ann]", "BR[1800]", "RE[B+]"] {
        assert!(written.contains(expected), "{expected}: {written}");
    }
    tree.info_mut().set(InfoField::Result, "0-1");
    let again = game("sgf", &written);
    assert_same(&tree, &again);
    assert_eq!(again.info(), tree.info());
    assert_eq!(text("sgf", &[again]), written);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn games_survive_a_round_trip(
        which in 0..4_usize,
        steps in prop::collection::vec((any::<u16>(), any::<u16>()), 0..90),
    ) {
        let (id, options) = [
            ("go", "(size: 9, ruleset: \"aga\", komi: 11, handicap: 3, placement: \"free\")"),
            ("go", "(size: 7)"),
            ("reversi", "(size: 6, start: \"parallel\")"),
            ("gomoku", "(rule: \"renju\", opening: \"soosyrv8\")"),
        ][which];
        let tree = random_tree(id, options, &steps);
        let written = text("sgf", std::slice::from_ref(&tree));
        let again = game("sgf", &written);
        assert_same(&tree, &again);
        prop_assert_eq!(text("sgf", &[again]), written);
    }

    #[test]
    fn the_reader_survives_hostile_trees(text in "[();A-C\\[\\]a-e\\\\:GMSZ]{0,200}") {
        let text = format!("(;GM[1]SZ[5]{text}");
        assert_valid_or_refused(read("sgf", Source::from_bytes(text.as_bytes())));
    }
}
