//! The colours of a theme, as the board uses them.

use bevy::color::{Color, Luminance};

use crate::content::theme::{Colour, Grain, Surface, Theme};

/// The colours of a board with some surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardColours {
    /// Lines and star points.
    pub(super) line: Color,
    /// Dots on legal moves: the colour of the lines or the theme's ink, whichever
    /// contrasts more with the surface.
    pub(super) ink: Color,
    /// Coordinates on the frame.
    pub(super) frame_ink: Color,
    /// The last move.
    pub(super) accent: Color,
    /// The best move, shown as a hint.
    pub(super) hint: Color,
    /// The keyboard cursor.
    pub(super) cursor: Color,
    /// An illegal move.
    pub(super) refused: Color,
    /// Factor of all line widths.
    pub(super) line_weight: f32,
}

impl BoardColours {
    pub(super) fn of(theme: &Theme, surface_name: &str) -> BoardColours {
        let board = &theme.board;
        let surface = surface(theme, surface_name);
        let own_line = surface.line.map(to_color);
        let ground = to_color(surface.base).luminance();
        let contrast = |ink: Color| (ink.luminance() - ground).abs();
        let theme_ink = to_color(board.ink);
        let ink = own_line.filter(|&line| contrast(line) >= contrast(theme_ink));
        BoardColours {
            line: own_line.unwrap_or(to_color(board.line)),
            ink: ink.unwrap_or(theme_ink),
            frame_ink: to_color(board.frame_ink),
            accent: to_color(board.last_move),
            hint: to_color(board.hint),
            cursor: to_color(board.cursor),
            refused: to_color(board.refused),
            line_weight: theme.line_weight,
        }
    }
}

/// Converts a colour of a theme.
pub fn to_color(Colour([r, g, b]): Colour) -> Color {
    Color::srgb_u8(r, g, b)
}

/// The surface with this name; plain grey if the theme has none such.
pub fn surface(theme: &Theme, name: &str) -> Surface {
    theme.surface(name).unwrap_or(Surface {
        base: Colour([128; 3]),
        grain: Grain::Plain,
        strength: 0.0,
        line: None,
    })
}
