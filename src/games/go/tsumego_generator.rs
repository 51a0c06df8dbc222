//! Random life-and-death problems (tsumego): an eye space in a corner or on a
//! side, its owner's stones around it with some left out, and an enclosing wall
//! that lives by two eyes at the far end of the board. In capturing races
//! (semeai) the wall's owner has a chain in the eye space, which has as few
//! liberties as the stones around it.

use super::benson::unconditionally_alive;
use super::board::{GoBoard, Intersection};
use super::life_and_death;
use super::point_set::{
    PointSet, SIZE, bit, neighbours, points, random_point, rectangle, surroundings,
};
use super::position::{Go, Setup, SmallGo};
use super::rules::Rules;
use crate::core::{Point, Random, Side, mix};
use crate::games::{GeneratedPosition, Notation};

/// Maximum files and ranks of the group, from the corner.
const GROUP_EXTENT: [i8; 2] = [6, 4];

/// Points where a group may stand.
fn group_extent() -> PointSet {
    rectangle(GROUP_EXTENT[0] + 1, GROUP_EXTENT[1] + 1)
}

/// Points where what a group encloses may be.
fn inner_extent() -> PointSet {
    rectangle(GROUP_EXTENT[0], GROUP_EXTENT[1] - 1)
}

/// A set with so many adjacent points more, one after the other.
fn grow(
    random: &mut Random,
    mut set: PointSet,
    count: usize,
    within: PointSet,
) -> Option<PointSet> {
    for _ in 0..count {
        set |= random_point(random, neighbours(set) & within)?;
    }
    Some(set)
}

/// Stones around a space, with each point that touches it by a corner alone
/// filled in `chance` of `of` cases.
fn ring(random: &mut Random, space: PointSet, chance: usize, of: usize) -> PointSet {
    let mut ring = neighbours(space);
    for (file, rank) in points(surroundings(space) & !ring) {
        if random.below(of) < chance {
            ring |= bit(file, rank);
        }
    }
    ring
}

/// A random position with an enclosed group; `None` if the seed gives no valid
/// one. Deterministic for a seed.
pub fn generate(seed: u64) -> Option<GeneratedPosition> {
    let mut random = Random::new(seed);
    let fits = group_extent();
    let on_side = random.below(10) < 3;
    // Groups on the side stay clear of the corner, to leave room for the wall.
    let inner = inner_extent() & if on_side { !rectangle(2, GROUP_EXTENT[1]) } else { !0 };
    let first = if on_side { bit(3, 0) } else { bit(random.below(2) as i8, 0) };
    let more = 2 + random.below(6);
    let space = grow(&mut random, first, more, inner)?;
    // The group's diagonals are filled more often than not.
    let mut own = ring(&mut random, space, 3, 5);
    let mut group = space | own;
    if group & !fits != 0 {
        return None;
    }
    for _ in 0..random.below(3) {
        own &= !random_point(&mut random, own)?;
    }
    if random.below(3) == 0 {
        group |= random_point(&mut random, neighbours(group) & fits)?;
    }
    let mut other = 0;
    for _ in 0..random.below(3) {
        other |= random_point(&mut random, group & !own)?;
    }
    if random.below(4) == 0 {
        own |= random_point(&mut random, group & !own & !other)?;
    }
    enclose(&mut random, [own, other, group], |_, _| true)
}

/// A random position in which an enclosed group and a chain that it has
/// enclosed are short of liberties; `None` if the seed gives no valid one.
/// Deterministic for a seed.
pub fn generate_race(seed: u64) -> Option<GeneratedPosition> {
    let mut random = Random::new(seed);
    let (fits, inner) = (group_extent(), inner_extent());
    // More often at the edge, where shapes are rich, than anywhere else.
    let first = bit(random.below(4) as i8, random.below(2) as i8);
    let more = 1 + random.below(4);
    let chain = grow(&mut random, first, more, inner)?;
    let more = 2 + random.below(2);
    let space = grow(&mut random, chain, more, inner)?;
    let mut own = ring(&mut random, space, 3, 4);
    let mut group = space | own;
    if group & !fits != 0 {
        return None;
    }
    // Liberties outside, some of them at the edge.
    let more = random.below(4);
    group = grow(&mut random, group, more, fits)?;
    if random.below(4) == 0 {
        own &= !random_point(&mut random, own)?;
    }
    if random.below(4) == 0 {
        own |= random_point(&mut random, group & !own & !chain)?;
    }
    enclose(&mut random, [own, chain, group], life_and_death::is_capturing_race)
}

/// The position of a group's stones, those of the other side within it, and a
/// wall around the points of the group, if it is acceptable.
fn enclose(
    random: &mut Random,
    [own, other, group]: [PointSet; 3],
    accepts: impl Fn(&SmallGo, Point) -> bool,
) -> Option<GeneratedPosition> {
    let wall = surroundings(group);
    let outside = connect_to_eyes(random, group, wall)?;
    let mut composed = build_position(random, own, other | wall | outside, accepts)?;
    composed.canonical_hash ^= canonical_hash(own, other, group);
    Some(composed)
}

/// Outside stones that give the wall two eyes: a living corner far from the
/// group, and the shortest path to it.
fn connect_to_eyes(random: &mut Random, group: PointSet, wall: PointSet) -> Option<PointSet> {
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
        let next = neighbours(last) & !seen;
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
        at = neighbours(at) & ring;
        at &= at.wrapping_neg();
    }
    Some(stones | at)
}

/// The position under a random symmetry and colouring, if it is acceptable.
fn build_position(
    random: &mut Random,
    own: PointSet,
    other: PointSet,
    accepts: impl Fn(&SmallGo, Point) -> bool,
) -> Option<GeneratedPosition> {
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
    let board = GoBoard::<{ super::board::cell_count(SIZE, SIZE) }>::new(SIZE, SIZE);
    let stones = [(own, owner), (other, owner.other())];
    let stones = stones.iter().flat_map(|&(set, side)| {
        points(set).filter_map(move |at| Some((board.cell(place(at))?, side)))
    });
    let setup =
        Setup { stones: stones.collect(), side_to_move: side, captured: [0; 2], free_handicap: 0 };
    let go: SmallGo = Go::with_setup(SIZE, SIZE, Rules::from_name("chinese", 0, 0), setup).ok()?;
    let board = go.go_board();
    let target = board
        .cells()
        .filter(|&cell| board.at(cell) == Intersection::of(owner))
        .max_by_key(|&cell| (board.chain_size(cell), cell))?;
    // No problem if the group is already alive.
    if unconditionally_alive(board, owner).contains(&board.chain_head(target)) {
        return None;
    }
    let canonical_hash = u64::from(owner == side);
    let point = board.point(target);
    let region = life_and_death::enclosed_points(&go, point)?;
    accepts(&go, point).then(|| GeneratedPosition {
        position: go.text(),
        point,
        region,
        canonical_hash,
    })
}

/// Hash that is the same for groups that differ by reflection or, on the side,
/// by translation only.
fn canonical_hash(own: PointSet, inside: PointSet, group: PointSet) -> u64 {
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
