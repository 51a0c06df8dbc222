//! An engine that runs: one interface for all protocols.

use std::io::{Read, Write};
use std::time::Duration;

use super::error::EngineError;
use super::game_line::GameLine;
use super::gomocup::GomocupHost;
use super::gtp::GtpHost;
use super::nboard::NboardHost;
use super::options::{EngineIdentity, EngineOption};
use super::process::{EngineProcess, StopSignal};
use super::search::{AnalysisUpdate, EngineReply, EngineSearch};
use super::settings::{EngineProtocol, EngineSettings};
use super::transcript::Transcript;
use super::uci::{self, UciHost};
use crate::games::registry::GAMES;
use crate::games::{Game, Options};

/// Time for a named protocol to be answered after the start, which may read large files.
const START_TIME: Duration = Duration::from_secs(10);

/// Time for each protocol that is tried.
const PROBE_TIME: Duration = Duration::from_secs(3);

/// Time for an answer that needs no thought.
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(5);

/// Receives the results of a search so far.
pub(super) type Report<'a> = &'a mut dyn FnMut(&AnalysisUpdate);

/// One side of a protocol: what is sent and how answers are read.
pub(super) trait ProtocolHost: Send {
    /// Greets the engine, and returns what it says of itself.
    fn greet(
        &mut self,
        process: &mut EngineProcess,
        time: Duration,
    ) -> Result<EngineIdentity, EngineError>;

    /// True if the engine plays this game.
    fn plays(&self, identity: &EngineIdentity, game: &dyn Game, options: &Options) -> bool;

    /// Sets an option to a value that was checked.
    fn set_option(
        &mut self,
        process: &mut EngineProcess,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), EngineError>;

    /// Begins a new game.
    fn new_game(
        &mut self,
        process: &mut EngineProcess,
        identity: &EngineIdentity,
        line: &GameLine,
    ) -> Result<(), EngineError>;

    /// Searches.
    fn search(
        &mut self,
        process: &mut EngineProcess,
        line: &GameLine,
        search: &EngineSearch,
        report: Report<'_>,
    ) -> Result<EngineReply, EngineError>;

    /// The command that ends the engine.
    fn quit_command(&self) -> &'static str {
        "quit"
    }
}

fn host(protocol: EngineProtocol) -> Box<dyn ProtocolHost> {
    match protocol {
        EngineProtocol::Uci => Box::new(UciHost::uci()),
        EngineProtocol::Ucci => Box::new(UciHost::ucci()),
        EngineProtocol::Gtp => Box::new(GtpHost::default()),
        EngineProtocol::Gomocup => Box::new(GomocupHost::default()),
        EngineProtocol::Nboard => Box::new(NboardHost::default()),
    }
}

impl EngineProtocol {
    /// True if engines that speak it may play this game under these options.
    #[must_use]
    pub fn suits(self, game: &dyn Game, options: &Options) -> bool {
        self.plays(&EngineIdentity::default(), game, options)
    }

    /// True if an engine that says this of itself may play this game under these options.
    #[must_use]
    pub fn plays(self, identity: &EngineIdentity, game: &dyn Game, options: &Options) -> bool {
        host(self).plays(identity, game, options)
    }

    /// Ids of the games that an engine plays, as far as what it says of itself tells. Engines
    /// of GTP do not tell, and most play Go.
    #[must_use]
    pub fn likely_games(self, identity: &EngineIdentity) -> Vec<&'static str> {
        let plays = |game: &&dyn Game| match self {
            EngineProtocol::Gtp => game.engine_protocols().gtp.is_some(),
            _ => self.plays(identity, *game, &Options::default()),
        };
        GAMES.iter().copied().filter(plays).map(Game::id).collect()
    }

    /// True for an option whose value is chosen for each search, whatever the player sets.
    #[must_use]
    pub fn sets_itself(self, option: &EngineOption) -> bool {
        let is_uci = matches!(self, EngineProtocol::Uci | EngineProtocol::Ucci);
        is_uci && uci::OWN_OPTIONS.iter().any(|own| option.name.eq_ignore_ascii_case(own))
    }
}

/// A program that plays and analyses. Its calls wait for its answers. Dropping it asks it to
/// end, and a moment later ends it with all that it has started.
pub struct ExternalEngine {
    process: EngineProcess,
    host: Box<dyn ProtocolHost>,
    protocol: EngineProtocol,
    identity: EngineIdentity,
    /// The name that the player gave it.
    given_name: String,
    /// The game that it was told to begin.
    game: Option<(&'static str, Options)>,
}

impl ExternalEngine {
    /// Starts an engine and tells it its options.
    ///
    /// # Errors
    /// When it cannot be started, does not answer within 10 s, or has no such options.
    pub fn start(settings: &EngineSettings) -> Result<ExternalEngine, EngineError> {
        ExternalEngine::start_with(settings, Transcript::default())
    }

    /// Starts an engine whose transcript can be read even if that fails.
    ///
    /// # Errors
    /// As [`ExternalEngine::start`].
    pub fn start_with(
        settings: &EngineSettings,
        transcript: Transcript,
    ) -> Result<ExternalEngine, EngineError> {
        let seconds = settings.start_seconds.map(|seconds| Duration::from_secs(seconds.into()));
        let start_time = seconds.unwrap_or(START_TIME);
        let open = || EngineProcess::start(settings, transcript.clone());
        let mut engine = match settings.protocol {
            Some(protocol) => ExternalEngine::greet(open()?, protocol, start_time)?,
            None => {
                let mut found = None;
                for (protocol, _) in EngineProtocol::ALL {
                    found =
                        ExternalEngine::greet(open()?, protocol, start_time.min(PROBE_TIME)).ok();
                    if found.is_some() {
                        break;
                    }
                }
                found.ok_or(EngineError::UnknownProtocol)?
            }
        };
        engine.given_name.clone_from(&settings.name);
        for (name, value) in &settings.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    /// An engine whose output is read from `output` and whose input goes to `input`, as over a
    /// network.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn over(
        protocol: EngineProtocol,
        output: impl Read + Send + 'static,
        input: impl Write + Send + 'static,
    ) -> Result<ExternalEngine, EngineError> {
        let process = EngineProcess::over(output, input, Transcript::default());
        ExternalEngine::greet(process, protocol, START_TIME)
    }

    fn greet(
        mut process: EngineProcess,
        protocol: EngineProtocol,
        time: Duration,
    ) -> Result<ExternalEngine, EngineError> {
        let mut host = host(protocol);
        let identity = host.greet(&mut process, time)?;
        let given_name = String::new();
        Ok(ExternalEngine { process, host, protocol, identity, given_name, game: None })
    }

    /// The protocol that it speaks.
    #[must_use]
    pub fn protocol(&self) -> EngineProtocol {
        self.protocol
    }

    /// The name and author that it states, with its options.
    #[must_use]
    pub fn identity(&self) -> &EngineIdentity {
        &self.identity
    }

    /// The name that the player gave it, or the one that it says.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.given_name.is_empty() { &self.identity.name } else { &self.given_name }
    }

    /// The last lines in both directions.
    #[must_use]
    pub fn transcript(&self) -> Transcript {
        self.process.transcript().clone()
    }

    /// Stops a running search from another thread.
    #[must_use]
    pub fn stop_signal(&self) -> StopSignal {
        self.process.stop_signal()
    }

    /// False once it was ended, after a failure.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.process.is_running()
    }

    /// True if it plays this game under these options.
    #[must_use]
    pub fn plays(&self, game: &dyn Game, options: &Options) -> bool {
        self.host.plays(&self.identity, game, options)
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When it has no such option or the option no such value, or when it fails.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = self.identity.require(name)?.clone();
        let value = option.check(value)?;
        let set = self.host.set_option(&mut self.process, &option, &value);
        self.ended_by(set)
    }

    /// Tells it that the next search belongs to another game, even if that begins the same.
    pub fn new_game(&mut self) {
        self.game = None;
    }

    /// Searches, and calls `report` with each result so far.
    ///
    /// # Errors
    /// The failure of the engine, which is ended by it; or a position or game that it cannot be
    /// told.
    pub fn search(
        &mut self,
        search: &EngineSearch,
        report: &mut dyn FnMut(&AnalysisUpdate),
    ) -> Result<EngineReply, EngineError> {
        let line = GameLine::new(&search.sequence)?;
        if !self.process.is_running() {
            return Err(EngineError::Ended);
        }
        if !self.plays(line.game, &line.options) {
            let (game, protocol) = (line.game.id(), self.protocol.name());
            return Err(EngineError::UnsupportedGame { game, protocol });
        }
        if line.end.outcome().is_some() {
            return Err(EngineError::NoMove);
        }
        let game = (line.game.id(), line.options.clone());
        if self.game.as_ref() != Some(&game) {
            let begun = self.host.new_game(&mut self.process, &self.identity, &line);
            self.ended_by(begun)?;
            self.game = Some(game);
        }
        let found = self.host.search(&mut self.process, &line, search, report);
        self.clear_stop();
        self.ended_by(found)
    }

    /// Forgets a stop that came after the search had ended.
    pub(super) fn clear_stop(&self) {
        self.process.clear_stop();
    }

    /// Calls this from another thread when the engine ends by itself.
    pub(super) fn call_on_end(&self, call: impl FnOnce() + Send + 'static) {
        self.process.call_on_end(call);
    }

    /// Ends the engine after a failure that leaves its state unknown.
    fn ended_by<T>(&mut self, result: Result<T, EngineError>) -> Result<T, EngineError> {
        if result.as_ref().is_err_and(EngineError::is_fatal) {
            self.process.kill();
        }
        result
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        self.process.quit(self.host.quit_command());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_an_engine_follow_from_its_protocol_and_its_options() {
        let says = |options: &[&str]| EngineIdentity {
            options: options.iter().filter_map(|text| EngineOption::parse(text)).collect(),
            ..EngineIdentity::default()
        };
        let uci = |options: &[&str]| EngineProtocol::Uci.likely_games(&says(options));
        let chess960 = "name UCI_Chess960 type check default false";
        let variants = "name UCI_Variant type combo default chess var chess var xiangqi";
        assert_eq!(uci(&[chess960]), ["chess"]);
        assert_eq!(uci(&[chess960, variants]), ["xiangqi", "chess"]);
        assert_eq!(uci(&[]), ["xiangqi", "chess"], "nothing is told");
        let nothing = EngineIdentity::default();
        for (protocol, games) in [
            (EngineProtocol::Ucci, ["xiangqi"]),
            (EngineProtocol::Gtp, ["go"]),
            (EngineProtocol::Gomocup, ["gomoku"]),
            (EngineProtocol::Nboard, ["reversi"]),
        ] {
            assert_eq!(protocol.likely_games(&nothing), games);
        }
        let own = EngineOption::parse(variants).unwrap();
        assert!(EngineProtocol::Uci.sets_itself(&own) && !EngineProtocol::Gtp.sets_itself(&own));
    }
}
