//! What the searches and the bred player know about k in a row.

use super::position::Cell;
use super::rows::Rows;
use crate::core::Position;
use crate::search::evolution::Features;
use crate::search::{Budget, Model};

/// The value of a row that stands, less a point for each mark on the board:
/// sooner is better.
pub const WIN: i32 = 1_000_000;

/// From here on a value is a certain win.
pub const CERTAIN: i32 = WIN - 1000;

/// No estimate is beyond this.
const MOST: i32 = 100_000;

/// The value and promise of positions and moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge;

/// The certain value of a position that shows it without a search: nobody
/// can complete a row any more, the side to move can at once, or the other
/// side could on two squares.
fn certain(position: &Rows) -> Option<i32> {
    let at = position.position();
    if at.outcome().is_some() {
        return None;
    }
    if position.is_dead() {
        return Some(0);
    }
    let side = at.side_to_move();
    let marks = at.marks() as i32;
    if position.winning(side).next().is_some() {
        return Some(WIN - marks - 1);
    }
    (position.winning(side.other()).nth(1).is_some()).then_some(marks + 2 - WIN)
}

impl Model for Knowledge {
    type Position = Rows;

    fn evaluate(&mut self, position: &Rows) -> i32 {
        if position.outcome().is_some() {
            return self.terminal(position);
        }
        if position.view().forced
            && let Some(value) = certain(position)
        {
            return value;
        }
        // It is an advantage to have the move.
        let side = position.side_to_move();
        let value = position.worth(side) * 3 / 2 - position.worth(side.other());
        value.clamp(-MOST, MOST)
    }

    fn terminal(&self, position: &Rows) -> i32 {
        // A row is of the side that has just moved, but for positions that
        // were set up otherwise.
        let marks = position.position().marks() as i32;
        match position.position().winner() {
            None => 0,
            Some(winner) if winner == position.side_to_move() => WIN - marks,
            Some(_) => marks - WIN,
        }
    }

    fn promise(&mut self, position: &mut Rows, mv: Cell, _: u32) -> i32 {
        position.promise(mv)
    }

    fn number(&self, mv: Cell) -> u16 {
        mv.index() as u16 + 1
    }

    fn is_free(&self, _: Cell) -> bool {
        false
    }

    fn remaining(&self, position: &Rows) -> u32 {
        position.position().empties()
    }

    fn settles(&self, value: i32, _depth: u32) -> bool {
        value.abs() >= CERTAIN
    }

    fn solve(&mut self, position: &Rows, _: (i32, i32), _: &mut Budget) -> Option<i32> {
        if position.view().forced { certain(position) } else { None }
    }
}

/// By missing marks, how finely the bred player sees places: 1, 2, 3, more.
const SHADES: usize = 4;

impl Features for Knowledge {
    type Position = Rows;

    const COUNT: usize = 2 * SHADES + 1;

    /// How many places a move furthers for its own side, by what is missing
    /// in them, how many of the other side's it closes, and how central it
    /// is.
    fn describe(&mut self, position: &Rows, mv: Cell, features: &mut [f32]) {
        features.fill(0.0);
        let side = position.side_to_move();
        for (sides, of) in [side, side.other()].into_iter().enumerate() {
            for (missing, &count) in position.missing(mv, of).iter().enumerate().skip(1) {
                let shade = sides * SHADES + missing.min(SHADES) - 1;
                features[shade] = (features[shade] + count as f32 / 4.0).min(1.0);
            }
        }
        let rules = position.position().rules();
        let (file, rank) = rules.place(mv);
        let off = |at: u8, side: u8| (2 * i32::from(at) + 1 - i32::from(side)).abs() as f32;
        let most = f32::from(rules.files) + f32::from(rules.ranks);
        let outward = off(file, rules.files) + off(rank, rules.ranks);
        features[2 * SHADES] = 1.0 - outward / most;
    }
}

/// How likely the side to move wins, from the value of a position.
pub fn chance(value: i32) -> f64 {
    match value {
        CERTAIN.. => 1.0,
        _ if value <= -CERTAIN => 0.0,
        _ => 1.0 / (1.0 + (-f64::from(value) / 400.0).exp()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::{Rules, TicTacToe};
    use super::super::rows::View;
    use super::*;
    use crate::core::Random;

    /// Plays games and compares what is kept move by move with what is
    /// counted anew.
    #[test]
    fn what_is_kept_is_what_is_counted_anew() {
        let mut random = Random::new(5);
        for (files, ranks, row) in [(3, 3, 3), (4, 6, 4), (9, 7, 5), (11, 11, 6)] {
            for forced in [false, true] {
                let view = View { width: (files > 5).then_some(12), forced };
                let rules = Rules { files, ranks, row, overline: random.unit() < 0.5 };
                let mut rows = Rows::new(&TicTacToe::new(rules), view);
                let mut moves = Vec::new();
                loop {
                    let anew = Rows::new(rows.position(), view);
                    assert_eq!(format!("{rows:?}"), format!("{anew:?}"));
                    rows.legal_moves(&mut moves);
                    assert_eq!(moves.is_empty(), rows.outcome().is_some());
                    let Some(&mv) = random.pick(&moves) else { break };
                    assert!(rows.is_legal(mv));
                    rows.play(mv);
                    rows.undo(mv, ());
                    assert_eq!(format!("{rows:?}"), format!("{anew:?}"));
                    rows.play(mv);
                }
            }
        }
    }

    #[test]
    fn a_certain_value_is_seen_without_a_search() {
        let view = View { width: None, forced: true };
        let value = |text: &str| {
            let position = TicTacToe::read(text, Rules::default()).unwrap();
            certain(&Rows::new(&position, view))
        };
        assert_eq!(value("---/---/--- X"), None);
        assert_eq!(value("XX-/OO-/--- X"), Some(WIN - 5));
        // O can stop one of two rows only.
        assert_eq!(value("X-X/---/X-O O"), Some(4 + 2 - WIN));
        assert_eq!(value("XOX/XOO/OX- X"), Some(0));
    }
}
