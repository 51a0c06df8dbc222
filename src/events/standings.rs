//! Standings with the tie-breaks that are the custom of a game, computed after FIDE's C.07.

use std::cmp::Reverse;

use super::history::Turn;
use super::text::points_text;
use super::{Kind, Tournament};
use crate::games::{TieBreakCustom, registry};

/// A number that decides between players of equal points: the higher is before the lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The games of those of the same score against each other, if all of them have met.
    Direct,
    /// Buchholz, SOS in Go: the scores of the opponents.
    Buchholz,
    /// Buchholz without the lowest score.
    BuchholzCut,
    /// Sonneborn-Berger, SODOS in Go: the scores of those who lost to the player and half the
    /// scores of those who drew.
    SonnebornBerger,
    /// Games won, without those by forfeit.
    Wins,
}

impl TieBreak {
    /// Those of a custom, the first one first.
    #[must_use]
    pub const fn of(custom: TieBreakCustom) -> &'static [TieBreak] {
        use TieBreak::{Buchholz, BuchholzCut, Direct, SonnebornBerger, Wins};
        match custom {
            TieBreakCustom::Direct => &[Direct, Buchholz, BuchholzCut, SonnebornBerger, Wins],
            TieBreakCustom::Buchholz | TieBreakCustom::Sos => &[Buchholz, SonnebornBerger, Direct],
            TieBreakCustom::OpponentsAndWins => &[Buchholz, Wins, Direct],
        }
    }

    /// The name in tables under this custom.
    #[must_use]
    pub const fn name(self, custom: TieBreakCustom) -> &'static str {
        match (self, custom) {
            (TieBreak::Direct, _) => "direct",
            (TieBreak::Buchholz, TieBreakCustom::Sos) => "SOS",
            (TieBreak::Buchholz, _) => "Buchholz",
            (TieBreak::BuchholzCut, _) => "cut 1",
            (TieBreak::SonnebornBerger, TieBreakCustom::Sos) => "SODOS",
            (TieBreak::SonnebornBerger, _) => "S-B",
            (TieBreak::Wins, _) => "wins",
        }
    }
}

/// The place of a player, with what decides it, see [`Tournament::tie_breaks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1, which players share who are equal in all.
    pub place: u32,
    /// Number of the player.
    pub player: u32,
    /// The score in half points; in an arena in its points.
    pub half_points: u32,
    /// Half points in the games against those of the same score; `None` unless all of them
    /// have met.
    pub direct: Option<u32>,
    /// Buchholz: the scores of the opponents, in half points.
    pub buchholz: u32,
    /// Buchholz without the lowest score.
    pub buchholz_cut: u32,
    /// Sonneborn-Berger: the scores of those who lost to the player and half the scores of those
    /// who drew, in quarter points.
    pub sonneborn_berger: u32,
    /// Games won, without those by forfeit.
    pub wins: u32,
}

impl Standing {
    fn value(&self, tie_break: TieBreak) -> u32 {
        match tie_break {
            TieBreak::Direct => self.direct.unwrap_or(0),
            TieBreak::Buchholz => self.buchholz,
            TieBreak::BuchholzCut => self.buchholz_cut,
            TieBreak::SonnebornBerger => self.sonneborn_berger,
            TieBreak::Wins => self.wins,
        }
    }

    /// A tie-break as tables have it.
    #[must_use]
    pub fn text(&self, tie_break: TieBreak) -> String {
        match tie_break {
            TieBreak::Direct => self.direct.map_or("-".to_owned(), points_text),
            TieBreak::Buchholz | TieBreak::BuchholzCut => points_text(self.value(tie_break)),
            TieBreak::SonnebornBerger => {
                let quarters = self.sonneborn_berger;
                format!("{}.{:02}", quarters / 4, quarters % 4 * 25)
            }
            TieBreak::Wins => self.wins.to_string(),
        }
    }
}

/// The places, from 1, of what is sorted by this key; those of equal keys share theirs.
pub(super) fn shared_places<T, K: PartialEq>(sorted: &[T], key: impl Fn(&T) -> K) -> Vec<u32> {
    let mut places: Vec<u32> = Vec::with_capacity(sorted.len());
    for (index, standing) in sorted.iter().enumerate() {
        let above = index.checked_sub(1).filter(|above| key(&sorted[*above]) == key(standing));
        places.push(above.map_or(index as u32 + 1, |above| places[above]));
    }
    places
}

impl Tournament {
    /// The custom of its game by which ties are broken.
    #[must_use]
    pub fn tie_break_custom(&self) -> TieBreakCustom {
        let game = registry::find(&self.game);
        game.map_or(TieBreakCustom::Direct, |game| game.tie_break_custom())
    }

    /// The tie-breaks among equal points, the first that differs decides. In a knock-out the
    /// points alone do, which are the rounds won; in an arena, and of the players of teams, the
    /// games won.
    #[must_use]
    pub fn tie_breaks(&self) -> &'static [TieBreak] {
        match self.kind {
            Kind::Knockout => &[],
            Kind::Arena { .. } | Kind::Teams { .. } => &[TieBreak::Wins],
            Kind::Swiss { .. } | Kind::RoundRobin { .. } => TieBreak::of(self.tie_break_custom()),
        }
    }

    /// The standings after the results that are known, the best first. Who is equal in all is
    /// sorted by number.
    ///
    /// In a Swiss tournament a round without a game counts as one against somebody with the
    /// player's own score; and for the opponents a player who has stopped playing is taken to
    /// have drawn from then on. In a round robin a game by forfeit counts like any other.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let histories = self.histories();
        let scores: Vec<u32> = histories.iter().map(|turns| self.score(turns)).collect();
        let mut standings: Vec<Standing> = self
            .numbers()
            .map(|player| {
                let turns = &histories[player as usize - 1];
                self.standing(player, turns, &scores, &histories)
            })
            .collect();
        if self.kind != Kind::Knockout {
            for standing in &mut standings {
                standing.direct = self.direct(standing.player, &scores, &histories);
            }
        }
        let key = |standing: &Standing| {
            let values = self.tie_breaks().iter().map(|&it| standing.value(it));
            std::iter::once(standing.half_points).chain(values).collect::<Vec<_>>()
        };
        standings.sort_by_key(|standing| (Reverse(key(standing)), standing.player));
        let places = shared_places(&standings, key);
        standings.iter_mut().zip(places).for_each(|(standing, place)| standing.place = place);
        standings
    }

    fn is_swiss(&self) -> bool {
        matches!(self.kind, Kind::Swiss { .. })
    }

    /// The opponent of a round whose result counts for tie-breaks.
    fn counted_opponent(&self, turn: Turn) -> Option<usize> {
        match turn {
            Turn::Game { opponent, .. } if turn.is_played() => Some(opponent as usize - 1),
            Turn::Game { opponent, result: Some(_), .. } if !self.is_swiss() => {
                Some(opponent as usize - 1)
            }
            _ => None,
        }
    }

    /// The score of an opponent, in half points.
    fn adjusted(&self, opponent: usize, scores: &[u32], histories: &[Vec<Turn>]) -> u32 {
        let stopped = |turn: &&Turn| {
            let unplayed = !turn.is_played() && !turn.is_pending();
            self.is_swiss() && unplayed && turn.half_points(self.kind) == 0
        };
        scores[opponent] + histories[opponent].iter().rev().take_while(stopped).count() as u32
    }

    fn standing(
        &self,
        player: u32,
        turns: &[Turn],
        scores: &[u32],
        histories: &[Vec<Turn>],
    ) -> Standing {
        let own = scores[player as usize - 1];
        // Score of the opponent and half points won, by round.
        let mut met = Vec::new();
        for turn in turns.iter().filter(|turn| !turn.is_pending()) {
            let opponent = self.counted_opponent(*turn);
            let opponent = opponent.map(|opponent| self.adjusted(opponent, scores, histories));
            if let Some(score) = opponent.or(self.is_swiss().then_some(own)) {
                met.push((score, turn.half_points(self.kind)));
            }
        }
        if self.kind == Kind::Knockout {
            met.clear();
        }
        let buchholz: u32 = met.iter().map(|(score, _)| score).sum();
        let lowest = met.iter().map(|(score, _)| *score).min().unwrap_or(0);
        let won = |turn: &&Turn| turn.is_played() && turn.half_points(self.kind) == 2;
        let wins = turns.iter().filter(won).count() as u32;
        Standing {
            place: 0,
            player,
            half_points: own,
            direct: None,
            buchholz,
            buchholz_cut: buchholz - lowest,
            sonneborn_berger: met.iter().map(|(score, won)| score * won).sum(),
            wins: if self.kind == Kind::Knockout { 0 } else { wins },
        }
    }

    /// Half points of a player among those of the same score, if all of them have met.
    fn direct(&self, player: u32, scores: &[u32], histories: &[Vec<Turn>]) -> Option<u32> {
        let own = scores[player as usize - 1];
        let tied: Vec<usize> = (0..scores.len()).filter(|index| scores[*index] == own).collect();
        if tied.len() < 2 {
            return None;
        }
        let games = |index: usize| {
            let turns = histories[index].iter();
            turns.filter_map(|turn| self.counted_opponent(*turn).map(|other| (other, *turn)))
        };
        let has_met_all = |index: &usize| {
            let is_met = |other: &usize| other == index || games(*index).any(|it| it.0 == *other);
            tied.iter().all(is_met)
        };
        if !tied.iter().all(has_met_all) {
            return None;
        }
        let among = games(player as usize - 1).filter(|(other, _)| tied.contains(other));
        Some(among.map(|(_, turn)| turn.half_points(self.kind)).sum())
    }
}
