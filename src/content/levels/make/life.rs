//! Levels of life and death: of the groups that a game makes up, those whose
//! fate hangs on a single move.

use super::traits::{distance, hints};
use super::{LICENCE, MOST_MOVES, Maker};
use crate::content::levels::{Goal, Level, Place, Proof, RATINGS, Refutation, Reply, Step, Words};
use crate::core::{Move, Point, Random};
use crate::games::{AnyPosition, Composed, SetupError};

/// Own moves on a line of a solution at most.
const LONGEST: u32 = 7;

/// Wrong moves that are refuted at most.
const REFUTED: usize = 4;

impl Maker<'_> {
    /// The level that the group of this number yields, if it is a good one.
    pub(super) fn made_up(&mut self, seed: u64, number: u64) -> Result<Option<Level>, SetupError> {
        let group_seed = Random::new(seed ^ number.wrapping_mul(0x9e37_79b9)).bits();
        let Some(made) = self.game.compose(self.recipe, group_seed) else { return Ok(None) };
        if !self.seen.insert(made.likeness) {
            return Ok(None);
        }
        let position = self.game.position(&self.options, &made.position)?;
        let source = format!("Made up, seed {seed}, number {}", number + 1);
        Ok(self.of_group(&position, made, source))
    }

    fn of_group(
        &mut self,
        position: &AnyPosition,
        made: Composed,
        source: String,
    ) -> Option<Level> {
        let side = position.side_to_move();
        let own = position.piece_at(made.point)?.side == side;
        let places = vec![Place(made.point)];
        let (goal, against) = if own {
            (Goal::Live(places.clone()), Goal::Kill(places))
        } else {
            (Goal::Kill(places.clone()), Goal::Live(places))
        };
        let kept = self.grower.prover.keeping(position, &goal, 0).ok()?;
        let cost = self.grower.prover.spent();
        let &[right] = &kept[..] else { return None };
        // Without an answer the other side has its way as clearly.
        let mut passed = position.clone();
        passed.play(Move::Pass).ok()?;
        let urgent = self.grower.prover.keeping(&passed, &against, 0).ok()?;
        if right == Move::Pass || urgent.is_empty() {
            return None;
        }
        let mut nodes = 0;
        let solution = self.grow_by_threats(position, &goal, LONGEST, &mut nodes)?;
        let refutations = self.failures(position, &made.room, &against, right);
        if refutations.len() < 2 {
            return None;
        }
        let mut level = Level {
            id: String::new(),
            title: Words::new(),
            position: made.position,
            side: self.game.side_names()[side.index()].to_owned(),
            goal,
            solution,
            refutations,
            hints: hints(self.recipe, position, right),
            explanation: Words::new(),
            difficulty: *RATINGS.start(),
            source,
            licence: LICENCE.to_owned(),
            proved: Proof::Solver,
        };
        // By how much there is to read, and how far ahead.
        let effort = 80 * cost.max(1).ilog2() + 120 * level.length();
        level.difficulty = (200 + effort).clamp(*RATINGS.start(), *RATINGS.end());
        let band = (level.difficulty / 200).min(31) as usize;
        if self.lengths[band] >= self.count.div_ceil(4) || !self.is_balanced(&level.goal) {
            return None;
        }
        self.lengths[band] += 1;
        Some(level)
    }

    /// Whether there is room for another level to live, or to kill.
    fn is_balanced(&self, goal: &Goal) -> bool {
        let alike = |level: &&super::Level| {
            matches!(level.goal, Goal::Live(_)) == matches!(goal, Goal::Live(_))
        };
        self.levels.iter().filter(alike).count() < self.count.div_ceil(2)
    }

    /// The tree of accepted moves; a line ends where nothing threatens to
    /// change the outcome any more.
    pub(super) fn grow_by_threats(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        nodes: &mut usize,
    ) -> Option<Vec<Step>> {
        let group = match goal {
            Goal::Live(places) | Goal::Kill(places) => places.first().map(|place| place.0),
            _ => None,
        };
        let most = if *nodes == 0 { 2 } else { 1 };
        let mut steps = Vec::new();
        for mv in self.grower.prover.keeping(position, goal, left).ok()? {
            *nodes += 1;
            if *nodes > MOST_MOVES || left == 0 {
                return None;
            }
            let mut next = position.clone();
            next.play(mv).ok()?;
            let mut step = Step { text: position.move_text(mv).ok()?, replies: Vec::new() };
            let over = match group {
                Some(point) => next.piece_at(point).is_none(),
                None => left == 1 || next.outcome().is_some(),
            };
            if !over {
                for (reply, then) in self.threats(position, &next, goal, left - 1, mv, most)? {
                    *nodes += 1;
                    let rest = goal.after(position, &then);
                    let more = self.grow_by_threats(&then, &rest, left - 1, nodes)?;
                    step.replies.push(Reply { text: next.move_text(reply).ok()?, then: more });
                }
            }
            steps.push(step);
        }
        (!steps.is_empty()).then_some(steps)
    }

    /// Answers that have to be answered, with the fewest right moves then,
    /// and the positions after them.
    fn threats(
        &mut self,
        before: &AnyPosition,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        last: Move,
        most: usize,
    ) -> Option<Vec<(Move, AnyPosition)>> {
        let mut threats = Vec::new();
        let mut replies = position.legal_moves();
        replies.retain(|reply| reply.target().is_some());
        replies.sort_by_key(|&reply| distance(reply, last));
        for reply in replies {
            let mut then = position.clone();
            then.play(reply).ok()?;
            if then.outcome().is_some() {
                continue;
            }
            let kept = self.grower.prover.keeping(&then, &goal.after(before, &then), left).ok()?;
            if !kept.contains(&Move::Pass) && (1..=2).contains(&kept.len()) {
                threats.push((kept.len(), reply, then));
            }
        }
        threats.sort_by_key(|&(count, ..)| count);
        Some(threats.into_iter().take(most).map(|(_, reply, then)| (reply, then)).collect())
    }

    /// Wrong first moves with the answers that defeat them; those that only
    /// one answer defeats come first.
    fn failures(
        &mut self,
        position: &AnyPosition,
        room: &[Point],
        against: &Goal,
        right: Move,
    ) -> Vec<Refutation> {
        let mut found = Vec::new();
        for &at in room {
            let mv = Move::Place(at);
            if mv == right {
                continue;
            }
            let mut next = position.clone();
            if next.play(mv).is_err() {
                continue;
            }
            let Ok(answers) = self.grower.prover.keeping(&next, against, 0) else { continue };
            let stones = answers.iter().filter(|answer| answer.target().is_some());
            let Some(&answer) = stones.min_by_key(|&&answer| distance(answer, right)) else {
                continue;
            };
            let texts = (position.move_text(mv), next.move_text(answer));
            if let (Ok(text), Ok(reply)) = texts {
                found.push((answers.len(), distance(mv, right), Refutation { text, reply }));
            }
        }
        found.sort_by_key(|&(count, far, _)| (count, far));
        found.into_iter().take(REFUTED).map(|(.., refutation)| refutation).collect()
    }
}
