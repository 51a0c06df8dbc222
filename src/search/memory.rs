//! What makes reading long lists at random places quicker: large pages of
//! memory, where the system has them, and word to the processor of what will be
//! read next.

/// A list of so many things, made one by one.
pub fn in_large_pages<T>(count: usize, make: impl FnMut() -> T) -> Vec<T> {
    let mut list = Vec::with_capacity(count);
    // The system hears of it before the memory is touched for the first time.
    advise(list.spare_capacity_mut());
    list.resize_with(count, make);
    list
}

/// Asks the system for large pages within this memory.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the advice changes no content and only whole pages of ours get it")]
fn advise<T>(memory: &mut [T]) {
    /// Large pages begin at multiples of this on x86-64 and most of ARM.
    const LARGE: usize = 2 << 20;
    let range = memory.as_mut_ptr_range();
    let (start, end) = (range.start.addr().next_multiple_of(LARGE), range.end.addr());
    let length = end.saturating_sub(start) / LARGE * LARGE;
    if length > 0 {
        let start = range.start.with_addr(start).cast();
        // SAFETY: the range lies within memory that is borrowed for writing,
        // and this advice never changes what memory holds.
        unsafe { libc::madvise(start, length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_memory: &mut [T]) {}

/// Tells the processor that this will be read soon.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the instruction changes nothing and never fails")]
pub fn prefetch<T>(soon: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every processor of this kind knows the instruction.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast()) };
}

/// Tells the processor that this will be read soon, where that can be told.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub fn prefetch<T>(_soon: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_large_pages_holds_what_was_made() {
        for count in [0, 1, 1000, 5_000_000] {
            let mut next = 0u32;
            let list = in_large_pages(count, || {
                next += 1;
                next
            });
            assert_eq!(list.len(), count);
            assert!(list.iter().zip(1..).all(|(&there, wanted)| there == wanted));
        }
    }
}
