//! The commands of the command line and their arguments.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::{
    dead_stones, engine, event, fouls, library, measure_levels, online, packs, print, tournament,
    trace, train,
};
#[cfg(feature = "server")]
use super::{referee, serve};

/// The classic board games. Without a command the window opens, with the games of the
/// files that are named.
#[derive(Debug, Parser)]
#[command(
    name = "tianyuan",
    version,
    about,
    override_usage = "tianyuan [FILE]...\n       tianyuan <COMMAND>"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
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
    /// Train the network of a rule set of Gomoku on games of `self-play-patterns`, and add it to a
    /// weights file.
    TrainPatternNetwork(train::TrainPatternNetworkArgs),
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

impl Command {
    /// True if the command runs engines, which need their weights.
    pub(super) fn uses_engine(&self) -> bool {
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
