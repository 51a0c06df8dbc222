//! How Go is written and drawn: points like Q16 (without the letter I),
//! positions row by row with the plies since, and the reasons for which a
//! move is refused.

use super::board::{Board as Stones, Cell};
use super::capture::{capturing_moves, way_of_capture};
use super::fate::settling_moves;
use super::overlay;
use super::position::{Go, Phase, Ply, Setup};
use super::remark;
use super::rules::{Ko, Rules};
use super::sheet;
use crate::core::{Decision, Move, Point, Position, Side};
use crate::games::{
    Board, Claim, Grid, Overlay, Pattern, Piece, Playable, Refusal, ScoreLine, SetupError,
};
use crate::search::Budget;

const PASS: &str = "pass";
const ACCEPT: &str = "accept";
const RESUME: &str = "resume";
/// The most handicap stones that Black puts where it likes.
pub const MOST_PLACED: u8 = 9;
/// Before the point of a chain that is marked dead or alive.
const MARK: char = '*';

fn refuse(id: &'static str, text: &str) -> Refusal {
    Refusal { id, text: text.to_owned() }
}

/// A point as players of Go write it: letters leave out I.
fn point_text(at: Point) -> String {
    let letter = b'A' + at.file + u8::from(at.file >= 8);
    format!("{}{}", char::from(letter), at.rank + 1)
}

fn parse_point(text: &str) -> Option<Point> {
    let mut chars = text.chars();
    let file = match chars.next()?.to_ascii_uppercase() {
        letter @ 'A'..='H' => letter as u8 - b'A',
        letter @ 'J'..='Z' => letter as u8 - b'B',
        _ => return None,
    };
    let digits = chars.as_str();
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let rank: u8 = digits.parse().ok().filter(|_| plain)?;
    Some(Point::new(file, rank.checked_sub(1)?))
}

/// The star points of a square board, as a handicap of stones takes them:
/// corners, then the sides, the middle last or where the number is odd.
#[must_use]
pub fn star_points(size: u8) -> Vec<Point> {
    let low = match size {
        0..7 => 1,
        7..13 => 2,
        _ => 3,
    };
    let (high, middle) = (size - 1 - low, size / 2);
    let mut points = vec![
        Point::new(high, high),
        Point::new(low, low),
        Point::new(high, low),
        Point::new(low, high),
    ];
    if size % 2 == 1 {
        if size >= 9 {
            points.extend(
                [(low, middle), (high, middle), (middle, low), (middle, high)]
                    .map(|(file, rank)| Point::new(file, rank)),
            );
        }
        points.push(Point::new(middle, middle));
    }
    points
}

/// Where Black's stones stand for a handicap of this many. A board that has
/// fewer star points gives fewer stones; one stone is Black's first move.
#[must_use]
pub fn handicap_points(size: u8, stones: usize) -> Vec<Point> {
    let stars = star_points(size);
    let stones = stones.min(stars.len());
    if stones < 2 {
        return Vec::new();
    }
    let middle = stars.last().filter(|_| stones % 2 == 1 && stones > 3).copied();
    let rest = stones - usize::from(middle.is_some());
    stars.iter().take(rest).copied().chain(middle).collect()
}

impl<const C: usize> Go<C> {
    /// Reads a position: the rows from the highest rank down, parted by
    /// slashes (X Black, O White, a number that many empty points), the side
    /// to move as X or O (X4 if Black first puts four handicap stones on the
    /// empty board), the prisoners of Black and White like 3,5, and the
    /// plies played since, each as [`Playable::move_text`] writes it.
    ///
    /// # Errors
    /// When the text is of another shape or size, when stones in it have no
    /// liberty, or when one of its plies is not legal.
    pub fn read(text: &str, size: u8, rules: Rules) -> Result<Go<C>, SetupError> {
        let wrong = |reason: String| SetupError::Position(reason);
        let mut words = text.split_whitespace();
        let (Some(rows), Some(side), Some(prisoners)) = (words.next(), words.next(), words.next())
        else {
            return Err(wrong("expected rows, X or O to move, and prisoners like 0,0".to_owned()));
        };
        let (side, placing) = match side.split_at_checked(1) {
            Some(("X" | "x", "")) => (Side::First, 0),
            Some(("O" | "o", "")) => (Side::Second, 0),
            Some(("X" | "x", count)) => (Side::First, read_placing(count, size).map_err(wrong)?),
            _ => return Err(wrong("the side to move must be X (Black) or O (White)".to_owned())),
        };
        let captured = prisoners
            .split_once(',')
            .and_then(|(black, white)| Some([black.parse().ok()?, white.parse().ok()?]))
            .filter(|counts: &[u32; 2]| counts.iter().all(|&count| count < 10_000))
            .ok_or_else(|| wrong("the prisoners must be two numbers like 3,5".to_owned()))?;
        let stones = read_rows::<C>(rows, size).map_err(wrong)?;
        if placing > 0 && !stones.is_empty() {
            return Err(wrong("handicap stones are put on an empty board".to_owned()));
        }
        let setup = Setup { stones, side, captured, placing };
        let mut go = Go::with_setup(size, size, rules, setup)
            .map_err(|_| wrong("a chain has no liberty".to_owned()))?;
        for word in words {
            let ply = go.parse_move(word).map_err(|refusal| wrong(refusal.text))?;
            go.play(ply);
        }
        Ok(go)
    }

    fn refuse_stone(&self, cell: u16) -> Refusal {
        let board = self.stones();
        if board.at(cell) != Cell::Empty {
            refuse("go-occupied", "There is a stone already.")
        } else if !self.rules().suicide && board.is_suicide(cell, self.side_to_move()) {
            refuse("go-suicide", "The stone would have no liberty.")
        } else if self.rules().ko == Ko::Simple || board.ko() == Some(cell) {
            refuse("go-ko", "The ko may not be taken back at once.")
        } else {
            refuse("go-superko", "An earlier position may not come again.")
        }
    }
}

/// How many handicap stones Black puts: some of the points, but not all.
fn read_placing(text: &str, size: u8) -> Result<u8, String> {
    let most = (u32::from(size) * u32::from(size) - 1).min(u32::from(MOST_PLACED));
    let count = text.parse().ok().filter(|count| (2..=most).contains(count));
    let expected = || format!("X may have a number of handicap stones, 2 to {most}, as in X2");
    count.map(|count: u32| count as u8).ok_or_else(expected)
}

fn read_rows<const C: usize>(text: &str, size: u8) -> Result<Vec<(u16, Side)>, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(size) {
        return Err(format!("expected {size} rows, found {}", rows.len()));
    }
    let board = Stones::<C>::new(size, size);
    let mut stones = Vec::new();
    for (row, rank) in rows.iter().zip((0..size).rev()) {
        let (mut file, mut run) = (0, 0u32);
        for c in row.chars().chain(['.']) {
            if let Some(digit) = c.to_digit(10) {
                run = (10 * run + digit).min(1000);
                continue;
            }
            file += std::mem::take(&mut run);
            let side = match c {
                'X' | 'x' => Side::First,
                'O' | 'o' => Side::Second,
                '.' => continue,
                _ => {
                    return Err(format!(
                        "row {} holds \"{c}\"; expected X, O or a number",
                        rank + 1
                    ));
                }
            };
            let at = u8::try_from(file).ok().and_then(|file| board.cell(Point::new(file, rank)));
            stones.extend(at.map(|cell| (cell, side)));
            file += 1;
        }
        if file != u32::from(size) {
            return Err(format!("row {} has {file} points instead of {size}", rank + 1));
        }
    }
    Ok(stones)
}

impl<const C: usize> Playable for Go<C> {
    fn board(&self) -> Board {
        let size = self.stones().files();
        let dots = if size < 7 || size != self.stones().ranks() {
            Vec::new()
        } else {
            star_points(size).into_iter().map(|at| (at.file, at.rank)).collect()
        };
        Board {
            files: size,
            ranks: self.stones().ranks(),
            grid: Grid::Intersections,
            first_rank_on_top: false,
            dots,
            surface: "kaya",
            pattern: Pattern::Plain,
            skips_i: true,
            first_number: 1,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let cell = self.stones().cell(at)?;
        let side = self.stones().at(cell).side()?;
        Some(Piece { side, kind: u8::from(self.dead().contains(cell)) })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["stone", "stone-dead"]
    }

    fn tally(&self) -> Option<[u32; 2]> {
        Some(self.captured())
    }

    fn overlays(&self) -> &'static [&'static str] {
        overlay::names(self)
    }

    fn overlay(&self, id: &str) -> Option<Overlay> {
        overlay::overlay(self, id)
    }

    fn score_sheet(&self) -> Vec<ScoreLine> {
        sheet::lines(self)
    }

    fn lift(&self, mv: Ply) -> Move {
        match mv {
            Ply::Stone(cell) => Move::Place(self.stones().point(cell)),
            Ply::Pass => Move::Pass,
            Ply::Mark(cell) => Move::Decide(Decision::MarkDead(self.stones().point(cell))),
            Ply::Accept => Move::Decide(Decision::AcceptDead),
            Ply::Resume => Move::Decide(Decision::ResumePlay),
        }
    }

    fn lower(&self, mv: Move) -> Result<Ply, Refusal> {
        let cell = |at| {
            let outside = || refuse("go-off-board", "That is not a point of this board.");
            self.stones().cell(at).ok_or_else(outside)
        };
        match (self.phase(), mv) {
            (Phase::Over(_), _) => Err(refuse("go-over", "The game is over.")),
            (_, Move::Travel { .. }) => Err(refuse("go-unreadable-move", "Go has no such move.")),
            (Phase::Play, Move::Pass) if self.placing() > 0 => {
                Err(refuse("go-placing", "Black puts the handicap stones first."))
            }
            (Phase::Play, Move::Pass) => Ok(Ply::Pass),
            (Phase::Play, Move::Place(at)) => {
                let cell = cell(at)?;
                if self.allows(cell) { Ok(Ply::Stone(cell)) } else { Err(self.refuse_stone(cell)) }
            }
            (Phase::Marking { .. }, Move::Decide(Decision::AcceptDead)) => Ok(Ply::Accept),
            (Phase::Marking { .. }, Move::Decide(Decision::ResumePlay)) => Ok(Ply::Resume),
            (Phase::Marking { .. }, Move::Decide(Decision::MarkDead(at))) => {
                let cell = cell(at)?;
                if self.is_legal(Ply::Mark(cell)) {
                    Ok(Ply::Mark(cell))
                } else {
                    Err(refuse("go-no-stone", "There is no stone to mark."))
                }
            }
            (Phase::Marking { .. }, Move::Place(_) | Move::Pass) => Err(refuse(
                "go-marking",
                "Both have passed: mark dead stones, accept them, or play on.",
            )),
            (
                Phase::Play,
                Move::Decide(Decision::AcceptDead | Decision::ResumePlay | Decision::MarkDead(_)),
            ) => Err(refuse("go-not-marking", "Dead stones are marked after both have passed.")),
            (_, Move::Decide(_)) => Err(refuse("go-unreadable-move", "Go has no such move.")),
        }
    }

    fn move_text(&self, mv: Ply) -> String {
        match mv {
            Ply::Stone(cell) => point_text(self.stones().point(cell)),
            Ply::Pass => PASS.to_owned(),
            Ply::Mark(cell) => format!("{MARK}{}", point_text(self.stones().point(cell))),
            Ply::Accept => ACCEPT.to_owned(),
            Ply::Resume => RESUME.to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Ply, Refusal> {
        let text = text.trim();
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        if is(PASS) {
            return self.lower(Move::Pass);
        }
        if is(ACCEPT) {
            return self.lower(Move::Decide(Decision::AcceptDead));
        }
        if is(RESUME) {
            return self.lower(Move::Decide(Decision::ResumePlay));
        }
        let marked = text.strip_prefix(MARK);
        match parse_point(marked.unwrap_or(text)) {
            Some(at) if marked.is_some() => self.lower(Move::Decide(Decision::MarkDead(at))),
            Some(at) => self.lower(Move::Place(at)),
            None => {
                let shown: String = text.chars().take(12).collect();
                Err(refuse(
                    "go-unreadable-move",
                    &format!("\"{shown}\" is not a move: expected a point like Q16, or pass."),
                ))
            }
        }
    }

    fn text(&self) -> String {
        let setup = self.setup();
        let board = self.stones();
        let mut rows = Vec::new();
        for rank in (0..board.ranks()).rev() {
            let (mut row, mut run) = (String::new(), 0);
            for file in 0..board.files() {
                let cell = board.cell(Point::new(file, rank));
                let stone = setup.stones.iter().find(|(at, _)| Some(*at) == cell);
                let Some((_, side)) = stone else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    row.push_str(&std::mem::take(&mut run).to_string());
                }
                row.push(if *side == Side::First { 'X' } else { 'O' });
            }
            if run > 0 {
                row.push_str(&run.to_string());
            }
            rows.push(row);
        }
        let side = if setup.side == Side::First { 'X' } else { 'O' };
        let placing = if setup.placing > 1 { setup.placing.to_string() } else { String::new() };
        let [black, white] = setup.captured;
        let mut text = format!("{} {side}{placing} {black},{white}", rows.join("/"));
        for &ply in self.plies() {
            text.push(' ');
            text.push_str(&self.move_text(ply));
        }
        text
    }

    fn diagram(&self) -> String {
        let stones = self.stones();
        let setup = Setup {
            stones: stones
                .points()
                .filter_map(|cell| Some((cell, stones.at(cell).side()?)))
                .collect(),
            side: self.side_to_move(),
            captured: self.captured(),
            placing: self.placing(),
        };
        // Play leaves no chain without a liberty.
        Go::<C>::with_setup(stones.files(), stones.ranks(), *self.rules(), setup)
            .map_or_else(|_| self.text(), |still| still.text())
    }

    fn prove(&self, claim: &Claim, budget: &mut Budget) -> Option<Vec<Move>> {
        match claim {
            Claim::Capture { point, moves } => {
                let found = capturing_moves(self, *point, *moves, budget)?;
                Some(found.into_iter().map(|mv| self.lift(mv)).collect())
            }
            Claim::Live(point) | Claim::Kill(point) => {
                let cell = self.stones().cell(*point)?;
                let own = self.stones().at(cell) == Cell::of(self.side_to_move());
                if own != matches!(claim, Claim::Live(_)) {
                    return None;
                }
                let found = settling_moves(self, *point, budget)?;
                Some(found.into_iter().map(|mv| self.lift(mv)).collect())
            }
            Claim::WinIn(_) | Claim::Fours | Claim::Gain { .. } => None,
        }
    }

    fn motif(&self, claim: &Claim, line: &[Move]) -> Option<[&'static str; 2]> {
        let Claim::Capture { point, .. } = claim else { return None };
        way_of_capture(self, *point, &plies(self, line)?)
    }

    fn remark(&self, claim: &Claim, line: &[Move]) -> Option<[String; 2]> {
        remark::remark(self, claim, &plies(self, line)?)
    }
}

/// Moves of both sides as plies; `None` if one of them is not legal.
fn plies<const C: usize>(go: &Go<C>, line: &[Move]) -> Option<Vec<Ply>> {
    let mut played = go.clone();
    let mut plies = Vec::new();
    for &mv in line {
        let ply = played.lower(mv).ok()?;
        played.play(ply);
        plies.push(ply);
    }
    Some(plies)
}
