//! The reasons for which a move of chess is illegal.

use thiserror::Error;

use crate::games::IllegalMoveReason;

/// A reason for which a move of chess is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum MoveError {
    #[error("You cannot castle on this side: the king or the rook has moved.")]
    CastlingLost,
    #[error("Several pieces can go there: name the file or rank of the one you mean.")]
    Ambiguous,
    #[error("No such piece can go there.")]
    NoneCanReach,
    #[error("The game is over.")]
    GameOver,
    #[error(
        "You can claim a draw when a position has occurred three times or would with your next move, or after fifty moves without a capture or a pawn move."
    )]
    NoClaim,
    #[error("There is no piece on that square.")]
    NoPiece,
    #[error("That piece is not yours.")]
    NotYourPiece,
    #[error("Your own piece stands there.")]
    OwnPiece,
    #[error("Only a pawn that reaches the last rank becomes a queen, rook, bishop or knight.")]
    NoPromotion,
    #[error("Choose what the pawn becomes: queen, rook, bishop or knight.")]
    ChoosePromotion,
    #[error("A pawn moves diagonally only to take.")]
    NothingToTake,
    #[error("That piece does not move like that.")]
    CannotReach,
    #[error("Another piece stands in the way.")]
    Blocked,
    #[error("Your king would be in check there.")]
    KingAttacked,
    #[error("You are in check, and this does not help.")]
    InCheck,
    #[error("This would leave your king in check.")]
    ExposesKing,
    #[error("You cannot castle out of check.")]
    CastlingInCheck,
    #[error("The king would castle through or into check.")]
    CastlingAttacked,
    #[error("A piece stands between the king and the rook.")]
    CastlingBlocked,
    #[error("That is not a square of this board.")]
    OffBoard,
    #[error("Chess has no such move.")]
    NoSuchMove,
    #[error("\"{0}\" is not a move: expected one like Nf3, e8=Q, O-O or e2e4.")]
    Unreadable(String),
}

impl IllegalMoveReason for MoveError {
    fn message_id(&self) -> &'static str {
        match self {
            MoveError::CastlingLost => "chess-castling-lost",
            MoveError::Ambiguous => "chess-ambiguous",
            MoveError::NoneCanReach => "chess-none-can",
            MoveError::GameOver => "chess-over",
            MoveError::NoClaim => "chess-no-claim",
            MoveError::NoPiece => "chess-empty",
            MoveError::NotYourPiece => "chess-not-your-piece",
            MoveError::OwnPiece => "chess-own-piece",
            MoveError::NoPromotion => "chess-no-promotion",
            MoveError::ChoosePromotion => "chess-choose-promotion",
            MoveError::NothingToTake => "chess-nothing-to-take",
            MoveError::CannotReach => "chess-cannot-reach",
            MoveError::Blocked => "chess-blocked",
            MoveError::KingAttacked => "chess-king-attacked",
            MoveError::InCheck => "chess-in-check",
            MoveError::ExposesKing => "chess-exposes-king",
            MoveError::CastlingInCheck => "chess-castling-in-check",
            MoveError::CastlingAttacked => "chess-castling-attacked",
            MoveError::CastlingBlocked => "chess-castling-blocked",
            MoveError::OffBoard => "chess-off-board",
            MoveError::NoSuchMove => "chess-no-such-move",
            MoveError::Unreadable(_) => "chess-unreadable-move",
        }
    }
}
