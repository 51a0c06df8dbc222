//! The games that were begun and left, to be resumed or deleted.

use bevy_egui::egui::{self, CursorIcon, FontId, Rect, Ui, UiBuilder, Vec2};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, TRASH};

use crate::app::screens::play::player_name;
use crate::app::session::{UnfinishedGame, UnfinishedGames};
use crate::app::text::{Localization, game_name};
use crate::app::widgets::cards::{card_rows, pressable_card, rows_of_text};
use crate::app::widgets::controls::{ButtonStyle, TOUCH_TARGET, button, group, icon_button, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::{self, PaintContext};
use crate::core::Side;

/// Games shown before "Show all" is pressed, in one column and in several.
const FIRST_GAMES: [usize; 2] = [3, 6];

/// Height of a card and width of the picture on it.
const CARD_HEIGHT: f32 = 76.0;
const PICTURE: f32 = 60.0;

/// Action that the player chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YourGamesAction {
    /// Resume the game with this number.
    Resume(u32),
    /// Delete the game with this number.
    Delete(u32),
    /// Restore the game that was deleted last.
    Restore,
}

/// Draws the section, if there is anything in it.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    games: &UnfinishedGames,
    columns: usize,
) -> Option<YourGamesAction> {
    let total = games.newest_first().count();
    if total == 0 && games.deleted().is_none() {
        return None;
    }
    let mut action = None;
    group(ui, &l10n.get("home-your-games"));
    if let Some(game) = games.deleted() {
        ui.horizontal(|ui| {
            muted(ui, l10n.format("home-game-deleted", &[("game", name(l10n, game))]));
            let text = l10n.get("home-restore-game");
            if button(ui, ButtonStyle::Quiet, Some(ARROW_COUNTER_CLOCKWISE), &text).clicked() {
                action = Some(YourGamesAction::Restore);
            }
        });
    }
    let all_id = ui.id().with("all your games");
    let shows_all = ui.data(|data| data.get_temp::<bool>(all_id)).unwrap_or(false);
    let first = FIRST_GAMES[usize::from(columns > 1)];
    let shown = if shows_all { total } else { total.min(first) };
    let games: Vec<_> = games.newest_first().take(shown).collect();
    card_rows(ui, columns, &games, |ui, game, width| {
        action = action.or(game_card(ui, l10n, paint, game, width));
    });
    if shown < total {
        let text = l10n.format("home-all-games", &[("number", total.to_string())]);
        if button(ui, ButtonStyle::Quiet, None, &text).clicked() {
            ui.data_mut(|data| data.insert_temp(all_id, true));
        }
    }
    ui.add_space(4.0);
    action
}

fn name(l10n: &Localization, game: &UnfinishedGame) -> String {
    game_name(l10n, game.session.setup().game.id())
}

fn game_card(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    game: &UnfinishedGame,
    width: f32,
) -> Option<YourGamesAction> {
    let palette = Palette::of(ui);
    let session = &game.session;
    let heading = name(l10n, game);
    let players = Side::BOTH.map(|side| player_name(l10n, session, side)).join(" – ");
    let moves = session.tree().ply(session.current()).to_string();
    let spoken = format!("{}: {heading}, {players}", l10n.get("home-continue"));
    let (rect, response) = pressable_card(ui, Vec2::new(width, CARD_HEIGHT), &spoken);
    let painter = ui.painter();
    let picture = Rect::from_min_size(rect.min + Vec2::splat(8.0), Vec2::splat(PICTURE));
    let game_ref = session.setup().game;
    thumbnail::paint_board(painter, picture, game_ref, session.position(), &[], paint);
    let left = picture.right() + 12.0;
    let room = rect.right() - TOUCH_TARGET - 8.0 - left;
    let layout = |text, font, ink| rows_of_text(ui, text, font, ink, room, 1);
    let moves = l10n.format("home-moves", &[("moves", moves)]);
    let small = FontId::proportional(theme::SMALL);
    let lines = [
        layout(heading, theme::kai_font(theme::LARGE), palette.ink),
        layout(players, small.clone(), palette.muted),
        layout(moves, small, palette.muted),
    ];
    let height: f32 = lines.iter().map(|line| line.size().y).sum();
    let mut at = egui::pos2(left, rect.center().y - height / 2.0);
    for line in lines {
        let step = line.size().y;
        painter.galley(at, line, palette.ink);
        at.y += step;
    }
    let is_resumed = response.on_hover_cursor(CursorIcon::PointingHand).clicked();
    let corner = egui::pos2(rect.right() - TOUCH_TARGET, rect.top());
    let side = Rect::from_min_size(corner, Vec2::new(TOUCH_TARGET, CARD_HEIGHT));
    let layout = egui::Layout::centered_and_justified(egui::Direction::TopDown);
    let is_deleted = ui
        .scope_builder(UiBuilder::new().max_rect(side).layout(layout), |ui| {
            icon_button(ui, TRASH, &l10n.get("home-delete-game"), true).clicked()
        })
        .inner;
    match (is_deleted, is_resumed) {
        (true, _) => Some(YourGamesAction::Delete(game.number)),
        (false, true) => Some(YourGamesAction::Resume(game.number)),
        (false, false) => None,
    }
}
