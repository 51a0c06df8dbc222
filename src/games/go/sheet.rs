//! The account of a score, line by line as the players of each rule set make
//! it: what is counted, and the sum last.

use super::position::{End, Go, Phase};
use super::rules::{Account, Counting, Rules};
use super::score::Count;
use crate::core::{Points, Side};
use crate::games::ScoreLine;

fn line(id: &'static str, counts: [String; 2]) -> ScoreLine {
    ScoreLine { id, counts }
}

fn whole(id: &'static str, counts: [i32; 2]) -> ScoreLine {
    line(id, counts.map(|count| count.to_string()))
}

/// What only White receives.
fn for_white(id: &'static str, points: Points) -> ScoreLine {
    line(id, [String::new(), points.to_string()])
}

/// A number of quarters, such as 184¼.
fn quarters(count: i32) -> String {
    let whole = count.div_euclid(4);
    let part = ["", "¼", "½", "¾"][count.rem_euclid(4) as usize];
    if whole == 0 && !part.is_empty() { part.to_owned() } else { format!("{whole}{part}") }
}

/// The account of the score with the stones taken off that are marked dead;
/// nothing while the game is being played or has no result.
#[must_use]
pub fn lines<const C: usize>(go: &Go<C>) -> Vec<ScoreLine> {
    if matches!(go.phase(), Phase::Play | Phase::Over(End::Repeated)) {
        return Vec::new();
    }
    let (rules, count) = (go.rules(), go.count());
    let mut lines = Vec::new();
    if rules.counting == Counting::Territory {
        lines.push(whole("go-sheet-territory", count.owned));
        lines.push(whole("go-sheet-prisoners", go.captured().map(|stones| stones as i32)));
        lines.push(whole("go-sheet-dead", count.dead));
    } else {
        lines.push(whole("go-sheet-stones", count.stones));
        lines.push(whole("go-sheet-surrounded", surrounded(&count)));
        match rules.account {
            Account::Plain => {}
            Account::Halves => lines.extend(in_halves(rules, &count)),
            Account::PassStones => lines.extend(with_pass_stones(go, &count)),
        }
    }
    if rules.compensation != 0 {
        lines.push(for_white("go-sheet-compensation", Points::whole(rules.compensation)));
    }
    lines.push(for_white("go-sheet-komi", Points::halves(rules.komi)));
    lines.push(line("go-sheet-total", count.totals.map(|points| points.to_string())));
    lines
}

/// Points that each side owns without a stone on them, by area.
fn surrounded(count: &Count) -> [i32; 2] {
    [0, 1].map(|n| count.owned[n] - count.stones[n])
}

/// The Chinese form of the count, in stones: each side needs half of the
/// board's points, Black more and White less by half of what White is given;
/// what nobody owns is shared. In quarters, since komi is in half points.
fn in_halves(rules: &Rules, count: &Count) -> Vec<ScoreLine> {
    let points = count.owners.len() as i32;
    let neutral = points - count.owned[0] - count.owned[1];
    let given = rules.komi + 2 * rules.compensation;
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

/// The American count by territory, which comes to the same difference since
/// every pass hands over a stone and White passes last (AGA rules 7 and 11).
/// Left out where it does not: in a game that began with uneven stones.
fn with_pass_stones<const C: usize>(go: &Go<C>, count: &Count) -> Vec<ScoreLine> {
    let mut passed = go.passed().map(|passes| passes as i32);
    if go.next() == Side::Second {
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
