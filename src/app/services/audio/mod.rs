//! Sounds of moves and game ends, and background music, all synthesised at run
//! time, so that no recordings with their licences are needed.

mod music;
mod synth;

use std::collections::HashMap;
use std::time::Duration;

use bevy::audio::Volume;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::notice::Notice;
use crate::app::platform::{Foreground, Lifecycle, in_foreground};
use crate::app::services::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::search::StopFlag;
pub use synth::{Sound, SoundSet};

/// Frames within which a sound card starts to play.
const PROBE_FRAMES: u32 = 20;

/// Level of music relative to sounds at the same setting.
const MUSIC_LEVEL: f32 = 0.5;

/// State of the search for a sound card.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SoundCard {
    /// A silent sound was started this many frames ago.
    Probing(u32),
    /// There is one.
    Present,
    /// There is none.
    Missing,
    /// Not looked for yet.
    #[default]
    Unknown,
}

/// The sounds that were synthesised: those of each set when it is first heard.
#[derive(Resource, Default)]
struct Sounds {
    clips: HashMap<(SoundSet, Sound), Handle<AudioSource>>,
    recordings: HashMap<(String, Sound), Handle<AudioSource>>,
    task: Option<(SoundSet, TaskHandle<SoundTask>)>,
}

impl Sounds {
    /// The sound; `None` while it is being synthesised.
    fn get(
        &mut self,
        set: SoundSet,
        sound: Sound,
        runner: &TaskRunner,
    ) -> Option<Handle<AudioSource>> {
        let clip = self.clips.get(&(set, sound)).cloned();
        if clip.is_none() && self.task.is_none() {
            self.task = Some((set, runner.spawn(SoundTask { set })));
        }
        clip
    }
}

/// Sounds to be played later.
#[derive(Resource, Default)]
pub struct SoundQueue(Vec<Cue>);

impl SoundQueue {
    /// True while sounds are to be played.
    pub fn is_pending(&self) -> bool {
        !self.0.is_empty()
    }

    /// Adds a sound.
    pub fn push(&mut self, cue: Cue) {
        self.0.push(cue);
    }
}

/// A sound to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// Time since startup.
    pub at: Duration,
    /// The sound.
    pub sound: Sound,
    /// The set that it is of, if not the one of the mixer.
    pub set: Option<SoundSet>,
    /// Relative pitch.
    pub pitch: f32,
    /// Relative loudness.
    pub level: f32,
}

/// Loudness, and the music that plays.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mixer {
    /// Loudness of sounds in percent.
    pub sound_volume: u8,
    /// Loudness of music in percent.
    pub music_volume: u8,
    /// Name of the piece of music.
    pub music: String,
    /// The sounds of moves.
    pub sounds: SoundSet,
    /// Id of the set of recorded sounds that is heard where it has a recording.
    pub recorded: String,
}

/// The systems that play what is queued.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct AudioSystems;

/// The music of the theme: its synthesis, the finished pieces, and the player.
#[derive(Resource, Default)]
struct Music {
    name: String,
    task: Option<TaskHandle<MusicTask>>,
    clips: HashMap<String, Handle<AudioSource>>,
    player: Option<Entity>,
}

/// Synthesises every sound of a set, as WAV files in the order of [`Sound::ALL`].
#[derive(Serialize, Deserialize)]
pub struct SoundTask {
    set: SoundSet,
}

impl Task for SoundTask {
    type Output = Vec<Vec<u8>>;

    const NAME: &'static str = "sounds";

    fn run(self, _: &mut WorkerState, _: &StopFlag, report: &mut dyn FnMut(Vec<Vec<u8>>)) {
        let file = |sound| synth::wav(&synth::render(self.set, sound), synth::RATE);
        report(Sound::ALL.map(file).into());
    }
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
        .init_resource::<Mixer>()
        .add_message::<Lifecycle>()
        .add_message::<SetRecordings>()
        .add_systems(Startup, start_probe)
        .add_systems(
            Update,
            (
                probe_sound_card,
                pause_on_suspend,
                take_recordings.before(AudioSystems),
                (take_sounds, play_queued, play_music)
                    .chain()
                    .in_set(AudioSystems)
                    .run_if(is_audible),
            ),
        );
}

/// Run condition: there is a sound card, and the application is in the foreground.
pub fn is_audible(card: Res<SoundCard>, foreground: Option<Res<Foreground>>) -> bool {
    *card == SoundCard::Present && in_foreground(foreground)
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

/// Replaces the recorded sounds, WAV files that were checked, by the id of their set.
#[derive(Message, Clone, Debug)]
pub struct SetRecordings(pub Vec<(String, Sound, Vec<u8>)>);

fn take_recordings(
    mut received: MessageReader<SetRecordings>,
    mut files: ResMut<Assets<AudioSource>>,
    mut sounds: ResMut<Sounds>,
) {
    if let Some(SetRecordings(recordings)) = received.read().last() {
        let clips = recordings
            .iter()
            .map(|(set, sound, wav)| ((set.clone(), *sound), files.add(clip(wav.clone()))));
        sounds.recordings = clips.collect();
    }
}

fn start_probe(
    mut commands: Commands,
    mut clips: ResMut<Assets<AudioSource>>,
    mut card: ResMut<SoundCard>,
) {
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

/// Synthesises the chosen sounds before the first of them is to be heard, and takes what is
/// finished.
fn take_sounds(
    mixer: Res<Mixer>,
    runner: Res<TaskRunner>,
    mut files: ResMut<Assets<AudioSource>>,
    mut sounds: ResMut<Sounds>,
) {
    if let Some((set, task)) = &sounds.task {
        if !task.is_finished() {
            return;
        }
        let (set, made) = (*set, task.output());
        sounds.task = None;
        let made = Sound::ALL.into_iter().zip(made);
        sounds.clips.extend(made.map(|(sound, file)| ((set, sound), files.add(clip(file)))));
    }
    if mixer.sound_volume > 0 && !sounds.clips.contains_key(&(mixer.sounds, Sound::Place)) {
        sounds.get(mixer.sounds, Sound::Place, &runner);
    }
}

fn play_queued(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mixer: Res<Mixer>,
    runner: Res<TaskRunner>,
    mut sounds: ResMut<Sounds>,
    mut queue: ResMut<SoundQueue>,
) {
    if queue.0.is_empty() {
        return;
    }
    let volume = loudness(mixer.sound_volume);
    queue.0.retain(|cue| {
        if cue.at > time.elapsed() {
            return true;
        }
        if volume > 0.0 {
            let recording = (mixer.recorded.clone(), cue.sound);
            let recording = sounds.recordings.get(&recording).filter(|_| cue.set.is_none());
            let clip = recording
                .cloned()
                .or_else(|| sounds.get(cue.set.unwrap_or(mixer.sounds), cue.sound, &runner));
            // What the player wants to hear is worth waiting for; a move is not.
            let Some(clip) = clip else { return cue.set.is_some() };
            commands.spawn((
                AudioPlayer(clip),
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
    mixer: Res<Mixer>,
    runner: Res<TaskRunner>,
    mut clips: ResMut<Assets<AudioSource>>,
    mut music: ResMut<Music>,
    mut sinks: Query<&mut AudioSink>,
) {
    let volume = loudness(mixer.music_volume) * MUSIC_LEVEL;
    let music = &mut *music;
    if let Some(task) = &music.task {
        if !task.is_finished() {
            return;
        }
        let made = clips.add(clip(task.output()));
        music.task = None;
        music.clips.insert(music.name.clone(), made);
    }
    if music.name != mixer.music || volume == 0.0 {
        if let Some(player) = music.player.take() {
            commands.entity(player).despawn();
        }
        music.name.clone_from(&mixer.music);
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
