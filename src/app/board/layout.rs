//! Geometry of the board in the window. All lengths are logical pixels; y grows
//! downwards.

use bevy::math::{Rect, Vec2};

use crate::core::Point;
use crate::games::{Board, BoardPattern, Grid};

/// Greatest width of the frame with coordinates: in cells, and as part of the shorter
/// side of the area.
const FRAME_WIDTH: (f32, f32) = (0.55, 0.036);

/// Greatest width of the frame without coordinates, in the same units.
const BARE_FRAME_WIDTH: (f32, f32) = (0.28, 0.02);

/// Width, in logical pixels, up to which the part of the area does not count: coordinates
/// should be readable on a phone.
const NARROW_FRAME: f32 = 14.0;

/// Board size, in cells, from which on the frame has its full width.
const FULL_FRAME_SIDE: f32 = 8.0;

/// Distance of the corner marks of a Xiangqi board from the lines, and their length, in cells.
const MARK_DISTANCE: f32 = 0.09;
const MARK_LENGTH: f32 = 0.17;

/// Font size of coordinates, in frame widths.
const LABEL_SIZE: f32 = 0.66;

/// Greatest width of the frame of a board on a card: in cells, and as part of the shorter side
/// of the area.
const CARD_FRAME_WIDTH: (f32, f32) = (0.18, 0.025);

/// A board laid out in the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The board that is laid out.
    pub board: Board,
    /// The whole board with its frame.
    pub outer: Rect,
    /// The playing surface inside the frame.
    pub surface: Rect,
    /// Size of a cell: the distance between neighbouring points.
    pub cell: f32,
    /// True if the board is rotated by 180 degrees, for the second side.
    pub flipped: bool,
    /// True if the frame has room for coordinates.
    pub coordinates: bool,
}

impl Layout {
    /// Lays out a board as large as fits into `area`, centred.
    pub fn new(board: Board, area: Rect, flipped: bool, coordinates: bool) -> Layout {
        let size = Vec2::new(f32::from(board.files), f32::from(board.ranks));
        // The large cells of a small board would make a coarse frame.
        let slimness = (size.max_element() / FULL_FRAME_SIDE).clamp(0.35, 1.0);
        let (cells, part) = if coordinates { FRAME_WIDTH } else { BARE_FRAME_WIDTH };
        let widest = (part * area.size().min_element()).max(NARROW_FRAME);
        let fitting = |area: Vec2, size: Vec2| (area / size).min_element().max(1.0).floor();
        // Either limit of the width holds, so that the larger cell is the right one.
        let cell = fitting(area.size(), size + Vec2::splat(2.0 * cells * slimness))
            .max(fitting(area.size() - Vec2::splat(2.0 * widest), size));
        let frame = (cells * slimness * cell).min(widest);
        let surface = Rect::from_center_size(area.center().round(), size * cell);
        Layout { board, outer: surface.inflate(frame), surface, cell, flipped, coordinates }
    }

    /// Lays out a board without coordinates, its surface as large as fits into `area`: the
    /// narrow frame lies around it.
    pub fn on_card(board: Board, area: Rect) -> Layout {
        let size = Vec2::new(f32::from(board.files), f32::from(board.ranks));
        let cell = (area.size() / size).min_element();
        let surface = Rect::from_center_size(area.center(), size * cell);
        let (cells, part) = CARD_FRAME_WIDTH;
        let outer = surface.inflate((cells * cell).min(part * area.size().min_element()));
        Layout { board, outer, surface, cell, flipped: false, coordinates: false }
    }

    /// The same board `scale` times as large and then moved by `shift`.
    pub fn transformed(&self, scale: f32, shift: Vec2) -> Layout {
        let map =
            |rect: Rect| Rect::from_corners(rect.min * scale + shift, rect.max * scale + shift);
        Layout {
            outer: map(self.outer),
            surface: map(self.surface),
            cell: self.cell * scale,
            ..self.clone()
        }
    }

    /// Every point, file by file.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (files, ranks) = (self.board.files, self.board.ranks);
        (0..files).flat_map(move |file| (0..ranks).map(move |rank| Point::new(file, rank)))
    }

    /// Returns true if this point is on the board.
    pub fn contains(&self, point: Point) -> bool {
        point.file < self.board.files && point.rank < self.board.ranks
    }

    /// The centre of a point.
    pub fn centre_of(&self, point: Point) -> Vec2 {
        let (column, row) = self.map_cell(
            i32::from(point.file),
            if self.board.first_rank_on_top {
                i32::from(point.rank)
            } else {
                i32::from(self.board.ranks) - 1 - i32::from(point.rank)
            },
        );
        self.surface.min + (Vec2::new(column as f32, row as f32) + 0.5) * self.cell
    }

    /// The point at a position on the playing surface; `None` outside.
    pub fn point_at(&self, place: Vec2) -> Option<Point> {
        if !self.surface.contains(place) {
            return None;
        }
        let cell = ((place - self.surface.min) / self.cell).floor();
        let (column, row) = self.map_cell(cell.x as i32, cell.y as i32);
        let on_board = |n: i32, count: u8| u8::try_from(n).ok().filter(|&n| n < count);
        let row = on_board(row, self.board.ranks)?;
        let rank = if self.board.first_rank_on_top { row } else { self.board.ranks - 1 - row };
        Some(Point::new(on_board(column, self.board.files)?, rank))
    }

    /// End points of every grid line.
    pub fn grid_lines(&self) -> Vec<(Vec2, Vec2)> {
        if self.board.pattern == BoardPattern::Xiangqi {
            return self.xiangqi_grid_lines();
        }
        let (inset, more) = match self.board.grid {
            Grid::Squares => (0.0, 1),
            Grid::Intersections => (0.5, 0),
        };
        let min = self.surface.min + inset * self.cell;
        let max = self.surface.max - inset * self.cell;
        let upright = (0..self.board.files + more).map(|n| {
            let x = min.x + f32::from(n) * self.cell;
            (Vec2::new(x, min.y), Vec2::new(x, max.y))
        });
        let level = (0..self.board.ranks + more).map(|n| {
            let y = min.y + f32::from(n) * self.cell;
            (Vec2::new(min.x, y), Vec2::new(max.x, y))
        });
        upright.chain(level).collect()
    }

    /// Grid lines of a Xiangqi board: the inner files stop at the river, and each
    /// palace has its diagonals.
    fn xiangqi_grid_lines(&self) -> Vec<(Vec2, Vec2)> {
        let line = |a: (u8, u8), b: (u8, u8)| {
            (self.centre_of(Point::new(a.0, a.1)), self.centre_of(Point::new(b.0, b.1)))
        };
        let mut lines: Vec<_> = (0..10).map(|rank| line((0, rank), (8, rank))).collect();
        lines.extend([0, 8].map(|file| line((file, 0), (file, 9))));
        for file in 1..8 {
            lines.extend([line((file, 0), (file, 4)), line((file, 5), (file, 9))]);
        }
        for rank in [0, 7] {
            lines.extend([line((3, rank), (5, rank + 2)), line((3, rank + 2), (5, rank))]);
        }
        lines
    }

    /// The marks on the points of cannons and soldiers of a Xiangqi board: corners beside the
    /// crossing of the lines, each as two lines.
    pub fn corner_marks(&self) -> Vec<(Vec2, Vec2)> {
        if self.board.pattern != BoardPattern::Xiangqi {
            return Vec::new();
        }
        let cannons = [1, 7].into_iter().flat_map(|file| [2, 7].map(|rank| (file, rank)));
        let soldiers = (0..9).step_by(2).flat_map(|file| [3, 6].map(|rank| (file, rank)));
        let mut lines = Vec::new();
        for (file, rank) in cannons.chain(soldiers) {
            let centre = self.centre_of(Point::new(file, rank));
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                let corner = centre + Vec2::new(x, y) * self.cell * MARK_DISTANCE;
                if corner.x < self.surface.min.x + self.cell / 2.0
                    || corner.x > self.surface.max.x - self.cell / 2.0
                {
                    continue;
                }
                let arm = self.cell * MARK_LENGTH;
                lines.push((corner, corner + Vec2::new(x * arm, 0.0)));
                lines.push((corner, corner + Vec2::new(0.0, y * arm)));
            }
        }
        lines
    }

    /// Centres of the text on the two halves of the river of a Xiangqi board, left and
    /// right as seen on the screen.
    pub fn river(&self) -> Option<[Vec2; 2]> {
        (self.board.pattern == BoardPattern::Xiangqi).then(|| {
            let from_middle = Vec2::new(2.0 * self.cell, 0.0);
            [self.surface.center() - from_middle, self.surface.center() + from_middle]
        })
    }

    /// Returns true if the pieces are discs or stones, which cast a round shadow.
    pub fn has_round_pieces(&self) -> bool {
        self.board.pattern != BoardPattern::Chequered && self.board.surface != "paper"
    }

    /// The dark squares of a chequered board.
    pub fn dark_squares(&self) -> Vec<Rect> {
        if self.board.pattern != BoardPattern::Chequered {
            return Vec::new();
        }
        self.points()
            .filter(|point| (point.file + point.rank) % 2 == 0)
            .map(|point| Rect::from_center_size(self.centre_of(point), Vec2::splat(self.cell)))
            .collect()
    }

    /// Centres of the dots (star points).
    pub fn dots(&self) -> impl Iterator<Item = Vec2> + '_ {
        let inset = match self.board.grid {
            Grid::Squares => 0.0,
            Grid::Intersections => 0.5,
        };
        self.board.star_points.iter().map(move |&(file, rank)| {
            let min = self.surface.min + inset * self.cell;
            min + Vec2::new(f32::from(file), f32::from(rank)) * self.cell
        })
    }

    /// The coordinate labels with their centres, and their font size; no labels if the
    /// frame has no room for them.
    pub fn coordinate_labels(&self) -> (f32, Vec<(Vec2, String)>) {
        let size = (self.surface.min.x - self.outer.min.x) * LABEL_SIZE;
        let mut names = Vec::new();
        if !self.coordinates {
            return (size, names);
        }
        let between = |edge: f32, surface: f32| (edge + surface) / 2.0;
        for file in 0..self.board.files {
            let x = self.centre_of(Point::new(file, 0)).x;
            let name = self.board.file_name(file).to_string();
            let [top, bottom] =
                [(self.outer.min, self.surface.min), (self.outer.max, self.surface.max)]
                    .map(|(edge, surface)| Vec2::new(x, between(edge.y, surface.y)));
            names.extend([(top, name.clone()), (bottom, name)]);
        }
        for rank in 0..self.board.ranks {
            let y = self.centre_of(Point::new(0, rank)).y;
            let name = self.board.rank_name(rank);
            let [left, right] =
                [(self.outer.min, self.surface.min), (self.outer.max, self.surface.max)]
                    .map(|(edge, surface)| Vec2::new(between(edge.x, surface.x), y));
            names.extend([(left, name.clone()), (right, name)]);
        }
        (size, names)
    }

    /// The point reached from `from` by steps in screen directions, kept on the board.
    pub fn step(&self, from: Point, right: i32, down: i32) -> Point {
        let turn = if self.flipped { -1 } else { 1 };
        let up = if self.board.first_rank_on_top { 1 } else { -1 };
        let shift =
            |at: u8, by: i32, count: u8| (i32::from(at) + by).clamp(0, i32::from(count) - 1) as u8;
        Point::new(
            shift(from.file, right * turn, self.board.files),
            shift(from.rank, down * turn * up, self.board.ranks),
        )
    }

    fn map_cell(&self, column: i32, row: i32) -> (i32, i32) {
        if self.flipped {
            (i32::from(self.board.files) - 1 - column, i32::from(self.board.ranks) - 1 - row)
        } else {
            (column, row)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(files: u8, ranks: u8, first_rank_on_top: bool) -> Board {
        Board {
            files,
            ranks,
            grid: Grid::Squares,
            first_rank_on_top,
            star_points: Vec::new(),
            surface: "felt",
            pattern: BoardPattern::Plain,
            skips_i: false,
            first_rank_number: 1,
        }
    }

    #[test]
    fn every_point_is_found_where_it_lies() {
        let area = Rect::new(10.0, 20.0, 350.0, 600.0);
        for (on_top, flipped) in [(true, false), (true, true), (false, false), (false, true)] {
            let layout = Layout::new(board(9, 10, on_top), area, flipped, true);
            assert!(area.contains(layout.outer.min) && area.contains(layout.outer.max));
            for file in 0..9 {
                for rank in 0..10 {
                    let point = Point::new(file, rank);
                    assert_eq!(layout.point_at(layout.centre_of(point)), Some(point));
                }
            }
        }
    }

    #[test]
    fn the_cursor_goes_where_the_arrow_points_however_the_board_lies() {
        let area = Rect::new(0.0, 0.0, 500.0, 500.0);
        for (on_top, flipped) in [(true, false), (true, true), (false, false), (false, true)] {
            let layout = Layout::new(board(8, 8, on_top), area, flipped, false);
            let from = Point::new(3, 3);
            let moved = layout.centre_of(layout.step(from, 1, 0)) - layout.centre_of(from);
            assert_eq!(moved, Vec2::new(layout.cell, 0.0));
            let moved = layout.centre_of(layout.step(from, 0, 1)) - layout.centre_of(from);
            assert_eq!(moved, Vec2::new(0.0, layout.cell));
        }
    }

    #[test]
    fn off_the_surface_there_is_no_point() {
        let layout = Layout::new(board(8, 8, true), Rect::new(0.0, 0.0, 400.0, 400.0), false, true);
        assert_eq!(layout.point_at(Vec2::new(2.0, 2.0)), None);
        assert_eq!(layout.point_at(layout.surface.max + 1.0), None);
    }
}
