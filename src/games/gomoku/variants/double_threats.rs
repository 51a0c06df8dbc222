//! Victory by continuous double threats in Connect6 (Wu and Huang, 2005): every turn of the
//! attacker makes threats that one stone cannot stop, until two cannot either.
//!
//! The defence is conservative: all points that stop a threat are given to the defender at
//! once, more than it may place, so that no choice between them need be searched. A win found so
//! is a win; some are missed.

use super::search_board::{SearchBoard, can_block};
use super::threat_moves::ThreatMoves;
use super::windows::{Window, Windows};
use crate::games::gomoku::bitboard::CELLS;
use crate::search::SearchBudget;

/// Longest sequence, in turns of the attacker.
const MAX_TURNS: usize = 12;

/// Most pairs of stones tried in a turn.
const MAX_PAIRS: usize = 40;

/// Most threats looked at together.
const MAX_THREATS: usize = 24;

/// Stones that are a threat with the two of the next turn.
const THREAT: u8 = 4;

/// The stones of a turn; of one stone both are the same.
type Turn = [u16; 2];

/// A win by double threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleThreatWin {
    /// The stones of the first turn; both are the same where one is left.
    pub first: [u16; 2],
    /// Turns of the attacker, with the one that makes the row.
    pub turns: usize,
}

/// The search for a win by double threats.
struct Attack {
    windows: Windows,
    is_empty: [bool; CELLS],
    own: usize,
    first: Turn,
}

/// A win of the side to move by double threats, if one is found within the budget, of which each
/// turn that is tried takes a node.
pub fn find_double_threats(
    board: &SearchBoard,
    budget: &mut SearchBudget,
) -> Option<DoubleThreatWin> {
    if board.position().end().is_some() {
        return None;
    }
    // Who must stop a row first can only win at once.
    let most = if board.is_threatened() { 0 } else { MAX_TURNS };
    let mut is_empty = [false; CELLS];
    board.position().cells().for_each(|cell| {
        is_empty[usize::from(cell)] = board.position().is_empty(cell);
    });
    let windows = board.windows().clone();
    let mut attack = Attack { windows, is_empty, own: board.colour(), first: [0; 2] };
    let turns = (0..=most).step_by(3).find_map(|max_turns| {
        if budget.is_spent() {
            return None;
        }
        attack.turns_to_win(budget, board.stones_left(), max_turns, true)
    })?;
    Some(DoubleThreatWin { first: attack.first, turns })
}

impl Attack {
    /// Number of turns in which the attacker wins, who is to move with this many stones and
    /// has at most `max_turns` before the one that makes the row.
    fn turns_to_win(
        &mut self,
        budget: &mut SearchBudget,
        stones: usize,
        max_turns: usize,
        is_first: bool,
    ) -> Option<usize> {
        let least = (self.windows.length() - stones) as u8;
        if let Some(window) = self.windows.with_at_least(self.own, least).next() {
            if is_first {
                let cells: Vec<u16> = self.empty_cells(window).collect();
                self.first = [*cells.first()?, *cells.last()?];
            }
            return Some(1);
        }
        if max_turns == 0 {
            return None;
        }
        for turn in self.turns(stones) {
            if !budget.spend(1) {
                return None;
            }
            if let Some(turns) = self.turns_after(budget, turn, max_turns, stones == 1) {
                if is_first {
                    self.first = turn;
                }
                return Some(turns + 1);
            }
        }
        None
    }

    /// [`Attack::turns_to_win`] after this turn, if it makes two threats or more.
    fn turns_after(
        &mut self,
        budget: &mut SearchBudget,
        turn: Turn,
        max_turns: usize,
        looks_everywhere: bool,
    ) -> Option<usize> {
        let own = self.own;
        self.place(turn, own);
        let mut threats = [[0; 2]; MAX_THREATS];
        let count = self.threats(turn, looks_everywhere, &mut threats);
        let threats = &threats[..count];
        let stops = |stones: usize| can_block(threats, &mut [u16::MAX; 2], 0, stones);
        let turns = if !stops(2) {
            Some(1)
        } else if stops(1) || count == MAX_THREATS {
            None
        } else {
            self.turns_after_defence(budget, threats, max_turns)
        };
        self.take_back(turn, own);
        turns
    }

    /// The same when the defender has all the points that stop a threat.
    fn turns_after_defence(
        &mut self,
        budget: &mut SearchBudget,
        threats: &[[u16; 2]],
        max_turns: usize,
    ) -> Option<usize> {
        let defender = self.own ^ 1;
        let mut stops = ThreatMoves::default();
        threats.iter().flatten().for_each(|&cell| stops.push(cell));
        for cell in stops.cells() {
            self.place([cell; 2], defender);
        }
        let threatens = stops.cells().any(|cell| {
            self.windows.through_with_at_least(cell, defender, THREAT).next().is_some()
        });
        // A defender that threatens to win itself must be answered.
        let turns =
            if threatens { None } else { self.turns_to_win(budget, 2, max_turns - 1, false) };
        for cell in stops.cells() {
            self.take_back([cell; 2], defender);
        }
        turns
    }

    /// The empty cells of the threats that the stones of a turn belong to, or of all threats.
    fn threats(
        &self,
        turn: Turn,
        looks_everywhere: bool,
        threats: &mut [[u16; 2]; MAX_THREATS],
    ) -> usize {
        let mut count = 0;
        let mut push = |window: Window| {
            let mut empty = self.empty_cells(window);
            let first = empty.next().unwrap_or(0);
            let threat = [first, empty.next().unwrap_or(first)];
            if !threats[..count].contains(&threat) && count < MAX_THREATS {
                threats[count] = threat;
                count += 1;
            }
        };
        if looks_everywhere {
            self.windows.with_at_least(self.own, THREAT).for_each(&mut push);
        } else {
            for cell in turn {
                self.windows.through_with_at_least(cell, self.own, THREAT).for_each(&mut push);
            }
        }
        count
    }

    /// The turns that make a threat with each stone, or with both together; the best first.
    fn turns(&self, stones: usize) -> Vec<Turn> {
        let own = self.own;
        let gain = |cell: u16| self.windows.gain(cell, own);
        let mut threes = ThreatMoves::default();
        for window in self.windows.with_at_least(own, THREAT - 1) {
            self.empty_cells(window).for_each(|cell| threes.push(cell));
        }
        threes.sort_by_score(gain);
        let mut turns: Vec<Turn> = Vec::new();
        if stones == 1 {
            turns.extend(threes.cells().map(|cell| [cell; 2]));
            return turns;
        }
        for (n, first) in threes.cells().enumerate() {
            turns.extend(threes.cells().skip(n + 1).map(|last| [first.min(last), first.max(last)]));
        }
        for window in self.windows.with_at_least(own, THREAT - 2) {
            if self.windows.stones(window, own) > THREAT - 2 {
                continue;
            }
            for (n, first) in self.empty_cells(window).enumerate() {
                let later = self.empty_cells(window).skip(n + 1);
                turns.extend(later.map(|last| [first.min(last), first.max(last)]));
            }
        }
        turns.sort_unstable();
        turns.dedup();
        turns.sort_by_key(|&[first, last]| (-gain(first) - gain(last), first, last));
        turns.truncate(MAX_PAIRS);
        turns
    }

    fn empty_cells(&self, window: Window) -> impl Iterator<Item = u16> + use<'_> {
        let cells = window.cells(self.windows.length());
        cells.filter(|&cell| self.is_empty[usize::from(cell)])
    }

    fn place(&mut self, [first, last]: Turn, colour: usize) {
        for cell in [first, last].into_iter().take(1 + usize::from(first != last)) {
            self.windows.add(cell, colour);
            self.is_empty[usize::from(cell)] = false;
        }
    }

    fn take_back(&mut self, [first, last]: Turn, colour: usize) {
        for cell in [first, last].into_iter().take(1 + usize::from(first != last)) {
            self.windows.remove(cell, colour);
            self.is_empty[usize::from(cell)] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Position, Random};
    use crate::games::gomoku::opening_rule::OpeningRule;
    use crate::games::gomoku::variants::{Variant, VariantMove, VariantPosition};
    use crate::search::{Limits, StopFlag};

    fn find(position: &VariantPosition) -> Option<DoubleThreatWin> {
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        find_double_threats(&SearchBoard::new(position), &mut budget)
    }

    fn read(text: &str) -> VariantPosition {
        VariantPosition::read(text, 15, Variant::Connect6, OpeningRule::None, 0).unwrap()
    }

    #[test]
    fn three_threats_at_once_win() {
        // Two open pairs become fours that three stones would be needed for.
        let crossing = read("e8,f8,g8,h11,h10,h9 a1,c1,k1,m1,a15 black");
        assert_eq!(find(&crossing).map(|win| win.turns), Some(2));
        assert_eq!(find(&read("e8,f8 a1,c1,k1 black")), None);
    }

    #[test]
    fn no_two_stones_refute_a_win_by_double_threats() {
        let mut wins = 0;
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let mut position = VariantPosition::new(11, Variant::Connect6, OpeningRule::None, 0);
            let mut moves = Vec::new();
            for _ in 0..25 + 2 * (seed % 8) {
                position.legal_moves(&mut moves);
                if let Some(&mv) = random.pick(&moves) {
                    position.play(mv);
                }
            }
            let Some(win) = find(&position).filter(|win| win.turns > 1) else { continue };
            wins += 1;
            let own = position.side_to_move();
            win.first.iter().for_each(|&cell| _ = position.play(VariantMove::Stone(cell)));
            assert!(position.end().is_none() && position.side_to_move() != own);
            for _ in 0..30 {
                let mut next = position;
                for _ in 0..2 {
                    next.legal_moves(&mut moves);
                    // Mostly where the threats are.
                    let near = |mv: &&VariantMove| {
                        SearchBoard::new(&next).windows().gain(mv.cell(), own.index()) >= 60
                    };
                    let stops: Vec<VariantMove> = moves.iter().filter(near).copied().collect();
                    let mv = random.pick(&stops).or(moves.first()).copied();
                    mv.into_iter().for_each(|mv| _ = next.play(mv));
                }
                assert!(next.end().is_none() && find(&next).is_some(), "{seed}: {win:?}");
            }
        }
        assert!(wins > 5, "{wins}");
    }
}
