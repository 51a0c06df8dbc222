//! Dead stones of a finished position.
//!
//! Players stop when every chain is settled: a dead one is captured even if its
//! owner moves first, and a living one survives even if the opponent does. So
//! each side begins half of the playouts, and a chain is dead if most of them
//! leave its points to the opponent. Playouts can tell because they know the
//! tactics that settle chains; purely random ones capture too few invaders of a
//! large territory, and break every seki.

mod nakade;
mod patterns;
mod playouts;
mod proposal;

use super::benson::unconditionally_alive;
use super::board::GoBoard;
use super::playout::owner;
use super::score::CellSet;
use crate::core::{Random, Side};
use crate::search::StopFlag;
use playouts::play_out;
pub use proposal::Proposal;

/// Number of playouts. More do not tell more.
const PLAYOUTS: u32 = 400;

/// Minimum number of playouts, even if the search is to stop.
const MIN_PLAYOUTS: u32 = 16;

/// Stones that are probably dead when play has ended. Deterministic for a
/// board. About 20 ms on 19 by 19 on one core.
#[must_use]
pub fn dead_stones<const C: usize>(board: &GoBoard<C>) -> CellSet {
    dead_stones_until(board, &StopFlag::new())
}

/// As [`dead_stones`], from fewer playouts once the flag is raised.
#[must_use]
pub fn dead_stones_until<const C: usize>(board: &GoBoard<C>, stop: &StopFlag) -> CellSet {
    let owned = ownership(board, stop);
    let mut dead = CellSet::default();
    for side in Side::BOTH {
        let alive = unconditionally_alive(board, side);
        for head in board.cells() {
            let is_chain = board.at(head).side() == Some(side) && board.chain_head(head) == head;
            if !is_chain || alive.contains(&head) {
                continue;
            }
            let kept: i32 = board.chain_stones(head).map(|cell| owned[usize::from(cell)]).sum();
            if kept * sign(side) < 0 {
                for stone in board.chain_stones(head) {
                    dead.insert(stone);
                }
            }
        }
    }
    dead
}

const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// For each cell the number of playouts that leave it to Black, less the number
/// that leave it to White.
fn ownership<const C: usize>(board: &GoBoard<C>, stop: &StopFlag) -> [i32; C] {
    let mut random = Random::new(board.hash());
    let mut owned = [0; C];
    for n in 0..PLAYOUTS {
        if n >= MIN_PLAYOUTS && stop.is_raised() {
            break;
        }
        let mut end = *board;
        end.clear_ko();
        play_out(&mut end, Side::BOTH[n as usize % 2], &mut random);
        for cell in end.cells() {
            owned[usize::from(cell)] += owner(&end, cell).map_or(0, sign);
        }
    }
    owned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Point;
    use crate::games::go::board::cell_count;

    #[test]
    fn a_raised_flag_leaves_the_minimum_of_playouts() {
        let mut board = GoBoard::<{ cell_count(5, 5) }>::new(5, 5);
        for rank in 0..5 {
            for (file, side) in [(1, Side::First), (3, Side::Second)] {
                board.place_stone(board.cell(Point::new(file, rank)).unwrap(), side);
            }
        }
        let wall = usize::from(board.cell(Point::new(1, 0)).unwrap());
        let stop = StopFlag::new();
        assert_eq!(ownership(&board, &stop)[wall], PLAYOUTS as i32);
        stop.raise();
        assert_eq!(ownership(&board, &stop)[wall], MIN_PLAYOUTS as i32);
    }
}
