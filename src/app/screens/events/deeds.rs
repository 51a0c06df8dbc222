//! Actions pressed on the page of a tournament, carried out here or asked of the server.

use super::shown::{PageAction, Target};
use super::{Context, EventsPage};
use crate::app::features::events::EventRequest;
use crate::app::features::online::OnlineRequest;
use crate::app::state::Screen;
use crate::net::EventAsk;
use crate::net::client::Command;

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
                PageAction::Watch(_) | PageAction::JoinTeam(_) => return,
            };
            context.requests.write(request);
        }
        Target::Server(event) => {
            let asked = match action {
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
                PageAction::JoinTeam(team) => EventAsk::JoinTeam { event, team },
                PageAction::Remove => EventAsk::Close(event),
                // Its games are played by themselves.
                PageAction::Play { .. } => return,
            };
            ask(asked, context);
        }
    }
}

/// Asks the server for something about tournaments.
pub(super) fn ask(asked: EventAsk, context: &mut Context) {
    context.online_requests.write(OnlineRequest::Command(Command::Event(asked)));
}
