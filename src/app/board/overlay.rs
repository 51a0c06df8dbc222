//! Overlay that a game offers over its board, such as the ownership of points.
//! Computed in a background task; results for another position are dropped.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::BoardSystems;
use crate::app::services::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::app::session::ActiveSession;
use crate::games::{AnyPosition, Overlay};
use crate::record::MoveSequence;
use crate::search::StopFlag;

/// The selected overlay and its computation.
#[derive(Resource, Default)]
pub struct OverlayState {
    /// The overlay that the player selected.
    chosen: OverlayChoice,
    key: Option<OverlayKey>,
    job: Option<TaskHandle<OverlayRequest>>,
    shown: Option<Overlay>,
}

/// Selection of an overlay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum OverlayChoice {
    /// None during play, and the first one once the game is counted.
    #[default]
    Auto,
    /// No overlay.
    Hidden,
    /// The overlay with this id.
    Named(&'static str),
}

/// The session, position and overlay id that a computation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OverlayKey {
    serial: u64,
    key: u64,
    id: &'static str,
}

/// Task: compute an overlay.
#[derive(Serialize, Deserialize)]
pub struct OverlayRequest {
    sequence: MoveSequence,
    id: String,
}

impl Task for OverlayRequest {
    type Output = Option<Overlay>;

    const NAME: &'static str = "overlay";

    fn run(self, _: &mut WorkerState, _: &StopFlag, note: &mut dyn FnMut(Option<Overlay>)) {
        match self.sequence.position() {
            Ok(position) => note(position.overlay(&self.id)),
            Err(wrong) => error!("{wrong}"),
        }
    }
}

impl OverlayState {
    /// Id of the overlay to show over this position, if any.
    pub fn wanted(&self, position: &AnyPosition) -> Option<&'static str> {
        let names = position.overlays();
        match self.chosen {
            OverlayChoice::Hidden => None,
            OverlayChoice::Named(id) => names.contains(&id).then_some(id),
            // The first overlay explains the count.
            OverlayChoice::Auto if position.score_breakdown().is_empty() => None,
            OverlayChoice::Auto => names.first().copied(),
        }
    }

    /// Shows this overlay, or hides it if it is shown.
    pub fn toggle(&mut self, position: &AnyPosition, id: &'static str) {
        self.chosen = match self.wanted(position) == Some(id) {
            true => OverlayChoice::Hidden,
            false => OverlayChoice::Named(id),
        };
    }

    /// Selects the next overlay, and none after the last.
    pub fn next(&mut self, position: &AnyPosition) {
        let names = position.overlays();
        let next = match self.wanted(position) {
            None => names.first(),
            Some(id) => names.iter().skip_while(|&&name| name != id).nth(1),
        };
        self.chosen = next.map_or(OverlayChoice::Hidden, |&id| OverlayChoice::Named(id));
    }

    /// The overlay that is wanted for this position, once it is computed.
    pub fn shown_for(&self, position: &AnyPosition) -> Option<&Overlay> {
        let is_current = self.job.is_none()
            && self.key.is_some_and(|key| {
                key.key == position.key() && Some(key.id) == self.wanted(position)
            });
        self.shown.as_ref().filter(|_| is_current)
    }

    /// The overlay being shown.
    pub fn shown(&self) -> Option<&Overlay> {
        self.shown.as_ref()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OverlayState>()
        .add_systems(Update, update_overlay.in_set(BoardSystems::Layout));
}

/// Starts the computation of the selected overlay and takes its result.
fn update_overlay(
    active_session: Res<ActiveSession>,
    task_runner: Res<TaskRunner>,
    mut overlays: ResMut<OverlayState>,
) {
    let wanted = active_session.session().and_then(|session| {
        let id = overlays.wanted(session.position())?;
        Some(OverlayKey { serial: active_session.serial(), key: session.position().key(), id })
    });
    if overlays.key != wanted {
        // The overlay of an earlier position of the game stays until the new one is
        // computed.
        let same_view = overlays.key.map(|about| (about.serial, about.id))
            == wanted.map(|wanted| (wanted.serial, wanted.id));
        if !same_view {
            overlays.shown = None;
        }
        overlays.key = wanted;
        overlays.job = wanted.zip(active_session.session()).map(|(about, session)| {
            let sequence = session.tree().sequence(session.current());
            task_runner.spawn(OverlayRequest { sequence, id: about.id.to_owned() })
        });
    }
    if overlays.job.as_ref().is_some_and(TaskHandle::is_finished) {
        let job = overlays.job.take();
        if let Some(overlay) = job.and_then(|job| job.output()) {
            overlays.shown = Some(overlay);
        }
    }
}
