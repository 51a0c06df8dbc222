//! The formats that only Xiangqi has.

use proptest::prelude::*;
use tianyuan::record::InfoField;
use tianyuan::record::formats::{self, Source, read};

use super::{
    assert_same, assert_valid_or_refused, error_text, game, games, games_and_warnings, line, moves,
    random_tree, start, write,
};
use crate::xqf::{SQUARES, keyed_xqf};

#[test]
fn keyed_versions_of_xqf_are_read() {
    for version in [11, 12, 18] {
        let tree = game("xqf", keyed_xqf(version));
        assert_eq!(tree.start_text(), None);
        assert_eq!(moves(&tree), "h2e2 h9g7");
        assert_eq!(tree.info().get(InfoField::FirstPlayer), "胡荣华");
        assert_eq!(tree.info().get(InfoField::Result), "1-0");
        let main: Vec<_> = tree.main_line().collect();
        assert_eq!(tree.annotations(main[0]).comment, "开局");
        assert_eq!(tree.annotations(main[1]).comment, "中炮");
        let side = tree.children(main[0]).nth(1).unwrap();
        assert_eq!(tree.move_text(side).as_deref(), Some("b0c2"));
    }
}

#[test]
fn xqf_keeps_everything_it_can_represent() {
    let mut tree = start("xiangqi", "()");
    let root = tree.root();
    let nodes = line(&mut tree, root, "h2e2 h9g7 h0g2");
    line(&mut tree, nodes[0], "h7e7");
    tree.annotations_mut(nodes[1]).add_comment("屏风马\n稳");
    for (field, text) in [(InfoField::SecondPlayer, "许银川"), (InfoField::Date, "2004-05-01")] {
        tree.info_mut().set(field, text);
    }
    tree.info_mut().set(InfoField::Result, "1/2-1/2");
    tree.info_mut().set_tag("BlackTime", "1:30");
    let again = game("xqf", write("xqf", std::slice::from_ref(&tree)).unwrap());
    assert_same(&again, &tree);
    assert_eq!(again.info(), tree.info());
    assert!(error_text("xqf", "XQ").starts_with("byte 0: expected a header"));
    let mut bad = write("xqf", &[tree]).unwrap();
    bad[1032] = 200;
    assert!(error_text("xqf", &bad).starts_with("byte 1032: a move does not stay"));
    bad[16] = 45;
    bad[20] = 0xFF;
    assert!(
        error_text("xqf", bad).starts_with("byte 16: not a position: Red must have one general")
    );
}

#[test]
fn moves_that_cannot_be_played_survive_xqf() {
    let mut tree = start("xiangqi", "()");
    let root = tree.root();
    let nodes = line(&mut tree, root, "h2e2 h9g7");
    for token in ["a0a9", "a9a8", "(", "b9c7", ")", "{坏棋}"] {
        tree.annotations_mut(nodes[1]).add_property("BEYOND", token.to_owned());
    }
    tree.annotations_mut(nodes[0]).add_property("BEYOND", "车九进十".to_owned());
    let written = write("xqf", std::slice::from_ref(&tree)).unwrap();
    let (read, warnings) = games_and_warnings("xqf", written);
    assert_eq!(moves(&read[0]), "h2e2 h9g7");
    let end = read[0].main_line().last().unwrap();
    let kept = read[0].annotations(end).property("BEYOND");
    assert_eq!(kept, ["a0a9", "a9a8", "{坏棋}", "(", "b9c7", ")"]);
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].contains("a0a9 cannot be played: "), "{warnings:?}");
    let losses = formats::write("xqf", &[tree]).unwrap().losses;
    assert_eq!(
        losses.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["1 move that cannot be played"]
    );
}

/// A CBR file with these bytes of moves.
fn cbr(moves: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0_u8; 2214];
    bytes[..15].copy_from_slice(b"CCBridge Record");
    bytes[19] = 2;
    bytes[2076] = 2;
    bytes[2112] = 1;
    let kinds = [1, 2, 3, 4, 5, 4, 3, 2, 1, 6, 6, 7, 7, 7, 7, 7];
    for (n, (file, rank)) in SQUARES.into_iter().enumerate() {
        let colour = if n < 16 { 0x10 } else { 0x20 };
        bytes[2120 + usize::from(9 - rank) * 9 + usize::from(file)] = colour | kinds[n % 16];
    }
    for (n, unit) in "柳大华".encode_utf16().enumerate() {
        bytes[1076 + 2 * n..1078 + 2 * n].copy_from_slice(&unit.to_le_bytes());
    }
    for (n, unit) in "湖北".encode_utf16().enumerate() {
        bytes[1140 + 2 * n..1142 + 2 * n].copy_from_slice(&unit.to_le_bytes());
    }
    bytes.extend(moves);
    bytes
}

#[test]
fn cbr_is_read_with_variations_and_comments() {
    let square = |file: u8, rank: u8| (9 - rank) * 9 + file;
    let mut stream = vec![0, 0, 0, 0];
    stream.extend([2 | 4, 0, square(7, 2), square(4, 2), 4, 0, 0, 0]);
    stream.extend("中炮".encode_utf16().flat_map(u16::to_le_bytes));
    stream.extend([1, 0, square(7, 9), square(6, 7)]);
    stream.extend([1, 0, square(1, 0), square(2, 2)]);
    let tree = game("cbr", cbr(&stream));
    assert_eq!((tree.start_text(), moves(&tree)), (None, "h2e2 h9g7".to_owned()));
    assert_eq!(tree.info().get(InfoField::FirstPlayer), "柳大华");
    assert_eq!(tree.info().get(InfoField::Result), "0-1");
    assert_eq!(tree.info().tag("RedTeam"), "湖北");
    let first: Vec<_> = tree.children(tree.root()).collect();
    assert_eq!(tree.annotations(first[0]).comment, "中炮");
    assert_eq!(tree.move_text(first[1]).as_deref(), Some("b0c2"));
    let bad = [0, 0, 0, 0, 1, 0, 0, 0];
    assert!(error_text("cbr", cbr(&bad)).starts_with("byte 2218: a9a9 cannot be played"));
    let error = write("cbr", &[tree]).unwrap_err().to_string();
    assert_eq!(error, "files of cbr can be read but not written");
}

#[test]
fn a_library_of_ccbridge_is_read_record_by_record() {
    let square = |file: u8, rank: u8| (9 - rank) * 9 + file;
    let mut bytes = b"CCBridgeLibrary\0".to_vec();
    bytes.resize(700, 0);
    let first = [0, 0, 0, 0, 1, 0, square(7, 2), square(4, 2)];
    // Black moves first here, whatever the header says; a long record takes
    // several slots.
    let mut second = vec![0, 0, 0, 0, 4, 0, square(7, 9), square(6, 7), 0x88, 0x13, 0, 0];
    second.extend([b'x', 0].repeat(2500));
    second.extend([1, 0, square(1, 0), square(2, 2)]);
    let mut headline = cbr(&[]);
    headline[2120..2210].fill(0);
    headline.extend([1, 0, 0, 0]);
    for record in [cbr(&first), cbr(&second), headline] {
        let end = bytes.len() + record.len().div_ceil(4096) * 4096;
        bytes.extend(record);
        bytes.resize(end, 0);
    }
    let read = games("cbl", &bytes);
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["h2e2", "h9g7 b0c2", ""]);
    assert!(read.iter().all(|tree| tree.info().get(InfoField::FirstPlayer) == "柳大华"));
    assert!(error_text("cbl", "CCBridgeLibrary").contains("the library has no record"));
}

#[test]
fn a_record_that_is_cut_off_is_read_as_far_as_it_goes() {
    let mut tree = start("xiangqi", "()");
    let root = tree.root();
    let nodes = line(&mut tree, root, "h2e2 h9g7 h0g2");
    tree.annotations_mut(nodes[1]).add_comment("屏风马");
    let whole = write("xqf", &[tree]).unwrap();
    // After the reply; within its comment; within its comment's length.
    for (cut, moves_left) in [(12, "h2e2 h9g7"), (9, "h2e2 h9g7"), (16, "h2e2 h9g7"), (20, "h2e2")]
    {
        let (read, warnings) = games_and_warnings("xqf", &whole[..whole.len() - cut]);
        assert_eq!(moves(&read[0]), moves_left, "{cut}");
        assert_eq!(warnings.len(), 1, "{cut}: {warnings:?}");
        assert!(warnings[0].ends_with("; what is before it is read"), "{warnings:?}");
    }
    let square = |file: u8, rank: u8| (9 - rank) * 9 + file;
    let stream = [0, 0, 0, 0, 0, 0, square(7, 2), square(4, 2), 4, 0, square(7, 9), square(6, 7)];
    let (read, warnings) = games_and_warnings("cbr", cbr(&stream));
    assert_eq!(moves(&read[0]), "h2e2 h9g7");
    assert!(warnings[0].contains("the file ends where a comment is expected"), "{warnings:?}");
}

/// The squares of the starting position, counted from the upper left.
fn binit() -> String {
    SQUARES.iter().map(|(file, rank)| format!("{file}{}", 9 - rank)).collect()
}

#[test]
fn dhtmlxq_is_read_with_branches_and_comments() {
    let record = format!(
        "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_title]测试[/DhtmlXQ_title]\n\
         [DhtmlXQ_binit]{}[/DhtmlXQ_binit]\n[DhtmlXQ_red]甲[/DhtmlXQ_red]\n\
         [DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
         [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
         [DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1]\n\
         [DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]\n\
         [DhtmlXQ_comment0]起[/DhtmlXQ_comment0]\n\
         [DhtmlXQ_comment1]炮||二[/DhtmlXQ_comment1]\n\
         [DhtmlXQ_comment1_2]顺炮[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]",
        binit()
    );
    for bytes in [record.clone().into_bytes(), encoding_rs::GB18030.encode(&record).0.into_owned()]
    {
        for ending in ["ubb", "html", "txt"] {
            let tree = game(ending, &bytes);
            assert_eq!((tree.start_text(), moves(&tree).as_str()), (None, "h2e2 h9g7 h0g2"));
            assert_eq!(tree.info().get(InfoField::FirstPlayer), "甲");
            assert_eq!(tree.info().get(InfoField::Result), "1-0");
            let main: Vec<_> = tree.main_line().collect();
            assert_eq!(tree.annotations(main[0]).comment, "起");
            assert_eq!(tree.annotations(main[1]).comment, "炮\n二");
            let side = tree.children(main[1]).nth(1).unwrap();
            assert_eq!(tree.annotations(side).comment, "顺炮");
            let next = tree.children(side).next().unwrap();
            assert_eq!(tree.move_text(next).as_deref(), Some("h0g2"));
        }
    }
    for (text, reason) in [
        ("<html></html>", "line 1: there is no [DhtmlXQ_movelist]"),
        ("\n[DhtmlXQ_movelist]7746[/DhtmlXQ_movelist]", "line 2: h2e3 cannot be played"),
        ("[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]", "fewer than four digits"),
        ("[DhtmlXQ_movelist][/DhtmlXQ_movelist][DhtmlXQ_move_0_5_1]7747", "no move 5"),
        (
            "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_binit]11[/DhtmlXQ_binit]",
            "binit has 2 digits",
        ),
    ] {
        let error = error_text("ubb", text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn a_page_holds_many_games_of_dhtmlxq_in_tags_and_scripts() {
    let page = "<p>[DhtmlXQ] is a format</p>\n[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_result]W[/DhtmlXQ_result]\n[DhtmlXQ_hits]12[/DhtmlXQ_hits]\n[/DhtmlXQ]\n\
        [DhtmlXQ]\n[DhtmlXQ_fen]4k4/9/9/9/9/9/9/4p4/9/3K5 b[/DhtmlXQ_fen]\n[/DhtmlXQ]\n";
    let read = games("html", page);
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["h2e2", ""]);
    assert_eq!(read[0].info().get(InfoField::Result), "1-0");
    assert_eq!(read[0].info().tag("hits"), "12");
    assert_eq!(read[1].start().text(), "4k4/9/9/9/9/9/9/4p4/9/3K5 b - - 0 1");
    let (read, warnings) = games_and_warnings("ubb", "[DhtmlXQ_movelist]774770");
    assert_eq!(moves(&read[0]), "h2e2");
    assert!(warnings[0].contains("the last move has fewer than four digits"), "{warnings:?}");
    assert!(warnings[1].contains("[DhtmlXQ_movelist] is not closed; what is"), "{warnings:?}");
    let script = "<script>\nvar DhtmlXQ_red = '甲';\nvar DhtmlXQ_movelist=\"77477062\";\n</script>";
    let tree = game("htm", script);
    assert_eq!(moves(&tree), "h2e2 h9g7");
    assert_eq!(tree.info().get(InfoField::FirstPlayer), "甲");
}

#[test]
fn branches_of_dhtmlxq_come_in_any_order_and_none_is_lost() {
    let record = "[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_move_2_3_1]1927[/DhtmlXQ_move_2_3_1]\n\
        [DhtmlXQ_move_0_2_2]10227967[/DhtmlXQ_move_0_2_2]\n\
        [DhtmlXQ_move_7_9_3]7967[/DhtmlXQ_move_7_9_3]\n\
        [DhtmlXQ_comment2_9]?[/DhtmlXQ_comment2_9]\n";
    let (read, warnings) = games_and_warnings("ubb", record);
    let tree = &read[0];
    assert_eq!(moves(tree), "h2e2 h9g7 h0g2");
    let first = tree.main_line().nth(1).unwrap();
    let branch = tree.children(first).nth(1).unwrap();
    let replies: Vec<_> = tree.children(branch).filter_map(|node| tree.move_text(node)).collect();
    assert_eq!(replies, ["h0g2", "b0c2"]);
    assert_eq!((tree.info().tag("move_7_9_3"), tree.info().tag("comment2_9")), ("7967", "?"));
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with("line 4: line 7 of the game has no move 9"), "{warnings:?}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn trees_survive_xqf(steps in prop::collection::vec((any::<u16>(), any::<u16>()), 0..120)) {
        let tree = random_tree("xiangqi", "()", &steps);
        assert_same(&game("xqf", write("xqf", std::slice::from_ref(&tree)).unwrap()), &tree);
    }

    #[test]
    fn the_readers_survive_hostile_files(
        stream in prop::collection::vec(any::<u8>(), 0..200),
        places in prop::collection::vec((3..1024_usize, any::<u8>()), 0..30),
        text in "[0-9_]{0,40}",
    ) {
        assert_valid_or_refused(read("cbr", Source::from_bytes(&cbr(&stream))));
        let mut bytes = keyed_xqf(18);
        bytes.extend(&stream);
        for (at, byte) in places {
            bytes[at] = byte;
        }
        assert_valid_or_refused(read("xqf", Source::from_bytes(&bytes)));
        let ubb = format!("[DhtmlXQ_movelist]7747{text}[/D][DhtmlXQ_move_{text}]{text}[/DhtmlXQ");
        assert_valid_or_refused(read("ubb", Source::from_bytes(ubb.as_bytes())));
    }
}
