//! How a game ended, in the words of records.

use crate::core::Side;
use crate::record::replay::Replay;
use crate::record::{Field, GameTree};

/// The result as [`crate::record::Info::winner`] reads it: as it was noted,
/// or else by the rules at the end of the main line; empty if the game is not
/// over.
#[must_use]
pub fn result_of(tree: &GameTree) -> String {
    let noted = tree.info().get(Field::Result);
    if !noted.is_empty() {
        return noted.to_owned();
    }
    let end = tree.main_line().last().unwrap_or(tree.root());
    let mut replay = Replay::new(tree);
    let Some(outcome) = replay.go(tree, end).outcome() else { return String::new() };
    let word = match outcome.winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => return "1/2-1/2".to_owned(),
    };
    match outcome.score {
        Some([first, second]) => {
            let halves = (first.as_halves() - second.as_halves()).abs();
            format!("{word} {}", crate::core::Points::halves(halves))
        }
        None => word.to_owned(),
    }
}
