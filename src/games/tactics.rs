//! Detection of tactical motifs that win material: fork, discovered attack,
//! pin and skewer.

use super::{Message, Piece, Playable};
use crate::core::{Move, Point};

/// Value of a king: more than all other pieces.
pub(super) const KING: i32 = 1000;

/// Attacks and piece values of a game.
pub(super) trait TacticsView: Playable {
    /// Value of a piece kind in pawns; [`KING`] for a king.
    fn piece_value(kind: u8) -> i32;

    /// Id of the message with the name of a piece.
    fn piece_name_id(piece: Piece) -> &'static str;

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
pub(super) fn motif<A: TacticsView>(position: &A, line: &[Move]) -> Option<Message> {
    let (after, motif) = first(position, line)?;
    Some(match motif {
        Motif::Fork(..) => Message::new("tactic-fork"),
        Motif::Discovery(_, at) if value_at(&after, at) == KING => {
            Message::new("tactic-discovered-check")
        }
        Motif::Discovery(..) => Message::new("tactic-discovered-attack"),
        Motif::Pin(..) => Message::new("tactic-pin"),
        Motif::Skewer(..) => Message::new("tactic-skewer"),
    })
}

/// An explanation of the motif that names the pieces.
pub(super) fn explanation<A: TacticsView>(position: &A, line: &[Move]) -> Option<Message> {
    let (after, motif) = first(position, line)?;
    let piece =
        |at: Point| Message::new(after.piece_at(at).map_or("tactic-piece", A::piece_name_id));
    let point = |at: Point| after.board().point_name(at);
    Some(match motif {
        Motif::Fork(by, [one, two]) => Message::new("tactic-fork-explained")
            .with("piece", piece(by))
            .with("point", point(by))
            .with("piece-one", piece(one))
            .with("point-one", point(one))
            .with("piece-two", piece(two))
            .with("point-two", point(two)),
        Motif::Discovery(by, at) => Message::new("tactic-discovery-explained")
            .with("piece", piece(by))
            .with("point", point(by))
            .with("target", piece(at))
            .with("target-point", point(at)),
        Motif::Pin(by, front, back) => Message::new("tactic-pin-explained")
            .with("piece", piece(by))
            .with("point", point(by))
            .with("front", piece(front))
            .with("front-point", point(front))
            .with("back", piece(back))
            .with("back-point", point(back)),
        Motif::Skewer(by, front, back) => Message::new("tactic-skewer-explained")
            .with("piece", piece(by))
            .with("point", point(by))
            .with("front", piece(front))
            .with("front-point", point(front))
            .with("back", piece(back))
            .with("back-point", point(back)),
    })
}
