//! The SGF reader, which builds trees directly, node by node.

use super::properties::{self, parse_komi};
use crate::core::{Point, Side};
use crate::games::registry::GAMES;
use crate::games::{Game, OptionValue, Options, ScoreUnit, SgfGame};
use crate::record::formats::builder::{TreeBuilder, word_choice};
use crate::record::formats::content_error::ContentError;
use crate::record::formats::text::{Property, decode, error_at, excerpt};
use crate::record::formats::{FormatError, Source, check_game_count, without_caches};
use crate::record::{GameTree, NodeId};

/// Bytes at the start of a file that are searched for the `CA` property.
const CHARSET_SCAN_BYTES: usize = 4096;
/// Most different properties of a node.
const MAX_PROPERTIES: usize = 500;

pub(super) fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let head = String::from_utf8_lossy(&source.bytes[..source.bytes.len().min(CHARSET_SCAN_BYTES)]);
    let label = head.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|at| at.0);
    let text = decode(source.bytes, label);
    let mut reader = Reader { text: &text, at: 0 };
    let mut games = Vec::new();
    while let Some(tree) = reader.game()? {
        check_game_count(games.len() + 1, 40, source.bytes)?;
        games.push(without_caches(tree));
    }
    if games.is_empty() {
        return Err(error_at(
            &text,
            0,
            "no game was found; expected one like (;GM[1]SZ[19];B[pd])",
        ));
    }
    Ok(games)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next game, if there is one.
    fn game(&mut self) -> Result<Option<GameTree>, FormatError> {
        let mut game: Option<GameReader> = None;
        let mut branches: Vec<NodeId> = Vec::new();
        let mut properties: Vec<Property<'a>> = Vec::new();
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    open += 1;
                    if let Some(game) = &mut game {
                        game.builder.checkpoint();
                        branches.push(game.builder.node());
                        game.depth = branches.len();
                    }
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    open = open.saturating_sub(1);
                    match (&mut game, branches.pop()) {
                        (Some(game), Some(branch)) => {
                            game.builder.go_to(branch);
                            game.depth = branches.len();
                            game.unplayable_depth =
                                game.unplayable_depth.filter(|&depth| depth <= game.depth);
                        }
                        (Some(_), None) => break,
                        (None, _) => {}
                    }
                }
                b';' | b'A'..=b'Z' if open > 0 => {
                    let start = self.at;
                    self.at += usize::from(byte == b';');
                    self.node(&mut properties)?;
                    let invalid = |reason: ContentError| error_at(self.text, start, reason);
                    match &mut game {
                        Some(game) => game.node(&properties).map_err(invalid)?,
                        None => game = Some(GameReader::new(&properties).map_err(invalid)?),
                    }
                }
                _ => self.at += 1,
            }
        }
        Ok(game.map(|game| game.builder.tree))
    }

    /// Reads the properties of one node, one for each value, still escaped.
    fn node(&mut self, properties: &mut Vec<Property<'a>>) -> Result<(), FormatError> {
        properties.clear();
        let mut name = "";
        while let Some(byte) = self.peek() {
            match byte {
                b'[' => {
                    let value = self.value();
                    if !name.is_empty() {
                        properties.push(Property { name, value });
                    }
                }
                b';' | b'(' | b')' => break,
                b'A'..=b'Z' | b'a'..=b'z' => {
                    let rest = &self.text[self.at..];
                    let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
                    let end = end.unwrap_or(rest.len());
                    if end > 64 {
                        let reason = "the name of a property is longer than 64 letters";
                        return Err(error_at(self.text, self.at, reason));
                    }
                    name = &rest[..end];
                    self.at += end;
                }
                _ => self.at += 1,
            }
        }
        Ok(())
    }

    /// Reads a value in brackets; the rest of the text if the closing bracket
    /// is missing.
    fn value(&mut self) -> &'a str {
        self.at += 1;
        let start = self.at;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                // An escaped character may be longer than a byte, but its
                // continuation bytes are neither of these characters.
                b'\\' => self.at += 2,
                b']' => break,
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(bytes.len());
        let value = &self.text[start..self.at];
        self.at += usize::from(self.at < bytes.len());
        value
    }
}

/// The name of a property without the lower-case letters of older versions.
pub(super) fn property_name(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_lowercase()).collect()
}

/// Unescapes a value.
pub(super) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().filter(|&c| c != '\r').peekable();
    while let Some(c) = letters.next() {
        match c {
            '\\' => text.extend(letters.next().filter(|&c| c != '\n')),
            c => text.push(c),
        }
    }
    text
}

/// The game with this number.
fn game_of(number: &str) -> Result<(&'static dyn Game, SgfGame), ContentError> {
    let games = || GAMES.iter().filter_map(|game| Some((*game, game.record_formats().sgf?)));
    games().find(|(_, sgf)| sgf.number == number).ok_or_else(|| {
        let mut known: Vec<_> = games().map(|(_, sgf)| sgf.number).collect();
        known.sort_unstable();
        ContentError::UnknownGameNumber { number: excerpt(number), known: known.join(", ") }
    })
}

/// Reads one game.
pub(super) struct GameReader {
    pub(super) builder: TreeBuilder,
    pub(super) size: u8,
    pub(super) first_rank_on_top: bool,
    pub(super) unit: ScoreUnit,
    pub(super) options: Options,
    /// Setup stones before the first move.
    pub(super) setup: Vec<Option<Side>>,
    pub(super) to_move: Option<Side>,
    /// Number of open variations.
    depth: usize,
    /// Number of open variations at a setup in the middle of the game, after
    /// which moves cannot be played and are only recorded.
    unplayable_depth: Option<usize>,
}

impl GameReader {
    fn new(node: &[Property<'_>]) -> Result<GameReader, ContentError> {
        let get = |name: &str| {
            let found = node.iter().find(|property| property_name(property.name) == name);
            found.map(|property| unescape(property.value).trim().to_owned())
        };
        let number = get("GM").unwrap_or_else(|| "1".to_owned());
        let (game, sgf) = game_of(&number)?;
        let mut options = Options::default();
        let size = get("SZ").unwrap_or_default();
        let (width, height) = size.split_once(':').unwrap_or((&size, &size));
        if width != height {
            return Err(ContentError::NotSquare(excerpt(&size)));
        }
        let size = if width.is_empty() { sgf.default_size } else { width.parse().unwrap_or(0) };
        options.set("size", OptionValue::Number(i64::from(size)));
        if let Some(rules) = sgf.rules {
            let rule = get("RU").and_then(|text| rules.value(&text));
            options.set(rules.option, rule.unwrap_or_else(|| word_choice(rules.default)));
        }
        let has = |id| game.options().iter().any(|spec| spec.id == id);
        let komi = get("KM").filter(|_| has("komi")).and_then(|text| parse_komi(&text));
        if let Some(komi) = komi {
            options.set("komi", OptionValue::Number(komi));
        }
        let handicap = get("HA").filter(|_| has("handicap")).and_then(|text| text.parse().ok());
        if let Some(handicap) = handicap.filter(|n: &i64| (2..=9).contains(n)) {
            options.set("handicap", OptionValue::Number(handicap));
        }
        if let Some(text) = get(properties::OPTIONS) {
            options = Options::parse(&text)?;
        }
        let start = get(properties::START);
        let mut builder = TreeBuilder::new(game, options.clone(), start.as_deref())?;
        builder.lenient = true;
        let board = builder.position().board();
        let mut game = GameReader {
            builder,
            size: board.files,
            first_rank_on_top: sgf.first_rank_on_top,
            unit: sgf.unit,
            options,
            setup: vec![None; usize::from(board.files) * usize::from(board.files)],
            to_move: None,
            depth: 0,
            unplayable_depth: None,
        };
        // Own properties give the whole starting position.
        if start.is_some() || get(properties::OPTIONS).is_some() {
            let is_setup =
                |property: &Property<'_>| matches!(property.name, "AB" | "AW" | "AE" | "PL");
            let rest: Vec<_> =
                node.iter().filter(|&property| !is_setup(property)).copied().collect();
            game.node(&rest)?;
        } else {
            game.node(node)?;
        }
        Ok(game)
    }

    pub(super) fn point(&self, text: &str) -> Result<Point, ContentError> {
        let at = properties::read_point(text.trim(), self.size, self.first_rank_on_top);
        at.ok_or_else(|| {
            let last = char::from(b'a' + self.size - 1);
            ContentError::NoPoint { text: excerpt(text), last }
        })
    }

    fn node(&mut self, node: &[Property<'_>]) -> Result<(), ContentError> {
        let changes = |property: &Property<'_>| {
            matches!(property_name(property.name).as_str(), "AB" | "AW" | "AE")
        };
        let has_begun = self.builder.tree.nodes().nth(1).is_some();
        if !has_begun {
            self.apply_setup(node)?;
        } else if node.iter().any(changes) {
            self.unplayable_depth = self.unplayable_depth.or(Some(self.depth));
        }
        for &Property { name, value } in node {
            match property_name(name).as_str() {
                name @ ("B" | "W" | "AB" | "AW" | "AE") if self.unplayable_depth.is_some() => {
                    self.builder.add_past_end(&format!("{name} {value}"));
                }
                "B" => self.play(Side::First, value)?,
                "W" => self.play(Side::Second, value)?,
                properties::CHOICE => {
                    self.builder.play_text(&unescape(value))?;
                }
                _ => {}
            }
        }
        for &Property { name, value } in node {
            self.read_property(&property_name(name), value);
            if self.builder.tree.annotations(self.builder.node()).properties.len() > MAX_PROPERTIES
            {
                return Err(ContentError::TooManyProperties(MAX_PROPERTIES));
            }
        }
        Ok(())
    }

    fn play(&mut self, side: Side, value: &str) -> Result<(), ContentError> {
        let text = unescape(value);
        let text = text.trim();
        if text.is_empty() || (text == "tt" && self.size <= 19) {
            // A third pass has no effect.
            let _ = self.builder.play(crate::core::Move::Pass);
            return Ok(());
        }
        let at = self.point(text)?;
        let played = self.builder.place(Some(side), at);
        played.map(|_| ()).map_err(|refusal| {
            let text = format!("{}[{}]", properties::colour_letter(side), excerpt(text));
            ContentError::Unplayable { text, refusal }
        })
    }
}
