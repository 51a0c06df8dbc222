//! Rights of clients at the broker: players by [`Topic`], who write under their own id alone and
//! read what concerns them or everyone, and referees everything.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use rmqtt::codec::v5::{LastWill, SubscribeAckReason};
use rmqtt::hook::{Handler, HookResult, Parameter, Register, ReturnType, Type};
use rmqtt::session::Session;
use rmqtt::types::{
    AuthResult, ConnectInfo, Publish, PublishAclResult, Subscribe, SubscribeAclResult,
};

use super::super::topics::Topic;
use super::super::{MAX_REQUEST, PlayerId};
use super::limits::Pace;
use super::login::{Logins, player_of};

/// The longest client id, and so the longest name of a device with a player's id before it.
pub const MAX_CLIENT_ID: usize = 80;

/// Topics to which a player can be subscribed at one time: four for each game of as many as one may
/// play at a time, and as many again for games that are over or watched. A referee has one for each
/// of its games.
const MAX_SUBSCRIPTIONS: usize = 512;

/// The rules of access of one broker.
#[derive(Clone)]
pub struct Access(Arc<Rules>);

struct Rules {
    logins: Arc<Logins>,
    referees: BTreeSet<PlayerId>,
    pace: Pace,
}

/// The questions of the broker before it does anything.
const QUESTIONS: [Type; 6] = [
    Type::ClientAuthenticate,
    Type::ClientSubscribeCheckAcl,
    Type::ClientUnsubscribe,
    Type::MessagePublish,
    Type::MessagePublishCheckAcl,
    Type::SessionTerminated,
];

impl Access {
    /// Access for those who log in with these nonces; `referees` are those among them who judge.
    pub fn new(logins: Arc<Logins>, referees: BTreeSet<PlayerId>) -> Access {
        Access(Arc::new(Rules { logins, referees, pace: Pace::default() }))
    }

    /// True if a client with this id, once logged in, is a referee.
    pub fn is_referee(&self, client_id: &str) -> bool {
        player_of(client_id).is_some_and(|player| self.0.referees.contains(&player))
    }

    /// Has the broker ask here.
    pub async fn register(&self, register: &dyn Register) {
        for question in QUESTIONS {
            register.add(question, Box::new(self.clone())).await;
        }
        register.start().await;
    }

    fn log_in(&self, client: &ConnectInfo) -> AuthResult {
        let ConnectInfo::V5(_, connect) = client else { return AuthResult::NotAuthorized };
        let user = connect.username.as_deref().unwrap_or_default();
        let password = connect.password.as_deref().unwrap_or_default();
        match self.0.logins.check(client.client_id(), user, password) {
            None => AuthResult::BadUsernameOrPassword,
            Some(player) if self.0.referees.contains(&player) => AuthResult::Allow(true, None),
            Some(player) if connect.last_will.as_ref().is_none_or(|it| is_fair(it, player)) => {
                AuthResult::Allow(false, None)
            }
            Some(_) => AuthResult::NotAuthorized,
        }
    }

    /// Makes a client that sends too much wait: the broker reads the next of its messages only
    /// when it has this one.
    async fn keep_pace(&self, client_id: &str) {
        if !self.is_referee(client_id) {
            let wait = self.0.pace.wait(client_id, Instant::now());
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
        }
    }
}

/// True for a will that says no more than that the player has gone.
fn is_fair(will: &LastWill, player: PlayerId) -> bool {
    Topic::parse(&will.topic) == Some(Topic::Presence(player)) && will.message.len() <= MAX_REQUEST
}

/// True if this player may publish this.
fn may_publish(player: Option<PlayerId>, message: &Publish) -> bool {
    let (Some(player), Some(topic)) = (player, Topic::parse(&message.topic)) else { return false };
    topic.is_written_by(player)
        && message.payload.len() <= MAX_REQUEST
        && (!message.retain || matches!(topic, Topic::Presence(_)))
}

/// True if this player may subscribe to this. A shared subscription is for referees.
fn may_subscribe(player: Option<PlayerId>, subscribe: &Subscribe) -> bool {
    !subscribe.is_shared()
        && player.is_some_and(|player| Topic::may_be_read(&subscribe.topic_filter, player))
}

/// True if a player may have one subscription more.
async fn has_room(client: &Session) -> bool {
    match client.subscriptions().await {
        Ok(subscriptions) => subscriptions.len().await < MAX_SUBSCRIPTIONS,
        Err(_) => false,
    }
}

#[async_trait]
impl Handler for Access {
    async fn hook(&self, question: &Parameter, before: Option<HookResult>) -> ReturnType {
        let answer = match question {
            Parameter::ClientAuthenticate(client) => HookResult::AuthResult(self.log_in(client)),
            Parameter::MessagePublish(Some(client), ..)
            | Parameter::ClientUnsubscribe(client, _) => {
                self.keep_pace(&client.id.client_id).await;
                return (true, before);
            }
            Parameter::MessagePublishCheckAcl(client, message) => {
                let allowed = may_publish(player_of(&client.id.client_id), message);
                HookResult::PublishAclResult(match allowed {
                    true => PublishAclResult::allow(),
                    false => PublishAclResult::rejected(true, None),
                })
            }
            Parameter::ClientSubscribeCheckAcl(client, subscribe) => {
                self.keep_pace(&client.id.client_id).await;
                let allowed = may_subscribe(player_of(&client.id.client_id), subscribe)
                    && has_room(client).await;
                HookResult::SubscribeAclResult(match allowed {
                    true => SubscribeAclResult::new_success(subscribe.opts.qos(), None),
                    false => SubscribeAclResult::new_failure(SubscribeAckReason::NotAuthorized),
                })
            }
            Parameter::SessionTerminated(client, _) => {
                self.0.pace.forget(&client.id.client_id);
                return (true, before);
            }
            _ => return (true, before),
        };
        (false, Some(answer))
    }
}
