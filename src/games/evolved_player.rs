//! Players of weighted move features that an evolution breeds while it is watched.

use std::time::Duration;

use web_time::Instant;

use super::TraceRequest;
use crate::core::Position;
use crate::search::evolution::{EvolutionParams, FeatureExtractor, evolve, play_by_weights};
use crate::search::trace::Recorder;
use crate::search::{Limits, SearchGame};

/// The move type of a search.
type MoveOf<S> = <<S as SearchGame>::Position as Position>::Move;

/// Players of a generation, and games that each begins.
const POPULATION: usize = 16;
const GAMES: u32 = 4;

/// Result of an evolution.
pub(super) struct Evolved<Mv> {
    /// The best move by the weights.
    pub best: Mv,
    /// The weights of the fittest.
    pub weights: Vec<f32>,
    /// A game of the fittest against itself.
    pub game: Vec<Mv>,
    /// Positions evaluated.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Evolves weights of the features of moves by games of at most so many plies from a position.
/// `None` if the game is over.
pub(super) fn breed<S>(
    board: &<S as SearchGame>::Position,
    extractor: &mut S,
    max_plies: u32,
    request: &TraceRequest,
    recorder: &mut Recorder<MoveOf<S>>,
) -> Option<Evolved<MoveOf<S>>>
where
    S: SearchGame + FeatureExtractor<Position = <S as SearchGame>::Position>,
{
    let started = Instant::now();
    let params = EvolutionParams {
        population: POPULATION,
        generations: request.generations,
        games: GAMES,
        max_plies,
        nodes: request.limits.nodes.unwrap_or(u64::MAX),
    };
    let limits = Limits { depth: None, ..request.limits };
    let (seed, stop) = (request.seed, &request.stop);
    let bred = evolve(extractor, board, &params, seed, limits, stop, recorder);
    let game = play_by_weights(extractor, board, &bred.weights, max_plies as usize);
    let best = *game.first()?;
    let elapsed = started.elapsed();
    Some(Evolved { best, game, weights: bred.weights, nodes: bred.nodes, elapsed })
}
