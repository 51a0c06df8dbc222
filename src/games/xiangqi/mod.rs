//! Xiangqi, also known as Chinese chess: rules, notation, repetition and
//! computer player.
//!
//! Red begins. Who is mated or has no move loses; the generals may not face
//! each other on an open file; who brings a position back by perpetual check
//! or chase loses.

mod board;
mod engine;
mod evaluation;
mod levels;
mod lines;
mod notation;
mod position;
mod recipes;
mod referee;
mod repetition;
mod tactics;
mod warnings;
mod words;

pub use board::{Board as Places, Kind, Step};
pub use notation::START;
pub use position::{Ending, NATURAL_LIMIT, Past, Rules, State, Undo, Xiangqi};
pub use repetition::{Reason, Verdict};

use super::{
    Aim, AnyPosition, Choice, Domain, Engine, Game, Judgement, OptionSpec, Options, Recipe,
    SetupError,
};

const RULES: OptionSpec = OptionSpec { id: "rules", domain: Domain::Words(&["axf", "cxa"]) };

/// Xiangqi as the registry lists it.
pub struct XiangqiGame;

fn rules(options: &Options) -> Result<Rules, SetupError> {
    options.check(XiangqiGame.options())?;
    let chinese = options.get(&RULES) == Choice::Word("cxa".to_owned());
    Ok(if chinese { Rules::Chinese } else { Rules::Asian })
}

impl Game for XiangqiGame {
    fn id(&self) -> &'static str {
        "xiangqi"
    }

    fn piece_sets(&self) -> &'static [&'static str] {
        &["pictures"]
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["red", "black"]
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[RULES]
    }

    fn start(&self, options: &Options) -> Result<AnyPosition, SetupError> {
        self.position(options, START)
    }

    fn position(&self, options: &Options, text: &str) -> Result<AnyPosition, SetupError> {
        Ok(AnyPosition::new(Xiangqi::read(text, rules(options)?)?))
    }

    fn adjudicate(
        &self,
        options: &Options,
        position: &str,
        moves: &[&str],
    ) -> Result<Option<Judgement>, SetupError> {
        let start = Xiangqi::read(position, rules(options)?)?;
        referee::adjudicate(&start, moves).map(Some)
    }

    fn aims(&self) -> &'static [Aim] {
        &[Aim::Mate, Aim::Material, Aim::Win, Aim::Draw, Aim::Only]
    }

    fn recipes(&self) -> &'static [Recipe] {
        recipes::RECIPES
    }

    fn levels(&self) -> u8 {
        engine::LEVELS
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(engine::XiangqiEngine::default())
    }
}

impl Xiangqi {
    /// A legal move in the notation of the World Xiangqi Federation, such as
    /// C2=5, C+-2 or Pa=5; empty if no piece stands where it begins.
    #[must_use]
    pub fn wxf(&self, step: Step) -> String {
        words::wxf(self, step)
    }

    /// A legal move in Chinese, such as 炮二平五 or 前卒平4; empty if no piece
    /// stands where it begins.
    #[must_use]
    pub fn chinese(&self, step: Step) -> String {
        words::chinese(self, step)
    }
}
