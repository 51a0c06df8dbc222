//! Evaluation and move ordering for the searches, and move features for the
//! evolved player.

use super::position::Cell;
use super::search_board::SearchBoard;
use crate::core::Position;
use crate::search::evolution::FeatureExtractor;
use crate::search::{SearchBudget, SearchGame, Window};

/// The value of a win, minus the marks on the board: a faster win is better.
pub const WIN: i32 = 1_000_000;

/// Values from here on are proved wins.
pub const WIN_THRESHOLD: i32 = WIN - 1000;

/// Bound of estimates.
const MAX_ESTIMATE: i32 = 100_000;

/// Evaluation and move ordering for the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluator;

/// The proved value of a position without search: neither side can reach the
/// goal any more, the side to move can at once, or its opponent has two winning
/// squares.
fn static_result(position: &SearchBoard) -> Option<i32> {
    let at = position.position();
    if at.outcome().is_some() {
        return None;
    }
    if position.is_dead() {
        return Some(0);
    }
    let side = at.side_to_move();
    let marks = at.marks() as i32;
    if position.winning_cells(side).next().is_some() {
        return Some(WIN - marks - 1);
    }
    (position.winning_cells(side.other()).nth(1).is_some()).then_some(marks + 2 - WIN)
}

impl SearchGame for Evaluator {
    type Position = SearchBoard;

    fn evaluate(&mut self, position: &SearchBoard) -> i32 {
        if position.outcome().is_some() {
            return self.terminal_value(position);
        }
        if position.filter().forced
            && let Some(value) = static_result(position)
        {
            return value;
        }
        // Having the move is an advantage.
        let side = position.side_to_move();
        let value = position.line_value(side) * 3 / 2 - position.line_value(side.other());
        value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    fn terminal_value(&self, position: &SearchBoard) -> i32 {
        // The line belongs to the side that has just moved, except in positions set up
        // otherwise.
        let marks = position.position().marks() as i32;
        match position.position().winner() {
            None => 0,
            Some(winner) if winner == position.side_to_move() => WIN - marks,
            Some(_) => marks - WIN,
        }
    }

    fn move_order_score(&mut self, position: &mut SearchBoard, mv: Cell, _: u32) -> i32 {
        position.move_order_score(mv)
    }

    fn move_id(&self, mv: Cell) -> u16 {
        mv.index() as u16 + 1
    }

    fn costs_no_depth(&self, _: Cell) -> bool {
        false
    }

    fn max_plies_left(&self, position: &SearchBoard) -> u32 {
        position.position().empties()
    }

    fn is_mate_within(&self, value: i32, _depth: u32) -> bool {
        value.abs() >= WIN_THRESHOLD
    }

    fn solve(&mut self, position: &SearchBoard, _: Window, _: &mut SearchBudget) -> Option<i32> {
        if position.filter().forced { static_result(position) } else { None }
    }
}

/// Feature buckets by missing marks: 1, 2, 3, more.
const MISSING_BUCKETS: usize = 4;

/// Translation keys of the move features.
pub const MOVE_FEATURES: [&str; 2 * MISSING_BUCKETS + 1] = [
    "feature-own-1",
    "feature-own-2",
    "feature-own-3",
    "feature-own-more",
    "feature-enemy-1",
    "feature-enemy-2",
    "feature-enemy-3",
    "feature-enemy-more",
    "feature-centre",
];

impl FeatureExtractor for Evaluator {
    type Position = SearchBoard;

    const COUNT: usize = 2 * MISSING_BUCKETS + 1;

    /// Number of own lines that a move extends, by missing marks, number of
    /// enemy lines that it blocks, and its centrality.
    fn extract(&mut self, position: &SearchBoard, mv: Cell, features: &mut [f32]) {
        features.fill(0.0);
        let side = position.side_to_move();
        for (sides, of) in [side, side.other()].into_iter().enumerate() {
            for (missing, &count) in
                position.open_lines_by_missing(mv, of).iter().enumerate().skip(1)
            {
                let bucket = sides * MISSING_BUCKETS + missing.min(MISSING_BUCKETS) - 1;
                features[bucket] = (features[bucket] + count as f32 / 4.0).min(1.0);
            }
        }
        let rules = position.position().rules();
        let (file, rank) = rules.file_and_rank(mv);
        let off = |at: u8, side: u8| (2 * i32::from(at) + 1 - i32::from(side)).abs() as f32;
        let most = f32::from(rules.files) + f32::from(rules.ranks);
        let outward = off(file, rules.files) + off(rank, rules.ranks);
        features[2 * MISSING_BUCKETS] = 1.0 - outward / most;
    }
}

/// The win chance of the side to move for a search value.
pub fn win_chance(value: i32) -> f64 {
    match value {
        WIN_THRESHOLD.. => 1.0,
        _ if value <= -WIN_THRESHOLD => 0.0,
        _ => 1.0 / (1.0 + (-f64::from(value) / 400.0).exp()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::goal::Goal;
    use super::super::position::{Rules, TicTacToe};
    use super::super::search_board::MoveFilter;
    use super::*;
    use crate::core::Random;

    /// Plays games and compares the incremental state with one computed from
    /// scratch.
    #[test]
    fn incremental_state_equals_recomputed_state() {
        let mut random = Random::new(5);
        for (files, ranks, row, goal) in [
            (3, 3, 3, Goal::Row),
            (4, 6, 4, Goal::Row),
            (9, 7, 5, Goal::Row),
            (11, 11, 6, Goal::Row),
            (3, 3, 3, Goal::Line),
            (4, 6, 3, Goal::Line),
            (9, 9, 3, Goal::Line),
            (3, 3, 3, Goal::Diagonals),
            (6, 6, 3, Goal::Diagonals),
        ] {
            for forced in [false, true] {
                let filter = MoveFilter { width: (files > 5).then_some(12), forced };
                let overline = random.next_f64() < 0.5;
                let rules = Rules { files, ranks, row, overline, goal };
                let mut board = SearchBoard::new(&TicTacToe::new(rules), filter);
                let mut moves = Vec::new();
                loop {
                    let recomputed = SearchBoard::new(board.position(), filter);
                    assert_eq!(format!("{board:?}"), format!("{recomputed:?}"));
                    board.legal_moves(&mut moves);
                    assert_eq!(moves.is_empty(), board.outcome().is_some());
                    let Some(&mv) = random.pick(&moves) else { break };
                    assert!(board.is_legal(mv));
                    board.play(mv);
                    board.undo(mv, ());
                    assert_eq!(format!("{board:?}"), format!("{recomputed:?}"));
                    board.play(mv);
                }
            }
        }
    }

    #[test]
    fn a_decided_position_is_recognized_without_a_search() {
        let filter = MoveFilter { width: None, forced: true };
        let value = |text: &str| {
            let position = TicTacToe::read(text, Rules::default()).unwrap();
            static_result(&SearchBoard::new(&position, filter))
        };
        assert_eq!(value("---/---/--- X"), None);
        assert_eq!(value("XX-/OO-/--- X"), Some(WIN - 5));
        // O can stop one of two rows only.
        assert_eq!(value("X-X/---/X-O O"), Some(4 + 2 - WIN));
        assert_eq!(value("XOX/XOO/OX- X"), Some(0));
    }
}
