//! Sounds of moves and game ends, and background music, all synthesised at run
//! time, so that no recordings with their licences are needed.

mod music;
mod synth;

use std::collections::HashMap;
use std::time::Duration;

use bevy::audio::Volume;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::notice::Notice;
use super::platform::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use super::platform::{Lifecycle, in_foreground};
use super::session::{ActiveSession, Ending, GameEvent, PlayerKind, Session, SessionEvent};
use super::settings::Settings;
use super::ui::ActiveTheme;
use crate::core::{Point, Side};
use crate::search::StopFlag;
use synth::Sound;

/// The sounds synthesised at startup.
const SOUNDS: [Sound; 6] =
    [Sound::Place, Sound::Flip, Sound::Illegal, Sound::Won, Sound::Lost, Sound::Drawn];

/// Most flip sounds of one move.
const MAX_FLIPS: usize = 6;

/// Delay of the first flip sound, when the disc is half turned, and of each
/// further one.
const FLIP_DELAY: Duration = Duration::from_millis(130);
const FLIP_STAGGER: Duration = Duration::from_millis(38);

/// Delay of the sound of the game's end.
const END_DELAY: Duration = Duration::from_millis(700);

/// Frames within which a sound card starts to play.
const PROBE_FRAMES: u32 = 20;

/// Level of music relative to sounds at the same setting.
const MUSIC_LEVEL: f32 = 0.5;

/// State of the search for a sound card.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SoundCard {
    /// A silent sound was started this many frames ago.
    Probing(u32),
    Present,
    Missing,
    #[default]
    Unknown,
}

#[derive(Resource, Default)]
struct Sounds(HashMap<Sound, Handle<AudioSource>>);

/// Sounds to be played later.
#[derive(Resource, Default)]
pub struct SoundQueue(Vec<Cue>);

impl SoundQueue {
    /// True while sounds are to be played.
    pub fn is_pending(&self) -> bool {
        !self.0.is_empty()
    }
}

struct Cue {
    /// Time since startup.
    at: Duration,
    sound: Sound,
    /// Relative pitch.
    pitch: f32,
    /// Relative loudness.
    level: f32,
}

/// The music of the theme: its synthesis, the finished pieces, and the player.
#[derive(Resource, Default)]
struct Music {
    name: String,
    task: Option<TaskHandle<MusicTask>>,
    clips: HashMap<String, Handle<AudioSource>>,
    player: Option<Entity>,
}

/// Synthesises the piece of music of this name, as a WAV file.
#[derive(Serialize, Deserialize)]
pub struct MusicTask {
    name: String,
}

impl Task for MusicTask {
    type Output = Vec<u8>;

    const NAME: &'static str = "music";

    fn run(self, _: &mut WorkerState, _: &StopFlag, report: &mut dyn FnMut(Vec<u8>)) {
        report(synth::wav(&music::render(&self.name), music::RATE));
    }
}

/// The silent sound that shows whether there is a sound card.
#[derive(Component)]
struct Probe;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SoundCard>()
        .init_resource::<Sounds>()
        .init_resource::<SoundQueue>()
        .init_resource::<Music>()
        .add_message::<Lifecycle>()
        .add_systems(Startup, make_sounds)
        .add_systems(
            Update,
            (
                probe_sound_card,
                pause_on_suspend,
                (queue_sounds, play_queued, play_music)
                    .chain()
                    .after(super::session::SessionSystems)
                    .run_if(resource_equals(SoundCard::Present).and_then(in_foreground)),
            ),
        );
}

/// Pauses all sound while the application is in the background.
fn pause_on_suspend(mut lifecycle: MessageReader<Lifecycle>, sinks: Query<&AudioSink>) {
    for change in lifecycle.read() {
        for sink in &sinks {
            match change {
                Lifecycle::Suspend => sink.pause(),
                Lifecycle::Resume => sink.play(),
            }
        }
    }
}

fn clip(bytes: Vec<u8>) -> AudioSource {
    AudioSource { bytes: bytes.into() }
}

fn make_sounds(
    mut commands: Commands,
    mut clips: ResMut<Assets<AudioSource>>,
    mut sounds: ResMut<Sounds>,
    mut card: ResMut<SoundCard>,
) {
    for sound in SOUNDS {
        let wav = synth::wav(&synth::render(sound), synth::RATE);
        sounds.0.insert(sound, clips.add(clip(wav)));
    }
    let silence = clips.add(clip(synth::wav(&vec![0.0; synth::RATE as usize], synth::RATE)));
    commands.spawn((Probe, AudioPlayer(silence), PlaybackSettings::ONCE));
    *card = SoundCard::Probing(0);
}

/// Detects the sound card by the silent sound, and reports once if there is
/// none.
fn probe_sound_card(
    mut commands: Commands,
    probe: Query<(Entity, Has<AudioSink>), With<Probe>>,
    mut card: ResMut<SoundCard>,
    mut notices: MessageWriter<Notice>,
) {
    let (SoundCard::Probing(frames), Ok((entity, plays))) = (*card, probe.single()) else { return };
    *card = match plays {
        true => SoundCard::Present,
        false if frames < PROBE_FRAMES => SoundCard::Probing(frames + 1),
        false => {
            info!("no sound card was found; the game is silent");
            notices.write(Notice::hint("no-sound-card"));
            SoundCard::Missing
        }
    };
    if !matches!(*card, SoundCard::Probing(_)) {
        commands.entity(entity).despawn();
    }
}

/// A relative pitch for each point, within a whole tone.
fn pitch_of(point: Point) -> f32 {
    let spread = (u32::from(point.file) * 5 + u32::from(point.rank) * 3) % 11;
    0.945 + 0.011 * spread as f32
}

/// Distances from the move to the pieces that it turned, in ascending order.
fn flip_distances(session: &Session, at: Point) -> Vec<u8> {
    let (tree, node) = (session.tree(), session.current());
    let Some(before) = tree.parent(node).map(|parent| tree.position(parent)) else {
        return Vec::new();
    };
    let (now, board) = (tree.position(node), before.board());
    let points =
        (0..board.files).flat_map(|file| (0..board.ranks).map(move |rank| Point::new(file, rank)));
    let mut distances: Vec<u8> = points
        .filter(|&p| before.piece_at(p).is_some() && before.piece_at(p) != now.piece_at(p))
        .map(|p| p.file.abs_diff(at.file).max(p.rank.abs_diff(at.rank)))
        .collect();
    distances.sort_unstable();
    distances
}

/// The sound of an ending for the players at this device.
fn ending_sound(session: &Session, ending: Ending) -> Sound {
    let human = |side: Side| session.player_kind(side) == PlayerKind::Human;
    match ending.winner() {
        None => Sound::Drawn,
        Some(winner) if !human(winner) && human(winner.other()) => Sound::Lost,
        Some(_) => Sound::Won,
    }
}

/// Queues the sounds of session events.
fn queue_sounds(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    active_session: Res<ActiveSession>,
    mut changed: MessageReader<SessionEvent>,
    mut queue: ResMut<SoundQueue>,
) {
    let now = time.elapsed();
    let mut cue = |after: Duration, sound, pitch, level| {
        queue.0.push(Cue { at: now + after, sound, pitch, level });
    };
    for change in changed.read() {
        let Some(session) = active_session.session() else { continue };
        let change = match *change {
            SessionEvent::Replaced => continue,
            SessionEvent::IllegalMove(_) => {
                cue(Duration::ZERO, Sound::Illegal, 1.0, 1.0);
                continue;
            }
            SessionEvent::Game(change) => change,
        };
        let mut ended = false;
        match change {
            GameEvent::Moved(_, mv) => {
                if let Some(at) = mv.target() {
                    cue(Duration::ZERO, Sound::Place, pitch_of(at), 1.0);
                    for (order, distance) in
                        flip_distances(session, at).iter().take(MAX_FLIPS).enumerate()
                    {
                        let delay = FLIP_DELAY + FLIP_STAGGER * order as u32;
                        let pitch = 0.94 + 0.03 * f32::from(*distance);
                        cue(delay.mul_f32(settings.animation_scale()), Sound::Flip, pitch, 0.8);
                    }
                }
                ended = true;
            }
            GameEvent::TookBack(_) | GameEvent::Redid(_) => {
                cue(Duration::ZERO, Sound::Flip, 0.9, 0.7)
            }
            GameEvent::Ended(_) => ended = true,
            GameEvent::DrawOffered(_)
            | GameEvent::DrawDeclined(_)
            | GameEvent::Paused(_)
            | GameEvent::NextGameStarted => {}
        }
        if let (true, Some(ending)) = (ended, session.ending()) {
            cue(END_DELAY, ending_sound(session, ending), 1.0, 1.0);
        }
    }
}

fn play_queued(
    mut commands: Commands,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    sounds: Res<Sounds>,
    mut queue: ResMut<SoundQueue>,
) {
    if queue.0.is_empty() {
        return;
    }
    let volume = loudness(settings.sound_volume);
    queue.0.retain(|cue| {
        if cue.at > time.elapsed() {
            return true;
        }
        if let (true, Some(clip)) = (volume > 0.0, sounds.0.get(&cue.sound)) {
            commands.spawn((
                AudioPlayer(clip.clone()),
                PlaybackSettings::DESPAWN
                    .with_volume(Volume::Linear(volume * cue.level))
                    .with_speed(cue.pitch),
            ));
        }
        false
    });
}

/// Linear amplitude of a volume setting, squared for perceived loudness.
fn loudness(percent: u8) -> f32 {
    (f32::from(percent) / 100.0).powi(2)
}

/// Plays the music of the theme at the volume of the settings. A piece is
/// synthesised when it is first needed.
fn play_music(
    mut commands: Commands,
    settings: Res<Settings>,
    theme: Res<ActiveTheme>,
    runner: Res<TaskRunner>,
    mut clips: ResMut<Assets<AudioSource>>,
    mut music: ResMut<Music>,
    mut sinks: Query<&mut AudioSink>,
) {
    let volume = loudness(settings.music_volume) * MUSIC_LEVEL;
    let music = &mut *music;
    if let Some(task) = &music.task {
        if !task.is_finished() {
            return;
        }
        let made = clips.add(clip(task.output()));
        music.task = None;
        music.clips.insert(music.name.clone(), made);
    }
    if music.name != theme.music() || volume == 0.0 {
        if let Some(player) = music.player.take() {
            commands.entity(player).despawn();
        }
        theme.music().clone_into(&mut music.name);
        if volume == 0.0 {
            return;
        }
    }
    match (music.player, music.clips.get(&music.name)) {
        (Some(player), _) => {
            if let Ok(mut sink) = sinks.get_mut(player) {
                sink.set_volume(Volume::Linear(volume));
            }
        }
        (None, Some(clip)) => {
            let settings = PlaybackSettings::LOOP.with_volume(Volume::Linear(volume));
            music.player = Some(commands.spawn((AudioPlayer(clip.clone()), settings)).id());
        }
        (None, None) => {
            music.task = Some(runner.spawn(MusicTask { name: music.name.clone() }));
        }
    }
}
