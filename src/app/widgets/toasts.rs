//! Toasts: notices shown for a while, each in a place that the screen keeps free of buttons:
//! [`reserve`] in a column beside the board, [`reserve_strip`] on a page. Elsewhere they lie
//! over the lower edge of the board.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui_phosphor::regular::CHAT_TEXT;

use super::controls::{ButtonStyle, button, card};
use super::theme::{self, Palette};
use super::{UiSystems, keys};
use crate::app::board::BoardArea;
use crate::app::notice::{Notice, NoticeArg, NoticeKind};
use crate::app::services::engines::ReadTranscript;
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::Localization;

/// Most toasts shown at once.
const MAX_TOASTS: usize = 3;

/// The notices on show with the time of their end, oldest first.
#[derive(Resource, Default)]
pub struct Toasts(Vec<(Notice, Duration)>);

impl Toasts {
    /// Returns true if any notice is on show.
    pub fn is_showing(&self) -> bool {
        !self.0.is_empty()
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Toasts>()
        .add_message::<Notice>()
        .add_message::<ReadTranscript>()
        .add_systems(Last, collect)
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Overlay).run_if(not(in_state(Screen::Loading))),
        );
}

/// Height of the place for notices in a column, enough for one of a line.
const RESERVED_HEIGHT: f32 = 44.0;

/// Id under which the place of this pass is kept, and the height of the notices.
fn place_id() -> egui::Id {
    egui::Id::new("notice place")
}
fn height_id() -> egui::Id {
    egui::Id::new("notice height")
}

/// Keeps this place for notices in this pass. They stand on its lower edge, so that long ones
/// may cover what is above it.
fn keep(ctx: &egui::Context, place: egui::Rect) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(place_id(), (pass, place)));
}

/// The height that [`reserve`] takes.
pub fn reserved_height(ui: &egui::Ui) -> f32 {
    RESERVED_HEIGHT + ui.spacing().item_spacing.y
}

/// Reserves a line of a column for notices, below something that is not pressed.
pub fn reserve(ui: &mut egui::Ui) {
    let size = egui::vec2(ui.available_width(), RESERVED_HEIGHT);
    let (place, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    keep(ui.ctx(), place);
}

/// Reserves the lower edge of a page for notices while there are any. What is above keeps its
/// place: it is cut off a little earlier, and stays what it was for presses and the focus.
pub fn reserve_strip(ui: &mut egui::Ui) {
    let height = ui.data(|data| data.get_temp::<f32>(height_id())).unwrap_or(0.0);
    if height == 0.0 {
        // Widgets are numbered, the strip among them.
        ui.skip_ahead_auto_ids(1);
    } else {
        let strip = egui::Panel::bottom("notice strip").exact_size(height + 16.0);
        let strip = strip.frame(egui::Frame::NONE).show_separator_line(false).resizable(false);
        let place = strip.show(ui, |ui| ui.max_rect()).inner;
        keep(ui.ctx(), place.shrink(8.0));
    }
}

fn collect(
    time: Res<Time<Real>>,
    mut notices: MessageReader<Notice>,
    mut settings: ResMut<Settings>,
    mut toasts: ResMut<Toasts>,
) {
    let now = time.elapsed();
    for notice in notices.read() {
        if notice.is_said_once() && !settings.told.insert(notice.id.to_string()) {
            continue;
        }
        let until = now + notice.display_time();
        // A newer rejection replaces the previous one.
        toasts.0.retain(|(old, _)| {
            old != notice
                && !(old.kind == NoticeKind::Refusal && notice.kind == NoticeKind::Refusal)
        });
        toasts.0.push((notice.clone(), until));
        if toasts.0.len() > MAX_TOASTS {
            // Problems stay longest.
            let oldest = toasts.0.iter().position(|(old, _)| old.kind != NoticeKind::Problem);
            toasts.0.remove(oldest.unwrap_or(0));
        }
    }
    if toasts.0.iter().any(|(_, until)| *until <= now) {
        toasts.0.retain(|(_, until)| *until > now);
    }
}

/// Draws the notices over the lower edge of the board, or of the window.
fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    area: Res<BoardArea>,
    screen: Res<State<Screen>>,
    mut toasts: ResMut<Toasts>,
    mut transcripts: MessageWriter<ReadTranscript>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if toasts.0.is_empty() {
        if ctx.data_mut(|data| data.remove_temp::<f32>(height_id())).is_some() {
            // The page below takes back what it kept free.
            ctx.request_repaint();
        }
        return Ok(());
    }
    let placement = Placement::new(ctx, &area, *screen.get());
    // A low window has room for the latest only.
    let hidden = if ctx.content_rect().height() < 400.0 { toasts.0.len() - 1 } else { 0 };
    let mut dismissed = None;
    let shown = egui::Area::new(egui::Id::new("notices"))
        .order(egui::Order::Tooltip)
        // Notices that disappear by themselves let taps through to the board.
        .interactable(toasts.0.iter().any(|(notice, _)| notice.kind == NoticeKind::Problem))
        .fixed_pos(placement.at)
        .pivot(placement.pivot)
        .show(ctx, |ui| {
            ui.set_max_width(placement.width);
            ui.with_layout(egui::Layout::top_down(egui::Align::Center), |ui| {
                for (number, (notice, _)) in toasts.0.iter().enumerate().skip(hidden) {
                    let pressed = toast(ui, &l10n, notice);
                    if pressed.is_some() {
                        dismissed = Some(number);
                    }
                    if pressed == Some(Pressed::Transcript) {
                        transcripts.write_batch(notice.transcript.map(ReadTranscript));
                    }
                }
            });
        });
    let height = shown.response.rect.height();
    if ctx.data_mut(|data| data.get_temp(height_id())) != Some(height) {
        ctx.data_mut(|data| data.insert_temp(height_id(), height));
        ctx.request_repaint();
    }
    if ctx.input(|input| keys::BACK.is_pressed(input)) && dismissed.is_none() {
        // The event is not consumed: the screen below handles Escape as well.
        toasts.0.retain(|(notice, _)| notice.kind == NoticeKind::Problem);
    }
    if let Some(number) = dismissed {
        toasts.0.remove(number);
    }
    Ok(())
}

/// Most width of a notice.
const MAX_WIDTH: f32 = 460.0;

/// Place of the toasts in the window, in egui points.
struct Placement {
    at: egui::Pos2,
    pivot: egui::Align2,
    width: f32,
}

impl Placement {
    /// The place that the screen has reserved, or else over the lower edge of the board or of
    /// the window. A sheet or dialog covers what is reserved: then it is beside that, or above it
    /// in a high window.
    fn new(ctx: &egui::Context, area: &BoardArea, screen: Screen) -> Placement {
        let (window, zoom) = (ctx.content_rect(), ctx.zoom_factor());
        let is_covered = ctx.memory(|memory| memory.top_modal_layer().is_some());
        if is_covered && window.height() > window.width() {
            let at = window.center_top() + egui::vec2(0.0, 8.0);
            let width = (window.width() - 16.0).min(MAX_WIDTH);
            return Placement { at, pivot: egui::Align2::CENTER_TOP, width };
        }
        let kept = ctx.data(|data| data.get_temp::<(u64, egui::Rect)>(place_id()));
        let kept = kept.filter(|(pass, _)| *pass == ctx.cumulative_pass_nr() && !is_covered);
        if let Some((_, place)) = kept {
            let (at, pivot) = (place.center_bottom(), egui::Align2::CENTER_BOTTOM);
            return Placement { at, pivot, width: place.width().min(MAX_WIDTH) };
        }
        let place = area.0.map_or(window, |area| {
            let corner = |p: Vec2| egui::pos2(p.x / zoom, p.y / zoom);
            egui::Rect::from_min_max(corner(area.min), corner(area.max))
        });
        let (pivot, y) = match screen {
            // These screens have their main button at the bottom.
            Screen::NewGame | Screen::LevelEditor => (egui::Align2::CENTER_TOP, place.top() + 64.0),
            // The home screen has its navigation along the bottom.
            Screen::Home => (egui::Align2::CENTER_BOTTOM, window.bottom() - 88.0),
            _ => (egui::Align2::CENTER_BOTTOM, place.bottom().min(window.bottom()) - 12.0),
        };
        let width = (place.width().max(window.width().min(300.0)) - 24.0).clamp(120.0, MAX_WIDTH);
        let least = window.left() + width / 2.0 + 8.0;
        let most = (window.right() - width / 2.0 - 8.0).max(least);
        Placement { at: egui::pos2(place.center().x.clamp(least, most), y), pivot, width }
    }
}

/// Part of a notice that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    Card,
    Transcript,
}

/// A card with the text of a notice.
fn toast(ui: &mut egui::Ui, l10n: &Localization, notice: &Notice) -> Option<Pressed> {
    let palette = Palette::of(ui);
    let edge = match notice.kind {
        NoticeKind::Problem => palette.warning,
        NoticeKind::Refusal => palette.accent,
        NoticeKind::Hint | NoticeKind::Done => palette.good,
    };
    let frame = card(ui)
        .inner_margin(egui::Margin::symmetric(14, 9))
        .stroke(egui::Stroke::new(1.5 * palette.line_weight, edge));
    let said = text(l10n, notice);
    // The card lies below its button.
    let sensed = egui::UiBuilder::new().sense(egui::Sense::CLICK);
    let shown = ui.scope_builder(sensed, |ui| {
        let content = |ui: &mut egui::Ui| {
            ui.add(
                egui::Label::new(egui::RichText::new(&said).size(theme::BODY))
                    .wrap()
                    .halign(egui::Align::Center),
            );
            let text = || l10n.get("engine-transcript-open");
            notice.transcript.is_some()
                && button(ui, ButtonStyle::Plain, Some(CHAT_TEXT), &text()).clicked()
        };
        frame.show(ui, content).inner
    });
    let response = shown.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &said));
    match shown.inner {
        true => Some(Pressed::Transcript),
        false => response.clicked().then_some(Pressed::Card),
    }
}

/// The translated text of a notice.
pub fn text(l10n: &Localization, notice: &Notice) -> String {
    l10n.format(&notice.id, &arguments(l10n, notice))
}

/// The arguments of a notice, translated where they are keys.
fn arguments<'a>(l10n: &Localization, notice: &'a Notice) -> Vec<(&'a str, String)> {
    let text = |arg: &NoticeArg| match arg {
        NoticeArg::Text(text) => text.clone(),
        NoticeArg::Key(id) => l10n.get(id),
    };
    notice.args.iter().map(|(name, arg)| (name.as_ref(), text(arg))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_machine_lacks_is_said_once_ever() {
        let mut app = App::new();
        app.init_resource::<Time<Real>>()
            .init_resource::<Settings>()
            .init_resource::<Toasts>()
            .add_message::<Notice>()
            .add_systems(Update, collect);
        let mut say = |id| {
            app.world_mut().resource_mut::<Toasts>().0.clear();
            app.world_mut().write_message(Notice::hint(id));
            app.update();
            app.world().resource::<Toasts>().is_showing()
        };
        assert_eq!(["no-sound-card"; 2].map(&mut say), [true, false]);
        assert_eq!(["no-hint"; 2].map(&mut say), [true, true]);
        let settings = app.world().resource::<Settings>().clone();
        assert!(settings.told.contains("no-sound-card"));
    }

    #[test]
    fn a_notice_stands_in_its_reserved_place_unless_a_sheet_covers_that() {
        let reserved = egui::Rect::from_min_size(egui::pos2(10.0, 500.0), egui::vec2(340.0, 44.0));
        let at = |size: egui::Vec2, has_sheet: bool| {
            let ctx = egui::Context::default();
            let mut found = egui::Pos2::ZERO;
            // A sheet is known from the pass before.
            for _ in 0..2 {
                let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
                ctx.begin_pass(egui::RawInput { screen_rect, ..Default::default() });
                keep(&ctx, reserved);
                if has_sheet {
                    egui::Modal::new(egui::Id::new("sheet")).show(&ctx, |ui| ui.label("Menu"));
                }
                found = Placement::new(&ctx, &BoardArea::default(), Screen::Play).at;
                let _ = ctx.end_pass();
            }
            found
        };
        let (phone, desktop) = (egui::vec2(360.0, 640.0), egui::vec2(1280.0, 800.0));
        assert_eq!([phone, desktop].map(|size| at(size, false)), [reserved.center_bottom(); 2]);
        assert_eq!(at(phone, true), egui::pos2(180.0, 8.0));
        assert_eq!(at(desktop, true), egui::pos2(640.0, 788.0));
    }
}
