//! What a game can lay over its board on asking: whose each point is or may
//! become. It is worked out beside the window; what belongs to another position
//! is dropped.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::art::Art;
use super::{BoardSet, Placed, in_world};
use crate::app::platform::work::{Desk, Job, Office, Task};
use crate::app::session::{Playing, Session};
use crate::core::{Point, Side};
use crate::games::{AnyPosition, Overlay, Piece};
use crate::record::Sequence;
use crate::search::Stop;

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
    job: Option<Job<Estimate>>,
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

/// The overlay of this name is to be worked out.
#[derive(Serialize, Deserialize)]
pub struct Estimate {
    sequence: Sequence,
    id: String,
}

impl Task for Estimate {
    type Found = Option<Overlay>;

    const NAME: &'static str = "overlay";

    fn run(self, _: &mut Desk, _: &Stop, note: &mut dyn FnMut(Option<Overlay>)) {
        match self.sequence.position() {
            Ok(position) => note(position.overlay(&self.id)),
            Err(wrong) => error!("{wrong}"),
        }
    }
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
fn work_out(playing: Res<Playing>, office: Res<Office>, mut overlays: ResMut<Overlays>) {
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
        overlays.job = wanted.zip(playing.session()).map(|(about, session)| {
            let sequence = session.tree().sequence(session.current());
            office.begin(Estimate { sequence, id: about.id.to_owned() })
        });
    }
    if overlays.job.as_ref().is_some_and(Job::is_finished) {
        let job = overlays.job.take();
        if let Some(overlay) = job.and_then(|job| job.found()) {
            overlays.shown = Some(overlay);
        }
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
