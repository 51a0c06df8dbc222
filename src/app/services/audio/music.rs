//! Background music: slow pieces for plucked strings, humanised with small
//! random deviations, through a body resonance and a small reverb.

mod backgrounds;
mod tunes;

use std::f32::consts::TAU;

use super::synth::{PluckedString, low_pass_factor, normalise, sample_count};
use crate::core::Random;
use backgrounds::{BAMBOO, MOUNTAINS, NIGHT, POND};
use tunes::Step::{Grace, Note, Octave, Rest, Slide};
use tunes::{BEATS, INK, Phrase, Piece, WOOD};

/// Sample rate of the music, in hertz.
pub const RATE: u32 = 32_000;

/// Peak level of a piece.
const PEAK: f32 = 0.7;

/// The piece with this id; the one of the light theme for an id that is unknown.
fn piece(id: &str) -> &'static Piece {
    match id {
        "ink" => &INK,
        "mountains" => &MOUNTAINS,
        "bamboo" => &BAMBOO,
        "night" => &NIGHT,
        "pond" => &POND,
        _ => &WOOD,
    }
}

/// Renders the piece with this id at [`RATE`], as a seamless loop.
pub fn render(id: &str) -> Vec<f32> {
    piece(id).play()
}

impl Piece {
    /// The pitch of a degree, in hertz.
    fn hz(&self, degree: i8) -> f32 {
        let (octave, step) = (degree.div_euclid(5), degree.rem_euclid(5));
        let semitones = 12 * i32::from(octave) + self.scale[step as usize];
        self.tonic * (semitones as f32 / 12.0).exp2()
    }

    fn play(&'static self) -> Vec<f32> {
        let seconds = self.phrases.len() as f32 * BEATS * self.beat;
        let mut performer = Performer {
            piece: self,
            random: Random::new(self.seed),
            strings: vec![0.0; sample_count(seconds, RATE)],
        };
        for (number, phrase) in self.phrases.iter().enumerate() {
            performer.play(phrase, number as f32 * BEATS);
        }
        let mut samples = add_resonance(&performer.strings, self.reverb);
        normalise(&mut samples, PEAK);
        samples
    }
}

/// Plays a piece into a buffer.
struct Performer {
    piece: &'static Piece,
    random: Random,
    /// The whole piece without effects.
    strings: Vec<f32>,
}

impl Performer {
    /// A random number within `most` of 0, with a triangular distribution.
    fn jitter(&mut self, most: f32) -> f32 {
        most * (self.random.next_f64() - self.random.next_f64()) as f32
    }

    fn play(&mut self, phrase: &Phrase, start: f32) {
        let mut beat = 0.0;
        for &step in phrase.melody {
            // A phrase swells to its middle and fades.
            let arch = (beat / BEATS * TAU / 2.0).sin();
            let on_the_beat = if beat % 2.0 == 0.0 { 0.08 } else { 0.0 };
            let level = 0.40 + 0.20 * arch + on_the_beat + self.jitter(0.07);
            let at = start + beat;
            beat += match step {
                Note(degree, beats) => {
                    self.pluck(at, (degree, degree), beats, level);
                    beats
                }
                Grace(before, degree, beats) => {
                    let quick = 0.13 / self.piece.beat;
                    self.pluck(at - quick, (before, before), quick, 0.6 * level);
                    self.pluck(at, (degree, degree), beats, level);
                    beats
                }
                Slide(from, degree, beats) => {
                    self.pluck(at, (from, degree), beats, 1.05 * level);
                    beats
                }
                Octave(degree, beats) => {
                    self.pluck(at, (degree - 5, degree - 5), beats, 0.7 * level);
                    self.pluck(at + 0.09, (degree, degree), beats, 0.9 * level);
                    beats
                }
                Rest(beats) => beats,
            };
        }
        for &(beat, degree) in phrase.bass {
            let level = 0.34 + self.jitter(0.05);
            self.pluck(start + beat, (degree, degree), 3.0, level);
        }
    }

    /// Plucks a string at a beat of the piece. Its tail wraps around the end of
    /// the loop.
    fn pluck(&mut self, beat: f32, (from, to): (i8, i8), beats: f32, level: f32) {
        let piece = self.piece;
        let late = 0.012 + self.jitter(0.018);
        let note = PluckedString {
            hz: piece.hz(to),
            from: piece.hz(from),
            level: level.max(0.05),
            seconds: (beats * piece.beat + 1.6).min(5.0),
            decay: piece.decay * (220.0 / piece.hz(to)).powf(0.35),
            brightness: (piece.brightness + self.jitter(0.06) + 0.25 * (level - 0.5))
                .clamp(0.0, 1.0),
            vibrato: if beats >= 2.0 { 0.0035 } else { 0.0 },
        };
        let played = note.play(RATE, &mut self.random);
        let length = self.strings.len();
        let at = ((beat * piece.beat + late) * RATE as f32) as isize;
        let mut index = at.rem_euclid(length.max(1) as isize) as usize;
        for sample in played {
            self.strings[index] += sample;
            index = if index + 1 == length { 0 } else { index + 1 };
        }
    }
}

/// Applies the body resonance and the reverb. The filters are warmed up with
/// the end of the loop.
fn add_resonance(strings: &[f32], reverb_level: f32) -> Vec<f32> {
    /// Seconds until the reverb has faded.
    const TAIL: f32 = 6.0;
    let mut body = BODY_MODES.map(|(hz, width, level)| BandPass::new(hz, width, level));
    let mut reverb = Reverb::new();
    let mut process = |dry: f32| {
        let warm = 0.72 * dry + body.iter_mut().map(|part| part.process(dry)).sum::<f32>();
        warm + reverb_level * reverb.process(warm)
    };
    let warm_up = strings.len().saturating_sub(sample_count(TAIL, RATE));
    strings[warm_up..].iter().for_each(|&dry| {
        process(dry);
    });
    strings.iter().map(|&dry| process(dry)).collect()
}

/// Modes of the instrument's body: frequency and bandwidth in hertz, level.
const BODY_MODES: [(f32, f32, f32); 4] =
    [(104.0, 40.0, 0.45), (221.0, 60.0, 0.55), (417.0, 110.0, 0.40), (890.0, 300.0, 0.25)];

/// A band-pass filter with two poles (Bristow-Johnson's cookbook, constant
/// peak gain).
struct BandPass {
    input: f32,
    back: [f32; 2],
    before: [f32; 2],
    after: [f32; 2],
}

impl BandPass {
    fn new(hz: f32, width: f32, level: f32) -> BandPass {
        let turn = TAU * hz / RATE as f32;
        let alpha = turn.sin() * width / (2.0 * hz);
        let scale = 1.0 / (1.0 + alpha);
        BandPass {
            input: level * alpha * scale,
            back: [-2.0 * turn.cos() * scale, (1.0 - alpha) * scale],
            before: [0.0; 2],
            after: [0.0; 2],
        }
    }

    fn process(&mut self, sample: f32) -> f32 {
        let out = self.input * (sample - self.before[1])
            - self.back[0] * self.after[0]
            - self.back[1] * self.after[1];
        self.before = [sample, self.before[0]];
        self.after = [out, self.after[0]];
        out
    }
}

/// A reverb: a feedback delay network of four damped delay lines with a
/// Hadamard matrix.
struct Reverb {
    delay_lines: [Vec<f32>; 4],
    positions: [usize; 4],
    damped: [f32; 4],
    damping: f32,
}

impl Reverb {
    /// Feedback gain; about 1.8 seconds to a thousandth (RT60).
    const FEEDBACK: f32 = 0.83;

    fn new() -> Reverb {
        // Lengths without a common divisor, 35 to 58 milliseconds.
        Reverb {
            delay_lines: [1117, 1361, 1543, 1867].map(|length| vec![0.0; length]),
            positions: [0; 4],
            damped: [0.0; 4],
            damping: low_pass_factor(2600.0, RATE),
        }
    }

    fn process(&mut self, sample: f32) -> f32 {
        let mut heard = [0.0; 4];
        for (line, heard) in heard.iter_mut().enumerate() {
            self.damped[line] +=
                (self.delay_lines[line][self.positions[line]] - self.damped[line]) * self.damping;
            *heard = self.damped[line];
        }
        let [a, b, c, d] = heard;
        let turned = [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d];
        for (line, turned) in turned.into_iter().enumerate() {
            let place = self.positions[line];
            self.delay_lines[line][place] = sample + Reverb::FEEDBACK * 0.5 * turned;
            self.positions[line] =
                if place + 1 == self.delay_lines[line].len() { 0 } else { place + 1 };
        }
        0.5 * (a - b + c + d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: [&str; 6] = ["wood", "ink", "mountains", "bamboo", "night", "pond"];

    #[test]
    fn every_theme_and_background_has_a_piece_of_its_own() {
        let read = |path: &str| std::fs::read_to_string(crate::content::assets_folder().join(path));
        let backgrounds = crate::content::backgrounds::load(read).backgrounds;
        assert_eq!(backgrounds.len(), 4);
        let seeds: std::collections::BTreeSet<u64> =
            PIECES.iter().map(|name| piece(name).seed).collect();
        assert_eq!(seeds.len(), PIECES.len());
        for background in backgrounds {
            assert!(PIECES.contains(&background.music.as_str()), "{}", background.music);
            assert_ne!(piece(&background.music).seed, WOOD.seed, "{}", background.id);
        }
    }

    #[test]
    fn every_phrase_is_eight_beats_long() {
        for piece in PIECES.map(piece) {
            for (number, phrase) in piece.phrases.iter().enumerate() {
                let beats: f32 = phrase
                    .melody
                    .iter()
                    .map(|step| match *step {
                        Note(_, beats)
                        | Grace(_, _, beats)
                        | Slide(_, _, beats)
                        | Octave(_, beats)
                        | Rest(beats) => beats,
                    })
                    .sum();
                assert!((beats - BEATS).abs() < 1e-6, "phrase {number}: {beats}");
                assert!(phrase.bass.iter().all(|&(beat, _)| (0.0..BEATS).contains(&beat)));
            }
        }
    }

    #[test]
    fn a_piece_lasts_over_a_minute_and_is_never_too_loud() {
        for name in PIECES {
            let samples = render(name);
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((60.0..100.0).contains(&seconds), "{name}: {seconds} s");
            let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!((0.5..0.9).contains(&loudest), "{name}: {loudest}");
        }
    }

    #[test]
    fn a_piece_begins_where_it_ends() {
        for name in PIECES {
            let samples = render(name);
            let step = |n: usize| (samples[n] - samples[n - 1]).abs();
            let nearby = (1..2000).map(step).fold(0.0, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(seam <= nearby.max(1e-3), "{name}: a step of {seam}, {nearby} nearby");
        }
    }

    #[test]
    fn the_scale_climbs_through_its_octaves() {
        assert!((WOOD.hz(5) / WOOD.hz(0) - 2.0).abs() < 1e-5);
        assert!((WOOD.hz(-5) * 2.0 / WOOD.hz(0) - 1.0).abs() < 1e-5);
        assert!((WOOD.hz(3) - 440.0).abs() < 0.1);
        assert!((INK.hz(-2) - 82.41).abs() < 0.01);
    }
}
