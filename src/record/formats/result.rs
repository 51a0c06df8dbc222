//! The result of a game as a record states it.

use crate::core::Side;
use crate::record::cursor::TreeCursor;
use crate::record::{GameTree, InfoField};

/// The result in the form of [`crate::record::GameInfo::winner`]: the recorded
/// one, or else that by the rules at the end of the main line; empty if the game
/// is not over.
#[must_use]
pub fn result_of(tree: &GameTree) -> String {
    let noted = tree.info().get(InfoField::Result);
    if noted.is_empty() { result_by_rules(tree) } else { noted.to_owned() }
}

/// The result by the rules at the end of the main line; empty if the game is not
/// over.
pub(super) fn result_by_rules(tree: &GameTree) -> String {
    let end = tree.main_line().last().unwrap_or(tree.root());
    let mut cursor = TreeCursor::new(tree);
    let Some(outcome) = cursor.go_to(tree, end).outcome() else { return String::new() };
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
