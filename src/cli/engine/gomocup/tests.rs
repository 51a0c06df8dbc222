use std::io::Cursor;

use super::*;
use crate::games::registry;

fn lines_with(options: &str, input: &str) -> Vec<String> {
    let game = registry::find("gomoku").unwrap();
    let session = EngineSession::new(game, Some(2), None, 1);
    let mut out = Vec::new();
    let input = Cursor::new(input.to_owned().into_bytes());
    serve(game, &Options::parse(options).unwrap(), session, input, &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

fn lines_from(input: &str) -> Vec<String> {
    lines_with("()", input)
}

#[test]
fn a_game_is_played_move_by_move() {
    let lines =
        lines_from("START 15\r\nINFO timeout_turn 500\r\nBEGIN\r\nTURN 7,8\r\nEND\r\nABOUT\r\n");
    assert_eq!(lines[..2], ["OK", "7,7"]);
    assert!(read_point(&lines[2]).is_some());
    assert_eq!(lines.len(), 3);
    assert!(lines_from("ABOUT")[0].starts_with("name=\"Tianyuan\", version="));
}

#[test]
fn a_board_is_read_and_the_winning_move_found() {
    // Black's four is to be completed, whoever Black is.
    let own = "BOARD\n3,3,1\n3,4,2\n4,3,1\n4,4,2\n5,3,1\n5,4,2\n6,3,1\n9,9,2\nDONE\n";
    let answer = lines_from(&format!("START 20\n{own}"));
    assert!(["2,3", "7,3"].contains(&answer[1].as_str()), "{answer:?}");
    let other = "BOARD\n3,3,2\n3,4,1\n4,3,2\n4,4,1\n5,3,2\n5,4,1\n12,12,2\n6,4,1\n9,9,2\nDONE\n";
    let answer = lines_from(&format!("START 20\n{other}"));
    assert!(["2,4", "7,4"].contains(&answer[1].as_str()), "{answer:?}");
    // Stones that were not played by turns are set up.
    let setup = "BOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n3,9,2\n7,9,2\n9,3,2\n9,9,2\nDONE\n";
    let answer = lines_from(&format!("START 20\n{setup}"));
    assert!(["2,3", "7,3"].contains(&answer[1].as_str()), "{answer:?}");
}

#[test]
fn a_shown_board_is_not_answered_and_moves_are_taken_back() {
    let input = "START 15\nYXBOARD\n7,7,1\n8,8,2\nDONE\nTAKEBACK 8,8\nTAKEBACK 1,1\nTAKEBACK 7,7\n";
    assert_eq!(lines_from(input), ["OK", "OK", "ERROR there is no stone", "OK"]);
}

#[test]
fn rules_take_effect() {
    // Six in a row win in freestyle only; a fork of threes is forbidden in Renju.
    let six = "3,3,1\n0,0,2\n4,3,1\n0,2,2\n5,3,1\n0,4,2\n7,3,1\n0,6,2\n8,3,1\n0,8,2";
    let free = lines_from(&format!("START 15\nBOARD\n{six}\nDONE\n"));
    assert_eq!(free[1], "6,3");
    let threes = "7,7,1\n0,0,2\n8,7,1\n0,2,2\n9,8,1\n0,4,2\n9,9,1\n0,6,2";
    let forbidden = format!("INFO rule 4\nSTART 15\nYXBOARD\n{threes}\nDONE\nYXSHOWFORBID\n");
    assert!(lines_from(&forbidden)[1].contains("0907"), "{:?}", lines_from(&forbidden));
    let free = format!("START 15\nYXBOARD\n{threes}\nDONE\nYXSHOWFORBID\n");
    assert_eq!(lines_from(&free)[1], "FORBID .");
}

#[test]
fn the_opening_rule_swap2_is_answered_in_all_its_cases() {
    let ask = |stones: &str| {
        let input = format!("START 15\nINFO timeout_turn 300\nSWAP2BOARD\n{stones}DONE\n");
        lines_from(&input)[1].clone()
    };
    let first = ask("");
    let points: Vec<_> = first.split(' ').map(|text| read_point(text).unwrap()).collect();
    assert_eq!(points.len(), 3);
    // A win for Black is taken.
    assert_eq!(ask("7,7\n0,0\n7,6\n"), "SWAP");
    let second = ask("7,7\n8,7\n9,9\n");
    assert!(second == "SWAP" || (1..=2).contains(&second.split(' ').count()), "{second}");
    let third = ask("7,7\n8,7\n9,9\n8,8\n8,6\n");
    assert!(third == "SWAP" || read_point(&third).is_some(), "{third}");
    assert!(ask("7,7\n").starts_with("ERROR "));
}

#[test]
fn blocked_points_are_left_out_until_they_are_released() {
    // Only two moves complete the four.
    let four = "YXBOARD\n3,3,1\n3,4,2\n4,3,1\n4,4,2\n5,3,1\n9,6,2\n6,3,1\n9,9,2\nDONE\n";
    let best =
        |blocks: &str| lines_from(&format!("START 15\n{four}{blocks}YXNBEST 1\n"))[1].clone();
    assert_eq!(best("YXBLOCK\n2,3\nDONE\n"), "7,3");
    assert_eq!(best("YXBLOCK\n7,3\nDONE\n"), "2,3");
    let other = best("YXBLOCK\n2,3\n7,3\nDONE\n");
    assert!(read_point(&other).is_some() && !["2,3", "7,3"].contains(&other.as_str()), "{other}");
    for release in ["YXBLOCKUNDO\n2,3\nDONE\n", "YXBLOCKRESET\nYXBLOCK\n7,3\nDONE\n"] {
        assert_eq!(best(&format!("YXBLOCK\n2,3\n7,3\nDONE\n{release}")), "2,3", "{release}");
    }
}

#[test]
fn stones_that_balance_a_position_are_told_and_not_played() {
    let start = "START 15\nINFO timeout_turn 600\nYXBOARD\n7,7,1\n8,8,2\nDONE\n";
    for (command, stones) in [("YXBALANCEONE 0", 1), ("YXBALANCETWO 0", 2)] {
        let lines = lines_from(&format!("{start}{command}\nTAKEBACK 8,8\n"));
        assert_eq!(lines[1].split(' ').filter_map(read_point).count(), stones, "{lines:?}");
        assert_eq!(lines[2], "OK");
    }
}

#[test]
fn a_board_may_have_more_commands_than_a_brain_knows() {
    assert_eq!(lines_from("YXDANCE"), ["UNKNOWN command YXDANCE"]);
    let lines = lines_from("YXSHOWINFO\nYXDANCE\nINFO thread_num 2\nSTART 15\n");
    assert_eq!(lines, ["MESSAGE INFO MAX_THREAD_NUM 256", "OK"]);
}

#[test]
fn details_of_a_search_are_told_one_a_line_if_asked_for() {
    let four = "BOARD\n3,3,1\n3,4,2\n4,3,1\n4,4,2\n5,3,1\n9,6,2\n6,3,1\n9,9,2\nDONE\n";
    let lines = lines_from(&format!("START 15\nINFO show_detail 2\n{four}"));
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start));
    let order = ["INFO PV 0", "INFO DEPTH ", "INFO TOTALNODES ", "INFO BESTLINE ", "INFO PV DONE"];
    let places: Vec<_> = order.iter().map(|start| at(start).unwrap()).collect();
    assert!(places.is_sorted(), "{lines:?}");
    assert!(lines.contains(&"INFO EVAL +M1".to_owned()), "{lines:?}");
    assert!(read_point(lines.last().unwrap()).is_some(), "{lines:?}");
}

#[test]
fn wrong_lines_are_answered_and_change_nothing() {
    let wrong = [
        "DANCE",
        "TURN",
        "TURN 3",
        "TURN 99,99",
        "TURN 7,7",
        "BEGIN",
        "START x",
        "START 3",
        "RECTSTART 10,12",
        "TAKEBACK 0,0",
        "INFO rule 77",
        "INFO rule x",
        "YXNBEST",
        "BOARD\nx\nDONE",
        "BOARD\n1,1,7\nDONE",
        "BOARD\n1,1,1\n1,1,2\nDONE",
        "BOARD\n40,1,2\nDONE",
        "YXBLOCK\nx\nDONE",
    ];
    for line in wrong {
        let input = format!("START 15\nYXBOARD\n7,7,1\n8,8,2\nDONE\n{line}\nTAKEBACK 8,8\n");
        let lines = lines_from(&input);
        assert_eq!(lines.len(), 3, "{line}: {lines:?}");
        assert!(lines[1].starts_with("ERROR ") || lines[1].starts_with("UNKNOWN "), "{line}");
        assert_eq!(lines[2], "OK", "{line}");
    }
    for line in ["TURN 1,1", "BEGIN", "RESTART", "TAKEBACK 1,1", "BOARD\nDONE", "YXSHOWFORBID"] {
        assert_eq!(lines_from(line), ["ERROR START comes first"], "{line}");
    }
}

#[test]
fn variants_of_the_command_line_are_played_too() {
    let lines = lines_with("(rule: \"pente\", size: 19)", "START 19\nBEGIN\nTURN 3,3\n");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(read_point(&lines[2]).is_some(), "{lines:?}");
}

#[test]
fn black_is_lost_where_only_a_forbidden_point_is_left() {
    // White takes b7, and the last point completes seven for Black, who might pass: but the protocol
    // has no word for it.
    let rows = ["B.WBBWW", "WWBWWBW", "WWWWBWW", "BBB.BBB", "WBBBWWW", "BWWWBBB", "BWBWBBB"];
    let points = (0..7).flat_map(|y| (0..7).map(move |x| (x, y)));
    let field = |(x, y): (usize, usize)| match &rows[y][x..=x] {
        "W" => format!("{x},{y},1\n"),
        "B" => format!("{x},{y},2\n"),
        _ => String::new(),
    };
    let board: String = points.map(field).collect();
    let rule = "INFO rule 4\n";
    for [before, after] in [[rule, ""], ["", rule]] {
        let input = format!("{before}START 7\n{after}YXSHOWINFO\nBOARD\n{board}DONE\n");
        let lines = lines_from(&input);
        assert_eq!(lines.last().unwrap(), "1,0", "{lines:?}");
        assert!(lines[lines.len() - 2].contains("ev +M1"), "{lines:?}");
    }
}
