//! Standard Algebraic Notation (FIDE Laws of Chess, appendix C) and UCI moves.
//! The parser also accepts long algebraic notation and castling with zeros.

use cozy_chess::{File, Move as CozyMove, Piece, Rank, Square};

use super::illegal_move::is_promotion;
use super::move_error::MoveError;
use super::position::{Chess, ChessMove};
use crate::core::excerpt;

/// Spellings of a draw claim; the first is the one written.
const DRAW_CLAIMS: [&str; 4] = ["draw", "claim", "=", "1/2-1/2"];

/// A parsed move in algebraic notation.
#[derive(Clone, Copy, Debug)]
struct ParsedSan {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

fn unreadable(text: &str) -> MoveError {
    MoveError::Unreadable(excerpt(text))
}

fn piece(letter: char) -> Option<Piece> {
    Piece::try_from(letter.to_ascii_lowercase()).ok()
}

impl Chess {
    /// A legal move in Standard Algebraic Notation.
    pub(super) fn san(&self, mv: ChessMove) -> String {
        let Some(cozy_move) = mv.to_cozy() else { return DRAW_CLAIMS[0].to_owned() };
        let board = self.cozy_board();
        let mover = board.side_to_move();
        let kind = board.piece_on(cozy_move.from).unwrap_or(Piece::Pawn);
        let mut text = String::with_capacity(8);
        if board.colors(mover).has(cozy_move.to) {
            text.push_str(if cozy_move.from.file() < cozy_move.to.file() {
                "O-O"
            } else {
                "O-O-O"
            });
        } else {
            // A pawn move to another file is a capture, also en passant.
            let takes = board.occupied().has(cozy_move.to)
                || (kind == Piece::Pawn && cozy_move.from.file() != cozy_move.to.file());
            if kind != Piece::Pawn {
                text.push(char::from(kind).to_ascii_uppercase());
                self.disambiguate(kind, cozy_move, &mut text);
            } else if takes {
                text.push(char::from(cozy_move.from.file()));
            }
            if takes {
                text.push('x');
            }
            text.push(char::from(cozy_move.to.file()));
            text.push(char::from(cozy_move.to.rank()));
            if let Some(promotion) = cozy_move.promotion {
                text.push('=');
                text.push(char::from(promotion).to_ascii_uppercase());
            }
        }
        let mut after = board.clone();
        if after.try_play(cozy_move).is_ok() && !after.checkers().is_empty() {
            text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
        }
        text
    }

    /// A legal move in UCI notation. Castling from e1 or e8 is written as the
    /// king's move, otherwise as its move to the rook (Chess960).
    pub(super) fn uci(&self, mv: ChessMove) -> String {
        let Some(mut cozy_move) = mv.to_cozy() else { return DRAW_CLAIMS[0].to_owned() };
        let castles = self.cozy_board().colors(self.cozy_board().side_to_move()).has(cozy_move.to);
        if castles && cozy_move.from.file() == File::E {
            let file = match cozy_move.to.file() {
                File::H => File::G,
                File::A => File::C,
                other => other,
            };
            cozy_move.to = Square::new(file, cozy_move.to.rank());
        }
        cozy_move.to_string()
    }

    /// Writes the origin's file or rank, or both, where other pieces of the
    /// kind can move to the same square.
    fn disambiguate(&self, kind: Piece, cozy_move: CozyMove, text: &mut String) {
        let board = self.cozy_board();
        let others = board.colored_pieces(board.side_to_move(), kind) & !cozy_move.from.bitboard();
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        board.generate_moves_for(others, |moves| {
            if moves.to.has(cozy_move.to) {
                any = true;
                same_file |= moves.from.file() == cozy_move.from.file();
                same_rank |= moves.from.rank() == cozy_move.from.rank();
            }
            false
        });
        if any && (!same_file || same_rank) {
            text.push(char::from(cozy_move.from.file()));
        }
        if same_file {
            text.push(char::from(cozy_move.from.rank()));
        }
    }

    /// Parses a move in any of the notations.
    pub(super) fn parse_notation(&self, text: &str) -> Result<ChessMove, MoveError> {
        let text = text.trim();
        if DRAW_CLAIMS.iter().any(|claim| text.eq_ignore_ascii_case(claim)) {
            return self.claim_draw();
        }
        // Check marks and annotation glyphs are ignored.
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let upper = bare.to_ascii_uppercase().replace('0', "O");
        if upper == "O-O" || upper == "O-O-O" {
            return self.parse_castling(upper == "O-O");
        }
        let wanted = parse_san(bare);
        // B6b4 is a bishop move and b6b4 a UCI move.
        let is_bishop = bare.starts_with('B') && wanted.is_some();
        if !is_bishop && let Some(CozyMove { from, to, promotion }) = read_squares(bare) {
            return self.move_between(from, to, promotion);
        }
        if self.is_over() {
            return Err(MoveError::GameOver);
        }
        self.resolve(wanted.ok_or_else(|| unreadable(text))?)
    }

    /// Parses a UCI move.
    pub(super) fn parse_uci(&self, text: &str) -> Result<ChessMove, MoveError> {
        let CozyMove { from, to, promotion } =
            read_squares(text).ok_or_else(|| unreadable(text))?;
        self.move_between(from, to, promotion)
    }

    fn parse_castling(&self, short: bool) -> Result<ChessMove, MoveError> {
        let board = self.cozy_board();
        let mover = board.side_to_move();
        let rights = board.castle_rights(mover);
        let right = if short { rights.short } else { rights.long };
        let king = board.king(mover);
        let file = right.unwrap_or(if short { File::G } else { File::C });
        // A king off its first rank has lost its castling rights.
        if king.rank() != Rank::First.relative_to(mover) || (right.is_none() && king.file() == file)
        {
            return Err(MoveError::CastlingLost);
        }
        self.move_between(king, Square::new(file, king.rank()), None)
    }

    /// The only legal move that matches the parsed text.
    fn resolve(&self, wanted: ParsedSan) -> Result<ChessMove, MoveError> {
        let board = self.cozy_board();
        let fits = |from: Square| {
            wanted.file.is_none_or(|file| from.file() == file)
                && wanted.rank.is_none_or(|rank| from.rank() == rank)
        };
        let pieces = board.colored_pieces(board.side_to_move(), wanted.piece);
        let candidates = || pieces.iter().filter(|&from| fits(from));
        let tried = |from| self.move_between(from, wanted.to, wanted.promotion);
        let is_castling = board.colors(board.side_to_move()).has(wanted.to);
        let mut legal = candidates().filter_map(|from| tried(from).ok());
        match (legal.next(), legal.next()) {
            (Some(mv), None) if !is_castling => Ok(mv),
            (Some(_), Some(_)) => Err(MoveError::Ambiguous),
            _ => {
                let mut candidates = candidates();
                // With a single candidate the precise reason is known.
                match (candidates.next(), candidates.next()) {
                    (Some(from), None) => Err(tried(from).err().unwrap_or(MoveError::NoneCanReach)),
                    _ => {
                        let choose = pieces.iter().find_map(|from| {
                            tried(from)
                                .err()
                                .filter(|error| fits(from) && *error == MoveError::ChoosePromotion)
                        });
                        Err(choose.unwrap_or(MoveError::NoneCanReach))
                    }
                }
            }
        }
    }
}

/// `e2e4`, `e7e8q`.
fn read_squares(text: &str) -> Option<CozyMove> {
    let lower = text.to_ascii_lowercase();
    let (from, to) = (lower.get(0..2)?.parse().ok()?, lower.get(2..4)?.parse().ok()?);
    let mut rest = lower.get(4..)?.chars();
    let promotion = match rest.next() {
        Some(letter) => Some(piece(letter).filter(|&piece| is_promotion(piece))?),
        None => None,
    };
    rest.next().is_none().then_some(CozyMove { from, to, promotion })
}

/// `Nf3`, `Nbxd2`, `exd6`, `e8=Q`, `Ng1-f3`.
fn parse_san(text: &str) -> Option<ParsedSan> {
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
        ParsedSan { piece: kind, file: None, rank: None, to: Square::new(file, rank), promotion };
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
