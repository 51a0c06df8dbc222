//! Positions with scores in a file, between two runs of `train`.
//!
//! After eight letters each position takes 24 bytes, the lowest ones first: its
//! own discs and those of the opponent, 8 bytes each, the score in discs and how
//! much it counts, 4 bytes each as numbers with fractions.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::cli::{CliError, failed};
use crate::games::registry::learning::Sample;

/// How every file of positions begins.
const BEGIN: &[u8; 8] = b"TYREVPOS";

/// Bytes of a position.
const SIZE: usize = 24;

/// The positions of a file.
pub(super) fn read(file: &Path) -> Result<Vec<Sample>, CliError> {
    let bytes = fs::read(file).map_err(|error| failed(file, &error))?;
    let strange = || {
        let reason = "this is no file of positions; expected one that begins with TYREVPOS and \
                      was written to its end";
        failed(file, &reason)
    };
    let rest = bytes.strip_prefix(BEGIN).ok_or_else(strange)?;
    let (positions, []) = rest.as_chunks::<SIZE>() else { return Err(strange()) };
    let sample = |bytes: &[u8; SIZE]| {
        let (words, []) = bytes.as_chunks::<4>() else { unreachable!("24 is six times four") };
        let word = |n: usize| u32::from_le_bytes(words[n]);
        let set = |n: usize| u64::from(word(n)) | u64::from(word(n + 1)) << 32;
        let (score, weight) = (f32::from_bits(word(4)), f32::from_bits(word(5)));
        let sample = Sample { own: set(0), opponent: set(2), score, weight };
        let is_right = sample.own & sample.opponent == 0
            && score.abs() <= 64.0
            && (0.0..=1.0).contains(&weight);
        is_right.then_some(sample)
    };
    positions.iter().map(sample).collect::<Option<_>>().ok_or_else(strange)
}

/// Writes the positions to a file; a broken one is not left behind under its
/// name.
pub(super) fn write(file: &Path, samples: &[Sample]) -> Result<(), CliError> {
    let part = file.with_extension("part");
    let written = || -> io::Result<()> {
        let mut out = BufWriter::new(File::create(&part)?);
        out.write_all(BEGIN)?;
        for sample in samples {
            out.write_all(&sample.own.to_le_bytes())?;
            out.write_all(&sample.opponent.to_le_bytes())?;
            out.write_all(&sample.score.to_le_bytes())?;
            out.write_all(&sample.weight.to_le_bytes())?;
        }
        out.into_inner()?.sync_all()?;
        fs::rename(&part, file)
    };
    written().map_err(|error| failed(file, &error))
}
