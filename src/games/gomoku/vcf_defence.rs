//! Defence against a VCF: the exact set of moves that refute it.

use super::bitboard::CELLS;
use super::four_board::{FiveThreat, FourBoard};
use super::position::{Gomoku, Rule};
use super::threat_result::ThreatResult;
use super::vcf::{Search, Vcf};
use crate::search::SearchBudget;

/// Winning lines kept to be tried again after other moves.
const MAX_LINES: usize = 8;

/// The defence against a VCF that the opponent threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VcfDefence {
    /// The opponent would have no VCF if it were to move.
    NoThreat,
    /// The opponent threatens a VCF, and these are the moves, rank by rank,
    /// after which it has none; after every other move it wins by VCF or the
    /// move was forbidden. A four is mostly such a move, though it may only
    /// delay the threat.
    Moves(Vec<u16>),
    /// A limit came before the threat was found or excluded.
    Unknown,
}

/// The moves of the side to move after which the opponent has no VCF, if it
/// threatens one.
///
/// Only the moves that can disturb a winning line found are searched: those
/// on its points, where they stop or hinder it, and those that, with the
/// answers of the line, make fours of their own. Where a stone may matter
/// elsewhere as well, by a forbidden move of Renju or a blocked end in Caro,
/// the line is played again. A move whose search the budget interrupts
/// counts as a refutation.
///
/// ```
/// use tianyuan::games::gomoku::{Gomoku, OpeningRule, Rule, Vcf, VcfDefence, vcf_defence};
/// use tianyuan::search::{Limits, SearchBudget, StopFlag};
///
/// // White threatens a straight four on the fourth rank.
/// let text = "d8,d9,o1 g4,h4,i4 black";
/// let position = Gomoku::read(text, 15, Rule::Freestyle, OpeningRule::None).unwrap();
/// let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
/// let defence = vcf_defence(&mut Vcf::default(), &position, &mut budget);
/// let VcfDefence::Moves(moves) = defence else { panic!("{defence:?}") };
/// let names: Vec<String> =
///     moves.iter().map(|cell| format!("{}{}", (b'a' + (cell % 20) as u8) as char, cell / 20 + 1)).collect();
/// assert_eq!(names, ["e4", "f4", "j4", "k4"]);
/// ```
pub fn vcf_defence(vcf: &mut Vcf, position: &Gomoku, budget: &mut SearchBudget) -> VcfDefence {
    let attacker = position.colour().index() ^ 1;
    let line = match vcf.find_for(position, attacker, budget) {
        ThreatResult::Won(line) => line.to_vec(),
        ThreatResult::NoWin => return VcfDefence::NoThreat,
        ThreatResult::Unknown => return VcfDefence::Unknown,
    };
    let mut search = Search::new(position, attacker);
    let mut lines = WinningLines::new(position.rule());
    lines.add(&mut search, line);
    let mut moves = Vec::new();
    for cell in position.cells() {
        if !position.is_empty(cell) || search.board.is_foul(cell, attacker ^ 1) {
            continue;
        }
        if search.board.makes_five(cell, attacker ^ 1) {
            moves.push(cell);
            continue;
        }
        if lines.ignore(cell) {
            continue;
        }
        let undo = search.board.play(cell, attacker ^ 1);
        let loses = lines.one_wins(&mut search) || {
            let found = vcf.settle(&mut search, budget).win().map(<[u16]>::to_vec);
            found.map(|line| lines.add(&mut search, line)).is_some()
        };
        search.board.undo(cell, attacker ^ 1, &undo);
        if !loses {
            moves.push(cell);
        }
    }
    VcfDefence::Moves(moves)
}

/// Winning lines of the attacker.
struct WinningLines {
    rule: Rule,
    lines: Vec<Vec<u16>>,
    /// The cells on which a stone of the defender may refute every line.
    relevant: CellSet,
}

impl WinningLines {
    fn new(rule: Rule) -> WinningLines {
        WinningLines { rule, lines: Vec::new(), relevant: CellSet::ALL }
    }

    /// Adds a line that wins in this position.
    fn add(&mut self, search: &mut Search, line: Vec<u16>) {
        if matches!(self.rule, Rule::Freestyle | Rule::Standard) {
            self.relevant.intersect(&relevant_cells(search, &line));
        }
        if self.lines.len() == MAX_LINES {
            self.lines.remove(0);
        }
        self.lines.push(line);
    }

    /// True if a line wins although the defender places a stone here: it is on
    /// no point of the line and makes no four with its answers.
    fn ignore(&self, cell: u16) -> bool {
        !self.relevant.contains(cell)
    }

    /// True if one of the lines wins in this position.
    fn one_wins(&self, search: &mut Search) -> bool {
        self.lines.iter().rev().any(|line| wins(search, line))
    }
}

/// The points of a line and of the fives that it ends with, and those on which a stone of the defender makes a
/// four with three other stones of its own, answers of the line included.
fn relevant_cells(search: &mut Search, line: &[u16]) -> CellSet {
    let defender = search.own ^ 1;
    let mut cells = CellSet::EMPTY;
    line.iter().for_each(|&cell| cells.insert(cell));
    // The fives of the last four are not in the line.
    let mut undo = Vec::new();
    for (ply, &cell) in line.iter().enumerate() {
        let colour = if ply % 2 == 0 { search.own } else { defender };
        undo.push((cell, colour, search.board.play(cell, colour)));
    }
    search.board.five_cells(search.own).for_each(|cell| cells.insert(cell));
    for (cell, colour, undo) in undo.into_iter().rev() {
        search.board.undo(cell, colour, &undo);
    }
    // All answers stand here, and of the attacker's stones none: they may come
    // later.
    let mut undo = Vec::new();
    for &answer in line.iter().skip(1).step_by(2) {
        undo.push((answer, search.board.play(answer, defender)));
    }
    for line in 0..FourBoard::LINES {
        for start in search.board.windows_of_three(line, defender) {
            for bit in start..start + 5 {
                cells.insert(FourBoard::cell(line, bit));
            }
        }
    }
    for (cell, undo) in undo.into_iter().rev() {
        search.board.undo(cell, defender, &undo);
    }
    cells
}

/// True if the attacker, who is to move, wins by playing this line, each answer
/// of which is still the only one.
fn wins(search: &mut Search, line: &[u16]) -> bool {
    let (own, other) = (search.own, search.own ^ 1);
    let mut played = Vec::with_capacity(line.len());
    let mut won = false;
    for (ply, &cell) in line.iter().enumerate().step_by(2) {
        let board = &mut search.board;
        if board.makes_five(cell, own) {
            won = true;
            break;
        }
        let threat = board.five_threat(other);
        let is_stopped = threat == FiveThreat::None || threat.stops().any(|stop| stop == cell);
        if !board.is_empty(cell) || !is_stopped || board.is_foul(cell, own) {
            break;
        }
        played.push((cell, own, board.play(cell, own)));
        let threat = board.five_threat(own);
        let mut answers = threat.stops().filter(|&stop| !board.is_foul(stop, other));
        match (answers.next(), answers.next()) {
            (None, _) => won = threat != FiveThreat::None,
            (Some(answer), None) if line.get(ply + 1) == Some(&answer) => {
                played.push((answer, other, board.play(answer, other)));
                continue;
            }
            _ => {}
        }
        break;
    }
    for (cell, colour, undo) in played.into_iter().rev() {
        search.board.undo(cell, colour, &undo);
    }
    won
}

/// A set of cells.
#[derive(Clone, Copy)]
struct CellSet([u64; CELLS.div_ceil(64)]);

impl CellSet {
    const EMPTY: CellSet = CellSet([0; CELLS.div_ceil(64)]);
    const ALL: CellSet = CellSet([u64::MAX; CELLS.div_ceil(64)]);

    fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] |= 1 << (cell % 64);
    }

    fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64] >> (cell % 64) & 1 != 0
    }

    fn intersect(&mut self, other: &CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= other);
    }
}
