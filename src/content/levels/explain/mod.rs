//! Why the solution of a level is right, in words. Everything that is said is
//! found out from the position and by the proofs; what is not known is left
//! out.

mod pieces;
mod stones;

use super::check::{after, start};
use super::prove::Prover;
use super::{Goal, Level, Refutation, Step, Words, length, words};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Claim, Game, Options};

/// Wrong moves that are spoken of at most.
const REFUTED: usize = 2;

/// What the sides are called, by the names that games give them.
const SIDES: [(&str, [&str; 2]); 5] = [
    ("black", ["Black", "黑方"]),
    ("white", ["White", "白方"]),
    ("red", ["Red", "红方"]),
    ("cross", ["X", "叉方"]),
    ("nought", ["O", "圈方"]),
];

/// The explanation of a level that [`check`](super::check) found right. The
/// same level always gets the same one.
///
/// # Errors
/// When the level's position or solution cannot be read.
pub fn explain(
    prover: &mut Prover,
    game: &dyn Game,
    options: &Options,
    level: &Level,
) -> Result<Words, String> {
    let position = start(game, options, level).map_err(|flaw| flaw.to_string())?;
    let side = position.side_to_move();
    let called = |side: Side| {
        let name = game.side_names()[side.index()];
        let found = SIDES.iter().find(|(id, _)| *id == name);
        found.map_or([name, name], |(_, called)| *called)
    };
    let line = main_line(&position, &level.solution)?;
    if line.is_empty() {
        return Err("the solution has no move".to_owned());
    }
    let mut tale = Tale {
        prover,
        level,
        own: called(side),
        other: called(side.other()),
        line,
        said: [Vec::new(), Vec::new()],
    };
    match &level.goal {
        Goal::MateIn(moves) => tale.mate(*moves),
        Goal::FiveByFours => tale.fours(),
        Goal::BestResult(result) => tale.best(*result),
        Goal::Win | Goal::Draw | Goal::OnlyMove => tale.value(),
        Goal::Capture(_) => tale.capture(),
        Goal::Live(_) | Goal::Kill(_) => tale.fate(),
        Goal::WinMaterial(pawns) => tale.material(*pawns),
    }
    let [english, chinese] = &tale.said;
    Ok(words([&english.join(" "), &chinese.concat()]))
}

/// The name for what the first line of a solution does, where it has one.
#[must_use]
pub fn title(position: &AnyPosition, goal: &Goal, solution: &[Step]) -> Words {
    let claim = match goal {
        Goal::Capture(places) => {
            let Some(place) = places.first() else { return Words::new() };
            Claim::Capture { point: place.0, moves: length(solution) }
        }
        Goal::MateIn(moves) => Claim::WinIn(*moves),
        Goal::WinMaterial(pawns) => Claim::Gain { least: *pawns, moves: length(solution) },
        _ => return Words::new(),
    };
    let Ok(line) = main_line(position, solution) else { return Words::new() };
    let line: Vec<Move> = line.iter().map(|played| played.mv).collect();
    position.motif(&claim, &line).map(words).unwrap_or_default()
}

/// A move and the positions before and after it.
struct Played {
    before: AnyPosition,
    mv: Move,
    after: AnyPosition,
}

/// The first line of a solution.
fn main_line(position: &AnyPosition, steps: &[Step]) -> Result<Vec<Played>, String> {
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
            let (mv, next) = after(&before, text)?;
            line.push(Played { before, mv, after: next.clone() });
            before = next;
        }
    }
    Ok(line)
}

/// A move as it is written in each language.
fn told(position: &AnyPosition, mv: Move) -> [String; 2] {
    let plain = position.move_text(mv).unwrap_or_default();
    let chinese = position.notations().contains(&"chinese");
    let other = chinese.then(|| position.move_text_in("chinese", mv).ok()).flatten();
    [plain.clone(), other.unwrap_or(plain)]
}

/// An explanation as it grows.
struct Tale<'a> {
    prover: &'a mut Prover,
    level: &'a Level,
    /// What the solver's side and the other are called.
    own: [&'static str; 2],
    other: [&'static str; 2],
    line: Vec<Played>,
    said: [Vec<String>; 2],
}

impl Tale<'_> {
    fn say(&mut self, english: String, chinese: String) {
        self.said[0].push(english);
        self.said[1].push(chinese);
    }

    /// What the game itself has to say about the first line.
    fn remark(&mut self, claim: &Claim) {
        let moves: Vec<Move> = self.line.iter().map(|played| played.mv).collect();
        if let Some([english, chinese]) = self.line[0].before.remark(claim, &moves) {
            self.say(english, chinese);
        }
    }

    /// The right move, in each language.
    fn right(&self) -> [String; 2] {
        told(&self.line[0].before, self.line[0].mv)
    }

    /// The moves of the first line as they are written in each language.
    fn moves(&self) -> [String; 2] {
        let travels = matches!(self.line[0].mv, Move::Travel { .. });
        let offset = self.line[0].before.side_to_move().index();
        let mut lists = [Vec::new(), Vec::new()];
        for (n, played) in self.line.iter().enumerate() {
            let [english, chinese] = told(&played.before, played.mv);
            let number = (n + offset) / 2 + 1;
            let numbered = |text: &str| match (travels, (n + offset) % 2, n) {
                (true, 0, _) => format!("{number}.{text}"),
                (true, _, 0) => format!("{number}...{text}"),
                _ => text.to_owned(),
            };
            lists[0].push(numbered(&english));
            // The Chinese notation names the piece, and is not numbered.
            lists[1].push(if english == chinese { numbered(&chinese) } else { chinese });
        }
        let plain = told(&self.line[0].before, self.line[0].mv);
        let apart = if plain[0] == plain[1] && travels { " " } else { "、" };
        [lists[0].join(if travels { " " } else { ", " }), lists[1].join(apart)]
    }

    /// The wrong moves with their answers: the position after each, the texts
    /// of both, and whether the answer takes the piece that was moved.
    fn wrong(&self) -> Vec<Wrong> {
        let start = &self.line[0].before;
        let read = |refutation: &Refutation| {
            let (mv, next) = after(start, &refutation.text).ok()?;
            let mut wrong = Wrong {
                mv,
                text: told(start, mv),
                answer: None,
                takes: false,
                checks: next.threatened().is_some(),
                ends: false,
                answered: mv,
            };
            if !refutation.reply.is_empty() {
                let (reply, then) = after(&next, &refutation.reply).ok()?;
                wrong.answer = Some(told(&next, reply));
                wrong.takes = reply.target() == mv.target();
                wrong.ends = then.outcome().is_some();
                wrong.answered = reply;
            }
            Some(wrong)
        };
        self.level.refutations.iter().take(REFUTED).filter_map(read).collect()
    }

    /// The first answer of the line.
    fn answer(&self) -> [String; 2] {
        self.line.get(1).map(|reply| told(&reply.before, reply.mv)).unwrap_or_default()
    }

    fn side(&self) -> Side {
        self.line[0].before.side_to_move()
    }
}

/// A wrong move and its answer.
struct Wrong {
    mv: Move,
    text: [String; 2],
    /// `None` where the move ends the game.
    answer: Option<[String; 2]>,
    answered: Move,
    /// Whether the answer takes the piece that was moved.
    takes: bool,
    /// Whether the move gives check.
    checks: bool,
    /// Whether the answer ends the game.
    ends: bool,
}
