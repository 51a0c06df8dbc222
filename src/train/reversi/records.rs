//! Game records, the positions of their replay, and labelled samples.

use crate::core::{Random, mix};
use crate::games::reversi::Discs;
use crate::games::reversi::bitboard::Bitboard;
use crate::train::dataset::Record;

/// A labelled position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The discs, from the view of the side to move.
    pub discs: Discs,
    /// Final score in discs for the side to move.
    pub score: f32,
    /// Weight in the loss, from 0 to 1: less where the score is uncertain.
    pub weight: f32,
}

/// Own discs and opponent's discs (`u64`), score in discs and weight (`f32`), in little endian.
impl Record for Sample {
    const MAGIC: &'static str = "TYREVPOS";
    const SIZE: usize = 24;

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.discs.own.to_le_bytes());
        bytes.extend(self.discs.opponent.to_le_bytes());
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.weight.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Sample> {
        let word = |n: usize| bytes.as_chunks::<4>().0.get(n).copied().map(u32::from_le_bytes);
        let set = |n: usize| Some(u64::from(word(n)?) | u64::from(word(n + 1)?) << 32);
        let discs = Discs { own: set(0)?, opponent: set(2)? };
        let (score, weight) = (f32::from_bits(word(4)?), f32::from_bits(word(5)?));
        let is_valid =
            discs.own & discs.opponent == 0 && score.abs() <= 64.0 && (0.0..=1.0).contains(&weight);
        is_valid.then_some(Sample { discs, score, weight })
    }
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
    /// WTHOR's theoretical score, if it is known.
    pub theoretical_score: Option<TheoreticalScore>,
}

/// The score with best play from a position of a game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TheoreticalScore {
    /// Number of empty squares of the position.
    pub empties: u32,
    /// Black's score in discs, from -64 to 64.
    pub score: i32,
}

impl GameRecord {
    /// Hash of the moves.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.squares.iter().fold(1, |hash, &square| mix(hash ^ u64::from(square)))
    }

    /// The position with this number of empty squares. `None` if the record is illegal, or the game
    /// has no such position in which the side to move has a move.
    #[must_use]
    pub fn position(&self, empties: u32) -> Option<Discs> {
        let positions = self.replay()?;
        Some(positions.into_iter().find(|position| position.discs.empties() == empties)?.discs)
    }

    /// Positions of the game in which the side to move has a move; `None` if a move is illegal.
    pub(super) fn replay(&self) -> Option<Vec<TrainingPosition>> {
        let mut positions = Vec::with_capacity(61);
        let mut next = Some(TrainingPosition::START);
        for &square in &self.squares {
            let position = next?;
            if square >= 64 || position.discs.mobility() >> square & 1 == 0 {
                return None;
            }
            positions.push(position);
            next = position.after(square).after_forced_pass();
        }
        positions.extend(next);
        Some(positions)
    }
}

/// A position of a game.
#[derive(Clone, Copy)]
pub(super) struct TrainingPosition {
    /// The discs, from the view of the side to move.
    pub discs: Discs,
    pub black_to_move: bool,
}

impl TrainingPosition {
    /// The starting position.
    pub(super) const START: TrainingPosition =
        TrainingPosition { discs: Discs::START, black_to_move: true };

    /// A random legal move; `None` if there is none.
    pub(super) fn random_move(self, random: &mut Random) -> Option<u8> {
        let moves: Vec<u8> = self.discs.mobility().squares().collect();
        random.pick(&moves).copied()
    }

    /// A sample of this position, with the score for the side to move.
    pub(super) fn sample(self, score: f32, weight: f32) -> Sample {
        Sample { discs: self.discs, score, weight }
    }

    fn passed(self) -> TrainingPosition {
        TrainingPosition { discs: self.discs.passed(), black_to_move: !self.black_to_move }
    }

    pub(super) fn after(self, square: u8) -> TrainingPosition {
        TrainingPosition {
            discs: self.discs.after_move(square),
            black_to_move: !self.black_to_move,
        }
    }

    /// This position, or the one after a forced pass; `None` if the game is over.
    pub(super) fn after_forced_pass(self) -> Option<TrainingPosition> {
        [self, self.passed()].into_iter().find(|position| position.discs.mobility() != 0)
    }
}
