//! What a person likes: language, look, sound and help while playing.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::page;
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::platform::Storage;
use crate::app::session::Playing;
use crate::app::settings::{Confirm, Language, SCALE, Settings, Speed};
use crate::app::ui::widgets::{choice, field, group, muted, row, slider, switch_row};
use crate::app::ui::{UiSet, Words, root};

/// Where the way back leads.
#[derive(Resource, Default)]
pub(super) struct Back(pub(super) Option<Screen>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Back>().add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Screen).run_if(in_state(Screen::Settings)),
    );
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    library: Res<Library>,
    storage: Res<Storage>,
    playing: Res<Playing>,
    mut back: ResMut<Back>,
    mut settings: ResMut<Settings>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let mut new = settings.clone();
    let leave = page::show(
        &mut ui,
        "settings",
        &words.get("settings"),
        &words.get("back"),
        |_| (),
        |ui| {
            group(ui, &words.get("settings-look"));
            row(ui, &words.get("language"), |ui| {
                let values = [
                    (Language::Auto, words.get("language-auto")),
                    (Language::English, "English".to_owned()),
                    (Language::SimplifiedChinese, "简体中文".to_owned()),
                ];
                choice(ui, &mut new.language, &values);
            });
            row(ui, &words.get("your-name"), |ui| {
                field(ui, &words.get("your-name"), &words.get("player"), &mut new.name);
            });
            row(ui, &words.get("theme"), |ui| {
                let themes = library.themes();
                let mut index = themes.iter().position(|theme| theme.id == new.theme).unwrap_or(0);
                let values: Vec<_> = themes
                    .iter()
                    .enumerate()
                    .map(|(n, theme)| (n, words.title(&theme.title)))
                    .collect();
                if choice(ui, &mut index, &values) {
                    new.theme.clone_from(&themes[index].id);
                }
            });
            row(ui, &words.get("scale"), |ui| {
                // The page moves under the pointer if it grows while dragged.
                let id = ui.id().with("scale");
                let mut shown = ui.data(|data| data.get_temp(id)).unwrap_or(new.scale_percent);
                slider(ui, &words.get("scale"), &mut shown, SCALE, 5.0, " %");
                let held = ui.input(|input| input.pointer.any_down());
                if held {
                    ui.data_mut(|data| data.insert_temp(id, shown));
                } else {
                    ui.data_mut(|data| data.remove_temp::<u16>(id));
                    new.scale_percent = shown;
                }
            });
            group(ui, &words.get("settings-sound"));
            for (id, value) in
                [("sound-volume", &mut new.sound_volume), ("music-volume", &mut new.music_volume)]
            {
                row(ui, &words.get(id), |ui| {
                    slider(ui, &words.get(id), value, 0..=100, 5.0, " %");
                });
            }
            group(ui, &words.get("settings-board"));
            row(ui, &words.get("animation"), |ui| {
                let values = [
                    (Speed::Off, words.get("animation-off")),
                    (Speed::Fast, words.get("animation-fast")),
                    (Speed::Normal, words.get("animation-normal")),
                    (Speed::Slow, words.get("animation-slow")),
                ];
                choice(ui, &mut new.animation, &values);
            });
            row(ui, &words.get("confirm-moves"), |ui| {
                let values = [
                    (Confirm::Auto, words.get("confirm-auto")),
                    (Confirm::On, words.get("confirm-on")),
                    (Confirm::Off, words.get("confirm-off")),
                ];
                choice(ui, &mut new.confirm, &values);
            });
            muted(ui, words.get("confirm-explained"));
            for (id, value) in [
                ("show-legal-moves", &mut new.legal_moves),
                ("show-last-move", &mut new.last_move),
                ("pieces-with-pictures", &mut new.pictures),
                ("show-coordinates", &mut new.coordinates),
                ("flip-board", &mut new.flipped),
                ("play-from-books", &mut new.opening_book),
                ("shared-keyboard", &mut new.shared_keyboard),
            ] {
                switch_row(ui, &words.get(id), value);
            }
            muted(ui, words.get("shared-keyboard-explained"));
            group(ui, &words.get("settings-keys"));
            for id in ["keys-board", "keys-shared", "keys-letters", "keys-review", "keys-menus"] {
                muted(ui, words.get(id));
            }
            group(ui, &words.get("settings-data"));
            muted(ui, words.with(storage.place_told(), &[("folder", storage.place())]));
            muted(ui, words.with("version", &[("version", env!("CARGO_PKG_VERSION").to_owned())]));
        },
    );
    if *settings != new {
        *settings = new;
    }
    if leave {
        let to = back.0.take().filter(|_| playing.session().is_some());
        next.set(to.unwrap_or(Screen::Home));
    }
    Ok(())
}
