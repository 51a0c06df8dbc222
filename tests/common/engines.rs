//! Requests to engines, their answers, and games against random moves.

use std::time::{Duration, Instant};

use tianyuan::core::{Random, Side};
use tianyuan::games::{AnyPosition, Engine, EngineInfo, EngineRequest, Game, Strength};
use tianyuan::search::{Limits, StopFlag};

/// A request with a seed and a stop flag.
pub fn request(strength: Strength, limits: Limits) -> EngineRequest {
    EngineRequest { strength, limits, seed: 7, stop: StopFlag::new() }
}

/// The engine's answer in a position of a game that is not over.
pub fn ask(engine: &mut dyn Engine, position: &AnyPosition, request: &EngineRequest) -> EngineInfo {
    engine.search(position, request, &mut |_| ()).unwrap()
}

/// Checks that new and used engines give the same answer in the same number of nodes.
pub fn assert_reproducible(game: &dyn Game, position: &AnyPosition, request: &EngineRequest) {
    let timeless = |info| EngineInfo { elapsed: Duration::ZERO, ..info };
    let mut used = game.engine();
    let first = timeless(ask(&mut *used, position, request));
    assert_eq!(timeless(ask(&mut *used, position, request)), first, "{:?}", request.strength);
    let new = timeless(ask(&mut *game.engine(), position, request));
    assert_eq!(new, first, "{:?}", request.strength);
}

/// The answer of an engine whose stop flag is raised after `delay`, and the time for which
/// it goes on then.
pub fn ask_until_stopped(
    engine: &mut dyn Engine,
    position: &AnyPosition,
    strength: Strength,
    delay: Duration,
) -> (EngineInfo, Duration) {
    let request = request(strength, Limits::default());
    let stop = request.stop.clone();
    let raised = std::thread::spawn(move || {
        std::thread::sleep(delay);
        stop.raise();
        Instant::now()
    });
    let info = ask(engine, position, &request);
    let ended = Instant::now();
    assert!(position.check(info.best).is_ok());
    (info, ended.saturating_duration_since(raised.join().unwrap()))
}

/// Plays a game to its end: the engine as `own` side, random moves for the other. Returns
/// the winner.
pub fn play_against_random(
    engine: &mut dyn Engine,
    position: &mut AnyPosition,
    own: Side,
    request: &EngineRequest,
    random: &mut Random,
) -> Option<Side> {
    while position.outcome().is_none() {
        let mv = if position.side_to_move() == own {
            ask(engine, position, request).best
        } else {
            *random.pick(&position.legal_moves()).unwrap()
        };
        position.play(mv).unwrap();
    }
    position.outcome().unwrap().winner
}
