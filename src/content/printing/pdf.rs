//! Pages as a PDF document. The letters are text that can be searched and copied, in the
//! parts of the fonts that occur.
//!
//! The fonts are composite fonts (ISO 32000-1, 9.7) whose codes are the numbers of the
//! glyphs in the embedded part.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Settings, Str, TextStr};
use subsetter::{GlyphRemapper, subset};
use ttf_parser::{Face, GlyphId, Tag};

use super::PrintError;
use super::pages::{Grey, Item, Page, Segment};
use super::text::{FontFace, Fonts};
use crate::content::messages::Locale;

/// Compression of streams, 0 to 10.
const COMPRESSION: u8 = 6;

/// Width of a vertical stem, which matters only to programs that replace the font.
const STEM_WIDTH: f32 = 80.0;

/// The codes of the fonts are the numbers of their glyphs.
const IDENTITY: SystemInfo =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The document.
///
/// # Errors
/// When a font is missing or malformed.
pub(super) fn write(
    pages: &[Page],
    fonts: &Fonts,
    files: &BTreeMap<String, Vec<u8>>,
    title: &str,
    locale: Locale,
) -> Result<Vec<u8>, PrintError> {
    let mut used = FontFace::ALL.map(UsedGlyphs::new);
    let contents: Vec<Vec<u8>> =
        pages.iter().map(|page| content(page, fonts, &mut used).finish().into_vec()).collect();

    let mut pdf = Pdf::with_settings(Settings { pretty: false });
    pdf.set_version(1, 7);
    let mut next = Ref::new(1);
    let [catalog, tree, info] = [(); 3].map(|()| next.bump());
    let ids: Vec<[Ref; 2]> = pages.iter().map(|_| [next.bump(), next.bump()]).collect();
    let mut catalogue = pdf.catalog(catalog);
    catalogue.pages(tree).lang(TextStr(locale.tag()));
    catalogue.viewer_preferences().display_doc_title(true);
    catalogue.finish();
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("Tianyuan"));
    pdf.pages(tree).kids(ids.iter().map(|[page, _]| *page)).count(pages.len() as i32);
    let used: Vec<(UsedGlyphs, Ref)> = used
        .into_iter()
        .filter(|glyphs| !glyphs.characters.is_empty())
        .map(|glyphs| (glyphs, next.bump()))
        .collect();
    for ((page, content), [page_id, content_id]) in pages.iter().zip(contents).zip(ids) {
        let [width, height] = page.size;
        let mut sheet = pdf.page(page_id);
        sheet.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(content_id);
        let mut resources = sheet.resources();
        let mut named = resources.fonts();
        for (glyphs, id) in &used {
            named.pair(resource_name(glyphs.face), id);
        }
        named.finish();
        resources.finish();
        sheet.finish();
        stream(&mut pdf, content_id, &content);
    }
    for (glyphs, id) in &used {
        embed(&mut pdf, &mut next, *id, glyphs, fonts.face(glyphs.face), files)?;
    }
    Ok(pdf.finish())
}

/// The glyphs of a font that occur, renumbered, and the characters that they show.
struct UsedGlyphs {
    face: FontFace,
    numbers: GlyphRemapper,
    characters: BTreeMap<u16, char>,
}

impl UsedGlyphs {
    fn new(face: FontFace) -> UsedGlyphs {
        UsedGlyphs { face, numbers: GlyphRemapper::new(), characters: BTreeMap::new() }
    }

    /// The code of a glyph, which shows this character.
    fn code(&mut self, glyph: GlyphId, character: char) -> u16 {
        let code = self.numbers.remap(glyph.0);
        self.characters.entry(code).or_insert(character);
        code
    }
}

fn resource_name(face: FontFace) -> Name<'static> {
    match face {
        FontFace::Sans => Name(b"Sans"),
        FontFace::Kai => Name(b"Kai"),
    }
}

fn stream(pdf: &mut Pdf, id: Ref, bytes: &[u8]) {
    pdf.stream(id, &compress_to_vec_zlib(bytes, COMPRESSION)).filter(Filter::FlateDecode);
}

/// Content stream of a page. PDF counts heights from the bottom.
fn content(page: &Page, fonts: &Fonts, used: &mut [UsedGlyphs; 2]) -> Content {
    let height = page.size[1];
    // Hundredths of a point are finer than any printer.
    let round = |length: f32| (length * 100.0).round() / 100.0;
    let at = |[x, y]: [f32; 2]| [round(x), round(height - y)];
    let mut content = Content::with_settings(Settings { pretty: false });
    content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
    for item in &page.items {
        match item {
            Item::Path { segments, fill, stroke } => {
                if let Some((grey, width)) = stroke {
                    content.set_line_width(round(*width)).set_stroke_gray(brightness(*grey));
                }
                if let Some(grey) = fill {
                    content.set_fill_gray(brightness(*grey));
                }
                trace(&mut content, segments, at);
                match (fill, stroke) {
                    (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
                    (Some(_), None) => content.fill_nonzero(),
                    (None, Some(_)) => content.stroke(),
                    (None, None) => content.end_path(),
                };
            }
            Item::Text { at: start, size, face, grey, text } => {
                let [x, y] = at(*start);
                content.set_fill_gray(brightness(*grey));
                content.begin_text().next_line(x, y);
                for (face, text) in fonts.runs(*face, text) {
                    let glyphs = fonts.glyphs(face, text);
                    let glyphs =
                        glyphs.flat_map(|(c, id)| used[face as usize].code(id, c).to_be_bytes());
                    let codes: Vec<u8> = glyphs.collect();
                    content.set_font(resource_name(face), round(*size)).show(Str(&codes));
                }
                content.end_text();
            }
        }
    }
    content
}

fn brightness(grey: Grey) -> f32 {
    f32::from(grey) / 255.0
}

fn trace(content: &mut Content, segments: &[Segment], at: impl Fn([f32; 2]) -> [f32; 2]) {
    let mut last = [0.0; 2];
    for segment in segments {
        match *segment {
            Segment::Move(to) => {
                let [x, y] = at(to);
                content.move_to(x, y);
                last = to;
            }
            Segment::Line(to) => {
                let [x, y] = at(to);
                content.line_to(x, y);
                last = to;
            }
            // PDF has cubic curves only.
            Segment::Quad(handle, to) => {
                let towards = |from: [f32; 2]| {
                    [0, 1].map(|axis| from[axis] + (handle[axis] - from[axis]) * 2.0 / 3.0)
                };
                let ([ax, ay], [bx, by], [x, y]) = (at(towards(last)), at(towards(to)), at(to));
                content.cubic_to(ax, ay, bx, by, x, y);
                last = to;
            }
            Segment::Cubic(a, b, to) => {
                let ([ax, ay], [bx, by], [x, y]) = (at(a), at(b), at(to));
                content.cubic_to(ax, ay, bx, by, x, y);
                last = to;
            }
            Segment::Close => {
                content.close_path();
            }
        }
    }
}

/// Writes the used part of a font.
fn embed(
    pdf: &mut Pdf,
    next: &mut Ref,
    id: Ref,
    glyphs: &UsedGlyphs,
    face: &Face,
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<(), PrintError> {
    let unusable = || PrintError::Asset(glyphs.face.file().to_owned());
    let bytes = files.get(glyphs.face.file()).ok_or_else(unusable)?;
    let part = subset(bytes, 0, &glyphs.numbers).map_err(|_| unusable())?;
    let tables = ttf_parser::RawFace::parse(&part, 0).map_err(|_| unusable())?;
    // Of fonts with PostScript outlines only the table with these is embedded.
    let outlines = tables.table(Tag::from_bytes(b"CFF "));
    let [cid, descriptor, unicode, file] = [(); 4].map(|()| next.bump());
    // Six letters tell parts of the same font from each other (ISO 32000-1, 9.6.4).
    let name = match glyphs.face {
        FontFace::Sans => Name(b"TIANYU+TianyuanSans"),
        FontFace::Kai => Name(b"TIANYK+TianyuanKai"),
    };
    let scale = 1000.0 / f32::from(face.units_per_em());
    pdf.type0_font(id)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(unicode);

    let mut font = pdf.cid_font(cid);
    font.base_font(name).system_info(IDENTITY).font_descriptor(descriptor).default_width(0.0);
    if outlines.is_some() {
        font.subtype(CidFontType::Type0);
    } else {
        font.subtype(CidFontType::Type2).cid_to_gid_map_predefined(Name(b"Identity"));
    }
    let widths = glyphs.numbers.remapped_gids();
    let widths = widths.map(|old| face.glyph_hor_advance(GlyphId(old)).unwrap_or(0));
    font.widths().consecutive(0, widths.map(|width| f32::from(width) * scale));
    font.finish();

    let bounds = face.global_bounding_box();
    let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
        .map(|edge| f32::from(edge) * scale);
    let cap_height = face.capital_height().unwrap_or(face.ascender());
    let mut description = pdf.font_descriptor(descriptor);
    description
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(f32::from(face.ascender()) * scale)
        .descent(f32::from(face.descender()) * scale)
        .cap_height(f32::from(cap_height) * scale)
        .stem_v(STEM_WIDTH);
    match outlines {
        Some(_) => description.font_file3(file),
        None => description.font_file2(file),
    };
    description.finish();

    let embedded = outlines.unwrap_or(&part);
    let packed = compress_to_vec_zlib(embedded, COMPRESSION);
    let mut font_file = pdf.stream(file, &packed);
    font_file.filter(Filter::FlateDecode);
    match outlines {
        Some(_) => font_file.pair(Name(b"Subtype"), Name(b"CIDFontType0C")),
        None => font_file.pair(Name(b"Length1"), part.len() as i32),
    };
    font_file.finish();

    let mut map = UnicodeCmap::<u16>::new(Name(b"Identity"), IDENTITY);
    for (&code, &character) in &glyphs.characters {
        map.pair(code, character);
    }
    let packed = compress_to_vec_zlib(&map.finish().into_vec(), COMPRESSION);
    pdf.cmap(unicode, &packed).filter(Filter::FlateDecode);
    Ok(())
}
