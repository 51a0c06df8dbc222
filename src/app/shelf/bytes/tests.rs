//! Whatever goes to the librarian and back is the same when it arrives.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::notice::Notice;
use crate::app::platform::files::{Parcel, Save};
use crate::app::platform::work::wire::{pack, unpack};
use crate::app::shelf::list::{Page, Wanted};
use crate::app::shelf::{Answer, Ask, Errand, Facets, Games, Progress, Report, Told};
use crate::content::books::{self, Books};
use crate::core::Reading;
use crate::games::{Options, registry};
use crate::library::{Ended, Filter, GameId, Library, PositionKey, Sort, Summary};
use crate::record::{Field, GameTree};

/// A record with everything that a record may have.
fn full() -> GameTree {
    let mut tree = GameTree::new(registry::find("reversi").unwrap(), Options::default()).unwrap();
    let play = |tree: &mut GameTree, node, text: &str| {
        let mv = tree.position(node).parse_move(text).unwrap();
        tree.play(node, mv).unwrap()
    };
    let root = tree.root();
    let first = play(&mut tree, root, "f5");
    let second = play(&mut tree, first, "d6");
    play(&mut tree, second, "c3");
    play(&mut tree, first, "f6");
    play(&mut tree, root, "d3");
    tree.notes_mut(second).comment = "虎\n\"tiger\"".to_owned();
    tree.set_clock(first, [Reading { time: 5000, periods: 2, in_byo_yomi: true }; 2]);
    tree.info_mut().set(Field::First, "某甲");
    tree.info_mut().set_tag("Board", "7");
    tree
}

fn shipped() -> Books {
    let folder = crate::content::assets_folder();
    let loaded = books::load(|path| {
        std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
    });
    assert_eq!(loaded.errors, []);
    loaded.books
}

fn id(number: u32) -> GameId {
    number.to_string().parse().unwrap()
}

fn filter() -> Filter {
    let tree = full();
    let last = tree.main_line().last().unwrap();
    Filter {
        player: "Ann".to_owned(),
        game: Some("go".to_owned()),
        ended: Some(Ended::Won(crate::core::Side::Second)),
        from: "2020-05".parse().ok(),
        to: "2021".parse().ok(),
        opening: Some("Tiger".to_owned()),
        plies: Some(3..=60),
        tag: Some("好".to_owned()),
        position: Some(PositionKey::new(tree.game(), tree.position(last))),
        deleted: true,
    }
}

fn summaries() -> Vec<Summary> {
    let mut library = Library::in_memory().unwrap();
    library.add(&full()).unwrap();
    library.set_tags(id(1), &["good", "好"]).unwrap();
    library.summaries().to_vec()
}

/// The value as it arrives. That it is the same is seen by its bytes, since
/// every part of it is in them.
fn sent<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let bytes = pack(value).unwrap();
    let arrived: T = unpack(&bytes).unwrap();
    assert_eq!(pack(&arrived).unwrap(), bytes);
    arrived
}

#[test]
fn every_errand_arrives_as_it_was_sent() {
    let tree = || Box::new(full());
    let asks = [
        Ask::Get(id(7)),
        Ask::Rename(id(7), "标题".to_owned()),
        Ask::SetTags(id(7), vec!["a".to_owned(), String::new()]),
        Ask::Delete(id(1)),
        Ask::Restore(id(1)),
        Ask::Purge,
        Ask::Import(vec![Parcel::of("a.wtb", vec![0, 200, 255]), Parcel::at("b.sgf".into())]),
        Ask::Paste("1. e4".to_owned()),
        Ask::Cancel,
        Ask::Store { id: None, tree: tree(), mark: u64::MAX },
        Ask::Store { id: Some(id(9)), tree: tree(), mark: 0 },
        Ask::NameOpenings(Arc::new(shipped())),
        Ask::Export(Games::One(id(3)), "sgf"),
        Ask::Export(Games::Listed(filter(), Sort::Name), "pgn"),
    ];
    let mut errands: Vec<Errand> = asks.into_iter().map(Errand::Ask).collect();
    errands.push(Errand::Keep { tree: tree(), label: "14:03".to_owned() });
    let wanted = Wanted { filter: filter(), sort: Sort::Oldest, serial: 4, page: 2 };
    errands.push(Errand::Page(wanted.clone()));
    errands.push(Errand::Facets);
    for errand in &errands {
        let arrived = sent(errand);
        assert_eq!(std::mem::discriminant(&arrived), std::mem::discriminant(errand));
    }
    assert!(matches!(sent(&Errand::Page(wanted.clone())), Errand::Page(same) if same == wanted));
}

#[test]
fn every_answer_arrives_as_it_was_said() {
    let tree = full();
    let mut library = Library::in_memory().unwrap();
    library.add(&tree).unwrap();
    let stats = library.moves(&tree, tree.root(), &Filter::default()).unwrap();
    assert!(!stats.is_empty());
    let report = Report {
        added: 3,
        known: 1,
        refused: vec![("a.pgn".to_owned(), "line 9".to_owned())],
        cancelled: true,
        single: Some((id(4), Box::new(full()))),
    };
    let told = [
        Told::Game { id: id(4), tree: Box::new(full()) },
        Told::Stored(id(4), 17),
        Told::Explored(u64::MAX, stats),
        Told::Imported(report),
        Told::Kept { id: id(4), label: "14:03".to_owned() },
    ];
    let mut answers: Vec<Answer> =
        told.into_iter().map(|told| Answer::Told(Box::new(told))).collect();
    let page = Page { serial: 4, page: 2, revision: 9, total: 130, games: summaries() };
    let facets = Facets {
        games: vec![("go".into(), 3)],
        openings: vec![("Tiger".into(), 2)],
        tags: vec![("好".into(), 1)],
        total: 3,
        deleted: 1,
    };
    let notice = Notice::problem("import-refused").with("file", "a.pgn").naming("side", "black");
    answers.extend([
        Answer::Open,
        Answer::Taken,
        Answer::Closed("no room".to_owned()),
        Answer::Tell(notice.clone()),
        Answer::Page(page.clone()),
        Answer::Facets(facets.clone()),
        Answer::Changed(5),
        Answer::Progress(None),
        Answer::Progress(Some(Progress { files: [1, 2], games: 30 })),
        Answer::Save(Save { name: "a.pgn".to_owned(), bytes: b"1. e4".to_vec().into() }),
    ]);
    for answer in &answers {
        sent(answer);
    }
    assert!(matches!(sent(&Answer::Tell(notice.clone())), Answer::Tell(same) if same == notice));
    assert!(matches!(sent(&Answer::Page(page.clone())), Answer::Page(same) if same == page));
    assert!(
        matches!(sent(&Answer::Facets(facets.clone())), Answer::Facets(same) if same == facets)
    );
}

#[test]
fn a_position_arrives_as_the_same_node_of_the_same_record() {
    let tree = full();
    for node in tree.nodes() {
        let errand = Errand::Ask(Ask::Explore(Box::new(tree.clone()), node));
        let Errand::Ask(Ask::Explore(same, there)) = sent(&errand) else { panic!("{errand:?}") };
        assert_eq!(there, node);
        assert_eq!(same.position(there).text(), tree.position(node).text());
        assert_eq!(same.notes(there), tree.notes(node));
    }
    let wrong = pack(&("Ask", (tree, 99_usize))).unwrap();
    assert!(unpack::<Errand>(&wrong).is_err());
}

#[test]
fn books_that_arrive_name_openings_as_those_that_were_sent() {
    let books = shipped();
    let errand = Errand::Ask(Ask::NameOpenings(Arc::new(books.clone())));
    let Errand::Ask(Ask::NameOpenings(same)) = sent(&errand) else { panic!("another errand") };
    let mut tree = GameTree::new(registry::find("reversi").unwrap(), Options::default()).unwrap();
    let mut node = tree.root();
    for text in ["f5", "d6", "c3", "d3", "c4"] {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    assert_eq!(same.name(&tree, node).unwrap(), books.name(&tree, node).unwrap());
    use crate::library::Namer;
    assert_eq!(same.mark(), books.mark());
}

#[test]
fn a_word_of_the_program_is_kept_once() {
    let notice = Notice::hint("paste-empty");
    let (one, two) = (sent(&notice), sent(&notice));
    assert_eq!(one, notice);
    assert!(std::ptr::eq(one.id, two.id));
}
