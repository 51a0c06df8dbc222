//! A JSON snapshot of the screen for browser tests: names and bounds of the
//! widgets (from AccessKit), the points of the board, and the state of the
//! game, so that a test can tap where a person would.
//!
//! Nothing is collected unless a snapshot was requested a moment ago.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContext, EguiOutput, egui};
use egui::accesskit::{Node, Toggled};
use js_sys::JSON;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::app::board::CurrentLayout;
use crate::app::features::engine::Thinking;
use crate::app::platform::browser::page;
use crate::app::session::{ActiveSession, Session};
use crate::app::state::Screen;
use crate::core::Point;

/// Time after a request during which snapshots are taken.
const ACTIVE_TIME: Duration = Duration::from_millis(500);

thread_local! {
    static REQUESTED: Cell<Option<Instant>> = const { Cell::new(None) };
    static SNAPSHOT: RefCell<String> = const { RefCell::new(String::new()) };
    static IS_THINKING: Cell<bool> = const { Cell::new(false) };
}

fn is_requested() -> bool {
    REQUESTED.get().is_some_and(|requested| requested.elapsed() < ACTIVE_TIME)
}

/// The screen as it was last drawn, as JSON; lengths are in CSS pixels. Empty
/// if nothing was requested in the last half second; then a redraw is
/// requested and a later call returns the snapshot.
#[wasm_bindgen]
pub fn test_snapshot() -> String {
    if !is_requested() {
        SNAPSHOT.take();
    }
    REQUESTED.set(Some(Instant::now()));
    let text = SNAPSHOT.with_borrow(String::clone);
    if text.is_empty() {
        page::request_update();
    }
    text
}

/// True while the engine searches.
#[wasm_bindgen]
pub fn is_thinking() -> bool {
    IS_THINKING.get()
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, take_snapshot);
}

fn take_snapshot(
    mut contexts: Query<(&mut EguiContext, &EguiOutput)>,
    screen: Res<State<Screen>>,
    current_layout: Res<CurrentLayout>,
    active_session: Res<ActiveSession>,
    thinking: Res<Thinking>,
) {
    IS_THINKING.set(thinking.is_busy());
    if !is_requested() {
        return;
    }
    let mut widgets = Vec::new();
    for (mut context, output) in &mut contexts {
        let ctx = context.get_mut();
        ctx.enable_accesskit();
        let update = output.platform_output.accesskit_update.iter();
        let nodes = update.flat_map(|update| &update.nodes);
        widgets.extend(nodes.filter_map(|(_, node)| widget(node, ctx.zoom_factor())));
    }
    // AccessKit reports widgets from the frame after it was enabled.
    if widgets.is_empty() {
        return;
    }
    let session = active_session.session();
    let text = object([
        ("screen", quoted(&format!("{:?}", screen.get()))),
        ("thinking", thinking.is_busy().to_string()),
        ("widgets", list(widgets)),
        ("points", session.map_or("{}".to_owned(), |session| points(session, &current_layout))),
        ("game", session.map_or("null".to_owned(), game)),
    ]);
    SNAPSHOT.set(text);
}

/// A widget with a name and bounds.
fn widget(node: &Node, zoom: f32) -> Option<String> {
    let name = node.label().or(node.value())?;
    let bounds = node.bounds()?;
    let place = [bounds.x0, bounds.y0, bounds.width(), bounds.height()];
    let on = node.toggled().map_or("null".to_owned(), |on| (on == Toggled::True).to_string());
    Some(object([
        ("role", quoted(&format!("{:?}", node.role()))),
        ("name", quoted(name)),
        ("place", list(place.map(|length| length * f64::from(zoom)))),
        ("enabled", (!node.is_disabled()).to_string()),
        ("on", on),
    ]))
}

/// The centres of the board's points by name.
fn points(session: &Session, current_layout: &CurrentLayout) -> String {
    let Some(layout) = &current_layout.0 else { return "{}".to_owned() };
    let board = session.position().board();
    let all = (0..board.files)
        .flat_map(|file| (0..board.ranks).map(move |rank| Point::new(file, rank)))
        .filter(|&point| layout.contains(point));
    let members = all.map(|point| {
        let at = layout.centre_of(point);
        format!("{}:[{},{}]", quoted(&board.point_name(point)), at.x, at.y)
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// The moves of the game so far, and those that are legal now.
fn game(session: &Session) -> String {
    let tree = session.tree();
    let path = tree.path(session.current());
    let moves = path.iter().filter_map(|&node| {
        let before = tree.position(tree.parent(node)?);
        before.move_text(tree.move_at(node)?).ok()
    });
    let position = session.position();
    let legal = position.legal_moves().into_iter().filter_map(|mv| position.move_text(mv).ok());
    object([
        ("id", quoted(session.setup().game.id())),
        ("moves", list(moves.map(|text| quoted(&text)))),
        ("legal", list(legal.map(|text| quoted(&text)))),
        ("turn", quoted(&format!("{:?}", session.turn()))),
        ("over", session.ending().is_some().to_string()),
    ])
}

fn quoted(text: &str) -> String {
    // Serialising a string cannot fail.
    JSON::stringify(&text.into()).map_or_else(|_| "\"\"".to_owned(), String::from)
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

fn object<const N: usize>(members: [(&str, String); N]) -> String {
    format!("{{{}}}", members.map(|(name, value)| format!("\"{name}\":{value}")).join(","))
}
