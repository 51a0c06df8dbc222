// Endgame search to the last square, with ProbCut below full confidence. Values are discs.
// Compiled once for each instruction set.
multiversion! {
/// Principal variation search to the end of the game, fail-soft. `odd` are the quadrants with an
/// odd number of empty squares.
fn endgame(
    w: &mut Worker<'_>,
    node: Node,
    empties: u32,
    odd: u64,
    window: Window,
) -> i32 {
    let Window { mut alpha, mut beta } = window;
    if empties < SHARED_TABLE_MIN_EMPTIES {
        return shallow_endgame(w, node, empties, odd, window);
    }
    let Node { discs, moves } = node;
    w.nodes += 1;
    if w.should_stop() {
        return alpha;
    }
    if let Some(bound) = stability_bound(discs, empties, alpha) {
        return bound;
    }
    let key = key(discs);
    let mut hash_move = NO_SQUARE;
    if let Some(EndgameBounds { lower, upper, best }) = probe_endgame(w, key, empties) {
        hash_move = best;
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
        let passed = node_at(discs.passed());
        if passed.moves == 0 {
            return final_score(discs);
        }
        return -endgame(w, passed, empties, odd, -Window { alpha, beta });
    }
    let mut candidates = [Candidate::NONE; MAX_MOVES];
    let tries_etc = empties > SHARED_TABLE_MIN_EMPTIES;
    let Some(count) = generate_moves(w, node, tries_etc, &mut candidates) else {
        return 64;
    };
    let candidates = &mut candidates[..count];
    if tries_etc {
        for candidate in candidates.iter() {
            let key = self::key(candidate.node.discs);
            if let Some(EndgameBounds { upper, .. }) = probe_endgame(w, key, empties - 1)
                && -upper >= beta
            {
                return -upper;
            }
        }
    }
    let patterns = (empties >= PATTERN_MIN_EMPTIES).then(|| Patterns::new(discs));
    if let Some(patterns) = &patterns
        && w.selectivity < NO_SELECTIVITY
        && beta - alpha == 1
        && let Some(bound) = probcut_endgame(w, discs, patterns, empties, alpha)
    {
        return bound;
    }
    // The hash move is tried before the others are ordered.
    let ordered = move_to_front(candidates, hash_move);
    let (mut best, mut best_square) = (NO_SCORE, NO_SQUARE);
    for n in 0..count {
        if n == ordered {
            let rest = &mut candidates[ordered..];
            match &patterns {
                Some(patterns) => {
                    order_endgame(w, discs.own, patterns, rest, empties - 1, beta - alpha > 1);
                }
                None => order_shallow(rest, odd),
            }
        }
        if n >= ordered {
            candidates[n] = pick_next(candidates, n);
        }
        if n > 0 && n + 1 < count && empties >= SPLIT_MIN_EMPTIES && w.pool.has_idle() {
            let kind = SplitKind::Endgame { empties: empties - 1, odd };
            let so_far = BestMove { value: best, square: best_square };
            BestMove { value: best, square: best_square } =
                split(w, candidates, n, kind, Window { alpha, beta }, so_far);
            break;
        }
        let Candidate { node: next, square, .. } = candidates[n];
        let next_odd = odd ^ QUADRANT[usize::from(square & 63)];
        let floor = alpha.max(best);
        let mut value = NO_SCORE;
        if n > 0 {
            value = -endgame(w, next, empties - 1, next_odd, -Window::null(floor));
        }
        if n == 0 || (value > floor && value < beta) {
            let window = Window { alpha: floor, beta };
            value = -endgame(w, next, empties - 1, next_odd, -window);
        }
        if w.stopped {
            return alpha;
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
    w.table.store(key, SharedTtEntry {
        lower: hundredths(lower),
        upper: hundredths(upper),
        depth: empties as u8,
        selectivity: if empties < PATTERN_MIN_EMPTIES { NO_SELECTIVITY } else { w.selectivity },
        best: best_square,
    });
    best
}

/// The node of a position.
#[inline]
fn node_at(discs: Discs) -> Node {
    Node { discs, moves: mobility(discs.own, discs.opponent) }
}

/// Writes the moves and the positions after them to `candidates`, without costs, and returns
/// their number; `None` if one wipes out the opponent. Prefetches the shared table's entries if
/// `prefetches`.
#[inline]
fn generate_moves(
    w: &Worker<'_>,
    Node { discs: Discs { own, opponent }, moves }: Node,
    prefetches: bool,
    candidates: &mut [Candidate; MAX_MOVES],
) -> Option<usize> {
    let mut count = 0;
    let mut rest = moves;
    while rest != 0 && count < MAX_MOVES {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = flips(own, opponent, square);
        if flipped == opponent {
            return None;
        }
        let next = Discs { own: opponent ^ flipped, opponent: own | flipped | 1 << square };
        if prefetches {
            w.table.prefetch(key(next));
        }
        candidates[count] = Candidate { node: node_at(next), cost: 0, square: square as u8 };
        count += 1;
    }
    Some(count)
}

/// Sets the costs of moves by mobility and parity.
#[inline]
fn order_shallow(candidates: &mut [Candidate], odd: u64) {
    for candidate in candidates {
        candidate.cost = shallow_cost(candidate.node, odd, u32::from(candidate.square));
    }
}

/// Sets the costs of moves by a shallow search and [`ENDGAME_ORDER`]; `empties` counts the empty
/// squares after the move.
#[inline]
fn order_endgame(
    w: &mut Worker<'_>,
    own: u64,
    patterns: &Patterns,
    candidates: &mut [Candidate],
    empties: u32,
    is_pv: bool,
) {
    let order_depth = ordering_depth(empties + 1, is_pv);
    for candidate in candidates {
        let &mut Candidate { node, square, .. } = candidate;
        let patterns = patterns.after(square, candidate.flipped(own));
        candidate.cost = midgame(w, node.discs, &patterns, empties, order_depth, FULL_WINDOW)
            + ENDGAME_ORDER.cost(node);
    }
}

/// Bounds of a position in the shared table and its hash move. The bounds are -64 and 64 where the
/// entry is too shallow or too selective.
#[inline]
fn probe_endgame(w: &Worker<'_>, key: u64, empties: u32) -> Option<EndgameBounds> {
    let entry = w.table.probe(key)?;
    let best = entry.best;
    if u32::from(entry.depth) >= empties && entry.selectivity >= w.selectivity {
        return Some(EndgameBounds { lower: discs(entry.lower), upper: discs(entry.upper), best });
    }
    Some(EndgameBounds { lower: -64, upper: 64, best })
}

/// Multi-ProbCut of the endgame: a bound at or outside the null window in discs, if a shallow
/// search predicts it with the confidence that the selectivity asks for.
#[inline]
fn probcut_endgame(
    w: &mut Worker<'_>,
    discs: Discs,
    patterns: &Patterns,
    empties: u32,
    alpha: i32,
) -> Option<i32> {
    let depth = probcut::endgame_shallow_depth(empties);
    let margin = probcut::endgame_margin(empties, depth, w.selectivity);
    let window = Window { alpha: alpha * DISC, beta: (alpha + 1) * DISC };
    let shallow = SearchDepth { empties, depth };
    let fails_high = probcut_bound(w, discs, patterns, shallow, margin, window)?;
    Some(alpha + i32::from(fails_high))
}
}
