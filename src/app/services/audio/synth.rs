//! Sound synthesis: strikes of wood on felt, plucked strings, a bell, and
//! conversion to WAV.
//!
//! Samples are mono, from -1 to 1. A sound is the same bytes on every machine.

mod strikes;

use std::f32::consts::TAU;

use serde::{Deserialize, Serialize};

use crate::core::Random;

/// Sample rate of the sounds, in hertz.
pub const RATE: u32 = 44_100;

/// The material that is heard when a piece is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SoundSet {
    /// Wood on felt.
    #[default]
    Wood,
    /// Stone on a thick wooden board.
    Stone,
    /// Hollow bamboo.
    Bamboo,
    /// A fingertip on cloth.
    Soft,
}

impl SoundSet {
    /// Every set.
    pub const ALL: [SoundSet; 4] =
        [SoundSet::Wood, SoundSet::Stone, SoundSet::Bamboo, SoundSet::Soft];
}

/// A sound of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sound {
    /// A piece is placed.
    Place,
    /// A disc is flipped.
    Flip,
    /// A move is not allowed.
    Illegal,
    /// The game is won: rising strings above the bell.
    Won,
    /// The game is lost: falling strings.
    Lost,
    /// The game is drawn: two strings together above the bell.
    Drawn,
}

impl Sound {
    /// Every sound.
    pub const ALL: [Sound; 6] =
        [Sound::Place, Sound::Flip, Sound::Illegal, Sound::Won, Sound::Lost, Sound::Drawn];

    /// Its name in sets of recorded sounds.
    pub const fn name(self) -> &'static str {
        match self {
            Sound::Place => "place",
            Sound::Flip => "flip",
            Sound::Illegal => "illegal",
            Sound::Won => "won",
            Sound::Lost => "lost",
            Sound::Drawn => "drawn",
        }
    }
}

/// Renders a sound of a set at [`RATE`], with a peak of at most 0.6.
pub fn render(set: SoundSet, sound: Sound) -> Vec<f32> {
    let [place, flip, illegal] = strikes::of(set);
    match sound {
        Sound::Place => place.render(),
        Sound::Flip => flip.render(),
        Sound::Illegal => illegal.render(),
        Sound::Won => ending(&[(0.0, D4), (0.17, A4), (0.36, D5), (0.60, F_SHARP_5)], 0.55, 0.52),
        Sound::Lost => ending(&[(0.0, A4), (0.30, F4), (0.64, D4)], 0.30, 0.36),
        Sound::Drawn => ending(&[(0.0, D4), (0.05, A4), (0.45, D4), (0.50, A4)], 0.42, 0.42),
    }
}

/// A struck object, by modal synthesis.
struct Strike {
    seconds: f32,
    /// Modes: frequency in hertz, time constant in seconds, level.
    modes: &'static [(f32, f32, f32)],
    /// Contact noise: level, cutoff in hertz, time constant in seconds.
    touch: (f32, f32, f32),
    /// Peak level.
    peak: f32,
}

impl Strike {
    fn render(&self) -> Vec<f32> {
        const ATTACK: f32 = 0.0008;
        let mut random = Random::new(7);
        let (level, highest, fading) = self.touch;
        let smooth = low_pass_factor(highest, RATE);
        let (mut once, mut twice) = (0.0, 0.0);
        let mut samples = vec![0.0; sample_count(self.seconds, RATE)];
        for (index, sample) in samples.iter_mut().enumerate() {
            let t = index as f32 / RATE as f32;
            let ringing: f32 = self
                .modes
                .iter()
                .map(|&(hz, fading, level)| level * (-t / fading).exp() * (TAU * hz * t).sin())
                .sum();
            once += (noise(&mut random) - once) * smooth;
            twice += (once - twice) * smooth;
            let touch = level * (-t / fading).exp() * twice;
            *sample = (ringing + touch) * (t / ATTACK).min(1.0);
        }
        fade_out(&mut samples, 0.02, RATE);
        normalise(&mut samples, self.peak);
        samples
    }
}

// Tempered pitches in hertz, from a' = 440.
const D4: f32 = 293.66;
const F4: f32 = 349.23;
const A4: f32 = 440.0;
const D5: f32 = 587.33;
const F_SHARP_5: f32 = 739.99;

/// The sound of a game's end: strings plucked at these seconds over a low bell.
fn ending(notes: &[(f32, f32)], bell_level: f32, peak: f32) -> Vec<f32> {
    let mut random = Random::new(11);
    let mut samples = vec![0.0; sample_count(4.2, RATE)];
    for &(at, hz) in notes {
        let note = PluckedString {
            seconds: 2.6,
            decay: 3.2,
            brightness: 0.38,
            ..PluckedString::new(hz, 0.8)
        };
        mix_in(&mut samples, &note.play(RATE, &mut random), at);
    }
    // The bell answers the last string.
    let last = notes.last().map_or(0.0, |&(at, _)| at);
    mix_in(&mut samples, &bell(D4 / 2.0, 4.2 - last, bell_level), last);
    fade_out(&mut samples, 0.4, RATE);
    normalise(&mut samples, peak);
    samples
}

/// A low bell by additive synthesis: its partials are doubled and detuned, so
/// that they beat.
fn bell(hz: f32, seconds: f32, level: f32) -> Vec<f32> {
    /// Frequency ratio to the strike note, level, time constant in seconds.
    const PARTIALS: [(f32, f32, f32); 7] = [
        (0.5, 0.50, 1.60),
        (1.0, 1.00, 1.30),
        (1.19, 0.42, 1.00),
        (1.50, 0.22, 0.80),
        (2.0, 0.40, 0.62),
        (2.66, 0.14, 0.40),
        (4.1, 0.06, 0.22),
    ];
    let mut samples = vec![0.0; sample_count(seconds, RATE)];
    for (index, sample) in samples.iter_mut().enumerate() {
        let t = index as f32 / RATE as f32;
        let ringing: f32 = PARTIALS
            .iter()
            .map(|&(times, level, fading)| {
                let (low, high) = (hz * times - 0.35, hz * times + 0.35);
                let beating = (TAU * low * t).sin() + 0.6 * (TAU * high * t).sin();
                level * (-t / fading).exp() * beating
            })
            .sum();
        *sample = 0.35 * level * ringing * (t / 0.006).min(1.0);
    }
    samples
}

/// A plucked string by Karplus–Strong synthesis ("Digital Synthesis of
/// Plucked-String and Drum Timbres", 1983): noise in a delay line of one period
/// with low-pass feedback.
#[derive(Clone, Copy, Debug)]
pub struct PluckedString {
    /// Pitch in hertz.
    pub hz: f32,
    /// Initial pitch in hertz, from which it slides to `hz`.
    pub from: f32,
    /// Level, 0 to 1.
    pub level: f32,
    /// Duration in seconds.
    pub seconds: f32,
    /// Seconds in which it fades to a thousandth (RT60).
    pub decay: f32,
    /// Brightness of the pluck, from a soft finger (0) to a hard nail (1).
    pub brightness: f32,
    /// Depth of the vibrato, as a fraction of the pitch.
    pub vibrato: f32,
}

impl PluckedString {
    /// A plain note.
    pub fn new(hz: f32, level: f32) -> PluckedString {
        PluckedString {
            hz,
            from: hz,
            level,
            seconds: 3.0,
            decay: 4.0,
            brightness: 0.4,
            vibrato: 0.0,
        }
    }

    /// The pitch in hertz at a time in seconds.
    fn pitch(&self, t: f32) -> f32 {
        // The slide comes after a short rest, the vibrato after the slide.
        let slid = ((t - 0.10) / 0.24).clamp(0.0, 1.0);
        let slid = slid * slid * (3.0 - 2.0 * slid);
        let rocking = ((t - 0.45) / 0.5).clamp(0.0, 1.0) * self.vibrato;
        (self.from + (self.hz - self.from) * slid) * (1.0 + rocking * (TAU * 4.7 * t).sin())
    }

    /// Renders the note at a sample rate in hertz.
    pub fn play(&self, rate: u32, random: &mut Random) -> Vec<f32> {
        /// Samples between two updates of the pitch.
        const STEP: usize = 32;
        /// Seconds of the attack.
        const ATTACK: f32 = 0.0012;
        /// Coefficient of the one-zero low-pass filter in the loop, and its
        /// delay in samples.
        const LOOP_FILTER: f32 = 0.42;
        let mut samples = vec![0.0; sample_count(self.seconds, rate)];
        let lowest = self.hz.min(self.from) * (1.0 - self.vibrato);
        if !(lowest >= 20.0 && self.hz.max(self.from) < rate as f32 / 8.0) {
            return samples;
        }
        let longest = (rate as f32 / lowest) as usize + 8;
        let mask = longest.next_power_of_two() - 1;
        let mut line = vec![0.0; mask + 1];
        let period = (rate as f32 / self.from) as usize;
        let plucked = self.excitation(period, rate, random);
        let attack = ATTACK * rate as f32;
        let (mut last, mut delay, mut gain) = (0.0, 0.0, 0.0);
        for index in 0..samples.len() {
            if index % STEP == 0 {
                let hz = self.pitch(index as f32 / rate as f32);
                delay = rate as f32 / hz - LOOP_FILTER;
                gain = 0.001_f32.powf(1.0 / (self.decay * hz));
            }
            // Third-order Lagrange interpolation between samples.
            let whole = delay as usize;
            let part = delay - whole as f32;
            let at = |back: usize| line[index.wrapping_sub(back) & mask];
            let (before, after, twice) = (part + 1.0, part - 1.0, part - 2.0);
            let came = at(whole - 1) * (-part * after * twice / 6.0)
                + at(whole) * (before * after * twice / 2.0)
                + at(whole + 1) * (-before * part * twice / 2.0)
                + at(whole + 2) * (before * part * after / 6.0);
            let kept = gain * (came + (last - came) * LOOP_FILTER);
            last = came;
            let new = kept + plucked.get(index).copied().unwrap_or(0.0);
            line[index & mask] = new;
            samples[index] = new * (index as f32 / attack).min(1.0);
        }
        fade_out(&mut samples, 0.08, rate);
        samples
    }

    /// The excitation, one period of low-passed noise, combed to suppress the
    /// harmonics with a node at the plucking point.
    fn excitation(&self, period: usize, rate: u32, random: &mut Random) -> Vec<f32> {
        let smooth = low_pass_factor(500.0 + 5500.0 * self.brightness * self.brightness, rate);
        let (mut once, mut twice) = (0.0, 0.0);
        let finger: Vec<f32> = (0..period)
            .map(|_| {
                once += (noise(random) - once) * smooth;
                twice += (once - twice) * smooth;
                twice
            })
            .collect();
        let place = (period as f32 * 0.17) as usize;
        let mut plucked: Vec<f32> =
            (0..period).map(|n| finger[n] - finger[(n + period - place) % period]).collect();
        let mean = plucked.iter().sum::<f32>() / period.max(1) as f32;
        plucked.iter_mut().for_each(|sample| *sample -= mean);
        let power = plucked.iter().map(|sample| sample * sample).sum::<f32>();
        let scale = 0.3 * self.level / (power / period.max(1) as f32).sqrt().max(1e-6);
        plucked.iter_mut().for_each(|sample| *sample *= scale);
        plucked
    }
}

/// Number of samples in a time in seconds.
pub fn sample_count(seconds: f32, rate: u32) -> usize {
    (seconds.max(0.0) * rate as f32) as usize
}

/// Coefficient of a one-pole low-pass filter with a cutoff of `hz`.
pub fn low_pass_factor(hz: f32, rate: u32) -> f32 {
    1.0 - (-TAU * hz / rate as f32).exp()
}

/// A sample of white noise, -1 to 1.
fn noise(random: &mut Random) -> f32 {
    random.next_f64() as f32 * 2.0 - 1.0
}

/// Mixes a sound into another, `at` seconds after its start at [`RATE`].
fn mix_in(samples: &mut [f32], sound: &[f32], at: f32) {
    let start = sample_count(at, RATE).min(samples.len());
    for (sample, &added) in samples[start..].iter_mut().zip(sound) {
        *sample += added;
    }
}

/// Fades out the last seconds of a sound, so that it ends without a click.
fn fade_out(samples: &mut [f32], seconds: f32, rate: u32) {
    let fading = sample_count(seconds, rate).min(samples.len());
    let start = samples.len() - fading;
    for (index, sample) in samples[start..].iter_mut().enumerate() {
        let left = 1.0 - (index + 1) as f32 / fading as f32;
        *sample *= left * left * (3.0 - 2.0 * left);
    }
}

/// Scales a sound to a peak level; silence stays silence.
pub fn normalise(samples: &mut [f32], peak: f32) {
    let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    if loudest > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= peak / loudest);
    }
}

/// A WAV file, 16-bit PCM mono. Samples beyond 1 are clipped.
pub fn wav(samples: &[f32], rate: u32) -> Vec<u8> {
    const BYTES: u32 = 2;
    let size = samples.len() as u32 * BYTES;
    let mut bytes = Vec::with_capacity(44 + size as usize);
    bytes.extend_from_slice(b"RIFF");
    bytes.extend_from_slice(&(36 + size).to_le_bytes());
    bytes.extend_from_slice(b"WAVEfmt ");
    bytes.extend_from_slice(&16_u32.to_le_bytes());
    // Format 1 (PCM), one channel.
    bytes.extend_from_slice(&1_u16.to_le_bytes());
    bytes.extend_from_slice(&1_u16.to_le_bytes());
    bytes.extend_from_slice(&rate.to_le_bytes());
    bytes.extend_from_slice(&(rate * BYTES).to_le_bytes());
    bytes.extend_from_slice(&(BYTES as u16).to_le_bytes());
    bytes.extend_from_slice(&16_u16.to_le_bytes());
    bytes.extend_from_slice(b"data");
    bytes.extend_from_slice(&size.to_le_bytes());
    for sample in samples {
        let value = (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16;
        bytes.extend_from_slice(&value.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Magnitude of one frequency in a sound, as by the Goertzel algorithm.
    fn strength(samples: &[f32], hz: f32, rate: u32) -> f32 {
        let turn = TAU * hz / rate as f32;
        let (re, im) = samples.iter().enumerate().fold((0.0, 0.0), |(re, im), (n, sample)| {
            let angle = (turn * n as f32) % TAU;
            (re + sample * angle.cos(), im + sample * angle.sin())
        });
        (re * re + im * im).sqrt() / samples.len() as f32
    }

    #[test]
    fn no_sound_is_too_loud_and_every_sound_ends_in_silence() {
        for (set, sound) in SoundSet::ALL.iter().flat_map(|&set| Sound::ALL.map(|it| (set, it))) {
            let samples = render(set, sound);
            let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!((0.1..=0.6).contains(&loudest), "{set:?} {sound:?}: {loudest}");
            assert!(samples.last().is_some_and(|last| last.abs() < 1e-4), "{set:?} {sound:?}");
            assert!(samples[0].abs() < 0.02, "{set:?} {sound:?} begins with a click");
        }
    }

    /// Mean frequency of a sound weighted by its power, in hertz, by its crossings of zero.
    fn brightness(samples: &[f32]) -> f32 {
        let crossings = samples.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
        crossings as f32 * RATE as f32 / (2.0 * samples.len() as f32)
    }

    #[test]
    fn each_set_sounds_of_its_material() {
        let [wood, stone, bamboo, soft] =
            SoundSet::ALL.map(|set| render(set, Sound::Place)[..2200].to_vec());
        assert!(brightness(&stone) > 1.5 * brightness(&wood));
        assert!(brightness(&bamboo) > 1.5 * brightness(&wood));
        assert!(brightness(&soft) < brightness(&wood));
        let energy = |samples: &[f32]| samples.iter().map(|sample| sample * sample).sum::<f32>();
        assert!(energy(&soft) < 0.5 * energy(&wood));
    }

    #[test]
    fn a_sound_is_the_same_every_time() {
        let render = || render(SoundSet::Stone, Sound::Place);
        assert_eq!(render(), render());
    }

    #[test]
    fn a_string_sounds_at_its_pitch() {
        for hz in [110.0, 293.66, 587.33] {
            let note = PluckedString { seconds: 1.5, ..PluckedString::new(hz, 0.5) };
            let samples = note.play(RATE, &mut Random::new(3));
            // A quarter of a semitone off there is far less.
            let on = strength(&samples, hz, RATE);
            let beside = strength(&samples, hz * 1.0145, RATE);
            assert!(on > 3.0 * beside, "{hz} Hz: {on} on it, {beside} beside it");
        }
    }

    #[test]
    fn a_slide_arrives() {
        let note = PluckedString { from: 220.0, seconds: 2.0, ..PluckedString::new(261.63, 0.5) };
        let samples = note.play(RATE, &mut Random::new(3));
        let late = &samples[RATE as usize..];
        assert!(strength(late, 261.63, RATE) > 3.0 * strength(late, 220.0, RATE));
    }

    #[test]
    fn a_string_out_of_hearing_is_silent() {
        for hz in [0.0, -5.0, f32::NAN, 30_000.0] {
            let samples = PluckedString::new(hz, 0.5).play(RATE, &mut Random::new(3));
            assert!(samples.iter().all(|&sample| sample == 0.0));
        }
    }

    #[test]
    fn a_file_has_the_header_that_players_read() {
        let bytes = wav(&[0.0, 2.0, -1.0], 32_000);
        assert_eq!(bytes.len(), 44 + 6);
        assert_eq!(&bytes[..4], b"RIFF");
        assert_eq!(bytes[4..8], 42_u32.to_le_bytes());
        assert_eq!(bytes[24..28], 32_000_u32.to_le_bytes());
        assert_eq!(bytes[44..], [0, 0, 0xFF, 0x7F, 0x01, 0x80]);
    }
}
