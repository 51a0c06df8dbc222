//! Searches that are watched: the interface through which every search tells what it does,
//! a recorder of it, and the recorded trace, which can be replayed forwards and backwards.
//!
//! A search that nobody watches has the observer `()`, of which the compiler leaves nothing.

mod observer;
mod record;
mod recorder;
mod replay;
#[cfg(test)]
mod tests;

pub use observer::{Birth, Gene, Individual, NodeEnd, SearchObserver, SkipReason};
pub use record::{
    Bound, Generation, NodeKind, SearchTrace, TraceCounts, TraceEvent, TraceNode, UNTIL_THE_END,
};
pub use recorder::{Recorder, RecorderLimits};
pub use replay::{Replay, TreeStats};
