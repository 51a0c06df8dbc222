//! The crosstable: of a round robin and of teams by opponents, of other tournaments by rounds.

use super::history::Turn;
use super::text::{aligned, points_text};
use super::{Kind, Tournament};
use crate::core::Side;

/// The signs of a table by rounds.
const LEGEND: &str = "+ won, = drawn, - lost against the player of that line; f had the first \
                      side, s the second; x by forfeit";

/// The cell of a round without an opponent.
pub const BYE: &str = "bye";

/// A line of a crosstable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosstableLine {
    /// Name of the player, or of the team where teams meet.
    pub name: String,
    /// In a round robin the results against the player of each line, between teams the points of
    /// the boards; in others those of each round, such as `+12f`, in an arena of each game.
    pub cells: Vec<String>,
    /// The score as text: between teams that of the matches.
    pub points: String,
}

impl Tournament {
    /// The lines of the crosstable, the players or teams in the order of the standings.
    #[must_use]
    pub fn crosstable_lines(&self) -> Vec<CrosstableLine> {
        if self.is_of_teams() {
            return self.team_lines();
        }
        let order: Vec<u32> = self.standings().iter().map(|standing| standing.player).collect();
        let mut lines = vec![0; order.len()];
        for (line, player) in (1..).zip(&order) {
            lines[*player as usize - 1] = line;
        }
        let histories = self.histories();
        let line = |&player: &u32| {
            let turns = &histories[player as usize - 1];
            let cells = match self.kind {
                Kind::RoundRobin { .. } => {
                    order.iter().map(|other| self.against(player, *other, turns)).collect()
                }
                _ => {
                    let is_shown = |turn: &&Turn| !self.is_arena() || **turn != Turn::Absent;
                    turns.iter().filter(is_shown).map(|turn| by_round(*turn, &lines)).collect()
                }
            };
            let points = self.score_text(self.score(turns));
            CrosstableLine { name: self.player(player).name.clone(), cells, points }
        };
        order.iter().map(line).collect()
    }

    /// The lines of the teams: half points of the boards against the team of each line.
    fn team_lines(&self) -> Vec<CrosstableLine> {
        let (standings, teams) = (self.team_standings(), self.teams());
        let mut lines: Vec<Vec<String>> = vec![vec![".".to_owned(); teams.len()]; teams.len()];
        for found in (1..=self.rounds.len()).flat_map(|round| self.team_matches(round)) {
            let line = |team| standings.iter().position(|it| it.team == team).unwrap_or(0);
            let [home, away] = found.teams.map(line);
            let has_begun = found.half_points != [0, 0] || found.is_over;
            for (from, to, half_points) in
                [(home, away, found.half_points[0]), (away, home, found.half_points[1])]
            {
                let cell = &mut lines[from][to];
                match (has_begun, cell.as_str()) {
                    (false, _) => {}
                    (true, ".") => *cell = points_text(half_points),
                    (true, _) => *cell += &format!(" {}", points_text(half_points)),
                }
            }
        }
        let line = |(index, mut cells): (usize, Vec<String>)| {
            cells[index] = "*".to_owned();
            let standing = &standings[index];
            let name = teams[standing.team as usize - 1].to_owned();
            CrosstableLine { name, cells, points: standing.match_points.to_string() }
        };
        lines.into_iter().enumerate().map(line).collect()
    }

    /// True if the columns of the crosstable are the players or teams of the lines, and not rounds.
    #[must_use]
    pub fn is_crosstable_square(&self) -> bool {
        matches!(self.kind, Kind::RoundRobin { .. } | Kind::Teams { .. })
    }

    /// The crosstable as text.
    #[must_use]
    pub fn crosstable(&self) -> String {
        let lines = self.crosstable_lines();
        let width = lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
        let name = if self.is_of_teams() { "team" } else { "player" };
        let mut head = vec![String::new(), name.to_owned()];
        head.extend((1..=width).map(|column| column.to_string()));
        head.push("points".to_owned());
        let mut rows = vec![head];
        for (number, mut line) in (1..).zip(lines) {
            line.cells.resize(width, String::new());
            let mut row = vec![format!("{number}"), line.name];
            row.extend(line.cells);
            row.push(line.points);
            rows.push(row);
        }
        let table = aligned(&rows, &[1]);
        if self.is_crosstable_square() { table } else { format!("{table}{LEGEND}\n") }
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
