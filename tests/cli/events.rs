//! A tournament of a club by the commands, in a file.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn event(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .arg("event")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = event(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The sentence of a command that fails and leaves the file as it was.
fn refused(file: &str, arguments: &[&str]) -> String {
    let before = fs::read(file).ok();
    let output = event(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{arguments:?}: {error}");
    assert_eq!(fs::read(file).ok(), before, "{arguments:?}");
    error.trim_end().strip_prefix("tianyuan: ").unwrap().to_owned()
}

/// A path at which there is no file yet.
fn new_file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.join("club.ron").to_str().unwrap().to_owned()
}

#[test]
fn a_whole_event_of_nine_players_is_run_from_the_command_line() {
    let file = new_file("event-swiss");
    let names = ["Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus", "Hal", "王丽"];
    let players: Vec<String> =
        names.iter().zip((0..).map(|n| 1900 - 50 * n)).map(|(n, r)| format!("{n}:{r}")).collect();
    let mut arguments = vec!["new", &file, "--game", "chess", "--kind", "swiss", "--rounds", "4"];
    // The weakest is named first, but seeded last.
    for player in players.iter().rev() {
        arguments.extend(["--player", player]);
    }
    assert_eq!(printed(&arguments).lines().next(), Some("1\tAnn\t1900"));
    for round in 1..=4 {
        let text = printed(&["pair", &file]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("Round {round} of 4"));
        assert_eq!(lines.len(), 6, "four boards and a bye: {text}");
        assert!(lines[5].ends_with("bye"), "{text}");
        let open = refused(&file, &["pair", &file]);
        assert!(open.ends_with(&format!("round {round} is not finished: board 1 has no result")));
        for (board, result) in [("1", "1-0"), ("2", "1/2"), ("3", "0-1"), ("4", "-+")] {
            let entered = printed(&["result", &file, board, result]);
            assert!(entered.trim_end().ends_with(result), "{entered}");
        }
    }
    // A correction of an earlier round.
    printed(&["result", &file, "--round", "1", "4", "--"]);
    assert!(printed(&["round", &file, "1"]).lines().nth(4).unwrap().ends_with("--"));
    let standings = printed(&["standings", &file]);
    assert_eq!(standings.lines().next(), Some("club: round 4 of 4"));
    assert_eq!(standings.lines().count(), 2 + 9, "{standings}");
    let table = printed(&["crosstable", &file]);
    assert_eq!(table.matches("bye").count(), 4, "{table}");
    assert!(refused(&file, &["pair", &file]).ends_with("all 4 rounds are played"));
    // Nothing is left beside the file.
    let folder = PathBuf::from(&file).parent().unwrap().to_owned();
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn an_event_with_a_replay_and_one_who_withdraws_is_decided() {
    let file = new_file("event-knockout");
    let new = ["new", &file, "--game", "go", "--kind", "knockout", "--title", "Cup"];
    let players = ["--player", "Ann", "--player", "Bob", "--player", "Cai", "--player", "Dee"];
    printed(&[&new[..], &players].concat());
    printed(&["pair", &file]);
    let replay = printed(&["result", &file, "1", "1/2"]);
    assert_eq!(replay, "drawn; to be played again: Dee - Ann\n");
    printed(&["result", &file, "1", "0-1"]);
    printed(&["result", &file, "2", "1-0"]);
    printed(&["withdraw", &file, "Ann"]);
    let last = printed(&["pair", &file]);
    assert!(last.lines().nth(1).is_some_and(|line| line.contains("Ann")), "{last}");
    let standings = printed(&["standings", &file]);
    assert!(!standings.lines().nth(2).unwrap().contains("Ann"), "{standings}");
}

#[test]
fn bad_input_to_an_event_gives_one_sentence_and_changes_nothing() {
    let file = new_file("event-refused");
    let new = |more: &[&'static str]| {
        [&["new", &file, "--game", "chess", "--player", "Ann"], more].concat()
    };
    for (more, expected) in [
        (&["--kind", "swiss", "--player", "Bob"][..], "--rounds"),
        (&["--kind", "knockout"], "it has 1 players; expected 2 to 200"),
        (&["--kind", "knockout", "--player", "Ann"], "two players are called \"Ann\""),
        (&["--kind", "knockout", "--player", "Bob:high"], "\"high\" is no rating"),
        (&["--kind", "knockout", "--rounds", "3", "--player", "Bob"], "for a Swiss tournament"),
        (&["--kind", "knockout", "--double", "--player", "Bob"], "for a round robin"),
        (&["--kind", "knockout", "--options", "(x: 1)", "--player", "Bob"], "no option \"x\""),
    ] {
        let sentence = refused(&file, &new(more));
        assert!(sentence.contains(expected), "{more:?}: {sentence}");
    }
    assert!(fs::metadata(&file).is_err());
    printed(&new(&["--kind", "round-robin", "--player", "Bob"]));
    let again = refused(&file, &new(&["--kind", "round-robin", "--player", "Bob"]));
    assert!(again.ends_with("it is there already; name a new file"), "{again}");
    assert!(refused(&file, &["result", &file, "1", "1-0"]).contains("there is no round 0"));
    printed(&["pair", &file]);
    assert!(refused(&file, &["result", &file, "2", "1-0"]).contains("there is no board 2"));
    assert!(refused(&file, &["result", &file, "x", "1-0"]).contains("\"x\" is no board"));
    assert!(refused(&file, &["result", &file, "1", "2-0"]).contains("\"2-0\" is no result"));
    assert!(refused(&file, &["withdraw", &file, "Cai"]).contains("no player called \"Cai\""));
    fs::write(&file, "(\n  version: 1,\n  nonsense").unwrap();
    let sentence = refused(&file, &["standings", &file]);
    assert!(sentence.starts_with(&format!("{file}, line 3: ")), "{sentence}");
    fs::write(&file, b"\xff").unwrap();
    assert!(refused(&file, &["pair", &file]).starts_with(&file));
}

#[test]
fn an_arena_pairs_who_is_free_and_lets_players_come_later() {
    let file = new_file("event-arena");
    let players = ["--player", "Ann", "--player", "Bob", "--player", "Cai", "--player", "Dee"];
    let new = ["new", &file, "--game", "gomoku", "--kind", "arena"];
    assert!(refused(&file, &[&new[..], &players].concat()).contains("--minutes"));
    printed(&[&new[..], &["--minutes", "30"], &players].concat());
    assert!(printed(&["standings", &file]).starts_with("club: not begun\n"));
    let first = printed(&["pair", &file]);
    assert_eq!(first, "Round 1\n1  Ann  -  Bob\n2  Dee  -  Cai\n");
    printed(&["result", &file, "2", "1-0"]);
    let nobody = refused(&file, &["pair", &file]);
    assert!(nobody.ends_with("nobody is free who has not just met the only other one who is"));
    printed(&["join", &file, "Eve:1900"]);
    assert!(refused(&file, &["join", &file, "Eve"]).contains("two players are called \"Eve\""));
    let second = printed(&["pair", &file]);
    assert_eq!(second, "Round 2\n1  Cai  -  Eve\n");
    assert_eq!(printed(&["round", &file]), "1  1  Ann  -  Bob\n2  1  Cai  -  Eve\nfree: Dee\n");
    // Board 1 goes on in two rounds, of which the last is meant.
    assert_eq!(printed(&["result", &file, "1", "0-1"]), "Cai - Eve\t0-1\n");
    assert_eq!(printed(&["result", &file, "1", "1/2"]), "Ann - Bob\t1/2\n");
    let standings = printed(&["standings", &file]);
    let lines: Vec<_> = standings.lines().collect();
    assert_eq!(lines[0], "club: 30 minutes left");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines[1]), ["player", "rating", "points", "wins"]);
    assert_eq!(words(lines[2]), ["1", "Dee", "-", "2", "1"]);
    let table = printed(&["crosstable", &file]);
    assert!(table.lines().any(|line| line.contains("Dee") && line.contains('+')), "{table}");
}

#[test]
fn a_match_of_teams_is_run_from_the_command_line() {
    let file = new_file("event-teams");
    let new = ["new", &file, "--game", "go", "--kind", "teams", "--boards", "2"];
    let teams = ["--team", "Dragons = Ann:1800, Bob, Cai", "--team", "Tigers=Dee, Eve"];
    assert!(refused(&file, &[&new[..], &teams[..2]].concat()).contains("it has 1 teams"));
    assert!(refused(&file, &[&new[..], &["--team", "Dragons"]].concat()).contains("no \"=\""));
    printed(&[&new[..], &teams].concat());
    let round = printed(&["pair", &file]);
    let expected = "Round 1 of 1\nDragons - Tigers  0.0 : 0.0 (boards 1 to 2)\n\
                    1  Ann  -  Dee\n2  Eve  -  Bob\n";
    assert_eq!(round, expected);
    printed(&["result", &file, "1", "1-0"]);
    printed(&["result", &file, "2", "1/2"]);
    let standings = printed(&["standings", &file]);
    let words: Vec<Vec<_>> =
        standings.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words[1], ["team", "matches", "points", "boards"]);
    assert_eq!(words[2], ["1", "Dragons", "1", "2", "1.5"]);
    assert_eq!(words[3], ["2", "Tigers", "1", "0", "0.5"]);
    assert_eq!(words[6][..2], ["1", "Ann"], "{standings}");
    assert!(printed(&["crosstable", &file]).contains("1.5"));
}
