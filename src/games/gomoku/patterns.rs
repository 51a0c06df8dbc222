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

/// Points on either side that a pattern depends on. Windows are 11 bits with
/// the point itself in the middle.
const REACH: u32 = 5;

/// Combinations of ten own, empty or blocked points: 3^10.
const STATES: usize = 59049;

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

/// The patterns of all windows under one winning condition.
pub struct PatternTable(Box<[LinePattern; STATES]>);

impl PatternTable {
    /// The table for this winning condition, built on first use.
    #[must_use]
    pub fn for_rule(five: FiveRule) -> &'static PatternTable {
        static TABLES: [OnceLock<PatternTable>; 3] =
            [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        TABLES[five as usize].get_or_init(|| PatternTable::build(five))
    }

    /// The pattern that a stone makes of its line. Both windows are 11 bits
    /// with the stone's point in the middle.
    #[inline]
    #[must_use]
    pub fn pattern(&self, own: u32, blocked: u32) -> LinePattern {
        let own = usize::from(TERNARY[(own & 2047) as usize]);
        let blocked = usize::from(TERNARY[(blocked & 2047) as usize]);
        // The two share no point, so the sum has a digit for each.
        self.0[(own + 2 * blocked) % STATES]
    }

    fn build(five: FiveRule) -> PatternTable {
        let mut cache = vec![None; STATES];
        let mut patterns = Box::new([LinePattern::Dead; STATES]);
        for (state, pattern) in patterns.iter_mut().enumerate() {
            let (mut own, mut blocked, mut rest) = (0, 0, state);
            for at in (0..11).filter(|&at| at != REACH) {
                match rest % 3 {
                    1 => own |= 1 << at,
                    2 => blocked |= 1 << at,
                    _ => {}
                }
                rest /= 3;
            }
            *pattern = classify(five, own, blocked, &mut cache);
        }
        PatternTable(patterns)
    }
}

/// Classifies a window recursively by the patterns that each further stone
/// makes.
fn classify(
    five: FiveRule,
    own: u32,
    blocked: u32,
    cache: &mut [Option<LinePattern>],
) -> LinePattern {
    let state = usize::from(TERNARY[own as usize]) + 2 * usize::from(TERNARY[blocked as usize]);
    if let Some(pattern) = cache[state] {
        return pattern;
    }
    // Shifted, so that runs can be read beyond the window.
    let (middle, shift) = (1 << REACH, 8);
    let (row, walls) = ((own | middle) << shift, blocked << shift);
    let run = Run::through(row, REACH + shift);
    let pattern = if five.is_made(row, walls, REACH + shift) {
        LinePattern::Five
    } else if run.length > 5 {
        LinePattern::Overline
    } else {
        let empty = !(own | middle | blocked) & 2047;
        let (mut fives, mut next) = (0u32, LinePattern::Dead);
        for at in (0..11).filter(|at| empty >> at & 1 != 0) {
            match classify(five, own | 1 << at, blocked, cache) {
                LinePattern::Five => fives |= 1 << at,
                LinePattern::Overline => {}
                pattern => next = next.max(pattern),
            }
        }
        let ends = run.ends() >> shift;
        match (fives.count_ones(), next) {
            (2.., _) if run.length == 4 && fives & ends == ends => LinePattern::StraightFour,
            (2.., _) => LinePattern::DoubleFour,
            (1, _) => LinePattern::Four,
            (_, LinePattern::StraightFour) => LinePattern::OpenThree,
            (_, LinePattern::DoubleFour | LinePattern::Four) => LinePattern::ClosedThree,
            (_, LinePattern::OpenThree) => LinePattern::OpenTwo,
            (_, LinePattern::ClosedThree) => LinePattern::ClosedTwo,
            (_, LinePattern::OpenTwo | LinePattern::ClosedTwo) => LinePattern::One,
            _ => LinePattern::Dead,
        }
    };
    cache[state] = Some(pattern);
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern of the middle of eleven points: `x` own, `o` blocked.
    fn pattern(five: FiveRule, text: &str) -> LinePattern {
        assert_eq!(text.len(), 11);
        let bits = |of| {
            let points = text.bytes().enumerate().filter(|&(_, c)| c == of);
            points.fold(0, |bits, (at, _)| bits | 1 << at)
        };
        PatternTable::for_rule(five).pattern(bits(b'x'), bits(b'o'))
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
