// Near the end of the game: fastest first, with a small table of each
// thread's own. Values are discs. Compiled once for each set of instructions.
compiled! {
/// The value of a position with fewer than [`FAR_FROM`] empty squares for the
/// side to move within the window; at or outside it a bound. `odd` are the
/// quarters with an odd number of empty squares.
fn near(
    w: &mut Worker<'_>,
    own: u64,
    opponent: u64,
    empties: u32,
    odd: u64,
    (mut alpha, mut beta): (i32, i32),
) -> i32 {
    if empties <= FEW {
        return few(own, opponent, empties, odd, (alpha, beta), &mut w.nodes);
    }
    w.nodes += 1;
    if w.is_halted() {
        return alpha;
    }
    if let Some(bound) = stability_bound(own, opponent, empties, alpha) {
        return bound;
    }
    let key = key(own, opponent);
    let mut first = NO_SQUARE;
    let known = *w.near(key);
    if known.own == own && known.opponent == opponent {
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        first = known.best;
    }
    let mut moves = mobility(own, opponent);
    if moves == 0 {
        if mobility(opponent, own) == 0 {
            return finished(own, opponent);
        }
        return -near(w, opponent, own, empties, odd, (-beta, -alpha));
    }
    let mut candidates = [Candidate::NONE; FAR_FROM as usize];
    let mut count = 0;
    for candidate in &mut candidates {
        if moves == 0 {
            break;
        }
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flipped = flips(own, opponent, square);
        if flipped == opponent {
            return 64;
        }
        let next = (opponent ^ flipped, own | flipped | 1 << square);
        if empties >= ENHANCED_FROM {
            let known = w.near(self::key(next.0, next.1));
            if known.own == next.0
                && known.opponent == next.1
                && -i32::from(known.upper) >= beta
            {
                return -i32::from(known.upper);
            }
        }
        let cost = if square == u32::from(first) {
            i32::MIN
        } else {
            let replies = freedom(mobility(next.0, next.1));
            let open = (around(next.0) & !(next.0 | next.1)).count_ones() as i32;
            REPLY * replies + OPEN * open
                - if odd >> square & 1 != 0 { PARITY } else { 0 }
                - if CORNERS >> square & 1 != 0 { CORNER } else { 0 }
        };
        *candidate = Candidate { own: next.0, opponent: next.1, cost, square: square as u8 };
        count += 1;
    }
    let (mut best, mut best_square) = (NONE, NO_SQUARE);
    for n in 0..count {
        take_cheapest(&mut candidates[..count], n);
        let Candidate { own: next, opponent: other, square, .. } = candidates[n];
        let left = odd ^ QUARTER[usize::from(square & 63)];
        let floor = alpha.max(best);
        let mut value = NONE;
        if n > 0 {
            value = -near(w, next, other, empties - 1, left, (-floor - 1, -floor));
        }
        if n == 0 || (value > floor && value < beta) {
            value = -near(w, next, other, empties - 1, left, (-beta, -floor));
        }
        if value > best {
            (best, best_square) = (value, square);
            if best >= beta {
                break;
            }
        }
    }
    if w.halted {
        return alpha;
    }
    let lower = if best > alpha { best } else { -64 };
    let upper = if best < beta { best } else { 64 };
    *w.near(key) =
        Near { own, opponent, lower: lower as i8, upper: upper as i8, best: best_square };
    best
}
}
