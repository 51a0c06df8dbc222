//! How one position of a game came about, without anything else of the game.

use serde::{Deserialize, Serialize};

use super::{FileError, GameTree, NodeId};
use crate::core::Move;
use crate::games::{AnyPosition, Game, Options, registry};

/// The moves that lead to a position from the beginning of its game.
///
/// The same position reached by other moves is another sequence, since
/// repetitions depend on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequence {
    game: String,
    options: Options,
    /// Where the game does not begin as its options say.
    start: Option<String>,
    moves: Vec<Move>,
}

impl GameTree {
    /// How the position of this node came about.
    #[must_use]
    pub fn sequence(&self, node: NodeId) -> Sequence {
        Sequence {
            game: self.game().id().to_owned(),
            options: self.options().clone(),
            start: self.start_text().map(str::to_owned),
            moves: self.path(node).into_iter().filter_map(|node| self.move_at(node)).collect(),
        }
    }
}

impl Sequence {
    /// The game that is played.
    ///
    /// # Errors
    /// When this program does not know it.
    pub fn game(&self) -> Result<&'static dyn Game, FileError> {
        registry::find(&self.game).ok_or_else(|| FileError::UnknownGame(self.game.clone()))
    }

    /// The position that it leads to.
    ///
    /// # Errors
    /// When the program does not know the game or its rules forbid a move;
    /// never for one that [`GameTree::sequence`] gave.
    pub fn position(&self) -> Result<AnyPosition, FileError> {
        let game = self.game()?;
        let mut position = match &self.start {
            Some(text) => game.position(&self.options, text)?,
            None => game.start(&self.options)?,
        };
        for (index, mv) in self.moves.iter().enumerate() {
            position.play(*mv).map_err(|refusal| FileError::Move {
                number: index + 1,
                text: format!("{mv:?}"),
                refusal,
            })?;
        }
        Ok(position)
    }

    /// The game up to that position. Its nodes are numbered as their moves
    /// follow each other, the root being 0.
    ///
    /// # Errors
    /// As [`Sequence::position`].
    pub fn tree(&self) -> Result<GameTree, FileError> {
        let game = self.game()?;
        let mut tree = match &self.start {
            Some(text) => GameTree::from_position(game, self.options.clone(), text)?,
            None => GameTree::new(game, self.options.clone())?,
        };
        let mut at = tree.root();
        for (index, mv) in self.moves.iter().enumerate() {
            at = tree.play(at, *mv).map_err(|refusal| FileError::Move {
                number: index + 1,
                text: format!("{mv:?}"),
                refusal,
            })?;
        }
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let read: Sequence = ron::from_str(&written).unwrap();
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
        let moves = vec![Move::Place("d3".parse().unwrap()), Move::Place("d3".parse().unwrap())];
        let game = "reversi".to_owned();
        let wrong = Sequence { game, options: Options::default(), start: None, moves };
        assert!(matches!(wrong.position(), Err(FileError::Move { number: 2, .. })));
        assert!(matches!(wrong.tree(), Err(FileError::Move { number: 2, .. })));
        let unknown = Sequence { game: "checkers".to_owned(), ..wrong };
        assert!(matches!(unknown.position(), Err(FileError::UnknownGame(_))));
    }
}
