//! A game so far as the protocols tell it: a position and the moves from there.

use super::error::EngineError;
use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, Domain, Game, OptionValue, Options};
use crate::record::{MoveSequence, NodeAction};

/// A position and the legal moves that lead from it to the one that is searched.
#[derive(Debug)]
pub(super) struct GameLine {
    pub(super) game: &'static dyn Game,
    pub(super) options: Options,
    /// The starting position, or the one after the last thing that was no legal move.
    pub(super) start: AnyPosition,
    /// True if the options give that position.
    pub(super) is_usual_start: bool,
    pub(super) moves: Vec<Move>,
    /// The position at the end.
    pub(super) end: AnyPosition,
}

impl GameLine {
    pub(super) fn new(sequence: &MoveSequence) -> Result<GameLine, EngineError> {
        let game = sequence.game()?;
        let options = sequence.options().clone();
        let actions = sequence.actions();
        let is_move = |action: &NodeAction| matches!(action, NodeAction::Move(_));
        let from = actions.iter().rposition(|action| !is_move(action)).map_or(0, |last| last + 1);
        let mut start = sequence.start()?;
        let is_usual_start = from == 0 && start.key() == game.start(&options)?.key();
        if from > 0 {
            // The sequence checks each of its actions.
            sequence.position()?;
            for action in &actions[..from] {
                let _ = action.apply(&mut start);
            }
        }
        let played = |action: &NodeAction| match action {
            NodeAction::Move(mv) => Some(*mv),
            NodeAction::Forced(_) | NodeAction::SetUp(_) => None,
        };
        let moves: Vec<Move> = actions[from..].iter().filter_map(played).collect();
        let mut end = start.clone();
        for &mv in &moves {
            end.play(mv)?;
        }
        Ok(GameLine { game, options, start, is_usual_start, moves, end })
    }

    /// Calls `tell` with each move and the position before it.
    pub(super) fn replay<E>(
        &self,
        mut tell: impl FnMut(&AnyPosition, Move) -> Result<(), E>,
    ) -> Result<(), EngineError>
    where
        EngineError: From<E>,
    {
        let mut at = self.start.clone();
        for &mv in &self.moves {
            tell(&at, mv)?;
            at.play(mv)?;
        }
        Ok(())
    }

    /// The number of an option of the game, if it has one of this name.
    pub(super) fn number(&self, id: &str) -> Option<i64> {
        let spec = self.game.options().iter().find(|spec| spec.id == id)?;
        match (self.options.get(spec), spec.domain) {
            (OptionValue::Number(number), Domain::Number { .. }) => Some(number),
            _ => None,
        }
    }

    /// The points with stones of a colour at the beginning.
    pub(super) fn stones(&self, side: Side) -> Vec<Point> {
        let board = self.start.board();
        let points = (0..board.ranks)
            .flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)));
        let is_of = |at: &Point| self.start.piece_at(*at).is_some_and(|piece| piece.side == side);
        points.filter(is_of).collect()
    }
}
