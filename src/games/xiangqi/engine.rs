//! The engine of Xiangqi.

use super::bitboard::{POINTS, point_bb};
use super::board::{PieceType, XiangqiMove};
use super::endgames;
use super::evaluation::{self, PAWN};
use super::exchange;
pub use super::levels::LEVELS;
use super::levels::LevelParams;
use super::network;
use super::position::{NATURAL_LIMIT, Undo, Xiangqi};
use crate::core::{Position, Side, mix};
use crate::games::alpha_beta_engine::{AlphaBetaEngine, AlphaBetaGame, EvaluationKind};
use crate::games::engine::mate_in;
use crate::games::{Score, ScoreUnit};
use crate::search::nnue::Accumulators;
use crate::search::{Certainty, SearchBudget, SearchGame, SearchResult, StopFlag, Window};

/// Value of a won game, in centipawns.
const WIN: i32 = 1_000_000;

/// Values beyond this are proved wins and losses.
const WIN_THRESHOLD: i32 = WIN - 1000;

/// Plies without a capture after which a value would be nothing.
const FADING: i32 = 2 * NATURAL_LIMIT as i32;

/// Stands for the piece of a move that is not on the board.
const NO_PIECE: (Side, PieceType) = (Side::First, PieceType::General);

/// Depth limit in plies; games last longer.
const MAX_PLIES: u32 = 60;

/// Evaluation and move ordering for the search.
pub struct Evaluator {
    material_only: bool,
    /// Plies played before the search: a faster win is better.
    root_plies: usize,
    /// The network, if one is installed and the level evaluates by it.
    network: Option<Accumulators>,
}

impl Evaluator {
    fn new(position: &Xiangqi, settings: &LevelParams) -> Evaluator {
        let material_only = settings.evaluation == EvaluationKind::Material;
        let network = match settings.evaluation {
            EvaluationKind::Network => network::INSTALLED.get().map(Accumulators::new),
            EvaluationKind::Material | EvaluationKind::Classical => None,
        };
        Evaluator { material_only, root_plies: position.history().len(), network }
    }

    /// Plies from the root position.
    fn ply(&self, position: &Xiangqi) -> usize {
        position.history().len().saturating_sub(self.root_plies)
    }

    /// The value of the pieces as they stand, for the side to move.
    fn judge(&mut self, position: &Xiangqi) -> i32 {
        let (board, side) = (position.board(), position.side_to_move());
        if self.material_only {
            return evaluation::material(board, side);
        }
        let ply = self.ply(position);
        let value = match &mut self.network {
            Some(network) => network.evaluate(&network::placement(position), side, ply),
            None => evaluation::evaluate(board, side),
        };
        // A draw comes nearer with each move without a capture.
        let unchanged = i32::from(position.halfmove_clock());
        endgames::scaled(board, side, value) * (FADING - unchanged) / FADING
    }
}

impl SearchGame for Evaluator {
    type Position = Xiangqi;

    fn evaluate(&mut self, position: &Xiangqi) -> i32 {
        let side = position.side_to_move();
        let board = position.board();
        let lost = board.pieces(side, PieceType::General) == 0
            || board.in_check(side) && !board.has_legal_move(side);
        if lost || position.has_ended() {
            return self.terminal_value(position);
        }
        self.judge(position)
    }

    fn terminal_value(&self, position: &Xiangqi) -> i32 {
        let plies = self.ply(position) as i32;
        match position.outcome().map(|outcome| outcome.winner) {
            None | Some(None) => 0,
            Some(Some(winner)) if winner == position.side_to_move() => WIN - plies,
            Some(Some(_)) => plies - WIN,
        }
    }

    fn move_order_score(&mut self, position: &mut Xiangqi, mv: XiangqiMove, _: u32) -> i32 {
        evaluation::move_order_score(position.board(), position.side_to_move(), mv)
    }

    fn move_id(&self, mv: XiangqiMove) -> u16 {
        u16::from(mv.from) << 8 | u16::from(mv.to) | 1 << 15
    }

    fn costs_no_depth(&self, _: XiangqiMove) -> bool {
        false
    }

    fn max_plies_left(&self, position: &Xiangqi) -> u32 {
        if position.has_ended() { 0 } else { MAX_PLIES }
    }

    fn solve(&mut self, position: &Xiangqi, _: Window, _: &mut SearchBudget) -> Option<i32> {
        position.has_ended().then(|| self.terminal_value(position))
    }

    const USE_PRUNING: bool = true;

    const MATE: i32 = WIN;

    fn estimate(&mut self, position: &Xiangqi) -> i32 {
        // Without quiescence search nothing else sees a mate.
        match self.material_only {
            true => self.evaluate(position),
            false => self.judge(position),
        }
    }

    // Two sides of seven kinds of pieces on 90 points, and no piece.
    const HISTORY_INDICES: usize = 2 * 7 * POINTS + 1;

    fn history_index(&self, position: &Xiangqi, mv: XiangqiMove) -> usize {
        let (side, kind) = position.board().piece_at(mv.from).unwrap_or(NO_PIECE);
        (side.index() * 7 + kind as usize) * POINTS + usize::from(mv.to) + 1
    }

    fn structure(&self, position: &Xiangqi) -> u64 {
        let board = position.board();
        let fold = |pieces: u128| pieces as u64 ^ (pieces >> 45) as u64;
        let of = |side| {
            let [soldiers, advisors, elephants] =
                [PieceType::Soldier, PieceType::Advisor, PieceType::Elephant]
                    .map(|kind| board.pieces(side, kind));
            fold(soldiers | advisors | elephants)
        };
        mix(of(Side::First) ^ mix(of(Side::Second)))
    }

    fn capture_gain(&self, position: &Xiangqi, mv: XiangqiMove) -> i32 {
        exchange::gain(position.board(), mv)
    }

    fn exchange_reaches(&self, position: &Xiangqi, mv: XiangqiMove, threshold: i32) -> bool {
        exchange::reaches(position.board(), position.side_to_move(), mv, threshold)
    }

    fn gives_check(&self, position: &Xiangqi, mv: XiangqiMove) -> bool {
        let (board, side) = (position.board(), position.side_to_move());
        let (_, kind) = board.piece_at(mv.from).unwrap_or(NO_PIECE);
        let general = point_bb(board.general(side.other()));
        board.targets(side, kind, mv.to) & general != 0
    }

    fn must_evade(&self, position: &Xiangqi) -> bool {
        !self.material_only && self.in_check(position)
    }

    fn adjust_mate_score(&self, value: i32, plies: i32) -> i32 {
        match value {
            WIN_THRESHOLD.. => value + plies,
            _ if value <= -WIN_THRESHOLD => value - plies,
            _ => value,
        }
    }

    fn is_quiet(&self, position: &Xiangqi, mv: XiangqiMove) -> bool {
        position.board().piece_at(mv.to).is_none()
    }

    fn in_check(&self, position: &Xiangqi) -> bool {
        match position.history().last() {
            Some(past) => past.check,
            None => position.board().in_check(position.side_to_move()),
        }
    }

    fn make_null_move(&mut self, position: &mut Xiangqi) -> Option<Undo> {
        let (board, side) = (position.board(), position.side_to_move());
        let strong = [PieceType::Horse, PieceType::Chariot, PieceType::Cannon];
        let count: u32 = strong.map(|kind| board.pieces(side, kind).count_ones()).iter().sum();
        // Stalemate loses, so with few pieces zugzwang is common.
        (count >= 2 && !position.has_ended()).then(|| position.make_null_move())
    }

    fn unmake_null_move(&mut self, position: &mut Xiangqi, undo: Undo) {
        position.unmake_null_move(undo);
    }

    fn noisy_moves(&mut self, position: &Xiangqi, moves: &mut Vec<XiangqiMove>) {
        moves.clear();
        if !self.material_only && !position.has_ended() {
            let (board, side) = (position.board(), position.side_to_move());
            let wanted = if self.in_check(position) { !0 } else { board.by_side(side.other()) };
            board.generate_moves(side, wanted, moves);
        }
    }
}

/// Xiangqi for the alpha-beta engine.
#[derive(Default)]
pub struct XiangqiSearch;

/// The engine of Xiangqi.
pub type XiangqiEngine = AlphaBetaEngine<XiangqiSearch>;

impl AlphaBetaGame for XiangqiSearch {
    type Position = Xiangqi;
    type Search = Evaluator;
    type Settings = LevelParams;

    const LARGE_TABLE: usize = 64;

    const IS_PARALLEL: bool = true;

    fn board(position: &Xiangqi, _: &LevelParams) -> Xiangqi {
        position.for_search()
    }

    fn evaluator(board: &Xiangqi, settings: &LevelParams, _: &StopFlag) -> Evaluator {
        Evaluator::new(board, settings)
    }

    fn rules_move(mv: XiangqiMove) -> XiangqiMove {
        mv
    }

    fn score(_: &Xiangqi, found: &SearchResult<XiangqiMove>) -> Score {
        let is_proved = found.value.abs() >= WIN_THRESHOLD;
        Score {
            amount: f64::from(found.value) / f64::from(PAWN),
            unit: ScoreUnit::Pawns,
            certainty: Certainty::exact_if(is_proved),
            mate: if is_proved { mate_in(WIN - found.value.abs(), found.value) } else { None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Notation;
    use crate::games::alpha_beta_engine::LevelSettings as _;
    use crate::games::xiangqi::{RepetitionRules, START};

    #[test]
    fn a_null_move_is_undone_and_never_made_with_few_pieces() {
        let moves = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7";
        let mut position =
            Xiangqi::read(&format!("{START} moves {moves}"), RepetitionRules::Asian).unwrap();
        let mut evaluator = Evaluator::new(&position, &LevelParams::full_strength());
        let before = position.clone();
        let undo = evaluator.make_null_move(&mut position).unwrap();
        assert_ne!(position.side_to_move(), before.side_to_move());
        // Nothing repeats across a null move.
        let mv = position.parse_move("g7h9").unwrap();
        let undo_move = position.play(mv);
        assert_eq!((position.repetition(), position.outcome()), (None, None));
        position.undo(mv, undo_move);
        evaluator.unmake_null_move(&mut position, undo);
        assert_eq!(position, before);
        let mut few = Xiangqi::read("3k5/9/9/9/9/9/9/9/9/R4K3 w", RepetitionRules::Asian).unwrap();
        assert!(evaluator.make_null_move(&mut few).is_none());
    }
}
