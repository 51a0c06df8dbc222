//! Explanations of captures and of life and death.

use super::board::Intersection;
use super::capture::capture_technique;
use super::life_and_death::{self, GroupStatus};
use super::position::{Go, GoMove};
use crate::core::{Point, Position};
use crate::games::{Notation, ProofGoal};
use crate::search::{Limits, SearchBudget, StopFlag};

/// Node limit for the status of a group.
const STATUS_NODES: u64 = 3_000_000;

/// Explanation of a claim by these legal moves of both sides, in English and
/// Chinese.
pub fn explain<const C: usize>(
    position: &Go<C>,
    claim: &ProofGoal,
    line: &[GoMove],
) -> Option<[String; 2]> {
    match *claim {
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
) -> Option<[String; 2]> {
    let board = position.go_board();
    let stones = board.chain_size(board.cell(point)?);
    let (count, count_zh) = if stones == 1 {
        ("a stone".to_owned(), "一子".to_owned())
    } else {
        (format!("{stones} stones"), format!("{stones}子"))
    };
    let &first = line.first()?;
    let mv = position.move_text(first);
    if line.len() == 1 {
        return Some([
            format!("{mv} fills the last liberty and takes {count}."),
            format!("{mv}紧住最后一口气，提{count_zh}。"),
        ]);
    }
    let reply = line.get(1).map(|&mv| position.move_text(mv)).unwrap_or_default();
    let last = line.last().map(|&mv| position.move_text(mv)).unwrap_or_default();
    let way = capture_technique(position, point, line).map(|[english, _]| english);
    Some(match way {
        Some("Snapback") => [
            format!(
                "{mv} lets itself be taken at {reply}. The stones then have a single liberty, and {last} takes them all: a snapback."
            ),
            format!("{mv}送吃，{reply}提后只剩一口气，{last}反提：倒扑。"),
        ],
        Some("Sacrifice") => [
            format!("The stone on {mv} is given up: {reply} takes it, and the capture follows."),
            format!("{mv}弃一子，{reply}提后，这块棋仍被吃。"),
        ],
        Some("Net") => [
            format!(
                "{mv} does not touch the {count_net}, but closes the way out: a net.",
                count_net = if stones == 1 { "stone" } else { "stones" }
            ),
            format!("{mv}不直接紧气，而是封住出路：枷。"),
        ],
        Some("Ladder") => [
            format!("{mv} begins a ladder: every extension is met by the next atari."),
            format!("{mv}起开始征子：每长一步，就再被打吃。"),
        ],
        Some("The right atari") => [
            format!(
                "{mv} gives atari from the right side: after {reply} the stones still have one liberty, and {last} takes."
            ),
            format!("从{mv}这边打吃：{reply}长后仍只有一口气，{last}提。"),
        ],
        _ => [
            format!(
                "After {mv} nothing saves the {}.",
                if stones == 1 { "stone" } else { "stones" }
            ),
            format!("{mv}之后，这{count_zh}无法逃脱。"),
        ],
    })
}

fn explain_life_and_death<const C: usize>(
    position: &Go<C>,
    point: Point,
    line: &[GoMove],
    lives: bool,
) -> Option<[String; 2]> {
    let &[GoMove::Place(first), ..] = line else { return None };
    let mv = position.move_text(GoMove::Place(first));
    if let Some([shape, shape_zh]) = eye_shape(position, point, first) {
        return Some(if lives {
            [
                format!(
                    "{mv} is the vital point of the {shape} within the group: with it the group has two eyes."
                ),
                format!("{mv}是{shape_zh}的要点，占到就有两只眼。"),
            ]
        } else {
            [
                format!(
                    "{mv} is the vital point of the {shape} within the group: now it cannot make two eyes."
                ),
                format!("{mv}是{shape_zh}的要点，点入之后做不出两只眼。"),
            ]
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
    Some(match (lives, at_once, at_last) {
        (true, true, _) => [format!("{mv} completes two eyes."), format!("{mv}做成两只眼。")],
        (true, false, true) => [
            format!("{mv} makes sure of two eyes; each attack has its answer."),
            format!("{mv}确保能做出两只眼，对方怎样进攻都有应手。"),
        ],
        (true, false, false) => [
            format!("After {mv} every attack has an answer, and the group cannot be taken."),
            format!("{mv}之后，对方怎样进攻都有应手，这块棋不会被提。"),
        ],
        (false, ..) if gone => {
            [format!("After {mv} the stones are taken."), format!("{mv}之后，这块棋被提。")]
        }
        (false, ..) => [
            format!("After {mv} the group cannot make two eyes, whatever is tried."),
            format!("{mv}之后，这块棋怎样下都做不出两只眼。"),
        ],
    })
}

/// Name of the group's eye space, if it is its only one, is empty, and the
/// stone is on its vital point.
fn eye_shape<const C: usize>(
    position: &Go<C>,
    point: Point,
    first: u16,
) -> Option<[&'static str; 2]> {
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
    let most = degrees.last().copied();
    if most != Some(degree(first)) {
        return None;
    }
    match degrees[..] {
        [1, 1, 2] if lined(|at| at.file) || lined(|at| at.rank) => Some(["straight three", "直三"]),
        [1, 1, 2] => Some(["bent three", "曲三"]),
        [1, 1, 1, 3] => Some(["pyramid four", "丁四"]),
        [1, 2, 2, 2, 3] => Some(["bulky five", "刀把五"]),
        [1, 1, 1, 1, 4] => Some(["crossed five", "梅花五"]),
        [1, 1, 2, 2, 2, 4] => Some(["rabbity six", "葡萄六"]),
        _ => None,
    }
}
