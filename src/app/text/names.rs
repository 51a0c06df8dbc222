//! Translated names of games, sides, players and file formats.

use super::Localization;
use crate::core::Side;
use crate::games::{AnyPosition, Game, OptionSpec, OptionValue, Options, Piece};
use crate::record::formats::Format;

/// Name of the game with this id.
pub fn game_name(l10n: &Localization, id: &str) -> String {
    l10n.get(&format!("game-{id}"))
}

/// Name of a side of a game.
pub fn side_name(l10n: &Localization, game: &dyn Game, side: Side) -> String {
    l10n.get(&format!("side-{}", game.side_names()[side.index()]))
}

/// The name of a piece of a position with its side, such as "White pawn".
pub fn piece_name(
    l10n: &Localization,
    game: &dyn Game,
    position: &AnyPosition,
    piece: Piece,
) -> String {
    let names = position.piece_names();
    let name = names.get(usize::from(piece.kind)).copied().unwrap_or_default();
    let side = game.side_names()[piece.side.index()];
    // Some pieces have different names on the two sides.
    let own = l10n.find(&format!("piece-{side}-{name}"));
    let name = own.unwrap_or_else(|| l10n.get(&format!("piece-{name}")));
    let args = [("side", side_name(l10n, game, piece.side)), ("piece", name)];
    l10n.format("position-piece", &args)
}

/// The rules and the opening of a game where they are not the usual ones, such as
/// "Renju · Swap2"; `None` for the plain game.
pub fn variant_line(l10n: &Localization, game: &dyn Game, options: &Options) -> Option<String> {
    let name = |spec: &OptionSpec| {
        let value = options.get(spec);
        let is_usual = value == spec.domain.default_choice();
        match value {
            // Values that matter little have no name.
            OptionValue::Word(word) if !is_usual && game.is_relevant(spec.id, options) => {
                l10n.find(&format!("variant-{}-{word}", spec.id))
            }
            _ => None,
        }
    };
    let names: Vec<_> = game.options().iter().filter_map(name).collect();
    (!names.is_empty()).then(|| names.join(" · "))
}

/// The names that this program gives to players, as they are stored whatever the language:
/// what comes before and after the number, and the message that is shown for it. Those of
/// other languages were stored by earlier versions.
const GIVEN_NAMES: [(&str, &str, &str); 4] = [
    ("Computer, level ", "", "computer-level"),
    ("Player ", "", "player-number"),
    ("电脑 ", " 级", "computer-level"),
    ("棋手 ", "", "player-number"),
];

/// The stored name of the only person in a game, and the same in another language.
pub const STORED_PERSON_NAME: &str = "Player";
const OLD_PERSON_NAME: &str = "棋手";

/// The stored name of the computer at this level.
pub fn stored_computer_name(level: u8) -> String {
    format!("{}{level}", GIVEN_NAMES[0].0)
}

/// The stored name of one of two people at this device.
pub fn stored_person_name(number: u8) -> String {
    format!("{}{number}", GIVEN_NAMES[1].0)
}

/// True if this program gave the name to a computer player.
pub fn is_computer_name(stored: &str) -> bool {
    let mut given = GIVEN_NAMES.iter().filter(|name| name.2 == "computer-level");
    given.any(|(before, after, _)| stored.starts_with(before) && stored.ends_with(after))
}

/// A stored name as it is shown: translated if this program has given it.
pub fn shown_player_name(l10n: &Localization, stored: &str) -> String {
    let given = GIVEN_NAMES.iter().find_map(|(before, after, id)| {
        let number = stored.strip_prefix(before)?.strip_suffix(after)?;
        let is_number =
            (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| l10n.format(id, &[("number", number.to_owned())]))
    });
    given.unwrap_or_else(|| match stored {
        STORED_PERSON_NAME | OLD_PERSON_NAME => l10n.get("player"),
        name => name.to_owned(),
    })
}

/// Name of a record format, with the extension of its files.
pub fn format_name(l10n: &Localization, format: &Format) -> String {
    let name = l10n.find(&format!("format-{}", format.id));
    let name = name.unwrap_or_else(|| format.id.to_uppercase());
    let extension = format.extensions.first().copied().unwrap_or_default();
    l10n.format("format-with-ending", &[("name", name), ("ending", extension.to_owned())])
}

/// Remark on what of a record a format can hold.
pub fn format_remark(l10n: &Localization, format: &Format) -> String {
    match (format.variations, format.annotations) {
        (true, true) => l10n.get("export-line-all"),
        (_, true) => l10n.get("export-line-notes"),
        _ => l10n.get("export-line-alone"),
    }
}

/// A number's text with the true minus sign, which is as wide as the plus sign.
pub fn with_minus_sign(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_the_program_gives_are_translated() {
        let l10n = Localization::default();
        for stored in [stored_computer_name(3), "电脑 3 级".to_owned()] {
            let shown = l10n.format("computer-level", &[("number", "3".to_owned())]);
            assert_eq!(shown_player_name(&l10n, &stored), shown);
        }
        assert_eq!(
            shown_player_name(&l10n, &stored_person_name(2)),
            l10n.format("player-number", &[("number", "2".to_owned())])
        );
        assert_eq!(shown_player_name(&l10n, STORED_PERSON_NAME), l10n.get("player"));
        for name in ["Ann", "", "Player two", "Player 2b", "Computer, level 123"] {
            assert_eq!(shown_player_name(&l10n, name), name);
        }
    }
}
