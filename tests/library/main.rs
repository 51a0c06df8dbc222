//! The game library: round trips, filters, and robustness of the file.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use tianyuan::core::{Decision, Move, Point, Random, Reading, Side};
use tianyuan::games::{Game, OptionValue, Options, registry};
use tianyuan::library::{
    Added, Date, Filter, GameId, Library, LibraryError, PositionKey, ResultKind, SortOrder,
    TIME_OF_DAY,
};
use tianyuan::record::formats::{self, Source};
use tianyuan::record::{GameTree, InfoField, TreeFile};

mod backend;
mod explore;
mod files;
#[path = "../common/timing.rs"]
mod timing;

/// An unused path in the tests' temporary folder.
fn fresh(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.join("games.redb")
}

fn game(id: &str) -> &'static dyn Game {
    registry::find(id).unwrap()
}

/// A game of these moves.
fn played(id: &str, moves: &str) -> GameTree {
    let mut tree = GameTree::new(game(id), Options::default()).unwrap();
    let mut node = tree.root();
    for text in moves.split(' ').filter(|text| !text.is_empty()) {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    tree
}

fn with(mut tree: GameTree, fields: &[(InfoField, &str)]) -> GameTree {
    for (field, text) in fields {
        tree.info_mut().set(*field, text);
    }
    tree
}

/// A random game of at most this many plies.
fn random(game: &'static dyn Game, options: Options, seed: u64, plies: usize) -> GameTree {
    let mut tree = GameTree::new(game, options).unwrap();
    let mut random = Random::new(seed);
    let mut position = tree.start().clone();
    let mut node = tree.root();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        position.play(mv).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    tree
}

fn id(added: Added) -> GameId {
    match added {
        Added::New(id) | Added::Duplicate(id) | Added::Restored(id) => id,
    }
}

fn number_id(number: u32) -> GameId {
    number.to_string().parse().unwrap()
}

fn number(id: GameId) -> u32 {
    id.to_string().parse().unwrap()
}

/// The numbers of the games that a filter lists.
fn list(library: &Library, filter: &Filter, sort: SortOrder) -> Vec<u32> {
    let page = library.find(filter, sort, 0..1000).unwrap();
    assert_eq!(page.total, page.games.len());
    page.games.iter().map(|summary| number(summary.id)).collect()
}

fn listed(library: &Library, filter: &Filter) -> Vec<u32> {
    let mut found = list(library, filter, SortOrder::Newest);
    found.sort_unstable();
    found
}

fn never(_: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn games_of_every_kind_survive_a_round_trip() {
    let path = fresh("round_trip");
    let mut library = Library::open(&path).unwrap();
    let mut trees = Vec::new();
    for game in registry::GAMES {
        for seed in 0..4 {
            trees.push(random(*game, Options::default(), seed, 80));
        }
    }
    let mut swaps = Options::default();
    swaps.set("rule", OptionValue::Word("renju".to_owned()));
    swaps.set("opening", OptionValue::Word("taraguchi10".to_owned()));
    trees.extend((0..8).map(|seed| random(game("gomoku"), swaps.clone(), seed, 40)));
    let mut go = played("go", "d4 q16 pass pass");
    let mut node = go.main_line().last().unwrap();
    for mv in [Decision::MarkDead(Point::new(3, 3)), Decision::AcceptDead, Decision::ResumePlay] {
        if let Ok(next) = go.play(node, Move::Decide(mv)) {
            node = next;
        }
    }
    assert!(go.main_line().count() > 6);
    trees.push(go);
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let mut promoted = GameTree::from_position(game("chess"), Options::default(), fen).unwrap();
    let mv = promoted.position(promoted.root()).parse_move("a8=N").unwrap();
    promoted.play(promoted.root(), mv).unwrap();
    promoted.info_mut().set_tag("Board", "7");
    trees.push(with(
        promoted,
        &[(InfoField::FirstPlayer, "某甲"), (InfoField::Comment, "two\nlines")],
    ));
    let mut full = played("reversi", "f5 d6 c3");
    let second = full.main_line().nth(1).unwrap();
    let mv = full.position(second).parse_move("f6").unwrap();
    full.play(second, mv).unwrap();
    full.annotations_mut(second).comment = "the usual one".to_owned();
    full.set_clocks(
        second,
        [Reading { time: Duration::from_secs(5), periods: 0, in_byo_yomi: false }; 2],
    );
    trees.push(full);
    let import = library.add_many(&trees, &mut never).unwrap();
    drop(library);
    let library = Library::open(&path).unwrap();
    assert_eq!(library.set_aside(), None);
    for (tree, added) in trees.iter().zip(import.games) {
        let kept = library.get(id(added)).unwrap();
        assert_eq!(TreeFile::from(&kept), TreeFile::from(tree));
        let summary = library.summary(id(added)).unwrap();
        assert_eq!(summary.plies as usize, tree.main_line().count() - 1);
        assert_eq!(&*summary.game, tree.game().id());
    }
}

/// Six games that differ in every filtered property.
/// Black moves twice, and stones are set up after it.
const IRREGULAR: &str = "(;GM[1]SZ[5];B[aa];B[bb];AW[cc];W[dd])";

#[test]
fn records_with_setups_and_irregular_moves_are_stored_indexed_and_told_apart() {
    let read = |text: &str| formats::read("sgf", Source::from_bytes(text.as_bytes())).unwrap();
    let tree = read(IRREGULAR).remove(0);
    let mut library = Library::in_memory().unwrap();
    let first = id(library.add(&tree).unwrap());
    let stored = library.get(first).unwrap();
    assert_eq!(TreeFile::from(&stored), TreeFile::from(&tree));
    assert!(matches!(library.add(&tree).unwrap(), Added::Duplicate(_)));
    // One differs in the setup alone, one in the colour of a move.
    for other in ["AW[cc]", ";B[bb]"].map(|part| IRREGULAR.replace(part, ";AW[ce]")) {
        assert!(matches!(library.add(&read(&other)[0]).unwrap(), Added::New(_)), "{other}");
    }
    for node in tree.main_line() {
        let position = Some(PositionKey::new(tree.game(), tree.position(node)));
        let found = listed(&library, &Filter { position, ..Filter::default() });
        assert!(found.contains(&number(first)), "{}", tree.position(node).text());
    }
    let setup = tree.main_line().nth(3).unwrap();
    let stats = library.move_stats(&tree, setup, &Filter::default()).unwrap();
    let mv = tree.move_at(tree.main_line().last().unwrap());
    assert_eq!((stats.len(), Some(stats[0].mv), stats[0].games), (1, mv, 1));
}

fn six() -> Library {
    let mut library = Library::in_memory().unwrap();
    let games = [
        ("reversi", "f5 d6 c3", "Tamenori Hideshi", "Brian Rose", "1994-05-01", "1-0 12"),
        ("reversi", "f5 d6 c3 d3", "Brian Rose", "Élise Martin", "1994", "0-1 2"),
        ("reversi", "f5 f6", "Imre Leader", "David Shaman", "1995-??-??", "1/2-1/2"),
        ("chess", "e4 e5 Nf3", "Aleksandr", "Tamenori Hideshi", "", "1-0"),
        ("chess", "f3 e5 g4 Qh4", "A", "B", "2020-02-03", ""),
        ("tictactoe", "b2", "吴清源", "木谷实", "1933-10", ""),
    ];
    for (id, moves, first, second, date, result) in games {
        let fields = [
            (InfoField::FirstPlayer, first),
            (InfoField::SecondPlayer, second),
            (InfoField::Date, date),
            (InfoField::Result, result),
        ];
        library.add(&with(played(id, moves), &fields)).unwrap();
    }
    library
}

#[test]
fn each_filter_finds_what_it_should() {
    let mut library = six();
    library.set_tags("3".parse().unwrap(), &["draws", " ", "study", "draws"]).unwrap();
    let all = Filter::default();
    let date = |text: &str| Some(text.parse::<Date>().unwrap());
    let player = |name: &str| Filter { player: name.to_owned(), ..Filter::default() };
    let ended = |ended| Filter { result: Some(ended), ..Filter::default() };
    let days = |from, to| Filter { from, to, ..Filter::default() };
    let cases: [(Filter, &[u32]); 19] = [
        (all.clone(), &[1, 2, 3, 4, 5, 6]),
        (player("TAMENORI"), &[1, 4]),
        (player("rose"), &[1, 2]),
        (player("éLISE"), &[2]),
        (player("清源"), &[6]),
        (player("nobody"), &[]),
        (player("\"brian ROSE\""), &[1, 2]),
        (player("\"rose\""), &[]),
        (Filter { game: Some("chess".to_owned()), ..all.clone() }, &[4, 5]),
        (ended(ResultKind::Win(Side::First)), &[1, 4]),
        // The fool's mate has no recorded result, but one by the rules.
        (ended(ResultKind::Win(Side::Second)), &[2, 5]),
        (ended(ResultKind::Draw), &[3]),
        (ended(ResultKind::Unknown), &[6]),
        // Of game 2 only the year is known, so it may be of June; game 4 has
        // no date.
        (days(date("1994-06"), None), &[2, 3, 5]),
        (days(date("1994-05-01"), date("1994-05-01")), &[1, 2]),
        (days(None, date("1933")), &[6]),
        (Filter { plies: Some(3..=3), ..all.clone() }, &[1, 4]),
        (Filter { tag: Some("study".to_owned()), ..all.clone() }, &[3]),
        (Filter { game: Some("chess".to_owned()), ..player("tamenori") }, &[4]),
    ];
    for (filter, expected) in cases {
        assert_eq!(listed(&library, &filter), expected, "{filter:?}");
    }
    assert_eq!(list(&library, &all, SortOrder::Newest), [5, 3, 1, 2, 6, 4]);
    assert_eq!(list(&library, &all, SortOrder::Oldest), [6, 2, 1, 3, 5, 4]);
    assert_eq!(list(&library, &all, SortOrder::Name), [5, 4, 2, 3, 1, 6]);
}

#[test]
fn pages_are_parts_of_the_same_list() {
    let library = six();
    for sort in [SortOrder::Newest, SortOrder::Oldest, SortOrder::Name] {
        let whole = list(&library, &Filter::default(), sort);
        for from in 0..8 {
            for to in from..9 {
                let page = library.find(&Filter::default(), sort, from..to).unwrap();
                let part: Vec<_> = page.games.iter().map(|game| number(game.id)).collect();
                assert_eq!(part, whole[from.min(6)..to.min(6)], "{from}..{to}");
                assert_eq!(page.total, 6);
            }
        }
    }
}

#[test]
fn games_with_a_named_opening_are_found_by_it() {
    let mut library = six();
    for (name, tree) in [("renju", "h8 h9 h10"), ("renju", "h8 h9 i10")] {
        let mut options = Options::default();
        options.set("rule", OptionValue::Word(name.to_owned()));
        let mut game = GameTree::new(game("gomoku"), options).unwrap();
        let mut node = game.root();
        for text in tree.split(' ') {
            let mv = game.position(node).parse_move(text).unwrap();
            node = game.play(node, mv).unwrap();
        }
        let name = game.position(node).name().map(str::to_owned);
        assert!(name.is_some());
        let id = id(library.add(&game).unwrap());
        let filter = Filter { opening: name, ..Filter::default() };
        assert_eq!(listed(&library, &filter), [number(id)]);
    }
}

fn position(tree: &GameTree) -> PositionKey {
    let last = tree.main_line().last().unwrap();
    PositionKey::new(tree.game(), tree.position(last))
}

#[test]
fn a_position_is_found_by_any_move_order() {
    let path = fresh("positions");
    let mut library = Library::open(&path).unwrap();
    let trees = [
        played("chess", "d4 Nf6 c4 e6 Nc3"),
        played("chess", "c4 e6 d4 Nf6 Nc3 Bb4"),
        played("chess", "d4 Nf6 c4 g6"),
        played("reversi", "f5"),
    ];
    library.add_many(&trees, &mut never).unwrap();
    // Also when games are added one at a time.
    let late = played("chess", "c4 Nf6 d4 e6");
    library.add(&late).unwrap();
    let at = |tree: &GameTree| Filter { position: Some(position(tree)), ..Filter::default() };
    for _ in 0..2 {
        assert_eq!(listed(&library, &at(&played("chess", "d4 Nf6 c4 e6"))), [1, 2, 5]);
        assert_eq!(listed(&library, &at(&played("chess", ""))), [1, 2, 3, 5]);
        assert_eq!(listed(&library, &at(&played("reversi", ""))), [4]);
        assert_eq!(listed(&library, &at(&played("chess", "e4"))), [] as [u32; 0]);
        drop(library);
        library = Library::open(&path).unwrap();
    }
    let text = late.position(late.main_line().last().unwrap()).text();
    let typed = game("chess").position(&Options::default(), &text).unwrap();
    let key = PositionKey::new(game("chess"), &typed);
    let filter = Filter { position: Some(key), player: "x".to_owned(), ..Filter::default() };
    assert_eq!(listed(&library, &Filter { player: String::new(), ..filter.clone() }), [1, 2, 5]);
    assert_eq!(listed(&library, &filter), [] as [u32; 0]);
}

#[test]
fn deleted_games_can_be_restored_until_purged() {
    let path = fresh("deleted");
    let mut library = Library::open(&path).unwrap();
    let trees: Vec<_> = ["f5", "f5 d6", "f5 f6", "f5 f4"].map(|m| played("reversi", m)).into();
    library.add_many(&trees, &mut never).unwrap();
    let (second, fourth): (GameId, GameId) = ("2".parse().unwrap(), "4".parse().unwrap());
    let deleted = Filter { deleted: true, ..Filter::default() };
    library.rename(second, " The second ").unwrap();
    library.delete(second).unwrap();
    drop(library);
    let mut library = Library::open(&path).unwrap();
    assert_eq!(listed(&library, &Filter::default()), [1, 3, 4]);
    assert_eq!(listed(&library, &deleted), [2]);
    assert!(library.get(second).is_ok());
    library.restore(second).unwrap();
    assert_eq!(listed(&library, &Filter::default()), [1, 2, 3, 4]);
    assert_eq!(&*library.summary(second).unwrap().title, "The second");
    library.keep_log(second, b"log").unwrap();
    library.delete(second).unwrap();
    library.delete(fourth).unwrap();
    assert_eq!(library.log(second), Ok(Some(b"log".to_vec())));
    assert_eq!(library.log(fourth), Ok(None));
    assert_eq!(library.purge().unwrap(), 2);
    assert_eq!(library.purge().unwrap(), 0);
    let gone = Some(LibraryError::NoGame { id: fourth, last: 4 });
    assert_eq!(library.get(fourth).err(), gone);
    assert_eq!(library.restore(fourth).err(), gone);
    assert_eq!(library.keep_log(fourth, b"log").err(), gone);
    drop(library);
    let mut library = Library::open(&path).unwrap();
    assert_eq!(library.get(fourth).err(), gone);
    // Numbers are not reused, so stale index entries find nothing.
    assert_eq!(library.add(&played("chess", "e4")).unwrap(), Added::New("5".parse().unwrap()));
    let at = Some(position(&trees[3]));
    assert_eq!(listed(&library, &Filter { position: at, ..Filter::default() }), [] as [u32; 0]);
    assert_eq!(library.len(), 3);
}

#[test]
fn duplicates_are_detected_and_deleted_ones_restored() {
    let mut library = Library::in_memory().unwrap();
    let names = [(InfoField::FirstPlayer, "A"), (InfoField::Date, "2026-11-21")];
    let tree = with(played("chess", "e4 e5"), &names);
    let first = id(library.add(&tree).unwrap());
    assert_eq!(library.add(&tree).unwrap(), Added::Duplicate(first));
    // Other annotations do not make it a different game.
    let noted = with(tree.clone(), &[(InfoField::Event, "Club"), (InfoField::Result, "1-0")]);
    assert_eq!(library.add(&noted).unwrap(), Added::Duplicate(first));
    let others = [
        with(tree.clone(), &[(InfoField::SecondPlayer, "B")]),
        with(tree.clone(), &[(InfoField::Date, "2026-11-22")]),
        with(played("chess", "e4 e6"), &names),
    ];
    let both: Vec<_> = others.iter().chain(&others).cloned().collect();
    let import = library.add_many(&both, &mut never).unwrap();
    let ids: Vec<_> = import.games.iter().copied().map(id).map(number).collect();
    assert_eq!(ids, [2, 3, 4, 2, 3, 4]);
    assert!(import.games[..3].iter().all(|added| matches!(added, Added::New(_))));
    assert!(import.games[3..].iter().all(|added| matches!(added, Added::Duplicate(_))));
    library.delete(first).unwrap();
    let import = library.add_many([&tree, &noted], &mut never).unwrap();
    assert_eq!(import.games, [Added::Restored(first), Added::Duplicate(first)]);
    assert_eq!(listed(&library, &Filter::default()), [1, 2, 3, 4]);
}

#[test]
fn dates_are_read_as_far_as_they_are_known() {
    let same = |a: &str, b: &str| assert_eq!(a.parse::<Date>(), b.parse::<Date>(), "{a}");
    same("2026-11-21", "2026.11.21");
    same("2026-11-??", "2026-11");
    same("2026.??.??", "2026");
    same("2026-11-21 09:30", "2026-11-21");
    assert_ne!("2026-11-21".parse::<Date>(), "2026-11".parse::<Date>());
    for wrong in ["", "yesterday", "26-11-21", "2026-13-01", "2026-01-32", "20261", "????"] {
        let error = wrong.parse::<Date>().unwrap_err().to_string();
        assert!(error.contains("expected year, month and day"), "{error}");
    }
}

#[test]
fn replacing_a_record_keeps_the_users_title_and_tags() {
    let path = fresh("replace");
    let short = with(
        played("reversi", "f5 d6 c3"),
        &[(InfoField::FirstPlayer, "Ann"), (InfoField::Event, "Cup")],
    );
    let long = with(
        played("reversi", "f5 f6 e6 f4"),
        &[(InfoField::FirstPlayer, "Ann"), (InfoField::Result, "1-0")],
    );
    let other = with(played("reversi", "f5 d6"), &[(InfoField::FirstPlayer, "Bob")]);
    let after = |text: &str| {
        let tree = played("reversi", text);
        let last = tree.main_line().last().unwrap();
        PositionKey::new(tree.game(), tree.position(last))
    };
    let at = |key| Filter { position: Some(key), ..Filter::default() };
    let check = |library: &Library, one: GameId| {
        let summary = library.summary(one).unwrap();
        assert_eq!((&*summary.title, summary.plies), ("Lost", 4));
        assert_eq!(&*summary.tags[0], "mine");
        assert_eq!(summary.result, ResultKind::Win(Side::First));
        assert_eq!(library.get(one).unwrap().main_line().count(), 5);
        assert_eq!(list(library, &at(after("f5 d6 c3")), SortOrder::Newest), [] as [u32; 0]);
        assert_eq!(list(library, &at(after("f5 d6")), SortOrder::Newest), [2]);
        assert_eq!(list(library, &at(after("f5 f6 e6 f4")), SortOrder::Newest), [1]);
        assert_eq!(list(library, &at(after("f5")), SortOrder::Newest), [2, 1]);
    };
    let mut library = Library::open(&path).unwrap();
    let imported = library.add_many([&short, &other], &mut |_| ControlFlow::Continue(())).unwrap();
    let one = id(imported.games[0]);
    library.rename(one, "Lost").unwrap();
    library.set_tags(one, &["mine"]).unwrap();
    library.replace(one, &long).unwrap();
    check(&library, one);
    assert_eq!(library.len(), 2);
    assert_eq!(library.add(&long).unwrap(), Added::Duplicate(one));
    assert!(matches!(library.add(&short).unwrap(), Added::New(_)));
    drop(library);
    let mut library = Library::open(&path).unwrap();
    library.delete(number_id(3)).unwrap();
    check(&library, one);
    library.delete(one).unwrap();
    library.replace(one, &short).unwrap();
    assert!(library.summary(one).unwrap().deleted);
    assert_eq!(
        library.replace(number_id(9), &short).unwrap_err().to_string(),
        "there is no game 9 in the library, which has games 1 to 3, some purged"
    );
}

#[test]
fn the_title_of_a_replaced_record_follows_its_event_unless_the_user_gave_another() {
    let mut library = Library::in_memory().unwrap();
    let cup = with(played("chess", "e4"), &[(InfoField::Event, "Cup")]);
    let league = with(played("chess", "e4 e5"), &[(InfoField::Event, "League")]);
    let one = id(library.add(&cup).unwrap());
    library.replace(one, &league).unwrap();
    assert_eq!(&*library.summary(one).unwrap().title, "League");
}

#[test]
fn equal_games_at_different_times_are_different_games() {
    let mut library = Library::in_memory().unwrap();
    let at = |time: &str, moves: &str| {
        let fields = [(InfoField::FirstPlayer, "Ann"), (InfoField::Date, "2026-11-21")];
        let mut tree = with(played("tictactoe", moves), &fields);
        tree.info_mut().set_tag(TIME_OF_DAY, time);
        tree
    };
    let one = id(library.add(&at("10:00:00", "a1 b2")).unwrap());
    let two = id(library.add(&at("10:01:30", "a1 b2")).unwrap());
    assert_ne!(one, two);
    assert_eq!(library.add(&at("10:01:30", "a1 b2")).unwrap(), Added::Duplicate(two));
    assert_eq!(library.same_game(&at("10:00:00", "a1 c3")), Some(one));
    assert_eq!(library.same_game(&at("10:01:30", "")), Some(two));
    assert_eq!(library.same_game(&at("10:02:00", "a1 b2")), None);
    assert_eq!(library.same_game(&at("", "a1 b2")), None);
}
