//! The computer player of chess: what its search knows, and how it answers.

use cozy_chess::{BitBoard, Move as Step, Piece, Rank};

use super::evaluation::{estimate, naive, worth};
pub use super::levels::LEVELS;
use super::levels::Player;
use super::position::{Chess, Ply};
use crate::core::{Position, Random};
use crate::games::engine::mate_in;
use crate::games::{AnyPosition, Engine, Playable, Request, Strength, Thought, Unit, Value};
use crate::search::{Budget, Found, Kept, Limits, Lines, Model};

/// Memory for the transposition table, in mebibytes: of levels that look at
/// few positions, and of all others.
const SMALL_TABLE: usize = 2;
const LARGE_TABLE: usize = 64;

/// The value of having mated; each ply until then takes 1 away.
const MATE: i32 = 1_000_000;

/// Beyond this a value means a mate: no game lasts so many plies more.
const SURE: i32 = MATE - 10_000;

/// No search looks further ahead, in plies.
const FARTHEST: u32 = 100;

/// A mate is counted in these pawns.
const MATE_IN_PAWNS: f64 = 1000.0;

/// What the search knows about chess.
struct Knowledge {
    /// Plies played before the position that the search began with.
    before: usize,
    naive: bool,
    exchanges: bool,
}

impl Knowledge {
    fn new(position: &Chess, player: &Player) -> Knowledge {
        let Player { naive, exchanges, .. } = *player;
        Knowledge { before: position.plies(), naive, exchanges }
    }

    /// Plies from where the search began.
    fn depth(&self, position: &Chess) -> i32 {
        position.plies().saturating_sub(self.before) as i32
    }

    /// Whether the search has come to a draw. A position that has occurred
    /// before is one: who is better off has found nothing better to do.
    fn is_draw(&self, position: &Chess) -> bool {
        self.depth(position) > 0 && (position.repeats() > 1 || position.is_drawn())
    }
}

impl Model for Knowledge {
    type Position = Chess;

    fn evaluate(&mut self, position: &Chess) -> i32 {
        if position.is_drawn() || !position.can_move() {
            return self.terminal(position);
        }
        if self.naive { naive(position.pieces()) } else { estimate(position.pieces()) }
    }

    fn terminal(&self, position: &Chess) -> i32 {
        let is_mate = !position.is_claimed() && position.in_check() && !position.can_move();
        if is_mate { self.depth(position) - MATE } else { 0 }
    }

    fn promise(&mut self, position: &mut Chess, ply: Ply, _: u32) -> i32 {
        let Some(step) = ply.as_step() else { return -1000 };
        let board = position.pieces();
        let moved = board.piece_on(step.from).unwrap_or(Piece::Pawn);
        let promoted = step.promotion.map_or(0, worth);
        let taken = if board.colors(!board.side_to_move()).has(step.to) {
            board.piece_on(step.to)
        } else {
            None
        };
        if let Some(taken) = taken {
            // The most valuable victim first, by the least valuable piece; but
            // a piece given for a defended lesser one comes after quiet moves.
            let loss = worth(moved) - worth(taken);
            if loss <= 0 || !is_guarded_by_pawn(position, step) {
                return 10_000 + 10 * worth(taken) - worth(moved) / 10 + promoted;
            }
            return -loss;
        }
        if promoted > 0 {
            return if promoted == worth(Piece::Queen) { 15_000 } else { -500 };
        }
        if is_guarded_by_pawn(position, step) && moved != Piece::Pawn && moved != Piece::King {
            return -worth(moved) / 2;
        }
        advance(position, moved, step)
    }

    fn number(&self, ply: Ply) -> u16 {
        ply.number()
    }

    fn is_free(&self, _: Ply) -> bool {
        false
    }

    fn remaining(&self, position: &Chess) -> u32 {
        if self.is_draw(position) { 0 } else { FARTHEST }
    }

    fn solve(&mut self, position: &Chess, _: (i32, i32), _: &mut Budget) -> Option<i32> {
        self.is_draw(position).then(|| self.terminal(position))
    }

    fn noisy_moves(&mut self, position: &Chess, moves: &mut Vec<Ply>) {
        moves.clear();
        if !self.exchanges || position.is_drawn() {
            return;
        }
        let board = position.pieces();
        let mover = board.side_to_move();
        let theirs = board.colors(!mover);
        let last = Rank::Eighth.relative_to(mover).bitboard();
        board.generate_moves(|mut group| {
            group.to &= if group.piece == Piece::Pawn { theirs | last } else { theirs };
            // Taking a guarded piece with a greater one seldom pays.
            let kept = group.into_iter().filter(|step| {
                step.promotion.is_none_or(|kind| kind == Piece::Queen)
                    && !gives_away(position, group.piece, *step)
            });
            moves.extend(kept.map(Ply::step));
            false
        });
    }

    const SELECTIVE: bool = true;

    fn is_quiet(&self, position: &Chess, ply: Ply) -> bool {
        let board = position.pieces();
        let theirs = board.colors(!board.side_to_move());
        ply.as_step().is_some_and(|step| step.promotion.is_none() && !theirs.has(step.to))
    }

    fn is_urgent(&self, position: &Chess) -> bool {
        position.in_check()
    }

    fn skip_turn(&mut self, position: &mut Chess) -> Option<()> {
        let board = position.pieces();
        let own = board.colors(board.side_to_move());
        let slow = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        // With pawns alone it is often bad to have to move.
        (!(own - slow).is_empty() && position.skip_turn()).then_some(())
    }

    fn unskip_turn(&mut self, position: &mut Chess, (): ()) {
        position.undo(Ply::CLAIM, ());
    }

    fn settles(&self, value: i32, depth: u32) -> bool {
        value.abs() >= MATE - depth as i32
    }

    fn shifted(&self, value: i32, plies: i32) -> i32 {
        match value {
            SURE.. => value + plies,
            _ if value < -SURE => value - plies,
            _ => value,
        }
    }
}

/// Whether a pawn of the other side could take back on the target square.
fn is_guarded_by_pawn(position: &Chess, step: Step) -> bool {
    let board = position.pieces();
    let mover = board.side_to_move();
    let pawns = board.colored_pieces(!mover, Piece::Pawn);
    !(cozy_chess::get_pawn_attacks(step.to, mover) & pawns).is_empty()
}

/// Whether a capture gives a greater piece for a smaller one that is guarded.
fn gives_away(position: &Chess, moved: Piece, step: Step) -> bool {
    let board = position.pieces();
    let Some(taken) = board.piece_on(step.to) else { return false };
    if moved == Piece::King || worth(moved) <= worth(taken) {
        return false;
    }
    let guards = board.colors(!board.side_to_move());
    let of = |piece| board.pieces(piece) & guards;
    let occupied = board.occupied() & !step.from.bitboard();
    let to = step.to;
    let diagonal = cozy_chess::get_bishop_moves(to, occupied);
    let straight = cozy_chess::get_rook_moves(to, occupied);
    let attackers: BitBoard = (cozy_chess::get_pawn_attacks(to, board.side_to_move())
        & of(Piece::Pawn))
        | (cozy_chess::get_knight_moves(to) & of(Piece::Knight))
        | (diagonal & (of(Piece::Bishop) | of(Piece::Queen)))
        | (straight & (of(Piece::Rook) | of(Piece::Queen)))
        | (cozy_chess::get_king_moves(to) & of(Piece::King));
    !(attackers & !to.bitboard()).is_empty()
}

/// How much a quiet move brings its piece towards the middle.
fn advance(position: &Chess, moved: Piece, step: Step) -> i32 {
    let board = position.pieces();
    if board.colors(board.side_to_move()).has(step.to) {
        return 60;
    }
    let middle = |square: cozy_chess::Square| {
        let off = |coordinate: i32| (2 * coordinate - 7).abs();
        -(off(square.file() as i32) + off(square.rank() as i32))
    };
    let gain = middle(step.to) - middle(step.from);
    if moved == Piece::King { -4 * gain.max(0) } else { 4 * gain }
}

/// The computer player of chess.
#[derive(Default)]
pub struct ChessEngine {
    /// Made when it is first needed, with the size of its table.
    searcher: Kept<Knowledge>,
}

impl Engine for ChessEngine {
    fn think(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let position = position.downcast::<Chess>()?;
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
        // An answer that must repeat may not depend on earlier questions,
        // nor may one that does not see what those saw.
        if !player.remembers || request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.forget();
        }
        let mut knowledge = Knowledge::new(position, &player);
        if player.level.error > 0 {
            let ranking = searcher.rank(&mut knowledge, position, &plan, &request.stop)?;
            let mut random = Random::new(request.seed ^ position.key());
            return Some(thought(position, &ranking.choose(&player.level, &mut random)?));
        }
        let found =
            searcher.search(&mut knowledge, position, &plan, &request.stop, &mut |found| {
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
        let Some(position) = position.downcast::<Chess>() else { return Vec::new() };
        let player = Player::full();
        let plan = player.level.within(request.limits);
        let searcher = self.searcher.searcher(LARGE_TABLE);
        if request.limits.depth.is_some() || request.limits.nodes.is_some() {
            searcher.forget();
        }
        let mut knowledge = Knowledge::new(position, &player);
        let thoughts = |found: &[Found<Ply>]| -> Vec<Thought> {
            found.iter().map(|line| thought(position, line)).collect()
        };
        let (wanted, stop) = (Lines::best(lines), &request.stop);
        let found =
            searcher.search_lines(&mut knowledge, position, &plan, &wanted, stop, &mut |found| {
                report(&thoughts(found))
            });
        thoughts(&found)
    }
}

/// The value in pawns. A mate is a thousand pawns less one for each move of
/// the winner until then.
fn value(found: &Found<Ply>) -> Value {
    let is_mate = found.value.abs() > SURE;
    let mate = if is_mate { mate_in(MATE - found.value.abs(), found.value) } else { None };
    let amount = match mate {
        Some(moves) => f64::from(moves.signum()) * MATE_IN_PAWNS - f64::from(moves),
        None => f64::from(found.value) / 100.0,
    };
    Value { amount, unit: Unit::Pawns, exact: is_mate, mate }
}

fn thought(position: &Chess, found: &Found<Ply>) -> Thought {
    let mut at = position.clone();
    let line = found.line.iter().map(|&ply| {
        let lifted = at.lift(ply);
        at.play(ply);
        lifted
    });
    Thought {
        line: line.collect(),
        best: position.lift(found.best),
        value: Some(value(found)),
        depth: found.depth,
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skipped_turn_leaves_no_trace_and_is_not_skipped_when_it_must_not_be() {
        let read = |text| Chess::read(text).unwrap();
        let knows = |position: &Chess| Knowledge::new(position, &Player::full());
        let mut position = read("4k3/8/8/8/8/8/3R4/4K3 w - - 7 80 moves d2d3 e8e7");
        let before = position.clone();
        let mut knowledge = knows(&position);
        assert!(knowledge.skip_turn(&mut position).is_some());
        assert_ne!(position.side_to_move(), before.side_to_move());
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert!(!moves.is_empty());
        knowledge.unskip_turn(&mut position, ());
        assert_eq!(position, before);
        // In check, and with pawns alone.
        for text in ["4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] {
            let mut position = read(text);
            let mut knowledge = knows(&position);
            assert!(knowledge.skip_turn(&mut position).is_none(), "{text}");
            assert_eq!(position, read(text));
        }
    }
}
