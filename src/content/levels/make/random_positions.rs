//! Levels from random positions, such as endgames that are solved exactly.

use super::features::{difficulty, hints};
use super::{LICENCE, LevelMaker, pack_text, seed_of};
use crate::content::levels::prove::proof_kind;
use crate::content::levels::{Goal, Level, RATINGS};
use crate::content::messages::LocalizedText;
use crate::games::{AnyPosition, PuzzleKind, SetupError};

/// Minimum number of legal moves of the first position.
const MIN_CHOICES: usize = 3;

/// Maximum number of own moves on a line of the solution.
const MAX_OWN_MOVES: u32 = 12;

impl LevelMaker<'_> {
    /// The level from the random position with this number, if it is good enough.
    pub(super) fn random_level(
        &mut self,
        seed: u64,
        number: u64,
    ) -> Result<Option<Level>, SetupError> {
        let position_seed = seed_of(seed, number);
        let puzzles = self.game.puzzles();
        let text = puzzles.and_then(|it| it.random_position(self.spec, position_seed));
        let Some(text) = text else { return Ok(None) };
        let Ok(position) = self.game.position(&self.options, &text) else { return Ok(None) };
        let problem = self.game.position_problem(&self.options, &position);
        let choices = position.legal_moves().len();
        if position.outcome().is_some() || problem.is_some() || choices < MIN_CHOICES {
            return Ok(None);
        }
        let source = format!("Set up at random, seed {seed}, number {}", number + 1);
        if self.spec.kind == PuzzleKind::Endgame {
            return Ok(self.only_move_level(&position, text, source));
        }
        let is_scored = matches!(self.spec.kind, PuzzleKind::Best(..));
        if !self.fits_spec(&position)
            || is_scored && self.builder.prover.endgame_scores(&position).is_none()
        {
            return Ok(None);
        }
        let level = self.build_level(&position, &text, &source);
        if let Some(level) = &level {
            let at = self.count_index(level);
            self.length_counts[at] += 1;
        }
        Ok(level)
    }

    fn only_move_level(
        &mut self,
        position: &AnyPosition,
        text: String,
        source: String,
    ) -> Option<Level> {
        // Without a value of its own an endgame would be left to the engine.
        self.builder.prover.endgame_value(position)?;
        let values = self.builder.prover.values(position)?;
        let (best, moves) = values.best();
        let &[right] = &moves[..] else { return None };
        let goal = match best {
            1.0 => Goal::Win,
            0.5 => Goal::Draw,
            _ => return None,
        };
        let same = |level: &&Level| level.goal == goal;
        let half = self.count.div_ceil(2);
        let has_room = self.levels.iter().filter(same).count() < half;
        if !has_room {
            return None;
        }
        let solution = self.builder.build(position, &goal, MAX_OWN_MOVES, &mut 0, true)?;
        let refutations = self.builder.refutations(position, &goal, MAX_OWN_MOVES, right);
        let mut level = Level {
            id: String::new(),
            title: LocalizedText::new(),
            position: text,
            side: self.game.side_names()[position.side_to_move().index()].to_owned(),
            refutations,
            hints: hints(pack_text(self.game, self.spec, "hint"), position, right),
            explanation: LocalizedText::new(),
            difficulty: *RATINGS.start(),
            source,
            licence: LICENCE.to_owned(),
            proved: proof_kind(&goal),
            goal,
            solution,
        };
        let length = level.length();
        level.difficulty = difficulty(position, right, length);
        let at = self.count_index(&level);
        // Single moves are found most easily.
        let share = if length <= 1 { self.count.div_ceil(4) } else { self.count.div_ceil(2) };
        if level.refutations.is_empty() || self.length_counts[at] >= share {
            return None;
        }
        self.length_counts[at] += 1;
        Some(level)
    }
}
