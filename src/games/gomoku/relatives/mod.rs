//! The relatives of Gomoku, games of rows in which more happens than that
//! stones are put down: two stones a turn, stones that are captured, rows
//! that score a goal and vanish.
//!
//! They share one position type of their own, so that the rules in which
//! stones only ever stay remain as fast as they are.

mod capture;
mod engine;
mod foul;
mod hits;
mod notation;
mod position;
mod scene;
mod turn;
mod windows;

pub use capture::Cells;
pub use engine::RelativeEngine;
pub use position::{End, Ply, Relative, Stage, Undo};

use super::opening::Opening;

/// Which relative is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kin {
    /// Black begins with one stone, then each turn is two; six or more win.
    Connect6,
    /// Two enemy stones flanked exactly are captured; five in a row or five
    /// pairs win.
    Pente,
    /// As Pente, but three stones are captured as well, and it takes 15.
    Keryo,
    /// As Pente, but Black needs exactly five, and loses by six or more in a
    /// row and by two threes at once.
    Ninuki,
    /// Groups without a liberty are captured as in Go; five in a row win.
    Liberty,
    /// A five scores a goal and vanishes, and its owner takes an enemy stone
    /// off and plays on. Whoever first has the agreed number of goals wins,
    /// or who has more of them on a full board.
    Bubble,
}

impl Kin {
    /// Each of them, with its value of the option `rule`.
    pub const ALL: [(&'static str, Kin); 6] = [
        ("connect6", Kin::Connect6),
        ("pente", Kin::Pente),
        ("keryo", Kin::Keryo),
        ("ninuki", Kin::Ninuki),
        ("liberty", Kin::Liberty),
        ("bubble", Kin::Bubble),
    ];

    /// The one with this value of the option `rule`.
    #[must_use]
    pub fn named(word: &str) -> Option<Kin> {
        Kin::ALL.iter().find(|(name, _)| *name == word).map(|&(_, kin)| kin)
    }

    /// Its value of the option `rule`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Kin::ALL.iter().find(|(_, kin)| *kin == self).map_or("", |&(name, _)| name)
    }

    /// How many stones make a row.
    #[inline]
    #[must_use]
    pub const fn row(self) -> u32 {
        if matches!(self, Kin::Connect6) { 6 } else { 5 }
    }

    /// The most stones in a line that are captured between two others; 0
    /// where stones are not captured like that. The fewest are two.
    #[inline]
    #[must_use]
    pub const fn flanked(self) -> u32 {
        match self {
            Kin::Pente | Kin::Ninuki => 2,
            Kin::Keryo => 3,
            Kin::Connect6 | Kin::Liberty | Kin::Bubble => 0,
        }
    }

    /// How many captured stones win, where they do.
    #[inline]
    #[must_use]
    pub const fn prisoners(self) -> Option<u16> {
        match self {
            Kin::Pente | Kin::Ninuki => Some(10),
            Kin::Keryo => Some(15),
            Kin::Connect6 | Kin::Liberty | Kin::Bubble => None,
        }
    }

    /// Whether it may begin like that. The tournament rule of Pente is that
    /// of [`Opening::Pro`]: the first stone in the centre, the first player's
    /// second one outside the central 5x5.
    #[must_use]
    pub const fn fits(self, opening: Opening) -> bool {
        match opening {
            Opening::None => true,
            Opening::Pro | Opening::LongPro => self.flanked() > 0,
            _ => false,
        }
    }
}
