//! Moves that the rules refuse, as a tree: for the writers of formats that store
//! squares and do not care about rules.

use super::losses::unplayable_moves;
use crate::record::{GameTree, NodeId};

/// A move of a record: a node of the tree, or a move that is kept as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A node of the tree.
    Node(NodeId),
    /// A move that is kept as text: the node that it follows, and its number there.
    Text(NodeId, usize),
}

/// A move that is kept as text.
#[derive(Debug)]
pub(super) struct TextMove {
    pub(super) text: String,
    pub(super) comment: String,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// The moves of a tree, those that are kept as text included.
pub(super) struct Steps<'a> {
    tree: &'a GameTree,
    is_move: fn(&str) -> bool,
    /// The text moves after the node that was last asked for.
    cached: (NodeId, Vec<TextMove>),
}

impl<'a> Steps<'a> {
    /// The moves of a tree; `is_move` accepts the texts that the format can hold.
    pub(super) fn new(tree: &'a GameTree, is_move: fn(&str) -> bool) -> Steps<'a> {
        let root = tree.root();
        Steps { tree, is_move, cached: (root, text_moves(tree, root, is_move)) }
    }

    /// The text moves after a node.
    pub(super) fn texts(&mut self, node: NodeId) -> &[TextMove] {
        if self.cached.0 != node {
            self.cached = (node, text_moves(self.tree, node, self.is_move));
        }
        &self.cached.1
    }

    /// The moves after a step, main line first.
    pub(super) fn after(&mut self, step: Step) -> Vec<Step> {
        match step {
            Step::Node(node) => {
                let texts = self.texts(node).iter().enumerate();
                let first = texts.filter(|(_, text)| text.parent.is_none());
                let texts: Vec<_> = first.map(|(number, _)| Step::Text(node, number)).collect();
                self.tree.children(node).map(Step::Node).chain(texts).collect()
            }
            Step::Text(node, number) => {
                let children = self.texts(node)[number].children.iter();
                children.map(|&child| Step::Text(node, child)).collect()
            }
        }
    }

    /// Number of tokens of text moves that the format cannot hold.
    pub(super) fn lost(&mut self) -> usize {
        let tree = self.tree;
        let of_node = |node| {
            let tokens = unplayable_moves(tree, node).len();
            if tokens > 0 && self.texts(node).is_empty() { tokens } else { 0 }
        };
        tree.nodes().map(of_node).sum()
    }
}

/// The moves after a node that are kept as text; empty if the tokens are not
/// those of moves with variations, or are not all accepted.
fn text_moves(tree: &GameTree, node: NodeId, is_move: fn(&str) -> bool) -> Vec<TextMove> {
    let mut moves: Vec<TextMove> = Vec::new();
    // The last moves of the lines that are left for variations.
    let mut stack = Vec::new();
    let mut last: Option<usize> = None;
    for token in unplayable_moves(tree, node) {
        match (token.as_str(), last) {
            ("(", _) => {
                stack.push(last);
                last = last.and_then(|last| moves[last].parent);
            }
            (")", _) => match stack.pop() {
                Some(back) => last = back,
                None => return Vec::new(),
            },
            (text, Some(last)) if text.starts_with('{') => {
                moves[last].comment.push_str(text.trim_matches(['{', '}']));
            }
            (text, _) if is_move(text) => {
                let (text, number) = (text.to_owned(), moves.len());
                if let Some(last) = last {
                    moves[last].children.push(number);
                }
                let (comment, children) = (String::new(), Vec::new());
                moves.push(TextMove { text, comment, parent: last, children });
                last = Some(number);
            }
            _ => return Vec::new(),
        }
    }
    moves
}
