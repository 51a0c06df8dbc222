//! Explanations of solutions as messages, derived from the position and the
//! proofs. What is not known is left out.

mod pieces;
mod stones;

use super::check::{RuleError, play_text, start_position};
use super::prove::Prover;
use super::{Goal, Level, Refutation, Step, length};
use crate::content::messages::{self, LocalizedText};
use crate::core::{Move, Side};
use crate::games::{
    AnyPosition, Game, Message, MessageArg, MoveLine, MoveName, Options, ProofGoal,
};

/// Maximum number of wrong moves explained.
const MAX_REFUTATIONS: usize = 2;

/// The explanation of a level that passed [`check`](super::check).
/// Deterministic.
///
/// # Errors
/// When the level's position or solution cannot be read.
pub fn explain(
    prover: &mut Prover,
    game: &dyn Game,
    options: &Options,
    level: &Level,
) -> Result<LocalizedText, RuleError> {
    let position = start_position(game, options, level)?;
    let side = position.side_to_move();
    let line = main_line(&position, &level.solution)?;
    if line.is_empty() {
        return Err(RuleError::EmptySolution);
    }
    let mut builder = ExplanationBuilder {
        prover,
        level,
        own: game.side_names()[side.index()],
        other: game.side_names()[side.other().index()],
        line,
        sentences: Vec::new(),
    };
    match &level.goal {
        Goal::MateIn(moves) | Goal::MateByChecks(moves) => builder.mate(*moves),
        Goal::FiveByFours => builder.vcf(),
        Goal::WinByThreats => builder.vct(),
        Goal::StopFours => builder.stop_fours(),
        Goal::BestResult(result) => builder.best_result(*result),
        Goal::Win | Goal::Draw | Goal::OnlyMove => builder.exact_value(),
        Goal::Capture(_) => builder.capture(),
        Goal::Live(_) | Goal::Kill(_) => builder.life_and_death(),
        Goal::WinMaterial(pawns) => builder.material(*pawns),
    }
    Ok(messages::paragraph(&builder.sentences))
}

/// Name of the tactic in the first line of a solution, if it has one.
#[must_use]
pub fn title(position: &AnyPosition, goal: &Goal, solution: &[Step]) -> LocalizedText {
    let claim = match goal {
        Goal::Capture(points) => {
            let Some(point) = points.first() else { return LocalizedText::new() };
            ProofGoal::Capture { point: point.0, moves: length(solution) }
        }
        Goal::MateIn(moves) | Goal::MateByChecks(moves) => ProofGoal::WinIn(*moves),
        Goal::WinMaterial(pawns) => ProofGoal::Gain { least: *pawns, moves: length(solution) },
        _ => return LocalizedText::new(),
    };
    let Ok(line) = main_line(position, solution) else { return LocalizedText::new() };
    let line: Vec<Move> = line.iter().map(|played| played.mv).collect();
    position.motif(&claim, &line).map(|motif| messages::localize(&motif)).unwrap_or_default()
}

/// A move and the positions before and after it.
struct PlayedMove {
    before: AnyPosition,
    mv: Move,
    after: AnyPosition,
}

/// Main line of a solution.
fn main_line(position: &AnyPosition, steps: &[Step]) -> Result<Vec<PlayedMove>, RuleError> {
    let mut line = Vec::new();
    let mut before = position.clone();
    let mut steps = steps;
    while let Some(step) = steps.first() {
        let mut texts = vec![&step.text];
        steps = &[];
        if let Some(reply) = step.replies.first() {
            texts.push(&reply.text);
            steps = &reply.then;
        }
        for text in texts {
            let (mv, next) = play_text(&before, text)?;
            line.push(PlayedMove { before, mv, after: next.clone() });
            before = next;
        }
    }
    Ok(line)
}

/// A move in each notation of its game.
fn move_name(position: &AnyPosition, mv: Move) -> MoveName {
    let alternatives = position
        .notations()
        .iter()
        .filter_map(|&notation| Some((notation, position.move_text_in(notation, mv).ok()?)));
    MoveName {
        standard: position.move_text(mv).unwrap_or_default(),
        alternatives: alternatives.collect(),
    }
}

/// Collects the sentences of an explanation.
struct ExplanationBuilder<'a> {
    prover: &'a mut Prover,
    level: &'a Level,
    /// Ids of the solver's side and of the other.
    own: &'static str,
    other: &'static str,
    line: Vec<PlayedMove>,
    sentences: Vec<Message>,
}

impl ExplanationBuilder<'_> {
    fn push(&mut self, sentence: Message) {
        self.sentences.push(sentence);
    }

    /// The solver's side.
    fn own(&self) -> MessageArg {
        MessageArg::Side(self.own)
    }

    /// The other side.
    fn other(&self) -> MessageArg {
        MessageArg::Side(self.other)
    }

    /// Adds the game's own explanation of the main line.
    fn push_game_explanation(&mut self, goal: &ProofGoal) {
        let moves: Vec<Move> = self.line.iter().map(|played| played.mv).collect();
        self.sentences.extend(self.line[0].before.explanation(goal, &moves));
    }

    /// The first move of the solution.
    fn solution_move(&self) -> MoveName {
        move_name(&self.line[0].before, self.line[0].mv)
    }

    /// Adds the moves of the main line as an example.
    fn push_example(&mut self) {
        let line = self.moves();
        self.push(Message::new("explain-example").with("line", line));
    }

    /// The moves of the main line.
    fn moves(&self) -> MoveLine {
        MoveLine {
            moves: self.line.iter().map(|played| move_name(&played.before, played.mv)).collect(),
            first_side_begins: self.side() == Side::First,
            is_numbered: matches!(self.line[0].mv, Move::FromTo { .. }),
        }
    }

    /// The refuted moves with their replies.
    fn refuted_moves(&self) -> Vec<RefutedMove> {
        let start = &self.line[0].before;
        let read = |refutation: &Refutation| {
            let (mv, next) = play_text(start, &refutation.text).ok()?;
            let mut wrong = RefutedMove {
                mv,
                name: move_name(start, mv),
                reply_name: None,
                reply_captures: false,
                gives_check: next.checked_king().is_some(),
                reply_ends_game: false,
                reply: mv,
            };
            if !refutation.reply.is_empty() {
                let (reply, then) = play_text(&next, &refutation.reply).ok()?;
                wrong.reply_name = Some(move_name(&next, reply));
                wrong.reply_captures = reply.target() == mv.target();
                wrong.reply_ends_game = then.outcome().is_some();
                wrong.reply = reply;
            }
            Some(wrong)
        };
        self.level.refutations.iter().take(MAX_REFUTATIONS).filter_map(read).collect()
    }

    /// The first reply of the main line.
    fn answer(&self) -> MoveName {
        self.line.get(1).map(|reply| move_name(&reply.before, reply.mv)).unwrap_or_default()
    }

    fn side(&self) -> Side {
        self.line[0].before.side_to_move()
    }
}

/// A wrong move and its refutation.
struct RefutedMove {
    mv: Move,
    name: MoveName,
    /// `None` if the move ends the game.
    reply_name: Option<MoveName>,
    reply: Move,
    /// The reply captures the piece that was moved.
    reply_captures: bool,
    /// The move gives check.
    gives_check: bool,
    /// The reply ends the game.
    reply_ends_game: bool,
}
