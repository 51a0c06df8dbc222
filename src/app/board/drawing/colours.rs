//! The colours of a theme, as the board uses them.

use bevy::color::{Color, Luminance};

use super::dark_surface;
use crate::content::theme::{Colour, Grain, Surface, Theme};

/// The edges around marks on dark and on light boards.
const LIGHT_EDGE: Color = Color::WHITE;
const DARK_EDGE: Color = Color::BLACK;

/// The contrast ratio of two luminances, 1 to 21 (WCAG 2.1).
pub(super) fn contrast_ratio(one: f32, other: f32) -> f32 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

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
    /// The squares that a piece moved from and to.
    pub(super) moved: Color,
    /// A move that waits for the opponent's.
    pub(super) premove: Color,
    /// The best move, shown as a hint.
    pub(super) hint: Color,
    /// The keyboard cursor.
    pub(super) cursor: Color,
    /// An illegal move.
    pub(super) refused: Color,
    /// The edge around marks: dark or light, whichever contrasts more with the board, so
    /// that a mark of any colour stands out from it.
    pub(super) edge: Color,
    /// Factor of all line widths.
    pub(super) line_weight: f32,
    /// The theme is drawn for weak eyes.
    pub(super) has_strong_lines: bool,
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
        let dark_squares = theme.surface(&dark_surface(surface_name));
        let grounds = [Some(surface), dark_squares].into_iter().flatten();
        let grounds: Vec<f32> = grounds.map(|ground| to_color(ground.base).luminance()).collect();
        let least = |edge: Color| {
            let contrasts = grounds.iter().map(|&ground| contrast_ratio(edge.luminance(), ground));
            contrasts.fold(f32::INFINITY, f32::min)
        };
        let edge = if least(LIGHT_EDGE) > least(DARK_EDGE) { LIGHT_EDGE } else { DARK_EDGE };
        BoardColours {
            edge,
            line: own_line.unwrap_or(to_color(board.line)),
            ink: ink.unwrap_or(theme_ink),
            frame_ink: to_color(board.frame_ink),
            accent: to_color(board.last_move),
            moved: to_color(board.moved),
            premove: to_color(board.premove),
            hint: to_color(board.hint),
            cursor: to_color(board.cursor),
            refused: to_color(board.refused),
            line_weight: theme.line_weight,
            has_strong_lines: theme.has_strong_lines(),
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
