//! Localization of the user interface, with the texts of [`messages`].

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::platform;
use crate::app::settings::{Language, Settings};
use crate::content::messages::{self, Locale};
use crate::games::Message;

/// The locale for a setting.
fn locale_of(language: Language) -> Locale {
    match language {
        Language::English => Locale::English,
        Language::SimplifiedChinese => Locale::Chinese,
        Language::Auto => {
            platform::system_language().map_or(Locale::English, |tag| Locale::from_tag(&tag))
        }
    }
}

/// The localized texts. Cheap to clone, and to query in every frame.
#[derive(Resource, Clone, Default, Serialize, Deserialize)]
pub struct Localization {
    locale: Locale,
    /// Moves show pictures of pieces instead of letters, where players write them so.
    #[serde(default)]
    figurines: bool,
    /// Cache of texts without variables.
    #[serde(skip)]
    cache: Arc<Mutex<HashMap<String, String>>>,
}

impl Localization {
    /// The texts in the language of a setting.
    pub fn for_language(language: Language) -> Localization {
        Localization::new(locale_of(language))
    }

    pub(super) fn new(locale: Locale) -> Localization {
        Localization { locale, ..Localization::default() }
    }

    /// The same with pictures of pieces in moves.
    pub(super) fn with_figurines(self) -> Localization {
        Localization { figurines: true, ..self }
    }

    /// True if moves show pictures of pieces instead of letters.
    pub fn figurines(&self) -> bool {
        self.figurines
    }

    /// The language of the texts.
    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// The language tag, such as `en`, as in the titles of content.
    pub fn tag(&self) -> &'static str {
        self.locale.tag()
    }

    /// The text with this id. A missing text shows its id, and is logged once.
    pub fn get(&self, id: &str) -> String {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = cache.get(id) {
            return text.clone();
        }
        let text = messages::text(self.locale, id, &[]).unwrap_or_else(|| {
            warn!("there is no text \"{id}\" for {}", self.locale.tag());
            id.to_owned()
        });
        cache.insert(id.to_owned(), text.clone());
        text
    }

    /// The text with this id and these arguments. An argument of digits alone is passed
    /// as a number, so that the text can select a plural form.
    pub fn format(&self, id: &str, args: &[(&str, String)]) -> String {
        // A missing text is logged by `get`.
        messages::text(self.locale, id, args).unwrap_or_else(|| self.get(id))
    }

    /// The text of a message of a game.
    pub fn render(&self, message: &Message) -> String {
        messages::render(self.locale, message)
    }

    /// The text that stands between two sentences.
    pub fn sentence_gap(&self) -> &'static str {
        match self.locale {
            Locale::Chinese => "",
            Locale::English => " ",
        }
    }

    /// The text with this id, if it exists.
    pub fn find(&self, id: &str) -> Option<String> {
        messages::text(self.locale, id, &[])
    }

    /// A title of content, which has the keys `en` and `zh-Hans`.
    pub fn title(&self, title: &BTreeMap<String, String>) -> String {
        let title = [self.locale, Locale::English].into_iter().find_map(|t| title.get(t.tag()));
        title.cloned().unwrap_or_default()
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Localization>()
        .add_systems(PreUpdate, update_locale.run_if(resource_exists_and_changed::<Settings>));
}

/// Switches to the language in the settings.
fn update_locale(
    settings: Res<Settings>,
    mut l10n: ResMut<Localization>,
    mut last: Local<Option<(Language, bool)>>,
) {
    let now = (settings.language, settings.figurines);
    if *last != Some(now) {
        *last = Some(now);
        let of_language = Localization::for_language(settings.language);
        *l10n = if settings.figurines { of_language.with_figurines() } else { of_language };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_locales_have_texts() {
        assert_eq!(Localization::new(Locale::English).get("game-reversi"), "Reversi");
        assert_eq!(Localization::new(Locale::Chinese).get("game-reversi"), "黑白棋");
    }

    #[test]
    fn arguments_are_shown_unchanged() {
        let l10n = Localization::new(Locale::English);
        let say = |value: &str| {
            let hint = [("move", "f5".to_owned()), ("value", value.to_owned())];
            l10n.format("hint-estimate-pawns", &hint)
        };
        assert_eq!(say("+6"), "Best move: f5. Evaluation +6.");
        assert_eq!(say("-12.5"), "Best move: f5. Evaluation -12.5.");
        assert_eq!(say("1e5"), "Best move: f5. Evaluation 1e5.");
        assert_eq!(say("0"), "Best move: f5. Evaluation 0.");
        assert_eq!(say("007"), "Best move: f5. Evaluation 007.");
        assert_eq!(say("12345678901234567890"), "Best move: f5. Evaluation 12345678901234567890.");
    }

    #[test]
    fn plural_forms_are_selected() {
        let l10n = Localization::new(Locale::English);
        let count = |count: &str| l10n.format("home-finished", &[("moves", count.to_owned())]);
        assert_eq!(count("1"), "Finished after 1 move");
        assert_eq!(count("2"), "Finished after 2 moves");
        assert_eq!(count("60"), "Finished after 60 moves");
    }

    #[test]
    fn a_missing_text_shows_its_id_and_a_missing_argument_is_harmless() {
        let l10n = Localization::new(Locale::Chinese);
        assert_eq!(l10n.get("no-such-text"), "no-such-text");
        assert_eq!(l10n.format("no-such-text", &[("a", "b".to_owned())]), "no-such-text");
        assert!(!l10n.get("slot-empty").is_empty());
    }
}
