//! Translated names of games, sides, players and file formats.

use super::Localization;
use crate::content::record_texts;
pub use crate::content::record_texts::{
    STORED_PERSON_NAME, is_computer_name, stored_computer_name, stored_person_name,
};
use crate::core::Side;
use crate::games::{AnyPosition, Game, Options, Piece};
use crate::record::formats::Format;

/// Name of the game with this id.
pub fn game_name(l10n: &Localization, id: &str) -> String {
    l10n.get(&format!("game-{id}"))
}

/// Name of a side of a game.
pub fn side_name(l10n: &Localization, game: &dyn Game, side: Side) -> String {
    l10n.get(&format!("side-{}", game.side_names()[side.index()]))
}

/// The result of a game in words, such as "White won" or "Black +5.5". The margin is that of
/// the result as a record states it, such as `0-1 5.5`; `None` is a draw.
pub fn result_text(
    l10n: &Localization,
    game: &dyn Game,
    winner: Option<Side>,
    stated: &str,
) -> String {
    let Some(winner) = winner else { return l10n.get("result-drawn") };
    let side = ("side", side_name(l10n, game, winner));
    let by = stated.split(' ').nth(1).unwrap_or_default();
    if by.starts_with(|c: char| c.is_ascii_digit()) {
        l10n.format("result-won-by", &[side, ("points", by.to_owned())])
    } else {
        l10n.format("result-won", &[side])
    }
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
    let ids = record_texts::variant_ids(game, options);
    let names: Vec<_> = ids.iter().map(|id| l10n.get(id)).collect();
    (!names.is_empty()).then(|| names.join(" · "))
}

/// A stored name as it is shown: translated if this program has given it.
pub fn shown_player_name(l10n: &Localization, stored: &str) -> String {
    record_texts::player_name(l10n.locale(), stored)
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
