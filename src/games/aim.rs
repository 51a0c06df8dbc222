//! What a puzzle of a game may ask for.

/// Something that a solver is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// Win the game.
    Win,
    /// Draw a game that is lost otherwise.
    Draw,
    /// Win by the rules within a number of moves.
    Mate,
    /// The best result that can be counted.
    Best,
    /// Win by moves each of which threatens to win at once.
    Fours,
    /// Take pieces off the board.
    Capture,
    /// Keep pieces alive.
    Live,
    /// Take pieces that may not be saved.
    Kill,
    /// Find the only move that keeps the result.
    Only,
    /// Win material.
    Material,
}
