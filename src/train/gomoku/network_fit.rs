//! Fits the network of one rule set to games of self-play: its value to scores and results by the
//! logistic loss, and its ordering to the moves played by that of the softmax.

use super::fit::{FitParams, FitReport, Losses, for_each_position, split};
use super::network_model::{BIAS, FloatHead, FloatNetwork, OWN_STONE};
use super::records::{GameRecord, SIZE};
use crate::core::Random;
use crate::games::gomoku::judgement::THREAT_COUNT;
use crate::games::gomoku::network::{CHANNELS, HIDDEN, Network, POOL_SCALE, VIEW};
use crate::games::gomoku::{PatternBoard, bitboard};

/// Games of a minibatch.
const BATCH: usize = 24;

/// Part of the loss that the ordering of moves has.
const ORDER_PART: f32 = 0.3;

/// The board with one more file and rank on either side.
const WIDTH: usize = SIZE as usize + 2;
const POINTS: usize = WIDTH * WIDTH;

/// From a point to those next to it, and to those at its corners.
const SIDES: [isize; 4] = [-(WIDTH as isize), -1, 1, WIDTH as isize];
const CORNERS: [isize; 4] =
    [-(WIDTH as isize) - 1, -(WIDTH as isize) + 1, WIDTH as isize - 1, WIDTH as isize + 1];

type Row = [f32; VIEW];

/// The point of the padded board for a cell.
fn point_of(cell: u16) -> usize {
    let (file, rank) = bitboard::file_and_rank(cell);
    (usize::from(rank) + 1) * WIDTH + usize::from(file) + 1
}

/// A position as one colour sees it, with the gradients.
struct Sight {
    /// Rows of the own and of the other code; `None` for the latter at stones.
    rows: Vec<(usize, Option<usize>)>,
    /// Features of points alone, and sums of those next to it and at its corners.
    alone: [Row; POINTS],
    sides: [Row; POINTS],
    corners: [Row; POINTS],
    /// Features with those around, before what is negative is cut off.
    seen: [Row; POINTS],
    /// Gradient of these.
    gradient: [Row; POINTS],
    /// Sum over the board, of what is not negative.
    pooled: Row,
}

impl Sight {
    fn new() -> Sight {
        let zero = [[0.0; VIEW]; POINTS];
        Sight {
            rows: Vec::new(),
            alone: zero,
            sides: zero,
            corners: zero,
            seen: zero,
            gradient: zero,
            pooled: [0.0; VIEW],
        }
    }
}

/// The training of a network.
struct Training {
    network: FloatNetwork,
    sights: [Box<Sight>; 2],
    /// Points of the board, rank by rank.
    points: Vec<usize>,
}

#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += number;
    }
}

#[inline(always)]
fn add_product(sum: &mut Row, a: &Row, b: &Row) {
    for n in 0..VIEW {
        sum[n] += a[n] * b[n];
    }
}

impl Training {
    fn new(network: FloatNetwork) -> Training {
        let points = bitboard::board_cells(SIZE).map(point_of).collect();
        Training { network, sights: [(); 2].map(|()| Box::new(Sight::new())), points }
    }

    /// Looks at a position as a colour does.
    fn look(&mut self, board: &PatternBoard, colour: usize) {
        let view = &self.network.views[self.network.of(colour)];
        let Sight { rows, alone, sides, corners, seen, pooled, .. } = &mut *self.sights[colour];
        rows.clear();
        for cell in bitboard::board_cells(SIZE) {
            let stone = board.position().lines().colour_at(cell);
            let (own, other) = match stone {
                Some(stone) => (OWN_STONE + usize::from(stone != colour), None),
                None => {
                    let code = |colour: usize| usize::from(board.code(cell, colour));
                    (code(colour), Some(code(colour ^ 1)))
                }
            };
            rows.push((own, other));
            let mut sum = view.own.weights[own];
            if let Some(other) = other {
                add(&mut sum, &view.other.weights[other]);
            }
            alone[point_of(cell)] = sum.map(|number| number.max(0.0));
        }
        let around = &view.around.weights;
        *pooled = [0.0; VIEW];
        for &point in &self.points {
            let sum = |steps: [isize; 4]| {
                let mut sum = [0.0; VIEW];
                steps
                    .iter()
                    .for_each(|&step| add(&mut sum, &alone[point.wrapping_add_signed(step)]));
                sum
            };
            sides[point] = sum(SIDES);
            corners[point] = sum(CORNERS);
            let mut found = around[BIAS];
            add_product(&mut found, &alone[point], &around[0]);
            add_product(&mut found, &sides[point], &around[1]);
            add_product(&mut found, &corners[point], &around[2]);
            seen[point] = found;
            add(pooled, &found.map(|number| number.max(0.0)));
        }
    }

    /// Adds the gradients of a view, of which `gradient` has those of the features, where these
    /// are not cut off.
    fn learn_sight(&mut self, colour: usize) {
        let number = self.network.of(colour);
        let view = &mut self.network.views[number];
        let Sight { rows, alone, sides, corners, seen, gradient, .. } = &mut *self.sights[colour];
        let mut sums = [[0.0; VIEW]; 4];
        for &point in &self.points {
            for n in 0..VIEW {
                if seen[point][n] <= 0.0 {
                    gradient[point][n] = 0.0;
                }
            }
            let gradient = &gradient[point];
            add_product(&mut sums[0], gradient, &alone[point]);
            add_product(&mut sums[1], gradient, &sides[point]);
            add_product(&mut sums[2], gradient, &corners[point]);
            add(&mut sums[BIAS], gradient);
        }
        let weights = [0, 1, 2].map(|n| view.around.weights[n]);
        for (n, sum) in sums.iter().enumerate() {
            add(view.around.gradient(n), sum);
        }
        for (&point, &(own, other)) in self.points.iter().zip(rows.iter()) {
            let sum = |steps: [isize; 4]| {
                let mut sum = [0.0; VIEW];
                let near = steps.iter().map(|&step| &gradient[point.wrapping_add_signed(step)]);
                near.for_each(|row| add(&mut sum, row));
                sum
            };
            let mut found = [0.0; VIEW];
            add_product(&mut found, &gradient[point], &weights[0]);
            add_product(&mut found, &sum(SIDES), &weights[1]);
            add_product(&mut found, &sum(CORNERS), &weights[2]);
            for n in 0..VIEW {
                if alone[point][n] <= 0.0 {
                    found[n] = 0.0;
                }
            }
            add(view.own.gradient(own), &found);
            if let Some(other) = other {
                add(view.other.gradient(other), &found);
            }
        }
    }

    /// Adds the losses of a position, and their gradients if it is learned from.
    fn learn(
        &mut self,
        board: &PatternBoard,
        label: f32,
        played: Option<u16>,
        learns: bool,
        losses: &mut Losses,
    ) {
        let own = board.colour();
        self.look(board, 0);
        self.look(board, 1);
        let head = self.network.of(own);
        let pooled = [own, own ^ 1].map(|colour| self.sights[colour].pooled);
        let head = &mut self.network.heads[head];
        let threats = board.threats().index();
        let value = Value::of(head, pooled, threats);
        let chance = (1.0 / (1.0 + (-value.value).exp())).clamp(1e-6, 1.0 - 1e-6);
        losses.add_value(label, chance);
        let of_pooled =
            if learns { value.learn(head, threats, chance - label) } else { [0.0; CHANNELS] };
        if learns {
            for (n, colour) in [own, own ^ 1].into_iter().enumerate() {
                let sight = &mut *self.sights[colour];
                for &point in &self.points {
                    sight.gradient[point].copy_from_slice(&of_pooled[n * VIEW..][..VIEW]);
                }
            }
        }
        if let Some(played) = played {
            self.learn_order(board, played, learns, losses);
        }
        if learns {
            self.learn_sight(0);
            self.learn_sight(1);
        }
    }

    fn learn_order(
        &mut self,
        board: &PatternBoard,
        played: u16,
        learns: bool,
        losses: &mut Losses,
    ) {
        let own = board.colour();
        let head = self.network.of(own);
        let head = &mut self.network.heads[head];
        let weights = [head.order.weights[0], head.order.weights[1]];
        let allowed = board.near_cells().cells().filter(|&cell| board.foul(cell, own).is_none());
        let cells: Vec<u16> = allowed.collect();
        let score = |&cell: &u16| -> f32 {
            let point = point_of(cell);
            let of = |n: usize, colour: usize| -> f32 {
                let seen = &self.sights[colour].seen[point];
                seen.iter().zip(&weights[n]).map(|(seen, weight)| seen.max(0.0) * weight).sum()
            };
            of(0, own) + of(1, own ^ 1)
        };
        let scores: Vec<f32> = cells.iter().map(score).collect();
        let Some(at) = cells.iter().position(|&cell| cell == played) else { return };
        let Some(chances) = losses.add_order(&scores, at) else { return };
        if !learns {
            return;
        }
        for (n, &cell) in cells.iter().enumerate() {
            let error = ORDER_PART * (chances[n] - f32::from(u8::from(n == at)));
            let point = point_of(cell);
            for (side, colour) in [own, own ^ 1].into_iter().enumerate() {
                let sight = &mut *self.sights[colour];
                let of_weights = head.order.gradient(side);
                for (channel, seen) in sight.seen[point].iter().enumerate() {
                    of_weights[channel] += error * seen.max(0.0);
                    sight.gradient[point][channel] += error * weights[side][channel];
                }
            }
        }
    }

    /// Goes through a game.
    fn learn_game(
        &mut self,
        game: &GameRecord,
        params: &FitParams,
        learns: bool,
        losses: &mut Losses,
    ) {
        for_each_position(game, params.labels, |board, label, played| {
            self.learn(board, label, played, learns, losses);
        });
    }
}

/// The value of a position, with what came before it.
struct Value {
    input: [f32; CHANNELS],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    value: f32,
}

impl Value {
    /// The value of the sums as the side to move and the other see the board.
    fn of(head: &FloatHead, pooled: [Row; 2], threats: usize) -> Value {
        let mut input = [0.0; CHANNELS];
        for (to, from) in input.iter_mut().zip(pooled.iter().flatten()) {
            *to = from / POOL_SCALE;
        }
        let mut first = head.threats.weights[THREAT_COUNT];
        let rows = input.iter().zip(&head.first.weights);
        let threats = [(&1.0, &head.threats.weights[threats])];
        for (number, row) in rows.chain(threats) {
            first.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
        }
        let mut second = head.second.weights[HIDDEN];
        for (number, row) in first.iter().zip(&head.second.weights) {
            let number = number.max(0.0);
            second.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
        }
        let last = second.iter().zip(&head.last.weights[0]);
        let value = last.map(|(number, weight)| number.max(0.0) * weight).sum::<f32>()
            + head.last_bias.weights[0][0];
        Value { input, first, second, value }
    }

    /// Adds the gradients for this error of the value; returns that of each sum.
    fn learn(&self, head: &mut FloatHead, threats: usize, error: f32) -> [f32; CHANNELS] {
        head.last_bias.gradient(0)[0] += error;
        let last = head.last.weights[0];
        let of_last = head.last.gradient(0);
        let mut second = [0.0; HIDDEN];
        for n in 0..HIDDEN {
            of_last[n] += error * self.second[n].max(0.0);
            second[n] = if self.second[n] > 0.0 { error * last[n] } else { 0.0 };
        }
        let mut first = [0.0; HIDDEN];
        for (n, first) in first.iter_mut().enumerate() {
            let number = self.first[n];
            if number > 0.0 {
                let row = &head.second.weights[n];
                *first = row.iter().zip(&second).map(|(weight, error)| weight * error).sum();
                let gradient = head.second.gradient(n);
                gradient.iter_mut().zip(&second).for_each(|(sum, error)| *sum += number * error);
            }
        }
        let add = |sums: &mut [f32; HIDDEN], errors: &[f32; HIDDEN]| {
            sums.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error);
        };
        add(head.second.gradient(HIDDEN), &second);
        add(head.threats.gradient(THREAT_COUNT), &first);
        add(head.threats.gradient(threats), &first);
        let mut input = [0.0; CHANNELS];
        for (n, input) in input.iter_mut().enumerate() {
            let row = &head.first.weights[n];
            let sum: f32 = row.iter().zip(&first).map(|(weight, error)| weight * error).sum();
            *input = sum / POOL_SCALE;
            let gradient = head.first.gradient(n);
            let number = self.input[n];
            gradient.iter_mut().zip(&first).for_each(|(sum, error)| *sum += number * error);
        }
        input
    }
}

/// Trains the network of a rule set on its games, from one that was trained before if there is one;
/// reports each epoch.
#[must_use]
pub fn fit_network(
    games: &[GameRecord],
    params: FitParams,
    trained: Option<&Network>,
    report: &mut dyn FnMut(FitReport),
) -> Network {
    let (held_out, mut games) = split(games, params.rule);
    let mut random = Random::new(params.seed);
    let mut training = Training::new(match trained {
        Some(network) => FloatNetwork::of_network(params.rule, network),
        None => FloatNetwork::new(params.rule, &mut random),
    });
    let steps = (games.len().div_ceil(BATCH) * params.epochs as usize).max(1);
    let mut step = 0;
    for epoch in 1..=params.epochs {
        random.shuffle(&mut games);
        for batch in games.chunks(BATCH) {
            let mut losses = Losses::default();
            for game in batch {
                training.learn_game(game, &params, true, &mut losses);
            }
            let warm = (step as f32 / 200.0).min(1.0);
            let schedule = warm * (1.0 - step as f32 / steps as f32);
            training.network.step(params.rate * schedule, losses.positions());
            step += 1;
        }
        let mut losses = Losses::default();
        for game in &held_out {
            training.learn_game(game, &params, false, &mut losses);
        }
        report(losses.report(epoch));
    }
    training.network.network()
}

#[cfg(test)]
mod tests {
    use super::super::self_play::SelfPlayer;
    use super::*;
    use crate::core::Position;
    use crate::games::gomoku::network::Accumulators;
    use crate::games::gomoku::{CandidateMove, Gomoku, OpeningRule, Rule};
    use crate::train::labels::LabelParams;
    use std::sync::Arc;

    fn games(rule: Rule) -> Vec<GameRecord> {
        let player = SelfPlayer { random_moves: 5, ..SelfPlayer::new(40) };
        (0..60).map(|n| player.play(rule, &mut Random::new(n))).collect()
    }

    fn params(rule: Rule) -> FitParams {
        let labels = LabelParams { score_part: 0.6, decay: 0.9 };
        FitParams { rule, epochs: 3, rate: 0.01, labels, seed: 1 }
    }

    #[test]
    fn losses_fall_and_the_same_seed_gives_the_same_network() {
        let games = games(Rule::Freestyle);
        let params = params(Rule::Freestyle);
        let mut reports = Vec::new();
        let network = fit_network(&games, params, None, &mut |report| reports.push(report));
        assert!(reports[2].value_loss < reports[0].value_loss, "{reports:?}");
        assert!(reports[2].order_loss < reports[0].order_loss, "{reports:?}");
        assert_eq!(fit_network(&games, params, None, &mut |_| ()), network);
        let other = FitParams { seed: 2, ..params };
        assert_ne!(fit_network(&games, other, None, &mut |_| ()), network);
    }

    #[test]
    fn a_network_is_trained_further_from_what_it_was() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let (games, params) = (games(rule), params(rule));
            let start = FloatNetwork::new(rule, &mut Random::new(7)).network();
            assert_eq!(FloatNetwork::of_network(rule, &start).network(), start);
            let mut losses = Vec::new();
            let once = fit_network(&games, params, None, &mut |_| ());
            for trained in [None, Some(&once)] {
                let report = &mut |report: FitReport| losses.push(report.order_loss);
                let _ = fit_network(&games, FitParams { epochs: 1, ..params }, trained, report);
            }
            assert!(losses[1] < losses[0], "{losses:?}");
        }
    }

    #[test]
    fn whole_numbers_judge_as_floating_point_does() {
        for rule in [Rule::Standard, Rule::Renju] {
            let network = FloatNetwork::new(rule, &mut Random::new(7));
            let mut accumulators = Accumulators::new(Arc::new(network.network()));
            let mut training = Training::new(network);
            for game in games(rule).iter().take(5) {
                let start = Gomoku::new(SIZE, rule, OpeningRule::None);
                let mut board = PatternBoard::new(&start);
                for mv in &game.moves {
                    board.play(CandidateMove::stone(bitboard::cell(mv.at.0, mv.at.1)));
                    let own = board.colour();
                    training.look(&board, 0);
                    training.look(&board, 1);
                    let head = &training.network.heads[training.network.of(own)];
                    let pooled = [own, own ^ 1].map(|colour| training.sights[colour].pooled);
                    let value = Value::of(head, pooled, board.threats().index()).value;
                    let found = accumulators.value(&board);
                    assert!((value - found).abs() < 0.05, "{rule:?}: {value} {found}");
                }
            }
        }
    }
}
