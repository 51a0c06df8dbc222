//! Decisions before a search: the end of the game, agreement on dead stones, handicap stones, and a
//! pass that wins.

use std::cmp::Ordering;

use super::board::{GoBoard, Intersection};
use super::dead_stones::dead_stones_until;
use super::notation::star_points;
use super::position::{Go, GoMove, Phase};
use super::score::score_board;
use crate::core::{Point, Position};
use crate::games::{Score, ScoreUnit};
use crate::search::{Certainty, StopFlag};

/// A decision at the root.
pub enum RootDecision {
    /// The game is over.
    GameOver,
    /// This move needs no search.
    Immediate(GoMove),
    /// The moves are to be searched.
    Search,
}

/// The decision for a position.
pub fn root_decision<const C: usize>(go: &Go<C>, stop: &StopFlag) -> RootDecision {
    match go.phase() {
        Phase::Finished(_) => return RootDecision::GameOver,
        Phase::StoneRemoval { .. } => return RootDecision::Immediate(agree_on_dead(go)),
        Phase::Play => {}
    }
    if go.handicap_left() > 0 {
        return RootDecision::Immediate(handicap_stone(go));
    }
    // A pass in the opening is not meant to end the game.
    let late = 4 * go.go_board().empty_cells().len() < 3 * go.go_board().point_count() as usize;
    if has_passed(go)
        && late
        && go.rules().stone_removal
        && result_if_over(go, stop) == Ordering::Greater
    {
        return RootDecision::Immediate(GoMove::Pass);
    }
    RootDecision::Search
}

/// True if the last move was a pass.
pub fn has_passed<const C: usize>(go: &Go<C>) -> bool {
    go.move_history().last() == Some(&GoMove::Pass)
}

/// Value for the side to move if the game ends as the board stands, without the
/// stones that the program takes for dead.
pub fn counted_score<const C: usize>(go: &Go<C>, stop: &StopFlag) -> Score {
    let amount = match result_if_over(go, stop) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    };
    Score { amount, unit: ScoreUnit::Chance, certainty: Certainty::Estimate, mate: None }
}

/// Next free handicap stone: a star point while there are any, then as far from
/// other stones and the edge as possible.
fn handicap_stone<const C: usize>(go: &Go<C>) -> GoMove {
    let board = go.go_board();
    let empty = |cell: &u16| board.at(*cell) == Intersection::Empty;
    let star = star_points(board.files().min(board.ranks()))
        .into_iter()
        .filter_map(|at| board.cell(at))
        .find(empty);
    let stones: Vec<_> =
        board.cells().filter(|cell| !empty(cell)).map(|cell| board.point(cell)).collect();
    let room = |cell: &u16| {
        let at = board.point(*cell);
        let apart = |other: &Point| other.file.abs_diff(at.file) + other.rank.abs_diff(at.rank);
        let nearest = stones.iter().map(apart).min().unwrap_or(0);
        nearest.min(2 * distance_to_edge(board, at))
    };
    let widest = || board.cells().filter(empty).max_by_key(room);
    star.or_else(widest).map_or(GoMove::Pass, GoMove::Place)
}

/// Distance to the nearest edge; 0 is the first line.
pub fn distance_to_edge<const C: usize>(board: &GoBoard<C>, at: Point) -> u8 {
    let (files, ranks) = (board.files(), board.ranks());
    at.file.min(at.rank).min(files - 1 - at.file).min(ranks - 1 - at.rank)
}

/// Marks dead stones as the program proposes, and then accepts. An opponent who
/// keeps changing the marks is asked to resume play.
fn agree_on_dead<const C: usize>(go: &Go<C>) -> GoMove {
    let board = go.go_board();
    let differs = |cell: &u16| board.at(*cell).side().is_some() && go.is_toggled(*cell);
    let marks = go.move_history().iter().rev().take_while(|mv| **mv != GoMove::Pass).count();
    match board.cells().find(differs) {
        None => GoMove::AcceptDead,
        Some(_) if marks > 2 * board.point_count() as usize => GoMove::ResumePlay,
        Some(cell) => GoMove::MarkDead(cell),
    }
}

/// Result for the side to move if the game ends here, without the stones that
/// the program takes for dead: greater than even if it wins.
fn result_if_over<const C: usize>(go: &Go<C>, stop: &StopFlag) -> Ordering {
    let dead = dead_stones_until(go.go_board(), stop, &mut |_| ());
    let totals = score_board(go.go_board(), go.rules(), &dead, go.captured()).totals;
    let side = go.side_to_move();
    totals[side.index()].cmp(&totals[side.other().index()])
}
