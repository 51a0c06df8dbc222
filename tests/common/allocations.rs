//! An allocator that counts the memory of its process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Allocator that tracks current and peak memory.
struct Counting;

static CURRENT: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is forwarded to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = CURRENT.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        CURRENT.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of this function.
        unsafe { System.dealloc(memory, layout) }
    }

    // The system moves large blocks without a copy, so that the old and the new
    // one are not there at the same time.
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let before = CURRENT.fetch_sub(layout.size(), Ordering::Relaxed) - layout.size();
        CURRENT.fetch_add(size, Ordering::Relaxed);
        PEAK.fetch_max(before + size, Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of this function.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes in use at most while the function runs, beside those before it,
/// and its result.
pub fn peak_of<T>(run: impl FnOnce() -> T) -> (usize, T) {
    let before = CURRENT.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = run();
    (PEAK.load(Ordering::Relaxed).saturating_sub(before), result)
}
