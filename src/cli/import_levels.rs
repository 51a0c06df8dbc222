//! `import-levels`: makes levels of a collection of studies.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::{CliError, file_error};
use crate::content::levels::import::{studies, study_level};
use crate::content::levels::similarity::PositionShape;
use crate::content::levels::{self, Pack};
use crate::content::messages;
use crate::games::{Game, Options};

/// Prints the pack of the studies in this file that hold.
pub(super) fn import_studies(
    game: &dyn Game,
    path: &Path,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let text = fs::read_to_string(path).map_err(|error| file_error(path, &error))?;
    let failed = |reason: String| CliError::Failed(reason);
    let collection = game.puzzles().and_then(|puzzles| puzzles.studies());
    let Some(collection) = collection else {
        return Err(failed(format!("{} has no collection of studies", game.id())));
    };
    let found = studies(&text);
    if found.is_empty() {
        return Err(failed(format!("{} holds no study with a FEN tag", path.display())));
    }
    let options = Options::default();
    let text =
        |part: &str| messages::localized(&format!("pack-{}-{}-{part}", game.id(), collection.id));
    let (title, description) = (text("title"), text("description"));
    let mut pack = Pack::empty(collection.id, game.id(), options.clone(), title, description);
    let mut shapes: Vec<PositionShape> = Vec::new();
    for study in &found {
        let level = study_level(game, &options, study, &collection);
        let Some(level) = level.filter(|_| pack.levels.len() < levels::MAX_LEVELS) else {
            continue;
        };
        let Ok(position) = game.position(&options, &level.position) else { continue };
        let shape = PositionShape::new(&position);
        if !shapes.iter().any(|known| known.is_like(&shape)) {
            shapes.push(shape);
            pack.levels.push(level);
        }
    }
    pack.levels.sort_by_key(|level| level.difficulty);
    let text = pack.to_ron().map_err(|error| failed(error.to_string()))?;
    out.write_all(text.as_bytes())?;
    Ok(())
}
