//! Defence against a VCF: the exact set of moves that refute it.

use super::bitboard::{LINE_COUNT, board_cells};
use super::cell_set::CellSet;
use super::four_board::{FiveThreat, FourBoard};
use super::position::{Gomoku, Rule};
use super::threat_result::ThreatResult;
use super::vcf::{Search, Vcf};
use crate::search::SearchBudget;

/// Winning lines that are played again after every move.
const MAX_LINES: usize = 4;

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
/// answers of the line, make fours of their own. Where a line depends on what
/// is forbidden to Black, so that a stone elsewhere may matter as well, it is
/// played again after every move. A move whose search the budget interrupts
/// counts as a refutation.
///
/// ```
/// use tianyuan::games::gomoku::{Gomoku, OpeningRule, Rule, Vcf, VcfDefence, vcf_defence};
/// use tianyuan::search::{Limits, SearchBudget, StopFlag};
///
/// // White has an open three.
/// let text = "d8,d9,o1 g4,h4,i4 black";
/// let position = Gomoku::read(text, 15, Rule::Freestyle, OpeningRule::None).unwrap();
/// let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
/// let defence = vcf_defence(&mut Vcf::default(), &position, &mut budget);
/// let VcfDefence::Moves(moves) = defence else { panic!("{defence:?}") };
/// let name = |cell: &u16| format!("{}{}", (b'a' + (cell % 20) as u8) as char, cell / 20 + 1);
/// let names: Vec<String> = moves.iter().map(name).collect();
/// assert_eq!(names, ["f4", "j4"]);
/// ```
pub fn vcf_defence(vcf: &mut Vcf, position: &Gomoku, budget: &mut SearchBudget) -> VcfDefence {
    let defender = position.colour().index();
    let mut search = Search::new(position, defender ^ 1);
    let line = match vcf.find_for(position, search.own, budget) {
        ThreatResult::Won(line) => line.to_vec(),
        ThreatResult::NoWin => return VcfDefence::NoThreat,
        ThreatResult::Unknown => return VcfDefence::Unknown,
    };
    let mut lines = vec![WinningLine::new(&mut search, line)];
    let mut moves = Vec::new();
    for cell in position.cells() {
        if !search.board.is_empty(cell) || search.board.is_foul(cell, defender) {
            continue;
        }
        if search.board.makes_five(cell, defender) {
            moves.push(cell);
            continue;
        }
        if lines.iter().any(|line| line.wins_after(&mut search, cell)) {
            continue;
        }
        let undo = search.board.play(cell, defender);
        let found = vcf.settle(&mut search, budget).win().map(<[u16]>::to_vec);
        search.board.undo(cell, defender, &undo);
        match found {
            // Where a stone cannot help its enemy, the line also wins without
            // that of the defender.
            Some(line) if matches!(position.rule(), Rule::Freestyle | Rule::Standard) => {
                lines.push(WinningLine::new(&mut search, line));
            }
            Some(moves) => {
                lines.push(WinningLine { moves, relevant: None });
                if lines.len() > MAX_LINES {
                    lines.remove(1);
                }
            }
            None => moves.push(cell),
        }
    }
    VcfDefence::Moves(moves)
}

/// The moves of the defender, rank by rank, that this winning line does not
/// refute by itself. The attacker would be to move in the line.
pub(super) fn answers_to_line(search: &mut Search, line: &[u16]) -> Vec<u16> {
    let (size, defender) = (search.size, search.own ^ 1);
    let line = WinningLine::new(search, line.to_vec());
    board_cells(size)
        .filter(|&cell| {
            search.board.is_empty(cell)
                && !search.board.is_foul(cell, defender)
                && (search.board.makes_five(cell, defender) || !line.wins_after(search, cell))
        })
        .collect()
}

/// A winning line of the attacker.
struct WinningLine {
    moves: Vec<u16>,
    /// The cells on which a stone of the defender may refute it, unless a stone
    /// anywhere may.
    relevant: Option<CellSet>,
}

impl WinningLine {
    /// A line that wins in this position if the attacker is to move.
    fn new(search: &mut Search, moves: Vec<u16>) -> WinningLine {
        let relevant = relevant_cells(search, &moves);
        WinningLine { moves, relevant }
    }

    /// True if the line still wins after a stone of the defender on this cell.
    fn wins_after(&self, search: &mut Search, cell: u16) -> bool {
        match &self.relevant {
            Some(relevant) if !relevant.contains(cell) => true,
            Some(_) if self.moves.contains(&cell) => false,
            _ => {
                let defender = search.own ^ 1;
                let undo = search.board.play(cell, defender);
                let won = wins(search, &self.moves);
                search.board.undo(cell, defender, &undo);
                won
            }
        }
    }
}

/// The cells on which a stone of the defender may refute a line: its points,
/// those of the fives that it ends with, and those on which the stone makes a
/// four with three others of the defender, answers of the line included.
/// `None` if a stone elsewhere may refute it as well, because the line depends
/// on what is forbidden to Black.
fn relevant_cells(search: &mut Search, line: &[u16]) -> Option<CellSet> {
    let defender = search.own ^ 1;
    let mut cells = CellSet::default();
    line.iter().for_each(|&cell| cells.insert(cell));
    let mut is_local = true;
    let mut undo = Vec::with_capacity(line.len());
    for (ply, &cell) in line.iter().enumerate() {
        let colour = if ply % 2 == 0 { search.own } else { defender };
        is_local &= if colour == defender {
            !search.board.is_foul(cell, defender)
        } else {
            !search.board.may_become_foul(cell, colour)
        };
        undo.push((cell, colour, search.board.play(cell, colour)));
        if colour == search.own {
            search.board.five_ends(colour).for_each(|end| cells.insert(end));
            is_local &= search.board.five_threat(colour).stops().count() < 2;
        }
    }
    // The fives of the last four are not in the line.
    search.board.five_cells(search.own).for_each(|cell| cells.insert(cell));
    for (cell, colour, undo) in undo.drain(..).rev() {
        search.board.undo(cell, colour, &undo);
    }
    // All answers stand here, and of the attacker's stones none: they may come
    // later.
    for &answer in line.iter().skip(1).step_by(2) {
        undo.push((answer, defender, search.board.play(answer, defender)));
    }
    for line in 0..LINE_COUNT {
        for start in search.board.windows_of_three(line, defender) {
            (start..start + 5).for_each(|bit| cells.insert(FourBoard::cell(line, bit)));
        }
    }
    for (cell, colour, undo) in undo.into_iter().rev() {
        search.board.undo(cell, colour, &undo);
    }
    is_local.then_some(cells)
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
