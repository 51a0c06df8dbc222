//! Whether a level is right by the rules: its position can be read, every
//! move of its solution can be played, and every line ends at the goal.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Fault, Goal, Level, Pack, Place, Proof, Refutation, Step};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Game, Options, registry};

/// Why a level is not right by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Flaw {
    /// A line of the solution ends before the goal is reached.
    #[error("the line that ends with \"{last}\" does not reach the goal {goal:?}")]
    Unreached {
        /// Its last move.
        last: String,
        /// The goal.
        goal: Goal,
    },
    /// There is no accepted move where the solver is to move.
    #[error("a line of the solution ends with an answer; expected a move then")]
    NoMove,
    /// An answer stands where the solver is to move again.
    #[error("after \"{0}\" the other side has no turn to answer")]
    NoTurn(String),
    /// The goal is about points and names none.
    #[error("the goal names no point; expected at least one")]
    NoPoint,
    /// Anything else, as one English sentence.
    #[error("{0}")]
    Other(String),
}

impl From<String> for Flaw {
    fn from(reason: String) -> Flaw {
        Flaw::Other(reason)
    }
}

/// Every level of a pack that is not right by the rules.
#[must_use]
pub fn check(pack: &Pack) -> Vec<Fault> {
    let Some(game) = registry::find(&pack.game) else {
        let reason = format!("there is no game \"{}\"", pack.game);
        return vec![Fault { level: String::new(), reason }];
    };
    let wrong = pack.levels.iter().filter_map(|level| {
        let reason = check_level(game, &pack.options, level).err()?;
        Some(Fault { level: level.id.clone(), reason: reason.to_string() })
    });
    wrong.collect()
}

/// Whether one level is right by the rules.
///
/// # Errors
/// Says what is not, and what would be.
pub fn check_level(game: &dyn Game, options: &Options, level: &Level) -> Result<(), Flaw> {
    let position = start(game, options, level)?;
    let first = check_steps(&position, &level.solution, level)?;
    if let Goal::MateIn(moves) = level.goal
        && level.length() != moves
    {
        let found = level.length();
        return Err(format!("the goal is mate in {moves}, but the solution takes {found}").into());
    }
    for refutation in &level.refutations {
        check_refutation(&position, refutation, &first)?;
    }
    Ok(())
}

/// The position of a level, if it is one in which its side is to move.
///
/// # Errors
/// Says what is wrong with it.
pub fn start(game: &dyn Game, options: &Options, level: &Level) -> Result<AnyPosition, Flaw> {
    let position =
        game.position(options, &level.position).map_err(|error| format!("position: {error}"))?;
    if position.outcome().is_some() {
        return Err("the game is over in its position".to_owned().into());
    }
    let side = position.side_to_move();
    let name = game.side_names()[side.index()];
    if level.side != name {
        let found = &level.side;
        return Err(format!("side is \"{found}\", but in its position {name} is to move").into());
    }
    let owner = match &level.goal {
        Goal::Capture(places) | Goal::Kill(places) => Some((places, side.other())),
        Goal::Live(places) => Some((places, side)),
        _ => None,
    };
    if let Some((places, owner)) = owner {
        if places.is_empty() {
            return Err(Flaw::NoPoint);
        }
        if let Some(Place(at)) = places.iter().find(|place| !stands(&position, place, owner)) {
            let name = game.side_names()[owner.index()];
            return Err(format!("the goal names {at}, where no piece of {name} stands").into());
        }
    }
    Ok(position)
}

fn stands(position: &AnyPosition, Place(at): &Place, side: Side) -> bool {
    position.piece_at(*at).is_some_and(|piece| piece.side == side)
}

/// Plays a move given by its text.
///
/// # Errors
/// Says which move cannot be played and why.
pub fn after(position: &AnyPosition, text: &str) -> Result<(Move, AnyPosition), String> {
    let failed = |reason: &dyn std::fmt::Display| {
        let shown: String = text.chars().take(16).collect();
        format!("move \"{shown}\": {reason}")
    };
    let mv = position.parse_move(text).map_err(|refusal| failed(&refusal))?;
    let mut next = position.clone();
    next.play(mv).map_err(|refusal| failed(&refusal))?;
    Ok((mv, next))
}

/// Plays through the accepted moves here and returns them.
fn check_steps(position: &AnyPosition, steps: &[Step], level: &Level) -> Result<Vec<Move>, Flaw> {
    if steps.is_empty() {
        return Err(Flaw::NoMove);
    }
    let side = position.side_to_move();
    let mut moves = Vec::new();
    for step in steps {
        let (mv, next) = after(position, &step.text)?;
        if moves.contains(&mv) {
            return Err(format!("move \"{}\" is accepted twice in one place", step.text).into());
        }
        moves.push(mv);
        if step.replies.is_empty() {
            if !reaches(&next, side, level) {
                let (last, goal) = (step.text.clone(), level.goal.clone());
                return Err(Flaw::Unreached { last, goal });
            }
            continue;
        }
        if next.outcome().is_none() && next.side_to_move() == side {
            return Err(Flaw::NoTurn(step.text.clone()));
        }
        for reply in &step.replies {
            let (_, then) = after(&next, &reply.text)?;
            if then.side_to_move() != side {
                let text = &reply.text;
                return Err(format!("after the answer \"{text}\" it is not its turn").into());
            }
            check_steps(&then, &reply.then, level)?;
        }
    }
    Ok(moves)
}

/// Whether the goal is reached in a position in which a line ends.
fn reaches(end: &AnyPosition, side: Side, level: &Level) -> bool {
    let outcome = end.outcome();
    let winner = outcome.map(|outcome| outcome.winner);
    // What a solver proves, or the maker says, may be left to it before the
    // game is over.
    let said = matches!(level.proved, Proof::Solver | Proof::Record);
    let open = said && outcome.is_none();
    match &level.goal {
        Goal::Win => open || winner == Some(Some(side)),
        Goal::MateIn(_) | Goal::FiveByFours => winner == Some(Some(side)),
        Goal::Draw => open || winner == Some(None),
        Goal::OnlyMove => open || outcome.is_some(),
        Goal::BestResult(difference) => match outcome.and_then(|outcome| outcome.score) {
            Some(score) => {
                let [own, other] = [side, side.other()].map(|side| score[side.index()].as_halves());
                own - other == difference.saturating_mul(2)
            }
            None => open,
        },
        Goal::Capture(places) => places.iter().all(|place| !stands(end, place, side.other())),
        Goal::Kill(places) => open || places.iter().all(|place| !stands(end, place, side.other())),
        Goal::Live(places) => places.iter().all(|place| stands(end, place, side)),
        // What hangs is taken after the last move.
        Goal::WinMaterial(_) => {
            winner == Some(Some(side)) || level.proved == Proof::Lookahead && outcome.is_none()
        }
    }
}

fn check_refutation(
    position: &AnyPosition,
    refutation: &Refutation,
    right: &[Move],
) -> Result<(), String> {
    let (mv, next) = after(position, &refutation.text)?;
    if right.contains(&mv) {
        return Err(format!("move \"{}\" is both accepted and refuted", refutation.text));
    }
    match (next.outcome().is_some(), refutation.reply.is_empty()) {
        (false, true) => {
            Err(format!("the wrong move \"{}\" has no answer; expected one", refutation.text))
        }
        (true, true) => Ok(()),
        (_, false) => after(&next, &refutation.reply).map(|_| ()),
    }
}
