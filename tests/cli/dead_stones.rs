//! `measure-dead-stones`: files of end positions, figures and errors.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A dead stone on each side. The file calls G4 alive, so that the program is
/// wrong about one of five chains and one of the 48 points with an owner.
const POSITION: &str = "\
size: 7
source: hand made
board:
..XO...
O.XO.O.
XXXOOOO
..XO..X
..XO.O.
..XO.O.
..XO...
ownership:
XXXOOOO
XXXOOOO
XXXOOOO
XXXOOOX
XXXOOOO
XXXOOOO
XXXOOO?
";

fn measure(folder: &PathBuf, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(["measure-dead-stones", "go"]).arg(folder).args(arguments);
    command.output().unwrap()
}

/// A new folder that holds one position.
fn folder(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("end.txt"), text).unwrap();
    folder
}

fn error_line(folder: &PathBuf) -> String {
    let output = measure(folder, &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn positions_chains_and_points_are_counted_and_timed() {
    let folder = folder("dead-stones", POSITION);
    let output = measure(&folder, &["--by", "source", "--wrong"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let figures = "positions 0/1 0.0%, chains 4/5 80.00%, points 47/48 97.92%";
    assert_eq!(lines[0], "end.txt G4 1 dead");
    assert_eq!(lines[1..3], [format!("hand: {figures}"), format!("all: {figures}")]);
    assert!(lines[3].starts_with("7 by 7: median "), "{text}");
    assert_eq!(lines.len(), 4);
}

#[test]
fn a_bad_file_of_positions_is_named_with_the_line() {
    for (name, from, to, expected) in [
        ("size", "size: 7", "size: big", "line 1: \"big\" is not a size"),
        ("no-size", "size: 7\n", "", "line 1: expected a header \"size\""),
        ("header", "source: hand", "source hand", "line 2: expected \"key: value\""),
        ("row", "..XO..X", "..XO..", "line 7: expected 7 signs of \".XO\""),
        ("sign", "XXXOOO?", "XXXOOO!", "line 18: expected 7 signs of \".XO?\""),
        ("rows", "XXXOOO?\n", "", "line 17: expected 7 rows, found 6"),
        ("owners", "ownership:", "owners:", "line 11: expected \"ownership:\""),
    ] {
        let folder = folder(&format!("dead-stones-{name}"), &POSITION.replace(from, to));
        let line = error_line(&folder);
        assert!(line.contains("end.txt") && line.contains(expected), "{name}: {line}");
    }
    // A7, B7 and B6 are filled, which leaves A6 without a liberty.
    let filled = POSITION.replace("..XO...\nO.XO", "XXXO...\nOXXO");
    let line = error_line(&folder("dead-stones-liberty", &filled));
    assert!(line.contains("end.txt: not a position: a chain has no liberty"), "{line}");
    let empty = folder("dead-stones-empty", "");
    fs::remove_file(empty.join("end.txt")).unwrap();
    assert!(error_line(&empty).contains("holds no position"));
}

#[test]
fn only_a_game_with_dead_stones_is_measured() {
    let folder = folder("dead-stones-chess", POSITION);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    let output = command.args(["measure-dead-stones", "chess"]).arg(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

/// Twelve ends of games of people, and one made of many sekis, from the tests of
/// online-go.com (Apache-2.0).
#[test]
fn dead_stones_of_played_games_are_found() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/go_ends");
    let output = measure(&folder, &["--wrong"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let total = text.lines().find(|line| line.starts_with("all: ")).unwrap_or_default();
    let share = |name: &str| {
        let figures = total.split(", ").find_map(|part| part.strip_prefix(name));
        let share = figures.and_then(|part| part.rsplit(' ').next());
        share.and_then(|share| share.trim_end_matches('%').parse::<f64>().ok()).unwrap()
    };
    assert!(share("chains ") >= 99.5, "{text}");
    assert!(share("points ") >= 99.9, "{text}");
}
