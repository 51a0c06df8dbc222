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

/// The result on which the players agree, and for how long they have done so.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adjudication {
    /// The winner, or `Some(None)` for a draw; `None` while they do not agree.
    result: Option<Option<Side>>,
    /// Plies in a row with this result.
    plies: u32,
}

/// The result for which a win probability of the first side is taken, if it is clear.
fn clear_result(win_probability: f64) -> Option<Option<Side>> {
    match win_probability {
        chance if chance >= WON => Some(Some(Side::First)),
        chance if chance <= 1.0 - WON => Some(Some(Side::Second)),
        chance if (chance - 0.5).abs() <= DRAWN => Some(None),
        _ => None,
    }
}

impl Adjudication {
    /// Takes a ply of the game, the first being 1, with the win probability of the first side that
    /// the player who moved gives; `None` if it gives none. Returns the winner, or `Some(None)`
    /// for a draw, once both players have long agreed.
    pub(super) fn add(&mut self, ply: usize, win_probability: Option<f64>) -> Option<Option<Side>> {
        let result = win_probability.and_then(clear_result);
        self.plies = if result == self.result { self.plies + 1 } else { 1 };
        self.result = result;
        let is_long = match result? {
            Some(_) => self.plies >= WON_PLIES,
            None => self.plies >= DRAWN_PLIES && ply >= FIRST_DRAWN_PLY,
        };
        result.filter(|_| is_long)
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
