//! The warnings of Xiangqi announce rulings before a move is made, and its other
//! notations name the same moves.

use tianyuan::core::{GameOverReason, Position, Random};
use tianyuan::games::xiangqi::{RepetitionRules, START, Xiangqi};
use tianyuan::games::{BoardView, Notation, Ruling, Warning};

const REPETITION: &str = include_str!("../fixtures/xiangqi_repetition.txt");

fn read(fen: &str, rules: RepetitionRules) -> Xiangqi {
    Xiangqi::read(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(fen: &str, moves: &str) -> Xiangqi {
    let mut position = read(fen, RepetitionRules::Asian);
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text);
        position.play(mv.unwrap_or_else(|refusal| panic!("{text}: {refusal}")));
    }
    position
}

/// The warning about this move.
fn warning(position: &Xiangqi, text: &str) -> Option<Warning> {
    let mv = position.to_move(position.parse_move(text).unwrap());
    position.warnings().into_iter().find(|warning| warning.mv == mv)
}

/// Ruling, translation key and rows of the warning about this move.
fn details(position: &Xiangqi, text: &str) -> Option<(Ruling, &'static str, Vec<String>)> {
    let Warning { ruling, message_id, rows, .. } = warning(position, text)?;
    let rows = rows.iter().map(|[from, to]| {
        let place =
            |at: tianyuan::core::Point| format!("{}{}", char::from(b'a' + at.file), at.rank);
        format!("{}{}", place(*from), place(*to))
    });
    Some((ruling, message_id, rows.collect()))
}

/// Compares every warning of a position with the outcomes of the moves, and
/// returns their number.
fn compare_with_outcomes(position: &Xiangqi) -> usize {
    let warnings = position.warnings();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut details = warnings.iter().peekable();
    for &mv in &moves {
        let mover = position.side_to_move();
        let warning = details.next_if(|warning| warning.mv == position.to_move(mv));
        let mut then = position.clone();
        then.play(mv);
        let ended = then.outcome().filter(|outcome| {
            ![GameOverReason::Checkmate, GameOverReason::Stalemate].contains(&outcome.reason)
        });
        let Some(outcome) = ended else {
            let Some(warning) = warning else { continue };
            // The ruling follows an answer.
            assert_eq!((warning.ruling, then.outcome()), (Ruling::Loss, None));
            let id = warning.message_id;
            assert!(id.starts_with("xiangqi-may-be-"), "{id}");
            let mut answers = Vec::new();
            then.legal_moves(&mut answers);
            let fatal = answers.iter().any(|&answer| {
                let mut then = then.clone();
                then.play(answer);
                let perpetual = |reason: GameOverReason| reason.id().starts_with("perpetual-");
                then.outcome().is_some_and(|outcome| {
                    outcome.winner == Some(mover.other()) && perpetual(outcome.reason)
                })
            });
            assert!(fatal, "{} {mv:?}", position.text());
            continue;
        };
        let warning = warning.unwrap_or_else(|| panic!("{} {mv:?}", position.text()));
        let ruling = match outcome.winner {
            None => Ruling::Draw,
            Some(winner) if winner == mover => Ruling::Win,
            Some(_) => Ruling::Loss,
        };
        assert_eq!(warning.ruling, ruling, "{} {mv:?}", position.text());
        assert!(!warning.label.is_empty());
    }
    assert_eq!(details.next(), None, "the order is that of the legal moves");
    warnings.len()
}

/// A FEN of the rule book with Red giving perpetual check.
const CHECKS: &str = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";

#[test]
fn a_perpetual_check_is_announced_before_the_opponent_completes_it() {
    let position = after(CHECKS, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8");
    let may = |row: &str| Some((Ruling::Loss, "xiangqi-may-be-check", vec![row.to_owned()]));
    assert_eq!(details(&position, "h9h8"), may("h8f8"));
    assert_eq!(details(&position, "h9g9"), None);
    let position = after(CHECKS, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8");
    let end = Some((Ruling::Win, "xiangqi-would-end-check", vec!["h8f9".to_owned()]));
    assert_eq!(details(&position, "f8f9"), end);
}

#[test]
fn a_perpetual_check_is_announced_to_the_side_that_completes_it() {
    // As before, but from the position after Red's first check.
    let fen = "c2a1k1R1/2c1a4/b6P1/8p/9/9/9/9/4K4/9 b - - 0 1";
    let position = after(fen, "f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9");
    let lost = (Ruling::Loss, "xiangqi-would-be-check", vec!["h9f9".to_owned()]);
    assert_eq!(details(&position, "h8h9"), Some(lost));
}

#[test]
fn a_perpetual_chase_is_announced_with_the_chasing_pieces() {
    // Red's chariot chases a cannon without protection, first of the
    // diagrams on chasing.
    let fen = "2ba1k3/4a4/b8/7R1/9/9/1r2p4/9/4A4/2B1KAB1c w - - 0 1";
    let position = after(fen, "h6i6 i0h0 i6h6 h0i0 h6i6 i0h0");
    let details = details(&position, "i6h6").expect("Black can complete the chase");
    assert_eq!(details, (Ruling::Loss, "xiangqi-may-be-chase", vec!["h6h0".to_owned()]));
}

#[test]
fn a_harmless_repetition_and_the_natural_limit_are_draws() {
    let position = after(START, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0");
    let draw = Some((Ruling::Draw, "xiangqi-would-be-repetition", Vec::new()));
    assert_eq!(details(&position, "g7h9"), draw);
    assert_eq!(position.warnings().len(), 1);
    let position = after("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 119 80", "");
    let draw = Some((Ruling::Draw, "xiangqi-would-be-limit", Vec::new()));
    assert_eq!(details(&position, "a0a1"), draw);
    assert_eq!(after(START, "").warnings(), []);
}

#[test]
fn warnings_announce_the_rulings_in_the_diagrams_of_the_rules() {
    let mut found = 0;
    for row in REPETITION.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [fen, _, moves, _] = fields[..] else { panic!("{row}") };
        for rules in [RepetitionRules::Asian, RepetitionRules::Chinese] {
            let mut position = read(fen, rules);
            for text in moves.split_whitespace() {
                if position.outcome().is_some() {
                    break;
                }
                found += compare_with_outcomes(&position);
                position.play(position.parse_move(text).unwrap());
            }
        }
    }
    assert!(found > 50, "only {found} warnings");
}

#[test]
fn warnings_announce_the_rulings_in_random_games() {
    let mut found = 0;
    let mut moves = Vec::new();
    for seed in 0..160 {
        let mut random = Random::new(seed);
        // Few pieces move back and forth until a position occurs a third time.
        let fens =
            [START, CHECKS, "3k5/8R/9/9/9/9/9/9/9/5K3 w", "4k4/9/9/9/c8/9/9/9/9/R2K5 w - - 96 80"];
        let rules = [RepetitionRules::Asian, RepetitionRules::Chinese][seed as usize / 4 % 2];
        let mut position = read(fens[seed as usize % 4], rules);
        let mut back = None;
        for ply in 0..160 {
            if ply % 2 == 0 || ply > 20 {
                found += compare_with_outcomes(&position);
            }
            position.legal_moves(&mut moves);
            let Some(&any) = random.pick(&moves) else { break };
            // Half of the moves reverse the same side's previous move.
            let len = position.history().len();
            if len >= 2 {
                let past = position.history()[len - 2].mv;
                back = moves.iter().copied().find(|mv| (mv.from, mv.to) == (past.to, past.from));
            }
            let mv = back.filter(|_| random.below(4) > 0).unwrap_or(any);
            position.play(mv);
        }
    }
    assert!(found > 50, "only {found} warnings");
}

#[test]
fn moves_are_written_in_chinese_and_in_wxf_on_request() {
    let position = after(START, "");
    assert_eq!(position.notations(), ["chinese", "wxf"]);
    let mv = position.parse_move("h2e2").unwrap();
    let written = |notation| position.move_text_in(notation, mv);
    assert_eq!(["chinese", "wxf", "iccs"].map(written), ["炮二平五", "C2=5", "h2e2"]);
    let position = after(START, "h2e2");
    let mv = position.parse_move("h9g7").unwrap();
    let written = |notation| position.move_text_in(notation, mv);
    assert_eq!(["chinese", "wxf"].map(written), ["马8进7", "H8+7"]);
}
