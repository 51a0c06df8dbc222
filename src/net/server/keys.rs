//! The key of a referee in its folder, and its name among the referees that have
//! the same.

use std::io;
use std::path::Path;

use super::super::Identity;
use super::super::identity::{encode_bytes, random_bytes};
use super::super::key_file::read_or_make;

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
    Identity::of_file(&folder.join(KEY_FILE))
}

/// The referee's name of a folder, made at first use.
///
/// # Errors
/// When it cannot be read or written, or is no name.
pub fn referee_name(folder: &Path) -> io::Result<String> {
    let make = || Ok(encode_bytes(&random_bytes::<6>()?));
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

#[cfg(test)]
mod tests {
    use std::fs;

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
