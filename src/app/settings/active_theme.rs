//! The active theme, in the forms that the board needs.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::services::assets::LoadedAssets;
use crate::app::settings::Settings;
use crate::content::theme::{Colour, Grain, Surface, Theme};

/// Colours of the board that are the same for every game.
#[derive(Clone, Copy, Debug)]
pub struct BoardColours {
    /// Legal-move dots and coordinates on the surface.
    pub board_ink: Color,
    /// Lines and star points.
    pub board_line: Color,
    /// Coordinates on the frame.
    pub frame_ink: Color,
    /// The last move.
    pub accent: Color,
    /// The best move, shown as a hint.
    pub hint: Color,
    /// The keyboard cursor.
    pub cursor: Color,
    /// An illegal move.
    pub refused: Color,
    /// Factor of all line widths.
    pub line_weight: f32,
}

/// The active theme.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct ActiveTheme {
    theme: Option<Theme>,
}

fn color(Colour([r, g, b]): Colour) -> Color {
    Color::srgb_u8(r, g, b)
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

    /// Name of the piece set.
    pub fn piece_set(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.pieces)
    }

    /// Name of the music.
    pub fn music(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.music)
    }

    /// The surface with this name; plain grey if the theme has none such.
    pub fn surface(&self, name: &str) -> Surface {
        let found = self.theme.as_ref().and_then(|theme| theme.surface(name));
        found.unwrap_or(Surface {
            base: Colour([128; 3]),
            grain: Grain::Plain,
            strength: 0.0,
            line: None,
        })
    }

    /// The colour of lines on this surface.
    pub fn line_colour(&self, name: &str) -> Color {
        let line = self.surface(name).line.map(color);
        line.or_else(|| self.board_colours().map(|board| board.board_line)).unwrap_or(Color::BLACK)
    }

    /// The colour of markers on this surface: that of its lines or the theme's ink,
    /// whichever contrasts more.
    pub fn ink(&self, name: &str) -> Color {
        let surface = self.surface(name);
        let ground = color(surface.base).luminance();
        let inks = [self.board_colours().map(|board| board.board_ink), surface.line.map(color)];
        let stands_out = |ink: &Color| (ink.luminance() - ground).abs();
        let seen = |a: &Color, b: &Color| stands_out(a).total_cmp(&stands_out(b));
        inks.into_iter().flatten().max_by(seen).unwrap_or(Color::BLACK)
    }

    /// Colours of the board; `None` until themes are loaded.
    pub fn board_colours(&self) -> Option<BoardColours> {
        let theme = self.theme.as_ref()?;
        let board = &theme.board;
        Some(BoardColours {
            board_ink: color(board.ink),
            board_line: color(board.line),
            frame_ink: color(board.frame_ink),
            accent: color(board.last_move),
            hint: color(board.hint),
            cursor: color(board.cursor),
            refused: color(board.refused),
            line_weight: theme.line_weight,
        })
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
        clear.0 = color(chosen.paper);
        active_theme.theme = Some(chosen.clone());
    }
}
