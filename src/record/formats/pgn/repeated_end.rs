//! Variations that repeat the last move of the main line and go on from it. As
//! moves of the tree, which has each move once, they would prolong the game, so
//! they are kept as text.

use super::commands;
use crate::core::Move;
use crate::record::cursor::TreeCursor;
use crate::record::formats::builder::PAST_END;
use crate::record::formats::token_walk::{Next, Step, walk};
use crate::record::{GameTree, NodeId};

/// Turns all that follows this node into a variation of it that is kept as text.
pub(super) fn detach(tree: &mut GameTree, end: NodeId) {
    let children: Vec<_> = tree.children(end).collect();
    let Some(parent) = tree.parent(end).filter(|_| !children.is_empty()) else { return };
    let mut tokens = vec!["(".to_owned()];
    tokens.extend(move_token(&mut TreeCursor::new(tree), tree, end));
    tokens.extend(tokens_after(tree, end));
    tokens.push(")".to_owned());
    children.into_iter().for_each(|child| _ = tree.delete(child));
    let annotations = tree.annotations_mut(parent);
    tokens.into_iter().for_each(|token| annotations.add_property(PAST_END, token));
}

fn move_token(cursor: &mut TreeCursor, tree: &GameTree, node: NodeId) -> Option<String> {
    let before = cursor.go_to(tree, tree.parent(node)?);
    before.move_text(tree.move_at(node).unwrap_or(Move::Pass)).ok()
}

/// The moves after a node as tokens.
fn tokens_after(tree: &GameTree, node: NodeId) -> Vec<String> {
    let mut cursor = TreeCursor::new(tree);
    let mut tokens = Vec::new();
    let children = |node| tree.children(node).collect();
    walk(vec![Step::Continuation(node)], children, |next| match next {
        Next::Token(token) => tokens.push(token.to_owned()),
        Next::Move(node) => {
            tokens.extend(move_token(&mut cursor, tree, node));
            let annotations = tree.annotations(node);
            tokens.extend(annotations.glyphs.iter().map(|glyph| format!("${}", glyph.nag())));
            let comment = commands::write(tree, node) + &annotations.comment;
            if !comment.is_empty() {
                let comment = comment.replace('}', ")").replace('\n', " ");
                tokens.push(format!("{{{comment}}}"));
            }
            if tree.children(node).next().is_none() {
                tokens.extend_from_slice(tree.annotations(node).property(PAST_END));
            }
        }
    });
    tokens
}
