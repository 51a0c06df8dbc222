//! What the browser has copied. It hands it out after a while, some only when
//! the person agrees.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::KeyboardEvent;

use super::{Paste, Pasted, answer};
use crate::app::notice::Notice;
use crate::app::platform::Waker;
use crate::app::platform::browser::said;

/// What the browser answered.
#[derive(Resource)]
struct Answers {
    sender: Sender<Result<String, String>>,
    answers: Mutex<Receiver<Result<String, String>>>,
}

pub(super) fn plugin(app: &mut App) {
    let (sender, answers) = channel();
    app.insert_resource(Answers { sender, answers: Mutex::new(answers) })
        .add_systems(Startup, let_keys_through)
        .add_systems(Update, (ask, hear).chain());
}

fn ask(mut asks: MessageReader<Paste>, answers: Res<Answers>, waker: Res<Waker>) {
    if asks.read().count() == 0 {
        return;
    }
    let (sender, waker) = (answers.sender.clone(), waker.clone());
    spawn_local(async move {
        // It fails only when the program is ending.
        let _ = sender.send(read().await.map_err(|error| said(&error)));
        waker.wake();
    });
}

/// Pages without a secure connection have no clipboard, and some browsers let
/// nobody read it.
async fn read() -> Result<String, JsValue> {
    let window = web_sys::window().ok_or("there is no page")?;
    let clipboard = Reflect::get(&window.navigator(), &"clipboard".into())?;
    let read: Function = Reflect::get(&clipboard, &"readText".into())?.dyn_into()?;
    let text = JsFuture::from(read.call0(&clipboard)?.dyn_into::<Promise>()?).await?;
    Ok(text.as_string().unwrap_or_default())
}

fn hear(
    answers: Res<Answers>,
    mut pasted: MessageWriter<Pasted>,
    mut notices: MessageWriter<Notice>,
) {
    let answers = answers.answers.lock().unwrap_or_else(PoisonError::into_inner);
    for said in answers.try_iter() {
        match said {
            Ok(text) => answer(&text, &mut pasted, &mut notices),
            Err(reason) => {
                warn!("what was copied cannot be read: {reason}");
                notices.write(Notice::problem("clipboard-refused"));
            }
        }
    }
}

/// Leaves to the browser the keys that are its own: the window would keep
/// every key from it, and then it would neither copy nor paste, nor load the
/// page again.
fn let_keys_through() {
    let listen = || -> Result<(), JsValue> {
        let window = web_sys::window().ok_or("there is no page")?;
        let keep = Closure::<dyn FnMut(KeyboardEvent)>::new(|event: KeyboardEvent| {
            if is_own(&event.key(), event.ctrl_key() || event.meta_key()) {
                event.stop_propagation();
            }
        });
        let hear = keep.as_ref().unchecked_ref();
        window.add_event_listener_with_callback_and_bool("keydown", hear, true)?;
        // It listens as long as there is a page.
        keep.forget();
        Ok(())
    };
    if let Err(error) = listen() {
        warn!("the browser does not get its keys: {}", said(&error));
    }
}

/// Whether the browser itself does something on this key.
fn is_own(key: &str, with_control: bool) -> bool {
    match key {
        "F5" | "F11" | "F12" => true,
        "c" | "C" | "x" | "X" | "v" | "V" | "r" | "R" | "+" | "-" | "0" => with_control,
        _ => false,
    }
}
