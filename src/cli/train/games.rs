//! Game collections of WTHOR files, and the parallel labelling of their positions.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use crate::cli::{CliError, file_error};
use crate::core::{Random, mix};
use crate::games::registry::training::{GameRecord, Labeller, Sample, SelfPlayer, Weights};
use crate::record::formats::wthor_games;

/// One game in this number is held out of the training.
const HELD_OUT: u64 = 20;

/// Games per unit of work.
const BATCH: usize = 256;

/// The games of a folder.
pub(super) struct Collection {
    /// The games in the order of the files, without duplicates.
    pub games: Vec<GameRecord>,
    /// Number of duplicates left out.
    pub repeated: usize,
}

/// Hash of a game's moves.
fn game_hash(game: &GameRecord) -> u64 {
    game.squares.iter().fold(1, |hash, &square| mix(hash ^ u64::from(square)))
}

/// True if a game is held out of the training.
pub(super) fn is_held_out(game: &GameRecord) -> bool {
    game_hash(game).is_multiple_of(HELD_OUT)
}

/// Reads every WTHOR file of a folder.
pub(super) fn read(folder: &Path) -> Result<Collection, CliError> {
    let entries = fs::read_dir(folder).map_err(|error| file_error(folder, &error))?;
    let is_wthor =
        |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb"));
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_wthor).collect();
    files.sort();
    if files.is_empty() {
        return Err(file_error(folder, &"there is no file of games in it; expected some .wtb"));
    }
    let mut collection = Collection { games: Vec::new(), repeated: 0 };
    let mut known = HashSet::new();
    for file in files {
        let bytes = fs::read(&file).map_err(|error| file_error(&file, &error))?;
        let found = wthor_games(&bytes).map_err(|error| file_error(&file, &error))?;
        for game in &found.games {
            let squares = game.squares.iter().take_while(|&&code| code != 0);
            // An invalid square becomes 255, which is never legal.
            let square = |&code: &u8| match (code / 10, code % 10) {
                (rank @ 1..=8, file @ 1..=8) => (rank - 1) * 8 + file - 1,
                _ => u8::MAX,
            };
            let difference = 2 * i32::from(game.theoretical_score) - 64;
            let played = GameRecord {
                squares: squares.map(square).collect(),
                theoretical_score: (found.theoretical_depth > 0 && game.theoretical_score <= 64)
                    .then_some((u32::from(found.theoretical_depth), difference)),
            };
            if known.insert(game_hash(&played)) {
                collection.games.push(played);
            } else {
                collection.repeated += 1;
            }
        }
    }
    Ok(collection)
}

/// Parameters of the labelling.
#[derive(Clone)]
pub(super) struct LabelParams {
    /// Empty squares up to which positions are solved.
    pub solve_within: u32,
    /// Weights of the teachers.
    pub teachers: Vec<Arc<Weights>>,
    /// Side positions per game and teacher.
    pub side_positions: u32,
    pub seed: u64,
    pub threads: usize,
}

/// Applies `process` to all items on several threads, and returns the results in the order of the
/// items. Each thread has a state of its own.
fn parallel_map<S, T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    state: impl Fn() -> S + Sync,
    process: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut state = state();
        let mut results = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break results };
            results.push((at, process(&mut state, item)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    results.sort_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Labelled positions of the games, in the order of the games, and the number of games that could
/// not be used.
pub(super) fn label(games: &[&GameRecord], params: &LabelParams) -> (Vec<Sample>, usize) {
    let labeller = || {
        let labeller = Labeller::new(params.solve_within);
        let teachers = params.teachers.iter().cloned();
        teachers.fold(labeller, |labeller, weights| {
            labeller.with_teacher(weights, params.side_positions)
        })
    };
    let batches: Vec<&[&GameRecord]> = games.chunks(BATCH).collect();
    let labelled = parallel_map(params.threads, &batches, labeller, |labeller, batch| {
        let (mut samples, mut bad) = (Vec::new(), 0);
        for game in *batch {
            let hash = game_hash(game);
            let random = |teacher| Random::new(params.seed.wrapping_add(teacher) ^ hash);
            match labeller.samples(game, random) {
                Some(found) => samples.extend(found),
                None => bad += 1,
            }
        }
        (samples, bad)
    });
    let bad = labelled.iter().map(|&(_, bad)| bad).sum();
    (labelled.into_iter().flat_map(|(samples, _)| samples).collect(), bad)
}

/// Labelled positions of `count` quick self-play games of the last teacher.
pub(super) fn quick_games(count: u32, params: &LabelParams) -> Vec<Sample> {
    let Some(weights) = params.teachers.last() else { return Vec::new() };
    let numbers: Vec<u64> = (0..u64::from(count)).collect();
    let batches: Vec<&[u64]> = numbers.chunks(BATCH).collect();
    let player = || SelfPlayer::new(weights.clone());
    let played = parallel_map(params.threads, &batches, player, |player, batch| {
        let game =
            |number: &u64| player.quick_game(&mut Random::new(mix(params.seed ^ mix(*number))));
        batch.iter().flat_map(game).collect::<Vec<_>>()
    });
    played.into_iter().flatten().collect()
}
