//! Premoves: a move that a person chooses while the opponent thinks, and that is played as
//! soon as it is their turn.

use bevy::prelude::*;

use super::cursor::{Cursor, Premove};
use super::{BoardSystems, RuleHints, board_is_shown, has_own_halves};
use crate::app::session::{ActiveSession, MoveSource, PlayerKind, Session, SessionCommand, Turn};
use crate::app::settings::Settings;
use crate::core::{Move, Point, Side};
use crate::games::AnyPosition;
use crate::record::NodeId;

impl Premove {
    /// The move in a position: the usual one of several promotions. One that is not legal
    /// there is returned as well, for the rules to refuse.
    fn resolve(&self, position: &AnyPosition) -> Move {
        let fits = |mv: &Move| match *mv {
            Move::FromTo { from, to, .. } => Some(from) == self.from && to == self.to,
            Move::Place(at) => self.from.is_none() && at == self.to,
            Move::Decide(_) | Move::Pass => false,
        };
        // The most valuable piece is the last choice.
        position.legal_moves().into_iter().rfind(fits).unwrap_or(match self.from {
            Some(from) => Move::FromTo { from, to: self.to, promotion: None },
            None => Move::Place(self.to),
        })
    }
}

/// The side of the person who can choose a move in advance now: their opponent, who is not a
/// person at this device, is to move, and the settings allow it.
pub fn premoving_side(active_session: &ActiveSession, settings: &Settings) -> Option<Side> {
    let session = active_session.played()?;
    let side = session.side_to_move().other();
    let waits = session.turn().is_others() && session.player_kind(side) == PlayerKind::Human;
    // By itself in games of pieces: a stone placed in advance is rarely what was meant.
    let is_usual = has_own_halves(session.tree().start());
    (waits && settings.premoves.applies(is_usual)).then_some(side)
}

/// Returns true in positions whose moves are those of pieces.
pub(super) fn is_moved(position: &AnyPosition) -> bool {
    position.legal_moves().iter().any(|mv| matches!(mv, Move::FromTo { .. }))
}

/// Plans a move for the person's next turn.
pub(super) fn plan(
    from: Option<Point>,
    to: Point,
    active_session: &ActiveSession,
    cursor: &mut Cursor,
) {
    let Some(session) = active_session.session() else { return };
    let (serial, node) = (active_session.serial(), session.current());
    cursor.clear();
    cursor.premove = Some(Premove { serial, node, from, to });
}

/// Handles the choice of a point by the person whose opponent is to move: a piece and its
/// target, or the point of a stone, are planned; a further tap cancels that.
pub(super) fn plan_at(
    point: Point,
    side: Side,
    active_session: &ActiveSession,
    cursor: &mut Cursor,
) {
    let Some(session) = active_session.session() else { return };
    let planned = cursor.premove.take();
    let selected = cursor.selected.take();
    let position = session.position();
    let is_own = position.piece_at(point).is_some_and(|piece| piece.side == side);
    match (is_moved(position), selected) {
        (true, Some(from)) if from == point => {}
        (true, _) if is_own => cursor.selected = Some(point),
        (true, Some(from)) if planned.is_none() => {
            plan(Some(from), point, active_session, cursor);
        }
        (false, _) if planned.is_none() && position.piece_at(point).is_none() => {
            plan(None, point, active_session, cursor);
        }
        _ => {}
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, play_premove.in_set(BoardSystems::Animate).run_if(board_is_shown));
}

/// Plays the premove once its turn has come. One that the rules punish is shown first, as if
/// it had been tapped once.
fn play_premove(
    active_session: Res<ActiveSession>,
    rule_hints: Res<RuleHints>,
    mut cursor: ResMut<Cursor>,
    mut commands: MessageWriter<SessionCommand>,
) {
    let Some(premove) = cursor.premove else { return };
    let session = active_session.played();
    let Some(session) = session.filter(|_| premove.serial == active_session.serial()) else {
        cursor.premove = None;
        return;
    };
    let is_next = follows(session, premove.node);
    if is_next && session.turn().is_others() {
        return;
    }
    cursor.premove = None;
    if !is_next || session.turn() != Turn::Human {
        return;
    }
    let mv = premove.resolve(session.position());
    if rule_hints.needs_confirmation(mv) {
        cursor.selected = premove.from;
        cursor.pending_confirm = Some(mv);
    } else {
        commands.write(SessionCommand::Play(mv, MoveSource::Human));
    }
}

/// Returns true if only the opponent has moved since this node.
fn follows(session: &Session, node: NodeId) -> bool {
    let (tree, path) = (session.tree(), session.tree().path(session.current()));
    let Some(place) = path.iter().position(|&at| at == node) else { return false };
    let opponent = tree.position(node).side_to_move();
    path[place..path.len() - 1].iter().all(|&at| tree.position(at).side_to_move() == opponent)
}
