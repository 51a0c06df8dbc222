// Midgame search to a fixed depth with the pattern evaluation at the leaves. Values are hundredths
// of a disc. Compiled once for each instruction set.
multiversion! {
/// Principal variation search of `depth` plies, fail-soft; switches to the endgame search where
/// the depth reaches the end of the game.
fn midgame(
    w: &mut Worker<'_>,
    discs: Discs,
    patterns: &Patterns,
    empties: u32,
    depth: u32,
    Window { mut alpha, mut beta }: Window,
) -> i32 {
    if depth >= empties {
        let window = Window {
            alpha: alpha.div_euclid(DISC).max(-64),
            beta: (-(-beta).div_euclid(DISC)).min(64),
        };
        return endgame(w, node_at(discs), empties, odd_quadrants(discs.empty()), window) * DISC;
    }
    if depth == 0 {
        w.nodes += 1;
        return evaluate(w.weights, patterns, discs);
    }
    if depth == 1 {
        return search_one_ply(w, discs, patterns, beta);
    }
    w.nodes += 1;
    if w.should_stop() {
        return alpha;
    }
    if let Some(bound) = stability_bound(discs, empties, alpha.div_euclid(DISC)) {
        return bound * DISC;
    }
    let key = key(discs);
    let mut hash_move = NO_SQUARE;
    if let Some(entry) = w.table.probe(key) {
        hash_move = entry.best;
        if u32::from(entry.depth) >= depth && entry.selectivity >= w.selectivity {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
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
    let node = node_at(discs);
    if node.moves == 0 {
        let passed = discs.passed();
        if mobility(passed.own, passed.opponent) == 0 {
            return final_score(discs) * DISC;
        }
        return -midgame(w, passed, &patterns.passed(), empties, depth, -Window { alpha, beta });
    }
    let mut candidates = [Candidate::NONE; MAX_MOVES];
    let tries_etc = depth >= ETC_MIN_DEPTH;
    let Some(count) = generate_moves(w, node, tries_etc, &mut candidates) else {
        return 64 * DISC;
    };
    let candidates = &mut candidates[..count];
    if tries_etc {
        for candidate in candidates.iter() {
            if let Some(entry) = w.table.probe(self::key(candidate.node.discs))
                && u32::from(entry.depth) >= depth - 1
                && entry.selectivity >= w.selectivity
                && -i32::from(entry.upper) >= beta
            {
                return -i32::from(entry.upper);
            }
        }
    }
    if w.selectivity < NO_SELECTIVITY
        && depth >= probcut::MIN_DEPTH
        && beta - alpha == 1
        && let Some(bound) = probcut(w, discs, patterns, SearchDepth { empties, depth }, alpha)
    {
        return bound;
    }
    let ordered = move_to_front(candidates, hash_move);
    let (mut best, mut best_square) = (-MAX_VALUE - 1, NO_SQUARE);
    for n in 0..count {
        if n == ordered {
            order_midgame(w, discs.own, patterns, &mut candidates[ordered..], empties - 1, depth);
        }
        if n >= ordered {
            candidates[n] = pick_next(candidates, n);
        }
        if n > 0 && n + 1 < count && depth >= SPLIT_MIN_DEPTH && w.pool.has_idle() {
            let kind = SplitKind::Midgame { empties: empties - 1, depth: depth - 1 };
            let so_far = BestMove { value: best, square: best_square };
            BestMove { value: best, square: best_square } =
                split(w, candidates, n, kind, Window { alpha, beta }, so_far);
            break;
        }
        let Candidate { node: Node { discs: next, .. }, square, .. } = candidates[n];
        let patterns = patterns.after(square, candidates[n].flipped(discs.own));
        let floor = alpha.max(best);
        let mut value = -MAX_VALUE - 1;
        if n > 0 {
            let window = Window::null(floor);
            value = -midgame(w, next, &patterns, empties - 1, depth - 1, -window);
        }
        if n == 0 || (value > floor && value < beta) {
            let window = Window { alpha: floor, beta };
            value = -midgame(w, next, &patterns, empties - 1, depth - 1, -window);
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
    w.table.store(key, SharedTtEntry {
        lower: if best > alpha { best as i16 } else { -MAX_VALUE as i16 },
        upper: if best < beta { best as i16 } else { MAX_VALUE as i16 },
        depth: depth as u8,
        selectivity: w.selectivity,
        best: best_square,
    });
    best
}

/// Sets the costs of moves of a node searched `depth` plies, by a shallow search and
/// [`MIDGAME_ORDER`]; `empties` counts the empty squares after the move.
#[inline]
fn order_midgame(
    w: &mut Worker<'_>,
    own: u64,
    patterns: &Patterns,
    candidates: &mut [Candidate],
    empties: u32,
    depth: u32,
) {
    let order_depth = (depth - 2) / 3;
    for candidate in candidates {
        let &mut Candidate { node, square, .. } = candidate;
        candidate.cost = MIDGAME_ORDER.cost(node);
        if depth >= 3 {
            let patterns = patterns.after(square, candidate.flipped(own));
            candidate.cost += midgame(w, node.discs, &patterns, empties, order_depth, FULL_WINDOW);
        }
    }
}

/// Search of one ply, without move ordering or transposition table.
#[inline]
fn search_one_ply(
    w: &mut Worker<'_>,
    discs: Discs,
    patterns: &Patterns,
    beta: i32,
) -> i32 {
    w.nodes += 1;
    let Discs { own, opponent } = discs;
    let mut moves = mobility(own, opponent);
    if moves == 0 {
        if mobility(opponent, own) == 0 {
            return final_score(discs) * DISC;
        }
        w.nodes += 1;
        return -evaluate(w.weights, &patterns.passed(), discs.passed());
    }
    let mut best = -MAX_VALUE - 1;
    while moves != 0 {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flipped = flips(own, opponent, square);
        if flipped == opponent {
            return 64 * DISC;
        }
        let next = Discs { own: opponent ^ flipped, opponent: own | flipped | 1 << square };
        w.nodes += 1;
        let after = patterns.after(square as u8, flipped);
        best = best.max(-evaluate(w.weights, &after, next));
        if best >= beta {
            break;
        }
    }
    best
}

/// Multi-ProbCut of the midgame: a bound at or outside the null window, if a shallow search
/// predicts it with the confidence that the selectivity asks for.
#[inline]
fn probcut(
    w: &mut Worker<'_>,
    discs: Discs,
    patterns: &Patterns,
    SearchDepth { empties, depth }: SearchDepth,
    alpha: i32,
) -> Option<i32> {
    let shallow = SearchDepth { empties, depth: probcut::shallow_depth(depth) };
    let margin = probcut::margin(empties, depth, shallow.depth, w.selectivity);
    let fails_high = probcut_bound(w, discs, patterns, shallow, margin, Window::null(alpha))?;
    Some(alpha + i32::from(fails_high))
}

/// ProbCut: true for a fail high and false for a fail low, if a search to this depth exceeds the
/// window by `margin`. Hundredths of a disc.
#[inline]
fn probcut_bound(
    w: &mut Worker<'_>,
    discs: Discs,
    patterns: &Patterns,
    SearchDepth { empties, depth }: SearchDepth,
    margin: i32,
    Window { alpha, beta }: Window,
) -> Option<bool> {
    let now = evaluate(w.weights, patterns, discs);
    let (low, high) = (alpha - margin, beta + margin);
    if high < MAX_VALUE && now >= beta {
        let value = midgame(w, discs, patterns, empties, depth, Window::null(high - 1));
        if value >= high && !w.stopped {
            return Some(true);
        }
    }
    if low > -MAX_VALUE && now < beta {
        let value = midgame(w, discs, patterns, empties, depth, Window::null(low));
        if value <= low && !w.stopped {
            return Some(false);
        }
    }
    None
}
}
