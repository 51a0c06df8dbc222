// The end of the game: every line is followed to its last square, but for
// those that a shallow search says are hopeless or won, where the search is
// selective. Values are discs. Compiled once for each set of instructions.
compiled! {
/// The value of a position for the side to move, whose moves are known, within
/// the window; at or outside it a bound. `odd` are the quarters with an odd
/// number of empty squares.
fn end(
    w: &mut Worker<'_>,
    (own, opponent, moves): (u64, u64, u64),
    empties: u32,
    odd: u64,
    (mut alpha, mut beta): (i32, i32),
) -> i32 {
    if empties < FAR_FROM {
        return near(w, (own, opponent, moves), empties, odd, (alpha, beta));
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
    if let Some((lower, upper, best)) = known_end(w, key, empties) {
        first = best;
        if lower > -64 || upper < 64 {
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
    }
    if moves == 0 {
        let replies = mobility(opponent, own);
        if replies == 0 {
            return finished(own, opponent);
        }
        return -end(w, (opponent, own, replies), empties, odd, (-beta, -alpha));
    }
    let mut candidates = [Candidate::NONE; MOST_MOVES];
    let Some(count) = list(w, (own, opponent, moves), empties > FAR_FROM, &mut candidates) else {
        return 64;
    };
    let candidates = &mut candidates[..count];
    if empties > FAR_FROM {
        for candidate in candidates.iter() {
            let key = self::key(candidate.own, candidate.opponent);
            if let Some((_, upper, _)) = known_end(w, key, empties - 1)
                && -upper >= beta
            {
                return -upper;
            }
        }
    }
    let patterns = (empties >= JUDGED_FROM).then(|| Patterns::new(own, opponent));
    if let Some(patterns) = &patterns
        && w.certainty < CERTAIN
        && beta - alpha == 1
        && let Some(bound) = foresee_end(w, (own, opponent), patterns, empties, alpha)
    {
        return bound;
    }
    // What is remembered as best is tried before the others are looked at.
    let known = lead(candidates, first);
    let (mut best, mut best_square) = (NONE, NO_SQUARE);
    for n in 0..count {
        if n == known {
            let rest = &mut candidates[known..];
            match &patterns {
                Some(patterns) => {
                    order_end(w, own, patterns, rest, empties - 1, beta - alpha > 1);
                }
                None => order_near(rest, odd),
            }
        }
        if n >= known {
            candidates[n] = take_cheapest(candidates, n);
        }
        if n > 0 && n + 1 < count && empties >= SPLIT_END_FROM && w.crew.is_anyone_idle() {
            let task = Task::End { empties: empties - 1, odd };
            (best, best_square) = split(w, candidates, n, task, (alpha, beta), (best, best_square));
            break;
        }
        let Candidate { own: next, opponent: other, moves, square, .. } = candidates[n];
        let next = (next, other, moves);
        let left = odd ^ QUARTER[usize::from(square & 63)];
        let floor = alpha.max(best);
        let mut value = NONE;
        if n > 0 {
            value = -end(w, next, empties - 1, left, (-floor - 1, -floor));
        }
        if n == 0 || (value > floor && value < beta) {
            value = -end(w, next, empties - 1, left, (-beta, -floor));
        }
        if w.halted {
            return alpha;
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
    w.table.store(key, Bounds {
        lower: hundredths(lower),
        upper: hundredths(upper),
        depth: empties as u8,
        certainty: if empties < JUDGED_FROM { CERTAIN } else { w.certainty },
        best: best_square,
    });
    best
}

/// Lists these moves with the positions after them, and how many there are;
/// `None` if one leaves the opponent without discs. The shared table is told
/// if it will be asked about them.
#[inline]
fn list(
    w: &Worker<'_>,
    (own, opponent, moves): (u64, u64, u64),
    asks: bool,
    candidates: &mut [Candidate; MOST_MOVES],
) -> Option<usize> {
    let mut count = 0;
    let mut rest = moves;
    while rest != 0 && count < MOST_MOVES {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = flips(own, opponent, square);
        if flipped == opponent {
            return None;
        }
        let (next, other) = (opponent ^ flipped, own | flipped | 1 << square);
        if asks {
            w.table.prefetch(key(next, other));
        }
        let (moves, square) = (mobility(next, other), square as u8);
        candidates[count] = Candidate { own: next, opponent: other, moves, cost: 0, square };
        count += 1;
    }
    Some(count)
}

/// Sets the costs of moves by the replies that they leave.
#[inline]
fn order_near(candidates: &mut [Candidate], odd: u64) {
    for candidate in candidates {
        let &mut Candidate { opponent: other, moves, square, .. } = candidate;
        candidate.cost = cost_near(moves, other, odd, u32::from(square));
    }
}

/// Sets the costs of moves that lead to so many empty squares.
#[inline]
fn order_end(
    w: &mut Worker<'_>,
    own: u64,
    patterns: &Patterns,
    candidates: &mut [Candidate],
    empties: u32,
    is_wide: bool,
) {
    let look_ahead = presearch(empties + 1, is_wide);
    for candidate in candidates {
        let &mut Candidate { own: next, opponent: other, moves, square, .. } = candidate;
        let patterns = patterns.after(square, other ^ (own | 1 << square));
        candidate.cost = middle(w, (next, other), &patterns, empties, look_ahead, (-MOST, MOST))
            + END_ORDER.cost(moves, other);
    }
}

/// What the shared table knows of the score of a position, in discs, and its
/// best move.
#[inline]
fn known_end(w: &Worker<'_>, key: u64, empties: u32) -> Option<(i32, i32, u8)> {
    let known = w.table.probe(key)?;
    if u32::from(known.depth) >= empties && known.certainty >= w.certainty {
        return Some((discs(known.lower), discs(known.upper), known.best));
    }
    Some((-64, 64, known.best))
}

/// What a shallow search says of the end with the confidence that is asked
/// for: a bound outside the window, or nothing (multi-probcut).
#[inline]
fn foresee_end(
    w: &mut Worker<'_>,
    board: (u64, u64),
    patterns: &Patterns,
    empties: u32,
    alpha: i32,
) -> Option<i32> {
    let depth = probcut::depth_at_end(empties);
    let margin = probcut::margin_at_end(empties, depth, w.certainty);
    let window = (alpha * DISC, (alpha + 1) * DISC);
    let reaches = surmise(w, board, patterns, (empties, depth), margin, window)?;
    Some(alpha + i32::from(reaches))
}
}
