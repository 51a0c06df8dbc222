//! The level of the day, found once a day.

use bevy::prelude::*;

use crate::app::platform::Today;
use crate::app::services::assets::LoadedAssets;
use crate::content::levels::PuzzleId;
use crate::content::levels::check;
use crate::content::levels::daily::daily_level;
use crate::games::{AnyPosition, Game, registry};

/// The level of the day, if there are levels.
#[derive(Resource, Default)]
pub struct DailyPuzzle(pub Option<DailyLevel>);

/// A level with what is needed to show its board.
pub struct DailyLevel {
    /// Its name.
    pub id: PuzzleId,
    /// Its game.
    pub game: &'static dyn Game,
    /// The position to be solved.
    pub position: AnyPosition,
}

/// Finds the level when the day or the levels change.
pub(super) fn find_daily(
    library: Res<LoadedAssets>,
    today: Res<Today>,
    mut daily: ResMut<DailyPuzzle>,
) {
    if library.is_changed() || today.is_changed() {
        daily.0 = daily_level(library.shipped(), today.0).and_then(|id| {
            let (pack, level) = library.level(&id)?;
            let game = registry::find(&pack.game)?;
            let position = check::start_position(game, &pack.options, level).ok()?;
            Some(DailyLevel { id, game, position })
        });
    }
}
