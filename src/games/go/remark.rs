//! What can be said about how stones are caught, killed or saved.

use super::board::Cell;
use super::capture::way_of_capture;
use super::fate::{self, Standing};
use super::position::{Go, Ply};
use crate::core::{Point, Position};
use crate::games::{Claim, Playable};
use crate::search::{Budget, Limits, Stop};

/// Positions looked at to tell how a group stands in the end.
const NODES: u64 = 3_000_000;

/// What these legal plies of both sides show of the claim, in English and
/// Chinese.
pub fn remark<const C: usize>(
    position: &Go<C>,
    claim: &Claim,
    line: &[Ply],
) -> Option<[String; 2]> {
    match *claim {
        Claim::Capture { point, .. } => capture(position, point, line),
        Claim::Live(point) => fate(position, point, line, true),
        Claim::Kill(point) => fate(position, point, line, false),
        _ => None,
    }
}

fn capture<const C: usize>(position: &Go<C>, point: Point, line: &[Ply]) -> Option<[String; 2]> {
    let board = position.stones();
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
    let reply = line.get(1).map(|&ply| position.move_text(ply)).unwrap_or_default();
    let last = line.last().map(|&ply| position.move_text(ply)).unwrap_or_default();
    let way = way_of_capture(position, point, line).map(|[english, _]| english);
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

fn fate<const C: usize>(
    position: &Go<C>,
    point: Point,
    line: &[Ply],
    lives: bool,
) -> Option<[String; 2]> {
    let &[Ply::Stone(first), ..] = line else { return None };
    let mv = position.move_text(Ply::Stone(first));
    if let Some([shape, shape_zh]) = shape(position, point, first) {
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
    let mut standings = Vec::new();
    for &ply in line {
        go.play(ply);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        standings.push(fate::standing(&go, point, &mut Budget::new(limits, Stop::new())));
    }
    let gone = go.stones().at(go.stones().cell(point)?) == Cell::Empty;
    let at_once = standings.first() == Some(&Some(Standing::TwoEyes));
    let at_last = standings.last() == Some(&Some(Standing::TwoEyes));
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

/// The name of the eye space that the group has, if it has just this one, it
/// is empty, and the stone is put in its middle.
fn shape<const C: usize>(position: &Go<C>, point: Point, first: u16) -> Option<[&'static str; 2]> {
    let board = position.stones();
    let owner = board.at(board.cell(point)?);
    let room = fate::room(position, point)?;
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for near in board.beside(cell) {
            if board.at(near) != owner && board.at(near) != Cell::Rim && !cells.contains(&near) {
                cells.push(near);
            }
        }
        if cells.len() > 6 {
            return None;
        }
    }
    // All that is not the group's within the wall, and nothing beyond it.
    let rest = room.iter().filter_map(|&at| board.cell(at)).filter(|&cell| board.at(cell) != owner);
    if rest.count() != cells.len() || cells.iter().any(|&cell| board.at(cell) != Cell::Empty) {
        return None;
    }
    let degree = |cell: u16| board.beside(cell).iter().filter(|near| cells.contains(near)).count();
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
