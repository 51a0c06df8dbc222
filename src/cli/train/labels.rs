//! The arguments that tell what is learned.

use clap::Args;

use crate::train::labels::LabelParams;

/// Labels of positions for training.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LabelArgs {
    /// Part of what is learned that is the score of the search, from 0 to 1; the rest is what came
    /// later in the game.
    #[arg(long, value_name = "PART", default_value_t = 0.5)]
    score_part: f32,
    /// Weight of a score in what came later, as a part of that of the score before it, from 0 to 1:
    /// 1 for the result of the game alone, 0 for the next score alone.
    #[arg(long, value_name = "PART", default_value_t = 0.9)]
    decay: f32,
}

impl LabelArgs {
    pub(super) fn params(self) -> LabelParams {
        let LabelArgs { score_part, decay } = self;
        LabelParams { score_part: score_part.clamp(0.0, 1.0), decay: decay.clamp(0.0, 1.0) }
    }
}
