//! The command line interface: commands that need no display, for scripts,
//! tests and comparison with other programs.
//!
//! Results go to standard output. Bad input gives one line on standard error
//! and exit code 2.

mod adjudicate;
mod analyse;
mod books;
mod convert;
mod dead_stones;
mod engine;
mod event;
mod fouls;
#[doc(hidden)]
pub mod fuzzing;
mod import_levels;
mod lessons;
mod levels;
mod library;
mod lines;
mod measure_levels;
mod online;
mod packs;
mod perft;
mod play;
mod print;
#[cfg(feature = "server")]
mod referee;
mod selfcheck;
#[cfg(feature = "server")]
mod serve;
mod solve;
mod tournament;
mod trace;
mod train;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};
use thiserror::Error;

use crate::content;
use crate::content::messages::{self, Locale};
use crate::core::excerpt;
use crate::games::registry::{self, GAMES};
use crate::games::{AnyPosition, Game, OptionSpec, OptionValue, Options, SetupError};
use crate::record::analysis::AnalysisParams;
use crate::search::Limits;

/// The classic board games. Without a command the window opens, with the games of the
/// files that are named.
#[derive(Debug, Parser)]
#[command(
    name = "tianyuan",
    version,
    about,
    override_usage = "tianyuan [FILE]...\n       tianyuan <COMMAND>"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the games, their options and their levels.
    Games,
    /// Count the leaf nodes of the move tree: one line a depth with depth,
    /// nodes and nodes per second.
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
        // A board's text may begin with an empty square, "-".
        #[arg(long, allow_hyphen_values = true)]
        position: Option<String>,
    },
    /// Watch an algorithm search a position: print what it counted, and the tree to a depth.
    Trace(trace::TraceArgs),
    /// Solve each position of a file exactly: number, score for the side to
    /// move, best move, nodes, seconds.
    Solve {
        /// Name of the game.
        game: String,
        /// The positions, one a line; for Reversi an OBF file.
        file: PathBuf,
        /// Solve only for win, draw or loss, which is faster than the score.
        #[arg(long)]
        outcome: bool,
        /// Positions solved in parallel.
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
        /// Player of the first side: a level such as 5, or "random".
        #[arg(long, visible_alias = "first")]
        black: String,
        /// Player of the second side.
        #[arg(long, visible_alias = "second")]
        white: String,
        /// Options of the game in RON.
        #[arg(long, default_value = "()")]
        options: String,
        /// Seed of the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Number of games; sides alternate, and only results are printed.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
    },
    /// Play on a server without a window: challenge, accept or watch, and print what happens.
    Online(online::OnlineArgs),
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
        /// Resign in Go below this chance to win, in percent; 0 never resigns.
        #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=50))]
        resign: u8,
        /// Options of the game in RON.
        #[arg(long, default_value = "()")]
        options: String,
        /// Seed of the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Let players, our own or other programs, play a match, and print score, Elo difference and
    /// SPRT, or a table where there are more than two.
    Match(Box<tournament::MatchArgs>),
    /// Print the points that Renju forbids to Black, by reason.
    Fouls {
        /// The black stones, such as h8,i9.
        #[arg(long, default_value = "")]
        black: String,
        /// The white stones.
        #[arg(long, default_value = "")]
        white: String,
        /// Name of the game.
        #[arg(long, default_value_t = fouls::default_game())]
        game: String,
        /// Options of the game in RON.
        #[arg(long, default_value = "(rule: \"renju\")")]
        options: String,
    },
    /// Convert the games of a file to another format; the file name extensions
    /// give the formats.
    Convert {
        /// The file to read.
        from: PathBuf,
        /// The file to write; an old one is replaced.
        to: PathBuf,
        /// Read the file as this game, where the format leaves a choice, such as
        /// SGF of Renju that says it is Go.
        #[arg(long)]
        game: Option<String>,
    },
    /// Make pages to print of a game: numbered diagrams of games of stones, a score
    /// sheet with diagrams of the positions that are commented on for chess and Xiangqi.
    /// An SVG file holds all pages below each other.
    Print(print::PrintArgs),
    /// Analyse the games of a file with our engine or another: for each move of the main
    /// line its number, the move, the evaluation for the first side, the loss
    /// of win probability, a glyph, and the better line.
    Analyse {
        /// The file to read, in any format of game records.
        file: PathBuf,
        /// A file to write the games to, with evaluations, glyphs and better
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
        /// Nodes to search for each position, instead of a time; the result is
        /// then deterministic.
        #[arg(
            long,
            value_name = "N",
            conflicts_with = "time",
            value_parser = clap::value_parser!(u64).range(1..)
        )]
        nodes: Option<u64>,
        /// Principal variations for each position (MultiPV); from 2 on all are
        /// printed below the move that led there.
        #[arg(
            long,
            value_name = "N",
            default_value_t = 1,
            value_parser = clap::value_parser!(u8).range(1..=20)
        )]
        lines: u8,
        /// Another program that analyses: a protocol (uci, ucci, gtp, pbrain, nboard) and a
        /// command, such as uci:stockfish.
        #[arg(long, value_name = "ENGINE")]
        engine: Option<String>,
        /// An option of that program, as NAME=VALUE.
        #[arg(long = "option", value_name = "OPTION", requires = "engine")]
        engine_options: Vec<String>,
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
    /// Check lessons against the rules.
    CheckLessons {
        /// Files of courses; all that are shipped if none is named.
        files: Vec<PathBuf>,
        /// Also prove the lines of their questions.
        #[arg(long)]
        prove: bool,
    },
    /// Check the words of the games, and their boards, against the rules.
    CheckGlossary {
        /// Files of glossaries; all that are shipped if none is named.
        files: Vec<PathBuf>,
    },
    /// Generate puzzle levels from self-play games, and print them as a file of
    /// levels.
    MakeLevels {
        /// Name of the game.
        game: String,
        /// Number of levels.
        #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
        /// Seed of the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The pack to make; the first one unless given.
        #[arg(long)]
        pack: Option<String>,
        /// A file of levels of this pack, which are kept; others are added.
        #[arg(long, value_name = "FILE")]
        extend: Option<PathBuf>,
        /// Other files of levels, apart from the shipped ones, whose levels are not to be made
        /// again.
        #[arg(long, value_name = "FILE")]
        beside: Vec<PathBuf>,
    },
    /// Make a pack of levels of the studies in a file of positions, one block of tags
    /// (FEN_INDEX, EVENT, FEN) each, and print it. Studies in which no mate is proved to have a
    /// single solution are left out.
    ImportLevels {
        /// Name of the game.
        game: String,
        /// The file of studies.
        file: PathBuf,
    },
    /// Regenerate the explanations and titles of a file of levels, and print
    /// the file.
    ExplainLevels {
        /// The file of levels.
        file: PathBuf,
    },
    /// Let each playing level play games against the strongest player, and
    /// print what its moves lose by a deeper search: in discs a game, with the
    /// 95 % interval, and a move, the final score and the share of the points.
    /// Deterministic for a seed.
    MeasureLevels(measure_levels::MeasureArgs),
    /// Measure the dead stones that are proposed at the end of a game, on
    /// positions with known owners: positions without an error, chains and
    /// points judged rightly, and the time.
    MeasureDeadStones(dead_stones::DeadStonesArgs),
    /// Manage a library of games.
    Library {
        /// The file of the library.
        path: PathBuf,
        /// The operation.
        #[command(subcommand)]
        command: library::LibraryCommand,
    },
    /// Begin, check and build content packs: levels, lessons, books, looks and sounds for
    /// others to add to their game.
    Pack {
        /// The operation.
        #[command(subcommand)]
        command: packs::PackCommand,
    },
    /// Run a tournament of a club, kept in a file: pairings, results, standings.
    Event {
        /// The operation.
        #[command(subcommand)]
        command: event::EventCommand,
    },
    /// Fit the multi-ProbCut margins: compare shallow with deep searches in
    /// self-play games, and print their differences. Deterministic for a seed.
    FitProbcut {
        /// Name of the game; only Reversi has such a search.
        game: String,
        /// Self-play games.
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(10..=100_000))]
        games: u32,
        /// Seed of the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Train the weights of the evaluation of Reversi on games, and write them
    /// to a file.
    Train(train::TrainArgs),
    /// Let the engine play itself, and write the quiet positions of its games with their scores
    /// and results to files, from which a network is trained.
    SelfPlay(train::SelfPlayArgs),
    /// Train a network on positions of self-play, and write it to a file: for each epoch the mean
    /// squared error of the chance to win, in the positions learned and in held-out games.
    TrainNetwork(train::TrainNetworkArgs),
    /// Let the engine play Gomoku against itself, and write its games with their scores to
    /// files, from which pattern weights are trained.
    SelfPlayPatterns(train::SelfPlayPatternsArgs),
    /// Train the pattern weights of Gomoku on games of self-play, and write them to a file: for
    /// each epoch the losses in held-out games, and how often the move played is ordered first.
    TrainPatterns(train::TrainPatternsArgs),
    /// Quantise a network that was trained elsewhere, and write it to the file that the game loads;
    /// says how far its estimates are from those before.
    PackNetwork(train::PackNetworkArgs),
    /// Let another program play Go and judge its positions, and write them to files, from which
    /// the network is trained.
    TeachGo(train::TeachGoArgs),
    /// Measure the evaluation of Reversi against exact scores, in positions of
    /// held-out games.
    Evaluate(train::EvaluateArgs),
    /// Serve play over a network to a house or a club: broker, referee and the page for browsers
    /// behind one port. Ends with Ctrl-C.
    #[cfg(feature = "server")]
    Serve(serve::ServeArgs),
    /// Judge games on a broker that runs elsewhere. As many referees as are wanted share the
    /// work. Ends with Ctrl-C.
    #[cfg(feature = "server")]
    Referee(referee::RefereeArgs),
    /// Check the games, the content and the assets.
    Selfcheck,
}

/// Errors of commands.
#[derive(Debug, Error)]
enum CliError {
    #[error("there is no game called \"{found}\"; the games are: {1}", found = excerpt(.0))]
    UnknownGame(String, String),
    #[error("{found} cannot be searched by \"{algorithm}\"; the algorithms are: {known}")]
    Algorithm { found: String, algorithm: String, known: String },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{file}: {reason}")]
    File { file: String, reason: String },
    #[error("{file}, line {line}: {reason}")]
    Line { file: String, line: usize, reason: String },
    #[error(
        "\"{found}\" is not a player: expected a level 1 to {1}, or \"random\"",
        found = excerpt(.0)
    )]
    Player(String, u8),
    #[error("{0}")]
    Failed(String),
    /// The reader has closed the output (broken pipe).
    #[error("the output is closed")]
    Closed,
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

impl Command {
    /// True if the command runs engines, which need their weights.
    fn uses_engine(&self) -> bool {
        matches!(self, Command::Online(args) if args.uses_engine())
            || matches!(
                self,
                Command::Solve { .. }
                    | Command::Play { .. }
                    | Command::Trace(_)
                    | Command::Engine { .. }
                    | Command::Match(_)
                    | Command::Analyse { .. }
                    | Command::MeasureLevels(_)
                    | Command::SelfPlay(_)
                    | Command::FitProbcut { .. }
            )
    }
}

/// An error about a file.
fn file_error(path: &Path, reason: &dyn Display) -> CliError {
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

/// The outcome of parsing the command line.
pub enum Invocation {
    /// The window is to be opened, with the games of these files.
    Window(Vec<PathBuf>),
    /// A headless command has run and ended with this code.
    Done(ExitCode),
}

/// Parses the command line and runs headless commands.
#[must_use]
pub fn run() -> Invocation {
    match files_to_open(std::env::args_os().skip(1).map(PathBuf::from).collect()) {
        Ok(Some(files)) => return Invocation::Window(files),
        Ok(None) => {}
        Err(missing) => {
            print_error(&format!("{}: there is no such file", missing.display()));
            return Invocation::Done(ExitCode::from(2));
        }
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return Invocation::Done(report_usage_error(&error)),
    };
    let Some(command) = arguments.command else { return Invocation::Window(Vec::new()) };
    if command.uses_engine() {
        // An engine that another program waits for loads only what it needs.
        let needs = |game: &&&'static dyn Game| match &command {
            Command::Engine { game: id, .. } => id == game.id(),
            _ => true,
        };
        let games = GAMES.iter().filter(needs);
        for error in games.filter_map(|game| content::load_weights(*game).err()) {
            print_error(&error.to_string());
        }
    }
    let mut out = io::stdout().lock();
    let result = execute(&command, &mut out).and_then(|()| Ok(out.flush()?));
    Invocation::Done(match result {
        Ok(()) | Err(CliError::Closed) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error.to_string());
            ExitCode::from(2)
        }
    })
}

/// The files to open in the window, if these arguments are files and no command.
///
/// # Errors
/// An argument that looks like a file that is not there.
fn files_to_open(arguments: Vec<PathBuf>) -> Result<Option<Vec<PathBuf>>, PathBuf> {
    let Some(first) = arguments.first() else { return Ok(None) };
    let is_command = |path: &Path| {
        let known = |command: &clap::Command| path.as_os_str() == command.get_name();
        Arguments::command().get_subcommands().any(known) || path.as_os_str() == "help"
    };
    let looks_like_file = |path: &Path| path.exists() || path.extension().is_some();
    if is_command(first) || !looks_like_file(first) || first.to_string_lossy().starts_with('-') {
        return Ok(None);
    }
    match arguments.iter().find(|path| !path.exists()) {
        Some(missing) => Err(missing.clone()),
        None => Ok(Some(arguments)),
    }
}

/// Prints help and version as results, usage errors as one line.
fn report_usage_error(error: &clap::Error) -> ExitCode {
    if error.exit_code() == 0 {
        // A closed output is no failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let ends = |line: &str| line.starts_with("Usage:") || line.starts_with("For more information");
    let line = lines.take_while(|line| !ends(line)).collect::<Vec<_>>().join(" ");
    print_error(&line.strip_prefix("error: ").unwrap_or(&line).replace(" tip: ", "; "));
    ExitCode::from(2)
}

fn print_error(text: &str) {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = writeln!(io::stderr(), "tianyuan: {line}");
}

fn execute(command: &Command, out: &mut dyn Write) -> Result<(), CliError> {
    match command {
        Command::Games => list_games(out),
        Command::Perft { game, depth, options, position } => {
            let game = find_game(game)?;
            perft::run(&start_position(game, options, position.as_deref())?, *depth, out)
        }
        Command::Trace(args) => trace::run(args, out),
        Command::Solve { game, file, outcome, threads, options } => {
            let mode = if *outcome { solve::SolveMode::Outcome } else { solve::SolveMode::Score };
            solve::run(find_game(game)?, &Options::parse(options)?, file, mode, *threads, out)
        }
        Command::Adjudicate { game, rules, position, moves } => {
            adjudicate::run(find_game(game)?, rules, position, moves, out)
        }
        Command::Play { game, black, white, options, seed, games } => {
            let game = find_game(game)?;
            let players = [play::Player::parse(black, game)?, play::Player::parse(white, game)?];
            play::run(game, &Options::parse(options)?, players, *seed, *games, out)
        }
        Command::Online(args) => online::run(args, out),
        Command::Engine { game, protocol, level, time, resign, options, seed } => {
            let game = find_game(game)?;
            if let Some(level) = level.filter(|level| *level > game.levels()) {
                return Err(CliError::Player(level.to_string(), game.levels()));
            }
            let session =
                engine::EngineSession::new(game, *level, time.map(Duration::from_millis), *seed)
                    .resigning_below(*resign);
            let input = io::BufReader::new(io::stdin());
            engine::run(game, &Options::parse(options)?, *protocol, session, input, out)
        }
        Command::Match(args) => tournament::run(args, out),
        Command::Fouls { black, white, game, options } => {
            fouls::run(find_game(game)?, &Options::parse(options)?, [black, white], out)
        }
        Command::Convert { from, to, game } => {
            convert::run(from, to, game.as_deref().map(find_game).transpose()?, out)
        }
        Command::Analyse { file, output, time, nodes, lines, engine, engine_options } => {
            let time = nodes.is_none().then(|| Duration::from_millis(*time));
            let limits = Limits { nodes: *nodes, time, ..Limits::default() };
            let params = AnalysisParams { limits, multi_pv: usize::from(*lines) };
            let analyst = engine.as_deref();
            let analyst = analyst.map(|text| analyse::Analyst { text, options: engine_options });
            analyse::run(file, output.as_deref(), analyst.as_ref(), &params, out)
        }
        Command::Print(printing) => print::run(printing, out),
        Command::CheckLevels { files, prove } => levels::check_files(files, *prove, out),
        Command::CheckBooks { files } => books::check_files(files, out),
        Command::CheckLessons { files, prove } => lessons::check_files(files, *prove, out),
        Command::CheckGlossary { files } => lessons::check_glossaries(files, out),
        Command::MakeLevels { game, count, seed, pack, extend, beside } => {
            let making = levels::Making {
                count: usize::from(*count),
                seed: *seed,
                pack: pack.as_deref(),
                extend: extend.as_deref(),
                beside,
            };
            levels::make_pack(find_game(game)?, &making, out)
        }
        Command::ImportLevels { game, file } => {
            import_levels::import_studies(find_game(game)?, file, out)
        }
        Command::ExplainLevels { file } => levels::explain_pack(file, out),
        Command::MeasureLevels(measuring) => {
            measure_levels::run(find_game(&measuring.game)?, measuring, out)
        }
        Command::MeasureDeadStones(measuring) => {
            dead_stones::run(find_game(&measuring.game)?, measuring, out)
        }
        Command::Library { path, command } => library::run(path, command, out),
        Command::Pack { command } => packs::run(command, out),
        Command::Event { command } => event::run(command, out),
        Command::Train(training) => train::train(training, out),
        Command::SelfPlay(args) => train::self_play(args, out),
        Command::TrainNetwork(args) => train::train_network(args, out),
        Command::SelfPlayPatterns(args) => train::self_play_patterns(args, out),
        Command::TrainPatterns(args) => train::train_patterns(args, out),
        Command::PackNetwork(args) => train::pack_network(args, out),
        Command::TeachGo(args) => train::teach_go(args, out),
        Command::Evaluate(evaluation) => train::evaluate(evaluation, out),
        Command::FitProbcut { game, games, seed } => {
            train::fit_probcut(find_game(game)?, *games, *seed, out)
        }
        #[cfg(feature = "server")]
        Command::Serve(arguments) => serve::run(arguments, out),
        #[cfg(feature = "server")]
        Command::Referee(arguments) => referee::run(arguments, out),
        Command::Selfcheck => selfcheck::run(out),
    }
}

fn find_game(id: &str) -> Result<&'static dyn Game, CliError> {
    registry::find(id).ok_or_else(|| {
        let known: Vec<_> = GAMES.iter().map(|game| game.id()).collect();
        CliError::UnknownGame(id.to_owned(), known.join(", "))
    })
}

fn start_position(
    game: &dyn Game,
    options: &str,
    position: Option<&str>,
) -> Result<AnyPosition, CliError> {
    let options = Options::parse(options)?;
    Ok(match position {
        Some(text) => game.position(&options, text)?,
        None => game.start(&options)?,
    })
}

/// An option with its values, and the default as players write it where that differs, such
/// as komi in points.
fn option_text(game: &dyn Game, spec: &OptionSpec) -> String {
    let text = match spec.domain.default_choice() {
        OptionValue::Number(number) => {
            game.number_text(spec.id, number, &Options::default()).map(|text| (number, text))
        }
        OptionValue::Word(_) | OptionValue::Switch(_) => None,
    };
    match text {
        Some((number, text)) => {
            format!("{spec} ({number} for {})", messages::render(Locale::English, &text))
        }
        None => spec.to_string(),
    }
}

fn list_games(out: &mut dyn Write) -> Result<(), CliError> {
    for game in GAMES {
        let options: Vec<_> = game.options().iter().map(|spec| option_text(*game, spec)).collect();
        writeln!(out, "{}\tlevels 1-{}\t{}", game.id(), game.levels(), options.join("\t"))?;
    }
    Ok(())
}
