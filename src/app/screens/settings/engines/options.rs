//! The options of an engine as a form: each by its kind, with what it may be.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, RichText, Ui};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, TRASH};

use crate::app::text::{Localization, group_digits};
use crate::app::widgets::controls::{
    ButtonStyle, NUMBER_WIDTH, button, combo_box, icon_button, long_field, muted, row, switch_row,
};
use crate::app::widgets::theme::{self, Palette};
use crate::engines::{EngineIdentity, EngineOption, EngineOptionKind, EngineProtocol};

/// Options from which there is a field to search among them.
const SEARCH_FROM: usize = 10;

/// Most digits of a bound that is shown: longer ones mean that there is none.
const MAX_DIGITS: usize = 12;

/// Width of a field at most.
const FIELD_WIDTH: f32 = 320.0;

/// The values of options as they are kept.
type Values = BTreeMap<String, String>;

/// Texts that are entered into the form.
#[derive(Default)]
pub(super) struct OptionFields {
    /// Text in each text field, which need not be a value that the option can have.
    texts: BTreeMap<String, String>,
    search: String,
}

/// The value that is kept of an option; `None` for its default.
fn value<'a>(values: &'a Values, option: &EngineOption) -> Option<&'a str> {
    let found = values.iter().find(|(name, _)| name.eq_ignore_ascii_case(&option.name));
    found.map(|(_, value)| value.as_str())
}

/// Keeps a value of an option that it can have, or its default.
fn set_value(values: &mut Values, option: &EngineOption, value: String) {
    values.retain(|name, _| !name.eq_ignore_ascii_case(&option.name));
    if value != default_text(option) {
        values.insert(option.name.clone(), value);
    }
}

fn default_text(option: &EngineOption) -> String {
    match &option.kind {
        EngineOptionKind::Check { default } => default.to_string(),
        EngineOptionKind::Spin { default, .. } => default.to_string(),
        EngineOptionKind::Combo { default, .. } | EngineOptionKind::Text { default } => {
            default.clone()
        }
        EngineOptionKind::Button => String::new(),
    }
}

/// The values that an engine can be told, as it is told them, and the names of those that it
/// cannot.
pub(super) fn checked(values: &Values, identity: &EngineIdentity) -> Vec<(String, String)> {
    let told = values.iter().filter_map(|(name, value)| {
        let value = identity.option(name)?.check(value).ok()?;
        Some((name.clone(), value))
    });
    told.collect()
}

impl OptionFields {
    /// Draws the form. Returns the option whose button was pressed.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        l10n: &Localization,
        (identity, protocol): &(EngineIdentity, EngineProtocol),
        values: &mut Values,
    ) -> Option<String> {
        let options = identity.options.iter().filter(|option| !protocol.sets_itself(option));
        let options: Vec<&EngineOption> = options.collect();
        if options.is_empty() {
            muted(ui, l10n.get("engine-no-options"));
        }
        if options.len() >= SEARCH_FROM {
            let name = l10n.get("engine-option-search");
            let width = ui.available_width().min(FIELD_WIDTH);
            long_field(ui, &name, &name, &mut self.search, width);
        }
        let sought = self.search.trim().to_lowercase();
        let found = options.iter().filter(|option| option.name.to_lowercase().contains(&sought));
        let mut pressed = None;
        let mut count = 0;
        for option in found {
            count += 1;
            ui.push_id(&option.name, |ui| {
                if self.option_row(ui, l10n, option, values) {
                    pressed = Some(option.name.clone());
                }
            });
        }
        if count == 0 && !options.is_empty() {
            muted(ui, l10n.get("engine-option-none"));
        }
        unknown_rows(ui, l10n, identity, values);
        pressed
    }

    /// The row of an option. Returns true if it is a button and was pressed.
    fn option_row(
        &mut self,
        ui: &mut Ui,
        l10n: &Localization,
        option: &EngineOption,
        values: &mut Values,
    ) -> bool {
        let name = option.name.as_str();
        match &option.kind {
            EngineOptionKind::Check { default } => {
                let mut on = value(values, option).map_or(*default, |value| value == "true");
                if switch_row(ui, name, &mut on) {
                    set_value(values, option, on.to_string());
                }
                false
            }
            EngineOptionKind::Button => row(ui, name, |ui| {
                let text = l10n.format("engine-option-press", &[("option", name.to_owned())]);
                button(ui, ButtonStyle::Plain, None, &text).clicked()
            }),
            EngineOptionKind::Combo { choices, default } => {
                row(ui, name, |ui| {
                    let kept = value(values, option).unwrap_or(default).to_owned();
                    let mut chosen = kept.clone();
                    let width = control_width(ui);
                    ui.scope(|ui| {
                        ui.set_max_width(width);
                        combo_box(ui, name, &kept, |ui| {
                            for choice in choices {
                                ui.selectable_value(&mut chosen, choice.clone(), choice);
                            }
                        });
                    });
                    if chosen != kept {
                        set_value(values, option, chosen);
                    }
                    let is_changed = value(values, option).is_some();
                    if reset_button(ui, l10n, option, is_changed) {
                        set_value(values, option, default.clone());
                    }
                });
                false
            }
            EngineOptionKind::Spin { .. } | EngineOptionKind::Text { .. } => {
                self.text_row(ui, l10n, option, values);
                false
            }
        }
    }

    fn text_row(
        &mut self,
        ui: &mut Ui,
        l10n: &Localization,
        option: &EngineOption,
        values: &mut Values,
    ) {
        let kept = || value(values, option).map_or_else(|| default_text(option), str::to_owned);
        let text = self.texts.entry(option.name.clone()).or_insert_with(kept);
        let range = range_text(l10n, option);
        row(ui, &option.name, |ui| {
            let width = if range.is_some() { NUMBER_WIDTH } else { control_width(ui) };
            if long_field(ui, &option.name, &default_text(option), text, width).changed()
                && let Ok(value) = option.check(text)
            {
                set_value(values, option, value);
            }
            let is_changed = *text != default_text(option);
            if reset_button(ui, l10n, option, is_changed) {
                *text = default_text(option);
                set_value(values, option, text.clone());
            }
            // What it may be is always said, so that nothing moves when something else is
            // entered.
            if let Some(range) = range {
                let palette = Palette::of(ui);
                let (ink, said) = match option.check(text) {
                    Ok(_) => (palette.muted, range),
                    Err(_) => {
                        let args = [("range", range)];
                        (palette.accent, l10n.format("engine-option-bad", &args))
                    }
                };
                let said = RichText::new(said).size(theme::SMALL).color(ink);
                ui.add(egui::Label::new(said).wrap());
            }
        });
    }
}

/// Width of a control that leaves room for the button of its default.
fn control_width(ui: &Ui) -> f32 {
    (ui.available_width() - ui.spacing().interact_size.y - 12.0).clamp(80.0, FIELD_WIDTH)
}

/// The button that gives an option its default again. Returns true if it was pressed.
fn reset_button(ui: &mut Ui, l10n: &Localization, option: &EngineOption, is_changed: bool) -> bool {
    let name = l10n.format("engine-option-reset", &[("option", option.name.clone())]);
    icon_button(ui, ARROW_COUNTER_CLOCKWISE, &name, is_changed).clicked()
}

/// The numbers that an option can have, and its default.
fn range_text(l10n: &Localization, option: &EngineOption) -> Option<String> {
    let EngineOptionKind::Spin { default, min, max } = &option.kind else { return None };
    let number = |number: i64| {
        let sign = if number < 0 { "−" } else { "" };
        format!("{sign}{}", group_digits(number.unsigned_abs() as usize))
    };
    let args = [("default", number(*default)), ("min", number(*min)), ("max", number(*max))];
    let is_bounded = max.to_string().len() <= MAX_DIGITS && min.to_string().len() <= MAX_DIGITS;
    Some(match is_bounded {
        true => l10n.format("engine-option-range", &args),
        false => l10n.format("engine-option-number", &args[..1]),
    })
}

/// The values of options that the engine has no more, such as those of an earlier version.
/// It does not start with them.
fn unknown_rows(ui: &mut Ui, l10n: &Localization, identity: &EngineIdentity, values: &mut Values) {
    let is_unknown = |(name, value): &(&String, &String)| {
        identity.option(name).is_none_or(|option| option.check(value).is_err())
    };
    let unknown: Vec<_> = values.iter().filter(is_unknown).map(|(name, _)| name.clone()).collect();
    if unknown.is_empty() {
        return;
    }
    ui.add_space(8.0);
    let palette = Palette::of(ui);
    ui.label(RichText::new(l10n.get("engine-options-unknown")).color(palette.accent));
    for name in unknown {
        let shown = values.get(&name).cloned().unwrap_or_default();
        let text = l10n.format("engine-option-remove", &[("option", name.clone())]);
        row(ui, &name, |ui| {
            ui.label(shown);
            if icon_button(ui, TRASH, &text, true).clicked() {
                values.remove(&name);
            }
        });
    }
}
