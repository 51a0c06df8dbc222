//! The empty board: frame, surface, lines and dots.

use bevy::prelude::*;

use super::textures::{BoardTextures, MaskShape, RIVER_SIZE, SURFACE_PIXELS, dark_surface};
use super::{BoardSystems, CurrentLayout, Layout, line_sprite, to_world};
use crate::app::settings::ActiveTheme;

/// The parts of the background lie between these heights, in their order.
const LOWEST_Z: f32 = -0.5;
const HIGHEST_Z: f32 = 2.5;

/// Width of a grid line, in cells, and its minimum in pixels.
const LINE_WIDTH: f32 = 0.022;
const MIN_LINE_WIDTH: f32 = 1.0;

/// Diameter of a dot on the empty board, in cells.
const DOT_SIZE: f32 = 0.16;

/// The image of a part of the background.
#[derive(Clone, Debug, PartialEq)]
pub enum PartImage {
    /// Solid colour.
    Plain,
    /// The frame.
    Frame,
    /// The surface with this name.
    Surface(&'static str),
    /// A square of the dark surface with this name: the part of the texture under it,
    /// as a fraction of the whole board.
    Square(String, Rect),
    /// The text on one half of the river, tinted.
    River(usize),
    /// A mask shape, tinted.
    Mask(MaskShape),
}

/// A part of the background.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardPart {
    /// An image in a rectangle.
    Image {
        /// The image.
        image: PartImage,
        /// Its place.
        rect: Rect,
        /// Its tint.
        color: Color,
    },
    /// A straight line.
    Line {
        /// Its start.
        from: Vec2,
        /// Its end; it is drawn half its width further, so that corners are full.
        to: Vec2,
        /// Its width.
        width: f32,
        /// Its colour.
        color: Color,
    },
}

/// The parts of the empty board, lowest first; none until themes are loaded.
pub fn parts(layout: &Layout, active_theme: &ActiveTheme) -> Vec<BoardPart> {
    let Some(theme) = active_theme.board_colours() else { return Vec::new() };
    let surface = layout.board.surface;
    let ink = active_theme.line_colour(surface);
    let mut parts = Vec::new();
    let mut picture = |image, rect, color| parts.push(BoardPart::Image { image, rect, color });
    let fall = Vec2::new(0.0, layout.cell * 0.10);
    let shadow = Rect::from_center_size(
        layout.outer.center() + fall,
        layout.outer.size() + Vec2::splat(layout.cell * 0.36),
    );
    picture(PartImage::Mask(MaskShape::SoftSquare), shadow, Color::BLACK.with_alpha(0.34));
    picture(PartImage::Frame, layout.outer, Color::WHITE);
    // A dark edge between the frame and the surface gives the frame depth.
    let edge = layout.surface.inflate((layout.cell * 0.035).max(1.0));
    picture(PartImage::Plain, edge, ink);
    picture(PartImage::Surface(surface), layout.surface, Color::WHITE);
    for square in layout.dark_squares() {
        // The part of the texture under this square, so that the grain continues from
        // square to square.
        let scale = 1.0 / layout.surface.width();
        let under = Rect::from_corners(
            (square.min - layout.surface.min) * scale,
            (square.max - layout.surface.min) * scale,
        );
        picture(PartImage::Square(dark_surface(surface), under), square, Color::WHITE);
    }
    for (half, place) in layout.river().into_iter().flatten().enumerate() {
        let place = Rect::from_center_size(place, Vec2::splat(layout.cell * RIVER_SIZE));
        picture(PartImage::River(half), place, ink.with_alpha(0.8));
    }
    let width = line_width(layout, theme.line_weight);
    let lines = layout.grid_lines().into_iter();
    parts.extend(lines.map(|(from, to)| BoardPart::Line { from, to, width, color: ink }));
    let dot = Vec2::splat((layout.cell * DOT_SIZE).max(3.0) * theme.line_weight.sqrt());
    parts.extend(layout.dots().map(|place| BoardPart::Image {
        image: PartImage::Mask(MaskShape::Dot),
        rect: Rect::from_center_size(place, dot),
        color: ink,
    }));
    parts
}

#[derive(Component)]
struct BackgroundSprite;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, rebuild_background.in_set(BoardSystems::Sync));
}

/// Rebuilds the background when the layout or the theme changes.
fn rebuild_background(
    mut commands: Commands,
    current_layout: Res<CurrentLayout>,
    textures: Res<BoardTextures>,
    active_theme: Res<ActiveTheme>,
    laid: Query<Entity, With<BackgroundSprite>>,
) {
    if !(current_layout.is_changed() || textures.is_changed() || active_theme.is_changed()) {
        return;
    }
    for entity in &laid {
        commands.entity(entity).despawn();
    }
    let Some(layout) = &current_layout.0 else { return };
    let parts = parts(layout, &active_theme);
    let step = (HIGHEST_Z - LOWEST_Z) / parts.len().max(1) as f32;
    for (n, part) in parts.into_iter().enumerate() {
        let z = LOWEST_Z + n as f32 * step;
        let (sprite, place) = match part {
            BoardPart::Line { from, to, width, color } => {
                let (size, place) = line_sprite(from, to, width, width, z);
                (Sprite { color, custom_size: Some(size), ..default() }, place)
            }
            BoardPart::Image { image, rect: place, color } => {
                let (texture, rect) = match image {
                    PartImage::Plain => (Handle::default(), None),
                    PartImage::Frame => (textures.frame(), None),
                    PartImage::Surface(name) => (textures.surface(name), None),
                    PartImage::Square(name, under) => {
                        let pixels = SURFACE_PIXELS as f32;
                        let rect = Rect::from_corners(under.min * pixels, under.max * pixels);
                        (textures.surface(&name), Some(rect))
                    }
                    PartImage::River(half) => (textures.river()[half].clone(), None),
                    PartImage::Mask(figure) => (textures.mask(figure), None),
                };
                let at = Transform::from_translation(to_world(place.center(), z));
                (
                    Sprite {
                        image: texture,
                        rect,
                        color,
                        custom_size: Some(place.size()),
                        ..default()
                    },
                    at,
                )
            }
        };
        commands.spawn((BackgroundSprite, sprite, place));
    }
}

fn line_width(layout: &Layout, weight: f32) -> f32 {
    ((layout.cell * LINE_WIDTH).max(MIN_LINE_WIDTH) * weight).round().max(1.0)
}
