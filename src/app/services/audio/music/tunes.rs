//! The scores of the original pieces, phrase by phrase.

/// A step of the melody. Pitches are degrees of a pentatonic scale, 0 the tonic
/// and 5 its octave; durations are beats.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A note and its duration.
    Note(i8, f32),
    /// A grace note before another.
    Grace(i8, i8, f32),
    /// A slide from the first pitch to the second.
    Slide(i8, i8, f32),
    /// A broken octave, the lower note first.
    Octave(i8, f32),
    /// A rest.
    Rest(f32),
}

use Step::{Grace, Note, Octave, Rest, Slide};

/// A phrase: eight beats of melody with bass notes.
pub struct Phrase {
    /// Steps of eight beats in all.
    pub melody: &'static [Step],
    /// Bass notes: beat and degree.
    pub bass: &'static [(f32, i8)],
}

/// Beats in every phrase.
pub const BEATS: f32 = 8.0;

/// A looping piece.
pub struct Piece {
    /// Pitch of degree 0 in hertz.
    pub tonic: f32,
    /// Semitones of the five degrees above the tonic.
    pub scale: [i32; 5],
    /// Seconds per beat.
    pub beat: f32,
    /// Brightness, from soft fingers (0) to hard nails (1).
    pub brightness: f32,
    /// Seconds in which the A below middle C fades to a thousandth.
    pub decay: f32,
    /// Level of the reverb, 0 to 1.
    pub reverb: f32,
    /// Seed of the random deviations.
    pub seed: u64,
    /// The phrases in order.
    pub phrases: &'static [Phrase],
}

/// Tea in a wooden room: bright strings in the gong mode on D.
pub const WOOD: Piece = Piece {
    tonic: 293.66,
    scale: [0, 2, 4, 7, 9],
    beat: 0.88,
    brightness: 0.50,
    decay: 4.6,
    reverb: 0.26,
    seed: 2,
    phrases: &[
        Phrase {
            melody: &[
                Note(3, 1.0),
                Note(4, 0.5),
                Note(5, 0.5),
                Note(6, 2.0),
                Note(5, 1.0),
                Note(4, 1.0),
                Note(3, 2.0),
            ],
            bass: &[(0.0, -10), (1.0, -7), (2.0, -5), (4.0, -6), (6.0, -7)],
        },
        Phrase {
            melody: &[
                Note(2, 1.0),
                Note(3, 1.0),
                Grace(2, 1, 1.5),
                Note(0, 0.5),
                Slide(0, 1, 3.0),
                Rest(1.0),
            ],
            bass: &[(0.0, -8), (2.0, -6), (4.0, -7), (5.0, -5)],
        },
        Phrase {
            melody: &[
                Note(0, 1.0),
                Note(1, 0.5),
                Note(2, 0.5),
                Note(3, 2.0),
                Note(4, 1.0),
                Note(3, 0.5),
                Note(2, 0.5),
                Note(3, 2.0),
            ],
            bass: &[(0.0, -10), (2.0, -7), (4.0, -6), (6.0, -3)],
        },
        Phrase {
            melody: &[
                Note(1, 1.5),
                Note(2, 0.5),
                Note(0, 1.0),
                Note(-1, 1.0),
                Octave(0, 2.5),
                Rest(1.5),
            ],
            bass: &[(0.0, -7), (2.0, -6), (4.0, -10)],
        },
        Phrase {
            melody: &[
                Note(5, 1.0),
                Note(6, 1.0),
                Slide(6, 7, 2.0),
                Note(6, 0.5),
                Note(7, 0.5),
                Note(6, 1.0),
                Note(5, 2.0),
            ],
            bass: &[(0.0, -5), (1.0, -3), (2.0, 0), (4.0, -6), (6.0, -5)],
        },
        Phrase {
            melody: &[
                Note(4, 1.0),
                Note(5, 0.5),
                Note(4, 0.5),
                Note(3, 2.0),
                Slide(2, 3, 2.5),
                Rest(1.5),
            ],
            bass: &[(0.0, -6), (2.0, -7), (4.0, -8), (5.0, -5)],
        },
        Phrase {
            melody: &[
                Note(6, 1.5),
                Note(5, 0.5),
                Note(4, 1.0),
                Grace(4, 5, 1.0),
                Note(3, 2.0),
                Rest(1.0),
                Note(2, 1.0),
            ],
            bass: &[(0.0, -9), (2.0, -6), (4.0, -7), (5.0, -5), (6.0, -3)],
        },
        Phrase {
            melody: &[
                Note(3, 1.0),
                Note(1, 1.0),
                Note(2, 1.0),
                Note(0, 1.0),
                Slide(0, 1, 2.0),
                Rest(2.0),
            ],
            bass: &[(0.0, -10), (2.0, -8), (4.0, -7)],
        },
        Phrase {
            melody: &[
                Grace(4, 3, 1.0),
                Note(4, 0.5),
                Note(5, 0.5),
                Note(6, 1.5),
                Note(8, 0.5),
                Note(7, 1.0),
                Note(5, 1.0),
                Note(4, 2.0),
            ],
            bass: &[(0.0, -10), (1.0, -7), (2.0, -5), (4.0, -8), (6.0, -6)],
        },
        Phrase {
            melody: &[
                Note(2, 0.5),
                Note(3, 0.5),
                Note(1, 1.0),
                Note(2, 1.0),
                Note(0, 1.0),
                Note(-1, 1.0),
                Note(0, 1.0),
                Slide(-1, -2, 2.0),
            ],
            bass: &[(0.0, -8), (2.0, -6), (4.0, -9), (6.0, -12)],
        },
        Phrase {
            melody: &[
                Rest(1.0),
                Note(-2, 1.0),
                Note(0, 0.5),
                Note(1, 1.5),
                Note(2, 1.0),
                Note(1, 0.5),
                Note(0, 0.5),
                Note(1, 2.0),
            ],
            bass: &[(0.0, -12), (1.0, -7), (4.0, -6), (6.0, -7)],
        },
        Phrase {
            melody: &[Note(-1, 1.5), Note(0, 0.5), Note(-2, 2.0), Octave(0, 2.0), Rest(2.0)],
            bass: &[(0.0, -9), (2.0, -7), (4.0, -10), (5.0, -7), (6.0, -5)],
        },
    ],
};

/// Rain at night: low strings in the yu mode on A, with long silences.
pub const INK: Piece = Piece {
    tonic: 110.0,
    scale: [0, 3, 5, 7, 10],
    beat: 1.02,
    brightness: 0.34,
    decay: 7.0,
    reverb: 0.34,
    seed: 5,
    phrases: &[
        Phrase {
            melody: &[
                Slide(4, 5, 2.0),
                Note(7, 1.0),
                Note(8, 1.5),
                Rest(0.5),
                Note(6, 1.0),
                Note(5, 2.0),
            ],
            bass: &[(0.0, 0), (5.0, -2)],
        },
        Phrase {
            melody: &[
                Note(8, 1.0),
                Note(9, 0.5),
                Note(8, 0.5),
                Slide(6, 7, 2.0),
                Rest(1.0),
                Note(5, 1.0),
                Slide(5, 6, 2.0),
            ],
            bass: &[(0.0, -2), (2.0, 2), (6.0, 1)],
        },
        Phrase {
            melody: &[
                Note(7, 1.5),
                Note(8, 0.5),
                Octave(10, 2.0),
                Grace(9, 8, 1.0),
                Note(7, 1.0),
                Rest(2.0),
            ],
            bass: &[(0.0, -3), (2.0, 0), (4.5, 2)],
        },
        Phrase {
            melody: &[
                Note(6, 1.0),
                Slide(6, 7, 1.0),
                Note(5, 1.0),
                Note(4, 1.0),
                Slide(4, 5, 2.5),
                Rest(1.5),
            ],
            bass: &[(0.0, 1), (2.0, -1), (4.0, 0), (5.0, 3)],
        },
        Phrase {
            melody: &[
                Note(10, 1.5),
                Note(11, 0.5),
                Note(12, 1.0),
                Note(10, 1.0),
                Note(9, 1.0),
                Slide(9, 8, 2.0),
                Rest(1.0),
            ],
            bass: &[(0.0, 0), (2.0, 5), (4.0, -1), (5.0, -2)],
        },
        Phrase {
            melody: &[
                Note(10, 1.0),
                Note(9, 0.5),
                Note(8, 0.5),
                Note(7, 2.0),
                Grace(7, 6, 1.0),
                Note(5, 1.0),
                Rest(2.0),
            ],
            bass: &[(0.0, 0), (2.0, -3), (5.0, 0)],
        },
        Phrase {
            melody: &[
                Note(3, 1.0),
                Note(5, 1.0),
                Slide(6, 7, 2.0),
                Note(8, 1.5),
                Note(7, 0.5),
                Note(6, 1.0),
                Rest(1.0),
            ],
            bass: &[(0.0, -2), (2.0, 2), (4.0, 1)],
        },
        Phrase {
            melody: &[
                Note(5, 1.0),
                Note(4, 0.5),
                Note(3, 0.5),
                Octave(5, 2.0),
                Rest(1.0),
                Note(2, 1.0),
                Slide(2, 3, 2.0),
            ],
            bass: &[(0.0, 0), (5.0, -3), (6.0, -2)],
        },
        Phrase {
            melody: &[Note(8, 2.0), Note(13, 1.0), Note(12, 1.0), Note(10, 2.0), Rest(2.0)],
            bass: &[(0.0, -2), (2.0, 3), (4.0, 0), (5.0, 5)],
        },
        Phrase {
            melody: &[
                Note(7, 1.0),
                Note(6, 0.5),
                Note(5, 0.5),
                Slide(5, 4, 2.0),
                Octave(5, 2.5),
                Rest(1.5),
            ],
            bass: &[(0.0, 2), (2.0, -1), (4.0, 0), (5.0, -5)],
        },
    ],
};
