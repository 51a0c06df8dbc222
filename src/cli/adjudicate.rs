//! `adjudicate`: rulings on repetitions in a sequence of moves.

use std::io::Write;

use super::CliError;
use crate::games::{Game, OptionValue, Options, Ruling};

pub(super) fn run(
    game: &dyn Game,
    rules: &str,
    position: &str,
    moves: &[String],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let mut options = Options::default();
    options.set("rules", OptionValue::Word(rules.to_owned()));
    let moves: Vec<&str> = moves.iter().flat_map(|text| text.split_whitespace()).collect();
    let Some(judgement) = game.adjudicate(&options, position, &moves)? else {
        let reason = format!("{} has no rules of repetition to judge by", game.id());
        return Err(CliError::Failed(reason));
    };
    let call = match judgement.ruling {
        Ruling::Win => "Win",
        Ruling::Loss => "Loss",
        Ruling::Draw => "Draw",
        Ruling::Undecided => "Undecided",
    };
    writeln!(out, "{call} {}", judgement.reason)?;
    Ok(())
}
