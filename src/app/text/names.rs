//! Translated names of games, sides and file formats.

use super::Localization;
use crate::core::Side;
use crate::games::Game;
use crate::record::formats::Format;

/// Name of the game with this id.
pub fn game_name(l10n: &Localization, id: &str) -> String {
    l10n.get(&format!("game-{id}"))
}

/// Name of a side of a game.
pub fn side_name(l10n: &Localization, game: &dyn Game, side: Side) -> String {
    l10n.get(&format!("side-{}", game.side_names()[side.index()]))
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
