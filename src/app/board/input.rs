//! What a pointer or a key on the board means.

use bevy::prelude::*;

use super::{BoardSet, Insight, Layout, Placed, board_is_shown};
use crate::app::Screen;
use crate::app::session::{Author, Changed, Command, Playing, Session, Turn};
use crate::app::settings::Settings;
use crate::core::{Decision, Move, Point};
use crate::games::AnyPosition;

/// Which of two players' keys was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// W A S D and the space bar.
    Left,
    /// The arrows and Enter.
    Right,
}

/// A person does something on the board. Places are logical pixels of the
/// window.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum BoardInput {
    /// The pointer is here, or has left the board.
    Hover(Option<Vec2>),
    /// A click or a tap.
    Tap(Vec2),
    /// The pointer was pressed here and begins to move.
    Grab(Vec2),
    /// It is here by now.
    Drag(Vec2),
    /// It was let go here.
    Release(Vec2),
    /// The cursor goes one step right and down.
    Step(Keys, i32, i32),
    /// The point under the cursor is chosen.
    Choose(Keys),
    /// What was picked up or asked about is left as it was.
    Drop,
    /// A finger looks for a point and is here by now.
    Aim(Vec2),
    /// It was lifted here: at once after it came down, or after a way.
    Settle {
        /// Where.
        at: Vec2,
        /// Whether it did not move in between.
        tap: bool,
    },
    /// The point that was looked for is chosen.
    Confirm,
    /// A mark is to be drawn from here to there: on one point if both are
    /// the same.
    Mark(Vec2, Vec2),
    /// One is being drawn.
    Sketch(Vec2, Vec2),
    /// It was drawn to here.
    EndSketch(Vec2),
}

/// A person has drawn a mark on the board: an arrow, or something on one
/// point if both are the same.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn(pub Point, pub Point);

/// A point that is looked for before it is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The point.
    pub point: Point,
    /// Where the finger is that looks for it, until it is lifted.
    pub finger: Option<Vec2>,
    /// The point that waited to be confirmed when the finger came down.
    before: Option<Point>,
}

/// Where a person points to.
#[derive(Resource, Default)]
pub struct Cursor {
    /// The point under the mouse.
    pub hover: Option<Point>,
    /// The point of the keyboard's cursor, once it was used.
    pub keys: Option<Point>,
    /// The piece that was picked up and is to go somewhere.
    pub selected: Option<Point>,
    /// The piece that follows the pointer, and where that is.
    pub held: Option<(Point, Vec2)>,
    /// The point that is looked for, or waits to be confirmed.
    pub aim: Option<Aim>,
    /// Moves to the last rank to choose from: each is the same but for what
    /// the piece becomes.
    pub promoting: Vec<Move>,
    /// A move that the rules punish, asked for once: it is explained first,
    /// and played when it is asked for again.
    pub doubted: Option<Move>,
    /// The arrow that is being drawn: from a point to a place in the window.
    pub sketch: Option<(Point, Vec2)>,
    /// The point of the last refused move, and the time until it is shown.
    pub refused: Option<(Point, std::time::Duration)>,
}

impl Cursor {
    /// Whether a move was begun that is not played yet.
    pub fn is_amid(&self) -> bool {
        self.selected.is_some()
            || self.doubted.is_some()
            || self.aim.is_some()
            || !self.promoting.is_empty()
    }

    fn drop(&mut self) {
        self.selected = None;
        self.held = None;
        self.aim = None;
        self.doubted = None;
        self.promoting.clear();
    }
}

/// What a tap on a point means.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    /// This move is asked for, whether it is legal or not.
    Play(Move),
    /// The piece here is picked up.
    Select(Point),
    /// The piece that was picked up is put back.
    Release,
    /// One of these moves, which differ in promotion.
    Choose(Vec<Move>),
}

/// What a tap on `point` means in this position, with a piece picked up or
/// without.
fn meaning(position: &AnyPosition, selected: Option<Point>, point: Point) -> Meaning {
    let moves = position.legal_moves();
    let here = |mv: &&Move| match mv {
        Move::Place(at)
        | Move::Decide(Decision::Offer(at) | Decision::Remove(at) | Decision::MarkDead(at)) => {
            *at == point
        }
        _ => false,
    };
    if let Some(mv) = moves.iter().find(here) {
        return Meaning::Play(*mv);
    }
    if !moves.iter().any(|mv| matches!(mv, Move::Travel { .. })) {
        return Meaning::Play(Move::Place(point));
    }
    let side = position.side_to_move();
    let own = position.piece_at(point).is_some_and(|piece| piece.side == side);
    let Some(from) = selected else {
        // What cannot be picked up is refused by the rules, with the reason.
        return match own {
            true => Meaning::Select(point),
            false => Meaning::Play(Move::Travel { from: point, to: point, promotion: None }),
        };
    };
    let to_here: Vec<Move> = moves
        .into_iter()
        .filter(|mv| matches!(mv, Move::Travel { from: f, to, .. } if *f == from && *to == point))
        .collect();
    match to_here[..] {
        [only] => Meaning::Play(only),
        [] if point == from => Meaning::Release,
        [] if own => Meaning::Select(point),
        [] => Meaning::Play(Move::Travel { from, to: point, promotion: None }),
        _ => Meaning::Choose(to_here),
    }
}

/// How long a refused point stays marked.
const REFUSAL_SHOWN: std::time::Duration = std::time::Duration::from_millis(1500);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Cursor>()
        .add_message::<BoardInput>()
        .add_message::<Drawn>()
        .add_systems(Update, read.in_set(BoardSet::Input).run_if(board_is_shown))
        .add_systems(Update, remember.in_set(BoardSet::Mirror));
    for screen in [Screen::Play, Screen::Review] {
        app.add_systems(OnExit(screen), |mut cursor: ResMut<Cursor>| *cursor = default());
    }
}

fn read(
    mut inputs: MessageReader<BoardInput>,
    placed: Res<Placed>,
    playing: Res<Playing>,
    settings: Res<Settings>,
    insight: Res<Insight>,
    mut cursor: ResMut<Cursor>,
    mut commands: MessageWriter<Command>,
    mut drawn: MessageWriter<Drawn>,
) {
    let Some(layout) = &placed.0 else {
        inputs.clear();
        return;
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
                cursor.keys = None;
                if let Some(point) = layout.point_at(place) {
                    choose(point, &playing, &insight, &mut cursor, &mut commands);
                }
            }
            BoardInput::Grab(place) => {
                cursor.keys = None;
                cursor.drop();
                if let (Some(point), Some(session)) = (layout.point_at(place), playing.session())
                    && session.turn() == Turn::Human
                    && meaning(session.position(), None, point) == Meaning::Select(point)
                {
                    cursor.selected = Some(point);
                    cursor.held = Some((point, place));
                }
            }
            BoardInput::Drag(place) => {
                if let Some((_, at)) = &mut cursor.held {
                    *at = place;
                }
            }
            BoardInput::Release(place) => {
                let from = cursor.held.take().map(|(from, _)| from);
                let moves = playing.session().map(|session| session.position().legal_moves());
                let travels = moves
                    .is_some_and(|moves| moves.iter().any(|mv| matches!(mv, Move::Travel { .. })));
                match layout.point_at(place) {
                    // Nothing was dragged along.
                    _ if from.is_none() && travels => {}
                    // Let go where it stood, it stays picked up.
                    Some(point) if Some(point) != from => {
                        choose(point, &playing, &insight, &mut cursor, &mut commands);
                    }
                    Some(_) => {}
                    None => cursor.drop(),
                }
            }
            BoardInput::Drop => cursor.drop(),
            BoardInput::Aim(place) => {
                cursor.keys = None;
                cursor.doubted = None;
                let before = match cursor.aim {
                    Some(Aim { finger: Some(_), before, .. }) => before,
                    pending => pending.map(|aim| aim.point),
                };
                let point = layout.point_at(place);
                cursor.aim = point.map(|point| Aim { point, finger: Some(place), before });
            }
            BoardInput::Settle { at, tap } => {
                let before = cursor.aim.and_then(|aim| match aim.finger {
                    Some(_) => aim.before,
                    None => Some(aim.point),
                });
                match (layout.point_at(at), playing.session()) {
                    (Some(point), Some(session)) => {
                        settle(point, tap && before == Some(point), session, &insight, &mut cursor);
                        // What cannot be played is refused with the reason.
                        if cursor.aim.is_none() {
                            choose(point, &playing, &insight, &mut cursor, &mut commands);
                        }
                    }
                    _ => cursor.drop(),
                }
            }
            BoardInput::Confirm => {
                if let Some(aim) = cursor.aim {
                    choose(aim.point, &playing, &insight, &mut cursor, &mut commands);
                }
            }
            BoardInput::Mark(from, to) => mark(layout, from, to, &mut drawn),
            BoardInput::Sketch(from, to) => {
                let from = cursor.sketch.map(|(from, _)| from).or_else(|| layout.point_at(from));
                cursor.sketch = from.map(|from| (from, to));
            }
            BoardInput::EndSketch(to) => {
                if let Some((from, _)) = cursor.sketch.take() {
                    mark(layout, layout.position(from), to, &mut drawn);
                }
            }
            BoardInput::Step(keys, right, down) => {
                if !may_use(keys, &playing, &settings) {
                    continue;
                }
                let middle = Point::new(layout.board.files / 2, layout.board.ranks / 2);
                cursor.keys = Some(match cursor.keys.or(cursor.hover) {
                    Some(point) => layout.step(point, right, down),
                    None => middle,
                });
            }
            BoardInput::Choose(keys) => {
                if !may_use(keys, &playing, &settings) {
                    continue;
                }
                match cursor.keys {
                    Some(point) => choose(point, &playing, &insight, &mut cursor, &mut commands),
                    None => {
                        cursor.keys =
                            Some(Point::new(layout.board.files / 2, layout.board.ranks / 2));
                    }
                }
            }
        }
    }
}

/// A finger that looked for a point was lifted from it. It waits to be
/// confirmed unless that was the confirmation, or there is nothing to play.
fn settle(
    point: Point,
    confirmed: bool,
    session: &Session,
    insight: &Insight,
    cursor: &mut Cursor,
) {
    let mv = Move::Place(point);
    if confirmed {
        // What the rules punish was explained when it was shown.
        cursor.doubted = insight.doubtful(mv).then_some(mv);
        cursor.aim = None;
        return;
    }
    let playable = session.turn() == Turn::Human && session.position().check(mv).is_ok();
    cursor.aim = playable.then_some(Aim { point, finger: None, before: None });
    cursor.doubted = (playable && insight.doubtful(mv)).then_some(mv);
}

/// A person has drawn from one place in the window to another.
fn mark(layout: &Layout, from: Vec2, to: Vec2, drawn: &mut MessageWriter<Drawn>) {
    if let (Some(from), Some(to)) = (layout.point_at(from), layout.point_at(to)) {
        drawn.write(Drawn(from, to));
    }
}

/// A person chooses this point.
fn choose(
    point: Point,
    playing: &Playing,
    insight: &Insight,
    cursor: &mut Cursor,
    commands: &mut MessageWriter<Command>,
) {
    let Some(session) = playing.session() else { return };
    // Out of turn a tap is refused, whatever it would mean.
    let meaning = match session.turn() {
        Turn::Human => meaning(session.position(), cursor.selected, point),
        _ => Meaning::Play(Move::Place(point)),
    };
    let (selected, doubted) = (cursor.selected.take(), cursor.doubted.take());
    cursor.aim = None;
    cursor.promoting.clear();
    match meaning {
        Meaning::Play(mv) if insight.doubtful(mv) && doubted != Some(mv) => {
            cursor.selected = selected;
            cursor.doubted = Some(mv);
        }
        Meaning::Play(mv) => {
            commands.write(Command::Play(mv, Author::Human));
        }
        Meaning::Select(point) => cursor.selected = Some(point),
        Meaning::Release => {}
        Meaning::Choose(choices) => cursor.promoting = choices,
    }
}

/// Whether these keys belong to the player whose turn it is. Two people who
/// share a keyboard have half of it each, if they wish so.
fn may_use(keys: Keys, playing: &Playing, settings: &Settings) -> bool {
    let Some(session) = playing.session() else { return false };
    if !settings.shared_keyboard || session.turn() != Turn::Human {
        return true;
    }
    let both_people = session.setup().players == [crate::app::session::Seat::Human; 2];
    let owner = if keys == Keys::Left { 0 } else { 1 };
    !both_people || session.player(session.side_to_move()) == owner
}

/// Remembers the point of a refused move for a moment.
fn remember(
    time: Res<Time<Real>>,
    mut changed: MessageReader<Changed>,
    mut cursor: ResMut<Cursor>,
) {
    for change in changed.read() {
        let refused = match change {
            Changed::Refused(mv) => {
                mv.target().map(|point| (point, time.elapsed() + REFUSAL_SHOWN))
            }
            Changed::Replaced | Changed::By(_) => None,
        };
        cursor.refused = refused;
        // Whatever was picked up belonged to the position before.
        if !matches!(change, Changed::Refused(_)) {
            cursor.drop();
        }
    }
    if cursor.refused.is_some_and(|(_, until)| time.elapsed() >= until) {
        cursor.refused = None;
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
        Move::Travel { from: at(from), to: at(to), promotion: None }
    }

    #[test]
    fn a_piece_is_picked_up_put_back_exchanged_and_moved() {
        let start = position("chess", None);
        let from = Some(at("e2"));
        assert_eq!(meaning(&start, None, at("e2")), Meaning::Select(at("e2")));
        assert_eq!(meaning(&start, from, at("e2")), Meaning::Release);
        assert_eq!(meaning(&start, from, at("g1")), Meaning::Select(at("g1")));
        assert_eq!(meaning(&start, from, at("e4")), Meaning::Play(travel("e2", "e4")));
        // What is not legal is asked of the rules, which say why not.
        let refused = meaning(&start, from, at("e6"));
        assert_eq!(refused, Meaning::Play(travel("e2", "e6")));
        assert!(start.check(travel("e2", "e6")).is_err());
    }

    #[test]
    fn a_pawn_that_arrives_asks_what_it_becomes() {
        let nearly = position("chess", Some("7k/4P3/8/8/8/8/8/K7 w - - 0 1"));
        match meaning(&nearly, Some(at("e7")), at("e8")) {
            Meaning::Choose(choices) => assert_eq!(choices.len(), 4),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn where_stones_are_placed_every_tap_places_one() {
        for game in ["reversi", "gomoku", "go", "tictactoe"] {
            let start = position(game, None);
            let tap = meaning(&start, None, at("b2"));
            assert_eq!(tap, Meaning::Play(Move::Place(at("b2"))), "{game}");
        }
    }

    #[test]
    fn after_two_passes_a_tap_on_a_stone_marks_it() {
        let mut game = position("go", None);
        for mv in [Move::Place(at("c3")), Move::Pass, Move::Pass] {
            game.play(mv).unwrap();
        }
        let marked = Move::Decide(Decision::MarkDead(at("c3")));
        assert_eq!(meaning(&game, None, at("c3")), Meaning::Play(marked));
    }
}
