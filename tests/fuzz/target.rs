//! A reader with what it is fed.

use std::time::Duration;

/// Verdict of a reader on an input.
pub struct Verdict {
    /// True if it accepted the input, at least in part.
    pub accepted: bool,
    /// Checks what it read, beyond the gates of time and memory.
    pub check: Option<Box<dyn FnOnce()>>,
}

impl Verdict {
    pub fn of(accepted: bool) -> Verdict {
        Verdict { accepted, check: None }
    }

    /// An accepted input, whose content is to be checked.
    pub fn checked(check: impl FnOnce() + 'static) -> Verdict {
        Verdict { accepted: true, check: Some(Box::new(check)) }
    }
}

/// Lets a reader read an input.
pub type Read = dyn Fn(&[u8]) -> Verdict + Send;

/// A reader under test.
pub struct Target {
    /// A name without spaces.
    pub id: String,
    /// Makes valid inputs.
    pub seeds: Box<dyn Fn() -> Vec<Vec<u8>> + Send>,
    pub run: Box<Read>,
    /// Time for an input.
    pub max_time: Duration,
    /// Bytes that it may take whatever the input.
    pub fixed_memory: usize,
    /// Bytes of an input as far as memory is concerned: for packed files, of
    /// what they unpack to.
    pub size_of: fn(&[u8]) -> usize,
    /// Bytes of an input at most.
    pub max_input: usize,
}

impl Target {
    /// A target with the usual bounds: a second, 256 kB of memory whatever the
    /// input, and inputs of 64 kB at most.
    pub fn new(
        id: impl Into<String>,
        seeds: impl Fn() -> Vec<Vec<u8>> + Send + 'static,
        run: impl Fn(&[u8]) -> Verdict + Send + 'static,
    ) -> Target {
        Target {
            id: id.into(),
            seeds: Box::new(seeds),
            run: Box::new(run),
            max_time: Duration::from_secs(1),
            fixed_memory: 256 << 10,
            size_of: <[u8]>::len,
            max_input: 64 << 10,
        }
    }

    /// A target that reads text; other bytes are replaced as readers of files
    /// do.
    pub fn of_text(
        id: impl Into<String>,
        seeds: impl Fn() -> Vec<String> + Send + 'static,
        run: impl Fn(&str) -> Verdict + Send + 'static,
    ) -> Target {
        Target::new(
            id,
            move || seeds().into_iter().map(String::into_bytes).collect(),
            move |bytes| run(&String::from_utf8_lossy(bytes)),
        )
    }
}
