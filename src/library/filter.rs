//! Filters and sort orders of game lists.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::position_index::PositionKey;
use super::summary::{Date, GameSummary, ResultKind};

/// A conjunction of conditions; the empty filter matches every game that is not
/// deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Part of the name of either player, ignoring case; the whole name if it stands in
    /// double quotes.
    pub player: String,
    /// Id of the game.
    pub game: Option<String>,
    /// Result.
    pub result: Option<ResultKind>,
    /// The first day. A game with only a year or month matches if it may have
    /// been in the range, one without a date does not.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
    /// The opening, as in [`GameSummary::opening`].
    pub opening: Option<String>,
    /// Number of plies of the main line.
    pub plies: Option<RangeInclusive<u32>>,
    /// A tag of the game.
    pub tag: Option<String>,
    /// A position of the main line within its first 60 plies.
    pub position: Option<PositionKey>,
    /// Matches deleted games instead of the others.
    pub deleted: bool,
}

/// The order of a list; ties are broken by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SortOrder {
    /// Latest date first, then latest added; games without a date last.
    #[default]
    Newest,
    /// Earliest date first; games without a date last.
    Oldest,
    /// By the first player's name, then by the second's.
    Name,
}

/// True if the text contains the part, given in lower case.
fn contains_ignore_case(text: &str, part: &str) -> bool {
    if text.is_ascii() && part.is_ascii() {
        let part = part.as_bytes();
        return part.is_empty()
            || text.as_bytes().windows(part.len()).any(|at| at.eq_ignore_ascii_case(part));
    }
    text.to_lowercase().contains(part)
}

/// True if what is looked for, in lower case, is a part of the name, or in double quotes
/// all of it.
fn is_found(name: &str, wanted: &str) -> bool {
    match wanted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(whole) => name.to_lowercase() == whole,
        None => contains_ignore_case(name, wanted),
    }
}

impl Filter {
    /// True if a game meets all conditions but the position; `player` is the
    /// name in lower case.
    pub(super) fn matches(&self, summary: &GameSummary, player: &str) -> bool {
        let dated = |holds: &dyn Fn(Date) -> bool| summary.parsed_date.is_some_and(holds);
        summary.deleted == self.deleted
            && self.game.as_deref().is_none_or(|game| game == &*summary.game)
            && self.result.is_none_or(|result| result == summary.result)
            && self.plies.as_ref().is_none_or(|plies| plies.contains(&summary.plies))
            && self.from.is_none_or(|from| dated(&|day| day.may_reach(from)))
            && self.to.is_none_or(|to| dated(&|day| to.may_reach(day)))
            && self.opening.as_deref().is_none_or(|key| summary.opening.as_deref() == Some(key))
            && self.tag.as_ref().is_none_or(|tag| summary.tags.iter().any(|had| **had == **tag))
            && (player.is_empty() || summary.players.iter().any(|name| is_found(name, player)))
    }
}

impl SortOrder {
    pub(super) fn compare(self, a: &GameSummary, b: &GameSummary) -> Ordering {
        let day = |summary: &GameSummary| summary.parsed_date.map(Date::first_day);
        let order = match self {
            SortOrder::Newest => day(b).cmp(&day(a)).then(b.id.cmp(&a.id)),
            SortOrder::Oldest => day(a).unwrap_or(u32::MAX).cmp(&day(b).unwrap_or(u32::MAX)),
            SortOrder::Name => {
                let lower = |name: &str, other: &str| {
                    // Fast path: most names are ASCII.
                    if name.is_ascii() && other.is_ascii() {
                        let letters = other.bytes().map(|byte| byte.to_ascii_lowercase());
                        return name.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(letters);
                    }
                    let letters = other.chars().flat_map(char::to_lowercase);
                    name.chars().flat_map(char::to_lowercase).cmp(letters)
                };
                lower(&a.players[0], &b.players[0])
                    .then_with(|| lower(&a.players[1], &b.players[1]))
            }
        };
        order.then(a.id.cmp(&b.id))
    }
}
