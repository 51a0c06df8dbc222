//! The customs of games by which ties of tournaments are broken.

/// A custom by which tournaments decide between players of equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreakCustom {
    /// That of chess (FIDE): the games against each other first, then Buchholz and what refines it.
    Direct,
    /// Buchholz first, then Sonneborn-Berger.
    Buchholz,
    /// The same under the names of Go: SOS and SODOS.
    Sos,
    /// That of Xiangqi: the points of the opponents, then games won.
    OpponentsAndWins,
}
