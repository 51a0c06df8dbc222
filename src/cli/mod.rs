//! The command line interface: commands that need no display, for scripts,
//! tests and comparison with other programs.
//!
//! Results go to standard output. Bad input gives one line on standard error
//! and exit code 2.

mod adjudicate;
mod analyse;
mod arguments;
mod books;
mod convert;
mod dead_stones;
mod engine;
mod error;
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

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use error::{CliError, file_error};

use crate::content;
use crate::content::messages::{self, Locale};
use crate::games::registry::{self, GAMES};
use crate::games::{AnyPosition, Game, OptionSpec, OptionValue, Options};
use crate::record::analysis::AnalysisParams;
use crate::search::Limits;

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
        Command::TrainPatternNetwork(args) => train::train_pattern_network(args, out),
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
