//! A broker in memory: subscriptions with wildcards and retained messages.

use std::collections::BTreeMap;

use tianyuan::net::PlayerId;
use tianyuan::net::topics::{self, Topic};

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub topic: String,
    pub payload: Vec<u8>,
    pub retain: bool,
}

/// Where a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reader {
    Player(usize),
    Referee,
}

#[derive(Default)]
pub struct Broker {
    retained: BTreeMap<String, Vec<u8>>,
    subscriptions: Vec<(Reader, String)>,
}

impl Broker {
    /// Subscribes, and gives what is retained there.
    pub fn subscribe(&mut self, reader: Reader, filter: &str) -> Vec<Message> {
        // Of a shared subscription there is one member here.
        let filter = filter.strip_prefix("$share/referees/").unwrap_or(filter);
        self.unsubscribe(reader, filter);
        self.subscriptions.push((reader, filter.to_owned()));
        let of = self.retained.iter().filter(|(topic, _)| matches(filter, topic));
        of.map(|(topic, payload)| Message {
            topic: topic.clone(),
            payload: payload.clone(),
            retain: true,
        })
        .collect()
    }

    pub fn unsubscribe(&mut self, reader: Reader, filter: &str) {
        self.subscriptions.retain(|it| *it != (reader, filter.to_owned()));
    }

    pub fn forget(&mut self, reader: Reader) {
        self.subscriptions.retain(|(other, _)| *other != reader);
    }

    /// Publishes a message: who gets it.
    pub fn publish(&mut self, message: &Message) -> Vec<Reader> {
        let Message { topic, payload, retain } = message;
        match (retain, payload.is_empty()) {
            (true, true) => drop(self.retained.remove(topic)),
            (true, false) => drop(self.retained.insert(topic.clone(), payload.clone())),
            (false, _) => {}
        }
        let of = self.subscriptions.iter().filter(|(_, filter)| matches(filter, topic));
        let mut readers: Vec<Reader> = of.map(|(reader, _)| *reader).collect();
        readers.sort();
        readers.dedup();
        readers
    }

    pub fn retained(&self, topic: &str) -> Option<&[u8]> {
        self.retained.get(topic).map(Vec::as_slice)
    }
}

/// The rules of the server: a player writes and reads what concerns them alone.
pub fn check_player_may_publish(topic: &str, player: PlayerId) {
    assert!(Topic::parse(topic).is_some_and(|it| it.is_written_by(player)), "{topic}");
}

pub fn check_player_may_subscribe(filter: &str, player: PlayerId) {
    assert!(Topic::may_be_read(filter, player), "{filter}");
    assert!(filter.starts_with(topics::ROOT));
}

fn matches(filter: &str, topic: &str) -> bool {
    let (filter, topic): (Vec<_>, Vec<_>) =
        (filter.split('/').collect(), topic.split('/').collect());
    if let Some(rest) = filter.strip_suffix(&["#"]) {
        return topic.len() >= rest.len() && fits(rest, &topic[..rest.len()]);
    }
    filter.len() == topic.len() && fits(&filter, &topic)
}

fn fits(filter: &[&str], topic: &[&str]) -> bool {
    filter.iter().zip(topic).all(|(filter, topic)| *filter == "+" || filter == topic)
}
