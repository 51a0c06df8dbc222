//! The tag pairs of a game: its information, options and starting position.

use crate::games::registry::GAMES;
use crate::games::{Game, Options, PgnGame, SetupError};
use crate::record::formats::builder::{TreeBuilder, word_choice};
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

/// A tag pair.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
}

/// The tags of one game, verbatim.
#[derive(Debug, Default)]
pub(super) struct Tags(pub(super) Vec<Tag>);

/// The games of PGN.
fn games() -> impl Iterator<Item = (&'static dyn Game, PgnGame)> {
    GAMES.iter().filter_map(|game| Some((*game, game.record_formats().pgn?)))
}

/// True if this is a legal first move from the standard start.
fn may_begin(game: &dyn Game, text: &str) -> bool {
    let start = game.start(&Options::default());
    start.is_ok_and(|start| start.parse_move(text).is_ok())
}

impl Tags {
    /// True if this is a legal first move of some game.
    pub(super) fn is_first_move(text: &str) -> bool {
        games().any(|(game, _)| may_begin(game, text))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Detects the game by its tags, or else by its first move.
    fn game(&self, first_move: &str) -> Option<(&'static dyn Game, PgnGame)> {
        let said = self.get("Game").or(self.get("Variant")).unwrap_or_default().to_lowercase();
        let named = games().find(|(_, pgn)| pgn.names.iter().any(|name| said.contains(name)));
        if named.is_some() {
            return named;
        }
        let usual = games().find(|(_, pgn)| pgn.names.is_empty());
        if let Some(fen) = self.get("FEN") {
            let ranks = fen.split(' ').next().unwrap_or_default().split('/').count();
            let fits = |(game, _): &(&dyn Game, PgnGame)| {
                let start = game.start(&Options::default());
                start.is_ok_and(|start| usize::from(start.board().ranks) == ranks)
            };
            return games().find(fits).or(usual);
        }
        let begins = |(game, _): &(&dyn Game, PgnGame)| may_begin(*game, first_move);
        match usual {
            Some(usual) if first_move.is_empty() || begins(&usual) => Some(usual),
            _ => games().find(begins).or(usual),
        }
    }

    /// A builder with the information and starting position of the tags.
    pub(super) fn builder(&self, first_move: &str) -> Result<TreeBuilder, SetupError> {
        let Some((game, pgn)) = self.game(first_move) else {
            return Err(SetupError::Position("no game is read from PGN".to_owned()));
        };
        let said = self.get("Variant").unwrap_or_default().to_lowercase();
        let variant =
            pgn.variants.filter(|known| known.words.iter().any(|word| said.contains(word)));
        if let (Some(known), None) = (pgn.variants, variant)
            && !known.standard.contains(&said.trim())
        {
            let (id, name) = (game.id(), known.name);
            let excerpt: String = said.chars().take(20).collect();
            let reason = format!("of the variants of {id} only {name} is read, not {excerpt}");
            return Err(SetupError::Position(reason));
        }
        let mut options = Options::default();
        if let Some(text) = self.get(OPTIONS) {
            options = Options::parse(text)?;
        } else if let Some(variant) = variant {
            options.set(variant.option, word_choice(variant.value));
        }
        let start = self.get(START).or(self.get("FEN"));
        let mut builder = TreeBuilder::new(game, options, start)?;
        builder.lenient = true;
        let info = builder.tree.info_mut();
        for Tag { name, value } in &self.0 {
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
                (None, "Variant") if variant.is_some() => {}
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
    let Some(pgn) = tree.game().record_formats().pgn else { return };
    if let Some(name) = pgn.game_tag {
        push("Game", name, text);
    }
    let result = result_of(tree);
    for (n, (name, field)) in FIELDS.into_iter().enumerate() {
        let value = tree.info().get(field);
        let name = &name.replace("White", pgn.first_side);
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
    let variant = pgn.variants.filter(|variant| options.contains(variant.value));
    if options != "{}" {
        push(OPTIONS, &options, text);
    }
    if let Some(variant) = variant {
        push("Variant", variant.name, text);
    }
    if let Some(name) = pgn.format_tag {
        push("Format", name, text);
    }
    let start = tree.start().text();
    // A variant needs an explicit FEN, though its options give the start.
    if tree.start_text().is_some() || variant.is_some() {
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
