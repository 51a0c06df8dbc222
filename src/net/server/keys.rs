//! The keys of a server, in its folder.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::super::Identity;

/// The file with the referee's key.
const REFEREE_KEY: &str = "referee.key";

/// The referee's key of a folder, made at first use. Only the user who started the program may
/// read it.
///
/// # Errors
/// When it cannot be read or written, or is no key.
pub fn referee_key(folder: &Path) -> io::Result<Identity> {
    let path = folder.join(REFEREE_KEY);
    match fs::read_to_string(&path) {
        Ok(text) => Identity::import(&text).map_err(io::Error::other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let identity = Identity::generate().map_err(io::Error::other)?;
            write_secret(&path, &format!("{}\n", identity.export()))?;
            Ok(identity)
        }
        Err(error) => Err(error),
    }
}

/// Writes a file that was not there, whole or not at all.
fn write_secret(path: &Path, content: &str) -> io::Result<()> {
    let temporary = path.with_added_extension(format!("{}.tmp", std::process::id()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_referee_keeps_its_key_to_itself() {
        let folder = std::env::temp_dir().join(format!("tianyuan-keys-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let first = referee_key(&folder).unwrap();
        assert_eq!(referee_key(&folder).unwrap().id(), first.id());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.join(REFEREE_KEY)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(folder.join(REFEREE_KEY), "no key").unwrap();
        assert!(referee_key(&folder).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
