//! The page of all keys, which F1 opens over every other page. That one waits behind it and
//! gets no input.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{CornerRadius, FontId, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular::{ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP};

use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::group;
use crate::app::widgets::keys::{self, Chord, GROUPS, KeyRow, Shortcut};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::{UiSystems, page, root};

/// Opens the page of keys.
#[derive(Message, Clone, Copy, Debug)]
pub(super) struct OpenKeyHelp;

/// State of the page, open or closed.
#[derive(Resource, Default)]
struct KeyHelp {
    open: bool,
    /// Number of times that it was opened: each begins at the top.
    opened: u32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeyHelp>()
        .add_message::<OpenKeyHelp>()
        .configure_sets(EguiPrimaryContextPass, UiSystems::Screen.run_if(is_closed))
        .add_systems(
            EguiPrimaryContextPass,
            (
                open.in_set(UiSystems::Prepare),
                show.in_set(UiSystems::CoveringPage).run_if(not(is_closed)),
            )
                .run_if(not(in_state(Screen::Loading))),
        );
}

fn is_closed(help: Res<KeyHelp>) -> bool {
    !help.open
}

fn open(
    mut contexts: EguiContexts,
    mut asked: MessageReader<OpenKeyHelp>,
    mut help: ResMut<KeyHelp>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let pressed = ctx.input(|input| keys::HELP.is_pressed(input));
    if (asked.read().count() > 0 || pressed) && !help.open {
        *help = KeyHelp { open: true, opened: help.opened + 1 };
    }
    Ok(())
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    screen: Res<State<Screen>>,
    mut help: ResMut<KeyHelp>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let mut ui = root(ctx);
    // The board is drawn below everything.
    let everything = ctx.viewport_rect();
    ui.painter().rect_filled(everything, CornerRadius::ZERO, Palette::get(ctx).paper);
    let leave = page::show(
        &mut ui,
        (&format!("keys-{}", help.opened), page::COLUMN_WIDTH),
        &l10n.get("settings-keys"),
        &l10n.get("close"),
        |_| (),
        |ui| {
            // Those of the page below come first.
            let here = |screens: &[Screen]| screens.contains(screen.get());
            let mut groups: Vec<_> = GROUPS.iter().collect();
            groups.sort_by_key(|group| !here(group.screens));
            for keys in groups {
                group(ui, &l10n.get(keys.heading));
                for row in keys.rows {
                    key_row(ui, &l10n, row);
                }
            }
        },
    );
    if leave {
        help.open = false;
        ctx.request_repaint();
    }
    Ok(())
}

/// Width of what is said about keys, of the row.
const TEXT_PART: f32 = 0.5;

/// Row of a text that says what some keys do, and of the keys.
fn key_row(ui: &mut Ui, l10n: &Localization, row: &KeyRow) {
    let palette = Palette::of(ui);
    let text = l10n.get(row.text);
    let chords = || row.shortcuts.iter().flat_map(|Shortcut(chords)| chords.iter());
    let spoken: Vec<_> = chords().map(|chord| chord_name(ui, l10n, chord)).collect();
    let shown = ui
        .scope(|ui| {
            // Rows are not pressed, so they can be low.
            ui.spacing_mut().interact_size.y = KEY_HEIGHT;
            ui.horizontal_top(|ui| {
                let width = ui.available_width() * TEXT_PART;
                let font = FontId::proportional(theme::BODY);
                let galley = ui.painter().layout(text.clone(), font, palette.ink, width);
                // The first line is level with the keys.
                let line = galley.size().y / galley.rows.len() as f32;
                let above = (KEY_HEIGHT - line) / 2.0;
                let size = Vec2::new(width, galley.size().y + 2.0 * above);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                ui.painter().galley(rect.left_top() + Vec2::new(0.0, above), galley, palette.ink);
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::splat(6.0);
                    for chord in chords() {
                        key_cap(ui, &chord_label(ui, l10n, chord));
                    }
                });
            })
        })
        .inner;
    shown.response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Label, true, format!("{text}: {}", spoken.join(", ")))
    });
}

const KEY_HEIGHT: f32 = 26.0;

/// A key as it lies on the keyboard.
fn key_cap(ui: &mut Ui, label: &str) {
    let palette = Palette::of(ui);
    let font = FontId::proportional(theme::SMALL);
    let galley = ui.painter().layout_no_wrap(label.to_owned(), font, palette.ink);
    let width = (galley.size().x + 16.0).max(KEY_HEIGHT);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, KEY_HEIGHT), Sense::hover());
    let line = Stroke::new(palette.line_weight, palette.hairline);
    let round = CornerRadius::same(5);
    ui.painter().rect(rect, round, palette.panel, line, StrokeKind::Inside);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, palette.ink);
}

/// The name of a key with its modifiers, as it is spoken.
fn chord_name(ui: &Ui, l10n: &Localization, chord: &Chord) -> String {
    use egui::Key;
    let key = match chord.key {
        Key::ArrowLeft => l10n.get("key-left"),
        Key::ArrowRight => l10n.get("key-right"),
        Key::ArrowUp => l10n.get("key-up"),
        Key::ArrowDown => l10n.get("key-down"),
        _ => return chord_label(ui, l10n, chord),
    };
    with_modifiers(ui, chord, &key)
}

/// A key with its modifiers, as it is written on the keyboard.
fn chord_label(ui: &Ui, l10n: &Localization, chord: &Chord) -> String {
    use egui::Key;
    let key = match chord.key {
        Key::ArrowLeft => ARROW_LEFT.to_owned(),
        Key::ArrowRight => ARROW_RIGHT.to_owned(),
        Key::ArrowUp => ARROW_UP.to_owned(),
        Key::ArrowDown => ARROW_DOWN.to_owned(),
        Key::Enter => l10n.get("key-enter"),
        Key::Space => l10n.get("key-space"),
        Key::Backspace => l10n.get("key-backspace"),
        Key::Escape => "Esc".to_owned(),
        Key::PageUp => "Page Up".to_owned(),
        Key::PageDown => "Page Down".to_owned(),
        key => key.name().to_owned(),
    };
    with_modifiers(ui, chord, &key)
}

fn with_modifiers(ui: &Ui, chord: &Chord, key: &str) -> String {
    let command = if ui.ctx().os().is_mac() { "Cmd+" } else { "Ctrl+" };
    let command = if chord.modifiers.command { command } else { "" };
    let shift = if chord.modifiers.shift { "Shift+" } else { "" };
    format!("{command}{shift}{key}")
}
