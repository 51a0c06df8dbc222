//! Rule hints for the position on the board: moves with a penalty, winning rows, a king
//! in check. Computed once for each position, not in each frame.

use bevy::prelude::*;

use super::BoardSystems;
use super::cursor::Cursor;
use super::drawing::losing_rows;
use crate::app::session::{ActiveSession, Turn};
use crate::core::{Move, Point};
use crate::games::{Ruling, Segment, Warning};

/// Rule hints for the position on the board.
#[derive(Resource, Default)]
pub struct RuleHints {
    /// Session serial, position key, and whether a person is to move.
    about: Option<(u64, u64, bool)>,
    warnings: Vec<Warning>,
    /// The complete winning rows.
    pub winning_rows: Vec<Segment>,
    /// The rows of the foul that lost the game.
    pub losing_rows: Vec<Segment>,
    /// The king in check.
    pub checked_king: Option<Point>,
}

impl RuleHints {
    /// The warning about this move, if there is one.
    pub fn warning(&self, mv: Move) -> Option<&Warning> {
        self.warnings.iter().find(|warning| warning.mv == mv)
    }

    /// Returns true for moves that lose or draw by the rules and so need confirmation.
    pub fn needs_confirmation(&self, mv: Move) -> bool {
        self.warning(mv)
            .is_some_and(|warning| matches!(warning.ruling, Ruling::Loss | Ruling::Draw))
    }

    /// The warnings about moves that are possible with the current selection.
    pub fn visible_warnings<'a>(&'a self, cursor: &'a Cursor) -> impl Iterator<Item = &'a Warning> {
        self.warnings.iter().filter(move |warning| match warning.mv {
            Move::FromTo { from, .. } => cursor.selected == Some(from),
            _ => true,
        })
    }

    /// The warning to explain: that of the move waiting for confirmation, or of the
    /// point under the pointer.
    pub fn focused_warning<'a>(&'a self, cursor: &'a Cursor) -> Option<&'a Warning> {
        let at = cursor.touch_aim.map(|aim| aim.point).or(cursor.keyboard).or(cursor.hover);
        let asked = cursor.pending_confirm.and_then(|mv| self.warning(mv));
        asked.or_else(|| {
            self.visible_warnings(cursor).find(|warning| at.is_some() && warning.mv.target() == at)
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RuleHints>().add_systems(Update, update_hints.in_set(BoardSystems::Layout));
}

fn update_hints(active_session: Res<ActiveSession>, mut rule_hints: ResMut<RuleHints>) {
    let Some(session) = active_session.session() else {
        if rule_hints.about.is_some() {
            *rule_hints = RuleHints::default();
        }
        return;
    };
    let position = session.position();
    let human = session.turn() == Turn::Human;
    let about = Some((active_session.serial(), position.key(), human));
    if rule_hints.about == about {
        return;
    }
    *rule_hints = RuleHints {
        about,
        warnings: if human { position.warnings() } else { Vec::new() },
        winning_rows: position.winning_rows(),
        losing_rows: losing_rows(session.tree(), session.current()),
        checked_king: position.checked_king(),
    };
}
