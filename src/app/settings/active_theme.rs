//! The active theme, and in each game the pieces and the board that the player has chosen for
//! it.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::notice::Notice;
use crate::app::services::assets::{FileState, LoadedAssets};
use crate::app::services::svg;
use crate::app::settings::Settings;
use crate::content::sets::{BoardSet, piece_paths};
use crate::content::theme::Theme;
use crate::games::Game;
use crate::games::registry::GAMES;

/// The active theme.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct ActiveTheme {
    theme: Option<Theme>,
    /// The theme with the pieces and the board of each game, by its id.
    games: BTreeMap<String, Theme>,
}

impl From<Theme> for ActiveTheme {
    fn from(theme: Theme) -> ActiveTheme {
        ActiveTheme { theme: Some(theme), games: BTreeMap::new() }
    }
}

impl ActiveTheme {
    /// The theme itself; `None` until themes are loaded.
    pub fn theme(&self) -> Option<&Theme> {
        self.theme.as_ref()
    }

    /// The theme with the pieces and the board of this game.
    pub fn of_game(&self, game: &str) -> Option<&Theme> {
        self.games.get(game).or(self.theme.as_ref())
    }

    /// Name of the music.
    pub fn music(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.music)
    }
}

/// The findings on the sets that were chosen since the start.
#[derive(Resource, Default)]
struct CheckedSets {
    /// Games and piece sets whose pictures were all read without an error, by their ids.
    sound: BTreeSet<(&'static str, String)>,
    /// Games and piece sets of which a picture is missing or damaged.
    damaged: BTreeSet<(&'static str, String)>,
    /// The messages to the player, with their games and sets: each is said once.
    reported: BTreeSet<(String, &'static str, String)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveTheme>()
        .init_resource::<CheckedSets>()
        .add_message::<Notice>()
        .add_systems(PreUpdate, update_theme);
}

/// Activates the theme chosen in the settings, or else the first one, and in each game the
/// sets that are chosen for it.
fn update_theme(
    library: Res<LoadedAssets>,
    settings: Res<Settings>,
    mut active_theme: ResMut<ActiveTheme>,
    mut checked: ResMut<CheckedSets>,
    mut clear: ResMut<ClearColor>,
    mut notices: MessageWriter<Notice>,
) {
    if !(library.is_changed() || settings.is_changed()) {
        return;
    }
    let themes = library.themes();
    let chosen = themes.iter().find(|theme| theme.id == settings.theme).or(themes.first());
    let Some(chosen) = chosen else { return };
    let games: BTreeMap<String, Theme> = GAMES
        .iter()
        .map(|game| {
            let board = checked.board(*game, &library, &settings, &mut notices);
            let before = active_theme.of_game(game.id()).map(|theme| theme.pieces.as_str());
            let pieces = checked.pieces(*game, &library, &settings, chosen, before, &mut notices);
            (game.id().to_owned(), chosen.with_sets(*game, &pieces, board))
        })
        .collect();
    if active_theme.theme.as_ref() != Some(chosen) {
        let [red, green, blue] = chosen.paper.0;
        clear.0 = Color::srgb_u8(red, green, blue);
        active_theme.theme = Some(chosen.clone());
    }
    if active_theme.games != games {
        active_theme.games = games;
    }
}

impl CheckedSets {
    /// The board that is chosen for a game; `None` for that of the theme.
    fn board<'a>(
        &mut self,
        game: &dyn Game,
        library: &'a LoadedAssets,
        settings: &Settings,
        notices: &mut MessageWriter<Notice>,
    ) -> Option<&'a BoardSet> {
        let id = settings.board_of(game.id())?;
        let board = library.board_sets(game.id()).find(|set| set.id == id);
        if board.is_none() {
            self.report(Notice::problem("board-unusable"), game, id, notices);
        }
        board
    }

    /// Id of the piece set of a game that can be shown now: the chosen one or the theme's, or
    /// while its pictures are being loaded the one that is shown.
    fn pieces(
        &mut self,
        game: &dyn Game,
        library: &LoadedAssets,
        settings: &Settings,
        theme: &Theme,
        before: Option<&str>,
        notices: &mut MessageWriter<Notice>,
    ) -> String {
        let standard = theme.pieces.as_str();
        let mut wanted = standard;
        if let Some(id) = settings.pieces_of(game.id()) {
            let is_listed = library.piece_sets(game.id()).any(|set| set.id == id);
            if is_listed && !self.damaged.contains(&(game.id(), id.to_owned())) {
                wanted = id;
            } else if settings.pieces.contains_key(game.id()) {
                // The choice of earlier versions is for games that have such pieces.
                self.report(Notice::problem("pieces-unusable"), game, id, notices);
            }
        }
        let state = match self.state(game, wanted, library) {
            // Pictures of the theme are not worth the time at every start.
            FileState::Loaded if wanted != standard => self.check(game, wanted, library),
            state => state,
        };
        match state {
            FileState::Loaded => wanted.to_owned(),
            FileState::Pending => before.unwrap_or(wanted).to_owned(),
            FileState::Missing => {
                self.damaged.insert((game.id(), wanted.to_owned()));
                self.report(Notice::problem("pieces-unusable"), game, wanted, notices);
                match self.state(game, standard, library) {
                    FileState::Pending => before.unwrap_or(standard).to_owned(),
                    FileState::Loaded | FileState::Missing => standard.to_owned(),
                }
            }
        }
    }

    /// The state of all pictures of a piece set together.
    fn state(&self, game: &dyn Game, set: &str, library: &LoadedAssets) -> FileState {
        let paths = piece_paths(set, game);
        let states: Vec<FileState> = paths.iter().map(|path| library.request(path)).collect();
        if states.contains(&FileState::Missing) {
            return FileState::Missing;
        }
        if states.contains(&FileState::Pending) { FileState::Pending } else { FileState::Loaded }
    }

    /// The state of a piece set whose files are all there; one with a file that is no picture
    /// counts as missing.
    fn check(&mut self, game: &dyn Game, set: &str, library: &LoadedAssets) -> FileState {
        let key = (game.id(), set.to_owned());
        if self.sound.contains(&key) {
            return FileState::Loaded;
        }
        let is_picture = |path: &String| library.text(path).is_some_and(svg::is_picture);
        match piece_paths(set, game).iter().all(is_picture) {
            true => {
                self.sound.insert(key);
                FileState::Loaded
            }
            false => FileState::Missing,
        }
    }

    /// Tells the player once that a set of a game cannot be used.
    fn report(
        &mut self,
        notice: Notice,
        game: &dyn Game,
        set: &str,
        notices: &mut MessageWriter<Notice>,
    ) {
        if self.reported.insert((notice.id.to_string(), game.id(), set.to_owned())) {
            let name = format!("game-{}", game.id());
            notices.write(notice.with("set", set).with_key("game", name));
        }
    }
}
