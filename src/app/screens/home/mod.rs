//! The home screen: the game in progress, the games that were left, the games to choose
//! from, and the way to the other screens. At the very first start it asks a few questions.

mod game_cards;
mod hero;
mod welcome;
mod your_games;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{CursorIcon, FontId, Sense, Ui, WidgetInfo, WidgetType};
use egui_phosphor::regular::{
    BOOKS, CHART_BAR, FLOPPY_DISK, GEAR, GLOBE, GRADUATION_CAP, PUZZLE_PIECE,
};

use crate::app::features::online::OnlinePlay;
use crate::app::features::puzzles::{DailyPuzzle, PuzzleProgress, PuzzleRequest};
use crate::app::features::setup_choices::SetupChoices;
use crate::app::platform::Today;
use crate::app::session::{
    ActiveSession, SAVE_SLOTS, SaveSlots, Session, SessionCommand, UnfinishedGames,
};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::cards::{TWO_COLUMN_WIDTH, columns};
use crate::app::widgets::controls::{
    ButtonStyle, button, focus_ring, icon_button, muted, paint_badge, title,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::PaintResources;
use crate::app::widgets::{UiSystems, page, root, theme, toasts};
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Game};

use super::new_game::NewGameForm;
use game_cards::game_cards;
use hero::{Hero, HeroAction};
use your_games::YourGamesAction;

/// Width of the page at most.
const MAX_WIDTH: f32 = 1280.0;

/// Width from which the navigation beside the name of the application has texts.
const NAVIGATION_TEXT_WIDTH: f32 = 480.0;

/// A position of a well-known game of each game.
#[derive(Resource, Default)]
struct Showcases(Vec<AnyPosition>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Showcases>()
        .init_resource::<OnlinePlay>()
        .add_systems(OnEnter(Screen::Home), find_showcases)
        .add_systems(
            EguiPrimaryContextPass,
            (
                // At the very first start, the questions take the place of the page.
                welcome::show.run_if(not(is_welcomed)),
                show.run_if(is_welcomed),
            )
                .in_set(UiSystems::Screen)
                .run_if(in_state(Screen::Home)),
        );
}

fn is_welcomed(settings: Res<Settings>) -> bool {
    settings.welcomed
}

fn find_showcases(mut showcases: ResMut<Showcases>) {
    if showcases.0.is_empty() {
        showcases.0 =
            GAMES.iter().filter_map(|game| game_cards::showcase_position(*game)).collect();
    }
}

/// Resources that the page shows.
#[derive(SystemParam)]
struct HomeContext<'w> {
    settings: Res<'w, Settings>,
    showcases: Res<'w, Showcases>,
    daily: Res<'w, DailyPuzzle>,
    active_session: Res<'w, ActiveSession>,
    slots: Res<'w, SaveSlots>,
    unfinished: Res<'w, UnfinishedGames>,
    progress: Res<'w, PuzzleProgress>,
    today: Res<'w, Today>,
    online: Res<'w, OnlinePlay>,
}

/// Resources and messages through which actions are dispatched.
#[derive(SystemParam)]
struct ActionContext<'w> {
    next: ResMut<'w, NextState<Screen>>,
    form: ResMut<'w, NewGameForm>,
    choices: Res<'w, SetupChoices>,
    commands: MessageWriter<'w, SessionCommand>,
    puzzle_requests: MessageWriter<'w, PuzzleRequest>,
}

/// Action requested by a button or card.
#[derive(Clone, Copy)]
enum UiAction {
    /// Opens another screen.
    Open(Screen),
    /// Opens the form for a new game.
    NewGame(&'static dyn Game),
    /// Loads the game of a save slot.
    Load(u8),
    /// Resumes, deletes or restores a game that was left.
    YourGames(YourGamesAction),
    /// Opens the level of the day.
    DailyPuzzle,
}

/// A button of the navigation.
#[derive(Clone, Copy)]
struct NavigationItem {
    icon: &'static str,
    /// Key of its text.
    id: &'static str,
    screen: Screen,
    /// Things that wait there.
    waiting: usize,
}

impl NavigationItem {
    const fn new(icon: &'static str, id: &'static str, screen: Screen) -> NavigationItem {
        NavigationItem { icon, id, screen, waiting: 0 }
    }

    /// The text for screen readers, with what waits.
    fn spoken(self, l10n: &Localization) -> String {
        let name = l10n.get(self.id);
        match self.waiting {
            0 => name,
            waiting => {
                let waits = l10n.format("home-waiting", &[("number", waiting.to_string())]);
                format!("{name}: {waits}")
            }
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    home: HomeContext,
    mut context: ActionContext,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let navigation = [
        NavigationItem::new(PUZZLE_PIECE, "puzzles", Screen::Puzzles),
        NavigationItem::new(GRADUATION_CAP, "learn", Screen::Learn),
        NavigationItem {
            waiting: home.online.waiting(),
            ..NavigationItem::new(GLOBE, "online", Screen::Online)
        },
        NavigationItem::new(BOOKS, "library", Screen::Library),
        NavigationItem::new(CHART_BAR, "statistics", Screen::Statistics),
        NavigationItem::new(GEAR, "settings", Screen::Settings),
    ];
    let mut action = None;
    // A bottom bar on phones, in reach of the thumb; buttons below the games elsewhere.
    let size = ui.available_size();
    let phone = size.x < TWO_COLUMN_WIDTH && size.y > size.x;
    if phone {
        let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 4));
        egui::Panel::bottom("home-foot").frame(frame).resizable(false).show(&mut ui, |ui| {
            action = bottom_bar(ui, &l10n, &navigation);
        });
    }
    toasts::reserve_strip(&mut ui);
    egui::CentralPanel::default().frame(page::scrolled_frame()).show(&mut ui, |ui| {
        let area = egui::ScrollArea::vertical().id_salt("home").auto_shrink([false, false]);
        page::scrolled(ui, area, |ui| {
            ui.add_space(16.0);
            page::centred_column(ui, MAX_WIDTH, |ui| {
                let items = if phone { &[][..] } else { &navigation };
                action = action.or(heading(ui, &l10n, items));
                let hero = Hero {
                    l10n: &l10n,
                    paint,
                    session: home.active_session.game(),
                    daily: home.daily.0.as_ref(),
                    progress: &home.progress,
                    today: home.today.0,
                };
                action = action.or(hero.show(ui).map(|chosen| match chosen {
                    HeroAction::Continue => UiAction::Open(Screen::Play),
                    HeroAction::DailyPuzzle => UiAction::DailyPuzzle,
                }));
                if let Some(game) = game_cards(ui, &l10n, paint, &home.showcases.0) {
                    action = Some(UiAction::NewGame(game));
                }
                let columns = columns(ui.available_width());
                let chosen = your_games::show(ui, &l10n, paint, &home.unfinished, columns);
                action = action.or(chosen.map(UiAction::YourGames));
                action = action.or(slot_buttons(ui, &l10n, &home.slots));
            });
        });
    });
    if let Some(action) = action {
        context.dispatch(action, home.active_session.session(), &home.settings);
    }
    Ok(())
}

impl ActionContext<'_> {
    fn dispatch(&mut self, action: UiAction, session: Option<&Session>, settings: &Settings) {
        match action {
            UiAction::Open(screen) => self.next.set(screen),
            UiAction::NewGame(game) => {
                self.form.open_for(game, &self.choices, session, settings);
                self.next.set(Screen::NewGame);
            }
            UiAction::Load(number) => {
                self.commands.write(SessionCommand::Load(number));
                self.next.set(Screen::Play);
            }
            UiAction::YourGames(YourGamesAction::Resume(number)) => {
                self.commands.write(SessionCommand::Resume(number));
                self.next.set(Screen::Play);
            }
            UiAction::YourGames(YourGamesAction::Delete(number)) => {
                self.commands.write(SessionCommand::DeleteUnfinished(number));
            }
            UiAction::YourGames(YourGamesAction::Restore) => {
                self.commands.write(SessionCommand::RestoreUnfinished);
            }
            UiAction::DailyPuzzle => {
                self.puzzle_requests.write(PuzzleRequest::Daily);
                self.next.set(Screen::Play);
            }
        }
    }
}

/// Buttons of the saved games.
fn slot_buttons(ui: &mut Ui, l10n: &Localization, slots: &SaveSlots) -> Option<UiAction> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        for number in (1..=SAVE_SLOTS).filter(|&number| slots.get(number).is_some()) {
            let text = l10n.format("home-slot", &[("number", number.to_string())]);
            if button(ui, ButtonStyle::Quiet, Some(FLOPPY_DISK), &text).clicked() {
                pressed = Some(UiAction::Load(number));
            }
        }
    });
    pressed
}

/// Bottom navigation bar of a phone.
fn bottom_bar(ui: &mut Ui, l10n: &Localization, navigation: &[NavigationItem]) -> Option<UiAction> {
    let palette = Palette::of(ui);
    let width = ui.available_width() / navigation.len() as f32;
    let mut pressed = None;
    let text = |ui: &Ui, text: &str, size| {
        let font = FontId::proportional(size);
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, palette.ink);
        job.halign = egui::Align::Center;
        ui.painter().layout_job(job)
    };
    // All in one size, so that the longest fits.
    let names: Vec<String> = navigation.iter().map(|item| l10n.get(item.id)).collect();
    let widths = names.iter().map(|name| text(ui, name, theme::SMALL).size().x);
    let longest = widths.fold(1.0, f32::max);
    let label_size = theme::SMALL * ((width - 4.0) / longest).min(1.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (&item, name) in navigation.iter().zip(&names) {
            let NavigationItem { icon, screen, waiting, .. } = item;
            let (sign, label) = (text(ui, icon, 24.0), text(ui, name, label_size));
            let size = egui::Vec2::new(width, 58.0);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            let spoken = item.spoken(l10n);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
            let painter = ui.painter();
            if response.is_pointer_button_down_on() || response.hovered() {
                let fill = palette.ink.gamma_multiply(0.08);
                painter.rect_filled(rect, egui::CornerRadius::same(8), fill);
            }
            let x = rect.center().x;
            painter.galley(egui::pos2(x, rect.top() + 4.0), sign, palette.ink);
            painter.galley(egui::pos2(x, rect.top() + 32.0), label, palette.ink);
            if waiting > 0 {
                let centre = egui::pos2(x + 14.0, rect.top() + 12.0);
                paint_badge(painter, &palette, centre, waiting);
            }
            focus_ring(ui, &response);
            if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
                pressed = Some(UiAction::Open(screen));
            }
        }
    });
    pressed
}

/// The name of the application, and beside it the navigation.
fn heading(ui: &mut Ui, l10n: &Localization, navigation: &[NavigationItem]) -> Option<UiAction> {
    let palette = Palette::of(ui);
    let mut pressed = None;
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        logo(ui, palette);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(title(l10n.get("app-name"), theme::HUGE));
            muted(ui, l10n.get("app-line"));
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            // Beside the name there may be room for the signs alone.
            let has_room = ui.available_width() >= NAVIGATION_TEXT_WIDTH;
            for &item in navigation.iter().rev() {
                let response = match has_room {
                    true => button(ui, ButtonStyle::Quiet, Some(item.icon), &l10n.get(item.id)),
                    false => icon_button(ui, item.icon, &item.spoken(l10n), true),
                };
                if item.waiting > 0 {
                    let corner = response.rect.right_top() + egui::vec2(-6.0, 6.0);
                    paint_badge(ui.painter(), &palette, corner, item.waiting);
                }
                if response.clicked() {
                    pressed = Some(UiAction::Open(item.screen));
                }
            }
        });
    });
    ui.add_space(8.0);
    pressed
}

/// The application's logo: a red seal with the centre point (tianyuan) of a board.
fn logo(ui: &mut Ui, palette: Palette) {
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(52.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, egui::CornerRadius::same(8), palette.seal);
    let line = egui::Stroke::new(1.5, palette.on_seal.gamma_multiply(0.75));
    let inner = rect.shrink(9.0);
    for part in [0.0, 0.5, 1.0] {
        painter.hline(
            inner.x_range(),
            egui::lerp(inner.y_range().min..=inner.y_range().max, part),
            line,
        );
        painter.vline(
            egui::lerp(inner.x_range().min..=inner.x_range().max, part),
            inner.y_range(),
            line,
        );
    }
    painter.circle_filled(rect.center(), 6.0, palette.on_seal);
}
