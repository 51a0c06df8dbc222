//! The markers on show: which points are marked at the moment, and why. `drawing/markers.rs`
//! says how each marker looks.

use bevy::prelude::*;

use super::annotations::{Annotations, HintMark};
use super::cursor::Cursor;
use super::drawing::{Marker, last_move};
use super::rule_hints::RuleHints;
use super::{BoardSystems, CurrentLayout};
use crate::app::session::{ActiveSession, Session, Turn};
use crate::app::settings::Settings;
use crate::core::{Move, Point};
use crate::games::{Piece, Ruling};

/// The markers on show.
#[derive(Resource, Default, PartialEq)]
pub struct Markers(pub Vec<(Marker, Point)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Markers>()
        .add_systems(Update, update_markers.in_set(BoardSystems::Animate));
}

pub(super) fn update_markers(
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    current_layout: Res<CurrentLayout>,
    cursor: Res<Cursor>,
    rule_hints: Res<RuleHints>,
    annotations: Res<Annotations>,
    mut markers: ResMut<Markers>,
) {
    let mut now = match (&current_layout.0, active_session.session()) {
        (Some(_), Some(session)) => {
            markers_for(session, &settings, &cursor, &rule_hints, &annotations)
        }
        _ => Vec::new(),
    };
    if annotations.has_move_scores {
        // Move scores are shown on these points.
        now.retain(|(marker, _)| *marker != Marker::Legal);
    }
    markers.set_if_neq(Markers(now));
}

/// The markers for the current state.
fn markers_for(
    session: &Session,
    settings: &Settings,
    cursor: &Cursor,
    rule_hints: &RuleHints,
    annotations: &Annotations,
) -> Vec<(Marker, Point)> {
    let mut markers = Vec::new();
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
    // Where nearly every empty point is legal, dots would only clutter the board.
    if settings.legal_moves && (!places || session.position().has_few_placements()) {
        let shown = targets.iter().copied().filter(|&point| Some(point) != ghost);
        let position = session.position();
        markers.extend(shown.map(|point| match position.piece_at(point) {
            Some(piece) if piece.side != session.side_to_move() => (Marker::Capture, point),
            _ => (Marker::Legal, point),
        }));
    }
    // A winning row or a number markers the last move as well.
    if settings.last_move && rule_hints.winning_rows.is_empty() && !annotations.move_numbers {
        markers.extend(last_move(session.tree(), session.current()));
    }
    markers.extend(annotations.targets.iter().map(|&point| (Marker::PuzzleTarget, point)));
    let offered = session.position().offered();
    markers.extend(offered.into_iter().map(|(point, piece)| (Marker::Ghost(piece), point)));
    markers.extend(rule_hints.checked_king.map(|point| (Marker::Check, point)));
    markers.extend(cursor.selected.map(|point| (Marker::Selected, point)));
    if let Some(premove) = cursor.premove {
        let points = premove.from.into_iter().chain([premove.to]);
        markers.extend(points.map(|point| (Marker::Premove, point)));
    }
    if human {
        markers.extend(rule_hints.visible_warnings(cursor).filter_map(|warning| {
            let mark = match warning.ruling {
                Ruling::Loss => Marker::LosingMove,
                Ruling::Draw => Marker::DrawingMove,
                Ruling::Win | Ruling::Undecided => return None,
            };
            Some((mark, warning.mv.target()?))
        }));
    }
    let colour = session.position().colour_of(session.side_to_move());
    markers.extend(ghost.map(|point| (Marker::Ghost(Piece { side: colour, kind: 0 }), point)));
    match annotations.hint {
        Some(HintMark::Area([least, most])) => markers.push((Marker::HintArea(most), least)),
        Some(HintMark::Piece(point)) => markers.push((Marker::Hint, point)),
        Some(HintMark::Move(mv)) => {
            if matches!(mv, Move::Place(_)) {
                let piece = Piece { side: colour, kind: 0 };
                markers.extend(mv.target().map(|point| (Marker::Ghost(piece), point)));
            }
            let landing = session.position().landing(mv);
            markers.extend(landing.map(|point| (Marker::Hint, point)));
        }
        None => {}
    }
    markers.extend(aim.or(cursor.keyboard).map(|point| (Marker::Cursor, point)));
    markers.extend(cursor.illegal_point.map(|(point, _)| (Marker::IllegalMove, point)));
    markers
}
