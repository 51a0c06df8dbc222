//! A node of a cluster of RMQTT on this machine: `rmqtt-cluster-node NUMBER MQTT_PORT GRPC_PORTS`,
//! where the ports are those of all nodes in their order, with commas between them. Everyone may
//! log in and do everything.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use rmqtt::context::ServerContext;
use rmqtt::net::Builder;
use rmqtt::retain::{DefaultRetainStorage, RetainStorage};
use rmqtt::server::MqttServer;
use rmqtt::subscribe::SharedSubscription;
use rmqtt::types::{
    ClientId, Id, IsOnline, NodeId, Retain, SharedGroup, SubscriptionIdentifier,
    SubscriptionOptions, TopicFilter, TopicName,
};

/// Retained messages, in memory of each node.
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

    async fn get_all_paginated(
        &self,
        offset: usize,
        limit: usize,
    ) -> rmqtt::Result<(Vec<(TopicName, Retain, Option<Duration>)>, bool)> {
        self.0.get_all_paginated(offset, limit).await
    }

    async fn count(&self) -> isize {
        self.0.count().await
    }

    async fn max(&self) -> isize {
        self.0.max().await
    }
}

/// Gives the messages of a shared subscription to those who are there in turn.
#[derive(Default)]
struct InTurn(AtomicUsize);

#[async_trait]
impl SharedSubscription for InTurn {
    fn is_supported(&self) -> bool {
        true
    }

    async fn choice(
        &self,
        _context: &ServerContext,
        _group: &SharedGroup,
        _publisher: &Id,
        _topic: &TopicName,
        members: &[(
            NodeId,
            ClientId,
            SubscriptionOptions,
            Option<Vec<SubscriptionIdentifier>>,
            Option<IsOnline>,
        )],
    ) -> Option<(usize, IsOnline)> {
        let first = self.0.fetch_add(1, Ordering::Relaxed);
        let mut in_turn = (0..members.len()).map(|step| first.wrapping_add(step) % members.len());
        let online = in_turn.clone().find(|&at| members[at].4.unwrap_or(true));
        online.map(|at| (at, true)).or_else(|| in_turn.next().map(|at| (at, false)))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [number, port, ports] = &arguments[..] else {
        return Err("expected NUMBER MQTT_PORT GRPC_PORTS".into());
    };
    let (number, port): (NodeId, u16) = (number.parse()?, port.parse()?);
    let ports: Vec<u16> = ports.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let address = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let nodes: Vec<String> = (1..)
        .zip(&ports)
        .map(|(number, &port)| format!("\"{number}@{}\"", address(port)))
        .collect();
    let plugin = "rmqtt-cluster-broadcast";
    // A node that is lost is not waited for: each login asks all the others.
    let context = ServerContext::new()
        .node_id(number)
        .busy_check_enable(false)
        .plugins_config_map_add(plugin, format!(
                "node_grpc_addrs = [{}]\nnode_grpc_client_timeout = \"1s\"",
                nodes.join(", ")
            ))
        .build()
        .await;
    *context.extends.retain_mut().await = Box::new(Retained(DefaultRetainStorage::new()));
    *context.extends.shared_subscription_mut().await = Box::new(InTurn::default());
    rmqtt_cluster_broadcast::register(&context, true, true).await?;
    let own = ports.get(number as usize - 1).ok_or("there is no such node")?;
    context.node.start_grpc_server(context.clone(), address(*own), true, false);
    let listener = Builder::new()
        .name("players")
        .laddr(address(port))
        .nodelay(true)
        .allow_anonymous(true)
        .max_packet_size(1024 * 1024 + 1024)
        .message_expiry_interval(Duration::ZERO)
        .bind()?
        .tcp()?;
    MqttServer::new(context).listener(listener).build().run().await?;
    Ok(())
}
