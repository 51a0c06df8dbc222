//! The engine's play in openings: it chooses the better colour, places stones
//! that keep the colours balanced, and weighs the fifth stones offered.

use web_time::Instant;

use super::bitboard::file_and_rank;
use super::evaluation::{Evaluator, SearchStyle, WIN, win_chance};
use super::levels::LevelParams;
use super::opening_rule::{OpeningRule, Stage};
use super::pattern_board::{CandidateMove, PatternBoard};
use super::position::{Gomoku, GomokuMove};
use crate::core::{Position, Random, Side};
use crate::games::alpha_beta_engine::{LevelSettings, SMALL_TABLE};
use crate::games::{EngineInfo, EngineRequest, Notation};
use crate::search::{CachedSearcher, Certainty, Limits, SearchParams, SearchResult, StopFlag};

/// Depth in plies and node limits for evaluating one opening position: for
/// strong levels, and for those with small node limits.
const MAX_DEPTH: u32 = 6;
const MAX_NODES: u64 = 30_000;
const MAX_LIGHT_NODES: u64 = 3_000;

/// Value to White of one more fifth stone offered, in hundredths of a tempo.
const OFFER_VALUE: i32 = 40;

/// Stones evaluated when the engine places an opening stone.
const MAX_TRIES: u64 = 10;

/// Fifth stones evaluated beyond those still to be offered.
const SPARE_OFFERS: usize = 3;

/// Budget of one decision: a share of the level's nodes for each evaluated
/// position, and the time for all of them.
struct EvaluationBudget<'a> {
    started: Instant,
    limits: Limits,
    nodes: u64,
    stop: &'a StopFlag,
}

impl<'a> EvaluationBudget<'a> {
    fn new(request: &'a EngineRequest, positions: u64) -> EvaluationBudget<'a> {
        let settings = LevelParams::of(request.strength);
        let max_nodes = if settings.is_light() { MAX_LIGHT_NODES } else { MAX_NODES };
        let mut limits = settings.level.params_within(request.limits).limits;
        let share = limits.nodes.map_or(max_nodes, |nodes| nodes / positions.max(1));
        limits.nodes = Some(share.clamp(1, max_nodes));
        limits.depth = Some(limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH)));
        EvaluationBudget { started: Instant::now(), limits, nodes: 0, stop: &request.stop }
    }

    /// Limits of the next search; `None` when the time is over.
    fn remaining_limits(&self) -> Option<Limits> {
        let limits = self.limits.after(self.started.elapsed());
        let over = self.stop.is_raised() || limits.aimed_time().is_some_and(|time| time.is_zero());
        (!over).then_some(limits)
    }

    /// The engine info of a decision, with the nodes and the time spent on it.
    fn engine_info(&self, position: &Gomoku, mv: GomokuMove) -> EngineInfo {
        EngineInfo {
            nodes: self.nodes.max(1),
            elapsed: self.started.elapsed(),
            ..EngineInfo::without_search(position.to_move(mv))
        }
    }
}

/// Value to White of the fifth stones that Black will have to offer, in
/// hundredths of a tempo.
fn offer_handicap(position: &Gomoku) -> i32 {
    let required = match position.opening {
        OpeningRule::Rif if position.stone_count() < 5 => 2,
        _ => position.offers().required(),
    };
    OFFER_VALUE * i32::from(required.saturating_sub(1))
}

/// Value to Black of a position with this value to the colour to move.
fn value_for_black(position: &Gomoku, value: i32) -> i32 {
    if position.colour() == Side::First { value } else { -value }
}

/// Distance from equality, after the best number of fifth stones where one is
/// to be declared.
fn imbalance(position: &Gomoku, value: i32) -> i32 {
    let black = value_for_black(position, value);
    let max_handicap = match position.stage() {
        Stage::Declare => OFFER_VALUE * i32::from(*position.declarable().end() - 1),
        _ => 0,
    };
    if black < 0 { -black } else { (black - max_handicap).max(0) }
}

/// The engine's decisions in an opening.
pub(super) struct OpeningPlayer<'a> {
    /// The engine's searcher.
    pub searcher: &'a mut CachedSearcher<Evaluator>,
}

impl OpeningPlayer<'_> {
    /// Value of an opening position to the colour to move; `None` when the time
    /// is over.
    fn evaluate_opening(
        &mut self,
        position: &Gomoku,
        budget: &mut EvaluationBudget,
    ) -> Option<i32> {
        let handicap = offer_handicap(position);
        let black_to_move = position.colour() == Side::First;
        let value = match position.opening_advantage() {
            Some(advantage) if black_to_move => advantage,
            Some(advantage) => -advantage,
            None => self.search(position, budget)?,
        };
        Some(value + if black_to_move { -handicap } else { handicap })
    }

    /// Value of a short search: the mean of its last two depths, which cancels
    /// the odd-even effect.
    fn search(&mut self, position: &Gomoku, budget: &mut EvaluationBudget) -> Option<i32> {
        let params = SearchParams { limits: budget.remaining_limits()?, ..SearchParams::default() };
        let board = PatternBoard::new(position);
        let mut evaluator = Evaluator::new(SearchStyle::FULL_WIDTH, budget.stop);
        let searcher = self.searcher.searcher(SMALL_TABLE);
        searcher.clear();
        let mut values = [None; 2];
        let report =
            &mut |found: &SearchResult<CandidateMove>| values = [values[1], Some(found.value)];
        let found = searcher.search(&mut evaluator, &board, &params, budget.stop, report)?;
        budget.nodes += found.nodes;
        Some(match values {
            [Some(before), Some(last)] if last.abs() < WIN / 2 => (before + last) / 2,
            [_, Some(last)] => last,
            _ => found.value,
        })
    }

    /// Takes the better colour.
    pub(super) fn choose(&mut self, position: &Gomoku, request: &EngineRequest) -> EngineInfo {
        let mut budget = EvaluationBudget::new(request, 1);
        let value = self.evaluate_opening(position, &mut budget).unwrap_or(0);
        let next_is_own = position.player_of(position.colour()) == position.side_to_move();
        let keep = (value >= 0) == next_is_own;
        let mv = if keep { GomokuMove::Keep } else { GomokuMove::Swap };
        EngineInfo {
            score: Some(win_chance(value.abs(), Certainty::Estimate)),
            ..budget.engine_info(position, mv)
        }
    }

    /// Declares more fifth stones the better Black stands.
    pub(super) fn declare(&mut self, position: &Gomoku, request: &EngineRequest) -> EngineInfo {
        let mut budget = EvaluationBudget::new(request, 1);
        let value = self.evaluate_opening(position, &mut budget).unwrap_or(0);
        let max_offers = i32::from(*position.declarable().end());
        let number =
            (1 + value_for_black(position, value) / OFFER_VALUE).clamp(1, max_offers.max(1));
        budget.engine_info(position, GomokuMove::Declare(number as u8))
    }

    /// Offers the best fifth stone for Black that is not offered yet.
    pub(super) fn offer(
        &mut self,
        position: &Gomoku,
        request: &EngineRequest,
    ) -> Option<EngineInfo> {
        let board = PatternBoard::new(position);
        let mut cells: Vec<u16> = position.new_offers().collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(board.move_order_score(cell)));
        let offers = position.offers();
        let left = usize::from(offers.required()).saturating_sub(offers.cells().len());
        cells.truncate(left + SPARE_OFFERS);
        let mut budget = EvaluationBudget::new(request, cells.len() as u64);
        let before = position.in_play();
        self.best_cell(&cells, &before, &mut budget, |_, value| -value)
            .map(|cell| budget.engine_info(position, GomokuMove::Offer(cell)))
    }

    /// Picks the best fifth stone for White.
    pub(super) fn pick(
        &mut self,
        position: &Gomoku,
        request: &EngineRequest,
    ) -> Option<EngineInfo> {
        let cells = position.offers().cells();
        let mut budget = EvaluationBudget::new(request, cells.len() as u64);
        self.best_cell(cells, position, &mut budget, |_, value| value)
            .map(|cell| budget.engine_info(position, GomokuMove::Stone(cell)))
    }

    /// Places an opening stone: any that is not at the edge, and before a
    /// choice of colours or a declaration the one that leaves the colours most
    /// balanced.
    pub(super) fn place(
        &mut self,
        position: &Gomoku,
        request: &EngineRequest,
        random: &mut Random,
    ) -> Option<EngineInfo> {
        let margin = if position.opening.restricts_to_centre() {
            (position.size() / 2).saturating_sub(3)
        } else {
            1
        };
        let inner = |cell: &u16| {
            let (file, rank) = file_and_rank(*cell);
            let inside = margin..position.size() - margin;
            inside.contains(&file) && inside.contains(&rank)
        };
        let possible = || position.cells().filter(|&cell| position.may_place(cell));
        let mut cells: Vec<u16> = possible().filter(inner).collect();
        if cells.is_empty() {
            cells.extend(possible());
        }
        let max_tried = if position.next_stone_precedes_choice() { MAX_TRIES } else { 1 };
        let mut candidates = Vec::new();
        while !cells.is_empty() && candidates.len() < max_tried as usize {
            candidates.push(cells.swap_remove(random.below(cells.len())));
        }
        if let [only] = candidates[..] {
            let best = position.to_move(GomokuMove::Stone(only));
            return Some(EngineInfo::without_search(best));
        }
        let mut budget = EvaluationBudget::new(request, max_tried);
        self.best_cell(&candidates, position, &mut budget, |next, value| -imbalance(next, value))
            .map(|cell| budget.engine_info(position, GomokuMove::Stone(cell)))
    }

    /// The cell with the highest score; `score` takes the position after a
    /// stone there and its value to the colour then to move. Cells for which no
    /// time is left count as lowest.
    fn best_cell(
        &mut self,
        cells: &[u16],
        position: &Gomoku,
        budget: &mut EvaluationBudget,
        score: impl Fn(&Gomoku, i32) -> i32,
    ) -> Option<u16> {
        let mut best = (i32::MIN, *cells.first()?);
        for &cell in cells {
            let mut next = *position;
            next.play(GomokuMove::Stone(cell));
            let Some(value) = self.evaluate_opening(&next, budget) else { break };
            let score = score(&next, value);
            if score > best.0 {
                best = (score, cell);
            }
        }
        Some(best.1)
    }
}
