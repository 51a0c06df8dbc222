//! Tables of a tournament as text, in columns.

use super::{Kind, TeamMatch, Tournament};

/// Columns that a character takes on a terminal: two for those of Chinese, Japanese and Korean.
fn columns(text: &str) -> usize {
    let is_wide = |c: char| {
        matches!(u32::from(c), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3
            | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6
            | 0x20000..=0x3fffd)
    };
    text.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

/// Rows with their cells below each other: the names, in this column, to the left, all else to
/// the right.
pub(super) fn aligned(rows: &[Vec<String>], names: &[usize]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let space = " ".repeat(widths[column] - columns(cell));
            let gap = if column == 0 { "" } else { "  " };
            line += &if names.contains(&column) {
                format!("{gap}{cell}{space}")
            } else {
                format!("{gap}{space}{cell}")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Half points as points.
#[must_use]
pub fn points_text(halves: u32) -> String {
    format!("{}.{}", halves / 2, halves % 2 * 5)
}

fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

impl Tournament {
    /// A score as text: half points as points, those of an arena as they are.
    #[must_use]
    pub fn score_text(&self, half_points: u32) -> String {
        if self.is_arena() { half_points.to_string() } else { points_text(half_points) }
    }

    /// The pairings of a round, counted from 1, with the results that are known; the player of
    /// the first side stands first. Empty if there is no such round.
    #[must_use]
    pub fn round_text(&self, number: usize) -> String {
        let Some(round) = number.checked_sub(1).and_then(|index| self.rounds.get(index)) else {
            return String::new();
        };
        let name = |player: u32| self.player(player).name.clone();
        let mut rows = Vec::new();
        for (board, game) in (1..).zip(&round.games) {
            let result = game.result.map_or(String::new(), |result| result.to_string());
            let mut row = vec![format!("{board}"), name(game.first), "-".to_owned()];
            row.extend([name(game.second), result]);
            rows.push(row);
        }
        let rests = match self.kind {
            Kind::RoundRobin { .. } => "rests",
            _ => "bye",
        };
        for player in &round.byes {
            rows.push(vec![String::new(), name(*player), String::new(), rests.to_owned()]);
        }
        let of = self.total_rounds().map_or(String::new(), |total| format!(" of {total}"));
        let table = aligned(&rows, &[1, 3]);
        format!("Round {number}{of}\n{}{table}", self.match_lines(number))
    }

    /// The games that go on, with round and board, and who waits for an opponent.
    #[must_use]
    pub fn open_games_text(&self) -> String {
        let name = |player: u32| self.player(player).name.clone();
        let rows: Vec<_> = self
            .open_games()
            .map(|(round, board, game)| {
                let place = [round.to_string(), board.to_string()];
                let names = [name(game.first), "-".to_owned(), name(game.second)];
                [&place[..], &names].concat()
            })
            .collect();
        let free: Vec<_> = self.free_players().into_iter().map(name).collect();
        let free = if free.is_empty() { "nobody".to_owned() } else { free.join(", ") };
        format!("{}free: {free}\n", aligned(&rows, &[2, 4]))
    }

    /// The matches of teams in a round, with the points of their boards.
    fn match_lines(&self, number: usize) -> String {
        let teams = self.teams();
        let matches = self.team_matches(number);
        let line = |found: &TeamMatch| {
            let [home, away] = found.teams.map(|team| teams[team as usize - 1]);
            let [mine, yours] = found.half_points.map(points_text);
            let boards: Vec<_> = found.boards.iter().map(ToString::to_string).collect();
            let boards = match &boards[..] {
                [] => String::new(),
                [only] => format!(" (board {only})"),
                [first, .., last] => format!(" (boards {first} to {last})"),
            };
            format!("{home} - {away}  {mine} : {yours}{boards}\n")
        };
        matches.iter().map(line).collect()
    }

    /// The standings of the teams; empty where no teams meet.
    fn team_standings_text(&self) -> String {
        if !self.is_of_teams() {
            return String::new();
        }
        let teams = self.teams();
        let mut rows = vec![cells(["", "team", "matches", "points", "boards"])];
        rows.extend(self.team_standings().iter().map(|standing| standing.cells(&teams)));
        format!("{}\n", aligned(&rows, &[1]))
    }

    /// The standings, with the tie-breaks where there are any; where teams meet, those of the
    /// teams and then of the players.
    #[must_use]
    pub fn standings_text(&self) -> String {
        let tie_breaks = self.tie_breaks();
        let mut head = cells(["", "player", "rating", "points"]);
        head.extend(tie_breaks.iter().map(|it| it.name(self.tie_break_custom()).to_owned()));
        let mut rows = vec![head];
        for standing in self.standings() {
            let player = self.player(standing.player);
            let rating =
                if player.rating == 0 { "-".to_owned() } else { player.rating.to_string() };
            let mut row = vec![standing.place.to_string(), player.name.clone(), rating];
            row.push(self.score_text(standing.half_points));
            row.extend(tie_breaks.iter().map(|&it| standing.text(it)));
            rows.push(row);
        }
        format!("{}{}", self.team_standings_text(), aligned(&rows, &[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["1", "王丽", "x"], ["10", "Ann", "y"]].map(cells);
        assert_eq!(aligned(&rows, &[1]), " 1  王丽  x\n10  Ann   y\n");
    }
}
