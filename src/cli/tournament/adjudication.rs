//! The end of a game on whose result both players agree before the rules end it.

use crate::core::Side;

/// Win probability of a side from which both players take the game for won.
const WON: f64 = 0.97;

/// Plies in a row at which it has to be so.
const WON_PLIES: u32 = 8;

/// Distance from even of a win probability within which both players take the game for a draw.
const DRAWN: f64 = 0.03;

/// Plies in a row at which it has to be so.
const DRAWN_PLIES: u32 = 16;

/// Ply of a game before which it is not a draw by agreement.
const FIRST_DRAWN_PLY: usize = 80;

/// Numbers of plies for which the players have agreed on the result of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adjudication {
    /// Plies in a row at which a side was winning.
    won: [u32; 2],
    /// Plies in a row at which neither was.
    drawn: u32,
}

impl Adjudication {
    /// Takes a ply of the game, the first being 1, with the win probability of the first side that
    /// the player who moved gives; `None` if it gives none. Returns the winner, or `Some(None)`
    /// for a draw, once both players have long agreed.
    pub(super) fn add(&mut self, ply: usize, win_probability: Option<f64>) -> Option<Option<Side>> {
        let lengthen =
            |streak: &mut u32, holds: bool| *streak = if holds { *streak + 1 } else { 0 };
        let is = |condition: fn(f64) -> bool| win_probability.is_some_and(condition);
        lengthen(&mut self.won[0], is(|chance| chance >= WON));
        lengthen(&mut self.won[1], is(|chance| chance <= 1.0 - WON));
        lengthen(&mut self.drawn, is(|chance| (chance - 0.5).abs() <= DRAWN));
        if let Some(winner) =
            Side::BOTH.into_iter().find(|side| self.won[side.index()] >= WON_PLIES)
        {
            return Some(Some(winner));
        }
        (self.drawn >= DRAWN_PLIES && ply >= FIRST_DRAWN_PLY).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of these win probabilities, and the ply at which it stands.
    fn judged(chances: impl IntoIterator<Item = Option<f64>>) -> Option<(usize, Option<Side>)> {
        let mut adjudication = Adjudication::default();
        (1..).zip(chances).find_map(|(ply, chance)| Some((ply, adjudication.add(ply, chance)?)))
    }

    #[test]
    fn a_game_is_won_when_both_players_say_so_for_four_moves() {
        assert_eq!(judged([Some(0.98); 20]), Some((8, Some(Side::First))));
        assert_eq!(judged([Some(0.02); 20]), Some((8, Some(Side::Second))));
        let one_sees_it = [Some(0.98), Some(0.9)];
        assert_eq!(judged(one_sees_it.repeat(200)), None);
        let one_is_silent = [Some(0.98), None];
        assert_eq!(judged(one_is_silent.repeat(200)), None);
        let interrupted = [vec![Some(1.0); 7], vec![Some(0.5)], vec![Some(1.0); 8]].concat();
        assert_eq!(judged(interrupted), Some((16, Some(Side::First))));
    }

    #[test]
    fn a_game_is_drawn_when_it_has_long_been_even_and_is_no_longer_young() {
        assert_eq!(judged([Some(0.52); 200]), Some((80, None)));
        let late = [vec![Some(0.6); 90], vec![Some(0.49); 16]].concat();
        assert_eq!(judged(late), Some((106, None)));
        assert_eq!(judged([Some(0.55); 200]), None);
    }
}
