//! Goals that can be proved in a position. Puzzle levels are checked by them.

use super::Playable;
use super::continuous_checks::mating_checks;
use super::material_gain::gaining_moves;
use crate::core::{Move, Point};
use crate::search::{self, SearchBudget};

/// A goal that the side to move can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofGoal {
    /// A win within this many moves of the side to move.
    WinIn(u32),
    /// A mate by so many checks at most, every move being a check.
    Checks(u32),
    /// A win by continuous fours (VCF).
    Vcf,
    /// A win by continuous threats (VCT): fours and open threes, or a win by fours.
    Vct,
    /// A defence against the win by continuous fours that the opponent threatens.
    StopVcf,
    /// The capture of a piece.
    Capture {
        /// The point of the piece.
        point: Point,
        /// Maximum number of moves of the side to move.
        moves: u32,
    },
    /// Life of its own group at this point, without ko.
    Live(Point),
    /// Death of the opponent's group at this point, without ko.
    Kill(Point),
    /// A gain of material, after a number of moves and the captures that
    /// follow.
    Gain {
        /// Minimum gain in pawns, relative to the current balance; below 1
        /// where the material is won already.
        least: i32,
        /// Maximum number of moves of the side to move.
        moves: u32,
    },
}

/// Proofs that need only the rules and the values of the pieces.
pub(super) fn by_rules<P: Playable>(
    position: &P,
    goal: &ProofGoal,
    budget: &mut SearchBudget,
) -> Option<Vec<Move>> {
    match goal {
        ProofGoal::WinIn(moves) => {
            let mut board = position.clone();
            let found = search::winning_moves(&mut board, *moves, budget)?;
            Some(found.into_iter().map(|mv| position.to_move(mv)).collect())
        }
        ProofGoal::Checks(moves) => mating_checks(position, *moves, budget),
        ProofGoal::Gain { least, moves } => gaining_moves(position, *least, *moves, budget),
        ProofGoal::Vcf
        | ProofGoal::Vct
        | ProofGoal::StopVcf
        | ProofGoal::Capture { .. }
        | ProofGoal::Live(_)
        | ProofGoal::Kill(_) => None,
    }
}
