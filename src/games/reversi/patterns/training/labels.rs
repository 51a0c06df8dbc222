//! Labelling: training positions with scores from game records.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::self_play::SelfPlayer;
use super::training_position::{GameRecord, Sample, TrainingPosition, replay, sample_weight};
use crate::core::{Random, Side};
use crate::games::reversi::endgame_solver::{EndgameSolver, MAX_EMPTIES};
use crate::games::reversi::patterns::Weights;
use crate::games::reversi::{Reversi, Scoring};
use crate::search::{Limits, SearchBudget, StopFlag};

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
    fn solve(&mut self, position: TrainingPosition) -> i32 {
        let position =
            Reversi::<u64>::new(position.own, position.opponent, Side::First, 8, Scoring::Winner);
        let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
        self.endgame.solve(&position, (-64, 64), &mut budget)
    }

    /// The position of a game with this number of empty squares, own discs first. `None` if the
    /// record is illegal, or the game has no such position in which the side to move has a move.
    #[must_use]
    pub fn position(game: &GameRecord, empties: u32) -> Option<(u64, u64)> {
        let position = replay(game)?.into_iter().find(|position| position.empties() == empties)?;
        Some((position.own, position.opponent))
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
        let positions = replay(game)?;
        // Scores from Black's view.
        let mut scores: Vec<Option<f32>> = vec![None; positions.len()];
        let mut samples = Vec::with_capacity(positions.len());
        for (position, score) in positions.iter().zip(&mut scores) {
            if position.empties() <= self.solve_within {
                let value = self.solve(*position);
                *score = Some(if position.black_to_move { value as f32 } else { -value as f32 });
            }
        }
        let first_solved = scores.iter().position(Option::is_some)?;
        let mut known_from = first_solved;
        let mut weights = vec![1.0; positions.len()];
        if let Some((empties, score)) = game.theoretical_score
            && let Some(at) = positions.iter().position(|position| position.empties() == empties)
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
        let is_eligible = |at: &&TrainingPosition| SIDE_POSITION_EMPTIES.contains(&at.empties());
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
            let solved = samples.iter().filter(|s| (s.own | s.opponent).count_ones() >= 56);
            let solved: Vec<&Sample> = solved.collect();
            for pair in solved.windows(2) {
                let stays = pair[1].own & pair[0].own & !pair[0].opponent;
                let same_side = stays.count_ones() == pair[0].own.count_ones();
                let next = if same_side { pair[1].score } else { -pair[1].score };
                assert!(next <= pair[0].score, "seed {seed}");
            }
        }
    }

    #[test]
    fn scores_between_two_known_ones_are_interpolated() {
        let mut game = game(3);
        game.theoretical_score = Some((20, 10));
        let samples = Labeller::new(10).samples(&game, |_| Random::new(1)).unwrap();
        let at = |empties: u32| {
            samples.iter().find(|s| (!(s.own | s.opponent)).count_ones() == empties).unwrap()
        };
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
