//! A game as its log tells it. Referee, players and those who watch all read the same log by the
//! same rules, so that what one of them takes for the state of the game all do.

#[cfg(test)]
mod tests;

use std::time::Duration;

use thiserror::Error;

use super::{
    Action, ClockNote, Deed, Entry, Hash, Log, MAX_REQUEST, MessageError, PlayerId, Purpose,
    Refusal, Signed, Terms, Time, decode,
};
use crate::core::{Clock, Move, Outcome, Reading, Side};
use crate::games::{AnyPosition, SetupError, registry};
use crate::record::{GameTree, NodeId};

/// The longest time that a player can give at once, and the longest that a clock then shows.
const MAX_GIFT_MS: u32 = 60_000;
const MAX_CLOCK_MS: u64 = 24 * 3_600_000;

/// The way an online game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules.
    Rules(Outcome),
    /// This side resigned.
    Resigned(Side),
    /// This side's time ran out.
    OutOfTime(Side),
    /// This side did not come back.
    Abandoned(Side),
    /// The players agreed on a draw.
    DrawAgreed,
    /// It was aborted, or never begun: it counts for nothing.
    Void,
}

impl Finish {
    /// The winner: `None` if the game counts for nothing, `Some(None)` is a draw.
    #[must_use]
    pub fn winner(self) -> Option<Option<Side>> {
        match self {
            Finish::Rules(outcome) => Some(outcome.winner),
            Finish::Resigned(side) | Finish::OutOfTime(side) | Finish::Abandoned(side) => {
                Some(Some(side.other()))
            }
            Finish::DrawAgreed => Some(None),
            Finish::Void => None,
        }
    }
}

/// A log that does not prove its game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LogError {
    /// This program does not know the game.
    #[error("the game \"{0}\" is not known here")]
    Game(String),
    /// It has no such options.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An action cannot be read or is not signed by who it is of.
    #[error("entry {number}: {error}")]
    Action {
        /// The entry, from 1.
        number: usize,
        /// The error.
        error: MessageError,
    },
    /// The referee did not sign an entry, or it does not follow the one before.
    #[error("entry {0} is not linked to the one before by the referee of the game")]
    Link(usize),
    /// An entry is of nobody who may do so, or does what cannot be done there.
    #[error("entry {0} is not possible there")]
    Deed(usize),
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The player of this side.
    Player(Side),
    /// The referee.
    Referee,
}

/// A game and everything that its log says of it.
#[derive(Clone, Debug)]
pub struct OnlineGame {
    log: Log,
    tree: GameTree,
    node: NodeId,
    clock: Clock,
    last: Hash,
    /// Milliseconds since the beginning at which the turn began, or went on after the referee was
    /// away.
    turn_began: u64,
    /// Times that each side has moved, moves that were taken back included.
    moves: [u32; 2],
    draw_offer: Option<Side>,
    takeback: Option<Side>,
    finish: Option<Finish>,
}

impl OnlineGame {
    /// A game at its beginning.
    ///
    /// # Errors
    /// When this program does not know the game, or it has no such options.
    pub fn new(terms: Terms) -> Result<OnlineGame, LogError> {
        let game = registry::find(&terms.game).ok_or_else(|| LogError::Game(terms.game.clone()))?;
        let tree = GameTree::new(game, terms.options.clone())?;
        let (node, last) = (tree.root(), terms.hash());
        let clock = Clock::new(terms.time.control());
        let log = Log { terms, entries: Vec::new() };
        Ok(OnlineGame {
            log,
            tree,
            node,
            clock,
            last,
            turn_began: 0,
            moves: [0; 2],
            draw_offer: None,
            takeback: None,
            finish: None,
        })
    }

    /// The game of a log, each entry checked.
    ///
    /// # Errors
    /// When the log does not prove it.
    pub fn from_log(log: Log) -> Result<OnlineGame, LogError> {
        let mut game = OnlineGame::new(log.terms)?;
        log.entries.into_iter().try_for_each(|entry| game.append(entry))?;
        Ok(game)
    }

    /// The log so far.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The terms.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.log.terms
    }

    /// The record: the game as it stands is its main line, what was taken back are variations.
    #[must_use]
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node of the position.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        self.tree.position(self.node)
    }

    /// The moves from the beginning to the position.
    #[must_use]
    pub fn line(&self) -> Vec<Move> {
        self.tree.path(self.node).into_iter().filter_map(|node| self.tree.move_at(node)).collect()
    }

    /// The clocks as they were after the last entry.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The hash that the next entry follows.
    #[must_use]
    pub fn last(&self) -> Hash {
        self.last
    }

    /// The side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    /// The side of a player; `None` for those who watch.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.terms().players[side.index()].player == player)
    }

    /// Milliseconds since the beginning at which the turn began, or went on after the referee was
    /// away: up to then the clocks are right.
    #[must_use]
    pub fn turn_began(&self) -> u64 {
        self.turn_began
    }

    /// The side whose draw is not answered yet.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// The side that wants to take back and is not answered yet.
    #[must_use]
    pub fn takeback(&self) -> Option<Side> {
        self.takeback
    }

    /// The end, once the game is over.
    #[must_use]
    pub fn finish(&self) -> Option<Finish> {
        self.finish
    }

    /// True while the clock of the side to move runs: not before its first move, which it has a
    /// minute for.
    #[must_use]
    pub fn is_clock_running(&self) -> bool {
        self.finish.is_none() && self.moves[self.side_to_move().index()] > 0
    }

    /// True until both sides have moved, while the game can be aborted.
    #[must_use]
    pub fn is_abortable(&self) -> bool {
        self.finish.is_none() && self.moves.contains(&0)
    }

    /// The clocks with the time that has passed at `at` milliseconds since the beginning.
    #[must_use]
    pub fn clock_at(&self, at: u64) -> Clock {
        let mut clock = self.clock;
        if self.is_clock_running() {
            let elapsed = Duration::from_millis(at.saturating_sub(self.turn_began));
            clock.advance(self.side_to_move(), elapsed);
        }
        clock
    }

    /// Milliseconds since the beginning at which the time of the side to move is up; `None` while
    /// no clock runs or without a limit.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        let side = self.is_clock_running().then(|| self.side_to_move())?;
        let left = self.clock.time_left(side)?;
        Some(self.turn_began.saturating_add(left.as_millis() as u64))
    }

    /// Checks that an action can follow here. The time is not looked at.
    ///
    /// # Errors
    /// The reason for which it cannot.
    pub fn check(&self, actor: Actor, deed: Deed) -> Result<(), Refusal> {
        if self.finish.is_some() {
            return Err(Refusal::GameOver);
        }
        let when = |holds: bool, refusal| if holds { Ok(()) } else { Err(refusal) };
        match (deed, actor) {
            (Deed::TimeUp(_) | Deed::Abandoned(_) | Deed::Void | Deed::Resume, actor) => {
                when(actor == Actor::Referee, Refusal::NotYours)
            }
            (_, Actor::Referee) => Err(Refusal::NotYours),
            (Deed::Play(mv), Actor::Player(side)) => {
                when(side == self.side_to_move(), Refusal::NotYourTurn)?;
                self.position().check(mv).map_err(|_| Refusal::IllegalMove)
            }
            (Deed::Resign, _) => Ok(()),
            (Deed::OfferDraw, _) => when(self.draw_offer.is_none(), Refusal::NoOffer),
            (Deed::AnswerDraw(_), Actor::Player(side)) => {
                when(self.draw_offer == Some(side.other()), Refusal::NoOffer)
            }
            (Deed::AskTakeback, Actor::Player(side)) => {
                when(self.takeback.is_none(), Refusal::NoOffer)?;
                when(self.takeback_target(side).is_some(), Refusal::TooLate)
            }
            (Deed::AnswerTakeback(_), Actor::Player(side)) => {
                when(self.takeback == Some(side.other()), Refusal::NoOffer)
            }
            (Deed::Abort, _) => when(self.is_abortable(), Refusal::TooLate),
            (Deed::GiveTime(gift), Actor::Player(side)) => {
                let has_room = matches!(self.terms().time, Time::Fischer { .. })
                    && (1..=MAX_GIFT_MS).contains(&gift)
                    && self.clock.reading(side.other()).time.as_millis() as u64
                        <= MAX_CLOCK_MS - u64::from(gift);
                when(has_room, Refusal::Setup)
            }
        }
    }

    /// The position to which `side` would take back: the last in which it had a choice.
    fn takeback_target(&self, side: Side) -> Option<NodeId> {
        let path = self.tree.path(self.node);
        path[..path.len() - 1].iter().rev().copied().find(|&node| {
            let position = self.tree.position(node);
            position.side_to_move() == side && position.legal_moves()[..] != [Move::Pass]
        })
    }

    /// The clocks after a deed `elapsed` milliseconds into the turn, for the referee to write down.
    #[must_use]
    pub fn clocks_after(&self, actor: Actor, deed: Deed, elapsed: u64) -> [ClockNote; 2] {
        let mut clock = self.clock;
        // Offers and answers leave the clocks as they were when the turn began: it goes on.
        let uses_time = matches!(
            deed,
            Deed::Play(_)
                | Deed::Resign
                | Deed::AnswerDraw(true)
                | Deed::TimeUp(_)
                | Deed::Abandoned(_)
                | Deed::Resume
        );
        if uses_time && self.is_clock_running() {
            clock.advance(self.side_to_move(), Duration::from_millis(elapsed));
        }
        if let (Deed::Play(mv), Actor::Player(side)) = (deed, actor)
            && self.is_end_of_turn(mv)
        {
            clock.press(side);
        }
        let mut notes = ClockNote::of(&clock);
        if let (Deed::GiveTime(gift), Actor::Player(side)) = (deed, actor) {
            notes[side.other().index()].time += u64::from(gift);
        }
        notes
    }

    /// True unless the same side goes on after this move, as after the first stone of two or a
    /// mark of dead stones, which bring no increment and no fresh period.
    fn is_end_of_turn(&self, mv: Move) -> bool {
        let mut after = self.position().clone();
        after.play(mv).is_err()
            || after.outcome().is_some()
            || after.side_to_move() != self.side_to_move()
    }

    /// The game with one more entry.
    ///
    /// # Errors
    /// When the entry is not signed and linked as it should be, or cannot follow here; then nothing
    /// has changed.
    pub fn append(&mut self, entry: Entry) -> Result<(), LogError> {
        let number = self.log.entries.len() + 1;
        let hash = entry.hash();
        if !self.terms().referee.has_signed(Purpose::Entry, &hash.0, &entry.proof) {
            return Err(LogError::Link(number));
        }
        let action = entry.action.open(Purpose::Action);
        let action = action.map_err(|error| LogError::Action { number, error })?;
        self.add(entry, hash, &action)
    }

    /// The same of an entry that the referee has just signed, with an action whose signature it has
    /// checked: to check both once more would be most of its work.
    pub(super) fn append_own(&mut self, entry: Entry) -> Result<(), LogError> {
        let number = self.log.entries.len() + 1;
        let action = decode(&entry.action.body, MAX_REQUEST);
        let action = action.map_err(|error| LogError::Action { number, error })?;
        let hash = entry.hash();
        self.add(entry, hash, &action)
    }

    fn add(&mut self, entry: Entry, hash: Hash, action: &Action) -> Result<(), LogError> {
        let number = self.log.entries.len() + 1;
        let (actor, deed) = self.read(&entry, action, number)?;
        let readings: [Reading; 2] = entry.clocks.map(Reading::from);
        let clock =
            Clock::restore(self.clock.control(), readings).map_err(|_| LogError::Deed(number))?;
        self.carry_out(actor, deed, &entry, number)?;
        self.clock = clock;
        self.last = hash;
        self.log.entries.push(entry);
        Ok(())
    }

    /// Who does what by an entry, once it is sure that it belongs here.
    fn read(
        &self,
        entry: &Entry,
        action: &Action,
        number: usize,
    ) -> Result<(Actor, Deed), LogError> {
        let is_linked = entry.after == self.last
            && entry.at >= self.log.entries.last().map_or(0, |last| last.at);
        if !is_linked {
            return Err(LogError::Link(number));
        }
        let Signed { player, .. } = entry.action;
        let actor = match self.side_of(player) {
            Some(side) => Actor::Player(side),
            None if player == self.terms().referee => Actor::Referee,
            None => return Err(LogError::Deed(number)),
        };
        let fits = action.game == self.terms().id
            && action.after == self.last
            && self.check(actor, action.deed).is_ok();
        if fits { Ok((actor, action.deed)) } else { Err(LogError::Deed(number)) }
    }

    fn carry_out(
        &mut self,
        actor: Actor,
        deed: Deed,
        entry: &Entry,
        number: usize,
    ) -> Result<(), LogError> {
        match (deed, actor) {
            (Deed::Play(mv), Actor::Player(side)) => {
                let node = self.tree.play(self.node, mv).map_err(|_| LogError::Deed(number))?;
                self.tree.set_clocks(node, entry.clocks.map(Reading::from));
                // What was taken back before becomes a variation of what is played now.
                self.tree.promote(node);
                self.node = node;
                self.moves[side.index()] = self.moves[side.index()].saturating_add(1);
                self.turn_began = entry.at;
                // Who moves declines the opponent's draw; the own offer goes with the move.
                self.draw_offer = self.draw_offer.filter(|&offered| offered == side);
                self.takeback = None;
                self.finish = self.position().outcome().map(Finish::Rules);
            }
            (Deed::Resign, Actor::Player(side)) => self.finish = Some(Finish::Resigned(side)),
            (Deed::OfferDraw, Actor::Player(side)) => self.draw_offer = Some(side),
            (Deed::AnswerDraw(true), _) => self.finish = Some(Finish::DrawAgreed),
            (Deed::AnswerDraw(false), _) => self.draw_offer = None,
            (Deed::AskTakeback, Actor::Player(side)) => self.takeback = Some(side),
            (Deed::AnswerTakeback(true), Actor::Player(side)) => {
                let target = self.takeback_target(side.other());
                self.node = target.ok_or(LogError::Deed(number))?;
                self.turn_began = entry.at;
                (self.draw_offer, self.takeback) = (None, None);
            }
            (Deed::AnswerTakeback(false), _) => self.takeback = None,
            (Deed::Abort | Deed::Void, _) => self.finish = Some(Finish::Void),
            (Deed::GiveTime(_), _) => {}
            (Deed::Resume, _) => self.turn_began = entry.at,
            (Deed::TimeUp(side), _) => self.finish = Some(Finish::OutOfTime(side)),
            (Deed::Abandoned(side), _) => self.finish = Some(Finish::Abandoned(side)),
            (
                Deed::Play(_) | Deed::Resign | Deed::OfferDraw | Deed::AskTakeback,
                Actor::Referee,
            )
            | (Deed::AnswerTakeback(true), Actor::Referee) => {
                return Err(LogError::Deed(number));
            }
        }
        Ok(())
    }
}
