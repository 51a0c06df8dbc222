//! `adjudicate`: how the rules judge moves that were played on through
//! repetitions, as a referee does.

use std::io::Write;

use super::CliError;
use crate::games::{Call, Choice, Game, Options};

pub(super) fn run(
    game: &dyn Game,
    rules: &str,
    position: &str,
    moves: &[String],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut options = Options::default();
    options.set("rules", Choice::Word(rules.to_owned()));
    let moves: Vec<&str> = moves.iter().flat_map(|text| text.split_whitespace()).collect();
    let Some(judgement) = game.adjudicate(&options, position, &moves)? else {
        let reason = format!("{} has no rules of repetition to judge by", game.id());
        return Err(CliError::Failed(reason));
    };
    let call = match judgement.call {
        Call::Win => "Win",
        Call::Loss => "Loss",
        Call::Draw => "Draw",
        Call::Undecided => "Undecided",
    };
    writeln!(out, "{call} {}", judgement.reason)?;
    Ok(())
}
