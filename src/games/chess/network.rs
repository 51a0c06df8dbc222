//! Positions of chess as inputs of a network.

use cozy_chess::{Color, Piece};

use super::ChessGame;
use super::position::Chess;
use crate::core::Move;
use crate::games::{
    AnyPosition, EngineWeights, MalformedWeights, NetworkEvaluation, Notation as _,
};
use crate::search::nnue::{FeatureSet, InstalledNetwork, Placement};

/// Six kinds of pieces on 64 squares.
const FEATURES: FeatureSet = FeatureSet { kinds: 6, files: 8, ranks: 8, king: Piece::King as u8 };

/// Path of its file within the assets folder.
const WEIGHTS_FILE: &str = "chess/network.bin";

/// The network that evaluates, if any.
pub static INSTALLED: InstalledNetwork = InstalledNetwork::new(FEATURES);

/// The pieces on the board.
#[inline]
pub fn placement(position: &Chess) -> Placement {
    let board = position.cozy_board();
    let mut placement = Placement::default();
    for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
        for piece in Piece::ALL {
            placement.pieces[side][piece as usize] = board.colored_pieces(color, piece).0.into();
        }
    }
    placement
}

impl EngineWeights for ChessGame {
    fn path(&self) -> &'static str {
        WEIGHTS_FILE
    }

    fn load(&self, bytes: &[u8]) -> Result<(), MalformedWeights> {
        INSTALLED.install(bytes).map_err(MalformedWeights::new)
    }
}

impl NetworkEvaluation for ChessGame {
    fn installed(&self) -> &'static InstalledNetwork {
        &INSTALLED
    }

    fn placement(&self, position: &AnyPosition) -> Option<Placement> {
        position.downcast().map(placement)
    }

    fn is_quiet(&self, position: &AnyPosition, best: Move) -> bool {
        position.downcast::<Chess>().is_some_and(|position| {
            let board = position.cozy_board();
            let theirs = board.colors(!board.side_to_move());
            let best = position.from_move(best).ok().and_then(|mv| mv.to_cozy());
            let is_quiet = best.is_some_and(|mv| {
                let pawn_captures =
                    board.pieces(Piece::Pawn).has(mv.from) && mv.from.file() != mv.to.file();
                mv.promotion.is_none() && !theirs.has(mv.to) && !pawn_captures
            });
            is_quiet && !position.in_check()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_an_input_for_each_piece_and_is_quiet_unless_in_check_or_capturing() {
        let of = |fen: &str| AnyPosition::new(Chess::parse(fen).unwrap());
        let start = of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let pieces = ChessGame.placement(&start).unwrap();
        assert_eq!((pieces.count(), FEATURES.inputs()), (32, 768));
        assert_eq!(pieces.pieces[1][Piece::King as usize], 1 << 60);
        let is_quiet = |fen: &str, mv: &str| {
            let position = of(fen);
            ChessGame.is_quiet(&position, position.parse_move(mv).unwrap())
        };
        let en_passant = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
        assert!(is_quiet(en_passant, "e7e5") && !is_quiet(en_passant, "d4e3"));
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(is_quiet(castling, "a1b1") && !is_quiet(castling, "a1a8"));
        assert!(!is_quiet("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "Kd1"));
        assert!(!is_quiet("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=Q"));
    }
}
