//! Victory by continuous fours (VCF): a threat space search in which each move
//! threatens five, so that the answer is forced and the tree narrow enough to
//! be searched to its end: the empty points alone bound the depth.
//!
//! The search is a limited discrepancy search (Harvey and Ginsberg, 1995):
//! every four has a cost, which grows with its rank in the move ordering, and
//! the sum of the costs along a sequence is deepened iteratively. Long wins
//! that follow the ordering are found before the countless permutations of
//! unrelated fours; the last iteration has no limit and is exhaustive.

use super::cell_set::CellSet;
use super::four_board::{FiveThreat, FourBoard};
use super::opening_rule::Stage;
use super::pattern_board::PatternBoard;
use super::position::Gomoku;
use super::threat_result::ThreatResult;
use crate::core::mix;
use crate::search::SearchBudget;

/// Limits of the cost of a sequence, one iteration each; the last one is none.
const COST_LIMITS: [u8; 6] = [1, 3, 6, 12, 24, UNLIMITED];

/// No limit of cost.
const UNLIMITED: u8 = u8::MAX;

/// Nodes of a first attempt without limits of cost.
const SHORT_SEARCH: u64 = 200;

/// Bits of the smallest and of the largest table of refuted positions, of
/// eight bytes each. It grows with the length of the search.
const TABLE_BITS: [u32; 2] = [12, 18];

/// Every cell with which the side to move wins by VCF or at once; `None` when
/// the budget ran out before that was settled, or while the opening is not
/// over.
pub fn vcf_winning_moves(position: &Gomoku, budget: &mut SearchBudget) -> Option<Vec<u16>> {
    if position.end().is_some() || position.stage() != Stage::Play {
        return None;
    }
    let own = position.colour().index();
    let mut search = Search::new(position, own);
    if search.board.five_cell(own).is_some() {
        let fives = position.cells().filter(|&cell| search.board.makes_five(cell, own));
        return Some(fives.collect());
    }
    let mut vcf = Vcf::default();
    let from = vcf.generate(&search);
    let mut cells: Vec<u16> = vcf.fours.drain(from..).map(|four| four.cell).collect();
    cells.sort_unstable();
    vcf.nodes_left = u64::MAX;
    let mut wins = Vec::new();
    for cell in cells {
        for limit in COST_LIMITS {
            match vcf.four_wins(&mut search, budget, cell, limit) {
                Verdict::Won => wins.push(cell),
                Verdict::NoWin => {}
                Verdict::Limited => continue,
                Verdict::Spent => return None,
            }
            break;
        }
    }
    Some(wins)
}

/// The verdict on a position within a limit of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The attacker wins.
    Won,
    /// Every sequence of fours is refuted.
    NoWin,
    /// No win was found, but a four exceeded the limit of cost.
    Limited,
    /// The budget ran out.
    Spent,
}

/// A four that the attacker can make.
#[derive(Clone, Copy)]
struct Four {
    cell: u16,
    /// A cell that stops it.
    answer: u16,
    score: i16,
}

/// The position searched.
pub(super) struct Search {
    pub board: FourBoard,
    /// The attacker's colour.
    pub own: usize,
    /// Key of all that a search does not change.
    pub key: u64,
    /// Points along a side of the board.
    pub size: u8,
}

impl Search {
    pub fn new(position: &Gomoku, own: usize) -> Search {
        let rules = position.rule() as u64 | u64::from(position.size()) << 8 | (own as u64) << 16;
        let (board, size) = (FourBoard::new(position), position.size());
        Search { board, own, key: mix(rules + 1), size }
    }
}

/// VCF searcher.
pub struct Vcf {
    table: RefutedPositions,
    /// Limit of nodes of each search, besides the budget.
    max_nodes: u64,
    /// Nodes left of this limit.
    nodes_left: u64,
    /// The fours of every position on the path searched.
    fours: Vec<Four>,
    pv: Vec<u16>,
}

impl Default for Vcf {
    fn default() -> Self {
        Vcf::with_max_nodes(u64::MAX)
    }
}

impl Vcf {
    /// A searcher of which each search ends after this number of nodes, if the
    /// budget does not end it before.
    #[must_use]
    pub fn with_max_nodes(max_nodes: u64) -> Vcf {
        let (fours, pv) = (Vec::new(), Vec::new());
        Vcf { table: RefutedPositions::default(), max_nodes, nodes_left: 0, fours, pv }
    }

    /// Forgets the positions refuted so far.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The winning sequence of the side to move. The last move makes five or a
    /// four that one stone does not stop, or is a forbidden answer of Black's.
    pub fn find(&mut self, board: &PatternBoard, budget: &mut SearchBudget) -> ThreatResult<'_> {
        self.find_for(board.position(), board.colour(), budget)
    }

    /// The winning sequence of this colour if it were to move.
    pub fn find_for(
        &mut self,
        position: &Gomoku,
        colour: usize,
        budget: &mut SearchBudget,
    ) -> ThreatResult<'_> {
        if position.end().is_some() {
            return ThreatResult::NoWin;
        }
        self.settle(&mut Search::new(position, colour & 1), budget)
    }

    /// The winning sequence of the attacker, who is to move.
    pub(super) fn settle(
        &mut self,
        search: &mut Search,
        budget: &mut SearchBudget,
    ) -> ThreatResult<'_> {
        self.pv.clear();
        self.fours.clear();
        // A search that is short without limits of cost is shortest so.
        let short = self.max_nodes.min(SHORT_SEARCH);
        let iterations = std::iter::once((UNLIMITED, short))
            .chain(COST_LIMITS.map(|limit| (limit, self.max_nodes - short)));
        let mut left = 0;
        for (at, (limit, nodes)) in iterations.enumerate() {
            // All iterations but the first share their nodes.
            self.nodes_left = if at < 2 { nodes } else { left };
            match self.attack(search, budget, limit) {
                Verdict::Won => {
                    self.pv.reverse();
                    return ThreatResult::Won(&self.pv);
                }
                Verdict::NoWin => return ThreatResult::NoWin,
                Verdict::Limited => {}
                Verdict::Spent if at > 0 || budget.is_spent() => break,
                Verdict::Spent => {}
            }
            left = self.nodes_left;
        }
        ThreatResult::Unknown
    }

    /// A win for the attacker, who is to move; its sequence goes to `pv`, last
    /// move first.
    fn attack(&mut self, search: &mut Search, budget: &mut SearchBudget, limit: u8) -> Verdict {
        if let Some(cell) = search.board.five_cell(search.own) {
            self.pv.push(cell);
            return Verdict::Won;
        }
        if self.nodes_left == 0 || !budget.spend(1) {
            return Verdict::Spent;
        }
        self.nodes_left -= 1;
        let key = search.board.hash() ^ search.key;
        if let Some(verdict) = self.table.get(key, limit) {
            return verdict;
        }
        let from = self.generate(search);
        let until = self.fours.len();
        self.fours[from..].sort_unstable_by_key(|four| (-four.score, four.cell));
        let mut verdict = Verdict::NoWin;
        for at in from..until {
            // Ranks 1, 2, 4, 8 and so on cost one more each.
            let rank = (at - from) as u32;
            let cost = (u32::BITS - rank.leading_zeros()) as u8;
            if cost > limit {
                verdict = Verdict::Limited;
                break;
            }
            let left = if limit == UNLIMITED { UNLIMITED } else { limit - cost };
            match self.four_wins(search, budget, self.fours[at].cell, left) {
                Verdict::NoWin => {}
                Verdict::Limited => verdict = Verdict::Limited,
                settled => {
                    verdict = settled;
                    break;
                }
            }
        }
        self.fours.truncate(from);
        match verdict {
            Verdict::NoWin => self.table.insert(key, UNLIMITED),
            Verdict::Limited => self.table.insert(key, limit),
            Verdict::Won | Verdict::Spent => {}
        }
        verdict
    }

    /// Adds the fours that the attacker can make and that stop the fives of the
    /// defender, and returns the index of the first.
    fn generate(&mut self, search: &Search) -> usize {
        let from = self.fours.len();
        let (board, own) = (&search.board, search.own);
        let threat = board.five_threat(own ^ 1);
        if threat == FiveThreat::Unstoppable {
            return from;
        }
        let mut seen = CellSet::default();
        let mut lines = board.four_lines(own);
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let mut threes = board.windows(line, own).threes;
            while threes != 0 {
                let start = threes.trailing_zeros();
                threes &= threes - 1;
                let points = board.empty_points(line, start);
                let ends = [points.trailing_zeros(), points.ilog2()];
                let [low, high] = ends.map(|bit| FourBoard::cell(line, bit));
                for (cell, answer) in [(low, high), (high, low)] {
                    if !seen.contains(cell) {
                        seen.insert(cell);
                        if threat == FiveThreat::None || threat.stops().any(|stop| stop == cell) {
                            self.fours.push(Four { cell, answer, score: 0 });
                        }
                    } else if let Some(four) =
                        self.fours[from..].iter_mut().find(|four| four.cell == cell)
                        && four.answer != answer
                    {
                        four.score = DOUBLE_FOUR;
                    }
                }
            }
        }
        for four in &mut self.fours[from..] {
            four.score += score(board, own, four);
        }
        from
    }

    /// Plays a four, which must not be able to make five, and its forced
    /// answers, and searches on.
    fn four_wins(
        &mut self,
        search: &mut Search,
        budget: &mut SearchBudget,
        cell: u16,
        limit: u8,
    ) -> Verdict {
        let own = search.own;
        if search.board.is_foul(cell, own) {
            return Verdict::NoWin;
        }
        let undo = search.board.play(cell, own);
        let threat = search.board.five_threat(own);
        let mut verdict = if threat == FiveThreat::None { Verdict::NoWin } else { Verdict::Won };
        let length = self.pv.len();
        for answer in threat.stops() {
            let from = self.pv.len();
            let answered = self.answer_loses(search, budget, answer, limit);
            if answered != Verdict::Won {
                verdict = answered;
                break;
            }
            self.pv.push(answer);
            // Of several answers the line shows the one that lasts longest.
            if self.pv.len() - from > from - length {
                self.pv.drain(length..from);
            } else {
                self.pv.truncate(from);
            }
        }
        search.board.undo(cell, own, &undo);
        if verdict == Verdict::Won {
            self.pv.push(cell);
        } else {
            self.pv.truncate(length);
        }
        verdict
    }

    /// Plays a forced answer and searches on; Black may not play it where it is
    /// forbidden.
    fn answer_loses(
        &mut self,
        search: &mut Search,
        budget: &mut SearchBudget,
        answer: u16,
        limit: u8,
    ) -> Verdict {
        let other = search.own ^ 1;
        if search.board.is_foul(answer, other) {
            return Verdict::Won;
        }
        let undo = search.board.play(answer, other);
        let verdict = self.attack(search, budget, limit);
        search.board.undo(answer, other, &undo);
        verdict
    }
}

/// Ordering score of a cell on which two fours are made at once.
const DOUBLE_FOUR: i16 = 1000;

/// Ordering score of a four.
fn score(board: &FourBoard, own: usize, four: &Four) -> i16 {
    let prepared = board.prepared(four.cell, own) as i16;
    let lost = board.prepared(four.answer, own) as i16;
    let lost_fours = board.fours_through(four.answer, own) as i16;
    let counter = board.fours_through(four.answer, own ^ 1) as i16;
    4 * prepared - lost - lost_fours - 3 * counter
}

/// Table of the positions in which no VCF was found, with the limit of cost.
#[derive(Default)]
struct RefutedPositions {
    /// Keys, with the lowest eight bits replaced by the limit of cost plus one.
    /// The highest bits of the key are the index.
    entries: Vec<u64>,
    /// Entries written since the table was cleared or enlarged.
    written: usize,
}

impl RefutedPositions {
    fn clear(&mut self) {
        // The memory is kept.
        self.entries.clear();
        self.written = 0;
    }

    fn get(&self, key: u64, limit: u8) -> Option<Verdict> {
        let entry = *self.entries.get(self.index(key))?;
        let found = (entry ^ key) >> 8 == 0 && entry as u8 >= Self::stored(limit);
        found.then_some(if entry as u8 == UNLIMITED { Verdict::NoWin } else { Verdict::Limited })
    }

    fn insert(&mut self, key: u64, limit: u8) {
        let [smallest, largest] = TABLE_BITS;
        if self.entries.is_empty() {
            self.entries.resize(1 << smallest, 0);
        } else if self.written > self.entries.len() / 2 && self.entries.len() < 1 << largest {
            self.enlarge();
        }
        self.written += 1;
        let at = self.index(key);
        self.entries[at] = key & !0xff | u64::from(Self::stored(limit));
    }

    fn enlarge(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries.resize(old.len() * 4, 0);
        self.written = 0;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let at = self.index(entry);
            self.entries[at] = entry;
            self.written += 1;
        }
    }

    #[inline]
    fn stored(limit: u8) -> u8 {
        limit.saturating_add(1)
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        let bits = self.entries.len().trailing_zeros();
        key.checked_shr(64 - bits).unwrap_or(0) as usize
    }
}
