//! What the library tells of a game without reading its moves.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::bytes::{Pen, Reader};
use super::places::{PLIES, PositionKey};
use crate::core::{Outcome, Side};
use crate::record::{Field, GameTree};

/// The number of a game in its library, from 1. No other game ever gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId(pub(super) u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GameId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<GameId, Self::Err> {
        text.parse().map(GameId)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ended {
    /// One side won.
    Won(Side),
    /// A draw.
    Drawn,
    /// Not at all, or nobody noted it.
    Open,
}

/// A day, or a month or year where no more is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Date {
    /// The first and the last day that it may be, as 20261121.
    first: u32,
    last: u32,
}

/// Why a text is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no date: expected year, month and day as in 2026-11-21, 2026-11 or 2026")]
pub struct DateError(String);

impl FromStr for Date {
    type Err = DateError;

    /// Reads `2026-11-21`, with any sign between the numbers; parts that are
    /// left out or `??` are not known, and what follows the day is passed
    /// over.
    fn from_str(text: &str) -> Result<Date, DateError> {
        let wrong = || DateError(text.chars().take(40).collect());
        let mut parts = text.trim().split(|c: char| !c.is_ascii_digit() && c != '?');
        let mut part = |length: usize| parts.next().filter(|part| part.len() <= length);
        let year: u32 = part(4)
            .filter(|year| year.len() == 4)
            .and_then(|year| year.parse().ok())
            .ok_or_else(wrong)?;
        let mut small = |most: u32| match part(2).unwrap_or_default().parse::<u32>() {
            Ok(0) | Err(_) => Ok(None),
            Ok(number) if number <= most => Ok(Some(number)),
            Ok(_) => Err(wrong()),
        };
        let month = small(12)?;
        let day = small(31)?.filter(|_| month.is_some());
        let at = |month: Option<u32>, day: Option<u32>, other: [u32; 2]| {
            year * 10_000 + month.unwrap_or(other[0]) * 100 + day.unwrap_or(other[1])
        };
        Ok(Date { first: at(month, day, [1, 1]), last: at(month, day, [12, 31]) })
    }
}

impl Date {
    /// Whether it may be this day or a later one.
    pub(super) const fn reaches(self, other: Date) -> bool {
        self.last >= other.first
    }

    /// For sorting: the first day that it may be.
    pub(super) const fn day(self) -> u32 {
        self.first
    }
}

/// A game as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Its number.
    pub id: GameId,
    /// Id of the game that was played, such as `chess`.
    pub game: Arc<str>,
    /// Names of the players, first side first; empty if not known.
    pub players: [Arc<str>; 2],
    /// When it was played, as the record says; empty if not known.
    pub date: Arc<str>,
    /// The result as the record gives it, such as `1-0 12`; empty if it gives
    /// none.
    pub result: Arc<str>,
    /// Who won, by the result or else by the rules.
    pub ended: Ended,
    /// What the opening is called, as the library's [`Namer`](super::Namer)
    /// has it; without one the translation key of the last position with a
    /// name.
    pub opening: Option<Arc<str>>,
    /// Moves of the main line.
    pub plies: u32,
    /// What the user calls it; at first the event.
    pub title: Arc<str>,
    /// Words that the user has given it.
    pub tags: Vec<Arc<str>>,
    /// Whether it was deleted and can still be restored.
    pub deleted: bool,
    pub(super) day: Option<Date>,
    pub(super) fingerprint: u64,
}

/// Texts that many games share, kept once.
#[derive(Default)]
pub(super) struct Texts(HashSet<Arc<str>>);

impl Texts {
    pub(super) fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}

/// The positions of a game by which it is found, and the outcome by the rules
/// of the last one.
pub(super) fn find_places(
    tree: &GameTree,
    id: GameId,
    places: &mut Vec<(PositionKey, u32)>,
) -> Option<Outcome> {
    let mut position = tree.start().clone();
    let mut plies = 0;
    for node in tree.main_line() {
        if let Some(mv) = tree.move_at(node) {
            // Only legal moves come into a tree.
            let _ = position.play(mv);
            plies += 1;
        }
        if plies <= PLIES {
            places.push((PositionKey::new(tree.game(), &position), id.0));
        }
    }
    position.outcome()
}

/// The summary of a game with this outcome by the rules and this name of the
/// opening.
pub(super) fn summarise(
    tree: &GameTree,
    id: GameId,
    fingerprint: u64,
    texts: &mut Texts,
    outcome: Option<Outcome>,
    opening: Option<String>,
) -> Summary {
    let plies = tree.main_line().count() - 1;
    let info = tree.info();
    let winner = info.winner().or_else(|| outcome.map(|outcome| outcome.winner));
    let ended = match winner {
        Some(Some(side)) => Ended::Won(side),
        Some(None) => Ended::Drawn,
        None => Ended::Open,
    };
    let date = info.get(Field::Date);
    Summary {
        id,
        game: texts.share(tree.game().id()),
        players: [Field::First, Field::Second].map(|field| texts.share(info.get(field))),
        date: texts.share(date),
        result: texts.share(info.get(Field::Result)),
        ended,
        opening: opening.map(|name| texts.share(&name)),
        plies: u32::try_from(plies).unwrap_or(u32::MAX),
        title: texts.share(info.get(Field::Event)),
        tags: Vec::new(),
        deleted: false,
        day: date.parse().ok(),
        fingerprint,
    }
}

impl Summary {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut pen = Pen::default();
        pen.byte(u8::from(self.deleted));
        pen.byte(match self.ended {
            Ended::Open => 0,
            Ended::Won(Side::First) => 1,
            Ended::Won(Side::Second) => 2,
            Ended::Drawn => 3,
        });
        pen.number(self.plies.into());
        pen.number(self.fingerprint);
        let opening = self.opening.as_deref().unwrap_or_default();
        let [first, second] = &self.players;
        for text in [&self.game, first, second, &self.date, &self.result, &self.title] {
            pen.text(text);
        }
        pen.text(opening);
        pen.number(self.tags.len() as u64);
        self.tags.iter().for_each(|tag| pen.text(tag));
        pen.0
    }

    /// Reads what `to_bytes` wrote; `None` if it did not.
    pub(super) fn from_bytes(id: GameId, bytes: &[u8], texts: &mut Texts) -> Option<Summary> {
        let mut reader = Reader(bytes);
        let deleted = reader.byte()? != 0;
        let ended = match reader.byte()? {
            0 => Ended::Open,
            1 => Ended::Won(Side::First),
            2 => Ended::Won(Side::Second),
            3 => Ended::Drawn,
            _ => return None,
        };
        let plies = u32::try_from(reader.number()?).ok()?;
        let fingerprint = reader.number()?;
        let mut text = || Some(texts.share(reader.text()?));
        let game = text()?;
        let players = [text()?, text()?];
        let (date, result, title, opening) = (text()?, text()?, text()?, text()?);
        let mut tags = Vec::new();
        for _ in 0..reader.number()? {
            tags.push(texts.share(reader.text()?));
        }
        let opening = (!opening.is_empty()).then_some(opening);
        let day = date.parse().ok();
        Some(Summary {
            id,
            game,
            players,
            date,
            result,
            ended,
            opening,
            plies,
            title,
            tags,
            deleted,
            day,
            fingerprint,
        })
    }
}

/// As it is in the file, with its number before it.
impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.id, self.to_bytes()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Summary {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Summary, D::Error> {
        let (id, bytes) = <(GameId, Vec<u8>)>::deserialize(from)?;
        let read = Summary::from_bytes(id, &bytes, &mut Texts::default());
        read.ok_or_else(|| de::Error::custom("expected the summary of a game"))
    }
}
