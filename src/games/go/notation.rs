//! Notation and board description of Go: points like Q16 (without the letter
//! I), positions as rows with the moves since, and refusals of illegal moves.

use thiserror::Error;

use super::board::{GoBoard, Intersection};
use super::capture::{capture_technique, capturing_moves};
use super::dead_stones::dead_stones_until;
use super::life_and_death::deciding_moves;
use super::move_error::MoveError;
use super::position::{Go, GoMove, Phase, Setup};
use super::rules::{KoRule, Rules};
use super::score::CellSet;
use super::{endgame, explanation, overlay, score_breakdown};
use crate::core::{Decision, Move, Point, Points, Position, Side, excerpt};
use crate::games::{
    Board, BoardPattern, BoardView, Grid, IllegalMove, Judgement, Message, Notation, Overlay,
    Piece, Playable, ProofGoal, PuzzleAnalysis, ScoreLine, SetupError, StoneSetup,
};
use crate::search::{SearchBudget, StopFlag};

const PASS: &str = "pass";
const ACCEPT: &str = "accept";
const RESUME: &str = "resume";
/// Maximum number of free handicap stones.
pub const MAX_FREE_HANDICAP: u8 = 9;
/// Prefix of the point of a chain that is toggled between dead and alive.
const DEAD_PREFIX: char = '*';

/// A point in Go notation: the letters skip I.
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

/// Size of a board from which on the star points at its sides are drawn.
const MIN_SIDE_STAR_SIZE: u8 = 17;

/// Star points (hoshi) of a square board in the order of handicap placement:
/// corners, sides, and the centre (tengen) last.
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

/// The star points that are drawn on a board: nine on the large ones, the corners and the
/// centre on smaller ones.
fn marked_points(size: u8) -> Vec<Point> {
    let mut points = star_points(size);
    if size < MIN_SIDE_STAR_SIZE {
        points.retain(|at| (at.file == size / 2) == (at.rank == size / 2));
    }
    points
}

/// Fixed handicap points for this many stones. A board with fewer star points
/// gets fewer stones; a handicap of one is Black's first move.
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

/// Errors of a position's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum PositionError {
    #[error("expected rows, X or O to move, and prisoners like 0,0")]
    Shape,
    #[error("the side to move must be X (Black) or O (White)")]
    Side,
    #[error("X may have a number of handicap stones, 2 to {0}, as in X2")]
    Handicap(u32),
    #[error("the prisoners must be two numbers like 3,5")]
    Prisoners,
    #[error("expected {expected} rows, found {found}")]
    Rows { expected: u8, found: usize },
    #[error("row {row} holds \"{sign}\"; expected X, O or a number")]
    Sign { row: u8, sign: char },
    #[error("row {row} has {found} points instead of {expected}")]
    RowLength { row: u8, found: u32, expected: u8 },
    #[error("handicap stones are put on a board without stones of White")]
    HandicapOnStones,
    #[error("there is no room for {0} handicap stones")]
    NoRoom(u8),
    #[error("a chain has no liberty")]
    NoLiberty,
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

impl From<PositionError> for SetupError {
    fn from(error: PositionError) -> SetupError {
        SetupError::Position(error.to_string())
    }
}

impl<const C: usize> Go<C> {
    /// Reads a position: the rows from the highest rank down, separated by
    /// slashes (X Black, O White, a number for empty points), the side to move
    /// as X or O (X4 if Black first places four free handicap stones, before
    /// White has any), the prisoners of Black and White like 3,5, and the moves
    /// played since, each as [`Notation::move_text`] writes it.
    ///
    /// # Errors
    /// When the text has another form or size, when stones in it have no
    /// liberty, or when one of the moves is illegal.
    pub fn read(text: &str, size: u8, rules: Rules) -> Result<Go<C>, SetupError> {
        Ok(Go::read_position(text, size, rules)?)
    }

    fn read_position(text: &str, size: u8, rules: Rules) -> Result<Go<C>, PositionError> {
        let mut words = text.split_whitespace();
        let (Some(rows), Some(side), Some(prisoners)) = (words.next(), words.next(), words.next())
        else {
            return Err(PositionError::Shape);
        };
        let (side, free_handicap) = match side.split_at_checked(1) {
            Some(("X" | "x", "")) => (Side::First, 0),
            Some(("O" | "o", "")) => (Side::Second, 0),
            Some(("X" | "x", count)) => (Side::First, read_free_handicap(count, size)?),
            _ => return Err(PositionError::Side),
        };
        let captured = prisoners
            .split_once(',')
            .and_then(|(black, white)| Some([black.parse().ok()?, white.parse().ok()?]))
            .filter(|counts: &[u32; 2]| counts.iter().all(|&count| count < 10_000))
            .ok_or(PositionError::Prisoners)?;
        let stones = read_rows::<C>(rows, size)?;
        // Some of the handicap stones may be there already.
        if free_handicap > 0 && stones.iter().any(|(_, side)| *side == Side::Second) {
            return Err(PositionError::HandicapOnStones);
        }
        // A point stays empty, as a liberty.
        let room = (usize::from(size) * usize::from(size)).saturating_sub(stones.len() + 1);
        if free_handicap > 0 && usize::from(free_handicap) > room {
            return Err(PositionError::NoRoom(free_handicap));
        }
        let setup = Setup { stones, side_to_move: side, captured, free_handicap };
        let mut go =
            Go::with_setup(size, size, rules, setup).map_err(|_| PositionError::NoLiberty)?;
        for word in words {
            let mv = go.parse_move(word)?;
            go.play(mv);
        }
        Ok(go)
    }

    /// The move in this game's own type, if it is legal.
    fn check_move(&self, mv: Move) -> Result<GoMove, MoveError> {
        let cell = |at| self.go_board().cell(at).ok_or(MoveError::OffBoard);
        match (self.phase(), mv) {
            (Phase::Finished(_), _) => Err(MoveError::GameOver),
            (_, Move::FromTo { .. }) => Err(MoveError::NoSuchMove),
            (Phase::Play, Move::Pass) if self.handicap_left() > 0 => Err(MoveError::HandicapFirst),
            (Phase::Play, Move::Pass) => Ok(GoMove::Pass),
            (Phase::Play, Move::Place(at)) => {
                let cell = cell(at)?;
                if self.is_legal_placement(cell) {
                    Ok(GoMove::Place(cell))
                } else {
                    Err(self.placement_error(cell))
                }
            }
            (Phase::StoneRemoval { .. }, Move::Decide(Decision::AcceptDead)) => {
                Ok(GoMove::AcceptDead)
            }
            (Phase::StoneRemoval { .. }, Move::Decide(Decision::ResumePlay)) => {
                Ok(GoMove::ResumePlay)
            }
            (Phase::StoneRemoval { .. }, Move::Decide(Decision::MarkDead(at))) => {
                let cell = cell(at)?;
                if self.is_legal(GoMove::MarkDead(cell)) {
                    Ok(GoMove::MarkDead(cell))
                } else {
                    Err(MoveError::NoStone)
                }
            }
            (Phase::StoneRemoval { .. }, Move::Place(_) | Move::Pass) => {
                Err(MoveError::StoneRemoval)
            }
            (
                Phase::Play,
                Move::Decide(Decision::AcceptDead | Decision::ResumePlay | Decision::MarkDead(_)),
            ) => Err(MoveError::NotStoneRemoval),
            (_, Move::Decide(_)) => Err(MoveError::NoSuchMove),
        }
    }

    /// The reason for which no stone may be placed on a point.
    fn placement_error(&self, cell: u16) -> MoveError {
        let board = self.go_board();
        if board.at(cell) != Intersection::Empty {
            MoveError::Occupied
        } else if !self.rules().suicide && board.is_suicide(cell, self.side_to_move()) {
            MoveError::Suicide
        } else if self.rules().ko == KoRule::Simple || board.ko() == Some(cell) {
            MoveError::Ko
        } else {
            MoveError::Superko
        }
    }
}

/// Number of free handicap stones: at least two, fewer than the points.
fn read_free_handicap(text: &str, size: u8) -> Result<u8, PositionError> {
    let max_stones = (u32::from(size) * u32::from(size) - 1).min(u32::from(MAX_FREE_HANDICAP));
    let count = text.parse().ok().filter(|count| (2..=max_stones).contains(count));
    count.map(|count: u32| count as u8).ok_or(PositionError::Handicap(max_stones))
}

fn read_rows<const C: usize>(text: &str, size: u8) -> Result<Vec<(u16, Side)>, PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(size) {
        return Err(PositionError::Rows { expected: size, found: rows.len() });
    }
    let board = GoBoard::<C>::new(size, size);
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
                    return Err(PositionError::Sign { row: rank + 1, sign: c });
                }
            };
            let at = u8::try_from(file).ok().and_then(|file| board.cell(Point::new(file, rank)));
            stones.extend(at.map(|cell| (cell, side)));
            file += 1;
        }
        if file != u32::from(size) {
            return Err(PositionError::RowLength { row: rank + 1, found: file, expected: size });
        }
    }
    Ok(stones)
}

impl<const C: usize> BoardView for Go<C> {
    fn board(&self) -> Board {
        let size = self.go_board().files();
        let dots = if size < 7 || size != self.go_board().ranks() {
            Vec::new()
        } else {
            marked_points(size).into_iter().map(|at| (at.file, at.rank)).collect()
        };
        Board {
            files: size,
            ranks: self.go_board().ranks(),
            grid: Grid::Intersections,
            first_rank_on_top: false,
            star_points: dots,
            surface: "kaya",
            pattern: BoardPattern::Plain,
            skips_i: true,
            first_rank_number: 1,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let cell = self.go_board().cell(at)?;
        let side = self.go_board().at(cell).side()?;
        Some(Piece { side, kind: u8::from(self.shown_dead().contains(cell)) })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["stone", "stone-dead"]
    }

    fn counts(&self) -> Option<[u32; 2]> {
        Some(self.captured())
    }

    fn has_bowls(&self) -> bool {
        true
    }

    fn counts_name(&self) -> Option<&'static str> {
        Some("captures-number")
    }

    fn overlays(&self) -> &'static [&'static str] {
        overlay::names(self)
    }

    fn overlay(&self, id: &str) -> Option<Overlay> {
        overlay::overlay(self, id)
    }

    fn judgement(&self) -> Judgement {
        self.proposal().state()
    }

    fn await_judgement(&self, progress: Option<f32>) {
        self.proposal().await_stones(progress);
    }

    fn judge(&self, stop: &StopFlag, progress: &mut dyn FnMut(f32)) -> Vec<Point> {
        let dead = dead_stones_until(self.go_board(), stop, progress);
        let cells = self.go_board().cells().filter(|&cell| dead.contains(cell));
        cells.map(|cell| self.go_board().point(cell)).collect()
    }

    fn set_judgement(&self, points: &[Point]) {
        let mut dead = CellSet::default();
        for cell in points.iter().filter_map(|&at| self.go_board().cell(at)) {
            dead.insert(cell);
        }
        self.proposal().set(dead);
    }

    fn score_breakdown(&self) -> Vec<ScoreLine> {
        match self.judgement() {
            Judgement::Awaited(_) => Vec::new(),
            Judgement::Known | Judgement::Due => score_breakdown::score_lines(self),
        }
    }
}

impl<const C: usize> Notation for Go<C> {
    fn to_move(&self, mv: GoMove) -> Move {
        match mv {
            GoMove::Place(cell) => Move::Place(self.go_board().point(cell)),
            GoMove::Pass => Move::Pass,
            GoMove::MarkDead(cell) => Move::Decide(Decision::MarkDead(self.go_board().point(cell))),
            GoMove::AcceptDead => Move::Decide(Decision::AcceptDead),
            GoMove::ResumePlay => Move::Decide(Decision::ResumePlay),
        }
    }

    fn from_move(&self, mv: Move) -> Result<GoMove, IllegalMove> {
        Ok(self.check_move(mv)?)
    }

    fn move_text(&self, mv: GoMove) -> String {
        match mv {
            GoMove::Place(cell) => point_text(self.go_board().point(cell)),
            GoMove::Pass => PASS.to_owned(),
            GoMove::MarkDead(cell) => {
                format!("{DEAD_PREFIX}{}", point_text(self.go_board().point(cell)))
            }
            GoMove::AcceptDead => ACCEPT.to_owned(),
            GoMove::ResumePlay => RESUME.to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<GoMove, IllegalMove> {
        let text = text.trim();
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        if is(PASS) {
            return self.from_move(Move::Pass);
        }
        if is(ACCEPT) {
            return self.from_move(Move::Decide(Decision::AcceptDead));
        }
        if is(RESUME) {
            return self.from_move(Move::Decide(Decision::ResumePlay));
        }
        let marked = text.strip_prefix(DEAD_PREFIX);
        match parse_point(marked.unwrap_or(text)) {
            Some(at) if marked.is_some() => self.from_move(Move::Decide(Decision::MarkDead(at))),
            Some(at) => self.from_move(Move::Place(at)),
            None => Err(MoveError::Unreadable(excerpt(text)).into()),
        }
    }

    fn text(&self) -> String {
        let setup = self.setup();
        let board = self.go_board();
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
        let side = if setup.side_to_move == Side::First { 'X' } else { 'O' };
        let free_handicap =
            if setup.free_handicap > 1 { setup.free_handicap.to_string() } else { String::new() };
        let [black, white] = setup.captured;
        let mut text = format!("{} {side}{free_handicap} {black},{white}", rows.join("/"));
        for &mv in self.move_history() {
            text.push(' ');
            text.push_str(&self.move_text(mv));
        }
        text
    }

    fn diagram(&self) -> String {
        let stones = self.go_board();
        let setup = Setup {
            stones: stones
                .cells()
                .filter_map(|cell| Some((cell, stones.at(cell).side()?)))
                .collect(),
            side_to_move: self.side_to_move(),
            captured: self.captured(),
            free_handicap: self.handicap_left(),
        };
        // No chain is without a liberty after play.
        Go::<C>::with_setup(stones.files(), stones.ranks(), *self.rules(), setup)
            .map_or_else(|_| self.text(), |still| still.text())
    }
}

impl<const C: usize> PuzzleAnalysis for Go<C> {
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        match goal {
            ProofGoal::Capture { point, moves } => {
                let found = capturing_moves(self, *point, *moves, budget)?;
                Some(found.into_iter().map(|mv| self.to_move(mv)).collect())
            }
            ProofGoal::Live(point) | ProofGoal::Kill(point) => {
                let cell = self.go_board().cell(*point)?;
                let own = self.go_board().at(cell) == Intersection::of(self.side_to_move());
                if own != matches!(goal, ProofGoal::Live(_)) {
                    return None;
                }
                let found = deciding_moves(self, *point, budget)?;
                Some(found.into_iter().map(|mv| self.to_move(mv)).collect())
            }
            ProofGoal::WinIn(_)
            | ProofGoal::Checks(_)
            | ProofGoal::Vcf
            | ProofGoal::Vct
            | ProofGoal::StopVcf
            | ProofGoal::Gain { .. } => None,
        }
    }

    fn endgame_scores(&self, budget: &mut SearchBudget) -> Option<Vec<(Move, Points)>> {
        let scores = endgame::scores(self, budget)?;
        Some(scores.into_iter().map(|(mv, score)| (self.to_move(mv), score)).collect())
    }

    fn motif(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        let ProofGoal::Capture { point, .. } = goal else { return None };
        let technique = capture_technique(self, *point, &to_go_moves(self, line)?)?;
        Some(Message::new(technique.name_id()))
    }

    fn explanation(&self, goal: &ProofGoal, line: &[Move]) -> Option<Message> {
        explanation::explain(self, goal, &to_go_moves(self, line)?)
    }
}

impl<const C: usize> Playable for Go<C> {
    fn puzzle_analysis(&self) -> Option<&dyn PuzzleAnalysis> {
        Some(self)
    }

    /// Prisoners are kept.
    fn after_setup(&self, setup: &StoneSetup<'_>) -> Option<Go<C>> {
        let board = self.go_board();
        let stones = Side::BOTH.into_iter().flat_map(|side| {
            setup.points(side).filter_map(move |at| Some((board.cell(at)?, side)))
        });
        let setup = Setup {
            stones: stones.collect(),
            side_to_move: setup.to_move.unwrap_or(self.side_to_move()),
            captured: self.captured(),
            free_handicap: 0,
        };
        Go::with_setup(board.files(), board.ranks(), *self.rules(), setup).ok()
    }

    fn after_forced(&self, colour: Side, mv: Move) -> Option<Go<C>> {
        match mv {
            Move::Place(at) => Some(self.with_forced_stone(self.go_board().cell(at)?, colour)),
            Move::Pass => Some(self.with_board(self.go_board(), colour.other(), self.captured())),
            Move::FromTo { .. } | Move::Decide(_) => None,
        }
    }
}

/// Moves of both sides in this game's own type; `None` if one is illegal.
fn to_go_moves<const C: usize>(go: &Go<C>, line: &[Move]) -> Option<Vec<GoMove>> {
    let mut played = go.clone();
    let mut moves = Vec::new();
    for &mv in line {
        let mv = played.from_move(mv).ok()?;
        played.play(mv);
        moves.push(mv);
    }
    Some(moves)
}
