//! Labelling: training positions with scores from game records.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::records::{GameRecord, Sample, TheoreticalScore, TrainingPosition, sample_weight};
use super::self_play::SelfPlayer;
use crate::core::{Random, Side};
use crate::games::reversi::any_size::{EndgameSolver, MAX_EMPTIES};
use crate::games::reversi::patterns::Weights;
use crate::games::reversi::{Discs, Reversi, Scoring};
use crate::search::{Limits, SearchBudget, StopFlag, Window};
use crate::train::parallel::{self, BATCH};
use crate::train::self_play::play_games;

/// Empty squares of the positions from which side positions branch off. Before, games differ
/// enough; after, the search solves positions anyway.
const SIDE_POSITION_EMPTIES: RangeInclusive<u32> = 11..=44;

/// Doubt about interpolated scores: a sample between two known scores with difference d, at part p
/// of the way, has the weight `1 / (1 + INTERPOLATION_DOUBT * d² * p * (1 - p))`.
const INTERPOLATION_DOUBT: f32 = 0.02;

/// Makes labelled samples of games.
pub struct Labeller {
    endgame: EndgameSolver<u64>,
    /// Empty squares up to which positions are solved.
    solve_within: u32,
    /// Teachers that score side positions, each with the number of side positions per game.
    teachers: Vec<(SelfPlayer, u32)>,
}

impl Labeller {
    /// A labeller that solves positions with up to `solve_within` empty squares, at most 12.
    #[must_use]
    pub fn new(solve_within: u32) -> Labeller {
        let board = Reversi::<u64>::new(0, 0, Side::First, 8, Scoring::Winner);
        let solve_within = solve_within.min(MAX_EMPTIES);
        Labeller { endgame: EndgameSolver::new(&board), solve_within, teachers: Vec::new() }
    }

    /// Adds a teacher: a shallow search with these weights that scores `side_positions` positions
    /// per game after random moves, so that the samples also cover bad moves. Several teachers each
    /// choose side positions of their own.
    #[must_use]
    pub fn with_teacher(mut self, weights: Arc<Weights>, side_positions: u32) -> Labeller {
        self.teachers.push((SelfPlayer::new(weights), side_positions));
        self
    }

    /// Exact score for the side to move.
    fn solve(&mut self, discs: Discs) -> i32 {
        let position =
            Reversi::<u64>::new(discs.own, discs.opponent, Side::First, 8, Scoring::Winner);
        let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
        self.endgame.solve(&position, Window { alpha: -64, beta: 64 }, &mut budget)
    }

    /// Samples of a game: all its positions in which there is a move, then side positions. `None`
    /// if the record is illegal or ends before a solved position.
    ///
    /// Scores are exact near the end. The record's theoretical score is that of its position and of
    /// all before. In between scores are interpolated, since the move that lost the difference is
    /// unknown. The less certain a score, the smaller the sample's weight. `random` gives the
    /// generator of each teacher, counted from 0.
    pub fn samples(
        &mut self,
        game: &GameRecord,
        random: impl Fn(u64) -> Random,
    ) -> Option<Vec<Sample>> {
        let positions = game.replay()?;
        // Scores from Black's view.
        let mut scores: Vec<Option<f32>> = vec![None; positions.len()];
        let mut samples = Vec::with_capacity(positions.len());
        for (position, score) in positions.iter().zip(&mut scores) {
            if position.discs.empties() <= self.solve_within {
                let value = self.solve(position.discs);
                *score = Some(if position.black_to_move { value as f32 } else { -value as f32 });
            }
        }
        let first_solved = scores.iter().position(Option::is_some)?;
        let mut known_from = first_solved;
        let mut weights = vec![1.0; positions.len()];
        if let Some(TheoreticalScore { empties, score }) = game.theoretical_score
            && let Some(at) =
                positions.iter().position(|position| position.discs.empties() == empties)
            && at < first_solved
        {
            let (from, to) = (score as f32, scores[first_solved].unwrap_or_default());
            let steps = (first_solved - at) as f32;
            for n in at..first_solved {
                let part = (n - at) as f32 / steps;
                scores[n] = Some(from + (to - from) * part);
                let doubt = INTERPOLATION_DOUBT * (to - from).powi(2) * part * (1.0 - part);
                weights[n] = 1.0 / (1.0 + doubt);
            }
            known_from = at;
        }
        for n in 0..known_from {
            scores[n] = scores[known_from];
            weights[n] = sample_weight((known_from - n) as u32);
        }
        for ((position, score), weight) in positions.iter().zip(scores).zip(weights) {
            let score = score? * if position.black_to_move { 1.0 } else { -1.0 };
            samples.push(position.sample(score, weight));
        }
        let is_eligible =
            |at: &&TrainingPosition| SIDE_POSITION_EMPTIES.contains(&at.discs.empties());
        let eligible: Vec<&TrainingPosition> = positions.iter().filter(is_eligible).collect();
        for (n, (teacher, side_positions)) in (0..).zip(&mut self.teachers) {
            let mut random = random(n);
            for _ in 0..*side_positions {
                let Some(&&from) = random.pick(&eligible) else { break };
                samples.extend(teacher.side_position(from, &mut random));
            }
        }
        Some(samples)
    }
}

/// Parameters of the labelling.
#[derive(Clone)]
pub struct LabelParams {
    /// Empty squares up to which positions are solved.
    pub solve_within: u32,
    /// Weights of the teachers.
    pub teachers: Vec<Arc<Weights>>,
    /// Side positions per game and teacher.
    pub side_positions: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Threads, on which the result does not depend.
    pub threads: usize,
}

/// Samples of recorded games.
pub struct LabelledGames {
    /// The samples, in the order of the games.
    pub samples: Vec<Sample>,
    /// Number of games that could not be used.
    pub unusable: usize,
}

/// Labels the positions of games.
#[must_use]
pub fn label(games: &[&GameRecord], params: &LabelParams) -> LabelledGames {
    let labeller = || {
        let labeller = Labeller::new(params.solve_within);
        let teachers = params.teachers.iter().cloned();
        teachers.fold(labeller, |labeller, weights| {
            labeller.with_teacher(weights, params.side_positions)
        })
    };
    let batches: Vec<&[&GameRecord]> = games.chunks(BATCH).collect();
    let labelled = parallel::map(params.threads, &batches, labeller, |labeller, batch| {
        let mut labelled = LabelledGames { samples: Vec::new(), unusable: 0 };
        for game in *batch {
            let hash = game.hash();
            let random = |teacher| Random::new(params.seed.wrapping_add(teacher) ^ hash);
            match labeller.samples(game, random) {
                Some(found) => labelled.samples.extend(found),
                None => labelled.unusable += 1,
            }
        }
        labelled
    });
    let unusable = labelled.iter().map(|batch| batch.unusable).sum();
    let samples = labelled.into_iter().flat_map(|batch| batch.samples).collect();
    LabelledGames { samples, unusable }
}

/// Labelled positions of `count` quick self-play games of the last teacher; none without a teacher.
#[must_use]
pub fn quick_games(count: u32, params: &LabelParams) -> Vec<Sample> {
    let Some(weights) = params.teachers.last() else { return Vec::new() };
    let player = || SelfPlayer::new(weights.clone());
    play_games(count, params.seed, params.threads, player, SelfPlayer::quick_game)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Record of a random game.
    fn game(seed: u64) -> GameRecord {
        let mut random = Random::new(seed);
        let mut squares = Vec::new();
        let mut next = Some(TrainingPosition::START);
        while let Some(position) = next {
            let square = position.random_move(&mut random).unwrap();
            squares.push(square);
            next = position.after(square).after_forced_pass();
        }
        GameRecord { squares, theoretical_score: None }
    }

    #[test]
    fn no_move_improves_the_exact_score_for_its_player() {
        for seed in 0..20 {
            let samples = Labeller::new(8).samples(&game(seed), |_| Random::new(1)).unwrap();
            let solved = samples.iter().filter(|sample| sample.discs.empties() <= 8);
            let solved: Vec<&Sample> = solved.collect();
            for pair in solved.windows(2) {
                let [now, then] = [pair[0].discs, pair[1].discs];
                let stays = then.own & now.own & !now.opponent;
                let same_side = stays.count_ones() == now.own.count_ones();
                let next = if same_side { pair[1].score } else { -pair[1].score };
                assert!(next <= pair[0].score, "seed {seed}");
            }
        }
    }

    #[test]
    fn scores_between_two_known_ones_are_interpolated() {
        let mut game = game(3);
        game.theoretical_score = Some(TheoreticalScore { empties: 20, score: 10 });
        let samples = Labeller::new(10).samples(&game, |_| Random::new(1)).unwrap();
        let at =
            |empties: u32| samples.iter().find(|sample| sample.discs.empties() == empties).unwrap();
        assert_eq!(at(20).score.abs(), 10.0);
        assert_eq!(at(50).score.abs(), 10.0);
        let (low, high) = (at(20).score.abs(), at(10).score.abs());
        assert!(at(15).score.abs() <= low.max(high));
    }

    #[test]
    fn an_illegal_or_short_record_has_no_samples() {
        let wrong = GameRecord { squares: vec![0], theoretical_score: None };
        assert_eq!(Labeller::new(8).samples(&wrong, |_| Random::new(1)), None);
        let short = GameRecord { squares: vec![19], theoretical_score: None };
        assert_eq!(Labeller::new(8).samples(&short, |_| Random::new(1)), None);
    }
}
