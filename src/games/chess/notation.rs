//! How chess is drawn, and how its moves translate to the form that all
//! games share.

use cozy_chess::{File, Piece as Kind, Rank, Square};

use super::position::{Chess, Ply, side};
use super::refusal::refuse;
use super::tactics;
use super::warnings;
use crate::core::{Decision, Move, Point};
use crate::games::{Board, Claim, Grid, Pattern, Piece, Playable, Refusal, Warning};

/// The square of a point, if it is on the board.
pub(super) fn square(at: Point) -> Option<Square> {
    let file = File::try_index(usize::from(at.file))?;
    Some(Square::new(file, Rank::try_index(usize::from(at.rank))?))
}

pub(super) fn point(square: Square) -> Point {
    Point::new(square.file() as u8, square.rank() as u8)
}

impl Playable for Chess {
    fn board(&self) -> Board {
        Board {
            files: 8,
            ranks: 8,
            grid: Grid::Squares,
            first_rank_on_top: false,
            dots: Vec::new(),
            surface: "maple",
            pattern: Pattern::Chequered,
            skips_i: false,
            first_number: 1,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let square = square(at)?;
        let kind = self.pieces().piece_on(square)?;
        let color = self.pieces().color_on(square)?;
        Some(Piece { side: side(color), kind: kind as u8 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["pawn", "knight", "bishop", "rook", "queen", "king"]
    }

    fn tally(&self) -> Option<[u32; 2]> {
        None
    }

    fn balance(&self) -> Option<i32> {
        Some(tactics::balance(self))
    }

    fn motif(&self, claim: &Claim, line: &[Move]) -> Option<[&'static str; 2]> {
        tactics::motif(self, claim, line)
    }

    fn remark(&self, claim: &Claim, line: &[Move]) -> Option<[String; 2]> {
        tactics::remark(self, claim, line)
    }

    fn threatened(&self) -> Option<Point> {
        self.in_check().then(|| point(self.pieces().king(self.pieces().side_to_move())))
    }

    fn warnings(&self) -> Vec<Warning> {
        warnings::of(self)
    }

    fn notations(&self) -> &'static [&'static str] {
        &["uci"]
    }

    fn move_text_in(&self, notation: &str, ply: Ply) -> String {
        if notation == "uci" { self.uci(ply) } else { self.san(ply) }
    }

    fn lift(&self, ply: Ply) -> Move {
        ply.as_step().map_or(Move::Decide(Decision::ClaimDraw), |step| Move::Travel {
            from: point(step.from),
            to: point(step.to),
            promotion: step.promotion.map(|kind| kind as u8),
        })
    }

    fn lower(&self, mv: Move) -> Result<Ply, Refusal> {
        match mv {
            Move::Travel { from, to, promotion } => {
                let (Some(from), Some(to)) = (square(from), square(to)) else {
                    return Err(refuse("chess-off-board", "That is not a square of this board."));
                };
                // A number that is no kind is as wrong as a king.
                let kind = |number| Kind::try_index(usize::from(number)).unwrap_or(Kind::King);
                self.travel(from, to, promotion.map(kind))
            }
            Move::Decide(Decision::ClaimDraw) => self.claim(),
            Move::Place(_) | Move::Pass | Move::Decide(_) => {
                Err(refuse("chess-no-such-move", "Chess has no such move."))
            }
        }
    }

    fn move_text(&self, ply: Ply) -> String {
        self.san(ply)
    }

    fn parse_move(&self, text: &str) -> Result<Ply, Refusal> {
        self.read_move(text)
    }

    fn text(&self) -> String {
        self.write()
    }

    fn diagram(&self) -> String {
        self.fen()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        self.count(depth)
    }
}
