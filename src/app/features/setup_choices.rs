//! Choices of a player before a game, remembered for each game: they are saved soon after
//! each change and offered again the next time.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::notice::Notice;
use crate::app::platform::{Lifecycle, Storage};
use crate::app::services::engines::ExternalEngines;
use crate::app::session::{DEFAULT_ENGINE_TIME, GameSetup, PlayerKind, Session};
use crate::app::settings::Experience;
use crate::core::{Side, TimeControl};
use crate::engines::{EngineId, ListedEngine};
use crate::games::{Game, Options};
use crate::net::{self, Offer, Seat};

/// File of the choices.
const FILE: &str = "new-game.ron";

/// Time between two writes of the file.
const SAVE_INTERVAL: Duration = Duration::from_millis(300);

/// Level of the computer unless another one was chosen.
const DEFAULT_LEVEL: u8 = 3;

/// The level to begin with for a player of this experience.
fn first_level(game: &dyn Game, experience: Option<Experience>) -> u8 {
    // Tenths of the game's levels, rounded.
    let part = |tenths: u8| ((game.levels() * tenths + 5) / 10).max(1);
    match experience {
        None => DEFAULT_LEVEL.min(game.levels()),
        Some(Experience::NotYet) => 1,
        Some(Experience::ALittle) => part(3),
        Some(Experience::Well) => part(6),
    }
}

const MINUTE: Duration = Duration::from_secs(60);

/// Player of the first side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FirstPlayer {
    /// The player with this index, 0 or 1.
    Player(usize),
    /// Either of them.
    Random,
}

/// The kind of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum TimeControlKind {
    /// No limit.
    None,
    /// A time for the whole game.
    SuddenDeath,
    /// A time, and more of it with each move.
    Increment,
    /// A time, then periods.
    ByoYomi,
    /// Days for each move, with people elsewhere.
    Days,
}

/// The usual numbers of days for a move.
pub const DAYS: [u8; 6] = [1, 2, 3, 5, 7, 14];

const DAY_MS: u64 = 86_400_000;

/// Choices before a game. Values that do not apply are remembered too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SetupChoice {
    /// Options of the game.
    pub options: Options,
    /// Which players are computers.
    pub computer: [bool; 2],
    /// Levels of the computers.
    pub level: [u8; 2],
    /// Which computers are engines of others rather than levels of our own.
    pub by_engine: [bool; 2],
    /// Those engines.
    pub engine: [Option<EngineId>; 2],
    /// Time of an engine for a move of a game without clocks, in milliseconds.
    pub engine_time: u64,
    /// The opponent is a person elsewhere, to whom a challenge is sent.
    pub elsewhere: bool,
    /// A game with a person elsewhere changes the ratings.
    pub rated: bool,
    /// Moves by which those who watch it are behind.
    pub delay: u8,
    /// Player of the first side.
    pub first_player: FirstPlayer,
    /// Kind of the time control.
    pub clock: TimeControlKind,
    /// Main time in minutes.
    pub minutes: u64,
    /// Increment or period in seconds.
    pub seconds: u64,
    /// Byo-yomi periods.
    pub periods: u32,
    /// Days for a move.
    pub days: u8,
    /// Games of a match; 1 for a single game.
    pub games: u32,
    /// The level of the only computer follows the player's results.
    pub adaptive: bool,
}

impl Default for SetupChoice {
    fn default() -> Self {
        SetupChoice {
            options: Options::default(),
            computer: [false, true],
            level: [DEFAULT_LEVEL; 2],
            by_engine: [false; 2],
            engine: [None; 2],
            engine_time: DEFAULT_ENGINE_TIME.as_millis() as u64,
            elsewhere: false,
            rated: false,
            delay: 0,
            first_player: FirstPlayer::Player(0),
            clock: TimeControlKind::None,
            minutes: 5,
            seconds: 10,
            periods: 3,
            days: 3,
            games: 1,
            adaptive: false,
        }
    }
}

impl SetupChoice {
    /// The choice that leads to this setup.
    fn of(setup: &GameSetup) -> SetupChoice {
        let mut choice = SetupChoice {
            options: setup.options.clone(),
            first_player: FirstPlayer::Player(setup.first_player),
            games: setup.games,
            adaptive: setup.adaptive,
            engine_time: setup.engine_time.as_millis() as u64,
            ..SetupChoice::default()
        };
        for (player, seat) in setup.players.into_iter().enumerate() {
            choice.computer[player] = seat.is_computer();
            match seat {
                PlayerKind::Human | PlayerKind::Remote => {}
                PlayerKind::Computer(level) => choice.level[player] = level,
                PlayerKind::Engine(id) => {
                    (choice.by_engine[player], choice.engine[player]) = (true, Some(id));
                }
            }
        }
        let minutes = |main: Duration| main.as_secs() / 60;
        match setup.time {
            TimeControl::Unlimited => {}
            TimeControl::SuddenDeath { main } => {
                (choice.clock, choice.minutes) = (TimeControlKind::SuddenDeath, minutes(main));
            }
            TimeControl::Increment { main, increment } => {
                (choice.clock, choice.minutes) = (TimeControlKind::Increment, minutes(main));
                choice.seconds = increment.as_secs();
            }
            TimeControl::ByoYomi { main, period, periods } => {
                (choice.clock, choice.minutes) = (TimeControlKind::ByoYomi, minutes(main));
                (choice.seconds, choice.periods) = (period.as_secs(), periods);
            }
        }
        choice
    }

    /// The engine that was chosen for a computer, whether or not it can play these rules;
    /// `None` for a level of our own, and if it was removed.
    pub fn chosen_engine<'a>(
        &self,
        player: usize,
        engines: &'a ExternalEngines,
    ) -> Option<&'a ListedEngine> {
        let is_chosen = self.computer[player] && self.by_engine[player];
        engines.list().get(self.engine[player].filter(|_| is_chosen)?)
    }

    /// The engine that plays for a player: the chosen one if it can play these rules.
    pub fn playing_engine<'a>(
        &self,
        player: usize,
        game: &dyn Game,
        engines: &'a ExternalEngines,
    ) -> Option<&'a ListedEngine> {
        let chosen = self.chosen_engine(player, engines);
        chosen.filter(|engine| engine.plays(game, &self.options))
    }

    /// The setup; `coin` decides a random first player. A level of our own plays in place of
    /// an engine that cannot.
    pub fn setup(
        &self,
        game: &'static dyn Game,
        engines: &ExternalEngines,
        coin: bool,
    ) -> GameSetup {
        let seat = |player: usize| match self.playing_engine(player, game, engines) {
            Some(engine) => PlayerKind::Engine(engine.id()),
            None if self.computer[player] => {
                PlayerKind::Computer(self.level[player].clamp(1, game.levels()))
            }
            None => PlayerKind::Human,
        };
        let players = [seat(0), seat(1)];
        let is_level = |player: &PlayerKind| matches!(player, PlayerKind::Computer(_));
        let main = Duration::from_secs(60 * self.minutes);
        GameSetup {
            game,
            options: self.options.clone(),
            players,
            first_player: match self.first_player {
                FirstPlayer::Player(player) => player.min(1),
                FirstPlayer::Random => usize::from(coin),
            },
            time: match self.clock {
                // There are no days at one device.
                TimeControlKind::None | TimeControlKind::Days => TimeControl::Unlimited,
                TimeControlKind::SuddenDeath => TimeControl::SuddenDeath { main: main.max(MINUTE) },
                TimeControlKind::Increment => TimeControl::Increment {
                    main: main.max(MINUTE),
                    increment: Duration::from_secs(self.seconds),
                },
                TimeControlKind::ByoYomi => TimeControl::ByoYomi {
                    main,
                    period: Duration::from_secs(self.seconds.max(1)),
                    periods: self.periods.max(1),
                },
            },
            games: self.games,
            engine_time: Duration::from_millis(self.engine_time),
            adaptive: self.adaptive
                && self.computer[0] != self.computer[1]
                && players.iter().any(is_level),
            tournament: None,
        }
    }

    /// The challenge of this choice to people elsewhere. Without a clock ratings do not change.
    pub fn offer(&self, game: &dyn Game) -> Offer {
        let (main, seconds) = (60_000 * self.minutes, 1000 * self.seconds);
        let time = match self.clock {
            TimeControlKind::None => net::Time::Unlimited,
            TimeControlKind::SuddenDeath => {
                net::Time::Fischer { main: main.max(60_000), increment: 0 }
            }
            TimeControlKind::Increment => {
                net::Time::Fischer { main: main.max(60_000), increment: seconds }
            }
            TimeControlKind::ByoYomi => {
                net::Time::ByoYomi { main, period: seconds.max(1000), periods: self.periods.max(1) }
            }
            TimeControlKind::Days => {
                net::Time::Correspondence { a_move: DAY_MS * u64::from(self.days.max(1)) }
            }
        };
        Offer {
            game: game.id().to_owned(),
            options: self.options.clone(),
            time,
            rated: self.rated && time != net::Time::Unlimited,
            seat: match self.first_player {
                FirstPlayer::Player(0) => Seat::Challenger(Side::First),
                FirstPlayer::Player(_) => Seat::Challenger(Side::Second),
                FirstPlayer::Random => Seat::Random,
            },
            to: None,
            listed: true,
            delay: self.delay,
        }
    }

    /// The same with numbers that a damaged file may hold brought into their ranges.
    fn within_limits(mut self, game: &dyn Game) -> SetupChoice {
        if game.start(&self.options).is_err() {
            self.options = Options::default();
        }
        self.level = self.level.map(|level| level.clamp(1, game.levels()));
        self.engine_time = self.engine_time.clamp(100, 600_000);
        self.minutes = self.minutes.min(180);
        self.seconds = self.seconds.min(120);
        self.periods = self.periods.clamp(1, 30);
        self.days = self.days.clamp(1, 14);
        if !self.elsewhere && self.clock == TimeControlKind::Days {
            self.clock = TimeControlKind::None;
        }
        self.delay = self.delay.min(net::MAX_DELAY);
        // A match has an even number of games.
        self.games = if self.games > 1 { (self.games / 2 * 2).clamp(2, 20) } else { 1 };
        self
    }
}

/// The choices for each game, by its id.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SetupChoices {
    version: u32,
    games: BTreeMap<String, SetupChoice>,
    /// The rules and what else few players change are shown.
    #[serde(default)]
    pub more_open: bool,
}

impl SetupChoices {
    fn from_ron(text: &str) -> Result<SetupChoices, ron::error::SpannedError> {
        ron::from_str(text)
    }

    /// The choice to begin with: the last one for this game, or the setup of the last game
    /// if it was the same game, or else one for a player of this experience.
    pub fn get(
        &self,
        game: &dyn Game,
        last: Option<&Session>,
        experience: Option<Experience>,
    ) -> SetupChoice {
        let last = last.map(Session::setup).filter(|setup| setup.game.id() == game.id());
        let known = self.games.get(game.id()).cloned().or_else(|| last.map(SetupChoice::of));
        let first =
            || SetupChoice { level: [first_level(game, experience); 2], ..SetupChoice::default() };
        known.unwrap_or_else(first).within_limits(game)
    }

    /// Remembers a choice.
    pub fn set(&mut self, game: &dyn Game, choice: &SetupChoice) {
        self.version = 1;
        self.games.insert(game.id().to_owned(), choice.clone());
    }

    /// Returns true if this is the choice that is remembered for the game.
    pub fn is(&self, game: &dyn Game, choice: &SetupChoice) -> bool {
        self.games.get(game.id()) == Some(choice)
    }
}

/// The choices as the file holds them, and the time when it was written.
#[derive(Resource, Default)]
struct SavedChoices {
    choices: SetupChoices,
    at: Duration,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<SetupChoices>()
        .init_resource::<SavedChoices>()
        .add_message::<Lifecycle>()
        .add_systems(Startup, load)
        .add_systems(Last, save);
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut choices: ResMut<SetupChoices>,
    mut saved: ResMut<SavedChoices>,
    mut notices: MessageWriter<Notice>,
) {
    let read = storage.read_parsed(FILE, "settings-damaged", &mut notices, SetupChoices::from_ron);
    if let Some(read) = read {
        saved.choices = read.clone();
        *choices = read;
    }
}

fn save(
    time: Res<Time<Real>>,
    storage: Res<Storage>,
    choices: Res<SetupChoices>,
    mut saved: ResMut<SavedChoices>,
    mut exits: MessageReader<AppExit>,
    mut lifecycle: MessageReader<Lifecycle>,
    mut notices: MessageWriter<Notice>,
) {
    let leaving = Lifecycle::is_suspending(&mut lifecycle) || exits.read().count() > 0;
    let is_due = leaving || time.elapsed() - saved.at >= SAVE_INTERVAL;
    if !is_due || saved.choices == *choices {
        return;
    }
    *saved = SavedChoices { choices: choices.clone(), at: time.elapsed() };
    let config = ron::ser::PrettyConfig::new();
    let text = ron::ser::to_string_pretty(&*choices, config).unwrap_or_default();
    // A failed write is reported once and retried with the next change.
    if let Err(error) = storage.write(FILE, &text) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{EngineProtocol, EngineSettings};
    use crate::games::{OptionValue, registry};

    fn game(id: &str) -> &'static dyn Game {
        registry::find(id).unwrap()
    }

    #[test]
    fn a_choice_survives_the_file_and_comes_before_the_last_game() {
        let mut choice = SetupChoice {
            computer: [true, true],
            level: [7, 2],
            first_player: FirstPlayer::Random,
            clock: TimeControlKind::ByoYomi,
            games: 4,
            ..SetupChoice::default()
        };
        choice.options.set("size", OptionValue::Number(13));
        let mut choices = SetupChoices::default();
        choices.set(game("go"), &choice);
        let read = SetupChoices::from_ron(&ron::to_string(&choices).unwrap()).unwrap();
        let last = Session::new(SetupChoice::default().setup(
            game("go"),
            &ExternalEngines::default(),
            false,
        ))
        .unwrap();
        assert_eq!(read.get(game("go"), Some(&last), None), choice);
        assert!(read.is(game("go"), &choice) && !read.is(game("chess"), &choice));
    }

    #[test]
    fn without_a_choice_the_setup_of_the_last_game_of_the_kind_is_offered() {
        let choice = SetupChoice {
            level: [3, 9],
            clock: TimeControlKind::Increment,
            seconds: 20,
            first_player: FirstPlayer::Player(1),
            ..SetupChoice::default()
        };
        let last =
            Session::new(choice.setup(game("chess"), &ExternalEngines::default(), false)).unwrap();
        let choices = SetupChoices::default();
        assert_eq!(choices.get(game("chess"), Some(&last), None), choice);
        assert_eq!(choices.get(game("go"), Some(&last), None), SetupChoice::default());
    }

    #[test]
    fn an_engine_plays_the_rules_that_it_knows_and_is_remembered_for_others() {
        let mut engines = ExternalEngines::default();
        let settings = EngineSettings {
            protocol: Some(EngineProtocol::Gomocup),
            ..EngineSettings::from_command_line("rapfi")
        };
        let id = engines.list_mut().add(settings);
        let mut choice = SetupChoice {
            by_engine: [false, true],
            engine: [None, Some(id)],
            engine_time: 3000,
            adaptive: true,
            ..SetupChoice::default()
        };
        let setup = choice.setup(game("gomoku"), &engines, false);
        assert_eq!(setup.players, [PlayerKind::Human, PlayerKind::Engine(id)]);
        assert_eq!((setup.engine_time, setup.adaptive), (Duration::from_secs(3), false));
        let of_last = SetupChoice::of(&setup);
        assert_eq!((of_last.by_engine, of_last.engine), (choice.by_engine, choice.engine));
        assert_eq!(of_last.engine_time, 3000);
        choice.options.set("rule", OptionValue::Word("connect6".to_owned()));
        let setup = choice.setup(game("gomoku"), &engines, false);
        assert_eq!(setup.players[1], PlayerKind::Computer(DEFAULT_LEVEL));
        assert!(choice.chosen_engine(1, &engines).is_some());
        choice.options = Options::default();
        engines.list_mut().remove(id);
        let setup = choice.setup(game("gomoku"), &engines, false);
        assert_eq!(setup.players[1], PlayerKind::Computer(DEFAULT_LEVEL));
    }

    #[test]
    fn experience_chooses_the_first_level_and_nothing_that_was_chosen_before() {
        let mut choices = SetupChoices::default();
        let level = |choices: &SetupChoices, id: &str, experience| {
            choices.get(game(id), None, Some(experience)).level
        };
        assert_eq!(level(&choices, "chess", Experience::NotYet), [1, 1]);
        assert_eq!(level(&choices, "chess", Experience::ALittle), [3, 3]);
        assert_eq!(level(&choices, "tictactoe", Experience::Well), [4, 4]);
        choices.set(game("chess"), &SetupChoice { level: [7, 8], ..SetupChoice::default() });
        assert_eq!(level(&choices, "chess", Experience::NotYet), [7, 8]);
    }

    #[test]
    fn a_file_of_the_earlier_form_is_read_whole() {
        let text = "(version: 1, games: {\"go\": (options: {\"size\": 11, \"placement\": \"free\", \
            \"handicap\": 3}, computer: (true, false), level: (6, 2), first_player: Player(1), \
            clock: ByoYomi, minutes: 25, seconds: 40, periods: 5, games: 4)})";
        let read = SetupChoices::from_ron(text).unwrap();
        let choice = read.get(game("go"), None, Some(Experience::NotYet));
        assert_eq!(
            choice.options,
            Options::parse("(size: 11, placement: \"free\", handicap: 3)").unwrap()
        );
        assert_eq!((choice.computer, choice.level), ([true, false], [6, 2]));
        assert_eq!((choice.first_player, choice.games), (FirstPlayer::Player(1), 4));
        assert_eq!(choice.clock, TimeControlKind::ByoYomi);
        assert_eq!((choice.minutes, choice.seconds, choice.periods), (25, 40, 5));
        assert!(!read.more_open);
    }

    #[test]
    fn numbers_of_a_damaged_file_are_brought_into_their_ranges() {
        let text = "(version: 1, games: {\"chess\": (level: (0, 200), games: 7, periods: 0, \
            minutes: 99999999999, first_player: Player(9))})";
        let read = SetupChoices::from_ron(text).unwrap();
        let choice = read.get(game("chess"), None, None);
        assert_eq!((choice.level, choice.games), ([1, game("chess").levels()], 6));
        assert!(
            Session::new(choice.setup(game("chess"), &ExternalEngines::default(), false)).is_ok()
        );
        assert!(SetupChoices::from_ron("(version: 1, games: 3)").is_err());
    }
}
