//! Score sheets: the moves in columns, and diagrams of the positions that are commented on.

use super::Words;
use super::boards::{Diagram, PieceDrawings};
use super::pages::{Align, BLACK, Item, Pages};
use super::text::FontFace;
use crate::core::Point;
use crate::record::{GameTree, NodeId};

/// Columns of moves on a page.
const COLUMNS: usize = 2;

const ROW: f32 = 15.0;
const TEXT: f32 = 10.0;

/// Diagrams at most.
const MAX_DIAGRAMS: usize = 6;

/// Width of a diagram; two stand beside each other.
const DIAGRAM_WIDTH: f32 = 215.0;

pub(super) fn add(pages: &mut Pages, tree: &GameTree, words: &Words, drawings: &PieceDrawings) {
    let nodes: Vec<NodeId> = tree.main_line().skip(1).collect();
    let rows = rows(tree, words, &nodes);
    columns(pages, tree, words, &rows);
    diagrams(pages, tree, words, drawings, &nodes);
}

/// The text of a move with its signs.
fn move_text(tree: &GameTree, words: &Words, node: NodeId) -> String {
    let notation = words.format(&format!("notation-{}", tree.game().id()), &[]);
    let text = tree.move_text_in(node, &notation).or_else(|| tree.action_text(node));
    let signs: String =
        tree.annotations(node).glyphs.iter().map(|glyph| glyph.symbol().to_owned()).collect();
    format!("{}{signs}", text.unwrap_or_default())
}

/// Number and the moves of both sides, a row each. A game that the second side begins
/// leaves the first place free.
fn rows(tree: &GameTree, words: &Words, nodes: &[NodeId]) -> Vec<[String; 3]> {
    let begins = tree.start().side_to_move().index();
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (ply, &node) in (begins..).zip(nodes) {
        if ply % 2 == 0 || rows.is_empty() {
            rows.push([format!("{}", ply / 2 + 1), String::new(), String::new()]);
        }
        let row = rows.last_mut().expect("a row has just been added");
        row[1 + ply % 2] = move_text(tree, words, node);
    }
    rows
}

fn columns(pages: &mut Pages, tree: &GameTree, words: &Words, rows: &[[String; 3]]) {
    let gap = 24.0;
    let width = (pages.width() - gap * (COLUMNS - 1) as f32) / COLUMNS as f32;
    let sides = tree.game().side_names().map(|side| words.get(&format!("side-{side}")));
    let mut rest = rows;
    while !rest.is_empty() {
        let room = ((pages.room() - ROW - 6.0) / ROW).floor().max(1.0) as usize;
        // The columns are as long as each other, and as the page at most.
        let length = rest.len().div_ceil(COLUMNS).min(room);
        let top = pages.y;
        for column in 0..COLUMNS {
            let from = (column * length).min(rest.len());
            let part = &rest[from..(from + length).min(rest.len())];
            if part.is_empty() {
                continue;
            }
            let left = pages.left() + column as f32 * (width + gap);
            let places = [left + 24.0, left + 34.0, left + 34.0 + (width - 34.0) / 2.0];
            let base = |row: usize| top + (row as f32 + 1.0) * ROW - 4.0;
            for (place, side) in places[1..].iter().zip(&sides) {
                pages.text([*place, base(0)], Align::Left, TEXT, 90, side);
            }
            let line = top + ROW;
            pages.add(Item::line([left, line], [left + width, line], 0.7));
            for (row, texts) in part.iter().enumerate() {
                let y = base(row + 1);
                pages.text([places[0], y], Align::Right, TEXT, 90, &texts[0]);
                for (place, text) in places[1..].iter().zip(&texts[1..]) {
                    pages.text([*place, y], Align::Left, TEXT, BLACK, text);
                }
                let line = top + (row as f32 + 2.0) * ROW;
                pages.add(Item::line([left, line], [left + width, line], 0.2));
            }
        }
        pages.y = top + (length as f32 + 1.0) * ROW + 16.0;
        rest = &rest[(COLUMNS * length).min(rest.len())..];
        if !rest.is_empty() {
            pages.next_page();
        }
    }
}

/// The positions with comments, or the last one where there are none.
fn chosen(tree: &GameTree, nodes: &[NodeId]) -> Vec<NodeId> {
    let commented = |node: &&NodeId| !tree.annotations(**node).comment.trim().is_empty();
    let found: Vec<NodeId> = nodes.iter().filter(commented).copied().take(MAX_DIAGRAMS).collect();
    match nodes.last() {
        Some(&last) if found.is_empty() => vec![last],
        _ => found,
    }
}

fn diagrams(
    pages: &mut Pages,
    tree: &GameTree,
    words: &Words,
    drawings: &PieceDrawings,
    nodes: &[NodeId],
) {
    let board = tree.start().board();
    let cell = Diagram::cell_for(&board, DIAGRAM_WIDTH, 2.0 * DIAGRAM_WIDTH);
    let [width, height] = Diagram::size(&board, cell);
    let begins = tree.start().side_to_move().index();
    let shown = chosen(tree, nodes);
    let text_left = pages.left() + width + 18.0;
    let text_width = pages.width() - width - 18.0;
    for node in shown {
        let comment = tree.annotations(node).comment.trim().to_owned();
        let lines = pages.fonts.lines(FontFace::Sans, TEXT, &comment, text_width);
        let tall = height.max(24.0 + 14.0 * lines.len() as f32).min(pages.full_room());
        pages.need(tall);
        let top = pages.y;
        let diagram = Diagram::at(&board, [pages.left(), top], cell);
        diagram.draw_board(pages);
        let position = tree.position(node);
        for file in 0..board.files {
            for rank in 0..board.ranks {
                let at = Point::new(file, rank);
                if let Some(piece) = position.piece_at(at) {
                    diagram.draw_piece(pages, at, piece, drawings);
                }
            }
        }
        // The move beside the board, and below it what is said about it.
        let ply = nodes.iter().position(|&known| known == node).unwrap_or(0) + begins;
        let dots = if ply % 2 == 0 { "." } else { "..." };
        let caption = format!("{}{dots} {}", ply / 2 + 1, move_text(tree, words, node));
        pages.text([text_left, top + 18.0], Align::Left, 12.0, BLACK, &caption);
        for (number, line) in lines.iter().enumerate() {
            let y = top + 38.0 + 14.0 * number as f32;
            pages.text([text_left, y], Align::Left, TEXT, BLACK, line);
        }
        pages.y = top + tall + 14.0;
    }
}
