//! Textures of the board: pieces and mask shapes rendered from SVG at the exact size in
//! which they are shown, and procedural surfaces.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::window::PrimaryWindow;

use super::layout::PIECE_SIZE;
use super::{BoardSystems, CurrentLayout, surface};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::svg;
use crate::app::session::ActiveSession;
use crate::app::settings::{ActiveTheme, Settings};
use crate::content::theme::Surface;
use crate::content::{RIVER, SHADOW, piece_path, piece_set};
use crate::games::{AnyPosition, BoardPattern, Game, Piece};

/// Edge of a surface texture in pixels; it is scaled to the board.
pub(super) const SURFACE_PIXELS: u32 = 1024;

/// Corner radius of the frame, as a fraction of its edge.
const CORNER_RADIUS: f32 = 0.014;

/// Diameter of dots, in cells.
const DOT_SIZE: f32 = 0.22;

/// Size of the square that holds the text on one half of a river, in cells.
pub const RIVER_SIZE: f32 = 2.2;

/// Resolution of masks that are only shown blurred or tiny, in pixels.
const BLURRED_PIXELS: u32 = 128;

/// A plain white shape that is tinted where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskShape {
    /// A filled circle.
    Dot,
    /// An unfilled circle.
    Ring,
    /// The outline of a square with rounded corners.
    Frame,
    /// A diagonal cross.
    Cross,
    /// The outline of a triangle.
    Triangle,
    /// An arrowhead that points to the right.
    Arrowhead,
    /// A disc that fades towards its edge.
    Glow,
    /// A square that fades towards its edges, for shadows.
    SoftSquare,
}

const MASK_SHAPES: [MaskShape; 8] = [
    MaskShape::Dot,
    MaskShape::Ring,
    MaskShape::Frame,
    MaskShape::Cross,
    MaskShape::Triangle,
    MaskShape::Arrowhead,
    MaskShape::Glow,
    MaskShape::SoftSquare,
];

impl MaskShape {
    /// The shape as SVG with a view box of 100 by 100.
    pub fn svg(self) -> String {
        let body = match self {
            MaskShape::Dot => "<circle cx='50' cy='50' r='49' fill='#fff'/>",
            MaskShape::Ring => {
                "<circle cx='50' cy='50' r='45' fill='none' stroke='#fff' stroke-width='7'/>"
            }
            MaskShape::Frame => {
                "<rect x='5' y='5' width='90' height='90' rx='11' fill='none' stroke='#fff' \
                 stroke-width='6'/>"
            }
            MaskShape::Cross => {
                "<path d='M20 20 L80 80 M80 20 L20 80' stroke='#fff' stroke-width='13' \
                 stroke-linecap='round'/>"
            }
            MaskShape::Triangle => {
                "<path d='M50 12 L90 82 L10 82 Z' fill='none' stroke='#fff' stroke-width='7' \
                 stroke-linejoin='round'/>"
            }
            MaskShape::Arrowhead => "<path d='M2 4 L98 50 L2 96 Z' fill='#fff'/>",
            MaskShape::Glow => {
                "<defs><radialGradient id='g'>\
                 <stop offset='0.45' stop-color='#fff'/>\
                 <stop offset='1' stop-color='#fff' stop-opacity='0'/>\
                 </radialGradient></defs><circle cx='50' cy='50' r='50' fill='url(#g)'/>"
            }
            MaskShape::SoftSquare => {
                "<defs><filter id='s'><feGaussianBlur stdDeviation='3'/></filter></defs>\
                 <rect x='9' y='9' width='82' height='82' rx='3' fill='#fff' filter='url(#s)'/>"
            }
        };
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{body}</svg>")
    }
}

/// Everything that the textures depend on, to detect changes.
#[derive(Clone, Debug, Default, PartialEq)]
struct TextureKey {
    theme: String,
    game: &'static str,
    set: String,
    surface: &'static str,
    /// Size of a cell in pixels.
    cell: u32,
}

/// The textures in use.
#[derive(Resource, Default)]
pub struct BoardTextures {
    key: TextureKey,
    pieces: HashMap<Piece, Handle<Image>>,
    shadow: Handle<Image>,
    masks: HashMap<MaskShape, Handle<Image>>,
    river: [Handle<Image>; 2],
    frame: Handle<Image>,
    surfaces: HashMap<String, Handle<Image>>,
}

impl BoardTextures {
    /// The texture of a piece.
    pub fn piece(&self, piece: Piece) -> Handle<Image> {
        self.pieces.get(&piece).cloned().unwrap_or_default()
    }

    /// The soft shadow under a piece.
    pub fn shadow(&self) -> Handle<Image> {
        self.shadow.clone()
    }

    /// The texture of a white shape.
    pub fn mask(&self, figure: MaskShape) -> Handle<Image> {
        self.masks.get(&figure).cloned().unwrap_or_default()
    }

    /// The text on the river, left and right half, white.
    pub fn river(&self) -> [Handle<Image>; 2] {
        self.river.clone()
    }

    /// The frame around the board, as a square.
    pub fn frame(&self) -> Handle<Image> {
        self.frame.clone()
    }

    /// The texture of a surface of the theme.
    pub fn surface(&self, name: &str) -> Handle<Image> {
        self.surfaces.get(name).cloned().unwrap_or_default()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardTextures>().add_systems(
        Update,
        update_textures.in_set(BoardSystems::Layout).after(super::update_layout),
    );
}

/// Name of the surface of the dark squares of a chequered board.
pub fn dark_surface(name: &str) -> String {
    format!("{name}-dark")
}

/// Renders the textures again when the theme, the game or the size has changed.
fn update_textures(
    current_layout: Res<CurrentLayout>,
    active_session: Res<ActiveSession>,
    active_theme: Res<ActiveTheme>,
    settings: Res<Settings>,
    library: Res<LoadedAssets>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    mut textures: ResMut<BoardTextures>,
) {
    let (Some(layout), Some(session)) = (&current_layout.0, active_session.session()) else {
        return;
    };
    let scale = window.single().map_or(1.0, Window::scale_factor);
    let game = session.setup().game;
    let wanted = TextureKey {
        theme: active_theme.id().to_owned(),
        game: game.id(),
        set: piece_set(game, active_theme.piece_set(), settings.pictures).to_owned(),
        surface: layout.board.surface,
        cell: (layout.cell * scale).round().max(1.0) as u32,
    };
    if textures.key == wanted {
        return;
    }
    if textures.key.theme != wanted.theme {
        textures.surfaces.clear();
        let pixels = frame(&active_theme.surface("frame"), [SURFACE_PIXELS; 2]);
        textures.frame = images.add(image(SURFACE_PIXELS, pixels));
    }
    let mut names = vec![wanted.surface.to_owned()];
    if layout.board.pattern == BoardPattern::Chequered {
        names.push(dark_surface(wanted.surface));
    }
    for name in names {
        // Surfaces depend on the theme alone and serve every game.
        textures.surfaces.entry(name).or_insert_with_key(|name| {
            let pixels = surface::paint(&active_theme.surface(name), SURFACE_PIXELS);
            images.add(image(SURFACE_PIXELS, pixels))
        });
    }
    render_vectors(&mut textures, &mut images, &library, game, session.position(), &wanted);
    textures.key = wanted;
}

/// Renders pieces, their shadow and the masks for this cell size.
fn render_vectors(
    textures: &mut BoardTextures,
    images: &mut Assets<Image>,
    library: &LoadedAssets,
    game: &dyn Game,
    position: &AnyPosition,
    wanted: &TextureKey,
) {
    let size = (wanted.cell as f32 * PIECE_SIZE).round().max(1.0) as u32;
    let mut draw = |path: &str, size: u32| {
        let drawn = library.text(path).map(|svg| svg::rasterise(svg, size));
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
    textures.pieces.clear();
    for (kind, name) in position.piece_names().iter().enumerate() {
        for side in crate::core::Side::BOTH {
            let path = piece_path(&wanted.set, name, game.side_names()[side.index()]);
            textures.pieces.insert(Piece { side, kind: kind as u8 }, draw(&path, size));
        }
    }
    textures.shadow = draw(SHADOW, size);
    let written = (wanted.cell as f32 * RIVER_SIZE).round().max(1.0) as u32;
    textures.river = match position.board().pattern {
        BoardPattern::Xiangqi => RIVER.map(|path| draw(path, written)),
        BoardPattern::Plain | BoardPattern::Chequered => Default::default(),
    };
    for figure in MASK_SHAPES {
        let size = match figure {
            MaskShape::Glow | MaskShape::SoftSquare => BLURRED_PIXELS,
            // At the size in which it is shown: scaling down would give ragged edges.
            MaskShape::Dot => (wanted.cell as f32 * DOT_SIZE).round().max(4.0) as u32,
            MaskShape::Ring
            | MaskShape::Frame
            | MaskShape::Cross
            | MaskShape::Triangle
            | MaskShape::Arrowhead => wanted.cell,
        };
        match svg::rasterise(&figure.svg(), size) {
            Ok(pixels) => {
                textures.masks.insert(figure, images.add(image(size, pixels)));
            }
            Err(error) => error!("{figure:?}: {error}"),
        }
    }
}

/// Paints the frame with this width and height in pixels: wood with rounded corners,
/// lit from the top left. Returns RGBA bytes in sRGB, row by row from the top, with
/// straight alpha.
pub fn frame(kind: &Surface, [width, height]: [u32; 2]) -> Vec<u8> {
    let size = width.max(height);
    let mut pixels = surface::paint(kind, size);
    pixels.truncate((size * height * 4) as usize);
    if width < size {
        let rows = pixels.chunks_exact((size * 4) as usize);
        pixels = rows.flat_map(|row| &row[..(width * 4) as usize]).copied().collect();
    }
    let (right, bottom) = (width as f32, height as f32);
    let radius = CORNER_RADIUS * size as f32;
    let bevel = 0.006 * size as f32;
    for (index, pixel) in pixels.chunks_exact_mut(4).enumerate() {
        let x = (index as u32 % width) as f32 + 0.5;
        let y = (index as u32 / width) as f32 + 0.5;
        // Distance to the nearest edge; at the corners, to the arc.
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

/// A square texture from straight-alpha RGBA bytes in sRGB.
fn image(size: u32, pixels: Vec<u8>) -> Image {
    Image::new(
        Extent3d { width: size, height: size, depth_or_array_layers: 1 },
        TextureDimension::D2,
        pixels,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}
