//! The rounds of each player, out of the pairings.

use super::{GameResult, Kind, Tournament, arena};
use crate::core::Side;

/// The part of a player in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Not paired.
    Absent,
    /// Paired with nobody.
    Bye,
    /// A game.
    Game {
        /// Number of the opponent.
        opponent: u32,
        /// The player's side.
        side: Side,
        /// The result; `None` before the end.
        result: Option<GameResult>,
    },
}

impl Turn {
    /// True if a game was played to its end.
    pub(super) fn is_played(self) -> bool {
        matches!(self, Turn::Game { result: Some(result), .. } if result.is_played())
    }

    /// True while the game goes on.
    pub(super) fn is_pending(self) -> bool {
        matches!(self, Turn::Game { result: None, .. })
    }

    /// Half points that it brought, without those of a streak. In a round robin everybody rests
    /// once, for no point.
    pub(super) fn half_points(self, kind: Kind) -> u32 {
        match self {
            Turn::Bye if !matches!(kind, Kind::RoundRobin { .. }) => 2,
            Turn::Game { side, result: Some(result), .. } => result.half_points(side),
            _ => 0,
        }
    }
}

impl Tournament {
    /// Half points of these rounds of a player, in an arena its points.
    pub(super) fn score(&self, turns: &[Turn]) -> u32 {
        match self.kind {
            Kind::Arena { .. } => arena::points(turns),
            _ => turns.iter().map(|turn| turn.half_points(self.kind)).sum(),
        }
    }

    /// The rounds of the players: by player, then by round.
    pub(super) fn histories(&self) -> Vec<Vec<Turn>> {
        let mut histories = vec![vec![Turn::Absent; self.rounds.len()]; self.players.len()];
        for (index, round) in self.rounds.iter().enumerate() {
            for game in &round.games {
                for side in Side::BOTH {
                    let opponent = game.player(side.other());
                    histories[game.player(side) as usize - 1][index] =
                        Turn::Game { opponent, side, result: game.result };
                }
            }
            for player in &round.byes {
                histories[*player as usize - 1][index] = Turn::Bye;
            }
        }
        histories
    }
}
