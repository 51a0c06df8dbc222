//! `import-levels`: makes levels of a collection of studies.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::{CliError, file_error};
use crate::content::levels::import::{Collection, studies, study_level};
use crate::content::levels::similarity::PositionShape;
use crate::content::levels::{self, Pack};
use crate::content::messages;
use crate::games::{Options, registry};

/// The game of the studies.
const GAME: &str = "xiangqi";

/// Origin and licence of the positions.
const COLLECTION: Collection<'static> = Collection {
    source: "适情雅趣, 1570; position after xiangqi-tools by Careone Kuiba",
    licence: "BSD-3-Clause",
    hint: "pack-xiangqi-studies-hint",
};

/// Prints the pack of the studies in this file that hold.
pub(super) fn import_studies(path: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let text = fs::read_to_string(path).map_err(|error| file_error(path, &error))?;
    let failed = |reason: String| CliError::Failed(reason);
    let game =
        registry::find(GAME).ok_or_else(|| failed(format!("there is no game \"{GAME}\"")))?;
    let found = studies(&text);
    if found.is_empty() {
        return Err(failed(format!("{} holds no study with a FEN tag", path.display())));
    }
    let options = Options::default();
    let mut pack = Pack::empty(
        "studies",
        GAME,
        options.clone(),
        messages::localized("pack-xiangqi-studies-title"),
        messages::localized("pack-xiangqi-studies-description"),
    );
    let mut shapes: Vec<PositionShape> = Vec::new();
    for study in &found {
        let level = study_level(game, &options, study, &COLLECTION);
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
