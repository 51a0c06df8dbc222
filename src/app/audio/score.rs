//! The music: slow pieces for plucked strings, played by a hand that is
//! never quite even on an instrument of wood in a small room.

mod tunes;

use std::f32::consts::TAU;

use super::synth::{Pluck, length, normalise, smoothing};
use crate::core::Random;
use tunes::Step::{Grace, Note, Octave, Rest, Slide};
use tunes::{BEATS, INK, Phrase, Piece, WOOD};

/// Samples per second of the music.
pub const RATE: u32 = 32_000;

/// The loudest sample of a piece.
const PEAK: f32 = 0.7;

/// Samples of a piece at [`RATE`]; its end leads into its beginning. "ink"
/// is the dark one; every other name is the light one.
pub fn render(name: &str) -> Vec<f32> {
    match name {
        "ink" => INK.play(),
        _ => WOOD.play(),
    }
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
        let mut hand = Hand {
            piece: self,
            random: Random::new(self.seed),
            strings: vec![0.0; length(seconds, RATE)],
        };
        for (number, phrase) in self.phrases.iter().enumerate() {
            hand.play(phrase, number as f32 * BEATS);
        }
        let mut samples = resound(&hand.strings, self.room);
        normalise(&mut samples, PEAK);
        samples
    }
}

/// Who plays, and what has sounded so far.
struct Hand {
    piece: &'static Piece,
    random: Random,
    /// The whole piece, dry.
    strings: Vec<f32>,
}

impl Hand {
    /// A number around 0, at most `most` away and more often near.
    fn about(&mut self, most: f32) -> f32 {
        most * (self.random.unit() - self.random.unit()) as f32
    }

    fn play(&mut self, phrase: &Phrase, start: f32) {
        let mut beat = 0.0;
        for &step in phrase.melody {
            // A phrase swells to its middle and dies away.
            let arch = (beat / BEATS * TAU / 2.0).sin();
            let on_the_beat = if beat % 2.0 == 0.0 { 0.08 } else { 0.0 };
            let level = 0.40 + 0.20 * arch + on_the_beat + self.about(0.07);
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
            let level = 0.34 + self.about(0.05);
            self.pluck(start + beat, (degree, degree), 3.0, level);
        }
    }

    /// Plucks a string at a beat of the piece. What rings past the end of
    /// the piece is heard at its beginning.
    fn pluck(&mut self, beat: f32, (from, to): (i8, i8), beats: f32, level: f32) {
        let piece = self.piece;
        let late = 0.012 + self.about(0.018);
        let note = Pluck {
            hz: piece.hz(to),
            from: piece.hz(from),
            level: level.max(0.05),
            seconds: (beats * piece.beat + 1.6).min(5.0),
            ring: piece.ring * (220.0 / piece.hz(to)).powf(0.35),
            bright: (piece.bright + self.about(0.06) + 0.25 * (level - 0.5)).clamp(0.0, 1.0),
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

/// The strings as heard from a wooden body in a small room. The body and the
/// room have heard the end when the beginning sounds.
fn resound(strings: &[f32], room: f32) -> Vec<f32> {
    /// Seconds after which the room is silent.
    const MEMORY: f32 = 6.0;
    let mut body = BODY.map(|(hz, width, level)| Resonance::new(hz, width, level));
    let mut walls = Room::new();
    let mut sound = |dry: f32| {
        let warm = 0.72 * dry + body.iter_mut().map(|part| part.sound(dry)).sum::<f32>();
        warm + room * walls.sound(warm)
    };
    let warm_up = strings.len().saturating_sub(length(MEMORY, RATE));
    strings[warm_up..].iter().for_each(|&dry| {
        sound(dry);
    });
    strings.iter().map(|&dry| sound(dry)).collect()
}

/// How the wooden body of the instrument rings: hertz, width in hertz,
/// loudness.
const BODY: [(f32, f32, f32); 4] =
    [(104.0, 40.0, 0.45), (221.0, 60.0, 0.55), (417.0, 110.0, 0.40), (890.0, 300.0, 0.25)];

/// A band-pass filter with two poles (Bristow-Johnson's cookbook, constant
/// peak gain).
struct Resonance {
    input: f32,
    back: [f32; 2],
    before: [f32; 2],
    after: [f32; 2],
}

impl Resonance {
    fn new(hz: f32, width: f32, level: f32) -> Resonance {
        let turn = TAU * hz / RATE as f32;
        let alpha = turn.sin() * width / (2.0 * hz);
        let scale = 1.0 / (1.0 + alpha);
        Resonance {
            input: level * alpha * scale,
            back: [-2.0 * turn.cos() * scale, (1.0 - alpha) * scale],
            before: [0.0; 2],
            after: [0.0; 2],
        }
    }

    fn sound(&mut self, sample: f32) -> f32 {
        let out = self.input * (sample - self.before[1])
            - self.back[0] * self.after[0]
            - self.back[1] * self.after[1];
        self.before = [sample, self.before[0]];
        self.after = [out, self.after[0]];
        out
    }
}

/// A room: four echoes of different length that feed each other (a feedback
/// delay network with a Hadamard matrix) and lose their highs.
struct Room {
    echoes: [Vec<f32>; 4],
    places: [usize; 4],
    dull: [f32; 4],
    smooth: f32,
}

impl Room {
    /// Part that is left after one round: about 1.8 seconds to a thousandth.
    const KEPT: f32 = 0.83;

    fn new() -> Room {
        // Lengths without a common divisor, 35 to 58 milliseconds.
        Room {
            echoes: [1117, 1361, 1543, 1867].map(|length| vec![0.0; length]),
            places: [0; 4],
            dull: [0.0; 4],
            smooth: smoothing(2600.0, RATE),
        }
    }

    fn sound(&mut self, sample: f32) -> f32 {
        let mut heard = [0.0; 4];
        for (line, heard) in heard.iter_mut().enumerate() {
            self.dull[line] +=
                (self.echoes[line][self.places[line]] - self.dull[line]) * self.smooth;
            *heard = self.dull[line];
        }
        let [a, b, c, d] = heard;
        let turned = [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d];
        for (line, turned) in turned.into_iter().enumerate() {
            let place = self.places[line];
            self.echoes[line][place] = sample + Room::KEPT * 0.5 * turned;
            self.places[line] = if place + 1 == self.echoes[line].len() { 0 } else { place + 1 };
        }
        0.5 * (a - b + c + d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_is_eight_beats_long() {
        for piece in [&WOOD, &INK] {
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
        for name in ["wood", "ink"] {
            let samples = render(name);
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((60.0..100.0).contains(&seconds), "{name}: {seconds} s");
            let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!((0.5..0.9).contains(&loudest), "{name}: {loudest}");
        }
    }

    #[test]
    fn a_piece_begins_where_it_ends() {
        for name in ["wood", "ink"] {
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
