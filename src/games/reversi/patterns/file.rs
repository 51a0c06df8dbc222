//! The file that holds the weights. Entries that a symmetry carries into each
//! other are written once, those of which nothing is known by one answer.

use thiserror::Error;

use super::coder::{Reader, Writer};
use super::shapes::{SHAPES, twins};
use super::weights::{ENTRIES, HIDDEN, LARGEST, Layers, MOVES, Row, STAGES, WIDTH, Weights};
use crate::core::mix;

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

/// For every entry its place among those that are written, which are those
/// that are first among their twins.
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

/// A number that changes when the patterns or the layers do.
fn layout() -> u64 {
    let squares = SHAPES.iter().flat_map(|shape| shape.iter().map(|&s| u64::from(s)).chain([64]));
    let rest = [WIDTH, HIDDEN, STAGES, MOVES].map(|n| n as u64);
    squares.chain(rest).fold(1, |sum, n| mix(sum ^ n))
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Sizes of numbers that are told alike.
const CLASSES: usize = 5;
/// Where the surroundings of each kind begin: whether a row is empty, after
/// an empty one or not; the numbers of rows, by their column and the size of
/// what came before in the row; the weights of layers, by their kind.
const EMPTIES: usize = 0;
const NUMBERS: usize = EMPTIES + 2;
const LAYERS: usize = NUMBERS + WIDTH * CLASSES;
const CONTEXTS: usize = LAYERS + 6;

/// Writes numbers, or reads them over those that it is given.
trait Scribe {
    fn number(&mut self, context: usize, number: i32) -> i32;
}

impl Scribe for Writer {
    fn number(&mut self, context: usize, number: i32) -> i32 {
        self.write(context, number);
        number
    }
}

impl Scribe for Reader<'_> {
    fn number(&mut self, context: usize, _: i32) -> i32 {
        self.read(context)
    }
}

/// Tells one row; `was_empty` says whether the one before was empty.
fn tell_row(scribe: &mut impl Scribe, was_empty: bool, row: &mut Row) {
    let is_known = i32::from(*row != Row::EMPTY);
    if scribe.number(EMPTIES + usize::from(was_empty), is_known) == 0 {
        *row = Row::EMPTY;
        return;
    }
    let mut size = 0u32;
    for (column, number) in row.0.iter_mut().enumerate() {
        // How large the last few numbers were, the nearest ones most.
        let class = match size {
            0..=3 => 0,
            4..=9 => 1,
            10..=23 => 2,
            24..=59 => 3,
            _ => 4,
        };
        let context = NUMBERS + column * CLASSES + class;
        *number = scribe.number(context, i32::from(*number)).clamp(-127, 127) as i8;
        size = size * 3 / 4 + u32::from(number.unsigned_abs());
    }
}

/// Tells the layers of a stage by how they differ from those of the one
/// before.
fn tell_layers(scribe: &mut impl Scribe, before: &Layers, layers: &mut Layers) {
    let mut tell = |context: usize, before: &[i16], numbers: &mut [i16]| {
        for (&before, number) in before.iter().zip(numbers) {
            let before = i32::from(before);
            let found = before + scribe.number(LAYERS + context, i32::from(*number) - before);
            *number = found.clamp(-i32::from(LARGEST), i32::from(LARGEST)) as i16;
        }
    };
    tell(0, &before.start, &mut layers.start);
    tell(1, &before.direct, &mut layers.direct);
    tell(2, before.inner.as_flattened(), layers.inner.as_flattened_mut());
    tell(3, &before.hidden, &mut layers.hidden);
    tell(4, &before.outer, &mut layers.outer);
    tell(5, &[before.shift], std::slice::from_mut(&mut layers.shift));
}

impl Weights {
    /// The bytes of a file of weights.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(CONTEXTS);
        let (mut next, mut was_empty) = (0, true);
        for (row, place) in self.rows().zip(places()) {
            if place == next {
                next += 1;
                tell_row(&mut writer, was_empty, &mut { row });
                was_empty = row == Row::EMPTY;
            }
        }
        let mut before = Layers::EMPTY;
        for layers in self.layers() {
            tell_layers(&mut writer, &before, &mut layers.clone());
            before.clone_from(layers);
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
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
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
        let mut reader = Reader::new(CONTEXTS, weights);
        let places = places();
        let mut written: Vec<Row> = Vec::with_capacity(places.len());
        let mut rows = Vec::with_capacity(places.len());
        for place in places {
            let place = place as usize;
            if place == written.len() {
                let was_empty = written.last().is_none_or(|&row| row == Row::EMPTY);
                let mut row = Row::EMPTY;
                tell_row(&mut reader, was_empty, &mut row);
                written.push(row);
            }
            rows.push(written[place]);
        }
        let mut stages: Vec<Layers> = Vec::with_capacity(STAGES);
        let first = Layers::EMPTY;
        for _ in 0..STAGES {
            let mut layers = Layers::EMPTY;
            tell_layers(&mut reader, stages.last().unwrap_or(&first), &mut layers);
            stages.push(layers);
        }
        Ok(Weights::new(&rows, stages))
    }
}
