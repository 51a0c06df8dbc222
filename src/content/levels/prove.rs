//! Proofs of levels: at every turn of the solver the accepted moves are
//! exactly those that keep the goal, and the first is the only one.

use super::check::{after, start};
use super::{Goal, Level, Place, Proof, Step};
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, Claim, Engine, Game, Options, Request, Strength, Thought, Unit};
use crate::search::{Budget, Limits, Stop};

/// Moves or positions looked at for one turn of a level at most.
const MOST_NODES: u64 = 20_000_000;

/// Proves levels of one game. It keeps the game's computer player, whose
/// exact values stand for a proof where the game is solved to its end.
pub struct Prover {
    engine: Box<dyn Engine>,
    nodes: u64,
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
        Prover { engine: game.engine(), nodes, spent: 0 }
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
    ) -> Result<(), String> {
        if level.solution.len() != 1 {
            let found = level.solution.len();
            return Err(format!("{found} first moves are accepted; a proof needs a single one"));
        }
        let position = start(game, options, level)?;
        self.walk(&position, &level.solution, &level.goal, level.length())?;
        if let Goal::WinMaterial(pawns) = level.goal {
            // The second best has to be worse by more than a pawn.
            let near = Goal::WinMaterial(pawns.saturating_sub(1));
            if pawns < 2 || self.keeping(&position, &near, level.length())?.len() != 1 {
                return Err("another move wins nearly as much, or too little is won".to_owned());
            }
        }
        let claimed = match level.goal {
            Goal::MateIn(_) => Proof::Search,
            Goal::WinMaterial(_) => Proof::Lookahead,
            _ => Proof::Solver,
        };
        if level.proved != claimed {
            let found = level.proved;
            return Err(format!("proved says {found:?}; this proof is of the kind {claimed:?}"));
        }
        Ok(())
    }

    fn walk(
        &mut self,
        position: &AnyPosition,
        steps: &[Step],
        goal: &Goal,
        left: u32,
    ) -> Result<(), String> {
        let kept = self.keeping(position, goal, left)?;
        let shown = |mv: &Move| position.move_text(*mv).unwrap_or_default();
        let mut accepted = Vec::new();
        for step in steps {
            let (mv, next) = after(position, &step.text)?;
            accepted.push(mv);
            if !kept.contains(&mv) {
                return Err(format!("move \"{}\" does not keep the goal", step.text));
            }
            for reply in &step.replies {
                let (_, then) = after(&next, &reply.text)?;
                let rest = goal.after(position, &then);
                self.walk(&then, &reply.then, &rest, left.saturating_sub(1))?;
            }
        }
        match kept.iter().find(|mv| !accepted.contains(mv)) {
            Some(missing) => {
                Err(format!("move \"{}\" keeps the goal too, and is not accepted", shown(missing)))
            }
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
    ) -> Result<Vec<Move>, String> {
        let claim = match goal {
            Goal::MateIn(_) => Claim::WinIn(left),
            Goal::FiveByFours => Claim::Fours,
            Goal::WinMaterial(pawns) => Claim::Gain { least: *pawns, moves: left },
            Goal::Capture(places) => match places[..] {
                [Place(point)] => Claim::Capture { point, moves: left },
                _ => return Err("only the capture of a single group can be proved".to_owned()),
            },
            Goal::Live(places) | Goal::Kill(places) => match places[..] {
                [Place(point)] if matches!(goal, Goal::Live(_)) => Claim::Live(point),
                [Place(point)] => Claim::Kill(point),
                _ => return Err("only the fate of a single group can be proved".to_owned()),
            },
            Goal::Win | Goal::Draw | Goal::BestResult(_) | Goal::OnlyMove => {
                return self.best(position, goal);
            }
        };
        self.claimed(position, &claim)
            .ok_or_else(|| "it could not be proved or refuted within the bounds".to_owned())
    }

    /// The moves that keep a claim, if that was found out.
    pub(super) fn claimed(&mut self, position: &AnyPosition, claim: &Claim) -> Option<Vec<Move>> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut budget = Budget::new(limits, Stop::new());
        let moves = position.prove(claim, &mut budget);
        self.spent = budget.nodes();
        moves
    }

    /// Positions looked at for the last claim.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    fn best(&mut self, position: &AnyPosition, goal: &Goal) -> Result<Vec<Move>, String> {
        let values = self.values(position).ok_or("its exact value was not found")?;
        let (best, moves) = values.best();
        let (level, most) = if values.counted { (0.0, f64::INFINITY) } else { (0.5, 1.0) };
        let right = match goal {
            Goal::Win => best > level && best <= most,
            Goal::Draw => best == level,
            Goal::BestResult(difference) => values.counted && best == f64::from(*difference),
            _ => true,
        };
        if right {
            Ok(moves)
        } else {
            Err(format!("with best play its value is {best}, which is not the goal {goal:?}"))
        }
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
            stop: Stop::new(),
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
