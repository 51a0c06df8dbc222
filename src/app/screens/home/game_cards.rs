//! The cards of all games, each with a picture of a well-known game.

use bevy_egui::egui::{self, CursorIcon, FontId, Ui};

use crate::app::text::{Localization, game_name};
use crate::app::widgets::cards::{card_rows, columns, pressable_card};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::{self, PaintContext};
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Game};

/// The position after the moves that show a game to the world.
pub(super) fn showcase_position(game: &dyn Game) -> Option<AnyPosition> {
    let mut position = game.start(&Default::default()).ok()?;
    for text in game.showcase().split(' ') {
        position.play(position.parse_move(text).ok()?).ok()?;
    }
    Some(position)
}

/// Cards of all games in columns. Returns the game that was pressed.
pub(super) fn game_cards(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    positions: &[AnyPosition],
) -> Option<&'static dyn Game> {
    let columns = columns(ui.available_width()).min(GAMES.len());
    let mut chosen = None;
    let cards: Vec<_> = GAMES.iter().zip(positions).collect();
    card_rows(ui, columns, &cards, |ui, (game, position), width| {
        if game_card(ui, l10n, paint, **game, position, width, columns == 1) {
            chosen = Some(**game);
        }
    });
    chosen
}

fn game_card(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    game: &dyn Game,
    position: &AnyPosition,
    width: f32,
    single_column: bool,
) -> bool {
    let palette = Palette::of(ui);
    // In a single column, cards are flatter so that several fit on the screen.
    let part = if single_column { 0.32 } else { 0.42 };
    let picture = (width * part).clamp(96.0, 168.0);
    let size = egui::Vec2::new(width, picture + 32.0);
    let name = game_name(l10n, game.id());
    let (rect, response) = pressable_card(ui, size, &name);
    let painter = ui.painter();
    let board =
        egui::Rect::from_min_size(rect.min + egui::Vec2::splat(16.0), egui::Vec2::splat(picture));
    thumbnail::paint_board(painter, board.shrink(4.0), game, position, &[], paint);
    let left = board.right() + 20.0;
    let room = rect.right() - 16.0 - left;
    let text = |text: String, font: FontId, ink| painter.layout(text, font, ink, room);
    let heading = text(name, theme::kai_font(theme::BIG), palette.ink);
    let other = text(
        l10n.get(&format!("game-{}-other", game.id())),
        theme::kai_font(theme::LARGE),
        palette.muted,
    );
    let line = text(
        l10n.get(&format!("game-{}-line", game.id())),
        FontId::proportional(theme::SMALL),
        palette.muted,
    );
    let height = heading.size().y + other.size().y + 8.0 + line.size().y;
    let mut at = egui::pos2(left, rect.center().y - height / 2.0);
    for (galley, after) in [(heading, 0.0), (other, 8.0), (line, 0.0)] {
        let step = galley.size().y + after;
        painter.galley(at, galley, palette.ink);
        at.y += step;
    }
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
