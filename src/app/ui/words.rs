//! What the player reads, in the language that is set. The texts are the
//! Fluent files of `assets/i18n`, built into the program so that it can speak
//! even when its assets are missing.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, static_loader};
use serde::{Deserialize, Serialize};

use crate::app::platform;
use crate::app::settings::{Language, Settings};

static_loader! {
    static TEXTS = {
        locales: "./assets/i18n",
        fallback_language: "en",
        // Marks of writing direction would show as missing glyphs.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// A language that the texts are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Tongue {
    #[default]
    English,
    Chinese,
}

impl Tongue {
    /// The language for a setting.
    fn of(language: Language) -> Tongue {
        match language {
            Language::English => Tongue::English,
            Language::SimplifiedChinese => Tongue::Chinese,
            Language::Auto => {
                platform::language().map_or(Tongue::English, |tag| Tongue::of_tag(&tag))
            }
        }
    }

    /// The language for a locale of the system, such as `zh-CN`.
    fn of_tag(tag: &str) -> Tongue {
        let language = tag.split(['-', '_', '.']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("zh") { Tongue::Chinese } else { Tongue::English }
    }

    fn tag(self) -> &'static str {
        match self {
            Tongue::English => "en",
            Tongue::Chinese => "zh-Hans",
        }
    }
}

/// The words of the interface. Cheap to clone and to ask in every frame.
#[derive(Resource, Clone, Default, Serialize, Deserialize)]
pub struct Words {
    tongue: Tongue,
    /// Texts without variables that were asked for before.
    #[serde(skip)]
    known: Arc<Mutex<HashMap<String, String>>>,
}

impl Words {
    /// Those of the language that a setting asks for.
    pub fn of(language: Language) -> Words {
        Words::new(Tongue::of(language))
    }

    fn new(tongue: Tongue) -> Words {
        Words { tongue, ..Words::default() }
    }

    /// The tag of the language, as titles of content have it.
    pub fn tag(&self) -> &'static str {
        self.tongue.tag()
    }

    /// The text with this id. One that does not exist shows its id, and is
    /// logged once.
    pub fn get(&self, id: &str) -> String {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = known.get(id) {
            return text.clone();
        }
        let text = look_up(self.tongue, id, &[]).unwrap_or_else(|| {
            warn!("there is no text \"{id}\" for {}", self.tongue.tag());
            id.to_owned()
        });
        known.insert(id.to_owned(), text.clone());
        text
    }

    /// The text with this id and these facts in it. A fact of digits alone
    /// counts as a number, so that the text can choose between one and many.
    pub fn with(&self, id: &str, facts: &[(&str, String)]) -> String {
        // What is missing is told in one place.
        look_up(self.tongue, id, facts).unwrap_or_else(|| self.get(id))
    }

    /// The text with this id, if there is one.
    pub fn find(&self, id: &str) -> Option<String> {
        look_up(self.tongue, id, &[])
    }

    /// The language as files name it, such as `en`.
    pub fn language(&self) -> &'static str {
        self.tongue.tag()
    }

    /// A title of content, which names its languages as `en` and `zh-Hans`.
    pub fn title(&self, title: &BTreeMap<String, String>) -> String {
        let title = [self.tongue, Tongue::English].into_iter().find_map(|t| title.get(t.tag()));
        title.cloned().unwrap_or_default()
    }
}

fn look_up(tongue: Tongue, id: &str, facts: &[(&str, String)]) -> Option<String> {
    let facts: HashMap<&str, FluentValue> =
        facts.iter().map(|(name, text)| (*name, value(text))).collect();
    let facts = (!facts.is_empty()).then_some(&facts);
    let in_tongue = |tongue: Tongue| {
        let language: LanguageIdentifier = tongue.tag().parse().ok()?;
        TEXTS.lookup_single_language(&language, id, facts).ok()
    };
    in_tongue(tongue).or_else(|| in_tongue(Tongue::English))
}

fn value(text: &str) -> FluentValue<'_> {
    // A sign, a decimal, a leading zero or a long number would not come out
    // as it went in.
    let digits = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    if plain { FluentValue::try_number(text) } else { FluentValue::from(text) }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Words>()
        .add_systems(PreUpdate, follow.run_if(resource_exists_and_changed::<Settings>));
}

/// Speaks the language that is set.
fn follow(settings: Res<Settings>, mut words: ResMut<Words>, mut last: Local<Option<Language>>) {
    if *last != Some(settings.language) {
        *last = Some(settings.language);
        *words = Words::of(settings.language);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_locale_of_chinese_reads_chinese_and_all_others_english() {
        for tag in ["zh", "zh-CN", "zh_TW.UTF-8", "ZH-Hant-HK"] {
            assert_eq!(Tongue::of_tag(tag), Tongue::Chinese, "{tag}");
        }
        for tag in ["en-GB", "de", "C", "", "zha"] {
            assert_eq!(Tongue::of_tag(tag), Tongue::English, "{tag}");
        }
    }

    #[test]
    fn both_languages_speak() {
        assert_eq!(Words::new(Tongue::English).get("game-reversi"), "Reversi");
        assert_eq!(Words::new(Tongue::Chinese).get("game-reversi"), "黑白棋");
    }

    #[test]
    fn facts_come_out_as_they_went_in() {
        let words = Words::new(Tongue::English);
        let say = |value: &str| {
            let hint = [("move", "f5".to_owned()), ("value", value.to_owned())];
            words.with("hint-estimate-discs", &hint)
        };
        assert_eq!(say("+6"), "Best: f5. Expected final difference +6.");
        assert_eq!(say("-12.5"), "Best: f5. Expected final difference -12.5.");
        assert_eq!(say("1e5"), "Best: f5. Expected final difference 1e5.");
        assert_eq!(say("0"), "Best: f5. Expected final difference 0.");
        assert_eq!(say("007"), "Best: f5. Expected final difference 007.");
        assert_eq!(
            say("12345678901234567890"),
            "Best: f5. Expected final difference 12345678901234567890."
        );
    }

    #[test]
    fn one_and_many_are_told_apart() {
        let words = Words::new(Tongue::English);
        let count = |count: &str| words.with("home-finished", &[("moves", count.to_owned())]);
        assert_eq!(count("1"), "Finished after 1 move");
        assert_eq!(count("2"), "Finished after 2 moves");
        assert_eq!(count("60"), "Finished after 60 moves");
    }

    #[test]
    fn a_missing_text_shows_its_id_and_a_missing_fact_does_not_break() {
        let words = Words::new(Tongue::Chinese);
        assert_eq!(words.get("no-such-text"), "no-such-text");
        assert_eq!(words.with("no-such-text", &[("a", "b".to_owned())]), "no-such-text");
        assert!(!words.get("slot-empty").is_empty());
    }
}
