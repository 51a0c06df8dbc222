//! Fits the weights of one rule set to games of self-play: values to scores and results by the
//! logistic loss, and ordering scores to the moves played by that of the softmax.

use std::sync::Arc;

use super::records::{GameRecord, SIZE, Winner};
use crate::core::{Position, Random, mix};
use crate::games::gomoku::judgement::{
    ColourWeights, ONE, PointWeights, THREAT_COUNT, Weights, hand_made_point,
};
use crate::games::gomoku::point_codes::CODE_COUNT;
use crate::games::gomoku::{
    CandidateMove, Gomoku, OpeningRule, PatternBoard, Rule, WIN_CHANCE_SCALE, bitboard,
};
use crate::train::dataset::is_held_out;
use crate::train::labels::LabelParams;
use crate::train::optimiser::Adagrad;

/// Games of a minibatch.
const BATCH: usize = 8;

/// An ordering score of this size makes a move likelier by the factor e.
const ORDER_SCALE: f32 = 128.0;

/// First rows of the kinds of weights of a colour.
const TO_MOVE: usize = 0;
const WAITING: usize = CODE_COUNT;
const THREATS: usize = 2 * CODE_COUNT;
const VALUE_ROWS: usize = THREATS + THREAT_COUNT;
const ATTACK: usize = 0;
const DEFENCE: usize = CODE_COUNT;
const ORDER_ROWS: usize = 2 * CODE_COUNT;

/// Parameters that every fit has.
#[derive(Clone, Copy, Debug)]
pub struct FitParams {
    /// The rule set.
    pub rule: Rule,
    /// Passes over the games.
    pub epochs: u32,
    /// Learning rate; that of values in parts of the scale of the chance to win.
    pub rate: f32,
    /// Labels of values.
    pub labels: LabelParams,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Further parameters of the fit of weights by code.
#[derive(Clone, Copy, Debug)]
pub struct CodeParams {
    /// Learning rate of ordering scores.
    pub order_rate: f32,
    /// Initial sum of squared gradients of each weight (Adagrad): the larger, the smaller the
    /// changes of rare ones.
    pub regularisation: f32,
}

/// The chance to win that each searched position stands for, for the side to move.
fn labels(game: &GameRecord, params: LabelParams) -> Vec<Option<f32>> {
    let mut later = match game.winner {
        Winner::Black => 1.0,
        Winner::White => 0.0,
        Winner::None => 0.5,
    };
    let mut labels = vec![None; game.moves.len()];
    let mut is_random_next = false;
    for (n, mv) in game.moves.iter().enumerate().rev() {
        let for_black = |chance: f32| if n % 2 == 0 { chance } else { 1.0 - chance };
        labels[n] = mv.score.map(|score| {
            let own = for_black(logistic(f32::from(score) / WIN_CHANCE_SCALE as f32));
            // A random move changes what can be expected.
            if is_random_next {
                later = own;
            }
            for_black(params.mix(own, &mut later))
        });
        is_random_next = mv.score.is_none();
    }
    labels
}

/// Shows the positions of a game that are learned from, each with its label and the move played;
/// without the latter where a double four has to be answered. Fives, and a double four of one's
/// own, need no judgement.
pub(super) fn for_each_position(
    game: &GameRecord,
    params: LabelParams,
    mut visit: impl FnMut(&PatternBoard, f32, Option<u16>),
) {
    let start = Gomoku::new(SIZE, game.rule, OpeningRule::None);
    let mut board = PatternBoard::new(&start);
    for (mv, label) in game.moves.iter().zip(labels(game, params)) {
        let cell = bitboard::cell(mv.at.0, mv.at.1);
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let is_forced = board.five_cell(own).is_some() || board.five_cell(other).is_some();
        if let Some(label) = label
            && !is_forced
            && board.winning_four(own).is_none()
        {
            let is_free = board.winning_four(other).is_none();
            visit(&board, label, is_free.then_some(cell));
        }
        board.play(CandidateMove::stone(cell));
    }
}

/// The losses of an epoch.
#[derive(Clone, Copy, Debug, Default)]
pub struct FitReport {
    /// Number of the epoch, from 1.
    pub epoch: u32,
    /// Mean logistic loss of values in held-out games.
    pub value_loss: f64,
    /// Mean softmax loss of moves in held-out games.
    pub order_loss: f64,
    /// Part of the held-out moves that have the best ordering score.
    pub first: f64,
}

/// Losses summed over positions.
#[derive(Default)]
pub(super) struct Losses {
    values: (f64, u32),
    orders: (f64, u32),
    first: u32,
}

impl Losses {
    /// Adds the logistic loss of a chance to win, which is neither 0 nor 1.
    pub(super) fn add_value(&mut self, label: f32, chance: f32) {
        let loss = -label * chance.ln() - (1.0 - label) * (1.0 - chance).ln();
        self.values = (self.values.0 + f64::from(loss), self.values.1 + 1);
    }

    /// Adds the softmax loss of the move at this place among the scores, and returns the chances
    /// of all.
    pub(super) fn add_order(&mut self, scores: &[f32], at: usize) -> Option<Vec<f32>> {
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let parts = scores.iter().map(|score| (score - most).exp());
        let total: f32 = parts.clone().sum();
        let chances: Vec<f32> = parts.map(|part| part / total).collect();
        let chance = chances.get(at)?.max(1e-9);
        self.orders = (self.orders.0 - f64::from(chance.ln()), self.orders.1 + 1);
        self.first += u32::from(scores[at] >= most);
        Some(chances)
    }

    /// Number of positions with a value.
    pub(super) fn positions(&self) -> u32 {
        self.values.1
    }

    /// The means, after this epoch.
    pub(super) fn report(&self, epoch: u32) -> FitReport {
        let mean = |(sum, count): (f64, u32)| sum / f64::from(count.max(1));
        FitReport {
            epoch,
            value_loss: mean(self.values),
            order_loss: mean(self.orders),
            first: f64::from(self.first) / f64::from(self.orders.1.max(1)),
        }
    }
}

/// The games of a rule set that are held out, and the others.
pub(super) fn split(games: &[GameRecord], rule: Rule) -> (Vec<&GameRecord>, Vec<&GameRecord>) {
    let of_rule = games.iter().filter(|game| game.rule == rule);
    of_rule.partition(|game| is_held_out(game_hash(game)))
}

/// The weights in training.
struct Model {
    params: FitParams,
    order_rate: f32,
    values: Vec<[f32; 1]>,
    orders: Vec<[f32; 1]>,
    value_steps: Adagrad<1>,
    order_steps: Adagrad<1>,
    own_rows: Vec<u32>,
    other_rows: Vec<u32>,
}

/// Colours that have weights of their own.
fn colours(rule: Rule) -> usize {
    if rule == Rule::Renju { 2 } else { 1 }
}

/// Trains the weights of a rule set on its games; reports each epoch.
#[must_use]
pub fn fit(
    games: &[GameRecord],
    params: FitParams,
    code_params: CodeParams,
    report: &mut dyn FnMut(FitReport),
) -> Arc<Weights> {
    let (held_out, mut games) = split(games, params.rule);
    let mut model = Model::new(params, code_params);
    let mut random = Random::new(params.seed);
    let mut batch = 0;
    for epoch in 1..=params.epochs {
        random.shuffle(&mut games);
        let schedule = 1.0 - (epoch - 1) as f32 / params.epochs as f32;
        for chunk in games.chunks(BATCH) {
            batch += 1;
            for game in chunk {
                model.learn(game, Some(batch), &mut Losses::default());
            }
            model.step(schedule);
        }
        let mut losses = Losses::default();
        for game in &held_out {
            model.learn(game, None, &mut losses);
        }
        report(losses.report(epoch));
    }
    model.weights()
}

fn game_hash(game: &GameRecord) -> u64 {
    let points = game.moves.iter().map(|mv| u64::from(mv.at.1) << 8 | u64::from(mv.at.0));
    points.fold(game.rule as u64, |hash, point| mix(hash ^ point))
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

impl Model {
    /// Weights made by hand.
    fn new(params: FitParams, code_params: CodeParams) -> Model {
        let CodeParams { order_rate, regularisation } = code_params;
        let colours = colours(params.rule);
        let unit = WIN_CHANCE_SCALE as f32 * ONE as f32;
        let (mut values, mut orders) = (Vec::new(), Vec::new());
        let hand_made: Vec<_> = (0..CODE_COUNT as u16).map(hand_made_point).collect();
        for _ in 0..colours {
            let value = |of: fn(&PointWeights) -> i16| {
                hand_made.iter().map(move |point| [f32::from(of(point)) / unit])
            };
            values.extend(value(|point| point.to_move));
            values.extend(value(|point| point.waiting));
            values.extend([[0.0]; THREAT_COUNT]);
            let order = |of: fn(&PointWeights) -> i16| {
                hand_made.iter().map(move |point| [f32::from(of(point).max(0)).ln_1p()])
            };
            orders.extend(order(|point| point.attack));
            orders.extend(order(|point| point.defence));
        }
        let value_steps = Adagrad::new(values.len(), regularisation);
        let order_steps = Adagrad::new(orders.len(), regularisation);
        let (own_rows, other_rows) = (Vec::new(), Vec::new());
        Model { params, order_rate, values, orders, value_steps, order_steps, own_rows, other_rows }
    }

    /// Adds the losses of a game, and in a batch their gradients.
    fn learn(&mut self, game: &GameRecord, batch: Option<u32>, losses: &mut Losses) {
        let labels = self.params.labels;
        for_each_position(game, labels, |board, label, played| {
            self.learn_value(board, label, batch, losses);
            if let Some(played) = played {
                self.learn_order(board, played, batch, losses);
            }
        });
    }

    fn base(&self, colour: usize, rows: usize) -> usize {
        (colour % colours(self.params.rule)) * rows
    }

    fn learn_value(
        &mut self,
        board: &PatternBoard,
        target: f32,
        batch: Option<u32>,
        losses: &mut Losses,
    ) {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let (own_base, other_base) = (self.base(own, VALUE_ROWS), self.base(other, VALUE_ROWS));
        self.own_rows.clear();
        self.other_rows.clear();
        for cell in board.empty_cells().cells() {
            let (mine, theirs) = (board.code(cell, own), board.code(cell, other));
            // Dead points are worth nothing.
            if mine != 0 {
                self.own_rows.push((own_base + TO_MOVE) as u32 + u32::from(mine));
            }
            if theirs != 0 {
                self.other_rows.push((other_base + WAITING) as u32 + u32::from(theirs));
            }
        }
        self.own_rows.push((own_base + THREATS + board.threats().index()) as u32);
        let sum = |rows: &[u32]| rows.iter().map(|&row| self.values[row as usize][0]).sum::<f32>();
        let chance = logistic(sum(&self.own_rows) - sum(&self.other_rows)).clamp(1e-6, 1.0 - 1e-6);
        losses.add_value(target, chance);
        if let Some(batch) = batch {
            let error = chance - target;
            self.value_steps.add(&self.own_rows, &[error], batch);
            self.value_steps.add(&self.other_rows, &[-error], batch);
        }
    }

    fn learn_order(
        &mut self,
        board: &PatternBoard,
        played: u16,
        batch: Option<u32>,
        losses: &mut Losses,
    ) {
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let rows = |cell: u16| {
            let mine = self.base(own, ORDER_ROWS) + ATTACK + usize::from(board.code(cell, own));
            let theirs =
                self.base(other, ORDER_ROWS) + DEFENCE + usize::from(board.code(cell, other));
            [mine as u32, theirs as u32]
        };
        let allowed = board.near_cells().cells().filter(|&cell| board.foul(cell, own).is_none());
        let moves: Vec<(u16, [u32; 2])> = allowed.map(|cell| (cell, rows(cell))).collect();
        let score = |rows: [u32; 2]| rows.iter().map(|&row| self.orders[row as usize][0]).sum();
        let scores: Vec<f32> = moves.iter().map(|&(_, rows)| score(rows)).collect();
        let Some(at) = moves.iter().position(|&(cell, _)| cell == played) else { return };
        let Some(chances) = losses.add_order(&scores, at) else { return };
        if let Some(batch) = batch {
            for (n, (_, rows)) in moves.iter().enumerate() {
                let error = chances[n] - f32::from(u8::from(n == at));
                self.order_steps.add(rows, &[error], batch);
            }
        }
    }

    fn step(&mut self, schedule: f32) {
        let (value_rate, order_rate) = (self.params.rate * schedule, self.order_rate * schedule);
        self.value_steps.step(&mut self.values, value_rate, |_| ());
        self.order_steps.step(&mut self.orders, order_rate, |_| ());
    }

    /// The weights as whole numbers.
    fn weights(&self) -> Arc<Weights> {
        let unit = WIN_CHANCE_SCALE as f32;
        let round = |[number]: [f32; 1], unit: f32| (number * unit).round() as i16;
        let colour = |colour: usize| {
            let values = &self.values[self.base(colour, VALUE_ROWS)..][..VALUE_ROWS];
            let orders = &self.orders[self.base(colour, ORDER_ROWS)..][..ORDER_ROWS];
            let point = |code: usize| PointWeights {
                to_move: round(values[TO_MOVE + code], unit * ONE as f32),
                waiting: round(values[WAITING + code], unit * ONE as f32),
                attack: round(orders[ATTACK + code], ORDER_SCALE),
                defence: round(orders[DEFENCE + code], ORDER_SCALE),
            };
            ColourWeights {
                // Dead points are worth nothing.
                points: Box::new(std::array::from_fn(|code| match code {
                    0 => PointWeights { to_move: 0, waiting: 0, ..point(0) },
                    _ => point(code),
                })),
                threats: Box::new(std::array::from_fn(|n| round(values[THREATS + n], unit))),
            }
        };
        Arc::new(Weights([colour(0), colour(1)]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::self_play::SelfPlayer;
    use super::*;

    #[test]
    fn losses_fall_and_the_same_seed_gives_the_same_weights() {
        let player = SelfPlayer::new(60);
        let games: Vec<_> =
            (0..80).map(|n| player.play(Rule::Renju, &mut Random::new(n))).collect();
        let params = FitParams {
            rule: Rule::Renju,
            epochs: 4,
            rate: 0.01,
            labels: LabelParams { score_part: 0.5, decay: 0.8 },
            seed: 1,
        };
        let code_params = CodeParams { order_rate: 0.1, regularisation: 1.0 };
        let mut reports = Vec::new();
        let weights = fit(&games, params, code_params, &mut |report| reports.push(report));
        assert_eq!(reports.len(), 4);
        assert!(reports[3].order_loss < reports[0].order_loss, "{reports:?}");
        assert!(reports[0].first > 0.0 && reports[0].value_loss < 2.0);
        assert_eq!(fit(&games, params, code_params, &mut |_| ()), weights);
        assert_ne!(weights.0[0], weights.0[1]);
        assert_ne!(fit(&games, FitParams { seed: 2, ..params }, code_params, &mut |_| ()), weights);
    }
}
