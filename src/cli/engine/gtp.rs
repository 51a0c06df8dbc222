//! GTP, the Go Text Protocol, version 2: one command a line, one answer that
//! begins with `=` or `?` and ends with an empty line.
//!
//! Rows are numbered as the game numbers them, so a1 of Reversi is at the top.

use std::io::{BufRead, Write};
use std::time::Instant;

use super::pace::Pace;
use super::{Brain, moves_are_points, next_line, read_vertex, vertex};
use crate::cli::CliError;
use crate::core::{Decision, Move, Point, Side};
use crate::games::{AnyPosition, Choice, Game, Options};

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

/// Most turns that can be taken back.
const MOST_TURNS: usize = 10_000;

struct Table {
    game: &'static dyn Game,
    options: Options,
    position: AnyPosition,
    /// The position before each `play` and `genmove`.
    earlier: Vec<AnyPosition>,
    brain: Brain,
    pace: Pace,
}

type Answer = Result<String, String>;

pub(super) fn converse(
    game: &'static dyn Game,
    options: &Options,
    brain: Brain,
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
    let mut table =
        Table { game, options, position, earlier: Vec::new(), brain, pace: Pace::default() };
    while let Some(line) = next_line(input)? {
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
        match table.answer(command, &rest) {
            Ok(text) => write!(out, "={number} {text}\n\n")?,
            Err(text) => write!(out, "?{number} {text}\n\n")?,
        }
        out.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

impl Table {
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
            "clear_board" => self.begin(),
            "komi" => self.set_komi(first),
            "play" => self.play(rest),
            "genmove" => self.genmove(first),
            "undo" => {
                self.position = self.earlier.pop().ok_or("cannot undo")?;
                Ok(String::new())
            }
            "showboard" => Ok(format!("\n{}", self.picture())),
            "final_score" => self.final_score(),
            "time_settings" => self.pace.set(rest).map(|()| String::new()),
            "time_left" => {
                let times = rest.get(1..).unwrap_or_default();
                self.pace.tell(side(first)?, times).map(|()| String::new())
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    fn begin(&mut self) -> Answer {
        self.position = self.game.start(&self.options).map_err(|error| error.to_string())?;
        self.earlier.clear();
        self.pace.reset();
        Ok(String::new())
    }

    fn set_size(&mut self, text: Option<&str>) -> Answer {
        let size: i64 =
            text.and_then(|text| text.parse().ok()).ok_or("boardsize not an integer")?;
        if i64::from(self.position.board().files) == size {
            return self.begin();
        }
        let mut options = self.options.clone();
        options.set("size", Choice::Number(size));
        if self.game.start(&options).is_err() {
            return Err("unacceptable size".to_owned());
        }
        self.options = options;
        self.begin()
    }

    /// Komi belongs to the rules that the program was started with.
    fn set_komi(&self, text: Option<&str>) -> Answer {
        let number: Option<f64> = text.and_then(|text| text.parse().ok());
        number.filter(|komi| komi.is_finite()).ok_or("komi not a float")?;
        Ok(String::new())
    }

    /// The position in which this side moves: passes are not always told.
    fn turn(&self, text: Option<&str>) -> Result<AnyPosition, String> {
        let side = side(text)?;
        let mut position = self.position.clone();
        if position.side_to_move() != side && position.play(Move::Pass).is_err() {
            return Err("illegal move: it is the other side's turn".to_owned());
        }
        if position.side_to_move() != side {
            return Err("illegal move: it is the other side's turn".to_owned());
        }
        Ok(position)
    }

    fn advance(&mut self, mut position: AnyPosition, mv: Move) -> Result<(), String> {
        position.play(mv).map_err(|refusal| format!("illegal move: {refusal}"))?;
        if self.earlier.len() == MOST_TURNS {
            self.earlier.remove(0);
        }
        self.earlier.push(std::mem::replace(&mut self.position, position));
        Ok(())
    }

    fn play(&mut self, rest: &[&str]) -> Answer {
        let [side, text] = rest else {
            return Err("syntax error: expected a color and a vertex".to_owned());
        };
        // A pass of the side whose turn it is not changes nothing that the
        // position does not know already.
        let position = self.turn(Some(side))?;
        let mv = read_vertex(&position, text).map_err(|why| format!("invalid vertex: {why}"))?;
        self.advance(position, mv)?;
        Ok(String::new())
    }

    fn genmove(&mut self, side: Option<&str>) -> Answer {
        if self.position.outcome().is_some() {
            return Ok("PASS".to_owned());
        }
        let position = self.turn(side)?;
        let moves = position.legal_moves();
        let agree = Move::Decide(Decision::AcceptDead);
        let mv = match moves.as_slice() {
            [] => return Ok("PASS".to_owned()),
            [only] => *only,
            _ if moves.contains(&agree) => agree,
            _ => {
                let (started, side) = (Instant::now(), position.side_to_move());
                let allotted = self.pace.allotted(side);
                let thought = self.brain.think_within(&position, allotted);
                self.pace.spend(side, started.elapsed());
                thought.ok_or("no move was found")?.best
            }
        };
        let text = vertex(&position, mv);
        self.advance(position, mv)?;
        Ok(text)
    }

    fn final_score(&self) -> Answer {
        let mut position = self.position.clone();
        // Both sides agree with all stones as they stand.
        while position.outcome().is_none()
            && position.play(Move::Decide(Decision::AcceptDead)).is_ok()
        {}
        let outcome = position.outcome().ok_or("cannot score: the game is not over")?;
        let Some(winner) = outcome.winner else { return Ok("0".to_owned()) };
        let letter = ["B", "W"][winner.index()];
        let margin = outcome
            .score
            .map(|[first, second]| f64::from((first.as_halves() - second.as_halves()).abs()) / 2.0);
        Ok(margin.map_or(format!("{letter}+"), |margin| format!("{letter}+{margin}")))
    }

    fn picture(&self) -> String {
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

fn side(text: Option<&str>) -> Result<Side, String> {
    match text.map(str::to_ascii_lowercase).as_deref() {
        Some("b" | "black") => Ok(Side::First),
        Some("w" | "white") => Ok(Side::Second),
        _ => Err("invalid color: expected b or w".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn talk(game: &str, said: &str) -> Vec<String> {
        let game = registry::find(game).unwrap();
        let brain = Brain::new(game, Some(1), None, 1);
        let mut out = Vec::new();
        converse(game, &Options::default(), brain, &mut said.as_bytes(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.split_terminator("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn each_command_is_answered_under_its_number() {
        let answers =
            talk("reversi", "1 protocol_version\n\n# nothing\n2 name # who\nquit\nname\n");
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
            let answers = talk("reversi", line);
            assert_eq!(answers.len(), 1, "{line}");
            assert!(answers[0].starts_with("? "), "{line}: {answers:?}");
        }
    }

    #[test]
    fn a_clock_is_obeyed() {
        let game = registry::find("reversi").unwrap();
        let brain = Brain::new(game, None, None, 1);
        let said = "time_settings 0 0.3 1\ngenmove b\ntime_left w 0.3 1\ngenmove w\n";
        let (mut out, started) = (Vec::new(), Instant::now());
        converse(game, &Options::default(), brain, &mut said.as_bytes(), &mut out).unwrap();
        assert!(started.elapsed().as_millis() < 800);
        assert!(!String::from_utf8(out).unwrap().contains('?'));
    }

    #[test]
    fn a_move_is_shown_and_taken_back() {
        let answers = talk("reversi", "play black D3\nshowboard\nundo\nshowboard\nundo");
        assert!(answers[1].contains(" 3 . . . X . . . ."), "{}", answers[1]);
        assert!(answers[1].ends_with("O to move"), "{}", answers[1]);
        assert!(answers[3].contains(" 3 . . . . . . . ."), "{}", answers[3]);
        assert_eq!(answers[4], "? cannot undo");
    }

    #[test]
    fn whole_games_are_played_and_scored() {
        for game in ["reversi", "tictactoe"] {
            let said = format!("{}final_score\n", "genmove b\ngenmove w\n".repeat(40));
            let answers = talk(game, &said);
            assert_eq!(answers.len(), 81);
            assert!(answers.iter().all(|answer| answer.starts_with("= ")), "{answers:?}");
            let score = answers[80].trim_start_matches("= ");
            assert!(score == "0" || score.starts_with(['B', 'W']), "{score}");
        }
    }

    #[test]
    fn games_whose_moves_are_no_points_are_refused() {
        let game = registry::find("chess").unwrap();
        let brain = Brain::new(game, Some(1), None, 1);
        let end = converse(game, &Options::default(), brain, &mut &b""[..], &mut Vec::new());
        assert!(end.unwrap_err().to_string().contains("the moves of chess"));
    }

    #[test]
    fn two_passes_end_a_game_of_go_and_it_is_counted() {
        let answers = talk("go", "boardsize 9\nplay b J9\nplay w pass\nplay b pass\nfinal_score\n");
        assert_eq!(answers[..4], ["= ", "= ", "= ", "= "]);
        assert!(answers[4].starts_with("= B+"), "{}", answers[4]);
    }
}
