//! The crosstable: of a round robin by opponents, of other tournaments by rounds.

use super::history::Turn;
use super::text::{aligned, points};
use super::{Kind, Tournament};
use crate::core::Side;

/// The signs of a table by rounds.
const LEGEND: &str = "+ won, = drawn, - lost against the player of that line; f had the first \
                      side, s the second; x by forfeit";

impl Tournament {
    /// The crosstable as text, the players in the order of the standings.
    #[must_use]
    pub fn crosstable(&self) -> String {
        let order: Vec<u32> = self.standings().iter().map(|standing| standing.player).collect();
        let mut lines = vec![0; order.len()];
        for (line, player) in (1..).zip(&order) {
            lines[*player as usize - 1] = line;
        }
        let histories = self.histories();
        let is_round_robin = matches!(self.kind, Kind::RoundRobin { .. });
        let width = if is_round_robin { order.len() } else { self.rounds.len() };
        let mut head = vec![String::new(), "player".to_owned()];
        head.extend((1..=width).map(|column| column.to_string()));
        head.push("points".to_owned());
        let mut rows = vec![head];
        for (line, &player) in (1..).zip(&order) {
            let turns = &histories[player as usize - 1];
            let mut row = vec![format!("{line}"), self.player(player).name.clone()];
            if is_round_robin {
                row.extend(order.iter().map(|other| self.against(player, *other, turns)));
            } else {
                row.extend(turns.iter().map(|turn| by_round(*turn, &lines)));
            }
            row.push(points(turns.iter().map(|turn| turn.half_points(self.kind)).sum()));
            rows.push(row);
        }
        let table = aligned(&rows, &[1]);
        if is_round_robin { table } else { format!("{table}{LEGEND}\n") }
    }

    /// The results against an opponent, in the order of the rounds.
    fn against(&self, player: u32, other: u32, turns: &[Turn]) -> String {
        if player == other {
            return "*".to_owned();
        }
        let results = turns.iter().filter_map(|turn| match turn {
            Turn::Game { opponent, side, result: Some(result) } if *opponent == other => {
                let half_points = result.half_points(*side);
                Some(match (half_points, result.is_played()) {
                    (2, true) => '1',
                    (2, false) => '+',
                    (1, _) => '½',
                    (_, true) => '0',
                    (_, false) => '-',
                })
            }
            _ => None,
        });
        let text: String = results.collect();
        if text.is_empty() { ".".to_owned() } else { text }
    }
}

/// A round as `+12f`: the result, the line of the opponent, and the side.
fn by_round(turn: Turn, lines: &[u32]) -> String {
    let (opponent, side, result) = match turn {
        Turn::Absent => return ".".to_owned(),
        Turn::Bye => return "bye".to_owned(),
        Turn::Game { opponent, side, result } => (opponent, side, result),
    };
    let line = lines[opponent as usize - 1];
    let side_sign = if side == Side::First { 'f' } else { 's' };
    let Some(result) = result else { return format!("{line}{side_sign}") };
    let sign = ['-', '=', '+'][result.half_points(side) as usize];
    format!("{sign}{line}{}", if result.is_played() { side_sign } else { 'x' })
}
