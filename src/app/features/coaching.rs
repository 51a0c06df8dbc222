//! Coaching in a game against the computer: a person's move is judged by short searches,
//! and a clear mistake is told with the better move. The searches run beside that of the
//! computer and delay nothing.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::platform::Lifecycle;
use crate::app::services::tasks::{Queue, Task, TaskHandle, TaskRunner, WorkerState};
use crate::app::session::{
    ActiveSession, GameEvent, Mode, PlayerKind, Session, SessionEvent, SessionSystems,
};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::core::{Move, Side};
use crate::games::EngineRequest;
use crate::record::analysis::{MISTAKE_LOSS, MoveVerdict, judge_move};
use crate::record::{MoveSequence, NodeId};
use crate::search::{Limits, StopFlag};

/// Time of each of the three searches that judge a move.
const SEARCH_TIME: Duration = Duration::from_millis(300);

/// Task: judge a move.
#[derive(Serialize, Deserialize)]
pub struct CoachTask {
    /// Serial number of the session, see [`ActiveSession::serial`].
    serial: u64,
    /// The moves before it.
    sequence: MoveSequence,
    mv: Move,
    /// Limits of each search.
    limits: Limits,
}

impl Task for CoachTask {
    /// The verdict, once it is found; `None` if there is nothing to say.
    type Output = Option<MoveVerdict>;

    const NAME: &'static str = "coach";
    /// The queue of the review: it is idle during a game, and keeps an engine.
    const QUEUE: Option<Queue> = Some(Queue::Review);

    fn run(
        self,
        worker: &mut WorkerState,
        stop: &StopFlag,
        report: &mut dyn FnMut(Option<MoveVerdict>),
    ) {
        let (game, position) = match (self.sequence.game(), self.sequence.position()) {
            (Ok(game), Ok(position)) => (game, position),
            (Err(wrong), _) | (_, Err(wrong)) => return error!("{wrong}"),
        };
        let request = EngineRequest::full(self.limits, stop.clone());
        let verdict = judge_move(worker.engine(self.serial, game), &position, self.mv, &request);
        // A search that was stopped knows too little.
        report(verdict.filter(|_| !stop.is_raised()));
    }
}

/// The player has read the remark and goes on.
#[derive(Message, Clone, Copy, Debug)]
pub struct DismissRemark;

/// A remark on a move of the game in progress.
#[derive(Clone, Debug)]
pub struct Remark {
    /// Serial number of the session.
    serial: u64,
    /// The node after the move.
    pub node: NodeId,
    /// The verdict on what is wrong with the move.
    pub verdict: MoveVerdict,
}

/// The coach: the move that is being judged, and the remark on the latest one.
#[derive(Resource, Default)]
pub struct Coaching {
    judged: Option<(u64, NodeId, TaskHandle<CoachTask>)>,
    remark: Option<Remark>,
}

impl Coaching {
    /// The remark on the latest move.
    pub fn remark(&self) -> Option<&Remark> {
        self.remark.as_ref()
    }
}

/// Returns true if the moves of this game are judged: a person plays the computer, and the
/// settings want it.
pub fn coaches(session: &Session, settings: &Settings) -> bool {
    let is_human = |side| session.player_kind(side) == PlayerKind::Human;
    settings.coaches(session.setup().game.id())
        && is_human(Side::First) != is_human(Side::Second)
        && session.ending().is_none()
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Coaching>()
        .add_message::<DismissRemark>()
        .add_message::<Lifecycle>()
        .add_systems(
            Update,
            (judge_new_moves, take_verdict, drop_remark)
                .chain()
                .after(SessionSystems)
                .run_if(in_state(Screen::Play)),
        )
        .add_systems(OnExit(Screen::Play), stop);
}

/// Forgets everything, and the engine with it.
fn stop(mut coaching: ResMut<Coaching>, task_runner: Res<TaskRunner>) {
    if coaching.judged.is_some() || coaching.remark.is_some() {
        *coaching = Coaching::default();
    }
    task_runner.reset_queue(Queue::Review);
}

/// Starts to judge each new move of the person.
fn judge_new_moves(
    mut events: MessageReader<SessionEvent>,
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    task_runner: Res<TaskRunner>,
    mut coaching: ResMut<Coaching>,
) {
    for event in events.read() {
        let &SessionEvent::Game(GameEvent::Moved(side, mv)) = event else { continue };
        let Some(session) = active_session.session_in(Mode::Game) else { continue };
        if session.player_kind(side) != PlayerKind::Human {
            continue;
        }
        // The remark on the move before is obsolete.
        coaching.judged = None;
        coaching.remark = None;
        let (tree, node) = (session.tree(), session.current());
        let is_on_board = matches!(mv, Move::Place(_) | Move::FromTo { .. });
        let Some(before) = tree.parent(node).filter(|_| tree.move_at(node) == Some(mv)) else {
            continue;
        };
        if !is_on_board || !coaches(session, &settings) {
            continue;
        }
        let serial = active_session.serial();
        let limits = Limits { time: Some(SEARCH_TIME), ..Limits::default() };
        let task = CoachTask { serial, sequence: tree.sequence(before), mv, limits };
        coaching.judged = Some((serial, node, task_runner.spawn(task)));
    }
}

/// Turns the verdict on a clear mistake into a remark.
fn take_verdict(mut coaching: ResMut<Coaching>) {
    // Read without marking the resource as changed in every frame.
    let is_finished = |(_, _, task): &(u64, NodeId, TaskHandle<CoachTask>)| task.is_finished();
    if !coaching.judged.as_ref().is_some_and(is_finished) {
        return;
    }
    let Some((serial, node, task)) = coaching.judged.take() else { return };
    let verdict = task.output().filter(|verdict| verdict.loss() >= MISTAKE_LOSS);
    coaching.remark = verdict.map(|verdict| Remark { serial, node, verdict });
}

/// Drops a remark that was read, that was switched off, or whose move is not the person's
/// latest any more.
fn drop_remark(
    mut dismissed: MessageReader<DismissRemark>,
    mut lifecycle: MessageReader<Lifecycle>,
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    mut coaching: ResMut<Coaching>,
) {
    let is_read = dismissed.read().count() > 0;
    if Lifecycle::is_suspending(&mut lifecycle) && coaching.judged.is_some() {
        coaching.judged = None;
    }
    if coaching.judged.is_none() && coaching.remark.is_none() {
        return;
    }
    let session =
        active_session.session_in(Mode::Game).filter(|session| coaches(session, &settings));
    let is_latest = |serial: u64, node: NodeId| {
        session.is_some_and(|session| {
            serial == active_session.serial() && is_latest_of_person(session, node)
        })
    };
    if coaching.judged.as_ref().is_some_and(|(serial, node, _)| !is_latest(*serial, *node)) {
        coaching.judged = None;
    }
    let remark = coaching.remark.as_ref();
    if remark.is_some_and(|remark| is_read || !is_latest(remark.serial, remark.node)) {
        coaching.remark = None;
    }
}

/// Returns true if this node is on the way to the current one and only the computer moved
/// after it.
fn is_latest_of_person(session: &Session, node: NodeId) -> bool {
    let tree = session.tree();
    let path = tree.path(session.current());
    let Some(place) = path.iter().position(|&at| at == node) else { return false };
    let moved_by_person =
        |at: &NodeId| session.player_kind(tree.position(*at).side_to_move()) == PlayerKind::Human;
    // The nodes from which a move was made after it.
    path[place..path.len() - 1].iter().all(|at| !moved_by_person(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::services::tasks::{TaskKind, run_encoded, wire};
    use crate::games::{Options, registry};
    use crate::record::GameTree;

    #[test]
    fn a_move_is_judged_in_a_worker_as_well() {
        let game = registry::find("chess").unwrap();
        let tree = GameTree::from_position(
            game,
            Options::default(),
            "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        )
        .unwrap();
        let mv = tree.start().parse_move("Ra7").unwrap();
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let task = CoachTask { serial: 1, sequence: tree.sequence(tree.root()), mv, limits };
        let bytes = wire::pack(&task).unwrap();
        let mut heard: Option<MoveVerdict> = None;
        run_encoded(
            &[TaskKind::of::<CoachTask>()],
            &mut WorkerState::default(),
            CoachTask::NAME,
            &bytes,
            &mut |bytes| heard = wire::unpack(&bytes).unwrap(),
        )
        .unwrap();
        assert_eq!(heard.unwrap().opponent_wins_in, Some(1));
    }
}
