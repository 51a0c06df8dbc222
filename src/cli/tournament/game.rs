//! One game of a match, as its arbiter sees it.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::openings::Opening;
use super::player::{Player, unasked_move};
use crate::core::{Clock, Move, Outcome, Side, TimeControl};
use crate::engines::{EngineAction, EngineError, EngineLimits, FailureKind};
use crate::games::{AnyPosition, Game, IllegalMove, Options, game_over_key};
use crate::record::analysis::{empty_fraction, evaluation_of_value, win_probability};
use crate::record::{FileError, GameTree, InfoField, NodeId};
use crate::search::Limits;

/// A longer game, in plies, counts as a draw.
const MOST_PLIES: usize = 2000;

/// The bounds of the players' thinking.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// Bounds of each move.
    pub(super) limits: Limits,
    /// The clocks of the game.
    pub(super) control: TimeControl,
    /// Time beyond its limit that a player is granted.
    pub(super) margin: Duration,
    /// Time beyond the limit after which an engine is ended.
    pub(super) grace: Duration,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum EndingKind {
    /// By the rules of the game.
    Rules,
    /// Both players agreed on the result.
    Adjudication,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// A player did not answer at all.
    Hang,
    /// A player's program ended or could not be started.
    Crash,
    /// A player's program broke the protocol.
    Protocol,
    /// A player played an illegal move or none.
    IllegalMove,
    /// The game was too long.
    TooLong,
}

impl EndingKind {
    /// True if a player failed, rather than played badly.
    fn is_failure(self) -> bool {
        match self {
            EndingKind::Rules
            | EndingKind::Adjudication
            | EndingKind::Resignation
            | EndingKind::TooLong => false,
            EndingKind::Time
            | EndingKind::Hang
            | EndingKind::Crash
            | EndingKind::Protocol
            | EndingKind::IllegalMove => true,
        }
    }
}

impl fmt::Display for EndingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndingKind::Rules => "ended by the rules",
            EndingKind::Adjudication => "adjudications",
            EndingKind::Resignation => "resignations",
            EndingKind::Time => "time forfeits",
            EndingKind::Hang => "hangs",
            EndingKind::Crash => "crashes",
            EndingKind::Protocol => "breaches of the protocol",
            EndingKind::IllegalMove => "illegal moves",
            EndingKind::TooLong => "games without an end",
        })
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ending {
    /// The side that won, of the player who began (0) or the other (1).
    pub(super) winner: Option<usize>,
    pub(super) kind: EndingKind,
    pub(super) text: String,
}

/// A game to be played.
pub(super) struct Pairing<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) options: &'a Options,
    pub(super) opening: &'a Opening,
    pub(super) pace: Pace,
    /// True if a game ends when both players agree on its result.
    pub(super) adjudicate: bool,
    /// The letters and texts of the players, the one who begins first.
    pub(super) names: [(&'a str, &'a str); 2],
    /// Number of the game, from 1.
    pub(super) number: u32,
    pub(super) seeds: [u64; 2],
}

/// The player of a side: 0 for the one who began.
fn seat_of(side: Side, position: &AnyPosition) -> usize {
    side.index() ^ usize::from(position.is_swapped())
}

/// The ending of a game on whose winner, or on a draw, both players agree.
fn adjudicated(winner: Option<Side>, position: &AnyPosition) -> Ending {
    let text = match winner {
        Some(_) => "both players take it for won",
        None => "both players take it for a draw",
    };
    Ending {
        winner: winner.map(|side| seat_of(side, position)),
        kind: EndingKind::Adjudication,
        text: text.to_owned(),
    }
}

/// The clocks by side, of clocks by who began.
fn clock_by_side(clock: Clock, position: &AnyPosition) -> Clock {
    let [a, b] = Side::BOTH.map(|side| clock.reading(side));
    let readings = if position.is_swapped() { [b, a] } else { [a, b] };
    Clock::restore(clock.control(), readings).unwrap_or(clock)
}

impl Pairing<'_> {
    /// Plays the game.
    ///
    /// # Errors
    /// When the game cannot begin so, or a player cannot be told it; no player loses by that.
    pub(super) fn play(
        &self,
        players: [&mut Player; 2],
    ) -> Result<(GameTree, Ending), EngineError> {
        let mut tree = match &self.opening.start {
            Some(text) => GameTree::from_position(self.game, self.options.clone(), text)?,
            None => GameTree::new(self.game, self.options.clone())?,
        };
        let ending = self.play_on(&mut tree, players)?;
        let names = self.names.map(|(_, text)| text);
        let result = match ending.winner {
            None => "1/2-1/2",
            Some(seat) => {
                // The winner's side at the end.
                let end = tree.main_line().last().unwrap_or_else(|| tree.root());
                let swapped = usize::from(tree.position(end).is_swapped());
                ["1-0", "0-1"][seat ^ swapped]
            }
        };
        let suffix = match ending.kind {
            EndingKind::Resignation => " R",
            EndingKind::Time | EndingKind::Hang => " T",
            kind if kind.is_failure() => " F",
            _ => "",
        };
        let info = tree.info_mut();
        info.set(InfoField::FirstPlayer, names[0]);
        info.set(InfoField::SecondPlayer, names[1]);
        info.set(InfoField::Event, "tianyuan match");
        info.set(InfoField::Round, &self.number.to_string());
        info.set(InfoField::Result, &format!("{result}{suffix}"));
        info.set(InfoField::Comment, &ending.text);
        Ok((tree, ending))
    }

    fn loss(&self, loser: usize, kind: EndingKind, why: &str) -> Ending {
        let (letter, text) = self.names[loser];
        let text = format!("{letter} {text} loses: {why}");
        Ending { winner: Some(1 - loser), kind, text }
    }

    /// The ending by a failure of a player; an error where it is none of the player's.
    fn failure(&self, loser: usize, error: EngineError) -> Result<Ending, EngineError> {
        let kind = match error.kind() {
            FailureKind::Crash => EndingKind::Crash,
            FailureKind::Hang => EndingKind::Hang,
            FailureKind::Protocol => EndingKind::Protocol,
            FailureKind::IllegalMove => EndingKind::IllegalMove,
            FailureKind::Request => return Err(error),
        };
        Ok(self.loss(loser, kind, &error.to_string()))
    }

    fn play_on(
        &self,
        tree: &mut GameTree,
        players: [&mut Player; 2],
    ) -> Result<Ending, EngineError> {
        for (seat, seed) in self.seeds.into_iter().enumerate() {
            if let Err(error) = players[seat].begin(self.game, seed) {
                return self.failure(seat, error);
            }
        }
        let mut clock = Clock::new(self.pace.control);
        let mut adjudication = Adjudication::default();
        let mut node = tree.root();
        for ply in 0..MOST_PLIES {
            let position = tree.position(node).clone();
            let legal = position.legal_moves();
            if legal.is_empty() {
                return Ok(self.ended(&position));
            }
            let given = self.opening.moves.get(ply).copied();
            if let Some(mv) = given.or_else(|| unasked_move(&position, &legal)) {
                node = tree.play(node, mv)?;
                continue;
            }
            let seat = seat_of(position.side_to_move(), &position);
            let limits = EngineLimits {
                search: self.pace.limits,
                clock: (self.pace.control != TimeControl::Unlimited)
                    .then(|| clock_by_side(clock, &position)),
            };
            let sequence = || tree.sequence(node);
            let chosen = players[seat].choose(&position, sequence, &limits, self.pace.grace);
            let choice = match chosen {
                Ok(choice) => choice,
                Err(error) => return self.failure(seat, error),
            };
            if let Some(over) = self.time_over(&mut clock, Side::BOTH[seat], choice.elapsed) {
                let why = format!("it used {:.1} s too much", over.as_secs_f64());
                return Ok(self.loss(seat, EndingKind::Time, &why));
            }
            let mv = match choice.action {
                EngineAction::Move(mv) => mv,
                EngineAction::Resign => {
                    return Ok(self.loss(seat, EndingKind::Resignation, "it resigned"));
                }
            };
            node = match tree.play(node, mv) {
                Ok(node) => node,
                Err(refusal) => return Ok(self.illegal(seat, &refusal)),
            };
            let evaluation =
                choice.score.map(|score| evaluation_of_value(&score, position.side_to_move()));
            tree.annotations_mut(node).evaluation = evaluation;
            let after = tree.position(node);
            let chance = || Some(win_probability(&evaluation?, empty_fraction(after)));
            if self.adjudicate
                && after.outcome().is_none()
                && let Some(winner) = adjudication.add(ply + 1, chance())
            {
                return Ok(adjudicated(winner, after));
            }
        }
        let text = format!("no end after {MOST_PLIES} plies");
        Ok(Ending { winner: None, kind: EndingKind::TooLong, text })
    }

    fn illegal(&self, seat: usize, refusal: &IllegalMove) -> Ending {
        self.loss(seat, EndingKind::IllegalMove, &format!("it played an illegal move: {refusal}"))
    }

    /// Takes the time of a move off the clock. Returns by how much it was too long, if it was
    /// by more than the margin.
    fn time_over(&self, clock: &mut Clock, seat: Side, elapsed: Duration) -> Option<Duration> {
        let Pace { limits, margin, .. } = self.pace;
        let left = clock.time_left(seat);
        let allowed = limits.time.into_iter().chain(left).min()?;
        if elapsed > allowed + margin {
            return Some(elapsed - allowed);
        }
        // The margin is not taken off the next move.
        let last = left.map(|left| left.saturating_sub(Duration::from_millis(1)));
        clock.advance(seat, last.map_or(elapsed, |last| elapsed.min(last)));
        clock.press(seat);
        None
    }

    /// The ending of a finished game.
    fn ended(&self, position: &AnyPosition) -> Ending {
        let outcome = position.outcome();
        let winner = outcome.and_then(|outcome| outcome.winner).map(|side| seat_of(side, position));
        let text = outcome.map_or_else(|| "unfinished".to_owned(), |outcome| self.text_of(outcome));
        Ending { winner, kind: EndingKind::Rules, text }
    }

    fn text_of(&self, outcome: Outcome) -> String {
        let reason = game_over_key(self.game, outcome.reason);
        match outcome.score {
            Some([first, second]) => format!("{reason} {first}-{second}"),
            None => reason,
        }
    }
}

/// A game that was played, as the file of a match keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PlayedGame {
    pub(super) result: GameResult,
    pub(super) tree: GameTree,
}

/// The result of a game of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameResult {
    /// Number of the game, from 1.
    pub(super) number: u32,
    /// The players by their places in the match, the one who began first.
    pub(super) players: [usize; 2],
    pub(super) ending: Ending,
}

impl GameResult {
    /// Points of the player who began, in half points.
    pub(super) fn half_points(&self) -> u32 {
        match self.ending.winner {
            None => 1,
            Some(0) => 2,
            Some(_) => 0,
        }
    }
}

/// Counts the endings that are failures of a player, by player.
pub(super) fn count_failures(games: &[GameResult]) -> BTreeMap<(usize, EndingKind), u32> {
    let mut counts = BTreeMap::new();
    for game in games {
        if let Some(winner) = game.ending.winner
            && game.ending.kind.is_failure()
        {
            *counts.entry((game.players[1 - winner], game.ending.kind)).or_insert(0) += 1;
        }
    }
    counts
}

/// The moves of a line from the root that a match begins with.
pub(super) fn opening_moves(tree: &GameTree, max_plies: usize) -> Result<Vec<Move>, FileError> {
    let line: Vec<NodeId> = tree.main_line().skip(1).take(max_plies).collect();
    let moves =
        line.iter().enumerate().map(|(n, node)| tree.move_at(*node).ok_or(FileError::SetUp(n + 1)));
    moves.collect()
}
