//! What only the page knows: that nobody looks, that one step back is asked
//! for, and what covers the edges of the screen.

use std::cell::{Cell, RefCell};

use bevy::prelude::*;
use wasm_bindgen::prelude::*;

use crate::app::Screen;
use crate::app::platform::{Back, Life, SafeArea, Waker};

enum News {
    Life(Life),
    Back,
    Covered(SafeArea),
}

thread_local! {
    /// What was told since the last update.
    static TOLD: RefCell<Vec<News>> = const { RefCell::new(Vec::new()) };
    static WAKER: RefCell<Waker> = RefCell::default();
    /// Whether there is a screen to go back to.
    static BEYOND: Cell<bool> = const { Cell::new(false) };
}

/// Notes this for the next update, and asks for one: out of sight it is the
/// last.
fn tell(news: News) {
    TOLD.with_borrow_mut(|told| told.push(news));
    wake();
}

/// Asks for an update.
pub(super) fn wake() {
    let waker = WAKER.with_borrow(Waker::clone);
    waker.wake();
}

/// The page goes out of sight: everything is written, and what runs stops.
#[wasm_bindgen]
pub fn suspend() {
    tell(News::Life(Life::Suspend));
}

/// The page is in sight again.
#[wasm_bindgen]
pub fn resume() {
    tell(News::Life(Life::Resume));
}

/// One step back. Returns whether there was one; otherwise the page may be
/// left.
#[wasm_bindgen]
pub fn back() -> bool {
    let beyond = BEYOND.get();
    if beyond {
        tell(News::Back);
    }
    beyond
}

/// How much of each edge of the page is covered, in its pixels.
#[wasm_bindgen]
pub fn safe_area(top: f32, right: f32, bottom: f32, left: f32) {
    tell(News::Covered(SafeArea { left, top, right, bottom }));
}

pub(super) fn plugin(app: &mut App) {
    let waker = app.world().get_resource::<Waker>().cloned();
    WAKER.set(waker.unwrap_or_default());
    app.add_systems(First, hear).add_systems(Last, look);
}

fn hear(
    mut lives: MessageWriter<Life>,
    mut backs: MessageWriter<Back>,
    mut area: ResMut<SafeArea>,
) {
    for news in TOLD.take() {
        match news {
            News::Life(life) => {
                lives.write(life);
            }
            News::Back => {
                backs.write(Back);
            }
            News::Covered(covered) => {
                area.set_if_neq(covered);
            }
        }
    }
}

fn look(screen: Res<State<Screen>>) {
    BEYOND.set(!matches!(screen.get(), Screen::Loading | Screen::Home));
}
