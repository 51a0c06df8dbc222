//! Textures of the board: pieces and mask shapes rendered from SVG at the exact size in
//! which they are shown, and procedural surfaces.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::window::PrimaryWindow;

use crate::app::board::drawing::{
    EDGE_GROWTH, MaskShape, PIECE_SIZE, RIVER_SIZE, dark_surface, surface,
};
use crate::app::board::{BoardSystems, CurrentLayout, material, update_layout};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::svg;
use crate::app::session::ActiveSession;
use crate::app::settings::ActiveTheme;
use crate::content::sets::{RIVER, SHADOW, piece_path};
use crate::games::{AnyPosition, BoardPattern, Game, Piece};

/// Edge of a surface texture in pixels; it is scaled to the board.
pub(super) const SURFACE_PIXELS: u32 = 1024;

/// Diameter of most discs, in cells.
const DISC_SIZE: f32 = 0.22;

/// A white disc.
const DISC: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>\
                    <circle cx='50' cy='50' r='49' fill='#fff'/></svg>";

/// Resolution of masks that are only shown blurred or tiny, in pixels.
const BLURRED_PIXELS: u32 = 128;

/// Everything that the textures depend on, to detect changes.
#[derive(Clone, Debug, Default, PartialEq)]
struct TextureKey {
    theme: String,
    game: &'static str,
    set: String,
    surface: &'static str,
    /// Size of a cell in pixels.
    cell: u32,
    /// Revision of the loaded content, that of content packs included.
    content: u32,
}

/// The textures in use.
#[derive(Resource, Default)]
pub struct BoardTextures {
    key: TextureKey,
    pieces: HashMap<Piece, Handle<Image>>,
    shadow: Handle<Image>,
    masks: HashMap<MaskShape, Handle<Image>>,
    mask_edges: HashMap<MaskShape, Handle<Image>>,
    disc: Handle<Image>,
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
    pub fn mask(&self, shape: MaskShape) -> Handle<Image> {
        self.masks.get(&shape).cloned().unwrap_or_default()
    }

    /// The texture of the edge around a white shape.
    pub fn mask_edge(&self, shape: MaskShape) -> Handle<Image> {
        self.mask_edges.get(&shape).cloned().unwrap_or_default()
    }

    /// The texture of a white disc.
    pub fn disc(&self) -> Handle<Image> {
        self.disc.clone()
    }

    /// The text on one half of the river, white: 0 for the left one, 1 for the right one.
    pub fn river(&self, half: usize) -> Handle<Image> {
        self.river.get(half).cloned().unwrap_or_default()
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
    app.init_resource::<BoardTextures>()
        .add_systems(Update, update_textures.in_set(BoardSystems::Layout).after(update_layout));
}

/// Renders the textures again when the theme, the game or the size has changed.
fn update_textures(
    current_layout: Res<CurrentLayout>,
    active_session: Res<ActiveSession>,
    active_theme: Res<ActiveTheme>,
    library: Res<LoadedAssets>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    mut textures: ResMut<BoardTextures>,
) {
    let (Some(layout), Some(session)) = (&current_layout.0, active_session.session()) else {
        return;
    };
    let game = session.setup().game;
    let Some(theme) = active_theme.of_game(game.id()) else { return };
    let scale = window.single().map_or(1.0, Window::scale_factor);
    let wanted = TextureKey {
        theme: theme.id.clone(),
        game: game.id(),
        set: theme.pieces.clone(),
        surface: layout.board.surface,
        cell: (layout.cell * scale).round().max(1.0) as u32,
        content: library.content_revision(),
    };
    if textures.key == wanted {
        return;
    }
    if (&textures.key.theme, textures.key.content) != (&wanted.theme, wanted.content) {
        textures.surfaces.clear();
        let pixels = material::paint_frame(&surface(theme, "frame"), [SURFACE_PIXELS; 2]);
        textures.frame = images.add(image(SURFACE_PIXELS, pixels));
    }
    let mut names = vec![wanted.surface.to_owned()];
    if layout.board.pattern == BoardPattern::Chequered {
        names.push(dark_surface(wanted.surface));
    }
    for name in names {
        // Surfaces depend on the theme alone and serve every game.
        textures.surfaces.entry(name).or_insert_with_key(|name| {
            let pixels = material::paint(&surface(theme, name), SURFACE_PIXELS);
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
    let mut draw_shape = |svg: &str, size: u32| match svg::rasterise(svg, size) {
        Ok(pixels) => images.add(image(size, pixels)),
        Err(error) => {
            error!("{svg}: {error}");
            Handle::default()
        }
    };
    for shape in MaskShape::ALL {
        // At the size in which it is shown: scaling down would give ragged edges.
        let size = if shape.is_soft() { BLURRED_PIXELS } else { wanted.cell };
        textures.masks.insert(shape, draw_shape(&shape.svg(), size));
        if !shape.is_soft() {
            let size = (size as f32 * EDGE_GROWTH).round() as u32;
            textures.mask_edges.insert(shape, draw_shape(&shape.edge_svg(), size));
        }
    }
    let size = (wanted.cell as f32 * DISC_SIZE).round().max(4.0) as u32;
    textures.disc = draw_shape(DISC, size);
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
