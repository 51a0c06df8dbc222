//! The m,n,k games, tic-tac-toe among them: rules, notation and engine.
//!
//! The players place marks in turn on a board of files by ranks; the first
//! unbroken line of k marks wins, and a full board is a draw.

mod engine;
mod evaluation;
mod levels;
mod move_error;
mod notation;
mod position;
mod position_setup;
mod puzzle_specs;
mod search_board;

pub use evaluation::Evaluator;
pub use position::{Cell, DIRECTIONS, MAX_CELLS, MAX_SIDE, ROW_LENGTHS, Rules, TicTacToe};
pub use search_board::{MoveFilter, SearchBoard};

use super::{
    AnyPosition, Domain, Engine, Game, OptionSpec, OptionValue, Options, PositionSetup, PuzzleSpec,
    PuzzleSupport, SetupError,
};

const fn number(id: &'static str, min: u8, max: u8) -> OptionSpec {
    let (min, max) = (min as i64, max as i64);
    OptionSpec { id, domain: Domain::Number { min, max, step: 1, default: 3 } }
}

const FILES: OptionSpec = number("files", 3, MAX_SIDE);
const RANKS: OptionSpec = number("ranks", 3, MAX_SIDE);
const ROW: OptionSpec = number("row", *ROW_LENGTHS.start(), *ROW_LENGTHS.end());
const OVERLINE: OptionSpec =
    OptionSpec { id: "overline", domain: Domain::Switch { default: true } };

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
        if row > files.max(ranks) {
            let text = format!(
                "a row of {row} is longer than a board of {files} by {ranks}; \
                 enlarge the board or shorten the row"
            );
            return Err(SetupError::Incompatible { message_id: "tictactoe-row-too-long", text });
        }
        let overline = options.get(&OVERLINE) == OptionValue::Switch(true);
        Ok(Rules { files, ranks, row, overline })
    }
}

impl Game for TicTacToeGame {
    fn id(&self) -> &'static str {
        "tictactoe"
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["cross", "nought"]
    }

    // The corner opening with the only good reply.
    fn showcase(&self) -> &'static str {
        "a1 b2 c3 a2 c2"
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[FILES, RANKS, ROW, OVERLINE]
    }

    fn usual_boards(&self) -> &'static [&'static [(&'static str, i64)]] {
        &[
            &[(FILES.id, 3), (RANKS.id, 3), (ROW.id, 3)],
            &[(FILES.id, 4), (RANKS.id, 4), (ROW.id, 4)],
            &[(FILES.id, 5), (RANKS.id, 5), (ROW.id, 4)],
            &[(FILES.id, 9), (RANKS.id, 9), (ROW.id, 5)],
        ]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        Ok(AnyPosition::new(TicTacToe::new(Rules::from_options(options)?)))
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
