//! PGN, Portable Game Notation: chess, Chess960, Xiangqi and Reversi, with
//! comments, clocks, evaluations, arrows and variations.
//!
//! Xiangqi is detected by its `Game` tag, its FEN or its moves, which may be in
//! ICCS, WXF or Chinese notation. In comments, closing braces become `)` and
//! lines are separated by a blank line.

mod commands;
mod foreign_moves;
mod read;
mod repeated_end;
mod tags;
mod tokens;
mod write;
mod zst;

pub(super) use zst::PGN_ZST;

use super::text::line_error;
use super::{Format, FormatError, FormatGames, Source};
use crate::record::GameTree;

pub(super) const PGN: Format = Format {
    id: "pgn",
    extensions: &["pgn"],
    games: FormatGames::Pgn,
    multi_game: true,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read: read::read,
    write: Some(write::write),
};

/// A position and moves of Xiangqi without tags, in any notation that is read in
/// PGN.
pub(super) const XIANGQI_TEXT: Format = Format {
    id: "xiangqi-text",
    extensions: &["txt"],
    games: FormatGames::One,
    multi_game: true,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read: read_xiangqi_text,
    write: None,
};

fn read_xiangqi_text(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let games = read::read(source)?;
    match games.iter().all(|tree| XIANGQI_TEXT.supports(tree.game())) {
        true => Ok(games),
        false => Err(line_error(1, "expected moves of Xiangqi, such as 炮二平五 or h2e2")),
    }
}
