//! The pieces on the board, attacks and move generation.
//!
//! Knows nothing of turns, repetition or notation.

use super::attack_tables::{
    ADVISOR_MOVES, BEYOND_RIVER, ELEPHANT_MOVES, GENERAL_MOVES, HORSE_ATTACKERS, HORSE_MOVES, RAYS,
    SOLDIER_ATTACKERS, SOLDIER_MOVES,
};
use super::bitboard::{BitIter, Bitboard, POINTS, point_bb};
use crate::core::{Side, mix};

/// The piece types, in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceType {
    /// 帥 將, also called king.
    General,
    /// 仕 士, also called guard.
    Advisor,
    /// 相 象, also called bishop or minister.
    Elephant,
    /// 傌 馬, also called knight.
    Horse,
    /// 俥 車, also called rook.
    Chariot,
    /// 炮 砲.
    Cannon,
    /// 兵 卒, also called pawn.
    Soldier,
}

impl PieceType {
    /// Every piece type in order.
    pub const ALL: [PieceType; 7] = [
        PieceType::General,
        PieceType::Advisor,
        PieceType::Elephant,
        PieceType::Horse,
        PieceType::Chariot,
        PieceType::Cannon,
        PieceType::Soldier,
    ];
}

/// A move of a piece from one point to another, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct XiangqiMove {
    /// Origin, 0 to 89.
    pub from: u8,
    /// Destination, 0 to 89.
    pub to: u8,
}

/// The points taken after a move.
#[derive(Clone, Copy)]
struct Occupancy {
    /// Points with a piece.
    occupied: Bitboard,
    /// Points whose former pieces are ignored.
    gone: Bitboard,
}

/// Points for which a pseudo-legal move has to be tested for the safety of the
/// general.
#[derive(Clone, Copy, Default)]
struct CheckSensitive {
    /// Origins.
    leaving: Bitboard,
    /// Destinations.
    entering: Bitboard,
}

/// The pieces on the board, as bitboards and as a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XiangqiBoard {
    by_type: [Bitboard; 7],
    by_side: [Bitboard; 2],
    /// One more than 7 times the side plus the kind; 0 is empty.
    mailbox: [u8; POINTS],
    generals: [u8; 2],
    key: u64,
}

/// The Zobrist key of a piece on a point.
#[inline]
fn piece_key(side: Side, kind: PieceType, point: u8) -> u64 {
    mix((side.index() as u64 * 7 + kind as u64 + 1) * 128 + u64::from(point))
}

/// The most significant bit of a bitboard; of an empty one, point 0.
#[inline]
fn msb(set: Bitboard) -> Bitboard {
    1 << (127 - (set | 1).leading_zeros())
}

/// Attacks of a chariot on this point, up to and including the first piece on
/// each line.
#[inline]
pub fn chariot_attacks(point: u8, occupied: Bitboard) -> Bitboard {
    let rays = &RAYS[usize::from(point)];
    let mut reached = 0;
    for &ray in &rays[..2] {
        let hit = ray & occupied;
        let first = hit & hit.wrapping_neg();
        reached |= (first | first.wrapping_sub(1)) & ray;
    }
    for &ray in &rays[2..] {
        reached |= msb(ray & occupied).wrapping_neg() & ray;
    }
    reached
}

/// Captures of a cannon on this point: the second piece on each line.
#[inline]
pub fn cannon_captures(point: u8, occupied: Bitboard) -> Bitboard {
    let rays = &RAYS[usize::from(point)];
    let mut reached = 0;
    for &ray in &rays[..2] {
        let hit = ray & occupied;
        let rest = hit & hit.wrapping_sub(1);
        reached |= rest & rest.wrapping_neg();
    }
    for &ray in &rays[2..] {
        let hit = ray & occupied;
        let rest = hit & !msb(hit);
        reached |= msb(rest) & rest;
    }
    reached
}

/// Attacks of a horse on this point, hobbled by a piece on its leg.
#[inline]
pub fn horse_attacks(point: u8, occupied: Bitboard) -> Bitboard {
    HORSE_MOVES[usize::from(point)]
        .iter()
        .filter(|(leg, _)| leg & occupied == 0)
        .fold(0, |reached, (_, targets)| reached | targets)
}

impl XiangqiBoard {
    /// A board without pieces.
    pub const EMPTY: XiangqiBoard = XiangqiBoard {
        by_type: [0; 7],
        by_side: [0; 2],
        mailbox: [0; POINTS],
        generals: [0; 2],
        key: 0,
    };

    /// Zobrist hash of the pieces.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The piece on a point; `None` if it is empty or off the board.
    #[inline]
    pub fn piece_at(&self, point: u8) -> Option<(Side, PieceType)> {
        let code = usize::from(*self.mailbox.get(usize::from(point))?).checked_sub(1)?;
        let side = if code < 7 { Side::First } else { Side::Second };
        Some((side, PieceType::ALL[code % 7]))
    }

    /// All occupied points.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_side[0] | self.by_side[1]
    }

    /// The points with a piece of this side.
    #[inline]
    pub fn by_side(&self, side: Side) -> Bitboard {
        self.by_side[side.index()]
    }

    /// The points with a piece of this side and type.
    #[inline]
    pub fn pieces(&self, side: Side, kind: PieceType) -> Bitboard {
        self.by_type[kind as usize] & self.by_side[side.index()]
    }

    /// The point of this side's general.
    #[inline]
    pub fn general(&self, side: Side) -> u8 {
        self.generals[side.index()]
    }

    /// Puts a piece on an empty point.
    #[inline]
    pub fn put_piece(&mut self, side: Side, kind: PieceType, point: u8) {
        self.by_type[kind as usize] |= point_bb(point);
        self.by_side[side.index()] |= point_bb(point);
        self.mailbox[usize::from(point)] = (side.index() * 7 + kind as usize + 1) as u8;
        self.key ^= piece_key(side, kind, point);
        if kind == PieceType::General {
            self.generals[side.index()] = point;
        }
    }

    /// Removes and returns the piece on a point.
    #[inline]
    pub fn remove_piece(&mut self, point: u8) -> Option<(Side, PieceType)> {
        let (side, kind) = self.piece_at(point)?;
        self.by_type[kind as usize] &= !point_bb(point);
        self.by_side[side.index()] &= !point_bb(point);
        self.mailbox[usize::from(point)] = 0;
        self.key ^= piece_key(side, kind, point);
        Some((side, kind))
    }

    /// Moves a piece and returns what it captured. A move off the board does
    /// nothing.
    #[inline]
    pub fn make_move(&mut self, mv: XiangqiMove) -> Option<PieceType> {
        if usize::from(mv.to) >= POINTS {
            return None;
        }
        let captured = self.remove_piece(mv.to);
        if let Some((side, kind)) = self.remove_piece(mv.from) {
            self.put_piece(side, kind, mv.to);
        }
        captured.map(|(_, kind)| kind)
    }

    /// Undoes a move.
    #[inline]
    pub fn unmake_move(&mut self, mv: XiangqiMove, captured: Option<PieceType>) {
        if let Some((side, kind)) = self.remove_piece(mv.to) {
            self.put_piece(side, kind, mv.from);
            if let Some(captured) = captured {
                self.put_piece(side.other(), captured, mv.to);
            }
        }
    }

    /// Pseudo-legal destinations of a piece of this side and type on this
    /// point, regardless of the safety of its general.
    #[inline]
    pub fn targets(&self, side: Side, kind: PieceType, from: u8) -> Bitboard {
        let at = usize::from(from);
        let occupied = self.occupied();
        let reached = match kind {
            PieceType::General => GENERAL_MOVES[at],
            PieceType::Advisor => ADVISOR_MOVES[at],
            PieceType::Elephant => ELEPHANT_MOVES[at]
                .iter()
                .filter(|(eye, _)| eye & occupied == 0)
                .fold(0, |reached, (_, target)| reached | target),
            PieceType::Horse => horse_attacks(from, occupied),
            PieceType::Chariot => chariot_attacks(from, occupied),
            PieceType::Cannon => {
                chariot_attacks(from, occupied) & !occupied | cannon_captures(from, occupied)
            }
            PieceType::Soldier => SOLDIER_MOVES[side.index()][at],
        };
        reached & !self.by_side[side.index()]
    }

    /// Points from which a piece of this side and type captures on a point,
    /// given these occupied points and regardless of the safety of its general.
    #[inline]
    pub fn origins(&self, side: Side, kind: PieceType, to: u8, occupied: Bitboard) -> Bitboard {
        let at = usize::from(to);
        let unblocked = |legs: &[(Bitboard, Bitboard)]| {
            let free = legs.iter().filter(|(leg, _)| leg & occupied == 0);
            free.fold(0, |reached, (_, from)| reached | from)
        };
        match kind {
            PieceType::General => GENERAL_MOVES[at],
            PieceType::Advisor => ADVISOR_MOVES[at],
            PieceType::Elephant => unblocked(&ELEPHANT_MOVES[at]),
            PieceType::Horse => unblocked(&HORSE_ATTACKERS[at]),
            PieceType::Chariot => chariot_attacks(to, occupied),
            PieceType::Cannon => cannon_captures(to, occupied),
            PieceType::Soldier => SOLDIER_ATTACKERS[side.index()][at],
        }
    }

    /// True when soldiers, horses, cannons or `straight` pieces of `side`
    /// attack an occupied point.
    #[inline]
    fn is_attacked_by(
        &self,
        side: Side,
        point: u8,
        Occupancy { occupied, gone }: Occupancy,
        straight: Bitboard,
    ) -> bool {
        let own = self.by_side[side.index()] & !gone;
        let of = |kind: PieceType| self.by_type[kind as usize] & own;
        let at = usize::from(point);
        if SOLDIER_ATTACKERS[side.index()][at] & of(PieceType::Soldier) != 0 {
            return true;
        }
        let horses = of(PieceType::Horse);
        if horses != 0
            && HORSE_ATTACKERS[at]
                .iter()
                .any(|(leg, from)| from & horses != 0 && leg & occupied == 0)
        {
            return true;
        }
        let rays = &RAYS[at];
        let all = rays[0] | rays[1] | rays[2] | rays[3];
        let (straight, cannons) = (straight & own, of(PieceType::Cannon));
        straight & all != 0 && chariot_attacks(point, occupied) & straight != 0
            || cannons & all != 0 && cannon_captures(point, occupied) & cannons != 0
    }

    /// True when `side` attacks a point with a general, given these occupied
    /// points and ignoring its pieces on `gone`.
    #[inline]
    fn attacks_general(&self, side: Side, point: u8, occupied: Bitboard, gone: Bitboard) -> bool {
        let straight =
            self.by_type[PieceType::Chariot as usize] | self.by_type[PieceType::General as usize];
        self.is_attacked_by(side, point, Occupancy { occupied, gone }, straight)
    }

    /// True when `side` could recapture after this capture of one of its
    /// pieces, regardless of the safety of its general.
    pub fn is_guarded(&self, side: Side, mv: XiangqiMove) -> bool {
        let (at, occupied) = (usize::from(mv.to), self.occupied() & !point_bb(mv.from));
        let near = GENERAL_MOVES[at] & self.pieces(side, PieceType::General)
            | ADVISOR_MOVES[at] & self.pieces(side, PieceType::Advisor);
        let elephants = self.pieces(side, PieceType::Elephant);
        near != 0
            || ELEPHANT_MOVES[at]
                .iter()
                .any(|(eye, from)| from & elephants != 0 && eye & occupied == 0)
            || self.is_attacked_by(
                side,
                mv.to,
                Occupancy { occupied, gone: point_bb(mv.to) },
                self.by_type[PieceType::Chariot as usize],
            )
    }

    /// True when the general of this side is attacked, or faces the other one
    /// on an open file.
    #[inline]
    pub fn in_check(&self, side: Side) -> bool {
        self.attacks_general(side.other(), self.general(side), self.occupied(), 0)
    }

    /// True when the general of the moving side is safe after this move.
    #[inline]
    pub fn leaves_general_safe(&self, side: Side, mv: XiangqiMove) -> bool {
        let occupied = self.occupied() & !point_bb(mv.from) | point_bb(mv.to);
        let general = self.general(side);
        let general = if general == mv.from { mv.to } else { general };
        !self.attacks_general(side.other(), general, occupied, point_bb(mv.to))
    }

    /// Points that bear on the safety of a general that is not in check.
    #[inline]
    fn check_sensitive(&self, side: Side) -> CheckSensitive {
        let (general, occupied) = (self.general(side), self.occupied());
        let other = side.other();
        let own = self.by_side[side.index()];
        let (mut leaving, mut entering) = (0, 0);
        for (leg, from) in &HORSE_ATTACKERS[usize::from(general)] {
            if from & self.pieces(other, PieceType::Horse) != 0 {
                leaving |= leg & own;
            }
        }
        let sliders = self.pieces(other, PieceType::Chariot)
            | self.pieces(other, PieceType::General)
            | self.pieces(other, PieceType::Cannon);
        for (n, ray) in RAYS[usize::from(general)].iter().enumerate() {
            for slider in BitIter(ray & sliders) {
                // From the general towards the slider, both excluded.
                let back = RAYS[usize::from(slider)][(n + 2) % 4];
                let between = ray & back;
                let pieces = between & occupied;
                let jumps = self.by_type[PieceType::Cannon as usize] & point_bb(slider) != 0;
                match (jumps, pieces.count_ones()) {
                    (false, 1) | (true, 2) => leaving |= pieces & own,
                    (true, 0) => entering |= between,
                    _ => {}
                }
            }
        }
        CheckSensitive { leaving, entering }
    }

    /// Calls `show` with each piece's point, its pseudo-legal destinations, and
    /// those of them for which the general's safety has to be tested.
    #[inline]
    fn for_each_piece(&self, side: Side, mut show: impl FnMut(u8, Bitboard, Bitboard)) {
        // In an unreachable position a general may have been captured.
        if self.pieces(side, PieceType::General) == 0 {
            return;
        }
        let checked = self.in_check(side);
        let CheckSensitive { leaving, entering } =
            if checked { CheckSensitive::default() } else { self.check_sensitive(side) };
        for kind in PieceType::ALL {
            for from in BitIter(self.pieces(side, kind)) {
                let targets = self.targets(side, kind, from);
                let all = checked || kind == PieceType::General || leaving & point_bb(from) != 0;
                show(from, targets, if all { targets } else { targets & entering });
            }
        }
    }

    /// Adds every legal move of a side that ends on one of `wanted`.
    pub fn generate_moves(&self, side: Side, wanted: Bitboard, moves: &mut Vec<XiangqiMove>) {
        self.for_each_piece(side, |from, targets, untested| {
            for to in BitIter(targets & wanted) {
                let mv = XiangqiMove { from, to };
                if untested & point_bb(to) == 0 || self.leaves_general_safe(side, mv) {
                    moves.push(mv);
                }
            }
        });
    }

    /// Number of legal moves of a side.
    pub fn count_moves(&self, side: Side) -> u64 {
        let mut count = 0;
        self.for_each_piece(side, |from, targets, untested| {
            count += (targets & !untested).count_ones();
            for to in BitIter(untested) {
                count += u32::from(self.leaves_general_safe(side, XiangqiMove { from, to }));
            }
        });
        count.into()
    }

    /// True when a side has a legal move.
    pub fn has_legal_move(&self, side: Side) -> bool {
        let in_play = self.pieces(side, PieceType::General) != 0;
        in_play
            && PieceType::ALL.into_iter().any(|kind| {
                BitIter(self.pieces(side, kind)).any(|from| {
                    BitIter(self.targets(side, kind, from))
                        .any(|to| self.leaves_general_safe(side, XiangqiMove { from, to }))
                })
            })
    }

    /// True when this piece of the side is a soldier that has not crossed the
    /// river.
    pub fn is_home_soldier(&self, side: Side, point: u8) -> bool {
        self.pieces(side, PieceType::Soldier) & point_bb(point) & !BEYOND_RIVER[side.index()] != 0
    }
}
