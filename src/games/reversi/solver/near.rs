// Near the end of the game: fastest first, with a small table of each
// thread's own. Values are discs. Compiled once for each set of instructions.
compiled! {
/// The value of a position with fewer than [`FAR_FROM`] empty squares for the
/// side to move, whose moves are known, within the window; at or outside it a
/// bound. `odd` are the quarters with an odd number of empty squares.
fn near(
    w: &mut Worker<'_>,
    (own, opponent, moves): (u64, u64, u64),
    empties: u32,
    odd: u64,
    (mut alpha, mut beta): (i32, i32),
) -> i32 {
    if empties <= FEW {
        return few((own, opponent, moves), empties, odd, (alpha, beta), &mut w.nodes);
    }
    w.nodes += 1;
    if w.is_halted() {
        return alpha;
    }
    if let Some(bound) = stability_bound(own, opponent, empties, alpha) {
        return bound;
    }
    let place = place(own, opponent);
    let mut first = NO_SQUARE;
    let known = *w.near(place);
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
    if moves == 0 {
        let replies = mobility(opponent, own);
        if replies == 0 {
            return finished(own, opponent);
        }
        return -near(w, (opponent, own, replies), empties, odd, (-beta, -alpha));
    }
    let mut candidates = [Candidate::NONE; FAR_FROM as usize];
    let mut count = 0;
    let mut rest = moves;
    for candidate in &mut candidates {
        if rest == 0 {
            break;
        }
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = flips(own, opponent, square);
        if flipped == opponent {
            return 64;
        }
        let (next, other) = (opponent ^ flipped, own | flipped | 1 << square);
        if empties > FEW + 1 {
            w.prefetch_near(self::place(next, other));
        }
        let moves = mobility(next, other);
        let cost = cost_near(moves, other, odd, square);
        let cost = if square == u32::from(first) { i32::MIN } else { cost };
        *candidate =
            Candidate { own: next, opponent: other, moves, cost, square: square as u8 };
        count += 1;
    }
    let candidates = &mut candidates[..count];
    if empties >= ENHANCED_FROM {
        for candidate in candidates.iter() {
            let known = w.near(self::place(candidate.own, candidate.opponent));
            if known.own == candidate.own
                && known.opponent == candidate.opponent
                && -i32::from(known.upper) >= beta
            {
                return -i32::from(known.upper);
            }
        }
    }
    let (mut best, mut best_square) = (NONE, NO_SQUARE);
    for n in 0..count {
        let Candidate { own: next, opponent: other, moves, square, .. } =
            take_cheapest(candidates, n);
        let next = (next, other, moves);
        let left = odd ^ QUARTER[usize::from(square & 63)];
        let floor = alpha.max(best);
        let mut value = NONE;
        if n > 0 {
            value = -near(w, next, empties - 1, left, (-floor - 1, -floor));
        }
        if n == 0 || (value > floor && value < beta) {
            value = -near(w, next, empties - 1, left, (-beta, -floor));
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
    *w.near(place) =
        Near { own, opponent, lower: lower as i8, upper: upper as i8, best: best_square };
    best
}
}
