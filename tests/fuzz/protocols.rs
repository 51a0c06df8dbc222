//! Both sides of the protocols of engines, and the files of the commands.

use std::io::Cursor;
use std::time::Duration;

use tianyuan::cli::fuzzing::{self, Face};
use tianyuan::games::Game;
use tianyuan::games::registry::{self, GAMES};

use super::target::{Target, Verdict};

/// Tables of the engines, which do not depend on the input.
const ENGINE_MEMORY: usize = 256 << 20;

/// Time for a session: at the end of a game of Go each command may judge the stones.
const MAX_SESSION_TIME: Duration = Duration::from_secs(20);

/// Bytes of a session: each command may be answered by a search.
const MAX_SESSION: usize = 4 << 10;

pub fn targets() -> Vec<Target> {
    let mut targets = Vec::new();
    for game in GAMES.iter().copied() {
        let id = game.id();
        for protocol in ["gtp", "nboard", "uci", "ucci", "gomocup"] {
            if fuzzing::serve(protocol, game, b"").is_err() {
                continue;
            }
            let run = move |bytes: &[u8]| served(protocol, game, bytes);
            targets.push(Target {
                fixed_memory: ENGINE_MEMORY,
                max_input: MAX_SESSION,
                max_time: MAX_SESSION_TIME,
                ..Target::new(format!("{protocol}-{id}"), move || sessions(protocol), run)
            });
        }
        for (face, name) in [(Face::Gtp, "gtp"), (Face::Nboard, "nboard")] {
            if fuzzing::serve(name, game, b"").is_err() {
                continue;
            }
            let run = move |bytes: &[u8]| {
                let moves = fuzzing::play_against(face, game, Cursor::new(bytes.to_vec()));
                Verdict::of(!matches!(moves, Err(text) if text.contains("has ended")))
            };
            targets.push(Target::new(format!("{name}-client-{id}"), move || answers(face), run));
        }
        targets.push(Target::of_text(
            format!("openings-{}", game.id()),
            || openings(game),
            |text| Verdict::of(fuzzing::read_openings(game, text).is_ok()),
        ));
    }
    let reversi = registry::find("reversi").unwrap();
    let go = registry::find("go").unwrap();
    targets.push(Target::of_text("solve-file", solve_files, |text| {
        Verdict::of(fuzzing::read_positions(reversi, text).is_ok())
    }));
    targets.push(Target::of_text("end-positions", end_positions, |text| {
        Verdict::of(fuzzing::read_end_position(go, text).is_ok())
    }));
    let players =
        || ["level:3", "full", "gtp:gnugo --mode gtp", "nboard:x"].map(str::to_owned).to_vec();
    targets.push(Target::of_text("player-names", players, |text| {
        Verdict::of(GAMES.iter().any(|game| fuzzing::read_player(*game, text).is_ok()))
    }));
    targets
}

/// True if some command was not refused. Every answer has the protocol's form.
fn served(protocol: &str, game: &'static dyn Game, bytes: &[u8]) -> Verdict {
    let Ok(out) = fuzzing::serve(protocol, game, bytes) else { return Verdict::of(false) };
    let text = String::from_utf8(out).unwrap();
    let refusals = match protocol {
        "nboard" => &["error"][..],
        "uci" | "ucci" => &["info string", "info message"],
        "gomocup" => &["ERROR", "UNKNOWN"],
        _ => &[],
    };
    if !refusals.is_empty() {
        let is_refused = |line: &str| refusals.iter().any(|refusal| line.starts_with(refusal));
        return Verdict::of(text.lines().any(|line| !is_refused(line)));
    }
    for answer in text.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{answer}");
    }
    Verdict::of(text.contains('='))
}

fn sessions(protocol: &str) -> Vec<Vec<u8>> {
    let texts: &[&str] = match protocol {
        "gtp" => &[
            "1 protocol_version\n2 name\n3 list_commands\n4 known_command genmove\nquit\n",
            "boardsize 9\nclear_board\nkomi 6.5\nplay b D3\nplay w pass\ngenmove b\nundo\nshowboard\nfinal_score\n",
            "time_settings 0 0.01 1\ntime_left b 0.01 1\ngenmove b\ngenmove w\n# comment\n",
            "boardsize 19\nplay black Q16\nplay white D4\nundo\nundo\nundo\n",
            "boardsize 5\nfixed_handicap 2\nkata-set-rules aga\nkomi 0.5\nlz-analyze 1 avoid b C3 1\nfinal_status_list dead\nkata-get-rules\n",
            "boardsize 7\nplace_free_handicap 3\nclear_board\nset_free_handicap A1 B2\nkata-time_settings fischer 1 1\nlz-genmove_analyze w 1\nreg_genmove b\n",
        ],
        "uci" => &[
            "uci\nsetoption name MultiPV value 2\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 2 searchmoves g1f3 f1c4\nstop\nquit\n",
            "setoption name UCI_Chess960 value true\nposition fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1\ngo wtime 100 btime 100 winc 1 binc 1 movestogo 3\ngo ponder\nponderhit\ngo infinite\n",
            "setoption name Repetition value ChineseRule\nposition startpos moves h3e3 h10g8\ngo nodes 50\ngo mate 2\nd\n",
        ],
        "ucci" => &[
            "ucci\nsetoption usemillisec true\nposition startpos moves h2e2 h9g7\nbanmoves h0g2\ngo time 10 increment 1\ngo depth 1\nquit\n",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1\ngo ponder time 1\nponderhit\nstop\n",
        ],
        "gomocup" => &[
            "ABOUT\nSTART 15\nINFO timeout_turn 1\nINFO rule 4\nINFO max_memory 1000000\nBEGIN\nTURN 3,3\nTAKEBACK 3,3\nYXSHOWFORBID\nEND\n",
            "START 20\nBOARD\n3,3,1\n4,4,2\n5,5,3\nDONE\nYXNBEST 2\nRESTART\nYXBOARD\n1,1,1\n2,2,1\nDONE\nYXSHOWINFO\nTURN 9,9\n",
            "START 15\nSWAP2BOARD\nDONE\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE\nRECTSTART 15,15\nYXHASHCLEAR\n",
        ],
        "nboard" => &[
            "nboard 2\nset depth 2\nping 1\nset contempt 0\nmove F5//1.5\ngo\nhint 3\nlearn\nanalyze\n",
            "set game (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)\nmove C3\nhint 1\nanalyze\nping 3\nquit\n",
        ],
        _ => &[],
    };
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn answers(face: Face) -> Vec<Vec<u8>> {
    let texts: &[&str] = match face {
        Face::Gtp => &[
            "= name\nundo\n\n= x\n\n= 1\n\n= \n\n= \n\n= \n\n? unknown command\n\n= resign\n\n= resign\n\n= resign\n\n",
            "=1\n\nnoise\n= x\n\n= 1\n\n= \n\n= \n\n= pass\n\n= \n\n=  C4 \n\n= Z99\n\n= Z99\n\n= Z99\n\n",
        ],
        Face::Nboard => &[
            "set myname x\npong 1\npong 2\npong 3\nstatus Thinking\n=== F5/1.25/3.4\nstatus\npong 4\n=== A1\n",
            "pong 1\npong 2\npong 3\n=== PA\n",
        ],
    };
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn openings(game: &'static dyn Game) -> Vec<String> {
    let trees = super::corpus::games(game).into_iter();
    trees
        .flat_map(|tree| {
            let moves: Vec<_> = tree.main_line().filter_map(|node| tree.move_text(node)).collect();
            [format!("# one line each\n\n{}\n", moves.join(" ")), moves.concat()]
        })
        .collect()
}

fn solve_files() -> Vec<String> {
    let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18\n";
    vec![format!("% comment\n{line}{line}"), line.to_owned()]
}

fn end_positions() -> Vec<String> {
    let rows = ".XO..\n.XO..\n.XO..\n.XO..\n.XO..\n";
    let owners = "XXOOO\n".repeat(5);
    vec![format!("source: made\nsize: 5\nboard:\n{rows}ownership:\n{owners}")]
}
