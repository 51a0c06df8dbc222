//! Facts of a game that the protocols of engines need. A game says here by which of
//! them it is played, so that no protocol lists games.

use serde::Serialize;

use super::{AnyPosition, Options, SetupError};

/// The protocols of engines that are made for some games alone. What GTP and the protocol of
/// NBoard suit follows from other facts: every game of stones on points, and every game of
/// GGF.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineProtocols {
    /// UCI, the Universal Chess Interface.
    pub uci: Option<UciGame>,
    /// UCCI, the Universal Chinese Chess Interface.
    pub ucci: bool,
    /// The game that GTP was made for, which its engines play unless they are made for
    /// another one.
    pub gtp: Option<GtpGame>,
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
    /// The levels whose Elo rating is measured by games with another program, both rising;
    /// empty if there is none.
    pub ratings: &'static [RatedLevel],
}

/// A playing level with its Elo rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedLevel {
    /// The number of the level.
    pub level: u8,
    /// Its rating on the scale of the program that it was measured with.
    pub elo: u16,
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

/// A game in GTP, whose rule sets its extensions name and describe.
#[derive(Clone, Copy, Debug)]
pub struct GtpGame {
    /// Id of the option that holds the rule set.
    pub option: &'static str,
    /// Values of that option with their other names in the protocol, written without hyphens.
    /// Where a description suits several, the first is meant.
    pub sets: &'static [(&'static str, &'static [&'static str])],
    /// The description of the rule set of this value.
    pub rules: fn(&str) -> GtpRules,
}

/// A rule set in the words of KataGo's extensions of GTP, whose fields are those of
/// `kata-get-rules`: see <https://lightvector.github.io/KataGo/rules.html>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GtpRules {
    /// Rule of repetition: `SIMPLE`, `POSITIONAL` or `SITUATIONAL`.
    pub ko: &'static str,
    /// `AREA` or `TERRITORY`.
    pub scoring: &'static str,
    /// Points that are not counted: `NONE`, territory in `SEKI`, or two points of `ALL` groups.
    pub tax: &'static str,
    /// Allows suicide of several stones.
    pub suicide: bool,
    /// The first pass may be worth half a point.
    pub has_button: bool,
    /// Points of White for `N` handicap stones: `0`, `N-1` or `N`.
    pub white_handicap_bonus: &'static str,
    /// Dead stones need not be captured before the passes that end a game of area scoring.
    pub friendly_pass_ok: bool,
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
    /// The beginning of a game with these options, or the position of this text, as the protocol
    /// plays it, which has no word for a pass.
    pub position: fn(&Options, Option<&str>) -> Result<AnyPosition, SetupError>,
    /// Option and value of the opening that `SWAP2BOARD` plays.
    pub swap2: (&'static str, &'static str),
}
