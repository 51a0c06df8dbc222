//! The painter with egui: draws the primitives of a board on cards, in the magnifier, and
//! the text over the sprites of the window. Lengths are egui points.

use bevy::math::{Rect, Vec2};
use bevy_egui::egui::epaint::Vertex;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Shape, Stroke, TextureId,
};

use super::theme::to_color32;
use super::thumbnail::PaintContext;
use crate::app::board::Magnifier;
use crate::app::board::drawing::{
    BoardDrawing, BoardImage, Cap, Form, Plate, Primitive, dark_surface, surface, to_color,
};
use crate::content::sets::{RIVER, SHADOW};
use crate::games::{AnyPosition, Game};

/// Vertices of the polygon that approximates a circle.
const CIRCLE_VERTICES: usize = 96;

/// Corner radius of a frame without texture.
const FRAME_ROUNDING: CornerRadius = CornerRadius::same(4);

/// Paints boards.
#[derive(Clone, Copy)]
pub struct BoardPainter<'a> {
    /// The painter of egui.
    pub painter: &'a Painter,
    /// The images; without them, images are left out.
    pub images: Option<BoardImages<'a>>,
    /// Nothing is painted outside this circle, and no text.
    pub lens: Option<Magnifier>,
}

/// The images of a board.
#[derive(Clone, Copy)]
pub struct BoardImages<'a> {
    /// Theme and textures.
    pub paint: PaintContext<'a>,
    /// The game, which names its pieces.
    pub game: &'a dyn Game,
    /// A position of it.
    pub position: &'a AnyPosition,
    /// Textures of the materials; without them, surfaces have plain colours.
    pub materials: Option<MaterialTextures>,
}

/// Textures of wood and felt.
#[derive(Clone, Copy)]
pub struct MaterialTextures {
    /// The frame.
    pub frame: TextureId,
    /// The surface.
    pub surface: TextureId,
    /// The dark squares of a chequered board.
    pub dark_squares: TextureId,
}

/// An image or its plain colour.
enum Fill {
    Texture(TextureId),
    /// A part of a texture, as a fraction of the whole.
    Part(TextureId, Rect),
    Plain(Color32, CornerRadius),
}

impl<'a> BoardPainter<'a> {
    /// A painter of text and plain forms.
    pub fn without_images(painter: &'a Painter) -> BoardPainter<'a> {
        BoardPainter { painter, images: None, lens: None }
    }

    /// Paints a drawing whose layout is in egui points.
    pub fn paint(&self, drawing: BoardDrawing) {
        for primitive in drawing.into_primitives() {
            self.primitive(primitive);
        }
    }

    fn primitive(&self, Primitive { color, form, .. }: Primitive) {
        let color = to_color32(color);
        match form {
            Form::Rect(rect) => self.rect(rect, color, CornerRadius::ZERO),
            Form::Disc { centre, radius } => self.disc(centre, radius, color),
            Form::Line { from, to, width, cap } => self.line(from, to, width, cap, color),
            Form::Image { image, rect, rotation } => match self.fill(&image, rect.width()) {
                Some(Fill::Plain(color, rounding)) => self.rect(rect, color, rounding),
                Some(Fill::Texture(texture)) => {
                    let whole = Rect::new(0.0, 0.0, 1.0, 1.0);
                    self.image(texture, whole, rect, rotation, color);
                }
                Some(Fill::Part(texture, part)) => {
                    self.image(texture, part, rect, rotation, color);
                }
                None => {}
            },
            Form::Text { text, centre, size, plate } if self.lens.is_none() => {
                self.text(text, centre, size, plate, color);
            }
            Form::Text { .. } => {}
        }
    }

    /// An image that is drawn this wide.
    fn fill(&self, image: &BoardImage, width: f32) -> Option<Fill> {
        let BoardImages { paint, game, position, materials } = self.images?;
        let painter = self.painter;
        let material = |name: &str, rounding| {
            Fill::Plain(to_color32(to_color(surface(paint.board_theme(game), name).base)), rounding)
        };
        match *image {
            BoardImage::Frame => Some(match materials {
                Some(textures) => Fill::Texture(textures.frame),
                None => material("frame", FRAME_ROUNDING),
            }),
            BoardImage::Surface(name) => Some(match materials {
                Some(textures) => Fill::Texture(textures.surface),
                None => material(name, CornerRadius::ZERO),
            }),
            BoardImage::DarkSquare { surface, part } => Some(match materials {
                Some(textures) => Fill::Part(textures.dark_squares, part),
                None => material(&dark_surface(surface), CornerRadius::ZERO),
            }),
            BoardImage::River(half) => {
                paint.texture(painter, RIVER.get(half)?, width).map(Fill::Texture)
            }
            BoardImage::Mask(shape) => paint.mask(painter, shape, width).map(Fill::Texture),
            BoardImage::Edge(shape) => paint.mask_edge(painter, shape, width).map(Fill::Texture),
            BoardImage::PieceShadow => paint.texture(painter, SHADOW, width).map(Fill::Texture),
            BoardImage::Piece(piece) => {
                paint.piece(painter, game, position, piece, width).map(Fill::Texture)
            }
        }
    }

    fn rect(&self, rect: Rect, color: Color32, rounding: CornerRadius) {
        match self.lens {
            None => {
                self.painter.rect_filled(to_egui_rect(rect), rounding, color);
            }
            Some(lens) => {
                let seen = clip(&lens, corners(rect, 0.0)).into_iter().map(to_pos).collect();
                self.painter.add(Shape::convex_polygon(seen, color, Stroke::NONE));
            }
        }
    }

    fn disc(&self, centre: Vec2, radius: f32, color: Color32) {
        let is_cut = |lens: &Magnifier| lens.centre.distance(centre) > lens.radius - radius;
        match self.lens.filter(is_cut) {
            None => {
                self.painter.circle_filled(to_pos(centre), radius, color);
            }
            Some(lens) => {
                if lens.centre.distance(centre) < lens.radius + radius {
                    let inside = |place: Vec2| {
                        lens.centre + (place - lens.centre).clamp_length_max(lens.radius)
                    };
                    let outline = circle(centre, radius).map(|place| to_pos(inside(place)));
                    let outline = outline.collect();
                    self.painter.add(Shape::convex_polygon(outline, color, Stroke::NONE));
                }
            }
        }
    }

    fn line(&self, from: Vec2, to: Vec2, width: f32, cap: Cap, color: Color32) {
        let longer = match cap {
            Cap::Square => (to - from).normalize_or_zero() * width / 2.0,
            Cap::Flat | Cap::Round => Vec2::ZERO,
        };
        let line = (from - longer, to + longer);
        let seen = match self.lens {
            Some(lens) => lens.clip_line(line.0, line.1),
            None => Some(line),
        };
        if let Some((from, to)) = seen {
            self.painter.line_segment([to_pos(from), to_pos(to)], Stroke::new(width, color));
        }
        if cap == Cap::Round {
            for end in [from, to] {
                self.disc(end, width / 2.0, color);
            }
        }
    }

    fn text(&self, text: String, centre: Vec2, size: f32, plate: Option<Plate>, color: Color32) {
        let text = self.painter.layout_no_wrap(text, FontId::proportional(size), color);
        if let Some(plate) = plate {
            let radius = plate.radius(Vec2::new(text.size().x, text.size().y));
            for (radius, color) in [(radius + plate.edge_width, plate.edge), (radius, plate.color)]
            {
                self.painter.circle_filled(to_pos(centre), radius, to_color32(color));
            }
        }
        self.painter.galley(to_pos(centre) - text.size() / 2.0, text, color);
    }

    /// The part of a texture in a rectangle, which is rotated about its centre.
    fn image(&self, texture: TextureId, part: Rect, rect: Rect, rotation: f32, color: Color32) {
        let all = corners(rect, rotation);
        let seen = match self.lens {
            Some(lens) => clip(&lens, all),
            None => all.to_vec(),
        };
        let mut mesh = Mesh::with_texture(texture);
        mesh.vertices.extend(seen.into_iter().map(|place| {
            let upright = Vec2::from_angle(-rotation).rotate(place - rect.center());
            let uv = part.min + (upright / rect.size() + 0.5) * part.size();
            Vertex { pos: to_pos(place), uv: to_pos(uv), color }
        }));
        for n in 2..mesh.vertices.len() as u32 {
            mesh.add_triangle(0, n - 1, n);
        }
        self.painter.add(Shape::mesh(mesh));
    }
}

fn to_pos(place: Vec2) -> Pos2 {
    egui::pos2(place.x, place.y)
}

fn to_egui_rect(rect: Rect) -> egui::Rect {
    egui::Rect::from_min_max(to_pos(rect.min), to_pos(rect.max))
}

/// The corners of a rectangle rotated about its centre, clockwise as seen.
fn corners(rect: Rect, rotation: f32) -> [Vec2; 4] {
    let (turn, half) = (Vec2::from_angle(rotation), rect.half_size());
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| rect.center() + turn.rotate(Vec2::new(x, y) * half))
}

fn circle(centre: Vec2, radius: f32) -> impl Iterator<Item = Vec2> {
    (0..CIRCLE_VERTICES).map(move |n| {
        let turn = n as f32 / CIRCLE_VERTICES as f32 * std::f32::consts::TAU;
        centre + Vec2::from_angle(turn) * radius
    })
}

/// The part of a convex quadrilateral, with its corners clockwise as seen, that lies in the
/// magnifier (Sutherland-Hodgman).
fn clip(lens: &Magnifier, quad: [Vec2; 4]) -> Vec<Vec2> {
    if quad.iter().all(|corner| corner.distance(lens.centre) <= lens.radius) {
        return quad.to_vec();
    }
    let [first, _, third, _] = quad;
    if lens.centre.distance((first + third) / 2.0) > lens.radius + first.distance(third) / 2.0 {
        return Vec::new();
    }
    let mut polygon: Vec<Vec2> = circle(lens.centre, lens.radius).collect();
    for (n, &from) in quad.iter().enumerate() {
        let along = quad[(n + 1) % 4] - from;
        let depth = |place: Vec2| along.perp_dot(place - from);
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (n, &place) in polygon.iter().enumerate() {
            let next = polygon[(n + 1) % polygon.len()];
            let (here, there) = (depth(place), depth(next));
            if here >= 0.0 {
                kept.push(place);
            }
            if (here < 0.0) != (there < 0.0) {
                kept.push(place.lerp(next, here / (here - there)));
            }
        }
        polygon = kept;
    }
    polygon
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENS: Magnifier =
        Magnifier { centre: Vec2::new(50.0, 40.0), radius: 20.0, focus: Vec2::ZERO, scale: 1.0 };

    #[test]
    fn an_image_inside_the_magnifier_is_whole_and_one_outside_is_nothing() {
        let inside = corners(Rect::new(45.0, 35.0, 55.0, 45.0), 0.3);
        assert_eq!(clip(&LENS, inside), inside);
        let outside = corners(Rect::new(80.0, 35.0, 90.0, 45.0), 0.0);
        assert_eq!(clip(&LENS, outside), []);
    }

    #[test]
    fn an_image_over_the_rim_is_cut_by_the_rim_and_by_its_own_edges() {
        let rect = Rect::new(50.0, 0.0, 90.0, 80.0);
        let seen = clip(&LENS, corners(rect, 0.0));
        assert!(seen.len() > CIRCLE_VERTICES / 3);
        for place in &seen {
            assert!(place.distance(LENS.centre) <= LENS.radius + 0.01);
            assert!(place.x >= rect.min.x - 0.01, "{place}");
        }
        let right = seen.iter().map(|place| place.x).fold(0.0, f32::max);
        assert!((right - 70.0).abs() < 0.1, "{right}");
    }

    #[test]
    fn corners_turn_clockwise() {
        let [first, second, ..] = corners(Rect::new(-1.0, -1.0, 1.0, 1.0), 0.0);
        assert_eq!((first, second), (Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0)));
        let [turned, ..] = corners(Rect::new(-1.0, -1.0, 1.0, 1.0), std::f32::consts::FRAC_PI_2);
        assert!(turned.distance(second) < 1e-5, "{turned}");
    }
}
