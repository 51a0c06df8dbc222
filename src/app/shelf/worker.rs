//! What the librarian does: one errand after another, and imports between them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::import::Job;
use super::list::{PAGE, Page, Wanted};
use super::{Answer, Ask, Errand, Games, Told, bytes};
use crate::app::notice::Notice;
use crate::app::platform::files::{Parcel, Save};
use crate::library::{Added, Filter, GameId, Library, LibraryError, Sort};
use crate::record::formats::{FORMATS, Format, FormatError};
use crate::record::{Field, GameTree};

/// Pages that are found one by one; for a later one the whole list is ordered.
const FIRST_PAGES: usize = 3;

/// What there is to filter by, each with the number of games that are not
/// deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facets {
    /// Ids of games.
    #[serde(with = "bytes::counted")]
    pub games: Vec<(Arc<str>, usize)>,
    /// Translation keys of openings.
    #[serde(with = "bytes::counted")]
    pub openings: Vec<(Arc<str>, usize)>,
    /// Words that the person has given.
    #[serde(with = "bytes::counted")]
    pub tags: Vec<(Arc<str>, usize)>,
    /// Games that are not deleted.
    pub total: usize,
    /// Games that are deleted.
    pub deleted: usize,
}

/// The way back to the window.
pub struct Out {
    say: Box<dyn Fn(Answer) + Send>,
    /// Raised when the import is to end.
    pub(super) cancel: Arc<AtomicBool>,
}

impl Out {
    /// Answers go this way. An import ends when `cancel` is raised.
    pub fn new(say: impl Fn(Answer) + Send + 'static, cancel: Arc<AtomicBool>) -> Out {
        Out { say: Box::new(say), cancel }
    }

    /// Tells the window something.
    pub fn say(&self, answer: Answer) {
        (self.say)(answer);
    }

    /// Tells the window why there is no library.
    pub fn refuse(&self, error: &LibraryError) {
        self.say(match error {
            LibraryError::InUse { .. } => Answer::Taken,
            error => Answer::Closed(error.to_string()),
        });
    }
}

/// Who works in the library, away from the window.
pub struct Worker {
    library: Library,
    out: Out,
    /// How often the library has changed.
    revision: u64,
    /// The list that was found last, in which further pages are looked up.
    order: Option<Order>,
    job: Option<Job>,
}

/// A whole list.
struct Order {
    filter: Filter,
    sort: Sort,
    revision: u64,
    games: Vec<GameId>,
}

impl Worker {
    /// Tells the window that the library can be used.
    pub fn new(library: Library, out: Out) -> Worker {
        out.say(Answer::Open);
        Worker { library, out, revision: 0, order: None, job: None }
    }

    /// Whether there is more to do without being asked, by
    /// [`Worker::go_on`].
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Does an errand.
    pub fn run(&mut self, errand: Errand) {
        let done = match errand {
            Errand::Ask(ask) => self.obey(ask),
            Errand::Keep { tree, label } => self.keep(&tree, label),
            Errand::Page(wanted) => self.page(wanted),
            Errand::Facets => {
                self.out.say(Answer::Facets(self.facets()));
                Ok(())
            }
        };
        if let Err(error) = done {
            self.out.say(Answer::Tell(Notice::problem("library-failed").with("reason", error)));
        }
    }

    fn obey(&mut self, ask: Ask) -> Result<(), LibraryError> {
        match ask {
            Ask::Get(id) => {
                let tree = Box::new(self.library.get(id)?);
                self.tell(Told::Game { id, tree });
                return Ok(());
            }
            Ask::Rename(id, title) => self.library.rename(id, &title)?,
            Ask::SetTags(id, tags) => {
                let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
                self.library.set_tags(id, &tags)?;
            }
            Ask::Delete(id) => self.library.delete(id)?,
            Ask::Restore(id) => self.library.restore(id)?,
            Ask::Purge => {
                let number = self.library.purge()?;
                self.out.say(Answer::Tell(Notice::done("library-purged").with("number", number)));
            }
            Ask::Import(files) => {
                self.begin(files);
                return Ok(());
            }
            Ask::Paste(text) => {
                // The name says that the format is to be found out.
                self.begin(vec![Parcel::of("", text.into_bytes())]);
                return Ok(());
            }
            Ask::Explore(tree, node) => {
                let stats = self.library.moves(&tree, node, &Filter::default())?;
                self.tell(Told::Explored(tree.position(node).key(), stats));
                return Ok(());
            }
            Ask::NameOpenings(books) => self.library.name_openings(books)?,
            Ask::Cancel => {
                self.out.cancel.store(true, Ordering::Relaxed);
                return Ok(());
            }
            Ask::Store { id, tree, mark } => {
                let id = self.put(id, &tree)?;
                self.change();
                self.tell(Told::Stored(id, mark));
                return Ok(());
            }
            Ask::Export(games, format) => {
                self.export(&games, format)?;
                return Ok(());
            }
        }
        self.change();
        Ok(())
    }

    fn tell(&self, told: Told) {
        self.out.say(Answer::Told(Box::new(told)));
    }

    fn change(&mut self) {
        self.revision += 1;
        self.out.say(Answer::Changed(self.revision));
    }

    /// Puts a record in place of that of a kept game, or adds it. Tells under
    /// which number it is there.
    fn put(&mut self, id: Option<GameId>, tree: &GameTree) -> Result<GameId, LibraryError> {
        if let Some(id) = id {
            self.library.replace(id, tree)?;
            return Ok(id);
        }
        let (Added::New(id) | Added::Known(id) | Added::Restored(id)) = self.library.add(tree)?;
        Ok(id)
    }

    /// Keeps a finished game. One that was taken back and played on takes the
    /// place of the record that was kept before.
    fn keep(&mut self, tree: &GameTree, label: String) -> Result<(), LibraryError> {
        let mut tree = tree.clone();
        let known = self.library.same_game(&tree);
        if let Some(id) = known {
            let kept = self.library.get(id)?;
            // What was written into it is not lost.
            if kept.nodes().any(|node| !kept.notes(node).is_empty()) {
                tree.absorb(&kept);
            }
        }
        let id = self.put(known, &tree)?;
        self.change();
        self.tell(Told::Kept { id, label });
        Ok(())
    }

    /// Whether the whole list with this filter is known.
    fn is_known(&self, filter: &Filter, sort: Sort) -> bool {
        self.order.as_ref().is_some_and(|order| {
            order.filter == *filter && order.sort == sort && order.revision == self.revision
        })
    }

    /// Every game of a list, in order.
    fn all(&mut self, filter: &Filter, sort: Sort) -> Result<&[GameId], LibraryError> {
        if !self.is_known(filter, sort) {
            let found = self.library.find(filter, sort, 0..usize::MAX)?;
            let games = found.games.iter().map(|summary| summary.id).collect();
            let (filter, revision) = (filter.clone(), self.revision);
            self.order = Some(Order { filter, sort, revision, games });
        }
        Ok(self.order.as_ref().map_or(&[], |order| &order.games))
    }

    fn page(&mut self, wanted: Wanted) -> Result<(), LibraryError> {
        let Wanted { filter, sort, serial, page } = wanted;
        let revision = self.revision;
        // The first pages are found without the order of all that follow, so
        // that a filter answers at once.
        if page < FIRST_PAGES && !self.is_known(&filter, sort) {
            let found = self.library.find(&filter, sort, PAGE * page..PAGE * (page + 1))?;
            let (total, games) = (found.total, found.games.into_iter().cloned().collect());
            self.out.say(Answer::Page(Page { serial, page, revision, total, games }));
            return Ok(());
        }
        let all = self.all(&filter, sort)?;
        let total = all.len();
        let end = (PAGE * (page + 1)).min(total);
        let ids = all.get(PAGE * page..end).unwrap_or_default().to_vec();
        let games = ids.iter().filter_map(|&id| self.library.summary(id).cloned()).collect();
        self.out.say(Answer::Page(Page { serial, page, revision, total, games }));
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

    fn export(&mut self, games: &Games, format: &str) -> Result<(), LibraryError> {
        let Some(format) = FORMATS.iter().find(|known| known.id == format) else { return Ok(()) };
        let ids = match games {
            Games::One(id) => vec![*id],
            Games::Listed(filter, sort) => self.all(filter, *sort)?.to_vec(),
        };
        let mut trees = Vec::with_capacity(ids.len());
        for id in ids {
            let mut tree = self.library.get(id)?;
            // Very many may be written at once.
            tree.settle();
            trees.push(tree);
        }
        self.out.say(match file_of(&trees, format) {
            Ok(save) => Answer::Save(save),
            Err(error) => Answer::Tell(Notice::problem("export-refused").with("reason", error)),
        });
        Ok(())
    }

    fn begin(&mut self, files: Vec<Parcel>) {
        match &mut self.job {
            Some(job) => job.add(files),
            None => self.job = Some(Job::new(files, &self.out)),
        }
    }

    /// Does a part of the import that is going on.
    pub fn go_on(&mut self) {
        let Some(job) = &mut self.job else { return };
        let step = job.step(&mut self.library, &self.out);
        if step.changed {
            self.change();
        }
        if step.ended {
            self.job = None;
            self.out.say(Answer::Progress(None));
        }
    }
}

/// A file of these games in this format, to be saved.
///
/// # Errors
/// When the format cannot hold them; says why.
pub fn file_of(trees: &[GameTree], format: &Format) -> Result<Save, FormatError> {
    let bytes = format.write(trees)?;
    Ok(Save { name: file_name(trees, format.endings[0]), bytes: bytes.into() })
}

/// A name for a file of these games, such as `ann-bob-2026-11-21.sgf`.
pub fn file_name(trees: &[GameTree], ending: &str) -> String {
    let stem = match trees {
        [tree] => {
            let part = |field| {
                let text = tree.info().get(field).chars();
                let plain = text.map(|c| if c.is_alphanumeric() { c } else { '-' });
                plain.take(40).collect::<String>()
            };
            let parts = [Field::First, Field::Second, Field::Date].map(part);
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
    format!("{stem}.{ending}")
}
