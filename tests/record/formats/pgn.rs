//! PGN of chess and Xiangqi.

use std::time::Duration;

use proptest::prelude::*;
use tianyuan::core::{Point, Reading, Side};
use tianyuan::games::ScoreUnit;
use tianyuan::record::formats::{self, Source, read};
use tianyuan::record::{Evaluation, Glyph, InfoField, Shape, ShapeColour, ShapeKind};

use super::{
    assert_same, assert_valid_or_refused, error_text, game, games, games_and_warnings, line, moves,
    random_tree, start, text,
};

#[test]
fn a_game_of_chess_is_read_with_all_annotations() {
    let tree = game(
        "pgn",
        "[Event \"Casual \\\"game\\\"\"]\n[White \"A\"]\n[Black \"?\"]\n[Date \"2024.01.??\"]\n\
         [Result \"1-0\"]\n[ECO \"C20\"]\n\n% a line for programs\n\
         {Before.} 1. e4! {[%clk 0:05:00] Best by test} e5 $6 (1... c5 {Sicilian} 2. Nf3 (2. c3)) \
         2.Qh5?! {[%eval 0.25] [%csl Gf7,Re5] [%cal Yh5f7] Early\nqueen.\n\nNew line} Nc6 ; rest\n\
         3. Bc4 Nf6?? 4. Qxf7# $142 1-0",
    );
    assert_eq!(moves(&tree), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    let info = tree.info();
    assert_eq!(info.get(InfoField::Event), "Casual \"game\"");
    assert_eq!((info.get(InfoField::SecondPlayer), info.get(InfoField::Date)), ("", "2024-01"));
    assert_eq!((info.tag("ECO"), info.winner()), ("C20", Some(Some(Side::First))));
    let main: Vec<_> = tree.main_line().collect();
    assert_eq!(tree.annotations(main[0]).comment, "Before.");
    assert_eq!(tree.annotations(main[1]).comment, "Best by test");
    assert_eq!(tree.annotations(main[1]).glyphs, [Glyph::Good]);
    assert_eq!(tree.clocks(main[1]).unwrap()[0].time, Duration::from_secs(300));
    assert_eq!(tree.annotations(main[2]).glyphs, [Glyph::Dubious]);
    let queen = tree.annotations(main[3]);
    assert_eq!(queen.comment, "Early queen.\nNew line");
    assert_eq!(
        queen.evaluation,
        Some(Evaluation::Amount { amount: 0.25, unit: ScoreUnit::Pawns, exact: false })
    );
    assert_eq!(queen.shapes[2].kind, ShapeKind::Arrow(Point::new(5, 6)));
    assert_eq!(queen.shapes[1].colour, ShapeColour::Red);
    assert_eq!(tree.annotations(main[4]).comment, "rest");
    assert_eq!(tree.annotations(main[7]).property("NAG"), ["142"]);
    let side: Vec<_> = tree.children(main[1]).collect();
    assert_eq!(tree.move_text(side[1]).as_deref(), Some("c5"));
    assert_eq!(tree.children(side[1]).count(), 2);
    let written = text("pgn", std::slice::from_ref(&tree));
    let again = game("pgn", &written);
    assert_same(&tree, &again);
    assert_eq!(again.info(), tree.info());
    assert_eq!(text("pgn", &[again]), written);
    assert!(written.lines().all(|line| line.chars().count() < 80), "{written}");
}

#[test]
fn a_file_holds_many_games() {
    let read =
        games("pgn", "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 1/2-1/2\n1. c4 0-1\n");
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["e4", "d4 d5", "c4"]);
    assert_eq!(read[1].info().winner(), Some(None));
    assert_eq!(games("pgn", text("pgn", &read)).len(), 3);
}

#[test]
fn a_game_may_begin_from_a_fen_and_from_chess960() {
    let tree = game("pgn", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 10\"]\n\n10... Kd7 11. e4 *");
    assert_eq!(moves(&tree), "Kd7 e4");
    assert!(text("pgn", &[tree]).contains("10... Kd7 11. e4"));
    let tree = start("chess", "(start: \"chess960\", chess960: 0)");
    let again = game("pgn", text("pgn", std::slice::from_ref(&tree)));
    assert_eq!((again.options(), again.start_text()), (tree.options(), None));
    let foreign = "[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n\n1. e4 *";
    assert_eq!(moves(&game("pgn", foreign)), "e4");
}

#[test]
fn xiangqi_is_read_in_all_its_notations() {
    let expected = "h2e2 h9g7 h0g2";
    let cases = [
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n1. H2-E2 H9-G7 2. H0-G2 *",
        "[Game \"Chinese Chess\"]\n\n1. C2.5 H8+7 2. H2+3 *",
        "1. C2=5 h8+7 2. H2+3 *",
        "1. 炮二平五 马８进７ 2. 马二进三 *",
        "[Game \"中国象棋\"]\n\n1.炮二平五 馬8進7 2.傌二進三 *",
        "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n1. 炮二平五 马8进7 2. 马二进三",
    ];
    for case in cases {
        assert_eq!(moves(&game("pgn", case)), expected, "{case}");
        let (gb, ..) = encoding_rs::GB18030.encode(case);
        assert_eq!(moves(&game("pgn", gb)), expected, "{case}");
    }
    let tree = game("pgn", cases[0]);
    assert_eq!(tree.info().get(InfoField::FirstPlayer), "A");
    let written = text("pgn", std::slice::from_ref(&tree));
    assert!(
        written.contains("[Red \"A\"]") && written.contains("1. h2e2 h9g7 2. h0g2"),
        "{written}"
    );
    assert_same(&game("pgn", &written), &tree);
}

#[test]
fn text_between_games_is_skipped() {
    let read =
        games("pgn", "1. e4 *\n=====\nWelcome to {the} (site)\n\n[White \"B\"]\n\n1. d4 *\n1. c4");
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["e4", "d4", "c4"]);
}

#[test]
fn moves_past_the_end_of_the_game_are_recorded() {
    // Fivefold repetition of the position of move 5 ends the game.
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let tree = game("pgn", format!("{shuffle} e4 e5 (d5) *"));
    let end = tree.main_line().last().unwrap();
    assert_eq!(tree.ply(end), 16);
    assert_eq!(tree.annotations(end).property("BEYOND"), ["e4", "e5", "(", "d5", ")"]);
    assert_eq!(tree.nodes().count(), 17);
}

#[test]
fn null_moves_are_recorded() {
    let tree = game("pgn", "1. e4 e5 (1... -- 2. d4 (2. c4 Z0) 2... d5) (1... c5 2. d4) 2. Nf3 *");
    assert_eq!(moves(&tree), "e4 e5 Nf3");
    let first = tree.main_line().nth(1).unwrap();
    assert_eq!(
        tree.annotations(first).property("BEYOND"),
        ["(", "--", "d4", "(", "c4", "Z0", ")", "d5", ")"]
    );
    assert_eq!(tree.children(first).count(), 2);
    let again = game("pgn", text("pgn", std::slice::from_ref(&tree)));
    assert_same(&again, &tree);
}

#[test]
fn a_bad_move_costs_only_what_follows_it() {
    let record =
        "1. e4 e5\n2. Ke3 {oops} Nc6 $5 (2... d6) 3. d4 *\n\n1. d4 d5 (1... Nf3!? 2. c4) 2. c4 *";
    let (read, warnings) = games_and_warnings("pgn", record);
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "d4 d5 c4"]);
    let end = read[0].main_line().last().unwrap();
    let kept = read[0].annotations(end).property("BEYOND");
    assert_eq!(kept, ["Ke3", "{oops}", "Nc6", "$5", "(", "d6", ")", "d4"]);
    assert!(read[0].annotations(end).comment.is_empty());
    let first = read[1].main_line().nth(1).unwrap();
    assert_eq!(read[1].annotations(first).property("BEYOND"), ["(", "Nf3!?", "c4", ")"]);
    assert!(warnings[0].starts_with("line 2: Ke3 cannot be played: "), "{warnings:?}");
    assert!(warnings[1].starts_with("line 4: Nf3!? cannot be played: "), "{warnings:?}");
    let written = text("pgn", &read);
    for (again, tree) in games("pgn", &written).iter().zip(&read) {
        assert_same(again, tree);
    }
}

#[test]
fn a_game_of_another_variant_is_left_out_with_a_warning() {
    let record =
        "[Event \"a\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let (read, warnings) = games_and_warnings("pgn", record);
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["d4"]);
    assert!(warnings[0].starts_with("line 1: ") && warnings[0].ends_with("this game is left out"));
}

#[test]
fn tags_and_moves_may_share_a_line_and_games_may_lack_moves() {
    let record = "[White \"A\"] [Black \"B \"x\" C\"] 1. e4 e5 *\n\n[White \"C\"]\n\n[White \"D\"]\n\n1. d4 *";
    let read = games("pgn", record);
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "", "d4"]);
    assert_eq!(read[0].info().get(InfoField::SecondPlayer), "B \"x\" C");
    assert_eq!(read[1].info().get(InfoField::FirstPlayer), "C");
}

#[test]
fn a_variation_that_repeats_the_move_keeps_the_main_line() {
    let tree = game("pgn", "1. e4 e5 (1... e5 2. d4) 2. Nf3 Nc6 *");
    assert_eq!(moves(&tree), "e4 e5 Nf3 Nc6");
    assert_eq!(tree.nodes().count(), 6);
}

#[test]
fn a_variation_that_repeats_the_last_move_does_not_prolong_the_game() {
    let record = "1. e4 e5 (1... e5 2. d4 $1 (2. c3 {slow} 2... d5) 2... exd4) 1-0";
    let tree = game("pgn", record);
    assert_eq!(moves(&tree), "e4 e5");
    let first = tree.main_line().nth(1).unwrap();
    let expected = ["(", "e5", "d4", "$1", "(", "c3", "{slow}", "d5", ")", "exd4", ")"];
    assert_eq!(tree.annotations(first).property("BEYOND"), expected);
    assert_same(&game("pgn", text("pgn", std::slice::from_ref(&tree))), &tree);
}

#[test]
fn a_fen_without_the_side_to_move_is_read() {
    let board = "4k4/9/9/9/9/9/9/4p4/9/3K5";
    let tree = game("pgn", format!("[Game \"Chinese Chess\"]\n[FEN \"{board}\"]\n\n1. d0d1 *"));
    assert_eq!(moves(&tree), "d0d1");
    let tree = game("pgn", format!("[Game \"Chinese Chess\"]\n[FEN \"{board}\"]\n\n1. e9e8 *"));
    assert_eq!(moves(&tree), "e9e8");
}

#[test]
fn xiangqi_is_read_in_the_spellings_of_its_programs() {
    for record in [
        "1. Ｃ２＝５ Ｈ８＋７ *",
        "[Game \"Xiangqi\"]\n\n1. Che2 Nhg7 *",
        "1.炮二平五马8进7",
        "炮二平五　马８进７",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n炮二平五\n马８进７",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1, h2e2 h9g7, 1-0",
    ] {
        let tree = game("pgn", record);
        assert_eq!((tree.game().id(), moves(&tree).as_str()), ("xiangqi", "h2e2 h9g7"), "{record}");
        let pasted = formats::read_any(record, &|_| ()).unwrap();
        assert_eq!(moves(&pasted[0]), "h2e2 h9g7", "{record}");
    }
}

#[test]
fn text_before_the_first_game_and_line_breaks_of_html_are_skipped() {
    let tree = game("pgn", "A - B, Elista\nWorld Cup\n<br />\n1. e4 e5<br />2. Nf3 <br>Nc6 *");
    assert_eq!(moves(&tree), "e4 e5 Nf3 Nc6");
    let tagged = "[White \"A\"]<br />[Black \"B\"]<br /><br />1. d4 d5<br />*";
    assert_eq!(moves(&game("pgn", tagged)), "d4 d5");
}

#[test]
fn a_file_that_is_cut_off_is_read_with_a_warning() {
    for (record, reason) in [
        ("1. e4 e5\n2. Nf3 {the kni", "line 2: the file ends within a comment"),
        ("1. e4 e5\n2. Nf3 (2. d4 d", "line 2: the file ends within a variation"),
        ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3", "line 3: the file ends before the result"),
        ("1. e4 e5 2. Nf3 *\n\n[White \"A\"]\n[Bla", "line 4: the file ends within a tag"),
    ] {
        let (read, warnings) = games_and_warnings("pgn", record);
        assert_eq!(moves(&read[0]), "e4 e5 Nf3", "{record}");
        assert!(warnings.iter().any(|warning| warning.starts_with(reason)), "{warnings:?}");
    }
    // A packed file is read up to its damaged block.
    let text = b"1. e4 e5 *\n";
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, 2 * text.len() as u8];
    packed.extend([(text.len() << 3) as u8, 0, 0]);
    packed.extend(text);
    packed.extend([(text.len() << 3 | 1) as u8, 0, 0, b'1']);
    let (read, warnings) = games_and_warnings("zst", packed);
    assert_eq!(moves(&read[0]), "e4 e5");
    assert!(warnings[0].contains("the packed file is damaged: "), "{warnings:?}");
}

#[test]
fn names_in_latin_1_and_in_chinese_are_told_apart() {
    let latin = b"[White \"M\xfcller\"]\n[Black \"Garc\xeda\"]\n\n1. e4 *";
    assert_eq!(game("pgn", latin).info().get(InfoField::FirstPlayer), "Müller");
    let (chinese, ..) = encoding_rs::GB18030.encode("[White \"胡荣华\"]\n\n1. e4 *");
    assert_eq!(game("pgn", chinese).info().get(InfoField::FirstPlayer), "胡荣华");
}

#[test]
fn results_of_xiangqi_are_read_in_words() {
    for (word, result) in [("红胜", "1-0"), ("黑胜", "0-1"), ("和棋", "1/2-1/2")] {
        let tree = game("pgn", format!("炮二平五 马８进７\n{word}\n"));
        assert_eq!(
            (moves(&tree).as_str(), tree.info().get(InfoField::Result)),
            ("h2e2 h9g7", result)
        );
    }
}

#[test]
fn packed_games_are_read() {
    // One raw block in a frame without a checksum, by RFC 8878.
    let text = b"1. e4 e5 *\n\n1. d4 d5 2. c4 *";
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, text.len() as u8];
    packed.extend([(text.len() << 3 | 1) as u8, 0, 0]);
    packed.extend(text);
    let read = games("zst", &packed);
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["e4 e5", "d4 d5 c4"]);
    assert!(error_text("zst", &packed[..20]).contains("the packed file is damaged"));
    assert!(error_text("zst", "1. e4 *").contains("not a Zstandard file"));
    // Blocks of one byte each, repeated 131072 times.
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
    for n in 0..100_u8 {
        let size: u32 = 128 << 10;
        bomb.extend(&(size << 3 | 2 | u32::from(n == 99)).to_le_bytes()[..3]);
        bomb.push(b' ');
    }
    assert!(error_text("zst", bomb).contains("unpacks to more than"));
}

#[test]
fn errors_name_the_line() {
    for (text, reason) in [
        ("", "line 1: no game was found"),
        ("[FEN \"x\"]\n\n1. e4", "expected a FEN"),
        ("[Event]\n1. e4", "line 1: expected a tag like"),
        ("1. e5", "line 1: e5 cannot be played"),
        ("[Variant \"Crazyhouse\"]\n\n1. e4", "only Chess960 is read, not crazyhouse"),
        (&"[A \"b\"]\n".repeat(300), "line 201: more than 200 tags"),
    ] {
        let error = error_text("pgn", text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn own_commands_keep_what_pgn_cannot_represent() {
    let mut tree = start("chess", "()");
    let root = tree.root();
    let nodes = line(&mut tree, root, "e4 e5 Nf3");
    let face = |milliseconds, periods| Reading {
        time: Duration::from_millis(milliseconds),
        periods,
        in_byo_yomi: periods > 0,
    };
    tree.set_clocks(nodes[0], [face(61_500, 0), face(3_600_000, 0)]);
    tree.set_clocks(nodes[1], [face(61_500, 0), face(10_000, 2)]);
    tree.info_mut().set(InfoField::Result, "0-1 T");
    let notes = tree.annotations_mut(nodes[1]);
    notes.evaluation =
        Some(Evaluation::Amount { amount: 0.5, unit: ScoreUnit::Chance, exact: true });
    notes.shapes =
        [ShapeKind::Square, ShapeKind::Line(Point::new(0, 0)), ShapeKind::Label("a b".into())]
            .into_iter()
            .map(|figure| Shape { at: Point::new(3, 4), kind: figure, colour: ShapeColour::Blue })
            .collect();
    notes.add_comment("One.\nTwo.\n\nThree.");
    tree.annotations_mut(nodes[2]).evaluation = Some(Evaluation::Mate(-4));
    let written = text("pgn", std::slice::from_ref(&tree));
    let again = game("pgn", &written);
    assert_same(&tree, &again);
    assert_eq!(again.info(), tree.info());
    for node in nodes {
        assert_eq!(again.clocks(node), tree.clocks(node), "{written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn games_survive_a_round_trip(
        which in 0..3_usize,
        steps in prop::collection::vec((any::<u16>(), any::<u16>()), 0..120),
    ) {
        let (id, options) = [
            ("chess", "()"),
            ("chess", "(start: \"chess960\", chess960: 101)"),
            ("xiangqi", "()"),
        ][which];
        let tree = random_tree(id, options, &steps);
        let written = text("pgn", std::slice::from_ref(&tree));
        let again = game("pgn", &written);
        assert_same(&tree, &again);
        prop_assert_eq!(text("pgn", &[again]), written);
    }

    #[test]
    fn the_reader_survives_hostile_moves(
        text in "([1-3]\\. |e4 |e5 |Nf3 |\\(|\\)|\\{x\\[%clk 1:1\\]\\} |\\$5 |\\{|\\}|\\[|[!?=+\\-] |\\* |;a\n){0,60}",
    ) {
        assert_valid_or_refused(read("pgn", Source::from_bytes(text.as_bytes())));
    }
}
