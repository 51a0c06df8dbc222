//! How a referee judges moves that were played on through repetitions.

/// What a referee says of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It has won.
    Win,
    /// It has lost.
    Loss,
    /// Nobody has won or will.
    Draw,
    /// The game goes on.
    Undecided,
}

/// A referee's call and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The call.
    pub call: Call,
    /// The reason, a few English words without an end.
    pub reason: &'static str,
}
