//! What a referee is known by, in its folder: its key, and its name among the referees that have
//! the same.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::super::identity::encode_bytes;
use super::super::{Identity, KeyError};

/// The file with the referee's key.
const KEY_FILE: &str = "referee.key";

/// The file with its name.
const NAME_FILE: &str = "referee.name";

/// The longest name of a referee.
const MAX_NAME: usize = 24;

/// The referee's key of a folder, made at first use. Only the user who started the program may
/// read it.
///
/// # Errors
/// When it cannot be read or written, or is no key.
pub fn referee_key(folder: &Path) -> io::Result<Identity> {
    let make = || Ok(format!("{}\n", Identity::generate()?.export()));
    let text = read_or_make(&folder.join(KEY_FILE), make)?;
    Identity::import(&text).map_err(io::Error::other)
}

/// The referee's name of a folder, made at first use.
///
/// # Errors
/// When it cannot be read or written, or is no name.
pub fn referee_name(folder: &Path) -> io::Result<String> {
    let make = || {
        let mut bytes = [0; 6];
        getrandom::fill(&mut bytes).map_err(|_| KeyError::NoRandom)?;
        Ok(encode_bytes(&bytes))
    };
    let text = read_or_make(&folder.join(NAME_FILE), make)?;
    let name = text.trim();
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if (1..=MAX_NAME).contains(&name.len()) && name.chars().all(is_fit) {
        Ok(name.to_owned())
    } else {
        let reason = format!("{NAME_FILE}: expected 1 to {MAX_NAME} letters, digits, - or _");
        Err(io::Error::new(io::ErrorKind::InvalidData, reason))
    }
}

/// The content of a file, made if there is none: then whole or not at all.
fn read_or_make(
    path: &Path,
    make: impl FnOnce() -> Result<String, KeyError>,
) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    let content = make().map_err(io::Error::other)?;
    let temporary = path.with_added_extension(format!("{}.tmp", std::process::id()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_referee_keeps_its_name_and_its_key_to_itself() {
        let folder = std::env::temp_dir().join(format!("tianyuan-keys-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let first = referee_key(&folder).unwrap();
        assert_eq!(referee_key(&folder).unwrap().id(), first.id());
        assert_eq!(referee_name(&folder).unwrap(), referee_name(&folder).unwrap());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.join(KEY_FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(folder.join(KEY_FILE), "no key").unwrap();
        assert!(referee_key(&folder).is_err());
        fs::write(folder.join(NAME_FILE), "a/b").unwrap();
        assert!(referee_name(&folder).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
