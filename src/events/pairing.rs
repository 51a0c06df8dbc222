//! The pairing of the next round.

use thiserror::Error;

use super::check::MAX_ARENA_ROUNDS;
use super::history::Turn;
use super::swiss::{Entrant, Field, Float, NoPairing};
use super::{GameResult, Kind, Pairing, Round, Tournament, knockout, round_robin};
use crate::core::Side;
use crate::games::registry;

/// The next round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairingError {
    /// A game of the last round goes on.
    #[error("round {round} is not finished: board {board} has no result")]
    Unfinished {
        /// The last round, from 1.
        round: usize,
        /// Its first board without a result, from 1.
        board: usize,
    },
    /// All rounds are played.
    #[error("all {0} rounds are played")]
    Over(u32),
    /// The time of the arena is up.
    #[error("the time is up")]
    TimeUp,
    /// Nobody can be paired in an arena until a game ends.
    #[error("nobody is free who has not just met the only other one who is")]
    NobodyFree,
    /// Too many players have withdrawn.
    #[error("fewer than two players have not withdrawn")]
    NobodyLeft,
    /// There is no pairing by the Dutch system.
    #[error(transparent)]
    Swiss(#[from] NoPairing),
}

impl Tournament {
    /// Number of rounds, played and to come; `None` in an arena, which ends by time.
    #[must_use]
    pub fn total_rounds(&self) -> Option<u32> {
        let everybody = |count: u32, double| round_robin::rounds(count) * (1 + u32::from(double));
        let players = self.players.len() as u32;
        Some(match self.kind {
            Kind::Swiss { rounds } => rounds,
            Kind::RoundRobin { double } => everybody(players, double),
            Kind::Knockout => knockout::rounds(players),
            Kind::Teams { double, .. } => everybody(self.teams().len() as u32, double),
            Kind::Arena { .. } => return None,
        })
    }

    /// Pairs the next round, adds and returns it. Who has withdrawn is not paired in a Swiss
    /// tournament or an arena; a team plays without them; in the others, where the opponents are
    /// fixed, they lose by forfeit. `now` is the time in seconds of Unix, for which an arena alone
    /// asks.
    ///
    /// # Errors
    /// When the last round is not finished, there is no further one, or it cannot be paired.
    /// Nothing is changed then.
    pub fn pair_next(&mut self, now: u64) -> Result<&Round, PairingError> {
        if let Kind::Arena { minutes } = self.kind {
            return self.pair_free(now, minutes);
        }
        if let Some(last) = self.rounds.last()
            && let Some(index) = last.games.iter().position(|game| game.result.is_none())
        {
            return Err(PairingError::Unfinished { round: self.rounds.len(), board: index + 1 });
        }
        let total = self.total_rounds().unwrap_or(u32::MAX);
        if self.rounds.len() >= total as usize {
            return Err(PairingError::Over(total));
        }
        self.check_presence()?;
        let mut round = match self.fixed_round(self.rounds.len() + 1) {
            Some(round) => round,
            None => self.swiss_round()?,
        };
        for game in &mut round.games {
            game.result = match [game.first, game.second].map(|it| self.player(it).withdrawn) {
                [false, false] => None,
                [false, true] => Some(GameResult::FirstByForfeit),
                [true, false] => Some(GameResult::SecondByForfeit),
                [true, true] => Some(GameResult::BothForfeit),
            };
        }
        let index = self.rounds.len();
        self.rounds.push(round);
        Ok(&self.rounds[index])
    }

    fn check_presence(&self) -> Result<(), PairingError> {
        match self.players.iter().filter(|player| !player.withdrawn).count() {
            ..2 => Err(PairingError::NobodyLeft),
            2.. => Ok(()),
        }
    }

    /// Pairs those who are free in an arena of this many minutes.
    fn pair_free(&mut self, now: u64, minutes: u32) -> Result<&Round, PairingError> {
        if self.seconds_left(now) == Some(0) || self.rounds.len() >= MAX_ARENA_ROUNDS {
            return Err(PairingError::TimeUp);
        }
        self.check_presence()?;
        let round = self.arena_round();
        if round.games.is_empty() {
            return Err(PairingError::NobodyFree);
        }
        self.ends.get_or_insert(now.saturating_add(u64::from(minutes) * 60));
        let index = self.rounds.len();
        self.rounds.push(round);
        Ok(&self.rounds[index])
    }

    /// The round of this number, from 1, as table or bracket give it after the rounds before
    /// it; `None` in a Swiss tournament and an arena, which have none.
    pub(super) fn fixed_round(&self, number: usize) -> Option<Round> {
        let players = self.players.len() as u32;
        match self.kind {
            Kind::Swiss { .. } | Kind::Arena { .. } => None,
            Kind::Teams { .. } => {
                Some(self.team_round(number, |player| !self.player(player).withdrawn))
            }
            Kind::RoundRobin { double } => {
                let (pairs, rests) = round_robin::pairs(players, double, number as u32);
                let games = pairs.into_iter().map(Pairing::new).collect();
                Some(Round { games, byes: rests.into_iter().collect() })
            }
            Kind::Knockout => {
                let before = &self.rounds[..number - 1];
                Some(knockout::round(&knockout::matches(players, before), before))
            }
        }
    }

    fn swiss_round(&self) -> Result<Round, NoPairing> {
        let round = self.swiss_field().pair()?;
        let games = round.pairs.into_iter().map(Pairing::new).collect();
        Ok(Round { games, byes: round.bye.into_iter().collect() })
    }

    /// The players who take part in the next round, with their histories.
    pub(super) fn swiss_field(&self) -> Field {
        let histories = self.histories();
        // By player, the score before each round and after the last one.
        let scores: Vec<Vec<u32>> = histories
            .iter()
            .map(|turns| {
                let mut scores = vec![0];
                scores.extend(turns.iter().scan(0, |score, turn| {
                    *score += turn.half_points(self.kind);
                    Some(*score)
                }));
                scores
            })
            .collect();
        let float = |player: usize, round: usize| match histories[player][round] {
            turn @ Turn::Game { opponent, .. } if turn.is_played() => {
                match scores[player][round].cmp(&scores[opponent as usize - 1][round]) {
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Equal => Float::None,
                    std::cmp::Ordering::Less => Float::Up,
                }
            }
            turn if turn.half_points(self.kind) > 0 => Float::Down,
            _ => Float::None,
        };
        let played = self.rounds.len();
        let entrant = |number: u32| {
            let player = number as usize - 1;
            let mut entrant = Entrant {
                number,
                score: scores[player][played],
                may_have_bye: true,
                ..Entrant::default()
            };
            for turn in &histories[player] {
                match *turn {
                    Turn::Game { opponent, side, .. } if turn.is_played() => {
                        entrant.met.insert(opponent);
                        entrant.sides.push(side);
                    }
                    _ => {
                        entrant.unplayed += 1;
                        entrant.may_have_bye &= turn.half_points(self.kind) == 0;
                    }
                }
            }
            entrant.floats = [1, 2].map(|ago| match played.checked_sub(ago) {
                Some(round) => float(player, round),
                None => Float::None,
            });
            entrant
        };
        let present = self.numbers().filter(|number| !self.player(*number).withdrawn);
        let game = registry::find(&self.game);
        let is_last = self.total_rounds() == Some(played as u32 + 1);
        Field {
            entrants: present.map(entrant).collect(),
            // The lot: the numbers follow the order of the entries where ratings are equal.
            initial: Side::First,
            balances_sides: game.is_none_or(|game| game.balances_sides(&self.options)),
            half_of_maximum: is_last.then_some(played as u32),
        }
    }
}
