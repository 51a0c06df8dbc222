//! Tournaments of clubs: who meets whom in a round, results, standings, and the file that
//! keeps them.
//!
//! Without I/O, and of games only what the registry says: a file's text goes in and out, and
//! entrants with their histories become pairs.

mod arena;
mod check;
mod crosstable;
mod file;
mod history;
mod knockout;
mod matching;
mod pairing;
mod round_robin;
mod standings;
pub mod swiss;
mod teams;
#[cfg(test)]
mod tests;
mod text;
mod tournament;

pub use check::{
    InvalidTournament, MAX_BOARDS, MAX_MINUTES, MAX_NAME, MAX_PLAYERS, MAX_RATING, MAX_SWISS_ROUNDS,
};
pub use crosstable::{BYE, CrosstableLine};
pub use file::{MAX_BYTES, ReadError};
pub use pairing::PairingError;
pub use standings::{Standing, TieBreak};
pub use teams::{TeamMatch, TeamStanding};
pub use text::points_text;
pub use tournament::{Entered, EntryError, GameResult, Kind, Pairing, Player, Round, Tournament};
