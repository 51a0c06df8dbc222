//! Reading packs in the background.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{PackSource, PackState};
use crate::app::platform::files::PickedFile;
use crate::app::services::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::content::packs::{self, ArchiveError, ContentPack, MAX_ARCHIVE_BYTES, PackFiles};
use crate::search::StopFlag;

/// Reads a pack and checks all of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReadPackTask {
    file: PickedFile,
}

/// A pack that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PackRead {
    state: Result<Box<ContentPack>, Vec<String>>,
    /// Its files as a zip file, unless they are in a folder.
    archive: Option<serde_bytes::ByteBuf>,
}

impl Task for ReadPackTask {
    type Output = Option<PackRead>;

    const NAME: &'static str = "content-pack";

    fn run(self, _: &mut WorkerState, _: &StopFlag, report: &mut dyn FnMut(Option<PackRead>)) {
        let folder = self.file.path().filter(|path| path.is_dir());
        let (files, archive) = match folder {
            Some(folder) => (PackFiles::from_folder(folder), None),
            None => match self.file.read_prefix(MAX_ARCHIVE_BYTES + 1) {
                Ok(bytes) => (PackFiles::from_zip(&bytes), Some(bytes.into())),
                Err(error) => {
                    let error = std::io::Error::other(error);
                    (Err(ArchiveError::Io(error)), None)
                }
            },
        };
        let state = match files {
            Ok(files) => packs::read(files)
                .map(Box::new)
                .map_err(|errors| errors.iter().map(ToString::to_string).collect()),
            Err(error) => Err(vec![format!("{}: {error}", self.file.name())]),
        };
        report(Some(PackRead { state, archive }));
    }
}

/// A pack that is being read.
pub(super) struct Reading {
    /// Id of the pack that was added before; `None` for one to be offered.
    added: Option<String>,
    file: PickedFile,
    task: TaskHandle<ReadPackTask>,
}

impl Reading {
    /// Begins to read a pack that is to be offered.
    pub(super) fn offer(runner: &TaskRunner, file: PickedFile) -> Reading {
        Reading::new(runner, None, file)
    }

    /// Begins to read a pack that was added before.
    pub(super) fn again(runner: &TaskRunner, id: &str, file: PickedFile) -> Reading {
        Reading::new(runner, Some(id.to_owned()), file)
    }

    fn new(runner: &TaskRunner, added: Option<String>, file: PickedFile) -> Reading {
        let task = runner.spawn(ReadPackTask { file: file.clone() });
        Reading { added, file, task }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.task.is_finished()
    }

    /// The name of the file, the id of the pack if it was added before, where the files are,
    /// and what was read.
    pub(super) fn take(self) -> (String, Option<String>, PackSource, PackState) {
        let Reading { added, file, task } = self;
        let name = file.name().to_owned();
        let unread = || vec![format!("{name}: it could not be read")];
        let read =
            task.output().unwrap_or_else(|| PackRead { state: Err(unread()), archive: None });
        let source = match (read.archive, file.path()) {
            (Some(bytes), _) => PackSource::Archive(bytes.into_vec().into()),
            (None, path) => PackSource::Folder(path.map(Into::into).unwrap_or_default()),
        };
        (name, added, source, read.state.map(Arc::from))
    }
}
