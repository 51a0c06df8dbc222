//! State that must be found after a kill: everything that was acknowledged, and of what was only
//! begun either nothing or all.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tianyuan::library::{Filter, Library, PositionKey, SortOrder, remove_temporary_files};
use tianyuan::record::formats::{self, Source};
use tianyuan::record::{GameTree, InfoField};

use super::worker::{LIBRARY, SAVE, SEQUENCE};

/// Figures of a campaign.
#[derive(Debug, Default)]
pub struct Counts {
    /// Saves of the game in progress that were acknowledged.
    pub saves: u64,
    /// Games added to a library, acknowledged.
    pub games: u64,
    /// Other changes of a library, acknowledged.
    pub changes: u64,
    /// Changes and saves that were begun but not acknowledged.
    pub interrupted: u64,
    /// Of these, those that were found done.
    pub done_all_the_same: u64,
    /// Openings of the library and the saved game after a kill.
    pub checks: u64,
    /// Games read again, over all checks.
    pub games_read: u64,
}

impl Counts {
    pub fn acknowledged(&self) -> u64 {
        self.saves + self.games + self.changes
    }
}

/// A game of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    name: String,
    plies: usize,
    title: String,
    deleted: bool,
}

/// The content of the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// Number and plies of the last save.
    save: Option<(u64, usize)>,
    games: BTreeMap<u64, Entry>,
    next_id: u64,
}

impl State {
    /// The state after a step of the worker.
    fn after(&self, step: &str) -> State {
        let mut next = self.clone();
        let words: Vec<_> = step.split(' ').collect();
        let number = |at: usize| words[at].parse::<u64>().unwrap();
        match words[0] {
            "save" => next.save = Some((number(1), number(2) as usize)),
            "add" => next.add(words[1].to_owned(), number(2) as usize),
            "many" => {
                for game in 0..number(2) {
                    next.add(format!("{}-{game}", words[1]), number(3) as usize);
                }
            }
            "rename" => {
                if let Some(entry) = next.games.get_mut(&number(1)) {
                    entry.title = words[2].to_owned();
                }
            }
            "delete" | "restore" => {
                if let Some(entry) = next.games.get_mut(&number(1)) {
                    entry.deleted = words[0] == "delete";
                }
            }
            "purge" => next.games.retain(|_, entry| !entry.deleted),
            other => panic!("{other} is no step"),
        }
        next
    }

    fn add(&mut self, name: String, plies: usize) {
        self.next_id += 1;
        let entry = Entry { name, plies, title: String::new(), deleted: false };
        self.games.insert(self.next_id, entry);
    }
}

/// Every state that there may be.
#[derive(Debug)]
pub struct Expectation {
    states: Vec<State>,
    /// The states before the last step, if it was not acknowledged.
    before: Option<Vec<State>>,
}

impl Default for Expectation {
    fn default() -> Expectation {
        Expectation { states: vec![State::default()], before: None }
    }
}

impl Expectation {
    /// Takes in what a worker said until it was killed.
    pub fn hear(&mut self, said: &str, counts: &mut Counts) {
        let mut begun: Option<&str> = None;
        // The last line may be cut off.
        for line in said.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            if let Some(step) = line.strip_prefix("begin ") {
                begun = Some(step);
            } else if let Some(id) = line.strip_prefix("done") {
                let step = begun.take().unwrap();
                self.states = self.states.iter().map(|state| state.after(step)).collect();
                match step.split(' ').next() {
                    Some("save") => counts.saves += 1,
                    Some("add") => counts.games += 1,
                    Some("many") => {
                        counts.games += step.split(' ').nth(2).unwrap().parse::<u64>().unwrap()
                    }
                    _ => counts.changes += 1,
                }
                // The number of a game tells which state it was added to.
                if let Ok(id) = id.trim().parse::<u64>() {
                    self.states.retain(|state| state.next_id == id);
                    assert!(!self.states.is_empty(), "game {id} has a number of another game");
                }
            }
        }
        if let Some(step) = begun {
            counts.interrupted += 1;
            let after: Vec<_> = self.states.iter().map(|state| state.after(step)).collect();
            self.before = Some(self.states.clone());
            self.states.extend(after);
        } else {
            self.before = None;
        }
    }

    /// Opens everything in the folder, and goes on from the state that is found.
    ///
    /// # Errors
    /// A description of what is lost or cannot be read.
    pub fn check(&mut self, folder: &Path, counts: &mut Counts) -> Result<(), String> {
        remove_temporary_files(folder);
        let found = read(folder, counts)?;
        // The numbers of purged games are seen in none that is left.
        let same = |state: &&State| state.save == found.save && state.games == found.games;
        let Some(state) = self.states.iter().find(same).cloned() else {
            return Err(differences(&self.states, &found));
        };
        counts.checks += 1;
        if self.before.take().is_some_and(|before| !before.contains(&state)) {
            counts.done_all_the_same += 1;
        }
        self.states.retain(|other| other.save == state.save && other.games == state.games);
        Ok(())
    }
}

/// Where what was found differs from the first of the expected states.
fn differences(expected: &[State], found: &State) -> String {
    let state = &expected[0];
    if expected.iter().all(|state| state.save != found.save) {
        return format!("game.ron holds {:?}, expected {:?}", found.save, state.save);
    }
    let mut ids: Vec<_> = state.games.keys().chain(found.games.keys()).collect();
    ids.sort();
    ids.dedup();
    let differing = ids.into_iter().filter(|id| state.games.get(id) != found.games.get(id));
    let lines: Vec<_> = differing
        .map(|id| {
            format!("game {id}: {:?}, expected {:?}", found.games.get(id), state.games.get(id))
        })
        .collect();
    format!("the library differs: {}", lines.join("; "))
}

/// The saved game, read back.
fn read_save(folder: &Path) -> Result<Option<(u64, usize)>, String> {
    let Ok(bytes) = fs::read(folder.join(SAVE)) else { return Ok(None) };
    let games = formats::read("ron", Source::from_bytes(&bytes));
    let games = games.map_err(|error| format!("game.ron is torn: {error}"))?;
    let number = games[0].info().tag(SEQUENCE).parse();
    let number = number.map_err(|_| "game.ron has no number".to_owned())?;
    Ok(Some((number, plies(&games[0]))))
}

fn plies(tree: &GameTree) -> usize {
    tree.main_line().count() - 1
}

/// Reads everything in a folder.
fn read(folder: &Path, counts: &mut Counts) -> Result<State, String> {
    let mut state = State { save: read_save(folder)?, ..State::default() };
    let path = folder.join(LIBRARY);
    if !path.exists() {
        return Ok(state);
    }
    let library = Library::open(&path).map_err(|error| error.to_string())?;
    if let Some(kept) = library.set_aside() {
        return Err(format!("the library was found damaged: {}", kept.display()));
    }
    let mut started = 0;
    for summary in library.summaries() {
        let tree = library.get(summary.id).map_err(|error| error.to_string())?;
        let name = tree.info().get(InfoField::FirstPlayer).to_owned();
        let title = summary.title.to_string();
        let entry = Entry { name, plies: plies(&tree), title, deleted: summary.deleted };
        started += usize::from(!entry.deleted);
        state.games.insert(summary.id.to_string().parse().unwrap(), entry);
        counts.games_read += 1;
    }
    // Every game is found by its first position.
    if let Some(summary) = library.summaries().first() {
        let tree = library.get(summary.id).map_err(|error| error.to_string())?;
        let position = Some(PositionKey::new(tree.game(), tree.start()));
        let filter = Filter { position, ..Filter::default() };
        let page = library.find(&filter, SortOrder::Newest, 0..1);
        let total = page.map_err(|error| error.to_string())?.total;
        if total != started {
            return Err(format!("the library finds {total} of {started} games by position"));
        }
    }
    Ok(state)
}
