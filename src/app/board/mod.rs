//! The board on the screen: entities that mirror the position of the game in
//! progress, and what a tap or a key on it means.
//!
//! The view keeps no truth of its own. After each change it compares what
//! stands with what should stand and animates the difference, whether a move
//! was played, taken back, or another game was put on the board.

pub mod art;
mod input;
mod insight;
pub mod layout;
pub mod markers;
mod overlay;
pub mod pieces;
pub mod raster;
mod shapes;
pub mod strokes;
pub mod surface;
pub mod table;

use bevy::prelude::*;

pub use input::{BoardInput, Cursor, Drawn, Keys};
pub use insight::Insight;
pub use layout::Layout;
pub use overlay::{Estimate, Overlays};
pub use pieces::Motion;
pub use raster::rasterise;
pub use shapes::shape_colour;

use super::session::{Playing, SessionSet};
use super::settings::Settings;
use super::{Screen, ui};
use crate::core::Side;

/// Where the board lies now; `None` while there is none to show.
#[derive(Resource, Default)]
pub struct Placed(pub Option<Layout>);

/// The systems that bring the board up to date, in this order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
enum BoardSet {
    Input,
    Place,
    Mirror,
    Animate,
    Strike,
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        interaction,
        art::plugin,
        markers::plugin,
        overlay::plugin,
        pieces::plugin,
        shapes::plugin,
        strokes::plugin,
        table::plugin,
    ));
}

/// The part of the board that needs nothing to draw with: where it lies, and
/// what a tap on it means.
pub(super) fn interaction(app: &mut App) {
    app.init_resource::<Placed>()
        .configure_sets(
            Update,
            (
                BoardSet::Input.before(SessionSet),
                (BoardSet::Place, BoardSet::Mirror, BoardSet::Animate, BoardSet::Strike)
                    .chain()
                    .after(SessionSet),
            ),
        )
        .add_systems(Update, place.in_set(BoardSet::Place))
        .add_plugins((input::plugin, insight::plugin));
}

/// Whether this screen shows the board.
fn board_is_shown(screen: Res<State<Screen>>) -> bool {
    matches!(screen.get(), Screen::Play | Screen::Review)
}

/// Lays the board out in the rectangle that the panels leave.
fn place(
    screen: Res<State<Screen>>,
    playing: Res<Playing>,
    settings: Res<Settings>,
    area: Res<ui::BoardArea>,
    mut placed: ResMut<Placed>,
) {
    let layout = match (screen.get(), playing.session(), area.0) {
        (Screen::Play | Screen::Review, Some(session), Some(area)) => Some(Layout::new(
            session.position().board(),
            area,
            settings.flipped != is_second_sides_puzzle(&playing),
            settings.coordinates,
        )),
        _ => None,
    };
    if placed.0 != layout {
        placed.0 = layout;
    }
}

/// Whether the second side is to solve a puzzle in a game whose pieces stand
/// on either side of the board: it sits below then.
fn is_second_sides_puzzle(playing: &Playing) -> bool {
    playing.session().filter(|_| playing.is_puzzle()).is_some_and(|session| {
        let start = session.tree().start();
        start.side_to_move() == Side::Second && start.piece_names().len() > 2
    })
}

/// A line from one place in the window to another, `overhang` longer in all:
/// its size and where it lies.
fn line(from: Vec2, to: Vec2, breadth: f32, overhang: f32, z: f32) -> (Vec2, Transform) {
    let along = to - from;
    // The y axis of the world points up.
    let turn = Quat::from_rotation_z(-along.to_angle());
    let place = Transform::from_translation(in_world((from + to) / 2.0, z)).with_rotation(turn);
    (Vec2::new(along.length() + overhang, breadth), place)
}

/// A place in the window as the camera of the board sees it: its origin is
/// the window's top left corner, and its y axis points up.
fn in_world(place: Vec2, z: f32) -> Vec3 {
    Vec3::new(place.x, -place.y, z)
}
