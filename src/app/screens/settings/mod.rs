//! The settings page: language, appearance, sound, and assistance while playing.

mod content_packs;
mod engines;
mod sets;

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::{
    App, IntoScheduleConfigs, MessageWriter, NextState, Real, Res, ResMut, Resource, Result, Time,
    in_state,
};
use bevy_egui::egui::{CornerRadius, Painter, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{CPU, KEYBOARD, PACKAGE, SPEAKER_HIGH};

pub use engines::EnginesPage;

use super::key_help::OpenKeyHelp;
use crate::app::platform::files::{PICKS_PICTURES, PickPicture};
use crate::app::platform::{RUNS_PROGRAMS, Storage};
use crate::app::services::assets::LoadedAssets;
use crate::app::services::audio::{Cue, Sound, SoundCard, SoundQueue, SoundSet};
use crate::app::services::portrait::{OwnPortrait, RemovePortrait};
use crate::app::session::ActiveSession;
use crate::app::settings::{
    AnimationSpeed, Assistance, ConfirmMove, Language, SCALE_RANGE, Settings, ThinkingCores,
};
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::{
    ButtonStyle, button, chip, chips, choice, field, group, icon_button, muted, row, slider,
    switch_row, tile,
};
use crate::app::widgets::theme::colour;
use crate::app::widgets::thumbnail::{Face, PaintResources, paint_portrait};
use crate::app::widgets::{UiSystems, page, root};
use crate::search::core_count;

/// Screen to which the settings page returns.
#[derive(Resource, Default)]
pub(super) struct ReturnScreen(pub(super) Option<Screen>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReturnScreen>()
        .init_resource::<SoundCard>()
        .init_resource::<SoundQueue>()
        .add_plugins((engines::plugin, content_packs::plugin))
        .add_systems(
            EguiPrimaryContextPass,
            show.in_set(UiSystems::Screen).run_if(in_state(Screen::Settings)),
        );
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    library: Res<LoadedAssets>,
    storage: Res<Storage>,
    active_session: Res<ActiveSession>,
    mut picture: PictureContext,
    mut sound: SoundContext,
    mut return_screen: ResMut<ReturnScreen>,
    mut settings: ResMut<Settings>,
    mut next: ResMut<NextState<Screen>>,
    mut key_help: MessageWriter<OpenKeyHelp>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let mut new = settings.clone();
    let leave = page::show(
        &mut ui,
        ("settings", page::COLUMN_WIDTH),
        &l10n.get("settings"),
        &l10n.get("back"),
        |_| (),
        |ui| {
            look_rows(ui, &l10n, &library, &mut new, &mut picture);
            if let Some(paint) = picture.paint_resources.context() {
                sets::show(ui, &l10n, &library, &active_session, &mut new, paint);
            }
            sound_rows(ui, &l10n, &library, &mut new, &mut sound);
            board_rows(ui, &l10n, &mut new);
            if RUNS_PROGRAMS {
                group(ui, &l10n.get("engines"));
                muted(ui, l10n.get("engines-explained"));
                let text = l10n.get("settings-engines");
                if button(ui, ButtonStyle::Plain, Some(CPU), &text).clicked() {
                    next.set(Screen::Engines);
                }
            }
            group(ui, &l10n.get("packs"));
            muted(ui, l10n.get("packs-explained"));
            let text = l10n.get("settings-packs");
            if button(ui, ButtonStyle::Plain, Some(PACKAGE), &text).clicked() {
                next.set(Screen::ContentPacks);
            }
            ui.add_space(12.0);
            let keys = l10n.get("settings-keys");
            if button(ui, ButtonStyle::Plain, Some(KEYBOARD), &keys).clicked() {
                key_help.write(OpenKeyHelp);
            }
            group(ui, &l10n.get("settings-data"));
            muted(ui, l10n.format(storage.location_message(), &[("folder", storage.location())]));
            muted(ui, l10n.format("version", &[("version", env!("CARGO_PKG_VERSION").to_owned())]));
        },
    );
    if *settings != new {
        *settings = new;
    }
    if leave {
        let to = return_screen.0.take().filter(|_| active_session.session().is_some());
        next.set(to.unwrap_or(Screen::Home));
    }
    Ok(())
}

/// Language, name, theme and scale.
fn look_rows(
    ui: &mut Ui,
    l10n: &Localization,
    library: &LoadedAssets,
    new: &mut Settings,
    picture: &mut PictureContext,
) {
    let themes = library.themes();
    group(ui, &l10n.get("settings-look"));
    row(ui, &l10n.get("language"), |ui| {
        let values = [
            (Language::Auto, l10n.get("language-auto")),
            (Language::English, "English".to_owned()),
            (Language::SimplifiedChinese, "简体中文".to_owned()),
        ];
        choice(ui, &mut new.language, &values);
    });
    row(ui, &l10n.get("your-name"), |ui| {
        field(ui, &l10n.get("your-name"), &l10n.get("player"), &mut new.name);
    });
    if PICKS_PICTURES {
        picture_row(ui, l10n, picture);
    }
    row(ui, &l10n.get("theme"), |ui| {
        let mut index = themes.iter().position(|theme| theme.id == new.theme).unwrap_or(0);
        let values: Vec<_> =
            themes.iter().enumerate().map(|(n, theme)| (n, l10n.title(&theme.title))).collect();
        if choice(ui, &mut index, &values) {
            new.theme.clone_from(&themes[index].id);
        }
    });
    background_row(ui, l10n, library, new, picture);
    row(ui, &l10n.get("scale"), |ui| {
        // Applied on release: the page would move under the pointer during the drag.
        let id = ui.id().with("scale");
        let mut shown = ui.data(|data| data.get_temp(id)).unwrap_or(new.scale_percent);
        slider(ui, &l10n.get("scale"), &mut shown, SCALE_RANGE, 5.0, "%");
        let held = ui.input(|input| input.pointer.any_down());
        if held {
            ui.data_mut(|data| data.insert_temp(id, shown));
        } else {
            ui.data_mut(|data| data.remove_temp::<u16>(id));
            new.scale_percent = shown;
        }
    });
}

/// The backgrounds of the window, each with a picture of it; none with high contrast.
fn background_row(
    ui: &mut Ui,
    l10n: &Localization,
    library: &LoadedAssets,
    new: &mut Settings,
    picture: &PictureContext,
) {
    let Some(paint) = picture.paint_resources.context() else { return };
    if paint.theme.has_strong_lines() {
        return;
    }
    let paper = colour(paint.theme.paper);
    row(ui, &l10n.get("background"), |ui| {
        chips(ui, |ui| {
            let paint_plain = |painter: &Painter, rect: Rect| {
                painter.rect_filled(rect, CornerRadius::same(3), paper);
            };
            let plain = l10n.get("background-plain");
            let is_plain = library.background(&new.background, paint.theme).is_none();
            if tile(ui, is_plain, &plain, &paint_plain) {
                new.background.clear();
            }
            for background in library.backgrounds() {
                let path = background.picture(paint.theme.dark);
                let paint_picture = |painter: &Painter, rect: Rect| {
                    paint_plain(painter, rect);
                    paint.paint_filling(painter, rect, &path);
                };
                let title = l10n.title(&background.title);
                if tile(ui, new.background == background.id, &title, &paint_picture) {
                    new.background.clone_from(&background.id);
                }
            }
        });
    });
    muted(ui, l10n.get("background-explained"));
}

/// The player's own picture, and what is asked about it.
#[derive(SystemParam)]
struct PictureContext<'w> {
    portrait: Res<'w, OwnPortrait>,
    paint_resources: PaintResources<'w>,
    pick: MessageWriter<'w, PickPicture>,
    remove: MessageWriter<'w, RemovePortrait>,
}

/// The picture that the player has in games, and buttons to choose another one.
fn picture_row(ui: &mut Ui, l10n: &Localization, picture: &mut PictureContext) {
    let name = l10n.get("your-picture");
    row(ui, &name, |ui| {
        let size = Vec2::splat(ui.spacing().interact_size.y);
        let (place, shown) = ui.allocate_exact_size(size, Sense::hover());
        shown.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &name));
        if let Some(paint) = picture.paint_resources.context() {
            paint_portrait(ui.painter(), place, Face::Player, paint);
        }
        if button(ui, ButtonStyle::Plain, None, &l10n.get("picture-choose")).clicked() {
            picture.pick.write(PickPicture);
        }
        if picture.portrait.picture().is_some()
            && button(ui, ButtonStyle::Quiet, None, &l10n.get("picture-remove")).clicked()
        {
            picture.remove.write(RemovePortrait);
        }
    });
}

/// Resources that play a sound for the player to hear.
#[derive(SystemParam)]
struct SoundContext<'w> {
    card: Res<'w, SoundCard>,
    time: Res<'w, Time<Real>>,
    queue: ResMut<'w, SoundQueue>,
}

impl SoundContext<'_> {
    /// Plays two pieces that are placed, and one that is turned, of the chosen set unless of
    /// another.
    fn play(&mut self, set: Option<SoundSet>) {
        let now = self.time.elapsed();
        for (millis, sound, pitch) in
            [(50, Sound::Place, 1.0), (420, Sound::Place, 0.96), (760, Sound::Flip, 1.0)]
        {
            let at = now + Duration::from_millis(millis);
            self.queue.push(Cue { at, sound, set, pitch, level: 1.0 });
        }
    }
}

/// Sounds of moves, and volumes of sounds and music.
fn sound_rows(
    ui: &mut Ui,
    l10n: &Localization,
    library: &LoadedAssets,
    new: &mut Settings,
    sound: &mut SoundContext,
) {
    group(ui, &l10n.get("settings-sound"));
    row(ui, &l10n.get("sound-set"), |ui| {
        let can_hear = *sound.card == SoundCard::Present && new.sound_volume > 0;
        // Two in a row, each with its button, fit on a phone.
        ui.vertical(|ui| {
            for sets in SoundSet::ALL.chunks(2) {
                ui.horizontal(|ui| {
                    for &set in sets {
                        let name = l10n.get(sound_name(set));
                        let is_chosen = new.recorded_sounds.is_empty() && new.sounds == set;
                        if chip(ui, is_chosen, &name, None) {
                            new.sounds = set;
                            new.recorded_sounds.clear();
                        }
                        let hear = l10n.format("sound-hear", &[("sound", name)]);
                        if icon_button(ui, SPEAKER_HIGH, &hear, can_hear).clicked() {
                            sound.play(Some(set));
                        }
                    }
                });
            }
            for set in library.recorded_sounds() {
                // Heard as it is chosen.
                let is_chosen = new.recorded_sounds == set.id;
                if chip(ui, is_chosen, &l10n.title(&set.title), None) {
                    new.recorded_sounds.clone_from(&set.id);
                    if can_hear {
                        sound.play(None);
                    }
                }
            }
        });
    });
    for (id, value) in
        [("sound-volume", &mut new.sound_volume), ("music-volume", &mut new.music_volume)]
    {
        row(ui, &l10n.get(id), |ui| {
            slider(ui, &l10n.get(id), value, 0..=100, 5.0, "%");
        });
    }
}

fn sound_name(set: SoundSet) -> &'static str {
    match set {
        SoundSet::Wood => "sound-wood",
        SoundSet::Stone => "sound-stone",
        SoundSet::Bamboo => "sound-bamboo",
        SoundSet::Soft => "sound-soft",
    }
}

/// The board, and assistance while playing.
fn board_rows(ui: &mut Ui, l10n: &Localization, new: &mut Settings) {
    group(ui, &l10n.get("settings-board"));
    explained_choice(
        ui,
        l10n,
        "animation",
        &mut new.animation,
        &[
            (AnimationSpeed::Auto, "auto"),
            (AnimationSpeed::Off, "off"),
            (AnimationSpeed::Fast, "fast"),
            (AnimationSpeed::Normal, "normal"),
            (AnimationSpeed::Slow, "slow"),
        ],
    );
    row(ui, &l10n.get("confirm-moves"), |ui| {
        let values = [
            (ConfirmMove::Auto, l10n.get("confirm-auto")),
            (ConfirmMove::On, l10n.get("confirm-on")),
            (ConfirmMove::Off, l10n.get("confirm-off")),
        ];
        choice(ui, &mut new.confirm, &values);
    });
    muted(ui, l10n.get("confirm-explained"));
    explained_choice(
        ui,
        l10n,
        "coaching",
        &mut new.coaching,
        &[(Assistance::Auto, "auto"), (Assistance::On, "on"), (Assistance::Off, "off")],
    );
    explained_choice(
        ui,
        l10n,
        "premoves",
        &mut new.premoves,
        &[(Assistance::Auto, "auto"), (Assistance::On, "on"), (Assistance::Off, "off")],
    );
    if core_count() > 1 {
        explained_choice(
            ui,
            l10n,
            "thinking-cores",
            &mut new.thinking_cores,
            &[
                (ThinkingCores::Auto, "auto"),
                (ThinkingCores::One, "one"),
                (ThinkingCores::All, "all"),
            ],
        );
    }
    for (id, value) in [
        ("show-legal-moves", &mut new.legal_moves),
        ("show-last-move", &mut new.last_move),
        ("figurines", &mut new.figurines),
        ("show-coordinates", &mut new.coordinates),
        ("flip-board", &mut new.flipped),
        ("show-search-info", &mut new.search_info),
        ("play-from-books", &mut new.opening_book),
        ("computer-resigns", &mut new.computer_resigns),
        ("hide-board", &mut new.hide_board),
        ("shared-keyboard", &mut new.shared_keyboard),
    ] {
        switch_row(ui, &l10n.get(id), value);
    }
    muted(ui, l10n.get("shared-keyboard-explained"));
}

/// A choice with the texts `ID`, `ID-VALUE` for each value, and `ID-explained` below it.
fn explained_choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    l10n: &Localization,
    id: &str,
    chosen: &mut T,
    values: &[(T, &str)],
) {
    row(ui, &l10n.get(id), |ui| {
        let named = |&(value, name): &(T, &str)| (value, l10n.get(&format!("{id}-{name}")));
        let values: Vec<_> = values.iter().map(named).collect();
        choice(ui, chosen, &values);
    });
    muted(ui, l10n.get(&format!("{id}-explained")));
}
