//! Random games of many kinds by two clients over a bad network, with a referee that is ended and
//! begun again at any time: nothing that was published is lost, and nothing is done twice.

use proptest::prelude::*;

use super::*;
use crate::core::{Move, Side};
use crate::games::OptionValue;
use crate::net::{ClockNote, Finish};

/// A client: what it has seen of the log, and the action that it has sent and not seen in it.
struct Client {
    number: u8,
    game: OnlineGame,
    sent: Option<(String, Vec<u8>)>,
}

impl Client {
    /// Reads the log as the broker has it: what was seen before is in it.
    fn catch_up(&mut self, log: &Log) {
        let seen = &self.game.log().entries;
        assert!(log.entries.len() >= seen.len(), "an entry that was published is lost");
        assert_eq!(log.entries[..seen.len()], seen[..], "an entry that was published is another");
        let new = log.entries[seen.len()..].to_vec();
        for entry in new {
            self.game.append(entry).expect("the log proves the game");
            self.sent = None;
        }
    }

    /// The next message of the client: the same again until it is in the log.
    fn next(&mut self, random: &mut Random) -> Option<(String, Vec<u8>)> {
        if self.sent.is_none() && self.game.finish().is_none() {
            let side = self.game.side_of(player(self.number).id())?;
            let deed = self.deed(random, side)?;
            let (game, after) = (self.game.terms().id, self.game.last());
            let thought = random.below(3_000) as u32;
            let action = Action { game, after, deed, thought };
            let identity = player(self.number);
            let signed = Signed::new(&identity, Purpose::Action, &action);
            self.sent = Some((topics::actions(game, identity.id()), encode(&signed)));
        }
        self.sent.clone()
    }

    fn deed(&self, random: &mut Random, side: Side) -> Option<Deed> {
        if self.game.takeback() == Some(side.other()) {
            return Some(Deed::AnswerTakeback(random.below(2) == 0));
        }
        if self.game.draw_offer() == Some(side.other()) && random.below(2) == 0 {
            return Some(Deed::AnswerDraw(random.below(8) == 0));
        }
        let offer = [Deed::OfferDraw, Deed::AskTakeback, Deed::GiveTime(5_000)];
        if random.below(12) == 0
            && let Some(&deed) = random.pick(&offer)
            && self.game.check(crate::net::game::Actor::Player(side), deed).is_ok()
        {
            return Some(deed);
        }
        if self.game.side_to_move() != side {
            return None;
        }
        let moves = self.game.position().legal_moves();
        // Passes and decisions are few among the moves: without help no game of Go would end.
        let special: Vec<_> =
            moves.iter().copied().filter(|mv| matches!(mv, Move::Pass | Move::Decide(_))).collect();
        let is_special = !special.is_empty() && random.below(3) == 0;
        random.pick(if is_special { &special } else { &moves }).copied().map(Deed::Play)
    }
}

/// Plays a game with rounds in each of which messages come twice, late or not at all, and the
/// referee may end.
fn play(offer: Offer, seed: u64) -> OnlineGame {
    let mut random = Random::new(seed);
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer);
    let game = house.proven(id);
    let mut clients = [1, 2].map(|number| Client { number, game: game.clone(), sent: None });
    let mut underway: Vec<(String, Vec<u8>)> = Vec::new();
    for _ in 0..120 {
        for client in &mut clients {
            let times = [0, 1, 1, 2][random.below(4)];
            let message = client.next(&mut random);
            underway.extend(std::iter::repeat_n(message, times).flatten());
        }
        house.now += random.below(2_000) as u64;
        while !underway.is_empty() && random.below(6) > 0 {
            let message = underway.swap_remove(random.below(underway.len()));
            if random.below(8) > 0 {
                underway.push(message.clone());
            }
            underway.truncate(12);
            house.referee.receive(&message.0, &message.1, house.now);
            if random.below(3) > 0 {
                house.flush();
            }
            // Whatever is pending and not flushed is lost with the referee, or it is written and
            // was not published yet.
            if random.below(10) == 0 {
                if random.below(2) == 0 {
                    house.referee.flush(house.now);
                }
                house.restart();
                house.arrive(1);
                house.arrive(2);
            }
        }
        house.wait(random.below(1_000) as u64);
        house.flush();
        let log = house.log(id);
        clients.iter_mut().for_each(|client| client.catch_up(&log));
        if clients[0].game.finish().is_some() {
            break;
        }
    }
    let [one, two] = clients.map(|client| client.game);
    assert_eq!(one.log(), two.log());
    check_clocks(&one);
    one
}

/// Each clock has run while it was its side's turn, less what was given back, plus increments and
/// gifts.
fn check_clocks(game: &OnlineGame) {
    let log = game.log();
    let Time::Fischer { main, increment } = log.terms.time else { return };
    let mut replay = OnlineGame::new(log.terms.clone()).unwrap();
    let (mut used, mut added, mut moves) = ([0; 2], [0; 2], [0; 2]);
    for entry in &log.entries {
        let side = replay.side_to_move();
        let action: Action = entry.action.open(Purpose::Action).unwrap();
        let elapsed = entry.at - replay.turn_began();
        let was_running = replay.is_clock_running();
        let actor = replay.side_of(entry.action.player);
        replay.append(entry.clone()).unwrap();
        match (action.deed, actor) {
            (Deed::Play(_), _) => {
                used[side.index()] += if was_running { elapsed } else { 0 };
                moves[side.index()] += 1;
                let is_over = replay.position().outcome().is_some();
                let passes = is_over || replay.side_to_move() != side;
                added[side.index()] += if passes { increment } else { 0 };
            }
            (Deed::GiveTime(gift), Some(from)) => added[from.other().index()] += u64::from(gift),
            (Deed::Resign | Deed::AnswerDraw(true), _) if was_running => {
                used[side.index()] += elapsed;
            }
            _ => {}
        }
    }
    if matches!(game.finish(), Some(Finish::OutOfTime(_) | Finish::Abandoned(_))) {
        return;
    }
    let shown = ClockNote::of(game.clock());
    for side in Side::BOTH {
        let index = side.index();
        let least = main + added[index] - used[index];
        let most = least + 2_000 + 400 * moves[index];
        assert!((least..=most).contains(&shown[index].time), "{index}: {shown:?}, {least}..{most}");
    }
}

fn with(game: &str, options: &[(&str, OptionValue)]) -> Offer {
    let mut offer = offer(game, Time::Fischer { main: 10 * MINUTE, increment: 2_000 });
    for (id, value) in options {
        offer.options.set(id, value.clone());
    }
    offer
}

fn offers() -> Vec<Offer> {
    let number = OptionValue::Number;
    let word = |word: &str| OptionValue::Word(word.to_owned());
    vec![
        with("reversi", &[]),
        with("gomoku", &[("rule", word("renju")), ("opening", word("swap2"))]),
        with("go", &[("size", number(9))]),
        with("chess", &[]),
        with("tictactoe", &[]),
        with("xiangqi", &[]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_published_is_lost_and_nothing_done_twice(seed: u64) {
        for offer in offers() {
            play(offer, seed);
        }
    }
}

#[test]
fn the_random_games_reach_what_they_are_to_test() {
    let mut decisions = 0;
    let mut taken_back = 0;
    let mut finished = 0;
    for seed in 0..2 {
        for offer in offers() {
            let game = play(offer, seed);
            finished += usize::from(game.finish().is_some());
            let line = game.line();
            decisions += line.iter().filter(|mv| matches!(mv, Move::Decide(_))).count();
            taken_back += game.tree().nodes().count() - 1 - line.len();
        }
    }
    assert!(finished > 2 && decisions > 2 && taken_back > 2, "{finished} {decisions} {taken_back}");
}
