//! The move sequence that leads to one position of a game.

use serde::{Deserialize, Serialize};

use super::{FileError, GameTree, NodeAction, NodeId};
use crate::games::{AnyPosition, Game, Options, registry};

/// The starting position and the moves that lead to a position, as UCI's
/// `position … moves …`, with what a record may have between them.
///
/// The same position reached by other moves is another sequence, since
/// repetition rules depend on the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveSequence {
    game: String,
    options: Options,
    /// Starting position, where it is not the one that the options give.
    start: Option<String>,
    actions: Vec<NodeAction>,
}

impl GameTree {
    /// The moves that lead to the position of this node.
    #[must_use]
    pub fn sequence(&self, node: NodeId) -> MoveSequence {
        MoveSequence {
            game: self.game().id().to_owned(),
            options: self.options().clone(),
            start: self.start_text().map(str::to_owned),
            actions: self.path(node).into_iter().filter_map(|node| self.action(node)).collect(),
        }
    }
}

impl MoveSequence {
    /// The game that is played.
    ///
    /// # Errors
    /// When this program does not know it.
    pub fn game(&self) -> Result<&'static dyn Game, FileError> {
        registry::find(&self.game).ok_or_else(|| FileError::UnknownGame(self.game.clone()))
    }

    /// The options of the game.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Actions that lead from the starting position to its end.
    #[must_use]
    pub fn actions(&self) -> &[NodeAction] {
        &self.actions
    }

    /// The position at its beginning.
    ///
    /// # Errors
    /// When the program does not know the game or it cannot begin so.
    pub fn start(&self) -> Result<AnyPosition, FileError> {
        let game = self.game()?;
        Ok(match &self.start {
            Some(text) => game.position(&self.options, text)?,
            None => game.start(&self.options)?,
        })
    }

    /// The position at its end.
    ///
    /// # Errors
    /// When the program does not know the game or an action cannot be carried
    /// out; never for one that [`GameTree::sequence`] gave.
    pub fn position(&self) -> Result<AnyPosition, FileError> {
        let mut position = self.start()?;
        for (index, action) in self.actions.iter().enumerate() {
            if !action.apply(&mut position) {
                return Err(refusal(index, action, &position));
            }
        }
        Ok(position)
    }

    /// A tree with these moves as its main line. Its nodes are numbered in
    /// that order, the root being 0.
    ///
    /// # Errors
    /// As [`MoveSequence::position`].
    pub fn tree(&self) -> Result<GameTree, FileError> {
        let game = self.game()?;
        let mut tree = match &self.start {
            Some(text) => GameTree::from_position(game, self.options.clone(), text)?,
            None => GameTree::new(game, self.options.clone())?,
        };
        let mut at = tree.root();
        for (index, action) in self.actions.iter().enumerate() {
            let next = tree.execute(at, action);
            at = next.ok_or_else(|| refusal(index, action, tree.position(at)))?;
        }
        Ok(tree)
    }
}

/// The error of an action that cannot be carried out in this position.
fn refusal(index: usize, action: &NodeAction, position: &AnyPosition) -> FileError {
    let number = index + 1;
    match action {
        NodeAction::Move(mv) => match position.check(*mv) {
            Err(refusal) => FileError::Move { number, text: format!("{mv:?}"), refusal },
            Ok(()) => FileError::SetUp(number),
        },
        NodeAction::Forced(_) | NodeAction::SetUp(_) => FileError::SetUp(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Move;

    #[test]
    fn a_sequence_leads_to_the_same_position_and_survives_being_written() {
        for game in registry::GAMES {
            let mut tree = GameTree::new(*game, Options::default()).unwrap();
            let mut at = tree.root();
            for ply in 0..12 {
                let moves = tree.position(at).legal_moves();
                let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
                at = tree.play(at, *mv).unwrap();
            }
            let sequence = tree.sequence(at);
            let written = ron::to_string(&sequence).unwrap();
            let read: MoveSequence = ron::from_str(&written).unwrap();
            assert_eq!(read, sequence, "{}", game.id());
            let position = read.position().unwrap();
            assert_eq!(position.key(), tree.position(at).key(), "{}", game.id());
            assert_eq!(position.text(), tree.position(at).text(), "{}", game.id());
            let again = read.tree().unwrap();
            assert_eq!(again.main_line().count(), tree.main_line().count(), "{}", game.id());
        }
    }

    #[test]
    fn a_sequence_that_breaks_the_rules_says_which_move_does() {
        let place = || NodeAction::Move(Move::Place("d3".parse().unwrap()));
        let actions = vec![place(), place()];
        let game = "reversi".to_owned();
        let invalid = MoveSequence { game, options: Options::default(), start: None, actions };
        assert!(matches!(invalid.position(), Err(FileError::Move { number: 2, .. })));
        assert!(matches!(invalid.tree(), Err(FileError::Move { number: 2, .. })));
        let unknown = MoveSequence { game: "checkers".to_owned(), ..invalid };
        assert!(matches!(unknown.position(), Err(FileError::UnknownGame(_))));
    }
}
