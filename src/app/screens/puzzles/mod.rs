//! The puzzles page: the level of the day, the timed run, the levels to repeat, and for
//! each game the player's rating and its packs with their progress.

mod daily;
mod own;
mod packs;
mod rush;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, Rect, Sense, Ui, UiBuilder, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{ARROW_U_UP_LEFT, ARROWS_CLOCKWISE};

use crate::app::features::puzzles::{
    DailyPuzzle, EditorRequest, LevelEditor, PuzzleProgress, PuzzleRequest, UserPackRequest,
    UserPacks,
};
use crate::app::platform::{Today, month_and_day};
use crate::app::services::assets::LoadedAssets;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::cards::{GAP, TWO_COLUMN_WIDTH};
use crate::app::widgets::controls::{ButtonStyle, button, muted};
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, page, root};
use packs::PackTiles;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PackTiles>().add_systems(
        EguiPrimaryContextPass,
        (packs::find_tiles, show)
            .chain()
            .in_set(UiSystems::Screen)
            .run_if(in_state(Screen::Puzzles)),
    );
}

/// Data that the page shows.
struct View<'a> {
    l10n: &'a Localization,
    library: &'a LoadedAssets,
    progress: &'a PuzzleProgress,
    daily: &'a DailyPuzzle,
    tiles: &'a PackTiles,
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
    paint_resources: PaintResources<'w>,
    library: Res<'w, LoadedAssets>,
    progress: Res<'w, PuzzleProgress>,
    daily: Res<'w, DailyPuzzle>,
    tiles: Res<'w, PackTiles>,
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
            daily: &self.daily,
            tiles: &self.tiles,
            user_packs: &self.user_packs,
            level_editor: &self.level_editor,
            paint: self.paint_resources.context()?,
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
        ("puzzles", page::CARDS_WIDTH),
        &l10n.get("puzzles"),
        &l10n.get("back"),
        |ui| undone = undo_bar(ui, &view),
        |ui| {
            let mut played = daily_and_rush(ui, &view, &mut rush_game);
            played = played.or(repetition_row(ui, &view));
            played = played.or(packs::show(ui, &view));
            pressed = own::show(ui, &view).or(played.map(UiAction::Play));
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

/// The level of the day and the timed run, beside each other where there is room.
fn daily_and_rush(
    ui: &mut Ui,
    view: &View,
    rush_game: &mut Option<&'static str>,
) -> Option<PuzzleRequest> {
    const HEIGHT: f32 = 248.0;
    let width = (ui.available_width() - GAP) / 2.0;
    if view.daily.0.is_none() || ui.available_width() < TWO_COLUMN_WIDTH + 100.0 {
        let daily = daily::show(ui, view);
        return daily.or(rush::show(ui, view, rush_game));
    }
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let half = |left| {
        let at = egui::pos2(left, rect.top());
        UiBuilder::new().max_rect(Rect::from_min_size(at, Vec2::new(width, HEIGHT)))
    };
    let daily = ui.scope_builder(half(rect.left()), |ui| daily::show(ui, view)).inner;
    let right = half(rect.left() + width + GAP);
    let rush = ui.scope_builder(right, |ui| rush::show(ui, view, rush_game)).inner;
    daily.or(rush)
}

/// The failed levels that are due again, or when the next one is.
fn repetition_row(ui: &mut Ui, view: &View) -> Option<PuzzleRequest> {
    let l10n = view.l10n;
    let waiting = view.progress.repetitions(view.library.packs());
    let &(first, _) = waiting.first()?;
    let due = waiting.iter().take_while(|(day, _)| *day <= view.today).count();
    let mut pressed = None;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let style = if due > 0 { ButtonStyle::Plain } else { ButtonStyle::Quiet };
        ui.add_enabled_ui(due > 0, |ui| {
            let text = l10n.get("puzzles-repeat");
            if button(ui, style, Some(ARROWS_CLOCKWISE), &text).clicked() {
                pressed = Some(PuzzleRequest::Repeat);
            }
        });
        let text = match due {
            0 => l10n
                .format("puzzles-next-repetition", &[("days", (first - view.today).to_string())]),
            due => l10n.format("puzzles-due", &[("number", due.to_string())]),
        };
        muted(ui, text);
    });
    pressed
}

/// Month and day as text; `day` counts from 1 January 1970.
pub(super) fn month_day_text(l10n: &Localization, day: i64) -> String {
    let (month, day) = month_and_day(day);
    l10n.format("date-month-day", &[("month", month.to_string()), ("day", day.to_string())])
}
