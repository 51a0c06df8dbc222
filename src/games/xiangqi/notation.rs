//! How Xiangqi is drawn and written: FEN, moves like h2e2 (ICCS), and the
//! reasons for which a move is refused.

use super::board::{Board as Places, Kind, POINTS, Step, bit};
use super::position::{NATURAL_LIMIT, Rules, Xiangqi};
use super::{tactics, warnings, words};
use crate::core::{Move, Point, Position, Side};
use crate::games::{Board, Claim, Grid, Pattern, Piece, Playable, Refusal, SetupError, Warning};

/// The starting position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Letters of the kinds in FEN, in order of kind.
const LETTERS: [char; 7] = ['K', 'A', 'B', 'N', 'R', 'C', 'P'];

/// The highest number of a full move that a FEN may have.
const MOST_MOVES: u32 = 9999;

pub(super) fn refuse(id: &'static str, text: &str) -> Refusal {
    Refusal { id, text: text.to_owned() }
}

fn wrong<T>(reason: impl Into<String>) -> Result<T, SetupError> {
    Err(SetupError::Position(reason.into()))
}

/// The kind of a FEN letter; H and E stand for horse and elephant as well.
fn kind(letter: char) -> Option<Kind> {
    let upper = match letter.to_ascii_uppercase() {
        'H' => 'N',
        'E' => 'B',
        other => other,
    };
    let at = LETTERS.iter().position(|&known| known == upper)?;
    Some(Kind::ALL[at])
}

fn read_board(text: &str) -> Result<Places, SetupError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return wrong(format!("expected 10 ranks between slashes, found {}", ranks.len()));
    }
    let mut board = Places::EMPTY;
    for (row, rank) in ranks.iter().enumerate() {
        let mut file = 0_usize;
        for letter in rank.chars() {
            if let Some(gap @ 1..=9) = letter.to_digit(10) {
                file += gap as usize;
                continue;
            }
            let Some(kind) = kind(letter) else {
                return wrong(format!("\"{letter}\" is no piece; expected one of KABNRCP"));
            };
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            if file < 9 {
                board.put(side, kind, ((9 - row) * 9 + file) as u8);
            }
            file += 1;
        }
        if file != 9 {
            return wrong(format!("rank {} has {file} points, expected 9", 9 - row));
        }
    }
    for (side, name, ranks) in [(Side::First, "Red", 0..=2), (Side::Second, "Black", 7..=9)] {
        let generals = board.pieces(side, Kind::General);
        let at = point(board.general(side));
        if generals.count_ones() != 1 || !(3..=5).contains(&at.file) || !ranks.contains(&at.rank) {
            return wrong(format!("{name} must have one general, in its palace"));
        }
        if board.side(side).count_ones() > 16 {
            return wrong(format!("{name} has more than 16 pieces"));
        }
    }
    Ok(board)
}

fn write_board(board: &Places) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        let mut gap = 0;
        for file in 0..9 {
            match board.piece(rank * 9 + file) {
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

fn write_fen(board: &Places, side: Side, counted: u16, number: u32) -> String {
    let turn = if side == Side::First { 'w' } else { 'b' };
    format!("{} {turn} - - {counted} {number}", write_board(board))
}

/// The point with this index.
pub(super) fn point(index: u8) -> Point {
    Point::new(index % 9, index / 9)
}

fn index(at: Point) -> Option<u8> {
    (at.file < 9 && at.rank < 10).then(|| at.rank * 9 + at.file)
}

/// A move as letters and ranks from 0, like h2e2.
pub(super) fn iccs(step: Step) -> String {
    let [from, to] = [point(step.from), point(step.to)];
    let letter = |file: u8| char::from(b'a' + file);
    format!("{}{}{}{}", letter(from.file), from.rank, letter(to.file), to.rank)
}

/// Reads h2e2, H2-E2 or, with a rank 10 in it, ranks counted from 1.
fn read_iccs(text: &str) -> Option<Step> {
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
    Some(Step { from: place(from)?, to: place(to)? })
}

impl Xiangqi {
    /// Reads a position: FEN, and after the word "moves" the moves that were
    /// played from there. Numbers at the end of the FEN may be left out; H
    /// and E are read for N and B, and r for w.
    ///
    /// # Errors
    /// When the text is no FEN, when the position cannot arise, or when a
    /// move is not legal.
    pub fn read(text: &str, rules: Rules) -> Result<Xiangqi, SetupError> {
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
                _ => return wrong(format!("\"{word}\" is no part of a FEN")),
            }
        }
        let counted = numbers.first().copied().unwrap_or(0);
        let number = numbers.get(1).copied().unwrap_or(1).clamp(1, MOST_MOVES);
        if counted > u32::from(NATURAL_LIMIT) {
            return wrong(format!("{counted} plies without a capture; at most {NATURAL_LIMIT}"));
        }
        let mut position = Xiangqi::new(board, side, rules, counted as u16, number);
        for word in words.skip(1) {
            match read_iccs(word).filter(|&step| position.is_legal(step)) {
                Some(step) => {
                    position.play(step);
                }
                None => return wrong(format!("\"{word}\" is not a legal move like h2e2")),
            }
        }
        Ok(position)
    }

    /// The position as FEN, without the moves that led to it.
    #[must_use]
    pub fn fen(&self) -> String {
        write_fen(self.board(), self.side_to_move(), self.counted(), self.number())
    }

    /// Why a move of this piece from here to there is not legal.
    fn objection(&self, from: u8, to: u8) -> Refusal {
        let (side, board) = (self.side_to_move(), self.board());
        let step = Step { from, to };
        match board.piece(from) {
            None => refuse("xiangqi-no-piece", "There is no piece to move."),
            Some((owner, _)) if owner != side => {
                refuse("xiangqi-not-your-piece", "That piece belongs to the other side.")
            }
            Some(_) if board.side(side) & bit(to) != 0 => {
                refuse("xiangqi-own-piece", "Your own piece stands there.")
            }
            Some((_, kind)) if board.targets(side, kind, from) & bit(to) == 0 => {
                refuse("xiangqi-cannot-reach", "The piece cannot go there.")
            }
            Some(_) if board.is_checked(side) => {
                refuse("xiangqi-still-in-check", "Your general would still be in check.")
            }
            Some(_) => {
                let mut after = *board;
                after.step(step);
                let generals = after.pieces(Side::First, Kind::General)
                    | after.pieces(Side::Second, Kind::General);
                let seen = super::board::chariot(after.general(side), after.occupied());
                if seen & generals & bit(after.general(side.other())) != 0 {
                    refuse("xiangqi-generals-face", "The generals may not face each other.")
                } else {
                    refuse("xiangqi-exposes-general", "That would expose your general to capture.")
                }
            }
        }
    }

    fn check_step(&self, from: Point, to: Point) -> Result<Step, Refusal> {
        let (Some(from), Some(to)) = (index(from), index(to)) else {
            return Err(refuse("xiangqi-off-board", "That is not a point of this board."));
        };
        let step = Step { from, to };
        if self.is_legal(step) { Ok(step) } else { Err(self.objection(from, to)) }
    }
}

impl Playable for Xiangqi {
    fn board(&self) -> Board {
        Board {
            files: 9,
            ranks: 10,
            grid: Grid::Intersections,
            first_rank_on_top: false,
            dots: Vec::new(),
            surface: "xiangqi",
            pattern: Pattern::Xiangqi,
            skips_i: false,
            first_number: 0,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let (side, kind) = Xiangqi::board(self).piece(index(at)?)?;
        Some(Piece { side, kind: kind as u8 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"]
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
        let side = self.side_to_move();
        Xiangqi::board(self).is_checked(side).then(|| point(Xiangqi::board(self).general(side)))
    }

    fn warnings(&self) -> Vec<Warning> {
        warnings::of(self)
    }

    fn notations(&self) -> &'static [&'static str] {
        &["chinese", "wxf"]
    }

    fn move_text_in(&self, notation: &str, mv: Step) -> String {
        match notation {
            "chinese" => self.chinese(mv),
            "wxf" => self.wxf(mv),
            _ => self.move_text(mv),
        }
    }

    fn lift(&self, mv: Step) -> Move {
        Move::Travel { from: point(mv.from), to: point(mv.to), promotion: None }
    }

    fn lower(&self, mv: Move) -> Result<Step, Refusal> {
        if self.outcome().is_some() {
            return Err(refuse("xiangqi-over", "The game is over."));
        }
        match mv {
            Move::Travel { from, to, promotion: None } => self.check_step(from, to),
            _ => Err(refuse("xiangqi-unreadable-move", "Xiangqi has no such move.")),
        }
    }

    fn move_text(&self, mv: Step) -> String {
        iccs(mv)
    }

    /// Reads h2e2 and H2-E2, C2.5 and C2=5, and 炮二平五.
    fn parse_move(&self, text: &str) -> Result<Step, Refusal> {
        let text = text.trim();
        if self.outcome().is_some() {
            return Err(refuse("xiangqi-over", "The game is over."));
        }
        if let Some(step) = read_iccs(text) {
            return self.check_step(point(step.from), point(step.to));
        }
        words::read(self, text)
    }

    fn text(&self) -> String {
        let (board, side, counted, number, moves) = self.base();
        let mut text = write_fen(&board, side, counted, number);
        for (n, past) in moves.iter().enumerate() {
            text.push_str(if n == 0 { " moves " } else { " " });
            text.push_str(&iccs(past.step));
        }
        text
    }

    fn diagram(&self) -> String {
        self.fen()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        self.sequences(depth)
    }
}

const _: () = assert!(POINTS == 90, "the notations know nine files and ten ranks");
