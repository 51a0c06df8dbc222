//! The struck objects of each set: what is heard when a piece is placed, turned, or not
//! allowed to go somewhere.

use super::{SoundSet, Strike};

/// The strikes of a set: a piece that is placed, one that is turned, and a refusal.
pub(super) fn of(set: SoundSet) -> [&'static Strike; 3] {
    match set {
        SoundSet::Wood => [&WOOD_PLACE, &WOOD_FLIP, &WOOD_ILLEGAL],
        SoundSet::Stone => [&STONE_PLACE, &STONE_FLIP, &WOOD_ILLEGAL],
        SoundSet::Bamboo => [&BAMBOO_PLACE, &BAMBOO_FLIP, &BAMBOO_ILLEGAL],
        SoundSet::Soft => [&SOFT_PLACE, &SOFT_FLIP, &SOFT_ILLEGAL],
    }
}

const WOOD_PLACE: Strike = Strike {
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

const WOOD_FLIP: Strike = Strike {
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

const WOOD_ILLEGAL: Strike = Strike {
    seconds: 0.22,
    modes: &[(196.0, 0.034, 0.9), (311.0, 0.030, 0.7), (538.0, 0.016, 0.28)],
    touch: (0.9, 700.0, 0.018),
    peak: 0.34,
};

/// A slate stone on kaya: the hard click of the stone, then the hollow answer of the board.
const STONE_PLACE: Strike = Strike {
    seconds: 0.34,
    modes: &[
        (176.0, 0.058, 0.55),
        (318.0, 0.040, 0.42),
        (655.0, 0.022, 0.30),
        (2380.0, 0.013, 0.62),
        (3690.0, 0.010, 0.55),
        (5420.0, 0.007, 0.36),
        (7150.0, 0.004, 0.18),
    ],
    touch: (1.6, 7200.0, 0.0025),
    peak: 0.52,
};

/// Two stones that touch.
const STONE_FLIP: Strike = Strike {
    seconds: 0.12,
    modes: &[
        (2140.0, 0.012, 0.50),
        (3350.0, 0.010, 0.50),
        (4880.0, 0.007, 0.34),
        (6700.0, 0.004, 0.18),
    ],
    touch: (0.9, 7600.0, 0.002),
    peak: 0.24,
};

/// A bamboo tube: few modes, clear and hollow.
const BAMBOO_PLACE: Strike = Strike {
    seconds: 0.30,
    modes: &[
        (612.0, 0.042, 0.95),
        (934.0, 0.024, 0.30),
        (1685.0, 0.018, 0.42),
        (2890.0, 0.009, 0.20),
    ],
    touch: (0.8, 3000.0, 0.004),
    peak: 0.46,
};

const BAMBOO_FLIP: Strike = Strike {
    seconds: 0.14,
    modes: &[(910.0, 0.024, 0.80), (1420.0, 0.014, 0.30), (2480.0, 0.010, 0.36)],
    touch: (0.6, 4200.0, 0.003),
    peak: 0.24,
};

const BAMBOO_ILLEGAL: Strike = Strike {
    seconds: 0.24,
    modes: &[(305.0, 0.040, 0.9), (458.0, 0.028, 0.4), (820.0, 0.014, 0.2)],
    touch: (0.7, 900.0, 0.012),
    peak: 0.32,
};

/// Cloth under a fingertip: no ringing, only a low and short thud.
const SOFT_PLACE: Strike = Strike {
    seconds: 0.24,
    modes: &[(98.0, 0.044, 0.90), (146.0, 0.034, 0.60), (225.0, 0.022, 0.25)],
    touch: (1.6, 420.0, 0.020),
    peak: 0.30,
};

const SOFT_FLIP: Strike = Strike {
    seconds: 0.14,
    modes: &[(150.0, 0.028, 0.60), (236.0, 0.020, 0.45), (372.0, 0.012, 0.16)],
    touch: (1.4, 800.0, 0.012),
    peak: 0.16,
};

const SOFT_ILLEGAL: Strike = Strike {
    seconds: 0.24,
    modes: &[(82.0, 0.046, 0.9), (123.0, 0.036, 0.6)],
    touch: (1.0, 320.0, 0.022),
    peak: 0.22,
};
