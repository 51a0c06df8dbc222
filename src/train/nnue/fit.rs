//! Training of a network on scored positions by Adam. Single-threaded, so that the result is
//! deterministic.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use super::model::{Model, win_chance};
use super::positions::{PackedPosition, ScoredPosition};
use crate::core::{Random, mix};
use crate::search::nnue::{Accumulators, Network, NetworkError, NetworkWeights, Shape};
use crate::train::dataset::is_held_out;

/// Part of all steps in which the learning rate grows to its full size.
const WARMUP: f32 = 0.02;

/// The learning rate at the end, as a part of the full one.
const FINAL_RATE: f32 = 0.01;

/// Magic bytes of a checkpoint, with its version.
const MAGIC: &[u8; 8] = b"TYNNCKP1";

/// Hyperparameters of the training.
#[derive(Clone, Debug)]
pub struct FitParams {
    /// The sizes of the network.
    pub shape: Shape,
    /// Passes over the positions.
    pub epochs: u32,
    /// Positions of a minibatch, at least 1.
    pub batch: usize,
    /// Learning rate.
    pub rate: f32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The weights from which it starts, instead of random ones: of the same inputs and outputs,
    /// and at most as wide.
    pub start: Option<NetworkWeights>,
    /// A file that keeps the state after each epoch, from which the same training goes on.
    pub checkpoint: Option<PathBuf>,
}

/// Progress after an epoch.
#[derive(Clone, Copy, Debug)]
pub struct EpochReport {
    /// Number of the epoch, from 1.
    pub epoch: u32,
    /// Mean squared error of the chance to win during the epoch.
    pub training_loss: f64,
    /// That of the network in fixed point on positions of held-out games.
    pub validation_loss: f64,
}

/// Error of a training.
#[derive(Debug, Error)]
pub enum FitError {
    /// The accumulators have a width that cannot be trained.
    #[error("a network of width {0} cannot be trained; expected 32, 64, 128 or 256")]
    Width(usize),
    /// The network to start from has other inputs or outputs, or is wider.
    #[error("the network to start from has other inputs or outputs, or is wider")]
    Start,
    /// The weights are out of range.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A checkpoint cannot be read or written.
    #[error("checkpoint: {0}")]
    Io(#[from] io::Error),
    /// The checkpoint is of another training, or damaged.
    #[error(
        "the checkpoint is of another training; expected one with the same positions, sizes and numbers"
    )]
    Checkpoint,
}

/// Trains a network on positions with their labels as scores. Positions of held-out games are not
/// learned. `on_epoch` is told of each epoch.
///
/// # Errors
/// If the width cannot be trained, or a checkpoint not be used.
pub fn fit(
    positions: &[PackedPosition],
    params: &FitParams,
    on_epoch: &mut dyn FnMut(&EpochReport),
) -> Result<NetworkWeights, FitError> {
    if !params.shape.is_valid() {
        return Err(NetworkError::Shape.into());
    }
    match params.shape.width {
        32 => fit_width::<32>(positions, params, on_epoch),
        64 => fit_width::<64>(positions, params, on_epoch),
        128 => fit_width::<128>(positions, params, on_epoch),
        256 => fit_width::<256>(positions, params, on_epoch),
        width => Err(FitError::Width(width)),
    }
}

fn fit_width<const W: usize>(
    positions: &[PackedPosition],
    params: &FitParams,
    on_epoch: &mut dyn FnMut(&EpochReport),
) -> Result<NetworkWeights, FitError> {
    let features = params.shape.features;
    let (held_out, learned): (Vec<_>, Vec<_>) =
        positions.iter().copied().partition(|position| is_held_out(position.game().into()));
    let mut model = Model::<W>::new(params.shape, &mut Random::new(params.seed));
    if let Some(start) = &params.start {
        let (from, to) = (start.shape, params.shape);
        let fits = (from.features, from.buckets) == (to.features, to.buckets);
        if !fits || from.width > to.width {
            return Err(FitError::Start);
        }
        Network::new(start)?;
        model.start_from(start);
    }
    let batch = params.batch.max(1);
    let epoch_steps = learned.len().div_ceil(batch) as u64;
    let all_steps = (epoch_steps * u64::from(params.epochs)) as f32;
    let training = fingerprint(params, positions);
    let mut done = restore(&mut model, params, training, epoch_steps)?;
    while done < params.epochs {
        // The order of an epoch depends on its number alone, so that a training can go on.
        let mut random = Random::new(mix(params.seed ^ mix(u64::from(done) + 1)));
        let mut order: Vec<u32> = (0..learned.len() as u32).collect();
        random.shuffle(&mut order);
        let mut squares = 0.0;
        for (n, chosen) in order.chunks(batch).enumerate() {
            for &at in chosen {
                if let Some(position) = learned[at as usize].unpack(features) {
                    squares += f64::from(model.accumulate(&position));
                }
            }
            let step = u64::from(done) * epoch_steps + n as u64 + 1;
            model.step(chosen.len(), params.rate * schedule(step as f32 / all_steps));
        }
        done += 1;
        let network = Network::new(&model.quantise())?;
        on_epoch(&EpochReport {
            epoch: done,
            training_loss: squares / learned.len().max(1) as f64,
            validation_loss: loss(network, &held_out),
        });
        save(&mut model, params, training, Progress { done, epoch_steps })?;
    }
    Ok(model.quantise())
}

/// Factor of the learning rate after this part of all steps, from 0 to 1.
fn schedule(progress: f32) -> f32 {
    if progress < WARMUP { progress / WARMUP } else { (1.0 - progress).max(FINAL_RATE) }
}

/// Mean squared error of a network on these positions, in chances to win.
#[must_use]
pub fn loss(network: Network, positions: &[PackedPosition]) -> f64 {
    let features = network.shape().features;
    let mut accumulators = Accumulators::new(Arc::new(network));
    let mut squares = 0.0;
    for position in positions.iter().filter_map(|position| position.unpack(features)) {
        let ScoredPosition { placement, side, score, .. } = &position;
        let value = accumulators.evaluate(placement, *side, 0);
        let error = win_chance(value as f32) - win_chance((*score).into());
        squares += f64::from(error * error);
    }
    squares / positions.len().max(1) as f64
}

/// Hash of all on which the result depends.
fn fingerprint(params: &FitParams, positions: &[PackedPosition]) -> u64 {
    let FitParams { shape, epochs, batch, rate, seed, start, checkpoint: _ } = params;
    let features = shape.features;
    let numbers = [
        features.inputs() as u64,
        shape.width as u64,
        shape.buckets as u64,
        u64::from(*epochs),
        *batch as u64,
        u64::from(rate.to_bits()),
        *seed,
        positions.len() as u64,
    ];
    let labels = positions.iter().map(|position| {
        u64::from(position.game()) << 16 | u64::from(position.score().cast_unsigned())
    });
    let start = start.iter().flat_map(|start| &start.rows).map(|row| *row as u64);
    numbers.into_iter().chain(start).chain(labels).fold(1, |hash, number| mix(hash ^ number))
}

/// Epochs that are done, and steps of each.
#[derive(Clone, Copy)]
struct Progress {
    done: u32,
    epoch_steps: u64,
}

/// Goes on from the checkpoint, if there is one; returns the epochs that are done.
fn restore<const W: usize>(
    model: &mut Model<W>,
    params: &FitParams,
    training: u64,
    epoch_steps: u64,
) -> Result<u32, FitError> {
    let Some(file) = params.checkpoint.as_ref().filter(|file| file.exists()) else { return Ok(0) };
    let bytes = fs::read(file)?;
    let header = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk::<12>());
    let Some((&[hash @ .., a, b, c, d], numbers)) = header else {
        return Err(FitError::Checkpoint);
    };
    let done = u32::from_le_bytes([a, b, c, d]);
    if hash != training.to_le_bytes() || done > params.epochs {
        return Err(FitError::Checkpoint);
    }
    let (numbers, rest) = numbers.as_chunks::<4>();
    let mut next = numbers.iter().map(|&number| f32::from_le_bytes(number));
    let mut is_complete = rest.is_empty();
    model.for_each_number(u64::from(done) * epoch_steps, |number| match next.next() {
        Some(kept) if kept.is_finite() => *number = kept,
        _ => is_complete = false,
    });
    if is_complete && next.next().is_none() { Ok(done) } else { Err(FitError::Checkpoint) }
}

/// Writes the checkpoint, if one is asked for, atomically by renaming a temporary file.
fn save<const W: usize>(
    model: &mut Model<W>,
    params: &FitParams,
    training: u64,
    Progress { done, epoch_steps }: Progress,
) -> Result<(), FitError> {
    let Some(file) = &params.checkpoint else { return Ok(()) };
    let mut bytes = MAGIC.to_vec();
    bytes.extend(training.to_le_bytes());
    bytes.extend(done.to_le_bytes());
    model.for_each_number(u64::from(done) * epoch_steps, |number| {
        bytes.extend(number.to_le_bytes());
    });
    let part = file.with_extension("part");
    fs::write(&part, &bytes)?;
    Ok(fs::rename(&part, file)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Side;
    use crate::search::nnue::{FeatureSet, Placement};

    const FEATURES: FeatureSet = FeatureSet { kinds: 2, files: 4, ranks: 4, king: 1 };

    /// Random boards of men and kings; each man ahead is worth a pawn, and one on the last rank
    /// two.
    fn positions(count: usize) -> Vec<PackedPosition> {
        let mut random = Random::new(8);
        let position = |_| {
            let mut placement = Placement::default();
            let mut occupied = 0u128;
            let mut score = 0;
            for side in Side::BOTH {
                for n in 0..1 + random.below(5) {
                    let mut at = 1 << random.below(16);
                    while occupied & at != 0 {
                        at = 1 << random.below(16);
                    }
                    occupied |= at;
                    placement.pieces[side.index()][usize::from(n == 0)] |= at;
                    let last = if side == Side::First { at >= 1 << 12 } else { at < 1 << 4 };
                    let worth = if n == 0 {
                        0
                    } else if last {
                        200
                    } else {
                        100
                    };
                    score += if side == Side::First { worth } else { -worth };
                }
            }
            let side = Side::BOTH[random.below(2)];
            let score: i16 = if side == Side::First { score } else { -score };
            let result = score.signum() as i8;
            let game = random.below(256) as u8;
            ScoredPosition { placement, side, score, result, game }.pack(FEATURES).unwrap()
        };
        (0..count).map(position).collect()
    }

    fn params() -> FitParams {
        FitParams {
            shape: Shape { features: FEATURES, width: 32, buckets: 2 },
            epochs: 6,
            batch: 64,
            rate: 0.005,
            seed: 1,
            start: None,
            checkpoint: None,
        }
    }

    #[test]
    fn a_simple_evaluation_is_learned_in_fixed_point_and_the_same_seed_gives_the_same_network() {
        let positions = positions(20_000);
        let mut reports = Vec::new();
        let weights = fit(&positions, &params(), &mut |report| reports.push(*report)).unwrap();
        assert_eq!(reports.len(), 6);
        let (first, last) = (reports[0], reports[5]);
        // A chance is off by one percent, root mean square.
        assert!(last.validation_loss < 0.0001 && last.training_loss < 0.0001, "{last:?}");
        assert!(last.validation_loss < first.validation_loss / 4.0, "{first:?} {last:?}");
        assert_eq!(fit(&positions, &params(), &mut |_| ()).unwrap(), weights);
        let other = FitParams { seed: 2, ..params() };
        assert_ne!(fit(&positions, &other, &mut |_| ()).unwrap(), weights);
    }

    #[test]
    fn a_wider_network_starts_from_a_narrower_one_and_evaluates_as_it_does() {
        let positions = positions(4000);
        let narrow = fit(&positions, &params(), &mut |_| ()).unwrap();
        let still = |width, rate| FitParams {
            shape: Shape { width, ..params().shape },
            epochs: 1,
            rate,
            start: Some(narrow.clone()),
            ..params()
        };
        let of = |weights: &NetworkWeights| loss(Network::new(weights).unwrap(), &positions);
        let expected = of(&narrow);
        for width in [32, 64] {
            let same = fit(&positions, &still(width, 0.0), &mut |_| ()).unwrap();
            assert!((of(&same) - expected).abs() < 1e-9, "{width}: {} {expected}", of(&same));
            let better = fit(&positions, &still(width, 0.001), &mut |_| ()).unwrap();
            assert!(of(&better) < expected, "{width}: {} {expected}", of(&better));
        }
        let other = FitParams {
            shape: Shape { buckets: 4, ..params().shape },
            start: Some(narrow),
            ..params()
        };
        assert!(matches!(fit(&positions, &other, &mut |_| ()), Err(FitError::Start)));
    }

    #[test]
    fn a_training_goes_on_from_its_checkpoint_to_the_same_network() {
        let positions = positions(3000);
        let folder = std::env::temp_dir().join(format!("tianyuan-fit-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [file, middle] = ["end", "middle"].map(|name| folder.join(name));
        let params = FitParams { checkpoint: Some(file.clone()), epochs: 4, ..params() };
        let mut epochs = Vec::new();
        let expected = fit(&positions, &params, &mut |report| {
            epochs.push(report.epoch);
            if report.epoch == 3 {
                // That of the epoch before.
                fs::copy(&file, &middle).unwrap();
            }
        });
        let expected = expected.unwrap();
        fs::rename(&middle, &file).unwrap();
        let again = fit(&positions, &params, &mut |report| epochs.push(report.epoch)).unwrap();
        assert_eq!((again, &epochs[..]), (expected, &[1, 2, 3, 4, 3, 4][..]));
        let other = FitParams { rate: 0.1, ..params.clone() };
        assert!(matches!(fit(&positions, &other, &mut |_| ()), Err(FitError::Checkpoint)));
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - 4]).unwrap();
        assert!(matches!(fit(&positions, &params, &mut |_| ()), Err(FitError::Checkpoint)));
        fs::remove_dir_all(&folder).unwrap();
    }
}
