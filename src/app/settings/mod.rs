//! The player's settings: loaded at startup and saved soon after each change; and the
//! theme that they choose.

mod active_theme;
mod analysis_source;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

pub use active_theme::ActiveTheme;
pub use analysis_source::AnalysisSource;

use super::notice::Notice;
use super::platform::{self, Lifecycle, QUIET_BY_DEFAULT, Storage};
use crate::app::services::audio::SoundSet;
use crate::content::printing::Paper;
use crate::engines::EngineId;

/// File of the settings.
const FILE: &str = "settings.ron";

/// The choice of the pieces or the board of the theme, whatever it is.
pub const STANDARD_SET: &str = "standard";

/// Id of the only piece set that could be chosen in earlier versions.
const EARLIER_PICTURES: &str = "pictures";

/// Shortest time between two writes, so that dragging a slider does not keep
/// the disk busy.
const WRITE_INTERVAL: Duration = Duration::from_millis(500);

/// Range of the interface scale, in percent.
pub const SCALE_RANGE: std::ops::RangeInclusive<u16> = 75..=250;

/// Language of the interface.
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

/// Speed of animations.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnimationSpeed {
    /// Normal duration, or none where the system asks for little motion.
    #[default]
    Auto,
    /// No animation.
    Off,
    /// Twice the normal duration.
    Slow,
    /// Normal duration.
    Normal,
    /// Half the normal duration.
    Fast,
}

/// Confirmation of placements: a first tap previews a stone, a second one
/// places it.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ConfirmMove {
    /// On touch input where the points are close together.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// Distance between points, in logical pixels, below which a finger does not
/// hit them reliably.
const MIN_TOUCH_CELL: f32 = 32.0;

impl ConfirmMove {
    /// True if placements are confirmed on a board with cells of this size, in
    /// logical pixels, by a finger or a mouse.
    pub fn applies(self, finger: bool, cell: f32) -> bool {
        match self {
            ConfirmMove::Auto => finger && cell < MIN_TOUCH_CELL,
            ConfirmMove::On => true,
            ConfirmMove::Off => false,
        }
    }
}

/// Assistance that is on where it usually helps, unless the player decides.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Assistance {
    /// Where it usually helps.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

impl Assistance {
    /// True if it is on, where it usually helps or does not.
    pub fn applies(self, helps: bool) -> bool {
        match self {
            Assistance::Auto => helps,
            Assistance::On => true,
            Assistance::Off => false,
        }
    }
}

/// The cores of the processor on which the computer may think.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ThinkingCores {
    /// All but one, which is left to the window.
    #[default]
    Auto,
    /// One.
    One,
    /// All of them.
    All,
}

impl ThinkingCores {
    /// Number of threads of a search on a machine with so many cores.
    pub fn threads(self, cores: usize) -> usize {
        match self {
            ThinkingCores::Auto => cores.saturating_sub(1).max(1),
            ThinkingCores::One => 1,
            ThinkingCores::All => cores,
        }
    }
}

/// Experience of the player with a game, as told at the first start.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Experience {
    /// Has never played it.
    NotYet,
    /// Knows the rules.
    #[default]
    ALittle,
    /// Plays it well.
    Well,
}

/// All settings. Missing values in a file take their defaults, and numbers are
/// clamped to their ranges.
#[derive(Resource, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
pub struct Settings {
    version: u32,
    /// Language of the interface.
    pub language: Language,
    /// The player's name in records; empty if not set.
    pub name: String,
    /// Name of the theme.
    pub theme: String,
    /// Id of the background of the window; empty for a plain one.
    pub background: String,
    /// Scale of the interface in percent, within [`SCALE_RANGE`].
    #[serde(deserialize_with = "scale")]
    pub scale_percent: u16,
    /// Volume of sounds, 0 to 100.
    #[serde(deserialize_with = "percent")]
    pub sound_volume: u8,
    /// The sounds of moves.
    pub sounds: SoundSet,
    /// Id of a set of recorded sounds that is heard instead; empty for none.
    pub recorded_sounds: String,
    /// Volume of music, 0 to 100.
    #[serde(deserialize_with = "percent")]
    pub music_volume: u8,
    /// Speed of animations.
    pub animation: AnimationSpeed,
    /// Shows coordinates around the board.
    pub coordinates: bool,
    /// Turns the board by 180 degrees.
    pub flipped: bool,
    /// Marks legal moves.
    pub legal_moves: bool,
    /// Marks the last move.
    pub last_move: bool,
    /// Confirmation of placements.
    pub confirm: ConfirmMove,
    /// Id of the piece set chosen for each game, by the game's id; games without one have
    /// that of the theme.
    pub pieces: BTreeMap<String, String>,
    /// Id of the board chosen for each game in the same way.
    pub boards: BTreeMap<String, String>,
    /// The choice of files of earlier versions: pieces with pictures instead of characters in
    /// games for which no set is chosen.
    pictures: bool,
    /// Writes pieces in moves as pictures instead of letters, where players do so.
    pub figurines: bool,
    /// The paper of pages to print.
    pub paper: Paper,
    /// Shows depth and nodes of the computer's search during a game.
    pub search_info: bool,
    /// The engines that analyse records of each game, by its id, the first one first; ours
    /// alone where there are none.
    pub analysis_sources: BTreeMap<String, Vec<AnalysisSource>>,
    /// The cores on which the computer may think.
    pub thinking_cores: ThinkingCores,
    /// Lets the computer play from its opening books.
    pub opening_book: bool,
    /// Lets the computer resign hopeless games.
    pub computer_resigns: bool,
    /// The engine that gives hints in each game, by the game's id; games without one have the
    /// computer's own hints.
    pub hint_engines: BTreeMap<String, EngineId>,
    /// Tells clear mistakes in games against the computer; by itself in games that are new
    /// to the player.
    pub coaching: Assistance,
    /// Lets the player choose a move while the opponent thinks; by itself in games of pieces.
    pub premoves: Assistance,
    /// Two players share the keyboard: W A S D and the space bar against the
    /// arrows and Enter.
    pub shared_keyboard: bool,
    /// Hides the board of a game: moves are typed.
    pub hide_board: bool,
    /// Address of the server for play with people elsewhere; empty if there was none yet.
    pub online_server: String,
    /// Ids of the players elsewhere whose lines are not shown.
    pub muted_players: BTreeSet<String>,
    /// Ids of those whose challenges are not shown either.
    pub blocked_players: BTreeSet<String>,
    /// Ids of the notices that are said only once, ever, and were said.
    pub told: BTreeSet<String>,
    /// The questions of the first start were answered. Whoever has a file without this
    /// value has started the program before.
    #[serde(default = "started_before")]
    pub welcomed: bool,
    /// Experience of the player with each game, by its id; missing games were not asked about.
    pub experience: BTreeMap<String, Experience>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            version: 1,
            language: Language::Auto,
            name: String::new(),
            theme: "wood".to_owned(),
            background: String::new(),
            online_server: String::new(),
            muted_players: BTreeSet::new(),
            blocked_players: BTreeSet::new(),
            scale_percent: 100,
            sound_volume: 80,
            sounds: SoundSet::default(),
            recorded_sounds: String::new(),
            // No surprise music where others can hear it.
            music_volume: if QUIET_BY_DEFAULT { 0 } else { 40 },
            animation: AnimationSpeed::Auto,
            coordinates: true,
            flipped: false,
            legal_moves: true,
            last_move: true,
            confirm: ConfirmMove::Auto,
            pieces: BTreeMap::new(),
            boards: BTreeMap::new(),
            pictures: false,
            figurines: false,
            paper: Paper::default(),
            search_info: false,
            analysis_sources: BTreeMap::new(),
            thinking_cores: ThinkingCores::Auto,
            opening_book: true,
            computer_resigns: true,
            hint_engines: BTreeMap::new(),
            coaching: Assistance::Auto,
            premoves: Assistance::Auto,
            shared_keyboard: false,
            hide_board: false,
            told: BTreeSet::new(),
            welcomed: false,
            experience: BTreeMap::new(),
        }
    }
}

fn started_before() -> bool {
    true
}

fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let (least, most) = SCALE_RANGE.into_inner();
    let number = i64::deserialize(deserializer)?;
    Ok(number.clamp(i64::from(least), i64::from(most)) as u16)
}

fn percent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Ok(i64::deserialize(deserializer)?.clamp(0, 100) as u8)
}

/// Error of parsing a settings file.
#[derive(Debug, Error)]
enum SettingsError {
    /// Not valid RON of settings.
    #[error("{0}")]
    Unreadable(#[from] ron::error::SpannedError),
    /// Written by a newer program.
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
}

impl Settings {
    /// Factor of the duration of animations; 0 means none.
    pub fn animation_scale(&self) -> f32 {
        match self.animation {
            AnimationSpeed::Auto if platform::prefers_reduced_motion() => 0.0,
            AnimationSpeed::Off => 0.0,
            AnimationSpeed::Slow => 2.0,
            AnimationSpeed::Auto | AnimationSpeed::Normal => 1.0,
            AnimationSpeed::Fast => 0.5,
        }
    }

    /// True if mistakes are told in this game, by its id.
    pub fn coaches(&self, game: &str) -> bool {
        self.coaching.applies(self.experience.get(game) == Some(&Experience::NotYet))
    }

    /// Id of the piece set chosen for a game; `None` where the theme's is used.
    pub fn pieces_of(&self, game: &str) -> Option<&str> {
        let earlier = self.pictures.then_some(EARLIER_PICTURES);
        let chosen = self.pieces.get(game).map(String::as_str).or(earlier);
        chosen.filter(|&id| id != STANDARD_SET)
    }

    /// Id of the board chosen for a game; `None` where the theme's is used.
    pub fn board_of(&self, game: &str) -> Option<&str> {
        self.boards.get(game).map(String::as_str).filter(|&id| id != STANDARD_SET)
    }

    fn from_ron(text: &str) -> Result<Settings, SettingsError> {
        let settings: Settings = ron::from_str(text)?;
        match settings.version {
            1 => Ok(settings),
            newer => Err(SettingsError::Version(newer)),
        }
    }

    fn to_ron(&self) -> String {
        // Serialising plain data to RON cannot fail.
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::new()).unwrap_or_default()
    }
}

/// The content of the file, and the time it was written.
#[derive(Resource, Default)]
struct SavedSettings {
    settings: Settings,
    at: Option<Duration>,
}

/// The next action on the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WriteAction {
    /// None: the file is up to date.
    Nothing,
    /// Write it after the interval.
    Soon,
    /// Write it now.
    Now,
}

impl SavedSettings {
    fn write_action(&self, settings: &Settings, now: Duration, leaving: bool) -> WriteAction {
        let rested = self.at.is_none_or(|at| now.saturating_sub(at) >= WRITE_INTERVAL);
        if self.settings == *settings {
            WriteAction::Nothing
        } else if rested || leaving {
            WriteAction::Now
        } else {
            WriteAction::Soon
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(active_theme::plugin)
        .init_resource::<Settings>()
        .init_resource::<SavedSettings>()
        .add_message::<Lifecycle>()
        .add_systems(PreStartup, load)
        .add_systems(Last, save);
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut settings: ResMut<Settings>,
    mut written: ResMut<SavedSettings>,
    mut notices: MessageWriter<Notice>,
) {
    let read = storage.read_parsed(FILE, "settings-damaged", &mut notices, Settings::from_ron);
    if let Some(read) = read {
        written.settings = read.clone();
        *settings = read;
    }
}

/// Saves the file soon after a change, and before the application exits or is
/// suspended.
fn save(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    storage: Res<Storage>,
    mut written: ResMut<SavedSettings>,
    mut exits: MessageReader<AppExit>,
    mut lifecycle: MessageReader<Lifecycle>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut notices: MessageWriter<Notice>,
) {
    let leaving = Lifecycle::is_suspending(&mut lifecycle) || exits.read().count() > 0;
    match written.write_action(&settings, time.elapsed(), leaving) {
        WriteAction::Nothing => {}
        WriteAction::Soon => {
            // Another frame is needed to write the file.
            redraw.write(RequestRedraw);
        }
        WriteAction::Now => {
            // A failed write is reported once and retried with the next change.
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
    fn settings_survive_a_round_trip() {
        let settings = Settings {
            language: Language::SimplifiedChinese,
            theme: "ink".to_owned(),
            scale_percent: 250,
            sound_volume: 0,
            animation: AnimationSpeed::Off,
            flipped: true,
            ..Settings::default()
        };
        assert_eq!(Settings::from_ron(&settings.to_ron()).unwrap(), settings);
    }

    #[test]
    fn missing_values_take_defaults_and_unknown_ones_are_ignored() {
        let text = "(version: 1, theme: \"ink\", from_the_future: [(1, \"a\")])";
        let old = Settings { welcomed: true, ..Settings::default() };
        let expected = Settings { theme: "ink".to_owned(), ..old.clone() };
        assert_eq!(Settings::from_ron(text).unwrap(), expected);
        assert_eq!(Settings::from_ron("()").unwrap(), old);
    }

    #[test]
    fn whoever_has_a_file_of_an_earlier_version_is_not_welcomed_again() {
        assert!(Settings::from_ron("(version: 1, theme: \"ink\")").unwrap().welcomed);
        let unanswered = Settings { flipped: true, ..Settings::default() };
        assert!(!Settings::from_ron(&unanswered.to_ron()).unwrap().welcomed);
    }

    #[test]
    fn numbers_are_clamped_to_their_ranges() {
        let read = |text| Settings::from_ron(text).unwrap();
        let low = read("(scale_percent: -5, sound_volume: -1, music_volume: 0)");
        assert_eq!((low.scale_percent, low.sound_volume), (75, 0));
        let high = read("(scale_percent: 70000, sound_volume: 101, music_volume: 999)");
        assert_eq!((high.scale_percent, high.sound_volume, high.music_volume), (250, 100, 100));
    }

    #[test]
    fn a_stone_is_confirmed_under_a_finger_on_a_crowded_board() {
        let asked = |setting: ConfirmMove| {
            [(true, 18.0), (true, 40.0), (false, 18.0)]
                .map(|(finger, cell)| setting.applies(finger, cell))
        };
        assert_eq!(asked(ConfirmMove::Auto), [true, false, false]);
        assert_eq!(asked(ConfirmMove::On), [true; 3]);
        assert_eq!(asked(ConfirmMove::Off), [false; 3]);
    }

    #[test]
    fn the_coach_speaks_in_new_games_unless_the_player_decides() {
        let experience = BTreeMap::from([
            ("new".to_owned(), Experience::NotYet),
            ("known".to_owned(), Experience::ALittle),
        ]);
        let settings = Settings { experience, ..Settings::default() };
        assert_eq!(
            ["new", "known", "other"].map(|game| settings.coaches(game)),
            [true, false, false]
        );
        let always = Settings { coaching: Assistance::On, ..settings.clone() };
        let never = Settings { coaching: Assistance::Off, ..settings };
        assert!(always.coaches("known") && !never.coaches("new"));
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        for text in ["", "(", "(theme: 3)", "(animation: Warp)", "\0\0\0\0", "(version: 2)"] {
            assert!(Settings::from_ron(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_change_is_written_at_once_and_the_next_half_a_second_later() {
        let (old, new) = (Settings::default(), Settings { flipped: true, ..Settings::default() });
        let at = Duration::from_millis;
        let fresh = SavedSettings { settings: old.clone(), at: None };
        assert_eq!(fresh.write_action(&old, at(0), true), WriteAction::Nothing);
        assert_eq!(fresh.write_action(&new, at(0), false), WriteAction::Now);
        let written = SavedSettings { settings: old, at: Some(at(1000)) };
        assert_eq!(written.write_action(&new, at(1499), false), WriteAction::Soon);
        assert_eq!(written.write_action(&new, at(1500), false), WriteAction::Now);
        assert_eq!(written.write_action(&new, at(1001), true), WriteAction::Now);
    }
}
