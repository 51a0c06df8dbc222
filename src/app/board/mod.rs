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
//! | `end_of_game` | how far the end of a game has been shown: its shade and its count |
//! | `sprites` | the painter of the window, and the animation of pieces |
//! | `material` | the pixels of wood and felt |
//! | `cursor` | what the player has begun and not played yet |
//! | `input`, `premove`, `magnifier` | what taps and keys on the board mean |

mod annotations;
mod cursor;
pub mod drawing;
mod end_of_game;
mod input;
mod layout;
mod magnifier;
pub mod markers;
pub mod material;
mod overlay;
mod premove;
mod rule_hints;
mod sprites;

use bevy::prelude::*;

pub use annotations::{Annotations, HintMark};
pub use cursor::Cursor;
pub use end_of_game::EndOfGame;
pub use input::{BoardInput, KeyboardHalf, ShapeDrawn};
pub use layout::Layout;
pub use magnifier::Magnifier;
pub use overlay::{OverlayRequest, OverlayState};
pub use rule_hints::RuleHints;
pub use sprites::{BoardTextures, IsAnimating};

use super::session::{ActiveSession, Mode, PlayerKind, Session, SessionSystems};
use super::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::{STORED_PERSON_NAME, is_computer_name};
use crate::core::Side;
use crate::games::AnyPosition;
use crate::record::InfoField;

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
    app.add_plugins((
        interaction,
        markers::plugin,
        overlay::plugin,
        end_of_game::plugin,
        sprites::plugin,
    ));
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
        .add_plugins((input::plugin, premove::plugin, rule_hints::plugin));
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
            is_turned(active_session.mode(), session, &settings),
            settings.coordinates,
        )),
        _ => None,
    };
    if current_layout.0 != layout {
        current_layout.0 = layout;
    }
}

/// The side whose own half of the board is at the bottom of the window, before the player
/// flips it: that of the only person in a game or record, or of the person who solves a
/// puzzle.
fn default_bottom_side(mode: Mode, session: &Session, settings: &Settings) -> Side {
    let is_human = |side| session.player_kind(side) == PlayerKind::Human;
    let is_second = match mode {
        Mode::Game | Mode::Online => is_human(Side::Second) && !is_human(Side::First),
        Mode::Puzzle | Mode::Lesson | Mode::Editor => {
            session.tree().start().side_to_move() == Side::Second
        }
        Mode::Review => {
            let info = session.tree().info();
            let is_players = |name: &str| {
                name == STORED_PERSON_NAME || (!name.is_empty() && name == settings.name.trim())
            };
            let names = [InfoField::FirstPlayer, InfoField::SecondPlayer].map(|f| info.get(f));
            match names.map(is_players) {
                [first, second] if first != second => second,
                _ => is_computer_name(names[0]) && !is_computer_name(names[1]),
            }
        }
    };
    if is_second { Side::Second } else { Side::First }
}

/// Returns true in games that start with pieces on both sides of the board, where each
/// player sits behind their own.
pub fn has_own_halves(start: &AnyPosition) -> bool {
    start.piece_names().len() > 2
}

/// Returns true if the board is turned by 180 degrees.
fn is_turned(mode: Mode, session: &Session, settings: &Settings) -> bool {
    let by_player = has_own_halves(session.tree().start())
        && default_bottom_side(mode, session, settings) == Side::Second;
    settings.flipped != by_player
}

/// The side whose player is shown below the board: the one that sits there.
pub fn bottom_side(mode: Mode, session: &Session, settings: &Settings) -> Side {
    let side = default_bottom_side(mode, session, settings);
    if settings.flipped && has_own_halves(session.tree().start()) { side.other() } else { side }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::{DEFAULT_ENGINE_TIME, GameSetup};
    use crate::core::TimeControl;
    use crate::games::{Options, registry};
    use crate::record::GameTree;

    /// The side below the board and whether it is turned, in a game of a person, who is
    /// the player `first` or not, with the computer.
    fn seen(game: &str, first_player: usize, flipped: bool) -> (Side, bool) {
        let setup = GameSetup {
            game: registry::find(game).unwrap(),
            options: Options::default(),
            players: [PlayerKind::Human, PlayerKind::Computer(1)],
            engine_time: DEFAULT_ENGINE_TIME,
            first_player,
            time: TimeControl::Unlimited,
            games: 1,
            adaptive: false,
            tournament: None,
        };
        let session = Session::new(setup).unwrap();
        let mut settings = Settings::default();
        settings.flipped = flipped;
        let side = bottom_side(Mode::Game, &session, &settings);
        (side, is_turned(Mode::Game, &session, &settings))
    }

    #[test]
    fn a_record_is_seen_from_the_side_of_the_person_whose_game_it_was() {
        let game = registry::find("chess").unwrap();
        let side = |own_name: &str, names: [&str; 2]| {
            let mut tree = GameTree::new(game, Options::default()).unwrap();
            for (field, name) in
                [InfoField::FirstPlayer, InfoField::SecondPlayer].into_iter().zip(names)
            {
                tree.info_mut().set(field, name);
            }
            let mut settings = Settings::default();
            settings.name = own_name.to_owned();
            bottom_side(Mode::Review, &Session::from_tree(tree), &settings)
        };
        assert_eq!(side("", ["Stockfish", "Player"]), Side::Second);
        assert_eq!(side("", ["Player", "Stockfish"]), Side::First);
        assert_eq!(side("Ann", ["Stockfish", "Ann"]), Side::Second);
        assert_eq!(side("Ann", ["Computer, level 3", "Bob"]), Side::Second);
        assert_eq!(side("", ["Kasparov", "Karpov"]), Side::First);
        assert_eq!(side("", ["", ""]), Side::First);
    }

    #[test]
    fn the_only_person_sits_below_the_board_behind_their_own_pieces() {
        for game in ["chess", "xiangqi"] {
            assert_eq!(seen(game, 0, false), (Side::First, false));
            assert_eq!(seen(game, 1, false), (Side::Second, true));
            assert_eq!(seen(game, 0, true), (Side::Second, true));
            assert_eq!(seen(game, 1, true), (Side::First, false));
        }
        // No half of these boards belongs to a player.
        for game in ["go", "reversi", "gomoku", "tictactoe"] {
            assert_eq!(seen(game, 1, false), (Side::Second, false));
            assert_eq!(seen(game, 1, true), (Side::Second, true));
        }
    }
}
