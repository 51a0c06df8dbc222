//! Number of search threads.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Default maximum: more threads gain little.
const MAX_DEFAULT_THREADS: usize = 8;

/// The number that was set; 0 for none.
static CHOSEN: AtomicUsize = AtomicUsize::new(0);

/// Cores of the processor, up to 8; always 1 in the browser.
#[must_use]
pub fn core_count() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| {
        if cfg!(target_family = "wasm") {
            return 1;
        }
        std::thread::available_parallelism().map_or(1, NonZero::get).min(MAX_DEFAULT_THREADS)
    })
}

/// Sets the number of threads for searches that begin from now on; 0 stands for the
/// default.
pub fn set_thread_count(count: usize) {
    CHOSEN.store(count, Ordering::Relaxed);
}

/// Number of threads for a search that is bounded by time alone, at least 1:
/// the environment variable `TIANYUAN_THREADS`, what was set by
/// [`set_thread_count`], or [`core_count`].
#[must_use]
pub fn thread_count() -> usize {
    static WANTED: OnceLock<Option<usize>> = OnceLock::new();
    let by_environment =
        || std::env::var("TIANYUAN_THREADS").ok().and_then(|text| text.parse().ok());
    let chosen = Some(CHOSEN.load(Ordering::Relaxed)).filter(|&count| count > 0);
    let count = WANTED.get_or_init(by_environment).or(chosen).unwrap_or_else(core_count);
    if cfg!(target_family = "wasm") { 1 } else { count.clamp(1, 64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_was_set_holds_until_it_is_taken_back() {
        if std::env::var("TIANYUAN_THREADS").is_ok() {
            assert!(thread_count() >= 1);
            return;
        }
        set_thread_count(3);
        assert_eq!(thread_count(), 3);
        set_thread_count(0);
        assert_eq!(thread_count(), core_count());
    }
}
