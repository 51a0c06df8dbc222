//! The news of the client: kept for the screens, and said where the player should know.

use bevy::prelude::*;

use super::{Connection, OnlinePlay, record};
use crate::app::notice::Notice;
use crate::app::services::library::LibraryClient;
use crate::app::session::ActiveSession;
use crate::net::client::{Command, Event, FollowedGame, LinkTarget, Status};
use crate::net::{Challenge, Finish, Id, OnlineGame, RatingLine, RatingNote, Refusal, Room, Time};

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
                let games = lobby
                    .events
                    .values()
                    .flat_map(|event| event.games.iter().map(|board| (board.game, event.id)));
                online.events.extend(games);
                online.lobby = *lobby;
                if is_served {
                    open_wanted(&mut online, &connection);
                    fetch_ended(&mut online, &connection);
                }
            }
            Event::Game(followed) => {
                let before = online.games.get(&followed.id).is_none_or(FollowedGame::is_own_turn);
                let is_on_board =
                    active_session.online().is_some_and(|there| there.id() == followed.id);
                let is_opening = online.opening == Some(followed.id);
                if !before && followed.is_own_turn() && !is_on_board && !is_opening {
                    notices.write_batch(moved_elsewhere(&followed));
                }
                let id = followed.id;
                keep_game(&mut online, *followed, &library);
                begin(&mut online, id, &mut notices);
            }
            Event::GameStarts { game, challenge, is_new } => {
                // What the player has accepted is opened at once, and so is what needs no consent.
                let is_wanted =
                    challenge.is_none_or(|challenge| online.accepted.remove(&challenge));
                online.starting.insert(game, Start { is_new, opens: is_new && is_wanted });
                begin(&mut online, game, &mut notices);
            }
            Event::ChallengeOpen(_) | Event::ChallengeGone(_) => {}
            Event::Declined(challenge) => _ = notices.write(declined(&online, &challenge)),
            Event::Table(table) => {
                online.tables.insert((table.game.clone(), table.speed), table);
            }
            Event::RematchOffered(id) => tell_rematch(&online, id, &mut notices),
            Event::Chat(line) => {
                // Beside the board it is read where it stands; in the lobby too.
                if let Room::Players(id) = line.room
                    && online.player() != Some(line.from.player)
                    && active_session.online().is_none_or(|there| there.id() != id)
                {
                    notices
                        .write(Notice::hint("online-chat-elsewhere").with("name", line.from.name));
                }
            }
            Event::Fetched(game) => {
                let id = game.terms().id;
                let is_own = online.fetching.remove(&id);
                if !is_own {
                    record::store(&library, &game);
                } else if !online.games.get(&id).is_some_and(FollowedGame::is_over) {
                    notices.write_batch(fetched(&mut online, &game, &library));
                    if active_session.online().is_none_or(|there| there.id() != id) {
                        online.games.remove(&id);
                        connection.send(Command::Unwatch(id));
                    }
                }
            }
            Event::Rated { rating, before, .. } => _ = notices.write(rated(&rating, before)),
            Event::Refused { game: Some(id), reason } if online.fetching.remove(&id) => {
                // It is asked for with the next connection, if the server may know it.
                if reason == Refusal::Unknown {
                    online.forget_game(id);
                }
            }
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
    let id = followed.id;
    online.games.insert(id, followed);
    online.remember_game(id);
}

/// A game that begins or was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// It was not there before.
    is_new: bool,
    /// It goes on the board whatever its clock is.
    opens: bool,
}

/// Opens a game that begins, or says that it does, once its terms are here: one with a clock at
/// once, another not while the player does something else.
fn begin(online: &mut OnlinePlay, id: Id, notices: &mut MessageWriter<Notice>) {
    let Some(game) = online.games.get(&id).and_then(|followed| followed.game.as_ref()) else {
        return;
    };
    let time = game.terms().time;
    let is_slow = matches!(time, Time::Correspondence { .. });
    match online.starting.remove(&id) {
        None => {}
        Some(start) if start.opens || time.is_live() || start.is_new && !is_slow => {
            online.opening = Some(id);
        }
        Some(Start { is_new: true, .. }) => {
            let notice = online.games.get(&id).and_then(|it| told(it, "online-game-begins"));
            notices.write_batch(notice);
        }
        Some(_) => {}
    }
}

/// A notice about a game of the player: the opponent's name, and what is played.
fn told(followed: &FollowedGame, id: &'static str) -> Option<Notice> {
    let terms = followed.game.as_ref()?.terms();
    let opponent = &terms.players[followed.side?.other().index()];
    let game = format!("game-{}", terms.game);
    Some(Notice::hint(id).with("name", &opponent.name).with_key("game", game))
}

/// The notice of a move in a game that is not on the board.
fn moved_elsewhere(followed: &FollowedGame) -> Option<Notice> {
    // Before both have moved it is the beginning, of which the player was told.
    let has_begun = followed.game.as_ref().is_some_and(|game| !game.line().is_empty());
    told(followed, "online-your-turn").filter(|_| has_begun)
}

fn declined(online: &OnlinePlay, challenge: &Challenge) -> Notice {
    let to = challenge.offer.to;
    let profile = to.and_then(|to| online.lobby.players.get(&to));
    let name = profile.map(|it| it.name.clone()).or_else(|| to.map(|it| it.fingerprint()));
    Notice::hint("online-declined").with("name", name.unwrap_or_default())
}

/// Asks for the games that ended while the program was closed; a few at once, as servers allow.
fn fetch_ended(online: &mut OnlinePlay, connection: &Connection) {
    const AT_ONCE: usize = 8;
    for id in online.ended_meanwhile().into_iter().take(AT_ONCE) {
        if online.fetching.insert(id) {
            connection.send(Command::Fetch(id));
        }
    }
}

/// Stores an own game that ended while the program was closed, and says how.
fn fetched(online: &mut OnlinePlay, game: &OnlineGame, library: &LibraryClient) -> Option<Notice> {
    let terms = game.terms();
    online.forget_game(terms.id);
    let side = game.side_of(online.player()?)?;
    if game.line().len() > 1 {
        record::store(library, game);
    }
    let id = match game.finish().and_then(Finish::winner) {
        Some(Some(winner)) if winner == side => "online-ended-won",
        Some(Some(_)) => "online-ended-lost",
        Some(None) => "online-ended-drawn",
        None => "online-ended-void",
    };
    let name = &terms.players[side.other().index()].name;
    let game = format!("game-{}", terms.game);
    Some(Notice::done(id).with("name", name).with_key("game", game))
}

/// Sends the challenge that waited for the connection, and opens the challenge or the game of the
/// link by which the player has come.
pub(super) fn open_wanted(online: &mut OnlinePlay, connection: &Connection) {
    if let Some(offer) = online.drafted.take() {
        connection.send(Command::Challenge(offer));
    }
    match online.wanted.take() {
        Some(LinkTarget::Challenge(id)) => {
            online.accepted.insert(id);
            connection.send(Command::Accept(id));
        }
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
