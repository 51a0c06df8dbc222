//! Saving of the game in progress: after every change to its own file, and on request to
//! a slot.

use std::time::Duration;

use bevy::prelude::*;

use super::active::{ActiveSession, Mode};
use super::commands::SessionEvent;
use super::game::{Session, Turn};
use super::unfinished::Games;
use crate::app::notice::Notice;
use crate::app::platform::{Lifecycle, Storage};
use crate::app::state::Screen;

/// Number of save slots.
pub const SAVE_SLOTS: u8 = 3;

/// File that the game in progress is saved to.
pub(super) const AUTOSAVE_FILE: &str = "game.ron";

/// Interval at which a running clock is saved, so that a killed process does not give
/// back much time.
const CLOCK_SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// The games in the save slots.
#[derive(Resource, Default)]
pub struct SaveSlots([Option<Session>; SAVE_SLOTS as usize]);

impl SaveSlots {
    /// The game in slot `number`, 1 to [`SAVE_SLOTS`], if it holds one.
    pub fn get(&self, number: u8) -> Option<&Session> {
        self.0.get(usize::from(number).checked_sub(1)?)?.as_ref()
    }
}

fn slot_file(number: u8) -> String {
    format!("slot-{number}.ron")
}

/// Loads a saved game. A damaged file is set aside and reported.
pub(super) fn load_session(
    storage: &Storage,
    file: &str,
    notices: &mut MessageWriter<Notice>,
) -> Option<Session> {
    storage.read_parsed(file, "save-damaged", notices, Session::from_ron)
}

/// Loads the game in progress, the games that were left and the slots at startup.
pub(super) fn load_saves(mut games: Games) {
    for number in 1..=SAVE_SLOTS {
        games.slots.0[usize::from(number - 1)] =
            load_session(&games.storage, &slot_file(number), &mut games.replies.notices);
    }
    let notices = &mut games.replies.notices;
    if let Some(session) = load_session(&games.storage, AUTOSAVE_FILE, notices) {
        games.active_session.replace_game(session);
        games.replies.events.write(SessionEvent::Replaced);
    }
    games.load_unfinished();
}

/// Saves the game in progress to a slot.
pub(super) fn save_slot(number: u8, games: &mut Games) {
    let Some(game) = games.active_session.game() else { return };
    let notice = match games.storage.write(&slot_file(number), &game.to_ron()) {
        Ok(()) => {
            if let Some(slot) = games.slots.0.get_mut(usize::from(number.saturating_sub(1))) {
                *slot = Some(game.clone());
            }
            Notice::done("slot-saved").with("number", number)
        }
        Err(error) => {
            warn!("{error}");
            error.notice(&slot_file(number))
        }
    };
    games.replies.notices.write(notice);
}

/// Puts the game in a slot in place of the game in progress.
pub(super) fn load_slot(number: u8, games: &mut Games) {
    let Some(session) = games.slots.get(number) else {
        games.replies.notices.write(Notice::hint("slot-empty").with("number", number));
        return;
    };
    let mut session = session.clone();
    // The game continued from here is another one than the game continued after it was
    // saved.
    if session.ending().is_none() {
        session.clear_metadata();
    }
    games.replace_game(session);
    games.replies.notices.write(Notice::done("slot-loaded").with("number", number));
}

/// Saves the game in progress after every change, at intervals while its clock runs,
/// and before the program ends or is suspended.
pub(super) fn autosave(
    time: Res<Time<Real>>,
    mut events: MessageReader<SessionEvent>,
    mut exits: MessageReader<AppExit>,
    mut lifecycle: MessageReader<Lifecycle>,
    screen: Res<State<Screen>>,
    active_session: Res<ActiveSession>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
    mut written: Local<Duration>,
) {
    let Some(session) = active_session.game() else { return };
    let clock_runs = *screen.get() == Screen::Play
        && active_session.mode() == Mode::Game
        && session.turn() != Turn::Nobody
        && session.clock().time_left(session.side_to_move()).is_some();
    let due = clock_runs && time.elapsed() - *written >= CLOCK_SAVE_INTERVAL;
    let asked =
        events.read().filter(|change| !matches!(change, SessionEvent::IllegalMove(_))).count() > 0
            || exits.read().count() > 0
            || Lifecycle::is_suspending(&mut lifecycle);
    if !asked && !due {
        return;
    }
    *written = time.elapsed();
    if let Err(error) = storage.write(AUTOSAVE_FILE, &session.to_ron()) {
        warn!("{error}");
        notices.write(error.notice(AUTOSAVE_FILE));
    }
}
