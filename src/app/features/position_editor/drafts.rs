//! Keeps the positions in the making in a file, one for each game, soon after each change.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::PositionEditor;
use super::edited::EditedPosition;
use crate::app::notice::Notice;
use crate::app::platform::{Lifecycle, Storage};
use crate::app::state::Screen;
use crate::games::{Options, PositionDraft, registry};

/// File of the drafts.
const FILE: &str = "position-drafts.ron";

/// Time between two writes of the file.
const SAVE_INTERVAL: Duration = Duration::from_millis(300);

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct DraftsFile {
    version: u32,
    /// Options and position by the id of the game.
    drafts: BTreeMap<String, (Options, PositionDraft)>,
}

/// Loads the drafts of the last time. A damaged file is set aside and reported.
pub(super) fn load(
    storage: Res<Storage>,
    mut editor: ResMut<PositionEditor>,
    mut notices: MessageWriter<Notice>,
) {
    let parse = |text: &str| ron::from_str::<DraftsFile>(text);
    let read = storage.read_parsed(FILE, "position-drafts-damaged", &mut notices, parse);
    for (game, (options, draft)) in read.into_iter().flat_map(|file| file.drafts) {
        let edited =
            registry::find(&game).and_then(|game| EditedPosition::new(game, options, draft));
        // A game or an option that this version does not know is left out.
        if let Some(edited) = edited {
            editor.drafts.insert(edited.game().id(), edited);
        }
    }
    editor.saved = editor.revision;
}

/// Writes the drafts if one has changed.
pub(super) fn save(
    time: Res<Time<Real>>,
    storage: Res<Storage>,
    screen: Res<State<Screen>>,
    mut exits: MessageReader<AppExit>,
    mut lifecycle: MessageReader<Lifecycle>,
    mut editor: ResMut<PositionEditor>,
    mut notices: MessageWriter<Notice>,
    mut last: Local<Duration>,
) {
    let leaving = Lifecycle::is_suspending(&mut lifecycle) || exits.read().count() > 0;
    let is_due = leaving || screen.is_changed() || time.elapsed().abs_diff(*last) >= SAVE_INTERVAL;
    if editor.saved == editor.revision || !is_due {
        return;
    }
    *last = time.elapsed();
    let drafts = editor.drafts.iter().map(|(&game, edited)| {
        (game.to_owned(), (edited.options().clone(), edited.draft().clone()))
    });
    let file = DraftsFile { version: 1, drafts: drafts.collect() };
    // A failed write is reported once and retried with the next change.
    let editor = editor.bypass_change_detection();
    editor.saved = editor.revision;
    let config = ron::ser::PrettyConfig::new().depth_limit(3);
    let text = ron::ser::to_string_pretty(&file, config).unwrap_or_default();
    if let Err(error) = storage.write(FILE, &text) {
        warn!("{error}");
        notices.write(error.notice(FILE));
    }
}
