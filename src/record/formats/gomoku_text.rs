//! Gomoku move lists: `h8i9g7`, one game a line, rows counted from the bottom.

use super::builder::TreeBuilder;
use super::content_error::ContentError;
use super::lenient::{LenientBuilder, ReadGame, ReadGames};
use super::losses::{Losses, MOVES_ALONE, changed_options};
use super::reversi_text::{MIN_GAME_BYTES, NO_MOVES, max_games};
use super::text::{decode, line_error};
use super::{Format, FormatError, FormatGames, Source, check_game_count};
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

/// Least bytes of a game with options, which take memory beside those of the tree.
const MIN_BYTES_WITH_OPTIONS: usize = 24;

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
    let mut games = ReadGames::new(source, max_games(&text));
    let mut with_options = 0;
    for (n, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        if !line.is_empty() && !line.starts_with(['#', '%']) {
            check_game_count(games.count() + 1, MIN_GAME_BYTES, source.bytes)?;
            let game = read_line(line, &|reason| line_error(n + 1, reason));
            let has_options =
                game.as_ref().is_ok_and(|game| game.tree.options() != &Options::default());
            with_options += usize::from(has_options);
            check_game_count(with_options, MIN_BYTES_WITH_OPTIONS, source.bytes)?;
            games.push(game);
        }
    }
    games.finish_lines()
}

fn read_line(
    line: &str,
    invalid: &dyn Fn(&ContentError) -> FormatError,
) -> Result<ReadGame, FormatError> {
    let mut points: Vec<Point> = Vec::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() || matches!(c, ',' | ';' | '-' | '.') {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        if c.is_ascii_digit() {
            // The number of a move.
            rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            continue;
        }
        let digits = rest.get(1..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit);
        let end = 1 + digits.count().min(2);
        let at = rest.get(..end).and_then(|word| word.to_ascii_lowercase().parse().ok());
        let at: Point = at.ok_or_else(|| invalid(&ContentError::no_move(rest, "h8")))?;
        // The largest board has fewer points.
        if points.len() > 400 {
            return Err(invalid(&ContentError::TooManyMoves));
        }
        points.push(at);
        rest = &rest[end..];
    }
    if points.is_empty() {
        return Err(invalid(&ContentError::no_move(line, "h8")));
    }
    let side = points.iter().map(|at| 1 + at.file.max(at.rank)).max().unwrap_or(0);
    let side = [15, 19, 20].into_iter().find(|&size| size >= side).unwrap_or(19);
    let builder = new_game(side.into()).map_err(|error| invalid(&error.into()))?;
    let mut builder = LenientBuilder::new(builder);
    for at in points {
        if let Err(refusal) = builder.try_place(at) {
            let text = at.to_string();
            let reason = ContentError::Unplayable { text: text.clone(), refusal };
            builder.refuse(&text, invalid(&reason));
        }
    }
    Ok(builder.finish())
}

/// The name of the rule of a game, if it is not one of these.
pub(super) fn other_rule(tree: &GameTree, held: &[&str]) -> Option<String> {
    let spec = tree.game().options().iter().find(|spec| spec.id == "rule")?;
    match tree.options().get(spec) {
        OptionValue::Word(rule) if !held.contains(&rule.as_str()) => Some(rule),
        _ => None,
    }
}

/// True if the moves to each end of a tree are those of a game without an opening
/// rule: the same sides placed the stones, and the same side is to move.
pub(super) fn is_free_of_opening(tree: &GameTree) -> bool {
    if changed_options(tree, &["size", "rule"]).next().is_none() {
        return true;
    }
    let specs = tree.game().options().iter().filter(|spec| matches!(spec.id, "size" | "rule"));
    let mut options = Options::default();
    specs.for_each(|spec| options.set(spec.id, tree.options().get(spec)));
    let Ok(start) = tree.game().start(&options) else { return false };
    tree.nodes().filter(|&node| tree.children(node).next().is_none()).all(|end| {
        let mut free = start.clone();
        let mut moves = tree.path(end).into_iter().filter_map(|node| tree.move_at(node));
        let position = tree.position(end);
        let (files, ranks) = (position.board().files, position.board().ranks);
        let mut points = (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
        moves.all(|mv| free.play(mv).is_ok())
            && free.side_to_move() == position.side_to_move()
            && free.outcome().is_some() == position.outcome().is_some()
            && points.all(|(file, rank)| {
                let at = Point::new(file, rank);
                free.piece_at(at).map(|piece| piece.side)
                    == position.piece_at(at).map(|piece| piece.side)
            })
    })
}

/// Reason for which a format without opening rules cannot hold a game.
pub(super) const OPENING: &str =
    "the format holds no opening rule, and without one this game is another";

/// The stones of the main line.
///
/// # Errors
/// If the game has another rule than freestyle, depends on its opening rule, does
/// not begin from the empty board or has other moves than stones.
pub(super) fn stones(tree: &GameTree, number: usize) -> Result<Vec<Point>, FormatError> {
    let invalid = |reason: &str| FormatError::Unrepresentable { number, reason: reason.to_owned() };
    if let Some(rule) = other_rule(tree, &["freestyle"]) {
        return Err(invalid(&format!("the format holds the freestyle rule alone, not {rule}")));
    }
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
    let stones =
        stones.ok_or_else(|| invalid("the format holds stones alone, no passes and no choices"))?;
    if is_free_of_opening(tree) { Ok(stones) } else { Err(invalid(OPENING)) }
}

fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (n, tree) in games.iter().enumerate() {
        let invalid = |reason: String| FormatError::Unrepresentable { number: n + 1, reason };
        let size = tree.start().board().files;
        if size != 15 {
            return Err(invalid(format!("the format is for boards of side 15, not {size}")));
        }
        let stones = stones(tree, n + 1)?;
        if stones.is_empty() {
            return Err(invalid(NO_MOVES.to_owned()));
        }
        for at in stones {
            text.push_str(&at.to_string());
        }
        text.push('\n');
        losses.add_all(tree, &MOVES_ALONE);
        losses.add_result(tree);
        losses.add_information(tree, &[], |_| false);
        losses.add_options(tree, &["size", "rule"]);
    }
    Ok(text.into_bytes())
}
