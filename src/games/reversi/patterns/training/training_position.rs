//! Game records, the positions of their replay, and labelled samples.

use crate::core::Random;
use crate::games::reversi::bitboard::Bitboard;

/// A labelled position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opponent: u64,
    /// Final score in discs for the side to move.
    pub score: f32,
    /// Weight in the loss, from 0 to 1: less where the score is uncertain.
    pub weight: f32,
}

/// Decay of the weight per move before a known score.
const WEIGHT_DECAY: f32 = 0.17;

/// Weight of a sample this number of moves before the position with the known score.
pub(super) fn sample_weight(moves: u32) -> f32 {
    1.0 / (1.0 + WEIGHT_DECAY * moves as f32)
}

/// Record of a game on 8 by 8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Squares of the moves in order, without passes: a1 is 0, b1 is 1, a2 is 8.
    pub squares: Vec<u8>,
    /// WTHOR's theoretical score: a number of empty squares, and Black's score in discs with best
    /// play from there on.
    pub theoretical_score: Option<(u32, i32)>,
}

/// A position of a game, from the view of the side to move.
#[derive(Clone, Copy)]
pub(super) struct TrainingPosition {
    pub own: u64,
    pub opponent: u64,
    pub black_to_move: bool,
}

impl TrainingPosition {
    /// The starting position.
    pub(super) const START: TrainingPosition = TrainingPosition {
        own: 0x0000_0008_1000_0000,
        opponent: 0x0000_0010_0800_0000,
        black_to_move: true,
    };

    pub(super) fn empties(self) -> u32 {
        (!(self.own | self.opponent)).count_ones()
    }

    pub(super) fn mobility(self) -> u64 {
        u64::mobility(self.own, self.opponent, !(self.own | self.opponent))
    }

    /// A random legal move; `None` if there is none.
    pub(super) fn random_move(self, random: &mut Random) -> Option<u8> {
        let moves: Vec<u8> = self.mobility().squares().collect();
        random.pick(&moves).copied()
    }

    /// A sample of this position, with the score for the side to move.
    pub(super) fn sample(self, score: f32, weight: f32) -> Sample {
        Sample { own: self.own, opponent: self.opponent, score, weight }
    }

    fn passed(self) -> TrainingPosition {
        TrainingPosition {
            own: self.opponent,
            opponent: self.own,
            black_to_move: !self.black_to_move,
        }
    }

    pub(super) fn after(self, square: u8) -> TrainingPosition {
        let flips = u64::flips(self.own, self.opponent, square);
        TrainingPosition {
            own: self.opponent & !flips,
            opponent: self.own | flips | 1 << square,
            black_to_move: !self.black_to_move,
        }
    }

    /// This position, or the one after a forced pass; `None` if the game is over.
    pub(super) fn after_forced_pass(self) -> Option<TrainingPosition> {
        [self, self.passed()].into_iter().find(|position| position.mobility() != 0)
    }
}

/// Positions of a game in which the side to move has a move; `None` if a move is illegal.
pub(super) fn replay(game: &GameRecord) -> Option<Vec<TrainingPosition>> {
    let mut positions = Vec::with_capacity(61);
    let mut next = Some(TrainingPosition::START);
    for &square in &game.squares {
        let position = next?;
        if square >= 64 || position.mobility() >> square & 1 == 0 {
            return None;
        }
        positions.push(position);
        next = position.after(square).after_forced_pass();
    }
    positions.extend(next);
    Some(positions)
}
