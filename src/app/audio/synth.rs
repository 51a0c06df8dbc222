//! Sounds by calculation: knocks of wood on felt, plucked strings, a bell,
//! and the form in which they are played.
//!
//! Samples lie between -1 and 1, in one channel. The same sound is the same
//! bytes on every machine.

use std::f32::consts::TAU;

use crate::core::Random;

/// Samples per second of every sound.
pub const RATE: u32 = 44_100;

/// What can be heard of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A disc is put on felt.
    Place,
    /// A disc falls on its other face.
    Flip,
    /// A move is not allowed.
    Illegal,
    /// The game is won: strings rise above the bell.
    Won,
    /// The game is lost: strings fall.
    Lost,
    /// The game is drawn: two strings together above the bell.
    Drawn,
}

/// Samples of a sound at [`RATE`], no louder than 0.6.
pub fn render(sound: Sound) -> Vec<f32> {
    match sound {
        Sound::Place => PLACE.strike(),
        Sound::Flip => FLIP.strike(),
        Sound::Illegal => ILLEGAL.strike(),
        Sound::Won => ending(&[(0.0, D4), (0.17, A4), (0.36, D5), (0.60, F_SHARP_5)], 0.55, 0.52),
        Sound::Lost => ending(&[(0.0, A4), (0.30, F4), (0.64, D4)], 0.30, 0.36),
        Sound::Drawn => ending(&[(0.0, D4), (0.05, A4), (0.45, D4), (0.50, A4)], 0.42, 0.42),
    }
}

/// Something hard that meets something soft or hard.
struct Knock {
    seconds: f32,
    /// How the body rings: hertz, seconds until a third is left, loudness.
    modes: &'static [(f32, f32, f32)],
    /// The touch itself, as noise: loudness, highest hertz, seconds until a
    /// third is left.
    touch: (f32, f32, f32),
    /// Its loudest sample.
    peak: f32,
}

const PLACE: Knock = Knock {
    seconds: 0.30,
    modes: &[
        (152.0, 0.046, 0.80),
        (243.0, 0.038, 0.80),
        (421.0, 0.027, 0.62),
        (768.0, 0.015, 0.40),
        (1340.0, 0.010, 0.28),
        (2510.0, 0.006, 0.14),
    ],
    touch: (2.2, 1700.0, 0.012),
    peak: 0.55,
};

const FLIP: Knock = Knock {
    seconds: 0.12,
    modes: &[
        (410.0, 0.020, 0.36),
        (780.0, 0.016, 0.50),
        (1460.0, 0.012, 0.50),
        (2740.0, 0.008, 0.32),
    ],
    touch: (1.2, 3600.0, 0.005),
    peak: 0.26,
};

const ILLEGAL: Knock = Knock {
    seconds: 0.22,
    modes: &[(196.0, 0.034, 0.9), (311.0, 0.030, 0.7), (538.0, 0.016, 0.28)],
    touch: (0.9, 700.0, 0.018),
    peak: 0.34,
};

impl Knock {
    fn strike(&self) -> Vec<f32> {
        const ATTACK: f32 = 0.0008;
        let mut random = Random::new(7);
        let (level, highest, fading) = self.touch;
        let smooth = smoothing(highest, RATE);
        let (mut once, mut twice) = (0.0, 0.0);
        let mut samples = vec![0.0; length(self.seconds, RATE)];
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

/// The end of a game: strings plucked at these seconds over one low bell.
fn ending(notes: &[(f32, f32)], bell_level: f32, peak: f32) -> Vec<f32> {
    let mut random = Random::new(11);
    let mut samples = vec![0.0; length(4.2, RATE)];
    for &(at, hz) in notes {
        let note = Pluck { seconds: 2.6, ring: 3.2, bright: 0.38, ..Pluck::new(hz, 0.8) };
        mix_in(&mut samples, &note.play(RATE, &mut random), at);
    }
    // The bell answers the last string.
    let last = notes.last().map_or(0.0, |&(at, _)| at);
    mix_in(&mut samples, &bell(D4 / 2.0, 4.2 - last, bell_level), last);
    fade_out(&mut samples, 0.4, RATE);
    normalise(&mut samples, peak);
    samples
}

/// A low bell: partials of a hanging bell, each doubled a little apart so
/// that it breathes.
fn bell(hz: f32, seconds: f32, level: f32) -> Vec<f32> {
    /// Times the strike note, loudness, seconds until a third is left.
    const PARTIALS: [(f32, f32, f32); 7] = [
        (0.5, 0.50, 1.60),
        (1.0, 1.00, 1.30),
        (1.19, 0.42, 1.00),
        (1.50, 0.22, 0.80),
        (2.0, 0.40, 0.62),
        (2.66, 0.14, 0.40),
        (4.1, 0.06, 0.22),
    ];
    let mut samples = vec![0.0; length(seconds, RATE)];
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

/// A plucked string, after Karplus and Strong ("Digital Synthesis of
/// Plucked-String and Drum Timbres", 1983): noise runs around a delay line
/// that is one period long and loses its highs and its strength.
#[derive(Clone, Copy, Debug)]
pub struct Pluck {
    /// Pitch in hertz.
    pub hz: f32,
    /// Pitch in hertz at which the string is plucked, before the finger
    /// slides to `hz`.
    pub from: f32,
    /// Loudness, 0 to 1.
    pub level: f32,
    /// Seconds until it is stopped.
    pub seconds: f32,
    /// Seconds in which it would fade to a thousandth.
    pub ring: f32,
    /// From a soft finger (0) to a hard nail (1).
    pub bright: f32,
    /// How far the finger rocks, in parts of the pitch.
    pub vibrato: f32,
}

impl Pluck {
    /// A plain note.
    pub fn new(hz: f32, level: f32) -> Pluck {
        Pluck { hz, from: hz, level, seconds: 3.0, ring: 4.0, bright: 0.4, vibrato: 0.0 }
    }

    /// The pitch in hertz at a time in seconds.
    fn pitch(&self, t: f32) -> f32 {
        // The finger rests, slides, and rocks once it has arrived.
        let slid = ((t - 0.10) / 0.24).clamp(0.0, 1.0);
        let slid = slid * slid * (3.0 - 2.0 * slid);
        let rocking = ((t - 0.45) / 0.5).clamp(0.0, 1.0) * self.vibrato;
        (self.from + (self.hz - self.from) * slid) * (1.0 + rocking * (TAU * 4.7 * t).sin())
    }

    /// Samples of the note at `rate` samples per second.
    pub fn play(&self, rate: u32, random: &mut Random) -> Vec<f32> {
        /// Samples in which the finger moves less than can be heard.
        const STEP: usize = 32;
        /// Seconds in which the string leaves the finger.
        const ATTACK: f32 = 0.0012;
        /// How much of each sample is the one before it: the string's own
        /// loss of highs, which also delays it by this part of a sample.
        const DULL: f32 = 0.42;
        let mut samples = vec![0.0; length(self.seconds, rate)];
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
                delay = rate as f32 / hz - DULL;
                gain = 0.001_f32.powf(1.0 / (self.ring * hz));
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
            let kept = gain * (came + (last - came) * DULL);
            last = came;
            let new = kept + plucked.get(index).copied().unwrap_or(0.0);
            line[index & mask] = new;
            samples[index] = new * (index as f32 / attack).min(1.0);
        }
        fade_out(&mut samples, 0.08, rate);
        samples
    }

    /// The noise of the plucking finger, one period long: duller for a soft
    /// finger, and without the harmonics that have a node under it.
    fn excitation(&self, period: usize, rate: u32, random: &mut Random) -> Vec<f32> {
        let smooth = smoothing(500.0 + 5500.0 * self.bright * self.bright, rate);
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

/// The number of samples in some seconds.
pub fn length(seconds: f32, rate: u32) -> usize {
    (seconds.max(0.0) * rate as f32) as usize
}

/// How fast a smoothing average must follow to pass what lies below `hz`.
pub fn smoothing(hz: f32, rate: u32) -> f32 {
    1.0 - (-TAU * hz / rate as f32).exp()
}

/// A sample of white noise, -1 to 1.
fn noise(random: &mut Random) -> f32 {
    random.unit() as f32 * 2.0 - 1.0
}

/// Adds a sound to another, `at` seconds after its start at [`RATE`].
fn mix_in(samples: &mut [f32], sound: &[f32], at: f32) {
    let start = length(at, RATE).min(samples.len());
    for (sample, &added) in samples[start..].iter_mut().zip(sound) {
        *sample += added;
    }
}

/// Lets the last seconds of a sound fade, so that it ends without a click.
fn fade_out(samples: &mut [f32], seconds: f32, rate: u32) {
    let fading = length(seconds, rate).min(samples.len());
    let start = samples.len() - fading;
    for (index, sample) in samples[start..].iter_mut().enumerate() {
        let left = 1.0 - (index + 1) as f32 / fading as f32;
        *sample *= left * left * (3.0 - 2.0 * left);
    }
}

/// Makes a sound as loud as `peak` at its loudest; silence stays silence.
pub fn normalise(samples: &mut [f32], peak: f32) {
    let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    if loudest > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= peak / loudest);
    }
}

/// Samples as a WAV file of one channel with 16 bits a sample. What is louder
/// than 1 is cut off.
pub fn wav(samples: &[f32], rate: u32) -> Vec<u8> {
    const BYTES: u32 = 2;
    let size = samples.len() as u32 * BYTES;
    let mut bytes = Vec::with_capacity(44 + size as usize);
    bytes.extend_from_slice(b"RIFF");
    bytes.extend_from_slice(&(36 + size).to_le_bytes());
    bytes.extend_from_slice(b"WAVEfmt ");
    bytes.extend_from_slice(&16_u32.to_le_bytes());
    // Plain samples (format 1), one channel.
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

    const ALL: [Sound; 6] =
        [Sound::Place, Sound::Flip, Sound::Illegal, Sound::Won, Sound::Lost, Sound::Drawn];

    /// Strength of one pitch in a sound, after Goertzel.
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
        for sound in ALL {
            let samples = render(sound);
            let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!((0.1..=0.6).contains(&loudest), "{sound:?}: {loudest}");
            assert!(samples.last().is_some_and(|last| last.abs() < 1e-4), "{sound:?}");
            assert!(samples[0].abs() < 0.02, "{sound:?} begins with a click");
        }
    }

    #[test]
    fn a_sound_is_the_same_every_time() {
        assert_eq!(render(Sound::Won), render(Sound::Won));
    }

    #[test]
    fn a_string_sounds_at_its_pitch() {
        for hz in [110.0, 293.66, 587.33] {
            let note = Pluck { seconds: 1.5, ..Pluck::new(hz, 0.5) };
            let samples = note.play(RATE, &mut Random::new(3));
            // A quarter of a semitone beside the pitch there is far less.
            let on = strength(&samples, hz, RATE);
            let beside = strength(&samples, hz * 1.0145, RATE);
            assert!(on > 3.0 * beside, "{hz} Hz: {on} on it, {beside} beside it");
        }
    }

    #[test]
    fn a_slide_arrives() {
        let note = Pluck { from: 220.0, seconds: 2.0, ..Pluck::new(261.63, 0.5) };
        let samples = note.play(RATE, &mut Random::new(3));
        let late = &samples[RATE as usize..];
        assert!(strength(late, 261.63, RATE) > 3.0 * strength(late, 220.0, RATE));
    }

    #[test]
    fn a_string_out_of_hearing_is_silent() {
        for hz in [0.0, -5.0, f32::NAN, 30_000.0] {
            let samples = Pluck::new(hz, 0.5).play(RATE, &mut Random::new(3));
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
