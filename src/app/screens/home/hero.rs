//! The top of the home page: the game in progress as it stands, and the daily puzzle, each
//! with its board.

use bevy_egui::egui::{self, Align, Layout, Rect, Sense, Ui, UiBuilder, Vec2};
use egui_phosphor::regular::{CHECK, PLAY};

use crate::app::features::puzzles::{DailyLevel, PuzzleProgress};
use crate::app::screens::play::player_name;
use crate::app::screens::puzzles::month_day_text;
use crate::app::session::Session;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::controls::{ButtonStyle, button, card, focus_by_default, muted, title};
use crate::app::widgets::theme;
use crate::app::widgets::thumbnail::{self, PaintContext};
use crate::core::Side;
use crate::games::{AnyPosition, Game};

/// Width of the page from which the two cards stand beside each other.
const SIDE_BY_SIDE: f32 = 620.0;

/// Least and most width of a board.
const BOARD: [f32; 2] = [112.0, 216.0];

/// Width of the text beside a board, with the margins of the card.
const TEXT: f32 = 234.0;

/// Width of the board in a card of this width.
fn board_size(card: f32) -> f32 {
    (card - TEXT).clamp(BOARD[0], BOARD[1])
}

/// Action that the player chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeroAction {
    /// Continues or views the game in progress.
    Continue,
    /// Opens the daily puzzle.
    DailyPuzzle,
}

/// Contents of the cards: the game in progress and the daily puzzle.
pub(super) struct Hero<'a> {
    pub(super) l10n: &'a Localization,
    pub(super) paint: PaintContext<'a>,
    /// The game in progress.
    pub(super) session: Option<&'a Session>,
    pub(super) daily: Option<&'a DailyLevel>,
    pub(super) progress: &'a PuzzleProgress,
    /// The day, counted from 1 January 1970.
    pub(super) today: i64,
}

impl Hero<'_> {
    /// Draws the cards, beside each other where there is room.
    pub(super) fn show(&self, ui: &mut Ui) -> Option<HeroAction> {
        let gap = 12.0;
        let is_wide = ui.available_width() >= SIDE_BY_SIDE;
        let (mut pressed, both) = (None, self.session.is_some() && self.daily.is_some());
        let mut continue_card = |ui: &mut Ui| {
            if let Some(session) = self.session {
                pressed = self.continue_card(ui, session);
            }
        };
        let mut daily_pressed = None;
        let mut daily_card = |ui: &mut Ui| {
            if let Some(daily) = self.daily {
                daily_pressed = self.daily_card(ui, daily);
            }
        };
        if is_wide && both {
            let width = (ui.available_width() - gap) / 2.0;
            let height = board_size(width) + 32.0;
            let (rect, _) =
                ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
            let halves = [rect.left(), rect.left() + width + gap].map(|left| {
                Rect::from_min_size(egui::pos2(left, rect.top()), Vec2::new(width, height))
            });
            ui.scope_builder(UiBuilder::new().max_rect(halves[0]), &mut continue_card);
            ui.scope_builder(UiBuilder::new().max_rect(halves[1]), &mut daily_card);
        } else {
            continue_card(ui);
            daily_card(ui);
        }
        ui.add_space(4.0);
        pressed.or(daily_pressed)
    }

    fn continue_card(&self, ui: &mut Ui, session: &Session) -> Option<HeroAction> {
        let l10n = self.l10n;
        let over = session.ending().is_some() && session.is_last_game();
        let (game, position) = (session.setup().game, session.position());
        let pressed = self.board_card(ui, game, position, |ui| {
            ui.label(title(game_name(l10n, game.id()), theme::BIG));
            muted(ui, Side::BOTH.map(|side| player_name(l10n, session, side)).join(" – "));
            let moves = session.tree().ply(session.current()).to_string();
            let state = if over { "home-finished" } else { "home-unfinished" };
            muted(ui, l10n.format(state, &[("moves", moves)]));
            ui.add_space(4.0);
            let text = l10n.get(if over { "home-look" } else { "home-continue" });
            let response = button(ui, ButtonStyle::Primary, Some(PLAY), &text);
            focus_by_default(ui, &response);
            response.clicked()
        });
        pressed.then_some(HeroAction::Continue)
    }

    fn daily_card(&self, ui: &mut Ui, daily: &DailyLevel) -> Option<HeroAction> {
        let l10n = self.l10n;
        let pressed = self.board_card(ui, daily.game, &daily.position, |ui| {
            ui.label(title(l10n.get("puzzles-daily"), theme::BIG));
            let game = game_name(l10n, daily.game.id());
            muted(ui, format!("{game} · {}", month_day_text(l10n, self.today)));
            let days = self.progress.daily_streak(self.today);
            let streak = match days {
                0 | 1 => " ".to_owned(),
                days => l10n.format("puzzles-days-in-a-row", &[("number", days.to_string())]),
            };
            muted(ui, streak);
            ui.add_space(4.0);
            let is_solved = self.progress.daily_result(self.today).is_some();
            let (style, icon, id) = match (is_solved, self.session.is_some()) {
                (true, _) => (ButtonStyle::Plain, CHECK, "puzzles-daily-again"),
                (false, true) => (ButtonStyle::Plain, PLAY, "puzzles-daily-solve"),
                (false, false) => (ButtonStyle::Primary, PLAY, "puzzles-daily-solve"),
            };
            button(ui, style, Some(icon), &l10n.get(id)).clicked()
        });
        pressed.then_some(HeroAction::DailyPuzzle)
    }

    /// A card with a board on the left and text beside it.
    fn board_card(
        &self,
        ui: &mut Ui,
        game: &dyn Game,
        position: &AnyPosition,
        text: impl FnOnce(&mut Ui) -> bool,
    ) -> bool {
        let size = board_size(ui.available_width());
        card(ui)
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
                    thumbnail::paint_board(ui.painter(), rect, game, position, &[], self.paint);
                    ui.add_space(12.0);
                    let room = Vec2::new(ui.available_width(), size);
                    ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                        ui.spacing_mut().item_spacing.y = 6.0;
                        // Centred, since the texts are of about the same height.
                        ui.add_space(((size - 132.0) / 2.0).max(0.0));
                        text(ui)
                    })
                    .inner
                })
                .inner
            })
            .inner
    }
}
