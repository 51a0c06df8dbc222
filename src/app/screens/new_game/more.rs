//! Settings that few players change: the rules and openings, each value with a line that explains
//! it, computer against computer, and matches.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Color32, CornerRadius, CursorIcon, FontId, Galley, Pos2, Rect, Sense, Stroke, StrokeKind,
    Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{CARET_DOWN, CARET_RIGHT};

use super::board::{option_row, rule_options};
use super::opponent::set_computers;
use super::pictures::Picture;
use super::{NewGameForm, View};
use crate::app::widgets::controls::{
    ButtonStyle, NUMBER_WIDTH, choice, focus_ring, heading, muted, row, stepper, switch_row,
    wide_button,
};
use crate::app::widgets::theme::{self, Palette};
use crate::games::{Domain, OptionSpec, OptionValue};

/// Maximum games of a match.
const MAX_MATCH_GAMES: u32 = 20;

/// Width from which values are laid out in two columns.
const TWO_COLUMNS: f32 = 520.0;

/// Space around the content of a tile.
const PADDING: f32 = 10.0;

pub(super) fn show(ui: &mut Ui, view: View, form: &mut NewGameForm, open: &mut bool) {
    let icon = if *open { CARET_DOWN } else { CARET_RIGHT };
    let text = view.l10n.get("new-game-more");
    // Its ground reaches beyond the text, which stands in line with that of other cards.
    let size = Vec2::new(ui.available_width(), ui.spacing().interact_size.y);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut outer = ui.new_child(UiBuilder::new().max_rect(rect.expand2(Vec2::new(14.0, 0.0))));
    if wide_button(&mut outer, ButtonStyle::Quiet, Some(icon), &text).clicked() {
        *open = !*open;
    }
    if !*open {
        return;
    }
    for spec in rule_options(form.game) {
        match spec.domain {
            Domain::Words(words) if form.game.is_relevant(spec.id, &form.choice.options) => {
                heading(ui, &view.l10n.get(&format!("option-{}", spec.id)));
                word_tiles(ui, view, spec, words, form);
            }
            Domain::Words(_) => {}
            Domain::Number { .. } => option_row(ui, view.l10n, spec, form),
            Domain::Switch { .. } => {
                option_row(ui, view.l10n, spec, form);
                muted(ui, view.l10n.get(&format!("option-{}-line", spec.id)));
            }
        }
        ui.add_space(4.0);
    }
    if form.choice.elsewhere {
        return;
    }
    match_rows(ui, view, form);
    let mut both = form.choice.computer == [true; 2];
    if switch_row(ui, &view.l10n.get("two-computers"), &mut both) {
        set_computers(&mut form.choice, if both { 2 } else { 1 });
    }
}

/// A value of an option: its texts, laid out, and its picture.
struct Tile<'a> {
    word: &'static str,
    name: String,
    title: Arc<Galley>,
    line: Arc<Galley>,
    picture: Option<&'a Picture>,
}

impl Tile<'_> {
    fn height(&self, picture: f32) -> f32 {
        let text = self.title.size().y + 2.0 + self.line.size().y;
        text.max(picture) + 2.0 * PADDING
    }
}

/// The values of an option in rows, each with the line that explains it.
fn word_tiles(
    ui: &mut Ui,
    view: View,
    spec: &OptionSpec,
    words: &'static [&'static str],
    form: &mut NewGameForm,
) {
    let columns = if ui.available_width() >= TWO_COLUMNS { 2 } else { 1 };
    let gap = 6.0;
    let width = (ui.available_width() - gap * (columns - 1) as f32) / columns as f32;
    let find = |word| form.pictures.as_ref().and_then(|pictures| pictures.get(spec.id, word));
    let has_pictures = words.iter().any(|word| find(word).is_some());
    let edge = if has_pictures { 64.0 } else { 0.0 };
    let left = if has_pictures { edge + 2.0 * PADDING } else { PADDING };
    let room = width - left - PADDING;
    let layout = |text: String, size| {
        ui.painter().layout(text, FontId::proportional(size), Color32::PLACEHOLDER, room)
    };
    let tiles: Vec<Tile> = words
        .iter()
        .map(|word| {
            let name = view.l10n.get(&format!("option-{}-{word}", spec.id));
            let line = view.l10n.get(&format!("option-{}-{word}-line", spec.id));
            Tile {
                word,
                title: layout(name.clone(), theme::BODY),
                name,
                line: layout(line, theme::SMALL),
                picture: find(word),
            }
        })
        .collect();
    let chosen = form.choice.options.get(spec);
    let mut pressed = None;
    ui.spacing_mut().item_spacing = Vec2::splat(gap);
    for row in tiles.chunks(columns) {
        let height = row.iter().map(|tile| tile.height(edge)).fold(0.0, f32::max);
        ui.horizontal_top(|ui| {
            for tile in row {
                let selected = chosen == OptionValue::Word(tile.word.to_owned());
                let size = Vec2::new(width, height.max(ui.spacing().interact_size.y));
                let (rect, response) = ui.allocate_exact_size(size, Sense::click());
                response.widget_info(|| {
                    WidgetInfo::selected(WidgetType::RadioButton, true, selected, &tile.name)
                });
                let hot = response.hovered() || response.has_focus();
                paint_tile_ground(ui, rect, selected, hot);
                if let Some(picture) = tile.picture {
                    let corner = Pos2::new(rect.left() + PADDING, rect.top() + PADDING);
                    let area = Rect::from_min_size(corner, Vec2::splat(edge));
                    picture.paint(ui.painter(), area.shrink(2.0), form.game, view.paint);
                }
                let palette = Palette::of(ui);
                let at = Pos2::new(rect.left() + left, rect.top() + PADDING);
                ui.painter().galley(at, tile.title.clone(), palette.ink);
                let at = at + egui::vec2(0.0, tile.title.size().y + 2.0);
                ui.painter().galley(at, tile.line.clone(), palette.muted);
                focus_ring(ui, &response);
                if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
                    pressed = Some(tile.word);
                }
            }
        });
    }
    if let Some(word) = pressed {
        form.choice.options.set(spec.id, OptionValue::Word(word.to_owned()));
    }
}

/// The ground of a tile: nothing unless it is chosen or pointed at.
fn paint_tile_ground(ui: &Ui, rect: Rect, selected: bool, hot: bool) {
    if !selected && !hot {
        return;
    }
    let palette = Palette::of(ui);
    let fill = theme::mix(palette.panel, palette.ink, 0.05);
    let round = CornerRadius::same(8);
    ui.painter().rect_filled(rect, round, fill);
    if selected {
        let line = Stroke::new(2.0 * palette.line_weight.min(1.5), palette.accent);
        ui.painter().rect_stroke(rect, round, line, StrokeKind::Inside);
    }
}

fn match_rows(ui: &mut Ui, view: View, form: &mut NewGameForm) {
    let l10n = view.l10n;
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
            let (less, more) = (games > 2, games < MAX_MATCH_GAMES);
            let change = stepper(ui, &name, &games.to_string(), NUMBER_WIDTH, less, more);
            form.choice.games =
                (i64::from(games) + 2 * change).clamp(2, i64::from(MAX_MATCH_GAMES)) as u32;
        });
        muted(ui, l10n.get("match-explained"));
    }
}
