//! PGN packed by Zstandard, as lichess.org offers its games. The frame is that of
//! RFC 8878.

use std::fmt::Display;
use std::io::Read;

use ruzstd::decoding::StreamingDecoder;

use super::read;
use crate::record::GameTree;
use crate::record::formats::{Format, FormatError, FormatGames, Source, byte_error};

/// Packed PGN.
pub(in crate::record::formats) const PGN_ZST: Format = Format {
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

const ZSTD_MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";
/// Most bytes of a packed file when unpacked, for each byte and besides. Text
/// packs to a tenth; a thousandth is made to fill the memory.
const MAX_RATIO: u64 = 60;
const MAX_EXTRA: u64 = 1 << 20;

fn read_packed(source: Source<'_>) -> Result<Vec<GameTree>, FormatError> {
    let invalid = |reason: &dyn Display| byte_error(0, reason);
    let mut packed = source.bytes;
    let mut bytes = Vec::new();
    let limit = packed.len() as u64 * MAX_RATIO + MAX_EXTRA;
    while !packed.is_empty() {
        let (frame, known) = (packed, bytes.len());
        let unpacked = unpack(&mut packed, limit, &mut bytes);
        if bytes.len() as u64 > limit {
            return Err(invalid(&format!("the file unpacks to more than {limit} bytes")));
        }
        if let Err(error) = unpacked {
            // The decoder keeps the last blocks back when it fails.
            bytes.truncate(known);
            let whole = whole_blocks(frame);
            let again = whole.map(|whole| unpack(&mut whole.as_slice(), limit, &mut bytes));
            let error = invalid(&error);
            if again.is_none_or(|again| again.is_err()) || bytes.is_empty() {
                return Err(error);
            }
            source.warn_of_cut(error);
            break;
        }
    }
    read::read(Source { bytes: &bytes, ..source })
}

/// Unpacks a frame, but not to much more than `limit` bytes; the error is a reason.
fn unpack(packed: &mut &[u8], limit: u64, bytes: &mut Vec<u8>) -> Result<(), String> {
    let unpacked = StreamingDecoder::new(packed)
        .map_err(|error| format!("this is not a Zstandard file: {error}"))?;
    let left = limit.saturating_sub(bytes.len() as u64);
    let read = unpacked.take(left + 1).read_to_end(bytes);
    read.map(|_| ()).map_err(|error| format!("the packed file is damaged: {error}"))
}

/// A frame with the blocks that are there as a whole, and without a checksum.
fn whole_blocks(frame: &[u8]) -> Option<Vec<u8>> {
    let descriptor = *frame.get(4)?;
    let is_single_segment = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let size = match descriptor >> 6 {
        0 => usize::from(is_single_segment),
        exponent => 1 << exponent,
    };
    let mut at = 5 + usize::from(!is_single_segment) + dictionary + size;
    while let Some(&[low, middle, high]) = frame.get(at..at + 3) {
        let header = u32::from_le_bytes([low, middle, high, 0]);
        // A block of one byte repeated has that byte alone.
        let length = if header >> 1 & 3 == 1 { 1 } else { (header >> 3) as usize };
        let end = at + 3 + length;
        if header & 1 != 0 || end > frame.len() {
            break;
        }
        at = end;
    }
    let mut whole = frame.get(..at)?.to_vec();
    whole[4] &= !4;
    // An empty last block.
    whole.extend([1, 0, 0]);
    Some(whole)
}
