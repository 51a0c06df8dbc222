//! Game information, PGN's tags and SGF's game-info properties: players,
//! event, date, result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::core::Side;

/// A field of the game information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InfoField {
    /// Name of the player of the first side.
    FirstPlayer,
    /// Name of the player of the second side.
    SecondPlayer,
    /// Rating or rank of the first.
    FirstRating,
    /// Rating or rank of the second.
    SecondRating,
    /// Tournament or match.
    Event,
    /// Site where it was played.
    Site,
    /// Date as 2026-11-21; unknown parts are left out or `??`.
    Date,
    /// Round of the event.
    Round,
    /// Result in the form that [`GameInfo::winner`] reads.
    Result,
    /// Name of the opening.
    Opening,
    /// Time control as text.
    TimeControl,
    /// Author of the comments.
    Annotator,
    /// Source of the record.
    Source,
    /// Comment on the whole game.
    Comment,
}

impl InfoField {
    /// Every field.
    pub const ALL: [InfoField; 14] = [
        InfoField::FirstPlayer,
        InfoField::SecondPlayer,
        InfoField::FirstRating,
        InfoField::SecondRating,
        InfoField::Event,
        InfoField::Site,
        InfoField::Date,
        InfoField::Round,
        InfoField::Result,
        InfoField::Opening,
        InfoField::TimeControl,
        InfoField::Annotator,
        InfoField::Source,
        InfoField::Comment,
    ];

    /// Name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            InfoField::FirstPlayer => "first",
            InfoField::SecondPlayer => "second",
            InfoField::FirstRating => "first-rating",
            InfoField::SecondRating => "second-rating",
            InfoField::Event => "event",
            InfoField::Site => "place",
            InfoField::Date => "date",
            InfoField::Round => "round",
            InfoField::Result => "result",
            InfoField::Opening => "opening",
            InfoField::TimeControl => "time",
            InfoField::Annotator => "annotator",
            InfoField::Source => "source",
            InfoField::Comment => "comment",
        }
    }
}

/// Information about a game. Texts are kept verbatim; an empty text is the
/// same as none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    // A game has few of these, and a library has many games.
    fields: Vec<(InfoField, Box<str>)>,
    tags: Vec<(Box<str>, Box<str>)>,
}

impl GameInfo {
    /// The value of a field; empty if unknown.
    #[must_use]
    pub fn get(&self, field: InfoField) -> &str {
        self.fields.iter().find(|entry| entry.0 == field).map_or("", |entry| &entry.1)
    }

    /// Sets a field; an empty text removes it.
    pub fn set(&mut self, field: InfoField, text: &str) {
        insert_sorted(&mut self.fields, field, text);
    }

    /// The value of a custom tag; empty if absent.
    #[must_use]
    pub fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|entry| &*entry.0 == name).map_or("", |entry| &entry.1)
    }

    /// Sets a custom tag; an empty text removes it.
    pub fn set_tag(&mut self, name: &str, text: &str) {
        insert_sorted(&mut self.tags, name.into(), text);
    }

    /// Exchanges what is known of the two sides, and who has won.
    pub fn exchange_sides(&mut self) {
        for (first, second) in [
            (InfoField::FirstPlayer, InfoField::SecondPlayer),
            (InfoField::FirstRating, InfoField::SecondRating),
        ] {
            let [of_first, of_second] = [first, second].map(|field| self.get(field).to_owned());
            self.set(first, &of_second);
            self.set(second, &of_first);
        }
        let result = self.get(InfoField::Result);
        let (word, margin) = result.split_at(result.find(' ').unwrap_or(result.len()));
        let exchanged = match word {
            "1-0" => format!("0-1{margin}"),
            "0-1" => format!("1-0{margin}"),
            _ => return,
        };
        self.set(InfoField::Result, &exchanged);
    }

    /// The custom tags in order of their names.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, text)| (&**name, &**text))
    }

    /// The winner by [`InfoField::Result`]: `Some(None)` is a draw, `None` an
    /// unknown result.
    ///
    /// A result is `1-0` (the first side won), `0-1` or `1/2-1/2`, optionally
    /// followed by a space and the margin: a number of points, or R (resigned),
    /// T (time), F (forfeit).
    #[must_use]
    pub fn winner(&self) -> Option<Option<Side>> {
        match self.get(InfoField::Result).split(' ').next()? {
            "1-0" => Some(Some(Side::First)),
            "0-1" => Some(Some(Side::Second)),
            "1/2-1/2" => Some(None),
            _ => None,
        }
    }
}

/// Inserts, replaces or removes an entry. The list stays sorted, so that equal
/// content compares equal.
fn insert_sorted<K: Ord>(list: &mut Vec<(K, Box<str>)>, key: K, text: &str) {
    match (list.binary_search_by(|entry| entry.0.cmp(&key)), text.is_empty()) {
        (Ok(at), true) => _ = list.remove(at),
        (Ok(at), false) => list[at].1 = text.into(),
        (Err(_), true) => {}
        (Err(at), false) => {
            // Most games have only a few.
            list.reserve_exact(1);
            list.insert(at, (key, text.into()));
        }
    }
}

/// The serialised form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InfoFile {
    #[serde(rename = "known", default, skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
}

impl InfoFile {
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.tags.is_empty()
    }

    /// The first name that is no [`InfoField`].
    pub(super) fn unknown_field(&self) -> Option<&str> {
        let is_known = |name: &str| InfoField::ALL.iter().any(|field| field.name() == name);
        self.fields.keys().map(String::as_str).find(|name| !is_known(name))
    }
}

impl From<&GameInfo> for InfoFile {
    fn from(info: &GameInfo) -> InfoFile {
        let field =
            |(field, text): &(InfoField, Box<str>)| (field.name().to_owned(), (**text).into());
        InfoFile {
            fields: info.fields.iter().map(field).collect(),
            tags: info.tags().map(|(name, text)| (name.to_owned(), text.to_owned())).collect(),
        }
    }
}

impl From<&InfoFile> for GameInfo {
    fn from(file: &InfoFile) -> GameInfo {
        let mut info = GameInfo::default();
        for field in InfoField::ALL {
            info.set(field, file.fields.get(field.name()).map_or("", String::as_str));
        }
        for (name, text) in &file.tags {
            info.set_tag(name, text);
        }
        info
    }
}
