//! Large tables: memory that is there at once, huge pages where the system has
//! them, and prefetching.

use std::hint::black_box;
use std::mem::ManuallyDrop;
use std::sync::atomic::AtomicU64;

/// Atomic words, all zero, in huge pages where possible. The system hands out
/// zeroed pages as they are touched, so that even a large table takes no time.
#[expect(unsafe_code, reason = "std makes no zeroed atomics without writing each of them")]
pub fn zeroed_words(count: usize) -> Vec<AtomicU64> {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    let mut words = ManuallyDrop::new(vec![0_u64; count]);
    let (start, length, capacity) = (words.as_mut_ptr(), words.len(), words.capacity());
    // SAFETY: the parts are those of a vector that is not dropped; an atomic has
    // the size and the bit validity of its integer, and here its alignment.
    let mut words = unsafe { Vec::from_raw_parts(start.cast(), length, capacity) };
    advise_huge_pages(&mut words);
    words
}

/// Makes the system hand out all pages of these words now, which keep their values.
pub fn claim_memory(words: &mut [AtomicU64]) {
    /// The smallest pages of the systems of today.
    const PAGE: usize = 4096;
    for word in words.iter_mut().step_by(PAGE / size_of::<AtomicU64>()) {
        let word = word.get_mut();
        // Without the black box the compiler would leave out the write.
        *word = black_box(*word);
    }
}

/// A vector of `count` items in huge pages where possible.
pub fn huge_page_vec<T>(count: usize, make: impl FnMut() -> T) -> Vec<T> {
    let mut list = Vec::with_capacity(count);
    // Must be advised before the memory is touched for the first time.
    advise_huge_pages(list.spare_capacity_mut());
    list.resize_with(count, make);
    list
}

/// Asks the system for huge pages within this memory.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the advice changes no content and covers whole pages of ours only")]
pub(super) fn advise_huge_pages<T>(memory: &mut [T]) {
    /// Huge pages are aligned to this on x86-64 and most ARM systems.
    const HUGE_PAGE: usize = 2 << 20;
    let range = memory.as_mut_ptr_range();
    let (start, end) = (range.start.addr().next_multiple_of(HUGE_PAGE), range.end.addr());
    let length = end.saturating_sub(start) / HUGE_PAGE * HUGE_PAGE;
    if length > 0 {
        let start = range.start.with_addr(start).cast();
        // SAFETY: the range lies within memory that is borrowed for writing,
        // and this advice never changes what memory holds.
        unsafe { libc::madvise(start, length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn advise_huge_pages<T>(_memory: &mut [T]) {}

/// Prefetches a value into the processor's cache.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the instruction changes nothing and never fails")]
pub fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE is part of x86-64.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
}

/// Does nothing where there is no prefetch instruction in stable Rust.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub fn prefetch<T>(_value: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeroed_words_are_zero_and_can_be_written() {
        for count in [0, 1, 1000, 5_000_000] {
            let mut words = zeroed_words(count);
            assert_eq!(words.len(), count);
            assert!(words.iter_mut().all(|word| std::mem::replace(word.get_mut(), 7) == 0));
            words.push(AtomicU64::new(7));
            claim_memory(&mut words);
            assert!(words.iter_mut().all(|word| *word.get_mut() == 7));
        }
    }

    #[test]
    fn a_huge_page_vec_holds_its_items() {
        for count in [0, 1, 1000, 5_000_000] {
            let mut next = 0u32;
            let list = huge_page_vec(count, || {
                next += 1;
                next
            });
            assert_eq!(list.len(), count);
            assert!(list.iter().zip(1..).all(|(&there, wanted)| there == wanted));
        }
    }
}
