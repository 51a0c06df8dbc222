//! Life-and-death levels from generated groups whose status depends on a single
//! move.

use super::features::{distance, hints};
use super::{LICENCE, LevelMaker, MAX_MOVES, pack_text, seed_of};
use crate::content::levels::{Goal, GoalPoint, Level, ProofKind, RATINGS, Refutation, Reply, Step};
use crate::content::messages::LocalizedText;
use crate::core::{Move, Point};
use crate::games::{AnyPosition, GeneratedPosition, SetupError};

/// Maximum number of own moves on a line of the solution.
const MAX_OWN_MOVES: u32 = 7;

/// Maximum number of refuted wrong moves.
const MAX_REFUTATIONS: usize = 4;

impl LevelMaker<'_> {
    /// The level from the group with this number, if it is good enough.
    pub(super) fn generated_level(
        &mut self,
        seed: u64,
        number: u64,
    ) -> Result<Option<Level>, SetupError> {
        let group_seed = seed_of(seed, number);
        let puzzles = self.game.puzzles();
        let generated = puzzles.and_then(|it| it.generate_position(self.spec, group_seed));
        let Some(generated) = generated else { return Ok(None) };
        if !self.seen.insert(generated.canonical_hash) {
            return Ok(None);
        }
        let position = self.game.position(&self.options, &generated.position)?;
        let source = format!("Made up, seed {seed}, number {}", number + 1);
        Ok(self.group_level(&position, generated, source))
    }

    fn group_level(
        &mut self,
        position: &AnyPosition,
        generated: GeneratedPosition,
        source: String,
    ) -> Option<Level> {
        let side = position.side_to_move();
        let own = position.piece_at(generated.point)?.side == side;
        let points = vec![GoalPoint(generated.point)];
        let (goal, against) = if own {
            (Goal::Live(points.clone()), Goal::Kill(points))
        } else {
            (Goal::Kill(points.clone()), Goal::Live(points))
        };
        let kept = self.builder.prover.goal_moves(position, &goal, 0).ok()?;
        let nodes_used = self.builder.prover.nodes_used();
        let &[right] = &kept[..] else { return None };
        // If the solver passes, the other side must succeed.
        let mut passed = position.clone();
        passed.play(Move::Pass).ok()?;
        let urgent = self.builder.prover.goal_moves(&passed, &against, 0).ok()?;
        if right == Move::Pass || urgent.is_empty() {
            return None;
        }
        let mut nodes = 0;
        let solution = self.build_by_threats(position, &goal, MAX_OWN_MOVES, &mut nodes)?;
        let refutations = self.wrong_first_moves(position, &generated.region, &against, right);
        if refutations.len() < 2 {
            return None;
        }
        let mut level = Level {
            id: String::new(),
            title: LocalizedText::new(),
            position: generated.position,
            side: self.game.side_names()[side.index()].to_owned(),
            goal,
            solution,
            refutations,
            hints: hints(pack_text(self.game, self.spec, "hint"), position, right),
            explanation: LocalizedText::new(),
            difficulty: *RATINGS.start(),
            source,
            licence: LICENCE.to_owned(),
            proved: ProofKind::Solver,
        };
        // By the size of the search and the length of the solution.
        let effort = 80 * nodes_used.max(1).ilog2() + 120 * level.length();
        level.difficulty = (200 + effort).clamp(*RATINGS.start(), *RATINGS.end());
        let band = (level.difficulty / 200).min(31) as usize;
        if self.length_counts[band] >= self.count.div_ceil(4) || !self.is_balanced(&level.goal) {
            return None;
        }
        self.length_counts[band] += 1;
        Some(level)
    }

    /// True if the pack needs another level of this kind (live or kill).
    fn is_balanced(&self, goal: &Goal) -> bool {
        let alike = |level: &&super::Level| {
            matches!(level.goal, Goal::Live(_)) == matches!(goal, Goal::Live(_))
        };
        self.levels.iter().filter(alike).count() < self.count.div_ceil(2)
    }

    /// The tree of accepted moves; a line ends where no reply threatens the
    /// result any more.
    pub(super) fn build_by_threats(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        nodes: &mut usize,
    ) -> Option<Vec<Step>> {
        let group = match goal {
            Goal::Live(points) | Goal::Kill(points) => points.first().map(|point| point.0),
            _ => None,
        };
        let max_threats = if *nodes == 0 { 2 } else { 1 };
        let mut steps = Vec::new();
        for mv in self.builder.prover.goal_moves(position, goal, left).ok()? {
            *nodes += 1;
            if *nodes > MAX_MOVES || left == 0 {
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
                for (reply, then) in
                    self.threats(position, &next, goal, left - 1, mv, max_threats)?
                {
                    *nodes += 1;
                    let rest = goal.after(position, &then);
                    let more = self.build_by_threats(&then, &rest, left - 1, nodes)?;
                    step.replies.push(Reply { text: next.move_text(reply).ok()?, then: more });
                }
            }
            steps.push(step);
        }
        (!steps.is_empty()).then_some(steps)
    }

    /// Replies that must be answered, those with the fewest correct answers
    /// first, and the positions after them.
    fn threats(
        &mut self,
        before: &AnyPosition,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        last: Move,
        max_threats: usize,
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
            let kept =
                self.builder.prover.goal_moves(&then, &goal.after(before, &then), left).ok()?;
            if !kept.contains(&Move::Pass) && (1..=2).contains(&kept.len()) {
                threats.push((kept.len(), reply, then));
            }
        }
        threats.sort_by_key(|&(count, ..)| count);
        Some(threats.into_iter().take(max_threats).map(|(_, reply, then)| (reply, then)).collect())
    }

    /// Wrong first moves with refuting replies; those with a single refutation
    /// first.
    fn wrong_first_moves(
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
            let Ok(answers) = self.builder.prover.goal_moves(&next, against, 0) else { continue };
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
        found.into_iter().take(MAX_REFUTATIONS).map(|(.., refutation)| refutation).collect()
    }
}
