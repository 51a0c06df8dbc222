//! What is on the screen, as JSON for the page: the names and places of
//! buttons, of the points of the board, and how the game stands. A test asks
//! for it, so that it can tap where a person would.
//!
//! Nothing is gathered unless it was asked for a moment ago.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContext, EguiOutput, egui};
use egui::accesskit::{Node, Toggled};
use js_sys::JSON;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use super::page;

use crate::app::Screen;
use crate::app::board::Placed;
use crate::app::session::{Playing, Session};
use crate::app::thinking::Thinking;
use crate::core::Point;

/// For how long it is told what is on the screen once somebody has asked.
const ATTENTION: Duration = Duration::from_millis(500);

thread_local! {
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
    static THINKS: Cell<bool> = const { Cell::new(false) };
}

fn is_asked() -> bool {
    ASKED.get().is_some_and(|asked| asked.elapsed() < ATTENTION)
}

/// What was on the screen when it was last drawn, as JSON; lengths are in the
/// page's pixels. Empty until it is drawn, which is asked for, if nobody has
/// called this for half a second.
#[wasm_bindgen]
pub fn outline() -> String {
    if !is_asked() {
        TEXT.take();
    }
    ASKED.set(Some(Instant::now()));
    let text = TEXT.with_borrow(String::clone);
    if text.is_empty() {
        page::wake();
    }
    text
}

/// Whether the computer thinks.
#[wasm_bindgen]
pub fn thinks() -> bool {
    THINKS.get()
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, describe);
}

fn describe(
    mut contexts: Query<(&mut EguiContext, &EguiOutput)>,
    screen: Res<State<Screen>>,
    placed: Res<Placed>,
    playing: Res<Playing>,
    thinking: Res<Thinking>,
) {
    THINKS.set(thinking.is_busy());
    if !is_asked() {
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
    // They are told of from the frame after they were first wanted.
    if widgets.is_empty() {
        return;
    }
    let session = playing.session();
    let text = object([
        ("screen", quoted(&format!("{:?}", screen.get()))),
        ("thinking", thinking.is_busy().to_string()),
        ("widgets", list(widgets)),
        ("points", session.map_or("{}".to_owned(), |session| points(session, &placed))),
        ("game", session.map_or("null".to_owned(), game)),
    ]);
    TEXT.set(text);
}

/// Something with a name and a place.
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

/// The middles of the board's points by their names.
fn points(session: &Session, placed: &Placed) -> String {
    let Some(layout) = &placed.0 else { return "{}".to_owned() };
    let board = session.position().board();
    let all = (0..board.files)
        .flat_map(|file| (0..board.ranks).map(move |rank| Point::new(file, rank)))
        .filter(|&point| layout.has(point));
    let members = all.map(|point| {
        let at = layout.position(point);
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
    // A string can always be written.
    JSON::stringify(&text.into()).map_or_else(|_| "\"\"".to_owned(), String::from)
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

fn object<const N: usize>(members: [(&str, String); N]) -> String {
    format!("{{{}}}", members.map(|(name, value)| format!("\"{name}\":{value}")).join(","))
}
