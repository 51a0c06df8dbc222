//! Victory by continuous fours (VCF) in the variants with one stone a turn: every move of the
//! attacker threatens five, so that the defender can only stop it, break the row by a capture,
//! or win first.

use super::Variant;
use super::capture_map::CaptureMap;
use super::position::{Stage, VariantMove};
use super::search_board::{CandidateMove, SearchBoard};
use super::threat_moves::ThreatMoves;
use crate::core::Position;
use crate::search::SearchBudget;

/// Entries of the table of refuted positions.
const TABLE_SIZE: usize = 1 << 12;

/// Longest sequence, in plies.
const MAX_PLIES: usize = 60;

/// The verdict on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The attacker wins.
    Won,
    /// Every sequence of fours is refuted.
    NoWin,
    /// The budget ran out, or the sequence was too long.
    Unknown,
}

/// The search for a win by fours. Positions refuted once are remembered.
#[derive(Default)]
pub struct FourSearch {
    /// Keys of refuted positions, by their lowest bits.
    refuted: Vec<u64>,
    /// The winning sequence, last move first.
    line: Vec<VariantMove>,
}

impl FourSearch {
    /// The winning sequence of the side to move, if one is found within the budget.
    pub fn find(
        &mut self,
        board: &mut SearchBoard,
        budget: &mut SearchBudget,
    ) -> Option<&[VariantMove]> {
        let position = board.position();
        let own = board.colour();
        let five_wins = position.variant() != Variant::Bubble
            || position.scores()[own] + 1 >= position.goals_to_win();
        if !five_wins || position.end().is_some() || position.stage() == Stage::Remove {
            return None;
        }
        self.refuted.resize(TABLE_SIZE, 0);
        self.line.clear();
        if self.attack(board, budget, 0) != Verdict::Won {
            return None;
        }
        self.line.reverse();
        Some(&self.line)
    }

    /// The verdict on a position with the attacker to move.
    fn attack(
        &mut self,
        board: &mut SearchBoard,
        budget: &mut SearchBudget,
        ply: usize,
    ) -> Verdict {
        if ply >= MAX_PLIES || !budget.spend(1) {
            return Verdict::Unknown;
        }
        let fours = {
            let captures = board.captures();
            if let Some(cell) = board.winning_cell(captures.as_ref()) {
                self.line.push(VariantMove::Stone(cell));
                return Verdict::Won;
            }
            let key = board.key();
            if self.refuted[key as usize % TABLE_SIZE] == key {
                return Verdict::NoWin;
            }
            board.four_moves(captures.as_ref())
        };
        let mut verdict = Verdict::NoWin;
        for cell in fours.cells() {
            let four = CandidateMove::reply(cell, 0);
            let undo = board.play(four);
            let answered = self.defend(board, budget, ply + 1);
            board.undo(four, undo);
            match answered {
                Verdict::Won => {
                    self.line.push(four.rules_move);
                    return Verdict::Won;
                }
                Verdict::Unknown => verdict = Verdict::Unknown,
                Verdict::NoWin => {}
            }
            if budget.is_spent() {
                return Verdict::Unknown;
            }
        }
        if verdict == Verdict::NoWin {
            let key = board.key();
            self.refuted[key as usize % TABLE_SIZE] = key;
        }
        verdict
    }

    /// The verdict on a position with the defender to move, after a four.
    fn defend(
        &mut self,
        board: &mut SearchBoard,
        budget: &mut SearchBudget,
        ply: usize,
    ) -> Verdict {
        let Some(answers) = answers(board) else { return Verdict::NoWin };
        let length = self.line.len();
        for cell in answers.cells() {
            let from = self.line.len();
            let answer = CandidateMove::reply(cell, 0);
            let undo = board.play(answer);
            let verdict = self.attack(board, budget, ply + 1);
            board.undo(answer, undo);
            if verdict != Verdict::Won {
                self.line.truncate(length);
                return verdict;
            }
            self.line.push(answer.rules_move);
            // Of several answers the line shows the one that lasts longest.
            if self.line.len() - from > from - length {
                self.line.drain(length..from);
            } else {
                self.line.truncate(from);
            }
        }
        Verdict::Won
    }
}

/// The stones of the defender that may refute the four just made: on the points where it
/// becomes five, and captures. `None` if it is refuted in any case, or is no four.
fn answers(board: &SearchBoard) -> Option<ThreatMoves> {
    let (defender, attacker) = (board.colour(), board.colour() ^ 1);
    let captures = board.captures();
    let is_over = board.position().end().is_some();
    if is_over || board.winning_cell(captures.as_ref()).is_some() {
        return None;
    }
    let mut answers = ThreatMoves::default();
    board.completing_cells(attacker).for_each(|cell| answers.push(cell));
    // A goal of the defender's is followed by more stones of its own.
    if answers.is_empty() || board.completing_cells(defender).next().is_some() {
        return None;
    }
    let captures_at = |captures: &CaptureMap, cell| captures.at(cell, defender) > 0;
    if let Some(captures) = &captures {
        let position = board.position();
        let capturing = position.cells().filter(|&cell| captures_at(captures, cell));
        capturing.for_each(|cell| answers.push(cell));
    }
    if answers.is_full() {
        return None;
    }
    answers.retain(|cell| board.is_safe_stone(cell));
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::super::position::VariantPosition;
    use super::*;
    use crate::core::Random;
    use crate::games::gomoku::opening_rule::OpeningRule;
    use crate::search::{Limits, StopFlag};

    fn find(position: &VariantPosition) -> Option<Vec<VariantMove>> {
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        let mut search = FourSearch::default();
        search.find(&mut SearchBoard::new(position), &mut budget).map(<[_]>::to_vec)
    }

    #[test]
    fn an_open_three_wins_by_a_four() {
        for variant in [Variant::Pente, Variant::Keryo, Variant::Ninuki, Variant::Liberty] {
            let text = "e8,f8,g8 a1,c1,k12 black";
            let position = VariantPosition::read(text, 15, variant, OpeningRule::None, 3).unwrap();
            assert_eq!(find(&position).map(|line| line.len()), Some(3), "{variant:?}");
        }
    }

    #[test]
    fn a_goal_that_does_not_win_is_not_sought() {
        for (goals, wins) in [("2:0", true), ("1:0", false)] {
            let text = format!("e8,f8,g8 a1,c1,k12 black goals={goals}");
            let bubble = Variant::Bubble;
            let position = VariantPosition::read(&text, 15, bubble, OpeningRule::None, 3).unwrap();
            assert_eq!(find(&position).is_some(), wins, "{goals}");
        }
    }

    #[test]
    fn no_answer_of_any_kind_refutes_a_win_by_fours() {
        for variant in
            [Variant::Pente, Variant::Keryo, Variant::Ninuki, Variant::Liberty, Variant::Bubble]
        {
            let mut wins = 0;
            for seed in 0..400 {
                let mut random = Random::new(seed);
                let mut position = VariantPosition::new(9, variant, OpeningRule::None, 1);
                let mut moves = Vec::new();
                for _ in 0..16 + seed % 12 {
                    position.legal_moves(&mut moves);
                    if let Some(&mv) = random.pick(&moves) {
                        position.play(mv);
                    }
                }
                let Some(line) = find(&position).filter(|line| line.len() > 1) else { continue };
                wins += 1;
                let own = position.side_to_move();
                position.play(line[0]);
                position.legal_moves(&mut moves);
                for &answer in &moves {
                    let mut next = position;
                    next.play(answer);
                    let winner = next.outcome().and_then(|outcome| outcome.winner);
                    let is_won =
                        winner == Some(own) || next.end().is_none() && find(&next).is_some();
                    assert!(is_won, "{variant:?} {seed}: {line:?} {answer:?}");
                }
            }
            assert!(wins > 10, "{variant:?}: {wins}");
        }
    }
}
