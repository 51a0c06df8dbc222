// Root search with aspiration windows, and parallel search at split points (young brothers wait).
// Compiled once for each instruction set.
multiversion! {
/// Static evaluation by patterns and mobility, in hundredths of a disc.
#[inline]
fn evaluate(weights: &Weights, patterns: &Patterns, discs: Discs) -> i32 {
    let Discs { own, opponent } = discs;
    let moves = [mobility(own, opponent).count_ones(), mobility(opponent, own).count_ones()];
    let (stage, sums) = weights.accumulate(patterns, (own | opponent).count_ones(), moves);
    network_value(stage, &sums)
}

/// Searches root moves in their order with an aspiration window around `guess`, brings the best
/// one to the front and returns its value, which is exact between `-bound` and `bound`. Returns
/// `None` if the search was stopped without an exact value; a better move found until then is
/// still brought to the front.
fn search_root(
    w: &mut Worker<'_>,
    moves: &mut [RootMove],
    empties: u32,
    iteration: Iteration,
    guess: i32,
    bound: i32,
) -> Option<i32> {
    w.selectivity = iteration.selectivity;
    let ends = iteration.depth >= empties;
    let width = if ends { DISC } else { 300 };
    // Very shallow searches have no useful guess.
    let (mut low, mut high) = if iteration.depth < 3 && !ends {
        (-MAX_VALUE, MAX_VALUE)
    } else {
        let guess = guess.clamp(-bound + 1, bound - 1);
        ((guess - width).max(-bound), (guess + width).min(bound))
    };
    let mut step = width;
    loop {
        let (mut best, mut at) = (-MAX_VALUE - 1, 0);
        for n in 0..moves.len() {
            let discs = moves[n].discs;
            let patterns = Patterns::new(discs);
            let floor = low.max(best);
            let mut value = -MAX_VALUE - 1;
            let (left, depth) = (empties - 1, iteration.depth - 1);
            if n > 0 {
                value = -midgame(w, discs, &patterns, left, depth, -Window::null(floor));
            }
            if n == 0 || (value > floor && value < high) {
                let window = Window { alpha: floor, beta: high };
                value = -midgame(w, discs, &patterns, left, depth, -window);
            }
            if w.stopped {
                if n == 0 {
                    return None;
                }
                // Keep the best move of the unfinished search.
                moves[..=at].rotate_right(1);
                return (best > low && best < high).then_some(best);
            }
            if value > best {
                (best, at) = (value, n);
                if best >= high {
                    break;
                }
            }
        }
        let failed = (best <= low && low > -bound) || (best >= high && high < bound);
        if best > low {
            moves[..=at].rotate_right(1);
        }
        if !failed {
            return Some(best.clamp(-bound, bound));
        }
        // The window only grows, so that search instability, from ProbCut or from the
        // transposition table, cannot repeat for ever.
        if best <= low {
            low = (best.min(low) - step).max(-bound);
        } else {
            high = (best.max(high) + step).min(bound);
        }
        step *= 2;
    }
}

/// Opens a split point for the moves from index `n` on, searches it together with idle threads,
/// and returns the best value and move once all are searched or one fails high.
fn split(
    w: &mut Worker<'_>,
    moves: &[Candidate],
    n: usize,
    kind: SplitKind,
    window: Window,
    best: BestMove,
) -> BestMove {
    let mut rest = moves[n..].to_vec();
    rest.sort_by_key(|candidate| candidate.cost);
    let before = w.split.take();
    let split = SplitPoint::new(rest, kind, window, best, w.selectivity, before.clone());
    w.split = Some(split.clone());
    w.pool.offer(split.clone());
    search_split_moves(w, &split);
    w.pool.withdraw(&split);
    // While helpers search the last moves, help them (helpful master).
    if split.has_helpers() {
        w.pool.set_idle(true);
        let mut waited = 0;
        while split.has_helpers() {
            w.poll_limits();
            if help_others(w) {
                waited = 0;
            } else if waited < SPIN_LIMIT {
                waited += 1;
                std::thread::yield_now();
            } else {
                // Leave the processor to the others on a busy machine.
                std::thread::sleep(BACKOFF);
            }
        }
        w.pool.set_idle(false);
    }
    w.split = before;
    w.nodes += split.nodes();
    w.refresh_stopped();
    split.best()
}

/// Searches moves of a split point until none is left.
fn search_split_moves(w: &mut Worker<'_>, split: &SplitPoint) {
    w.selectivity = split.selectivity;
    while let Some(candidate) = split.next() {
        let Candidate { node: Node { discs, .. }, square, .. } = *candidate;
        let alpha = split.alpha();
        let beta = split.beta;
        let kind = &split.kind;
        let mut value = search_split_move(w, kind, discs, square, Window::null(alpha));
        if value > alpha && value < beta && !w.stopped {
            value = search_split_move(w, kind, discs, square, Window { alpha, beta });
        }
        if w.stopped {
            break;
        }
        split.update(value, square);
    }
}

/// Value of one move of a split point, from the mover's view.
fn search_split_move(
    w: &mut Worker<'_>,
    kind: &SplitKind,
    discs: Discs,
    square: u8,
    window: Window,
) -> i32 {
    match *kind {
        SplitKind::Endgame { empties, odd } => {
            let next_odd = odd ^ QUADRANT[usize::from(square & 63)];
            -endgame(w, node_at(discs), empties, next_odd, -window)
        }
        SplitKind::Midgame { empties, depth } => {
            -midgame(w, discs, &Patterns::new(discs), empties, depth, -window)
        }
    }
}

/// Joins an open split point. Returns false if there is none.
fn help_others(w: &mut Worker<'_>) -> bool {
    let Some(split) = w.pool.join() else { return false };
    let (before, selectivity, nodes) = (w.split.take(), w.selectivity, w.nodes);
    w.split = Some(split.clone());
    w.pool.set_idle(false);
    w.refresh_stopped();
    search_split_moves(w, &split);
    w.pool.set_idle(true);
    // The owner of the split point counts the helpers' nodes.
    split.leave(w.nodes - nodes);
    (w.split, w.selectivity, w.nodes) = (before, selectivity, nodes);
    w.refresh_stopped();
    true
}

/// Main loop of a helper thread.
pub(super) fn help_until_shutdown(w: &mut Worker<'_>) {
    w.pool.set_idle(true);
    while !w.pool.is_shut_down() {
        if !help_others(w) {
            w.pool.wait();
        }
    }
}

/// Runs a job. Returns its value, or `None` if the search was stopped.
pub(super) fn run_job(w: &mut Worker<'_>, job: Job<'_>) -> Option<i32> {
    match job {
        Job::Root { moves, empties, iteration, guess, bound } => {
            search_root(w, moves, empties, iteration, guess, bound)
        }
        Job::Help => {
            help_until_shutdown(w);
            None
        }
        Job::Value { discs, iteration } => {
            w.selectivity = iteration.selectivity;
            let patterns = Patterns::new(discs);
            let (empties, depth) = (discs.empties(), iteration.depth);
            let value = midgame(w, discs, &patterns, empties, depth, FULL_WINDOW);
            (!w.stopped).then_some(value)
        }
    }
}
}
