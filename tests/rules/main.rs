//! The rules of every game: published counts, reference implementations, and laws
//! that hold for all games.

mod chess;
mod chess_draws;
mod go;
mod go_dead_stones;
mod go_edge_cases;
mod go_life_and_death;
mod go_scoring;
mod gomoku;
mod gomoku_openings;
mod gomoku_reference;
mod gomoku_variants;
mod laws;
mod position_setup;
mod reversi;
mod tictactoe;
mod xiangqi;
mod xiangqi_warnings;

#[path = "../common/chess.rs"]
mod chess_positions;

#[path = "../common/options.rs"]
mod options;
