//! Whether a level is right by the rules: its position can be read, every
//! move of its solution can be played, and every line ends at the goal.

use super::{Fault, Goal, Level, Pack, Place, Proof, Refutation, Step};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, Game, Options, registry};

/// Every level of a pack that is not right by the rules.
#[must_use]
pub fn check(pack: &Pack) -> Vec<Fault> {
    let Some(game) = registry::find(&pack.game) else {
        let reason = format!("there is no game \"{}\"", pack.game);
        return vec![Fault { level: String::new(), reason }];
    };
    let wrong = pack.levels.iter().filter_map(|level| {
        let reason = check_level(game, &pack.options, level).err()?;
        Some(Fault { level: level.id.clone(), reason })
    });
    wrong.collect()
}

/// Whether one level is right by the rules.
///
/// # Errors
/// Says what is not, and what would be.
pub fn check_level(game: &dyn Game, options: &Options, level: &Level) -> Result<(), String> {
    let position = start(game, options, level)?;
    let first = check_steps(&position, &level.solution, level)?;
    if let Goal::MateIn(moves) = level.goal
        && level.length() != moves
    {
        let found = level.length();
        return Err(format!("the goal is mate in {moves}, but the solution takes {found}"));
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
pub fn start(game: &dyn Game, options: &Options, level: &Level) -> Result<AnyPosition, String> {
    let position =
        game.position(options, &level.position).map_err(|error| format!("position: {error}"))?;
    if position.outcome().is_some() {
        return Err("the game is over in its position".to_owned());
    }
    let side = position.side_to_move();
    let name = game.side_names()[side.index()];
    if level.side != name {
        return Err(format!("side is \"{}\", but in its position {name} is to move", level.side));
    }
    let owner = match &level.goal {
        Goal::Capture(places) | Goal::Kill(places) => Some((places, side.other())),
        Goal::Live(places) => Some((places, side)),
        _ => None,
    };
    if let Some((places, owner)) = owner {
        if places.is_empty() {
            return Err("the goal names no point; expected at least one".to_owned());
        }
        if let Some(Place(at)) = places.iter().find(|place| !stands(&position, place, owner)) {
            let name = game.side_names()[owner.index()];
            return Err(format!("the goal names {at}, where no piece of {name} stands"));
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
fn check_steps(position: &AnyPosition, steps: &[Step], level: &Level) -> Result<Vec<Move>, String> {
    if steps.is_empty() {
        return Err("a line of the solution ends with an answer; expected a move then".to_owned());
    }
    let side = position.side_to_move();
    let mut moves = Vec::new();
    for step in steps {
        let (mv, next) = after(position, &step.text)?;
        if moves.contains(&mv) {
            return Err(format!("move \"{}\" is accepted twice in one place", step.text));
        }
        moves.push(mv);
        if step.replies.is_empty() {
            check_end(&next, side, level)
                .map_err(|reason| format!("the line that ends with \"{}\" {reason}", step.text))?;
            continue;
        }
        if next.outcome().is_none() && next.side_to_move() == side {
            return Err(format!("after \"{}\" the other side has no turn to answer", step.text));
        }
        for reply in &step.replies {
            let (_, then) = after(&next, &reply.text)?;
            if then.side_to_move() != side {
                return Err(format!("after the answer \"{}\" it is not its turn", reply.text));
            }
            check_steps(&then, &reply.then, level)?;
        }
    }
    Ok(moves)
}

/// Whether the goal is reached in a position in which a line ends.
fn check_end(end: &AnyPosition, side: Side, level: &Level) -> Result<(), String> {
    let outcome = end.outcome();
    let winner = outcome.map(|outcome| outcome.winner);
    // What a solver proves may be left to it before the game is over.
    let open = level.proved == Proof::Solver && outcome.is_none();
    let reached = match &level.goal {
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
    };
    if reached { Ok(()) } else { Err(format!("does not reach the goal {:?}", level.goal)) }
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
