//! Keeps the level that is being made in a file, soon after each change, so that it
//! outlives the program.

use std::time::Duration;

use bevy::prelude::*;

use super::editor::LevelEditor;
use crate::app::notice::Notice;
use crate::app::platform::{Lifecycle, Storage};
use crate::app::session::{ActiveSession, Mode};
use crate::app::state::Screen;
use crate::content::levels::draft::LevelDraft;

/// File that the draft is kept in.
const FILE: &str = "level-draft.ron";

/// Interval between comparisons of the draft with the file while it is being edited.
const SAVE_INTERVAL: Duration = Duration::from_millis(300);

/// Loads the draft of the last time. A damaged file is set aside and reported.
pub(super) fn load(
    storage: Res<Storage>,
    mut editor: ResMut<LevelEditor>,
    mut notices: MessageWriter<Notice>,
) {
    let read = storage.read_parsed(FILE, "level-draft-damaged", &mut notices, LevelDraft::from_ron);
    if let Some((draft, replaces)) = read {
        editor.restore(draft, replaces);
    }
}

/// Writes the draft if it has changed, and removes the file once there is none.
pub(super) fn save(
    time: Res<Time<Real>>,
    storage: Res<Storage>,
    screen: Res<State<Screen>>,
    active_session: Res<ActiveSession>,
    mut exits: MessageReader<AppExit>,
    mut lifecycle: MessageReader<Lifecycle>,
    mut editor: ResMut<LevelEditor>,
    mut notices: MessageWriter<Notice>,
    mut last: Local<Duration>,
) {
    let leaving = Lifecycle::is_suspending(&mut lifecycle) || exits.read().count() > 0;
    let is_there = editor.draft.is_some() || editor.written.is_some();
    // The text fields write into the draft, and the board into its solution, without
    // marking it as changed.
    let is_edited = *screen.get() == Screen::LevelEditor || active_session.mode() == Mode::Editor;
    let is_due = leaving
        || editor.is_changed()
        || screen.is_changed()
        || (is_edited && time.elapsed() - *last >= SAVE_INTERVAL);
    if !is_there || !is_due {
        return;
    }
    *last = time.elapsed();
    let editor = editor.bypass_change_detection();
    let text = editor.draft.as_ref().map(|draft| {
        // The solution that is being entered on the board.
        let recorded = active_session.session_in(Mode::Editor).map(|session| {
            let mut draft = draft.clone();
            draft.set_tree(session.tree().clone());
            draft
        });
        recorded.as_ref().unwrap_or(draft).to_ron(editor.replaces.as_ref())
    });
    if text == editor.written {
        return;
    }
    let done = match &text {
        Some(text) => storage.write(FILE, text),
        None => storage.remove(FILE),
    };
    // A failed write is reported once and retried with the next change.
    editor.written = text;
    if let Err(error) = done {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}
