//! Files of positions to learn from. `tools/go_network` reads them.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use thiserror::Error;

use crate::games::go::network::{Inputs, NUM_GLOBALS, NUM_PLANES};

/// Magic bytes of a file. The numbers of files, ranks, planes and globals of all its positions
/// follow, a byte each, then the positions, each as long as the others.
const MAGIC: &[u8; 8] = b"TYGOSAM1";

/// A position with what a network should say of it. All is seen by the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The inputs.
    pub inputs: Inputs,
    /// The chance of each point to be played, from a1 along the ranks, and of a pass, in
    /// 65,535ths.
    pub policy: Vec<u16>,
    /// The chance to win, 0 to 1.
    pub win_chance: f32,
    /// The expected lead at the end, in points.
    pub lead: f32,
    /// The standard deviation of the score at the end, in points.
    pub deviation: f32,
    /// The expected owner of each point, from -127 (the other side's) to 127.
    pub ownership: Vec<i8>,
}

impl Sample {
    /// Appends the record of the position: planes as bits, lowest first; globals; policy; win
    /// chance, lead and deviation; ownership. Numbers are little-endian.
    fn write(&self, bytes: &mut Vec<u8>) {
        for bits in self.inputs.planes.chunks(8) {
            bytes.push(bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1));
        }
        for number in self.inputs.globals {
            bytes.extend(number.to_le_bytes());
        }
        for chance in &self.policy {
            bytes.extend(chance.to_le_bytes());
        }
        for number in [self.win_chance, self.lead, self.deviation] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.ownership.iter().map(|owner| *owner as u8));
    }
}

/// Error of a malformed file of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "this is no file of positions of Go with {NUM_PLANES} planes and {NUM_GLOBALS} globals; expected \
     one that begins with TYGOSAM1 and has whole records"
)]
pub struct SamplesError;

/// Reads the positions of a file, from its bytes.
///
/// # Errors
/// If it is malformed.
pub fn read_samples(bytes: &[u8]) -> Result<Vec<Sample>, SamplesError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(SamplesError)?;
    let (&[files, ranks, planes, globals], rest) = rest.split_first_chunk().ok_or(SamplesError)?;
    let points = usize::from(files) * usize::from(ranks);
    if (usize::from(planes), usize::from(globals)) != (NUM_PLANES, NUM_GLOBALS) || points == 0 {
        return Err(SamplesError);
    }
    let plane_bytes = (NUM_PLANES * points).div_ceil(8);
    let length = plane_bytes + 4 * NUM_GLOBALS + 2 * (points + 1) + 12 + points;
    if rest.len() % length != 0 {
        return Err(SamplesError);
    }
    let read = |record: &[u8]| {
        let (bits, rest) = record.split_at(plane_bytes);
        let (numbers, rest) = rest.split_at(4 * NUM_GLOBALS);
        let (policy, rest) = rest.split_at(2 * (points + 1));
        let (values, ownership) = rest.split_at(12);
        let float = |bytes: &[u8], n: usize| {
            f32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[4 * n + byte]))
        };
        let planes = (0..NUM_PLANES * points).map(|n| bits[n / 8] >> (n % 8) & 1).collect();
        let globals = std::array::from_fn(|n| float(numbers, n));
        let (shares, _) = policy.as_chunks();
        Sample {
            inputs: Inputs { files, ranks, planes, globals },
            policy: shares.iter().map(|&share| u16::from_le_bytes(share)).collect(),
            win_chance: float(values, 0),
            lead: float(values, 1),
            deviation: float(values, 2),
            ownership: ownership.iter().map(|&owner| owner as i8).collect(),
        }
    };
    Ok(rest.chunks_exact(length).map(read).collect())
}

/// Writes positions on boards of one size to a file, atomically by renaming a temporary one.
///
/// # Errors
/// If the file cannot be written.
pub fn write_samples(file: &Path, (files, ranks): (u8, u8), samples: &[Sample]) -> io::Result<()> {
    let part = file.with_extension("part");
    let mut out = BufWriter::new(File::create(&part)?);
    out.write_all(MAGIC)?;
    out.write_all(&[files, ranks, NUM_PLANES as u8, NUM_GLOBALS as u8])?;
    let mut bytes = Vec::new();
    for sample in samples {
        bytes.clear();
        sample.write(&mut bytes);
        out.write_all(&bytes)?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(&part, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_its_planes_as_bits() {
        let mut planes = vec![0; NUM_PLANES * 25];
        (planes[0], planes[9]) = (1, 1);
        let inputs = Inputs { files: 5, ranks: 5, planes, globals: [0.5; NUM_GLOBALS] };
        let sample = Sample {
            inputs,
            policy: vec![7; 26],
            win_chance: 0.25,
            lead: -3.5,
            deviation: 4.0,
            ownership: vec![-127; 25],
        };
        let mut bytes = Vec::new();
        sample.write(&mut bytes);
        assert_eq!(bytes.len(), 50 + 48 + 52 + 12 + 25);
        assert_eq!(bytes[..3], [1, 2, 0]);
        assert_eq!(bytes[50..54], 0.5f32.to_le_bytes());
        assert_eq!(bytes[98..100], [7, 0]);
        assert_eq!(bytes[150..154], 0.25f32.to_le_bytes());
        assert_eq!(bytes[162..], [-127i8 as u8; 25]);
        let mut file = MAGIC.to_vec();
        file.extend([5, 5, NUM_PLANES as u8, NUM_GLOBALS as u8]);
        file.extend(bytes.repeat(2));
        assert_eq!(read_samples(&file), Ok(vec![sample.clone(), sample]));
        for length in [7, 11, file.len() - 1] {
            assert_eq!(read_samples(&file[..length]), Err(SamplesError));
        }
    }
}
