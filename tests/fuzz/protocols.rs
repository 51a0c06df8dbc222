//! Both sides of the protocols of engines, and the files of the commands.

use std::io::Cursor;

use tianyuan::cli::fuzzing::{self, Face};
use tianyuan::games::Game;
use tianyuan::games::registry::{self, GAMES};

use super::target::{Target, Verdict};

/// Tables of the engines, which do not depend on the input.
const ENGINE_MEMORY: usize = 256 << 20;

/// Bytes of a session: each command may be answered by a search.
const MAX_SESSION: usize = 4 << 10;

pub fn targets() -> Vec<Target> {
    let mut targets = Vec::new();
    for game in GAMES.iter().copied() {
        for (face, name) in [(Face::Gtp, "gtp"), (Face::Nboard, "nboard")] {
            if fuzzing::serve(face, game, b"").is_err() {
                continue;
            }
            let id = game.id();
            let run = move |bytes: &[u8]| served(face, game, bytes);
            targets.push(Target {
                fixed_memory: ENGINE_MEMORY,
                max_input: MAX_SESSION,
                ..Target::new(format!("{name}-{id}"), move || sessions(face), run)
            });
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
fn served(face: Face, game: &'static dyn Game, bytes: &[u8]) -> Verdict {
    let Ok(out) = fuzzing::serve(face, game, bytes) else { return Verdict::of(false) };
    let text = String::from_utf8(out).unwrap();
    if face == Face::Nboard {
        return Verdict::of(text.lines().any(|line| !line.starts_with("error")));
    }
    for answer in text.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{answer}");
    }
    Verdict::of(text.contains('='))
}

fn sessions(face: Face) -> Vec<Vec<u8>> {
    let texts: &[&str] = match face {
        Face::Gtp => &[
            "1 protocol_version\n2 name\n3 list_commands\n4 known_command genmove\nquit\n",
            "boardsize 9\nclear_board\nkomi 6.5\nplay b D3\nplay w pass\ngenmove b\nundo\nshowboard\nfinal_score\n",
            "time_settings 0 0.01 1\ntime_left b 0.01 1\ngenmove b\ngenmove w\n# comment\n",
            "boardsize 19\nplay black Q16\nplay white D4\nundo\nundo\nundo\n",
        ],
        Face::Nboard => &[
            "nboard 2\nset depth 2\nping 1\nset contempt 0\nmove F5//1.5\ngo\nhint 3\nlearn\nanalyze\n",
            "set game (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)\nmove C3\nhint 1\nquit\n",
        ],
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
