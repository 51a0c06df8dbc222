//! Games as they are replayed and played, one position after another, and what
//! the positions are worth.

use crate::core::Random;
use crate::games::reversi::bits::Bits;

/// A position and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opponent: u64,
    /// Discs that the side to move wins by.
    pub score: f32,
    /// How much it counts, from 0 to 1: less where the score is not certain.
    pub weight: f32,
}

/// How doubtful a score is for each move before the one that it is known of.
const MOVE: f32 = 0.17;

/// How much a score counts for a position so many moves before the one that it
/// is known of.
pub(super) fn trust(moves: u32) -> f32 {
    1.0 / (1.0 + MOVE * moves as f32)
}

/// A game of 8 by 8 that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The squares in the order in which they were played, a1 being 0, b1
    /// being 1 and a2 being 8; passes are left out.
    pub squares: Vec<u8>,
    /// With so many empty squares left, Black could win by so many discs with
    /// best play of both.
    pub theoretical: Option<(u32, i32)>,
}

/// A position of a game: whose turn it is, and the discs of that side first.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub own: u64,
    pub opponent: u64,
    pub black: bool,
}

impl Moment {
    /// The beginning of a game.
    pub(super) const START: Moment =
        Moment { own: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000, black: true };

    pub(super) fn empties(self) -> u32 {
        (!(self.own | self.opponent)).count_ones()
    }

    pub(super) fn mobility(self) -> u64 {
        u64::mobility(self.own, self.opponent, !(self.own | self.opponent))
    }

    /// A move that chance chooses; `None` where there is none.
    pub(super) fn any_move(self, random: &mut Random) -> Option<u8> {
        let moves: Vec<u8> = self.mobility().squares().collect();
        random.pick(&moves).copied()
    }

    /// This position, with its score for the side to move.
    pub(super) fn sample(self, score: f32, weight: f32) -> Sample {
        Sample { own: self.own, opponent: self.opponent, score, weight }
    }

    fn passed(self) -> Moment {
        Moment { own: self.opponent, opponent: self.own, black: !self.black }
    }

    pub(super) fn after(self, square: u8) -> Moment {
        let flips = u64::flips(self.own, self.opponent, square);
        Moment {
            own: self.opponent & !flips,
            opponent: self.own | flips | 1 << square,
            black: !self.black,
        }
    }

    /// The same discs with the side to move that has a move; `None` if the
    /// game is over.
    pub(super) fn with_move(self) -> Option<Moment> {
        [self, self.passed()].into_iter().find(|moment| moment.mobility() != 0)
    }
}

/// The positions of a game in which the side to move has a move; `None` where
/// a move is against the rules.
pub(super) fn replay(game: &Played) -> Option<Vec<Moment>> {
    let mut moments = Vec::with_capacity(61);
    let mut next = Some(Moment::START);
    for &square in &game.squares {
        let moment = next?;
        if square >= 64 || moment.mobility() >> square & 1 == 0 {
            return None;
        }
        moments.push(moment);
        next = moment.after(square).with_move();
    }
    moments.extend(next);
    Some(moments)
}
