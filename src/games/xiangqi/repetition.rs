//! Judgement of repetitions: perpetual check, perpetual chase and perpetual
//! attack.
//!
//! Follows the rules of the World Xiangqi Federation, and for the Chinese rules
//! those of the Chinese Xiangqi Association of 2020.

use super::bitboard::{BitIter, POINTS, point_bb};
use super::board::{PieceType, XiangqiBoard, XiangqiMove};
use crate::core::{GameOverReason, Side};

/// The rules that judge repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RepetitionRules {
    /// AXF: the rules of the Asian and the World Xiangqi Federation.
    #[default]
    Asian,
    /// CXA: the rules of the Chinese Xiangqi Association, which forbid more.
    Chinese,
}

/// One move of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The move.
    pub mv: XiangqiMove,
    /// The captured piece.
    pub captured: Option<PieceType>,
    /// True when it gave check.
    pub check: bool,
    /// Hash of board and side to move before it.
    pub key: u64,
}

/// The reason of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One side gave check with every move.
    PerpetualCheck,
    /// One side chased the same piece with every move.
    PerpetualChase,
    /// One side attacked with every move, by checks, threats of mate and
    /// chases (Chinese rules).
    PerpetualAttack,
    /// Both sides are equally at fault.
    BothAtFault,
    /// Neither side is at fault.
    Repetition,
}

impl Reason {
    /// The reason for which a game that it ends is over.
    #[must_use]
    pub const fn game_over_reason(self) -> GameOverReason {
        match self {
            Reason::PerpetualCheck => GameOverReason::PerpetualCheck,
            Reason::PerpetualChase => GameOverReason::PerpetualChase,
            Reason::PerpetualAttack => GameOverReason::PerpetualAttack,
            Reason::BothAtFault => GameOverReason::MutualFault,
            Reason::Repetition => GameOverReason::Repetition,
        }
    }

    /// The reason in English, without a final full stop.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Reason::PerpetualCheck => "perpetual check",
            Reason::PerpetualChase => "perpetual chase",
            Reason::PerpetualAttack => "perpetual attack by checks, threats of mate and chases",
            Reason::BothAtFault => "both sides at fault",
            Reason::Repetition => "repetition without fault",
        }
    }
}

/// The verdict on a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The losing side; `None` is a draw.
    pub loser: Option<Side>,
    /// The reason.
    pub reason: Reason,
}

/// The offence that a side committed with every one of its moves, least serious
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    Attack,
    Chase,
    Check,
}

/// A set of one side's pieces, one bit each.
type PieceSet = u32;

/// By point, an id below 32 for each piece of a side, which it keeps while it
/// moves.
type PieceIds = [u8; POINTS];

/// For each piece of one side, the pieces of the other that it attacks.
type AttackTable = [PieceSet; 32];

/// The offences of both sides, and for each the pieces of the other that it
/// chased with every move.
struct Offences {
    faults: [Fault; 2],
    chased: [PieceSet; 2],
}

/// Predicate on an attack by a piece of this side and type.
type AttackFilter = fn(&mut XiangqiBoard, Side, PieceType, XiangqiMove) -> bool;

/// The piece types that can chase.
const CHASERS: [PieceType; 5] = [
    PieceType::Advisor,
    PieceType::Elephant,
    PieceType::Horse,
    PieceType::Chariot,
    PieceType::Cannon,
];

/// Judges the moves of a repetition, oldest first, that ends on this board with
/// `side` to move. They may be several cycles: a fault lasts through all.
pub fn judge(
    board: &XiangqiBoard,
    side: Side,
    rules: RepetitionRules,
    cycle: &[HistoryEntry],
) -> Verdict {
    let faults = offences(board, side, rules, cycle).faults;
    let lost = |n: usize| {
        let reason = match faults[n] {
            Fault::Check => Reason::PerpetualCheck,
            Fault::Chase => Reason::PerpetualChase,
            Fault::Attack => Reason::PerpetualAttack,
            Fault::None => Reason::Repetition,
        };
        Verdict { loser: Some(Side::BOTH[n]), reason }
    };
    match faults {
        [Fault::None, Fault::None] => Verdict { loser: None, reason: Reason::Repetition },
        [Fault::None, _] => lost(1),
        [_, Fault::None] => lost(0),
        _ => Verdict { loser: None, reason: Reason::BothAtFault },
    }
}

/// The offences of both sides over the cycle.
fn offences(
    board: &XiangqiBoard,
    side: Side,
    rules: RepetitionRules,
    cycle: &[HistoryEntry],
) -> Offences {
    let faults = Side::BOTH.map(|mover| {
        let mut own = cycle.iter().rev().skip(usize::from(mover == side)).step_by(2);
        let checks = !cycle.is_empty() && own.all(|past| past.check);
        if checks { Fault::Check } else { Fault::None }
    });
    // A perpetual check outweighs any other offence of the other side.
    if faults == [Fault::None; 2] {
        find_chases(board, side, rules, cycle)
    } else {
        Offences { faults, chased: [0; 2] }
    }
}

/// Attacks by the pieces of every side at fault on what they checked or chased
/// with that side's last move, drawn between where all of them stand at the end
/// of the cycle. Threats of mate have none.
pub fn offending_attacks(
    board: &XiangqiBoard,
    side: Side,
    rules: RepetitionRules,
    cycle: &[HistoryEntry],
) -> Vec<XiangqiMove> {
    let offences = offences(board, side, rules, cycle);
    let points = Side::BOTH.map(|side| BitIter(board.by_side(side)).collect::<Vec<u8>>());
    let mut ids = piece_ids(board);
    let mut board = *board;
    let mut found = Vec::new();
    let mut mover = side.other();
    for past in cycle.iter().rev().take(2) {
        let (own, other) = (mover.index(), mover.other());
        let general = board.general(other);
        let general = 1 << (ids[usize::from(general)] & 31);
        let checks: (PieceSet, &[PieceType], AttackFilter) = (general, &PieceType::ALL, any_attack);
        let (victims, kinds, counts) = match offences.faults[own] {
            Fault::Check => checks,
            Fault::Attack if past.check => checks,
            Fault::Attack => (PieceSet::MAX, &CHASERS[..], is_chase as AttackFilter),
            Fault::Chase | Fault::None => {
                (offences.chased[own], &CHASERS[..], is_chase as AttackFilter)
            }
        };
        let attacks = attacks(&mut board, &ids, mover, kinds, counts);
        for (from, &attacked) in points[own].iter().zip(&attacks) {
            let hit = points[other.index()].iter().enumerate();
            let hit = hit.filter(|(n, _)| attacked & victims & 1 << n != 0);
            found.extend(hit.map(|(_, &to)| XiangqiMove { from: *from, to }));
        }
        board.unmake_move(past.mv, past.captured);
        ids[usize::from(past.mv.from)] = ids[usize::from(past.mv.to)];
        mover = other;
    }
    found
}

/// The chases and attacks of both sides, where neither gave perpetual check.
fn find_chases(
    board: &XiangqiBoard,
    side: Side,
    rules: RepetitionRules,
    cycle: &[HistoryEntry],
) -> Offences {
    let mut board = *board;
    let mut ids = piece_ids(&board);
    let mut chased = [PieceSet::MAX; 2];
    let mut unprotected_victims = [PieceSet::MAX; 2];
    let mut attacked = [true; 2];
    let mut mover = side.other();
    for past in cycle.iter().rev() {
        let own = mover.index();
        let chinese = rules == RepetitionRules::Chinese && attacked[own];
        let still_relevant = chased[own] != 0 || unprotected_victims[own] != 0 || chinese;
        let mates = chinese && !past.check && threatens_mate(&mut board, mover);
        let now = still_relevant.then(|| attacks(&mut board, &ids, mover, &CHASERS, is_chase));
        board.unmake_move(past.mv, past.captured);
        let (from, to) = (usize::from(past.mv.from), usize::from(past.mv.to));
        ids[from] = ids[to];
        // A piece that could already be captured before the move is not chased by it, even
        // if it has lost its protection; that is recorded separately.
        let (mut newly_chased, mut unprotected) = (0, 0);
        if let Some(now) = now {
            let could = attacks(&mut board, &ids, mover, &CHASERS, can_capture);
            let chased = attacks(&mut board, &ids, mover, &CHASERS, is_chase);
            for n in 0..now.len() {
                newly_chased |= now[n] & !could[n];
                unprotected |= now[n] & could[n] & !chased[n];
            }
        }
        // A checking move counts as a check, whatever else it attacks.
        chased[own] &= if past.check { 0 } else { newly_chased };
        unprotected_victims[own] &= if past.check { 0 } else { unprotected };
        attacked[own] &= past.check || mates || newly_chased != 0;
        mover = mover.other();
    }
    // Removing the protection of an attacked piece with every move is a chase
    // too, unless the side has to answer attacks.
    if chased == [0; 2] {
        chased = unprotected_victims;
    }
    let faults = [0, 1].map(|n| {
        if chased[n] != 0 {
            Fault::Chase
        } else if rules == RepetitionRules::Chinese && attacked[n] {
            Fault::Attack
        } else {
            Fault::None
        }
    });
    Offences { faults, chased }
}

fn piece_ids(board: &XiangqiBoard) -> PieceIds {
    let mut ids = [0; POINTS];
    for side in Side::BOTH {
        for (n, point) in BitIter(board.by_side(side)).enumerate() {
            ids[usize::from(point)] = n as u8;
        }
    }
    ids
}

/// The attacks of a side's pieces of these types that `counts` accepts.
fn attacks(
    board: &mut XiangqiBoard,
    ids: &PieceIds,
    side: Side,
    kinds: &[PieceType],
    counts: AttackFilter,
) -> AttackTable {
    let other = side.other();
    let id = |point: u8| usize::from(ids[usize::from(point)] & 31);
    let mut found = [0; 32];
    for &kind in kinds {
        for from in BitIter(board.pieces(side, kind)) {
            for to in BitIter(board.targets(side, kind, from) & board.by_side(other)) {
                if counts(board, side, kind, XiangqiMove { from, to }) {
                    found[id(from)] |= 1 << id(to);
                }
            }
        }
    }
    found
}

/// Accepts any attack.
fn any_attack(_: &mut XiangqiBoard, _: Side, _: PieceType, _: XiangqiMove) -> bool {
    true
}

/// True when this capture leaves the capturing side's general safe.
fn can_capture(board: &mut XiangqiBoard, side: Side, _: PieceType, mv: XiangqiMove) -> bool {
    board.leaves_general_safe(side, mv)
}

/// True when this attack of a piece of this type, neither general nor soldier,
/// is a chase.
fn is_chase(board: &mut XiangqiBoard, side: Side, kind: PieceType, mv: XiangqiMove) -> bool {
    let other = side.other();
    let Some((_, victim)) = board.piece_at(mv.to) else { return false };
    let free = victim == PieceType::General || board.is_home_soldier(other, mv.to);
    if free || !board.leaves_general_safe(side, mv) {
        return false;
    }
    let stronger = match kind {
        PieceType::Horse | PieceType::Cannon => victim == PieceType::Chariot,
        PieceType::Advisor | PieceType::Elephant => {
            matches!(victim, PieceType::Chariot | PieceType::Cannon | PieceType::Horse)
        }
        _ => false,
    };
    if stronger {
        return true;
    }
    if kind == victim {
        // A piece that can capture its attacker is not chased by it.
        let back = XiangqiMove { from: mv.to, to: mv.from };
        let reaches = board.targets(other, victim, mv.to) & point_bb(mv.from) != 0;
        if reaches && board.leaves_general_safe(other, back) {
            return false;
        }
    }
    !is_protected(board, other, mv)
}

/// True when `other` could legally recapture after this capture.
fn is_protected(board: &mut XiangqiBoard, other: Side, mv: XiangqiMove) -> bool {
    let captured = board.make_move(mv);
    let found = PieceType::ALL.into_iter().any(|kind| {
        BitIter(board.pieces(other, kind)).any(|from| {
            board.targets(other, kind, from) & point_bb(mv.to) != 0
                && board.leaves_general_safe(other, XiangqiMove { from, to: mv.to })
        })
    });
    board.unmake_move(mv, captured);
    found
}

/// True when `side` could mate in one if it were to move again.
fn threatens_mate(board: &mut XiangqiBoard, side: Side) -> bool {
    let mut moves = Vec::new();
    board.generate_moves(side, !0, &mut moves);
    moves.into_iter().any(|mv| {
        let captured = board.make_move(mv);
        let mate = board.in_check(side.other()) && !board.has_legal_move(side.other());
        board.unmake_move(mv, captured);
        mate
    })
}
