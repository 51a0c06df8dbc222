//! The engines of others that the player has added.

use std::io;

use super::*;
use crate::app::services::engines::{self, ExternalEngines, failure_notice};
use crate::app::settings::Language;
use crate::app::text::Localization;
use crate::app::widgets::toasts;
use crate::engines::{EngineError, EngineSettings};
use crate::games::IllegalMove;

fn engines_app(folder: &Path) -> App {
    let mut app = minimal_app(folder);
    app.add_plugins(engines::plugin);
    app.update();
    app
}

#[test]
fn added_engines_are_kept_and_a_damaged_list_is_set_aside() {
    let folder = DataFolder::new("engine-list");
    let mut app = engines_app(&folder.0);
    let settings = EngineSettings::from_command_line("gnugo --mode gtp");
    let id = app.world_mut().resource_mut::<ExternalEngines>().list_mut().add(settings);
    app.update();
    let app = engines_app(&folder.0);
    assert_eq!(app.world().resource::<ExternalEngines>().name(id), Some("gnugo"));
    std::fs::write(folder.0.join("engines.ron"), "(version: 1, next").unwrap();
    let app = engines_app(&folder.0);
    assert!(app.world().resource::<ExternalEngines>().list().is_empty());
    let notices = app.world().resource::<Messages<Notice>>();
    let said: Vec<_> = notices.iter_current_update_messages().map(|notice| &*notice.id).collect();
    assert_eq!(said, ["engines-damaged"]);
    assert!(folder.0.join("engines.damaged-1.ron").exists());
}

#[test]
fn every_failure_is_a_sentence_of_its_own_in_both_languages() {
    let text = || "x9".to_owned();
    let refusal = IllegalMove { id: "occupied", text: "It is occupied.".to_owned() };
    let errors = [
        EngineError::Start(io::ErrorKind::NotFound.into()),
        EngineError::Start(io::ErrorKind::PermissionDenied.into()),
        EngineError::Start(io::ErrorKind::Other.into()),
        EngineError::Ended,
        EngineError::NoAnswer(Duration::from_secs(10)),
        EngineError::NotReading,
        EngineError::UnknownProtocol,
        EngineError::Refused { command: "play".to_owned(), answer: text() },
        EngineError::IllegalMove { answer: text(), refusal },
        EngineError::NoMove,
        EngineError::UnsupportedPosition("GTP"),
        EngineError::UnknownOption { name: text(), known: String::new() },
        EngineError::OptionValue { name: "Hash".to_owned(), value: text(), expected: text() },
        EngineError::ManyLines(text()),
    ];
    for language in [Language::English, Language::SimplifiedChinese] {
        let l10n = Localization::for_language(language);
        let mut said = Vec::new();
        for error in &errors {
            let text = toasts::text(&l10n, &failure_notice("Fake 2", error));
            assert!(text.contains("Fake 2") && !text.contains(['{', '}']), "{text}");
            if error.to_string().contains("x9") && !matches!(error, EngineError::ManyLines(_)) {
                assert!(text.contains("x9"), "{text}");
            }
            assert!(!said.contains(&text), "{text} is said twice");
            said.push(text);
        }
    }
}
