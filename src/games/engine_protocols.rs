//! Facts of a game that the protocols of engines need. A game says here by which of them
//! other programs play it, so that no protocol lists games. GTP and the protocol of NBoard
//! need none: they suit every game of stones on points, and every game of GGF.

use super::{AnyPosition, Options};

/// The protocols by which engines of other programs play a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineProtocols {
    /// The game in UCI.
    pub uci: Option<UciGame>,
    /// True if it is the game of UCCI.
    pub ucci: bool,
    /// The number of its rules in the protocol of Gomocup, as `INFO rule` has it; `None` where
    /// that has no such rules.
    pub gomocup_rule: Option<fn(&Options) -> Option<u32>>,
}

/// A game in UCI, whose positions are written as [`DynPosition::diagram`](super::DynPosition)
/// gives them.
#[derive(Clone, Copy, Debug)]
pub struct UciGame {
    /// The value of `UCI_Variant`; `None` for the game that is meant without it.
    pub variant: Option<&'static str>,
    /// The notation of its moves, of [`DynPosition::move_text_in`](super::DynPosition).
    pub notation: &'static str,
    /// True if a game that begins so is played with `UCI_Chess960`, where castling is written as
    /// a move of the king to its rook.
    pub is_chess960: fn(&Options, &AnyPosition) -> bool,
}
