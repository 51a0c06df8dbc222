//! The files of a pack: from a folder or a zip file, and into one.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use std::{fs, str};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{MANIFEST, MAX_ARCHIVE_BYTES, MAX_FILES, MAX_UNPACKED_BYTES};
use crate::core::excerpt;

/// Folder that some systems add to the zip files that they make.
const RESOURCE_FORKS: &str = "__MACOSX";

/// Most folders within each other.
const MAX_DEPTH: usize = 4;

/// Error of reading a pack as files.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The zip file is too large.
    #[error("it has {0} bytes; a pack has at most {MAX_ARCHIVE_BYTES}")]
    LargeArchive(usize),
    /// It is no zip file, or a damaged one.
    #[error("it is no zip file that can be read: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// The files are too large.
    #[error("its files have more than {MAX_UNPACKED_BYTES} bytes together")]
    Large,
    /// There are too many files.
    #[error("it has more than {MAX_FILES} files")]
    ManyFiles,
    /// A name may not be in a pack.
    #[error(
        "\"{0}\" is no name of a file in a pack: letters, digits, points, hyphens and \
             underscores, in folders at most {MAX_DEPTH} deep"
    )]
    Name(String),
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is no manifest.
    #[error("it has no {MANIFEST}, so it is no content pack")]
    NoManifest,
}

/// Files by their path within a pack, with `/` between folders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackFiles(BTreeMap<String, serde_bytes::ByteBuf>);

impl PackFiles {
    /// The files of a folder, without those that are hidden.
    ///
    /// # Errors
    /// When the system refuses, or the folder is no pack or too large for one.
    pub fn from_folder(folder: &Path) -> Result<PackFiles, ArchiveError> {
        let mut files = PackFiles::default();
        let mut left = MAX_UNPACKED_BYTES;
        files.add_folder(folder, "", &mut left)?;
        files.require_manifest()
    }

    fn add_folder(
        &mut self,
        folder: &Path,
        within: &str,
        left: &mut usize,
    ) -> Result<(), ArchiveError> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let path = format!("{within}{}", name.to_string_lossy());
            if is_hidden(&path) {
                continue;
            }
            // Links are followed, as the author of a folder expects.
            let kind = fs::metadata(entry.path())?;
            if kind.is_dir() {
                check_name(&path)?;
                self.add_folder(&entry.path(), &format!("{path}/"), left)?;
            } else {
                self.add(path, fs::File::open(entry.path())?, left)?;
            }
        }
        Ok(())
    }

    /// The files of a zip file, of which all may be in one folder.
    ///
    /// # Errors
    /// When it is no zip file, no pack, or too large for one.
    pub fn from_zip(bytes: &[u8]) -> Result<PackFiles, ArchiveError> {
        if bytes.len() > MAX_ARCHIVE_BYTES {
            return Err(ArchiveError::LargeArchive(bytes.len()));
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes))?;
        let mut files = PackFiles::default();
        let mut left = MAX_UNPACKED_BYTES;
        for index in 0..archive.len() {
            let entry = archive.by_index(index)?;
            let path = entry.name()?.replace('\\', "/");
            if !entry.is_dir() && !is_hidden(&path) {
                files.add(path, entry, &mut left)?;
            }
        }
        files.without_outer_folder().require_manifest()
    }

    fn add(
        &mut self,
        path: String,
        content: impl Read,
        left: &mut usize,
    ) -> Result<(), ArchiveError> {
        check_name(&path)?;
        if self.0.len() == MAX_FILES {
            return Err(ArchiveError::ManyFiles);
        }
        let mut bytes = Vec::new();
        content.take(*left as u64 + 1).read_to_end(&mut bytes)?;
        *left = left.checked_sub(bytes.len()).ok_or(ArchiveError::Large)?;
        self.0.insert(path, bytes.into());
        Ok(())
    }

    /// The same files without the folder that all are in, if the manifest is in it.
    fn without_outer_folder(self) -> PackFiles {
        let outer = self.0.keys().find_map(|path| {
            let (folder, file) = path.split_once('/')?;
            (file == MANIFEST).then(|| format!("{folder}/"))
        });
        let Some(outer) = outer.filter(|_| self.text(MANIFEST).is_none()) else { return self };
        let inside = self
            .0
            .into_iter()
            .filter_map(|(path, bytes)| Some((path.strip_prefix(&outer)?.to_owned(), bytes)));
        PackFiles(inside.collect())
    }

    fn require_manifest(self) -> Result<PackFiles, ArchiveError> {
        if self.0.contains_key(MANIFEST) { Ok(self) } else { Err(ArchiveError::NoManifest) }
    }

    /// A zip file of these files, the same for the same files.
    ///
    /// # Errors
    /// When it is larger than what is read.
    pub fn to_zip(&self) -> Result<Vec<u8>, ArchiveError> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in &self.0 {
            zip.start_file(path.as_str(), SimpleFileOptions::default())?;
            zip.write_all(bytes)?;
        }
        let bytes = zip.finish()?.into_inner();
        if bytes.len() > MAX_ARCHIVE_BYTES {
            return Err(ArchiveError::LargeArchive(bytes.len()));
        }
        Ok(bytes)
    }

    /// The paths of all files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The bytes of a file.
    #[must_use]
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.0.get(path).map(|bytes| bytes.as_slice())
    }

    /// The text of a file, if it is UTF-8.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        str::from_utf8(self.bytes(path)?).ok()
    }

    /// Only the files of which this is true.
    #[must_use]
    pub(super) fn retaining(mut self, keep: impl Fn(&str) -> bool) -> PackFiles {
        self.0.retain(|path, _| keep(path));
        self
    }
}

impl<'a> FromIterator<(&'a str, &'a [u8])> for PackFiles {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a [u8])>>(files: I) -> PackFiles {
        let owned = files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.to_vec().into()));
        PackFiles(owned.collect())
    }
}

/// True for files that systems and editors make for themselves.
fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') && part != "..") || {
        path.split('/').next() == Some(RESOURCE_FORKS)
    }
}

fn check_name(path: &str) -> Result<(), ArchiveError> {
    let fits = |part: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        !part.is_empty() && part.len() <= 100 && part.bytes().all(plain) && !part.starts_with('.')
    };
    if path.split('/').count() <= MAX_DEPTH && path.split('/').all(fits) {
        Ok(())
    } else {
        Err(ArchiveError::Name(excerpt(path)))
    }
}
