//! Checks levels against the rules: the position can be read, every move of the
//! solution is legal, and every line ends at the goal.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Goal, GoalPoint, Level, LevelError, Pack, ProofKind, Refutation, Step};
use crate::content::messages::{self, Locale};
use crate::core::{Move, Side, excerpt};
use crate::games::{AnyPosition, Game, IllegalMove, Options, registry};

/// Violation of the rules in a level.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum RuleError {
    /// A line of the solution ends before the goal is reached.
    #[error("the line that ends with \"{}\" does not reach the goal {goal:?}", excerpt(.last))]
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
    #[error("after \"{}\" the other side has no turn to answer", excerpt(.0))]
    NoTurnToReply(String),
    /// The goal needs points and has none.
    #[error("the goal names no point; expected at least one")]
    NoPoint,
    /// The position cannot be read.
    #[error("position: {0}")]
    Position(String),
    /// The position is one in which the game is over.
    #[error("the game is over in its position")]
    GameOver,
    /// The level names another side than the one to move.
    #[error("side is \"{}\", but in its position {to_move} is to move", excerpt(.found))]
    WrongSide {
        /// The side that the level names.
        found: String,
        /// The side to move.
        to_move: String,
    },
    /// The goal names a point without a piece of the side concerned.
    #[error("the goal names {}, where no piece of {side} stands", .at.0)]
    NoPiece {
        /// The point.
        at: GoalPoint,
        /// The side concerned.
        side: String,
    },
    /// The solution takes another number of moves than the goal says.
    #[error("the goal is mate in {goal}, but the solution takes {found}")]
    MateLength {
        /// The number of moves in the goal.
        goal: u32,
        /// The number of moves of the solution.
        found: u32,
    },
    /// The solution is empty.
    #[error("the solution has no move")]
    EmptySolution,
    /// A move cannot be played.
    #[error("move \"{text}\": {reason}")]
    IllegalMove {
        /// The beginning of its text.
        text: String,
        /// The reason for which the rules refuse it.
        reason: String,
    },
    /// A move is listed twice among the accepted ones.
    #[error("move \"{}\" is accepted twice in one place", excerpt(.0))]
    AcceptedTwice(String),
    /// A reply after which the solver is not to move.
    #[error("after the answer \"{}\" it is not its turn", excerpt(.0))]
    NoTurnAfterReply(String),
    /// A move is both accepted and refuted.
    #[error("move \"{}\" is both accepted and refuted", excerpt(.0))]
    AcceptedAndRefuted(String),
    /// A refutation does not answer the wrong move.
    #[error("the wrong move \"{}\" has no answer; expected one", excerpt(.0))]
    NoRefutation(String),
}

/// Checks every level of a pack and returns the errors.
#[must_use]
pub fn check(pack: &Pack) -> Vec<LevelError> {
    let Some(game) = registry::find(&pack.game) else {
        let reason = format!("there is no game \"{}\"", excerpt(&pack.game));
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
    if let Goal::MateIn(moves) | Goal::MateByChecks(moves) = level.goal
        && level.length() != moves
    {
        return Err(RuleError::MateLength { goal: moves, found: level.length() });
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
    let position = game
        .position(options, &level.position)
        .map_err(|error| RuleError::Position(error.to_string()))?;
    if position.outcome().is_some() {
        return Err(RuleError::GameOver);
    }
    if let Some(problem) = game.position_problem(options, &position) {
        let reason = messages::render(Locale::English, &problem.message);
        return Err(RuleError::Position(reason));
    }
    let side = position.side_to_move();
    let name = game.side_names()[side.index()];
    if level.side != name {
        let (found, to_move) = (level.side.clone(), name.to_owned());
        return Err(RuleError::WrongSide { found, to_move });
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
        if let Some(&at) = points.iter().find(|point| !has_piece(&position, point, owner)) {
            let side = game.side_names()[owner.index()].to_owned();
            return Err(RuleError::NoPiece { at, side });
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
pub fn play_text(position: &AnyPosition, text: &str) -> Result<(Move, AnyPosition), RuleError> {
    let illegal = |refusal: IllegalMove| RuleError::IllegalMove {
        text: excerpt(text),
        reason: refusal.to_string(),
    };
    let mv = position.parse_move(text).map_err(illegal)?;
    let mut next = position.clone();
    next.play(mv).map_err(illegal)?;
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
            return Err(RuleError::AcceptedTwice(step.text.clone()));
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
                return Err(RuleError::NoTurnAfterReply(reply.text.clone()));
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
        Goal::Win | Goal::WinByThreats | Goal::StopFours => open || winner == Some(Some(side)),
        Goal::MateIn(_) | Goal::MateByChecks(_) | Goal::FiveByFours => winner == Some(Some(side)),
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
) -> Result<(), RuleError> {
    let (mv, next) = play_text(position, &refutation.text)?;
    if right.contains(&mv) {
        return Err(RuleError::AcceptedAndRefuted(refutation.text.clone()));
    }
    match (next.outcome().is_some(), refutation.reply.is_empty()) {
        (false, true) => Err(RuleError::NoRefutation(refutation.text.clone())),
        (true, true) => Ok(()),
        (_, false) => play_text(&next, &refutation.reply).map(|_| ()),
    }
}
