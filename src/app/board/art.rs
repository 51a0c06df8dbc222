//! Pictures of the board: pieces and figures drawn from vectors at exactly
//! the size in which they are shown, and surfaces with grain.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::window::PrimaryWindow;

use super::layout::PIECE;
use super::{BoardSet, Placed, raster, surface};
use crate::app::assets::Library;
use crate::app::session::Playing;
use crate::app::settings::Settings;
use crate::app::ui::Look;
use crate::content::theme::Surface;
use crate::content::{RIVER, SHADOW, piece_path, piece_set};
use crate::games::{AnyPosition, Game, Pattern, Piece};

/// Pixels along a surface's edge; it is scaled to the board.
pub(super) const SURFACE_PIXELS: u32 = 1024;

/// Radius of the frame's corners, as a part of its edge.
const CORNER: f32 = 0.014;

/// Diameter of dots, in cells.
const DOT: f32 = 0.22;

/// Edge of the square that holds the words on one half of a river, in cells.
pub const RIVER_SIZE: f32 = 2.2;

/// Pixels of a figure that only ever is shown blurred or tiny.
const SOFT_PIXELS: u32 = 128;

/// A plain white shape that is tinted where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figure {
    /// A filled circle.
    Dot,
    /// A circle line.
    Ring,
    /// The outline of a square with rounded corners.
    Frame,
    /// A diagonal cross.
    Cross,
    /// The outline of a triangle.
    Triangle,
    /// The head of an arrow that points to the right.
    Head,
    /// A disc that fades towards its edge.
    Glow,
    /// A square that fades towards its edges, for shadows.
    SoftSquare,
}

const FIGURES: [Figure; 8] = [
    Figure::Dot,
    Figure::Ring,
    Figure::Frame,
    Figure::Cross,
    Figure::Triangle,
    Figure::Head,
    Figure::Glow,
    Figure::SoftSquare,
];

impl Figure {
    /// The shape as SVG on a canvas of 100 by 100.
    pub fn svg(self) -> String {
        let body = match self {
            Figure::Dot => "<circle cx='50' cy='50' r='49' fill='#fff'/>",
            Figure::Ring => {
                "<circle cx='50' cy='50' r='45' fill='none' stroke='#fff' stroke-width='7'/>"
            }
            Figure::Frame => {
                "<rect x='5' y='5' width='90' height='90' rx='11' fill='none' stroke='#fff' \
                 stroke-width='6'/>"
            }
            Figure::Cross => {
                "<path d='M20 20 L80 80 M80 20 L20 80' stroke='#fff' stroke-width='13' \
                 stroke-linecap='round'/>"
            }
            Figure::Triangle => {
                "<path d='M50 12 L90 82 L10 82 Z' fill='none' stroke='#fff' stroke-width='7' \
                 stroke-linejoin='round'/>"
            }
            Figure::Head => "<path d='M2 4 L98 50 L2 96 Z' fill='#fff'/>",
            Figure::Glow => {
                "<defs><radialGradient id='g'>\
                 <stop offset='0.45' stop-color='#fff'/>\
                 <stop offset='1' stop-color='#fff' stop-opacity='0'/>\
                 </radialGradient></defs><circle cx='50' cy='50' r='50' fill='url(#g)'/>"
            }
            Figure::SoftSquare => {
                "<defs><filter id='s'><feGaussianBlur stdDeviation='3'/></filter></defs>\
                 <rect x='9' y='9' width='82' height='82' rx='3' fill='#fff' filter='url(#s)'/>"
            }
        };
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{body}</svg>")
    }
}

/// What the present pictures were made for.
#[derive(Clone, Debug, Default, PartialEq)]
struct Made {
    theme: String,
    game: &'static str,
    set: String,
    surface: &'static str,
    /// Pixels of a cell.
    cell: u32,
}

/// The pictures in use.
#[derive(Resource, Default)]
pub struct Art {
    made: Made,
    pieces: HashMap<Piece, Handle<Image>>,
    shadow: Handle<Image>,
    figures: HashMap<Figure, Handle<Image>>,
    river: [Handle<Image>; 2],
    frame: Handle<Image>,
    surfaces: HashMap<String, Handle<Image>>,
}

impl Art {
    /// The picture of a piece.
    pub fn piece(&self, piece: Piece) -> Handle<Image> {
        self.pieces.get(&piece).cloned().unwrap_or_default()
    }

    /// The soft shadow under a piece.
    pub fn shadow(&self) -> Handle<Image> {
        self.shadow.clone()
    }

    /// A shape, white.
    pub fn figure(&self, figure: Figure) -> Handle<Image> {
        self.figures.get(&figure).cloned().unwrap_or_default()
    }

    /// The words on the river, left and right, white.
    pub fn river(&self) -> [Handle<Image>; 2] {
        self.river.clone()
    }

    /// The frame around the board, as a whole square.
    pub fn frame(&self) -> Handle<Image> {
        self.frame.clone()
    }

    /// What the board is made of.
    pub fn surface(&self, name: &str) -> Handle<Image> {
        self.surfaces.get(name).cloned().unwrap_or_default()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Art>()
        .add_systems(Update, make.in_set(BoardSet::Place).after(super::place));
}

/// Name of what the dark squares of a chequered board are made of.
pub fn dark_surface(name: &str) -> String {
    format!("{name}-dark")
}

/// Draws anew whatever no longer fits the theme, the game or the size.
fn make(
    placed: Res<Placed>,
    playing: Res<Playing>,
    look: Res<Look>,
    settings: Res<Settings>,
    library: Res<Library>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    mut art: ResMut<Art>,
) {
    let (Some(layout), Some(session)) = (&placed.0, playing.session()) else { return };
    let scale = window.single().map_or(1.0, Window::scale_factor);
    let game = session.setup().game;
    let wanted = Made {
        theme: look.id().to_owned(),
        game: game.id(),
        set: piece_set(game, look.pieces(), settings.pictures).to_owned(),
        surface: layout.board.surface,
        cell: (layout.cell * scale).round().max(1.0) as u32,
    };
    if art.made == wanted {
        return;
    }
    if art.made.theme != wanted.theme {
        art.surfaces.clear();
        let pixels = frame(&look.surface("frame"), [SURFACE_PIXELS; 2]);
        art.frame = images.add(image(SURFACE_PIXELS, pixels));
    }
    let mut names = vec![wanted.surface.to_owned()];
    if layout.board.pattern == Pattern::Chequered {
        names.push(dark_surface(wanted.surface));
    }
    for name in names {
        // One that was painted for this theme serves every game on it.
        art.surfaces.entry(name).or_insert_with_key(|name| {
            let pixels = surface::paint(&look.surface(name), SURFACE_PIXELS);
            images.add(image(SURFACE_PIXELS, pixels))
        });
    }
    draw_vectors(&mut art, &mut images, &library, game, session.position(), &wanted);
    art.made = wanted;
}

/// Draws pieces, their shadow and the figures for this size of cell.
fn draw_vectors(
    art: &mut Art,
    images: &mut Assets<Image>,
    library: &Library,
    game: &dyn Game,
    position: &AnyPosition,
    wanted: &Made,
) {
    let size = (wanted.cell as f32 * PIECE).round().max(1.0) as u32;
    let mut draw = |path: &str, size: u32| {
        let drawn = library.text(path).map(|svg| raster::rasterise(svg, size));
        match drawn {
            Some(Ok(pixels)) => images.add(image(size, pixels)),
            Some(Err(error)) => {
                error!("{path}: {error}");
                Handle::default()
            }
            // A missing file was reported when it could not be read.
            None => Handle::default(),
        }
    };
    art.pieces.clear();
    for (kind, name) in position.piece_names().iter().enumerate() {
        for side in crate::core::Side::BOTH {
            let path = piece_path(&wanted.set, name, game.side_names()[side.index()]);
            art.pieces.insert(Piece { side, kind: kind as u8 }, draw(&path, size));
        }
    }
    art.shadow = draw(SHADOW, size);
    let written = (wanted.cell as f32 * RIVER_SIZE).round().max(1.0) as u32;
    art.river = match position.board().pattern {
        Pattern::Xiangqi => RIVER.map(|path| draw(path, written)),
        Pattern::Plain | Pattern::Chequered => Default::default(),
    };
    for figure in FIGURES {
        let size = match figure {
            Figure::Glow | Figure::SoftSquare => SOFT_PIXELS,
            // As large as it is shown: a picture scaled down would be ragged.
            Figure::Dot => (wanted.cell as f32 * DOT).round().max(4.0) as u32,
            Figure::Ring | Figure::Frame | Figure::Cross | Figure::Triangle | Figure::Head => {
                wanted.cell
            }
        };
        match raster::rasterise(&figure.svg(), size) {
            Ok(pixels) => {
                art.figures.insert(figure, images.add(image(size, pixels)));
            }
            Err(error) => error!("{figure:?}: {error}"),
        }
    }
}

/// The frame as it fills this many pixels across and down: wood with rounded
/// corners and light from the top left. Gives RGBA bytes in sRGB, row by row
/// from the top, with straight alpha.
pub fn frame(kind: &Surface, [width, height]: [u32; 2]) -> Vec<u8> {
    let size = width.max(height);
    let mut pixels = surface::paint(kind, size);
    pixels.truncate((size * height * 4) as usize);
    if width < size {
        let rows = pixels.chunks_exact((size * 4) as usize);
        pixels = rows.flat_map(|row| &row[..(width * 4) as usize]).copied().collect();
    }
    let (right, bottom) = (width as f32, height as f32);
    let radius = CORNER * size as f32;
    let bevel = 0.006 * size as f32;
    for (index, pixel) in pixels.chunks_exact_mut(4).enumerate() {
        let x = (index as u32 % width) as f32 + 0.5;
        let y = (index as u32 / width) as f32 + 0.5;
        // Distance to the nearest edge, round at the corners.
        let (from_left, from_top) = (x.min(right - x), y.min(bottom - y));
        let inside = if from_left < radius && from_top < radius {
            radius - (radius - from_left).hypot(radius - from_top)
        } else {
            from_left.min(from_top)
        };
        pixel[3] = (inside.clamp(0.0, 1.0) * 255.0) as u8;
        if inside < bevel {
            let lit = x.min(y) < (right - x).min(bottom - y);
            let strength = (1.0 - inside / bevel) * if lit { 0.20 } else { -0.28 };
            for channel in &mut pixel[..3] {
                let value = f32::from(*channel);
                let towards = if strength > 0.0 { 255.0 } else { 0.0 };
                *channel = (value + (towards - value) * strength.abs()) as u8;
            }
        }
    }
    pixels
}

/// A square picture from straight RGBA bytes in sRGB.
fn image(size: u32, pixels: Vec<u8>) -> Image {
    Image::new(
        Extent3d { width: size, height: size, depth_or_array_layers: 1 },
        TextureDimension::D2,
        pixels,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}
