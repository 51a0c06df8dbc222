//! The scores of the pieces that belong to the backgrounds of the window.

use super::tunes::Step::{Grace, Note, Octave, Rest, Slide};
use super::tunes::{Phrase, Piece, Step};

/// A phrase of these steps over these bass notes.
const fn phrase(melody: &'static [Step], bass: &'static [(f32, i8)]) -> Phrase {
    Phrase { melody, bass }
}

/// Mountains in the mist: a wide, slow melody in the zhi mode on G, with fifths and octaves in
/// the bass.
#[rustfmt::skip]
pub const MOUNTAINS: Piece = Piece {
    tonic: 196.00,
    scale: [0, 2, 5, 7, 9],
    beat: 1.06,
    brightness: 0.38,
    decay: 6.4,
    reverb: 0.36,
    seed: 12,
    phrases: &[
        phrase(&[Note(5, 2.0), Slide(6, 7, 2.0), Note(8, 1.5), Note(7, 0.5), Note(5, 2.0)], &[(0.0, 0), (2.0, 3), (4.0, -2), (6.0, 0)]),
        phrase(&[Rest(1.0), Note(4, 1.0), Note(5, 0.5), Note(7, 1.5), Slide(6, 5, 2.0), Rest(2.0)], &[(0.0, -2), (4.0, 0), (6.0, -5)]),
        phrase(&[Note(7, 1.0), Note(8, 1.0), Octave(10, 2.0), Note(9, 1.0), Note(8, 1.0), Note(7, 2.0)], &[(0.0, 0), (2.0, 5), (4.0, 3), (6.0, 2)]),
        phrase(&[Grace(7, 6, 1.5), Note(5, 0.5), Note(4, 1.0), Note(3, 1.0), Slide(2, 3, 2.5), Rest(1.5)], &[(0.0, 1), (2.0, -1), (4.0, -2)]),
        phrase(&[Note(3, 1.0), Note(5, 1.0), Note(6, 1.0), Note(7, 1.0), Slide(7, 8, 3.0), Rest(1.0)], &[(0.0, -2), (2.0, 1), (4.0, 3), (6.0, -2)]),
        phrase(&[Note(10, 1.5), Note(9, 0.5), Note(8, 2.0), Grace(8, 7, 1.0), Note(6, 1.0), Note(5, 2.0)], &[(0.0, 0), (2.0, 3), (4.0, 2), (6.0, 0)]),
        phrase(&[Note(12, 2.0), Note(10, 1.0), Note(9, 1.0), Note(10, 2.0), Rest(2.0)], &[(0.0, 2), (2.0, 0), (4.0, 5), (5.0, 3)]),
        phrase(&[Rest(1.0), Note(8, 1.0), Note(7, 0.5), Note(6, 0.5), Note(5, 2.0), Slide(4, 3, 2.0), Rest(1.0)], &[(0.0, -2), (3.0, 0), (5.0, -2)]),
        phrase(&[Note(2, 1.0), Note(3, 1.0), Note(5, 2.0), Octave(5, 2.5), Rest(1.5)], &[(0.0, -3), (2.0, -2), (4.0, -5), (5.5, 0)]),
    ],
};

/// A bamboo grove in the wind: light broken figures in the gong mode on F.
#[rustfmt::skip]
pub const BAMBOO: Piece = Piece {
    tonic: 349.23,
    scale: [0, 2, 4, 7, 9],
    beat: 0.80,
    brightness: 0.56,
    decay: 3.6,
    reverb: 0.24,
    seed: 31,
    phrases: &[
        phrase(&[Note(3, 0.5), Note(4, 0.5), Note(5, 1.0), Note(4, 0.5), Note(3, 0.5), Note(2, 1.0), Note(3, 2.0), Rest(2.0)], &[(0.0, -10), (2.0, -7), (4.0, -5)]),
        phrase(&[Note(2, 0.5), Note(3, 0.5), Note(4, 1.0), Grace(4, 3, 1.0), Note(1, 1.0), Note(2, 2.0), Rest(2.0)], &[(0.0, -8), (2.0, -6), (4.0, -9)]),
        phrase(&[Note(5, 0.5), Note(6, 0.5), Note(7, 1.0), Note(6, 1.0), Note(5, 1.0), Slide(4, 5, 2.0), Note(3, 2.0)], &[(0.0, -5), (2.0, -3), (4.0, -7), (6.0, -5)]),
        phrase(&[Note(4, 1.0), Note(3, 0.5), Note(2, 0.5), Note(1, 1.0), Note(2, 1.0), Note(0, 2.0), Rest(2.0)], &[(0.0, -6), (2.0, -9), (4.0, -10)]),
        phrase(&[Rest(1.0), Note(7, 0.5), Note(8, 0.5), Octave(10, 2.0), Note(8, 0.5), Note(7, 0.5), Note(6, 1.0), Note(7, 2.0)], &[(0.0, -5), (2.0, 0), (4.0, -3), (6.0, -5)]),
        phrase(&[Note(5, 1.0), Note(6, 1.0), Note(5, 0.5), Note(4, 0.5), Note(3, 1.0), Slide(2, 3, 2.0), Rest(2.0)], &[(0.0, -7), (2.0, -6), (4.0, -8)]),
        phrase(&[Note(3, 0.5), Note(5, 0.5), Note(6, 1.0), Note(8, 1.0), Note(7, 1.0), Note(5, 1.0), Grace(5, 4, 1.0), Note(3, 2.0)], &[(0.0, -10), (2.0, -5), (4.0, -6), (6.0, -7)]),
        phrase(&[Note(1, 1.0), Note(2, 1.0), Note(0, 1.0), Note(-1, 1.0), Note(0, 2.0), Rest(2.0)], &[(0.0, -9), (2.0, -7), (4.0, -10)]),
        phrase(&[Note(0, 0.5), Note(2, 0.5), Note(3, 1.0), Note(4, 1.0), Note(3, 1.0), Note(5, 2.0), Rest(2.0)], &[(0.0, -10), (2.0, -6), (4.0, -5)]),
        phrase(&[Note(7, 1.5), Note(6, 0.5), Note(5, 1.0), Note(4, 1.0), Note(3, 1.5), Note(2, 0.5), Note(3, 2.0)], &[(0.0, -3), (2.0, -5), (4.0, -7), (6.0, -8)]),
        phrase(&[Rest(1.0), Note(2, 1.0), Slide(1, 2, 2.0), Note(0, 1.0), Note(-2, 1.0), Octave(0, 2.0)], &[(0.0, -10), (4.0, -7), (6.0, -5)]),
    ],
};

/// A night of stars: single high notes far apart in the yu mode on E.
#[rustfmt::skip]
pub const NIGHT: Piece = Piece {
    tonic: 164.81,
    scale: [0, 3, 5, 7, 10],
    beat: 1.12,
    brightness: 0.30,
    decay: 7.6,
    reverb: 0.42,
    seed: 47,
    phrases: &[
        phrase(&[Note(10, 2.0), Note(13, 2.0), Slide(11, 12, 3.0), Rest(1.0)], &[(0.0, 0), (4.0, 3)]),
        phrase(&[Rest(1.0), Note(8, 1.0), Note(10, 2.0), Note(9, 1.0), Note(8, 2.0), Rest(1.0)], &[(0.0, -2), (4.0, 2)]),
        phrase(&[Octave(10, 2.0), Note(12, 1.0), Note(13, 1.0), Note(15, 2.5), Rest(1.5)], &[(0.0, 0), (2.0, 5), (4.0, 3)]),
        phrase(&[Note(14, 1.0), Note(13, 1.0), Slide(12, 11, 2.0), Note(10, 2.0), Rest(2.0)], &[(0.0, -1), (4.0, 0), (6.0, -2)]),
        phrase(&[Rest(2.0), Note(7, 1.0), Note(8, 1.0), Note(10, 3.0), Rest(1.0)], &[(0.0, -3), (2.0, 0), (5.0, 3)]),
        phrase(&[Note(12, 1.5), Note(11, 0.5), Note(10, 2.0), Grace(9, 8, 2.0), Rest(2.0)], &[(0.0, 2), (4.0, -2)]),
        phrase(&[Note(15, 2.0), Rest(1.0), Note(13, 1.0), Note(12, 2.0), Note(10, 2.0)], &[(0.0, 5), (3.0, 3), (6.0, 0)]),
        phrase(&[Rest(1.0), Note(8, 1.0), Slide(7, 8, 2.0), Octave(10, 2.5), Rest(1.5)], &[(0.0, -2), (4.0, 0), (6.0, -5)]),
    ],
};

/// A lotus pond: rocking figures in the shang mode on D, with grace notes as of drops.
#[rustfmt::skip]
pub const POND: Piece = Piece {
    tonic: 293.66,
    scale: [0, 2, 5, 7, 10],
    beat: 0.94,
    brightness: 0.44,
    decay: 5.0,
    reverb: 0.32,
    seed: 63,
    phrases: &[
        phrase(&[Note(0, 1.0), Note(3, 1.0), Grace(4, 5, 2.0), Note(3, 1.0), Note(2, 1.0), Note(3, 2.0)], &[(0.0, -10), (1.0, -7), (2.0, -5), (4.0, -8), (6.0, -7)]),
        phrase(&[Note(2, 1.0), Note(1, 1.0), Slide(1, 2, 2.0), Note(0, 2.0), Rest(2.0)], &[(0.0, -8), (2.0, -9), (4.0, -10), (5.0, -7)]),
        phrase(&[Note(3, 1.0), Note(5, 1.0), Grace(6, 7, 2.0), Note(5, 1.0), Note(4, 1.0), Note(3, 2.0)], &[(0.0, -7), (1.0, -5), (2.0, -3), (4.0, -6), (6.0, -7)]),
        phrase(&[Rest(1.0), Note(4, 0.5), Note(3, 0.5), Note(2, 2.0), Note(1, 1.0), Note(0, 1.0), Note(1, 2.0)], &[(0.0, -6), (2.0, -8), (4.0, -10), (6.0, -9)]),
        phrase(&[Octave(5, 2.0), Note(7, 1.0), Note(8, 1.0), Slide(8, 7, 2.0), Rest(2.0)], &[(0.0, -5), (2.0, 0), (4.0, -3), (6.0, -5)]),
        phrase(&[Note(6, 1.0), Note(5, 1.0), Note(3, 1.0), Note(4, 1.0), Grace(4, 3, 2.0), Rest(2.0)], &[(0.0, -4), (2.0, -7), (4.0, -6)]),
        phrase(&[Note(2, 0.5), Note(3, 0.5), Note(5, 1.0), Note(4, 1.0), Note(3, 1.0), Slide(1, 2, 2.0), Note(0, 2.0)], &[(0.0, -8), (2.0, -6), (4.0, -9), (6.0, -10)]),
        phrase(&[Rest(1.0), Note(-2, 1.0), Note(0, 1.0), Note(1, 1.0), Note(2, 2.0), Rest(2.0)], &[(0.0, -12), (2.0, -10), (4.0, -8)]),
        phrase(&[Note(3, 1.5), Note(2, 0.5), Note(1, 1.0), Note(-1, 1.0), Octave(0, 2.5), Rest(1.5)], &[(0.0, -7), (2.0, -9), (4.0, -10), (5.5, -5)]),
    ],
};
