//! What is heard: the sounds of moves and endings, and quiet music.
//!
//! Everything is synthesised at run time by the code beside this file, so no
//! sound has an owner but the project.

mod score;
mod synth;

use std::collections::HashMap;
use std::time::Duration;

use bevy::audio::Volume;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::notice::Notice;
use super::platform::work::{Desk, Job, Office, Task};
use super::platform::{Life, awake};
use super::session::{Change, Changed, Ending, Playing, Seat, Session};
use super::settings::Settings;
use super::ui::Look;
use crate::core::{Point, Side};
use crate::search::Stop;
use synth::Sound;

/// Every sound that is made ready at the start.
const SOUNDS: [Sound; 6] =
    [Sound::Place, Sound::Flip, Sound::Illegal, Sound::Won, Sound::Lost, Sound::Drawn];

/// No more flips than these are heard of one move.
const MOST_FLIPS: usize = 6;

/// When the first disc has turned half, and how much later its neighbour.
const FLIP_HEARD: Duration = Duration::from_millis(130);
const FLIP_STAGGER: Duration = Duration::from_millis(38);

/// How long the last disc's sound rings before the end is heard.
const END_HEARD: Duration = Duration::from_millis(700);

/// Frames after which a sound card would have begun to play.
const FRAMES_TO_WAIT: u32 = 20;

/// Music is quieter than sounds at the same setting.
const MUSIC_LEVEL: f32 = 0.5;

/// Whether anything can be heard on this machine.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Card {
    /// A silent sound was sent to find out, this many frames ago.
    Asked(u32),
    Present,
    Missing,
    #[default]
    Unknown,
}

#[derive(Resource, Default)]
struct Sounds(HashMap<Sound, Handle<AudioSource>>);

/// Sounds that are due at a time since the start.
#[derive(Resource, Default)]
pub struct Due(Vec<Cue>);

impl Due {
    /// Whether any sound is still to come.
    pub fn is_due(&self) -> bool {
        !self.0.is_empty()
    }
}

struct Cue {
    at: Duration,
    sound: Sound,
    /// Relative pitch.
    pitch: f32,
    /// Relative loudness.
    level: f32,
}

/// The piece of music that is wanted, being made, or played.
#[derive(Resource, Default)]
struct Music {
    name: String,
    making: Option<Job<Piece>>,
    made: HashMap<String, Handle<AudioSource>>,
    player: Option<Entity>,
}

/// The piece of music of this name is to be composed, as a WAV file.
#[derive(Serialize, Deserialize)]
pub struct Piece {
    name: String,
}

impl Task for Piece {
    type Found = Vec<u8>;

    const NAME: &'static str = "music";

    fn run(self, _: &mut Desk, _: &Stop, note: &mut dyn FnMut(Vec<u8>)) {
        note(synth::wav(&score::render(&self.name), score::RATE));
    }
}

/// The sound sent to find out whether there is a sound card.
#[derive(Component)]
struct Probe;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Card>()
        .init_resource::<Sounds>()
        .init_resource::<Due>()
        .init_resource::<Music>()
        .add_message::<Life>()
        .add_systems(Startup, make_sounds)
        .add_systems(
            Update,
            (
                find_card,
                rest,
                (listen, play_due, play_music)
                    .chain()
                    .after(super::session::SessionSet)
                    .run_if(resource_equals(Card::Present).and_then(awake)),
            ),
        );
}

/// Nothing is heard while the application is out of sight.
fn rest(mut lives: MessageReader<Life>, sinks: Query<&AudioSink>) {
    for life in lives.read() {
        for sink in &sinks {
            match life {
                Life::Suspend => sink.pause(),
                Life::Resume => sink.play(),
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
    mut card: ResMut<Card>,
) {
    for sound in SOUNDS {
        let wav = synth::wav(&synth::render(sound), synth::RATE);
        sounds.0.insert(sound, clips.add(clip(wav)));
    }
    let silence = clips.add(clip(synth::wav(&vec![0.0; synth::RATE as usize], synth::RATE)));
    commands.spawn((Probe, AudioPlayer(silence), PlaybackSettings::ONCE));
    *card = Card::Asked(0);
}

/// Finds out whether the silent sound plays, and says once if it does not.
fn find_card(
    mut commands: Commands,
    probe: Query<(Entity, Has<AudioSink>), With<Probe>>,
    mut card: ResMut<Card>,
    mut notices: MessageWriter<Notice>,
) {
    let (Card::Asked(frames), Ok((entity, plays))) = (*card, probe.single()) else { return };
    *card = match plays {
        true => Card::Present,
        false if frames < FRAMES_TO_WAIT => Card::Asked(frames + 1),
        false => {
            info!("no sound card was found; the game is silent");
            notices.write(Notice::hint("no-sound-card"));
            Card::Missing
        }
    };
    if !matches!(*card, Card::Asked(_)) {
        commands.entity(entity).despawn();
    }
}

/// A pitch of its own for every point, within a whole tone.
fn pitch_of(point: Point) -> f32 {
    let spread = (u32::from(point.file) * 5 + u32::from(point.rank) * 3) % 11;
    0.945 + 0.011 * spread as f32
}

/// Distances from the move at which a piece changed its owner, nearest first.
fn turned(session: &Session, at: Point) -> Vec<u8> {
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

/// What an ending sounds like to the people at this device.
fn ending_sound(session: &Session, ending: Ending) -> Sound {
    let human = |side: Side| session.seat(side) == Seat::Human;
    match ending.winner() {
        None => Sound::Drawn,
        Some(winner) if !human(winner) && human(winner.other()) => Sound::Lost,
        Some(_) => Sound::Won,
    }
}

/// Notes which sounds are due for what happened.
fn listen(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    playing: Res<Playing>,
    mut changed: MessageReader<Changed>,
    mut due: ResMut<Due>,
) {
    let now = time.elapsed();
    let mut cue = |after: Duration, sound, pitch, level| {
        due.0.push(Cue { at: now + after, sound, pitch, level });
    };
    for change in changed.read() {
        let Some(session) = playing.session() else { continue };
        let change = match *change {
            Changed::Replaced => continue,
            Changed::Refused(_) => {
                cue(Duration::ZERO, Sound::Illegal, 1.0, 1.0);
                continue;
            }
            Changed::By(change) => change,
        };
        let mut ended = false;
        match change {
            Change::Moved(_, mv) => {
                if let Some(at) = mv.target() {
                    cue(Duration::ZERO, Sound::Place, pitch_of(at), 1.0);
                    for (order, distance) in turned(session, at).iter().take(MOST_FLIPS).enumerate()
                    {
                        let delay = FLIP_HEARD + FLIP_STAGGER * order as u32;
                        let pitch = 0.94 + 0.03 * f32::from(*distance);
                        cue(delay.mul_f32(settings.motion()), Sound::Flip, pitch, 0.8);
                    }
                }
                ended = true;
            }
            Change::TookBack(_) | Change::Redid(_) => cue(Duration::ZERO, Sound::Flip, 0.9, 0.7),
            Change::Ended(_) => ended = true,
            Change::DrawOffered(_)
            | Change::DrawDeclined(_)
            | Change::Paused(_)
            | Change::Began => {}
        }
        if let (true, Some(ending)) = (ended, session.ending()) {
            cue(END_HEARD, ending_sound(session, ending), 1.0, 1.0);
        }
    }
}

fn play_due(
    mut commands: Commands,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    sounds: Res<Sounds>,
    mut due: ResMut<Due>,
) {
    if due.0.is_empty() {
        return;
    }
    let volume = loudness(settings.sound_volume);
    due.0.retain(|cue| {
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

/// Loudness as the ear hears it: half the setting sounds half as loud.
fn loudness(percent: u8) -> f32 {
    (f32::from(percent) / 100.0).powi(2)
}

/// Keeps the music of the theme playing at the volume that is set. A piece
/// is composed when it is first wanted.
fn play_music(
    mut commands: Commands,
    settings: Res<Settings>,
    look: Res<Look>,
    office: Res<Office>,
    mut clips: ResMut<Assets<AudioSource>>,
    mut music: ResMut<Music>,
    mut sinks: Query<&mut AudioSink>,
) {
    let volume = loudness(settings.music_volume) * MUSIC_LEVEL;
    let music = &mut *music;
    if let Some(job) = &music.making {
        if !job.is_finished() {
            return;
        }
        let made = clips.add(clip(job.found()));
        music.making = None;
        music.made.insert(music.name.clone(), made);
    }
    if music.name != look.music() || volume == 0.0 {
        if let Some(player) = music.player.take() {
            commands.entity(player).despawn();
        }
        look.music().clone_into(&mut music.name);
        if volume == 0.0 {
            return;
        }
    }
    match (music.player, music.made.get(&music.name)) {
        (Some(player), _) => {
            if let Ok(mut sink) = sinks.get_mut(player) {
                sink.set_volume(Volume::Linear(volume));
            }
        }
        (None, Some(made)) => {
            let settings = PlaybackSettings::LOOP.with_volume(Volume::Linear(volume));
            music.player = Some(commands.spawn((AudioPlayer(made.clone()), settings)).id());
        }
        (None, None) => {
            music.making = Some(office.begin(Piece { name: music.name.clone() }));
        }
    }
}
