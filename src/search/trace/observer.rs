//! The interface of a search to whoever watches it.

use serde::{Deserialize, Serialize};

use super::super::Window;
use super::super::mcts::Playout;
use crate::core::Side;

/// The way in which the value of a node was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NodeEnd {
    /// All of its moves were searched, or pruned one by one.
    #[default]
    Searched,
    /// A move reached beta, so that those after it were not searched.
    Cutoff,
    /// The static evaluation.
    Evaluated,
    /// The game is over.
    GameOver,
    /// An entry of the transposition table, its own or that of a child.
    Table,
    /// A solver of the game's own, or a win that the game knows.
    Solved,
    /// Pruned without a search of its moves, by the static evaluation.
    Futile,
    /// Pruned since even a null move reaches beta.
    NullMove,
    /// The search was stopped: the value says nothing.
    Stopped,
}

/// The reason why a legal move was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SkipReason {
    /// A move before it reached beta.
    Cutoff,
    /// It is pruned since it comes late, gains too little or loses material.
    Pruned,
}

/// A member of the population of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Weight of each move feature, -1 to 1.
    pub weights: Vec<f32>,
    /// Games won less games lost in its generation.
    pub fitness: i32,
}

/// The origin of one weight of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gene {
    /// The parent that it comes from, 0 or 1.
    pub parent: u8,
    /// True if it was mutated.
    pub mutated: bool,
}

/// A child of an evolution: by crossover of two parents, and mutation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Birth {
    /// Its place in the population, which becomes free for it.
    pub child: usize,
    /// Places of the parents in the population, the fittest being 0. They may be the same.
    pub parents: [usize; 2],
    /// The origin of each weight.
    pub genes: Vec<Gene>,
}

/// Receiver of what a search does, in the order in which it happens.
///
/// In the tree of a depth-first search a node is entered and left, with everything that is
/// told between about it or the nodes below it. Monte-Carlo tree search tells of selection,
/// expansion, simulation and backpropagation; an evolution of generations and births.
pub trait SearchObserver<Mv> {
    /// False if nothing is listened to: then a search does no work for it.
    const IS_ACTIVE: bool = true;

    /// Iterative deepening begins a depth, in plies, or repeats it in a wider window. The
    /// root is not entered: its moves follow at once.
    fn begin_iteration(&mut self, _depth: u32, _window: Window) {}

    /// The depth ends, with its value for the side to move.
    fn end_iteration(&mut self, _value: i32) {}

    /// A move is played, or a null move; the next node entered is the position after it. A
    /// node entered without one is that of the position before, once more.
    fn play(&mut self, _mv: Option<Mv>) {}

    /// A node is entered with the remaining depth, in plies, and its window, for the side to
    /// move, which is `side`.
    fn enter(&mut self, _depth: i32, _window: Window, _side: Side) {}

    /// The window of the node is narrowed by what is known before its moves are searched.
    fn narrow(&mut self, _window: Window) {}

    /// The transposition table has an entry for the node.
    fn table_hit(&mut self) {}

    /// A solver of the game's own has searched so many positions for the node.
    fn solver_nodes(&mut self, _nodes: u64) {}

    /// A move of the node is not searched.
    fn skip(&mut self, _mv: Mv, _reason: SkipReason) {}

    /// The way in which the value of the node is found; the last told holds.
    fn end(&mut self, _end: NodeEnd) {}

    /// The node is left, with its value for its side to move.
    fn leave(&mut self, _value: i32) {}

    /// Selection comes by this node, whose side to move is `side`; the first is the root, 0.
    fn select(&mut self, _node: usize, _side: Side) {}

    /// Expansion adds a child, with its prior win rate for the side that plays the move.
    fn expand(&mut self, _parent: usize, _child: usize, _mv: Mv, _prior: f32) {}

    /// Simulation of a playout from the node that was selected last.
    fn simulate(&mut self, _playout: Playout) {}

    /// Backpropagation changes a node to these visits, and wins of the side that moved to it.
    fn back_up(&mut self, _node: usize, _visits: f32, _wins: f32) {}

    /// A generation has played its games; the fittest comes first.
    fn generation(&mut self, _population: &[Individual]) {}

    /// A child of the generation replaces a member that was not fit enough.
    fn birth(&mut self, _birth: &Birth) {}
}

/// Nobody watches.
impl<Mv> SearchObserver<Mv> for () {
    const IS_ACTIVE: bool = false;
}

impl<Mv, O: SearchObserver<Mv>> SearchObserver<Mv> for &mut O {
    const IS_ACTIVE: bool = O::IS_ACTIVE;

    fn begin_iteration(&mut self, depth: u32, window: Window) {
        (**self).begin_iteration(depth, window);
    }
    fn end_iteration(&mut self, value: i32) {
        (**self).end_iteration(value);
    }
    fn play(&mut self, mv: Option<Mv>) {
        (**self).play(mv);
    }
    fn enter(&mut self, depth: i32, window: Window, side: Side) {
        (**self).enter(depth, window, side);
    }
    fn narrow(&mut self, window: Window) {
        (**self).narrow(window);
    }
    fn table_hit(&mut self) {
        (**self).table_hit();
    }
    fn solver_nodes(&mut self, nodes: u64) {
        (**self).solver_nodes(nodes);
    }
    fn skip(&mut self, mv: Mv, reason: SkipReason) {
        (**self).skip(mv, reason);
    }
    fn end(&mut self, end: NodeEnd) {
        (**self).end(end);
    }
    fn leave(&mut self, value: i32) {
        (**self).leave(value);
    }
    fn select(&mut self, node: usize, side: Side) {
        (**self).select(node, side);
    }
    fn expand(&mut self, parent: usize, child: usize, mv: Mv, prior: f32) {
        (**self).expand(parent, child, mv, prior);
    }
    fn simulate(&mut self, playout: Playout) {
        (**self).simulate(playout);
    }
    fn back_up(&mut self, node: usize, visits: f32, wins: f32) {
        (**self).back_up(node, visits, wins);
    }
    fn generation(&mut self, population: &[Individual]) {
        (**self).generation(population);
    }
    fn birth(&mut self, birth: &Birth) {
        (**self).birth(birth);
    }
}
