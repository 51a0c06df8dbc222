//! Shapes of stones that leave their captor one eye (nakade).

use crate::games::go::board::GoBoard;

/// Largest such shape: the rabbity six.
pub const MAX_NAKADE: usize = 6;

/// True if connected stones of this shape leave the side that takes them one
/// eye at most, when the opponent then takes the vital point. Stones may be
/// given twice.
pub fn leaves_one_eye<const C: usize>(
    board: &GoBoard<C>,
    stones: impl Iterator<Item = u16>,
) -> bool {
    let (mut shape, mut len) = ([0; MAX_NAKADE], 0);
    for stone in stones {
        if shape[..len].contains(&stone) {
            continue;
        }
        if len == MAX_NAKADE {
            return false;
        }
        shape[len] = stone;
        len += 1;
    }
    let shape = &shape[..len];
    let degree =
        |&stone: &u16| board.neighbours(stone).iter().filter(|near| shape.contains(near)).count();
    let vital = shape.iter().map(degree).max().unwrap_or(0);
    let adjacent_pairs = shape.iter().map(degree).sum::<usize>() / 2;
    match (len, vital) {
        // Up to three in a row or bent, pyramid four, crossed five.
        (0..=3, _) | (4, 3) | (5, 4) => true,
        // Square four, which has no vital point and needs none.
        (4, _) => adjacent_pairs == 4,
        // Bulky five.
        (5, 3) => adjacent_pairs == 5,
        // Rabbity six.
        (6, 4) => adjacent_pairs == 6,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Point;
    use crate::games::go::board::MAX_CELLS;

    #[test]
    fn only_shapes_with_a_vital_point_and_the_square_leave_one_eye() {
        let board = GoBoard::<MAX_CELLS>::new(9, 9);
        let leaves = |points: &[(u8, u8)]| {
            let cells = points.iter().map(|&(file, rank)| board.cell(Point::new(file, rank)));
            // A stone given twice counts once.
            leaves_one_eye(&board, cells.clone().chain(cells).flatten())
        };
        assert!(leaves(&[(4, 4), (4, 5), (5, 4)]), "bent three");
        assert!(leaves(&[(4, 4), (5, 4), (4, 5), (5, 5)]), "square four");
        assert!(leaves(&[(3, 4), (4, 4), (5, 4), (4, 5)]), "pyramid four");
        assert!(!leaves(&[(2, 4), (3, 4), (4, 4), (5, 4)]), "four in a row");
        assert!(!leaves(&[(3, 5), (3, 4), (4, 4), (5, 4)]), "bent four");
        assert!(leaves(&[(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)]), "crossed five");
        assert!(leaves(&[(4, 4), (5, 4), (4, 5), (5, 5), (6, 4)]), "bulky five");
        assert!(!leaves(&[(3, 4), (4, 4), (5, 4), (4, 5), (4, 6)]), "pyramid with a tail");
        assert!(leaves(&[(4, 4), (3, 4), (5, 4), (4, 3), (4, 5), (5, 5)]), "rabbity six");
        assert!(!leaves(&[(3, 4), (4, 4), (5, 4), (3, 5), (4, 5), (5, 5)]), "two by three");
        assert!(!leaves(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]), "seven");
    }
}
