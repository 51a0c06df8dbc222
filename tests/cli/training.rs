//! `train` and `evaluate`: training on a folder of games, and accuracy against exact scores.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tianyuan::core::Random;
use tianyuan::games::{Options, registry};

/// A random game as a WTHOR record: a header of eight bytes, then the moves as ten times the rank
/// plus the file.
fn record(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut position = registry::find("reversi").unwrap().start(&Options::default()).unwrap();
    let mut bytes = vec![0; 8];
    while position.outcome().is_none() {
        let mv = *random.pick(&position.legal_moves()).unwrap();
        let text = position.move_text(mv).unwrap();
        if let [file, rank] = text.as_bytes() {
            bytes.push(10 * (rank - b'0') + file.to_ascii_lowercase() - b'a' + 1);
        }
        position.play(mv).unwrap();
    }
    bytes.resize(68, 0);
    bytes
}

/// A folder with a WTHOR file of random games.
fn folder(name: &str, games: u32) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let mut bytes = vec![20, 26, 11, 21];
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0, 0xea, 0x07, 8, 0, 24, 0]);
    (0..games).for_each(|game| bytes.extend(record(u64::from(game))));
    fs::write(folder.join("WTH_2026.wtb"), bytes).unwrap();
    folder
}

fn run(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_tianyuan")).args(arguments).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn deeper_searches_come_nearer_to_the_exact_scores() {
    let folder = folder("evaluated", 300);
    let games = folder.to_str().unwrap();
    let printed =
        run(&["evaluate", "reversi", "--games", games, "--empties", "12", "--plies", "0,6,12"]);
    let held: u32 = printed[0].split(' ').next().unwrap().parse().unwrap();
    assert!((5..=30).contains(&held), "{}", printed[0]);
    let errors: Vec<f64> = printed[1..]
        .iter()
        .map(|line| {
            let (_, rest) = line.split_once("mean absolute error ").unwrap();
            rest.split(' ').next().unwrap().parse().unwrap()
        })
        .collect();
    assert_eq!(errors.len(), 3);
    // Twelve plies reach the end of the game.
    assert!(errors[0] > errors[1] && errors[1] > 0.0 && errors[2] == 0.0, "{errors:?}");
}

/// Trains on the games of a folder, and writes the weights beside them.
fn train(folder: &Path, name: &str, more: &[&str]) -> (PathBuf, Vec<String>) {
    let out = folder.join(name);
    let games = ["--games", folder.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let printed = run(&[&["train", "reversi", "--epochs", "1"], &games[..], more].concat());
    (out, printed)
}

#[test]
fn the_same_games_and_seed_give_the_same_weights_on_any_number_of_threads() {
    let folder = folder("learned", 60);
    let (teacher, printed) = train(&folder, "teacher.bin", &[]);
    assert!(printed[0].starts_with("60 games"), "{}", printed[0]);
    let teacher = ["--teacher", teacher.to_str().unwrap()];
    let kept = folder.join("positions");
    let _ = fs::remove_file(&kept);
    let learn = |name: &str, threads: &str, samples: &[&str]| {
        let more = ["--side-positions", "2", "--quick-games", "300", "--threads", threads];
        let (file, printed) = train(&folder, name, &[&teacher, &more[..], samples].concat());
        (fs::read(file).unwrap(), printed)
    };
    let keep = ["--samples", kept.to_str().unwrap()];
    let (one, printed) = learn("1.bin", "1", &keep);
    let positions: u32 = printed[2].split(' ').next().unwrap().parse().unwrap();
    assert!(positions > 60 * 40 + 300 * 5, "{}", printed[2]);
    let (two, _) = learn("2.bin", "2", &[]);
    assert!(one == two);
    // The kept samples give the same weights without the other arguments.
    let (file, _) = train(&folder, "kept.bin", &keep);
    assert!(one == fs::read(file).unwrap());
    // So do samples of an earlier run with the quick games added.
    let apart = folder.join("apart");
    let _ = fs::remove_file(&apart);
    let apart = apart.to_str().unwrap();
    train(
        &folder,
        "apart.bin",
        &[&teacher[..], &["--side-positions", "2", "--samples", apart]].concat(),
    );
    let join = ["--quick-games", "300", "--earlier", apart];
    let (file, _) = train(&folder, "joined.bin", &[&teacher[..], &join].concat());
    assert!(one == fs::read(file).unwrap());
    let weights = folder.join("1.bin");
    let printed = run(&[
        "evaluate",
        "reversi",
        "--games",
        folder.to_str().unwrap(),
        "--empties",
        "8",
        "--weights",
        weights.to_str().unwrap(),
    ]);
    assert_eq!(printed.len(), 4);
}

#[test]
fn damaged_sample_files_are_refused_in_one_sentence() {
    let folder = folder("damaged", 20);
    let kept = folder.join("positions");
    let _ = fs::remove_file(&kept);
    let keep = ["--samples", kept.to_str().unwrap()];
    train(&folder, "whole.bin", &keep);
    let bytes = fs::read(&kept).unwrap();
    let mut overlapping = bytes.clone();
    overlapping[8..24].fill(0xff);
    for broken in [&bytes[..bytes.len() - 1], &bytes[1..], &overlapping, b"", b"TYREVPOS1"] {
        fs::write(&kept, broken).unwrap();
        let out = folder.join("broken.bin");
        let output = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
            .args(["train", "reversi", "--games", folder.to_str().unwrap()])
            .args(["--out", out.to_str().unwrap()])
            .args(keep)
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("TYREVPOS") && stderr.lines().count() == 1, "{stderr}");
        assert!(!output.status.success() && !out.exists());
        assert_eq!(fs::read(&kept).unwrap(), broken);
    }
}

#[test]
fn self_play_games_are_deterministic_for_a_seed() {
    let measure = |seed: &str| {
        let args = ["--positions", "3", "--empties", "12", "--plies", "0,12", "--seed", seed];
        run(&[&["evaluate", "reversi", "--self-play"], &args[..]].concat())
    };
    let printed = measure("1");
    assert!(printed[0].starts_with("12 empties, 3 positions, 0 plies"), "{}", printed[0]);
    assert!(printed[1].contains("mean absolute error 0.00"), "{}", printed[1]);
    assert_eq!(measure("1"), printed);
    assert_ne!(measure("2"), printed);
}
