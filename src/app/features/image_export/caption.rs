//! The caption below an image: players, result, the move shown and its comment.

use bevy::color::Color;
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::Pixmap;

use super::text::{Align, Fonts};
use super::{ImageExportError, RenderContext, pixmap};
use crate::app::board::drawing::{count_moves, to_color};
use crate::app::text::{Localization, move_label};
use crate::content::record_texts;
use crate::core::{Move, Side};
use crate::record::{GameTree, NodeId};

/// Text size as a fraction of the image size, and its minimum in pixels.
const TEXT_SIZE: f32 = 0.0285;
const MIN_TEXT_SIZE: f32 = 10.0;

/// Size of secondary text, in text sizes.
const MINOR_SCALE: f32 = 0.86;

/// Line height, in text sizes.
const LINE_HEIGHT: f32 = 1.6;

/// Size of the piece beside a name, the gap after it, and the gap between the players,
/// in text sizes.
const ICON_SIZE: f32 = 1.3;
const GAP: f32 = 0.45;
const PLAYER_GAP: f32 = 1.3;

/// Most lines of a comment.
const COMMENT_LINES: usize = 4;

/// The colour role of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tone {
    Plain,
    Muted,
}

/// A text with its position: the start of the line, or the end if aligned right.
struct CaptionText {
    text: String,
    size: f32,
    at: Vec2,
    align: Align,
    tone: Tone,
}

/// The caption of an image.
pub(super) struct Caption {
    texts: Vec<CaptionText>,
    /// The piece icons of the players, with their centres.
    icons: Vec<(Side, Vec2)>,
    /// Text size in pixels.
    size: f32,
    /// Position and width of the line with the move.
    move_at: Vec2,
    room: f32,
    /// Lower edge.
    bottom: f32,
}

impl Caption {
    /// Lays out the caption of images of these nodes below the upper edge of `place`,
    /// between its sides.
    pub(super) fn new(
        context: &RenderContext,
        fonts: &Fonts,
        tree: &GameTree,
        nodes: &[NodeId],
        edge: u32,
        place: Rect,
    ) -> Caption {
        let size = (TEXT_SIZE * edge as f32).max(MIN_TEXT_SIZE);
        let minor = size * MINOR_SCALE;
        let (left, right) = (place.min.x, place.max.x);
        let room = right - left;
        let mut caption = Caption {
            texts: Vec::new(),
            icons: Vec::new(),
            size,
            move_at: Vec2::ZERO,
            room,
            bottom: place.min.y,
        };
        let locale = context.l10n.locale();
        let swapped = nodes.last().is_some_and(|&node| tree.position(node).is_swapped());
        let names = Side::BOTH.map(|side| record_texts::player(locale, tree, side, swapped));
        let sign = (ICON_SIZE + GAP) * size;
        let [first, second] = names.each_ref().map(|name| sign + fonts.width(name, size));
        // Both players on one line, or each on a line of its own.
        let in_one = first + PLAYER_GAP * size + second <= room;
        let mut y = caption.line(size);
        for (side, name) in Side::BOTH.into_iter().zip(names) {
            let behind = in_one && side == Side::Second;
            let x = if behind { left + first + PLAYER_GAP * size } else { left };
            if side == Side::Second && !in_one {
                y = caption.line(size);
            }
            let name = fonts.ellipsize(&name, size, room - sign);
            caption.icons.push((side, Vec2::new(x + ICON_SIZE * size / 2.0, y)));
            caption.add(name, size, Vec2::new(x + sign, y), Align::Left, Tone::Plain);
        }
        let result = record_texts::result(locale, tree, swapped).unwrap_or_default();
        let after = first + second + 2.0 * PLAYER_GAP * size;
        if in_one && after + fonts.width(&result, size) <= room {
            caption.add(result, size, Vec2::new(right, y), Align::Right, Tone::Plain);
        } else {
            let result = fonts.ellipsize(&result, size, room);
            caption.add_line(result, size, left, Tone::Plain);
        }
        caption.add_line(
            fonts.ellipsize(&record_texts::event_line(tree), minor, room),
            minor,
            left,
            Tone::Muted,
        );
        caption.move_at = Vec2::new(left, caption.line(size));
        if let &[node] = nodes {
            let comment: Vec<_> = tree.annotations(node).comment.split_whitespace().collect();
            for line in fonts.wrap(&comment.join(" "), minor, room, COMMENT_LINES) {
                caption.add_line(line, minor, left, Tone::Muted);
            }
        }
        caption
    }

    /// Starts a new line of this text size and returns the height of its middle.
    fn line(&mut self, size: f32) -> f32 {
        self.bottom += size * LINE_HEIGHT;
        self.bottom - size * LINE_HEIGHT / 2.0
    }

    /// Adds a text on a line of its own, unless it is empty.
    fn add_line(&mut self, text: String, size: f32, left: f32, tone: Tone) {
        if !text.is_empty() {
            let y = self.line(size);
            self.add(text, size, Vec2::new(left, y), Align::Left, tone);
        }
    }

    fn add(&mut self, text: String, size: f32, at: Vec2, align: Align, tone: Tone) {
        self.texts.push(CaptionText { text, size, at, align, tone });
    }

    /// Lower edge in the image, in pixels.
    pub(super) fn bottom(&self) -> f32 {
        self.bottom
    }

    /// Draws what is the same for every node; `sign` renders the piece icon of a side.
    pub(super) fn write(
        &self,
        canvas: &mut Pixmap,
        context: &RenderContext,
        fonts: &Fonts,
        sign: impl Fn(Side, f32) -> Result<Pixmap, ImageExportError>,
    ) -> Result<(), ImageExportError> {
        for &(side, at) in &self.icons {
            pixmap::draw_centred(canvas, &sign(side, ICON_SIZE * self.size)?, at, 1.0);
        }
        for text in &self.texts {
            let color = color(context, text.tone);
            fonts.draw(canvas, &text.text, text.size, text.at, text.align, color);
        }
        Ok(())
    }

    /// Draws the move that led to a node.
    pub(super) fn write_move(
        &self,
        canvas: &mut Pixmap,
        context: &RenderContext,
        fonts: &Fonts,
        tree: &GameTree,
        node: NodeId,
    ) {
        let text = fonts.ellipsize(&move_line(&context.l10n, tree, node), self.size, self.room);
        let color = color(context, Tone::Plain);
        fonts.draw(canvas, &text, self.size, self.move_at, Align::Left, color);
    }
}

fn color(context: &RenderContext, tone: Tone) -> Color {
    context.active_theme.theme().map_or(Color::BLACK, |theme| match tone {
        Tone::Plain => to_color(theme.ink),
        Tone::Muted => to_color(theme.muted),
    })
}

/// The move that led to a node, with its number.
fn move_line(l10n: &Localization, tree: &GameTree, node: NodeId) -> String {
    if node == tree.root() {
        return l10n.get("picture-start");
    }
    let notation = l10n.find(&format!("notation-{}", tree.game().id())).unwrap_or_default();
    let mut name = move_label(l10n, tree, node, &notation);
    let glyphs = tree.annotations(node).glyphs.iter().filter(|glyph| glyph.is_move_assessment());
    name.extend(glyphs.map(|glyph| glyph.symbol()));
    match tree.played_at(node) {
        // Chess-like games number full moves; one number covers both sides.
        Some(Move::FromTo { .. }) => {
            let late = usize::from(tree.start().side_to_move() == Side::Second);
            let half = tree.ply(node) + late;
            let dots = if half.is_multiple_of(2) { "…" } else { "." };
            format!("{}{dots} {name}", half.div_ceil(2))
        }
        Some(Move::Place(_) | Move::Pass) => {
            let number = count_moves(tree, node).to_string();
            l10n.format("picture-move", &[("number", number), ("move", name)])
        }
        Some(Move::Decide(_)) | None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::Language;
    use crate::games::registry::find;

    fn tree(game: &str, moves: &[&str]) -> (GameTree, NodeId) {
        let mut tree = GameTree::new(find(game).unwrap(), Default::default()).unwrap();
        let mut node = tree.root();
        for text in moves {
            let mv = tree.position(node).parse_move(text).unwrap();
            node = tree.play(node, mv).unwrap();
        }
        (tree, node)
    }

    #[test]
    fn moves_of_pieces_are_numbered_by_turns_and_stones_one_by_one() {
        let l10n = Localization::default();
        let (chess, node) = tree("chess", &["e4", "e5", "Nf3"]);
        assert_eq!(move_line(&l10n, &chess, node), "2. Nf3");
        let before = chess.parent(node).unwrap();
        assert_eq!(move_line(&l10n, &chess, before), "1… e5");
        let (go, node) = tree("go", &["D4", "Q16", "Q4"]);
        assert_eq!(move_line(&l10n, &go, node), "Move 3: Q4");
        assert_eq!(move_line(&l10n, &go, go.root()), "Starting position");
    }

    #[test]
    fn captions_are_localized() {
        let l10n = Localization::for_language(Language::SimplifiedChinese);
        let (xiangqi, node) = tree("xiangqi", &["h2e2"]);
        assert_eq!(move_line(&l10n, &xiangqi, node), "1. 炮二平五");
        let (go, node) = tree("go", &["D4"]);
        assert_eq!(move_line(&l10n, &go, node), "第 1 手：D4");
    }
}
