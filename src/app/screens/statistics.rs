//! The player's results by game and opponent. They are counted in the library's backend.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{
    Align2, CornerRadius, CursorIcon, FontId, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{CARET_RIGHT, CHART_BAR, PLAY};

use crate::app::features::adaptive::AdaptiveLevels;
use crate::app::features::ratings::PlayerRatings;
use crate::app::platform::{Today, date_text};
use crate::app::services::library::{LibraryClient, PlayerSearch};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::{
    Localization, STORED_PERSON_NAME, game_name, shown_player_name, side_name, stored_person_name,
};
use crate::app::widgets::cards::{GAP, TWO_COLUMN_WIDTH, rows_of_text};
use crate::app::widgets::controls::{
    ButtonStyle, button, card, choice, focus_ring, muted, spinner, title,
};
use crate::app::widgets::line_plot::LinePlot;
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::{UiSystems, page, root};
use crate::core::{LEVEL_SIZE, LOWEST_LEVEL, LevelPoints, Side};
use crate::games::{Game, registry};
use crate::library::{GameStatistics, Results, StatisticsQuery, Tally};

/// Games over which the curve takes the average.
const FORM_WINDOW: usize = 10;

/// Games from which there is a curve.
const LEAST_FOR_CURVE: usize = 5;

const BAR_HEIGHT: f32 = 10.0;
const ROW_HEIGHT: f32 = 48.0;

/// The time that is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Period {
    #[default]
    All,
    Year,
    Month,
}

impl Period {
    /// The first of its days as in records; empty if there is none.
    fn first_day(self, today: Today) -> String {
        match self {
            Period::All => String::new(),
            Period::Year => date_text(today.0 - 364),
            Period::Month => date_text(today.0 - 29),
        }
    }
}

/// State of the page.
#[derive(Resource, Default)]
struct StatisticsPage {
    period: Period,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StatisticsPage>().add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen).run_if(in_state(Screen::Statistics)),
    );
}

/// The games of whoever plays here, under the name in the settings and without one.
fn query(settings: &Settings, today: Today, period: Period) -> StatisticsQuery {
    let mut names = vec![STORED_PERSON_NAME.to_owned(), stored_person_name(1)];
    names.extend(Some(settings.name.trim().to_owned()).filter(|name| !name.is_empty()));
    StatisticsQuery { names, from: period.first_day(today).parse().ok() }
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    settings: Res<Settings>,
    today: Res<Today>,
    mut state: ResMut<StatisticsPage>,
    adaptive: Res<AdaptiveLevels>,
    ratings: Res<PlayerRatings>,
    mut library: ResMut<LibraryClient>,
    mut searches: MessageWriter<PlayerSearch>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let query = query(&settings, *today, state.period);
    let from = state.period.first_day(*today);
    let (adaptive, ratings) = (&adaptive, &ratings);
    let mut found = Found { l10n: &l10n, adaptive, ratings, from, search: None, plays: false };
    let (heading, back) = (l10n.get("statistics"), l10n.get("back"));
    let mut period = state.period;
    let id = ("statistics", page::CARDS_WIDTH);
    let leaves = page::show(
        &mut ui,
        id,
        &heading,
        &back,
        |_| {},
        |ui| {
            let names = [
                (Period::All, "statistics-all"),
                (Period::Year, "statistics-year"),
                (Period::Month, "statistics-month"),
            ];
            choice(ui, &mut period, &names.map(|(period, id)| (period, l10n.get(id))));
            ui.add_space(8.0);
            match library.statistics(&query) {
                None => spinner(ui),
                Some([]) => found.nothing(ui, period),
                Some(games) => found.games(ui, games),
            }
        },
    );
    state.period = period;
    let screen = match found.search {
        Some(_) => Some(Screen::Library),
        None => (leaves || found.plays).then_some(Screen::Home),
    };
    searches.write_batch(found.search);
    if let Some(screen) = screen {
        next.set(screen);
        ui.ctx().request_repaint();
    }
    Ok(())
}

/// Draws what was found, and notes what the player wants.
struct Found<'a> {
    l10n: &'a Localization,
    adaptive: &'a AdaptiveLevels,
    ratings: &'a PlayerRatings,
    /// The first day of the games.
    from: String,
    search: Option<PlayerSearch>,
    plays: bool,
}

impl Found<'_> {
    /// The page without games: how they come here.
    fn nothing(&mut self, ui: &mut Ui, period: Period) {
        let palette = Palette::of(ui);
        ui.add_space(32.0);
        ui.vertical_centered(|ui| {
            ui.label(RichText::new(CHART_BAR).size(theme::HUGE).color(palette.muted));
            let id = match period {
                Period::All => "statistics-nothing",
                Period::Year | Period::Month => "statistics-nothing-then",
            };
            ui.label(self.l10n.get(id));
            ui.add_space(8.0);
            let text = self.l10n.get("statistics-play");
            self.plays |= button(ui, ButtonStyle::Primary, Some(PLAY), &text).clicked();
        });
    }

    fn games(&mut self, ui: &mut Ui, games: &[GameStatistics]) {
        // The rating stands on the first card of its game.
        let is_first = |place: usize| games[..place].iter().all(|g| g.game != games[place].game);
        if ui.available_width() < TWO_COLUMN_WIDTH + 100.0 || games.len() < 2 {
            for (place, game) in games.iter().enumerate() {
                self.game(ui, game, is_first(place));
                ui.add_space(GAP - 8.0);
            }
            return;
        }
        ui.spacing_mut().item_spacing.x = GAP;
        ui.columns(2, |columns| {
            for (place, game) in games.iter().enumerate() {
                let ui = &mut columns[place % 2];
                self.game(ui, game, is_first(place));
                ui.add_space(GAP - 8.0);
            }
        });
    }

    /// The card of a game under some rules, with the rating, which all rules share, or without.
    fn game(&mut self, ui: &mut Ui, game: &GameStatistics, with_rating: bool) {
        let l10n = self.l10n;
        card(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let names: Vec<String> = std::iter::once(game_name(l10n, &game.game))
                .chain(game.variant.iter().map(|id| l10n.get(id)))
                .collect();
            ui.label(title(names.join(" · "), theme::LARGE));
            let total = game.total.results();
            ui.label(results_text(l10n, total));
            results_bar(ui, total);
            if let Some(known) = registry::find(&game.game) {
                let sides = Side::BOTH.map(|side| {
                    let side_name = side_name(l10n, known, side);
                    let results = short_results(game.total.sides[side.index()]);
                    let args = [("side", side_name), ("results", results)];
                    l10n.format("statistics-side", &args)
                });
                muted(ui, sides.join(" · "));
            }
            let number = |number: usize| number.to_string();
            let streaks = [
                ("now", number(game.total.winning_streak())),
                ("best", number(game.total.longest_winning_streak())),
            ];
            muted(ui, l10n.format("statistics-streak", &streaks));
            let length = [("plies", game.total.mean_plies().to_string())];
            muted(ui, l10n.format("statistics-length", &length));
            if let Some(percent) = game.accuracy.percent() {
                let numbers = [
                    ("percent", format!("{percent:.0}")),
                    ("games", game.accuracy.games.to_string()),
                ];
                muted(ui, l10n.format("statistics-accuracy", &numbers));
            }
            // Its level is one for all variants.
            let known = registry::find(&game.game).filter(|_| game.variant.is_empty());
            if let Some((known, (level, games))) =
                known.and_then(|known| Some((known, self.adaptive.standing(known)?)))
            {
                let numbers = [
                    ("level", level.to_string()),
                    ("levels", known.levels().to_string()),
                    ("games", games.to_string()),
                ];
                muted(ui, l10n.format("statistics-adaptive", &numbers));
            }
            if let Some(known) = registry::find(&game.game).filter(|_| with_rating) {
                rating(ui, l10n, known, self.ratings);
            }
            if game.total.scores.len() >= LEAST_FOR_CURVE {
                ui.add_space(4.0);
                curve(ui, l10n, &game.total);
            }
            ui.add_space(8.0);
            for (name, tally) in &game.opponents {
                if opponent_row(ui, l10n, name, tally.results()) {
                    let (player, game, from) = (name.clone(), game.game.clone(), self.from.clone());
                    self.search = Some(PlayerSearch { player, game, from });
                }
            }
        });
    }
}

/// Won, drawn and lost games in words.
fn results_text(l10n: &Localization, results: Results) -> String {
    let numbers = [
        ("games", results.games()),
        ("wins", results.wins),
        ("draws", results.draws),
        ("losses", results.losses),
    ];
    l10n.format("statistics-results", &numbers.map(|(name, number)| (name, number.to_string())))
}

/// Won, drawn and lost games as tables write them.
fn short_results(results: Results) -> String {
    format!("{}–{}–{}", results.wins, results.draws, results.losses)
}

/// Won, drawn and lost games as parts of a bar. They differ in brightness too.
fn results_bar(ui: &mut Ui, results: Results) {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), BAR_HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let games = results.games().max(1) as f32;
    let mut left = rect.left();
    let parts = [
        (results.wins, palette.good),
        (results.draws, palette.hairline),
        (results.losses, theme::mix(palette.panel, palette.ink, 0.55)),
    ];
    for (number, fill) in parts {
        let width = rect.width() * number as f32 / games;
        let part = Rect::from_min_size(egui::pos2(left, rect.top()), Vec2::new(width, BAR_HEIGHT));
        ui.painter().rect_filled(part, CornerRadius::ZERO, fill);
        left += width;
    }
    let line = Stroke::new(palette.line_weight, palette.muted);
    ui.painter().rect_stroke(rect, CornerRadius::ZERO, line, StrokeKind::Outside);
}

/// The share of the points over the last games, from the first game to the last.
fn curve(ui: &mut Ui, l10n: &Localization, tally: &Tally) {
    muted(ui, l10n.format("statistics-form", &[("games", FORM_WINDOW.to_string())]));
    let form = tally.form(FORM_WINDOW);
    let last = format!("{:.0} %", 100.0 * form.last().copied().unwrap_or(0.0));
    let spoken = l10n.format("statistics-form-now", &[("share", last.clone())]);
    let marks = &[0.0, 0.5, 1.0];
    LinePlot { values: &form, range: 0.0..=1.0, marks, last, spoken }.show(ui);
}

/// Level, points and grade in a game, and the points over the latest games.
fn rating(ui: &mut Ui, l10n: &Localization, game: &dyn Game, ratings: &PlayerRatings) {
    let Some(points) = ratings.points(game.id()) else { return };
    ui.add_space(4.0);
    ui.label(rating_text(l10n, game, points));
    let next = match (points.level(), points.to_next_level()) {
        (level, Some(missing)) => {
            let next = level.map_or(LOWEST_LEVEL, |level| level - 1);
            let numbers = [("points", missing.to_string()), ("level", next.to_string())];
            l10n.format("rating-to-next", &numbers)
        }
        (_, None) => l10n.get("rating-highest"),
    };
    muted(ui, next).on_hover_text(l10n.get("rating-explained"));
    let values: Vec<f32> = ratings.history(game.id()).map(|points| points.get() as f32).collect();
    if values.len() < LEAST_FOR_CURVE {
        return;
    }
    // Whole levels, each with its line.
    let size = LEVEL_SIZE as f32;
    let lowest = values.iter().copied().fold(f32::MAX, f32::min);
    let highest = values.iter().copied().fold(0.0, f32::max);
    let bottom = (lowest / size).floor() * size;
    let top = ((highest / size).floor() + 1.0) * size;
    let step = ((top - bottom) / size / 4.0).ceil().max(1.0) * size;
    let marks: Vec<f32> = (0..=4).map(|n| bottom + n as f32 * step).collect();
    let range = bottom..=marks.iter().copied().find(|mark| *mark >= top).unwrap_or(top);
    let marks: Vec<f32> = marks.into_iter().filter(|mark| range.contains(mark)).collect();
    let number = [("games", values.len().to_string())];
    muted(ui, l10n.format("rating-over-games", &number));
    let last = points.get().to_string();
    let spoken = l10n.format("rating-now", &[("points", last.clone())]);
    LinePlot { values: &values, range, marks: &marks, last, spoken }.show(ui);
}

/// The level, the points and the name of the grade.
fn rating_text(l10n: &Localization, game: &dyn Game, points: LevelPoints) -> String {
    let number = ("points", points.get().to_string());
    let text = match points.level() {
        Some(level) => l10n.format("rating-level", &[("level", level.to_string()), number]),
        None => l10n.format("rating-no-level", &[number]),
    };
    match game.grades().and_then(|grades| grades.name(points)) {
        Some(grade) => format!("{text} · {}", l10n.render(&grade)),
        None => text,
    }
}

/// A row with an opponent and the results. Returns true when pressed.
fn opponent_row(ui: &mut Ui, l10n: &Localization, name: &str, results: Results) -> bool {
    let palette = Palette::of(ui);
    let shown = match name {
        "" => l10n.get("statistics-unknown"),
        name => shown_player_name(l10n, name),
    };
    let size = Vec2::new(ui.available_width(), ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let spoken = format!("{shown}: {}", results_text(l10n, results));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(8), palette.ink.gamma_multiply(0.06));
    }
    painter.hline(rect.x_range(), rect.top(), Stroke::new(palette.line_weight, palette.hairline));
    let (body, small) = (FontId::proportional(theme::BODY), FontId::proportional(theme::SMALL));
    let right = rect.right_center() - Vec2::new(6.0, 0.0);
    painter.text(right, Align2::RIGHT_CENTER, CARET_RIGHT, body.clone(), palette.muted);
    let at = right - Vec2::new(22.0, 0.0);
    let text = short_results(results);
    let taken = painter.text(at, Align2::RIGHT_CENTER, text, small, palette.ink);
    let room = (taken.left() - rect.left() - 16.0).max(40.0);
    let label = rows_of_text(ui, shown, body, palette.ink, room, 1);
    let top = rect.center().y - label.size().y / 2.0;
    ui.painter().galley(egui::pos2(rect.left() + 6.0, top), label, palette.ink);
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
