//! The engines of others at the board. Each seat has a process of its own, which runs from
//! when its game comes on the board until the game ends or is left.
//!
//! An engine that fails is ended and the player is asked how the game goes on; the game itself
//! is not touched.

use bevy::prelude::*;

use super::offers::accepts_draw;
use super::{MIN_TURN_TIME, PositionId, Thinking, has_only_decisions, position_id};
use crate::app::notice::Notice;
use crate::app::platform::Waker;
use crate::app::services::engines::{ExternalEngines, failure_notice};
use crate::app::session::{
    ActiveSession, ClocksHeld, GameAction, Mode, MoveSource, PlayerKind, Session, SessionCommand,
    Turn,
};
use crate::app::settings::Settings;
use crate::core::TimeControl;
use crate::engines::{
    EngineAction, EngineClient, EngineError, EngineId, EngineLimits, EngineReply, EngineSearch,
    RequestId, SearchEvent,
};
use crate::games::EngineInfo;
use crate::record::MoveSequence;
use crate::search::Limits;

/// Starts the engines again that have failed.
#[derive(Message, Clone, Copy, Debug)]
pub struct RetryEngines;

/// An engine that cannot play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    /// Index (0 or 1) of the player.
    pub player: usize,
    /// It may be started again; false if it was removed.
    pub may_retry: bool,
}

/// A search that was asked of an engine, and its result.
struct Asked {
    position: PositionId,
    request: RequestId,
    latest: Option<EngineInfo>,
    reply: Option<EngineReply>,
}

/// An engine that was started.
struct Seat {
    id: EngineId,
    client: EngineClient,
    asked: Option<Asked>,
}

impl Seat {
    /// Starts an engine; `None` if it was removed.
    fn start(id: EngineId, engines: &mut ExternalEngines, waker: &Waker) -> Option<Seat> {
        let client = engines.start(id, waker)?;
        Some(Seat { id, client, asked: None })
    }

    fn is_asked_about(&self, position: PositionId) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.position == position)
    }

    /// Asks for a search in place of the one before.
    fn ask(&mut self, position: PositionId, search: EngineSearch) {
        self.stop();
        let request = self.client.search(search);
        self.asked = Some(Asked { position, request, latest: None, reply: None });
    }

    /// Stops the search, if there is one.
    fn stop(&mut self) {
        if self.asked.take().is_some() {
            self.client.stop();
        }
    }

    /// Takes in what the engine has said. What comes after its answer waits until that has
    /// been used, so that a last move is played before the end of the engine is noticed.
    ///
    /// # Errors
    /// When it has ended, or the search that is awaited has failed.
    fn poll(&mut self) -> Result<(), EngineError> {
        let newest = self.asked.as_ref().map(|asked| asked.request);
        while self.asked.as_ref().is_none_or(|asked| asked.reply.is_none())
            && let Some(event) = self.client.poll_search(newest)?
        {
            let Some(asked) = &mut self.asked else { continue };
            match event {
                SearchEvent::Update(update) => asked.latest = update.lines.into_iter().next(),
                SearchEvent::Reply(reply) => asked.reply = Some(reply),
            }
        }
        Ok(())
    }

    /// State of the search: true if it has ended, and the best move that it has found by now.
    fn found(&self) -> (bool, Option<EngineInfo>) {
        let Some(asked) = &self.asked else { return (true, None) };
        let best = asked.reply.as_ref().and_then(|reply| match reply.action {
            EngineAction::Move(mv) => {
                let mut lines = reply.analysis.lines.iter();
                let line = lines.find(|line| line.best == mv).cloned();
                Some(line.unwrap_or_else(|| EngineInfo::without_search(mv)))
            }
            EngineAction::Resign => None,
        });
        (asked.reply.is_some(), best.or_else(|| asked.latest.clone()))
    }
}

/// A game: the serial number of the session and the number within a match.
type GameId = (u64, u32);

/// The engines of the game on the board.
#[derive(Default)]
pub(super) struct EngineSeats {
    game: Option<GameId>,
    /// Those of the two players.
    players: [Option<Seat>; 2],
    /// The one that gives hints.
    hints: Option<Seat>,
    failures: [Option<EngineFailure>; 2],
    /// The engine for hints has failed in this game.
    hints_failed: bool,
}

impl EngineSeats {
    /// The first engine that cannot play on.
    pub(super) fn failure(&self) -> Option<&EngineFailure> {
        self.failures.iter().flatten().next()
    }

    /// True while a player's engine searches.
    pub(super) fn are_thinking(&self) -> bool {
        self.players.iter().flatten().any(|seat| seat.asked.is_some())
    }

    /// The result so far of the player's engine that searches.
    pub(super) fn progress(&self) -> Option<EngineInfo> {
        self.players.iter().flatten().find_map(|seat| seat.asked.as_ref()?.latest.clone())
    }

    /// Asks an engine for a hint. Returns false if it cannot give any.
    pub(super) fn ask_for_hint(
        &mut self,
        id: EngineId,
        position: PositionId,
        sequence: &MoveSequence,
        limits: Limits,
        engines: &mut ExternalEngines,
        waker: &Waker,
    ) -> bool {
        if self.hints_failed {
            return false;
        }
        let kept = self.hints.take().filter(|seat| seat.id == id);
        let Some(mut seat) = kept.or_else(|| Seat::start(id, engines, waker)) else { return false };
        seat.ask(position, EngineSearch::for_analysis(sequence.clone(), limits.into(), 1));
        self.hints = Some(seat);
        true
    }

    /// State of the search for a hint: true if it has ended, and the best move that it has found
    /// by now.
    pub(super) fn hint(&self) -> (bool, Option<EngineInfo>) {
        self.hints.as_ref().map_or((false, None), Seat::found)
    }

    /// True if the engine that was asked for a hint has failed.
    pub(super) fn has_lost_hint(&self) -> bool {
        self.hints_failed
    }

    /// Notes that this game is on the board. The engines of the one before are told so.
    fn begin(&mut self, game: GameId) {
        if self.game == Some(game) {
            return;
        }
        self.game = Some(game);
        self.failures = [None; 2];
        self.hints_failed = false;
        for seat in self.players.iter_mut().chain([&mut self.hints]).flatten() {
            seat.stop();
            seat.client.new_game();
        }
    }

    /// Starts the engines that play this game and ends all others.
    fn fill(&mut self, session: &Session, engines: &mut ExternalEngines, waker: &Waker) {
        for (player, kind) in session.setup().players.into_iter().enumerate() {
            let seat = &mut self.players[player];
            let PlayerKind::Engine(id) = kind else {
                (*seat, self.failures[player]) = (None, None);
                continue;
            };
            if self.failures[player].is_some() {
                *seat = None;
            } else if seat.as_ref().is_none_or(|seat| seat.id != id) && session.ending().is_none() {
                *seat = Seat::start(id, engines, waker);
                let is_missing = seat.is_none();
                let failure = EngineFailure { player, may_retry: false };
                self.failures[player] = is_missing.then_some(failure);
            }
        }
    }

    /// Takes in what the engines have said. Returns the notices of those that have failed.
    fn poll(&mut self, session: &Session, engines: &ExternalEngines) -> Vec<Notice> {
        let mut notices = Vec::new();
        for (player, seat) in self.players.iter_mut().enumerate() {
            if let Some(Err(error)) = seat.as_mut().map(Seat::poll) {
                *seat = None;
                // Between the games of a match it is started again for the next.
                if session.ending().is_some() {
                    continue;
                }
                self.failures[player] = Some(EngineFailure { player, may_retry: true });
                let name = session.recorded_name(session.side_of(player));
                warn!("{name}: {error}");
                notices.push(failure_notice(name, &error));
            }
        }
        let hints = self.hints.as_mut();
        if let Some((id, Err(error))) = hints.map(|seat| (seat.id, seat.poll())) {
            self.hints = None;
            self.hints_failed = true;
            let name = engines.name(id).unwrap_or_default();
            warn!("{name}: {error}");
            notices.push(failure_notice(name, &error).with_transcript(id));
        }
        notices
    }
}

/// The engine that gives hints in this game; `None` for the computer itself.
pub fn hint_engine(
    session: &Session,
    settings: &Settings,
    engines: &ExternalEngines,
) -> Option<EngineId> {
    let setup = session.setup();
    let id = *settings.hint_engines.get(setup.game.id())?;
    let engine = engines.list().get(id)?;
    engine.plays(setup.game, &setup.options).then_some(id)
}

/// The player whose engine is to choose a move.
fn player_to_move(session: &Session) -> Option<usize> {
    let is_engines = matches!(session.turn(), Turn::Engine(_)) && !has_only_decisions(session);
    is_engines.then(|| session.player_of(session.side_to_move()))
}

/// The time that an engine has for its move.
fn limits(session: &Session) -> EngineLimits {
    match session.clock().control() {
        TimeControl::Unlimited => EngineLimits::time(session.setup().engine_time),
        _ => EngineLimits { clock: Some(*session.clock()), ..EngineLimits::default() },
    }
}

/// Starts and ends the engines of the game on the board, asks the one that has the turn for a
/// move, and plays it.
pub(super) fn update_engines(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    waker: Res<Waker>,
    active_session: Res<ActiveSession>,
    mut engines: ResMut<ExternalEngines>,
    mut retries: MessageReader<RetryEngines>,
    mut thinking: ResMut<Thinking>,
    mut clocks: ResMut<ClocksHeld>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
) {
    let is_retried = retries.read().count() > 0;
    let thinking = &mut *thinking;
    let Thinking { seats, expectations, hint, turn, .. } = thinking;
    let session = active_session.session_in(Mode::Game);
    let Some(session) = session.filter(|game| game.ending().is_none() || !game.is_last_game())
    else {
        *seats = EngineSeats::default();
        clocks.0 = false;
        return;
    };
    seats.begin((active_session.serial(), session.game_number()));
    if is_retried {
        seats.failures = [None; 2];
    }
    let is_missing_before = seats.failure().is_some();
    seats.fill(session, engines.bypass_change_detection(), &waker);
    if let Some(failure) = seats.failure().filter(|_| !is_missing_before) {
        let name = session.recorded_name(session.side_of(failure.player));
        notices.write(Notice::problem("engine-not-listed").with("engine", name));
    }
    notices.write_batch(seats.poll(session, &engines));
    clocks.0 = seats.failure().is_some();
    if hint.as_ref().is_none_or(|hint| !hint.is_by_engine())
        && let Some(seat) = &mut seats.hints
    {
        seat.stop();
    }
    let now = position_id(&active_session, session);
    if let Some(by) = session.draw_offer()
        && matches!(session.player_kind(by.other()), PlayerKind::Engine(_))
    {
        let expected = expectations.latest(now.serial, by.other().index(), now.ply);
        let accepted = accepts_draw(session.position(), now.ply, expected);
        commands.write(SessionCommand::Action(GameAction::AnswerDraw(accepted)));
        return;
    }
    let to_move = player_to_move(session);
    for (player, seat) in seats.players.iter_mut().enumerate() {
        let Some(seat) = seat else { continue };
        if to_move != Some(player) {
            seat.stop();
        } else if !seat.is_asked_about(now) {
            let sequence = session.tree().sequence(session.current());
            seat.ask(now, EngineSearch::for_move(sequence, limits(session)));
        }
        let shortest = MIN_TURN_TIME.mul_f32(settings.animation_scale());
        let begun = turn.map_or(time.elapsed(), |(_, begun)| begun);
        let asked = seat.asked.as_mut().filter(|_| time.elapsed() - begun >= shortest);
        let Some(reply) = asked.and_then(|asked| asked.reply.take()) else { continue };
        seat.asked = None;
        let side = session.side_to_move();
        match reply.action {
            EngineAction::Move(mv) => {
                let score = reply.analysis.lines.first().and_then(|line| line.score);
                expectations.remember(now.serial, side.index(), now.ply, score.as_ref());
                commands.write(SessionCommand::Play(mv, MoveSource::Computer(now.key)));
            }
            EngineAction::Resign => {
                commands.write(SessionCommand::Action(GameAction::Resign(side)));
            }
        }
    }
}
