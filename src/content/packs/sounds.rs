//! Recorded sounds: WAV files that are played in place of the synthesised ones.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::content::file::{self, FormatError};
use crate::content::messages::LocalizedText;

/// The sounds of a set. One that it has no recording of is synthesised.
pub const SOUND_NAMES: [&str; 6] = ["place", "flip", "illegal", "won", "lost", "drawn"];

/// Maximum size of a recording in bytes.
const MAX_BYTES: usize = 2 << 20;

/// Sample rates of recordings, in hertz.
const RATES: std::ops::RangeInclusive<u32> = 8_000..=48_000;

/// A set of recorded sounds. Its recordings are in the folder of its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSounds {
    version: u32,
    /// Id in settings, and name of the folder of its recordings.
    pub id: String,
    /// Title by language.
    pub title: LocalizedText,
}

/// Path of the recording of a sound in the set of this id.
#[must_use]
pub fn recording_path(set: &str, sound: &str) -> String {
    format!("sounds/{set}/{sound}.wav")
}

/// Error in a recording.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum RecordingError {
    #[error("it has {0} bytes; at most {MAX_BYTES} are read")]
    TooLarge(usize),
    #[error("it is no WAV file: expected RIFF, WAVE, a format and sound")]
    NoWave,
    #[error(
        "it has {channels} channels of {bits} bits at {rate} Hz in format {format}; expected \
         PCM (1) of 1 or 2 channels, 16 bits, 8000 to 48000 Hz"
    )]
    Format { format: u16, channels: u16, rate: u32, bits: u16 },
}

pub(super) fn check_set(set: &RecordedSounds) -> Result<(), FormatError> {
    file::check_version(set.version)?;
    file::check_id(&set.id)?;
    file::check_localized("title", &set.title, super::MAX_TEXT)
}

/// Checks that a recording is a WAV file that every system plays.
pub(super) fn check_recording(bytes: &[u8]) -> Result<(), RecordingError> {
    if bytes.len() > MAX_BYTES {
        return Err(RecordingError::TooLarge(bytes.len()));
    }
    let chunks = bytes.strip_prefix(b"RIFF").and_then(|rest| rest.get(4..));
    let mut rest =
        chunks.and_then(|rest| rest.strip_prefix(b"WAVE")).ok_or(RecordingError::NoWave)?;
    let mut has_format = false;
    loop {
        let [a, b, c, d, s0, s1, s2, s3, content @ ..] = rest else {
            return Err(RecordingError::NoWave);
        };
        let size = u32::from_le_bytes([*s0, *s1, *s2, *s3]) as usize;
        let chunk = content.get(..size).ok_or(RecordingError::NoWave)?;
        match &[*a, *b, *c, *d] {
            b"fmt " => {
                check_format(chunk)?;
                has_format = true;
            }
            b"data" if has_format && size >= 4 && size.is_multiple_of(4) => return Ok(()),
            b"data" => return Err(RecordingError::NoWave),
            _ => {}
        }
        // Chunks begin at even places.
        rest = content.get(size + size % 2..).unwrap_or_default();
    }
}

fn check_format(chunk: &[u8]) -> Result<(), RecordingError> {
    let [f0, f1, c0, c1, r0, r1, r2, r3, b0, b1, b2, b3, a0, a1, s0, s1, ..] = *chunk else {
        return Err(RecordingError::NoWave);
    };
    let (format, channels) = (u16::from_le_bytes([f0, f1]), u16::from_le_bytes([c0, c1]));
    let (rate, bits) = (u32::from_le_bytes([r0, r1, r2, r3]), u16::from_le_bytes([s0, s1]));
    let block = u16::from_le_bytes([a0, a1]);
    let per_second = u32::from_le_bytes([b0, b1, b2, b3]);
    if format != 1 || !(1..=2).contains(&channels) || bits != 16 || !RATES.contains(&rate) {
        return Err(RecordingError::Format { format, channels, rate, bits });
    }
    if block != channels * 2 || per_second != rate * u32::from(block) {
        return Err(RecordingError::NoWave);
    }
    Ok(())
}
