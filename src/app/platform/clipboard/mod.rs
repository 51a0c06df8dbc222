//! Text that was copied in this program or another. Systems hand it out at
//! once, browsers after a while, and only if the person lets them.

#[cfg_attr(target_arch = "wasm32", path = "browser.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "system.rs")]
mod source;

use bevy::prelude::*;

use crate::app::notice::Notice;

/// Asks for the text that was copied last. [`Pasted`] answers, or a notice if
/// there is none.
#[derive(Message, Clone, Copy, Debug)]
pub struct Paste;

/// The text that was asked for.
#[derive(Message, Clone, Debug)]
pub struct Pasted(pub String);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Paste>()
        .add_message::<Pasted>()
        .add_message::<Notice>()
        .add_plugins(source::plugin);
}

/// Tells what was copied last.
fn answer(text: &str, pasted: &mut MessageWriter<Pasted>, notices: &mut MessageWriter<Notice>) {
    if text.trim().is_empty() {
        notices.write(Notice::hint("paste-empty"));
    } else {
        pasted.write(Pasted(text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> (usize, Vec<&'static str>) {
        let mut app = App::new();
        let text = text.to_owned();
        app.add_message::<Pasted>().add_message::<Notice>().add_systems(
            Update,
            move |mut pasted: MessageWriter<Pasted>, mut notices: MessageWriter<Notice>| {
                answer(&text, &mut pasted, &mut notices);
            },
        );
        app.update();
        let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
        let told = notices.drain().map(|notice| notice.id).collect();
        (app.world_mut().resource_mut::<Messages<Pasted>>().drain().count(), told)
    }

    #[test]
    fn text_is_handed_on_and_blanks_are_told_of() {
        assert_eq!(asked("1. e4"), (1, vec![]));
        assert_eq!(asked(" \n"), (0, vec!["paste-empty"]));
    }
}
