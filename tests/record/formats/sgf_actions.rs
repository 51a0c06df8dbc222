//! Records in SGF with more than legal moves: moves that the rules refuse, stones set up in the
//! middle of a game, and files that are broken.

use std::cell::RefCell;

use tianyuan::core::Side;
use tianyuan::games::registry;
use tianyuan::record::formats::{FormatError, Source, read, write};
use tianyuan::record::{GameTree, NodeAction, NodeId};

use super::{assert_same, assert_valid_or_refused, game, moves, ron, text};

/// The actions of the main line.
fn actions(tree: &GameTree) -> Vec<String> {
    tree.main_line().filter_map(|node| tree.action_text(node)).collect()
}

/// The position at the end of the main line.
fn end(tree: &GameTree) -> String {
    diagram(tree, tree.main_line().last().unwrap())
}

fn diagram(tree: &GameTree, node: NodeId) -> String {
    tree.position(node).diagram()
}

/// The one game of a file, with the problems that its reader tells.
fn with_warnings(bytes: impl AsRef<[u8]>) -> (GameTree, Vec<String>) {
    let warnings = RefCell::new(Vec::new());
    let warn = |problem: FormatError| warnings.borrow_mut().push(problem.to_string());
    let source = Source { warn: &warn, ..Source::from_bytes(bytes.as_ref()) };
    let mut games = read("sgf", source).unwrap();
    assert_eq!(games.len(), 1);
    (games.remove(0), warnings.into_inner())
}

/// Asserts that a tree survives SGF, the native form and the way to an engine.
fn assert_survives(tree: &GameTree) {
    let written = text("sgf", std::slice::from_ref(tree));
    let again = game("sgf", &written);
    assert_same(&again, tree);
    assert_eq!(text("sgf", &[again]), written);
    assert_valid_or_refused(Ok(vec![tree.clone()]));
    let native = game("ron", ron(tree));
    assert_same(&native, tree);
    for node in tree.nodes() {
        let sequence = tree.sequence(node);
        assert_eq!(sequence.position().unwrap().text(), tree.position(node).text());
        assert_eq!(sequence.tree().unwrap().main_line().count(), tree.ply(node) + 1);
    }
}

#[test]
fn moves_out_of_turn_are_executed_as_they_are() {
    let tree = game("sgf", "(;GM[1]SZ[5];B[aa];B[bb];W[cc];W[dd](;W[ee])(;B[ee]))");
    let black = "black B4 (irregular)";
    assert_eq!(actions(&tree), ["A5", black, "C3", "white D2 (irregular)", "white E1 (irregular)"]);
    assert_eq!(end(&tree), "X4/1X3/2O2/3O1/4O X 0,0");
    // No pass was put in, and the variation is one move.
    assert_eq!(tree.nodes().count(), 7);
    let last = tree.nodes().last().unwrap();
    assert_eq!(tree.move_text(last).as_deref(), Some("E1"));
    assert_eq!(diagram(&tree, last), "X4/1X3/2O2/3O1/4X O 0,0");
    assert_survives(&tree);
}

#[test]
fn a_third_pass_and_moves_after_two_passes_are_executed() {
    let tree = game("sgf", "(;GM[1]SZ[5];B[aa];W[];B[];W[];B[];W[cc];B[cd])");
    let (pass, odd) = ("pass", "white pass (irregular)");
    assert_eq!(actions(&tree), ["A5", pass, pass, odd, pass, "C3", "C2"]);
    assert_eq!(end(&tree), "X4/5/2O2/2X2/5 O 0,0");
    assert_survives(&tree);
    let tree = game("sgf", "(;GM[1]SZ[5];B[];W[];B[cc];W[dd])");
    assert_eq!(actions(&tree), [pass, pass, "black C3 (irregular)", "D2"]);
    assert_survives(&tree);
}

#[test]
fn illegal_moves_of_go_capture_and_count() {
    // On a stone: it is replaced. Without a liberty: it is taken off.
    let tree = game("sgf", "(;GM[1]SZ[5]AB[ab][ba]AW[ee];W[aa];B[ee];W[cc])");
    assert_eq!(end(&tree), "1X3/X4/2O2/5/4X X 1,0");
    assert_eq!(tree.position(tree.main_line().last().unwrap()).counts(), Some([1, 0]));
    assert_survives(&tree);
    // Retaking a ko at once.
    let ko = "AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B]";
    let tree = game("sgf", format!("(;GM[1]SZ[5]{ko};B[cb];W[bb];B[aa])"));
    assert_eq!(actions(&tree), ["C4", "white B4 (irregular)", "A5"]);
    assert_eq!(tree.position(tree.main_line().last().unwrap()).counts(), Some([1, 1]));
    assert_survives(&tree);
    // A stone that takes another by replacing its neighbour.
    let tree = game("sgf", "(;GM[1]SZ[5]AB[aa][ab]AW[ba]PL[W];W[ab];B[ee])");
    assert_eq!(end(&tree), "1O3/O4/5/5/4X O 0,1");
}

#[test]
fn stones_are_set_up_in_the_middle_of_a_game() {
    let tree = game(
        "sgf",
        "(;GM[1]SZ[5];B[aa];W[ba](;AW[ab]AE[aa];W[cc](;B[dd])(;B[ee]))(;AB[cc:dd]PL[W]C[Big.];W[ae]))",
    );
    assert_eq!(actions(&tree), ["A5", "B5", "setup", "white C3 (irregular)", "D2"]);
    let nodes: Vec<_> = tree.nodes().collect();
    assert_eq!(diagram(&tree, nodes[3]), "1O3/O4/5/5/5 X 0,0");
    assert_eq!(diagram(&tree, nodes[7]), "XO3/5/2XX1/2XX1/5 O 0,0");
    assert_eq!(tree.annotations(nodes[7]).comment, "Big.");
    assert_eq!(tree.move_text(nodes[8]).as_deref(), Some("A1"));
    assert_eq!((tree.ply(nodes[8]), tree.move_number(nodes[8])), (4, 3));
    assert_survives(&tree);
    let written = text("sgf", std::slice::from_ref(&tree));
    assert!(written.contains("AB[cc:dd]PL[W]"), "{written}");
    // Prisoners stay.
    let tree = game("sgf", "(;GM[1]SZ[5]AB[ab]AW[aa]PL[B];B[ba];AW[ee];W[dd])");
    assert_eq!(end(&tree), "1X3/X4/5/3O1/4O X 1,0");
    assert_survives(&tree);
    // PL alone.
    let tree = game("sgf", "(;GM[1]SZ[5];B[aa];PL[B];B[bb];PL[W];W[cc])");
    assert_eq!(actions(&tree), ["A5", "setup", "B4", "C3"]);
    assert_survives(&tree);
}

#[test]
fn setups_and_forced_moves_exist_in_every_game_of_sgf() {
    // A disc that flips nothing, and one out of turn that flips.
    let tree = game("sgf", "(;GM[2];B[fe];W[aa];W[fd];AE[aa]AB[ah];B[dc])");
    let forced = ["white a1 (irregular)", "white f4 (irregular)"];
    assert_eq!(actions(&tree)[..4], ["f5", forced[0], forced[1], "setup"]);
    let nodes: Vec<_> = tree.nodes().collect();
    assert_eq!(tree.position(nodes[3]).counts(), Some([3, 4]));
    assert_eq!(tree.position(nodes[4]).counts(), Some([4, 3]));
    assert_survives(&tree);
    // Play goes on after five in a row.
    let five = ";B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae]";
    let tree = game("sgf", format!("(;GM[4]SZ[15]{five};W[bf];AE[ac];B[cc](;W[oo])(;W[nn]))"));
    assert_eq!(actions(&tree)[9..], ["white b10 (irregular)", "setup", "c13", "o1"]);
    assert_survives(&tree);
}

#[test]
fn a_variation_without_a_move_keeps_its_annotations() {
    let tree = game("sgf", "(;GM[1]SZ[5]C[root];B[aa]C[a](;N[one]C[b];W[bb])(;C[c]))");
    let nodes: Vec<_> = tree.nodes().collect();
    assert_eq!(tree.annotations(nodes[1]).comment, "a");
    assert_eq!(tree.annotations(nodes[2]).comment, "b");
    assert_eq!(tree.annotations(nodes[4]).comment, "c");
    assert_eq!(tree.action(nodes[2]), tree.action(nodes[4]));
    assert_eq!(actions(&tree), ["A5", "note", "B4"]);
    assert_eq!(diagram(&tree, nodes[2]), diagram(&tree, nodes[1]));
    assert_survives(&tree);
    // A comment within a line belongs to the move before it.
    assert_eq!(game("sgf", "(;GM[1]SZ[5];B[aa];C[a];W[bb])").nodes().count(), 3);
}

#[test]
fn what_cannot_be_carried_out_is_kept_and_told() {
    let (tree, warnings) = with_warnings("(;GM[1]SZ[9]\n;B[aa]\n;W[zz];B[bb];TYM[x\\]y])");
    assert_eq!(actions(&tree), ["A9", "setup", "B8", "note"]);
    assert_eq!(
        warnings,
        [
            "line 3: \"zz\" is not a point: expected two letters a to i",
            "line 3: \"x]y\" is not a move: expected a point like Q16, or pass."
        ]
    );
    assert_survives(&tree);
    let written = text("sgf", std::slice::from_ref(&tree));
    assert!(written.contains(";W[zz];B[bb];TYM[x\\]y]"), "{written}");
    // Stones without a liberty.
    for setup in ["AB[aa][ab][bb][ba]AW[ca][cb][ac][bc]", "AB[zz]"] {
        let (tree, warnings) = with_warnings(format!("(;GM[1]SZ[5];B[ee];{setup};W[dd])"));
        assert_eq!((actions(&tree).len(), warnings.len()), (3, 1), "{warnings:?}");
        assert_eq!(end(&tree), "5/5/5/3O1/4X X 0,0");
        assert!(text("sgf", std::slice::from_ref(&tree)).contains(setup));
        assert_survives(&tree);
        let (tree, warnings) = with_warnings(format!("(;GM[1]SZ[5]{setup};B[dd])"));
        assert_eq!((moves(&tree).as_str(), warnings.len()), ("D2", 1), "{warnings:?}");
        assert_survives(&tree);
    }
    // Very many problems are counted, not listed.
    let (_, warnings) = with_warnings(format!("(;GM[1]SZ[9]{}", ";B[zz]".repeat(500)));
    assert_eq!(warnings.len(), 21);
    assert_eq!(warnings[20], "481 more problems of this kind");
}

#[test]
fn a_file_that_is_cut_off_is_read_as_far_as_it_goes() {
    for (text, line, warning) in [
        ("(;GM[1]SZ[9];B[aa]\n;W[", "A9", "line 2: the file ends in the middle of W[…]"),
        ("(;GM[1]SZ[9];B[aa]\n;W[b", "A9", "line 2: the file ends in the middle of W[…]"),
        ("(;GM[1]SZ[9];B[aa]C[half", "A9", "line 1: the file ends in the middle of C[…]"),
        ("(;GM[1]SZ[9];B[aa]\n;W[bb]", "A9 B8", "line 2: the file ends before its last game does"),
        ("(;GM[1]SZ[9](;B[aa](;W[bb])", "A9 B8", "line 1: the file ends before its last game does"),
    ] {
        let (tree, warnings) = with_warnings(text);
        assert_eq!((moves(&tree).as_str(), warnings), (line, vec![warning.to_owned()]), "{text}");
    }
    let (tree, _) = with_warnings("(;GM[1]SZ[9];B[aa]C[half");
    assert_eq!(tree.annotations(tree.main_line().last().unwrap()).comment, "half");
    assert_eq!(with_warnings("((((;GM[1]SZ[9];B[aa])))) (unclosed").1, [""; 0]);
}

#[test]
fn one_unreadable_game_does_not_hide_the_others() {
    let warnings = RefCell::new(Vec::new());
    let warn = |problem: FormatError| warnings.borrow_mut().push(problem.to_string());
    let text = "(;GM[1]SZ[9];B[aa])\n(;GM[1]SZ[9:13](;B[aa])(;B[bb]))\n(;GM[4];B[hh])";
    let source = Source { warn: &warn, ..Source::from_bytes(text.as_bytes()) };
    let games: Vec<_> = read("sgf", source).unwrap().iter().map(moves).collect();
    assert_eq!(games, ["A9", "h8"]);
    assert_eq!(warnings.into_inner(), ["line 2: the board is 9:13, but only square ones are read"]);
    // Prose around games is none, even in brackets.
    assert_eq!(game("sgf", "About (MA and AB) of (B, W)\n(;GM[1];B[aa])").nodes().count(), 2);
    let (tree, warnings) = with_warnings(format!("(;GM[1]{}[x]PB[A];B[aa])", "X".repeat(65)));
    assert_eq!((moves(&tree).as_str(), warnings.len()), ("A19", 1));
}

#[test]
fn points_may_be_named_as_on_the_board() {
    assert_eq!(moves(&game("sgf", "(;GM[1];B[R16];W[j1];B[tt])")), "R16 J1 pass");
    // As Edax writes, whose first move stands in the root.
    let edax = "(;GM[2]AB[e4][d5]AW[d4][e5]RE[B+8]B[f5];W[f4];B[PA])";
    let tree = game("sgf", edax);
    assert_eq!(actions(&tree), ["f5", "f4", "black pass (irregular)"]);
    assert_eq!(tree.start_text(), None);
}

#[test]
fn renju_that_says_it_is_another_game_is_read_as_renju() {
    let file = "(;GM[1]SZ[15];B[hh];W[ig];B[ii])";
    assert_eq!(game("sgf", file).game().id(), "go");
    let gomoku = registry::find("gomoku");
    let source = Source { game: gomoku, ..Source::from_bytes(file.as_bytes()) };
    let games = read("sgf", source).unwrap();
    assert_eq!((games[0].game().id(), moves(&games[0]).as_str()), ("gomoku", "h8 i9 i7"));
    let by_program = game("sgf", "(;GM[5]FF[4]AP[ZJRenju];B[hh];W[ig])");
    assert_eq!((by_program.game().id(), moves(&by_program).as_str()), ("gomoku", "h8 i9"));
}

#[test]
fn other_formats_refuse_what_they_cannot_hold() {
    let five = "(;GM[4]SZ[15];B[aa];W[ba];B[ab](;AE[aa];W[cc])(;W[dd]))";
    let mut tree = game("sgf", five);
    for extension in ["lib", "psq", "gomoku"] {
        let error = write(extension, std::slice::from_ref(&tree)).unwrap_err().to_string();
        assert!(error.starts_with("game 1: stones are set up in its middle"), "{error}");
    }
    // What is not on the main line hinders no format without variations.
    let legal = tree.nodes().last().unwrap();
    assert!(tree.promote(legal));
    assert!(write("lib", std::slice::from_ref(&tree)).is_err());
    assert!(text("gomoku", std::slice::from_ref(&tree)).contains("a15b15a14d12"));
}

#[test]
fn play_and_merging_go_on_after_a_setup() {
    let mut tree = game("sgf", "(;GM[1]SZ[5];B[aa];AW[bb][cc];W[dd])");
    let node = tree.main_line().last().unwrap();
    let mv = tree.position(node).parse_move("E1").unwrap();
    let next = tree.play(node, mv).unwrap();
    assert_eq!(diagram(&tree, next), "X4/1O3/2O2/3O1/4X O 0,0");
    assert_survives(&tree);
    let mut copy = game("sgf", "(;GM[1]SZ[5];B[aa])");
    copy.merge(&tree);
    copy.merge(&tree);
    assert_same(&copy, &tree);
    // Deleting a setup takes what follows with it; its number stays free.
    let setup = tree.main_line().nth(2).unwrap();
    assert!(matches!(tree.action(setup), Some(NodeAction::SetUp(_))));
    assert!(tree.delete(setup));
    assert_eq!(actions(&tree), ["A5"]);
    assert!(!tree.contains(setup) && !tree.contains(next));
    assert_valid_or_refused(Ok(vec![tree.clone()]));
    assert!(!ron(&tree).contains("set:"), "{}", ron(&tree));
}

#[test]
fn only_records_with_other_actions_are_of_the_third_version() {
    let plain = game("sgf", "(;GM[1]SZ[5];B[aa];W[bb])");
    assert!(ron(&plain).starts_with("(version:2"), "{}", ron(&plain));
    assert!(!ron(&plain).contains("forced") && !ron(&plain).contains("set:"), "{}", ron(&plain));
    let forced = game("sgf", "(;GM[1]SZ[5];B[aa];B[bb])");
    assert!(ron(&forced).starts_with("(version:3"), "{}", ron(&forced));
    let node = forced.main_line().last().unwrap();
    assert_eq!(forced.forced_at(node).map(|forced| forced.side), Some(Side::First));
    // A setup that the game cannot have, as a file may claim.
    let text = "(version: 3, game: \"chess\", nodes: [(after: 0, play: \"\", set: Some((to_move: Some(Second))))])";
    let error = read("ron", Source::from_bytes(text.as_bytes())).unwrap_err().to_string();
    assert!(error.contains("move 1 cannot be carried out"), "{error}");
}

#[test]
fn properties_of_servers_survive() {
    let tree = game(
        "sgf",
        "(;GM[1]SZ[9]OT[5x30 byo-yomi]ST[2]RE[W+3.5];B[aa]BL[599.9]KGSDE[ab][cd];W[bb]WL[598]OW[3]\
         ;B[cc]OB[5]BL[30](;W[dd]BL[abc]PB[Other]RE[B+R])(;W[ee]TB[aa][bb]TW[cc]MN[7]))",
    );
    let nodes: Vec<_> = tree.nodes().collect();
    let clock = |node| tree.clocks(node).unwrap();
    assert_eq!(clock(nodes[1])[0].time.as_millis(), 599_900);
    assert_eq!(clock(nodes[2])[0], clock(nodes[1])[0]);
    assert_eq!(clock(nodes[2])[1].periods, 3);
    // The order of the properties does not matter.
    assert_eq!((clock(nodes[3])[0].periods, clock(nodes[3])[0].in_byo_yomi), (5, true));
    let property = |n: usize, name| tree.annotations(nodes[n]).property(name).to_vec();
    assert_eq!(property(1, "KGSDE"), ["ab", "cd"]);
    assert_eq!(property(4, "BL"), ["abc"]);
    // Information on one variation is not that of the game.
    assert_eq!((property(4, "PB"), property(4, "RE")), (vec!["Other".into()], vec!["B+R".into()]));
    assert_eq!(property(5, "TW"), ["cc"]);
    assert_survives(&tree);
    let written = text("sgf", std::slice::from_ref(&tree));
    for part in ["OT[5x30 byo-yomi]", "ST[2]", "RE[W+3.5]", "B[aa]KGSDE[ab][cd]BL[599.9];"] {
        assert!(written.contains(part), "{part}: {written}");
    }
    assert!(written.contains("WL[598]OW[3]") && !written.contains("WL[0]"), "{written}");
    let again = game("sgf", &written);
    for (a, b) in tree.nodes().zip(again.nodes()) {
        assert_eq!(tree.clocks(a), again.clocks(b));
    }
}

#[test]
fn text_in_utf_8_is_read_whatever_it_says() {
    let comment = "黑先活，白先死";
    let tree = game("sgf", format!("(;GM[1]CA[gb2312]SZ[9]C[{comment}];B[aa])"));
    assert_eq!(tree.annotations(tree.root()).comment, comment);
}
