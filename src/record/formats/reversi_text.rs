//! Reversi move lists: `f5d6c3` in upper or lower case, one game a line;
//! numbered moves as PlayOK writes them (`1. F5 f4 2. F3 g4`); and the JSON of
//! Othello Quest, whose moves are in `position.moves[].m`.
//!
//! A web address that ends in moves, as eOthello gives it, is a move list too.
//!
//! Passes are optional in the input; in the output only one at the end is written.

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::lenient::{LenientBuilder, ReadGames, accept};
use super::losses::{Losses, MOVES_ALONE};
use super::text::{decode, error_at, line_error};
use super::{Format, FormatError, FormatGames, Source, check_game_count};
use crate::core::{Move, Point};
use crate::games::Options;
use crate::record::{GameTree, InfoField};

pub(super) const REVERSI_TEXT: Format = Format {
    id: "reversi-text",
    extensions: &["othello", "txt"],
    games: FormatGames::One,
    multi_game: true,
    variations: false,
    annotations: false,
    sniff: starts_like_reversi,
    read: read_text,
    write: Some(write),
};

pub(super) const OTHELLO_QUEST: Format = Format {
    id: "othello-quest",
    extensions: &["json"],
    games: FormatGames::One,
    multi_game: false,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read: read_othello_quest,
    write: None,
};

/// Legal moves after which a text is certainly one of Reversi.
const CERTAIN_MOVES: usize = 4;
/// Most moves of a line: the largest board has fewer squares.
const MAX_MOVES: usize = 400;

/// Least average bytes of a game in a file of many games.
pub(super) const MIN_GAME_BYTES: usize = 13;

fn new_game() -> Result<LenientBuilder, FormatError> {
    TreeBuilder::for_format(&REVERSI_TEXT, Options::default(), None)
        .map(LenientBuilder::new)
        .map_err(|error| line_error(1, error))
}

/// True if the text begins with one of the four first moves of Reversi.
fn starts_like_reversi(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).to_lowercase();
    let first = of_address(head.lines().next().unwrap_or_default());
    let first = first.trim_start_matches(|c: char| !c.is_ascii_lowercase());
    ["d3", "c4", "f5", "e6"].iter().any(|at| first.starts_with(at))
        && !first[2..].starts_with(|c: char| c.is_ascii_digit())
}

/// True if enough moves were legal that the game is certainly Reversi.
fn is_certain(tree: &GameTree) -> bool {
    tree.nodes().nth(CERTAIN_MOVES).is_some()
}

/// Plays moves that are joined or separated in any way; `invalid` says where they
/// are in the file. Unless `is_reversi` is true, the text may be of another game
/// until some moves were legal.
fn play_moves(
    builder: &mut LenientBuilder,
    text: &str,
    is_reversi: bool,
    invalid: &dyn Fn(&ContentError) -> FormatError,
) -> Result<(), FormatError> {
    let mut rest = text.trim_start();
    let mut count = 0;
    while let Some(c) = rest.chars().next() {
        let lower = rest.get(..2).map(str::to_ascii_lowercase).unwrap_or_default();
        if c.is_ascii_digit() {
            // The number of a move, or a score such as 40-24.
            let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | ':' | '.'));
            rest = &rest[end.unwrap_or(rest.len())..];
        } else if c.is_whitespace() || matches!(c, '.' | ',' | ';' | '-' | '*') {
            rest = &rest[c.len_utf8()..];
        } else if lower == "pa" || lower == "ps" {
            let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let long = rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
            rest = &rest[end.min(if long { 4 } else { 2 })..];
            // A needed pass is inserted anyway.
            builder.try_pass();
        } else {
            let at = lower.parse().ok().filter(|at: &Point| at.file < 8 && at.rank < 8);
            let at = at.ok_or_else(|| invalid(&ContentError::no_move(rest, "f5")))?;
            if let Err(refusal) = builder.try_place(at) {
                let error = invalid(&ContentError::IllegalMove { text: lower.clone(), refusal });
                if !is_reversi && !is_certain(builder.tree()) {
                    return Err(error);
                }
                builder.refuse(&lower, error);
            }
            count += 1;
            if count > MAX_MOVES {
                return Err(invalid(&ContentError::TooManyMoves));
            }
            rest = &rest[2..];
        }
    }
    Ok(())
}

/// The moves of a web address that ends in them, as eOthello and other analysis boards
/// give it (`https://www.eothello.com/#f5d6c3`); other lines as they are.
fn of_address(line: &str) -> &str {
    match line.split_once("://") {
        Some((_, address)) => address.rsplit(['#', '=', '/']).next().unwrap_or_default(),
        None => line,
    }
}

/// The most games that a text with one game a line can hold.
pub(super) fn max_games(text: &str) -> usize {
    text.lines().count().min(text.len() / MIN_GAME_BYTES + 17)
}

fn read_text(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut names: [&str; 2] = ["", ""];
    let mut games = ReadGames::new(source, max_games(&text));
    let mut is_reversi = false;
    // The game that is being read, or the reason why it is none.
    let mut current: Option<Result<LenientBuilder, FormatError>> = None;
    for (n, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        if let Some(tag) = line.strip_prefix('[') {
            let mut parts = tag.split('"');
            match (parts.next().map(str::trim), parts.next()) {
                (Some("Black"), Some(name)) => names[0] = name,
                (Some("White"), Some(name)) => names[1] = name,
                _ => {}
            }
            continue;
        }
        let line = of_address(line);
        // A line of numbers, such as a score, is no game.
        if !line.contains(|c: char| c.is_alphabetic()) {
            continue;
        }
        // Numbered moves continue on the next line.
        let number: String = line.chars().take_while(char::is_ascii_digit).collect();
        let goes_on = !number.is_empty() && number != "1" && current.is_some();
        if !goes_on {
            check_game_count(games.count() + 1, MIN_GAME_BYTES, source.bytes)?;
            if let Some(game) = current.take() {
                let game = game.map(LenientBuilder::finish);
                is_reversi |= game.as_ref().is_ok_and(|game| is_certain(&game.tree));
                games.push(game);
            }
            let mut builder = new_game()?;
            let info = builder.tree().info_mut();
            info.set(InfoField::FirstPlayer, names[0]);
            info.set(InfoField::SecondPlayer, names[1]);
            names = ["", ""];
            current = Some(Ok(builder));
        }
        if let Some(Ok(builder)) = &mut current
            && let Err(error) =
                play_moves(builder, line, is_reversi, &|reason| line_error(n + 1, reason))
        {
            current = Some(Err(error));
        }
    }
    current.into_iter().for_each(|game| games.push(game.map(LenientBuilder::finish)));
    games.finish_lines()
}

/// Scans the JSON for `"m"` in `"moves"`, ignoring the nesting.
fn read_othello_quest(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut builder = new_game()?;
    let mut rest = &text[..];
    let (mut in_moves, mut last, mut found) = (false, "", false);
    let mut key = "";
    if !rest.trim_start().starts_with('{') {
        return Err(line_error(
            1,
            "expected an object like {\"position\":{\"moves\":[{\"m\":\"f5\"}]}}",
        ));
    }
    while let Some(start) = rest.find(['"', ':', ',', ']', '}', '[', '{']) {
        let sign = rest.as_bytes()[start];
        rest = &rest[start + 1..];
        match sign {
            b'"' => {
                let mut end = 0;
                let bytes = rest.as_bytes();
                while bytes.get(end).is_some_and(|&byte| byte != b'"') {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let end = end.min(rest.len());
                let at = text.len() - rest.len();
                last = rest.get(..end).unwrap_or_default();
                rest = rest.get(end + 1..).unwrap_or_default();
                if in_moves && key == "m" {
                    play_moves(&mut builder, last, true, &|reason| error_at(&text, at, reason))?;
                    found = true;
                }
            }
            b':' => key = last,
            b'[' => {
                in_moves |= key == "moves";
                key = "";
            }
            b']' => in_moves = false,
            _ => key = "",
        }
    }
    if !found {
        return Err(line_error(1, "there are no moves like {\"m\":\"f5\"} in \"moves\""));
    }
    accept(source, builder.finish())
}

/// Returns an error unless the game begins from the standard start, which the
/// format implies.
pub(super) fn check_standard_start(tree: &GameTree, number: usize) -> Result<(), FormatError> {
    let usual = tree.game().start(&Options::default());
    if usual.is_ok_and(|usual| usual.text() == tree.start().text()) {
        return Ok(());
    }
    let reason = "the format holds only games from the usual start on the usual board".to_owned();
    Err(FormatError::Unrepresentable { number, reason })
}

/// The moves of the main line.
pub(super) fn main_line_moves(tree: &GameTree) -> impl Iterator<Item = Move> + '_ {
    tree.main_line().filter_map(|node| tree.move_at(node))
}

/// Reason for which a text with one game a line cannot hold a game.
pub(super) const NO_MOVES: &str = "the format cannot tell a game without moves from an empty line";

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (n, tree) in games.iter().enumerate() {
        check_standard_start(tree, n + 1)?;
        let moves: Vec<_> = main_line_moves(tree).collect();
        if moves.is_empty() {
            let reason = NO_MOVES.to_owned();
            return Err(FormatError::Unrepresentable { number: n + 1, reason });
        }
        for at in moves.iter().filter_map(|mv| mv.target()) {
            text.push_str(&at.to_string());
        }
        // Other passes follow from the rules.
        if moves.last() == Some(&Move::Pass) {
            text.push_str("pa");
        }
        text.push('\n');
        losses.add_all(tree, &MOVES_ALONE);
        losses.add_result(tree);
        losses.add_information(tree, &[], |_| false);
        losses.add_options(tree, &["size", "start"]);
    }
    Ok(text.into_bytes())
}
