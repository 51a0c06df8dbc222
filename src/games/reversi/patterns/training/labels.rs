//! Positions with scores, from games that were played.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::moment::{Moment, Played, Sample, replay, trust};
use super::player::Player;
use crate::core::{Random, Side};
use crate::games::reversi::endgame::{Endgame, MOST_EMPTIES};
use crate::games::reversi::patterns::Weights;
use crate::games::reversi::{Reversi, Scoring};
use crate::search::{Budget, Limits, Stop};

/// Moves that were not played are tried in positions with so many empty
/// squares: before, games differ enough; after, what is not known of the end
/// is no matter of patterns.
const OTHERS: RangeInclusive<u32> = 11..=44;

/// How doubtful a score between two known ones is, for the square of what
/// they differ by; where this times the square, times both parts of the way to
/// them, is 1, it counts half.
const CHANGE: f32 = 0.02;

/// Scores positions and games.
pub struct Judge {
    endgame: Endgame<u64>,
    /// Positions with so many empty squares or fewer are solved.
    solved: u32,
    /// Who scores positions beside the games, and in how many of each game
    /// everyone tries a move of chance.
    teachers: Vec<(Player, u32)>,
}

impl Judge {
    /// One that solves positions of up to `solved` empty squares, 12 at most.
    #[must_use]
    pub fn new(solved: u32) -> Judge {
        let board = Reversi::<u64>::new(0, 0, Side::First, 8, Scoring::Winner);
        let solved = solved.min(MOST_EMPTIES);
        Judge { endgame: Endgame::new(&board), solved, teachers: Vec::new() }
    }

    /// One that also tries a move of chance in `others` positions of each
    /// game, so that what no good player does is known too, and scores what
    /// follows by looking ahead with these weights. Several teachers each
    /// try moves of their own.
    #[must_use]
    pub fn with_teacher(mut self, weights: Arc<Weights>, others: u32) -> Judge {
        self.teachers.push((Player::new(weights), others));
        self
    }

    /// The final difference for the side to move with best play of both.
    fn exact(&mut self, moment: Moment) -> i32 {
        let position =
            Reversi::<u64>::new(moment.own, moment.opponent, Side::First, 8, Scoring::Winner);
        let mut budget = Budget::new(Limits::default(), Stop::new());
        self.endgame.solve(&position, (-64, 64), &mut budget)
    }

    /// The position of a game with so many empty squares, own discs first; if
    /// the game can be played by the rules and has one in which the side to
    /// move has a move.
    #[must_use]
    pub fn position(game: &Played, empties: u32) -> Option<(u64, u64)> {
        let moment = replay(game)?.into_iter().find(|moment| moment.empties() == empties)?;
        Some((moment.own, moment.opponent))
    }

    /// Every position of a game in which there is a move, with its score:
    /// solved near the end; as the file says where it was solved by others,
    /// and before that; evenly between the two where they differ, since no
    /// one knows which move gave the difference away. What is less certain
    /// counts less. Positions beside the game follow, for which `chance`
    /// says what is random for each teacher, the first being 0. `None` if the
    /// game cannot be played by the rules or ends too early to be scored.
    pub fn samples(
        &mut self,
        game: &Played,
        chance: impl Fn(u64) -> Random,
    ) -> Option<Vec<Sample>> {
        let moments = replay(game)?;
        // The scores for Black.
        let mut scores: Vec<Option<f32>> = vec![None; moments.len()];
        let mut samples = Vec::with_capacity(moments.len());
        for (moment, score) in moments.iter().zip(&mut scores) {
            if moment.empties() <= self.solved {
                let value = self.exact(*moment);
                *score = Some(if moment.black { value as f32 } else { -value as f32 });
            }
        }
        let first_solved = scores.iter().position(Option::is_some)?;
        let mut known = first_solved;
        let mut weights = vec![1.0; moments.len()];
        if let Some((empties, score)) = game.theoretical
            && let Some(at) = moments.iter().position(|moment| moment.empties() == empties)
            && at < first_solved
        {
            let (from, to) = (score as f32, scores[first_solved].unwrap_or_default());
            let steps = (first_solved - at) as f32;
            for n in at..first_solved {
                let part = (n - at) as f32 / steps;
                scores[n] = Some(from + (to - from) * part);
                weights[n] = 1.0 / (1.0 + CHANGE * (to - from).powi(2) * part * (1.0 - part));
            }
            known = at;
        }
        for n in 0..known {
            scores[n] = scores[known];
            weights[n] = trust((known - n) as u32);
        }
        for ((moment, score), weight) in moments.iter().zip(scores).zip(weights) {
            let score = score? * if moment.black { 1.0 } else { -1.0 };
            samples.push(moment.sample(score, weight));
        }
        let late = |moment: &&Moment| OTHERS.contains(&moment.empties());
        let late: Vec<&Moment> = moments.iter().filter(late).collect();
        for (n, (teacher, others)) in (0..).zip(&mut self.teachers) {
            let mut random = chance(n);
            for _ in 0..*others {
                let Some(&&from) = random.pick(&late) else { break };
                samples.extend(teacher.other(from, &mut random));
            }
        }
        Some(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of chance as moves.
    fn game(seed: u64) -> Played {
        let mut random = Random::new(seed);
        let mut squares = Vec::new();
        let mut next = Some(Moment::START);
        while let Some(moment) = next {
            let square = moment.any_move(&mut random).unwrap();
            squares.push(square);
            next = moment.after(square).with_move();
        }
        Played { squares, theoretical: None }
    }

    #[test]
    fn solved_scores_never_get_better_by_a_move_of_the_one_who_moves() {
        for seed in 0..20 {
            let samples = Judge::new(8).samples(&game(seed), |_| Random::new(1)).unwrap();
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
    fn scores_between_two_that_are_known_change_evenly() {
        let mut game = game(3);
        game.theoretical = Some((20, 10));
        let samples = Judge::new(10).samples(&game, |_| Random::new(1)).unwrap();
        let at = |empties: u32| {
            samples.iter().find(|s| (!(s.own | s.opponent)).count_ones() == empties).unwrap()
        };
        assert_eq!(at(20).score.abs(), 10.0);
        assert_eq!(at(50).score.abs(), 10.0);
        let (low, high) = (at(20).score.abs(), at(10).score.abs());
        assert!(at(15).score.abs() <= low.max(high));
    }

    #[test]
    fn a_game_against_the_rules_has_no_scores() {
        let wrong = Played { squares: vec![0], theoretical: None };
        assert_eq!(Judge::new(8).samples(&wrong, |_| Random::new(1)), None);
        let short = Played { squares: vec![19], theoretical: None };
        assert_eq!(Judge::new(8).samples(&short, |_| Random::new(1)), None);
    }
}
