//! Damaged and hostile input for every reader: files of records and of content,
//! the text of positions and moves, the protocols of engines, and the file of
//! the library. Their gates are in `gates.rs`.
//!
//! Every target runs in a process of its own, so that even an overflow of the
//! stack is found and told with its input. `make fuzz` runs them for long; see
//! CONTRIBUTING.md for how an input is run again.

#[path = "../common/allocations.rs"]
mod allocations;
mod content;
mod corpus;
mod gates;
mod library;
mod mutation;
#[path = "../common/options.rs"]
mod options;
mod positions;
mod protocols;
mod records;
mod runner;
mod supervisor;
mod target;
#[path = "../common/xqf.rs"]
mod xqf;

use target::Target;

/// Every target, in the order of the report.
fn targets() -> Vec<Target> {
    [
        records::targets(),
        positions::targets(),
        content::targets(),
        protocols::targets(),
        library::targets(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
