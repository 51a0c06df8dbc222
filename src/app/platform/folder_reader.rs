//! Assets of a folder. Bevy's own reader sends every file through a thread and a pipe of
//! eight megabytes, which costs far more than to read our small files at once.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, PathStream, Reader, VecReader,
};

/// Reads the files of this folder.
struct FolderReader(PathBuf);

/// The asset source of a folder.
pub(super) fn folder_source(folder: PathBuf) -> AssetSourceBuilder {
    AssetSourceBuilder::new(move || Box::new(FolderReader(folder.clone())))
}

impl AssetReader for FolderReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        let path = self.0.join(path);
        match std::fs::read(&path) {
            Ok(bytes) => Ok(VecReader::new(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(AssetReaderError::NotFound(path))
            }
            Err(error) => Err(error.into()),
        }
    }

    // There are no .meta files.
    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Err::<VecReader, _>(AssetReaderError::NotFound(self.0.join(path)))
    }

    // Folders are listed by their index files.
    async fn read_directory<'a>(
        &'a self,
        path: &'a Path,
    ) -> Result<Box<PathStream>, AssetReaderError> {
        Err(AssetReaderError::NotFound(self.0.join(path)))
    }

    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        Ok(self.0.join(path).is_dir())
    }
}
