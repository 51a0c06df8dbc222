//! Captures that can be forced: a local search over moves that give atari,
//! with at most one that does not, against every defence. Whoever needs a ko
//! for it has not captured anything.

use super::board::{Board, Cell};
use super::position::{Go, Phase, Ply};
use crate::core::{Point, Position, Side};
use crate::search::Budget;

/// The most moves of the attacker.
const DEEPEST: u32 = 12;

/// Moves looked at by the attacker in one position at most.
const WIDTH: usize = 24;

/// Every move after which the chain on `at` can be captured within `moves`
/// moves of the side to move; `None` when the budget was spent before that
/// was known or no stone of the other side stands there.
pub fn capturing_moves<const C: usize>(
    position: &Go<C>,
    at: Point,
    moves: u32,
    budget: &mut Budget,
) -> Option<Vec<Ply>> {
    let side = position.side_to_move();
    let target = position.stones().cell(at)?;
    let prey = Cell::of(side.other());
    if position.phase() != Phase::Play || position.stones().at(target) != prey {
        return None;
    }
    let mut hunt = Hunt { go: position.clone(), side, target, budget, replies: Vec::new() };
    let mut found = Vec::new();
    hunt.go.legal_moves(&mut found);
    let moves = moves.min(DEEPEST);
    hunt.replies = vec![Vec::new(); moves as usize + 1];
    if hunt.liberties().1 > moves as usize {
        return Some(Vec::new());
    }
    found.retain(|&mv| hunt.catches(mv, moves, 1));
    (!hunt.budget.is_spent()).then_some(found)
}

struct Hunt<'a, const C: usize> {
    go: Go<C>,
    side: Side,
    target: u16,
    budget: &'a mut Budget,
    /// The defences at each depth, kept so that nothing is allocated anew.
    replies: Vec<Vec<Ply>>,
}

impl<const C: usize> Hunt<'_, C> {
    fn liberties(&self) -> ([u16; DEEPEST as usize + 1], usize) {
        liberties(self.go.stones(), self.target)
    }

    fn is_caught(&self) -> bool {
        self.go.stones().at(self.target) != Cell::of(self.side.other())
    }

    /// Whether this legal move begins a capture within so many moves, of
    /// which so many may be quiet.
    fn catches(&mut self, mv: Ply, left: u32, quiet: u32) -> bool {
        if left == 0 || !self.budget.spend(1) {
            return false;
        }
        let undo = self.go.play(mv);
        let caught = self.is_caught()
            || self.go.outcome().is_none()
                && self.go.stones().ko().is_none()
                && self.is_hopeless(left - 1, quiet);
        self.go.undo(mv, undo);
        caught
    }

    /// Whether no defence keeps the target on the board.
    fn is_hopeless(&mut self, left: u32, quiet: u32) -> bool {
        let (liberties, count) = self.liberties();
        // Each move of the attacker fills one liberty.
        if count > left as usize || count > 1 && quiet == 0 {
            return false;
        }
        let quiet = quiet - u32::from(count > 1);
        let mut replies = std::mem::take(&mut self.replies[left as usize]);
        replies.clear();
        if count == 1 {
            // Nothing else than to extend or to take a neighbour helps; a pass
            // stands for all the rest.
            replies.extend([Ply::Stone(liberties[0]), Ply::Pass]);
            let board = self.go.stones();
            for cell in neighbours(board, self.target) {
                if board.at(cell) == Cell::of(self.side)
                    && let Some(last) = board.last_liberty(cell)
                    && !replies.contains(&Ply::Stone(last))
                {
                    replies.push(Ply::Stone(last));
                }
            }
            replies.retain(|&reply| self.go.is_legal(reply));
        } else {
            self.go.legal_moves(&mut replies);
            // The liberties are the defences that hold most often.
            replies.sort_by_key(|reply| match reply {
                Ply::Stone(cell) => !liberties[..count].contains(cell),
                _ => true,
            });
        }
        let hopeless = replies.iter().all(|&reply| {
            let undo = self.go.play(reply);
            let lost =
                self.go.outcome().is_none() && (self.is_caught() || self.attack(left, quiet));
            self.go.undo(reply, undo);
            lost
        });
        self.replies[left as usize] = replies;
        hopeless
    }

    /// Whether the attacker, to move, captures within so many moves.
    fn attack(&mut self, left: u32, quiet: u32) -> bool {
        let (liberties, count) = self.liberties();
        if count > left as usize {
            return false;
        }
        let mut cells = [0; WIDTH];
        let mut width = 0;
        let mut add = |cell: u16| {
            if width < WIDTH && !cells[..width].contains(&cell) {
                cells[width] = cell;
                width += 1;
            }
        };
        liberties[..count].iter().for_each(|&cell| add(cell));
        if count > 1 && quiet > 0 {
            let board = self.go.stones();
            for &liberty in &liberties[..count] {
                board.beside(liberty).iter().for_each(|&cell| {
                    if board.at(cell) == Cell::Empty {
                        add(cell);
                    }
                });
            }
        }
        cells[..width].iter().any(|&cell| {
            let mv = Ply::Stone(cell);
            self.go.is_legal(mv) && self.catches(mv, left, quiet)
        })
    }
}

/// The first liberties of a stone's chain and how many it has, counted up to
/// one more than the deepest search can fill.
fn liberties<const C: usize>(board: &Board<C>, stone: u16) -> ([u16; DEEPEST as usize + 1], usize) {
    let mut found = [0; DEEPEST as usize + 1];
    let mut count = 0;
    for cell in neighbours(board, stone) {
        let fresh = board.at(cell) == Cell::Empty && !found[..count].contains(&cell);
        if fresh && count < found.len() {
            found[count] = cell;
            count += 1;
        }
    }
    (found, count)
}

/// What players call the way in which these legal plies of both sides capture
/// the stone, in English and Chinese.
pub fn way_of_capture<const C: usize>(
    position: &Go<C>,
    at: Point,
    line: &[Ply],
) -> Option<[&'static str; 2]> {
    let side = position.side_to_move();
    let target = position.stones().cell(at)?;
    let &[Ply::Stone(first), ref rest @ ..] = line else { return None };
    if rest.is_empty() {
        return Some(["Capture", "提子"]);
    }
    let own = Cell::of(side);
    let (before, count) = liberties(position.stones(), target);
    let from_afar = !before[..count].contains(&first);
    let mut go = position.clone();
    go.play(Ply::Stone(first));
    let open = liberties(go.stones(), target).1 > 1;
    let (mut chase, mut lost) = (!open, false);
    for (n, &ply) in rest.iter().enumerate() {
        let (breath, count) = liberties(go.stones(), target);
        let prisoners = go.captured()[side.other().index()];
        go.play(ply);
        if n % 2 == 1 {
            let caught = go.stones().at(target) != Cell::of(side.other());
            chase &= caught || liberties(go.stones(), target).1 == 1;
            continue;
        }
        // Who plays elsewhere is beaten in a race, which has no such name.
        let extends = matches!(ply, Ply::Stone(cell) if breath[..count].contains(&cell));
        let takes = go.captured()[side.other().index()] > prisoners;
        if !extends && !takes {
            return None;
        }
        chase &= extends && !takes;
        lost |= n == 0 && takes && go.stones().at(first) != own;
    }
    match rest.len() {
        2 if lost => Some(["Snapback", "倒扑"]),
        _ if lost => Some(["Sacrifice", "弃子"]),
        _ if open && from_afar => Some(["Net", "枷吃"]),
        2 if chase => Some(["The right atari", "打吃方向"]),
        _ if chase => Some(["Ladder", "征子"]),
        _ => None,
    }
}

/// The cells beside the chain of a stone, some of them more than once.
fn neighbours<const C: usize>(board: &Board<C>, stone: u16) -> impl Iterator<Item = u16> + '_ {
    board.stones(stone).flat_map(|stone| board.beside(stone))
}
