//! Growing the tree of a solution from a position: the accepted moves, the
//! answers that hold out longest, and wrong moves with what they meet.

use serde::{Deserialize, Serialize};

use super::MOST_MOVES;
use super::traits::{distance, is_exact};
use crate::content::levels::prove::{Doubt, Prover};
use crate::content::levels::{Goal, Place, Refutation, Reply, Step};
use crate::core::Move;
use crate::games::{AnyPosition, Claim, Game, Options};
use crate::search::Stop;

/// The most own moves of a mate or a capture that is looked for.
const LONGEST: u32 = 6;

/// What the computer found for a goal in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The goal with its numbers.
    pub goal: Goal,
    /// The accepted moves and the answers to them.
    pub solution: Vec<Step>,
    /// Natural wrong first moves.
    pub refutations: Vec<Refutation>,
}

/// Looks for the solution of a goal in a position. Of a mate the shortest is
/// found, of a best result the greatest.
///
/// # Errors
/// Says what is in the way: that the goal cannot be reached, that several
/// moves reach it, or that it is too hard.
pub fn solve(
    game: &dyn Game,
    options: &Options,
    position: &str,
    goal: &Goal,
    nodes: u64,
    stop: &Stop,
) -> Result<Found, Doubt> {
    let position = game.position(options, position).map_err(|error| error.to_string())?;
    let mut grower = Grower { prover: Prover::within(game, nodes).until(stop.clone()) };
    let (goal, left) = grower.numbers(&position, goal)?;
    let first = grower.prover.keeping(&position, &goal, left)?;
    let &[right] = &first[..] else { return Err(Doubt::First(first.len())) };
    let solution = grower.grow(&position, &goal, left, &mut 0, true).ok_or(Doubt::Open)?;
    let refutations = grower.refutations(&position, &goal, left, right);
    Ok(Found { goal, solution, refutations })
}

/// Grows solutions of one game.
pub(super) struct Grower {
    pub prover: Prover,
}

impl Grower {
    /// The goal with the numbers that hold in a position, and how many own
    /// moves it takes at most.
    fn numbers(&mut self, position: &AnyPosition, goal: &Goal) -> Result<(Goal, u32), Doubt> {
        let claim: fn(&Goal, u32) -> Claim = match goal {
            Goal::MateIn(_) => |_, moves| Claim::WinIn(moves),
            Goal::Capture(places) if places.len() == 1 => |goal, moves| match goal {
                Goal::Capture(places) => Claim::Capture { point: places[0].0, moves },
                _ => Claim::WinIn(moves),
            },
            Goal::BestResult(_) => {
                let values = self.prover.values(position).ok_or(Doubt::Open)?;
                let best = values.best().0;
                // A game that counts nothing has no result to be the best.
                let goal = Goal::BestResult(best as i32);
                return if values.counted { Ok((goal, 32)) } else { Err(Doubt::Open) };
            }
            _ => return Ok((goal.clone(), 32)),
        };
        for moves in 1..=LONGEST {
            let kept = self.prover.claimed(position, &claim(goal, moves)).ok_or(Doubt::Open)?;
            if !kept.is_empty() {
                let goal = match goal {
                    Goal::MateIn(_) => Goal::MateIn(moves),
                    other => other.clone(),
                };
                return Ok((goal, moves));
            }
        }
        Err(Doubt::First(0))
    }

    /// The tree of accepted moves from here; empty where an exact goal is
    /// kept by several moves, `None` where no tree of a fair size is found.
    pub(super) fn grow(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        nodes: &mut usize,
        root: bool,
    ) -> Option<Vec<Step>> {
        let accepted = self.prover.keeping(position, goal, left).ok()?;
        let exact = is_exact(goal);
        if accepted.is_empty() || root && accepted.len() != 1 {
            return None;
        }
        if exact && (accepted.len() != 1 || left == 0) {
            return Some(Vec::new());
        }
        let side = position.side_to_move();
        let mut steps = Vec::new();
        for mv in accepted {
            *nodes += 1;
            if *nodes > MOST_MOVES || left == 0 {
                return None;
            }
            let mut step = Step { text: position.move_text(mv).ok()?, replies: Vec::new() };
            let mut next = position.clone();
            next.play(mv).ok()?;
            let captured = matches!(goal, Goal::Capture(places) if places.iter().all(
                |Place(at)| next.piece_at(*at).is_none_or(|piece| piece.side == side)));
            if next.outcome().is_none() && !captured {
                if next.side_to_move() == side {
                    return None;
                }
                for reply in self.replies(&next, goal, left - 1, mv)? {
                    let mut then = next.clone();
                    then.play(reply).ok()?;
                    // The rest plays itself once the game is over.
                    if exact && (then.outcome().is_some() || then.side_to_move() != side) {
                        break;
                    }
                    *nodes += 1;
                    let more = self.grow(&then, goal, left - 1, nodes, false)?;
                    if more.is_empty() {
                        break;
                    }
                    step.replies.push(Reply { text: next.move_text(reply).ok()?, then: more });
                }
                if step.replies.is_empty() && !exact {
                    return None;
                }
            }
            steps.push(step);
        }
        Some(steps)
    }

    /// The answers to the last move that hold out longest, with so many moves
    /// left to the solver.
    fn replies(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        last: Move,
    ) -> Option<Vec<Move>> {
        if is_exact(goal) {
            return Some(vec![self.prover.think(position)?.best]);
        }
        // Of answers that are equally good the nearest look most natural.
        let target = match goal {
            Goal::Capture(places) => places.first().map_or(last, |place| Move::Place(place.0)),
            _ => last,
        };
        let mut replies = position.legal_moves();
        replies.sort_by_key(|&reply| distance(reply, target));
        let mut held = Vec::new();
        let mut fewest = usize::MAX;
        for reply in replies {
            let mut then = position.clone();
            then.play(reply).ok()?;
            if then.outcome().is_some() {
                continue;
            }
            match goal {
                // The five must be stopped where it can be.
                Goal::FiveByFours => {
                    let wins = self.prover.claimed(&then, &Claim::WinIn(1))?.len();
                    if wins < fewest {
                        fewest = wins;
                        held.clear();
                        held.push(reply);
                    }
                }
                _ => {
                    let sooner = left.saturating_sub(1);
                    let quick = self.prover.keeping(&then, goal, sooner).ok();
                    // Where the piece is gone already nothing is claimed.
                    if quick.is_some_and(|quick| quick.is_empty()) {
                        held.push(reply);
                    }
                }
            }
            if held.len() >= 2 {
                break;
            }
        }
        (!held.is_empty()).then_some(held)
    }

    /// Up to two natural wrong first moves, each with an answer that shows
    /// why.
    pub(super) fn refutations(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
        right: Move,
    ) -> Vec<Refutation> {
        let mut wrong: Vec<(u32, Move, AnyPosition)> = Vec::new();
        for mv in position.legal_moves() {
            let mut next = position.clone();
            if mv == right || mv.target().is_none() || next.play(mv).is_err() {
                continue;
            }
            let forcing = next.threatened().is_some()
                || mv.target().is_some_and(|at| position.piece_at(at).is_some());
            let far = distance(mv, right) + if forcing { 0 } else { 60 };
            wrong.push((far, mv, next));
        }
        wrong.sort_by_key(|(far, ..)| *far);
        let mut found = Vec::new();
        for (_, mv, next) in wrong.into_iter().take(4) {
            let Some(reply) = self.answer(&next, goal, left, mv) else { continue };
            if let Ok(text) = position.move_text(mv) {
                found.push(Refutation { text, reply });
            }
            if found.len() == 2 {
                break;
            }
        }
        found
    }

    /// An answer after which the goal is out of reach; empty where the game
    /// is over.
    fn answer(&mut self, next: &AnyPosition, goal: &Goal, left: u32, mv: Move) -> Option<String> {
        if next.outcome().is_some() {
            return Some(String::new());
        }
        if is_exact(goal) || matches!(goal, Goal::WinMaterial(_)) {
            return next.move_text(self.prover.think(next)?.best).ok();
        }
        let mut replies = next.legal_moves();
        replies.sort_by_key(|&reply| distance(reply, mv));
        replies.into_iter().find_map(|reply| {
            let mut then = next.clone();
            then.play(reply).ok()?;
            let spoiled = then.outcome().is_some()
                || self.prover.keeping(&then, goal, left - 1).is_ok_and(|kept| kept.is_empty());
            if spoiled { next.move_text(reply).ok() } else { None }
        })
    }
}
