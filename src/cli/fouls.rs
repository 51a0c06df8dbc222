//! `fouls`: the forbidden points of Renju, by reason.

use std::collections::BTreeMap;
use std::io::Write;

use super::CliError;
use crate::core::Point;
use crate::games::registry::GAMES;
use crate::games::{Domain, Game, OptionSpec, Options};

/// The reasons in the order in which they are printed.
const REASONS: [&str; 3] = ["33", "44", "6+"];

/// Id of the game whose options know Renju.
pub(super) fn default_game() -> String {
    let has_renju =
        |spec: &OptionSpec| matches!(spec.domain, Domain::Words(words) if words.contains(&"renju"));
    let game = GAMES.iter().find(|game| game.options().iter().any(has_renju));
    game.map(|game| game.id().to_owned()).unwrap_or_default()
}

/// Prints `33: … | 44: … | 6+: …`, the points by letter, then by number.
pub(super) fn run(
    game: &dyn Game,
    options: &Options,
    [black, white]: [&str; 2],
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let text = format!("{} {} black", stone_list(black), stone_list(white));
    let position = game.position(options, &text)?;
    let mut points: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for warning in position.warnings() {
        points.entry(warning.label).or_default().extend(warning.mv.target());
    }
    let fields = REASONS.map(|reason| {
        let mut field = format!("{reason}:");
        let mut found = points.remove(reason).unwrap_or_default();
        found.sort_unstable();
        for point in found {
            field.push_str(&format!(" {point}"));
        }
        field
    });
    writeln!(out, "{}", fields.join(" | "))?;
    Ok(())
}

/// A list of stones in the form of a position's text.
fn stone_list(list: &str) -> String {
    let names: Vec<&str> =
        list.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}
