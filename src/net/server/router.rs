//! Which clients a message goes to. RMQTT's own router asks whether the members of a shared
//! subscription are there while it holds a part of its table, and the thread of another client that
//! subscribes or leaves waits for that part: with as many such clients as threads nothing ever goes
//! on. This one takes out of the table what it needs and asks then.

use std::str::FromStr;

use async_trait::async_trait;
use rmqtt::context::ServerContext;
use rmqtt::router::{DefaultRouter, Router};
use rmqtt::topic::Topic;
use rmqtt::trie::VecToTopic;
use rmqtt::types::{
    AllRelationsMap, ClientId, HashMap, Id, NodeId, Route, SharedGroup, SubRelationsMap,
    SubsSearchParams, SubsSearchResult, SubscriptioRelationsCollectorMap, SubscriptionOptions,
    TopicFilter, TopicName,
};
use rmqtt::utils::Counter;

/// A subscriber of a filter.
type Subscriber = (NodeId, ClientId, SubscriptionOptions);

/// The router of a broker.
pub struct Routes {
    usual: DefaultRouter,
    context: ServerContext,
}

impl Routes {
    /// Without subscriptions.
    pub fn new(context: &ServerContext) -> Routes {
        Routes { usual: DefaultRouter::new(Some(context.clone())), context: context.clone() }
    }

    /// Those who are subscribed to a filter: each for themselves, and the members of groups.
    /// Nothing of the table is held afterwards.
    fn subscribers(
        &self,
        filter: &TopicFilter,
        publisher: &Id,
    ) -> (Vec<Subscriber>, HashMap<SharedGroup, Vec<Subscriber>>) {
        let (mut single, mut groups) = (Vec::new(), HashMap::<_, Vec<_>>::default());
        let Some(subscribers) = self.usual.relations.get(filter) else { return (single, groups) };
        for (client, (id, options)) in subscribers.iter() {
            if options.no_local() == Some(true) && id == publisher {
                continue;
            }
            let subscriber = (id.node_id, client.clone(), options.clone());
            match options.shared_group() {
                Some(group) => groups.entry(group.clone()).or_default().push(subscriber),
                None => single.push(subscriber),
            }
        }
        (single, groups)
    }
}

#[async_trait]
impl Router for Routes {
    async fn matches(&self, id: Id, topic: &TopicName) -> rmqtt::Result<SubRelationsMap> {
        let parsed = Topic::from_str(topic)?;
        let filters: Vec<TopicFilter> = {
            let topics = self.usual.topics.read().await;
            topics.matches(&parsed).iter().map(|(filter, _)| filter.to_topic_filter()).collect()
        };
        let mut found = SubscriptioRelationsCollectorMap::default();
        for filter in filters {
            let (single, groups) = self.subscribers(&filter, &id);
            for (node, client, options) in single {
                found.entry(node).or_default().add(&filter, client, options, None);
            }
            for (group, subscribers) in groups {
                let mut members = Vec::with_capacity(subscribers.len());
                for (node, client, options) in subscribers {
                    let is_online = self.is_online(node, &client).await;
                    members.push((node, client, options, None, Some(is_online)));
                }
                let names = members.iter().map(|(_, client, ..)| client.clone()).collect();
                let choice = {
                    let shared = self.context.extends.shared_subscription().await;
                    shared.choice(&self.context, &group, &id, topic, &members).await
                };
                if let Some((at, is_online)) = choice {
                    let (node, client, options, ..) = members.swap_remove(at);
                    let member = Some((group, is_online, names));
                    found.entry(node).or_default().add(&filter, client, options, member);
                }
            }
        }
        Ok(found.into_iter().map(|(node, subscribers)| (node, subscribers.into())).collect())
    }

    async fn add(&self, filter: &str, id: Id, options: SubscriptionOptions) -> rmqtt::Result<()> {
        self.usual.add(filter, id, options).await
    }

    async fn remove(&self, filter: &str, id: Id) -> rmqtt::Result<bool> {
        self.usual.remove(filter, id).await
    }

    async fn is_online(&self, node: NodeId, client: &str) -> bool {
        self.usual.is_online(node, client).await
    }

    async fn gets(&self, limit: usize) -> Vec<Route> {
        self.usual.gets(limit).await
    }

    async fn get(&self, topic: &str) -> rmqtt::Result<Vec<Route>> {
        self.usual.get(topic).await
    }

    async fn query_subscriptions(&self, query: &SubsSearchParams) -> Vec<SubsSearchResult> {
        self.usual.query_subscriptions(query).await
    }

    async fn topics_tree(&self) -> usize {
        self.usual.topics_tree().await
    }

    fn topics(&self) -> Counter {
        self.usual.topics()
    }

    fn routes(&self) -> Counter {
        self.usual.routes()
    }

    fn merge_topics(&self, topics: &HashMap<NodeId, Counter>) -> Counter {
        self.usual.merge_topics(topics)
    }

    fn merge_routes(&self, routes: &HashMap<NodeId, Counter>) -> Counter {
        self.usual.merge_routes(routes)
    }

    async fn list_topics(&self, top: usize) -> Vec<String> {
        self.usual.list_topics(top).await
    }

    async fn list_relations(&self, top: usize) -> Vec<serde_json::Value> {
        self.usual.list_relations(top).await
    }

    fn relations(&self) -> &AllRelationsMap {
        self.usual.relations()
    }
}
