//! How the rules judge moves that bring a position back: who checked, chased
//! or threatened all the time.
//!
//! Follows the rules of the World Xiangqi Federation, and for the Chinese
//! rules those of the Chinese Xiangqi Association of 2020.

use super::board::{Board, Each, Kind, POINTS, Step, bit};
use super::position::{Past, Rules};
use crate::core::Side;

/// Why a repetition is judged as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One side gave check with every move.
    PerpetualCheck,
    /// One side chased the same piece with every move.
    PerpetualChase,
    /// One side attacked with every move, by checks, threats of mate and
    /// chases (Chinese rules).
    PerpetualAttack,
    /// Both sides did the same forbidden thing.
    BothAtFault,
    /// Neither side did anything forbidden.
    Repetition,
}

impl Reason {
    /// Translation key of the reason.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Reason::PerpetualCheck => "xiangqi-perpetual-check",
            Reason::PerpetualChase => "xiangqi-perpetual-chase",
            Reason::PerpetualAttack => "xiangqi-perpetual-attack",
            Reason::BothAtFault => "xiangqi-both-at-fault",
            Reason::Repetition => "xiangqi-repetition",
        }
    }

    /// The reason as an English sentence without its end.
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

/// How a repetition is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who loses by it; `None` is a draw.
    pub loser: Option<Side>,
    /// Why.
    pub reason: Reason,
}

/// What one side did with every one of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    Attack,
    Chase,
    Check,
}

/// A set of pieces, one bit for each of its side.
type Pieces = u32;

/// A number below 32 for each piece of a side, which it keeps while it moves.
type Names = [u8; POINTS];

/// For each piece of one side the pieces of the other that it attacks.
type Attacks = [Pieces; 32];

/// What both sides did, and for each the pieces of the other that it chased
/// with every move.
struct Deeds {
    faults: [Fault; 2],
    chased: [Pieces; 2],
}

/// Whether an attack of a piece of this side and kind counts.
type Counts = fn(&mut Board, Side, Kind, Step) -> bool;

/// The kinds that can chase.
const CHASERS: [Kind; 5] =
    [Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Chariot, Kind::Cannon];

/// Judges the moves of a cycle, oldest first, which ends on this board with
/// `side` to move.
pub fn judge(board: &Board, side: Side, rules: Rules, cycle: &[Past]) -> Verdict {
    let faults = deeds(board, side, rules, cycle).faults;
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

/// What each side did all the time.
fn deeds(board: &Board, side: Side, rules: Rules, cycle: &[Past]) -> Deeds {
    let faults = Side::BOTH.map(|mover| {
        let mut own = cycle.iter().rev().skip(usize::from(mover == side)).step_by(2);
        let checks = !cycle.is_empty() && own.all(|past| past.check);
        if checks { Fault::Check } else { Fault::None }
    });
    // A perpetual check is worse than anything else that the other side did.
    if faults == [Fault::None; 2] {
        chases(board, side, rules, cycle)
    } else {
        Deeds { faults, chased: [0; 2] }
    }
}

/// Lines from the pieces of every side at fault to what they checked or
/// chased with that side's last move, between where all of them stand now, at
/// the end of the cycle. Threats of mate have none.
pub fn culprits(board: &Board, side: Side, rules: Rules, cycle: &[Past]) -> Vec<Step> {
    let deeds = deeds(board, side, rules, cycle);
    let points = Side::BOTH.map(|side| Each(board.side(side)).collect::<Vec<u8>>());
    let mut names = names(board);
    let mut board = *board;
    let mut found = Vec::new();
    let mut mover = side.other();
    for past in cycle.iter().rev().take(2) {
        let (own, other) = (mover.index(), mover.other());
        let general = board.general(other);
        let general = 1 << (names[usize::from(general)] & 31);
        let checks: (Pieces, &[Kind], Counts) = (general, &Kind::ALL, reaches);
        let (victims, kinds, counts) = match deeds.faults[own] {
            Fault::Check => checks,
            Fault::Attack if past.check => checks,
            Fault::Attack => (Pieces::MAX, &CHASERS[..], is_chase as Counts),
            Fault::Chase | Fault::None => (deeds.chased[own], &CHASERS[..], is_chase as Counts),
        };
        let attacks = attacks(&mut board, &names, mover, kinds, counts);
        for (from, &attacked) in points[own].iter().zip(&attacks) {
            let hit = points[other.index()].iter().enumerate();
            let hit = hit.filter(|(n, _)| attacked & victims & 1 << n != 0);
            found.extend(hit.map(|(_, &to)| Step { from: *from, to }));
        }
        board.unstep(past.step, past.captured);
        names[usize::from(past.step.from)] = names[usize::from(past.step.to)];
        mover = other;
    }
    found
}

/// What each side did all the time, where neither checked all the time.
fn chases(board: &Board, side: Side, rules: Rules, cycle: &[Past]) -> Deeds {
    let mut board = *board;
    let mut names = names(&board);
    let mut chased = [Pieces::MAX; 2];
    let mut stripped = [Pieces::MAX; 2];
    let mut attacked = [true; 2];
    let mut mover = side.other();
    for past in cycle.iter().rev() {
        let own = mover.index();
        let chinese = rules == Rules::Chinese && attacked[own];
        let goes_on = chased[own] != 0 || stripped[own] != 0 || chinese;
        let mates = chinese && !past.check && threatens_mate(&mut board, mover);
        let now = goes_on.then(|| attacks(&mut board, &names, mover, &CHASERS, is_chase));
        board.unstep(past.step, past.captured);
        let (from, to) = (usize::from(past.step.from), usize::from(past.step.to));
        names[from] = names[to];
        // What could be captured already before the move is not chased by
        // it, even if it has lost its protection; that is noted apart.
        let (mut fresh, mut bared) = (0, 0);
        if let Some(now) = now {
            let could = attacks(&mut board, &names, mover, &CHASERS, can_capture);
            let chased = attacks(&mut board, &names, mover, &CHASERS, is_chase);
            for n in 0..now.len() {
                fresh |= now[n] & !could[n];
                bared |= now[n] & could[n] & !chased[n];
            }
        }
        // A check is a check, whatever else it attacks.
        chased[own] &= if past.check { 0 } else { fresh };
        stripped[own] &= if past.check { 0 } else { bared };
        attacked[own] &= past.check || mates || fresh != 0;
        mover = mover.other();
    }
    // To take the protection from an attacked piece with every move is a
    // chase too, unless one has to answer attacks.
    if chased == [0; 2] {
        chased = stripped;
    }
    let faults = [0, 1].map(|n| {
        if chased[n] != 0 {
            Fault::Chase
        } else if rules == Rules::Chinese && attacked[n] {
            Fault::Attack
        } else {
            Fault::None
        }
    });
    Deeds { faults, chased }
}

fn names(board: &Board) -> Names {
    let mut names = [0; POINTS];
    for side in Side::BOTH {
        for (n, point) in Each(board.side(side)).enumerate() {
            names[usize::from(point)] = n as u8;
        }
    }
    names
}

/// The attacks of a side's pieces of these kinds that `counts` accepts.
fn attacks(
    board: &mut Board,
    names: &Names,
    side: Side,
    kinds: &[Kind],
    counts: Counts,
) -> Attacks {
    let other = side.other();
    let name = |point: u8| usize::from(names[usize::from(point)] & 31);
    let mut found = [0; 32];
    for &kind in kinds {
        for from in Each(board.pieces(side, kind)) {
            for to in Each(board.targets(side, kind, from) & board.side(other)) {
                if counts(board, side, kind, Step { from, to }) {
                    found[name(from)] |= 1 << name(to);
                }
            }
        }
    }
    found
}

/// Any attack counts.
fn reaches(_: &mut Board, _: Side, _: Kind, _: Step) -> bool {
    true
}

/// Whether this capture leaves the capturing side's general safe.
fn can_capture(board: &mut Board, side: Side, _: Kind, step: Step) -> bool {
    board.is_safe(side, step)
}

/// Whether this attack of a piece of this kind, neither general nor soldier,
/// is a chase.
fn is_chase(board: &mut Board, side: Side, kind: Kind, step: Step) -> bool {
    let other = side.other();
    let Some((_, victim)) = board.piece(step.to) else { return false };
    let free = victim == Kind::General || board.is_home_soldier(other, step.to);
    if free || !board.is_safe(side, step) {
        return false;
    }
    let stronger = match kind {
        Kind::Horse | Kind::Cannon => victim == Kind::Chariot,
        Kind::Advisor | Kind::Elephant => {
            matches!(victim, Kind::Chariot | Kind::Cannon | Kind::Horse)
        }
        _ => false,
    };
    if stronger {
        return true;
    }
    if kind == victim {
        // Who could capture the attacker instead is not chased by it.
        let back = Step { from: step.to, to: step.from };
        let reaches = board.targets(other, victim, step.to) & bit(step.from) != 0;
        if reaches && board.is_safe(other, back) {
            return false;
        }
    }
    !is_protected(board, other, step)
}

/// Whether `other` could capture back after this capture.
fn is_protected(board: &mut Board, other: Side, step: Step) -> bool {
    let captured = board.step(step);
    let found = Kind::ALL.into_iter().any(|kind| {
        Each(board.pieces(other, kind)).any(|from| {
            board.targets(other, kind, from) & bit(step.to) != 0
                && board.is_safe(other, Step { from, to: step.to })
        })
    });
    board.unstep(step, captured);
    found
}

/// Whether `side` could mate at once if it were to move again.
fn threatens_mate(board: &mut Board, side: Side) -> bool {
    let mut moves = Vec::new();
    board.moves(side, !0, &mut moves);
    moves.into_iter().any(|step| {
        let captured = board.step(step);
        let mate = board.is_checked(side.other()) && !board.can_move(side.other());
        board.unstep(step, captured);
        mate
    })
}
