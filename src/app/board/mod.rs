//! The board view: entities that mirror the position of the session on the board, and
//! input on it.
//!
//! The view is a function of the session. After each change it compares the entities
//! with the position and animates the difference, whether a move was played, taken
//! back, or another game was put on the board.
//!
//! | module | says |
//! |---|---|
//! | `layout` | where the board and its points lie |
//! | `drawing` | how everything on a board looks, as one list of primitives: its file `markers.rs` draws the last move, `shapes.rs` the arrows, `background.rs` the grid, `pieces.rs` the pieces |
//! | `markers` | which points are marked now |
//! | `rule_hints`, `overlay`, `annotations` | what the rules, the game and the features have to show |
//! | `sprites` | the painter of the window, and the animation of pieces |
//! | `material` | the pixels of wood and felt |
//! | `input`, `magnifier` | what taps and keys on the board mean |

mod annotations;
pub mod drawing;
mod input;
mod layout;
mod magnifier;
pub mod markers;
pub mod material;
mod overlay;
mod rule_hints;
mod sprites;

use bevy::prelude::*;

pub use annotations::Annotations;
pub use input::{BoardInput, Cursor, KeyboardHalf, ShapeDrawn};
pub use layout::Layout;
pub use magnifier::Magnifier;
pub use overlay::{OverlayRequest, OverlayState};
pub use rule_hints::RuleHints;
pub use sprites::{BoardTextures, IsAnimating};

use super::session::{ActiveSession, Mode, SessionSystems};
use super::settings::Settings;
use crate::app::state::Screen;
use crate::core::Side;

/// The rectangle of the window, in logical pixels, that the panels leave for the board;
/// `None` while no board is shown.
#[derive(Resource, Default)]
pub struct BoardArea(pub Option<Rect>);

/// The layout of the board; `None` while no board is shown.
#[derive(Resource, Default)]
pub struct CurrentLayout(pub Option<Layout>);

/// The systems that update the board, in this order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoardSystems {
    /// Taps and keys become commands.
    Input,
    /// The board is laid out in the free area.
    Layout,
    /// Entities are compared with the position.
    Sync,
    /// Pieces move, markers follow.
    Animate,
    /// Arrows and other shapes are drawn.
    Annotate,
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((interaction, markers::plugin, overlay::plugin, sprites::plugin));
}

/// Layout and input of the board, which need no rendering.
pub(super) fn interaction(app: &mut App) {
    app.init_resource::<CurrentLayout>()
        .init_resource::<BoardArea>()
        .init_resource::<Annotations>()
        .configure_sets(
            Update,
            (
                BoardSystems::Input.before(SessionSystems),
                (
                    BoardSystems::Layout,
                    BoardSystems::Sync,
                    BoardSystems::Animate,
                    BoardSystems::Annotate,
                )
                    .chain()
                    .after(SessionSystems),
            ),
        )
        .add_systems(Update, update_layout.in_set(BoardSystems::Layout))
        .add_plugins((input::plugin, rule_hints::plugin));
}

/// Run condition: this screen shows the board.
fn board_is_shown(screen: Res<State<Screen>>) -> bool {
    matches!(screen.get(), Screen::Play | Screen::Review)
}

/// Lays out the board in the area that the panels leave.
fn update_layout(
    screen: Res<State<Screen>>,
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    area: Res<BoardArea>,
    mut current_layout: ResMut<CurrentLayout>,
) {
    let layout = match (screen.get(), active_session.session(), area.0) {
        (Screen::Play | Screen::Review, Some(session), Some(area)) => Some(Layout::new(
            session.position().board(),
            area,
            settings.flipped != is_second_sides_puzzle(&active_session),
            settings.coordinates,
        )),
        _ => None,
    };
    if current_layout.0 != layout {
        current_layout.0 = layout;
    }
}

/// Returns true if a puzzle is solved by the second side in a game that starts with
/// pieces on both sides of the board: the board is flipped then.
fn is_second_sides_puzzle(active_session: &ActiveSession) -> bool {
    let is_puzzle = matches!(active_session.mode(), Mode::Puzzle | Mode::Editor);
    active_session.session().filter(|_| is_puzzle).is_some_and(|session| {
        let start = session.tree().start();
        start.side_to_move() == Side::Second && start.piece_names().len() > 2
    })
}
