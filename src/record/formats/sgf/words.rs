//! What the properties of SGF mean here, for reading and writing alike.

use crate::core::{Point, Side};
use crate::games::{AnyPosition, Choice, Options, Unit};
use crate::record::formats::builder::word;
use crate::record::{Field, Glyph};

/// Properties of ours hold what the format has no words for. Other programs
/// keep them as they keep all that they do not know.
pub(super) const OPTIONS: &str = "TYO";
/// The starting position as text.
pub(super) const START: &str = "TYP";
/// A move that is no stone: a choice of colour, dead stones.
pub(super) const CHOICE: &str = "TYM";
/// Glyphs that the format lacks.
pub(super) const GLYPH: &str = "TYG";
/// Colours of shapes: number of the shape, colour.
pub(super) const COLOUR: &str = "TYC";
/// An evaluation that is not a plain number of points.
pub(super) const EVALUATION: &str = "TYE";
/// Both clocks.
pub(super) const CLOCK: &str = "TYK";
/// A further tag of the game: name, colon, text.
pub(super) const TAG: &str = "TYT";
/// A property of another format: name, colon, value.
pub(super) const FOREIGN: &str = "TYX";

/// Number of the game in `GM`, its id here, the side of its usual board, the
/// unit of `V`, and whether the first rank is on top.
pub(super) const GAMES: [(&str, &str, u8, Unit, bool); 3] = [
    ("1", "go", 19, Unit::Points, false),
    ("2", "reversi", 8, Unit::Discs, true),
    ("4", "gomoku", 15, Unit::Chance, false),
];

/// Information of the game by property.
pub(super) const FIELDS: [(&str, Field); 12] = [
    ("PB", Field::First),
    ("PW", Field::Second),
    ("BR", Field::FirstRating),
    ("WR", Field::SecondRating),
    ("EV", Field::Event),
    ("PC", Field::Place),
    ("DT", Field::Date),
    ("RO", Field::Round),
    ("ON", Field::Opening),
    ("TM", Field::Time),
    ("AN", Field::Annotator),
    ("SO", Field::Source),
];

/// Glyphs that the format has.
pub(super) const GLYPHS: [(Glyph, &str, &str); 12] = [
    (Glyph::Good, "TE", "1"),
    (Glyph::Brilliant, "TE", "2"),
    (Glyph::Mistake, "BM", "1"),
    (Glyph::Blunder, "BM", "2"),
    (Glyph::Interesting, "IT", ""),
    (Glyph::Dubious, "DO", ""),
    (Glyph::Equal, "DM", "1"),
    (Glyph::Unclear, "UC", "1"),
    (Glyph::FirstClearly, "GB", "1"),
    (Glyph::FirstWins, "GB", "2"),
    (Glyph::SecondClearly, "GW", "1"),
    (Glyph::SecondWins, "GW", "2"),
];

/// Names of rule sets: what the name begins with in lower case, ours, and
/// how it is written; for the game of this id.
const RULES: [(&str, &str, &str, &str); 10] = [
    ("go", "jap", "japanese", "Japanese"),
    ("go", "kor", "japanese", "Japanese"),
    ("go", "chi", "chinese", "Chinese"),
    ("go", "aga", "aga", "AGA"),
    ("go", "n", "new-zealand", "NZ"),
    ("go", "tromp", "tromp-taylor", "Tromp-Taylor"),
    ("gomoku", "free", "freestyle", "Freestyle"),
    ("gomoku", "stan", "standard", "Standard"),
    ("gomoku", "caro", "caro", "Caro"),
    ("gomoku", "ren", "renju", "Renju"),
];

/// The option that holds the rule set.
pub(super) fn rule_option(game: &str) -> Option<&'static str> {
    match game {
        "go" => Some("ruleset"),
        "gomoku" => Some("rule"),
        _ => None,
    }
}

/// Our name of a rule set.
pub(super) fn rule(game: &str, text: &str) -> Option<Choice> {
    let lower = text.trim().to_lowercase();
    let found = RULES.iter().find(|rule| rule.0 == game && lower.starts_with(rule.1));
    found.map(|rule| word(rule.2))
}

/// How a rule set is written.
pub(super) fn rule_name(game: &str, choice: &Choice) -> Option<&'static str> {
    let Choice::Word(name) = choice else { return None };
    RULES.iter().find(|rule| rule.0 == game && rule.2 == name).map(|rule| rule.3)
}

/// What an option is set to, its default included.
pub(super) fn chosen(
    position: &dyn crate::games::Game,
    options: &Options,
    id: &str,
) -> Option<Choice> {
    position.options().iter().find(|spec| spec.id == id).map(|spec| options.get(spec))
}

/// A point as two letters, counted from the upper left.
pub(super) fn write_point(position: &AnyPosition, at: Point) -> String {
    let board = position.board();
    let row = if board.first_rank_on_top { at.rank } else { board.ranks - 1 - at.rank };
    [at.file, row].map(|n| char::from(b'a' + n)).iter().collect()
}

/// Reads a point of a board of this side.
pub(super) fn read_point(text: &str, size: u8, first_rank_on_top: bool) -> Option<Point> {
    let number = |byte: u8| byte.is_ascii_lowercase().then(|| byte - b'a').filter(|&n| n < size);
    let &[file, row] = text.as_bytes() else { return None };
    let (file, row) = (number(file)?, number(row)?);
    Some(Point::new(file, if first_rank_on_top { row } else { size - 1 - row }))
}

/// The result in our words; what is none stays as it is.
pub(super) fn read_result(text: &str) -> String {
    let text = text.trim();
    let by = |winner: &str, rest: &str| {
        let short = match rest.to_ascii_lowercase().as_str() {
            "resign" => "R",
            "time" => "T",
            "forfeit" => "F",
            _ => rest,
        };
        format!("{winner} {short}").trim_end().to_owned()
    };
    match text.to_ascii_lowercase().as_str() {
        "0" | "draw" | "jigo" => "1/2-1/2".to_owned(),
        _ => match text.split_at_checked(2) {
            Some(("B+" | "b+", rest)) => by("1-0", rest),
            Some(("W+" | "w+", rest)) => by("0-1", rest),
            _ => text.to_owned(),
        },
    }
}

/// The result in the words of the format.
pub(super) fn write_result(text: &str) -> String {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "1-0" => format!("B+{rest}"),
        "0-1" => format!("W+{rest}"),
        "1/2-1/2" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

/// The letter of a colour.
pub(super) fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

/// Half points of komi. Chinese records give it in stones, of which each
/// counts for two points, and as hundredths: 3.75, 375 or 750.
pub(super) fn komi(text: &str) -> Option<i64> {
    let number: f64 = text.trim().parse().ok()?;
    let number = if number >= 100.0 { number / 100.0 } else { number };
    let halves = 2.0 * number;
    // No quarters are given but in stones.
    let halves = if halves.fract() == 0.0 { halves } else { 2.0 * halves };
    (halves.fract() == 0.0 && (0.0..=60.0).contains(&halves)).then_some(halves as i64)
}
