//! Search position of the variants: row windows and captures, updated
//! incrementally, and a move generator that yields only candidate moves.

use super::Variant;
use super::capture_map::CaptureMap;
use super::position::{Stage, Undo as RulesUndo, VariantMove, VariantPosition};
use super::threat_moves::ThreatMoves;
use super::windows::{COMPLETION_GAIN, Windows};
use crate::core::{Outcome, Position, Side};
use crate::games::gomoku::bitboard::CELLS;

/// Maximum number of candidate moves where nothing is forced: with one stone a
/// turn, and with two, where pairs multiply.
const MAX_CANDIDATES: usize = 20;
const MAX_CONNECT6_CANDIDATES: usize = 14;

/// Maximum number of candidate removals after a goal.
const MAX_REMOVALS: usize = 8;

/// Maximum number of Connect6 threats searched; each must be answered, so that
/// more make no difference.
const MAX_THREATS: usize = 48;

/// Ordering bonus per stone captured, and per stone saved, in hundredths of a
/// tempo.
const CAPTURE_BONUS: i32 = 70;
const RESCUE_BONUS: i32 = 60;

/// Ordering bonus for stopping a winning capture.
const WINNING_CAPTURE_BONUS: i32 = 20_000;

/// A candidate move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidateMove {
    /// The move.
    pub rules_move: VariantMove,
    /// True when it is the only candidate.
    pub forced: bool,
    /// Move ordering score.
    pub order_score: i32,
}

impl CandidateMove {
    /// A stone that answers a threat.
    pub(super) fn reply(cell: u16, order_score: i32) -> CandidateMove {
        CandidateMove { rules_move: VariantMove::Stone(cell), forced: false, order_score }
    }
}

/// A position with its row windows.
#[derive(Clone)]
pub struct SearchBoard {
    position: VariantPosition,
    windows: Windows,
    ply: i32,
}

impl SearchBoard {
    /// The search position of a position.
    #[must_use]
    pub fn new(position: &VariantPosition) -> SearchBoard {
        let length = position.variant().winning_length() as usize;
        let windows = Windows::new(position.lines(), position.size(), length);
        SearchBoard { position: *position, windows, ply: 0 }
    }

    /// The underlying position.
    #[must_use]
    pub fn position(&self) -> &VariantPosition {
        &self.position
    }

    /// Its row windows.
    #[must_use]
    pub fn windows(&self) -> &Windows {
        &self.windows
    }

    /// Plies played since the search began.
    #[must_use]
    pub fn ply(&self) -> i32 {
        self.ply
    }

    /// The colour to move; black is 0.
    #[inline]
    #[must_use]
    pub fn colour(&self) -> usize {
        self.position.side_to_move().index()
    }

    /// Number of stones left to the side to move in its turn.
    #[inline]
    #[must_use]
    pub fn stones_left(&self) -> usize {
        let two =
            self.position.variant() == Variant::Connect6 && self.position.stage() == Stage::Turn;
        1 + usize::from(two)
    }

    /// The captures of both sides; `None` in variants without captures.
    #[must_use]
    pub fn captures(&self) -> Option<CaptureMap> {
        CaptureMap::of(&self.position)
    }

    /// The cells on which this colour completes a row with one stone.
    pub fn completing_cells(&self, colour: usize) -> impl Iterator<Item = u16> + use<'_> {
        let none = self.windows.live_count(colour, self.windows.length() - 1) == 0;
        let cells = self.position.cells().take(if none { 0 } else { CELLS });
        cells.filter(move |&cell| {
            self.windows.gain(cell, colour) >= COMPLETION_GAIN
                && self.position.is_empty(cell)
                && self.position.would_make_row(cell, colour)
        })
    }

    /// A stone with which the side to move wins, or begins a turn that wins.
    #[must_use]
    pub fn winning_cell(&self, captures: Option<&CaptureMap>) -> Option<u16> {
        let own = self.colour();
        let variant = self.position.variant();
        if self.position.stage() == Stage::Remove {
            return None;
        }
        if variant == Variant::Connect6 {
            let least = self.windows.length() - self.stones_left();
            if (least..self.windows.length())
                .all(|stones| self.windows.live_count(own, stones) == 0)
            {
                return None;
            }
            let window = self.windows.with_at_least(own, least as u8).next()?;
            return window.cells(self.windows.length()).find(|&cell| self.position.is_empty(cell));
        }
        let goal_wins = self.position.scores()[own] + 1 >= self.position.goals_to_win();
        if variant != Variant::Bubble || goal_wins {
            let made = self.completing_cells(own).find(|&cell| self.position.may_place(cell));
            if made.is_some() {
                return made;
            }
        }
        let (captures, wins) = (captures?, variant.captures_to_win()?);
        let missing = wins.saturating_sub(self.position.scores()[own]);
        if missing > 2 * variant.max_flanked() as u16 * 4 {
            return None;
        }
        self.position.cells().find(|&cell| {
            let captured = captures.at(cell, own);
            captured > 0 && captured >= missing && self.position.may_place(cell)
        })
    }

    /// The stones with which the side to move may make a four, the best first; in variants with
    /// one stone a turn.
    pub(super) fn four_moves(&self, captures: Option<&CaptureMap>) -> ThreatMoves {
        let own = self.colour();
        let mut fours = ThreatMoves::default();
        if self.windows.live_count(own, self.windows.length() - 2) == 0 {
            return fours;
        }
        let least = self.windows.gain_of_stone(self.windows.length() - 2);
        let may_make = |&cell: &u16| self.windows.gain(cell, own) >= least;
        let cells = self.position.cells().filter(may_make);
        cells.filter(|&cell| self.is_safe_stone(cell)).for_each(|cell| fours.push(cell));
        fours.sort_by_score(|cell| self.move_order_score(VariantMove::Stone(cell), captures));
        fours
    }

    /// True if the other side makes its row with its next turn unless the side to move prevents
    /// it, or wins first.
    #[must_use]
    pub fn is_threatened(&self) -> bool {
        let other = self.colour() ^ 1;
        if self.position.end().is_some() || self.position.stage() == Stage::Remove {
            return false;
        }
        if self.position.variant() == Variant::Connect6 {
            let length = self.windows.length();
            return self.windows.live_count(other, length - 1) > 0
                || self.windows.live_count(other, length - 2) > 0;
        }
        self.completing_cells(other).next().is_some()
    }

    /// The empty cells of each window that the enemy could fill in its next
    /// turn of two stones.
    fn threats(&self, threats: &mut [[u16; 2]; MAX_THREATS]) -> usize {
        let other = self.colour() ^ 1;
        let length = self.windows.length();
        if self.windows.live_count(other, length - 1) + self.windows.live_count(other, length - 2)
            == 0
        {
            return 0;
        }
        let mut found = 0;
        let windows = self.windows.with_at_least(other, length as u8 - 2);
        for (slot, window) in threats.iter_mut().zip(windows) {
            let mut empty = window.cells(length).filter(|&cell| self.position.is_empty(cell));
            let first = empty.next().unwrap_or(0);
            *slot = [first, empty.next().unwrap_or(first)];
            found += 1;
        }
        found
    }

    /// True when the enemy's threats of a turn of two stones can no longer all
    /// be stopped (Connect6).
    #[must_use]
    pub fn has_unstoppable_threats(&self) -> bool {
        if self.position.variant() != Variant::Connect6 {
            return false;
        }
        let mut threats = [[0; 2]; MAX_THREATS];
        let found = self.threats(&mut threats);
        !can_block(&threats[..found], &mut [u16::MAX; 2], 0, self.stones_left())
    }

    /// Adds the stones that, together with those left in the turn, stop all
    /// threats of a turn of two stones; none if there is no threat.
    fn block_threats(&self, moves: &mut Vec<CandidateMove>) {
        let mut threats = [[0; 2]; MAX_THREATS];
        let found = self.threats(&mut threats);
        let threats = &threats[..found];
        let Some(&[a, b]) = threats.first() else { return };
        // Every answer has a stone in the first threat.
        let stones = if a == b { &[a][..] } else { &[a, b][..] };
        for all in [false, true] {
            for &stone in stones {
                if all || can_block(threats, &mut [stone, u16::MAX], 1, self.stones_left() - 1) {
                    moves.push(CandidateMove::reply(
                        stone,
                        self.move_order_score(VariantMove::Stone(stone), None),
                    ));
                }
            }
            if !moves.is_empty() {
                return;
            }
        }
    }

    /// Adds the moves that win, or answer a threat.
    fn forced_moves(&self, captures: Option<&CaptureMap>, moves: &mut Vec<CandidateMove>) {
        let order_score = |cell| self.move_order_score(VariantMove::Stone(cell), captures);
        if let Some(cell) = self.winning_cell(captures) {
            moves.push(CandidateMove::reply(cell, order_score(cell)));
            return;
        }
        let (own, other) = (self.colour(), self.colour() ^ 1);
        match self.position.variant() {
            Variant::Connect6 => self.block_threats(moves),
            variant => {
                if variant == Variant::Bubble {
                    moves.extend(
                        self.completing_cells(own)
                            .map(|cell| CandidateMove::reply(cell, order_score(cell))),
                    );
                    if !moves.is_empty() {
                        return;
                    }
                }
                let mut push = |cell: u16| {
                    let is_new = !moves
                        .iter()
                        .any(|candidate| candidate.rules_move == VariantMove::Stone(cell));
                    if is_new && self.is_safe_stone(cell) {
                        moves.push(CandidateMove::reply(cell, order_score(cell)));
                    }
                };
                let mut has_threat = false;
                for cell in self.completing_cells(other) {
                    has_threat = true;
                    push(cell);
                }
                if let Some(captures) = captures.filter(|_| has_threat) {
                    // A capture may break the row.
                    self.position.cells().filter(|&cell| captures.at(cell, own) > 0).for_each(push);
                }
            }
        }
    }

    /// True when a stone there is legal and not forbidden.
    pub(super) fn is_safe_stone(&self, cell: u16) -> bool {
        self.position.may_place(cell)
            && (self.position.side_to_move() == Side::Second || self.position.foul(cell).is_none())
    }

    /// Move ordering score of a move of the side to move.
    fn move_order_score(&self, mv: VariantMove, captures: Option<&CaptureMap>) -> i32 {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        let cell = match mv {
            VariantMove::Remove(cell) => return self.windows.removal_gain(cell, own),
            VariantMove::Stone(cell) => cell,
        };
        // An attack is a tempo ahead of stopping the same attack.
        let mut order_score = self.windows.gain(cell, own).min(COMPLETION_GAIN) * 5 / 4
            + self.windows.gain(cell, other).min(COMPLETION_GAIN);
        if let Some(captures) = captures {
            let [captured, lost] = [own, other].map(|colour| captures.at(cell, colour));
            order_score += i32::from(captured) * CAPTURE_BONUS + i32::from(lost) * RESCUE_BONUS;
            let wins = self.position.variant().captures_to_win().unwrap_or(u16::MAX);
            if lost > 0 && self.position.scores()[other] + lost >= wins {
                order_score += WINNING_CAPTURE_BONUS;
            }
        }
        order_score
    }

    fn best_candidates(&self, captures: Option<&CaptureMap>, moves: &mut Vec<CandidateMove>) {
        let max_candidates = match (self.position.stage(), self.position.variant()) {
            (Stage::Remove, _) => MAX_REMOVALS,
            (_, Variant::Connect6) => MAX_CONNECT6_CANDIDATES,
            _ => MAX_CANDIDATES,
        };
        let mut best = [(i32::MIN, VariantMove::Stone(0)); MAX_CANDIDATES];
        let mut found = 0;
        for cell in self.position.cells() {
            let mv = match self.position.stage() {
                Stage::Remove if self.position.may_remove(cell) => VariantMove::Remove(cell),
                Stage::Turn | Stage::Last | Stage::Extra if self.position.is_empty(cell) => {
                    VariantMove::Stone(cell)
                }
                _ => continue,
            };
            let order_score = self.move_order_score(mv, captures);
            if found == max_candidates && order_score <= best[max_candidates - 1].0 {
                continue;
            }
            if matches!(mv, VariantMove::Stone(_)) && !self.is_safe_stone(cell) {
                continue;
            }
            let last = found.min(max_candidates - 1);
            let place = best[..last].partition_point(|&(other, _)| other >= order_score);
            best.copy_within(place..last, place + 1);
            best[place] = (order_score, mv);
            found = (found + 1).min(max_candidates);
        }
        moves.extend(best[..found].iter().map(|&(order_score, mv)| CandidateMove {
            rules_move: mv,
            forced: false,
            order_score,
        }));
    }
}

/// True when the threats without a chosen stone can be stopped with this many
/// more stones.
pub(super) fn can_block(
    threats: &[[u16; 2]],
    chosen: &mut [u16; 2],
    count: usize,
    left: usize,
) -> bool {
    let open = |threat: &&[u16; 2]| !chosen[..count].iter().any(|stone| threat.contains(stone));
    let Some(&threat) = threats.iter().find(open) else { return true };
    if left == 0 || count == chosen.len() {
        return false;
    }
    threat.into_iter().any(|stone| {
        chosen[count] = stone;
        can_block(threats, chosen, count + 1, left - 1)
    })
}

/// State needed to undo a move.
#[derive(Clone, Copy)]
pub struct Undo(RulesUndo);

impl Position for SearchBoard {
    type Move = CandidateMove;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    fn legal_moves(&self, moves: &mut Vec<CandidateMove>) {
        moves.clear();
        if self.position.end().is_some() {
            return;
        }
        let captures = self.captures();
        if self.position.stage() != Stage::Remove {
            self.forced_moves(captures.as_ref(), moves);
        }
        if moves.is_empty() {
            self.best_candidates(captures.as_ref(), moves);
        }
        if moves.is_empty() {
            // Only forbidden moves are left.
            let cells = self.position.cells().filter(|&cell| self.position.may_place(cell));
            moves.extend(cells.map(|cell| CandidateMove::reply(cell, 0)));
        }
        if let [only] = &mut moves[..] {
            only.forced = true;
        }
    }

    fn is_legal(&self, mv: CandidateMove) -> bool {
        self.position.is_legal(mv.rules_move)
    }

    fn play(&mut self, mv: CandidateMove) -> Undo {
        let (own, other) = (self.colour(), self.colour() ^ 1);
        let undo = self.position.play(mv.rules_move);
        match mv.rules_move {
            VariantMove::Stone(cell) => self.windows.add(cell, own),
            VariantMove::Remove(cell) => self.windows.remove(cell, other),
        }
        for cell in undo.removed().iter() {
            self.windows.remove(cell, undo.removed_colour);
        }
        self.ply += 1;
        Undo(undo)
    }

    fn undo(&mut self, mv: CandidateMove, Undo(undo): Undo) {
        self.position.undo(mv.rules_move, undo);
        let (own, other) = (self.colour(), self.colour() ^ 1);
        for cell in undo.removed().iter() {
            self.windows.add(cell, undo.removed_colour);
        }
        match mv.rules_move {
            VariantMove::Stone(cell) => self.windows.remove(cell, own),
            VariantMove::Remove(cell) => self.windows.add(cell, other),
        }
        self.ply -= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Random;
    use crate::games::gomoku::opening_rule::OpeningRule;

    fn assert_same_state(a: &SearchBoard, b: &SearchBoard) {
        for colour in 0..2 {
            assert_eq!(a.windows.value(colour), b.windows.value(colour));
            for stones in 1..=6 {
                assert_eq!(
                    a.windows.live_count(colour, stones),
                    b.windows.live_count(colour, stones)
                );
            }
            for cell in 0..CELLS as u16 {
                assert_eq!(a.windows.gain(cell, colour), b.windows.gain(cell, colour));
            }
        }
    }

    #[test]
    fn incremental_windows_equal_those_read_from_the_board() {
        for (_, variant) in Variant::ALL {
            for size in [7, 19, 20] {
                let mut random = Random::new(u64::from(size));
                let mut board =
                    SearchBoard::new(&VariantPosition::new(size, variant, OpeningRule::None, 2));
                let (mut moves, mut legal, mut played) = (Vec::new(), Vec::new(), Vec::new());
                while board.position.end().is_none() {
                    board.legal_moves(&mut moves);
                    assert!(
                        moves.iter().all(|&candidate| board.is_legal(candidate)),
                        "{variant:?}"
                    );
                    assert!(!moves.is_empty(), "{variant:?}");
                    board.position.legal_moves(&mut legal);
                    let Some(&mv) = random.pick(&legal) else { break };
                    let candidate = CandidateMove { rules_move: mv, forced: false, order_score: 0 };
                    let before = board.clone();
                    let undo = board.play(candidate);
                    board.undo(candidate, undo);
                    assert_same_state(&board, &before);
                    played.push((candidate, board.play(candidate)));
                    assert_same_state(&board, &SearchBoard::new(&board.position));
                }
                for (candidate, undo) in played.into_iter().rev() {
                    board.undo(candidate, undo);
                }
                assert_same_state(
                    &board,
                    &SearchBoard::new(&VariantPosition::new(size, variant, OpeningRule::None, 2)),
                );
            }
        }
    }
}
