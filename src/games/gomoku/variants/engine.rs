//! The engine of the variants: principal variation search over candidate moves.

use super::Variant;
use super::position::{End, Stage, VariantMove, VariantPosition};
use super::search_board::{CandidateMove, SearchBoard};
use crate::core::{Position, Random};
use crate::games::alpha_beta_engine::{
    AlphaBetaEngine, AlphaBetaGame, LevelSettings, RootDecision,
};
use crate::games::engine::mate_in;
use crate::games::gomoku::bitboard::{cell, file_and_rank};
use crate::games::gomoku::levels::{FORCED_LIMITS, LevelParams, Method};
use crate::games::{EngineInfo, EngineRequest, Notation, Score, ScoreUnit, Strength};
use crate::search::{
    CachedSearcher, Certainty, Limits, SearchBudget, SearchGame, SearchResult, StopFlag, Window,
};

/// The value of a win, minus the plies to it; in hundredths of a tempo.
const WIN: i32 = 1_000_000;

/// Values from here on are won.
const WIN_THRESHOLD: i32 = WIN - 2_000;

/// Scale of the logistic win chance: about three in four at this value.
const WIN_CHANCE_SCALE: f64 = 220.0;

/// Value of having the move, beyond the windows.
const TEMPO: i32 = 20;

/// Value of a goal, and of the threat to score one in the next turn (Bubble).
const GOAL_VALUE: i32 = 400;
const GOAL_THREAT_VALUE: i32 = 250;

/// Value of each captured stone, and of the square of their number: the closer
/// to the winning number, the more one stone counts.
const CAPTURED_STONE: i32 = 18;
const CAPTURED_STONE_SQUARED: i32 = 3;

/// Value of each stone that could be captured next: by the side to move, and by
/// its opponent.
const OWN_CAPTURE_THREAT: i32 = 22;
const ENEMY_CAPTURE_THREAT: i32 = 12;

/// Evaluation and move ordering for the search.
pub struct Evaluator;

impl Evaluator {
    /// Value of both sides' scores to this colour.
    fn score_value(board: &SearchBoard, own: usize) -> i32 {
        let counts = board.position().scores().map(i32::from);
        let value_of = |count: i32| match board.position().variant() {
            Variant::Connect6 => 0,
            Variant::Bubble => GOAL_VALUE * count,
            Variant::Liberty => CAPTURED_STONE * count.min(20) / 2,
            Variant::Pente | Variant::Ninuki => {
                CAPTURED_STONE * count + CAPTURED_STONE_SQUARED * count * count
            }
            Variant::Keryo => {
                CAPTURED_STONE * count + CAPTURED_STONE_SQUARED * count * count * 2 / 3
            }
        };
        value_of(counts[own]) - value_of(counts[own ^ 1])
    }
}

impl SearchGame for Evaluator {
    type Position = SearchBoard;

    fn evaluate(&mut self, board: &SearchBoard) -> i32 {
        if board.position().end().is_some() {
            return self.terminal_value(board);
        }
        let (own, other) = (board.colour(), board.colour() ^ 1);
        let left = board.stones_left() as i32;
        let captures = board.captures();
        if board.winning_cell(captures.as_ref()).is_some() {
            return WIN - board.ply() - left;
        }
        if board.has_unstoppable_threats() {
            return board.ply() + left + 2 - WIN;
        }
        let windows = board.windows();
        let mut value = windows.value(own) - windows.value(other) + TEMPO * left;
        value += Evaluator::score_value(board, own);
        if let Some(captures) = captures {
            value += OWN_CAPTURE_THREAT * i32::from(captures.sum(own));
            value -= ENEMY_CAPTURE_THREAT * i32::from(captures.sum(other));
        }
        if board.position().variant() == Variant::Bubble {
            let lines = windows.length() - 1;
            let is_extra = board.position().stage() != Stage::Turn;
            if windows.live_count(own, lines) > 0 {
                value += GOAL_THREAT_VALUE;
            } else if windows.live_count(other, lines) > 1 {
                value -= GOAL_THREAT_VALUE / 2;
            }
            value += if is_extra { 2 * TEMPO } else { 0 };
        }
        value
    }

    fn terminal_value(&self, board: &SearchBoard) -> i32 {
        let [black, white] = board.position().scores();
        let winner = match board.position().end() {
            Some(End::Row(colour) | End::Captures(colour) | End::Goals(colour)) => colour,
            Some(End::Foul(..)) => 1,
            Some(End::Full) if board.position().variant() == Variant::Bubble && black != white => {
                usize::from(white > black)
            }
            Some(End::Full | End::Stuck | End::Exhausted) | None => return 0,
        };
        let value = WIN - board.ply();
        if winner == board.colour() { value } else { -value }
    }

    fn move_order_score(&mut self, _: &mut SearchBoard, mv: CandidateMove, _: u32) -> i32 {
        mv.order_score
    }

    fn move_id(&self, mv: CandidateMove) -> u16 {
        mv.rules_move.cell() + 1
    }

    fn costs_no_depth(&self, mv: CandidateMove) -> bool {
        mv.forced
    }

    fn max_plies_left(&self, board: &SearchBoard) -> u32 {
        let rules = board.position();
        let room = u32::from(rules.empties());
        let left =
            |most: u16| u32::from((2 * most).saturating_sub(rules.scores()[0] + rules.scores()[1]));
        // Removed stones may be placed again; a goal is followed by two plies, and takes
        // four rows of nine at most.
        match rules.variant() {
            Variant::Connect6 => room,
            Variant::Pente | Variant::Keryo | Variant::Ninuki => {
                room + left(rules.variant().captures_to_win().unwrap_or(0) + 24)
            }
            Variant::Liberty => room + 2 * u32::from(rules.points()),
            Variant::Bubble => room + 40 * left(rules.goals_to_win() + 4),
        }
    }

    fn solve(&mut self, _: &SearchBoard, _: Window, _: &mut SearchBudget) -> Option<i32> {
        None
    }

    fn is_mate_within(&self, value: i32, _: u32) -> bool {
        value.abs() > WIN_THRESHOLD
    }

    fn adjust_mate_score(&self, value: i32, plies: i32) -> i32 {
        match value {
            _ if value > WIN_THRESHOLD => value + plies,
            _ if value < -WIN_THRESHOLD => value - plies,
            _ => value,
        }
    }
}

/// The variants of Gomoku for the alpha-beta engine.
#[derive(Default)]
pub struct VariantSearch;

/// The engine of the variants of Gomoku.
pub(in crate::games::gomoku) type VariantEngine = AlphaBetaEngine<VariantSearch>;

impl AlphaBetaGame for VariantSearch {
    type Position = VariantPosition;
    type Search = Evaluator;
    type Settings = LevelParams;

    const LARGE_TABLE: usize = 48;
    const FORCED_LIMITS: Limits = FORCED_LIMITS;

    fn settings(position: &VariantPosition, strength: Strength) -> LevelParams {
        let mut settings = LevelParams::of(strength);
        if position.variant() == Variant::Connect6 && settings.method == Method::Searching {
            // A level searches as many turns as in the other variants.
            let depth = &mut settings.level.params.limits.depth;
            *depth = depth.map(|turns| 2 * turns);
        }
        settings
    }

    fn board(position: &VariantPosition, _: &LevelParams) -> SearchBoard {
        SearchBoard::new(position)
    }

    fn evaluator(_: &SearchBoard, _: &LevelParams, _: &StopFlag) -> Evaluator {
        Evaluator
    }

    fn rules_move(mv: CandidateMove) -> VariantMove {
        mv.rules_move
    }

    fn score(board: &SearchBoard, found: &SearchResult<CandidateMove>) -> Score {
        Score {
            amount: 1.0 / (1.0 + (-f64::from(found.value) / WIN_CHANCE_SCALE).exp()),
            unit: ScoreUnit::Chance,
            // The search prunes to candidate moves, so that only a win on the
            // board is proved.
            certainty: Certainty::exact_if(found.value >= WIN - 1),
            mate: turns_to_win(board.position(), found.value),
        }
    }

    fn decide(
        &mut self,
        _: &mut CachedSearcher<Evaluator>,
        position: &VariantPosition,
        request: &EngineRequest,
        random: &mut Random,
    ) -> RootDecision {
        if position.end().is_some() {
            return RootDecision::Immediate(None);
        }
        if let Some(cell) = opening_stone(position, request, random) {
            let best = position.to_move(VariantMove::Stone(cell));
            return RootDecision::Immediate(Some(EngineInfo::without_search(best)));
        }
        let settings = LevelParams::of(request.strength);
        match settings.method {
            Method::Greedy => RootDecision::Immediate(greedy(position, &settings, random)),
            Method::Choosing | Method::Searching => RootDecision::Search,
        }
    }
}

/// Number of the winner's turns to the win for a search value; `None` for
/// estimates, and in Bubble, where turns are unbounded.
fn turns_to_win(position: &VariantPosition, value: i32) -> Option<i32> {
    if value.abs() <= WIN_THRESHOLD || position.variant() == Variant::Bubble {
        return None;
    }
    let plies = WIN - value.abs();
    let turns = match (position.variant(), position.stage()) {
        (Variant::Connect6, Stage::Turn) => (plies + 1) / 2,
        (Variant::Connect6, _) => plies / 2 + 1,
        _ => plies,
    };
    mate_in(turns, value)
}

/// One of the usual first stones, so that games of a level differ; `None` when
/// the search decides.
fn opening_stone(
    position: &VariantPosition,
    request: &EngineRequest,
    random: &mut Random,
) -> Option<u16> {
    let middle = position.size() / 2;
    let [black, white] = position.stones();
    let centre = cell(middle, middle);
    if position.scores() != [0; 2] || position.stage() == Stage::Extra {
        return None;
    }
    if black + white == 0 {
        return Some(centre);
    }
    let is_centre_black = position.lines().colour_at(centre) == Some(0);
    if black + white > 2 || !is_centre_black || request.strength == Strength::Full {
        return None;
    }
    let max_distance = u8::from(black + white == 2) + 1;
    let near: Vec<u16> = position
        .cells()
        .filter(|&at| {
            let (file, rank) = file_and_rank(at);
            let distance = file.abs_diff(middle).max(rank.abs_diff(middle));
            distance <= max_distance && position.is_legal(VariantMove::Stone(at))
        })
        .collect();
    random.pick(&near).copied()
}

/// Greedy choice by the static move ordering score.
fn greedy(
    position: &VariantPosition,
    settings: &LevelParams,
    random: &mut Random,
) -> Option<EngineInfo> {
    let mut ranked = Vec::new();
    SearchBoard::new(position).legal_moves(&mut ranked);
    ranked.sort_by_key(|candidate| std::cmp::Reverse(candidate.order_score));
    let best = settings.level.choose(&ranked, |candidate| candidate.order_score, random)?;
    let info = EngineInfo::without_search(position.to_move(best.rules_move));
    Some(EngineInfo { depth: 1, nodes: ranked.len() as u64, ..info })
}
