//! The playing levels of eight by eight where weights of patterns are
//! installed. The weaker ones play as people do: they see what every move is
//! worth as far as they look, and choose one by a budget of discs that they
//! give away.

use std::time::Duration;

use super::bits::Bits;
use super::levels::Player;
use super::position::Reversi;
use super::solver::{CORNERS, Found};
use crate::core::{Position, Random};
use crate::games::Strength;
use crate::search::{Allowance, Level, Limits, Plan, Seen};

/// How one level plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person {
    /// How far it looks.
    pub(super) player: Player,
    /// What it gives away at a move, in hundredths of a disc.
    allowance: Allowance,
    /// How much it likes to flip discs: a move that flips one more is so many
    /// times as appealing.
    greed: f64,
    /// Whether it knows that a corner is not to be given away for nothing.
    minds_corners: bool,
}

/// Who minds the corners gives one away for less than this, in hundredths of
/// a disc.
const CORNER: i32 = 200;

/// Who errs on purpose looks only a little ahead, and needs no longer for it.
const WEAK_TIME: Option<Duration> = Some(Duration::from_millis(250));

impl Person {
    /// The player that a request asks for.
    pub(super) fn of(strength: Strength) -> Person {
        match strength {
            // Sees no further than its own move, and likes to see discs turn.
            Strength::Level(0 | 1) => Person::weak((1, 1), (290, 6400), 1.4, false),
            Strength::Level(2) => Person::weak((1, 2), (90, 2500), 1.1, false),
            // From here on the answer of the other side is seen.
            Strength::Level(3) => Person::weak((2, 4), (70, 2000), 1.0, false),
            Strength::Level(4) => Person::weak((3, 6), (55, 1200), 1.0, true),
            Strength::Level(5) => Person::weak((4, 9), (28, 900), 1.0, true),
            Strength::Level(6) => Person::weak((6, 11), (18, 600), 1.0, true),
            // From here on the best move seen is played.
            Strength::Level(7) => Person::strong((8, 15), 1_000_000, 600),
            Strength::Level(8) => Person::strong((11, 19), 4_000_000, 1200),
            Strength::Level(9) => Person::strong((14, 22), 10_000_000, 2500),
            Strength::Level(_) | Strength::Full => Person::best(Player::of(strength)),
        }
    }

    /// Looks `depth` plies ahead, and to the end from `exact_within` empty
    /// squares on, and gives away so much on average and at most. The bound of
    /// time is for slow machines only.
    fn weak(
        plies: (u32, u32),
        (loss, most): (i32, i32),
        greed: f64,
        minds_corners: bool,
    ) -> Person {
        let player = looking(plies, Limits { time: WEAK_TIME, ..Limits::default() });
        Person { player, allowance: Allowance { loss, most }, greed, minds_corners }
    }

    /// Looks as far without errors on purpose, but at no more positions and
    /// for no longer than this.
    fn strong(plies: (u32, u32), nodes: u64, milliseconds: u64) -> Person {
        let time = Some(Duration::from_millis(milliseconds));
        Person::best(looking(plies, Limits { depth: None, nodes: Some(nodes), time }))
    }

    fn best(player: Player) -> Person {
        let allowance = Allowance { loss: 0, most: 0 };
        Person { player, allowance, greed: 1.0, minds_corners: true }
    }

    /// Whether it makes errors on purpose.
    pub(super) fn errs(&self) -> bool {
        self.allowance.loss > 0
    }

    /// The move that it plays of those that were found; the same one for the
    /// same position and seed. `None` if there are none.
    pub(super) fn choose<'a>(
        &self,
        position: &Reversi<u64>,
        found: &'a [Found],
        seed: u64,
    ) -> Option<&'a Found> {
        let best = found.iter().map(|found| found.value).max()?;
        let seen: Vec<Seen<&Found>> = found
            .iter()
            .filter(|found| {
                let cheap = best.saturating_sub(found.value) < CORNER;
                cheap || !self.minds_corners || !gives_a_corner(position, found.square)
            })
            .map(|found| Seen {
                value: found.value,
                appeal: self.greed.powf(f64::from(flips(position, found.square))),
                mv: found,
            })
            .collect();
        self.allowance.choose(&seen, &mut Random::new(seed ^ position.key()))
    }
}

/// A player that looks so many plies ahead, and to the end from so many empty
/// squares on.
fn looking((depth, exact_within): (u32, u32), limits: Limits) -> Player {
    let limits = Limits { depth: Some(depth), ..limits };
    let plan = Plan { limits, exact_within, leap: 0 };
    let level = Level { plan, error: 0, looseness: 0 };
    Player { level, naive: false, remembers: false }
}

/// How many discs a move flips.
fn flips(position: &Reversi<u64>, square: Option<u8>) -> u32 {
    square.map_or(0, |square| position.flips(square).count_ones())
}

/// Whether the other side can take a corner after a move that it could not
/// have taken without it.
fn gives_a_corner(position: &Reversi<u64>, square: Option<u8>) -> bool {
    let Some(square) = square else { return false };
    let flipped = position.flips(square);
    let (own, opponent) = (position.own() | flipped | 1 << square, position.opponent() & !flipped);
    let after = u64::mobility(opponent, own, !(own | opponent));
    after & CORNERS & !position.opponent_mobility() != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Side;
    use crate::games::reversi::Scoring;

    /// A position with Black to move from the squares of both sides.
    fn position(black: &[u8], white: &[u8]) -> Reversi<u64> {
        let set = |squares: &[u8]| squares.iter().fold(0, |set, square| set | 1u64 << square);
        Reversi::new(set(black), set(white), Side::First, 8, Scoring::Winner)
    }

    /// How often a level chooses each of these squares of a hundred times.
    fn chosen<const N: usize>(
        level: u8,
        position: &Reversi<u64>,
        moves: [(u8, i32); N],
    ) -> [usize; N] {
        let found = moves.map(|(square, value)| Found {
            square: Some(square),
            line: vec![Some(square)],
            value,
            depth: 1,
            to_the_end: false,
            percent: 0,
            nodes: 1,
            elapsed: Duration::ZERO,
        });
        let person = Person::of(Strength::Level(level));
        let choices: Vec<_> =
            (0..100).filter_map(|seed| person.choose(position, &found, seed)?.square).collect();
        moves.map(|(square, _)| choices.iter().filter(|choice| **choice == square).count())
    }

    const B2: u8 = 9;
    const F6: u8 = 45;
    const E8: u8 = 60;

    #[test]
    fn from_the_fourth_level_on_no_corner_is_given_away_where_the_loss_is_seen() {
        // With b2 the diagonal to a1 becomes Black's, and White ends it on e5.
        let position = position(&[27], &[18, 36]);
        for level in 4..=6 {
            assert_eq!(chosen(level, &position, [(F6, 0), (B2, -500)]), [100, 0]);
        }
        let [safe, gift] = chosen(3, &position, [(F6, 0), (B2, -500)]);
        assert!(safe > gift && gift > 0, "{safe} {gift}");
        // It may cost next to nothing, and then it is a move like others.
        assert!(chosen(4, &position, [(F6, 0), (B2, -50)])[1] > 0);
    }

    #[test]
    fn the_first_level_likes_to_flip_many_discs() {
        let position = position(&[27, 56], &[36, 57, 58, 59]);
        let [one, three] = chosen(1, &position, [(F6, 0), (E8, 0)]);
        assert!(three > one + 15 && one > 10, "{one} {three}");
        let [one, three] = chosen(4, &position, [(F6, 0), (E8, 0)]);
        assert!(one.abs_diff(three) < 30, "{one} {three}");
    }

    #[test]
    fn budgets_shrink_from_level_to_level_and_end_with_the_seventh() {
        let budgets: Vec<i32> =
            (1..=10).map(|level| Person::of(Strength::Level(level)).allowance.loss).collect();
        assert!(budgets[..7].is_sorted_by(|a, b| a > b), "{budgets:?}");
        assert_eq!(budgets[6..], [0; 4]);
    }
}
