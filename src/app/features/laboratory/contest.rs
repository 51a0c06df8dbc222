//! Games between algorithms: each plays each, with both colours.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::task::{position_of, request};
use crate::app::services::tasks::{Task, WorkerState};
use crate::core::{Random, Side};
use crate::games::{Algorithm, AnyPosition, Engine, Options, TraceRequest};
use crate::search::StopFlag;
use crate::search::trace::RecorderLimits;

/// Openings of random moves from which each pair plays a game with each colour.
const OPENINGS: u64 = 2;

/// Random plies of an opening, so that no game is played twice.
const RANDOM_PLIES: usize = 2;

/// Plies after which a game is drawn.
const MAX_PLIES: usize = 200;

/// The results of one algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestRow {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Games won, drawn and lost.
    pub results: [u32; 3],
    /// Positions searched.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// Moves made by it.
    pub moves: u32,
}

impl ContestRow {
    /// Points: one for a win, half a point for a draw.
    pub fn points(&self) -> f32 {
        self.results[0] as f32 + self.results[1] as f32 / 2.0
    }
}

/// The table of a contest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contest {
    /// The results, most points first.
    pub rows: Vec<ContestRow>,
    /// Games played, and all that are to be played.
    pub games: [u32; 2],
}

/// Games between algorithms from a position. Reports the table after each game.
#[derive(Serialize, Deserialize)]
pub struct ContestTask {
    /// Id of the game.
    pub game: String,
    /// Its options.
    pub options: Options,
    /// The position as text.
    pub position: String,
    /// The algorithms, at least two.
    pub algorithms: Vec<Algorithm>,
    /// Plies, playouts and generations of a search.
    pub effort: (u32, u32, u32),
}

impl Task for ContestTask {
    type Output = Contest;

    const NAME: &'static str = "contest";

    fn run(self, _: &mut WorkerState, stop: &StopFlag, report: &mut dyn FnMut(Contest)) {
        let Some((game, start)) = position_of(&self.game, &self.options, &self.position) else {
            return;
        };
        let row = |&algorithm: &Algorithm| ContestRow {
            algorithm,
            results: [0; 3],
            nodes: 0,
            time: Duration::ZERO,
            moves: 0,
        };
        let mut rows: Vec<_> = self.algorithms.iter().map(row).collect();
        let count = rows.len();
        let total = (count * count.saturating_sub(1)) as u32 * OPENINGS as u32;
        let mut engine = game.engine();
        let mut played = 0;
        for opening in 0..OPENINGS {
            for first in 0..count {
                for second in (0..count).filter(|&second| second != first) {
                    // Both colours of a pair begin from the same opening.
                    let seed =
                        opening << 16 | ((first.min(second) << 8) | first.max(second)) as u64;
                    let position = after_opening(&start, seed);
                    let pair = [first, second];
                    let asked = (self.effort, seed);
                    let Some(winner) = play(&mut *engine, position, &mut rows, pair, asked, stop)
                    else {
                        return;
                    };
                    for (side, at) in Side::BOTH.into_iter().zip(pair) {
                        let result = match winner {
                            Some(won) if won == side => 0,
                            None => 1,
                            Some(_) => 2,
                        };
                        rows[at].results[result] += 1;
                    }
                    played += 1;
                    let mut table = rows.clone();
                    table.sort_by(|a, b| b.points().total_cmp(&a.points()));
                    report(Contest { rows: table, games: [played, total] });
                }
            }
        }
    }
}

/// The position after random moves that do not end the game.
fn after_opening(start: &AnyPosition, seed: u64) -> AnyPosition {
    let mut random = Random::new(seed);
    let mut position = start.clone();
    for _ in 0..RANDOM_PLIES {
        let mut next = position.clone();
        let is_played = random.pick(&next.legal_moves()).is_some_and(|&mv| next.play(mv).is_ok());
        if !is_played || next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Plays a game between the rows `pair`, the first of which has the first side: the winner, or
/// none for a draw. `None` if it was stopped.
fn play(
    engine: &mut dyn Engine,
    mut position: AnyPosition,
    rows: &mut [ContestRow],
    pair: [usize; 2],
    (effort, seed): ((u32, u32, u32), u64),
    stop: &StopFlag,
) -> Option<Option<Side>> {
    // Only the move is wanted.
    let recorder = RecorderLimits { nodes: 1, events: 1, plies: 0 };
    for _ in 0..MAX_PLIES {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner);
        }
        let row = &mut rows[pair[position.side_to_move().index()]];
        let asked = TraceRequest { seed, recorder, ..request(row.algorithm, effort, stop) };
        let trace = engine.trace(&position, &asked);
        if stop.is_raised() {
            return None;
        }
        let best = trace.as_ref().and_then(|trace| trace.pv.first().copied());
        // Where an algorithm has nothing to say, as after the last stone, the rules decide.
        let Some(mv) = best.or_else(|| position.legal_moves().first().copied()) else {
            return Some(None);
        };
        if let Some(trace) = trace {
            row.nodes += trace.nodes;
            row.time += trace.elapsed;
        }
        row.moves += 1;
        if position.play(mv).is_err() {
            return Some(None);
        }
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::GAMES;

    #[test]
    fn every_pair_plays_both_colours_and_results_balance() {
        let smallest = |game: &&&'static dyn crate::games::Game| {
            let board = game.start(&Options::default()).unwrap().board();
            u32::from(board.files) * u32::from(board.ranks)
        };
        let game = GAMES.iter().min_by_key(smallest).unwrap();
        let position = game.start(&Options::default()).unwrap();
        let task = ContestTask {
            game: game.id().to_owned(),
            options: Options::default(),
            position: position.text(),
            algorithms: vec![Algorithm::Greedy, Algorithm::AlphaBeta, Algorithm::Uct],
            effort: (4, 60, 1),
        };
        let mut tables = Vec::new();
        task.run(&mut WorkerState::default(), &StopFlag::new(), &mut |table| tables.push(table));
        let last = tables.last().unwrap();
        assert_eq!((tables.len(), last.games), (12, [12, 12]));
        let sum = |n: usize| last.rows.iter().map(|row| row.results[n]).sum::<u32>();
        assert_eq!((sum(0), sum(0) + sum(1) + sum(2)), (sum(2), 24));
        assert!(last.rows.windows(2).all(|two| two[0].points() >= two[1].points()));
        // Looking four plies ahead is better than one.
        assert_ne!(last.rows[0].algorithm, Algorithm::Greedy);
        assert!(last.rows.iter().all(|row| row.nodes > 0 && row.moves > 0));
    }
}
