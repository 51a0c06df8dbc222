//! Tic-tac-toe and its relatives, the m,n,k games: rules, notation and
//! computer player.
//!
//! The players put marks on a board of files by ranks in turn; who first has
//! k of them in an unbroken straight line wins, and a full board is a draw.

mod engine;
mod knowledge;
mod levels;
mod notation;
mod position;
mod recipes;
mod rows;

pub use knowledge::Knowledge;
pub use position::{Cell, DIRECTIONS, MOST_CELLS, MOST_SIDE, ROWS, Rules, TicTacToe};
pub use rows::{Rows, View};

use super::{
    AnyPosition, Choice, Domain, Engine, Game, OptionSpec, Options, Recipe, Refusal, SetupError,
};

const fn number(id: &'static str, min: u8, max: u8) -> OptionSpec {
    let (min, max) = (min as i64, max as i64);
    OptionSpec { id, domain: Domain::Number { min, max, step: 1, default: 3 } }
}

const FILES: OptionSpec = number("files", 3, MOST_SIDE);
const RANKS: OptionSpec = number("ranks", 3, MOST_SIDE);
const ROW: OptionSpec = number("row", ROWS.0, ROWS.1);
const OVERLINE: OptionSpec =
    OptionSpec { id: "overline", domain: Domain::Switch { default: true } };

/// Tic-tac-toe as the registry lists it.
pub struct TicTacToeGame;

impl Rules {
    fn from_options(options: &Options) -> Result<Rules, SetupError> {
        options.check(TicTacToeGame.options())?;
        let number = |spec| match options.get(spec) {
            Choice::Number(number) => number as u8,
            Choice::Word(_) | Choice::Switch(_) => 3,
        };
        let (files, ranks, row) = (number(&FILES), number(&RANKS), number(&ROW));
        if row > files.max(ranks) {
            let text = format!(
                "a row of {row} is longer than a board of {files} by {ranks}; \
                 enlarge the board or shorten the row"
            );
            return Err(SetupError::Clash(Refusal { id: "tictactoe-row-too-long", text }));
        }
        let overline = options.get(&OVERLINE) == Choice::Switch(true);
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

    fn options(&self) -> &'static [OptionSpec] {
        &[FILES, RANKS, ROW, OVERLINE]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        Ok(AnyPosition::new(TicTacToe::new(Rules::from_options(options)?)))
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        Ok(AnyPosition::new(TicTacToe::read(text, Rules::from_options(options)?)?))
    }

    fn recipes(&self) -> &'static [Recipe] {
        recipes::RECIPES
    }

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::TicTacToeEngine::default())
    }
}
