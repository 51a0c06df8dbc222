//! What is chosen before a game: who plays, under which rules and clock, and
//! how many games.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{RichText, Ui};
use egui_phosphor::regular::{DICE_FIVE, PLAY};

use super::page;
use crate::app::Screen;
use crate::app::notice::Notice;
use crate::app::session::{Command, Playing, Seat, Session, Setup};
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{
    Weight, choice, group, icon_button, muted, row, stepper, switch, wide_button,
};
use crate::app::ui::{UiSet, Words, root};
use crate::core::{Random, TimeControl};
use crate::games::registry::GAMES;
use crate::games::{Choice, Domain, Game, OptionSpec, Options, SetupError};

/// Level of a first opponent.
const FIRST_LEVEL: u8 = 3;

/// Most games of a match.
const MOST_GAMES: u32 = 20;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;

/// Who has the first side.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Begins {
    Player(usize),
    Chance,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum ClockKind {
    None,
    SuddenDeath,
    Increment,
    ByoYomi,
}

/// What has been chosen so far.
#[derive(Resource)]
pub(super) struct Draft {
    game: &'static dyn Game,
    options: Options,
    /// Which players are computers, and their levels.
    computer: [bool; 2],
    level: [u8; 2],
    begins: Begins,
    clock: ClockKind,
    minutes: u64,
    seconds: u64,
    periods: u32,
    games: u32,
    /// The person was told that an unfinished game will be left.
    warned: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Draft {
            game: GAMES[0],
            options: Options::default(),
            computer: [false, true],
            level: [FIRST_LEVEL; 2],
            begins: Begins::Player(0),
            clock: ClockKind::None,
            minutes: 5,
            seconds: 10,
            periods: 3,
            games: 1,
            warned: false,
        }
    }
}

impl Draft {
    /// Begins to choose for this game, from what was chosen the last time.
    pub(super) fn choose(&mut self, game: &'static dyn Game, last: Option<&Session>) {
        self.game = game;
        self.warned = false;
        let Some(setup) = last.map(Session::setup).filter(|setup| setup.game.id() == game.id())
        else {
            self.options = Options::default();
            return;
        };
        self.options = setup.options.clone();
        for (player, seat) in setup.players.into_iter().enumerate() {
            self.computer[player] = matches!(seat, Seat::Computer(_));
            if let Seat::Computer(level) = seat {
                self.level[player] = level;
            }
        }
        self.games = setup.games;
        self.begins = Begins::Player(setup.first);
        (self.clock, self.minutes, self.seconds, self.periods) = match setup.time {
            TimeControl::Unlimited => (ClockKind::None, self.minutes, self.seconds, self.periods),
            TimeControl::SuddenDeath { main } => {
                (ClockKind::SuddenDeath, main / MINUTE, self.seconds, self.periods)
            }
            TimeControl::Increment { main, increment } => {
                (ClockKind::Increment, main / MINUTE, increment / SECOND, self.periods)
            }
            TimeControl::ByoYomi { main, period, periods } => {
                (ClockKind::ByoYomi, main / MINUTE, period / SECOND, periods)
            }
        };
    }

    /// Why no game can be begun like this, as a translation key.
    fn clash(&self) -> Option<&'static str> {
        match self.game.start(&self.options) {
            Ok(_) => None,
            Err(SetupError::Clash(refusal)) => Some(refusal.id),
            Err(_) => Some("setup-failed"),
        }
    }

    /// The setup; `coin` decides what is left to chance.
    fn setup(&self, coin: bool) -> Setup {
        let seat = |player: usize| match self.computer[player] {
            true => Seat::Computer(self.level[player].clamp(1, self.game.levels())),
            false => Seat::Human,
        };
        let main = self.minutes * MINUTE;
        Setup {
            game: self.game,
            options: self.options.clone(),
            players: [seat(0), seat(1)],
            first: match self.begins {
                Begins::Player(player) => player,
                Begins::Chance => usize::from(coin),
            },
            time: match self.clock {
                ClockKind::None => TimeControl::Unlimited,
                ClockKind::SuddenDeath => TimeControl::SuddenDeath { main: main.max(MINUTE) },
                ClockKind::Increment => TimeControl::Increment {
                    main: main.max(MINUTE),
                    increment: self.seconds * SECOND,
                },
                ClockKind::ByoYomi => TimeControl::ByoYomi {
                    main,
                    period: self.seconds.max(1) * SECOND,
                    periods: self.periods.max(1),
                },
            },
            games: self.games,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Draft>().add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Screen).run_if(in_state(Screen::NewGame)),
    );
}

fn show(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    words: Res<Words>,
    playing: Res<Playing>,
    mut draft: ResMut<Draft>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: MessageWriter<Command>,
    mut notices: MessageWriter<Notice>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let draft = draft.bypass_change_detection();
    let heading = words.get(&format!("game-{}", draft.game.id()));
    let unfinished = playing.session().is_some_and(|session| {
        session.ending().is_none() && session.current() != session.tree().root()
    });
    let mut start = false;
    let leave = page::show(
        &mut ui,
        "new-game",
        &heading,
        &words.get("back"),
        |ui| {
            let response = wide_button(ui, Weight::Primary, Some(PLAY), &words.get("start-game"));
            if ui.memory(|memory| memory.focused().is_none()) {
                response.request_focus();
            }
            start = response.clicked();
        },
        |ui| {
            players(ui, &words, draft);
            rules(ui, &words, draft);
            clock(ui, &words, draft);
            games(ui, &words, draft);
        },
    );
    if leave {
        next.set(Screen::Home);
    } else if let (true, Some(reason)) = (start, draft.clash()) {
        notices.write(Notice::refusal(reason));
    } else if start && unfinished && !draft.warned {
        draft.warned = true;
        notices.write(Notice::hint("unfinished-game-will-be-left"));
    } else if start {
        let coin = time.elapsed().subsec_micros() % 2 == 1;
        commands.write(Command::New(Box::new(draft.setup(coin))));
        next.set(Screen::Play);
    }
    Ok(())
}

fn players(ui: &mut Ui, words: &Words, draft: &mut Draft) {
    group(ui, &words.get("players"));
    for player in 0..2 {
        let label = words.with("player-number", &[("number", (player + 1).to_string())]);
        row(ui, &label, |ui| {
            let values = [(false, words.get("person")), (true, words.get("computer"))];
            choice(ui, &mut draft.computer[player], &values);
        });
        if draft.computer[player] {
            let level = &mut draft.level[player];
            let most = draft.game.levels();
            row(ui, &words.get("level"), |ui| {
                let name = words.get(&format!("level-name-{level}"));
                let shown = format!("{level} · {name}");
                let change = stepper(ui, &words.get("level"), &shown, *level > 1, *level < most);
                *level = level.saturating_add_signed(change as i8).clamp(1, most);
            });
            // How a level of a game thinks, where that is worth telling.
            let method = format!("method-{}-{}", draft.game.id(), draft.level[player]);
            if let Some(method) = words.find(&method) {
                muted(ui, method);
            }
        }
    }
    let side = words.get(&format!("side-{}", draft.game.side_names()[0]));
    row(ui, &words.with("who-begins", &[("side", side)]), |ui| {
        let player = |n: usize| words.with("player-number", &[("number", n.to_string())]);
        let values = [
            (Begins::Player(0), player(1)),
            (Begins::Player(1), player(2)),
            (Begins::Chance, words.get("by-chance")),
        ];
        choice(ui, &mut draft.begins, &values);
    });
}

fn rules(ui: &mut Ui, words: &Words, draft: &mut Draft) {
    group(ui, &words.get("rules"));
    for spec in draft.game.options() {
        if !draft.game.matters(spec.id, &draft.options) {
            continue;
        }
        let name = words.get(&format!("option-{}", spec.id));
        let chosen = draft.options.get(spec);
        let changed = row(ui, &name, |ui| option(ui, words, &name, spec, &chosen));
        if let Some(changed) = changed {
            draft.options.set(spec.id, changed);
        }
    }
    if let Some(reason) = draft.clash() {
        let palette = Palette::of(ui);
        ui.label(RichText::new(words.get(reason)).size(theme::BODY).color(palette.accent));
    }
}

/// One option of a game. Returns a new choice, if one was made.
fn option(
    ui: &mut Ui,
    words: &Words,
    name: &str,
    spec: &OptionSpec,
    chosen: &Choice,
) -> Option<Choice> {
    match (spec.domain, chosen) {
        (Domain::Words(values), Choice::Word(word)) => {
            let mut index = values.iter().position(|value| value == word).unwrap_or(0);
            let shown: Vec<_> = values
                .iter()
                .enumerate()
                .map(|(n, value)| (n, words.get(&format!("option-{}-{value}", spec.id))))
                .collect();
            choice(ui, &mut index, &shown).then(|| Choice::Word(values[index].to_owned()))
        }
        (Domain::Number { min, max, step, .. }, &Choice::Number(number)) => {
            let shown =
                words.with(&format!("option-{}-value", spec.id), &[("number", number.to_string())]);
            let change = stepper(ui, name, &shown, number > min, number < max);
            // Nobody steps through hundreds of numbers.
            let many = (max - min) / step.max(1) > 100;
            if many && icon_button(ui, DICE_FIVE, &words.get("by-chance"), true).clicked() {
                let mut thrown = Random::new(ui.input(|input| input.time.to_bits()));
                let among = ((max - min) / step.max(1) + 1) as usize;
                return Some(Choice::Number(min + step * thrown.below(among) as i64));
            }
            (change != 0).then(|| Choice::Number((number + change * step).clamp(min, max)))
        }
        (Domain::Switch { .. }, &Choice::Switch(mut on)) => {
            switch(ui, name, &mut on).then_some(Choice::Switch(on))
        }
        _ => None,
    }
}

fn clock(ui: &mut Ui, words: &Words, draft: &mut Draft) {
    group(ui, &words.get("clock"));
    row(ui, &words.get("clock-kind"), |ui| {
        let values = [
            (ClockKind::None, words.get("clock-none")),
            (ClockKind::SuddenDeath, words.get("clock-sudden-death")),
            (ClockKind::Increment, words.get("clock-increment")),
            (ClockKind::ByoYomi, words.get("clock-byo-yomi")),
        ];
        choice(ui, &mut draft.clock, &values);
    });
    let kind = draft.clock;
    if kind == ClockKind::None {
        return;
    }
    let least = u64::from(kind != ClockKind::ByoYomi);
    number(ui, words, "clock-minutes", &mut draft.minutes, least, 180);
    match kind {
        ClockKind::None | ClockKind::SuddenDeath => {}
        ClockKind::Increment => {
            number(ui, words, "clock-increment-seconds", &mut draft.seconds, 1, 120);
        }
        ClockKind::ByoYomi => {
            number(ui, words, "clock-period-seconds", &mut draft.seconds, 1, 120);
            let mut periods = u64::from(draft.periods);
            number(ui, words, "clock-periods", &mut periods, 1, 30);
            draft.periods = periods as u32;
        }
    }
}

/// A number that grows in larger steps the larger it is.
fn number(ui: &mut Ui, words: &Words, id: &str, value: &mut u64, least: u64, most: u64) {
    let name = words.get(id);
    *value = (*value).clamp(least, most);
    row(ui, &name, |ui| {
        let change = stepper(ui, &name, &value.to_string(), *value > least, *value < most);
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
        .clamp(least, most);
    });
}

fn games(ui: &mut Ui, words: &Words, draft: &mut Draft) {
    group(ui, &words.get("games"));
    let mut is_match = draft.games > 1;
    row(ui, &words.get("games-kind"), |ui| {
        let values = [(false, words.get("single-game")), (true, words.get("match"))];
        choice(ui, &mut is_match, &values);
    });
    match (is_match, draft.games) {
        (false, _) => draft.games = 1,
        (true, 1) => draft.games = 2,
        (true, _) => {}
    }
    if is_match {
        let name = words.get("match-games");
        row(ui, &name, |ui| {
            let games = draft.games;
            let change = stepper(ui, &name, &games.to_string(), games > 2, games < MOST_GAMES);
            draft.games = (i64::from(games) + 2 * change).clamp(2, i64::from(MOST_GAMES)) as u32;
        });
        muted(ui, words.get("match-explained"));
    }
}
