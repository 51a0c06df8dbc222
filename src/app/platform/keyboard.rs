//! Keys and the modifiers that are held with them.
//!
//! `bevy_egui` reads the modifiers once a frame, after all of its keys. A chord that begins
//! and ends within one frame, as Ctrl+V or Shift+Tab pressed quickly, would count as its key
//! alone. So whatever comes after a change of the modifiers that follows a key waits for the
//! next frame.

use bevy::ecs::message::MessageCursor;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<KeyboardInput>()
        .add_message::<RequestRedraw>()
        .add_systems(First, hold_back.after(bevy::ecs::message::message_update_system));
}

/// Number of these messages, from the first on, whose keys are all pressed with the modifiers
/// that are held after the last of them.
fn same_modifiers(inputs: &[KeyboardInput]) -> usize {
    let is_modifier = |input: &KeyboardInput| {
        matches!(
            input.logical_key,
            Key::Shift | Key::Control | Key::Alt | Key::AltGraph | Key::Super | Key::Meta
        )
    };
    let pressed = |input: &KeyboardInput| !is_modifier(input) && input.state.is_pressed();
    let first = inputs.iter().position(pressed).unwrap_or(inputs.len());
    let change = inputs[first..].iter().position(is_modifier);
    change.map_or(inputs.len(), |after| first + after)
}

/// Leaves the next keys for the following frames.
fn hold_back(
    mut messages: ResMut<Messages<KeyboardInput>>,
    mut cursor: Local<MessageCursor<KeyboardInput>>,
    mut waiting: Local<Vec<KeyboardInput>>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let new: Vec<_> = cursor.read(&messages).cloned().collect();
    if waiting.is_empty() && same_modifiers(&new) == new.len() {
        return;
    }
    waiting.extend(new);
    let now = same_modifiers(&waiting);
    let later = waiting.split_off(now);
    // What is older has been read by all.
    messages.clear();
    messages.write_batch(std::mem::replace(&mut *waiting, later));
    cursor.clear(&messages);
    if !waiting.is_empty() {
        redraws.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;

    use super::*;

    fn key(logical_key: Key, state: ButtonState) -> KeyboardInput {
        KeyboardInput {
            key_code: KeyCode::KeyV,
            logical_key,
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        }
    }

    #[derive(Resource, Default)]
    struct Heard(MessageCursor<KeyboardInput>);

    /// The keys that a frame hears.
    fn frame(app: &mut App, inputs: Vec<KeyboardInput>) -> Vec<(Key, bool)> {
        app.world_mut().resource_mut::<Messages<KeyboardInput>>().write_batch(inputs);
        app.update();
        app.world_mut().resource_scope(|world, mut heard: Mut<Heard>| {
            let messages = world.resource::<Messages<KeyboardInput>>();
            let read = heard.0.read(messages);
            read.map(|input| (input.logical_key.clone(), input.state.is_pressed())).collect()
        })
    }

    #[test]
    fn a_quick_chord_ends_a_frame_after_its_key() {
        use ButtonState::{Pressed, Released};
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<Heard>();
        let v = Key::Character("v".into());
        let chord = vec![
            key(Key::Control, Pressed),
            key(v.clone(), Pressed),
            key(v.clone(), Released),
            key(Key::Control, Released),
            key(Key::Shift, Pressed),
            key(Key::Tab, Pressed),
            key(Key::Shift, Released),
        ];
        let first = frame(&mut app, chord);
        assert_eq!(first, [(Key::Control, true), (v.clone(), true), (v.clone(), false)]);
        let second = frame(&mut app, vec![key(v.clone(), Pressed)]);
        assert_eq!(second, [(Key::Control, false), (Key::Shift, true), (Key::Tab, true)]);
        assert_eq!(frame(&mut app, Vec::new()), [(Key::Shift, false), (v.clone(), true)]);
        assert_eq!(frame(&mut app, Vec::new()), []);
        let slow = frame(&mut app, vec![key(v.clone(), Released)]);
        assert_eq!(slow, [(v, false)]);
    }
}
