//! Scored positions of self-play, and the files that keep them.
//!
//! A file has a header of 12 bytes: the magic bytes `TYNNPOS1`, of which the last is the version,
//! then the [`FeatureSet`] as the numbers of kinds, files and ranks and the kind of the king. Each
//! record after it has 32 bytes, numbers in little endian:
//!
//! | bytes | |
//! |---|---|
//! | 0..12 | the occupied squares, bit by bit |
//! | 12..28 | the pieces on them in this order, four bits each: the kind, and for pieces of the second side the number of kinds more |
//! | 28..30 | the score of the search for the side to move, in centipawns |
//! | 30 | bits 0 and 1: the result for the first side, 0 lost, 1 drawn, 2 won; bit 2: the second side is to move |
//! | 31 | the lowest byte of the game's hash, by which whole games are held out |

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use thiserror::Error;

use crate::core::Side;
use crate::search::nnue::{FeatureSet, MAX_PIECES, Placement};

/// Magic bytes of the files.
const MAGIC: &[u8; 8] = b"TYNNPOS1";

/// Bytes of the header.
const HEADER: usize = 12;

/// Bytes of a record.
const SIZE: usize = 32;

/// Highest occupied square of a record, and one more.
const MAX_SQUARES: usize = 96;

/// Largest score of a position to learn from, and largest label, in centipawns.
pub const MAX_SCORE: f32 = 3000.0;

/// A position with the score of a search and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The pieces on the board.
    pub placement: Placement,
    /// The side to move.
    pub side: Side,
    /// Score of the search for the side to move, in centipawns.
    pub score: i16,
    /// Result of the game for the side to move: -1, 0 or 1.
    pub result: i8,
    /// The lowest byte of the game's hash.
    pub game: u8,
}

/// A position as it is kept in files and in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPosition([u8; SIZE]);

/// Error of reading or writing positions.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// The file system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The magic bytes are missing.
    #[error("this is not a file of positions; expected one that begins with TYNNPOS1")]
    NotPositions,
    /// The positions are of another game.
    #[error("these are positions of another game, with {found:?}; expected {expected:?}")]
    Game {
        /// The pieces and the board of the file.
        found: FeatureSet,
        /// Those of the game.
        expected: FeatureSet,
    },
    /// A record is no position of this game.
    #[error("record {0} is no position of this game; expected one with a king of each side")]
    Record(usize),
    /// The last record is incomplete.
    #[error("this file was not written to its end; expected records of 32 bytes")]
    Incomplete,
}

impl ScoredPosition {
    /// The record of this position; `None` if it has too many pieces or squares.
    #[must_use]
    pub fn pack(&self, features: FeatureSet) -> Option<PackedPosition> {
        let occupied = self.placement.occupied();
        if features.squares() > MAX_SQUARES || occupied.count_ones() > MAX_PIECES {
            return None;
        }
        let mut bytes = [0; SIZE];
        bytes[..12].copy_from_slice(&occupied.to_le_bytes()[..12]);
        for piece in self.placement.iter() {
            let before = occupied & ((1 << piece.square) - 1);
            let n = before.count_ones() as usize;
            let code = piece.kind + piece.side.index() * usize::from(features.kinds);
            bytes[12 + n / 2] |= (code as u8) << (4 * (n % 2));
        }
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        let for_first = if self.side == Side::First { self.result } else { -self.result };
        bytes[30] = (for_first + 1) as u8 | (self.side.index() as u8) << 2;
        bytes[31] = self.game;
        Some(PackedPosition(bytes))
    }
}

impl PackedPosition {
    /// The position; `None` if the record is none of this game.
    #[must_use]
    pub fn unpack(&self, features: FeatureSet) -> Option<ScoredPosition> {
        let bytes = &self.0;
        let mut squares = [0; 16];
        squares[..12].copy_from_slice(&bytes[..12]);
        let mut occupied = u128::from_le_bytes(squares);
        if occupied.count_ones() > MAX_PIECES
            || occupied.checked_shr(features.squares() as u32)? != 0
        {
            return None;
        }
        let kinds = usize::from(features.kinds);
        let mut placement = Placement::default();
        let mut n = 0;
        while occupied != 0 {
            let code = usize::from(bytes[12 + n / 2] >> (4 * (n % 2)) & 15);
            let of_side = placement.pieces.get_mut(code / kinds)?;
            of_side[code % kinds] |= occupied & occupied.wrapping_neg();
            occupied &= occupied - 1;
            n += 1;
        }
        let has_king = |side: &[u128; _]| side[usize::from(features.king)].count_ones() == 1;
        if !placement.pieces.iter().all(has_king) || bytes[30] > 6 || bytes[30] & 3 == 3 {
            return None;
        }
        let (side, for_first) = (self.side(), self.result_for_first());
        Some(ScoredPosition {
            placement,
            side,
            score: self.score(),
            result: if side == Side::First { for_first } else { -for_first },
            game: bytes[31],
        })
    }

    /// The lowest byte of the game's hash.
    #[must_use]
    pub fn game(&self) -> u8 {
        self.0[31]
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        Side::BOTH[usize::from(self.0[30] >> 2 & 1)]
    }

    /// Result of the game for the first side: -1, 0 or 1.
    #[must_use]
    pub fn result_for_first(&self) -> i8 {
        (self.0[30] & 3) as i8 - 1
    }

    /// Number of pieces on the board.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.0[..12].iter().map(|byte| byte.count_ones()).sum()
    }

    /// Score for the side to move, in centipawns.
    #[must_use]
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[28], self.0[29]])
    }

    /// Replaces the score.
    pub fn set_score(&mut self, score: i16) {
        self.0[28..30].copy_from_slice(&score.to_le_bytes());
    }
}

/// Writes positions to a file, atomically by renaming a temporary one.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    file: &Path,
    features: FeatureSet,
    positions: &[PackedPosition],
) -> Result<(), PositionsError> {
    let part = file.with_extension("part");
    let mut out = BufWriter::new(File::create(&part)?);
    out.write_all(MAGIC)?;
    out.write_all(&header(features))?;
    for position in positions {
        out.write_all(&position.0)?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(fs::rename(&part, file)?)
}

/// Reads the positions of a file.
///
/// # Errors
/// If the file cannot be read, is damaged, or has positions of another game.
pub fn read(file: &Path, features: FeatureSet) -> Result<Vec<PackedPosition>, PositionsError> {
    let bytes = fs::read(file)?;
    let rest = bytes.strip_prefix(MAGIC).ok_or(PositionsError::NotPositions)?;
    let (header, records) =
        rest.split_at_checked(HEADER - MAGIC.len()).ok_or(PositionsError::Incomplete)?;
    let &[kinds, files, ranks, king] = header else { return Err(PositionsError::Incomplete) };
    let found = FeatureSet { kinds, files, ranks, king };
    if found != features {
        return Err(PositionsError::Game { found, expected: features });
    }
    let (records, []) = records.as_chunks::<SIZE>() else { return Err(PositionsError::Incomplete) };
    let mut positions = Vec::with_capacity(records.len());
    for (n, &record) in records.iter().enumerate() {
        let position = PackedPosition(record);
        position.unpack(features).ok_or(PositionsError::Record(n))?;
        positions.push(position);
    }
    Ok(positions)
}

/// The feature set in the header.
fn header(FeatureSet { kinds, files, ranks, king }: FeatureSet) -> [u8; 4] {
    [kinds, files, ranks, king]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEATURES: FeatureSet = FeatureSet { kinds: 7, files: 9, ranks: 10, king: 0 };

    fn position() -> ScoredPosition {
        let mut placement = Placement::default();
        placement.pieces[0][0] = 1 << 4;
        placement.pieces[1][0] = 1 << 85;
        placement.pieces[1][6] = 1 << 89 | 1 << 3;
        placement.pieces[0][3] = 1 << 40;
        ScoredPosition { placement, side: Side::Second, score: -321, result: -1, game: 77 }
    }

    #[test]
    fn positions_survive_packing_and_a_file_and_damage_is_found() {
        let packed = position().pack(FEATURES).unwrap();
        assert_eq!(packed.unpack(FEATURES), Some(position()));
        let drawn = ScoredPosition { side: Side::First, result: 0, score: i16::MIN, ..position() };
        assert_eq!(drawn.pack(FEATURES).unwrap().unpack(FEATURES), Some(drawn));
        let folder =
            std::env::temp_dir().join(format!("tianyuan-positions-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("part.bin");
        write(&file, FEATURES, &[packed, packed]).unwrap();
        assert_eq!(read(&file, FEATURES).unwrap(), [packed, packed]);
        let chess = FeatureSet { kinds: 6, files: 8, ranks: 8, king: 5 };
        assert!(matches!(read(&file, chess), Err(PositionsError::Game { .. })));
        let bytes = fs::read(&file).unwrap();
        assert_eq!(bytes.len(), HEADER + 2 * SIZE);
        fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert!(matches!(read(&file, FEATURES), Err(PositionsError::Incomplete)));
        // A second record without pieces.
        let empty = [&bytes[..HEADER + SIZE], &[0; SIZE][..]].concat();
        fs::write(&file, empty).unwrap();
        assert!(matches!(read(&file, FEATURES), Err(PositionsError::Record(1))));
        fs::write(&file, b"TYREVPOS").unwrap();
        assert!(matches!(read(&file, FEATURES), Err(PositionsError::NotPositions)));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn more_than_32_pieces_are_not_packed() {
        let mut crowded = position();
        crowded.placement.pieces[0][6] = 0xffff_ffff << 45;
        assert_eq!(crowded.pack(FEATURES), None);
    }
}
