//! The positions that a diagram shows one after the other.

use thiserror::Error;

use super::{Diagram, FormatError, MAX_MARKS, MAX_MOVES, Page};
use crate::content::file;
use crate::core::{Move, Point, excerpt};
use crate::games::{AnyPosition, Game, IllegalMove, SetupError};

/// One position of a diagram.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The position.
    pub position: AnyPosition,
    /// The move that led to it, with the point where its piece landed; `None`
    /// in the first frame, and for moves without a point.
    pub last_move: Option<(Move, Point)>,
}

/// Error in a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum DiagramError {
    /// It is not in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Its options or its position are not those of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is illegal.
    #[error("move \"{text}\": {reason}")]
    Move {
        /// The beginning of the move.
        text: String,
        /// The refusal.
        reason: IllegalMove,
    },
    /// A point is not on the board.
    #[error("the point {0} is not on the board")]
    OffBoard(Point),
    /// The piece has no legal move.
    #[error("no piece on {0} can move")]
    NoMove(Point),
}

impl Diagram {
    /// The positions in the order in which they are shown; none if the diagram
    /// was not read from a valid file.
    #[must_use]
    pub fn frames(&self, game: &dyn Game, page: &Page) -> Vec<Frame> {
        self.try_frames(game, page).unwrap_or_default()
    }

    /// Checks the diagram, and returns its positions.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub(super) fn try_frames(
        &self,
        game: &dyn Game,
        page: &Page,
    ) -> Result<Vec<Frame>, DiagramError> {
        let texts: Vec<&str> = self.moves.split_whitespace().collect();
        file::check_parts("it", texts.len(), "moves", MAX_MOVES)?;
        file::check_parts("it", self.marks.len(), "marks", MAX_MARKS)?;
        let own = self.options != Default::default();
        let options = if own { &self.options } else { &page.options };
        let mut position = match self.position.as_str() {
            "" => game.start(options)?,
            text => game.position(options, text)?,
        };
        self.check_points(&position)?;
        let mut frames = vec![Frame { position: position.clone(), last_move: None }];
        for text in texts {
            let wrong = |reason| DiagramError::Move { text: excerpt(text), reason };
            let mv = position.parse_move(text).map_err(wrong)?;
            let landing = position.landing(mv);
            position.play(mv).map_err(wrong)?;
            let last_move = landing.map(|point| (mv, point));
            frames.push(Frame { position: position.clone(), last_move });
        }
        Ok(frames)
    }

    fn check_points(&self, position: &AnyPosition) -> Result<(), DiagramError> {
        let board = position.board();
        let points = self.marks.iter().chain(&self.piece).map(|mark| mark.0);
        for point in points {
            if point.file >= board.files || point.rank >= board.ranks {
                return Err(DiagramError::OffBoard(point));
            }
        }
        match self.piece {
            Some(piece) if reachable(position, piece.0).next().is_none() => {
                Err(DiagramError::NoMove(piece.0))
            }
            _ => Ok(()),
        }
    }
}

/// The points to which the piece on this point can move.
pub(super) fn reachable(position: &AnyPosition, from: Point) -> impl Iterator<Item = Point> {
    position.legal_moves().into_iter().filter_map(move |mv| match mv {
        Move::FromTo { from: origin, .. } if origin == from => position.landing(mv),
        _ => None,
    })
}

impl Frame {
    /// The points to which the piece on this point can move.
    pub fn reachable(&self, from: Point) -> impl Iterator<Item = Point> {
        reachable(&self.position, from)
    }
}
