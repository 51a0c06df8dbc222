//! The 3×3 patterns of MoGo: shapes in which a stone is worth playing whatever
//! else is on the board.

use std::sync::LazyLock;

use crate::games::go::board::{GoBoard, Intersection};

/// Patterns around an empty point, row by row: `X` and `O` are stones of the
/// two sides, `.` is empty, `#` the border; `x` is anything but `X`, `o`
/// anything but `O` (on the board), and `?` anything on the board. Each stands
/// for its rotations and reflections, with either colour to move.
const PATTERNS: [[&[u8; 3]; 3]; 13] = [
    // Hane.
    [b"XOX", b". .", b"???"],
    [b"XO.", b". .", b"?.?"],
    [b"XO?", b"X .", b"x.?"],
    [b".O.", b"X .", b"..."],
    // Cuts.
    [b"XO?", b"O o", b"?o?"],
    [b"XO?", b"O X", b"???"],
    [b"?X?", b"O O", b"ooo"],
    [b"OX?", b"o O", b"???"],
    // At the edge.
    [b"X.?", b"O ?", b"###"],
    [b"OX?", b"X O", b"###"],
    [b"?X?", b"x O", b"###"],
    [b"?XO", b"x x", b"###"],
    [b"?OX", b"X O", b"###"],
];

/// Places of the eight cells around a point, in the order of
/// [`GoBoard::neighbours`] and then [`GoBoard::diagonals`], as row and column of
/// a pattern.
const PLACES: [(usize, usize); 8] =
    [(2, 1), (1, 0), (1, 2), (0, 1), (2, 0), (2, 2), (0, 0), (0, 2)];

/// For each arrangement of the eight cells around a point one bit: whether it
/// is one of the patterns.
static TABLE: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1024]);
    for pattern in PATTERNS {
        for turn in 0..16 {
            let signs = PLACES.map(|(row, column)| {
                let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
                let row = if turn & 2 == 0 { row } else { 2 - row };
                let column = if turn & 4 == 0 { column } else { 2 - column };
                let sign = pattern[row][column];
                if turn & 8 == 0 { sign } else { swap_colours(sign) }
            });
            add_arrangements(&signs, 0, &mut table);
        }
    }
    table
});

const fn swap_colours(sign: u8) -> u8 {
    match sign {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

/// The contents that a sign of a pattern stands for.
const fn contents(sign: u8) -> &'static [Intersection] {
    use Intersection::{Black, Border, Empty, White};
    match sign {
        b'X' => &[Black],
        b'O' => &[White],
        b'x' => &[Empty, White],
        b'o' => &[Empty, Black],
        b'.' => &[Empty],
        b'#' => &[Border],
        _ => &[Empty, Black, White],
    }
}

/// Enters every arrangement that the signs stand for; `index` holds the cells
/// before them.
fn add_arrangements(signs: &[u8], index: usize, table: &mut [u64; 1024]) {
    let Some((&sign, rest)) = signs.split_first() else {
        table[index >> 6] |= 1 << (index & 63);
        return;
    };
    for &content in contents(sign) {
        add_arrangements(rest, index << 2 | content as usize, table);
    }
}

/// True if a stone on this empty cell fits a pattern.
pub fn matches_pattern<const C: usize>(board: &GoBoard<C>, cell: u16) -> bool {
    let around = board.neighbours(cell).into_iter().chain(board.diagonals(cell));
    let index = around.fold(0, |index, near| index << 2 | board.at(near) as usize);
    TABLE[index >> 6] >> (index & 63) & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Point, Side};
    use crate::games::go::board::cell_count;

    /// True if a stone on this point of a 5 by 5 board fits a pattern.
    fn fits(rows: [&str; 5], at: Point) -> bool {
        let mut board = GoBoard::<{ cell_count(5, 5) }>::new(5, 5);
        for (rank, row) in (0..5).rev().zip(rows) {
            for (file, sign) in (0..).zip(row.chars()) {
                let cell = board.cell(Point::new(file, rank)).unwrap();
                match sign {
                    'X' => board.place_stone(cell, Side::First),
                    'O' => board.place_stone(cell, Side::Second),
                    _ => [0, 0],
                };
            }
        }
        matches_pattern(&board, board.cell(at).unwrap())
    }

    #[test]
    fn a_hane_a_cut_and_an_edge_move_are_patterns_in_every_direction() {
        let centre = Point::new(2, 2);
        assert!(fits([".....", ".XO..", ".....", ".....", "....."], centre));
        assert!(fits([".....", ".....", "...X.", "...O.", "....."], centre));
        assert!(fits([".....", ".....", ".O...", ".X...", "....."], centre));
        // A cut.
        assert!(fits([".....", ".XO..", ".O...", ".....", "....."], centre));
        // An extension at the edge, on each of two edges.
        assert!(fits([".....", ".....", ".....", ".XO..", "....."], Point::new(2, 0)));
        assert!(fits([".....", "...X.", "...O.", ".....", "....."], Point::new(4, 2)));
    }

    #[test]
    fn the_open_board_and_a_lone_stone_are_no_patterns() {
        let centre = Point::new(2, 2);
        assert!(!fits(["....."; 5], centre));
        assert!(!fits(["....."; 5], Point::new(0, 0)));
        assert!(!fits([".....", "..X..", ".....", ".....", "....."], centre));
    }
}
