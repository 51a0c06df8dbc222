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

/// What an evolution found.
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

/// Evolves weights of the features of moves by games from a position: with these parameters, but
/// for the generations and the nodes of the request. `None` if the game is over.
pub(super) fn breed<S>(
    board: &<S as SearchGame>::Position,
    extractor: &mut S,
    params: &EvolutionParams,
    request: &TraceRequest,
    recorder: &mut Recorder<MoveOf<S>>,
) -> Option<Evolved<MoveOf<S>>>
where
    S: SearchGame + FeatureExtractor<Position = <S as SearchGame>::Position>,
{
    let started = Instant::now();
    let params = EvolutionParams {
        generations: request.generations,
        nodes: request.limits.nodes.unwrap_or(u64::MAX),
        ..*params
    };
    let limits = Limits { depth: None, ..request.limits };
    let (seed, stop) = (request.seed, &request.stop);
    let bred = evolve(extractor, board, &params, seed, limits, stop, recorder);
    let game = play_by_weights(extractor, board, &bred.weights, params.max_plies as usize);
    let best = *game.first()?;
    let elapsed = started.elapsed();
    Some(Evolved { best, game, weights: bred.weights, nodes: bred.nodes, elapsed })
}
