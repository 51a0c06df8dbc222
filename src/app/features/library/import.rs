//! Imports of games that come in as files or text: what is picked, dropped or pasted goes
//! to the library, and a single game is opened.

use bevy::prelude::*;

use crate::app::features::content_packs::is_content_pack;
use crate::app::features::puzzles::is_level_pack;
use crate::app::features::review::OpenReview;
use crate::app::notice::Notice;
use crate::app::platform::clipboard::PastedText;
use crate::app::platform::files::{FilesReceived, FilesSystems, PickedFile};
use crate::app::services::library::{LibraryClientSystems, LibraryEvent, LibraryRequest};
use crate::app::state::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FilesReceived>()
        .add_message::<PastedText>()
        .add_message::<OpenReview>()
        .add_systems(
            Update,
            (
                // The editor of positions reads what is pasted there.
                (import_received, import_pasted.run_if(not(in_state(Screen::PositionEditor))))
                    .after(FilesSystems)
                    .after(LibraryClientSystems::Poll)
                    .before(LibraryClientSystems::Send),
                report_import.after(LibraryClientSystems::Send),
            ),
        );
}

/// Imports files that were picked or dropped.
fn import_received(
    mut received: MessageReader<FilesReceived>,
    mut requests: MessageWriter<LibraryRequest>,
) {
    for FilesReceived(files) in received.read() {
        let is_game = |file: &&PickedFile| !is_level_pack(file) && !is_content_pack(file);
        let games: Vec<_> = files.iter().filter(is_game).cloned().collect();
        if !games.is_empty() {
            requests.write(LibraryRequest::Import(games));
        }
    }
}

/// Imports pasted text.
fn import_pasted(
    mut pasted: MessageReader<PastedText>,
    mut requests: MessageWriter<LibraryRequest>,
) {
    for PastedText(text) in pasted.read() {
        requests.write(LibraryRequest::ImportText(text.clone()));
    }
}

/// Reports the result of an import and opens a single game at once.
fn report_import(
    mut events: MessageReader<LibraryEvent>,
    mut notices: MessageWriter<Notice>,
    mut open: MessageWriter<OpenReview>,
) {
    for event in events.read() {
        let LibraryEvent::Imported(report) = event else { continue };
        if let [(name, reason), others @ ..] = &report.rejected[..] {
            let notice = match (name.is_empty(), others.len()) {
                (true, _) => Notice::problem("paste-refused"),
                (false, 0) => Notice::problem("import-refused").with("file", name),
                (false, more) => {
                    Notice::problem("import-refused-many").with("file", name).with("more", more)
                }
            };
            notices.write(notice.with("reason", reason));
        }
        if let [(name, reason), others @ ..] = &report.warnings[..] {
            let notice = match (name.is_empty(), others.len()) {
                (true, _) => Notice::hint("paste-incomplete"),
                (false, 0) => Notice::hint("import-incomplete").with("file", name),
                (false, more) => {
                    Notice::hint("import-incomplete-many").with("file", name).with("more", more)
                }
            };
            notices.write(notice.with("reason", reason));
        }
        if let (Some((id, tree)), []) = (&report.single, &report.rejected[..]) {
            open.write(OpenReview { tree: (**tree).clone(), at: None, library_id: Some(*id) });
        } else if report.added + report.duplicates > 0 || report.cancelled {
            let id = if report.cancelled { "import-cancelled" } else { "import-done" };
            let notice = Notice::hint(id).with("added", report.added);
            notices.write(notice.with("known", report.duplicates));
        }
    }
}
