//! Where messages are published. Every topic begins with `tianyuan/1/`, so that a broker may be
//! shared with others, and players write nowhere but under their own id.
//!
//! | topic | written by | read by | retained |
//! |---|---|---|---|
//! | `in/PLAYER` | the player | the referee on duty | no |
//! | `to/PLAYER` | referees | the player | no |
//! | `who/PLAYER` | the player, and its will | everyone | yes |
//! | `lobby/challenge/ID` | referees | everyone | yes |
//! | `lobby/game/ID` | referees | everyone | yes |
//! | `lobby/event/ID` | the referee on duty | everyone | yes |
//! | `lobby/players` | the referee on duty | everyone | yes |
//! | `lobby/chat` | referees | everyone | no |
//! | `game/ID/in/PLAYER` | the player | the referee of the game | no |
//! | `game/ID/log/SEGMENT` | the referee of the game | everyone who knows the number | yes |
//! | `game/ID/live/PLAYER/SEGMENT` | the referee of the game | the player | yes |
//! | `game/ID/chat` | the referee of the game | those who watch | no |
//! | `referee/NAME` | the referee, and its will | referees | yes |
//! | `kept/desk`, `kept/challenge/ID`, `kept/ratings/PLAYER`, `kept/event/ID`, `kept/result/ID` | referees | referees | yes |

use super::{Id, PlayerId};

/// The beginning of every topic.
pub const ROOT: &str = "tianyuan/1";

/// The subscription of the requests of all players, which the referee on duty has.
pub const ALL_REQUESTS: &str = "tianyuan/1/in/+";

/// The subscription of all referees that are at work.
pub const ALL_REFEREES: &str = "tianyuan/1/referee/+";

/// The subscription of all open challenges.
pub const ALL_CHALLENGES: &str = "tianyuan/1/lobby/challenge/+";

/// The subscription of all running games in the lobby.
pub const ALL_RUNNING: &str = "tianyuan/1/lobby/game/+";

/// The subscription of all tournaments.
pub const ALL_EVENTS: &str = "tianyuan/1/lobby/event/+";

/// The subscription of all players who are here.
pub const ALL_PRESENCES: &str = "tianyuan/1/who/+";

/// The subscription of everything that referees keep for each other.
pub const ALL_KEPT: &str = "tianyuan/1/kept/#";

/// The requests of a player.
#[must_use]
pub fn requests(player: PlayerId) -> String {
    format!("{ROOT}/in/{player}")
}

/// The notices of referees to a player.
#[must_use]
pub fn notices(player: PlayerId) -> String {
    format!("{ROOT}/to/{player}")
}

/// A player who is here: the signed [`Presence`](super::Presence), empty when the player has gone.
#[must_use]
pub fn presence(player: PlayerId) -> String {
    format!("{ROOT}/who/{player}")
}

/// An open challenge, empty when it is gone.
#[must_use]
pub fn challenge(id: Id) -> String {
    format!("{ROOT}/lobby/challenge/{id}")
}

/// A running game in the lobby, empty when it is over.
#[must_use]
pub fn running(id: Id) -> String {
    format!("{ROOT}/lobby/game/{id}")
}

/// A tournament, empty when it is gone.
#[must_use]
pub fn event(id: Id) -> String {
    format!("{ROOT}/lobby/event/{id}")
}

/// Those who are here, all in one message.
#[must_use]
pub fn players() -> String {
    format!("{ROOT}/lobby/players")
}

/// The chat of the lobby.
#[must_use]
pub fn lobby_chat() -> String {
    format!("{ROOT}/lobby/chat")
}

/// The actions of a player in a game.
#[must_use]
pub fn actions(game: Id, player: PlayerId) -> String {
    format!("{ROOT}/game/{game}/in/{player}")
}

/// The subscription of the actions of all players in a game.
#[must_use]
pub fn all_actions(game: Id) -> String {
    format!("{ROOT}/game/{game}/in/+")
}

/// A part of the log of a game.
#[must_use]
pub fn log(game: Id, segment: u32) -> String {
    format!("{ROOT}/game/{game}/log/{segment}")
}

/// The subscription of the whole log of a game.
#[must_use]
pub fn whole_log(game: Id) -> String {
    format!("{ROOT}/game/{game}/log/+")
}

/// A part of the log of a game for one of its players, where those who watch are behind.
#[must_use]
pub fn live_log(game: Id, player: PlayerId, segment: u32) -> String {
    format!("{ROOT}/game/{game}/live/{player}/{segment}")
}

/// The subscription of the whole log of a game for one of its players.
#[must_use]
pub fn whole_live_log(game: Id, player: PlayerId) -> String {
    format!("{ROOT}/game/{game}/live/{player}/+")
}

/// The subscription of referees to the logs of a game for its players.
#[must_use]
pub fn all_live_logs(game: Id) -> String {
    format!("{ROOT}/game/{game}/live/+/+")
}

/// The chat of those who watch a game.
#[must_use]
pub fn watchers_chat(game: Id) -> String {
    format!("{ROOT}/game/{game}/chat")
}

/// A referee that is at work: the signed [`AtWork`](super::AtWork), empty when it has gone.
#[must_use]
pub fn referee(name: &str) -> String {
    format!("{ROOT}/referee/{name}")
}

/// A message of another referee to this one: a signed [`Dispatch`](super::Dispatch).
#[must_use]
pub fn dispatch(name: &str) -> String {
    format!("{ROOT}/referee/{name}/in")
}

/// The name of the referee that is on duty.
#[must_use]
pub fn kept_desk() -> String {
    format!("{ROOT}/kept/desk")
}

/// An open challenge as referees keep it for each other, empty when it is gone.
#[must_use]
pub fn kept_challenge(id: Id) -> String {
    format!("{ROOT}/kept/challenge/{id}")
}

/// The ratings of a player as referees keep them for each other.
#[must_use]
pub fn kept_ratings(player: PlayerId) -> String {
    format!("{ROOT}/kept/ratings/{player}")
}

/// A tournament as referees keep it for each other, empty when it is gone.
#[must_use]
pub fn kept_event(id: Id) -> String {
    format!("{ROOT}/kept/event/{id}")
}

/// The result of a game of a tournament for the referee that has the tournament, empty once it has
/// entered it.
#[must_use]
pub fn kept_result(game: Id) -> String {
    format!("{ROOT}/kept/result/{game}")
}

/// The meaning of a topic of what referees keep for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptTopic {
    /// [`kept_desk`].
    Desk,
    /// [`kept_challenge`].
    Challenge(Id),
    /// [`kept_ratings`].
    Ratings(PlayerId),
    /// [`kept_event`].
    Event(Id),
    /// [`kept_result`].
    Result(Id),
}

/// The meaning of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic<'a> {
    /// [`requests`].
    Requests(PlayerId),
    /// [`notices`].
    Notices(PlayerId),
    /// [`presence`].
    Presence(PlayerId),
    /// [`challenge`].
    Challenge(Id),
    /// [`running`].
    Running(Id),
    /// [`event`].
    Event(Id),
    /// [`players`].
    Players,
    /// [`lobby_chat`].
    LobbyChat,
    /// [`actions`].
    Actions(Id, PlayerId),
    /// [`log`].
    Log(Id, u32),
    /// [`live_log`].
    LiveLog(Id, PlayerId, u32),
    /// [`watchers_chat`].
    WatchersChat(Id),
    /// [`referee`].
    Referee(&'a str),
    /// [`dispatch`].
    Dispatch(&'a str),
    /// One of [`ALL_KEPT`].
    Kept(KeptTopic),
}

impl<'a> Topic<'a> {
    /// The meaning of a topic's name; `None` if it has none here.
    #[must_use]
    pub fn parse(name: &'a str) -> Option<Topic<'a>> {
        let rest = name.strip_prefix(ROOT)?.strip_prefix('/')?;
        let levels: Vec<&str> = rest.split('/').collect();
        Some(match levels[..] {
            ["in", player] => Topic::Requests(PlayerId::of_topic(player)?),
            ["to", player] => Topic::Notices(PlayerId::of_topic(player)?),
            ["who", player] => Topic::Presence(PlayerId::of_topic(player)?),
            ["lobby", "challenge", id] => Topic::Challenge(id.parse().ok()?),
            ["lobby", "game", id] => Topic::Running(id.parse().ok()?),
            ["lobby", "event", id] => Topic::Event(id.parse().ok()?),
            ["lobby", "players"] => Topic::Players,
            ["lobby", "chat"] => Topic::LobbyChat,
            ["game", id, "in", player] => {
                Topic::Actions(id.parse().ok()?, PlayerId::of_topic(player)?)
            }
            ["game", id, "log", segment] => Topic::Log(id.parse().ok()?, segment.parse().ok()?),
            ["game", id, "live", player, segment] => {
                Topic::LiveLog(id.parse().ok()?, PlayerId::of_topic(player)?, segment.parse().ok()?)
            }
            ["game", id, "chat"] => Topic::WatchersChat(id.parse().ok()?),
            ["referee", name] => Topic::Referee(name),
            ["referee", name, "in"] => Topic::Dispatch(name),
            ["kept", "desk"] => Topic::Kept(KeptTopic::Desk),
            ["kept", "challenge", id] => Topic::Kept(KeptTopic::Challenge(id.parse().ok()?)),
            ["kept", "event", id] => Topic::Kept(KeptTopic::Event(id.parse().ok()?)),
            ["kept", "result", id] => Topic::Kept(KeptTopic::Result(id.parse().ok()?)),
            ["kept", "ratings", player] => {
                Topic::Kept(KeptTopic::Ratings(PlayerId::of_topic(player)?))
            }
            _ => return None,
        })
    }

    /// True if a client of this player may publish here.
    #[must_use]
    pub fn is_written_by(self, player: PlayerId) -> bool {
        match self {
            Topic::Requests(owner) | Topic::Presence(owner) | Topic::Actions(_, owner) => {
                owner == player
            }
            _ => false,
        }
    }

    /// True if a client of this player may subscribe to `filter`, which may hold wildcards.
    #[must_use]
    pub fn may_be_read(filter: &str, player: PlayerId) -> bool {
        let Some(rest) = filter.strip_prefix(ROOT).and_then(|rest| rest.strip_prefix('/')) else {
            return false;
        };
        let levels: Vec<&str> = rest.split('/').collect();
        match levels[..] {
            ["to", owner] => PlayerId::of_topic(owner) == Some(player),
            ["who", who] => who == "+" || PlayerId::of_topic(who).is_some(),
            ["lobby", "challenge" | "game" | "event", id] => id == "+" || id.parse::<Id>().is_ok(),
            ["lobby", "players" | "chat"] => true,
            // Who knows the number of a game may watch it: no wildcard in its place.
            ["game", id, "log", segment] => {
                id.parse::<Id>().is_ok() && (segment == "+" || segment.parse::<u32>().is_ok())
            }
            // Before those who watch a game its players alone see it.
            ["game", id, "live", owner, segment] => {
                id.parse::<Id>().is_ok()
                    && PlayerId::of_topic(owner) == Some(player)
                    && (segment == "+" || segment.parse::<u32>().is_ok())
            }
            ["game", id, "chat"] => id.parse::<Id>().is_ok(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Identity;
    use super::*;

    #[test]
    fn each_topic_is_read_as_what_it_is() {
        let (player, id) = (Identity::from_secret([1; 32]).id(), Id([9; 12]));
        let all = [
            (requests(player), Topic::Requests(player)),
            (notices(player), Topic::Notices(player)),
            (presence(player), Topic::Presence(player)),
            (challenge(id), Topic::Challenge(id)),
            (running(id), Topic::Running(id)),
            (event(id), Topic::Event(id)),
            (players(), Topic::Players),
            (lobby_chat(), Topic::LobbyChat),
            (actions(id, player), Topic::Actions(id, player)),
            (log(id, 3), Topic::Log(id, 3)),
            (live_log(id, player, 3), Topic::LiveLog(id, player, 3)),
            (watchers_chat(id), Topic::WatchersChat(id)),
            (referee("r"), Topic::Referee("r")),
            (dispatch("r"), Topic::Dispatch("r")),
            (kept_desk(), Topic::Kept(KeptTopic::Desk)),
            (kept_challenge(id), Topic::Kept(KeptTopic::Challenge(id))),
            (kept_ratings(player), Topic::Kept(KeptTopic::Ratings(player))),
            (kept_event(id), Topic::Kept(KeptTopic::Event(id))),
            (kept_result(id), Topic::Kept(KeptTopic::Result(id))),
        ];
        for (name, topic) in &all {
            assert_eq!(Topic::parse(name), Some(*topic), "{name}");
        }
        for name in ["", "tianyuan/1", "tianyuan/2/lobby/chat", "tianyuan/1/in/x", "in/x"] {
            assert_eq!(Topic::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_player_writes_under_the_own_id_alone_and_reads_no_other_s_notices() {
        let (me, other) =
            (Identity::from_secret([1; 32]).id(), Identity::from_secret([2; 32]).id());
        let id = Id([9; 12]);
        let may_write = |name: String| Topic::parse(&name).is_some_and(|it| it.is_written_by(me));
        assert!(may_write(requests(me)) && may_write(presence(me)) && may_write(actions(id, me)));
        let others = [
            requests(other),
            notices(me),
            log(id, 0),
            actions(id, other),
            lobby_chat(),
            event(id),
            kept_event(id),
            kept_result(id),
            dispatch("r"),
        ];
        for name in others.into_iter().chain([kept_desk(), kept_ratings(me), kept_challenge(id)]) {
            assert!(!may_write(name.clone()), "{name}");
        }
        assert!(Topic::may_be_read(&notices(me), me) && Topic::may_be_read(&whole_log(id), me));
        assert!(Topic::may_be_read("tianyuan/1/lobby/challenge/+", me));
        assert!(Topic::may_be_read(ALL_EVENTS, me) && Topic::may_be_read(&event(id), me));
        assert!(Topic::may_be_read(&players(), me) && !may_write(players()));
        assert!(Topic::may_be_read(&whole_live_log(id, me), me));
        for filter in [
            notices(other),
            "#".to_owned(),
            "tianyuan/1/#".to_owned(),
            "tianyuan/1/to/+".to_owned(),
            "tianyuan/1/in/+".to_owned(),
            "tianyuan/1/game/+/log/+".to_owned(),
            whole_live_log(id, other),
            all_live_logs(id),
            ALL_REFEREES.to_owned(),
            dispatch("r"),
            dispatch("+"),
            ALL_KEPT.to_owned(),
            kept_ratings(me),
            kept_event(id),
            ALL_REQUESTS.to_owned(),
        ] {
            assert!(!Topic::may_be_read(&filter, me), "{filter}");
        }
    }
}
