//! The results of the threat space searches, VCF and VCT.

/// The verdict on the position searched, with the winning sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreatResult<'a> {
    /// The side to move wins by these moves of both sides.
    Won(&'a [u16]),
    /// Every sequence of threats is refuted.
    NoWin,
    /// A limit of nodes, depth or width came before the end of the search.
    Unknown,
}

impl<'a> ThreatResult<'a> {
    /// The winning sequence, if one was found.
    #[must_use]
    pub fn win(self) -> Option<&'a [u16]> {
        match self {
            ThreatResult::Won(line) => Some(line),
            ThreatResult::NoWin | ThreatResult::Unknown => None,
        }
    }
}
