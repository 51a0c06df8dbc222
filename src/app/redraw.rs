//! When the window is drawn anew, and with how many threads: smoothly while something moves,
//! hardly ever while nothing does.

use std::time::Duration;

use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowEvent, WindowResized};
use bevy::winit::{UpdateMode, WinitSettings};

use super::features::{engine, laboratory, lessons, puzzles, review};
use super::notice::Notice;
use super::services::audio;
use super::session::Turn;
use super::state::Screen;
use super::{board, platform, screens, session, widgets};

/// Interval of redraws while nothing changes; time played without a limit is shown in minutes.
const REST: Duration = Duration::from_secs(20);

/// Interval of redraws while something moves and the processor draws it, so that it has time
/// left for the players.
const SOFTWARE_FRAME: Duration = Duration::from_millis(40);

/// Time after the last input in which everything that was entered is saved.
const SETTLED: Duration = Duration::from_secs(1);

/// Sets how often the window is drawn.
pub(super) struct RedrawPlugin;

/// After all else in a frame, so that nothing that asks for another one comes later.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Redraw;

/// True if there is no graphics card, so that the processor draws.
#[derive(Resource, Default)]
struct DrawsInSoftware(bool);

impl Plugin for RedrawPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<DrawsInSoftware>()
            .insert_resource(WinitSettings::desktop_app())
            .init_schedule(Redraw)
            .add_systems(Startup, find_software_rendering)
            .add_systems(Redraw, (update_redraw_mode, show_window, redraw_after_resize));
        app.world_mut().resource_mut::<MainScheduleOrder>().insert_after(Last, Redraw);
    }

    /// Runs the systems of every schedule one after the other: they are small, and handing
    /// them to other threads takes longer than they do. What is long is a task.
    fn cleanup(&self, app: &mut App) {
        let apps = app.sub_apps_mut();
        for app in std::iter::once(&mut apps.main).chain(apps.sub_apps.values_mut()) {
            for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
                schedule.set_executor(SingleThreadedExecutor::new());
            }
        }
    }
}

/// Frames of the first page until one has surely been drawn.
const HIDDEN_FRAMES: u8 = 2;

/// Longest time without a window, whatever delays the first page.
const LONGEST_HIDDEN: Duration = Duration::from_secs(3);

/// Shows the window once it has a picture, so that it does not begin as an empty one.
fn show_window(
    mut window: Query<&mut Window, With<PrimaryWindow>>,
    screen: Res<State<Screen>>,
    time: Res<Time<Real>>,
    mut frames: Local<u8>,
) {
    if *screen.get() != Screen::Loading {
        *frames = frames.saturating_add(1);
    }
    if *frames > HIDDEN_FRAMES || time.elapsed() > LONGEST_HIDDEN {
        for mut window in window.iter_mut().filter(|window| !window.visible) {
            window.visible = true;
        }
    }
}

/// Frames until the interface has its new layout and the board the place that it leaves.
const RESIZE_FRAMES: u8 = 3;

/// Draws a window of another size until its layout has settled: nothing else need happen in it.
fn redraw_after_resize(
    mut resized: MessageReader<WindowResized>,
    mut redraws: MessageWriter<RequestRedraw>,
    mut frames: Local<u8>,
) {
    if resized.read().count() > 0 {
        *frames = RESIZE_FRAMES;
    }
    if *frames > 0 {
        *frames -= 1;
        redraws.write(RequestRedraw);
    }
}

/// Finds out whether the machine draws in software, and warns of that once.
fn find_software_rendering(
    adapter: Option<Res<RenderAdapterInfo>>,
    mut software: ResMut<DrawsInSoftware>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(adapter) = adapter else { return };
    // The name is compared since Bevy does not re-export the wgpu type.
    software.0 = format!("{:?}", adapter.device_type) == "Cpu";
    if software.0 {
        info!("no graphics card was found; drawing in software with {}", adapter.name);
        notices.write(Notice::hint("no-graphics-card"));
    }
}

/// Redraws continuously while something moves, and rarely otherwise.
fn update_redraw_mode(
    animating: Res<board::IsAnimating>,
    audio: Res<audio::SoundQueue>,
    active_session: Res<session::ActiveSession>,
    judgement: Res<session::PendingJudgement>,
    thinking: Res<engine::Thinking>,
    (puzzles, lessons): (Res<puzzles::Puzzles>, Res<lessons::Lessons>),
    review: Res<review::Review>,
    (analysis, result): (Res<review::Analysis>, Res<review::ResultAnalysis>),
    (screen, next_screen): (Res<State<Screen>>, Res<NextState<Screen>>),
    toasts: Res<widgets::Toasts>,
    foreground: Res<platform::Foreground>,
    (touches, screen_reader): (Res<Touches>, Res<platform::ScreenReader>),
    (how_to_play, engines, laboratory): (
        Res<screens::HowToPlayPage>,
        Res<screens::EnginesPage>,
        Res<laboratory::Laboratory>,
    ),
    (software, mut notices): (Res<DrawsInSoftware>, MessageReader<Notice>),
    (time, mut input, mut last_input): (
        Res<Time<Real>>,
        MessageReader<WindowEvent>,
        Local<Duration>,
    ),
    mut winit_settings: ResMut<WinitSettings>,
) {
    if input.read().count() > 0 {
        *last_input = time.elapsed();
    }
    let has_notice = notices.read().count() > 0;
    let every = UpdateMode::reactive_low_power;
    let throttled = |millis| every(Duration::from_millis(millis));
    // The interval at which a displayed time changes.
    let clock = active_session
        .session()
        .filter(|session| session.turn() != Turn::Nobody)
        .and_then(|session| session.clock().time_left(session.side_to_move()))
        .map(|left| if left < Duration::from_secs(15) { 100 } else { 250 });
    let mode = match screen.get() {
        Screen::Loading => UpdateMode::Continuous,
        _ if !matches!(*next_screen, NextState::Unchanged) => UpdateMode::Continuous,
        _ if has_notice => UpdateMode::Continuous,
        // The application is in the background.
        _ if !foreground.is_foreground() => every(REST),
        // A long press is recognised by time.
        _ if touches.iter().next().is_some() => throttled(50),
        _ if animating.0 && software.0 => every(SOFTWARE_FRAME),
        _ if animating.0 || audio.is_pending() => UpdateMode::Continuous,
        // What a screen reader asks for does not wake the window.
        _ if screen_reader.listens => throttled(100),
        Screen::Play | Screen::Review if judgement.is_busy() => throttled(100),
        Screen::Play if result.progress().is_some() => throttled(100),
        Screen::Play if thinking.is_busy() || puzzles.is_animating() || lessons.is_animating() => {
            throttled(100)
        }
        Screen::Review
            if analysis.is_busy() || review.is_autoplaying() || review.has_unsaved_edits() =>
        {
            throttled(100)
        }
        Screen::Laboratory if laboratory.is_busy() => throttled(100),
        Screen::Laboratory if laboratory.is_playing() && software.0 => every(SOFTWARE_FRAME),
        Screen::Laboratory if laboratory.is_playing() => UpdateMode::Continuous,
        // The transcript goes on.
        Screen::Engines if engines.is_busy() => throttled(250),
        _ if toasts.is_showing() => throttled(250),
        Screen::Play => clock.map_or(every(REST), throttled),
        Screen::HowToPlay if let Some(wait) = how_to_play.time_to_next_move() => every(wait),
        // What is entered there is saved soon after each change.
        Screen::LevelEditor | Screen::PositionEditor | Screen::NewGame
            if time.elapsed() - *last_input < SETTLED =>
        {
            throttled(250)
        }
        _ => every(REST),
    };
    if winit_settings.focused_mode != mode {
        winit_settings.focused_mode = mode;
        winit_settings.unfocused_mode = mode;
    }
}
