//! The SGF reader, which builds trees directly, node by node.

use std::fmt::Display;

use super::properties::{self, BOARD_PROPERTIES, parse_komi};
use crate::core::{Move, Point, Side, excerpt};
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Game, OptionValue, Options, ScoreUnit, SgfGame, SgfStones};
use crate::record::formats::builder::{TreeBuilder, word_choice};
use crate::record::formats::content_error::ContentError;
use crate::record::formats::text::{Lines, Property, decode, error_at};
use crate::record::formats::{FormatError, Source, check_game_count, without_caches};
use crate::record::{ForcedMove, GameTree, NodeAction, NodeId, SetUp};

/// Bytes at the start of a file that are searched for the `CA` property.
const CHARSET_SCAN_BYTES: usize = 4096;
/// Most different properties of a node.
const MAX_PROPERTIES: usize = 500;

/// Maximum number of moves in a node, which should have one; some programs write both
/// stones of a turn of Connect6 into it, others a whole line.
const MAX_NODE_MOVES: usize = 400;
/// Fewest bytes of a file for each node that has no move, so that the nodes do
/// not take far more memory than the file.
const MIN_NOTE_BYTES: usize = 8;
/// Most letters of a property's name.
const MAX_NAME_LETTERS: usize = 64;

pub(super) fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let head = String::from_utf8_lossy(&source.bytes[..source.bytes.len().min(CHARSET_SCAN_BYTES)]);
    let label = head.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|at| at.0);
    let text = decode(source.bytes, label);
    let mut reader = Reader { text: &text, at: 0, source, is_cut: false, lines: Lines::new(&text) };
    let mut games = Vec::new();
    let mut refused = Vec::new();
    while let Some(game) = reader.game() {
        match game {
            Ok(tree) => {
                check_game_count(games.len() + 1, 40, source.bytes)?;
                games.push(without_caches(tree));
            }
            Err(error) => refused.push(error),
        }
    }
    if games.is_empty() {
        let expected = "no game was found; expected one like (;GM[1]SZ[19];B[pd])";
        return Err(refused.into_iter().next().unwrap_or_else(|| error_at(&text, 0, expected)));
    }
    refused.into_iter().for_each(source.warn);
    Ok(games)
}

/// A value in brackets.
struct Value<'a> {
    text: &'a str,
    /// False if the file ends within it.
    is_closed: bool,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    source: Source<'a>,
    /// True if the file is known to end within a game.
    is_cut: bool,
    lines: Lines<'a>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn warn(&self, at: usize, problem: impl Display) {
        (self.source.warn)(self.lines.error(at, problem));
    }

    /// The next game, or the reason why it is none, if there is one.
    fn game(&mut self) -> Option<Result<GameTree, FormatError>> {
        let mut game: Option<Result<GameReader, FormatError>> = None;
        // The nodes before the open variations.
        let mut branches: Vec<NodeId> = Vec::new();
        let mut properties: Vec<Property<'a>> = Vec::new();
        let mut open = 0_usize;
        let mut is_closed = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    open += 1;
                    if let Some(game) = &mut game {
                        branches.push(match game {
                            Ok(game) => game.begin_variation(branches.len() + 1),
                            Err(_) => NodeId::ROOT,
                        });
                    }
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    open = open.saturating_sub(1);
                    match (&mut game, branches.pop()) {
                        (Some(Ok(game)), Some(branch)) => {
                            game.end_variation(branch, branches.len());
                        }
                        (Some(_), None) => {
                            is_closed = true;
                            break;
                        }
                        (Some(Err(_)) | None, _) => {}
                    }
                }
                b';' | b'A'..=b'Z' if open > 0 && (byte == b';' || self.is_at_property()) => {
                    let start = self.at;
                    self.at += usize::from(byte == b';');
                    self.node(&mut properties);
                    let asked = self.source.game;
                    let game = game.get_or_insert_with(|| {
                        let game = GameReader::new(&properties, asked, start);
                        game.map_err(|reason| self.lines.error(start, reason))
                    });
                    if let Ok(game) = game {
                        game.node(&properties, start);
                        for problem in game.warnings.drain(..) {
                            self.warn(start, problem);
                        }
                    }
                }
                _ => self.at += 1,
            }
        }
        if game.is_some() && !is_closed && !self.is_cut {
            self.warn(self.text.len(), "the file ends before its last game does");
        }
        game.map(|game| game.map(GameReader::finish))
    }

    /// True at a name with a value, and not in the prose around games.
    fn is_at_property(&self) -> bool {
        let rest = &self.text[self.at..];
        let letters = rest.bytes().take(MAX_NAME_LETTERS + 1);
        let name = letters.take_while(u8::is_ascii_alphanumeric).count();
        name <= MAX_NAME_LETTERS && rest[name..].trim_start().starts_with('[')
    }

    /// Reads the properties of one node, one for each value, still escaped.
    fn node(&mut self, properties: &mut Vec<Property<'a>>) {
        properties.clear();
        let mut name = "";
        while let Some(byte) = self.peek() {
            match byte {
                b'[' => {
                    let start = self.at;
                    let value = self.value();
                    // Half a text is better than none, but half a point is none.
                    let is_text = || !BOARD_PROPERTIES.contains(&property_name(name).as_str());
                    if !name.is_empty() && (value.is_closed || is_text()) {
                        properties.push(Property { name, value: value.text });
                    }
                    if !value.is_closed {
                        self.is_cut = true;
                        self.warn(start, format!("the file ends in the middle of {name}[…]"));
                    }
                }
                b';' | b'(' | b')' => break,
                b'A'..=b'Z' | b'a'..=b'z' => {
                    let rest = &self.text[self.at..];
                    let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
                    let end = end.unwrap_or(rest.len());
                    name = &rest[..end];
                    if end > MAX_NAME_LETTERS {
                        let name = excerpt(name);
                        let reason =
                            format!("{name}… is left out: the names of properties are shorter");
                        self.warn(self.at, reason);
                        // Its values follow no name.
                        self.at += end;
                        self.skip_values();
                        continue;
                    }
                    self.at += end;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Skips the values of a property that is left out.
    fn skip_values(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'[' => _ = self.value(),
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
    }

    /// Reads a value in brackets; the rest of the text if the closing bracket
    /// is missing.
    fn value(&mut self) -> Value<'a> {
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
        let text = &self.text[start..self.at];
        let is_closed = self.at < bytes.len();
        self.at += usize::from(is_closed);
        Value { text, is_closed }
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

/// The game of a record: the one that is asked for, the only one of the program
/// that wrote it, or the one with its number.
fn game_of(
    asked: Option<&'static dyn Game>,
    program: Option<&str>,
    number: &str,
) -> Result<(&'static dyn Game, SgfGame), ContentError> {
    let games = || GAMES.iter().filter_map(|game| Some((*game, game.record_formats().sgf?)));
    if let Some((game, sgf)) = asked.and_then(|game| Some((game, game.record_formats().sgf?))) {
        return Ok((game, sgf));
    }
    let wrote = |sgf: &SgfGame| {
        program.is_some_and(|program| sgf.programs.iter().any(|name| program.starts_with(name)))
    };
    let by_program = games().find(|(_, sgf)| wrote(sgf));
    by_program.or_else(|| games().find(|(_, sgf)| sgf.number == number)).ok_or_else(|| {
        let mut known: Vec<_> = games().map(|(_, sgf)| sgf.number).collect();
        known.sort_unstable();
        ContentError::UnknownGameNumber { number: excerpt(number), known: known.join(", ") }
    })
}

/// Reads one game.
pub(super) struct GameReader {
    pub(super) builder: TreeBuilder,
    pub(super) size: u8,
    /// Encoding of stones; `None` in a game of pieces that move.
    pub(super) stones: Option<SgfStones>,
    pub(super) unit: ScoreUnit,
    /// The options that the root gives, without the handicap.
    pub(super) options: Options,
    /// The options of the starting position.
    pub(super) start_options: Options,
    /// Number of handicap stones.
    pub(super) handicap: Option<i64>,
    /// Stones set up before the first move; `None` for the usual ones.
    pub(super) setup: Option<Vec<Option<Side>>>,
    /// The side to move first, if the record says it.
    pub(super) to_move: Option<Side>,
    /// True if own properties give the whole starting position.
    has_own_start: bool,
    /// True before the first node.
    is_at_root: bool,
    /// Number of open variations.
    pub(super) depth: usize,
    /// True before the first node of a variation.
    begins_variation: bool,
    /// The byte at which the game starts.
    first_byte: usize,
    /// Number of nodes that are only there for their annotations.
    notes: usize,
    /// Problems of the current node, such as moves that could not be carried out.
    pub(super) warnings: Vec<ContentError>,
}

impl GameReader {
    /// A reader of the game that begins with this node, which is read next.
    fn new(
        node: &[Property<'_>],
        asked: Option<&'static dyn Game>,
        first_byte: usize,
    ) -> Result<GameReader, ContentError> {
        let get = |name: &str| {
            let found = node.iter().find(|property| property_name(property.name) == name);
            found.map(|property| unescape(property.value).trim().to_owned())
        };
        let number = get("GM").unwrap_or_else(|| "1".to_owned());
        let (game, sgf) = game_of(asked, get("AP").as_deref(), &number)?;
        let mut options = Options::default();
        if let Some(stones) = sgf.stones {
            let size = get("SZ").unwrap_or_default();
            let (width, height) = size.split_once(':').unwrap_or((&size, &size));
            if width != height {
                return Err(ContentError::NotSquare(excerpt(&size)));
            }
            let size =
                if width.is_empty() { stones.default_size } else { width.parse().unwrap_or(0) };
            options.set("size", OptionValue::Number(i64::from(size)));
        }
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
        if let Some(text) = get(properties::OPTIONS) {
            options = Options::parse(&text)?;
        }
        let start = get(properties::START).or_else(|| get("FEN").filter(|_| sgf.stones.is_none()));
        let builder = TreeBuilder::new(game, options.clone(), start.as_deref())?;
        let board = builder.position().board();
        Ok(GameReader {
            builder,
            size: board.files,
            stones: sgf.stones,
            unit: sgf.unit,
            start_options: options.clone(),
            has_own_start: start.is_some() || get(properties::OPTIONS).is_some(),
            options,
            handicap: handicap.filter(|count| (2..=9).contains(count)),
            setup: None,
            to_move: None,
            is_at_root: true,
            depth: 0,
            begins_variation: false,
            first_byte,
            notes: 0,
            warnings: Vec::new(),
        })
    }

    /// Begins a variation of the current node, which is returned.
    fn begin_variation(&mut self, depth: usize) -> NodeId {
        self.builder.checkpoint();
        (self.depth, self.begins_variation) = (depth, true);
        self.builder.node()
    }

    /// The game. What it says of its colours is kept by sides.
    fn finish(self) -> GameTree {
        let mut tree = self.builder.tree;
        if tree.is_swapped() {
            tree.info_mut().exchange_sides();
        }
        tree
    }

    /// Ends a variation of this node.
    fn end_variation(&mut self, branch: NodeId, depth: usize) {
        self.builder.go_to(branch);
        (self.depth, self.begins_variation) = (depth, false);
    }

    pub(super) fn point(&self, text: &str) -> Result<Point, ContentError> {
        let text = text.trim();
        let board = self.builder.position().board();
        let at = properties::read_point(text, &board);
        at.or_else(|| properties::read_named_point(text, &board)).ok_or_else(|| {
            let last = char::from(b'a' + self.size - 1);
            ContentError::NoPoint { text: excerpt(text), last }
        })
    }

    /// True if there is nothing yet after the root.
    fn is_at_start(&self) -> bool {
        self.builder.tree.nodes().nth(1).is_none()
    }

    /// Reads the node at this byte.
    fn node(&mut self, node: &[Property<'_>], at: usize) {
        let before = self.builder.node();
        let begins_variation = std::mem::take(&mut self.begins_variation);
        let is_move =
            |property: &Property<'_>| matches!(property_name(property.name).as_str(), "B" | "W");
        let has_move = node.iter().any(is_move);
        let is_root = std::mem::take(&mut self.is_at_root);
        match self.has_own_start {
            true if is_root => _ = self.keep_invalid_setup(node),
            false if self.stones.is_some() && self.is_at_start() && self.depth == 0 => {
                self.set_up_start(node);
            }
            _ => self.set_up(node, has_move),
        }
        let mut moves = 0;
        for &Property { name, value } in node {
            let name = property_name(name);
            moves += usize::from(matches!(&*name, "B" | "W" | properties::CHOICE));
            if moves > MAX_NODE_MOVES {
                self.warnings.push(ContentError::TooManyNodeMoves(MAX_NODE_MOVES));
                break;
            }
            match name.as_str() {
                name @ ("B" | "W") if self.stones.is_none() => self.play_text(name, value),
                "B" => self.play("B", Side::First, value),
                "W" => self.play("W", Side::Second, value),
                properties::CHOICE => self.play_text(properties::CHOICE, value),
                _ => {}
            }
        }
        let is_room = self.notes * MIN_NOTE_BYTES <= at - self.first_byte;
        if begins_variation && self.builder.node() == before && is_room {
            // Without a node of its own, its annotations would be those of the
            // node that it is a variation of.
            self.add_note(SetUp::default());
            self.notes += 1;
        }
        self.read_clocks(node);
        for &Property { name, value } in node {
            let properties = &self.builder.annotations().properties;
            if properties.len() >= MAX_PROPERTIES {
                self.warnings.push(ContentError::TooManyProperties(MAX_PROPERTIES));
                break;
            }
            self.read_property(&property_name(name), value);
        }
    }

    /// Plays a move in a notation of the game, or one as two points.
    fn play_text(&mut self, name: &str, value: &str) {
        let text = unescape(value);
        let points = text.trim().split_at_checked(2).and_then(|(from, to)| {
            let board = self.builder.position().board();
            let [from, to] = [from, to].map(|text| properties::read_point(text, &board));
            Some(Move::FromTo { from: from?, to: to?, promotion: None })
        });
        let played = match points {
            Some(mv) if self.stones.is_none() => self.builder.play(mv),
            _ => self.builder.play_text(&text),
        };
        if let Err(refusal) = played {
            self.warnings.push(refusal.into());
            self.add_unplayable_move(None, name, value);
        }
    }

    fn play(&mut self, name: &str, side: Side, value: &str) {
        let text = unescape(value);
        let mv = match text.trim() {
            "" | "PA" | "pass" => Move::Pass,
            "tt" if self.size <= 19 => Move::Pass,
            text => match self.point(text) {
                Ok(at) => Move::Place(at),
                Err(problem) => {
                    self.warnings.push(problem);
                    return self.add_unplayable_move(Some(side), name, value);
                }
            },
        };
        if self.is_at_start()
            && !self.has_own_start
            && self.to_move.is_none()
            && self.builder.position().colour_to_move() != side
        {
            self.set_first_mover(side);
        }
        let forced = NodeAction::Forced(ForcedMove { side, mv });
        let played = if let Some(position) = after(self.builder.position(), side, mv) {
            drop(position);
            self.builder.play(mv).is_ok()
        } else if self.plays_after_pass(side, mv) {
            self.builder.play(Move::Pass).is_ok() && self.builder.play(mv).is_ok()
        } else {
            self.builder.execute(&forced).is_some()
        };
        if !played {
            self.warnings.push(ContentError::ImpossibleMove);
            self.add_unplayable_move(Some(side), name, value);
        }
    }

    /// True if this colour may play this move after a pass that the rules demand,
    /// which many records leave out.
    fn plays_after_pass(&self, side: Side, mv: Move) -> bool {
        let mut position = self.builder.position().clone();
        position.legal_moves() == [Move::Pass]
            && position.play(Move::Pass).is_ok()
            && after(&position, side, mv).is_some()
    }
}

/// The position after a move, if it is legal and of this colour.
fn after(position: &AnyPosition, side: Side, mv: Move) -> Option<AnyPosition> {
    let mut next = position.clone();
    next.play(mv).ok()?;
    // In an opening one side may place stones of both colours.
    let stone = mv.target().and_then(|at| next.piece_at(at));
    let colour = stone.map_or_else(|| position.colour_to_move(), |piece| piece.side);
    (colour == side).then_some(next)
}
