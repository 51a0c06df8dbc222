//! Fields that the text of the position holds besides the pieces, the text itself, and whole
//! boards.

use std::ops::RangeInclusive;

use bevy_egui::egui::{
    self, Align, DragValue, Label, RichText, ScrollArea, Stroke, TextEdit, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, CLIPBOARD_TEXT, COPY, TRASH};

use super::{ScreenState, UiAction, View};
use crate::app::features::position_editor::{EditedPosition, PositionEditorRequest};
use crate::app::text::game_name;
use crate::app::widgets::controls::{
    ButtonStyle, button, choice, focus_ring, group, labelled_switch, row, wide_button,
};
use crate::app::widgets::theme;
use crate::app::widgets::theme::Palette;
use crate::core::Point;
use crate::games::{FieldDomain, FieldValue, SetupField};
use crate::record::formats;
use crate::record::{GameTree, PositionTextError, board_text};

/// Most characters of the text field.
const MAX_TEXT: usize = 20_000;

/// Rows of the text field.
const TEXT_ROWS: usize = 3;

/// Whole boards, the fields of the game, and the text of the position.
pub(super) fn show(ui: &mut Ui, view: &mut View, state: &mut ScreenState) {
    ui.spacing_mut().item_spacing = Vec2::splat(8.0);
    ui.horizontal_wrapped(|ui| {
        for (icon, id, action) in [
            (ARROW_COUNTER_CLOCKWISE, "position-start", UiAction::SetStart),
            (TRASH, "position-clear", UiAction::Clear),
        ] {
            if button(ui, ButtonStyle::Plain, Some(icon), &view.l10n.get(id)).clicked() {
                view.actions.push(action);
            }
        }
    });
    let fields = view.edited.fields().to_vec();
    // Switches stand two in a row, as the rights to castle on both wings do.
    let is_switch = |field: &SetupField| match &field.domain {
        FieldDomain::Point(points) => points.len() < 2,
        FieldDomain::Switch | FieldDomain::Number { .. } => false,
    };
    for pair in fields.chunk_by(|one, other| is_switch(one) && is_switch(other)) {
        for row in pair.chunks(2) {
            match row {
                [left, right] if is_switch(left) && is_switch(right) => {
                    switch_pair(ui, view, left, right);
                }
                row => row.iter().for_each(|field| show_field(ui, view, field)),
            }
        }
    }
    group(ui, &view.l10n.get("position-text"));
    text_field(ui, view, state);
    copy_buttons(ui, view);
}

/// Part of the width that the left one of two switches has: castling queenside, on the
/// right, has the longer name.
const LEFT_SWITCH: f32 = 0.47;

fn switch_pair(ui: &mut Ui, view: &mut View, left: &SetupField, right: &SetupField) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = ui.available_width() * LEFT_SWITCH;
        ui.allocate_ui(Vec2::new(width, ui.spacing().interact_size.y), |ui| {
            ui.set_min_width(width);
            ui.set_max_width(width);
            show_field(ui, view, left);
        });
        show_field(ui, view, right);
    });
}

fn show_field(ui: &mut Ui, view: &mut View, field: &SetupField) {
    let name = view.l10n.get(field.id);
    let draft = view.edited.draft();
    let changed = match &field.domain {
        FieldDomain::Switch => {
            let mut on = draft.switch(field.id);
            labelled_switch(ui, &name, &mut on).then_some(FieldValue::Switch(on))
        }
        FieldDomain::Number { min, max } => {
            let (old, range) = (draft.number(field.id, *min), *min..=*max);
            let number = number_field(ui, &name, old, range);
            (number != old).then_some(FieldValue::Number(number))
        }
        FieldDomain::Point(points) => {
            let chosen = draft.point(field.id).filter(|at| points.contains(at));
            point_field(ui, view, &name, points, chosen).map(FieldValue::Point)
        }
    };
    if let Some(value) = changed {
        view.actions.push(UiAction::SetValue(field.id, value));
    }
}

/// Width of the field of a number, about that of a switch.
const NUMBER_FIELD_WIDTH: f32 = 60.0;

/// A number, to drag or to type, and the text that names it, to its right.
fn number_field(ui: &mut Ui, name: &str, mut number: u32, range: RangeInclusive<u32>) -> u32 {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        let size = Vec2::new(NUMBER_FIELD_WIDTH, ui.spacing().interact_size.y);
        let response = ui
            .scope(|ui| {
                let widgets = &mut ui.visuals_mut().widgets;
                for look in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
                    look.weak_bg_fill = palette.panel;
                    look.bg_stroke = Stroke::new(palette.line_weight, palette.hairline);
                    look.fg_stroke.color = palette.ink;
                }
                ui.add_sized(size, DragValue::new(&mut number).range(range))
            })
            .inner;
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(WidgetType::DragValue, true, name);
            info.value = Some(number.into());
            info
        });
        focus_ring(ui, &response);
        ui.add(Label::new(RichText::new(name).color(palette.ink)).wrap());
    });
    number
}

/// A switch where there is one point at most, otherwise a choice among them.
fn point_field(
    ui: &mut Ui,
    view: &View,
    name: &str,
    points: &[Point],
    chosen: Option<Point>,
) -> Option<Option<Point>> {
    let board = view.edited.board();
    match points {
        [] | [_] => {
            let mut on = chosen.is_some();
            let text = match points {
                [at] if !view.is_corner(*at) => format!("{name} {}", board.point_name(*at)),
                _ => name.to_owned(),
            };
            let enabled = !points.is_empty();
            let turned = ui.add_enabled_ui(enabled, |ui| labelled_switch(ui, &text, &mut on)).inner;
            turned.then(|| points.first().copied().filter(|_| on))
        }
        _ => {
            let mut value = chosen;
            let none = (None, view.l10n.get("position-none"));
            let others = points.iter().map(|&at| (Some(at), board.point_name(at)));
            let values: Vec<_> = std::iter::once(none).chain(others).collect();
            row(ui, name, |ui| choice(ui, &mut value, &values)).then_some(value)
        }
    }
}

/// The text of the position, to read, change or replace.
fn text_field(ui: &mut Ui, view: &mut View, state: &mut ScreenState) {
    let id = egui::Id::new("position-text");
    let focused = ui.memory(|memory| memory.has_focus(id));
    if !focused && !state.keeps_text {
        view.edited.text().clone_into(&mut state.text);
    }
    let name = view.l10n.get("position-text");
    let palette = Palette::of(ui);
    let font = egui::FontId::proportional(theme::SMALL);
    let height = TEXT_ROWS as f32 * ui.fonts_mut(|fonts| fonts.row_height(&font)) + 18.0;
    // A long text scrolls within the field, so that nothing below it moves.
    let scroll = ScrollArea::vertical().id_salt("position-text").max_height(height);
    let response = scroll
        .min_scrolled_height(height)
        .show(ui, |ui| {
            ui.visuals_mut().extreme_bg_color = theme::mix(palette.panel, palette.ink, 0.03);
            let edit = TextEdit::multiline(&mut state.text)
                .id(id)
                .font(font)
                .desired_width(ui.available_width() - 8.0)
                .desired_rows(TEXT_ROWS)
                .char_limit(MAX_TEXT)
                .margin(egui::Margin::symmetric(8, 6));
            ui.add(edit)
        })
        .inner;
    let value = state.text.clone();
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, "", value.clone(), "");
        info.label = Some(name.clone());
        info
    });
    if response.changed() {
        state.keeps_text = true;
        let request = PositionEditorRequest::Read(state.text.clone());
        view.actions.push(UiAction::Request(request));
    }
    state.is_editing_text = response.has_focus();
    // The text stays as it was typed until it is a position.
    if state.keeps_text && !response.has_focus() && view.text_error.is_none() {
        state.keeps_text = false;
    }
    let (text, ink) = match view.text_error.filter(|_| state.keeps_text) {
        None => (view.l10n.get("position-text-help"), palette.muted),
        Some(error) => (text_error(view, error), palette.accent),
    };
    // Room for two lines, whatever is said.
    let size = Vec2::new(ui.available_width(), 36.0);
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(Align::Min), |ui| {
        ui.set_min_height(size.y);
        ui.add(Label::new(RichText::new(text).size(theme::SMALL).color(ink)).wrap());
    });
}

fn text_error(view: &View, error: PositionTextError) -> String {
    match error {
        PositionTextError::Empty => view.l10n.get("position-text-empty"),
        PositionTextError::Unreadable => view.l10n.get("position-text-unreadable"),
        PositionTextError::OtherGame(id) => {
            view.l10n.format("position-text-other", &[("game", game_name(view.l10n, id))])
        }
    }
}

/// Buttons that copy the position in each of its forms, and one that pastes.
fn copy_buttons(ui: &mut Ui, view: &mut View) {
    let edited = view.edited;
    // SGF sets up stones, not pieces.
    let game = edited.game();
    let has_sgf = game.record_formats().sgf.is_some() && !game.position_setup().moves_pieces();
    let is_legal = edited.position().is_some();
    let pressed = |ui: &mut Ui, icon: Option<&str>, id: &str, enabled: bool| {
        let text = view.l10n.get(id);
        ui.add_enabled_ui(enabled, |ui| wide_button(ui, ButtonStyle::Plain, icon, &text))
            .inner
            .clicked()
    };
    let mut actions = Vec::new();
    ui.columns(2, |columns| {
        let [left, right] = columns else { return };
        if pressed(left, Some(COPY), "position-copy", true) {
            actions.push(UiAction::Copy(edited.text().to_owned()));
        }
        if pressed(right, Some(CLIPBOARD_TEXT), "position-paste", true) {
            actions.push(UiAction::Paste);
        }
        if pressed(left, None, "position-copy-diagram", is_legal) {
            actions.extend(edited.position().map(board_text).map(UiAction::Copy));
        }
        if has_sgf && pressed(right, None, "position-copy-sgf", is_legal) {
            actions.extend(sgf_text(edited).map(UiAction::Copy));
        }
    });
    view.actions.append(&mut actions);
}

/// The legal position as a record without moves.
fn sgf_text(edited: &EditedPosition) -> Option<String> {
    let text = edited.position()?.text();
    let tree = GameTree::from_position(edited.game(), edited.options().clone(), &text).ok()?;
    let written = formats::write("sgf", &[tree]).ok()?;
    String::from_utf8(written.bytes).ok()
}
