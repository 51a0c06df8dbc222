//! The audible side of a game: the sounds of its moves and of its end, and the music of the
//! theme or of the background.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::services::assets::LoadedAssets;
use crate::app::services::audio::{
    AudioSystems, Cue, Mixer, SetRecordings, Sound, SoundQueue, is_audible,
};
use crate::app::session::{
    ActiveSession, Ending, GameEvent, PlayerKind, Session, SessionEvent, SessionSystems,
};
use crate::app::settings::{ActiveTheme, Settings};
use crate::content::packs::recording_path;
use crate::core::{Point, Side};

/// Most flip sounds of one move.
const MAX_FLIPS: usize = 6;

/// Delay of the first flip sound, when the disc is half turned, and of each
/// further one.
const FLIP_DELAY: Duration = Duration::from_millis(130);
const FLIP_STAGGER: Duration = Duration::from_millis(38);

/// Delay of the sound of the game's end.
const END_DELAY: Duration = Duration::from_millis(700);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SetRecordings>().add_systems(
        Update,
        (queue_sounds.run_if(is_audible).after(SessionSystems), update_mixer, update_recordings)
            .before(AudioSystems),
    );
}

fn update_mixer(
    settings: Res<Settings>,
    theme: Res<ActiveTheme>,
    library: Res<LoadedAssets>,
    mut mixer: ResMut<Mixer>,
) {
    if settings.is_changed() || theme.is_changed() {
        let shown = theme.theme().and_then(|it| library.background(&settings.background, it));
        *mixer = Mixer {
            sound_volume: settings.sound_volume,
            music_volume: settings.music_volume,
            music: shown.map_or(theme.music(), |background| &background.music).to_owned(),
            sounds: settings.sounds,
            recorded: settings.recorded_sounds.clone(),
        };
    }
}

/// Hands over the recordings of content packs when these have changed.
fn update_recordings(
    library: Res<LoadedAssets>,
    mut known: Local<u32>,
    mut recordings: MessageWriter<SetRecordings>,
) {
    if *known == library.content_revision() {
        return;
    }
    *known = library.content_revision();
    let mut found = Vec::new();
    for set in library.recorded_sounds() {
        for sound in Sound::ALL {
            if let Some(wav) = library.bytes(&recording_path(&set.id, sound.name())) {
                found.push((set.id.clone(), sound, wav.to_vec()));
            }
        }
    }
    recordings.write(SetRecordings(found));
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
        queue.push(Cue { at: now + after, sound, set: None, pitch, level });
    };
    for change in changed.read() {
        let Some(session) = active_session.session() else { continue };
        let change = match *change {
            SessionEvent::Replaced | SessionEvent::Requested(_) => continue,
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
            | GameEvent::EngineReplaced(_)
            | GameEvent::NextGameStarted => {}
        }
        if let (true, Some(ending)) = (ended, session.ending()) {
            cue(END_DELAY, ending_sound(session, ending), 1.0, 1.0);
        }
    }
}
