//! The points on which the life of a chain is decided.

use super::Chain;
use crate::games::go::board::{GoBoard, Intersection};
use crate::games::go::score::CellSet;

/// Minimum number of liberties that a living chain around a region must have
/// outside, unless it is unconditionally alive. With fewer, its own life may
/// depend on what happens elsewhere.
const MIN_OUTSIDE_LIBERTIES: usize = 2;

/// The cells around a chain up to the settled living chains; `None` if more
/// than `max_empty` of them are empty, or if those chains are not safe outside.
pub fn enclosed_region<const C: usize>(
    board: &GoBoard<C>,
    head: u16,
    chains: &[Chain],
    max_empty: usize,
) -> Option<Vec<u16>> {
    let chain_of = |stone: u16| {
        let head = board.chain_head(stone);
        chains.iter().find(|chain| chain.head == head)
    };
    let mut inside = CellSet::default();
    inside.insert(head);
    let mut region = vec![head];
    let (mut empty, mut next) = (0, 0);
    let mut walls: Vec<&Chain> = Vec::new();
    while let Some(&cell) = region.get(next) {
        next += 1;
        if board.at(cell) == Intersection::Empty {
            empty += 1;
            if empty > max_empty {
                return None;
            }
        }
        for near in board.neighbours(cell) {
            if board.at(near) == Intersection::Border {
                continue;
            }
            if board.at(near) != Intersection::Empty
                && board.chain_head(near) != head
                && let Some(wall) = chain_of(near).filter(|chain| chain.is_settled_alive())
            {
                if walls.iter().all(|other| other.head != wall.head) {
                    walls.push(wall);
                }
            } else if inside.insert(near) {
                region.push(near);
            }
        }
    }
    let is_safe = |wall: &&Chain| {
        let mut outside = CellSet::default();
        let around = board.chain_stones(wall.head).flat_map(|stone| board.neighbours(stone));
        let liberties = around.filter(|&near| {
            board.at(near) == Intersection::Empty && !inside.contains(near) && outside.insert(near)
        });
        wall.is_pass_alive || liberties.take(MIN_OUTSIDE_LIBERTIES).count() == MIN_OUTSIDE_LIBERTIES
    };
    walls.iter().all(is_safe).then(|| {
        region.sort_unstable();
        region
    })
}
