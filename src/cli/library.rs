//! `library`: a file of games with import, search and listing.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;
use thiserror::Error;

use super::{CliError, convert, file_error};
use crate::content::{self, books};
use crate::core::{Side, excerpt};
use crate::games::{Game, Options};
use crate::library::{
    Added, Date, Filter, GameId, GameSummary, Library, LibraryError, PositionKey, ResultKind,
    SortOrder,
};
use crate::record::{GameTree, InfoField, formats};

/// Operations on a library.
#[derive(Debug, Subcommand)]
pub(super) enum LibraryCommand {
    /// Add the games of these files; those that are there already are left
    /// as they are. For each file: name, new games, known games.
    Import {
        /// The files; their extensions give the formats.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Read the files as this game, where the format leaves a choice, such
        /// as SGF of Renju that says it is Go.
        #[arg(long)]
        game: Option<String>,
    },
    /// List games, latest first: number, game, first and second player, date,
    /// result, plies, title, tags. The first line says how many there are.
    List {
        /// Part of the name of a player.
        #[arg(long)]
        player: Option<String>,
        /// Name of the game.
        #[arg(long)]
        game: Option<String>,
        /// Result: 1-0, 0-1, 1/2-1/2, or * for none.
        #[arg(long, value_parser = parse_result)]
        result: Option<ResultKind>,
        /// First day, as 2026-11-21, 2026-11 or 2026.
        #[arg(long)]
        from: Option<Date>,
        /// Last day.
        #[arg(long)]
        to: Option<Date>,
        /// Opening, as `openings` lists it.
        #[arg(long)]
        opening: Option<String>,
        /// Fewest plies.
        #[arg(long)]
        shortest: Option<u32>,
        /// Most plies.
        #[arg(long)]
        longest: Option<u32>,
        /// Tag of the game.
        #[arg(long)]
        tag: Option<String>,
        /// Position that came up; needs the game.
        #[arg(long, requires = "game", allow_hyphen_values = true)]
        position: Option<String>,
        /// Options of the game in RON, for the position.
        #[arg(long, requires = "position", default_value = "()")]
        options: String,
        /// List the deleted games instead of the others.
        #[arg(long)]
        deleted: bool,
        /// Most games to list.
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// List the openings of a game by number of games: name, games. Names from
    /// books are English, others are translation keys.
    Openings {
        /// Name of the game.
        game: String,
    },
    /// List the moves played in a position, most frequent first: move, games,
    /// wins of the first side, draws, wins of the second side.
    Moves {
        /// Name of the game.
        game: String,
        /// The moves that lead to the position.
        moves: Vec<String>,
        /// Options of the game in RON.
        #[arg(long, default_value = "()")]
        options: String,
    },
    /// Print the information about a game, then its moves.
    Show {
        /// Number of the game.
        id: GameId,
    },
    /// Take a game out of the lists.
    Delete {
        /// Number of the game.
        id: GameId,
    },
    /// Restore a deleted game.
    Restore {
        /// Number of the game.
        id: GameId,
    },
}

/// The error of a text that is no result.
#[derive(Clone, Copy, Debug, Error)]
#[error("expected 1-0, 0-1, 1/2-1/2 or *")]
struct ParseResultError;

fn parse_result(text: &str) -> Result<ResultKind, ParseResultError> {
    match text {
        "1-0" => Ok(ResultKind::Win(Side::First)),
        "0-1" => Ok(ResultKind::Win(Side::Second)),
        "1/2-1/2" => Ok(ResultKind::Draw),
        "*" => Ok(ResultKind::Unknown),
        _ => Err(ParseResultError),
    }
}

const fn result_word(result: ResultKind) -> &'static str {
    match result {
        ResultKind::Win(Side::First) => "1-0",
        ResultKind::Win(Side::Second) => "0-1",
        ResultKind::Draw => "1/2-1/2",
        ResultKind::Unknown => "*",
    }
}

impl From<LibraryError> for CliError {
    fn from(error: LibraryError) -> CliError {
        CliError::Failed(error.to_string())
    }
}

pub(super) fn run(
    path: &Path,
    command: &LibraryCommand,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    // Bad input is reported before a library is created.
    let filter = filter(command)?;
    // A game record would be taken for a damaged library and set aside.
    if formats::by_extension(&convert::extension(path)).is_ok() {
        let reason = "the name is that of a record; expected one such as games.redb";
        return Err(file_error(path, &reason));
    }
    if !matches!(command, LibraryCommand::Import { .. }) {
        fs::metadata(path).map_err(|error| file_error(path, &error))?;
    }
    let mut library = Library::open(path)?;
    if let Some(aside) = library.set_aside() {
        let (path, aside) = (path.display(), aside.display());
        super::print_error(&format!("{path} was damaged and is now {aside}; a new one is begun"));
    }
    let folder = content::assets_folder();
    let books = books::load(|path| {
        fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
    });
    library.name_openings(Arc::new(books.books))?;
    match command {
        LibraryCommand::Import { files, game } => {
            let game = game.as_deref().map(super::find_game).transpose()?;
            for file in files {
                let games = convert::read_games(file, game)?;
                let import = library.add_many(&games, &mut |_| ControlFlow::Continue(()))?;
                let is_known = |added: &&Added| matches!(added, Added::Duplicate(_));
                let known = import.games.iter().filter(is_known).count();
                writeln!(out, "{}\t{}\t{known}", file.display(), import.games.len() - known)?;
            }
        }
        LibraryCommand::List { limit, .. } => {
            let page = library.find(&filter, SortOrder::Newest, 0..*limit)?;
            writeln!(out, "{}", page.total)?;
            for summary in page.games {
                writeln!(out, "{}", summary_line(summary))?;
            }
        }
        LibraryCommand::Openings { game } => {
            for (name, games) in library.openings(super::find_game(game)?.id()) {
                writeln!(out, "{name}\t{games}")?;
            }
        }
        LibraryCommand::Moves { game, moves, options } => {
            list_moves(&library, super::find_game(game)?, moves, &Options::parse(options)?, out)?;
        }
        LibraryCommand::Show { id } => show(&library, *id, out)?,
        LibraryCommand::Delete { id } => library.delete(*id)?,
        LibraryCommand::Restore { id } => library.restore(*id)?,
    }
    Ok(())
}

fn filter(command: &LibraryCommand) -> Result<Filter, CliError> {
    let LibraryCommand::List {
        player,
        game,
        result,
        from,
        to,
        opening,
        shortest,
        longest,
        tag,
        position,
        options,
        deleted,
        limit: _,
    } = command
    else {
        return Ok(Filter::default());
    };
    let found = game.as_deref().map(super::find_game).transpose()?;
    let position = match (found, position) {
        (Some(game), Some(text)) => {
            let position = game.position(&Options::parse(options)?, text)?;
            Some(PositionKey::new(game, &position))
        }
        _ => None,
    };
    Ok(Filter {
        player: player.clone().unwrap_or_default(),
        game: game.clone(),
        result: *result,
        from: *from,
        to: *to,
        opening: opening.clone(),
        plies: (shortest.is_some() || longest.is_some())
            .then(|| shortest.unwrap_or(0)..=longest.unwrap_or(u32::MAX)),
        tag: tag.clone(),
        position,
        deleted: *deleted,
    })
}

/// The text on one line and without tabs, for a tab-separated field.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn summary_line(summary: &GameSummary) -> String {
    let [first, second] = &summary.players;
    let result = if summary.result_text.is_empty() {
        result_word(summary.result)
    } else {
        &summary.result_text
    };
    let (id, plies) = (summary.id.to_string(), summary.plies.to_string());
    let tags = summary.tags.join(", ");
    let title = &summary.title;
    let fields: [&str; 9] =
        [&id, &summary.game, first, second, &summary.date, result, &plies, title, &tags];
    fields.map(one_line).join("\t")
}

fn list_moves(
    library: &Library,
    game: &'static dyn Game,
    moves: &[String],
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut tree = GameTree::new(game, options.clone())?;
    let mut node = tree.root();
    for text in moves {
        let invalid = |refusal| CliError::Failed(format!("move \"{}\": {refusal}", excerpt(text)));
        let mv = tree.position(node).parse_move(text).map_err(invalid)?;
        node = tree.play(node, mv).map_err(invalid)?;
    }
    for stat in library.move_stats(&tree, node, &Filter::default())? {
        let text = tree.position(node).move_text(stat.mv).unwrap_or_default();
        let [first, second] = stat.wins;
        writeln!(out, "{text}\t{}\t{first}\t{}\t{second}", stat.games, stat.draws)?;
    }
    Ok(())
}

fn show(library: &Library, id: GameId, out: &mut dyn Write) -> Result<(), CliError> {
    let tree = library.get(id)?;
    writeln!(out, "game\t{}", tree.game().id())?;
    for field in InfoField::ALL {
        let text = one_line(tree.info().get(field));
        if !text.is_empty() {
            writeln!(out, "{}\t{text}", field.name())?;
        }
    }
    if let Some(start) = tree.start_text() {
        writeln!(out, "start\t{start}")?;
    }
    let moves: Vec<_> = tree.main_line().filter_map(|node| tree.action_text(node)).collect();
    writeln!(out, "moves\t{}", moves.join(" "))?;
    Ok(())
}
