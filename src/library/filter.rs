//! Which games a list shows, and in which order.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::places::PositionKey;
use super::summary::{Date, Ended, Summary};

/// What games must have to be listed. Each part that is given must hold; the
/// empty filter lists every game that is not deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Part of the name of either player, whatever the case of its letters.
    pub player: String,
    /// Id of the game.
    pub game: Option<String>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// The first day. A game of which only the year or month is known is
    /// listed if it may have been in time, one without a date is not.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
    /// The opening, as summaries have it.
    pub opening: Option<String>,
    /// Moves of the main line.
    pub plies: Option<RangeInclusive<u32>>,
    /// One of the words given to the game.
    pub tag: Option<String>,
    /// A position of the main line, among those after the first 60 plies.
    pub position: Option<PositionKey>,
    /// Lists the deleted games instead of the others.
    pub deleted: bool,
}

/// The order of a list. Games that are equal in it follow their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    /// Latest first, and of one day those added last; those without a date
    /// last.
    #[default]
    Newest,
    /// Earliest first; those without a date last.
    Oldest,
    /// By the name of the first player, then of the second.
    Name,
}

/// Whether the text holds the part, which is in lower case.
fn holds(text: &str, part: &str) -> bool {
    if text.is_ascii() && part.is_ascii() {
        let part = part.as_bytes();
        return part.is_empty()
            || text.as_bytes().windows(part.len()).any(|at| at.eq_ignore_ascii_case(part));
    }
    text.to_lowercase().contains(part)
}

impl Filter {
    /// Whether a game has all but the position; the name of the player is in
    /// lower case.
    pub(super) fn admits(&self, summary: &Summary, player: &str) -> bool {
        let dated = |holds: &dyn Fn(Date) -> bool| summary.day.is_some_and(holds);
        summary.deleted == self.deleted
            && self.game.as_deref().is_none_or(|game| game == &*summary.game)
            && self.ended.is_none_or(|ended| ended == summary.ended)
            && self.plies.as_ref().is_none_or(|plies| plies.contains(&summary.plies))
            && self.from.is_none_or(|from| dated(&|day| day.reaches(from)))
            && self.to.is_none_or(|to| dated(&|day| to.reaches(day)))
            && self.opening.as_deref().is_none_or(|key| summary.opening.as_deref() == Some(key))
            && self.tag.as_ref().is_none_or(|tag| summary.tags.iter().any(|had| **had == **tag))
            && (player.is_empty() || summary.players.iter().any(|name| holds(name, player)))
    }
}

impl Sort {
    pub(super) fn compare(self, a: &Summary, b: &Summary) -> Ordering {
        let day = |summary: &Summary| summary.day.map(Date::day);
        let order = match self {
            Sort::Newest => day(b).cmp(&day(a)).then(b.id.cmp(&a.id)),
            Sort::Oldest => day(a).unwrap_or(u32::MAX).cmp(&day(b).unwrap_or(u32::MAX)),
            Sort::Name => {
                let lower = |name: &str, other: &str| {
                    // Most names are, and then it takes a fraction of the time.
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
