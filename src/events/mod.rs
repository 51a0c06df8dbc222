//! Tournaments of a club.

pub mod swiss;
