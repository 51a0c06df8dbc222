//! An engine that does what it should not. It is this test program itself, started with the name
//! of the test below and a role.

use std::io::{self, BufRead, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::{Command, exit};
use std::thread;
use std::time::Duration;

use tianyuan::core::Random;

/// Lines of all protocols, whole and broken.
const WORDS: &[&str] = &[
    "info depth 3 multipv 1 score cp 12 nodes 100 pv e2e4 e7e5",
    "info depth 3 multipv 0 score mate 0 pv e2e4",
    "info depth 99999999999999999999 score cp 9223372036854775807 multipv 18446744073709551615 pv",
    "info depth 4 multipv 2 score mate -99999999999 pv e2e4 e2e4 e2e4",
    "info string pv e2e4",
    "info move C3 visits 4294967296 winrate 1e308 order 0 pv C3 C3 ownership nan inf -inf 1",
    "info move Z99 visits -1 winrate 10001 order 99999999999999999999 pv PASS PASS PASS PASS",
    "info move pass visits 18446744073709551615 winrate 0.5 order 0 pv pass info move D4 visits 1 pv D4",
    "option name A type spin default 1 min 5 max 0",
    "option name type type type default default var var",
    "option name B type combo default x var x var",
    "id name",
    "id name a\u{0}b\u{7f}c",
    "readyok",
    "uciok",
    "copyprotection checking",
    "= ",
    "=1 D4",
    "?1 no",
    "? unknown command",
    "",
    "DEBUG x",
    "MESSAGE 1,2,3",
    "MESSAGE",
    "UNKNOWN",
    "OK",
    "search F5D6C3 +1e400 0 100%",
    "search F5 nan 0 -1",
    "search é5Ü6 0 0 0",
    "book F5 1 2 3 4 5 6 7",
    "status Thinking",
    "status",
    "pong 0",
    "pong 99999999999999999999",
    "set myname \u{202e}x",
    "suggest 1,2",
    "-1,-1",
    "bestmove",
];

/// A line with parts of others, or bytes that are no text.
fn random_line(random: &mut Random) -> Vec<u8> {
    let word = |random: &mut Random| random.pick(WORDS).copied().unwrap_or_default();
    let mut line = word(random).as_bytes().to_vec();
    match random.below(6) {
        0 => line = (0..random.below(300)).map(|_| random.next_u64() as u8).collect(),
        1 if !line.is_empty() => {
            let at = random.below(line.len());
            line[at] = random.next_u64() as u8;
        }
        2 => line.truncate(random.below(line.len() + 1)),
        3 => line.extend_from_slice(word(random).as_bytes()),
        4 => line = word(random).repeat(random.below(100)).into_bytes(),
        _ => {}
    }
    line.retain(|byte| *byte != b'\n');
    // None that is a move by chance.
    if line.starts_with(b"bestmove")
        || line.starts_with(b"===")
        || line.first().is_some_and(u8::is_ascii_digit)
    {
        line.insert(0, b'#');
    }
    line
}

/// The right answer to a command, in the protocol to which it belongs; always the same move.
fn right_answer(command: &str) -> Option<String> {
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    Some(match word {
        "uci" => "id name Hostile\nuciok".to_owned(),
        "ucci" => "option usemillisec type check default true\nucciok".to_owned(),
        "isready" => "readyok".to_owned(),
        "go" if rest.is_empty() => "=== F5/1.0".to_owned(),
        "go" if rest.contains("opptime") || rest.contains("movestogo") => {
            "bestmove h2e2".to_owned()
        }
        "go" => "bestmove e2e4".to_owned(),
        "stop" | "position" | "setoption" | "ucinewgame" | "set" | "INFO" | "DONE" => return None,
        "list_commands" => "= name\nversion\nundo\nlz-analyze\n".to_owned(),
        "genmove" => "= D4\n".to_owned(),
        "lz-analyze" => "=\ninfo move D4 visits 10 winrate 5000 order 0 pv D4\n".to_owned(),
        "ABOUT" => "name=\"Hostile\", version=\"1.0\", author=\"nobody\"".to_owned(),
        "START" => "OK".to_owned(),
        "BEGIN" | "TURN" => "7,7".to_owned(),
        "BOARD" => return None,
        "nboard" => "set myname Hostile".to_owned(),
        "ping" => format!("pong {rest}"),
        "hint" => "search F5 1.5 0 10\nstatus".to_owned(),
        _ => "= \n".to_owned(),
    })
}

/// The engine: nothing without a role, so that it passes as a test.
#[test]
fn hostile_engine() {
    let Some(role) = std::env::args().find(|word| word.starts_with("hostile:")) else { return };
    let parts: Vec<&str> = role.split(':').collect();
    let (kind, seed) = (parts[2], parts[3].parse().unwrap());
    serve(kind, &mut Random::new(seed));
    exit(0);
}

fn serve(kind: &str, random: &mut Random) {
    let mut out = io::stdout().lock();
    // Half of them write nothing that could be taken for an answer, and so get further.
    let is_tame = random.below(2) == 0;
    let forever = || loop {
        thread::sleep(Duration::from_secs(1000));
    };
    // The test program has written lines of its own before.
    match kind {
        "mute" => forever(),
        "flood" => loop {
            if out.write_all(&[b'x'; 4096]).is_err() {
                return;
            }
        },
        "lines" => loop {
            if out.write_all(b"info depth 1 score cp 1 pv e2e4\n").is_err() {
                return;
            }
        },
        "deaf" => {
            let _ = out.write_all(b"uciok\n");
            let _ = out.flush();
            forever();
        }
        "forks" => {
            // A child that holds the pipes and does not end by itself.
            let _ = Command::new("sleep").arg("1000").spawn();
        }
        _ => {}
    }
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let searches = ["go", "genmove", "BEGIN", "TURN", "lz-analyze", "hint"];
        let is_search = searches.contains(&line.split(' ').next().unwrap_or_default());
        match kind {
            "crash" if is_search => std::process::abort(),
            "exit" if is_search => exit(3),
            "hang" if is_search => forever(),
            "close" if is_search => {
                // The output ends, the process does not.
                // SAFETY: nothing in this process uses its output afterwards.
                drop(unsafe { OwnedFd::from_raw_fd(1) });
                forever();
            }
            "endless" if is_search => loop {
                if out.write_all(b"xxxxxxxxxxxxxxxxxxxxxxxx").is_err() {
                    return;
                }
            },
            "babble" if is_search => loop {
                let mut text = random_line(random);
                text.push(b'\n');
                if out.write_all(&text).is_err() {
                    return;
                }
            },
            "illegal" if is_search => {
                let illegal = "bestmove e2e5\n= Z99\n\n=== A1\n77,77\n";
                let _ = out.write_all(illegal.as_bytes()).and_then(|()| out.flush());
                continue;
            }
            "noise" => {
                for _ in 0..random.below(40) {
                    let mut text = random_line(random);
                    if is_tame && matches!(text.first(), None | Some(b'=' | b'?' | b' ' | b'\t')) {
                        text.insert(0, b'#');
                    }
                    text.push(b'\n');
                    if out.write_all(&text).is_err() {
                        return;
                    }
                }
            }
            _ => {}
        }
        // One that ignores the request to end goes on.
        if matches!(line.as_str(), "quit" | "END") && kind != "stays" && kind != "forks" {
            return;
        }
        if let Some(answer) = right_answer(&line)
            && writeln!(out, "{answer}").and_then(|()| out.flush()).is_err()
        {
            return;
        }
    }
    if matches!(kind, "stays" | "forks") {
        forever();
    }
}
