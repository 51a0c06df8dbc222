//! The players of a match: built-in engines, and other programs.

use std::time::Duration;

use web_time::Instant;

use crate::cli::CliError;
use crate::core::{Decision, GameOverReason, Move, Random, excerpt};
use crate::engines::{
    EngineAction, EngineError, EngineLimits, EngineProtocol, EngineSearch, EngineSettings,
    ExternalEngine,
};
use crate::games::{AnyPosition, Engine, EngineRequest, Game, Options, Score, Strength};
use crate::record::{GameTree, MoveSequence};
use crate::search::{Limits, StopFlag, limits_for_move};

/// Time for a move at full strength where no limit is given.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Time beyond its limit that an engine has which plays alone.
const GRACE: Duration = Duration::from_secs(5);

/// A player as named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum PlayerSpec {
    Level(u8),
    Full,
    Engine(Box<EngineSettings>),
}

impl PlayerSpec {
    /// Parses "level:5", "full", or a protocol and a command such as "uci:stockfish".
    pub(in crate::cli) fn parse(
        text: &str,
        game: &dyn Game,
        options: &Options,
    ) -> Result<PlayerSpec, CliError> {
        let invalid = || {
            let prefixes: Vec<_> =
                EngineProtocol::ALL.iter().map(|entry| format!("{}:COMMAND", entry.1)).collect();
            CliError::Failed(format!(
                "\"{}\" is not a player: expected level:1 to level:{}, full, or one of {}",
                excerpt(text),
                game.levels(),
                prefixes.join(", ")
            ))
        };
        let Some((prefix, rest)) = text.split_once(':') else {
            return if text == "full" { Ok(PlayerSpec::Full) } else { Err(invalid()) };
        };
        if prefix == "level" {
            let level = rest.parse().ok().filter(|level| (1..=game.levels()).contains(level));
            return level.map(PlayerSpec::Level).ok_or_else(invalid);
        }
        let settings = parse_engine(text, game, options)?.ok_or_else(invalid)?;
        Ok(PlayerSpec::Engine(Box::new(settings)))
    }

    /// A player of a match, before its first game.
    pub(super) fn player(&self, game: &dyn Game) -> Player {
        let built_in =
            |strength| Player::BuiltIn { engine: game.engine(), strength, random: Random::new(0) };
        match self {
            PlayerSpec::Level(level) => built_in(Strength::Level(*level)),
            PlayerSpec::Full => built_in(Strength::Full),
            PlayerSpec::Engine(settings) => {
                Player::External { settings: settings.clone(), engine: None }
            }
        }
    }
}

/// Parses a protocol and a command such as "uci:stockfish"; `None` if it does not begin with
/// a protocol, or has no command.
///
/// # Errors
/// When the game is not played by this protocol.
pub(in crate::cli) fn parse_engine(
    text: &str,
    game: &dyn Game,
    options: &Options,
) -> Result<Option<EngineSettings>, CliError> {
    let Some((prefix, command)) = text.split_once(':') else { return Ok(None) };
    let Some(protocol) = EngineProtocol::from_prefix(prefix) else { return Ok(None) };
    let settings = EngineSettings::from_command_line(command);
    if settings.command.is_empty() {
        return Ok(None);
    }
    if !protocol.suits(game, options) {
        let (name, id) = (protocol.name(), game.id());
        let reason = format!("{id} under these rules cannot be played by {name}");
        return Err(CliError::Failed(reason));
    }
    Ok(Some(EngineSettings { protocol: Some(protocol), ..settings }))
}

/// A player at work.
pub(in crate::cli) enum Player {
    BuiltIn {
        engine: Box<dyn Engine>,
        strength: Strength,
        random: Random,
    },
    /// The engine is `None` until it is started, and after it has failed.
    External {
        settings: Box<EngineSettings>,
        engine: Option<Box<ExternalEngine>>,
    },
}

/// Action of a player, with its score of the position and the time that it took.
pub(in crate::cli) struct Choice {
    pub(in crate::cli) action: EngineAction,
    pub(in crate::cli) score: Option<Score>,
    pub(in crate::cli) elapsed: Duration,
}

impl Player {
    /// Begins a game.
    ///
    /// # Errors
    /// When an engine cannot be started.
    pub(in crate::cli) fn begin(&mut self, game: &dyn Game, seed: u64) -> Result<(), EngineError> {
        match self {
            Player::BuiltIn { engine, random, .. } => {
                *engine = game.engine();
                *random = Random::new(seed);
            }
            Player::External { settings, engine } => match engine {
                Some(running) if running.is_running() => running.new_game(),
                _ => *engine = Some(Box::new(ExternalEngine::start(settings)?)),
            },
        }
        Ok(())
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// When the engine fails or its move is illegal.
    pub(in crate::cli) fn choose(
        &mut self,
        position: &AnyPosition,
        sequence: impl FnOnce() -> MoveSequence,
        limits: &EngineLimits,
        grace: Duration,
    ) -> Result<Choice, EngineError> {
        let nothing = limits.clock.is_none() && limits.search == Limits::default();
        match self {
            Player::BuiltIn { engine, strength, random } => {
                let side = position.side_to_move();
                let clock = limits.clock.map(|clock| limits_for_move(&clock, side));
                let mut search = limits.search.and(clock.unwrap_or_default());
                if nothing && *strength == Strength::Full {
                    search.time = Some(DEFAULT_MOVE_TIME);
                }
                let request = EngineRequest {
                    strength: *strength,
                    limits: search,
                    seed: random.next_u64(),
                    stop: StopFlag::new(),
                };
                let started = Instant::now();
                let info = engine.search(position, &request, &mut |_| ());
                let info = info.ok_or(EngineError::NoMove)?;
                let action = EngineAction::Move(info.best);
                Ok(Choice { action, score: info.score, elapsed: started.elapsed() })
            }
            Player::External { engine, .. } => {
                let engine = engine.as_mut().ok_or(EngineError::Ended)?;
                let limits = if nothing { EngineLimits::time(DEFAULT_MOVE_TIME) } else { *limits };
                let search = EngineSearch { grace, ..EngineSearch::for_move(sequence(), limits) };
                let reply = engine.search(&search, &mut |_| ())?;
                let score = reply.analysis.lines.first().and_then(|info| info.score);
                Ok(Choice { action: reply.action, score, elapsed: reply.elapsed })
            }
        }
    }
}

/// Plays a game in which one engine moves for both sides, and returns the number of its moves.
///
/// # Errors
/// The failure by which the engine loses.
pub(in crate::cli) fn play_alone(
    engine: ExternalEngine,
    game: &'static dyn Game,
    time: Duration,
) -> Result<usize, EngineError> {
    let settings = Box::default();
    let mut player = Player::External { settings, engine: Some(Box::new(engine)) };
    let mut tree = GameTree::new(game, Options::default())?;
    let mut node = tree.root();
    let mut moves = 0;
    while tree.position(node).outcome().is_none() {
        let position = tree.position(node).clone();
        let sequence = || tree.sequence(node);
        let choice = player.choose(&position, sequence, &EngineLimits::time(time), GRACE)?;
        let EngineAction::Move(mv) = choice.action else { break };
        node = tree.play(node, mv)?;
        moves += 1;
    }
    Ok(moves)
}

/// The move that is played without asking a player: the only one of a pass, a claim of a draw
/// for what is on the board, and the agreement on dead stones, which the rules' own judgement
/// finds. A claim with a move to be made is left to the players.
pub(super) fn unasked_move(position: &AnyPosition, legal: &[Move]) -> Option<Move> {
    if legal == [Move::Pass] {
        return Some(Move::Pass);
    }
    let claim = Move::Decide(Decision::ClaimDraw);
    let mut claimed = position.clone();
    if legal.contains(&claim) && claimed.play(claim).is_ok() {
        let reason = claimed.outcome().map(|outcome| outcome.reason);
        let is_of_next_move = matches!(
            reason,
            Some(GameOverReason::ClaimedNextRepetition | GameOverReason::ClaimedNextFiftyMoves)
        );
        return (!is_of_next_move).then_some(claim);
    }
    let agree = Move::Decide(Decision::AcceptDead);
    legal.contains(&agree).then_some(agree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    /// The move that is played unasked after these.
    fn unasked_after(game: &str, moves: &str) -> Option<Move> {
        let options = Options::default();
        let mut position = registry::find(game).unwrap().start(&options).unwrap();
        for text in moves.split(' ') {
            position.play(position.parse_move(text).unwrap()).unwrap();
        }
        unasked_move(&position, &position.legal_moves())
    }

    #[test]
    fn a_draw_is_claimed_once_it_is_on_the_board_and_not_a_move_before() {
        let claim = Some(Move::Decide(Decision::ClaimDraw));
        let once = "Nf3 Nf6 Ng1 Ng8";
        let twice = format!("{once} {once}");
        assert_eq!(unasked_after("chess", &twice), claim);
        assert_eq!(unasked_after("chess", &twice[..twice.len() - 4]), None);
        let agree = Some(Move::Decide(Decision::AcceptDead));
        assert_eq!(unasked_after("go", "D4 pass pass"), agree);
        assert_eq!(unasked_after("go", "D4 pass"), None);
    }
}
