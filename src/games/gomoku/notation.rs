//! Notation and display of Gomoku: points like h8, positions as lists of
//! stones, and the reasons why a move is illegal.

use super::bitboard::{cell, file_and_rank};
use super::move_error::MoveError;
use super::offers::Offers;
use super::opening_rule::{OpeningRule, Stage, TARAGUCHI_OFFERS};
use super::position::{End, Gomoku, GomokuMove, Rule};
use super::setup::State;
use super::vcf_defence::{VcfDefence, vcf_defence};
use super::{vcf, vct};
use crate::core::{Decision, Move, Point, Position, Side, excerpt};
use crate::games::{
    Board, BoardPattern, BoardView, Grid, IllegalMove, Notation, Piece, Playable, ProofGoal,
    PuzzleAnalysis, Ruling, Segment, SetupError, StoneSetup, Warning,
};
use crate::search::SearchBudget;

/// Cells as a comma-separated list of points, `-` for none.
pub(super) fn list(cells: impl Iterator<Item = u16>) -> String {
    let names: Vec<_> = cells.map(|cell| point(cell).to_string()).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

pub(super) fn point(cell: u16) -> Point {
    let (file, rank) = file_and_rank(cell);
    Point::new(file, rank)
}

/// Converts rows of cells to rows of points.
fn to_rows(rows: Vec<[u16; 2]>) -> Vec<Segment> {
    rows.into_iter().map(|ends| ends.map(point)).collect()
}

/// Names of the colours in the text of a position.
pub(super) const COLOURS: [&str; 2] = ["black", "white"];

/// The cell of a point, if it is on a board of this size.
pub(super) fn cell_of(size: u8, at: Point) -> Option<u16> {
    (at.file < size && at.rank < size).then(|| cell(at.file, at.rank))
}

/// The cells of a list such as `h8,i9`, or `-` for none.
fn read_cells(list: &str, size: u8) -> Result<Vec<u16>, SetupError> {
    if list == "-" {
        return Ok(Vec::new());
    }
    let cells = list.split(',').map(|name| {
        let at: Point = name.parse().map_err(|error| SetupError::Position(format!("{error}")))?;
        cell_of(size, at)
            .ok_or_else(|| SetupError::Position(format!("{at} is not on a board of {size}")))
    });
    cells.collect()
}

/// The beginning of a position's text.
pub(super) struct StonesAndColour {
    /// The cells of the black stones and of the white ones.
    pub stones: [Vec<u16>; 2],
    /// The colour to move.
    pub colour: Side,
}

impl StonesAndColour {
    /// Reads lists of black and white stones and the colour to move.
    pub(super) fn read<'a>(
        mut words: impl Iterator<Item = &'a str>,
        size: u8,
    ) -> Result<StonesAndColour, SetupError> {
        let wrong = |reason: &str| SetupError::Position(reason.to_owned());
        let shape = "expected black stones, white stones and a colour, like: h8,i9 h9 white";
        let (Some(black), Some(white), Some(colour)) = (words.next(), words.next(), words.next())
        else {
            return Err(wrong(shape));
        };
        let stones = [read_cells(black, size)?, read_cells(white, size)?];
        let colour = COLOURS.iter().position(|name| *name == colour);
        let colour = colour.ok_or_else(|| wrong("the colour to move must be black or white"))?;
        Ok(StonesAndColour { stones, colour: Side::BOTH[colour] })
    }
}

impl Gomoku {
    /// The cell of a point, if it is on this board.
    fn cell_of(&self, at: Point) -> Option<u16> {
        cell_of(self.size(), at)
    }

    /// Reads a position: the black stones and the white ones as lists of
    /// points such as `h8,i9` (`-` for none), `black` or `white` to move, and
    /// then, where it applies, `lay` or `choose` for the stage of the
    /// opening (or `declare`, `offer`, `pick` with `fifths=2:h10,j8`, the
    /// number of fifth stones and those offered), `swapped` when the first player has White, `passed` after a
    /// pass, `passed-twice` after the second, `foul=i9` for the foul that
    /// ended the game.
    ///
    /// # Errors
    /// When the text has another shape or describes no such board.
    pub fn read(
        text: &str,
        size: u8,
        rule: Rule,
        opening: OpeningRule,
    ) -> Result<Gomoku, SetupError> {
        let wrong = |reason: &str| SetupError::Position(reason.to_owned());
        let mut words = text.split_whitespace();
        let board = Gomoku::new(size, rule, opening);
        let StonesAndColour { stones, colour } = StonesAndColour::read(&mut words, board.size())?;
        let mut state = State {
            stage: Stage::Play,
            swapped: false,
            passed: false,
            both_passed: false,
            foul: None,
            offers: Offers::default(),
        };
        for word in words {
            match word {
                "lay" => state.stage = Stage::Place,
                "choose" => state.stage = Stage::Choose,
                "declare" => state.stage = Stage::Declare,
                "offer" => state.stage = Stage::Offer,
                "pick" => state.stage = Stage::Pick,
                "swapped" => state.swapped = true,
                "passed" => state.passed = true,
                "passed-twice" => (state.passed, state.both_passed) = (true, true),
                _ if word.starts_with("fifths=") => {
                    let expected = "expected fifths=NUMBER:POINTS with at most ten points";
                    let (number, list) =
                        word[7..].split_once(':').ok_or_else(|| wrong(expected))?;
                    let number = number.parse().ok().filter(|number| (1..=10).contains(number));
                    let cells = read_cells(list, board.size())?;
                    let offers = number.and_then(|number| Offers::new(&cells, number));
                    state.offers = offers.ok_or_else(|| wrong(expected))?;
                }
                _ => {
                    let at = word.strip_prefix("foul=").and_then(|at| at.parse().ok());
                    let unknown = "expected lay, choose, declare, offer, pick, swapped, passed, passed-twice, \
                         fifths=NUMBER:POINTS or foul=POINT";
                    state.foul = at.and_then(|at| board.cell_of(at));
                    if state.foul.is_none() {
                        return Err(wrong(unknown));
                    }
                }
            }
        }
        Ok(board.with_stones([&stones[0], &stones[1]], colour, state)?)
    }

    /// The star points: those of Go, on boards of odd size.
    fn star_points(&self) -> Vec<(u8, u8)> {
        let size = self.size();
        if size.is_multiple_of(2) {
            return Vec::new();
        }
        let (edge, middle) = (if size < 13 { 2 } else { 3 }, size / 2);
        let far = size - 1 - edge;
        let mut dots = vec![(middle, middle)];
        if size > 7 {
            dots.extend([(edge, edge), (edge, far), (far, edge), (far, far)]);
        }
        if size == 19 {
            dots.extend([(edge, middle), (far, middle), (middle, edge), (middle, far)]);
        }
        dots
    }

    /// The move in this game's own type, if it is legal.
    fn check_move(&self, mv: Move) -> Result<GomokuMove, MoveError> {
        if self.end().is_some() {
            return Err(MoveError::GameOver);
        }
        let choosing = self.stage() == Stage::Choose;
        match mv {
            Move::Decide(Decision::Swap) if choosing => Ok(GomokuMove::Swap),
            Move::Decide(Decision::Keep) if choosing => Ok(GomokuMove::Keep),
            Move::Decide(Decision::Add) if self.may_add() => Ok(GomokuMove::Add),
            Move::Decide(Decision::Declare(number))
                if self.is_legal(GomokuMove::Declare(number)) =>
            {
                Ok(GomokuMove::Declare(number))
            }
            Move::Decide(Decision::Declare(_)) if self.stage() == Stage::Declare => {
                let to_ten = *self.declarable().end() == TARAGUCHI_OFFERS;
                Err(if to_ten { MoveError::NumberToTen } else { MoveError::NumberToEight })
            }
            Move::Decide(
                Decision::Swap | Decision::Keep | Decision::Add | Decision::Declare(_),
            ) => Err(MoveError::NoChoice),
            Move::Decide(Decision::Offer(at)) => match self.cell_of(at) {
                Some(cell) if self.may_offer(cell) => Ok(GomokuMove::Offer(cell)),
                Some(_) if self.stage() == Stage::Offer => Err(MoveError::SameOffer),
                _ => Err(MoveError::NoOffer),
            },
            Move::Place(at) => match self.cell_of(at) {
                None => Err(MoveError::OffBoard),
                Some(_) if choosing => Err(MoveError::MustChoose),
                Some(cell) if self.may_place(cell) => Ok(GomokuMove::Stone(cell)),
                Some(_) if self.stage() == Stage::Declare => Err(MoveError::MustDeclare),
                Some(_) if self.stage() == Stage::Offer => Err(MoveError::MustOffer),
                Some(_) if self.stage() == Stage::Pick => Err(MoveError::MustPick),
                Some(cell) if !self.is_empty(cell) => Err(MoveError::Occupied),
                Some(_) if self.stone_count() == 0 => Err(MoveError::CentreFirst),
                Some(cell) if self.opening_allows(cell) => Err(MoveError::WouldDecide),
                Some(_) if self.opening.restricts_to_centre() => Err(MoveError::TooFar),
                Some(_) => Err(MoveError::TooNear),
            },
            Move::Pass if self.may_pass() => Ok(GomokuMove::Pass),
            Move::Pass => Err(MoveError::NoPass),
            Move::FromTo { .. } | Move::Decide(_) => Err(MoveError::NoSuchMove),
        }
    }
}

impl BoardView for Gomoku {
    fn has_bowls(&self) -> bool {
        true
    }

    fn board(&self) -> Board {
        Board {
            files: self.size(),
            ranks: self.size(),
            grid: Grid::Intersections,
            first_rank_on_top: false,
            star_points: self.star_points(),
            surface: "kaya",
            pattern: BoardPattern::Plain,
            skips_i: false,
            first_rank_number: 1,
        }
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let colour = self.lines().colour_at(self.cell_of(at)?)?;
        Some(Piece { side: Side::BOTH[colour], kind: 0 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["stone"]
    }

    fn offered(&self) -> Vec<(Point, Piece)> {
        // The fifth stone is Black's.
        let stone = Piece { side: Side::First, kind: 0 };
        self.offers().cells().iter().map(|&cell| (point(cell), stone)).collect()
    }

    fn is_swapped(&self) -> bool {
        Gomoku::is_swapped(self)
    }

    fn name(&self) -> Option<&'static str> {
        if self.rule() == Rule::Renju { self.opening_name() } else { None }
    }

    fn warnings(&self) -> Vec<Warning> {
        let black = self.rule() == Rule::Renju && self.colour() == Side::First;
        if !black || self.end().is_some() || self.stage() != Stage::Play {
            return Vec::new();
        }
        let fouls = self.cells().filter(|&cell| self.is_empty(cell)).filter_map(|cell| {
            self.foul(cell).map(|foul| Warning {
                mv: Move::Place(point(cell)),
                ruling: Ruling::Loss,
                label: foul.name(),
                message_id: foul.message_id(),
                rows: to_rows(self.foul_rows(cell)),
            })
        });
        fouls.collect()
    }

    fn winning_rows(&self) -> Vec<Segment> {
        to_rows(Gomoku::winning_rows(self))
    }
}

impl Notation for Gomoku {
    fn to_move(&self, mv: GomokuMove) -> Move {
        match mv {
            GomokuMove::Stone(cell) => Move::Place(point(cell)),
            GomokuMove::Pass => Move::Pass,
            GomokuMove::Swap => Move::Decide(Decision::Swap),
            GomokuMove::Keep => Move::Decide(Decision::Keep),
            GomokuMove::Add => Move::Decide(Decision::Add),
            GomokuMove::Declare(number) => Move::Decide(Decision::Declare(number)),
            GomokuMove::Offer(cell) => Move::Decide(Decision::Offer(point(cell))),
        }
    }

    fn from_move(&self, mv: Move) -> Result<GomokuMove, IllegalMove> {
        Ok(self.check_move(mv)?)
    }

    fn move_text(&self, mv: GomokuMove) -> String {
        match mv {
            GomokuMove::Stone(cell) => point(cell).to_string(),
            GomokuMove::Pass => "pass".to_owned(),
            GomokuMove::Swap => "swap".to_owned(),
            GomokuMove::Keep => "keep".to_owned(),
            GomokuMove::Add => "more".to_owned(),
            GomokuMove::Declare(number) => format!("fifths={number}"),
            GomokuMove::Offer(cell) => format!("offer={}", point(cell)),
        }
    }

    fn parse_move(&self, text: &str) -> Result<GomokuMove, IllegalMove> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        let offered = lower.strip_prefix("offer=").and_then(|at| at.parse().ok());
        let number = lower.strip_prefix("fifths=").and_then(|number| number.parse().ok());
        let word = match lower.as_str() {
            "pass" => Some(Move::Pass),
            "swap" => Some(Move::Decide(Decision::Swap)),
            "keep" => Some(Move::Decide(Decision::Keep)),
            "more" => Some(Move::Decide(Decision::Add)),
            _ => offered
                .map(Decision::Offer)
                .or(number.map(Decision::Declare))
                .map(Move::Decide)
                .or_else(|| text.parse().ok().map(Move::Place)),
        };
        match word {
            Some(mv) => self.from_move(mv),
            None => Err(MoveError::Unreadable(excerpt(text)).into()),
        }
    }

    fn text(&self) -> String {
        let stones = |colour: usize| {
            list(self.cells().filter(|&cell| self.lines().colour_at(cell) == Some(colour)))
        };
        let mut words = vec![stones(0), stones(1), COLOURS[self.colour().index()].to_owned()];
        match self.stage() {
            Stage::Play => {}
            Stage::Place => words.push("lay".to_owned()),
            Stage::Choose => words.push("choose".to_owned()),
            Stage::Declare => words.push("declare".to_owned()),
            Stage::Offer => words.push("offer".to_owned()),
            Stage::Pick => words.push("pick".to_owned()),
        }
        if self.offers().required() > 0 {
            let cells = list(self.offers().cells().iter().copied());
            words.push(format!("fifths={}:{cells}", self.offers().required()));
        }
        if Gomoku::is_swapped(self) {
            words.push("swapped".to_owned());
        }
        match self.end() {
            Some(End::Passes) => words.push("passed-twice".to_owned()),
            Some(End::Foul(_, cell)) => words.push(format!("foul={}", point(cell))),
            _ if self.is_passed() => words.push("passed".to_owned()),
            _ => {}
        }
        words.join(" ")
    }
}

impl PuzzleAnalysis for Gomoku {
    fn prove(&self, goal: &ProofGoal, budget: &mut SearchBudget) -> Option<Vec<Move>> {
        let cells = match goal {
            ProofGoal::Vcf => vcf::vcf_winning_moves(self, budget)?,
            ProofGoal::Vct => vct::vct_winning_moves(self, budget)?,
            ProofGoal::StopVcf => match vcf_defence(&mut vcf::Vcf::default(), self, budget) {
                VcfDefence::Moves(cells) if !budget.is_spent() => cells,
                _ => return None,
            },
            _ => return crate::games::proof::by_rules(self, goal, budget),
        };
        Some(cells.into_iter().map(|cell| Move::Place(point(cell))).collect())
    }
}

impl Playable for Gomoku {
    fn puzzle_analysis(&self) -> Option<&dyn PuzzleAnalysis> {
        Some(self)
    }

    /// The opening is over after it.
    fn after_setup(&self, setup: &StoneSetup<'_>) -> Option<Gomoku> {
        let cells = |colour| -> Vec<u16> {
            setup.points(colour).filter_map(|at| self.cell_of(at)).collect()
        };
        let [black, white] = Side::BOTH.map(cells);
        let state = State {
            stage: Stage::Play,
            swapped: Gomoku::is_swapped(self),
            passed: false,
            both_passed: false,
            foul: None,
            offers: Offers::default(),
        };
        let mut board = Gomoku::new(self.size(), self.rule(), self.opening);
        board.must_place = self.must_place;
        let colour = setup.to_move.unwrap_or(self.colour());
        board.with_stones([&black, &white], colour, state).ok()
    }

    fn after_forced(&self, colour: Side, mv: Move) -> Option<Gomoku> {
        let size = self.size();
        let mut stones: Vec<Option<Side>> = vec![None; usize::from(size) * usize::from(size)];
        let place = |at: Point| usize::from(at.rank) * usize::from(size) + usize::from(at.file);
        for cell in self.cells() {
            stones[place(point(cell))] = self.lines().colour_at(cell).map(|n| Side::BOTH[n]);
        }
        match mv {
            Move::Place(at) if self.cell_of(at).is_some() => stones[place(at)] = Some(colour),
            Move::Pass => {}
            Move::Place(_) | Move::FromTo { .. } | Move::Decide(_) => return None,
        }
        self.after_setup(&StoneSetup { size, stones: &stones, to_move: Some(colour.other()) })
    }
}
