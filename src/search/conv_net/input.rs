//! Input and output of a network.

/// A position as a network sees it, from the side to move's view.
#[derive(Clone, Copy, Debug)]
pub struct NetworkInput<'a> {
    /// Files of the board, 1 to 25.
    pub files: u8,
    /// Ranks of the board, 1 to 25.
    pub ranks: u8,
    /// One plane after the other, each with a 0 or 1 for each point, from a1 along the ranks.
    pub planes: &'a [u8],
    /// The numbers that belong to no point.
    pub globals: &'a [f32],
}

impl NetworkInput<'_> {
    /// Number of points of the board.
    #[must_use]
    pub fn points(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }
}

/// The estimates of a network, from the side to move's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkOutput {
    /// Logit of a move on each point, from a1 along the ranks. Illegal moves have one too.
    pub policy: Vec<f32>,
    /// Logit of a pass.
    pub pass: f32,
    /// Probability of a win, 0 to 1.
    pub win: f32,
    /// Expected score lead, in units of [`NetworkOutput::SCORE_UNIT`] points.
    pub lead: f32,
    /// Standard deviation of the score, in the same unit, above 0.
    pub deviation: f32,
    /// Owner of each point: 1 for the side to move, -1 for the other.
    pub ownership: Vec<f32>,
}

impl NetworkOutput {
    /// Points that one unit of the score stands for.
    pub const SCORE_UNIT: f32 = 20.0;

    /// Expected score lead of the side to move, in points.
    #[must_use]
    pub fn lead_in_points(&self) -> f32 {
        self.lead * Self::SCORE_UNIT
    }

    /// Standard deviation of the score, in points.
    #[must_use]
    pub fn deviation_in_points(&self) -> f32 {
        self.deviation * Self::SCORE_UNIT
    }
}

/// Standard size of a board, to whose side the pooled sizes of others are relative.
const USUAL_SIDE: f32 = 14.0;

/// Side of the square board with so many points, relative to the usual one, in tens.
pub(super) fn relative_side(points: usize) -> f32 {
    ((points as f32).sqrt() - USUAL_SIDE) / 10.0
}

/// The probability of a win of the logits of a win and a loss.
pub(super) fn win_probability(win: f32, loss: f32) -> f32 {
    1.0 / (1.0 + (loss - win).exp())
}

/// The softplus function, above 0.
pub(super) fn softplus(x: f32) -> f32 {
    if x > 20.0 { x } else { x.exp().ln_1p() }
}
