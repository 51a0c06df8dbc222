//! Facts of a game that the protocols of engines need. A game says here by which of
//! them it is played, so that no protocol lists games.

/// The protocols of engines that are made for some games alone. Those of points on a
/// board, such as GTP, need none of these facts.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineProtocols {
    /// UCI, the Universal Chess Interface.
    pub uci: Option<UciGame>,
    /// UCCI, the Universal Chinese Chess Interface.
    pub ucci: bool,
    /// The protocol of Gomocup.
    pub gomocup: Option<GomocupGame>,
}

/// A game in UCI.
#[derive(Clone, Copy, Debug)]
pub struct UciGame {
    /// Value of `UCI_Variant`.
    pub variant: &'static str,
    /// Coordinates of moves.
    pub coordinates: UciCoordinates,
    /// True if `UCI_Chess960` is an option: castling is then written as the king taking
    /// its rook.
    pub has_chess960: bool,
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
    /// Files from a, and ranks from 1 in UCI or from 0 in UCCI.
    Points,
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
    /// Option and value of the opening that `SWAP2BOARD` plays.
    pub swap2: (&'static str, &'static str),
}
