//! The form for a new game: players, rules, clock and number of games.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{RichText, Ui};
use egui_phosphor::regular::{DICE_FIVE, PLAY};

use crate::app::notice::Notice;
use crate::app::session::{ActiveSession, GameSetup, PlayerKind, Session, SessionCommand};
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name, side_name};
use crate::app::widgets::controls::{
    ButtonStyle, choice, focus_by_default, group, icon_button, muted, row, stepper, switch,
    wide_button,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::{UiSystems, page, root, theme};
use crate::content::messages;
use crate::core::{Random, Side, TimeControl};
use crate::games::registry::GAMES;
use crate::games::{Domain, Game, OptionSpec, OptionValue, Options, SetupError};

/// Level of the computer unless another one was chosen.
const DEFAULT_LEVEL: u8 = 3;

/// Maximum games of a match.
const MAX_MATCH_GAMES: u32 = 20;

const MINUTE: Duration = Duration::from_secs(60);

/// Player of the first side.
#[derive(Clone, Copy, Debug, PartialEq)]
enum FirstPlayer {
    Player(usize),
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum TimeControlKind {
    None,
    SuddenDeath,
    Increment,
    ByoYomi,
}

/// State of the form.
#[derive(Resource)]
pub(super) struct NewGameForm {
    game: &'static dyn Game,
    options: Options,
    /// Which players are computers, and the level of each.
    computer: [bool; 2],
    level: [u8; 2],
    first_player: FirstPlayer,
    clock: TimeControlKind,
    minutes: u64,
    seconds: u64,
    periods: u32,
    games: u32,
    /// The player was warned that the unfinished game will be lost.
    warned_unfinished: bool,
}

impl Default for NewGameForm {
    fn default() -> Self {
        NewGameForm {
            game: GAMES[0],
            options: Options::default(),
            computer: [false, true],
            level: [DEFAULT_LEVEL; 2],
            first_player: FirstPlayer::Player(0),
            clock: TimeControlKind::None,
            minutes: 5,
            seconds: 10,
            periods: 3,
            games: 1,
            warned_unfinished: false,
        }
    }
}

impl NewGameForm {
    /// Resets the form for a game, with the setup of the last game as defaults if it was
    /// the same game.
    pub(super) fn open_for(&mut self, game: &'static dyn Game, last: Option<&Session>) {
        self.game = game;
        self.warned_unfinished = false;
        let Some(setup) = last.map(Session::setup).filter(|setup| setup.game.id() == game.id())
        else {
            self.options = Options::default();
            return;
        };
        self.options = setup.options.clone();
        for (player, seat) in setup.players.into_iter().enumerate() {
            self.computer[player] = matches!(seat, PlayerKind::Computer(_));
            if let PlayerKind::Computer(level) = seat {
                self.level[player] = level;
            }
        }
        self.games = setup.games;
        self.first_player = FirstPlayer::Player(setup.first_player);
        let minutes = |main: Duration| main.as_secs() / 60;
        (self.clock, self.minutes, self.seconds, self.periods) = match setup.time {
            TimeControl::Unlimited => {
                (TimeControlKind::None, self.minutes, self.seconds, self.periods)
            }
            TimeControl::SuddenDeath { main } => {
                (TimeControlKind::SuddenDeath, minutes(main), self.seconds, self.periods)
            }
            TimeControl::Increment { main, increment } => {
                (TimeControlKind::Increment, minutes(main), increment.as_secs(), self.periods)
            }
            TimeControl::ByoYomi { main, period, periods } => {
                (TimeControlKind::ByoYomi, minutes(main), period.as_secs(), periods)
            }
        };
    }

    /// Translation key of the reason why the game cannot start with these options.
    fn setup_error(&self) -> Option<&'static str> {
        match self.game.start(&self.options) {
            Ok(_) => None,
            Err(SetupError::Incompatible { message_id, .. }) => Some(message_id),
            Err(_) => Some("setup-failed"),
        }
    }

    /// The setup; `coin` decides a random first player.
    fn setup(&self, coin: bool) -> GameSetup {
        let seat = |player: usize| match self.computer[player] {
            true => PlayerKind::Computer(self.level[player].clamp(1, self.game.levels())),
            false => PlayerKind::Human,
        };
        let main = Duration::from_secs(60 * self.minutes);
        GameSetup {
            game: self.game,
            options: self.options.clone(),
            players: [seat(0), seat(1)],
            first_player: match self.first_player {
                FirstPlayer::Player(player) => player,
                FirstPlayer::Random => usize::from(coin),
            },
            time: match self.clock {
                TimeControlKind::None => TimeControl::Unlimited,
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
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NewGameForm>().add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen).run_if(in_state(Screen::NewGame)),
    );
}

fn show(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    l10n: Res<Localization>,
    active_session: Res<ActiveSession>,
    mut form: ResMut<NewGameForm>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let form = form.bypass_change_detection();
    let heading = game_name(&l10n, form.game.id());
    let unfinished = active_session.session().is_some_and(|session| {
        session.ending().is_none() && session.current() != session.tree().root()
    });
    let mut start = false;
    let leave = page::show(
        &mut ui,
        "new-game",
        &heading,
        &l10n.get("back"),
        |ui| {
            let response =
                wide_button(ui, ButtonStyle::Primary, Some(PLAY), &l10n.get("start-game"));
            focus_by_default(ui, &response);
            start = response.clicked();
        },
        |ui| {
            player_rows(ui, &l10n, form);
            rule_rows(ui, &l10n, form);
            clock_rows(ui, &l10n, form);
            match_rows(ui, &l10n, form);
        },
    );
    if leave {
        next.set(Screen::Home);
    } else if let (true, Some(reason)) = (start, form.setup_error()) {
        notices.write(Notice::refusal(reason));
    } else if start && unfinished && !form.warned_unfinished {
        form.warned_unfinished = true;
        notices.write(Notice::hint("unfinished-game-will-be-left"));
    } else if start {
        let coin = time.elapsed().subsec_micros() % 2 == 1;
        commands.write(SessionCommand::NewGame(Box::new(form.setup(coin))));
        next.set(Screen::Play);
    }
    Ok(())
}

fn player_rows(ui: &mut Ui, l10n: &Localization, form: &mut NewGameForm) {
    group(ui, &l10n.get("players"));
    for player in 0..2 {
        let label = l10n.format("player-number", &[("number", (player + 1).to_string())]);
        row(ui, &label, |ui| {
            let values = [(false, l10n.get("person")), (true, l10n.get("computer"))];
            choice(ui, &mut form.computer[player], &values);
        });
        if form.computer[player] {
            let level = &mut form.level[player];
            let max = form.game.levels();
            row(ui, &l10n.get("level"), |ui| {
                let name = l10n.get(&format!("level-name-{level}"));
                let shown = format!("{level} · {name}");
                let change = stepper(ui, &l10n.get("level"), &shown, *level > 1, *level < max);
                *level = level.saturating_add_signed(change as i8).clamp(1, max);
            });
            // Description of a level's algorithm, where there is one.
            let method = format!("method-{}-{}", form.game.id(), form.level[player]);
            if let Some(method) = l10n.find(&method) {
                muted(ui, method);
            }
        }
    }
    let side = side_name(l10n, form.game, Side::First);
    row(ui, &l10n.format("who-begins", &[("side", side)]), |ui| {
        let player = |n: usize| l10n.format("player-number", &[("number", n.to_string())]);
        let values = [
            (FirstPlayer::Player(0), player(1)),
            (FirstPlayer::Player(1), player(2)),
            (FirstPlayer::Random, l10n.get("by-chance")),
        ];
        choice(ui, &mut form.first_player, &values);
    });
}

fn rule_rows(ui: &mut Ui, l10n: &Localization, form: &mut NewGameForm) {
    group(ui, &l10n.get("rules"));
    for spec in form.game.options() {
        if !form.game.is_relevant(spec.id, &form.options) {
            continue;
        }
        let name = l10n.get(&format!("option-{}", spec.id));
        let changed = row(ui, &name, |ui| option_control(ui, l10n, &name, spec, form));
        if let Some(changed) = changed {
            form.options.set(spec.id, changed);
        }
    }
    if let Some(reason) = form.setup_error() {
        let palette = Palette::of(ui);
        ui.label(RichText::new(l10n.get(reason)).size(theme::BODY).color(palette.accent));
    }
}

/// Control for one option of the game. Returns the new choice when it changed.
fn option_control(
    ui: &mut Ui,
    l10n: &Localization,
    name: &str,
    spec: &OptionSpec,
    form: &NewGameForm,
) -> Option<OptionValue> {
    match (spec.domain, &form.options.get(spec)) {
        (Domain::Words(values), OptionValue::Word(word)) => {
            let mut index = values.iter().position(|value| value == word).unwrap_or(0);
            let shown: Vec<_> = values
                .iter()
                .enumerate()
                .map(|(n, value)| (n, l10n.get(&format!("option-{}-{value}", spec.id))))
                .collect();
            choice(ui, &mut index, &shown).then(|| OptionValue::Word(values[index].to_owned()))
        }
        (Domain::Number { min, max, step, .. }, &OptionValue::Number(number)) => {
            let shown = number_text(l10n, spec, number, form);
            let change = stepper(ui, name, &shown, number > min, number < max);
            // Too many values to step through: offer a random one.
            let many = (max - min) / step.max(1) > 100;
            if many && icon_button(ui, DICE_FIVE, &l10n.get("by-chance"), true).clicked() {
                let mut random = Random::new(ui.input(|input| input.time.to_bits()));
                let choices = ((max - min) / step.max(1) + 1) as usize;
                return Some(OptionValue::Number(min + step * random.below(choices) as i64));
            }
            (change != 0).then(|| OptionValue::Number((number + change * step).clamp(min, max)))
        }
        (Domain::Switch { .. }, &OptionValue::Switch(mut on)) => {
            switch(ui, name, &mut on).then_some(OptionValue::Switch(on))
        }
        _ => None,
    }
}

/// A number of an option as it is shown.
fn number_text(l10n: &Localization, spec: &OptionSpec, number: i64, form: &NewGameForm) -> String {
    match form.game.number_text(spec.id, number, &form.options) {
        Some(message) => l10n.title(&messages::localize(&message)),
        None => {
            l10n.format(&format!("option-{}-value", spec.id), &[("number", number.to_string())])
        }
    }
}

fn clock_rows(ui: &mut Ui, l10n: &Localization, form: &mut NewGameForm) {
    group(ui, &l10n.get("clock"));
    row(ui, &l10n.get("clock-kind"), |ui| {
        let values = [
            (TimeControlKind::None, l10n.get("clock-none")),
            (TimeControlKind::SuddenDeath, l10n.get("clock-sudden-death")),
            (TimeControlKind::Increment, l10n.get("clock-increment")),
            (TimeControlKind::ByoYomi, l10n.get("clock-byo-yomi")),
        ];
        choice(ui, &mut form.clock, &values);
    });
    let kind = form.clock;
    if kind == TimeControlKind::None {
        return;
    }
    let min = u64::from(kind != TimeControlKind::ByoYomi);
    number_row(ui, l10n, "clock-minutes", &mut form.minutes, min, 180);
    match kind {
        TimeControlKind::None | TimeControlKind::SuddenDeath => {}
        TimeControlKind::Increment => {
            number_row(ui, l10n, "clock-increment-seconds", &mut form.seconds, 1, 120);
        }
        TimeControlKind::ByoYomi => {
            number_row(ui, l10n, "clock-period-seconds", &mut form.seconds, 1, 120);
            let mut periods = u64::from(form.periods);
            number_row(ui, l10n, "clock-periods", &mut periods, 1, 30);
            form.periods = periods as u32;
        }
    }
}

/// Row of a number whose step grows with its value.
fn number_row(ui: &mut Ui, l10n: &Localization, id: &str, value: &mut u64, min: u64, max: u64) {
    let name = l10n.get(id);
    *value = (*value).clamp(min, max);
    row(ui, &name, |ui| {
        let change = stepper(ui, &name, &value.to_string(), *value > min, *value < max);
        let step = match *value + u64::from(change > 0) {
            ..=10 => 1,
            11..=30 => 5,
            _ => 15,
        };
        *value = match change {
            1 => (*value / step + 1) * step,
            -1 => (value.div_ceil(step) - 1) * step,
            _ => *value,
        }
        .clamp(min, max);
    });
}

fn match_rows(ui: &mut Ui, l10n: &Localization, form: &mut NewGameForm) {
    group(ui, &l10n.get("games"));
    let mut is_match = form.games > 1;
    row(ui, &l10n.get("games-kind"), |ui| {
        let values = [(false, l10n.get("single-game")), (true, l10n.get("match"))];
        choice(ui, &mut is_match, &values);
    });
    match (is_match, form.games) {
        (false, _) => form.games = 1,
        (true, 1) => form.games = 2,
        (true, _) => {}
    }
    if is_match {
        let name = l10n.get("match-games");
        row(ui, &name, |ui| {
            let games = form.games;
            let change = stepper(ui, &name, &games.to_string(), games > 2, games < MAX_MATCH_GAMES);
            form.games =
                (i64::from(games) + 2 * change).clamp(2, i64::from(MAX_MATCH_GAMES)) as u32;
        });
        muted(ui, l10n.get("match-explained"));
    }
}
