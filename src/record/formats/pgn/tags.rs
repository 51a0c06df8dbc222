//! The tag pairs of a game: its information, options and starting position.

use std::cmp::Ordering;

use super::foreign_moves::foreign_move;
use crate::core::excerpt;
use crate::games::registry::GAMES;
use crate::games::{Game, Options, PgnGame, SetupError};
use crate::record::formats::builder::{TreeBuilder, word_choice};
use crate::record::formats::losses::Losses;
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
const FIELDS: [(&str, InfoField); 14] = [
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
    ("Comment", InfoField::Comment),
];

/// The termination marker for a result.
pub(super) fn termination(result: &str) -> &str {
    match result.split(' ').next() {
        Some(word @ ("1-0" | "0-1" | "1/2-1/2")) => word,
        _ => "*",
    }
}

/// The result that a termination marker says: one of the four of chess, words of
/// Xiangqi, or the points of both sides, as `34-30`.
pub(super) fn result(word: &str) -> Option<String> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
        return Some(word.to_owned());
    }
    let chinese = match word {
        "红胜" | "红先胜" | "紅勝" => "1-0",
        "黑胜" | "红先负" | "黑勝" => "0-1",
        "和棋" | "和局" | "红先和" => "1/2-1/2",
        _ => "",
    };
    if !chinese.is_empty() {
        return Some(chinese.to_owned());
    }
    let (first, second) = word.split_once('-')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(first) || !is_number(second) {
        return None;
    }
    let (first, second): (u16, u16) = (first.parse().ok()?, second.parse().ok()?);
    // Castling is sometimes written with zeros.
    match first.cmp(&second) {
        _ if first.saturating_add(second) < 4 => None,
        Ordering::Greater => Some(format!("1-0 {}", first - second)),
        Ordering::Less => Some(format!("0-1 {}", second - first)),
        Ordering::Equal => Some("1/2-1/2".to_owned()),
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

/// Number of these moves that can be played one after the other from the
/// standard start.
fn playable_moves(game: &dyn Game, moves: &[&str]) -> usize {
    let Ok(mut position) = game.start(&Options::default()) else { return 0 };
    let play = |text: &&&str| {
        let mv = position.parse_move(text).ok().or_else(|| foreign_move(&position, text));
        mv.is_some_and(|mv| position.play(mv).is_ok())
    };
    moves.iter().take_while(play).count()
}

impl Tags {
    /// True if this is a legal first move of some game.
    pub(super) fn is_first_move(text: &str) -> bool {
        games().any(|(game, _)| playable_moves(game, &[text]) > 0)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Detects the game by its tags, or else by its first moves.
    fn game(&self, first_moves: &[&str]) -> Option<(&'static dyn Game, PgnGame)> {
        let said = self.get("Game").or(self.get("Variant")).unwrap_or_default().to_lowercase();
        let named = games().find(|(_, pgn)| pgn.names.iter().any(|name| said.contains(name)));
        if named.is_some() {
            return named;
        }
        let usual = games().find(|(_, pgn)| pgn.names.is_empty());
        if let Some(fen) = self.get("FEN") {
            let placement = fen.split(' ').next().unwrap_or_default();
            let ranks = placement.split('/').count();
            let fits = |(game, _): &(&dyn Game, PgnGame)| {
                let start = game.start(&Options::default());
                let text = start.as_ref().map(|start| start.text()).unwrap_or_default();
                // Not every game writes its positions by ranks.
                text.contains('/') == placement.contains('/')
                    && start.is_ok_and(|start| usize::from(start.board().ranks) == ranks)
            };
            return usual.filter(fits).or(games().find(fits)).or(usual);
        }
        let playable = |(game, _): &(&dyn Game, PgnGame)| playable_moves(*game, first_moves);
        if usual.is_some_and(|usual| playable(&usual) == first_moves.len()) {
            return usual;
        }
        let most = games().map(|game| playable(&game)).max().unwrap_or(0);
        usual
            .filter(|usual| playable(usual) == most)
            .or(games().find(|game| playable(game) == most))
    }

    /// A builder with the information and starting position of the tags.
    pub(super) fn builder(&self, first_moves: &[&str]) -> Result<TreeBuilder, SetupError> {
        let Some((game, pgn)) = self.game(first_moves) else {
            return Err(SetupError::Position("no game is read from PGN".to_owned()));
        };
        let said = self.get("Variant").unwrap_or_default().to_lowercase();
        let variant =
            pgn.variants.filter(|known| known.words.iter().any(|word| said.contains(word)));
        if let (Some(known), None) = (pgn.variants, variant)
            && !known.standard.contains(&said.trim())
        {
            let (id, name) = (game.id(), known.name);
            let reason =
                format!("of the variants of {id} only {name} is read, not {}", excerpt(&said));
            return Err(SetupError::Position(reason));
        }
        let mut options = Options::default();
        if let Some(text) = self.get(OPTIONS) {
            options = Options::parse(text)?;
        } else if let Some(variant) = variant {
            options.set(variant.option, word_choice(variant.value));
        }
        let start = match (self.get(START), self.get("FEN")) {
            (Some(start), _) => Some(start.to_owned()),
            (None, Some(fen)) => Some(with_side(game, &options, fen.trim(), first_moves)),
            (None, None) => None,
        };
        let mut builder = TreeBuilder::new(game, options, start.as_deref())?;
        let info = builder.tree.info_mut();
        for Tag { name, value } in &self.0 {
            let value = value.trim();
            let is_own = |field: &&(&str, InfoField)| own_name(field.0, &pgn) == *name;
            let field = FIELDS.iter().find(is_own);
            let field = field.or_else(|| FIELDS.iter().find(|field| field.0 == name));
            match (field.map(|field| field.1), name.as_str()) {
                (Some(_), _) if matches!(value, "?" | "*" | "-") => {}
                (Some(InfoField::Date), _) => {
                    let date = value.replace('.', "-");
                    info.set(InfoField::Date, date.trim_end_matches(['-', '?']));
                }
                (Some(InfoField::Result), _) => {
                    info.set(InfoField::Result, result(value).as_deref().unwrap_or(value));
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

/// A FEN that lacks the side to move, with the side that makes the first move.
fn with_side(game: &dyn Game, options: &Options, fen: &str, first_moves: &[&str]) -> String {
    if fen.contains(' ') || !fen.contains('/') {
        return fen.to_owned();
    }
    let [first, second] = ["w", "b"].map(|side| format!("{fen} {side} - - 0 1"));
    let begins = |fen: &String| {
        let position = game.position(options, fen);
        first_moves
            .first()
            .is_none_or(|text| position.is_ok_and(|position| position.parse_move(text).is_ok()))
    };
    if !begins(&first) && begins(&second) { second } else { first }
}

/// The name of a tag in a game, whose sides have names of their own.
fn own_name(name: &str, pgn: &PgnGame) -> String {
    match (name.strip_prefix("White"), name.strip_prefix("Black")) {
        (Some(rest), _) => pgn.side_names[0].to_owned() + rest,
        (_, Some(rest)) => pgn.side_names[1].to_owned() + rest,
        _ => name.to_owned(),
    }
}

/// Appends a tag pair.
fn push(name: &str, value: &str, text: &mut String) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Writes all tags of a game and a blank line.
pub(super) fn write(tree: &GameTree, losses: &mut Losses, text: &mut String) {
    let Some(pgn) = tree.game().record_formats().pgn else { return };
    if let Some(name) = pgn.game_tag {
        push("Game", name, text);
    }
    let result = result_of(tree);
    for (n, (name, field)) in FIELDS.into_iter().enumerate() {
        let value = tree.info().get(field);
        let name = &own_name(name, &pgn);
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
    let is_plain =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    for (name, value) in tree.info().tags().filter(|tag| is_plain(tag.0)) {
        push(name, value, text);
    }
    losses.add_information(tree, &FIELDS.map(|field| field.1), is_plain);
    text.push('\n');
}
