//! Games that are shared out between referees.

use super::*;
use crate::core::Side;
use crate::games::Options;
use crate::net::{
    Action, Ask, ChatLine, Deed, Dispatch, Line, Notice, Offer, OnlineGame, Presence, Room, Seat,
    Time,
};

fn player(number: u8) -> Identity {
    Identity::from_secret([number; 32])
}

/// Two referees, the first of whom is on duty, and players who are here.
fn two_referees() -> Referees {
    let mut referees = Referees { now: 1_700_000_000_000, ..Referees::default() };
    referees.enter("m", 1);
    referees.on_duty_after(600);
    referees.enter("n", 1);
    assert_eq!(referees.on_duty_after(700), ["m"]);
    (11..19).for_each(|number| referees.arrive(number));
    referees.on_duty_after(100);
    referees
}

impl Referees {
    fn arrive(&mut self, number: u8) {
        let presence = Presence { name: format!("P{number}"), at: self.now };
        let payload = encode(&Signed::new(&player(number), Purpose::Request, &presence));
        self.say(Publish { topic: topics::presence(player(number).id()), payload, retain: true });
    }

    /// Lets a player ask, and gives what all players were told.
    fn ask(&mut self, number: u8, ask: Ask) -> Vec<Notice> {
        self.now += 1;
        self.said.clear();
        let request = Request { at: self.now, ask };
        let payload = encode(&Signed::new(&player(number), Purpose::Request, &request));
        self.say(Publish { topic: topics::requests(player(number).id()), payload, retain: false });
        self.on_duty_after(500);
        self.told()
    }

    fn told(&self) -> Vec<Notice> {
        let notices = self
            .said
            .iter()
            .filter(|it| matches!(Topic::parse(&it.topic), Some(Topic::Notices(_))));
        notices.map(|it| decode(&it.payload, MAX_NOTICE).unwrap()).collect()
    }

    /// Begins a game of two players, the first of whom has the first side.
    fn begin(&mut self, first: u8, second: u8) -> Id {
        let challenge = self.challenge(first);
        game_of(&self.ask(second, Ask::Accept(challenge)))
    }

    /// Opens a challenge of a player, who has the first side, and gives its number.
    fn challenge(&mut self, number: u8) -> Id {
        let offer = Offer {
            game: "reversi".to_owned(),
            options: Options::default(),
            time: Time::Fischer { main: 300_000, increment: 3_000 },
            rated: true,
            seat: Seat::Challenger(Side::First),
            to: None,
            listed: true,
            delay: 0,
        };
        let told = self.ask(number, Ask::Challenge(offer));
        let Some(Notice::ChallengeOpen(challenge)) = told.first() else { panic!("{told:?}") };
        challenge.id
    }

    /// The game as the broker has it, and its term of office.
    fn log(&self, id: Id) -> (OnlineGame, u32) {
        let mut adoption = Adoption::new(0, None, 0);
        for number in 0.. {
            let Some(payload) = self.retained.get(&topics::log(id, number)) else { break };
            adoption.take(number, decode(payload, MAX_NOTICE).unwrap(), 0);
        }
        let (log, office) = adoption.log().unwrap();
        (OnlineGame::from_log(log).unwrap(), office)
    }

    /// A player plays the first move that there is.
    fn play(&mut self, number: u8, id: Id) {
        let (game, _) = self.log(id);
        let action = Action {
            game: id,
            after: game.last(),
            deed: Deed::Play(game.position().legal_moves()[0]),
            thought: 0,
        };
        self.act(number, &action);
    }

    fn act(&mut self, number: u8, action: &Action) {
        let payload = encode(&Signed::new(&player(number), Purpose::Action, action));
        let topic = topics::actions(action.game, player(number).id());
        self.say(Publish { topic, payload, retain: false });
    }

    /// The referees that have this game.
    fn owners(&self, id: Id) -> Vec<&str> {
        let owners = self.there.iter().filter(|duty| duty.referee.standing(id).is_some());
        owners.map(|duty| duty.name.as_str()).collect()
    }
}

/// The game of which both players were told that it starts.
fn game_of(told: &[Notice]) -> Id {
    let games: Vec<Id> = told
        .iter()
        .filter_map(|notice| match notice {
            Notice::GameStarts { game, .. } => Some(*game),
            _ => None,
        })
        .collect();
    let [first, second] = games[..] else { panic!("{told:?}") };
    assert_eq!(first, second);
    first
}

#[test]
fn games_go_to_the_referee_that_has_fewest() {
    let mut referees = two_referees();
    let games: Vec<Id> = [11, 13, 15, 17].map(|first| referees.begin(first, first + 1)).to_vec();
    let owners: Vec<Vec<&str>> = games.iter().map(|&id| referees.owners(id)).collect();
    assert_eq!(owners, [["n"], ["m"], ["n"], ["m"]]);
    for (first, id) in [11, 13, 15, 17].into_iter().zip(games) {
        for number in [first, first + 1, first] {
            referees.play(number, id);
            referees.on_duty_after(100);
        }
        assert_eq!(referees.log(id).0.line().len(), 3, "each goes on where it is");
        assert!(referees.retained.contains_key(&topics::running(id)), "it is in the lobby");
    }
    assert!(referees.there.iter().all(|duty| duty.handed.is_empty()));
}

#[test]
fn what_is_played_while_a_game_is_handed_on_is_played_once() {
    let mut referees = two_referees();
    let challenge = referees.challenge(11);
    // The one on duty has handed it on, and the other has not answered.
    let request = Request { at: referees.now + 1, ask: Ask::Accept(challenge) };
    let payload = encode(&Signed::new(&player(12), Purpose::Request, &request));
    let now = referees.now;
    referees.get("m").receive(&topics::requests(player(12).id()), &payload, now);
    let said = referees.get("m").settle(now).publish;
    said.into_iter().for_each(|message| referees.say(message));
    let id = game_of(&referees.told());
    referees.play(11, id);
    assert_eq!(referees.owners(id), ["m", "n"]);
    assert_eq!(referees.log(id).0.line().len(), 0);
    referees.on_duty_after(300);
    assert_eq!((referees.owners(id), referees.log(id).1), (vec!["n"], 1));
    assert_eq!(referees.log(id).0.line().len(), 1);
}

#[test]
fn a_game_that_was_handed_to_one_that_goes_is_taken_back_for_good() {
    let mut referees = two_referees();
    let challenge = referees.challenge(11);
    let gone = referees.there.pop().unwrap();
    assert_eq!(gone.name, "n");
    let id = game_of(&referees.ask(12, Ask::Accept(challenge)));
    referees.play(11, id);
    referees.on_duty_after(100);
    assert_eq!(referees.log(id).0.line().len(), 0, "it waits for the other");
    let handed = referees.said.iter().find(|it| it.topic == topics::dispatch("n")).unwrap().clone();
    referees.say(Duty::farewell("n"));
    let number = referees.retained[&topics::log(id, 0)].clone();
    let now = referees.now;
    referees.get("m").receive(&topics::log(id, 0), &number, now);
    referees.on_duty_after(2_000);
    // The clock began anew, so that the player has to move after that.
    referees.play(11, id);
    referees.on_duty_after(100);
    let (game, office) = referees.log(id);
    assert_eq!((game.line().len(), office), (1, 2));
    // The other comes back, and goes on with what it was handed: too late.
    let now = referees.now;
    let mut gone = gone;
    gone.disconnected(now - 1_000);
    gone.connected(now);
    for (topic, payload) in &referees.retained {
        gone.receive(topic, payload, now);
    }
    referees.there.push(gone);
    referees.get("n").receive(&handed.topic, &handed.payload, now);
    referees.on_duty_after(1_000);
    assert_eq!(referees.owners(id), ["m"]);
    let (game, office) = referees.log(id);
    assert_eq!((game.line().len(), office), (1, 2));
}

#[test]
fn a_game_that_the_other_cannot_take_stays() {
    let mut referees = two_referees();
    let id = referees.begin(11, 12);
    referees.play(11, id);
    referees.on_duty_after(100);
    // What does not prove itself.
    let (game, _) = referees.log(id);
    let mut log = game.log().clone();
    log.terms.id = Id([9; 12]);
    let foreign = Dispatch::Game { from: "m".to_owned(), log, office: 0, listed: true };
    let payload = encode(&Signed::new(&player(1), Purpose::Request, &foreign));
    let topic = topics::dispatch("n");
    let now = referees.now;
    referees.get("n").receive(&topic, &payload, now);
    let said = referees.get("n").settle(now).publish;
    let answer = said.iter().find(|it| it.topic == topics::dispatch("m")).unwrap();
    let answer: Signed = decode(&answer.payload, MAX_NOTICE).unwrap();
    let answer: Dispatch = decode(&answer.body, MAX_NOTICE).unwrap();
    assert_eq!(answer, Dispatch::Declines(Id([9; 12])));
    // Nobody else's word counts.
    let hostile = encode(&Signed::new(&player(11), Purpose::Request, &Dispatch::Declines(id)));
    referees.get("n").receive(&topic, &hostile, now);
    assert_eq!(referees.owners(id), ["n"]);
}

#[test]
fn what_is_asked_about_a_game_reaches_its_referee() {
    let mut referees = two_referees();
    let id = referees.begin(11, 12);
    assert_eq!(referees.owners(id), ["n"]);
    let line = || Line::Phrase("good-game".to_owned());
    let told = referees.ask(11, Ask::Chat { room: Room::Players(id), line: line() });
    let is_line = |notice: &&Notice| matches!(notice, Notice::Chat(ChatLine { .. }));
    assert_eq!(told.iter().filter(is_line).count(), 2, "{told:?}");
    // Who comes back is told of the game.
    let told = referees.ask(11, Ask::Hello { name: "P11".to_owned() });
    let has_game =
        |notice: &Notice| matches!(notice, Notice::Welcome { games, .. } if games == &[id]);
    assert!(told.iter().any(has_game), "{told:?}");
    let told = referees.ask(11, Ask::Measured { number: 1, round_trip_ms: 30 });
    let is_way = |notice: &Notice| matches!(notice, Notice::Way { game, .. } if *game == id);
    assert!(told.iter().any(is_way), "{told:?}");
    // A game that nobody knows.
    let unknown = Ask::Chat { room: Room::Players(Id([3; 12])), line: line() };
    let told = referees.ask(11, unknown);
    assert!(matches!(told[..], [Notice::Refused { .. }]), "{told:?}");
    // After the end it is fetched there, and a rematch begins there.
    let (game, _) = referees.log(id);
    let resigns = Action { game: id, after: game.last(), deed: Deed::Resign, thought: 0 };
    referees.play(11, id);
    referees.on_duty_after(100);
    referees.play(12, id);
    referees.on_duty_after(100);
    let after = referees.log(id).0.last();
    referees.act(11, &Action { after, ..resigns });
    referees.on_duty_after(100);
    assert!(referees.log(id).0.finish().is_some());
    let told = referees.ask(12, Ask::Fetch(id));
    assert!(told.iter().any(|notice| matches!(notice, Notice::Game(_))), "{told:?}");
    let told = referees.ask(11, Ask::Rematch(id));
    assert!(told.contains(&Notice::RematchOffered(id)), "{told:?}");
    let again = game_of(&referees.ask(12, Ask::Rematch(id)));
    assert_eq!(referees.owners(again), ["n"]);
    let told = referees.ask(12, Ask::Hello { name: "P12".to_owned() });
    let has_game =
        |notice: &Notice| matches!(notice, Notice::Welcome { games, .. } if games == &[again]);
    assert!(told.iter().any(has_game), "{told:?}");
}

#[test]
fn who_goes_on_duty_learns_of_the_games_of_others() {
    let mut referees = two_referees();
    let id = referees.begin(11, 12);
    assert_eq!(referees.owners(id), ["n"]);
    referees.enter("o", 1);
    referees.on_duty_after(700);
    // `n` is on duty, and its own game is welcomed; then `o` is, and takes it over.
    referees.leave("m");
    assert_eq!(referees.on_duty_after(200), ["n"]);
    let other = referees.begin(13, 14);
    assert_eq!(referees.owners(other), ["o"]);
    for (number, game) in [(11, id), (13, other)] {
        let told = referees.ask(number, Ask::Hello { name: format!("P{number}") });
        let has_game =
            |notice: &Notice| matches!(notice, Notice::Welcome { games, .. } if games == &[game]);
        assert!(told.iter().any(has_game), "{told:?}");
    }
    // A third that begins first by name is on duty when `n` goes for a while, and is told.
    referees.enter("a", 1);
    referees.on_duty_after(700);
    referees.leave("n");
    assert_eq!(referees.on_duty_after(200), ["a"]);
    let told = referees.ask(13, Ask::Hello { name: "P13".to_owned() });
    let has_game =
        |notice: &Notice| matches!(notice, Notice::Welcome { games, .. } if games == &[other]);
    assert!(told.iter().any(has_game), "{told:?}");
}
