//! One thread of a search: what it reads, what it counts, and when it ends.

use std::sync::Arc;
use std::time::Duration;

use super::super::patterns::Weights;
use super::crew::{Crew, Split};
use crate::search::{Budget, SharedTable, prefetch};

/// Nodes with a table between two looks at the clock and the flags: a tenth
/// of a millisecond.
const LOOK_EVERY: u32 = 32;

/// Entries of the table near the leaves, as many as the processor's own memory
/// holds.
const NEAR_ENTRIES: usize = 1 << 13;

/// What a thread knows of a position near the end of the game: the score is
/// certain to lie between two numbers of discs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Near {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: u8,
}

/// The place of a position in the table near the leaves.
#[inline(always)]
pub(super) fn place(own: u64, opponent: u64) -> usize {
    let mixed =
        own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xd1b5_4a32_d192_ed03);
    (mixed >> (64 - NEAR_ENTRIES.ilog2())) as usize
}

/// A thread of a search.
pub(super) struct Worker<'a> {
    pub(super) weights: &'a Weights,
    pub(super) table: &'a SharedTable,
    pub(super) crew: &'a Crew,
    /// How sure the search that goes on has to be.
    pub(super) certainty: u8,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Whether the values that are being found are no longer wanted.
    pub(super) halted: bool,
    /// What this thread works on together with others.
    pub(super) split: Option<Arc<Split>>,
    near: Box<[Near; NEAR_ENTRIES]>,
    /// The account of the search; helpers have none.
    budget: Option<Budget>,
    counted: u64,
    until_look: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        weights: &'a Weights,
        table: &'a SharedTable,
        crew: &'a Crew,
        budget: Option<Budget>,
    ) -> Worker<'a> {
        Worker {
            weights,
            table,
            crew,
            certainty: 0,
            nodes: 0,
            halted: false,
            split: None,
            near: vec![Near::default(); NEAR_ENTRIES]
                .try_into()
                .unwrap_or_else(|_| Box::new([Near::default(); NEAR_ENTRIES])),
            budget,
            counted: 0,
            until_look: 1,
        }
    }

    /// Whether the search should end; looks at the clock now and then.
    #[inline(always)]
    pub(super) fn is_halted(&mut self) -> bool {
        self.until_look -= 1;
        if self.until_look == 0 {
            self.look();
        }
        self.halted
    }

    /// Where a position near the end of the game is kept.
    #[inline(always)]
    pub(super) fn near(&mut self, place: usize) -> &mut Near {
        &mut self.near[place % NEAR_ENTRIES]
    }

    /// Tells the processor that this place will be asked about soon.
    #[inline(always)]
    pub(super) fn prefetch_near(&self, place: usize) {
        prefetch(&self.near[place % NEAR_ENTRIES]);
    }

    /// Looks at the clock and the flags.
    #[cold]
    pub(super) fn look(&mut self) {
        self.until_look = LOOK_EVERY;
        if let Some(budget) = &mut self.budget {
            let more = self.nodes.saturating_sub(self.counted);
            self.counted = self.nodes;
            if !budget.spend(more) {
                self.crew.abort();
            }
        }
        self.reconsider();
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.budget.as_ref().map_or(Duration::ZERO, Budget::elapsed)
    }

    /// After a split: whether what this thread works on now is still wanted.
    pub(super) fn reconsider(&mut self) {
        self.halted =
            self.crew.is_aborted() || self.split.as_ref().is_some_and(|split| split.is_cut());
    }
}
