//! The painter of the window: draws the board as sprites.
//!
//! Each system here describes a part of the board with [`BoardDrawing`] when something that
//! it depends on has changed, and replaces the sprites of that part. Pieces alone are kept
//! and animated (`pieces.rs`). Text is not drawn here but by the user interface, above the
//! sprites.

mod background;
mod end_of_game;
mod markers;
mod overlay;
mod pieces;
mod row_lines;
mod shapes;
mod textures;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::drawing::{BoardDrawing, BoardImage, Cap, Form, Layer, Primitive, dark_surface};
use super::{CurrentLayout, Layout};
use crate::app::session::ActiveSession;
use crate::app::settings::ActiveTheme;
use textures::SURFACE_PIXELS;

pub use pieces::IsAnimating;
pub use textures::BoardTextures;

/// Height of each primitive above the one below it in the same layer.
const STEP_Z: f32 = 0.0002;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        textures::plugin,
        background::plugin,
        end_of_game::plugin,
        markers::plugin,
        overlay::plugin,
        pieces::plugin,
        shapes::plugin,
        row_lines::plugin,
    ));
}

/// The sprites of one part of the board, which bear the component `P`, and all that is
/// needed to draw them anew.
#[derive(SystemParam)]
struct SpritePainter<'w, 's, P: Component + Default> {
    commands: Commands<'w, 's>,
    current_layout: Res<'w, CurrentLayout>,
    active_session: Res<'w, ActiveSession>,
    active_theme: Res<'w, ActiveTheme>,
    textures: Res<'w, BoardTextures>,
    drawn: Query<'w, 's, Entity, With<P>>,
}

impl<P: Component + Default> SpritePainter<'_, '_, P> {
    /// The layout of the board; `None` while no board is shown.
    fn layout(&self) -> Option<&Layout> {
        self.current_layout.0.as_ref()
    }

    /// Returns true if the sprites must be drawn anew, whatever they show.
    fn is_stale(&self) -> bool {
        self.current_layout.is_changed()
            || self.textures.is_changed()
            || self.active_theme.is_changed()
    }

    /// Replaces the sprites by those of a new drawing; none while no board is shown.
    fn redraw(&mut self, describe: impl FnOnce(&mut BoardDrawing)) {
        for entity in &self.drawn {
            self.commands.entity(entity).despawn();
        }
        let Some(layout) = &self.current_layout.0 else { return };
        let Some(theme) = self.active_session.theme(&self.active_theme) else { return };
        let mut drawing = BoardDrawing::new(layout, theme);
        describe(&mut drawing);
        for (n, primitive) in drawing.into_primitives().iter().enumerate() {
            let z = layer_z(primitive.layer) + n as f32 * STEP_Z;
            for sprite in sprites(primitive, &self.textures, z) {
                self.commands.spawn((P::default(), sprite));
            }
        }
    }
}

/// Height of a layer above the window.
fn layer_z(layer: Layer) -> f32 {
    match layer {
        Layer::Board => -0.5,
        Layer::Fields => 2.5,
        Layer::Glow => 3.0,
        Layer::Shadows => 4.0,
        Layer::Pieces => 5.0,
        Layer::Markers => 6.0,
        Layer::Shade => 6.2,
        Layer::Owners => 6.3,
        Layer::Shapes => 6.5,
        Layer::RowLines => 7.0,
        Layer::Text => 9.0,
    }
}

/// The sprites of a primitive.
fn sprites(primitive: &Primitive, textures: &BoardTextures, z: f32) -> Vec<(Sprite, Transform)> {
    let color = primitive.color;
    let sprite = |image, size: Vec2, rect| Sprite {
        image,
        color,
        custom_size: Some(size),
        rect,
        ..default()
    };
    let at = |centre| Transform::from_translation(to_world(centre, z));
    let disc =
        |centre, radius| (sprite(textures.disc(), Vec2::splat(2.0 * radius), None), at(centre));
    // The y axis of the world points up.
    let turned = |angle: f32| Quat::from_rotation_z(-angle);
    match &primitive.form {
        Form::Rect(rect) => vec![(sprite(Handle::default(), rect.size(), None), at(rect.center()))],
        Form::Disc { centre, radius } => vec![disc(*centre, *radius)],
        &Form::Line { from, to, width, cap } => {
            let along = to - from;
            let overhang = if cap == Cap::Square { width } else { 0.0 };
            let size = Vec2::new(along.length() + overhang, width);
            let place = at((from + to) / 2.0).with_rotation(turned(along.to_angle()));
            let mut parts = vec![(sprite(Handle::default(), size, None), place)];
            if cap == Cap::Round {
                parts.extend([from, to].map(|end| disc(end, width / 2.0)));
            }
            parts
        }
        Form::Image { image, rect, rotation } => {
            let (texture, part) = texture(image, textures);
            let place = at(rect.center()).with_rotation(turned(*rotation));
            vec![(sprite(texture, rect.size(), part), place)]
        }
        Form::Text { .. } => Vec::new(),
    }
}

/// The texture of an image, and the part of it that is shown if it is not the whole.
fn texture(image: &BoardImage, textures: &BoardTextures) -> (Handle<Image>, Option<Rect>) {
    match *image {
        BoardImage::Frame => (textures.frame(), None),
        BoardImage::Surface(name) => (textures.surface(name), None),
        BoardImage::DarkSquare { surface, part } => {
            let pixels = SURFACE_PIXELS as f32;
            let part = Rect::from_corners(part.min * pixels, part.max * pixels);
            (textures.surface(&dark_surface(surface)), Some(part))
        }
        BoardImage::River(half) => (textures.river(half), None),
        BoardImage::Mask(shape) => (textures.mask(shape), None),
        BoardImage::Edge(shape) => (textures.mask_edge(shape), None),
        BoardImage::Piece(piece) => (textures.piece(piece), None),
        BoardImage::PieceShadow => (textures.shadow(), None),
    }
}

/// World position of a window position: the camera's origin is the window's top left
/// corner, and its y axis points up.
fn to_world(place: Vec2, z: f32) -> Vec3 {
    Vec3::new(place.x, -place.y, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Size and transform of each sprite of a form.
    fn placed(form: Form) -> Vec<(Vec2, Transform)> {
        let primitive = Primitive { layer: Layer::Shapes, color: Color::WHITE, form };
        let sprites = sprites(&primitive, &BoardTextures::default(), 1.0).into_iter();
        sprites.map(|(sprite, place)| (sprite.custom_size.unwrap(), place)).collect()
    }

    fn level_line(cap: Cap) -> Vec<(Vec2, Transform)> {
        placed(Form::Line { from: Vec2::ZERO, to: Vec2::new(10.0, 0.0), width: 2.0, cap })
    }

    #[test]
    fn the_caps_of_a_line_decide_how_far_it_reaches() {
        assert_eq!(level_line(Cap::Flat)[0].0, Vec2::new(10.0, 2.0));
        assert_eq!(level_line(Cap::Square)[0].0, Vec2::new(12.0, 2.0));
        let round = level_line(Cap::Round);
        assert_eq!(round.len(), 3);
        assert_eq!(round[1].0, Vec2::splat(2.0));
        assert_eq!(round[2].1.translation, Vec3::new(10.0, 0.0, 1.0));
    }

    #[test]
    fn what_is_down_in_the_window_is_down_in_the_world() {
        let [(_, place)] = placed(Form::Disc { centre: Vec2::new(3.0, 7.0), radius: 1.0 })[..]
        else {
            panic!("a disc is one sprite")
        };
        assert_eq!(place.translation, Vec3::new(3.0, -7.0, 1.0));
        let down = Form::Line { from: Vec2::ZERO, to: Vec2::Y, width: 1.0, cap: Cap::Flat };
        let (_, place) = placed(down)[0];
        let along = place.rotation * Vec3::X;
        assert!(along.distance(Vec3::NEG_Y) < 1e-5, "{along}");
    }

    #[test]
    fn text_is_left_to_the_user_interface() {
        let centre = Vec2::ZERO;
        let text = Form::Text { text: "A".to_owned(), centre, size: 9.0, plate: None };
        assert!(placed(text).is_empty());
    }
}
