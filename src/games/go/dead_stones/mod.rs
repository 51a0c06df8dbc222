//! Dead stones of a finished position.
//!
//! Players stop when every chain is settled: a dead one is captured even if its
//! owner moves first, and a living one survives even if the opponent does. So
//! each side begins half of the playouts, and a chain is dead if most of them
//! leave its points to the opponent. Playouts can tell because they know the
//! tactics that settle chains; purely random ones capture too few invaders of a
//! large territory, and break every seki.
//!
//! Where the playouts disagree, more of them are played. What is still
//! uncertain and enclosed, such as a seki or a group with a nakade in it, is
//! then read out by a local search, in which both sides may pass.

mod local_search;
mod nakade;
mod patterns;
mod playouts;
mod proposal;
mod region;

use super::benson::PassAlive;
use super::board::GoBoard;
use super::playout::owner;
use super::score::CellSet;
use crate::core::{Random, Side};
use crate::search::StopFlag;
use local_search::{Life, LocalGame};
use playouts::play_out;
pub use proposal::Proposal;
use region::enclosed_region;

/// Number of playouts where they agree.
const PLAYOUTS: u32 = 400;

/// Number of playouts where they do not.
const MAX_PLAYOUTS: u32 = 2400;

/// Minimum number of playouts, even if the search is to stop.
const MIN_PLAYOUTS: u32 = 16;

/// Playouts are trusted about a chain that they leave to one side so much more
/// often than to the other, as a share.
const SETTLED: f32 = 0.9;

/// A chain whose balance is below this share is uncertain.
const UNCERTAIN: f32 = 0.6;

/// An uncertain chain below this balance is dead: of two chains that cannot
/// both live, the playouts find the dead one too strong, since they miss the
/// best attack.
const DEAD: f32 = 0.1;

/// A chain that the local search finds dead is so only below this balance:
/// playouts that save it often may know a defence outside the region.
const DOUBTFUL: f32 = 0.15;

/// Number of plies after which no more playouts are begun. Positions that were
/// left early have long ones.
const MAX_PLIES: u32 = 400_000;

/// Maximum number of empty points of a region that the local search reads.
const MAX_REGION: usize = 14;

/// Maximum number of chains that the local search reads; the largest first.
const MAX_READ: usize = 6;

/// Progress of a judgement, 0 to 1.
pub type Progress<'a> = dyn FnMut(f32) + 'a;

/// Stones that are probably dead when play has ended. Deterministic for a
/// board. About 20 ms on 19 by 19 on one core where the playouts agree, and
/// seldom more than 300 ms.
#[must_use]
pub fn dead_stones<const C: usize>(board: &GoBoard<C>) -> CellSet {
    dead_stones_until(board, &StopFlag::new(), &mut |_| ())
}

/// As [`dead_stones`], with less reading once the flag is raised. `progress` is
/// called now and then.
#[must_use]
pub fn dead_stones_until<const C: usize>(
    board: &GoBoard<C>,
    stop: &StopFlag,
    progress: &mut Progress<'_>,
) -> CellSet {
    let mut dead = CellSet::default();
    let has_stones =
        |side: Side| board.cells().into_iter().any(|cell| board.at(cell).side() == Some(side));
    // Nobody is there to capture them.
    if !Side::BOTH.into_iter().all(has_stones) {
        return dead;
    }
    let chains = judged_chains(board, stop, progress);
    for chain in chains.iter().filter(|chain| chain.is_dead()) {
        if captor_is_dead(board, chain, &chains) {
            continue;
        }
        for stone in board.chain_stones(chain.head) {
            dead.insert(stone);
        }
    }
    dead
}

/// True if an uncertain chain lives because one next to it is dead: of two
/// chains that cannot both live, the one that the playouts leave less often.
fn captor_is_dead<const C: usize>(board: &GoBoard<C>, chain: &Chain, chains: &[Chain]) -> bool {
    chain.is_uncertain()
        && chain.life.is_none()
        && chains.iter().any(|other| {
            let touches = |stone: u16| {
                let near = board.neighbours(stone).into_iter();
                near.filter(|&near| board.at(near).side() == Some(other.side))
                    .any(|near| board.chain_head(near) == other.head)
            };
            other.side != chain.side
                && other.is_uncertain()
                && other.is_dead()
                && other.balance < chain.balance
                && board.chain_stones(chain.head).any(touches)
        })
}

/// A chain of the board and its judgement.
struct Chain {
    head: u16,
    side: Side,
    stones: u32,
    /// Unconditionally alive.
    is_pass_alive: bool,
    /// In the unconditional territory of the other side.
    is_pass_dead: bool,
    /// Share of its points that the playouts leave to its side, less the share
    /// that they leave to the other; -1 to 1.
    balance: f32,
    /// Result of the local search.
    life: Option<Life>,
}

impl Chain {
    /// True if no playout is needed.
    fn is_decided(&self) -> bool {
        self.is_pass_alive || self.is_pass_dead
    }

    fn is_uncertain(&self) -> bool {
        !self.is_decided() && self.balance.abs() < UNCERTAIN
    }

    fn is_settled_alive(&self) -> bool {
        self.is_pass_alive || self.balance >= SETTLED
    }

    fn is_dead(&self) -> bool {
        match self.life {
            Some(Life::Alive) => false,
            Some(Life::Dead) => self.balance < DOUBTFUL,
            None if self.is_uncertain() => self.balance < DEAD,
            None => self.is_pass_dead || !self.is_pass_alive && self.balance < 0.0,
        }
    }
}

/// The chains of the board.
fn chains<const C: usize>(board: &GoBoard<C>) -> Vec<Chain> {
    let pass_alive = Side::BOTH.map(|side| PassAlive::new(board, side));
    let mut chains = Vec::new();
    for head in board.cells() {
        let Some(side) = board.at(head).side() else { continue };
        if board.chain_head(head) == head {
            chains.push(Chain {
                head,
                side,
                stones: board.chain_size(head),
                is_pass_alive: pass_alive[side.index()].chains.contains(&head),
                is_pass_dead: pass_alive[side.other().index()].territory.contains(head),
                balance: 0.0,
                life: None,
            });
        }
    }
    chains
}

fn judged_chains<const C: usize>(
    board: &GoBoard<C>,
    stop: &StopFlag,
    progress: &mut Progress<'_>,
) -> Vec<Chain> {
    let mut chains = chains(board);
    if chains.iter().all(Chain::is_decided) {
        return chains;
    }
    let mut ownership = Ownership::new(board);
    for playouts in [PLAYOUTS, MAX_PLAYOUTS] {
        ownership.play_until(board, playouts, stop, progress);
        for chain in &mut chains {
            chain.balance = ownership.balance(board, chain);
        }
        if !chains.iter().any(Chain::is_uncertain) {
            break;
        }
    }
    read_uncertain_chains(board, &mut chains, stop, progress);
    chains
}

/// Judges uncertain chains by the local search.
fn read_uncertain_chains<const C: usize>(
    board: &GoBoard<C>,
    chains: &mut [Chain],
    stop: &StopFlag,
    progress: &mut Progress<'_>,
) {
    let mut games: Vec<_> = (0..chains.len())
        .filter(|&n| chains[n].is_uncertain())
        .filter_map(|n| {
            let region = enclosed_region(board, chains[n].head, chains, MAX_REGION)?;
            Some((n, LocalGame::new(board, chains[n].head, chains[n].side, region)))
        })
        .collect();
    games.sort_by_key(|&(n, _)| std::cmp::Reverse(chains[n].stones));
    games.truncate(MAX_READ);
    let count = games.len() as f32;
    for (read, (n, game)) in games.iter_mut().enumerate() {
        progress(0.5 + 0.5 * read as f32 / count);
        if stop.is_raised() {
            break;
        }
        chains[*n].life = game.life(board, stop);
    }
}

const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// Owners of the points after playouts.
struct Ownership<const C: usize> {
    random: Random,
    playouts: u32,
    plies: u32,
    /// For each cell the number of playouts that leave it to Black, less the
    /// number that leave it to White.
    owned: [i32; C],
}

impl<const C: usize> Ownership<C> {
    fn new(board: &GoBoard<C>) -> Ownership<C> {
        Ownership { random: Random::new(board.hash()), playouts: 0, plies: 0, owned: [0; C] }
    }

    /// Plays until there are so many playouts, or enough plies, or until it is
    /// to stop.
    fn play_until(
        &mut self,
        board: &GoBoard<C>,
        playouts: u32,
        stop: &StopFlag,
        progress: &mut Progress<'_>,
    ) {
        while self.playouts < playouts {
            let is_over = stop.is_raised() || self.plies >= MAX_PLIES;
            if self.playouts >= MIN_PLAYOUTS && is_over {
                break;
            }
            if self.playouts.is_multiple_of(PLAYOUTS / 8) {
                progress(0.5 * self.playouts as f32 / MAX_PLAYOUTS as f32);
            }
            let mut end = *board;
            end.clear_ko();
            let first = Side::BOTH[self.playouts as usize % 2];
            self.plies += play_out(&mut end, first, None, None, &mut self.random, |_, _| ());
            for cell in end.cells() {
                self.owned[usize::from(cell)] += owner(&end, cell).map_or(0, sign);
            }
            self.playouts += 1;
        }
    }

    /// The [`Chain::balance`] of a chain.
    fn balance(&self, board: &GoBoard<C>, chain: &Chain) -> f32 {
        let stones = board.chain_stones(chain.head);
        let kept: i32 = stones.map(|cell| self.owned[usize::from(cell)]).sum();
        (kept * sign(chain.side)) as f32 / (self.playouts * chain.stones) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Point;
    use crate::games::go::board::cell_count;

    /// Two walls of five stones across a small board, which playouts cannot
    /// break.
    fn two_walls() -> GoBoard<{ cell_count(5, 5) }> {
        let mut board = GoBoard::new(5, 5);
        for rank in 0..5 {
            for (file, side) in [(1, Side::First), (3, Side::Second)] {
                board.place_stone(board.cell(Point::new(file, rank)).unwrap(), side);
            }
        }
        board
    }

    #[test]
    fn a_raised_flag_leaves_the_minimum_of_playouts() {
        let board = two_walls();
        let stop = StopFlag::new();
        let mut ownership = Ownership::new(&board);
        ownership.play_until(&board, PLAYOUTS, &stop, &mut |_| ());
        assert_eq!(ownership.playouts, PLAYOUTS);
        stop.raise();
        let mut ownership = Ownership::new(&board);
        ownership.play_until(&board, PLAYOUTS, &stop, &mut |_| ());
        assert_eq!(ownership.playouts, MIN_PLAYOUTS);
        let wall = usize::from(board.cell(Point::new(1, 0)).unwrap());
        assert_eq!(ownership.owned[wall], MIN_PLAYOUTS as i32);
    }

    #[test]
    fn stones_in_unconditional_territory_need_no_playouts() {
        // Black lives by a1 and the three points around c3, which leave the
        // white stone there no eye.
        let mut board = GoBoard::<{ cell_count(5, 5) }>::new(5, 5);
        let rows = [".....", ".....", "XXXX.", "XXO.X", ".XXXX"];
        for (rank, row) in (0..5).rev().zip(rows) {
            for (file, sign) in (0..).zip(row.chars()) {
                let cell = board.cell(Point::new(file, rank)).unwrap();
                match sign {
                    'X' => board.place_stone(cell, Side::First),
                    'O' => board.place_stone(cell, Side::Second),
                    _ => [0, 0],
                };
            }
        }
        let mut playouts = false;
        let dead = dead_stones_until(&board, &StopFlag::new(), &mut |_| playouts = true);
        assert!(!playouts);
        for cell in board.cells() {
            assert_eq!(dead.contains(cell), board.at(cell).side() == Some(Side::Second));
        }
    }

    #[test]
    fn progress_rises_from_zero_and_stays_below_one() {
        let mut seen = Vec::new();
        let _ = dead_stones_until(&two_walls(), &StopFlag::new(), &mut |part| seen.push(part));
        assert_eq!(seen.first(), Some(&0.0));
        assert!(seen.is_sorted() && seen.iter().all(|&part| part < 1.0), "{seen:?}");
    }
}
