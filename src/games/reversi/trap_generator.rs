//! Random positions early in a game in which the side to move can take every disc of the other:
//! one side flips as many discs as it can, the other as few.

use super::bitboard::Bitboard;
use super::rules::{Discs, Reversi, Scoring, SmallReversi};
use crate::core::{Random, Side};
use crate::games::Notation;

/// Moves from the start of a game, passes included.
const PLIES: usize = 24;

/// Most discs of the other side: those of more are not taken soon.
const MOST_DISCS: u32 = 9;

/// Of how many moves each side chooses at random rather than in its manner.
const RANDOM_PERCENT: usize = 25;

/// The text of a position in which the side to move takes every disc of the other with at least
/// `fewest` and at most `most` moves, whatever the answers; `None` if the seed gives none.
/// Deterministic for a seed.
pub fn generate(seed: u64, fewest: u32, most: u32) -> Option<String> {
    let mut random = Random::new(seed);
    let (mut discs, mut side) = (Discs::START, Side::First);
    let greedy = *random.pick(&Side::BOTH)?;
    for _ in 0..PLIES {
        if discs.opponent.count_ones() <= MOST_DISCS
            && takes_all(discs, most)
            && !takes_all(discs, fewest.saturating_sub(1))
        {
            let position: SmallReversi =
                Reversi::new(discs.own, discs.opponent, side, 8, Scoring::default());
            return Some(position.text());
        }
        discs = match choose(&mut random, discs, side == greedy) {
            Some(square) => discs.after_move(square),
            None if discs.passed().mobility() == 0 => return None,
            None => discs.passed(),
        };
        side = side.other();
    }
    None
}

/// A legal move: mostly one that leaves the other side as few discs as can be, or as many.
fn choose(random: &mut Random, discs: Discs, is_greedy: bool) -> Option<u8> {
    let moves: Vec<u8> = discs.mobility().squares().collect();
    if random.below(100) < RANDOM_PERCENT {
        return random.pick(&moves).copied();
    }
    let left = |&square: &u8| discs.after_move(square).own.count_ones();
    if is_greedy { moves.into_iter().min_by_key(left) } else { moves.into_iter().max_by_key(left) }
}

/// True if the side to move takes every disc of the other with this many moves, whatever the
/// answers.
fn takes_all(discs: Discs, moves: u32) -> bool {
    if moves == 0 {
        return false;
    }
    discs.mobility().squares().any(|square| {
        let next = discs.after_move(square);
        if next.own == 0 {
            return true;
        }
        if moves == 1 {
            return false;
        }
        match next.mobility() {
            0 => takes_all(next.passed(), moves - 1),
            replies => replies.squares().all(|reply| takes_all(next.after_move(reply), moves - 1)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{AnyPosition, ProofGoal};
    use crate::search::{Limits, SearchBudget, StopFlag};

    #[test]
    fn every_disc_is_taken_by_the_rules() {
        let texts: Vec<String> = (0..2000).filter_map(|seed| generate(seed, 2, 3)).collect();
        assert!(!texts.is_empty());
        for text in texts {
            let position = SmallReversi::read(&text, 8, Scoring::default()).unwrap();
            assert!(position.opponent().count_ones() <= MOST_DISCS);
            let mut budget = SearchBudget::new(Limits::default(), StopFlag::new());
            let position = AnyPosition::new(position);
            let wins = |moves, budget: &mut _| position.prove(&ProofGoal::WinIn(moves), budget);
            assert!(wins(3, &mut budget).is_some_and(|moves| !moves.is_empty()), "{text}");
        }
        assert_eq!(generate(131, 2, 4), generate(131, 2, 4));
    }
}
