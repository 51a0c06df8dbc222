//! File of labelled positions, kept between runs of `train`.
//!
//! After the magic bytes each position takes 24 bytes in little endian: own discs and opponent's
//! discs (`u64`), score in discs and weight (`f32`).

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::cli::{CliError, file_error};
use crate::games::registry::training::Sample;

/// Magic bytes of the format.
const MAGIC: &[u8; 8] = b"TYREVPOS";

/// Bytes per position.
const SIZE: usize = 24;

/// Reads the positions of a file.
pub(super) fn read(file: &Path) -> Result<Vec<Sample>, CliError> {
    let bytes = fs::read(file).map_err(|error| file_error(file, &error))?;
    let invalid = || {
        let reason = "this is no file of positions; expected one that begins with TYREVPOS and \
                      was written to its end";
        file_error(file, &reason)
    };
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(invalid)?;
    let (positions, []) = rest.as_chunks::<SIZE>() else { return Err(invalid()) };
    let sample = |bytes: &[u8; SIZE]| {
        let (words, []) = bytes.as_chunks::<4>() else { unreachable!("24 is six times four") };
        let word = |n: usize| u32::from_le_bytes(words[n]);
        let set = |n: usize| u64::from(word(n)) | u64::from(word(n + 1)) << 32;
        let (score, weight) = (f32::from_bits(word(4)), f32::from_bits(word(5)));
        let sample = Sample { own: set(0), opponent: set(2), score, weight };
        let is_valid = sample.own & sample.opponent == 0
            && score.abs() <= 64.0
            && (0.0..=1.0).contains(&weight);
        is_valid.then_some(sample)
    };
    positions.iter().map(sample).collect::<Option<_>>().ok_or_else(invalid)
}

/// Writes the positions to a file, atomically by renaming a temporary one.
pub(super) fn write(file: &Path, samples: &[Sample]) -> Result<(), CliError> {
    let part = file.with_extension("part");
    let written = || -> io::Result<()> {
        let mut out = BufWriter::new(File::create(&part)?);
        out.write_all(MAGIC)?;
        for sample in samples {
            out.write_all(&sample.own.to_le_bytes())?;
            out.write_all(&sample.opponent.to_le_bytes())?;
            out.write_all(&sample.score.to_le_bytes())?;
            out.write_all(&sample.weight.to_le_bytes())?;
        }
        out.into_inner()?.sync_all()?;
        fs::rename(&part, file)
    };
    written().map_err(|error| file_error(file, &error))
}
