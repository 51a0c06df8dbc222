//! Codes of points: the four lines that a stone on a point would make, without their
//! directions, as one small number that tables are indexed by.

use std::sync::LazyLock;

use super::patterns::{CLASS_COUNT, LineClass, LinePattern};

/// Number of codes: the ways to choose four classes of lines of [`CLASS_COUNT`], regardless
/// of their order.
pub const CODE_COUNT: usize = 3876;

/// Length of the table of what is known of codes: the next power of two, so that every index
/// can be brought into it at no cost.
const INFO_COUNT: usize = CODE_COUNT.next_power_of_two();

/// Bits of the class of one line among those of a point.
const CLASS_BITS: usize = 4;

/// The classes of the four lines through a point, 4 bits for each direction. The default is
/// four dead lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines(u16);

impl Lines {
    /// The number of the class in one direction.
    const fn class(self, direction: usize) -> usize {
        (self.0 >> (direction * CLASS_BITS)) as usize % CLASS_COUNT
    }

    /// Its code, less than [`CODE_COUNT`].
    #[inline]
    #[must_use]
    pub fn code(self, codes: &Codes) -> u16 {
        codes.by_lines[usize::from(self.0)]
    }
}

/// The lines through a point of both colours, those of Black in the lower half. One number, so
/// that it stays in a register while it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointLines(u32);

impl PointLines {
    /// These lines with other classes in one direction, by colour.
    #[inline]
    #[must_use]
    pub const fn with(self, direction: usize, classes: [LineClass; 2]) -> PointLines {
        let shift = direction * CLASS_BITS;
        let [black, white] = classes;
        let both = black.number() as u32 | (white.number() as u32) << u16::BITS;
        PointLines(self.0 & !(0x000f_000f << shift) | both << shift)
    }

    /// Those of one colour.
    #[inline]
    #[must_use]
    pub const fn of(self, colour: usize) -> Lines {
        Lines((self.0 >> (u16::BITS * (colour as u32 & 1))) as u16)
    }
}

/// The sets of points that are kept for each colour: those on which its stone makes at least
/// this pattern.
pub const SETS: [LinePattern; 4] =
    [LinePattern::OpenThree, LinePattern::Four, LinePattern::DoubleFour, LinePattern::Five];

/// Properties of a code.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The strongest pattern, overlines excluded.
    pub best: LinePattern,
    /// By bit, the [`SETS`] to which such a point belongs.
    pub sets: u8,
    /// True if a stone may be a forbidden move of Black in Renju.
    pub may_be_foul: bool,
}

/// The tables of codes.
pub struct Codes {
    by_lines: Box<[u16; 1 << 16]>,
    infos: Box<[CodeInfo; INFO_COUNT]>,
    /// The lines of each code, the classes in ascending order.
    lines: Box<[Lines; CODE_COUNT]>,
}

static CODES: LazyLock<Codes> = LazyLock::new(Codes::new);

impl Codes {
    /// The tables, made on first use.
    #[must_use]
    pub fn get() -> &'static Codes {
        &CODES
    }

    /// The properties of a code.
    #[inline]
    #[must_use]
    pub fn info(&self, code: u16) -> CodeInfo {
        self.infos[usize::from(code) % INFO_COUNT]
    }

    fn new() -> Codes {
        let mut codes = Codes {
            by_lines: Box::new([0; 1 << 16]),
            infos: Box::new([CodeInfo::new([LinePattern::Dead; 4]); INFO_COUNT]),
            lines: Box::new([Lines(0); CODE_COUNT]),
        };
        let sorted = |lines: Lines| {
            let mut classes: [usize; 4] = std::array::from_fn(|direction| lines.class(direction));
            classes.sort_unstable();
            classes.iter().rev().fold(0, |all, &class| all << CLASS_BITS | class as u16)
        };
        let mut count = 0;
        for bits in 0..=u16::MAX {
            if sorted(Lines(bits)) == bits {
                codes.by_lines[usize::from(bits)] = count as u16;
                codes.lines[count] = Lines(bits);
                let pattern = |direction| LineClass::pattern_of(Lines(bits).class(direction));
                codes.infos[count] = CodeInfo::new(std::array::from_fn(pattern));
                count += 1;
            }
        }
        for bits in 0..=u16::MAX {
            codes.by_lines[usize::from(bits)] = codes.by_lines[usize::from(sorted(Lines(bits)))];
        }
        codes
    }
}

impl CodeInfo {
    fn new(patterns: [LinePattern; 4]) -> CodeInfo {
        let made = patterns.into_iter().filter(|&pattern| pattern != LinePattern::Overline);
        let best = made.max().unwrap_or(LinePattern::Dead);
        let in_set = |n: &usize| best >= SETS[*n];
        let sets = (0..SETS.len()).filter(in_set).fold(0, |sets, n| sets | 1 << n);
        let (mut fours, mut threes) = (0, 0);
        for pattern in patterns {
            match pattern {
                LinePattern::DoubleFour | LinePattern::Overline => fours += 2,
                LinePattern::Four | LinePattern::StraightFour => fours += 1,
                LinePattern::OpenThree => threes += 1,
                _ => {}
            }
        }
        let may_be_foul = best != LinePattern::Five && (fours > 1 || threes > 1);
        CodeInfo { best, sets, may_be_foul }
    }
}

/// The numbers of the classes of a code, in ascending order.
#[must_use]
pub fn classes(code: u16) -> [usize; 4] {
    let lines = CODES.lines[usize::from(code) % CODE_COUNT];
    std::array::from_fn(|direction| lines.class(direction))
}

/// The patterns of a code, the weakest first.
#[must_use]
pub fn patterns(code: u16) -> [LinePattern; 4] {
    classes(code).map(LineClass::pattern_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_code_stands_for_four_lines_in_any_order() {
        let all: HashSet<u16> = (0..=u16::MAX).map(|bits| Lines(bits).code(&CODES)).collect();
        assert_eq!(all.len(), CODE_COUNT);
        assert_eq!(Lines::default().code(&CODES), 0);
        for bits in (0..=u16::MAX).step_by(7) {
            let turned = Lines(bits.rotate_left(4));
            assert_eq!(Lines(bits).code(&CODES), turned.code(&CODES));
            let lines = CODES.lines[usize::from(turned.code(&CODES))];
            assert_eq!(lines.code(&CODES), turned.code(&CODES));
        }
    }

    #[test]
    fn what_is_known_of_a_code_agrees_with_its_patterns() {
        for code in 0..CODE_COUNT as u16 {
            let (patterns, info) = (patterns(code), CODES.info(code));
            let is_best = |&pattern: &LinePattern| pattern == info.best;
            assert!(patterns.iter().any(is_best) || patterns == [LinePattern::Overline; 4]);
            assert_eq!(info.sets >> 3 != 0, patterns.contains(&LinePattern::Five));
            assert!(!info.may_be_foul || !patterns.contains(&LinePattern::Five));
        }
    }
}
