//! The home screen: the game in progress, the games that were left, the games to choose
//! from, and the way to the other screens.

mod your_games;

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{CursorIcon, FontId, Sense, Ui, WidgetInfo, WidgetType};
use egui_phosphor::regular::{
    BOOKS, CALENDAR_BLANK, CALENDAR_CHECK, FLOPPY_DISK, GEAR, PLAY, PUZZLE_PIECE,
};

use crate::app::features::puzzles::{PuzzleProgress, PuzzleRequest};
use crate::app::features::setup_choices::SetupChoices;
use crate::app::platform::Today;
use crate::app::session::{
    ActiveSession, SAVE_SLOTS, SaveSlots, Session, SessionCommand, UnfinishedGames,
};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::controls::{
    ButtonStyle, button, card, focus_by_default, focus_ring, muted, title,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, page, root, theme, thumbnail, toasts};
use crate::core::Random;
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Game};

use super::new_game::NewGameForm;
use your_games::YourGamesAction;

/// Time between two random moves on a game card.
const CARD_MOVE_INTERVAL: Duration = Duration::from_millis(1500);

/// Width in egui points from which cards are laid out in two columns.
const TWO_COLUMN_WIDTH: f32 = 620.0;

/// Width from which they are laid out in three columns, and the width of these at most.
const THREE_COLUMN_WIDTH: f32 = 900.0;
const MAX_WIDTH: f32 = 1040.0;

/// The positions on the game cards, advanced by random moves.
#[derive(Resource)]
struct GameCards {
    positions: Vec<AnyPosition>,
    next: Duration,
    random: Random,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(GameCards {
        positions: Vec::new(),
        next: Duration::ZERO,
        random: Random::new(20),
    })
    .add_systems(OnEnter(Screen::Home), reset_cards)
    .add_systems(Update, advance_cards.run_if(in_state(Screen::Home)))
    .add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen).run_if(in_state(Screen::Home)),
    );
}

fn reset_cards(mut cards: ResMut<GameCards>) {
    cards.positions =
        GAMES.iter().filter_map(|game| game.start(&Default::default()).ok()).collect();
}

/// Plays a random move on every card; a finished game starts over.
fn advance_cards(time: Res<Time<Real>>, mut cards: ResMut<GameCards>) {
    if time.elapsed() < cards.next {
        return;
    }
    cards.next = time.elapsed() + CARD_MOVE_INTERVAL;
    let GameCards { positions, random, .. } = &mut *cards;
    for (position, game) in positions.iter_mut().zip(GAMES) {
        let moves = position.legal_moves();
        match moves.get(random.below(moves.len())) {
            Some(&mv) => {
                // Cannot fail: it is one of the legal moves.
                let _ = position.play(mv);
            }
            None => {
                if let Ok(start) = game.start(&Default::default()) {
                    *position = start;
                }
            }
        }
    }
}

/// Resources that the page shows.
#[derive(SystemParam)]
struct HomeContext<'w> {
    settings: Res<'w, Settings>,
    cards: Res<'w, GameCards>,
    active_session: Res<'w, ActiveSession>,
    slots: Res<'w, SaveSlots>,
    unfinished: Res<'w, UnfinishedGames>,
    progress: Res<'w, PuzzleProgress>,
    today: Res<'w, Today>,
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

/// A button of the navigation: icon, key of its text, and action.
type NavigationItem = (&'static str, &'static str, UiAction);

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    home: HomeContext,
    mut context: ActionContext,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(paint) = paint_resources.context(&home.settings) else { return Ok(()) };
    let daily = match home.progress.daily_result(home.today.0) {
        Some(_) => (CALENDAR_CHECK, "puzzles-daily-done", UiAction::DailyPuzzle),
        None => (CALENDAR_BLANK, "puzzles-daily", UiAction::DailyPuzzle),
    };
    let navigation = [
        (PUZZLE_PIECE, "puzzles", UiAction::Open(Screen::Puzzles)),
        daily,
        (BOOKS, "library", UiAction::Open(Screen::Library)),
        (GEAR, "settings", UiAction::Open(Screen::Settings)),
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
    egui::CentralPanel::default().frame(egui::Frame::new().inner_margin(16)).show(&mut ui, |ui| {
        egui::ScrollArea::vertical().id_salt("home").auto_shrink([false, false]).show(ui, |ui| {
            page::centred_column(ui, MAX_WIDTH, |ui| {
                heading(ui, &l10n);
                if let Some(session) = home.active_session.session()
                    && resume_card(ui, &l10n, paint, session)
                {
                    action = Some(UiAction::Open(Screen::Play));
                }
                let columns = columns(ui.available_width());
                let chosen = your_games::show(ui, &l10n, paint, &home.unfinished, columns);
                action = action.or(chosen.map(UiAction::YourGames));
                if let Some(game) = game_cards(ui, &l10n, paint, &home.cards.positions) {
                    action = Some(UiAction::NewGame(game));
                }
                ui.add_space(12.0);
                let items = if phone { &[][..] } else { &navigation };
                action = action.or(button_row(ui, &l10n, &home.slots, items));
            });
        });
    });
    if let Some(action) = action {
        context.dispatch(action, home.active_session.session());
    }
    Ok(())
}

impl ActionContext<'_> {
    fn dispatch(&mut self, action: UiAction, session: Option<&Session>) {
        match action {
            UiAction::Open(screen) => self.next.set(screen),
            UiAction::NewGame(game) => {
                self.form.open_for(game, &self.choices, session);
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

/// Buttons of the saved games and of the navigation.
fn button_row(
    ui: &mut Ui,
    l10n: &Localization,
    slots: &SaveSlots,
    navigation: &[NavigationItem],
) -> Option<UiAction> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        for number in (1..=SAVE_SLOTS).filter(|&number| slots.get(number).is_some()) {
            let text = l10n.format("home-slot", &[("number", number.to_string())]);
            if button(ui, ButtonStyle::Quiet, Some(FLOPPY_DISK), &text).clicked() {
                pressed = Some(UiAction::Load(number));
            }
        }
        for &(icon, id, action) in navigation {
            if button(ui, ButtonStyle::Quiet, Some(icon), &l10n.get(id)).clicked() {
                pressed = Some(action);
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
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for &(icon, id, action) in navigation {
            let name = l10n.get(id);
            let text = |text: &str, size| {
                let font = FontId::proportional(size);
                let mut job =
                    egui::text::LayoutJob::simple(text.to_owned(), font, palette.ink, width - 4.0);
                job.halign = egui::Align::Center;
                ui.painter().layout_job(job)
            };
            let (sign, label) = (text(icon, 24.0), text(&name, theme::SMALL));
            // Room for two lines of text, so that all entries are aligned.
            let size = egui::Vec2::new(width, 66.0);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
            let painter = ui.painter();
            if response.is_pointer_button_down_on() || response.hovered() {
                let fill = palette.ink.gamma_multiply(0.08);
                painter.rect_filled(rect, egui::CornerRadius::same(8), fill);
            }
            let x = rect.center().x;
            painter.galley(egui::pos2(x, rect.top() + 4.0), sign, palette.ink);
            painter.galley(egui::pos2(x, rect.top() + 32.0), label, palette.ink);
            focus_ring(ui, &response);
            if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
                pressed = Some(action);
            }
        }
    });
    pressed
}

fn heading(ui: &mut Ui, l10n: &Localization) {
    let palette = Palette::of(ui);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        logo(ui, palette);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(title(l10n.get("app-name"), theme::HUGE));
            muted(ui, l10n.get("app-line"));
        });
    });
    ui.add_space(12.0);
}

/// The application's logo: a red seal with the centre point (tianyuan) of a board.
fn logo(ui: &mut Ui, palette: Palette) {
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(52.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, egui::CornerRadius::same(8), palette.accent);
    let line = egui::Stroke::new(1.5, palette.on_accent.gamma_multiply(0.75));
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
    painter.circle_filled(rect.center(), 6.0, palette.on_accent);
}

/// Card of the game in progress. Returns true when it is to be resumed.
fn resume_card(ui: &mut Ui, l10n: &Localization, paint: PaintContext, session: &Session) -> bool {
    let mut chosen = false;
    let over = session.ending().is_some() && session.is_last_game();
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(84.0), Sense::hover());
            let game = session.setup().game;
            let (area, position) = (rect.shrink(3.0), session.position());
            thumbnail::paint_board(ui.painter(), area, game, position, &[], paint);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                let game = session.setup().game.id();
                ui.label(title(game_name(l10n, game), theme::LARGE));
                let moves = session.tree().ply(session.current()).to_string();
                let state = if over { "home-finished" } else { "home-unfinished" };
                muted(ui, l10n.format(state, &[("moves", moves)]));
                let text = l10n.get(if over { "home-look" } else { "home-continue" });
                let response = button(ui, ButtonStyle::Primary, Some(PLAY), &text);
                focus_by_default(ui, &response);
                chosen = response.clicked();
            });
        });
    });
    ui.add_space(8.0);
    chosen
}

/// Number of columns in which cards are laid out at most.
fn columns(width: f32) -> usize {
    match width {
        room if room >= THREE_COLUMN_WIDTH => 3,
        room if room >= TWO_COLUMN_WIDTH => 2,
        _ => 1,
    }
}

/// Cards of all games in columns. Returns the game that was pressed.
fn game_cards(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    positions: &[AnyPosition],
) -> Option<&'static dyn Game> {
    let columns = columns(ui.available_width()).min(GAMES.len());
    let gap = 12.0;
    let width = (ui.available_width() - gap * (columns - 1) as f32) / columns as f32;
    let mut chosen = None;
    for row in GAMES.iter().zip(positions).collect::<Vec<_>>().chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (game, position) in row {
                if game_card(ui, l10n, paint, **game, position, width, columns == 1) {
                    chosen = Some(**game);
                }
            }
        });
        ui.add_space(gap - 8.0);
    }
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
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = game_name(l10n, game.id());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    let highlighted = response.hovered() || response.has_focus();
    let fill = theme::mix(palette.panel, palette.ink, if highlighted { 0.04 } else { 0.0 });
    let round = egui::CornerRadius::same(10);
    let painter = ui.painter();
    painter.add(palette.shadow().as_shape(rect, round));
    let line = egui::Stroke::new(palette.line_weight, palette.hairline);
    painter.rect(rect, round, fill, line, egui::StrokeKind::Inside);
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
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
