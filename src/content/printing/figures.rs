//! Numbered diagrams: figures of fifty moves, each with the moves below it that have no
//! place of their own, as books of Go print them.

use std::collections::BTreeMap;

use super::Words;
use super::boards::Diagram;
use super::pages::{Align, BLACK, Pages};
use crate::core::{Move, Point, Side};
use crate::games::AnyPosition;
use crate::record::{GameTree, NodeId};

/// Moves of a figure.
const MOVES: usize = 50;

/// Height of a figure at most, so that two large boards fit on a page.
const MAX_HEIGHT: f32 = 330.0;

/// What one figure shows.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Figure {
    /// Numbers of the first and the last move.
    pub(super) moves: (usize, usize),
    /// The stones at its start that no move of it covers.
    pub(super) stones: Vec<(Point, Side)>,
    /// The numbered stones.
    pub(super) numbered: Vec<(Point, Side, usize)>,
    /// Moves at points that are taken already: its number, and what stands there.
    pub(super) elsewhere: Vec<(usize, Elsewhere)>,
}

/// Where a move is that is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// Where the move with this number is.
    At(usize),
    /// Where a stone stood at the start of the figure.
    On(Point),
    Pass,
}

/// The main line in figures of so many moves.
pub(super) fn figures(tree: &GameTree, length: usize) -> Vec<Figure> {
    let nodes: Vec<NodeId> = tree.main_line().skip(1).collect();
    let mut figures = Vec::new();
    for (index, chunk) in nodes.chunks(length).enumerate() {
        let first = index * length + 1;
        let before = tree.parent(chunk[0]).unwrap_or(chunk[0]);
        figures.push(figure(tree, tree.position(before), chunk, first));
    }
    if figures.is_empty() {
        let stones = stones(tree.start()).into_iter().collect();
        figures.push(Figure { stones, ..Figure::default() });
    }
    figures
}

/// The stones of a position.
fn stones(position: &AnyPosition) -> BTreeMap<Point, Side> {
    let board = position.board();
    let points = (0..board.files).flat_map(|f| (0..board.ranks).map(move |r| Point::new(f, r)));
    points.filter_map(|at| Some((at, position.piece_at(at)?.side))).collect()
}

fn figure(tree: &GameTree, start: &AnyPosition, nodes: &[NodeId], first: usize) -> Figure {
    let standing = stones(start);
    let mut figure = Figure { moves: (first, first + nodes.len() - 1), ..Figure::default() };
    let mut numbers: BTreeMap<Point, usize> = BTreeMap::new();
    for (number, &node) in (first..).zip(nodes) {
        let Some(parent) = tree.parent(node) else { continue };
        let before = tree.position(parent);
        // The piece that a move sets is that of the side to move, unless it says otherwise.
        let (at, side) = match tree.played_at(node) {
            Some(Move::Place(at)) => {
                let set = tree.position(node).piece_at(at).map(|piece| piece.side);
                (at, set.unwrap_or(before.side_to_move()))
            }
            Some(Move::Pass) => {
                figure.elsewhere.push((number, Elsewhere::Pass));
                continue;
            }
            // Decisions and stones set up by hand change the board without a move on it.
            _ => {
                figure.add_set_up(before, tree.position(node), &numbers);
                continue;
            }
        };
        match (numbers.get(&at), standing.contains_key(&at)) {
            (Some(&known), _) => figure.elsewhere.push((number, Elsewhere::At(known))),
            (None, true) => figure.elsewhere.push((number, Elsewhere::On(at))),
            (None, false) => {
                numbers.insert(at, number);
                figure.numbered.push((at, side, number));
            }
        }
    }
    figure.stones.extend(standing);
    figure
}

impl Figure {
    /// Adds stones that came on the board without a move.
    fn add_set_up(
        &mut self,
        before: &AnyPosition,
        after: &AnyPosition,
        numbers: &BTreeMap<Point, usize>,
    ) {
        let known = stones(before);
        let new = stones(after).into_iter();
        let new = new.filter(|(at, _)| !known.contains_key(at) && !numbers.contains_key(at));
        self.stones.extend(new);
    }
}

pub(super) fn add(pages: &mut Pages, tree: &GameTree, words: &Words) {
    let figures = figures(tree, MOVES);
    let board = tree.start().board();
    let cell = Diagram::cell_for(&board, pages.width(), MAX_HEIGHT).min(30.0);
    let [width, height] = Diagram::size(&board, cell);
    for (index, figure) in figures.iter().enumerate() {
        let notes = notes(figure, words, &board);
        let lines = pages.fonts.lines(super::text::FontFace::Sans, 10.0, &notes, pages.width());
        let text = 14.0 * lines.iter().filter(|line| !line.is_empty()).count() as f32;
        pages.need((height + 26.0 + text).min(pages.full_room()));
        let outer = [pages.left() + (pages.width() - width) / 2.0, pages.y];
        let diagram = Diagram::at(&board, outer, cell);
        diagram.draw_board(pages);
        for &(at, side) in &figure.stones {
            diagram.draw_stone(pages, at, side, "");
        }
        for (at, side, number) in &figure.numbered {
            diagram.draw_stone(pages, *at, *side, &number.to_string());
        }
        pages.y += height + 12.0;
        if figure.moves.1 > 0 {
            let (from, to) = figure.moves;
            let facts = [("figure", index + 1), ("from", from), ("to", to)];
            let facts = facts.map(|(name, number)| (name, number.to_string()));
            let caption = words.format("print-figure", &facts);
            let middle = pages.left() + pages.width() / 2.0;
            pages.text([middle, pages.y], Align::Centre, 10.0, BLACK, &caption);
        }
        pages.y += 6.0;
        if !notes.is_empty() {
            pages.paragraph(&notes, pages.left(), pages.width());
        }
        pages.y += 8.0;
    }
}

/// The list below a figure.
fn notes(figure: &Figure, words: &Words, board: &crate::games::Board) -> String {
    let text = |&(number, place): &(usize, Elsewhere)| {
        let at = |place: String| {
            words.format("print-at", &[("move", number.to_string()), ("place", place)])
        };
        match place {
            Elsewhere::At(known) => at(known.to_string()),
            Elsewhere::On(point) => at(board.point_name(point)),
            Elsewhere::Pass => words.format("print-pass", &[("move", number.to_string())]),
        }
    };
    let all: Vec<String> = figure.elsewhere.iter().map(text).collect();
    all.join(&words.get("print-separator"))
}
