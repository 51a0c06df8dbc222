//! The lines of `lz-analyze` and `kata-analyze`.

use std::time::Duration;

use super::search::AnalysisUpdate;
use super::vertex::read_vertex;
use crate::core::{Move, Side};
use crate::games::{AnyPosition, EngineInfo, Score, ScoreUnit};
use crate::search::Certainty;

/// Most moves that are read of a line.
const MAX_PV: usize = 100;

/// Reads a line of an analysis: `info move D4 visits 5 winrate 4500 … pv D4 Q16 info move …`,
/// with the ownership of all points at its end. Win rates are of ten thousand or, with a point
/// in them, of one. `None` if it says no legal move.
pub(super) fn read(
    text: &str,
    position: &AnyPosition,
    max_lines: usize,
    elapsed: Duration,
) -> Option<AnalysisUpdate> {
    let (text, ownership) = match text.split_once(" ownership ") {
        Some((text, numbers)) => (text, read_ownership(numbers, position)),
        None => (text, None),
    };
    let parts = text.strip_prefix("info ")?.split(" info ");
    let mut found: Vec<(usize, EngineInfo)> =
        parts.filter_map(|part| read_move(part, position, elapsed)).collect();
    found.sort_by_key(|(order, _)| *order);
    // As in our own analysis each line counts the nodes of all of them.
    let nodes = found.iter().map(|(_, info)| info.nodes).fold(0, u64::saturating_add);
    found.truncate(max_lines);
    let lines: Vec<_> = found.into_iter().map(|(_, info)| EngineInfo { nodes, ..info }).collect();
    (!lines.is_empty()).then_some(AnalysisUpdate { lines, ownership })
}

/// Reads one move with what follows it, and its order.
fn read_move(text: &str, position: &AnyPosition, elapsed: Duration) -> Option<(usize, EngineInfo)> {
    let mut words = text.split_whitespace();
    let (mut order, mut visits, mut score) = (usize::MAX, 0, None);
    let mut pv: Vec<Move> = Vec::new();
    let mut best = None;
    while let Some(word) = words.next() {
        match word {
            "move" => best = read_vertex(position, words.next()?).ok(),
            "visits" => visits = words.next()?.parse().ok()?,
            "order" => order = words.next()?.parse().ok()?,
            "winrate" => {
                let text = words.next()?;
                let number: f64 = text.parse().ok()?;
                let amount = if text.contains('.') { number } else { number / 10_000.0 };
                score = Some(Score {
                    amount: Some(amount).filter(|amount| (0.0..=1.0).contains(amount))?,
                    unit: ScoreUnit::Chance,
                    certainty: Certainty::Estimate,
                    mate: None,
                });
            }
            "pv" => {
                let mut at = position.clone();
                for word in words.by_ref().take(MAX_PV) {
                    let Ok(mv) = read_vertex(&at, word) else { break };
                    if at.play(mv).is_err() {
                        break;
                    }
                    pv.push(mv);
                }
                break;
            }
            _ => {}
        }
    }
    let best = best.filter(|mv| position.check(*mv).is_ok())?;
    if pv.first() != Some(&best) {
        pv = vec![best];
    }
    let depth = pv.len() as u32;
    let info = EngineInfo {
        score,
        depth,
        nodes: visits,
        visits: u32::try_from(visits).ok(),
        elapsed,
        ..EngineInfo::without_search(best)
    };
    Some((order, EngineInfo { pv, ..info }))
}

/// Reads the ownership of the points by row from the top, from the view of the colour to move.
fn read_ownership(text: &str, position: &AnyPosition) -> Option<Vec<f32>> {
    let board = position.board();
    let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
    let words = text.split_whitespace().take(files * ranks);
    let numbers: Vec<f32> = words.map_while(|word| word.parse().ok()).collect();
    let sign = if position.colour_to_move() == Side::First { 1.0 } else { -1.0 };
    let is_valid = numbers.len() == files * ranks && numbers.iter().all(|n| n.is_finite());
    is_valid.then(|| {
        let rows = numbers.chunks(files).rev();
        rows.flatten().map(|number| sign * number.clamp(-1.0, 1.0)).collect()
    })
}

/// Reads an estimate such as `B+12.5 (upper bound: 13.0, lower: 12.0)`.
pub(super) fn estimated_score(text: &str, position: &AnyPosition) -> Option<Score> {
    let (winner, rest) = text.split_once('+')?;
    let points: f64 = rest.split_whitespace().next()?.parse().ok()?;
    let side = match winner.trim() {
        "B" | "b" => Side::First,
        "W" | "w" => Side::Second,
        _ => return None,
    };
    let amount = if side == position.colour_to_move() { points } else { -points };
    let (unit, certainty) = (ScoreUnit::Points, Certainty::Estimate);
    amount.is_finite().then_some(Score { amount, unit, certainty, mate: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    fn board() -> AnyPosition {
        let options = Options::parse("(size: 5)").unwrap();
        registry::find("go").unwrap().start(&options).unwrap()
    }

    #[test]
    fn the_moves_are_read_in_their_order_with_who_owns_the_board() {
        let numbers = ["-1"; 5].join(" ") + " " + &["0.5"; 20].join(" ");
        let text = format!(
            "info move C3 visits 30 winrate 0.61 prior 0.1 scoreMean 1.5 order 1 pv C3 C4 \
             info move D4 visits 90 winrate 6500 order 0 pv D4 Z9 info move T19 visits 1 order 2 \
             pv T19 ownership {numbers}"
        );
        let update = read(&text, &board(), 5, Duration::ZERO).unwrap();
        assert_eq!(update.lines.len(), 2);
        assert_eq!(vertex_of(&update, 0), "D4");
        assert_eq!((update.lines[0].pv.len(), update.lines[1].pv.len()), (1, 2));
        assert_eq!(update.lines[0].score.unwrap().amount, 0.65);
        assert_eq!(update.lines[0].nodes, 120);
        let owners = update.ownership.unwrap();
        // The first row of the text is the last rank.
        assert_eq!((owners[0], owners[24]), (0.5, -1.0));
        assert_eq!(read(&text, &board(), 1, Duration::ZERO).unwrap().lines.len(), 1);
    }

    fn vertex_of(update: &AnalysisUpdate, line: usize) -> String {
        super::super::vertex::vertex(&board(), update.lines[line].best)
    }

    #[test]
    fn what_is_no_analysis_gives_nothing() {
        for text in ["", "info", "info move", "info move Z9 visits 1", "info winrate 2.0", "x"] {
            assert_eq!(read(text, &board(), 5, Duration::ZERO), None, "{text}");
        }
        let short = "info move C3 visits 1 pv C3 ownership 1 nan";
        assert_eq!(read(short, &board(), 5, Duration::ZERO).unwrap().ownership, None);
    }

    #[test]
    fn an_estimate_is_from_the_view_of_the_side_to_move() {
        let score = |text: &str| estimated_score(text, &board()).map(|score| score.amount);
        assert_eq!(score("W+7.5 (upper bound: 8.0, lower: 7.0)"), Some(-7.5));
        assert_eq!(score("B+0.0"), Some(0.0));
        assert_eq!(score("draw"), None);
        assert_eq!(score("B+inf"), None);
    }
}
