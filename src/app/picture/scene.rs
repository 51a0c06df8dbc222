//! A board laid out for a picture, and how a position is drawn on it.

use std::collections::HashMap;

use bevy::color::{Color, ColorToPacked};
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::{
    ColorU8, FilterQuality, IntSize, Paint, Pattern, Pixmap, SpreadMode, Transform,
};

use super::caption::Caption;
use super::letters::{Align, Letters};
use super::sprites::{Sprite, missing, sign, sprites, tinted};
use super::{Artist, EDGES, PictureError, Style, pen, shapes};
use crate::app::board::Layout;
use crate::app::board::art::{self, Figure};
use crate::app::board::layout::PIECE;
use crate::app::board::markers::Mark;
use crate::app::board::strokes::stroke;
use crate::app::board::surface;
use crate::app::board::table::{self, Part, Shown};
use crate::content::{RIVER, piece_set};
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Grid, Pattern as BoardPattern, Piece};
use crate::record::{GameTree, NodeId};

/// The least space around the board, in edges of the picture.
const MARGIN: f32 = 0.02;

/// The largest letters on the frame, in edges of the picture.
const LARGEST_LETTERS: f32 = 0.0225;

/// Pixels of a shape that only ever is shown blurred.
const SOFT_PIXELS: u32 = 256;

/// Size of the numbers on stones by how many figures they have, in cells.
const NUMBERS: [f32; 3] = [0.52, 0.48, 0.37];

/// What stays the same on every picture of a game.
pub(super) struct Scene<'a> {
    pub(super) artist: &'a Artist,
    pub(super) style: &'a Style,
    pub(super) letters: Letters<'a>,
    pub(super) layout: Layout,
    /// Whether the pieces are plain stones, on which marks can be seen.
    pub(super) has_stones: bool,
    /// The bare board, and below it players and result.
    base: Pixmap,
    /// What the board is made of, without lines; where pieces stand on lines.
    ground: Option<Pixmap>,
    sprites: HashMap<Piece, Sprite>,
    /// Marks a stone that was put down, and where a piece came from.
    last_move: Pixmap,
    /// Marks a piece that was moved.
    moved: Pixmap,
    check: Pixmap,
    caption: Option<Caption>,
}

impl<'a> Scene<'a> {
    /// Lays out the board for pictures of these nodes, of which there is one
    /// at least. A single one is shown with its comment.
    pub(super) fn new(
        artist: &'a Artist,
        tree: &GameTree,
        nodes: &[NodeId],
        style: &'a Style,
    ) -> Result<Scene<'a>, PictureError> {
        if !EDGES.contains(&style.edge) {
            return Err(PictureError::Edge(style.edge));
        }
        let last = nodes.last().copied().ok_or(PictureError::Empty)?;
        let theme = artist.look.content().ok_or(PictureError::Theme)?;
        let position = tree.position(last);
        let letters = Letters::new(&artist.files);
        let (layout, size) = lay_out(position, style);
        let margin = layout.outer.min.x;
        let caption = style.caption.then(|| {
            let room = Rect::new(margin, size.y, size.x - margin, size.y);
            Caption::new(artist, &letters, tree, nodes, style.edge, room)
        });
        let height = caption.as_ref().map_or(size.y, |caption| caption.bottom() + margin);
        let mut base = pixmap(size.x as u32, height.ceil() as u32, style)?;
        base.fill(pen::solid(ink(theme.paper)));
        let ground = paint_board(&mut base, &layout, artist, style)?;
        write_names(&mut base, &layout, artist, &letters, style);
        let set = piece_set(tree.game(), &theme.pieces, artist.illustrated);
        let sprites = sprites(artist, tree, position, set, &layout)?;
        let mark = |mark: Mark| match mark.shape(&artist.look, layout.board.surface) {
            Some((figure, size, color)) => {
                let pixels = fitting(layout.cell, size);
                tinted("a mark", &figure.svg(), pixels, color)
            }
            None => Err(PictureError::Theme),
        };
        let (last_move, check) = (mark(Mark::LastMove)?, mark(Mark::Check)?);
        let moved = mark(Mark::Arrived)?;
        if let Some(caption) = &caption {
            let sign = |side, size: f32| sign(artist, tree, position, set, side, size);
            caption.write(&mut base, artist, &letters, sign)?;
        }
        let ground = ground.filter(|_| layout.board.grid == Grid::Intersections);
        // Where all pieces of a side are alike there is nothing on them.
        let has_stones = super::bears_numbers(position);
        Ok(Scene {
            artist,
            style,
            letters,
            layout,
            has_stones,
            base,
            ground,
            sprites,
            last_move,
            moved,
            check,
            caption,
        })
    }

    /// Pixels to draw on.
    pub(super) fn canvas(&self) -> Pixmap {
        self.base.clone()
    }

    /// Draws the position at a node over whatever `canvas` showed.
    pub(super) fn draw(&self, canvas: &mut Pixmap, tree: &GameTree, node: NodeId) {
        canvas.data_mut().copy_from_slice(self.base.data());
        let (position, notes) = (tree.position(node), tree.notes(node));
        let noted = if self.style.shapes { &notes.shapes[..] } else { &[] };
        shapes::draw_under(canvas, self, noted);
        if let Some(point) = position.threatened() {
            pen::stamp(canvas, &self.check, self.layout.position(point), 1.0);
        }
        for point in points(&self.layout) {
            if let Some(sprite) = self.sprite(position, point) {
                pen::stamp(canvas, &sprite.standing, self.layout.position(point), 1.0);
            }
        }
        for (point, piece) in position.offered() {
            if let Some(sprite) = self.sprites.get(&piece) {
                pen::stamp(canvas, &sprite.body, self.layout.position(point), 0.5);
            }
        }
        let won = position.winning_rows();
        let numbered = self.style.numbers && self.has_stones;
        let numbers = if numbered { numbers(tree, node).0 } else { Vec::new() };
        let last = tree.move_at(node).filter(|_| self.style.last_move);
        // The row that won shows the last move, too.
        if let Some(mv) = last.filter(|_| won.is_empty()) {
            let (dot, frame) = match mv {
                Move::Travel { from, to, .. } => (Some(from), Some(to)),
                Move::Place(_) | Move::Pass | Move::Decide(_) => (mv.target(), None),
            };
            let mut mark = |mark, point| {
                pen::stamp(canvas, mark, self.layout.position(point), 1.0);
            };
            if let Some(point) = dot.filter(|dot| !numbers.iter().any(|(at, _)| at == dot)) {
                mark(&self.last_move, point);
            }
            if let Some(point) = frame {
                mark(&self.moved, point);
            }
        }
        if let Some(theme) = self.artist.look.board() {
            for row in won {
                let (from, to, breadth) = stroke(&self.layout, row, theme.line_weight);
                if let Some(path) = pen::open(&[from, to]) {
                    pen::stroke_path(canvas, &path, breadth, theme.accent);
                }
            }
            let newest = last.and_then(Move::target);
            for (point, number) in numbers {
                let Some(sprite) = self.sprite(position, point) else { continue };
                let plain = if sprite.light > 0.5 { Color::BLACK } else { Color::WHITE };
                let color = if newest == Some(point) { theme.accent } else { plain };
                let text = number.to_string();
                let size = NUMBERS[text.len().clamp(1, NUMBERS.len()) - 1] * self.layout.cell;
                let at = self.layout.position(point);
                self.clear_stone(canvas, position, point);
                self.letters.write_bold(canvas, &text, size, at, color, None);
            }
        }
        shapes::draw_over(canvas, self, position, noted);
        if let Some(caption) = &self.caption {
            caption.write_move(canvas, self.artist, &self.letters, tree, node);
        }
    }

    fn sprite(&self, position: &AnyPosition, point: Point) -> Option<&Sprite> {
        self.sprites.get(&position.piece_at(point)?)
    }

    /// How light what lies at a point is, 0 to 1: the stone on it, or the
    /// board. Figures leave most of their square free.
    pub(super) fn light(&self, position: &AnyPosition, point: Point) -> f32 {
        match self.sprite(position, point) {
            Some(sprite) if self.layout.has_round_pieces() => sprite.light,
            _ => self.ground_light(point),
        }
    }

    /// How light the board is at a point, 0 to 1.
    pub(super) fn ground_light(&self, point: Point) -> f32 {
        let (look, board) = (&self.artist.look, &self.layout.board);
        let dark =
            board.pattern == BoardPattern::Chequered && (point.file + point.rank).is_multiple_of(2);
        let surface = if dark {
            look.surface(&art::dark_surface(board.surface))
        } else {
            look.surface(board.surface)
        };
        lightness(ink(surface.base))
    }

    /// Takes away what is drawn on the middle of a stone, so that letters on
    /// it can be read.
    pub(super) fn clear_stone(&self, canvas: &mut Pixmap, position: &AnyPosition, point: Point) {
        let Some(sprite) = self.sprite(position, point) else { return };
        if !self.has_stones || !sprite.adorned {
            return;
        }
        let color = if sprite.light > 0.5 { Color::WHITE } else { Color::BLACK };
        let place = self.layout.position(point);
        if let Some(path) = pen::circle(place, 0.36 * PIECE * self.layout.cell) {
            pen::fill_path(canvas, &path, color);
        }
    }

    /// Takes the lines away around an empty point, so that letters on it can
    /// be read.
    pub(super) fn clear_lines(&self, canvas: &mut Pixmap, point: Point, radius: f32) {
        let Some(ground) = &self.ground else { return };
        let Some(path) = pen::circle(self.layout.position(point), radius) else { return };
        let from = self.layout.surface.min;
        let paint = Paint { shader: under(ground, from), ..Paint::default() };
        let whole = Transform::identity();
        canvas.fill_path(&path, &paint, Default::default(), whole, None);
    }
}

/// The theme's colour as the board has it.
pub(super) fn ink(colour: crate::content::theme::Colour) -> Color {
    let [r, g, b] = colour.0;
    Color::srgb_u8(r, g, b)
}

/// How light a colour looks, 0 to 1.
pub(super) fn lightness(color: Color) -> f32 {
    let [r, g, b, _] = color.to_srgba().to_u8_array().map(f32::from);
    (0.30 * r + 0.59 * g + 0.11 * b) / 255.0
}

/// Every point of the board.
fn points(layout: &Layout) -> impl Iterator<Item = Point> + use<> {
    let (files, ranks) = (layout.board.files, layout.board.ranks);
    (0..files).flat_map(move |file| (0..ranks).map(move |rank| Point::new(file, rank)))
}

/// Pixels of what is so many cells large, so many that its middle can lie
/// exactly on the middle of a cell.
pub(super) fn fitting(cell: f32, cells: f32) -> u32 {
    let size = (cell * cells).round().max(1.0) as u32;
    let odd = (cell.round() as u32) % 2;
    if size % 2 == odd { size } else { size + 1 }
}

/// The board in the middle of its part of the picture, and the size of that.
fn lay_out(position: &AnyPosition, style: &Style) -> (Layout, Vec2) {
    let edge = style.edge as f32;
    let area = Rect::new(0.0, 0.0, edge, edge).inflate(-(edge * MARGIN).round());
    let mut layout = Layout::new(position.board(), area, style.turned, style.coordinates);
    let margin = (edge - layout.outer.size().max_element()) / 2.0;
    let size = (layout.outer.size() + 2.0 * margin).round();
    // Whole pixels keep lines and pieces sharp.
    let shift =
        (Vec2::splat(margin) + layout.surface.min - layout.outer.min).round() - layout.surface.min;
    for rect in [&mut layout.outer, &mut layout.surface] {
        *rect = Rect::from_corners(rect.min + shift, rect.max + shift);
    }
    (layout, size)
}

fn pixmap(width: u32, height: u32, style: &Style) -> Result<Pixmap, PictureError> {
    Pixmap::new(width, height).ok_or(PictureError::Edge(style.edge))
}

/// Pixels of a material that fill this rectangle.
fn material(
    artist: &Artist,
    name: &str,
    size: Vec2,
    style: &Style,
) -> Result<Pixmap, PictureError> {
    let (width, height) = (size.x as u32, size.y as u32);
    let square = width.max(height);
    let painted = surface::paint(&artist.look.surface(name), square);
    let rows = painted.chunks_exact((square * 4) as usize).take(height as usize);
    let pixels = rows.flat_map(|row| &row[..(width * 4) as usize]).copied().collect();
    from_pixels(pixels, width, height, style)
}

fn from_pixels(
    pixels: Vec<u8>,
    width: u32,
    height: u32,
    style: &Style,
) -> Result<Pixmap, PictureError> {
    let size = IntSize::from_wh(width, height);
    size.and_then(|size| Pixmap::from_vec(pixels, size)).ok_or(PictureError::Edge(style.edge))
}

/// A material as a paint that begins at this place.
fn under(ground: &Pixmap, from: Vec2) -> resvg::tiny_skia::Shader<'_> {
    let at = Transform::from_translate(from.x, from.y);
    Pattern::new(ground.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, at)
}

/// Paints the bare board, and gives what it is made of.
fn paint_board(
    canvas: &mut Pixmap,
    layout: &Layout,
    artist: &Artist,
    style: &Style,
) -> Result<Option<Pixmap>, PictureError> {
    let mut ground = None;
    let mut dark: Option<Pixmap> = None;
    for part in table::parts(layout, &artist.look) {
        let (shown, place, color) = match part {
            Part::Line { from, to, breadth, color } => {
                pen::line(canvas, from, to, breadth, color);
                continue;
            }
            Part::Picture { shown, place, color } => (shown, place, color),
        };
        let whole = Rect::from_corners(place.min.round(), place.max.round());
        match shown {
            Shown::Plain => pen::fill(canvas, place, color),
            Shown::Frame => {
                let [width, height] = whole.size().to_array().map(|n| n as u32);
                let mut pixels = art::frame(&artist.look.surface("frame"), [width, height]);
                for pixel in pixels.chunks_exact_mut(4) {
                    let [r, g, b, a] = [pixel[0], pixel[1], pixel[2], pixel[3]];
                    let mixed = ColorU8::from_rgba(r, g, b, a).premultiply();
                    pixel[..3].copy_from_slice(&[mixed.red(), mixed.green(), mixed.blue()]);
                }
                pen::picture(canvas, &from_pixels(pixels, width, height, style)?, whole, 1.0);
            }
            Shown::Surface(name) => {
                let painted = material(artist, name, whole.size(), style)?;
                pen::picture(canvas, &painted, whole, 1.0);
                ground = Some(painted);
            }
            Shown::Square(name, _) => {
                if dark.is_none() {
                    dark = Some(material(artist, &name, layout.surface.size(), style)?);
                }
                let rect = resvg::tiny_skia::Rect::from_ltrb(
                    whole.min.x,
                    whole.min.y,
                    whole.max.x,
                    whole.max.y,
                );
                if let (Some(dark), Some(rect)) = (&dark, rect) {
                    let shader = under(dark, layout.surface.min);
                    let paint = Paint { shader, ..Paint::default() };
                    canvas.fill_rect(rect, &paint, Transform::identity(), None);
                }
            }
            Shown::River(half) => {
                let path = RIVER[half];
                let words = artist.files.text(path).ok_or_else(|| missing(path))?;
                let pixels = place.width().round().max(1.0) as u32;
                pen::stamp(canvas, &tinted(path, words, pixels, color)?, place.center(), 1.0);
            }
            Shown::Figure(Figure::SoftSquare) => {
                let soft = tinted("a shadow", &Figure::SoftSquare.svg(), SOFT_PIXELS, color)?;
                pen::picture(canvas, &soft, place, 1.0);
            }
            Shown::Figure(Figure::Dot) => {
                if let Some(path) = pen::circle(place.center(), place.width() / 2.0) {
                    pen::fill_path(canvas, &path, color);
                }
            }
            Shown::Figure(figure) => {
                let pixels = place.width().round().max(1.0) as u32;
                let drawn = tinted("a mark", &figure.svg(), pixels, color)?;
                pen::stamp(canvas, &drawn, place.center(), 1.0);
            }
        }
    }
    Ok(ground)
}

/// Writes letters and numbers on the frame.
fn write_names(
    canvas: &mut Pixmap,
    layout: &Layout,
    artist: &Artist,
    letters: &Letters,
    style: &Style,
) {
    let Some(colours) = artist.look.board() else { return };
    let (size, names) = layout.names();
    let size = size.min(LARGEST_LETTERS * style.edge as f32).max(5.0);
    for (place, name) in names {
        letters.write(canvas, &name, size, place, Align::Centre, colours.frame_ink);
    }
}

/// The number of the last move that put a stone on each point, and of the
/// last move of all, counted from the root. What the rules force nobody chose:
/// it is not counted, and nor are choices that put no stone on the board.
pub(super) fn numbers(tree: &GameTree, node: NodeId) -> (Vec<(Point, usize)>, usize) {
    let mut found: Vec<(Point, usize)> = Vec::new();
    let mut count = 0;
    let mut before = tree.root();
    for node in tree.path(node) {
        match tree.move_at(node) {
            Some(Move::Place(point)) => {
                count += 1;
                found.retain(|&(at, _)| at != point);
                found.push((point, count));
            }
            Some(Move::Travel { .. }) => count += 1,
            Some(Move::Pass) if tree.position(before).legal_moves().len() > 1 => count += 1,
            Some(Move::Pass | Move::Decide(_)) | None => {}
        }
        before = node;
    }
    (found, count)
}

/// The number of the move that led to a node, counted in the same way.
pub(super) fn move_number(tree: &GameTree, node: NodeId) -> usize {
    numbers(tree, node).1
}
