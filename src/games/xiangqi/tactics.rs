//! Piece values, and descriptions of tactics and mates for puzzles.

use super::bitboard::{BitIter, index, point, point_bb};
use super::board::{PieceType, XiangqiMove, cannon_captures, chariot_attacks};
use super::position::Xiangqi;
use crate::core::{Move, Point, Position};
use crate::games::tactics::{self, KING, TacticsView};
use crate::games::{BoardView, Message, Notation, Piece, ProofGoal};

/// Conventional piece values in soldiers, by piece type.
const PIECE_VALUES: [i32; 7] = [KING, 2, 2, 4, 9, 4, 1];

/// Ids of the messages with the names of the pieces, of Red and of Black.
const PIECE_NAME_IDS: [[&str; 2]; 7] = [
    ["xiangqi-piece-red-general", "xiangqi-piece-black-general"],
    ["xiangqi-piece-red-advisor", "xiangqi-piece-black-advisor"],
    ["xiangqi-piece-red-elephant", "xiangqi-piece-black-elephant"],
    ["xiangqi-piece-red-horse", "xiangqi-piece-black-horse"],
    ["xiangqi-piece-red-chariot", "xiangqi-piece-black-chariot"],
    ["xiangqi-piece-red-cannon", "xiangqi-piece-black-cannon"],
    ["xiangqi-piece-red-soldier", "xiangqi-piece-black-soldier"],
];

/// Material balance for the side to move, in soldiers.
pub(super) fn material_balance(position: &Xiangqi) -> i32 {
    let board = position.board();
    let side = position.side_to_move();
    let of = |side, kind| board.pieces(side, kind).count_ones() as i32;
    let kinds = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::General);
    kinds.map(|kind| PIECE_VALUES[kind as usize] * (of(side, kind) - of(side.other(), kind))).sum()
}

impl TacticsView for Xiangqi {
    fn piece_value(kind: u8) -> i32 {
        PIECE_VALUES.get(usize::from(kind)).copied().unwrap_or_default()
    }

    fn piece_name_id(piece: Piece) -> &'static str {
        let ids = PIECE_NAME_IDS.get(usize::from(piece.kind));
        ids.map_or("tactic-piece", |ids| ids[piece.side.index()])
    }

    fn attacks(&self, from: Point) -> Vec<Point> {
        let board = Xiangqi::board(self);
        let Some(from) = index(from) else { return Vec::new() };
        let Some((side, kind)) = board.piece_at(from) else { return Vec::new() };
        BitIter(board.targets(side, kind, from) & board.by_side(side.other())).map(point).collect()
    }

    fn is_defended(&self, at: Point, from: Point) -> bool {
        let board = Xiangqi::board(self);
        let (Some(to), Some(from)) = (index(at), index(from)) else { return false };
        board.piece_at(to).is_some_and(|(side, _)| board.is_guarded(side, XiangqiMove { from, to }))
    }

    fn xray_target(&self, from: Point, first: Point) -> Option<Point> {
        let board = Xiangqi::board(self);
        let (from, first) = (index(from)?, index(first)?);
        let (side, kind) = board.piece_at(from)?;
        if kind != PieceType::Chariot {
            return None;
        }
        let seen = chariot_attacks(from, board.occupied());
        let through = chariot_attacks(from, board.occupied() & !point_bb(first));
        BitIter(through & !seen & board.by_side(side.other())).next().map(point)
    }
}

pub(super) fn motif(position: &Xiangqi, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
    match goal {
        ProofGoal::Gain { .. } => tactics::motif(position, line),
        ProofGoal::WinIn(_) => mate(&final_position(position, line)?)?.name.map(Message::new),
        _ => None,
    }
}

pub(super) fn explanation(position: &Xiangqi, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
    match goal {
        ProofGoal::Gain { .. } => tactics::explanation(position, line),
        ProofGoal::WinIn(_) => mate(&final_position(position, line)?).map(|mate| mate.explanation),
        _ => None,
    }
}

fn final_position(position: &Xiangqi, line: &[Move]) -> Option<Xiangqi> {
    let mut end = position.clone();
    for &mv in line {
        let mv = end.from_move(mv).ok()?;
        end.play(mv);
    }
    Some(end)
}

/// A mate.
struct Mate {
    /// Id of the name of its pattern, if it has one.
    name: Option<&'static str>,
    explanation: Message,
}

/// The mate, if the side to move is mated.
fn mate(position: &Xiangqi) -> Option<Mate> {
    let board = position.board();
    let side = position.side_to_move();
    if !board.in_check(side) || board.has_legal_move(side) {
        return None;
    }
    let general = board.general(side);
    let attackers: Vec<u8> = BitIter(board.by_side(side.other()))
        .filter(|&at| {
            let kind = board.piece_at(at).map(|(_, kind)| kind);
            kind.is_some_and(|kind| board.targets(side.other(), kind, at) & point_bb(general) != 0)
        })
        .collect();
    let &checker = attackers.first()?;
    if let [one, two, ..] = attackers[..] {
        return Some(Mate {
            name: Some("xiangqi-double-check"),
            explanation: Message::new("xiangqi-double-check-explained")
                .with("piece", piece_on(position, one))
                .with("point", point_name(position, one))
                .with("other", piece_on(position, two))
                .with("other-point", point_name(position, two)),
        });
    }
    if board.piece_at(checker).is_some_and(|(_, kind)| kind == PieceType::Cannon) {
        let screen = cannon_screen(position, checker, general)?;
        if let Some(mate) = cannon_mate(position, checker, screen) {
            return Some(mate);
        }
    }
    Some(Mate {
        name: None,
        explanation: Message::new("xiangqi-mate")
            .with("piece", piece_on(position, checker))
            .with("point", point_name(position, checker))
            .with("general", piece_on(position, general))
            .with("general-point", point_name(position, general)),
    })
}

/// The piece between a cannon and the general that it attacks.
fn cannon_screen(position: &Xiangqi, by: u8, general: u8) -> Option<u8> {
    let board = position.board();
    let between =
        chariot_attacks(by, board.occupied()) & chariot_attacks(general, board.occupied());
    BitIter(between & board.occupied()).find(|&at| {
        cannon_captures(by, board.occupied()) & point_bb(general) != 0
            && lies_between(at, by, general)
    })
}

/// A mate by a cannon that has a name from its screen.
fn cannon_mate(position: &Xiangqi, checker: u8, screen: u8) -> Option<Mate> {
    let board = position.board();
    let side = position.side_to_move();
    let general = board.general(side);
    let piece = piece_on(position, checker);
    let (at, screen_at) = (point_name(position, checker), point_name(position, screen));
    let (owner, kind) = board.piece_at(screen)?;
    if owner == side {
        let smothered = board.targets(side, PieceType::General, general) == 0;
        return smothered.then(|| Mate {
            name: Some("xiangqi-smothered-mate"),
            explanation: Message::new("xiangqi-smothered-mate-explained")
                .with("piece", piece)
                .with("point", at)
                .with("screen-point", screen_at)
                .with("general", piece_on(position, general)),
        });
    }
    match kind {
        PieceType::Cannon => Some(Mate {
            name: Some("xiangqi-double-cannon"),
            explanation: Message::new("xiangqi-double-cannon-explained")
                .with("piece", piece)
                .with("point", at)
                .with("screen-point", screen_at),
        }),
        PieceType::Horse => Some(Mate {
            name: Some("xiangqi-cannon-behind-horse"),
            explanation: Message::new("xiangqi-cannon-behind-horse-explained")
                .with("piece", piece)
                .with("point", at)
                .with("screen-point", screen_at),
        }),
        _ => None,
    }
}

/// Name of the piece on a point.
fn piece_on(position: &Xiangqi, at: u8) -> Message {
    let piece = BoardView::piece_at(position, point(at));
    Message::new(piece.map_or("tactic-piece", Xiangqi::piece_name_id))
}

fn point_name(position: &Xiangqi, at: u8) -> String {
    BoardView::board(position).point_name(point(at))
}

/// True when a point lies between two others on one line.
fn lies_between(at: u8, one: u8, two: u8) -> bool {
    let [at, one, two] = [at, one, two].map(point);
    let inside = |at: u8, one: u8, two: u8| at > one.min(two) && at < one.max(two);
    at.file == one.file && one.file == two.file && inside(at.rank, one.rank, two.rank)
        || at.rank == one.rank && one.rank == two.rank && inside(at.file, one.file, two.file)
}
