//! Annotations of a node: comment, glyphs (NAGs), shapes on the board,
//! evaluation.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::core::{Point, excerpt};
use crate::games::ScoreUnit;

/// Annotations of one node of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Annotations {
    /// Free text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Assessments of the move and the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<Glyph>,
    /// Arrows, marks and labels drawn on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// Evaluation of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// Unknown properties of imported formats by name, verbatim, so that
    /// export can write them back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Vec<String>)>,
}

impl Annotations {
    /// No annotations.
    pub const NONE: Annotations = Annotations {
        comment: String::new(),
        glyphs: Vec::new(),
        shapes: Vec::new(),
        evaluation: None,
        properties: Vec::new(),
    };

    /// True if there are no annotations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Annotations::NONE
    }

    /// Appends a line to the comment.
    pub fn add_comment(&mut self, text: &str) {
        if !self.comment.is_empty() && !text.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(text);
    }

    /// Adds a glyph unless it is there already.
    pub fn add_glyph(&mut self, glyph: Glyph) {
        if !self.glyphs.contains(&glyph) {
            self.glyphs.push(glyph);
        }
    }

    /// The values of an unknown property; empty if it is absent.
    #[must_use]
    pub fn property(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|property| property.0 == name);
        found.map_or(&[], |property| &property.1)
    }

    /// Adds a value to an unknown property.
    pub fn add_property(&mut self, name: &str, value: String) {
        match self.properties.iter_mut().find(|property| property.0 == name) {
            Some((_, values)) => {
                // A hostile file has a value for every byte.
                if values.len() == values.capacity() {
                    values.reserve_exact(1 + values.len() / 4);
                }
                values.push(value);
            }
            None => {
                self.properties.reserve_exact(1);
                self.properties.push((name.to_owned(), vec![value]));
            }
        }
    }
}

/// An assessment of a move or position, one of the common Numeric Annotation
/// Glyphs (NAGs) of PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Glyph {
    /// A good move.
    Good,
    /// A mistake.
    Mistake,
    /// A brilliant move.
    Brilliant,
    /// A blunder.
    Blunder,
    /// An interesting move.
    Interesting,
    /// A dubious move.
    Dubious,
    /// The only move.
    OnlyMove,
    /// An equal position.
    Equal,
    /// An unclear position.
    Unclear,
    /// The first side is slightly better.
    FirstSlightlyBetter,
    /// The second side is slightly better.
    SecondSlightlyBetter,
    /// The first side is clearly better.
    FirstClearlyBetter,
    /// The second side is clearly better.
    SecondClearlyBetter,
    /// The first side is winning.
    FirstWinning,
    /// The second side is winning.
    SecondWinning,
}

impl Glyph {
    /// Every glyph with its symbol and its NAG.
    pub const ALL: [(Glyph, &'static str, u16); 15] = [
        (Glyph::Good, "!", 1),
        (Glyph::Mistake, "?", 2),
        (Glyph::Brilliant, "!!", 3),
        (Glyph::Blunder, "??", 4),
        (Glyph::Interesting, "!?", 5),
        (Glyph::Dubious, "?!", 6),
        (Glyph::OnlyMove, "□", 7),
        (Glyph::Equal, "=", 10),
        (Glyph::Unclear, "∞", 13),
        (Glyph::FirstSlightlyBetter, "+=", 14),
        (Glyph::SecondSlightlyBetter, "=+", 15),
        (Glyph::FirstClearlyBetter, "±", 16),
        (Glyph::SecondClearlyBetter, "∓", 17),
        (Glyph::FirstWinning, "+-", 18),
        (Glyph::SecondWinning, "-+", 19),
    ];

    /// The symbol, such as `!?`.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        Glyph::ALL[self as usize].1
    }

    /// The NAG, such as 5 for `$5`.
    #[must_use]
    pub fn nag(self) -> u16 {
        Glyph::ALL[self as usize].2
    }

    /// The glyph with this NAG.
    #[must_use]
    pub fn from_nag(nag: u16) -> Option<Glyph> {
        Glyph::ALL.iter().find(|entry| entry.2 == nag).map(|entry| entry.0)
    }

    /// The glyph with this symbol.
    #[must_use]
    pub fn from_symbol(sign: &str) -> Option<Glyph> {
        Glyph::ALL.iter().find(|entry| entry.1 == sign).map(|entry| entry.0)
    }

    /// True if it assesses the move rather than the position.
    #[must_use]
    pub fn is_move_assessment(self) -> bool {
        self.nag() < 10
    }
}

impl From<Glyph> for String {
    fn from(glyph: Glyph) -> String {
        glyph.symbol().to_owned()
    }
}

/// The error of a text that is not the symbol of a glyph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{text}\" is not a sign of a judgement; they are {known}",
    known = Glyph::ALL.map(|entry| entry.1).join(" ")
)]
pub struct UnknownGlyph {
    /// The first characters of the text.
    text: String,
}

impl TryFrom<String> for Glyph {
    type Error = UnknownGlyph;

    fn try_from(sign: String) -> Result<Glyph, UnknownGlyph> {
        Glyph::from_symbol(&sign).ok_or_else(|| UnknownGlyph { text: excerpt(&sign) })
    }
}

/// Colour of a shape.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum ShapeColour {
    /// Green.
    #[default]
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
}

/// The kind of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShapeKind {
    /// An arrow to this point.
    Arrow(#[serde(with = "point_text")] Point),
    /// A line to this point.
    Line(#[serde(with = "point_text")] Point),
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// The whole square or intersection, coloured.
    #[serde(rename = "Field")]
    Highlight,
    /// A short text label.
    Label(String),
}

/// A shape drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Its point, or the origin of an arrow or line.
    #[serde(with = "point_text")]
    pub at: Point,
    /// Its kind.
    #[serde(rename = "figure")]
    pub kind: ShapeKind,
    /// Its colour.
    #[serde(default)]
    pub colour: ShapeColour,
}

/// Evaluation of a position from the first side's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Evaluation {
    /// A finite amount, positive if the first side is better; a win rate
    /// from 0 to 1 for [`ScoreUnit::Chance`].
    Amount {
        /// The amount in `unit`.
        amount: f64,
        /// The unit.
        #[serde(with = "UnitText")]
        unit: ScoreUnit,
        /// True if it is proved, not estimated.
        #[serde(default)]
        exact: bool,
    },
    /// Mate in this many moves of the winner; negative if the second side
    /// gives mate.
    Mate(i32),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ScoreUnit", rename_all = "lowercase")]
enum UnitText {
    Discs,
    Points,
    Pawns,
    Chance,
}

/// Serialises points as text such as d4.
mod point_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use crate::core::Point;

    pub(super) fn serialize<S: Serializer>(at: &Point, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(at)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Point, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(de::Error::custom)
    }
}
