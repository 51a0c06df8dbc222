//! The engine of the m,n,k games.

use web_time::Instant;

use super::evaluation::{Evaluator, MOVE_FEATURES, WIN, WIN_THRESHOLD, win_chance};
use super::goal::Goal;
pub use super::levels::LEVELS;
use super::levels::{EVOLUTION, LevelParams, Method};
use super::position::{Cell, Rules, TicTacToe};
use super::search_board::{MoveFilter, SearchBoard};
use crate::core::{Position, Random};
use crate::games::alpha_beta_engine::{AlphaBetaEngine, AlphaBetaGame, Root, RootDecision};
use crate::games::engine::mate_in;
use crate::games::evolved_player::{Evolved, breed};
use crate::games::{EngineInfo, EngineRequest, Notation, Score, ScoreUnit, TraceRequest};
use crate::search::evolution::{EvolutionParams, EvolvedWeights, evolve, rank_moves};
use crate::search::trace::Recorder;
use crate::search::{CachedSearcher, Certainty, Level, SearchResult, StopFlag, minimax};

/// Fixed seed of the evolved player of the first level.
const EVOLUTION_SEED: u64 = 1;

/// Factor from an evolved player's scores to the integers that its move is
/// chosen by.
const WEIGHT_SCALE: f32 = 100.0;

/// The m,n,k games for the alpha-beta engine.
#[derive(Default)]
pub struct TicTacToeSearch {
    /// The cached evolved weights, and the rules that they were evolved for.
    evolved: Option<(Rules, EvolvedWeights)>,
}

/// The engine of the m,n,k games.
pub type TicTacToeEngine = AlphaBetaEngine<TicTacToeSearch>;

impl AlphaBetaGame for TicTacToeSearch {
    type Position = TicTacToe;
    type Search = Evaluator;
    type Settings = LevelParams;

    const LARGE_TABLE: usize = 32;

    const WIN_VALUE: i32 = WIN_THRESHOLD;
    const FEATURES: &'static [&'static str] = &MOVE_FEATURES;

    fn evolve(
        board: &SearchBoard,
        evaluator: &mut Evaluator,
        request: &TraceRequest,
        recorder: &mut Recorder<Cell>,
    ) -> Option<Evolved<Cell>> {
        breed(board, evaluator, EVOLUTION.max_plies, request, recorder)
    }

    fn board(position: &TicTacToe, settings: &LevelParams) -> SearchBoard {
        SearchBoard::new(position, settings.move_filter(position.rules()))
    }

    fn evaluator(_: &SearchBoard, _: &LevelParams, _: &StopFlag) -> Evaluator {
        Evaluator
    }

    fn rules_move(mv: Cell) -> Cell {
        mv
    }

    fn score(board: &SearchBoard, found: &SearchResult<Cell>) -> Score {
        let is_won = found.value.abs() >= WIN_THRESHOLD;
        let until = WIN - found.value.abs() - board.position().marks() as i32;
        Score {
            amount: win_chance(found.value),
            unit: ScoreUnit::Chance,
            // A search limited to candidate moves proves nothing.
            certainty: Certainty::exact_if(
                (found.is_exact() || is_won) && board.filter().width.is_none(),
            ),
            mate: if is_won { mate_in(until, found.value) } else { None },
        }
    }

    fn decide(
        &mut self,
        _: &mut CachedSearcher<Evaluator>,
        position: &TicTacToe,
        request: &EngineRequest,
        _: &mut Random,
    ) -> RootDecision {
        if position.outcome().is_some() {
            return RootDecision::Immediate(None);
        }
        let root = Root::<TicTacToeSearch>::new(position, request);
        RootDecision::Immediate(match root.settings.method {
            Method::Evolution(params) => self.play_evolved(&root, &params, request),
            Method::Minimax => play_minimax(&root, request),
            Method::AlphaBeta => return RootDecision::Search,
        })
    }
}

impl TicTacToeSearch {
    /// Plays by evolved weights. The nodes are those of the evolution and the
    /// positions after each move here.
    fn play_evolved(
        &mut self,
        root: &Root<'_, TicTacToeSearch>,
        params: &EvolutionParams,
        request: &EngineRequest,
    ) -> Option<EngineInfo> {
        let (board, level) = (&root.board, &root.settings.level);
        let started = Instant::now();
        let rules = *board.position().rules();
        // A node limit also covers the nodes of the evolution.
        let affords = |evolved: &EvolvedWeights| {
            request.limits.nodes.is_none_or(|most| evolved.nodes <= most)
        };
        let kept = self.evolved.take().filter(|(of, evolved)| *of == rules && affords(evolved));
        let evolved = kept.map(|(_, evolved)| evolved).unwrap_or_else(|| {
            let training_board =
                SearchBoard::new(&TicTacToe::new(training_rules(rules)), ALL_MOVES);
            let (mut limits, stop) = (level.params_within(request.limits).limits, &request.stop);
            if limits.depth == Some(0) {
                limits.nodes = Some(0);
            }
            evolve(&mut Evaluator, &training_board, params, EVOLUTION_SEED, limits, stop, ())
        });
        let moves = rank_moves(&mut Evaluator, board, &evolved.weights);
        let nodes = evolved.nodes + moves.len() as u64;
        self.evolved = evolved.complete.then_some((rules, evolved));
        let value_of = |(score, _): &(f32, Cell)| (score * WEIGHT_SCALE) as i32;
        let &(_, best) = choose(board, &moves, value_of, level, request.seed)?;
        let info = EngineInfo::without_search(board.position().to_move(best));
        Some(EngineInfo { depth: 1, nodes, elapsed: started.elapsed(), ..info })
    }
}

/// Every empty square is a move.
const ALL_MOVES: MoveFilter = MoveFilter { width: None, forced: false };

/// Side of the board on which weights for whole lines are evolved.
const WHOLE_LINE_TRAINING: u8 = 5;

/// The board to evolve the weights on: they do not depend on its size, and
/// games on a small one are short.
fn training_rules(rules: Rules) -> Rules {
    let most = match rules.goal {
        Goal::Row => rules.row + 2,
        Goal::Line | Goal::Diagonals => WHOLE_LINE_TRAINING,
    };
    Rules { files: rules.files.min(most), ranks: rules.ranks.min(most), ..rules }
}

/// Plays by plain minimax.
fn play_minimax(root: &Root<'_, TicTacToeSearch>, request: &EngineRequest) -> Option<EngineInfo> {
    let (board, level) = (&root.board, &root.settings.level);
    let limits = level.params_within(request.limits).limits;
    let ranked = minimax(&mut Evaluator, board, limits, &request.stop, ());
    let chosen = choose(board, &ranked, |found| found.value, level, request.seed)?;
    Some(root.engine_info(chosen))
}

/// The choice of a level with its error margin among moves in order of value,
/// best first. Among equally good moves the seed decides.
fn choose<'a, T>(
    board: &SearchBoard,
    moves: &'a [T],
    value_of: impl Fn(&T) -> i32,
    level: &Level,
    seed: u64,
) -> Option<&'a T> {
    let mut random = Random::new(seed ^ board.key());
    if level.max_loss > 0 {
        return level.choose(moves, value_of, &mut random);
    }
    let most = value_of(moves.first()?);
    let best = moves.iter().take_while(|mv| value_of(mv) == most).count();
    random.pick(&moves[..best])
}
