//! PGN, Portable Game Notation: chess, Chess960 and Xiangqi, with comments,
//! clocks, evaluations, arrows and variations.
//!
//! Xiangqi is known by its `Game` tag, its FEN or its moves, which may be
//! written in ICCS, WXF or Chinese. A comment loses closing braces; lines in
//! it are parted by a blank one.

mod commands;
mod read;
mod tags;
mod write;

use super::Format;

pub(super) const PGN: Format = Format {
    id: "pgn",
    endings: &["pgn"],
    games: &["chess", "xiangqi"],
    many: true,
    variations: true,
    annotations: true,
    knows: |_| false,
    read: read::read,
    write: Some(write::write),
};
