//! Engine matches: whole games over both protocols, and misbehaving engines.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Output of a match of Reversi with level 1 as player a.
fn compete(other: &str, games: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(["match", "reversi", "--a", "level:1", "--b", other, "--games", games])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn whole_games_are_played_by_both_protocols() {
    for protocol in ["gtp", "nboard"] {
        let own = env!("CARGO_BIN_EXE_tianyuan");
        let engine = format!("{protocol}:{own} engine reversi --protocol {protocol} --level 1");
        let printed = compete(&engine, "4");
        assert_eq!(printed.matches("(reversi-").count(), 4, "{printed}");
        assert!(printed.contains("in 4 games"), "{printed}");
        assert!(!printed.contains("loses:"), "{printed}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_misbehaves_loses_and_is_named() {
    let illegal = "while read -r line; do echo '= a1'; echo; done";
    let dies = "read -r line; echo '= '; echo; read -r line; exit 1";
    let babbles = "while read -r line; do echo '= nonsense'; echo; done";
    let gives_up = "while read -r line; do echo '= resign'; echo; done";
    for (name, script, why) in [
        ("illegal", illegal, "it answered \"a1\""),
        ("dies", dies, "it has ended"),
        ("babbles", babbles, "it answered \"nonsense\""),
        ("gives_up", gives_up, "it resigned"),
    ] {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.sh"));
        fs::write(&path, script).unwrap();
        let engine = format!("gtp:sh {}", path.display());
        let printed = compete(&engine, "2");
        assert!(printed.contains("a: 2 wins, 0 draws, 0 losses"), "{name}: {printed}");
        assert!(printed.contains(&format!("b {engine} loses: {why}")), "{name}: {printed}");
        // What is no fault of the program is not counted as one.
        let faults = printed.lines().filter(|line| line.starts_with("b: ")).count();
        assert_eq!(faults, usize::from(name != "gives_up"), "{name}: {printed}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_whose_line_has_no_end_loses() {
    let printed = compete("gtp:cat /dev/zero", "1");
    let reason = "its output cannot be read: a line has more than 64 kB";
    assert!(printed.contains(&format!("b gtp:cat /dev/zero loses: {reason}")), "{printed}");
    // What is quoted of an answer is short.
    let script = "while read -r line; do printf '= '; head -c 5000 /dev/zero | tr '\\0' x; \
                  printf '\\n\\n'; done";
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rambles.sh");
    fs::write(&path, script).unwrap();
    let printed = compete(&format!("gtp:sh {}", path.display()), "1");
    let quoted = format!("it answered \"{}…\"", "x".repeat(200));
    assert!(printed.contains(&quoted), "{printed}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_silent_loses() {
    let printed = compete("nboard:sleep 60", "1");
    assert!(printed.contains("b nboard:sleep 60 loses: it gave no answer"), "{printed}");
}
