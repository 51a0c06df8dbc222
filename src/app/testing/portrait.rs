//! The picture that a player chooses.

use super::*;
use crate::app::platform::files::{PickedFile, PictureReceived};
use crate::app::services::portrait::{self, OwnPortrait, RemovePortrait};

fn portrait_app(folder: &DataFolder) -> App {
    let mut app = minimal_app(&folder.0);
    app.add_plugins(portrait::plugin);
    app.update();
    app
}

fn pixels(app: &App) -> Option<Vec<u8>> {
    app.world().resource::<OwnPortrait>().picture().map(|(_, pixels)| pixels.to_vec())
}

fn choose(app: &mut App, name: &str, bytes: Vec<u8>) {
    app.world_mut().write_message(PictureReceived(PickedFile::from_bytes(name, bytes)));
    app.update();
}

/// A red PNG of 3 by 2 pixels.
fn red_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3, 2);
    encoder.set_color(png::ColorType::Rgb);
    let red = [[200, 0, 0]; 6].concat();
    encoder.write_header().unwrap().write_image_data(&red).unwrap();
    bytes
}

#[test]
fn a_chosen_picture_is_shown_kept_and_removed_and_a_bad_one_changes_nothing() {
    let folder = DataFolder::new("portrait");
    let mut app = portrait_app(&folder);
    assert_eq!(pixels(&app), None);
    choose(&mut app, "me.png", red_png());
    wait_for(&mut app, "the picture", |app| pixels(app).is_some());
    let shown = pixels(&app).unwrap();
    assert!(shown.chunks_exact(4).all(|pixel| pixel[3] == 0 || pixel[..3] == [200, 0, 0]));
    choose(&mut app, "notes.txt", b"not a picture".to_vec());
    let unreadable = Notice::problem("portrait-unreadable").with("file", "notes.txt");
    wait_for(&mut app, "the notice", |app| notices(app).contains(&unreadable));
    assert_eq!(pixels(&app), Some(shown.clone()));
    drop(app);
    let mut app = portrait_app(&folder);
    assert_eq!(pixels(&app), Some(shown));
    app.world_mut().write_message(RemovePortrait);
    app.update();
    assert_eq!(pixels(&app), None);
    drop(app);
    assert_eq!(pixels(&portrait_app(&folder)), None);
}
