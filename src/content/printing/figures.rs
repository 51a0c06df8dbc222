//! Numbered diagrams: figures of some fifty moves, each with the moves below it that have no
//! place of their own, as books of Go print them.

use std::collections::BTreeMap;

use super::boards::Diagram;
use super::pages::{Align, BLACK, BODY, LINE, Pages};
use super::{Words, comment};
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, Board};
use crate::record::{GameTree, NodeId};

/// Moves of a figure.
const MOVES: usize = 50;

/// Moves that get no figure of their own at the end of a game.
const FEW_MOVES: usize = 25;

/// Size of a square at most, and height and width of a figure at most, in points.
const MAX_CELL: f32 = 26.0;
const MAX_SIZE: f32 = 465.0;

/// Room for the caption, and between the diagram and its baseline.
const CAPTION: f32 = 30.0;
const CAPTION_TOP: f32 = 14.0;

/// Content of one figure: its stones, its moves, and the comments on them.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Figure {
    /// Numbers of the first and the last move; none in a game without moves.
    pub(super) moves: Option<(usize, usize)>,
    /// The stones that no move of it set.
    pub(super) stones: BTreeMap<Point, Side>,
    /// The numbered stones.
    pub(super) numbered: Vec<(Point, Side, usize)>,
    /// Moves without a place of their own, by what is seen there.
    pub(super) elsewhere: Vec<(Elsewhere, Vec<usize>)>,
    /// The comments, by the number of the move.
    pub(super) comments: Vec<(usize, String)>,
}

/// Where a move is that is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// Where the move with this number is.
    At(usize),
    /// Where a stone without a number is.
    On(Point),
    Pass,
}

/// A node of the main line, and the number of its move if it has one.
type Numbered = (NodeId, Option<usize>);

/// The main line with the numbers of its moves. Passes without another choice and
/// decisions are not counted, as on the board.
fn numbered(tree: &GameTree) -> Vec<Numbered> {
    let mut count = 0;
    let nodes = tree.main_line().skip(1).map(|node| {
        let is_move = match (tree.played_at(node), tree.parent(node)) {
            (Some(Move::Place(_)), _) => true,
            (Some(Move::Pass), Some(parent)) => tree.position(parent).legal_moves().len() > 1,
            _ => false,
        };
        count += usize::from(is_move);
        (node, is_move.then_some(count))
    });
    nodes.collect()
}

/// The main line in figures.
pub(super) fn figures(tree: &GameTree) -> Vec<Figure> {
    let nodes = numbered(tree);
    let moves = nodes.iter().filter(|(_, number)| number.is_some()).count();
    let count = (moves.saturating_sub(FEW_MOVES + 1) / MOVES + 1).max(1);
    let mut figures = Vec::new();
    let mut rest = &nodes[..];
    for figure in 1..=count {
        let last = if figure == count { moves } else { figure * MOVES };
        // What has no number belongs to the move before it.
        let end = rest.iter().position(|(_, number)| number.is_some_and(|number| number > last));
        let (part, later) = rest.split_at(end.unwrap_or(rest.len()));
        let before = part.first().and_then(|(node, _)| tree.parent(*node)).unwrap_or(tree.root());
        figures.push(self::figure(tree, tree.position(before), part));
        rest = later;
    }
    if let Some(first) = figures.first_mut() {
        let comment = comment(tree, tree.root());
        if !comment.is_empty() {
            first.comments.insert(0, (0, comment));
        }
    }
    figures
}

/// The stones of a position.
fn stones(position: &AnyPosition) -> BTreeMap<Point, Side> {
    let board = position.board();
    let points = (0..board.files).flat_map(|f| (0..board.ranks).map(move |r| Point::new(f, r)));
    points.filter_map(|at| Some((at, position.piece_at(at)?.side))).collect()
}

fn figure(tree: &GameTree, start: &AnyPosition, nodes: &[Numbered]) -> Figure {
    let numbers = || nodes.iter().filter_map(|(_, number)| *number);
    let mut figure = Figure {
        moves: numbers().next().zip(numbers().next_back()),
        stones: stones(start),
        ..Figure::default()
    };
    let mut places: BTreeMap<Point, usize> = BTreeMap::new();
    let mut last = 0;
    for &(node, number) in nodes {
        last = number.unwrap_or(last);
        let comment = comment(tree, node);
        if !comment.is_empty() {
            figure.comments.push((last, comment));
        }
        let Some(parent) = tree.parent(node) else { continue };
        let (before, after) = (tree.position(parent), tree.position(node));
        match (tree.played_at(node), number) {
            (Some(Move::Place(at)), Some(number)) => match places.get(&at) {
                Some(&known) => figure.add_elsewhere(Elsewhere::At(known), number),
                None if figure.stones.contains_key(&at) => {
                    figure.add_elsewhere(Elsewhere::On(at), number);
                }
                None => {
                    // After a suicide there is no stone to ask.
                    let set = after.piece_at(at).map(|piece| piece.side);
                    places.insert(at, number);
                    figure.numbered.push((at, set.unwrap_or(before.side_to_move()), number));
                }
            },
            (Some(Move::Pass), Some(number)) => figure.add_elsewhere(Elsewhere::Pass, number),
            (Some(Move::Pass), None) => {}
            // Decisions and stones set up by hand change the board without a move on it.
            _ => {
                let known = stones(before);
                let new = stones(after).into_iter();
                let new = new.filter(|(at, _)| !known.contains_key(at) && !places.contains_key(at));
                figure.stones.extend(new);
            }
        }
    }
    figure
}

impl Figure {
    fn add_elsewhere(&mut self, place: Elsewhere, number: usize) {
        match self.elsewhere.iter_mut().find(|(known, _)| *known == place) {
            Some((_, numbers)) => numbers.push(number),
            None => self.elsewhere.push((place, vec![number])),
        }
    }
}

pub(super) fn add(pages: &mut Pages, tree: &GameTree, words: &Words) {
    let board = tree.start().board();
    let most = MAX_SIZE.min(pages.full_room() - CAPTION - LINE);
    let cell = Diagram::cell_for(&board, pages.width().min(MAX_SIZE), most).min(MAX_CELL);
    let [width, height] = Diagram::size(&board, cell);
    for (index, figure) in figures(tree).iter().enumerate() {
        let notes = notes(figure, words, &board);
        let text = LINE * pages.fonts.lines(BODY, &notes, pages.width()).len() as f32;
        pages.need((height + CAPTION + text).min(pages.full_room()));
        let outer = [pages.left() + (pages.width() - width) / 2.0, pages.y];
        let diagram = Diagram::at(&board, outer, cell);
        diagram.draw_board(pages);
        for (&at, &side) in &figure.stones {
            diagram.draw_stone(pages, at, side, "");
        }
        for (at, side, number) in &figure.numbered {
            diagram.draw_stone(pages, *at, *side, &number.to_string());
        }
        pages.y += height + CAPTION_TOP;
        if let Some((from, to)) = figure.moves {
            let facts = [("figure", index + 1), ("from", from), ("to", to)];
            let facts = facts.map(|(name, number)| (name, number.to_string()));
            let caption = words.format("print-figure", &facts);
            let middle = pages.left() + pages.width() / 2.0;
            pages.text([middle, pages.y], Align::Centre, BODY, BLACK, &caption);
        }
        pages.y += CAPTION - CAPTION_TOP - 8.0;
        if !notes.is_empty() {
            pages.centred_paragraph(&notes);
        }
        for (number, comment) in &figure.comments {
            pages.y += 4.0;
            let number = if *number == 0 { String::new() } else { number.to_string() };
            pages.comment(&number, comment);
        }
        pages.y += 18.0;
    }
}

/// The list below a figure, such as "57, 63 at 43".
fn notes(figure: &Figure, words: &Words, board: &Board) -> String {
    let text = |(place, numbers): &(Elsewhere, Vec<usize>)| {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let moves = ("move", numbers.join(&words.get("print-comma")));
        match *place {
            Elsewhere::At(known) => {
                words.format("print-at", &[moves, ("place", known.to_string())])
            }
            Elsewhere::On(point) => {
                words.format("print-at", &[moves, ("place", board.point_name(point))])
            }
            Elsewhere::Pass => words.format("print-pass", &[moves]),
        }
    };
    let all: Vec<String> = figure.elsewhere.iter().map(text).collect();
    all.join(&words.get("print-separator"))
}
