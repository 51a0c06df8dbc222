//! Boards that the manager tells line by line, and the opening rule Swap2.

use super::{own_side, read_point};
use crate::core::{Decision, Move, Point, excerpt};
use crate::games::{
    AnyPosition, Engine, EngineRequest, GomocupGame, OptionValue, Options, StoneSetup,
};

/// Most stones of a board.
const MAX_STONES: usize = 25 * 25;

/// The owner of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Own,
    Opponent,
}

/// Purpose for which a board is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    Show,
    Swap2,
    /// Points that are not to be searched, or to be searched again.
    Block {
        is_blocked: bool,
    },
}

/// The lines of a board until `DONE`.
#[derive(Debug)]
pub(super) struct BoardLines {
    purpose: Purpose,
    fields: Vec<(Point, Field)>,
    /// The first line that is wrong.
    wrong: Option<String>,
}

impl BoardLines {
    const fn new(purpose: Purpose) -> BoardLines {
        BoardLines { purpose, fields: Vec::new(), wrong: None }
    }

    /// `BOARD`: the brain moves.
    pub(super) const fn to_move() -> BoardLines {
        BoardLines::new(Purpose::Move)
    }

    /// `YXBOARD`: the brain waits.
    pub(super) const fn to_show() -> BoardLines {
        BoardLines::new(Purpose::Show)
    }

    /// `SWAP2BOARD`: the brain chooses.
    pub(super) const fn of_swap2() -> BoardLines {
        BoardLines::new(Purpose::Swap2)
    }

    /// `YXBLOCK` and `YXBLOCKUNDO`: points that the brain leaves out, or no longer.
    pub(super) const fn of_blocks(is_blocked: bool) -> BoardLines {
        BoardLines::new(Purpose::Block { is_blocked })
    }

    /// True if its points are to be left out, false if they are to be searched again; `None` if it
    /// is no list of such points.
    pub(super) fn blocks(&self) -> Option<bool> {
        match self.purpose {
            Purpose::Block { is_blocked } => Some(is_blocked),
            Purpose::Move | Purpose::Show | Purpose::Swap2 => None,
        }
    }

    pub(super) fn asks_for_move(&self) -> bool {
        self.purpose == Purpose::Move
    }

    pub(super) fn is_swap2(&self) -> bool {
        self.purpose == Purpose::Swap2
    }

    /// Adds a line. Returns true once the board is told.
    pub(super) fn add(&mut self, line: &str) -> bool {
        if line.eq_ignore_ascii_case("DONE") {
            return true;
        }
        match self.read(line) {
            Some(Some(field)) if self.fields.len() < MAX_STONES => self.fields.push(field),
            Some(None) => {}
            _ if self.wrong.is_some() => {}
            _ => self.wrong = Some(format!("the board has a line \"{}\"", excerpt(line))),
        }
        false
    }

    /// Reads `x,y,field`, or `x,y` in the opening and of blocks; `Some(None)` for a line without
    /// a stone.
    fn read(&self, line: &str) -> Option<Option<(Point, Field)>> {
        if line.is_empty() {
            return Some(None);
        }
        if (self.is_swap2() || self.blocks().is_some()) && line.matches(',').count() == 1 {
            return Some(Some((read_point(line)?, Field::Opponent)));
        }
        let (at, field) = line.rsplit_once(',')?;
        let at = read_point(at)?;
        Some(match field.trim() {
            "1" => Some((at, Field::Own)),
            "2" => Some((at, Field::Opponent)),
            // The winning row of continuous games.
            "3" => None,
            _ => return None,
        })
    }

    /// The stones in the order of the lines.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub(super) fn fields(&self) -> Result<Vec<(Point, Field)>, String> {
        self.wrong.clone().map_or(Ok(self.fields.clone()), Err)
    }

    /// The options of the game for this board.
    pub(super) fn options(&self, options: &Options, game: &GomocupGame) -> Options {
        let mut options = options.clone();
        if self.is_swap2() {
            let (option, value) = game.swap2;
            options.set(option, OptionValue::Word(value.to_owned()));
        }
        options
    }
}

/// The position with these stones and those before each of them, as far as they were
/// played by turns.
///
/// # Errors
/// When there is no such position.
pub(super) fn set_up(
    start: &AnyPosition,
    fields: &[(Point, Field)],
) -> Result<(AnyPosition, Vec<AnyPosition>), String> {
    let own = own_side(fields);
    let side_of = |field| if field == Field::Own { own } else { own.other() };
    let (mut position, mut history) = (start.clone(), Vec::new());
    let by_turns = fields.iter().all(|&(at, field)| {
        let before = position.clone();
        let played =
            position.side_to_move() == side_of(field) && position.play(Move::Place(at)).is_ok();
        history.push(before);
        played
    });
    if by_turns && (position.side_to_move() == own || position.outcome().is_some()) {
        return Ok((position, history));
    }
    let size = start.board().files;
    let mut stones = vec![None; usize::from(size) * usize::from(size)];
    for &(at, field) in fields {
        if at.file >= size || at.rank >= size {
            return Err("a stone is off the board".to_owned());
        }
        let place = usize::from(at.rank) * usize::from(size) + usize::from(at.file);
        if stones[place].replace(side_of(field)).is_some() {
            return Err("two stones are on one point".to_owned());
        }
    }
    let setup = StoneSetup { size, stones: &stones, to_move: Some(own) };
    let position = start.after_setup(&setup);
    let wrong = "the stones cannot stand like this under the rule of the game";
    Ok((position.ok_or(wrong)?, Vec::new()))
}

/// The position of the opening after these stones, black first.
///
/// # Errors
/// When their number or one of them is wrong.
pub(super) fn after_swap2(
    start: &AnyPosition,
    fields: &[(Point, Field)],
) -> Result<AnyPosition, String> {
    if ![0, 3, 5].contains(&fields.len()) {
        return Err("SWAP2BOARD has 0, 3 or 5 stones".to_owned());
    }
    let mut position = start.clone();
    for (n, &(at, _)) in fields.iter().enumerate() {
        if n == 3 {
            position.play(Move::Decide(Decision::Add)).map_err(|error| error.to_string())?;
        }
        position.play(Move::Place(at)).map_err(|error| error.to_string())?;
    }
    Ok(position)
}

/// The answer of a player of the opening: three stones; a swap, the fourth stone, or two
/// more stones; a swap, or the sixth stone.
pub(super) fn choose_swap2(
    engine: &mut dyn Engine,
    mut position: AnyPosition,
    request: &EngineRequest,
    stones: usize,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut wanted = if stones == 0 { 3 } else { 1 };
    while moves.len() < wanted {
        let Some(info) = engine.search(&position, request, &mut |_| ()) else { break };
        match info.best {
            Move::Decide(Decision::Add) => wanted = 2,
            Move::Decide(Decision::Swap) => return vec![info.best],
            Move::Place(_) => moves.push(info.best),
            _ => {}
        }
        if position.play(info.best).is_err() {
            break;
        }
    }
    moves
}
