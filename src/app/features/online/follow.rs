//! The game on the board follows the log of its referee: moves of the log are played by the same
//! command as a tap, what the log took back is taken back, and the player's own moves are sent.

use bevy::prelude::*;

use super::{Connection, OnlinePlay};
use crate::app::notice::Notice;
use crate::app::session::{
    ActiveSession, GameAction, GameEvent, Mode, MoveSource, OnlineSession, SessionCommand,
    SessionEvent,
};
use crate::app::state::Screen;
use crate::core::Move;
use crate::net::client::{Command, FollowedGame, now_ms};
use crate::net::{Deed, OnlineGame};

/// Puts the game that is to be opened on the board as soon as its terms are here.
pub(super) fn open_game(
    mut online: ResMut<OnlinePlay>,
    mut active_session: ResMut<ActiveSession>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut events: MessageWriter<SessionEvent>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(followed) = online.opening.and_then(|id| online.games.get(&id)) else { return };
    let Some(game) = followed.game.as_ref().filter(|_| *screen.get() != Screen::Loading) else {
        return;
    };
    let is_there = active_session.online().is_some_and(|there| there.id() == followed.id);
    if !is_there {
        match OnlineSession::new(game, followed.side) {
            Ok(session) => active_session.start_online(session),
            Err(error) => {
                warn!("{error}");
                notices.write(Notice::problem("setup-failed"));
                online.opening = None;
                return;
            }
        }
        events.write(SessionEvent::Replaced);
    }
    online.opening = None;
    online.sent = None;
    // The page of the game before stays open for a rematch.
    if *screen.get() != Screen::Play {
        next.set(Screen::Play);
    }
}

/// Takes the game off the board when its page is left; it is followed all the same.
pub(super) fn leave_board(mut active_session: ResMut<ActiveSession>) {
    active_session.leave(Mode::Online);
}

/// The game on the board with what is known of it.
fn on_board<'a>(
    active_session: &'a ActiveSession,
    online: &'a OnlinePlay,
) -> Option<(&'a OnlineSession, &'a FollowedGame, &'a OnlineGame)> {
    let session = active_session.online()?;
    let followed = online.games.get(&session.id())?;
    Some((session, followed, followed.game.as_ref()?))
}

/// Sends the move that the player has just made.
pub(super) fn send_own_moves(
    mut events: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    mut online: ResMut<OnlinePlay>,
    connection: NonSend<Connection>,
) {
    let moved = events.read().any(|event| {
        matches!(event, SessionEvent::Game(GameEvent::Moved(side, _))
            if active_session.online().is_some_and(|session| session.own() == Some(*side)))
    });
    let Some((session, followed, game)) = on_board(&active_session, &online) else { return };
    if !moved || followed.pending.is_some() {
        return;
    }
    let (shown, logged) = (session.line(), game.line());
    // A move that came from the log is in it.
    if let Some((mv, before)) = shown.split_last()
        && before == logged
    {
        connection.send(Command::Play(session.id(), *mv));
        let sent = (session.id(), shown.len());
        online.sent = Some(sent);
    }
}

/// Passes on what else the player wants in the game on the board.
pub(super) fn send_deeds(
    mut events: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    online: Res<OnlinePlay>,
    connection: NonSend<Connection>,
) {
    for event in events.read() {
        let SessionEvent::Requested(action) = event else { continue };
        let Some((session, _, game)) = on_board(&active_session, &online) else { continue };
        let deed = match action {
            GameAction::Resign(_) if online.can_abort(game) => Deed::Abort,
            GameAction::Resign(_) => Deed::Resign,
            GameAction::OfferDraw(_) => Deed::OfferDraw,
            GameAction::AnswerDraw(accepted) => Deed::AnswerDraw(*accepted),
            GameAction::Undo => Deed::AskTakeback,
            _ => continue,
        };
        connection.send(Command::Deed(session.id(), deed));
    }
}

/// Brings the game on the board to where the log is.
pub(super) fn follow_log(
    mut online: ResMut<OnlinePlay>,
    mut active_session: ResMut<ActiveSession>,
    mut commands: MessageWriter<SessionCommand>,
    mut events: MessageWriter<SessionEvent>,
) {
    let Some((session, followed, game)) = on_board(&active_session, &online) else { return };
    let id = session.id();
    let mut wanted = game.line();
    wanted.extend(followed.pending_move());
    let shown = session.line();
    let common = shown.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
    let sent = online.sent.filter(|&(of, ply)| of == id && wanted.len() < ply);
    // The own move is on its way to the client.
    let is_sent = sent.is_some() && common == wanted.len() && shown.len() == common + 1;
    if shown.len() > common && !is_sent {
        let event = active_session.rewind_online(common);
        events.write_batch(event.map(SessionEvent::Game));
    } else if shown.len() == common && wanted.len() > common {
        commands.write_batch(plays(session, &wanted[common..]));
    } else if let Some(followed) = online.games.get(&id)
        && let Some(game) = &followed.game
    {
        // What the log says beside the moves is shown once they stand.
        let clock = followed.clock(now_ms()).unwrap_or(*game.clock());
        let ended = active_session.bypass_change_detection().show_online(game, clock);
        if let Some(event) = ended {
            active_session.set_changed();
            events.write(SessionEvent::Game(event));
        }
    }
    if online.sent != sent {
        online.sent = sent;
    }
}

/// The commands that play these moves from where the board stands.
fn plays(session: &OnlineSession, moves: &[Move]) -> Vec<SessionCommand> {
    let mut position = session.session().position().clone();
    let mut commands = Vec::new();
    for &mv in moves {
        commands.push(SessionCommand::Play(mv, MoveSource::Remote(position.key())));
        if position.play(mv).is_err() {
            break;
        }
    }
    commands
}
