//! Gomoku move lists: `h8i9g7`, one game a line, rows counted from the bottom.

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::reversi_text::{MIN_GAME_BYTES, max_games};
use super::text::{decode, line_error};
use super::{Format, FormatError, FormatGames, Source, check_game_count, without_caches};
use crate::core::{Move, Point};
use crate::games::{OptionValue, Options, SetupError};
use crate::record::GameTree;

pub(super) const GOMOKU_TEXT: Format = Format {
    id: "gomoku-text",
    extensions: &["gomoku", "txt"],
    games: FormatGames::One,
    multi_game: true,
    variations: false,
    annotations: false,
    sniff: |_| false,
    read,
    write: Some(write),
};

/// A freestyle game on a board of this size, without an opening rule.
pub(super) fn new_game(size: i64) -> Result<TreeBuilder, SetupError> {
    let mut options = Options::default();
    if size != 15 {
        options.set("size", OptionValue::Number(size));
    }
    TreeBuilder::for_format(&GOMOKU_TEXT, options, None)
}

fn read(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let text = decode(source.bytes, None);
    let mut games = Vec::with_capacity(max_games(&text));
    for (n, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        if !line.is_empty() && !line.starts_with(['#', '%']) {
            let tree = read_line(line).map_err(|reason| line_error(n + 1, reason))?;
            check_game_count(games.len() + 1, MIN_GAME_BYTES, source.bytes)?;
            games.push(without_caches(tree));
        }
    }
    Ok(games)
}

fn read_line(line: &str) -> Result<GameTree, ContentError> {
    let mut points: Vec<Point> = Vec::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() || matches!(c, ',' | ';' | '-' | '.') {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let digits = rest.get(1..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit);
        let end = 1 + digits.count().min(2);
        let at = rest.get(..end).and_then(|word| word.to_ascii_lowercase().parse().ok());
        let at: Point = at.ok_or_else(|| ContentError::no_move(rest, "h8"))?;
        // The largest board has fewer points.
        if points.len() > 400 {
            return Err(ContentError::TooManyMoves);
        }
        points.push(at);
        rest = &rest[end..];
    }
    let fits = points.iter().all(|at| at.file < 15 && at.rank < 15);
    let mut builder = new_game(if fits { 15 } else { 19 })?;
    for at in points {
        let placed = builder.place(None, at);
        placed.map_err(|refusal| ContentError::Unplayable { text: at.to_string(), refusal })?;
    }
    Ok(builder.tree)
}

/// The stones of the main line.
///
/// # Errors
/// If the game does not begin from the empty board or has other moves than
/// stones.
pub(super) fn stones(tree: &GameTree, number: usize) -> Result<Vec<Point>, FormatError> {
    let invalid = |reason: &str| FormatError::Unrepresentable { number, reason: reason.to_owned() };
    let usual = tree.game().start(tree.options());
    if usual.is_ok_and(|usual| usual.text() != tree.start().text()) {
        return Err(invalid("the format holds only games from the empty board"));
    }
    let stone = |mv| match mv {
        Move::Place(at) => Some(at),
        _ => None,
    };
    let moves = tree.main_line().filter_map(|node| tree.move_at(node));
    let stones: Option<Vec<_>> = moves.map(stone).collect();
    stones.ok_or_else(|| invalid("the format holds stones alone, no passes and no choices"))
}

fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (n, tree) in games.iter().enumerate() {
        let size = tree.start().board().files;
        if size != 15 {
            let reason = format!("the format is for boards of side 15, not {size}");
            return Err(FormatError::Unrepresentable { number: n + 1, reason });
        }
        for at in stones(tree, n + 1)? {
            text.push_str(&at.to_string());
        }
        text.push('\n');
    }
    Ok(text.into_bytes())
}
