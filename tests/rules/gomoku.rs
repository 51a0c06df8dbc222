//! The rules of Gomoku and Renju: rows, forbidden moves, openings and endings.

use tianyuan::core::{Decision, GameOverReason, Move, Position, Side};
use tianyuan::games::gomoku::{End, Gomoku, OpeningRule, Rule};
use tianyuan::games::{AnyPosition, BoardView, Notation, Segment};

/// Positions with all of Black's fouls, each agreed on by three independent
/// programs: name, source, stones, the points of each foul, and points that
/// are none.
const FOULS: &str = include_str!("../fixtures/gomoku_fouls.txt");

fn board(rule: Rule, text: &str) -> Gomoku {
    Gomoku::read(text, 15, rule, OpeningRule::None).unwrap()
}

fn play(position: &mut Gomoku, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
    }
}

fn ending(rule: Rule, text: &str, mv: &str) -> Option<End> {
    let mut position = board(rule, text);
    play(&mut position, mv);
    position.end()
}

#[test]
fn every_known_foul_is_found_and_no_other() {
    let mut cases = 0;
    for line in FOULS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let field = |start: &str| -> Vec<&str> {
            let found = fields.iter().find_map(|field| field.strip_prefix(start));
            found.unwrap_or_default().split_whitespace().collect()
        };
        let text = format!("{} {} black", field("B:").join(","), field("W:").join(","));
        let warnings = board(Rule::Renju, &text).warnings();
        for warning in &warnings {
            let least = if warning.label == "6+" { 1 } else { 2 };
            assert!(warning.rows.len() >= least, "{} {warning:?}", fields[0]);
        }
        for kind in ["33", "44", "6+"] {
            let mut found: Vec<String> = warnings
                .iter()
                .filter(|warning| warning.label == kind)
                .filter_map(|warning| Some(warning.mv.target()?.to_string()))
                .collect();
            let mut expected = field(&format!("{kind}:"));
            found.sort();
            expected.sort_unstable();
            assert_eq!(found, expected, "{kind} of {}", fields[0]);
        }
        for legal in field("legal:") {
            let here = Move::Place(legal.parse().unwrap());
            assert!(warnings.iter().all(|warning| warning.mv != here), "{legal}");
        }
        cases += 1;
    }
    assert_eq!(cases, 160);
}

/// Rows as `a1-e1`, sorted.
fn written(rows: &[Segment]) -> Vec<String> {
    let mut rows: Vec<_> = rows.iter().map(|[a, b]| format!("{a}-{b}")).collect();
    rows.sort();
    rows
}

/// Stones of both colours, a point that is a foul, its name, and the rows
/// that make it one, each read off the board by hand.
#[test]
fn a_foul_is_shown_by_the_rows_that_make_it_one() {
    let cases: [(&str, &str, &str, &[&str]); 10] = [
        ("g8,h7,h9,i8 a1", "h8", "33", &["g8-i8", "h7-h9"]),
        ("f8,g8,i9,j10 a1", "h8", "33", &["f8-h8", "h8-j10"]),
        // One of the threes has a gap.
        ("e8,g8,h9,h10 a1", "h8", "33", &["e8-h8", "h8-h10"]),
        // The third three is closed by White, and so is none.
        ("g8,h7,h9,i8,g7,i9 f6,j10", "h8", "33", &["g8-i8", "h7-h9"]),
        // The third is none because f6 and j10 would be overlines.
        (
            "g8,h7,h9,i8,g7,i9,b6,c6,d6,e6,g6,i10,k10,l10,m10,n10 a6,o10",
            "h8",
            "33",
            &["g8-i8", "h7-h9"],
        ),
        ("e8,f8,g8,h9,h10,h11 a1", "h8", "44", &["e8-h8", "h8-h11"]),
        // Two fours in one line: X.XxX.X, XX.xX.XX and XXX.x.XXX.
        ("d8,f8,h8,j8 a1", "g8", "44", &["d8-h8", "f8-j8"]),
        ("c8,d8,g8,i8,j8 a1", "f8", "44", &["c8-g8", "f8-j8"]),
        ("c8,d8,e8,i8,j8,k8 a1", "g8", "44", &["c8-g8", "g8-k8"]),
        ("c8,d8,e8,g8,h8 a1", "f8", "6+", &["c8-h8"]),
    ];
    for (stones, point, name, rows) in cases {
        let warnings = board(Rule::Renju, &format!("{stones} black")).warnings();
        let found = warnings.iter().find(|warning| warning.mv.target() == point.parse().ok());
        let found = found.map(|warning| (warning.label, written(&warning.rows)));
        let rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
        assert_eq!(found, Some((name, rows)), "{stones} {point}");
    }
}

#[test]
fn winning_rows_are_given_by_their_end_points() {
    let cases: [(Rule, &str, &str, &[&str]); 5] = [
        (Rule::Standard, "a1,b1,c1,e1 a3,c3 black", "d1", &["a1-e1"]),
        (Rule::Freestyle, "a1,b1,c1,e1,f1,g1 a3,c3 black", "d1", &["a1-g1"]),
        // Two rows with one stone, down and up.
        (Rule::Renju, "d8,e7,f6,g5,d4,e4,f4,g4 a1,c1 black", "h4", &["d4-h4", "d8-h4"]),
        // White's six wins in Renju.
        (Rule::Renju, "a3,c3,e3,g3,i3 h8,h9,h10,h12,h13 white", "h11", &["h8-h13"]),
        (Rule::Caro, "d4,e4,f4,g4 c4,i9,j9 black", "h4", &["d4-h4"]),
    ];
    for (rule, text, mv, rows) in cases {
        let mut position = board(rule, text);
        assert!(position.winning_rows().is_empty());
        play(&mut position, mv);
        assert_eq!(written(&BoardView::winning_rows(&position)), rows, "{text}");
    }
}

#[test]
fn six_in_a_row_win_only_where_the_rule_says_so() {
    let text = "a1,b1,c1,e1,f1 a3,c3,e3,g3,i3 black";
    assert_eq!(ending(Rule::Freestyle, text, "d1"), Some(End::Five(0)));
    assert_eq!(ending(Rule::Standard, text, "d1"), None);
    assert_eq!(ending(Rule::Caro, text, "d1"), Some(End::Five(0)));
    assert!(matches!(ending(Rule::Renju, text, "d1"), Some(End::Foul(..))));
    let text = "a3,c3,e3,g3,i3 a1,b1,c1,e1,f1 white";
    assert_eq!(ending(Rule::Renju, text, "d1"), Some(End::Five(1)));
}

#[test]
fn in_caro_five_closed_at_both_ends_are_nothing() {
    let closed = "d4,e4,f4,g4 c4,i4,i9,j9 black";
    assert_eq!(ending(Rule::Caro, closed, "h4"), None);
    assert_eq!(ending(Rule::Freestyle, closed, "h4"), Some(End::Five(0)));
    assert_eq!(ending(Rule::Caro, "d4,e4,f4,g4 c4,j4,i9,k9 black", "h4"), Some(End::Five(0)));
    assert_eq!(ending(Rule::Caro, "a4,b4,c4,d4 f4,j4,i9,k9 black", "e4"), None);
}

#[test]
fn five_wins_even_where_the_stone_would_be_a_foul() {
    // h8 makes five on the rank and three on both diagonals.
    let text = "d8,e8,f8,g8,g7,i9,g9,i7 a1,c1,e1,g1,i1,k1,m1,o1 black";
    assert_eq!(ending(Rule::Renju, text, "h8"), Some(End::Five(0)));
}

#[test]
fn a_foul_loses_at_once_and_two_passes_draw() {
    let text = "h7,h9,g8,i8 a1,c1,e1,g1 black";
    let mut position = board(Rule::Renju, text);
    play(&mut position, "h8");
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::Second), GameOverReason::DoubleThree));
    let mut position = board(Rule::Renju, text);
    play(&mut position, "pass a2 pass");
    assert_eq!(position.end(), None);
    play(&mut position, "pass");
    assert_eq!(position.outcome().unwrap().winner, None);
    assert!(board(Rule::Standard, text).from_move(Move::Pass).is_err());
}

#[test]
fn a_full_board_is_a_draw() {
    let mut position = Gomoku::new(5, Rule::Freestyle, OpeningRule::None);
    // Two columns of each colour in turn, shifted by a rank: no five.
    play(
        &mut position,
        "a1 c1 b1 d1 e1 a2 c2 b2 d2 e2 a3 c3 b3 d3 e3 a4 c4 b4 d4 e4 a5 c5 b5 d5 e5",
    );
    assert_eq!(position.end(), Some(End::Full));
    assert_eq!(position.outcome().unwrap().winner, None);
}

#[test]
fn whoever_took_a_colour_wins_with_it() {
    let mut position = Gomoku::new(15, Rule::Freestyle, OpeningRule::Swap1);
    play(&mut position, "a1 swap a2 b1 b2 c1 c2 d1 d2 e1");
    let any = AnyPosition::new(position);
    assert_eq!(any.outcome().unwrap().winner, Some(Side::Second));
    assert!(any.is_swapped());
    let choose = Gomoku::new(15, Rule::Freestyle, OpeningRule::None);
    let refused = choose.from_move(Move::Decide(Decision::Swap)).unwrap_err();
    assert_eq!(refused.id, "gomoku-no-choice");
}

#[test]
fn a_wrong_text_says_what_is_wrong() {
    for (text, part) in [
        ("h8 h9", "expected black stones"),
        ("h8 h8 black", "named twice"),
        ("h8 p1 black", "not on a board of 15"),
        ("h8 h9 red", "must be black or white"),
        ("h8 h9 black choose", "the opening"),
        ("h8 h9 black foul=h8", "not a foul"),
        ("h8 h9 black what", "expected lay"),
    ] {
        let error = Gomoku::read(text, 15, Rule::Renju, OpeningRule::None).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
