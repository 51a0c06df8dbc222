//! The one way in which commands become moves: each mode has its policy, and what it
//! admits is applied to the session on the board.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::active::{ActiveSession, Mode, MoveGate};
use super::game::{ActionError, GameAction, GameEvent, Session, Turn};
use super::online_session::OnlineSession;
use super::saves::{load_slot, save_slot};
use super::setup::GameSetup;
use super::unfinished::{Games, UnfinishedEvent};
use crate::app::notice::Notice;
use crate::core::Move;

/// The origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    /// A person at this device.
    Human,
    /// The computer, for the position with this key.
    Computer(u64),
    /// The log of a game over the network, for the position with this key.
    Remote(u64),
    /// A reply, a refutation or a solution of a puzzle, for the position with this key.
    Script(u64),
}

/// A command to the session on the board.
#[derive(Message, Clone, Debug)]
pub enum SessionCommand {
    /// Play a move.
    Play(Move, MoveSource),
    /// Any other [`GameAction`].
    Action(GameAction),
    /// Start a new game. The game in progress is kept if it was begun.
    NewGame(Box<GameSetup>),
    /// Start a new game like [`SessionCommand::NewGame`], from the position with this text.
    NewGameFrom(Box<GameSetup>, String),
    /// Start a rematch: the same setup and start with the sides exchanged.
    Rematch,
    /// Save the game in progress to a slot, 1 to [`SAVE_SLOTS`](super::SAVE_SLOTS).
    Save(u8),
    /// Load the game in a slot, 1 to [`SAVE_SLOTS`](super::SAVE_SLOTS).
    Load(u8),
    /// Resume the game with this number among [`UnfinishedGames`].
    Resume(u32),
    /// Delete the game with this number among [`UnfinishedGames`].
    DeleteUnfinished(u32),
    /// Restore the game that was deleted last.
    RestoreUnfinished,
}

/// A change of the session on the board.
#[derive(Message, Clone, Copy, Debug)]
pub enum SessionEvent {
    /// Another session is on the board.
    Replaced,
    /// The game changed.
    Game(GameEvent),
    /// An illegal move was rejected; nothing changed.
    IllegalMove(Move),
    /// An action in a game over the network was asked for, which is the referee's to decide;
    /// nothing has changed.
    Requested(GameAction),
}

/// Writers of everything that comes of a command.
#[derive(SystemParam)]
pub(super) struct Replies<'w> {
    pub(super) events: MessageWriter<'w, SessionEvent>,
    pub(super) notices: MessageWriter<'w, Notice>,
    pub(super) unfinished: MessageWriter<'w, UnfinishedEvent>,
}

/// The answer of a mode's policy to an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Permission {
    /// It is applied, if the rules allow it.
    Granted,
    /// It is refused with the hint of this id.
    Refused(&'static str),
    /// It is passed on to the referee of a game over the network.
    Forwarded,
    /// It is dropped in silence: the mode does not know it, or it came too late.
    Ignored,
}

impl Permission {
    fn granted_if(admitted: bool) -> Permission {
        if admitted { Permission::Granted } else { Permission::Ignored }
    }
}

/// The game in progress: whoever has the turn moves, and every other action is admitted.
fn game_policy(session: &Session, source: Option<MoveSource>) -> Permission {
    match (source, session.turn()) {
        (None, _) => Permission::Granted,
        (Some(MoveSource::Script(_) | MoveSource::Remote(_)), _) => Permission::Ignored,
        (Some(MoveSource::Human), turn) if turn.is_computers() => {
            Permission::Refused("computer-thinks")
        }
        (Some(MoveSource::Human), _) | (_, Turn::Nobody) => Permission::Granted,
        (Some(MoveSource::Computer(key)), _) => {
            Permission::granted_if(key == session.position().key())
        }
    }
}

/// A puzzle or a lesson: a person's moves while its gate is open, and scripted ones.
fn puzzle_policy(session: &Session, gate: MoveGate, source: Option<MoveSource>) -> Permission {
    match (source, gate) {
        (Some(MoveSource::Human), MoveGate::Open) => Permission::Granted,
        (Some(MoveSource::Human), MoveGate::Busy) => Permission::Refused("puzzle-not-now"),
        (Some(MoveSource::Script(key)), _) => {
            Permission::granted_if(key == session.position().key())
        }
        _ => Permission::Ignored,
    }
}

/// The solution of a level: a person moves for both sides and navigates.
fn editor_policy(action: GameAction, source: Option<MoveSource>) -> Permission {
    let navigates = matches!(
        action,
        GameAction::Undo | GameAction::Redo | GameAction::UndoAll | GameAction::RedoAll
    );
    Permission::granted_if(source == Some(MoveSource::Human) || (source.is_none() && navigates))
}

/// A record under review: a person's moves. It is navigated by the review itself.
fn review_policy(source: Option<MoveSource>) -> Permission {
    Permission::granted_if(source == Some(MoveSource::Human))
}

/// A game over the network: the player moves for the own side, the log for both, and everything
/// else is the referee's to decide.
fn online_policy(online: &OnlineSession, source: Option<MoveSource>) -> Permission {
    let session = online.session();
    let is_own = online.own() == Some(session.side_to_move());
    match source {
        None if online.own().is_none() => Permission::Ignored,
        None => Permission::Forwarded,
        Some(MoveSource::Remote(key)) => Permission::granted_if(key == session.position().key()),
        Some(MoveSource::Human) if is_own || session.ending().is_some() => Permission::Granted,
        Some(MoveSource::Human) if online.own().is_none() => Permission::Refused("online-watching"),
        Some(MoveSource::Human) => Permission::Refused("online-not-your-turn"),
        // A pass that is the only legal move.
        Some(MoveSource::Computer(key)) => {
            Permission::granted_if(is_own && key == session.position().key())
        }
        Some(MoveSource::Script(_)) => Permission::Ignored,
    }
}

/// The answer of the policy of the mode on the board. Moves have a source, other
/// actions have none.
fn permission(
    active_session: &ActiveSession,
    action: GameAction,
    source: Option<MoveSource>,
) -> Permission {
    let Some(session) = active_session.session() else { return Permission::Ignored };
    match active_session.mode() {
        Mode::Game => game_policy(session, source),
        Mode::Puzzle | Mode::Lesson => puzzle_policy(session, active_session.move_gate(), source),
        Mode::Editor => editor_policy(action, source),
        Mode::Review => review_policy(source),
        Mode::Online => match active_session.online() {
            Some(online) => online_policy(online, source),
            None => Permission::Ignored,
        },
    }
}

/// Applies commands to the session on the board.
pub(super) fn apply_commands(mut commands: MessageReader<SessionCommand>, mut games: Games) {
    for command in commands.read() {
        match command {
            SessionCommand::Play(mv, source) => {
                let (session, action) = (&mut games.active_session, GameAction::Play(*mv));
                act(session, action, Some(*source), &mut games.replies);
            }
            SessionCommand::Action(action) => {
                act(&mut games.active_session, *action, None, &mut games.replies);
            }
            // The others concern the game in progress, and only while it is on the board.
            _ if games.active_session.mode() != Mode::Game => {}
            SessionCommand::NewGame(setup) => start_game(setup, None, &mut games),
            SessionCommand::NewGameFrom(setup, position) => {
                start_game(setup, Some(position), &mut games);
            }
            SessionCommand::Rematch => {
                let Some(game) = games.active_session.game().cloned() else { continue };
                start_game(&game.rematch(), game.tree().start_text(), &mut games);
                if let Some(rematch) = games.active_session.game_mut() {
                    rematch.take_names(&game);
                }
            }
            SessionCommand::Save(number) => save_slot(*number, &mut games),
            SessionCommand::Load(number) => load_slot(*number, &mut games),
            SessionCommand::Resume(number) => games.resume(*number),
            SessionCommand::DeleteUnfinished(number) => games.delete_unfinished(*number),
            SessionCommand::RestoreUnfinished => games.restore_unfinished(),
        }
    }
}

/// Applies an action that the mode's policy admits.
fn act(
    active_session: &mut ActiveSession,
    action: GameAction,
    source: Option<MoveSource>,
    replies: &mut Replies,
) {
    match permission(active_session, action, source) {
        Permission::Granted => {}
        Permission::Refused(hint) => {
            replies.notices.write(Notice::hint(hint));
            return;
        }
        Permission::Forwarded => {
            replies.events.write(SessionEvent::Requested(action));
            return;
        }
        Permission::Ignored => return,
    }
    let Some(result) = active_session.apply(action) else { return };
    let is_move_played = source.is_some() && result.is_ok();
    report_result(active_session, action, result, replies);
    match active_session.mode() {
        // One move is judged before the next is admitted.
        Mode::Puzzle | Mode::Lesson if is_move_played && source == Some(MoveSource::Human) => {
            active_session.set_move_gate(MoveGate::Closed);
        }
        Mode::Editor if is_move_played => play_forced_passes(active_session, replies),
        _ => {}
    }
}

/// Plays the forced passes that follow a move of a solution at once.
fn play_forced_passes(active_session: &mut ActiveSession, replies: &mut Replies) {
    while let Some(Turn::Forced(mv)) = active_session.session().map(Session::turn) {
        let Some(Ok(change)) = active_session.apply(GameAction::Play(mv)) else { break };
        replies.events.write(SessionEvent::Game(change));
    }
}

fn start_game(setup: &GameSetup, position: Option<&str>, games: &mut Games) {
    let session = match position {
        Some(position) => Session::starting_from(setup.clone(), position),
        None => Session::new(setup.clone()),
    };
    match session {
        Ok(session) => {
            if games.replace_game(session) {
                games.replies.notices.write(Notice::hint("unfinished-game-kept"));
            }
        }
        Err(error) => {
            warn!("{error}");
            games.replies.notices.write(Notice::problem("setup-failed"));
        }
    }
}

/// Writes the event of an action that was applied, or the reason for which it was not.
fn report_result(
    active_session: &ActiveSession,
    action: GameAction,
    result: Result<GameEvent, ActionError>,
    replies: &mut Replies,
) {
    match result {
        Ok(change) => {
            if let (GameEvent::DrawDeclined(side), Some(session)) =
                (change, active_session.session())
            {
                let side = session.setup().game.side_names()[side.index()];
                let notice = Notice::hint("draw-declined").with_key("side", format!("side-{side}"));
                replies.notices.write(notice);
            }
            replies.events.write(SessionEvent::Game(change));
        }
        Err(error) => {
            if let GameAction::Play(mv) = action {
                replies.events.write(SessionEvent::IllegalMove(mv));
            }
            replies.notices.write(Notice::refusal(match error {
                ActionError::IllegalMove(illegal) => illegal.id,
                ActionError::NothingToUndo => "nothing-to-undo",
                ActionError::NothingToRedo => "nothing-to-redo",
                ActionError::GameOver => "game-is-over",
                ActionError::NoOffer => "no-offer",
                ActionError::NoNextGame => "no-next-game",
                ActionError::NoEngine => "no-engine",
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::{DEFAULT_ENGINE_TIME, PlayerKind};
    use crate::core::{Side, TimeControl};
    use crate::games::{Options, registry};
    use crate::record::GameTree;

    fn session(players: [PlayerKind; 2]) -> Session {
        let game = registry::GAMES[0];
        let (options, time) = (Options::default(), TimeControl::Unlimited);
        Session::new(GameSetup {
            game,
            options,
            players,
            first_player: 0,
            time,
            engine_time: DEFAULT_ENGINE_TIME,
            games: 1,
            adaptive: false,
            tournament: None,
        })
        .unwrap()
    }

    fn tree() -> GameTree {
        GameTree::new(registry::GAMES[0], Options::default()).unwrap()
    }

    fn move_from(active_session: &ActiveSession, source: MoveSource) -> Permission {
        let mv = active_session.session().unwrap().position().legal_moves()[0];
        permission(active_session, GameAction::Play(mv), Some(source))
    }

    fn key(active_session: &ActiveSession) -> u64 {
        active_session.session().unwrap().position().key()
    }

    #[test]
    fn a_game_takes_moves_of_whoever_has_the_turn_and_no_scripted_one() {
        let mut active = ActiveSession::default();
        active.replace_game(session([PlayerKind::Human, PlayerKind::Computer(1)]));
        assert_eq!(move_from(&active, MoveSource::Human), Permission::Granted);
        assert_eq!(move_from(&active, MoveSource::Script(key(&active))), Permission::Ignored);
        let mv = active.session().unwrap().position().legal_moves()[0];
        active.apply(GameAction::Play(mv)).unwrap().unwrap();
        assert_eq!(move_from(&active, MoveSource::Human), Permission::Refused("computer-thinks"));
        assert_eq!(move_from(&active, MoveSource::Computer(key(&active))), Permission::Granted);
        assert_eq!(move_from(&active, MoveSource::Computer(!key(&active))), Permission::Ignored);
        let resign = GameAction::Resign(Side::First);
        assert_eq!(permission(&active, resign, None), Permission::Granted);
        active.apply(resign).unwrap().unwrap();
        assert_eq!(move_from(&active, MoveSource::Script(key(&active))), Permission::Ignored);
    }

    #[test]
    fn a_puzzle_takes_a_persons_moves_by_its_gate_and_scripted_ones_by_their_position() {
        let mut active = ActiveSession::default();
        active.start_puzzle(Session::from_tree(tree()));
        assert_eq!(move_from(&active, MoveSource::Human), Permission::Granted);
        active.set_move_gate(MoveGate::Busy);
        assert_eq!(move_from(&active, MoveSource::Human), Permission::Refused("puzzle-not-now"));
        active.set_move_gate(MoveGate::Closed);
        assert_eq!(move_from(&active, MoveSource::Human), Permission::Ignored);
        assert_eq!(move_from(&active, MoveSource::Script(key(&active))), Permission::Granted);
        assert_eq!(move_from(&active, MoveSource::Script(!key(&active))), Permission::Ignored);
        assert_eq!(move_from(&active, MoveSource::Computer(key(&active))), Permission::Ignored);
        assert_eq!(permission(&active, GameAction::Undo, None), Permission::Ignored);
    }

    #[test]
    fn the_editor_takes_moves_and_navigation_and_a_review_moves_only() {
        let mut active = ActiveSession::default();
        active.start_editor(Session::from_tree(tree()));
        for (action, expected) in [
            (GameAction::UndoAll, Permission::Granted),
            (GameAction::Redo, Permission::Granted),
            (GameAction::Resign(Side::First), Permission::Ignored),
        ] {
            assert_eq!(permission(&active, action, None), expected);
        }
        assert_eq!(move_from(&active, MoveSource::Human), Permission::Granted);
        active.start_review(Session::from_tree(tree()));
        assert_eq!(permission(&active, GameAction::Undo, None), Permission::Ignored);
        assert_eq!(move_from(&active, MoveSource::Human), Permission::Granted);
        for source in [MoveSource::Computer(key(&active)), MoveSource::Script(key(&active))] {
            assert_eq!(move_from(&active, source), Permission::Ignored);
        }
    }

    #[test]
    fn a_mode_is_left_only_by_its_own_name_and_no_revision_comes_twice() {
        let mut active = ActiveSession::default();
        active.start_review(Session::from_tree(tree()));
        let mv = active.session().unwrap().position().legal_moves()[0];
        active.apply(GameAction::Play(mv)).unwrap().unwrap();
        let revision = active.review().unwrap().revision();
        let serial = active.serial();
        active.leave(Mode::Puzzle);
        assert_eq!((active.mode(), active.serial()), (Mode::Review, serial));
        active.leave(Mode::Review);
        assert_eq!((active.mode(), active.serial()), (Mode::Game, serial + 1));
        active.start_review(Session::from_tree(tree()));
        assert_eq!(active.review().unwrap().revision(), revision + 1);
        active.start_review(Session::from_tree(tree()));
        assert_eq!(active.review().unwrap().revision(), revision + 2);
    }
}
