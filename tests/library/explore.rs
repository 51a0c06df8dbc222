//! The opening explorer and opening names.

use std::sync::Arc;

use proptest::prelude::*;
use tianyuan::content::{self, books};
use tianyuan::core::Random;
use tianyuan::games::registry;
use tianyuan::library::{Filter, Library, MoveStat, OpeningNamer};
use tianyuan::record::{GameTree, InfoField, NodeId, formats};

use super::{fresh, id, listed, never, played, random, with};

/// The statistics of the library after these moves, as text.
fn stats(library: &Library, game: &str, moves: &str) -> Vec<String> {
    let tree = played(game, moves);
    let node = tree.main_line().last().unwrap();
    texts(&tree, node, &library.move_stats(&tree, node, &Filter::default()).unwrap())
}

/// Move, games, wins of the first side, draws, wins of the second side.
fn texts(tree: &GameTree, node: NodeId, stats: &[MoveStat]) -> Vec<String> {
    let text = |stat: &MoveStat| {
        let mv = tree.position(node).move_text(stat.mv).unwrap();
        format!("{mv} {} {} {} {}", stat.games, stat.wins[0], stat.draws, stat.wins[1])
    };
    stats.iter().map(text).collect()
}

fn library(games: &[(&str, &str, &str)]) -> Library {
    let mut library = Library::in_memory().unwrap();
    let trees: Vec<_> = games
        .iter()
        .map(|(game, moves, result)| with(played(game, moves), &[(InfoField::Result, result)]))
        .collect();
    library.add_many(&trees, &mut never).unwrap();
    library
}

#[test]
fn each_next_move_is_counted_with_its_results() {
    let mut library = library(&[
        ("chess", "e4 e5 Nf3", "1-0"),
        ("chess", "e4 e5 Nc3", "0-1"),
        ("chess", "e4 c5 Nf3", "1/2-1/2"),
        ("chess", "d4 d5", ""),
        ("reversi", "f5 d6", "1-0 10"),
    ]);
    assert_eq!(stats(&library, "chess", ""), ["e4 3 1 1 1", "d4 1 0 0 0"]);
    assert_eq!(stats(&library, "chess", "e4"), ["e5 2 1 0 1", "c5 1 0 1 0"]);
    assert_eq!(stats(&library, "chess", "e4 e5 Nf3"), [] as [&str; 0]);
    assert_eq!(stats(&library, "chess", "a4"), [] as [&str; 0]);
    library.delete("3".parse().unwrap()).unwrap();
    assert_eq!(stats(&library, "chess", ""), ["e4 2 1 0 1", "d4 1 0 0 0"]);
}

#[test]
fn only_games_that_match_the_filter_are_counted() {
    let library = library(&[
        ("chess", "e4 e5", "1-0"),
        ("chess", "e4 e5 Nf3", "0-1"),
        ("chess", "e4 c5", "1/2-1/2"),
    ]);
    let tree = played("chess", "e4");
    let node = tree.main_line().last().unwrap();
    let filter = Filter { plies: Some(2..=2), ..Filter::default() };
    let found = library.move_stats(&tree, node, &filter).unwrap();
    assert_eq!(texts(&tree, node, &found), ["c5 1 0 1 0", "e5 1 1 0 0"]);
}

#[test]
fn a_transposition_counts_as_played() {
    let library = library(&[
        ("chess", "d4 Nf6 c4 e6 Nc3 Bb4", "1-0"),
        ("chess", "c4 e6 Nc3 Nf6 d4 d5", "0-1"),
    ]);
    let at = "d4 e6 c4 Nf6 Nc3";
    assert_eq!(stats(&library, "chess", at), ["d5 1 0 0 1", "Bb4 1 1 0 0"]);
    // A game that reached the next position by another way does not count.
    assert_eq!(stats(&library, "chess", "d4 Nf6 c4 e6"), ["Nc3 1 1 0 0"]);
}

#[test]
fn games_count_under_every_symmetry() {
    let library = library(&[
        ("reversi", "f5 d6 c3", "1-0 10"),
        ("reversi", "d3 c5 f6", "0-1 2"),
        ("reversi", "f5 f6 e6", "1/2-1/2"),
    ]);
    // Symmetric moves are merged into the most frequent one.
    assert_eq!(stats(&library, "reversi", ""), ["f5 3 1 1 1"]);
    for (first, second, third) in
        [("f5", "d6", "c3"), ("d3", "c5", "f6"), ("c4", "e3", "f6"), ("e6", "f4", "c3")]
    {
        let found = stats(&library, "reversi", first);
        assert_eq!(found[0], format!("{second} 2 1 0 1"));
        let found = stats(&library, "reversi", &format!("{first} {second}"));
        assert_eq!(found, [format!("{third} 2 1 0 1")]);
    }
}

#[test]
fn statistics_agree_with_the_games() {
    for (game, seed) in registry::GAMES.iter().flat_map(|game| [(game, 1), (game, 2)]) {
        let mut library = Library::in_memory().unwrap();
        let trees: Vec<_> =
            (0..30).map(|n| random(*game, Default::default(), 100 * seed + n, 12)).collect();
        library.add_many(&trees, &mut never).unwrap();
        let tree = GameTree::new(*game, Default::default()).unwrap();
        let found = library.move_stats(&tree, tree.root(), &Filter::default()).unwrap();
        // Each game is counted under one move.
        let kept = library.len();
        assert_eq!(found.iter().map(|stat| stat.games).sum::<usize>(), kept, "{}", game.id());
        assert!(found.is_sorted_by(|a, b| a.games >= b.games));
        let symmetries = tree.start().symmetries();
        let board = tree.start().board();
        for stat in found {
            let same: Vec<_> = symmetries
                .iter()
                .map(|symmetry| symmetry.map_move(stat.mv, board.files, board.ranks))
                .collect();
            let first = |tree: &&GameTree| {
                let node = tree.main_line().nth(1).unwrap();
                same.contains(&tree.move_at(node).unwrap())
            };
            let mut lines: Vec<Vec<_>> = trees
                .iter()
                .filter(first)
                .map(|tree| tree.main_line().filter_map(|node| tree.move_at(node)).collect())
                .collect();
            lines.sort();
            lines.dedup();
            assert_eq!(stat.games, lines.len());
        }
    }
}

#[test]
fn positions_after_ply_60_are_not_indexed() {
    let tree = random(registry::find("reversi").unwrap(), Default::default(), 3, 80);
    let mut library = Library::in_memory().unwrap();
    library.add(&tree).unwrap();
    let line: Vec<_> = tree.main_line().collect();
    let found =
        |ply: usize| library.move_stats(&tree, line[ply], &Filter::default()).unwrap().len();
    assert!(line.len() > 60);
    assert_eq!((found(59), found(60)), (1, 0));
}

/// Names the opening by this number of first moves.
struct FirstMovesNamer(usize);

impl OpeningNamer for FirstMovesNamer {
    fn version(&self) -> u64 {
        self.0 as u64
    }

    fn opening_name(&self, tree: &GameTree) -> Option<String> {
        let moves = tree.main_line().filter_map(|node| tree.move_text(node)).take(self.0);
        Some(moves.collect::<Vec<_>>().join(" ")).filter(|name| !name.is_empty())
    }
}

#[test]
fn openings_are_named_by_the_namer_and_again_when_its_version_changes() {
    let path = fresh("names");
    let mut library = Library::open(&path).unwrap();
    let name = |library: &Library, id: u32| {
        let summary = library.summary(id.to_string().parse().unwrap()).unwrap();
        summary.opening.as_deref().map(str::to_owned)
    };
    library.add(&played("chess", "e4 e5 Nf3")).unwrap();
    assert_eq!(name(&library, 1), None);
    library.name_openings(Arc::new(FirstMovesNamer(1))).unwrap();
    library.add(&played("chess", "e4 c5")).unwrap();
    assert_eq!([1, 2].map(|id| name(&library, id)), [Some("e4".into()), Some("e4".into())]);
    let filter = Filter { opening: Some("e4".to_owned()), ..Filter::default() };
    assert_eq!(listed(&library, &filter), [1, 2]);
    assert_eq!(library.openings("chess"), [("e4".into(), 2)]);
    assert_eq!(library.openings("go"), []);
    drop(library);
    let mut library = Library::open(&path).unwrap();
    assert_eq!(name(&library, 2), Some("e4".into()));
    // This game is unnamed until the next call.
    library.add(&played("chess", "d4 d5 c4")).unwrap();
    assert_eq!(name(&library, 3), None);
    library.name_openings(Arc::new(FirstMovesNamer(1))).unwrap();
    assert_eq!(name(&library, 3), Some("d4".into()));
    library.name_openings(Arc::new(FirstMovesNamer(2))).unwrap();
    let named = ["e4 e5", "e4 c5", "d4 d5"];
    assert_eq!([1, 2, 3].map(|id| name(&library, id).unwrap()), named);
    drop(library);
    let library = Library::open(&path).unwrap();
    assert_eq!([1, 2, 3].map(|id| name(&library, id).unwrap()), named);
}

#[test]
fn the_books_name_the_openings_of_a_library() {
    let folder = content::assets_folder();
    let loaded = books::load(|path| {
        std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())
    });
    let mut library = Library::in_memory().unwrap();
    library.name_openings(Arc::new(loaded.books.clone())).unwrap();
    let tiger = id(library.add(&played("reversi", "d3 c5 f6 f5 e6")).unwrap());
    let other = id(library.add(&played("tictactoe", "b2")).unwrap());
    let opening = library.summary(tiger).unwrap().opening.clone().unwrap();
    assert_eq!(&*opening, "Tiger");
    assert_eq!(loaded.books.localized_name("reversi", &opening).unwrap()["zh-Hans"], "虎");
    assert_eq!(library.summary(other).unwrap().opening, None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The explorer treats symmetric games as equal.
    #[test]
    fn a_symmetric_position_has_the_symmetric_moves(seed: u64, plies in 0usize..8) {
        let reversi = registry::find("reversi").unwrap();
        let mut library = Library::in_memory().unwrap();
        let trees: Vec<_> =
            (0..20).map(|n| random(reversi, Default::default(), seed.wrapping_add(n), 10)).collect();
        library.add_many(&trees, &mut never).unwrap();
        let tree = &trees[Random::new(seed).below(trees.len())];
        let at = tree.main_line().nth(plies).unwrap();
        let moves: Vec<_> = tree.path(at).into_iter().filter_map(|node| tree.move_at(node)).collect();
        let usual = library.move_stats(tree, at, &Filter::default()).unwrap();
        prop_assert!(!usual.is_empty());
        for symmetry in tree.start().symmetries() {
            let mut image = GameTree::new(reversi, Default::default()).unwrap();
            let mut node = image.root();
            for &mv in &moves {
                node = image.play(node, symmetry.map_move(mv, 8, 8)).unwrap();
            }
            let found = library.move_stats(&image, node, &Filter::default()).unwrap();
            let counts = |stats: &[MoveStat]| {
                let mut counts: Vec<_> = stats.iter().map(|s| (s.games, s.wins, s.draws)).collect();
                counts.sort_unstable();
                counts
            };
            prop_assert_eq!(counts(&found), counts(&usual));
        }
    }
}

#[test]
fn openings_and_moves_are_listed_by_command() {
    let path = fresh("commands");
    let record = path.with_file_name("games.ggf");
    let tree = with(played("reversi", "f5 d6 c3 d3 c4 f4"), &[(InfoField::Result, "1-0 4")]);
    std::fs::write(&record, formats::write("ggf", &[tree]).unwrap().bytes).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tianyuan"));
        let output = command.arg("library").arg(&path).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    run(&["import", record.to_str().unwrap()]);
    assert_eq!(run(&["openings", "reversi"]), "Tiger\t1\n");
    assert_eq!(run(&["moves", "reversi", "d3", "c5"]), "f6\t1\t1\t0\t0\n");
}
