//! Facts of a game that the record formats of other programs need. A game
//! says here in which of them it is written, so that no format lists games.

use super::{OptionValue, ScoreUnit};
use crate::core::{Point, Side};

/// The record formats that hold a game, besides the native one.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordFormats {
    /// Ids of the formats made for this game alone, such as `wthor`.
    pub own: &'static [&'static str],
    /// The game in SGF, if it has a number there.
    pub sgf: Option<SgfGame>,
    /// The game in PGN.
    pub pgn: Option<PgnGame>,
}

/// A game in SGF, the Smart Game Format. Komi and handicap are read and written
/// if the game has options of these names.
#[derive(Clone, Copy, Debug)]
pub struct SgfGame {
    /// Its number, the value of `GM`.
    pub number: &'static str,
    /// Programs, as in `AP`, that write this game under the number of another.
    pub programs: &'static [&'static str],
    /// Unit of `V`.
    pub unit: ScoreUnit,
    /// The rule sets named by `RU`.
    pub rules: Option<SgfRules>,
    /// Encoding of its stones; `None` if its pieces move, whose moves are texts in a notation of
    /// the game.
    pub stones: Option<SgfStones>,
}

/// The stones of a game in SGF.
#[derive(Clone, Copy, Debug)]
pub struct SgfStones {
    /// Number of files and ranks of the board without `SZ`.
    pub default_size: u8,
    /// True if those of the usual starting position are written.
    pub writes_start: bool,
    /// The setup before the first move as a position's text.
    pub position_text: fn(&StoneSetup<'_>) -> String,
}

/// The rule sets of a game in SGF.
#[derive(Clone, Copy, Debug)]
pub struct SgfRules {
    /// Id of the option that holds the rule set.
    pub option: &'static str,
    /// Value of the option without `RU`: the most permissive rule set.
    pub default: &'static str,
    /// The rule sets; of those with the same value the first is written.
    pub sets: &'static [SgfRuleSet],
}

impl SgfRules {
    /// The option's value for the rule set of this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<OptionValue> {
        let lower = name.trim().to_lowercase();
        let set = self.sets.iter().find(|set| lower.starts_with(set.prefix));
        set.map(|set| OptionValue::Word(set.value.to_owned()))
    }

    /// The name that is written for a value of the option.
    #[must_use]
    pub fn name(&self, value: &OptionValue) -> Option<&'static str> {
        let OptionValue::Word(word) = value else { return None };
        self.sets.iter().find(|set| set.value == word).map(|set| set.name)
    }
}

/// A rule set in SGF.
#[derive(Clone, Copy, Debug)]
pub struct SgfRuleSet {
    /// Prefix of the names that are read, in lower case.
    pub prefix: &'static str,
    /// Value of the option.
    pub value: &'static str,
    /// Name that is written.
    pub name: &'static str,
}

/// Stones set up by hand.
#[derive(Clone, Copy, Debug)]
pub struct StoneSetup<'a> {
    /// Number of files and ranks.
    pub size: u8,
    /// The colour of the stone on each point, by rank from the first, then by
    /// file.
    pub stones: &'a [Option<Side>],
    /// The side to move, if the record says it.
    pub to_move: Option<Side>,
}

impl StoneSetup<'_> {
    /// Number of stones of a colour.
    #[must_use]
    pub fn count(&self, side: Side) -> usize {
        self.stones.iter().filter(|&&stone| stone == Some(side)).count()
    }

    /// The points with stones of a colour.
    pub fn points(&self, side: Side) -> impl Iterator<Item = Point> {
        let size = usize::from(self.size);
        let stones = self.stones.iter().enumerate().filter(move |at| *at.1 == Some(side));
        stones.map(move |(n, _)| Point::new((n % size) as u8, (n / size) as u8))
    }
}

/// A game in PGN, Portable Game Notation.
#[derive(Clone, Copy, Debug)]
pub struct PgnGame {
    /// Words in the tag `Game` or `Variant`, in lower case, that name the game;
    /// empty for the one that is meant where nothing names a game.
    pub names: &'static [&'static str],
    /// Value of the tag `Game`, if it is written.
    pub game_tag: Option<&'static str>,
    /// Value of the tag `Format`, if it is written.
    pub format_tag: Option<&'static str>,
    /// The sides as in the names of tags, first side first.
    pub side_names: [&'static str; 2],
    /// The variants named by the tag `Variant`; `None` if it is not checked.
    pub variants: Option<PgnVariants>,
}

/// The variants of a game in PGN.
#[derive(Clone, Copy, Debug)]
pub struct PgnVariants {
    /// Values of `Variant`, in lower case, that mean the game itself.
    pub standard: &'static [&'static str],
    /// Words in `Variant`, in lower case, that mean the one variant.
    pub words: &'static [&'static str],
    /// Name of the variant that is written.
    pub name: &'static str,
    /// Id of the option that chooses it.
    pub option: &'static str,
    /// Value of the option.
    pub value: &'static str,
}
