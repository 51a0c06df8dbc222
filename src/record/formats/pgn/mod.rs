//! PGN, Portable Game Notation: chess, Chess960 and Xiangqi, with comments,
//! clocks, evaluations, arrows and variations.
//!
//! Xiangqi is detected by its `Game` tag, its FEN or its moves, which may be in
//! ICCS, WXF or Chinese notation. In comments, closing braces become `)` and
//! lines are separated by a blank line.

mod commands;
mod read;
mod tags;
mod write;

use super::{Format, FormatGames};

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
