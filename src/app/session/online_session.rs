//! A game over the network on the board. The log of the referee is the truth; what stands here
//! follows it, but for a move of the player's own that the log does not have yet.

use std::time::Duration;

use super::game::{Ending, GameEvent, Session};
use super::setup::{DEFAULT_ENGINE_TIME, GameSetup, PlayerKind};
use crate::core::{Clock, Move, Side};
use crate::games::SetupError;
use crate::net::{Id, OnlineGame};
use crate::record::InfoField;

/// A game over the network, played or watched.
pub struct OnlineSession {
    session: Session,
    id: Id,
    own: Option<Side>,
}

impl OnlineSession {
    /// Tag of a record with the number of the game at its server.
    pub const ID_TAG: &'static str = "OnlineGame";

    /// A game at its beginning, as it looks for the player of `own`, or for who watches.
    ///
    /// # Errors
    /// When this program cannot set the game up; a log that was followed always can be.
    pub fn new(game: &OnlineGame, own: Option<Side>) -> Result<OnlineSession, SetupError> {
        let terms = game.terms();
        let players = Side::BOTH.map(|side| match own {
            Some(own) if own == side => PlayerKind::Human,
            _ => PlayerKind::Remote,
        });
        let mut session = Session::new(GameSetup {
            game: game.tree().game(),
            options: terms.options.clone(),
            players,
            first_player: 0,
            time: terms.time.control(),
            engine_time: DEFAULT_ENGINE_TIME,
            games: 1,
            adaptive: false,
            tournament: None,
        })?;
        let info = session.tree.info_mut();
        let fields = [InfoField::FirstPlayer, InfoField::SecondPlayer];
        for (field, player) in fields.into_iter().zip(&terms.players) {
            info.set(field, &player.name);
        }
        Ok(OnlineSession { session, id: terms.id, own })
    }

    /// The game on the board.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The number of the game.
    pub fn id(&self) -> Id {
        self.id
    }

    /// The player's own side; `None` for who watches.
    pub fn own(&self) -> Option<Side> {
        self.own
    }

    /// The moves on the board.
    pub fn line(&self) -> Vec<Move> {
        let (tree, current) = (self.session.tree(), self.session.current());
        tree.path(current).into_iter().filter_map(|node| tree.move_at(node)).collect()
    }

    /// The game on the board, for the commands that the policy admits.
    pub(super) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Takes back all moves but the first `plies`.
    pub(super) fn rewind(&mut self, plies: usize) -> Option<GameEvent> {
        let node = *self.session.tree().path(self.session.current()).get(plies)?;
        self.session.take_back(Some(node)).ok()
    }

    /// Shows what the log says beside the moves: clocks, an offer, the end.
    pub(super) fn show(&mut self, game: &OnlineGame, clock: Clock) -> Option<GameEvent> {
        self.session.clock = clock;
        let last = game.log().entries.last().map_or(0, |entry| entry.at);
        self.session.elapsed = self.session.elapsed.max(Duration::from_millis(last));
        self.session.draw_offer = game.draw_offer();
        let ending = game.finish().map(Ending::from);
        let declared = ending.filter(|ending| !matches!(ending, Ending::Rules(_)));
        if self.session.declared_ending == declared {
            return None;
        }
        self.session.declared_ending = declared;
        declared.map(GameEvent::Ended)
    }
}
