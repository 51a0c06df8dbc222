//! Line patterns: the pattern that a stone on an empty point would make of one
//! line, looked up by the ten points around it, five on either side.
//!
//! A table has an entry for every combination of own, empty and blocked points
//! (3^10), and is built once for each winning condition.

use std::sync::OnceLock;

use super::bitboard::{FiveRule, Run};

/// The pattern that a stone makes of one line through it, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LinePattern {
    /// Cannot become five.
    Dead,
    /// One stone; four more make five.
    One,
    /// Closed two: can become a four, but no open three.
    ClosedTwo,
    /// Open two: one more stone makes an open three.
    OpenTwo,
    /// Closed three: one more stone makes a four.
    ClosedThree,
    /// Open three: one more stone makes a straight four.
    OpenThree,
    /// Simple four: exactly one point makes five.
    Four,
    /// Two fours on one line.
    DoubleFour,
    /// Straight (open) four: five at either end.
    StraightFour,
    /// Five.
    Five,
    /// Overline, where it does not win.
    Overline,
}

/// Number of patterns.
pub const PATTERN_COUNT: usize = 11;

/// Number of classes of lines.
pub const CLASS_COUNT: usize = 16;

/// The class of a line through a point: its pattern, and for the patterns that differ much
/// in what they are worth a grade by the number of points that carry them on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineClass(u8);

impl LineClass {
    /// Every class by its number: the pattern and the least number of points that carry it
    /// on, of one pattern the weakest first.
    const ALL: [(LinePattern, u32); CLASS_COUNT] = [
        (LinePattern::Dead, 0),
        (LinePattern::One, 0),
        (LinePattern::One, 1),
        (LinePattern::ClosedTwo, 0),
        (LinePattern::OpenTwo, 0),
        (LinePattern::OpenTwo, 3),
        (LinePattern::OpenTwo, 4),
        (LinePattern::ClosedThree, 0),
        (LinePattern::ClosedThree, 2),
        (LinePattern::OpenThree, 0),
        (LinePattern::OpenThree, 2),
        (LinePattern::Four, 0),
        (LinePattern::DoubleFour, 0),
        (LinePattern::StraightFour, 0),
        (LinePattern::Five, 0),
        (LinePattern::Overline, 0),
    ];

    /// The strongest class of this pattern that so many points allow.
    fn new(pattern: LinePattern, points: u32) -> LineClass {
        let fits = |&(of, least): &(LinePattern, u32)| of == pattern && least <= points;
        LineClass(LineClass::ALL.iter().rposition(fits).unwrap_or(0) as u8)
    }

    /// Its number, less than [`CLASS_COUNT`].
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The pattern of the class with this number.
    #[must_use]
    pub const fn pattern_of(number: usize) -> LinePattern {
        LineClass::ALL[number % CLASS_COUNT].0
    }
}

/// Points on either side that a pattern depends on. Windows are 11 bits with
/// the point itself in the middle.
const REACH: u32 = 5;

/// Combinations of ten own, empty or blocked points: 3^10.
const STATES: usize = 59049;

/// Entries of a table, as many as there are indices of 16 bits.
const ENTRIES: usize = 1 << 16;

/// The bits of a window as a number in base three; the middle bit counts
/// nothing.
static TERNARY: [u16; 2048] = ternary();

const fn ternary() -> [u16; 2048] {
    let mut table = [0; 2048];
    let mut bits = 0;
    while bits < 2048 {
        let (mut power, mut at) = (1, 0);
        while at < 11 {
            if at != REACH {
                if bits >> at & 1 != 0 {
                    table[bits] += power;
                }
                power *= 3;
            }
            at += 1;
        }
        bits += 1;
    }
    table
}

/// A window of 11 bits as a number in base three, in which own points count once and
/// blocked ones twice.
#[inline]
#[must_use]
pub fn ternary_digits(window: u32) -> usize {
    usize::from(TERNARY[(window & 2047) as usize])
}

/// The classes of all windows under one winning condition.
pub struct PatternTable(Box<[LineClass; ENTRIES]>);

impl PatternTable {
    /// The table for this winning condition, built on first use.
    #[must_use]
    pub fn for_rule(five: FiveRule) -> &'static PatternTable {
        static TABLES: [OnceLock<PatternTable>; 3] =
            [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        TABLES[five as usize].get_or_init(|| PatternTable::build(five))
    }

    /// The class of the line that a stone makes, by the [`ternary_digits`] of its own points
    /// plus twice those of the blocked ones, in windows with the stone's point in the middle.
    #[inline]
    #[must_use]
    pub fn class(&self, digits: usize) -> LineClass {
        self.0[digits % ENTRIES]
    }

    fn build(five: FiveRule) -> PatternTable {
        let mut cache = vec![None; STATES];
        let mut classes = Box::new([LineClass(0); ENTRIES]);
        for (state, class) in classes.iter_mut().enumerate().take(STATES) {
            let (mut own, mut blocked, mut rest) = (0, 0, state);
            for at in (0..11).filter(|&at| at != REACH) {
                match rest % 3 {
                    1 => own |= 1 << at,
                    2 => blocked |= 1 << at,
                    _ => {}
                }
                rest /= 3;
            }
            let (pattern, points) = classify(five, own, blocked, &mut cache);
            *class = LineClass::new(pattern, points);
        }
        PatternTable(classes)
    }
}

/// Classifies a window recursively by the patterns that each further stone makes: its pattern,
/// and the number of points that make the best of these.
fn classify(
    five: FiveRule,
    own: u32,
    blocked: u32,
    cache: &mut [Option<(LinePattern, u32)>],
) -> (LinePattern, u32) {
    let state = ternary_digits(own) + 2 * ternary_digits(blocked);
    if let Some(known) = cache[state] {
        return known;
    }
    // Shifted, so that runs can be read beyond the window.
    let (middle, shift) = (1 << REACH, 8);
    let (row, walls) = ((own | middle) << shift, blocked << shift);
    let run = Run::through(row, REACH + shift);
    let found = if five.is_made(row, walls, REACH + shift) {
        (LinePattern::Five, 0)
    } else if run.length > 5 {
        (LinePattern::Overline, 0)
    } else {
        let empty = !(own | middle | blocked) & 2047;
        let (mut fives, mut next, mut points) = (0u32, LinePattern::Dead, 0);
        for at in (0..11).filter(|at| empty >> at & 1 != 0) {
            match classify(five, own | 1 << at, blocked, cache).0 {
                LinePattern::Five => fives |= 1 << at,
                LinePattern::Overline => {}
                pattern if pattern > next => (next, points) = (pattern, 1),
                pattern => points += u32::from(pattern == next),
            }
        }
        let ends = run.ends() >> shift;
        let pattern = match (fives.count_ones(), next) {
            (2.., _) if run.length == 4 && fives & ends == ends => LinePattern::StraightFour,
            (2.., _) => LinePattern::DoubleFour,
            (1, _) => LinePattern::Four,
            (_, LinePattern::StraightFour) => LinePattern::OpenThree,
            (_, LinePattern::DoubleFour | LinePattern::Four) => LinePattern::ClosedThree,
            (_, LinePattern::OpenThree) => LinePattern::OpenTwo,
            (_, LinePattern::ClosedThree) => LinePattern::ClosedTwo,
            (_, LinePattern::OpenTwo) => return remember(cache, state, (LinePattern::One, 1)),
            (_, LinePattern::ClosedTwo) => return remember(cache, state, (LinePattern::One, 0)),
            _ => LinePattern::Dead,
        };
        (pattern, points)
    };
    remember(cache, state, found)
}

/// Keeps what was found of a state, and returns it.
fn remember<T: Copy>(cache: &mut [Option<T>], state: usize, found: T) -> T {
    cache[state] = Some(found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of the middle of eleven points: `x` own, `o` blocked.
    fn class(five: FiveRule, text: &str) -> LineClass {
        assert_eq!(text.len(), 11);
        let bits = |of| {
            let points = text.bytes().enumerate().filter(|&(_, c)| c == of);
            points.fold(0, |bits, (at, _)| bits | 1 << at)
        };
        let digits = ternary_digits(bits(b'x')) + 2 * ternary_digits(bits(b'o'));
        PatternTable::for_rule(five).class(digits)
    }

    fn pattern(five: FiveRule, text: &str) -> LinePattern {
        LineClass::pattern_of(class(five, text).number().into())
    }

    #[test]
    fn what_has_more_points_to_go_on_is_of_a_stronger_class() {
        for (weak, strong) in [
            ("...o.....o.", "..........."),
            (".o..x...o..", "....x......"),
            (".o.xx...o..", "...xx......"),
        ] {
            let five = FiveRule::OrMore;
            assert_eq!(pattern(five, weak), pattern(five, strong), "{weak} {strong}");
            assert!(class(five, weak).number() < class(five, strong).number(), "{weak} {strong}");
        }
    }

    #[test]
    fn a_stone_is_classified_by_the_pattern_that_it_makes() {
        for (text, expected) in [
            ("...........", LinePattern::One),
            ("....x......", LinePattern::OpenTwo),
            ("o..ox......", LinePattern::ClosedTwo),
            ("...xx......", LinePattern::OpenThree),
            ("..oxx......", LinePattern::ClosedThree),
            ("..x.x......", LinePattern::OpenThree),
            ("..xxx......", LinePattern::StraightFour),
            (".oxxx......", LinePattern::Four),
            ("oxxx.......", LinePattern::Four),
            (".xxxx......", LinePattern::Five),
            ("oooo....ooo", LinePattern::Dead),
        ] {
            for five in [FiveRule::OrMore, FiveRule::Exactly, FiveRule::Open] {
                assert_eq!(pattern(five, text), expected, "{text} {five:?}");
            }
        }
    }

    #[test]
    fn rows_longer_than_five_are_what_the_rule_makes_of_them() {
        for (text, [or_more, exactly, open]) in [
            ("xxxxx.x....", [LinePattern::Five, LinePattern::Overline, LinePattern::Five]),
            ("..xxx.xx...", [LinePattern::Five, LinePattern::Overline, LinePattern::Five]),
            ("xxxx..x....", [LinePattern::Four, LinePattern::ClosedTwo, LinePattern::Four]),
            (".xxxx.o....", [LinePattern::Five, LinePattern::Five, LinePattern::Five]),
            ("oxxxx.o....", [LinePattern::Five, LinePattern::Five, LinePattern::Dead]),
        ] {
            assert_eq!(pattern(FiveRule::OrMore, text), or_more, "{text}");
            assert_eq!(pattern(FiveRule::Exactly, text), exactly, "{text}");
            assert_eq!(pattern(FiveRule::Open, text), open, "{text}");
        }
    }
}
