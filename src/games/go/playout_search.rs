//! Go as the Monte Carlo tree search by playouts sees it.

use std::cmp::Ordering;

use super::board::{GoBoard, Intersection};
use super::playout::{is_playable, lead, ownership, play_out};
use super::position::{Go, GoMove};
use super::root_decision::{distance_to_edge, has_passed};
use super::rules::Rules;
use super::score::{CellSet, score_board};
use crate::core::{Position, Random, Side};
use crate::games::EngineRequest;
use crate::search::mcts::{
    AmafTable, MctsGame, MctsParams, MctsResult, Playout, Prior, mcts_observed,
};
use crate::search::trace::SearchObserver;

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
pub struct SearchState<const C: usize> {
    pub board: GoBoard<C>,
    pub side: Side,
    pub consecutive_passes: u8,
    pub last_move: Option<u16>,
    pub is_root: bool,
}

/// Go as the Monte Carlo tree search sees it.
pub struct GoMcts<const C: usize> {
    pub rules: Rules,
    pub captured: [u32; 2],
    /// Candidate moves at the root.
    pub root_moves: Vec<GoMove>,
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

/// Searches the root moves; the most visited comes first. `observer` is told of every playout.
pub fn search<const C: usize>(
    go: &Go<C>,
    mut mcts: GoMcts<C>,
    mut params: MctsParams,
    request: &EngineRequest,
    report: &mut dyn FnMut(&[MctsResult<GoMove>]),
    observer: impl SearchObserver<GoMove>,
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
    mcts_observed(&mut mcts, &state, &params, seed, &request.stop, report, observer)
}

/// Candidate moves at the root: none that fill own eyes and, where dead stones
/// need not be captured, none on settled points. A pass if nothing else is
/// left, or if passing may decide the game.
pub fn root_moves<const C: usize>(go: &Go<C>) -> Vec<GoMove> {
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
