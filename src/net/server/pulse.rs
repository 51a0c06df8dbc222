//! The last moment at which a referee was at work, in a file: after a start it says since when
//! nobody's time has passed. It is not forced to the disk, which a killed program does not need.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// The file.
const FILE: &str = "referee.alive";

/// The time from one mark to the next in milliseconds, and so what a player may be given.
pub const INTERVAL_MS: u64 = 50;

/// The mark of a referee that is at work.
#[derive(Debug)]
pub struct Pulse {
    file: File,
    marked: u64,
}

impl Pulse {
    /// The mark in this folder, and the time in it: milliseconds since 1970, or `None` if there is
    /// none that can be read.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(folder: &Path) -> io::Result<(Pulse, Option<u64>)> {
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(folder.join(FILE))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let last = <[u8; 8]>::try_from(bytes).ok().map(u64::from_be_bytes);
        Ok((Pulse { file, marked: 0 }, last))
    }

    /// Marks that the referee is at work now, if the last mark is not quite new.
    pub fn mark(&mut self, now: u64) {
        if now.abs_diff(self.marked) >= INTERVAL_MS {
            self.marked = now;
            // Where nothing can be written the clocks go on from the last entries.
            let _ = self.file.rewind().and_then(|()| self.file.write_all(&now.to_be_bytes()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_mark_is_found_again_and_rubbish_is_none() {
        let folder = std::env::temp_dir().join(format!("tianyuan-pulse-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (mut pulse, last) = Pulse::open(&folder).unwrap();
        assert_eq!(last, None);
        pulse.mark(1_000_000);
        pulse.mark(1_000_000 + INTERVAL_MS - 1);
        assert_eq!(Pulse::open(&folder).unwrap().1, Some(1_000_000));
        pulse.mark(2_000_000);
        assert_eq!(Pulse::open(&folder).unwrap().1, Some(2_000_000));
        std::fs::write(folder.join(FILE), "rubbish").unwrap();
        assert_eq!(Pulse::open(&folder).unwrap().1, None);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
