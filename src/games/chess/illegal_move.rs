//! Legality of moves, with the rule that an illegal move violates.

use cozy_chess::{
    BitBoard, Color, File, Move as CozyMove, Piece, Rank, Square, get_between_rays,
    get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_pawn_quiets, get_rook_moves, get_rook_rays,
};

use super::move_error::MoveError;
use super::position::{Chess, ChessMove};

/// True for the pieces that a pawn may promote to.
pub(super) fn is_promotion(piece: Piece) -> bool {
    !matches!(piece, Piece::Pawn | Piece::King)
}

impl Chess {
    /// True if the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_drawn() || !self.has_legal_move()
    }

    /// A draw claim, if it is legal.
    ///
    /// # Errors
    /// When the game is over or the claim has no ground.
    pub(super) fn claim_draw(&self) -> Result<ChessMove, MoveError> {
        if self.is_over() {
            return Err(MoveError::GameOver);
        }
        if self.can_claim_draw() {
            return Ok(ChessMove::CLAIM);
        }
        Err(MoveError::NoClaim)
    }

    /// The legal move from one square to another. Castling may be given as the
    /// king's move to its rook or to its destination.
    ///
    /// # Errors
    /// The rule that it violates.
    pub(super) fn move_between(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Piece>,
    ) -> Result<ChessMove, MoveError> {
        if self.is_over() {
            return Err(MoveError::GameOver);
        }
        let board = self.cozy_board();
        let cozy_move = CozyMove { from, to, promotion };
        if promotion.is_none_or(is_promotion) && board.is_legal(cozy_move) {
            return Ok(ChessMove::from_cozy(cozy_move));
        }
        let mover = board.side_to_move();
        let Some(piece) = board.piece_on(from) else {
            return Err(MoveError::NoPiece);
        };
        if !board.colors(mover).has(from) {
            return Err(MoveError::NotYourPiece);
        }
        let own_rook = board.colored_pieces(mover, Piece::Rook).has(to);
        if piece == Piece::King
            && promotion.is_none()
            && let Some(castling) = self.castling(from, to, own_rook)
        {
            return castling;
        }
        if board.colors(mover).has(to) {
            return Err(MoveError::OwnPiece);
        }
        let promotes = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(mover);
        if let Some(kind) = promotion
            && (!promotes || !is_promotion(kind))
        {
            return Err(MoveError::NoPromotion);
        }
        if promotes && promotion.is_none() {
            let queen = Some(Piece::Queen);
            return match self.move_between(from, to, queen) {
                Ok(_) => Err(MoveError::ChoosePromotion),
                Err(error) => Err(error),
            };
        }
        Err(self.reason(piece, from, to))
    }

    /// The reason why a piece of the side to move cannot move to a square
    /// without an own piece.
    fn reason(&self, piece: Piece, from: Square, to: Square) -> MoveError {
        let board = self.cozy_board();
        let (mover, occupied) = (board.side_to_move(), board.occupied());
        let (reach, now) = match piece {
            Piece::Pawn => {
                let attacks = get_pawn_attacks(from, mover);
                let passing = board.en_passant().map_or(BitBoard::EMPTY, |file| {
                    Square::new(file, Rank::Sixth.relative_to(mover)).bitboard()
                });
                if (attacks & !occupied & !passing).has(to) {
                    return MoveError::NothingToTake;
                }
                let forward = get_pawn_quiets(from, mover, BitBoard::EMPTY);
                let takes = attacks & (board.colors(!mover) | passing);
                (forward | takes, get_pawn_quiets(from, mover, occupied) | takes)
            }
            Piece::Knight => (get_knight_moves(from), get_knight_moves(from)),
            Piece::Bishop => (get_bishop_rays(from), get_bishop_moves(from, occupied)),
            Piece::Rook => (get_rook_rays(from), get_rook_moves(from, occupied)),
            Piece::Queen => (
                get_bishop_rays(from) | get_rook_rays(from),
                get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
            ),
            Piece::King => (get_king_moves(from), get_king_moves(from)),
        };
        if !reach.has(to) {
            MoveError::CannotReach
        } else if !now.has(to) {
            MoveError::Blocked
        } else if piece == Piece::King {
            MoveError::KingAttacked
        } else if self.in_check() {
            MoveError::InCheck
        } else {
            MoveError::ExposesKing
        }
    }

    /// The result of a king move that may be meant as castling; `None` if it
    /// is not.
    fn castling(
        &self,
        from: Square,
        to: Square,
        own_rook: bool,
    ) -> Option<Result<ChessMove, MoveError>> {
        let board = self.cozy_board();
        let mover = board.side_to_move();
        let back = Rank::First.relative_to(mover);
        let far = (from.file() as i8 - to.file() as i8).abs() > 1;
        let home = matches!(to.file(), File::C | File::G);
        let is_meant = own_rook || (home && (far || !get_king_moves(from).has(to)));
        if from.rank() != back || to.rank() != back || from == to || !is_meant {
            return None;
        }
        Some(self.castle(mover, from, to, own_rook))
    }

    fn castle(
        &self,
        mover: Color,
        from: Square,
        to: Square,
        own_rook: bool,
    ) -> Result<ChessMove, MoveError> {
        let board = self.cozy_board();
        let short = from.file() < to.file();
        let rights = board.castle_rights(mover);
        let right = if short { rights.short } else { rights.long };
        let Some(file) = right.filter(|&file| !own_rook || file == to.file()) else {
            return Err(MoveError::CastlingLost);
        };
        let rook = Square::new(file, from.rank());
        let cozy_move = CozyMove { from, to: rook, promotion: None };
        if board.is_legal(cozy_move) {
            return Ok(ChessMove::from_cozy(cozy_move));
        }
        if self.in_check() {
            return Err(MoveError::CastlingInCheck);
        }
        let (king_to, rook_to) = if short { (File::G, File::F) } else { (File::C, File::D) };
        let (king_to, rook_to) =
            (Square::new(king_to, from.rank()), Square::new(rook_to, from.rank()));
        let path = get_between_rays(from, king_to)
            | get_between_rays(rook, rook_to)
            | get_between_rays(from, rook)
            | king_to.bitboard()
            | rook_to.bitboard();
        let others = board.occupied() & !(from.bitboard() | rook.bitboard());
        Err(if (path & others).is_empty() {
            MoveError::CastlingAttacked
        } else {
            MoveError::CastlingBlocked
        })
    }
}
