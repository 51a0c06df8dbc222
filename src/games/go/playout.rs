//! Random playouts, to the point where the area can be counted.

use super::board::{GoBoard, Intersection};
use crate::core::{Random, Side};

/// Maximum plies of a playout per intersection of the board.
const MAX_PLIES_PER_POINT: u32 = 3;

/// Plays random moves until both sides can only fill their own eyes, with
/// immediate responses to ataris. `last` is the previous move. `on_move` is
/// called for every stone. Returns the number of plies.
pub fn play_out<const C: usize>(
    board: &mut GoBoard<C>,
    side: Side,
    last: Option<u16>,
    random: &mut Random,
    on_move: impl FnMut(u16, Side),
) -> u32 {
    let choose = |board: &GoBoard<C>, last: Option<u16>, side| {
        let response = last.and_then(|last| atari_response(board, last, side));
        response.or_else(|| random_move(board, side, random))
    };
    play_out_by(board, side, last, choose, on_move)
}

/// Plays the moves that `choose` gives for the previous move and the side to move,
/// passes where it gives none, until both sides pass. `on_move` is called for
/// every stone. Returns the number of plies.
pub(super) fn play_out_by<const C: usize>(
    board: &mut GoBoard<C>,
    mut side: Side,
    mut last: Option<u16>,
    mut choose: impl FnMut(&GoBoard<C>, Option<u16>, Side) -> Option<u16>,
    mut on_move: impl FnMut(u16, Side),
) -> u32 {
    let max_plies = MAX_PLIES_PER_POINT * board.point_count();
    let (mut plies, mut passes) = (0, 0);
    while passes < 2 && plies < max_plies {
        match choose(board, last, side) {
            Some(cell) => {
                board.place_stone(cell, side);
                on_move(cell, side);
                (last, passes) = (Some(cell), 0);
            }
            None => {
                board.clear_ko();
                (last, passes) = (None, passes + 1);
            }
        }
        plies += 1;
        side = side.other();
    }
    plies
}

/// A random legal move that does not fill an own eye.
#[inline]
pub fn random_move<const C: usize>(
    board: &GoBoard<C>,
    side: Side,
    random: &mut Random,
) -> Option<u16> {
    let free = board.empty_cells();
    let first = random.below(free.len());
    let (before, after) = free.split_at(first);
    after.iter().chain(before).copied().find(|&cell| is_playable(board, cell, side))
}

/// True if a stone is legal (simple ko, no suicide) and does not fill an own
/// eye.
#[inline]
#[must_use]
pub fn is_playable<const C: usize>(board: &GoBoard<C>, cell: u16, side: Side) -> bool {
    board.ko() != Some(cell) && !board.is_suicide(cell, side) && !board.is_eye(cell, side)
}

/// Capture of the chain just played if that is in atari; otherwise an extension
/// that saves an own chain from the atari it gave.
fn atari_response<const C: usize>(board: &GoBoard<C>, last: u16, side: Side) -> Option<u16> {
    let legal = |&cell: &u16| board.ko() != Some(cell) && !board.is_suicide(cell, side);
    if board.at(last) != Intersection::of(side.other()) {
        return None;
    }
    if let Some(cell) = board.last_liberty(last).filter(legal) {
        return Some(cell);
    }
    board.neighbours(last).into_iter().find_map(|near| {
        let is_own = board.at(near) == Intersection::of(side);
        let escape = board.last_liberty(near).filter(|_| is_own).filter(legal)?;
        let room =
            board.neighbours(escape).into_iter().filter(|&c| board.at(c) == Intersection::Empty);
        (room.count() >= 2).then_some(escape)
    })
}

/// Owner of a cell after a playout: the side of its stone, or of all adjacent
/// stones.
#[inline]
#[must_use]
pub fn owner<const C: usize>(board: &GoBoard<C>, cell: u16) -> Option<Side> {
    if let Some(side) = board.at(cell).side() {
        return Some(side);
    }
    let mut around = board.neighbours(cell).into_iter().filter_map(|near| board.at(near).side());
    let first = around.next()?;
    around.all(|side| side == first).then_some(first)
}

/// Black's area less White's area after a playout, in points.
#[must_use]
pub fn lead<const C: usize>(board: &GoBoard<C>) -> i32 {
    board.cells().fold(0, |lead, cell| match owner(board, cell) {
        Some(Side::First) => lead + 1,
        Some(Side::Second) => lead - 1,
        None => lead,
    })
}

/// Ownership over `count` playouts: for each cell the number that end as
/// Black's less the number that end as White's. Each side moves first in half
/// of them.
#[must_use]
pub fn ownership<const C: usize>(board: &GoBoard<C>, count: u32, seed: u64) -> [i32; C] {
    let mut random = Random::new(seed);
    let mut owned = [0; C];
    for n in 0..count {
        let mut end = *board;
        end.clear_ko();
        play_out(&mut end, Side::BOTH[n as usize % 2], None, &mut random, |_, _| ());
        for cell in end.cells() {
            match owner(&end, cell) {
                Some(Side::First) => owned[usize::from(cell)] += 1,
                Some(Side::Second) => owned[usize::from(cell)] -= 1,
                None => {}
            }
        }
    }
    owned
}
