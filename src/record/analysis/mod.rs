//! Going over a game with a computer player: what every position of a line is
//! worth, what each move lost of the chance to win, and what was better.
//!
//! [`analyse_line`] asks the player, [`judge`] compares the answers,
//! [`annotate`] writes them into the tree. [`mistakes`] needs no player: it
//! reads what is written in a tree already.

mod annotate;
mod chance;
mod judge;
mod leaning;
mod study;

pub use annotate::{LONGEST_VARIATION, annotate};
pub use chance::{by_rules, chance, evaluation, room};
pub use judge::{BLUNDER, DUBIOUS, Judgement, MISTAKE, accuracy, judge, mistakes};
pub use study::{Depth, Line, Progress, Study, analyse_line};
