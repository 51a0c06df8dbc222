//! Games that the engine plays against itself for positions with scores.

use super::positions::{MAX_SCORE, PackedPosition, ScoredPosition};
use crate::core::{Move, Random, mix};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Game, NetworkEvaluation, Options,
};
use crate::search::{Limits, StopFlag};

/// Random plies at the beginning of a game: this number or one more, so that either side begins.
const OPENING_PLIES: usize = 8;

/// Largest score after the opening, in centipawns: more is decided already.
const MAX_OPENING_SCORE: f64 = 150.0;

/// A score from which a side counts as winning, in centipawns, and the consecutive plies after
/// which the game ends by it.
const WINNING_SCORE: f64 = 1200.0;
const WINNING_PLIES: u32 = 6;

/// Plies after which a game is drawn.
const MAX_PLIES: usize = 400;

/// Transposition table in mebibytes, kept during a game.
const TABLE_SIZE: usize = 4;

/// An engine that knows nothing of earlier games.
fn new_engine(game: &dyn Game) -> Box<dyn Engine> {
    let mut engine = game.engine();
    engine.set_table_size(TABLE_SIZE);
    engine.keep_table();
    engine
}

/// The player of both sides. Each game depends on its seed alone.
pub struct SelfPlayer<'a> {
    game: &'a dyn Game,
    network: &'a dyn NetworkEvaluation,
    nodes: u64,
}

impl<'a> SelfPlayer<'a> {
    /// A player that searches this number of nodes for a move; `None` if no network evaluates the
    /// game.
    #[must_use]
    pub fn new(game: &'a dyn Game, nodes: u64) -> Option<SelfPlayer<'a>> {
        let network = game.network_evaluation()?;
        Some(SelfPlayer { game, network, nodes })
    }

    /// The best move with its score.
    fn search(&self, engine: &mut dyn Engine, position: &AnyPosition) -> Option<EngineInfo> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let request = EngineRequest::full(limits, StopFlag::new());
        engine.search(position, &request, &mut |_| ())
    }

    /// A position after random moves that is balanced by the search.
    fn opening(&self, engine: &mut dyn Engine, random: &mut Random) -> Option<(AnyPosition, u64)> {
        loop {
            let mut position = self.game.start(&Options::default()).ok()?;
            let mut hash = 0;
            for _ in 0..OPENING_PLIES + random.below(2) {
                let Some(mv) = random.pick(&position.legal_moves()).copied() else { break };
                position.play(mv).ok()?;
                hash = mix(hash ^ position.key());
            }
            let found = self.search(engine, &position).and_then(|found| found.score);
            if found.is_some_and(|score| {
                !score.is_exact() && score.amount.abs() * 100.0 <= MAX_OPENING_SCORE
            }) {
                return Some((position, hash));
            }
        }
    }

    /// Plays a game, and returns its quiet positions. A game ends by the rules, or when the search
    /// proves a win or one side stays far ahead.
    pub fn play(&self, random: &mut Random) -> Vec<PackedPosition> {
        let engine = &mut *new_engine(self.game);
        let Some((mut position, mut hash)) = self.opening(engine, random) else {
            return Vec::new();
        };
        let mut positions = Vec::new();
        let mut ahead = (None, 0);
        let mut winner = None;
        for _ in 0..MAX_PLIES {
            if let Some(outcome) = position.outcome() {
                winner = outcome.winner;
                break;
            }
            let side = position.side_to_move();
            let Some(found) = self.search(engine, &position) else { break };
            let Some(score) = found.score else { break };
            let centipawns = score.amount * 100.0;
            let leader = if centipawns > 0.0 { side } else { side.other() };
            if score.mate.is_some() {
                winner = Some(leader);
                break;
            }
            ahead = match ahead {
                _ if centipawns.abs() < WINNING_SCORE => (None, 0),
                (Some(before), plies) if before == leader => (Some(leader), plies + 1),
                _ => (Some(leader), 1),
            };
            if ahead.1 >= WINNING_PLIES {
                winner = ahead.0;
                break;
            }
            positions.extend(self.sample(&position, found.best, centipawns));
            if position.play(found.best).is_err() {
                break;
            }
            hash = mix(hash ^ position.key());
        }
        let features = self.network.installed().features();
        let labelled = |mut position: ScoredPosition| {
            position.result = match winner {
                None => 0,
                Some(side) if side == position.side => 1,
                Some(_) => -1,
            };
            position.game = hash as u8;
            position.pack(features)
        };
        positions.into_iter().filter_map(labelled).collect()
    }

    /// The position without its result, if it is one to learn from.
    fn sample(&self, position: &AnyPosition, best: Move, score: f64) -> Option<ScoredPosition> {
        let wanted = score.abs() <= f64::from(MAX_SCORE) && self.network.is_quiet(position, best);
        let placement = self.network.placement(position).filter(|_| wanted)?;
        let side = position.side_to_move();
        Some(ScoredPosition { placement, side, score: score.round() as i16, result: 0, game: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::GAMES;

    #[test]
    fn games_give_quiet_positions_and_the_same_seed_gives_the_same_game() {
        let games: Vec<_> =
            GAMES.iter().filter(|game| game.network_evaluation().is_some()).collect();
        assert!(games.len() >= 2);
        for game in games {
            let features = game.network_evaluation().unwrap().installed().features();
            let player = SelfPlayer::new(*game, 300).unwrap();
            // A game may be decided before there are many.
            let games = (5..10).map(|seed| (seed, player.play(&mut Random::new(seed))));
            let (seed, played) = games.max_by_key(|(_, played)| played.len()).expect("five games");
            assert!(played.len() > 10, "{}", game.id());
            assert_eq!(SelfPlayer::new(*game, 300).unwrap().play(&mut Random::new(seed)), played);
            assert_ne!(player.play(&mut Random::new(seed + 1)), played);
            let positions: Vec<_> =
                played.iter().map(|packed| packed.unpack(features).unwrap()).collect();
            let result = |at: &ScoredPosition| at.result * [1, -1][at.side.index()];
            for position in &positions {
                assert_eq!(result(position), result(&positions[0]));
                assert_eq!(position.game, positions[0].game);
                assert!((2..=32).contains(&position.placement.count()));
            }
        }
    }
}
