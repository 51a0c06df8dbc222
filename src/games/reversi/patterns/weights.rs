//! What the patterns are worth: the weights, how they are used, and the file
//! that holds them.
//!
//! The file has the weights at a few numbers of discs, the knots; between two
//! knots they change evenly. Entries that a symmetry carries into each other
//! are written once. In memory every number of discs has its own whole table.

use thiserror::Error;

use super::coder::{Reader, Writer};
use super::features::Patterns;
use super::shapes::{
    BLOCK, BLOCK_OF, BLOCKS, LAID, LANES, MIDDLES_OF_BLOCKS, PLACES, SHAPES, STARTS, TABLE,
    contents, twins,
};
use crate::core::mix;
use crate::games::reversi::bits::Bits;
use crate::search::in_large_pages;

/// With fewer discs than this the first knot is used.
pub(super) const FIRST: usize = 12;
/// Discs from one knot to the next.
pub(super) const STEP: usize = 4;
/// How many knots there are.
pub(super) const KNOTS: usize = 13;
/// How many tables there are in memory, one for each number of discs; with
/// more discs the last one is used.
pub(super) const STAGES: usize = (KNOTS - 1) * STEP + 1;
/// A side has fewer moves than this; more are counted as so many.
pub(super) const MOVES: usize = 32;
/// The entries of a knot: those of the shapes, then those of the number of
/// own moves, then those of the opponent's.
pub(super) const ENTRIES: usize = TABLE + 2 * MOVES;

/// The unit of the file is this part of a disc.
pub(super) const PRECISION: i32 = 32;
/// The unit in memory: exact between the knots.
const UNIT: i32 = PRECISION * STEP as i32 * 2;
/// No weight in the file is larger than this either way: 64 discs.
pub(super) const MOST: i32 = 64 * PRECISION;
/// No estimate is beyond this, in hundredths of a disc.
const HIGHEST: i32 = 6400;

/// How every file of weights begins.
const BEGIN: &[u8; 8] = b"TYREVPAT";
/// Bytes before the weights: the beginning, the layout, a sum.
const HEADER: usize = 8 + 8 + 8;

/// Why a file of weights is not used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It is something else.
    #[error("this is no file of weights for Reversi; expected one that begins with TYREVPAT")]
    Kind,
    /// It was made for other patterns.
    #[error(
        "these weights are for other patterns than this program has; expected some made by \
         \"tianyuan train reversi\" of the same version"
    )]
    Layout,
    /// It is not as it was written.
    #[error("these weights are damaged; expected {0} bytes after the header whose sum is right")]
    Damaged(usize),
}

/// The weights as they are trained and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knots {
    /// For each knot the entries that are first among their twins, in order,
    /// in parts of a disc ([`PRECISION`]).
    pub(super) entries: Vec<Vec<i16>>,
    /// What is added at each number of discs.
    pub(super) tempo: Vec<i16>,
}

/// The entries of a knot that are written: those that are first among their
/// twins, and those of the moves.
pub(super) fn written() -> Vec<usize> {
    let twins = twins();
    (0..ENTRIES)
        .filter(|&entry| twins.get(entry).is_none_or(|&twin| twin as usize == entry))
        .collect()
}

/// For every entry of a knot its place among those that are written.
pub(super) fn places() -> Vec<u32> {
    let twins = twins();
    let mut places = Vec::with_capacity(ENTRIES);
    let mut next = 0;
    for entry in 0..ENTRIES {
        let twin = twins.get(entry).map_or(entry, |&twin| twin as usize);
        if twin == entry {
            places.push(next);
            next += 1;
        } else {
            places.push(places[twin]);
        }
    }
    places
}

/// A number that changes when the patterns do.
fn layout() -> u64 {
    let squares = SHAPES.iter().flat_map(|shape| shape.iter().map(|&s| u64::from(s)).chain([64]));
    let rest = [FIRST, STEP, KNOTS, MOVES].map(|n| n as u64);
    squares.chain(rest).fold(0, |sum, n| mix(sum ^ n))
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The surroundings of a weight: how large the one of the knot before is, how
/// much that one had changed, and how unforeseen its neighbour was.
#[derive(Debug)]
struct Surroundings {
    before: Vec<i32>,
    earlier: Vec<i32>,
    neighbour: i32,
}

const CONTEXTS: usize = 5 * 5 * 5;

impl Surroundings {
    fn new(entries: usize) -> Surroundings {
        Surroundings { before: vec![0; entries], earlier: vec![0; entries], neighbour: 0 }
    }

    /// The surroundings of an entry as a number, and what it is likely to be.
    fn at(&self, entry: usize) -> (usize, i32) {
        let class = |n: i32| match n.unsigned_abs() {
            0 => 0,
            1 => 1,
            2..=3 => 2,
            4..=8 => 3,
            _ => 4,
        };
        let (before, earlier) = (self.before[entry], self.earlier[entry]);
        let context = (class(before) * 5 + class(before - earlier)) * 5 + class(self.neighbour);
        (context, before)
    }

    fn found(&mut self, entry: usize, weight: i32) {
        self.neighbour = weight - self.before[entry];
        self.earlier[entry] = self.before[entry];
        self.before[entry] = weight;
    }
}

impl Knots {
    /// The bytes of a file of weights.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(CONTEXTS);
        let count = self.entries.first().map_or(0, Vec::len);
        let mut around = Surroundings::new(count);
        for knot in &self.entries {
            for (entry, &weight) in knot.iter().enumerate() {
                let (context, likely) = around.at(entry);
                writer.write(context, i32::from(weight) - likely);
                around.found(entry, i32::from(weight));
            }
        }
        for &weight in &self.tempo {
            writer.write(0, i32::from(weight));
        }
        let weights = writer.finish();
        let mut bytes = BEGIN.to_vec();
        bytes.extend(layout().to_le_bytes());
        bytes.extend(sum(&weights).to_le_bytes());
        bytes.extend(weights);
        bytes
    }

    /// Reads the bytes of a file of weights.
    ///
    /// # Errors
    /// If they are something else, for other patterns, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Knots, WeightsError> {
        if !bytes.starts_with(BEGIN) {
            return Err(WeightsError::Kind);
        }
        let long = |at: usize| {
            let bytes = bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u64::from_le_bytes)
        };
        if long(8) != Some(layout()) {
            return Err(WeightsError::Layout);
        }
        let weights = bytes.get(HEADER..).unwrap_or_default();
        if long(16) != Some(sum(weights)) {
            return Err(WeightsError::Damaged(weights.len()));
        }
        let count = written().len();
        let mut reader = Reader::new(CONTEXTS, weights);
        let mut around = Surroundings::new(count);
        let narrow = |number: i32| number.clamp(-MOST, MOST) as i16;
        let entries = (0..KNOTS)
            .map(|_| {
                let mut knot = Vec::with_capacity(count);
                for entry in 0..count {
                    let (context, likely) = around.at(entry);
                    let weight = narrow(likely + reader.read(context));
                    around.found(entry, i32::from(weight));
                    knot.push(weight);
                }
                knot
            })
            .collect();
        let tempo = (0..STAGES).map(|_| narrow(reader.read(0))).collect();
        Ok(Knots { entries, tempo })
    }
}

/// The weights as the search uses them: tens of megabytes, never changed,
/// shared by all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    stages: Vec<Stage>,
    /// The weights of the shapes, [`BLOCKS`] lists for each stage.
    blocks: Vec<[i16; BLOCK]>,
}

/// The weights of one number of discs, in parts of a disc ([`UNIT`]).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stage {
    own_moves: [i16; MOVES],
    opponent_moves: [i16; MOVES],
    tempo: i32,
}

impl Weights {
    /// Spreads the weights of the knots over all numbers of discs.
    #[must_use]
    pub fn new(knots: &Knots) -> Weights {
        let places = places();
        let mut blocks = in_large_pages(STAGES * BLOCKS, || [0; BLOCK]);
        let stage = |stage: usize| {
            let (knot, part) = (stage / STEP, (stage % STEP) as i32);
            let (from, to) = (&knots.entries[knot], &knots.entries[(knot + 1).min(KNOTS - 1)]);
            let mix: Vec<i16> = (from.iter().zip(to))
                .map(|(&from, &to)| {
                    let whole = i32::from(from) * (STEP as i32 - part) + i32::from(to) * part;
                    (whole * 2).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
                })
                .collect();
            let blocks = &mut blocks[stage * BLOCKS..][..BLOCKS];
            for (shape, &(block, start)) in LAID.iter().enumerate() {
                for entry in 0..contents(SHAPES[shape].len()) {
                    let place = places[STARTS[shape] + entry];
                    blocks[block][start + entry] = mix[place as usize];
                }
            }
            let moves =
                |first: usize| std::array::from_fn(|n| mix[places[TABLE + first + n] as usize]);
            Stage {
                own_moves: moves(0),
                opponent_moves: moves(MOVES),
                tempo: i32::from(knots.tempo[stage]) * (UNIT / PRECISION),
            }
        };
        Weights { stages: (0..STAGES).map(stage).collect(), blocks }
    }

    /// Reads the bytes of a file of weights.
    ///
    /// # Errors
    /// If they are something else, for other patterns, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        Ok(Weights::new(&Knots::read(bytes)?))
    }

    /// The expected final difference for the side to move, in hundredths of a
    /// disc from -6400 to 6400. `patterns` are those of this position.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, patterns: &Patterns, own: u64, opponent: u64) -> i32 {
        let empty = !(own | opponent);
        let moves = u64::mobility(own, opponent, empty).count_ones();
        let replies = u64::mobility(opponent, own, empty).count_ones();
        self.value_with(patterns, (own | opponent).count_ones(), [moves, replies])
    }

    /// The same where the numbers of discs and of the moves of both sides,
    /// those of the side to move first, are already known.
    #[inline(always)]
    #[must_use]
    pub fn value_with(&self, patterns: &Patterns, discs: u32, moves: [u32; 2]) -> i32 {
        let stage = (discs as usize).saturating_sub(FIRST).min(STAGES - 1);
        let blocks = &self.blocks.as_chunks::<BLOCKS>().0[stage];
        let stage = &self.stages[stage];
        let numbers = &patterns.numbers.0;
        let mut sum = stage.tempo
            + i32::from(stage.own_moves[(moves[0] as usize).min(MOVES - 1)])
            + i32::from(stage.opponent_moves[(moves[1] as usize).min(MOVES - 1)]);
        let entries: [u16; LANES] =
            std::array::from_fn(|n| numbers[n].wrapping_add(MIDDLES_OF_BLOCKS.0[n]) as u16);
        for place in 0..PLACES {
            sum += i32::from(blocks[BLOCK_OF[place]][usize::from(entries[place])]);
        }
        (sum * 100 / UNIT).clamp(-HIGHEST, HIGHEST)
    }
}
