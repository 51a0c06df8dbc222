//! The games that are learned from: a folder of WTHOR files.

use std::collections::HashSet;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::cli::{CliError, failed};
use crate::core::{Random, mix};
use crate::games::registry::learning::{Judge, Played, Player, Sample, Weights};
use crate::record::formats::wthor_games;

/// One game in so many is not learned from, but measured on.
const HELD_OUT: u64 = 20;

/// Games are scored so many at a time.
const BATCH: usize = 256;

/// The games of a folder.
pub(super) struct Collection {
    /// The games, each once, in the order of the files.
    pub games: Vec<Played>,
    /// How many were left out since they were there before.
    pub repeated: usize,
}

/// A number that follows from the moves of a game.
fn mark(game: &Played) -> u64 {
    game.squares.iter().fold(1, |mark, &square| mix(mark ^ u64::from(square)))
}

/// Whether a game is kept for measuring.
pub(super) fn is_held_out(game: &Played) -> bool {
    mark(game).is_multiple_of(HELD_OUT)
}

/// Reads every WTHOR file of a folder.
pub(super) fn read(folder: &Path) -> Result<Collection, CliError> {
    let entries = fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
    let is_wthor =
        |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb"));
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_wthor).collect();
    files.sort();
    if files.is_empty() {
        return Err(failed(folder, &"there is no file of games in it; expected some .wtb"));
    }
    let mut collection = Collection { games: Vec::new(), repeated: 0 };
    let mut known = HashSet::new();
    for file in files {
        let bytes = fs::read(&file).map_err(|error| failed(&file, &error))?;
        let found = wthor_games(&bytes).map_err(|error| failed(&file, &error))?;
        for game in &found.games {
            let squares = game.squares.iter().take_while(|&&code| code != 0);
            // What is no square becomes 255, which no rule allows.
            let square = |&code: &u8| match (code / 10, code % 10) {
                (rank @ 1..=8, file @ 1..=8) => (rank - 1) * 8 + file - 1,
                _ => u8::MAX,
            };
            let difference = 2 * i32::from(game.theoretical) - 64;
            let played = Played {
                squares: squares.map(square).collect(),
                theoretical: (found.depth > 0 && game.theoretical <= 64)
                    .then_some((u32::from(found.depth), difference)),
            };
            if known.insert(mark(&played)) {
                collection.games.push(played);
            } else {
                collection.repeated += 1;
            }
        }
    }
    Ok(collection)
}

/// How games become positions with scores.
#[derive(Clone)]
pub(super) struct Scoring {
    pub solved: u32,
    /// Who scores moves of chance, and in how many positions of a game each
    /// tries them.
    pub teachers: Vec<Arc<Weights>>,
    pub others: u32,
    pub seed: u64,
    pub threads: usize,
}

/// Does every piece of work, on so many threads, and gives what came of it in
/// the order of the pieces; each thread has tools of its own.
fn share<T, W: Sync, R: Send>(
    threads: usize,
    works: &[W],
    tools: impl Fn() -> T + Sync,
    done: impl Fn(&mut T, &W) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let labour = || {
        let mut tools = tools();
        let mut results = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(work) = works.get(at) else { break results };
            results.push((at, done(&mut tools, work)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(labour)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    results.sort_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The positions of these games with their scores, in the order of the games,
/// and how many games could not be used.
pub(super) fn score(games: &[&Played], scoring: &Scoring) -> (Vec<Sample>, usize) {
    let judge = || {
        let judge = Judge::new(scoring.solved);
        let teachers = scoring.teachers.iter().cloned();
        teachers.fold(judge, |judge, weights| judge.with_teacher(weights, scoring.others))
    };
    let batches: Vec<&[&Played]> = games.chunks(BATCH).collect();
    let scored = share(scoring.threads, &batches, judge, |judge, batch| {
        let (mut samples, mut bad) = (Vec::new(), 0);
        for game in *batch {
            let mark = mark(game);
            let chance = |teacher| Random::new(scoring.seed.wrapping_add(teacher) ^ mark);
            match judge.samples(game, chance) {
                Some(found) => samples.extend(found),
                None => bad += 1,
            }
        }
        (samples, bad)
    });
    let bad = scored.iter().map(|&(_, bad)| bad).sum();
    (scored.into_iter().flat_map(|(samples, _)| samples).collect(), bad)
}

/// Positions with scores of so many quick games that the last teacher plays
/// against itself.
pub(super) fn quick_games(count: u32, scoring: &Scoring) -> Vec<Sample> {
    let Some(weights) = scoring.teachers.last() else { return Vec::new() };
    let numbers: Vec<u64> = (0..u64::from(count)).collect();
    let batches: Vec<&[u64]> = numbers.chunks(BATCH).collect();
    let player = || Player::new(weights.clone());
    let played = share(scoring.threads, &batches, player, |player, batch| {
        let game =
            |number: &u64| player.quick_game(&mut Random::new(mix(scoring.seed ^ mix(*number))));
        batch.iter().flat_map(game).collect::<Vec<_>>()
    });
    played.into_iter().flatten().collect()
}
