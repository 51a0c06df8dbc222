//! Opening books: the shipped ones are valid, and lookup finds transpositions and
//! symmetric positions.

mod errors;
mod user_lines;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{Duration, Instant};

use tianyuan::content;
use tianyuan::content::books::{self, Area, Books, LoadedBooks, OpeningName, load, read_book};
use tianyuan::core::{Move, Point, Random, Symmetry};
use tianyuan::games::{OptionValue, Options, registry};
use tianyuan::library::OpeningNamer;
use tianyuan::record::{GameTree, NodeId};

use crate::timing;

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(content::assets_folder().join(path)).map_err(|error| error.to_string())
}

fn shipped() -> Books {
    load(read).books
}

/// A book of these lines: moves, English name and weight.
fn book(head: &str, lines: &[(&str, &str, u32)]) -> String {
    let line = |(moves, name, weight): &(&str, &str, u32)| {
        let name = match *name {
            "" => String::new(),
            name => format!("name: {{\"en\": \"{name}\", \"zh-Hans\": \"{name}\"}}, "),
        };
        format!("    (moves: \"{moves}\", {name}weight: {weight}),\n")
    };
    let lines: String = lines.iter().map(line).collect();
    format!(
        "(\n  version: 1,\n  {head},\n  title: {{\"en\": \"Book\", \"zh-Hans\": \"书\"}},\n  \
         source: \"made up\", licence: \"MIT\",\n  lines: [\n{lines}  ],\n)\n"
    )
}

/// Loads books of these texts.
fn loaded(texts: &[String]) -> LoadedBooks {
    let names: Vec<_> = (0..texts.len()).map(|number| format!("{number}.ron")).collect();
    load(|path| match path {
        books::INDEX => Ok::<_, String>(format!("(version: 1, books: {names:?})")),
        path => {
            let place = names.iter().position(|name| path == format!("books/{name}")).unwrap();
            Ok(texts[place].clone())
        }
    })
}

fn books_of(head: &str, lines: &[(&str, &str, u32)]) -> Books {
    let loaded = loaded(&[book(head, lines)]);
    assert_eq!(loaded.errors, []);
    loaded.books
}

/// A game of these moves, and its last node.
fn played(id: &str, options: &str, moves: &str) -> (GameTree, NodeId) {
    let options = Options::parse(options).unwrap();
    let mut tree = GameTree::new(registry::find(id).unwrap(), options).unwrap();
    let mut node = tree.root();
    for text in moves.split_whitespace() {
        let mv = tree.position(node).parse_move(text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    (tree, node)
}

/// The same game as it lies under a symmetry, if it can be played so.
fn transformed(tree: &GameTree, node: NodeId, symmetry: Symmetry) -> Option<(GameTree, NodeId)> {
    let board = tree.start().board();
    let mut image = GameTree::new(tree.game(), tree.options().clone()).unwrap();
    let mut at = image.root();
    for mv in tree.path(node).into_iter().filter_map(|node| tree.move_at(node)) {
        at = image.play(at, symmetry.map_move(mv, board.files, board.ranks)).ok()?;
    }
    Some((image, at))
}

/// The English name of a game of these moves.
fn name_of(books: &Books, id: &str, moves: &str) -> Option<String> {
    let (tree, node) = played(id, "()", moves);
    books.name(&tree, node).map(|name| name.id().to_owned())
}

#[test]
fn every_shipped_book_is_valid_and_listed() {
    let loaded = load(read);
    assert_eq!(loaded.errors, []);
    let folder = fs::read_dir(content::assets_folder().join("books")).unwrap();
    let there: BTreeSet<_> = folder
        .map(|entry| format!("books/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|file| file != books::INDEX)
        .collect();
    assert_eq!(loaded.listed_files.into_iter().collect::<BTreeSet<_>>(), there);
}

#[test]
fn the_font_has_a_glyph_for_every_character_of_the_shipped_names() {
    let bytes = fs::read(content::assets_folder().join(content::SANS)).unwrap();
    let face = ttf_parser::Face::parse(&bytes, 0).unwrap();
    for file in load(read).listed_files {
        let book = read_book(&file, &read(&file).unwrap()).unwrap();
        let texts = book.lines.iter().flat_map(|line| line.name.values());
        let shown: BTreeSet<char> =
            texts.chain(book.title.values()).flat_map(|text| text.chars()).collect();
        let missing: String = shown.iter().filter(|&&c| face.glyph_index(c).is_none()).collect();
        assert!(missing.is_empty(), "{file}: {missing}");
    }
}

#[test]
fn books_round_trip_through_ron() {
    for file in load(read).listed_files {
        let book = read_book(&file, &read(&file).unwrap()).unwrap();
        assert_eq!(read_book(&file, &book.to_ron().unwrap()), Ok(book));
    }
}

#[test]
fn reversi_has_the_same_names_after_each_of_the_four_first_moves() {
    let books = shipped();
    for (moves, name) in [
        ("f5 d6 c3 d3 c4 f4 c5 b3 c2", "Rose-Bill"),
        ("f5 d6 c5 f4 e3 c6 d3 f6 e6 d7 g4 c4", "Rotating Flat"),
        ("f5 f6 e6 d6 e7 f4", "Heath-Chimney"),
        ("f5 f6 e6 f4 g5 e7 f7", "Classic Heath"),
    ] {
        let (tree, node) = played("reversi", "()", moves);
        let mut first = BTreeSet::new();
        for symmetry in Symmetry::ALL {
            let Some((image, at)) = transformed(&tree, node, symmetry) else { continue };
            first.insert(image.move_at(image.path(at)[1]).unwrap());
            assert_eq!(books.name(&image, at).unwrap().id(), name, "{symmetry:?}");
        }
        assert_eq!(first.len(), 4, "f5, d3, c4 and e6");
    }
}

#[test]
fn a_transposition_of_chess_has_the_same_name() {
    let lines = [("d4 Nf6 c4 e6 Nc3", "Indian", 10), ("d4 Nf6 c4 e6 Nc3 Bb4", "Nimzo-Indian", 10)];
    let books = books_of("game: \"chess\"", &lines);
    for moves in ["d4 Nf6 c4 e6 Nc3", "c4 e6 Nc3 Nf6 d4", "d4 e6 c4 Nf6 Nc3"] {
        assert_eq!(name_of(&books, "chess", moves).as_deref(), Some("Indian"), "{moves}");
        let (tree, node) = played("chess", "()", moves);
        let found = books.moves(&tree, node);
        assert_eq!(tree.position(node).move_text(found[0].mv).unwrap(), "Bb4");
        assert_eq!(found[0].name.unwrap().id(), "Nimzo-Indian");
    }
    // With the other side to move it is another position.
    assert_eq!(name_of(&books, "chess", "d3 Nf6 c4 Ng8 d4 Nf6 Nc3 e6"), None);
}

#[test]
fn left_and_right_are_the_same_in_xiangqi_but_not_in_chess() {
    let lines = [("h2e2 h9g7", "Screen horse", 10)];
    let books = books_of("game: \"xiangqi\", symmetry: Mirror", &lines);
    for moves in ["h2e2 h9g7", "b2e2 b9c7"] {
        assert_eq!(name_of(&books, "xiangqi", moves).as_deref(), Some("Screen horse"));
    }
    assert_eq!(name_of(&books, "xiangqi", "b2e2 h9g7"), None);
    let books = books_of("game: \"chess\", symmetry: Full", &[("e4 e5", "Open", 10)]);
    assert_eq!(name_of(&books, "chess", "d4 d5"), None);
    assert_eq!(name_of(&books, "chess", "e4 e5").as_deref(), Some("Open"));
}

#[test]
fn the_last_name_stays_when_the_book_is_left() {
    let books = shipped();
    let tiger = "f5 d6 c3 d3 c4";
    assert_eq!(name_of(&books, "reversi", tiger).as_deref(), Some("Tiger"));
    let (mut tree, mut node) = played("reversi", "()", tiger);
    let mut random = Random::new(5);
    while tree.position(node).outcome().is_none() {
        let moves = tree.position(node).legal_moves();
        // Only moves outside the book.
        let known: Vec<_> = books.moves(&tree, node).iter().map(|known| known.mv).collect();
        let free: Vec<_> = moves.into_iter().filter(|mv| !known.contains(mv)).collect();
        let Some(&mv) = random.pick(&free) else { break };
        node = tree.play(node, mv).unwrap();
        assert_eq!(books.name(&tree, node).unwrap().id(), "Tiger");
    }
    assert!(tree.ply(node) > 30);
    assert_eq!(books.name(&tree, tree.root()), None);
}

#[test]
fn renju_openings_keep_the_names_of_the_game() {
    let books = shipped();
    let (tree, node) = played("gomoku", "(rule: \"renju\")", "h8 h9 i9 g7 j8");
    let kagetsu = Some(OpeningName::Key("gomoku-opening-kagetsu"));
    assert_eq!(books.name(&tree, node), kagetsu);
    assert_eq!(books.localized_name("gomoku", "gomoku-opening-kagetsu"), None);
    let path = tree.path(node);
    let third = books.moves(&tree, path[2]);
    // Thirteen openings, three of them in line with the first two stones and
    // the others to either side.
    assert_eq!(third.len(), 23);
    assert!(third.iter().all(|found| matches!(found.name, Some(OpeningName::Key(_)))));
    assert!(third.iter().any(|found| found.name == kagetsu));
    assert_eq!(books.name(&tree, path[3]), kagetsu);
    assert_eq!(books.name(&tree, path[2]), None);
}

#[test]
fn the_book_of_renju_is_for_renju_only() {
    let books = shipped();
    let (tree, node) = played("gomoku", "(rule: \"renju\")", "h8 h9 i9");
    assert!(books.choose(&tree, node, 7).is_some());
    for options in ["()", "(rule: \"renju\", opening: \"rif\")", "(rule: \"renju\", size: 19)"] {
        let (tree, _) = played("gomoku", options, "");
        assert_eq!(books.moves(&tree, tree.root()), [], "{options}");
    }
    for symmetry in Symmetry::ALL {
        let (image, at) = transformed(&tree, node, symmetry).unwrap();
        let back = |mv: Move| symmetry.inverse().map_move(mv, 15, 15);
        let moves: BTreeMap<_, _> =
            books.moves(&image, at).iter().map(|m| (back(m.mv), m.weight)).collect();
        let usual: BTreeMap<_, _> =
            books.moves(&tree, node).iter().map(|m| (m.mv, m.weight)).collect();
        assert_eq!(moves, usual);
    }
}

#[test]
fn moves_are_chosen_by_weight_and_seed() {
    let lines =
        [("e4 e5", "Open", 30), ("e4 c5", "Sicilian", 60), ("e4 g5", "Borg", 0), ("d4", "", 10)];
    let books = books_of("game: \"chess\"", &lines);
    let (tree, node) = played("chess", "()", "e4");
    let text = |mv| tree.position(node).move_text(mv).unwrap();
    let weights: Vec<_> =
        books.moves(&tree, node).iter().map(|found| (text(found.mv), found.weight)).collect();
    assert_eq!(weights, [("c5".into(), 60), ("e5".into(), 30), ("g5".into(), 0)]);
    let mut counts = BTreeMap::<String, u32>::new();
    for seed in 0..3000 {
        let mv = books.choose(&tree, node, seed).unwrap();
        assert_eq!(books.choose(&tree, node, seed), Some(mv));
        *counts.entry(text(mv)).or_default() += 1;
    }
    assert_eq!(counts.len(), 2);
    // Two thirds of 3000, with a standard deviation of 26.
    assert!((1890..2110).contains(&counts["c5"]), "{counts:?}");
    let start: Vec<_> = books.moves(&tree, tree.root()).iter().map(|found| found.weight).collect();
    assert_eq!(start, [90, 10]);
    let (tree, node) = played("chess", "()", "e4 g5");
    assert_eq!(books.choose(&tree, node, 1), None);
    // All moves known there have weight 0.
    let books = books_of("game: \"chess\"", &[("e4", "King's pawn", 0)]);
    assert_eq!(books.choose(&tree, tree.root(), 1), None);
}

fn joseki() -> Books {
    books_of(
        "game: \"go\", options: {\"size\": 19}, symmetry: Full, area: Corner",
        &[
            ("R16", "Komoku", 10),
            ("R16 P17", "High approach", 10),
            ("R16 P17 R14", "Pushed", 10),
            ("R16 P17 - R17", "Left alone", 10),
            ("Q16", "Star", 10),
        ],
    )
}

#[test]
fn a_corner_line_is_found_in_every_corner_for_either_side() {
    let books = joseki();
    let (tree, node) = played("go", "()", "R16 P17 R14");
    for symmetry in Symmetry::ALL {
        let (image, at) = transformed(&tree, node, symmetry).unwrap();
        assert_eq!(books.name(&image, at).unwrap().id(), "Pushed", "{symmetry:?}");
    }
    // White begins in the lower left corner, mirrored, with stones elsewhere.
    let (tree, node) = played("go", "()", "K10 C3 D7");
    assert_eq!(books.name(&tree, node), None);
    let (tree, node) = played("go", "()", "K10 D3 Q10");
    assert_eq!(books.name(&tree, node).unwrap().id(), "Komoku");
    let (tree, node) = played("go", "()", "K10 D3 Q10 K16 C5");
    assert_eq!(books.name(&tree, node).unwrap().id(), "High approach");
    let reply = books.choose(&tree, node, 1);
    assert_eq!(reply, Some(tree.position(node).parse_move("F3").unwrap()));
}

#[test]
fn a_corner_is_identified_by_its_stones() {
    let books = joseki();
    // Black leaves the corner alone; White comes back to it.
    let (tree, node) = played("go", "()", "R16 P17 D4 R17");
    assert_eq!(books.name(&tree, node).unwrap().id(), "Left alone");
    // By transposition, too.
    let (tree, node) = played("go", "()", "R16 R17 D10 P17");
    assert_eq!(books.name(&tree, node).unwrap().id(), "Left alone");
    // The same stones in other colours are another corner.
    let (tree, node) = played("go", "()", "R16 D10 P17");
    assert_eq!(books.name(&tree, node).unwrap().id(), "Komoku");
    // A stone on the middle line belongs to the other side.
    let (tree, node) = played("go", "()", "R16 K17 D10 P17");
    assert_eq!(books.name(&tree, node).unwrap().id(), "High approach");
}

#[test]
fn the_corner_of_the_latest_move_gives_the_name() {
    let books = joseki();
    let (tree, node) = played("go", "()", "R16 D4 Q3 P17");
    let path = tree.path(node);
    let names: Vec<_> =
        path.iter().map(|&node| books.name(&tree, node).map_or("", |name| name.id())).collect();
    assert_eq!(names, ["", "Komoku", "Star", "Komoku", "High approach"]);
    let moves: Vec<_> = books.moves(&tree, node).iter().map(|found| found.mv).collect();
    assert_eq!(moves[0], tree.position(node).parse_move("R14").unwrap());
    assert!(books.moves(&tree, node).iter().all(|found| found.area == Area::Corner));
    // Stones that stand there before the first move are stones of the corner.
    let (tree, _) = played("go", "(handicap: 4)", "");
    assert_eq!(books.moves(&tree, tree.root()), []);
}

#[test]
fn a_whole_game_is_not_named_after_one_corner() {
    let texts = [
        book(
            "game: \"go\", options: {\"size\": 19}, symmetry: Full, area: Corner",
            &[("R16 P17", "High approach", 10)],
        ),
        book("game: \"go\", symmetry: Full", &[("R16 D4 Q3", "Facing", 10)]),
    ];
    let books = loaded(&texts).books;
    let (tree, node) = played("go", "()", "R16 D4 Q3 P17 K10");
    assert_eq!(books.name(&tree, node).unwrap().id(), "High approach");
    assert_eq!(books.opening_name(&tree).as_deref(), Some("Facing"));
    // Moves of the whole board come before those of corners.
    let (tree, node) = played("go", "()", "R16 D4");
    let areas: Vec<_> = books.moves(&tree, node).iter().map(|found| found.area).collect();
    assert_eq!(areas[..2], [Area::Board, Area::Corner]);
    let facing = tree.position(node).parse_move("Q3").unwrap();
    assert!((0..20).all(|seed| books.choose(&tree, node, seed) == Some(facing)));
}

#[test]
fn all_shipped_books_load_quickly() {
    let attempt = || {
        let start = Instant::now();
        assert_eq!(load(read).errors, []);
        start.elapsed()
    };
    assert_eq!(timing::within(Duration::from_millis(100), attempt), Ok(()));
}

#[test]
fn name_after_agrees_with_name() {
    let books = shipped();
    for (game, moves) in [("reversi", "d3 c5 f6 f5 e6 e3 d6"), ("reversi", "f5 d6 c3 d3 c4 f4 f6")]
    {
        let (tree, node) = played(game, "()", moves);
        let line = tree.path(node).into_iter().filter_map(|node| tree.move_at(node));
        let after = books.name_after(tree.game(), tree.options(), tree.start(), line);
        assert_eq!(after, books.name(&tree, node));
        assert!(after.is_some());
        let wrong = [Move::Place(Point::new(24, 24))];
        assert_eq!(books.name_after(tree.game(), tree.options(), tree.start(), wrong), None);
    }
}

#[test]
fn lookup_works_in_every_game_and_position() {
    let mut texts: Vec<_> =
        load(read).listed_files.iter().map(|file| read(file).unwrap()).collect();
    texts.push(book("game: \"go\", symmetry: Full, area: Corner", &[("Q16 R14", "A", 1)]));
    let loaded = loaded(&texts);
    assert_eq!(loaded.errors, []);
    let mut swaps = Options::default();
    swaps.set("rule", OptionValue::Word("renju".to_owned()));
    swaps.set("opening", OptionValue::Word("taraguchi10".to_owned()));
    let swap = (registry::find("gomoku").unwrap(), swaps);
    let usual = registry::GAMES.iter().map(|game| (*game, Options::default()));
    for (game, options) in usual.chain([swap]) {
        for seed in 0..4 {
            let mut tree = GameTree::new(game, options.clone()).unwrap();
            let mut node = tree.root();
            let mut random = Random::new(seed);
            for ply in 0..60 {
                let known = loaded.books.moves(&tree, node);
                assert!(known.iter().all(|known| tree.position(node).check(known.mv).is_ok()));
                let chosen = loaded.books.choose(&tree, node, seed);
                let _ = loaded.books.name(&tree, node);
                let moves = tree.position(node).legal_moves();
                let Some(&mv) = random.pick(&moves) else { break };
                let mv = chosen.filter(|_| ply % 4 < 3).unwrap_or(mv);
                node = tree.play(node, mv).unwrap();
            }
        }
    }
}
