//! Game summaries: the searchable data of a game without its moves.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::bytes::{ByteReader, ByteWriter};
use super::position_index::{MAX_PLIES, PositionKey};
use crate::core::{Outcome, Side, excerpt};
use crate::record::{GameTree, InfoField};

/// The number of a game in its library, from 1; never reused.
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

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ResultKind {
    /// One side won.
    Win(Side),
    /// A draw.
    Draw,
    /// Unfinished or not recorded.
    Unknown,
}

/// A date that may lack the day, or the month and the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Date {
    /// The first and the last day that it can be, as 20261121.
    first: u32,
    last: u32,
}

/// Error of parsing a [`Date`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a date: expected year, month and day as in 2026-11-21, 2026-11 or 2026")]
pub struct DateError(String);

impl FromStr for Date {
    type Err = DateError;

    /// Parses `2026-11-21`, with any separator; parts that are left out or `??`
    /// are unknown, and text after the day is ignored.
    fn from_str(text: &str) -> Result<Date, DateError> {
        let invalid = || DateError(excerpt(text));
        let mut parts = text.trim().split(|c: char| !c.is_ascii_digit() && c != '?');
        let mut part = |length: usize| parts.next().filter(|part| part.len() <= length);
        let year: u32 = part(4)
            .filter(|year| year.len() == 4)
            .and_then(|year| year.parse().ok())
            .ok_or_else(invalid)?;
        let mut small = |max: u32| match part(2).unwrap_or_default().parse::<u32>() {
            Ok(0) | Err(_) => Ok(None),
            Ok(number) if number <= max => Ok(Some(number)),
            Ok(_) => Err(invalid()),
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
    /// True if it may be on or after the other date.
    pub(super) const fn may_reach(self, other: Date) -> bool {
        self.last >= other.first
    }

    /// The first day that it can be, for sorting.
    pub(super) const fn first_day(self) -> u32 {
        self.first
    }
}

/// The summary of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameSummary {
    /// Its number.
    pub id: GameId,
    /// Id of the game that was played, such as `chess`.
    pub game: Arc<str>,
    /// Names of the players, first side first; empty if unknown.
    pub players: [Arc<str>; 2],
    /// Date as in the record; empty if unknown.
    pub date: Arc<str>,
    /// Result as in the record, such as `1-0 12`; empty if it has none.
    pub result_text: Arc<str>,
    /// Result by the record, or else by the rules.
    pub result: ResultKind,
    /// Name of the opening by the library's [`OpeningNamer`](super::OpeningNamer);
    /// by default the translation key of the last named position.
    pub opening: Option<Arc<str>>,
    /// Number of plies of the main line.
    pub plies: u32,
    /// Title, initially the event; the user can change it.
    pub title: Arc<str>,
    /// Tags given by the user.
    pub tags: Vec<Arc<str>>,
    /// True if it is deleted and can still be restored.
    pub deleted: bool,
    /// True if the players have exchanged colours in its opening.
    pub swapped: bool,
    pub(super) parsed_date: Option<Date>,
    pub(super) fingerprint: u64,
}

/// Interns strings that many games share.
#[derive(Default)]
pub(super) struct StringInterner(HashSet<Arc<str>>);

impl StringInterner {
    pub(super) fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}

/// The end of the main line of a game.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// The outcome by the rules.
    outcome: Option<Outcome>,
    /// True if the players have exchanged colours.
    swapped: bool,
}

/// Adds the indexed positions of a game to `positions` and returns the end of its main line.
pub(super) fn index_positions(
    tree: &GameTree,
    id: GameId,
    positions: &mut Vec<(PositionKey, u32)>,
) -> End {
    let mut position = tree.start().clone();
    let mut plies = 0;
    for node in tree.main_line() {
        if node != tree.root() {
            tree.advance(&mut position, node);
            plies += 1;
        }
        if plies <= MAX_PLIES {
            positions.push((PositionKey::new(tree.game(), &position), id.0));
        }
    }
    End { outcome: position.outcome(), swapped: position.is_swapped() }
}

/// Summarises a game, given the end of its main line and its opening.
pub(super) fn summarise(
    tree: &GameTree,
    id: GameId,
    fingerprint: u64,
    strings: &mut StringInterner,
    end: End,
    opening: Option<String>,
) -> GameSummary {
    let plies = tree.main_line().count() - 1;
    let info = tree.info();
    let winner = info.winner().or_else(|| end.outcome.map(|outcome| outcome.winner));
    let result = match winner {
        Some(Some(side)) => ResultKind::Win(side),
        Some(None) => ResultKind::Draw,
        None => ResultKind::Unknown,
    };
    let date = info.get(InfoField::Date);
    GameSummary {
        id,
        game: strings.intern(tree.game().id()),
        players: [InfoField::FirstPlayer, InfoField::SecondPlayer]
            .map(|field| strings.intern(info.get(field))),
        date: strings.intern(date),
        result_text: strings.intern(info.get(InfoField::Result)),
        result,
        opening: opening.map(|name| strings.intern(&name)),
        plies: u32::try_from(plies).unwrap_or(u32::MAX),
        title: strings.intern(info.get(InfoField::Event)),
        tags: Vec::new(),
        deleted: false,
        swapped: end.swapped,
        parsed_date: date.parse().ok(),
        fingerprint,
    }
}

impl GameSummary {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut writer = ByteWriter::default();
        writer.byte(u8::from(self.deleted));
        writer.byte(match self.result {
            ResultKind::Unknown => 0,
            ResultKind::Win(Side::First) => 1,
            ResultKind::Win(Side::Second) => 2,
            ResultKind::Draw => 3,
        });
        writer.varint(self.plies.into());
        writer.varint(self.fingerprint);
        let opening = self.opening.as_deref().unwrap_or_default();
        let [first, second] = &self.players;
        for text in [&self.game, first, second, &self.date, &self.result_text, &self.title] {
            writer.string(text);
        }
        writer.string(opening);
        writer.varint(self.tags.len() as u64);
        self.tags.iter().for_each(|tag| writer.string(tag));
        writer.byte(u8::from(self.swapped));
        writer.0
    }

    /// Parses what `to_bytes` wrote.
    pub(super) fn from_bytes(
        id: GameId,
        bytes: &[u8],
        strings: &mut StringInterner,
    ) -> Option<GameSummary> {
        let mut reader = ByteReader(bytes);
        let deleted = reader.byte()? != 0;
        let result = match reader.byte()? {
            0 => ResultKind::Unknown,
            1 => ResultKind::Win(Side::First),
            2 => ResultKind::Win(Side::Second),
            3 => ResultKind::Draw,
            _ => return None,
        };
        let plies = u32::try_from(reader.varint()?).ok()?;
        let fingerprint = reader.varint()?;
        let mut text = || Some(strings.intern(reader.string()?));
        let game = text()?;
        let players = [text()?, text()?];
        let (date, result_text, title, opening) = (text()?, text()?, text()?, text()?);
        let mut tags = Vec::new();
        for _ in 0..reader.varint()? {
            tags.push(strings.intern(reader.string()?));
        }
        // Summaries of earlier versions end with the tags.
        let swapped = reader.byte().is_some_and(|byte| byte != 0);
        let opening = (!opening.is_empty()).then_some(opening);
        let parsed_date = date.parse().ok();
        Some(GameSummary {
            id,
            game,
            players,
            date,
            result_text,
            result,
            opening,
            plies,
            title,
            tags,
            deleted,
            swapped,
            parsed_date,
            fingerprint,
        })
    }
}

/// As in the file, preceded by its number.
impl Serialize for GameSummary {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.id, self.to_bytes()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for GameSummary {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<GameSummary, D::Error> {
        let (id, bytes) = <(GameId, Vec<u8>)>::deserialize(from)?;
        let read = GameSummary::from_bytes(id, &bytes, &mut StringInterner::default());
        read.ok_or_else(|| de::Error::custom("expected the summary of a game"))
    }
}
