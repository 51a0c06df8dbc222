//! The process that is killed. It plays a game and saves it after every move, as
//! the application does, and changes a library. Before each step it says
//! `begin` and the step, and once it is durable `done`.

use std::env;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use tianyuan::core::{Move, Random};
use tianyuan::games::{Options, registry};
use tianyuan::library::{Added, GameId, Library, write_atomically};
use tianyuan::record::formats;
use tianyuan::record::{GameTree, InfoField};

/// Environment variables of the process.
pub const FOLDER: &str = "KILL_FOLDER";
pub const SEED: &str = "KILL_WORKER_SEED";

/// File of the game in progress.
pub const SAVE: &str = "game.ron";

/// File of the library.
pub const LIBRARY: &str = "games.redb";

/// Tag with the number of a save.
pub const SEQUENCE: &str = "Sequence";

/// Says a line that is at the parent when this returns.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

/// Says a step, carries it out, and says that it is done.
fn step<T>(what: &str, run: impl FnOnce() -> T) -> T {
    say(&format!("begin {what}"));
    let result = run();
    say("done");
    result
}

/// A random game of this many plies, of this first player.
fn game_of(name: &str, plies: usize, random: &mut Random) -> GameTree {
    let mut tree = GameTree::new(registry::find("reversi").unwrap(), Options::default()).unwrap();
    tree.info_mut().set(InfoField::FirstPlayer, name);
    for _ in 0..plies {
        play(&mut tree, random);
    }
    tree
}

/// Plays a random move at the end of the main line; false if the game is over.
fn play(tree: &mut GameTree, random: &mut Random) -> bool {
    let end = tree.main_line().last().unwrap();
    let moves: Vec<Move> = tree.position(end).legal_moves();
    random.pick(&moves).is_some_and(|&mv| tree.play(end, mv).is_ok())
}

pub struct Worker {
    folder: PathBuf,
    library: Library,
    random: Random,
}

impl Worker {
    pub fn new(folder: &Path, seed: u64) -> Worker {
        let library = Library::open(&folder.join(LIBRARY)).unwrap();
        assert_eq!(library.set_aside(), None);
        Worker { folder: folder.to_owned(), library, random: Random::new(seed) }
    }

    /// Saves a game of this many plies with this number.
    pub fn save(&mut self, number: u64, plies: usize) {
        let mut tree = game_of("", plies, &mut self.random);
        self.save_tree(number, &mut tree);
    }

    fn save_tree(&mut self, number: u64, tree: &mut GameTree) {
        tree.info_mut().set_tag(SEQUENCE, &number.to_string());
        let text = formats::write("ron", std::slice::from_ref(tree)).unwrap().bytes;
        let plies = tree.main_line().count() - 1;
        step(&format!("save {number} {plies}"), || {
            write_atomically(&self.folder.join(SAVE), &text).unwrap();
        });
    }

    /// Adds a game of this many plies to the library.
    pub fn add(&mut self, name: &str, plies: usize) {
        let tree = game_of(name, plies, &mut self.random);
        self.add_tree(name, &tree);
    }

    fn add_tree(&mut self, name: &str, tree: &GameTree) {
        say(&format!("begin add {name} {}", tree.main_line().count() - 1));
        let Added::New(id) = self.library.add(tree).unwrap() else {
            panic!("{name} was there already");
        };
        say(&format!("done {id}"));
    }

    /// Changes the library somehow. `number` is of no other step.
    fn change(&mut self, number: u64) {
        let ids: Vec<GameId> = self.library.summaries().iter().map(|summary| summary.id).collect();
        let id = self.random.pick(&ids).copied();
        let library = &mut self.library;
        match (self.random.below(8), id) {
            (0, Some(id)) => {
                step(&format!("rename {id} title-{number}"), || {
                    library.rename(id, &format!("title-{number}")).unwrap();
                });
            }
            (1 | 2, Some(id)) => step(&format!("delete {id}"), || library.delete(id).unwrap()),
            (3, Some(id)) => step(&format!("restore {id}"), || library.restore(id).unwrap()),
            (4, _) => _ = step("purge", || library.purge().unwrap()),
            (5, _) => {
                let (name, plies) = (format!("batch{number}"), 8);
                let trees: Vec<_> = (0..20)
                    .map(|n| game_of(&format!("{name}-{n}"), plies, &mut self.random))
                    .collect();
                step(&format!("many {name} {} {plies}", trees.len()), || {
                    library.add_many(&trees, &mut |_| ControlFlow::Continue(())).unwrap();
                });
            }
            _ => self.add(&format!("single{number}"), 10),
        }
    }

    /// Plays, saves and changes the library until the process is killed.
    fn work(&mut self) -> ! {
        // Names that no other process has used.
        let mut number = self.random.next_u64() >> 8;
        loop {
            let name = format!("session{number}");
            let mut tree = game_of(&name, 0, &mut self.random);
            while play(&mut tree, &mut self.random) {
                number += 1;
                self.save_tree(number, &mut tree);
                if self.random.below(4) == 0 {
                    self.change(number);
                }
            }
            self.add_tree(&name, &tree);
        }
    }
}

#[test]
#[ignore = "run and killed by its parent process"]
fn work() {
    let Ok(folder) = env::var(FOLDER) else { return };
    let seed = env::var(SEED).unwrap().parse().unwrap();
    // The name of the test may stand on this line.
    say("");
    Worker::new(Path::new(&folder), seed).work();
}
