//! Tournaments of clubs: who meets whom in a round.
//!
//! Without I/O, and without knowledge of any game: entrants with their histories go in,
//! pairs come out.

pub mod swiss;
