//! Writing PGN: SAN for chess, ICCS for Xiangqi.

use super::{commands, tags};
use crate::core::{Move, Side};
use crate::record::formats::FormatError;
use crate::record::formats::result::result_of;
use crate::record::replay::Replay;
use crate::record::{GameTree, NodeId};

/// Where lines of moves are broken.
const WIDTH: usize = 79;

pub(super) fn write(games: &[GameTree]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for tree in games {
        tags::write(tree, &mut text);
        write_moves(tree, &mut text);
    }
    Ok(text.into_bytes())
}

/// Words that are broken into lines.
struct Lines<'a> {
    text: &'a mut String,
    column: usize,
    /// Whether nothing parts the next word from what stands before it.
    tight: bool,
}

impl Lines<'_> {
    fn push(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && !self.tight {
            let breaks = self.column + 1 + width > WIDTH;
            self.text.push(if breaks { '\n' } else { ' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += width;
        self.tight = false;
    }

    fn open(&mut self) {
        self.push("(");
        self.tight = true;
    }

    fn close(&mut self) {
        self.tight = true;
        self.push(")");
    }
}

enum Next {
    Move(NodeId),
    After(NodeId),
    Open,
    Close,
}

fn write_moves(tree: &GameTree, text: &mut String) {
    let mut lines = Lines { text, column: 0, tight: false };
    let mut replay = Replay::new(tree);
    let root = tree.root();
    write_notes(tree, root, &mut lines);
    let base = first_ply(tree);
    let mut ahead = vec![Next::After(root)];
    let mut number_needed = true;
    while let Some(next) = ahead.pop() {
        match next {
            Next::Open => {
                lines.open();
                number_needed = true;
            }
            Next::Close => {
                lines.close();
                number_needed = true;
            }
            Next::After(node) => {
                let children: Vec<_> = tree.children(node).collect();
                let Some((&main, others)) = children.split_first() else { continue };
                if !others.is_empty() {
                    replay.go(tree, node);
                    replay.keep();
                }
                ahead.push(Next::After(main));
                for &other in others.iter().rev() {
                    ahead.extend([Next::Close, Next::After(other), Next::Move(other), Next::Open]);
                }
                ahead.push(Next::Move(main));
            }
            Next::Move(node) => {
                let before = replay.go(tree, tree.parent(node).unwrap_or(root));
                let mv = tree.move_at(node).unwrap_or(Move::Pass);
                let word = before.move_text(mv).unwrap_or_default();
                let side = before.side_to_move();
                if let Move::Travel { .. } = mv {
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
                number_needed = write_notes(tree, node, &mut lines);
                replay.go(tree, node);
            }
        }
    }
    lines.push(tags::termination(&result_of(tree)));
    text.push_str("\n\n");
}

/// Plies before the first move, by the number of the move in the FEN.
fn first_ply(tree: &GameTree) -> usize {
    let text = tree.start().text();
    let number = text.split(' ').nth(5).and_then(|number| number.parse::<usize>().ok());
    let side = usize::from(tree.start().side_to_move() == Side::Second);
    2 * (number.unwrap_or(1).max(1) - 1) + side
}

/// Writes what is said of a node; tells whether there was a comment.
fn write_notes(tree: &GameTree, node: NodeId, lines: &mut Lines<'_>) -> bool {
    let notes = tree.notes(node);
    for glyph in &notes.glyphs {
        lines.push(&format!("${}", glyph.number()));
    }
    for number in notes.property("NAG") {
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            lines.push(&format!("${number}"));
        }
    }
    let commands = commands::write(tree, node);
    let comment = notes.comment.replace('}', ")").replace('\n', "\n\n");
    let comment = comment.trim();
    if commands.is_empty() && comment.is_empty() {
        return false;
    }
    let gap = if commands.is_empty() || comment.is_empty() { "" } else { " " };
    lines.push(&format!("{{{commands}{gap}{comment}}}"));
    true
}
