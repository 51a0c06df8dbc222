//! A game that the client follows: its log put together from segments, and the own action that is
//! on its way.

use std::collections::{BTreeMap, VecDeque};

use super::super::{
    Action, Actor, ChatLine, Deed, Entry, Id, Identity, Log, LogError, OnlineGame, PlayerId,
    Purpose, Refusal, SEGMENT, Segment, Signed, Terms, encode,
};
use crate::core::{Clock, Move, Side};
use crate::games::AnyPosition;

/// Segments of a game that are read; the longest game has far fewer.
const MAX_SEGMENTS: u32 = 4096;

/// An action that is sent, and has no entry yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The deed.
    pub deed: Deed,
    /// When the player did it, by the own clock.
    pub since: u64,
    /// A reason for which the referee cannot take it just now; it is sent again.
    pub held_up: Option<Refusal>,
    /// The message, which is sent again as it is.
    pub(super) signed: Signed,
    /// The entry that it follows.
    pub(super) after: super::super::Hash,
    pub(super) sent_at: u64,
    /// Number of times that it was sent again on this connection.
    pub(super) repeats: u32,
}

/// An action without an entry is sent again after so many milliseconds, and then each time after
/// twice as many, up to four times as many: a server that is slow has enough to do.
const RESEND_MS: u64 = 3_000;
const MAX_DOUBLINGS: u32 = 2;

impl Pending {
    /// When it is sent again.
    pub(super) fn again_at(&self) -> u64 {
        self.sent_at.saturating_add(RESEND_MS << self.repeats.min(MAX_DOUBLINGS))
    }
}

/// A game that is played or watched.
#[derive(Clone, Debug)]
pub struct FollowedGame {
    /// Its number.
    pub id: Id,
    /// The game; `None` until its terms have come.
    pub game: Option<OnlineGame>,
    /// The own side; `None` for those who watch.
    pub side: Option<Side>,
    /// The own action that the log does not have yet.
    pub pending: Option<Pending>,
    /// Deed of the player meanwhile: it is sent once the pending action is settled.
    pub(super) next: Option<Deed>,
    /// The referee's clock less the own, in milliseconds; `None` until it is measured.
    pub clock_offset: Option<i64>,
    /// True if the opponent is here; `None` for those who watch.
    pub opponent_is_here: Option<bool>,
    /// The time to the referee and back in milliseconds; `None` while there is no connection.
    pub round_trip_ms: Option<u32>,
    /// The same of the opponent, as they have measured it last; `None` while it is not known.
    pub opponent_round_trip_ms: Option<u32>,
    /// The last lines of the players, and of those who watch where they may be read.
    pub chat: VecDeque<ChatLine>,
    /// True if the opponent wants to play again.
    pub rematch_is_offered: bool,
    parts: BTreeMap<u32, Part>,
    /// The own clock when the turn began or went on: when the position was shown.
    shown_at: u64,
}

/// A segment that is kept.
#[derive(Clone, Debug)]
struct Part {
    office: u32,
    terms: Option<Terms>,
    entries: Vec<Entry>,
}

impl FollowedGame {
    pub(super) fn new(id: Id) -> FollowedGame {
        FollowedGame {
            id,
            game: None,
            side: None,
            pending: None,
            next: None,
            clock_offset: None,
            opponent_is_here: None,
            round_trip_ms: None,
            opponent_round_trip_ms: None,
            chat: VecDeque::new(),
            rematch_is_offered: false,
            parts: BTreeMap::new(),
            shown_at: 0,
        }
    }

    /// The own move that is shown although the log does not have it yet.
    #[must_use]
    pub fn pending_move(&self) -> Option<Move> {
        match self.pending.as_ref()?.deed {
            Deed::Play(mv) => Some(mv),
            _ => None,
        }
    }

    /// The position that is shown: with the own move that is on its way.
    #[must_use]
    pub fn shown_position(&self) -> Option<AnyPosition> {
        let mut position = self.game.as_ref()?.position().clone();
        if let Some(mv) = self.pending_move() {
            // A pending move is checked before it is sent, and dropped when it no longer fits.
            let _ = position.play(mv);
        }
        Some(position)
    }

    /// True if the player is to move and has not done so.
    #[must_use]
    pub fn is_own_turn(&self) -> bool {
        self.pending_move().is_none()
            && self.game.as_ref().is_some_and(|game| {
                game.finish().is_none() && Some(game.side_to_move()) == self.side
            })
    }

    /// True once it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.finish().is_some())
    }

    /// True for an own game with a clock that runs, where both players are there as a rule.
    pub(super) fn is_live(&self) -> bool {
        let of_players = |game: &OnlineGame| game.terms().time.is_live() && game.finish().is_none();
        self.side.is_some() && self.game.as_ref().is_some_and(of_players)
    }

    /// The clocks at `now` by the own clock. With the own move on its way the clocks
    /// stand as they were when it was made.
    #[must_use]
    pub fn clock(&self, now: u64) -> Option<Clock> {
        let game = self.game.as_ref()?;
        let now = match &self.pending {
            Some(Pending { deed: Deed::Play(_), since, .. }) => now.min(*since),
            _ => now,
        };
        let since_beginning = match self.clock_offset {
            Some(offset) => now.saturating_add_signed(offset).saturating_sub(game.terms().began),
            None => game.turn_began().saturating_add(now.saturating_sub(self.shown_at)),
        };
        Some(game.clock_at(since_beginning))
    }

    /// The opponent of the player.
    #[must_use]
    pub fn opponent(&self) -> Option<PlayerId> {
        let other = self.side?.other();
        Some(self.game.as_ref()?.terms().players[other.index()].player)
    }

    /// True if what those who watch say may be read: not by who plays, until the game is over.
    pub(super) fn hears_watchers(&self) -> bool {
        self.game.as_ref().is_some_and(|game| self.side.is_none() || game.finish().is_some())
    }

    /// Takes a part of the log: whether the game goes on by it, or why a part does not prove
    /// itself, which is then as if it had not come.
    pub(super) fn take(&mut self, segment: Segment, me: PlayerId, now: u64) -> Taken {
        let Segment { office, number, terms, entries } = segment;
        let first = number as usize * SEGMENT + 1;
        let refused = |error| Taken { goes_on: false, error: Some(error) };
        if number >= MAX_SEGMENTS || entries.len() > SEGMENT {
            return refused(LogError::Deed(first));
        }
        let is_newer = self.parts.get(&number).is_none_or(|part| {
            office > part.office || office == part.office && entries.len() > part.entries.len()
        });
        if !is_newer {
            return Taken { goes_on: false, error: None };
        }
        let known = self.game.as_ref().map(|game| game.terms().hash());
        let is_another = terms.as_ref().is_some_and(|terms| {
            terms.id != self.id || known.is_some_and(|hash| terms.hash() != hash)
        });
        if is_another || number == 0 && terms.is_none() {
            return refused(LogError::Link(first));
        }
        let mut before = self.parts.insert(number, Part { office, terms, entries });
        let mut error = None;
        loop {
            match self.rebuild() {
                Ok(None) => return Taken { goes_on: false, error },
                Ok(Some(game)) => {
                    self.side = game.side_of(me);
                    let turn = |game: &OnlineGame| (game.turn_began(), game.node());
                    // An offer in the middle of a turn shows no other position.
                    if self.game.as_ref().map(turn) != Some(turn(&game)) {
                        self.shown_at = now;
                    }
                    self.game = Some(game);
                    return Taken { goes_on: true, error };
                }
                Err(wrong) => {
                    // The part that is wrong may have come earlier than the one that shows it.
                    let part = match wrong {
                        LogError::Action { number, .. }
                        | LogError::Link(number)
                        | LogError::Deed(number) => ((number - 1) / SEGMENT) as u32,
                        LogError::Game(_) | LogError::Setup(_) => 0,
                    };
                    error = Some(wrong);
                    self.parts.remove(&part);
                    if let Some(before) = before.take_if(|_| part == number) {
                        self.parts.insert(number, before);
                    }
                }
            }
        }
    }

    /// The game by the parts that follow one another, unless it is the one that stands.
    fn rebuild(&self) -> Result<Option<OnlineGame>, LogError> {
        let Some(terms) = self.parts.get(&0).and_then(|part| part.terms.clone()) else {
            return Ok(None);
        };
        let mut entries: Vec<&Entry> = Vec::new();
        for number in 0.. {
            let Some(part) = self.parts.get(&number) else { break };
            // A referee that took the game over goes on from what it found: what its
            // predecessor wrote after that is nothing.
            let follows = match (entries.last(), part.entries.first()) {
                (Some(last), Some(next)) => next.after == last.hash(),
                _ => true,
            };
            if !follows && self.parts[&(number - 1)].office > part.office {
                break;
            }
            entries.extend(&part.entries);
            if part.entries.len() < SEGMENT {
                break;
            }
        }
        // Almost always the log only grows, and what is checked already is not checked again.
        let standing = self.game.as_ref().map(|game| &game.log().entries[..]);
        let grows = standing.is_some_and(|standing| {
            standing.len() <= entries.len()
                && standing.iter().zip(&entries).all(|(old, new)| old == *new)
        });
        if let (Some(game), true) = (&self.game, grows) {
            let known = game.log().entries.len();
            if known == entries.len() {
                return Ok(None);
            }
            let mut game = game.clone();
            for entry in &entries[known..] {
                game.append((*entry).clone())?;
            }
            return Ok(Some(game));
        }
        let entries = entries.into_iter().cloned().collect();
        OnlineGame::from_log(Log { terms, entries }).map(Some)
    }

    /// Signs an action of the player, for the first time or anew because the log went on.
    pub(super) fn act(&mut self, identity: &Identity, deed: Deed, now: u64) -> Result<(), Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::Unknown)?;
        let side = self.side.ok_or(Refusal::NotYours)?;
        game.check(Actor::Player(side), deed)?;
        let after = game.last();
        let thought = now.saturating_sub(self.shown_at).try_into().unwrap_or(u32::MAX);
        let action = Action { game: self.id, after, deed, thought };
        let signed = Signed::new(identity, Purpose::Action, &action);
        self.pending = Some(Pending {
            deed,
            since: now,
            held_up: None,
            signed,
            after,
            sent_at: now,
            repeats: 0,
        });
        Ok(())
    }

    /// The message of the pending action.
    pub(super) fn pending_bytes(&self) -> Option<Vec<u8>> {
        self.pending.as_ref().map(|pending| encode(&pending.signed))
    }

    /// Looks at the pending action after the log has changed: whether it stands in it, or has to
    /// be signed anew since something else came between.
    pub(super) fn settle(&mut self, identity: &Identity, now: u64) -> Settled {
        let (Some(game), Some(pending)) = (&self.game, &self.pending) else {
            return Settled::Unchanged;
        };
        if game.log().entries.iter().rev().any(|entry| entry.action == pending.signed) {
            self.pending = None;
            return Settled::Done;
        }
        if game.last() == pending.after {
            return Settled::Unchanged;
        }
        // A move is meant for the position in which it was made and for no other.
        let deed = pending.deed;
        let has_moved_on = game
            .log()
            .entries
            .iter()
            .rev()
            .take_while(|entry| entry.hash() != pending.after)
            .filter_map(|entry| entry.action.open::<Action>(Purpose::Action).ok())
            .any(|action| matches!(action.deed, Deed::Play(_) | Deed::AnswerTakeback(true)));
        self.pending = None;
        let refusal = match (deed, has_moved_on, game.finish()) {
            (_, _, Some(_)) => Refusal::GameOver,
            (Deed::Play(_), true, _) => Refusal::Outdated,
            _ => match self.act(identity, deed, now) {
                Ok(()) => return Settled::SignedAnew,
                Err(refusal) => refusal,
            },
        };
        Settled::Dropped(refusal)
    }
}

/// The fate of a pending action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// It is still on its way, or there is none.
    Unchanged,
    /// The log has it.
    Done,
    /// It was signed for the new end of the log and has to be sent.
    SignedAnew,
    /// It can no longer be done.
    Dropped(Refusal),
}

/// The fate of a segment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Taken {
    /// True if the game goes on by it.
    pub goes_on: bool,
    /// Why a part was not taken.
    pub error: Option<LogError>,
}
