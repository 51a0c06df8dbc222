//! Events of the page: visibility, the back button and the safe area.

use std::cell::{Cell, RefCell};

use bevy::prelude::*;
use wasm_bindgen::prelude::*;

use crate::app::platform::{Back, Lifecycle, SafeArea, Waker};
use crate::app::state::Screen;

enum PageEvent {
    Lifecycle(Lifecycle),
    Back,
    SafeArea(SafeArea),
}

thread_local! {
    /// Events since the last update.
    static EVENTS: RefCell<Vec<PageEvent>> = const { RefCell::new(Vec::new()) };
    static WAKER: RefCell<Waker> = RefCell::default();
    /// True while there is a screen to go back to.
    static CAN_GO_BACK: Cell<bool> = const { Cell::new(false) };
}

/// Queues an event for the next update, and requests one: a hidden page gets
/// no other.
fn push(event: PageEvent) {
    EVENTS.with_borrow_mut(|events| events.push(event));
    request_update();
}

/// Requests an update.
pub fn request_update() {
    let waker = WAKER.with_borrow(Waker::clone);
    waker.wake();
}

/// The page is hidden: data are written, and searches, clocks and music stop.
#[wasm_bindgen]
pub fn suspend() {
    push(PageEvent::Lifecycle(Lifecycle::Suspend));
}

/// The page is visible again.
#[wasm_bindgen]
pub fn resume() {
    push(PageEvent::Lifecycle(Lifecycle::Resume));
}

/// Goes one step back. Returns false if there is none, so that the page may be
/// left.
#[wasm_bindgen]
pub fn back() -> bool {
    let can_go_back = CAN_GO_BACK.get();
    if can_go_back {
        push(PageEvent::Back);
    }
    can_go_back
}

/// Sets the safe area insets, in CSS pixels.
#[wasm_bindgen]
pub fn safe_area(top: f32, right: f32, bottom: f32, left: f32) {
    push(PageEvent::SafeArea(SafeArea { left, top, right, bottom }));
}

pub(super) fn plugin(app: &mut App) {
    let waker = app.world().get_resource::<Waker>().cloned();
    WAKER.set(waker.unwrap_or_default());
    app.add_systems(First, read_events).add_systems(Last, update_can_go_back);
}

fn read_events(
    mut lifecycle: MessageWriter<Lifecycle>,
    mut backs: MessageWriter<Back>,
    mut area: ResMut<SafeArea>,
) {
    for event in EVENTS.take() {
        match event {
            PageEvent::Lifecycle(change) => {
                lifecycle.write(change);
            }
            PageEvent::Back => {
                backs.write(Back);
            }
            PageEvent::SafeArea(insets) => {
                area.set_if_neq(insets);
            }
        }
    }
}

fn update_can_go_back(screen: Res<State<Screen>>) {
    CAN_GO_BACK.set(!matches!(screen.get(), Screen::Loading | Screen::Home));
}
