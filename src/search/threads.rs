//! How many threads a search may use.

use std::num::NonZero;
use std::sync::OnceLock;

/// More threads than this gain little.
const MOST: usize = 8;

/// How many threads a search that is bounded by time alone may use, at least
/// 1: as many as the machine has cores, up to 8, or as many as the variable
/// `TIANYUAN_THREADS` of the environment says. In the browser there is one.
#[must_use]
pub fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        if cfg!(target_family = "wasm") {
            return 1;
        }
        let wanted = std::env::var("TIANYUAN_THREADS").ok().and_then(|text| text.parse().ok());
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST);
        wanted.unwrap_or_else(cores).clamp(1, 64)
    })
}
