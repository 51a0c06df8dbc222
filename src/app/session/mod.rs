//! The session on the board: the one place where commands become moves, clocks run, and
//! the game in progress is saved.
//!
//! Screens, the board, engines and scripts all send [`SessionCommand`], and one system
//! applies it under the policy of the session's [`Mode`]. The results are sent as
//! [`SessionEvent`] or as a [`Notice`], to which the features react.

mod active;
mod commands;
mod game;
mod judgement;
mod metadata;
mod navigation;
mod online_session;
mod review_session;
mod save_file;
mod saves;
mod setup;
mod unfinished;

use std::time::Duration;

use bevy::prelude::*;

pub use active::{ActiveSession, Mode, MoveGate};
pub use commands::{MoveSource, SessionCommand, SessionEvent};
pub use game::{Ending, GameAction, GameEvent, Session, Turn};
pub use judgement::{JudgeRequest, PendingJudgement};
pub use metadata::{finish_record, started_at};
pub use online_session::OnlineSession;
pub use review_session::{EditGroup, ReviewSession};
pub use saves::{SAVE_SLOTS, SaveSlots};
pub use setup::{DEFAULT_ENGINE_TIME, GameSetup, PlayerKind, TournamentBoard};
pub use unfinished::{UnfinishedEvent, UnfinishedGame, UnfinishedGames};

use super::notice::Notice;
use super::platform::{Lifecycle, in_foreground};
use crate::app::services::engines::ExternalEngines;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::record::NodeId;

/// Time for which a forced pass is shown before it is played.
const FORCED_PASS_DELAY: Duration = Duration::from_millis(1400);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveSession>()
        .init_resource::<SaveSlots>()
        .init_resource::<ClocksHeld>()
        .init_resource::<UnfinishedGames>()
        .init_resource::<judgement::PendingJudgement>()
        .init_resource::<Localization>()
        .init_resource::<ExternalEngines>()
        .add_message::<SessionCommand>()
        .add_message::<SessionEvent>()
        .add_message::<UnfinishedEvent>()
        .add_message::<Lifecycle>()
        .add_systems(Startup, saves::load_saves)
        .add_systems(OnExit(Screen::Play), report_left)
        .add_systems(
            Update,
            (
                (run_clock, play_forced_pass)
                    .run_if(in_state(Screen::Play).and_then(in_foreground)),
                commands::apply_commands,
                judgement::update_judgement,
                metadata::write_metadata,
                saves::autosave,
            )
                .chain()
                .in_set(SessionSystems),
        );
}

/// True while the clocks of the game stand still, as the player is asked how it goes on.
#[derive(Resource, Default)]
pub struct ClocksHeld(pub bool);

/// The systems that change the session on the board.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionSystems;

/// Reports that the game in progress was left, if it has changed since the last time.
fn report_left(
    active_session: Res<ActiveSession>,
    mut unfinished: MessageWriter<UnfinishedEvent>,
    mut last: Local<Option<(String, usize, NodeId)>>,
) {
    let Some(session) = active_session.game().filter(|game| game.is_unfinished()) else { return };
    let state = (session.started_at(), session.tree().nodes().count(), session.current());
    if last.as_ref() != Some(&state) {
        unfinished.write_batch(UnfinishedEvent::left(session));
        *last = Some(state);
    }
}

/// Advances the clock of the side to move.
fn run_clock(
    time: Res<Time<Real>>,
    held: Res<ClocksHeld>,
    mut active_session: ResMut<ActiveSession>,
    mut events: MessageWriter<SessionEvent>,
) {
    if held.0 || active_session.mode() != Mode::Game {
        return;
    }
    let game = active_session.bypass_change_detection().game_mut();
    if let Some(change) = game.and_then(|game| game.tick(time.delta())) {
        active_session.set_changed();
        events.write(SessionEvent::Game(change));
    }
}

/// Plays a forced pass after it has been shown for [`FORCED_PASS_DELAY`].
fn play_forced_pass(
    time: Res<Time<Real>>,
    active_session: Res<ActiveSession>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
    mut shown: Local<Option<(u64, u64, Duration)>>,
) {
    let session = match active_session.mode() {
        Mode::Game => active_session.game(),
        // The other player passes at the other end.
        Mode::Online => active_session
            .online()
            .filter(|online| online.own() == Some(online.session().side_to_move()))
            .map(OnlineSession::session),
        _ => None,
    };
    let Some((session, Turn::Forced(mv))) = session.map(|session| (session, session.turn())) else {
        *shown = None;
        return;
    };
    let key = session.position().key();
    match *shown {
        Some((serial, at, since)) if (serial, at) == (active_session.serial(), key) => {
            if time.elapsed() - since >= FORCED_PASS_DELAY {
                *shown = None;
                commands.write(SessionCommand::Play(mv, MoveSource::Computer(key)));
            }
        }
        _ => {
            *shown = Some((active_session.serial(), key, time.elapsed()));
            let side = session.setup().game.side_names()[session.side_to_move().index()];
            notices.write(Notice::done("pass-announced").with_key("side", format!("side-{side}")));
        }
    }
}
