//! The tag pairs of a game: its information, options and starting position.

use crate::games::{Options, SetupError};
use crate::record::formats::builder::{TreeBuilder, find_game, word_choice};
use crate::record::formats::result::result_of;
use crate::record::{GameTree, InfoField};

/// Own tag: the game's options in RON.
const OPTIONS: &str = "TianyuanOptions";
/// Own tag: a starting position that is more than a FEN, with the moves that
/// led to it.
const START: &str = "TianyuanStart";
/// Own tag: a result with its margin.
const RESULT: &str = "TianyuanResult";

/// Tags of information fields. The first seven, the Seven Tag Roster, are
/// always written.
const FIELDS: [(&str, InfoField); 13] = [
    ("Event", InfoField::Event),
    ("Site", InfoField::Site),
    ("Date", InfoField::Date),
    ("Round", InfoField::Round),
    ("White", InfoField::FirstPlayer),
    ("Black", InfoField::SecondPlayer),
    ("Result", InfoField::Result),
    ("WhiteElo", InfoField::FirstRating),
    ("BlackElo", InfoField::SecondRating),
    ("Opening", InfoField::Opening),
    ("TimeControl", InfoField::TimeControl),
    ("Annotator", InfoField::Annotator),
    ("Source", InfoField::Source),
];

/// The termination marker for a result.
pub(super) fn termination(result: &str) -> &str {
    match result.split(' ').next() {
        Some(word @ ("1-0" | "0-1" | "1/2-1/2")) => word,
        _ => "*",
    }
}

/// The tags of one game, verbatim.
#[derive(Debug, Default)]
pub(super) struct Tags(pub(super) Vec<(String, String)>);

/// True if this is a legal first move from the standard start.
fn may_begin(game: &str, text: &str) -> bool {
    let start = find_game(game).and_then(|game| game.start(&Options::default()));
    start.is_ok_and(|start| start.parse_move(text).is_ok())
}

impl Tags {
    /// True if this is a legal first move of some game.
    pub(super) fn is_first_move(text: &str) -> bool {
        ["chess", "xiangqi"].iter().any(|game| may_begin(game, text))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Detects the game by its tags, or else by its first move.
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

    /// A builder with the information and starting position of the tags.
    pub(super) fn builder(&self, first_move: &str) -> Result<TreeBuilder, SetupError> {
        let game = self.game(first_move);
        let variant = self.get("Variant").unwrap_or_default().to_lowercase();
        let shuffled = variant.contains("960") || variant.contains("fischer");
        let usual = ["", "standard", "chess", "normal", "from position"];
        if !shuffled && game == "chess" && !usual.contains(&variant.trim()) {
            let excerpt: String = variant.chars().take(20).collect();
            let reason = format!("of the variants of chess only Chess960 is read, not {excerpt}");
            return Err(SetupError::Position(reason));
        }
        let mut options = Options::default();
        if let Some(text) = self.get(OPTIONS) {
            options = Options::parse(text)?;
        } else if shuffled && game == "chess" {
            options.set("start", word_choice("chess960"));
        }
        let start = self.get(START).or(self.get("FEN"));
        let mut builder = TreeBuilder::new(game, options, start)?;
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
                (Some(InfoField::Date), _) => {
                    let date = value.replace('.', "-");
                    info.set(InfoField::Date, date.trim_end_matches(['-', '?']));
                }
                (Some(field), _) => info.set(field, value),
                (None, "FEN" | "SetUp" | "Game" | "Format" | OPTIONS | START | RESULT) => {}
                (None, "Variant") if shuffled => {}
                (None, name) => info.set_tag(name, value),
            }
        }
        if let Some(result) = self.get(RESULT) {
            info.set(InfoField::Result, result);
        }
        Ok(builder)
    }
}

/// Appends a tag pair.
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
            InfoField::Result => push(name, termination(&result), text),
            InfoField::Date if value.is_empty() => push(name, "????.??.??", text),
            InfoField::Date => push(name, &value.replace('-', "."), text),
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
    // Chess960 needs an explicit FEN, though its options give the start.
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
