//! The engine's play in openings: it chooses the better colour, places stones
//! that keep the colours balanced, and weighs the fifth stones offered.

use super::bitboard::file_and_rank;
use super::candidate_moves::CandidateMove;
use super::evaluation::{Evaluator, WIN, win_chance};
use super::levels::LevelParams;
use super::opening_budget::{OpeningBudget, ROUNDS};
use super::opening_rule::{OpeningRule, Stage};
use super::pattern_board::PatternBoard;
use super::position::{Gomoku, GomokuMove};
use super::weights_file::weights_for;
use crate::core::{Position, Random, Side};
use crate::games::alpha_beta_engine::{LevelSettings, SMALL_TABLE};
use crate::games::{EngineInfo, EngineRequest, Notation};
use crate::search::{CachedSearcher, Certainty, Limits, SearchParams, SearchResult};

/// Value to White of one more fifth stone offered where the fifths are not known yet, in
/// hundredths of a tempo.
const OFFER_VALUE: i32 = 40;

/// Greatest distance of an opening stone from the centre, and from another stone, along files
/// and ranks; and from another where it decides the balance: far from all others a stone is
/// worth little, so that every balance can be found.
const CENTRE_DISTANCE: u8 = 4;
const STONE_DISTANCE: u8 = 2;
const DECIDING_DISTANCE: u8 = 5;

/// Fifth stones evaluated beyond those still to be offered.
const SPARE_OFFERS: usize = 3;

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
    searcher: &'a mut CachedSearcher<Evaluator>,
    settings: LevelParams,
    budget: OpeningBudget<'a>,
}

impl<'a> OpeningPlayer<'a> {
    /// A player for one decision, which uses the engine's searcher.
    pub(super) fn new(
        searcher: &'a mut CachedSearcher<Evaluator>,
        request: &'a EngineRequest,
    ) -> OpeningPlayer<'a> {
        let settings = LevelParams::of(request.strength);
        OpeningPlayer { searcher, settings, budget: OpeningBudget::new(request) }
    }

    /// The engine info of a decision, with the nodes and the time spent on it.
    fn engine_info(&self, position: &Gomoku, mv: GomokuMove) -> EngineInfo {
        EngineInfo {
            nodes: self.budget.nodes.max(1),
            elapsed: self.budget.elapsed(),
            ..EngineInfo::without_search(position.to_move(mv))
        }
    }

    /// Value of an opening position to the colour to move; `None` when the limits are
    /// reached.
    fn evaluate_opening(&mut self, position: &Gomoku, limits: Option<Limits>) -> Option<i32> {
        let handicap = offer_handicap(position);
        let black_to_move = position.colour() == Side::First;
        let value = match position.opening_advantage() {
            Some(advantage) if black_to_move => advantage,
            Some(advantage) => -advantage,
            None => self.search(position, limits?)?,
        };
        Some(value + if black_to_move { -handicap } else { handicap })
    }

    /// Value of a search: the mean of its last two depths, which cancels the odd-even
    /// effect.
    fn search(&mut self, position: &Gomoku, limits: Limits) -> Option<i32> {
        let params = SearchParams { limits, ..SearchParams::default() };
        let style = self.settings.style;
        let board = if style.full_width {
            PatternBoard::new(position)
        } else {
            PatternBoard::with_weights(position, weights_for(position.rule()))
        };
        let stop = self.budget.stop;
        let mut evaluator = Evaluator::new(style, style.network(position.rule()), stop);
        let searcher = self.searcher.searcher(SMALL_TABLE);
        searcher.clear();
        let mut values = [None; 2];
        let report =
            &mut |found: &SearchResult<CandidateMove>| values = [values[1], Some(found.value)];
        let found = searcher.search(&mut evaluator, &board, &params, stop, report)?;
        self.budget.nodes += found.nodes;
        Some(match values {
            [Some(before), Some(last)] if last.abs() < WIN / 2 => (before + last) / 2,
            [_, Some(last)] => last,
            _ => found.value,
        })
    }

    /// Value to the colour to move, with the best effort for a single position. Where fifth
    /// stones are known to be offered after four, it is that of the worst of them for Black.
    fn judge(&mut self, position: &Gomoku) -> i32 {
        let required = usize::from(position.offers().required());
        if position.stone_count() == 4 && position.colour() == Side::First && required > 0 {
            let fifths = self.fifths_for_black(position, required);
            if let Some(&value) = fifths.get(required - 1).or(fifths.last()) {
                return value;
            }
        }
        let limits = self.budget.share(1, 1);
        self.evaluate_opening(position, limits).unwrap_or(0)
    }

    /// Values to Black of its best fifth stones, this many and some more, the best first.
    fn fifths_for_black(&mut self, position: &Gomoku, count: usize) -> Vec<i32> {
        let before = position.in_play();
        let board = PatternBoard::new(&before);
        let mut cells: Vec<u16> = before.new_offers().collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(board.move_order_score(cell)));
        cells.truncate(count + SPARE_OFFERS);
        let mut values = Vec::with_capacity(cells.len());
        for (n, &cell) in cells.iter().enumerate() {
            let Some(limits) = self.budget.share(1, cells.len() - n) else { break };
            let mut next = before;
            next.play(GomokuMove::Stone(cell));
            values.extend(self.search(&next, limits).map(|value| -value));
        }
        values.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
        values
    }

    /// Takes the better colour.
    pub(super) fn choose(&mut self, position: &Gomoku) -> EngineInfo {
        let value = self.judge(position);
        let next_is_own = position.player_of(position.colour()) == position.side_to_move();
        let keep = (value >= 0) == next_is_own;
        let mv = if keep { GomokuMove::Keep } else { GomokuMove::Swap };
        EngineInfo {
            score: Some(win_chance(value.abs(), Certainty::Estimate)),
            ..self.engine_info(position, mv)
        }
    }

    /// Declares the number of fifth stones with which the worst of Black's best ones leaves
    /// the colours most balanced; before the fourth stone more the better Black stands.
    pub(super) fn declare(&mut self, position: &Gomoku) -> EngineInfo {
        let (least, most) = position.declarable().into_inner();
        let most = most.max(1);
        let number = if position.stone_count() == 4 && position.colour() == Side::First {
            let fifths = self.fifths_for_black(position, usize::from(most));
            let counted = fifths.iter().take(usize::from(most)).enumerate();
            counted.min_by_key(|(_, value)| value.abs()).map_or(1, |(n, _)| n as i32 + 1)
        } else {
            let value = self.judge(position);
            1 + value_for_black(position, value) / OFFER_VALUE
        };
        let number = number.clamp(i32::from(least.max(1)), i32::from(most));
        self.engine_info(position, GomokuMove::Declare(number as u8))
    }

    /// Offers the best fifth stone for Black that is not offered yet.
    pub(super) fn offer(&mut self, position: &Gomoku) -> Option<EngineInfo> {
        let board = PatternBoard::new(position);
        let mut cells: Vec<u16> = position.new_offers().collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(board.move_order_score(cell)));
        let offers = position.offers();
        let left = usize::from(offers.required()).saturating_sub(offers.cells().len());
        cells.truncate(left + SPARE_OFFERS);
        let before = position.in_play();
        self.best_cell(&cells, &before, |_, value| -value)
            .map(|cell| self.engine_info(position, GomokuMove::Offer(cell)))
    }

    /// Picks the best fifth stone for White.
    pub(super) fn pick(&mut self, position: &Gomoku) -> Option<EngineInfo> {
        let cells = position.offers().cells();
        self.best_cell(cells, position, |_, value| value)
            .map(|cell| self.engine_info(position, GomokuMove::Stone(cell)))
    }

    /// Places an opening stone: near the centre and the other stones, and before a choice of
    /// colours or a declaration the one that leaves the colours most balanced, which may be
    /// further away.
    pub(super) fn place(&mut self, position: &Gomoku, random: &mut Random) -> Option<EngineInfo> {
        let decides = position.next_stone_precedes_choice();
        let distance = if decides { DECIDING_DISTANCE } else { STONE_DISTANCE };
        let centre = position.size() / 2;
        let is_inner = |cell: u16| {
            let (file, rank) = file_and_rank(cell);
            decides || file.abs_diff(centre).max(rank.abs_diff(centre)) <= CENTRE_DISTANCE
        };
        let stones: Vec<u16> = position.cells().filter(|&cell| !position.is_empty(cell)).collect();
        let is_near = |cell: u16| {
            let (file, rank) = file_and_rank(cell);
            let near = |&stone: &u16| {
                let (x, y) = file_and_rank(stone);
                file.abs_diff(x).max(rank.abs_diff(y)) <= distance
            };
            stones.is_empty() || stones.iter().any(near)
        };
        let possible = || position.cells().filter(|&cell| position.may_place(cell));
        let mut cells: Vec<u16> =
            possible().filter(|&cell| is_inner(cell) && is_near(cell)).collect();
        if cells.is_empty() {
            cells.extend(possible());
        }
        let max_tried = if decides { ROUNDS[0] } else { 1 };
        let mut candidates = Vec::new();
        while !cells.is_empty() && candidates.len() < max_tried {
            candidates.push(cells.swap_remove(random.below(cells.len())));
        }
        if let [only] = candidates[..] {
            let best = position.to_move(GomokuMove::Stone(only));
            return Some(EngineInfo::without_search(best));
        }
        self.best_cell(&candidates, position, |next, value| -imbalance(next, value))
            .map(|cell| self.engine_info(position, GomokuMove::Stone(cell)))
    }

    /// The cell with the highest score; `score` takes the position after a
    /// stone there and its value to the colour then to move. Of many cells the best
    /// are searched deeper, round by round, until the limits are reached.
    fn best_cell(
        &mut self,
        cells: &[u16],
        position: &Gomoku,
        score: impl Fn(&Gomoku, i32) -> i32,
    ) -> Option<u16> {
        if let [only] = cells {
            return Some(*only);
        }
        let mut ranked = cells.to_vec();
        let first = ROUNDS.iter().position(|&count| count <= ranked.len()).unwrap_or(0);
        let rounds = &ROUNDS[first.min(ROUNDS.len() - 1)..];
        for (round, &count) in rounds.iter().enumerate() {
            // The first round looks at all there are.
            if round > 0 {
                ranked.truncate(count);
            }
            let mut scored = Vec::with_capacity(ranked.len());
            for (n, &cell) in ranked.iter().enumerate() {
                let limits = self.budget.share(rounds.len() - round, ranked.len() - n);
                let mut next = *position;
                next.play(GomokuMove::Stone(cell));
                let Some(value) = self.evaluate_opening(&next, limits) else { break };
                scored.push((score(&next, value), cell));
            }
            // A round that was not completed still tells of the cells that it reached.
            let is_complete = scored.len() == ranked.len();
            if is_complete || round == 0 && !scored.is_empty() {
                scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
                ranked = scored.into_iter().map(|(_, cell)| cell).collect();
            }
            if !is_complete {
                break;
            }
        }
        ranked.first().copied()
    }
}
