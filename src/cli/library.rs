//! `library`: games kept in a file, and found again.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;

use super::{CliError, convert, failed};
use crate::content::{self, books};
use crate::core::Side;
use crate::games::{Game, Options};
use crate::library::{
    Added, Date, Ended, Filter, GameId, Library, LibraryError, PositionKey, Sort, Summary,
};
use crate::record::formats;
use crate::record::{Field, GameTree};

/// What to do with a library.
#[derive(Debug, Subcommand)]
pub(super) enum Errand {
    /// Add the games of these files; those that are there already are left
    /// as they are. For each file: name, new games, known games.
    Import {
        /// The files; the endings of their names say their formats.
        #[arg(required = true)]
        files: Vec<PathBuf>,
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
        #[arg(long, value_parser = ended)]
        result: Option<Ended>,
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
    /// List the openings of a game by number of games: name, games. Names of
    /// books are English, others are translation keys.
    Openings {
        /// Name of the game.
        game: String,
    },
    /// List what was played in a position, most frequent first: move, games,
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
    /// Print what is known of a game, then its moves.
    Show {
        /// Number of the game.
        id: GameId,
    },
    /// Take a game out of the lists.
    Delete {
        /// Number of the game.
        id: GameId,
    },
    /// Bring a deleted game back.
    Restore {
        /// Number of the game.
        id: GameId,
    },
}

fn ended(text: &str) -> Result<Ended, String> {
    match text {
        "1-0" => Ok(Ended::Won(Side::First)),
        "0-1" => Ok(Ended::Won(Side::Second)),
        "1/2-1/2" => Ok(Ended::Drawn),
        "*" => Ok(Ended::Open),
        _ => Err("expected 1-0, 0-1, 1/2-1/2 or *".to_owned()),
    }
}

const fn word(ended: Ended) -> &'static str {
    match ended {
        Ended::Won(Side::First) => "1-0",
        Ended::Won(Side::Second) => "0-1",
        Ended::Drawn => "1/2-1/2",
        Ended::Open => "*",
    }
}

impl From<LibraryError> for CliError {
    fn from(error: LibraryError) -> CliError {
        CliError::Failed(error.to_string())
    }
}

pub(super) fn run(path: &Path, errand: &Errand, out: &mut dyn Write) -> Result<(), CliError> {
    // What is wrong with the input is found before a library is begun.
    let filter = filter(errand)?;
    // Taken for a damaged library, a record would be set aside.
    if formats::by_ending(&convert::ending(path)).is_ok() {
        let reason = "the name is that of a record; expected one such as games.redb";
        return Err(failed(path, &reason));
    }
    if !matches!(errand, Errand::Import { .. }) {
        fs::metadata(path).map_err(|error| failed(path, &error))?;
    }
    let mut library = Library::open(path)?;
    if let Some(aside) = library.set_aside() {
        let (path, aside) = (path.display(), aside.display());
        super::complain(&format!("{path} was damaged and is now {aside}; a new one is begun"));
    }
    let folder = content::assets_folder();
    let books = books::load(|path| {
        fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
    });
    library.name_openings(Arc::new(books.books))?;
    match errand {
        Errand::Import { files } => {
            for file in files {
                let games = convert::read(file)?;
                let import = library.add_many(&games, &mut |_| ControlFlow::Continue(()))?;
                let is_known = |added: &&Added| matches!(added, Added::Known(_));
                let known = import.games.iter().filter(is_known).count();
                writeln!(out, "{}\t{}\t{known}", file.display(), import.games.len() - known)?;
            }
        }
        Errand::List { limit, .. } => {
            let page = library.find(&filter, Sort::Newest, 0..*limit)?;
            writeln!(out, "{}", page.total)?;
            for summary in page.games {
                writeln!(out, "{}", line(summary))?;
            }
        }
        Errand::Openings { game } => {
            for (name, games) in library.openings(super::find(game)?.id()) {
                writeln!(out, "{name}\t{games}")?;
            }
        }
        Errand::Moves { game, moves, options } => {
            explore(&library, super::find(game)?, moves, &Options::parse(options)?, out)?;
        }
        Errand::Show { id } => show(&library, *id, out)?,
        Errand::Delete { id } => library.delete(*id)?,
        Errand::Restore { id } => library.restore(*id)?,
    }
    Ok(())
}

fn filter(errand: &Errand) -> Result<Filter, CliError> {
    let Errand::List {
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
    } = errand
    else {
        return Ok(Filter::default());
    };
    let found = game.as_deref().map(super::find).transpose()?;
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
        ended: *result,
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

/// What stands between tabs keeps to one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn line(summary: &Summary) -> String {
    let [first, second] = &summary.players;
    let result = if summary.result.is_empty() { word(summary.ended) } else { &summary.result };
    let (id, plies) = (summary.id.to_string(), summary.plies.to_string());
    let tags = summary.tags.join(", ");
    let title = &summary.title;
    let fields: [&str; 9] =
        [&id, &summary.game, first, second, &summary.date, result, &plies, title, &tags];
    fields.map(flat).join("\t")
}

fn explore(
    library: &Library,
    game: &'static dyn Game,
    moves: &[String],
    options: &Options,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut tree = GameTree::new(game, options.clone())?;
    let mut node = tree.root();
    for text in moves {
        let wrong = |refusal| CliError::Failed(format!("move \"{text}\": {refusal}"));
        let mv = tree.position(node).parse_move(text).map_err(wrong)?;
        node = tree.play(node, mv).map_err(wrong)?;
    }
    for stat in library.moves(&tree, node, &Filter::default())? {
        let text = tree.position(node).move_text(stat.mv).unwrap_or_default();
        let [first, second] = stat.wins;
        writeln!(out, "{text}\t{}\t{first}\t{}\t{second}", stat.games, stat.draws)?;
    }
    Ok(())
}

fn show(library: &Library, id: GameId, out: &mut dyn Write) -> Result<(), CliError> {
    let tree = library.get(id)?;
    writeln!(out, "game\t{}", tree.game().id())?;
    for field in Field::ALL {
        let text = flat(tree.info().get(field));
        if !text.is_empty() {
            writeln!(out, "{}\t{text}", field.name())?;
        }
    }
    if let Some(start) = tree.start_text() {
        writeln!(out, "start\t{start}")?;
    }
    let moves: Vec<_> = tree.main_line().filter_map(|node| tree.move_text(node)).collect();
    writeln!(out, "moves\t{}", moves.join(" "))?;
    Ok(())
}
