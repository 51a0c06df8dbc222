//! The PGN writer: SAN for chess, ICCS for Xiangqi.

use super::read::NAG;
use super::tokens::is_token;
use super::{commands, tags};
use crate::core::{Move, Side};
use crate::record::cursor::TreeCursor;
use crate::record::formats::FormatError;
use crate::record::formats::losses::{Content, Losses, unplayable_moves};
use crate::record::formats::result::result_of;
use crate::record::{GameTree, NodeId};

/// Width at which lines of moves are wrapped.
const WIDTH: usize = 79;

pub(super) fn write(games: &[GameTree], losses: &mut Losses) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for tree in games {
        tags::write(tree, losses, &mut text);
        write_moves(tree, losses, &mut text);
        losses.add_properties(tree, &[NAG]);
    }
    Ok(text.into_bytes())
}

/// Writes tokens, wrapping lines.
struct LineWrapper<'a> {
    text: &'a mut String,
    column: usize,
    /// No space before the next token.
    no_space: bool,
}

impl LineWrapper<'_> {
    fn push(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && !self.no_space {
            let breaks = self.column + 1 + width > WIDTH;
            self.text.push(if breaks { '\n' } else { ' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += width;
        self.no_space = false;
    }

    fn open(&mut self) {
        self.push("(");
        self.no_space = true;
    }

    fn close(&mut self) {
        self.no_space = true;
        self.push(")");
    }
}

enum WriteStep {
    Move(NodeId),
    Continuation(NodeId),
    OpenVariation,
    CloseVariation,
    /// The moves after a node that cannot be played, as a variation if true.
    Unplayable(NodeId, bool),
}

fn write_moves(tree: &GameTree, losses: &mut Losses, text: &mut String) {
    let mut lines = LineWrapper { text, column: 0, no_space: false };
    let mut cursor = TreeCursor::new(tree);
    let root = tree.root();
    write_annotations(tree, root, &mut lines);
    let base = first_ply(tree);
    let mut stack = vec![WriteStep::Continuation(root)];
    let mut number_needed = true;
    while let Some(next) = stack.pop() {
        match next {
            WriteStep::OpenVariation => {
                lines.open();
                number_needed = true;
            }
            WriteStep::CloseVariation => {
                lines.close();
                number_needed = true;
            }
            WriteStep::Continuation(node) => {
                let children: Vec<_> = tree.children(node).collect();
                let Some((&main, others)) = children.split_first() else {
                    stack.push(WriteStep::Unplayable(node, false));
                    continue;
                };
                if !others.is_empty() {
                    cursor.go_to(tree, node);
                    cursor.checkpoint();
                }
                stack.push(WriteStep::Continuation(main));
                stack.push(WriteStep::Unplayable(node, true));
                for &other in others.iter().rev() {
                    stack.extend([
                        WriteStep::CloseVariation,
                        WriteStep::Continuation(other),
                        WriteStep::Move(other),
                        WriteStep::OpenVariation,
                    ]);
                }
                stack.push(WriteStep::Move(main));
            }
            WriteStep::Unplayable(node, is_variation) => {
                let moves = unplayable_moves(tree, node);
                let tokens = unplayable_tokens(moves, is_variation);
                if tokens.is_empty() {
                    losses.add(Content::UnplayableMoves, moves.len());
                }
                for token in tokens {
                    number_needed = true;
                    match token {
                        "(" => lines.open(),
                        ")" => lines.close(),
                        token => lines.push(token),
                    }
                }
            }
            WriteStep::Move(node) => {
                let before = cursor.go_to(tree, tree.parent(node).unwrap_or(root));
                let mv = tree.move_at(node).unwrap_or(Move::Pass);
                let word = before.move_text(mv).unwrap_or_default();
                let side = before.side_to_move();
                if !matches!(mv, Move::Decide(_)) {
                    let ply = base + tree.ply(node) - 1;
                    if side == Side::First {
                        lines.push(&format!("{}.", ply / 2 + 1));
                    } else if number_needed {
                        lines.push(&format!("{}...", ply / 2 + 1));
                    }
                    lines.push(&word);
                } else {
                    lines.push(&format!("{{[%move {word}]}}"));
                }
                number_needed = write_annotations(tree, node, &mut lines);
                cursor.go_to(tree, node);
            }
        }
    }
    lines.push(tags::termination(&result_of(tree)));
    text.push_str("\n\n");
}

/// The tokens of moves that cannot be played, as a variation or as the end of a
/// line; empty if a reader could not tell them from other text.
fn unplayable_tokens(moves: &[String], is_variation: bool) -> Vec<&str> {
    let mut depth = 0_usize;
    // True if the outer parentheses enclose everything.
    let mut is_enclosed = moves.first().is_some_and(|token| token == "(");
    for (n, token) in moves.iter().enumerate() {
        match token.as_str() {
            "(" => depth += 1,
            ")" if depth == 0 => return Vec::new(),
            ")" => depth -= 1,
            token if !is_token(token) => return Vec::new(),
            _ => {}
        }
        is_enclosed &= depth > 0 || n + 1 == moves.len();
    }
    let begins_variation = moves.first().is_some_and(|token| token == "(");
    if moves.is_empty() || depth > 0 {
        return Vec::new();
    }
    let tokens = moves.iter().map(String::as_str);
    match (is_variation, begins_variation) {
        (true, true) | (false, false) => tokens.collect(),
        (true, false) => ["("].into_iter().chain(tokens).chain([")"]).collect(),
        (false, true) if is_enclosed => tokens.skip(1).take(moves.len() - 2).collect(),
        (false, true) => Vec::new(),
    }
}

/// Plies before the first move, by the FEN's move number.
fn first_ply(tree: &GameTree) -> usize {
    let text = tree.start().text();
    let number = text.split(' ').nth(5).and_then(|number| number.parse::<usize>().ok());
    let side = usize::from(tree.start().side_to_move() == Side::Second);
    2 * (number.unwrap_or(1).max(1) - 1) + side
}

/// Writes the annotations of a node; returns true if there was a comment.
fn write_annotations(tree: &GameTree, node: NodeId, lines: &mut LineWrapper<'_>) -> bool {
    let annotations = tree.annotations(node);
    for glyph in &annotations.glyphs {
        lines.push(&format!("${}", glyph.nag()));
    }
    for number in annotations.property(NAG) {
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            lines.push(&format!("${number}"));
        }
    }
    let commands = commands::write(tree, node);
    let comment = annotations.comment.replace('}', ")").replace('\n', "\n\n");
    let comment = comment.trim();
    if commands.is_empty() && comment.is_empty() {
        return false;
    }
    let gap = if commands.is_empty() || comment.is_empty() { "" } else { " " };
    lines.push(&format!("{{{commands}{gap}{comment}}}"));
    true
}
