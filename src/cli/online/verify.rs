//! `online verify`: the log of a game that proves itself.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use super::super::{CliError, file_error};
use super::finish_text;
use crate::core::Side;
use crate::net::{Evidence, MAX_NOTICE};

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 2 * MAX_NOTICE as u64;

/// Checks the log of a file, and prints what it proves.
pub(super) fn run(path: &Path, out: &mut dyn Write) -> Result<(), CliError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE).read_to_end(&mut bytes));
    read.map_err(|error| file_error(path, &error))?;
    let evidence = Evidence::check(&bytes).map_err(|error| file_error(path, &error))?;
    let game = evidence.game();
    let terms = game.terms();
    let names =
        terms.players.each_ref().map(|it| format!("{} {}", it.name, it.player.fingerprint()));
    writeln!(out, "game {} of {}: {}", terms.id, terms.game, names.join(" - "))?;
    let moves = game.tree().path(game.node()).into_iter();
    let moves: Vec<_> = moves.filter_map(|node| game.tree().move_text(node)).collect();
    writeln!(out, "moves: {}", moves.join(" "))?;
    match game.finish() {
        Some(finish) => writeln!(out, "result: {}", finish_text(game, finish))?,
        None => writeln!(out, "result: unfinished")?,
    }
    let [first, second] = evidence.signed();
    let entries = game.log().entries.len();
    let referee = terms.referee.fingerprint();
    writeln!(
        out,
        "entries: {entries}, of which {first} and {second} are signed by the players, and all by the \
         referee {referee}"
    )?;
    let missing = Side::BOTH.into_iter().find(|side| evidence.signed()[side.index()] == 0);
    match missing {
        None => writeln!(out, "signed by both players, checked")?,
        Some(side) => {
            let name = &terms.players[side.index()].name;
            writeln!(out, "checked, but {name} has signed nothing")?;
        }
    }
    Ok(())
}
