//! Which stones live: those that live whatever happens, by proof (Benson,
//! "Life in the Game of Go", 1976), and the rest by playouts.

use super::board::{Board, Cell};
use super::playout::ownership;
use super::score::Marks;
use crate::core::Side;

/// Playouts behind the proposal of dead stones.
const PLAYOUTS: u32 = 64;

/// A connected set of cells that hold no stone of one side.
struct Enclosure {
    cells: Vec<u16>,
    /// Chains of the side around it.
    chains: Vec<u16>,
}

fn enclosures<const C: usize>(board: &Board<C>, side: Side) -> Vec<Enclosure> {
    let own = Cell::of(side);
    let mut seen = Marks::default();
    let mut found = Vec::new();
    for start in board.points() {
        if board.at(start) == own || !seen.insert(start) {
            continue;
        }
        let mut enclosure = Enclosure { cells: vec![start], chains: Vec::new() };
        let mut next = 0;
        while let Some(&cell) = enclosure.cells.get(next) {
            next += 1;
            for near in board.beside(cell) {
                if board.at(near) == own {
                    if !enclosure.chains.contains(&board.chain(near)) {
                        enclosure.chains.push(board.chain(near));
                    }
                } else if board.at(near) != Cell::Rim && seen.insert(near) {
                    enclosure.cells.push(near);
                }
            }
        }
        found.push(enclosure);
    }
    found
}

/// The chains of `side` that cannot be captured even if it never moves
/// again, by their [`Board::chain`]. Benson's algorithm.
#[must_use]
pub fn unconditionally_alive<const C: usize>(board: &Board<C>, side: Side) -> Vec<u16> {
    alive_without(board, side, &Marks::default())
}

/// The chains of `side` that cannot be captured even if it never moves again
/// and makes no eye of the cells that are left out.
pub fn alive_without<const C: usize>(board: &Board<C>, side: Side, left_out: &Marks) -> Vec<u16> {
    let mut enclosures = enclosures(board, side);
    let kept = |region: &Enclosure| !region.cells.iter().any(|&cell| left_out.contains(cell));
    enclosures.retain(kept);
    let mut chains: Vec<u16> = board
        .points()
        .filter(|&cell| board.at(cell) == Cell::of(side) && board.chain(cell) == cell)
        .collect();
    // Vital to a chain is a region all of whose empty cells are beside it.
    let is_vital = |region: &Enclosure, chain: u16| {
        region.chains.contains(&chain)
            && region.cells.iter().filter(|&&cell| board.at(cell) == Cell::Empty).all(|&cell| {
                board
                    .beside(cell)
                    .into_iter()
                    .any(|near| board.at(near) == Cell::of(side) && board.chain(near) == chain)
            })
    };
    loop {
        let before = (chains.len(), enclosures.len());
        chains.retain(|&chain| {
            enclosures.iter().filter(|region| is_vital(region, chain)).count() >= 2
        });
        enclosures.retain(|region| region.chains.iter().all(|chain| chains.contains(chain)));
        if before == (chains.len(), enclosures.len()) {
            return chains;
        }
    }
}

/// The stones that look dead when play has ended: never a chain that lives
/// unconditionally; of the others those that most playouts leave to the
/// opponent. The same board always has the same answer.
#[must_use]
pub fn dead_stones<const C: usize>(board: &Board<C>) -> Marks {
    let owned = ownership(board, PLAYOUTS, board.hash());
    let mut dead = Marks::default();
    for side in Side::BOTH {
        let alive = unconditionally_alive(board, side);
        let sign = if side == Side::First { 1 } else { -1 };
        for head in board.points() {
            let is_chain = board.at(head) == Cell::of(side) && board.chain(head) == head;
            if !is_chain || alive.contains(&head) {
                continue;
            }
            let kept: i32 = board.stones(head).map(|cell| sign * owned[usize::from(cell)]).sum();
            // Lost in more than seven of ten playouts.
            if 10 * kept < -4 * (PLAYOUTS * board.chain_size(head)) as i32 {
                for stone in board.stones(head) {
                    dead.insert(stone);
                }
            }
        }
    }
    dead
}
