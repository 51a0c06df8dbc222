//! Capture search (ladders, nets, snapbacks): a local depth-first search over
//! moves that give atari, with at most one that does not, against every
//! defence. A capture that depends on a ko does not count.

use super::board::{GoBoard, Intersection};
use super::position::{Go, GoMove, Phase};
use crate::core::{Point, Position, Side};
use crate::search::SearchBudget;

/// Maximum number of moves of the attacker.
const MAX_MOVES: u32 = 12;

/// Maximum number of candidate moves of the attacker in one position.
const MAX_WIDTH: usize = 24;

/// All moves after which the chain on `at` can be captured within `moves` moves
/// of the side to move; `None` if the budget ran out, if these are more moves
/// than the search plays, or if no stone of the other side stands there.
pub fn capturing_moves<const C: usize>(
    position: &Go<C>,
    at: Point,
    moves: u32,
    budget: &mut SearchBudget,
) -> Option<Vec<GoMove>> {
    let side = position.side_to_move();
    let target = position.go_board().cell(at)?;
    let target_stone = Intersection::of(side.other());
    if moves > MAX_MOVES {
        return None;
    }
    if position.phase() != Phase::Play || position.go_board().at(target) != target_stone {
        return None;
    }
    let mut search =
        CaptureSearch { go: position.clone(), side, target, budget, replies: Vec::new() };
    let mut found = Vec::new();
    search.go.legal_moves(&mut found);
    search.replies = vec![Vec::new(); moves as usize + 1];
    if search.liberties().1 > moves as usize {
        return Some(Vec::new());
    }
    found.retain(|&mv| search.captures(mv, moves, 1));
    (!search.budget.is_spent()).then_some(found)
}

struct CaptureSearch<'a, const C: usize> {
    go: Go<C>,
    side: Side,
    target: u16,
    budget: &'a mut SearchBudget,
    /// Defences at each depth, kept to reuse the allocations.
    replies: Vec<Vec<GoMove>>,
}

impl<const C: usize> CaptureSearch<'_, C> {
    fn liberties(&self) -> ([u16; MAX_MOVES as usize + 1], usize) {
        liberties(self.go.go_board(), self.target)
    }

    fn is_captured(&self) -> bool {
        self.go.go_board().at(self.target) != Intersection::of(self.side.other())
    }

    /// True if this legal move starts a capture within `left` moves, of which
    /// `quiet_moves` may leave the target more than one liberty.
    fn captures(&mut self, mv: GoMove, left: u32, quiet_moves: u32) -> bool {
        if left == 0 || !self.budget.spend(1) {
            return false;
        }
        let undo = self.go.play(mv);
        let captured = self.is_captured()
            || self.go.outcome().is_none()
                && self.go.go_board().ko().is_none()
                && self.refutes_all_defences(left - 1, quiet_moves);
        self.go.undo(mv, undo);
        captured
    }

    /// True if no defence keeps the target on the board.
    fn refutes_all_defences(&mut self, left: u32, quiet_moves: u32) -> bool {
        let (liberties, count) = self.liberties();
        // The attacker fills one liberty a move.
        if count > left as usize || count > 1 && quiet_moves == 0 {
            return false;
        }
        let quiet_moves = quiet_moves - u32::from(count > 1);
        let mut replies = std::mem::take(&mut self.replies[left as usize]);
        replies.clear();
        if count == 1 {
            // Only an extension or a capture of an adjacent chain helps; a pass
            // stands for all other moves.
            replies.extend([GoMove::Place(liberties[0]), GoMove::Pass]);
            let board = self.go.go_board();
            for cell in chain_neighbours(board, self.target) {
                if board.at(cell) == Intersection::of(self.side)
                    && let Some(last) = board.last_liberty(cell)
                    && !replies.contains(&GoMove::Place(last))
                {
                    replies.push(GoMove::Place(last));
                }
            }
            replies.retain(|&reply| self.go.is_legal(reply));
        } else {
            self.go.legal_moves(&mut replies);
            // Liberties are the most frequent defences.
            replies.sort_by_key(|reply| match reply {
                GoMove::Place(cell) => !liberties[..count].contains(cell),
                _ => true,
            });
        }
        let refuted = replies.iter().all(|&reply| {
            let undo = self.go.play(reply);
            let lost = self.go.outcome().is_none()
                && (self.is_captured() || self.attack(left, quiet_moves));
            self.go.undo(reply, undo);
            lost
        });
        self.replies[left as usize] = replies;
        refuted
    }

    /// True if the attacker, to move, captures within `left` moves.
    fn attack(&mut self, left: u32, quiet_moves: u32) -> bool {
        let (liberties, count) = self.liberties();
        if count > left as usize {
            return false;
        }
        let mut cells = [0; MAX_WIDTH];
        let mut width = 0;
        let mut add = |cell: u16| {
            if width < MAX_WIDTH && !cells[..width].contains(&cell) {
                cells[width] = cell;
                width += 1;
            }
        };
        liberties[..count].iter().for_each(|&cell| add(cell));
        if count > 1 && quiet_moves > 0 {
            let board = self.go.go_board();
            for &liberty in &liberties[..count] {
                board.neighbours(liberty).iter().for_each(|&cell| {
                    if board.at(cell) == Intersection::Empty {
                        add(cell);
                    }
                });
            }
        }
        cells[..width].iter().any(|&cell| {
            let mv = GoMove::Place(cell);
            self.go.is_legal(mv) && self.captures(mv, left, quiet_moves)
        })
    }
}

/// The liberties of a stone's chain and their number, up to one more than the
/// search can fill.
pub(super) fn liberties<const C: usize>(
    board: &GoBoard<C>,
    stone: u16,
) -> ([u16; MAX_MOVES as usize + 1], usize) {
    let mut found = [0; MAX_MOVES as usize + 1];
    let mut count = 0;
    for cell in chain_neighbours(board, stone) {
        let fresh = board.at(cell) == Intersection::Empty && !found[..count].contains(&cell);
        if fresh && count < found.len() {
            found[count] = cell;
            count += 1;
        }
    }
    (found, count)
}

/// A technique of capturing stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureTechnique {
    /// The last liberty is filled.
    Capture,
    /// A stone is given up and the stone that took it is retaken with its
    /// chain.
    Snapback,
    /// A stone is given up first.
    Sacrifice,
    /// The way out is closed without touching the stones.
    Net,
    /// Atari from the side from which the extension does not help.
    Atari,
    /// A chain of ataris (shicho).
    Ladder,
}

impl CaptureTechnique {
    /// Id of the message with its name.
    #[must_use]
    pub const fn name_id(self) -> &'static str {
        match self {
            CaptureTechnique::Capture => "go-capture",
            CaptureTechnique::Snapback => "go-snapback",
            CaptureTechnique::Sacrifice => "go-sacrifice",
            CaptureTechnique::Net => "go-net",
            CaptureTechnique::Atari => "go-right-atari",
            CaptureTechnique::Ladder => "go-ladder",
        }
    }
}

/// The technique with which these legal moves of both sides capture the stone.
pub fn capture_technique<const C: usize>(
    position: &Go<C>,
    at: Point,
    line: &[GoMove],
) -> Option<CaptureTechnique> {
    let side = position.side_to_move();
    let target = position.go_board().cell(at)?;
    let &[GoMove::Place(first), ref rest @ ..] = line else { return None };
    if rest.is_empty() {
        return Some(CaptureTechnique::Capture);
    }
    let own = Intersection::of(side);
    let (before, count) = liberties(position.go_board(), target);
    let from_afar = !before[..count].contains(&first);
    let mut go = position.clone();
    go.play(GoMove::Place(first));
    let open = liberties(go.go_board(), target).1 > 1;
    let (mut chase, mut lost) = (!open, false);
    for (n, &mv) in rest.iter().enumerate() {
        let (liberties_before, count) = liberties(go.go_board(), target);
        let prisoners = go.captured()[side.other().index()];
        go.play(mv);
        if n % 2 == 1 {
            let captured = go.go_board().at(target) != Intersection::of(side.other());
            chase &= captured || liberties(go.go_board(), target).1 == 1;
            continue;
        }
        // A defender who plays elsewhere lost a capturing race; that has no
        // name here.
        let extends =
            matches!(mv, GoMove::Place(cell) if liberties_before[..count].contains(&cell));
        let takes = go.captured()[side.other().index()] > prisoners;
        if !extends && !takes {
            return None;
        }
        chase &= extends && !takes;
        lost |= n == 0 && takes && go.go_board().at(first) != own;
    }
    match rest.len() {
        2 if lost => Some(CaptureTechnique::Snapback),
        _ if lost => Some(CaptureTechnique::Sacrifice),
        _ if open && from_afar => Some(CaptureTechnique::Net),
        2 if chase => Some(CaptureTechnique::Atari),
        _ if chase => Some(CaptureTechnique::Ladder),
        _ => None,
    }
}

/// Cells adjacent to the chain of a stone, with repetitions.
fn chain_neighbours<const C: usize>(
    board: &GoBoard<C>,
    stone: u16,
) -> impl Iterator<Item = u16> + '_ {
    board.chain_stones(stone).flat_map(|stone| board.neighbours(stone))
}
