//! Playouts guided by local tactics, in the manner of MoGo (Gelly, Wang, Munos
//! and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", 2006):
//! answers to atari and 3×3 patterns next to the last move, and otherwise
//! random moves that waste no stones.

use super::nakade::leaves_one_eye;
use super::patterns::matches_pattern;
use crate::core::{Random, Side};
use crate::games::go::board::{GoBoard, Intersection};
use crate::games::go::playout::{is_playable, play_out_by};

/// Share of the ataris that are answered, in percent.
const ATARI_ANSWERS: usize = 90;

/// Share of the moves that are answered by a pattern if one fits, in percent.
const PATTERN_ANSWERS: usize = 60;

/// Share of the single stones that are thrown in where they are taken at once,
/// in percent. Some eyes are destroyed only so.
const THROW_INS: usize = 33;

/// Plays until neither side has a useful move, on the points of a region, or on
/// all. `last` is the previous move. `on_move` is called for every stone.
/// Returns the number of plies.
pub fn play_out<const C: usize>(
    board: &mut GoBoard<C>,
    side: Side,
    last: Option<u16>,
    region: Option<&[u16]>,
    random: &mut Random,
    on_move: impl FnMut(u16, Side),
) -> u32 {
    let choose = |board: &GoBoard<C>, last: Option<u16>, side| {
        last.and_then(|last| local_answer(board, last, side, random))
            .or_else(|| random_move(board, side, region, random))
    };
    play_out_by(board, side, last, choose, on_move)
}

fn with_chance(percent: usize, random: &mut Random) -> bool {
    random.below(100) < percent
}

/// True if a stone is legal, with simple ko and without suicide.
pub fn is_legal<const C: usize>(board: &GoBoard<C>, cell: u16, side: Side) -> bool {
    board.ko() != Some(cell) && !board.is_suicide(cell, side)
}

fn local_answer<const C: usize>(
    board: &GoBoard<C>,
    last: u16,
    side: Side,
    random: &mut Random,
) -> Option<u16> {
    let mut answer = None;
    if with_chance(ATARI_ANSWERS, random) {
        answer = atari_answer(board, last, side);
    }
    if answer.is_none() && with_chance(PATTERN_ANSWERS, random) {
        answer = pattern_move(board, last, side, random);
    }
    answer
}

/// Captures the chain just played if that is in atari; otherwise saves a chain
/// from the atari it gave: by a capture, or an extension to two liberties.
fn atari_answer<const C: usize>(board: &GoBoard<C>, last: u16, side: Side) -> Option<u16> {
    let own = Intersection::of(side);
    let legal = |&cell: &u16| is_legal(board, cell, side);
    let capture = |stone: u16| {
        let hostile = board.at(stone) == Intersection::of(side.other());
        board.last_liberty(stone).filter(|_| hostile).filter(legal)
    };
    if let Some(cell) = capture(last) {
        return Some(cell);
    }
    board.neighbours(last).into_iter().filter(|&near| board.at(near) == own).find_map(|near| {
        let escape = board.last_liberty(near)?;
        let around = board.chain_stones(near).flat_map(|stone| board.neighbours(stone));
        around.into_iter().find_map(capture).or_else(|| {
            let saves = legal(&escape) && board.liberties_after(escape, side).0 >= 2;
            saves.then_some(escape)
        })
    })
}

/// A move next to the last one that fits a pattern.
fn pattern_move<const C: usize>(
    board: &GoBoard<C>,
    last: u16,
    side: Side,
    random: &mut Random,
) -> Option<u16> {
    let (mut found, mut count) = ([0; 8], 0);
    for cell in board.neighbours(last).into_iter().chain(board.diagonals(last)) {
        let fits = board.at(cell) == Intersection::Empty
            && matches_pattern(board, cell)
            && is_playable(board, cell, side)
            && board.liberties_after(cell, side).0 >= 2;
        if fits {
            found[count] = cell;
            count += 1;
        }
    }
    random.pick(&found[..count]).copied()
}

/// A random move that fills no own eye and gives no stones away.
fn random_move<const C: usize>(
    board: &GoBoard<C>,
    side: Side,
    region: Option<&[u16]>,
    random: &mut Random,
) -> Option<u16> {
    let Some(region) = region else {
        let free = board.empty_cells();
        let (before, after) = free.split_at(random.below(free.len()));
        let mut cells = after.iter().chain(before).copied();
        return cells.find(|&cell| is_useful(board, cell, side, random));
    };
    let (mut free, mut count) = ([0; C], 0);
    for &cell in region {
        if board.at(cell) == Intersection::Empty {
            free[count] = cell;
            count += 1;
        }
    }
    while count > 0 {
        let n = random.below(count);
        if is_useful(board, free[n], side, random) {
            return Some(free[n]);
        }
        count -= 1;
        free[n] = free[count];
    }
    None
}

/// True if a stone is legal, fills no own eye and gives no stones away.
fn is_useful<const C: usize>(
    board: &GoBoard<C>,
    cell: u16,
    side: Side,
    random: &mut Random,
) -> bool {
    is_playable(board, cell, side) && !wastes_stones(board, cell, side, random)
}

/// True if a stone puts its own chain in atari without any use.
fn wastes_stones<const C: usize>(
    board: &GoBoard<C>,
    cell: u16,
    side: Side,
    random: &mut Random,
) -> bool {
    let (liberties, stones) = board.liberties_after(cell, side);
    if liberties >= 2 {
        return false;
    }
    let hostile = Intersection::of(side.other());
    let takes = |near: u16| board.at(near) == hostile && board.last_liberty(near).is_some();
    if board.neighbours(cell).into_iter().any(takes) {
        return false;
    }
    if stones == 1 { !with_chance(THROW_INS, random) } else { !spoils_eye(board, cell, side) }
}

/// True if a stone that puts its own chain in atari forces the chains around to
/// take it: they have no other liberty, and are then left with the space that it
/// filled, which makes one eye at most. Elsewhere the opponent need not answer,
/// and a seki would be given up for nothing.
fn spoils_eye<const C: usize>(board: &GoBoard<C>, cell: u16, side: Side) -> bool {
    let (own, other) = (Intersection::of(side), Intersection::of(side.other()));
    let joined = board.neighbours(cell).into_iter().filter(|&near| board.at(near) == own);
    let chain = || joined.clone().flat_map(|near| board.chain_stones(near)).chain([cell]);
    let around = || chain().flat_map(|stone| board.neighbours(stone));
    let last = around().find(|&near| near != cell && board.at(near) == Intersection::Empty);
    let is_closed = |stone: u16| {
        let mut near = board.chain_stones(stone).flat_map(|stone| board.neighbours(stone));
        near.all(|near| board.at(near) != Intersection::Empty || near == cell || Some(near) == last)
    };
    leaves_one_eye(board, chain())
        && around().filter(|&near| board.at(near) == other).all(is_closed)
}
