//! Gates that every reader passes, whatever its input: no panic, a second, memory in proportion to
//! the input, and a stack of two mebibytes.

use std::cell::RefCell;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use super::allocations::peak_of;
use super::target::Target;

/// Attempts at keeping to the time and the memory.
const ATTEMPTS: usize = 3;

/// Time on the clock, rather than on the processor, that is too long even where
/// other programs run.
const MAX_CLOCK_TIME: Duration = Duration::from_secs(20);

/// Bytes of memory for each byte of input.
const MEMORY_FACTOR: usize = 50;

/// Stack of the thread that reads.
pub const STACK: usize = 2 << 20;

/// A gate that an input did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The gate, and for a panic its place: the same for the same fault.
    pub kind: String,
    /// The whole message, on one line.
    pub message: String,
}

/// Time that this thread has had on the processor, where the system tells; the
/// clock goes on while other programs run.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Runs a function, and returns the time that it took of the processor.
fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let (clock, before) = (Instant::now(), processor_time());
    let result = run();
    let elapsed = clock.elapsed();
    let used = processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
    (used.filter(|_| elapsed < MAX_CLOCK_TIME).unwrap_or(elapsed), result)
}

thread_local! {
    static PANIC: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Keeps the message of a panic for [`check`] rather than printing it.
pub fn catch_panic_messages() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), ToString::to_string);
        let message = info.to_string().replace('\n', " ");
        let failure = Failure { kind: format!("panic at {place}"), message };
        PANIC.with(|kept| *kept.borrow_mut() = Some(failure));
    }));
}

fn unknown_panic() -> Failure {
    let text = "panic in another thread";
    Failure { kind: text.to_owned(), message: text.to_owned() }
}

/// Runs a function, with a panic as its error.
fn without_panic<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    PANIC.with(|kept| kept.borrow_mut().take());
    panic::catch_unwind(AssertUnwindSafe(run))
        .map_err(|_| PANIC.with(|kept| kept.borrow_mut().take()).unwrap_or_else(unknown_panic))
}

/// Lets a target read an input. True if it was accepted.
///
/// # Errors
/// The first gate that it did not pass.
pub fn check(target: &Target, input: &[u8]) -> Result<bool, Failure> {
    let mut shortest = Duration::MAX;
    let mut least = usize::MAX;
    let allowed = target.fixed_memory + MEMORY_FACTOR * (target.size_of)(input);
    for _ in 0..ATTEMPTS {
        let (took, (peak, verdict)) = timed(|| peak_of(|| without_panic(|| (target.run)(input))));
        shortest = shortest.min(took);
        let verdict = verdict?;
        // A thread that the input before started may still have been ending.
        least = least.min(peak);
        if least > allowed {
            continue;
        }
        let accepted = verdict.accepted;
        if let Some(check) = verdict.check {
            without_panic(check)?;
        }
        if shortest <= target.max_time {
            return Ok(accepted);
        }
    }
    let (kind, message) = match least > allowed {
        true => ("memory", format!("{least} bytes of memory; {allowed} are allowed")),
        false => ("time", format!("{shortest:?}")),
    };
    Err(Failure { kind: kind.to_owned(), message })
}
