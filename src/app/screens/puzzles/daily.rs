//! The card of the level of the day.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, FontId, Sense, Stroke, Ui, Vec2};
use egui_phosphor::regular::{CHECK, PLAY};

use super::{View, month_day_text};
use crate::app::features::puzzles::{PuzzleRequest, Solved};
use crate::app::platform::month_and_day;
use crate::app::text::game_name;
use crate::app::widgets::controls::{ButtonStyle, button, card, focus_by_default, muted, title};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail;

/// Days shown on the card.
const DAYS_SHOWN: i64 = 7;

/// Width of the board, on a narrow card and on a wide one.
const BOARD: [f32; 2] = [112.0, 216.0];

/// Card of the level of the day with the results of the last days.
pub(super) fn show(ui: &mut Ui, view: &View) -> Option<PuzzleRequest> {
    let (l10n, progress) = (view.l10n, view.progress);
    let daily = view.daily.0.as_ref()?;
    let mut chosen = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let is_wide = ui.available_width() >= BOARD[1] + 220.0;
        let board = BOARD[usize::from(is_wide)];
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(board), Sense::hover());
            let (painter, area) = (ui.painter(), rect.shrink(4.0));
            thumbnail::paint_board(painter, area, daily.game, &daily.position, &[], view.paint);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.label(title(l10n.get("puzzles-daily"), theme::BIG));
                let name = game_name(l10n, daily.game.id());
                muted(ui, format!("{} · {name}", month_day_text(l10n, view.today)));
                let (style, icon, id) = match progress.daily_result(view.today) {
                    Some(_) => (ButtonStyle::Plain, CHECK, "puzzles-daily-again"),
                    None => (ButtonStyle::Primary, PLAY, "puzzles-daily-solve"),
                };
                ui.add_space(4.0);
                let response = button(ui, style, Some(icon), &l10n.get(id));
                focus_by_default(ui, &response);
                chosen = response.clicked().then_some(PuzzleRequest::Daily);
                if is_wide {
                    ui.add_space(12.0);
                    days(ui, view);
                }
            });
        });
        if !is_wide {
            ui.add_space(4.0);
            days(ui, view);
        }
    });
    chosen
}

/// The results of the last days, and how many were solved in a row.
fn days(ui: &mut Ui, view: &View) {
    recent_days(ui, view);
    let number = view.progress.daily_streak(view.today);
    if number > 1 {
        muted(ui, view.l10n.format("puzzles-days-in-a-row", &[("number", number.to_string())]));
    }
}

/// Results of the last days: a disc for a level solved at the first attempt, a ring for
/// one solved with help.
fn recent_days(ui: &mut Ui, view: &View) {
    let palette = Palette::of(ui);
    let step = (ui.available_width() / DAYS_SHOWN as f32).min(44.0);
    let size = Vec2::new(step * DAYS_SHOWN as f32, 40.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let number = view.progress.daily_streak(view.today);
    let spoken = view.l10n.format("puzzles-days-in-a-row", &[("number", number.to_string())]);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &spoken));
    let painter = ui.painter();
    for n in 0..DAYS_SHOWN {
        let day = view.today - (DAYS_SHOWN - 1 - n);
        let centre = rect.left_top() + Vec2::new(step * (n as f32 + 0.5), 12.0);
        let radius = 9.0;
        let (fill, line) = match view.progress.daily_result(day) {
            Some(Solved::Clean) => (palette.good, palette.good),
            Some(Solved::Helped) => (Color32::TRANSPARENT, palette.good),
            None => (Color32::TRANSPARENT, palette.hairline),
        };
        painter.circle(centre, radius, fill, Stroke::new(2.0 * palette.line_weight, line));
        let today = day == view.today;
        let ink = if today { palette.ink } else { palette.muted };
        let text = month_and_day(day).1.to_string();
        let at = centre + Vec2::new(0.0, 20.0);
        painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(theme::SMALL), ink);
        if today {
            let under = egui::Rect::from_center_size(
                centre + Vec2::new(0.0, 27.5),
                Vec2::new(16.0, 2.0 * palette.line_weight),
            );
            painter.rect_filled(under, CornerRadius::ZERO, palette.accent);
        }
    }
}
