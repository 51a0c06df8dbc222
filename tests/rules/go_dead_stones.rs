//! Go: the dead stones that are proposed when play has ended.

use tianyuan::core::{Point, Side};
use tianyuan::games::go::{GoBoard, MAX_CELLS, dead_stones};

/// A board from its rows, the highest rank first: X and O are living stones, x
/// and o dead ones.
struct EndPosition {
    board: GoBoard<MAX_CELLS>,
    rows: Vec<&'static str>,
}

impl EndPosition {
    fn new(text: &'static str) -> EndPosition {
        let rows: Vec<_> = text.split_whitespace().collect();
        let mut board = GoBoard::new(rows[0].len() as u8, rows.len() as u8);
        for (row, rank) in rows.iter().zip((0..rows.len() as u8).rev()) {
            assert_eq!(row.len(), rows[0].len(), "{row}");
            for (file, sign) in (0..).zip(row.chars()) {
                let side = match sign {
                    'X' | 'x' => Side::First,
                    'O' | 'o' => Side::Second,
                    '.' => continue,
                    _ => panic!("{row}"),
                };
                let cell = board.cell(Point::new(file, rank)).unwrap();
                assert_eq!(board.place_stone(cell, side), [0, 0], "{row}: no liberty");
            }
        }
        board.clear_ko();
        EndPosition { board, rows }
    }

    /// The rows with the proposed stones in small letters.
    fn proposed(&self) -> Vec<String> {
        let dead = dead_stones(&self.board);
        let top = self.rows.len() as u8 - 1;
        let sign = |file: u8, rank: u8, sign: char| {
            let cell = self.board.cell(Point::new(file, rank)).unwrap();
            if dead.contains(cell) { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() }
        };
        let row = |(rank, row): (u8, &&str)| {
            (0..).zip(row.chars()).map(|(file, c)| sign(file, top - rank, c)).collect()
        };
        (0..).zip(&self.rows).map(row).collect()
    }
}

fn check(text: &'static str) {
    let position = EndPosition::new(text);
    let proposed = position.proposed();
    assert_eq!(proposed, position.rows, "\n{}\n", proposed.join("\n"));
}

#[test]
fn invaders_of_a_large_territory_are_dead() {
    check(
        "..X....XO...O
         .X.oo..XXOOO.
         ...XoX..XO.x.
         XX..ooX.XOO..
         ..X.oX.XXXO.O
         ...o...X.XO..
         .X.oooX..XOO.
         ..X..oX.XXO.x
         X..X.X..XOO..
         ..X..oXXXXO.O
         .o.X...o.XO..
         .oX..o.XXXOO.
         ...X....XO...",
    );
}

#[test]
fn dead_chains_of_both_sides_are_found_at_once() {
    check(
        "..XXO..O..O
         ..oXO.xx.O.
         .oX.OO..xOO
         ..XXO.x.O..
         .oo.XO.....
         X.X.XOOO.OO
         ..X.XXXO...
         .o..oXO.xO.
         X.oX.XO....
         ..o..XO.xxO
         .X...XO....",
    );
}

#[test]
fn eyes_that_look_false_keep_a_ring_alive() {
    // Two-headed dragon: each eye has a hostile diagonal point at the edge, but
    // the two chains go around and share both.
    check(
        "XXXXXXXXX
         XOOOOOOOX
         XOO.OOOOX
         XXOOOOOOX
         .XOOOOOX.
         XOOOOOOXX
         XOOOO.OOX
         XOOOOOOOX
         XXXXXXXXX",
    );
}

#[test]
fn a_nakade_kills() {
    // Four stones in a bulky five, three in a pyramid four.
    check(
        "OxOO.xO..
         OxOOxxO..
         OxxxxOO..
         OOOOOO...
         .........
         ....OOO..
         ...OxxxO.
         ..Oxx.xxO
         ..OxOOOxO",
    );
}

#[test]
fn groups_in_seki_stay() {
    // The twelve stones and their neighbours in the corner share two liberties.
    // After a game between programs (CGF tournament, 2003), with the rest of
    // the board replaced.
    check(
        "XOOOOOX.X.
         XO.OXXXXOO
         XXOOOOXXX.
         .XXO..OOXX
         ..XXOOO.OX
         ....XXXOOO
         ......XO..
         ......XO.O
         ......XOO.
         .....XXO.O",
    );
}

#[test]
fn invaders_beside_living_groups_of_both_sides_are_dead() {
    check(
        ".....XO..
         .o...XO..
         ...X.XO.O
         XXXXXXO..
         OOOOOOO.x
         .O...xO..
         OOO.x..O.
         .OOOOOOOO
         .O.O.....",
    );
}
