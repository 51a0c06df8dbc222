//! Lines of a player's own.

use std::collections::BTreeMap;

use tianyuan::content::books::{self, Books, UserBook};
use tianyuan::content::messages::LocalizedText;
use tianyuan::games::{Options, registry};
use tianyuan::record::GameTree;

use super::{books_of, played};

#[test]
fn user_lines_never_grow_beyond_what_is_read() {
    let books = |count: usize, last: usize| {
        let book = |n: usize| {
            let source = "a".repeat(if n == count { last } else { 4000 });
            format!(
                "(version:1,game:\"reversi\",title:{{\"en\":\"A\",\"zh-Hans\":\"A\"}},symmetry:Full,\
                 source:\"{source}\",licence:\"MIT\",lines:[(moves:\"f5\",weight:1)])"
            )
        };
        let books: Vec<String> = (0..=count).map(book).collect();
        format!("(version:1,books:[{}])", books.join(","))
    };
    let written = |text: &str| UserBook::read(text).unwrap().to_ron().unwrap().len();
    let each = written(&books(2, 1)) - written(&books(1, 1));
    let count = (books::MAX_BYTES - written(&books(0, 1))) / each;
    let room = books::MAX_BYTES - written(&books(count, 1));
    // Nearly full, and then with a line that does not fit.
    let mut own = UserBook::read(&books(count, room.clamp(1, 4000))).unwrap();
    assert!(books::MAX_BYTES - own.to_ron().unwrap().len() < 400);
    let (tree, node) = played("reversi", "(start: \"parallel\", size: 10)", "");
    let (mut tree, mv) = (tree.clone(), tree.position(node).legal_moves()[0]);
    let node = tree.play(node, mv).unwrap();
    let before = own.clone();
    let refused = own.add(&tree, node, None, 5).unwrap_err().to_string();
    assert!(refused.contains("at most 4194304 are read"), "{refused}");
    assert_eq!(own, before);
    assert_eq!(UserBook::read(&own.to_ron().unwrap()), Ok(own));
}

#[test]
fn user_lines_come_first_and_can_be_removed() {
    let head = "game: \"reversi\", symmetry: Full";
    let books = books_of(head, &[("f5 d6", "Perpendicular", 100), ("f5 f6", "Diagonal", 900)]);
    let (tree, node) = played("reversi", "()", "d3 c5");
    let mut own = UserBook::default();
    let named: LocalizedText = [("en", "Mine"), ("zh-Hans", "我的")]
        .map(|(tag, name)| (tag.to_owned(), name.to_owned()))
        .into();
    own.add(&tree, node, Some(named), 5).unwrap();
    assert!(own.has(&tree, node));
    let mine = books.with_user_book(&UserBook::read(&own.to_ron().unwrap()).unwrap());
    // c5 after d3 is what d6 is after f5.
    let (other, at) = played("reversi", "()", "f5");
    let found = mine.moves(&other, at);
    let text = |mv| other.position(at).move_text(mv).unwrap();
    let got: Vec<_> = found.iter().map(|m| (text(m.mv), m.weight, m.is_user)).collect();
    assert_eq!(got.len(), 2);
    assert!(got[0].2 && !got[1].2);
    assert_eq!(found[0].name.unwrap().id(), "Mine");
    assert!((0..100).all(|seed| mine.choose(&other, at, seed) == Some(found[0].mv)));
    assert_eq!(mine.localized_name("reversi", "Mine").unwrap()["zh-Hans"], "我的");
    assert_eq!(mine.name(&tree, node).unwrap().id(), "Mine");
    // Another name and weight take the place of those before.
    own.add(&tree, node, None, 7).unwrap();
    assert_eq!((own.books()[0].lines.len(), own.books()[0].lines[0].weight), (1, 7));
    // Removed by the position, under another symmetry.
    let same = other.position(at).parse_move(&got[0].0).unwrap();
    let mut other = other;
    let twin = other.play(at, same).unwrap();
    assert!(own.has(&other, twin));
    assert!(own.remove(&other, twin));
    assert!(!own.remove(&other, twin));
    assert_eq!(own, UserBook::default());
}

#[test]
fn an_invalid_user_line_is_refused() {
    let mut own = UserBook::default();
    let (tree, node) = played("chess", "()", "e4");
    let reason = |result: Result<(), books::BookError>| result.unwrap_err().to_string();
    assert!(reason(own.add(&tree, tree.root(), None, 1)).contains("at least one move"));
    assert!(reason(own.add(&tree, node, None, 5000)).contains("expected 0 to 1000"));
    let english = Some(BTreeMap::from([("en".to_owned(), "King's pawn".to_owned())]));
    assert!(reason(own.add(&tree, node, english, 1)).contains("no \"zh-Hans\""));
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let chess = registry::find("chess").unwrap();
    let mut tree = GameTree::from_position(chess, Options::default(), fen).unwrap();
    let mv = tree.start().parse_move("e4").unwrap();
    let node = tree.play(tree.root(), mv).unwrap();
    assert!(reason(own.add(&tree, node, None, 1)).contains("usual start"));
    assert_eq!(own, UserBook::default());
    // Another rule is another book.
    let (renju, at) = played("gomoku", "(rule: \"renju\")", "h8 h9");
    own.add(&renju, at, None, 1).unwrap();
    let books = Books::default().with_user_book(&own);
    assert_eq!(books.moves(&renju, renju.root()).len(), 1);
    let (free, _) = played("gomoku", "()", "");
    assert_eq!(books.moves(&free, free.root()), []);
}
