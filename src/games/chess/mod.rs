//! Chess and Chess960: rules, notation and computer player.
//!
//! The rules are the FIDE Laws of Chess (2023), with the draws that they let
//! a player claim as decisions of the game.

mod fen;
mod notation;
mod position;
mod refusal;
mod san;

pub use position::{Chess, Ply};
