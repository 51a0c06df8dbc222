//! Memory that was freed and not yet given back to the system.

/// Gives back what was freed, as after the start, when much was read and parsed. Does nothing
/// where the system's allocator does so by itself.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the function takes a number and touches free memory only")]
pub fn release_freed_memory() {
    // SAFETY: it is thread-safe and changes nothing that is in use.
    unsafe { libc::malloc_trim(0) };
}

/// Does nothing on this system.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn release_freed_memory() {}
