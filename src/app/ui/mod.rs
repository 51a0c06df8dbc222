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
    EguiContext, EguiContexts, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet,
    EguiPrimaryContextPass, EguiRenderOutput, egui,
};

pub use look::Look;
pub use toasts::Toasts;
pub use words::Words;

use super::Screen;
use super::assets::Library;
use super::platform::{BACK_LEAVES, Back, SafeArea, TouchScreen};
use super::settings::Settings;
use crate::content::{KAI, SANS};

/// The rectangle of the window, in logical pixels, that the panels leave for
/// the board; `None` while no board is shown.
#[derive(Resource, Default)]
pub struct BoardArea(pub Option<Rect>);

/// Points that the narrow side of the window holds at least.
const NARROWEST: f32 = 300.0;

/// Breadth of the narrow side of a window, in logical pixels, below which it
/// may be that of a phone, and what can be pressed is as large as a finger.
const PHONE: f32 = 600.0;

/// How far a finger may slip and how long it may rest, in points and seconds,
/// and still have pressed. A finger that rests long on the board is told from
/// one that taps by the board itself.
const SLIP: f32 = 10.0;
const REST: f64 = 10.0;

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
            (forget_old_news, keep_free, go_back)
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

/// The whole window as a place for widgets, but for what is to be kept free.
pub fn root(ctx: &egui::Context) -> egui::Ui {
    let builder =
        egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.content_rect());
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
    screen: Res<TouchScreen>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut prepared: ResMut<Prepared>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    prepared.ready = prepared.fonts;
    if !prepared.fonts {
        theme::install_fonts(ctx, library.bytes(SANS), library.bytes(KAI));
        ctx.options_mut(|options| {
            options.input_options.max_click_dist = SLIP;
            options.input_options.max_click_duration = REST;
        });
        prepared.fonts = true;
        ctx.request_repaint();
    }
    let narrow =
        window.single().map_or(f32::INFINITY, |window| window.width().min(window.height()));
    let touch = screen.known || narrow < PHONE;
    if let Some(theme) = look.content()
        && (prepared.theme != theme.id || prepared.touch != touch)
    {
        theme::apply(ctx, theme, touch);
        prepared.theme.clone_from(&theme.id);
        prepared.touch = touch;
    }
    // However large it is wished, the narrow side must hold a row of buttons.
    let scale = (f32::from(settings.scale_percent) / 100.0).min((narrow / NARROWEST).max(0.75));
    if ctx.zoom_factor() != scale {
        ctx.set_zoom_factor(scale);
    }
    Ok(())
}

/// Tells egui what is to be kept free along the edges of the window.
fn keep_free(area: Option<Res<SafeArea>>, mut inputs: Query<(&mut EguiInput, &mut EguiContext)>) {
    let Some(area) = area else { return };
    let SafeArea { left, top, right, bottom } = *area;
    for (mut input, mut context) in &mut inputs {
        let Some(window) = input.screen_rect else { continue };
        // A point of egui is as many logical pixels as the interface is
        // scaled by.
        let scale = context.get_mut().zoom_factor();
        let insets = egui::epaint::MarginF32 { left, top, right, bottom } / scale;
        // Whatever is covered, something is left.
        let most = window.size() * 0.25;
        input.safe_area_insets = Some(egui::SafeAreaInsets(egui::epaint::MarginF32 {
            left: insets.left.min(most.x),
            top: insets.top.min(most.y),
            right: insets.right.min(most.x),
            bottom: insets.bottom.min(most.y),
        }));
    }
}

/// Goes one step back: every screen, sheet and dialog does so at the key
/// Escape. From the first screen the way back leads out of the program, where
/// that is the custom.
fn go_back(
    mut backs: MessageReader<Back>,
    screen: Res<State<Screen>>,
    mut inputs: Query<&mut EguiInput>,
    mut exits: MessageWriter<AppExit>,
) {
    for Back in backs.read() {
        if *screen.get() == Screen::Home && BACK_LEAVES {
            exits.write(AppExit::Success);
            continue;
        }
        for mut input in &mut inputs {
            for pressed in [true, false] {
                input.events.push(egui::Event::Key {
                    key: egui::Key::Escape,
                    physical_key: None,
                    pressed,
                    repeat: false,
                    modifiers: egui::Modifiers::NONE,
                });
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;

    /// A context of egui in a window of 360 by 640, and the app around it.
    fn app() -> (App, Entity) {
        let mut app = App::new();
        app.add_plugins(StatesPlugin)
            .init_state::<Screen>()
            .add_message::<Back>()
            .add_message::<AppExit>()
            .add_systems(Update, (keep_free, go_back));
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(360.0, 640.0));
        let input = egui::RawInput { screen_rect: Some(window), ..Default::default() };
        let context = app.world_mut().spawn((EguiInput(input), EguiContext::default())).id();
        (app, context)
    }

    #[test]
    fn the_way_back_means_escape() {
        let (mut app, context) = app();
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Play);
        app.world_mut().write_message(Back);
        app.update();
        let input = app.world().get::<EguiInput>(context).unwrap();
        let keys: Vec<_> = input
            .events
            .iter()
            .filter_map(|event| match event {
                egui::Event::Key { key, pressed, .. } => Some((*key, *pressed)),
                _ => None,
            })
            .collect();
        assert_eq!(keys, [(egui::Key::Escape, true), (egui::Key::Escape, false)]);
    }

    #[test]
    fn what_something_covers_stays_free() {
        let (mut app, context) = app();
        let area = SafeArea { left: 0.0, top: 24.0, right: 8.0, bottom: 20.0 };
        app.insert_resource(area);
        app.update();
        let mut input = app.world_mut().get_mut::<EguiInput>(context).unwrap();
        let input = std::mem::take(&mut input.0);
        let mut context = app.world_mut().get_mut::<EguiContext>(context).unwrap();
        let ctx = context.get_mut();
        ctx.begin_pass(input);
        let free = egui::Rect::from_min_max(egui::pos2(0.0, 24.0), egui::pos2(352.0, 620.0));
        assert_eq!(root(ctx).max_rect(), free);
        _ = ctx.end_pass();
    }
}
