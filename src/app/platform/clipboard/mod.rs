//! Pasting text from the clipboard. Desktop systems return it at once, browsers
//! asynchronously and only with the user's permission.

#[cfg_attr(target_arch = "wasm32", path = "browser.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "system.rs")]
mod source;

use bevy::prelude::*;

use crate::app::notice::Notice;

/// Requests the text on the clipboard. [`PastedText`] or a notice answers.
#[derive(Message, Clone, Copy, Debug)]
pub struct PasteRequest;

/// The text on the clipboard.
#[derive(Message, Clone, Debug)]
pub struct PastedText(pub String);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PasteRequest>()
        .add_message::<PastedText>()
        .add_message::<Notice>()
        .add_plugins(source::plugin);
}

/// Answers with the text, or with a notice if it is blank.
fn respond(
    text: &str,
    pasted: &mut MessageWriter<PastedText>,
    notices: &mut MessageWriter<Notice>,
) {
    if text.trim().is_empty() {
        notices.write(Notice::hint("paste-empty"));
    } else {
        pasted.write(PastedText(text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer_to(text: &str) -> (usize, Vec<String>) {
        let mut app = App::new();
        let text = text.to_owned();
        app.add_message::<PastedText>().add_message::<Notice>().add_systems(
            Update,
            move |mut pasted: MessageWriter<PastedText>, mut notices: MessageWriter<Notice>| {
                respond(&text, &mut pasted, &mut notices);
            },
        );
        app.update();
        let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
        let ids = notices.drain().map(|notice| notice.id.into_owned()).collect();
        (app.world_mut().resource_mut::<Messages<PastedText>>().drain().count(), ids)
    }

    #[test]
    fn text_is_forwarded_and_blank_text_is_reported() {
        assert_eq!(answer_to("1. e4"), (1, vec![]));
        assert_eq!(answer_to(" \n"), (0, vec!["paste-empty".to_owned()]));
    }
}
