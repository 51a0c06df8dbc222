use std::io::Cursor;

use super::*;
use crate::games::registry;

fn lines_from(dialect: Dialect, game: &str, input: &str) -> Vec<String> {
    let game = registry::find(game).unwrap();
    let session = EngineSession::new(game, None, None, 1);
    let mut out = Vec::new();
    let input = Cursor::new(input.to_owned().into_bytes());
    serve(dialect, game, &Options::default(), session, input, &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

fn uci(game: &str, input: &str) -> Vec<String> {
    lines_from(Dialect::Uci, game, input)
}

fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}

#[test]
fn the_handshake_names_every_option_and_ends() {
    let lines = uci("chess", "uci\nisready\n");
    assert!(lines[0].starts_with("id name Tianyuan"));
    for option in ["Hash", "Threads", "MultiPV", "Ponder", "Level", "EvalFile", "UCI_Chess960"] {
        let start = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{option}");
    }
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn a_mate_is_found_and_told() {
    let fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    for go in ["depth 4", "nodes 20000", "mate 2", "movetime 60000", "wtime 60000"] {
        let lines = uci("chess", &format!("position fen {fen}\ngo {go}\n"));
        assert_eq!(last(&lines), "bestmove d1d8", "{go}");
        assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{go}: {lines:?}");
    }
}

#[test]
fn several_lines_are_told_with_their_numbers() {
    let input = "setoption name MultiPV value 3\nposition startpos moves e2e4\ngo depth 4\n";
    let lines = uci("chess", input);
    for n in 1..=3 {
        let number = format!(" multipv {n} score ");
        let is_told = |line: &String| line.starts_with("info depth 4 ") && line.contains(&number);
        assert!(lines.iter().any(is_told));
    }
    assert!(last(&lines).contains(" ponder "), "{lines:?}");
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let lines = uci("chess", "position startpos\ngo depth 5 searchmoves a2a3 h2h4\n");
    let best = last(&lines);
    assert!(best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h4"), "{best}");
    let ucci = "position startpos\nbanmoves h2e2 b2e2 h0g2 b0c2\ngo depth 3\n";
    let lines = lines_from(Dialect::Ucci, "xiangqi", ucci);
    let best = last(&lines);
    assert!(best.starts_with("bestmove "), "{lines:?}");
    assert!(["h2e2", "b2e2", "h0g2", "b0c2"].iter().all(|banned| !best[9..].starts_with(banned)));
}

#[test]
fn castling_is_written_as_the_option_says() {
    let fen = "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1";
    let position = format!("position fen {fen}\ngo depth 1 searchmoves e1h1\n");
    assert!(last(&uci("chess", &position)).starts_with("bestmove e1g1"));
    let chess960 = format!("setoption name UCI_Chess960 value true\n{position}");
    assert!(last(&uci("chess", &chess960)).starts_with("bestmove e1h1"));
}

#[test]
fn a_game_goes_on_after_what_our_rules_call_its_end() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(6);
    let lines = uci("chess", &format!("position startpos moves {shuffle}\ngo depth 1\n"));
    assert!(last(&lines).starts_with("bestmove ") && !last(&lines).contains("draw"), "{lines:?}");
    let mated = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n";
    assert_eq!(last(&uci("chess", mated)), "bestmove (none)");
}

#[test]
fn xiangqi_has_ranks_from_1_in_uci_and_from_0_in_ucci() {
    let one = uci("xiangqi", "position startpos moves h3e3 h10g8\ngo depth 2 searchmoves h1g3\n");
    assert!(last(&one).starts_with("bestmove h1g3"), "{one:?}");
    let zero = uci("xiangqi", "position startpos moves h0g2 h9g7\ngo depth 2 searchmoves i0h0\n");
    assert!(last(&zero).starts_with("bestmove i0h0"), "{zero:?}");
    let ucci = "position startpos moves h2e2 h9g7\ngo depth 2\n";
    let lines = lines_from(Dialect::Ucci, "xiangqi", ucci);
    assert!(lines.iter().any(|line| line.starts_with("info depth 2 score ")), "{lines:?}");
}

#[test]
fn ucci_counts_seconds_unless_told_otherwise() {
    let started = std::time::Instant::now();
    let input = "setoption usemillisec true\nposition startpos\ngo time 900\n";
    lines_from(Dialect::Ucci, "xiangqi", input);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(lines_from(Dialect::Ucci, "xiangqi", "quit\nisready\n"), ["bye"]);
    let parameters = GoParameters::parse(&["time", "36"], 1000, |_| None).unwrap();
    let plan = parameters.plan(crate::core::Side::Second, Duration::ZERO);
    assert_eq!(plan.limits.optimum_time, Some(Duration::from_secs(2)));
}

#[test]
fn options_of_ucci_have_names_of_one_word() {
    let lines = lines_from(Dialect::Ucci, "xiangqi", "ucci\nsetoption moveoverhead 20\n");
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option ")).collect();
    assert!(options.len() > 6 && options.iter().all(|line| line.split(' ').nth(2) == Some("type")));
    assert_eq!(last(&lines), "ucciok");
}

#[test]
fn wrong_lines_are_answered_and_change_nothing() {
    for line in [
        "dance",
        "position",
        "position fen x",
        "position startpos moves e2e5",
        "setoption",
        "setoption name Hash value 0",
        "setoption name Threads value 0",
        "setoption name Nothing value 1",
        "setoption name UCI_Variant value shogi",
    ] {
        let input = format!("position startpos moves e2e4 e7e5\n{line}\nd\n");
        let lines = uci("chess", &input);
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
        assert!(lines[1].contains("e7e5") || lines[1].contains("4p3"), "{line}: {lines:?}");
    }
    let lines = uci("chess", "go sideways\n");
    assert!(last(&lines).starts_with("bestmove "), "{lines:?}");
}

#[test]
fn a_rating_is_played_once_the_strength_is_limited() {
    let lines = uci("chess", "uci\n");
    assert!(lines.contains(&"option name UCI_LimitStrength type check default false".to_owned()));
    let elo = lines.iter().find(|line| line.starts_with("option name UCI_Elo type spin ")).unwrap();
    let number = |word: &str| -> u16 {
        let mut words = elo.split(' ').skip_while(|text| *text != word);
        words.nth(1).unwrap().parse().unwrap()
    };
    assert_eq!(number("default"), number("min"));
    assert!(number("min") < number("max"));
    // The level of the least rating sees two plies; without a limit the search goes on.
    let set = format!("setoption name UCI_Elo value {}\n", number("min"));
    let go = "ucinewgame\nposition startpos\ngo depth 6\n";
    let is_deep = |lines: &[String]| lines.iter().any(|line| line.starts_with("info depth 6 "));
    assert!(is_deep(&uci("chess", &format!("{set}{go}"))));
    let limit = "setoption name UCI_LimitStrength value true\n";
    let lines = uci("chess", &format!("{limit}{set}{go}"));
    assert!(!is_deep(&lines) && last(&lines).starts_with("bestmove "), "{lines:?}");
    // Levels of Xiangqi have no ratings.
    assert!(uci("xiangqi", "uci\n").iter().all(|line| !line.contains("UCI_Elo")));
}

#[test]
fn a_level_plays_and_a_name_may_have_spaces() {
    let input = "setoption name move overhead value 10\nsetoption name Level value 1\n\
                 position startpos\ngo movetime 100\n";
    let lines = uci("chess", input);
    assert!(lines.iter().all(|line| !line.starts_with("info string")), "{lines:?}");
    assert!(last(&lines).starts_with("bestmove "), "{lines:?}");
}
