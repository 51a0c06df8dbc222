//! The player's key in its file: made when it is first needed, and never written over.

use bevy::prelude::*;

use crate::app::notice::Notice;
use crate::app::platform::Storage;
use crate::net::Identity;

/// File of the key.
const FILE: &str = "player-key.txt";

/// The key that is known already, or that of the file, or a new one. `None` with a notice if there
/// is none to be had: a damaged file is left as it is, since it may be mended.
pub(super) fn load(
    known: &mut Option<Identity>,
    storage: &Storage,
    notices: &mut MessageWriter<Notice>,
) -> Option<Identity> {
    if known.is_none() {
        *known = read_or_make(storage, notices);
    }
    known.clone()
}

/// Makes the key of an exported text the player's own, and says what came of it. The one before is
/// lost unless it was copied, which the page says.
pub(super) fn replace(known: &mut Option<Identity>, storage: &Storage, text: &str) -> Notice {
    let Ok(identity) = Identity::import(text) else {
        return Notice::refusal("online-key-wrong");
    };
    match storage.write_privately(FILE, &identity.export()) {
        Ok(()) => {
            *known = Some(identity);
            Notice::done("online-key-imported")
        }
        Err(error) => error.notice(FILE),
    }
}

fn read_or_make(storage: &Storage, notices: &mut MessageWriter<Notice>) -> Option<Identity> {
    let failed = |error: &dyn std::fmt::Display| {
        warn!("{FILE}: {error}");
        Notice::problem("online-key-unreadable").with("file", FILE)
    };
    let text = match storage.read(FILE) {
        Ok(text) => text,
        Err(error) => {
            notices.write(failed(&error));
            return None;
        }
    };
    if let Some(text) = text {
        return match Identity::import(&text) {
            Ok(identity) => {
                // Earlier versions left it to be read by other users of this machine.
                if let Err(error) = storage.write_privately(FILE, &text) {
                    warn!("{error}");
                }
                Some(identity)
            }
            Err(error) => {
                notices.write(failed(&error));
                None
            }
        };
    }
    match Identity::generate() {
        Ok(identity) => {
            // Without a file the player is another one the next time, and is told.
            if let Err(error) = storage.write_privately(FILE, &identity.export()) {
                notices.write(error.notice(FILE));
            }
            Some(identity)
        }
        Err(error) => {
            notices.write(failed(&error));
            None
        }
    }
}
