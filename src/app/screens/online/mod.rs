//! The page for play with people elsewhere: the server, and its lobby with challenges, games, who
//! is here and what is said.

mod challenged;
mod chat;
mod connect;
mod lobby;
mod qr_code;
mod rows;
mod tables;
mod your_games;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::Ui;
use egui_phosphor::regular::TROPHY;

use super::EventsPage;
use super::new_game::NewGameForm;
use crate::app::features::online::{OnlinePlay, OnlineRequest};
use crate::app::features::setup_choices::SetupChoices;
use crate::app::platform::{HouseSearch, Waker};
use crate::app::session::ActiveSession;
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, card, heading, muted};
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, page, root};
use crate::games::Game;
use crate::net::{Id, Profile};

pub(super) use chat::{ChatEntry, Lines, show as show_chat};
use rows::Starts;
pub(super) use rows::clock_text;
use tables::TableChoice;

/// State of the page.
#[derive(Resource, Default)]
struct OnlinePage {
    /// The search for servers in the house, while the page is open.
    search: Option<HouseSearch>,
    /// The address in the field; that of the last server until something is entered.
    address: Option<String>,
    /// The key of another device that is being entered.
    key: String,
    chat: ChatEntry,
    starts: Starts,
    table: TableChoice,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OnlinePage>()
        .init_resource::<challenged::PutOff>()
        .init_resource::<OnlinePlay>()
        .init_resource::<EventsPage>()
        .add_message::<OnlineRequest>()
        .add_systems(
            EguiPrimaryContextPass,
            (
                show.in_set(UiSystems::Screen).run_if(in_state(Screen::Online)),
                challenged::show.in_set(UiSystems::Overlay).run_if(not(in_state(Screen::Loading))),
            ),
        )
        .add_systems(OnEnter(Screen::Online), start_search)
        .add_systems(OnExit(Screen::Online), stop_search);
}

/// Looks for servers in the house.
fn start_search(mut state: ResMut<OnlinePage>, waker: Res<Waker>) {
    state.search = HouseSearch::start(&waker);
    // What is shown is asked for anew.
    state.table = TableChoice::default();
}

fn stop_search(mut state: ResMut<OnlinePage>) {
    state.search = None;
}

/// Data that the parts of the page show, and what is asked for.
struct View<'a> {
    l10n: &'a Localization,
    paint: PaintContext<'a>,
    online: &'a OnlinePlay,
    starts: &'a mut Starts,
    table: &'a mut TableChoice,
    requests: Vec<OnlineRequest>,
    /// The tournament that is to be shown, or that one is to be organised.
    event: Option<EventLink>,
    /// The game of which a challenge is to be made, and to whom if not to everyone.
    challenge: Option<(&'static dyn Game, Option<Profile>)>,
}

/// A way from the lobby to the pages of tournaments.
enum EventLink {
    /// To the one with this number on the server.
    Show(Id),
    /// To the form of a new one on the server.
    Organise,
}

/// Resources and messages through which actions are dispatched.
#[derive(SystemParam)]
struct Context<'w> {
    requests: MessageWriter<'w, OnlineRequest>,
    form: ResMut<'w, NewGameForm>,
    choices: Res<'w, SetupChoices>,
    active_session: Res<'w, ActiveSession>,
    events: ResMut<'w, EventsPage>,
    next: ResMut<'w, NextState<Screen>>,
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    paint_resources: PaintResources,
    mut online: ResMut<OnlinePlay>,
    mut settings: ResMut<Settings>,
    mut state: ResMut<OnlinePage>,
    mut context: Context,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut ui = root(&ctx);
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    if let Some(text) = online.bypass_change_detection().take_copied() {
        ctx.copy_text(text);
    }
    let OnlinePage { search, address, key, chat, starts, table } = &mut *state;
    let mut view = View {
        l10n: &l10n,
        paint,
        online: &online,
        starts,
        table,
        requests: Vec::new(),
        event: None,
        challenge: None,
    };
    let (name, back) = (l10n.get("online"), l10n.get("back"));
    let width = if online.is_connected() { page::CARDS_WIDTH } else { page::COLUMN_WIDTH };
    let mut opens_events = false;
    let leaves = page::show(
        &mut ui,
        ("online", width),
        &name,
        &back,
        |_| {},
        |ui: &mut Ui| {
            if online.is_connected() {
                connect::status_line(ui, &mut view);
                lobby::show(ui, &mut view, chat);
            } else {
                let nearby = search.as_ref().map(HouseSearch::servers).unwrap_or_default();
                connect::nearby(ui, &mut view, &nearby);
                connect::show(ui, &mut view, &mut settings, address, key);
            }
            opens_events = events_card(ui, &l10n, online.is_connected());
        },
    );
    context.requests.write_batch(view.requests);
    if let Some((game, to)) = view.challenge {
        let last = context.active_session.game();
        context.form.open_for_challenge(game, to, &context.choices, last, &settings);
        context.next.set(Screen::NewGame);
    } else if let Some(link) = view.event {
        match link {
            EventLink::Show(id) => context.events.show_on_server(id),
            EventLink::Organise => context.events.organise(),
        }
        context.next.set(Screen::Events);
        egui::Context::request_repaint(&ctx);
    } else if opens_events {
        context.next.set(Screen::Events);
        egui::Context::request_repaint(&ctx);
    } else if leaves {
        context.next.set(Screen::Home);
        egui::Context::request_repaint(&ctx);
    }
    Ok(())
}

/// The way to the tournaments at this device. Returns true if it is taken.
fn events_card(ui: &mut Ui, l10n: &Localization, is_connected: bool) -> bool {
    let mut opens = false;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        heading(ui, &l10n.get(if is_connected { "events-here" } else { "events" }));
        muted(ui, l10n.get("events-explained"));
        opens = button(ui, ButtonStyle::Plain, Some(TROPHY), &l10n.get("events-open")).clicked();
    });
    opens
}
