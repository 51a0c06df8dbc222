//! The theme in force, in the forms that the board needs.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::assets::Library;
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
    /// The shown best move.
    pub hint: Color,
    /// The keyboard's place.
    pub cursor: Color,
    /// A refused move.
    pub refused: Color,
    /// Factor of all line breadths.
    pub line_weight: f32,
}

/// The theme in force.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Look {
    theme: Option<Theme>,
}

fn color(Colour([r, g, b]): Colour) -> Color {
    Color::srgb_u8(r, g, b)
}

impl From<Theme> for Look {
    fn from(theme: Theme) -> Look {
        Look { theme: Some(theme) }
    }
}

impl Look {
    /// The theme itself; `None` until themes are read.
    pub fn content(&self) -> Option<&Theme> {
        self.theme.as_ref()
    }

    /// Name of the theme in files.
    pub fn id(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.id)
    }

    /// Name of the set of pieces.
    pub fn pieces(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.pieces)
    }

    /// Name of the music.
    pub fn music(&self) -> &str {
        self.theme.as_ref().map_or("", |theme| &theme.music)
    }

    /// What a board of this surface is made of; plain grey if the theme has
    /// no such surface.
    pub fn surface(&self, name: &str) -> Surface {
        let found = self.theme.as_ref().and_then(|theme| theme.surface(name));
        found.unwrap_or(Surface {
            base: Colour([128; 3]),
            grain: Grain::Plain,
            strength: 0.0,
            line: None,
        })
    }

    /// The colour of lines on a board of this surface.
    pub fn line(&self, name: &str) -> Color {
        let line = self.surface(name).line.map(color);
        line.or_else(|| self.board().map(|board| board.board_line)).unwrap_or(Color::BLACK)
    }

    /// The colour of marks on a board of this surface: that of its lines or
    /// the theme's ink, whichever is seen better.
    pub fn ink(&self, name: &str) -> Color {
        let surface = self.surface(name);
        let ground = color(surface.base).luminance();
        let inks = [self.board().map(|board| board.board_ink), surface.line.map(color)];
        let stands_out = |ink: &Color| (ink.luminance() - ground).abs();
        let seen = |a: &Color, b: &Color| stands_out(a).total_cmp(&stands_out(b));
        inks.into_iter().flatten().max_by(seen).unwrap_or(Color::BLACK)
    }

    /// Colours of the board; `None` until themes are read.
    pub fn board(&self) -> Option<BoardColours> {
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
    app.init_resource::<Look>().add_systems(PreUpdate, follow);
}

/// Puts the chosen theme in force; the first one if there is none such.
fn follow(
    library: Res<Library>,
    settings: Res<Settings>,
    mut look: ResMut<Look>,
    mut clear: ResMut<ClearColor>,
) {
    if !(library.is_changed() || settings.is_changed()) {
        return;
    }
    let themes = library.themes();
    let chosen = themes.iter().find(|theme| theme.id == settings.theme).or(themes.first());
    let Some(chosen) = chosen else { return };
    if look.id() != chosen.id {
        clear.0 = color(chosen.paper);
        look.theme = Some(chosen.clone());
    }
}
