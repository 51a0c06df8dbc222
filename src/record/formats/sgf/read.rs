//! Reading SGF, node by node, straight into a tree.

use super::words::{self, GAMES, komi};
use crate::core::{Point, Side};
use crate::games::{Choice, Options, Unit};
use crate::record::formats::builder::{Builder, word};
use crate::record::formats::text::{decode, error_at, shown};
use crate::record::formats::{FormatError, Source, check_count, settled};
use crate::record::{GameTree, NodeId};

/// How far into a file the name of its encoding is looked for.
const HEAD: usize = 4096;
/// Different properties that one node may have.
const MOST_PROPERTIES: usize = 500;

/// One value of a property as it stands in the text, still escaped.
pub(super) type Value<'a> = (&'a str, &'a str);

pub(super) fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let head = String::from_utf8_lossy(&source.bytes[..source.bytes.len().min(HEAD)]);
    let label = head.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|at| at.0);
    let text = decode(source.bytes, label);
    let mut reader = Reader { text: &text, at: 0 };
    let mut games = Vec::new();
    while let Some(tree) = reader.game()? {
        check_count(games.len() + 1, 40, source.bytes)?;
        games.push(settled(tree));
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
        let mut game: Option<Game> = None;
        let mut branches: Vec<NodeId> = Vec::new();
        let mut values: Vec<Value<'a>> = Vec::new();
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    open += 1;
                    if let Some(game) = &mut game {
                        game.builder.keep();
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
                            game.builder.go(branch);
                            game.depth = branches.len();
                            game.adrift = game.adrift.filter(|&depth| depth <= game.depth);
                        }
                        (Some(_), None) => break,
                        (None, _) => {}
                    }
                }
                b';' | b'A'..=b'Z' if open > 0 => {
                    let start = self.at;
                    self.at += usize::from(byte == b';');
                    self.node(&mut values)?;
                    let wrong = |reason: String| error_at(self.text, start, reason);
                    match &mut game {
                        Some(game) => game.node(&values).map_err(wrong)?,
                        None => game = Some(Game::new(&values).map_err(wrong)?),
                    }
                }
                _ => self.at += 1,
            }
        }
        Ok(game.map(|game| game.builder.tree))
    }

    /// The values of one node.
    fn node(&mut self, values: &mut Vec<Value<'a>>) -> Result<(), FormatError> {
        values.clear();
        let mut name = "";
        while let Some(byte) = self.peek() {
            match byte {
                b'[' => {
                    let value = self.value();
                    if !name.is_empty() {
                        values.push((name, value));
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

    /// What stands between brackets; the rest of the text if the closing one
    /// is missing.
    fn value(&mut self) -> &'a str {
        self.at += 1;
        let start = self.at;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                // Both are one byte long: what is escaped may be longer, but
                // its later bytes are none of these signs.
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

/// The name of a property without the small letters that older versions had.
pub(super) fn id(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_lowercase()).collect()
}

/// A value without its escapes.
pub(super) fn plain(value: &str) -> String {
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

/// A game in the making.
pub(super) struct Game {
    pub(super) builder: Builder,
    pub(super) size: u8,
    pub(super) first_rank_on_top: bool,
    pub(super) unit: Unit,
    pub(super) options: Options,
    /// Stones that stand before the first move.
    pub(super) setup: Vec<Option<Side>>,
    pub(super) to_move: Option<Side>,
    /// In how many branches the reader is.
    depth: usize,
    /// In how many it was when stones were set up in the middle of the game,
    /// of which a tree of moves can only take note.
    adrift: Option<usize>,
}

impl Game {
    fn new(values: &[Value<'_>]) -> Result<Game, String> {
        let get = |name: &str| {
            let found = values.iter().find(|value| id(value.0) == name);
            found.map(|value| plain(value.1).trim().to_owned())
        };
        let number = get("GM").unwrap_or_else(|| "1".to_owned());
        let game = GAMES.iter().find(|game| game.0 == number);
        let &(_, name, usual, unit, first_rank_on_top) = game.ok_or_else(|| {
            format!("GM[{}] is none of the games read here: 1, 2, 4", shown(&number))
        })?;
        let mut options = Options::default();
        let size = get("SZ").unwrap_or_default();
        let (width, height) = size.split_once(':').unwrap_or((&size, &size));
        if width != height {
            return Err(format!("the board is {}, but only square ones are read", shown(&size)));
        }
        let size = if width.is_empty() { usual } else { width.parse().unwrap_or(0) };
        options.set("size", Choice::Number(i64::from(size)));
        if let Some(option) = words::rule_option(name) {
            let rule = get("RU").and_then(|text| words::rule(name, &text));
            // Without a name, the rules that forbid least.
            let least = word(if name == "go" { "japanese" } else { "freestyle" });
            options.set(option, rule.unwrap_or(least));
        }
        if name == "go" {
            if let Some(komi) = get("KM").and_then(|text| komi(&text)) {
                options.set("komi", Choice::Number(komi));
            }
            let handicap: Option<i64> = get("HA").and_then(|text| text.parse().ok());
            if let Some(handicap) = handicap.filter(|n| (2..=9).contains(n)) {
                options.set("handicap", Choice::Number(handicap));
            }
        }
        if let Some(text) = get(words::OPTIONS) {
            options = Options::parse(&text).map_err(|error| error.to_string())?;
        }
        let start = get(words::START);
        let builder = Builder::new(name, options.clone(), start.as_deref());
        let mut builder = builder.map_err(|error| error.to_string())?;
        builder.lenient = true;
        let board = builder.position().board();
        let mut game = Game {
            builder,
            size: board.files,
            first_rank_on_top,
            unit,
            options,
            setup: vec![None; usize::from(board.files) * usize::from(board.files)],
            to_move: None,
            depth: 0,
            adrift: None,
        };
        // Our own words say all of the start.
        if start.is_some() || get(words::OPTIONS).is_some() {
            let ours = |value: &&Value<'_>| !matches!(value.0, "AB" | "AW" | "AE" | "PL");
            let values: Vec<_> = values.iter().filter(ours).copied().collect();
            game.node(&values)?;
        } else {
            game.node(values)?;
        }
        Ok(game)
    }

    pub(super) fn point(&self, text: &str) -> Result<Point, String> {
        let at = words::read_point(text.trim(), self.size, self.first_rank_on_top);
        at.ok_or_else(|| {
            let last = char::from(b'a' + self.size - 1);
            format!("\"{}\" is no point: expected two letters a to {last}", shown(text))
        })
    }

    fn node(&mut self, values: &[Value<'_>]) -> Result<(), String> {
        let changes = |value: &Value<'_>| matches!(id(value.0).as_str(), "AB" | "AW" | "AE");
        let has_begun = self.builder.tree.nodes().nth(1).is_some();
        if !has_begun {
            self.set_up(values)?;
        } else if values.iter().any(changes) {
            self.adrift = self.adrift.or(Some(self.depth));
        }
        for (name, value) in values {
            match id(name).as_str() {
                name @ ("B" | "W" | "AB" | "AW" | "AE") if self.adrift.is_some() => {
                    self.builder.add_beyond(&format!("{name} {value}"));
                }
                "B" => self.play(Side::First, value)?,
                "W" => self.play(Side::Second, value)?,
                words::CHOICE => {
                    let refused = |error: crate::games::Refusal| error.to_string();
                    self.builder.play_text(&plain(value)).map_err(refused)?;
                }
                _ => {}
            }
        }
        for &(name, value) in values {
            self.annotate(&id(name), value);
            if self.builder.tree.notes(self.builder.node()).properties.len() > MOST_PROPERTIES {
                return Err(format!("more than {MOST_PROPERTIES} properties in one node"));
            }
        }
        Ok(())
    }

    fn play(&mut self, side: Side, value: &str) -> Result<(), String> {
        let text = plain(value);
        let text = text.trim();
        if text.is_empty() || (text == "tt" && self.size <= 19) {
            // A third pass says nothing more.
            let _ = self.builder.play(crate::core::Move::Pass);
            return Ok(());
        }
        let at = self.point(text)?;
        let played = self.builder.place(Some(side), at);
        played.map(|_| ()).map_err(|refusal| {
            format!("{}[{}] cannot be played: {refusal}", words::letter(side), shown(text))
        })
    }
}
