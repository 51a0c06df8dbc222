//! The embedded broker: RMQTT as a library, on a port of this machine that only this program knows.
//! [`front`](super::front) brings it the clients.

use std::collections::BTreeSet;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rmqtt::codec::types::QoS;
use rmqtt::context::ServerContext;
use rmqtt::fitter::{DefaultFitter, Fitter, FitterManager};
use rmqtt::net::Builder;
use rmqtt::retain::{DefaultRetainStorage, RetainStorage};
use rmqtt::server::MqttServer;
use rmqtt::types::{
    ConnectInfo, Disconnect, FitterType, Id, ListenerConfig, Retain, TopicFilter, TopicName,
};
use tokio::task::JoinHandle;

use super::super::{MAX_NOTICE, PlayerId};
use super::access::{Access, MAX_CLIENT_ID};
use super::limits::Limits;
use super::login::Logins;

/// The part of a packet beside its message: the topic and the properties.
const PACKET_OVERHEAD: usize = 1024;

/// The longest packet that the broker reads.
pub const MAX_PACKET: usize = MAX_NOTICE + PACKET_OVERHEAD;

/// Messages that wait for one client. The oldest go when there are more: what is lost to a player
/// is in the segments, and what is lost to a referee is sent again.
const WAITING_FOR_PLAYER: usize = 500;
const WAITING_FOR_REFEREE: usize = 100_000;

/// Messages that a client has been sent and has not acknowledged.
const IN_FLIGHT_TO_PLAYER: u16 = 32;
const IN_FLIGHT_TO_REFEREE: u16 = 1024;

/// The time for which a referee's session is kept when it is gone.
const REFEREE_SESSION: Duration = Duration::from_secs(60);

/// A running broker.
pub struct Broker {
    /// Where it listens, on this machine alone.
    pub address: SocketAddr,
    task: JoinHandle<()>,
}

impl Broker {
    /// Starts a broker.
    ///
    /// # Errors
    /// When it cannot listen.
    pub async fn start(
        logins: Arc<Logins>,
        referees: BTreeSet<PlayerId>,
        limits: Limits,
    ) -> io::Result<Broker> {
        let access = Access::new(logins, referees);
        // Whether the machine is busy is for the machine to say: a server at home shares it.
        let context = ServerContext::new().busy_check_enable(false).build().await;
        let extends = &context.extends;
        access.register(&*extends.hook_mgr().register()).await;
        *extends.retain_mut().await = Box::new(Retained(DefaultRetainStorage::new()));
        *extends.fitter_mgr_mut().await = Box::new(Fitting(access));

        let listener = Builder::new()
            .name("players")
            .laddr(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
            .nodelay(true)
            .allow_anonymous(false)
            .handshake_timeout(limits.patience)
            .max_connections(limits.connections)
            .max_packet_size(MAX_PACKET as u32)
            .max_clientid_len(MAX_CLIENT_ID)
            .max_qos_allowed(QoS::AtLeastOnce)
            .max_topic_levels(8)
            .max_inflight(NonZeroU16::new(IN_FLIGHT_TO_REFEREE).expect("it is not 0"))
            .allow_zero_keepalive(false)
            .max_keepalive(300)
            // Segments are read for as long as the games are there.
            .message_expiry_interval(Duration::ZERO)
            .bind()
            .and_then(|listener| listener.tcp())
            .map_err(io::Error::other)?;
        let address = listener.local_addr().map_err(io::Error::other)?;
        let server = MqttServer::new(context).listener_by_id(listener, address.port()).build();
        let task = tokio::spawn(async move {
            // It listens until it is dropped, and reports nothing.
            let _ = server.run().await;
        });
        Ok(Broker { address, task })
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Retained messages, in memory: the referees publish theirs again after a start.
struct Retained(DefaultRetainStorage);

#[async_trait]
impl RetainStorage for Retained {
    fn enable(&self) -> bool {
        true
    }

    async fn set(
        &self,
        topic: &TopicName,
        message: Retain,
        _expiry: Option<Duration>,
    ) -> rmqtt::Result<()> {
        self.0.set_with_timeout(topic, message, None).await
    }

    async fn get(&self, filter: &TopicFilter) -> rmqtt::Result<Vec<(TopicName, Retain)>> {
        self.0.get_message(filter).await
    }

    async fn count(&self) -> isize {
        self.0.count().await
    }

    async fn max(&self) -> isize {
        self.0.max().await
    }
}

/// The limits of a session: little for a player, who asks again for what was missed.
struct Fitting(Access);

impl FitterManager for Fitting {
    fn create(&self, client: Arc<ConnectInfo>, id: Id, config: ListenerConfig) -> FitterType {
        let is_referee = self.0.is_referee(&id.client_id);
        Arc::new(Fitted { usual: DefaultFitter::new(client, id, config), is_referee })
    }
}

struct Fitted {
    usual: DefaultFitter,
    is_referee: bool,
}

#[async_trait]
impl Fitter for Fitted {
    fn keep_alive(&self, keep_alive: &mut u16) -> rmqtt::Result<u16> {
        self.usual.keep_alive(keep_alive)
    }

    fn max_mqueue_len(&self) -> usize {
        if self.is_referee { WAITING_FOR_REFEREE } else { WAITING_FOR_PLAYER }
    }

    fn mqueue_rate_limit(&self) -> (std::num::NonZeroU32, Duration) {
        self.usual.mqueue_rate_limit()
    }

    fn max_inflight(&self) -> NonZeroU16 {
        let most = if self.is_referee { IN_FLIGHT_TO_REFEREE } else { IN_FLIGHT_TO_PLAYER };
        self.usual.max_inflight().min(NonZeroU16::new(most).expect("it is not 0"))
    }

    fn session_expiry_interval(&self, disconnect: Option<&Disconnect>) -> Duration {
        let most = if self.is_referee { REFEREE_SESSION } else { Duration::ZERO };
        self.usual.session_expiry_interval(disconnect).min(most)
    }

    fn message_expiry_interval(&self, message: &rmqtt::codec::types::Publish) -> Duration {
        self.usual.message_expiry_interval(message)
    }

    fn max_client_topic_aliases(&self) -> u16 {
        self.usual.max_client_topic_aliases()
    }

    fn max_server_topic_aliases(&self) -> u16 {
        self.usual.max_server_topic_aliases()
    }
}
