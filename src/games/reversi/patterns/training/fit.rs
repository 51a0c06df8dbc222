//! Weights that fit scored positions with the least squared error.
//!
//! The estimate is linear in the weights, so this is a linear problem; it is
//! solved by conjugate gradients, scaled by how often each weight is used.
//! Weights pull towards zero and towards those of the neighbouring knots, so
//! that what was seldom seen says little.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::labels::Sample;
use crate::games::reversi::bits::Bits;
use crate::games::reversi::patterns::Patterns;
use crate::games::reversi::patterns::shapes::{MIDDLES, PLACES, TABLE};
use crate::games::reversi::patterns::weights::{
    ENTRIES, FIRST, KNOTS, Knots, MOST, MOVES, PRECISION, STAGES, STEP, places,
};

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Steps of the conjugate gradients.
    pub steps: u32,
    /// How strongly a weight pulls towards zero, in uses of the weight.
    pub ridge: f32,
    /// How strongly it pulls towards the same weight of the neighbouring
    /// knots.
    pub smooth: f32,
    /// Threads to work on. The result does not depend on them.
    pub threads: usize,
}

/// A position as the fit uses it.
#[derive(Clone, Copy)]
struct Row {
    numbers: [i16; PLACES],
    moves: [u8; 2],
    score: f32,
}

/// The positions of one number of discs.
struct Group {
    stage: usize,
    rows: Vec<Row>,
}

/// All weights in the order of the knots, then one for each number of discs.
type Vector = Vec<f32>;

struct Problem {
    groups: Vec<Group>,
    /// For every entry of a knot its place among those that are written.
    places: Vec<u32>,
    /// How many are written.
    written: usize,
    plan: Fit,
    /// How often each weight is used.
    uses: Vector,
}

/// Fits weights to these positions. Tells each step's number and the mean
/// squared error before it, in discs.
pub fn fit(samples: &[Sample], plan: Fit, mut tell: impl FnMut(u32, f64)) -> Knots {
    let mut problem = Problem::new(samples, plan);
    let size = KNOTS * problem.written + STAGES;
    let (mut residual, uses, mut square) = problem.start(size);
    problem.uses = uses;
    let count = samples.len().max(1) as f64;
    let mut weights = vec![0.0; size];
    let scaled = |residual: &[f32], uses: &[f32]| -> Vector {
        residual.iter().zip(uses).map(|(r, uses)| r / (uses + plan.ridge + plan.smooth)).collect()
    };
    let mut step = scaled(&residual, &problem.uses);
    let mut slope = dot(&residual, &step);
    for number in 1..=plan.steps {
        tell(number, square / count);
        let (across, straight) = problem.apply(&step);
        let bend = dot(&step, &across);
        if bend <= 0.0 || slope <= 0.0 {
            break;
        }
        let length = slope / bend;
        // The squared error along the step, from what it is at its start.
        square +=
            length * length * straight - 2.0 * length * problem.along(&residual, &weights, &step);
        add(&mut weights, &step, length as f32);
        add(&mut residual, &across, -length as f32);
        let down = scaled(&residual, &problem.uses);
        let next = dot(&residual, &down);
        let keep = (next / slope) as f32;
        for (step, down) in step.iter_mut().zip(&down) {
            *step = down + keep * *step;
        }
        slope = next;
    }
    problem.knots(&weights)
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn add(to: &mut [f32], what: &[f32], times: f32) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what * times;
    }
}

/// The weights of one stage, whole.
struct Whole {
    table: Vec<f32>,
    tempo: f32,
}

impl Problem {
    fn new(samples: &[Sample], plan: Fit) -> Problem {
        let mut groups: Vec<Group> =
            (0..STAGES).map(|stage| Group { stage, rows: Vec::new() }).collect();
        for sample in samples {
            let (own, opponent) = (sample.own, sample.opponent);
            let discs = (own | opponent).count_ones() as usize;
            let Some(group) = discs.checked_sub(FIRST).and_then(|stage| groups.get_mut(stage))
            else {
                continue;
            };
            let empty = !(own | opponent);
            let count = |set: u64| (set.count_ones() as usize).min(MOVES - 1) as u8;
            let mut numbers = [0; PLACES];
            numbers.copy_from_slice(&Patterns::new(own, opponent).numbers.0[..PLACES]);
            group.rows.push(Row {
                numbers,
                moves: [
                    count(u64::mobility(own, opponent, empty)),
                    count(u64::mobility(opponent, own, empty)),
                ],
                score: sample.score,
            });
        }
        let places = places();
        let written = places.iter().max().map_or(0, |&last| last as usize + 1);
        Problem { groups, places, written, plan, uses: Vec::new() }
    }

    /// The knots around a stage, and their parts in it.
    fn around(stage: usize) -> [(usize, f32); 2] {
        let (knot, part) = (stage / STEP, (stage % STEP) as f32 / STEP as f32);
        [(knot, 1.0 - part), ((knot + 1).min(KNOTS - 1), part)]
    }

    /// The weights of a stage.
    fn whole(&self, weights: &[f32], stage: usize) -> Whole {
        let [(from, less), (to, more)] = Self::around(stage);
        let (from, to) = (&weights[from * self.written..], &weights[to * self.written..]);
        let at = |&place: &u32| from[place as usize] * less + to[place as usize] * more;
        Whole {
            table: self.places.iter().map(at).collect(),
            tempo: weights[KNOTS * self.written + stage],
        }
    }

    /// For each group what `work` makes of it, in the order of the groups.
    fn each<T: Send>(&self, work: impl Fn(&Group) -> T + Sync) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let mut done: Vec<(usize, T)> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.plan.threads.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let mut done = Vec::new();
                        loop {
                            let at = next.fetch_add(1, Ordering::Relaxed);
                            let Some(group) = self.groups.get(at) else { break done };
                            done.push((at, work(group)));
                        }
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        done.sort_by_key(|&(at, _)| at);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// Adds up what each row of a group gives to the weights of its stage.
    fn gather(&self, group: &Group, mut give: impl FnMut(&Row) -> f32) -> Whole {
        let mut table = vec![0.0; ENTRIES];
        let mut tempo = 0.0;
        for row in &group.rows {
            let given = give(row);
            for entry in entries(row) {
                table[entry] += given;
            }
            tempo += given;
        }
        let mut folded = vec![0.0; self.written];
        for (&place, given) in self.places.iter().zip(&table) {
            folded[place as usize] += given;
        }
        Whole { table: folded, tempo }
    }

    /// Spreads what the stages were given over the knots.
    fn spread(&self, given: &[(&Group, &Whole)], powers: i32) -> Vector {
        let mut all = vec![0.0; KNOTS * self.written + STAGES];
        for (group, whole) in given {
            for (knot, part) in Self::around(group.stage) {
                let start = knot * self.written;
                add(&mut all[start..start + self.written], &whole.table, part.powi(powers));
            }
            all[KNOTS * self.written + group.stage] += whole.tempo;
        }
        all
    }

    /// The residual of weights that are all zero, how often each weight is
    /// used, and the sum of the squared errors.
    fn start(&self, size: usize) -> (Vector, Vector, f64) {
        let scores = self.each(|group| self.gather(group, |row| row.score));
        let residual = self.spread(&self.groups.iter().zip(&scores).collect::<Vec<_>>(), 1);
        let counts = self.each(|group| self.gather(group, |_| 1.0));
        let uses = self.spread(&self.groups.iter().zip(&counts).collect::<Vec<_>>(), 2);
        debug_assert_eq!(uses.len(), size);
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        (residual, uses, rows.map(|row| f64::from(row.score).powi(2)).sum())
    }

    /// How the residual changes by a step, and the sum of the squared changes
    /// of the estimates.
    fn apply(&self, step: &[f32]) -> (Vector, f64) {
        let results = self.each(|group| {
            let whole = self.whole(step, group.stage);
            let mut squares = 0.0;
            let given = self.gather(group, |row| {
                let sum = whole.tempo + entries(row).map(|entry| whole.table[entry]).sum::<f32>();
                squares += f64::from(sum).powi(2);
                sum
            });
            (given, squares)
        });
        let given: Vec<_> =
            self.groups.iter().zip(results.iter().map(|(given, _)| given)).collect();
        let mut across = self.spread(&given, 1);
        self.pull(step, &mut across, 1.0);
        (across, results.iter().map(|(_, squares)| squares).sum())
    }

    /// Adds how strongly these weights pull to zero and to each other.
    fn pull(&self, weights: &[f32], to: &mut [f32], times: f32) {
        let (written, plan) = (self.written, self.plan);
        add(&mut to[..KNOTS * written], &weights[..KNOTS * written], plan.ridge * times);
        for at in 0..(KNOTS - 1) * written {
            let difference = (weights[at] - weights[at + written]) * plan.smooth * times;
            to[at] += difference;
            to[at + written] -= difference;
        }
    }

    /// Half of how quickly the squared error falls along a step.
    fn along(&self, residual: &[f32], weights: &[f32], step: &[f32]) -> f64 {
        // The residual also holds what the weights pull.
        let mut pulled = vec![0.0; weights.len()];
        self.pull(weights, &mut pulled, 1.0);
        dot(residual, step) + dot(&pulled, step)
    }

    /// The weights in the unit of the file.
    fn knots(&self, weights: &[f32]) -> Knots {
        let most = MOST as f32;
        let whole = |&weight: &f32| (weight * PRECISION as f32).round().clamp(-most, most) as i16;
        let (knots, tempo) = weights.split_at(KNOTS * self.written);
        Knots {
            entries: knots
                .chunks(self.written)
                .map(|knot| knot.iter().map(whole).collect())
                .collect(),
            tempo: tempo.iter().map(whole).collect(),
        }
    }
}

/// The entries of a knot that a row uses.
#[inline]
fn entries(row: &Row) -> impl Iterator<Item = usize> {
    let shapes = MIDDLES.iter().zip(row.numbers);
    let shapes = shapes.map(|(&middle, number)| middle.wrapping_add_signed(isize::from(number)));
    let moves = [TABLE, TABLE + MOVES].into_iter().zip(row.moves);
    shapes.chain(moves.map(|(first, moves)| first + usize::from(moves)))
}
