//! Content packs, as a player adds, uses and removes them, and as an author changes them.

use std::fs;
use std::path::PathBuf;
use std::thread;

use super::how_to_play::{go_to, names, press, screen};
use super::*;
use crate::app::features::content_packs::{ContentPackRequest, ContentPacks};
use crate::app::features::openings::Openings;
use crate::app::platform::files::{FilesReceived, PickedFile};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::audio::Sound;
use crate::app::settings::Language;
use crate::content::levels::PackId;
use crate::content::packs::{MANIFEST, PackFiles, SOUND_NAMES, template};

/// All pages, with the first one on show.
fn opened(folder: &DataFolder) -> App {
    let mut app = every_page::whole_app(&folder.0, Language::English);
    go_to(&mut app, Screen::Home);
    app
}

fn drop_file(app: &mut App, name: &str, bytes: Vec<u8>) {
    app.world_mut().write_message(FilesReceived(vec![PickedFile::from_bytes(name, bytes)]));
    wait_for_offer(app);
}

fn wait_for_offer(app: &mut App) {
    wait_for(app, "the offer", |app| packs(app).offer().is_some());
    app.update();
}

fn packs(app: &App) -> &ContentPacks {
    app.world().resource::<ContentPacks>()
}

fn request(app: &mut App, request: ContentPackRequest) {
    app.world_mut().write_message(request);
    app.update();
    app.update();
}

/// True for each part of the pack that can be used: its levels, its lessons, its theme, its
/// board, its opening.
fn used(app: &App, id: &str) -> [bool; 5] {
    let assets = app.world().resource::<LoadedAssets>();
    let openings = app.world().resource::<Openings>();
    let own = format!("{id}-mates");
    [
        assets.pack(&PackId::new("chess", &own)).is_some(),
        assets.courses().iter().any(|course| course.id == own),
        assets.themes().iter().any(|theme| theme.id == format!("{id}-dusk")),
        assets.board_sets("go").any(|board| board.id == format!("{id}-moss")),
        openings.books().localized_name("chess", "Amar Opening").is_some(),
    ]
}

const ALL: [bool; 5] = [true; 5];
const NOTHING: [bool; 5] = [false; 5];

#[test]
fn a_dropped_pack_is_shown_added_used_switched_off_and_removed() {
    let folder = DataFolder::new("packs-added");
    let mut app = opened(&folder);
    drop_file(&mut app, "traps.zip", template("traps").unwrap().to_zip().unwrap());
    assert_eq!(screen(&app), Screen::ContentPacks);
    let shown = names(&mut app);
    let counts = "2 levels · one lesson · 2 opening lines · one theme · one board";
    for text in ["Example pack", "The developers of Tianyuan · MIT OR Apache-2.0", counts] {
        assert!(shown.iter().any(|name| name == text), "{text} is not among {shown:?}");
    }
    // Nothing is taken before the player agrees.
    assert_eq!(used(&app, "traps"), NOTHING);
    press(&mut app, "Add");
    app.update();
    app.update();
    assert_eq!(used(&app, "traps"), ALL);
    request(&mut app, ContentPackRequest::Switch("traps".to_owned(), false));
    assert_eq!(used(&app, "traps"), NOTHING);
    request(&mut app, ContentPackRequest::Switch("traps".to_owned(), true));
    press(&mut app, "Remove");
    app.update();
    app.update();
    assert_eq!(used(&app, "traps"), NOTHING);
    press(&mut app, "Undo");
    app.update();
    app.update();
    assert_eq!(used(&app, "traps"), ALL);
    // Its levels are among the puzzles, also after the shipped content was read again.
    let folders = crate::content::source_folders().unwrap();
    app.world_mut().resource_mut::<LoadedAssets>().read_again(&folders).unwrap();
    app.update();
    app.update();
    assert_eq!(used(&app, "traps"), ALL);
    go_to(&mut app, Screen::Puzzles);
    let assets = app.world().resource::<LoadedAssets>();
    let title = assets.pack(&PackId::new("chess", "traps-mates")).unwrap().title["en"].clone();
    let shown = names(&mut app);
    assert!(shown.iter().any(|name| name.contains(&title)), "{title} is not among {shown:?}");
}

#[test]
fn packs_that_are_dropped_together_are_shown_one_after_the_other() {
    let folder = DataFolder::new("packs-together");
    let mut app = opened(&folder);
    let pack = |id: &str| template(id).unwrap().to_zip().unwrap();
    let files = ["one", "two"].map(|id| PickedFile::from_bytes(&format!("{id}.zip"), pack(id)));
    app.world_mut().write_message(FilesReceived(files.to_vec()));
    for count in 1..=2 {
        wait_for_offer(&mut app);
        request(&mut app, ContentPackRequest::Add);
        assert_eq!(packs(&app).packs().len(), count);
    }
    assert_eq!([used(&app, "one"), used(&app, "two")], [ALL; 2]);
    // A newer one takes the place of the older.
    drop_file(&mut app, "newer.zip", pack("two"));
    assert!(packs(&app).offer().unwrap().replaces);
    press(&mut app, "Replace");
    app.update();
    assert_eq!(packs(&app).packs().len(), 2);
}

#[test]
fn packs_survive_a_restart_as_they_were_and_removed_ones_leave_nothing_behind() {
    let folder = DataFolder::new("packs-restart");
    let mut app = opened(&folder);
    for id in ["traps", "dots"] {
        drop_file(&mut app, "pack.zip", template(id).unwrap().to_zip().unwrap());
        request(&mut app, ContentPackRequest::Add);
    }
    request(&mut app, ContentPackRequest::Switch("dots".to_owned(), false));
    drop(app);
    let mut app = opened(&folder);
    wait_for(&mut app, "the packs", |app| used(app, "traps") == ALL);
    wait_for(&mut app, "both packs", |app| packs(app).packs().iter().all(|it| it.pack.is_some()));
    assert_eq!(used(&app, "dots")[..4], NOTHING[..4]);
    request(&mut app, ContentPackRequest::Remove("traps".to_owned()));
    drop(app);
    let app = opened(&folder);
    assert_eq!(packs(&app).packs().len(), 1);
    let left = fs::read_dir(&folder.0).unwrap().flatten();
    let left: Vec<_> = left.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    assert!(left.iter().any(|name| name == "content-pack-dots.txt"), "{left:?}");
    assert!(!left.iter().any(|name| name.contains("traps")), "{left:?}");
}

#[test]
fn a_wrong_pack_is_refused_with_its_problems_and_a_game_is_not_interrupted() {
    let folder = DataFolder::new("packs-wrong");
    let mut app = opened(&folder);
    start_game(&mut app, setup(TWO_HUMANS, &[], TimeControl::Unlimited));
    go_to(&mut app, Screen::Play);
    drop_file(&mut app, "broken.zip", b"PK but no more".to_vec());
    assert_eq!(screen(&app), Screen::Play);
    go_to(&mut app, Screen::ContentPacks);
    let shown = names(&mut app);
    assert!(shown.iter().any(|name| name == "broken.zip was not added:"), "{shown:?}");
    press(&mut app, "Close");
    app.update();
    assert!(packs(&app).offer().is_none() && packs(&app).packs().is_empty());
    // A pack may not take the place of what is shipped.
    let files = template("wood").unwrap();
    let changed: PackFiles = files
        .paths()
        .filter(|path| !path.starts_with("themes/"))
        .map(|path| (path, files.bytes(path).unwrap()))
        .chain([("themes/wood.ron", shipped_theme().as_bytes())])
        .collect();
    drop_file(&mut app, "wood.zip", changed.to_zip().unwrap());
    let refused = packs(&app).offer().unwrap().state.clone().unwrap_err();
    assert_eq!(refused, [format!("{MANIFEST}: the id \"wood\" is taken already")]);
    // What is wrong cannot be added.
    request(&mut app, ContentPackRequest::Add);
    assert!(packs(&app).packs().is_empty());
}

fn shipped_theme() -> String {
    fs::read_to_string(crate::content::assets_folder().join("themes/wood.ron")).unwrap()
}

/// Writes the files of a new pack to a folder.
fn write_pack(folder: &DataFolder, id: &str) -> PathBuf {
    let target = folder.0.join(id);
    let files = template(id).unwrap();
    for path in files.paths() {
        let file = target.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, files.bytes(path).unwrap()).unwrap();
    }
    target
}

fn theme_title(app: &App) -> String {
    let assets = app.world().resource::<LoadedAssets>();
    let theme = assets.themes().iter().find(|theme| theme.id == "mine-dusk");
    theme.map(|theme| theme.title["en"].clone()).unwrap_or_default()
}

#[test]
fn a_folder_is_read_again_as_its_author_writes_and_a_mistake_leaves_what_was_there() {
    let folder = DataFolder::new("packs-folder");
    let author = DataFolder::new("packs-author");
    let mut app = opened(&folder);
    let target = write_pack(&author, "mine");
    request(&mut app, ContentPackRequest::OfferFolder(target.clone()));
    wait_for_offer(&mut app);
    request(&mut app, ContentPackRequest::Add);
    assert_eq!(theme_title(&app), "Dusk");
    let theme = target.join("themes/dusk.ron");
    let text = fs::read_to_string(&theme).unwrap();
    // The first look at the folder may still be to come.
    thread::sleep(Duration::from_millis(1500));
    fs::write(&theme, text.replace("Dusk", "Evening sky")).unwrap();
    wait_for(&mut app, "the new title", |app| theme_title(app) == "Evening sky");
    fs::write(&theme, "(version: 1").unwrap();
    wait_for(&mut app, "the problem", |app| !packs(app).packs()[0].problems.is_empty());
    assert!(packs(&app).packs()[0].problems[0].starts_with("themes/dusk.ron, line 1: "));
    assert_eq!(theme_title(&app), "Evening sky");
    fs::write(&theme, text).unwrap();
    wait_for(&mut app, "the theme again", |app| theme_title(app) == "Dusk");
    assert!(packs(&app).packs()[0].problems.is_empty());
}

#[test]
fn the_sounds_of_packs_have_the_names_of_the_sounds_of_the_game() {
    assert_eq!(Sound::ALL.map(Sound::name), SOUND_NAMES);
}
