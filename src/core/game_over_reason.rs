//! Reasons for which a game is over by its rules.

/// Defines [`GameOverReason`] with the id of each variant beside it.
macro_rules! game_over_reasons {
    ($($(#[$doc:meta])* $variant:ident = $id:literal,)*) => {
        /// The reason for which the rules end a game. The games share these
        /// words; several use the same one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameOverReason {
            $($(#[$doc])* $variant,)*
        }

        impl GameOverReason {
            /// Every reason.
            pub const ALL: &'static [GameOverReason] = &[$(GameOverReason::$variant),*];

            /// Name of the reason in texts and output, the same in all games
            /// (`checkmate`, `no-moves`).
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(GameOverReason::$variant => $id,)*
                }
            }
        }
    };
}

game_over_reasons! {
    /// A row as long as the rules ask for is complete.
    Row = "row",
    /// A whole row, column or diagonal of the board is complete.
    FullLine = "full-line",
    /// Both diagonals of the board are complete.
    BothDiagonals = "both-diagonals",
    /// Five in a row.
    FiveInARow = "five",
    /// Six in a row, or more.
    SixInARow = "six",
    /// A side has captured as many stones as win.
    Captures = "captures",
    /// A side has scored the agreed number of goals.
    Goals = "goals",
    /// The board is full and one side has more goals.
    MoreGoals = "more-goals",
    /// A foul: two threes at once.
    DoubleThree = "foul-three",
    /// A foul: two fours at once.
    DoubleFour = "foul-four",
    /// A foul: a row that is too long.
    Overline = "foul-overline",
    /// The board is full.
    BoardFull = "full",
    /// Neither side can move.
    NoMoves = "no-moves",
    /// One side has nothing left on the board.
    WipedOut = "wiped-out",
    /// Nothing can be placed.
    Stuck = "stuck",
    /// As many stones were captured as the board has points.
    Exhausted = "exhausted",
    /// Both sides passed.
    Passes = "passes",
    /// Both sides agreed on the dead stones.
    DeadStonesAgreed = "agreed",
    /// A position came again and the game is void.
    NoResult = "repeated",
    /// The game went on for too long and was counted.
    MoveLimit = "endless",
    /// Checkmate.
    Checkmate = "checkmate",
    /// The side to move has no move and is not in check.
    Stalemate = "stalemate",
    /// Neither side can give mate any more.
    DeadPosition = "dead-position",
    /// The position occurred five times.
    FivefoldRepetition = "fivefold",
    /// 75 moves of each side without a capture or a pawn move.
    SeventyFiveMoves = "seventy-five",
    /// A claimed draw: the position has occurred three times.
    ClaimedRepetition = "claimed-repetition",
    /// A claimed draw: 50 moves without a capture or a pawn move.
    ClaimedFiftyMoves = "claimed-fifty",
    /// A claimed draw: the next move brings the position a third time.
    ClaimedNextRepetition = "claimed-next-repetition",
    /// A claimed draw: the next move is the fiftieth without a capture or a pawn
    /// move.
    ClaimedNextFiftyMoves = "claimed-next-fifty",
    /// As many moves without a capture as the rules allow.
    NaturalLimit = "natural-limit",
    /// A repetition in which neither side is at fault.
    Repetition = "repetition",
    /// A repetition in which both sides are equally at fault.
    MutualFault = "both-at-fault",
    /// One side gave check with every move of a repetition.
    PerpetualCheck = "perpetual-check",
    /// One side chased the same piece with every move of a repetition.
    PerpetualChase = "perpetual-chase",
    /// One side attacked with every move of a repetition, by checks, threats of
    /// mate and chases.
    PerpetualAttack = "perpetual-attack",
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_reason_has_an_id_of_its_own() {
        let ids: HashSet<_> = GameOverReason::ALL.iter().map(|reason| reason.id()).collect();
        assert_eq!(ids.len(), GameOverReason::ALL.len());
    }
}
