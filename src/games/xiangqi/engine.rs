//! The engine of Xiangqi.

use super::board::{PieceType, XiangqiMove};
use super::evaluation::{self, PAWN};
pub use super::levels::LEVELS;
use super::levels::LevelParams;
use super::position::{Undo, Xiangqi};
use crate::core::{Position, Random};
use crate::games::engine::mate_in;
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Notation, Score, ScoreUnit, Strength,
};
use crate::search::{
    CachedSearcher, Limits, MultiPv, SearchBudget, SearchGame, SearchResult, Window,
};

/// Transposition table sizes in MiB: for levels with small node limits, and for
/// all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// Value of a won game, in centipawns.
const WIN: i32 = 1_000_000;

/// Values beyond this are proved wins and losses.
const WIN_THRESHOLD: i32 = WIN - 1000;

/// Depth limit in plies; games last longer.
const MAX_PLIES: u32 = 60;

/// Evaluation and move ordering for the search.
struct Evaluator {
    material_only: bool,
    /// Plies played before the search: a faster win is better.
    played: usize,
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
        match self.material_only {
            true => evaluation::count(board, side),
            false => evaluation::evaluate(board, side),
        }
    }

    fn terminal_value(&self, position: &Xiangqi) -> i32 {
        let plies = position.history().len().saturating_sub(self.played) as i32;
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

    fn max_plies_left(&self, _: &Xiangqi) -> u32 {
        MAX_PLIES
    }

    fn solve(&mut self, _: &Xiangqi, _: Window, _: &mut SearchBudget) -> Option<i32> {
        None
    }

    const USE_PRUNING: bool = true;

    fn is_quiet(&self, position: &Xiangqi, mv: XiangqiMove) -> bool {
        position.board().piece_at(mv.to).is_none()
    }

    fn in_check(&self, position: &Xiangqi) -> bool {
        position.board().in_check(position.side_to_move())
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
            board.generate_moves(side, board.by_side(side.other()), moves);
            moves.retain(|&mv| !evaluation::is_loss(board, side, mv));
        }
    }
}

/// The engine of Xiangqi.
#[derive(Default)]
pub struct XiangqiEngine {
    /// The searcher with its table, allocated on first use.
    searcher: CachedSearcher<Evaluator>,
}

impl Engine for XiangqiEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let position = position.downcast::<Xiangqi>()?;
        let player = match request.strength {
            Strength::Full => LevelParams::full(),
            Strength::Level(level) => LevelParams::at(level),
        };
        let mut params = player.level.params_within(request.limits);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.len() == 1 && request.strength != Strength::Full {
            params.limits = params.limits.and(Limits::FORCED);
        }
        let searcher =
            self.searcher.searcher(if player.is_light() { SMALL_TABLE } else { LARGE_TABLE });
        // Mate distances count from the root and repetitions from the history, so table
        // entries of earlier moves do not hold.
        searcher.clear();
        let mut evaluator =
            Evaluator { material_only: player.material_only, played: position.history().len() };
        let at = position.for_search();
        if player.level.max_loss > 0 {
            let ranking = searcher.rank_moves(&mut evaluator, &at, &params, &request.stop)?;
            let mut random = Random::new(request.seed ^ position.key());
            return Some(engine_info(position, &ranking.choose(&player.level, &mut random)?));
        }
        let found = searcher.search(&mut evaluator, &at, &params, &request.stop, &mut |found| {
            report(&engine_info(position, found));
        })?;
        Some(engine_info(position, &found))
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let Some(position) = position.downcast::<Xiangqi>() else { return Vec::new() };
        let params = LevelParams::full().level.params_within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        searcher.clear();
        let mut evaluator = Evaluator { material_only: false, played: position.history().len() };
        let infos = |found: &[SearchResult<XiangqiMove>]| -> Vec<EngineInfo> {
            found.iter().map(|line| engine_info(position, line)).collect()
        };
        let (at, wanted, stop) = (position.for_search(), MultiPv::best(lines), &request.stop);
        let found =
            searcher.search_multi_pv(&mut evaluator, &at, &params, &wanted, stop, &mut |found| {
                report(&infos(found));
            });
        infos(&found)
    }
}

fn engine_info(position: &Xiangqi, found: &SearchResult<XiangqiMove>) -> EngineInfo {
    let lift = |&mv: &XiangqiMove| position.to_move(mv);
    let is_sure = found.value.abs() >= WIN_THRESHOLD;
    EngineInfo {
        pv: found.pv.iter().map(lift).collect(),
        best: lift(&found.best),
        score: Some(Score {
            amount: f64::from(found.value) / f64::from(PAWN),
            unit: ScoreUnit::Pawns,
            exact: is_sure,
            mate: if is_sure { mate_in(WIN - found.value.abs(), found.value) } else { None },
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::{RepetitionRules, START};

    #[test]
    fn a_skipped_turn_leaves_no_trace_and_few_pieces_never_skip() {
        let mut evaluator = Evaluator { material_only: false, played: 0 };
        let moves = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7";
        let mut position =
            Xiangqi::read(&format!("{START} moves {moves}"), RepetitionRules::Asian).unwrap();
        let before = position.clone();
        let undo = evaluator.make_null_move(&mut position).unwrap();
        assert_ne!(position.side_to_move(), before.side_to_move());
        // Nothing repeats across a null move.
        let mv = position.parse_move("g7h9").unwrap();
        let played = position.play(mv);
        assert_eq!((position.repetition(), position.outcome()), (None, None));
        position.undo(mv, played);
        evaluator.unmake_null_move(&mut position, undo);
        assert_eq!(position, before);
        let mut few = Xiangqi::read("3k5/9/9/9/9/9/9/9/9/R4K3 w", RepetitionRules::Asian).unwrap();
        assert!(evaluator.make_null_move(&mut few).is_none());
    }
}
