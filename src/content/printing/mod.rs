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
use crate::record::{GameTree, InfoField};
use boards::PieceDrawings;
use pages::{Page, Pages};
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

/// Error of making pages.
#[derive(Debug, Error)]
pub enum PrintError {
    /// A file of the assets is missing or cannot be read as what it should be.
    #[error("{0}: the file cannot be used")]
    Asset(String),
    /// The document cannot be written.
    #[error("the PDF cannot be written: {0}")]
    Pdf(String),
}

/// The set of pieces that is printed: black and white, without shades.
const PIECES: &str = "contrast";

/// The files of the assets that the pages of a game need.
#[must_use]
pub fn assets(tree: &GameTree) -> Vec<String> {
    let mut files = vec![super::SANS.to_owned(), super::KAI.to_owned()];
    let sides = tree.game().side_names();
    for piece in tree.start().piece_names() {
        files.extend(sides.map(|side| super::piece_path(PIECES, piece, side)));
    }
    files
}

/// The main line of a game as pages. `files` are the contents of [`assets`] by path.
///
/// # Errors
/// When a file is missing or unreadable.
pub fn print(
    tree: &GameTree,
    files: &BTreeMap<String, Vec<u8>>,
    paper: Paper,
    locale: Locale,
    format: PrintFormat,
) -> Result<Vec<u8>, PrintError> {
    let fonts = Fonts::new(files)?;
    let pages = layout(tree, files, &fonts, paper, locale)?;
    match format {
        PrintFormat::Pdf => pdf::write(&pages, files, &Words::of(tree, locale).title()),
        PrintFormat::Svg => Ok(svg::write(&pages, &fonts).into_bytes()),
    }
}

fn layout(
    tree: &GameTree,
    files: &BTreeMap<String, Vec<u8>>,
    fonts: &Fonts,
    paper: Paper,
    locale: Locale,
) -> Result<Vec<Page>, PrintError> {
    let words = Words::of(tree, locale);
    let drawings = PieceDrawings::new(tree, files)?;
    let mut pages = Pages::new(paper, fonts);
    pages.heading(&words.title(), &words.facts());
    // In games of moving pieces the diagrams show pieces rather than numbers.
    if tree.start().piece_names().len() > 2 {
        score_sheet::add(&mut pages, tree, &words, &drawings);
    } else {
        figures::add(&mut pages, tree, &words);
    }
    Ok(pages.finish())
}

/// The texts of a game in the language of the pages.
struct Words<'a> {
    tree: &'a GameTree,
    locale: Locale,
}

impl<'a> Words<'a> {
    fn of(tree: &'a GameTree, locale: Locale) -> Words<'a> {
        Words { tree, locale }
    }

    fn get(&self, id: &str) -> String {
        self.format(id, &[])
    }

    fn format(&self, id: &str, args: &[(&str, String)]) -> String {
        messages::text(self.locale, id, args).unwrap_or_else(|| id.to_owned())
    }

    /// Both players, or the game where they are not known.
    fn title(&self) -> String {
        let info = self.tree.info();
        let players = [
            (InfoField::FirstPlayer, InfoField::FirstRating),
            (InfoField::SecondPlayer, InfoField::SecondRating),
        ];
        let players = players.map(|(name, rating)| match (info.get(name), info.get(rating)) {
            ("", _) => None,
            (name, "") => Some(name.to_owned()),
            (name, rating) => Some(format!("{name} ({rating})")),
        });
        let sides = self.tree.game().side_names().map(|side| self.get(&format!("side-{side}")));
        match players {
            [None, None] => self.get(&format!("game-{}", self.tree.game().id())),
            [first, second] => {
                let name = |player: Option<String>, side: &str| player.unwrap_or(side.to_owned());
                format!("{} – {}", name(first, &sides[0]), name(second, &sides[1]))
            }
        }
    }

    /// The lines below the title: which side is whose, and where and how it was played.
    fn facts(&self) -> Vec<String> {
        let info = self.tree.info();
        let sides = self.tree.game().side_names().map(|side| self.get(&format!("side-{side}")));
        let mut lines = Vec::new();
        let known = |field| Some(info.get(field)).filter(|text| !text.is_empty());
        let named = [InfoField::FirstPlayer, InfoField::SecondPlayer]
            .into_iter()
            .zip(&sides)
            .filter_map(|(field, side)| known(field).map(|name| format!("{side}: {name}")));
        let game = self.get(&format!("game-{}", self.tree.game().id()));
        lines.push(std::iter::once(game).chain(named).collect::<Vec<_>>().join(" · "));
        let rest = [
            InfoField::Event,
            InfoField::Round,
            InfoField::Site,
            InfoField::Date,
            InfoField::TimeControl,
            InfoField::Result,
        ];
        let rest: Vec<&str> = rest.into_iter().filter_map(known).collect();
        if !rest.is_empty() {
            lines.push(rest.join(" · "));
        }
        lines
    }
}

#[cfg(test)]
mod tests;
