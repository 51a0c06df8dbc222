//! Levels with a gain of material: the proof, its limits, and names of tactics
//! and mates.

use tianyuan::content;
use tianyuan::content::levels::import::{studies, study_level};
use tianyuan::content::levels::prove::Prover;
use tianyuan::content::levels::{Goal, check, read_pack};
use tianyuan::content::messages::{Locale, render};
use tianyuan::core::Move;
use tianyuan::games::{AnyPosition, Options, ProofGoal, registry};
use tianyuan::search::{Limits, SearchBudget, StopFlag};

/// A knight that can attack king and rook at once.
const FORK: &str = "r3k3/8/8/3N4/8/8/P7/4K3 w - - 0 1";

fn position(game: &str, text: &str) -> AnyPosition {
    registry::find(game).unwrap().position(&Options::default(), text).unwrap()
}

/// Moves that win this many pawns within this many moves.
fn gain_moves(game: &str, text: &str, least: i32, moves: u32) -> Vec<String> {
    let position = position(game, text);
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let claim = ProofGoal::Gain { least, moves };
    let found = position.prove(&claim, &mut SearchBudget::new(limits, StopFlag::new())).unwrap();
    found.into_iter().map(|mv| position.move_text(mv).unwrap()).collect()
}

/// Name of the tactic of the first move of a line, or of the mate at its end.
fn motif_name(game: &str, text: &str, moves: &[&str], claim: ProofGoal) -> Option<String> {
    let start = position(game, text);
    let mut at = start.clone();
    let mut line: Vec<Move> = Vec::new();
    for text in moves {
        let mv = at.parse_move(text).unwrap();
        at.play(mv).unwrap();
        line.push(mv);
    }
    start.motif(&claim, &line).map(|name| render(Locale::English, &name))
}

#[test]
fn a_fork_wins_the_rook_and_no_more_than_the_rook() {
    assert_eq!(gain_moves("chess", FORK, 5, 2), ["Nc7+"]);
    assert_eq!(gain_moves("chess", FORK, 6, 2), Vec::<String>::new());
    assert_eq!(gain_moves("chess", FORK, 5, 0), Vec::<String>::new());
}

#[test]
fn a_guarded_piece_is_not_won_by_a_greater_one() {
    // The pawn on a6 is guarded by the one on b7.
    let guarded = "4k3/1p6/p7/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(gain_moves("chess", guarded, 1, 1), Vec::<String>::new());
    let open = "4k3/8/p7/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(gain_moves("chess", open, 1, 1), ["Rxa6"]);
    // In Xiangqi the chariot takes a horse that nothing guards.
    let horse = "5k3/9/9/9/R3n4/9/9/9/9/3K5 w - - 0 1";
    assert_eq!(gain_moves("xiangqi", horse, 4, 1), ["a5e5"]);
}

#[test]
fn games_without_piece_values_claim_nothing() {
    let go = registry::find("go").unwrap().start(&Options::default()).unwrap();
    let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
    assert_eq!(go.prove(&ProofGoal::Gain { least: 1, moves: 1 }, &mut budget), None);
    assert_eq!(go.material_balance(), None);
    assert_eq!(position("chess", FORK).material_balance(), Some(-1));
    assert_eq!(position("chess", &FORK.replace(" w ", " b ")).material_balance(), Some(1));
}

#[test]
fn tactics_and_mates_have_their_usual_names() {
    let gain = ProofGoal::Gain { least: 2, moves: 2 };
    assert_eq!(motif_name("chess", FORK, &["Nc7+"], gain).as_deref(), Some("Fork"));
    let skewer = "8/8/8/q2k4/8/8/8/6KR w - - 0 1";
    assert_eq!(motif_name("chess", skewer, &["Rh5+"], gain).as_deref(), Some("Skewer"));
    let opened = "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1";
    assert_eq!(motif_name("chess", opened, &["Nc5+"], gain).as_deref(), Some("Discovered check"));
    let pin = "4k3/8/8/4n3/8/8/8/R5K1 w - - 0 1";
    assert_eq!(motif_name("chess", pin, &["Re1"], gain).as_deref(), Some("Pin"));
    assert_eq!(motif_name("chess", pin, &["Kg2"], gain), None);
    let mate = ProofGoal::WinIn(1);
    let smothered = "6rk/6pp/8/4N3/8/8/8/6K1 w - - 0 1";
    assert_eq!(motif_name("chess", smothered, &["Nf7#"], mate).as_deref(), Some("Smothered mate"));
    let back = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    assert_eq!(motif_name("chess", back, &["Ra8#"], mate).as_deref(), Some("Back-rank mate"));
    assert_eq!(motif_name("chess", back, &["Ra7"], mate), None);
}

#[test]
fn chess_and_xiangqi_have_enough_titled_tactics_levels() {
    for game in ["chess", "xiangqi"] {
        let path = content::levels_folder().join(game).join("tactics.ron");
        let pack = read_pack("tactics.ron", &std::fs::read_to_string(path).unwrap()).unwrap();
        assert!(pack.levels.len() >= 40, "{game}");
        for level in &pack.levels {
            assert!(matches!(level.goal, Goal::WinMaterial(2..)), "{game}, {}", level.id);
            assert!(!level.title.is_empty(), "{game}, {}", level.id);
        }
    }
}

#[test]
fn a_material_level_is_proved_only_with_the_right_amount() {
    let prove = |pawns: i32, kind: &str| {
        let text = format!(
            r##"(
  version: 1, id: "a", game: "chess",
  title: {{"en": "A", "zh-Hans": "A"}}, description: {{"en": "A", "zh-Hans": "A"}},
  levels: [(
    id: "fork", position: "{FORK}", side: "white", goal: WinMaterial({pawns}),
    solution: [(move: "Nc7+", replies: [(move: "Ke7", then: [(move: "Nxa8")])])],
    difficulty: 800, source: "A common pattern", licence: "CC0-1.0", proved: {kind},
  )],
)"##
        );
        let pack = read_pack("pack.ron", &text).unwrap();
        let game = registry::find("chess").unwrap();
        match check::check(&pack).first() {
            Some(fault) => Err(fault.to_string()),
            None => Prover::new(game)
                .prove(game, &pack.options, &pack.levels[0])
                .map_err(|doubt| doubt.to_string()),
        }
    };
    assert_eq!(prove(5, "Lookahead"), Ok(()));
    assert!(prove(6, "Lookahead").unwrap_err().contains("does not keep the goal"));
    assert!(prove(1, "Lookahead").unwrap_err().contains("too little is won"));
    assert!(prove(5, "Search").unwrap_err().contains("does not reach the goal"));
}

#[test]
fn a_mate_by_checks_leaves_quiet_moves_out_of_account() {
    let checks = |game: &str, text: &str, moves: u32| {
        let position = position(game, text);
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        let found = position.prove(&ProofGoal::Checks(moves), &mut budget).unwrap();
        found.into_iter().map(|mv| position.move_text(mv).unwrap()).collect::<Vec<_>>()
    };
    // The smothered mate: a double check, the queen is given away, the knight mates.
    let smothered = "3r3k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1";
    assert_eq!(checks("chess", smothered, 1), Vec::<String>::new());
    assert_eq!(checks("chess", smothered, 2), ["Qg8+"]);
    // Two rooks mate in two, but by a quiet first move.
    let ladder = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    assert_eq!(checks("chess", ladder, 2), Vec::<String>::new());
    assert_eq!(checks("xiangqi", "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1", 1), ["b7b9"]);
    // What is cut off is no refutation.
    let limits = Limits { nodes: Some(3), ..Limits::default() };
    let mut budget = SearchBudget::new(limits, StopFlag::new());
    let cut_off = position("chess", smothered).prove(&ProofGoal::Checks(2), &mut budget);
    assert_eq!(cut_off, None);
}

#[test]
fn threats_and_defences_of_gomoku_are_proved() {
    let moves = |text: &str, claim: ProofGoal| {
        let position = position("gomoku", text);
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        let found = position.prove(&claim, &mut budget);
        found.map(|found| {
            found.into_iter().map(|mv| position.move_text(mv).unwrap()).collect::<Vec<_>>()
        })
    };
    // Two twos that cross: a stone on h8 makes two open threes at once.
    let cross = "h6,h7,f8,g8 a1,a15,o1,o15 black";
    assert_eq!(moves(cross, ProofGoal::Vcf), Some(Vec::new()));
    assert!(moves(cross, ProofGoal::Vct).unwrap().contains(&"h8".to_owned()));
    assert_eq!(moves("h8 a1 black", ProofGoal::Vct), Some(Vec::new()));
    // An open three of White, which only its ends stop.
    assert_eq!(
        moves("d8,d9,o1 g4,h4,i4 black", ProofGoal::StopVcf),
        Some(vec!["f4".to_owned(), "j4".to_owned()])
    );
    assert_eq!(moves("h8 a1 black", ProofGoal::StopVcf), None);
}

#[test]
fn studies_with_a_single_mate_become_levels_with_their_names() {
    let game = registry::find("xiangqi").unwrap();
    let collection = game.puzzles().unwrap().studies().unwrap();
    let text = std::fs::read_to_string(content::levels_folder().join("xiangqi/studies.ron"));
    let pack = read_pack("studies.ron", &text.unwrap()).unwrap();
    let known = pack.levels.iter().find(|level| level.id == "study-192").unwrap();
    let block = |fen: &str| {
        format!("[FEN_INDEX \"a-1\"]\n[EVENT \"古谱 第001局 两地关心*\"]\n[FEN \"{fen}\"]\n")
    };
    let make = |fen: &str| {
        let study = studies(&block(fen)).remove(0);
        study_level(game, &Options::default(), &study, &collection)
    };
    let made = make(&known.position).unwrap();
    assert_eq!(made.title["zh-Hans"], "两地关心");
    assert_eq!((&made.solution, made.goal), (&known.solution, Goal::MateIn(3)));
    // Not a position, and no mate.
    assert_eq!(make("nonsense w"), None);
    assert_eq!(make("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"), None);
    assert_eq!(studies("[FEN \"x\"]\nno tags"), []);
}
