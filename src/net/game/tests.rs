use super::*;
use crate::core::Random;
use crate::games::Options;
use crate::net::{
    Evidence, EvidenceError, Id, Identity, Profile, Proof, RatingNote, decode, encode, write_log,
};

fn identity(number: u8) -> Identity {
    Identity::from_secret([number; 32])
}

/// The referee's number; the players are 1 and 2.
const REFEREE: u8 = 3;

fn terms(game: &str, time: Time) -> Terms {
    let profile = |number| Profile { player: identity(number).id(), name: format!("P{number}") };
    Terms {
        id: Id([5; 12]),
        game: game.to_owned(),
        options: Options::default(),
        players: [profile(1), profile(2)],
        ratings: [RatingNote { rating: 1500, deviation: 350, games: 0 }; 2],
        time,
        rated: true,
        began: 1_790_000_000_000,
        referee: identity(REFEREE).id(),
        delay: 0,
    }
}

const BLITZ: Time = Time::Fischer { main: 300_000, increment: 2_000 };

fn begin(game: &str, time: Time) -> OnlineGame {
    OnlineGame::new(terms(game, time)).unwrap()
}

fn actor(number: u8) -> Actor {
    match number {
        1 => Actor::Player(Side::First),
        2 => Actor::Player(Side::Second),
        _ => Actor::Referee,
    }
}

/// The entry by which this one does something, as an honest referee writes it.
fn entry(game: &OnlineGame, number: u8, deed: Deed, at: u64) -> Entry {
    let action = Action { game: game.terms().id, after: game.last(), deed, thought: 0 };
    let signed = Signed::new(&identity(number), Purpose::Action, &action);
    let elapsed = at - game.turn_began();
    let clocks = game.clocks_after(actor(number), deed, elapsed);
    Entry::new(&identity(REFEREE), signed, at, clocks, game.last())
}

/// Does something at a time, if it can follow.
fn act(game: &mut OnlineGame, number: u8, deed: Deed, at: u64) -> Result<(), LogError> {
    game.append(entry(game, number, deed, at))
}

fn play(game: &mut OnlineGame, texts: &[&str], seconds: u64) {
    for text in texts {
        let deed = Deed::Play(game.position().parse_move(text).unwrap());
        let at = game.turn_began() + seconds * 1_000;
        act(game, 1 + game.side_to_move().index() as u8, deed, at).unwrap();
    }
}

/// Milliseconds that the clocks show.
fn shown(game: &OnlineGame) -> [u64; 2] {
    ClockNote::of(game.clock()).map(|note| note.time)
}

#[test]
fn a_log_proves_its_game_wherever_it_is_read() {
    let mut game = begin("chess", BLITZ);
    play(&mut game, &["f3", "e5", "g4", "Qh4#"], 3);
    let Some(Finish::Rules(outcome)) = game.finish() else { panic!() };
    assert_eq!(outcome.winner, Some(Side::Second));
    assert_eq!(game.finish().unwrap().winner(), Some(Some(Side::Second)));
    let read = OnlineGame::from_log(game.log().clone()).unwrap();
    assert_eq!((read.last(), read.line()), (game.last(), game.line()));
    assert_eq!(read.clock(), game.clock());
    assert_eq!(read.side_of(identity(2).id()), Some(Side::Second));
    assert_eq!(read.side_of(identity(9).id()), None);
    assert_eq!(
        read.tree().clocks(read.node()),
        Some(read.log().entries[3].clocks.map(Reading::from))
    );
    assert_eq!(act(&mut game, 1, Deed::Resign, 60_000), Err(LogError::Deed(5)));
}

#[test]
fn the_file_of_a_log_proves_the_record_and_says_what_is_wrong() {
    let mut game = begin("chess", BLITZ);
    play(&mut game, &["f3", "e5"], 3);
    let file = write_log(game.log());
    let evidence = Evidence::check(&file).unwrap();
    assert_eq!((evidence.signed(), evidence.is_signed_by_both()), ([1, 1], true));
    assert!(evidence.proves(game.tree()));
    let mut other = game.tree().clone();
    let mv = game.position().parse_move("g4").unwrap();
    other.play(game.node(), mv).unwrap();
    assert!(!evidence.proves(&other), "the record goes on where the log does not");
    assert_eq!(Evidence::check(b"PNG").unwrap_err(), EvidenceError::NoLog);
    let cut = Evidence::check(&file[..file.len() - 1]).unwrap_err();
    assert!(matches!(cut, EvidenceError::Unreadable(_)), "{cut}");
    let mut log = game.log().clone();
    log.terms.players[0].name = "Somebody else".to_owned();
    let error = Evidence::check(&write_log(&log)).unwrap_err();
    assert_eq!(error, EvidenceError::Wrong(LogError::Link(1)));
}

#[test]
fn terms_without_a_delay_are_written_as_they_were_before_there_was_one() {
    let plain = terms("chess", BLITZ);
    let late = Terms { delay: 3, ..plain.clone() };
    // Nine fields of an array, and a tenth.
    assert_eq!((encode(&plain)[1], encode(&late)[1]), (0x99, 0x9a));
    for terms in [plain, late] {
        assert_eq!(decode::<Terms>(&encode(&terms), usize::MAX), Ok(terms));
    }
}

#[test]
fn no_field_of_a_log_can_be_changed() {
    let mut game = begin("chess", BLITZ);
    play(&mut game, &["e4", "e5", "Nf3"], 3);
    let good = game.log().clone();
    let second = &good.entries[1];
    let moved = |deed| {
        let action = Action { game: Id([5; 12]), after: second.after, deed, thought: 0 };
        Signed::new(&identity(2), Purpose::Action, &action)
    };
    type Change<'a> = Box<dyn Fn(&mut Log) + 'a>;
    let at_second =
        |change: fn(&mut Entry)| -> Change<'_> { Box::new(move |log| change(&mut log.entries[1])) };
    let of_terms =
        |change: fn(&mut Terms)| -> Change<'_> { Box::new(move |log| change(&mut log.terms)) };
    let changes: Vec<Change<'_>> = vec![
        of_terms(|terms| terms.id.0[0] ^= 1),
        of_terms(|terms| "tictactoe".clone_into(&mut terms.game)),
        of_terms(|terms| terms.players.swap(0, 1)),
        of_terms(|terms| terms.players[0].name.push('!')),
        of_terms(|terms| terms.ratings[0].rating += 1),
        of_terms(|terms| terms.time = Time::Unlimited),
        of_terms(|terms| terms.rated = false),
        of_terms(|terms| terms.began += 1),
        of_terms(|terms| terms.referee = identity(9).id()),
        at_second(|entry| entry.at += 1),
        at_second(|entry| entry.clocks[0].time += 1),
        at_second(|entry| entry.after.0[0] ^= 1),
        at_second(|entry| entry.proof = Proof([0; 64])),
        at_second(|entry| entry.action.body[3] ^= 1),
        at_second(|entry| entry.action.proof.0[0] ^= 1),
        at_second(|entry| entry.action.player = identity(1).id()),
        Box::new(|log| log.entries[1].action = moved(Deed::Resign)),
        Box::new(|log| _ = log.entries.remove(0)),
        Box::new(|log| _ = log.entries.remove(1)),
        Box::new(|log| log.entries.swap(1, 2)),
        Box::new(|log| log.entries.insert(1, log.entries[1].clone())),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut log = good.clone();
        change(&mut log);
        assert_ne!(log, good, "{number}");
        assert!(OnlineGame::from_log(log).is_err(), "{number}");
    }
    // What is missing at the end cannot be seen, and is a game as it was.
    let mut shorter = good.clone();
    shorter.entries.pop();
    assert!(OnlineGame::from_log(shorter).is_ok());
}

#[test]
fn a_referee_cannot_put_an_action_where_its_player_did_not() {
    let mut game = begin("chess", BLITZ);
    let early = entry(&game, 1, Deed::OfferDraw, 500).action;
    play(&mut game, &["e4"], 3);
    let clocks = ClockNote::of(game.clock());
    let moved = |action: Signed| Entry::new(&identity(REFEREE), action, 4_000, clocks, game.last());
    let mut other = game.clone();
    assert_eq!(other.append(moved(early)), Err(LogError::Deed(2)));
    // Nor one of another game.
    let action =
        Action { game: Id([6; 12]), after: game.last(), deed: Deed::OfferDraw, thought: 0 };
    let signed = Signed::new(&identity(1), Purpose::Action, &action);
    assert_eq!(other.append(moved(signed)), Err(LogError::Deed(2)));
    // Nor one that is signed for something else.
    let signed = Signed::new(
        &identity(1),
        Purpose::Request,
        &Action { game: Id([5; 12]), after: game.last(), deed: Deed::OfferDraw, thought: 0 },
    );
    assert!(matches!(other.append(moved(signed)), Err(LogError::Action { number: 2, .. })));
    // Nor an entry whose time is before the one before.
    let back = entry(&game, 2, Deed::OfferDraw, 3_000);
    let back = Entry::new(&identity(REFEREE), back.action, 2_999, clocks, game.last());
    assert_eq!(other.append(back), Err(LogError::Link(2)));
    assert_eq!((other.last(), other.log()), (game.last(), game.log()), "nothing has changed");
}

#[test]
fn those_who_may_not_do_something_are_refused() {
    let mut game = begin("chess", BLITZ);
    let mv = game.position().legal_moves()[0];
    let [first, second] = [1, 2].map(actor);
    assert_eq!(game.check(second, Deed::Play(mv)), Err(Refusal::NotYourTurn));
    assert_eq!(game.check(first, Deed::Play(Move::Pass)), Err(Refusal::IllegalMove));
    assert_eq!(game.check(first, Deed::TimeUp(Side::Second)), Err(Refusal::NotYours));
    assert_eq!(game.check(first, Deed::Void), Err(Refusal::NotYours));
    for deed in [Deed::Play(mv), Deed::Resign, Deed::AnswerTakeback(true), Deed::Abort] {
        assert_eq!(game.check(Actor::Referee, deed), Err(Refusal::NotYours), "{deed:?}");
        assert!(act(&mut game, REFEREE, deed, 0).is_err(), "{deed:?}");
    }
    assert_eq!(act(&mut game, 9, Deed::Resign, 0), Err(LogError::Deed(1)));
    act(&mut game, 2, Deed::Resign, 0).unwrap();
    assert_eq!(game.finish(), Some(Finish::Resigned(Side::Second)));
    assert_eq!(game.check(first, Deed::Play(mv)), Err(Refusal::GameOver));
}

#[test]
fn a_draw_is_offered_once_and_goes_with_the_own_move_but_not_with_the_opponent_s() {
    let mut game = begin("chess", BLITZ);
    assert_eq!(game.check(actor(1), Deed::AnswerDraw(true)), Err(Refusal::NoOffer));
    act(&mut game, 1, Deed::OfferDraw, 100).unwrap();
    assert_eq!(game.check(actor(1), Deed::OfferDraw), Err(Refusal::NoOffer));
    assert_eq!(game.check(actor(1), Deed::AnswerDraw(true)), Err(Refusal::NoOffer));
    play(&mut game, &["e4"], 1);
    assert_eq!(game.draw_offer(), Some(Side::First));
    play(&mut game, &["e5"], 1);
    assert_eq!(game.draw_offer(), None);
    act(&mut game, 2, Deed::OfferDraw, 5_000).unwrap();
    act(&mut game, 1, Deed::AnswerDraw(false), 6_000).unwrap();
    assert_eq!((game.draw_offer(), game.finish()), (None, None));
    act(&mut game, 2, Deed::OfferDraw, 7_000).unwrap();
    act(&mut game, 1, Deed::AnswerDraw(true), 8_000).unwrap();
    assert_eq!(game.finish(), Some(Finish::DrawAgreed));
    assert_eq!(game.finish().unwrap().winner(), Some(None));
}

#[test]
fn a_takeback_goes_to_the_own_last_choice_and_leaves_a_variation() {
    let mut game = begin("chess", BLITZ);
    assert_eq!(game.check(actor(1), Deed::AskTakeback), Err(Refusal::TooLate));
    play(&mut game, &["e4", "e5"], 1);
    let after_e4 = game.tree().position(game.tree().main_line().nth(1).unwrap()).key();
    // The second player to move would take back the move before.
    act(&mut game, 2, Deed::AskTakeback, 3_000).unwrap();
    assert_eq!(game.check(actor(2), Deed::AnswerTakeback(true)), Err(Refusal::NoOffer));
    act(&mut game, 1, Deed::AnswerTakeback(false), 4_000).unwrap();
    assert_eq!((game.takeback(), game.line().len()), (None, 2));
    act(&mut game, 2, Deed::AskTakeback, 5_000).unwrap();
    act(&mut game, 1, Deed::AnswerTakeback(true), 6_000).unwrap();
    assert_eq!((game.position().key(), game.side_to_move()), (after_e4, Side::Second));
    assert_eq!(game.turn_began(), 6_000);
    play(&mut game, &["c5"], 1);
    let texts: Vec<_> = game.tree().path(game.node()).into_iter().collect();
    let texts: Vec<_> = texts.into_iter().filter_map(|node| game.tree().move_text(node)).collect();
    assert_eq!(texts, ["e4", "c5"]);
    assert_eq!(game.tree().main_line().last(), Some(game.node()));
    assert_eq!(game.tree().nodes().count(), 4, "what was taken back is a variation");
    // The first player to move takes back both.
    act(&mut game, 1, Deed::AskTakeback, 8_000).unwrap();
    act(&mut game, 2, Deed::AnswerTakeback(true), 8_000).unwrap();
    assert_eq!((game.line().len(), game.side_to_move()), (0, Side::First));
    // A move takes the question away.
    play(&mut game, &["d4"], 1);
    act(&mut game, 1, Deed::AskTakeback, 10_000).unwrap();
    play(&mut game, &["d5"], 2);
    assert_eq!(game.takeback(), None);
    assert_eq!(OnlineGame::from_log(game.log().clone()).unwrap().line(), game.line());
}

#[test]
fn a_forced_pass_is_not_where_a_takeback_leads() {
    let mut random = Random::new(1);
    let mut game = begin("reversi", BLITZ);
    loop {
        let moves = game.position().legal_moves();
        if moves == [Move::Pass] && game.line().len() > 2 {
            break;
        }
        match random.pick(&moves) {
            Some(&mv) => {
                let (at, side) = (game.turn_began(), game.side_to_move());
                act(&mut game, 1 + side.index() as u8, Deed::Play(mv), at).unwrap();
            }
            None => game = begin("reversi", BLITZ),
        }
    }
    let (passing, plies) = (game.side_to_move(), game.line().len());
    play(&mut game, &["pass"], 1);
    let at = game.turn_began();
    let [asks, answers] = [passing, passing.other()].map(|side| 1 + side.index() as u8);
    act(&mut game, asks, Deed::AskTakeback, at).unwrap();
    act(&mut game, answers, Deed::AnswerTakeback(true), at).unwrap();
    assert_eq!(game.side_to_move(), passing);
    assert!(game.line().len() < plies && game.position().legal_moves() != [Move::Pass]);
}

#[test]
fn clocks_run_from_the_second_turn_on_and_offers_do_not_touch_them() {
    let mut game = begin("chess", BLITZ);
    assert!(!game.is_clock_running() && game.deadline().is_none());
    play(&mut game, &["e4", "e5"], 30);
    assert_eq!(shown(&game), [302_000, 302_000]);
    assert!(game.is_clock_running());
    assert_eq!(game.deadline(), Some(60_000 + 302_000));
    assert_eq!(game.clock_at(70_000).reading(Side::First).time.as_secs(), 292);
    act(&mut game, 1, Deed::OfferDraw, 70_000).unwrap();
    assert_eq!(game.deadline(), Some(60_000 + 302_000), "the turn goes on");
    play(&mut game, &["d4"], 20);
    assert_eq!(shown(&game), [284_000, 302_000]);
    act(&mut game, 1, Deed::GiveTime(15_000), 81_000).unwrap();
    assert_eq!(shown(&game), [284_000, 317_000]);
    assert_eq!(game.check(actor(1), Deed::GiveTime(0)), Err(Refusal::Setup));
    assert_eq!(game.check(actor(1), Deed::GiveTime(60_001)), Err(Refusal::Setup));
    let deadline = game.deadline().unwrap();
    act(&mut game, REFEREE, Deed::TimeUp(Side::Second), deadline).unwrap();
    assert_eq!(shown(&game), [284_000, 0]);
    assert_eq!(game.finish(), Some(Finish::OutOfTime(Side::Second)));
    let byo_yomi = Time::ByoYomi { main: 0, period: 30_000, periods: 3 };
    let game = begin("go", byo_yomi);
    assert_eq!(game.check(actor(1), Deed::GiveTime(1)), Err(Refusal::Setup));
}

#[test]
fn a_turn_of_two_stones_brings_one_increment_and_one_fresh_period() {
    let connect6 = |time| {
        let mut options = Options::default();
        options.set("rule", crate::games::OptionValue::Word("connect6".to_owned()));
        let mut terms = terms("gomoku", time);
        terms.options = options;
        OnlineGame::new(terms).unwrap()
    };
    let place = |game: &mut OnlineGame, count: usize, seconds: u64| {
        for _ in 0..count {
            let mv = game.position().legal_moves()[0];
            let at = game.turn_began() + seconds * 1_000;
            act(game, 1 + game.side_to_move().index() as u8, Deed::Play(mv), at).unwrap();
        }
    };
    let mut game = connect6(BLITZ);
    place(&mut game, 1, 1);
    assert_eq!(shown(&game), [302_000, 300_000]);
    // The first of the second side's stones is its first move.
    place(&mut game, 2, 1);
    assert_eq!(shown(&game), [302_000, 301_000]);
    place(&mut game, 2, 1);
    assert_eq!(shown(&game), [302_000, 301_000]);
    let mut game = connect6(Time::ByoYomi { main: 0, period: 30_000, periods: 1 });
    place(&mut game, 3, 1);
    place(&mut game, 1, 20);
    assert_eq!(shown(&game)[0], 10_000, "the period goes on with the second stone");
    place(&mut game, 1, 9);
    assert_eq!(shown(&game)[0], 30_000);
}

#[test]
fn a_game_is_aborted_until_both_have_moved_and_counts_for_nothing() {
    let mut game = begin("chess", BLITZ);
    play(&mut game, &["e4"], 1);
    assert!(game.is_abortable());
    let mut aborted = game.clone();
    act(&mut aborted, 1, Deed::Abort, 2_000).unwrap();
    assert_eq!(aborted.finish(), Some(Finish::Void));
    assert_eq!(aborted.finish().unwrap().winner(), None);
    assert!(!aborted.is_abortable() && !aborted.is_clock_running());
    play(&mut game, &["e5"], 1);
    assert_eq!(game.check(actor(1), Deed::Abort), Err(Refusal::TooLate));
    act(&mut game, REFEREE, Deed::Abandoned(Side::First), 200_000).unwrap();
    assert_eq!(game.finish().unwrap().winner(), Some(Some(Side::Second)));
}

#[test]
fn terms_that_nothing_can_be_played_by_are_refused() {
    let unknown = OnlineGame::new(terms("ludo", BLITZ)).unwrap_err();
    assert_eq!(unknown, LogError::Game("ludo".to_owned()));
    let mut wrong = terms("chess", BLITZ);
    wrong.options.set("no-such", crate::games::OptionValue::Switch(true));
    assert!(matches!(OnlineGame::new(wrong), Err(LogError::Setup(_))));
    // A clock that its time control does not have.
    let mut game = begin("chess", Time::ByoYomi { main: 1_000, period: 1_000, periods: 1 });
    let mut forged = entry(&game, 1, Deed::OfferDraw, 0);
    forged.clocks[0].time = 1_001;
    let forged = Entry::new(&identity(REFEREE), forged.action, 0, forged.clocks, game.last());
    assert_eq!(game.append(forged), Err(LogError::Deed(1)));
}
