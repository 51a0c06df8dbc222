//! Ratings by game and speed.

use serde::{Deserialize, Serialize};

use crate::content::levels::rating::Rating;
use crate::core::Side;
use crate::net::{Finish, OnlineGame, RatingNote};

/// Plies that a rated game has at least.
const MIN_PLIES: usize = 2;

/// A rating as it is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatingRecord {
    /// The rating, not rounded.
    pub rating: Rating,
    /// Rated games so far.
    pub games: u32,
}

impl RatingRecord {
    /// As players read it.
    #[must_use]
    pub fn note(&self) -> RatingNote {
        RatingNote {
            rating: self.rating.rating.round() as i32,
            deviation: self.rating.deviation.round() as u16,
            games: self.games,
        }
    }
}

/// The ratings after a game between these two; `None` if it is not rated.
pub(super) fn after_game(
    game: &OnlineGame,
    before: [RatingRecord; 2],
) -> Option<[RatingRecord; 2]> {
    let winner = game.finish().and_then(Finish::winner)?;
    if !game.terms().rated || game.line().len() < MIN_PLIES {
        return None;
    }
    Some(Side::BOTH.map(|side| {
        let (own, other) = (before[side.index()], before[side.other().index()]);
        let score = match winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        };
        RatingRecord {
            rating: own.rating.after(&[(other.rating, score)]),
            games: own.games.saturating_add(1),
        }
    }))
}
