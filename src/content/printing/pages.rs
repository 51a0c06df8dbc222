//! Pages of paths and text, in points from the upper left corner, and the flow of blocks
//! over them.

use super::Paper;
use super::text::{FontFace, Fonts};

/// Margin on every side.
const MARGIN: f32 = 54.0;

/// Size of running text, and height of its lines.
pub(super) const BODY: f32 = 10.0;
pub(super) const LINE: f32 = 14.5;

/// Width of the column with the numbers of comments.
const NUMBERS: f32 = 26.0;

/// A grey: 0 is black, 255 white. What is printed needs no other colour.
pub(super) type Grey = u8;

pub(super) const BLACK: Grey = 0;
pub(super) const WHITE: Grey = 255;

/// Shade of text that is less important.
pub(super) const GREY: Grey = 90;

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Segment {
    Move([f32; 2]),
    Line([f32; 2]),
    Quad([f32; 2], [f32; 2]),
    Cubic([f32; 2], [f32; 2], [f32; 2]),
    Close,
}

/// Heading of a game: its name, its players, and facts about it.
pub(super) struct Heading<'h> {
    pub(super) game: String,
    /// For each player a piece, drawn around a middle in some size, and the name.
    pub(super) players: Vec<(Box<PieceItems<'h>>, String)>,
    pub(super) facts: Vec<String>,
}

/// Draws a piece around a middle in a size.
pub(super) type PieceItems<'h> = dyn Fn([f32; 2], f32) -> Vec<Item> + 'h;

/// Something on a page.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A path that is filled, drawn with a line of this width, or both.
    Path { segments: Vec<Segment>, fill: Option<Grey>, stroke: Option<(Grey, f32)> },
    /// A text whose baseline begins here.
    Text { at: [f32; 2], size: f32, face: FontFace, grey: Grey, text: String },
}

impl Item {
    pub(super) fn line(from: [f32; 2], to: [f32; 2], width: f32) -> Item {
        let segments = vec![Segment::Move(from), Segment::Line(to)];
        Item::Path { segments, fill: None, stroke: Some((BLACK, width)) }
    }

    pub(super) fn rectangle(min: [f32; 2], max: [f32; 2], fill: Grey) -> Item {
        let corners = [[max[0], min[1]], max, [min[0], max[1]]];
        let mut segments = vec![Segment::Move(min)];
        segments.extend(corners.map(Segment::Line));
        segments.push(Segment::Close);
        Item::Path { segments, fill: Some(fill), stroke: None }
    }

    pub(super) fn disc(centre: [f32; 2], radius: f32, fill: Grey, line: Option<f32>) -> Item {
        // The length of handles with which four curves come closest to a circle.
        let handle = 0.552_285 * radius;
        let at = |x: f32, y: f32| [centre[0] + x, centre[1] + y];
        let (r, h) = (radius, handle);
        let segments = vec![
            Segment::Move(at(r, 0.0)),
            Segment::Cubic(at(r, h), at(h, r), at(0.0, r)),
            Segment::Cubic(at(-h, r), at(-r, h), at(-r, 0.0)),
            Segment::Cubic(at(-r, -h), at(-h, -r), at(0.0, -r)),
            Segment::Cubic(at(h, -r), at(r, -h), at(r, 0.0)),
            Segment::Close,
        ];
        Item::Path { segments, fill: Some(fill), stroke: line.map(|width| (BLACK, width)) }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) size: [f32; 2],
    pub(super) items: Vec<Item>,
}

/// Pages that are filled from the top.
pub(super) struct Pages<'a> {
    pub(super) fonts: &'a Fonts<'a>,
    paper: Paper,
    done: Vec<Page>,
    items: Vec<Item>,
    /// Upper edge of what comes next.
    pub(super) y: f32,
}

impl<'a> Pages<'a> {
    pub(super) fn new(paper: Paper, fonts: &'a Fonts<'a>) -> Pages<'a> {
        Pages { fonts, paper, done: Vec::new(), items: Vec::new(), y: MARGIN }
    }

    pub(super) fn left(&self) -> f32 {
        MARGIN
    }

    /// Width between the margins.
    pub(super) fn width(&self) -> f32 {
        self.paper.size()[0] - 2.0 * MARGIN
    }

    /// Height that is left on the page above the number of the page.
    pub(super) fn room(&self) -> f32 {
        self.paper.size()[1] - MARGIN - LINE - self.y
    }

    /// Height of an empty page.
    pub(super) fn full_room(&self) -> f32 {
        self.paper.size()[1] - 2.0 * MARGIN - LINE
    }

    /// Goes to the next page unless there is this much room.
    pub(super) fn need(&mut self, height: f32) {
        if self.room() < height && self.y > MARGIN {
            self.next_page();
        }
    }

    pub(super) fn next_page(&mut self) {
        let items = std::mem::take(&mut self.items);
        self.done.push(Page { size: self.paper.size(), items });
        self.y = MARGIN;
    }

    pub(super) fn add(&mut self, item: Item) {
        self.items.push(item);
    }

    /// A text with its baseline here, on the right of the place, around it or on its left.
    pub(super) fn text(&mut self, at: [f32; 2], align: Align, size: f32, grey: Grey, text: &str) {
        let width = self.fonts.width(FontFace::Sans, size, text);
        let left = match align {
            Align::Left => at[0],
            Align::Centre => at[0] - width / 2.0,
            Align::Right => at[0] - width,
        };
        let (at, text) = ([left, at[1]], text.to_owned());
        self.add(Item::Text { at, size, face: FontFace::Sans, grey, text });
    }

    /// Running text, below what is there.
    pub(super) fn paragraph(&mut self, text: &str, left: f32, width: f32) {
        for line in self.fonts.lines(BODY, text, width) {
            self.need(LINE);
            self.text([left, self.y + BODY], Align::Left, BODY, BLACK, line);
            self.y += LINE;
        }
    }

    /// The same with each line in the middle of the page.
    pub(super) fn centred_paragraph(&mut self, text: &str) {
        let middle = MARGIN + self.width() / 2.0;
        for line in self.fonts.lines(BODY, text, self.width()) {
            self.need(LINE);
            self.text([middle, self.y + BODY], Align::Centre, BODY, BLACK, line);
            self.y += LINE;
        }
    }

    /// A comment with the number of its move, if it has one, beside it.
    pub(super) fn comment(&mut self, number: &str, text: &str) {
        let indent = if number.is_empty() { 0.0 } else { NUMBERS };
        self.need(LINE);
        let at = [MARGIN + NUMBERS - 8.0, self.y + BODY];
        self.text(at, Align::Right, BODY, GREY, number);
        self.paragraph(text, MARGIN + indent, self.width() - indent);
    }

    /// The name of the game, a line for each player with the items of a piece before it,
    /// and what is known about the game.
    pub(super) fn heading(&mut self, heading: &Heading) {
        const NAME: f32 = 13.0;
        const PLAYER: f32 = 15.0;
        let Heading { game, players, facts } = heading;
        let (at, text) = ([MARGIN, self.y + NAME], game.clone());
        self.add(Item::Text { at, size: NAME, face: FontFace::Kai, grey: GREY, text });
        self.y += NAME + 8.0;
        for (piece, name) in players {
            for line in self.fonts.lines(PLAYER, name, self.width() - 1.5 * PLAYER) {
                let left = MARGIN + 1.5 * PLAYER;
                self.text([left, self.y + PLAYER], Align::Left, PLAYER, BLACK, line);
                if line.len() == name.len() || name.starts_with(line) {
                    let middle = [MARGIN + 0.55 * PLAYER, self.y + 0.65 * PLAYER];
                    self.items.extend(piece(middle, 1.1 * PLAYER));
                }
                self.y += 1.45 * PLAYER;
            }
        }
        self.y += 3.0;
        for fact in facts {
            self.paragraph(fact, MARGIN, self.width());
        }
        self.y += 6.0;
        let (from, to) = ([MARGIN, self.y], [MARGIN + self.width(), self.y]);
        self.add(Item::line(from, to, 0.7));
        self.y += 16.0;
    }

    /// All pages, with their numbers where there are several.
    pub(super) fn finish(mut self) -> Vec<Page> {
        self.next_page();
        let (fonts, count) = (self.fonts, self.done.len());
        let mut pages = self.done;
        if count > 1 {
            for (number, page) in pages.iter_mut().enumerate() {
                let text = format!("{} / {count}", number + 1);
                let width = fonts.width(FontFace::Sans, 9.0, &text);
                let at = [(page.size[0] - width) / 2.0, page.size[1] - MARGIN + 6.0];
                page.items.push(Item::Text {
                    at,
                    size: 9.0,
                    face: FontFace::Sans,
                    grey: GREY,
                    text,
                });
            }
        }
        pages
    }
}

/// Where a text is seen from its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}
