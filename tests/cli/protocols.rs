//! The protocols of engines as other programs meet them: stops are obeyed at once, and no
//! line ends the program or makes it grow.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tianyuan::core::Random;

/// An engine that runs on its own.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start(game: &str, protocol: &str, more: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tianyuan"))
            .args(["engine", game, "--protocol", protocol])
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Engine { child, input, lines }
    }

    fn send(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
    }

    /// Waits for a line that begins like this.
    fn wait_for(&self, start: &str, limit: Duration) {
        self.wait_until(|line| line.starts_with(start), limit);
    }

    /// Waits for such a line.
    fn wait_until(&self, is_awaited: impl Fn(&str) -> bool, limit: Duration) {
        let end = Instant::now() + limit;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if is_awaited(&line) => return,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => panic!("no such line within {limit:?}"),
                Err(RecvTimeoutError::Disconnected) => panic!("it has ended before that"),
            }
        }
    }

    /// Waits for the end of the process, which must be quiet.
    fn end(mut self, limit: Duration) {
        drop(self.input);
        let end = Instant::now() + limit;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            thread::sleep(Duration::from_micros(200));
        }
        self.child.kill().unwrap();
        panic!("it has not ended within {limit:?}");
    }

    /// Memory in use, in kilobytes; `None` where the system does not tell.
    fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

const LIMIT: Duration = Duration::from_secs(60);

/// Within this time a stop is obeyed.
const STOP_LIMIT: Duration = Duration::from_millis(20);

/// Tries of a measurement, of which the best counts: the machine may be busy.
const TRIES: u32 = 20;

/// A session in which the engine thinks without an end.
struct Endless {
    game: &'static str,
    protocol: &'static str,
    start: &'static str,
    /// Beginning of the lines that it prints while it thinks.
    thought: &'static str,
    stop: &'static str,
    answer: &'static str,
    goodbye: &'static str,
}

const ENDLESS: [Endless; 6] = [
    Endless {
        game: "chess",
        protocol: "uci",
        start: "position startpos\ngo infinite\n",
        thought: "info depth 5 ",
        stop: "stop\n",
        answer: "bestmove",
        goodbye: "quit\n",
    },
    Endless {
        game: "chess",
        protocol: "uci",
        start: "position startpos\ngo ponder wtime 90000 btime 90000\n",
        thought: "info depth 5 ",
        stop: "stop\n",
        answer: "bestmove",
        goodbye: "quit\n",
    },
    Endless {
        game: "xiangqi",
        protocol: "ucci",
        start: "position startpos\ngo infinite\n",
        thought: "info depth 5 ",
        stop: "stop\n",
        answer: "bestmove",
        goodbye: "quit\n",
    },
    Endless {
        game: "go",
        protocol: "gtp",
        start: "boardsize 19\nlz-analyze b 10\n",
        thought: "info move ",
        stop: "name\n",
        answer: "= Tianyuan",
        goodbye: "quit\n",
    },
    Endless {
        game: "gomoku",
        protocol: "gomocup",
        start: "START 20\nINFO timeout_turn 90000\nYXSHOWINFO\n\
                BOARD\n9,9,1\n3,3,2\n10,12,1\n4,9,2\nDONE\n",
        thought: "MESSAGE (",
        stop: "YXSTOP\n",
        answer: "",
        goodbye: "END\n",
    },
    Endless {
        game: "reversi",
        protocol: "nboard",
        start: "move F5\nmove D6\nhint 4\n",
        thought: "search ",
        stop: "ping 7\n",
        answer: "pong 7",
        goodbye: "quit\n",
    },
];

impl Endless {
    /// An engine that is thinking.
    fn thinking(&self) -> Engine {
        let mut engine = Engine::start(self.game, self.protocol, &["--time", "600000"]);
        engine.send(self.start);
        engine.wait_for(self.thought, LIMIT);
        thread::sleep(Duration::from_millis(50));
        // Only what follows is an answer to what follows.
        while engine.lines.try_recv().is_ok() {}
        engine
    }

    /// Measures until it is quick enough, and returns the best time.
    fn best(&self, measure: impl Fn(Engine) -> Duration) -> Duration {
        let mut best = Duration::MAX;
        for _ in 0..TRIES {
            best = best.min(measure(self.thinking()));
            if best < STOP_LIMIT {
                break;
            }
        }
        best
    }
}

#[test]
fn a_stop_is_obeyed_within_20_ms() {
    for session in ENDLESS {
        let best = session.best(|mut engine| {
            let stopped = Instant::now();
            engine.send(session.stop);
            engine.wait_for(session.answer, LIMIT);
            let took = stopped.elapsed();
            engine.end(LIMIT);
            took
        });
        println!("{} {}: stopped after {best:?}", session.protocol, session.game);
        assert!(best < STOP_LIMIT, "{} {}: {best:?}", session.protocol, session.game);
    }
}

#[test]
fn a_goodbye_is_obeyed_within_20_ms_while_it_thinks() {
    for session in ENDLESS {
        let best = session.best(|mut engine| {
            let stopped = Instant::now();
            engine.send(session.goodbye);
            engine.end(LIMIT);
            stopped.elapsed()
        });
        println!("{} {}: ended after {best:?}", session.protocol, session.game);
        assert!(best < STOP_LIMIT, "{} {}: {best:?}", session.protocol, session.game);
    }
}

#[test]
fn lines_are_answered_while_it_thinks() {
    let mut engine = Engine::start("chess", "uci", &[]);
    engine.send("position startpos\ngo infinite\n");
    engine.wait_for("info depth 3 ", LIMIT);
    engine.send("isready\n");
    engine.wait_for("readyok", LIMIT);
    engine.send("stop\n");
    engine.wait_for("bestmove", LIMIT);
    // The expected move was played: the time of the move begins.
    engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 2000 btime 2000\n");
    engine.wait_for("info depth 3 ", LIMIT);
    assert!(
        engine
            .lines
            .recv_timeout(Duration::from_millis(1))
            .map_or(true, |line| line.starts_with("info"))
    );
    engine.send("ponderhit\n");
    engine.wait_for("bestmove", Duration::from_secs(5));
    // What waits for a search is about the search that it was sent after.
    engine.send("go depth 3\ngo infinite\nstop\n");
    engine.wait_for("bestmove", LIMIT);
    engine.wait_for("bestmove", LIMIT);
    engine.end(LIMIT);
}

/// A number that no other line has.
const MARKER: &str = "424242";

/// The vocabulary of a protocol: whole lines, and lines that are answered with the marker
/// once all before them are obeyed.
fn vocabulary(protocol: &str) -> (&'static [&'static str], &'static str) {
    match protocol {
        "uci" => (
            &[
                "uci",
                "isready",
                "ucinewgame",
                "debug on",
                "position startpos",
                "stop",
                "position startpos moves e2e4 e7e5 g1f3",
                "ponderhit",
                "go infinite",
                "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1",
                "go depth 3",
                "go wtime 20 btime 20 winc 1 binc 1 movestogo 2",
                "go ponder",
                "go nodes 100",
                "go movetime 2",
                "go mate 1",
                "go depth 2 searchmoves e2e4 d2d4",
                "setoption name MultiPV value 3",
                "setoption name Hash value 2",
                "d",
                "setoption name UCI_Chess960 value true",
                "setoption name Level value 2",
                "setoption name Clear Hash",
                "position startpos moves h3e3 h10g8",
                "setoption name Repetition value ChineseRule",
            ],
            "marker424242",
        ),
        "ucci" => (
            &[
                "ucci",
                "isready",
                "position startpos",
                "position startpos moves h2e2 h9g7",
                "banmoves h0g2 b0c2",
                "go time 1",
                "go depth 2",
                "go infinite",
                "stop",
                "ponderhit",
                "go ponder time 1",
                "setoption usemillisec true",
                "setoption hashsize 2",
                "setoption newgame",
                "setoption repetition ChineseRule",
                "go nodes 50",
            ],
            "marker424242",
        ),
        "gtp" => (
            &[
                "boardsize 9",
                "boardsize 5",
                "clear_board",
                "komi 6.5",
                "play b D4",
                "play w C3",
                "play b pass",
                "play w pass",
                "genmove b",
                "genmove w",
                "undo",
                "showboard",
                "final_score",
                "final_status_list dead",
                "fixed_handicap 2",
                "list_commands",
                "place_free_handicap 3",
                "set_free_handicap C3 D4",
                "kata-set-rules japanese",
                "kata-get-rules",
                "lz-analyze b 1",
                "kata-analyze w 1",
                "reg_genmove b",
                "7 name",
                "lz-genmove_analyze b 1",
                "kgs-genmove_cleanup w",
                "time_settings 0 1 5",
                "time_left b 1 1",
                "kata-time_settings fischer 1 1",
                "kgs-time_settings none",
                "loadsgf nowhere.sgf",
                "gogui-play_sequence b A1 w B2",
                "known_command play",
            ],
            "424242 protocol_version",
        ),
        "gomocup" => (
            &[
                "ABOUT",
                "START 15",
                "START 20",
                "RECTSTART 15,15",
                "RESTART",
                "BEGIN",
                "TURN 7,7",
                "TURN 8,8",
                "TURN 3,9",
                "TAKEBACK 7,7",
                "BOARD",
                "DONE",
                "7,7,1",
                "8,8,2",
                "9,9,1",
                "1,2",
                "YXBOARD",
                "SWAP2BOARD",
                "YXNBEST 2",
                "YXSHOWINFO",
                "YXSHOWFORBID",
                "YXHASHCLEAR",
                "STOP",
                "YXSTOP",
                "INFO timeout_turn 1",
                "INFO rule 4",
                "INFO rule 1",
                "INFO max_memory 10000000",
                "INFO time_left 10",
            ],
            "DONE\nmarker424242",
        ),
        _ => (
            &[
                "nboard 2",
                "set depth 2",
                "set contempt 3",
                "move F5",
                "move D6",
                "move PA",
                "go",
                "hint 2",
                "hint 1",
                "learn",
                "analyze",
                "ping 3",
                "set game (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)",
            ],
            "move marker424242",
        ),
    }
}

/// A random or hostile line that does not say goodbye.
fn random_line(words: &[&str], random: &mut Random) -> Vec<u8> {
    let mut line = random.pick(words).unwrap().as_bytes().to_vec();
    for _ in 0..random.below(4) {
        let at = random.below(line.len() + 1);
        match random.below(6) {
            0 => line.insert(at, random.below(256) as u8),
            1 => line.truncate(at),
            2 => line.extend_from_slice(random.pick(words).unwrap().as_bytes()),
            3 => line.splice(at..at, *b" 99999999999999999999 ").for_each(drop),
            4 => line.splice(at..at, *b"-1").for_each(drop),
            _ if random.below(50) == 0 => line.resize(200_000, b'x'),
            _ => line.reverse(),
        }
    }
    line.retain(|byte| *byte != b'\n');
    let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
    let says_goodbye = text.split_whitespace().any(|word| word == "quit" || word == "end");
    // A huge table is no fault of the lines after it.
    let is_greedy = text.contains("hash") && text.contains("9999");
    if says_goodbye || is_greedy {
        line.clear()
    }
    line.push(b'\n');
    line
}

/// `PROTOCOL_LINES` sends more lines than a few, and `PROTOCOL_SEED` others.
fn number_of(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn no_line_ends_the_program_or_makes_it_grow() {
    /// Growth that is no leak: what the allocator keeps for its threads.
    const MAX_GROWTH: u64 = 24 << 10;
    /// A table whose size no line sets may be filled late.
    const TABLE: u64 = 64 << 10;
    let (lines, seed) = (number_of("PROTOCOL_LINES", 300), number_of("PROTOCOL_SEED", 1));
    for (game, protocol, first, growth) in [
        ("chess", "uci", "setoption name Hash value 1\n", MAX_GROWTH),
        ("xiangqi", "uci", "setoption name Hash value 1\n", MAX_GROWTH),
        ("xiangqi", "ucci", "setoption hashsize 1\n", MAX_GROWTH),
        ("go", "gtp", "", MAX_GROWTH),
        ("reversi", "gtp", "", MAX_GROWTH + TABLE),
        ("gomoku", "gomocup", "INFO max_memory 4000000\n", MAX_GROWTH),
        ("reversi", "nboard", "", MAX_GROWTH + TABLE),
    ] {
        let started = Instant::now();
        let (words, question) = vocabulary(protocol);
        let mut engine = Engine::start(game, protocol, &["--time", "2"]);
        let mut random = Random::new(seed);
        engine.send(first);
        let mut early = None;
        for n in 0..lines {
            engine.input.write_all(&random_line(words, &mut random)).unwrap();
            if n % 100 == 99 || n + 1 == lines {
                engine.send(&format!("{question}\n"));
                engine.wait_until(|line| line.contains(MARKER), LIMIT);
            }
            if n + 1 == lines / 2 {
                early = engine.memory();
            }
        }
        let late = engine.memory();
        println!(
            "{protocol} {game}: {lines} lines, {early:?} then {late:?} kB, {:?}",
            started.elapsed()
        );
        if let (Some(early), Some(late)) = (early, late) {
            assert!(late <= early + growth, "{protocol} {game}: {early} kB then {late} kB");
        }
        engine.end(LIMIT);
    }
}
