//! The content packs that the player has added: read in the background, offered before they
//! are taken, kept in files, switched on and off, and given to the assets.

mod kept;
mod reading;
mod watcher;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

pub use kept::PackSource;
pub use reading::ReadPackTask;
use reading::Reading;

use crate::app::features::openings::Openings;
use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::app::platform::files::{FilesReceived, FilesSystems, PickedFile};
use crate::app::services::assets::{LoadedAssets, content_reloaded};
use crate::app::services::tasks::TaskRunner;
use crate::app::state::Screen;
use crate::content::packs::{ContentPack, MANIFEST};

/// A wish of the player about content packs.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum ContentPackRequest {
    /// Reads a folder, which stays where it is, and offers it.
    OfferFolder(PathBuf),
    /// Adds the pack that is offered.
    Add,
    /// Does not add it.
    Decline,
    /// Switches the pack of this id on or off.
    Switch(String, bool),
    /// Removes the pack of this id.
    Remove(String),
    /// Adds the pack again that was removed last.
    Restore,
}

/// A pack that was read, or what is wrong with it.
pub type PackState = Result<Arc<ContentPack>, Vec<String>>;

/// A pack that the player has added.
#[derive(Clone, Debug)]
pub struct AddedPack {
    /// Its id.
    pub id: String,
    /// Where its files are.
    pub source: PackSource,
    /// False while the player wants none of its content.
    pub on: bool,
    /// Its content; `None` until it was read for the first time. What was read well stays
    /// when a later state of a folder is wrong.
    pub pack: Option<Arc<ContentPack>>,
    /// The problems of its files.
    pub problems: Vec<String>,
}

/// A pack that was read and is not added yet.
#[derive(Clone, Debug)]
pub struct PackOffer {
    /// Name of its file or folder.
    pub name: String,
    /// Where its files are.
    pub source: PackSource,
    /// Its content, or what is wrong with it.
    pub state: PackState,
    /// It takes the place of a pack that was added before.
    pub replaces: bool,
}

/// The content packs.
#[derive(Resource, Default)]
pub struct ContentPacks {
    packs: Vec<AddedPack>,
    /// The packs that wait for the player's decision, in the order in which they came.
    offers: VecDeque<PackOffer>,
    removed: Option<AddedPack>,
    reading: Vec<Reading>,
}

impl ContentPacks {
    /// The packs in the order in which they were added.
    pub fn packs(&self) -> &[AddedPack] {
        &self.packs
    }

    /// The pack that the player is to decide on.
    pub fn offer(&self) -> Option<&PackOffer> {
        self.offers.front()
    }

    /// The pack that was removed last.
    pub fn removed(&self) -> Option<&AddedPack> {
        self.removed.as_ref()
    }

    /// True while a pack is being read.
    pub fn is_reading(&self) -> bool {
        !self.reading.is_empty()
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.packs.iter().position(|pack| pack.id == id)
    }
}

/// True for a zip file, and for a folder with the manifest of a pack.
pub fn is_content_pack(file: &PickedFile) -> bool {
    file.extension().eq_ignore_ascii_case("zip")
        || file.path().is_some_and(|path| path.join(MANIFEST).is_file())
}

/// Loads what is kept, as a start of the program does.
#[cfg(test)]
pub fn open(world: &mut World) {
    world.run_system_cached(kept::load).unwrap();
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<ContentPacks>()
        .init_resource::<Openings>()
        .add_message::<ContentPackRequest>()
        .add_message::<FilesReceived>()
        .add_systems(Startup, kept::load)
        .add_systems(OnExit(Screen::Loading), publish)
        .add_systems(
            Update,
            (
                offer_received.after(FilesSystems),
                handle_requests,
                take_read,
                publish.run_if(
                    resource_changed::<ContentPacks>
                        .or_else(content_reloaded)
                        .and_then(not(in_state(Screen::Loading))),
                ),
            )
                .chain(),
        )
        .add_systems(Last, kept::save);
    app.add_plugins(watcher::plugin);
}

/// Gives the packs that are switched on to the assets, when they or what is shipped have changed.
fn publish(
    packs: Res<ContentPacks>,
    mut library: ResMut<LoadedAssets>,
    mut openings: ResMut<Openings>,
    mut published: Local<Vec<Arc<ContentPack>>>,
    mut reloads: Local<u32>,
) {
    let on = packs.packs.iter().filter(|added| added.on);
    let on: Vec<Arc<ContentPack>> = on.filter_map(|added| added.pack.clone()).collect();
    let is_reloaded = std::mem::replace(&mut *reloads, library.reloads()) != library.reloads();
    let is_same = !is_reloaded
        && on.len() == published.len()
        && on.iter().zip(&*published).all(|(new, old)| Arc::ptr_eq(new, old));
    if !is_same {
        library.set_content_packs(&on);
        openings.set_shipped(library.books());
        *published = on;
    }
}

/// Reads packs that were picked or dropped on the window.
fn offer_received(
    mut received: MessageReader<FilesReceived>,
    runner: Res<TaskRunner>,
    mut packs: ResMut<ContentPacks>,
) {
    let files = received.read().flat_map(|FilesReceived(files)| files);
    for file in files.filter(|file| is_content_pack(file)) {
        packs.reading.push(Reading::offer(&runner, file.clone()));
    }
}

fn handle_requests(
    mut requests: MessageReader<ContentPackRequest>,
    runner: Res<TaskRunner>,
    storage: Res<Storage>,
    mut packs: ResMut<ContentPacks>,
    mut notices: MessageWriter<Notice>,
) {
    for request in requests.read() {
        match request {
            ContentPackRequest::OfferFolder(folder) => {
                let file = PickedFile::from_path(folder.clone());
                packs.reading.push(Reading::offer(&runner, file));
            }
            ContentPackRequest::Add => add(&mut packs, &storage, &mut notices),
            ContentPackRequest::Decline => _ = packs.offers.pop_front(),
            ContentPackRequest::Switch(id, on) => {
                if let Some(at) = packs.place(id) {
                    packs.packs[at].on = *on;
                }
            }
            ContentPackRequest::Remove(id) => {
                if let Some(at) = packs.place(id) {
                    packs.removed = Some(packs.packs.remove(at));
                }
            }
            ContentPackRequest::Restore => {
                if let Some(pack) = packs.removed.take() {
                    packs.packs.push(pack);
                }
            }
        }
    }
}

/// Adds the pack that is offered, once its files are kept.
fn add(packs: &mut ContentPacks, storage: &Storage, notices: &mut MessageWriter<Notice>) {
    let Some(PackOffer { source, state: Ok(pack), name, .. }) = packs.offers.pop_front() else {
        return;
    };
    let id = pack.manifest.id.clone();
    let source = match kept::keep(storage, &id, source) {
        Ok(source) => source,
        Err(error) => {
            warn!("{error}");
            notices.write(error.notice(&name));
            return;
        }
    };
    let added = AddedPack { id, source, on: true, pack: Some(pack), problems: Vec::new() };
    match packs.place(&added.id) {
        Some(at) => packs.packs[at] = added,
        None => packs.packs.push(added),
    }
    // Of this id there is one again, so that the removed one does not come back beside it.
    packs.removed = None;
}

/// Takes the packs that have been read: those that were added before, and offers.
fn take_read(
    mut packs: ResMut<ContentPacks>,
    library: Res<LoadedAssets>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    if packs.bypass_change_detection().reading.iter().all(|reading| !reading.is_finished())
        // The ids of what is shipped are not known before.
        || *screen.get() == Screen::Loading
    {
        return;
    }
    let packs = &mut *packs;
    let (finished, unfinished) =
        std::mem::take(&mut packs.reading).into_iter().partition(Reading::is_finished);
    packs.reading = unfinished;
    let finished: Vec<Reading> = finished;
    for reading in finished {
        let (name, added, source, state) = reading.take();
        let Some(id) = added else {
            let state = state.and_then(|pack| match clash(packs, &library, &pack) {
                None => Ok(pack),
                Some(id) => Err(vec![format!("{MANIFEST}: the id \"{id}\" is taken already")]),
            });
            let replaces = state.as_ref().is_ok_and(|it| packs.place(&it.manifest.id).is_some());
            packs.offers.push_back(PackOffer { name, source, state, replaces });
            // A game being played is not interrupted.
            if *screen.get() == Screen::Play {
                notices.write(Notice::hint("pack-waits"));
            } else {
                next.set(Screen::ContentPacks);
            }
            continue;
        };
        let Some(at) = packs.place(&id) else { continue };
        let entry = &mut packs.packs[at];
        match state {
            Ok(pack) if pack.manifest.id == id => {
                entry.pack = Some(pack);
                entry.problems.clear();
            }
            Ok(pack) => {
                let now = &pack.manifest.id;
                entry.problems =
                    vec![format!("{MANIFEST}: the id was \"{id}\" and is \"{now}\" now")];
            }
            Err(problems) => {
                if entry.pack.is_none() {
                    notices.write(Notice::problem("pack-unusable").with("pack", &id));
                }
                entry.problems = problems;
            }
        }
    }
}

/// An id in a pack that something else has already.
fn clash(packs: &ContentPacks, library: &LoadedAssets, pack: &ContentPack) -> Option<String> {
    let id = &pack.manifest.id;
    let others = packs.packs.iter().filter(|added| added.id != *id);
    let mut known = others.filter_map(|added| added.pack.as_ref()).map(|it| &it.manifest);
    let other = known.find(|other| other.owns(id) || pack.manifest.owns(&other.id));
    other.map(|other| other.id.clone()).or_else(|| library.shipped_id_of(pack))
}
