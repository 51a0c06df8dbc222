//! GTP, the Go Text Protocol, version 2: one command a line, one response that
//! begins with `=` or `?` and ends with an empty line.
//!
//! Rows are numbered as the game numbers them, so a1 of Reversi is at the top.

use std::io::{BufRead, Write};
use std::time::Instant;

use thiserror::Error;

use super::protocol_clock::{ProtocolClock, TimeError};
use super::{EngineSession, moves_are_points, read_vertex, vertex};
use crate::cli::CliError;
use crate::cli::lines::read_line;
use crate::core::{Decision, Move, Point, Side};
use crate::games::{AnyPosition, Game, IllegalMove, OptionValue, Options, SetupError};

const COMMANDS: [&str; 16] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
];

/// Positions kept for `undo`, at most.
const MAX_HISTORY: usize = 10_000;

struct GtpSession {
    game: &'static dyn Game,
    options: Options,
    position: AnyPosition,
    /// The position before each `play` and `genmove`.
    history: Vec<AnyPosition>,
    session: EngineSession,
    clock: ProtocolClock,
}

type Answer = Result<String, GtpError>;

/// Errors that are answered to the controller.
#[derive(Debug, Error)]
enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("cannot undo")]
    NothingToUndo,
    #[error("boardsize not an integer")]
    SizeArgument,
    #[error("unacceptable size")]
    Size,
    #[error("komi not a float")]
    KomiArgument,
    #[error("invalid color: expected b or w")]
    Color,
    #[error("syntax error: expected a color and a vertex")]
    PlayArguments,
    #[error("invalid vertex: {0}")]
    Vertex(IllegalMove),
    #[error("illegal move: it is the other side's turn")]
    OtherSide,
    #[error("illegal move: {0}")]
    IllegalMove(IllegalMove),
    #[error("no move was found")]
    NoMove,
    #[error("cannot score: the game is not over")]
    NotOver,
    #[error(transparent)]
    Time(#[from] TimeError),
    #[error(transparent)]
    Setup(#[from] SetupError),
}

pub(super) fn serve(
    game: &'static dyn Game,
    options: &Options,
    session: EngineSession,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    if !moves_are_points(game) {
        let reason =
            format!("GTP writes moves as points, which the moves of {} are not", game.id());
        return Err(CliError::Failed(reason));
    }
    let position = game.start(options)?;
    let options = options.clone();
    let mut gtp = GtpSession {
        game,
        options,
        position,
        history: Vec::new(),
        session,
        clock: ProtocolClock::default(),
    };
    while let Some(line) = read_line(input)? {
        let line: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = number.unwrap_or_default();
        let Some(command) = words.next() else { continue };
        let rest: Vec<&str> = words.collect();
        match gtp.answer(command, &rest) {
            Ok(text) => write!(out, "={number} {text}\n\n")?,
            Err(error) => write!(out, "?{number} {error}\n\n")?,
        }
        out.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

impl GtpSession {
    fn answer(&mut self, command: &str, rest: &[&str]) -> Answer {
        let first = rest.first().copied();
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Tianyuan".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(first.is_some_and(|name| COMMANDS.contains(&name)).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => Ok(String::new()),
            "boardsize" => self.set_size(first),
            "clear_board" => self.clear_board(),
            "komi" => self.set_komi(first),
            "play" => self.play(rest),
            "genmove" => self.genmove(first),
            "undo" => {
                self.position = self.history.pop().ok_or(GtpError::NothingToUndo)?;
                Ok(String::new())
            }
            "showboard" => Ok(format!("\n{}", self.showboard())),
            "final_score" => self.final_score(),
            "time_settings" => {
                self.clock.set_time_settings(rest)?;
                Ok(String::new())
            }
            "time_left" => {
                let times = rest.get(1..).unwrap_or_default();
                self.clock.set_time_left(side(first)?, times)?;
                Ok(String::new())
            }
            _ => Err(GtpError::UnknownCommand),
        }
    }

    fn clear_board(&mut self) -> Answer {
        self.position = self.game.start(&self.options)?;
        self.history.clear();
        self.clock.reset();
        Ok(String::new())
    }

    fn set_size(&mut self, text: Option<&str>) -> Answer {
        let size: i64 = text.and_then(|text| text.parse().ok()).ok_or(GtpError::SizeArgument)?;
        if i64::from(self.position.board().files) == size {
            return self.clear_board();
        }
        let mut options = self.options.clone();
        options.set("size", OptionValue::Number(size));
        if self.game.start(&options).is_err() {
            return Err(GtpError::Size);
        }
        self.options = options;
        self.clear_board()
    }

    /// Checks the argument only: komi is fixed by the options at the start.
    fn set_komi(&self, text: Option<&str>) -> Answer {
        let number: Option<f64> = text.and_then(|text| text.parse().ok());
        number.filter(|komi| komi.is_finite()).ok_or(GtpError::KomiArgument)?;
        Ok(String::new())
    }

    /// The position with this side to move: passes are not always sent.
    fn position_to_move(&self, text: Option<&str>) -> Result<AnyPosition, GtpError> {
        let side = side(text)?;
        let mut position = self.position.clone();
        if position.side_to_move() != side && position.play(Move::Pass).is_err() {
            return Err(GtpError::OtherSide);
        }
        if position.side_to_move() != side {
            return Err(GtpError::OtherSide);
        }
        Ok(position)
    }

    fn advance(&mut self, mut position: AnyPosition, mv: Move) -> Result<(), GtpError> {
        position.play(mv).map_err(GtpError::IllegalMove)?;
        if self.history.len() == MAX_HISTORY {
            self.history.remove(0);
        }
        self.history.push(std::mem::replace(&mut self.position, position));
        Ok(())
    }

    fn play(&mut self, rest: &[&str]) -> Answer {
        let [side, text] = rest else {
            return Err(GtpError::PlayArguments);
        };
        // An unsent pass of the other side is played by `position_to_move`.
        let position = self.position_to_move(Some(side))?;
        let mv = read_vertex(&position, text).map_err(GtpError::Vertex)?;
        self.advance(position, mv)?;
        Ok(String::new())
    }

    fn genmove(&mut self, side: Option<&str>) -> Answer {
        if self.position.outcome().is_some() {
            return Ok("PASS".to_owned());
        }
        let position = self.position_to_move(side)?;
        let moves = position.legal_moves();
        let agree = Move::Decide(Decision::AcceptDead);
        let mv = match moves.as_slice() {
            [] => return Ok("PASS".to_owned()),
            [only] => *only,
            _ if moves.contains(&agree) => agree,
            _ => {
                let (started, side) = (Instant::now(), position.side_to_move());
                let time = self.clock.time_for_move(side);
                let info = self.session.think_within(&position, time);
                self.clock.record_move(side, started.elapsed());
                info.ok_or(GtpError::NoMove)?.best
            }
        };
        let text = vertex(&position, mv);
        self.advance(position, mv)?;
        Ok(text)
    }

    fn final_score(&self) -> Answer {
        let mut position = self.position.clone();
        // Both sides accept all stones as alive.
        while position.outcome().is_none()
            && position.play(Move::Decide(Decision::AcceptDead)).is_ok()
        {}
        let outcome = position.outcome().ok_or(GtpError::NotOver)?;
        let Some(winner) = outcome.winner else { return Ok("0".to_owned()) };
        let letter = ["B", "W"][winner.index()];
        let margin = outcome
            .score
            .map(|[first, second]| f64::from((first.as_halves() - second.as_halves()).abs()) / 2.0);
        Ok(margin.map_or(format!("{letter}+"), |margin| format!("{letter}+{margin}")))
    }

    fn showboard(&self) -> String {
        let board = self.position.board();
        let letters: Vec<String> = (0..board.files)
            .map(|file| char::from(super::COLUMNS[usize::from(file)]).to_string())
            .collect();
        let mut lines = vec![format!("   {}", letters.join(" "))];
        for row in 0..board.ranks {
            let rank = if board.first_rank_on_top { row } else { board.ranks - 1 - row };
            let cells: Vec<_> = (0..board.files)
                .map(|file| match self.position.piece_at(Point::new(file, rank)) {
                    None => ".",
                    Some(piece) => ["X", "O"][piece.side.index()],
                })
                .collect();
            lines.push(format!("{:>2} {}", rank + 1, cells.join(" ")));
        }
        let side = ["X", "O"][self.position.side_to_move().index()];
        lines.push(format!("{side} to move"));
        lines.join("\n")
    }
}

fn side(text: Option<&str>) -> Result<Side, GtpError> {
    match text.map(str::to_ascii_lowercase).as_deref() {
        Some("b" | "black") => Ok(Side::First),
        Some("w" | "white") => Ok(Side::Second),
        _ => Err(GtpError::Color),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn answers_to(game: &str, input: &str) -> Vec<String> {
        let game = registry::find(game).unwrap();
        let session = EngineSession::new(game, Some(1), None, 1);
        let mut out = Vec::new();
        serve(game, &Options::default(), session, &mut input.as_bytes(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.split_terminator("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn each_command_is_answered_under_its_number() {
        let answers =
            answers_to("reversi", "1 protocol_version\n\n# nothing\n2 name # who\nquit\nname\n");
        assert_eq!(answers, ["=1 2", "=2 Tianyuan", "= "]);
    }

    #[test]
    fn bad_input_is_answered_with_an_error() {
        let bad = [
            "dance",
            "play",
            "play b",
            "play x d3",
            "play b z99",
            "play b a1",
            "play w d3",
            "genmove",
            "genmove green",
            "undo",
            "boardsize",
            "boardsize 7",
            "boardsize 999999",
            "komi many",
            "time_settings 5",
            "time_settings 0 soon 1",
            "time_left",
            "time_left b 10",
            "final_score",
            "play b \u{e9}",
            "play b d-3",
        ];
        for line in bad {
            let answers = answers_to("reversi", line);
            assert_eq!(answers.len(), 1, "{line}");
            assert!(answers[0].starts_with("? "), "{line}: {answers:?}");
        }
    }

    #[test]
    fn a_clock_is_obeyed() {
        let game = registry::find("reversi").unwrap();
        let session = EngineSession::new(game, None, None, 1);
        let input = "time_settings 0 0.3 1\ngenmove b\ntime_left w 0.3 1\ngenmove w\n";
        let (mut out, started) = (Vec::new(), Instant::now());
        serve(game, &Options::default(), session, &mut input.as_bytes(), &mut out).unwrap();
        assert!(started.elapsed().as_millis() < 800);
        assert!(!String::from_utf8(out).unwrap().contains('?'));
    }

    #[test]
    fn a_move_is_shown_and_taken_back() {
        let answers = answers_to("reversi", "play black D3\nshowboard\nundo\nshowboard\nundo");
        assert!(answers[1].contains(" 3 . . . X . . . ."), "{}", answers[1]);
        assert!(answers[1].ends_with("O to move"), "{}", answers[1]);
        assert!(answers[3].contains(" 3 . . . . . . . ."), "{}", answers[3]);
        assert_eq!(answers[4], "? cannot undo");
    }

    #[test]
    fn whole_games_are_played_and_scored() {
        for game in ["reversi", "tictactoe"] {
            let input = format!("{}final_score\n", "genmove b\ngenmove w\n".repeat(40));
            let answers = answers_to(game, &input);
            assert_eq!(answers.len(), 81);
            assert!(answers.iter().all(|answer| answer.starts_with("= ")), "{answers:?}");
            let score = answers[80].trim_start_matches("= ");
            assert!(score == "0" || score.starts_with(['B', 'W']), "{score}");
        }
    }

    #[test]
    fn games_whose_moves_are_no_points_are_refused() {
        let game = registry::find("chess").unwrap();
        let session = EngineSession::new(game, Some(1), None, 1);
        let end = serve(game, &Options::default(), session, &mut &b""[..], &mut Vec::new());
        assert!(end.unwrap_err().to_string().contains("the moves of chess"));
    }

    #[test]
    fn two_passes_end_a_game_of_go_and_it_is_counted() {
        let answers =
            answers_to("go", "boardsize 9\nplay b J9\nplay w pass\nplay b pass\nfinal_score\n");
        assert_eq!(answers[..4], ["= ", "= ", "= ", "= "]);
        assert!(answers[4].starts_with("= B+"), "{}", answers[4]);
    }
}
