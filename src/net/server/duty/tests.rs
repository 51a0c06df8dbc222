//! Who is on duty, and who has which games, whoever comes and goes.

mod sharing;

use super::super::super::referee::MemoryStore;
use super::*;
use crate::net::message::open_of_referees;
use crate::net::{Purpose, encode};

/// A broker that knows nothing but what referees say of themselves.
#[derive(Default)]
struct Referees {
    now: u64,
    there: Vec<Duty>,
    retained: BTreeMap<String, Vec<u8>>,
    /// Messages that were published, but for those that are retained.
    said: Vec<Publish>,
}

impl Referees {
    fn enter(&mut self, name: &str, key: u8) {
        let identity = Identity::from_secret([key; 32]);
        let store = Box::new(MemoryStore::default());
        let referee = Referee::new(identity.clone(), store, 1, self.now).unwrap();
        let mut duty = Duty::new(referee, identity, name.to_owned(), None);
        duty.connected(self.now);
        for (topic, payload) in &self.retained {
            duty.receive(topic, payload, self.now);
        }
        self.there.push(duty);
    }

    fn leave(&mut self, name: &str) {
        self.there.retain(|duty| duty.name != name);
        self.say(Duty::farewell(name));
    }

    fn say(&mut self, message: Publish) {
        for duty in &mut self.there {
            duty.receive(&message.topic, &message.payload, self.now);
        }
        if !message.retain {
            self.said.push(message);
        } else if message.payload.is_empty() {
            self.retained.remove(&message.topic);
        } else {
            self.retained.insert(message.topic, message.payload);
        }
    }

    /// Lets a time pass, and gives the names of those who are on duty then.
    fn on_duty_after(&mut self, time: u64) -> Vec<&str> {
        for _ in 0..time / 100 {
            self.now += 100;
            for number in 0..self.there.len() {
                let said = self.there[number].settle(self.now).publish;
                said.into_iter().for_each(|message| self.say(message));
            }
        }
        let on_duty = self.there.iter().filter(|duty| duty.phase == Phase::OnDuty);
        on_duty.map(|duty| duty.name.as_str()).collect()
    }
}

#[test]
fn one_referee_is_on_duty_whoever_comes_and_goes() {
    let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
    referees.enter("m", 1);
    assert!(referees.on_duty_after(400).is_empty(), "it listens first");
    assert_eq!(referees.on_duty_after(300), ["m"]);
    // Those who come later leave it its duty, whatever their names.
    referees.enter("a", 1);
    referees.enter("z", 1);
    assert_eq!(referees.on_duty_after(1_000), ["m"]);
    referees.leave("m");
    assert_eq!(referees.on_duty_after(100), ["a"]);
    referees.leave("a");
    assert_eq!(referees.on_duty_after(100), ["z"]);
}

#[test]
fn referees_that_begin_at_once_agree() {
    let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
    for name in ["c", "b", "a"] {
        referees.enter(name, 1);
    }
    assert_eq!(referees.on_duty_after(700), ["a"]);
}

#[test]
fn who_has_another_key_is_not_listened_to() {
    let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
    referees.enter("a", 2);
    assert_eq!(referees.on_duty_after(700), ["a"]);
    referees.enter("b", 1);
    assert_eq!(referees.on_duty_after(700), ["a", "b"]);
}

impl Referees {
    /// One of those who are there.
    fn get(&mut self, name: &str) -> &mut Duty {
        self.there.iter_mut().find(|duty| duty.name == name).unwrap()
    }

    /// A referee that is somewhere else says this.
    fn say_of(&mut self, name: &str, said: &AtWork) {
        let identity = Identity::from_secret([1; 32]);
        let payload = encode(&Signed::new(&identity, Purpose::Request, said));
        self.say(Publish { topic: topics::referee(name), payload, retain: true });
    }

    /// The games that a referee has said that it has.
    fn games_of(&self, name: &str) -> Vec<(Id, u32)> {
        let key = Identity::from_secret([1; 32]).id();
        open_of_referees::<AtWork>(&self.retained[&topics::referee(name)], key).unwrap().games
    }
}

#[test]
fn a_game_is_not_said_to_be_there_until_it_is() {
    let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
    referees.enter("m", 1);
    referees.on_duty_after(600);
    let id = Id([7; 12]);
    let at_work = AtWork { is_on_duty: false, games: vec![(id, 3)], away_since: None };
    let back = AtWork { away_since: Some(5), ..at_work.clone() };
    referees.say_of("z", &at_work);
    referees.say(Duty::farewell("z"));
    let went = referees.now;
    referees.on_duty_after(500);
    let adoption = &referees.get("m").adoptions[&id];
    assert_eq!((adoption.claim, adoption.since), (4, Some(went)));
    assert_eq!(referees.games_of("m"), [], "its log has not come");
    // The one that was away is back before that, and has the game still.
    referees.say_of("z", &back);
    assert!(referees.get("m").adoptions.is_empty());
    let unsubscribed = referees.get("m").settle(went + 500).unsubscribe;
    assert_eq!(unsubscribed, [topics::whole_log(id), topics::all_live_logs(id)]);
    // It goes again before it has worked: the time is nobody's since it went first.
    referees.say(Duty::farewell("z"));
    referees.on_duty_after(100);
    assert_eq!(referees.get("m").adoptions[&id].since, Some(5));
}

#[test]
fn a_request_that_came_to_who_was_away_is_given_to_who_is_on_duty() {
    let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
    referees.enter("m", 1);
    referees.on_duty_after(600);
    referees.enter("a", 1);
    let now = referees.now;
    let player = Identity::from_secret([9; 32]);
    let topic = topics::requests(player.id());
    let request = |at: u64| {
        let ask = super::super::super::Ask::Ping(1);
        encode(&Signed::new(&player, Purpose::Request, &Request { at, ask }))
    };
    let away = referees.get("a");
    away.away_since = Some(now - 1_000);
    // The broker has kept them since before `a` went.
    let (kept, late) = (request(now - 500), request(now + GAP_MS));
    away.receive(&topic, &kept, now);
    away.receive(&topic, b"rubbish", now);
    away.receive(&topic, &late, now);
    let work = away.settle(now + LISTEN_MS);
    assert!(work.unsubscribe.contains(&topics::ALL_REQUESTS.to_owned()));
    let given: Vec<&Publish> = work.publish.iter().filter(|it| it.topic == topic).collect();
    assert_eq!(given.len(), 1);
    assert_eq!((&given[0].payload, given[0].retain), (&kept, false));
    // Who is on duty answers itself.
    let on_duty = referees.get("m");
    on_duty.receive(&topic, &request(now), now);
    let answer = topics::notices(player.id());
    assert!(on_duty.settle(now).publish.iter().any(|it| it.topic == answer));
}
