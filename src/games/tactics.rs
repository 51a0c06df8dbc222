//! Detection of tactical motifs that win material: fork, discovered attack,
//! pin and skewer.

use super::{Piece, Playable};
use crate::core::{Move, Point};

/// Value of a king: more than all other pieces.
pub(super) const KING: i32 = 1000;

/// Attacks and piece values of a game.
pub(super) trait TacticsView: Playable {
    /// Value of a piece kind in pawns; [`KING`] for a king.
    fn piece_value(kind: u8) -> i32;

    /// Name of a piece, in English and Chinese.
    fn piece_name(piece: Piece) -> [&'static str; 2];

    /// The opponent's pieces that the piece on this point attacks.
    fn attacks(&self, from: Point) -> Vec<Point>;

    /// True if a capture on `at` by the piece on `from` can be recaptured.
    fn is_defended(&self, at: Point, from: Point) -> bool;

    /// The opponent's piece that the piece on `from` attacks through `first`
    /// (x-ray attack).
    fn xray_target(&self, from: Point, first: Point) -> Option<Point>;
}

/// A tactical motif.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Motif {
    /// The piece that moved attacks two others.
    Fork(Point, [Point; 2]),
    /// The first piece attacks the second, opened by the move of another.
    Discovery(Point, Point),
    /// The first piece attacks the second, behind which stands a third of
    /// higher value.
    Pin(Point, Point, Point),
    /// The same with the piece of higher value in front.
    Skewer(Point, Point, Point),
}

fn value_at<A: TacticsView>(position: &A, at: Point) -> i32 {
    position.piece_at(at).map_or(0, |piece| A::piece_value(piece.kind))
}

/// True if the piece on `from` wins material by capturing the one on `at`.
fn is_target<A: TacticsView>(position: &A, from: Point, at: Point) -> bool {
    let (own, other) = (value_at(position, from), value_at(position, at));
    other > 1 && (other > own || !position.is_defended(at, from))
}

/// The motif of a move from one point to another; `after` is the position
/// after it.
fn find<A: TacticsView>(before: &A, after: &A, [from, to]: [Point; 2]) -> Option<Motif> {
    let mut targets = after.attacks(to);
    targets.retain(|&at| is_target(after, to, at));
    targets.sort_by_key(|&at| (-value_at(after, at), at.file, at.rank));
    if let [first, second, ..] = targets[..] {
        return Some(Motif::Fork(to, [first, second]));
    }
    let side = before.side_to_move();
    let board = after.board();
    let points = (0..board.ranks)
        .flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)))
        .filter(|&at| at != to && after.piece_at(at).is_some_and(|piece| piece.side == side));
    for at in points {
        let old = before.attacks(at);
        let opened = after.attacks(at).into_iter().find(|hit| {
            !old.contains(hit)
                && before.piece_at(*hit) == after.piece_at(*hit)
                && is_target(after, at, *hit)
        });
        // Only attacks along the line that the move opened.
        if let Some(hit) = opened.filter(|_| at != from) {
            return Some(Motif::Discovery(at, hit));
        }
    }
    for first in after.attacks(to) {
        let Some(second) = after.xray_target(to, first) else { continue };
        let [front, back] = [first, second].map(|at| value_at(after, at));
        if back > front && is_target(after, to, second) && front > 1 {
            return Some(Motif::Pin(to, first, second));
        }
        if front > back && is_target(after, to, first) && is_target(after, to, second) {
            return Some(Motif::Skewer(to, first, second));
        }
    }
    None
}

fn first<A: TacticsView>(position: &A, line: &[Move]) -> Option<(A, Motif)> {
    let &[mv @ Move::FromTo { from, to, .. }, ..] = line else { return None };
    let mut after = position.clone();
    let ply = after.from_move(mv).ok()?;
    after.play(ply);
    let motif = find(position, &after, [from, to])?;
    Some((after, motif))
}

/// The name of the motif of a line's first move, if it has one.
pub(super) fn motif<A: TacticsView>(position: &A, line: &[Move]) -> Option<[&'static str; 2]> {
    let (after, motif) = first(position, line)?;
    Some(match motif {
        Motif::Fork(..) => ["Fork", "捉双"],
        Motif::Discovery(_, at) if value_at(&after, at) == KING => ["Discovered check", "闪将"],
        Motif::Discovery(..) => ["Discovered attack", "闪击"],
        Motif::Pin(..) => ["Pin", "牵制"],
        Motif::Skewer(..) => ["Skewer", "串击"],
    })
}

/// An explanation of the motif that names the pieces.
pub(super) fn explanation<A: TacticsView>(position: &A, line: &[Move]) -> Option<[String; 2]> {
    let (after, motif) = first(position, line)?;
    let describe = |at: Point| {
        let name = after.board().point_name(at);
        let [piece, piece_zh] = after.piece_at(at).map_or(["piece", "子"], A::piece_name);
        [format!("the {piece} on {name}"), format!("{name}的{piece_zh}")]
    };
    Some(match motif {
        Motif::Fork(by, [one, two]) => {
            let [[by, by_zh], [one, one_zh], [two, two_zh]] = [by, one, two].map(describe);
            [
                format!("{by} then attacks {one} and {two} at once.", by = capitalized(&by)),
                format!("{by_zh}同时攻击{one_zh}和{two_zh}。"),
            ]
        }
        Motif::Discovery(by, at) => {
            let [[by, by_zh], [at, at_zh]] = [by, at].map(describe);
            [
                format!("The move opens a line: {by} attacks {at}."),
                format!("这一着闪开了线路，{by_zh}攻击{at_zh}。"),
            ]
        }
        Motif::Pin(by, front, back) => {
            let [[by, by_zh], [front, front_zh], [back, back_zh]] = [by, front, back].map(describe);
            [
                format!("{} attacks {front}, behind which stands {back}: a pin.", capitalized(&by)),
                format!("{by_zh}攻击{front_zh}，后面是{back_zh}：牵制。"),
            ]
        }
        Motif::Skewer(by, front, back) => {
            let [[by, by_zh], [front, front_zh], [back, back_zh]] = [by, front, back].map(describe);
            [
                format!("{} attacks {front} and, behind it, {back}: a skewer.", capitalized(&by)),
                format!("{by_zh}攻击{front_zh}，它后面还有{back_zh}：串击。"),
            ]
        }
    })
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
