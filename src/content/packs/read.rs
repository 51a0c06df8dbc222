//! Reading a pack: every file is checked, and all problems are told at once.

use std::collections::BTreeSet;

use super::sounds::{check_recording, check_set};
use super::{
    ContentPack, MANIFEST, MAX_ID_BYTES, MAX_TEXT, Manifest, PackFiles, RecordedSounds,
    SOUND_NAMES, recording_path,
};
use crate::content::file::{self, FileError, FormatError};
use crate::content::{backgrounds, books, lessons, levels, sets, theme};
use crate::games::registry;

/// Folders of a pack, and the endings of the names of their files.
const FOLDERS: [(&str, &[&str]); 8] = [
    ("levels", &["ron"]),
    ("lessons", &["ron"]),
    ("books", &["ron"]),
    ("themes", &["ron"]),
    ("pieces", &["ron", "svg"]),
    ("boards", &["ron"]),
    ("backgrounds", &["ron", "svg"]),
    ("sounds", &["ron", "wav"]),
];

/// Beginnings of the names of files beside the manifest that are for people.
const NOTES: [&str; 3] = ["README", "LICENSE", "LICENCE"];

/// Maximum size of a picture in bytes.
const MAX_PICTURE_BYTES: usize = 512 << 10;

/// Reads a pack and checks all of it: the format of its files, levels, lessons and books by
/// the rules of their games, that every picture is there, and its ids.
///
/// # Errors
/// Every problem, each with its file and what was expected.
pub fn read(files: PackFiles) -> Result<ContentPack, Vec<FileError>> {
    let manifest = read_manifest(&files).map_err(|error| vec![error])?;
    let mut reader =
        Reader { files: &files, manifest: &manifest, used: BTreeSet::new(), errors: Vec::new() };
    reader.check_paths();
    let levels = reader.levels();
    let courses = reader.courses();
    let books = reader.books();
    let themes = reader.themes();
    let (piece_sets, board_sets) = reader.sets();
    let backgrounds = reader.backgrounds();
    let sounds = reader.sounds();
    let used = reader.used;
    let mut errors = reader.errors;
    for path in files.paths().filter(|path| is_media(path) && !used.contains(*path)) {
        errors.push(FileError::whole(path, "no set or background of this pack has such a file"));
    }
    let media = files.clone().retaining(|path| used.contains(path));
    let pack = ContentPack {
        manifest,
        levels,
        courses,
        books,
        themes,
        piece_sets,
        board_sets,
        backgrounds,
        sounds,
        media,
    };
    if errors.is_empty() && pack.counts().is_empty() {
        errors.push(FileError::whole(MANIFEST, "nothing but this was found; a pack has content"));
    }
    if errors.is_empty() { Ok(pack) } else { Err(errors) }
}

fn read_manifest(files: &PackFiles) -> Result<Manifest, FileError> {
    let text = files.text(MANIFEST);
    let text = text.ok_or_else(|| FileError::whole(MANIFEST, "it is missing, or not UTF-8"))?;
    let manifest: Manifest = file::parse(MANIFEST, text)?;
    check_manifest(&manifest).map_err(|error| FileError::whole(MANIFEST, error))?;
    if levels::is_user_pack_id(&manifest.id) {
        let reason = format!("the id \"{}\" is kept for the levels of players", manifest.id);
        return Err(FileError::whole(MANIFEST, reason));
    }
    Ok(manifest)
}

fn check_manifest(manifest: &Manifest) -> Result<(), FormatError> {
    file::check_version(manifest.version)?;
    file::check_id(&manifest.id)?;
    file::check_text("id", &manifest.id, MAX_ID_BYTES)?;
    file::check_localized("title", &manifest.title, MAX_TEXT)?;
    file::check_localized("description", &manifest.description, MAX_TEXT)?;
    file::check_text("author", &manifest.author, MAX_TEXT)?;
    file::check_text("licence", &manifest.licence, MAX_TEXT)
}

struct Reader<'a> {
    files: &'a PackFiles,
    manifest: &'a Manifest,
    /// The pictures and recordings of its sets and backgrounds.
    used: BTreeSet<String>,
    errors: Vec<FileError>,
}

impl Reader<'_> {
    fn wrong(&mut self, file: &str, reason: impl std::fmt::Display) {
        self.errors.push(FileError::whole(file, reason));
    }

    /// The text of a file, or of an index of a folder of files, which packs do not have.
    fn text(&self, path: &str) -> Result<String, &'static str> {
        match path.strip_suffix("/index.ron") {
            Some(folder) => Ok(listing(self.files, folder)),
            None => self.files.text(path).map(str::to_owned).ok_or("it is not UTF-8"),
        }
    }

    /// Reports the files that no part of a pack has.
    fn check_paths(&mut self) {
        for path in self.files.paths() {
            let known = match path.split_once('/') {
                None => path == MANIFEST || NOTES.iter().any(|note| path.starts_with(note)),
                Some((folder, file)) => {
                    let found = FOLDERS.iter().find(|(name, _)| *name == folder);
                    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
                    found.is_some_and(|(_, endings)| endings.contains(&ending))
                }
            };
            if !known {
                let reason = "it is no part of a pack; expected manifest.ron, README, LICENSE, \
                              or a file of levels, lessons, books, themes, pieces, boards, \
                              backgrounds or sounds";
                self.errors.push(FileError::whole(path, reason));
            } else if path.ends_with(".svg") {
                let size = self.files.bytes(path).map_or(0, <[u8]>::len);
                if size > MAX_PICTURE_BYTES {
                    let reason = FormatError::TooLarge { bytes: size, limit: MAX_PICTURE_BYTES };
                    self.errors.push(FileError::whole(path, reason));
                } else if let Some(problem) = picture_problem(self.files.text(path)) {
                    self.errors.push(FileError::whole(path, problem));
                }
            } else if path.ends_with(".wav")
                && let Err(error) = check_recording(self.files.bytes(path).unwrap_or_default())
            {
                self.errors.push(FileError::whole(path, error));
            }
        }
    }

    /// Reports an id that is not the pack's, or that is there twice in the pack.
    fn check_ids<'b>(&mut self, kind: &str, ids: impl IntoIterator<Item = &'b str>) {
        let mut seen = Vec::new();
        for id in ids {
            let own = &self.manifest.id;
            if !self.manifest.owns(id) {
                self.wrong(
                    kind,
                    format!(
                        "the id \"{id}\" is not of this pack; expected \"{own}\" or \"{own}-…\""
                    ),
                );
            } else if seen.contains(&id) {
                self.wrong(kind, format!("the id \"{id}\" is there twice"));
            }
            seen.push(id);
        }
    }

    fn levels(&mut self) -> Vec<levels::Pack> {
        let mut packs: Vec<levels::Pack> = Vec::new();
        for path in
            self.files.paths().filter(|path| path.starts_with("levels/") && path.ends_with(".ron"))
        {
            let read = self
                .text(path)
                .map_err(|reason| FileError::whole(path, reason))
                .and_then(|text| Ok((levels::read_pack(path, &text)?, text)));
            match read {
                Ok((pack, text)) => {
                    let wrong = levels::check::check(&pack);
                    self.errors.extend(wrong.iter().map(|error| error.in_file(path, &text)));
                    packs.push(pack);
                }
                Err(error) => self.errors.push(error),
            }
        }
        let mut by_game: Vec<_> = packs.iter().map(|pack| pack.game.as_str()).collect();
        by_game.sort_unstable();
        by_game.dedup();
        for game in by_game {
            let of_game = packs.iter().filter(|pack| pack.game == game);
            self.check_ids("levels", of_game.map(|pack| pack.id.as_str()));
        }
        packs
    }

    fn courses(&mut self) -> Vec<lessons::Course> {
        let loaded = lessons::load(|path| self.text(path));
        self.errors.extend(loaded.errors);
        for course in &loaded.courses {
            self.check_ids("lessons", [course.id.as_str()]);
        }
        loaded.courses
    }

    fn books(&mut self) -> Vec<books::Book> {
        let mut read = Vec::new();
        for path in names(self.files, "books").map(|name| format!("books/{name}")) {
            let book = self.text(&path).map_err(|reason| FileError::whole(&path, reason)).and_then(
                |text| {
                    let book = books::read_book(&path, &text)?;
                    books::check(&book).map_err(|error| error.in_file(&path, &text))?;
                    Ok(book)
                },
            );
            match book {
                Ok(book) => read.push(book),
                Err(error) => self.errors.push(error),
            }
        }
        read
    }

    fn themes(&mut self) -> Vec<theme::Theme> {
        let loaded = theme::load(|path| self.text(path));
        self.errors.extend(loaded.errors);
        self.check_ids("themes", loaded.themes.iter().map(|theme| theme.id.as_str()));
        loaded.themes
    }

    /// Piece sets, with a picture for every piece of their games, and boards.
    fn sets(&mut self) -> (Vec<sets::PieceSet>, Vec<sets::BoardSet>) {
        let loaded = sets::load(|path| self.text(path));
        self.errors.extend(loaded.errors);
        self.check_ids("pieces", loaded.pieces.iter().map(|set| set.id.as_str()));
        self.check_ids("boards", loaded.boards.iter().map(|set| set.id.as_str()));
        for set in &loaded.pieces {
            let games = set.games.iter().filter_map(|game| registry::find(game));
            for picture in games.flat_map(|game| sets::piece_paths(&set.id, game)) {
                self.require(&picture, &format!("the piece set \"{}\"", set.id));
            }
        }
        (loaded.pieces, loaded.boards)
    }

    fn backgrounds(&mut self) -> Vec<backgrounds::Background> {
        let loaded = backgrounds::load(|path| self.text(path));
        self.errors.extend(loaded.errors);
        self.check_ids("backgrounds", loaded.backgrounds.iter().map(|it| it.id.as_str()));
        for background in &loaded.backgrounds {
            for dark in [false, true] {
                let whose = format!("the background \"{}\"", background.id);
                self.require(&background.picture(dark), &whose);
            }
        }
        loaded.backgrounds
    }

    fn sounds(&mut self) -> Vec<RecordedSounds> {
        let loaded = file::load(
            |path| self.text(path),
            "sounds/index.ron",
            "sounds/",
            |name, text| {
                let set: RecordedSounds = file::parse(name, text)?;
                check_set(&set).map_err(|error| FileError::whole(name, error))?;
                Ok(set)
            },
        );
        self.errors.extend(loaded.errors);
        let sets: Vec<RecordedSounds> = loaded.contents.into_iter().map(|(_, set)| set).collect();
        self.check_ids("sounds", sets.iter().map(|set| set.id.as_str()));
        for set in &sets {
            let paths = SOUND_NAMES.iter().map(|sound| recording_path(&set.id, sound));
            let there: Vec<_> = paths.filter(|path| self.files.bytes(path).is_some()).collect();
            let is_silent = there.is_empty();
            self.used.extend(there);
            if is_silent {
                let (id, names) = (&set.id, SOUND_NAMES.join(", "));
                let reason = format!(
                    "the set \"{id}\" has no recording; expected sounds/{id}/ \
                                      with WAV files of {names}"
                );
                self.wrong("sounds", reason);
            }
        }
        sets
    }

    /// Notes that a picture is needed, and reports one that is not there.
    fn require(&mut self, path: &str, whose: &str) {
        if self.files.bytes(path).is_none() {
            self.wrong(path, format!("{whose} has no such picture; expected it"));
        }
        self.used.insert(path.to_owned());
    }
}

/// Reason for which a picture is refused: it is not SVG, or more than shapes and their colours.
fn picture_problem(text: Option<&str>) -> Option<&'static str> {
    let Some(text) = text.filter(|text| text.contains("<svg")) else {
        return Some("it is no SVG picture");
    };
    if ["<text", "<image", "<script", "<foreignObject"].iter().any(|tag| text.contains(tag)) {
        return Some("it has text, an image or a script in it; expected shapes alone");
    }
    // Gradients and the like are named by their place in the same file.
    let is_here = |rest: &str| rest.starts_with("=\"#") || rest.starts_with("='#");
    if text.split("href").skip(1).any(|rest| !is_here(rest)) {
        return Some("it has a link in it; expected shapes alone");
    }
    None
}

/// True for pictures and recordings.
fn is_media(path: &str) -> bool {
    path.ends_with(".svg") || path.ends_with(".wav")
}

/// Names of the RON files directly in a folder.
fn names<'a>(files: &'a PackFiles, folder: &'a str) -> impl Iterator<Item = &'a str> {
    files.paths().filter_map(move |path| {
        let name = path.strip_prefix(folder)?.strip_prefix('/')?;
        (name.ends_with(".ron") && !name.contains('/')).then_some(name)
    })
}

/// The index of a folder, as the folders of shipped content have one.
fn listing(files: &PackFiles, folder: &str) -> String {
    let names: Vec<_> = names(files, folder).map(|name| format!("\"{name}\"")).collect();
    format!("(version: 1, files: [{}])", names.join(", "))
}
