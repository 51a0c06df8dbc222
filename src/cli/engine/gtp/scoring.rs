//! The score, the state of stones at the end, and the board as text.

use super::error::GtpError;
use super::handicap::stones;
use super::{Answer, Gtp, Outcome, Purpose, side};
use crate::cli::engine::conversation::{Finding, Report, Task};
use crate::core::{Decision, Move, Point, Side};
use crate::engines::{COLUMNS, vertex};
use crate::games::{AnyPosition, Engine};
use crate::search::StopFlag;

/// A state of stones at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Alive,
    Dead,
    /// Not told apart from living stones.
    Seki,
}

impl Status {
    /// The stones of this state, where these are dead.
    pub(super) fn list(self, position: &AnyPosition, finding: Finding) -> String {
        let Finding::Points(dead) = finding else { return String::new() };
        let board = position.board();
        let all = (0..board.ranks)
            .flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)));
        let is_listed = |at: &Point| match self {
            Status::Seki => false,
            Status::Dead => dead.contains(at),
            Status::Alive => !dead.contains(at),
        };
        let stones = all.filter(|&at| position.piece_at(at).is_some()).filter(is_listed);
        let texts: Vec<_> = stones.map(|at| vertex(position, Move::Place(at))).collect();
        texts.join(" ")
    }
}

/// The points of dead stones, if the game knows such.
fn judge(position: AnyPosition) -> Task {
    Task::new(move |_: &mut dyn Engine, stop: &StopFlag, _: &mut Report<'_>| {
        Finding::Points(position.judge(stop, &mut |_| ()))
    })
}

/// The position after both sides have passed and agreed; `None` where that does not end
/// the game.
fn ended(position: &AnyPosition, dead: Option<&[Point]>) -> Option<AnyPosition> {
    /// Two passes and two agreements.
    const MAX_PLIES: usize = 4;
    let mut position = position.clone();
    for _ in 0..MAX_PLIES {
        if position.outcome().is_some() {
            break;
        }
        let agree = Move::Decide(Decision::AcceptDead);
        if position.check(agree).is_ok() {
            if let Some(dead) = dead {
                position.set_judgement(dead);
            }
            position.play(agree).ok()?;
        } else {
            position.play(Move::Pass).ok()?;
        }
    }
    position.outcome().is_some().then_some(position)
}

/// The score of a position in which these stones are dead.
pub(super) fn score(position: &AnyPosition, finding: Finding) -> Answer {
    let dead = match finding {
        Finding::Points(dead) => Some(dead),
        _ => None,
    };
    let end = ended(position, dead.as_deref()).ok_or(GtpError::NotOver)?;
    let outcome = end.outcome().ok_or(GtpError::NotOver)?;
    let Some(winner) = outcome.winner else { return Ok("0".to_owned()) };
    let letter = ["B", "W"][winner.index()];
    let margin = outcome
        .score
        .map(|[first, second]| f64::from((first.as_halves() - second.as_halves()).abs()) / 2.0);
    Ok(margin.map_or(format!("{letter}+"), |margin| format!("{letter}+{margin}")))
}

impl Gtp {
    /// The score if the game ended here. Games that are not of territory must be over.
    pub(super) fn final_score(&self) -> Result<Outcome, GtpError> {
        let position = self.position.clone();
        if position.outcome().is_some() {
            return score(&position, Finding::Moves(Vec::new())).map(Outcome::Answered);
        }
        if !self.is_go() || ended(&position, Some(&[])).is_none() {
            return Err(GtpError::NotOver);
        }
        let task = judge(position.clone());
        Ok(Outcome::Search { position: Box::new(position), purpose: Purpose::Score, task })
    }

    /// The vertices of the stones of a side, dead ones too.
    pub(super) fn list_stones(&self, color: Option<&str>) -> Answer {
        Ok(stones(&self.position, side(color)?).join(" "))
    }

    pub(super) fn final_status_list(&self, text: Option<&str>) -> Result<Outcome, GtpError> {
        let status = match text.map(str::to_ascii_lowercase).as_deref() {
            Some("alive") => Status::Alive,
            Some("dead") => Status::Dead,
            Some("seki") => Status::Seki,
            _ => return Err(GtpError::Status),
        };
        let (position, purpose) = (self.position.clone(), Purpose::Status(status));
        let task = judge(position.clone());
        Ok(Outcome::Search { position: Box::new(position), purpose, task })
    }
}

/// The board as text.
pub(super) fn showboard(position: &AnyPosition) -> String {
    let board = position.board();
    let letters: Vec<String> =
        (0..board.files).map(|file| char::from(COLUMNS[usize::from(file)]).to_string()).collect();
    let mut lines = vec![format!("   {}", letters.join(" "))];
    for row in 0..board.ranks {
        let rank = if board.first_rank_on_top { row } else { board.ranks - 1 - row };
        let cells: Vec<_> = (0..board.files)
            .map(|file| match position.piece_at(Point::new(file, rank)) {
                None => ".",
                Some(piece) => ["X", "O"][piece.side.index()],
            })
            .collect();
        lines.push(format!("{:>2} {}", rank + 1, cells.join(" ")));
    }
    let side = if position.side_to_move() == Side::First { "X" } else { "O" };
    lines.push(format!("{side} to move"));
    lines.join("\n")
}
