//! Markers over the pieces: legal moves, last move, cursor, hint and rejected moves.

use bevy::prelude::*;

use super::annotations::Annotations;
use super::input::Cursor;
use super::layout::PIECE_SIZE;
use super::rule_hints::RuleHints;
use super::textures::{BoardTextures, MaskShape};
use super::{BoardSystems, CurrentLayout, to_world};
use crate::app::session::{ActiveSession, Session, Turn};
use crate::app::settings::{ActiveTheme, Settings};
use crate::core::{Move, Point};
use crate::games::{Piece, Ruling};

const MARKER_Z: f32 = 6.0;

/// Between the board and the pieces.
const GLOW_Z: f32 = 3.0;

/// A marker on a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Marker {
    /// A legal move.
    Legal,
    /// A legal capture.
    Capture,
    /// The last move: a stone placed here, or a piece moved from here.
    LastMove,
    /// The piece that moved last.
    LastMoveTarget,
    /// The best move, shown as a hint.
    Hint,
    /// The keyboard cursor.
    Cursor,
    /// The selected piece.
    Selected,
    /// A preview of the piece that a click would place, or an offered piece.
    Ghost(Piece),
    /// A move here loses by the rules.
    LosingMove,
    /// A move here ends the game as a draw.
    DrawingMove,
    /// The king here is in check.
    Check,
    /// A target of the puzzle.
    PuzzleTarget,
    /// An illegal move here was rejected.
    IllegalMove,
}

impl Marker {
    /// Mask shape, size in cells, and colour on this surface. A ghost uses its piece
    /// instead of the shape.
    pub fn shape(
        self,
        active_theme: &ActiveTheme,
        surface: &str,
    ) -> Option<(MaskShape, f32, Color)> {
        let theme = active_theme.board_colours()?;
        let ink = active_theme.ink(surface);
        let faint = (0.45 * theme.line_weight).min(0.9);
        Some(match self {
            Marker::Legal => (MaskShape::Dot, 0.22, ink.with_alpha(faint)),
            Marker::Capture => (MaskShape::Ring, 0.96, ink.with_alpha(faint)),
            Marker::LastMove => (MaskShape::Dot, 0.20, theme.accent),
            Marker::LastMoveTarget => (MaskShape::Frame, 0.98, theme.accent),
            Marker::PuzzleTarget => (MaskShape::Ring, 0.6, theme.accent),
            Marker::Hint => (MaskShape::Ring, 0.92, theme.hint),
            Marker::Cursor => (MaskShape::Frame, 0.98, theme.cursor),
            Marker::Selected => (MaskShape::Ring, 0.98, theme.cursor),
            Marker::Ghost(_) => (MaskShape::Dot, PIECE_SIZE, Color::WHITE.with_alpha(0.5)),
            Marker::LosingMove => (MaskShape::Cross, 0.36, theme.refused),
            Marker::DrawingMove => (MaskShape::Cross, 0.36, ink),
            Marker::Check => (MaskShape::Glow, 1.25, theme.refused.with_alpha(0.75)),
            Marker::IllegalMove => (MaskShape::Cross, 0.55, theme.refused),
        })
    }
}

/// The markers on show.
#[derive(Resource, Default)]
pub struct Markers(pub Vec<(Marker, Point)>);

#[derive(Component)]
struct MarkerSprite;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Markers>().add_systems(Update, draw_markers.in_set(BoardSystems::Animate));
}

/// The markers for the current state.
fn markers_for(
    session: &Session,
    settings: &Settings,
    cursor: &Cursor,
    rule_hints: &RuleHints,
    annotations: &Annotations,
) -> Vec<(Marker, Point)> {
    let mut marks = Vec::new();
    let human = session.turn() == Turn::Human;
    let moves = if human { session.position().legal_moves() } else { Vec::new() };
    let places = moves.iter().any(|mv| matches!(mv, Move::Place(_)));
    let targets: Vec<Point> = moves
        .into_iter()
        .filter_map(|mv| match mv {
            Move::Place(at) => Some(at),
            Move::FromTo { from, to, .. } => Some(to).filter(|_| cursor.selected == Some(from)),
            Move::Decide(_) | Move::Pass => None,
        })
        .collect();
    let aim = cursor.touch_aim.map(|aim| aim.point);
    let pointed = aim.or(cursor.keyboard).or(cursor.hover);
    let ghost = pointed.filter(|point| places && targets.contains(point));
    // If nearly every point is legal, dots would only clutter the board.
    let crowded = targets.len() > 40;
    if settings.legal_moves && !crowded {
        let shown = targets.iter().copied().filter(|&point| Some(point) != ghost);
        let position = session.position();
        marks.extend(shown.map(|point| match position.piece_at(point) {
            Some(piece) if piece.side != session.side_to_move() => (Marker::Capture, point),
            _ => (Marker::Legal, point),
        }));
    }
    // A winning row or a number marks the last move as well.
    if settings.last_move && rule_hints.winning_rows.is_empty() && !annotations.move_numbers {
        let last = session.tree().move_at(session.current());
        match last {
            // A dot would hide the piece.
            Some(Move::FromTo { from, to, .. }) => {
                marks.extend([(Marker::LastMove, from), (Marker::LastMoveTarget, to)]);
            }
            _ => marks.extend(last.and_then(Move::target).map(|at| (Marker::LastMove, at))),
        }
    }
    marks.extend(annotations.targets.iter().map(|&point| (Marker::PuzzleTarget, point)));
    let offered = session.position().offered();
    marks.extend(offered.into_iter().map(|(point, piece)| (Marker::Ghost(piece), point)));
    marks.extend(rule_hints.checked_king.map(|point| (Marker::Check, point)));
    marks.extend(cursor.selected.map(|point| (Marker::Selected, point)));
    if human {
        marks.extend(rule_hints.visible_warnings(cursor).filter_map(|warning| {
            let mark = match warning.ruling {
                Ruling::Loss => Marker::LosingMove,
                Ruling::Draw => Marker::DrawingMove,
                Ruling::Win | Ruling::Undecided => return None,
            };
            Some((mark, warning.mv.target()?))
        }));
    }
    // After a swap the players have exchanged colours.
    let side = session.side_to_move();
    let colour = if session.position().is_swapped() { side.other() } else { side };
    marks.extend(ghost.map(|point| (Marker::Ghost(Piece { side: colour, kind: 0 }), point)));
    let hint = annotations.hint;
    marks.extend(hint.and_then(Move::target).map(|point| (Marker::Hint, point)));
    if let Some(Move::FromTo { from, .. }) = hint {
        marks.push((Marker::Hint, from));
    }
    marks.extend(aim.or(cursor.keyboard).map(|point| (Marker::Cursor, point)));
    marks.extend(cursor.illegal_point.map(|(point, _)| (Marker::IllegalMove, point)));
    marks
}

fn draw_markers(
    mut commands: Commands,
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    current_layout: Res<CurrentLayout>,
    cursor: Res<Cursor>,
    rule_hints: Res<RuleHints>,
    annotations: Res<Annotations>,
    textures: Res<BoardTextures>,
    active_theme: Res<ActiveTheme>,
    mut marks: ResMut<Markers>,
    drawn: Query<Entity, With<MarkerSprite>>,
) {
    let now = match (&current_layout.0, active_session.session()) {
        (Some(_), Some(session)) => {
            let mut marks = markers_for(session, &settings, &cursor, &rule_hints, &annotations);
            if annotations.has_move_scores {
                // Move scores are shown on these points.
                marks.retain(|(mark, _)| *mark != Marker::Legal);
            }
            marks
        }
        _ => Vec::new(),
    };
    if now == marks.0
        && !current_layout.is_changed()
        && !textures.is_changed()
        && !active_theme.is_changed()
    {
        return;
    }
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
    if let Some(layout) = &current_layout.0 {
        for (order, &(mark, point)) in now.iter().enumerate() {
            let Some((figure, size, color)) = mark.shape(&active_theme, layout.board.surface)
            else {
                continue;
            };
            let image = match mark {
                Marker::Ghost(piece) => textures.piece(piece),
                _ => textures.mask(figure),
            };
            let place = layout.centre_of(point);
            let z = if mark == Marker::Check { GLOW_Z } else { MARKER_Z + order as f32 * 0.001 };
            commands.spawn((
                MarkerSprite,
                Sprite {
                    image,
                    color,
                    custom_size: Some(Vec2::splat(layout.cell * size)),
                    ..default()
                },
                Transform::from_translation(to_world(place, z)),
            ));
        }
    }
    marks.0 = now;
}
