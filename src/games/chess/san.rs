//! Moves as text: Standard Algebraic Notation (FIDE Laws of Chess, appendix
//! C) is written; long forms, castling with zeros and the squares of the
//! Universal Chess Interface are understood too.

use cozy_chess::{File, Move as Step, Piece, Rank, Square};

use super::position::{Chess, Ply};
use super::refusal::{is_promotion, over, refuse};
use crate::games::Refusal;

/// Spellings of the claim of a draw; the first is the one written.
const CLAIMS: [&str; 4] = ["draw", "claim", "=", "1/2-1/2"];

/// What a move's text says about it.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

fn unreadable(text: &str) -> Refusal {
    let shown: String = text.chars().take(12).collect();
    refuse(
        "chess-unreadable-move",
        &format!("\"{shown}\" is not a move: expected one like Nf3, e8=Q, O-O or e2e4."),
    )
}

fn piece(letter: char) -> Option<Piece> {
    Piece::try_from(letter.to_ascii_lowercase()).ok()
}

impl Chess {
    /// A legal ply in Standard Algebraic Notation.
    pub(super) fn san(&self, ply: Ply) -> String {
        let Some(step) = ply.as_step() else { return CLAIMS[0].to_owned() };
        let board = self.pieces();
        let mover = board.side_to_move();
        let kind = board.piece_on(step.from).unwrap_or(Piece::Pawn);
        let mut text = String::with_capacity(8);
        if board.colors(mover).has(step.to) {
            text.push_str(if step.from.file() < step.to.file() { "O-O" } else { "O-O-O" });
        } else {
            // A pawn that changes its file takes, in passing too.
            let takes = board.occupied().has(step.to)
                || (kind == Piece::Pawn && step.from.file() != step.to.file());
            if kind != Piece::Pawn {
                text.push(char::from(kind).to_ascii_uppercase());
                self.tell_apart(kind, step, &mut text);
            } else if takes {
                text.push(char::from(step.from.file()));
            }
            if takes {
                text.push('x');
            }
            text.push(char::from(step.to.file()));
            text.push(char::from(step.to.rank()));
            if let Some(promotion) = step.promotion {
                text.push('=');
                text.push(char::from(promotion).to_ascii_uppercase());
            }
        }
        let mut after = board.clone();
        if after.try_play(step).is_ok() && !after.checkers().is_empty() {
            text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
        }
        text
    }

    /// A legal ply as the squares of the Universal Chess Interface. Castling
    /// from the usual squares is written as the king's move, any other as its
    /// move to the rook.
    pub(super) fn uci(&self, ply: Ply) -> String {
        let Some(mut step) = ply.as_step() else { return CLAIMS[0].to_owned() };
        let castles = self.pieces().colors(self.pieces().side_to_move()).has(step.to);
        if castles && step.from.file() == File::E {
            let file = match step.to.file() {
                File::H => File::G,
                File::A => File::C,
                other => other,
            };
            step.to = Square::new(file, step.to.rank());
        }
        step.to_string()
    }

    /// Writes the file or the rank, or both, that tells this piece from the
    /// others of its kind that could go to the same square.
    fn tell_apart(&self, kind: Piece, step: Step, text: &mut String) {
        let board = self.pieces();
        let others = board.colored_pieces(board.side_to_move(), kind) & !step.from.bitboard();
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        board.generate_moves_for(others, |moves| {
            if moves.to.has(step.to) {
                any = true;
                same_file |= moves.from.file() == step.from.file();
                same_rank |= moves.from.rank() == step.from.rank();
            }
            false
        });
        if any && (!same_file || same_rank) {
            text.push(char::from(step.from.file()));
        }
        if same_file {
            text.push(char::from(step.from.rank()));
        }
    }

    /// Reads a move in any of the notations.
    pub(super) fn read_move(&self, text: &str) -> Result<Ply, Refusal> {
        let text = text.trim();
        if CLAIMS.iter().any(|claim| text.eq_ignore_ascii_case(claim)) {
            return self.claim();
        }
        // Marks of check and comment say nothing that is needed.
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let upper = bare.to_ascii_uppercase().replace('0', "O");
        if upper == "O-O" || upper == "O-O-O" {
            return self.read_castling(upper == "O-O");
        }
        let wanted = read_wanted(bare);
        // B6b4 is a bishop's move and b6b4 goes from one square to another.
        let is_bishop = bare.starts_with('B') && wanted.is_some();
        if !is_bishop && let Some((from, to, promotion)) = squares(bare) {
            return self.travel(from, to, promotion);
        }
        if self.is_over() {
            return Err(over());
        }
        self.find(wanted.ok_or_else(|| unreadable(text))?)
    }

    /// Reads a move as its two squares, and the letter of what a pawn
    /// becomes.
    pub(super) fn read_squares(&self, text: &str) -> Result<Ply, Refusal> {
        let (from, to, promotion) = squares(text).ok_or_else(|| unreadable(text))?;
        self.travel(from, to, promotion)
    }

    fn read_castling(&self, short: bool) -> Result<Ply, Refusal> {
        let board = self.pieces();
        let mover = board.side_to_move();
        let rights = board.castle_rights(mover);
        let right = if short { rights.short } else { rights.long };
        let king = board.king(mover);
        let file = right.unwrap_or(if short { File::G } else { File::C });
        // A king that has left home has lost its rights.
        if king.rank() != Rank::First.relative_to(mover) || (right.is_none() && king.file() == file)
        {
            return Err(refuse(
                "chess-castling-lost",
                "You cannot castle on this side: the king or the rook has moved.",
            ));
        }
        self.travel(king, Square::new(file, king.rank()), None)
    }

    /// The one legal ply that is as the text says.
    fn find(&self, wanted: Wanted) -> Result<Ply, Refusal> {
        let board = self.pieces();
        let fits = |from: Square| {
            wanted.file.is_none_or(|file| from.file() == file)
                && wanted.rank.is_none_or(|rank| from.rank() == rank)
        };
        let pieces = board.colored_pieces(board.side_to_move(), wanted.piece);
        let candidates = || pieces.iter().filter(|&from| fits(from));
        let tried = |from| self.travel(from, wanted.to, wanted.promotion);
        let is_castling = board.colors(board.side_to_move()).has(wanted.to);
        let mut legal = candidates().filter_map(|from| tried(from).ok());
        match (legal.next(), legal.next()) {
            (Some(ply), None) if !is_castling => Ok(ply),
            (Some(_), Some(_)) => Err(refuse(
                "chess-ambiguous",
                "Several pieces can go there: name the file or rank of the one you mean.",
            )),
            _ => {
                let mut candidates = candidates();
                // Where one piece is meant, it can be said what keeps it.
                match (candidates.next(), candidates.next()) {
                    (Some(from), None) => Err(tried(from).err().unwrap_or_else(cannot)),
                    _ => {
                        let choose = pieces.iter().find_map(|from| {
                            tried(from).err().filter(|refusal| {
                                fits(from) && refusal.id == "chess-choose-promotion"
                            })
                        });
                        Err(choose.unwrap_or_else(cannot))
                    }
                }
            }
        }
    }
}

fn cannot() -> Refusal {
    refuse("chess-none-can", "No such piece can go there.")
}

/// `e2e4`, `e7e8q`.
fn squares(text: &str) -> Option<(Square, Square, Option<Piece>)> {
    let lower = text.to_ascii_lowercase();
    let (from, to) = (lower.get(0..2)?.parse().ok()?, lower.get(2..4)?.parse().ok()?);
    let mut rest = lower.get(4..)?.chars();
    let promotion = match rest.next() {
        Some(letter) => Some(piece(letter).filter(|&piece| is_promotion(piece))?),
        None => None,
    };
    rest.next().is_none().then_some((from, to, promotion))
}

/// `Nf3`, `Nbxd2`, `exd6`, `e8=Q`, `Ng1-f3`.
fn read_wanted(text: &str) -> Option<Wanted> {
    let mut letters: Vec<char> =
        text.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-')).collect();
    let kind = match letters.first()? {
        letter @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'P') => {
            let kind = piece(*letter)?;
            letters.remove(0);
            kind
        }
        _ => Piece::Pawn,
    };
    let mut promotion = None;
    if letters.len() > 2
        && let Some(&letter @ ('N' | 'B' | 'R' | 'Q')) = letters.last()
    {
        promotion = piece(letter);
        letters.pop();
        if letters.last() == Some(&'=') {
            letters.pop();
        }
    }
    let rank = Rank::try_from(letters.pop()?).ok()?;
    let file = File::try_from(letters.pop()?).ok()?;
    let mut wanted =
        Wanted { piece: kind, file: None, rank: None, to: Square::new(file, rank), promotion };
    if let Some(&letter) = letters.last()
        && let Ok(rank) = Rank::try_from(letter)
    {
        wanted.rank = Some(rank);
        letters.pop();
    }
    if let Some(letter) = letters.pop() {
        wanted.file = Some(File::try_from(letter).ok()?);
    }
    letters.is_empty().then_some(wanted)
}
