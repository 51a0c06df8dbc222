//! Groups that are made up for puzzle levels: an eye space in a corner or on
//! a side, its owner's stones around it with some left out, and a wall of the
//! other side that lives by two eyes at the far end of the board.

use super::board::{Board, Cell};
use super::fate;
use super::life::unconditionally_alive;
use super::position::{Go, Setup, Small};
use super::rules::Rules;
use crate::core::{Point, Random, Side, mix};
use crate::games::{Composed, Playable};

/// Lines of the board.
const SIZE: u8 = 9;

/// Files and ranks that the group may take, from the corner.
const ROOM: [i8; 2] = [6, 4];

/// A set of points, one bit each.
type Points = u128;

fn bit(file: i8, rank: i8) -> Points {
    let inside = (0..SIZE as i8).contains(&file) && (0..SIZE as i8).contains(&rank);
    if inside { 1 << (file as u32 + u32::from(SIZE) * rank as u32) } else { 0 }
}

fn points(set: Points) -> impl Iterator<Item = (i8, i8)> {
    let all = (0..SIZE as i8).flat_map(|rank| (0..SIZE as i8).map(move |file| (file, rank)));
    all.filter(move |&(file, rank)| set & bit(file, rank) != 0)
}

/// The points beside a set, outside it.
fn beside(set: Points) -> Points {
    let near = |(file, rank)| {
        bit(file + 1, rank) | bit(file - 1, rank) | bit(file, rank + 1) | bit(file, rank - 1)
    };
    points(set).map(near).fold(0, |all, near| all | near) & !set
}

/// The points around a set, by side or corner, outside it.
fn around(set: Points) -> Points {
    let near = |(file, rank): (i8, i8)| {
        (-1..=1).fold(0, |all, step| {
            all | bit(file + step, rank - 1) | bit(file + step, rank) | bit(file + step, rank + 1)
        })
    };
    points(set).map(near).fold(0, |all, near| all | near) & !set
}

fn pick(random: &mut Random, set: Points) -> Option<Points> {
    let all: Vec<(i8, i8)> = points(set).collect();
    random.pick(&all).map(|&(file, rank)| bit(file, rank))
}

/// A made-up position with an enclosed group; `None` where the seed gives
/// none that is in order. The same seed gives the same position.
pub fn compose(seed: u64) -> Option<Composed> {
    let mut random = Random::new(seed);
    let fits = (0..=ROOM[0])
        .fold(0, |all, file| (0..=ROOM[1]).fold(all, |all, rank| all | bit(file, rank)));
    let on_side = random.below(10) < 3;
    // Groups on the side keep off the corner, for the wall to pass.
    let inner = (0..ROOM[0]).fold(0, |all, file| {
        (0..ROOM[1] - 1)
            .fold(all, |all, rank| all | if on_side && file < 2 { 0 } else { bit(file, rank) })
    });
    let mut space = if on_side { bit(3, 0) } else { bit(random.below(2) as i8, 0) };
    for _ in 0..2 + random.below(6) {
        space |= pick(&mut random, beside(space) & inner)?;
    }
    let mut own = beside(space);
    // The corners of the group are closed more often than not.
    for (file, rank) in points(around(space) & !own) {
        if random.below(5) < 3 {
            own |= bit(file, rank);
        }
    }
    let mut group = space | own;
    if group & !fits != 0 {
        return None;
    }
    for _ in 0..random.below(3) {
        own &= !pick(&mut random, own)?;
    }
    if random.below(3) == 0 {
        group |= pick(&mut random, beside(group) & fits)?;
    }
    let mut other = 0;
    for _ in 0..random.below(3) {
        other |= pick(&mut random, group & !own)?;
    }
    if random.below(4) == 0 {
        own |= pick(&mut random, group & !own & !other)?;
    }
    let wall = around(group);
    let outside = life_of(&mut random, group, wall)?;
    let mut composed = position(&mut random, own, other | wall | outside)?;
    composed.likeness ^= likeness(own, other, group);
    Some(composed)
}

/// Stones outside that give the wall its two eyes: a living corner far from
/// the group, and the shortest way to it.
fn life_of(random: &mut Random, group: Points, wall: Points) -> Option<Points> {
    // Eyes in the corner and two points from it, along the top.
    let mut stones = [(7, 8), (5, 8), (5, 7), (6, 7), (7, 7), (8, 7)]
        .iter()
        .fold(0, |all, &(file, rank)| all | bit(file, rank));
    let mut eyes = bit(8, 8) | bit(6, 8);
    if random.below(2) == 0 {
        let turned = |set| points(set).fold(0, |all, (file, rank)| all | bit(rank, file));
        (stones, eyes) = (turned(stones), turned(eyes));
    }
    if (stones | eyes) & (group | wall) != 0 {
        return None;
    }
    // Rings around the wall until one reaches the living corner.
    let mut rings = vec![wall];
    let mut seen = wall | group | eyes;
    loop {
        let last = *rings.last()?;
        let next = beside(last) & !seen;
        if next == 0 {
            return None;
        }
        seen |= next;
        rings.push(next);
        if next & stones != 0 {
            break;
        }
    }
    let mut at = rings.pop()? & stones;
    at &= at.wrapping_neg();
    while let Some(ring) = rings.pop().filter(|_| !rings.is_empty()) {
        stones |= at;
        at = beside(at) & ring;
        at &= at.wrapping_neg();
    }
    Some(stones | at)
}

/// The position, turned and coloured by chance.
fn position(random: &mut Random, own: Points, other: Points) -> Option<Composed> {
    let owner = if random.below(2) == 0 { Side::First } else { Side::Second };
    let side = if random.below(2) == 0 { Side::First } else { Side::Second };
    let turn = random.below(8);
    let place = |(file, rank): (i8, i8)| {
        let [mut file, mut rank] = [file as u8, rank as u8];
        if turn & 1 != 0 {
            file = SIZE - 1 - file;
        }
        if turn & 2 != 0 {
            rank = SIZE - 1 - rank;
        }
        if turn & 4 != 0 { Point::new(rank, file) } else { Point::new(file, rank) }
    };
    let board = Board::<{ super::board::cells(SIZE, SIZE) }>::new(SIZE, SIZE);
    let stones = [(own, owner), (other, owner.other())];
    let stones = stones.iter().flat_map(|&(set, side)| {
        points(set).filter_map(move |at| Some((board.cell(place(at))?, side)))
    });
    let setup = Setup { stones: stones.collect(), side, captured: [0; 2], placing: 0 };
    let go: Small = Go::with_setup(SIZE, SIZE, Rules::named("chinese", 0, 0), setup).ok()?;
    let board = go.stones();
    let target = board
        .points()
        .filter(|&cell| board.at(cell) == Cell::of(owner))
        .max_by_key(|&cell| (board.chain_size(cell), cell))?;
    // Nothing to settle where the group lives as it is.
    if unconditionally_alive(board, owner).contains(&board.chain(target)) {
        return None;
    }
    let likeness = u64::from(owner == side);
    let point = board.point(target);
    let room = fate::room(&go, point)?;
    Some(Composed { position: go.text(), point, room, likeness })
}

/// A number that two groups share which differ by a reflection or, on the
/// side, by their place at most.
fn likeness(own: Points, inside: Points, group: Points) -> u64 {
    let files = || points(group).map(|(file, _)| file);
    let (left, right) = (files().min().unwrap_or_default(), files().max().unwrap_or_default());
    let form = |turned: bool| {
        [own, inside, group].map(|set| {
            points(set).fold(0, |all, (file, rank)| {
                all | match (left > 0, turned) {
                    (true, false) => bit(file - left, rank),
                    (true, true) => bit(right - file, rank),
                    (false, false) => bit(file, rank),
                    (false, true) => bit(rank, file),
                }
            })
        })
    };
    let least = form(false).min(form(true));
    let parts = least.iter().flat_map(|&word| [word as u64, (word >> 64) as u64]);
    parts.fold(u64::from(left > 0), |hash: u64, part| mix(hash.rotate_left(17) ^ part)) << 1
}
