//! Proofs of the lines of lessons, as those of puzzle levels.

use super::{Course, LessonError, SolveTask, StepPath, Task};
use crate::content::levels::prove::{Prover, proof_kind};
use crate::content::levels::{Level, RATINGS, Refutation};
use crate::content::messages::LocalizedText;
use crate::games::{AnyPosition, Game};

/// The task in a position of a game as a puzzle level.
#[must_use]
pub fn level_of(game: &dyn Game, position: &AnyPosition, task: &SolveTask) -> Level {
    let refutations = task.wrong.iter().filter(|wrong| !wrong.reply.is_empty());
    let refutations = refutations
        .map(|wrong| Refutation { text: wrong.text.clone(), reply: wrong.reply.clone() });
    Level {
        id: "task".to_owned(),
        title: LocalizedText::new(),
        position: position.text(),
        side: game.side_names()[position.side_to_move().index()].to_owned(),
        goal: task.goal.clone(),
        solution: task.solution.clone(),
        refutations: refutations.collect(),
        hints: Vec::new(),
        explanation: LocalizedText::new(),
        difficulty: *RATINGS.start(),
        source: String::new(),
        licence: String::new(),
        proved: proof_kind(&task.goal),
    }
}

/// Proves every line of a valid course, and returns the number of those that are proved and
/// the errors in the others.
#[must_use]
pub fn prove(game: &dyn Game, course: &Course) -> (usize, Vec<LessonError>) {
    let mut prover = Prover::new(game);
    let (mut proved, mut errors) = (0, Vec::new());
    for lesson in &course.lessons {
        for (index, step) in lesson.steps.iter().enumerate() {
            let Some(Task::Solve(task)) = &step.task else { continue };
            let result = StepPath::of(game, lesson, index)
                .map_err(|error| error.to_string())
                .and_then(|path| prove_task(&mut prover, game, &path, task));
            match result {
                Ok(()) => proved += 1,
                Err(reason) => {
                    let (lesson, step) = (lesson.id.clone(), Some(index + 1));
                    errors.push(LessonError { lesson, step, reason });
                }
            }
        }
    }
    (proved, errors)
}

fn prove_task(
    prover: &mut Prover,
    game: &dyn Game,
    path: &StepPath,
    task: &SolveTask,
) -> Result<(), String> {
    let level = level_of(game, &path.task, task);
    prover.prove(game, &path.options, &level).map_err(|error| error.to_string())
}
