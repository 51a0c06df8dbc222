//! The fonts of the pages: widths of texts, lines that fit, and outlines of letters.

use std::collections::BTreeMap;
use std::ops::Range;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::PrintError;
use super::pages::Segment;
use crate::content::{KAI, SANS};

/// The face of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FontFace {
    /// Running text.
    Sans,
    /// Names of games, and letters that the other lacks.
    Kai,
}

impl FontFace {
    pub(super) const ALL: [FontFace; 2] = [FontFace::Sans, FontFace::Kai];

    pub(super) fn file(self) -> &'static str {
        match self {
            FontFace::Sans => SANS,
            FontFace::Kai => KAI,
        }
    }
}

/// Punctuation that no line begins with.
const CLOSING: &str = "，。、；：？！）》」』】〕”’…·";

/// Punctuation that no line ends with.
const OPENING: &str = "（《「『【〔“‘";

/// Returns true if a line may be broken before and after this character.
fn is_ideographic(c: char) -> bool {
    ('\u{2E80}'..='\u{FFEF}').contains(&c) || OPENING.contains(c)
}

/// Returns true for accents that stand on the letter before them, and for what is not seen.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
        || c.is_control()
}

pub(super) struct Fonts<'a> {
    faces: [Face<'a>; 2],
}

impl<'a> Fonts<'a> {
    pub(super) fn new(files: &'a BTreeMap<String, Vec<u8>>) -> Result<Fonts<'a>, PrintError> {
        let face = |face: FontFace| {
            let unusable = || PrintError::Asset(face.file().to_owned());
            let bytes = files.get(face.file()).ok_or_else(unusable)?;
            Face::parse(bytes, 0).map_err(|_| unusable())
        };
        Ok(Fonts { faces: [face(FontFace::Sans)?, face(FontFace::Kai)?] })
    }

    pub(super) fn face(&self, face: FontFace) -> &Face<'a> {
        &self.faces[face as usize]
    }

    /// Parts of a text, each in a face that has its letters.
    pub(super) fn runs<'t>(&self, wanted: FontFace, text: &'t str) -> Vec<(FontFace, &'t str)> {
        let has = |face: FontFace, c| self.face(face).glyph_index(c).is_some();
        let face_of = |c| match FontFace::ALL.into_iter().find(|&face| face != wanted) {
            Some(other) if !has(wanted, c) && has(other, c) => other,
            _ => wanted,
        };
        let mut runs: Vec<(FontFace, &str)> = Vec::new();
        let mut start = 0;
        let mut current = None;
        for (at, c) in text.char_indices() {
            let face = face_of(c);
            if let Some(known) = current.filter(|&known| known != face) {
                runs.push((known, &text[start..at]));
                start = at;
            }
            current = Some(face);
        }
        runs.extend(current.map(|face| (face, &text[start..])));
        runs
    }

    /// The characters of a text and their glyphs in a face; one that it lacks has the
    /// glyph for that, the first of every font, and marks on letters are left out.
    pub(super) fn glyphs<'t>(
        &self,
        face: FontFace,
        text: &'t str,
    ) -> impl Iterator<Item = (char, GlyphId)> + use<'_, 't, 'a> {
        let font = self.face(face);
        text.chars().filter_map(move |c| match font.glyph_index(c) {
            None if is_mark(c) => None,
            known => Some((c, known.unwrap_or_default())),
        })
    }

    pub(super) fn width(&self, face: FontFace, size: f32, text: &str) -> f32 {
        let width = |face: FontFace, text: &str| -> f32 {
            let font = self.face(face);
            let widths = self.glyphs(face, text).filter_map(|(_, id)| font.glyph_hor_advance(id));
            let units: u32 = widths.map(u32::from).sum();
            units as f32 * size / f32::from(font.units_per_em())
        };
        self.runs(face, text).into_iter().map(|(face, text)| width(face, text)).sum()
    }

    /// The lines of a text that are no wider than this: broken between words and between
    /// Chinese characters, but not before a comma; within a word only if it is wider than
    /// a line.
    pub(super) fn lines<'t>(&self, size: f32, text: &'t str, most: f32) -> Vec<&'t str> {
        let width = |range: Range<usize>| self.width(FontFace::Sans, size, text[range].trim_end());
        let mut lines = Vec::new();
        let mut paragraph_start = 0;
        for paragraph in text.split_inclusive('\n') {
            let end = paragraph_start + paragraph.trim_end().len();
            let mut start = paragraph_start;
            // The last place at which the line may be broken.
            let mut place = start;
            let mut before = None;
            for (offset, c) in paragraph.trim_end().char_indices() {
                let at = paragraph_start + offset;
                if before.is_some_and(|before| may_break(before, c)) {
                    place = at;
                }
                if width(start..at + c.len_utf8()) > most && at > start {
                    let cut = if place > start { place } else { at };
                    lines.push(text[start..cut].trim_end());
                    start = cut;
                    place = cut;
                }
                before = Some(c);
            }
            lines.push(&text[start..end]);
            paragraph_start += paragraph.len();
        }
        lines
    }

    /// The outlines of a text whose baseline begins here.
    pub(super) fn outlines(
        &self,
        face: FontFace,
        size: f32,
        text: &str,
        at: [f32; 2],
    ) -> Vec<Segment> {
        let mut pen = Pen { segments: Vec::new(), at, scale: 0.0 };
        for (face, text) in self.runs(face, text) {
            let font = self.face(face);
            pen.scale = size / f32::from(font.units_per_em());
            for (_, id) in self.glyphs(face, text) {
                let _ = font.outline_glyph(id, &mut pen);
                pen.at[0] += f32::from(font.glyph_hor_advance(id).unwrap_or(0)) * pen.scale;
            }
        }
        pen.segments
    }
}

/// Returns true if a line may end with one character and the next begin with the other.
fn may_break(before: char, after: char) -> bool {
    match (before, after) {
        (_, ' ') => false,
        (' ', _) => true,
        _ if CLOSING.contains(after) || OPENING.contains(before) => false,
        _ => is_ideographic(before) || is_ideographic(after),
    }
}

/// Puts the outline of a glyph on the page, where y goes down.
struct Pen {
    segments: Vec<Segment>,
    at: [f32; 2],
    scale: f32,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        [self.at[0] + x * self.scale, self.at[1] - y * self.scale]
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Move(self.place(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.segments.push(Segment::Line(self.place(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.segments.push(Segment::Quad(self.place(x1, y1), self.place(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b) = (self.place(x1, y1), self.place(x2, y2));
        self.segments.push(Segment::Cubic(a, b, self.place(x, y)));
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}
