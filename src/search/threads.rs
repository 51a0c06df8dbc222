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
    let wanted = *WANTED.get_or_init(by_environment);
    let count = count_of(wanted, CHOSEN.load(Ordering::Relaxed), core_count());
    if cfg!(target_family = "wasm") { 1 } else { count }
}

/// Number of threads: the wanted one, or else the chosen one unless it is 0, or else the default;
/// from 1 to 64.
fn count_of(wanted: Option<usize>, chosen: usize, default: usize) -> usize {
    let chosen = Some(chosen).filter(|&count| count > 0);
    wanted.or(chosen).unwrap_or(default).clamp(1, 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_goes_before_what_was_chosen_and_that_before_the_default() {
        assert_eq!(count_of(Some(2), 3, 4), 2);
        assert_eq!(count_of(None, 3, 4), 3);
        assert_eq!(count_of(None, 0, 4), 4);
        assert_eq!((count_of(Some(0), 3, 4), count_of(None, 100, 4)), (1, 64));
        assert!(thread_count() >= 1);
    }
}
