//! Storage of content packs: the list of them, and each zip file as a text, since that
//! is what is stored safely on every system and in browsers.

use std::path::PathBuf;
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::reading::Reading;
use super::{AddedPack, ContentPacks};
use crate::app::notice::Notice;
use crate::app::platform::files::PickedFile;
use crate::app::platform::{Storage, StorageError};
use crate::app::services::tasks::TaskRunner;

/// File of the list of packs.
const FILE: &str = "content-packs.ron";

/// Where the files of a pack are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackSource {
    /// In a zip file, which is kept.
    Archive(Arc<[u8]>),
    /// In a zip file that is kept already.
    Kept,
    /// In a folder of the user's, which stays where it is.
    Folder(PathBuf),
}

/// The list of packs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListFile {
    version: u32,
    packs: Vec<ListedPack>,
}

/// Entry of a pack in the list, which is kept beside its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListedPack {
    id: String,
    on: bool,
    /// Its folder; none if its zip file is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum ListError {
    #[error(transparent)]
    Unreadable(#[from] ron::error::SpannedError),
    #[error("it is of version {0}, but this program reads version 1")]
    Version(u32),
}

/// Beginning and end of the names of the texts with the zip files of packs.
const ARCHIVES: (&str, &str) = ("content-pack-", ".txt");

/// Name of the text with the zip file of a pack.
fn archive_name(id: &str) -> String {
    format!("{}{id}{}", ARCHIVES.0, ARCHIVES.1)
}

/// Keeps the files of a pack that is added.
pub(super) fn keep(
    storage: &Storage,
    id: &str,
    source: PackSource,
) -> Result<PackSource, StorageError> {
    let PackSource::Archive(bytes) = source else { return Ok(source) };
    storage.write(&archive_name(id), &BASE64_STANDARD.encode(bytes))?;
    Ok(PackSource::Kept)
}

/// Loads the list and begins to read its packs. A damaged list is set aside and reported.
pub(super) fn load(
    storage: Res<Storage>,
    runner: Res<TaskRunner>,
    mut packs: ResMut<ContentPacks>,
    mut notices: MessageWriter<Notice>,
) {
    let parse = |text: &str| -> Result<ListFile, ListError> {
        let list: ListFile = ron::from_str(text)?;
        if list.version == 1 { Ok(list) } else { Err(ListError::Version(list.version)) }
    };
    let Some(list) = storage.read_parsed(FILE, "packs-damaged", &mut notices, parse) else {
        return;
    };
    // Those of packs that were removed, and could be restored until the program ended.
    for name in storage.names() {
        let id = name.strip_prefix(ARCHIVES.0).and_then(|rest| rest.strip_suffix(ARCHIVES.1));
        if id.is_some_and(|id| list.packs.iter().all(|pack| pack.id != id))
            && let Err(error) = storage.remove(&name)
        {
            warn!("{error}");
        }
    }
    for ListedPack { id, on, folder } in list.packs {
        let source = folder.map_or(PackSource::Kept, PackSource::Folder);
        let added = AddedPack { id, source, on, pack: None, problems: Vec::new() };
        read_again(&storage, &runner, &mut packs, &added);
        packs.packs.push(added);
    }
}

/// Begins to read a pack that was added before.
pub(super) fn read_again(
    storage: &Storage,
    runner: &TaskRunner,
    packs: &mut ContentPacks,
    added: &AddedPack,
) {
    let file = match &added.source {
        PackSource::Folder(folder) => PickedFile::from_path(folder.clone()),
        PackSource::Archive(bytes) => PickedFile::from_bytes(&added.id, bytes.to_vec()),
        PackSource::Kept => {
            let name = archive_name(&added.id);
            let text = storage.read(&name).ok().flatten().unwrap_or_default();
            // What cannot be decoded is no zip file, which is reported.
            let bytes = BASE64_STANDARD.decode(text.trim_end()).unwrap_or_default();
            PickedFile::from_bytes(&name, bytes)
        }
    };
    packs.reading.push(Reading::again(runner, &added.id, file));
}

/// Saves the list after every change, and forgets the files of packs that can no longer be
/// restored.
pub(super) fn save(
    storage: Res<Storage>,
    packs: Res<ContentPacks>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Option<Vec<ListedPack>>>,
    mut kept: Local<Vec<String>>,
) {
    if !packs.is_changed() && written.is_some() {
        return;
    }
    let listed: Vec<ListedPack> = packs.packs.iter().map(listed).collect();
    // The first run only remembers the loaded state.
    let changed = written.as_ref().is_some_and(|known| *known != listed);
    if changed {
        let list = ListFile { version: 1, packs: listed.clone() };
        let looks = ron::ser::PrettyConfig::new().depth_limit(3).indentor("  ".to_owned());
        let text = ron::ser::to_string_pretty(&list, looks).unwrap_or_default();
        if let Err(error) = storage.write(FILE, &text) {
            warn!("{error}");
            notices.write(error.notice(FILE));
        }
    }
    *written = Some(listed);
    let removed = packs.removed.iter();
    let wanted: Vec<String> = packs.packs.iter().chain(removed).map(|it| it.id.clone()).collect();
    for id in kept.iter().filter(|id| !wanted.contains(id)) {
        if let Err(error) = storage.remove(&archive_name(id)) {
            warn!("{error}");
        }
    }
    *kept = wanted;
}

fn listed(added: &AddedPack) -> ListedPack {
    let folder = match &added.source {
        PackSource::Folder(folder) => Some(folder.clone()),
        PackSource::Archive(_) | PackSource::Kept => None,
    };
    ListedPack { id: added.id.clone(), on: added.on, folder }
}
