//! Maximum-weight matching in a general graph: Edmonds' blossom algorithm in its primal-dual
//! form with a dense matrix, O(n³) (Galil, "Efficient algorithms for finding maximum matching
//! in graphs", 1986).
//!
//! Vertices are 0 to n-1; blossoms, sets of odd size that are contracted, are numbered from n.

use std::collections::VecDeque;

use super::Wide;

/// No vertex.
const NONE: usize = usize::MAX;

/// The place of a vertex or blossom in the alternating forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Not in the forest.
    Free,
    /// At an even distance from a root.
    Even,
    /// At an odd distance from a root.
    Odd,
}

/// An edge between two vertices of the graph.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
}

impl Edge {
    const NONE: Edge = Edge { from: NONE, to: NONE };

    fn exists(self) -> bool {
        self.from != NONE
    }

    fn reversed(self) -> Edge {
        Edge { from: self.to, to: self.from }
    }
}

/// A graph with weights, and its matching.
pub(in crate::events) struct Matcher<const N: usize> {
    vertices: usize,
    /// Vertices and the blossoms that were ever used.
    nodes: usize,
    /// Twice the weights by vertices; zero where there is no edge.
    weights: Vec<Wide<N>>,
    /// By two nodes, the edge of least slack between them.
    edges: Vec<Edge>,
    capacity: usize,
    dual: Vec<Wide<N>>,
    /// By node: the vertex to which it is matched.
    mate: Vec<usize>,
    /// By node: the even vertex from which the edge of least slack comes.
    best: Vec<usize>,
    /// By node: the outermost blossom that contains it; `NONE` for a blossom out of use.
    outermost: Vec<usize>,
    /// By node: the vertex from which the forest reached it.
    parent: Vec<usize>,
    label: Vec<Label>,
    seen: Vec<u32>,
    turn: u32,
    /// By blossom: its parts in order round the odd cycle, the base first.
    parts: Vec<Vec<usize>>,
    /// By blossom and vertex: the part that contains the vertex.
    part_with: Vec<usize>,
    queue: VecDeque<usize>,
}

impl<const N: usize> Matcher<N> {
    /// A graph of this many vertices without edges.
    pub(in crate::events) fn new(vertices: usize) -> Matcher<N> {
        // No more than half as many blossoms can be in use at a time.
        let capacity = vertices + vertices / 2 + 1;
        Matcher {
            vertices,
            nodes: vertices,
            weights: vec![Wide::ZERO; vertices * vertices],
            edges: vec![Edge::NONE; capacity * capacity],
            capacity,
            dual: vec![Wide::ZERO; capacity],
            mate: vec![NONE; capacity],
            best: vec![NONE; capacity],
            outermost: (0..capacity)
                .map(|node| if node < vertices { node } else { NONE })
                .collect(),
            parent: vec![NONE; capacity],
            label: vec![Label::Free; capacity],
            seen: vec![0; capacity],
            turn: 0,
            parts: vec![Vec::new(); capacity],
            part_with: vec![NONE; capacity * vertices],
            queue: VecDeque::new(),
        }
    }

    /// Adds an edge of a weight above zero.
    pub(in crate::events) fn add_edge(&mut self, a: usize, b: usize, weight: Wide<N>) {
        for (from, to) in [(a, b), (b, a)] {
            self.weights[from * self.vertices + to] = weight.doubled();
            self.edges[from * self.capacity + to] = Edge { from, to };
        }
    }

    /// The matching of greatest weight: by vertex the vertex to which it is matched.
    pub(in crate::events) fn solve(mut self) -> Vec<Option<usize>> {
        let greatest = self.weights.iter().max().copied().unwrap_or(Wide::ZERO);
        self.dual[..self.vertices].fill(greatest.halved());
        for vertex in 0..self.vertices {
            for other in 0..self.vertices {
                let part = if vertex == other { vertex } else { NONE };
                self.part_with[vertex * self.vertices + other] = part;
            }
        }
        while self.grow() {}
        self.mate[..self.vertices].iter().map(|&mate| (mate != NONE).then_some(mate)).collect()
    }

    fn edge(&self, a: usize, b: usize) -> Edge {
        self.edges[a * self.capacity + b]
    }

    /// The slack of an edge, doubled as the weights are.
    fn slack(&self, edge: Edge) -> Wide<N> {
        let mut slack = self.dual[edge.from];
        slack += self.dual[edge.to];
        slack -= self.weights[edge.from * self.vertices + edge.to];
        slack
    }

    fn improve_best(&mut self, from: usize, node: usize) {
        let best = self.best[node];
        if best == NONE || self.slack(self.edge(from, node)) < self.slack(self.edge(best, node)) {
            self.best[node] = from;
        }
    }

    fn find_best(&mut self, node: usize) {
        self.best[node] = NONE;
        for vertex in 0..self.vertices {
            let outer = self.outermost[vertex];
            if self.edge(vertex, node).exists() && outer != node && self.label[outer] == Label::Even
            {
                self.improve_best(vertex, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node < self.vertices {
            self.queue.push_back(node);
        } else {
            for index in 0..self.parts[node].len() {
                self.enqueue(self.parts[node][index]);
            }
        }
    }

    fn set_outermost(&mut self, node: usize, outer: usize) {
        self.outermost[node] = outer;
        if node >= self.vertices {
            for index in 0..self.parts[node].len() {
                self.set_outermost(self.parts[node][index], outer);
            }
        }
    }

    /// The place of a part round its blossom, after the cycle was turned so that it is even.
    fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let place = parts.iter().position(|&node| node == part).unwrap_or(0);
        if place % 2 == 1 {
            parts[1..].reverse();
            parts.len() - place
        } else {
            place
        }
    }

    fn set_mate(&mut self, node: usize, other: usize) {
        let edge = self.edge(node, other);
        self.mate[node] = edge.to;
        if node >= self.vertices {
            let part = self.part_with[node * self.vertices + edge.from];
            let place = self.even_place(node, part);
            for index in 0..place {
                self.set_mate(self.parts[node][index], self.parts[node][index ^ 1]);
            }
            self.set_mate(part, other);
            self.parts[node].rotate_left(place);
        }
    }

    /// Flips the path from this node to its root.
    fn flip(&mut self, mut node: usize, mut other: usize) {
        loop {
            let next = match self.mate[node] {
                NONE => NONE,
                mate => self.outermost[mate],
            };
            self.set_mate(node, other);
            if next == NONE {
                return;
            }
            let above = self.outermost[self.parent[next]];
            self.set_mate(next, above);
            (node, other) = (above, next);
        }
    }

    /// The lowest node that is above both, if they are in the same tree.
    fn common_ancestor(&mut self, mut a: usize, mut b: usize) -> Option<usize> {
        self.turn += 1;
        while a != NONE || b != NONE {
            if a != NONE {
                if self.seen[a] == self.turn {
                    return Some(a);
                }
                self.seen[a] = self.turn;
                a = match self.mate[a] {
                    NONE => NONE,
                    mate => self.outermost[self.parent[self.outermost[mate]]],
                };
            }
            std::mem::swap(&mut a, &mut b);
        }
        None
    }

    /// The parts of the cycle from this node up to its ancestor, which is left out.
    fn branch(&mut self, mut node: usize, ancestor: usize) -> Vec<usize> {
        let mut parts = Vec::new();
        while node != ancestor {
            let odd = self.outermost[self.mate[node]];
            parts.extend([node, odd]);
            self.enqueue(odd);
            node = self.outermost[self.parent[odd]];
        }
        parts
    }

    fn add_blossom(&mut self, a: usize, ancestor: usize, b: usize) {
        let free = (self.vertices..self.nodes).find(|&node| self.outermost[node] == NONE);
        let blossom = free.unwrap_or(self.nodes);
        self.nodes = self.nodes.max(blossom + 1);
        self.dual[blossom] = Wide::ZERO;
        self.label[blossom] = Label::Even;
        self.mate[blossom] = self.mate[ancestor];
        self.parent[blossom] = self.parent[ancestor];
        let mut parts = self.branch(a, ancestor);
        parts.reverse();
        parts.insert(0, ancestor);
        // The cycle goes down one branch and up the other.
        let other = self.branch(b, ancestor);
        parts.extend(other);
        self.parts[blossom] = parts.clone();
        self.set_outermost(blossom, blossom);
        for node in 0..self.nodes {
            self.edges[blossom * self.capacity + node] = Edge::NONE;
            self.edges[node * self.capacity + blossom] = Edge::NONE;
        }
        for vertex in 0..self.vertices {
            self.part_with[blossom * self.vertices + vertex] = NONE;
        }
        for part in parts {
            for node in 0..self.nodes {
                let (edge, known) = (self.edge(part, node), self.edge(blossom, node));
                if edge.exists() && (!known.exists() || self.slack(edge) < self.slack(known)) {
                    self.edges[blossom * self.capacity + node] = edge;
                    self.edges[node * self.capacity + blossom] = edge.reversed();
                }
            }
            for vertex in 0..self.vertices {
                if self.part_with[part * self.vertices + vertex] != NONE {
                    self.part_with[blossom * self.vertices + vertex] = part;
                }
            }
        }
        self.find_best(blossom);
    }

    /// Takes apart an odd blossom whose dual is zero.
    fn expand(&mut self, blossom: usize) {
        let parts = self.parts[blossom].clone();
        for &part in &parts {
            self.set_outermost(part, part);
        }
        let entry = self.edge(blossom, self.parent[blossom]).from;
        let entered = self.part_with[blossom * self.vertices + entry];
        let place = self.even_place(blossom, entered);
        let parts = self.parts[blossom].clone();
        for pair in (0..place).step_by(2) {
            let (odd, even) = (parts[pair], parts[pair + 1]);
            self.parent[odd] = self.edge(even, odd).from;
            self.label[odd] = Label::Odd;
            self.label[even] = Label::Even;
            self.best[odd] = NONE;
            self.find_best(even);
            self.enqueue(even);
        }
        self.label[entered] = Label::Odd;
        self.parent[entered] = self.parent[blossom];
        for &part in &parts[place + 1..] {
            self.label[part] = Label::Free;
            self.find_best(part);
        }
        self.outermost[blossom] = NONE;
    }

    /// Follows a tight edge from an even node; true if a path was augmented.
    fn follow(&mut self, edge: Edge) -> bool {
        let (from, to) = (self.outermost[edge.from], self.outermost[edge.to]);
        match self.label[to] {
            Label::Free => {
                self.parent[to] = edge.from;
                self.label[to] = Label::Odd;
                let next = self.outermost[self.mate[to]];
                (self.best[to], self.best[next]) = (NONE, NONE);
                self.label[next] = Label::Even;
                self.enqueue(next);
                false
            }
            Label::Even => match self.common_ancestor(from, to) {
                Some(ancestor) => {
                    self.add_blossom(from, ancestor, to);
                    false
                }
                None => {
                    self.flip(from, to);
                    self.flip(to, from);
                    true
                }
            },
            Label::Odd => false,
        }
    }

    fn is_outermost(&self, node: usize) -> bool {
        self.outermost[node] == node
    }

    /// Finds one augmenting path and flips it; false if the matching is the greatest.
    fn grow(&mut self) -> bool {
        self.label[..self.nodes].fill(Label::Free);
        self.best[..self.nodes].fill(NONE);
        self.queue.clear();
        for node in 0..self.nodes {
            if self.is_outermost(node) && self.mate[node] == NONE {
                self.parent[node] = NONE;
                self.label[node] = Label::Even;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(vertex) = self.queue.pop_front() {
                if self.label[self.outermost[vertex]] == Label::Odd {
                    continue;
                }
                for other in 0..self.vertices {
                    let edge = self.edge(vertex, other);
                    let outer = self.outermost[other];
                    if !edge.exists() || self.outermost[vertex] == outer {
                        continue;
                    }
                    if !self.slack(edge).is_zero() {
                        self.improve_best(vertex, outer);
                    } else if self.follow(edge) {
                        return true;
                    }
                }
            }
            if !self.adjust_duals() {
                return false;
            }
            for node in 0..self.nodes {
                let best = self.best[node];
                if !self.is_outermost(node) || best == NONE || self.outermost[best] == node {
                    continue;
                }
                let edge = self.edge(best, node);
                if self.slack(edge).is_zero() && self.follow(edge) {
                    return true;
                }
            }
            for blossom in self.vertices..self.nodes {
                if self.is_outermost(blossom)
                    && self.label[blossom] == Label::Odd
                    && self.dual[blossom].is_zero()
                {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Changes the duals so that an edge becomes tight or a blossom can be taken apart; false
    /// if no path can make the matching greater.
    fn adjust_duals(&mut self) -> bool {
        let mut delta: Option<Wide<N>> = None;
        let mut limit = |bound: Wide<N>| {
            delta = Some(delta.map_or(bound, |known| known.min(bound)));
        };
        for node in 0..self.nodes {
            if !self.is_outermost(node) {
                continue;
            }
            if node >= self.vertices && self.label[node] == Label::Odd {
                limit(self.dual[node].halved());
            }
            if self.best[node] != NONE {
                let slack = self.slack(self.edge(self.best[node], node));
                match self.label[node] {
                    Label::Free => limit(slack),
                    Label::Even => limit(slack.halved()),
                    Label::Odd => {}
                }
            }
        }
        let Some(delta) = delta else { return false };
        let even = |vertex: &usize| self.label[self.outermost[*vertex]] == Label::Even;
        if (0..self.vertices).filter(even).any(|vertex| self.dual[vertex] <= delta) {
            return false;
        }
        for vertex in 0..self.vertices {
            match self.label[self.outermost[vertex]] {
                Label::Even => self.dual[vertex] -= delta,
                Label::Odd => self.dual[vertex] += delta,
                Label::Free => {}
            }
        }
        for blossom in self.vertices..self.nodes {
            if self.is_outermost(blossom) {
                match self.label[blossom] {
                    Label::Even => self.dual[blossom] += delta.doubled(),
                    Label::Odd => self.dual[blossom] -= delta.doubled(),
                    Label::Free => {}
                }
            }
        }
        self.queue.clear();
        true
    }
}
