//! Proofs of levels: at every turn of the solver the accepted moves are
//! exactly those that keep the goal, and the first is the only one.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::check::{Flaw, after, start};
use super::{Goal, Level, Place, Proof, Step};
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, Claim, Engine, Game, Options, Request, Strength, Thought, Unit};
use crate::search::{Budget, Limits, Stop};

/// Moves or positions looked at for one turn of a level at most.
const MOST_NODES: u64 = 20_000_000;

/// Why a level could not be proved.
#[derive(Clone, Debug, PartialEq, Error, Serialize, Deserialize)]
pub enum Doubt {
    /// It is not right by the rules.
    #[error(transparent)]
    Flaw(#[from] Flaw),
    /// More than one first move is accepted, or none.
    #[error("{0} first moves are accepted; a proof needs a single one")]
    First(usize),
    /// An accepted move, this one, is wrong.
    #[error("move \"{0}\" does not keep the goal")]
    Wrong(String),
    /// Another move, this one, is right too.
    #[error("move \"{0}\" keeps the goal too, and is not accepted")]
    Another(String),
    /// The goal cannot be reached against the best defence.
    #[error("with best play its value is {value}, which is not the goal {goal:?}")]
    Unreachable {
        /// With best play of both sides.
        value: f64,
        /// The goal.
        goal: Goal,
    },
    /// It is too hard, or of a kind for which there is no proof.
    #[error("it could not be proved or refuted within the bounds")]
    Open,
    /// The level claims another kind of proof.
    #[error("proved says {found:?}; this proof is of the kind {wanted:?}")]
    Kind {
        /// What it claims.
        found: Proof,
        /// What this proof is.
        wanted: Proof,
    },
}

impl From<String> for Doubt {
    fn from(reason: String) -> Doubt {
        Doubt::Flaw(Flaw::Other(reason))
    }
}

/// What kind of proof there is of a goal.
#[must_use]
pub fn kind(goal: &Goal) -> Proof {
    match goal {
        Goal::MateIn(_) => Proof::Search,
        Goal::WinMaterial(_) => Proof::Lookahead,
        _ => Proof::Solver,
    }
}

/// Proves levels of one game. It keeps the game's computer player, whose
/// exact values stand for a proof where the game is solved to its end.
pub struct Prover {
    engine: Box<dyn Engine>,
    nodes: u64,
    stop: Stop,
    spent: u64,
}

/// Exact values of the moves in a position, to the side that plays them.
pub(super) struct Values {
    /// In the order of the legal moves.
    pub moves: Vec<(f64, Move)>,
    /// Whether they are differences of the score rather than chances.
    pub counted: bool,
}

impl Values {
    /// The best value and the moves that have it.
    pub fn best(&self) -> (f64, Vec<Move>) {
        let best = self.moves.iter().map(|&(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
        let moves = self.moves.iter().filter(|&&(value, _)| value == best);
        (best, moves.map(|&(_, mv)| mv).collect())
    }
}

impl Prover {
    /// A prover that spends as much as any level should need.
    #[must_use]
    pub fn new(game: &dyn Game) -> Prover {
        Prover::within(game, MOST_NODES)
    }

    /// A prover that gives up a turn after so many moves looked at.
    #[must_use]
    pub fn within(game: &dyn Game, nodes: u64) -> Prover {
        Prover { engine: game.engine(), nodes, spent: 0, stop: Stop::new() }
    }

    /// The same, giving up when this flag is raised.
    #[must_use]
    pub fn until(self, stop: Stop) -> Prover {
        Prover { stop, ..self }
    }

    /// Proves a level that [`check`](super::check) found right.
    ///
    /// # Errors
    /// Says what is not so, or could not be shown.
    pub fn prove(
        &mut self,
        game: &dyn Game,
        options: &Options,
        level: &Level,
    ) -> Result<(), Doubt> {
        if level.solution.len() != 1 {
            return Err(Doubt::First(level.solution.len()));
        }
        let position = start(game, options, level)?;
        self.walk(&position, &level.solution, &level.goal, level.length())?;
        if let Goal::WinMaterial(pawns) = level.goal {
            // The second best has to be worse by more than a pawn.
            let near = Goal::WinMaterial(pawns.saturating_sub(1));
            if pawns < 2 || self.keeping(&position, &near, level.length())?.len() != 1 {
                let reason = "another move wins nearly as much, or too little is won";
                return Err(reason.to_owned().into());
            }
        }
        let (found, wanted) = (level.proved, kind(&level.goal));
        if found == wanted { Ok(()) } else { Err(Doubt::Kind { found, wanted }) }
    }

    fn walk(
        &mut self,
        position: &AnyPosition,
        steps: &[Step],
        goal: &Goal,
        left: u32,
    ) -> Result<(), Doubt> {
        let kept = self.keeping(position, goal, left)?;
        let shown = |mv: &Move| position.move_text(*mv).unwrap_or_default();
        let mut accepted = Vec::new();
        for step in steps {
            let (mv, next) = after(position, &step.text)?;
            accepted.push(mv);
            if !kept.contains(&mv) {
                return Err(Doubt::Wrong(step.text.clone()));
            }
            for reply in &step.replies {
                let (_, then) = after(&next, &reply.text)?;
                let rest = goal.after(position, &then);
                self.walk(&then, &reply.then, &rest, left.saturating_sub(1))?;
            }
        }
        match kept.iter().find(|mv| !accepted.contains(mv)) {
            Some(missing) => Err(Doubt::Another(shown(missing))),
            None => Ok(()),
        }
    }

    /// The moves that keep the goal, with so many own moves left for it.
    ///
    /// # Errors
    /// When it cannot be shown, or the position's exact value is another than
    /// the goal says.
    pub(super) fn keeping(
        &mut self,
        position: &AnyPosition,
        goal: &Goal,
        left: u32,
    ) -> Result<Vec<Move>, Doubt> {
        let claim = match goal {
            Goal::MateIn(_) => Claim::WinIn(left),
            Goal::FiveByFours => Claim::Fours,
            Goal::WinMaterial(pawns) => Claim::Gain { least: *pawns, moves: left },
            Goal::Capture(places) => match places[..] {
                [Place(point)] => Claim::Capture { point, moves: left },
                _ => return Err(Doubt::Open),
            },
            Goal::Live(places) | Goal::Kill(places) => match places[..] {
                [Place(point)] if matches!(goal, Goal::Live(_)) => Claim::Live(point),
                [Place(point)] => Claim::Kill(point),
                _ => return Err(Doubt::Open),
            },
            Goal::Win | Goal::Draw | Goal::BestResult(_) | Goal::OnlyMove => {
                return self.best(position, goal);
            }
        };
        self.claimed(position, &claim).ok_or(Doubt::Open)
    }

    /// The moves that keep a claim, if that was found out.
    pub(super) fn claimed(&mut self, position: &AnyPosition, claim: &Claim) -> Option<Vec<Move>> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut budget = Budget::new(limits, self.stop.clone());
        let moves = position.prove(claim, &mut budget);
        self.spent = budget.nodes();
        moves
    }

    /// Positions looked at for the last claim.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    fn best(&mut self, position: &AnyPosition, goal: &Goal) -> Result<Vec<Move>, Doubt> {
        let values = self.values(position).ok_or(Doubt::Open)?;
        let (best, moves) = values.best();
        let (level, most) = if values.counted { (0.0, f64::INFINITY) } else { (0.5, 1.0) };
        let right = match goal {
            Goal::Win => best > level && best <= most,
            Goal::Draw => best == level,
            Goal::BestResult(difference) => values.counted && best == f64::from(*difference),
            _ => true,
        };
        if right { Ok(moves) } else { Err(Doubt::Unreachable { value: best, goal: goal.clone() }) }
    }

    /// The exact values of all moves.
    pub(super) fn values(&mut self, position: &AnyPosition) -> Option<Values> {
        let side = position.side_to_move();
        let mut values = Values { moves: Vec::new(), counted: false };
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play(mv).ok()?;
            let (value, counted) = self.value(&next, side)?;
            values.counted |= counted;
            values.moves.push((value, mv));
        }
        Some(values)
    }

    /// The exact value of a position for a side, and whether it is counted.
    fn value(&mut self, position: &AnyPosition, side: Side) -> Option<(f64, bool)> {
        if let Some(outcome) = position.outcome() {
            return Some(match outcome.score {
                Some(score) => {
                    let [own, other] =
                        [side, side.other()].map(|side| score[side.index()].as_halves());
                    (f64::from(own - other) / 2.0, true)
                }
                None => match outcome.winner {
                    None => (0.5, false),
                    Some(winner) => (f64::from(u8::from(winner == side)), false),
                },
            });
        }
        let value = self.think(position)?.value.filter(|value| value.exact)?;
        let own = position.side_to_move() == side;
        match value.unit {
            Unit::Discs | Unit::Points => {
                Some((if own { value.amount } else { -value.amount }, true))
            }
            Unit::Chance => {
                let chance = if own { value.amount } else { 1.0 - value.amount };
                // Slow wins are wins too.
                let certain = if chance > 0.75 {
                    1.0
                } else if chance < 0.25 {
                    0.0
                } else {
                    0.5
                };
                Some((certain, false))
            }
            Unit::Pawns => None,
        }
    }

    /// What the computer player thinks, within the bounds.
    pub(super) fn think(&mut self, position: &AnyPosition) -> Option<Thought> {
        let request = Request {
            strength: Strength::Full,
            limits: Limits { nodes: Some(self.nodes), ..Limits::default() },
            seed: 0,
            stop: self.stop.clone(),
        };
        self.engine.think(position, &request, &mut |_| ())
    }
}

/// Every point of a board on which a piece of this side stands.
pub(super) fn pieces(position: &AnyPosition, side: Side) -> Vec<Point> {
    let board = position.board();
    let points =
        (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)));
    points.filter(|&at| position.piece_at(at).is_some_and(|piece| piece.side == side)).collect()
}
