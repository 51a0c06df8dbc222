//! What is known of a game beside its moves: who played, where, when, how it
//! ended.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::core::Side;

/// One thing that can be known of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Name of the player of the first side.
    First,
    /// Name of the player of the second side.
    Second,
    /// Rating or rank of the first.
    FirstRating,
    /// Rating or rank of the second.
    SecondRating,
    /// Tournament or match.
    Event,
    /// Where it was played.
    Place,
    /// When, as 2026-11-21; parts that are not known are left out or `??`.
    Date,
    /// Round of the event.
    Round,
    /// How it ended, as [`Info::winner`] reads it.
    Result,
    /// Name of the opening.
    Opening,
    /// Time control in words.
    Time,
    /// Who wrote the comments.
    Annotator,
    /// Where the record comes from.
    Source,
    /// What the whole game is said to be like.
    Comment,
}

impl Field {
    /// Every field.
    pub const ALL: [Field; 14] = [
        Field::First,
        Field::Second,
        Field::FirstRating,
        Field::SecondRating,
        Field::Event,
        Field::Place,
        Field::Date,
        Field::Round,
        Field::Result,
        Field::Opening,
        Field::Time,
        Field::Annotator,
        Field::Source,
        Field::Comment,
    ];

    /// Name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Field::First => "first",
            Field::Second => "second",
            Field::FirstRating => "first-rating",
            Field::SecondRating => "second-rating",
            Field::Event => "event",
            Field::Place => "place",
            Field::Date => "date",
            Field::Round => "round",
            Field::Result => "result",
            Field::Opening => "opening",
            Field::Time => "time",
            Field::Annotator => "annotator",
            Field::Source => "source",
            Field::Comment => "comment",
        }
    }
}

/// What is known of a game. Texts are kept as they were given; an empty one
/// is the same as none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    // A game has few of these, and a library has many games.
    fields: Vec<(Field, Box<str>)>,
    tags: Vec<(Box<str>, Box<str>)>,
}

impl Info {
    /// What is known of this; empty if nothing.
    #[must_use]
    pub fn get(&self, field: Field) -> &str {
        self.fields.iter().find(|entry| entry.0 == field).map_or("", |entry| &entry.1)
    }

    /// Says what is known of this; an empty text forgets it.
    pub fn set(&mut self, field: Field, text: &str) {
        put(&mut self.fields, field, text);
    }

    /// A further tag under its own name; empty if there is none.
    #[must_use]
    pub fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|entry| &*entry.0 == name).map_or("", |entry| &entry.1)
    }

    /// Sets a further tag; an empty text removes it.
    pub fn set_tag(&mut self, name: &str, text: &str) {
        put(&mut self.tags, name.into(), text);
    }

    /// The further tags by name.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, text)| (&**name, &**text))
    }

    /// Who won by [`Field::Result`]: `Some(None)` is a draw, `None` means
    /// that it does not say.
    ///
    /// A result is `1-0` (the first side won), `0-1` or `1/2-1/2`, and after
    /// a space perhaps by what: a number of points, or R (resigned), T (time),
    /// F (forfeit).
    #[must_use]
    pub fn winner(&self) -> Option<Option<Side>> {
        match self.get(Field::Result).split(' ').next()? {
            "1-0" => Some(Some(Side::First)),
            "0-1" => Some(Some(Side::Second)),
            "1/2-1/2" => Some(None),
            _ => None,
        }
    }
}

/// Keeps the list in order, so that equal content is equal.
fn put<K: Ord>(list: &mut Vec<(K, Box<str>)>, key: K, text: &str) {
    match (list.binary_search_by(|entry| entry.0.cmp(&key)), text.is_empty()) {
        (Ok(at), true) => _ = list.remove(at),
        (Ok(at), false) => list[at].1 = text.into(),
        (Err(_), true) => {}
        (Err(at), false) => {
            // Most games have but a few.
            list.reserve_exact(1);
            list.insert(at, (key, text.into()));
        }
    }
}

/// The form in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InfoFile {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    known: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
}

impl InfoFile {
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.tags.is_empty()
    }

    /// The first name that is none of the known ones.
    pub(super) fn unknown(&self) -> Option<&str> {
        let is_known = |name: &str| Field::ALL.iter().any(|field| field.name() == name);
        self.known.keys().map(String::as_str).find(|name| !is_known(name))
    }
}

impl From<&Info> for InfoFile {
    fn from(info: &Info) -> InfoFile {
        let field = |(field, text): &(Field, Box<str>)| (field.name().to_owned(), (**text).into());
        InfoFile {
            known: info.fields.iter().map(field).collect(),
            tags: info.tags().map(|(name, text)| (name.to_owned(), text.to_owned())).collect(),
        }
    }
}

impl From<&InfoFile> for Info {
    fn from(file: &InfoFile) -> Info {
        let mut info = Info::default();
        for field in Field::ALL {
            info.set(field, file.known.get(field.name()).map_or("", String::as_str));
        }
        for (name, text) in &file.tags {
            info.set_tag(name, text);
        }
        info
    }
}
