//! Dialogues with engines that behave: what is sent to them, and what is read of them.

use std::io::{BufRead, BufReader, Write, pipe};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tianyuan::core::Move;
use tianyuan::engines::{
    EngineAction, EngineError, EngineLimits, EngineProtocol, EngineReply, EngineSearch,
    EngineSettings, ExternalEngine, FailureKind,
};
use tianyuan::games::{Options, ScoreUnit, registry};
use tianyuan::record::GameTree;
use tianyuan::search::Limits;

/// Lines that an engine was sent.
type Sent = Arc<Mutex<Vec<String>>>;

/// An engine on a thread of its own, which answers each line by a function; an empty answer is
/// none.
fn engine(
    protocol: EngineProtocol,
    mut answer: impl FnMut(&str) -> String + Send + 'static,
) -> (ExternalEngine, Sent) {
    let (input, mut to_host) = pipe().unwrap();
    let (from_host, output) = pipe().unwrap();
    let sent = Sent::default();
    let log = Arc::clone(&sent);
    thread::spawn(move || {
        for line in BufReader::new(from_host).lines().map_while(Result::ok) {
            log.lock().unwrap().push(line.clone());
            if line == "quit" || line == "END" {
                break;
            }
            let text = answer(&line);
            if !text.is_empty() && writeln!(to_host, "{text}").is_err() {
                break;
            }
        }
    });
    (ExternalEngine::over(protocol, input, output).unwrap(), sent)
}

/// The commands that were sent since the last call.
fn take(sent: &Sent) -> Vec<String> {
    std::mem::take(&mut sent.lock().unwrap())
}

/// A game with these options and moves.
fn game(id: &str, options: &str, moves: &str) -> GameTree {
    let options = Options::parse(options).unwrap();
    let mut tree = GameTree::new(registry::find(id).unwrap(), options).unwrap();
    let mut node = tree.root();
    for text in moves.split_whitespace() {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    tree
}

fn ask(engine: &mut ExternalEngine, tree: &GameTree) -> Result<EngineReply, EngineError> {
    let end = tree.main_line().last().unwrap();
    let limits = EngineLimits::time(Duration::from_secs(2));
    engine.search(&EngineSearch::for_move(tree.sequence(end), limits), &mut |_| ())
}

/// The move of a reply, in the notation of the game.
fn played(tree: &GameTree, reply: &EngineReply) -> String {
    let end = tree.main_line().last().unwrap();
    let EngineAction::Move(mv) = reply.action else { panic!("{:?}", reply.action) };
    tree.position(end).move_text(mv).unwrap()
}

fn uci_answer(line: &str, best: &str) -> String {
    match line.split(' ').next().unwrap() {
        "uci" => {
            "id name Fake 1\nid author Nobody\noption name Hash type spin default 16 min 1 max 64\n\
                  option name MultiPV type spin default 1 min 1 max 9\n\
                  option name UCI_Chess960 type check default false\nuciok"
                .to_owned()
        }
        "isready" => "readyok".to_owned(),
        "go" => format!("info depth 7 score cp 25 nodes 900 pv {best}\nbestmove {best}"),
        _ => String::new(),
    }
}

#[test]
fn uci_tells_a_game_by_its_moves_and_reads_the_answer() {
    let (mut engine, sent) = engine(EngineProtocol::Uci, |line| uci_answer(line, "g1f3"));
    assert_eq!((engine.name(), engine.identity().author.as_str()), ("Fake 1", "Nobody"));
    engine.set_option("hash", "32").unwrap();
    let error = engine.set_option("Hash", "65").unwrap_err();
    assert_eq!(error.kind(), FailureKind::Request);
    assert!(engine.set_option("Hush", "1").unwrap_err().to_string().contains("Hash, MultiPV"));
    let tree = game("chess", "()", "e4 e5");
    let reply = ask(&mut engine, &tree).unwrap();
    assert_eq!(played(&tree, &reply), "Nf3");
    let line = &reply.analysis.lines[0];
    assert_eq!((line.depth, line.score.unwrap().amount), (7, 0.25));
    let commands = take(&sent);
    let expected = [
        "uci",
        "setoption name Hash value 32",
        "setoption name UCI_Chess960 value false",
        "ucinewgame",
        "isready",
        "setoption name MultiPV value 1",
        "position startpos moves e2e4 e7e5",
        "isready",
        "go movetime 2000",
    ];
    assert_eq!(commands, expected);
    // The same game goes on without being begun anew.
    ask(&mut engine, &game("chess", "()", "e4 e5")).unwrap();
    assert_eq!(take(&sent), expected[6..]);
}

#[test]
fn uci_writes_castling_of_chess960_as_a_move_to_the_rook() {
    let (mut engine, sent) = engine(EngineProtocol::Uci, |line| uci_answer(line, "e1h1"));
    let options = "(start: \"chess960\", chess960: 518)";
    let tree = game("chess", options, "Nf3 Nf6 e3 e6 Be2 Be7");
    assert_eq!(played(&tree, &ask(&mut engine, &tree).unwrap()), "O-O");
    let tree = game("chess", options, "Nf3 Nf6 e3 e6 Be2 Be7 O-O O-O");
    assert!(ask(&mut engine, &tree).unwrap_err().to_string().contains("e1h1"));
    let commands = take(&sent);
    assert!(commands.contains(&"setoption name UCI_Chess960 value true".to_owned()));
    assert!(commands.iter().any(|line| line.ends_with("f8e7 e1h1 e8h8")), "{commands:?}");
    assert!(!engine.is_running());
    assert!(matches!(ask(&mut engine, &tree), Err(EngineError::Ended)));
}

#[test]
fn engines_of_many_variants_count_the_ranks_of_xiangqi_from_one() {
    let variants = "option name UCI_Variant type combo default x var x var xiangqi\n";
    let (mut engine, sent) = engine(EngineProtocol::Uci, move |line| match line {
        "uci" => format!("{variants}{}", uci_answer(line, "")),
        line => uci_answer(line, "h10g8"),
    });
    let tree = game("xiangqi", "()", "h2e2");
    assert_eq!(played(&tree, &ask(&mut engine, &tree).unwrap()), "h9g7");
    let commands = take(&sent);
    assert!(commands.contains(&"setoption name UCI_Variant value xiangqi".to_owned()));
    assert!(commands.contains(&"position startpos moves h3e3".to_owned()), "{commands:?}");
}

#[test]
fn ucci_counts_them_from_zero_and_has_a_word_for_giving_up() {
    let mut moves = 0;
    let (mut engine, sent) = engine(EngineProtocol::Ucci, move |line| {
        moves += u32::from(line.starts_with("go"));
        match line.split(' ').next().unwrap() {
            "ucci" => "option usemillisec type check default false\nucciok".to_owned(),
            "isready" => "readyok".to_owned(),
            "go" if moves == 1 => "info depth 3 score 15 pv h9g7 h0g2\nbestmove h9g7".to_owned(),
            "go" => "bestmove h9g7 resign".to_owned(),
            _ => String::new(),
        }
    });
    let tree = game("xiangqi", "()", "h2e2");
    let reply = ask(&mut engine, &tree).unwrap();
    assert_eq!((played(&tree, &reply).as_str(), reply.analysis.lines[0].pv.len()), ("h9g7", 2));
    assert_eq!(ask(&mut engine, &tree).unwrap().action, EngineAction::Resign);
    let commands = take(&sent);
    assert_eq!(commands[..2], ["ucci", "setoption usemillisec true"]);
    assert!(commands.contains(&"go time 2000 movestogo 1".to_owned()), "{commands:?}");
    let position = commands.iter().find(|line| line.starts_with("position")).unwrap();
    assert!(position.starts_with("position fen rnbakabnr/") && position.ends_with(" moves h2e2"));
}

#[test]
fn a_search_without_limits_ends_when_it_is_stopped() {
    let (mut engine, sent) = engine(EngineProtocol::Uci, |line| match line {
        "go infinite" => {
            "info depth 1 multipv 1 score cp 9 pv e2e4\ninfo depth 1 multipv 2 score cp 5 pv d2d4"
                .to_owned()
        }
        "stop" => "bestmove e2e4".to_owned(),
        line => uci_answer(line, ""),
    });
    let tree = game("chess", "()", "");
    let (stop, mut updates) = (engine.stop_signal(), 0);
    let limits = EngineLimits::from(Limits::default());
    let search = EngineSearch::for_analysis(tree.sequence(tree.root()), limits, 2);
    let reply = engine.search(&search, &mut |update| {
        updates += 1;
        if update.lines.len() == 2 {
            stop.raise();
        }
    });
    let reply = reply.unwrap();
    assert_eq!((updates, reply.analysis.lines.len()), (2, 2));
    assert!(take(&sent).contains(&"setoption name MultiPV value 2".to_owned()));
    let text = engine.transcript().to_text();
    assert!(text.contains("> go infinite\n") && text.contains("< bestmove e2e4\n"), "{text}");
}

fn gtp_answer(line: &str, best: &str) -> String {
    match line.split(' ').next().unwrap() {
        "list_commands" => {
            "= name\nundo\nset_free_handicap\nkata-analyze\nkata-set-rules\nlevel\n".to_owned()
        }
        "name" => "= Fake\n".to_owned(),
        "version" => "= 2\n".to_owned(),
        "genmove" => format!("= {best}\n"),
        "kata-analyze" => {
            let owners = vec!["0.5"; 25].join(" ");
            format!("=\ninfo move C3 visits 9 winrate 0.75 order 0 pv C3 ownership {owners}")
        }
        // The end of the analysis, and the answer.
        "protocol_version" => "\n= 2\n".to_owned(),
        "level" | "time_settings" => "? no\n".to_owned(),
        _ => "= \n".to_owned(),
    }
}

#[test]
fn gtp_tells_rules_and_handicap_and_then_only_what_is_new() {
    let (mut engine, sent) = engine(EngineProtocol::Gtp, |line| gtp_answer(line, "E5"));
    assert_eq!(engine.name(), "Fake 2");
    let error = engine.set_option("level", "3").unwrap_err();
    assert!(error.to_string().starts_with("it answered \"level 3\""), "{error}");
    let (mut engine, sent) = {
        drop((engine, sent));
        self::engine(EngineProtocol::Gtp, |line| gtp_answer(line, "E5"))
    };
    let options = "(size: 9, handicap: 2, komi: 1, ruleset: \"japanese\")";
    let tree = game("go", options, "");
    assert_eq!(played(&tree, &ask(&mut engine, &tree).unwrap()), "E5");
    let commands = take(&sent);
    let expected = [
        "boardsize 9",
        "clear_board",
        "komi 0.5",
        "kata-set-rules japanese",
        "set_free_handicap G7 C3",
        "time_settings 0 2 1",
        "genmove w",
    ];
    let mut from = commands[3..].to_vec();
    if let Some(stones) = from.iter_mut().find(|line| line.starts_with("set_free")) {
        // In whatever order the stones are.
        assert_eq!(stones.split(' ').count(), 3, "{stones}");
        *stones = expected[4].to_owned();
    }
    assert_eq!(from, expected);
    ask(&mut engine, &game("go", options, "E5 C7")).unwrap_err();
    let (mut engine, sent) = self::engine(EngineProtocol::Gtp, |line| gtp_answer(line, "E5"));
    ask(&mut engine, &game("go", "(size: 9)", "C3 G7")).unwrap();
    take(&sent);
    // Another move than its own is taken back first.
    let taken = ask(&mut engine, &game("go", "(size: 9)", "C3 G7 D4 F3"));
    assert_eq!(take(&sent)[..3], ["undo", "play b D4", "play w F3"]);
    assert!(taken.is_ok());
}

#[test]
fn gtp_analysis_has_win_rates_and_owners() {
    let (mut engine, sent) = engine(EngineProtocol::Gtp, |line| gtp_answer(line, ""));
    let tree = game("go", "(size: 5)", "");
    let limits = EngineLimits::nodes(5);
    let search = EngineSearch::for_analysis(tree.sequence(tree.root()), limits, 3);
    let reply = engine.search(&search, &mut |_| ()).unwrap();
    assert_eq!(played(&tree, &reply), "C3");
    let score = reply.analysis.lines[0].score.unwrap();
    assert_eq!((score.amount, score.unit), (0.75, ScoreUnit::Chance));
    assert_eq!(reply.analysis.ownership.unwrap(), vec![0.5; 25]);
    assert!(take(&sent).iter().any(|line| line.starts_with("kata-analyze b ")));
}

#[test]
fn a_gtp_engine_without_a_word_for_a_forced_pass_plays_on() {
    let (mut engine, sent) = engine(EngineProtocol::Gtp, |line| match line {
        "play b PASS" => "? syntax error\n".to_owned(),
        line => gtp_answer(line, "A3"),
    });
    // Black cannot move.
    let tree = game("reversi", "()", "d3 c3 f5 d2 d1 e1 b2 c1 pass");
    assert_eq!(played(&tree, &ask(&mut engine, &tree).unwrap()), "a3");
    let commands = take(&sent);
    assert_eq!(commands[commands.len() - 4..commands.len() - 2], ["play w C1", "play b PASS"]);
}

/// As when a position under review is left at once.
#[test]
fn a_gtp_engine_that_is_stopped_before_it_says_anything_lives_on() {
    let mut asked = 0;
    let (mut engine, _) = engine(EngineProtocol::Gtp, move |line| {
        let is_first = line.starts_with("kata-analyze") && std::mem::replace(&mut asked, 1) == 0;
        if is_first { "=".to_owned() } else { gtp_answer(line, "") }
    });
    let tree = game("go", "(size: 5)", "");
    let limits = EngineLimits::time(Duration::from_millis(20));
    let search = EngineSearch::for_analysis(tree.sequence(tree.root()), limits, 3);
    let stopped = engine.search(&search, &mut |_| ());
    assert!(matches!(stopped, Err(EngineError::Stopped)), "{stopped:?}");
    assert!(engine.is_running());
    let reply = engine.search(&search, &mut |_| ()).unwrap();
    assert_eq!(played(&tree, &reply), "C3");
}

#[test]
fn gomocup_is_told_turns_and_boards() {
    let mut answers = ["7,7", "8,8", "0,0"].into_iter();
    let (mut engine, sent) =
        engine(EngineProtocol::Gomocup, move |line| match line.split(' ').next().unwrap() {
            "ABOUT" => {
                "name=\"Fake\", version=\"1.0\", author=\"Nobody\", country=\"-\"".to_owned()
            }
            "START" => "MESSAGE hello\nOK".to_owned(),
            "BEGIN" | "TURN" | "DONE" => format!("DEBUG thinking\n{}", answers.next().unwrap()),
            _ => String::new(),
        });
    assert_eq!((engine.name(), engine.identity().author.as_str()), ("Fake 1.0", "Nobody"));
    let tree = game("gomoku", "(rule: \"renju\")", "");
    assert_eq!(played(&tree, &ask(&mut engine, &tree).unwrap()), "h8");
    let commands = take(&sent);
    assert_eq!(commands[..5], ["ABOUT", "YXSHOWINFO", "ABOUT", "START 15", "INFO rule 4"]);
    assert_eq!(commands.last().unwrap(), "BEGIN");
    // The top row is the first: h9 is above the centre.
    let tree = game("gomoku", "(rule: \"renju\")", "h8 h9");
    assert_eq!(played(&tree, &ask(&mut engine, &tree).unwrap()), "i7");
    // The limits are those that it knows.
    assert_eq!(take(&sent), ["TURN 7,6"]);
    let tree = game("gomoku", "(rule: \"renju\")", "h8 i9");
    assert_eq!(played(&tree, &ask(&mut engine, &tree).unwrap()), "a15");
    let commands = take(&sent);
    assert_eq!(commands[commands.len() - 4..], ["BOARD", "7,7,1", "8,6,2", "DONE"]);
    assert!(!engine.plays(
        registry::find("gomoku").unwrap(),
        &Options::parse("(rule: \"connect6\")").unwrap()
    ));
}

#[test]
fn gomocup_engines_that_can_tell_of_their_search_do() {
    let (mut engine, sent) =
        engine(EngineProtocol::Gomocup, |line| match line.split(' ').next().unwrap() {
            "ABOUT" => "name=\"Fake\", version=\"1.0\"".to_owned(),
            "YXSHOWINFO" => "MESSAGE Fake\nMESSAGE INFO MAX_THREAD_NUM 8".to_owned(),
            "START" => "OK".to_owned(),
            // The top row is the first.
            "BEGIN" => "INFO PV 0\nINFO DEPTH 7\nINFO TOTALNODES 99\nINFO WINRATE 0.75\n\
                        INFO BESTLINE 7,7 7,6\nINFO PV DONE\n7,7"
                .to_owned(),
            _ => String::new(),
        });
    let tree = game("gomoku", "()", "");
    let reply = ask(&mut engine, &tree).unwrap();
    assert!(take(&sent).contains(&"INFO show_detail 2".to_owned()));
    let info = &reply.analysis.lines[0];
    assert_eq!((info.depth, info.nodes, info.pv.len()), (7, 99, 2));
    assert_eq!(info.score.unwrap().amount, 0.75);
    assert_eq!(played(&tree, &reply), "h8");
}

#[test]
fn nboard_is_told_the_game_and_gives_hints() {
    let (mut engine, sent) = engine(EngineProtocol::Nboard, |line| match line.split_once(' ') {
        Some(("nboard", _)) => "set myname Fake".to_owned(),
        Some(("ping", number)) => format!("pong {number}"),
        Some(("hint", _)) => "search F4 -1.0 0 12\nsearch D6C4 +2.5 0 12\nstatus".to_owned(),
        None if line == "go" => "status Thinking\n=== d6/2.5/0.1\nstatus".to_owned(),
        _ => String::new(),
    });
    let tree = game("reversi", "()", "f5");
    let reply = ask(&mut engine, &tree).unwrap();
    assert_eq!(played(&tree, &reply), "d6");
    assert!(take(&sent).iter().any(|line| line.starts_with("set game (;GM[Othello]")));
    let end = tree.main_line().last().unwrap();
    let limits = EngineLimits::time(Duration::from_secs(2));
    let search = EngineSearch::for_analysis(tree.sequence(end), limits, 2);
    let found = engine.search(&search, &mut |_| ()).unwrap().analysis.lines;
    let values: Vec<_> = found.iter().map(|line| line.score.unwrap().amount).collect();
    assert_eq!((values, found[0].pv.len()), (vec![2.5, -1.0], 2));
    assert!(matches!(found[0].best, Move::Place(_)));
}

#[test]
fn a_game_that_the_protocol_does_not_have_is_refused_and_the_engine_lives_on() {
    let (mut engine, _) = engine(EngineProtocol::Uci, |line| uci_answer(line, "e2e4"));
    let error = ask(&mut engine, &game("reversi", "()", "")).unwrap_err();
    assert_eq!(error.to_string(), "reversi under these rules cannot be played with it by UCI");
    let tree = game("chess", "()", "");
    assert!(ask(&mut engine, &tree).is_ok());
}

#[cfg(unix)]
#[test]
fn a_client_finds_the_protocol_out_and_tells_what_happens() {
    use tianyuan::engines::{EngineClient, EngineEvent};
    let script = "while read -r word rest; do case $word in \
        ABOUT) echo 'name=\"Script\", version=\"1\"';; START) echo OK;; BEGIN) echo 7,7;; \
        END) exit;; INFO) ;; *) echo UNKNOWN;; esac; done";
    let settings = EngineSettings {
        command: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        ..EngineSettings::default()
    };
    let (wake, woken) = channel();
    let mut client = EngineClient::start(settings, Arc::new(move || _ = wake.send(())));
    let next = |client: &mut EngineClient| {
        loop {
            if let Some(event) = client.poll() {
                return event;
            }
            woken.recv_timeout(Duration::from_secs(60)).unwrap();
        }
    };
    let event = next(&mut client);
    let EngineEvent::Ready { identity, protocol } = event else { panic!("{event:?}") };
    assert_eq!((identity.name.as_str(), protocol), ("Script 1", EngineProtocol::Gomocup));
    let tree = game("gomoku", "()", "");
    let limits = EngineLimits::time(Duration::from_secs(5));
    let id = client.search(EngineSearch::for_move(tree.sequence(tree.root()), limits));
    let event = next(&mut client);
    assert!(matches!(&event, EngineEvent::Reply(of, _) if *of == id), "{event:?}");
    client.set_option("nothing", "1");
    let event = next(&mut client);
    assert!(matches!(&event, EngineEvent::Failed(None, _)), "{event:?}");
    assert!(client.transcript().to_text().contains("> BEGIN"));
}

#[cfg(unix)]
#[test]
fn the_end_of_an_engine_is_told_while_nothing_is_asked_of_it() {
    use tianyuan::engines::{EngineClient, EngineEvent};
    let script = "read -r _; echo uciok; sleep 0.1";
    let settings = EngineSettings {
        command: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        protocol: Some(EngineProtocol::Uci),
        ..EngineSettings::default()
    };
    let (wake, woken) = channel();
    let mut client = EngineClient::start(settings, Arc::new(move || _ = wake.send(())));
    let mut events = Vec::new();
    while !matches!(events.last(), Some(EngineEvent::Ended)) {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        events.extend(std::iter::from_fn(|| client.poll()));
    }
    assert!(matches!(&events[..], [EngineEvent::Ready { .. }, EngineEvent::Ended]), "{events:?}");
}
