//! Lazy SMP: helper threads search the same position through the same transposition
//! table, where the thread that answers finds their results.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::super::table::TranspositionTable;
use super::super::trace::SearchObserver;
use super::super::{Limits, SearchBudget, StopFlag};
use super::SearchThread;
use super::search::Search;
use super::search_game::{MoveOf, SearchGame};

/// Raises a flag when it is dropped, also on panic.
struct RaiseOnDrop<'a>(&'a StopFlag);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Does `work`, which is told of the nodes that helpers count, while a thread for each of
/// `team` searches all moves but `excluded`; they end with it.
pub(super) fn with_helpers<'a, G: SearchGame + 'a, R>(
    team: impl Iterator<Item = (&'a mut SearchThread<G>, &'a mut G)>,
    table: &TranspositionTable,
    position: &G::Position,
    excluded: &[MoveOf<G>],
    work: impl FnOnce(&AtomicU64) -> R,
) -> R {
    let nodes = AtomicU64::new(0);
    let done = StopFlag::new();
    thread::scope(|scope| {
        for (n, (thread, game)) in team.enumerate() {
            let (nodes, done) = (&nodes, done.clone());
            scope.spawn(move || {
                let budget = SearchBudget::new(Limits::default(), done);
                let search = thread.begin(game, table, budget, ());
                // Every other helper is a ply ahead, so that they differ.
                search.help(position, excluded, 1 + n as u32 % 2, nodes);
            });
        }
        let _done = RaiseOnDrop(&done);
        work(&nodes)
    })
}

impl<G: SearchGame, O: SearchObserver<MoveOf<G>>> Search<'_, G, O> {
    /// Searches from this depth on until it is stopped, for the entries of the table.
    fn help(
        mut self,
        position: &G::Position,
        excluded: &[MoveOf<G>],
        first_depth: u32,
        nodes: &AtomicU64,
    ) {
        let mut position = position.clone();
        let mut root = self.root_moves(&mut position, excluded);
        let mut value = self.game.evaluate(&position);
        let mut counted = 0;
        for depth in first_depth..=self.game.max_plies_left(&position) {
            if root.is_empty() || self.budget.is_spent() {
                break;
            }
            let found =
                self.search_root(&mut position, &mut root, depth, value, &mut |_, _, _, _| ());
            value = found.unwrap_or(value);
            nodes.fetch_add(self.budget.nodes() - counted, Ordering::Relaxed);
            counted = self.budget.nodes();
        }
    }
}
