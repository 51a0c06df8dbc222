//! PGN, Portable Game Notation: chess, Chess960, Xiangqi and Reversi, with
//! comments, clocks, evaluations, arrows and variations.
//!
//! Xiangqi is detected by its `Game` tag, its FEN or its moves, which may be in
//! ICCS, WXF or Chinese notation. In comments, closing braces become `)` and
//! lines are separated by a blank line.

mod commands;
mod foreign_moves;
mod read;
mod tags;
mod tokens;
mod write;

use std::io::Read;

use ruzstd::decoding::StreamingDecoder;

use super::text::line_error;
use super::{Format, FormatError, FormatGames, Source, byte_error};
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

/// PGN packed by Zstandard, as lichess.org offers its games.
pub(super) const PGN_ZST: Format = Format {
    id: "pgn-zst",
    extensions: &["zst"],
    games: FormatGames::Pgn,
    multi_game: true,
    variations: true,
    annotations: true,
    sniff: |bytes| bytes.starts_with(ZSTD_MAGIC),
    read: read_packed,
    write: None,
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

const ZSTD_MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";
/// Most bytes of a packed file when unpacked, for each byte and besides. Text
/// packs to a tenth; a thousandth is made to fill the memory.
const MAX_RATIO: u64 = 60;
const MAX_EXTRA: u64 = 1 << 20;

fn read_packed(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let invalid = |reason: &dyn std::fmt::Display| byte_error(0, reason);
    let mut packed = source.bytes;
    let mut bytes = Vec::new();
    let limit = packed.len() as u64 * MAX_RATIO + MAX_EXTRA;
    while !packed.is_empty() {
        let unpacked = StreamingDecoder::new(&mut packed)
            .map_err(|error| invalid(&format!("this is not a Zstandard file: {error}")))?;
        let left = limit.saturating_sub(bytes.len() as u64);
        unpacked
            .take(left + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| invalid(&format!("the packed file is damaged: {error}")))?;
        if bytes.len() as u64 > limit {
            return Err(invalid(&format!("the file unpacks to more than {limit} bytes")));
        }
    }
    read::read(Source { bytes: &bytes, ..source })
}

fn read_xiangqi_text(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let games = read::read(source)?;
    match games.iter().all(|tree| XIANGQI_TEXT.supports(tree.game())) {
        true => Ok(games),
        false => Err(line_error(1, "expected moves of Xiangqi, such as 炮二平五 or h2e2")),
    }
}
