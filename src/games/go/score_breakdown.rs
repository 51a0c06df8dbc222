//! Score breakdown: the lines that players of each rule set write down, the
//! total last.

use super::position::{EndReason, Go, Phase};
use super::rules::{BreakdownStyle, Rules, ScoringRule};
use super::score::BoardScore;
use crate::core::{Points, Side};
use crate::games::ScoreLine;

fn line(id: &'static str, counts: [String; 2]) -> ScoreLine {
    ScoreLine { id, counts }
}

fn whole(id: &'static str, counts: [i32; 2]) -> ScoreLine {
    line(id, counts.map(|count| count.to_string()))
}

/// A line with a value for White only.
fn white_only(id: &'static str, points: Points) -> ScoreLine {
    line(id, [String::new(), points.to_string()])
}

/// Formats a number of quarters, such as 184¼.
pub(super) fn quarters(count: i32) -> String {
    let sign = if count < 0 { "-" } else { "" };
    let (whole, part) = (count.unsigned_abs() / 4, count.unsigned_abs() % 4);
    let part = ["", "¼", "½", "¾"][part as usize];
    if whole == 0 && !part.is_empty() {
        format!("{sign}{part}")
    } else {
        format!("{sign}{whole}{part}")
    }
}

/// Score breakdown without the stones marked dead; empty during play and for a
/// game without a result.
#[must_use]
pub fn score_lines<const C: usize>(go: &Go<C>) -> Vec<ScoreLine> {
    if matches!(go.phase(), Phase::Play | Phase::Finished(EndReason::Repetition)) {
        return Vec::new();
    }
    let (rules, count) = (go.rules(), go.score());
    let mut lines = Vec::new();
    if rules.scoring == ScoringRule::Territory {
        lines.push(whole("go-sheet-territory", count.owned));
        lines.push(whole("go-sheet-prisoners", go.captured().map(|stones| stones as i32)));
        lines.push(whole("go-sheet-dead", count.dead));
    } else {
        lines.push(whole("go-sheet-stones", count.stones));
        lines.push(whole("go-sheet-surrounded", surrounded(&count)));
        match rules.breakdown {
            BreakdownStyle::Plain => {}
            BreakdownStyle::HalfCounting => lines.extend(half_counting(rules, &count)),
            BreakdownStyle::PassStones => lines.extend(pass_stone_counting(go, &count)),
        }
    }
    if rules.handicap_bonus != 0 {
        lines.push(white_only("go-sheet-compensation", Points::whole(rules.handicap_bonus)));
    }
    lines.push(white_only("go-sheet-komi", Points::halves(rules.komi)));
    lines.push(line("go-sheet-total", count.totals.map(|points| points.to_string())));
    lines
}

/// Empty points that each side owns, by area.
fn surrounded(count: &BoardScore) -> [i32; 2] {
    [0, 1].map(|n| count.owned[n] - count.stones[n])
}

/// Chinese half counting, in stones: each side needs half of the board's
/// points, Black more and White less by half of White's komi and bonus; neutral
/// points are shared. In quarters, since komi is in half points.
fn half_counting(rules: &Rules, count: &BoardScore) -> Vec<ScoreLine> {
    let points = count.owners.len() as i32;
    let neutral = points - count.owned[0] - count.owned[1];
    let given = rules.komi + 2 * rules.handicap_bonus;
    let held = count.owned.map(|owned| 4 * owned + 2 * neutral);
    let needed = [2 * points + given, 2 * points - given];
    let mut lines = Vec::new();
    if neutral > 0 {
        lines.push(line("go-sheet-shared", [2 * neutral; 2].map(quarters)));
    }
    lines.push(line("go-sheet-held", held.map(quarters)));
    lines.push(line("go-sheet-needed", needed.map(quarters)));
    let more = [0, 1].map(|n| held[n] - needed[n]);
    let shown = |more: i32| if more < 0 { String::new() } else { quarters(more) };
    lines.push(line("go-sheet-won-by", more.map(shown)));
    lines
}

/// AGA territory counting with pass stones. The difference is that of area
/// scoring, since every pass hands over a stone and White passes last (AGA
/// rules 7 and 11). Empty where it is not: in a game that began with uneven
/// stones.
fn pass_stone_counting<const C: usize>(go: &Go<C>, count: &BoardScore) -> Vec<ScoreLine> {
    let mut passed = go.pass_counts().map(|passes| passes as i32);
    if go.next_to_play() == Side::Second {
        passed[Side::Second.index()] += 1;
    }
    passed.swap(0, 1);
    let taken = go.captured().map(|stones| stones as i32);
    let komi = [0, go.rules().komi];
    let surrounded = surrounded(count);
    let halves =
        [0, 1].map(|n| 2 * (surrounded[n] + taken[n] + count.dead[n] + passed[n]) + komi[n]);
    let [black, white] = count.totals.map(Points::as_halves);
    if halves[0] - halves[1] != black - white {
        return Vec::new();
    }
    vec![
        whole("go-sheet-prisoners", taken),
        whole("go-sheet-dead", count.dead),
        whole("go-sheet-pass-stones", passed),
        line("go-sheet-by-territory", halves.map(|halves| Points::halves(halves).to_string())),
    ]
}
