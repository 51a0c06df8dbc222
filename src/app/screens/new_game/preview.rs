//! The board as it will stand, and who plays whom on it.

use bevy_egui::egui::{
    self, Align, FontId, Label, Layout, Rect, RichText, Sense, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::clock::clock_text;
use super::opponent::{own_player, paint_side};
use super::{NewGameForm, View};
use crate::app::board::has_own_halves;
use crate::app::features::setup_choices::FirstPlayer;
use crate::app::text::variant_line;
use crate::app::widgets::controls::card;
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail;
use crate::core::Side;
use crate::games::AnyPosition;

/// Height of a player's line.
const PLAYER_HEIGHT: f32 = 30.0;

/// Width of the frame around the surface of a board, in cells.
const FRAME: f32 = 0.18;

/// Width of the board above the choices, on a phone and where there is more room.
const FLAT_BOARD: [f32; 2] = [116.0, 260.0];

type Start = Result<AnyPosition, &'static str>;

/// The board, large, with the players below it, in the height above the start button.
pub(super) fn tall(ui: &mut Ui, view: View, form: &NewGameForm, start: &Start) {
    let below = ui.spacing().interact_size.y + 24.0;
    let players = 3.0 * PLAYER_HEIGHT + 12.0;
    let height = ui.available_height() - below - players - 32.0;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let width = ui.available_width();
        let size = Vec2::new(width, board_height(view, width).min(height).max(80.0));
        board(ui, view, form, start, size);
        ui.add_space(4.0);
        players_and_clock(ui, view, form);
    });
    ui.add_space(4.0);
}

/// The board beside the players, above the choices.
pub(super) fn flat(ui: &mut Ui, view: View, form: &NewGameForm, start: &Start) {
    let width = FLAT_BOARD[usize::from(ui.available_width() >= 560.0)];
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            board(ui, view, form, start, Vec2::splat(width));
            ui.add_space(8.0);
            let room = Vec2::new(ui.available_width(), width);
            ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                ui.add_space(((width - 3.0 * PLAYER_HEIGHT) / 2.0).max(0.0));
                players_and_clock(ui, view, form);
            });
        });
    });
}

/// Height of a board of this width, which is never higher than one and a fifth of it.
fn board_height(view: View, width: f32) -> f32 {
    let board = view.position.board();
    (f32::from(board.ranks) / f32::from(board.files)).clamp(0.5, 1.12) * width
}

/// The board, or the reason why there is none.
fn board(ui: &mut Ui, view: View, form: &NewGameForm, start: &Start, size: Vec2) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let board = view.position.board();
    let name = format!("{} × {}", board.files, board.ranks);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &name));
    let painter = ui.painter();
    match start {
        Ok(position) => {
            let cells = f32::from(board.files.max(board.ranks)) + 2.0 * FRAME;
            let area = rect.shrink(FRAME * rect.size().max_elem() / cells);
            let turned = is_turned(view, form, position);
            thumbnail::paint_turned_board(painter, area, form.game, position, turned, view.paint);
        }
        Err(reason) => {
            let accent = Palette::of(ui).accent;
            let font = FontId::proportional(theme::BODY);
            let text = painter.layout(view.l10n.get(reason), font, accent, rect.width());
            painter.galley(rect.center() - text.size() / 2.0, text, accent);
        }
    }
}

/// True if the board stands turned in the game: for the only person, who has the second
/// side, where each side has its own half, and where the settings turn it.
fn is_turned(view: View, form: &NewGameForm, position: &AnyPosition) -> bool {
    let choice = &form.choice;
    let is_alone = choice.computer[0] != choice.computer[1];
    let is_second = choice.first_player == FirstPlayer::Player(1 - own_player(choice));
    view.flipped != (is_alone && is_second && has_own_halves(position))
}

/// A line for each player with the colour, and one for the rules and the clock.
fn players_and_clock(ui: &mut Ui, view: View, form: &NewGameForm) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let own = own_player(&form.choice);
    for player in [own, 1 - own] {
        let side = match form.choice.first_player {
            FirstPlayer::Random => None,
            FirstPlayer::Player(first) if first == player => Some(Side::First),
            FirstPlayer::Player(_) => Some(Side::Second),
        };
        player_line(ui, view, form, player, side);
    }
    let rules = variant_line(view.l10n, form.game, &form.choice.options);
    let clock = clock_text(view.l10n, &form.choice);
    let text = rules.map_or(clock.clone(), |rules| format!("{rules} · {clock}"));
    ui.add_space(6.0);
    let muted_ink = Palette::of(ui).muted;
    let text = RichText::new(text).size(theme::SMALL).color(muted_ink);
    ui.add(Label::new(text).truncate());
}

fn player_line(ui: &mut Ui, view: View, form: &NewGameForm, player: usize, side: Option<Side>) {
    let l10n = view.l10n;
    let computer = form.choice.computer;
    let number = |n: u8| ("number", n.to_string());
    let engine = form.choice.playing_engine(player, form.game, view.engines);
    let name = match (computer[player], computer[1 - player]) {
        (true, _) if let Some(engine) = engine => engine.name().to_owned(),
        (true, false) if form.choice.adaptive => {
            let level = view.adaptive.level(form.game, form.choice.level[player]);
            l10n.format("adaptive-level", &[number(level)])
        }
        (true, _) => l10n.format("computer-level", &[number(form.choice.level[player])]),
        (false, true) => l10n.get("you"),
        (false, false) if form.choice.elsewhere => {
            l10n.get(if player == own_player(&form.choice) { "you" } else { "person-elsewhere" })
        }
        (false, false) => l10n.format("player-number", &[number(player as u8 + 1)]),
    };
    let size = Vec2::new(ui.available_width(), PLAYER_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &name));
    let edge = PLAYER_HEIGHT - 8.0;
    let corner = egui::pos2(rect.left(), rect.center().y - edge / 2.0);
    let place = Rect::from_min_size(corner, Vec2::splat(edge));
    paint_side(ui.painter(), place, view, form.game, side);
    let ink = Palette::of(ui).ink;
    let left = place.right() + 10.0;
    let font = FontId::proportional(theme::BODY);
    let mut job = egui::text::LayoutJob::simple(name, font, ink, (rect.right() - left).max(20.0));
    job.wrap.max_rows = 1;
    let text = ui.painter().layout_job(job);
    let at = egui::pos2(left, rect.center().y - text.size().y / 2.0);
    ui.painter().galley(at, text, ink);
}
