//! How packs of puzzle levels are made from a game's own play.

use crate::core::Point;

/// What to look for in positions of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Find {
    /// A forced win of at most so many moves.
    WinIn(u32),
    /// A win by fours.
    Fours {
        /// Whether a defence must fail because it is a foul.
        fouls: bool,
    },
    /// The capture of a piece within so many moves.
    Capture(u32),
    /// A single best move, by the exact value, with so many empty points at
    /// least and at most.
    Best(u32, u32),
    /// Material that is won within so many moves.
    Gain(u32),
    /// The life or the death of a group in positions that are made up.
    LifeAndDeath,
}

/// A position that was made up for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composed {
    /// The position as text of the game.
    pub position: String,
    /// A piece of the group that it is about.
    pub point: Point,
    /// The points on which its fate is decided.
    pub room: Vec<Point>,
    /// The same for two positions that differ by a reflection at most.
    pub likeness: u64,
}

/// A pack that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Name of the pack, and of its file.
    pub id: &'static str,
    /// Its title in English and Chinese.
    pub title: [&'static str; 2],
    /// What it is about, in English and Chinese.
    pub about: [&'static str; 2],
    /// The hint that comes first, in English and Chinese.
    pub hint: [&'static str; 2],
    /// Options of the game in RON.
    pub options: &'static str,
    /// What its levels are.
    pub find: Find,
    /// How many pieces are on the board at least and at most.
    pub pieces: [usize; 2],
    /// The playing level of both sides in the games it is made from.
    pub level: u8,
    /// How many plies of a game are left to chance at its beginning.
    pub opening: u32,
    /// In how many of a hundred plies afterwards any legal move is played.
    pub slips: u32,
}
