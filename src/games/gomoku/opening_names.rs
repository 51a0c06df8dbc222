//! The names of the 26 Renju openings, by the offsets of the second and third
//! stone from the first up to symmetry, and their evaluations.

use super::bitboard::file_and_rank;
use super::position::{Gomoku, Rule};

/// Offset from the centre, in files and ranks.
type Offset = (i32, i32);

/// White's stone, Black's second stone, the translation key of the name, and
/// Black's advantage in hundredths of a tempo: the evaluation of a strong
/// engine in four seconds, which agrees with theory (Kagetsu and Hogetsu win
/// for Black, Suisei for White).
const NAMED_OPENINGS: [(Offset, Offset, &str, i32); 26] = [
    ((0, 1), (0, 2), "gomoku-opening-kansei", 94),
    ((0, 1), (1, 2), "gomoku-opening-keigetsu", 70),
    ((0, 1), (2, 2), "gomoku-opening-sosei", 14),
    ((0, 1), (1, 1), "gomoku-opening-kagetsu", 131),
    ((0, 1), (2, 1), "gomoku-opening-zangetsu", 88),
    ((0, 1), (1, 0), "gomoku-opening-ugetsu", 64),
    ((0, 1), (2, 0), "gomoku-opening-kinsei", 70),
    ((0, 1), (0, -1), "gomoku-opening-shogetsu", 79),
    ((0, 1), (1, -1), "gomoku-opening-kyugetsu", -6),
    ((0, 1), (2, -1), "gomoku-opening-shingetsu", 75),
    ((0, 1), (0, -2), "gomoku-opening-zuisei", 101),
    ((0, 1), (1, -2), "gomoku-opening-sangetsu", 93),
    ((0, 1), (2, -2), "gomoku-opening-yusei", 3),
    ((1, 1), (2, 2), "gomoku-opening-chosei", -36),
    ((1, 1), (2, 1), "gomoku-opening-kyogetsu", 106),
    ((1, 1), (2, 0), "gomoku-opening-kosei", 85),
    ((1, 1), (2, -1), "gomoku-opening-suigetsu", 81),
    ((1, 1), (2, -2), "gomoku-opening-ryusei", 62),
    ((1, 1), (1, 0), "gomoku-opening-ungetsu", 48),
    ((1, 1), (1, -1), "gomoku-opening-hogetsu", 98),
    ((1, 1), (1, -2), "gomoku-opening-rangetsu", 64),
    ((1, 1), (0, -1), "gomoku-opening-gingetsu", 109),
    ((1, 1), (0, -2), "gomoku-opening-myojo", 99),
    ((1, 1), (-1, -1), "gomoku-opening-shagetsu", 19),
    ((1, 1), (-1, -2), "gomoku-opening-meigetsu", 82),
    ((1, 1), (-2, -2), "gomoku-opening-suisei", -46),
];

impl Gomoku {
    /// Translation key of the opening that three stones make, when the first
    /// is in the centre, the second beside it and the third inside the
    /// central 5x5.
    #[must_use]
    pub fn opening_name(&self) -> Option<&'static str> {
        self.named_opening().map(|(name, _)| name)
    }

    /// Black's advantage after a named opening, in hundredths of a tempo, under
    /// Renju rules.
    pub(super) fn opening_advantage(&self) -> Option<i32> {
        let advantage = self.named_opening().map(|(_, advantage)| advantage)?;
        (self.rule() == Rule::Renju).then_some(advantage)
    }

    fn named_opening(&self) -> Option<(&'static str, i32)> {
        let centre = self.centre();
        if self.stone_count() != 3 || self.lines().colour_at(centre) != Some(0) {
            return None;
        }
        let (x, y) = file_and_rank(centre);
        let offset_of = |colour: usize| {
            let cell = self
                .cells()
                .find(|&cell| cell != centre && self.lines().colour_at(cell) == Some(colour))?;
            let (file, rank) = file_and_rank(cell);
            Some((i32::from(file) - i32::from(x), i32::from(rank) - i32::from(y)))
        };
        let (white, black) = (offset_of(1)?, offset_of(0)?);
        let found = NAMED_OPENINGS.iter().find(|&&(second, third, ..)| {
            (0..8).any(|symmetry| {
                transformed(second, symmetry) == white && transformed(third, symmetry) == black
            })
        });
        found.map(|&(_, _, name, advantage)| (name, advantage))
    }
}

/// An offset under one of the eight symmetries of the board.
const fn transformed((x, y): Offset, symmetry: u8) -> Offset {
    let (x, y) = if symmetry & 1 != 0 { (-x, y) } else { (x, y) };
    let (x, y) = if symmetry & 2 != 0 { (x, -y) } else { (x, y) };
    if symmetry & 4 != 0 { (y, x) } else { (x, y) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::opening_rule::OpeningRule;
    use super::super::position::GomokuMove;
    use super::*;
    use crate::core::Position;

    /// Eight second stones and 23 third ones: 184 positions, which are 26
    /// under the symmetries of the board (13 with a direct second stone, 13
    /// with an indirect one).
    #[test]
    fn every_third_stone_near_the_centre_has_one_of_26_names() {
        let mut counts = BTreeMap::new();
        let mut position = Gomoku::new(15, Rule::Renju, OpeningRule::Soosyrv8);
        let (mut seconds, mut thirds) = (Vec::new(), Vec::new());
        position.play(GomokuMove::Stone(position.centre()));
        position.legal_moves(&mut seconds);
        for second in seconds {
            let undo = position.play(second);
            position.legal_moves(&mut thirds);
            for &third in &thirds {
                let undo = position.play(third);
                *counts.entry(position.opening_name().unwrap()).or_insert(0) += 1;
                position.undo(third, undo);
            }
            position.undo(second, undo);
        }
        assert_eq!((counts.len(), counts.values().sum::<i32>()), (26, 184));
        // Once per symmetry of the board, or half as often where the three stones are
        // symmetric themselves.
        assert!(counts.values().all(|&count| count == 8 || count == 4), "{counts:?}");
    }

    #[test]
    fn nothing_else_has_a_name() {
        for text in ["h8 - white", "h8,l8 h9 white", "h8,j10 h9,i9 black", "g8,h9 h7 white"] {
            let position = Gomoku::read(text, 15, Rule::Renju, OpeningRule::None).unwrap();
            assert_eq!(position.opening_name(), None, "{text}");
        }
    }
}
