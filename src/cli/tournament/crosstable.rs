//! The table of a tournament of several players.

use std::io::{self, Write};

use super::game::GameResult;
use super::statistics::{MatchScore, elo_from_score};

/// Writes the players by their scores, with their results against each other.
pub(super) fn write(names: &[String], games: &[GameResult], out: &mut dyn Write) -> io::Result<()> {
    let count = names.len();
    let mut scores = vec![vec![MatchScore::default(); count]; count];
    for game in games {
        let [first, second] = game.players;
        let points = game.half_points();
        scores[first][second].add(points);
        scores[second][first].add(2 - points);
    }
    let points = |score: &MatchScore| f64::from(score.wins) + f64::from(score.draws) / 2.0;
    let total = |player: usize| -> (f64, u32) {
        let row = &scores[player];
        (row.iter().map(points).sum(), row.iter().map(|score| score.games()).sum())
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| total(b).0.total_cmp(&total(a).0));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    write!(
        out,
        "{:>2} {:<width$} {:>7} {:>6} {:>6} {:>6}",
        "", "player", "points", "games", "%", "Elo"
    )?;
    for place in 1..=count {
        write!(out, " {place:>7}")?;
    }
    writeln!(out)?;
    for (place, &player) in order.iter().enumerate() {
        let (sum, games) = total(player);
        let share = sum / f64::from(games.max(1));
        let elo = elo_from_score(if games == 0 { 0.5 } else { share });
        let name = &names[player];
        write!(
            out,
            "{:>2} {name:<width$} {sum:>7.1} {games:>6} {:>6.1} {elo:>+6.0}",
            place + 1,
            100.0 * share
        )?;
        for &other in &order {
            match &scores[player][other] {
                _ if other == player => write!(out, " {:>7}", "-")?,
                score => {
                    let text = format!("{:.1}/{}", points(score), score.games());
                    write!(out, " {text:>7}")?;
                }
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
