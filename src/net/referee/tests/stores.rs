//! Both stores keep the same, and what a file has outlives the program.

use super::*;
use crate::net::Entry;

fn challenge(id: [u8; 12]) -> Challenge {
    let from = Profile { player: player(1).id(), name: "P1".to_owned() };
    let rating = RatingRecord::default().note();
    Challenge { id: Id(id), from, rating, offer: offer("go", BLITZ), at: START }
}

/// Everything that is kept.
fn changes() -> Vec<Change> {
    let mut house = House::with_players(&[1, 2]);
    let id = house.begin(offer("chess", BLITZ));
    house.play_all(id, &["e4", "e5"]);
    let Log { terms, entries } = house.log(id);
    let [one, two] = [1, 2].map(|number| player(number).id());
    let line = |game: &str, games| StoredRating {
        game: game.to_owned(),
        speed: Speed::Blitz,
        record: RatingRecord { games, ..RatingRecord::default() },
    };
    let report = |at| Report { from: one, about: two, text: "rude".to_owned(), at };
    let entry = |number: usize| Change::Entry(id, number as u32, entries[number].clone());
    let other = Terms { id: Id([1; 12]), ..terms.clone() };
    vec![
        Change::Begin { terms: terms.clone(), office: 2, listed: true },
        Change::Begin { terms: other, office: 0, listed: false },
        entry(0),
        entry(1),
        Change::End(Id([1; 12]), 5),
        Change::Rating(one, line("chess", 1)),
        Change::Rating(one, line("chess", 2)),
        Change::Rating(one, line("go", 1)),
        Change::Profile(terms.players[0].clone()),
        Change::Seen(one, Some(7)),
        Change::Seen(two, Some(7)),
        Change::Seen(two, None),
        Change::Post(challenge([3; 12])),
        Change::Post(challenge([4; 12])),
        Change::Unpost(Id([3; 12])),
        Change::Report(report(300)),
        Change::Report(report(20)),
    ]
}

fn check(store: &dyn Store, changes: &[Change]) {
    let [Change::Begin { terms, .. }, ..] = changes else { panic!() };
    let entries: Vec<Entry> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Entry(_, _, entry) => Some(entry.clone()),
            _ => None,
        })
        .collect();
    let log = Log { terms: terms.clone(), entries };
    let game = StoredGame { log, office: 2, listed: true, is_running: true };
    assert_eq!(store.running().unwrap(), [game]);
    let ended = store.game(Id([1; 12])).unwrap().unwrap();
    assert!(!ended.is_running && !ended.listed && ended.log.entries.is_empty());
    assert_eq!(store.ended().unwrap(), [(Id([1; 12]), 5)]);
    assert_eq!(store.game(Id([2; 12])).unwrap(), None);
    let [one, two] = [1, 2].map(|number| player(number).id());
    let ratings = store.ratings(one).unwrap();
    let ratings: Vec<_> = ratings.iter().map(|it| (it.game.as_str(), it.record.games)).collect();
    assert_eq!(ratings, [("chess", 2), ("go", 1)]);
    assert_eq!(store.ratings(two).unwrap(), []);
    assert_eq!(store.profile(one).unwrap().unwrap().name, "P1");
    assert_eq!(store.profile(two).unwrap(), None);
    assert_eq!(store.seen().unwrap(), [(one, 7)]);
    assert_eq!(store.posted().unwrap(), [challenge([4; 12])]);
    assert_eq!(store.all_ratings().unwrap(), [(one, store.ratings(one).unwrap())]);
    let at: Vec<_> = store.reports().unwrap().iter().map(|report| report.at).collect();
    assert_eq!(at, [20, 300]);
}

#[test]
fn memory_and_file_keep_the_same() {
    let changes = changes();
    let mut memory = MemoryStore::default();
    assert!(memory.running().unwrap().is_empty() && memory.ratings(player(1).id()).is_ok());
    memory.commit(&changes).unwrap();
    check(&memory, &changes);

    let folder = std::env::temp_dir().join(format!("tianyuan-referee-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("referee.redb");
    let mut file = RedbStore::open(&path).unwrap();
    assert!(file.running().unwrap().is_empty() && file.reports().unwrap().is_empty());
    file.commit(&changes).unwrap();
    check(&file, &changes);
    assert!(matches!(RedbStore::open(&path), Err(StoreError::InUse)));
    drop(file);
    let mut file = RedbStore::open(&path).unwrap();
    check(&file, &changes);
    file.commit(&[Change::Clear(Id([1; 12]))]).unwrap();
    assert!(file.ended().unwrap().is_empty());
    drop(file);
    // A referee goes on from the file.
    let mut file = RedbStore::open(&path).unwrap();
    file.commit(&[Change::Seen(player(1).id(), Some(START))]).unwrap();
    let referee = Referee::new(player(200), Box::new(file), 0, START).unwrap();
    assert_eq!(referee.games().len(), 1);
    drop(referee);
    std::fs::write(&path, b"no database").unwrap();
    assert!(RedbStore::open(&path).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_store_with_a_game_that_its_log_does_not_prove_is_damaged() {
    let mut changes = changes();
    let Change::Entry(_, _, entry) = &mut changes[3] else { panic!() };
    entry.clocks[0].time += 1;
    let mut store = MemoryStore::default();
    store.commit(&changes).unwrap();
    let opened = Referee::new(player(200), Box::new(store), 0, START);
    assert!(matches!(opened, Err(StoreError::Damaged(_))));
}
