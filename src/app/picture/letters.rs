//! Text as outlines of the shipped fonts, one line at a time.

use bevy::color::Color;
use bevy::math::Vec2;
use resvg::tiny_skia::{Path, PathBuilder, Pixmap};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::pen;
use crate::app::assets::Files;
use crate::content::{KAI, SANS};

/// Height of the middle of capitals, figures and Chinese characters over the
/// line that they stand on, in sizes of the font. Both fonts are made so.
const MIDDLE: f32 = 0.375;

/// Stands for a character that no font has.
const UNKNOWN: char = '□';

/// Where a text lies about its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Align {
    /// To the right of it.
    Left,
    /// About it.
    Centre,
    /// To the left of it.
    Right,
}

/// The fonts.
pub(super) struct Letters<'a> {
    faces: Vec<Face<'a>>,
}

impl<'a> Letters<'a> {
    /// Those that can be read: the plain one, and for what it lacks the brush.
    pub(super) fn new(files: &'a Files) -> Letters<'a> {
        let face = |path| Face::parse(files.bytes(path)?, 0).ok();
        Letters { faces: [SANS, KAI].into_iter().filter_map(face).collect() }
    }

    fn glyph(&self, c: char) -> Option<(&Face<'a>, GlyphId)> {
        let find = |c| self.faces.iter().find_map(|face| Some((face, face.glyph_index(c)?)));
        if c.is_control() { None } else { find(c).or_else(|| find(UNKNOWN)) }
    }

    fn advance(&self, c: char) -> f32 {
        self.glyph(c).map_or(0.0, |(face, glyph)| {
            let wide = face.glyph_hor_advance(glyph).unwrap_or_default();
            f32::from(wide) / f32::from(face.units_per_em())
        })
    }

    /// How long a text of this size is.
    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.advance(c)).sum::<f32>() * size
    }

    /// The text, or as much of its beginning as fits and a mark for the rest.
    pub(super) fn shortened(&self, text: &str, size: f32, room: f32) -> String {
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

    /// The text in lines that fit, broken between words and between Chinese
    /// characters; of more than `most` lines the last one is shortened.
    pub(super) fn lines(&self, text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() && lines.len() < most {
            let cut = self.cut(rest, size, room);
            if lines.len() + 1 == most && cut < rest.len() {
                lines.push(self.shortened(rest, size, room));
                break;
            }
            lines.push(rest[..cut].trim_end().to_owned());
            rest = rest[cut..].trim_start();
        }
        lines
    }

    /// Where the first line of a text ends, in bytes; never at its beginning.
    fn cut(&self, text: &str, size: f32, room: f32) -> usize {
        let mut used = 0.0;
        let mut last_chance = None;
        let mut before = ' ';
        for (at, c) in text.char_indices() {
            let between = before == ' ' || (is_wide(before) || is_wide(c)) && !keeps_to_left(c);
            if at > 0 && c != ' ' && between {
                last_chance = Some(at);
            }
            used += self.advance(c) * size;
            // Sums of the same widths may differ in their last figures.
            if used > room + 0.01 && c != ' ' && at > 0 {
                return last_chance.unwrap_or(at);
            }
            before = c;
        }
        text.len()
    }

    /// The outline of a text that begins at a place on its line.
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

    /// Writes a text whose middle is at the height of `at`.
    pub(super) fn write(
        &self,
        canvas: &mut Pixmap,
        text: &str,
        size: f32,
        at: Vec2,
        align: Align,
        color: Color,
    ) {
        if let Some(path) = self.placed(text, size, at, align) {
            pen::fill_path(canvas, &path, color);
        }
    }

    /// The same in bold, on a rim of another colour where one is given.
    pub(super) fn write_bold(
        &self,
        canvas: &mut Pixmap,
        text: &str,
        size: f32,
        at: Vec2,
        color: Color,
        rim: Option<Color>,
    ) {
        let Some(path) = self.placed(text, size, at, Align::Centre) else { return };
        if let Some(rim) = rim {
            pen::stroke_path(canvas, &path, size * 0.22, rim);
        }
        pen::stroke_path(canvas, &path, size * 0.05, color);
        pen::fill_path(canvas, &path, color);
    }

    fn placed(&self, text: &str, size: f32, at: Vec2, align: Align) -> Option<Path> {
        let width = self.width(text, size);
        let left = match align {
            Align::Left => 0.0,
            Align::Centre => width / 2.0,
            Align::Right => width,
        };
        self.outline(text, size, at + Vec2::new(-left, MIDDLE * size))
    }
}

/// Whether a line may be broken beside this character.
fn is_wide(c: char) -> bool {
    c >= '\u{2E80}'
}

/// Whether this character may not begin a line.
fn keeps_to_left(c: char) -> bool {
    "，。、；：？！）》」』】…".contains(c)
}

/// Outlines of glyphs, whose y axis points up, as one path.
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

    fn files() -> Files {
        Files::read(&[SANS.to_owned(), KAI.to_owned()])
    }

    #[test]
    fn what_does_not_fit_is_shortened() {
        let files = files();
        let letters = Letters::new(&files);
        let whole = letters.width("Honinbo Shusaku 本因坊秀策", 20.0);
        assert_eq!(
            letters.shortened("Honinbo Shusaku 本因坊秀策", 20.0, whole),
            "Honinbo Shusaku 本因坊秀策"
        );
        let short = letters.shortened("Honinbo Shusaku 本因坊秀策", 20.0, whole / 2.0);
        assert!(short.starts_with("Hon") && short.ends_with('…'), "{short}");
        assert!(letters.width(&short, 20.0) <= whole / 2.0);
    }

    #[test]
    fn lines_break_between_words_and_between_characters_but_not_before_a_full_stop() {
        let files = files();
        let letters = Letters::new(&files);
        let room = letters.width("a quiet move", 10.0);
        assert_eq!(letters.lines("a quiet move wins", 10.0, room, 3), ["a quiet move", "wins"]);
        let room = 3.0 * letters.width("天", 10.0);
        assert_eq!(letters.lines("天元之局。妙", 10.0, room, 3), ["天元之", "局。妙"]);
        assert_eq!(letters.lines("天元局。妙手", 10.0, room, 3), ["天元", "局。妙", "手"]);
        let cut = letters.lines("天元局。妙手", 10.0, room, 2);
        assert_eq!(cut.len(), 2);
        assert!(cut[1].ends_with('…'), "{cut:?}");
    }

    #[test]
    fn a_word_longer_than_the_line_is_broken_and_an_unknown_character_has_a_box() {
        let files = files();
        let letters = Letters::new(&files);
        let lines = letters.lines("aaaaaaaaaa", 10.0, letters.width("aaaa", 10.0), 9);
        assert_eq!(lines, ["aaaa", "aaaa", "aa"]);
        let unknown = letters.width("\u{10FFFD}", 10.0);
        assert_eq!(unknown, letters.width("□", 10.0));
        assert!(unknown > 0.0);
        assert_eq!(letters.width("\u{7}\n", 10.0), 0.0);
    }
}
