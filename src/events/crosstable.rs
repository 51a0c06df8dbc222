//! The crosstable: of a round robin by opponents, of other tournaments by rounds.

use super::history::Turn;
use super::text::{aligned, points_text};
use super::{Kind, Tournament};
use crate::core::Side;

/// The signs of a table by rounds.
const LEGEND: &str = "+ won, = drawn, - lost against the player of that line; f had the first \
                      side, s the second; x by forfeit";

/// The cell of a round without an opponent.
pub const BYE: &str = "bye";

/// The line of a player in a crosstable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosstableLine {
    /// Number of the player.
    pub player: u32,
    /// In a round robin the results against the player of each line, in others those of each
    /// round, such as `+12f`.
    pub cells: Vec<String>,
    /// The score in half points.
    pub half_points: u32,
}

impl Tournament {
    /// The lines of the crosstable, the players in the order of the standings.
    #[must_use]
    pub fn crosstable_lines(&self) -> Vec<CrosstableLine> {
        let order: Vec<u32> = self.standings().iter().map(|standing| standing.player).collect();
        let mut lines = vec![0; order.len()];
        for (line, player) in (1..).zip(&order) {
            lines[*player as usize - 1] = line;
        }
        let histories = self.histories();
        let line = |&player: &u32| {
            let turns = &histories[player as usize - 1];
            let cells = if self.is_round_robin() {
                order.iter().map(|other| self.against(player, *other, turns)).collect()
            } else {
                turns.iter().map(|turn| by_round(*turn, &lines)).collect()
            };
            let half_points = turns.iter().map(|turn| turn.half_points(self.kind)).sum();
            CrosstableLine { player, cells, half_points }
        };
        order.iter().map(line).collect()
    }

    /// The crosstable as text.
    #[must_use]
    pub fn crosstable(&self) -> String {
        let lines = self.crosstable_lines();
        let width = if self.is_round_robin() { lines.len() } else { self.rounds.len() };
        let mut head = vec![String::new(), "player".to_owned()];
        head.extend((1..=width).map(|column| column.to_string()));
        head.push("points".to_owned());
        let mut rows = vec![head];
        for (number, line) in (1..).zip(lines) {
            let mut row = vec![format!("{number}"), self.player(line.player).name.clone()];
            row.extend(line.cells);
            row.push(points_text(line.half_points));
            rows.push(row);
        }
        let table = aligned(&rows, &[1]);
        if self.is_round_robin() { table } else { format!("{table}{LEGEND}\n") }
    }

    fn is_round_robin(&self) -> bool {
        matches!(self.kind, Kind::RoundRobin { .. })
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
        Turn::Bye => return BYE.to_owned(),
        Turn::Game { opponent, side, result } => (opponent, side, result),
    };
    let line = lines[opponent as usize - 1];
    let side_sign = if side == Side::First { 'f' } else { 's' };
    let Some(result) = result else { return format!("{line}{side_sign}") };
    let sign = ['-', '=', '+'][result.half_points(side) as usize];
    format!("{sign}{line}{}", if result.is_played() { side_sign } else { 'x' })
}
