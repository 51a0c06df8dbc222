//! What the system has copied, at once.

use bevy::prelude::*;

use super::{Paste, Pasted, answer};
use crate::app::notice::Notice;
use crate::app::platform::system::Clipboard;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, look);
}

fn look(
    mut asks: MessageReader<Paste>,
    clipboard: Option<ResMut<Clipboard>>,
    mut pasted: MessageWriter<Pasted>,
    mut notices: MessageWriter<Notice>,
) {
    if asks.read().count() > 0 {
        let text = clipboard.and_then(|mut clipboard| clipboard.get_text()).unwrap_or_default();
        answer(&text, &mut pasted, &mut notices);
    }
}
