//! Notation and display of Xiangqi: FEN, ICCS moves like h2e2, and the reasons
//! why a move is illegal.

use super::bitboard::{POINTS, index, point, point_bb};
use super::board::{PieceType, XiangqiBoard, XiangqiMove};
use super::endgame_board::XiangqiEndgame;
use super::move_error::MoveError;
use super::position::{NATURAL_LIMIT, Xiangqi};
use super::repetition::RepetitionRules;
use super::{tactics, warnings, wxf};
use crate::core::{Move, Point, Position, Side, excerpt};
use crate::games::{
    Board, BoardPattern, BoardView, EndgameTable, EndgameValue, Grid, IllegalMove, Message,
    Notation, Piece, Playable, ProofGoal, PuzzleAnalysis, SetupError, Warning, proof,
};
use crate::search::SearchBudget;

/// The starting position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// FEN letters, by piece type.
pub(super) const LETTERS: [char; 7] = ['K', 'A', 'B', 'N', 'R', 'C', 'P'];

/// The highest full move number accepted in a FEN.
const MAX_FULLMOVE_NUMBER: u32 = 9999;

fn wrong<T>(reason: impl Into<String>) -> Result<T, SetupError> {
    Err(SetupError::Position(reason.into()))
}

/// The piece type of a FEN letter; H and E are accepted for horse and elephant.
pub(super) fn piece_type(letter: char) -> Option<PieceType> {
    let upper = match letter.to_ascii_uppercase() {
        'H' => 'N',
        'E' => 'B',
        other => other,
    };
    let at = LETTERS.iter().position(|&known| known == upper)?;
    Some(PieceType::ALL[at])
}

fn read_board(text: &str) -> Result<XiangqiBoard, SetupError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return wrong(format!("expected 10 ranks between slashes, found {}", ranks.len()));
    }
    let mut board = XiangqiBoard::EMPTY;
    for (row, rank) in ranks.iter().enumerate() {
        let mut file = 0_usize;
        for letter in rank.chars() {
            if let Some(gap @ 1..=9) = letter.to_digit(10) {
                file += gap as usize;
                continue;
            }
            let Some(kind) = piece_type(letter) else {
                return wrong(format!("\"{letter}\" is not a piece; expected one of KABNRCP"));
            };
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            if file < 9 {
                board.put_piece(side, kind, ((9 - row) * 9 + file) as u8);
            }
            file += 1;
        }
        if file != 9 {
            return wrong(format!("rank {} has {file} points, expected 9", 9 - row));
        }
    }
    for (side, name, ranks) in [(Side::First, "Red", 0..=2), (Side::Second, "Black", 7..=9)] {
        let generals = board.pieces(side, PieceType::General);
        let at = point(board.general(side));
        if generals.count_ones() != 1 || !(3..=5).contains(&at.file) || !ranks.contains(&at.rank) {
            return wrong(format!("{name} must have one general, in its palace"));
        }
        if board.by_side(side).count_ones() > 16 {
            return wrong(format!("{name} has more than 16 pieces"));
        }
    }
    Ok(board)
}

fn write_board(board: &XiangqiBoard) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        let mut gap = 0;
        for file in 0..9 {
            match board.piece_at(rank * 9 + file) {
                None => gap += 1,
                Some((side, kind)) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    let letter = LETTERS[kind as usize];
                    text.push(match side {
                        Side::First => letter,
                        Side::Second => letter.to_ascii_lowercase(),
                    });
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn write_fen(
    board: &XiangqiBoard,
    side: Side,
    halfmove_clock: u16,
    fullmove_number: u32,
) -> String {
    let turn = if side == Side::First { 'w' } else { 'b' };
    let fullmove_number = fullmove_number.min(MAX_FULLMOVE_NUMBER);
    format!("{} {turn} - - {halfmove_clock} {fullmove_number}", write_board(board))
}

/// A move in ICCS notation, with ranks from 0, like h2e2.
pub(super) fn iccs(mv: XiangqiMove) -> String {
    let [from, to] = [point(mv.from), point(mv.to)];
    let letter = |file: u8| char::from(b'a' + file);
    format!("{}{}{}{}", letter(from.file), from.rank, letter(to.file), to.rank)
}

/// Reads h2e2, H2-E2 or, if a rank is 10, ranks counted from 1.
fn read_iccs(text: &str) -> Option<XiangqiMove> {
    let dense: String = text.chars().filter(|c| *c != '-').collect::<String>().to_lowercase();
    let second = 1 + dense.get(1..)?.find(|c: char| c.is_ascii_lowercase())?;
    let (from, to) = dense.split_at(second);
    let read = |text: &str| {
        let mut letters = text.chars();
        let file = letters.next().filter(|c| ('a'..='i').contains(c))? as u8 - b'a';
        let digits = letters.as_str();
        let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        Some((file, plain.then(|| digits.parse::<u8>().ok())??))
    };
    let (from, to) = (read(from)?, read(to)?);
    let first = u8::from(from.1 == 10 || to.1 == 10);
    let place = |(file, rank): (u8, u8)| index(Point::new(file, rank.checked_sub(first)?));
    Some(XiangqiMove { from: place(from)?, to: place(to)? })
}

impl Xiangqi {
    /// Reads a position: FEN, optionally followed by the word "moves" and the
    /// moves played from there. The numbers at the end of the FEN may be
    /// omitted; H and E are read for N and B, and r for w.
    ///
    /// # Errors
    /// When the text is no FEN, the position is impossible, or a move is
    /// illegal.
    pub fn read(text: &str, rules: RepetitionRules) -> Result<Xiangqi, SetupError> {
        let mut words = text.split_whitespace();
        let board = read_board(words.next().unwrap_or_default())?;
        let side = match words.next() {
            Some("w" | "W" | "r" | "R") => Side::First,
            Some("b" | "B") => Side::Second,
            _ => return wrong("the side to move must be w (Red) or b (Black)"),
        };
        let mut words = words.peekable();
        let mut numbers = Vec::new();
        while let Some(word) = words.next_if(|word| *word != "moves") {
            if word == "-" && numbers.is_empty() {
                continue;
            }
            match word.parse::<u32>() {
                Ok(number) if numbers.len() < 2 => numbers.push(number),
                _ => return wrong(format!("\"{}\" is not a part of a FEN", excerpt(word))),
            }
        }
        let halfmove_clock = numbers.first().copied().unwrap_or(0);
        let fullmove_number = numbers.get(1).copied().unwrap_or(1).clamp(1, MAX_FULLMOVE_NUMBER);
        if halfmove_clock > u32::from(NATURAL_LIMIT) {
            return wrong(format!(
                "{halfmove_clock} plies without a capture; at most {NATURAL_LIMIT}"
            ));
        }
        let mut position = Xiangqi::new(board, side, rules, halfmove_clock as u16, fullmove_number);
        for word in words.skip(1) {
            match read_iccs(word).filter(|&mv| position.is_legal(mv)) {
                Some(mv) => {
                    position.play(mv);
                }
                None => {
                    return wrong(format!("\"{}\" is not a legal move like h2e2", excerpt(word)));
                }
            }
        }
        Ok(position)
    }

    /// The position as FEN, without the moves that led to it.
    #[must_use]
    pub fn fen(&self) -> String {
        write_fen(self.board(), self.side_to_move(), self.halfmove_clock(), self.fullmove_number())
    }

    /// The reason why a move of the piece between these points is illegal.
    fn move_error(&self, from: u8, to: u8) -> MoveError {
        let (side, board) = (self.side_to_move(), self.board());
        let mv = XiangqiMove { from, to };
        match board.piece_at(from) {
            None => MoveError::NoPiece,
            Some((owner, _)) if owner != side => MoveError::NotYourPiece,
            Some(_) if board.by_side(side) & point_bb(to) != 0 => MoveError::OwnPiece,
            Some((_, kind)) if board.targets(side, kind, from) & point_bb(to) == 0 => {
                MoveError::CannotReach
            }
            Some(_) if board.in_check(side) => MoveError::StillInCheck,
            Some(_) => {
                let mut after = *board;
                after.make_move(mv);
                let generals = after.pieces(Side::First, PieceType::General)
                    | after.pieces(Side::Second, PieceType::General);
                let seen = super::board::chariot_attacks(after.general(side), after.occupied());
                if seen & generals & point_bb(after.general(side.other())) != 0 {
                    MoveError::GeneralsFace
                } else {
                    MoveError::ExposesGeneral
                }
            }
        }
    }

    fn check_move(&self, from: Point, to: Point) -> Result<XiangqiMove, MoveError> {
        let (Some(from), Some(to)) = (index(from), index(to)) else {
            return Err(MoveError::OffBoard);
        };
        let mv = XiangqiMove { from, to };
        if self.is_legal(mv) { Ok(mv) } else { Err(self.move_error(from, to)) }
    }
}

impl BoardView for Xiangqi {
    fn board(&self) -> Board {
        Board {
            files: 9,
            ranks: 10,
            grid: Grid::Intersections,
            first_rank_on_top: false,
            star_points: Vec::new(),
            surface: "xiangqi",
            pattern: BoardPattern::Xiangqi,
            skips_i: false,
            first_rank_number: 0,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let (side, kind) = Xiangqi::board(self).piece_at(index(at)?)?;
        Some(Piece { side, kind: kind as u8 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"]
    }

    fn material_balance(&self) -> Option<i32> {
        Some(tactics::material_balance(self))
    }

    fn checked_king(&self) -> Option<Point> {
        let side = self.side_to_move();
        Xiangqi::board(self).in_check(side).then(|| point(Xiangqi::board(self).general(side)))
    }

    fn warnings(&self) -> Vec<Warning> {
        warnings::warnings(self)
    }
}

impl Notation for Xiangqi {
    fn notations(&self) -> &'static [&'static str] {
        &["chinese", "wxf"]
    }

    fn move_text_in(&self, notation: &str, mv: XiangqiMove) -> String {
        match notation {
            "chinese" => self.chinese(mv),
            "wxf" => self.wxf(mv),
            _ => self.move_text(mv),
        }
    }

    fn to_move(&self, mv: XiangqiMove) -> Move {
        Move::FromTo { from: point(mv.from), to: point(mv.to), promotion: None }
    }

    fn from_move(&self, mv: Move) -> Result<XiangqiMove, IllegalMove> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver.into());
        }
        match mv {
            Move::FromTo { from, to, promotion: None } => Ok(self.check_move(from, to)?),
            _ => Err(MoveError::NoSuchMove.into()),
        }
    }

    fn move_text(&self, mv: XiangqiMove) -> String {
        iccs(mv)
    }

    /// Reads h2e2 and H2-E2, C2.5 and C2=5, and 炮二平五.
    fn parse_move(&self, text: &str) -> Result<XiangqiMove, IllegalMove> {
        let text = text.trim();
        if self.outcome().is_some() {
            return Err(MoveError::GameOver.into());
        }
        match read_iccs(text) {
            Some(mv) => Ok(self.check_move(point(mv.from), point(mv.to))?),
            None => Ok(wxf::read(self, text)?),
        }
    }

    fn text(&self) -> String {
        let base = self.last_irreversible();
        let mut text = write_fen(&base.board, base.side, base.halfmove_clock, base.fullmove_number);
        for (n, past) in base.moves.iter().enumerate() {
            text.push_str(if n == 0 { " moves " } else { " " });
            text.push_str(&iccs(past.mv));
        }
        text
    }

    fn diagram(&self) -> String {
        self.fen()
    }
}

impl PuzzleAnalysis for Xiangqi {
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        proof::by_rules(self, goal, budget)
    }

    fn endgame_value(
        &self,
        known: &mut EndgameTable,
        budget: &mut SearchBudget,
    ) -> Option<EndgameValue> {
        known.value(&XiangqiEndgame::new(self.board(), self.side_to_move())?, budget)
    }

    fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        tactics::motif(self, goal, line)
    }

    fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        tactics::explanation(self, goal, line)
    }
}

impl Playable for Xiangqi {
    fn perft(&mut self, depth: u32) -> u64 {
        self.perft_leaves(depth)
    }

    fn puzzle_analysis(&self) -> Option<&dyn PuzzleAnalysis> {
        Some(self)
    }
}

const _: () = assert!(POINTS == 90, "the notations know nine files and ten ranks");
