//! The user's level packs: kept in a file, exported, and imported from files
//! that are picked or dropped on the window.

use std::path::Path;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::app::notice::Notice;
use crate::app::platform::files::{FilesReceived, PickedFile, SaveFile};
use crate::app::platform::{ExportFolder, Storage, StorageError};
use crate::app::services::assets::{LoadedAssets, content_reloaded};
use crate::app::state::Screen;
use crate::content::levels::{
    Level, MAX_BYTES, Pack, PackError, PackId, PuzzleId, USER_PREFIXES, check, check_format,
    find_level, find_pack, is_user_pack_id, read_pack,
};
use crate::content::messages;
use crate::content::{FileError, WriteError};
use crate::games::{Game, Options};

/// File of the user's packs.
const FILE: &str = "own-levels.ron";

/// Prefixes of the ids of packs that the user made and imported.
const MADE_PREFIX: &str = USER_PREFIXES[0];
const IMPORTED_PREFIX: &str = USER_PREFIXES[1];

/// Most bytes of a pack's id.
const MAX_ID_BYTES: usize = 48;

/// A request about the user's packs.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum UserPackRequest {
    /// Removes a level.
    Remove(PuzzleId),
    /// Restores what was removed last.
    Undo,
    /// Exports a pack as a file.
    Share(PackId),
}

/// The user's packs.
#[derive(Resource, Default)]
pub struct UserPacks {
    packs: Vec<Pack>,
    /// The packs before the last removal.
    undo_state: Option<Vec<Pack>>,
}

/// The file of the user's packs.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserPacksFile {
    version: u32,
    packs: Vec<Pack>,
}

/// The reason why the file of the user's packs could not be read.
#[derive(Debug, Error)]
enum UserPacksError {
    /// Not RON of the expected form.
    #[error(transparent)]
    Unreadable(#[from] ron::error::SpannedError),
    /// Written by a newer program.
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
    /// A pack is wrong.
    #[error(transparent)]
    Pack(#[from] PackError),
}

/// The reason why a pack was not exported.
#[derive(Debug, Error)]
enum ExportError {
    /// A text cannot be written as RON.
    #[error(transparent)]
    Ron(#[from] WriteError),
    /// The folder cannot be read or written.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Files of every name are there already.
    #[error("every name for the file is taken")]
    NoFreeName,
}

impl UserPacks {
    /// The packs, each with at least one level.
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    /// True if a removal can be undone.
    pub fn can_undo(&self) -> bool {
        self.undo_state.is_some()
    }

    /// The pack of this name.
    fn pack(&self, id: &PackId) -> Option<&Pack> {
        find_pack(&self.packs, id)
    }

    /// The level of this name with its pack.
    pub(super) fn level(&self, id: &PuzzleId) -> Option<(&Pack, &Level)> {
        find_level(&self.packs, id)
    }

    /// Indices of a level: of its pack, and in its pack.
    fn place(&self, id: &PuzzleId) -> Option<(usize, usize)> {
        let number = self.packs.iter().position(|pack| pack.is_named(&id.pack))?;
        Some((number, self.packs[number].level_index(&id.level)?))
    }

    /// Saves a level, in place of another or as a new one. Returns its name.
    pub(super) fn save_level(
        &mut self,
        replaces: Option<&PuzzleId>,
        game: &dyn Game,
        options: &Options,
        level: impl FnOnce(&str) -> Level,
    ) -> PuzzleId {
        self.undo_state = None;
        if let Some(id) = replaces
            && let Some((pack, number)) = self.place(id)
        {
            self.packs[pack].levels[number] = level(&id.level);
            return id.clone();
        }
        let mut level = level("level-1");
        let fits = |pack: &Pack| {
            pack.id.starts_with(MADE_PREFIX)
                && pack.game == game.id()
                && pack.options == *options
                && pack.has_room_for(&level)
        };
        let found = self.packs.iter().position(fits).unwrap_or_else(|| {
            let id = self.free_id(game.id(), MADE_PREFIX);
            let title = messages::localized("made-levels");
            let about = messages::localized("made-levels-about");
            self.packs.push(Pack::empty(&id, game.id(), options.clone(), title, about));
            self.packs.len() - 1
        });
        let pack = &mut self.packs[found];
        // Ids are not reused, so that the progress stays correct.
        let number = |level: &Level| level.id.strip_prefix("level-")?.parse::<u32>().ok();
        let last = pack.levels.iter().filter_map(number).max().unwrap_or(0);
        level.id = format!("level-{}", last.saturating_add(1));
        let id = pack.puzzle_id(&level);
        pack.levels.push(level);
        id
    }

    /// Removes a level, and its pack with the last one.
    fn remove(&mut self, id: &PuzzleId) {
        let Some((pack, level)) = self.place(id) else { return };
        self.undo_state = Some(self.packs.clone());
        self.packs[pack].levels.remove(level);
        self.packs.retain(|pack| !pack.levels.is_empty());
    }

    fn undo(&mut self) {
        if let Some(undo_state) = self.undo_state.take() {
            self.packs = undo_state;
        }
    }

    /// Imports a shared pack. Returns false if it is there already.
    fn import_pack(&mut self, mut pack: Pack) -> bool {
        let same = |known: &Pack| {
            known.game == pack.game && known.options == pack.options && known.levels == pack.levels
        };
        if self.packs.iter().any(same) {
            return false;
        }
        self.undo_state = None;
        pack.id = self.imported_id(&pack);
        self.packs.push(pack);
        true
    }

    /// A unique id for a pack from elsewhere, so that it has its own progress.
    fn imported_id(&self, pack: &Pack) -> String {
        let name = pack.id.strip_prefix("shared-").unwrap_or(&pack.id);
        let name: String = name.chars().take(MAX_ID_BYTES - IMPORTED_PREFIX.len() - 1).collect();
        self.free_id(&pack.game, &format!("{IMPORTED_PREFIX}-{name}"))
    }

    /// An unused pack id for a game.
    fn free_id(&self, game: &str, name: &str) -> String {
        let taken = |id: &str| self.packs.iter().any(|pack| pack.game == game && pack.id == id);
        let numbered = (2..).map(|number: u32| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|id| !taken(id)).unwrap_or_else(|| name.to_owned())
    }

    fn from_ron(text: &str) -> Result<UserPacks, UserPacksError> {
        let read: UserPacksFile = ron::from_str(text)?;
        if read.version != 1 {
            return Err(UserPacksError::Version(read.version));
        }
        read.packs.iter().try_for_each(check_format)?;
        let mut user_packs = UserPacks::default();
        for mut pack in read.packs {
            // Nobody but an editor of the file gives a pack the name of another one.
            if !is_user_pack_id(&pack.id) || user_packs.pack(&pack.pack_id()).is_some() {
                pack.id = user_packs.imported_id(&pack);
            }
            user_packs.packs.push(pack);
        }
        Ok(user_packs)
    }

    fn to_ron(&self) -> String {
        let file = UserPacksFile { version: 1, packs: self.packs.clone() };
        let config = ron::ser::PrettyConfig::new().depth_limit(6).indentor("  ".to_owned());
        ron::ser::to_string_pretty(&file, config).unwrap_or_default()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UserPacks>()
        .add_message::<UserPackRequest>()
        .add_message::<FilesReceived>()
        .add_message::<SaveFile>()
        .add_systems(Startup, load)
        .add_systems(OnExit(Screen::Loading), publish)
        .add_systems(
            Update,
            (
                handle_requests,
                import_received,
                publish.run_if(resource_changed::<UserPacks>.or_else(content_reloaded)),
            )
                .chain(),
        )
        .add_systems(Last, save);
}

/// Loads the file. A damaged one is set aside and reported.
fn load(
    storage: Res<Storage>,
    mut user_packs: ResMut<UserPacks>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(read) = storage.read_parsed(FILE, "own-damaged", &mut notices, UserPacks::from_ron)
    {
        *user_packs = read;
    }
}

/// Saves the file after every change.
fn save(
    storage: Res<Storage>,
    user_packs: Res<UserPacks>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Option<Vec<Pack>>>,
) {
    // The first run only remembers the loaded state.
    let Some(known) = &*written else {
        *written = Some(user_packs.packs.clone());
        return;
    };
    if !user_packs.is_changed() || *known == user_packs.packs {
        return;
    }
    *written = Some(user_packs.packs.clone());
    if let Err(error) = storage.write(FILE, &user_packs.to_ron()) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}

/// Adds the user's packs to the loaded assets.
fn publish(user_packs: Res<UserPacks>, mut library: ResMut<LoadedAssets>) {
    library.set_user_packs(&user_packs.packs);
}

/// Handles requests.
fn handle_requests(
    mut requests: MessageReader<UserPackRequest>,
    exports: Option<Res<ExportFolder>>,
    mut user_packs: ResMut<UserPacks>,
    mut saves: MessageWriter<SaveFile>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        match request {
            UserPackRequest::Remove(id) => user_packs.remove(id),
            UserPackRequest::Undo => user_packs.undo(),
            UserPackRequest::Share(id) => {
                let Some(pack) = user_packs.pack(id) else { continue };
                let Some(exports) = &exports else {
                    match export_file(pack) {
                        Ok(save) => _ = saves.write(save),
                        Err(error) => warn!("{error}"),
                    }
                    continue;
                };
                notices.write(match write_export(pack, &exports.0) {
                    Ok(path) => Notice::hint("own-shared").with("file", path),
                    Err(error) => {
                        warn!("{error}");
                        let place = exports.0.location();
                        Notice::problem("storage-write-failed").with("file", place)
                    }
                });
            }
        }
    }
}

/// A pack as a file to save, where there is no export folder.
fn export_file(pack: &Pack) -> Result<SaveFile, WriteError> {
    let text = pack.to_ron()?;
    let name = format!("{}-levels.ron", pack.game);
    Ok(SaveFile { name, bytes: text.into_bytes().into() })
}

/// Writes a pack to the export folder without overwriting other files. Returns
/// the path.
fn write_export(pack: &Pack, exports: &Storage) -> Result<String, ExportError> {
    let text = pack.to_ron()?;
    for number in 1_u32.. {
        let end = if number == 1 { String::new() } else { format!("-{number}") };
        let name = format!("{}-levels{end}.ron", pack.game);
        let there = exports.read(&name)?;
        let same = there.as_ref() == Some(&text);
        if there.is_some() && !same {
            continue;
        }
        if !same {
            exports.write(&name, &text)?;
        }
        return Ok(Path::new(&exports.location()).join(name).display().to_string());
    }
    Err(ExportError::NoFreeName)
}

/// True if this RON file is a level pack rather than a game.
pub fn is_level_pack(file: &PickedFile) -> bool {
    file.extension().eq_ignore_ascii_case("ron")
        && file.read_prefix(MAX_BYTES).is_ok_and(|bytes| {
            let mark = b"levels:";
            bytes.windows(mark.len()).any(|part| part == mark)
        })
}

/// Imports level packs that are picked or dropped on the window. Other files
/// are ignored.
fn import_received(
    mut received: MessageReader<FilesReceived>,
    screen: Res<State<Screen>>,
    mut user_packs: ResMut<UserPacks>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for file in
        received.read().flat_map(|FilesReceived(files)| files).filter(|file| is_level_pack(file))
    {
        let name = file.name().to_owned();
        let text = match file.read_prefix(MAX_BYTES + 1) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                warn!("{error}");
                notices.write(Notice::problem("storage-read-failed").with("file", name));
                continue;
            }
        };
        match parse_shared(&name, &text) {
            Ok(pack) => {
                let number = pack.levels.len();
                let new = user_packs.import_pack(pack);
                notices.write(if new {
                    Notice::done("own-taken-in").with("number", number)
                } else {
                    Notice::hint("own-known")
                });
                // A game being played is not interrupted.
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

/// Parses and validates a shared pack.
fn parse_shared(name: &str, text: &str) -> Result<Pack, FileError> {
    let pack = read_pack(name, text)?;
    match check::check(&pack).first() {
        Some(fault) => Err(fault.in_file(name, text)),
        None => Ok(pack),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::levels::load;
    use crate::content::levels_folder;
    use crate::games::registry;

    fn shipped() -> Pack {
        let folder = levels_folder();
        let loaded = load(|path| std::fs::read_to_string(folder.join(path)));
        loaded.packs.into_iter().next().unwrap().1
    }

    #[test]
    fn a_stored_pack_with_the_name_of_another_one_gets_a_name_of_its_own() {
        let shipped = shipped();
        let mut own = shipped.clone();
        own.id = MADE_PREFIX.to_owned();
        let packs = vec![shipped.clone(), own.clone(), own];
        let stored = UserPacks { packs, undo_state: None }.to_ron();
        let read = UserPacks::from_ron(&stored).unwrap();
        let ids: Vec<&str> = read.packs().iter().map(|pack| pack.id.as_str()).collect();
        assert_eq!(ids, [&format!("shared-{}", shipped.id), "own", "shared-own"]);
    }

    #[test]
    fn a_level_that_was_removed_while_it_was_edited_is_saved_as_a_new_one() {
        let shipped = shipped();
        let game = registry::find(&shipped.game).unwrap();
        let mut user_packs = UserPacks::default();
        let save = |user_packs: &mut UserPacks, replaces: Option<&PuzzleId>, number: usize| {
            let level = |id: &str| Level { id: id.to_owned(), ..shipped.levels[number].clone() };
            user_packs.save_level(replaces, game, &shipped.options, level)
        };
        let first = save(&mut user_packs, None, 0);
        let second = save(&mut user_packs, None, 1);
        assert_eq!([&*first.level, &*second.level], ["level-1", "level-2"]);
        user_packs.remove(&first);
        let third = save(&mut user_packs, Some(&first), 2);
        assert_eq!(&*third.level, "level-3");
        let kept = user_packs.level(&second).unwrap().1;
        assert_eq!(kept.position, shipped.levels[1].position);
    }
}
