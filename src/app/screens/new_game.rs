//! The form for a new game: players, rules, clock and number of games.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Layout, RichText, Ui};
use egui_phosphor::regular::{BOOK_OPEN, DICE_FIVE, PENCIL_SIMPLE, PLAY};

use crate::app::features::position_editor::OpenPositionEditor;
use crate::app::features::setup_choices::{
    FirstPlayer, SetupChoice, SetupChoices, TimeControlKind,
};
use crate::app::notice::Notice;
use crate::app::screens::how_to_play::HowToPlayPage;
use crate::app::services::assets::LoadedAssets;
use crate::app::session::{Session, SessionCommand};
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name, side_name};
use crate::app::widgets::controls::{
    ButtonStyle, NAME_WIDTH, NUMBER_WIDTH, button, choice, focus_by_default, group, icon_button,
    muted, row, stepper, switch_row, wide_button,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::{UiSystems, page, root, theme};
use crate::content::messages;
use crate::core::{Random, Side};
use crate::games::registry::GAMES;
use crate::games::{Domain, Game, OptionSpec, OptionValue, SetupError};

/// Maximum games of a match.
const MAX_MATCH_GAMES: u32 = 20;

/// State of the form.
#[derive(Resource)]
pub(super) struct NewGameForm {
    game: &'static dyn Game,
    choice: SetupChoice,
}

impl Default for NewGameForm {
    fn default() -> Self {
        NewGameForm { game: GAMES[0], choice: SetupChoice::default() }
    }
}

impl NewGameForm {
    /// Opens the form for a game, with what was chosen for it the last time.
    pub(super) fn open_for(
        &mut self,
        game: &'static dyn Game,
        choices: &SetupChoices,
        last: Option<&Session>,
    ) {
        *self = NewGameForm { game, choice: choices.get(game, last) };
    }

    /// Translation key of the reason why the game cannot start with these options.
    fn setup_error(&self) -> Option<&'static str> {
        match self.game.start(&self.choice.options) {
            Ok(_) => None,
            Err(SetupError::Incompatible { message_id, .. }) => Some(message_id),
            Err(_) => Some("setup-failed"),
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
    mut form: ResMut<NewGameForm>,
    mut choices: ResMut<SetupChoices>,
    assets: Res<LoadedAssets>,
    mut page: ResMut<HowToPlayPage>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
    mut position_editor: MessageWriter<OpenPositionEditor>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let form = form.bypass_change_detection();
    let heading = game_name(&l10n, form.game.id());
    let (mut start, mut how_to_play, mut from_position) = (false, false, false);
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
            how_to_play = rule_rows(ui, &l10n, form);
            from_position = from_position_button(ui, &l10n);
            clock_rows(ui, &l10n, form);
            match_rows(ui, &l10n, form);
        },
    );
    if !choices.is(form.game, &form.choice) {
        choices.set(form.game, &form.choice);
    }
    if leave {
        next.set(Screen::Home);
    } else if how_to_play {
        page.open_for(form.game, &form.choice.options, &assets, Screen::NewGame);
        next.set(Screen::HowToPlay);
    } else if let (true, Some(reason)) = (start || from_position, form.setup_error()) {
        notices.write(Notice::refusal(reason));
    } else if from_position {
        position_editor.write(OpenPositionEditor {
            game: form.game,
            options: form.choice.options.clone(),
            position: None,
            review: None,
        });
    } else if start {
        let coin = time.elapsed().subsec_micros() % 2 == 1;
        commands.write(SessionCommand::NewGame(Box::new(form.choice.setup(form.game, coin))));
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
            choice(ui, &mut form.choice.computer[player], &values);
        });
        if form.choice.computer[player] {
            let level = &mut form.choice.level[player];
            let max = form.game.levels();
            row(ui, &l10n.get("level"), |ui| {
                let name = l10n.get(&format!("level-name-{level}"));
                let shown = format!("{level} · {name}");
                let change =
                    stepper(ui, &l10n.get("level"), &shown, NAME_WIDTH, *level > 1, *level < max);
                *level = level.saturating_add_signed(change as i8).clamp(1, max);
            });
            method_line(ui, l10n, form.game, form.choice.level[player]);
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
        choice(ui, &mut form.choice.first_player, &values);
    });
}

/// Description of a level's algorithm, in the height of the longest of this game, so that
/// nothing below it moves with the level; nothing in games without one.
fn method_line(ui: &mut Ui, l10n: &Localization, game: &dyn Game, level: u8) {
    let method = |level| l10n.find(&format!("method-{}-{level}", game.id()));
    let width = ui.available_width();
    let font = egui::FontId::proportional(theme::SMALL);
    let height = (1..=game.levels()).filter_map(method).map(|text| {
        let galley = ui.painter().layout(text, font.clone(), egui::Color32::PLACEHOLDER, width);
        galley.size().y
    });
    let height = height.fold(0.0, f32::max);
    if height > 0.0 {
        ui.allocate_ui(egui::Vec2::new(width, height), |ui| {
            ui.set_min_height(height);
            muted(ui, method(level).unwrap_or_default());
        });
    }
}

/// The rows of the options. Returns true if the player wants to know the rules.
fn rule_rows(ui: &mut Ui, l10n: &Localization, form: &mut NewGameForm) -> bool {
    let how_to_play = ui.horizontal(|ui| {
        ui.vertical(|ui| group(ui, &l10n.get("rules")));
        ui.with_layout(Layout::right_to_left(Align::Max), |ui| {
            let text = l10n.get("how-to-play");
            button(ui, ButtonStyle::Plain, Some(BOOK_OPEN), &text).clicked()
        })
    });
    for spec in form.game.options() {
        if !form.game.is_relevant(spec.id, &form.choice.options) {
            continue;
        }
        let name = l10n.get(&format!("option-{}", spec.id));
        let chosen = form.choice.options.get(spec);
        let changed = match chosen {
            OptionValue::Switch(mut on) => {
                switch_row(ui, &name, &mut on).then_some(OptionValue::Switch(on))
            }
            _ => row(ui, &name, |ui| option_control(ui, l10n, &name, spec, form)),
        };
        if let Some(changed) = changed {
            form.choice.options.set(spec.id, changed);
        }
    }
    if let Some(reason) = form.setup_error() {
        let palette = Palette::of(ui);
        ui.label(RichText::new(l10n.get(reason)).size(theme::BODY).color(palette.accent));
    }
    how_to_play.inner.inner
}

/// Control for one option of the game. Returns the new choice when it changed.
fn option_control(
    ui: &mut Ui,
    l10n: &Localization,
    name: &str,
    spec: &OptionSpec,
    form: &NewGameForm,
) -> Option<OptionValue> {
    match (spec.domain, &form.choice.options.get(spec)) {
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
            let change = stepper(ui, name, &shown, NAME_WIDTH, number > min, number < max);
            // Too many values to step through: offer a random one.
            let many = (max - min) / step.max(1) > 100;
            if many && icon_button(ui, DICE_FIVE, &l10n.get("by-chance"), true).clicked() {
                let mut random = Random::new(ui.input(|input| input.time.to_bits()));
                let choices = ((max - min) / step.max(1) + 1) as usize;
                return Some(OptionValue::Number(min + step * random.below(choices) as i64));
            }
            (change != 0).then(|| OptionValue::Number((number + change * step).clamp(min, max)))
        }
        _ => None,
    }
}

/// A number of an option as it is shown.
fn number_text(l10n: &Localization, spec: &OptionSpec, number: i64, form: &NewGameForm) -> String {
    match form.game.number_text(spec.id, number, &form.choice.options) {
        Some(message) => l10n.title(&messages::localize(&message)),
        None => {
            l10n.format(&format!("option-{}-value", spec.id), &[("number", number.to_string())])
        }
    }
}

/// Returns true if the player wants to set up a position to start from.
fn from_position_button(ui: &mut Ui, l10n: &Localization) -> bool {
    let text = l10n.get("position-from");
    button(ui, ButtonStyle::Plain, Some(PENCIL_SIMPLE), &text).clicked()
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
        choice(ui, &mut form.choice.clock, &values);
    });
    let kind = form.choice.clock;
    if kind == TimeControlKind::None {
        return;
    }
    let min = u64::from(kind != TimeControlKind::ByoYomi);
    number_row(ui, l10n, "clock-minutes", &mut form.choice.minutes, min, 180);
    match kind {
        TimeControlKind::None | TimeControlKind::SuddenDeath => {}
        TimeControlKind::Increment => {
            number_row(ui, l10n, "clock-increment-seconds", &mut form.choice.seconds, 1, 120);
        }
        TimeControlKind::ByoYomi => {
            number_row(ui, l10n, "clock-period-seconds", &mut form.choice.seconds, 1, 120);
            let mut periods = u64::from(form.choice.periods);
            number_row(ui, l10n, "clock-periods", &mut periods, 1, 30);
            form.choice.periods = periods as u32;
        }
    }
}

/// Row of a number whose step grows with its value.
fn number_row(ui: &mut Ui, l10n: &Localization, id: &str, value: &mut u64, min: u64, max: u64) {
    let name = l10n.get(id);
    *value = (*value).clamp(min, max);
    row(ui, &name, |ui| {
        let change =
            stepper(ui, &name, &value.to_string(), NUMBER_WIDTH, *value > min, *value < max);
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
    let mut is_match = form.choice.games > 1;
    row(ui, &l10n.get("games-kind"), |ui| {
        let values = [(false, l10n.get("single-game")), (true, l10n.get("match"))];
        choice(ui, &mut is_match, &values);
    });
    match (is_match, form.choice.games) {
        (false, _) => form.choice.games = 1,
        (true, 1) => form.choice.games = 2,
        (true, _) => {}
    }
    if is_match {
        let name = l10n.get("match-games");
        row(ui, &name, |ui| {
            let games = form.choice.games;
            let change = stepper(
                ui,
                &name,
                &games.to_string(),
                NUMBER_WIDTH,
                games > 2,
                games < MAX_MATCH_GAMES,
            );
            form.choice.games =
                (i64::from(games) + 2 * change).clamp(2, i64::from(MAX_MATCH_GAMES)) as u32;
        });
        muted(ui, l10n.get("match-explained"));
    }
}
