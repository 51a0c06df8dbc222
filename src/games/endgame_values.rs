//! Exact values of small endgames by retrograde analysis: every position that
//! can be reached is visited, and wins are traced back from the ends of the game.

use std::collections::HashMap;

use crate::search::SearchBudget;

/// The board of an endgame without its history.
pub(super) trait EndgameBoard: Clone {
    /// A 64-bit hash of the pieces and the side to move.
    fn key(&self) -> u64;

    /// The value for the side to move where the material settles it, in zero plies. That a
    /// side has no move is found without it.
    fn settled_value(&self) -> Option<EndgameValue>;

    /// The value for the side to move if it has no legal move.
    fn value_without_moves(&self) -> EndgameValue;

    /// The boards after every legal move.
    fn successors(&self) -> Vec<Self>;
}

/// The exact value of an endgame for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndgameValue {
    /// It loses; with best play a lost or a settled position comes after so many plies.
    Lost(u16),
    /// Neither side can force a win.
    Drawn,
    /// It wins; with best play a won or a settled position comes after so many plies.
    Won(u16),
}

impl EndgameValue {
    /// The value for the other side one ply before.
    fn before(self) -> EndgameValue {
        match self {
            EndgameValue::Lost(plies) => EndgameValue::Won(plies.saturating_add(1)),
            EndgameValue::Drawn => EndgameValue::Drawn,
            EndgameValue::Won(plies) => EndgameValue::Lost(plies.saturating_add(1)),
        }
    }
}

/// Exact values of endgames solved so far, by the key of the board.
#[derive(Clone, Debug, Default)]
pub struct EndgameTable(HashMap<u64, EndgameValue>);

impl EndgameTable {
    /// The value of an endgame for the side to move; `None` when the positions that can be
    /// reached are more than the budget. A node of the budget is a position.
    pub(super) fn value<B: EndgameBoard>(
        &mut self,
        board: &B,
        budget: &mut SearchBudget,
    ) -> Option<EndgameValue> {
        if let Some(&known) = self.0.get(&board.key()) {
            return Some(known);
        }
        let graph = Graph::explore(board, &self.0, budget)?;
        let values = graph.solve();
        self.0.extend(graph.numbers.iter().map(|(&key, &at)| (key, values[at as usize])));
        values.first().copied()
    }
}

/// All positions that can be reached from one.
struct Graph {
    /// By the key of the board.
    numbers: HashMap<u64, u32>,
    /// The value where it is settled.
    settled: Vec<Option<EndgameValue>>,
    /// Start of the successors of each position in `edges`, and their end.
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl Graph {
    /// All positions from `root` on, as far as those whose value is known.
    fn explore<B: EndgameBoard>(
        root: &B,
        known: &HashMap<u64, EndgameValue>,
        budget: &mut SearchBudget,
    ) -> Option<Graph> {
        let mut graph = Graph {
            numbers: HashMap::from([(root.key(), 0)]),
            settled: Vec::new(),
            starts: vec![0],
            edges: Vec::new(),
        };
        let mut boards = vec![root.clone()];
        let mut next = 0;
        while let Some(board) = boards.get(next).cloned() {
            next += 1;
            if !budget.spend(1) {
                return None;
            }
            let mut settled = known.get(&board.key()).copied().or_else(|| board.settled_value());
            if settled.is_none() {
                let successors = board.successors();
                if successors.is_empty() {
                    settled = Some(board.value_without_moves());
                }
                for after in successors {
                    let new = boards.len() as u32;
                    let number = *graph.numbers.entry(after.key()).or_insert(new);
                    if number == new {
                        boards.push(after);
                    }
                    graph.edges.push(number);
                }
            }
            graph.settled.push(settled);
            graph.starts.push(graph.edges.len() as u32);
        }
        Some(graph)
    }

    fn successors(&self, number: usize) -> &[u32] {
        &self.edges[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The value of every position for the side to move there, from the settled ones back by
    /// the number of plies, so that the shortest win is found first.
    fn solve(&self) -> Vec<EndgameValue> {
        let count = self.settled.len();
        // Predecessors in the same form as the successors.
        let mut starts = vec![0u32; count + 1];
        for &to in &self.edges {
            starts[to as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut filled = starts.clone();
        let mut predecessors = vec![0u32; self.edges.len()];
        for from in 0..count {
            for &to in self.successors(from) {
                predecessors[filled[to as usize] as usize] = from as u32;
                filled[to as usize] += 1;
            }
        }
        let mut open: Vec<u32> = (0..count).map(|at| self.successors(at).len() as u32).collect();
        let mut values = self.settled.clone();
        // By the number of plies to the end.
        let mut layers: Vec<Vec<u32>> = Vec::new();
        let put = |layers: &mut Vec<Vec<u32>>, at: u32, value: EndgameValue| {
            let (EndgameValue::Lost(plies) | EndgameValue::Won(plies)) = value else { return };
            let plies = usize::from(plies);
            if layers.len() <= plies {
                layers.resize_with(plies + 1, Vec::new);
            }
            layers[plies].push(at);
        };
        for (at, value) in values.iter().enumerate() {
            if let Some(value) = value {
                put(&mut layers, at as u32, *value);
            }
        }
        let mut plies = 0;
        while plies < layers.len() {
            for at in std::mem::take(&mut layers[plies]) {
                let Some(value) = values[at as usize] else { continue };
                let range = starts[at as usize] as usize..starts[at as usize + 1] as usize;
                for &before in &predecessors[range] {
                    if values[before as usize].is_some() {
                        continue;
                    }
                    open[before as usize] -= 1;
                    let wins = matches!(value, EndgameValue::Lost(_));
                    if wins || open[before as usize] == 0 {
                        let value = value.before();
                        values[before as usize] = Some(value);
                        put(&mut layers, before, value);
                    }
                }
            }
            plies += 1;
        }
        values.into_iter().map(|value| value.unwrap_or(EndgameValue::Drawn)).collect()
    }
}
