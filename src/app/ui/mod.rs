//! What all screens share: the look in force, words, short notices, and the
//! rectangle that is left for the board.

mod look;
pub mod theme;
mod toasts;
pub mod widgets;
mod words;

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::{
    EguiContexts, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass,
    EguiRenderOutput, egui,
};

pub use look::Look;
pub use toasts::Toasts;
pub use words::Words;

use super::Screen;
use super::assets::Library;
use super::platform::MOBILE;
use super::settings::Settings;
use crate::content::{KAI, SANS};

/// The rectangle of the window, in logical pixels, that the panels leave for
/// the board; `None` while no board is shown.
#[derive(Resource, Default)]
pub struct BoardArea(pub Option<Rect>);

/// Points that the narrow side of the window holds at least.
const NARROWEST: f32 = 300.0;

/// Order of what is drawn into one frame.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum UiSet {
    /// Fonts, colours and scale are brought up to date.
    Prepare,
    /// The screen itself.
    Screen,
    /// What lies over every screen.
    Over,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardArea>()
        .init_resource::<Prepared>()
        .configure_sets(
            EguiPrimaryContextPass,
            (
                UiSet::Prepare,
                (UiSet::Screen, UiSet::Over)
                    .chain()
                    .run_if(|prepared: Res<Prepared>| prepared.ready),
            )
                .chain(),
        )
        .add_systems(
            EguiPrimaryContextPass,
            prepare.in_set(UiSet::Prepare).run_if(not(in_state(Screen::Loading))),
        )
        .add_systems(EguiPrimaryContextPass, quit.in_set(UiSet::Over))
        .add_systems(
            PreUpdate,
            forget_old_news
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(
            PostUpdate,
            show_new_glyphs
                .after(EguiPostUpdateSet::ProcessOutput)
                .before(EguiPostUpdateSet::PostProcessOutput),
        )
        .add_plugins((look::plugin, toasts::plugin, words::plugin));
}

/// The whole window as a place for widgets.
pub fn root(ctx: &egui::Context) -> egui::Ui {
    let builder =
        egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect());
    egui::Ui::new(ctx.clone(), egui::Id::new("root"), builder)
}

/// What was last handed to egui.
#[derive(Resource, Default)]
struct Prepared {
    fonts: bool,
    /// The fonts are in use: they are from the frame after they were handed
    /// over.
    ready: bool,
    touch: bool,
    theme: String,
}

/// Gives egui the fonts once, and the theme and the scale when they change.
fn prepare(
    mut contexts: EguiContexts,
    library: Res<Library>,
    look: Res<Look>,
    settings: Res<Settings>,
    touches: Res<Touches>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut prepared: ResMut<Prepared>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    prepared.ready = prepared.fonts;
    if !prepared.fonts {
        theme::install_fonts(ctx, library.bytes(SANS), library.bytes(KAI));
        prepared.fonts = true;
        ctx.request_repaint();
    }
    let touch = prepared.touch || touches.iter().next().is_some() || MOBILE;
    if let Some(theme) = look.content()
        && (prepared.theme != theme.id || prepared.touch != touch)
    {
        theme::apply(ctx, theme, touch);
        prepared.theme.clone_from(&theme.id);
        prepared.touch = touch;
    }
    // However large it is wished, the narrow side must hold a row of buttons.
    let narrow =
        window.single().map_or(f32::INFINITY, |window| window.width().min(window.height()));
    let scale = (f32::from(settings.scale_percent) / 100.0).min((narrow / NARROWEST).max(0.75));
    if ctx.zoom_factor() != scale {
        ctx.set_zoom_factor(scale);
    }
    Ok(())
}

/// Takes out the modifier keys where they are as they were. `bevy_egui` tells
/// of them in every frame, and egui draws another frame for every event, so
/// the window would never rest.
fn forget_old_news(mut inputs: Query<&mut EguiInput>, mut known: Local<Option<egui::Modifiers>>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => known.replace(*now) != Some(*now),
            _ => true,
        });
    }
}

/// Draws once more when letters were drawn for the first time: their pictures
/// reach the graphics card a frame after the text that shows them.
fn show_new_glyphs(outputs: Query<&EguiRenderOutput>, mut redraws: MessageWriter<RequestRedraw>) {
    if outputs.iter().any(|output| !output.textures_delta.set.is_empty()) {
        redraws.write(RequestRedraw);
    }
}

/// Leaves the program with the keys that do so everywhere.
fn quit(mut contexts: EguiContexts, mut exits: MessageWriter<AppExit>) -> Result {
    let leave = contexts
        .ctx_mut()?
        .input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, egui::Key::Q));
    if leave {
        exits.write(AppExit::Success);
    }
    Ok(())
}
