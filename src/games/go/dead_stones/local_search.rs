//! Local search: Monte-Carlo tree search for the life of one chain, on the
//! points around it.

use super::patterns::matches_pattern;
use super::playouts::{is_legal, play_out};
use crate::core::{Random, Side};
use crate::games::go::board::{GoBoard, Intersection};
use crate::games::go::playout::owner;
use crate::search::StopFlag;
use crate::search::mcts::{AmafTable, MctsGame, MctsParams, Playout, Prior, mcts_search};

/// Equivalent playouts of the prior of a move.
const PRIOR_WEIGHT: f32 = 10.0;

/// Playouts of a search.
const PLAYOUTS: u32 = 2000;

/// Chance of the other result below which a result is clear.
const CLEAR: f32 = 0.15;

/// Life of a chain, whoever moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It cannot be captured; in seki too.
    Alive,
    /// It cannot be saved.
    Dead,
}

/// A position of the local game.
#[derive(Clone)]
pub struct LocalPosition<const C: usize> {
    board: GoBoard<C>,
    to_move: Side,
    /// Passes in a row. The second ends the game.
    passes: u8,
    last: Option<u16>,
}

/// The game for the life of the target, played on the points of a region. What
/// stands when both sides have passed is alive.
pub struct LocalGame<const C: usize> {
    /// Points on which stones may be played.
    region: Vec<u16>,
    owner: Side,
    target: Vec<u16>,
}

impl<const C: usize> LocalGame<C> {
    /// The game for the chain of a stone.
    pub fn new(board: &GoBoard<C>, stone: u16, owner: Side, region: Vec<u16>) -> LocalGame<C> {
        LocalGame { region, owner, target: board.chain_stones(stone).collect() }
    }

    /// Life of the target as the search finds it; `None` if it is not clear, or depends on who
    /// moves first.
    pub fn life(&mut self, board: &GoBoard<C>, stop: &StopFlag) -> Option<Life> {
        if self.loss(board, self.owner.other(), stop) < CLEAR {
            return Some(Life::Alive);
        }
        (self.loss(board, self.owner, stop) > 1.0 - CLEAR).then_some(Life::Dead)
    }

    /// Chance that the target is lost if this side moves first, 0 to 1.
    fn loss(&mut self, board: &GoBoard<C>, first: Side, stop: &StopFlag) -> f32 {
        let mut board = *board;
        board.clear_ko();
        let position = LocalPosition { board, to_move: first, passes: 0, last: None };
        let params = MctsParams { playouts: PLAYOUTS, ..MctsParams::default() };
        let seed = board.hash();
        let found = mcts_search(self, &position, &params, seed, stop, &mut |_| ());
        let rate = found.first().map_or(0.5, |best| best.value.win_rate);
        if first == self.owner { 1.0 - rate } else { rate }
    }

    /// Win rate of Black: the share of the target that is left, or lost.
    fn result(&self, board: &GoBoard<C>) -> f32 {
        let kept = self.target.iter().filter(|&&cell| owner(board, cell) == Some(self.owner));
        let kept = kept.count() as f32 / self.target.len() as f32;
        if self.owner == Side::First { kept } else { 1.0 - kept }
    }
}

impl<const C: usize> MctsGame for LocalGame<C> {
    type Position = LocalPosition<C>;
    /// A cell; 0 is a pass.
    type Move = u16;

    fn side_to_move(&self, position: &LocalPosition<C>) -> Side {
        position.to_move
    }

    fn moves(&mut self, position: &LocalPosition<C>, moves: &mut Vec<(u16, Prior)>) {
        moves.clear();
        if position.passes >= 2 {
            return;
        }
        let (board, side) = (&position.board, position.to_move);
        for &cell in &self.region {
            let playable = board.at(cell) == Intersection::Empty
                && is_legal(board, cell, side)
                && !board.is_eye(cell, side);
            if playable {
                let win_rate = prior(board, cell, side);
                moves.push((cell, Prior { win_rate, weight: PRIOR_WEIGHT }));
            }
        }
        moves.push((0, Prior { win_rate: 0.45, weight: PRIOR_WEIGHT }));
    }

    fn play(&mut self, position: &mut LocalPosition<C>, cell: u16) {
        if cell == 0 {
            position.board.clear_ko();
            position.passes += 1;
            position.last = None;
        } else {
            position.board.place_stone(cell, position.to_move);
            position.passes = 0;
            position.last = Some(cell);
        }
        position.to_move = position.to_move.other();
    }

    fn simulate(
        &mut self,
        position: &mut LocalPosition<C>,
        random: &mut Random,
        amaf: &mut AmafTable,
    ) -> Playout {
        let mut plies = 0;
        if position.passes < 2 {
            let (board, side) = (&mut position.board, position.to_move);
            plies =
                play_out(board, side, position.last, Some(&self.region), random, |cell, side| {
                    amaf.record(usize::from(cell), side);
                });
        }
        Playout { result: self.result(&position.board), plies }
    }

    fn amaf_index(&self, cell: u16) -> usize {
        usize::from(cell)
    }

    fn amaf_len(&self) -> usize {
        C
    }
}

/// Prior win rate of a move.
fn prior<const C: usize>(board: &GoBoard<C>, cell: u16, side: Side) -> f32 {
    let own = Intersection::of(side);
    let around = board.neighbours(cell);
    let stones = around.into_iter().filter(|&near| board.at(near).side().is_some());
    let (mut takes, mut saves) = (false, false);
    for near in stones {
        if board.last_liberty(near).is_some() {
            *if board.at(near) == own { &mut saves } else { &mut takes } = true;
        }
    }
    let liberties = board.liberties_after(cell, side).0;
    if takes {
        0.7
    } else if liberties < 2 {
        0.35
    } else if saves {
        0.65
    } else if matches_pattern(board, cell) {
        0.55
    } else {
        0.5
    }
}
