//! Monte-Carlo tree search: a tree grown towards the moves that won most
//! playouts, with all-moves-as-first statistics for moves tried seldom
//! (RAVE; Gelly and Silver, "Monte-Carlo tree search and rapid action value
//! estimation in computer Go", 2011).

use std::time::Duration;

use super::{Budget, Limits, Stop};
use crate::core::{Random, Side};

/// What a game brings to be searched by playouts.
pub trait Playouts {
    /// Positions inside the tree; cheap to clone.
    type Position: Clone;
    /// Moves of the game.
    type Move: Copy + Eq;

    /// Whose turn it is.
    fn side(&self, position: &Self::Position) -> Side;

    /// Replaces `moves` with those worth a look, and for each what is
    /// expected of it before any playout; none where the game is over.
    fn moves(&mut self, position: &Self::Position, moves: &mut Vec<(Self::Move, Prior)>);

    /// Plays a move that [`Playouts::moves`] gave.
    fn play(&mut self, position: &mut Self::Position, mv: Self::Move);

    /// Plays on to the end by whatever policy, notes every move in `firsts`,
    /// and answers what the end is worth to the first side, 0 (lost) to 1
    /// (won), and how many plies that took.
    fn finish(
        &mut self,
        position: &mut Self::Position,
        random: &mut Random,
        firsts: &mut Firsts,
    ) -> (f32, u32);

    /// A number below [`Playouts::slots`] that is the same for the same move
    /// wherever in a game it is played.
    fn slot(&self, mv: Self::Move) -> usize;

    /// How many such numbers there are.
    fn slots(&self) -> usize;
}

/// What is expected of a move before it is tried.
#[derive(Clone, Copy, Debug)]
pub struct Prior {
    /// Chance to win for the side that plays it, 0 to 1.
    pub chance: f32,
    /// How many playouts that opinion is worth; above 0.
    pub weight: f32,
}

/// Which side was the first to play each move of a playout.
#[derive(Clone, Debug)]
pub struct Firsts(Vec<Option<Side>>);

impl Firsts {
    /// Notes a move, unless it was played before.
    #[inline]
    pub fn note(&mut self, slot: usize, side: Side) {
        if let Some(first) = self.0.get_mut(slot) {
            first.get_or_insert(side);
        }
    }
}

/// How far to search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Bounds on the effort. Nodes are plies played, in the tree and beyond;
    /// the depth is that of the tree.
    pub limits: Limits,
    /// Playouts at most; 0 means as many as the tree can hold.
    pub playouts: u32,
    /// How many of the best moves are wanted with the play after them; 0 is
    /// taken for 1.
    pub lines: usize,
}

/// A move at the root as the search saw it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<Mv> {
    /// The move.
    pub mv: Mv,
    /// Playouts that went through it.
    pub visits: u32,
    /// Chance to win for the side that plays it, 0 to 1.
    pub chance: f32,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored<Mv> {
    /// The moves at the root, the most visited first; never empty.
    pub moves: Vec<Candidate<Mv>>,
    /// The expected play after each of the first of these moves, beginning
    /// with the move itself; as many as are wanted or there are.
    pub lines: Vec<Vec<Mv>>,
    /// Playouts made.
    pub playouts: u32,
    /// The longest path in the tree, in plies.
    pub depth: u32,
    /// Plies played.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// Nodes that a tree may have, at 36 bytes: about 150 MB.
const MOST_NODES: usize = 4_000_000;

/// Playouts through a leaf before it grows children.
const GROW_AT: f32 = 2.0;

/// Playouts at which all-moves-as-first counts about half as much as the
/// playouts of the move itself.
const TRUST: f32 = 600.0;

/// Weight of curiosity about moves tried seldom.
const CURIOSITY: f32 = 0.12;

/// Playouts between reports.
const REPORT_EVERY: u32 = 1000;

struct Node<Mv> {
    mv: Option<Mv>,
    slot: u32,
    first_child: u32,
    children: u32,
    visits: f32,
    /// Won by the side that played `mv`.
    wins: f32,
    amaf_visits: f32,
    amaf_wins: f32,
}

impl<Mv> Node<Mv> {
    /// What the node is worth trying for the side that plays its move.
    #[inline]
    fn promise(&self, log_parent: f32) -> f32 {
        let amaf = self.amaf_wins / self.amaf_visits;
        if self.visits == 0.0 {
            return amaf + CURIOSITY * log_parent.sqrt();
        }
        let share = (TRUST / (3.0 * self.visits + TRUST)).sqrt();
        let known = self.wins / self.visits;
        share * amaf + (1.0 - share) * known + CURIOSITY * (log_parent / (self.visits + 1.0)).sqrt()
    }
}

/// Searches a position by playouts and reports now and then. `None` if the
/// game offers no move there. However early it is stopped, the answer is a
/// move; for the same seed and effort without a time it is the same.
pub fn explore<G: Playouts>(
    game: &mut G,
    position: &G::Position,
    effort: &Effort,
    seed: u64,
    stop: &Stop,
    report: &mut dyn FnMut(&Explored<G::Move>),
) -> Option<Explored<G::Move>> {
    let mut run = Run {
        slots: game.slots(),
        nodes: vec![Node {
            mv: None,
            slot: 0,
            first_child: 0,
            children: 0,
            visits: 0.0,
            wins: 0.0,
            amaf_visits: 1.0,
            amaf_wins: 0.5,
        }],
        moves: Vec::new(),
        path: Vec::new(),
        firsts: Firsts(Vec::new()),
        random: Random::new(seed),
        budget: Budget::new(effort.limits, stop.clone()),
        depth: 0,
        lines: effort.lines.max(1),
        game,
    };
    run.grow(0, position);
    if run.nodes[0].children == 0 {
        return None;
    }
    let most = if effort.playouts == 0 { u32::MAX } else { effort.playouts };
    let mut playouts = 0;
    while playouts < most && run.nodes.len() < MOST_NODES {
        let mut next = position.clone();
        let plies = run.playout(&mut next, effort.limits.depth.unwrap_or(u32::MAX).max(1));
        playouts += 1;
        if !run.budget.spend(u64::from(plies)) {
            break;
        }
        if playouts % REPORT_EVERY == 0 {
            report(&run.result(playouts));
        }
    }
    Some(run.result(playouts))
}

struct Run<'a, G: Playouts> {
    game: &'a mut G,
    slots: usize,
    nodes: Vec<Node<G::Move>>,
    moves: Vec<(G::Move, Prior)>,
    /// Nodes from the root to the leaf, each with the side to move there.
    path: Vec<(usize, Side)>,
    firsts: Firsts,
    random: Random,
    budget: Budget,
    depth: u32,
    /// How many lines a result tells.
    lines: usize,
}

impl<G: Playouts> Run<'_, G> {
    fn grow(&mut self, node: usize, position: &G::Position) {
        self.game.moves(position, &mut self.moves);
        let first = self.nodes.len();
        for &(mv, prior) in &self.moves {
            let weight = prior.weight.max(0.01);
            self.nodes.push(Node {
                mv: Some(mv),
                slot: self.game.slot(mv) as u32,
                first_child: 0,
                children: 0,
                visits: 0.0,
                wins: 0.0,
                amaf_visits: weight,
                amaf_wins: weight * prior.chance,
            });
        }
        self.nodes[node].first_child = first as u32;
        self.nodes[node].children = self.moves.len() as u32;
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let first = self.nodes[node].first_child as usize;
        first..first + self.nodes[node].children as usize
    }

    /// One way down the tree, a playout, and the way back. Returns the plies.
    fn playout(&mut self, position: &mut G::Position, deepest: u32) -> u32 {
        self.path.clear();
        let mut node = 0;
        loop {
            let depth = self.path.len() as u32;
            self.path.push((node, self.game.side(position)));
            let may_grow = depth < deepest && self.nodes.len() < MOST_NODES;
            if self.nodes[node].children == 0 && self.nodes[node].visits >= GROW_AT && may_grow {
                self.grow(node, position);
            }
            let log = self.nodes[node].visits.max(1.0).ln();
            let promise = |n: &usize| self.nodes[*n].promise(log);
            let Some(best) = self
                .children(node)
                .max_by(|a, b| promise(a).total_cmp(&promise(b)).then_with(|| b.cmp(a)))
            else {
                break;
            };
            let Some(mv) = self.nodes[best].mv else { break };
            self.game.play(position, mv);
            node = best;
        }
        let depth = self.path.len() as u32 - 1;
        self.depth = self.depth.max(depth);
        self.firsts.0.clear();
        self.firsts.0.resize(self.slots, None);
        let (chance, plies) = self.game.finish(position, &mut self.random, &mut self.firsts);
        for n in (0..self.path.len()).rev() {
            let (at, side) = self.path[n];
            if let Some(&(child, _)) = self.path.get(n + 1) {
                let slot = self.nodes[child].slot as usize;
                self.firsts.0[slot] = Some(side);
            }
            let own = if side == Side::First { chance } else { 1.0 - chance };
            let range = self.children(at);
            for child in &mut self.nodes[range] {
                if self.firsts.0[child.slot as usize] == Some(side) {
                    child.amaf_visits += 1.0;
                    child.amaf_wins += own;
                }
            }
            self.nodes[at].visits += 1.0;
            // The move that led here was the other's, unless a side moves
            // twice; the parent knows.
            if let Some(&(_, mover)) = n.checked_sub(1).and_then(|n| self.path.get(n)) {
                let won = if mover == Side::First { chance } else { 1.0 - chance };
                self.nodes[at].wins += won;
            }
        }
        plies + depth + 1
    }

    /// The child most visited; of equals the one with the better promise.
    fn best_child(&self, node: usize) -> Option<usize> {
        self.children(node).max_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            a.visits.total_cmp(&b.visits).then(a.promise(0.0).total_cmp(&b.promise(0.0)))
        })
    }

    /// The expected play from this node on, beginning with its own move.
    fn line(&self, mut node: usize) -> Vec<G::Move> {
        let mut line: Vec<_> = self.nodes[node].mv.into_iter().collect();
        while let Some(child) = self.best_child(node) {
            if self.nodes[child].visits < GROW_AT {
                break;
            }
            line.extend(self.nodes[child].mv);
            node = child;
        }
        line
    }

    fn result(&self, playouts: u32) -> Explored<G::Move> {
        let mut children: Vec<_> = self.children(0).collect();
        children.sort_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            b.visits.total_cmp(&a.visits).then(b.promise(0.0).total_cmp(&a.promise(0.0)))
        });
        let candidate = |&node: &usize| {
            let node = &self.nodes[node];
            let chance = if node.visits > 0.0 {
                node.wins / node.visits
            } else {
                node.amaf_wins / node.amaf_visits
            };
            Some(Candidate { mv: node.mv?, visits: node.visits as u32, chance })
        };
        Explored {
            moves: children.iter().filter_map(candidate).collect(),
            lines: children.iter().take(self.lines).map(|&node| self.line(node)).collect(),
            playouts,
            depth: self.depth,
            nodes: self.budget.nodes(),
            elapsed: self.budget.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Take one to three matches; whoever takes the last one wins.
    struct Matches;

    impl Playouts for Matches {
        type Position = (u32, Side);
        type Move = u32;

        fn side(&self, position: &(u32, Side)) -> Side {
            position.1
        }
        fn moves(&mut self, position: &(u32, Side), moves: &mut Vec<(u32, Prior)>) {
            moves.clear();
            let takes = 1..=position.0.min(3);
            moves.extend(takes.map(|take| (take, Prior { chance: 0.5, weight: 1.0 })));
        }
        fn play(&mut self, position: &mut (u32, Side), take: u32) {
            *position = (position.0 - take, position.1.other());
        }
        fn finish(
            &mut self,
            position: &mut (u32, Side),
            random: &mut Random,
            _: &mut Firsts,
        ) -> (f32, u32) {
            let mut plies = 0;
            while position.0 > 0 {
                let take = 1 + random.below(position.0.min(3) as usize) as u32;
                self.play(position, take);
                plies += 1;
            }
            (if position.1 == Side::First { 0.0 } else { 1.0 }, plies)
        }
        fn slot(&self, take: u32) -> usize {
            take as usize
        }
        fn slots(&self) -> usize {
            4
        }
    }

    fn explore_matches(left: u32, effort: &Effort, stop: &Stop) -> Option<Explored<u32>> {
        explore(&mut Matches, &(left, Side::Second), effort, 3, stop, &mut |_| ())
    }

    #[test]
    fn the_winning_move_is_found_and_its_chance_is_high() {
        let effort = Effort { playouts: 20_000, ..Effort::default() };
        for left in [5, 6, 7, 9, 10, 11] {
            let found = explore_matches(left, &effort, &Stop::new()).unwrap();
            assert_eq!(found.moves[0].mv, left % 4, "{left} matches: {found:?}");
            assert!(found.moves[0].chance > 0.8);
            assert_eq!((found.lines[0][0], found.playouts), (left % 4, 20_000));
        }
    }

    #[test]
    fn it_is_the_same_for_the_same_seed_and_answers_when_stopped_at_once() {
        let effort = Effort { playouts: 500, ..Effort::default() };
        let answer = |stop: &Stop| explore_matches(13, &effort, stop).unwrap().moves;
        assert_eq!(answer(&Stop::new()), answer(&Stop::new()));
        let stop = Stop::new();
        stop.raise();
        assert_eq!(answer(&stop).len(), 3);
        assert_eq!(explore_matches(0, &effort, &stop), None);
    }
}
