//! Backend messages survive a round trip through MessagePack.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::notice::Notice;
use crate::app::platform::files::{PickedFile, SaveFile};
use crate::app::services::library::game_list::{Page, PageRequest};
use crate::app::services::library::{
    BackendRequest, BackendResponse, Facets, GameSelection, ImportProgress, ImportReport,
    LibraryEvent, LibraryRequest,
};
use crate::app::services::tasks::wire::{pack, unpack};
use crate::content::books::{self, Books};
use crate::core::Reading;
use crate::games::{Options, registry};
use crate::library::{Filter, GameId, GameSummary, Library, PositionKey, ResultKind, SortOrder};
use crate::record::{GameTree, InfoField};

/// A record that uses every feature of records.
fn full_record() -> GameTree {
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
    tree.annotations_mut(second).comment = "虎\n\"tiger\"".to_owned();
    tree.set_clocks(
        first,
        [Reading { time: Duration::from_secs(5), periods: 2, in_byo_yomi: true }; 2],
    );
    tree.info_mut().set(InfoField::FirstPlayer, "某甲");
    tree.info_mut().set_tag("Board", "7");
    tree
}

fn shipped_books() -> Books {
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
    let tree = full_record();
    let last = tree.main_line().last().unwrap();
    Filter {
        player: "Ann".to_owned(),
        game: Some("go".to_owned()),
        result: Some(ResultKind::Win(crate::core::Side::Second)),
        from: "2020-05".parse().ok(),
        to: "2021".parse().ok(),
        opening: Some("Tiger".to_owned()),
        plies: Some(3..=60),
        tag: Some("好".to_owned()),
        position: Some(PositionKey::new(tree.game(), tree.position(last))),
        deleted: true,
    }
}

fn summaries() -> Vec<GameSummary> {
    let mut library = Library::in_memory().unwrap();
    library.add(&full_record()).unwrap();
    library.set_tags(id(1), &["good", "好"]).unwrap();
    library.summaries().to_vec()
}

/// The value after a round trip. Equality is checked by bytes, which contain
/// every part of the value.
fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let bytes = pack(value).unwrap();
    let arrived: T = unpack(&bytes).unwrap();
    assert_eq!(pack(&arrived).unwrap(), bytes);
    arrived
}

#[test]
fn every_request_survives_a_round_trip() {
    let tree = || Box::new(full_record());
    let requests = [
        LibraryRequest::Get(id(7)),
        LibraryRequest::Rename(id(7), "标题".to_owned()),
        LibraryRequest::SetTags(id(7), vec!["a".to_owned(), String::new()]),
        LibraryRequest::Delete(id(1)),
        LibraryRequest::Restore(id(1)),
        LibraryRequest::Purge,
        LibraryRequest::Import(vec![
            PickedFile::from_bytes("a.wtb", vec![0, 200, 255]),
            PickedFile::from_path("b.sgf".into()),
        ]),
        LibraryRequest::ImportText("1. e4".to_owned()),
        LibraryRequest::CancelImport,
        LibraryRequest::Store { id: None, tree: tree(), request_id: u64::MAX },
        LibraryRequest::Store { id: Some(id(9)), tree: tree(), request_id: 0 },
        LibraryRequest::SetOpeningBooks(Arc::new(shipped_books())),
        LibraryRequest::Export(GameSelection::One(id(3)), "sgf".into()),
        LibraryRequest::Export(GameSelection::Filtered(filter(), SortOrder::Name), "pgn".into()),
    ];
    let mut messages: Vec<BackendRequest> =
        requests.into_iter().map(BackendRequest::Request).collect();
    messages.push(BackendRequest::StorePlayed {
        tree: tree(),
        label: "14:03".to_owned(),
        log: None,
    });
    let page_request =
        PageRequest { filter: filter(), sort: SortOrder::Oldest, serial: 4, page: 2 };
    messages.push(BackendRequest::Page(page_request.clone()));
    messages.push(BackendRequest::Facets);
    for message in &messages {
        let arrived = round_trip(message);
        assert_eq!(std::mem::discriminant(&arrived), std::mem::discriminant(message));
    }
    let copy = round_trip(&BackendRequest::Page(page_request.clone()));
    assert!(matches!(copy, BackendRequest::Page(same) if same == page_request));
}

#[test]
fn every_response_survives_a_round_trip() {
    let tree = full_record();
    let mut library = Library::in_memory().unwrap();
    library.add(&tree).unwrap();
    let stats = library.move_stats(&tree, tree.root(), &Filter::default()).unwrap();
    assert!(!stats.is_empty());
    let report = ImportReport {
        added: 3,
        duplicates: 1,
        rejected: vec![("a.pgn".to_owned(), "line 9".to_owned())],
        warnings: vec![("b.pgn".to_owned(), "line 7".to_owned())],
        cancelled: true,
        single: Some((id(4), Box::new(full_record()))),
    };
    let events = [
        LibraryEvent::Game { id: id(4), tree: Box::new(full_record()) },
        LibraryEvent::Stored(id(4), 17),
        LibraryEvent::PositionStats(u64::MAX, stats),
        LibraryEvent::Imported(report),
        LibraryEvent::PlayedStored { id: id(4), label: "14:03".to_owned() },
    ];
    let mut messages: Vec<BackendResponse> =
        events.into_iter().map(|events| BackendResponse::Event(Box::new(events))).collect();
    let page = Page { serial: 4, page: 2, revision: 9, total: 130, games: summaries() };
    let facets = Facets {
        games: vec![("go".into(), 3)],
        openings: vec![("Tiger".into(), 2)],
        tags: vec![("好".into(), 1)],
        total: 3,
        deleted: 1,
    };
    let notice = Notice::problem("import-refused").with("file", "a.pgn").with_key("side", "black");
    messages.extend([
        BackendResponse::Open,
        BackendResponse::InUse,
        BackendResponse::Unavailable("no room".to_owned()),
        BackendResponse::Notice(notice.clone()),
        BackendResponse::Page(page.clone()),
        BackendResponse::Facets(facets.clone()),
        BackendResponse::Changed(5),
        BackendResponse::Progress(None),
        BackendResponse::Progress(Some(ImportProgress { files: [1, 2], games: 30 })),
        BackendResponse::Save(SaveFile {
            name: "a.pgn".to_owned(),
            bytes: b"1. e4".to_vec().into(),
        }),
    ]);
    for message in &messages {
        round_trip(message);
    }
    let copy = round_trip(&BackendResponse::Notice(notice.clone()));
    assert!(matches!(copy, BackendResponse::Notice(same) if same == notice));
    let copy = round_trip(&BackendResponse::Page(page.clone()));
    assert!(matches!(copy, BackendResponse::Page(same) if same == page));
    let copy = round_trip(&BackendResponse::Facets(facets.clone()));
    assert!(matches!(copy, BackendResponse::Facets(same) if same == facets));
}

#[test]
fn a_node_is_restored_in_its_record() {
    let tree = full_record();
    for node in tree.nodes() {
        let message =
            BackendRequest::Request(LibraryRequest::Explore(Box::new(tree.clone()), node));
        let BackendRequest::Request(LibraryRequest::Explore(same, there)) = round_trip(&message)
        else {
            panic!("{message:?}")
        };
        assert_eq!(there, node);
        assert_eq!(same.position(there).text(), tree.position(node).text());
        assert_eq!(same.annotations(there), tree.annotations(node));
    }
    let wrong = pack(&("Request", (tree, 99_usize))).unwrap();
    assert!(unpack::<BackendRequest>(&wrong).is_err());
}

#[test]
fn books_name_openings_after_a_round_trip() {
    let books = shipped_books();
    let message = BackendRequest::Request(LibraryRequest::SetOpeningBooks(Arc::new(books.clone())));
    let BackendRequest::Request(LibraryRequest::SetOpeningBooks(same)) = round_trip(&message)
    else {
        panic!("another message")
    };
    let mut tree = GameTree::new(registry::find("reversi").unwrap(), Options::default()).unwrap();
    let mut node = tree.root();
    for text in ["f5", "d6", "c3", "d3", "c4"] {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    assert_eq!(same.name(&tree, node).unwrap(), books.name(&tree, node).unwrap());
    use crate::library::OpeningNamer;
    assert_eq!(same.version(), books.version());
}

#[test]
fn a_notice_survives_with_its_arguments() {
    let notice =
        Notice::problem("import-refused").with("file", "a.sgf").with_key("side", "side-black");
    assert_eq!(round_trip(&notice), notice);
}
