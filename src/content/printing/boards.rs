//! Boards and pieces on a page.

use std::collections::BTreeMap;

use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Group, Node, Options, Paint, Tree};

use super::pages::{Align, BLACK, Grey, Item, Pages, Segment, WHITE};
use super::{PIECES, PrintError};
use crate::content::sets::piece_path;
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Board, BoardPattern, Grid, Piece};
use crate::record::GameTree;

/// Width of the lines of a board.
const LINE: f32 = 0.5;

/// The dark squares of a chequered board.
const DARK: Grey = 205;

/// A board at its place on the page.
pub(super) struct Diagram<'b> {
    pub(super) board: &'b Board,
    /// Upper left corner of the first square, and the size of one.
    pub(super) corner: [f32; 2],
    pub(super) cell: f32,
    /// The files have the numbers by which each side calls them in Chinese notation.
    has_chinese_files: bool,
}

/// Numbers of the files from the right, as the side below calls them.
const CHINESE_NUMBERS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

impl Diagram<'_> {
    /// Room for the coordinates on each side, in cells.
    const EDGE: f32 = 0.7;

    /// The size of a cell on a board with coordinates that is as wide and high as this.
    pub(super) fn cell_for(board: &Board, width: f32, height: f32) -> f32 {
        let across = f32::from(board.files) + 2.0 * Self::EDGE;
        let down = f32::from(board.ranks) + 2.0 * Self::EDGE;
        (width / across).min(height / down)
    }

    /// Width and height of a board with coordinates.
    pub(super) fn size(board: &Board, cell: f32) -> [f32; 2] {
        [board.files, board.ranks].map(|count| (f32::from(count) + 2.0 * Self::EDGE) * cell)
    }

    /// A board whose outer corner, with its coordinates, is here.
    pub(super) fn at(board: &Board, outer: [f32; 2], cell: f32) -> Diagram<'_> {
        let corner = outer.map(|edge| edge + Self::EDGE * cell);
        Diagram { board, corner, cell, has_chinese_files: false }
    }

    /// The same with the coordinates of Chinese notation, if the board has them.
    pub(super) fn with_chinese_files(self, wanted: bool) -> Self {
        let has_chinese_files = wanted && self.board.pattern == BoardPattern::Xiangqi;
        Diagram { has_chinese_files, ..self }
    }

    pub(super) fn centre(&self, at: Point) -> [f32; 2] {
        let row = match self.board.first_rank_on_top {
            true => at.rank,
            false => self.board.ranks - 1 - at.rank,
        };
        let [x, y] = self.corner;
        let half = 0.5 * self.cell;
        [x + f32::from(at.file) * self.cell + half, y + f32::from(row) * self.cell + half]
    }

    /// Squares, lines, star points and coordinates.
    pub(super) fn draw_board(&self, pages: &mut Pages) {
        let (board, cell) = (self.board, self.cell);
        if board.pattern == BoardPattern::Chequered {
            for file in 0..board.files {
                for rank in (0..board.ranks).filter(|rank| (file + rank) % 2 == 0) {
                    let [x, y] = self.centre(Point::new(file, rank));
                    let half = cell / 2.0;
                    pages.add(Item::rectangle([x - half, y - half], [x + half, y + half], DARK));
                }
            }
        }
        let line = |pages: &mut Pages, a: (u8, u8), b: (u8, u8)| {
            let [a, b] = [a, b].map(|(file, rank)| self.centre(Point::new(file, rank)));
            pages.add(Item::line(a, b, LINE));
        };
        let (last_file, last_rank) = (board.files - 1, board.ranks - 1);
        match (board.grid, board.pattern) {
            (Grid::Squares, _) => {
                let [x, y] = self.corner;
                let [right, bottom] =
                    [x + f32::from(board.files) * cell, y + f32::from(board.ranks) * cell];
                for n in 0..=board.files {
                    let at = x + f32::from(n) * cell;
                    pages.add(Item::line([at, y], [at, bottom], LINE));
                }
                for n in 0..=board.ranks {
                    let at = y + f32::from(n) * cell;
                    pages.add(Item::line([x, at], [right, at], LINE));
                }
            }
            (Grid::Intersections, BoardPattern::Xiangqi) => {
                (0..=last_rank).for_each(|rank| line(pages, (0, rank), (last_file, rank)));
                for file in 0..=last_file {
                    let is_edge = file == 0 || file == last_file;
                    if is_edge {
                        line(pages, (file, 0), (file, last_rank));
                    } else {
                        line(pages, (file, 0), (file, 4));
                        line(pages, (file, 5), (file, last_rank));
                    }
                }
                for rank in [0, 7] {
                    line(pages, (3, rank), (5, rank + 2));
                    line(pages, (3, rank + 2), (5, rank));
                }
            }
            (Grid::Intersections, _) => {
                (0..=last_rank).for_each(|rank| line(pages, (0, rank), (last_file, rank)));
                (0..=last_file).for_each(|file| line(pages, (file, 0), (file, last_rank)));
            }
        }
        for &(file, rank) in &board.star_points {
            let [mut x, mut y] = self.centre(Point::new(file, rank.min(last_rank)));
            if board.grid == Grid::Squares {
                // Counted in corners of squares rather than in their middles.
                let down = f32::from(rank);
                x = self.corner[0] + f32::from(file) * cell;
                y = match board.first_rank_on_top {
                    true => self.corner[1] + down * cell,
                    false => self.corner[1] + (f32::from(board.ranks) - down) * cell,
                };
            }
            pages.add(Item::disc([x, y], (0.12 * cell).max(1.0), BLACK, None));
        }
        self.draw_coordinates(pages);
    }

    fn draw_coordinates(&self, pages: &mut Pages) {
        let (board, cell) = (self.board, self.cell);
        let size = (0.4 * cell).clamp(5.0, 9.0);
        let [x, y] = self.corner;
        let (right, bottom) =
            (x + f32::from(board.files) * cell, y + f32::from(board.ranks) * cell);
        let below = 0.35 * size;
        for file in 0..board.files {
            let name = board.file_name(file).to_string();
            let number = (file + 1).to_string();
            let from_right = CHINESE_NUMBERS.iter().rev().nth(usize::from(file));
            let [above_name, below_name] = match from_right {
                Some(chinese) if self.has_chinese_files => [&*number, *chinese],
                _ => [&*name; 2],
            };
            let at = self.centre(Point::new(file, 0))[0];
            for (edge, name) in [(y - 0.3 * cell, above_name), (bottom + 0.3 * cell, below_name)] {
                pages.text([at, edge + below], Align::Centre, size, BLACK, name);
            }
        }
        if self.has_chinese_files {
            return;
        }
        for rank in 0..board.ranks {
            let at = self.centre(Point::new(0, rank))[1] + below;
            for edge in [x - 0.35 * cell, right + 0.35 * cell] {
                pages.text([edge, at], Align::Centre, size, BLACK, &board.rank_name(rank));
            }
        }
    }

    /// A stone or disc, with a text on it.
    pub(super) fn draw_stone(&self, pages: &mut Pages, at: Point, side: Side, text: &str) {
        let centre = self.centre(at);
        pages.add(stone(centre, 0.94 * self.cell, side));
        let part = match text.len() {
            0 => return,
            1 | 2 => 0.54,
            _ => 0.43,
        };
        let ink = if side == Side::First { WHITE } else { BLACK };
        let size = part * self.cell;
        pages.text([centre[0], centre[1] + 0.36 * size], Align::Centre, size, ink, text);
    }

    /// The pieces of a position.
    pub(super) fn draw_pieces(
        &self,
        pages: &mut Pages,
        position: &AnyPosition,
        drawings: &PieceDrawings,
    ) {
        for file in 0..self.board.files {
            for rank in 0..self.board.ranks {
                let at = Point::new(file, rank);
                if let Some(piece) = position.piece_at(at) {
                    let items = drawings.items(piece, self.centre(at), 0.94 * self.cell);
                    items.into_iter().for_each(|item| pages.add(item));
                }
            }
        }
    }
}

/// A stone around a middle.
pub(super) fn stone(centre: [f32; 2], diameter: f32, side: Side) -> Item {
    let fill = if side == Side::First { BLACK } else { WHITE };
    Item::disc(centre, diameter / 2.0, fill, Some(0.6))
}

/// A path of a drawing in a square of size 1.
type DrawnPath = (Vec<Segment>, Option<Grey>, Option<(Grey, f32)>);

/// The drawings of the pieces of a game, by kind and side.
pub(super) struct PieceDrawings(BTreeMap<(u8, usize), Vec<DrawnPath>>);

impl PieceDrawings {
    pub(super) fn new(
        tree: &GameTree,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<PieceDrawings, PrintError> {
        let mut drawings = BTreeMap::new();
        for (kind, name) in (0..).zip(tree.start().piece_names()) {
            for (side, side_name) in tree.game().side_names().iter().enumerate() {
                let path = piece_path(PIECES, name, side_name);
                let svg =
                    files.get(&path).and_then(|svg| Tree::from_data(svg, &Options::default()).ok());
                let svg = svg.ok_or(PrintError::Asset(path))?;
                let mut paths = Vec::new();
                collect(svg.root(), svg.size().width().max(svg.size().height()), &mut paths);
                drawings.insert((kind, side), paths);
            }
        }
        Ok(PieceDrawings(drawings))
    }
}

impl PieceDrawings {
    /// A piece around a middle.
    pub(super) fn items(&self, piece: Piece, centre: [f32; 2], size: f32) -> Vec<Item> {
        let drawing = self.0.get(&(piece.kind, piece.side.index()));
        let [x, y] = centre.map(|middle| middle - size / 2.0);
        let place = |[a, b]: [f32; 2]| [x + a * size, y + b * size];
        let items = drawing.into_iter().flatten().map(|(segments, fill, stroke)| {
            let segments = segments.iter().map(|segment| match *segment {
                Segment::Move(to) => Segment::Move(place(to)),
                Segment::Line(to) => Segment::Line(place(to)),
                Segment::Quad(a, to) => Segment::Quad(place(a), place(to)),
                Segment::Cubic(a, b, to) => Segment::Cubic(place(a), place(b), place(to)),
                Segment::Close => Segment::Close,
            });
            let stroke = stroke.map(|(grey, width)| (grey, width * size));
            Item::Path { segments: segments.collect(), fill: *fill, stroke }
        });
        items.collect()
    }
}

/// The paths of a group, each point divided by the size of the drawing.
fn collect(group: &Group, size: f32, paths: &mut Vec<DrawnPath>) {
    let grey = |paint: &Paint| match paint {
        Paint::Color(colour) => {
            let [r, g, b] = [colour.red, colour.green, colour.blue].map(f32::from);
            // How bright the eye finds it (ITU-R BT.601).
            (0.299 * r + 0.587 * g + 0.114 * b).round() as Grey
        }
        _ => WHITE,
    };
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, size, paths),
            Node::Path(path) if path.is_visible() => {
                let transform = path.abs_transform();
                let Some(data) = path.data().clone().transform(transform) else { continue };
                let at = |p: resvg::tiny_skia::Point| [p.x / size, p.y / size];
                let segments = data.segments().map(|segment| match segment {
                    PathSegment::MoveTo(to) => Segment::Move(at(to)),
                    PathSegment::LineTo(to) => Segment::Line(at(to)),
                    PathSegment::QuadTo(a, to) => Segment::Quad(at(a), at(to)),
                    PathSegment::CubicTo(a, b, to) => Segment::Cubic(at(a), at(b), at(to)),
                    PathSegment::Close => Segment::Close,
                });
                let scale = transform.get_scale().0 / size;
                let stroke = path.stroke();
                let stroke = stroke.map(|line| (grey(line.paint()), line.width().get() * scale));
                let fill = path.fill().map(|fill| grey(fill.paint()));
                paths.push((segments.collect(), fill, stroke));
            }
            Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
        }
    }
}
