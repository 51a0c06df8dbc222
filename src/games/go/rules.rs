//! Rule sets of Go.

/// Repetition rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Simple ko. The same position for the third time ends the game without a
    /// result.
    Simple,
    /// Positional superko: no earlier arrangement of stones may return.
    Positional,
    /// Situational superko: none with the same side to move may return.
    Situational,
}

/// Scoring method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoringRule {
    /// Area: living stones and the points they surround.
    Area,
    /// Territory: surrounded points and prisoners; nothing in seki.
    Territory,
}

/// Additional breakdown of an area score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BreakdownStyle {
    /// None.
    Plain,
    /// Chinese half counting: in stones, against half of the board.
    HalfCounting,
    /// AGA: by territory with pass stones.
    PassStones,
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Repetition rule.
    pub ko: KoRule,
    /// Allows suicide.
    pub suicide: bool,
    /// Scoring method.
    pub scoring: ScoringRule,
    /// Additional breakdown of the score.
    pub breakdown: BreakdownStyle,
    /// The sides agree on dead stones after two passes. Otherwise two passes
    /// end the game and every stone on the board counts as living.
    pub stone_removal: bool,
    /// Komi in half points.
    pub komi: i32,
    /// Points given to White for Black's handicap stones.
    pub handicap_bonus: i32,
}

/// Names of the rule sets in options; the first is the default.
pub const RULESETS: [&str; 5] = ["chinese", "japanese", "aga", "new-zealand", "tromp-taylor"];

impl Rules {
    /// The rule set of this name; the first of [`RULESETS`] if it is unknown.
    ///
    /// `komi` is in half points, `handicap` is the number of Black's handicap
    /// stones. White's bonus for them is one point each (Chinese), one for each
    /// but the first (AGA), or none.
    #[must_use]
    pub fn from_name(name: &str, komi: i32, handicap: i32) -> Rules {
        let chinese = Rules {
            ko: KoRule::Positional,
            suicide: false,
            scoring: ScoringRule::Area,
            breakdown: BreakdownStyle::HalfCounting,
            stone_removal: true,
            komi,
            handicap_bonus: handicap,
        };
        match name {
            "japanese" => Rules {
                ko: KoRule::Simple,
                scoring: ScoringRule::Territory,
                breakdown: BreakdownStyle::Plain,
                handicap_bonus: 0,
                ..chinese
            },
            "aga" => Rules {
                ko: KoRule::Situational,
                breakdown: BreakdownStyle::PassStones,
                handicap_bonus: (handicap - 1).max(0),
                ..chinese
            },
            "new-zealand" => Rules {
                ko: KoRule::Situational,
                suicide: true,
                breakdown: BreakdownStyle::Plain,
                stone_removal: false,
                handicap_bonus: 0,
                ..chinese
            },
            "tromp-taylor" => Rules {
                suicide: true,
                breakdown: BreakdownStyle::Plain,
                stone_removal: false,
                handicap_bonus: 0,
                ..chinese
            },
            _ => chinese,
        }
    }
}
