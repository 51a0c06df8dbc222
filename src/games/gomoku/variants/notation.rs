//! Notation and display of the variants: positions as lists of stones with
//! captures or goals, and the reasons why a move is illegal.

use super::position::{End, Stage, VariantMove, VariantPosition};
use super::{Variant, ninuki_foul};
use crate::core::{Decision, Move, Point, Position, Side, excerpt};
use crate::games::gomoku::bitboard::line_and_bit;
use crate::games::gomoku::move_error::MoveError;
use crate::games::gomoku::notation::{COLOURS, StonesAndColour, cell_of, list, point};
use crate::games::gomoku::opening_rule::OpeningRule;
use crate::games::gomoku::position::{Gomoku, Rule};
use crate::games::{
    Board, BoardView, IllegalMove, Notation, Piece, Playable, Ruling, Segment, SetupError, Warning,
};

impl VariantPosition {
    /// The cell of a point, if it is on this board.
    fn cell_of(&self, at: Point) -> Option<u16> {
        cell_of(self.size(), at)
    }

    /// The empty board of Gomoku of the same size, which is displayed alike.
    fn plain(&self) -> Gomoku {
        Gomoku::new(self.size(), Rule::Freestyle, OpeningRule::None)
    }

    /// Reads a position: the black stones and the white ones as lists of
    /// points such as `h8,i9` (`-` for none), `black` or `white` to move, and
    /// then, where it applies: `one-left` when its turn has two stones and
    /// the last of them is next; `remove` or `extra` after a goal;
    /// `captured=2:4` for the stones that Black and White captured;
    /// `goals=1:0`; `ko=h8` for the point that may not be retaken;
    /// `foul=i9` for the foul that ended the game.
    ///
    /// # Errors
    /// When the text has another shape or describes no such board.
    pub fn read(
        text: &str,
        size: u8,
        variant: Variant,
        opening: OpeningRule,
        goals_to_win: u16,
    ) -> Result<VariantPosition, SetupError> {
        let wrong = |reason: &str| SetupError::Position(reason.to_owned());
        let mut words = text.split_whitespace();
        let StonesAndColour { stones, colour } = StonesAndColour::read(&mut words, size)?;
        let mut board = VariantPosition::new(size, variant, opening, goals_to_win);
        board.colour = colour;
        board.stage = Stage::Turn;
        let mut foul = None;
        let unknown = "expected one-left, remove, extra, captured=NUMBER:NUMBER, \
                       goals=NUMBER:NUMBER, ko=POINT or foul=POINT";
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let at = || value.parse().ok().and_then(|at| board.cell_of(at));
            match name {
                "one-left" => board.stage = Stage::Last,
                "remove" => board.stage = Stage::Remove,
                "extra" => board.stage = Stage::Extra,
                "ko" => board.ko = Some(at().ok_or_else(|| wrong(unknown))?),
                "foul" => foul = Some(at().ok_or_else(|| wrong(unknown))?),
                _ if !name.is_empty() && name == board.score_word() => {
                    let pair = value.split_once(':').and_then(|(black, white)| {
                        Some([black.parse().ok()?, white.parse().ok()?])
                    });
                    board.scores = pair.ok_or_else(|| wrong(unknown))?;
                }
                _ => return Err(wrong(unknown)),
            }
        }
        Ok(board.with_stones([&stones[0], &stones[1]], foul)?)
    }

    /// Name of the scores in the text of a position; empty for variants without
    /// scores.
    fn score_word(&self) -> &'static str {
        match self.variant() {
            Variant::Connect6 => "",
            Variant::Pente | Variant::Keryo | Variant::Ninuki | Variant::Liberty => "captured",
            Variant::Bubble => "goals",
        }
    }

    /// True if a turn of two stones has one left.
    pub(in crate::games::gomoku) fn has_one_left(&self) -> bool {
        self.stage() == Stage::Last
    }

    /// The point that may not be retaken.
    pub(in crate::games::gomoku) fn ko_point(&self) -> Option<Point> {
        self.ko.map(point)
    }

    /// True if a stone of this side on this point is part of a row that wins.
    pub(in crate::games::gomoku) fn has_row_through(&self, at: Point, side: Side) -> bool {
        let in_row = |cell| (0..4).any(|way| self.is_in_row(way, cell, side.index()));
        self.cell_of(at).is_some_and(in_row)
    }

    /// The move in this game's own type, if it is legal.
    fn check_move(&self, mv: Move) -> Result<VariantMove, MoveError> {
        if self.end().is_some() {
            return Err(MoveError::GameOver);
        }
        let cell_of = |at: Point| self.cell_of(at).ok_or(MoveError::OffBoard);
        match mv {
            Move::Place(at) => {
                let cell = cell_of(at)?;
                if self.may_place(cell) {
                    Ok(VariantMove::Stone(cell))
                } else {
                    Err(self.placement_error(cell))
                }
            }
            Move::Decide(Decision::Remove(_)) if self.stage() != Stage::Remove => {
                Err(MoveError::NoRemoval)
            }
            Move::Decide(Decision::Remove(at)) => {
                let cell = cell_of(at)?;
                let removal = self.may_remove(cell).then_some(VariantMove::Remove(cell));
                removal.ok_or(MoveError::NotRemovable)
            }
            Move::Pass => Err(MoveError::NoPass),
            Move::FromTo { .. } | Move::Decide(_) => Err(MoveError::NoSuchMove),
        }
    }

    /// The reason why no stone can be placed on this point.
    fn placement_error(&self, at: u16) -> MoveError {
        if self.stage() == Stage::Remove {
            MoveError::MustRemove
        } else if !self.is_empty(at) {
            MoveError::Occupied
        } else if self.is_ko(at) {
            MoveError::Ko
        } else if self.is_suicide(at) {
            MoveError::Suicide
        } else if self.stones() == [0; 2] {
            MoveError::CentreFirst
        } else {
            MoveError::TooNear
        }
    }
}

impl BoardView for VariantPosition {
    fn board(&self) -> Board {
        self.plain().board()
    }

    fn piece_at(&self, at: Point) -> Option<Piece> {
        let colour = self.lines().colour_at(self.cell_of(at)?)?;
        Some(Piece { side: Side::BOTH[colour], kind: 0 })
    }

    fn piece_names(&self) -> &'static [&'static str] {
        &["stone"]
    }

    fn counts(&self) -> Option<[u32; 2]> {
        (self.variant() != Variant::Connect6).then(|| self.scores().map(u32::from))
    }

    fn has_bowls(&self) -> bool {
        true
    }

    fn counts_name(&self) -> Option<&'static str> {
        match self.variant() {
            Variant::Connect6 => None,
            Variant::Bubble => Some("goals-number"),
            Variant::Pente | Variant::Keryo | Variant::Ninuki | Variant::Liberty => {
                Some("captures-number")
            }
        }
    }

    fn warnings(&self) -> Vec<Warning> {
        let black = self.variant() == Variant::Ninuki && self.colour == Side::First;
        if !black || self.end().is_some() {
            return Vec::new();
        }
        let cells = self.cells().filter(|&cell| self.may_place(cell));
        let fouls = cells.filter_map(|cell| {
            let found = self.foul_rows(cell)?;
            Some(Warning {
                mv: Move::Place(point(cell)),
                ruling: Ruling::Loss,
                label: found.foul.name(),
                message_id: found.foul.message_id(),
                rows: found.rows,
            })
        });
        fouls.collect()
    }

    fn winning_rows(&self) -> Vec<Segment> {
        let Some(End::Row(colour)) = self.end() else { return Vec::new() };
        let mut rows = Vec::new();
        for at in self.cells().filter(|&cell| self.lines().colour_at(cell) == Some(colour)) {
            for direction in 0..4 {
                let run = self.lines().run(direction, at, colour);
                // Each row is met once for each of its stones.
                let is_first = run.low == line_and_bit(direction, at).1;
                if is_first && self.is_in_row(direction, at, colour) {
                    rows.push(ninuki_foul::ends(direction, at, run));
                }
            }
        }
        rows
    }
}

impl Notation for VariantPosition {
    fn to_move(&self, mv: VariantMove) -> Move {
        match mv {
            VariantMove::Stone(cell) => Move::Place(point(cell)),
            VariantMove::Remove(cell) => Move::Decide(Decision::Remove(point(cell))),
        }
    }

    fn from_move(&self, mv: Move) -> Result<VariantMove, IllegalMove> {
        Ok(self.check_move(mv)?)
    }

    fn move_text(&self, mv: VariantMove) -> String {
        match mv {
            VariantMove::Stone(cell) => point(cell).to_string(),
            VariantMove::Remove(cell) => format!("remove={}", point(cell)),
        }
    }

    fn parse_move(&self, text: &str) -> Result<VariantMove, IllegalMove> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        let removed = lower.strip_prefix("remove=").and_then(|at| at.parse().ok());
        let word = match lower.as_str() {
            "pass" => Some(Move::Pass),
            _ => removed
                .map(|at| Move::Decide(Decision::Remove(at)))
                .or_else(|| text.parse().ok().map(Move::Place)),
        };
        match word {
            Some(mv) => self.from_move(mv),
            None => Err(MoveError::UnreadableInVariant(excerpt(text)).into()),
        }
    }

    fn text(&self) -> String {
        let stones = |colour: usize| {
            list(self.cells().filter(|&cell| self.lines().colour_at(cell) == Some(colour)))
        };
        let mut words = vec![stones(0), stones(1), COLOURS[self.side_to_move().index()].to_owned()];
        match self.stage() {
            Stage::Turn => {}
            Stage::Last => words.push("one-left".to_owned()),
            Stage::Remove => words.push("remove".to_owned()),
            Stage::Extra => words.push("extra".to_owned()),
        }
        let [black, white] = self.scores();
        if black + white > 0 {
            words.push(format!("{}={black}:{white}", self.score_word()));
        }
        if let Some(ko) = self.ko {
            words.push(format!("ko={}", point(ko)));
        }
        if let Some(End::Foul(_, cell)) = self.end() {
            words.push(format!("foul={}", point(cell)));
        }
        words.join(" ")
    }
}

impl Playable for VariantPosition {}
