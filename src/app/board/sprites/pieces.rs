//! Piece entities: the position is compared with the entities, and the difference is
//! animated outwards from the last move.

use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_4, PI};
use std::time::Duration;

use bevy::prelude::*;

use super::{BoardTextures, layer_z, to_world};
use crate::app::board::drawing::{Layer, PIECE_SIZE, shadow_offset};
use crate::app::board::{BoardSystems, CurrentLayout, Cursor, Layout};
use crate::app::session::ActiveSession;
use crate::app::settings::Settings;
use crate::core::{Move, Point};
use crate::games::{AnyPosition, Piece};

const PLACE_TIME: Duration = Duration::from_millis(180);
const FLIP_TIME: Duration = Duration::from_millis(260);
const SLIDE_TIME: Duration = Duration::from_millis(200);
const VANISH_TIME: Duration = Duration::from_millis(160);

/// Additional delay for each cell of distance from the last move.
const STAGGER: Duration = Duration::from_millis(12);

/// Height of a moving piece above the others.
const MOVING_Z: f32 = 3.0;

/// True while anything on the board is animated, so that frames are drawn continuously.
#[derive(Resource, Default)]
pub struct IsAnimating(pub bool);

/// A piece on the board.
#[derive(Component)]
struct PieceSprite {
    point: Point,
    piece: Piece,
    /// The window position at which it was drawn last.
    drawn_at: Vec2,
    shadow: Entity,
    /// Scales and rotates for the flip; the sprite below it stays upright.
    pivot: Entity,
    body: Entity,
}

/// A running animation of a piece.
#[derive(Component)]
struct Tween {
    delay: Duration,
    elapsed: Duration,
    duration: Duration,
    kind: TweenKind,
}

impl Tween {
    /// Progress of the animation, 0 to 1.
    fn progress(&self) -> f32 {
        if self.duration.is_zero() {
            return 1.0;
        }
        (self.elapsed.as_secs_f32() / self.duration.as_secs_f32()).clamp(0.0, 1.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum TweenKind {
    Place,
    /// Slides from this position in the window.
    Slide(Vec2),
    /// Turns over; the first half shows this piece.
    Flip(Piece),
    Vanish,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<IsAnimating>()
        .add_systems(Update, sync_pieces.in_set(BoardSystems::Sync))
        .add_systems(Update, animate.in_set(BoardSystems::Animate));
}

/// The changes that turn a board with the pieces `standing` into `position`.
fn diff_pieces(
    standing: &HashMap<Point, Piece>,
    position: &AnyPosition,
    layout: &Layout,
) -> Vec<(Point, Option<Piece>)> {
    let mut changes: Vec<_> = layout
        .points()
        .map(|point| (point, position.piece_at(point)))
        .filter(|(point, piece)| standing.get(point) != piece.as_ref())
        .collect();
    // Pieces outside a smaller board.
    changes.extend(
        standing.keys().filter(|&&point| !layout.contains(point)).map(|&point| (point, None)),
    );
    changes
}

/// Delay between the last move and the animation at `point`.
fn stagger_delay(origin: Option<Point>, point: Point) -> Duration {
    let Some(origin) = origin else { return Duration::ZERO };
    let distance = origin.file.abs_diff(point.file).max(origin.rank.abs_diff(point.rank));
    STAGGER * u32::from(distance)
}

/// Synchronises the piece entities with the position.
fn sync_pieces(
    mut commands: Commands,
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    current_layout: Res<CurrentLayout>,
    textures: Res<BoardTextures>,
    mut standing: Query<(Entity, &mut PieceSprite, Option<&Tween>)>,
) {
    if !(active_session.is_changed() || current_layout.is_changed() || textures.is_changed()) {
        return;
    }
    let (Some(layout), Some(session)) = (&current_layout.0, active_session.session()) else {
        for (entity, ..) in &standing {
            commands.entity(entity).despawn();
        }
        return;
    };
    let here: HashMap<_, _> = standing
        .iter()
        .filter(|(.., tween)| tween.is_none_or(|tween| tween.kind != TweenKind::Vanish))
        .map(|(entity, standing, _)| (standing.point, (entity, standing.piece)))
        .collect();
    let shown: HashMap<_, _> = here.iter().map(|(&point, &(_, piece))| (point, piece)).collect();
    let origin = session.tree().played_at(session.current()).and_then(|mv| mv.target());
    let mut changes = diff_pieces(&shown, session.position(), layout);
    // A board that has just come up shows its whole position at once.
    let is_new = shown.is_empty() && changes.len() > 2;
    let speed = if is_new { 0.0 } else { settings.animation_scale() };
    let tween = |kind, length: Duration, point| Tween {
        delay: stagger_delay(origin, point).mul_f32(speed),
        elapsed: Duration::ZERO,
        duration: length.mul_f32(speed),
        kind,
    };
    // In games with moving pieces, a piece missing here and wanted there has moved.
    let moved = |node| matches!(session.tree().move_at(node), Some(Move::FromTo { .. }));
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
            commands.entity(taken).insert(tween(TweenKind::Vanish, VANISH_TIME, to));
        }
        let mut start = layout.centre_of(from);
        if let Ok((_, mut standing, _)) = standing.get_mut(entity) {
            standing.point = to;
            start = standing.drawn_at;
        }
        commands.entity(entity).insert(tween(TweenKind::Slide(start), SLIDE_TIME, to));
    }
    for (point, wanted) in changes {
        match (here.get(&point), wanted) {
            (Some(&(entity, before)), Some(piece)) => {
                if let Ok((_, mut standing, _)) = standing.get_mut(entity) {
                    standing.piece = piece;
                }
                commands.entity(entity).insert(tween(TweenKind::Flip(before), FLIP_TIME, point));
            }
            (Some(&(entity, _)), None) => {
                commands.entity(entity).insert(tween(TweenKind::Vanish, VANISH_TIME, point));
            }
            (None, Some(piece)) => {
                let place = layout.centre_of(point);
                spawn(
                    &mut commands,
                    point,
                    piece,
                    place,
                    tween(TweenKind::Place, PLACE_TIME, point),
                );
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
            PieceSprite { point, piece, drawn_at: place, shadow, pivot, body },
            Transform::default(),
            Visibility::default(),
            tween,
        ))
        .add_children(&[shadow, pivot]);
}

/// The appearance of a piece at some moment of an animation.
struct PieceAppearance {
    face: Piece,
    /// Scale, 1 at rest.
    size: f32,
    /// Scale across the axis of the flip, 1 at rest.
    width_scale: f32,
    /// Brightness, 1 at rest.
    brightness: f32,
    alpha: f32,
}

impl PieceAppearance {
    fn at(piece: Piece, tween: Option<&Tween>) -> PieceAppearance {
        let rest = PieceAppearance {
            face: piece,
            size: 1.0,
            width_scale: 1.0,
            brightness: 1.0,
            alpha: 1.0,
        };
        let Some(tween) = tween else { return rest };
        let t = tween.progress();
        let eased = 1.0 - (1.0 - t).powi(3);
        match tween.kind {
            // Drops from above and settles.
            TweenKind::Place => PieceAppearance {
                size: 1.0 + 0.22 * (1.0 - eased) - 0.03 * (PI * t).sin() * t,
                alpha: (t * 4.0).min(1.0),
                ..rest
            },
            TweenKind::Flip(before) => {
                let turn = PI * t * t * (3.0 - 2.0 * t);
                let lifted = turn.sin();
                PieceAppearance {
                    face: if turn < PI / 2.0 { before } else { piece },
                    size: 1.0 + 0.10 * lifted,
                    width_scale: turn.cos().abs().max(0.04),
                    brightness: 1.0 - 0.28 * lifted,
                    ..rest
                }
            }
            TweenKind::Slide(_) => rest,
            TweenKind::Vanish => {
                PieceAppearance { size: 1.0 - 0.4 * eased, alpha: 1.0 - eased, ..rest }
            }
        }
    }
}

/// Advances the animations and updates the sprites.
fn animate(
    mut commands: Commands,
    time: Res<Time<Real>>,
    current_layout: Res<CurrentLayout>,
    textures: Res<BoardTextures>,
    settings: Res<Settings>,
    cursor: Res<Cursor>,
    mut is_animating: ResMut<IsAnimating>,
    mut standing: Query<(Entity, &mut PieceSprite, &mut Transform, Option<&mut Tween>)>,
    mut parts: Query<(&mut Transform, Option<&mut Sprite>), Without<PieceSprite>>,
) {
    let Some(layout) = &current_layout.0 else {
        is_animating.0 = false;
        return;
    };
    let refresh = current_layout.is_changed() || textures.is_changed();
    let mut moving = false;
    for (entity, mut standing, mut transform, mut tween) in &mut standing {
        let held = cursor.dragged.filter(|&(point, _)| point == standing.point).map(|(_, at)| at);
        // A piece dropped where it may not stand slides back.
        let strayed = standing.drawn_at != layout.centre_of(standing.point);
        if tween.is_none() && held.is_none() && strayed && !refresh {
            commands.entity(entity).insert(Tween {
                delay: Duration::ZERO,
                elapsed: Duration::ZERO,
                duration: SLIDE_TIME.mul_f32(settings.animation_scale()),
                kind: TweenKind::Slide(standing.drawn_at),
            });
            moving = true;
            continue;
        }
        let finished = match tween.as_mut() {
            Some(tween) => {
                let step = time.delta();
                let rest = step.saturating_sub(tween.delay);
                tween.delay = tween.delay.saturating_sub(step);
                if tween.delay.is_zero() {
                    tween.elapsed += rest;
                }
                tween.elapsed >= tween.duration
            }
            None if refresh || held.is_some() => false,
            None => continue,
        };
        let gone = tween.as_ref().is_some_and(|tween| finished && tween.kind == TweenKind::Vanish);
        if gone {
            commands.entity(entity).despawn();
            continue;
        }
        let appearance = match (&tween, finished) {
            (Some(tween), false) => PieceAppearance::at(standing.piece, Some(tween)),
            _ => PieceAppearance::at(standing.piece, None),
        };
        if finished {
            commands.entity(entity).remove::<Tween>();
        }
        moving |= tween.is_some() && !finished;
        let mut place = layout.centre_of(standing.point);
        if let (Some(tween), false) = (&tween, finished)
            && let TweenKind::Slide(from) = tween.kind
        {
            let left = (1.0 - tween.progress()).powi(3);
            place = place.lerp(from, left);
        }
        place = held.unwrap_or(place);
        standing.drawn_at = place;
        // Moving pieces pass over standing ones.
        let slides = tween.as_ref().is_some_and(|tween| matches!(tween.kind, TweenKind::Slide(_)));
        let lifted = held.is_some() || (slides && !finished);
        let height = if lifted { MOVING_Z } else { 0.0 };
        *transform = Transform::from_translation(to_world(place, height));
        let size = layout.cell * PIECE_SIZE;
        if let Ok((mut shadow, Some(mut sprite))) = parts.get_mut(standing.shadow) {
            let shadow_shown = layout.has_round_pieces();
            // The higher the piece, the farther its shadow.
            let fall = shadow_offset(size, appearance.size - 1.0);
            shadow.translation = Vec3::new(fall.x, -fall.y, layer_z(Layer::Shadows));
            *sprite = Sprite {
                image: textures.shadow(),
                custom_size: Some(Vec2::splat(size * appearance.size.max(0.9))),
                color: Color::WHITE.with_alpha(if shadow_shown {
                    appearance.alpha * (0.6 + 0.4 * appearance.width_scale)
                } else {
                    0.0
                }),
                ..default()
            };
        }
        if let Ok((mut pivot, _)) = parts.get_mut(standing.pivot) {
            pivot.translation.z = layer_z(Layer::Pieces);
            pivot.scale = Vec3::new(appearance.width_scale, 1.0, 1.0);
        }
        if let Ok((_, Some(mut sprite))) = parts.get_mut(standing.body) {
            *sprite = Sprite {
                image: textures.piece(appearance.face),
                custom_size: Some(Vec2::splat(size * appearance.size)),
                color: Color::srgba(
                    appearance.brightness,
                    appearance.brightness,
                    appearance.brightness,
                    appearance.alpha,
                ),
                ..default()
            };
        }
    }
    if is_animating.0 != moving {
        is_animating.0 = moving;
    }
}
