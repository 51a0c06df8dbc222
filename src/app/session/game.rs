//! The game in progress as plain data: who plays, what was played, whose
//! turn it is, and what each command does to it. No Bevy, no files, no time
//! of its own.

use crate::core::{Clock, Move, Outcome, Points, Side, TimeControl};
use crate::games::{AnyPosition, Game, Options, Refusal, SetupError};
use crate::record::{GameTree, NodeId};

/// Who decides the moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at this device.
    Human,
    /// The computer at one of the game's levels, from 1.
    Computer(u8),
}

/// Everything that is chosen before a game or match.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Options,
    /// The two players. Their sides alternate from game to game.
    pub players: [Seat; 2],
    /// Which player has the first side in the first game: 0 or 1.
    pub first: usize,
    /// Time control of every game.
    pub time: TimeControl,
    /// How many games: 1, or an even number for a match.
    pub games: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// This side gave up.
    Resigned(Side),
    /// This side's time ran out.
    OutOfTime(Side),
    /// The players agreed on a draw.
    Agreed,
}

impl Ending {
    /// Who won; `None` is a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::Resigned(side) | Ending::OutOfTime(side) => Some(side.other()),
            Ending::Agreed => None,
        }
    }
}

/// A finished game of a match, by player rather than by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Which player won; `None` is a draw.
    pub winner: Option<usize>,
    /// Points of both players, in games that count.
    pub score: [Points; 2],
}

/// A match so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Match points: 1 for a win, 0.5 for a draw.
    pub points: [Points; 2],
    /// Sum of what the games counted (discs), which breaks ties.
    pub score: [Points; 2],
    /// Who leads, or has won once every game is played; `None` if level.
    pub leader: Option<usize>,
}

/// What can be asked of the game in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Play this move for the side to move.
    Play(Move),
    /// Take back to the last choice a person had.
    Undo,
    /// Go forward again to the next choice a person has.
    Redo,
    /// Take back every move.
    UndoAll,
    /// Go forward to the last move.
    RedoAll,
    /// Give up the game for this side.
    Resign(Side),
    /// Offer a draw in the name of this side.
    OfferDraw(Side),
    /// Answer the offered draw.
    AnswerDraw(bool),
    /// Stop computers playing each other, or let them go on.
    Pause(bool),
    /// Begin the next game of the match.
    NextGame,
}

/// What an order did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
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
    /// The game was paused or goes on.
    Paused(bool),
    /// The next game of the match began.
    Began,
}

/// Why an order was not carried out.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// The move is against the rules.
    Rules(Refusal),
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to play again.
    NothingToRedo,
    /// The game is over.
    GameOver,
    /// There is no offer to answer, or one stands already.
    NoOffer,
    /// The match has no further game, or this one is not over.
    NoNextGame,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// A person chooses a move.
    Human,
    /// The only legal move is not a choice and plays itself.
    Forced(Move),
    /// The computer chooses, at this level.
    Computer(u8),
    /// Nothing: the game is over or paused.
    Nobody,
}

/// The game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) setup: Setup,
    pub(super) tree: GameTree,
    /// The position that is played from.
    pub(super) current: NodeId,
    /// The end of the line that redo follows; `current` is on its path.
    pub(super) tip: NodeId,
    pub(super) clock: Clock,
    /// An ending other than by the rules.
    pub(super) early: Option<Ending>,
    pub(super) offer: Option<Side>,
    pub(super) paused: bool,
    pub(super) results: Vec<GameResult>,
}

impl Session {
    /// The first game of this setup, before its first move.
    ///
    /// # Errors
    /// When the game has no such options.
    pub fn new(setup: Setup) -> Result<Session, SetupError> {
        let tree = GameTree::new(setup.game, setup.options.clone())?;
        Ok(Session { clock: Clock::new(setup.time), setup, ..Session::of(tree) })
    }

    /// What was chosen before the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The setup of a return game: the same with the sides exchanged.
    pub fn rematch(&self) -> Setup {
        Setup { first: 1 - self.setup.first, ..self.setup.clone() }
    }

    /// The record of this game.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node that is played from.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The line from the start through the current node to where redo leads.
    pub fn line(&self) -> Vec<NodeId> {
        self.tree.path(self.tip)
    }

    /// The position that is played from.
    pub fn position(&self) -> &AnyPosition {
        self.tree.position(self.current)
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whose turn it is on the board.
    pub fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    /// Which player, 0 or 1, has this side in this game.
    pub fn player(&self, side: Side) -> usize {
        (self.setup.first + self.results.len() + side.index()) % 2
    }

    /// Which side this player has in this game.
    pub fn side_of(&self, player: usize) -> Side {
        if self.player(Side::First) == player { Side::First } else { Side::Second }
    }

    /// Who decides for this side.
    pub fn seat(&self, side: Side) -> Seat {
        self.setup.players[self.player(side)]
    }

    /// How the game ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        self.early.or_else(|| self.position().outcome().map(Ending::Rules))
    }

    /// Who has offered a draw that is not answered.
    pub fn offer(&self) -> Option<Side> {
        self.offer
    }

    /// Whether computers playing each other were stopped.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether no person plays.
    pub fn is_computers_only(&self) -> bool {
        !self.setup.players.contains(&Seat::Human)
    }

    /// The side a person speaks for when resigning or offering a draw: the
    /// only person's side, or the side to move of two. `None` without one.
    pub fn human_side(&self) -> Option<Side> {
        let human = |side: &Side| self.seat(*side) == Seat::Human;
        Some(self.side_to_move()).filter(human).or_else(|| Side::BOTH.into_iter().find(human))
    }

    /// What the game waits for.
    pub fn turn(&self) -> Turn {
        if self.paused || self.ending().is_some() {
            return Turn::Nobody;
        }
        if let Some(forced) = forced(self.position()) {
            return Turn::Forced(forced);
        }
        match self.seat(self.side_to_move()) {
            Seat::Human => Turn::Human,
            Seat::Computer(level) => Turn::Computer(level),
        }
    }

    /// Which game of the match this is, from 1.
    pub fn game_number(&self) -> u32 {
        self.results.len() as u32 + 1
    }

    /// Whether this game was the last of its match.
    pub fn is_last_game(&self) -> bool {
        self.game_number() >= self.setup.games
    }

    /// The match so far, this game included if it is over.
    pub fn standing(&self) -> Standing {
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
        Standing {
            points: points.map(Points::halves),
            score: score.map(Points::halves),
            leader: match order {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            },
        }
    }

    /// The result of this game, once it is over. A game that ended early
    /// counts the discs that stand on the board.
    fn result(&self) -> Option<GameResult> {
        let ending = self.ending()?;
        let by_side = match ending {
            Ending::Rules(Outcome { score: Some(score), .. }) => score,
            _ => match self.position().tally() {
                Some(tally) => tally.map(|n| Points::whole(n as i32)),
                None => [Points::default(); 2],
            },
        };
        Some(GameResult {
            winner: ending.winner().map(|side| self.player(side)),
            score: [0, 1].map(|player| by_side[self.side_of(player).index()]),
        })
    }

    /// Carries out an order.
    ///
    /// # Errors
    /// Says why not; then nothing has changed.
    pub fn apply(&mut self, order: Order) -> Result<Change, Refused> {
        match order {
            Order::Play(mv) => self.play(mv),
            Order::Undo => self.take_back(self.undo_target()),
            Order::UndoAll => {
                let path = self.tree.path(self.current);
                self.take_back(path.into_iter().find(|&node| self.is_choice(node)))
            }
            Order::Redo => self.go_forward(self.redo_target()),
            Order::RedoAll => self.go_forward(Some(self.tip)),
            Order::Resign(side) => self.end(Ending::Resigned(side)),
            Order::OfferDraw(side) => {
                self.refuse_if_over()?;
                if self.offer.is_some() {
                    return Err(Refused::NoOffer);
                }
                self.offer = Some(side);
                Ok(Change::DrawOffered(side))
            }
            Order::AnswerDraw(accepted) => {
                let by = self.offer.ok_or(Refused::NoOffer)?;
                if accepted {
                    return self.end(Ending::Agreed);
                }
                self.offer = None;
                Ok(Change::DrawDeclined(by.other()))
            }
            Order::Pause(paused) => {
                self.refuse_if_over()?;
                self.paused = paused && self.is_computers_only();
                Ok(Change::Paused(self.paused))
            }
            Order::NextGame => self.next_game(),
        }
    }

    /// Lets time pass for the side to move. Tells if it ran out.
    pub fn tick(&mut self, elapsed: u64) -> Option<Change> {
        if self.paused || self.ending().is_some() {
            return None;
        }
        let side = self.side_to_move();
        if self.clock.advance(side, elapsed) {
            return None;
        }
        self.end(Ending::OutOfTime(side)).ok()
    }

    fn refuse_if_over(&self) -> Result<(), Refused> {
        if self.ending().is_some() { Err(Refused::GameOver) } else { Ok(()) }
    }

    fn play(&mut self, mv: Move) -> Result<Change, Refused> {
        self.refuse_if_over()?;
        let side = self.side_to_move();
        let node = self.tree.play(self.current, mv).map_err(Refused::Rules)?;
        self.clock.press(side);
        self.tree.set_clock(node, Side::BOTH.map(|side| self.clock.reading(side)));
        self.current = node;
        if !self.tree.path(self.tip).contains(&node) {
            self.tip = node;
        }
        self.offer = None;
        Ok(Change::Moved(side, mv))
    }

    fn end(&mut self, ending: Ending) -> Result<Change, Refused> {
        self.refuse_if_over()?;
        self.early = Some(ending);
        self.offer = None;
        Ok(Change::Ended(ending))
    }

    /// Whether someone has a choice to make at this node, so that undo and
    /// redo stop there: a person, or anyone if only computers play.
    fn is_choice(&self, node: NodeId) -> bool {
        let position = self.tree.position(node);
        forced(position).is_none()
            && (self.is_computers_only() || self.seat(position.side_to_move()) == Seat::Human)
    }

    fn undo_target(&self) -> Option<NodeId> {
        let path = self.tree.path(self.current);
        // A game ended early stands where it was before the end.
        let before = if self.early.is_some() { &path[..] } else { &path[..path.len() - 1] };
        before.iter().rev().copied().find(|&node| self.is_choice(node))
    }

    fn redo_target(&self) -> Option<NodeId> {
        let line = self.line();
        let ahead = line.iter().copied().skip(self.tree.ply(self.current) + 1);
        ahead.clone().find(|&node| self.is_choice(node)).or_else(|| ahead.last())
    }

    pub(super) fn take_back(&mut self, target: Option<NodeId>) -> Result<Change, Refused> {
        let target = target.ok_or(Refused::NothingToUndo)?;
        if target == self.current && self.early.is_none() {
            return Err(Refused::NothingToUndo);
        }
        let plies = self.tree.ply(self.current) - self.tree.ply(target);
        self.seek(target);
        Ok(Change::TookBack(plies))
    }

    fn go_forward(&mut self, target: Option<NodeId>) -> Result<Change, Refused> {
        let target = target.filter(|&node| node != self.current).ok_or(Refused::NothingToRedo)?;
        let plies = self.tree.ply(target) - self.tree.ply(self.current);
        self.seek(target);
        Ok(Change::Redid(plies))
    }

    /// Stands at another node of the line, with the clocks as they were.
    fn seek(&mut self, node: NodeId) {
        self.current = node;
        self.early = None;
        self.offer = None;
        // Computers would play on at once and undo would have no effect.
        self.paused = self.is_computers_only();
        self.clock = match self.tree.clock(node) {
            Some(faces) => Clock::restore(self.setup.time, faces),
            None => Ok(Clock::new(self.setup.time)),
        }
        .unwrap_or_else(|_| Clock::new(self.setup.time));
    }

    fn next_game(&mut self) -> Result<Change, Refused> {
        let result = self.result().filter(|_| !self.is_last_game()).ok_or(Refused::NoNextGame)?;
        let mut next = Session::new(self.setup.clone()).map_err(|_| Refused::NoNextGame)?;
        next.results = self.results.clone();
        next.results.push(result);
        *self = next;
        Ok(Change::Began)
    }
}

/// The only legal move, if it is one that a player need not choose: a pass.
fn forced(position: &AnyPosition) -> Option<Move> {
    match position.legal_moves()[..] {
        [Move::Pass] => Some(Move::Pass),
        _ => None,
    }
}
