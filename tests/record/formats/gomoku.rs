//! The formats that only Gomoku and Renju have.

use proptest::prelude::*;
use tianyuan::core::Point;
use tianyuan::games::OptionValue;
use tianyuan::record::formats::{Source, read};
use tianyuan::record::{InfoField, ShapeKind};

use super::{
    assert_same, assert_valid_or_refused, error_text, game, games, games_and_warnings, moves,
    random_tree, start, text, write,
};

#[test]
fn positions_are_read_as_joined_moves() {
    assert_eq!(moves(&game("txt", "h8i9g7")), "h8 i9 g7");
    assert_eq!(moves(&game("gomoku", "H8, I10 a1")), "h8 i10 a1");
    let far = game("gomoku", "s19");
    assert_eq!(far.position(far.root()).board().files, 19);
    assert_eq!(games("gomoku", "h8i9\n\n# more\ng7").len(), 2);
    assert_eq!(moves(&game("gomoku", "1. h8 i9 2. g7")), "h8 i9 g7");
    let (read, warnings) = games_and_warnings("gomoku", "h8\nh8h8i9");
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["h8", "h8"]);
    assert_eq!(
        read[1].annotations(read[1].main_line().nth(1).unwrap()).property("BEYOND"),
        ["h8", "i9"]
    );
    assert!(warnings[0].starts_with("line 2: h8 cannot be played: There is"), "{warnings:?}");
    assert!(error_text("gomoku", "1 2 3\n4 5").contains("\"1 2 3\" is not a move like h8"));
    assert!(error_text("gomoku", "h8?").contains("\"?\" is not a move like h8"));
}

#[test]
fn psq_counts_from_the_top() {
    let record = "Piskvorky 15x15, 11:11, 0\n8,8,12\n9,7,0\n10,15,3\nALPHA.zip\nBETA.zip\n0\n";
    let tree = game("psq", record);
    assert_eq!(moves(&tree), "h8 i9 j1");
    assert_eq!(tree.info().get(InfoField::SecondPlayer), "BETA.zip");
    assert_eq!(text("psq", &[tree]), record);
    assert!(error_text("psq", "Piskvorky 15x13").starts_with("line 1: expected a square board"));
    assert!(error_text("psq", "Piskvorky 30x30").contains("option size cannot be 30"));
    assert!(error_text("psq", "Piskvorky 15x15\n16,1,0").starts_with("line 2: 16,1,0 is not on"));
}

#[test]
fn the_board_of_gomocup_counts_from_the_upper_left() {
    // The side to move has stones of field 1; Black was first.
    let tree = game("txt", "START 15\nBOARD\n7,7,1\n8,6,2\n6,6,1\n0,0,2\nDONE\n");
    assert_eq!(moves(&tree), "h8 i9 g9 a15");
    let tree = game("board", "YXBOARD\n19,0,2\nDONE");
    assert_eq!((moves(&tree).as_str(), tree.start().board().files), ("t20", 20));
    // Stones that do not take turns are a position.
    let tree = game("board", "BOARD\n7,7,1\n8,7,1\n7,8,2\n8,8,2\nDONE");
    assert_eq!(tree.start().text(), "h8,i8 h7,i7 black");
    let tree = game("board", "BOARD\n7,8,2\n8,8,2\n7,7,1\nDONE");
    assert_eq!(tree.start().text(), "h7,i7 h8 white");
    let (cut, warnings) = games_and_warnings("board", "BOARD\n7,7,2\n8,");
    assert_eq!(moves(&cut[0]), "h8");
    assert!(warnings[0].contains("\"8,\" is no stone like 7,7,1"), "{warnings:?}");
    let (_, warnings) = games_and_warnings("board", "BOARD\n7,7,2\n");
    assert!(warnings[0].contains("ends before DONE"), "{warnings:?}");
    assert!(
        error_text("board", "START 15\nBOARD\n15,0,1\nDONE")
            .contains("15,0 is not on a board of 15")
    );
}

/// A RenLib file of these nodes.
fn library(nodes: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xFF);
    bytes.extend(nodes);
    bytes
}

#[test]
fn renlib_is_a_tree_in_pre_order() {
    // The root; h8 with the comment "ab"; i9 with a sibling; g7; then i8 with
    // a label on the board.
    let nodes = [
        0x00, 0x00, 0x78, 0x08, b'a', b'b', 0, 0, 0x69, 0x80, 0x87, 0x40, 0x79, 0x51, 0, 1, b'A', 0,
    ];
    let tree = game("lib", library(&nodes));
    let main: Vec<_> = tree.main_line().collect();
    assert_eq!(moves(&tree), "h8 i9 g7");
    assert_eq!(tree.annotations(main[1]).comment, "ab");
    let side: Vec<_> = tree.children(main[1]).collect();
    assert_eq!(tree.move_text(side[1]).as_deref(), Some("i8"));
    let shapes = &tree.annotations(side[1]).shapes;
    assert_eq!(shapes[0].at, Point::new(8, 7));
    assert_eq!(shapes[0].kind, ShapeKind::Label("A".into()));
    assert_eq!(write("lib", &[tree]).unwrap(), library(&nodes));
    assert!(error_text("lib", b"x").starts_with("byte 0: expected the 20 bytes"));
    assert!(error_text("lib", library(&[0, 0, 0xF8, 0x40])).starts_with("byte 22: 0xf8 is no"));
}

#[test]
fn stones_that_cannot_be_placed_are_kept_with_a_warning() {
    // h8, then h8 again with two replies.
    let nodes = [0, 0, 0x78, 0, 0x78, 0x08, b'?', 0, 0x69, 0xC0, 0x87, 0x40];
    let (read, warnings) = games_and_warnings("lib", library(&nodes));
    assert_eq!(moves(&read[0]), "h8");
    let first = read[0].main_line().nth(1).unwrap();
    let kept = read[0].annotations(first).property("BEYOND");
    assert_eq!(kept, ["h8", "{?}", "i9", "(", "g7", ")"]);
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with("byte 24: h8 cannot be played: There is"), "{warnings:?}");
    assert!(warnings[0].ends_with("are kept as text"), "{warnings:?}");
    assert_eq!(write("lib", &read).unwrap(), library(&nodes));
    let (read, warnings) =
        games_and_warnings("psq", "Piskvorky 15x15, 1:1, 0\n8,8,1\n8,8,1\n9,9,1\n");
    assert_eq!((moves(&read[0]).as_str(), warnings.len()), ("h8", 1));
    assert!(warnings[0].starts_with("line 3: 8,8,1 cannot be played"), "{warnings:?}");
}

#[test]
fn a_library_that_is_cut_off_is_read_as_far_as_it_goes() {
    let (read, warnings) = games_and_warnings("lib", library(&[0, 0, 0x78, 0, 0x69, 0]));
    assert_eq!(moves(&read[0]), "h8 i9");
    let expected = "byte 26: the file ends where a move is expected; what is before it is read";
    assert_eq!(warnings, [expected]);
}

#[test]
fn a_library_of_bad_moves_is_kept_as_far_as_memory_goes() {
    let nodes = [0x78, 0].repeat(60_000);
    let (read, warnings) = games_and_warnings("lib", library(&nodes));
    assert_eq!(moves(&read[0]), "h8");
    let first = read[0].main_line().nth(1).unwrap();
    assert_eq!(read[0].annotations(first).property("BEYOND").len(), 1000 + 120_020 / 16);
    let expected = "only 8501 moves that cannot be played are kept as text here";
    assert!(warnings.iter().any(|warning| warning.contains(expected)), "{warnings:?}");
}

#[test]
fn the_boards_of_tournaments_have_twenty_points_a_side() {
    let record = "Piskvorky 20x20, 7:7, 0\n10,10,456\n20,1,45\n1,20,60\na.exe\nb.ZIP\n0\n";
    let tree = game("psq", record);
    assert_eq!(moves(&tree), "j11 t20 a1");
    assert_eq!(tree.start().board().files, 20);
    let written = text("psq", std::slice::from_ref(&tree)).replace("11:11", "7:7");
    assert_eq!(written, record);
    assert_same(&game("sgf", write("sgf", std::slice::from_ref(&tree)).unwrap()), &tree);
    assert_eq!(moves(&game("gomoku", "j11t20a1")), "j11 t20 a1");
    let (_, warnings) = games_and_warnings("psq", "Piskvorky 20x20, 7:7, 0\n10,10,456\n20,1");
    assert_eq!(warnings, ["line 3: the file ends within a line; what is before it is read"]);
    let rec = game("rec", "a.exe\nb.ZIP\n9,9,456\n19,0,45\n0,19,60\n0\n");
    assert_eq!((moves(&rec), rec.info()), (moves(&tree), tree.info()));
    assert!(error_text("rec", "7,7,1\n8,8,2\n").contains("expected the names of two players"));
}

#[test]
fn other_rules_do_not_fit_formats_without_a_place_for_them() {
    for rule in ["connect6", "pente", "renju", "caro"] {
        let mut tree = start("gomoku", &format!("(rule: \"{rule}\")"));
        let root = tree.root();
        super::line(&mut tree, root, "h8 i8");
        for ending in ["psq", "gomoku", "txt"] {
            let error = write(ending, std::slice::from_ref(&tree)).unwrap_err().to_string();
            assert!(error.ends_with(&format!("the freestyle rule alone, not {rule}")), "{error}");
        }
        if rule != "renju" {
            assert!(write("lib", &[tree]).unwrap_err().to_string().contains("Renju and the free"));
        }
    }
}

#[test]
fn a_text_that_would_be_read_as_another_game_is_refused() {
    // Both stones are legal moves of Reversi.
    let mut tree = start("gomoku", "()");
    let root = tree.root();
    super::line(&mut tree, root, "f5 d6");
    let error = write("txt", std::slice::from_ref(&tree)).unwrap_err().to_string();
    assert!(error.contains("would be read as reversi-text; write it as gomoku"), "{error}");
    assert_eq!(moves(&game("gomoku", write("gomoku", &[tree]).unwrap())), "f5 d6");
}

#[test]
fn renlib_moves_that_renju_forbids_are_read_as_gomoku() {
    // Black's fifth stone makes two open threes, and the game goes on.
    let mut tree = start("gomoku", "(size: 15)");
    let root = tree.root();
    super::line(&mut tree, root, "f8 a1 g8 a3 h9 o1 h10 o15 h8 c15 a15");
    let again = game("lib", write("lib", std::slice::from_ref(&tree)).unwrap());
    assert_same(&again, &tree);
    let spec = again.game().options().iter().find(|spec| spec.id == "rule").unwrap();
    assert_eq!(again.options().get(spec), OptionValue::Word("freestyle".into()));
}

#[test]
fn decisions_do_not_fit_lists_of_stones() {
    let mut tree = start("gomoku", "(opening: \"swap1\")");
    let root = tree.root();
    super::line(&mut tree, root, "h8 swap");
    for (ending, reason) in [("gomoku", "stones alone"), ("psq", "stones alone"), ("lib", "swap")] {
        let error = write(ending, std::slice::from_ref(&tree)).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn trees_survive_renlib(steps in prop::collection::vec((any::<u16>(), any::<u16>()), 0..80)) {
        let tree = random_tree("gomoku", "(rule: \"renju\")", &steps);
        let bytes = write("lib", std::slice::from_ref(&tree)).unwrap();
        assert_same(&game("lib", bytes), &tree);
    }

    #[test]
    fn main_lines_survive_text_and_psq(
        steps in prop::collection::vec((1..7_u16, any::<u16>()), 1..80),
    ) {
        let tree = random_tree("gomoku", "()", &steps);
        for ending in ["gomoku", "psq"] {
            let bytes = write(ending, std::slice::from_ref(&tree)).unwrap();
            prop_assert_eq!(moves(&game(ending, bytes)), moves(&tree));
        }
    }

    #[test]
    fn the_readers_survive_hostile_files(
        nodes in prop::collection::vec(any::<u8>(), 0..120),
        text in "[a-s0-9,\n \\-x]{0,120}",
    ) {
        assert_valid_or_refused(read("lib", Source::from_bytes(&library(&nodes))));
        let psq = format!("Piskvorky 15x15, 1:1, 0\n{text}");
        assert_valid_or_refused(read("psq", Source::from_bytes(psq.as_bytes())));
        assert_valid_or_refused(read("gomoku", Source::from_bytes(text.as_bytes())));
    }
}
