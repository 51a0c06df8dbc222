//! `perft`: counts the leaf nodes of the move tree, to verify and time move
//! generation.

use std::io::Write;
use std::time::Instant;

use super::CliError;
use crate::games::AnyPosition;

pub(super) fn run(position: &AnyPosition, depth: u32, out: &mut dyn Write) -> Result<(), CliError> {
    for depth in 1..=depth {
        let started = Instant::now();
        let nodes = position.perft(depth);
        let seconds = started.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds.max(1e-9);
        writeln!(out, "{depth:>2} {nodes:>14} {speed:>12.0}")?;
        out.flush()?;
    }
    Ok(())
}
