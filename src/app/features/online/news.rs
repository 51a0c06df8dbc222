//! The news of the client: kept for the screens, and said where the player should know.

use bevy::prelude::*;

use super::{Connection, OnlinePlay, record};
use crate::app::notice::Notice;
use crate::app::services::library::LibraryClient;
use crate::app::session::ActiveSession;
use crate::net::client::{Command, Event, FollowedGame, LinkTarget, Status};
use crate::net::{Id, RatingLine, RatingNote, Room};

/// Takes everything that the client has to tell.
pub(super) fn take_news(
    mut online: ResMut<OnlinePlay>,
    connection: NonSend<Connection>,
    library: Res<LibraryClient>,
    active_session: Res<ActiveSession>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(client) = &connection.0 else { return };
    let events = client.poll();
    if events.is_empty() {
        return;
    }
    for event in events {
        match event {
            Event::Status(status) => set_status(&mut online, status),
            Event::Lobby(lobby) => {
                let is_served = lobby.is_served && !online.lobby.is_served;
                online.lobby = *lobby;
                if is_served {
                    open_wanted(&mut online, &connection);
                }
            }
            Event::Game(followed) => {
                let before = online.games.get(&followed.id).is_none_or(FollowedGame::is_own_turn);
                let is_on_board =
                    active_session.online().is_some_and(|there| there.id() == followed.id);
                let is_opening = online.opening == Some(followed.id);
                if !before && followed.is_own_turn() && !is_on_board && !is_opening {
                    notices.write(Notice::hint("online-your-turn"));
                }
                keep_game(&mut online, *followed, &library);
            }
            Event::GameStarts { game, .. } => online.opening = Some(game),
            Event::ChallengeOpen(_) | Event::ChallengeGone(_) => {}
            Event::Declined(_) => _ = notices.write(Notice::hint("online-declined")),
            Event::RematchOffered(id) => tell_rematch(&online, id, &mut notices),
            Event::Chat(line) => {
                // Beside the board it is read where it stands; in the lobby too.
                if let Room::Players(id) = line.room
                    && online.player() != Some(line.from.player)
                    && !online.games.contains_key(&id)
                {
                    notices
                        .write(Notice::hint("online-chat-elsewhere").with("name", line.from.name));
                }
            }
            Event::Fetched(game) => {
                record::store(&library, &game);
            }
            Event::Rated { rating, before, .. } => _ = notices.write(rated(&rating, before)),
            // No page asks for tables of players.
            Event::Table(_) => {}
            Event::Refused { game, reason } => {
                if online.sent.is_some_and(|(id, _)| Some(id) == game) {
                    online.sent = None;
                }
                notices.write(Notice::refusal(reason.id()));
            }
            Event::BadLog { game, error } => {
                warn!("game {game}: {error}");
                notices.write(Notice::problem("online-bad-log"));
            }
        }
    }
}

fn set_status(online: &mut OnlinePlay, status: Status) {
    if !matches!(status, Status::Connected { .. }) {
        online.lobby.is_served = false;
    }
    online.status = Some(status);
}

/// Keeps a game as it is now, and stores it in the library when it ends.
fn keep_game(online: &mut OnlinePlay, followed: FollowedGame, library: &LibraryClient) {
    let finished =
        |followed: &FollowedGame| followed.game.as_ref().and_then(|game| game.finish()).is_some();
    let was_over = online.games.get(&followed.id).is_some_and(finished);
    if let Some(game) = followed.game.as_ref().filter(|_| !was_over && finished(&followed))
        && followed.side.is_some()
        // One in which both sides have moved.
        && game.line().len() > 1
    {
        record::store(library, game);
    }
    if followed.pending.is_some() && online.sent.is_some_and(|(id, _)| id == followed.id) {
        online.sent = None;
    }
    online.games.insert(followed.id, followed);
}

/// Sends the challenge that waited for the connection, and opens the challenge or the game of the
/// link by which the player has come.
pub(super) fn open_wanted(online: &mut OnlinePlay, connection: &Connection) {
    if let Some(offer) = online.drafted.take() {
        connection.send(Command::Challenge(offer));
    }
    match online.wanted.take() {
        Some(LinkTarget::Challenge(id)) => connection.send(Command::Accept(id)),
        Some(LinkTarget::Game(id)) => {
            online.opening = Some(id);
            connection.send(Command::Watch(id));
        }
        None => {}
    }
}

fn tell_rematch(online: &OnlinePlay, id: Id, notices: &mut MessageWriter<Notice>) {
    let name = online.games.get(&id).and_then(|followed| {
        let other = followed.side?.other();
        Some(followed.game.as_ref()?.terms().players[other.index()].name.clone())
    });
    let name = name.unwrap_or_default();
    notices.write(Notice::hint("online-rematch-offered").with("name", name));
}

fn rated(rating: &RatingLine, before: RatingNote) -> Notice {
    let change = rating.rating.rating - before.rating;
    let change = if change < 0 { format!("−{}", -change) } else { format!("+{change}") };
    Notice::done("online-rated").with("rating", rating.rating.rating).with("change", change)
}
