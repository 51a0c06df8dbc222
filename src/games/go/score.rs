//! Area and territory scoring.

use super::board::{GoBoard, Intersection};
use super::rules::{Rules, ScoringRule};
use crate::core::{Point, Points, Side};

/// A set of cells, such as the stones marked dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u64; 11]);

impl CellSet {
    /// True if the cell is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 != 0
    }

    /// Inserts a cell, or removes it.
    #[inline]
    pub fn toggle(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6)] ^= 1 << (cell & 63);
    }

    /// Inserts a cell. Returns true if it was not in the set.
    #[inline]
    pub fn insert(&mut self, cell: u16) -> bool {
        let new = !self.contains(cell);
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
        new
    }

    /// The cells that are in one of two sets only.
    #[must_use]
    pub fn symmetric_difference(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|n| self.0[n] ^ other.0[n]))
    }

    /// The bits of the set, for hashing.
    #[must_use]
    pub fn words(&self) -> [u64; 11] {
        self.0
    }
}

/// Score of a board, point by point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardScore {
    /// Owner of each point of the board, from a1 along the ranks: living stones
    /// (area only) and surrounded points.
    pub owners: Vec<Option<Side>>,
    /// Points that each side owns.
    pub owned: [i32; 2],
    /// Living stones of each side on the board.
    pub stones: [i32; 2],
    /// Dead stones of the opponent that each side removes.
    pub dead: [i32; 2],
    /// Prisoners that each side counts, dead stones included; zero under
    /// area rules.
    pub prisoners: [i32; 2],
    /// Both totals, with komi and handicap bonus.
    pub totals: [Points; 2],
    files: u8,
}

impl BoardScore {
    /// Owner of this point.
    #[must_use]
    pub fn owner(&self, at: Point) -> Option<Side> {
        if at.file >= self.files {
            return None;
        }
        let n = usize::from(at.rank) * usize::from(self.files) + usize::from(at.file);
        self.owners.get(n).copied().flatten()
    }
}

/// An empty region after the dead stones have been removed.
struct Region {
    cells: Vec<u16>,
    /// Sides with living stones adjacent to it.
    touches: [bool; 2],
    /// Heads of the adjacent living chains, without repetition.
    chains: Vec<u16>,
}

impl Region {
    fn owner(&self) -> Option<Side> {
        match self.touches {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            _ => None,
        }
    }
}

fn regions<const C: usize>(board: &GoBoard<C>, dead: &CellSet) -> Vec<Region> {
    let alive = |cell: u16| board.at(cell).side().filter(|_| !dead.contains(cell));
    let mut seen = CellSet::default();
    let mut regions = Vec::new();
    for start in board.cells() {
        if alive(start).is_some() || !seen.insert(start) {
            continue;
        }
        let mut region = Region { cells: vec![start], touches: [false; 2], chains: Vec::new() };
        let mut next = 0;
        while let Some(&cell) = region.cells.get(next) {
            next += 1;
            for near in board.neighbours(cell) {
                if board.at(near) == Intersection::Border {
                    continue;
                }
                if let Some(side) = alive(near) {
                    region.touches[side.index()] = true;
                    if !region.chains.contains(&board.chain_head(near)) {
                        region.chains.push(board.chain_head(near));
                    }
                } else if seen.insert(near) {
                    region.cells.push(near);
                }
            }
        }
        regions.push(region);
    }
    regions
}

/// Size of the largest eye, in points, that a group in seki may have. A group
/// that owns more lives without the points it shares with the opponent.
const SEKI_EYE: usize = 2;

/// Marks the regions that are eyes of groups in seki (Japanese rules of 1989,
/// article 8): the only eye of a group that also touches a shared point.
///
/// Read literally, the article makes a seki of every group next to an unfilled
/// neutral point (dame); players leave those open, so the size of the eye
/// decides.
fn in_seki(regions: &[Region]) -> Vec<bool> {
    let shared = |chain: &u16| {
        regions.iter().any(|region| region.touches == [true; 2] && region.chains.contains(chain))
    };
    regions
        .iter()
        .map(|region| {
            region.owner().is_some_and(|_| {
                let alone = |chain: &u16| {
                    regions
                        .iter()
                        .filter(|other| other.owner().is_some() && other.chains.contains(chain))
                        .count()
                        == 1
                };
                region.cells.len() <= SEKI_EYE
                    && region.chains.iter().any(shared)
                    && region.chains.iter().all(alone)
            })
        })
        .collect()
}

/// Scores a board after removal of the `dead` stones. `captured` are the
/// prisoners that each side made during play.
#[must_use]
pub fn score_board<const C: usize>(
    board: &GoBoard<C>,
    rules: &Rules,
    dead: &CellSet,
    captured: [u32; 2],
) -> BoardScore {
    let regions = regions(board, dead);
    let mut owner_of = [None; C];
    let (mut living, mut taken) = ([0; 2], [0; 2]);
    let territory = rules.scoring == ScoringRule::Territory;
    for cell in board.cells() {
        let Some(side) = board.at(cell).side() else { continue };
        if dead.contains(cell) {
            taken[side.other().index()] += 1;
        } else {
            owner_of[usize::from(cell)] = (!territory).then_some(side);
            living[side.index()] += 1;
        }
    }
    let prisoners = [0, 1].map(|n| if territory { captured[n] as i32 + taken[n] } else { 0 });
    let seki = if territory { in_seki(&regions) } else { vec![false; regions.len()] };
    for (region, seki) in regions.iter().zip(seki) {
        for &cell in &region.cells {
            owner_of[usize::from(cell)] = region.owner().filter(|_| !seki);
        }
    }
    let owners: Vec<_> = board.cells().map(|cell| owner_of[usize::from(cell)]).collect();
    let owned =
        Side::BOTH.map(|side| owners.iter().filter(|&&owner| owner == Some(side)).count() as i32);
    let extra = [0, rules.komi + 2 * rules.handicap_bonus];
    let totals = [0, 1].map(|n| Points::halves(2 * (owned[n] + prisoners[n]) + extra[n]));
    BoardScore {
        owners,
        owned,
        stones: living,
        dead: taken,
        prisoners,
        totals,
        files: board.files(),
    }
}
