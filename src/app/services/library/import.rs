//! Imports of games from files and texts, in steps between other requests: one
//! file is read, or some thousands of games are added.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use super::worker::ResponseSender;
use super::{BackendResponse, ImportProgress, LibraryEvent};
use crate::app::notice::Notice;
use crate::app::platform::files::PickedFile;
use crate::app::services::library::backend::IMPORT_BATCH;
use crate::library::{Added, GameId, Library};
use crate::record::GameTree;
use crate::record::formats::{self, FormatError, Source};

/// Time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(120);

/// Result of an import.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ImportReport {
    /// Number of new games.
    pub added: usize,
    /// Number of games that were in the library already, including deleted ones
    /// that were restored.
    pub duplicates: usize,
    /// Files that could not be read, each with the reason. The name of pasted
    /// text is empty.
    pub rejected: Vec<(String, String)>,
    /// Places of files that were not read as they stand there, each with the name
    /// of the file and the warning; only the first of a file.
    pub warnings: Vec<(String, String)>,
    /// Set if the import was cancelled.
    pub cancelled: bool,
    /// The game, if there was only one.
    pub single: Option<(GameId, Box<GameTree>)>,
}

/// A running import.
pub(super) struct ImportJob {
    files: VecDeque<PickedFile>,
    /// All files of the import, for finding companion files.
    all: Vec<PickedFile>,
    /// Lower-case names of companion files that were read with others.
    companions: BTreeSet<String>,
    /// Files with an unknown extension, each with the error.
    unrecognised: Vec<(String, String)>,
    /// Games that are read but not yet added.
    waiting: Vec<GameTree>,
    read: usize,
    report: ImportReport,
    last_report: Instant,
    started: Instant,
}

/// Result of a step of an import.
pub(super) struct StepResult {
    pub(super) changed: bool,
    pub(super) ended: bool,
}

impl ImportJob {
    pub(super) fn new(files: Vec<PickedFile>, out: &ResponseSender) -> ImportJob {
        out.cancel.store(false, Ordering::Relaxed);
        let mut job = ImportJob {
            files: VecDeque::new(),
            all: Vec::new(),
            companions: BTreeSet::new(),
            unrecognised: Vec::new(),
            waiting: Vec::new(),
            read: 0,
            report: ImportReport::default(),
            last_report: Instant::now(),
            started: Instant::now(),
        };
        job.add(files);
        job
    }

    /// Adds further files.
    pub(super) fn add(&mut self, files: Vec<PickedFile>) {
        let files: Vec<_> = files.into_iter().flat_map(PickedFile::expand_folder).collect();
        self.all.extend(files.iter().cloned());
        self.files.extend(files);
    }

    /// Reads a file or adds games.
    pub(super) fn step(&mut self, library: &mut Library, out: &ResponseSender) -> StepResult {
        let mut changed = false;
        if self.is_cancelled(out) {
            return self.end(out, false);
        }
        if self.waiting.len() >= IMPORT_BATCH || (self.files.is_empty() && !self.waiting.is_empty())
        {
            let rest = self.waiting.split_off(self.waiting.len().min(IMPORT_BATCH));
            let batch = std::mem::replace(&mut self.waiting, rest);
            let cancel = out.cancel.clone();
            let added = library.add_many(&batch, &mut |_| {
                if cancel.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            match added {
                Ok(import) => {
                    changed = !import.games.is_empty();
                    let is_new = |added: &&Added| matches!(added, Added::New(_));
                    let new = import.games.iter().filter(is_new).count();
                    self.report.added += new;
                    self.report.duplicates += import.games.len() - new;
                    if let ([added], 1) = (&import.games[..], self.read) {
                        let (Added::New(id) | Added::Duplicate(id) | Added::Restored(id)) = *added;
                        self.report.single =
                            batch.into_iter().next().map(|tree| (id, Box::new(tree)));
                    }
                    if import.cancelled {
                        return self.end(out, changed);
                    }
                }
                Err(error) => {
                    let notice = Notice::problem("library-failed").with("reason", error);
                    out.send(BackendResponse::Notice(notice));
                    return self.end(out, true);
                }
            }
        } else if let Some(file) = self.files.pop_front() {
            self.read(&file);
        } else {
            return self.end(out, false);
        }
        if self.last_report.elapsed() >= REPORT_INTERVAL {
            self.last_report = Instant::now();
            let all = self.all.len();
            out.send(BackendResponse::Progress(Some(ImportProgress {
                files: [all - self.files.len(), all],
                games: self.read,
            })));
        }
        StepResult { changed, ended: false }
    }

    fn is_cancelled(&self, out: &ResponseSender) -> bool {
        out.cancel.load(Ordering::Relaxed)
    }

    fn end(&mut self, out: &ResponseSender, changed: bool) -> StepResult {
        self.report.cancelled = self.is_cancelled(out);
        // Companion files are not games themselves.
        let unrecognised = std::mem::take(&mut self.unrecognised).into_iter();
        let companions = &self.companions;
        self.report
            .rejected
            .extend(unrecognised.filter(|(name, _)| !companions.contains(&name.to_lowercase())));
        let report = std::mem::take(&mut self.report);
        let (added, known) = (report.added, report.duplicates);
        info!(
            "{added} games imported in {:.1?}; {known} were in the library already",
            self.started.elapsed()
        );
        out.send(BackendResponse::Event(Box::new(LibraryEvent::Imported(report))));
        StepResult { changed, ended: true }
    }

    /// Reads a file: all of its games, or none if it has an error.
    fn read(&mut self, file: &PickedFile) {
        let name = file.name().to_owned();
        let refuse = |reason: String| (name.clone(), reason);
        let bytes = match file.read() {
            Ok(bytes) => bytes,
            Err(error) => return self.report.rejected.push(refuse(error.to_string())),
        };
        let companions = std::cell::RefCell::new(BTreeSet::new());
        let warning = std::cell::OnceCell::new();
        let warn = |error: FormatError| _ = warning.set(error.to_string());
        let read = if name.is_empty() {
            formats::read_any(&String::from_utf8_lossy(&bytes), &warn)
        } else {
            let sibling_file = |ending: &str| self.companion_file(file, ending, &companions);
            let source =
                Source { sibling_file: &sibling_file, warn: &warn, ..Source::from_bytes(&bytes) };
            formats::read(file.extension(), source)
        };
        self.companions.append(&mut companions.into_inner());
        match read {
            Ok(mut games) => {
                self.report.warnings.extend(warning.into_inner().map(|text| (name, text)));
                self.read += games.len();
                self.waiting.append(&mut games);
            }
            Err(error @ FormatError::UnknownExtension(..)) => {
                self.unrecognised.push(refuse(error.to_string()))
            }
            Err(error) => self.report.rejected.push(refuse(error.to_string())),
        }
    }

    /// Reads the companion file with another extension: of the same stem, or of
    /// the stem of the series, such as `WTH` for `WTH_1977`.
    fn companion_file(
        &self,
        file: &PickedFile,
        ending: &str,
        companions: &std::cell::RefCell<BTreeSet<String>>,
    ) -> Option<Vec<u8>> {
        let stem = file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem);
        let series = stem.split('_').next().unwrap_or_default();
        [stem, series].into_iter().find_map(|stem| {
            let name = format!("{stem}.{ending}");
            let picked = self.all.iter().find(|other| other.name().eq_ignore_ascii_case(&name));
            let upper = format!("{stem}.{}", ending.to_uppercase());
            let found = picked
                .and_then(|other| other.read().ok())
                .or_else(|| file.sibling_file(&name))
                .or_else(|| file.sibling_file(&upper))?;
            companions.borrow_mut().insert(name.to_lowercase());
            Some(found)
        })
    }
}
