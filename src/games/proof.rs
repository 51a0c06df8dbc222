//! What can be proved of a position, beyond what a computer player thinks of
//! it: puzzle levels rest on it.

use super::Playable;
use super::gain::gaining_moves;
use crate::core::{Move, Point};
use crate::search::{self, Budget};

/// Something that the side to move can force, whatever the other side plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It wins by the rules within so many moves of its own.
    WinIn(u32),
    /// It wins by a sequence of moves each of which threatens to win at once.
    Fours,
    /// It takes the piece on a point off the board.
    Capture {
        /// Where the piece stands.
        point: Point,
        /// Within so many moves of its own.
        moves: u32,
    },
    /// Its own group, of which a stone stands on this point, lives and needs
    /// no ko for it.
    Live(Point),
    /// The other side's group, of which a stone stands on this point, dies
    /// without a ko.
    Kill(Point),
    /// It comes out so many pawns of material ahead of where it stands, after
    /// so many moves of its own and the captures that follow.
    Gain {
        /// Pawns to be ahead by at least; less than 1 where they are won
        /// already.
        least: i32,
        /// Own moves that are looked ahead.
        moves: u32,
    },
}

/// The proofs that need nothing but the rules and the worth of the pieces.
pub(super) fn by_rules<P: Playable>(
    position: &P,
    claim: &Claim,
    budget: &mut Budget,
) -> Option<Vec<Move>> {
    match claim {
        Claim::WinIn(moves) => {
            let mut board = position.clone();
            let found = search::winning_moves(&mut board, *moves, budget)?;
            Some(found.into_iter().map(|mv| position.lift(mv)).collect())
        }
        Claim::Gain { least, moves } => gaining_moves(position, *least, *moves, budget),
        Claim::Fours | Claim::Capture { .. } | Claim::Live(_) | Claim::Kill(_) => None,
    }
}
