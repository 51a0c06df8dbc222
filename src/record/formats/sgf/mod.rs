//! SGF FF[4], the Smart Game Format: Go, Reversi and Gomoku with Renju.
//!
//! What other programs write wrongly is read as far as it can be understood:
//! text around the games, missing brackets at the end, small letters in the
//! names of properties. Properties that mean nothing here are kept. Stones set
//! up in the middle of a game, and the moves after them in their branch, are
//! noted at the node before.

mod notes;
mod read;
mod start;
mod words;
mod write;

use super::Format;

pub(super) const SGF: Format = Format {
    id: "sgf",
    endings: &["sgf"],
    games: &["reversi", "gomoku", "go"],
    many: true,
    variations: true,
    annotations: true,
    knows: |_| false,
    read: read::read,
    write: Some(write::write),
};
