//! The page of learning: the courses of each game with their lessons, the words of the games,
//! and the way to the laboratory.

mod words;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{Align, Label, Layout, RichText, Sense, Ui, Vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{BOOK_OPEN, CHECK, FLASK, PLAY, QUESTION};

use crate::app::features::lessons::{LessonProgress, LessonRequest};
use crate::app::screens::how_to_play::HowToPlayPage;
use crate::app::services::assets::LoadedAssets;
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::cards::columns;
use crate::app::widgets::controls::{
    ButtonStyle, button, card, choice, heading, muted, progress_ring, title, wide_button,
};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::PaintResources;
use crate::app::widgets::{UiSystems, page, root};
use crate::content::lessons::{Course, LessonId};
use crate::games::registry::{self, GAMES};
use crate::games::{Game, Options};
pub(super) use words::term_card;

/// State of the page.
#[derive(Resource)]
pub struct LearnPage {
    game: &'static dyn Game,
    /// The words of the game are shown instead of its courses.
    shows_words: bool,
    search: String,
}

impl Default for LearnPage {
    fn default() -> LearnPage {
        LearnPage { game: GAMES[0], shows_words: false, search: String::new() }
    }
}

/// Resources that the page shows, and through which it acts.
#[derive(SystemParam)]
struct LearnContext<'w> {
    l10n: Res<'w, Localization>,
    assets: Res<'w, LoadedAssets>,
    progress: Res<'w, LessonProgress>,
    page: ResMut<'w, LearnPage>,
    how_to_play: ResMut<'w, HowToPlayPage>,
    requests: MessageWriter<'w, LessonRequest>,
    next: ResMut<'w, NextState<Screen>>,
}

enum UiAction {
    Start(LessonId),
    Open(Screen),
    HowToPlay,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LearnPage>().add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen).run_if(in_state(Screen::Learn)),
    );
}

fn show(
    mut contexts: EguiContexts,
    paint_resources: PaintResources,
    mut context: LearnContext,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let LearnContext { l10n, assets, progress, page: state, .. } = &mut context;
    let state = state.bypass_change_detection();
    let mut action = None;
    let leave = page::show(
        &mut ui,
        ("learn", page::CARDS_WIDTH),
        &l10n.get("learn"),
        &l10n.get("back"),
        |_| (),
        |ui| {
            action = unfinished(ui, l10n, assets, progress);
            let names = GAMES.iter().map(|game| (game.id(), game_name(l10n, game.id())));
            let mut id = state.game.id();
            if choice(ui, &mut id, &names.collect::<Vec<_>>()) {
                state.game = registry::find(id).unwrap_or(GAMES[0]);
            }
            ui.add_space(4.0);
            let tabs = [(false, l10n.get("learn-courses")), (true, l10n.get("learn-words"))];
            choice(ui, &mut state.shows_words, &tabs);
            ui.add_space(8.0);
            if state.shows_words {
                let glossary = assets.glossary(state.game.id());
                words::show(ui, l10n, paint, state.game, glossary, &mut state.search);
                return;
            }
            let of_game = assets.courses().iter().filter(|course| course.game == state.game.id());
            for course in of_game {
                action = action.take().or(course_card(ui, l10n, progress, course));
            }
            action = action.take().or(ways_on(ui, l10n));
        },
    );
    let game = state.game;
    if leave {
        action = Some(UiAction::Open(Screen::Home));
    }
    match action {
        Some(UiAction::Start(id)) => {
            context.requests.write(LessonRequest::Start(id));
            context.next.set(Screen::Play);
        }
        Some(UiAction::Open(screen)) => context.next.set(screen),
        Some(UiAction::HowToPlay) => {
            let (options, assets) = (Options::default(), &context.assets);
            context.how_to_play.open_for(game, &options, assets, Screen::Learn);
            context.next.set(Screen::HowToPlay);
        }
        None => {}
    }
    Ok(())
}

/// The lesson that was left before its end.
fn unfinished(
    ui: &mut Ui,
    l10n: &Localization,
    assets: &LoadedAssets,
    progress: &LessonProgress,
) -> Option<UiAction> {
    let id = progress.unfinished()?;
    let (course, lesson) = assets.lesson(id)?;
    let mut pressed = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.label(title(l10n.title(&lesson.title), theme::LARGE).color(Palette::of(ui).ink));
                let game = game_name(l10n, &course.game);
                muted(ui, format!("{game} · {}", l10n.title(&course.title)));
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = l10n.get("home-continue");
                if button(ui, ButtonStyle::Primary, Some(PLAY), &text).clicked() {
                    pressed = Some(UiAction::Start(id.clone()));
                }
            });
        });
    });
    ui.add_space(8.0);
    pressed
}

/// A course with its lessons.
fn course_card(
    ui: &mut Ui,
    l10n: &Localization,
    progress: &LessonProgress,
    course: &Course,
) -> Option<UiAction> {
    const RING: f32 = 24.0;
    let mut pressed = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(2.0 * RING + 8.0), Sense::hover());
            let done = (progress.done_count(course), course.lessons.len());
            progress_ring(ui.painter(), Palette::of(ui), rect.center(), RING, done);
            ui.vertical(|ui| {
                let response = heading(ui, &l10n.title(&course.title));
                response.on_hover_text(format!("{} / {}", done.0, done.1));
                let text = RichText::new(l10n.title(&course.description)).size(theme::SMALL);
                ui.add(Label::new(text.color(Palette::of(ui).muted)).wrap());
            });
        });
        ui.add_space(4.0);
        let next = progress.next_lesson(course);
        // Down the columns, so that the order is read as in a list.
        let count = columns(ui.available_width());
        let rows = course.lessons.len().div_ceil(count);
        ui.columns(count, |columns| {
            for (number, lesson) in course.lessons.iter().enumerate() {
                let id = LessonId::new(course, &lesson.id);
                let text = format!("{}. {}", number + 1, l10n.title(&lesson.title));
                let icon = match (progress.is_done(&id), next.as_ref() == Some(&id)) {
                    (true, _) => CHECK,
                    (false, true) => PLAY,
                    (false, false) => BOOK_OPEN,
                };
                let ui = &mut columns[number / rows];
                if wide_button(ui, ButtonStyle::Quiet, Some(icon), &text).clicked() {
                    pressed = Some(UiAction::Start(id));
                }
            }
        });
    });
    ui.add_space(8.0);
    pressed
}

/// The rules in short, and the laboratory.
fn ways_on(ui: &mut Ui, l10n: &Localization) -> Option<UiAction> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        let rules = l10n.get("learn-rules");
        if button(ui, ButtonStyle::Plain, Some(QUESTION), &rules).clicked() {
            pressed = Some(UiAction::HowToPlay);
        }
        let laboratory = l10n.get("laboratory");
        if button(ui, ButtonStyle::Plain, Some(FLASK), &laboratory).clicked() {
            pressed = Some(UiAction::Open(Screen::Laboratory));
        }
    });
    muted(ui, l10n.get("learn-laboratory"));
    pressed
}
