//! The worth of the pieces, and what can be said of tactics and mates.

use super::board::{Each, Kind, Step, bit, cannon, chariot};
use super::position::Xiangqi;
use crate::core::{Move, Point, Position, Side};
use crate::games::tactics::{self, Arena, KING};
use crate::games::{Claim, Piece, Playable};

/// Soldiers that each kind is worth, as it is taught.
const WORTH: [i32; 7] = [KING, 2, 2, 4, 9, 4, 1];

/// In English, and in Chinese of Red and of Black.
const CALLED: [[&str; 3]; 7] = [
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

/// How much more the pieces of the side to move are worth, in soldiers.
pub(super) fn balance(position: &Xiangqi) -> i32 {
    let board = position.board();
    let side = position.side_to_move();
    let of = |side, kind| board.pieces(side, kind).count_ones() as i32;
    let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::General);
    kinds.map(|kind| WORTH[kind as usize] * (of(side, kind) - of(side.other(), kind))).sum()
}

impl Arena for Xiangqi {
    fn worth(kind: u8) -> i32 {
        WORTH.get(usize::from(kind)).copied().unwrap_or_default()
    }

    fn called(piece: Piece) -> [&'static str; 2] {
        let name = CALLED.get(usize::from(piece.kind)).map(|&[english, red, black]| {
            [english, if piece.side == Side::First { red } else { black }]
        });
        name.unwrap_or(["piece", "子"])
    }

    fn hits(&self, from: Point) -> Vec<Point> {
        let board = Xiangqi::board(self);
        let Some(from) = index(from) else { return Vec::new() };
        let Some((side, kind)) = board.piece(from) else { return Vec::new() };
        Each(board.targets(side, kind, from) & board.side(side.other())).map(point).collect()
    }

    fn is_guarded(&self, at: Point, from: Point) -> bool {
        let board = Xiangqi::board(self);
        let (Some(to), Some(from)) = (index(at), index(from)) else { return false };
        board.piece(to).is_some_and(|(side, _)| board.is_guarded(side, Step { from, to }))
    }

    fn behind(&self, from: Point, first: Point) -> Option<Point> {
        let board = Xiangqi::board(self);
        let (from, first) = (index(from)?, index(first)?);
        let (side, kind) = board.piece(from)?;
        if kind != Kind::Chariot {
            return None;
        }
        let seen = chariot(from, board.occupied());
        let through = chariot(from, board.occupied() & !bit(first));
        Each(through & !seen & board.side(side.other())).next().map(point)
    }
}

pub(super) fn motif(position: &Xiangqi, claim: &Claim, line: &[Move]) -> Option<[&'static str; 2]> {
    match claim {
        Claim::Gain { .. } => tactics::motif(position, line),
        Claim::WinIn(_) => mate(&end(position, line)?).and_then(|(name, _)| name),
        _ => None,
    }
}

pub(super) fn remark(position: &Xiangqi, claim: &Claim, line: &[Move]) -> Option<[String; 2]> {
    match claim {
        Claim::Gain { .. } => tactics::remark(position, line),
        Claim::WinIn(_) => mate(&end(position, line)?).map(|(_, told)| told),
        _ => None,
    }
}

fn end(position: &Xiangqi, line: &[Move]) -> Option<Xiangqi> {
    let mut end = position.clone();
    for &mv in line {
        let step = end.lower(mv).ok()?;
        end.play(step);
    }
    Some(end)
}

type Told = (Option<[&'static str; 2]>, [String; 2]);

/// What there is to say of a position in which the side to move is mated.
fn mate(position: &Xiangqi) -> Option<Told> {
    let board = position.board();
    let side = position.side_to_move();
    if !board.is_checked(side) || board.can_move(side) {
        return None;
    }
    let general = board.general(side);
    let attackers: Vec<(u8, Kind)> = Each(board.side(side.other()))
        .filter_map(|at| Some((at, board.piece(at)?.1)))
        .filter(|&(at, kind)| board.targets(side.other(), kind, at) & bit(general) != 0)
        .collect();
    let name = |at: u8| Playable::board(position).point_name(point(at));
    let king = name(general);
    let [_, king_zh] = Xiangqi::called(Piece { side, kind: Kind::General as u8 });
    let told = |(at, kind): (u8, Kind)| {
        let [english, chinese] = Xiangqi::called(Piece { side: side.other(), kind: kind as u8 });
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
    if kind == Kind::Cannon {
        // What stands between the cannon and the general.
        let between = chariot(by, board.occupied()) & chariot(general, board.occupied());
        let screens = between & board.occupied();
        let screen = Each(screens).find(|&at| {
            cannon(by, board.occupied()) & bit(general) != 0 && lies_between(at, by, general)
        })?;
        let (owner, what) = board.piece(screen)?;
        let around = board.targets(side, Kind::General, general);
        if owner == side && around == 0 {
            return Some(capital((
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
        if owner != side && what == Kind::Cannon {
            return Some(capital((
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
        if owner != side && what == Kind::Horse {
            return Some(capital((
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

fn capital((name, [english, chinese]): Told) -> Told {
    let mut chars = english.chars();
    let english = chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect());
    (name, [english, chinese])
}

/// Whether a point lies between two others on one line.
fn lies_between(at: u8, one: u8, two: u8) -> bool {
    let [at, one, two] = [at, one, two].map(point);
    let inside = |at: u8, one: u8, two: u8| at > one.min(two) && at < one.max(two);
    at.file == one.file && one.file == two.file && inside(at.rank, one.rank, two.rank)
        || at.rank == one.rank && one.rank == two.rank && inside(at.file, one.file, two.file)
}
