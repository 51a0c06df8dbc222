//! State of the game being played, as plain data: players, record, side to move, and
//! the effect of each [`GameAction`]. No Bevy, no files, no clock of its own.

use std::time::Duration;

use super::setup::{GameSetup, PlayerKind};
use crate::core::{Clock, Move, Outcome, Points, Side};
use crate::engines::EngineId;
use crate::games::{AnyPosition, IllegalMove, SetupError};
use crate::net::Finish;
use crate::record::{GameTree, NodeId};

/// The way a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// This side resigned.
    Resigned(Side),
    /// This side lost on time.
    OutOfTime(Side),
    /// The players agreed on a draw.
    DrawAgreed,
    /// This side did not come back to a game over the network.
    Abandoned(Side),
    /// A game over the network was aborted, or never begun: it counts for nothing.
    Void,
}

impl Ending {
    /// The winner; `None` is a draw, or a game that counts for nothing.
    pub fn winner(self) -> Option<Side> {
        match self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::Resigned(side) | Ending::OutOfTime(side) | Ending::Abandoned(side) => {
                Some(side.other())
            }
            Ending::DrawAgreed | Ending::Void => None,
        }
    }
}

impl From<Finish> for Ending {
    fn from(finish: Finish) -> Ending {
        match finish {
            Finish::Rules(outcome) => Ending::Rules(outcome),
            Finish::Resigned(side) => Ending::Resigned(side),
            Finish::OutOfTime(side) => Ending::OutOfTime(side),
            Finish::Abandoned(side) => Ending::Abandoned(side),
            Finish::DrawAgreed => Ending::DrawAgreed,
            Finish::Void => Ending::Void,
        }
    }
}

/// The result of a finished game of a match, by player rather than by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Index of the player who won; `None` is a draw.
    pub winner: Option<usize>,
    /// Points of both players, in games that count them.
    pub score: [Points; 2],
}

/// The score of a match so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScore {
    /// Match points: 1 for a win, 0.5 for a draw.
    pub points: [Points; 2],
    /// Sum of the games' points (discs), which breaks ties.
    pub score: [Points; 2],
    /// The player who leads, or who has won once every game is played; `None` if level.
    pub leader: Option<usize>,
}

/// An action on the game in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameAction {
    /// Play this move for the side to move.
    Play(Move),
    /// Take back to the last position in which a person had a choice.
    Undo,
    /// Go forward again to the next position in which a person has a choice.
    Redo,
    /// Take back every move.
    UndoAll,
    /// Go forward to the last move.
    RedoAll,
    /// Resign for this side.
    Resign(Side),
    /// Offer a draw on behalf of this side.
    OfferDraw(Side),
    /// Answer the offered draw.
    AnswerDraw(bool),
    /// Pause or resume a game between computers.
    Pause(bool),
    /// Let the computer play on at its highest level for the engine of this side.
    ReplaceEngine(Side),
    /// Start the next game of the match.
    NextGame,
}

/// The effect of a [`GameAction`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameEvent {
    /// A move was played by this side.
    Moved(Side, Move),
    /// This many plies were taken back.
    TookBack(usize),
    /// This many plies were played again.
    Redid(usize),
    /// The side offers a draw.
    DrawOffered(Side),
    /// The side declined a draw.
    DrawDeclined(Side),
    /// The game ended without a move.
    Ended(Ending),
    /// The game was paused or resumed.
    Paused(bool),
    /// The computer plays on for the engine of this side.
    EngineReplaced(Side),
    /// The next game of the match started.
    NextGameStarted,
}

/// The reason why an action was rejected.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionError {
    /// The move is illegal.
    IllegalMove(IllegalMove),
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to play again.
    NothingToRedo,
    /// The game is over.
    GameOver,
    /// There is no draw offer to answer, or one is already open.
    NoOffer,
    /// The match has no further game, or this one is not over.
    NoNextGame,
    /// No engine plays this side.
    NoEngine,
}

/// The kind of input that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// A person chooses a move.
    Human,
    /// The only legal move, a pass, which is played automatically.
    Forced(Move),
    /// The computer chooses, at this level.
    Computer(u8),
    /// An engine of others chooses.
    Engine(EngineId),
    /// A person elsewhere chooses.
    Remote,
    /// Nothing: the game is over or paused.
    Nobody,
}

impl Turn {
    /// True if the computer or an engine chooses.
    pub fn is_computers(self) -> bool {
        matches!(self, Turn::Computer(_) | Turn::Engine(_))
    }

    /// True if it is not for a person at this device to choose.
    pub fn is_others(self) -> bool {
        self.is_computers() || self == Turn::Remote
    }
}

/// The game being played.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) setup: GameSetup,
    pub(super) tree: GameTree,
    /// The node of the current position.
    pub(super) current: NodeId,
    /// Last node of the line that redo follows; `current` is on its path.
    pub(super) line_end: NodeId,
    pub(super) clock: Clock,
    /// An ending that does not follow from the position: resignation, time, or
    /// agreement.
    pub(super) declared_ending: Option<Ending>,
    pub(super) draw_offer: Option<Side>,
    pub(super) paused: bool,
    pub(super) results: Vec<GameResult>,
    /// Time for which the game has been played, moves that were taken back included.
    pub(super) elapsed: Duration,
    /// The person had help, or a player was replaced: the result rates nobody.
    pub(super) unrated: bool,
}

impl Session {
    /// Starts the first game of this setup.
    ///
    /// # Errors
    /// When the game has no such options.
    pub fn new(setup: GameSetup) -> Result<Session, SetupError> {
        let tree = GameTree::new(setup.game, setup.options.clone())?;
        Ok(Session::with_tree(setup, tree))
    }

    /// Starts the first game of this setup from the position with this text. Every game of
    /// a match starts from it.
    ///
    /// # Errors
    /// When the game has no such options, or the text is no position of it.
    pub fn starting_from(setup: GameSetup, position: &str) -> Result<Session, SetupError> {
        let tree = GameTree::from_position(setup.game, setup.options.clone(), position)?;
        Ok(Session::with_tree(setup, tree))
    }

    fn with_tree(setup: GameSetup, tree: GameTree) -> Session {
        Session { clock: Clock::new(setup.time), setup, ..Session::from_tree(tree) }
    }

    /// The choices made before the game.
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The setup of a rematch: the same with the sides exchanged.
    pub fn rematch(&self) -> GameSetup {
        GameSetup {
            first_player: 1 - self.setup.first_player,
            tournament: None,
            ..self.setup.clone()
        }
    }

    /// The game tree.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node of the current position.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The nodes from the root through the current node to the end of the redo line.
    pub fn line(&self) -> Vec<NodeId> {
        self.tree.path(self.line_end)
    }

    /// The current position.
    pub fn position(&self) -> &AnyPosition {
        self.tree.position(self.current)
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Time for which the game has been played, moves that were taken back included.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    /// Index (0 or 1) of the player who has this side in this game.
    pub fn player_of(&self, side: Side) -> usize {
        (self.setup.first_player + self.results.len() + side.index()) % 2
    }

    /// The side that this player has in this game.
    pub fn side_of(&self, player: usize) -> Side {
        if self.player_of(Side::First) == player { Side::First } else { Side::Second }
    }

    /// The kind of player that has this side.
    pub fn player_kind(&self, side: Side) -> PlayerKind {
        self.setup.players[self.player_of(side)]
    }

    /// The ending, once the game is over.
    pub fn ending(&self) -> Option<Ending> {
        self.declared_ending.or_else(|| self.position().outcome().map(Ending::Rules))
    }

    /// The side whose draw offer is not answered yet.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// Returns true while a game between computers is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns true if both players are computers.
    pub fn is_computers_only(&self) -> bool {
        self.setup.players.iter().all(|player| player.is_computer())
    }

    /// Returns true if a computer plays.
    pub fn has_computer(&self) -> bool {
        self.setup.players.iter().any(|player| player.is_computer())
    }

    /// The side a person acts for when resigning or offering a draw: the only person's
    /// side, or the side to move of two. `None` without one.
    pub fn human_side(&self) -> Option<Side> {
        let human = |side: &Side| self.player_kind(*side) == PlayerKind::Human;
        Some(self.side_to_move()).filter(human).or_else(|| Side::BOTH.into_iter().find(human))
    }

    /// The kind of input that the game waits for.
    pub fn turn(&self) -> Turn {
        if self.paused || self.ending().is_some() {
            return Turn::Nobody;
        }
        if let Some(forced) = forced_pass(self.position()) {
            return Turn::Forced(forced);
        }
        match self.player_kind(self.side_to_move()) {
            PlayerKind::Human => Turn::Human,
            PlayerKind::Computer(level) => Turn::Computer(level),
            PlayerKind::Engine(id) => Turn::Engine(id),
            PlayerKind::Remote => Turn::Remote,
        }
    }

    /// Returns true if the result rates nobody: moves were taken back, the person asked for help,
    /// or the computer plays on for an engine.
    pub fn is_unrated(&self) -> bool {
        self.unrated
    }

    /// Number of this game within the match, from 1.
    pub fn game_number(&self) -> u32 {
        self.results.len() as u32 + 1
    }

    /// Returns true for the last game of the match.
    pub fn is_last_game(&self) -> bool {
        self.game_number() >= self.setup.games
    }

    /// The score of the match so far, including this game if it is over.
    pub fn match_score(&self) -> MatchScore {
        let mut points = [0; 2];
        let mut score = [0; 2];
        for result in self.results.iter().copied().chain(self.result()) {
            for player in 0..2 {
                score[player] += result.score[player].as_halves();
                points[player] += match result.winner {
                    None => 1,
                    Some(winner) if winner == player => 2,
                    Some(_) => 0,
                };
            }
        }
        let order = points[0].cmp(&points[1]).then(score[0].cmp(&score[1]));
        MatchScore {
            points: points.map(Points::halves),
            score: score.map(Points::halves),
            leader: match order {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            },
        }
    }

    /// The result of this game, once it is over. A game that was resigned, agreed drawn
    /// or lost on time counts the discs on the board.
    fn result(&self) -> Option<GameResult> {
        let ending = self.ending()?;
        let by_side = match ending {
            Ending::Rules(Outcome { score: Some(score), .. }) => score,
            _ => match self.position().counts() {
                Some(counts) => counts.map(|n| Points::whole(n as i32)),
                None => [Points::default(); 2],
            },
        };
        Some(GameResult {
            winner: ending.winner().map(|side| self.player_of(side)),
            score: [0, 1].map(|player| by_side[self.side_of(player).index()]),
        })
    }

    /// Applies an action.
    ///
    /// # Errors
    /// The reason for the rejection; then nothing has changed.
    pub fn apply(&mut self, action: GameAction) -> Result<GameEvent, ActionError> {
        match action {
            GameAction::Play(mv) => self.play(mv),
            GameAction::Undo => self.take_back(self.undo_target()),
            GameAction::UndoAll => {
                let path = self.tree.path(self.current);
                self.take_back(path.into_iter().find(|&node| self.is_choice(node)))
            }
            GameAction::Redo => self.go_forward(self.redo_target()),
            GameAction::RedoAll => self.go_forward(Some(self.line_end)),
            GameAction::Resign(side) => self.end(Ending::Resigned(side)),
            GameAction::OfferDraw(side) => {
                self.check_not_over()?;
                if self.draw_offer.is_some() {
                    return Err(ActionError::NoOffer);
                }
                self.draw_offer = Some(side);
                Ok(GameEvent::DrawOffered(side))
            }
            GameAction::AnswerDraw(accepted) => {
                let by = self.draw_offer.ok_or(ActionError::NoOffer)?;
                if accepted {
                    return self.end(Ending::DrawAgreed);
                }
                self.draw_offer = None;
                Ok(GameEvent::DrawDeclined(by.other()))
            }
            GameAction::Pause(paused) => {
                self.check_not_over()?;
                self.paused = paused && self.is_computers_only();
                Ok(GameEvent::Paused(self.paused))
            }
            GameAction::ReplaceEngine(side) => self.replace_engine(side),
            GameAction::NextGame => self.next_game(),
        }
    }

    /// Advances the clock of the side to move by `elapsed`. Returns the event if it
    /// ran out.
    pub fn tick(&mut self, elapsed: Duration) -> Option<GameEvent> {
        if self.paused || self.ending().is_some() {
            return None;
        }
        self.elapsed = self.elapsed.saturating_add(elapsed);
        let side = self.side_to_move();
        if self.clock.advance(side, elapsed) {
            return None;
        }
        self.end(Ending::OutOfTime(side)).ok()
    }

    fn check_not_over(&self) -> Result<(), ActionError> {
        if self.ending().is_some() { Err(ActionError::GameOver) } else { Ok(()) }
    }

    fn play(&mut self, mv: Move) -> Result<GameEvent, ActionError> {
        self.check_not_over()?;
        let side = self.side_to_move();
        let node = self.tree.play(self.current, mv).map_err(ActionError::IllegalMove)?;
        self.clock.press(side);
        self.tree.set_clocks(node, Side::BOTH.map(|side| self.clock.reading(side)));
        self.current = node;
        if !self.tree.path(self.line_end).contains(&node) {
            self.line_end = node;
        }
        self.draw_offer = None;
        Ok(GameEvent::Moved(side, mv))
    }

    fn end(&mut self, ending: Ending) -> Result<GameEvent, ActionError> {
        self.check_not_over()?;
        self.declared_ending = Some(ending);
        self.draw_offer = None;
        Ok(GameEvent::Ended(ending))
    }

    /// Returns true if undo and redo stop at this node: a person has a choice to make
    /// there, or anyone if only computers play.
    fn is_choice(&self, node: NodeId) -> bool {
        let position = self.tree.position(node);
        forced_pass(position).is_none()
            && (self.is_computers_only()
                || self.player_kind(position.side_to_move()) == PlayerKind::Human)
    }

    fn undo_target(&self) -> Option<NodeId> {
        let path = self.tree.path(self.current);
        // After a declared ending the current position is itself a place to return to.
        let before =
            if self.declared_ending.is_some() { &path[..] } else { &path[..path.len() - 1] };
        before.iter().rev().copied().find(|&node| self.is_choice(node))
    }

    fn redo_target(&self) -> Option<NodeId> {
        let line = self.line();
        let ahead = line.iter().copied().skip(self.tree.ply(self.current) + 1);
        ahead.clone().find(|&node| self.is_choice(node)).or_else(|| ahead.last())
    }

    pub(super) fn take_back(&mut self, target: Option<NodeId>) -> Result<GameEvent, ActionError> {
        let target = target.ok_or(ActionError::NothingToUndo)?;
        if target == self.current && self.declared_ending.is_none() {
            return Err(ActionError::NothingToUndo);
        }
        let plies = self.tree.ply(self.current) - self.tree.ply(target);
        self.seek(target);
        self.unrated = true;
        Ok(GameEvent::TookBack(plies))
    }

    pub(super) fn go_forward(&mut self, target: Option<NodeId>) -> Result<GameEvent, ActionError> {
        let target =
            target.filter(|&node| node != self.current).ok_or(ActionError::NothingToRedo)?;
        let plies = self.tree.ply(target) - self.tree.ply(self.current);
        self.seek(target);
        Ok(GameEvent::Redid(plies))
    }

    /// Makes another node of the line the current one and restores the clocks as they
    /// were there.
    fn seek(&mut self, node: NodeId) {
        self.current = node;
        self.declared_ending = None;
        self.draw_offer = None;
        // Otherwise computers would move on at once and undo would have no effect.
        self.paused = self.is_computers_only();
        self.clock = match self.tree.clocks(node) {
            Some(faces) => Clock::restore(self.setup.time, faces),
            None => Ok(Clock::new(self.setup.time)),
        }
        .unwrap_or_else(|_| Clock::new(self.setup.time));
    }

    fn next_game(&mut self) -> Result<GameEvent, ActionError> {
        let result =
            self.result().filter(|_| !self.is_last_game()).ok_or(ActionError::NoNextGame)?;
        let setup = self.setup.clone();
        let next = match self.tree.start_text() {
            Some(position) => Session::starting_from(setup, position),
            None => Session::new(setup),
        };
        let mut next = next.map_err(|_| ActionError::NoNextGame)?;
        next.results = self.results.clone();
        next.results.push(result);
        next.take_names(self);
        *self = next;
        Ok(GameEvent::NextGameStarted)
    }
}

/// The only legal move, if it is played without asking: a pass.
fn forced_pass(position: &AnyPosition) -> Option<Move> {
    match position.legal_moves()[..] {
        [Move::Pass] => Some(Move::Pass),
        _ => None,
    }
}
