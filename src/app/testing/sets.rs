//! Pieces and boards that the player chooses: they stay chosen, and one that is missing or
//! damaged gives way to the standard one.

use super::how_to_play::{go_to, pages_app, press};
use super::*;
use crate::app::platform::files;
use crate::app::services::assets::LoadedAssets;
use crate::app::services::audio::{SoundCard, SoundQueue, SoundSet};
use crate::app::services::portrait;
use crate::app::settings::{ActiveTheme, Language, STANDARD_SET};
use crate::content::{sets, theme};

/// All pages, with the shipped sets.
fn sets_app(folder: &Path) -> App {
    let mut app = pages_app(folder);
    app.add_message::<bevy::window::FileDragAndDrop>()
        .add_plugins((files::plugin, portrait::plugin))
        .insert_resource(LoadedAssets::default().with_sets(sets::shipped(), theme::shipped()));
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.language = Language::English;
    settings.welcomed = true;
    app.update();
    app
}

/// The pieces and the surface of the board of a game.
fn shown(app: &App, game: &str) -> (String, String) {
    let theme = app.world().resource::<ActiveTheme>().of_game(game).unwrap();
    let game = crate::games::registry::find(game).unwrap();
    let board = game.start(&Default::default()).unwrap().board();
    (theme.pieces.clone(), theme.surface(board.surface).unwrap().base.to_string())
}

fn choose(app: &mut App, game: &str, pieces: &str, board: &str) {
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.pieces.insert(game.to_owned(), pieces.to_owned());
    settings.boards.insert(game.to_owned(), board.to_owned());
    app.update();
}

fn notices(app: &mut App) -> Vec<String> {
    let notices = app.world_mut().resource_mut::<Messages<Notice>>().drain().collect::<Vec<_>>();
    notices.into_iter().map(|notice| notice.id.into_owned()).collect()
}

#[test]
fn a_set_chosen_on_the_settings_page_is_that_of_one_game_and_survives_a_restart() {
    let folder = DataFolder::new("sets-restart");
    let mut app = sets_app(&folder.0);
    let before = shown(&app, "reversi");
    go_to(&mut app, Screen::Settings);
    press(&mut app, "Reversi");
    press(&mut app, "Jade");
    press(&mut app, "Blue felt");
    app.update();
    let chosen = shown(&app, "reversi");
    assert_eq!(chosen.0, "jade");
    assert_ne!(chosen.1, before.1);
    assert_eq!(shown(&app, "go").0, "classic");
    app.world_mut().write_message(AppExit::Success);
    app.update();
    let restarted = sets_app(&folder.0);
    assert_eq!(shown(&restarted, "reversi"), chosen);
}

#[test]
fn the_standard_set_follows_the_theme_and_a_chosen_one_stays() {
    let folder = DataFolder::new("sets-theme");
    let mut app = sets_app(&folder.0);
    choose(&mut app, "chess", "print", "slate");
    choose(&mut app, "go", STANDARD_SET, STANDARD_SET);
    let by_day = shown(&app, "chess");
    app.world_mut().resource_mut::<Settings>().theme = "contrast".to_owned();
    app.update();
    assert_eq!(shown(&app, "chess"), by_day);
    assert_eq!(shown(&app, "go").0, "contrast");
    app.world_mut().resource_mut::<Settings>().theme = "ink".to_owned();
    app.update();
    let by_night = shown(&app, "chess");
    assert_eq!(by_night.0, "print");
    assert_ne!(by_night.1, by_day.1);
    assert_eq!(notices(&mut app), Vec::<String>::new());
}

#[test]
fn a_set_that_is_missing_gives_way_to_the_standard_one_and_is_reported_once() {
    let folder = DataFolder::new("sets-missing");
    let mut app = sets_app(&folder.0);
    let standard = shown(&app, "chess");
    choose(&mut app, "chess", "marble", "lava");
    assert_eq!(shown(&app, "chess"), standard);
    let told = notices(&mut app);
    assert_eq!(told, ["board-unusable", "pieces-unusable"]);
    app.world_mut().resource_mut::<Settings>().flipped = true;
    app.update();
    assert_eq!(notices(&mut app), Vec::<String>::new());
    // What was chosen is kept for the day on which the set is there again.
    assert_eq!(app.world().resource::<Settings>().pieces["chess"], "marble");
}

#[test]
fn a_damaged_picture_makes_a_set_unusable_where_it_is_needed_and_nowhere_else() {
    let folder = DataFolder::new("sets-damaged");
    let mut app = sets_app(&folder.0);
    let path = "pieces/print/queen-white.svg";
    app.world_mut().resource_mut::<LoadedAssets>().replace_file(path, b"<svg");
    choose(&mut app, "chess", "print", STANDARD_SET);
    choose(&mut app, "go", "print", STANDARD_SET);
    assert_eq!(shown(&app, "chess").0, "classic");
    assert_eq!(shown(&app, "go").0, "print");
    assert_eq!(notices(&mut app), ["pieces-unusable"]);
}

#[test]
fn the_pictures_of_a_set_are_asked_for_only_when_it_is_chosen() {
    let folder = DataFolder::new("sets-lazy");
    let mut app = sets_app(&folder.0);
    // Nothing is loaded, as before the first set was needed.
    app.insert_resource(LoadedAssets::of_guides(Vec::new(), theme::shipped()));
    app.update();
    let asked = app.world().resource::<LoadedAssets>().asked_for();
    assert!(asked.contains("pieces/classic/king-white.svg"));
    assert!(asked.iter().all(|path| path.starts_with("pieces/classic/")), "{asked:?}");
}

#[test]
fn settings_of_earlier_versions_keep_their_pieces_with_pictures() {
    let folder = DataFolder::new("sets-earlier");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.file("settings.ron"), "(version: 1, pictures: true)").unwrap();
    let mut app = sets_app(&folder.0);
    assert_eq!(shown(&app, "xiangqi").0, "pictures");
    assert_eq!(shown(&app, "chess").0, "classic");
    choose(&mut app, "xiangqi", STANDARD_SET, STANDARD_SET);
    assert_eq!(shown(&app, "xiangqi").0, "classic");
    assert_eq!(notices(&mut app), Vec::<String>::new());
}

#[test]
fn a_sound_set_is_heard_before_it_is_chosen() {
    let folder = DataFolder::new("sets-sounds");
    let mut app = sets_app(&folder.0);
    app.insert_resource(SoundCard::Present);
    go_to(&mut app, Screen::Settings);
    press(&mut app, "Hear: Stone");
    assert!(app.world().resource::<SoundQueue>().is_pending());
    assert_eq!(app.world().resource::<Settings>().sounds, SoundSet::Wood);
    press(&mut app, "Stone");
    assert_eq!(app.world().resource::<Settings>().sounds, SoundSet::Stone);
}
