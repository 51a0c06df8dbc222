//! Evaluation of the variants for the alpha-beta search.

use super::Variant;
use super::double_threats::find_double_threats;
use super::four_search::FourSearch;
use super::position::{End, Stage, VariantMove};
use super::search_board::{CandidateMove, SearchBoard};
use crate::core::{Position, mix};
use crate::games::gomoku::bitboard::CELLS;
use crate::games::gomoku::evaluation::{SELECTIVITY, SearchStyle};
use crate::search::{Limits, SearchBudget, SearchGame, Selectivity, StopFlag, Window};

/// The value of a win, minus the plies to it; in hundredths of a tempo.
pub const WIN: i32 = 1_000_000;

/// Values from here on are won.
pub const WIN_THRESHOLD: i32 = WIN - 1_000;

/// Scale of the logistic win chance: about three in four at this value.
pub const WIN_CHANCE_SCALE: f64 = 220.0;

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
pub struct Evaluator {
    style: SearchStyle,
    fours: FourSearch,
    /// Stops every search.
    pub stop: StopFlag,
}

impl Evaluator {
    /// An evaluation for this way to search.
    pub fn new(style: SearchStyle, stop: &StopFlag) -> Evaluator {
        Evaluator { style, fours: FourSearch::default(), stop: stop.clone() }
    }

    /// A win by threats alone, if one is found within the budget: its moves, of which at least
    /// the first are given, and its value.
    pub fn forced_win(
        &mut self,
        board: &SearchBoard,
        budget: &mut SearchBudget,
    ) -> Option<(Vec<VariantMove>, i32)> {
        if board.position().variant() == Variant::Connect6 {
            let win = find_double_threats(board, budget)?;
            let mut moves = win.first.map(VariantMove::Stone).to_vec();
            moves.dedup();
            // Both sides place two stones in each turn.
            let plies = board.stones_left() as i32 + 4 * (win.turns as i32 - 1);
            return Some((moves, WIN - board.ply() - plies));
        }
        let line = self.fours.find(&mut board.clone(), budget)?;
        Some((line.to_vec(), WIN - board.ply() - line.len() as i32))
    }

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

    const USE_PRUNING: bool = true;

    const ALTERNATES: bool = false;

    const SELECTIVITY: Selectivity = SELECTIVITY;

    const MATE: i32 = WIN;

    const HISTORY_INDICES: usize = 1 + 2 * CELLS;

    const FINDS_WINS: bool = true;

    fn is_full_width(&self) -> bool {
        self.style.full_width
    }

    fn find_win(&mut self, board: &SearchBoard) -> Option<i32> {
        let stones = match board.position().variant() {
            Variant::Connect6 => 2,
            _ => 3,
        };
        let live = |stones| u32::from(board.windows().live_count(board.colour(), stones));
        if self.style.leaf_vcf_nodes == 0 || live(stones) + live(stones + 1) < 2 {
            return None;
        }
        let limits = Limits { nodes: Some(self.style.leaf_vcf_nodes), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, self.stop.clone());
        self.forced_win(board, &mut budget).map(|(_, value)| value)
    }

    fn in_check(&self, board: &SearchBoard) -> bool {
        board.is_threatened()
    }

    fn must_evade(&self, board: &SearchBoard) -> bool {
        board.is_threatened()
    }

    fn noisy_moves(&mut self, board: &SearchBoard, moves: &mut Vec<CandidateMove>) {
        moves.clear();
        if board.is_threatened() {
            board.legal_moves(moves);
        }
    }

    fn is_quiet(&self, _: &SearchBoard, _: CandidateMove) -> bool {
        true
    }

    fn history_index(&self, board: &SearchBoard, mv: CandidateMove) -> usize {
        1 + board.colour() * CELLS + usize::from(mv.rules_move.cell())
    }

    /// The longest rows of both sides.
    fn structure(&self, board: &SearchBoard) -> u64 {
        let longest = board.windows().length() - 1;
        let counts = (0..2).flat_map(|colour| {
            let count = move |stones| u64::from(board.windows().live_count(colour, stones).min(15));
            (longest - 2..=longest).map(count)
        });
        let side = board.colour() as u64 + 2 * board.stones_left() as u64;
        mix(counts.fold(side, |structure, count| structure << 4 | count))
    }

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
