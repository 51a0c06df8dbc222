//! Tables of a tournament as text, in columns.

use super::{Kind, Tournament};

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
            Kind::Swiss { .. } | Kind::Knockout => "bye",
        };
        for player in &round.byes {
            rows.push(vec![String::new(), name(*player), String::new(), rests.to_owned()]);
        }
        format!("Round {number} of {}\n{}", self.total_rounds(), aligned(&rows, &[1, 3]))
    }

    /// The standings, with the tie-breaks where there are any.
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
            row.push(points_text(standing.half_points));
            row.extend(tie_breaks.iter().map(|&it| standing.text(it)));
            rows.push(row);
        }
        aligned(&rows, &[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["1", "王丽", "x"], ["10", "Ann", "y"]].map(|row| cells(row));
        assert_eq!(aligned(&rows, &[1]), " 1  王丽  x\n10  Ann   y\n");
    }
}
