//! Text as outlines of the shipped fonts, one line at a time.

use bevy::color::Color;
use bevy::math::Vec2;
use resvg::tiny_skia::{Path, PathBuilder, Pixmap};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::pixmap;
use crate::app::services::assets::AssetFiles;
use crate::content::{KAI, SANS};

/// Height of the middle of capitals, digits and Chinese characters above the baseline,
/// in font sizes. It is the same in both fonts.
const MIDLINE: f32 = 0.375;

/// Replacement for characters that no font has.
const REPLACEMENT: char = '□';

/// Horizontal alignment of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Align {
    /// The text starts there.
    Left,
    /// The text is centred there.
    Centre,
    /// The text ends there.
    Right,
}

/// The fonts, in order of fallback.
pub(super) struct Fonts<'a> {
    faces: Vec<Face<'a>>,
}

impl<'a> Fonts<'a> {
    /// The fonts that can be read: sans, with the brush face as fallback.
    pub(super) fn new(files: &'a AssetFiles) -> Fonts<'a> {
        let face = |path| Face::parse(files.bytes(path)?, 0).ok();
        Fonts { faces: [SANS, KAI].into_iter().filter_map(face).collect() }
    }

    fn glyph(&self, c: char) -> Option<(&Face<'a>, GlyphId)> {
        let find = |c| self.faces.iter().find_map(|face| Some((face, face.glyph_index(c)?)));
        if c.is_control() { None } else { find(c).or_else(|| find(REPLACEMENT)) }
    }

    fn advance(&self, c: char) -> f32 {
        self.glyph(c).map_or(0.0, |(face, glyph)| {
            let wide = face.glyph_hor_advance(glyph).unwrap_or_default();
            f32::from(wide) / f32::from(face.units_per_em())
        })
    }

    /// Width of a text of this size.
    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.advance(c)).sum::<f32>() * size
    }

    /// The text, or as much of its start as fits with an ellipsis.
    pub(super) fn ellipsize(&self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let room = room - self.width("…", size);
        let mut used = 0.0;
        let fits = |c: &char| {
            used += self.advance(*c) * size;
            used <= room
        };
        let kept: String = text.chars().take_while(fits).collect();
        format!("{}…", kept.trim_end())
    }

    /// Wraps a text between words and between Chinese characters; if it takes more than
    /// `most` lines, the last one ends with an ellipsis.
    pub(super) fn wrap(&self, text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() && lines.len() < most {
            let cut = self.line_break(rest, size, room);
            if lines.len() + 1 == most && cut < rest.len() {
                lines.push(self.ellipsize(rest, size, room));
                break;
            }
            lines.push(rest[..cut].trim_end().to_owned());
            rest = rest[cut..].trim_start();
        }
        lines
    }

    /// Byte index at which the first line of a text ends; never 0.
    fn line_break(&self, text: &str, size: f32, room: f32) -> usize {
        let mut used = 0.0;
        let mut last_chance = None;
        let mut before = ' ';
        for (at, c) in text.char_indices() {
            let between = before == ' ' || (is_wide(before) || is_wide(c)) && !cannot_start_line(c);
            if at > 0 && c != ' ' && between {
                last_chance = Some(at);
            }
            used += self.advance(c) * size;
            // Sums of the same widths may differ by rounding.
            if used > room + 0.01 && c != ' ' && at > 0 {
                return last_chance.unwrap_or(at);
            }
            before = c;
        }
        text.len()
    }

    /// The outline of a text that starts at a position on the baseline.
    fn outline(&self, text: &str, size: f32, from: Vec2) -> Option<Path> {
        let mut pen = Outline { builder: PathBuilder::new(), at: from, scale: 1.0 };
        for c in text.chars() {
            if let Some((face, glyph)) = self.glyph(c) {
                pen.scale = size / f32::from(face.units_per_em());
                face.outline_glyph(glyph, &mut pen);
            }
            pen.at.x += self.advance(c) * size;
        }
        pen.builder.finish()
    }

    /// Height of a line of this font size.
    pub(super) fn height(&self, size: f32) -> f32 {
        let em = |face: &Face| {
            f32::from(face.height() + face.line_gap()) / f32::from(face.units_per_em())
        };
        self.faces.first().map_or(1.0, em) * size
    }

    /// Draws a text that is vertically centred at `at`.
    pub(super) fn draw(
        &self,
        canvas: &mut Pixmap,
        text: &str,
        size: f32,
        at: Vec2,
        align: Align,
        color: Color,
    ) {
        let width = self.width(text, size);
        let left = match align {
            Align::Left => 0.0,
            Align::Centre => width / 2.0,
            Align::Right => width,
        };
        if let Some(path) = self.outline(text, size, at + Vec2::new(-left, MIDLINE * size)) {
            pixmap::fill_path(canvas, &path, color);
        }
    }
}

/// Returns true if a line may be broken before and after this character.
fn is_wide(c: char) -> bool {
    c >= '\u{2E80}'
}

/// Returns true if this character may not start a line (kinsoku rule).
fn cannot_start_line(c: char) -> bool {
    "，。、；：？！）》」』】…".contains(c)
}

/// Builds one path from glyph outlines, whose y axis points up.
struct Outline {
    builder: PathBuilder,
    at: Vec2,
    scale: f32,
}

impl Outline {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.x + x * self.scale, self.at.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2)) = (self.place(x1, y1), self.place(x2, y2));
        let (x, y) = self.place(x, y);
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> AssetFiles {
        AssetFiles::read(&[SANS.to_owned(), KAI.to_owned()])
    }

    #[test]
    fn text_that_does_not_fit_ends_with_an_ellipsis() {
        let files = files();
        let fonts = Fonts::new(&files);
        let whole = fonts.width("Honinbo Shusaku 本因坊秀策", 20.0);
        assert_eq!(
            fonts.ellipsize("Honinbo Shusaku 本因坊秀策", 20.0, whole),
            "Honinbo Shusaku 本因坊秀策"
        );
        let short = fonts.ellipsize("Honinbo Shusaku 本因坊秀策", 20.0, whole / 2.0);
        assert!(short.starts_with("Hon") && short.ends_with('…'), "{short}");
        assert!(fonts.width(&short, 20.0) <= whole / 2.0);
    }

    #[test]
    fn lines_break_between_words_and_between_characters_but_not_before_a_full_stop() {
        let files = files();
        let fonts = Fonts::new(&files);
        let room = fonts.width("a quiet move", 10.0);
        assert_eq!(fonts.wrap("a quiet move wins", 10.0, room, 3), ["a quiet move", "wins"]);
        let room = 3.0 * fonts.width("天", 10.0);
        assert_eq!(fonts.wrap("天元之局。妙", 10.0, room, 3), ["天元之", "局。妙"]);
        assert_eq!(fonts.wrap("天元局。妙手", 10.0, room, 3), ["天元", "局。妙", "手"]);
        let cut = fonts.wrap("天元局。妙手", 10.0, room, 2);
        assert_eq!(cut.len(), 2);
        assert!(cut[1].ends_with('…'), "{cut:?}");
    }

    #[test]
    fn a_word_longer_than_the_line_is_broken_and_an_unknown_character_has_a_box() {
        let files = files();
        let fonts = Fonts::new(&files);
        let lines = fonts.wrap("aaaaaaaaaa", 10.0, fonts.width("aaaa", 10.0), 9);
        assert_eq!(lines, ["aaaa", "aaaa", "aa"]);
        let unknown = fonts.width("\u{10FFFD}", 10.0);
        assert_eq!(unknown, fonts.width("□", 10.0));
        assert!(unknown > 0.0);
        assert_eq!(fonts.width("\u{7}\n", 10.0), 0.0);
    }
}
