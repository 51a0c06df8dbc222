//! The Go engine: Monte Carlo tree search with RAVE, passing, and agreement on
//! dead stones.

use std::cmp::Ordering;

use web_time::Instant;

use super::board::{GoBoard, Intersection, MAX_CELLS, cell_count};
use super::dead_stones::dead_stones_until;
use super::levels::LevelParams;
use super::notation::star_points;
use super::playout::{is_playable, lead, ownership, play_out};
use super::position::{Go, GoMove, LargeGo, Phase, SmallGo};
use super::rules::Rules;
use super::score::{CellSet, score_board};
use crate::core::{Move, Point, Position, Random, Side};
use crate::games::{
    AnyPosition, Engine, EngineInfo, EngineRequest, Notation, Score, ScoreUnit, Strength,
};
use crate::search::mcts::{
    AmafTable, MctsGame, MctsParams, MctsResult, Playout, Prior, mcts_search,
};
use crate::search::{Certainty, Limits, StopFlag};

/// Number of playouts that tell which points are settled, and the minimum lead
/// in them of one side at a settled point.
const SETTLED_PLAYOUTS: u32 = 32;
const SETTLED_THRESHOLD: i32 = 30;

/// Playouts for the only sensible move.
const FORCED_PLAYOUTS: u32 = 200;

/// Weight of the prior of a move, in playouts.
const PRIOR_WEIGHT: f32 = 20.0;

/// Weight of the score margin in the utility, beside the win: without it a
/// player that is sure to win, or to lose, would play anything.
const SCORE_WEIGHT: f32 = 0.08;

/// A position in the search tree.
#[derive(Clone)]
struct SearchState<const C: usize> {
    board: GoBoard<C>,
    side: Side,
    consecutive_passes: u8,
    last_move: Option<u16>,
    is_root: bool,
}

/// Go as the Monte Carlo tree search sees it.
struct GoMcts<const C: usize> {
    rules: Rules,
    captured: [u32; 2],
    /// Candidate moves at the root.
    root_moves: Vec<GoMove>,
}

impl<const C: usize> GoMcts<C> {
    /// Utility for Black, 0 to 1, of a lead of Black in points: the winner and,
    /// to a small part, the margin.
    fn utility(&self, lead: i32, points: u32) -> f32 {
        let halves = 2 * lead - self.rules.komi - 2 * self.rules.handicap_bonus;
        let won = 0.5 + 0.5 * halves.signum() as f32;
        let margin = 0.5 + 0.25 * (halves as f32 / points as f32).clamp(-2.0, 2.0);
        (1.0 - SCORE_WEIGHT) * won + SCORE_WEIGHT * margin
    }

    /// Prior of a stone by static features.
    fn prior(state: &SearchState<C>, cell: u16) -> Prior {
        let (board, side) = (&state.board, state.side);
        let own = Intersection::of(side);
        let mut chance = 0.5_f32;
        let (mut free, mut border, mut friends, mut takes) = (0, 0, false, false);
        for near in board.neighbours(cell) {
            match board.at(near) {
                Intersection::Empty => free += 1,
                Intersection::Border => border += 1,
                stone if stone == own => {
                    let weak = board.last_liberty(near).is_some();
                    friends |= !weak;
                    if weak {
                        chance += 0.02 * board.chain_size(near).min(5) as f32;
                    }
                }
                _ if board.last_liberty(near).is_some() => {
                    takes = true;
                    chance += 0.15 + 0.03 * board.chain_size(near).min(5) as f32;
                }
                // Contact moves.
                _ => chance += 0.01,
            }
        }
        let helpless = !takes && !friends && free <= 1;
        if helpless {
            chance -= 0.3;
        }
        let at = board.point(cell);
        if free + border == 4 && board.files() >= 9 {
            // In the open: the first and second lines are worth less, the third
            // and fourth more.
            chance += match distance_to_edge(board, at) {
                0 => -0.2,
                1 => -0.08,
                2 | 3 => 0.04,
                _ => 0.0,
            };
        }
        if let Some(last) = state.last_move.map(|last| board.point(last)) {
            let distance = last.file.abs_diff(at.file) + last.rank.abs_diff(at.rank);
            chance += match distance {
                0 | 1 => 0.06,
                2 => 0.08,
                3 => 0.04,
                _ => 0.0,
            };
        }
        Prior { win_rate: chance.clamp(0.05, 0.95), weight: PRIOR_WEIGHT }
    }

    /// Prior of a pass: where two passes end the game the score decides;
    /// otherwise another move is nearly always better.
    fn pass_prior(&self, state: &SearchState<C>) -> Prior {
        if state.consecutive_passes == 0 {
            return Prior { win_rate: 0.2, weight: PRIOR_WEIGHT };
        }
        let black = self.final_result(&state.board);
        let chance = if state.side == Side::First { black } else { 1.0 - black };
        Prior { win_rate: chance, weight: PRIOR_WEIGHT }
    }

    fn final_result(&self, board: &GoBoard<C>) -> f32 {
        let [black, white] =
            score_board(board, &self.rules, &CellSet::default(), self.captured).totals;
        match black.cmp(&white) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        }
    }
}

impl<const C: usize> MctsGame for GoMcts<C> {
    type Position = SearchState<C>;
    type Move = GoMove;

    fn side_to_move(&self, state: &SearchState<C>) -> Side {
        state.side
    }

    fn moves(&mut self, state: &SearchState<C>, moves: &mut Vec<(GoMove, Prior)>) {
        moves.clear();
        if state.is_root {
            moves.extend(self.root_moves.iter().map(|&mv| match mv {
                GoMove::Place(cell) => (mv, Self::prior(state, cell)),
                _ => (mv, self.pass_prior(state)),
            }));
            return;
        }
        if state.consecutive_passes >= 2 {
            return;
        }
        let cells = state.board.empty_cells().iter().copied();
        moves.extend(
            cells
                .filter(|&cell| is_playable(&state.board, cell, state.side))
                .map(|cell| (GoMove::Place(cell), Self::prior(state, cell))),
        );
        if moves.is_empty() || !self.rules.stone_removal {
            moves.push((GoMove::Pass, self.pass_prior(state)));
        }
    }

    fn play(&mut self, state: &mut SearchState<C>, mv: GoMove) {
        state.is_root = false;
        match mv {
            GoMove::Place(cell) => {
                state.board.place_stone(cell, state.side);
                (state.last_move, state.consecutive_passes) = (Some(cell), 0);
            }
            _ => {
                state.board.clear_ko();
                (state.last_move, state.consecutive_passes) = (None, state.consecutive_passes + 1);
            }
        }
        state.side = state.side.other();
    }

    fn simulate(
        &mut self,
        state: &mut SearchState<C>,
        random: &mut Random,
        amaf: &mut AmafTable,
    ) -> Playout {
        if state.consecutive_passes >= 2 && !self.rules.stone_removal {
            return Playout { result: self.final_result(&state.board), plies: 0 };
        }
        let record = |cell, side| amaf.record(usize::from(cell), side);
        let plies = play_out(&mut state.board, state.side, state.last_move, random, record);
        let result = self.utility(lead(&state.board), state.board.point_count());
        Playout { result, plies }
    }

    fn amaf_index(&self, mv: GoMove) -> usize {
        match mv {
            GoMove::Place(cell) => usize::from(cell),
            // Cell 0 is border.
            _ => 0,
        }
    }

    fn amaf_len(&self) -> usize {
        C
    }
}

/// The Go engine. It keeps no state between searches.
#[derive(Default)]
pub struct GoEngine;

impl Engine for GoEngine {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        report: &mut dyn FnMut(&EngineInfo),
    ) -> Option<EngineInfo> {
        if let Some(position) = position.downcast::<SmallGo>() {
            think::<{ cell_count(9, 9) }>(position, request, report)
        } else if let Some(position) = position.downcast::<LargeGo>() {
            think::<MAX_CELLS>(position, request, report)
        } else {
            None
        }
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        analyse_any(position, request, (None, lines), report)
    }

    fn analyse_moves(
        &mut self,
        position: &AnyPosition,
        request: &EngineRequest,
        moves: &[Move],
        lines: usize,
        report: &mut dyn FnMut(&[EngineInfo]),
    ) -> Vec<EngineInfo> {
        analyse_any(position, request, (Some(moves), lines), report)
    }
}

/// Analyses a position of either size of board, of these moves or of all.
fn analyse_any(
    position: &AnyPosition,
    request: &EngineRequest,
    wanted: (Option<&[Move]>, usize),
    report: &mut dyn FnMut(&[EngineInfo]),
) -> Vec<EngineInfo> {
    if let Some(position) = position.downcast::<SmallGo>() {
        analyse::<{ cell_count(9, 9) }>(position, request, wanted, report)
    } else if let Some(position) = position.downcast::<LargeGo>() {
        analyse::<MAX_CELLS>(position, request, wanted, report)
    } else {
        Vec::new()
    }
}

/// Decision made at the root before a search.
enum RootDecision<const C: usize> {
    /// The game is over.
    GameOver,
    /// This move needs no search.
    Immediate(GoMove),
    /// Searches for the best of the root moves.
    Search(Box<GoMcts<C>>),
}

fn root_decision<const C: usize>(go: &Go<C>, stop: &StopFlag) -> RootDecision<C> {
    match go.phase() {
        Phase::Finished(_) => return RootDecision::GameOver,
        Phase::StoneRemoval { .. } => return RootDecision::Immediate(agree_on_dead(go)),
        Phase::Play => {}
    }
    if go.handicap_left() > 0 {
        return RootDecision::Immediate(handicap_stone(go));
    }
    // A pass in the opening is not meant to end the game.
    let late = 4 * go.go_board().empty_cells().len() < 3 * go.go_board().point_count() as usize;
    if has_passed(go)
        && late
        && go.rules().stone_removal
        && result_if_over(go, stop) == Ordering::Greater
    {
        return RootDecision::Immediate(GoMove::Pass);
    }
    let root_moves = root_moves(go);
    if root_moves == [GoMove::Pass] {
        return RootDecision::Immediate(GoMove::Pass);
    }
    RootDecision::Search(Box::new(GoMcts {
        rules: *go.rules(),
        captured: go.captured(),
        root_moves,
    }))
}

fn has_passed<const C: usize>(go: &Go<C>) -> bool {
    go.move_history().last() == Some(&GoMove::Pass)
}

/// Result for a move that needed no search.
fn immediate_info<const C: usize>(go: &Go<C>, mv: GoMove, started: Instant) -> EngineInfo {
    let info = EngineInfo::without_search(go.to_move(mv));
    EngineInfo { depth: 1, elapsed: started.elapsed(), ..info }
}

/// Search parameters within the limits of the request, less the time since `started`.
fn params_within(params: MctsParams, request: &EngineRequest, started: Instant) -> MctsParams {
    let limits = Limits::of_level(params.limits, request.limits).after(started.elapsed());
    MctsParams { limits, ..params }
}

/// Searches the root moves; the most visited comes first.
fn search<const C: usize>(
    go: &Go<C>,
    mut mcts: GoMcts<C>,
    mut params: MctsParams,
    request: &EngineRequest,
    report: &mut dyn FnMut(&[MctsResult<GoMove>]),
) -> Vec<MctsResult<GoMove>> {
    if mcts.root_moves.len() == 1 {
        params.playouts = FORCED_PLAYOUTS;
    }
    let last_move = go.move_history().last().and_then(|&mv| match mv {
        GoMove::Place(cell) => Some(cell),
        _ => None,
    });
    let (board, side, consecutive_passes) =
        (*go.go_board(), go.side_to_move(), u8::from(has_passed(go)));
    let state = SearchState { board, side, consecutive_passes, last_move, is_root: true };
    let seed = request.seed ^ go.key();
    mcts_search(&mut mcts, &state, &params, seed, &request.stop, report)
}

fn think<const C: usize>(
    go: &Go<C>,
    request: &EngineRequest,
    report: &mut dyn FnMut(&EngineInfo),
) -> Option<EngineInfo> {
    let started = Instant::now();
    let mcts = match root_decision(go, &request.stop) {
        RootDecision::GameOver => return None,
        RootDecision::Immediate(mv) => return Some(immediate_info(go, mv, started)),
        RootDecision::Search(mcts) => *mcts,
    };
    let params = match request.strength {
        Strength::Full => LevelParams::full_strength(),
        Strength::Level(level) => LevelParams::of_level(level),
    };
    let mcts_params = params_within(params.params, request, started);
    let mut found =
        search(go, mcts, mcts_params, request, &mut |found| report(&engine_info(go, &found[0])));
    let max_visits = u64::from(found.first()?.value.visits.max(1));
    // Sorted by visits; a search that was stopped at once visited none.
    let visited = found.iter().take_while(|line| line.value.visits > 0).count();
    found.truncate(visited.max(1));
    let permille =
        |line: &MctsResult<GoMove>| (1000 * u64::from(line.value.visits) / max_visits) as i32;
    let chosen = params.level.choose(&found, permille, &mut Random::new(request.seed ^ go.key()));
    chosen.map(|line| engine_info(go, line))
}

fn analyse<const C: usize>(
    go: &Go<C>,
    request: &EngineRequest,
    (moves, lines): (Option<&[Move]>, usize),
    report: &mut dyn FnMut(&[EngineInfo]),
) -> Vec<EngineInfo> {
    let started = Instant::now();
    let decision = match moves {
        Some(moves) if go.phase() == Phase::Play && go.handicap_left() == 0 => {
            let mut root_moves = Vec::new();
            go.legal_moves(&mut root_moves);
            root_moves.retain(|&mv| moves.contains(&go.to_move(mv)));
            if root_moves.is_empty() {
                return Vec::new();
            }
            RootDecision::Search(Box::new(GoMcts {
                rules: *go.rules(),
                captured: go.captured(),
                root_moves,
            }))
        }
        _ => root_decision(go, &request.stop),
    };
    let mcts = match decision {
        RootDecision::GameOver => return Vec::new(),
        RootDecision::Immediate(mv) => {
            let score =
                if go.handicap_left() > 0 { None } else { Some(counted_score(go, &request.stop)) };
            return vec![EngineInfo { score, ..immediate_info(go, mv, started) }];
        }
        RootDecision::Search(mcts) => *mcts,
    };
    let lines = lines.max(1);
    // The first move always has a principal variation; others only if visited.
    let infos = |found: &[MctsResult<GoMove>]| -> Vec<EngineInfo> {
        let tried = found.iter().enumerate().take(lines);
        tried
            .filter(|(n, line)| *n == 0 || line.value.visits > 0)
            .map(|(_, line)| engine_info(go, line))
            .collect()
    };
    let params = MctsParams { multi_pv: lines, ..LevelParams::full_strength().params };
    let params = params_within(params, request, started);
    let found = search(go, mcts, params, request, &mut |found| report(&infos(found)));
    infos(&found)
}

/// Value for the side to move if the game ends as the board stands, without the
/// stones that the program takes for dead.
fn counted_score<const C: usize>(go: &Go<C>, stop: &StopFlag) -> Score {
    let amount = match result_if_over(go, stop) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    };
    Score { amount, unit: ScoreUnit::Chance, certainty: Certainty::Estimate, mate: None }
}

/// Next free handicap stone: a star point while there are any, then as far from
/// other stones and the edge as possible.
fn handicap_stone<const C: usize>(go: &Go<C>) -> GoMove {
    let board = go.go_board();
    let empty = |cell: &u16| board.at(*cell) == Intersection::Empty;
    let star = star_points(board.files().min(board.ranks()))
        .into_iter()
        .filter_map(|at| board.cell(at))
        .find(empty);
    let stones: Vec<_> =
        board.cells().filter(|cell| !empty(cell)).map(|cell| board.point(cell)).collect();
    let room = |cell: &u16| {
        let at = board.point(*cell);
        let apart = |other: &Point| other.file.abs_diff(at.file) + other.rank.abs_diff(at.rank);
        let nearest = stones.iter().map(apart).min().unwrap_or(0);
        nearest.min(2 * distance_to_edge(board, at))
    };
    let widest = || board.cells().filter(empty).max_by_key(room);
    star.or_else(widest).map_or(GoMove::Pass, GoMove::Place)
}

/// Distance to the nearest edge; 0 is the first line.
fn distance_to_edge<const C: usize>(board: &GoBoard<C>, at: Point) -> u8 {
    let (files, ranks) = (board.files(), board.ranks());
    at.file.min(at.rank).min(files - 1 - at.file).min(ranks - 1 - at.rank)
}

/// Marks dead stones as the program proposes, and then accepts. An opponent who
/// keeps changing the marks is asked to resume play.
fn agree_on_dead<const C: usize>(go: &Go<C>) -> GoMove {
    let board = go.go_board();
    let differs = |cell: &u16| board.at(*cell).side().is_some() && go.is_toggled(*cell);
    let marks = go.move_history().iter().rev().take_while(|mv| **mv != GoMove::Pass).count();
    match board.cells().find(differs) {
        None => GoMove::AcceptDead,
        Some(_) if marks > 2 * board.point_count() as usize => GoMove::ResumePlay,
        Some(cell) => GoMove::MarkDead(cell),
    }
}

/// Result for the side to move if the game ends here, without the stones that
/// the program takes for dead: greater than even if it wins.
fn result_if_over<const C: usize>(go: &Go<C>, stop: &StopFlag) -> Ordering {
    let dead = dead_stones_until(go.go_board(), stop, &mut |_| ());
    let totals = score_board(go.go_board(), go.rules(), &dead, go.captured()).totals;
    let side = go.side_to_move();
    totals[side.index()].cmp(&totals[side.other().index()])
}

/// Candidate moves at the root: none that fill own eyes and, where dead stones
/// need not be captured, none on settled points. A pass if nothing else is
/// left, or if passing may decide the game.
fn root_moves<const C: usize>(go: &Go<C>) -> Vec<GoMove> {
    let board = go.go_board();
    let side = go.side_to_move();
    let owned = go.rules().stone_removal.then(|| ownership(board, SETTLED_PLAYOUTS, board.hash()));
    let settled =
        |cell: u16| owned.is_some_and(|owned| owned[usize::from(cell)].abs() >= SETTLED_THRESHOLD);
    let mut moves = Vec::new();
    go.legal_moves(&mut moves);
    moves.retain(|mv| match *mv {
        GoMove::Place(cell) => is_playable(board, cell, side) && !settled(cell),
        _ => false,
    });
    if moves.is_empty() || !go.rules().stone_removal {
        moves.push(GoMove::Pass);
    }
    moves
}

/// The engine info for a root move. The tree ignores superko below it, so that
/// its principal variation may end early.
fn engine_info<const C: usize>(go: &Go<C>, found: &MctsResult<GoMove>) -> EngineInfo {
    let score = Score {
        amount: f64::from(found.value.win_rate).clamp(0.0, 1.0),
        unit: ScoreUnit::Chance,
        certainty: found.certainty,
        mate: None,
    };
    let info = EngineInfo::new(go, found, |mv| mv, score);
    EngineInfo { visits: Some(found.value.visits), ..info }
}
