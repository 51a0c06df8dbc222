//! A watched search as a task.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::services::tasks::{Task, WorkerState};
use crate::games::{Algorithm, AlgorithmTrace, AnyPosition, Game, Options, TraceRequest, registry};
use crate::search::{Limits, StopFlag};

/// A watched search of a position by one algorithm.
#[derive(Serialize, Deserialize)]
pub struct TraceTask {
    /// Id of the game.
    pub game: String,
    /// Its options.
    pub options: Options,
    /// The position as text.
    pub position: String,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Plies, playouts and generations.
    pub effort: (u32, u32, u32),
}

/// The game and the position of a task; `None` with an error in the log if there is no such.
pub(super) fn position_of(
    game: &str,
    options: &Options,
    text: &str,
) -> Option<(&'static dyn Game, AnyPosition)> {
    let Some(game) = registry::find(game) else {
        error!("there is no game {game}");
        return None;
    };
    match game.position(options, text) {
        Ok(position) => Some((game, position)),
        Err(wrong) => {
            error!("{wrong}");
            None
        }
    }
}

/// A request for this effort: plies, playouts and generations.
pub(super) fn request(
    algorithm: Algorithm,
    (depth, playouts, generations): (u32, u32, u32),
    stop: &StopFlag,
) -> TraceRequest {
    let usual = TraceRequest::new(algorithm, stop.clone());
    let limits = Limits { depth: Some(depth), ..usual.limits };
    TraceRequest { limits, playouts, generations, ..usual }
}

impl Task for TraceTask {
    type Output = Option<Box<AlgorithmTrace>>;

    const NAME: &'static str = "trace";

    fn run(
        self,
        _: &mut WorkerState,
        stop: &StopFlag,
        report: &mut dyn FnMut(Option<Box<AlgorithmTrace>>),
    ) {
        let Some((game, position)) = position_of(&self.game, &self.options, &self.position) else {
            return;
        };
        let request = request(self.algorithm, self.effort, stop);
        report(game.engine().trace(&position, &request).map(Box::new));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::app::services::tasks::{TaskKind, run_encoded, wire};
    use crate::games::registry::GAMES;

    #[test]
    fn a_watched_search_sent_as_bytes_has_the_same_trace() {
        for game in GAMES {
            let position = game.start(&Options::default()).unwrap();
            let Some(&algorithm) = game.engine().algorithms(&position).last() else { continue };
            let task = || TraceTask {
                game: game.id().to_owned(),
                options: Options::default(),
                position: position.text(),
                algorithm,
                effort: (1, 10, 1),
            };
            let mut here: Option<Box<AlgorithmTrace>> = None;
            let mut state = WorkerState::default();
            task().run(&mut state, &StopFlag::new(), &mut |trace| here = trace);
            let bytes = wire::pack(&task()).unwrap();
            let mut there: Option<Box<AlgorithmTrace>> = None;
            let mut report = |bytes: Vec<u8>| there = wire::unpack(&bytes).unwrap();
            let kinds = [TaskKind::of::<TraceTask>()];
            run_encoded(&kinds, &mut state, TraceTask::NAME, &bytes, &mut report).unwrap();
            let timeless = |trace: Option<Box<AlgorithmTrace>>| {
                trace.map(|trace| AlgorithmTrace { elapsed: Duration::ZERO, ..*trace })
            };
            assert!(here.is_some(), "{}", game.id());
            assert!(timeless(here) == timeless(there), "{}", game.id());
        }
    }
}
