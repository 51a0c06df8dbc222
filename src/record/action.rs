//! Actions of nodes: legal moves, moves that the rules refuse, and stones set
//! up in the middle of a game.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::core::{Move, Point, Side};
use crate::games::{AnyPosition, StoneSetup};

/// The action by which a node's position follows from that of its parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeAction {
    /// A legal move.
    Move(Move),
    /// A move that the rules refuse, executed all the same.
    Forced(ForcedMove),
    /// Stones set up by hand.
    SetUp(SetUp),
}

/// A move that the rules refuse where the record has it: out of turn, on an
/// occupied point, against ko, after the end of the game. It is executed as
/// `FF[4]` of SGF demands, and the rules begin anew from the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedMove {
    /// The colour that it is of.
    pub side: Side,
    /// A placement or a pass.
    pub mv: Move,
}

/// Stones put on the board and taken off it in the middle of a game. Without
/// any, and without a side to move, the position stays as it was: a node that
/// only holds annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetUp {
    /// The changes, in the order in which they are made.
    #[serde(default, skip_serializing_if = "<[StoneEdit]>::is_empty")]
    pub stones: Box<[StoneEdit]>,
    /// The colour to move after it; `None` if it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Side>,
    /// Properties of SGF that could not be carried out here, such as `B[zz]`
    /// with its point off the board, as they were written.
    #[serde(default, skip_serializing_if = "<[UnplayableProperty]>::is_empty")]
    pub unplayable: Box<[UnplayableProperty]>,
}

/// A property of SGF that could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnplayableProperty {
    /// Its name, such as `B`.
    pub name: Box<str>,
    /// Its value, still escaped.
    pub value: Box<str>,
}

/// A rectangle of points that are all given the same stone, or emptied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoneEdit {
    /// One corner.
    pub from: Point,
    /// The opposite corner.
    pub to: Point,
    /// The colour of the stones; `None` to empty the points.
    pub stone: Option<Side>,
}

impl StoneEdit {
    /// The points, by file, then by rank.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (a, b) = (self.from, self.to);
        let files = a.file.min(b.file)..=a.file.max(b.file);
        let ranks = a.rank.min(b.rank)..=a.rank.max(b.rank);
        files.flat_map(move |file| ranks.clone().map(move |rank| Point::new(file, rank)))
    }
}

/// A setup of nothing.
pub(super) static NO_SETUP: LazyLock<SetUp> = LazyLock::new(SetUp::default);

impl SetUp {
    /// True if the position stays as it was.
    #[must_use]
    pub fn changes_nothing(&self) -> bool {
        self.stones.is_empty() && self.to_move.is_none()
    }

    /// The position after it; `None` if the game has no such position.
    pub(super) fn apply(&self, position: &AnyPosition) -> Option<AnyPosition> {
        if self.changes_nothing() {
            return Some(position.clone());
        }
        let board = position.board();
        let (files, ranks) = (board.files, board.ranks);
        let mut stones: Vec<Option<Side>> = (0..ranks)
            .flat_map(|rank| (0..files).map(move |file| Point::new(file, rank)))
            .map(|at| position.piece_at(at).map(|piece| piece.side))
            .collect();
        for edit in &self.stones {
            for at in edit.points() {
                if at.file >= files || at.rank >= ranks {
                    return None;
                }
                stones[usize::from(at.rank) * usize::from(files) + usize::from(at.file)] =
                    edit.stone;
            }
        }
        let to_move = Some(self.to_move.unwrap_or_else(|| position.colour_to_move()));
        position.after_setup(&StoneSetup { size: files, stones: &stones, to_move })
    }
}

impl ForcedMove {
    /// The position after it; `None` if the game has no such moves.
    pub(super) fn apply(self, position: &AnyPosition) -> Option<AnyPosition> {
        position.after_forced(self.side, self.mv)
    }
}

impl NodeAction {
    /// Makes its position from that of the parent. Returns false and changes
    /// nothing if it cannot be carried out.
    pub(crate) fn apply(&self, position: &mut AnyPosition) -> bool {
        let after = match self {
            NodeAction::Move(mv) => return position.play(*mv).is_ok(),
            NodeAction::Forced(forced) => forced.apply(position),
            NodeAction::SetUp(set_up) => set_up.apply(position),
        };
        after.map(|after| *position = after).is_some()
    }
}
