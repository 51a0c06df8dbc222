//! Pages as a PDF document. The letters are text, in the parts of the fonts that occur.

use std::collections::BTreeMap;

use krilla::Document;
use krilla::color::luma;
use krilla::geom::{Path, PathBuilder, Point};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::text::{Font, TextDirection};

use super::PrintError;
use super::pages::{Grey, Item, Page, Segment};
use super::text::{FontFace, Fonts};

pub(super) fn write(
    pages: &[Page],
    files: &BTreeMap<String, Vec<u8>>,
    title: &str,
) -> Result<Vec<u8>, PrintError> {
    let measures = Fonts::new(files)?;
    let font = |face: FontFace| {
        let bytes = files.get(face.file()).cloned();
        let font = bytes.and_then(|bytes| Font::new(bytes.into(), 0));
        font.ok_or_else(|| PrintError::Asset(face.file().to_owned()))
    };
    let fonts = [font(FontFace::Sans)?, font(FontFace::Kai)?];
    let refused = |reason: String| PrintError::Pdf(reason);
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()));
    for page in pages {
        let [width, height] = page.size;
        let settings = PageSettings::from_wh(width, height)
            .ok_or_else(|| refused(format!("a page of {width} x {height}")))?;
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        for item in &page.items {
            match item {
                Item::Path { segments, fill, stroke } => {
                    let Some(path) = path(segments) else { continue };
                    surface.set_fill(fill.map(filled));
                    surface.set_stroke(stroke.map(|(grey, width)| Stroke {
                        paint: luma::Color::new(grey).into(),
                        width,
                        ..Stroke::default()
                    }));
                    surface.draw_path(&path);
                }
                Item::Text { at, size, face, grey, text } => {
                    surface.set_fill(Some(filled(*grey)));
                    surface.set_stroke(None);
                    let mut x = at[0];
                    for (face, text) in measures.runs(*face, text) {
                        let font = fonts[face as usize].clone();
                        let start = Point::from_xy(x, at[1]);
                        let direction = TextDirection::LeftToRight;
                        surface.draw_text(start, font, *size, text, false, direction);
                        x += measures.width(face, *size, text);
                    }
                }
            }
        }
        surface.finish();
        sheet.finish();
    }
    document.finish().map_err(|error| refused(format!("{error:?}")))
}

fn filled(grey: Grey) -> Fill {
    Fill { paint: luma::Color::new(grey).into(), ..Fill::default() }
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move([x, y]) => builder.move_to(x, y),
            Segment::Line([x, y]) => builder.line_to(x, y),
            Segment::Quad([a, b], [x, y]) => builder.quad_to(a, b, x, y),
            Segment::Cubic([a, b], [c, d], [x, y]) => builder.cubic_to(a, b, c, d, x, y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}
