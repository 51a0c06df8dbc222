//! Gomoku, five in a row, with its stricter kin Standard, Caro and Renju:
//! rules, openings, notation and computer player.
//!
//! Black begins. Whoever first has five stones in an unbroken row wins; the
//! rules differ in what longer rows count and in what Black may not do.

pub mod fouls;
pub mod lines;
mod notation;
mod position;

pub use position::{End, Gomoku, Opening, Ply, Rule, Stage};
