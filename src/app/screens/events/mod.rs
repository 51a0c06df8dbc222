//! Tournaments of clubs at this device and on servers: the list of them, the form of a new one, and
//! the page of one with its rounds, standings and crosstable.

mod begun;
mod deeds;
mod form;
mod rounds;
mod server;
mod shown;
mod tables;
mod teams;

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{RichText, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, PLUS, TROPHY};

use crate::app::features::events::{EventRequest, Events, KeptTournament, kind_message, now};
use crate::app::features::online::{OnlinePlay, OnlineRequest};
use crate::app::features::setup_choices::SetupChoices;
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name, time_left};
use crate::app::widgets::controls::{ButtonStyle, button, card, focus_by_default, muted};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::{UiSystems, keys, page, root};
use crate::events::{Kind, Tournament};

use crate::net::{EventAsk, Id};
use form::TournamentForm;
use server::ReadEvent;
use shown::{Shown, Target};

/// A part of the page of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Rounds,
    Standings,
    Crosstable,
    Players,
}

/// State of the page.
#[derive(Resource, Default)]
pub struct EventsPage {
    /// The form, while a tournament is being made.
    form: Option<TournamentForm>,
    /// The tournament that is shown.
    shown: Option<Target>,
    /// The one of a server that is shown, as far as its text was read.
    read: Option<ReadEvent>,
    tab: Tab,
    /// The round that is shown; the last one unless chosen.
    round: Option<usize>,
    /// The names of those who come late to an arena, while they are entered.
    late: String,
    /// The name of a team that is entered.
    team: String,
    /// A text was being edited in the last frame.
    was_editing: bool,
}

impl EventsPage {
    /// Shows a tournament of this device.
    pub fn show(&mut self, number: u32) {
        *self = EventsPage { shown: Some(Target::Here(number)), ..EventsPage::default() };
    }

    /// Shows a tournament of the server.
    pub fn show_on_server(&mut self, id: Id) {
        *self = EventsPage { shown: Some(Target::Server(id)), ..EventsPage::default() };
    }

    /// Shows the form of a new tournament on the server.
    pub fn organise(&mut self) {
        let form = Some(TournamentForm::for_server());
        *self = EventsPage { form, ..EventsPage::default() };
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EventsPage>()
        .init_resource::<Events>()
        .init_resource::<OnlinePlay>()
        .add_message::<EventRequest>()
        .add_message::<OnlineRequest>()
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::Events)),
        );
}

/// Through which what is pressed is done.
#[derive(SystemParam)]
struct Context<'w> {
    requests: MessageWriter<'w, EventRequest>,
    online: Res<'w, OnlinePlay>,
    online_requests: MessageWriter<'w, OnlineRequest>,
    choices: Res<'w, SetupChoices>,
    next: ResMut<'w, NextState<Screen>>,
}

/// Action requested by the player.
enum UiAction {
    Show(u32),
    Request(EventRequest),
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    events: Res<Events>,
    mut state: ResMut<EventsPage>,
    mut context: Context,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let state = state.bypass_change_detection();
    if state.form.is_some() {
        show_form(&mut ui, &l10n, &events, state, &mut context);
        return Ok(());
    }
    match state.shown {
        Some(Target::Server(id)) => server::show(&mut ui, &l10n, id, state, &mut context),
        Some(target @ Target::Here(number)) if let Some(tournament) = events.get(number) => {
            let shown = Shown { tournament, note: None, own: None, is_organiser: true };
            begun::show(&mut ui, &l10n, target, shown, state, &mut context);
        }
        _ => show_list(&mut ui, &l10n, &events, state, &mut context),
    }
    Ok(())
}

fn show_list(
    ui: &mut Ui,
    l10n: &Localization,
    events: &Events,
    state: &mut EventsPage,
    context: &mut Context,
) {
    let (mut begins, mut action) = (false, None);
    let leaves = page::show(
        ui,
        ("events", page::COLUMN_WIDTH),
        &l10n.get("events"),
        &l10n.get("back"),
        |ui| {
            let new = button(ui, ButtonStyle::Primary, Some(PLUS), &l10n.get("event-new"));
            focus_by_default(ui, &new);
            begins = new.clicked();
        },
        |ui| {
            if events.kept().is_empty() {
                nothing(ui, l10n);
            } else {
                muted(ui, l10n.get("events-explained"));
            }
            for kept in events.kept() {
                ui.add_space(8.0);
                action = action.take().or(row(ui, l10n, kept));
            }
            if let Some(removed) = events.removed() {
                ui.add_space(8.0);
                ui.horizontal_wrapped(|ui| {
                    let title = [("title", removed.title.clone())];
                    muted(ui, l10n.format("event-removed", &title));
                    let icon = Some(ARROW_COUNTER_CLOCKWISE);
                    if button(ui, ButtonStyle::Quiet, icon, &l10n.get("event-restore")).clicked() {
                        action = Some(UiAction::Request(EventRequest::Restore));
                    }
                });
            }
        },
    );
    match action {
        _ if begins => state.form = Some(TournamentForm::default()),
        Some(UiAction::Show(number)) => state.show(number),
        Some(UiAction::Request(request)) => _ = context.requests.write(request),
        None if leaves => context.next.set(Screen::Online),
        None => return,
    }
    ui.ctx().request_repaint();
}

/// The page without tournaments.
fn nothing(ui: &mut Ui, l10n: &Localization) {
    let palette = Palette::of(ui);
    ui.add_space(32.0);
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(TROPHY).size(theme::HUGE).color(palette.muted));
        ui.label(l10n.get("events-none"));
        muted(ui, l10n.get("events-explained"));
    });
}

/// A tournament in the list.
fn row(ui: &mut Ui, l10n: &Localization, kept: &KeptTournament) -> Option<UiAction> {
    let tournament = &kept.tournament;
    let mut action = None;
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let open = button(ui, ButtonStyle::Quiet, Some(TROPHY), &tournament.title);
        if open.clicked() {
            action = Some(UiAction::Show(kept.number));
        }
        muted(ui, facts(l10n, tournament));
    });
    action
}

/// Game, system, players, and how far a tournament is.
fn facts(l10n: &Localization, tournament: &Tournament) -> String {
    let players = [("count", tournament.players.len().to_string())];
    let parts = [
        game_name(l10n, &tournament.game),
        l10n.get(kind_message(tournament.kind)),
        l10n.format("event-player-count", &players),
        progress(l10n, tournament),
    ];
    parts.join(" · ")
}

/// Progress of a tournament.
fn progress(l10n: &Localization, tournament: &Tournament) -> String {
    let now = now();
    let Some(total) = tournament.total_rounds() else {
        let minutes = match tournament.kind {
            Kind::Arena { minutes } => u64::from(minutes) * 60,
            _ => 0,
        };
        let left = tournament.seconds_left(now).unwrap_or(minutes);
        return match left {
            _ if tournament.is_over(now) => l10n.get("event-over"),
            0 => l10n.get("event-last-games"),
            left => {
                // The last minute is one until it is over.
                let left = Duration::from_secs(left.next_multiple_of(60));
                l10n.format("event-time-left", &[("time", time_left(l10n, left))])
            }
        };
    };
    let rounds = [("round", tournament.rounds.len().to_string()), ("total", total.to_string())];
    match () {
        () if tournament.is_over(now) => l10n.get("event-over"),
        () if tournament.rounds.is_empty() => l10n.format("event-not-begun", &rounds),
        () => l10n.format("event-round-of", &rounds),
    }
}

fn show_form(
    ui: &mut Ui,
    l10n: &Localization,
    events: &Events,
    state: &mut EventsPage,
    context: &mut Context,
) {
    let Some(form) = &mut state.form else { return };
    // Escape first leaves a text field, then the page.
    if state.was_editing {
        ui.input_mut(|input| keys::BACK.consume(input));
    }
    let mut begins = false;
    let is_for_server = form.is_for_server();
    let made = form.tournament(&context.choices);
    let is_possible = if is_for_server { form.has_title() } else { made.is_ok() };
    let mut is_editing = false;
    let leaves = page::show(
        ui,
        ("event-form", page::COLUMN_WIDTH),
        &l10n.get("event-new"),
        &l10n.get("back"),
        |ui| {
            ui.add_enabled_ui(is_possible, |ui| {
                let text = l10n.get(if is_for_server { "event-announce" } else { "event-make" });
                begins = button(ui, ButtonStyle::Primary, Some(TROPHY), &text).clicked();
            });
        },
        |ui| is_editing = form.show(ui, l10n, &context.choices, made.as_ref().err()),
    );
    state.was_editing = is_editing;
    if begins && is_for_server {
        let offer = form.offer(&context.choices);
        deeds::ask(EventAsk::Open(offer), context);
    }
    if is_for_server && (begins || leaves) {
        state.form = None;
        context.next.set(Screen::Online);
        ui.ctx().request_repaint();
        return;
    }
    if let (true, Ok(tournament)) = (begins, made) {
        let number = events.next_number();
        context.requests.write(EventRequest::Add(Box::new(tournament)));
        state.show(number);
        ui.ctx().request_repaint();
    } else if leaves {
        state.form = None;
        ui.ctx().request_repaint();
    }
}
