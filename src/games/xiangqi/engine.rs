//! The computer player of Xiangqi: what its search knows, and how it answers.

use super::board::{Kind, Step};
use super::evaluation::{self, PAWN};
pub use super::levels::LEVELS;
use super::levels::Player;
use super::position::{Undo, Xiangqi};
use crate::core::{Position, Random};
use crate::games::engine::mate_in;
use crate::games::{AnyPosition, Engine, Playable, Request, Strength, Thought, Unit, Value};
use crate::search::{Budget, Found, Kept, Limits, Lines, Model};

/// Memory for the transposition table, in mebibytes: of levels that look at
/// few positions, and of all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// What a won game is worth, in hundredths of a pawn.
const WON: i32 = 1_000_000;

/// Values beyond this are proved wins and losses.
const SURE: i32 = WON - 1000;

/// The deepest search in plies; games last longer.
const DEEPEST: u32 = 60;

/// What the search knows about Xiangqi.
struct Knowledge {
    naive: bool,
    /// Plies played before the search: an earlier win is worth more.
    played: usize,
}

impl Model for Knowledge {
    type Position = Xiangqi;

    fn evaluate(&mut self, position: &Xiangqi) -> i32 {
        let side = position.side_to_move();
        let board = position.board();
        let lost = board.pieces(side, Kind::General) == 0
            || board.is_checked(side) && !board.can_move(side);
        if lost || position.has_ended() {
            return self.terminal(position);
        }
        match self.naive {
            true => evaluation::count(board, side),
            false => evaluation::evaluate(board, side),
        }
    }

    fn terminal(&self, position: &Xiangqi) -> i32 {
        let plies = position.history().len().saturating_sub(self.played) as i32;
        match position.outcome().map(|outcome| outcome.winner) {
            None | Some(None) => 0,
            Some(Some(winner)) if winner == position.side_to_move() => WON - plies,
            Some(Some(_)) => plies - WON,
        }
    }

    fn promise(&mut self, position: &mut Xiangqi, mv: Step, _: u32) -> i32 {
        evaluation::promise(position.board(), position.side_to_move(), mv)
    }

    fn number(&self, mv: Step) -> u16 {
        u16::from(mv.from) << 8 | u16::from(mv.to) | 1 << 15
    }

    fn is_free(&self, _: Step) -> bool {
        false
    }

    fn remaining(&self, _: &Xiangqi) -> u32 {
        DEEPEST
    }

    fn solve(&mut self, _: &Xiangqi, _: (i32, i32), _: &mut Budget) -> Option<i32> {
        None
    }

    const SELECTIVE: bool = true;

    fn is_quiet(&self, position: &Xiangqi, mv: Step) -> bool {
        position.board().piece(mv.to).is_none()
    }

    fn is_urgent(&self, position: &Xiangqi) -> bool {
        position.board().is_checked(position.side_to_move())
    }

    fn skip_turn(&mut self, position: &mut Xiangqi) -> Option<Undo> {
        let (board, side) = (position.board(), position.side_to_move());
        let strong = [Kind::Horse, Kind::Chariot, Kind::Cannon];
        let count: u32 = strong.map(|kind| board.pieces(side, kind).count_ones()).iter().sum();
        // Who has no move loses: with few pieces it is often bad to move.
        (count >= 2 && !position.has_ended()).then(|| position.skip_turn())
    }

    fn unskip_turn(&mut self, position: &mut Xiangqi, undo: Undo) {
        position.unskip_turn(undo);
    }

    fn noisy_moves(&mut self, position: &Xiangqi, moves: &mut Vec<Step>) {
        moves.clear();
        if !self.naive && !position.has_ended() {
            let (board, side) = (position.board(), position.side_to_move());
            board.moves(side, board.side(side.other()), moves);
            moves.retain(|&step| !evaluation::is_loss(board, side, step));
        }
    }
}

/// The computer player of Xiangqi.
#[derive(Default)]
pub struct XiangqiEngine {
    /// The searcher and the size of its table, made when first needed.
    searcher: Kept<Knowledge>,
}

impl Engine for XiangqiEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let position = position.downcast::<Xiangqi>()?;
        let player = match request.strength {
            Strength::Full => Player::full(),
            Strength::Level(level) => Player::at(level),
        };
        let mut plan = player.level.within(request.limits);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.len() == 1 && request.strength != Strength::Full {
            plan.limits = plan.limits.and(Limits::FORCED);
        }
        let searcher =
            self.searcher.searcher(if player.is_light() { SMALL_TABLE } else { LARGE_TABLE });
        // Wins are counted from the root and repetitions from the history:
        // what was learned before another move does not hold now.
        searcher.forget();
        let mut knowledge = Knowledge { naive: player.naive, played: position.history().len() };
        let at = position.for_search();
        if player.level.error > 0 {
            let ranking = searcher.rank(&mut knowledge, &at, &plan, &request.stop)?;
            let mut random = Random::new(request.seed ^ position.key());
            return Some(thought(position, &ranking.choose(&player.level, &mut random)?));
        }
        let found = searcher.search(&mut knowledge, &at, &plan, &request.stop, &mut |found| {
            report(&thought(position, found));
        })?;
        Some(thought(position, &found))
    }

    fn analyse(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        lines: usize,
        report: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let Some(position) = position.downcast::<Xiangqi>() else { return Vec::new() };
        let plan = Player::full().level.within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        searcher.forget();
        let mut knowledge = Knowledge { naive: false, played: position.history().len() };
        let thoughts = |found: &[Found<Step>]| -> Vec<Thought> {
            found.iter().map(|line| thought(position, line)).collect()
        };
        let (at, wanted, stop) = (position.for_search(), Lines::best(lines), &request.stop);
        let found =
            searcher.search_lines(&mut knowledge, &at, &plan, &wanted, stop, &mut |found| {
                report(&thoughts(found));
            });
        thoughts(&found)
    }
}

fn thought(position: &Xiangqi, found: &Found<Step>) -> Thought {
    let lift = |&mv: &Step| position.lift(mv);
    let is_sure = found.value.abs() >= SURE;
    Thought {
        line: found.line.iter().map(lift).collect(),
        best: lift(&found.best),
        value: Some(Value {
            amount: f64::from(found.value) / f64::from(PAWN),
            unit: Unit::Pawns,
            exact: is_sure,
            mate: if is_sure { mate_in(WON - found.value.abs(), found.value) } else { None },
        }),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::{Rules, START};

    #[test]
    fn a_skipped_turn_leaves_no_trace_and_few_pieces_never_skip() {
        let mut knowledge = Knowledge { naive: false, played: 0 };
        let moves = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7";
        let mut position = Xiangqi::read(&format!("{START} moves {moves}"), Rules::Asian).unwrap();
        let before = position.clone();
        let undo = knowledge.skip_turn(&mut position).unwrap();
        assert_ne!(position.side_to_move(), before.side_to_move());
        // Nothing comes a second time after a move that nobody made.
        let mv = position.parse_move("g7h9").unwrap();
        let played = position.play(mv);
        assert_eq!((position.repetition(), position.outcome()), (None, None));
        position.undo(mv, played);
        knowledge.unskip_turn(&mut position, undo);
        assert_eq!(position, before);
        let mut few = Xiangqi::read("3k5/9/9/9/9/9/9/9/9/R4K3 w", Rules::Asian).unwrap();
        assert!(knowledge.skip_turn(&mut few).is_none());
    }
}
