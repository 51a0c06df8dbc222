//! The tree builder shared by the readers of all formats.

use thiserror::Error;

use super::Format;
use crate::core::{Decision, Move, Point, Side};
use crate::games::{Game, IllegalMove, OptionValue, Options, SetupError};
use crate::record::cursor::TreeCursor;
use crate::record::{Annotations, GameTree, NodeAction, NodeId};

/// Plies that records often omit, in the order in which they are tried: a
/// pass, resuming play after two passes, or both.
const OMITTED_PLIES: [&[Move]; 3] = [
    &[Move::Pass],
    &[Move::Decide(Decision::ResumePlay)],
    &[Move::Decide(Decision::ResumePlay), Move::Pass],
];

/// Property with the moves of a record that cannot be played after a node, as
/// tokens of PGN: moves, variations in parentheses, comments in braces.
pub(super) const PAST_END: &str = "BEYOND";

/// Reason for which a stone or disc of a record cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PlaceError {
    /// The rules refuse it.
    #[error(transparent)]
    Rules(#[from] IllegalMove),
    /// The record has it of the colour that is not to move.
    #[error("It is the other side's turn.")]
    OtherSidesTurn,
}

/// A tree with the node at which a reader is.
#[derive(Debug)]
pub(super) struct TreeBuilder {
    pub(super) tree: GameTree,
    /// Records moves after the end of a game at its last node instead of
    /// returning an error: people play on through repetitions that end a game
    /// by the rules.
    pub(super) lenient: bool,
    cursor: TreeCursor,
}

/// An option's value that is a word.
pub(super) fn word_choice(word: &str) -> OptionValue {
    OptionValue::Word(word.to_owned())
}

impl TreeBuilder {
    /// A builder at the root, from this starting position if one is given.
    pub(super) fn new(
        game: &'static dyn Game,
        options: Options,
        start: Option<&str>,
    ) -> Result<TreeBuilder, SetupError> {
        let tree = match start {
            Some(text) => GameTree::from_position(game, options, text)?,
            None => GameTree::new(game, options)?,
        };
        Ok(TreeBuilder { cursor: TreeCursor::new(&tree), tree, lenient: false })
    }

    /// A builder for the one game of a format.
    pub(super) fn for_format(
        format: &Format,
        options: Options,
        start: Option<&str>,
    ) -> Result<TreeBuilder, SetupError> {
        let game = format.games().next();
        let game = game.ok_or_else(|| {
            SetupError::Position(format!("there is no game of the format {}", format.id))
        })?;
        TreeBuilder::new(game, options, start)
    }

    /// The current node.
    pub(super) fn node(&self) -> NodeId {
        self.cursor.node()
    }

    /// The position of the current node.
    pub(super) fn position(&self) -> &crate::games::AnyPosition {
        self.cursor.position()
    }

    /// The annotations of the current node.
    pub(super) fn annotations(&mut self) -> &mut Annotations {
        self.tree.annotations_mut(self.cursor.node())
    }

    /// Stores the current position for a later return.
    pub(super) fn checkpoint(&mut self) {
        self.cursor.checkpoint();
    }

    /// Moves to a node.
    pub(super) fn go_to(&mut self, node: NodeId) {
        self.cursor.go_to(&self.tree, node);
    }

    /// Plays a move.
    pub(super) fn play(&mut self, mv: Move) -> Result<NodeId, IllegalMove> {
        match self.cursor.play(&mut self.tree, mv) {
            Err(refusal) => {
                let number = self.position().board().first_rank_number;
                let name =
                    |at: Point| format!("{}{}", char::from(b'a' + at.file), at.rank + number);
                let text = match mv {
                    Move::Place(at) => name(at),
                    Move::FromTo { from, to, .. } => name(from) + &name(to),
                    Move::Pass | Move::Decide(_) => "pass".to_owned(),
                };
                self.play_past_end(&text, refusal)
            }
            made => made,
        }
    }

    /// Carries out an action of any kind; `None` if it cannot be carried out.
    pub(super) fn execute(&mut self, action: &NodeAction) -> Option<NodeId> {
        self.cursor.execute(&mut self.tree, action)
    }

    /// Plays a move given in the game's notation.
    pub(super) fn play_text(&mut self, text: &str) -> Result<NodeId, IllegalMove> {
        match self.position().parse_move(text) {
            Ok(mv) => self.play(mv),
            Err(refusal) => self.play_past_end(text, refusal),
        }
    }

    /// True if the record has moves past the end of the game here.
    pub(super) fn is_past_end(&self) -> bool {
        !self.tree.annotations(self.node()).property(PAST_END).is_empty()
    }

    /// Records an illegal move if it is one after the end of the game.
    fn play_past_end(&mut self, text: &str, refusal: IllegalMove) -> Result<NodeId, IllegalMove> {
        if !self.lenient || self.position().outcome().is_none() {
            return Err(refusal);
        }
        self.add_past_end(text);
        Ok(self.node())
    }

    /// Records a move that cannot be played, or one after such a move, as a
    /// property of the current node.
    pub(super) fn add_past_end(&mut self, text: &str) {
        self.annotations().add_property(PAST_END, text.chars().take(60).collect());
    }

    /// Places a stone or disc of this colour, or of the side to move,
    /// inserting plies that records omit.
    pub(super) fn place(&mut self, colour: Option<Side>, at: Point) -> Result<NodeId, PlaceError> {
        let fits = |plies: &[Move]| {
            let mut probe = self.position().clone();
            for &ply in plies {
                probe.play(ply)?;
            }
            probe.play(Move::Place(at))?;
            let stands = probe.piece_at(at).map(|piece| piece.side);
            match (colour, stands) {
                (Some(wanted), Some(stands)) if wanted != stands => Err(PlaceError::OtherSidesTurn),
                _ => Ok(()),
            }
        };
        if let Err(refusal) = fits(&[]) {
            let Some(plies) = OMITTED_PLIES.iter().find(|plies| fits(plies).is_ok()) else {
                let over = self.position().outcome().is_some();
                return if over { Ok(self.play(Move::Place(at))?) } else { Err(refusal) };
            };
            for &ply in *plies {
                self.play(ply)?;
            }
        }
        Ok(self.play(Move::Place(at))?)
    }
}
