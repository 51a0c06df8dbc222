//! The active theme.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::services::assets::LoadedAssets;
use crate::app::settings::Settings;
use crate::content::theme::Theme;

/// The active theme.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct ActiveTheme {
    theme: Option<Theme>,
}

impl From<Theme> for ActiveTheme {
    fn from(theme: Theme) -> ActiveTheme {
        ActiveTheme { theme: Some(theme) }
    }
}

impl ActiveTheme {
    /// The theme itself; `None` until themes are loaded.
    pub fn theme(&self) -> Option<&Theme> {
        self.theme.as_ref()
    }

    /// Id of the theme in files.
    pub fn id(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.id)
    }

    /// Name of the music.
    pub fn music(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.music)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveTheme>().add_systems(PreUpdate, update_theme);
}

/// Activates the theme chosen in the settings, or else the first one.
fn update_theme(
    library: Res<LoadedAssets>,
    settings: Res<Settings>,
    mut active_theme: ResMut<ActiveTheme>,
    mut clear: ResMut<ClearColor>,
) {
    if !(library.is_changed() || settings.is_changed()) {
        return;
    }
    let themes = library.themes();
    let chosen = themes.iter().find(|theme| theme.id == settings.theme).or(themes.first());
    let Some(chosen) = chosen else { return };
    if active_theme.id() != chosen.id {
        let [red, green, blue] = chosen.paper.0;
        clear.0 = Color::srgb_u8(red, green, blue);
        active_theme.theme = Some(chosen.clone());
    }
}
