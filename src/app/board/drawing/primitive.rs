//! The primitives that a board is drawn with.

use bevy::color::Color;
use bevy::math::{Rect, Vec2};

use crate::games::Piece;

/// One thing to draw. Positions and lengths are those of the layout; y grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Primitive {
    /// Its height among the others.
    pub layer: Layer,
    /// Its colour. An image is multiplied by it: white leaves it as it is.
    pub color: Color,
    /// Its form and place.
    pub form: Form,
}

/// The layers of a board, lowest first. Within a layer, later primitives cover earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The empty board.
    Board,
    /// Highlighted fields.
    Fields,
    /// The glow under a king in check.
    Glow,
    /// Shadows of pieces.
    Shadows,
    /// Pieces.
    Pieces,
    /// Marks of the game on points.
    Markers,
    /// A shade over the board.
    Shade,
    /// Owners of points.
    Owners,
    /// Shapes of the record and suggested moves.
    Shapes,
    /// Lines through rows.
    RowLines,
    /// Text.
    Text,
}

/// The form of a primitive and its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A filled rectangle.
    Rect(Rect),
    /// A filled circle.
    Disc {
        /// Its centre.
        centre: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A straight line.
    Line {
        /// Its start.
        from: Vec2,
        /// Its end.
        to: Vec2,
        /// Its width.
        width: f32,
        /// The shape of both ends.
        cap: Cap,
    },
    /// An image that fills a rectangle.
    Image {
        /// The image.
        image: BoardImage,
        /// Its place before it is rotated.
        rect: Rect,
        /// Rotation about the centre in radians, clockwise as seen.
        rotation: f32,
    },
    /// A short text.
    Text {
        /// The text.
        text: String,
        /// The centre of the text.
        centre: Vec2,
        /// The font size.
        size: f32,
        /// The disc behind the text, if there is one.
        plate: Option<Plate>,
    },
}

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// The line ends where it says.
    Flat,
    /// The line is half its width longer, so that corners are full.
    Square,
    /// A half disc at the end.
    Round,
}

/// A disc behind a text, as large as the text needs: half the diagonal of its box, within
/// these radii.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plate {
    /// Its colour.
    pub color: Color,
    /// Its smallest radius.
    pub min_radius: f32,
    /// Its largest radius.
    pub max_radius: f32,
    /// The colour of the edge around it.
    pub edge: Color,
    /// The width of that edge.
    pub edge_width: f32,
}

impl Plate {
    /// The radius behind a text whose box has this size.
    pub fn radius(&self, text: Vec2) -> f32 {
        (text.length() * 0.5).clamp(self.min_radius, self.max_radius)
    }
}

/// An image on the board, by its meaning.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardImage {
    /// The frame.
    Frame,
    /// The texture of the surface with this name.
    Surface(&'static str),
    /// A dark square of a chequered board.
    DarkSquare {
        /// Name of the board's surface.
        surface: &'static str,
        /// The part of the texture that lies under the square, as a fraction of the
        /// surface's width, so that the grain continues from square to square.
        part: Rect,
    },
    /// The text on one half of the river.
    River(usize),
    /// A white shape.
    Mask(MaskShape),
    /// The edge around a white shape, as white, to be drawn under it in a rectangle
    /// [`EDGE_GROWTH`] times as large.
    Edge(MaskShape),
    /// A piece.
    Piece(Piece),
    /// The soft shadow under a round piece.
    PieceShadow,
}

/// Size of the image of a shape's edge, in sizes of the image of the shape.
pub const EDGE_GROWTH: f32 = 1.2;

/// A plain white shape that is tinted where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskShape {
    /// An unfilled circle.
    Ring,
    /// The outline of a square with rounded corners.
    Frame,
    /// The four corners of a square.
    Corners,
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

impl MaskShape {
    /// Every shape.
    pub const ALL: [MaskShape; 8] = [
        MaskShape::Ring,
        MaskShape::Frame,
        MaskShape::Corners,
        MaskShape::Cross,
        MaskShape::Triangle,
        MaskShape::Arrowhead,
        MaskShape::Glow,
        MaskShape::SoftSquare,
    ];

    /// The shape as SVG with a view box of 100 by 100.
    pub fn svg(self) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{}</svg>",
            self.body(0.0)
        )
    }

    /// The edge around the shape as SVG: the shape grown on every side.
    pub fn edge_svg(self) -> String {
        // An arrowhead is shown at less than half the size of the others.
        let growth = if self == MaskShape::Arrowhead { 6.5 } else { 2.8 };
        let (side, from) = (100.0 * EDGE_GROWTH, 50.0 * (1.0 - EDGE_GROWTH));
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{from} {from} {side} {side}'>{}</svg>",
            self.body(growth)
        )
    }

    /// The shape, its outline grown by this much on both sides; shapes without a sharp edge
    /// do not grow.
    fn body(self, growth: f32) -> String {
        let wider = |width: f32| width + 2.0 * growth;
        match self {
            MaskShape::Ring => format!(
                "<circle cx='50' cy='50' r='45' fill='none' stroke='#fff' stroke-width='{}'/>",
                wider(7.0)
            ),
            MaskShape::Frame => format!(
                "<rect x='5' y='5' width='90' height='90' rx='11' fill='none' stroke='#fff' \
                 stroke-width='{}'/>",
                wider(6.0)
            ),
            MaskShape::Corners => format!(
                "<path d='M7 31 V16 Q7 7 16 7 H31 M69 7 H84 Q93 7 93 16 V31 M93 69 V84 Q93 93 84 93 \
                 H69 M31 93 H16 Q7 93 7 84 V69' fill='none' stroke='#fff' stroke-width='{}' \
                 stroke-linecap='round' stroke-linejoin='round'/>",
                wider(9.0)
            ),
            MaskShape::Cross => format!(
                "<path d='M20 20 L80 80 M80 20 L20 80' stroke='#fff' stroke-width='{}' \
                 stroke-linecap='round'/>",
                wider(13.0)
            ),
            MaskShape::Triangle => format!(
                "<path d='M50 12 L90 82 L10 82 Z' fill='none' stroke='#fff' stroke-width='{}' \
                 stroke-linejoin='round'/>",
                wider(7.0)
            ),
            MaskShape::Arrowhead => format!(
                "<path d='M2 4 L98 50 L2 96 Z' fill='#fff' stroke='#fff' stroke-width='{}' \
                 stroke-linejoin='round'/>",
                wider(0.0)
            ),
            MaskShape::Glow => "<defs><radialGradient id='g'>\
                 <stop offset='0.45' stop-color='#fff'/>\
                 <stop offset='1' stop-color='#fff' stop-opacity='0'/>\
                 </radialGradient></defs><circle cx='50' cy='50' r='50' fill='url(#g)'/>"
                .to_owned(),
            MaskShape::SoftSquare => {
                "<defs><filter id='s'><feGaussianBlur stdDeviation='3'/></filter></defs>\
                 <rect x='9' y='9' width='82' height='82' rx='3' fill='#fff' filter='url(#s)'/>"
                    .to_owned()
            }
        }
    }

    /// Returns true if the shape has no sharp edge, so that a small image of it can be
    /// enlarged.
    pub fn is_soft(self) -> bool {
        matches!(self, MaskShape::Glow | MaskShape::SoftSquare)
    }
}
