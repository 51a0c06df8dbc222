//! The time of a turn: what the way took is given back within limits, and when it is up.

use super::game_table::RunningGame;
use crate::core::Side;
use crate::net::{Deed, Time};

/// The most that is given back for one move, and the most that is saved up for it, in
/// milliseconds: a quota as the server of Lichess has it.
const MAX_CREDIT: u64 = 1_000;
const MAX_QUOTA: u64 = 2_000;

/// Divisor of the time of a game for the quota that each move brings, within bounds in
/// milliseconds. The upper one is enough for a way of 300 ms there and back on which packets are
/// lost now and then.
const QUOTA_PART: u64 = 200;
const MIN_QUOTA_A_MOVE: u64 = 100;
const MAX_QUOTA_A_MOVE: u64 = 400;

/// The time for a first move, in milliseconds.
const FIRST_MOVE: u64 = 60_000;

/// The time after which a player who is away loses, in milliseconds.
const AWAY: u64 = 120_000;

/// The time after which a game without a limit is forgotten, in milliseconds.
const FORGOTTEN: u64 = 14 * 24 * 3_600_000;

/// Time that may still be given back to a player of a game. Who says that they thought for less
/// than they did gains no more than this.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lag {
    quota: u64,
    a_move: u64,
}

impl Lag {
    /// A full store, for games of this time.
    pub(super) fn new(time: Time) -> Lag {
        let part = time.of_a_game() / QUOTA_PART;
        Lag { quota: MAX_QUOTA, a_move: part.clamp(MIN_QUOTA_A_MOVE, MAX_QUOTA_A_MOVE) }
    }

    /// An empty store, for a game that was read: a new start must not bring more than the moves do.
    pub(super) fn spent(time: Time) -> Lag {
        Lag { quota: 0, ..Lag::new(time) }
    }

    /// The most that the next move can be given.
    pub(super) fn allowance(self) -> u64 {
        self.quota.min(MAX_CREDIT)
    }

    /// The part of the time that passed that is given back.
    pub(super) fn credit(self, elapsed: u64, thought: u64) -> u64 {
        elapsed.saturating_sub(thought).min(self.allowance())
    }

    /// After a move for which so much was given back.
    pub(super) fn after(self, credit: u64) -> Lag {
        Lag { quota: (self.quota.saturating_sub(credit) + self.a_move).min(MAX_QUOTA), ..self }
    }
}

/// Next deed of the referee itself, and its time, if nothing happens before: milliseconds since
/// 1970.
pub(super) fn next_deed(running: &RunningGame) -> Option<(u64, Deed)> {
    let game = &running.game;
    if game.finish().is_some() {
        return None;
    }
    let (side, terms) = (game.side_to_move(), game.terms());
    let since_1970 = |at: u64| terms.began.saturating_add(at);
    let turn_began = since_1970(game.turn_began());
    if !game.is_clock_running() {
        let limit = match terms.time {
            Time::Correspondence { a_move } => a_move,
            _ => FIRST_MOVE,
        };
        return Some((turn_began.saturating_add(limit), Deed::Void));
    }
    let flag = game.deadline().map(|deadline| {
        let grace = running.lag[side.index()].allowance();
        (since_1970(deadline).saturating_add(grace), Deed::TimeUp(side))
    });
    let away = match terms.time {
        Time::Unlimited => {
            let last = game.log().entries.last().map_or(0, |entry| entry.at);
            Some((since_1970(last).saturating_add(FORGOTTEN), Deed::Void))
        }
        Time::Correspondence { .. } => None,
        Time::Fischer { .. } | Time::ByoYomi { .. } => running.away[side.index()]
            .map(|since| (since.max(turn_began).saturating_add(AWAY), Deed::Abandoned(side))),
    };
    flag.into_iter().chain(away).min_by_key(|&(at, _)| at)
}

/// True if a player cannot have moved in time who has used so much of the turn.
pub(super) fn is_too_late(running: &RunningGame, side: Side, used: u64) -> bool {
    let game = &running.game;
    let left = game.clock().time_left(side);
    game.is_clock_running() && left.is_some_and(|left| u128::from(used) >= left.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BULLET: Time = Time::Fischer { main: 60_000, increment: 0 };
    const BLITZ: Time = Time::Fischer { main: 180_000, increment: 2_000 };

    /// The time that a player is charged for moves that each take `elapsed`, and say `thought`.
    fn charged(time: Time, moves: u64, elapsed: u64, thought: u64) -> u64 {
        let mut lag = Lag::new(time);
        (0..moves)
            .map(|_| {
                let credit = lag.credit(elapsed, thought);
                lag = lag.after(credit);
                elapsed - credit
            })
            .sum()
    }

    #[test]
    fn an_honest_player_gets_the_way_back_while_it_is_usual() {
        assert_eq!(charged(BULLET, 50, 1_000 + 290, 1_000), 50 * 1_000);
        assert_eq!(charged(BLITZ, 50, 3_000 + 390, 3_000), 50 * 3_000);
        // A single hiccup of a second too.
        let mut lag = Lag::new(BLITZ);
        assert_eq!(lag.credit(3_000, 2_000), 1_000);
        lag = lag.after(1_000);
        assert_eq!(lag.allowance(), 1_000);
        assert_eq!(Lag::spent(BLITZ).after(0).allowance(), 400);
    }

    #[test]
    fn a_lie_about_the_thought_gains_no_more_than_the_quota() {
        let hyper = Time::Fischer { main: 15_000, increment: 0 };
        for (time, a_move) in [(hyper, 100), (BULLET, 300), (BLITZ, 400)] {
            for moves in [1, 10, 100] {
                let gained = moves * 5_000 - charged(time, moves, 5_000, 0);
                assert!(gained <= MAX_QUOTA + a_move * moves, "{moves}: {gained}");
                assert!(gained <= MAX_CREDIT * moves, "{moves}: {gained}");
            }
        }
        // And who says more than what passed is charged what passed.
        assert_eq!(charged(BLITZ, 10, 5_000, u64::MAX), 50_000);
    }
}
