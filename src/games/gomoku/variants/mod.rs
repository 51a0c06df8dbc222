//! Variants of Gomoku in which stones are not only placed: two stones a turn
//! (Connect6), captures (Pente and its kin), liberties, and rows that score a
//! goal and vanish.
//!
//! They share a position type of their own, so that the plain rule sets, in
//! which stones only ever stay, remain fast.

mod capture;
mod capture_map;
mod double_threats;
mod engine;
mod evaluation;
mod four_search;
mod ninuki_foul;
mod notation;
mod placement;
mod position;
mod search_board;
mod threat_moves;
mod windows;

pub use capture::CellSet;
pub(super) use engine::VariantEngine;
pub use position::{End, Stage, Undo, VariantMove, VariantPosition};

use super::opening_rule::OpeningRule;

/// A variant of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Black begins with one stone, then each turn is two; six or more win.
    Connect6,
    /// Two enemy stones flanked exactly are captured; five in a row or five
    /// pairs win.
    Pente,
    /// As Pente, but rows of three are captured as well, and 15 captured stones
    /// win.
    Keryo,
    /// As Pente, but Black needs exactly five; overlines and double threes are
    /// forbidden to Black.
    Ninuki,
    /// Groups without a liberty are captured as in Go; five in a row win.
    Liberty,
    /// A five scores a goal and vanishes, and its owner removes an enemy stone
    /// and plays on. The first to score the agreed number of goals wins, or
    /// whoever has more of them on a full board.
    Bubble,
}

impl Variant {
    /// Every variant with its value of the option `rule`.
    pub const ALL: [(&'static str, Variant); 6] = [
        ("connect6", Variant::Connect6),
        ("pente", Variant::Pente),
        ("keryo", Variant::Keryo),
        ("ninuki", Variant::Ninuki),
        ("liberty", Variant::Liberty),
        ("bubble", Variant::Bubble),
    ];

    /// The variant with this value of the option `rule`.
    #[must_use]
    pub fn from_name(word: &str) -> Option<Variant> {
        Variant::ALL.iter().find(|(name, _)| *name == word).map(|&(_, variant)| variant)
    }

    /// Its value of the option `rule`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Variant::ALL.iter().find(|(_, variant)| *variant == self).map_or("", |&(name, _)| name)
    }

    /// Stones in a winning row.
    #[inline]
    #[must_use]
    pub const fn winning_length(self) -> u32 {
        if matches!(self, Variant::Connect6) { 6 } else { 5 }
    }

    /// The longest row captured by flanking; 0 where flanking captures nothing.
    /// The shortest is two.
    #[inline]
    #[must_use]
    pub const fn max_flanked(self) -> u32 {
        match self {
            Variant::Pente | Variant::Ninuki => 2,
            Variant::Keryo => 3,
            Variant::Connect6 | Variant::Liberty | Variant::Bubble => 0,
        }
    }

    /// Number of captured stones that wins, if any does.
    #[inline]
    #[must_use]
    pub const fn captures_to_win(self) -> Option<u16> {
        match self {
            Variant::Pente | Variant::Ninuki => Some(10),
            Variant::Keryo => Some(15),
            Variant::Connect6 | Variant::Liberty | Variant::Bubble => None,
        }
    }

    /// True when the variant supports this opening rule. The tournament rule of
    /// Pente is [`OpeningRule::Pro`]: the first stone in the centre, the first
    /// player's second one outside the central 5x5.
    #[must_use]
    pub const fn supports(self, opening: OpeningRule) -> bool {
        match opening {
            OpeningRule::None => true,
            OpeningRule::Pro | OpeningRule::LongPro => self.max_flanked() > 0,
            _ => false,
        }
    }
}
