//! The transcript of a talk with an engine: the last lines in both directions, with their
//! times.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

/// Most lines kept.
const MAX_ENTRIES: usize = 4000;

/// Most bytes kept of a line.
const MAX_LINE: usize = 1000;

/// Most bytes of the lines kept.
const MAX_BYTES: usize = 512 << 10;

/// Where a line of a transcript comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Sent to the engine.
    Host,
    /// Written by the engine.
    Engine,
    /// Written by the engine to its standard error.
    StandardError,
}

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptEntry {
    /// Time since the engine was started.
    pub at: Duration,
    /// Where it comes from.
    pub origin: Origin,
    /// The line; a long one is cut off.
    pub text: String,
}

#[derive(Default)]
struct Entries {
    list: VecDeque<TranscriptEntry>,
    bytes: usize,
    /// Number of lines that are no longer kept.
    dropped: u64,
}

/// The transcript of a talk with an engine. Clones share it, so that it can be
/// read while the engine works and after it has failed.
#[derive(Clone)]
pub struct Transcript {
    started: Instant,
    entries: Arc<Mutex<Entries>>,
}

impl Default for Transcript {
    fn default() -> Transcript {
        Transcript { started: Instant::now(), entries: Arc::default() }
    }
}

impl Transcript {
    fn lock(&self) -> MutexGuard<'_, Entries> {
        // No code that holds the lock can panic.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line; the oldest ones go when there are too many.
    pub(super) fn add(&self, origin: Origin, text: &str) {
        let kept = text.floor_char_boundary(MAX_LINE);
        let text = format!("{}{}", &text[..kept], if kept < text.len() { "…" } else { "" });
        let entry = TranscriptEntry { at: self.started.elapsed(), origin, text };
        let mut entries = self.lock();
        entries.bytes += entry.text.len();
        entries.list.push_back(entry);
        while entries.list.len() > MAX_ENTRIES || entries.bytes > MAX_BYTES {
            let Some(oldest) = entries.list.pop_front() else { break };
            entries.bytes -= oldest.text.len();
            entries.dropped += 1;
        }
    }

    /// Number of lines so far, those included that are no longer kept.
    #[must_use]
    pub fn lines(&self) -> u64 {
        let entries = self.lock();
        entries.dropped + entries.list.len() as u64
    }

    /// The lines that are kept, oldest first.
    #[must_use]
    pub fn entries(&self) -> Vec<TranscriptEntry> {
        self.lock().list.iter().cloned().collect()
    }

    /// The transcript as text: one line each with seconds, `<` for what the engine wrote,
    /// `>` for what it was sent and `!` for its standard error.
    ///
    /// ```
    /// use tianyuan::engines::Transcript;
    ///
    /// assert_eq!(Transcript::default().to_text(), "");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let entries = self.lock();
        let mut text = String::new();
        // Writing to a string cannot fail.
        if entries.dropped > 0 {
            _ = writeln!(text, "({} earlier lines are not kept)", entries.dropped);
        }
        for TranscriptEntry { at, origin, text: line } in &entries.list {
            let mark = match origin {
                Origin::Host => '>',
                Origin::Engine => '<',
                Origin::StandardError => '!',
            };
            _ = writeln!(text, "{:9.3} {mark} {line}", at.as_secs_f64());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_the_rest_is_counted() {
        let transcript = Transcript::default();
        for n in 0..MAX_ENTRIES + 10 {
            transcript.add(Origin::Engine, &n.to_string());
        }
        let entries = transcript.entries();
        assert_eq!((entries.len(), entries[0].text.as_str()), (MAX_ENTRIES, "10"));
        assert!(transcript.to_text().starts_with("(10 earlier lines are not kept)\n"));
        let long = "x".repeat(1 << 16);
        (0..3 * MAX_ENTRIES).for_each(|_| transcript.add(Origin::Host, &long));
        assert!(transcript.to_text().len() < 2 * MAX_BYTES);
    }
}
