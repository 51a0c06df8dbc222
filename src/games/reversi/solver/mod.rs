//! Search of the 8 by 8 board, after the design of Logistello and Edax: principal variation
//! search on the pattern evaluation with multi-ProbCut in the midgame, an exact endgame solver,
//! and parallel search by the young brothers wait concept.
//!
//! The inner loops are compiled three times: portably, for AVX2 and for AVX-512. The instruction
//! set is chosen at run time. All versions give the same values and node counts.
//!
//! `iterative_deepening` is the entry, `root` searches the moves at the root, `midgame` to a depth,
//! `endgame`, `shallow_endgame` and `last_empties` to the last square. Other board sizes and
//! scorings are for `any_size`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod geometry;
mod iterative_deepening;
mod move_order;
mod perft;
pub(crate) mod probcut;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm_simd;
mod worker;
mod worker_pool;

use std::time::Duration;

pub(crate) use geometry::CORNERS;
pub use iterative_deepening::{Iteration, SolveMode, Solver, SolverParams, SolverResult};

use self::move_order::{
    ENDGAME_ORDER, MIDGAME_ORDER, move_to_front, ordering_depth, pick_next, shallow_cost,
};
use self::probcut::NO_SELECTIVITY;
use self::worker::{LocalEntry, Worker, local_slot};
use super::rules::Discs;
use crate::search::Window;

/// One disc, in the unit of midgame values: hundredths of a disc.
const DISC: i32 = 100;

/// Largest absolute value, in hundredths of a disc.
const MAX_VALUE: i32 = 64 * DISC;

/// The window of every value, in hundredths of a disc.
const FULL_WINDOW: Window = Window { alpha: -MAX_VALUE, beta: MAX_VALUE };

/// Smaller than any score in discs: minus infinity of the endgame search.
const NO_SCORE: i32 = -127;

/// Stands for "no move" where a square is stored.
const NO_SQUARE: u8 = 64;

/// Upper bound of the number of legal moves of a position.
const MAX_MOVES: usize = 34;

/// Empty squares up to which moves are ordered by parity alone.
const LAST_EMPTIES: u32 = 5;

/// Empty squares from which positions go to the shared transposition table; below, each thread
/// uses a small table of its own that fits its cache.
const SHARED_TABLE_MIN_EMPTIES: u32 = 12;

/// Empty squares from which the endgame search orders moves by the pattern evaluation and may
/// prune by ProbCut; below, it orders moves by mobility (fastest first).
const PATTERN_MIN_EMPTIES: u32 = 14;

/// Empty squares from which the thread's own table is probed for enhanced transposition cutoffs.
const ETC_MIN_EMPTIES: u32 = 10;

/// Depth in plies from which the midgame search tries enhanced transposition cutoffs.
const ETC_MIN_DEPTH: u32 = 3;

/// Empty squares (endgame) and plies (midgame) from which a node may become a split point.
const SPLIT_MIN_EMPTIES: u32 = 14;
const SPLIT_MIN_DEPTH: u32 = 7;

/// Polls by a waiting thread before it sleeps between polls, and the length of that sleep.
const SPIN_LIMIT: u32 = 100;
const BACKOFF: Duration = Duration::from_micros(50);

/// A position with its legal moves.
#[derive(Clone, Copy, Debug)]
struct Node {
    discs: Discs,
    /// Squares of the legal moves of the side to move.
    moves: u64,
}

/// A move with the position after it. Moves are searched in ascending order of cost.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    node: Node,
    cost: i32,
    square: u8,
}

impl Candidate {
    const NONE: Candidate =
        Candidate { node: Node { discs: Discs::NONE, moves: 0 }, cost: 0, square: NO_SQUARE };

    /// The discs that the move flips; `own` are the mover's discs before it.
    #[inline(always)]
    fn flipped(&self, own: u64) -> u64 {
        self.node.discs.opponent ^ (own | 1 << self.square)
    }
}

/// A move at the root and the position after it.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    discs: Discs,
    square: u8,
    value: i32,
}

/// The best move of a node so far.
#[derive(Clone, Copy, Debug)]
struct BestMove {
    value: i32,
    /// [`NO_SQUARE`] before the first move.
    square: u8,
}

/// Bounds of the score of an endgame position, in discs.
#[derive(Clone, Copy, Debug)]
struct EndgameBounds {
    lower: i32,
    upper: i32,
    /// The hash move, or [`NO_SQUARE`].
    best: u8,
}

/// The search ahead of a node.
#[derive(Clone, Copy, Debug)]
struct SearchDepth {
    /// Empty squares, to the end of the game.
    empties: u32,
    /// Plies to search.
    depth: u32,
}

/// A job of a search thread.
enum Job<'a> {
    /// Search these root moves for the best one; values need not be exact outside
    /// `-bound..=bound`.
    Root { moves: &'a mut [RootMove], empties: u32, iteration: Iteration, guess: i32, bound: i32 },
    /// Search a position for its value.
    Value { discs: Discs, iteration: Iteration },
    /// Join split points of other threads until shutdown.
    Help,
}

/// Converts hundredths of a disc to discs, towards zero.
#[inline(always)]
fn discs(hundredths: i16) -> i32 {
    i32::from(hundredths) / DISC
}

/// Converts discs to hundredths of a disc.
#[inline(always)]
fn hundredths(discs: i32) -> i16 {
    (discs * DISC) as i16
}

/// Stability cutoff: an upper bound in discs, at or below `alpha`, proved by the opponent's
/// stable discs.
#[inline(always)]
fn stability_bound(discs: Discs, empties: u32, alpha: i32) -> Option<i32> {
    // Only where enough stable discs are likely, since counting them takes time.
    if alpha < 2 * empties as i32 - 4 {
        return None;
    }
    let bound = 64 - 2 * geometry::stable_discs(discs.opponent, discs.own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

/// The search for any processor; in the browser with WebAssembly SIMD where it is enabled.
mod search_portable {
    use super::super::patterns::{Patterns, Stage, WIDTH, Weights};
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    use super::super::rules::bitboard::Bitboard;
    use super::geometry::*;
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    use super::wasm_simd::{flips, mobility};
    use super::worker_pool::{SplitKind, SplitPoint};
    use super::*;
    use crate::search::SharedTtEntry;

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline(always)]
    fn flips(own: u64, opponent: u64, square: u32) -> u64 {
        u64::flips(own, opponent, square as u8)
    }

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline(always)]
    fn mobility(own: u64, opponent: u64) -> u64 {
        u64::mobility(own, opponent, !(own | opponent))
    }

    #[inline(always)]
    fn network_value(stage: &Stage, sums: &[i16; WIDTH]) -> i32 {
        stage.value(sums)
    }

    /// Flips and mobility of this version, for tests.
    #[cfg(all(test, target_arch = "x86_64"))]
    pub(super) fn flips_and_mobility(own: u64, opponent: u64, square: u32) -> (u64, u64) {
        (flips(own, opponent, square), mobility(own, opponent))
    }

    macro_rules! multiversion {
        ($($item:item)*) => { $($item)* };
    }

    include!("last_empties.rs");
    include!("shallow_endgame.rs");
    include!("endgame.rs");
    include!("midgame.rs");
    include!("root.rs");
}

/// The search for processors with AVX2.
#[cfg(target_arch = "x86_64")]
mod search_avx2 {
    use super::super::patterns::avx2::value as network_value;
    use super::super::patterns::{Patterns, Weights};
    use super::avx2::{flips, mobility};
    use super::geometry::*;
    use super::worker_pool::{SplitKind, SplitPoint};
    use super::*;
    use crate::search::SharedTtEntry;

    macro_rules! multiversion {
        ($($item:item)*) => {
            $(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")] $item)*
        };
    }

    include!("last_empties.rs");
    include!("shallow_endgame.rs");
    include!("endgame.rs");
    include!("midgame.rs");
    include!("root.rs");
}

/// The search for processors with AVX-512.
#[cfg(target_arch = "x86_64")]
mod search_avx512 {
    use super::super::patterns::avx2::value as network_value;
    use super::super::patterns::{Patterns, Weights};
    use super::avx2::mobility;
    use super::avx512::flips;
    use super::geometry::*;
    use super::worker_pool::{SplitKind, SplitPoint};
    use super::*;
    use crate::search::SharedTtEntry;

    macro_rules! multiversion {
        ($($item:item)*) => {
            $(#[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl,avx512bw,avx512dq"
            )] $item)*
        };
    }

    include!("last_empties.rs");
    include!("shallow_endgame.rs");
    include!("endgame.rs");
    include!("midgame.rs");
    include!("root.rs");
}

/// Instruction sets that the search is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionSet {
    /// Any processor.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// True if the processor has the features of this instruction set.
    #[cfg(target_arch = "x86_64")]
    fn is_supported(self) -> bool {
        use std::arch::is_x86_feature_detected as has;
        let bits = || has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        let avx512_rest = || has!("avx512cd") && has!("avx512vl") && has!("avx512bw");
        match self {
            InstructionSet::Portable => true,
            InstructionSet::Avx2 => has!("avx2") && bits(),
            InstructionSet::Avx512 => {
                InstructionSet::Avx2.is_supported()
                    && has!("avx512f")
                    && has!("avx512dq")
                    && avx512_rest()
            }
        }
    }

    /// The fastest instruction set of this processor.
    fn detect() -> InstructionSet {
        #[cfg(target_arch = "x86_64")]
        for isa in [InstructionSet::Avx512, InstructionSet::Avx2] {
            if isa.is_supported() {
                return isa;
            }
        }
        InstructionSet::Portable
    }
}

/// Calls the search compiled for an instruction set.
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions with target features run only where they are detected"
    )
)]
mod dispatch {
    use super::{Discs, InstructionSet, Job, Worker, search_portable};
    #[cfg(target_arch = "x86_64")]
    use super::{search_avx2, search_avx512};

    /// Runs a job with a [supported](InstructionSet::is_supported) instruction set. Returns the
    /// value, or `None` if the search was stopped.
    pub(super) fn run_job_with(
        isa: InstructionSet,
        w: &mut Worker<'_>,
        job: Job<'_>,
    ) -> Option<i32> {
        match isa {
            InstructionSet::Portable => search_portable::run_job(w, job),
            // SAFETY: the processor has every feature that the function is
            // compiled for.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { search_avx2::run_job(w, job) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { search_avx512::run_job(w, job) },
        }
    }

    /// Runs a job with the fastest instruction set.
    pub(super) fn run_job(w: &mut Worker<'_>, job: Job<'_>) -> Option<i32> {
        run_job_with(InstructionSet::detect(), w, job)
    }

    /// Perft with a [supported](InstructionSet::is_supported) instruction set.
    pub(super) fn perft_with(isa: InstructionSet, discs: Discs, board: u64, depth: u32) -> u64 {
        match isa {
            InstructionSet::Portable => search_portable::perft(discs, board, depth),
            // SAFETY: the processor has every feature that the function is
            // compiled for.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { search_avx2::perft(discs, board, depth) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { search_avx512::perft(discs, board, depth) },
        }
    }

    /// Flips and mobility by a [supported](InstructionSet::is_supported) instruction set.
    #[cfg(all(test, target_arch = "x86_64"))]
    pub(super) fn flips_and_mobility_with(
        isa: InstructionSet,
        Discs { own, opponent }: Discs,
        square: u32,
    ) -> (u64, u64) {
        use super::{avx2, avx512};
        // SAFETY: the processor has every feature that the functions are
        // compiled for.
        unsafe {
            match isa {
                InstructionSet::Portable => {
                    search_portable::flips_and_mobility(own, opponent, square)
                }
                InstructionSet::Avx2 => {
                    (avx2::flips(own, opponent, square), avx2::mobility(own, opponent))
                }
                InstructionSet::Avx512 => {
                    (avx512::flips(own, opponent, square), avx2::mobility(own, opponent))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::worker_pool::WorkerPool;
    use super::*;
    use crate::core::Random;
    use crate::games::reversi::patterns::{WEIGHTS_FILE, Weights};
    use crate::games::reversi::rules::bitboard::Bitboard;
    use crate::search::SharedTranspositionTable;

    /// The position after `plies` random moves.
    fn after_random_moves(plies: u32, random: &mut Random) -> Discs {
        let mut discs = Discs::START;
        for _ in 0..plies {
            let moves: Vec<u8> = discs.mobility().squares().collect();
            let Some(&square) = random.pick(&moves) else { break };
            discs = discs.after_move(square);
        }
        discs
    }

    /// The instruction sets of this processor, the portable one first.
    #[cfg(target_arch = "x86_64")]
    fn supported_sets() -> Vec<InstructionSet> {
        let all = [InstructionSet::Portable, InstructionSet::Avx2, InstructionSet::Avx512];
        all.into_iter().filter(|isa| isa.is_supported()).collect()
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn flips_and_mobility_agree_for_all_instruction_sets_on_random_boards() {
        let mut random = Random::new(3);
        for round in 0..20_000 {
            let (a, b) = (random.next_u64(), random.next_u64());
            let full = if round % 2 == 0 { a | b } else { a & b };
            let own = random.next_u64() & full;
            let discs = Discs { own, opponent: full & !own };
            for square in (!full).squares() {
                let wanted = (u64::flips(own, discs.opponent, square), discs.mobility());
                for isa in supported_sets() {
                    let found = dispatch::flips_and_mobility_with(isa, discs, u32::from(square));
                    assert_eq!(found, wanted, "{isa:?}");
                }
            }
        }
    }

    /// Also with arithmetic that is checked for overflow.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_board_without_a_move_has_its_final_score() {
        let weights = Weights::new(&[], Vec::new());
        let (table, pool) = (SharedTranspositionTable::new(0), WorkerPool::default());
        // White has 24 of 64 discs; or all but one square, which Black cannot take.
        let full = Discs { own: !0 << 24, opponent: (1 << 24) - 1 };
        let one_left = Discs { own: 0, opponent: !1 };
        for isa in supported_sets() {
            for (discs, score) in [(full, 16), (full.passed(), -16), (one_left, -64)] {
                let mut worker = Worker::new(&weights, &table, &pool, None);
                let iteration = Iteration { depth: 64, selectivity: NO_SELECTIVITY };
                let value =
                    dispatch::run_job_with(isa, &mut worker, Job::Value { discs, iteration });
                assert_eq!(value, Some(score * DISC), "{isa:?}");
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_instruction_sets_give_the_same_values_and_node_counts() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        let bytes = std::fs::read(format!("{file}{WEIGHTS_FILE}")).unwrap();
        let weights = Weights::read(&bytes).unwrap();
        let mut random = Random::new(12);
        for plies in [10, 30, 46, 48] {
            let discs = after_random_moves(plies, &mut random);
            let depth = if plies < 40 { 6 } else { 64 };
            let answers: Vec<(Option<i32>, u64, u64)> = supported_sets()
                .into_iter()
                .map(|isa| {
                    let (table, pool) = (SharedTranspositionTable::new(1), WorkerPool::default());
                    let mut worker = Worker::new(&weights, &table, &pool, None);
                    let iteration = Iteration { depth, selectivity: 1 };
                    let job = Job::Value { discs, iteration };
                    let value = dispatch::run_job_with(isa, &mut worker, job);
                    let count = dispatch::perft_with(isa, discs, !0, 4);
                    (value, worker.nodes, count)
                })
                .collect();
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        }
    }
}
