//! Choices before a game: who plays, under which rules, and with how much time.

use std::time::Duration;

use crate::core::TimeControl;
use crate::engines::EngineId;
use crate::games::{Game, Options};

/// Time that an engine has for a move of a game without clocks, unless another was chosen.
pub const DEFAULT_ENGINE_TIME: Duration = Duration::from_secs(1);

/// The kind of player that chooses a side's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this device.
    Human,
    /// The computer at one of the game's levels, from 1.
    Computer(u8),
    /// An engine of others that the player has added. It may have been removed since; its
    /// name is in the record.
    Engine(EngineId),
    /// A person elsewhere, over the network.
    Remote,
}

impl PlayerKind {
    /// True for all but people.
    pub fn is_computer(self) -> bool {
        matches!(self, PlayerKind::Computer(_) | PlayerKind::Engine(_))
    }
}

/// Everything chosen before a game or match.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Options,
    /// The two players. Their sides alternate from game to game.
    pub players: [PlayerKind; 2],
    /// Index (0 or 1) of the player who has the first side in the first game.
    pub first_player: usize,
    /// Time control of every game.
    pub time: TimeControl,
    /// Time that an engine has for a move of a game without clocks.
    pub engine_time: Duration,
    /// Number of games: 1, or an even number for a match.
    pub games: u32,
    /// The level of the only computer follows the player's results.
    pub adaptive: bool,
    /// The board of a tournament at which the first game is played.
    pub tournament: Option<Box<TournamentBoard>>,
}

/// A board of a tournament, as the record of its game names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentBoard {
    /// Names of the players, first side first.
    pub names: [String; 2],
    /// Title of the tournament.
    pub title: String,
    /// The round and the board, as 2.1.
    pub round: String,
    /// Id by which the tournament knows it.
    pub id: String,
}
