//! The tags before a game: what they say of it and how it begins.

use crate::games::{Options, SetupError};
use crate::record::formats::builder::{Builder, find, word};
use crate::record::formats::result::result_of;
use crate::record::{Field, GameTree};

/// Options of the game in the form of commands; a tag of ours.
const OPTIONS: &str = "TianyuanOptions";
/// A start that is more than a FEN, with the moves that led to it.
const START: &str = "TianyuanStart";
/// A result that says by what.
const RESULT: &str = "TianyuanResult";

/// Tags that stand for fields. The first seven are written always.
const FIELDS: [(&str, Field); 13] = [
    ("Event", Field::Event),
    ("Site", Field::Place),
    ("Date", Field::Date),
    ("Round", Field::Round),
    ("White", Field::First),
    ("Black", Field::Second),
    ("Result", Field::Result),
    ("WhiteElo", Field::FirstRating),
    ("BlackElo", Field::SecondRating),
    ("Opening", Field::Opening),
    ("TimeControl", Field::Time),
    ("Annotator", Field::Annotator),
    ("Source", Field::Source),
];

/// The result as a game ends in the text: one of four words.
pub(super) fn termination(result: &str) -> &str {
    match result.split(' ').next() {
        Some(word @ ("1-0" | "0-1" | "1/2-1/2")) => word,
        _ => "*",
    }
}

/// The tags of one game as they stand.
#[derive(Debug, Default)]
pub(super) struct Tags(pub(super) Vec<(String, String)>);

/// Whether a game from the usual start may begin so.
fn may_begin(game: &str, text: &str) -> bool {
    let start = find(game).and_then(|game| game.start(&Options::default()));
    start.is_ok_and(|start| start.parse_move(text).is_ok())
}

impl Tags {
    /// Whether some game without tags may begin so.
    pub(super) fn is_first_move(text: &str) -> bool {
        ["chess", "xiangqi"].iter().any(|game| may_begin(game, text))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Which game this is, if its first move is this text.
    fn game(&self, first_move: &str) -> &'static str {
        let said = self.get("Game").or(self.get("Variant")).unwrap_or_default().to_lowercase();
        if ["chinese", "xiangqi", "象棋"].iter().any(|word| said.contains(word)) {
            return "xiangqi";
        }
        if let Some(fen) = self.get("FEN") {
            let ranks = fen.split(' ').next().unwrap_or_default().split('/').count();
            return if ranks == 10 { "xiangqi" } else { "chess" };
        }
        if !first_move.is_empty()
            && !may_begin("chess", first_move)
            && may_begin("xiangqi", first_move)
        {
            return "xiangqi";
        }
        "chess"
    }

    /// A tree at its start, with all that the tags say.
    pub(super) fn builder(&self, first_move: &str) -> Result<Builder, SetupError> {
        let game = self.game(first_move);
        let variant = self.get("Variant").unwrap_or_default().to_lowercase();
        let shuffled = variant.contains("960") || variant.contains("fischer");
        let usual = ["", "standard", "chess", "normal", "from position"];
        if !shuffled && game == "chess" && !usual.contains(&variant.trim()) {
            let shown: String = variant.chars().take(20).collect();
            let reason = format!("of the variants of chess only Chess960 is read, not {shown}");
            return Err(SetupError::Position(reason));
        }
        let mut options = Options::default();
        if let Some(text) = self.get(OPTIONS) {
            options = Options::parse(text)?;
        } else if shuffled && game == "chess" {
            options.set("start", word("chess960"));
        }
        let start = self.get(START).or(self.get("FEN"));
        let mut builder = Builder::new(game, options, start)?;
        builder.lenient = true;
        let info = builder.tree.info_mut();
        for (name, value) in &self.0 {
            let value = value.trim();
            let known = match name.as_str() {
                "Red" => "White",
                "RedElo" => "WhiteElo",
                name => name,
            };
            let field = FIELDS.iter().find(|field| field.0 == known).map(|field| field.1);
            match (field, known) {
                (Some(_), _) if matches!(value, "?" | "*" | "-") => {}
                (Some(Field::Date), _) => {
                    let date = value.replace('.', "-");
                    info.set(Field::Date, date.trim_end_matches(['-', '?']));
                }
                (Some(field), _) => info.set(field, value),
                (None, "FEN" | "SetUp" | "Game" | "Format" | OPTIONS | START | RESULT) => {}
                (None, "Variant") if shuffled => {}
                (None, name) => info.set_tag(name, value),
            }
        }
        if let Some(result) = self.get(RESULT) {
            info.set(Field::Result, result);
        }
        Ok(builder)
    }
}

/// A tag as it is written.
fn push(name: &str, value: &str, text: &mut String) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Writes all tags of a game and a blank line.
pub(super) fn write(tree: &GameTree, text: &mut String) {
    let is_chess = tree.game().id() == "chess";
    if !is_chess {
        push("Game", "Chinese Chess", text);
    }
    let result = result_of(tree);
    for (n, (name, field)) in FIELDS.into_iter().enumerate() {
        let value = tree.info().get(field);
        let name = match name {
            "White" if !is_chess => "Red",
            "WhiteElo" if !is_chess => "RedElo",
            name => name,
        };
        match field {
            Field::Result => push(name, termination(&result), text),
            Field::Date if value.is_empty() => push(name, "????.??.??", text),
            Field::Date => push(name, &value.replace('-', "."), text),
            _ if !value.is_empty() => push(name, value, text),
            _ if n < 7 => push(name, "?", text),
            _ => {}
        }
    }
    if termination(&result) != result && !result.is_empty() {
        push(RESULT, &result, text);
    }
    let options = ron::to_string(tree.options()).unwrap_or_default();
    if options != "{}" {
        push(OPTIONS, &options, text);
        if options.contains("chess960") {
            push("Variant", "Chess960", text);
        }
    }
    if !is_chess {
        push("Format", "ICCS", text);
    }
    let start = tree.start().text();
    // Chess960 needs its start to be said, though its options give it.
    if tree.start_text().is_some() || options.contains("chess960") {
        let fen = start.split(" moves").next().unwrap_or_default();
        push("SetUp", "1", text);
        push("FEN", fen, text);
        if fen != start {
            push(START, &start, text);
        }
    }
    for (name, value) in tree.info().tags() {
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if plain {
            push(name, value, text);
        }
    }
    text.push('\n');
}
