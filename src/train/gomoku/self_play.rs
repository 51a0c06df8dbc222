//! Games that the engine plays against itself.

use super::records::{GameRecord, SIZE, ScoredMove, Winner};
use crate::core::{Position, Random, Side};
use crate::games::gomoku::{
    Gomoku, GomokuGame, GomokuMove, OpeningRule, PatternBoard, Rule, bitboard::file_and_rank,
    value_of_win_chance,
};
use crate::games::{AnyPosition, Engine, EngineInfo, EngineRequest, Game, Notation};
use crate::search::{Limits, StopFlag};

/// Fewest and most random stones at the beginning of a game.
const OPENING_STONES: (usize, usize) = (2, 8);

/// Largest score after the opening, in hundredths of a tempo: more is decided already.
const MAX_OPENING_SCORE: f64 = 250.0;

/// Moves that a random one is drawn from: those with the best ordering scores.
const RANDOM_MOVES: usize = 10;

/// Transposition table in mebibytes, kept during a game.
const TABLE_SIZE: usize = 2;

/// An engine that knows nothing of earlier games.
fn new_engine() -> Box<dyn Engine> {
    let mut engine = GomokuGame.engine();
    engine.set_table_size(TABLE_SIZE);
    engine.keep_table();
    engine
}

/// The player of both sides. Each game depends on its generator alone.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayer {
    /// Nodes to search for a move.
    pub nodes: u64,
    /// In how many of a hundred positions a random one of the better moves is played instead of
    /// the best, so that positions which are not even are learned of too. Such a move has no
    /// score.
    pub random_moves: u8,
}

impl SelfPlayer {
    /// A player that searches this number of nodes for a move, and plays the best.
    #[must_use]
    pub fn new(nodes: u64) -> SelfPlayer {
        SelfPlayer { nodes, random_moves: 0 }
    }

    /// A random move, if one is to be played in this position.
    fn random_move(&self, position: &Gomoku, random: &mut Random) -> Option<u16> {
        if random.below(100) >= usize::from(self.random_moves) {
            return None;
        }
        let board = PatternBoard::new(position);
        let is_allowed = |&cell: &u16| board.foul(cell, board.colour()).is_none();
        let mut cells: Vec<u16> = board.near_cells().cells().filter(is_allowed).collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(board.move_order_score(cell)));
        cells.truncate(RANDOM_MOVES);
        random.pick(&cells).copied()
    }

    /// The best move with its score.
    fn search(&self, engine: &mut dyn Engine, position: &Gomoku) -> Option<EngineInfo> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let request = EngineRequest::full(limits, StopFlag::new());
        engine.search(&AnyPosition::new(*position), &request, &mut |_| ())
    }

    /// A position after random stones near each other that is balanced by the search, with
    /// their moves.
    fn opening(
        &self,
        engine: &mut dyn Engine,
        rule: Rule,
        random: &mut Random,
    ) -> (Gomoku, Vec<ScoredMove>) {
        loop {
            let mut position = Gomoku::new(SIZE, rule, OpeningRule::None);
            let mut moves = Vec::new();
            let count = OPENING_STONES.0 + random.below(OPENING_STONES.1 - OPENING_STONES.0 + 1);
            while moves.len() < count && position.end().is_none() {
                let board = PatternBoard::new(&position);
                let near: Vec<u16> = board.near_cells().cells().collect();
                let cell = random.pick(&near).copied().unwrap_or(position.centre());
                position.play(GomokuMove::Stone(cell));
                moves.push(ScoredMove { at: file_and_rank(cell), score: None });
            }
            if position.end().is_some() {
                continue;
            }
            let score = self.search(engine, &position).and_then(|found| found.score);
            if score.is_some_and(|score| {
                score.mate.is_none() && value_of_win_chance(score.amount).abs() <= MAX_OPENING_SCORE
            }) {
                return (position, moves);
            }
        }
    }

    /// Plays a game to its end, or until the search finds a win.
    #[must_use]
    pub fn play(&self, rule: Rule, random: &mut Random) -> GameRecord {
        let engine = &mut *new_engine();
        let (mut position, mut moves) = self.opening(engine, rule, random);
        let mut winner = Winner::None;
        while position.end().is_none() {
            let Some(found) = self.search(engine, &position) else { break };
            let Some(score) = found.score else { break };
            if let Some(mate) = score.mate {
                let is_black = (position.colour() == Side::First) == (mate > 0);
                winner = if is_black { Winner::Black } else { Winner::White };
                break;
            }
            // A pass ends the game soon as a draw.
            let Ok(GomokuMove::Stone(best)) = position.from_move(found.best) else { break };
            let instead = self.random_move(&position, random);
            let cell = instead.unwrap_or(best);
            let score = value_of_win_chance(score.amount).round() as i16;
            let score = instead.is_none().then_some(score);
            moves.push(ScoredMove { at: file_and_rank(cell), score });
            position.play(GomokuMove::Stone(cell));
        }
        GameRecord { rule, winner, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_generator_gives_the_same_game_and_its_moves_are_legal() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let player = SelfPlayer::new(200);
            let game = player.play(rule, &mut Random::new(3));
            assert_eq!(player.play(rule, &mut Random::new(3)), game);
            assert_ne!(player.play(rule, &mut Random::new(4)), game);
            let mut position = Gomoku::new(SIZE, rule, OpeningRule::None);
            for mv in &game.moves {
                let cell = crate::games::gomoku::bitboard::cell(mv.at.0, mv.at.1);
                assert!(position.is_legal(GomokuMove::Stone(cell)));
                position.play(GomokuMove::Stone(cell));
            }
            assert!(game.moves.iter().any(|mv| mv.score.is_some()));
        }
    }
}
