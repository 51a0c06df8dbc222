//! Games in the making: what the readers of all formats do to a tree.

use crate::core::{Decision, Move, Point, Side};
use crate::games::{Choice, Game, Options, Refusal, SetupError, registry};
use crate::record::replay::Replay;
use crate::record::{GameTree, NodeId, Notes};

/// Plies that records leave out, in the order in which they are tried: a
/// pass, the wish to go on after two passes, or both.
const LEFT_OUT: [&[Move]; 3] = [
    &[Move::Pass],
    &[Move::Decide(Decision::ResumePlay)],
    &[Move::Decide(Decision::ResumePlay), Move::Pass],
];

/// Property that holds the moves of a record beyond the end of the game.
const BEYOND: &str = "BEYOND";

/// A tree and the place in it at which a reader is.
#[derive(Debug)]
pub(super) struct Builder {
    pub(super) tree: GameTree,
    /// Whether moves after the end of a game are noted at its last node
    /// rather than refused: people play on through repetitions that end a
    /// game by the rules.
    pub(super) lenient: bool,
    replay: Replay,
}

/// The game of this id.
pub(super) fn find(id: &str) -> Result<&'static dyn Game, SetupError> {
    registry::find(id).ok_or_else(|| SetupError::Position(format!("there is no game {id}")))
}

/// A word as the value of an option.
pub(super) fn word(word: &str) -> Choice {
    Choice::Word(word.to_owned())
}

impl Builder {
    /// At the start of a game, from this position if one is given.
    pub(super) fn new(
        id: &str,
        options: Options,
        start: Option<&str>,
    ) -> Result<Builder, SetupError> {
        let game = find(id)?;
        let tree = match start {
            Some(text) => GameTree::from_position(game, options, text)?,
            None => GameTree::new(game, options)?,
        };
        Ok(Builder { replay: Replay::new(&tree), tree, lenient: false })
    }

    /// Where the reader is.
    pub(super) fn node(&self) -> NodeId {
        self.replay.node()
    }

    /// The position there.
    pub(super) fn position(&self) -> &crate::games::AnyPosition {
        self.replay.position()
    }

    /// What is written there.
    pub(super) fn notes(&mut self) -> &mut Notes {
        self.tree.notes_mut(self.replay.node())
    }

    /// Says that this place will be come back to.
    pub(super) fn keep(&mut self) {
        self.replay.keep();
    }

    /// Goes back to a node.
    pub(super) fn go(&mut self, node: NodeId) {
        self.replay.go(&self.tree, node);
    }

    /// Plays a move.
    pub(super) fn play(&mut self, mv: Move) -> Result<NodeId, Refusal> {
        match self.replay.play(&mut self.tree, mv) {
            Err(refusal) => {
                let number = self.position().board().first_number;
                let name =
                    |at: Point| format!("{}{}", char::from(b'a' + at.file), at.rank + number);
                let text = match mv {
                    Move::Place(at) => name(at),
                    Move::Travel { from, to, .. } => name(from) + &name(to),
                    Move::Pass | Move::Decide(_) => "pass".to_owned(),
                };
                self.note_beyond(&text, refusal)
            }
            made => made,
        }
    }

    /// Plays a move in the notation of the game.
    pub(super) fn play_text(&mut self, text: &str) -> Result<NodeId, Refusal> {
        match self.position().parse_move(text) {
            Ok(mv) => self.play(mv),
            Err(refusal) => self.note_beyond(text, refusal),
        }
    }

    /// Whether the record has gone beyond the end of the game here.
    pub(super) fn is_beyond(&self) -> bool {
        !self.tree.notes(self.node()).property(BEYOND).is_empty()
    }

    /// Notes a move that is refused because the game is over.
    fn note_beyond(&mut self, text: &str, refusal: Refusal) -> Result<NodeId, Refusal> {
        if !self.lenient || self.position().outcome().is_none() {
            return Err(refusal);
        }
        self.add_beyond(text);
        Ok(self.node())
    }

    /// Notes a move that the rules do not have, or one after such a move.
    pub(super) fn add_beyond(&mut self, text: &str) {
        self.notes().add_property(BEYOND, text.chars().take(60).collect());
    }

    /// Puts a stone or disc of this colour, or of whoever's turn it is,
    /// adding plies that records leave out.
    pub(super) fn place(&mut self, colour: Option<Side>, at: Point) -> Result<NodeId, Refusal> {
        let fits = |plies: &[Move]| {
            let mut probe = self.position().clone();
            for &ply in plies {
                probe.play(ply)?;
            }
            probe.play(Move::Place(at))?;
            let stands = probe.piece_at(at).map(|piece| piece.side);
            match (colour, stands) {
                (Some(wanted), Some(stands)) if wanted != stands => {
                    Err(Refusal { id: "", text: "It is the other side's turn.".to_owned() })
                }
                _ => Ok(()),
            }
        };
        if let Err(refusal) = fits(&[]) {
            let Some(plies) = LEFT_OUT.iter().find(|plies| fits(plies).is_ok()) else {
                let over = self.position().outcome().is_some();
                return if over { self.play(Move::Place(at)) } else { Err(refusal) };
            };
            for &ply in *plies {
                self.play(ply)?;
            }
        }
        self.play(Move::Place(at))
    }
}
