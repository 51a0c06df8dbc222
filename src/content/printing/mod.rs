//! A game as pages to print: diagrams with the numbers of the moves for games of stones and
//! discs, as books show them, and score sheets for games of moving pieces. Pages are made
//! of paths and text, and written as SVG or PDF.

mod boards;
mod figures;
mod pages;
mod pdf;
mod score_sheet;
mod svg;
mod text;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::messages::{self, Locale};
use super::record_texts;
use crate::core::Side;
use crate::games::Piece;
use crate::record::{GameTree, NodeId};
use boards::PieceDrawings;
use pages::{Heading, Page, Pages, PieceItems};
use text::Fonts;

/// The size of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, of which an inch has 72.
    #[must_use]
    pub fn size(self) -> [f32; 2] {
        match self {
            Paper::A4 => [595.28, 841.89],
            Paper::Letter => [612.0, 792.0],
        }
    }
}

/// The format of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PrintFormat {
    /// A document, its letters as text.
    Pdf,
    /// A picture with all pages below each other, its letters as outlines.
    Svg,
}

impl PrintFormat {
    /// Extension of the files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            PrintFormat::Pdf => "pdf",
            PrintFormat::Svg => "svg",
        }
    }
}

/// Error of making pages.
#[derive(Debug, Error)]
pub enum PrintError {
    /// A file of the assets is missing or cannot be read as what it should be.
    #[error("{0}: the file cannot be used")]
    Asset(String),
}

/// The set of pieces that is printed: black and white, without shades.
const PIECES: &str = "contrast";

/// The files of the assets that the pages of a game need.
#[must_use]
pub fn assets(tree: &GameTree) -> Vec<String> {
    let mut files = vec![super::SANS.to_owned(), super::KAI.to_owned()];
    let sides = tree.game().side_names();
    for piece in tree.start().piece_names() {
        files.extend(sides.map(|side| super::sets::piece_path(PIECES, piece, side)));
    }
    files
}

/// Style and file format of the pages of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintStyle {
    /// The paper.
    pub paper: Paper,
    /// The format of the file.
    pub format: PrintFormat,
    /// The language of what is written.
    pub locale: Locale,
    /// Moves show pictures of pieces instead of letters, where players write them so.
    pub figurines: bool,
}

/// The main line of a game as pages. `files` are the contents of [`assets`] by path.
///
/// # Errors
/// When a file is missing or unreadable.
pub fn print(
    tree: &GameTree,
    files: &BTreeMap<String, Vec<u8>>,
    style: &PrintStyle,
) -> Result<Vec<u8>, PrintError> {
    let fonts = Fonts::new(files)?;
    let pages = layout(tree, files, &fonts, style)?;
    match style.format {
        PrintFormat::Pdf => {
            let title = Words::of(tree, style).title();
            pdf::write(&pages, &fonts, files, &title, style.locale)
        }
        PrintFormat::Svg => Ok(svg::write(&pages, &fonts).into_bytes()),
    }
}

fn layout(
    tree: &GameTree,
    files: &BTreeMap<String, Vec<u8>>,
    fonts: &Fonts,
    style: &PrintStyle,
) -> Result<Vec<Page>, PrintError> {
    let words = Words::of(tree, style);
    let drawings = PieceDrawings::new(tree, files)?;
    let mut pages = Pages::new(style.paper, fonts);
    pages.heading(&words.heading(&drawings));
    // Numbers stand on stones; elsewhere the diagrams show pieces.
    if tree.start().has_plain_stones() {
        figures::add(&mut pages, tree, &words);
    } else {
        score_sheet::add(&mut pages, tree, &words, &drawings);
    }
    Ok(pages.finish())
}

/// Comment on a move, without the commands for programs, such as `[%emt 0:00:04]`, that were not
/// understood, and with one empty line between paragraphs at most.
fn comment(tree: &GameTree, node: NodeId) -> String {
    let mut text = tree.annotations(node).comment.as_str();
    let mut said = String::new();
    while let Some((before, command)) = text.split_once("[%") {
        said.push_str(before);
        text = command.split_once(']').map_or("", |(_, after)| after);
    }
    said.push_str(text);
    let mut lines: Vec<&str> = said.trim().lines().map(str::trim_end).collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n")
}

/// The texts of a game in the language of the pages.
struct Words<'a> {
    tree: &'a GameTree,
    locale: Locale,
    /// Id of the notation of the moves.
    notation: String,
}

impl<'a> Words<'a> {
    fn of(tree: &'a GameTree, style: &PrintStyle) -> Words<'a> {
        let notation = record_texts::notation(style.locale, tree.game(), style.figurines);
        Words { tree, locale: style.locale, notation }
    }

    fn get(&self, id: &str) -> String {
        self.format(id, &[])
    }

    fn format(&self, id: &str, args: &[(&str, String)]) -> String {
        messages::text(self.locale, id, args).unwrap_or_else(|| id.to_owned())
    }

    fn game_name(&self) -> String {
        self.get(&format!("game-{}", self.tree.game().id()))
    }

    /// Both players in the order of their colours, or the game where they are not known.
    fn title(&self) -> String {
        let swapped = self.tree.is_swapped();
        let name = |side| record_texts::player(self.locale, self.tree, side, swapped);
        let known = |side| record_texts::known_player(self.locale, self.tree, side).is_some();
        let [first, second] = if swapped { [Side::Second, Side::First] } else { Side::BOTH };
        match known(first) || known(second) {
            true => format!("{} – {}", name(first), name(second)),
            false => self.game_name(),
        }
    }

    fn heading<'h>(&self, drawings: &'h PieceDrawings) -> Heading<'h> {
        let (tree, swapped) = (self.tree, self.tree.is_swapped());
        let are_stones = tree.start().has_plain_stones();
        let player = |side: Side| {
            let name = record_texts::known_player(self.locale, tree, side)?;
            let colour = if swapped { side.other() } else { side };
            let piece: Box<PieceItems<'h>> = Box::new(move |centre, size| match are_stones {
                true => vec![boards::stone(centre, 0.85 * size, colour)],
                false => drawings.items(Piece { side: colour, kind: 0 }, centre, size),
            });
            let side = record_texts::side_name(self.locale, tree.game(), side, swapped);
            Some((piece, self.format("print-player", &[("side", side), ("name", name)])))
        };
        let result = record_texts::result(self.locale, tree, swapped);
        let event = Some(record_texts::event_line(tree)).filter(|event| !event.is_empty());
        Heading {
            game: self.game_name(),
            players: Side::BOTH.into_iter().filter_map(player).collect(),
            facts: event.into_iter().chain(result).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
