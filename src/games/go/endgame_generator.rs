//! Random late endgames on 9×9: a full board of two parts, each alive by eyes that are left
//! empty, with gaps along their border that are still to be played.

use super::board::GoBoard;
use super::endgame::open_points;
use super::point_set::{
    PointSet, SIZE, bit, neighbours, points, random_point, rectangle, surroundings,
};
use super::position::{Go, Setup, SmallGo};
use super::rules::Rules;
use crate::core::{Point, Random, Side};
use crate::games::Notation;

/// Fewest and most open points.
const OPEN: std::ops::RangeInclusive<usize> = 6..=13;

/// Fewest points of Black's part, and how many there may be more.
const PART: (u32, usize) = (34, 14);

/// Points of which the next of a part is chosen, so that its border is not too ragged.
const GROWTH_CHOICES: usize = 3;

/// A random position; `None` if the seed gives none that suits. Deterministic for a seed.
pub fn generate(seed: u64) -> Option<String> {
    let mut random = Random::new(seed);
    let all = rectangle(SIZE as i8, SIZE as i8);
    let first = bit(0, random.below(usize::from(SIZE)) as i8);
    let size = PART.0 + random.below(PART.1) as u32;
    let black = grow_part(&mut random, first, size, all)?;
    let white = all & !black;
    if !is_connected(black) || !is_connected(white) {
        return None;
    }
    let border = black & neighbours(white) | white & neighbours(black);
    let mut gaps = 0;
    for _ in 0..3 + random.below(3) {
        let mut gap = random_point(&mut random, border & !surroundings(gaps) & !gaps)?;
        for _ in 0..random.below(4) {
            let more = random_point(&mut random, neighbours(gap) & border);
            gap |= more.unwrap_or(0);
        }
        gaps |= gap;
    }
    let mut empty = gaps;
    for part in [black, white] {
        let inner = part & !neighbours(all & !part) & !surroundings(gaps) & !gaps;
        for _ in 0..3 + random.below(5) {
            empty |= random_point(&mut random, inner & !empty)?;
        }
    }
    let position = position(&mut random, [black & !empty, white & !empty])?;
    OPEN.contains(&open_points(position.go_board()).len()).then(|| position.text())
}

/// A connected set that has grown from a point to this size.
fn grow_part(random: &mut Random, first: PointSet, size: u32, all: PointSet) -> Option<PointSet> {
    let mut part = first;
    while part.count_ones() < size {
        let choices = (0..GROWTH_CHOICES)
            .map(|_| random_point(random, neighbours(part) & all))
            .collect::<Option<Vec<PointSet>>>()?;
        // Of several the one that touches the most of it.
        part |= choices.into_iter().max_by_key(|&at| (neighbours(at) & part).count_ones())?;
    }
    Some(part)
}

fn is_connected(set: PointSet) -> bool {
    let mut reached = set & set.wrapping_neg();
    loop {
        let next = reached | neighbours(reached) & set;
        if next == reached {
            return reached == set;
        }
        reached = next;
    }
}

/// The position with these stones of Black and White, turned at random.
fn position(random: &mut Random, stones: [PointSet; 2]) -> Option<SmallGo> {
    let board = GoBoard::<{ super::board::cell_count(SIZE, SIZE) }>::new(SIZE, SIZE);
    let turn = random.below(4);
    let place = |(file, rank): (i8, i8)| {
        let [mut file, rank] = [file as u8, rank as u8];
        if turn & 1 != 0 {
            file = SIZE - 1 - file;
        }
        if turn & 2 != 0 { Point::new(rank, file) } else { Point::new(file, rank) }
    };
    let of = |side: Side| {
        let set = stones[side.index()];
        points(set).filter_map(move |at| Some((board.cell(place(at))?, side)))
    };
    let side_to_move = if random.below(2) == 0 { Side::First } else { Side::Second };
    let setup = Setup {
        stones: Side::BOTH.into_iter().flat_map(of).collect(),
        side_to_move,
        captured: [0; 2],
        free_handicap: 0,
    };
    Go::with_setup(SIZE, SIZE, Rules::from_name("chinese", 0, 0), setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_live_but_for_some_gaps() {
        let texts: Vec<String> = (0..200).filter_map(generate).collect();
        assert!(texts.len() > 10, "{}", texts.len());
        for text in &texts {
            let position = SmallGo::read(text, SIZE, Rules::from_name("chinese", 0, 0)).unwrap();
            assert!(OPEN.contains(&open_points(position.go_board()).len()), "{text}");
        }
        assert_eq!(generate(7), generate(7));
    }
}
