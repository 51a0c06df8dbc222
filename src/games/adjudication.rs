//! Adjudication of repetitions.

/// A ruling, from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It has won.
    Win,
    /// It has lost.
    Loss,
    /// The game is drawn.
    Draw,
    /// The game goes on.
    Undecided,
}

/// A ruling with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// The ruling.
    pub ruling: Ruling,
    /// The reason, a few English words without a full stop.
    pub reason: &'static str,
}
