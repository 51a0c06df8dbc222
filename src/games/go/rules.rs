//! What differs between the rule sets of Go.

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Only taking back a single stone at once. The same position for the
    /// third time ends the game without a result.
    Simple,
    /// Any earlier arrangement of stones (positional superko).
    Positional,
    /// Any earlier arrangement with the same side to move (situational
    /// superko).
    Situational,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Living stones and the points they surround.
    Area,
    /// Surrounded points and prisoners; nothing in seki.
    Territory,
}

/// How the account of an area score is made beside the plain sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Account {
    /// Not otherwise.
    Plain,
    /// In stones, against half of the board.
    Halves,
    /// By territory, with a stone for every pass.
    PassStones,
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether a move may take its own stones off the board.
    pub suicide: bool,
    /// What is counted at the end.
    pub counting: Counting,
    /// How the count is explained.
    pub account: Account,
    /// Whether dead stones are agreed upon after two passes. Otherwise two
    /// passes end the game and every stone on the board counts as living.
    pub marking: bool,
    /// Half points given to White.
    pub komi: i32,
    /// Points given to White for the stones Black had at the start.
    pub compensation: i32,
}

/// Names of the rule sets, as options have them; the first is the default.
pub const NAMES: [&str; 5] = ["chinese", "japanese", "aga", "new-zealand", "tromp-taylor"];

impl Rules {
    /// A rule set by its name; an unknown name means the first of [`NAMES`].
    ///
    /// `komi` is in half points, `handicap` the number of stones that Black
    /// begins with. For those White is compensated as the set has it: a point
    /// each (Chinese), a point for each but the first (AGA), or nothing.
    #[must_use]
    pub fn named(name: &str, komi: i32, handicap: i32) -> Rules {
        let chinese = Rules {
            ko: Ko::Positional,
            suicide: false,
            counting: Counting::Area,
            account: Account::Halves,
            marking: true,
            komi,
            compensation: handicap,
        };
        match name {
            "japanese" => Rules {
                ko: Ko::Simple,
                counting: Counting::Territory,
                account: Account::Plain,
                compensation: 0,
                ..chinese
            },
            "aga" => Rules {
                ko: Ko::Situational,
                account: Account::PassStones,
                compensation: (handicap - 1).max(0),
                ..chinese
            },
            "new-zealand" => Rules {
                ko: Ko::Situational,
                suicide: true,
                account: Account::Plain,
                marking: false,
                compensation: 0,
                ..chinese
            },
            "tromp-taylor" => Rules {
                suicide: true,
                account: Account::Plain,
                marking: false,
                compensation: 0,
                ..chinese
            },
            _ => chinese,
        }
    }
}
