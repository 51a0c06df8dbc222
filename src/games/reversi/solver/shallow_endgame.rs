// Exact search with few empty squares: fastest-first move ordering and a small transposition
// table of each thread's own. Values are discs. Compiled once for each instruction set.
multiversion! {
/// Principal variation search of a position with fewer than [`SHARED_TABLE_MIN_EMPTIES`] empty
/// squares, fail-soft. `odd` are the quadrants with an odd number of empty squares.
fn shallow_endgame(
    w: &mut Worker<'_>,
    node: Node,
    empties: u32,
    odd: u64,
    window: Window,
) -> i32 {
    if empties <= LAST_EMPTIES {
        return last_empties(node, empties, odd, window, &mut w.nodes);
    }
    let Window { mut alpha, mut beta } = window;
    let Node { discs, moves } = node;
    w.nodes += 1;
    if w.should_stop() {
        return alpha;
    }
    if let Some(bound) = stability_bound(discs, empties, alpha) {
        return bound;
    }
    let slot = local_slot(discs);
    let mut hash_move = NO_SQUARE;
    let entry = *w.local_entry(slot);
    if entry.discs == discs {
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        hash_move = entry.best;
    }
    if moves == 0 {
        let passed = node_at(discs.passed());
        if passed.moves == 0 {
            return final_score(discs);
        }
        return -shallow_endgame(w, passed, empties, odd, -Window { alpha, beta });
    }
    let mut candidates = [Candidate::NONE; SHARED_TABLE_MIN_EMPTIES as usize];
    let Discs { own, opponent } = discs;
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
        let next = Discs { own: opponent ^ flipped, opponent: own | flipped | 1 << square };
        if empties > LAST_EMPTIES + 1 {
            w.prefetch_local(local_slot(next));
        }
        let node = node_at(next);
        let cost = shallow_cost(node, odd, square);
        let cost = if square == u32::from(hash_move) { i32::MIN } else { cost };
        *candidate = Candidate { node, cost, square: square as u8 };
        count += 1;
    }
    let candidates = &mut candidates[..count];
    if empties >= ETC_MIN_EMPTIES {
        for candidate in candidates.iter() {
            let entry = w.local_entry(local_slot(candidate.node.discs));
            if entry.discs == candidate.node.discs && -i32::from(entry.upper) >= beta {
                return -i32::from(entry.upper);
            }
        }
    }
    let (mut best, mut best_square) = (NO_SCORE, NO_SQUARE);
    for n in 0..count {
        let Candidate { node: next, square, .. } = pick_next(candidates, n);
        let next_odd = odd ^ QUADRANT[usize::from(square & 63)];
        let floor = alpha.max(best);
        let mut value = NO_SCORE;
        if n > 0 {
            value = -shallow_endgame(w, next, empties - 1, next_odd, -Window::null(floor));
        }
        if n == 0 || (value > floor && value < beta) {
            let window = Window { alpha: floor, beta };
            value = -shallow_endgame(w, next, empties - 1, next_odd, -window);
        }
        if value > best {
            (best, best_square) = (value, square);
            if best >= beta {
                break;
            }
        }
    }
    if w.stopped {
        return alpha;
    }
    let lower = if best > alpha { best } else { -64 };
    let upper = if best < beta { best } else { 64 };
    *w.local_entry(slot) =
        LocalEntry { discs, lower: lower as i8, upper: upper as i8, best: best_square };
    best
}
}
