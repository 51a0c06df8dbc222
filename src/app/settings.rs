//! What a person likes: kept in a file, read at the start, written soon after
//! every change.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::notice::Notice;
use super::platform::{AMONG_PEOPLE, Life, Storage};

/// File of the settings.
const FILE: &str = "settings.ron";

/// Settings are written at most this often, so that dragging a slider does
/// not keep the disk busy.
const PAUSE: Duration = Duration::from_millis(500);

/// Smallest and largest scale of the interface, in percent.
pub const SCALE: std::ops::RangeInclusive<u16> = 75..=250;

/// Which language the interface speaks.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The one of the system.
    #[default]
    Auto,
    /// English.
    English,
    /// Simplified Chinese.
    SimplifiedChinese,
}

/// How fast pieces move.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Speed {
    /// At once.
    Off,
    /// To watch closely.
    Slow,
    /// As designed.
    #[default]
    Normal,
    /// For those in a hurry.
    Fast,
}

/// Whether a stone is shown before it is placed, and placed by a second tap.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Confirm {
    /// Under a finger, where the points lie close together.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// Distance between the points of a board, in logical pixels, below which a
/// finger does not hit them surely.
const CLOSE: f32 = 32.0;

impl Confirm {
    /// Whether it applies to a board of these cells, in logical pixels, under
    /// a finger or a mouse.
    pub fn applies(self, finger: bool, cell: f32) -> bool {
        match self {
            Confirm::Auto => finger && cell < CLOSE,
            Confirm::On => true,
            Confirm::Off => false,
        }
    }
}

/// Everything that can be set. A value that a file lacks is the default one,
/// and a number out of its range is brought into it.
#[derive(Resource, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
pub struct Settings {
    version: u32,
    /// Which language the interface speaks.
    pub language: Language,
    /// What the person at this device is called in records; empty if nobody
    /// said.
    pub name: String,
    /// Name of the theme.
    pub theme: String,
    /// Scale of the interface in percent, within [`SCALE`].
    #[serde(deserialize_with = "scale")]
    pub scale_percent: u16,
    /// Volume of sounds, 0 to 100.
    #[serde(deserialize_with = "percent")]
    pub sound_volume: u8,
    /// Volume of music, 0 to 100.
    #[serde(deserialize_with = "percent")]
    pub music_volume: u8,
    /// How fast pieces move.
    pub animation: Speed,
    /// Whether files and ranks are written around the board.
    pub coordinates: bool,
    /// Whether the board is turned by half.
    pub flipped: bool,
    /// Whether legal moves are marked.
    pub legal_moves: bool,
    /// Whether the last move is marked.
    pub last_move: bool,
    /// Whether a stone is shown before it is placed.
    pub confirm: Confirm,
    /// Whether pieces bear pictures instead of characters, where there is a
    /// set of such pieces.
    pub pictures: bool,
    /// Whether the computer plays openings from its books.
    pub opening_book: bool,
    /// Whether two people share the keyboard: W A S D and the space bar
    /// against the arrows and Enter.
    pub shared_keyboard: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            version: 1,
            language: Language::Auto,
            name: String::new(),
            theme: "wood".to_owned(),
            scale_percent: 100,
            sound_volume: 80,
            // Nobody likes to be surprised by music in the tram.
            music_volume: if AMONG_PEOPLE { 0 } else { 40 },
            animation: Speed::Normal,
            coordinates: true,
            flipped: false,
            legal_moves: true,
            last_move: true,
            confirm: Confirm::Auto,
            pictures: false,
            opening_book: true,
            shared_keyboard: false,
        }
    }
}

fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let (least, most) = SCALE.into_inner();
    let number = i64::deserialize(deserializer)?;
    Ok(number.clamp(i64::from(least), i64::from(most)) as u16)
}

fn percent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Ok(i64::deserialize(deserializer)?.clamp(0, 100) as u8)
}

/// Why a file holds no settings.
#[derive(Debug, Error)]
enum SettingsError {
    /// Not RON of this shape.
    #[error("{0}")]
    Unreadable(#[from] ron::error::SpannedError),
    /// Written by a newer program.
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
}

impl Settings {
    /// Factor of the length of every animation; 0 means at once.
    pub fn motion(&self) -> f32 {
        match self.animation {
            Speed::Off => 0.0,
            Speed::Slow => 2.0,
            Speed::Normal => 1.0,
            Speed::Fast => 0.5,
        }
    }

    fn from_ron(text: &str) -> Result<Settings, SettingsError> {
        let settings: Settings = ron::from_str(text)?;
        match settings.version {
            1 => Ok(settings),
            newer => Err(SettingsError::Version(newer)),
        }
    }

    fn to_ron(&self) -> String {
        // Plain data of our own types: there is nothing in it that RON cannot
        // write.
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::new()).unwrap_or_default()
    }
}

/// What the file holds, and when it was written.
#[derive(Resource, Default)]
struct Written {
    settings: Settings,
    at: Option<Duration>,
}

/// What is to be done about the file now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// Nothing: it holds what is set.
    Nothing,
    /// It is written soon.
    Soon,
    /// It is written now.
    Now,
}

impl Written {
    fn due(&self, settings: &Settings, now: Duration, leaving: bool) -> Due {
        let rested = self.at.is_none_or(|at| now.saturating_sub(at) >= PAUSE);
        if self.settings == *settings {
            Due::Nothing
        } else if rested || leaving {
            Due::Now
        } else {
            Due::Soon
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .init_resource::<Written>()
        .add_message::<Life>()
        .add_systems(PreStartup, read)
        .add_systems(Last, write);
}

/// Reads the file. A damaged one is set aside and reported.
fn read(
    storage: Res<Storage>,
    mut settings: ResMut<Settings>,
    mut written: ResMut<Written>,
    mut notices: MessageWriter<Notice>,
) {
    let read = storage.read_as(FILE, "settings-damaged", &mut notices, Settings::from_ron);
    if let Some(read) = read {
        written.settings = read.clone();
        *settings = read;
    }
}

/// Writes the file soon after a change, and before the program ends or is
/// suspended.
fn write(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    storage: Res<Storage>,
    mut written: ResMut<Written>,
    mut exits: MessageReader<AppExit>,
    mut lives: MessageReader<Life>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut notices: MessageWriter<Notice>,
) {
    let leaving = Life::suspends(&mut lives) || exits.read().count() > 0;
    match written.due(&settings, time.elapsed(), leaving) {
        Due::Nothing => {}
        Due::Soon => {
            // The window must not fall asleep before the file is written.
            redraw.write(RequestRedraw);
        }
        Due::Now => {
            // One that could not be written is told once and tried again
            // with the next change.
            written.settings = settings.clone();
            written.at = Some(time.elapsed());
            if let Err(error) = storage.write(FILE, &settings.to_ron()) {
                warn!("{error}");
                notices.write(error.notice(FILE));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_their_file() {
        let settings = Settings {
            language: Language::SimplifiedChinese,
            theme: "ink".to_owned(),
            scale_percent: 250,
            sound_volume: 0,
            animation: Speed::Off,
            flipped: true,
            ..Settings::default()
        };
        assert_eq!(Settings::from_ron(&settings.to_ron()).unwrap(), settings);
    }

    #[test]
    fn what_a_file_lacks_is_the_default_and_what_is_unknown_is_ignored() {
        let text = "(version: 1, theme: \"ink\", from_the_future: [(1, \"a\")])";
        let expected = Settings { theme: "ink".to_owned(), ..Settings::default() };
        assert_eq!(Settings::from_ron(text).unwrap(), expected);
        assert_eq!(Settings::from_ron("()").unwrap(), Settings::default());
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it() {
        let read = |text| Settings::from_ron(text).unwrap();
        let low = read("(scale_percent: -5, sound_volume: -1, music_volume: 0)");
        assert_eq!((low.scale_percent, low.sound_volume), (75, 0));
        let high = read("(scale_percent: 70000, sound_volume: 101, music_volume: 999)");
        assert_eq!((high.scale_percent, high.sound_volume, high.music_volume), (250, 100, 100));
    }

    #[test]
    fn a_stone_is_confirmed_under_a_finger_on_a_crowded_board() {
        let asked = |setting: Confirm| {
            [(true, 18.0), (true, 40.0), (false, 18.0)]
                .map(|(finger, cell)| setting.applies(finger, cell))
        };
        assert_eq!(asked(Confirm::Auto), [true, false, false]);
        assert_eq!(asked(Confirm::On), [true; 3]);
        assert_eq!(asked(Confirm::Off), [false; 3]);
    }

    #[test]
    fn a_damaged_file_is_known_as_such() {
        for text in ["", "(", "(theme: 3)", "(animation: Warp)", "\0\0\0\0", "(version: 2)"] {
            assert!(Settings::from_ron(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_change_is_written_at_once_and_the_next_half_a_second_later() {
        let (old, new) = (Settings::default(), Settings { flipped: true, ..Settings::default() });
        let at = Duration::from_millis;
        let fresh = Written { settings: old.clone(), at: None };
        assert_eq!(fresh.due(&old, at(0), true), Due::Nothing);
        assert_eq!(fresh.due(&new, at(0), false), Due::Now);
        let written = Written { settings: old, at: Some(at(1000)) };
        assert_eq!(written.due(&new, at(1499), false), Due::Soon);
        assert_eq!(written.due(&new, at(1500), false), Due::Now);
        assert_eq!(written.due(&new, at(1001), true), Due::Now);
    }
}
