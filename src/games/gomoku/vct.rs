//! Victory by continuous threats (VCT): depth-first proof-number search (df-pn;
//! Nagai, 2002) over fours and open threes.
//!
//! A three is a threat if the attacker would have a VCF after it. Its answers
//! are all the moves that may refute this VCF, counter-fours included, so that
//! a proof leaves no defence out.

use std::collections::HashMap;

use super::candidate_moves::CandidateMove;
use super::four_board::FiveThreat;
use super::pattern_board::{PatternBoard, Undo as PatternUndo};
use super::patterns::LinePattern;
use super::position::stone_hash;
use super::proof_table::{INFINITE, Numbers, ProofTable};
use super::threat_result::ThreatResult;
use super::vcf::{Search, Vcf};
use super::vcf_defence::answers_to_line;
use super::{four_board, opening_rule::Stage, position::Gomoku};
use crate::search::{Limits, SearchBudget, StopFlag};

/// Nodes of each VCF search.
const VCF_NODES: u64 = 200;

/// Move ordering scores from here on are those of two threats at once.
const DOUBLE_THREAT_SCORE: i32 = 500;

/// Move ordering scores from here on are those of a threat that prepares more.
const STRONG_THREAT_SCORE: i32 = 190;

/// Nodes for the winning line of a proof.
const TRACE_NODES: u64 = 100_000;

/// Limit of the lists of defences that are kept.
const MAX_LISTS: usize = 1 << 15;

/// Mixed into the keys of positions in which the defender is to move.
const DEFENDER_KEY: u64 = 0x5851_f42d_4c95_7f2d;

/// Nodes of each VCF search where a VCT has to be excluded too.
const EXACT_VCF_NODES: u64 = 20_000;

/// Every cell with which the side to move wins by continuous threats: fours, open threes,
/// and the stops of an opponent's four; `None` when the budget ran out before that was
/// settled.
pub(super) fn vct_winning_moves(position: &Gomoku, budget: &mut SearchBudget) -> Option<Vec<u16>> {
    if position.end().is_some() || position.stage() != Stage::Play {
        return None;
    }
    let mut patterns = PatternBoard::new(position);
    let search = Search::new(position, position.colour().index());
    let mut boards = Boards { patterns: &mut patterns, search };
    let mut vct = Vct { vcf: Vcf::with_max_nodes(EXACT_VCF_NODES), ..Vct::default() };
    let Expansion::Moves(mut cells) = vct.threats(&mut boards, budget, false) else {
        return Some(Vec::new());
    };
    cells.sort_unstable();
    let mut is_open = false;
    cells.retain(|&cell| {
        let undo = boards.play(cell);
        let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
        let numbers = vct.deepen(&mut boards, budget, unlimited);
        boards.undo(cell, undo);
        is_open |= numbers.disproof != 0 && numbers.proof != 0;
        numbers.proof == 0
    });
    (!is_open && !vct.is_cut_off && !budget.is_spent()).then_some(cells)
}

/// VCT searcher.
pub struct Vct {
    table: ProofTable,
    /// The defences found, by the position's key: a part of `cells`.
    defences: HashMap<u64, (u32, u16)>,
    cells: Vec<u16>,
    vcf: Vcf,
    /// True when a limit cut off a search for threats, so that a win may have
    /// been missed.
    is_cut_off: bool,
    pv: Vec<u16>,
}

impl Default for Vct {
    fn default() -> Self {
        Vct {
            table: ProofTable::default(),
            defences: HashMap::new(),
            cells: Vec::new(),
            vcf: Vcf::with_max_nodes(VCF_NODES),
            is_cut_off: false,
            pv: Vec::new(),
        }
    }
}

/// Both boards of the position searched.
struct Boards<'a> {
    patterns: &'a mut PatternBoard,
    search: Search,
}

/// State to take a move back on both boards.
type BoardsUndo = (PatternUndo, four_board::Undo);

impl Boards<'_> {
    fn play(&mut self, cell: u16) -> BoardsUndo {
        let colour = self.patterns.colour();
        let stone = CandidateMove { cell, forced: false };
        (crate::core::Position::play(self.patterns, stone), self.search.board.play(cell, colour))
    }

    fn undo(&mut self, cell: u16, undo: BoardsUndo) {
        crate::core::Position::undo(self.patterns, CandidateMove { cell, forced: false }, undo.0);
        self.search.board.undo(cell, self.patterns.colour(), &undo.1);
    }

    fn position(&self) -> &Gomoku {
        self.patterns.position()
    }

    fn attacker_moves(&self) -> bool {
        self.patterns.colour() == self.search.own
    }

    fn key(&self) -> u64 {
        let turn = if self.attacker_moves() { 0 } else { DEFENDER_KEY };
        self.search.board.hash() ^ self.search.key ^ turn
    }

    /// The key after a stone of the side to move.
    fn key_after(&self, cell: u16) -> u64 {
        self.key() ^ DEFENDER_KEY ^ stone_hash(cell, self.patterns.colour())
    }
}

/// The moves of a position, or its value.
enum Expansion {
    Settled(Numbers),
    Moves(Vec<u16>),
}

impl Vct {
    /// Clears the tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.defences.clear();
        self.cells.clear();
        self.vcf.clear();
        self.is_cut_off = false;
    }

    /// The winning sequence of the side to move by threes and fours, with the
    /// longest defence among those searched. It ends as that of [`Vcf::find`]
    /// does.
    pub fn find(
        &mut self,
        board: &mut PatternBoard,
        budget: &mut SearchBudget,
    ) -> ThreatResult<'_> {
        self.pv.clear();
        if board.position().end().is_some() {
            return ThreatResult::NoWin;
        }
        let search = Search::new(board.position(), board.colour());
        let mut boards = Boards { patterns: board, search };
        let numbers =
            self.deepen(&mut boards, budget, Numbers { proof: INFINITE, disproof: INFINITE });
        if numbers.proof == 0 {
            // The line is that of a proof, whatever is left of the budget.
            let limits = Limits { nodes: Some(TRACE_NODES), ..Limits::default() };
            let mut rest = SearchBudget::new(limits, StopFlag::new());
            self.trace(&mut boards, &mut rest);
            ThreatResult::Won(&self.pv)
        } else if numbers.disproof == 0 && !self.is_cut_off {
            ThreatResult::NoWin
        } else {
            ThreatResult::Unknown
        }
    }

    /// Searches a position until one of its numbers reaches its limit.
    fn deepen(
        &mut self,
        boards: &mut Boards<'_>,
        budget: &mut SearchBudget,
        limits: Numbers,
    ) -> Numbers {
        let key = boards.key();
        let known = self.table.get(key);
        if let Some(numbers) = known.filter(|numbers| numbers.is_settled()) {
            return numbers;
        }
        if !budget.spend(1) {
            return known.unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        let is_attack = boards.attacker_moves();
        let expansion = if is_attack {
            self.threats(boards, budget, known.is_none())
        } else {
            self.defences(boards, budget)
        };
        let moves = match expansion {
            Expansion::Settled(numbers) => {
                if !budget.is_spent() || numbers.proof == 0 {
                    self.table.insert(key, numbers);
                }
                return numbers;
            }
            Expansion::Moves(moves) => moves,
        };
        loop {
            let choice = self.choose(boards, &moves, is_attack);
            let numbers = choice.numbers;
            if numbers.is_settled()
                || numbers.proof >= limits.proof
                || numbers.disproof >= limits.disproof
                || budget.is_spent()
            {
                self.table.insert(key, numbers);
                return numbers;
            }
            // A quarter more than the second best, against switching to and fro.
            let enough = choice.second.saturating_add(choice.second / 4 + 1);
            let share = |limit: u32, all: u32, own: u32| limit.saturating_sub(all) + own;
            let child = choice.best;
            let below = if is_attack {
                Numbers {
                    proof: limits.proof.min(enough),
                    disproof: share(limits.disproof, numbers.disproof, child.disproof),
                }
            } else {
                Numbers {
                    proof: share(limits.proof, numbers.proof, child.proof),
                    disproof: limits.disproof.min(enough),
                }
            };
            let undo = boards.play(choice.cell);
            let found = self.deepen(boards, budget, below);
            // The table may have lost it, but the choice must go on.
            let child_key = boards.key();
            if self.table.get(child_key) != Some(found) && !budget.is_spent() {
                self.table.insert(child_key, found);
            }
            boards.undo(choice.cell, undo);
        }
    }
}

/// A guess at the proof number of a threat that was not searched yet.
fn first_proof_number(boards: &Boards<'_>, cell: u16) -> u32 {
    let patterns = &boards.patterns;
    let weakness = match patterns.move_order_score(cell) {
        DOUBLE_THREAT_SCORE.. => 1,
        STRONG_THREAT_SCORE.. => 2,
        _ => 4,
    };
    // A four uses up what a later VCF may need.
    let is_four = patterns.best_pattern(cell, boards.search.own) >= LinePattern::Four;
    weakness + if is_four { 2 } else { 0 }
}

/// The most proving child, and the numbers of its parent.
struct Choice {
    cell: u16,
    best: Numbers,
    /// The number of the second best that the best is compared with.
    second: u32,
    numbers: Numbers,
}

impl Vct {
    fn choose(&self, boards: &Boards<'_>, moves: &[u16], is_attack: bool) -> Choice {
        let mut choice = Choice {
            cell: CandidateMove::PASS,
            best: Numbers::default(),
            second: INFINITE,
            numbers: Numbers::default(),
        };
        let (mut least, mut most, mut open, mut plies) = (u32::MAX, 0u32, 0u32, 0);
        for &cell in moves {
            let numbers = self.table.get(boards.key_after(cell)).unwrap_or_else(|| {
                let proof = if is_attack { first_proof_number(boards, cell) } else { 1 };
                Numbers { proof, disproof: 1 }
            });
            let (own, other) = if is_attack {
                (numbers.proof, numbers.disproof())
            } else {
                (numbers.disproof(), numbers.proof)
            };
            if numbers.proof == 0 {
                plies = plies.max(numbers.disproof);
            }
            most = most.max(other);
            open += u32::from(other != 0);
            if own < least {
                choice.second = least.min(INFINITE);
                (least, choice.cell, choice.best) = (own, cell, numbers);
            } else {
                choice.second = choice.second.min(own);
            }
        }
        let least = least.min(INFINITE);
        // Weak proof numbers (Ueda et al., 2008): sums would count again and again
        // the positions that permutations of the same threats lead to.
        let sum = (most + open.saturating_sub(1)).min(INFINITE);
        choice.numbers = match (is_attack, least) {
            (true, 0) => Numbers::won(choice.best.disproof as usize + 1),
            (true, _) => Numbers { proof: least, disproof: sum },
            (false, INFINITE) => Numbers::won(plies as usize + 1),
            (false, _) => Numbers { proof: sum, disproof: least },
        };
        if least == 0 && !is_attack {
            choice.numbers = Numbers::LOST;
        }
        choice
    }

    /// The attacker's moves: the fours and open threes, or the stops of a five.
    fn threats(
        &mut self,
        boards: &mut Boards<'_>,
        budget: &mut SearchBudget,
        is_new: bool,
    ) -> Expansion {
        if is_new && let Some(line) = self.vcf.settle(&mut boards.search, budget).win() {
            return Expansion::Settled(Numbers::won(line.len()));
        }
        let own = boards.search.own;
        let board = &mut boards.search.board;
        let mut cells: Vec<u16> = match board.five_threat(own ^ 1) {
            FiveThreat::None => {
                let patterns = &boards.patterns;
                patterns.cells_making(own, LinePattern::OpenThree).collect()
            }
            FiveThreat::Unstoppable => Vec::new(),
            threat => threat.stops().collect(),
        };
        cells.retain(|&cell| !board.is_foul(cell, own));
        let order = |&cell: &u16| std::cmp::Reverse(boards.patterns.move_order_score(cell));
        cells.sort_by_key(order);
        if cells.is_empty() { Expansion::Settled(Numbers::LOST) } else { Expansion::Moves(cells) }
    }

    /// The defender's moves: all that meet the threat.
    fn defences(&mut self, boards: &mut Boards<'_>, budget: &mut SearchBudget) -> Expansion {
        let (own, key) = (boards.search.own, boards.key());
        if boards.position().end().is_some() || boards.search.board.five_cell(own ^ 1).is_some() {
            return Expansion::Settled(Numbers::LOST);
        }
        let board = &mut boards.search.board;
        let cells: Vec<u16> = match board.five_threat(own) {
            FiveThreat::Unstoppable => return Expansion::Settled(Numbers::won(2)),
            FiveThreat::None => {
                if let Some(&(start, count)) = self.defences.get(&key) {
                    let start = start as usize;
                    return Expansion::Moves(
                        self.cells[start..start + usize::from(count)].to_vec(),
                    );
                }
                match self.vcf.settle(&mut boards.search, budget) {
                    ThreatResult::Won(line) => answers_to_line(&mut boards.search, line),
                    ThreatResult::NoWin => return Expansion::Settled(Numbers::LOST),
                    ThreatResult::Unknown => {
                        self.is_cut_off = true;
                        return Expansion::Settled(Numbers::LOST);
                    }
                }
            }
            threat => threat.stops().filter(|&cell| !board.is_foul(cell, own ^ 1)).collect(),
        };
        if cells.is_empty() {
            return Expansion::Settled(Numbers::won(2));
        }
        if self.defences.len() == MAX_LISTS {
            self.defences.clear();
            self.cells.clear();
        }
        self.defences.insert(key, (self.cells.len() as u32, cells.len() as u16));
        self.cells.extend(&cells);
        Expansion::Moves(cells)
    }

    /// Adds the winning line of a position that is won to `pv`.
    fn trace(&mut self, boards: &mut Boards<'_>, budget: &mut SearchBudget) {
        if boards.attacker_moves() {
            if let Some(line) = self.vcf.settle(&mut boards.search, budget).win() {
                self.pv.extend(line);
                return;
            }
            let Expansion::Moves(moves) = self.threats(boards, budget, false) else { return };
            let choice = self.choose(boards, &moves, true);
            if choice.best.proof == 0 {
                self.follow(boards, budget, choice.cell);
                return;
            }
            // The table has lost the winning move.
            let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
            for cell in moves {
                let undo = boards.play(cell);
                let is_won = self.deepen(boards, budget, unlimited).proof == 0;
                boards.undo(cell, undo);
                if is_won {
                    self.follow(boards, budget, cell);
                    return;
                }
            }
            return;
        }
        match self.defences(boards, budget) {
            Expansion::Moves(moves) => {
                let longest = moves.iter().max_by_key(|&&cell| {
                    self.table.get(boards.key_after(cell)).map_or(0, |numbers| numbers.disproof)
                });
                if let Some(&cell) = longest {
                    self.follow(boards, budget, cell);
                }
            }
            Expansion::Settled(_) => self.trace_hopeless(boards, budget),
        }
    }

    /// Adds an answer to threats none of which it meets, and the win after it.
    fn trace_hopeless(&mut self, boards: &mut Boards<'_>, budget: &mut SearchBudget) {
        let own = boards.search.own;
        let board = &mut boards.search.board;
        let answer = match board.five_threat(own) {
            // The line ends with the four, or with an answer forbidden to Black.
            FiveThreat::Unstoppable => return,
            threat if threat != FiveThreat::None => {
                self.pv.extend(threat.stops().next());
                return;
            }
            _ => {
                let line = self.vcf.settle(&mut boards.search, budget).win();
                line.and_then(|line| line.first().copied())
            }
        };
        let Some(answer) = answer else { return };
        let is_foul = |cell| boards.search.board.clone().is_foul(cell, own ^ 1);
        let elsewhere = || {
            boards
                .position()
                .cells()
                .find(|&cell| boards.position().is_empty(cell) && !is_foul(cell))
        };
        let answer = if is_foul(answer) { elsewhere() } else { Some(answer) };
        if let Some(cell) = answer {
            self.follow(boards, budget, cell);
        }
    }

    /// Adds a move and the rest of the line to `pv`.
    fn follow(&mut self, boards: &mut Boards<'_>, budget: &mut SearchBudget, cell: u16) {
        self.pv.push(cell);
        let undo = boards.play(cell);
        self.trace(boards, budget);
        boards.undo(cell, undo);
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening_rule::OpeningRule;
    use super::super::position::{Gomoku, Rule};
    use super::*;

    fn find(text: &str, nodes: u64) -> Option<bool> {
        let position = Gomoku::read(text, 15, Rule::Freestyle, OpeningRule::None).unwrap();
        let mut board = PatternBoard::new(&position);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut budget = SearchBudget::new(limits, StopFlag::new());
        match Vct::default().find(&mut board, &mut budget) {
            ThreatResult::Won(_) => Some(true),
            ThreatResult::NoWin => Some(false),
            ThreatResult::Unknown => None,
        }
    }

    #[test]
    fn a_win_is_won_a_refuted_one_is_none_and_the_rest_is_unknown() {
        let won = "f7,h7,i9,e11,g11 g5,e7,e8,e10 white";
        assert_eq!(find(won, 400_000), Some(true));
        assert_eq!(find(won, 3), None);
        // A lone stone makes no threat.
        assert_eq!(find("h8 a1 black", 400_000), Some(false));
    }
}
