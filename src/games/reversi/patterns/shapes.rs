//! Which squares the patterns look at, and how what lies there becomes a
//! number.
//!
//! A pattern is a set of squares in an order; every shape is looked for
//! wherever the symmetries of the board carry it. What lies on its squares is
//! written in balanced ternary: an own disc counts `3^n`, one of the opponent
//! `-3^n`, an empty square nothing, for the square with number `n`. So the
//! same board seen by the other side has the negative number, and a flipped
//! disc changes it by `2 * 3^n`.

/// The squares of each shape at its first place, a1 being 0, b1 being 1 and
/// a2 being 8.
pub(super) const SHAPES: [&[u8]; 12] = [
    // The edge with both squares diagonally inside the corners.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    // The corner and what is beside it, five by two.
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // The corner, three by three.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // The corner, as a triangle.
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // The corners of an edge and the block between them.
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
    // The second, the third and the fourth rank.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals of eight, seven, six and five squares.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
];

/// In how many places of the board the shapes lie, all together.
pub(super) const PLACES: usize = 50;

/// The numbers of all places as they are kept: a few more, so that whole
/// vectors of the processor are filled. The rest stay 0.
pub(super) const LANES: usize = 64;

/// The most squares that a shape has.
const MOST: usize = 10;

/// `3^n`.
const POWERS: [i16; MOST] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

/// How many different contents a shape of so many squares has.
pub(super) const fn contents(squares: usize) -> usize {
    3usize.pow(squares as u32)
}

/// Where the rows of each shape begin in the table, and at the
/// end the length of the table.
pub(super) const STARTS: [usize; SHAPES.len() + 1] = {
    let mut starts = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        starts[shape + 1] = starts[shape] + contents(SHAPES[shape].len());
        shape += 1;
    }
    starts
};

/// The length of the table.
pub(super) const TABLE: usize = STARTS[SHAPES.len()];

/// Where a square comes to lie by one of the eight symmetries.
const fn turned(square: u8, symmetry: u8) -> u8 {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
}

/// The squares of a shape after a symmetry, as a set.
const fn image(shape: usize, symmetry: u8) -> u64 {
    let squares = SHAPES[shape];
    let (mut set, mut n) = (0u64, 0);
    while n < squares.len() {
        set |= 1 << turned(squares[n], symmetry);
        n += 1;
    }
    set
}

/// The shape and the symmetry of every place, in the order of the lanes.
const AT: [(usize, u8); PLACES] = {
    let mut at = [(0, 0); PLACES];
    let (mut place, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < 8 {
            let (mut earlier, mut known) = (0, false);
            while earlier < symmetry {
                known = known || image(shape, earlier) == image(shape, symmetry);
                earlier += 1;
            }
            if !known {
                at[place] = (shape, symmetry);
                place += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(place == PLACES);
    at
};

/// For every place the entry of the table that an empty board has: the number
/// of the place is added to it.
pub(super) const MIDDLES: [usize; PLACES] = {
    let mut middles = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        let shape = AT[place].0;
        middles[place] = STARTS[shape] + contents(SHAPES[shape].len()) / 2;
        place += 1;
    }
    middles
};

/// How many entries a block has: as many as a number of 16 bits tells apart,
/// so that a look into it needs no check.
pub(super) const BLOCK: usize = 1 << 16;

/// The block that each shape lies in, and where it begins there: no shape is
/// divided between two blocks.
pub(super) const LAID: [(usize, usize); SHAPES.len()] = {
    let mut laid = [(0, 0); SHAPES.len()];
    let (mut shape, mut block, mut start) = (0, 0, 0);
    while shape < SHAPES.len() {
        let length = contents(SHAPES[shape].len());
        if start + length > BLOCK {
            (block, start) = (block + 1, 0);
        }
        laid[shape] = (block, start);
        start += length;
        shape += 1;
    }
    laid
};

/// How many blocks there are.
pub(super) const BLOCKS: usize = LAID[SHAPES.len() - 1].0 + 1;

/// The block of every place.
pub(super) const BLOCK_OF: [usize; PLACES] = {
    let mut blocks = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        blocks[place] = LAID[AT[place].0].0;
        place += 1;
    }
    blocks
};

/// For every place the entry of its block that an empty board has.
pub(super) static MIDDLES_OF_BLOCKS: Lanes = {
    let mut middles = Lanes([0; LANES]);
    let mut place = 0;
    while place < PLACES {
        let shape = AT[place].0;
        middles.0[place] = (LAID[shape].1 + contents(SHAPES[shape].len()) / 2) as u16 as i16;
        place += 1;
    }
    middles
};

/// What an own disc on each square adds to the numbers of all places.
pub(super) static ADDED: [Lanes; 64] = {
    let mut added = [Lanes([0; LANES]); 64];
    let mut place = 0;
    while place < PLACES {
        let (shape, symmetry) = AT[place];
        let mut n = 0;
        while n < SHAPES[shape].len() {
            let square = turned(SHAPES[shape][n], symmetry);
            added[square as usize].0[place] = POWERS[n];
            n += 1;
        }
        place += 1;
    }
    added
};

/// One number for each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lanes(pub [i16; LANES]);

/// For every entry of the table the first one that must have the
/// same row, since a symmetry of its shape carries one into the other.
pub(super) fn twins() -> Vec<u32> {
    let mut twins = Vec::with_capacity(TABLE);
    for (shape, squares) in SHAPES.iter().enumerate() {
        let start = STARTS[shape];
        // In which order each symmetry that keeps the set takes its squares.
        let orders: Vec<Vec<usize>> = (0..8)
            .filter(|&symmetry| image(shape, symmetry) == image(shape, 0))
            .map(|symmetry| {
                let place = |square: &u8| {
                    squares.iter().position(|&other| other == turned(*square, symmetry))
                };
                squares.iter().filter_map(place).collect()
            })
            .collect();
        for content in 0..contents(squares.len()) {
            let digits: Vec<usize> =
                (0..squares.len()).map(|n| content / POWERS[n] as usize % 3).collect();
            let carried = orders.iter().map(|order| {
                digits.iter().zip(order).map(|(digit, &to)| digit * POWERS[to] as usize).sum()
            });
            let first: usize = carried.min().unwrap_or(content);
            twins.push((start + first) as u32);
        }
    }
    twins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_lies_in_a_pattern_and_every_entry_has_its_twin() {
        for (square, added) in ADDED.iter().enumerate() {
            assert!(added.0.iter().filter(|&&power| power > 0).count() >= 4, "square {square}");
        }
        let twins = twins();
        assert_eq!(twins.len(), TABLE);
        for (entry, &twin) in twins.iter().enumerate() {
            assert!(twin as usize <= entry);
            assert_eq!(twins[twin as usize], twin);
        }
        let own: usize = (0..TABLE).filter(|&entry| twins[entry] as usize == entry).count();
        // Five by two has no symmetry of its own, the others have one; those
        // through a corner leave the squares of the diagonal where they are.
        let mirrored = 2 * 29646 + 4 * 3321 + 1134 + 378 + 135;
        assert_eq!(own, 59049 + mirrored + 10206 + 29889);
    }
}
