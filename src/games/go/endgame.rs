//! Exact values of late endgames under area scoring: what unconditional life leaves open is
//! searched to the end.
//!
//! A stone in the territory of either side changes nothing there, and is no better than a pass.
//! So only the open points are played on, and passes. Positions in which a ko is played are
//! left undecided, since there a value depends on what went before.

use std::collections::HashMap;

use super::benson::PassAlive;
use super::board::{GoBoard, Intersection};
use super::position::{Go, GoMove, Phase};
use super::rules::ScoringRule;
use super::score::CellSet;
use crate::core::{Points, Position, Side, mix};
use crate::search::SearchBudget;

/// Most points that may be open.
const MAX_OPEN: usize = 14;

/// A value beyond that of every board.
const INFINITE: i32 = 1000;

/// Points that are not settled by unconditional life.
pub fn open_points<const C: usize>(board: &GoBoard<C>) -> Vec<u16> {
    settle(board).0
}

/// The open points, and the settled points of Black less those of White.
fn settle<const C: usize>(board: &GoBoard<C>) -> (Vec<u16>, i32) {
    let alive = Side::BOTH.map(|side| PassAlive::new(board, side));
    let mut open = Vec::new();
    let mut settled = 0;
    for cell in board.cells() {
        let owner = Side::BOTH.into_iter().find(|&side| {
            let PassAlive { chains, territory } = &alive[side.index()];
            let is_own = board.at(cell) == Intersection::of(side);
            territory.contains(cell) || is_own && chains.contains(&board.chain_head(cell))
        });
        match owner {
            Some(Side::First) => settled += 1,
            Some(Side::Second) => settled -= 1,
            None => open.push(cell),
        }
    }
    (open, settled)
}

/// The final score after a pass and after each move on an open point, for the side to move, less
/// that of the other. `None` if too much is open, a ko is played, the budget runs out, or other
/// rules than those of area scoring are in force.
pub fn scores<const C: usize>(
    go: &Go<C>,
    budget: &mut SearchBudget,
) -> Option<Vec<(GoMove, Points)>> {
    let rules = go.rules();
    let is_area = rules.scoring == ScoringRule::Area && !rules.suicide;
    if go.phase() != Phase::Play || !is_area || go.handicap_left() > 0 {
        return None;
    }
    let (open, settled) = settle(go.go_board());
    if open.len() > MAX_OPEN {
        return None;
    }
    let side = go.side_to_move();
    let passes = u8::from(go.move_history().last() == Some(&GoMove::Pass));
    let node = Node { board: *go.go_board(), side, passes };
    let mut search = EndgameSearch {
        open,
        settled,
        known: HashMap::new(),
        line: vec![node.board.hash()],
        budget,
    };
    let extra = rules.komi + 2 * rules.handicap_bonus;
    let extra = if side == Side::First { -extra } else { extra };
    let mut scores = Vec::new();
    for mv in search.moves(&node)? {
        if matches!(mv, GoMove::Place(cell) if go.is_ko_banned(cell)) {
            return None;
        }
        let value = -search.after(&node, mv, -INFINITE, INFINITE)?;
        scores.push((mv, Points::halves(2 * value + extra)));
    }
    Some(scores)
}

/// A position of the search.
#[derive(Clone)]
struct Node<const C: usize> {
    board: GoBoard<C>,
    side: Side,
    /// Passes in a row.
    passes: u8,
}

struct EndgameSearch<'a> {
    open: Vec<u16>,
    /// Settled points of Black less those of White.
    settled: i32,
    /// Bounds of the values of positions, for the side to move.
    known: HashMap<u64, (i32, i32)>,
    /// Hashes of the boards of the line that is searched.
    line: Vec<u64>,
    budget: &'a mut SearchBudget,
}

impl EndgameSearch<'_> {
    /// The legal moves on open points, captures first and a pass last; `None` where a board
    /// would be repeated.
    fn moves<const C: usize>(&self, node: &Node<C>) -> Option<Vec<GoMove>> {
        let Node { board, side, .. } = node;
        let mut moves = Vec::new();
        for &cell in &self.open {
            if board.at(cell) != Intersection::Empty || board.is_suicide(cell, *side) {
                continue;
            }
            if self.line.contains(&board.hash_after(cell, *side)) {
                return None;
            }
            let captures = board.neighbours(cell).into_iter().any(|near| {
                board.at(near) == Intersection::of(side.other())
                    && board.last_liberty(near) == Some(cell)
            });
            moves.push((!captures, GoMove::Place(cell)));
        }
        moves.sort_by_key(|&(order, _)| order);
        let moves = moves.into_iter().map(|(_, mv)| mv);
        Some(moves.chain([GoMove::Pass]).collect())
    }

    /// The value after a move, for the side to move then; a bound at or outside the window.
    fn after<const C: usize>(
        &mut self,
        node: &Node<C>,
        mv: GoMove,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut next = Node { side: node.side.other(), ..node.clone() };
        match mv {
            GoMove::Place(cell) => {
                next.board.place_stone(cell, node.side);
                next.passes = 0;
            }
            _ => next.passes += 1,
        }
        next.board.clear_ko();
        self.line.push(next.board.hash());
        let value = self.search(&next, alpha, beta);
        self.line.pop();
        value
    }

    fn search<const C: usize>(&mut self, node: &Node<C>, alpha: i32, beta: i32) -> Option<i32> {
        if !self.budget.spend(1) {
            return None;
        }
        if node.passes >= 2 {
            return Some(self.score(node));
        }
        let small = 2 * node.passes as u64 + node.side.index() as u64;
        let key = mix(node.board.hash() ^ mix(small));
        let most = self.open.len() as i32;
        let settled = if node.side == Side::First { self.settled } else { -self.settled };
        let known = self.known.get(&key).copied();
        let (mut lower, mut upper) = known.unwrap_or((settled - most, settled + most));
        if lower >= beta || lower == upper {
            return Some(lower);
        }
        if upper <= alpha {
            return Some(upper);
        }
        let (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let mut best = -INFINITE;
        for mv in self.moves(node)? {
            let value = -self.after(node, mv, -beta, -alpha.max(best))?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        if best > alpha {
            lower = lower.max(best);
        }
        if best < beta {
            upper = upper.min(best);
        }
        self.known.insert(key, (lower, upper));
        Some(best)
    }

    /// The score of the board as it stands, for the side to move.
    fn score<const C: usize>(&self, node: &Node<C>) -> i32 {
        let board = &node.board;
        let mut score = self.settled;
        let mut seen = CellSet::default();
        for &start in &self.open {
            match board.at(start) {
                Intersection::Black => score += 1,
                Intersection::White => score -= 1,
                Intersection::Border => {}
                Intersection::Empty if !seen.insert(start) => {}
                Intersection::Empty => {
                    let (mut region, mut next, mut touches) = (vec![start], 0, [false; 2]);
                    while let Some(&cell) = region.get(next) {
                        next += 1;
                        for near in board.neighbours(cell) {
                            if let Some(side) = board.at(near).side() {
                                touches[side.index()] = true;
                            } else if board.at(near) == Intersection::Empty && seen.insert(near) {
                                region.push(near);
                            }
                        }
                    }
                    score += match touches {
                        [true, false] => region.len() as i32,
                        [false, true] => -(region.len() as i32),
                        _ => 0,
                    };
                }
            }
        }
        if node.side == Side::First { score } else { -score }
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::SmallGo;
    use super::super::rules::Rules;
    use super::*;
    use crate::search::{Limits, StopFlag};

    fn read(text: &str, size: u8) -> SmallGo {
        SmallGo::read(text, size, Rules::from_name("chinese", 0, 0)).unwrap()
    }

    fn budget() -> SearchBudget {
        SearchBudget::new(Limits::default(), StopFlag::new())
    }

    /// The score for the side to move, by a search of all open points without bounds or table.
    fn plain(go: &SmallGo, passes: u32, open: &[u16], settled: i32) -> i32 {
        if passes == 2 {
            let board = go.go_board();
            let node = Node { board: *board, side: go.side_to_move(), passes: 2 };
            let (open, known) = (open.to_vec(), HashMap::new());
            let budget = &mut budget();
            return EndgameSearch { open, settled, known, line: Vec::new(), budget }.score(&node);
        }
        let places = open.iter().filter(|&&cell| go.is_legal_placement(cell));
        let after = |mv: GoMove| {
            let mut next = go.clone();
            next.play(mv);
            next
        };
        let best = places.map(|&cell| -plain(&after(GoMove::Place(cell)), 0, open, settled)).max();
        let board = go.go_board();
        let passed = go.with_board(board, go.side_to_move().other(), [0; 2]);
        best.unwrap_or(-INFINITE).max(-plain(&passed, passes + 1, open, settled))
    }

    #[test]
    fn neutral_points_are_worth_one_each_to_whoever_fills_them() {
        // Column c between two groups with two eyes each.
        let mut go = read("1X1O1/XX1OO/XX1OO/XX1OO/1X1O1 X 0,0", 5);
        assert_eq!(open_points(go.go_board()).len(), 5);
        let found = scores(&go, &mut budget()).unwrap();
        assert_eq!(found.len(), 6);
        for (mv, score) in found {
            let wanted = if mv == GoMove::Pass { -1 } else { 1 };
            assert_eq!(score, Points::whole(wanted), "{mv:?}");
        }
        go.play(GoMove::Pass);
        let found = scores(&go, &mut budget()).unwrap();
        // White takes three of five, or ends the game as it stands.
        assert!(found.contains(&(GoMove::Pass, Points::whole(0))));
        assert_eq!(found.iter().map(|&(_, score)| score.as_halves()).max(), Some(2));
        let komi = Rules::from_name("chinese", 15, 0);
        let go = SmallGo::read("1X1O1/XX1OO/XX1OO/XX1OO/1X1O1 X 0,0", 5, komi).unwrap();
        assert_eq!(scores(&go, &mut budget()).unwrap()[0].1, Points::halves(2 - 15));
    }

    #[test]
    fn kos_open_boards_and_other_rules_are_left_undecided() {
        let ko = "1XXOOO1/XXXOOOO/XXXOOOO/XXO1OOO/XXXOOOO/XXXOOOO/1XXOOO1 X 0,0";
        assert_eq!(scores(&read(ko, 7), &mut budget()), None);
        let empty = read("5/5/5/5/5 X 0,0", 5);
        assert_eq!(scores(&empty, &mut budget()), None);
        let text = "1X1O1/XX1OO/XX1OO/XX1OO/1X1O1 X 0,0";
        for rules in ["japanese", "new-zealand"] {
            let go = SmallGo::read(text, 5, Rules::from_name(rules, 0, 0)).unwrap();
            assert_eq!(scores(&go, &mut budget()), None, "{rules}");
        }
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        let mut spent = SearchBudget::new(limits, StopFlag::new());
        assert_eq!(scores(&read(text, 5), &mut spent), None);
    }

    #[test]
    fn scores_are_those_of_a_search_without_bounds() {
        let mut compared = 0;
        for seed in 0..400 {
            let Some(text) = super::super::endgame_generator::generate(seed) else { continue };
            let go = read(&text, 9);
            let (open, settled) = settle(go.go_board());
            if open.len() > 7 {
                continue;
            }
            let Some(found) = scores(&go, &mut budget()) else { continue };
            let best = found.iter().map(|&(_, score)| score).max().unwrap();
            assert_eq!(best, Points::whole(plain(&go, 0, &open, settled)), "{text}");
            compared += 1;
            if compared == 4 {
                return;
            }
        }
        panic!("only {compared} compared");
    }
}
