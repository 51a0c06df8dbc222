//! Positions of Xiangqi as inputs of a network.

use super::XiangqiGame;
use super::board::PieceType;
use super::position::Xiangqi;
use crate::core::{Move, Position as _, Side};
use crate::games::{
    AnyPosition, EngineWeights, MalformedWeights, NetworkEvaluation, Notation as _,
};
use crate::search::nnue::{FeatureSet, InstalledNetwork, Placement};

/// Seven kinds of pieces on 90 points.
const FEATURES: FeatureSet =
    FeatureSet { kinds: 7, files: 9, ranks: 10, king: PieceType::General as u8 };

/// Path of its file within the assets folder.
const WEIGHTS_FILE: &str = "xiangqi/network.bin";

/// The network that evaluates, if any.
pub static INSTALLED: InstalledNetwork = InstalledNetwork::new(FEATURES);

/// The pieces on the board.
#[inline]
pub fn placement(position: &Xiangqi) -> Placement {
    let board = position.board();
    let pieces = |side| PieceType::ALL.map(|kind| board.pieces(side, kind));
    Placement { pieces: Side::BOTH.map(pieces) }
}

impl EngineWeights for XiangqiGame {
    fn path(&self) -> &'static str {
        WEIGHTS_FILE
    }

    fn load(&self, bytes: &[u8]) -> Result<(), MalformedWeights> {
        INSTALLED.install(bytes).map_err(MalformedWeights::new)
    }
}

impl NetworkEvaluation for XiangqiGame {
    fn installed(&self) -> &'static InstalledNetwork {
        &INSTALLED
    }

    fn placement(&self, position: &AnyPosition) -> Option<Placement> {
        position.downcast().map(placement)
    }

    fn is_quiet(&self, position: &AnyPosition, best: Move) -> bool {
        position.downcast::<Xiangqi>().is_some_and(|position| {
            let board = position.board();
            let best = position.from_move(best);
            !board.in_check(position.side_to_move())
                && best.is_ok_and(|mv| board.piece_at(mv.to).is_none())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::{RepetitionRules, START};

    #[test]
    fn a_position_has_an_input_for_each_piece_and_is_quiet_unless_in_check_or_capturing() {
        let of = |fen| AnyPosition::new(Xiangqi::read(fen, RepetitionRules::Asian).unwrap());
        let start = of(START);
        let pieces = XiangqiGame.placement(&start).unwrap();
        assert_eq!((pieces.count(), FEATURES.inputs()), (32, 1260));
        assert_eq!(pieces.pieces[1][PieceType::General as usize], 1 << 85);
        let is_quiet = |position: &AnyPosition, mv: &str| {
            XiangqiGame.is_quiet(position, position.parse_move(mv).unwrap())
        };
        assert!(is_quiet(&start, "h2e2") && !is_quiet(&start, "h2h9"));
        let check = of("3k5/9/9/9/9/9/9/3r5/9/3K5 w - - 0 1");
        assert!(!is_quiet(&check, "d0e0"));
    }
}
