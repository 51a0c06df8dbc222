//! State of the library screen, kept while games are reviewed.

use std::time::Duration;

use bevy::prelude::*;

use super::log::Verdict;
use crate::app::services::library::GameSelection;
use crate::library::{Date, Filter, GameId, PositionKey, ResultKind, SortOrder};

/// Filters, dialog and keyboard focus of the library screen.
#[derive(Resource, Default)]
pub(super) struct LibraryBrowser {
    pub(super) player: String,
    pub(super) game: Option<String>,
    pub(super) ended: Option<ResultKind>,
    /// Dates and numbers as typed, valid or not.
    pub(super) min_date: String,
    pub(super) max_date: String,
    pub(super) min_plies: String,
    pub(super) max_plies: String,
    pub(super) opening: Option<String>,
    pub(super) tag: Option<String>,
    /// A position and the id of its game.
    pub(super) position: Option<(PositionKey, &'static str)>,
    pub(super) deleted: bool,
    pub(super) sort: SortOrder,
    /// The filters are shown in place of the list.
    pub(super) filters_open: bool,
    pub(super) dialog: Option<Dialog>,
    /// Verdict on what the log of the game of the dialog proves, once it is known.
    pub(super) log: Option<(GameId, Verdict)>,
    pub(super) undo: Option<DeletionUndo>,
    /// Row that had the focus last.
    pub(super) focused_row: usize,
    /// A text field had the focus in the previous frame.
    pub(super) was_typing: bool,
    /// Query shown last; a different one starts at the top.
    pub(super) shown_query: Option<(Filter, SortOrder)>,
    /// Row that is to receive the focus.
    pub(super) row_to_focus: Option<usize>,
}

/// A deletion that can be undone.
pub(super) struct DeletionUndo {
    pub(super) id: GameId,
    /// Text naming its players.
    pub(super) players: String,
    /// Time since the start of the program at which the offer ends.
    pub(super) expires: Duration,
}

/// A dialog over the list.
#[derive(Clone, Debug)]
pub(super) enum Dialog {
    /// A game: title, tags and actions.
    Game {
        id: GameId,
        /// Id of the kind of game.
        game: String,
        players: String,
        title: String,
        tags: String,
    },
    /// Choice of an export format.
    Export {
        games: GameSelection,
        count: usize,
        /// Id of the kind of game if it is the same for all.
        game: Option<String>,
    },
    /// Question whether to purge the deleted games.
    Purge,
}

/// Parses a number field; an empty one is `None`.
pub(super) fn parse_number(text: &str) -> Result<Option<u32>, ()> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| ()),
    }
}

/// Parses a date field; an empty one is `None`.
pub(super) fn parse_date(text: &str) -> Result<Option<Date>, ()> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| ()),
    }
}

impl LibraryBrowser {
    /// The filter as set; fields that cannot be parsed are ignored.
    pub(super) fn filter(&self) -> Filter {
        let (min, max) = (parse_number(&self.min_plies), parse_number(&self.max_plies));
        let (min, max) = (min.unwrap_or(None), max.unwrap_or(None));
        Filter {
            player: self.player.trim().to_owned(),
            game: self.game.clone(),
            result: self.ended,
            from: parse_date(&self.min_date).unwrap_or(None),
            to: parse_date(&self.max_date).unwrap_or(None),
            opening: self.opening.clone(),
            plies: (min.is_some() || max.is_some())
                .then(|| min.unwrap_or(0)..=max.unwrap_or(u32::MAX)),
            tag: self.tag.clone(),
            position: self.position.map(|(key, _)| key),
            deleted: self.deleted,
        }
    }

    /// Number of conditions that are set.
    pub(super) fn condition_count(&self) -> usize {
        let filter = self.filter();
        [
            !filter.player.is_empty(),
            filter.game.is_some(),
            filter.result.is_some(),
            filter.from.is_some(),
            filter.to.is_some(),
            filter.opening.is_some(),
            filter.plies.is_some(),
            filter.tag.is_some(),
            filter.position.is_some(),
        ]
        .into_iter()
        .filter(|&set| set)
        .count()
    }

    /// Removes all conditions; the sort order stays.
    pub(super) fn clear(&mut self) {
        *self = LibraryBrowser {
            deleted: self.deleted,
            sort: self.sort,
            filters_open: self.filters_open,
            undo: self.undo.take(),
            ..LibraryBrowser::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_fields_filter_nothing() {
        let browser = LibraryBrowser {
            min_date: "2026-13".to_owned(),
            max_date: "2026".to_owned(),
            min_plies: "many".to_owned(),
            max_plies: " 60 ".to_owned(),
            ..LibraryBrowser::default()
        };
        let filter = browser.filter();
        assert_eq!(filter.from, None);
        assert_eq!(filter.to, "2026".parse().ok());
        assert_eq!(filter.plies, Some(0..=60));
        assert_eq!(browser.condition_count(), 2);
        assert_eq!(parse_date("x"), Err(()));
    }

    #[test]
    fn clearing_keeps_the_order() {
        let mut browser = LibraryBrowser {
            player: "ann".to_owned(),
            sort: SortOrder::Name,
            deleted: true,
            ..default()
        };
        browser.clear();
        assert_eq!(browser.condition_count(), 0);
        assert_eq!((browser.sort, browser.deleted), (SortOrder::Name, true));
    }
}
