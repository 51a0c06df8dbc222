//! Query whether the system asks for little motion, as people do whom moving things make dizzy
//! or distract.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;

/// Answer of the system, true if it asks for little motion; false until it has answered.
static REDUCED: AtomicBool = AtomicBool::new(false);

/// True if the system asks for little motion.
pub fn prefers_reduced_motion() -> bool {
    REDUCED.load(Ordering::Relaxed)
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, ask);
}

/// Asks the desktop through its settings portal, which has no answer on some.
#[cfg(target_os = "linux")]
fn ask() {
    let ask = || match bevy::tasks::block_on(portal::prefers_reduced_motion()) {
        Ok(reduced) => REDUCED.store(reduced, Ordering::Relaxed),
        Err(error) => debug!("the desktop does not say whether it wants motion: {error}"),
    };
    // The portal may take seconds to start.
    if let Err(error) = std::thread::Builder::new().name("settings portal".to_owned()).spawn(ask) {
        debug!("the settings portal is not asked: {error}");
    }
}

/// Asks the browser.
#[cfg(target_arch = "wasm32")]
fn ask() {
    let query = web_sys::window()
        .and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    REDUCED.store(query.is_some_and(|query| query.matches()), Ordering::Relaxed);
}

#[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
fn ask() {}

/// The portal of settings (`org.freedesktop.portal.Settings`).
#[cfg(target_os = "linux")]
mod portal {
    use zbus::Connection;
    use zbus::zvariant::{OwnedValue, Value};

    /// Each setting that says it: namespace and key.
    const SETTINGS: [(&str, &str); 2] = [
        ("org.freedesktop.appearance", "reduced-motion"),
        ("org.gnome.desktop.interface", "enable-animations"),
    ];

    pub(super) async fn prefers_reduced_motion() -> zbus::Result<bool> {
        let connection = Connection::session().await?;
        let mut last = Ok(false);
        for (namespace, key) in SETTINGS {
            let reply = connection
                .call_method(
                    Some("org.freedesktop.portal.Desktop"),
                    "/org/freedesktop/portal/desktop",
                    Some("org.freedesktop.portal.Settings"),
                    "Read",
                    &(namespace, key),
                )
                .await;
            // A desktop has only some of the settings.
            match reply {
                Ok(reply) => {
                    let value: OwnedValue = reply.body().deserialize()?;
                    if asks_for_less(&value) {
                        return Ok(true);
                    }
                    last = Ok(false);
                }
                Err(error) => last = last.and(Err(error)),
            }
        }
        last
    }

    /// 1 means less motion, and so does a switch for animations that is off.
    pub(super) fn asks_for_less(value: &Value) -> bool {
        match value {
            Value::Value(inner) => asks_for_less(inner),
            Value::U32(wish) => *wish == 1,
            Value::Bool(animations) => !animations,
            _ => false,
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::portal::asks_for_less;
    use zbus::zvariant::Value;

    #[test]
    fn the_answers_of_desktops_are_understood() {
        // The portal wraps each value once more (`Read` in its version 1).
        let wrapped = |value: Value<'static>| Value::Value(Box::new(value));
        assert!(asks_for_less(&wrapped(Value::U32(1))));
        assert!(!asks_for_less(&wrapped(Value::U32(0))));
        assert!(asks_for_less(&wrapped(wrapped(Value::Bool(false)))));
        assert!(!asks_for_less(&Value::Bool(true)));
        assert!(!asks_for_less(&Value::from("reduce")));
    }
}
