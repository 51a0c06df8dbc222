//! The file of the library: damaged at random, and with entries that no version
//! of the program wrote.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition};
use tianyuan::games::registry::GAMES;
use tianyuan::library::{Filter, Library, PositionKey, SortOrder};
use tianyuan::record::GameTree;
use tianyuan::record::formats;

use super::corpus;
use super::target::{Target, Verdict};

/// Pages that the database keeps, and those of a file of it.
const DATABASE_MEMORY: usize = 128 << 20;

/// Bytes of one change of a file: its kind, its value, how many bytes it
/// changes, and where.
const CHANGE: usize = 8;

/// Entries of a table that are seeds, at most.
const MAX_SEEDS: usize = 10;

const TABLES: [&str; 4] = ["facts", "summaries", "games", "places"];

fn table(name: &'static str) -> TableDefinition<'static, u64, &'static [u8]> {
    TableDefinition::new(name)
}

pub fn targets() -> Vec<Target> {
    let file = Target::new("library-file", changes, open_damaged);
    let entry = Target::new("library-entry", entries, open_with_entry);
    let larger = |target| Target { fixed_memory: DATABASE_MEMORY, max_input: 4 << 10, ..target };
    vec![larger(file), larger(entry)]
}

fn games() -> &'static [GameTree] {
    static GAMES_OF_ALL: OnceLock<Vec<GameTree>> = OnceLock::new();
    GAMES_OF_ALL.get_or_init(|| GAMES.iter().flat_map(|game| corpus::games(*game)).collect())
}

fn ron(tree: &GameTree) -> Vec<u8> {
    formats::write("ron", std::slice::from_ref(tree)).unwrap().bytes
}

/// A folder of this process alone.
fn folder() -> PathBuf {
    let name = format!("fuzz/library-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The bytes of a sound library of all games.
fn sound_file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let folder = folder();
        let path = folder.join("games.redb");
        let mut library = Library::open(&path).unwrap();
        for tree in games() {
            library.add(tree).unwrap();
        }
        drop(library);
        let bytes = fs::read(path).unwrap();
        fs::remove_dir_all(folder).unwrap();
        bytes
    })
}

fn change(kind: u8, value: u8, length: u16, at: u32) -> Vec<u8> {
    let mut bytes = vec![kind, value];
    bytes.extend(length.to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes
}

fn changes() -> Vec<Vec<u8>> {
    vec![
        Vec::new(),
        change(0, 1, 1, 9),
        change(1, 0, 4096, 4096),
        change(1, 255, 64, 70_000),
        change(2, 0, 0, 0),
        change(2, 0, 0, 5000),
        change(3, 0, 3000, 8192),
        [change(0, 0x80, 1, 100), change(4, 7, 2000, 12_000)].concat(),
    ]
}

/// A sound file with these changes.
fn damaged(input: &[u8]) -> Vec<u8> {
    let mut bytes = sound_file().to_vec();
    for change in input.chunks_exact(CHANGE) {
        let &[kind, value, low, high, a, b, c, d] = change else { unreachable!() };
        let length = usize::from(u16::from_le_bytes([low, high]));
        // A place beyond the file means one at its beginning, where more is
        // at stake.
        let at = u32::from_le_bytes([a, b, c, d]) as usize;
        let at = at.checked_rem(bytes.len()).unwrap_or(0);
        let end = (at + length).min(bytes.len());
        match kind % 5 {
            0 => bytes[at..end].iter_mut().take(8).for_each(|byte| *byte ^= value),
            1 => bytes[at..end].fill(value),
            2 => bytes.truncate(at),
            3 => _ = bytes.drain(at..end),
            _ => {
                let copy = bytes[at..end].to_vec();
                let to = (at + usize::from(value) * 4096).min(bytes.len());
                let room = copy.len().min(bytes.len() - to);
                bytes[to..to + room].copy_from_slice(&copy[..room]);
            }
        }
    }
    bytes
}

/// Whatever the damage, the file is read right, refused and left alone, or set
/// aside; nothing is lost in silence.
fn open_damaged(input: &[u8]) -> Verdict {
    let bytes = damaged(input);
    let folder = folder();
    let path = folder.join("games.redb");
    fs::write(&path, &bytes).unwrap();
    let verdict = match Library::open(&path) {
        Err(error) => {
            assert!(error.to_string().contains("games.redb: "), "{error}");
            assert!(fs::read(&path).unwrap() == bytes, "a refused file was changed: {error}");
            false
        }
        Ok(mut library) => match library.set_aside().map(Path::to_owned) {
            Some(kept) => {
                assert!(fs::read(kept).unwrap() == bytes, "what was set aside was changed");
                assert!(library.is_empty());
                library.add(&games()[0]).unwrap();
                false
            }
            None => {
                let expected = sound_games();
                assert_eq!(library.len(), expected.len());
                for (summary, tree) in library.summaries().iter().zip(expected) {
                    assert!(ron(&library.get(summary.id).unwrap()) == *tree, "{}", summary.id);
                }
                true
            }
        },
    };
    fs::remove_dir_all(folder).unwrap();
    Verdict::of(verdict)
}

/// The games of a sound library, without those that are there twice.
fn sound_games() -> &'static [Vec<u8>] {
    static SOUND: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    SOUND.get_or_init(|| {
        let mut library = Library::in_memory().unwrap();
        for tree in games() {
            library.add(tree).unwrap();
        }
        library.summaries().iter().map(|it| ron(&library.get(it.id).unwrap())).collect()
    })
}

/// The entries of a table of a sound library.
type Entries = Vec<(u64, Vec<u8>)>;

/// All entries of a small sound library, by table.
fn sound_entries() -> &'static [Entries; 4] {
    static SOUND: OnceLock<[Entries; 4]> = OnceLock::new();
    SOUND.get_or_init(|| {
        let folder = folder();
        let path = folder.join("games.redb");
        let mut library = Library::open(&path).unwrap();
        for game in GAMES {
            let trees = corpus::games(*game);
            library.add(&trees[0]).unwrap();
            library.add(trees.last().unwrap()).unwrap();
        }
        drop(library);
        let database = Database::open(&path).unwrap();
        let transaction = database.begin_read().unwrap();
        let entries = TABLES.map(|name| {
            let open = transaction.open_table(table(name)).unwrap();
            let entries = open.iter().unwrap().map(|entry| entry.unwrap());
            entries.map(|(key, bytes)| (key.value(), bytes.value().to_vec())).collect()
        });
        fs::remove_dir_all(folder).unwrap();
        entries
    })
}

/// Each entry as its table, its key and its bytes.
fn entries() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, entries) in sound_entries().iter().enumerate() {
        let step = entries.len().div_ceil(MAX_SEEDS);
        for (key, bytes) in entries.iter().step_by(step) {
            let mut seed = vec![number as u8];
            seed.extend(key.to_le_bytes());
            seed.extend(bytes);
            seeds.push(seed);
        }
    }
    seeds
}

/// Replaces one entry of a sound library.
fn open_with_entry(input: &[u8]) -> Verdict {
    let Some((&[number, ref key @ ..], bytes)) = input.split_first_chunk::<9>() else {
        return Verdict::of(false);
    };
    let number = usize::from(number) % TABLES.len();
    let mut all = sound_entries().clone();
    all[number].push((u64::from_le_bytes(*key), bytes.to_vec()));
    let disk = Arc::new(InMemoryBackend::new());
    let database = Database::builder().create_with_backend(Shared(disk.clone())).unwrap();
    let transaction = database.begin_write().unwrap();
    for (name, entries) in TABLES.into_iter().zip(&all) {
        let mut open = transaction.open_table(table(name)).unwrap();
        for (key, bytes) in entries {
            open.insert(key, bytes.as_slice()).unwrap();
        }
    }
    transaction.commit().unwrap();
    drop(database);
    let Ok(mut library) = Library::with_backend(disk, "games.redb") else {
        return Verdict::of(false);
    };
    use_everything(&mut library);
    Verdict::of(true)
}

/// A game that cannot be read is an error, whatever is done with it.
fn use_everything(library: &mut Library) {
    for game in GAMES {
        let start = game.start(&Default::default()).unwrap();
        let position = Some(PositionKey::new(*game, &start));
        for position in [None, position] {
            let filter = Filter { position, ..Filter::default() };
            for order in [SortOrder::Name, SortOrder::Newest] {
                let _ = library.find(&filter, order, 0..5);
            }
        }
        let _ = library.openings(game.id());
    }
    let ids: Vec<_> = library.summaries().iter().map(|summary| summary.id).collect();
    for &id in &ids {
        let Ok(tree) = library.get(id) else { continue };
        let _ = library.same_game(&tree);
        let _ = library.move_stats(&tree, tree.root(), &Filter::default());
    }
    for id in ids {
        let _ = library.rename(id, "title");
        let _ = library.delete(id);
    }
    let _ = library.add(&games()[0]);
    let _ = library.purge();
}

/// A storage in memory that outlives its database.
#[derive(Debug)]
struct Shared(Arc<InMemoryBackend>);

impl StorageBackend for Shared {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.0.set_len(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.write(offset, data)
    }
}
