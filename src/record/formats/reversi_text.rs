//! Reversi as plain moves: `f5d6c3` in any case, one game a line; numbered
//! moves as PlayOK writes them (`1. F5 f4 2. F3 g4`); and the JSON of Othello
//! Quest, whose moves are in `position.moves[].m`.
//!
//! Passes may be written or left out. On writing they are left out.

use super::builder::Builder;
use super::text::{decode, error_at, line_error, shown};
use super::{Format, FormatError, Source, check_count, settled};
use crate::core::Move;
use crate::games::Options;
use crate::record::{Field, GameTree};

pub(super) const REVERSI_TEXT: Format = Format {
    id: "reversi-text",
    endings: &["othello", "txt"],
    games: &["reversi"],
    many: true,
    variations: false,
    annotations: false,
    knows: begins_as_reversi,
    read: read_text,
    write: Some(write),
};

pub(super) const OTHELLO_QUEST: Format = Format {
    id: "othello-quest",
    endings: &["json"],
    games: &["reversi"],
    many: false,
    variations: false,
    annotations: false,
    knows: |_| false,
    read: read_quest,
    write: None,
};

/// Bytes that a game has at least in a file of very many.
pub(super) const LEAST: usize = 10;

fn begin() -> Result<Builder, FormatError> {
    Builder::new("reversi", Options::default(), None).map_err(|error| line_error(1, error))
}

/// Whether the first move is one of the four that Reversi has.
fn begins_as_reversi(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).to_lowercase();
    let first = head.trim_start_matches(|c: char| !c.is_ascii_lowercase());
    ["d3", "c4", "f5", "e6"].iter().any(|at| first.starts_with(at))
        && !first[2..].starts_with(|c: char| c.is_ascii_digit())
}

/// Plays moves that are joined or parted in any way.
pub(super) fn play(builder: &mut Builder, text: &str) -> Result<(), String> {
    let mut rest = text.trim_start();
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
            // Where it is needed it is put in anyway.
            let _ = builder.play(Move::Pass);
        } else {
            let at = lower.parse().ok();
            let at = at.ok_or_else(|| format!("\"{}\" is no move like f5", shown(rest)))?;
            builder.place(None, at).map_err(|refusal| format!("{lower}: {refusal}"))?;
            rest = &rest[2..];
        }
    }
    Ok(())
}

/// How many games a text of a game a line may hold.
pub(super) fn most_games(text: &str) -> usize {
    text.lines().count().min(text.len() / LEAST + 17)
}

fn read_text(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut games: Vec<Builder> = Vec::new();
    let mut names: [&str; 2] = ["", ""];
    let mut done = Vec::with_capacity(most_games(&text));
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
        // Numbered moves go on over lines.
        let number: String = line.chars().take_while(char::is_ascii_digit).collect();
        let goes_on = !number.is_empty() && number != "1" && !games.is_empty();
        if !goes_on {
            check_count(done.len() + 1, LEAST, source.bytes)?;
            done.extend(games.pop().map(|builder| settled(builder.tree)));
            let mut builder = begin()?;
            builder.tree.info_mut().set(Field::First, names[0]);
            builder.tree.info_mut().set(Field::Second, names[1]);
            names = ["", ""];
            games.push(builder);
        }
        if let Some(builder) = games.last_mut() {
            play(builder, line).map_err(|reason| line_error(n + 1, reason))?;
        }
    }
    done.extend(games.pop().map(|builder| builder.tree));
    Ok(done)
}

/// The texts and signs of JSON, without the nesting.
fn read_quest(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut builder = begin()?;
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
                    play(&mut builder, last).map_err(|reason| error_at(&text, at, reason))?;
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
    Ok(vec![builder.tree])
}

/// Whether a game begins as every reader expects.
pub(super) fn check_start(tree: &GameTree, number: usize) -> Result<(), FormatError> {
    let usual = tree.game().start(&Options::default());
    if usual.is_ok_and(|usual| usual.text() == tree.start().text()) {
        return Ok(());
    }
    let reason = "the format holds only games from the usual start on the usual board".to_owned();
    Err(FormatError::Content { number, reason })
}

/// The moves of the main line, in the notation of the game.
pub(super) fn main_line(tree: &GameTree) -> impl Iterator<Item = Move> + '_ {
    tree.main_line().filter_map(|node| tree.move_at(node))
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (n, tree) in games.iter().enumerate() {
        check_start(tree, n + 1)?;
        for at in main_line(tree).filter_map(Move::target) {
            text.push_str(&at.to_string());
        }
        text.push('\n');
    }
    Ok(text.into_bytes())
}
