//! Controls that several pages share, and what is common to every page: fonts, scale,
//! toasts, the way back.

pub mod board_painter;
pub mod board_view;
pub mod cards;
pub mod controls;
pub mod keys;
pub mod line_plot;
pub mod linked_text;
pub mod magnifier;
pub mod move_scores;
pub mod moves;
pub mod page;
pub mod promotion;
pub mod sheet;
pub mod thumbnail;

pub mod theme;
pub mod toasts;

use bevy::a11y::ActionRequest;
use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::shader::Shader;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::render::EGUI_SHADER_HANDLE;
use bevy_egui::{
    EguiContext, EguiContexts, EguiInput, EguiPlugin, EguiPostUpdateSet, EguiPreUpdateSet,
    EguiPrimaryContextPass, EguiRenderOutput, PrimaryEguiContext, egui,
};

pub use toasts::Toasts;

use super::platform::{BACK_EXITS_APP, Back, SafeArea, TouchScreen};
use super::settings::Settings;
use crate::app::services::assets::LoadedAssets;
use crate::app::settings::ActiveTheme;
use crate::app::state::Screen;
use crate::content::{KAI, SANS};

/// Minimum width of the narrow side of the window, in points.
const MIN_NARROW_SIDE: f32 = 300.0;

/// Width of the narrow side of a window, in logical pixels, below which the layout is
/// that of a phone, with touch targets.
const PHONE_WIDTH: f32 = 600.0;

/// Distance and time, in points and seconds, within which a press counts as a click.
/// The board itself distinguishes long presses from taps.
const MAX_CLICK_DISTANCE: f32 = 10.0;
const MAX_CLICK_DURATION: f64 = 10.0;

/// Time in which a widget changes its state, in seconds.
const ANIMATION_TIME: f32 = 0.1;

/// Drawing order within a frame.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum UiSystems {
    /// Updates fonts, colours and scale.
    Prepare,
    /// The screen itself.
    Screen,
    /// A page over the screen, which waits behind it.
    CoveringPage,
    /// Overlays above every screen.
    Overlay,
}

/// egui, with one texture at a time as [`SHADER`] reads it.
pub(super) fn egui_plugin() -> EguiPlugin {
    EguiPlugin { bindless_mode_array_size: None }
}

/// Shader that draws the shapes of the pages.
const SHADER: &str = include_str!("shader.wgsl");

/// Puts our shader in the place of that of `bevy_egui`.
fn replace_shader(shaders: Option<ResMut<Assets<Shader>>>) -> Result {
    if let Some(mut shaders) = shaders {
        let shader = Shader::from_wgsl(SHADER, "widgets/shader.wgsl");
        shaders.insert(&EGUI_SHADER_HANDLE, shader)?;
    }
    Ok(())
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EguiSetup>()
        .init_resource::<thumbnail::PieceTextures>()
        .configure_sets(
            EguiPrimaryContextPass,
            (
                UiSystems::Prepare,
                (UiSystems::Screen, UiSystems::CoveringPage, UiSystems::Overlay)
                    .chain()
                    .run_if(|setup: Res<EguiSetup>| setup.ready),
            )
                .chain(),
        )
        .add_systems(
            EguiPrimaryContextPass,
            setup_egui.in_set(UiSystems::Prepare).run_if(not(in_state(Screen::Loading))),
        )
        .add_systems(EguiPrimaryContextPass, quit.in_set(UiSystems::Overlay))
        .add_systems(PreStartup, replace_shader)
        .add_systems(
            PreUpdate,
            (drop_repeated_modifier_events, apply_safe_area, handle_back, forward_actions)
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        // New glyphs are written into images. Unless these are announced in the same frame, the
        // text that shows the glyphs is drawn without them.
        .configure_sets(PostUpdate, AssetEventSystems.after(EguiPostUpdateSet::PostProcessOutput))
        .add_systems(
            PostUpdate,
            redraw_after_font_upload
                .after(EguiPostUpdateSet::ProcessOutput)
                .before(EguiPostUpdateSet::PostProcessOutput),
        )
        .add_plugins((toasts::plugin, magnifier::plugin));
}

/// The root `Ui`: the whole window except the safe area insets.
pub fn root(ctx: &egui::Context) -> egui::Ui {
    let builder =
        egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.content_rect());
    egui::Ui::new(ctx.clone(), egui::Id::new("root"), builder)
}

/// The settings last applied to egui.
#[derive(Resource, Default)]
struct EguiSetup {
    fonts: bool,
    /// True if the fonts are usable: from the frame after they were installed.
    ready: bool,
    touch: bool,
    theme: String,
}

/// Installs the fonts once, and applies the theme and the scale when they change.
fn setup_egui(
    mut contexts: EguiContexts,
    library: Res<LoadedAssets>,
    active_theme: Res<ActiveTheme>,
    settings: Res<Settings>,
    screen: Res<TouchScreen>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut setup: ResMut<EguiSetup>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    setup.ready = setup.fonts;
    if !setup.fonts {
        theme::install_fonts(ctx, library.bytes(SANS), library.bytes(KAI));
        ctx.options_mut(|options| {
            options.input_options.max_click_dist = MAX_CLICK_DISTANCE;
            options.input_options.max_click_duration = MAX_CLICK_DURATION;
        });
        setup.fonts = true;
        ctx.request_repaint();
    }
    let narrow =
        window.single().map_or(f32::INFINITY, |window| window.width().min(window.height()));
    let touch = screen.available || narrow < PHONE_WIDTH;
    if let Some(theme) = active_theme.theme()
        && (setup.theme != theme.id || setup.touch != touch)
    {
        theme::apply(ctx, theme, touch);
        setup.theme.clone_from(&theme.id);
        setup.touch = touch;
    }
    // Switches slide and lists fade in as quickly as pieces move, or not at all.
    let motion = ANIMATION_TIME * settings.animation_scale().min(1.0);
    if ctx.global_style().animation_time != motion {
        ctx.all_styles_mut(|style| style.animation_time = motion);
    }
    // Whatever scale is set, a row of buttons must fit the narrow side.
    let scale =
        (f32::from(settings.scale_percent) / 100.0).min((narrow / MIN_NARROW_SIDE).max(0.75));
    if ctx.zoom_factor() != scale {
        ctx.set_zoom_factor(scale);
    }
    Ok(())
}

/// Passes the safe area insets on to egui.
fn apply_safe_area(
    area: Option<Res<SafeArea>>,
    mut inputs: Query<(&mut EguiInput, &mut EguiContext)>,
) {
    let Some(area) = area else { return };
    let SafeArea { left, top, right, bottom } = *area;
    for (mut input, mut context) in &mut inputs {
        let Some(window) = input.screen_rect else { continue };
        // A point of egui is as many logical pixels as the zoom factor.
        let scale = context.get_mut().zoom_factor();
        let insets = egui::epaint::MarginF32 { left, top, right, bottom } / scale;
        // Some content area is left whatever the insets.
        let most = window.size() * 0.25;
        input.safe_area_insets = Some(egui::SafeAreaInsets(egui::epaint::MarginF32 {
            left: insets.left.min(most.x),
            top: insets.top.min(most.y),
            right: insets.right.min(most.x),
            bottom: insets.bottom.min(most.y),
        }));
    }
}

/// Handles the back button: sends Escape, which goes one step back on every screen,
/// sheet and dialog. On the home screen it exits, where the platform expects that.
fn handle_back(
    mut backs: MessageReader<Back>,
    screen: Res<State<Screen>>,
    mut inputs: Query<&mut EguiInput>,
    mut exits: MessageWriter<AppExit>,
) {
    for Back in backs.read() {
        if *screen.get() == Screen::Home && BACK_EXITS_APP {
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

/// Passes on what a screen reader asks of the widgets, which `bevy_egui` leaves out.
fn forward_actions(
    requests: Option<MessageReader<ActionRequest>>,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
) {
    let Some(mut requests) = requests else { return };
    for ActionRequest(request) in requests.read() {
        for mut input in &mut inputs {
            input.events.push(egui::Event::AccessKitActionRequest(request.clone()));
        }
    }
}

/// Removes `ModifiersChanged` events without a change. `bevy_egui` sends them in every
/// frame, and egui repaints after every event, so the window would never be idle.
fn drop_repeated_modifier_events(
    mut inputs: Query<&mut EguiInput>,
    mut known: Local<Option<egui::Modifiers>>,
) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => known.replace(*now) != Some(*now),
            _ => true,
        });
    }
}

/// Requests a redraw after new glyphs were rasterised, for a GPU that gets them late: without
/// it a text could lack letters until the next input.
fn redraw_after_font_upload(
    outputs: Query<&EguiRenderOutput>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    if outputs.iter().any(|output| !output.textures_delta.set.is_empty()) {
        redraws.write(RequestRedraw);
    }
}

/// Quits with the platform-independent shortcut.
fn quit(mut contexts: EguiContexts, mut exits: MessageWriter<AppExit>) -> Result {
    let leave = contexts.ctx_mut()?.input_mut(|input| keys::QUIT.consume(input));
    if leave {
        exits.write(AppExit::Success);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;

    /// An egui context in a window of 360 by 640, and its app.
    fn app() -> (App, Entity) {
        let mut app = App::new();
        app.add_plugins(StatesPlugin)
            .init_state::<Screen>()
            .add_message::<Back>()
            .add_message::<AppExit>()
            .add_systems(Update, (apply_safe_area, handle_back));
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(360.0, 640.0));
        let input = egui::RawInput { screen_rect: Some(window), ..Default::default() };
        let context = app.world_mut().spawn((EguiInput(input), EguiContext::default())).id();
        (app, context)
    }

    #[test]
    fn the_back_button_sends_escape() {
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
    fn the_safe_area_stays_free() {
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
