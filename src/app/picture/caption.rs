//! What is written below a picture: who played, how it ended, which move is
//! shown and what was said about it.

use bevy::color::Color;
use bevy::math::{Rect, Vec2};
use resvg::tiny_skia::Pixmap;

use super::letters::{Align, Letters};
use super::scene::{ink, move_number};
use super::{Artist, PictureError, pen};
use crate::app::screens::move_name;
use crate::app::ui::Words;
use crate::core::{Move, Side};
use crate::record::{Field, GameTree, NodeId};

/// Size of the text, in edges of the picture, and the least one in pixels.
const TEXT: f32 = 0.0285;
const SMALLEST: f32 = 10.0;

/// Size of what is less important, in sizes of the text.
const MINOR: f32 = 0.86;

/// Height of a line, in sizes of its text.
const LINE: f32 = 1.6;

/// Size of the piece beside a name, and the space after it and between the
/// players, in sizes of the text.
const SIGN: f32 = 1.3;
const GAP: f32 = 0.45;
const APART: f32 = 1.3;

/// Lines that a comment may have.
const COMMENT_LINES: usize = 4;

/// The colour of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tone {
    Plain,
    Muted,
}

/// A text in its place: its beginning, or its end where it stands right.
struct Text {
    text: String,
    size: f32,
    at: Vec2,
    align: Align,
    tone: Tone,
}

/// The caption of a picture.
pub(super) struct Caption {
    texts: Vec<Text>,
    /// Pieces of the players, with their middles.
    signs: Vec<(Side, Vec2)>,
    /// Size of the text in pixels.
    size: f32,
    /// Where the move is written, and how much room it has.
    move_at: Vec2,
    room: f32,
    /// Its lower edge.
    bottom: f32,
}

impl Caption {
    /// Lays out the caption of pictures of these nodes below the upper edge
    /// of `place`, between its sides.
    pub(super) fn new(
        artist: &Artist,
        letters: &Letters,
        tree: &GameTree,
        nodes: &[NodeId],
        edge: u32,
        place: Rect,
    ) -> Caption {
        let size = (TEXT * edge as f32).max(SMALLEST);
        let minor = size * MINOR;
        let (left, right) = (place.min.x, place.max.x);
        let room = right - left;
        let mut caption = Caption {
            texts: Vec::new(),
            signs: Vec::new(),
            size,
            move_at: Vec2::ZERO,
            room,
            bottom: place.min.y,
        };
        let swapped = nodes.last().is_some_and(|&node| tree.position(node).is_swapped());
        let names = Side::BOTH.map(|side| player(&artist.words, tree, side, swapped));
        let sign = (SIGN + GAP) * size;
        let [first, second] = names.each_ref().map(|name| sign + letters.width(name, size));
        // Both players in one line, or each in a line of its own.
        let in_one = first + APART * size + second <= room;
        let mut y = caption.line(size);
        for (side, name) in Side::BOTH.into_iter().zip(names) {
            let behind = in_one && side == Side::Second;
            let x = if behind { left + first + APART * size } else { left };
            if side == Side::Second && !in_one {
                y = caption.line(size);
            }
            let name = letters.shortened(&name, size, room - sign);
            caption.signs.push((side, Vec2::new(x + SIGN * size / 2.0, y)));
            caption.add(name, size, Vec2::new(x + sign, y), Align::Left, Tone::Plain);
        }
        let result = result(&artist.words, tree, swapped).unwrap_or_default();
        let after = first + second + 2.0 * APART * size;
        if in_one && after + letters.width(&result, size) <= room {
            caption.add(result, size, Vec2::new(right, y), Align::Right, Tone::Plain);
        } else {
            let result = letters.shortened(&result, size, room);
            caption.add_line(result, size, left, Tone::Plain);
        }
        caption.add_line(letters.shortened(&about(tree), minor, room), minor, left, Tone::Muted);
        caption.move_at = Vec2::new(left, caption.line(size));
        if let &[node] = nodes {
            let words: Vec<_> = tree.notes(node).comment.split_whitespace().collect();
            for line in letters.lines(&words.join(" "), minor, room, COMMENT_LINES) {
                caption.add_line(line, minor, left, Tone::Muted);
            }
        }
        caption
    }

    /// Begins a new line of text of this size, and gives the height of its
    /// middle.
    fn line(&mut self, size: f32) -> f32 {
        self.bottom += size * LINE;
        self.bottom - size * LINE / 2.0
    }

    /// Adds a text on a line of its own, if there is one.
    fn add_line(&mut self, text: String, size: f32, left: f32, tone: Tone) {
        if !text.is_empty() {
            let y = self.line(size);
            self.add(text, size, Vec2::new(left, y), Align::Left, tone);
        }
    }

    fn add(&mut self, text: String, size: f32, at: Vec2, align: Align, tone: Tone) {
        self.texts.push(Text { text, size, at, align, tone });
    }

    /// Its lower edge in the picture, in pixels.
    pub(super) fn bottom(&self) -> f32 {
        self.bottom
    }

    /// Writes what is the same for every node; `sign` draws the piece of a
    /// side.
    pub(super) fn write(
        &self,
        canvas: &mut Pixmap,
        artist: &Artist,
        letters: &Letters,
        sign: impl Fn(Side, f32) -> Result<Pixmap, PictureError>,
    ) -> Result<(), PictureError> {
        for &(side, at) in &self.signs {
            pen::stamp(canvas, &sign(side, SIGN * self.size)?, at, 1.0);
        }
        for text in &self.texts {
            let color = color(artist, text.tone);
            letters.write(canvas, &text.text, text.size, text.at, text.align, color);
        }
        Ok(())
    }

    /// Writes which move led to a node.
    pub(super) fn write_move(
        &self,
        canvas: &mut Pixmap,
        artist: &Artist,
        letters: &Letters,
        tree: &GameTree,
        node: NodeId,
    ) {
        let text = letters.shortened(&move_line(&artist.words, tree, node), self.size, self.room);
        let color = color(artist, Tone::Plain);
        letters.write(canvas, &text, self.size, self.move_at, Align::Left, color);
    }
}

fn color(artist: &Artist, tone: Tone) -> Color {
    artist.look.content().map_or(Color::BLACK, |theme| match tone {
        Tone::Plain => ink(theme.ink),
        Tone::Muted => ink(theme.muted),
    })
}

/// The name of a side, for a game whose players may have changed sides.
fn side_name(words: &Words, tree: &GameTree, side: Side, swapped: bool) -> String {
    let side = if swapped { side.other() } else { side };
    words.get(&format!("side-{}", tree.game().side_names()[side.index()]))
}

/// A player with the rating, or the name of the side.
fn player(words: &Words, tree: &GameTree, side: Side, swapped: bool) -> String {
    let info = tree.info();
    let (name, rating) = match side {
        Side::First => (Field::First, Field::FirstRating),
        Side::Second => (Field::Second, Field::SecondRating),
    };
    match (info.get(name), info.get(rating)) {
        ("", _) => side_name(words, tree, side, swapped),
        (name, "") => name.to_owned(),
        (name, rating) => format!("{name} {rating}"),
    }
}

/// How the game ended; `None` if that is not known.
fn result(words: &Words, tree: &GameTree, swapped: bool) -> Option<String> {
    let info = tree.info();
    let (winner, how) = match info.winner() {
        Some(winner) => (winner, info.get(Field::Result).split_once(' ').map_or("", |r| r.1)),
        None => {
            let last = tree.main_line().last().unwrap_or(tree.root());
            (tree.position(last).outcome()?.winner, "")
        }
    };
    let Some(winner) = winner else { return Some(words.get("result-draw")) };
    let side = ("side", side_name(words, tree, winner, swapped));
    let number = || how.parse::<f64>().is_ok_and(|points| points > 0.0);
    Some(match how {
        "R" => words.with("picture-won-resigned", &[side]),
        "T" => words.with("picture-won-time", &[side]),
        "F" => words.with("picture-won-forfeit", &[side]),
        _ if number() => words.with("picture-won-by", &[side, ("points", how.to_owned())]),
        _ => words.with("result-win", &[side]),
    })
}

/// Where and when it was played.
fn about(tree: &GameTree) -> String {
    let known = [Field::Event, Field::Round, Field::Place, Field::Date]
        // Parts of a date that are not known say nothing.
        .map(|field| tree.info().get(field).trim_end_matches("-??"))
        .into_iter()
        .filter(|text| !text.is_empty() && text.chars().any(|c| c != '?' && c != '.' && c != '-'));
    known.collect::<Vec<_>>().join(" · ")
}

/// The move that led to a node, with its number.
fn move_line(words: &Words, tree: &GameTree, node: NodeId) -> String {
    let Some(mv) = tree.move_at(node) else { return words.get("picture-start") };
    let notation = words.find(&format!("notation-{}", tree.game().id())).unwrap_or_default();
    let mut name = move_name(words, tree, node, &notation);
    let glyphs = tree.notes(node).glyphs.iter().filter(|glyph| glyph.is_of_move());
    name.extend(glyphs.map(|glyph| glyph.sign()));
    match mv {
        // Pieces are moved in turns, and a turn of both sides has one number.
        Move::Travel { .. } => {
            let late = usize::from(tree.start().side_to_move() == Side::Second);
            let half = tree.ply(node) + late;
            let dots = if half.is_multiple_of(2) { "…" } else { "." };
            format!("{}{dots} {name}", half.div_ceil(2))
        }
        Move::Place(_) | Move::Pass => {
            let number = move_number(tree, node).to_string();
            words.with("picture-move", &[("number", number), ("move", name)])
        }
        Move::Decide(_) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::Language;
    use crate::core::Point;
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
        let words = Words::default();
        let (chess, node) = tree("chess", &["e4", "e5", "Nf3"]);
        assert_eq!(move_line(&words, &chess, node), "2. Nf3");
        let before = chess.parent(node).unwrap();
        assert_eq!(move_line(&words, &chess, before), "1… e5");
        let (go, node) = tree("go", &["D4", "Q16", "Q4"]);
        assert_eq!(move_line(&words, &go, node), "Move 3: Q4");
        assert_eq!(move_line(&words, &go, go.root()), "Starting position");
    }

    #[test]
    fn a_caption_speaks_chinese() {
        let words = Words::of(Language::SimplifiedChinese);
        let (mut xiangqi, node) = tree("xiangqi", &["h2e2"]);
        assert_eq!(move_line(&words, &xiangqi, node), "1. 炮二平五");
        xiangqi.info_mut().set(Field::Result, "1-0 R");
        assert_eq!(result(&words, &xiangqi, false).as_deref(), Some("红方胜，对方认输"));
        let (go, node) = tree("go", &["D4"]);
        assert_eq!(move_line(&words, &go, node), "第 1 手：D4");
        assert_eq!(player(&words, &go, Side::First, false), "黑方");
        assert_eq!(player(&words, &go, Side::First, true), "白方");
    }

    #[test]
    fn what_is_not_known_of_a_game_is_left_out() {
        let (mut tree, _) = tree("go", &["D4"]);
        assert_eq!(about(&tree), "");
        tree.info_mut().set(Field::Event, "Castle games");
        tree.info_mut().set(Field::Round, "?");
        tree.info_mut().set(Field::Date, "1846-09-??");
        assert_eq!(about(&tree), "Castle games · 1846-09");
        tree.info_mut().set(Field::Date, "????-??-??");
        assert_eq!(about(&tree), "Castle games");
    }

    #[test]
    fn the_result_is_told_in_words() {
        let words = Words::default();
        let (mut tree, _) = tree("go", &["D4"]);
        assert_eq!(result(&words, &tree, false), None);
        for (text, said) in [
            ("1-0 R", "Black wins by resignation"),
            ("0-1 T", "White wins on time"),
            ("0-1 3.5", "White wins by 3.5"),
            ("1-0 F", "Black wins by forfeit"),
            ("1-0", "Black wins"),
            ("1/2-1/2", "Draw"),
        ] {
            tree.info_mut().set(Field::Result, text);
            assert_eq!(result(&words, &tree, false).as_deref(), Some(said));
        }
    }

    #[test]
    fn a_game_that_its_rules_ended_needs_no_result_in_its_record() {
        let (tree, _) = tree("tictactoe", &["a1", "b1", "a2", "b2", "a3"]);
        assert_eq!(tree.start().piece_at(Point::new(0, 0)), None);
        assert_eq!(result(&Words::default(), &tree, false).as_deref(), Some("X wins"));
    }
}
