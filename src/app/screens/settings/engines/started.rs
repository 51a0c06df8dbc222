//! Engines that were started on the page: to learn what they say of themselves, and to try
//! whether they play.

use std::time::Duration;

use crate::app::platform::Waker;
use crate::app::services::engines::ExternalEngines;
use crate::app::text::{Localization, game_name, group_digits, move_label, notation};
use crate::engines::{
    EngineAction, EngineClient, EngineError, EngineEvent, EngineId, EngineIdentity, EngineLimits,
    EngineProtocol, EngineReply, EngineSearch, ListedEngine, Transcript,
};
use crate::games::registry::GAMES;
use crate::games::{Game, Options};
use crate::record::{GameTree, NodeId};

/// Time for the move of a trial.
const TRIAL_TIME: Duration = Duration::from_secs(1);

/// An engine that was started to learn what it says of itself. It runs until this is dropped.
pub(super) struct StartedEngine {
    client: EngineClient,
    answer: Option<Result<(EngineIdentity, EngineProtocol), EngineError>>,
}

impl StartedEngine {
    pub(super) fn new(client: EngineClient) -> StartedEngine {
        StartedEngine { client, answer: None }
    }

    pub(super) fn client(&mut self) -> &mut EngineClient {
        &mut self.client
    }

    pub(super) fn transcript(&self) -> &Transcript {
        self.client.transcript()
    }

    /// Its answer to the start; `None` while that is awaited. A later failure takes the place of
    /// the answer.
    pub(super) fn answer(&self) -> Option<&Result<(EngineIdentity, EngineProtocol), EngineError>> {
        self.answer.as_ref()
    }

    /// Its identity and protocol, once it has told them.
    pub(super) fn identity(&self) -> Option<&(EngineIdentity, EngineProtocol)> {
        self.answer.as_ref()?.as_ref().ok()
    }

    /// Receives what it has answered. Returns true if that was the answer to the start.
    pub(super) fn poll(&mut self) -> bool {
        let mut is_ready = false;
        while let Some(event) = self.client.poll() {
            match event {
                EngineEvent::Ready { identity, protocol } => {
                    self.answer = Some(Ok((identity, protocol)));
                    is_ready = true;
                }
                EngineEvent::Failed(_, error) => self.answer = Some(Err(error)),
                EngineEvent::Update(..) | EngineEvent::Reply(..) | EngineEvent::Ended => {}
            }
        }
        is_ready
    }
}

/// A short search from the start of a game.
pub(super) struct Trial {
    /// `None` once it has answered or failed, which ends the engine.
    client: Option<EngineClient>,
    tree: GameTree,
    result: Option<Result<TrialResult, EngineError>>,
}

/// The result of a trial.
struct TrialResult {
    /// The position after the move; `None` if the engine has resigned.
    after: Option<NodeId>,
    elapsed: Duration,
    /// Positions searched; none from engines that do not tell.
    nodes: u64,
}

/// The first game that an engine is offered for.
pub(super) fn first_game(engine: &ListedEngine) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| engine.plays(*game, &Options::default()))
}

impl Trial {
    /// Starts an engine for a move in its first game; `None` if it has none.
    pub(super) fn start(
        id: EngineId,
        engines: &mut ExternalEngines,
        waker: &Waker,
    ) -> Option<Trial> {
        let game = first_game(engines.list().get(id)?)?;
        let tree = GameTree::new(game, Options::default()).ok()?;
        let mut client = engines.start(id, waker)?;
        let limits = EngineLimits::time(TRIAL_TIME);
        client.search(EngineSearch::for_move(tree.sequence(tree.root()), limits));
        Some(Trial { client: Some(client), tree, result: None })
    }

    pub(super) fn poll(&mut self) {
        while let Some(event) = self.client.as_mut().and_then(EngineClient::poll) {
            self.result = match event {
                EngineEvent::Reply(_, reply) => Some(self.read(&reply)),
                EngineEvent::Failed(_, error) => Some(Err(error)),
                EngineEvent::Ready { .. } | EngineEvent::Update(..) | EngineEvent::Ended => {
                    continue;
                }
            };
            self.client = None;
        }
    }

    fn read(&mut self, reply: &EngineReply) -> Result<TrialResult, EngineError> {
        let after = match reply.action {
            EngineAction::Move(mv) => Some(self.tree.play(self.tree.root(), mv)?),
            EngineAction::Resign => None,
        };
        let nodes = reply.analysis.lines.iter().map(|line| line.nodes).max().unwrap_or(0);
        Ok(TrialResult { after, elapsed: reply.elapsed, nodes })
    }

    /// True while its move is awaited.
    pub(super) fn is_busy(&self) -> bool {
        self.client.is_some()
    }

    /// Its result in words, or its error, once it has ended.
    pub(super) fn result_text(&self, l10n: &Localization) -> Option<Result<String, &EngineError>> {
        Some(self.result.as_ref()?.as_ref().map(|result| {
            let game = self.tree.game();
            let name = ("game", game_name(l10n, game.id()));
            let Some(node) = result.after else {
                return l10n.format("engine-test-resigned", &[name]);
            };
            let label = move_label(l10n, &self.tree, node, &notation(l10n, game));
            let seconds = format!("{:.1}", result.elapsed.as_secs_f64());
            let args = [name, ("move", label), ("seconds", seconds)];
            let mut text = l10n.format("engine-test-move", &args);
            if result.nodes > 0 {
                let speed = result.nodes as f64 / result.elapsed.as_secs_f64().max(0.001);
                text += l10n.sentence_gap();
                let speed = [("nodes", group_digits(speed as usize))];
                text += &l10n.format("engine-test-speed", &speed);
            }
            text
        }))
    }
}
