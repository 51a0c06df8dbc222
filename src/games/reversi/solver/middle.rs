// The middle of the game: so many plies ahead, then the patterns. Values are
// hundredths of a disc. Compiled once for each set of instructions.
compiled! {
/// The value of a position for the side to move, searched `depth` plies, or
/// to the end where that is nearer. At or outside the window a bound.
fn middle(
    w: &mut Worker<'_>,
    (own, opponent): (u64, u64),
    patterns: &Patterns,
    empties: u32,
    depth: u32,
    (mut alpha, mut beta): (i32, i32),
) -> i32 {
    if depth >= empties {
        let window = (alpha.div_euclid(DISC).max(-64), (-(-beta).div_euclid(DISC)).min(64));
        let odd = odd_quarters(!(own | opponent));
        let board = (own, opponent, mobility(own, opponent));
        return end(w, board, empties, odd, window) * DISC;
    }
    if depth == 0 {
        w.nodes += 1;
        return evaluate(w.weights, patterns, own, opponent);
    }
    if depth == 1 {
        return one_ply(w, (own, opponent), patterns, beta);
    }
    w.nodes += 1;
    if w.is_halted() {
        return alpha;
    }
    if let Some(bound) = stability_bound(own, opponent, empties, alpha.div_euclid(DISC)) {
        return bound * DISC;
    }
    let key = key(own, opponent);
    let mut first = NO_SQUARE;
    if let Some(known) = w.table.probe(key) {
        first = known.best;
        if u32::from(known.depth) >= depth && known.certainty >= w.certainty {
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
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
    let moves = mobility(own, opponent);
    if moves == 0 {
        if mobility(opponent, own) == 0 {
            return finished(own, opponent) * DISC;
        }
        let passed = patterns.passed();
        return -middle(w, (opponent, own), &passed, empties, depth, (-beta, -alpha));
    }
    let mut candidates = [Candidate::NONE; MOST_MOVES];
    let asks = depth >= ENHANCED_MIDDLE_FROM;
    let Some(count) = list(w, (own, opponent, moves), asks, &mut candidates) else {
        return 64 * DISC;
    };
    let candidates = &mut candidates[..count];
    if asks {
        for candidate in candidates.iter() {
            if let Some(known) = w.table.probe(self::key(candidate.own, candidate.opponent))
                && u32::from(known.depth) >= depth - 1
                && known.certainty >= w.certainty
                && -i32::from(known.upper) >= beta
            {
                return -i32::from(known.upper);
            }
        }
    }
    if w.certainty < CERTAIN
        && depth >= PROBCUT_FROM
        && beta - alpha == 1
        && let Some(bound) = foresee(w, (own, opponent), patterns, (empties, depth), alpha)
    {
        return bound;
    }
    let known = lead(candidates, first);
    let (mut best, mut best_square) = (-MOST - 1, NO_SQUARE);
    for n in 0..count {
        if n == known {
            order_middle(w, own, patterns, &mut candidates[known..], empties - 1, depth);
        }
        if n >= known {
            candidates[n] = take_cheapest(candidates, n);
        }
        if n > 0 && n + 1 < count && depth >= SPLIT_MIDDLE_FROM && w.crew.is_anyone_idle() {
            let task = Task::Middle { empties: empties - 1, depth: depth - 1 };
            (best, best_square) = split(w, candidates, n, task, (alpha, beta), (best, best_square));
            break;
        }
        let Candidate { own: next, opponent: other, square, .. } = candidates[n];
        let flipped = other ^ (own | 1 << square);
        let patterns = patterns.after(square, flipped);
        let floor = alpha.max(best);
        let mut value = -MOST - 1;
        if n > 0 {
            let window = (-floor - 1, -floor);
            value = -middle(w, (next, other), &patterns, empties - 1, depth - 1, window);
        }
        if n == 0 || (value > floor && value < beta) {
            let window = (-beta, -floor);
            value = -middle(w, (next, other), &patterns, empties - 1, depth - 1, window);
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
    w.table.store(key, Bounds {
        lower: if best > alpha { best as i16 } else { -MOST as i16 },
        upper: if best < beta { best as i16 } else { MOST as i16 },
        depth: depth as u8,
        certainty: w.certainty,
        best: best_square,
    });
    best
}

/// Sets the costs of moves that lead to so many empty squares and are searched
/// `depth` plies.
#[inline]
fn order_middle(
    w: &mut Worker<'_>,
    own: u64,
    patterns: &Patterns,
    candidates: &mut [Candidate],
    empties: u32,
    depth: u32,
) {
    let look_ahead = (depth - 2) / 3;
    for candidate in candidates {
        let &mut Candidate { own: next, opponent: other, moves, square, .. } = candidate;
        candidate.cost = MIDDLE_ORDER.cost(moves, other);
        if depth >= 3 {
            let patterns = patterns.after(square, other ^ (own | 1 << square));
            let window = (-MOST, MOST);
            candidate.cost += middle(w, (next, other), &patterns, empties, look_ahead, window);
        }
    }
}

/// One ply ahead: no order, no table.
#[inline]
fn one_ply(
    w: &mut Worker<'_>,
    (own, opponent): (u64, u64),
    patterns: &Patterns,
    beta: i32,
) -> i32 {
    w.nodes += 1;
    let mut moves = mobility(own, opponent);
    if moves == 0 {
        if mobility(opponent, own) == 0 {
            return finished(own, opponent) * DISC;
        }
        w.nodes += 1;
        return -evaluate(w.weights, &patterns.passed(), opponent, own);
    }
    let mut best = -MOST - 1;
    while moves != 0 {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flipped = flips(own, opponent, square);
        if flipped == opponent {
            return 64 * DISC;
        }
        let next = (opponent ^ flipped, own | flipped | 1 << square);
        w.nodes += 1;
        let after = patterns.after(square as u8, flipped);
        best = best.max(-evaluate(w.weights, &after, next.0, next.1));
        if best >= beta {
            break;
        }
    }
    best
}

/// What a shallower search says of a deeper one with the confidence that is
/// asked for: a bound outside the window, or nothing (multi-probcut).
#[inline]
fn foresee(
    w: &mut Worker<'_>,
    board: (u64, u64),
    patterns: &Patterns,
    (empties, depth): (u32, u32),
    alpha: i32,
) -> Option<i32> {
    let shallow = probcut::depth(depth);
    let margin = probcut::margin(empties, depth, shallow, w.certainty);
    let reaches = surmise(w, board, patterns, (empties, shallow), margin, (alpha, alpha + 1))?;
    Some(alpha + i32::from(reaches))
}

/// Whether the value reaches beta or only alpha, in hundredths of a disc, as
/// a search of the depth `shallow` finds it to be by more than this margin.
#[inline]
fn surmise(
    w: &mut Worker<'_>,
    board: (u64, u64),
    patterns: &Patterns,
    (empties, shallow): (u32, u32),
    margin: i32,
    (alpha, beta): (i32, i32),
) -> Option<bool> {
    let now = evaluate(w.weights, patterns, board.0, board.1);
    let (low, high) = (alpha - margin, beta + margin);
    if high < MOST && now >= beta {
        let value = middle(w, board, patterns, empties, shallow, (high - 1, high));
        if value >= high && !w.halted {
            return Some(true);
        }
    }
    if low > -MOST && now < beta {
        let value = middle(w, board, patterns, empties, shallow, (low, low + 1));
        if value <= low && !w.halted {
            return Some(false);
        }
    }
    None
}
}
