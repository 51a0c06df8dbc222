//! Pointer, touch and keyboard input on the board.

use bevy::prelude::*;

use super::cursor::{Cursor, TouchAim};
use super::premove::{is_moved, plan, plan_at, premoving_side};
use super::{BoardSystems, CurrentLayout, Layout, RuleHints, board_is_shown};
use crate::app::platform::ScreenReader;
use crate::app::session::{
    ActiveSession, GameEvent, MoveSource, Session, SessionCommand, SessionEvent, Turn,
};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::core::{Decision, Move, Point, Side};
use crate::games::AnyPosition;

/// One of two key sets, for two players at one keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyboardHalf {
    /// W A S D and the space bar.
    Left,
    /// The arrows and Enter.
    Right,
}

/// Input on the board. Positions are logical pixels of the window.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum BoardInput {
    /// The pointer is here, or has left the board.
    Hover(Option<Vec2>),
    /// A click or a tap.
    Tap(Vec2),
    /// A drag started here.
    DragStart(Vec2),
    /// The dragging pointer moved here.
    DragMove(Vec2),
    /// The drag ended here.
    DragEnd(Vec2),
    /// Move the keyboard cursor right and down by this many steps.
    MoveCursor(KeyboardHalf, i32, i32),
    /// Choose this point, as a screen reader does.
    Choose(Point),
    /// Move the keyboard cursor to this point.
    PointAt(Point),
    /// Choose the point under the keyboard cursor.
    Activate(KeyboardHalf),
    /// Cancel the selection and any pending choice.
    Cancel,
    /// A finger in precise touch mode moved here.
    TouchMove(Vec2),
    /// The finger in precise touch mode was lifted.
    TouchEnd {
        /// Position of the finger.
        at: Vec2,
        /// True for a tap: the finger did not move.
        tap: bool,
    },
    /// Confirm the point aimed at.
    Confirm,
    /// Draw a shape: an arrow between two positions, or a mark if both are on the same
    /// point.
    DrawShape(Vec2, Vec2),
    /// A shape is being drawn from the first position to the second.
    DrawMove(Vec2, Vec2),
    /// The drawing ended here.
    DrawEnd(Vec2),
}

/// A shape was drawn on the board: an arrow, or a mark if both points are the same.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeDrawn(pub Point, pub Point);

/// The action that a tap on a point triggers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TapAction {
    /// Request this move, legal or not.
    Play(Move),
    /// Select the piece here.
    Select(Point),
    /// Deselect the selected piece.
    Deselect,
    /// Choose one of these moves, which differ in promotion.
    Promote(Vec<Move>),
}

/// The action for a tap on `point` in this position, with or without a selected piece.
fn tap_action(position: &AnyPosition, selected: Option<Point>, point: Point) -> TapAction {
    let moves = position.legal_moves();
    let here = |mv: &&Move| match mv {
        Move::Place(at)
        | Move::Decide(Decision::Offer(at) | Decision::Remove(at) | Decision::MarkDead(at)) => {
            *at == point
        }
        _ => false,
    };
    if let Some(mv) = moves.iter().find(here) {
        return TapAction::Play(*mv);
    }
    if !moves.iter().any(|mv| matches!(mv, Move::FromTo { .. })) {
        return TapAction::Play(Move::Place(point));
    }
    let side = position.side_to_move();
    let own = position.piece_at(point).is_some_and(|piece| piece.side == side);
    let Some(from) = selected else {
        // If the piece cannot be selected, the rules reject this with the reason.
        return match own {
            true => TapAction::Select(point),
            false => TapAction::Play(Move::FromTo { from: point, to: point, promotion: None }),
        };
    };
    let to_here: Vec<Move> = moves
        .into_iter()
        .filter(|mv| matches!(mv, Move::FromTo { from: f, to, .. } if *f == from && *to == point))
        .collect();
    match to_here[..] {
        [only] => TapAction::Play(only),
        [] if point == from => TapAction::Deselect,
        [] if own => TapAction::Select(point),
        [] => TapAction::Play(Move::FromTo { from, to: point, promotion: None }),
        _ => TapAction::Promote(to_here),
    }
}

/// Time for which the target of an illegal move stays marked.
const REFUSAL_DURATION: std::time::Duration = std::time::Duration::from_millis(1500);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Cursor>()
        .init_resource::<ScreenReader>()
        .add_message::<BoardInput>()
        .add_message::<ShapeDrawn>()
        .add_systems(Update, handle_input.in_set(BoardSystems::Input).run_if(board_is_shown))
        .add_systems(Update, track_illegal_moves.in_set(BoardSystems::Sync));
    for screen in [Screen::Play, Screen::Review] {
        app.add_systems(OnExit(screen), |mut cursor: ResMut<Cursor>| *cursor = default());
    }
}

fn handle_input(
    mut inputs: MessageReader<BoardInput>,
    current_layout: Res<CurrentLayout>,
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    rule_hints: Res<RuleHints>,
    mut cursor: ResMut<Cursor>,
    mut commands: MessageWriter<SessionCommand>,
    mut drawn: MessageWriter<ShapeDrawn>,
) {
    let Some(layout) = &current_layout.0 else {
        inputs.clear();
        return;
    };
    let mut activate = |point: Point, cursor: &mut Cursor| {
        activate_point(point, &active_session, &settings, &rule_hints, cursor, &mut commands);
    };
    for input in inputs.read() {
        match *input {
            BoardInput::Hover(place) => {
                let hover = place.and_then(|place| layout.point_at(place));
                if cursor.hover != hover {
                    cursor.hover = hover;
                }
            }
            BoardInput::Tap(place) => {
                cursor.keyboard = None;
                if let Some(point) = layout.point_at(place) {
                    activate(point, &mut cursor);
                }
            }
            BoardInput::PointAt(point) => cursor.keyboard = Some(point),
            BoardInput::Choose(point) => {
                cursor.keyboard = Some(point);
                activate(point, &mut cursor);
            }
            BoardInput::DragStart(place) => {
                cursor.keyboard = None;
                cursor.clear();
                if let (Some(point), Some(session)) =
                    (layout.point_at(place), active_session.session())
                    && is_own_piece(session, premoving_side(&active_session, &settings), point)
                {
                    cursor.selected = Some(point);
                    cursor.dragged = Some((point, place));
                }
            }
            BoardInput::DragMove(place) => {
                if let Some((_, at)) = &mut cursor.dragged {
                    *at = place;
                }
            }
            BoardInput::DragEnd(place) => {
                let from = cursor.dragged.take().map(|(from, _)| from);
                let moves =
                    active_session.session().map(|session| session.position().legal_moves());
                let travels = moves
                    .is_some_and(|moves| moves.iter().any(|mv| matches!(mv, Move::FromTo { .. })));
                // A drop in advance may be on a piece of one's own, which will be captured.
                let premover = premoving_side(&active_session, &settings);
                match layout.point_at(place) {
                    // No piece was dragged.
                    _ if from.is_none() && travels => {}
                    Some(to) if premover.is_some() && from.is_some_and(|from| from != to) => {
                        plan(from, to, &active_session, &mut cursor);
                    }
                    // Dropped on its own point, the piece stays selected.
                    Some(point) if Some(point) != from => {
                        activate(point, &mut cursor);
                    }
                    Some(_) => {}
                    None => cursor.clear(),
                }
            }
            BoardInput::Cancel => cursor.clear(),
            BoardInput::TouchMove(place) => {
                cursor.keyboard = None;
                cursor.pending_confirm = None;
                let previous = match cursor.touch_aim {
                    Some(TouchAim { finger: Some(_), previous, .. }) => previous,
                    pending => pending.map(|aim| aim.point),
                };
                let point = layout.point_at(place);
                cursor.touch_aim =
                    point.map(|point| TouchAim { point, finger: Some(place), previous });
            }
            BoardInput::TouchEnd { at, tap } => {
                let previous = cursor.touch_aim.and_then(|aim| match aim.finger {
                    Some(_) => aim.previous,
                    None => Some(aim.point),
                });
                match (layout.point_at(at), active_session.session()) {
                    (Some(point), Some(session)) => {
                        finish_touch(
                            point,
                            tap && previous == Some(point),
                            session,
                            &rule_hints,
                            &mut cursor,
                        );
                        // The session rejects an illegal move with the reason.
                        if cursor.touch_aim.is_none() {
                            activate(point, &mut cursor);
                        }
                    }
                    _ => cursor.clear(),
                }
            }
            BoardInput::Confirm => {
                if let Some(aim) = cursor.touch_aim {
                    activate(aim.point, &mut cursor);
                }
            }
            BoardInput::DrawShape(from, to) => write_shape(layout, from, to, &mut drawn),
            BoardInput::DrawMove(from, to) => {
                let from =
                    cursor.pending_arrow.map(|(from, _)| from).or_else(|| layout.point_at(from));
                cursor.pending_arrow = from.map(|from| (from, to));
            }
            BoardInput::DrawEnd(to) => {
                if let Some((from, _)) = cursor.pending_arrow.take() {
                    write_shape(layout, layout.centre_of(from), to, &mut drawn);
                }
            }
            BoardInput::MoveCursor(keys, right, down) => {
                if !may_use_keys(keys, &active_session, &settings) {
                    continue;
                }
                let middle = Point::new(layout.board.files / 2, layout.board.ranks / 2);
                cursor.keyboard = Some(match cursor.keyboard.or(cursor.hover) {
                    Some(point) => layout.step(point, right, down),
                    None => middle,
                });
            }
            BoardInput::Activate(keys) => {
                if !may_use_keys(keys, &active_session, &settings) {
                    continue;
                }
                match cursor.keyboard {
                    Some(point) => activate(point, &mut cursor),
                    None => {
                        cursor.keyboard =
                            Some(Point::new(layout.board.files / 2, layout.board.ranks / 2));
                    }
                }
            }
        }
    }
}

/// Ends precise touch input. The point waits for confirmation unless this was the
/// confirmation or the move is illegal.
fn finish_touch(
    point: Point,
    confirmed: bool,
    session: &Session,
    rule_hints: &RuleHints,
    cursor: &mut Cursor,
) {
    let mv = Move::Place(point);
    if confirmed {
        // The warning was shown while the point waited for confirmation.
        cursor.pending_confirm = rule_hints.needs_confirmation(mv).then_some(mv);
        cursor.touch_aim = None;
        return;
    }
    let playable = session.turn() == Turn::Human && session.position().check(mv).is_ok();
    cursor.touch_aim = playable.then_some(TouchAim { point, finger: None, previous: None });
    cursor.pending_confirm = (playable && rule_hints.needs_confirmation(mv)).then_some(mv);
}

/// Sends a shape drawn between two positions of the window.
fn write_shape(layout: &Layout, from: Vec2, to: Vec2, drawn: &mut MessageWriter<ShapeDrawn>) {
    if let (Some(from), Some(to)) = (layout.point_at(from), layout.point_at(to)) {
        drawn.write(ShapeDrawn(from, to));
    }
}

/// Returns true if the person who is to move, or may choose a move in advance, can take up
/// the piece on this point.
fn is_own_piece(session: &Session, premover: Option<Side>, point: Point) -> bool {
    let position = session.position();
    match premover {
        Some(side) => {
            is_moved(position) && position.piece_at(point).is_some_and(|piece| piece.side == side)
        }
        None => {
            session.turn() == Turn::Human
                && tap_action(position, None, point) == TapAction::Select(point)
        }
    }
}

/// Handles the choice of a point.
fn activate_point(
    point: Point,
    active_session: &ActiveSession,
    settings: &Settings,
    rule_hints: &RuleHints,
    cursor: &mut Cursor,
    commands: &mut MessageWriter<SessionCommand>,
) {
    let Some(session) = active_session.session() else { return };
    if let Some(side) = premoving_side(active_session, settings) {
        plan_at(point, side, active_session, cursor);
        return;
    }
    // Out of turn any tap is rejected.
    let meaning = match session.turn() {
        Turn::Human => tap_action(session.position(), cursor.selected, point),
        _ => TapAction::Play(Move::Place(point)),
    };
    let (selected, pending) = (cursor.selected.take(), cursor.pending_confirm.take());
    cursor.touch_aim = None;
    cursor.promotion_choices.clear();
    match meaning {
        TapAction::Play(mv) if rule_hints.needs_confirmation(mv) && pending != Some(mv) => {
            cursor.selected = selected;
            cursor.pending_confirm = Some(mv);
        }
        TapAction::Play(mv) => {
            commands.write(SessionCommand::Play(mv, MoveSource::Human));
        }
        TapAction::Select(point) => cursor.selected = Some(point),
        TapAction::Deselect => {}
        TapAction::Promote(choices) => cursor.promotion_choices = choices,
    }
}

/// Returns true if this key set may act now. Two people who share a keyboard can have
/// one key set each.
fn may_use_keys(keys: KeyboardHalf, active_session: &ActiveSession, settings: &Settings) -> bool {
    let Some(session) = active_session.session() else { return false };
    if !settings.shared_keyboard || session.turn() != Turn::Human {
        return true;
    }
    let both_people = session.setup().players == [crate::app::session::PlayerKind::Human; 2];
    let owner = if keys == KeyboardHalf::Left { 0 } else { 1 };
    !both_people || session.player_of(session.side_to_move()) == owner
}

/// Marks the target of an illegal move for a moment, and clears the interaction after
/// other changes.
fn track_illegal_moves(
    time: Res<Time<Real>>,
    mut events: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    mut cursor: ResMut<Cursor>,
) {
    for change in events.read() {
        let refused = match change {
            SessionEvent::IllegalMove(mv) => {
                mv.target().map(|point| (point, time.elapsed() + REFUSAL_DURATION))
            }
            SessionEvent::Requested(_) => continue,
            SessionEvent::Replaced | SessionEvent::Game(_) => None,
        };
        cursor.illegal_point = refused;
        match change {
            SessionEvent::IllegalMove(_) => cursor.premove = None,
            // What was chosen while the opponent was thinking is still wanted, as long as the
            // piece is there.
            SessionEvent::Game(GameEvent::Moved(side, _)) => {
                let keeps = |point: Point| {
                    let position = active_session.session().map(Session::position);
                    let piece = position.and_then(|position| position.piece_at(point));
                    piece.is_some_and(|piece| piece.side != *side)
                };
                let (premove, selected) = (cursor.premove, cursor.selected.filter(|&at| keeps(at)));
                let dragged = cursor.dragged.filter(|&(at, _)| keeps(at));
                cursor.clear();
                (cursor.premove, cursor.selected, cursor.dragged) = (premove, selected, dragged);
            }
            SessionEvent::Requested(_) => {}
            // A selection belongs to the position before the change.
            SessionEvent::Replaced | SessionEvent::Game(_) => cursor.clear(),
        }
    }
    if cursor.illegal_point.is_some_and(|(_, until)| time.elapsed() >= until) {
        cursor.illegal_point = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn position(game: &str, text: Option<&str>) -> AnyPosition {
        let game = registry::find(game).unwrap();
        let options = Default::default();
        match text {
            Some(text) => game.position(&options, text).unwrap(),
            None => game.start(&options).unwrap(),
        }
    }

    fn at(text: &str) -> Point {
        text.parse().unwrap()
    }

    fn travel(from: &str, to: &str) -> Move {
        Move::FromTo { from: at(from), to: at(to), promotion: None }
    }

    #[test]
    fn a_piece_is_picked_up_put_back_exchanged_and_moved() {
        let start = position("chess", None);
        let from = Some(at("e2"));
        assert_eq!(tap_action(&start, None, at("e2")), TapAction::Select(at("e2")));
        assert_eq!(tap_action(&start, from, at("e2")), TapAction::Deselect);
        assert_eq!(tap_action(&start, from, at("g1")), TapAction::Select(at("g1")));
        assert_eq!(tap_action(&start, from, at("e4")), TapAction::Play(travel("e2", "e4")));
        // An illegal move is passed on to the rules, which give the reason.
        let refused = tap_action(&start, from, at("e6"));
        assert_eq!(refused, TapAction::Play(travel("e2", "e6")));
        assert!(start.check(travel("e2", "e6")).is_err());
    }

    #[test]
    fn a_pawn_that_arrives_asks_what_it_becomes() {
        let nearly = position("chess", Some("7k/4P3/8/8/8/8/8/K7 w - - 0 1"));
        match tap_action(&nearly, Some(at("e7")), at("e8")) {
            TapAction::Promote(choices) => assert_eq!(choices.len(), 4),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn where_stones_are_placed_every_tap_places_one() {
        for game in ["reversi", "gomoku", "go", "tictactoe"] {
            let start = position(game, None);
            let tap = tap_action(&start, None, at("b2"));
            assert_eq!(tap, TapAction::Play(Move::Place(at("b2"))), "{game}");
        }
    }

    #[test]
    fn after_two_passes_a_tap_on_a_stone_marks_it() {
        let mut game = position("go", None);
        for mv in [Move::Place(at("c3")), Move::Pass, Move::Pass] {
            game.play(mv).unwrap();
        }
        let marked = Move::Decide(Decision::MarkDead(at("c3")));
        assert_eq!(tap_action(&game, None, at("c3")), TapAction::Play(marked));
    }
}
