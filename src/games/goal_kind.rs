//! Kinds of puzzle goals.

/// The kind of goal of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GoalKind {
    /// Win the game.
    Win,
    /// Draw a game that is lost otherwise.
    Draw,
    /// Win by force within a number of moves.
    Mate,
    /// Mate with every move a check.
    Checks,
    /// Reach the best score.
    Best,
    /// Win by continuous fours (VCF).
    Vcf,
    /// Win by continuous threats (VCT).
    Vct,
    /// Stop a win by continuous fours.
    StopVcf,
    /// Capture pieces.
    Capture,
    /// Make a group live.
    Live,
    /// Kill a group.
    Kill,
    /// Find the only move that keeps the result.
    Only,
    /// Win material.
    Material,
}
