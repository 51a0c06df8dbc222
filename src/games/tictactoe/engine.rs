//! The engine of the m,n,k games.

use web_time::Instant;

use super::evaluation::{CERTAIN, Evaluator, WIN, chance};
pub use super::levels::LEVELS;
use super::levels::{LevelParams, Method};
use super::position::{Cell, Rules, TicTacToe};
use super::search_board::{MoveFilter, SearchBoard};
use crate::core::{Move, Position, Random};
use crate::games::engine::mate_in;
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Notation, Score, ScoreUnit, Strength,
};
use crate::search::evolution::{EvolutionParams, EvolvedWeights, evolve, rank_moves};
use crate::search::{CachedSearcher, Level, Limits, MultiPv, SearchResult, minimax};

/// Transposition table sizes in MiB: for levels with small node limits, and for
/// all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 32;

/// Fixed seed of the evolved player of the first level.
const EVOLUTION_SEED: u64 = 1;

/// Factor from an evolved player's scores to the integers that its move is
/// chosen by.
const WEIGHT_SCALE: f32 = 100.0;

/// The engine of the m,n,k games.
#[derive(Default)]
pub struct TicTacToeEngine {
    searcher: CachedSearcher<Evaluator>,
    /// The cached evolved weights, and the rules that they were evolved for.
    evolved: Option<(Rules, EvolvedWeights)>,
}

impl Engine for TicTacToeEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let position = position.downcast::<TicTacToe>()?;
        if position.outcome().is_some() {
            return None;
        }
        let player = match request.strength {
            Strength::Full => LevelParams::full(),
            Strength::Level(level) => LevelParams::at(level),
        };
        let board = SearchBoard::new(position, player.view(position.rules()));
        match player.method {
            Method::Evolution(breeding) => self.play_evolved(&board, &player, &breeding, request),
            Method::Minimax => play_minimax(&board, &player, request),
            Method::AlphaBeta => self.play_alpha_beta(&board, &player, request, report),
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        let Some(position) = position.downcast::<TicTacToe>() else { return Vec::new() };
        let player = LevelParams::full();
        let board = SearchBoard::new(position, player.view(position.rules()));
        let params = player.level.params_within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        if request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.clear();
        }
        let infos = |found: &[SearchResult<Cell>]| -> Vec<EngineInfo> {
            found.iter().map(|line| engine_info(&board, line)).collect()
        };
        let (wanted, stop) = (MultiPv::best(lines), &request.stop);
        let found = searcher.search_multi_pv(
            &mut Evaluator,
            &board,
            &params,
            &wanted,
            stop,
            &mut |found| {
                report(&infos(found));
            },
        );
        infos(&found)
    }
}

impl TicTacToeEngine {
    fn play_alpha_beta(
        &mut self,
        board: &SearchBoard,
        player: &LevelParams,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        let mut params = player.level.params_within(request.limits);
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        if moves.len() == 1 && request.strength != Strength::Full {
            params.limits = params.limits.and(Limits::FORCED);
        }
        let searcher =
            self.searcher.searcher(if player.is_light() { SMALL_TABLE } else { LARGE_TABLE });
        // A reproducible answer may not depend on earlier searches.
        if !player.remembers || request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.clear();
        }
        let found =
            searcher.search(&mut Evaluator, board, &params, &request.stop, &mut |found| {
                report(&engine_info(board, found));
            })?;
        Some(engine_info(board, &found))
    }

    /// Plays by evolved weights. The nodes are those of the evolution and the
    /// positions after each move here.
    fn play_evolved(
        &mut self,
        board: &SearchBoard,
        player: &LevelParams,
        breeding: &EvolutionParams,
        request: &EngineRequest,
    ) -> Option<EngineInfo> {
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
            let (limits, stop) = (player.level.params_within(request.limits).limits, &request.stop);
            evolve(&mut Evaluator, &training_board, breeding, EVOLUTION_SEED, limits, stop)
        });
        let moves = rank_moves(&mut Evaluator, board, &evolved.weights);
        let nodes = evolved.nodes + moves.len() as u64;
        self.evolved = evolved.complete.then_some((rules, evolved));
        let moves: Vec<_> =
            moves.into_iter().map(|(worth, mv)| ((worth * WEIGHT_SCALE) as i32, mv)).collect();
        let (_, best) = choose(board, &moves, &player.level, request.seed)?;
        let best = board.position().to_move(best);
        Some(EngineInfo {
            best,
            pv: vec![best],
            score: None,
            depth: 1,
            nodes,
            elapsed: started.elapsed(),
        })
    }
}

/// Every empty square is a move.
const ALL_MOVES: MoveFilter = MoveFilter { width: None, forced: false };

/// The board to evolve the weights on: they do not depend on its size, and
/// games on a small one are short.
fn training_rules(rules: Rules) -> Rules {
    let most = rules.row + 2;
    Rules { files: rules.files.min(most), ranks: rules.ranks.min(most), ..rules }
}

fn play_minimax(
    board: &SearchBoard,
    player: &LevelParams,
    request: &EngineRequest,
) -> Option<EngineInfo> {
    let limits = player.level.params_within(request.limits).limits;
    let ranking = minimax(&mut Evaluator, board, limits, &request.stop)?;
    let (value, best) = choose(board, &ranking.moves, &player.level, request.seed)?;
    let found = ranking.result_for((value, best));
    Some(engine_info(board, &found))
}

/// The choice of a level with its error margin. Among equally good moves the
/// seed decides.
fn choose(
    board: &SearchBoard,
    moves: &[(i32, Cell)],
    level: &Level,
    seed: u64,
) -> Option<(i32, Cell)> {
    let mut random = Random::new(seed ^ board.key());
    if level.max_loss > 0 {
        return level.choose(moves, &mut random);
    }
    let best = moves.iter().take_while(|(value, _)| *value == moves[0].0).count();
    random.pick(&moves[..best]).copied()
}

fn engine_info(board: &SearchBoard, found: &SearchResult<Cell>) -> EngineInfo {
    let position = board.position();
    let line: Vec<Move> = found.pv.iter().map(|&mv| position.to_move(mv)).collect();
    let is_won = found.value.abs() >= CERTAIN;
    let until = WIN - found.value.abs() - position.marks() as i32;
    EngineInfo {
        best: position.to_move(found.best),
        pv: line,
        score: Some(Score {
            amount: chance(found.value),
            unit: ScoreUnit::Chance,
            // A search limited to candidate moves proves nothing.
            exact: (found.exact || is_won) && board.view().width.is_none(),
            mate: if is_won { mate_in(until, found.value) } else { None },
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}
