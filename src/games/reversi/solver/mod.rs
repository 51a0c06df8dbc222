//! The player of the board of eight by eight: an alpha-beta search on
//! patterns with multi-probcut in the middle of the game, and an exact one at
//! its end.
//!
//! What is called millions of times a second is compiled three times, for any
//! processor, for those with AVX2 and for those with AVX-512; which is used is
//! found out when the program runs. All give the same values and count the
//! same nodes.

mod crew;
mod geometry;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lanes;
mod measure;
mod probcut;
mod think;
#[cfg(target_arch = "x86_64")]
mod wide;
#[cfg(target_arch = "x86_64")]
mod wider;
mod worker;

use std::time::Duration;

pub(super) use geometry::{CORNERS, twice_last_flips};
pub use measure::margins;
pub use think::{Found, Goal, Solver, Task, Wanted};

use self::probcut::CERTAIN;
use self::worker::{Near, Worker, place};

/// Hundredths of a disc in a disc.
const DISC: i32 = 100;

/// No value is beyond this, in hundredths of a disc.
const MOST: i32 = 64 * DISC;

/// Less than any number of discs.
const NONE: i32 = -127;

/// A move that is no square.
const NO_SQUARE: u8 = 64;

/// No position has more legal moves.
const MOST_MOVES: usize = 34;

/// With this many empty squares or fewer, moves are taken by parity alone.
const FEW: u32 = 5;

/// From this many empty squares on, positions are kept in the table that all
/// threads share; below, each thread has a table of its own, which is small
/// and quick.
const FAR_FROM: u32 = 12;

/// From this many empty squares on, patterns judge the moves, and the search
/// of the end is selective; below, the moves that leave the fewest replies
/// come first.
const JUDGED_FROM: u32 = 14;

/// From this many empty squares on, the table is asked about every move.
const ENHANCED_FROM: u32 = 10;

/// From this depth on, the table is asked about every move.
const ENHANCED_MIDDLE_FROM: u32 = 3;

/// From this depth on, the search of the middle game is selective.
const PROBCUT_FROM: u32 = 3;

/// From this many empty squares on, or plies, moves are shared with other
/// threads.
const SPLIT_END_FROM: u32 = 14;
const SPLIT_MIDDLE_FROM: u32 = 7;

/// How often a thread that waits for others looks for work before it begins
/// to sleep in between, and how long it then sleeps.
const PATIENCE: u32 = 100;
const NAP: Duration = Duration::from_micros(50);

/// What speaks for a move near the end of the game in an odd quarter.
const PARITY: i32 = 3;

/// What speaks against a move, and for it: whatever leaves the opponent few
/// replies comes first, for it is quickly searched.
struct Order {
    /// Against it for each reply of the opponent.
    reply: i32,
    /// The same once more for each reply in a corner.
    corner: i32,
    /// For it for each own disc in a corner or firm beside one.
    firm: i32,
}

/// Near the end of the game, where nothing else is known of a move.
const NEAR_ORDER: Order = Order { reply: 16, corner: 12, firm: 3 };

/// Where patterns judge a move besides, in hundredths of a disc.
const END_ORDER: Order = Order { reply: 580, corner: 250, firm: 200 };
const MIDDLE_ORDER: Order = Order { reply: 390, corner: 460, firm: 60 };

impl Order {
    /// The cost of a move after which the opponent has these replies and the
    /// side that made it these discs.
    #[inline(always)]
    fn cost(&self, replies: u64, discs: u64) -> i32 {
        self.reply * replies.count_ones() as i32
            + self.corner * (replies & CORNERS).count_ones() as i32
            - self.firm * geometry::firm(discs).count_ones() as i32
    }
}

/// The cost of a move near the end of the game, after which the opponent has
/// these replies and the side that made it these discs.
#[inline(always)]
fn cost_near(replies: u64, discs: u64, odd: u64, square: u32) -> i32 {
    let parity = if odd >> (square & 63) & 1 != 0 { PARITY } else { 0 };
    NEAR_ORDER.cost(replies, discs) - parity
}

/// A move with the position after it; the lowest cost is tried first.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    own: u64,
    opponent: u64,
    /// The moves of the side that moves then.
    moves: u64,
    cost: i32,
    square: u8,
}

impl Candidate {
    const NONE: Candidate = Candidate { own: 0, opponent: 0, moves: 0, cost: 0, square: NO_SQUARE };
}

/// A move of the position that is asked about, and the position after it.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    own: u64,
    opponent: u64,
    square: u8,
    value: i32,
}

/// What a thread is asked.
enum Question<'a> {
    /// The best of these moves; what a value is beyond `most`, either way, does
    /// not matter.
    Best { moves: &'a mut [RootMove], empties: u32, goal: Goal, guess: i32, most: i32 },
    /// The value of a position.
    Value { own: u64, opponent: u64, goal: Goal },
    /// To help whoever has work.
    Serve,
}

/// Takes the cheapest candidate from `n` on, and puts number `n` in its place.
#[inline(always)]
fn take_cheapest(candidates: &mut [Candidate], n: usize) -> Candidate {
    let (mut cheapest, mut cost) = (n, candidates[n].cost);
    for (m, candidate) in candidates.iter().enumerate().skip(n + 1) {
        let is_cheaper = candidate.cost < cost;
        cheapest = if is_cheaper { m } else { cheapest };
        cost = cost.min(candidate.cost);
    }
    let taken = candidates[cheapest];
    candidates[cheapest] = candidates[n];
    taken
}

/// Brings the move on this square to the front; 1 if it is there, else 0.
#[inline(always)]
fn lead(candidates: &mut [Candidate], square: u8) -> usize {
    let Some(at) = candidates.iter().position(|candidate| candidate.square == square) else {
        return 0;
    };
    candidates.swap(0, at);
    1
}

/// Whole discs of hundredths.
#[inline(always)]
fn discs(hundredths: i16) -> i32 {
    i32::from(hundredths) / DISC
}

/// Hundredths of whole discs.
#[inline(always)]
fn hundredths(discs: i32) -> i16 {
    (discs * DISC) as i16
}

/// How many plies are looked ahead to put the moves in order, with so many
/// empty squares to the end.
#[inline(always)]
fn presearch(empties: u32, is_wide: bool) -> u32 {
    let depth = empties.saturating_sub(14) / 3;
    (depth + 2 * u32::from(is_wide)).min(8)
}

/// A bound at or below `alpha` that the opponent's stable discs prove.
#[inline(always)]
fn stability_bound(own: u64, opponent: u64, empties: u32, alpha: i32) -> Option<i32> {
    // Looking costs time: only where enough stable discs are likely.
    if alpha < 2 * empties as i32 - 4 {
        return None;
    }
    let bound = 64 - 2 * geometry::stable(opponent, own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

/// The search for any processor; in the browser with the vectors that it has.
mod portable {
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    use super::super::bits::Bits;
    use super::super::patterns::{Patterns, Stage, WIDTH, Weights};
    use super::crew::{Split, Task};
    use super::geometry::*;
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    use super::lanes::{flips, mobility};
    use super::*;
    use crate::search::Bounds;

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
    fn layers(stage: &Stage, sums: &[i16; WIDTH]) -> i32 {
        stage.value(sums)
    }

    /// Both, to be compared with those of the other versions.
    #[cfg(all(test, target_arch = "x86_64"))]
    pub(super) fn looks(own: u64, opponent: u64, square: u32) -> (u64, u64) {
        (flips(own, opponent, square), mobility(own, opponent))
    }

    macro_rules! compiled {
        ($($item:item)*) => { $($item)* };
    }

    include!("last.rs");
    include!("near.rs");
    include!("end.rs");
    include!("middle.rs");
    include!("root.rs");
}

/// The search for processors with AVX2.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::super::patterns::wide::value as layers;
    use super::super::patterns::{Patterns, Weights};
    use super::crew::{Split, Task};
    use super::geometry::*;
    use super::wide::{flips, mobility};
    use super::*;
    use crate::search::Bounds;

    macro_rules! compiled {
        ($($item:item)*) => {
            $(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")] $item)*
        };
    }

    include!("last.rs");
    include!("near.rs");
    include!("end.rs");
    include!("middle.rs");
    include!("root.rs");
}

/// The search for processors with AVX-512.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::super::patterns::wide::value as layers;
    use super::super::patterns::{Patterns, Weights};
    use super::crew::{Split, Task};
    use super::geometry::*;
    use super::wide::mobility;
    use super::wider::flips;
    use super::*;
    use crate::search::Bounds;

    macro_rules! compiled {
        ($($item:item)*) => {
            $(#[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl,avx512bw,avx512dq"
            )] $item)*
        };
    }

    include!("last.rs");
    include!("near.rs");
    include!("end.rs");
    include!("middle.rs");
    include!("root.rs");
}

/// The versions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// For any processor.
    Portable,
    /// With AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// With AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Version {
    /// Whether the processor has what this version needs.
    #[cfg(target_arch = "x86_64")]
    fn runs(self) -> bool {
        use std::arch::is_x86_feature_detected as has;
        let bits = || has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        let wider = || has!("avx512cd") && has!("avx512vl") && has!("avx512bw");
        match self {
            Version::Portable => true,
            Version::Avx2 => has!("avx2") && bits(),
            Version::Avx512 => {
                Version::Avx2.runs() && has!("avx512f") && has!("avx512dq") && wider()
            }
        }
    }

    /// The fastest version that the processor runs.
    fn fastest() -> Version {
        #[cfg(target_arch = "x86_64")]
        for version in [Version::Avx512, Version::Avx2] {
            if version.runs() {
                return version;
            }
        }
        Version::Portable
    }
}

/// Calls the versions.
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "what needs more than every processor has is called only there")
)]
mod dispatch {
    use super::{Question, Version, Worker, portable};
    #[cfg(target_arch = "x86_64")]
    use super::{avx2, avx512};

    /// Answers a question with a version that [runs](Version::runs).
    pub(super) fn answer_with(
        version: Version,
        w: &mut Worker<'_>,
        question: Question<'_>,
    ) -> Option<i32> {
        match version {
            Version::Portable => portable::answer(w, question),
            // SAFETY: the processor has every feature that the function is
            // compiled for.
            #[cfg(target_arch = "x86_64")]
            Version::Avx2 => unsafe { avx2::answer(w, question) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Version::Avx512 => unsafe { avx512::answer(w, question) },
        }
    }

    /// Answers a question with the fastest version there is.
    pub(super) fn answer(w: &mut Worker<'_>, question: Question<'_>) -> Option<i32> {
        answer_with(Version::fastest(), w, question)
    }

    /// Counts move sequences with a version that [runs](Version::runs).
    pub(super) fn perft_with(
        version: Version,
        (own, opponent, board): (u64, u64, u64),
        depth: u32,
    ) -> u64 {
        match version {
            Version::Portable => portable::perft(own, opponent, board, depth),
            // SAFETY: the processor has every feature that the function is
            // compiled for.
            #[cfg(target_arch = "x86_64")]
            Version::Avx2 => unsafe { avx2::perft(own, opponent, board, depth) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Version::Avx512 => unsafe { avx512::perft(own, opponent, board, depth) },
        }
    }

    /// The flips and the mobility of a version that [runs](Version::runs).
    #[cfg(all(test, target_arch = "x86_64"))]
    pub(super) fn looks_with(
        version: Version,
        (own, opponent): (u64, u64),
        square: u32,
    ) -> (u64, u64) {
        use super::{wide, wider};
        // SAFETY: the processor has every feature that the functions are
        // compiled for.
        unsafe {
            match version {
                Version::Portable => portable::looks(own, opponent, square),
                Version::Avx2 => {
                    (wide::flips(own, opponent, square), wide::mobility(own, opponent))
                }
                Version::Avx512 => {
                    (wider::flips(own, opponent, square), wide::mobility(own, opponent))
                }
            }
        }
    }
}

/// Counts the move sequences of `depth` plies on a board of up to eight by
/// eight whose squares are `board`; a pass is a ply.
pub(super) fn perft(own: u64, opponent: u64, board: u64, depth: u32) -> u64 {
    let version = Version::fastest();
    if depth == 0 { 1 } else { dispatch::perft_with(version, (own, opponent, board), depth) }
}

#[cfg(test)]
mod tests {
    use super::super::bits::Bits;
    use super::super::patterns::{FILE, Weights};
    use super::crew::Crew;
    use super::*;
    use crate::core::Random;
    use crate::search::SharedTable;

    /// The start after so many moves of chance.
    fn after_chance(plies: u32, random: &mut Random) -> (u64, u64) {
        let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        for _ in 0..plies {
            let moves: Vec<u8> =
                u64::mobility(own, opponent, !(own | opponent)).squares().collect();
            let Some(&square) = random.pick(&moves) else { break };
            let flipped = u64::flips(own, opponent, square);
            (own, opponent) = (opponent ^ flipped, own | flipped | 1 << square);
        }
        (own, opponent)
    }

    /// The versions that this processor runs, the portable one first.
    #[cfg(target_arch = "x86_64")]
    fn versions() -> Vec<Version> {
        let all = [Version::Portable, Version::Avx2, Version::Avx512];
        all.into_iter().filter(|version| version.runs()).collect()
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn flips_and_mobility_of_all_versions_agree_on_boards_of_chance() {
        let mut random = Random::new(3);
        for round in 0..20_000 {
            let (a, b) = (random.bits(), random.bits());
            let full = if round % 2 == 0 { a | b } else { a & b };
            let own = random.bits() & full;
            let opponent = full & !own;
            for square in (!full).squares() {
                let wanted =
                    (u64::flips(own, opponent, square), u64::mobility(own, opponent, !full));
                for version in versions() {
                    let found = dispatch::looks_with(version, (own, opponent), u32::from(square));
                    assert_eq!(found, wanted, "{version:?}");
                }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_versions_find_the_same_and_look_at_the_same_positions() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        let bytes = std::fs::read(format!("{file}{FILE}")).unwrap();
        let weights = Weights::read(&bytes).unwrap();
        let mut random = Random::new(12);
        for plies in [10, 30, 46, 48] {
            let (own, opponent) = after_chance(plies, &mut random);
            let depth = if plies < 40 { 6 } else { 64 };
            let answers: Vec<(Option<i32>, u64, u64)> = versions()
                .into_iter()
                .map(|version| {
                    let (table, crew) = (SharedTable::new(1), Crew::default());
                    let mut worker = Worker::new(&weights, &table, &crew, None);
                    let goal = Goal { depth, certainty: 1 };
                    let question = Question::Value { own, opponent, goal };
                    let value = dispatch::answer_with(version, &mut worker, question);
                    let count = dispatch::perft_with(version, (own, opponent, !0), 4);
                    (value, worker.nodes, count)
                })
                .collect();
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        }
    }
}
