//! An engine of others as a player: which one, and how long it thinks.

use bevy_egui::egui::{RichText, Sense, Ui, Vec2};

use super::opponent::PORTRAIT;
use super::{NewGameForm, View};
use crate::app::features::setup_choices::TimeControlKind;
use crate::app::widgets::controls::{choice, muted, row};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::{self, Face};
use crate::engines::ListedEngine;
use crate::games::Options;

/// Times for a move that are offered, in milliseconds.
const TIMES: [u64; 5] = [500, 1000, 3000, 10_000, 30_000];

/// Height of the line below the name of an engine, enough for two lines of text.
const LINE_HEIGHT: f32 = 36.0;

/// The engines that play this game, under the rules that are chosen or the usual ones.
fn offered<'a>(view: View<'a>, form: &NewGameForm) -> Vec<&'a ListedEngine> {
    let (game, usual) = (form.game, Options::default());
    let plays = |engine: &&ListedEngine| {
        engine.plays(game, &form.choice.options) || engine.plays(game, &usual)
    };
    view.engines.list().iter().filter(plays).collect()
}

/// True if an engine can be chosen for this game.
pub(super) fn are_offered(view: View, form: &NewGameForm) -> bool {
    !offered(view, form).is_empty()
}

/// Lets an engine play for a player, the one that was chosen before or else the first that
/// knows the rules; or a level of our own.
pub(super) fn choose(view: View, form: &mut NewGameForm, player: usize, by_engine: bool) {
    let offered = offered(view, form);
    let game = form.game;
    let choice = &mut form.choice;
    choice.by_engine[player] = by_engine;
    let is_known = |engine: &&ListedEngine| choice.engine[player] == Some(engine.id());
    if by_engine && !offered.iter().any(is_known) {
        let knows_rules = |engine: &&&ListedEngine| engine.plays(game, &choice.options);
        let first = offered.iter().find(knows_rules).or(offered.first());
        choice.engine[player] = first.map(|engine| engine.id());
    }
}

/// The engines by name, and the chosen one.
pub(super) fn show(ui: &mut Ui, view: View, form: &mut NewGameForm, player: usize) {
    let l10n = view.l10n;
    let offered = offered(view, form);
    let names: Vec<_> =
        offered.iter().map(|engine| (Some(engine.id()), engine.name().to_owned())).collect();
    ui.push_id(("engines", player), |ui| choice(ui, &mut form.choice.engine[player], &names));
    let Some(engine) = form.choice.chosen_engine(player, view.engines) else { return };
    let line = if form.choice.playing_engine(player, form.game, view.engines).is_none() {
        let level = form.choice.level[player].to_string();
        let facts = [("engine", engine.name().to_owned()), ("number", level)];
        l10n.format("engine-not-these-rules", &facts)
    } else if form.choice.clock == TimeControlKind::None {
        l10n.get("engine-explained")
    } else {
        l10n.get("engine-uses-clock")
    };
    let palette = Palette::of(ui);
    ui.horizontal_top(|ui| {
        let (place, _) = ui.allocate_exact_size(Vec2::splat(PORTRAIT), Sense::hover());
        thumbnail::paint_portrait(ui.painter(), place, Face::Engine, view.paint);
        ui.vertical(|ui| {
            ui.label(RichText::new(engine.name()).size(theme::LARGE).color(palette.ink));
            ui.allocate_ui(Vec2::new(ui.available_width(), LINE_HEIGHT), |ui| {
                ui.set_min_height(LINE_HEIGHT);
                muted(ui, line);
            });
        });
    });
}

/// The time for a move, which is not used in a game with clocks.
pub(super) fn time_row(ui: &mut Ui, view: View, form: &mut NewGameForm) {
    let l10n = view.l10n;
    let seconds = |time: u64| ("seconds", (time as f64 / 1000.0).to_string());
    let times = TIMES.map(|time| (time, l10n.format("engine-seconds", &[seconds(time)])));
    ui.add_enabled_ui(form.choice.clock == TimeControlKind::None, |ui| {
        row(ui, &l10n.get("engine-move-time"), |ui| {
            choice(ui, &mut form.choice.engine_time, &times);
        });
    });
}
