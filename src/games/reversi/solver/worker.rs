//! State of one search thread: tables, node count and limits.

use std::sync::Arc;
use std::time::Duration;

use super::worker_pool::{SplitPoint, WorkerPool};
use crate::games::reversi::Discs;
use crate::games::reversi::patterns::Weights;
use crate::search::{SearchBudget, SharedTranspositionTable, prefetch};

/// Nodes between two polls of clock and flags: about a tenth of a millisecond. Counts only nodes
/// that use a transposition table.
const POLL_INTERVAL: u32 = 32;

/// Entries of a thread's own table, sized for the processor's cache.
const LOCAL_ENTRIES: usize = 1 << 13;

/// Entry of a thread's own table: exact bounds of a score in discs, and the best move.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalEntry {
    pub(super) discs: Discs,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: u8,
}

impl LocalEntry {
    /// The entry of no position.
    const EMPTY: LocalEntry = LocalEntry { discs: Discs::NONE, lower: 0, upper: 0, best: 0 };
}

/// Index of a position in a thread's own table.
#[inline(always)]
pub(super) fn local_slot(Discs { own, opponent }: Discs) -> usize {
    let mixed =
        own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xd1b5_4a32_d192_ed03);
    (mixed >> (64 - LOCAL_ENTRIES.ilog2())) as usize
}

/// A search thread.
pub(super) struct Worker<'a> {
    pub(super) weights: &'a Weights,
    pub(super) table: &'a SharedTranspositionTable,
    pub(super) pool: &'a WorkerPool,
    /// Selectivity of the current search.
    pub(super) selectivity: u8,
    /// Nodes searched.
    pub(super) nodes: u64,
    /// Set when the current search is stopped or cut off: its values are then invalid.
    pub(super) stopped: bool,
    /// The split point that this thread works on.
    pub(super) split: Option<Arc<SplitPoint>>,
    local_table: Box<[LocalEntry; LOCAL_ENTRIES]>,
    /// Limits of the search; helpers have none.
    budget: Option<SearchBudget>,
    reported_nodes: u64,
    until_poll: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        weights: &'a Weights,
        table: &'a SharedTranspositionTable,
        pool: &'a WorkerPool,
        budget: Option<SearchBudget>,
    ) -> Worker<'a> {
        Worker {
            weights,
            table,
            pool,
            selectivity: 0,
            nodes: 0,
            stopped: false,
            split: None,
            local_table: vec![LocalEntry::EMPTY; LOCAL_ENTRIES]
                .try_into()
                .unwrap_or_else(|_| Box::new([LocalEntry::EMPTY; LOCAL_ENTRIES])),
            budget,
            reported_nodes: 0,
            until_poll: 1,
        }
    }

    /// True if the search should stop. Polls clock and flags every [`POLL_INTERVAL`] calls.
    #[inline(always)]
    pub(super) fn should_stop(&mut self) -> bool {
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.poll_limits();
        }
        self.stopped
    }

    /// The entry of the thread's own table at this index.
    #[inline(always)]
    pub(super) fn local_entry(&mut self, slot: usize) -> &mut LocalEntry {
        &mut self.local_table[slot % LOCAL_ENTRIES]
    }

    /// Prefetches an entry of the thread's own table.
    #[inline(always)]
    pub(super) fn prefetch_local(&self, slot: usize) {
        prefetch(&self.local_table[slot % LOCAL_ENTRIES]);
    }

    /// Polls clock and flags.
    #[cold]
    pub(super) fn poll_limits(&mut self) {
        self.until_poll = POLL_INTERVAL;
        if let Some(budget) = &mut self.budget {
            let more = self.nodes.saturating_sub(self.reported_nodes);
            self.reported_nodes = self.nodes;
            if !budget.spend(more) {
                self.pool.abort();
            }
        }
        self.refresh_stopped();
    }

    /// Time since the search began; zero in helpers.
    pub(super) fn elapsed(&self) -> Duration {
        self.budget.as_ref().map_or(Duration::ZERO, SearchBudget::elapsed)
    }

    /// Updates [`stopped`](Worker::stopped), for example after leaving a split point.
    pub(super) fn refresh_stopped(&mut self) {
        self.stopped =
            self.pool.is_aborted() || self.split.as_ref().is_some_and(|split| split.is_cut());
    }
}
