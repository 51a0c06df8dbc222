//! Players among each other: those who watch, the way, what was missed, tables.

use super::*;
use crate::net::{Line, RatingTable, Room};

/// The entries of the log that a player who plays reads.
fn live(house: &House, id: Id, number: u8) -> usize {
    let of = |segment| topics::live_log(id, player(number).id(), segment);
    let segments = (0..).map_while(|segment| house.retained.get(&of(segment)));
    segments.map(|bytes| decode::<Segment>(bytes, usize::MAX).unwrap().entries.len()).sum()
}

#[test]
fn those_who_watch_are_behind_by_moves_until_the_game_is_over() {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(Offer { delay: 3, ..offer("gomoku", BLITZ) });
    assert!(house.log(id).entries.is_empty());
    for number in 0..40 {
        let mv = house.game(id).position().legal_moves()[0];
        let side = house.game(id).side_to_move().index() as u8 + 1;
        house.now += 300;
        house.act(side, id, Deed::Play(mv));
        if house.game(id).position().outcome().is_some() {
            break;
        }
        assert_eq!([live(&house, id, 1), live(&house, id, 2)], [number + 1; 2]);
        assert_eq!(house.proven(id).line().len(), (number + 1_usize).saturating_sub(3));
        if number == 20 {
            // An offer is no move: it shows nothing, and is not shown.
            house.act(side, id, Deed::OfferDraw);
            house.act(3 - side, id, Deed::AnswerDraw(false));
            assert_eq!(house.proven(id).line().len(), 18);
            house.restart();
            assert_eq!(house.proven(id).line().len(), 18);
            assert_eq!(live(&house, id, 1), 23);
            break;
        }
    }
    house.act(1, id, Deed::Resign);
    assert_eq!(house.proven(id).finish(), Some(crate::net::Finish::Resigned(Side::First)));
    assert_eq!(house.proven(id).line().len(), 21);
    house.wait(2 * 60 * MINUTE);
    assert!(house.retained.is_empty(), "{:?}", house.retained.keys());
    let told = house.ask(1, Ask::Challenge(Offer { delay: 11, ..offer("chess", BLITZ) }));
    assert_eq!(refusal(&told), Refusal::Setup);
}

#[test]
fn opponents_in_games_with_a_clock_are_told_of_the_way_now_and_then() {
    let mut house = House::with_players(&[1, 2]);
    let day = Time::Correspondence { a_move: 24 * 60 * MINUTE };
    house.begin(offer("go", day));
    let measured = |number| Ask::Measured { number, round_trip_ms: 80 };
    let send = |house: &mut House, number| {
        let message = house.request(1, measured(number));
        house.send(&message)
    };
    let published = send(&mut house, 1);
    assert!(matches!(told(&published, 1)[..], [Notice::Pong { number: 1, .. }]));
    assert_eq!(told(&published, 2), []);
    let id = house.begin(offer("chess", BLITZ));
    house.now += 5_000;
    let way = Notice::Way { game: id, round_trip_ms: 80 };
    assert_eq!(told(&send(&mut house, 2), 2), [way]);
    house.now += 4_000;
    assert_eq!(told(&send(&mut house, 3), 2), []);
}

#[test]
fn what_is_said_to_a_player_who_is_away_is_told_when_they_are_back() {
    let mut house = House::with_players(&[1, 2]);
    let day = Time::Correspondence { a_move: 24 * 60 * MINUTE };
    let id = house.begin(offer("go", day));
    let say = |text: &str| Ask::Chat { room: Room::Players(id), line: Line::Text(text.to_owned()) };
    house.ask(1, say("you are here"));
    house.leave(2);
    house.ask(1, say("you are away"));
    house.restart();
    house.arrive(1);
    house.arrive(2);
    let hello = || Ask::Hello { name: "Bea".to_owned() };
    let lines = |told: &[Notice]| -> Vec<Line> {
        let line = |notice: &Notice| match notice {
            Notice::Chat(ChatLine { line, .. }) => Some(line.clone()),
            _ => None,
        };
        told.iter().filter_map(line).collect()
    };
    let told = house.ask(2, hello());
    assert!(matches!(told[0], Notice::Welcome { .. }));
    assert_eq!(lines(&told), [Line::Text("you are away".to_owned())]);
    assert_eq!(lines(&house.ask(2, hello())), [], "it is told once");
    // And no more than a few are kept.
    house.leave(2);
    for number in 0..limits::MAX_MISSED + 10 {
        house.now += 2_000;
        house.ask(1, say(&format!("{number}")));
    }
    house.arrive(2);
    assert_eq!(lines(&house.ask(2, hello())).len(), limits::MAX_MISSED);
}

#[test]
fn a_table_has_those_whose_ratings_are_sure_first() {
    let mut house = House::with_players(&[1, 2, 3]);
    let table = |house: &mut House, game: &str| -> RatingTable {
        let ask = Ask::Table { game: game.to_owned(), speed: Speed::Rapid };
        let told = house.ask(1, ask);
        let [Notice::Table(table)] = &told[..] else { panic!("{told:?}") };
        table.clone()
    };
    assert_eq!(table(&mut house, "chess").players, []);
    let rated = |rating: f64, deviation: f64| StoredRating {
        game: "chess".to_owned(),
        speed: Speed::Rapid,
        record: RatingRecord {
            rating: crate::content::levels::rating::Rating { rating, deviation, volatility: 0.06 },
            games: 9,
        },
    };
    let changes = [(1, 1600.0, 60.0), (2, 1700.0, 60.0), (3, 2000.0, 200.0)].map(
        |(number, rating, deviation)| Change::Rating(player(number).id(), rated(rating, deviation)),
    );
    house.store.commit(&changes).unwrap();
    assert_eq!(table(&mut house, "chess").count, 0, "it stands for a minute");
    house.wait(MINUTE);
    let found = table(&mut house, "chess");
    let names: Vec<_> = found.players.iter().map(|line| line.profile.name.as_str()).collect();
    assert_eq!((&names[..], found.count), (&["P2", "P1", "P3"][..], 3));
    assert!(found.players[2].rating.is_provisional());
    assert_eq!(table(&mut house, "go").players, []);
}
