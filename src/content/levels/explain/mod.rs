//! Explanations of solutions in English and Chinese, derived from the position
//! and the proofs. What is not known is left out.

mod pieces;
mod stones;

use super::check::{play_text, start_position};
use super::prove::Prover;
use super::{Goal, Level, LocalizedText, Refutation, Step, length, localized};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Game, Options, ProofGoal};

/// Maximum number of wrong moves explained.
const MAX_REFUTATIONS: usize = 2;

/// Display names of the sides by their ids.
const SIDES: [(&str, [&str; 2]); 5] = [
    ("black", ["Black", "黑方"]),
    ("white", ["White", "白方"]),
    ("red", ["Red", "红方"]),
    ("cross", ["X", "叉方"]),
    ("nought", ["O", "圈方"]),
];

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
) -> Result<LocalizedText, String> {
    let position = start_position(game, options, level).map_err(|error| error.to_string())?;
    let side = position.side_to_move();
    let side_name = |side: Side| {
        let name = game.side_names()[side.index()];
        let found = SIDES.iter().find(|(id, _)| *id == name);
        found.map_or([name, name], |(_, called)| *called)
    };
    let line = main_line(&position, &level.solution)?;
    if line.is_empty() {
        return Err("the solution has no move".to_owned());
    }
    let mut builder = ExplanationBuilder {
        prover,
        level,
        own: side_name(side),
        other: side_name(side.other()),
        line,
        sentences: [Vec::new(), Vec::new()],
    };
    match &level.goal {
        Goal::MateIn(moves) => builder.mate(*moves),
        Goal::FiveByFours => builder.fours(),
        Goal::BestResult(result) => builder.best_result(*result),
        Goal::Win | Goal::Draw | Goal::OnlyMove => builder.exact_value(),
        Goal::Capture(_) => builder.capture(),
        Goal::Live(_) | Goal::Kill(_) => builder.life_and_death(),
        Goal::WinMaterial(pawns) => builder.material(*pawns),
    }
    let [english, chinese] = &builder.sentences;
    Ok(localized([&english.join(" "), &chinese.concat()]))
}

/// Name of the tactic in the first line of a solution, if it has one.
#[must_use]
pub fn title(position: &AnyPosition, goal: &Goal, solution: &[Step]) -> LocalizedText {
    let claim = match goal {
        Goal::Capture(points) => {
            let Some(point) = points.first() else { return LocalizedText::new() };
            ProofGoal::Capture { point: point.0, moves: length(solution) }
        }
        Goal::MateIn(moves) => ProofGoal::WinIn(*moves),
        Goal::WinMaterial(pawns) => ProofGoal::Gain { least: *pawns, moves: length(solution) },
        _ => return LocalizedText::new(),
    };
    let Ok(line) = main_line(position, solution) else { return LocalizedText::new() };
    let line: Vec<Move> = line.iter().map(|played| played.mv).collect();
    position.motif(&claim, &line).map(localized).unwrap_or_default()
}

/// A move and the positions before and after it.
struct PlayedMove {
    before: AnyPosition,
    mv: Move,
    after: AnyPosition,
}

/// Main line of a solution.
fn main_line(position: &AnyPosition, steps: &[Step]) -> Result<Vec<PlayedMove>, String> {
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

/// A move in each language's notation.
fn move_names(position: &AnyPosition, mv: Move) -> [String; 2] {
    let plain = position.move_text(mv).unwrap_or_default();
    let chinese = position.notations().contains(&"chinese");
    let other = chinese.then(|| position.move_text_in("chinese", mv).ok()).flatten();
    [plain.clone(), other.unwrap_or(plain)]
}

/// Collects the sentences of an explanation.
struct ExplanationBuilder<'a> {
    prover: &'a mut Prover,
    level: &'a Level,
    /// Names of the solver's side and of the other.
    own: [&'static str; 2],
    other: [&'static str; 2],
    line: Vec<PlayedMove>,
    sentences: [Vec<String>; 2],
}

impl ExplanationBuilder<'_> {
    fn push(&mut self, english: String, chinese: String) {
        self.sentences[0].push(english);
        self.sentences[1].push(chinese);
    }

    /// Adds the game's own explanation of the main line.
    fn remark(&mut self, claim: &ProofGoal) {
        let moves: Vec<Move> = self.line.iter().map(|played| played.mv).collect();
        if let Some([english, chinese]) = self.line[0].before.explanation(claim, &moves) {
            self.push(english, chinese);
        }
    }

    /// The first move of the solution, in each language.
    fn solution_move(&self) -> [String; 2] {
        move_names(&self.line[0].before, self.line[0].mv)
    }

    /// The moves of the main line in each language's notation.
    fn moves(&self) -> [String; 2] {
        let travels = matches!(self.line[0].mv, Move::FromTo { .. });
        let offset = self.line[0].before.side_to_move().index();
        let mut lists = [Vec::new(), Vec::new()];
        for (n, played) in self.line.iter().enumerate() {
            let [english, chinese] = move_names(&played.before, played.mv);
            let number = (n + offset) / 2 + 1;
            let numbered = |text: &str| match (travels, (n + offset) % 2, n) {
                (true, 0, _) => format!("{number}.{text}"),
                (true, _, 0) => format!("{number}...{text}"),
                _ => text.to_owned(),
            };
            lists[0].push(numbered(&english));
            // Chinese notation names the piece and has no numbers.
            lists[1].push(if english == chinese { numbered(&chinese) } else { chinese });
        }
        let plain = move_names(&self.line[0].before, self.line[0].mv);
        let separator = if plain[0] == plain[1] && travels { " " } else { "、" };
        [lists[0].join(if travels { " " } else { ", " }), lists[1].join(separator)]
    }

    /// The refuted moves with their replies.
    fn refuted_moves(&self) -> Vec<RefutedMove> {
        let start = &self.line[0].before;
        let read = |refutation: &Refutation| {
            let (mv, next) = play_text(start, &refutation.text).ok()?;
            let mut wrong = RefutedMove {
                mv,
                text: move_names(start, mv),
                reply_names: None,
                reply_captures: false,
                gives_check: next.checked_king().is_some(),
                reply_ends_game: false,
                reply: mv,
            };
            if !refutation.reply.is_empty() {
                let (reply, then) = play_text(&next, &refutation.reply).ok()?;
                wrong.reply_names = Some(move_names(&next, reply));
                wrong.reply_captures = reply.target() == mv.target();
                wrong.reply_ends_game = then.outcome().is_some();
                wrong.reply = reply;
            }
            Some(wrong)
        };
        self.level.refutations.iter().take(MAX_REFUTATIONS).filter_map(read).collect()
    }

    /// The first reply of the main line.
    fn answer(&self) -> [String; 2] {
        self.line.get(1).map(|reply| move_names(&reply.before, reply.mv)).unwrap_or_default()
    }

    fn side(&self) -> Side {
        self.line[0].before.side_to_move()
    }
}

/// A wrong move and its refutation.
struct RefutedMove {
    mv: Move,
    text: [String; 2],
    /// `None` if the move ends the game.
    reply_names: Option<[String; 2]>,
    reply: Move,
    /// The reply captures the piece that was moved.
    reply_captures: bool,
    /// The move gives check.
    gives_check: bool,
    /// The reply ends the game.
    reply_ends_game: bool,
}
