//! `self-play` and `train-network`: positions, a network learned from them, and its use by the
//! engine.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the program with this input; returns its output.
fn run_with(arguments: &[&str], input: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn self_play(folder: &Path, files: &str, threads: &str, more: &[&str]) {
    let to = ["--out", folder.to_str().unwrap(), "--files", files, "--threads", threads];
    let self_play = ["self-play", "chess", "--games", "4", "--nodes", "200"];
    run_with(&[&self_play, &to[..], more].concat(), "");
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("networks").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The scores of the starting position in centipawns, depth by depth, and all that was printed.
fn search(game: &str, before: &str) -> (Vec<String>, String) {
    let input = format!("{before}\nposition startpos\ngo nodes 2000\n");
    let printed = run_with(&["engine", game, "--protocol", "uci"], &input);
    let scores = printed.lines().filter_map(|line| line.split(" score cp ").nth(1));
    let scores: Vec<_> = scores.map(|score| score.split(' ').next().unwrap().to_owned()).collect();
    assert!(!scores.is_empty(), "{printed}");
    (scores, printed)
}

#[test]
fn a_network_is_learned_from_self_play_that_was_stopped_and_evaluates_for_the_engine() {
    let [at_once, stopped] = ["at-once", "stopped"].map(folder);
    self_play(&at_once, "2", "2", &[]);
    self_play(&stopped, "1", "1", &[]);
    self_play(&stopped, "2", "1", &[]);
    for name in ["000000.bin", "000001.bin"] {
        let bytes = fs::read(at_once.join(name)).unwrap();
        assert!(bytes.len() > 1000 && bytes == fs::read(stopped.join(name)).unwrap(), "{name}");
    }
    let network = at_once.join("network");
    let network = network.to_str().unwrap();
    let printed = run_with(
        &[
            "train-network",
            "chess",
            "--positions",
            at_once.to_str().unwrap(),
            "--out",
            network,
            "--width",
            "32",
            "--epochs",
            "2",
        ],
        "",
    );
    assert!(printed.contains("epoch 2: 0.") && printed.ends_with(" bytes\n"), "{printed}");
    let choose = format!("setoption name EvalFile value {network}");
    let removed = "setoption name EvalFile value <empty>";
    let (by_hand, _) = search("chess", removed);
    let (by_default, _) = search("chess", "");
    let (chosen, _) = search("chess", &choose);
    assert!(chosen != by_hand && chosen != by_default && by_default != by_hand);
    assert_eq!(search("chess", &format!("{choose}\n{removed}")).0, by_hand);
    let again = format!("{choose}\nsetoption name EvalFile value chess/network.bin");
    assert_eq!(search("chess", &again).0, by_default);
    // The network of another game, and no network at all, change nothing.
    let (by_default, _) = search("xiangqi", "");
    let (found, printed) = search("xiangqi", &choose);
    assert_eq!(found, by_default);
    assert!(printed.contains("this network is for another game"), "{printed}");
    let (_, printed) = search("chess", "setoption name EvalFile value Cargo.toml");
    assert!(printed.contains("this is not a network; expected a file"), "{printed}");
}

#[test]
fn games_for_training_are_played_with_the_network_of_the_game_unless_another_is_named() {
    let positions = |name, more: &[&str]| {
        let folder = folder(name);
        self_play(&folder, "1", "1", more);
        fs::read(folder.join("000000.bin")).unwrap()
    };
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/chess/network.bin");
    let by_default = positions("by-default", &[]);
    assert_eq!(positions("by-name", &["--eval-file", shipped]), by_default);
    assert_ne!(positions("by-hand", &["--eval-file", ""]), by_default);
}
