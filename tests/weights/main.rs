//! The engines with the weights of `assets`. Loading them changes every later search
//! of the process, so that these tests are apart from `tests/search`.

mod fresh_process;
mod reversi_levels;
mod reversi_patterns;
mod reversi_solver;

#[path = "../common/timing.rs"]
mod timing;
