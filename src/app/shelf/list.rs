//! The part of a long list that is in sight, asked for in pages.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::library::{Filter, Sort, Summary};

/// Games of a page.
pub(super) const PAGE: usize = 64;

/// Pages that are kept on each side of those in sight.
const NEAR: usize = 8;

/// A page that is to be found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    pub(super) filter: Filter,
    pub(super) sort: Sort,
    /// Which list it belongs to.
    pub(super) serial: u64,
    /// Which page, from 0.
    pub(super) page: usize,
}

/// A page that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub(super) serial: u64,
    pub(super) page: usize,
    /// How often the library had changed.
    pub(super) revision: u64,
    /// Games of the whole list.
    pub(super) total: usize,
    pub(super) games: Vec<Summary>,
}

/// The list that the person looks at.
#[derive(Debug)]
pub struct List {
    filter: Filter,
    sort: Sort,
    /// Counts the lists that were looked at.
    serial: u64,
    /// The list to which the pages belong.
    shown: u64,
    total: Option<usize>,
    /// Pages by number, each with the state of the library that it is of.
    pages: BTreeMap<usize, (u64, Vec<Summary>)>,
    /// Pages that were asked for in this state of the library.
    asked: BTreeSet<usize>,
    revision: u64,
    sight: Range<usize>,
}

impl Default for List {
    fn default() -> List {
        List {
            filter: Filter::default(),
            sort: Sort::default(),
            serial: 1,
            shown: 0,
            total: None,
            pages: BTreeMap::new(),
            asked: BTreeSet::new(),
            revision: 0,
            sight: 0..1,
        }
    }
}

impl List {
    /// How many games the list has; `None` before the first is known.
    pub fn total(&self) -> Option<usize> {
        self.total
    }

    /// The game at this place, if it has come.
    pub fn get(&self, place: usize) -> Option<&Summary> {
        self.pages.get(&(place / PAGE))?.1.get(place % PAGE)
    }

    /// How often the library has changed.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Turns to the list with this filter and order.
    pub(super) fn aim(&mut self, filter: &Filter, sort: Sort) {
        if self.filter != *filter || self.sort != sort {
            self.filter = filter.clone();
            self.sort = sort;
            self.serial += 1;
            self.asked.clear();
        }
    }

    pub(super) fn look_at(&mut self, places: Range<usize>) {
        self.sight = places;
    }

    /// The pages that are to be asked for now; each is named once.
    pub(super) fn wanted(&mut self) -> Vec<Wanted> {
        let mut pages: BTreeSet<usize> = if self.shown == self.serial {
            let last = self.total.unwrap_or(0).saturating_sub(1) / PAGE;
            let end = self.sight.end.max(1) - 1;
            (self.sight.start / PAGE..=(end / PAGE).min(last)).collect()
        } else {
            BTreeSet::from([0])
        };
        pages.retain(|page| {
            let is_new = self.shown == self.serial
                && self.pages.get(page).is_some_and(|(revision, _)| *revision >= self.revision);
            !is_new && !self.asked.contains(page)
        });
        self.asked.extend(&pages);
        let wanted = |page| Wanted {
            filter: self.filter.clone(),
            sort: self.sort,
            serial: self.serial,
            page,
        };
        pages.into_iter().map(wanted).collect()
    }

    /// Whether the first page of the list is there and as new as the library.
    #[cfg(test)]
    pub(super) fn is_settled(&self) -> bool {
        let first = self.pages.get(&0);
        self.shown == self.serial && first.is_some_and(|(revision, _)| *revision >= self.revision)
    }

    /// The library has changed: what is shown is found anew.
    pub(super) fn outdate(&mut self, revision: u64) {
        self.revision = revision;
        self.asked.clear();
    }

    pub(super) fn take(&mut self, page: Page) {
        if page.serial != self.serial {
            return;
        }
        if self.shown != self.serial {
            self.shown = self.serial;
            self.pages.clear();
        }
        self.total = Some(page.total);
        self.revision = self.revision.max(page.revision);
        self.pages.insert(page.page, (page.revision, page.games));
        let near = (self.sight.start / PAGE).saturating_sub(NEAR)..=self.sight.end / PAGE + NEAR;
        self.pages.retain(|number, _| near.contains(number) || *number == page.page);
        // Those that are gone are asked for when they come in sight again.
        let pages = &self.pages;
        self.asked.retain(|number| near.contains(number) || pages.contains_key(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(wanted: &Wanted, revision: u64, total: usize) -> Page {
        let games = Vec::new();
        Page { serial: wanted.serial, page: wanted.page, revision, total, games }
    }

    fn pages(list: &mut List) -> Vec<usize> {
        list.wanted().iter().map(|wanted| wanted.page).collect()
    }

    #[test]
    fn a_page_is_asked_for_once_until_something_changes() {
        let mut list = List::default();
        let first = list.wanted();
        assert_eq!(first.len(), 1);
        assert_eq!(pages(&mut list), []);
        list.take(page(&first[0], 0, 1000));
        assert_eq!(list.total(), Some(1000));
        assert_eq!(pages(&mut list), []);
        list.look_at(60..130);
        assert_eq!(pages(&mut list), [1, 2]);
        list.outdate(1);
        assert_eq!(pages(&mut list), [0, 1, 2]);
        assert_eq!(pages(&mut list), []);
    }

    #[test]
    fn an_answer_for_another_filter_is_dropped() {
        let mut list = List::default();
        let old = list.wanted();
        list.aim(&Filter { player: "ann".to_owned(), ..Filter::default() }, Sort::Newest);
        let new = list.wanted();
        list.take(page(&old[0], 0, 7));
        assert_eq!(list.total(), None);
        list.take(page(&new[0], 0, 3));
        assert_eq!(list.total(), Some(3));
    }

    #[test]
    fn pages_far_away_are_forgotten_and_asked_for_again() {
        let mut list = List::default();
        let first = list.wanted();
        list.take(page(&first[0], 0, 100_000));
        list.look_at(50_000..50_010);
        let far = list.wanted();
        list.take(page(&far[0], 0, 100_000));
        list.look_at(0..10);
        assert_eq!(pages(&mut list), [0]);
    }
}
