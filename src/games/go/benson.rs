//! Unconditional life by Benson's algorithm ("Life in the Game of Go", 1976).

use super::board::{GoBoard, Intersection};
use super::score::CellSet;
use crate::core::Side;

/// A maximal connected set of cells without a stone of one side.
struct EnclosedRegion {
    cells: Vec<u16>,
    /// Heads of that side's adjacent chains.
    chains: Vec<u16>,
}

fn enclosed_regions<const C: usize>(board: &GoBoard<C>, side: Side) -> Vec<EnclosedRegion> {
    let own = Intersection::of(side);
    let mut seen = CellSet::default();
    let mut found = Vec::new();
    for start in board.cells() {
        if board.at(start) == own || !seen.insert(start) {
            continue;
        }
        let mut region = EnclosedRegion { cells: vec![start], chains: Vec::new() };
        let mut next = 0;
        while let Some(&cell) = region.cells.get(next) {
            next += 1;
            for near in board.neighbours(cell) {
                if board.at(near) == own {
                    if !region.chains.contains(&board.chain_head(near)) {
                        region.chains.push(board.chain_head(near));
                    }
                } else if board.at(near) != Intersection::Border && seen.insert(near) {
                    region.cells.push(near);
                }
            }
        }
        found.push(region);
    }
    found
}

/// Heads of the chains of `side` that are unconditionally alive: they cannot be
/// captured even if `side` always passes (Benson's algorithm).
#[must_use]
pub fn unconditionally_alive<const C: usize>(board: &GoBoard<C>, side: Side) -> Vec<u16> {
    unconditionally_alive_excluding(board, side, &CellSet::default())
}

/// As [`unconditionally_alive`], without eyes that contain any of the
/// `excluded` cells.
pub fn unconditionally_alive_excluding<const C: usize>(
    board: &GoBoard<C>,
    side: Side,
    excluded: &CellSet,
) -> Vec<u16> {
    let mut enclosed_regions = enclosed_regions(board, side);
    let kept = |region: &EnclosedRegion| !region.cells.iter().any(|&cell| excluded.contains(cell));
    enclosed_regions.retain(kept);
    let mut chains: Vec<u16> = board
        .cells()
        .filter(|&cell| board.at(cell) == Intersection::of(side) && board.chain_head(cell) == cell)
        .collect();
    // A region is vital to a chain if all its empty cells are liberties of the
    // chain.
    let is_vital = |region: &EnclosedRegion, chain: u16| {
        region.chains.contains(&chain)
            && region.cells.iter().filter(|&&cell| board.at(cell) == Intersection::Empty).all(
                |&cell| {
                    board.neighbours(cell).into_iter().any(|near| {
                        board.at(near) == Intersection::of(side) && board.chain_head(near) == chain
                    })
                },
            )
    };
    loop {
        let before = (chains.len(), enclosed_regions.len());
        chains.retain(|&chain| {
            enclosed_regions.iter().filter(|region| is_vital(region, chain)).count() >= 2
        });
        enclosed_regions.retain(|region| region.chains.iter().all(|chain| chains.contains(chain)));
        if before == (chains.len(), enclosed_regions.len()) {
            return chains;
        }
    }
}
