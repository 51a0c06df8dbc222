//! Guides to the games: the rules of each game and of each of its variants, in short sections with
//! diagrams that play a few moves.
//!
//! A file of the folder `assets/how_to_play` is a [`Guide`]: the pages of one
//! game, the first of them for its usual rules. Every option of the game and
//! every word that it can be set to is covered by a page.
//!
//! ```
//! use tianyuan::content::{assets_folder, how_to_play};
//! use tianyuan::games::{Options, registry};
//!
//! let folder = assets_folder();
//! let loaded = how_to_play::load(|path| {
//!     std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
//! });
//! assert_eq!(loaded.errors, []);
//!
//! let gomoku = registry::find("gomoku").unwrap();
//! let guide = loaded.guides.iter().find(|guide| guide.game == "gomoku").unwrap();
//! let renju = Options::parse("(rule: \"renju\")")?;
//! let page = &guide.pages[guide.page_for(gomoku, &renju)];
//! assert_eq!(page.id, "renju");
//! # Ok::<(), tianyuan::games::SetupError>(())
//! ```

mod check;
mod diagram;
mod read;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::file::{self, FileError, FormatError};
use super::levels::GoalPoint;
use super::messages::LocalizedText;
use crate::games::{Domain, Game, OptionSpec, OptionValue, Options};
pub use diagram::Frame;
pub use read::{LoadedGuides, load, read_guide};

/// The index of all guides, within the assets folder.
pub const INDEX: &str = "how_to_play/index.ron";

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 256 << 10;

/// Maximum number of pages of a guide.
pub const MAX_PAGES: usize = 24;

/// Maximum number of sections of a page.
pub const MAX_SECTIONS: usize = 24;

/// Maximum number of moves of a diagram.
pub const MAX_MOVES: usize = 40;

/// Maximum number of marked points of a diagram.
pub const MAX_MARKS: usize = 40;

/// Maximum size of a title or heading in bytes, in one language.
pub const MAX_HEADING: usize = 80;

/// Maximum size of the text of a section in bytes, in one language.
pub const MAX_TEXT: usize = 800;

/// The pages of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    version: u32,
    /// Id of the game.
    pub game: String,
    /// The pages; the first is about the game under its usual rules.
    pub pages: Vec<Page>,
}

/// The rules of the game or of one of its variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Id within the game.
    pub id: String,
    /// Title by language.
    pub title: LocalizedText,
    /// The options that it explains: of each the words, or none if it explains
    /// all values.
    #[serde(default)]
    pub covers: BTreeMap<String, Vec<String>>,
    /// The options of its diagrams, unless they have their own.
    #[serde(default)]
    pub options: Options,
    /// The sections in reading order.
    pub sections: Vec<Section>,
}

/// A few sentences about one rule, and a diagram of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Heading by language.
    pub heading: LocalizedText,
    /// The sentences by language.
    pub text: LocalizedText,
    /// A diagram beside them.
    #[serde(default)]
    pub diagram: Option<Diagram>,
}

/// A position and moves that are played from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Diagram {
    /// The options of the game; those of the page if there are none.
    pub options: Options,
    /// The position in the game's text form; the start if it is empty.
    pub position: String,
    /// The moves in the game's notation, separated by spaces.
    pub moves: String,
    /// Points that are marked.
    pub marks: Vec<GoalPoint>,
    /// The point of a piece whose legal moves are shown before the moves are
    /// played.
    pub piece: Option<GoalPoint>,
}

impl Guide {
    /// Index of the page for a game with these options: the one of the variant
    /// if they choose one, otherwise the first.
    #[must_use]
    pub fn page_for(&self, game: &dyn Game, options: &Options) -> usize {
        let is_about = |page: &Page| {
            game.options().iter().any(|spec| {
                let chosen = options.get(spec);
                chosen != spec.domain.default_choice()
                    && game.is_relevant(spec.id, options)
                    && page.covers_value(spec, &chosen)
            })
        };
        self.pages.iter().skip(1).position(is_about).map_or(0, |at| at + 1)
    }

    /// The page with this id.
    #[must_use]
    pub fn page(&self, id: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.id == id)
    }
}

impl Page {
    /// True if the page explains this value of an option.
    #[must_use]
    pub fn covers_value(&self, spec: &OptionSpec, value: &OptionValue) -> bool {
        let Some(words) = self.covers.get(spec.id) else { return false };
        match (spec.domain, value) {
            (Domain::Words(_), OptionValue::Word(word)) => words.is_empty() || words.contains(word),
            _ => true,
        }
    }
}

/// Error in a page.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("page \"{page}\"{}: {reason}", section.map_or(String::new(), |number| format!(", section {number}")))]
pub struct PageError {
    /// The page's id.
    pub page: String,
    /// The number of the section from 1, if it is in one.
    pub section: Option<usize>,
    /// The problem, and what was expected.
    pub reason: String,
}

impl PageError {
    /// The error located in the file with this text, at the line where the
    /// section begins, or else the page.
    fn in_file(&self, file: &str, text: &str) -> FileError {
        let name = format!("id: {:?}", self.page);
        let page = text.lines().position(|line| line.contains(&name));
        let line = page.map(|page| {
            let heading = |(_, line): &(usize, &str)| line.trim_start().starts_with("heading:");
            let mut headings = text.lines().enumerate().skip(page).filter(heading);
            let section = self.section.and_then(|number| headings.nth(number - 1));
            section.map_or(page, |(at, _)| at) + 1
        });
        FileError { file: file.to_owned(), line, reason: self.to_string() }
    }
}
