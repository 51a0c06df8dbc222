//! Explanations of captures and of life and death.

use super::board::Intersection;
use super::capture::{CaptureTechnique, capture_technique};
use super::life_and_death::{self, GroupStatus};
use super::position::{Go, GoMove};
use crate::core::{Point, Position};
use crate::games::{Message, Notation, ProofGoal};
use crate::search::{Limits, SearchBudget, StopFlag};

/// Node limit for the status of a group.
const STATUS_NODES: u64 = 3_000_000;

/// Explanation of a goal by these legal moves of both sides.
pub fn explain<const C: usize>(
    position: &Go<C>,
    goal: &ProofGoal,
    line: &[GoMove],
) -> Option<Message> {
    match *goal {
        ProofGoal::Capture { point, .. } => explain_capture(position, point, line),
        ProofGoal::Live(point) => explain_life_and_death(position, point, line, true),
        ProofGoal::Kill(point) => explain_life_and_death(position, point, line, false),
        _ => None,
    }
}

fn explain_capture<const C: usize>(
    position: &Go<C>,
    point: Point,
    line: &[GoMove],
) -> Option<Message> {
    let board = position.go_board();
    let stones = board.chain_size(board.cell(point)?);
    let &first = line.first()?;
    let mv = position.move_text(first);
    if line.len() == 1 {
        return Some(Message::new("go-capture-explained").with("move", mv).with("stones", stones));
    }
    let reply = line.get(1).map(|&mv| position.move_text(mv)).unwrap_or_default();
    let last = line.last().map(|&mv| position.move_text(mv)).unwrap_or_default();
    Some(match capture_technique(position, point, line) {
        Some(CaptureTechnique::Snapback) => Message::new("go-snapback-explained")
            .with("move", mv)
            .with("reply", reply)
            .with("last", last),
        Some(CaptureTechnique::Sacrifice) => {
            Message::new("go-sacrifice-explained").with("move", mv).with("reply", reply)
        }
        Some(CaptureTechnique::Net) => {
            Message::new("go-net-explained").with("move", mv).with("stones", stones)
        }
        Some(CaptureTechnique::Ladder) => Message::new("go-ladder-explained").with("move", mv),
        Some(CaptureTechnique::Atari) => Message::new("go-right-atari-explained")
            .with("move", mv)
            .with("reply", reply)
            .with("last", last),
        Some(CaptureTechnique::Capture) | None => {
            Message::new("go-no-escape").with("move", mv).with("stones", stones)
        }
    })
}

fn explain_life_and_death<const C: usize>(
    position: &Go<C>,
    point: Point,
    line: &[GoMove],
    lives: bool,
) -> Option<Message> {
    let &[GoMove::Place(first), ..] = line else { return None };
    let mv = position.move_text(GoMove::Place(first));
    if let Some(shape) = eye_shape(position, point, first) {
        let shape = Message::new(shape);
        return Some(if lives {
            Message::new("go-vital-point-to-live").with("move", mv).with("shape", shape)
        } else {
            Message::new("go-vital-point-to-kill").with("move", mv).with("shape", shape)
        });
    }
    let mut go = position.clone();
    let mut statuses = Vec::new();
    for &mv in line {
        go.play(mv);
        let limits = Limits { nodes: Some(STATUS_NODES), ..Limits::default() };
        statuses.push(life_and_death::group_status(
            &go,
            point,
            &mut SearchBudget::new(limits, StopFlag::new()),
        ));
    }
    let gone = go.go_board().at(go.go_board().cell(point)?) == Intersection::Empty;
    let at_once = statuses.first() == Some(&Some(GroupStatus::TwoEyes));
    let at_last = statuses.last() == Some(&Some(GroupStatus::TwoEyes));
    let is_race = life_and_death::is_capturing_race(position, point);
    Some(match (lives, at_once, at_last) {
        (true, false, _) if is_race => Message::new("go-race-to-live").with("move", mv),
        (false, ..) if is_race => Message::new("go-race-to-kill").with("move", mv),
        (true, true, _) => Message::new("go-two-eyes-at-once").with("move", mv),
        (true, false, true) => Message::new("go-two-eyes-later").with("move", mv),
        (true, false, false) => Message::new("go-cannot-be-taken").with("move", mv),
        (false, ..) if gone => Message::new("go-stones-taken").with("move", mv),
        (false, ..) => Message::new("go-no-two-eyes").with("move", mv),
    })
}

/// Id of the name of the group's eye space, if it is its only one, is empty, and the
/// stone is on its vital point.
fn eye_shape<const C: usize>(position: &Go<C>, point: Point, first: u16) -> Option<&'static str> {
    let board = position.go_board();
    let owner = board.at(board.cell(point)?);
    let enclosed = life_and_death::enclosed_points(position, point)?;
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for near in board.neighbours(cell) {
            if board.at(near) != owner
                && board.at(near) != Intersection::Border
                && !cells.contains(&near)
            {
                cells.push(near);
            }
        }
        if cells.len() > 6 {
            return None;
        }
    }
    // The eye space must be all of the region that is not the group.
    let rest =
        enclosed.iter().filter_map(|&at| board.cell(at)).filter(|&cell| board.at(cell) != owner);
    if rest.count() != cells.len()
        || cells.iter().any(|&cell| board.at(cell) != Intersection::Empty)
    {
        return None;
    }
    let degree =
        |cell: u16| board.neighbours(cell).iter().filter(|near| cells.contains(near)).count();
    let mut degrees: Vec<usize> = cells.iter().map(|&cell| degree(cell)).collect();
    degrees.sort_unstable();
    let points: Vec<Point> = cells.iter().map(|&cell| board.point(cell)).collect();
    let lined = |of: fn(&Point) -> u8| points.iter().all(|at| of(at) == of(&points[0]));
    let max_degree = degrees.last().copied();
    if max_degree != Some(degree(first)) {
        return None;
    }
    match degrees[..] {
        [1, 1, 2] if lined(|at| at.file) || lined(|at| at.rank) => Some("go-shape-straight-three"),
        [1, 1, 2] => Some("go-shape-bent-three"),
        [1, 1, 1, 3] => Some("go-shape-pyramid-four"),
        [1, 2, 2, 2, 3] => Some("go-shape-bulky-five"),
        [1, 1, 1, 1, 4] => Some("go-shape-crossed-five"),
        [1, 1, 2, 2, 2, 4] => Some("go-shape-rabbity-six"),
        _ => None,
    }
}
