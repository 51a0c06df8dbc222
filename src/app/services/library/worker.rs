//! The library's backend: handles requests one by one, and imports in between.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::game_list::{PAGE_SIZE, Page, PageRequest};
use super::import::ImportJob;
use super::{
    BackendRequest, BackendResponse, GameSelection, LibraryEvent, LibraryRequest, serde_helpers,
};
use crate::app::notice::Notice;
use crate::app::platform::files::{PickedFile, SaveFile};
use crate::content::record_texts::variant_ids;
use crate::library::{Added, Filter, GameId, Library, LibraryError, SortOrder};
use crate::net::LOG_EXTENSION;
use crate::record::formats::{FORMATS, Format, FormatError};
use crate::record::{GameTree, InfoField};

/// Leading pages that are searched one by one; for later ones the whole list is
/// sorted and cached.
const UNCACHED_PAGES: usize = 3;

/// Plies after which a game is shown in the list at the latest.
const MAX_BOARD_PLIES: usize = 2000;

/// The values to filter by, each with its number of games that are not deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facets {
    /// Ids of games.
    #[serde(with = "serde_helpers::counted")]
    pub games: Vec<(Arc<str>, usize)>,
    /// Translation keys of openings.
    #[serde(with = "serde_helpers::counted")]
    pub openings: Vec<(Arc<str>, usize)>,
    /// The user's tags.
    #[serde(with = "serde_helpers::counted")]
    pub tags: Vec<(Arc<str>, usize)>,
    /// Number of games that are not deleted.
    pub total: usize,
    /// Number of deleted games.
    pub deleted: usize,
}

/// Sends responses to the client.
pub struct ResponseSender {
    send: Box<dyn Fn(BackendResponse) + Send>,
    /// Set to cancel the running import.
    pub(super) cancel: Arc<AtomicBool>,
}

impl ResponseSender {
    /// Sends by `send`. Setting `cancel` cancels the running import.
    pub fn new(
        send: impl Fn(BackendResponse) + Send + 'static,
        cancel: Arc<AtomicBool>,
    ) -> ResponseSender {
        ResponseSender { send: Box::new(send), cancel }
    }

    /// Sends a response.
    pub fn send(&self, response: BackendResponse) {
        (self.send)(response);
    }

    /// Reports why the library is unavailable.
    pub fn send_unavailable(&self, error: &LibraryError) {
        self.send(match error {
            LibraryError::InUse { .. } => BackendResponse::InUse,
            error => BackendResponse::Unavailable(error.to_string()),
        });
    }
}

/// Owns the library and handles requests, off the main thread.
pub struct LibraryWorker {
    library: Library,
    out: ResponseSender,
    /// Number of changes of the library.
    revision: u64,
    /// The last sorted list, in which further pages are looked up.
    cached_list: Option<CachedList>,
    job: Option<ImportJob>,
}

/// A whole list, sorted.
struct CachedList {
    filter: Filter,
    sort: SortOrder,
    revision: u64,
    games: Vec<GameId>,
}

impl LibraryWorker {
    /// Reports to the client that the library is open.
    pub fn new(library: Library, out: ResponseSender) -> LibraryWorker {
        out.send(BackendResponse::Open);
        LibraryWorker { library, out, revision: 0, cached_list: None, job: None }
    }

    /// True while there is an import for [`LibraryWorker::continue_import`].
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Handles a request.
    pub fn handle(&mut self, request: BackendRequest) {
        let done = match request {
            BackendRequest::Request(request) => self.handle_request(request),
            BackendRequest::StorePlayed { tree, label, log } => {
                self.store_played(&tree, label, log.as_deref())
            }
            BackendRequest::Page(request) => self.send_page(request),
            BackendRequest::Moves(id) => {
                self.send_moves(id);
                Ok(())
            }
            BackendRequest::Statistics(query) => {
                let variant = |tree: &GameTree| variant_ids(tree.game(), tree.options());
                let found = self.library.statistics(&query, variant);
                self.out.send(BackendResponse::Statistics(query, found));
                Ok(())
            }
            BackendRequest::Facets => {
                self.out.send(BackendResponse::Facets(self.facets()));
                Ok(())
            }
        };
        if let Err(error) = done {
            self.out.send(BackendResponse::Notice(
                Notice::problem("library-failed").with("reason", error),
            ));
        }
    }

    fn handle_request(&mut self, request: LibraryRequest) -> Result<(), LibraryError> {
        match request {
            LibraryRequest::Get(id) => {
                let tree = Box::new(self.library.get(id)?);
                self.send_event(LibraryEvent::Game { id, tree });
                return Ok(());
            }
            LibraryRequest::Log(id) => {
                let tree = Box::new(self.library.get(id)?);
                let log = self.library.log(id)?.map(|log| (log, tree));
                self.send_event(LibraryEvent::Log { id, log });
                return Ok(());
            }
            LibraryRequest::ExportLog(id) => {
                if let Some(log) = self.library.log(id)? {
                    let name = file_name(&[self.library.get(id)?], LOG_EXTENSION);
                    self.out.send(BackendResponse::Save(SaveFile { name, bytes: log.into() }));
                }
                return Ok(());
            }
            LibraryRequest::Rename(id, title) => self.library.rename(id, &title)?,
            LibraryRequest::SetTags(id, tags) => {
                let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
                self.library.set_tags(id, &tags)?;
            }
            LibraryRequest::Delete(id) => self.library.delete(id)?,
            LibraryRequest::Restore(id) => self.library.restore(id)?,
            LibraryRequest::Purge => {
                let number = self.library.purge()?;
                self.out.send(BackendResponse::Notice(
                    Notice::done("library-purged").with("number", number),
                ));
            }
            LibraryRequest::Import(files) => {
                self.start_import(files);
                return Ok(());
            }
            LibraryRequest::ImportText(text) => {
                // An empty name makes the import detect the format.
                self.start_import(vec![PickedFile::from_bytes("", text.into_bytes())]);
                return Ok(());
            }
            LibraryRequest::Explore(tree, node) => {
                let stats = self.library.move_stats(&tree, node, &Filter::default())?;
                self.send_event(LibraryEvent::PositionStats(tree.position(node).key(), stats));
                return Ok(());
            }
            LibraryRequest::SetOpeningBooks(books) => self.library.name_openings(books)?,
            LibraryRequest::CancelImport => {
                self.out.cancel.store(true, Ordering::Relaxed);
                return Ok(());
            }
            LibraryRequest::Store { id, tree, request_id } => {
                let id = self.store(id, &tree)?;
                self.bump_revision();
                self.send_event(LibraryEvent::Stored(id, request_id));
                return Ok(());
            }
            LibraryRequest::Export(games, format) => {
                self.export(&games, &format)?;
                return Ok(());
            }
        }
        self.bump_revision();
        Ok(())
    }

    /// Sends the moves of a game's main line, for its board in the list.
    fn send_moves(&self, id: GameId) {
        let moves = self.library.get(id).ok().and_then(|tree| {
            let last = tree.main_line().take(MAX_BOARD_PLIES + 1).last()?;
            Some(tree.sequence(last))
        });
        self.out.send(BackendResponse::Moves(id, moves));
    }

    fn send_event(&self, event: LibraryEvent) {
        self.out.send(BackendResponse::Event(Box::new(event)));
    }

    fn bump_revision(&mut self) {
        self.revision += 1;
        self.out.send(BackendResponse::Changed(self.revision));
    }

    /// Replaces the record of a stored game, or adds a new one. Returns its id.
    fn store(&mut self, id: Option<GameId>, tree: &GameTree) -> Result<GameId, LibraryError> {
        if let Some(id) = id {
            self.library.replace(id, tree)?;
            return Ok(id);
        }
        let (Added::New(id) | Added::Duplicate(id) | Added::Restored(id)) =
            self.library.add(tree)?;
        Ok(id)
    }

    /// Stores a game that was played here. One that was resumed or taken back and
    /// played on replaces its earlier record.
    fn store_played(
        &mut self,
        tree: &GameTree,
        label: String,
        log: Option<&[u8]>,
    ) -> Result<(), LibraryError> {
        let mut tree = tree.clone();
        let known = self.library.same_game(&tree);
        if let Some(id) = known {
            let kept = self.library.get(id)?;
            // Annotations of the stored record are preserved.
            if kept.nodes().any(|node| !kept.annotations(node).is_empty()) {
                tree.merge(&kept);
            }
        }
        let id = self.store(known, &tree)?;
        if let Some(log) = log {
            self.library.keep_log(id, log)?;
        }
        self.bump_revision();
        self.send_event(LibraryEvent::PlayedStored { id, label });
        Ok(())
    }

    /// True if the list with this filter and order is cached.
    fn is_cached(&self, filter: &Filter, sort: SortOrder) -> bool {
        self.cached_list.as_ref().is_some_and(|list| {
            list.filter == *filter && list.sort == sort && list.revision == self.revision
        })
    }

    /// The ids of all games of a list, in order.
    fn ordered_ids(&mut self, filter: &Filter, sort: SortOrder) -> Result<&[GameId], LibraryError> {
        if !self.is_cached(filter, sort) {
            let found = self.library.find(filter, sort, 0..usize::MAX)?;
            let games = found.games.iter().map(|summary| summary.id).collect();
            let (filter, revision) = (filter.clone(), self.revision);
            self.cached_list = Some(CachedList { filter, sort, revision, games });
        }
        Ok(self.cached_list.as_ref().map_or(&[], |list| &list.games))
    }

    fn send_page(&mut self, request: PageRequest) -> Result<(), LibraryError> {
        let PageRequest { filter, sort, serial, page } = request;
        let revision = self.revision;
        // The first pages are selected without sorting the rest, so that a new
        // filter answers at once.
        if page < UNCACHED_PAGES && !self.is_cached(&filter, sort) {
            let found =
                self.library.find(&filter, sort, PAGE_SIZE * page..PAGE_SIZE * (page + 1))?;
            let (total, games) = (found.total, found.games.into_iter().cloned().collect());
            self.out.send(BackendResponse::Page(Page { serial, page, revision, total, games }));
            return Ok(());
        }
        let all = self.ordered_ids(&filter, sort)?;
        let total = all.len();
        let end = (PAGE_SIZE * (page + 1)).min(total);
        let ids = all.get(PAGE_SIZE * page..end).unwrap_or_default().to_vec();
        let games = ids.iter().filter_map(|&id| self.library.summary(id).cloned()).collect();
        self.out.send(BackendResponse::Page(Page { serial, page, revision, total, games }));
        Ok(())
    }

    fn facets(&self) -> Facets {
        let mut games = BTreeMap::<_, usize>::new();
        let mut openings = BTreeMap::<_, usize>::new();
        let mut tags = BTreeMap::<_, usize>::new();
        let mut facets = Facets::default();
        for summary in self.library.summaries() {
            if summary.deleted {
                facets.deleted += 1;
                continue;
            }
            facets.total += 1;
            *games.entry(&summary.game).or_default() += 1;
            if let Some(opening) = &summary.opening {
                *openings.entry(opening).or_default() += 1;
            }
            for tag in &summary.tags {
                *tags.entry(tag).or_default() += 1;
            }
        }
        let list = |counted: BTreeMap<&Arc<str>, usize>| {
            counted.into_iter().map(|(name, count)| (name.clone(), count)).collect()
        };
        facets.games = list(games);
        facets.openings = list(openings);
        facets.tags = list(tags);
        facets
    }

    fn export(&mut self, games: &GameSelection, format: &str) -> Result<(), LibraryError> {
        let Some(format) = FORMATS.iter().find(|known| known.id == format) else { return Ok(()) };
        let ids = match games {
            GameSelection::One(id) => vec![*id],
            GameSelection::Filtered(filter, sort) => self.ordered_ids(filter, *sort)?.to_vec(),
        };
        let mut trees = Vec::with_capacity(ids.len());
        for id in ids {
            let mut tree = self.library.get(id)?;
            // Saves memory when very many games are exported.
            tree.drop_caches();
            trees.push(tree);
        }
        match export_file(&trees, format) {
            Ok((save, notice)) => {
                self.out.send(BackendResponse::Save(save));
                notice
                    .into_iter()
                    .for_each(|notice| self.out.send(BackendResponse::Notice(notice)));
            }
            Err(error) => self.out.send(BackendResponse::Notice(
                Notice::problem("export-refused").with("reason", error),
            )),
        }
        Ok(())
    }

    fn start_import(&mut self, files: Vec<PickedFile>) {
        match &mut self.job {
            Some(job) => job.add(files),
            None => self.job = Some(ImportJob::new(files, &self.out)),
        }
    }

    /// Does one step of the running import.
    pub fn continue_import(&mut self) {
        let Some(job) = &mut self.job else { return };
        let step = job.step(&mut self.library, &self.out);
        if step.changed {
            self.bump_revision();
        }
        if step.ended {
            self.job = None;
            self.out.send(BackendResponse::Progress(None));
        }
    }
}

/// Writes these games as a file of this format, with a notice about what of them the
/// file does not hold.
///
/// # Errors
/// When the format cannot represent them.
pub fn export_file(
    trees: &[GameTree],
    format: &Format,
) -> Result<(SaveFile, Option<Notice>), FormatError> {
    let written = format.write(trees)?;
    let name = file_name(trees, format.extensions[0]);
    let file = SaveFile { name, bytes: written.bytes.into() };
    let notice = written.losses.split_first().map(|(first, others)| {
        let id = if others.is_empty() { "export-left-out" } else { "export-left-out-more" };
        let kind = format!("left-out-{}", first.content.id());
        Notice::hint(id).with_key("kind", kind).with("more", others.len())
    });
    Ok((file, notice))
}

/// The proposed name for a file of these games, such as
/// `ann-bob-2026-11-21.sgf`.
pub fn file_name(trees: &[GameTree], extension: &str) -> String {
    let stem = match trees {
        [tree] => {
            let part = |field| {
                let text = tree.info().get(field).chars();
                let plain = text.map(|c| if c.is_alphanumeric() { c } else { '-' });
                plain.take(40).collect::<String>()
            };
            let parts =
                [InfoField::FirstPlayer, InfoField::SecondPlayer, InfoField::Date].map(part);
            let words = parts.iter().flat_map(|part| part.split('-'));
            let joined: Vec<_> = words.filter(|word| !word.is_empty()).collect();
            match joined.is_empty() {
                true => tree.game().id().to_owned(),
                false => joined.join("-"),
            }
        }
        trees => {
            let game = trees.first().map_or("games", |tree| tree.game().id());
            format!("{game}-{}", trees.len())
        }
    };
    format!("{stem}.{extension}")
}
