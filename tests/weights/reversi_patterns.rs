//! Pattern evaluation of Reversi: symmetry, incremental update, file format and accuracy.

use std::fs;

use tianyuan::content::assets_folder;
use tianyuan::core::Random;
use tianyuan::games::reversi::Discs;
use tianyuan::games::reversi::bitboard::Bitboard;
use tianyuan::games::reversi::patterns::{self, Patterns, Weights, WeightsError};

/// Positions with 20 empty squares of games outside the training set, with exact scores by this
/// program's solver: own discs, opponent's discs, score of the side to move. From tournaments, and
/// from self-play.
const TOURNAMENTS: &str = include_str!("../fixtures/reversi_scores20.txt");
const SELF_PLAY: &str = include_str!("../fixtures/reversi_scores20_self.txt");

fn file() -> Vec<u8> {
    fs::read(assets_folder().join(patterns::WEIGHTS_FILE)).unwrap()
}

fn shipped() -> Weights {
    Weights::read(&file()).unwrap()
}

/// Plays a random game and passes each position with its incrementally updated patterns to `show`.
fn random_game(seed: u64, mut show: impl FnMut(u64, u64, &Patterns)) {
    let mut random = Random::new(seed);
    let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
    let mut patterns = Patterns::new(Discs { own, opponent });
    loop {
        show(own, opponent, &patterns);
        let empty = !(own | opponent);
        let moves: Vec<u8> = u64::mobility(own, opponent, empty).squares().collect();
        if let Some(&square) = random.pick(&moves) {
            let flips = u64::flips(own, opponent, square);
            patterns = patterns.after(square, flips);
            (own, opponent) = (opponent & !flips, own | flips | 1 << square);
        } else if u64::mobility(opponent, own, empty) != 0 {
            patterns = patterns.passed();
            (own, opponent) = (opponent, own);
        } else {
            break;
        }
    }
}

/// Image of a set under one of the eight symmetries.
fn transform(set: u64, symmetry: u8) -> u64 {
    (0..64u8).filter(|square| set >> square & 1 == 1).fold(0, |all, square| {
        let (mut file, mut rank) = (square % 8, square / 8);
        if symmetry & 1 != 0 {
            file = 7 - file;
        }
        if symmetry & 2 != 0 {
            rank = 7 - rank;
        }
        if symmetry & 4 != 0 {
            (file, rank) = (rank, file);
        }
        all | 1 << (rank * 8 + file)
    })
}

#[test]
fn symmetric_positions_have_the_same_value() {
    let weights = shipped();
    for seed in 0..10 {
        random_game(seed, |own, opponent, _| {
            let value = patterns::evaluate(&weights, Discs { own, opponent });
            for symmetry in 1..8 {
                let (own, opponent) = (transform(own, symmetry), transform(opponent, symmetry));
                assert_eq!(patterns::evaluate(&weights, Discs { own, opponent }), value);
            }
        });
    }
}

#[test]
fn incremental_patterns_equal_those_of_the_position() {
    let weights = shipped();
    for seed in 0..50 {
        random_game(seed, |own, opponent, patterns| {
            assert_eq!(*patterns, Patterns::new(Discs { own, opponent }));
            let value = patterns::evaluate(&weights, Discs { own, opponent });
            assert_eq!(weights.value(patterns, Discs { own, opponent }), value);
        });
    }
}

#[test]
fn every_value_is_between_minus_64_and_64_discs() {
    let weights = shipped();
    let mut random = Random::new(9);
    let check = |own, opponent| {
        let value = patterns::evaluate(&weights, Discs { own, opponent });
        assert!((-6400..=6400).contains(&value));
    };
    for _ in 0..2_000 {
        let (one, other) = (random.next_u64(), random.next_u64());
        check(one & !other, other & random.next_u64());
    }
    // Invalid boards must not panic.
    for (own, opponent) in [(u64::MAX, 0), (0, u64::MAX), (0, 0), (u64::MAX, u64::MAX)] {
        check(own, opponent);
    }
}

#[test]
fn the_shipped_file_is_small_and_round_trips() {
    let bytes = file();
    assert!(bytes.len() <= 2_000_000, "{} bytes", bytes.len());
    assert!(Weights::read(&bytes).unwrap().to_bytes() == bytes);
}

#[test]
fn a_damaged_weights_file_is_refused_in_one_sentence() {
    let bytes = file();
    let refused = |bytes: &[u8]| {
        let error = Weights::read(bytes).unwrap_err();
        assert!(!error.to_string().contains('\n'));
        error
    };
    assert_eq!(refused(b""), WeightsError::NotWeights);
    assert_eq!(refused(b"(version: 1)"), WeightsError::NotWeights);
    let mut other = bytes.clone();
    other[9] ^= 1;
    assert_eq!(refused(&other), WeightsError::Layout);
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 4;
    assert!(matches!(refused(&changed), WeightsError::Damaged(_)));
    for length in [8, 15, 16, 20, 24, 1000, bytes.len() - 1] {
        refused(&bytes[..length]);
    }
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut noise: Vec<u8> = (0..random.below(200)).map(|_| random.next_u64() as u8).collect();
        noise.splice(0..0, bytes[..random.below(24)].iter().copied());
        refused(&noise);
    }
}

#[test]
fn static_values_at_20_empty_squares_are_near_the_exact_scores() {
    let weights = shipped();
    for (scores, most) in [(TOURNAMENTS, 5.3), (SELF_PLAY, 4.0)] {
        let (mut count, mut sum) = (0.0, 0.0);
        for line in scores.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let discs = |word: &str| u64::from_str_radix(word, 16).unwrap();
            let (own, opponent) = (discs(words[0]), discs(words[1]));
            assert_eq!((own | opponent).count_ones(), 44);
            let score: f64 = words[2].parse().unwrap();
            let value = f64::from(patterns::evaluate(&weights, Discs { own, opponent })) / 100.0;
            count += 1.0;
            sum += (value - score).abs();
        }
        let error: f64 = sum / count;
        assert!(count >= 300.0);
        assert!(error <= most, "a mean error of {error:.2} discs, more than {most}");
    }
}
