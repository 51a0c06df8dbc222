//! Themes: colours, board surfaces, piece sets and music.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use super::file::{self, FileError, FormatError};
use super::messages;
use crate::core::excerpt;

/// The index of all themes, within the assets folder.
pub const INDEX: &str = "themes/index.ron";

/// Minimum contrast of text against its background (WCAG 2.1 level AA).
pub(super) const MIN_CONTRAST: f64 = 4.5;

/// Factor of the line widths from which a theme is drawn for weak eyes.
const STRONG_LINES: f32 = 1.5;

/// A colour as red, green and blue in sRGB; in files `"#RRGGBB"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] = value
            .ok_or_else(|| {
                de::Error::custom(format!("\"{}\" is not a colour like #3B7D5D", excerpt(&text)))
            })?
            .to_be_bytes();
        Ok(Colour([red, green, blue]))
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

impl Colour {
    /// Relative luminance, 0 (black) to 1 (white), by WCAG 2.1.
    fn luminance(self) -> f64 {
        let linear = self.0.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Contrast ratio to another colour, 1 to 21, by WCAG 2.1.
    #[must_use]
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// The texture of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grain {
    /// Long fibres and growth rings.
    Wood,
    /// Short fibres in all directions.
    Felt,
    /// None.
    Plain,
}

/// Material of a board or its frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// Base colour.
    pub base: Colour,
    /// Texture.
    pub grain: Grain,
    /// Strength of the texture, 0 to 1.
    pub strength: f32,
    /// Colour of the lines on it, if other than on other boards.
    #[serde(
        default,
        deserialize_with = "deserialize_some",
        skip_serializing_if = "Option::is_none"
    )]
    pub line: Option<Colour>,
}

/// Reads an optional value that is written without `Some`.
fn deserialize_some<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Colour>, D::Error> {
    Colour::deserialize(deserializer).map(Some)
}

/// Colours of lines and marks on boards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardColours {
    /// Lines and star points.
    pub line: Colour,
    /// Dots on legal moves.
    pub ink: Colour,
    /// Coordinates on the frame.
    pub frame_ink: Colour,
    /// The mark of the last move on a stone.
    pub last_move: Colour,
    /// The tint of the squares that a piece moved from and to.
    pub moved: Colour,
    /// The tint of a move that waits for the opponent's.
    pub premove: Colour,
    /// The ring around a hinted move.
    pub hint: Colour,
    /// The keyboard cursor.
    pub cursor: Colour,
    /// The cross on a refused move.
    pub refused: Colour,
}

/// A theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    version: u32,
    /// Id in settings.
    pub id: String,
    /// Title by language.
    pub title: BTreeMap<String, String>,
    /// Dark theme: light on dark.
    pub dark: bool,
    /// Background of the window.
    pub paper: Colour,
    /// Surface of panels and cards.
    pub panel: Colour,
    /// Text.
    pub ink: Colour,
    /// Secondary text.
    pub muted: Colour,
    /// Outlines and rules.
    pub hairline: Colour,
    /// Highlighted text and lines.
    pub accent: Colour,
    /// Fill of what is to be pressed first: main buttons, chosen places.
    pub seal: Colour,
    /// Text on the seal.
    pub on_seal: Colour,
    /// Success, or switched on.
    pub good: Colour,
    /// Warnings.
    pub warning: Colour,
    /// Factor of all line widths, 0.5 to 4.
    pub line_weight: f32,
    /// Colours of lines and marks on boards.
    pub board: BoardColours,
    /// Board materials by surface name; "frame" is the frame of all boards.
    pub surfaces: BTreeMap<String, Surface>,
    /// Id of the piece set, unless the player has chosen another one for a game.
    pub pieces: String,
    /// Id of the music.
    pub music: String,
}

/// Error in what a theme says.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ThemeError {
    /// It is not in the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A surface that every theme has is missing.
    #[error("surfaces has no \"{0}\"")]
    NoSurface(&'static str),
    /// A text cannot be read on its background.
    #[error(
        "{text} {ink} on {background} {paper} has a contrast of {contrast:.1}; at least \
         {MIN_CONTRAST} is readable"
    )]
    Contrast {
        /// Name of the text's colour.
        text: &'static str,
        /// The text's colour.
        ink: Colour,
        /// Name of the background's colour.
        background: &'static str,
        /// The background's colour.
        paper: Colour,
        /// Their contrast.
        contrast: f64,
    },
    /// The line weight is out of range.
    #[error("line_weight is {0}; expected 0.5 to 4")]
    LineWeight(f32),
    /// The strength of a surface is out of range.
    #[error("strength of {surface} is {strength}; expected 0 to 1")]
    Strength {
        /// The surface.
        surface: String,
        /// Its strength.
        strength: f32,
    },
}

/// The valid themes, and the errors in the others.
#[derive(Clone, Debug, Default)]
pub struct LoadedThemes {
    /// In the order of the index.
    pub themes: Vec<Theme>,
    /// One for each invalid file.
    pub errors: Vec<FileError>,
    /// Every file that the index names, within the assets folder.
    pub listed_files: Vec<String>,
}

/// Reads the index and every theme it names. A bad file is reported; the
/// others still load.
pub fn load<E: fmt::Display>(read: impl Fn(&str) -> Result<String, E>) -> LoadedThemes {
    let loaded = file::load(read, INDEX, "themes/", |name, text| {
        let theme = file::parse(name, text)?;
        check(&theme).map_err(|error| FileError::whole(name, error))?;
        Ok(theme)
    });
    LoadedThemes {
        themes: loaded.contents.into_iter().map(|(_, theme)| theme).collect(),
        errors: loaded.errors,
        listed_files: loaded.listed_files,
    }
}

fn check(theme: &Theme) -> Result<(), ThemeError> {
    file::check_version(theme.version)?;
    let frame = theme.surface("frame").ok_or(ThemeError::NoSurface("frame"))?;
    let texts = [
        ("ink", theme.ink, "paper", theme.paper),
        ("ink", theme.ink, "panel", theme.panel),
        ("muted", theme.muted, "paper", theme.paper),
        ("muted", theme.muted, "panel", theme.panel),
        ("accent", theme.accent, "paper", theme.paper),
        ("accent", theme.accent, "panel", theme.panel),
        ("on_seal", theme.on_seal, "seal", theme.seal),
        ("frame_ink", theme.board.frame_ink, "frame", frame.base),
    ];
    for (text, ink, background, paper) in texts {
        let contrast = ink.contrast(paper);
        if contrast < MIN_CONTRAST {
            return Err(ThemeError::Contrast { text, ink, background, paper, contrast });
        }
    }
    if !(0.5..=4.0).contains(&theme.line_weight) {
        return Err(ThemeError::LineWeight(theme.line_weight));
    }
    if let Some(language) = messages::missing_language(&theme.title) {
        return Err(FormatError::NoTranslation { name: "title", language }.into());
    }
    if let Some((name, surface)) =
        theme.surfaces.iter().find(|(_, surface)| !(0.0..=1.0).contains(&surface.strength))
    {
        return Err(ThemeError::Strength { surface: name.clone(), strength: surface.strength });
    }
    Ok(())
}

impl Theme {
    /// The material of this surface.
    #[must_use]
    pub fn surface(&self, name: &str) -> Option<Surface> {
        self.surfaces.get(name).copied()
    }

    /// Returns true if the theme is drawn for weak eyes: with heavy lines and in plain colours.
    #[must_use]
    pub fn has_strong_lines(&self) -> bool {
        self.line_weight >= STRONG_LINES
    }
}

/// Every theme that is shipped.
#[cfg(all(test, feature = "gui"))]
pub(crate) fn shipped() -> Vec<Theme> {
    let folder = super::assets_folder();
    let read = |path: &str| std::fs::read_to_string(folder.join(path));
    load(|path| read(path).map_err(|error| error.to_string())).themes
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = include_str!("../../assets/themes/wood.ron");

    fn load_one(text: &str) -> LoadedThemes {
        load(|path| match path {
            INDEX => Ok::<_, String>("(version: 1, files: [\"bad.ron\", \"wood.ron\"])".to_owned()),
            "themes/bad.ron" => Ok(text.to_owned()),
            _ => Ok(GOOD.to_owned()),
        })
    }

    #[test]
    fn a_bad_theme_names_its_file_and_line_and_the_rest_still_load() {
        let unreadable = GOOD.replacen("#F5F0E6", "F5F0E6", 1);
        let loaded = load_one(&unreadable);
        assert_eq!(loaded.themes.len(), 1);
        let message = loaded.errors[0].to_string();
        assert!(message.starts_with("themes/bad.ron, line "), "{message}");
        assert!(message.contains("not a colour like"), "{message}");
    }

    #[test]
    fn text_that_cannot_be_read_is_refused() {
        let pale = GOOD.replacen("ink: \"#2A2520\"", "ink: \"#D8CFBF\"", 1);
        assert_ne!(pale, GOOD);
        let message = load_one(&pale).errors[0].to_string();
        assert!(message.contains("contrast"), "{message}");
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        let (black, white) = (Colour([0; 3]), Colour([255; 3]));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        // Checked against the example of WCAG 2.1: #767676 on white is 4.54.
        assert!((Colour([0x76; 3]).contrast(white) - 4.54).abs() < 0.005);
    }

    #[test]
    fn a_missing_file_is_one_error() {
        let loaded = load(|_| Err("the file is missing"));
        assert_eq!(loaded.errors.len(), 1);
        assert_eq!(loaded.errors[0].to_string(), "themes/index.ron: the file is missing");
    }
}
