//! The application: one window, its screens, and the entities that mirror
//! the game in progress. The only part of the program that knows Bevy.

mod assets;
mod audio;
mod board;
mod notice;
mod openings;
mod picture;
mod platform;
mod puzzles;
mod review;
mod screens;
mod session;
mod settings;
mod shelf;
#[cfg(test)]
mod testing;
mod thinking;
mod ui;

use std::process::ExitCode;
use std::time::Duration;

use bevy::app::{TaskPoolOptions, TaskPoolPlugin};
use bevy::asset::AssetMetaCheck;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::WindowResizeConstraints;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::EguiPlugin;

use notice::Notice;
use platform::work::Trade;

/// What fills the window.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Screen {
    /// Nothing yet: fonts, themes and pictures are being read.
    #[default]
    Loading,
    /// The choice of games.
    Home,
    /// What is chosen before a game.
    NewGame,
    /// The game in progress.
    Play,
    /// The packs of puzzle levels.
    Puzzles,
    /// The games that are kept.
    Library,
    /// A past game, to look through and annotate.
    Review,
    /// A puzzle level in the making.
    MakeLevel,
    /// What a person likes.
    Settings,
}

/// What is worth a line in the log. Bevy tells at length of what a graphics
/// card cannot do even where nobody asks for it.
const LOGGED: &str = "warn,tianyuan=info,wgpu_hal=error,bevy_render::view::window=error,\
                      bevy_core_pipeline=error,bevy_egui::render=error";

/// What a thread of its own can be asked to do where it shares no memory.
const TRADES: &[Trade] = &[
    Trade::of::<thinking::Question>(),
    Trade::of::<review::Look>(),
    Trade::of::<review::LineStudy>(),
    Trade::of::<review::Drawing>(),
    Trade::of::<puzzles::Proving>(),
    Trade::of::<board::Estimate>(),
    Trade::of::<audio::Piece>(),
];

/// Opens the window and runs until it is closed.
#[must_use]
pub fn run() -> ExitCode {
    let exit = App::new()
        .register_asset_source("levels", platform::levels_source())
        .add_plugins(
            DefaultPlugins
                .set(WindowPlugin { primary_window: Some(platform::placed(window())), ..default() })
                .set(AssetPlugin {
                    file_path: platform::assets_folder(),
                    // There are none, and servers complain about the question.
                    meta_check: AssetMetaCheck::Never,
                    ..default()
                })
                .set(TaskPoolPlugin { task_pool_options: pools() })
                .set(LogPlugin { filter: LOGGED.to_owned(), ..default() }),
        )
        .add_plugins((EguiPlugin::default(), plugin))
        .run();
    match exit {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

fn window() -> Window {
    Window {
        title: "Tianyuan 天元".to_owned(),
        name: Some("tianyuan".to_owned()),
        resolution: platform::window_size().into(),
        resize_constraints: WindowResizeConstraints {
            min_width: 320.0,
            min_height: 320.0,
            ..default()
        },
        ..default()
    }
}

/// Bevy compiles shaders on the pool that searches run on: two threads at
/// least, so that neither waits for the other.
fn pools() -> TaskPoolOptions {
    let mut options = TaskPoolOptions::default();
    options.async_compute.min_threads = 2;
    options
}

fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .add_plugins((
            platform::plugin,
            settings::plugin,
            assets::plugin,
            ui::plugin,
            session::plugin,
            openings::plugin,
            puzzles::plugin,
            shelf::plugin,
            review::plugin,
            thinking::plugin,
            board::plugin,
            audio::plugin,
            screens::plugin,
        ))
        .insert_resource(WinitSettings::desktop_app())
        .add_systems(Startup, (open_eyes, tell_of_software_drawing))
        .add_systems(Last, set_pace);
}

/// The camera of the board. Its origin is the window's top left corner.
fn open_eyes(mut commands: Commands) {
    let mut projection = OrthographicProjection::default_2d();
    projection.viewport_origin = Vec2::new(0.0, 1.0);
    commands.spawn((Camera2d, Msaa::Off, Projection::from(projection)));
}

/// Says once that the machine draws without a graphics card.
fn tell_of_software_drawing(
    adapter: Option<Res<RenderAdapterInfo>>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(adapter) = adapter else { return };
    // The kind's name is compared rather than its type, which belongs to a
    // crate that Bevy does not hand on.
    if format!("{:?}", adapter.device_type) == "Cpu" {
        info!("no graphics card was found; drawing in software with {}", adapter.name);
        notices.write(Notice::hint("no-graphics-card"));
    }
}

/// Draws as often as something moves, and seldom when nothing does.
fn set_pace(
    motion: Res<board::Motion>,
    audio: Res<audio::Due>,
    playing: Res<session::Playing>,
    thinking: Res<thinking::Thinking>,
    puzzles: Res<puzzles::Puzzles>,
    review: Res<review::Review>,
    analysis: Res<review::Analysis>,
    screen: Res<State<Screen>>,
    toasts: Res<ui::Toasts>,
    awake: Res<platform::Awake>,
    touches: Res<Touches>,
    mut pace: ResMut<WinitSettings>,
) {
    let seldom = |millis| UpdateMode::reactive(Duration::from_millis(millis));
    // How often what the running clock shows changes.
    let clock = playing.session().filter(|session| session.turn() != session::Turn::Nobody).map(
        |session| match session.clock().time_left(session.side_to_move()) {
            Some(..15_000) => 100,
            Some(_) => 250,
            None => 500,
        },
    );
    let wanted = match screen.get() {
        Screen::Loading => UpdateMode::Continuous,
        // Nobody looks.
        _ if !awake.is_awake() => seldom(5000),
        // A finger that rests on the board means something after a while.
        _ if touches.iter().next().is_some() => seldom(50),
        _ if motion.0 || audio.is_due() => UpdateMode::Continuous,
        Screen::Play if thinking.is_busy() || puzzles.is_moving() => seldom(100),
        _ if toasts.is_showing() => seldom(250),
        Screen::Review if analysis.is_busy() || review.is_running() => seldom(100),
        Screen::Play => seldom(clock.unwrap_or(5000)),
        Screen::Home => seldom(750),
        _ => seldom(5000),
    };
    if pace.focused_mode != wanted {
        pace.focused_mode = wanted;
        pace.unfocused_mode = wanted;
    }
}
