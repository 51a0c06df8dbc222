//! Files that are on their way.

use std::collections::HashSet;
use std::time::Duration;

use bevy::asset::io::AssetReaderError;
use bevy::asset::{AssetLoadError, LoadState};
use bevy::prelude::*;

use super::Blob;

/// Times before a file is asked for again that could not be had: its server may be away for a
/// moment.
const WAITS: [Duration; 4] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];

/// Files that are on their way.
#[derive(Resource, Default)]
pub(super) struct PendingAssets {
    waiting: Vec<Waiting>,
    again: Vec<Again>,
    requested: HashSet<String>,
    /// The content of the listed files is known. Only what it made necessary is loaded still.
    pub(super) content_is_known: bool,
}

/// A file that was asked for, and how often in vain.
struct Waiting {
    path: String,
    handle: Handle<Blob>,
    failures: usize,
}

/// A file that is asked for again at this time.
struct Again {
    path: String,
    failures: usize,
    at: Duration,
}

/// True for what may be over in a moment: a connection that fails, or a server that cannot answer.
/// A file that is not there never comes.
fn may_pass(error: &AssetLoadError) -> bool {
    matches!(
        error,
        AssetLoadError::AssetReaderError(AssetReaderError::Io(_) | AssetReaderError::HttpError(_))
    )
}

impl PendingAssets {
    /// True if nothing is on its way.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.again.is_empty()
    }

    /// Asks for a file, once.
    pub(super) fn request(&mut self, server: &AssetServer, path: String) {
        if self.requested.insert(path.clone()) {
            self.load(server, path, 0);
        }
    }

    fn load(&mut self, server: &AssetServer, path: String, failures: usize) {
        let handle = server.load(&path);
        self.waiting.push(Waiting { path, handle, failures });
    }

    /// The files that have arrived, and the paths of those that cannot be loaded.
    pub(super) fn take_arrived(
        &mut self,
        server: &AssetServer,
        blobs: &mut Assets<Blob>,
        now: Duration,
    ) -> (Vec<(String, Vec<u8>)>, Vec<String>) {
        for Again { path, failures, .. } in
            self.again.extract_if(.., |it| it.at <= now).collect::<Vec<_>>()
        {
            self.load(server, path, failures);
        }
        let (mut arrived, mut missing) = (Vec::new(), Vec::new());
        let again = &mut self.again;
        self.waiting.retain(|Waiting { path, handle, failures }| {
            if let Some(Blob(bytes)) = blobs.remove(handle) {
                arrived.push((path.clone(), bytes));
                return false;
            }
            let LoadState::Failed(error) = server.load_state(handle) else { return true };
            match WAITS.get(*failures).filter(|_| may_pass(&error)) {
                Some(wait) => {
                    warn!("{path}: {error}; it is asked for again");
                    again.push(Again {
                        path: path.clone(),
                        failures: failures + 1,
                        at: now + *wait,
                    });
                }
                None => {
                    error!("{path}: {error}");
                    missing.push(path.clone());
                }
            }
            false
        });
        (arrived, missing)
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bevy::asset::AssetMetaCheck;
    use bevy::asset::io::{
        AssetReader, AssetSourceBuilder, AssetSourceId, PathStream, Reader, VecReader,
    };

    use super::super::BlobLoader;
    use super::*;

    /// A server that is away for so many requests, and then has one file.
    #[derive(Clone, Default)]
    struct Flaky {
        away: usize,
        asked: Arc<AtomicUsize>,
    }

    impl AssetReader for Flaky {
        async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
            if self.asked.fetch_add(1, Ordering::Relaxed) < self.away {
                return Err(io::Error::other("the connection is refused").into());
            }
            if path != Path::new("weights.bin") {
                return Err(AssetReaderError::NotFound(path.to_owned()));
            }
            Ok(VecReader::new(vec![1, 2, 3]))
        }

        async fn read_meta<'a>(
            &'a self,
            path: &'a Path,
        ) -> Result<impl Reader + 'a, AssetReaderError> {
            Err::<VecReader, _>(AssetReaderError::NotFound(path.to_owned()))
        }

        async fn read_directory<'a>(
            &'a self,
            path: &'a Path,
        ) -> Result<Box<PathStream>, AssetReaderError> {
            Err(AssetReaderError::NotFound(path.to_owned()))
        }

        async fn is_directory<'a>(&'a self, _: &'a Path) -> Result<bool, AssetReaderError> {
            Ok(false)
        }
    }

    /// Outcome of asking for a file of a server that is away for so many requests: the bytes, and
    /// how often it was asked for.
    fn ask(path: &str, away: usize) -> (Option<Vec<u8>>, usize) {
        let flaky = Flaky { away, ..Flaky::default() };
        let source = flaky.clone();
        let mut app = App::new();
        app.register_asset_source(
            AssetSourceId::from("flaky"),
            AssetSourceBuilder::new(move || Box::new(source.clone())),
        );
        let assets = AssetPlugin { meta_check: AssetMetaCheck::Never, ..AssetPlugin::default() };
        app.add_plugins((TaskPoolPlugin::default(), assets));
        app.init_asset::<Blob>().init_asset_loader::<BlobLoader>();
        let server = app.world().resource::<AssetServer>().clone();
        let mut pending = PendingAssets::default();
        pending.request(&server, format!("flaky://{path}"));
        let mut now = Duration::ZERO;
        for _ in 0..10_000 {
            app.update();
            let mut blobs = app.world_mut().resource_mut::<Assets<Blob>>();
            let (mut arrived, missing) = pending.take_arrived(&server, &mut blobs, now);
            if let Some((_, bytes)) = arrived.pop() {
                assert!(pending.is_empty());
                return (Some(bytes), flaky.asked.load(Ordering::Relaxed));
            }
            if !missing.is_empty() {
                assert!(pending.is_empty());
                return (None, flaky.asked.load(Ordering::Relaxed));
            }
            now += Duration::from_millis(20);
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("nothing comes of {path}");
    }

    #[test]
    fn a_file_is_asked_for_again_while_its_server_is_away() {
        assert_eq!(ask("weights.bin", 0), (Some(vec![1, 2, 3]), 1));
        assert_eq!(ask("weights.bin", 3), (Some(vec![1, 2, 3]), 4));
        assert_eq!(ask("weights.bin", 100), (None, 1 + WAITS.len()));
        // What is not there does not come.
        assert_eq!(ask("other.bin", 0), (None, 1));
    }
}
