//! Piece values, and descriptions of tactics and mates for puzzles.

use super::board::{BitIter, PieceType, XiangqiMove, cannon, chariot, point_bb};
use super::position::Xiangqi;
use crate::core::{Move, Point, Position, Side};
use crate::games::tactics::{self, KING, TacticsView};
use crate::games::{BoardView, Notation, Piece, ProofGoal};

/// Conventional piece values in soldiers, by piece type.
const PIECE_VALUES: [i32; 7] = [KING, 2, 2, 4, 9, 4, 1];

/// Piece names in English, and in Chinese for Red and for Black.
const PIECE_NAMES: [[&str; 3]; 7] = [
    ["general", "帅", "将"],
    ["advisor", "仕", "士"],
    ["elephant", "相", "象"],
    ["horse", "马", "马"],
    ["chariot", "车", "车"],
    ["cannon", "炮", "炮"],
    ["soldier", "兵", "卒"],
];

fn index(at: Point) -> Option<u8> {
    (at.file < 9 && at.rank < 10).then(|| at.rank * 9 + at.file)
}

fn point(index: u8) -> Point {
    Point::new(index % 9, index / 9)
}

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

    fn piece_name(piece: Piece) -> [&'static str; 2] {
        let name = PIECE_NAMES.get(usize::from(piece.kind)).map(|&[english, red, black]| {
            [english, if piece.side == Side::First { red } else { black }]
        });
        name.unwrap_or(["piece", "子"])
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
        let seen = chariot(from, board.occupied());
        let through = chariot(from, board.occupied() & !point_bb(first));
        BitIter(through & !seen & board.by_side(side.other())).next().map(point)
    }
}

pub(super) fn motif(
    position: &Xiangqi,
    claim: &ProofGoal,
    line: &[Move],
) -> Option<[&'static str; 2]> {
    match claim {
        ProofGoal::Gain { .. } => tactics::motif(position, line),
        ProofGoal::WinIn(_) => {
            describe_mate(&final_position(position, line)?).and_then(|(name, _)| name)
        }
        _ => None,
    }
}

pub(super) fn explanation(
    position: &Xiangqi,
    claim: &ProofGoal,
    line: &[Move],
) -> Option<[String; 2]> {
    match claim {
        ProofGoal::Gain { .. } => tactics::explanation(position, line),
        ProofGoal::WinIn(_) => {
            describe_mate(&final_position(position, line)?).map(|(_, told)| told)
        }
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

type MateDescription = (Option<[&'static str; 2]>, [String; 2]);

/// Name and description of the mate, if the side to move is mated.
fn describe_mate(position: &Xiangqi) -> Option<MateDescription> {
    let board = position.board();
    let side = position.side_to_move();
    if !board.in_check(side) || board.has_legal_move(side) {
        return None;
    }
    let general = board.general(side);
    let attackers: Vec<(u8, PieceType)> = BitIter(board.by_side(side.other()))
        .filter_map(|at| Some((at, board.piece_at(at)?.1)))
        .filter(|&(at, kind)| board.targets(side.other(), kind, at) & point_bb(general) != 0)
        .collect();
    let name = |at: u8| BoardView::board(position).point_name(point(at));
    let king = name(general);
    let [_, king_zh] = Xiangqi::piece_name(Piece { side, kind: PieceType::General as u8 });
    let told = |(at, kind): (u8, PieceType)| {
        let [english, chinese] =
            Xiangqi::piece_name(Piece { side: side.other(), kind: kind as u8 });
        [format!("the {english} on {}", name(at)), format!("{}的{chinese}", name(at))]
    };
    if let [one, two, ..] = attackers[..] {
        let [[one, one_zh], [two, two_zh]] = [one, two].map(told);
        return Some((
            Some(["Double check", "双将"]),
            [
                format!("It is a double check by {one} and {two}."),
                format!("{one_zh}和{two_zh}同时将军：双将。"),
            ],
        ));
    }
    let &(by, kind) = attackers.first()?;
    let [checker, checker_zh] = told((by, kind));
    if kind == PieceType::Cannon {
        // The screen between the cannon and the general.
        let between = chariot(by, board.occupied()) & chariot(general, board.occupied());
        let screens = between & board.occupied();
        let screen = BitIter(screens).find(|&at| {
            cannon(by, board.occupied()) & point_bb(general) != 0 && lies_between(at, by, general)
        })?;
        let (owner, what) = board.piece_at(screen)?;
        let around = board.targets(side, PieceType::General, general);
        if owner == side && around == 0 {
            return Some(capitalised((
                Some(["Smothered by a cannon", "闷宫"]),
                [
                    format!(
                        "{checker} gives check over the general's own piece on {}, and its own pieces leave it no point to go to.",
                        name(screen)
                    ),
                    format!(
                        "{checker_zh}以对方自己的子为炮架将军，{king_zh}被己方棋子堵住：闷宫。"
                    ),
                ],
            )));
        }
        if owner != side && what == PieceType::Cannon {
            return Some(capitalised((
                Some(["Two cannons in a row", "重炮"]),
                [
                    format!(
                        "{checker} gives check over the other cannon on {}: a double cannon.",
                        name(screen)
                    ),
                    format!("{checker_zh}以另一门炮为炮架将军：重炮。"),
                ],
            )));
        }
        if owner != side && what == PieceType::Horse {
            return Some(capitalised((
                Some(["Cannon behind the horse", "马后炮"]),
                [
                    format!(
                        "{checker} gives check over its own horse on {}: the cannon behind the horse.",
                        name(screen)
                    ),
                    format!("{checker_zh}以马为炮架将军：马后炮。"),
                ],
            )));
        }
    }
    Some((
        None,
        [
            format!("The general on {king} is attacked by {checker} and has no way out."),
            format!("{checker_zh}将军，{king}的{king_zh}无路可走。"),
        ],
    ))
}

fn capitalised((name, [english, chinese]): MateDescription) -> MateDescription {
    let mut chars = english.chars();
    let english = chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect());
    (name, [english, chinese])
}

/// True when a point lies between two others on one line.
fn lies_between(at: u8, one: u8, two: u8) -> bool {
    let [at, one, two] = [at, one, two].map(point);
    let inside = |at: u8, one: u8, two: u8| at > one.min(two) && at < one.max(two);
    at.file == one.file && one.file == two.file && inside(at.rank, one.rank, two.rank)
        || at.rank == one.rank && one.rank == two.rank && inside(at.file, one.file, two.file)
}
