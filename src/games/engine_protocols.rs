//! Facts of a game that the protocols of engines need. A game says here by which of
//! them it is played, so that no protocol lists games.

use super::{AnyPosition, Options};

/// The protocols of engines that are made for some games alone. What GTP and the protocol of
/// NBoard suit follows from other facts: every game of stones on points, and every game of
/// GGF.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineProtocols {
    /// UCI, the Universal Chess Interface.
    pub uci: Option<UciGame>,
    /// UCCI, the Universal Chinese Chess Interface.
    pub ucci: bool,
    /// True for the game that GTP was made for, which its engines play unless they are made for
    /// another one.
    pub gtp: bool,
    /// The protocol of Gomocup.
    pub gomocup: Option<GomocupGame>,
}

/// A game in UCI, whose positions are written as
/// [`DynPosition::diagram`](super::DynPosition::diagram) gives them.
#[derive(Clone, Copy, Debug)]
pub struct UciGame {
    /// Value of `UCI_Variant`; `None` for the game that is meant without it.
    pub variant: Option<&'static str>,
    /// Coordinates of moves.
    pub coordinates: UciCoordinates,
    /// For a game with the option `UCI_Chess960`: true if a game that begins so is played
    /// with it. Castling is then written as the king taking its rook.
    pub is_chess960: Option<fn(&Options, &AnyPosition) -> bool>,
    /// The rules of repetition that the GUI may choose.
    pub repetition: Option<RepetitionOption>,
    /// Measured Elo rating of each level, from level 1, rising; empty if they are not
    /// measured.
    pub ratings: &'static [u16],
}

/// Coordinates of moves in UCI and UCCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciCoordinates {
    /// Those of the game's own notation of this name.
    Notation(&'static str),
    /// Files from a, and ranks from 1 in UCI or from 0 in UCCI, where they are those of the
    /// game's own notation of this name.
    Points(&'static str),
}

impl UciCoordinates {
    /// The game's notation that has these coordinates, with ranks from 0 where either is
    /// possible.
    #[must_use]
    pub fn notation(self) -> &'static str {
        match self {
            UciCoordinates::Notation(name) | UciCoordinates::Points(name) => name,
        }
    }
}

/// The rules of repetition as an option.
#[derive(Clone, Copy, Debug)]
pub struct RepetitionOption {
    /// Id of the option of the game.
    pub option: &'static str,
    /// Names of the values in the protocol, the default first, with those of the game.
    pub values: &'static [(&'static str, &'static str)],
}

/// A game in the protocol of Gomocup.
#[derive(Clone, Copy, Debug)]
pub struct GomocupGame {
    /// Id of the option that holds the rule.
    pub rule: &'static str,
    /// Values of that option by the number of `INFO rule`.
    pub rules: &'static [(u32, &'static str)],
    /// The number of the rules of a game with these options; `None` where the protocol has
    /// no such rules.
    pub rule_of: fn(&Options) -> Option<u32>,
    /// Option and value of the opening that `SWAP2BOARD` plays.
    pub swap2: (&'static str, &'static str),
}
