//! Pieces as entities: what should stand is compared with what stands, and
//! the difference is animated outwards from the last move.

use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_4, PI};
use std::time::Duration;

use bevy::prelude::*;

use super::art::Art;
use super::input::Cursor;
use super::layout::PIECE;
use super::{BoardSet, Layout, Placed, in_world};
use crate::app::session::Playing;
use crate::app::settings::Settings;
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Piece};

const PLACE_TIME: Duration = Duration::from_millis(180);
const FLIP_TIME: Duration = Duration::from_millis(260);
const SLIDE_TIME: Duration = Duration::from_millis(200);
const VANISH_TIME: Duration = Duration::from_millis(160);

/// Delay for each cell of distance from the move.
const STAGGER: Duration = Duration::from_millis(12);

const SHADOW_Z: f32 = 4.0;
const BODY_Z: f32 = 5.0;

/// How far above the others a piece is that moves.
const HELD_Z: f32 = 3.0;

/// Whether anything on the board moves, so that frames are wanted.
#[derive(Resource, Default)]
pub struct Motion(pub bool);

/// A piece on the board.
#[derive(Component)]
struct Standing {
    point: Point,
    piece: Piece,
    /// Where it was drawn last.
    place: Vec2,
    shadow: Entity,
    /// Turns and thins for the flip; the picture below it stays upright.
    pivot: Entity,
    body: Entity,
}

/// A change of a piece that is on its way.
#[derive(Component)]
struct Tween {
    wait: Duration,
    passed: Duration,
    length: Duration,
    kind: Kind,
}

impl Tween {
    /// How far it has come, 0 to 1.
    fn progress(&self) -> f32 {
        if self.length.is_zero() {
            return 1.0;
        }
        (self.passed.as_secs_f32() / self.length.as_secs_f32()).clamp(0.0, 1.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Place,
    /// It comes from this place in the window.
    Slide(Vec2),
    /// The face that shows until half of the turn.
    Flip(Piece),
    Vanish,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Motion>()
        .add_systems(Update, mirror.in_set(BoardSet::Mirror))
        .add_systems(Update, animate.in_set(BoardSet::Animate));
}

/// What must change for a board that shows `standing` to show `position`.
fn difference(
    standing: &HashMap<Point, Piece>,
    position: &AnyPosition,
    layout: &Layout,
) -> Vec<(Point, Option<Piece>)> {
    let points = (0..layout.board.files)
        .flat_map(|file| (0..layout.board.ranks).map(move |rank| Point::new(file, rank)));
    let mut changes: Vec<_> = points
        .map(|point| (point, position.piece_at(point)))
        .filter(|(point, piece)| standing.get(point) != piece.as_ref())
        .collect();
    // Pieces beyond the edge of a smaller board.
    changes.extend(
        standing
            .keys()
            .filter(|p| p.file >= layout.board.files || p.rank >= layout.board.ranks)
            .map(|&point| (point, None)),
    );
    changes
}

/// How long after the move a change at `point` begins.
fn delay(origin: Option<Point>, point: Point) -> Duration {
    let Some(origin) = origin else { return Duration::ZERO };
    let distance = origin.file.abs_diff(point.file).max(origin.rank.abs_diff(point.rank));
    STAGGER * u32::from(distance)
}

/// Makes the entities match the position of the game in progress.
fn mirror(
    mut commands: Commands,
    playing: Res<Playing>,
    settings: Res<Settings>,
    placed: Res<Placed>,
    art: Res<Art>,
    mut standing: Query<(Entity, &mut Standing, Option<&Tween>)>,
) {
    if !(playing.is_changed() || placed.is_changed() || art.is_changed()) {
        return;
    }
    let (Some(layout), Some(session)) = (&placed.0, playing.session()) else {
        for (entity, ..) in &standing {
            commands.entity(entity).despawn();
        }
        return;
    };
    let here: HashMap<_, _> = standing
        .iter()
        .filter(|(.., tween)| tween.is_none_or(|tween| tween.kind != Kind::Vanish))
        .map(|(entity, standing, _)| (standing.point, (entity, standing.piece)))
        .collect();
    let shown: HashMap<_, _> = here.iter().map(|(&point, &(_, piece))| (point, piece)).collect();
    let origin = session.tree().move_at(session.current()).and_then(|mv| mv.target());
    let speed = settings.motion();
    let tween = |kind, length: Duration, point| Tween {
        wait: delay(origin, point).mul_f32(speed),
        passed: Duration::ZERO,
        length: length.mul_f32(speed),
        kind,
    };
    let mut changes = difference(&shown, session.position(), layout);
    // Where pieces move, one that is missing here and wanted there has moved.
    let moved = |node| matches!(session.tree().move_at(node), Some(Move::Travel { .. }));
    let missing: Vec<Point> = match session.line().into_iter().any(moved) {
        true => changes.iter().filter(|(_, wanted)| wanted.is_none()).map(|c| c.0).collect(),
        false => Vec::new(),
    };
    for from in missing {
        let Some(&(entity, piece)) = here.get(&from) else { continue };
        let Some(at) = changes.iter().position(|&(_, wanted)| wanted == Some(piece)) else {
            continue;
        };
        let (to, _) = changes.swap_remove(at);
        changes.retain(|&(point, _)| point != from);
        if let Some(&(taken, _)) = here.get(&to) {
            commands.entity(taken).insert(tween(Kind::Vanish, VANISH_TIME, to));
        }
        let mut start = layout.position(from);
        if let Ok((_, mut standing, _)) = standing.get_mut(entity) {
            standing.point = to;
            start = standing.place;
        }
        commands.entity(entity).insert(tween(Kind::Slide(start), SLIDE_TIME, to));
    }
    for (point, wanted) in changes {
        match (here.get(&point), wanted) {
            (Some(&(entity, before)), Some(piece)) => {
                if let Ok((_, mut standing, _)) = standing.get_mut(entity) {
                    standing.piece = piece;
                }
                commands.entity(entity).insert(tween(Kind::Flip(before), FLIP_TIME, point));
            }
            (Some(&(entity, _)), None) => {
                commands.entity(entity).insert(tween(Kind::Vanish, VANISH_TIME, point));
            }
            (None, Some(piece)) => {
                let place = layout.position(point);
                spawn(&mut commands, point, piece, place, tween(Kind::Place, PLACE_TIME, point));
            }
            (None, None) => {}
        }
    }
}

fn spawn(commands: &mut Commands, point: Point, piece: Piece, place: Vec2, tween: Tween) {
    let shadow = commands.spawn((Sprite::default(), Transform::default())).id();
    let body = commands
        .spawn((Sprite::default(), Transform::from_rotation(Quat::from_rotation_z(-FRAC_PI_4))))
        .id();
    let pivot = commands
        .spawn((Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_4)), Visibility::default()))
        .add_child(body)
        .id();
    commands
        .spawn((
            Standing { point, piece, place, shadow, pivot, body },
            Transform::default(),
            Visibility::default(),
            tween,
        ))
        .add_children(&[shadow, pivot]);
}

/// How far the shadow of a piece of this size lies from it, to the right and
/// down; `lift` is 0 for one that stands on the board.
pub fn shadow_fall(size: f32, lift: f32) -> Vec2 {
    let down = size * (0.035 + 0.12 * lift.max(0.0));
    Vec2::new(down * 0.5, down)
}

/// How a piece looks at some moment of its change.
struct Look {
    face: Piece,
    /// Size relative to a piece at rest.
    size: f32,
    /// Breadth across the turning axis, 1 at rest.
    breadth: f32,
    /// Brightness, 1 at rest.
    light: f32,
    alpha: f32,
}

impl Look {
    fn at(piece: Piece, tween: Option<&Tween>) -> Look {
        let rest = Look { face: piece, size: 1.0, breadth: 1.0, light: 1.0, alpha: 1.0 };
        let Some(tween) = tween else { return rest };
        let t = tween.progress();
        let eased = 1.0 - (1.0 - t).powi(3);
        match tween.kind {
            // Comes down from above and settles.
            Kind::Place => Look {
                size: 1.0 + 0.22 * (1.0 - eased) - 0.03 * (PI * t).sin() * t,
                alpha: (t * 4.0).min(1.0),
                ..rest
            },
            Kind::Flip(before) => {
                let turn = PI * t * t * (3.0 - 2.0 * t);
                let lifted = turn.sin();
                Look {
                    face: if turn < PI / 2.0 { before } else { piece },
                    size: 1.0 + 0.10 * lifted,
                    breadth: turn.cos().abs().max(0.04),
                    light: 1.0 - 0.28 * lifted,
                    ..rest
                }
            }
            Kind::Slide(_) => rest,
            Kind::Vanish => Look { size: 1.0 - 0.4 * eased, alpha: 1.0 - eased, ..rest },
        }
    }
}

/// Moves every change on and shows each piece as it looks now.
fn animate(
    mut commands: Commands,
    time: Res<Time<Real>>,
    placed: Res<Placed>,
    art: Res<Art>,
    settings: Res<Settings>,
    cursor: Res<Cursor>,
    mut motion: ResMut<Motion>,
    mut standing: Query<(Entity, &mut Standing, &mut Transform, Option<&mut Tween>)>,
    mut parts: Query<(&mut Transform, Option<&mut Sprite>), Without<Standing>>,
) {
    let Some(layout) = &placed.0 else {
        motion.0 = false;
        return;
    };
    let refresh = placed.is_changed() || art.is_changed();
    let mut moving = false;
    for (entity, mut standing, mut transform, mut tween) in &mut standing {
        let held = cursor.held.filter(|&(point, _)| point == standing.point).map(|(_, at)| at);
        // A piece that was let go where it may not stand slides back.
        let strayed = standing.place != layout.position(standing.point);
        if tween.is_none() && held.is_none() && strayed && !refresh {
            commands.entity(entity).insert(Tween {
                wait: Duration::ZERO,
                passed: Duration::ZERO,
                length: SLIDE_TIME.mul_f32(settings.motion()),
                kind: Kind::Slide(standing.place),
            });
            moving = true;
            continue;
        }
        let finished = match tween.as_mut() {
            Some(tween) => {
                let step = time.delta();
                let rest = step.saturating_sub(tween.wait);
                tween.wait = tween.wait.saturating_sub(step);
                if tween.wait.is_zero() {
                    tween.passed += rest;
                }
                tween.passed >= tween.length
            }
            None if refresh || held.is_some() => false,
            None => continue,
        };
        let gone = tween.as_ref().is_some_and(|tween| finished && tween.kind == Kind::Vanish);
        if gone {
            commands.entity(entity).despawn();
            continue;
        }
        let look = match (&tween, finished) {
            (Some(tween), false) => Look::at(standing.piece, Some(tween)),
            _ => Look::at(standing.piece, None),
        };
        if finished {
            commands.entity(entity).remove::<Tween>();
        }
        moving |= tween.is_some() && !finished;
        let mut place = layout.position(standing.point);
        if let (Some(tween), false) = (&tween, finished)
            && let Kind::Slide(from) = tween.kind
        {
            let left = (1.0 - tween.progress()).powi(3);
            place = place.lerp(from, left);
        }
        place = held.unwrap_or(place);
        standing.place = place;
        // What moves passes over what stands.
        let slides = tween.as_ref().is_some_and(|tween| matches!(tween.kind, Kind::Slide(_)));
        let lifted = held.is_some() || (slides && !finished);
        let height = if lifted { HELD_Z } else { 0.0 };
        *transform = Transform::from_translation(in_world(place, height));
        let size = layout.cell * PIECE;
        if let Ok((mut shadow, Some(mut sprite))) = parts.get_mut(standing.shadow) {
            let shadow_shown = layout.has_round_pieces();
            // The higher the piece, the farther its shadow.
            let fall = shadow_fall(size, look.size - 1.0);
            shadow.translation = Vec3::new(fall.x, -fall.y, SHADOW_Z);
            *sprite = Sprite {
                image: art.shadow(),
                custom_size: Some(Vec2::splat(size * look.size.max(0.9))),
                color: Color::WHITE.with_alpha(if shadow_shown {
                    look.alpha * (0.6 + 0.4 * look.breadth)
                } else {
                    0.0
                }),
                ..default()
            };
        }
        if let Ok((mut pivot, _)) = parts.get_mut(standing.pivot) {
            pivot.translation.z = BODY_Z;
            pivot.scale = Vec3::new(look.breadth, 1.0, 1.0);
        }
        if let Ok((_, Some(mut sprite))) = parts.get_mut(standing.body) {
            *sprite = Sprite {
                image: art.piece(look.face),
                custom_size: Some(Vec2::splat(size * look.size)),
                color: Color::srgba(look.light, look.light, look.light, look.alpha),
                ..default()
            };
        }
    }
    if motion.0 != moving {
        motion.0 = moving;
    }
}
