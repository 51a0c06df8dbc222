//! A search by a game's own engine, as a task.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::services::tasks::{Queue, Task, WorkerState};
use crate::games::{EngineInfo, EngineRequest, Strength};
use crate::record::MoveSequence;
use crate::search::{Limits, StopFlag};

/// A search by a game's engine. Reports its best line as it deepens.
#[derive(Serialize, Deserialize)]
pub struct SearchTask {
    /// Serial number of the game.
    pub(super) serial: u64,
    pub(super) sequence: MoveSequence,
    pub(super) strength: Strength,
    pub(super) limits: Limits,
    pub(super) seed: u64,
}

impl SearchTask {
    /// A search for the best move at the end of a sequence of moves, at full strength within
    /// these limits.
    pub fn best_move(serial: u64, sequence: MoveSequence, limits: Limits) -> SearchTask {
        SearchTask { serial, sequence, strength: Strength::Full, limits, seed: 0 }
    }

    /// A search for the move of a level, 1 to 10, at the end of a sequence of moves.
    pub fn of_level(serial: u64, sequence: MoveSequence, level: u8, seed: u64) -> SearchTask {
        let limits = Limits::default();
        SearchTask { serial, sequence, strength: Strength::Level(level), limits, seed }
    }
}

impl Task for SearchTask {
    type Output = Option<EngineInfo>;

    const NAME: &'static str = "think";
    const QUEUE: Option<Queue> = Some(Queue::Play);

    fn run(
        self,
        state: &mut WorkerState,
        stop: &StopFlag,
        report: &mut dyn FnMut(Option<EngineInfo>),
    ) {
        let (game, position) = match (self.sequence.game(), self.sequence.position()) {
            (Ok(game), Ok(position)) => (game, position),
            (Err(wrong), _) | (_, Err(wrong)) => return error!("{wrong}"),
        };
        let SearchTask { strength, limits, seed, .. } = self;
        let request = EngineRequest { strength, limits, seed, stop: stop.clone() };
        let engine = state.engine(self.serial, game);
        let info = engine.search(&position, &request, &mut |info| report(Some(info.clone())));
        report(info);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::app::services::tasks::TaskKind;
    use crate::app::services::tasks::{run_encoded, wire};
    use crate::games::{Options, registry};
    use crate::record::GameTree;

    #[test]
    fn a_search_task_sent_as_bytes_has_the_same_result() {
        for game in registry::GAMES {
            let tree = GameTree::new(*game, Options::default()).unwrap();
            let task = || SearchTask {
                serial: 1,
                sequence: tree.sequence(tree.root()),
                strength: Strength::Full,
                limits: Limits { nodes: Some(2000), ..Limits::default() },
                seed: 7,
            };
            let mut here = None;
            task().run(&mut WorkerState::default(), &StopFlag::new(), &mut |info| here = info);
            let bytes = wire::pack(&task()).unwrap();
            let mut there: Option<EngineInfo> = None;
            let mut report = |bytes: Vec<u8>| there = wire::unpack(&bytes).unwrap();
            run_encoded(
                &[TaskKind::of::<SearchTask>()],
                &mut WorkerState::default(),
                SearchTask::NAME,
                &bytes,
                &mut report,
            )
            .unwrap();
            let timeless = |info: Option<EngineInfo>| {
                info.map(|info| EngineInfo { elapsed: Duration::ZERO, ..info })
            };
            assert!(here.is_some(), "{}", game.id());
            assert_eq!(timeless(here), timeless(there), "{}", game.id());
        }
    }
}
