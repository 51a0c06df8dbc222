//! Games played out at random from a position, as far as a count of the area
//! settles them.

use super::board::{Board, Cell};
use crate::core::{Random, Side};

/// Plies after which a playout is counted as it stands, for each point of
/// the board.
const PLIES_PER_POINT: u32 = 3;

/// Plays at random until both sides have nothing left but their own eyes,
/// and answers the few things that cannot wait: `last` is the stone put down
/// before. Every stone is shown to `watch`. Returns the plies played.
pub fn play_out<const C: usize>(
    board: &mut Board<C>,
    mut side: Side,
    mut last: Option<u16>,
    random: &mut Random,
    mut watch: impl FnMut(u16, Side),
) -> u32 {
    let most = PLIES_PER_POINT * board.point_count();
    let (mut plies, mut passes) = (0, 0);
    while passes < 2 && plies < most {
        let urgent = last.and_then(|last| answer(board, last, side));
        match urgent.or_else(|| any_move(board, side, random)) {
            Some(cell) => {
                board.put(cell, side);
                watch(cell, side);
                (last, passes) = (Some(cell), 0);
            }
            None => {
                board.lift_ko();
                (last, passes) = (None, passes + 1);
            }
        }
        plies += 1;
        side = side.other();
    }
    plies
}

/// A random stone that is legal and does not fill an own eye.
#[inline]
pub fn any_move<const C: usize>(board: &Board<C>, side: Side, random: &mut Random) -> Option<u16> {
    let free = board.free();
    let first = random.below(free.len());
    let (before, after) = free.split_at(first);
    after.iter().chain(before).copied().find(|&cell| is_sensible(board, cell, side))
}

/// Whether a stone is legal by the simple ko, no suicide, and no own eye.
#[inline]
#[must_use]
pub fn is_sensible<const C: usize>(board: &Board<C>, cell: u16, side: Side) -> bool {
    board.ko() != Some(cell) && !board.is_suicide(cell, side) && !board.is_eye(cell, side)
}

/// Captures the chain just played if it has one liberty left; otherwise
/// saves an own chain that it has put into atari, if running helps.
fn answer<const C: usize>(board: &Board<C>, last: u16, side: Side) -> Option<u16> {
    let legal = |&cell: &u16| board.ko() != Some(cell) && !board.is_suicide(cell, side);
    if board.at(last) != Cell::of(side.other()) {
        return None;
    }
    if let Some(cell) = board.last_liberty(last).filter(legal) {
        return Some(cell);
    }
    board.beside(last).into_iter().find_map(|near| {
        let threatened = board.at(near) == Cell::of(side);
        let escape = board.last_liberty(near).filter(|_| threatened).filter(legal)?;
        let room = board.beside(escape).into_iter().filter(|&c| board.at(c) == Cell::Empty);
        (room.count() >= 2).then_some(escape)
    })
}

/// Who owns a cell after a playout: its stone's side, or the side whose
/// stones are all around it.
#[inline]
#[must_use]
pub fn owner<const C: usize>(board: &Board<C>, cell: u16) -> Option<Side> {
    if let Some(side) = board.at(cell).side() {
        return Some(side);
    }
    let mut around = board.beside(cell).into_iter().filter_map(|near| board.at(near).side());
    let first = around.next()?;
    around.all(|side| side == first).then_some(first)
}

/// Black's area less White's after a playout, in points.
#[must_use]
pub fn lead<const C: usize>(board: &Board<C>) -> i32 {
    board.points().fold(0, |lead, cell| match owner(board, cell) {
        Some(Side::First) => lead + 1,
        Some(Side::Second) => lead - 1,
        None => lead,
    })
}

/// In how many of `count` playouts each cell ended as Black's, less in how
/// many as White's. Both sides begin half of them.
#[must_use]
pub fn ownership<const C: usize>(board: &Board<C>, count: u32, seed: u64) -> [i32; C] {
    let mut random = Random::new(seed);
    let mut owned = [0; C];
    for n in 0..count {
        let mut end = *board;
        end.lift_ko();
        play_out(&mut end, Side::BOTH[n as usize % 2], None, &mut random, |_, _| ());
        for cell in end.points() {
            match owner(&end, cell) {
                Some(Side::First) => owned[usize::from(cell)] += 1,
                Some(Side::Second) => owned[usize::from(cell)] -= 1,
                None => {}
            }
        }
    }
    owned
}
