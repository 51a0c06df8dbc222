//! The levels of the player: kept between starts, shared as files, and taken
//! in from files that are chosen or dropped on the window.

use std::path::Path;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::notice::Notice;
use crate::app::platform::files::{Given, Parcel, Save};
use crate::app::platform::{Exports, Storage};
use crate::content::levels::{
    Level, MOST_BYTES, MOST_LEVELS, Pack, check, check_whole, read_pack, words,
};
use crate::games::{Game, Options};

/// File of the player's levels.
const FILE: &str = "own-levels.ron";

/// Names of packs that the player made begin with this, and of those that
/// were taken in with the other.
const MADE: &str = "own";
const TAKEN: &str = "shared";

/// The most bytes of a pack's name.
const LONGEST_NAME: usize = 48;

/// What is asked of the player's levels.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnAsk {
    /// Take out this level of this pack of theirs.
    Remove(usize, usize),
    /// Put back what was taken out last.
    Undo,
    /// Write this pack of theirs as a file to be given away.
    Share(usize),
}

/// The levels of the player.
#[derive(Resource, Default)]
pub struct Own {
    packs: Vec<Pack>,
    /// As they were before the last one was taken out.
    before: Option<Vec<Pack>>,
}

/// The levels as a file has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnFile {
    version: u32,
    packs: Vec<Pack>,
}

impl Own {
    /// The packs, each with at least one level.
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    /// Whether something can be put back.
    pub fn can_undo(&self) -> bool {
        self.before.is_some()
    }

    /// Keeps a level, in place of another or as a new one. Tells where.
    pub(super) fn keep(
        &mut self,
        replaces: Option<(usize, usize)>,
        game: &dyn Game,
        options: &Options,
        level: impl FnOnce(&str) -> Level,
    ) -> (usize, usize) {
        self.before = None;
        if let Some((pack, number)) = replaces
            && let Some(place) =
                self.packs.get_mut(pack).and_then(|pack| pack.levels.get_mut(number))
        {
            let id = place.id.clone();
            *place = level(&id);
            return (pack, number);
        }
        let fits = |pack: &Pack| {
            pack.id.starts_with(MADE)
                && pack.game == game.id()
                && pack.options == *options
                && pack.levels.len() < MOST_LEVELS
        };
        let found = self.packs.iter().position(fits).unwrap_or_else(|| {
            let id = self.free_name(game.id(), MADE);
            let title = words(["My levels", "我的题"]);
            let about = words(["Levels made by players.", "棋友自己出的题。"]);
            self.packs.push(Pack::empty(&id, game.id(), options.clone(), title, about));
            self.packs.len() - 1
        });
        let pack = &mut self.packs[found];
        // A name is not given twice, so that what was solved stays right.
        let number = |level: &Level| level.id.strip_prefix("level-")?.parse::<u32>().ok();
        let last = pack.levels.iter().filter_map(number).max().unwrap_or(0);
        pack.levels.push(level(&format!("level-{}", last.saturating_add(1))));
        (found, pack.levels.len() - 1)
    }

    /// Takes a level out.
    fn remove(&mut self, pack: usize, level: usize) {
        let Some(found) = self.packs.get(pack).filter(|found| level < found.levels.len()) else {
            return;
        };
        let last = found.levels.len() == 1;
        self.before = Some(self.packs.clone());
        if last {
            self.packs.remove(pack);
        } else {
            self.packs[pack].levels.remove(level);
        }
    }

    fn undo(&mut self) {
        if let Some(before) = self.before.take() {
            self.packs = before;
        }
    }

    /// Takes a pack in that someone else made. Tells whether it is new.
    fn take_in(&mut self, mut pack: Pack) -> bool {
        let same = |known: &Pack| {
            known.game == pack.game && known.options == pack.options && known.levels == pack.levels
        };
        if self.packs.iter().any(same) {
            return false;
        }
        self.before = None;
        // A name of its own, so that it does not share what was solved.
        let name = pack.id.strip_prefix("shared-").unwrap_or(&pack.id);
        let name: String = name.chars().take(LONGEST_NAME - TAKEN.len() - 1).collect();
        pack.id = self.free_name(&pack.game, &format!("{TAKEN}-{name}"));
        self.packs.push(pack);
        true
    }

    /// A name that no pack of the game has yet.
    fn free_name(&self, game: &str, name: &str) -> String {
        let taken = |id: &str| self.packs.iter().any(|pack| pack.game == game && pack.id == id);
        let numbered = (2..).map(|number: u32| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|id| !taken(id)).unwrap_or_else(|| name.to_owned())
    }

    fn from_ron(text: &str) -> Result<Own, String> {
        let read: OwnFile = ron::from_str(text).map_err(|error| error.to_string())?;
        if read.version != 1 {
            let found = read.version;
            return Err(format!("it is of version {found}, but this program reads version 1"));
        }
        read.packs.iter().try_for_each(check_whole)?;
        Ok(Own { packs: read.packs, before: None })
    }

    fn to_ron(&self) -> String {
        let file = OwnFile { version: 1, packs: self.packs.clone() };
        let looks = ron::ser::PrettyConfig::new().depth_limit(6).indentor("  ".to_owned());
        ron::ser::to_string_pretty(&file, looks).unwrap_or_default()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Own>()
        .add_message::<OwnAsk>()
        .add_message::<Given>()
        .add_message::<Save>()
        .add_systems(Startup, read)
        .add_systems(OnExit(Screen::Loading), shelve)
        .add_systems(Update, (obey, take_given, shelve.run_if(resource_changed::<Own>)).chain())
        .add_systems(Last, write);
}

/// Reads the file. A damaged one is set aside and reported.
fn read(storage: Res<Storage>, mut own: ResMut<Own>, mut notices: MessageWriter<Notice>) {
    if let Some(read) = storage.read_as(FILE, "own-damaged", &mut notices, Own::from_ron) {
        *own = read;
    }
}

/// Writes the file after every change.
fn write(
    storage: Res<Storage>,
    own: Res<Own>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Option<Vec<Pack>>>,
) {
    // The first look is at what was just read.
    let Some(known) = &*written else {
        *written = Some(own.packs.clone());
        return;
    };
    if !own.is_changed() || *known == own.packs {
        return;
    }
    *written = Some(own.packs.clone());
    if let Err(error) = storage.write(FILE, &own.to_ron()) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

/// Puts the player's packs where all packs are found.
fn shelve(own: Res<Own>, mut library: ResMut<Library>) {
    library.set_own(&own.packs);
}

/// Does what buttons ask for.
fn obey(
    mut asks: MessageReader<OwnAsk>,
    exports: Option<Res<Exports>>,
    mut own: ResMut<Own>,
    mut saves: MessageWriter<Save>,
    mut notices: MessageWriter<Notice>,
) {
    for ask in asks.read() {
        match *ask {
            OwnAsk::Remove(pack, level) => own.remove(pack, level),
            OwnAsk::Undo => own.undo(),
            OwnAsk::Share(number) => {
                let Some(pack) = own.packs.get(number) else { continue };
                let Some(exports) = &exports else {
                    match file_of(pack) {
                        Ok(save) => _ = saves.write(save),
                        Err(error) => warn!("{error}"),
                    }
                    continue;
                };
                notices.write(match share(pack, &exports.0) {
                    Ok(path) => Notice::hint("own-shared").with("file", path),
                    Err(error) => {
                        warn!("{error}");
                        let place = exports.0.place();
                        Notice::problem("storage-write-failed").with("file", place)
                    }
                });
            }
        }
    }
}

/// A pack as a file, for where there is no folder for what is given away.
fn file_of(pack: &Pack) -> Result<Save, String> {
    let text = pack.to_ron().map_err(|error| error.to_string())?;
    let name = format!("{}-levels.ron", pack.game);
    Ok(Save { name, bytes: text.into_bytes().into() })
}

/// Writes a pack into the folder for what is given away, without touching
/// what lies there. Tells where.
fn share(pack: &Pack, exports: &Storage) -> Result<String, String> {
    let text = pack.to_ron().map_err(|error| error.to_string())?;
    for number in 1_u32.. {
        let end = if number == 1 { String::new() } else { format!("-{number}") };
        let name = format!("{}-levels{end}.ron", pack.game);
        let there = exports.read(&name).map_err(|error| error.to_string())?;
        let same = there.as_ref() == Some(&text);
        if there.is_some() && !same {
            continue;
        }
        if !same {
            exports.write(&name, &text).map_err(|error| error.to_string())?;
        }
        return Ok(Path::new(&exports.place()).join(name).display().to_string());
    }
    Err("every name for the file is taken".to_owned())
}

/// Whether this file is one of levels rather than a game that is kept in the
/// same form.
pub fn is_levels(file: &Parcel) -> bool {
    file.ending().eq_ignore_ascii_case("ron")
        && file.read_most(MOST_BYTES).is_ok_and(|bytes| {
            let mark = b"levels:";
            bytes.windows(mark.len()).any(|part| part == mark)
        })
}

/// Takes in packs of levels that are chosen or dropped on the window. Other
/// files are not for the puzzles.
fn take_given(
    mut given: MessageReader<Given>,
    screen: Res<State<Screen>>,
    mut own: ResMut<Own>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for file in given.read().flat_map(|Given(files)| files).filter(|file| is_levels(file)) {
        let name = file.name().to_owned();
        let text = match file.read_most(MOST_BYTES + 1) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                warn!("{error}");
                notices.write(Notice::problem("storage-read-failed").with("file", name));
                continue;
            }
        };
        match read_shared(&name, &text) {
            Ok(pack) => {
                let number = pack.levels.len();
                let new = own.take_in(pack);
                notices.write(if new {
                    Notice::done("own-taken-in").with("number", number)
                } else {
                    Notice::hint("own-known")
                });
                // A game on the board is not torn away.
                if *screen.get() != Screen::Play && *screen.get() != Screen::Loading {
                    next.set(Screen::Puzzles);
                }
            }
            Err(problem) => {
                notices.write(Notice::problem("content-wrong").with("problem", problem));
            }
        }
    }
}

/// A pack that is right by the rules.
fn read_shared(name: &str, text: &str) -> Result<Pack, String> {
    let pack = read_pack(name, text).map_err(|error| error.to_string())?;
    match check::check(&pack).first() {
        Some(fault) => Err(fault.within(name, text).to_string()),
        None => Ok(pack),
    }
}
