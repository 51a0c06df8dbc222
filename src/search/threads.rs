//! Number of search threads.

use std::num::NonZero;
use std::sync::OnceLock;

/// Default maximum: more threads gain little.
const MAX_DEFAULT_THREADS: usize = 8;

/// Number of threads for a search that is bounded by time alone, at least 1:
/// the number of cores up to 8, or the environment variable
/// `TIANYUAN_THREADS`. Always 1 in the browser.
#[must_use]
pub fn thread_count() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        if cfg!(target_family = "wasm") {
            return 1;
        }
        let wanted = std::env::var("TIANYUAN_THREADS").ok().and_then(|text| text.parse().ok());
        let cores = || {
            std::thread::available_parallelism().map_or(1, NonZero::get).min(MAX_DEFAULT_THREADS)
        };
        wanted.unwrap_or_else(cores).clamp(1, 64)
    })
}
