//! Counting: who owns each point, under area and under territory rules.

use super::board::{Board, Cell};
use super::rules::{Counting, Rules};
use crate::core::{Point, Points, Side};

/// A set of cells, such as the stones marked dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks([u64; 11]);

impl Marks {
    /// Whether a cell is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 != 0
    }

    /// Puts a cell in, or takes it out.
    #[inline]
    pub fn toggle(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6)] ^= 1 << (cell & 63);
    }

    /// Puts a cell in. Returns whether it was not in before.
    #[inline]
    pub fn insert(&mut self, cell: u16) -> bool {
        let new = !self.contains(cell);
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
        new
    }

    /// The set in words, for hashing.
    #[must_use]
    pub fn words(&self) -> [u64; 11] {
        self.0
    }
}

/// A finished count, point by point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Who gets a point for each place on the board, from a1 along the
    /// ranks: living stones (area only) and surrounded points.
    pub owners: Vec<Option<Side>>,
    /// Places that each side owns.
    pub owned: [i32; 2],
    /// Living stones of each side on the board.
    pub stones: [i32; 2],
    /// Dead stones of the other side that each side takes off.
    pub dead: [i32; 2],
    /// Prisoners that each side counts, dead stones included; zero under
    /// area rules.
    pub prisoners: [i32; 2],
    /// Both totals, with komi and compensation.
    pub totals: [Points; 2],
    files: u8,
}

impl Count {
    /// Who gets the point for this place.
    #[must_use]
    pub fn owner(&self, at: Point) -> Option<Side> {
        if at.file >= self.files {
            return None;
        }
        let n = usize::from(at.rank) * usize::from(self.files) + usize::from(at.file);
        self.owners.get(n).copied().flatten()
    }
}

/// An empty region after the dead stones have been lifted.
struct Region {
    cells: Vec<u16>,
    /// Which sides' living stones it touches.
    touches: [bool; 2],
    /// Living chains beside it, without repetition.
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

fn regions<const C: usize>(board: &Board<C>, dead: &Marks) -> Vec<Region> {
    let alive = |cell: u16| board.at(cell).side().filter(|_| !dead.contains(cell));
    let mut seen = Marks::default();
    let mut regions = Vec::new();
    for start in board.points() {
        if alive(start).is_some() || !seen.insert(start) {
            continue;
        }
        let mut region = Region { cells: vec![start], touches: [false; 2], chains: Vec::new() };
        let mut next = 0;
        while let Some(&cell) = region.cells.get(next) {
            next += 1;
            for near in board.beside(cell) {
                if board.at(near) == Cell::Rim {
                    continue;
                }
                if let Some(side) = alive(near) {
                    region.touches[side.index()] = true;
                    if !region.chains.contains(&board.chain(near)) {
                        region.chains.push(board.chain(near));
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

/// The largest eye that a group in seki is taken to have, in points. A group
/// that owns more lives without the points it shares with the opponent.
const SEKI_EYE: usize = 2;

/// Which regions are eyes of groups in seki (Japanese rules of 1989, article
/// 8): the only eye of a group that also touches a shared point.
///
/// Taken to the letter the article would make seki of every group beside an
/// unfilled neutral point; people leave those, so size decides.
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

/// Counts a board on which the `dead` stones are taken off. `captured` are
/// the prisoners that each side made during play.
#[must_use]
pub fn count<const C: usize>(
    board: &Board<C>,
    rules: &Rules,
    dead: &Marks,
    captured: [u32; 2],
) -> Count {
    let regions = regions(board, dead);
    let mut owner_of = [None; C];
    let (mut living, mut taken) = ([0; 2], [0; 2]);
    let territory = rules.counting == Counting::Territory;
    for cell in board.points() {
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
    let owners: Vec<_> = board.points().map(|cell| owner_of[usize::from(cell)]).collect();
    let owned =
        Side::BOTH.map(|side| owners.iter().filter(|&&owner| owner == Some(side)).count() as i32);
    let extra = [0, rules.komi + 2 * rules.compensation];
    let totals = [0, 1].map(|n| Points::halves(2 * (owned[n] + prisoners[n]) + extra[n]));
    Count { owners, owned, stones: living, dead: taken, prisoners, totals, files: board.files() }
}
