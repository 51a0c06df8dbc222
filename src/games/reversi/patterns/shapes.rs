//! Shapes of the patterns and their indices.
//!
//! A shape is an ordered set of squares; its instances are its images under the symmetries of the
//! board. The configuration of an instance is indexed in balanced ternary: on square `n` an own
//! disc counts `3^n`, an opponent's `-3^n` and an empty square 0. So changing the side to move
//! negates the index, and a flip changes it by `2 * 3^n`.

/// Squares of the first instance of each shape: a1 is 0, b1 is 1, a2 is 8.
pub(super) const SHAPES: [&[u8]; 12] = [
    // Edge + 2X: an edge with both X-squares.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    // Corner 2x5.
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // Corner 3x3.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // Corner triangle.
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // Edge block: two corners and the 4x2 block between them.
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
    // Horizontals: the second, third and fourth rank.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals of eight, seven, six and five squares.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
];

/// Number of instances of all shapes.
pub(crate) const INSTANCES: usize = 50;

/// Number of index lanes: the instances, padded with zeros to whole SIMD vectors.
pub(super) const LANES: usize = 64;

/// Largest number of squares of a shape.
const MAX_SQUARES: usize = 10;

/// `3^n`.
const POWERS_OF_3: [i16; MAX_SQUARES] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

/// Number of configurations of a shape with this number of squares.
pub(super) const fn configurations(squares: usize) -> usize {
    3usize.pow(squares as u32)
}

/// First row of each shape, and the number of rows of all shapes.
pub(super) const OFFSETS: [usize; SHAPES.len() + 1] = {
    let mut starts = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        starts[shape + 1] = starts[shape] + configurations(SHAPES[shape].len());
        shape += 1;
    }
    starts
};

/// Number of rows of all shapes: one for each configuration.
pub(crate) const PATTERN_ROWS: usize = OFFSETS[SHAPES.len()];

/// Image of a square under one of the eight symmetries.
const fn transform(square: u8, symmetry: u8) -> u8 {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
}

/// Image of a shape under a symmetry, as a set.
const fn transformed_squares(shape: usize, symmetry: u8) -> u64 {
    let squares = SHAPES[shape];
    let (mut set, mut n) = (0u64, 0);
    while n < squares.len() {
        set |= 1 << transform(squares[n], symmetry);
        n += 1;
    }
    set
}

/// Shape and symmetry of each instance, in the order of the lanes.
const INSTANCE_SHAPES: [(usize, u8); INSTANCES] = {
    let mut shapes = [(0, 0); INSTANCES];
    let (mut instance, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < 8 {
            let (mut earlier, mut known) = (0, false);
            while earlier < symmetry {
                known = known
                    || transformed_squares(shape, earlier) == transformed_squares(shape, symmetry);
                earlier += 1;
            }
            if !known {
                shapes[instance] = (shape, symmetry);
                instance += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(instance == INSTANCES);
    shapes
};

/// By instance, the row of the empty configuration, to which the index is added.
pub(crate) const BASE_ROWS: [usize; INSTANCES] = {
    let mut base_rows = [0; INSTANCES];
    let mut instance = 0;
    while instance < INSTANCES {
        let shape = INSTANCE_SHAPES[instance].0;
        base_rows[instance] = OFFSETS[shape] + configurations(SHAPES[shape].len()) / 2;
        instance += 1;
    }
    base_rows
};

/// Rows of a block: indexed by 16 bits, so that the access needs no bounds check.
pub(super) const BLOCK_ROWS: usize = 1 << 16;

/// Block of each shape and its first row there. No shape spans two blocks.
pub(super) const BLOCK_OFFSETS: [(usize, usize); SHAPES.len()] = {
    let mut offsets = [(0, 0); SHAPES.len()];
    let (mut shape, mut block, mut start) = (0, 0, 0);
    while shape < SHAPES.len() {
        let length = configurations(SHAPES[shape].len());
        if start + length > BLOCK_ROWS {
            (block, start) = (block + 1, 0);
        }
        offsets[shape] = (block, start);
        start += length;
        shape += 1;
    }
    offsets
};

/// Number of blocks.
pub(super) const BLOCKS: usize = BLOCK_OFFSETS[SHAPES.len() - 1].0 + 1;

/// Block of each instance.
pub(super) const INSTANCE_BLOCKS: [usize; INSTANCES] = {
    let mut blocks = [0; INSTANCES];
    let mut instance = 0;
    while instance < INSTANCES {
        blocks[instance] = BLOCK_OFFSETS[INSTANCE_SHAPES[instance].0].0;
        instance += 1;
    }
    blocks
};

/// By instance, the row of the empty configuration in its block.
pub(super) static BASE_BLOCK_ROWS: Lanes = {
    let mut base_rows = Lanes([0; LANES]);
    let mut instance = 0;
    while instance < INSTANCES {
        let shape = INSTANCE_SHAPES[instance].0;
        let middle = configurations(SHAPES[shape].len()) / 2;
        base_rows.0[instance] = (BLOCK_OFFSETS[shape].1 + middle) as u16 as i16;
        instance += 1;
    }
    base_rows
};

/// Change of all indices by an own disc on each square.
pub(super) static INDEX_DELTAS: [Lanes; 64] = {
    let mut deltas = [Lanes([0; LANES]); 64];
    let mut instance = 0;
    while instance < INSTANCES {
        let (shape, symmetry) = INSTANCE_SHAPES[instance];
        let mut n = 0;
        while n < SHAPES[shape].len() {
            let square = transform(SHAPES[shape][n], symmetry);
            deltas[square as usize].0[instance] = POWERS_OF_3[n];
            n += 1;
        }
        instance += 1;
    }
    deltas
};

/// One number per instance, padded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lanes(pub [i16; LANES]);

/// By row, the first row with a symmetric configuration of the same shape: both must be equal.
pub(super) fn symmetry_representatives() -> Vec<u32> {
    let mut representatives = Vec::with_capacity(PATTERN_ROWS);
    for (shape, squares) in SHAPES.iter().enumerate() {
        let start = OFFSETS[shape];
        // Permutations of the squares by the symmetries that map the shape to itself.
        let own_squares = transformed_squares(shape, 0);
        let permutations: Vec<Vec<usize>> = (0..8)
            .filter(|&symmetry| transformed_squares(shape, symmetry) == own_squares)
            .map(|symmetry| {
                let position = |square: &u8| {
                    squares.iter().position(|&other| other == transform(*square, symmetry))
                };
                squares.iter().filter_map(position).collect()
            })
            .collect();
        for configuration in 0..configurations(squares.len()) {
            let digits: Vec<usize> =
                (0..squares.len()).map(|n| configuration / POWERS_OF_3[n] as usize % 3).collect();
            let images = permutations.iter().map(|order| {
                digits.iter().zip(order).map(|(digit, &to)| digit * POWERS_OF_3[to] as usize).sum()
            });
            let first: usize = images.min().unwrap_or(configuration);
            representatives.push((start + first) as u32);
        }
    }
    representatives
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_lies_in_patterns_and_representatives_come_first() {
        for (square, deltas) in INDEX_DELTAS.iter().enumerate() {
            assert!(deltas.0.iter().filter(|&&power| power > 0).count() >= 4, "square {square}");
        }
        let representatives = symmetry_representatives();
        assert_eq!(representatives.len(), PATTERN_ROWS);
        for (row, &first) in representatives.iter().enumerate() {
            assert!(first as usize <= row);
            assert_eq!(representatives[first as usize], first);
        }
        let classes = (0..PATTERN_ROWS).filter(|&row| representatives[row] as usize == row).count();
        // Corner 2x5 has no symmetry of its own, the others have one; reflections in a diagonal
        // fix the squares on it.
        let mirrored = 2 * 29646 + 4 * 3321 + 1134 + 378 + 135;
        assert_eq!(classes, 59049 + mirrored + 10206 + 29889);
    }
}
