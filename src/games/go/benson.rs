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

impl EnclosedRegion {
    /// True if all empty cells of the region are liberties of this chain.
    fn is_vital<const C: usize>(&self, board: &GoBoard<C>, chain: u16) -> bool {
        self.chains.contains(&chain)
            && self.cells.iter().filter(|&&cell| board.at(cell) == Intersection::Empty).all(
                |&cell| {
                    board.neighbours(cell).into_iter().any(|near| {
                        board.at(near).side().is_some() && board.chain_head(near) == chain
                    })
                },
            )
    }
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
    PassAlive::new(board, side).chains
}

/// As [`unconditionally_alive`], without eyes that contain any of the
/// `excluded` cells.
pub fn unconditionally_alive_excluding<const C: usize>(
    board: &GoBoard<C>,
    side: Side,
    excluded: &CellSet,
) -> Vec<u16> {
    PassAlive::excluding(board, side, excluded).chains
}

/// The unconditionally alive chains of a side, and their territory.
pub struct PassAlive {
    /// Heads of the chains.
    pub chains: Vec<u16>,
    /// Cells of the regions around which all chains are alive, and which are
    /// vital to one of them: the opponent can make no eye there, so that all
    /// hostile stones in them are dead.
    pub territory: CellSet,
}

impl PassAlive {
    /// Those of a side.
    #[must_use]
    pub fn new<const C: usize>(board: &GoBoard<C>, side: Side) -> PassAlive {
        PassAlive::excluding(board, side, &CellSet::default())
    }

    fn excluding<const C: usize>(board: &GoBoard<C>, side: Side, excluded: &CellSet) -> PassAlive {
        let mut enclosed_regions = enclosed_regions(board, side);
        let kept =
            |region: &EnclosedRegion| !region.cells.iter().any(|&cell| excluded.contains(cell));
        enclosed_regions.retain(kept);
        let mut chains: Vec<u16> = board
            .cells()
            .filter(|&cell| {
                board.at(cell) == Intersection::of(side) && board.chain_head(cell) == cell
            })
            .collect();
        loop {
            let before = (chains.len(), enclosed_regions.len());
            chains.retain(|&chain| {
                let vital = enclosed_regions.iter().filter(|region| region.is_vital(board, chain));
                vital.count() >= 2
            });
            enclosed_regions
                .retain(|region| region.chains.iter().all(|chain| chains.contains(chain)));
            if before == (chains.len(), enclosed_regions.len()) {
                break;
            }
        }
        let mut territory = CellSet::default();
        for region in &enclosed_regions {
            if chains.iter().any(|&chain| region.is_vital(board, chain)) {
                for &cell in &region.cells {
                    territory.insert(cell);
                }
            }
        }
        PassAlive { chains, territory }
    }
}
