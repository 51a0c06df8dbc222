//! The texts of `assets/i18n`: messages in Fluent by language, compiled in so
//! that they are available even without the assets.
//!
//! ```
//! use tianyuan::content::messages::{self, Locale};
//! use tianyuan::games::Message;
//!
//! let odd = Message::new("explain-region-odd").with("squares", 3);
//! assert_eq!(
//!     messages::render(Locale::English, &odd),
//!     "It is in a region of 3 empty squares, an odd number."
//! );
//! assert_eq!(messages::localized("side-black")["zh-Hans"], "黑方");
//! ```

use std::collections::{BTreeMap, HashMap};

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, static_loader};
use serde::{Deserialize, Serialize};

use crate::games::{Message, MessageArg, MoveLine, MoveName};

static_loader! {
    static MESSAGES = {
        locales: "./assets/i18n",
        fallback_language: "en",
        // Unicode isolation marks would show as missing glyphs.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// A text by language tag, such as `"en"` and `"zh-Hans"`.
pub type LocalizedText = BTreeMap<String, String>;

/// A locale for which there are texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Locale {
    /// English, to which the others fall back.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl Locale {
    /// Every locale.
    pub const ALL: [Locale; 2] = [Locale::English, Locale::Chinese];

    /// The locale for a language tag of the system, such as `zh-CN`; English
    /// for a language without texts.
    #[must_use]
    pub fn from_tag(tag: &str) -> Locale {
        let language = tag.split(['-', '_', '.']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("zh") { Locale::Chinese } else { Locale::English }
    }

    /// The language tag, such as `en`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::Chinese => "zh-Hans",
        }
    }
}

/// The text with this id in this locale, otherwise in English; `None` if there
/// is neither. An argument of digits alone is passed as a number, so that the
/// text can select a plural form.
#[must_use]
pub fn text(locale: Locale, id: &str, args: &[(&str, String)]) -> Option<String> {
    let args: HashMap<&str, FluentValue> =
        args.iter().map(|(name, text)| (*name, number_or_text(text))).collect();
    look_up(locale, id, &args)
}

/// A message in this locale. A missing one shows its id.
#[must_use]
pub fn render(locale: Locale, message: &Message) -> String {
    let args: HashMap<&str, FluentValue> =
        message.args.iter().map(|(name, arg)| (*name, argument(locale, arg))).collect();
    look_up(locale, message.id, &args).unwrap_or_else(|| message.id.to_owned())
}

/// A message in every language.
#[must_use]
pub fn localize(message: &Message) -> LocalizedText {
    by_language(|locale| render(locale, message))
}

/// The text with this id in every language. A missing one shows its id.
#[must_use]
pub fn localized(id: &str) -> LocalizedText {
    by_language(|locale| text(locale, id, &[]).unwrap_or_else(|| id.to_owned()))
}

/// Messages as the sentences of one text, in every language.
#[must_use]
pub fn paragraph(sentences: &[Message]) -> LocalizedText {
    by_language(|locale| joined(locale, "separator-of-sentences", sentences))
}

/// A language in which a text is missing.
#[must_use]
pub fn missing_language(text: &LocalizedText) -> Option<&'static str> {
    Locale::ALL.into_iter().map(Locale::tag).find(|tag| !text.contains_key(*tag))
}

/// A text that is the same in every language, such as one of a user.
#[must_use]
pub fn same_in_every_language(text: &str) -> LocalizedText {
    by_language(|_| text.to_owned())
}

fn by_language(text: impl Fn(Locale) -> String) -> LocalizedText {
    Locale::ALL.into_iter().map(|locale| (locale.tag().to_owned(), text(locale))).collect()
}

fn look_up(locale: Locale, id: &str, args: &HashMap<&str, FluentValue>) -> Option<String> {
    let args = (!args.is_empty()).then_some(args);
    [locale, Locale::English].into_iter().find_map(|locale| {
        let language: LanguageIdentifier = locale.tag().parse().ok()?;
        MESSAGES.lookup_single_language(&language, id, args).ok()
    })
}

/// A text without arguments.
fn plain(locale: Locale, id: &str) -> String {
    text(locale, id, &[]).unwrap_or_default()
}

fn joined(locale: Locale, separator_id: &str, messages: &[Message]) -> String {
    let texts: Vec<String> = messages.iter().map(|message| render(locale, message)).collect();
    texts.join(&plain(locale, separator_id))
}

fn argument(locale: Locale, arg: &MessageArg) -> FluentValue<'static> {
    FluentValue::from(match arg {
        MessageArg::Number(number) => return FluentValue::from(*number),
        MessageArg::Text(text) => text.clone(),
        MessageArg::List(texts) => texts.join(&plain(locale, "separator-of-list")),
        MessageArg::Side(side) => {
            text(locale, &format!("side-{side}"), &[]).unwrap_or_else(|| (*side).to_owned())
        }
        MessageArg::Move(name) => move_name(locale, name).to_owned(),
        MessageArg::Line(line) => move_line(locale, line),
        MessageArg::Message(message) => render(locale, message),
        MessageArg::Clauses(clauses) => joined(locale, "separator-of-clauses", clauses),
    })
}

/// A move in the notation that the language prefers, if its game has it.
fn move_name(locale: Locale, name: &MoveName) -> &str {
    let preferred = plain(locale, "explain-notation");
    let found = name.alternatives.iter().find(|(notation, _)| *notation == preferred);
    found.map_or(&name.standard, |(_, text)| text)
}

/// A line of moves, with numbers if it has them and is in the standard
/// notation.
fn move_line(locale: Locale, line: &MoveLine) -> String {
    let names = line.moves.iter().map(|name| (name, move_name(locale, name)));
    let is_standard = names.clone().all(|(name, text)| *text == name.standard);
    if !(line.is_numbered && is_standard) {
        let names: Vec<&str> = names.map(|(_, text)| text).collect();
        return names.join(&plain(locale, "separator-of-list"));
    }
    let offset = usize::from(!line.first_side_begins);
    let numbered = names.enumerate().map(|(n, (_, text))| {
        let number = (n + offset) / 2 + 1;
        match ((n + offset) % 2, n) {
            (0, _) => format!("{number}.{text}"),
            (_, 0) => format!("{number}...{text}"),
            _ => text.to_owned(),
        }
    });
    numbered.collect::<Vec<_>>().join(" ")
}

fn number_or_text(text: &str) -> FluentValue<'_> {
    // Numbers with a sign, a fraction, leading zeros or many digits would be
    // formatted differently.
    let digits = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    if plain { FluentValue::try_number(text) } else { FluentValue::from(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_language_tags_select_chinese_and_all_others_english() {
        for tag in ["zh", "zh-CN", "zh_TW.UTF-8", "ZH-Hant-HK"] {
            assert_eq!(Locale::from_tag(tag), Locale::Chinese, "{tag}");
        }
        for tag in ["en-GB", "de", "C", "", "zha"] {
            assert_eq!(Locale::from_tag(tag), Locale::English, "{tag}");
        }
    }

    #[test]
    fn a_line_is_numbered_unless_the_language_has_a_notation_of_its_own() {
        let name = |standard: &str, chinese: Option<&str>| MoveName {
            standard: standard.to_owned(),
            alternatives: chinese.map(|text| ("chinese", text.to_owned())).into_iter().collect(),
        };
        let line = |moves, first_side_begins, is_numbered| {
            let line = MoveLine { moves, first_side_begins, is_numbered };
            Locale::ALL.map(|locale| move_line(locale, &line))
        };
        let chess = || vec![name("e4", None), name("e5", None), name("Nf3", None)];
        assert_eq!(line(chess(), true, true), ["1.e4 e5 2.Nf3"; 2]);
        assert_eq!(line(chess(), false, true), ["1...e4 2.e5 Nf3"; 2]);
        assert_eq!(line(chess(), true, false), ["e4, e5, Nf3", "e4、e5、Nf3"]);
        let xiangqi = vec![name("h2e2", Some("炮二平五")), name("h9g7", Some("马8进7"))];
        assert_eq!(line(xiangqi, true, true), ["1.h2e2 h9g7", "炮二平五、马8进7"]);
    }

    #[test]
    fn a_missing_message_shows_its_id() {
        assert_eq!(render(Locale::Chinese, &Message::new("no-such-text")), "no-such-text");
        assert_eq!(localized("no-such-text")["en"], "no-such-text");
        assert_eq!(text(Locale::English, "no-such-text", &[]), None);
    }
}
