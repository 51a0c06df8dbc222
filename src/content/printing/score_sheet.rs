//! Score sheets: the moves in columns, and diagrams of the positions that are commented on.

use super::boards::{Diagram, PieceDrawings};
use super::pages::{Align, BLACK, BODY, GREY, Item, LINE, Pages};
use super::{Words, comment};
use crate::record::{GameTree, NodeId};

/// Columns of moves on a page.
const COLUMNS: usize = 2;

/// Height of a row.
const ROW: f32 = 15.5;

/// Diagrams at most; what is said about later moves has none.
const MAX_DIAGRAMS: usize = 12;

/// Width of a diagram at most, with the comment beside it, and the size of its squares.
const DIAGRAM_WIDTH: f32 = 205.0;
const MAX_CELL: f32 = 30.0;

/// Size of the move beside a diagram, and its height with the space below it.
const MOVE: f32 = 12.0;
const CAPTION: f32 = 30.0;

pub(super) fn add(pages: &mut Pages, tree: &GameTree, words: &Words, drawings: &PieceDrawings) {
    // Notes and setups are no moves.
    let is_move = |node: &NodeId| tree.played_at(*node).is_some();
    let nodes: Vec<NodeId> = tree.main_line().skip(1).filter(is_move).collect();
    let rows = rows(tree, words, &nodes);
    columns(pages, tree, words, &rows);
    diagrams(pages, tree, words, drawings, &nodes);
}

/// The text of a move with its signs.
fn move_text(tree: &GameTree, words: &Words, node: NodeId) -> String {
    let text = tree.move_text_in(node, &words.notation).or_else(|| tree.action_text(node));
    let glyphs = tree.annotations(node).glyphs.iter().filter(|glyph| glyph.is_move_assessment());
    let signs: String = glyphs.map(|glyph| glyph.symbol()).collect();
    format!("{}{signs}", text.unwrap_or_default())
}

/// Number and the moves of both sides, a row each. A game that the second side begins
/// leaves the first place free.
fn rows(tree: &GameTree, words: &Words, nodes: &[NodeId]) -> Vec<[String; 3]> {
    let begins = tree.start().side_to_move().index();
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (ply, &node) in (begins..).zip(nodes) {
        if ply.is_multiple_of(2) || rows.is_empty() {
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
                pages.text([*place, base(0)], Align::Left, BODY, GREY, side);
            }
            let line = top + ROW;
            pages.add(Item::line([left, line], [left + width, line], 0.7));
            for (row, texts) in part.iter().enumerate() {
                let y = base(row + 1);
                pages.text([places[0], y], Align::Right, BODY, GREY, &texts[0]);
                for (place, text) in places[1..].iter().zip(&texts[1..]) {
                    pages.text([*place, y], Align::Left, BODY, BLACK, text);
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

/// The positions to show: the start where it is an unusual one or is commented on, and
/// those with comments; the last one where there is nothing else.
fn chosen(tree: &GameTree, nodes: &[NodeId]) -> Vec<NodeId> {
    let commented = |node: &NodeId| !comment(tree, *node).is_empty();
    let root = Some(tree.root()).filter(|root| tree.start_text().is_some() || commented(root));
    let line = nodes.iter().copied().filter(commented);
    let mut found: Vec<NodeId> = root.into_iter().chain(line).collect();
    if found.iter().all(|&node| node == tree.root()) {
        found.extend(nodes.last());
    }
    found
}

fn diagrams(
    pages: &mut Pages,
    tree: &GameTree,
    words: &Words,
    drawings: &PieceDrawings,
    nodes: &[NodeId],
) {
    let board = tree.start().board();
    let cell = Diagram::cell_for(&board, DIAGRAM_WIDTH, 2.0 * DIAGRAM_WIDTH).min(MAX_CELL);
    let [width, height] = Diagram::size(&board, cell);
    let begins = tree.start().side_to_move().index();
    let text_left = pages.left() + width + 18.0;
    let text_width = pages.width() - width - 18.0;
    for (number, node) in chosen(tree, nodes).into_iter().enumerate() {
        let comment = &*comment(tree, node);
        let lines = pages.fonts.lines(BODY, comment, text_width);
        // What does not fit beside the board goes on below it.
        let beside = (((height - CAPTION) / LINE) as usize).min(lines.len());
        let below = lines.get(beside).map_or("", |line| {
            let start = line.as_ptr() as usize - comment.as_ptr() as usize;
            comment[start..].trim_start()
        });
        let has_diagram = number < MAX_DIAGRAMS;
        let caption = match nodes.iter().position(|&known| known == node) {
            Some(index) => {
                let ply = index + begins;
                let dots = if ply.is_multiple_of(2) { "." } else { "..." };
                format!("{}{dots} {}", ply / 2 + 1, move_text(tree, words, node))
            }
            None => words.get("picture-start"),
        };
        pages.need(if has_diagram { height } else { CAPTION + LINE });
        let top = pages.y;
        if !has_diagram {
            pages.text([pages.left(), top + 12.0], Align::Left, MOVE, BLACK, &caption);
            pages.y = top + 18.0;
            pages.paragraph(comment, pages.left(), pages.width());
            pages.y += 10.0;
            continue;
        }
        let diagram = Diagram::at(&board, [pages.left(), top], cell)
            .with_chinese_files(words.notation == "chinese");
        diagram.draw_board(pages);
        diagram.draw_pieces(pages, tree.position(node), drawings);
        // The move beside the board, and below it what is said about it.
        pages.text([text_left, top + 18.0], Align::Left, MOVE, BLACK, &caption);
        for (number, line) in lines[..beside].iter().enumerate() {
            let y = top + CAPTION + BODY + LINE * number as f32 - 2.0;
            pages.text([text_left, y], Align::Left, BODY, BLACK, line);
        }
        pages.y = top + height + 4.0;
        if !below.is_empty() {
            pages.paragraph(below, pages.left(), pages.width());
        }
        pages.y += 12.0;
    }
}
