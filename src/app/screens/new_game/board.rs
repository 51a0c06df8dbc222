//! The board: usual sizes as chips, any other by steppers, and the other numbers of the
//! game, such as komi and handicap.

use bevy_egui::egui::Ui;
use egui_phosphor::regular::DICE_FIVE;

use super::{NewGameForm, View};
use crate::app::text::Localization;
use crate::app::widgets::controls::{
    NAME_WIDTH, chip, chips, choice, heading, icon_button, row, stepper, switch_row,
};
use crate::content::messages;
use crate::core::Random;
use crate::games::{Domain, Game, OptionSpec, OptionValue, Options};

/// True if the game has anything to choose here.
pub(super) fn has_choices(form: &NewGameForm) -> bool {
    board_options(form.game).next().is_some()
}

pub(super) fn show(ui: &mut Ui, view: View, form: &mut NewGameForm) {
    let l10n = view.l10n;
    let game = form.game;
    heading(ui, &l10n.get("board"));
    let boards = game.usual_boards();
    let is_chosen = |board: &[(&str, i64)], options: &Options| {
        let same = |&(id, number): &(&str, i64)| {
            let spec = game.options().iter().find(|spec| spec.id == id);
            spec.is_some_and(|spec| options.get(spec) == OptionValue::Number(number))
        };
        board.iter().all(same)
    };
    let is_usual = boards.iter().any(|board| is_chosen(board, &form.choice.options));
    let other = form.other_board || !is_usual;
    chips(ui, |ui| {
        for board in boards {
            let selected = !other && is_chosen(board, &form.choice.options);
            let Some(text) = board_text(l10n, game, &form.choice.options, board) else { continue };
            if chip(ui, selected, &text, None) {
                for &(id, number) in *board {
                    form.choice.options.set(id, OptionValue::Number(number));
                }
                form.other_board = false;
            }
        }
        if !boards.is_empty() && chip(ui, other, &l10n.get("other-size"), None) {
            form.other_board = true;
        }
    });
    let is_size = |spec: &OptionSpec| boards.iter().any(|board| is_named(board, spec.id));
    let shown = |spec: &&OptionSpec| other || !is_size(spec);
    for spec in board_options(game).filter(shown) {
        option_row(ui, l10n, spec, form);
    }
}

fn is_named(board: &[(&str, i64)], id: &str) -> bool {
    board.iter().any(|(name, _)| *name == id)
}

/// The size of a usual board, and the last of several numbers that make it where it has an
/// effect under the chosen options.
fn board_text(
    l10n: &Localization,
    game: &dyn Game,
    chosen: &Options,
    board: &[(&str, i64)],
) -> Option<String> {
    let mut options = Options::default();
    for &(id, number) in board {
        options.set(id, OptionValue::Number(number));
    }
    let position = game.start(&options).ok()?.board();
    let size = format!("{} × {}", position.files, position.ranks);
    let [_, .., (id, number)] = board else { return Some(size) };
    if !game.is_relevant(id, chosen) {
        return Some(size);
    }
    let goal = l10n.format(&format!("option-{id}-value"), &[("number", number.to_string())]);
    Some(format!("{size} · {goal}"))
}

/// The options that belong to the board, and those that belong to the rules: numbers, and
/// words and switches, each with the options after it that matter only for some of its
/// values.
fn options_of(game: &'static dyn Game, board: bool) -> impl Iterator<Item = &'static OptionSpec> {
    let usual = Options::default();
    let mut follows_number = true;
    game.options().iter().filter(move |spec| {
        if game.is_relevant(spec.id, &usual) {
            follows_number = matches!(spec.domain, Domain::Number { .. });
        }
        follows_number == board
    })
}

fn board_options(game: &'static dyn Game) -> impl Iterator<Item = &'static OptionSpec> {
    options_of(game, true)
}

/// The options that belong to the rules.
pub(super) fn rule_options(game: &'static dyn Game) -> impl Iterator<Item = &'static OptionSpec> {
    options_of(game, false)
}

/// The row of an option, unless it has no effect under the other options.
pub(super) fn option_row(
    ui: &mut Ui,
    l10n: &Localization,
    spec: &OptionSpec,
    form: &mut NewGameForm,
) {
    if !form.game.is_relevant(spec.id, &form.choice.options) {
        return;
    }
    let name = l10n.get(&format!("option-{}", spec.id));
    let changed = match form.choice.options.get(spec) {
        OptionValue::Switch(mut on) => {
            switch_row(ui, &name, &mut on).then_some(OptionValue::Switch(on))
        }
        _ => row(ui, &name, |ui| option_control(ui, l10n, &name, spec, form)),
    };
    if let Some(changed) = changed {
        form.choice.options.set(spec.id, changed);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry::GAMES;

    #[test]
    fn every_option_has_one_place_and_every_usual_board_can_be_played() {
        for &game in GAMES {
            let board: Vec<_> = board_options(game).map(|spec| spec.id).collect();
            let rules: Vec<_> = rule_options(game).map(|spec| spec.id).collect();
            for spec in game.options() {
                let places = [&board, &rules].map(|ids| ids.contains(&spec.id));
                assert!(places[0] != places[1], "{} {}", game.id(), spec.id);
            }
            for usual in game.usual_boards() {
                assert!(usual.iter().all(|(id, _)| board.contains(id)), "{} {usual:?}", game.id());
                let l10n = Localization::for_language(crate::app::settings::Language::English);
                let text = board_text(&l10n, game, &Options::default(), usual);
                assert!(text.is_some(), "{} {usual:?}", game.id());
            }
        }
    }

    #[test]
    fn what_depends_on_a_number_stands_with_it_and_what_depends_on_a_word_with_that() {
        let ids = |id: &str, board| -> Vec<_> {
            let game = crate::games::registry::find(id).unwrap();
            options_of(game, board).map(|spec| spec.id).collect()
        };
        assert_eq!(ids("go", true), ["size", "komi", "handicap", "placement"]);
        assert_eq!(ids("go", false), ["ruleset"]);
        assert_eq!(ids("chess", true), [""; 0]);
        assert_eq!(ids("chess", false), ["start", "chess960"]);
        assert_eq!(ids("gomoku", false), ["rule", "opening", "goals"]);
    }
}
