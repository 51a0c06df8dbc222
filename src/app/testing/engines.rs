//! The engines of others that the player has added.

use super::*;
use crate::app::services::engines::{self, ExternalEngines};
use crate::engines::EngineSettings;

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
