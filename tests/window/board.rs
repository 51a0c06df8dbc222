//! The board as a screenshot shows it.

use tianyuan::core::{Point, Side};
use tianyuan::games::AnyPosition;

use super::display::{Display, HEIGHT, Picture, Pixel, wait_for};

/// A kind of board, told apart by its colours in the theme "wood".
#[derive(Debug)]
pub struct Kind {
    /// True for the colour that reaches every edge of the playing surface.
    is_surface: fn(Pixel) -> bool,
    /// The owner of a piece of this colour; none for the colour of the board.
    owner: fn(Pixel) -> Option<Side>,
    /// Where a piece shows its colour and no marker is drawn, in cells from the
    /// left and the top of its square.
    sample: (f32, f32),
    /// True if the first rank is drawn on top.
    first_rank_on_top: bool,
}

/// Black and white discs on green felt.
pub const REVERSI: Kind = Kind {
    is_surface: |[r, g, b]| g > r.saturating_add(30) && g > b.saturating_add(15),
    owner: |[r, g, b]| match brightness([r, g, b]) {
        bright if bright > 190 => Some(Side::Second),
        dark if dark < 60 && g < r.saturating_add(12) => Some(Side::First),
        _ => None,
    },
    sample: (0.36, 0.68),
    first_rank_on_top: true,
};

/// Chessmen on maple; the dark squares reach every edge.
pub const CHESS: Kind = Kind {
    is_surface: |pixel| {
        let near = |a: u8, b: u8| a.abs_diff(b) < 28;
        pixel.into_iter().zip([0xA9, 0x76, 0x4B]).all(|(a, b)| near(a, b))
    },
    owner: |[r, g, b]| match brightness([r, g, b]) {
        bright if bright > 170 && r < b.saturating_add(40) => Some(Side::First),
        dark if dark < 90 => Some(Side::Second),
        _ => None,
    },
    sample: (0.5, 0.64),
    first_rank_on_top: false,
};

fn brightness(pixel: Pixel) -> u32 {
    pixel.map(u32::from).iter().sum::<u32>() / 3
}

/// True if a board of this kind is visible.
pub fn is_visible(picture: &Picture, kind: &Kind) -> bool {
    picture.pixels().filter(|&pixel| (kind.is_surface)(pixel)).count() > 1000
}

/// Pixels between two boards, at least; lines and discs interrupt a surface by fewer.
const LEAST_GAP: u32 = 24;

/// A board of eight by eight squares on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    kind: &'static Kind,
    left: u32,
    top: u32,
    edge: u32,
}

impl Board {
    /// The board whose surface is in the picture, of any size; the lowest if the daily puzzle above
    /// the games shows one of the same game.
    pub fn of(picture: &Picture, kind: &'static Kind) -> Option<Board> {
        // More than the discs on chips and the edges of a notice.
        let covers = |count: usize| count > 40;
        let on_surface = |x, y| (kind.is_surface)(picture.at(x, y));
        let row = |y: &u32| covers((0..picture.width).filter(|&x| on_surface(x, *y)).count());
        let bottom = (0..picture.height).rev().find(row)?;
        // The surface is interrupted by lines and discs, boards are further apart.
        let rows = (0..bottom).rev().filter(row);
        let top = rows.fold(bottom, |top, y| if top - y < LEAST_GAP { y } else { top });
        let column = |x: &u32| covers((top..=bottom).filter(|&y| on_surface(*x, y)).count());
        let (left, right) =
            ((0..picture.width).find(column)?, (0..picture.width).rev().find(column)?);
        let (breadth, height) = (right - left, bottom - top);
        (breadth > 60 && breadth.abs_diff(height) < 8).then_some(Board {
            kind,
            left,
            top,
            edge: breadth,
        })
    }

    /// Waits for the board of a game, which takes most of the window.
    pub fn find(display: &Display, kind: &'static Kind) -> Board {
        wait_for("the board", || {
            Board::of(&display.look(), kind).filter(|board| board.edge > HEIGHT * 2 / 3)
        })
    }

    /// True for the board of the page for a new game: larger than that of a card, and smaller
    /// than that of a game.
    pub fn is_preview(self) -> bool {
        (HEIGHT / 3..=HEIGHT * 2 / 3).contains(&self.edge)
    }

    /// The middle of the board.
    pub fn middle(self) -> (u32, u32) {
        (self.left + self.edge / 2, self.top + self.edge / 2)
    }

    /// Pixel at a fraction of a square's edges.
    fn place(self, at: Point, right: f32, down: f32) -> (u32, u32) {
        let cell = self.edge as f32 / 8.0;
        let place = |start: u32, n: u8, part: f32| start + ((f32::from(n) + part) * cell) as u32;
        let row = if self.kind.first_rank_on_top { at.rank } else { 7 - at.rank };
        (place(self.left, at.file, right), place(self.top, row, down))
    }

    /// The centre of a square.
    pub fn centre(self, at: Point) -> (u32, u32) {
        self.place(at, 0.5, 0.5)
    }

    /// The owner of the piece on a square.
    fn piece(self, picture: &Picture, at: Point) -> Option<Side> {
        let (right, down) = self.kind.sample;
        let (x, y) = self.place(at, right, down);
        (self.kind.owner)(picture.at(x, y))
    }

    /// Waits until the screen shows exactly this position.
    pub fn shows(self, display: &Display, position: &AnyPosition) -> Picture {
        let squares = || (0..8).flat_map(|file| (0..8).map(move |rank| Point::new(file, rank)));
        wait_for(&format!("the board to show {}", position.text()), || {
            let picture = display.look();
            let same = squares().all(|at| {
                self.piece(&picture, at) == position.piece_at(at).map(|piece| piece.side)
            });
            same.then_some(picture)
        })
    }
}
