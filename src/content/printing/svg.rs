//! Pages as one SVG picture, below each other. Letters are outlines, so that they look the
//! same without the fonts.

use std::fmt::Write;

use super::pages::{Grey, Item, Page, Segment};
use super::text::Fonts;

/// Space between two pages.
const GAP: f32 = 12.0;

const STROKES: &str = "stroke-linecap=\"round\" stroke-linejoin=\"round\"";

pub(super) fn write(pages: &[Page], fonts: &Fonts) -> String {
    let width = pages.iter().map(|page| page.size[0]).fold(0.0, f32::max);
    let height: f32 = pages.iter().map(|page| page.size[1] + GAP).sum::<f32>() - GAP;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
         viewBox=\"0 0 {width} {height}\">\n"
    );
    let mut top = 0.0;
    for page in pages {
        let [width, height] = page.size;
        // Writing to a text cannot fail.
        let _ = writeln!(out, "<g transform=\"translate(0 {top})\" {STROKES}>");
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
        for item in &page.items {
            match item {
                Item::Path { segments, fill, stroke } => path(&mut out, segments, *fill, *stroke),
                Item::Text { at, size, face, grey, text } => {
                    let outlines = fonts.outlines(*face, *size, text, *at);
                    path(&mut out, &outlines, Some(*grey), None);
                }
            }
        }
        out.push_str("</g>\n");
        top += height + GAP;
    }
    out.push_str("</svg>\n");
    out
}

fn path(out: &mut String, segments: &[Segment], fill: Option<Grey>, stroke: Option<(Grey, f32)>) {
    if segments.is_empty() {
        return;
    }
    out.push_str("<path d=\"");
    for segment in segments {
        let mut put = |letter: char, points: &[[f32; 2]]| {
            out.push(letter);
            for (n, [x, y]) in points.iter().enumerate() {
                let space = if n > 0 { " " } else { "" };
                let _ = write!(out, "{space}{:.2} {:.2}", x, y);
            }
        };
        match *segment {
            Segment::Move(to) => put('M', &[to]),
            Segment::Line(to) => put('L', &[to]),
            Segment::Quad(a, to) => put('Q', &[a, to]),
            Segment::Cubic(a, b, to) => put('C', &[a, b, to]),
            Segment::Close => put('Z', &[]),
        }
    }
    let colour = |grey: Grey| format!("#{grey:02x}{grey:02x}{grey:02x}");
    let fill = fill.map_or("none".to_owned(), colour);
    let _ = write!(out, "\" fill=\"{fill}\"");
    if let Some((grey, width)) = stroke {
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{width:.2}\"", colour(grey));
    }
    out.push_str("/>\n");
}
