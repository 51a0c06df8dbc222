//! Checks levels against the rules: the position can be read, every move of the
//! solution is legal, and every line ends at the goal.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Goal, GoalPoint, Level, LevelError, Pack, ProofKind, Refutation, Step};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Game, Options, registry};

/// Violation of the rules in a level.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum RuleError {
    /// A line of the solution ends before the goal is reached.
    #[error("the line that ends with \"{last}\" does not reach the goal {goal:?}")]
    GoalNotReached {
        /// Its last move.
        last: String,
        /// The goal.
        goal: Goal,
    },
    /// No accepted move where the solver is to move.
    #[error("a line of the solution ends with an answer; expected a move then")]
    NoAcceptedMove,
    /// A reply where the solver is to move again.
    #[error("after \"{0}\" the other side has no turn to answer")]
    NoTurnToReply(String),
    /// The goal needs points and has none.
    #[error("the goal names no point; expected at least one")]
    NoPoint,
    /// Any other error, as an English sentence.
    #[error("{0}")]
    Other(String),
}

impl From<String> for RuleError {
    fn from(reason: String) -> RuleError {
        RuleError::Other(reason)
    }
}

/// Checks every level of a pack and returns the errors.
#[must_use]
pub fn check(pack: &Pack) -> Vec<LevelError> {
    let Some(game) = registry::find(&pack.game) else {
        let reason = format!("there is no game \"{}\"", pack.game);
        return vec![LevelError { level: String::new(), reason }];
    };
    let wrong = pack.levels.iter().filter_map(|level| {
        let reason = check_level(game, &pack.options, level).err()?;
        Some(LevelError { level: level.id.clone(), reason: reason.to_string() })
    });
    wrong.collect()
}

/// Checks one level against the rules.
///
/// # Errors
/// The first violation, with what was expected.
pub fn check_level(game: &dyn Game, options: &Options, level: &Level) -> Result<(), RuleError> {
    let position = start_position(game, options, level)?;
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

/// The start position of a level, checked for its side to move and the goal's
/// points.
///
/// # Errors
/// The error in the position.
pub fn start_position(
    game: &dyn Game,
    options: &Options,
    level: &Level,
) -> Result<AnyPosition, RuleError> {
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
        Goal::Capture(points) | Goal::Kill(points) => Some((points, side.other())),
        Goal::Live(points) => Some((points, side)),
        _ => None,
    };
    if let Some((points, owner)) = owner {
        if points.is_empty() {
            return Err(RuleError::NoPoint);
        }
        if let Some(GoalPoint(at)) = points.iter().find(|point| !has_piece(&position, point, owner))
        {
            let name = game.side_names()[owner.index()];
            return Err(format!("the goal names {at}, where no piece of {name} stands").into());
        }
    }
    Ok(position)
}

fn has_piece(position: &AnyPosition, GoalPoint(at): &GoalPoint, side: Side) -> bool {
    position.piece_at(*at).is_some_and(|piece| piece.side == side)
}

/// Plays a move given by its text.
///
/// # Errors
/// The move that cannot be played and the reason.
pub fn play_text(position: &AnyPosition, text: &str) -> Result<(Move, AnyPosition), String> {
    let failed = |reason: &dyn std::fmt::Display| {
        let shown: String = text.chars().take(16).collect();
        format!("move \"{shown}\": {reason}")
    };
    let mv = position.parse_move(text).map_err(|refusal| failed(&refusal))?;
    let mut next = position.clone();
    next.play(mv).map_err(|refusal| failed(&refusal))?;
    Ok((mv, next))
}

/// Checks the accepted moves here and returns them.
fn check_steps(
    position: &AnyPosition,
    steps: &[Step],
    level: &Level,
) -> Result<Vec<Move>, RuleError> {
    if steps.is_empty() {
        return Err(RuleError::NoAcceptedMove);
    }
    let side = position.side_to_move();
    let mut moves = Vec::new();
    for step in steps {
        let (mv, next) = play_text(position, &step.text)?;
        if moves.contains(&mv) {
            return Err(format!("move \"{}\" is accepted twice in one place", step.text).into());
        }
        moves.push(mv);
        if step.replies.is_empty() {
            if !reaches_goal(&next, side, level) {
                let (last, goal) = (step.text.clone(), level.goal.clone());
                return Err(RuleError::GoalNotReached { last, goal });
            }
            continue;
        }
        if next.outcome().is_none() && next.side_to_move() == side {
            return Err(RuleError::NoTurnToReply(step.text.clone()));
        }
        for reply in &step.replies {
            let (_, then) = play_text(&next, &reply.text)?;
            if then.side_to_move() != side {
                let text = &reply.text;
                return Err(format!("after the answer \"{text}\" it is not its turn").into());
            }
            check_steps(&then, &reply.then, level)?;
        }
    }
    Ok(moves)
}

/// True if the goal is reached at the end of a line.
fn reaches_goal(end: &AnyPosition, side: Side, level: &Level) -> bool {
    let outcome = end.outcome();
    let winner = outcome.map(|outcome| outcome.winner);
    // A line that a solver proves, or that is taken from a record, may end
    // before the game does.
    let trusted = matches!(level.proved, ProofKind::Solver | ProofKind::Record);
    let open = trusted && outcome.is_none();
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
        Goal::Capture(points) => points.iter().all(|point| !has_piece(end, point, side.other())),
        Goal::Kill(points) => {
            open || points.iter().all(|point| !has_piece(end, point, side.other()))
        }
        Goal::Live(points) => points.iter().all(|point| has_piece(end, point, side)),
        // Hanging pieces are taken after the last move.
        Goal::WinMaterial(_) => {
            winner == Some(Some(side)) || level.proved == ProofKind::Lookahead && outcome.is_none()
        }
    }
}

fn check_refutation(
    position: &AnyPosition,
    refutation: &Refutation,
    right: &[Move],
) -> Result<(), String> {
    let (mv, next) = play_text(position, &refutation.text)?;
    if right.contains(&mv) {
        return Err(format!("move \"{}\" is both accepted and refuted", refutation.text));
    }
    match (next.outcome().is_some(), refutation.reply.is_empty()) {
        (false, true) => {
            Err(format!("the wrong move \"{}\" has no answer; expected one", refutation.text))
        }
        (true, true) => Ok(()),
        (_, false) => play_text(&next, &refutation.reply).map(|_| ()),
    }
}
