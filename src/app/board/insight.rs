//! What the rules say of the position on the board beside its pieces: moves
//! that they punish, the row that won, a king in check. Worked out once for
//! each position, not for each frame.

use bevy::prelude::*;

use super::BoardSet;
use super::input::Cursor;
use crate::app::session::{Playing, Turn};
use crate::core::{Move, Point};
use crate::games::{Call, Row, Warning};

/// What the rules say of the position on the board.
#[derive(Resource, Default)]
pub struct Insight {
    /// The game, the position, and whether a person is to move in it.
    about: Option<(u64, u64, bool)>,
    warnings: Vec<Warning>,
    /// The complete rows that won.
    pub winning: Vec<Row>,
    /// The king that is attacked.
    pub threatened: Option<Point>,
}

impl Insight {
    /// What the rules make of this move, if anything.
    pub fn warning(&self, mv: Move) -> Option<&Warning> {
        self.warnings.iter().find(|warning| warning.mv == mv)
    }

    /// Moves that a person should not play unawares.
    pub fn doubtful(&self, mv: Move) -> bool {
        self.warning(mv).is_some_and(|warning| matches!(warning.call, Call::Loss | Call::Draw))
    }

    /// The warnings about moves that begin as far as `cursor` has chosen.
    pub fn shown<'a>(&'a self, cursor: &'a Cursor) -> impl Iterator<Item = &'a Warning> {
        self.warnings.iter().filter(move |warning| match warning.mv {
            Move::Travel { from, .. } => cursor.selected == Some(from),
            _ => true,
        })
    }

    /// The warning that a person looks at: of the move that was asked for
    /// once, or of the point under the pointer.
    pub fn explained<'a>(&'a self, cursor: &'a Cursor) -> Option<&'a Warning> {
        let at = cursor.aim.map(|aim| aim.point).or(cursor.keys).or(cursor.hover);
        let asked = cursor.doubted.and_then(|mv| self.warning(mv));
        asked.or_else(|| {
            self.shown(cursor).find(|warning| at.is_some() && warning.mv.target() == at)
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Insight>().add_systems(Update, look.in_set(BoardSet::Place));
}

fn look(playing: Res<Playing>, mut insight: ResMut<Insight>) {
    let Some(session) = playing.session() else {
        if insight.about.is_some() {
            *insight = Insight::default();
        }
        return;
    };
    let position = session.position();
    let human = session.turn() == Turn::Human;
    let about = Some((playing.serial(), position.key(), human));
    if insight.about == about {
        return;
    }
    *insight = Insight {
        about,
        warnings: if human { position.warnings() } else { Vec::new() },
        winning: position.winning_rows(),
        threatened: position.threatened(),
    };
}
