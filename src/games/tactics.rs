//! Why a move of a piece wins material: two pieces attacked at once, an
//! attack that it opens, a piece that may not leave its place.

use super::{Piece, Playable};
use crate::core::{Move, Point};

/// What a king is worth here: more than all else.
pub(super) const KING: i32 = 1000;

/// What has to be known of a game of pieces to name its tactics.
pub(super) trait Arena: Playable {
    /// What a piece of this kind is worth in pawns; [`KING`] for a king.
    fn worth(kind: u8) -> i32;

    /// What a piece is called, in English and Chinese.
    fn called(piece: Piece) -> [&'static str; 2];

    /// The pieces of the other side that the piece on this point attacks.
    fn hits(&self, from: Point) -> Vec<Point>;

    /// Whether a piece that is taken on this point, from another, could be
    /// taken back.
    fn is_guarded(&self, at: Point, from: Point) -> bool;

    /// What the piece on `from`, which attacks `first`, would attack behind
    /// it along the same line.
    fn behind(&self, from: Point, first: Point) -> Option<Point>;
}

/// A way to win material.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Motif {
    /// The piece that moved attacks these.
    Fork(Point, [Point; 2]),
    /// The first piece attacks the second since another moved away.
    Discovery(Point, Point),
    /// The first piece attacks the second, behind which the third stands and
    /// is worth more.
    Pin(Point, Point, Point),
    /// The same with the greater piece in front.
    Skewer(Point, Point, Point),
}

fn worth<A: Arena>(position: &A, at: Point) -> i32 {
    position.piece_at(at).map_or(0, |piece| A::worth(piece.kind))
}

/// Whether the piece on `from` wins something if it takes the one on `at`.
fn is_target<A: Arena>(position: &A, from: Point, at: Point) -> bool {
    let (own, other) = (worth(position, from), worth(position, at));
    other > 1 && (other > own || !position.is_guarded(at, from))
}

/// What a move from one point to another does; `after` is the position in
/// which the other side is to move.
fn find<A: Arena>(before: &A, after: &A, [from, to]: [Point; 2]) -> Option<Motif> {
    let mut targets = after.hits(to);
    targets.retain(|&at| is_target(after, to, at));
    targets.sort_by_key(|&at| (-worth(after, at), at.file, at.rank));
    if let [first, second, ..] = targets[..] {
        return Some(Motif::Fork(to, [first, second]));
    }
    let side = before.side_to_move();
    let board = after.board();
    let points = (0..board.ranks)
        .flat_map(|rank| (0..board.files).map(move |file| Point::new(file, rank)))
        .filter(|&at| at != to && after.piece_at(at).is_some_and(|piece| piece.side == side));
    for at in points {
        let old = before.hits(at);
        let opened = after.hits(at).into_iter().find(|hit| {
            !old.contains(hit)
                && before.piece_at(*hit) == after.piece_at(*hit)
                && is_target(after, at, *hit)
        });
        // Only an attack along the line that was left.
        if let Some(hit) = opened.filter(|_| at != from) {
            return Some(Motif::Discovery(at, hit));
        }
    }
    for first in after.hits(to) {
        let Some(second) = after.behind(to, first) else { continue };
        let [front, back] = [first, second].map(|at| worth(after, at));
        if back > front && is_target(after, to, second) && front > 1 {
            return Some(Motif::Pin(to, first, second));
        }
        if front > back && is_target(after, to, first) && is_target(after, to, second) {
            return Some(Motif::Skewer(to, first, second));
        }
    }
    None
}

fn first<A: Arena>(position: &A, line: &[Move]) -> Option<(A, Motif)> {
    let &[mv @ Move::Travel { from, to, .. }, ..] = line else { return None };
    let mut after = position.clone();
    let ply = after.lower(mv).ok()?;
    after.play(ply);
    let motif = find(position, &after, [from, to])?;
    Some((after, motif))
}

/// The name of what the first move of a line does, if it has one.
pub(super) fn motif<A: Arena>(position: &A, line: &[Move]) -> Option<[&'static str; 2]> {
    let (after, motif) = first(position, line)?;
    Some(match motif {
        Motif::Fork(..) => ["Fork", "捉双"],
        Motif::Discovery(_, at) if worth(&after, at) == KING => ["Discovered check", "闪将"],
        Motif::Discovery(..) => ["Discovered attack", "闪击"],
        Motif::Pin(..) => ["Pin", "牵制"],
        Motif::Skewer(..) => ["Skewer", "串击"],
    })
}

/// The same in a sentence that names the pieces.
pub(super) fn remark<A: Arena>(position: &A, line: &[Move]) -> Option<[String; 2]> {
    let (after, motif) = first(position, line)?;
    let told = |at: Point| {
        let name = after.board().point_name(at);
        let [piece, piece_zh] = after.piece_at(at).map_or(["piece", "子"], A::called);
        [format!("the {piece} on {name}"), format!("{name}的{piece_zh}")]
    };
    Some(match motif {
        Motif::Fork(by, [one, two]) => {
            let [[by, by_zh], [one, one_zh], [two, two_zh]] = [by, one, two].map(told);
            [
                format!("{by} then attacks {one} and {two} at once.", by = capital(&by)),
                format!("{by_zh}同时攻击{one_zh}和{two_zh}。"),
            ]
        }
        Motif::Discovery(by, at) => {
            let [[by, by_zh], [at, at_zh]] = [by, at].map(told);
            [
                format!("The move opens a line: {by} attacks {at}."),
                format!("这一着闪开了线路，{by_zh}攻击{at_zh}。"),
            ]
        }
        Motif::Pin(by, front, back) => {
            let [[by, by_zh], [front, front_zh], [back, back_zh]] = [by, front, back].map(told);
            [
                format!("{} attacks {front}, behind which stands {back}: a pin.", capital(&by)),
                format!("{by_zh}攻击{front_zh}，后面是{back_zh}：牵制。"),
            ]
        }
        Motif::Skewer(by, front, back) => {
            let [[by, by_zh], [front, front_zh], [back, back_zh]] = [by, front, back].map(told);
            [
                format!("{} attacks {front} and, behind it, {back}: a skewer.", capital(&by)),
                format!("{by_zh}攻击{front_zh}，它后面还有{back_zh}：串击。"),
            ]
        }
    })
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
