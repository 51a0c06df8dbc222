//! The puzzles page: the level of the day, timed runs, and for each game the player's
//! rating and its packs with their progress.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, CornerRadius, FontId, Sense, Stroke, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{
    ARROW_U_UP_LEFT, CHECK, CROSSHAIR, EXPORT, PENCIL_SIMPLE, PLAY, TIMER, TRASH,
};

use crate::app::features::puzzles::{
    EditorRequest, LevelEditor, PuzzleProgress, PuzzleRequest, RUSH_MINUTES, RushKind, Solved,
    UserPackRequest, UserPacks,
};
use crate::app::platform::{Today, month_and_day};
use crate::app::services::assets::LoadedAssets;
use crate::app::settings::{ActiveTheme, Settings};
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::{
    ButtonStyle, button, card, choice, group, icon_button, muted, row, title,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PieceTextures};
use crate::app::widgets::{UiSystems, page, root, theme, thumbnail};
use crate::content::levels::{Level, Pack, check, daily};
use crate::games::registry::{self, GAMES};

/// Days shown on the card of the level of the day.
const DAYS_SHOWN: i64 = 7;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen).run_if(in_state(Screen::Puzzles)),
    );
}

/// Data that the page shows.
struct View<'a> {
    l10n: &'a Localization,
    library: &'a LoadedAssets,
    progress: &'a PuzzleProgress,
    user_packs: &'a UserPacks,
    level_editor: &'a LevelEditor,
    paint: PaintContext<'a>,
    today: i64,
}

/// Action requested by a button of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum UiAction {
    /// Starts a puzzle or a run.
    Play(PuzzleRequest),
    /// Changes the player's own packs.
    UserPacks(UserPackRequest),
    /// Opens one of the player's levels in the editor.
    Edit(EditorRequest),
    /// Returns to the level in the editor.
    ResumeEditing,
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    active_theme: Res<ActiveTheme>,
    settings: Res<Settings>,
    library: Res<LoadedAssets>,
    textures: Res<PieceTextures>,
    progress: Res<PuzzleProgress>,
    today: Res<Today>,
    user_packs: Res<UserPacks>,
    level_editor: Res<LevelEditor>,
    mut rush_game: Local<Option<&'static str>>,
    mut requests: MessageWriter<PuzzleRequest>,
    mut edit_requests: (MessageWriter<UserPackRequest>, MessageWriter<EditorRequest>),
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(theme) = active_theme.theme() else { return Ok(()) };
    let paint = PaintContext {
        theme,
        illustrated: settings.pictures,
        library: &library,
        textures: &textures,
    };
    let view = View {
        l10n: &l10n,
        library: &library,
        progress: &progress,
        user_packs: &user_packs,
        level_editor: &level_editor,
        paint,
        today: today.0,
    };
    let mut pressed = None;
    let mut undone = None;
    let leave = page::show(
        &mut ui,
        "puzzles",
        &l10n.get("puzzles"),
        &l10n.get("back"),
        |ui| {
            if user_packs.can_undo() {
                ui.horizontal(|ui| {
                    let undo = l10n.get("undo");
                    if button(ui, ButtonStyle::Plain, Some(ARROW_U_UP_LEFT), &undo).clicked() {
                        undone = Some(UiAction::UserPacks(UserPackRequest::Undo));
                    }
                    muted(ui, l10n.get("own-removed"));
                });
            }
        },
        |ui| {
            let daily = daily_card(ui, &view);
            let rush = rush_section(ui, &view, &mut rush_game);
            let mut chosen = daily.or(rush);
            for game in GAMES {
                let of_game = || library.shipped().iter().filter(|pack| pack.game == game.id());
                if of_game().next().is_none() {
                    continue;
                }
                group(ui, &l10n.get(&format!("game-{}", game.id())));
                if rating_row(ui, &view, game.id()) {
                    chosen = Some(PuzzleRequest::Recommended(game.id()));
                }
                for pack in of_game() {
                    if pack_row(ui, &view, pack) {
                        chosen = progress.next_unsolved(pack).map(PuzzleRequest::Start);
                    }
                }
            }
            let pressed_card = user_pack_cards(ui, &view);
            pressed = pressed_card.or(chosen.map(UiAction::Play));
        },
    );
    match pressed.or(undone) {
        _ if leave => next.set(Screen::Home),
        None => {}
        Some(UiAction::Play(request)) => {
            requests.write(request);
            next.set(Screen::Play);
        }
        Some(UiAction::UserPacks(request)) => {
            edit_requests.0.write(request);
        }
        Some(UiAction::Edit(request)) => {
            edit_requests.1.write(request);
        }
        Some(UiAction::ResumeEditing) => next.set(Screen::LevelEditor),
    }
    Ok(())
}

/// The player's packs: made here or imported.
fn user_pack_cards(ui: &mut Ui, view: &View) -> Option<UiAction> {
    let l10n = view.l10n;
    let mut pressed = None;
    group(ui, &l10n.get("own-levels"));
    muted(ui, l10n.get("own-explained"));
    if view.level_editor.draft.is_some()
        && button(ui, ButtonStyle::Plain, Some(PENCIL_SIMPLE), &l10n.get("own-go-on")).clicked()
    {
        pressed = Some(UiAction::ResumeEditing);
    }
    for pack in view.user_packs.packs() {
        card(ui).inner_margin(egui::Margin::symmetric(12, 10)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal_wrapped(|ui| {
                let game = l10n.get(&format!("game-{}", pack.game));
                ui.label(title(game, theme::LARGE));
                // Imported packs keep their titles.
                let name = l10n.title(&pack.title);
                if name != l10n.get("own-levels") {
                    muted(ui, name);
                }
            });
            for (n, level) in pack.levels.iter().enumerate() {
                let found = user_level_row(ui, view, pack, level, n + 1);
                pressed = found.or(pressed.take());
            }
            if button(ui, ButtonStyle::Quiet, Some(EXPORT), &l10n.get("own-share")).clicked() {
                pressed = Some(UiAction::UserPacks(UserPackRequest::Share(pack.pack_id())));
            }
        });
    }
    pressed
}

/// Row of a level of the player's packs, with its number in its pack.
fn user_level_row(
    ui: &mut Ui,
    view: &View,
    pack: &Pack,
    level: &Level,
    number: usize,
) -> Option<UiAction> {
    let l10n = view.l10n;
    let mut pressed = None;
    ui.horizontal(|ui| {
        // The buttons keep their width; the name gets the rest.
        let tools = 3.0 * (ui.spacing().interact_size.y + ui.spacing().item_spacing.x);
        let width = (ui.available_width() - tools).max(60.0);
        let size = Vec2::new(width, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(width);
            let name = l10n.title(&level.title);
            let name = if name.is_empty() {
                l10n.format("own-number", &[("number", number.to_string())])
            } else {
                name
            };
            let solved = view.progress.result(pack, level).is_some();
            let name = if solved { format!("{CHECK} {name}") } else { name };
            ui.add(egui::Label::new(name).truncate());
        });
        let id = pack.puzzle_id(level);
        let tools = [
            (PLAY, "own-play", UiAction::Play(PuzzleRequest::Start(id.clone()))),
            (PENCIL_SIMPLE, "own-edit", UiAction::Edit(EditorRequest::Edit(id.clone()))),
            (TRASH, "own-remove", UiAction::UserPacks(UserPackRequest::Remove(id))),
        ];
        for (icon, id, press) in tools {
            if icon_button(ui, icon, &l10n.get(id), true).clicked() {
                pressed = Some(press);
            }
        }
    });
    pressed
}

/// Month and day as text; `day` counts from 1 January 1970.
pub(super) fn month_day_text(l10n: &Localization, day: i64) -> String {
    let (month, day) = month_and_day(day);
    l10n.format("date-month-day", &[("month", month.to_string()), ("day", day.to_string())])
}

/// Card of the level of the day with the results of the last days.
fn daily_card(ui: &mut Ui, view: &View) -> Option<PuzzleRequest> {
    let (l10n, progress) = (view.l10n, view.progress);
    let id = daily::daily_level(view.library.shipped(), view.today)?;
    let (pack, level) = view.library.level(&id)?;
    let game = registry::find(&pack.game)?;
    let position = check::start_position(game, &pack.options, level).ok()?;
    let mut chosen = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(104.0), Sense::hover());
            thumbnail::paint_board(ui.painter(), rect.shrink(4.0), game, &position, view.paint);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.label(title(l10n.get("puzzles-daily"), theme::LARGE));
                let name = l10n.get(&format!("game-{}", game.id()));
                muted(ui, format!("{} · {name}", month_day_text(l10n, view.today)));
                let (weight, icon, id) = match progress.daily_result(view.today) {
                    Some(_) => (ButtonStyle::Plain, CHECK, "puzzles-daily-again"),
                    None => (ButtonStyle::Primary, PLAY, "puzzles-daily-solve"),
                };
                ui.add_space(4.0);
                let response = button(ui, weight, Some(icon), &l10n.get(id));
                if ui.memory(|memory| memory.focused().is_none()) {
                    response.request_focus();
                }
                chosen = response.clicked().then_some(PuzzleRequest::Daily);
            });
        });
        ui.add_space(4.0);
        recent_days(ui, view);
        let number = progress.daily_streak(view.today);
        if number > 1 {
            muted(ui, l10n.format("puzzles-days-in-a-row", &[("number", number.to_string())]));
        }
    });
    chosen
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

/// Choice of a timed run: game and length, with the best score of each.
fn rush_section(
    ui: &mut Ui,
    view: &View,
    game: &mut Option<&'static str>,
) -> Option<PuzzleRequest> {
    let l10n = view.l10n;
    group(ui, &l10n.get("puzzles-run"));
    muted(ui, l10n.get("run-explained"));
    let mut values = vec![(None, l10n.get("run-all-games"))];
    let has_levels = |id: &str| view.library.shipped().iter().any(|pack| pack.game == id);
    values.extend(
        GAMES
            .iter()
            .filter(|game| has_levels(game.id()))
            .map(|game| (Some(game.id()), l10n.get(&format!("game-{}", game.id())))),
    );
    choice(ui, game, &values);
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for minutes in RUSH_MINUTES {
            let contest = RushKind { game: *game, minutes };
            let text = l10n.format("run-minutes", &[("number", minutes.to_string())]);
            if button(ui, ButtonStyle::Plain, Some(TIMER), &text).clicked() {
                chosen = Some(PuzzleRequest::Rush(contest));
            }
            if let Some(best) = view.progress.best_score(contest) {
                muted(ui, l10n.format("run-best", &[("number", best.to_string())]));
            }
        }
    });
    chosen
}

/// The player's rating in a game and the button for a level that suits it. Returns true
/// when pressed.
fn rating_row(ui: &mut Ui, view: &View, game: &str) -> bool {
    let l10n = view.l10n;
    let text = match view.progress.rating(game) {
        Some(rating) => l10n.format(
            "puzzle-your-rating",
            &[
                ("rating", format!("{:.0}", rating.rating)),
                ("deviation", format!("{:.0}", rating.deviation)),
            ],
        ),
        None => l10n.get("puzzle-no-rating"),
    };
    row(ui, &text, |ui| {
        button(ui, ButtonStyle::Plain, Some(CROSSHAIR), &l10n.get("puzzles-for-me")).clicked()
    })
}

/// Progress bar; `part` is 0 to 1.
fn progress_bar(ui: &mut Ui, part: f32) {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width().min(160.0), 6.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let round = CornerRadius::same(3);
    ui.painter().rect_filled(rect, round, palette.hairline);
    let done = rect.with_max_x(rect.left() + rect.width() * part.clamp(0.0, 1.0));
    ui.painter().rect_filled(done, round, palette.good);
}

/// Row of a pack with its progress. Returns true when pressed.
fn pack_row(ui: &mut Ui, view: &View, pack: &Pack) -> bool {
    let (done, all) = (view.progress.solved_count(pack), pack.levels.len());
    let mut chosen = false;
    row(ui, &view.l10n.title(&pack.title), |ui| {
        let icon = if done == all { CHECK } else { PLAY };
        chosen = button(ui, ButtonStyle::Plain, Some(icon), &format!("{done} / {all}")).clicked();
        progress_bar(ui, done as f32 / all.max(1) as f32);
    });
    muted(ui, view.l10n.title(&pack.description));
    chosen
}
