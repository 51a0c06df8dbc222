//! What a game can lay over its board on asking: whose each point is or may
//! become. It is worked out on the compute pool; what belongs to another
//! position is dropped.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;

use super::art::Art;
use super::{BoardSet, Placed, in_world};
use crate::app::platform::Waker;
use crate::app::session::{Playing, Session};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Overlay, Piece};

const OVERLAY_Z: f32 = 6.5;

/// Values nearer to nobody's than this are not drawn.
const FAINTEST: f32 = 0.08;

/// Size of the sign on a point that is wholly one side's, in cells.
const LARGEST: f32 = 0.46;

/// The overlay that is asked for, and the one that is worked out.
#[derive(Resource, Default)]
pub struct Overlays {
    /// What a person asked for, until they ask for something else.
    chosen: Choice,
    about: Option<About>,
    answer: Arc<Mutex<Option<Overlay>>>,
    shown: Option<Overlay>,
}

/// What a person wants to see over the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    /// Nothing during play, and the count when there is one.
    #[default]
    AsUsual,
    /// Nothing at all.
    Bare,
    /// The overlay of this name.
    Named(&'static str),
}

/// What an overlay was worked out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About {
    serial: u64,
    key: u64,
    id: &'static str,
}

impl Overlays {
    /// The name of the overlay over this position, if one is wanted.
    pub fn wanted(&self, position: &AnyPosition) -> Option<&'static str> {
        let names = position.overlays();
        match self.chosen {
            Choice::Bare => None,
            Choice::Named(id) => names.contains(&id).then_some(id),
            // The first one explains the count.
            Choice::AsUsual if position.score_sheet().is_empty() => None,
            Choice::AsUsual => names.first().copied(),
        }
    }

    /// Shows this overlay, or hides it if it is on show.
    pub fn toggle(&mut self, position: &AnyPosition, id: &'static str) {
        self.chosen = match self.wanted(position) == Some(id) {
            true => Choice::Bare,
            false => Choice::Named(id),
        };
    }

    /// Shows the next overlay, and none after the last.
    pub fn next(&mut self, position: &AnyPosition) {
        let names = position.overlays();
        let next = match self.wanted(position) {
            None => names.first(),
            Some(id) => names.iter().skip_while(|&&name| name != id).nth(1),
        };
        self.chosen = next.map_or(Choice::Bare, |&id| Choice::Named(id));
    }

    /// The overlay on show.
    pub fn shown(&self) -> Option<&Overlay> {
        self.shown.as_ref()
    }
}

#[derive(Component)]
struct Sign;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Overlays>()
        .add_systems(Update, work_out.in_set(BoardSet::Place))
        .add_systems(Update, draw.in_set(BoardSet::Animate));
}

/// Starts what is wanted and takes what is finished.
fn work_out(playing: Res<Playing>, waker: Res<Waker>, mut overlays: ResMut<Overlays>) {
    let wanted = playing.session().and_then(|session| {
        let id = overlays.wanted(session.position())?;
        Some(About { serial: playing.serial(), key: session.position().key(), id })
    });
    if overlays.about != wanted {
        // Another view of the same game stays until the new one is there.
        let same_view = overlays.about.map(|about| (about.serial, about.id))
            == wanted.map(|wanted| (wanted.serial, wanted.id));
        if !same_view {
            overlays.shown = None;
        }
        overlays.about = wanted;
        overlays.answer = Arc::default();
        if let (Some(about), Some(session)) = (wanted, playing.session()) {
            let (answer, waker) = (overlays.answer.clone(), waker.clone());
            let position = session.position().clone();
            AsyncComputeTaskPool::get()
                .spawn(async move {
                    let overlay = position.overlay(about.id);
                    *answer.lock().unwrap_or_else(PoisonError::into_inner) = overlay;
                    waker.wake();
                })
                .detach();
        }
    }
    let answer = overlays.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
    if answer.is_some() {
        overlays.shown = answer;
    }
}

fn draw(
    mut commands: Commands,
    placed: Res<Placed>,
    art: Res<Art>,
    playing: Res<Playing>,
    overlays: Res<Overlays>,
    drawn: Query<Entity, With<Sign>>,
) {
    if !(overlays.is_changed() || placed.is_changed() || art.is_changed()) {
        return;
    }
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
    let (Some(layout), Some(overlay)) = (&placed.0, &overlays.shown) else { return };
    let Some(position) = playing.session().map(Session::position) else { return };
    let files = usize::from(layout.board.files);
    for (rank, row) in (0..layout.board.ranks).zip(overlay.values.chunks(files)) {
        for (file, value) in (0..layout.board.files).zip(row) {
            let side = if *value > 0.0 { Side::First } else { Side::Second };
            let point = Point::new(file, rank);
            // A stone shows by itself whose its point is, as long as it lives.
            let own = Some(Piece { side, kind: 0 });
            if value.abs() < FAINTEST || position.piece_at(point) == own {
                continue;
            }
            let size = layout.cell * LARGEST * value.abs().min(1.0).sqrt();
            let place = layout.position(point);
            commands.spawn((
                Sign,
                Sprite {
                    image: art.piece(Piece { side, kind: 0 }),
                    color: Color::WHITE.with_alpha(0.45 + 0.4 * value.abs().min(1.0)),
                    custom_size: Some(Vec2::splat(size)),
                    ..default()
                },
                Transform::from_translation(in_world(place, OVERLAY_Z)),
            ));
        }
    }
}
