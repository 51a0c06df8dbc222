//! Games that come from files and texts: read a file at a time, added some
//! thousands at once, between other errands.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use super::worker::Out;
use super::{Answer, Progress, Told};
use crate::app::Screen;
use crate::app::notice::Notice;
use crate::app::platform::files::Parcel;
use crate::app::platform::librarian::BATCH;
use crate::app::review;
use crate::library::{Added, GameId, Library};
use crate::record::GameTree;
use crate::record::formats::{self, FormatError, Source};

/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(120);

/// What came of an import.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Games that are new in the library.
    pub added: usize,
    /// Games that were there already, those that were deleted and are back
    /// included.
    pub known: usize,
    /// Files that could not be read, each with the reason. The name of a
    /// pasted text is empty.
    pub refused: Vec<(String, String)>,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// The game, if there was but one.
    pub single: Option<(GameId, Box<GameTree>)>,
}

/// An import that is going on.
pub(super) struct Job {
    files: VecDeque<Parcel>,
    /// Every file of the import: some are read beside others.
    all: Vec<Parcel>,
    /// Names, in lower case, of files that were read beside others.
    used: BTreeSet<String>,
    /// Files of which no format has the ending.
    strange: Vec<(String, String)>,
    /// Games that were read and are not yet added.
    waiting: Vec<GameTree>,
    read: usize,
    report: Report,
    told: Instant,
    begun: Instant,
}

/// What a step of an import did.
pub(super) struct Step {
    pub(super) changed: bool,
    pub(super) ended: bool,
}

impl Job {
    pub(super) fn new(files: Vec<Parcel>, out: &Out) -> Job {
        out.cancel.store(false, Ordering::Relaxed);
        let mut job = Job {
            files: VecDeque::new(),
            all: Vec::new(),
            used: BTreeSet::new(),
            strange: Vec::new(),
            waiting: Vec::new(),
            read: 0,
            report: Report::default(),
            told: Instant::now(),
            begun: Instant::now(),
        };
        job.add(files);
        job
    }

    /// Adds further files.
    pub(super) fn add(&mut self, files: Vec<Parcel>) {
        let files: Vec<_> = files.into_iter().flat_map(Parcel::files).collect();
        self.all.extend(files.iter().cloned());
        self.files.extend(files);
    }

    /// Reads a file or adds games.
    pub(super) fn step(&mut self, library: &mut Library, out: &Out) -> Step {
        let mut changed = false;
        if self.is_cancelled(out) {
            return self.end(out, false);
        }
        if self.waiting.len() >= BATCH || (self.files.is_empty() && !self.waiting.is_empty()) {
            let rest = self.waiting.split_off(self.waiting.len().min(BATCH));
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
                    self.report.known += import.games.len() - new;
                    if let ([added], 1) = (&import.games[..], self.read) {
                        let (Added::New(id) | Added::Known(id) | Added::Restored(id)) = *added;
                        self.report.single =
                            batch.into_iter().next().map(|tree| (id, Box::new(tree)));
                    }
                    if import.cancelled {
                        return self.end(out, changed);
                    }
                }
                Err(error) => {
                    let notice = Notice::problem("library-failed").with("reason", error);
                    out.say(Answer::Tell(notice));
                    return self.end(out, true);
                }
            }
        } else if let Some(file) = self.files.pop_front() {
            self.read(&file);
        } else {
            return self.end(out, false);
        }
        if self.told.elapsed() >= REPORT {
            self.told = Instant::now();
            let all = self.all.len();
            out.say(Answer::Progress(Some(Progress {
                files: [all - self.files.len(), all],
                games: self.read,
            })));
        }
        Step { changed, ended: false }
    }

    fn is_cancelled(&self, out: &Out) -> bool {
        out.cancel.load(Ordering::Relaxed)
    }

    fn end(&mut self, out: &Out, changed: bool) -> Step {
        self.report.cancelled = self.is_cancelled(out);
        // Those that others were read with are no records themselves.
        let strange = std::mem::take(&mut self.strange).into_iter();
        let used = &self.used;
        self.report
            .refused
            .extend(strange.filter(|(name, _)| !used.contains(&name.to_lowercase())));
        let report = std::mem::take(&mut self.report);
        let (added, known) = (report.added, report.known);
        info!(
            "{added} games came into the library in {:.1?}; {known} were there",
            self.begun.elapsed()
        );
        out.say(Answer::Told(Box::new(Told::Imported(report))));
        Step { changed, ended: true }
    }

    /// Reads a file: all of its games, or none if anything in it is wrong.
    fn read(&mut self, file: &Parcel) {
        let name = file.name().to_owned();
        let refuse = |reason: String| (name.clone(), reason);
        let bytes = match file.read() {
            Ok(bytes) => bytes,
            Err(reason) => return self.report.refused.push(refuse(reason)),
        };
        let used = std::cell::RefCell::new(BTreeSet::new());
        let read = if name.is_empty() {
            formats::recognise(&String::from_utf8_lossy(&bytes))
        } else {
            let beside = |ending: &str| self.beside(file, ending, &used);
            formats::read(file.ending(), Source { bytes: &bytes, beside: &beside })
        };
        self.used.append(&mut used.into_inner());
        match read {
            Ok(mut games) => {
                self.read += games.len();
                self.waiting.append(&mut games);
            }
            Err(error @ FormatError::Ending(..)) => self.strange.push(refuse(error.to_string())),
            Err(error) => self.report.refused.push(refuse(error.to_string())),
        }
    }

    /// The content of the file with another ending that belongs to this one:
    /// of the same name, or of the name of its series, as `WTH` is of
    /// `WTH_1977`.
    fn beside(
        &self,
        file: &Parcel,
        ending: &str,
        used: &std::cell::RefCell<BTreeSet<String>>,
    ) -> Option<Vec<u8>> {
        let stem = file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem);
        let series = stem.split('_').next().unwrap_or_default();
        [stem, series].into_iter().find_map(|stem| {
            let name = format!("{stem}.{ending}");
            let given = self.all.iter().find(|other| other.name().eq_ignore_ascii_case(&name));
            let upper = format!("{stem}.{}", ending.to_uppercase());
            let found = given
                .and_then(|other| other.read().ok())
                .or_else(|| file.beside(&name))
                .or_else(|| file.beside(&upper))?;
            used.borrow_mut().insert(name.to_lowercase());
            Some(found)
        })
    }
}

/// Tells what came of an import. A single game is opened at once.
pub(super) fn show(
    mut told: MessageReader<Told>,
    mut notices: MessageWriter<Notice>,
    mut open: MessageWriter<review::Open>,
    mut next: ResMut<NextState<Screen>>,
) {
    for told in told.read() {
        let Told::Imported(report) = told else { continue };
        if let [(name, reason), others @ ..] = &report.refused[..] {
            let notice = match (name.is_empty(), others.len()) {
                (true, _) => Notice::problem("paste-refused"),
                (false, 0) => Notice::problem("import-refused").with("file", name),
                (false, more) => {
                    Notice::problem("import-refused-many").with("file", name).with("more", more)
                }
            };
            notices.write(notice.with("reason", reason));
        }
        if let (Some((id, tree)), []) = (&report.single, &report.refused[..]) {
            open.write(review::Open { tree: (**tree).clone(), at: None, kept: Some(*id) });
            next.set(Screen::Review);
        } else if report.added + report.known > 0 || report.cancelled {
            let id = if report.cancelled { "import-cancelled" } else { "import-done" };
            let notice = Notice::hint(id).with("added", report.added);
            notices.write(notice.with("known", report.known));
        }
    }
}
