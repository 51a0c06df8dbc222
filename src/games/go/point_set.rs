//! Sets of points of a 9×9 board, of which positions are made up.

use crate::core::Random;

/// Files and ranks of the board.
pub(super) const SIZE: u8 = 9;

/// A set of points, one bit each.
pub(super) type PointSet = u128;

pub(super) fn bit(file: i8, rank: i8) -> PointSet {
    let inside = (0..SIZE as i8).contains(&file) && (0..SIZE as i8).contains(&rank);
    if inside { 1 << (file as u32 + u32::from(SIZE) * rank as u32) } else { 0 }
}

pub(super) fn points(set: PointSet) -> impl Iterator<Item = (i8, i8)> {
    let all = (0..SIZE as i8).flat_map(|rank| (0..SIZE as i8).map(move |file| (file, rank)));
    all.filter(move |&(file, rank)| set & bit(file, rank) != 0)
}

/// Points adjacent to a set, without the set.
pub(super) fn neighbours(set: PointSet) -> PointSet {
    let around = |(file, rank)| {
        bit(file + 1, rank) | bit(file - 1, rank) | bit(file, rank + 1) | bit(file, rank - 1)
    };
    points(set).map(around).fold(0, |all, near| all | near) & !set
}

/// Points adjacent to a set by side or corner, without the set.
pub(super) fn surroundings(set: PointSet) -> PointSet {
    let around = |(file, rank): (i8, i8)| {
        (-1..=1).fold(0, |all, step| {
            all | bit(file + step, rank - 1) | bit(file + step, rank) | bit(file + step, rank + 1)
        })
    };
    points(set).map(around).fold(0, |all, near| all | near) & !set
}

pub(super) fn random_point(random: &mut Random, set: PointSet) -> Option<PointSet> {
    let all: Vec<(i8, i8)> = points(set).collect();
    random.pick(&all).map(|&(file, rank)| bit(file, rank))
}

/// The points of so many files and ranks, from the corner.
pub(super) fn rectangle(files: i8, ranks: i8) -> PointSet {
    (0..files).fold(0, |all, file| (0..ranks).fold(all, |all, rank| all | bit(file, rank)))
}
