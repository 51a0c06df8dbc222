//! What a stone on an empty point would make of a line: looked up by the ten
//! points around it, five on either side.
//!
//! A table has an entry for every way in which the ten points can be own,
//! empty or blocked (3^10), made once for each meaning of five in a row.

use std::sync::OnceLock;

use super::lines::{Five, Run};

/// What a stone makes of one line through it, the stronger the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Nothing that could ever become five.
    Nothing,
    /// A stone that needs four more.
    One,
    /// Two stones that can become a four at best one way.
    ClosedTwo,
    /// Two stones that one more makes a three.
    Two,
    /// Three stones that one more makes a four.
    ClosedThree,
    /// Three stones that one more makes a straight four.
    Three,
    /// Four stones that one more makes five.
    Four,
    /// Two different fours at once.
    TwoFours,
    /// A straight four: five at either end.
    StraightFour,
    /// Five.
    Five,
    /// More than five, where that does not win.
    Overline,
}

/// How many classes there are.
pub const CLASSES: usize = 11;

/// Own and blocked points on either side of a point, as 11 bits with the
/// point itself in the middle.
const REACH: u32 = 5;

/// Ways in which ten points can be own, empty or blocked.
const STATES: usize = 59049;

/// The bits of a window as a number to the base of three; the middle bit
/// counts nothing.
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

/// The classes of all windows under one meaning of five in a row.
pub struct Table(Box<[Class; STATES]>);

impl Table {
    /// The table for this meaning of five, made when it is first asked for.
    #[must_use]
    pub fn of(five: Five) -> &'static Table {
        static TABLES: [OnceLock<Table>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        TABLES[five as usize].get_or_init(|| Table::make(five))
    }

    /// What a stone makes of its line. Both windows are 11 bits with the
    /// stone's point in the middle.
    #[inline]
    #[must_use]
    pub fn class(&self, own: u32, blocked: u32) -> Class {
        let own = usize::from(TERNARY[(own & 2047) as usize]);
        let blocked = usize::from(TERNARY[(blocked & 2047) as usize]);
        // The two share no point, so the sum has a digit for each.
        self.0[(own + 2 * blocked) % STATES]
    }

    fn make(five: Five) -> Table {
        let mut known = vec![None; STATES];
        let mut classes = Box::new([Class::Nothing; STATES]);
        for (state, class) in classes.iter_mut().enumerate() {
            let (mut own, mut blocked, mut rest) = (0, 0, state);
            for at in (0..11).filter(|&at| at != REACH) {
                match rest % 3 {
                    1 => own |= 1 << at,
                    2 => blocked |= 1 << at,
                    _ => {}
                }
                rest /= 3;
            }
            *class = classify(five, own, blocked, &mut known);
        }
        Table(classes)
    }
}

/// Finds the class by asking what each further stone would make.
fn classify(five: Five, own: u32, blocked: u32, known: &mut [Option<Class>]) -> Class {
    let state = usize::from(TERNARY[own as usize]) + 2 * usize::from(TERNARY[blocked as usize]);
    if let Some(class) = known[state] {
        return class;
    }
    // Shifted, so that runs may be looked at beyond the window.
    let (middle, shift) = (1 << REACH, 8);
    let (row, walls) = ((own | middle) << shift, blocked << shift);
    let run = Run::through(row, REACH + shift);
    let class = if five.is_made(row, walls, REACH + shift) {
        Class::Five
    } else if run.length > 5 {
        Class::Overline
    } else {
        let empty = !(own | middle | blocked) & 2047;
        let (mut fives, mut next) = (0u32, Class::Nothing);
        for at in (0..11).filter(|at| empty >> at & 1 != 0) {
            match classify(five, own | 1 << at, blocked, known) {
                Class::Five => fives |= 1 << at,
                Class::Overline => {}
                class => next = next.max(class),
            }
        }
        let ends = run.ends() >> shift;
        match (fives.count_ones(), next) {
            (2.., _) if run.length == 4 && fives & ends == ends => Class::StraightFour,
            (2.., _) => Class::TwoFours,
            (1, _) => Class::Four,
            (_, Class::StraightFour) => Class::Three,
            (_, Class::TwoFours | Class::Four) => Class::ClosedThree,
            (_, Class::Three) => Class::Two,
            (_, Class::ClosedThree) => Class::ClosedTwo,
            (_, Class::Two | Class::ClosedTwo) => Class::One,
            _ => Class::Nothing,
        }
    };
    known[state] = Some(class);
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of the middle of eleven points: `x` own, `o` blocked.
    fn class(five: Five, text: &str) -> Class {
        assert_eq!(text.len(), 11);
        let bits = |of| {
            let points = text.bytes().enumerate().filter(|&(_, c)| c == of);
            points.fold(0, |bits, (at, _)| bits | 1 << at)
        };
        Table::of(five).class(bits(b'x'), bits(b'o'))
    }

    #[test]
    fn a_stone_is_known_by_what_it_makes() {
        for (text, expected) in [
            ("...........", Class::One),
            ("....x......", Class::Two),
            ("o..ox......", Class::ClosedTwo),
            ("...xx......", Class::Three),
            ("..oxx......", Class::ClosedThree),
            ("..x.x......", Class::Three),
            ("..xxx......", Class::StraightFour),
            (".oxxx......", Class::Four),
            ("oxxx.......", Class::Four),
            (".xxxx......", Class::Five),
            ("oooo....ooo", Class::Nothing),
        ] {
            for five in [Five::OrMore, Five::Exactly, Five::Open] {
                assert_eq!(class(five, text), expected, "{text} {five:?}");
            }
        }
    }

    #[test]
    fn rows_longer_than_five_are_what_the_rule_makes_of_them() {
        for (text, [or_more, exactly, open]) in [
            ("xxxxx.x....", [Class::Five, Class::Overline, Class::Five]),
            ("..xxx.xx...", [Class::Five, Class::Overline, Class::Five]),
            ("xxxx..x....", [Class::Four, Class::ClosedTwo, Class::Four]),
            (".xxxx.o....", [Class::Five, Class::Five, Class::Five]),
            ("oxxxx.o....", [Class::Five, Class::Five, Class::Nothing]),
        ] {
            assert_eq!(class(Five::OrMore, text), or_more, "{text}");
            assert_eq!(class(Five::Exactly, text), exactly, "{text}");
            assert_eq!(class(Five::Open, text), open, "{text}");
        }
    }
}
