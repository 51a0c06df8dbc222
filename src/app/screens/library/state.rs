//! What the person looks at in the library, kept while they look at games.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::shelf::Games;
use crate::library::{Date, Ended, Filter, GameId, PositionKey, Sort};

/// What the list shows, and what lies over it.
#[derive(Resource, Default)]
pub(super) struct Browse {
    pub(super) player: String,
    pub(super) game: Option<String>,
    pub(super) ended: Option<Ended>,
    /// Dates and numbers as they are written, right or not.
    pub(super) from: String,
    pub(super) to: String,
    pub(super) least: String,
    pub(super) most: String,
    pub(super) opening: Option<String>,
    pub(super) tag: Option<String>,
    /// A position and the game that it belongs to.
    pub(super) position: Option<(PositionKey, &'static str)>,
    pub(super) deleted: bool,
    pub(super) sort: Sort,
    /// Whether the filters are shown in place of the list.
    pub(super) filters_open: bool,
    pub(super) dialog: Option<Dialog>,
    pub(super) undo: Option<Undo>,
    /// The place of the list at which the keyboard was last.
    pub(super) place: usize,
    /// Whether something was written into a field in the last frame.
    pub(super) typing: bool,
    /// The list that was shown last; another one begins at its top.
    pub(super) shown: Option<(Filter, Sort)>,
    /// The place of the list to which the keyboard is to go.
    pub(super) goal: Option<usize>,
}

/// A deletion that can be undone.
pub(super) struct Undo {
    pub(super) id: GameId,
    /// How the game is called.
    pub(super) players: String,
    /// Until when, since the start of the program.
    pub(super) until: Duration,
}

/// What lies over the list.
#[derive(Clone, Debug)]
pub(super) enum Dialog {
    /// A game: its title and tags, and what can be done with it.
    Game {
        id: GameId,
        /// Id of its game.
        game: String,
        players: String,
        title: String,
        tags: String,
    },
    /// The choice of a format.
    Export {
        games: Games,
        count: usize,
        /// Id of the game that all are of, if they are of one.
        game: Option<String>,
    },
    /// Whether the deleted games are to go for good.
    Purge,
}

/// What is written in a field of a number: nothing, a number, or something
/// else.
pub(super) fn number(text: &str) -> Result<Option<u32>, ()> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| ()),
    }
}

/// What is written in a field of a date: nothing, a date, or something else.
pub(super) fn date(text: &str) -> Result<Option<Date>, ()> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| ()),
    }
}

impl Browse {
    /// The filter that is set. What is written wrongly counts as nothing.
    pub(super) fn filter(&self) -> Filter {
        let (least, most) = (number(&self.least), number(&self.most));
        let (least, most) = (least.unwrap_or(None), most.unwrap_or(None));
        Filter {
            player: self.player.trim().to_owned(),
            game: self.game.clone(),
            ended: self.ended,
            from: date(&self.from).unwrap_or(None),
            to: date(&self.to).unwrap_or(None),
            opening: self.opening.clone(),
            plies: (least.is_some() || most.is_some())
                .then(|| least.unwrap_or(0)..=most.unwrap_or(u32::MAX)),
            tag: self.tag.clone(),
            position: self.position.map(|(key, _)| key),
            deleted: self.deleted,
        }
    }

    /// How many conditions are set.
    pub(super) fn conditions(&self) -> usize {
        let filter = self.filter();
        [
            !filter.player.is_empty(),
            filter.game.is_some(),
            filter.ended.is_some(),
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

    /// Takes every condition away; the order stays.
    pub(super) fn clear(&mut self) {
        *self = Browse {
            deleted: self.deleted,
            sort: self.sort,
            filters_open: self.filters_open,
            undo: self.undo.take(),
            ..Browse::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_wrongly_filters_nothing() {
        let browse = Browse {
            from: "2026-13".to_owned(),
            to: "2026".to_owned(),
            least: "many".to_owned(),
            most: " 60 ".to_owned(),
            ..Browse::default()
        };
        let filter = browse.filter();
        assert_eq!(filter.from, None);
        assert_eq!(filter.to, "2026".parse().ok());
        assert_eq!(filter.plies, Some(0..=60));
        assert_eq!(browse.conditions(), 2);
        assert_eq!(date("x"), Err(()));
    }

    #[test]
    fn clearing_keeps_the_order() {
        let mut browse =
            Browse { player: "ann".to_owned(), sort: Sort::Name, deleted: true, ..default() };
        browse.clear();
        assert_eq!(browse.conditions(), 0);
        assert_eq!((browse.sort, browse.deleted), (Sort::Name, true));
    }
}
