//! The headless face: commands that need no display, for scripts, tests and
//! comparison with other programs.
//!
//! Answers go to standard output. Whatever is wrong with the input is one
//! line on standard error and exit code 2.

mod adjudicate;
mod analyse;
mod books;
mod convert;
mod engine;
mod fouls;
mod levels;
mod library;
mod measure;
mod perft;
mod play;
mod probcut;
mod selfcheck;
mod solve;
mod tournament;
mod train;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use thiserror::Error;

use crate::content;
use crate::games::registry::{self, GAMES};
use crate::games::{AnyPosition, Game, Options, SetupError};
use crate::record::analysis::Depth;
use crate::search::Limits;

/// The classic board games. Without a command the window opens.
#[derive(Debug, Parser)]
#[command(name = "tianyuan", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Task>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// List the games, their options and their levels.
    Games,
    /// Count move sequences: one line a depth with depth, nodes and nodes per
    /// second.
    Perft {
        /// Name of the game.
        game: String,
        /// Plies to count, at least 1.
        #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
        /// Options of the game in RON, such as '(size: 6)'.
        #[arg(long, default_value = "()")]
        options: String,
        /// Position to count from instead of the start.
        // The text of a board may well begin with an empty square, "-".
        #[arg(long, allow_hyphen_values = true)]
        position: Option<String>,
    },
    /// Solve each position of a file: number, score for the side to move,
    /// best move, nodes, seconds.
    Solve {
        /// Name of the game.
        game: String,
        /// The positions, one a line; for Reversi an OBF file.
        file: PathBuf,
        /// Find out only who wins, which is quicker: instead of the score win,
        /// draw or loss.
        #[arg(long)]
        outcome: bool,
        /// Positions solved at the same time.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Options of the game in RON.
        #[arg(long, default_value = "()")]
        options: String,
    },
    /// Judge moves that bring a position back: Win, Loss, Draw or Undecided
    /// for the side to move after them, then the reason.
    Adjudicate {
        /// Name of the game; only Xiangqi has such rules.
        game: String,
        /// Asian (axf) or Chinese (cxa) rules.
        #[arg(long, default_value = "axf")]
        rules: String,
        /// The position before the moves, as FEN.
        position: String,
        /// The moves, in any notation of the game.
        moves: Vec<String>,
    },
    /// Let two computer players play a game and print it.
    Play {
        /// Name of the game.
        game: String,
        /// Who has the first side: a level such as 5, or "random".
        #[arg(long, visible_alias = "first")]
        black: String,
        /// Who has the second side.
        #[arg(long, visible_alias = "second")]
        white: String,
        /// Options of the game in RON.
        #[arg(long, default_value = "()")]
        options: String,
        /// Number from which all chance follows.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many games; sides alternate, and only results are printed.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
    },
    /// Play under the control of another program, by a line protocol on
    /// standard input and output.
    Engine {
        /// Name of the game.
        game: String,
        /// The protocol that the other program speaks.
        #[arg(long, value_enum)]
        protocol: engine::Protocol,
        /// Level to play at; full strength unless named.
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..))]
        level: Option<u8>,
        /// Milliseconds for a move; 1000 at full strength unless named.
        #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
        time: Option<u64>,
        /// Options of the game in RON.
        #[arg(long, default_value = "()")]
        options: String,
        /// Number from which all chance follows.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Let two players, or other programs, play many games, and print what
    /// their results prove.
    Match {
        /// Name of the game.
        game: String,
        /// One player: level:5, full, gtp:COMMAND or nboard:COMMAND.
        #[arg(long, value_name = "PLAYER")]
        a: String,
        /// The other player.
        #[arg(long, value_name = "PLAYER")]
        b: String,
        /// How many games; each opening is played twice, with both sides.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        games: u32,
        /// A file of openings, one line of moves each; played by chance
        /// unless named.
        #[arg(long, value_name = "FILE")]
        openings: Option<PathBuf>,
        /// Plies of an opening by chance.
        #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=40))]
        plies: u32,
        /// Milliseconds for a move; 1000 at full strength unless named.
        #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
        time: Option<u64>,
        /// Options of the game in RON.
        #[arg(long, default_value = "()")]
        options: String,
        /// Number from which all chance follows.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Stop as soon as the sequential test has decided.
        #[arg(long)]
        sprt: bool,
    },
    /// Print the points that Renju forbids to Black, by reason.
    Fouls {
        /// The black stones, such as h8,i9.
        #[arg(long, default_value = "")]
        black: String,
        /// The white stones.
        #[arg(long, default_value = "")]
        white: String,
        /// Name of the game.
        #[arg(long, default_value = "gomoku")]
        game: String,
        /// Options of the game in RON.
        #[arg(long, default_value = "(rule: \"renju\")")]
        options: String,
    },
    /// Write the games of a file in another format; the endings of the names
    /// say which formats.
    Convert {
        /// The file to read.
        from: PathBuf,
        /// The file to write; an old one is replaced.
        to: PathBuf,
    },
    /// Let the computer player go over the games of a file: for each move of
    /// the main line its number, the move, what the position is worth then to
    /// the first side, the loss of winning chance, a sign, and what was better.
    Analyse {
        /// The file to read, in any format of game records.
        file: PathBuf,
        /// A file to write the games to, with evaluations, signs and better
        /// lines as variations; an old one is replaced.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Milliseconds for each position.
        #[arg(
            long,
            value_name = "MS",
            default_value_t = 300,
            value_parser = clap::value_parser!(u64).range(1..=3_600_000)
        )]
        time: u64,
        /// Positions to look at for each position, instead of a time; the
        /// answer is then always the same.
        #[arg(
            long,
            value_name = "N",
            conflicts_with = "time",
            value_parser = clap::value_parser!(u64).range(1..)
        )]
        nodes: Option<u64>,
        /// Best moves to look for at each position; from 2 on all are printed
        /// below the move that led there.
        #[arg(
            long,
            value_name = "N",
            default_value_t = 1,
            value_parser = clap::value_parser!(u8).range(1..=20)
        )]
        lines: u8,
    },
    /// Check puzzle levels against the rules.
    CheckLevels {
        /// Files of levels; all that are shipped if none is named.
        files: Vec<PathBuf>,
        /// Also prove that each first move is the only one that reaches the
        /// goal.
        #[arg(long)]
        prove: bool,
    },
    /// Check opening books against the rules.
    CheckBooks {
        /// Files of books; all that are shipped if none is named.
        files: Vec<PathBuf>,
    },
    /// Make puzzle levels from games that the computer plays against itself,
    /// and print them as a file of levels.
    MakeLevels {
        /// Name of the game.
        game: String,
        /// How many levels.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
        /// Number from which all chance follows.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Which of the packs that can be made; the first one unless named.
        #[arg(long)]
        pack: Option<String>,
    },
    /// Find out anew why the solutions of a file of levels are right and what
    /// they are called, and print the file with that.
    ExplainLevels {
        /// The file of levels.
        file: PathBuf,
    },
    /// Let each playing level play games against the strongest player, and
    /// print what its moves give away as a deeper search sees it: in discs a
    /// game, with the 95 % interval, and a move, the final score and the share
    /// of the points. The same seed gives the same table.
    MeasureLevels(measure::Measuring),
    /// Keep games in a library and find them again.
    Library {
        /// The file of the library.
        path: PathBuf,
        /// What to do.
        #[command(subcommand)]
        errand: library::Errand,
    },
    /// Let the computer player compare shallow with deep searches in games of
    /// its own, and print how far they are apart: the margins of its
    /// selective search. The same seed gives the same answer.
    FitProbcut {
        /// Name of the game; only Reversi has such a search.
        game: String,
        /// Games that are played for it.
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(10..=100_000))]
        games: u32,
        /// Number from which all chance follows.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Learn the weights of the evaluation of Reversi from games, and write
    /// them to a file.
    Train(train::Training),
    /// Measure the evaluation of Reversi against exact scores, in positions
    /// of games that were not learned from.
    Evaluate(train::Evaluation),
    /// Check the games, the content and the assets.
    Selfcheck,
}

/// Why a command did not do what was asked.
#[derive(Debug, Error)]
enum CliError {
    #[error("there is no game called \"{0}\"; the games are: {1}")]
    UnknownGame(String, String),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{file}: {reason}")]
    File { file: String, reason: String },
    #[error("{file}, line {line}: {reason}")]
    Line { file: String, line: usize, reason: String },
    #[error("\"{0}\" is no player: expected a level 1 to {1}, or \"random\"")]
    Player(String, u8),
    #[error("{0}")]
    Failed(String),
    /// Whoever reads the output has gone; there is nobody to tell.
    #[error("the output is closed")]
    Closed,
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

impl Task {
    /// Whether computer players are asked, who are better with what they
    /// have learned.
    fn thinks(&self) -> bool {
        matches!(
            self,
            Task::Solve { .. }
                | Task::Play { .. }
                | Task::Engine { .. }
                | Task::Match { .. }
                | Task::Analyse { .. }
                | Task::MeasureLevels(_)
                | Task::FitProbcut { .. }
        )
    }
}

/// Why nothing could be done with a file.
fn failed(path: &Path, reason: &dyn Display) -> CliError {
    CliError::File { file: path.display().to_string(), reason: reason.to_string() }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::Closed,
            _ => CliError::Output(error),
        }
    }
}

/// What the program was asked to do.
pub enum Asked {
    /// To open the window.
    Window,
    /// Something headless, which is done and ended with this code.
    Done(ExitCode),
}

/// Reads the command line and carries out whatever needs no window.
#[must_use]
pub fn run() -> Asked {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return Asked::Done(refuse(&error)),
    };
    let Some(task) = arguments.command else { return Asked::Window };
    if task.thinks() {
        for wrong in GAMES.iter().filter_map(|game| content::teach(*game).err()) {
            complain(&wrong);
        }
    }
    let mut out = io::stdout().lock();
    let result = carry_out(&task, &mut out).and_then(|()| Ok(out.flush()?));
    Asked::Done(match result {
        Ok(()) | Err(CliError::Closed) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(2)
        }
    })
}

/// Help and version are answers; everything else is bad input in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.exit_code() == 0 {
        // Nobody may be listening, which is no failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let ends = |line: &str| line.starts_with("Usage:") || line.starts_with("For more information");
    let line = lines.take_while(|line| !ends(line)).collect::<Vec<_>>().join(" ");
    complain(&line.strip_prefix("error: ").unwrap_or(&line).replace(" tip: ", "; "));
    ExitCode::from(2)
}

fn complain(text: &str) {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = writeln!(io::stderr(), "tianyuan: {line}");
}

fn carry_out(task: &Task, out: &mut dyn Write) -> Result<(), CliError> {
    match task {
        Task::Games => list_games(out),
        Task::Perft { game, depth, options, position } => {
            let game = find(game)?;
            perft::run(&start(game, options, position.as_deref())?, *depth, out)
        }
        Task::Solve { game, file, outcome, threads, options } => {
            let asked = if *outcome { solve::Asked::Outcome } else { solve::Asked::Score };
            solve::run(find(game)?, &Options::parse(options)?, file, asked, *threads, out)
        }
        Task::Adjudicate { game, rules, position, moves } => {
            adjudicate::run(find(game)?, rules, position, moves, out)
        }
        Task::Play { game, black, white, options, seed, games } => {
            let game = find(game)?;
            let players = [play::Player::parse(black, game)?, play::Player::parse(white, game)?];
            play::run(game, &Options::parse(options)?, players, *seed, *games, out)
        }
        Task::Engine { game, protocol, level, time, options, seed } => {
            let game = find(game)?;
            if let Some(level) = level.filter(|level| *level > game.levels()) {
                return Err(CliError::Player(level.to_string(), game.levels()));
            }
            let brain = engine::Brain::new(game, *level, time.map(Duration::from_millis), *seed);
            let mut input = io::stdin().lock();
            engine::run(game, &Options::parse(options)?, *protocol, brain, &mut input, out)
        }
        Task::Match { game, a, b, games, openings, plies, time, options, seed, sprt } => {
            let plan = tournament::Plan {
                game: find(game)?,
                options: &Options::parse(options)?,
                players: [a, b],
                games: *games,
                openings: openings.as_deref(),
                plies: *plies,
                time: time.map(Duration::from_millis),
                seed: *seed,
                may_stop: *sprt,
            };
            tournament::run(&plan, out)
        }
        Task::Fouls { black, white, game, options } => {
            fouls::run(find(game)?, &Options::parse(options)?, [black, white], out)
        }
        Task::Convert { from, to } => convert::run(from, to, out),
        Task::Analyse { file, output, time, nodes, lines } => {
            let time = nodes.is_none().then(|| Duration::from_millis(*time));
            let limits = Limits { nodes: *nodes, time, depth: None };
            let depth = Depth { limits, lines: usize::from(*lines) };
            analyse::run(file, output.as_deref(), &depth, out)
        }
        Task::CheckLevels { files, prove } => levels::check_files(files, *prove, out),
        Task::CheckBooks { files } => books::check_files(files, out),
        Task::MakeLevels { game, count, seed, pack } => {
            levels::make_pack(find(game)?, usize::from(*count), *seed, pack.as_deref(), out)
        }
        Task::ExplainLevels { file } => levels::explain_pack(file, out),
        Task::MeasureLevels(measuring) => measure::run(find(&measuring.game)?, measuring, out),
        Task::Library { path, errand } => library::run(path, errand, out),
        Task::Train(training) => train::train(training, out),
        Task::Evaluate(evaluation) => train::evaluate(evaluation, out),
        Task::FitProbcut { game, games, seed } => probcut::run(find(game)?, *games, *seed, out),
        Task::Selfcheck => selfcheck::run(out),
    }
}

fn find(id: &str) -> Result<&'static dyn Game, CliError> {
    registry::find(id).ok_or_else(|| {
        let known: Vec<_> = GAMES.iter().map(|game| game.id()).collect();
        CliError::UnknownGame(id.to_owned(), known.join(", "))
    })
}

fn start(game: &dyn Game, options: &str, position: Option<&str>) -> Result<AnyPosition, CliError> {
    let options = Options::parse(options)?;
    Ok(match position {
        Some(text) => game.position(&options, text)?,
        None => game.start(&options)?,
    })
}

fn list_games(out: &mut dyn Write) -> Result<(), CliError> {
    for game in GAMES {
        let options: Vec<_> = game.options().iter().map(ToString::to_string).collect();
        writeln!(out, "{}\tlevels 1-{}\t{}", game.id(), game.levels(), options.join("\t"))?;
    }
    Ok(())
}
