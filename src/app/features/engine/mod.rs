//! Searches in the background: for the computer's moves, for hints, for "play for me" and for
//! answering draw offers; and the engines of others that play or give hints.
//!
//! A search is tied to its position; a result for another position is dropped.
//! Nothing here blocks on a search.

mod hint;
mod offers;
mod search_task;
mod seats;
mod weights;

use std::time::Duration;

use bevy::prelude::*;
use rand::TryRng;

use super::openings::Openings;
use crate::app::notice::Notice;
use crate::app::platform::{Lifecycle, Waker, in_foreground};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::engines::ExternalEngines;
use crate::app::services::tasks::{TaskHandle, TaskRunner};
use crate::app::session::{
    ActiveSession, GameAction, Mode, MoveSource, PlayerKind, Session, SessionCommand,
    SessionSystems, Turn,
};
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::core::Move;
use crate::games::{EngineInfo, Strength};
use crate::record::MoveSequence;
use crate::search::{Limits, core_count, limits_for_move, set_thread_count, time_for_move};
use hint::{Hint, HintSource, HintState};
pub use hint::{HintStep, ShownHint};
use offers::{Expectations, Offer};
pub use search_task::SearchTask;
use seats::EngineSeats;
pub use seats::{EngineFailure, RetryEngines, hint_engine};
pub use weights::LikelyGame;

/// Search time for a move played for the player.
const HELP_TIME: Duration = Duration::from_millis(1500);

/// Search time for answering a draw offer.
const DRAW_OFFER_TIME: Duration = Duration::from_millis(400);

/// Minimal length of the computer's turn, so that the player notices it.
const MIN_TURN_TIME: Duration = Duration::from_millis(450);

/// The lowest level that plays from the opening books.
const MIN_BOOK_LEVEL: u8 = 4;

/// Help that the player requests.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpRequest {
    /// Shows the next step of the hint.
    Hint,
    /// Plays the best move.
    PlayForMe,
}

/// The running search, the current hint, and what the computer expects.
#[derive(Resource, Default)]
pub struct Thinking {
    pending: Option<PendingSearch>,
    hint: Option<Hint>,
    /// Expectations of the computer in its latest moves.
    expectations: Expectations,
    /// The engines of others.
    seats: EngineSeats,
    /// The position of the current turn and the time it began.
    turn: Option<(PositionId, Duration)>,
}

/// Identifies a position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PositionId {
    serial: u64,
    ply: usize,
    key: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchPurpose {
    EngineMove(u8),
    PlayForMe,
    AnswerDrawOffer,
}

/// A search whose result is awaited.
struct PendingSearch {
    position: PositionId,
    purpose: SearchPurpose,
    state: SearchState,
}

enum SearchState {
    /// A book move; no search is needed.
    FromBook(EngineInfo),
    /// A running search.
    Searching(TaskHandle<SearchTask>),
}

/// A random seed from the system; 0 if it has no random source.
pub fn random_seed() -> u64 {
    rand::rngs::SysRng.try_next_u64().unwrap_or_default()
}

impl Thinking {
    /// True while somebody waits for a search.
    pub fn is_busy(&self) -> bool {
        self.pending.is_some() || self.is_preparing_hint() || self.seats.are_thinking()
    }

    /// The engine about which the player is to decide, as it cannot play on.
    pub fn engine_failure(&self) -> Option<&EngineFailure> {
        self.seats.failure()
    }

    fn is_preparing_hint(&self) -> bool {
        self.hint.as_ref().is_some_and(|hint| hint.shown.is_none())
    }

    /// True while the player waits for a hint or a move played for them.
    pub fn is_preparing_help(&self) -> bool {
        let pending = self.pending.as_ref();
        pending.is_some_and(|pending| pending.purpose == SearchPurpose::PlayForMe)
            || self.is_preparing_hint()
    }

    /// The result so far of the running search.
    pub fn progress(&self) -> Option<EngineInfo> {
        match self.pending.as_ref().map(|pending| &pending.state) {
            Some(SearchState::FromBook(info)) => Some(info.clone()),
            Some(SearchState::Searching(task)) => task.output(),
            None => self.seats.progress(),
        }
    }

    /// True if the move that is awaited comes from an opening book, false if it is searched.
    #[cfg(test)]
    pub fn is_from_book(&self) -> Option<bool> {
        Some(matches!(self.pending.as_ref()?.state, SearchState::FromBook(_)))
    }

    /// The hint on show for the position on the board.
    pub fn hint(&self) -> Option<&ShownHint> {
        self.hint.as_ref()?.shown.as_ref()
    }

    /// Stops the search behind the hint, which another one needs the place of. What is shown
    /// stays.
    fn stop_hint_search(&mut self) {
        match &mut self.hint {
            Some(hint) if hint.shown.is_some() => hint.search = None,
            hint => *hint = None,
        }
    }

    /// Shows more of the hint as soon as it is ready, and drops that for another position.
    fn update_hint(
        &mut self,
        position: PositionId,
        is_humans_turn: bool,
        now: Duration,
    ) -> Option<HintState> {
        let hint = self.hint.as_mut()?;
        if hint.position != position || !is_humans_turn {
            self.hint = None;
            return None;
        }
        let newest = match &hint.search {
            Some(HintSource::Computer(search)) => Some((search.is_finished(), search.output())),
            Some(HintSource::Engine) => Some(self.seats.hint()),
            None => None,
        };
        let state = hint.update(now, newest);
        if state == HintState::Failed {
            self.hint = None;
        }
        Some(state)
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Thinking>()
        .init_resource::<LikelyGame>()
        .init_resource::<Openings>()
        .init_resource::<ExternalEngines>()
        .add_message::<HelpRequest>()
        .add_message::<RetryEngines>()
        .add_message::<Lifecycle>()
        .add_systems(Update, cancel_on_suspend.before(poll_search))
        .add_systems(Update, share_cores.run_if(resource_changed::<Settings>))
        .add_systems(
            Update,
            weights::load_weights
                .before(start_search)
                .run_if(resource_exists::<LoadedAssets>.and_then(not(in_state(Screen::Loading)))),
        )
        .add_systems(
            Update,
            (poll_search, start_search, seats::update_engines)
                .chain()
                .before(SessionSystems)
                .run_if(in_state(Screen::Play).and_then(in_foreground)),
        );
    app.add_systems(OnExit(Screen::Play), |mut thinking: ResMut<Thinking>| {
        thinking.pending = None;
        thinking.hint = None;
        thinking.turn = None;
        thinking.seats = EngineSeats::default();
    });
}

/// Lets the searches that begin from now on use as many cores as the player allows.
fn share_cores(settings: Res<Settings>) {
    set_thread_count(settings.thinking_cores.threads(core_count()));
}

/// Cancels the search when the application goes to the background. The
/// computer's turn is searched again when it comes back.
fn cancel_on_suspend(mut lifecycle: MessageReader<Lifecycle>, mut thinking: ResMut<Thinking>) {
    if Lifecycle::is_suspending(&mut lifecycle) {
        thinking.pending = None;
        thinking.stop_hint_search();
        thinking.turn = None;
        thinking.seats = EngineSeats::default();
    }
}

fn position_id(active_session: &ActiveSession, session: &Session) -> PositionId {
    PositionId {
        serial: active_session.serial(),
        ply: session.tree().ply(session.current()),
        key: session.position().key(),
    }
}

/// Acts on the result of a finished search.
fn poll_search(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    active_session: Res<ActiveSession>,
    mut thinking: ResMut<Thinking>,
    mut commands: MessageWriter<SessionCommand>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(session) = active_session.session() else {
        thinking.pending = None;
        thinking.hint = None;
        return;
    };
    let now = position_id(&active_session, session);
    if thinking.hint.is_some() {
        let is_humans_turn = session.turn() == Turn::Human;
        if thinking.update_hint(now, is_humans_turn, time.elapsed()) == Some(HintState::Failed) {
            notices.write(Notice::hint("no-hint"));
        }
    }
    if thinking.turn.is_none_or(|(at, _)| at != now) {
        thinking.turn = Some((now, time.elapsed()));
    }
    let Some(pending) = &thinking.pending else { return };
    if pending.position != now || !is_relevant(pending.purpose, session) {
        thinking.pending = None;
        return;
    }
    let result = match &pending.state {
        SearchState::FromBook(info) => Some(info.clone()),
        SearchState::Searching(task) if task.is_finished() => task.output(),
        SearchState::Searching(_) => return,
    };
    let purpose = pending.purpose;
    let shortest = MIN_TURN_TIME.mul_f32(settings.animation_scale());
    let turn_began = thinking.turn.map_or(Duration::ZERO, |(_, began)| began);
    if matches!(purpose, SearchPurpose::EngineMove(_)) && time.elapsed() - turn_began < shortest {
        return;
    }
    thinking.pending = None;
    match (purpose, result) {
        // An engine for which the computer decides gives up and offers by itself.
        (SearchPurpose::EngineMove(_), Some(info)) if matches!(session.turn(), Turn::Engine(_)) => {
            commands.write(SessionCommand::Play(info.best, MoveSource::Computer(now.key)));
        }
        (SearchPurpose::EngineMove(level), Some(info)) => {
            let side = session.side_to_move();
            let (score, position) = (info.score.as_ref(), session.position());
            let offer = thinking.expectations.decide(
                now.serial,
                side.index(),
                now.ply,
                position,
                level,
                score,
            );
            if offer == Offer::Resign && settings.computer_resigns {
                commands.write(SessionCommand::Action(GameAction::Resign(side)));
                return;
            }
            commands.write(SessionCommand::Play(info.best, MoveSource::Computer(now.key)));
            if offer == Offer::Draw {
                commands.write(SessionCommand::Action(GameAction::OfferDraw(side)));
            }
        }
        (SearchPurpose::PlayForMe, Some(info)) => {
            commands.write(SessionCommand::Play(info.best, MoveSource::Computer(now.key)));
        }
        (SearchPurpose::AnswerDrawOffer, info) => {
            // The score is from the side to move's view.
            let by = session.draw_offer();
            let expected = info.and_then(|info| info.score).map(|score| {
                let expected = offers::expectation(&score);
                if by == Some(session.side_to_move()) { 1.0 - expected } else { expected }
            });
            let accepted = offers::accepts_draw(session.position(), now.ply, expected);
            commands.write(SessionCommand::Action(GameAction::AnswerDraw(accepted)));
        }
        (SearchPurpose::EngineMove(_), None) => {
            error!("the computer found no move in {:?}", session.position());
            notices.write(Notice::problem("computer-has-no-move"));
            commands.write(SessionCommand::Action(GameAction::Resign(session.side_to_move())));
        }
        (SearchPurpose::PlayForMe, None) => {
            notices.write(Notice::hint("no-hint"));
        }
    }
}

/// True if the result of such a search is still wanted.
fn is_relevant(purpose: SearchPurpose, session: &Session) -> bool {
    match purpose {
        SearchPurpose::EngineMove(level) => {
            computer_level(session) == Some(level) && !is_draw_offered_to_computer(session)
        }
        SearchPurpose::PlayForMe => session.turn() == Turn::Human,
        SearchPurpose::AnswerDrawOffer => is_draw_offered_to_computer(session),
    }
}

/// The level at which the computer has the turn. It also decides for engines where no move on
/// the board is asked for, such as about dead stones, which no protocol has words for.
fn computer_level(session: &Session) -> Option<u8> {
    match session.turn() {
        Turn::Computer(level) => Some(level),
        Turn::Engine(_) if has_only_decisions(session) => Some(session.setup().game.levels()),
        _ => None,
    }
}

fn has_only_decisions(session: &Session) -> bool {
    let moves = session.position().legal_moves();
    moves.iter().all(|mv| matches!(mv, Move::Decide(_)))
}

fn is_draw_offered_to_computer(session: &Session) -> bool {
    session
        .draw_offer()
        .is_some_and(|by| matches!(session.player_kind(by.other()), PlayerKind::Computer(_)))
}

/// Answer to a request for help when it is not a person's turn: after the end that the game
/// is over. While the computer thinks of its move, the status line says so already to whoever
/// asks for a move.
fn refused_help(session: &Session, help: HelpRequest) -> Option<Notice> {
    match help {
        _ if session.ending().is_some() => Some(Notice::hint("game-is-over")),
        HelpRequest::Hint => Some(Notice::hint("help-only-on-your-turn")),
        HelpRequest::PlayForMe => None,
    }
}

/// The search behind a hint of the computer's own.
fn own_hint(
    runner: &TaskRunner,
    now: PositionId,
    sequence: MoveSequence,
    limits: Limits,
) -> HintSource {
    HintSource::Computer(runner.spawn(SearchTask::best_move(now.serial, sequence, limits)))
}

/// Starts a search when one is needed.
fn start_search(
    time: Res<Time<Real>>,
    mut requests: MessageReader<HelpRequest>,
    active_session: Res<ActiveSession>,
    settings: Res<Settings>,
    openings: Res<Openings>,
    mut engines: ResMut<ExternalEngines>,
    waker: Res<Waker>,
    mut thinking: ResMut<Thinking>,
    runner: Res<TaskRunner>,
    mut notices: MessageWriter<Notice>,
    mut seed: Local<Option<u64>>,
) {
    let help = requests.read().last().copied();
    // Nobody is helped against a person elsewhere.
    let help = help.filter(|_| active_session.mode() != Mode::Online);
    let Some(session) = active_session.session() else { return };
    if let Some(help) = help
        && session.turn() != Turn::Human
    {
        notices.write_batch(refused_help(session, help));
    }
    let now = position_id(&active_session, session);
    let side = session.side_to_move();
    let within = |time: Duration| Limits { time: Some(time), ..Limits::default() };
    let spare = |most: Duration| time_for_move(session.clock(), side).unwrap_or(most).min(most);
    if help == Some(HelpRequest::Hint) && session.turn() == Turn::Human {
        if let Some(hint) = &mut thinking.hint {
            hint.ask_more();
        } else if !is_draw_offered_to_computer(session) {
            thinking.pending = None;
            let sequence = session.tree().sequence(session.current());
            let limits = within(spare(hint::MAX_TIME));
            let engine = hint_engine(session, &settings, &engines);
            let is_asked = engine.is_some_and(|id| {
                let thinking = &mut *thinking;
                thinking.seats.ask_for_hint(id, now, &sequence, limits, &mut engines, &waker)
            });
            let source = match is_asked {
                true => HintSource::Engine,
                false => own_hint(&runner, now, sequence, limits),
            };
            thinking.hint = Some(Hint::new(now, time.elapsed(), source));
        }
    }
    if thinking.seats.has_lost_hint()
        && let Some(hint) = &mut thinking.hint
        && hint.is_by_engine()
    {
        let sequence = session.tree().sequence(session.current());
        let limits = within(spare(hint::MAX_TIME));
        hint.search = Some(own_hint(&runner, now, sequence, limits));
    }
    let purpose = match (computer_level(session), help) {
        _ if is_draw_offered_to_computer(session) => SearchPurpose::AnswerDrawOffer,
        (Some(level), _) => SearchPurpose::EngineMove(level),
        (None, Some(HelpRequest::PlayForMe)) if session.turn() == Turn::Human => {
            SearchPurpose::PlayForMe
        }
        _ => return,
    };
    if thinking.pending.as_ref().is_some_and(|pending| pending.purpose == purpose) {
        return;
    }
    let (strength, limits) = match purpose {
        SearchPurpose::EngineMove(level) => {
            (Strength::Level(level), limits_for_move(session.clock(), side))
        }
        SearchPurpose::PlayForMe => (Strength::Full, within(spare(HELP_TIME))),
        SearchPurpose::AnswerDrawOffer => (Strength::Full, within(DRAW_OFFER_TIME)),
    };
    // A different choice in each game, but the same when a move is taken back
    // and reached again.
    let seed = now.key ^ now.serial ^ *seed.get_or_insert_with(random_seed);
    if let SearchPurpose::EngineMove(level) = purpose
        && level >= MIN_BOOK_LEVEL
        && settings.opening_book
        && let Some(best) = openings.choose(session.tree(), session.current(), seed)
    {
        let state =
            SearchState::FromBook(EngineInfo { nodes: 0, ..EngineInfo::without_search(best) });
        thinking.pending = Some(PendingSearch { position: now, purpose, state });
        return;
    }
    let sequence = session.tree().sequence(session.current());
    let task = SearchTask { serial: now.serial, sequence, strength, limits, seed };
    // The previous search is cancelled first.
    thinking.pending = None;
    thinking.stop_hint_search();
    let state = SearchState::Searching(runner.spawn(task));
    thinking.pending = Some(PendingSearch { position: now, purpose, state });
}
