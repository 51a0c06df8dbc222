//! The headless commands as scripts use them: output, errors, exit codes.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Standard output of a successful command, by lines.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    let error_line = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error_line.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The one line that a failing command prints to standard error.
fn error_line(arguments: &[&str]) -> String {
    let output = run(arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{arguments:?}");
    text.trim_end().strip_prefix("tianyuan: ").unwrap().to_owned()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Creates a file in the tests' temporary folder and returns its path.
fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn games_are_listed_with_their_options() {
    let list = lines(&["games"]);
    let reversi = list.iter().find(|line| line.starts_with("reversi\t")).unwrap();
    assert!(reversi.contains("levels 1-10"), "{reversi}");
    assert!(reversi.contains("size: a number 4 to 16 in steps of 2"), "{reversi}");
    assert!(reversi.contains("start: \"crosswise\" or \"parallel\""), "{reversi}");
}

#[test]
fn trace_prints_what_an_algorithm_counts_and_its_tree_to_a_depth() {
    let position = ["--position", "XO-/-X-/--O X"];
    let trace = |more: &[&str]| {
        lines(&[&["trace", "tictactoe"][..], &position, &["--depth", "9"], more].concat())
    };
    let count = |printed: &[String], name: &str| -> u64 {
        let line = printed.iter().find(|line| line.starts_with(&format!("{name}\t"))).unwrap();
        line.split('\t').nth(1).unwrap().parse().unwrap()
    };
    let plain = trace(&["--algorithm", "minimax"]);
    let cut = trace(&["--algorithm", "alpha-beta", "--tree", "2"]);
    assert!([&plain, &cut].iter().all(|it| it.contains(&"value\twon 7".to_owned())));
    assert!(count(&cut, "nodes") < count(&plain, "nodes"));
    assert!(count(&cut, "cutoffs") > 0 && count(&plain, "cutoffs") == 0);
    assert!(cut.iter().any(|line| line.starts_with("  ") && line.contains("cut by beta")));
    let playouts = trace(&["--algorithm", "uct", "--playouts", "50"]);
    let visits = |line: &String| -> Option<u64> {
        line.split('\t').nth(1)?.strip_suffix(" visits")?.parse().ok()
    };
    assert_eq!(playouts.iter().filter_map(visits).sum::<u64>(), 50);
    let bred = trace(&["--algorithm", "evolution", "--generations", "3"]);
    assert_eq!(bred.iter().filter(|line| line.starts_with("generation ")).count(), 3);
    let unknown = error_line(&["trace", "go", "--algorithm", "minimax"]);
    assert_eq!(unknown, "go cannot be searched by \"minimax\"; the algorithms are: uct, rave");
    let over = error_line(&["trace", "tictactoe", "--position", "XXX/OO-/--- O"]);
    assert_eq!(over, "there is no move to search in this position");
}

#[test]
fn perft_prints_depth_nodes_and_speed() {
    let printed = lines(&["perft", "reversi", "9"]);
    assert_eq!(printed.len(), 9);
    let last = words(&printed[8]);
    assert_eq!(last[..2], ["9", "3005288"]);
    assert!(last[2].parse::<u64>().unwrap() > 0);
    assert_eq!(last.len(), 3);
}

#[test]
fn perft_counts_from_any_position_under_any_options() {
    let full = lines(&["perft", "reversi", "20", "--options", "(size: 4)"]);
    assert_eq!(words(full.last().unwrap())[1], "60060");
    let text = "-----OX--XO----- X";
    let read = lines(&["perft", "reversi", "3", "--options", "(size: 4)", "--position", text]);
    assert_eq!(words(&read[2])[1], words(&full[2])[1]);
}

/// The first three positions of the FFO endgame test suite, with the published
/// best moves and scores.
const OBF: &str = "% FFO
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12

-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X
----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X;
";

#[test]
fn solve_prints_a_line_a_position_in_the_order_of_the_file() {
    let file = file("order.obf", OBF.repeat(4).as_bytes());
    for threads in ["1", "3", "256"] {
        let printed = lines(&["solve", "reversi", &file, "--threads", threads]);
        assert_eq!(printed.len(), 12);
        for (n, line) in printed.iter().enumerate() {
            let words = words(line);
            let number = (n + 1).to_string();
            let [score, best] = [["+18", "g8"], ["+10", "a4"], ["+2", "d1"]][n % 3];
            assert_eq!(words[..3], [number.as_str(), score, best]);
            assert!(words[3].parse::<u64>().unwrap() > 0);
            assert!(words[4].parse::<f64>().unwrap() >= 0.0);
            assert_eq!(words.len(), 5);
        }
    }
}

#[test]
fn solve_prints_only_the_outcome_on_request() {
    let file = file("outcome.obf", OBF.as_bytes());
    let printed = lines(&["solve", "reversi", &file, "--outcome"]);
    assert_eq!(printed.len(), 3);
    for line in &printed {
        assert_eq!(words(line)[1], "win");
        assert_eq!(words(line).len(), 5);
    }
    // On the 4x4 board, where White wins.
    let lost = self::file("lost.obf", b"-----OX--XO----- X\n");
    let printed = lines(&["solve", "reversi", &lost, "--outcome", "--options", "(size: 4)"]);
    assert_eq!(words(&printed[0])[1], "loss");
}

#[test]
fn solve_counts_as_the_options_say() {
    // White wins 11-3 on the 4x4 board, with two empty squares.
    let file = file("four.obf", b"-----OX--XO----- X\r\n");
    for (scoring, score) in [("winner", "-10"), ("plain", "-8"), ("split", "-8")] {
        let options = format!("(size: 4, scoring: \"{scoring}\")");
        let printed = lines(&["solve", "reversi", &file, "--options", &options]);
        assert_eq!(words(&printed[0])[1], score, "{scoring}");
    }
}

#[test]
fn solve_scores_a_finished_game_and_a_forced_pass() {
    // Black has two discs to one and nobody can move: 15 to 1 with the empty
    // squares.
    let over = file("over.obf", b"XX-------------O O\n");
    let printed = lines(&["solve", "reversi", &over, "--options", "(size: 4)"]);
    assert_eq!(words(&printed[0])[..3], ["1", "-14", "-"]);
    let stuck = file("stuck.obf", b"XO-------------- O\n");
    let printed = lines(&["solve", "reversi", &stuck, "--options", "(size: 4)"]);
    assert_eq!(words(&printed[0])[..3], ["1", "-16", "pass"]);
}

#[test]
fn solve_names_the_file_and_the_line_that_is_wrong() {
    let bad = file("bad.obf", format!("{OBF}X O\n").as_bytes());
    assert_eq!(
        error_line(&["solve", "reversi", &bad]),
        format!("{bad}, line 6: not a position: expected 64 squares, found 1")
    );
    let empty = file("empty.obf", b"% nothing\n");
    assert_eq!(
        error_line(&["solve", "reversi", &empty]),
        format!("{empty}: there is no position in it")
    );
    let binary = file("binary.obf", &[0xff, 0xfe, 0, b'\n']);
    assert!(error_line(&["solve", "reversi", &binary]).starts_with(&format!("{binary}: ")));
    let missing = format!("{bad}.missing");
    assert!(error_line(&["solve", "reversi", &missing]).starts_with(&format!("{missing}: ")));
}

#[test]
fn play_prints_the_moves_the_board_and_the_result() {
    let arguments = ["play", "reversi", "--black", "level:2", "--white", "random", "--seed", "7"];
    let printed = lines(&arguments);
    let [moves @ .., board, result] = printed.as_slice() else { panic!("{printed:?}") };
    assert!(moves.len() >= 9);
    assert!(moves[0].starts_with("black ") && moves[1].starts_with("white "));
    assert_eq!(board.len(), 66);
    assert!(result.contains("wins") || result.starts_with("draw"), "{result}");
    assert_eq!(lines(&arguments), printed, "the same seed gave another game");
}

#[test]
fn played_moves_lead_to_the_printed_board() {
    let options = "(size: 6)";
    let printed =
        lines(&["play", "reversi", "--black", "random", "--white", "1", "--options", options]);
    let game = tianyuan::games::registry::find("reversi").unwrap();
    let mut position = game.start(&tianyuan::games::Options::parse(options).unwrap()).unwrap();
    let [moves @ .., board, result] = printed.as_slice() else { panic!("{printed:?}") };
    for line in moves {
        let mv = position.parse_move(words(line)[1]).unwrap();
        position.play(mv).unwrap();
    }
    assert_eq!(&position.text(), board);
    let reason = position.outcome().unwrap().reason;
    assert!(result.contains(&format!("(reversi-{})", reason.id())), "{result}");
}

#[test]
fn several_games_alternate_sides_and_add_up() {
    let printed =
        lines(&["play", "reversi", "--black", "random", "--white", "random", "--games", "4"]);
    assert_eq!(printed.len(), 5);
    let points: Vec<f64> = printed[4].split(" : ").map(|points| points.parse().unwrap()).collect();
    assert_eq!(points.iter().sum::<f64>(), 4.0);
}

#[test]
fn selfcheck_finds_no_problem_and_prints_counts() {
    let printed = lines(&["selfcheck"]);
    assert!(printed[0].starts_with("games: "), "{printed:?}");
    assert_eq!(printed.last().unwrap(), "all is in order");
}

#[test]
fn bad_input_is_one_error_line_and_exit_code_2() {
    let cases: &[(&[&str], &str)] = &[
        (&["nonsense"], "unrecognized subcommand 'nonsense'"),
        (&["no-such-game.sgf"], "no-such-game.sgf: there is no such file"),
        (&["gamse"], "unrecognized subcommand 'gamse'; a similar subcommand exists: 'games'"),
        (&["--nonsense"], "unexpected argument '--nonsense' found"),
        (&["perft"], "the following required arguments were not provided: <GAME> <DEPTH>"),
        (&["perft", "reversi", "0"], "invalid value '0' for '<DEPTH>': 0 is not in 1..=64"),
        (
            &["perft", "reversi", "x"],
            "invalid value 'x' for '<DEPTH>': invalid digit found in string",
        ),
        (&["perft", "nogame", "3"], "there is no game called \"nogame\"; the games are: "),
        (
            &["perft", "reversi", "3", "--options", "(size: 7)"],
            "option size cannot be 7: expected a number 4 to 16 in steps of 2",
        ),
        (
            &["perft", "reversi", "3", "--options", "(colour: 7)"],
            "there is no option \"colour\"; the options are: size, start, scoring",
        ),
        (&["perft", "reversi", "3", "--options", "("], "the options are not readable at "),
        (
            &["perft", "reversi", "3", "--position", "XO X"],
            "not a position: expected 64 squares, found 2",
        ),
        (&["play", "reversi", "--black", "1"], "the following required arguments were not"),
        (
            &["play", "reversi", "--black", "11", "--white", "1"],
            "\"11\" is not a player: expected a level 1 to 10, or \"random\"",
        ),
        (
            &["play", "reversi", "--black", "1", "--white", "level:0"],
            "\"level:0\" is not a player: expected a level 1 to 10, or \"random\"",
        ),
        (&["solve", "reversi", "x.obf", "--threads", "0"], "invalid value '0' for '--threads"),
    ];
    for (arguments, expected) in cases {
        let line = error_line(arguments);
        assert!(line.starts_with(expected), "{arguments:?}: {line}");
    }
}

#[test]
fn help_and_version_succeed() {
    assert!(lines(&["--help"]).iter().any(|line| line.contains("selfcheck")));
    assert_eq!(lines(&["--version"]), [format!("tianyuan {}", env!("CARGO_PKG_VERSION"))]);
    assert!(!lines(&["perft", "--help"]).is_empty());
}

#[test]
fn a_closed_output_is_no_failure() {
    let file = file("early.obf", OBF.repeat(100).as_bytes());
    for arguments in [vec!["perft", "reversi", "9"], vec!["solve", "reversi", &file]] {
        let mut child =
            command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The reading end is closed at once.
        drop(child.stdout.take());
        let mut error_line = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error_line).unwrap();
        assert_eq!(error_line, "");
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[cfg(not(feature = "gui"))]
#[test]
fn a_build_without_a_window_says_so() {
    assert_eq!(error_line(&[]), "this build has no window; see tianyuan --help for what it can do");
}

#[test]
fn forbidden_points_are_printed_by_reason_and_sorted() {
    // A position of the test suite, and some without fouls.
    let cases = include_str!("../fixtures/gomoku_fouls.txt");
    let case = cases.lines().find(|line| line.starts_with("GEN-002")).unwrap();
    let field = |start: &str| {
        let found = case.split('|').find_map(|field| field.trim().strip_prefix(start));
        found.unwrap().trim().replace(' ', ",")
    };
    let (black, white) = (field("B:"), field("W:"));
    let printed = lines(&["fouls", "--black", &black, "--white", &white]);
    assert_eq!(printed, ["33: e10 h9 j10 | 44: h13 | 6+:"]);
    assert_eq!(lines(&["fouls", "--black", "h8,i9", "--white", "h9"]), ["33: | 44: | 6+:"]);
    assert_eq!(lines(&["fouls"]), ["33: | 44: | 6+:"]);
    for (stones, part) in [("h8,h8", "named twice"), ("p1", "not on a board"), ("h", "h\"")] {
        let text = error_line(&["fouls", "--black", stones]);
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn repetitions_of_xiangqi_are_judged_with_their_reason() {
    let judge = |rules: &str, fen: &str, moves: &str| {
        let mut arguments = vec!["adjudicate", "xiangqi", "--rules", rules, fen];
        arguments.extend(moves.split_whitespace());
        lines(&arguments)
    };
    let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
    let moves = "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8";
    assert_eq!(judge("axf", fen, moves), ["Win perpetual check"]);
    assert_eq!(judge("axf", fen, ""), ["Undecided no repetition"]);
    let fen = "2bak4/4a4/4b4/8p/5R3/8P/n8/1r2C4/9/1cBAKAB2 w";
    let moves = "f5h5 e9f9 h5f5 f9e9 f5h5 e9f9 h5f5 f9e9 f5h5";
    assert_eq!(judge("axf", fen, moves), ["Draw repetition without fault"]);
    assert!(judge("cxa", fen, moves)[0].starts_with("Win perpetual attack"));
    let said = error_line(&["adjudicate", "xiangqi", "--rules", "wxf", fen]);
    assert!(said.contains("expected \"axf\" or \"cxa\""), "{said}");
    let said = error_line(&["adjudicate", "xiangqi", fen, "a0a9"]);
    assert_eq!(said, "move 1: There is no piece to move.");
    let said = error_line(&["adjudicate", "reversi", fen]);
    assert!(said.contains("reversi has no rules of repetition"), "{said}");
}

#[test]
fn games_are_converted_by_file_extension() {
    let one = file("one.sgf", b"(;GM[2]PB[A];B[fe];W[fd])");
    let to = one.replace(".sgf", ".ron");
    assert_eq!(lines(&["convert", &one, &to]), ["1 game"]);
    assert!(fs::read_to_string(&to).unwrap().contains("\"f5\""));
    let two = file("two.sgf", b"(;GM[1]SZ[9];B[aa])(;GM[1]SZ[9];B[bb])");
    assert_eq!(lines(&["convert", &two, &to]), ["2 games"]);
    let games = file("games.pgn", b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n");
    let back = games.replace(".pgn", "_back.pgn");
    let all = games.replace(".pgn", ".ron");
    assert_eq!(lines(&["convert", &games, &all]), ["2 games"]);
    assert_eq!(lines(&["convert", &all, &back]), ["2 games"]);
    assert!(fs::read_to_string(&back).unwrap().contains("[White \"B\"]"));
    let stones = file("many.gomoku", b"h8i9\nh8i8\n");
    assert_eq!(
        error_line(&["convert", &stones, &to.replace(".ron", ".psq")]).split_once(": ").unwrap().1,
        "psq holds one game a file, but there are 2; many fit in tianyuan, sgf, gomoku-text"
    );
    let wrong = file("wrong.sgf", b"(\n;GM[8])");
    assert!(error_line(&["convert", &wrong, &to]).contains("wrong.sgf, line 2: GM[8] is none of"));
    assert!(error_line(&["convert", "no-such-file.sgf", &to]).contains("no-such-file.sgf"));
    assert!(error_line(&["convert", &one, "x.docx"]).contains("no format has the extension"));
}

#[test]
fn problems_of_a_file_that_is_read_are_told() {
    let from = file("cut.sgf", b"(;GM[1]SZ[9];B[aa]\n;W[zz];B[bb");
    let to = from.replace("cut.sgf", "cut-out.sgf");
    let output = run(&["convert", &from, &to]);
    let told = String::from_utf8(output.stderr).unwrap();
    let told: Vec<_> = told.lines().map(|line| line.rsplit_once("line ").unwrap().1).collect();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        told,
        [
            "2: \"zz\" is not a point: expected two letters a to i",
            "2: the file ends in the middle of B[…]"
        ]
    );
    assert!(fs::read_to_string(&to).unwrap().contains(";B[aa];W[zz])"));
}

#[test]
fn a_file_is_read_as_the_game_that_is_asked_for() {
    let from = file("renju.sgf", b"(;GM[1]SZ[15];B[hh];W[ig])");
    let to = from.replace("renju.sgf", "renju-out.ron");
    assert_eq!(lines(&["convert", &from, &to, "--game", "gomoku"]), ["1 game"]);
    assert!(fs::read_to_string(&to).unwrap().contains("\"gomoku\""));
    assert!(error_line(&["convert", &from, &to, "--game", "ludo"]).contains("ludo"));
    let chess = file("asked.pgn", b"1. e4 *");
    let error = error_line(&["convert", &chess, &to, "--game", "go"]);
    assert!(error.ends_with("asked.pgn: it holds chess, not go"), "{error}");
    let library = from.replace("renju.sgf", "renju.redb");
    let _ = fs::remove_file(&library);
    lines(&["library", &library, "import", "--game", "gomoku", &from]);
    assert!(lines(&["library", &library, "list"])[1].contains("gomoku"));
}

#[test]
fn what_is_not_read_or_not_written_is_reported() {
    let bad = file("bad.pgn", b"1. e4 e5\n2. Ke3 Nc6 *\n\n1. d4 {good} *\n");
    let to = bad.replace(".pgn", ".ron");
    let output = run(&["convert", &bad, &to]);
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"2 games\n"[..]), "{err}");
    assert!(err.contains("bad.pgn, line 2: Ke3 cannot be played"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    let game = file(
        "comment.ggf",
        b"(;GM[Othello]PC[x]PB[Ann]BO[8 -------- -------- -------- \
        ---O*--- ---*O--- -------- -------- -------- *]B[f5/1.5];)",
    );
    let to = game.replace(".ggf", ".othello");
    let err = String::from_utf8(run(&["convert", &game, &to]).stderr).unwrap();
    assert!(
        err.ends_with("left out: 1 evaluation, 2 pieces of information about games\n"),
        "{err}"
    );
}

#[test]
fn files_of_a_series_share_their_sibling_files() {
    let ron = "(version: 2, game: \"reversi\", info: (known: {\"result\": \"1-0 2\"}), \
        nodes: [(after: 0, play: \"f5\")])";
    let (from, base) = (file("series.ron", ron.as_bytes()), file("SERIES_2001.wtb", b""));
    lines(&["convert", &from, &base]);
    // The layout of name files: a header of 16 bytes, then 20 bytes a name.
    let mut names = vec![0; 16];
    names.extend(b"Tamenori Hideshi\0\0\0\0");
    file("SERIES.JOU", &names);
    let to = file("series_out.ron", b"");
    lines(&["convert", &base, &to]);
    let text = fs::read_to_string(to).unwrap();
    assert!(text.contains("\"first\": \"Tamenori Hideshi\""), "{text}");
}

#[test]
fn a_game_is_analysed_and_written_with_annotations() {
    let from = file("hung.pgn", b"1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 4. Nf3 *");
    let to = from.replace(".pgn", "_judged.pgn");
    let asked = ["analyse", &from, "-o", &to, "--nodes", "20000"];
    let printed = lines(&asked);
    // Seven moves and two lines of accuracy.
    assert_eq!(printed.len(), 9, "{printed:?}");
    let blunder = words(&printed[4]);
    assert_eq!((blunder[0], blunder[1], blunder[4]), ("5", "Qxe5+", "??"));
    assert!(printed[7].starts_with("white ") && printed[7].ends_with("1 ??)"), "{printed:?}");
    assert_eq!(lines(&asked), printed);
    let written = fs::read_to_string(&to).unwrap();
    assert!(written.contains("3. Qxe5+ $4 {[%eval -"), "{written}");
    let several = lines(&["analyse", &from, "--nodes", "2000", "--lines", "3"]);
    assert_eq!(several.len(), 9 + 8 * 3);
    assert!(error_line(&["analyse", &from, "--nodes", "9", "--time", "9"]).contains("cannot be"));
    assert!(
        error_line(&["analyse", &from, "-o", "x.docx"]).contains("no format has the extension")
    );
}

#[test]
fn measuring_levels_is_deterministic() {
    let quick =
        "measure-levels reversi --games 2 --nodes 500 --level-nodes 500 --depth 3 --exact 6";
    let ask = |more: &[&'static str]| [&words(quick)[..], more].concat();
    let printed = lines(&ask(&["--seed", "4"]));
    assert_eq!(printed.len(), 11);
    assert!(printed[0].starts_with("level  games  lost a game"), "{}", printed[0]);
    for (level, row) in (1..).zip(&printed[1..]) {
        let row = words(row);
        assert_eq!((row.len(), row[0]), (8, format!("{level}").as_str()));
        assert!(row[2].parse::<f64>().is_ok() && row[7].parse::<f64>().is_ok(), "{row:?}");
    }
    let lost = |row: &str| words(row)[2].parse::<f64>().unwrap();
    assert!(lost(&printed[1]) > 2.0 * lost(&printed[10]), "{printed:?}");
    assert_eq!(lines(&ask(&["--seed", "4", "--level", "2"]))[1], printed[2]);
}

#[test]
fn unmeasurable_games_and_levels_are_refused() {
    let no_level = error_line(&["measure-levels", "reversi", "--level", "11"]);
    assert_eq!(no_level, "reversi has no level 11; expected a level 1 to 10");
    for game in ["chess", "go", "gomoku", "tictactoe", "xiangqi"] {
        let told = error_line(&["measure-levels", game]);
        assert!(told.contains(game) && told.ends_with("such as reversi"), "{told}");
    }
    assert!(error_line(&["measure-levels", "reversi", "--games", "1"]).contains("--games"));
}
