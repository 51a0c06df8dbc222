//! SGF (`FF[4]`), the Smart Game Format: Go, Reversi and Gomoku with Renju.
//!
//! Common errors of other programs are tolerated: text around the games,
//! missing brackets at the end, lower-case letters in property names. Unknown
//! properties are kept. Moves that the rules refuse are executed as the format
//! demands, setup stones in the middle of a game are nodes of their own, and so
//! is a variation that begins without a move.

mod annotations;
mod properties;
mod read;
mod setup;
mod write;

use super::{Format, FormatGames};

pub(super) const SGF: Format = Format {
    id: "sgf",
    extensions: &["sgf"],
    games: FormatGames::Sgf,
    multi_game: true,
    variations: true,
    annotations: true,
    sniff: |_| false,
    read: read::read,
    write: Some(|games, _| write::write(games)),
};
