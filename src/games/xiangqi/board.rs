//! The board as sets of points, and what attacks what on it.
//!
//! Point (file, rank) is bit `rank * 9 + file`; rank 0 is Red's back rank.
//! Knows nothing of turns, repetition or notation.

use super::lines::{
    ADVISOR, CROSSED, ELEPHANT, GENERAL, HORSE, HORSE_TO, RAYS, SOLDIER, SOLDIER_TO,
};
use crate::core::{Side, mix};

/// A set of points.
pub type Points = u128;

/// How many points the board has.
pub const POINTS: usize = 90;

/// The kinds of pieces, in the order in which their pictures are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
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

impl Kind {
    /// Every kind in order.
    pub const ALL: [Kind; 7] = [
        Kind::General,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Chariot,
        Kind::Cannon,
        Kind::Soldier,
    ];
}

/// A move of a piece from one point to another, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where the piece stands, 0 to 89.
    pub from: u8,
    /// Where it goes, 0 to 89.
    pub to: u8,
}

/// The set of one point.
#[inline]
pub const fn bit(point: u8) -> Points {
    1 << (point & 127)
}

/// The points of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Each(pub Points);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let point = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(point)
    }
}

/// What stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    kinds: [Points; 7],
    sides: [Points; 2],
    /// One more than 7 times the side plus the kind; 0 is empty.
    at: [u8; POINTS],
    generals: [u8; 2],
    key: u64,
}

/// The part of a hash that a piece on a point adds.
#[inline]
fn piece_key(side: Side, kind: Kind, point: u8) -> u64 {
    mix((side.index() as u64 * 7 + kind as u64 + 1) * 128 + u64::from(point))
}

/// The highest point of a set, as a set; of no points, point 0.
#[inline]
fn highest(set: Points) -> Points {
    1 << (127 - (set | 1).leading_zeros())
}

/// What a chariot on this point reaches up to and with the first piece.
#[inline]
pub fn chariot(point: u8, occupied: Points) -> Points {
    let rays = &RAYS[usize::from(point)];
    let mut reached = 0;
    for &ray in &rays[..2] {
        let hit = ray & occupied;
        let first = hit & hit.wrapping_neg();
        reached |= (first | first.wrapping_sub(1)) & ray;
    }
    for &ray in &rays[2..] {
        reached |= highest(ray & occupied).wrapping_neg() & ray;
    }
    reached
}

/// The points with a piece on which a cannon on this point can capture: the
/// second piece on each line.
#[inline]
pub fn cannon(point: u8, occupied: Points) -> Points {
    let rays = &RAYS[usize::from(point)];
    let mut reached = 0;
    for &ray in &rays[..2] {
        let hit = ray & occupied;
        let rest = hit & hit.wrapping_sub(1);
        reached |= rest & rest.wrapping_neg();
    }
    for &ray in &rays[2..] {
        let hit = ray & occupied;
        let rest = hit & !highest(hit);
        reached |= highest(rest) & rest;
    }
    reached
}

/// What a horse on this point reaches.
#[inline]
pub fn horse(point: u8, occupied: Points) -> Points {
    HORSE[usize::from(point)]
        .iter()
        .filter(|(leg, _)| leg & occupied == 0)
        .fold(0, |reached, (_, targets)| reached | targets)
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board =
        Board { kinds: [0; 7], sides: [0; 2], at: [0; POINTS], generals: [0; 2], key: 0 };

    /// A hash of what stands where.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// What stands on a point; `None` if it is empty or off the board.
    #[inline]
    pub fn piece(&self, point: u8) -> Option<(Side, Kind)> {
        let code = usize::from(*self.at.get(usize::from(point))?).checked_sub(1)?;
        let side = if code < 7 { Side::First } else { Side::Second };
        Some((side, Kind::ALL[code % 7]))
    }

    /// Every point with a piece.
    #[inline]
    pub fn occupied(&self) -> Points {
        self.sides[0] | self.sides[1]
    }

    /// The points with a piece of this side.
    #[inline]
    pub fn side(&self, side: Side) -> Points {
        self.sides[side.index()]
    }

    /// The points with a piece of this side and kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> Points {
        self.kinds[kind as usize] & self.sides[side.index()]
    }

    /// Where the general of this side stands.
    #[inline]
    pub fn general(&self, side: Side) -> u8 {
        self.generals[side.index()]
    }

    /// Puts a piece on an empty point.
    #[inline]
    pub fn put(&mut self, side: Side, kind: Kind, point: u8) {
        self.kinds[kind as usize] |= bit(point);
        self.sides[side.index()] |= bit(point);
        self.at[usize::from(point)] = (side.index() * 7 + kind as usize + 1) as u8;
        self.key ^= piece_key(side, kind, point);
        if kind == Kind::General {
            self.generals[side.index()] = point;
        }
    }

    /// Takes away what stands on a point and says what it was.
    #[inline]
    pub fn take(&mut self, point: u8) -> Option<(Side, Kind)> {
        let (side, kind) = self.piece(point)?;
        self.kinds[kind as usize] &= !bit(point);
        self.sides[side.index()] &= !bit(point);
        self.at[usize::from(point)] = 0;
        self.key ^= piece_key(side, kind, point);
        Some((side, kind))
    }

    /// Moves a piece and says what it captured. A step off the board does
    /// nothing.
    #[inline]
    pub fn step(&mut self, step: Step) -> Option<Kind> {
        if usize::from(step.to) >= POINTS {
            return None;
        }
        let captured = self.take(step.to);
        if let Some((side, kind)) = self.take(step.from) {
            self.put(side, kind, step.to);
        }
        captured.map(|(_, kind)| kind)
    }

    /// Takes a move back.
    #[inline]
    pub fn unstep(&mut self, step: Step, captured: Option<Kind>) {
        if let Some((side, kind)) = self.take(step.to) {
            self.put(side, kind, step.from);
            if let Some(captured) = captured {
                self.put(side.other(), captured, step.to);
            }
        }
    }

    /// Where the piece of this side and kind on this point may go, if the
    /// safety of its general is left aside.
    #[inline]
    pub fn targets(&self, side: Side, kind: Kind, from: u8) -> Points {
        let at = usize::from(from);
        let occupied = self.occupied();
        let reached = match kind {
            Kind::General => GENERAL[at],
            Kind::Advisor => ADVISOR[at],
            Kind::Elephant => ELEPHANT[at]
                .iter()
                .filter(|(eye, _)| eye & occupied == 0)
                .fold(0, |reached, (_, target)| reached | target),
            Kind::Horse => horse(from, occupied),
            Kind::Chariot => chariot(from, occupied),
            Kind::Cannon => chariot(from, occupied) & !occupied | cannon(from, occupied),
            Kind::Soldier => SOLDIER[side.index()][at],
        };
        reached & !self.sides[side.index()]
    }

    /// Whether soldiers, horses, cannons or `straight` pieces of `side`
    /// attack a point with a piece, with these points occupied and without
    /// the pieces on `gone`.
    #[inline]
    fn shoots(
        &self,
        side: Side,
        point: u8,
        (occupied, gone): (Points, Points),
        straight: Points,
    ) -> bool {
        let own = self.sides[side.index()] & !gone;
        let of = |kind: Kind| self.kinds[kind as usize] & own;
        let at = usize::from(point);
        if SOLDIER_TO[side.index()][at] & of(Kind::Soldier) != 0 {
            return true;
        }
        let horses = of(Kind::Horse);
        if horses != 0
            && HORSE_TO[at].iter().any(|(leg, from)| from & horses != 0 && leg & occupied == 0)
        {
            return true;
        }
        let rays = &RAYS[at];
        let all = rays[0] | rays[1] | rays[2] | rays[3];
        let (straight, cannons) = (straight & own, of(Kind::Cannon));
        straight & all != 0 && chariot(point, occupied) & straight != 0
            || cannons & all != 0 && cannon(point, occupied) & cannons != 0
    }

    /// Whether `side` attacks a point on which a general stands, with these
    /// points occupied and without its pieces on `gone`.
    #[inline]
    fn hits(&self, side: Side, point: u8, occupied: Points, gone: Points) -> bool {
        let straight = self.kinds[Kind::Chariot as usize] | self.kinds[Kind::General as usize];
        self.shoots(side, point, (occupied, gone), straight)
    }

    /// Whether `side` could capture back after this capture of one of its
    /// pieces, if the safety of its general is left aside.
    pub fn is_guarded(&self, side: Side, step: Step) -> bool {
        let (at, occupied) = (usize::from(step.to), self.occupied() & !bit(step.from));
        let near = GENERAL[at] & self.pieces(side, Kind::General)
            | ADVISOR[at] & self.pieces(side, Kind::Advisor);
        let elephants = self.pieces(side, Kind::Elephant);
        near != 0
            || ELEPHANT[at].iter().any(|(eye, from)| from & elephants != 0 && eye & occupied == 0)
            || self.shoots(
                side,
                step.to,
                (occupied, bit(step.to)),
                self.kinds[Kind::Chariot as usize],
            )
    }

    /// Whether the general of this side is attacked, or faces the other one
    /// on an open file.
    #[inline]
    pub fn is_checked(&self, side: Side) -> bool {
        self.hits(side.other(), self.general(side), self.occupied(), 0)
    }

    /// Whether the general of the side that makes this move is safe after it.
    #[inline]
    pub fn is_safe(&self, side: Side, step: Step) -> bool {
        let occupied = self.occupied() & !bit(step.from) | bit(step.to);
        let general = self.general(side);
        let general = if general == step.from { step.to } else { general };
        !self.hits(side.other(), general, occupied, bit(step.to))
    }

    /// Points that matter to the safety of a general that is not attacked:
    /// those whose piece may not leave without a look, and those that may
    /// not be entered without one.
    #[inline]
    fn sensitive(&self, side: Side) -> (Points, Points) {
        let (general, occupied) = (self.general(side), self.occupied());
        let other = side.other();
        let own = self.sides[side.index()];
        let (mut leaving, mut entering) = (0, 0);
        for (leg, from) in &HORSE_TO[usize::from(general)] {
            if from & self.pieces(other, Kind::Horse) != 0 {
                leaving |= leg & own;
            }
        }
        let sliders = self.pieces(other, Kind::Chariot)
            | self.pieces(other, Kind::General)
            | self.pieces(other, Kind::Cannon);
        for (n, ray) in RAYS[usize::from(general)].iter().enumerate() {
            for slider in Each(ray & sliders) {
                // From the general towards the slider, both left out.
                let back = RAYS[usize::from(slider)][(n + 2) % 4];
                let between = ray & back;
                let pieces = between & occupied;
                let jumps = self.kinds[Kind::Cannon as usize] & bit(slider) != 0;
                match (jumps, pieces.count_ones()) {
                    (false, 1) | (true, 2) => leaving |= pieces & own,
                    (true, 0) => entering |= between,
                    _ => {}
                }
            }
        }
        (leaving, entering)
    }

    /// Shows each kind, point and set of targets of a side's pieces, and
    /// which targets need a look at the general's safety.
    #[inline]
    fn each_piece(&self, side: Side, mut show: impl FnMut(u8, Points, Points)) {
        // From a position that cannot arise a general may be captured.
        if self.pieces(side, Kind::General) == 0 {
            return;
        }
        let checked = self.is_checked(side);
        let (leaving, entering) = if checked { (0, 0) } else { self.sensitive(side) };
        for kind in Kind::ALL {
            for from in Each(self.pieces(side, kind)) {
                let targets = self.targets(side, kind, from);
                let all = checked || kind == Kind::General || leaving & bit(from) != 0;
                show(from, targets, if all { targets } else { targets & entering });
            }
        }
    }

    /// Adds every move of a side that leaves its general safe and ends on
    /// one of `wanted`.
    pub fn moves(&self, side: Side, wanted: Points, moves: &mut Vec<Step>) {
        self.each_piece(side, |from, targets, doubtful| {
            for to in Each(targets & wanted) {
                let step = Step { from, to };
                if doubtful & bit(to) == 0 || self.is_safe(side, step) {
                    moves.push(step);
                }
            }
        });
    }

    /// How many moves of a side leave its general safe.
    pub fn count(&self, side: Side) -> u64 {
        let mut count = 0;
        self.each_piece(side, |from, targets, doubtful| {
            count += (targets & !doubtful).count_ones();
            for to in Each(doubtful) {
                count += u32::from(self.is_safe(side, Step { from, to }));
            }
        });
        count.into()
    }

    /// Whether a side has a move that leaves its general safe.
    pub fn can_move(&self, side: Side) -> bool {
        let in_play = self.pieces(side, Kind::General) != 0;
        in_play
            && Kind::ALL.into_iter().any(|kind| {
                Each(self.pieces(side, kind)).any(|from| {
                    Each(self.targets(side, kind, from))
                        .any(|to| self.is_safe(side, Step { from, to }))
                })
            })
    }

    /// Whether this piece of the side is a soldier that has not crossed the
    /// river.
    pub fn is_home_soldier(&self, side: Side, point: u8) -> bool {
        self.pieces(side, Kind::Soldier) & bit(point) & !CROSSED[side.index()] != 0
    }
}
