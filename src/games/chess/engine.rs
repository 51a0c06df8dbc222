//! The chess engine: evaluation, move ordering and pruning for the alpha-beta
//! search.

use cozy_chess::{BitBoard, Board, Color, Move as CozyMove, Piece, Rank};

use super::endgames;
use super::evaluation::{evaluate, material, piece_value};
use super::exchange;
pub use super::levels::LEVELS;
use super::levels::LevelSettings;
use super::network;
use super::position::{Chess, ChessMove};
use crate::core::{Position, mix};
use crate::games::alpha_beta_engine::{AlphaBetaEngine, AlphaBetaGame, EvaluationKind};
use crate::games::engine::mate_in;
use crate::games::{Score, ScoreUnit};
use crate::search::nnue::Accumulators;
use crate::search::{
    Certainty, MoveLoop, SearchBudget, SearchGame, SearchResult, Selectivity, StopFlag, Window,
};

/// Value of a mate on the board; 1 less for each ply until then.
const MATE: i32 = 1_000_000;

/// Values beyond this are mates.
const MATE_IN_MAX_PLY: i32 = MATE - 10_000;

/// Maximum search depth, in plies.
const MAX_PLY: u32 = 100;

/// Plies without a capture or pawn move after which a value would be nothing.
const FADING: i32 = 200;

/// Score of a mate, in pawns.
const MATE_IN_PAWNS: f64 = 1000.0;

/// Evaluation, move ordering and pruning hooks of chess.
pub struct Evaluator {
    /// Plies played before the root position.
    root_plies: usize,
    material_only: bool,
    quiescence: bool,
    /// True for a level that is weakened by its depth.
    is_limited: bool,
    /// The network, if one is installed and the level evaluates by it.
    network: Option<Accumulators>,
}

impl Evaluator {
    fn new(position: &Chess, settings: &LevelSettings) -> Evaluator {
        let LevelSettings { level, evaluation, quiescence } = *settings;
        let is_limited = level.params.limits.depth.is_some();
        let material_only = evaluation == EvaluationKind::Material;
        let network = match evaluation {
            EvaluationKind::Network => network::INSTALLED.get().map(Accumulators::new),
            EvaluationKind::Material | EvaluationKind::Classical => None,
        };
        Evaluator { root_plies: position.plies(), material_only, quiescence, is_limited, network }
    }

    /// Plies from the root position.
    fn ply(&self, position: &Chess) -> i32 {
        position.plies().saturating_sub(self.root_plies) as i32
    }

    /// The value of the pieces as they stand, for the side to move.
    fn judge(&mut self, position: &Chess) -> i32 {
        let board = position.cozy_board();
        if self.material_only {
            return material(board);
        }
        if let Some(value) = endgames::known_value(board) {
            return value;
        }
        let ply = self.ply(position) as usize;
        let value = match &mut self.network {
            // How to mate a bare king is known without a network.
            Some(network) if Color::ALL.iter().all(|&color| board.colors(color).len() > 1) => {
                network.evaluate(&network::placement(position), position.side_to_move(), ply)
            }
            _ => evaluate(board),
        };
        // A draw comes nearer with each move that changes nothing.
        let unchanged = i32::from(board.halfmove_clock());
        endgames::scaled(board, value) * (FADING - unchanged) / FADING
    }

    /// True for a draw within the search. A single repetition counts as one,
    /// since a side with better moves would have played them.
    fn is_draw(&self, position: &Chess) -> bool {
        self.ply(position) > 0 && (position.repetitions() > 1 || position.is_drawn())
    }
}

impl SearchGame for Evaluator {
    type Position = Chess;

    fn evaluate(&mut self, position: &Chess) -> i32 {
        if position.is_drawn() || !position.has_legal_move() {
            return self.terminal_value(position);
        }
        self.judge(position)
    }

    fn terminal_value(&self, position: &Chess) -> i32 {
        let is_mate =
            !position.is_draw_claimed() && position.in_check() && !position.has_legal_move();
        if is_mate { self.ply(position) - MATE } else { 0 }
    }

    fn move_order_score(&mut self, position: &mut Chess, mv: ChessMove, _: u32) -> i32 {
        let Some(cozy_move) = mv.to_cozy() else { return -1000 };
        let board = position.cozy_board();
        let moved = board.piece_on(cozy_move.from).unwrap_or(Piece::Pawn);
        let promoted = cozy_move.promotion.map_or(0, piece_value);
        let taken = if board.colors(!board.side_to_move()).has(cozy_move.to) {
            board.piece_on(cozy_move.to)
        } else {
            None
        };
        if let Some(taken) = taken {
            // MVV-LVA (most valuable victim, least valuable attacker); losing
            // captures come after quiet moves.
            let loss = piece_value(moved) - piece_value(taken);
            if loss <= 0 || !is_defended_by_pawn(position, cozy_move) {
                return 10_000 + 10 * piece_value(taken) - piece_value(moved) / 10 + promoted;
            }
            return -loss;
        }
        if promoted > 0 {
            return if promoted == piece_value(Piece::Queen) { 15_000 } else { -500 };
        }
        if is_defended_by_pawn(position, cozy_move) && moved != Piece::Pawn && moved != Piece::King
        {
            return -piece_value(moved) / 2;
        }
        quiet_move_score(position, moved, cozy_move)
    }

    fn move_id(&self, mv: ChessMove) -> u16 {
        mv.id()
    }

    fn costs_no_depth(&self, _: ChessMove) -> bool {
        false
    }

    fn max_plies_left(&self, position: &Chess) -> u32 {
        if self.is_draw(position) { 0 } else { MAX_PLY }
    }

    fn solve(&mut self, position: &Chess, _: Window, _: &mut SearchBudget) -> Option<i32> {
        self.is_draw(position).then(|| self.terminal_value(position))
    }

    fn noisy_moves(&mut self, position: &Chess, moves: &mut Vec<ChessMove>) {
        moves.clear();
        if !self.quiescence || position.is_drawn() {
            return;
        }
        if position.in_check() {
            position.legal_moves(moves);
            return;
        }
        let board = position.cozy_board();
        let mover = board.side_to_move();
        let theirs = board.colors(!mover);
        let last = Rank::Eighth.relative_to(mover).bitboard();
        board.generate_moves(|mut group| {
            group.to &= if group.piece == Piece::Pawn { theirs | last } else { theirs };
            let noisy =
                group.into_iter().filter(|mv| mv.promotion.is_none_or(|kind| kind == Piece::Queen));
            moves.extend(noisy.map(ChessMove::from_cozy));
            false
        });
    }

    const USE_PRUNING: bool = true;

    const SELECTIVITY: Selectivity =
        Selectivity { move_loop: MoveLoop::Deep, ..Selectivity::PIECES };

    fn is_limited(&self) -> bool {
        self.is_limited
    }

    const MATE: i32 = MATE;

    fn estimate(&mut self, position: &Chess) -> i32 {
        // Without quiescence search nothing else sees a mate.
        match self.quiescence && !self.material_only {
            true => self.judge(position),
            false => self.evaluate(position),
        }
    }

    // Two colours of six kinds of pieces on 64 squares, and no piece.
    const HISTORY_INDICES: usize = 2 * 6 * 64 + 1;

    fn history_index(&self, position: &Chess, mv: ChessMove) -> usize {
        let Some(cozy_move) = mv.to_cozy() else { return 0 };
        let board = position.cozy_board();
        let piece = board.piece_on(cozy_move.from).unwrap_or(Piece::Pawn);
        let colour = board.side_to_move() as usize;
        (colour * 6 + piece as usize) * 64 + cozy_move.to as usize + 1
    }

    fn structure(&self, position: &Chess) -> u64 {
        let board = position.cozy_board();
        let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
        mix(pawns(Color::White) ^ mix(pawns(Color::Black)))
    }

    fn piece_structures(&self, position: &Chess) -> Option<[u64; 2]> {
        const KINDS: [Piece; 5] =
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        let board = position.cozy_board();
        Some([Color::White, Color::Black].map(|color| {
            let pieces = KINDS.map(|kind| board.colored_pieces(color, kind).0);
            pieces.into_iter().fold(0, |key, pieces| mix(key ^ pieces))
        }))
    }

    fn capture_gain(&self, position: &Chess, mv: ChessMove) -> i32 {
        mv.to_cozy().map_or(0, |cozy_move| exchange::gain(position.cozy_board(), cozy_move))
    }

    fn exchange_reaches(&self, position: &Chess, mv: ChessMove, threshold: i32) -> bool {
        mv.to_cozy()
            .is_none_or(|cozy_move| exchange::reaches(position.cozy_board(), cozy_move, threshold))
    }

    fn gives_check(&self, position: &Chess, mv: ChessMove) -> bool {
        mv.to_cozy().is_some_and(|cozy_move| gives_direct_check(position.cozy_board(), cozy_move))
    }

    fn must_evade(&self, position: &Chess) -> bool {
        self.quiescence && position.in_check()
    }

    fn is_quiet(&self, position: &Chess, mv: ChessMove) -> bool {
        let board = position.cozy_board();
        let theirs = board.colors(!board.side_to_move());
        mv.to_cozy()
            .is_some_and(|cozy_move| cozy_move.promotion.is_none() && !theirs.has(cozy_move.to))
    }

    fn in_check(&self, position: &Chess) -> bool {
        position.in_check()
    }

    fn make_null_move(&mut self, position: &mut Chess) -> Option<()> {
        let board = position.cozy_board();
        let own = board.colors(board.side_to_move());
        let slow = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        // Zugzwang is common with only pawns and a king.
        (!(own - slow).is_empty() && position.make_null_move()).then_some(())
    }

    fn unmake_null_move(&mut self, position: &mut Chess, (): ()) {
        position.undo(ChessMove::CLAIM, ());
    }

    fn is_mate_within(&self, value: i32, depth: u32) -> bool {
        value.abs() >= MATE - depth as i32
    }

    fn adjust_mate_score(&self, value: i32, plies: i32) -> i32 {
        match value {
            MATE_IN_MAX_PLY.. => value + plies,
            _ if value < -MATE_IN_MAX_PLY => value - plies,
            _ => value,
        }
    }
}

/// True if a pawn of the opponent defends the target square.
fn is_defended_by_pawn(position: &Chess, cozy_move: CozyMove) -> bool {
    let board = position.cozy_board();
    let mover = board.side_to_move();
    let pawns = board.colored_pieces(!mover, Piece::Pawn);
    !(cozy_chess::get_pawn_attacks(cozy_move.to, mover) & pawns).is_empty()
}

/// True if the moved piece attacks the king of the other side from its
/// destination.
fn gives_direct_check(board: &Board, cozy_move: CozyMove) -> bool {
    let mover = board.side_to_move();
    let Some(moved) = board.piece_on(cozy_move.from) else { return false };
    let king = board.king(!mover);
    let to = cozy_move.to.bitboard();
    let occupied = (board.occupied() & !cozy_move.from.bitboard()) | to;
    let diagonal = || cozy_chess::get_bishop_moves(king, occupied);
    let straight = || cozy_chess::get_rook_moves(king, occupied);
    let attackers = match cozy_move.promotion.unwrap_or(moved) {
        Piece::Pawn => cozy_chess::get_pawn_attacks(king, !mover),
        Piece::Knight => cozy_chess::get_knight_moves(king),
        Piece::Bishop => diagonal(),
        Piece::Rook => straight(),
        Piece::Queen => diagonal() | straight(),
        Piece::King => BitBoard::EMPTY,
    };
    !(attackers & to).is_empty()
}

/// Ordering score of a quiet move: centralisation, castling first.
fn quiet_move_score(position: &Chess, moved: Piece, cozy_move: CozyMove) -> i32 {
    let board = position.cozy_board();
    if board.colors(board.side_to_move()).has(cozy_move.to) {
        return 60;
    }
    let middle = |square: cozy_chess::Square| {
        let off = |coordinate: i32| (2 * coordinate - 7).abs();
        -(off(square.file() as i32) + off(square.rank() as i32))
    };
    let gain = middle(cozy_move.to) - middle(cozy_move.from);
    if moved == Piece::King { -4 * gain.max(0) } else { 4 * gain }
}

/// Chess for the alpha-beta engine.
#[derive(Default)]
pub struct ChessSearch;

/// The chess engine.
pub type ChessEngine = AlphaBetaEngine<ChessSearch>;

impl AlphaBetaGame for ChessSearch {
    type Position = Chess;
    type Search = Evaluator;
    type Settings = LevelSettings;

    const LARGE_TABLE: usize = 64;

    const IS_PARALLEL: bool = true;

    fn board(position: &Chess, _: &LevelSettings) -> Chess {
        position.clone()
    }

    fn evaluator(board: &Chess, settings: &LevelSettings, _: &StopFlag) -> Evaluator {
        Evaluator::new(board, settings)
    }

    fn rules_move(mv: ChessMove) -> ChessMove {
        mv
    }

    fn score(_: &Chess, found: &SearchResult<ChessMove>) -> Score {
        score(found)
    }
}

/// The score in pawns. A mate is a thousand pawns less one for each move of
/// the winner until then.
fn score(found: &SearchResult<ChessMove>) -> Score {
    let is_mate = found.value.abs() > MATE_IN_MAX_PLY;
    let mate = if is_mate { mate_in(MATE - found.value.abs(), found.value) } else { None };
    let amount = match mate {
        Some(moves) => f64::from(moves.signum()) * MATE_IN_PAWNS - f64::from(moves),
        None => f64::from(found.value) / 100.0,
    };
    let certainty = Certainty::exact_if(is_mate);
    Score { amount, unit: ScoreUnit::Pawns, certainty, mate }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::alpha_beta_engine::LevelSettings as _;

    #[test]
    fn a_null_move_is_undone_and_refused_in_check_and_in_pawn_endgames() {
        let read = |text| Chess::parse(text).unwrap();
        let new_evaluator =
            |position: &Chess| Evaluator::new(position, &LevelSettings::full_strength());
        let mut position = read("4k3/8/8/8/8/8/3R4/4K3 w - - 7 80 moves d2d3 e8e7");
        let before = position.clone();
        let mut evaluator = new_evaluator(&position);
        assert!(evaluator.make_null_move(&mut position).is_some());
        assert_ne!(position.side_to_move(), before.side_to_move());
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert!(!moves.is_empty());
        evaluator.unmake_null_move(&mut position, ());
        assert_eq!(position, before);
        // In check, and with only pawns.
        for text in ["4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] {
            let mut position = read(text);
            let mut evaluator = new_evaluator(&position);
            assert!(evaluator.make_null_move(&mut position).is_none(), "{text}");
            assert_eq!(position, read(text));
        }
    }
}
