//! The application: one window, its screens, and the entities that mirror
//! the game in progress. The only part of the program that knows Bevy.
//!
//! Its rooms stand in an order; each may use those to its left and itself, and a test
//! holds that:
//!
//! ```text
//! state, notice <- platform <- services <- settings <- text <- session <- board
//!     <- features <- widgets <- screens
//! ```
//!
//! | room | holds |
//! |---|---|
//! | `state` | the screen that fills the window |
//! | `notice` | short messages for the player, which anyone may write |
//! | `platform` | all that differs between desktop, phone and browser: files, storage, clipboard, lifecycle |
//! | `services` | work beside the window: tasks on the pool or in Web Workers, the library's client, assets, sound |
//! | `settings` | the player's choices and the theme they choose |
//! | `text` | translations, and the names of moves |
//! | `session` | the game on the board: players, commands, clocks, undo, saving |
//! | `board` | how a board looks (`board::drawing`), drawn as sprites, and taps and keys on it |
//! | `features` | engine turns and hints, puzzles, positions set up by hand, review, play over a network, opening books, image export |
//! | `widgets` | controls that several pages share |
//! | `screens` | the pages |

mod board;
#[cfg(any(target_arch = "wasm32", target_os = "android"))]
mod entry;
mod features;
mod notice;
mod platform;
mod redraw;
mod screens;
mod services;
mod session;
mod settings;
mod state;
#[cfg(target_arch = "wasm32")]
mod test_snapshot;
#[cfg(test)]
mod testing;
mod text;
mod widgets;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bevy::app::{TaskPoolOptions, TaskPoolPlugin};
use bevy::asset::AssetMetaCheck;
use bevy::asset::io::AssetSourceId;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{MemoryHints, WgpuSettings};
use bevy::window::WindowResizeConstraints;

use features::{background, coaching, content_packs, engine, laboratory, puzzles, review};
use services::tasks::TaskKind;
use services::{audio, portrait};
use state::Screen;

/// Log filter. Bevy and wgpu log at length about missing features of the
/// graphics card that are not used here.
const LOG_FILTER: &str = "warn,tianyuan=info,wgpu_hal=error,bevy_render::view::window=error,\
                      bevy_core_pipeline=error,bevy_egui::render=error";

/// The kinds of tasks that a Web Worker can run.
#[cfg_attr(
    not(any(test, target_arch = "wasm32")),
    expect(dead_code, reason = "only Web Workers get tasks as bytes")
)]
const TASK_KINDS: &[TaskKind] = &[
    TaskKind::of::<engine::SearchTask>(),
    TaskKind::of::<coaching::CoachTask>(),
    TaskKind::of::<review::AnalysePosition>(),
    TaskKind::of::<review::AnalyseLine>(),
    TaskKind::of::<review::RenderRequest>(),
    TaskKind::of::<laboratory::TraceTask>(),
    TaskKind::of::<laboratory::ContestTask>(),
    TaskKind::of::<puzzles::ProofTask>(),
    TaskKind::of::<board::OverlayRequest>(),
    TaskKind::of::<session::JudgeRequest>(),
    TaskKind::of::<background::BackgroundTask>(),
    TaskKind::of::<content_packs::ReadPackTask>(),
    TaskKind::of::<audio::MusicTask>(),
    TaskKind::of::<audio::SoundTask>(),
    TaskKind::of::<portrait::PortraitTask>(),
];

/// Opens the window, with the games of these files, and runs until it is closed.
#[must_use]
pub fn run(files: Vec<PathBuf>) -> ExitCode {
    let exit = App::new()
        .register_asset_source(AssetSourceId::Default, platform::assets_source())
        .register_asset_source("levels", platform::levels_source())
        .add_plugins(platform::without_render_thread(
            DefaultPlugins
                .set(WindowPlugin {
                    primary_window: Some(platform::with_canvas(window())),
                    ..default()
                })
                .set(RenderPlugin {
                    render_creation: WgpuSettings {
                        // Our boards need little; blocks for large scenes would be wasted.
                        memory_hints: MemoryHints::MemoryUsage,
                        ..default()
                    }
                    .into(),
                    ..default()
                })
                .set(AssetPlugin {
                    // There are no .meta files, and servers log the requests as errors.
                    meta_check: AssetMetaCheck::Never,
                    ..default()
                })
                .set(TaskPoolPlugin { task_pool_options: task_pool_options() })
                .set(LogPlugin { filter: LOG_FILTER.to_owned(), ..default() }),
        ))
        .insert_resource(platform::files::FilesToOpen(files))
        .add_plugins((widgets::egui_plugin(), plugin))
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
        // Shown with its first picture.
        visible: false,
        ..default()
    }
}

/// Time after the start at which most of what it took is free again.
const SETTLED: Duration = Duration::from_secs(4);

/// Gives the memory that the start took back to the system, once.
fn release_memory(time: Res<Time<Real>>, mut done: Local<bool>) {
    if !*done && time.elapsed() > SETTLED {
        *done = true;
        platform::release_freed_memory();
    }
}

/// At least two threads for the compute pool: Bevy compiles shaders on the
/// pool that searches run on.
fn task_pool_options() -> TaskPoolOptions {
    let mut options = TaskPoolOptions::default();
    options.async_compute.min_threads = 2;
    options
}

fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .add_plugins((
            platform::plugin,
            services::plugin,
            settings::plugin,
            text::plugin,
            session::plugin,
            board::plugin,
            features::plugin,
            widgets::plugin,
            screens::plugin,
        ))
        .add_plugins(redraw::RedrawPlugin)
        .add_systems(Startup, spawn_camera)
        .add_systems(Last, release_memory);
    #[cfg(target_arch = "wasm32")]
    app.add_plugins(test_snapshot::plugin);
}

/// Spawns the camera of the board. Its origin is the window's top left corner.
fn spawn_camera(mut commands: Commands) {
    let mut projection = OrthographicProjection::default_2d();
    projection.viewport_origin = Vec2::new(0.0, 1.0);
    commands.spawn((Camera2d, Msaa::Off, Projection::from(projection)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use services::tasks::{WorkerState, run_encoded};

    #[test]
    fn every_kind_of_task_has_a_unique_name() {
        for (index, kind) in TASK_KINDS.iter().enumerate() {
            let before = &TASK_KINDS[..index];
            assert!(before.iter().all(|other| other.name != kind.name), "{}", kind.name);
        }
    }

    #[test]
    fn unknown_names_and_malformed_bytes_are_errors() {
        let mut state = WorkerState::default();
        let mut run = |name, bytes: &[u8]| {
            run_encoded(TASK_KINDS, &mut state, name, bytes, &mut |_| {
                panic!("no task was requested")
            })
        };
        assert!(run("dance", &[]).is_err());
        for kind in TASK_KINDS {
            assert!(run(kind.name, b"?").is_err(), "{}", kind.name);
        }
    }
}
