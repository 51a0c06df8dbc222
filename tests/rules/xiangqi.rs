//! The rules and notations of Xiangqi against published perft numbers, diagrams
//! of the rule book and random games.

use tianyuan::core::{GameOverReason, Outcome, Position, Random, Side};
use tianyuan::games::xiangqi::{Reason, RepetitionRules, START, Xiangqi, XiangqiMove};
use tianyuan::games::{Notation, Playable};

const PERFT: &str = include_str!("../fixtures/xiangqi_perft.txt");
const REPETITION: &str = include_str!("../fixtures/xiangqi_repetition.txt");

/// Largest perft number that is counted, so that all tests take seconds.
const MOST: u64 = 150_000_000;

fn read(fen: &str) -> Xiangqi {
    Xiangqi::read(fen, RepetitionRules::Asian).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &mut Xiangqi, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text);
        position.play(mv.unwrap_or_else(|refusal| panic!("{text}: {refusal}")));
    }
}

/// The lines of a table without its comments, split at the bars.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('|').map(str::trim).collect())
}

#[test]
fn perft_agrees_with_published_numbers() {
    for row in rows(PERFT) {
        let [name, fen, counts] = row[..] else { panic!("{row:?}") };
        for (n, count) in counts.split(' ').enumerate() {
            let Ok(count) = count.parse::<u64>() else { continue };
            if count <= MOST {
                assert_eq!(read(fen).perft(n as u32 + 1), count, "{name} to depth {}", n + 1);
            }
        }
    }
}

#[test]
fn perft_counts_on_through_repetitions_and_the_natural_limit() {
    let fresh = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1";
    let mut limited = read("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 119 80");
    assert_eq!(limited.perft(3), read(fresh).perft(3));
    let mut repeated = read(START);
    play(&mut repeated, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0");
    // One of Black's moves ends the game by a third occurrence.
    let mut as_often = read("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
    assert_eq!(repeated.perft(3), as_often.perft(3));
}

fn adjudicate(rules: RepetitionRules, fen: &str, moves: &str) -> (String, Option<Reason>) {
    let start = Xiangqi::read(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut position = start.for_adjudication();
    play(&mut position, moves);
    let Some(verdict) = position.repetition() else { return ("Undecided".to_owned(), None) };
    let word = match verdict.loser {
        None => "Draw",
        Some(side) if side == position.side_to_move() => "Loss",
        Some(_) => "Win",
    };
    (word.to_owned(), Some(verdict.reason))
}

#[test]
fn repetitions_are_judged_as_in_the_diagrams_of_the_rules() {
    let mut wrong = Vec::new();
    for row in rows(REPETITION) {
        let [fen, expected, moves, topic] = row[..] else { panic!("{row:?}") };
        let (found, reason) = adjudicate(RepetitionRules::Asian, fen, moves);
        if found != expected {
            wrong.push(format!("{fen} {moves}: {found} {reason:?}, not {expected} ({topic})"));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_fault_has_to_last_from_the_first_occurrence_to_the_last() {
    // Red's chariots chase one cannon in one cycle and the other in the next.
    let cannons = "3rkabc1/4a3R/4b4/9/9/9/9/B8/1R2A4/c1BAK4 w";
    let two_cannons = "i8h8 h9i9 b1a1 a0b0 h8i8 i9h9 i8h8 h9i9 a1b1 b0a0 b1a1 a0b0";
    // One chariot gives check in one cycle, the other chases in the next.
    let chariots = "c2a1k3/2c1a2R1/b6P1/8p/9/7R1/9/9/4K4/8c w";
    let (checks, chases) = ("h8h9 f9f8 h9h8 f8f9", "h4i4 i0h0 i4h4 h0i0");
    let cases = [
        (cannons, two_cannons.to_owned()),
        (chariots, format!("{checks} {chases}")),
        (chariots, format!("{chases} {checks}")),
    ];
    for (fen, moves) in cases {
        let asian = adjudicate(RepetitionRules::Asian, fen, &moves);
        assert_eq!(asian, ("Draw".to_owned(), Some(Reason::Repetition)), "{moves}");
        // The Chinese rules count checks and chases of any piece together.
        let chinese = adjudicate(RepetitionRules::Chinese, fen, &moves);
        assert_eq!(chinese, ("Loss".to_owned(), Some(Reason::PerpetualAttack)), "{moves}");
        // A search sees the end that the game will have.
        let (before, last) = moves.rsplit_once(' ').unwrap();
        let mut game = read(fen);
        play(&mut game, before);
        for mut position in [game.clone(), game.for_search()] {
            play(&mut position, last);
            let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.reason));
            assert_eq!(outcome, Some((None, GameOverReason::Repetition)), "{moves}");
        }
    }
    for cycle in [checks, chases] {
        let moves = format!("{cycle} {cycle}");
        assert_eq!(adjudicate(RepetitionRules::Asian, chariots, &moves).0, "Loss", "{moves}");
    }
}

#[test]
fn a_third_occurrence_of_a_position_is_judged() {
    // Red checks with every move and may not go on.
    let mut position = read("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1");
    play(&mut position, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8");
    assert_eq!(position.outcome(), None);
    play(&mut position, "f8f9");
    let lost = |winner, reason| Some(Outcome { winner, reason, score: None });
    assert_eq!(position.outcome(), lost(Some(Side::Second), GameOverReason::PerpetualCheck));
    let mut position = read(START);
    play(&mut position, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0");
    assert_eq!(position.outcome(), None);
    play(&mut position, "g7h9");
    assert_eq!(position.outcome(), lost(None, GameOverReason::Repetition));
}

#[test]
fn chinese_rules_forbid_perpetual_threats_of_mate() {
    // "Perpetual kill" in the diagrams: a draw under Asian rules.
    let (fen, moves) = (
        "2bak4/4a4/4b4/8p/5R3/8P/n8/1r2C4/9/1cBAKAB2 w",
        "f5h5 e9f9 h5f5 f9e9 f5h5 e9f9 h5f5 f9e9 f5h5",
    );
    assert_eq!(adjudicate(RepetitionRules::Asian, fen, moves).0, "Draw");
    let chinese = adjudicate(RepetitionRules::Chinese, fen, moves);
    assert_eq!(chinese, ("Win".to_owned(), Some(Reason::PerpetualAttack)));
}

#[test]
fn checkmate_and_stalemate_lose() {
    let stalemate = read("3k5/4R4/4P4/9/9/9/9/9/9/4K4 b");
    let won = |reason| Some(Outcome { winner: Some(Side::First), reason, score: None });
    assert_eq!(stalemate.outcome(), won(GameOverReason::Stalemate));
    let mate = read("3k4R/4R4/9/9/9/9/9/9/9/4K4 b");
    assert_eq!(mate.outcome(), won(GameOverReason::Checkmate));
}

#[test]
fn sixty_moves_each_without_a_capture_are_a_draw() {
    let mut position = read("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 119 80");
    assert_eq!(position.outcome(), None);
    play(&mut position, "a0a1");
    assert_eq!(
        position.outcome().map(|outcome| outcome.reason),
        Some(GameOverReason::NaturalLimit)
    );
}

#[test]
fn ten_checks_of_a_side_count_towards_the_limit_and_no_more() {
    let start = read("3k5/8R/9/9/9/9/9/9/9/5K3 w");
    let mut position = start.for_adjudication();
    for _ in 0..5 {
        play(&mut position, "i8i9 d9d8 i9i8 d8d9");
    }
    assert_eq!(position.halfmove_clock(), 20);
    play(&mut position, "i8i9 d9d8 i9i8 d8d9");
    assert_eq!(position.halfmove_clock(), 20);
    play(&mut position, "i8i7 d9d8");
    assert_eq!(position.halfmove_clock(), 22);
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let cases = [
        (START, "e5e6", "xiangqi-no-piece"),
        (START, "h7h6", "xiangqi-not-your-piece"),
        (START, "a0b0", "xiangqi-own-piece"),
        (START, "c0d2", "xiangqi-cannot-reach"),
        (START, "a0a11", "xiangqi-unreadable-move"),
        (START, "炮二平", "xiangqi-unreadable-move"),
        (START, "C4.5", "xiangqi-cannot-reach"),
        ("4k4/9/9/9/4R4/9/9/9/9/4K4 w", "e5d5", "xiangqi-generals-face"),
        ("4k4/9/9/4r4/9/9/4N4/9/9/4K4 w", "e3c4", "xiangqi-exposes-general"),
        ("3k5/9/9/4r4/9/9/8N/9/9/4K4 w", "i3g4", "xiangqi-still-in-check"),
        ("3k4R/4R4/9/9/9/9/9/9/9/4K4 b", "d9d8", "xiangqi-over"),
    ];
    for (fen, text, id) in cases {
        let refusal = read(fen).parse_move(text).unwrap_err();
        assert_eq!(refusal.id, id, "{text}: {refusal}");
    }
}

#[test]
fn the_text_of_a_position_keeps_the_moves_that_repetition_depends_on() {
    let mut position = read(START);
    play(&mut position, "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0");
    assert_eq!(position.text(), format!("{START} moves h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0"));
    let mut again = read(&position.text());
    play(&mut again, "g7h9");
    assert_eq!(again.outcome().map(|outcome| outcome.reason), Some(GameOverReason::Repetition));
    assert!(position.fen().ends_with(" b - - 7 4"), "{}", position.fen());
}

#[test]
fn the_number_of_a_move_beyond_the_greatest_stays_the_greatest() {
    let mut position = read("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 123456");
    play(&mut position, "d0d1 e9e8 d1d0 e8e9");
    assert!(position.fen().ends_with(" w - - 4 9999"), "{}", position.fen());
    assert_eq!(read(&position.text()).fen(), position.fen());
}

#[test]
fn a_move_is_read_in_every_notation() {
    // Position, the move as it is written, and other spellings of it.
    let cases = [
        (START, "h2e2", "H2-E2 h2-e2 C2.5 C2=5 c2.5 炮二平五 砲2平5 炮２平５"),
        (START, "b0c2", "B0C2 H8+7 N8+7 马八进七 傌八進七"),
        (START, "c3c4", "P7+1 兵七进一"),
        (START, "c0e2", "E7+5 B7+5 相七进五"),
        ("4k4/9/9/9/9/9/9/9/9/3K4R w", "i0i9", "R1+9 車一进九 i1i10"),
        ("3k5/9/9/9/9/2C6/9/2C6/9/4K4 w", "c4e4", "C+.5 C+=5 前炮平五"),
        ("3k5/9/9/9/9/2C6/9/2C6/9/4K4 w", "c2c3", "C-+1 后炮进一"),
        ("4k4/9/9/5P3/5P3/9/9/9/9/3K5 w", "f6e6", "P+.5 P+=5 前兵平五 前兵四平五 前四平五 14=5"),
        ("4k4/9/2P6/2P6/2P6/9/9/9/9/3K5 w", "c6b6", "Pb.8 中兵平八"),
        ("3k5/9/2P3P2/2P3P2/9/9/9/9/9/4K4 w", "c6d6", "Pd.6 四兵平六 27=6"),
        ("4k4/9/9/9/9/9/2p6/2p6/9/3K5 b", "c3b3", "P-.2 后卒平2 後卒平２"),
    ];
    for (fen, written, others) in cases {
        let position = read(fen);
        let mv = position.parse_move(written);
        let mv = mv.unwrap_or_else(|refusal| panic!("{written} in {fen}: {refusal}"));
        assert_eq!(position.move_text(mv), written);
        for text in others.split(' ') {
            assert_eq!(position.parse_move(text), Ok(mv), "{text} in {fen}");
        }
    }
}

#[test]
fn every_move_of_random_games_survives_every_notation() {
    let mut moves = Vec::new();
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut position = read(START);
        loop {
            position.legal_moves(&mut moves);
            for &mv in &moves {
                for text in [position.wxf(mv), position.chinese(mv)] {
                    assert_eq!(position.parse_move(&text), Ok(mv), "{text} {}", position.fen());
                }
            }
            let Some(&mv) = random.pick::<XiangqiMove>(&moves) else { break };
            position.play(mv);
        }
    }
}

#[test]
fn an_invalid_position_is_refused_in_one_sentence() {
    let cases = [
        ("", "expected 10 ranks"),
        ("9/9/9/9/9/9/9/9/9/9 w", "Red must have one general"),
        ("4k4/9/9/9/9/9/9/9/9/4K3 w", "rank 0 has 8 points, expected 9"),
        ("4k4/9/9/9/9/9/9/9/9/4Q4 w", "\"Q\" is not a piece"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 x", "must be w (Red) or b (Black)"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 121 1", "121 plies without a capture"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0e0", "\"d0e0\" is not a legal move"),
    ];
    for (text, said) in cases {
        let error = Xiangqi::read(text, RepetitionRules::Asian).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    assert_eq!(read(START).fen(), START);
}
