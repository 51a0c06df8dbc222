//! Rows of the lobby: a challenge or a game with what it is played by.

use std::sync::Arc;

use bevy_egui::egui::{self, Align, Frame, Label, Layout, Margin, RichText, Sense, Ui, Vec2};

use super::View;
use crate::app::text::{Localization, game_name, variant_line};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail;
use crate::games::{AnyPosition, Game, Options, registry};
use crate::net::{RatingNote, Time};

/// Beginnings that are kept; more than a lobby shows as a rule.
const MAX_STARTS: usize = 64;

/// A game and the board at its beginning.
pub(super) type Start = (&'static dyn Game, AnyPosition);

/// The boards at the beginning of games, made once.
#[derive(Default)]
pub(super) struct Starts(Vec<(String, Options, Option<Arc<Start>>)>);

impl Starts {
    /// The board at the beginning of a game; `None` if this program does not know it.
    pub(super) fn of(&mut self, game: &str, options: &Options) -> Option<Arc<Start>> {
        let known = self.0.iter().find(|(id, of, _)| id == game && of == options);
        if let Some((_, _, start)) = known {
            return start.clone();
        }
        if self.0.len() >= MAX_STARTS {
            self.0.clear();
        }
        let start = registry::find(game)
            .and_then(|known| Some(Arc::new((known, known.start(options).ok()?))));
        self.0.push((game.to_owned(), options.clone(), start.clone()));
        start
    }
}

/// The picture of such a beginning.
pub(super) fn picture(start: Option<&Start>) -> Option<(&'static dyn Game, &AnyPosition)> {
    start.map(|(game, position)| (*game, position))
}

/// Size of the picture of a board.
const PICTURE: f32 = 44.0;

/// A time control as players write it.
pub(in crate::app::screens) fn clock_text(l10n: &Localization, time: Time) -> String {
    match time {
        Time::Unlimited => l10n.get("clock-none"),
        Time::Fischer { main, increment } => format!("{}+{}", main / 60_000, increment / 1000),
        Time::ByoYomi { main, period, periods } => l10n.format(
            "clock-byo-yomi-short",
            &[
                ("minutes", (main / 60_000).to_string()),
                ("periods", periods.to_string()),
                ("seconds", (period / 1000).to_string()),
            ],
        ),
        Time::Correspondence { a_move } => {
            let days = a_move.div_ceil(86_400_000).to_string();
            l10n.format("clock-days", &[("days", days)])
        }
    }
}

/// A rating, with a question mark while it is not sure.
pub(super) fn rating_text(rating: RatingNote) -> String {
    let doubt = if rating.is_provisional() { "?" } else { "" };
    format!("{}{doubt}", rating.rating)
}

/// A name with its rating.
pub(super) fn rated_name(name: &str, rating: RatingNote) -> String {
    format!("{name} ({})", rating_text(rating))
}

/// The terms in words: the game, its options, the clock, and whether ratings change by it.
pub(super) fn terms_text(
    l10n: &Localization,
    game: &str,
    options: &Options,
    time: Time,
    rated: bool,
) -> [String; 2] {
    let known = registry::find(game);
    let variant = known.and_then(|game| variant_line(l10n, game, options));
    let title = [Some(game_name(l10n, game)), variant].into_iter().flatten();
    let title = title.collect::<Vec<_>>().join(" · ");
    let rated = l10n.get(if rated { "online-rated-game" } else { "online-friendly-game" });
    [title, format!("{} · {rated}", clock_text(l10n, time))]
}

/// A row with a picture of the board, two lines of text, and buttons at its end.
pub(super) fn row(
    ui: &mut Ui,
    view: &mut View,
    start: Option<(&dyn Game, &AnyPosition)>,
    lines: [&str; 2],
    buttons: impl FnOnce(&mut Ui, &mut View),
) {
    let palette = Palette::of(ui);
    Frame::new().inner_margin(Margin::symmetric(0, 4)).show(ui, |ui| {
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
            if let Some((game, position)) = start {
                thumbnail::paint_board(ui.painter(), place, game, position, &[], view.paint);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                buttons(ui, view);
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.add_space(2.0);
                    let [title, line] = lines;
                    let title = RichText::new(title).size(theme::BODY).color(palette.ink);
                    ui.add(Label::new(title).truncate());
                    let line = RichText::new(line).size(theme::SMALL).color(palette.muted);
                    ui.add(Label::new(line).truncate());
                });
            });
        });
    });
    let line = egui::Stroke::new(palette.line_weight, palette.hairline);
    let rect = ui.min_rect();
    ui.painter().hline(rect.x_range(), ui.cursor().top() - 4.0, line);
}
