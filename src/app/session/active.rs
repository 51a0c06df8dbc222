//! The session on the board with its mode, and the game in progress behind it.

use bevy::prelude::*;

use super::game::{ActionError, GameAction, GameEvent, Session};
use super::online_session::OnlineSession;
use super::review_session::ReviewSession;
use crate::app::settings::ActiveTheme;
use crate::content::theme::Theme;
use crate::core::Clock;
use crate::library::GameId;
use crate::net::OnlineGame;
use crate::record::NodeId;

/// The mode of the session on the board. Each has its own policy for commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The game in progress.
    Game,
    /// A puzzle level.
    Puzzle,
    /// A lesson.
    Lesson,
    /// The solution of a level in the editor.
    Editor,
    /// A record under review.
    Review,
    /// A game over the network, played or watched.
    Online,
}

/// The answer to a person's move in [`Mode::Puzzle`] and [`Mode::Lesson`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveGate {
    /// It is played.
    Open,
    /// It is refused with a notice, since scripted moves are being played.
    Busy,
    /// It is dropped in silence.
    Closed,
}

/// The session on the board, and the game in progress.
#[derive(Resource, Default)]
pub struct ActiveSession {
    game: Option<Session>,
    /// The session that hides the game in progress.
    other: Option<OtherSession>,
    /// Counts replaced sessions, so that results for an earlier one can be dropped.
    serial: u64,
    /// The last revision of the record that was under review last.
    last_revision: u64,
}

/// A session other than the game in progress.
enum OtherSession {
    Puzzle(Session, MoveGate),
    Lesson(Session, MoveGate),
    Editor(Session),
    Review(Box<ReviewSession>),
    Online(Box<OnlineSession>),
}

impl ActiveSession {
    /// The session on the board.
    pub fn session(&self) -> Option<&Session> {
        match &self.other {
            Some(
                OtherSession::Puzzle(session, _)
                | OtherSession::Lesson(session, _)
                | OtherSession::Editor(session),
            ) => Some(session),
            Some(OtherSession::Review(review)) => Some(review.session()),
            Some(OtherSession::Online(online)) => Some(online.session()),
            None => self.game.as_ref(),
        }
    }

    /// The theme with the pieces and the board of the game on the board.
    pub fn theme<'a>(&self, active_theme: &'a ActiveTheme) -> Option<&'a Theme> {
        active_theme.of_game(self.session()?.tree().game().id())
    }

    /// The mode of the session on the board.
    pub fn mode(&self) -> Mode {
        match &self.other {
            Some(OtherSession::Puzzle(..)) => Mode::Puzzle,
            Some(OtherSession::Lesson(..)) => Mode::Lesson,
            Some(OtherSession::Editor(_)) => Mode::Editor,
            Some(OtherSession::Review(_)) => Mode::Review,
            Some(OtherSession::Online(_)) => Mode::Online,
            None => Mode::Game,
        }
    }

    /// The session on the board if it has this mode.
    pub fn session_in(&self, mode: Mode) -> Option<&Session> {
        self.session().filter(|_| self.mode() == mode)
    }

    /// The game that is played on the board, here or over the network.
    pub fn played(&self) -> Option<&Session> {
        self.session().filter(|_| matches!(self.mode(), Mode::Game | Mode::Online))
    }

    /// The game in progress, on the board or hidden by another mode.
    pub fn game(&self) -> Option<&Session> {
        self.game.as_ref()
    }

    /// The record under review.
    pub fn review(&self) -> Option<&ReviewSession> {
        match &self.other {
            Some(OtherSession::Review(review)) => Some(review),
            _ => None,
        }
    }

    /// The record under review, for navigation and edits.
    pub fn review_mut(&mut self) -> Option<&mut ReviewSession> {
        match &mut self.other {
            Some(OtherSession::Review(review)) => Some(review),
            _ => None,
        }
    }

    /// The game over the network on the board.
    pub fn online(&self) -> Option<&OnlineSession> {
        match &self.other {
            Some(OtherSession::Online(online)) => Some(online),
            _ => None,
        }
    }

    /// Puts a game over the network on the board.
    pub fn start_online(&mut self, online: OnlineSession) {
        self.set_other(Some(OtherSession::Online(Box::new(online))));
    }

    /// Takes the game over the network on the board back to its first `plies` moves. `None` if
    /// there is none, or it has no more.
    pub fn rewind_online(&mut self, plies: usize) -> Option<GameEvent> {
        match &mut self.other {
            Some(OtherSession::Online(online)) => online.rewind(plies),
            _ => None,
        }
    }

    /// Shows what the log of the game over the network says beside its moves, and these clocks.
    /// Returns the event if the game is over now.
    pub fn show_online(&mut self, game: &OnlineGame, clock: Clock) -> Option<GameEvent> {
        match &mut self.other {
            Some(OtherSession::Online(online)) => online.show(game, clock),
            _ => None,
        }
    }

    /// A number that differs for each session shown since the program started.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Puts a puzzle on the board, with its move gate open.
    pub fn start_puzzle(&mut self, session: Session) {
        self.set_other(Some(OtherSession::Puzzle(session, MoveGate::Open)));
    }

    /// Puts a step of a lesson on the board, with its move gate closed.
    pub fn start_lesson(&mut self, session: Session) {
        self.set_other(Some(OtherSession::Lesson(session, MoveGate::Closed)));
    }

    /// Puts the solution of a level on the board, to be edited.
    pub fn start_editor(&mut self, session: Session) {
        self.set_other(Some(OtherSession::Editor(session)));
    }

    /// Puts a record on the board for review.
    pub fn start_review(&mut self, session: Session) {
        let last = self.review().map_or(self.last_revision, ReviewSession::revision);
        let review = ReviewSession::new(session, last + 1);
        self.set_other(Some(OtherSession::Review(Box::new(review))));
    }

    /// Puts the game in progress on the board again, if this other mode hides it.
    pub fn leave(&mut self, mode: Mode) {
        if self.other.is_some() && self.mode() == mode {
            self.set_other(None);
        }
    }

    fn set_other(&mut self, other: Option<OtherSession>) {
        self.last_revision = self.review().map_or(self.last_revision, ReviewSession::revision);
        self.other = other;
        self.serial += 1;
    }

    /// Sets the answer to a person's moves in the puzzle or lesson on the board.
    pub fn set_move_gate(&mut self, gate: MoveGate) {
        if let Some(OtherSession::Puzzle(_, current) | OtherSession::Lesson(_, current)) =
            &mut self.other
        {
            *current = gate;
        }
    }

    /// The answer to a person's moves in the puzzle or lesson on the board.
    pub(super) fn move_gate(&self) -> MoveGate {
        match self.other {
            Some(OtherSession::Puzzle(_, gate) | OtherSession::Lesson(_, gate)) => gate,
            _ => MoveGate::Closed,
        }
    }

    /// Takes the puzzle on the board back to this node, an ancestor of the current one.
    /// `None` if there is no puzzle, or this is the current node.
    pub fn take_back_puzzle(&mut self, node: NodeId) -> Option<GameEvent> {
        match &mut self.other {
            Some(OtherSession::Puzzle(session, _)) => session.take_back(Some(node)).ok(),
            _ => None,
        }
    }

    /// Takes the lesson on the board back to this node, an ancestor of the current one. `None`
    /// if there is no lesson, or this is the current node.
    pub fn take_back_lesson(&mut self, node: NodeId) -> Option<GameEvent> {
        match &mut self.other {
            Some(OtherSession::Lesson(session, _)) => session.take_back(Some(node)).ok(),
            _ => None,
        }
    }

    /// Shows another node of the puzzle on the board, before or after the current one.
    /// `None` if there is no puzzle, or this is the current node.
    pub fn show_puzzle_node(&mut self, node: NodeId) -> Option<GameEvent> {
        match &mut self.other {
            Some(OtherSession::Puzzle(session, _)) => {
                if session.tree().path(session.current()).contains(&node) {
                    session.take_back(Some(node)).ok()
                } else {
                    session.go_forward(Some(node)).ok()
                }
            }
            _ => None,
        }
    }

    /// Deletes the current move of the solution in the editor, with all that follow it.
    /// `None` if no solution is being edited, or its start is on the board.
    pub fn delete_editor_move(&mut self) -> Option<GameEvent> {
        match &mut self.other {
            Some(OtherSession::Editor(session)) => session.delete_current().ok(),
            _ => None,
        }
    }

    /// Stores the library's id of the game that started at `label`, see
    /// [`Session::started_at`].
    pub fn set_library_id(&mut self, label: &str, id: GameId) {
        if let Some(game) = self.game.as_mut().filter(|game| game.started_at() == label) {
            game.set_library_id(id);
        }
    }

    /// The game in progress, for changes.
    pub(super) fn game_mut(&mut self) -> Option<&mut Session> {
        self.game.as_mut()
    }

    /// Replaces the game in progress.
    pub(super) fn replace_game(&mut self, session: Session) {
        self.game = Some(session);
        self.serial += 1;
    }

    /// Applies an action to the session on the board. A review knows moves only.
    pub(super) fn apply(&mut self, action: GameAction) -> Option<Result<GameEvent, ActionError>> {
        match (&mut self.other, action) {
            (
                Some(
                    OtherSession::Puzzle(session, _)
                    | OtherSession::Lesson(session, _)
                    | OtherSession::Editor(session),
                ),
                _,
            ) => Some(session.apply(action)),
            (Some(OtherSession::Review(review)), GameAction::Play(mv)) => Some(review.play(mv)),
            (Some(OtherSession::Online(online)), GameAction::Play(_)) => {
                Some(online.session_mut().apply(action))
            }
            (Some(OtherSession::Review(_) | OtherSession::Online(_)), _) => None,
            (None, _) => Some(self.game.as_mut()?.apply(action)),
        }
    }
}
