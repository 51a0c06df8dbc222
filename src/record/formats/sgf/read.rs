//! Reading SGF, node by node, straight into a tree.

use super::words::{self, GAMES};
use crate::core::{Point, Reading, Side};
use crate::games::{Choice, Options, Unit};
use crate::record::formats::builder::{Builder, find, word};
use crate::record::formats::text::{decode, error_at, shown};
use crate::record::formats::{FormatError, Source, check_count, settled};
use crate::record::{Colour, Evaluation, Field, Figure, GameTree, Glyph, NodeId, Shape};

/// How far into a file the name of its encoding is looked for.
const HEAD: usize = 4096;
/// Different properties that one node may have.
const MOST_PROPERTIES: usize = 500;

/// One value of a property as it stands in the text, still escaped.
type Value<'a> = (&'a str, &'a str);

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
                    }
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    open = open.saturating_sub(1);
                    match (&mut game, branches.pop()) {
                        (Some(game), Some(branch)) => game.builder.go(branch),
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
fn id(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_lowercase()).collect()
}

/// A value without its escapes.
fn plain(value: &str) -> String {
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

struct Game {
    builder: Builder,
    size: u8,
    first_rank_on_top: bool,
    unit: Unit,
    options: Options,
    /// Stones that stand before the first move.
    setup: Vec<Option<Side>>,
    to_move: Option<Side>,
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
        let builder = builder.map_err(|error| error.to_string())?;
        let board = builder.position().board();
        let mut game = Game {
            builder,
            size: board.files,
            first_rank_on_top,
            unit,
            options,
            setup: vec![None; usize::from(board.files) * usize::from(board.files)],
            to_move: None,
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

    fn point(&self, text: &str) -> Result<Point, String> {
        let at = words::read_point(text.trim(), self.size, self.first_rank_on_top);
        at.ok_or_else(|| {
            let last = char::from(b'a' + self.size - 1);
            format!("\"{}\" is no point: expected two letters a to {last}", shown(text))
        })
    }

    /// A list of points or rectangles.
    fn each_point(&self, text: &str, tell: &mut dyn FnMut(Point)) -> Result<(), String> {
        let Some((from, to)) = text.split_once(':') else {
            tell(self.point(text)?);
            return Ok(());
        };
        let (from, to) = (self.point(from)?, self.point(to)?);
        for file in from.file.min(to.file)..=from.file.max(to.file) {
            for rank in from.rank.min(to.rank)..=from.rank.max(to.rank) {
                tell(Point::new(file, rank));
            }
        }
        Ok(())
    }

    fn node(&mut self, values: &[Value<'_>]) -> Result<(), String> {
        self.set_up(values)?;
        for (name, value) in values {
            match id(name).as_str() {
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

    /// Stones that are put before the first move make another start.
    fn set_up(&mut self, values: &[Value<'_>]) -> Result<(), String> {
        let mut changed = false;
        for (name, value) in values {
            let name = id(name);
            let stone = match name.as_str() {
                "AB" => Some(Side::First),
                "AW" => Some(Side::Second),
                "AE" => None,
                "PL" => {
                    let white = value.trim_start().starts_with(['W', 'w', '2']);
                    let side = if white { Side::Second } else { Side::First };
                    changed |= self.to_move != Some(side);
                    self.to_move = Some(side);
                    continue;
                }
                _ => continue,
            };
            let (mut setup, size) = (std::mem::take(&mut self.setup), usize::from(self.size));
            let result = self.each_point(&plain(value), &mut |at| {
                setup[usize::from(at.rank) * size + usize::from(at.file)] = stone;
            });
            self.setup = setup;
            result?;
            changed = true;
        }
        if !changed {
            return Ok(());
        }
        let tree = &self.builder.tree;
        if tree.nodes().nth(1).is_some() {
            return Err("stones are set up, or turns changed, after the first move".to_owned());
        }
        let (info, notes) = (tree.info().clone(), tree.notes(tree.root()).clone());
        let game = tree.game().id();
        let text = self.start_text(game);
        let handicap = words::chosen(tree.game(), &self.options, "handicap");
        let mut builder = Builder::new(game, self.options.clone(), Some(&text));
        if matches!(handicap, Some(Choice::Number(2..))) {
            // Stones that stand elsewhere were put freely.
            let fixed = find(game).and_then(|game| game.start(&self.options));
            if fixed.is_ok_and(|start| start.text() != text) {
                let mut options = self.options.clone();
                options.set("placement", word("free"));
                builder = Builder::new(game, options, Some(&text));
            }
        }
        self.builder = builder.map_err(|error| error.to_string())?;
        *self.builder.tree.info_mut() = info;
        *self.builder.notes() = notes;
        Ok(())
    }

    /// The stones that stand, as the text of a position.
    fn start_text(&self, game: &str) -> String {
        let size = usize::from(self.size);
        let count = |side| self.setup.iter().filter(|&&stone| stone == Some(side)).count();
        let black_more = count(Side::First) > count(Side::Second);
        let handicap = count(Side::Second) == 0 && black_more;
        let turn = self.to_move.unwrap_or(match game {
            "gomoku" if black_more => Side::Second,
            "go" if handicap => Side::Second,
            _ => Side::First,
        });
        let letter = if turn == Side::First { "X" } else { "O" };
        let sign = |stone: &Option<Side>| match stone {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '-',
        };
        match game {
            "reversi" => {
                let squares: String = self.setup.iter().map(sign).collect();
                format!("{squares} {letter}")
            }
            "go" => {
                let rows = self.setup.chunks(size.max(1)).rev().map(|row| {
                    let signs = row.iter().map(|stone| match stone {
                        None => "1".to_owned(),
                        stone => sign(stone).to_string(),
                    });
                    join_ones(&signs.collect::<Vec<_>>())
                });
                format!("{} {letter} 0,0", rows.collect::<Vec<_>>().join("/"))
            }
            _ => {
                let list = |side| {
                    let points = self.setup.iter().enumerate().filter(|at| *at.1 == Some(side));
                    let names: Vec<_> = points
                        .map(|(n, _)| Point::new((n % size) as u8, (n / size) as u8).to_string())
                        .collect();
                    if names.is_empty() { "-".to_owned() } else { names.join(",") }
                };
                let colour = if turn == Side::First { "black" } else { "white" };
                format!("{} {} {colour}", list(Side::First), list(Side::Second))
            }
        }
    }

    fn annotate(&mut self, name: &str, value: &str) {
        let node = self.builder.node();
        let at_root = node == self.builder.tree.root();
        let text = || plain(value);
        if let Some((_, field)) = words::FIELDS.iter().find(|field| field.0 == name) {
            self.builder.tree.info_mut().set(*field, text().trim());
            return;
        }
        let glyph = words::GLYPHS.iter().find(|glyph| {
            glyph.1 == name && (glyph.2 == value.trim() || (glyph.2 == "1" && value.trim() != "2"))
        });
        if let Some((glyph, _, _)) = glyph {
            self.builder.notes().add_glyph(*glyph);
            return;
        }
        if self.shape(name, value).is_some() || self.number(name, value).is_some() {
            return;
        }
        match name {
            "RE" => {
                let result = words::read_result(&text());
                self.builder.tree.info_mut().set(Field::Result, &result);
            }
            "GC" => self.builder.tree.info_mut().set(Field::Comment, &text()),
            "GN" | "US" | "CP" => self.builder.tree.info_mut().set_tag(name, text().trim()),
            words::TAG => {
                if let Some((name, text)) = text().split_once(':') {
                    self.builder.tree.info_mut().set_tag(name, text);
                }
            }
            words::FOREIGN => {
                if let Some((name, text)) = text().split_once(':') {
                    self.builder.notes().add_property(name, text.to_owned());
                }
            }
            "C" => self.builder.notes().add_comment(&text()),
            words::GLYPH if Glyph::from_sign(&text()).is_some() => {
                let glyph = Glyph::from_sign(&text());
                glyph.into_iter().for_each(|glyph| self.builder.notes().add_glyph(glyph));
            }
            "B"
            | "W"
            | "AB"
            | "AW"
            | "AE"
            | "PL"
            | "FF"
            | "GM"
            | "SZ"
            | "CA"
            | "AP"
            | words::OPTIONS
            | words::START
            | words::CHOICE => {}
            // What the options say already.
            "RU" | "KM" | "HA" if at_root && self.is_said(name, &text()) => {}
            _ => self.builder.notes().add_property(name, value.to_owned()),
        }
    }

    /// Whether the options hold all that this property says.
    fn is_said(&self, name: &str, value: &str) -> bool {
        let game = self.builder.tree.game();
        let chosen = |id| words::chosen(game, &self.options, id);
        match name {
            "RU" => words::rule_option(game.id())
                .and_then(chosen)
                .is_some_and(|choice| words::rule(game.id(), value) == Some(choice)),
            "KM" => komi(value).is_some_and(|komi| chosen("komi") == Some(Choice::Number(komi))),
            _ => value.trim().parse().ok().is_some_and(|count: i64| {
                count == 0 || chosen("handicap") == Some(Choice::Number(count))
            }),
        }
    }

    fn shape(&mut self, name: &str, value: &str) -> Option<()> {
        if name == words::COLOUR {
            let (index, colour) = value.split_once(' ')?;
            let colour = match colour {
                "red" => Colour::Red,
                "yellow" => Colour::Yellow,
                "blue" => Colour::Blue,
                _ => return None,
            };
            let index: usize = index.parse().ok()?;
            self.builder.notes().shapes.get_mut(index)?.colour = colour;
            return Some(());
        }
        let figure = match name {
            "TR" => Figure::Triangle,
            "SQ" => Figure::Square,
            "CR" => Figure::Circle,
            "MA" => Figure::Cross,
            "SL" => Figure::Field,
            "AR" | "LN" | "LB" => {
                let (_, rest) = value.split_once(':')?;
                match name {
                    "AR" => Figure::Arrow(self.point(rest).ok()?),
                    "LN" => Figure::Line(self.point(rest).ok()?),
                    _ => Figure::Label(plain(rest)),
                }
            }
            _ => return None,
        };
        // Rectangles stay as they are written: a few letters may stand for
        // hundreds of signs.
        let at = if matches!(name, "AR" | "LN" | "LB") { value.split_once(':')?.0 } else { value };
        let at = self.point(at).ok()?;
        self.builder.notes().shapes.push(Shape { at, figure, colour: Colour::default() });
        Some(())
    }

    fn number(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "V" => {
                let amount: f64 = value.trim().parse().ok().filter(|n: &f64| n.is_finite())?;
                let evaluation = Evaluation::Amount { amount, unit: self.unit, exact: false };
                self.builder.notes().evaluation = Some(evaluation);
            }
            words::EVALUATION => {
                self.builder.notes().evaluation = Some(ron::from_str(&plain(value)).ok()?);
            }
            words::CLOCK | "BL" | "WL" | "OB" | "OW" => {
                let node = self.builder.node();
                let tree = &self.builder.tree;
                let known = tree.clock(node).or_else(|| tree.clock(tree.parent(node)?));
                let none = Reading { time: 0, periods: 0, in_byo_yomi: false };
                let mut faces = known.unwrap_or([none; 2]);
                let side = usize::from(name.contains('W'));
                match name {
                    words::CLOCK => {
                        let numbers: Option<Vec<u64>> =
                            value.split(' ').map(|n| n.parse().ok()).collect();
                        let &[a, b, c, d, e, f] = numbers?.as_slice() else { return None };
                        let face = |time, periods: u64, in_byo_yomi| Reading {
                            time,
                            periods: periods.min(u64::from(u32::MAX)) as u32,
                            in_byo_yomi: in_byo_yomi != 0,
                        };
                        faces = [face(a, b, c), face(d, e, f)];
                    }
                    "BL" | "WL" => {
                        let seconds: f64 = value.trim().parse().ok()?;
                        let time = (seconds.max(0.0) * 1000.0).round() as u64;
                        faces[side] = Reading { time, periods: 0, in_byo_yomi: false };
                    }
                    _ => {
                        faces[side].periods = value.trim().parse().ok()?;
                        faces[side].in_byo_yomi = true;
                    }
                }
                self.builder.tree.set_clock(node, faces);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Half points of komi. Chinese records give it in stones, of which each
/// counts for two points, and as hundredths: 3.75 or 375.
fn komi(text: &str) -> Option<i64> {
    let number: f64 = text.trim().parse().ok()?;
    let stones = if number >= 100.0 { number / 100.0 } else { number };
    let halves = 2.0 * number;
    let halves = if halves.fract() == 0.0 && number < 100.0 { halves } else { 4.0 * stones };
    (halves.fract() == 0.0 && (0.0..=60.0).contains(&halves)).then_some(halves as i64)
}

/// Runs of ones in a row as their sum.
fn join_ones(signs: &[String]) -> String {
    let mut row = String::new();
    let mut run = 0;
    for sign in signs {
        if sign == "1" {
            run += 1;
            continue;
        }
        if run > 0 {
            row.push_str(&std::mem::take(&mut run).to_string());
        }
        row.push_str(sign);
    }
    if run > 0 {
        row.push_str(&run.to_string());
    }
    row
}
