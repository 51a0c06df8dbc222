//! The visible part of a long list of games, loaded in pages.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::library::{Filter, GameSummary, SortOrder};

/// Games per page.
pub(super) const PAGE_SIZE: usize = 64;

/// Pages that are cached on each side of the visible ones.
const CACHED_PAGES_AROUND: usize = 8;

/// A request for a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageRequest {
    pub(super) filter: Filter,
    pub(super) sort: SortOrder,
    /// Number of the query.
    pub(super) serial: u64,
    /// Index of the page.
    pub(super) page: usize,
}

/// A loaded page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub(super) serial: u64,
    pub(super) page: usize,
    /// Revision of the library.
    pub(super) revision: u64,
    /// Number of games in the whole list.
    pub(super) total: usize,
    pub(super) games: Vec<GameSummary>,
}

/// The list that is shown.
#[derive(Debug)]
pub struct GameList {
    filter: Filter,
    sort: SortOrder,
    /// Number of the current query.
    serial: u64,
    /// Number of the query that the pages belong to.
    loaded_query: u64,
    total: Option<usize>,
    /// Pages by index, each with its revision of the library.
    pages: BTreeMap<usize, (u64, Vec<GameSummary>)>,
    /// Pages requested in the current revision.
    requested: BTreeSet<usize>,
    revision: u64,
    visible: Range<usize>,
}

impl Default for GameList {
    fn default() -> GameList {
        GameList {
            filter: Filter::default(),
            sort: SortOrder::default(),
            serial: 1,
            loaded_query: 0,
            total: None,
            pages: BTreeMap::new(),
            requested: BTreeSet::new(),
            revision: 0,
            visible: 0..1,
        }
    }
}

impl GameList {
    /// Number of games in the list; `None` before the first page has arrived.
    pub fn total(&self) -> Option<usize> {
        self.total
    }

    /// The game in this row, if its page has arrived.
    pub fn get(&self, place: usize) -> Option<&GameSummary> {
        self.pages.get(&(place / PAGE_SIZE))?.1.get(place % PAGE_SIZE)
    }

    /// Newest known revision of the library.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Sets the filter and the order.
    pub(super) fn set_query(&mut self, filter: &Filter, sort: SortOrder) {
        if self.filter != *filter || self.sort != sort {
            self.filter = filter.clone();
            self.sort = sort;
            self.serial += 1;
            self.requested.clear();
        }
    }

    pub(super) fn set_visible(&mut self, places: Range<usize>) {
        self.visible = places;
    }

    /// The pages to request now; each is returned once.
    pub(super) fn page_requests(&mut self) -> Vec<PageRequest> {
        let mut pages: BTreeSet<usize> = if self.loaded_query == self.serial {
            let last = self.total.unwrap_or(0).saturating_sub(1) / PAGE_SIZE;
            let end = self.visible.end.max(1) - 1;
            (self.visible.start / PAGE_SIZE..=(end / PAGE_SIZE).min(last)).collect()
        } else {
            BTreeSet::from([0])
        };
        pages.retain(|page| {
            let is_new = self.loaded_query == self.serial
                && self.pages.get(page).is_some_and(|(revision, _)| *revision >= self.revision);
            !is_new && !self.requested.contains(page)
        });
        self.requested.extend(&pages);
        let request = |page| PageRequest {
            filter: self.filter.clone(),
            sort: self.sort,
            serial: self.serial,
            page,
        };
        pages.into_iter().map(request).collect()
    }

    /// True if the first page has arrived and is of the newest revision.
    #[cfg(test)]
    pub(super) fn is_up_to_date(&self) -> bool {
        let first = self.pages.get(&0);
        self.loaded_query == self.serial
            && first.is_some_and(|(revision, _)| *revision >= self.revision)
    }

    /// Requests all pages again after a change of the library.
    pub(super) fn invalidate(&mut self, revision: u64) {
        self.revision = revision;
        self.requested.clear();
    }

    pub(super) fn insert_page(&mut self, page: Page) {
        if page.serial != self.serial {
            return;
        }
        if self.loaded_query != self.serial {
            self.loaded_query = self.serial;
            self.pages.clear();
        }
        self.total = Some(page.total);
        self.revision = self.revision.max(page.revision);
        self.pages.insert(page.page, (page.revision, page.games));
        let near = (self.visible.start / PAGE_SIZE).saturating_sub(CACHED_PAGES_AROUND)
            ..=self.visible.end / PAGE_SIZE + CACHED_PAGES_AROUND;
        self.pages.retain(|number, _| near.contains(number) || *number == page.page);
        // Evicted pages are requested when they become visible again.
        let pages = &self.pages;
        self.requested.retain(|number| near.contains(number) || pages.contains_key(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(request: &PageRequest, revision: u64, total: usize) -> Page {
        let games = Vec::new();
        Page { serial: request.serial, page: request.page, revision, total, games }
    }

    fn pages(list: &mut GameList) -> Vec<usize> {
        list.page_requests().iter().map(|request| request.page).collect()
    }

    #[test]
    fn a_page_is_asked_for_once_until_something_changes() {
        let mut list = GameList::default();
        let first = list.page_requests();
        assert_eq!(first.len(), 1);
        assert!(pages(&mut list).is_empty());
        list.insert_page(page(&first[0], 0, 1000));
        assert_eq!(list.total(), Some(1000));
        assert!(pages(&mut list).is_empty());
        list.set_visible(60..130);
        assert_eq!(pages(&mut list), [1, 2]);
        list.invalidate(1);
        assert_eq!(pages(&mut list), [0, 1, 2]);
        assert!(pages(&mut list).is_empty());
    }

    #[test]
    fn an_answer_for_another_filter_is_dropped() {
        let mut list = GameList::default();
        let old = list.page_requests();
        list.set_query(
            &Filter { player: "ann".to_owned(), ..Filter::default() },
            SortOrder::Newest,
        );
        let new = list.page_requests();
        list.insert_page(page(&old[0], 0, 7));
        assert_eq!(list.total(), None);
        list.insert_page(page(&new[0], 0, 3));
        assert_eq!(list.total(), Some(3));
    }

    #[test]
    fn pages_far_away_are_forgotten_and_asked_for_again() {
        let mut list = GameList::default();
        let first = list.page_requests();
        list.insert_page(page(&first[0], 0, 100_000));
        list.set_visible(50_000..50_010);
        let far = list.page_requests();
        list.insert_page(page(&far[0], 0, 100_000));
        list.set_visible(0..10);
        assert_eq!(pages(&mut list), [0]);
    }
}
