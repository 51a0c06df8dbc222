//! A tournament on its page: what is shown of it, what this player may do with it, and what is
//! pressed.

use super::{Context, EventsPage, Tab, facts, rounds, server, tables};
use crate::app::features::events::EventRequest;
use crate::app::features::online::OnlineRequest;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::{choice, muted};
use crate::app::widgets::page;
use crate::events::{GameResult, Player, Tournament};
use crate::net::{EventAsk, EventNote, Id};
use bevy_egui::egui::Ui;

/// A tournament that is shown, here or on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The one with this number on this device.
    Here(u32),
    /// The one with this number on the server.
    Server(Id),
}

/// A tournament as it stands, and where it is kept.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) tournament: &'a Tournament,
    /// What the server tells of it; `None` of one on this device.
    pub(super) note: Option<&'a EventNote>,
    /// The number of this player in one on a server.
    pub(super) own: Option<u32>,
    /// True if this player organises it.
    pub(super) is_organiser: bool,
}

impl Shown<'_> {
    /// True if it is kept on this device.
    pub(super) fn is_here(&self) -> bool {
        self.note.is_none()
    }

    /// The game on the server that goes on at a board.
    pub(super) fn game_at(&self, round: usize, board: usize) -> Option<Id> {
        self.note?.game_at(round as u32, board as u32)
    }
}

/// A thing that was pressed on the page of a tournament.
pub(super) enum PageAction {
    /// The next round is to be paired.
    Pair,
    /// A result is entered or corrected.
    Enter { round: usize, board: usize, result: GameResult },
    /// The game at a board is to be played on this device.
    Play { round: usize, board: usize },
    /// A game on the server goes on the board.
    Watch(Id),
    /// A player leaves; the own one where it is on a server.
    Withdraw(String),
    /// A player takes part, again.
    Readmit(String),
    /// Players come later.
    Join(Vec<Player>),
    /// It is removed.
    Remove,
}

/// The page of a tournament that has begun.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    target: Target,
    shown: Shown,
    state: &mut EventsPage,
    context: &mut Context,
) {
    let tournament = shown.tournament;
    let mut action = None;
    let leaves = page::show(
        ui,
        ("event", page::COLUMN_WIDTH),
        &tournament.title,
        &l10n.get("back"),
        |_| {},
        |ui| {
            muted(ui, facts(l10n, tournament));
            if let Some(note) = shown.note {
                server::organiser_line(ui, l10n, note);
            }
            ui.add_space(6.0);
            let tabs = [
                (Tab::Rounds, if tournament.is_arena() { "event-games" } else { "event-rounds" }),
                (Tab::Standings, "event-standings"),
                (Tab::Crosstable, "event-crosstable"),
                (Tab::Players, "event-players"),
            ];
            choice(ui, &mut state.tab, &tabs.map(|(tab, id)| (tab, l10n.get(id))));
            ui.add_space(8.0);
            match state.tab {
                Tab::Rounds => action = rounds::show(ui, l10n, shown, &mut state.round),
                Tab::Standings => tables::standings(ui, l10n, tournament),
                Tab::Crosstable => tables::crosstable(ui, l10n, tournament),
                Tab::Players => action = tables::players(ui, l10n, shown, &mut state.late),
            }
        },
    );
    if let Some(action) = action {
        if matches!(action, PageAction::Pair) {
            state.round = None;
        }
        carry_out(action, target, context);
        ui.ctx().request_repaint();
    } else if leaves {
        leave(target, state, context);
        ui.ctx().request_repaint();
    }
}

/// Leaves the page of a tournament.
pub(super) fn leave(target: Target, state: &mut EventsPage, context: &mut Context) {
    state.shown = None;
    if matches!(target, Target::Server(_)) {
        context.next.set(Screen::Online);
    }
}

/// Carries out what was pressed.
pub(super) fn carry_out(action: PageAction, target: Target, context: &mut Context) {
    match target {
        Target::Here(event) => {
            if matches!(action, PageAction::Play { .. }) {
                context.next.set(Screen::Play);
            }
            let request = match action {
                PageAction::Pair => EventRequest::Pair(event),
                PageAction::Enter { round, board, result } => {
                    EventRequest::Enter { event, round, board, result }
                }
                PageAction::Play { round, board } => EventRequest::Play { event, round, board },
                PageAction::Withdraw(player) => EventRequest::Withdraw { event, player },
                PageAction::Readmit(player) => EventRequest::Readmit { event, player },
                PageAction::Join(players) => EventRequest::Join { event, players },
                PageAction::Remove => EventRequest::Remove(event),
                // None of them is on a server.
                PageAction::Watch(_) => return,
            };
            context.requests.write(request);
        }
        Target::Server(event) => {
            let ask = match action {
                PageAction::Pair => EventAsk::Pair(event),
                PageAction::Enter { round, board, result } => {
                    EventAsk::Enter { event, round: round as u32, board: board as u32, result }
                }
                PageAction::Watch(game) => {
                    context.online_requests.write(OnlineRequest::Open(game));
                    return;
                }
                PageAction::Withdraw(_) => EventAsk::Leave(event),
                PageAction::Readmit(_) | PageAction::Join(_) => EventAsk::Join(event),
                PageAction::Remove => EventAsk::Close(event),
                // Its games are played by themselves.
                PageAction::Play { .. } => return,
            };
            server::ask(ask, context);
        }
    }
}
