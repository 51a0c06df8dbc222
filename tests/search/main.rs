//! The engines as the code alone makes them: tactics, solved positions, limits and
//! levels. Nothing here loads weights, which would change every later search of
//! the process; see `tests/weights`.

mod chess;
mod go;
mod gomoku;
mod gomoku_threats;
mod gomoku_variants;
mod limits;
mod multi_pv;
mod parallel;
mod reversi;
mod tictactoe;
mod tracing;
mod xiangqi;

#[path = "../common/engines.rs"]
mod engines;
#[path = "../common/timing.rs"]
mod timing;
