//! The page for a new game: opponent, colour, board and clock as rails and chips, the rules
//! behind "More", and beside them the board as it will stand.

mod board;
mod clock;
mod engine;
mod more;
mod opponent;
mod pictures;
mod preview;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align, Frame, Layout, Margin, Rect, Ui, UiBuilder, Vec2};
use egui_phosphor::regular::{ARROW_LEFT, BOOK_OPEN, PAPER_PLANE_TILT, PENCIL_SIMPLE, PLAY};

pub(super) use clock::{clock_text, show_clock};

use crate::app::features::adaptive::AdaptiveLevels;
use crate::app::features::engine::LikelyGame;
use crate::app::features::online::OnlineRequest;
use crate::app::features::position_editor::OpenPositionEditor;
use crate::app::features::ratings::PlayerRatings;
use crate::app::features::setup_choices::{SetupChoice, SetupChoices};
use crate::app::notice::Notice;
use crate::app::screens::how_to_play::HowToPlayPage;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::engines::ExternalEngines;
use crate::app::session::{Session, SessionCommand};
use crate::app::settings::{Experience, Settings};
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::controls::{
    ButtonStyle, button, card, focus_by_default, icon_button, title, wide_button,
};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, keys, page, root, theme, toasts};
use crate::games::registry::GAMES;
use crate::games::{AnyPosition, Game, SetupError};
use crate::net::{Offer, Profile};
use pictures::OptionPictures;

/// Width of the page at most.
const MAX_WIDTH: f32 = 1360.0;

/// Width of a window from which the preview stands beside the choices.
const TWO_COLUMNS: f32 = 700.0;

/// Width of the single column at most.
const COLUMN_WIDTH: f32 = 720.0;

/// Space between cards and between the columns.
const GAP: f32 = 12.0;

/// Height that a notice takes at the foot of the window.
const NOTICE_HEIGHT: f32 = 64.0;

/// State of the form.
#[derive(Resource)]
pub(super) struct NewGameForm {
    game: &'static dyn Game,
    choice: SetupChoice,
    /// The player elsewhere who is challenged; everyone if `None`.
    to: Option<Profile>,
    /// Number of times that it was opened.
    opened: u32,
    /// The player does not know the game, and is shown the way to its rules.
    is_new_to_player: bool,
    /// The steppers of the board are open, though it is a usual one.
    other_board: bool,
    /// The steppers of the clock are open, though it is a usual one.
    other_clock: bool,
    /// Pictures of the options' values, once they were needed.
    pictures: Option<OptionPictures>,
    /// The screen from which it was opened.
    return_screen: Screen,
}

impl Default for NewGameForm {
    fn default() -> Self {
        NewGameForm::new(GAMES[0], SetupChoice::default())
    }
}

impl NewGameForm {
    fn new(game: &'static dyn Game, choice: SetupChoice) -> NewGameForm {
        NewGameForm {
            game,
            choice,
            to: None,
            opened: 0,
            is_new_to_player: false,
            other_board: false,
            other_clock: false,
            pictures: None,
            return_screen: Screen::Home,
        }
    }

    /// Opens the form for a game, with what was chosen for it the last time.
    pub(super) fn open_for(
        &mut self,
        game: &'static dyn Game,
        choices: &SetupChoices,
        last: Option<&Session>,
        settings: &Settings,
    ) {
        let experience = settings.experience.get(game.id()).copied();
        let choice = choices.get(game, last, experience);
        let is_new_to_player = experience == Some(Experience::NotYet);
        let opened = self.opened + 1;
        *self = NewGameForm { opened, is_new_to_player, ..NewGameForm::new(game, choice) };
    }
}

impl NewGameForm {
    /// Opens the form for a challenge to people elsewhere, to one of them or everyone.
    pub(super) fn open_for_challenge(
        &mut self,
        game: &'static dyn Game,
        to: Option<Profile>,
        choices: &SetupChoices,
        last: Option<&Session>,
        settings: &Settings,
    ) {
        self.open_for(game, choices, last, settings);
        if !self.choice.elsewhere {
            opponent::set_elsewhere(&mut self.choice);
        }
        self.to = to;
        self.return_screen = Screen::Online;
    }
}

/// The position with which the game begins, or the translation key of the reason why it
/// cannot begin with these options.
fn start_position(game: &dyn Game, choice: &SetupChoice) -> Result<AnyPosition, &'static str> {
    game.start(&choice.options).map_err(|error| match error {
        SetupError::Incompatible { message_id, .. } => message_id,
        _ => "setup-failed",
    })
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NewGameForm>()
        .init_resource::<LikelyGame>()
        .add_message::<OnlineRequest>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::NewGame)),
        );
}

/// Resources that the page shows.
#[derive(SystemParam)]
struct PageContext<'w> {
    l10n: Res<'w, Localization>,
    settings: Res<'w, Settings>,
    assets: Res<'w, LoadedAssets>,
    paint_resources: PaintResources<'w>,
    time: Res<'w, Time<Real>>,
    adaptive: Res<'w, AdaptiveLevels>,
    ratings: Res<'w, PlayerRatings>,
    engines: Res<'w, ExternalEngines>,
}

/// Data that the parts of the page show.
#[derive(Clone, Copy)]
struct View<'a> {
    l10n: &'a Localization,
    paint: PaintContext<'a>,
    /// A position of the game, from which pieces and colours are taken.
    position: &'a AnyPosition,
    /// The settings turn the board.
    flipped: bool,
    /// The levels of the adaptive opponent.
    adaptive: &'a AdaptiveLevels,
    /// The player's points.
    ratings: &'a PlayerRatings,
    /// The engines of others that the player has added.
    engines: &'a ExternalEngines,
}

/// Action requested by the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UiAction {
    Leave,
    HowToPlay,
    FromPosition,
    Start,
}

fn show(
    mut contexts: EguiContexts,
    context: PageContext,
    mut form: ResMut<NewGameForm>,
    mut choices: ResMut<SetupChoices>,
    mut page: ResMut<HowToPlayPage>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
    mut position_editor: MessageWriter<OpenPositionEditor>,
    mut online: MessageWriter<OnlineRequest>,
    mut likely: ResMut<LikelyGame>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(paint) = context.paint_resources.context() else { return Ok(()) };
    let form = form.bypass_change_detection();
    let game = form.game;
    if likely.0.is_none_or(|likely| likely.id() != game.id()) {
        likely.0 = Some(game);
    }
    if form.pictures.is_none() {
        form.pictures = Some(OptionPictures::load(game, context.assets.guide(game.id())));
    }
    let start = start_position(game, &form.choice);
    let usual = || game.start(&Default::default()).ok();
    let Some(position) = start.clone().ok().or_else(usual) else { return Ok(()) };
    let flipped = context.settings.flipped;
    let view = View {
        l10n: &context.l10n,
        paint,
        position: &position,
        flipped,
        adaptive: &context.adaptive,
        ratings: &context.ratings,
        engines: &context.engines,
    };
    let mut more_open = choices.more_open;
    let action = show_page(&mut ui, view, form, &start, &mut more_open);
    if more_open != choices.more_open {
        choices.more_open = more_open;
    }
    if !choices.is(game, &form.choice) {
        choices.set(game, &form.choice);
    }
    match action {
        None => {}
        Some(UiAction::Leave) => next.set(form.return_screen),
        Some(UiAction::HowToPlay) => {
            page.open_for(game, &form.choice.options, &context.assets, Screen::NewGame);
            next.set(Screen::HowToPlay);
        }
        Some(UiAction::FromPosition) => match start_position(game, &form.choice) {
            Err(reason) => _ = notices.write(Notice::refusal(reason)),
            Ok(_) => {
                let options = form.choice.options.clone();
                position_editor.write(OpenPositionEditor {
                    game,
                    options,
                    position: None,
                    review: None,
                });
            }
        },
        Some(UiAction::Start) => match start_position(game, &form.choice) {
            Err(reason) => _ = notices.write(Notice::refusal(reason)),
            Ok(_) if form.choice.elsewhere => {
                let to = form.to.as_ref().map(|to| to.player);
                let offer = Offer { to, ..form.choice.offer(game) };
                online.write(OnlineRequest::Challenge(offer));
                next.set(Screen::Online);
            }
            Ok(_) => {
                let coin = context.time.elapsed().subsec_micros() % 2 == 1;
                let setup = form.choice.setup(game, &context.engines, coin);
                let setup = context.adaptive.apply(setup);
                commands.write(SessionCommand::NewGame(Box::new(setup)));
                next.set(Screen::Play);
            }
        },
    }
    Ok(())
}

fn show_page(
    ui: &mut Ui,
    view: View,
    form: &mut NewGameForm,
    start: &Result<AnyPosition, &'static str>,
    more_open: &mut bool,
) -> Option<UiAction> {
    let window = ui.available_size();
    let wide = window.x >= TWO_COLUMNS && window.x > window.y * 1.1;
    let column = if wide { MAX_WIDTH } else { COLUMN_WIDTH };
    let mut action = header(ui, view, form, column);
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 0));
    if !wide {
        let frame = Frame::new().inner_margin(Margin::symmetric(16, 8));
        let foot = egui::Panel::bottom("new-game-foot").frame(frame).resizable(false);
        foot.show_separator_line(false).show(ui, |ui| {
            page::centred_column(ui, column, |ui| action = action.or(start_button(ui, view, form)));
        });
    }
    let whole = ui.available_rect_before_wrap();
    toasts::reserve_strip(ui);
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        if wide {
            let [left, right] = halves(ui.max_rect(), whole.height());
            ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
                scrolling(ui, form.opened, |ui| {
                    // The scroll bar lies beside the cards.
                    ui.set_max_width(ui.available_width() - GAP);
                    action = action.or(choices_column(ui, view, form, more_open));
                });
            });
            ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
                preview::tall(ui, view, form, start);
                action = action.or(start_button(ui, view, form));
            });
        } else {
            scrolling(ui, form.opened, |ui| {
                page::centred_column(ui, column, |ui| {
                    ui.spacing_mut().item_spacing.y = GAP;
                    preview::flat(ui, view, form, start);
                    action = action.or(choices_column(ui, view, form, more_open));
                });
            });
        }
    });
    if ui.ctx().input(|input| keys::BACK.is_pressed(input)) {
        action = Some(UiAction::Leave);
    }
    action
}

/// The choices and the preview beside each other, in the middle of a wide window. The preview
/// leaves room for a notice below it, whether or not there is one: `height` is without it.
fn halves(area: Rect, height: f32) -> [Rect; 2] {
    let width = area.width().min(MAX_WIDTH);
    let left = area.left() + (area.width() - width) / 2.0;
    let preview_height = height - NOTICE_HEIGHT;
    // As large as its height allows, with the players and the button below it.
    let preview = (width * 0.46).min(preview_height * 0.78).max(240.0);
    let part = |left: f32, width: f32, height: f32| {
        Rect::from_min_size(egui::pos2(left, area.top()), Vec2::new(width, height))
    };
    [
        part(left, width - preview - GAP, area.height() - GAP),
        part(left + width - preview, preview, preview_height),
    ]
}

/// A scrolling part of the page, at its top each time that the page is opened.
fn scrolling(ui: &mut Ui, opened: u32, add: impl FnOnce(&mut Ui)) {
    let id = ("new-game", opened);
    let area = egui::ScrollArea::vertical().id_salt(id).auto_shrink([false, false]);
    area.show(ui, |ui| {
        add(ui);
        ui.add_space(24.0);
    });
}

/// The way back, the name of the game, and the way to its rules.
fn header(ui: &mut Ui, view: View, form: &NewGameForm, column: f32) -> Option<UiAction> {
    let mut action = None;
    let frame = Frame::new().inner_margin(Margin::symmetric(16, 8));
    let panel = egui::Panel::top("new-game-top").frame(frame).resizable(false);
    panel.show_separator_line(false).show(ui, |ui| {
        page::centred_column(ui, column, |ui| {
            ui.horizontal(|ui| {
                if icon_button(ui, ARROW_LEFT, &view.l10n.get("back"), true).clicked() {
                    action = Some(UiAction::Leave);
                }
                ui.label(title(game_name(view.l10n, form.game.id()), theme::BIG));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let text = view.l10n.get("how-to-play");
                    let response = button(ui, ButtonStyle::Plain, Some(BOOK_OPEN), &text);
                    if form.is_new_to_player {
                        highlight(ui, response.rect);
                    }
                    if response.clicked() {
                        action = Some(UiAction::HowToPlay);
                    }
                });
            });
        });
    });
    action
}

/// An outline in the accent colour around a button of second rank.
fn highlight(ui: &Ui, rect: Rect) {
    let palette = Palette::of(ui);
    let line = egui::Stroke::new(2.0 * palette.line_weight.min(1.5), palette.accent);
    let round = egui::CornerRadius::same(8);
    ui.painter().rect_stroke(rect, round, line, egui::StrokeKind::Inside);
}

fn start_button(ui: &mut Ui, view: View, form: &NewGameForm) -> Option<UiAction> {
    let (icon, id) = match form.choice.elsewhere {
        true => (PAPER_PLANE_TILT, "online-send-challenge"),
        false => (PLAY, "start-game"),
    };
    let text = view.l10n.get(id);
    let response = wide_button(ui, ButtonStyle::Primary, Some(icon), &text);
    focus_by_default(ui, &response);
    response.clicked().then_some(UiAction::Start)
}

/// The choices below each other. Returns what was pressed below them.
fn choices_column(
    ui: &mut Ui,
    view: View,
    form: &mut NewGameForm,
    more_open: &mut bool,
) -> Option<UiAction> {
    ui.spacing_mut().item_spacing.y = GAP;
    section(ui, |ui| opponent::show(ui, view, form));
    if board::has_choices(form) {
        section(ui, |ui| board::show(ui, view, form));
    }
    section(ui, |ui| show_clock(ui, view.l10n, &mut form.choice, &mut form.other_clock));
    let margin = Margin { top: 8, bottom: if *more_open { 16 } else { 8 }, ..Margin::same(16) };
    card_with(ui, margin, |ui| more::show(ui, view, form, more_open));
    if form.choice.elsewhere {
        // Games with people elsewhere begin as the rules say.
        return None;
    }
    let text = view.l10n.get("position-from");
    let response = button(ui, ButtonStyle::Plain, Some(PENCIL_SIMPLE), &text);
    response.clicked().then_some(UiAction::FromPosition)
}

/// A card as wide as the column.
fn section(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    card_with(ui, Margin::same(16), add);
}

fn card_with(ui: &mut Ui, margin: Margin, add: impl FnOnce(&mut Ui)) {
    card(ui).inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        add(ui);
    });
}
