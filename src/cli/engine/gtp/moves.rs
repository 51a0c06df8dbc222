//! Moves that are told, taken back, and whose turn it is: controllers leave out passes and go on
//! after the end.

use super::error::GtpError;
use super::{Answer, Gtp, MAX_HISTORY, side};
use crate::core::{Decision, GameOverReason, Move, Side};
use crate::engines::read_vertex;
use crate::games::AnyPosition;

impl Gtp {
    pub(super) fn undo(&mut self) -> Answer {
        let position = self.history.pop().ok_or(GtpError::NothingToUndo)?;
        self.position = self.by_the_rules(position)?;
        Ok(String::new())
    }

    /// An earlier position by the rules of now.
    fn by_the_rules(&self, position: AnyPosition) -> Result<AnyPosition, GtpError> {
        Ok(match self.rules_changed {
            true => self.game.position(&self.options, &position.text())?,
            false => position,
        })
    }

    /// The position with this side to move: passes are not always sent, and play may go on
    /// after two of them.
    pub(super) fn position_to_move(&self, side: Side) -> Result<AnyPosition, GtpError> {
        if let Some(position) = turn_to(self.position.clone(), side) {
            return Ok(position);
        }
        let mut passed = self.position.clone();
        if both_passed(&passed) || passed.play(Move::Pass).is_ok() && both_passed(&passed) {
            // Where two passes end the game, it goes on from before them, or from between them.
            for before in self.history.iter().rev().skip_while(|at| both_passed(at)).take(2) {
                if let Some(position) = turn_to(self.by_the_rules(before.clone())?, side) {
                    return Ok(position);
                }
            }
        }
        match self.position.outcome() {
            // No move is legal in it.
            Some(_) => Ok(self.position.clone()),
            None => Err(GtpError::OtherSide),
        }
    }

    pub(super) fn advance(&mut self, mut position: AnyPosition, mv: Move) -> Result<(), GtpError> {
        position.play(mv).map_err(GtpError::IllegalMove)?;
        self.go_to(position);
        Ok(())
    }

    /// Goes to a position from which `undo` leads back.
    fn go_to(&mut self, position: AnyPosition) {
        if self.history.len() == MAX_HISTORY {
            self.history.remove(0);
        }
        self.history.push(std::mem::replace(&mut self.position, position));
    }

    pub(super) fn play(&mut self, rest: &[&str]) -> Answer {
        let [color, text] = rest else {
            return Err(GtpError::PlayArguments);
        };
        let side = side(Some(color))?;
        if text.eq_ignore_ascii_case("resign") {
            return Ok(String::new());
        }
        if text.eq_ignore_ascii_case("pass") {
            // A pass after two passes changes nothing, and one after a pass of the same side no more
            // than the unsent pass between them.
            let mut passed = self.position.clone();
            let is_unsent = passed.side_to_move() != side && passed.play(Move::Pass).is_ok();
            if both_passed(&self.position) || is_unsent && both_passed(&passed) {
                self.go_to(passed);
                return Ok(String::new());
            }
        }
        // An unsent pass of the other side is played by `position_to_move`.
        let position = self.position_to_move(side)?;
        let mv = read_vertex(&position, text).map_err(GtpError::Vertex)?;
        self.advance(position, mv)?;
        Ok(String::new())
    }

    /// Plays pairs of color and vertex, all or none.
    pub(super) fn play_sequence(&mut self, rest: &[&str]) -> Answer {
        let (position, moves) = (self.position.clone(), self.history.len());
        for pair in rest.chunks(2) {
            if let Err(error) = self.play(pair) {
                (self.position, _) = (position, self.history.truncate(moves));
                return Err(error);
            }
        }
        Ok(String::new())
    }
}

/// True if two passes have ended the play.
pub(super) fn both_passed(position: &AnyPosition) -> bool {
    let agree = Move::Decide(Decision::AcceptDead);
    match position.outcome() {
        Some(outcome) => outcome.reason == GameOverReason::Passes,
        None => position.check(agree).is_ok(),
    }
}

/// The position with this side to move, after a pass if need be, and with play resumed after two
/// passes; `None` where that cannot be, as in a game that is over.
fn turn_to(mut position: AnyPosition, side: Side) -> Option<AnyPosition> {
    /// A pass, a resumption that lets the other side go first, and a pass of that side.
    const MAX_PLIES: usize = 3;
    let resume = Move::Decide(Decision::ResumePlay);
    for _ in 0..=MAX_PLIES {
        if position.outcome().is_some() {
            return None;
        }
        if position.check(resume).is_ok() {
            position.play(resume).ok()?;
        } else if position.side_to_move() == side {
            return Some(position);
        } else {
            position.play(Move::Pass).ok()?;
        }
    }
    None
}
