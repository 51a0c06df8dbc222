//! The m,n,k games, tic-tac-toe among them: rules, notation and engine.
//!
//! The players place marks in turn on a board of files by ranks; the first
//! unbroken line of k marks wins, and a full board is a draw. Other goals are a
//! whole line of the board, and both of its diagonals.

mod engine;
mod evaluation;
mod goal;
mod levels;
mod move_error;
mod notation;
mod position;
mod position_setup;
mod puzzle_specs;
mod search_board;

pub use evaluation::Evaluator;
pub use goal::Goal;
pub use position::{Cell, DIRECTIONS, MAX_CELLS, MAX_SIDE, ROW_LENGTHS, Rules, TicTacToe};
pub use search_board::{MoveFilter, SearchBoard};

use super::{
    AnyPosition, Domain, Engine, Game, OptionSpec, OptionValue, Options, PositionSetup, PuzzleSpec,
    PuzzleSupport, SetupError,
};
use crate::core::Side;

const fn number(id: &'static str, min: u8, max: u8) -> OptionSpec {
    let (min, max) = (min as i64, max as i64);
    OptionSpec { id, domain: Domain::Number { min, max, step: 1, default: 3 } }
}

const FILES: OptionSpec = number("files", 3, MAX_SIDE);
const RANKS: OptionSpec = number("ranks", 3, MAX_SIDE);
const ROW: OptionSpec = number("row", *ROW_LENGTHS.start(), *ROW_LENGTHS.end());
const GOAL: OptionSpec = OptionSpec { id: "goal", domain: Domain::Words(Goal::WORDS) };
const OVERLINE: OptionSpec =
    OptionSpec { id: "overline", domain: Domain::Switch { default: true } };
const FIRST: OptionSpec = OptionSpec { id: "first", domain: Domain::Words(SIDES) };

/// Names of the sides in options and texts.
const SIDES: &[&str] = &["cross", "nought"];

/// The registry's entry for tic-tac-toe and the m,n,k games.
pub struct TicTacToeGame;

impl Rules {
    fn from_options(options: &Options) -> Result<Rules, SetupError> {
        options.check(TicTacToeGame.options())?;
        let number = |spec| match options.get(spec) {
            OptionValue::Number(number) => number as u8,
            OptionValue::Word(_) | OptionValue::Switch(_) => 3,
        };
        let (files, ranks, row) = (number(&FILES), number(&RANKS), number(&ROW));
        let goal = goal_of(options);
        if goal == Goal::Diagonals && files != ranks {
            let text = format!(
                "a board of {files} by {ranks} has no diagonals from corner to corner; \
                 choose as many columns as rows"
            );
            return Err(SetupError::Incompatible { message_id: "tictactoe-not-square", text });
        }
        if goal == Goal::Row && row > files.max(ranks) {
            let text = format!(
                "a row of {row} is longer than a board of {files} by {ranks}; \
                 enlarge the board or shorten the row"
            );
            return Err(SetupError::Incompatible { message_id: "tictactoe-row-too-long", text });
        }
        let overline = options.get(&OVERLINE) == OptionValue::Switch(true);
        Ok(Rules { files, ranks, goal, row, overline }.clamped())
    }
}

fn goal_of(options: &Options) -> Goal {
    match options.get(&GOAL) {
        OptionValue::Word(word) => Goal::from_word(&word),
        OptionValue::Number(_) | OptionValue::Switch(_) => Goal::Row,
    }
}

/// The side that moves first.
fn first_side(options: &Options) -> Side {
    let is_nought = options.get(&FIRST) == OptionValue::Word(SIDES[1].to_owned());
    if is_nought { Side::Second } else { Side::First }
}

impl Game for TicTacToeGame {
    fn id(&self) -> &'static str {
        "tictactoe"
    }

    fn side_names(&self) -> [&'static str; 2] {
        [SIDES[0], SIDES[1]]
    }

    // The corner opening with the only good reply.
    fn showcase(&self) -> &'static str {
        "a1 b2 c3 a2 c2"
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[FILES, RANKS, ROW, GOAL, OVERLINE, FIRST]
    }

    fn is_relevant(&self, id: &str, options: &Options) -> bool {
        goal_of(options) == Goal::Row || ![ROW.id, OVERLINE.id].contains(&id)
    }

    fn usual_boards(&self) -> &'static [&'static [(&'static str, i64)]] {
        &[
            &[(FILES.id, 3), (RANKS.id, 3), (ROW.id, 3)],
            &[(FILES.id, 4), (RANKS.id, 4), (ROW.id, 4)],
            &[(FILES.id, 5), (RANKS.id, 5), (ROW.id, 4)],
            &[(FILES.id, 7), (RANKS.id, 7), (ROW.id, 5)],
            &[(FILES.id, 9), (RANKS.id, 9), (ROW.id, 5)],
        ]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        let rules = Rules::from_options(options)?;
        Ok(AnyPosition::new(TicTacToe::begun_by(rules, first_side(options))))
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        Ok(AnyPosition::new(TicTacToe::read(text, Rules::from_options(options)?)?))
    }

    fn puzzles(&self) -> Option<&dyn PuzzleSupport> {
        Some(self)
    }

    fn position_setup(&self) -> &dyn PositionSetup {
        self
    }

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::TicTacToeEngine::default())
    }
}

impl PuzzleSupport for TicTacToeGame {
    fn specs(&self) -> &'static [PuzzleSpec] {
        puzzle_specs::PUZZLE_SPECS
    }
}
