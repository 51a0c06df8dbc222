//! What people and programs write about a move.

use serde::{Deserialize, Serialize};

use crate::core::Point;
use crate::games::Unit;

/// What is written about one node of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    /// Free text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Judgements of the move and the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<Glyph>,
    /// What is drawn on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// What the position is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// Properties of foreign formats that mean nothing here, by name, as they
    /// were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Vec<String>)>,
}

impl Notes {
    /// Nothing written.
    pub const NONE: Notes = Notes {
        comment: String::new(),
        glyphs: Vec::new(),
        shapes: Vec::new(),
        evaluation: None,
        properties: Vec::new(),
    };

    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Notes::NONE
    }

    /// Adds a text to the comment, on a line of its own.
    pub fn add_comment(&mut self, text: &str) {
        if !self.comment.is_empty() && !text.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(text);
    }

    /// Adds a judgement, once.
    pub fn add_glyph(&mut self, glyph: Glyph) {
        if !self.glyphs.contains(&glyph) {
            self.glyphs.push(glyph);
        }
    }

    /// The values of a foreign property; none if it is not there.
    #[must_use]
    pub fn property(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|property| property.0 == name);
        found.map_or(&[], |property| &property.1)
    }

    /// Adds a value to a foreign property.
    pub fn add_property(&mut self, name: &str, value: String) {
        match self.properties.iter_mut().find(|property| property.0 == name) {
            Some((_, values)) => values.push(value),
            None => {
                self.properties.reserve_exact(1);
                self.properties.push((name.to_owned(), vec![value]));
            }
        }
    }
}

/// A judgement in a sign.
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
    Only,
    /// Both sides stand equally.
    Equal,
    /// Nobody can tell.
    Unclear,
    /// The first side stands a little better.
    FirstSlightly,
    /// The second side stands a little better.
    SecondSlightly,
    /// The first side stands clearly better.
    FirstClearly,
    /// The second side stands clearly better.
    SecondClearly,
    /// The first side is winning.
    FirstWins,
    /// The second side is winning.
    SecondWins,
}

impl Glyph {
    /// Every glyph with its sign and its number among the Numeric Annotation
    /// Glyphs of PGN.
    pub const ALL: [(Glyph, &'static str, u16); 15] = [
        (Glyph::Good, "!", 1),
        (Glyph::Mistake, "?", 2),
        (Glyph::Brilliant, "!!", 3),
        (Glyph::Blunder, "??", 4),
        (Glyph::Interesting, "!?", 5),
        (Glyph::Dubious, "?!", 6),
        (Glyph::Only, "□", 7),
        (Glyph::Equal, "=", 10),
        (Glyph::Unclear, "∞", 13),
        (Glyph::FirstSlightly, "+=", 14),
        (Glyph::SecondSlightly, "=+", 15),
        (Glyph::FirstClearly, "±", 16),
        (Glyph::SecondClearly, "∓", 17),
        (Glyph::FirstWins, "+-", 18),
        (Glyph::SecondWins, "-+", 19),
    ];

    /// The sign, such as `!?`.
    #[must_use]
    pub fn sign(self) -> &'static str {
        Glyph::ALL[self as usize].1
    }

    /// Its number in PGN.
    #[must_use]
    pub fn number(self) -> u16 {
        Glyph::ALL[self as usize].2
    }

    /// The glyph with this number in PGN.
    #[must_use]
    pub fn from_number(number: u16) -> Option<Glyph> {
        Glyph::ALL.iter().find(|entry| entry.2 == number).map(|entry| entry.0)
    }

    /// The glyph with this sign.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Glyph> {
        Glyph::ALL.iter().find(|entry| entry.1 == sign).map(|entry| entry.0)
    }

    /// Whether it judges the move rather than the position.
    #[must_use]
    pub fn is_of_move(self) -> bool {
        self.number() < 10
    }
}

impl From<Glyph> for String {
    fn from(glyph: Glyph) -> String {
        glyph.sign().to_owned()
    }
}

impl TryFrom<String> for Glyph {
    type Error = String;

    fn try_from(sign: String) -> Result<Glyph, String> {
        Glyph::from_sign(&sign).ok_or_else(|| {
            let known: Vec<_> = Glyph::ALL.iter().map(|entry| entry.1).collect();
            let shown: String = sign.chars().take(12).collect();
            format!("\"{shown}\" is no sign of a judgement; they are {}", known.join(" "))
        })
    }
}

/// Colours that shapes can have.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
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

/// What a shape looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Figure {
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
    /// The whole square or intersection in colour.
    Field,
    /// A short text.
    Label(String),
}

/// Something drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Where it is, or where it begins.
    #[serde(with = "point_text")]
    pub at: Point,
    /// What it is.
    pub figure: Figure,
    /// Its colour.
    #[serde(default)]
    pub colour: Colour,
}

/// What a position is worth to the first side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Evaluation {
    /// A finite amount, positive if the first side is better.
    Amount {
        /// How much.
        amount: f64,
        /// What it is counted in.
        #[serde(with = "UnitText")]
        unit: Unit,
        /// Whether it is proved.
        #[serde(default)]
        exact: bool,
    },
    /// Mate in this many moves of the winner; negative if the second side
    /// mates.
    Mate(i32),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Unit", rename_all = "lowercase")]
enum UnitText {
    Discs,
    Points,
    Pawns,
    Chance,
}

/// Points as texts like d4.
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
