//! The clipboard of desktop and mobile systems.

use bevy::prelude::*;

use super::{PasteRequest, PastedText, respond};
use crate::app::notice::Notice;
use crate::app::platform::system::Clipboard;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, read_clipboard);
}

fn read_clipboard(
    mut requests: MessageReader<PasteRequest>,
    clipboard: Option<ResMut<Clipboard>>,
    mut pasted: MessageWriter<PastedText>,
    mut notices: MessageWriter<Notice>,
) {
    if requests.read().count() > 0 {
        let text = clipboard.and_then(|mut clipboard| clipboard.get_text()).unwrap_or_default();
        respond(&text, &mut pasted, &mut notices);
    }
}
