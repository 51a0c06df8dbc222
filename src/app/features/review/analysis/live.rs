//! Live analysis of the position shown by one source.

use std::time::Duration;

use crate::app::platform::Waker;
use crate::app::services::engines::ExternalEngines;
use crate::app::services::tasks::{TaskHandle, TaskRunner};
use crate::app::session::Session;
use crate::app::settings::AnalysisSource;
use crate::engines::{
    EngineAction, EngineClient, EngineError, EngineId, EngineLimits, EngineReply, EngineSearch,
    RequestId, SearchEvent,
};
use crate::games::EngineInfo;

use super::tasks::AnalysePosition;

/// Time limit of live analysis of one position.
const LIVE_TIME: Duration = Duration::from_secs(120);

/// Identifies a live analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AnalysisKey {
    /// Serial number of the session.
    pub serial: u64,
    /// Key of the position.
    pub position: u64,
    /// Number of principal variations; `None` to score every move.
    pub lines: Option<usize>,
}

/// Live analysis by one source.
pub(super) enum LiveSearch {
    /// By our own engine: the analysis and what it is about.
    Own(Option<(AnalysisKey, TaskHandle<AnalysePosition>)>),
    /// By another one.
    Engine(LiveEngine),
}

/// An engine that runs as long as the review is shown.
pub(super) struct LiveEngine {
    id: EngineId,
    client: EngineClient,
    /// Serial number of the session that it was told of last.
    serial: Option<u64>,
    asked: Option<Asked>,
}

/// The analysis that an engine was asked for last, with the lines found so far.
struct Asked {
    key: AnalysisKey,
    /// Its search; `None` for a position of which nothing is asked.
    request: Option<RequestId>,
    lines: Vec<EngineInfo>,
    is_finished: bool,
}

impl LiveSearch {
    /// A source that analyses nothing yet; `None` for an engine that was removed.
    pub fn start(source: AnalysisSource, engines: &mut ExternalEngines) -> Option<LiveSearch> {
        match source {
            AnalysisSource::Own => Some(LiveSearch::Own(None)),
            AnalysisSource::Engine(id) => {
                // It says more than is worth drawing: while it searches, the window is drawn at
                // intervals.
                let client = engines.start(id, &Waker::default())?;
                Some(LiveSearch::Engine(LiveEngine { id, client, serial: None, asked: None }))
            }
        }
    }

    pub fn source(&self) -> AnalysisSource {
        match self {
            LiveSearch::Own(_) => AnalysisSource::Own,
            LiveSearch::Engine(engine) => AnalysisSource::Engine(engine.id),
        }
    }

    /// True while it searches.
    pub fn is_busy(&self) -> bool {
        match self {
            LiveSearch::Own(search) => search.as_ref().is_some_and(|(_, job)| !job.is_finished()),
            LiveSearch::Engine(engine) => {
                engine.asked.as_ref().is_some_and(|asked| !asked.is_finished)
            }
        }
    }

    /// Stops what it analyses, unless that is what is wanted now, and starts that.
    pub fn follow(&mut self, wanted: Option<(AnalysisKey, &Session)>, task_runner: &TaskRunner) {
        let key = wanted.map(|(key, _)| key);
        match self {
            LiveSearch::Own(search) => {
                if search.as_ref().map(|(key, _)| *key) != key {
                    // The one before is cancelled first.
                    *search = None;
                    *search = wanted.map(|(key, session)| {
                        let AnalysisKey { serial, lines, .. } = key;
                        let sequence = session.tree().sequence(session.current());
                        let task = AnalysePosition { serial, sequence, lines, time: LIVE_TIME };
                        (key, task_runner.spawn(task))
                    });
                }
            }
            LiveSearch::Engine(engine) => {
                if engine.asked.as_ref().map(|asked| asked.key) != key {
                    engine.ask(wanted);
                }
            }
        }
    }

    /// Takes what an engine has said meanwhile.
    ///
    /// # Errors
    /// Its failure, after which it is of no more use.
    pub fn poll(&mut self) -> Result<(), EngineError> {
        match self {
            LiveSearch::Own(_) => Ok(()),
            LiveSearch::Engine(engine) => engine.poll(),
        }
    }

    /// The lines found so far, best first, if it is this that is analysed: the position with
    /// this key, by principal variations or, if `scored`, by scores of all moves.
    pub fn lines(&self, position: u64, scored: bool) -> Option<Vec<EngineInfo>> {
        let is_wanted =
            |key: &AnalysisKey| key.position == position && key.lines.is_none() == scored;
        match self {
            LiveSearch::Own(search) => {
                let (_, task) = search.as_ref().filter(|(key, _)| is_wanted(key))?;
                Some(task.output())
            }
            LiveSearch::Engine(engine) => {
                let asked = engine.asked.as_ref().filter(|asked| is_wanted(&asked.key))?;
                Some(asked.lines.clone())
            }
        }
    }
}

impl LiveEngine {
    /// Stops the search, and starts another one if one is wanted.
    fn ask(&mut self, wanted: Option<(AnalysisKey, &Session)>) {
        if self.asked.take().is_some_and(|asked| !asked.is_finished) {
            self.client.stop();
        }
        let Some((key, session)) = wanted else { return };
        // A finished game has no moves to search.
        let is_over = session.position().outcome().is_some();
        let request = (!is_over).then(|| {
            if self.serial.replace(key.serial).is_some_and(|serial| serial != key.serial) {
                self.client.new_game();
            }
            let sequence = session.tree().sequence(session.current());
            let (limits, lines) = (EngineLimits::time(LIVE_TIME), key.lines.unwrap_or(1));
            self.client.search(EngineSearch::for_analysis(sequence, limits, lines))
        });
        self.asked = Some(Asked { key, request, lines: Vec::new(), is_finished: is_over });
    }

    fn poll(&mut self) -> Result<(), EngineError> {
        let newest = self.asked.as_ref().and_then(|asked| asked.request);
        while let Some(event) = self.client.poll_search(newest)? {
            let Some(asked) = &mut self.asked else { continue };
            match event {
                SearchEvent::Update(update) => asked.lines = update.lines,
                SearchEvent::Reply(reply) => {
                    asked.lines = lines_of(reply);
                    asked.is_finished = true;
                }
            }
        }
        Ok(())
    }
}

/// The lines of an answer; that of the move alone from an engine that says no more.
pub(super) fn lines_of(reply: EngineReply) -> Vec<EngineInfo> {
    match reply.action {
        EngineAction::Move(mv) if reply.analysis.lines.is_empty() => {
            vec![EngineInfo { elapsed: reply.elapsed, ..EngineInfo::without_search(mv) }]
        }
        _ => reply.analysis.lines,
    }
}
