//! Preferences for a side and its allocation: articles 1.7 and 5 of FIDE's C.04.3
//! (Dutch System). White there is [`Side::First`] here, in any game.

use super::Entrant;
use crate::core::Side;

/// The strength of a preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// The sides were equally often; the other one than last time is liked.
    Mild,
    /// One side was once more.
    Strong,
    /// One side was twice more, or in both of the last two games.
    Absolute,
}

/// Games of the first side more than of the second.
pub(super) fn difference(sides: &[Side]) -> i32 {
    sides.iter().map(|side| if *side == Side::First { 1 } else { -1 }).sum()
}

/// The preference after games of these sides, the oldest first; `None` before the first.
pub(super) fn preference(sides: &[Side]) -> Option<(Side, Strength)> {
    let (last, difference) = (*sides.last()?, difference(sides));
    let twice = sides.len() >= 2 && sides[sides.len() - 2] == last;
    Some(match difference {
        2.. => (Side::Second, Strength::Absolute),
        ..=-2 => (Side::First, Strength::Absolute),
        _ if twice => (last.other(), Strength::Absolute),
        1 => (Side::Second, Strength::Strong),
        -1 => (Side::First, Strength::Strong),
        0 => (last.other(), Strength::Mild),
    })
}

/// The side of the higher ranked player of a pair; `initial` is the side that the lot gave to
/// odd pairing numbers.
pub(super) fn allocate(higher: &Entrant, lower: &Entrant, initial: Side) -> Side {
    let number_side = if higher.number % 2 == 1 { initial } else { initial.other() };
    let (mine, yours) = match (preference(&higher.sides), preference(&lower.sides)) {
        (None, None) => return number_side,
        (Some((side, _)), None) => return side,
        (None, Some((side, _))) => return side.other(),
        (Some((mine, _)), Some((yours, _))) if mine != yours => return mine,
        (Some(mine), Some(yours)) => (mine, yours),
    };
    let wanted = mine.0;
    if mine.1 != yours.1 {
        return if mine.1 > yours.1 { wanted } else { wanted.other() };
    }
    if mine.1 == Strength::Absolute {
        let [higher, lower] = [higher, lower].map(|entrant| difference(&entrant.sides).abs());
        if higher != lower {
            return if higher > lower { wanted } else { wanted.other() };
        }
    }
    let newest = higher.sides.iter().rev().zip(lower.sides.iter().rev());
    match newest.into_iter().find(|(mine, yours)| mine != yours) {
        Some((mine, _)) => mine.other(),
        None => wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    fn entrant(number: u32, sides: &[Side]) -> Entrant {
        Entrant { number, sides: sides.to_vec(), ..Entrant::default() }
    }

    #[test]
    fn preferences_have_the_strengths_of_article_1_7() {
        for (sides, expected) in [
            (&[][..], None),
            (&[First], Some((Second, Strength::Strong))),
            (&[First, Second], Some((First, Strength::Mild))),
            (&[Second, First, First], Some((Second, Strength::Absolute))),
            (&[First, First, Second, Second], Some((First, Strength::Absolute))),
            (&[First, Second, First], Some((Second, Strength::Strong))),
        ] {
            assert_eq!(preference(sides), expected, "{sides:?}");
        }
    }

    #[test]
    fn sides_are_allocated_by_the_order_of_article_5() {
        // Nobody has played: the lot decides by the pairing number.
        assert_eq!(allocate(&entrant(1, &[]), &entrant(5, &[]), First), First);
        assert_eq!(allocate(&entrant(2, &[]), &entrant(6, &[]), First), Second);
        // Both wishes fit together.
        assert_eq!(allocate(&entrant(2, &[First]), &entrant(6, &[Second]), First), Second);
        // The stronger wish.
        let strong = entrant(1, &[First, Second, First]);
        let mild = entrant(2, &[Second, First]);
        assert_eq!(allocate(&mild, &strong, First), First);
        // The latest round in which their sides differed.
        let (a, b) = (entrant(3, &[First, Second]), entrant(4, &[First, Second]));
        assert_eq!(allocate(&a, &b, First), First);
        let (a, b) = (entrant(3, &[First, Second, Second, First]), entrant(4, &[Second, First]));
        // Both like the second side; they differ in no round that both played.
        assert_eq!(allocate(&a, &b, First), Second);
    }
}
