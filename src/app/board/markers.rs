//! What is drawn over the pieces: where one may play, the last move, the
//! cursor, a hint, and a point that was refused.

use bevy::prelude::*;

use super::art::{Art, Figure};
use super::input::Cursor;
use super::insight::Insight;
use super::layout::PIECE;
use super::{BoardSet, Placed, in_world};
use crate::app::puzzles::Puzzles;
use crate::app::review::{Analysis, Review};
use crate::app::session::{Playing, Session, Turn};
use crate::app::settings::Settings;
use crate::app::thinking::Thinking;
use crate::app::ui::Look;
use crate::core::{Move, Point};
use crate::games::{Call, Piece};

const MARK_Z: f32 = 6.0;

/// Between the board and what stands on it.
const GLOW_Z: f32 = 3.0;

/// Something drawn on a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// One may play here.
    Legal,
    /// One may capture here.
    Capture,
    /// The last move was played here, or began here.
    LastMove,
    /// The piece that was moved last stands here.
    Arrived,
    /// The best move, on asking.
    Hint,
    /// The keyboard's cursor.
    Cursor,
    /// This piece was picked up.
    Selected,
    /// What a click would place, or what is offered.
    Ghost(Piece),
    /// A move here loses by the rules.
    Losing,
    /// A move here ends the game as a draw.
    Drawing,
    /// The king here is attacked.
    Check,
    /// A puzzle is about what stands here.
    Target,
    /// A move here was refused.
    Refused,
}

impl Mark {
    /// Its shape, the size of that in cells, and its colour on this surface.
    /// A ghost shows its piece instead of the shape.
    pub fn shape(self, look: &Look, surface: &str) -> Option<(Figure, f32, Color)> {
        let theme = look.board()?;
        let ink = look.ink(surface);
        let faint = (0.45 * theme.line_weight).min(0.9);
        Some(match self {
            Mark::Legal => (Figure::Dot, 0.22, ink.with_alpha(faint)),
            Mark::Capture => (Figure::Ring, 0.96, ink.with_alpha(faint)),
            Mark::LastMove => (Figure::Dot, 0.20, theme.accent),
            Mark::Arrived => (Figure::Frame, 0.98, theme.accent),
            Mark::Target => (Figure::Ring, 0.6, theme.accent),
            Mark::Hint => (Figure::Ring, 0.92, theme.hint),
            Mark::Cursor => (Figure::Frame, 0.98, theme.cursor),
            Mark::Selected => (Figure::Ring, 0.98, theme.cursor),
            Mark::Ghost(_) => (Figure::Dot, PIECE, Color::WHITE.with_alpha(0.5)),
            Mark::Losing => (Figure::Cross, 0.36, theme.refused),
            Mark::Drawing => (Figure::Cross, 0.36, ink),
            Mark::Check => (Figure::Glow, 1.25, theme.refused.with_alpha(0.75)),
            Mark::Refused => (Figure::Cross, 0.55, theme.refused),
        })
    }
}

/// The marks on show.
#[derive(Resource, Default)]
pub struct Marks(pub Vec<(Mark, Point)>);

#[derive(Component)]
struct MarkEntity;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Marks>().add_systems(Update, draw.in_set(BoardSet::Animate));
}

/// The marks that this moment calls for.
fn wanted(
    session: &Session,
    settings: &Settings,
    numbered: bool,
    cursor: &Cursor,
    insight: &Insight,
    aims: &[Point],
    hint: Option<Move>,
) -> Vec<(Mark, Point)> {
    let mut marks = Vec::new();
    let human = session.turn() == Turn::Human;
    let moves = if human { session.position().legal_moves() } else { Vec::new() };
    let places = moves.iter().any(|mv| matches!(mv, Move::Place(_)));
    let targets: Vec<Point> = moves
        .into_iter()
        .filter_map(|mv| match mv {
            Move::Place(at) => Some(at),
            Move::Travel { from, to, .. } => Some(to).filter(|_| cursor.selected == Some(from)),
            Move::Decide(_) | Move::Pass => None,
        })
        .collect();
    let aim = cursor.aim.map(|aim| aim.point);
    let pointed = aim.or(cursor.keys).or(cursor.hover);
    let ghost = pointed.filter(|point| places && targets.contains(point));
    // Where nearly every point is legal, dots would only cover the board.
    let crowded = targets.len() > 40;
    if settings.legal_moves && !crowded {
        let shown = targets.iter().copied().filter(|&point| Some(point) != ghost);
        let position = session.position();
        marks.extend(shown.map(|point| match position.piece_at(point) {
            Some(piece) if piece.side != session.side_to_move() => (Mark::Capture, point),
            _ => (Mark::Legal, point),
        }));
    }
    // The row that won and a number show the last move, too.
    if settings.last_move && insight.winning.is_empty() && !numbered {
        let last = session.tree().move_at(session.current());
        match last {
            // A dot would hide what is on the piece.
            Some(Move::Travel { from, to, .. }) => {
                marks.extend([(Mark::LastMove, from), (Mark::Arrived, to)]);
            }
            _ => marks.extend(last.and_then(Move::target).map(|at| (Mark::LastMove, at))),
        }
    }
    marks.extend(aims.iter().map(|&point| (Mark::Target, point)));
    let offered = session.position().offered();
    marks.extend(offered.into_iter().map(|(point, piece)| (Mark::Ghost(piece), point)));
    marks.extend(insight.threatened.map(|point| (Mark::Check, point)));
    marks.extend(cursor.selected.map(|point| (Mark::Selected, point)));
    if human {
        marks.extend(insight.shown(cursor).filter_map(|warning| {
            let mark = match warning.call {
                Call::Loss => Mark::Losing,
                Call::Draw => Mark::Drawing,
                Call::Win | Call::Undecided => return None,
            };
            Some((mark, warning.mv.target()?))
        }));
    }
    // After a swap the players have each other's colour.
    let side = session.side_to_move();
    let colour = if session.position().is_swapped() { side.other() } else { side };
    marks.extend(ghost.map(|point| (Mark::Ghost(Piece { side: colour, kind: 0 }), point)));
    marks.extend(hint.and_then(Move::target).map(|point| (Mark::Hint, point)));
    if let Some(Move::Travel { from, .. }) = hint {
        marks.push((Mark::Hint, from));
    }
    marks.extend(aim.or(cursor.keys).map(|point| (Mark::Cursor, point)));
    marks.extend(cursor.refused.map(|(point, _)| (Mark::Refused, point)));
    marks
}

fn draw(
    mut commands: Commands,
    playing: Res<Playing>,
    settings: Res<Settings>,
    placed: Res<Placed>,
    cursor: Res<Cursor>,
    insight: Res<Insight>,
    puzzles: Res<Puzzles>,
    (review, analysis): (Res<Review>, Res<Analysis>),
    thinking: Res<Thinking>,
    art: Res<Art>,
    look: Res<Look>,
    mut marks: ResMut<Marks>,
    drawn: Query<Entity, With<MarkEntity>>,
) {
    let now = match (&placed.0, playing.session()) {
        (Some(_), Some(session)) => {
            let hint = thinking.hint().map(|hint| hint.best);
            let aims = puzzles.current().map_or(&[][..], |puzzle| &puzzle.targets);
            let numbered = playing.review().is_some() && review.numbers();
            let mut marks = wanted(session, &settings, numbered, &cursor, &insight, aims, hint);
            if playing.review().is_some() && analysis.has_scores(session) {
                // What the moves are worth is written there.
                marks.retain(|(mark, _)| *mark != Mark::Legal);
            }
            marks
        }
        _ => Vec::new(),
    };
    if now == marks.0 && !placed.is_changed() && !art.is_changed() && !look.is_changed() {
        return;
    }
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
    if let Some(layout) = &placed.0 {
        for (order, &(mark, point)) in now.iter().enumerate() {
            let Some((figure, size, color)) = mark.shape(&look, layout.board.surface) else {
                continue;
            };
            let image = match mark {
                Mark::Ghost(piece) => art.piece(piece),
                _ => art.figure(figure),
            };
            let place = layout.position(point);
            let z = if mark == Mark::Check { GLOW_Z } else { MARK_Z + order as f32 * 0.001 };
            commands.spawn((
                MarkEntity,
                Sprite {
                    image,
                    color,
                    custom_size: Some(Vec2::splat(layout.cell * size)),
                    ..default()
                },
                Transform::from_translation(in_world(place, z)),
            ));
        }
    }
    marks.0 = now;
}
