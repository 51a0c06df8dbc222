//! The puzzles page: the level of the day, timed runs, and for each game the player's
//! rating and its packs with their progress.

use bevy::ecs::system::SystemParam;
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
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::controls::{
    ButtonStyle, button, card, choice, focus_by_default, group, icon_button, muted, progress_bar,
    row, title,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
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

/// Resources that the page shows.
#[derive(SystemParam)]
struct PuzzlesContext<'w> {
    l10n: Res<'w, Localization>,
    settings: Res<'w, Settings>,
    paint_resources: PaintResources<'w>,
    library: Res<'w, LoadedAssets>,
    progress: Res<'w, PuzzleProgress>,
    user_packs: Res<'w, UserPacks>,
    level_editor: Res<'w, LevelEditor>,
    today: Res<'w, Today>,
}

impl PuzzlesContext<'_> {
    fn view(&self) -> Option<View<'_>> {
        Some(View {
            l10n: &self.l10n,
            library: &self.library,
            progress: &self.progress,
            user_packs: &self.user_packs,
            level_editor: &self.level_editor,
            paint: self.paint_resources.context(&self.settings)?,
            today: self.today.0,
        })
    }
}

/// Resources and messages through which actions are dispatched.
#[derive(SystemParam)]
struct ActionContext<'w> {
    puzzle_requests: MessageWriter<'w, PuzzleRequest>,
    pack_requests: MessageWriter<'w, UserPackRequest>,
    editor_requests: MessageWriter<'w, EditorRequest>,
    next: ResMut<'w, NextState<Screen>>,
}

impl ActionContext<'_> {
    fn dispatch(&mut self, action: UiAction) {
        match action {
            UiAction::Play(request) => {
                self.puzzle_requests.write(request);
                self.next.set(Screen::Play);
            }
            UiAction::UserPacks(request) => {
                self.pack_requests.write(request);
            }
            UiAction::Edit(request) => {
                self.editor_requests.write(request);
            }
            UiAction::ResumeEditing => self.next.set(Screen::LevelEditor),
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    puzzles: PuzzlesContext,
    mut rush_game: Local<Option<&'static str>>,
    mut context: ActionContext,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(view) = puzzles.view() else { return Ok(()) };
    let l10n = view.l10n;
    let mut pressed = None;
    let mut undone = None;
    let leave = page::show(
        &mut ui,
        "puzzles",
        &l10n.get("puzzles"),
        &l10n.get("back"),
        |ui| undone = undo_bar(ui, &view),
        |ui| {
            let played = shipped_packs(ui, &view, &mut rush_game);
            let pressed_card = user_pack_cards(ui, &view);
            pressed = pressed_card.or(played.map(UiAction::Play));
        },
    );
    if leave {
        context.next.set(Screen::Home);
    } else if let Some(action) = pressed.or(undone) {
        context.dispatch(action);
    }
    Ok(())
}

/// Button that restores the level or pack removed last.
fn undo_bar(ui: &mut Ui, view: &View) -> Option<UiAction> {
    let mut undone = None;
    if view.user_packs.can_undo() {
        ui.horizontal(|ui| {
            let undo = view.l10n.get("undo");
            if button(ui, ButtonStyle::Plain, Some(ARROW_U_UP_LEFT), &undo).clicked() {
                undone = Some(UiAction::UserPacks(UserPackRequest::Undo));
            }
            muted(ui, view.l10n.get("own-removed"));
        });
    }
    undone
}

/// The level of the day, timed runs, and the shipped packs of each game.
fn shipped_packs(
    ui: &mut Ui,
    view: &View,
    rush_game: &mut Option<&'static str>,
) -> Option<PuzzleRequest> {
    let mut chosen = daily_card(ui, view);
    chosen = chosen.or(rush_section(ui, view, rush_game));
    for game in GAMES {
        let packs = view.library.shipped().iter();
        let of_game: Vec<_> = packs.filter(|pack| pack.game == game.id()).collect();
        if of_game.is_empty() {
            continue;
        }
        group(ui, &game_name(view.l10n, game.id()));
        if rating_row(ui, view, game.id()) {
            chosen = Some(PuzzleRequest::Recommended(game.id()));
        }
        for pack in of_game {
            if pack_row(ui, view, pack) {
                chosen = view.progress.next_unsolved(pack).map(PuzzleRequest::Start);
            }
        }
    }
    chosen
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
                let game = game_name(l10n, &pack.game);
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
            let area = rect.shrink(4.0);
            thumbnail::paint_board(ui.painter(), area, game, &position, &[], view.paint);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.label(title(l10n.get("puzzles-daily"), theme::LARGE));
                let name = game_name(l10n, game.id());
                muted(ui, format!("{} · {name}", month_day_text(l10n, view.today)));
                let (style, icon, id) = match progress.daily_result(view.today) {
                    Some(_) => (ButtonStyle::Plain, CHECK, "puzzles-daily-again"),
                    None => (ButtonStyle::Primary, PLAY, "puzzles-daily-solve"),
                };
                ui.add_space(4.0);
                let response = button(ui, style, Some(icon), &l10n.get(id));
                focus_by_default(ui, &response);
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
            .map(|game| (Some(game.id()), game_name(l10n, game.id()))),
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

/// Row of a pack with its progress. Returns true when pressed.
fn pack_row(ui: &mut Ui, view: &View, pack: &Pack) -> bool {
    let (done, all) = (view.progress.solved_count(pack), pack.levels.len());
    let mut chosen = false;
    row(ui, &view.l10n.title(&pack.title), |ui| {
        let icon = if done == all { CHECK } else { PLAY };
        chosen = button(ui, ButtonStyle::Plain, Some(icon), &format!("{done} / {all}")).clicked();
        let size = Vec2::new(ui.available_width().min(160.0), 6.0);
        progress_bar(ui, size, done as f32 / all.max(1) as f32);
    });
    muted(ui, view.l10n.title(&pack.description));
    chosen
}
