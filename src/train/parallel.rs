//! Work on many items by several threads, with results that do not depend on their number.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Games per unit of work.
pub const BATCH: usize = 256;

/// Applies `process` to all items on several threads, and returns the results in the order of the
/// items. Each thread has a state of its own.
pub fn map<S, T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    state: impl Fn() -> S + Sync,
    process: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut state = state();
        let mut results = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break results };
            results.push((at, process(&mut state, item)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    results.sort_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items_on_any_number_of_threads() {
        let items: Vec<u32> = (0..1000).collect();
        let squares: Vec<u32> = items.iter().map(|n| n * n).collect();
        for threads in [0, 1, 7] {
            assert_eq!(map(threads, &items, || (), |(), n| n * n), squares);
        }
    }
}
