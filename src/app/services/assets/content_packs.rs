//! The content of the packs that the player has added, after what is shipped.

use std::sync::Arc;

use super::LoadedAssets;
use crate::content::books::Books;
use crate::content::packs::{ContentPack, RecordedSounds};

/// The shipped part of the loaded content: so many items at the beginning of each list.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    pub(super) packs: usize,
    /// The packs of levels after these that are of content packs.
    pub(super) added_packs: usize,
    themes: usize,
    piece_sets: usize,
    board_sets: usize,
    backgrounds: usize,
    courses: usize,
    books: Books,
    /// Paths of the files of content packs.
    media: Vec<String>,
    /// Number of changes of the content.
    revision: u32,
}

impl LoadedAssets {
    /// The same assets, of which all are shipped.
    #[cfg(test)]
    pub(super) fn into_shipped(mut self) -> LoadedAssets {
        self.note_shipped();
        self
    }

    /// Takes all that is loaded for what is shipped.
    pub(super) fn note_shipped(&mut self) {
        self.origin = Origin {
            packs: self.packs.len(),
            themes: self.themes.len(),
            piece_sets: self.piece_sets.len(),
            board_sets: self.board_sets.len(),
            backgrounds: self.backgrounds.len(),
            courses: self.courses.len(),
            books: self.books.clone(),
            revision: self.origin.revision + 1,
            ..Origin::default()
        };
    }

    /// Replaces the content of all content packs.
    pub fn set_content_packs(&mut self, packs: &[Arc<ContentPack>]) {
        let origin = &mut self.origin;
        let levels = packs.iter().flat_map(|pack| pack.levels.iter().cloned());
        let added = origin.packs..origin.packs + origin.added_packs;
        let before = self.packs.len() - added.len();
        self.packs.splice(added, levels);
        origin.added_packs = self.packs.len() - before;
        self.themes.truncate(origin.themes);
        self.piece_sets.truncate(origin.piece_sets);
        self.board_sets.truncate(origin.board_sets);
        self.backgrounds.truncate(origin.backgrounds);
        self.courses.truncate(origin.courses);
        self.sounds.clear();
        for pack in packs {
            self.themes.extend_from_slice(&pack.themes);
            self.piece_sets.extend_from_slice(&pack.piece_sets);
            self.board_sets.extend_from_slice(&pack.board_sets);
            self.backgrounds.extend_from_slice(&pack.backgrounds);
            self.courses.extend_from_slice(&pack.courses);
            self.sounds.extend_from_slice(&pack.sounds);
        }
        self.books = origin.books.with_books(packs.iter().flat_map(|pack| &pack.books));
        let files = Arc::make_mut(&mut self.files.0);
        for path in origin.media.drain(..) {
            files.remove(&path);
        }
        for pack in packs {
            for path in pack.media.paths() {
                // No pack has a path of another or of a shipped file, unless the file is of
                // none of its sets and so of no use.
                if files.contains_key(path) {
                    continue;
                }
                let bytes = pack.media.bytes(path).unwrap_or_default();
                files.insert(path.to_owned(), bytes.to_vec());
                origin.media.push(path.to_owned());
            }
        }
        origin.revision += 1;
    }

    /// A number that differs whenever something of the content has changed.
    pub fn content_revision(&self) -> u32 {
        self.origin.revision
    }

    /// The sets of recorded sounds, all of content packs.
    pub fn recorded_sounds(&self) -> &[RecordedSounds] {
        &self.sounds
    }

    /// An id in this pack that shipped content of the same kind has.
    pub fn shipped_id_of(&self, pack: &ContentPack) -> Option<String> {
        let origin = &self.origin;
        let levels = pack.levels.iter().find(|levels| self.is_shipped(&levels.pack_id()));
        let courses = &self.courses[..origin.courses];
        let course = pack.courses.iter().find(|course| {
            courses.iter().any(|known| (&known.game, &known.id) == (&course.game, &course.id))
        });
        let themes = &self.themes[..origin.themes];
        let theme = pack.themes.iter().find(|it| themes.iter().any(|known| known.id == it.id));
        let sets = &self.piece_sets[..origin.piece_sets];
        let set = pack.piece_sets.iter().find(|it| sets.iter().any(|known| known.id == it.id));
        let boards = &self.board_sets[..origin.board_sets];
        let board = pack.board_sets.iter().find(|it| boards.iter().any(|known| known.id == it.id));
        let known = &self.backgrounds[..origin.backgrounds];
        let background = pack.backgrounds.iter().find(|it| known.iter().any(|it2| it2.id == it.id));
        let ids = [
            levels.map(|it| &it.id),
            course.map(|it| &it.id),
            theme.map(|it| &it.id),
            set.map(|it| &it.id),
            board.map(|it| &it.id),
            background.map(|it| &it.id),
        ];
        ids.into_iter().flatten().next().cloned()
    }
}
