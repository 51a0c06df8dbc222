//! Score breakdown and board overlays of Go.

use tianyuan::core::{Decision, Move, Point, Random};
use tianyuan::games::{AnyPosition, Game, Options, Overlay, ScoreLine, go, registry};

const RULESETS: [&str; 5] = go::RULESETS;

fn game() -> &'static dyn Game {
    registry::find("go").unwrap()
}

fn read(options: &str, text: &str) -> AnyPosition {
    game().position(&Options::parse(options).unwrap(), text).unwrap()
}

fn counts(breakdown: &[ScoreLine], id: &str) -> [String; 2] {
    let line = breakdown.iter().find(|line| line.id == id);
    line.unwrap_or_else(|| panic!("no {id} in {breakdown:?}")).counts.clone()
}

/// Half points of each side in a line; empty counts as 0.
fn halves(breakdown: &[ScoreLine], id: &str) -> [i32; 2] {
    let Some(line) = breakdown.iter().find(|line| line.id == id) else { return [0; 2] };
    line.counts.clone().map(|count| match count.as_str() {
        "" => 0,
        text => (2.0 * text.parse::<f64>().unwrap()) as i32,
    })
}

fn sum(breakdown: &[ScoreLine], ids: &[&str]) -> [i32; 2] {
    ids.iter().fold([0; 2], |sum, id| {
        let [black, white] = halves(breakdown, id);
        [sum[0] + black, sum[1] + white]
    })
}

/// A game of random moves that passes more often the longer it lasts, and
/// toggles dead stones.
fn random_game(options: &str, random: &mut Random) -> AnyPosition {
    let mut position = game().start(&Options::parse(options).unwrap()).unwrap();
    let mut plies = 0;
    while position.outcome().is_none() {
        let moves = position.legal_moves();
        plies += 1;
        let mv = if moves.contains(&Move::Pass) && random.below(200) < plies {
            Move::Pass
        } else {
            *random.pick(&moves).unwrap()
        };
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn score_breakdown_lines_add_up_to_the_score() {
    let mut random = Random::new(31);
    for ruleset in RULESETS {
        let mut passes = 0;
        for n in 0..60 {
            let (size, handicap) = (5 + n % 6, [0, 0, 2, 5][n % 4]);
            let placement = ["fixed", "free"][n / 2 % 2];
            let options = format!(
                "(size: {size}, ruleset: \"{ruleset}\", komi: {n}, handicap: {handicap}, \
                 placement: \"{placement}\")"
            );
            let position = random_game(&options, &mut random);
            let outcome = position.outcome().unwrap();
            let breakdown = position.score_breakdown();
            let Some(score) = outcome.score else {
                assert!(breakdown.is_empty(), "{:?}", outcome.reason);
                continue;
            };
            assert_eq!(breakdown.last().unwrap().id, "go-sheet-total");
            assert_eq!(
                counts(&breakdown, "go-sheet-total"),
                score.map(|points| points.to_string())
            );
            let parts: &[&str] = match ruleset {
                "japanese" => {
                    &["go-sheet-territory", "go-sheet-prisoners", "go-sheet-dead", "go-sheet-komi"]
                }
                _ => &[
                    "go-sheet-stones",
                    "go-sheet-surrounded",
                    "go-sheet-komi",
                    "go-sheet-compensation",
                ],
            };
            let total = score.map(|points| points.as_halves());
            assert_eq!(sum(&breakdown, parts), total, "{options}: {breakdown:?}");
            let lead = total[0] - total[1];
            if ruleset == "aga" {
                passes += 1;
                let parts = [
                    "go-sheet-surrounded",
                    "go-sheet-prisoners",
                    "go-sheet-dead",
                    "go-sheet-pass-stones",
                    "go-sheet-komi",
                ];
                let [black, white] = halves(&breakdown, "go-sheet-by-territory");
                assert_eq!(sum(&breakdown, &parts), [black, white], "{options}: {breakdown:?}");
                assert_eq!(black - white, lead, "{options}: {breakdown:?}");
            }
            if ruleset == "chinese" {
                let [black, white] = counts(&breakdown, "go-sheet-won-by");
                assert_eq!(black.is_empty(), lead < 0, "{breakdown:?}");
                assert_eq!(white.is_empty(), lead > 0, "{breakdown:?}");
            }
        }
        assert!(ruleset != "aga" || passes > 50, "only {passes} games had pass stones");
    }
}

/// Black has nine rows and fourteen points, White nine rows and five points.
fn close_game(options: &str) -> AnyPosition {
    let empty = "19/".repeat(8);
    let rows = format!(
        "{empty}{}/{}{}/{}/{}",
        "O".repeat(19),
        "X".repeat(14),
        "O".repeat(5),
        "X".repeat(19),
        empty.trim_end_matches('/')
    );
    read(options, &format!("{rows} X 0,0 pass pass"))
}

#[test]
fn chinese_counting_compares_with_half_of_the_board() {
    // Half of 361 is 180½, komi 3¾: Black needs 184¼ and wins with 185 by ¾.
    let breakdown = close_game("()").score_breakdown();
    let expected = [
        ("go-sheet-stones", "33", "24"),
        ("go-sheet-surrounded", "152", "152"),
        ("go-sheet-held", "185", "176"),
        ("go-sheet-needed", "184¼", "176¾"),
        ("go-sheet-won-by", "¾", ""),
        ("go-sheet-komi", "", "7.5"),
        ("go-sheet-total", "185", "183.5"),
    ];
    let found: Vec<_> =
        breakdown.iter().map(|line| (line.id, &*line.counts[0], &*line.counts[1])).collect();
    assert_eq!(found, expected);
}

#[test]
fn neutral_points_are_shared_in_chinese_counting() {
    // Ten points each, the middle file between them.
    let text = "1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 X 0,0 pass pass";
    let breakdown = read("(size: 5, komi: 0)", text).score_breakdown();
    let half = ["2½".to_owned(), "2½".to_owned()];
    assert_eq!(counts(&breakdown, "go-sheet-shared"), half);
    assert_eq!(counts(&breakdown, "go-sheet-held"), ["12½".to_owned(), "12½".to_owned()]);
    assert_eq!(counts(&breakdown, "go-sheet-won-by"), ["0".to_owned(), "0".to_owned()]);
}

#[test]
fn the_score_breakdown_follows_dead_stone_marks() {
    for ruleset in ["chinese", "japanese", "aga"] {
        let options = format!("(size: 5, komi: 0, ruleset: \"{ruleset}\")");
        let text = "1X1O1/1X1O1/1X1O1/1X1O1/OX1O1 X 0,0";
        assert!(read(&options, text).score_breakdown().is_empty());
        let mut position = read(&options, &format!("{text} pass pass"));
        let mark = Move::Decide(Decision::MarkDead(Point::new(0, 0)));
        let mut seen = Vec::new();
        for _ in 0..2 {
            let dead = position.piece_at(Point::new(0, 0)).unwrap().kind == 1;
            let black = halves(&position.score_breakdown(), "go-sheet-total")[0];
            seen.push((dead, black));
            position.play(mark).unwrap();
        }
        seen.sort_unstable();
        // Alive, it makes the whole file neutral.
        let (alive, dead) = if ruleset == "japanese" { (0, 2 * 6) } else { (2 * 5, 2 * 10) };
        assert_eq!(seen, [(false, alive), (true, dead)], "{ruleset}");
    }
}

fn overlay(position: &AnyPosition, id: &str) -> Overlay {
    let overlay = position.overlay(id).unwrap();
    let board = position.board();
    assert_eq!(overlay.values.len(), usize::from(board.files) * usize::from(board.ranks));
    assert!(overlay.values.iter().all(|value| (-1.0..=1.0).contains(value)));
    overlay
}

fn influence(size: u8, text: &str) -> Vec<f32> {
    overlay(&read(&format!("(size: {size})"), text), "go-overlay-influence").values
}

#[test]
fn every_listed_overlay_exists() {
    let names = ["go-overlay-score", "go-overlay-territory", "go-overlay-influence"];
    let text = "1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 X 0,0";
    let playing = read("(size: 5)", text);
    assert_eq!(playing.overlays(), &names[1..]);
    assert_eq!(playing.overlay(names[0]), None);
    assert_eq!(playing.overlay("no such overlay"), None);
    for plies in ["pass pass", "pass pass accept accept"] {
        let position = read("(size: 5)", &format!("{text} {plies}"));
        assert_eq!(position.overlays(), names);
        for name in names {
            overlay(&position, name);
        }
    }
}

#[test]
fn influence_of_a_lone_stone_halves_with_every_step() {
    let values = influence(5, "5/5/2X2/5/5 O 0,0");
    // Straight on, and reflected from the nearest edge.
    let expected = [
        (2, 2, 1.0 + 1.0 / 32.0),
        (2, 1, 1.0 / 2.0 + 1.0 / 16.0),
        (2, 0, 1.0 / 4.0 + 1.0 / 8.0),
        (1, 1, 1.0 / 4.0 + 1.0 / 32.0),
        (1, 0, 1.0 / 8.0 + 1.0 / 16.0),
        (0, 0, 1.0 / 16.0 + 1.0 / 32.0),
    ];
    for (file, rank, strength) in expected {
        let found = values[5 * rank + file];
        assert!((found - f32::tanh(strength)).abs() < 1e-6, "{file} {rank}: {found}");
    }
    let white = influence(5, "5/5/2O2/5/5 O 0,0");
    assert!(values.iter().zip(&white).all(|(black, white)| *black == -white));
}

#[test]
fn influence_is_symmetric() {
    // Turned by half, and with the colours exchanged, it is the same board.
    let text = "9/2X3O2/9/1X2X4/3O1X3/4O2O1/9/2X3O2/9 X 0,0";
    let values = influence(9, text);
    let turned: Vec<_> = values.iter().rev().map(|value| -value).collect();
    assert_eq!(values, turned);
    // The same from left to right.
    let values = influence(5, "1X1X1/5/2O2/X3X/5 X 0,0");
    for row in values.chunks(5) {
        assert!(row.iter().eq(row.iter().rev()), "{row:?}");
    }
}

#[test]
fn walls_stop_influence_and_single_stones_weaken_it() {
    let wall = influence(5, "2O2/2O2/2O2/2O2/2O2 X 0,0");
    let held = influence(5, "2O2/2O2/X1O2/2O2/2O2 X 0,0");
    for rank in 0..5 {
        for file in 2..5 {
            assert_eq!(wall[5 * rank + file], held[5 * rank + file]);
        }
        assert!(held[5 * rank] > wall[5 * rank]);
    }
    let (alone, shadowed) = (influence(5, "5/5/X4/5/5 O 0,0"), influence(5, "5/5/XO3/5/5 O 0,0"));
    let behind = 5 * 2 + 2;
    let white = influence(5, "5/5/1O3/5/5 O 0,0");
    assert!(shadowed[behind] < alone[behind]);
    assert!(shadowed[behind] > white[behind]);
}

/// All stones live, and no point is neutral.
const SETTLED: &str = "X1X1X1X/1X1X1X1/XXXXXXX/XXXXXXX/OOOOOOO/1O1O1O1/O1O1O1O X 0,0 pass pass";

#[test]
fn the_estimate_of_a_settled_board_is_its_score() {
    for ruleset in ["chinese", "japanese", "aga"] {
        let position = read(&format!("(size: 7, komi: 13, ruleset: \"{ruleset}\")"), SETTLED);
        let estimate = overlay(&position, "go-overlay-territory");
        let score = overlay(&position, "go-overlay-score");
        let total = halves(&position.score_breakdown(), "go-sheet-total");
        let lead = (total[0] - total[1]) as f32 / 2.0;
        assert_eq!(score.lead, Some(lead), "{ruleset}");
        assert_eq!(estimate.lead, Some(lead), "{ruleset}");
        let expected = |n: usize| if n < 3 * 7 { -1.0 } else { 1.0 };
        assert!(estimate.values.iter().enumerate().all(|(n, value)| *value == expected(n)));
        for (n, value) in score.values.iter().enumerate() {
            let at = Point::new(n as u8 % 7, n as u8 / 7);
            // Stones count as points by area only.
            let counts = ruleset != "japanese" || position.piece_at(at).is_none();
            assert_eq!(*value, if counts { expected(n) } else { 0.0 }, "{ruleset} {at}");
        }
    }
}

#[test]
fn a_dead_stone_counts_for_the_opponent() {
    let text = "1X1O1/1X1O1/1X1O1/1X1O1/OX1O1 X 0,0 pass pass";
    for ruleset in ["chinese", "japanese"] {
        let mut position = read(&format!("(size: 5, ruleset: \"{ruleset}\")"), text);
        if position.piece_at(Point::new(0, 0)).unwrap().kind == 0 {
            position.play(Move::Decide(Decision::MarkDead(Point::new(0, 0)))).unwrap();
        }
        let values = overlay(&position, "go-overlay-score").values;
        let stone = if ruleset == "japanese" { 0.0 } else { 1.0 };
        assert_eq!(values[..5], [1.0, stone, 0.0, -stone, -1.0], "{ruleset}");
    }
}

#[test]
fn the_territory_estimate_is_deterministic_and_unbiased() {
    let position = read("(size: 9)", "9/9/2X3X2/9/9/9/2O3O2/9/9 X 0,0");
    let estimate = overlay(&position, "go-overlay-territory");
    assert_eq!(estimate, overlay(&position, "go-overlay-territory"));
    for rank in 0..9 {
        for file in 0..4 {
            let [left, right] = [file, 8 - file].map(|file| estimate.values[9 * rank + file]);
            // Five standard errors of the mean of two thousand playouts.
            assert!((left - right).abs() < 0.16, "{file} {rank}: {left} {right}");
        }
    }
    let [black, white] = [6, 2].map(|rank| estimate.values[9 * rank + 2]);
    assert!(black > 0.2 && white < -0.2, "{black} {white}");
    // Black moves first, and White has the komi.
    let lead = estimate.lead.unwrap() + 7.5;
    assert!((0.0..8.0).contains(&lead), "{lead}");
}
