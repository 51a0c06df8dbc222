//! `train` and `evaluate`: from a folder of games to weights, and how well
//! these foretell exact scores.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tianyuan::core::Random;
use tianyuan::games::{Options, registry};

/// A game of chance as a record of WTHOR: eight bytes of heading, then the
/// moves, ten times the rank and the file.
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

/// A folder with so many games of chance.
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
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), complaint.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn looking_ahead_comes_nearer_to_the_exact_scores() {
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
    // Twelve plies are the whole way.
    assert!(errors[0] > errors[1] && errors[1] > 0.0 && errors[2] == 0.0, "{errors:?}");
}

#[test]
fn the_same_games_and_seed_give_the_same_weights_on_any_number_of_threads() {
    let folder = folder("learned", 60);
    let games = folder.to_str().unwrap();
    let files = ["1", "2"].map(|threads| {
        let out = folder.join(format!("{threads}.bin"));
        let printed = run(&[
            "train",
            "reversi",
            "--games",
            games,
            "--out",
            out.to_str().unwrap(),
            "--epochs",
            "1",
            "--threads",
            threads,
        ]);
        assert!(printed[0].starts_with("60 games"), "{}", printed[0]);
        out
    });
    let [one, two] = [&files[0], &files[1]].map(|file| fs::read(file).unwrap());
    assert!(one == two);
    let weights = files[0].to_str().unwrap();
    let printed =
        run(&["evaluate", "reversi", "--games", games, "--empties", "8", "--weights", weights]);
    assert_eq!(printed.len(), 4);
}
