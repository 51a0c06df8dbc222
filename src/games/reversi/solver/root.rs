// The moves at the root, and work that is shared with other threads. Compiled
// once for each set of instructions.
compiled! {
/// What the patterns and the moves of both sides say of a position, in
/// hundredths of a disc.
#[inline]
fn evaluate(weights: &Weights, patterns: &Patterns, own: u64, opponent: u64) -> i32 {
    let moves = [mobility(own, opponent).count_ones(), mobility(opponent, own).count_ones()];
    let (stage, sums) = weights.sums(patterns, (own | opponent).count_ones(), moves);
    layers(stage, &sums)
}

/// Searches the moves of a root, in their order, for the best of them, and
/// brings that to the front; its value is known between `-most` and `most`.
/// `None` if the search was ended and not even the first move was searched:
/// then the best is what it was before, or a better one that was found.
fn best_of_root(
    w: &mut Worker<'_>,
    moves: &mut [RootMove],
    empties: u32,
    goal: Goal,
    guess: i32,
    most: i32,
) -> Option<i32> {
    w.certainty = goal.certainty;
    let ends = goal.depth >= empties;
    let width = if ends { DISC } else { 300 };
    // Without a guess worth the name the window is wide.
    let (mut low, mut high) = if goal.depth < 3 && !ends {
        (-MOST, MOST)
    } else {
        let guess = guess.clamp(-most + 1, most - 1);
        ((guess - width).max(-most), (guess + width).min(most))
    };
    let mut step = width;
    loop {
        let (mut best, mut at) = (-MOST - 1, 0);
        for n in 0..moves.len() {
            let RootMove { own, opponent, .. } = moves[n];
            let patterns = Patterns::new(own, opponent);
            let floor = low.max(best);
            let mut value = -MOST - 1;
            let (left, depth) = (empties - 1, goal.depth - 1);
            if n > 0 {
                let window = (-floor - 1, -floor);
                value = -middle(w, (own, opponent), &patterns, left, depth, window);
            }
            if n == 0 || (value > floor && value < high) {
                value = -middle(w, (own, opponent), &patterns, left, depth, (-high, -floor));
            }
            if w.halted {
                if n == 0 {
                    return None;
                }
                // A better move that was found is kept.
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
        let failed = (best <= low && low > -most) || (best >= high && high < most);
        if best > low {
            moves[..=at].rotate_right(1);
        }
        if !failed {
            return Some(best.clamp(-most, most));
        }
        // The window only grows: what is selective, or remembered of an earlier
        // search, may contradict itself, and must not do so for ever.
        if best <= low {
            low = (best.min(low) - step).max(-most);
        } else {
            high = (best.max(high) + step).min(most);
        }
        step *= 2;
    }
}

/// Offers the moves from number `n` on to idle threads, takes its own share of
/// them, and returns the best value and move of all once every one is
/// searched or one was good enough.
fn split(
    w: &mut Worker<'_>,
    moves: &[Candidate],
    n: usize,
    task: Task,
    (alpha, beta): (i32, i32),
    (best, square): (i32, u8),
) -> (i32, u8) {
    let mut rest = moves[n..].to_vec();
    rest.sort_by_key(|candidate| candidate.cost);
    let before = w.split.take();
    let split = Split::new(rest, task, (alpha, beta), (best, square), w.certainty, before.clone());
    w.split = Some(split.clone());
    w.crew.offer(split.clone());
    share(w, &split);
    w.crew.withdraw(&split);
    // Whoever still works on the last moves may need help itself.
    if split.is_worked_on() {
        w.crew.count_idle(true);
        let mut waited = 0;
        while split.is_worked_on() {
            w.look();
            if help(w) {
                waited = 0;
            } else if waited < PATIENCE {
                waited += 1;
                std::thread::yield_now();
            } else {
                // On a busy machine the others need the processor more.
                std::thread::sleep(NAP);
            }
        }
        w.crew.count_idle(false);
    }
    w.split = before;
    w.nodes += split.nodes();
    w.reconsider();
    split.best()
}

/// Searches moves of a split as long as there are any.
fn share(w: &mut Worker<'_>, split: &Split) {
    w.certainty = split.certainty;
    while let Some(candidate) = split.next() {
        let Candidate { own, opponent, square, .. } = *candidate;
        let alpha = split.floor();
        let beta = split.beta;
        let mut value = search_task(w, &split.task, (own, opponent), square, (alpha, alpha + 1));
        if value > alpha && value < beta && !w.halted {
            value = search_task(w, &split.task, (own, opponent), square, (alpha, beta));
        }
        if w.halted {
            break;
        }
        split.found(value, square);
    }
}

/// The value of one move of a split, for the side that plays it.
fn search_task(
    w: &mut Worker<'_>,
    task: &Task,
    (own, opponent): (u64, u64),
    square: u8,
    (alpha, beta): (i32, i32),
) -> i32 {
    match *task {
        Task::End { empties, odd } => {
            let left = odd ^ QUARTER[usize::from(square & 63)];
            let board = (own, opponent, mobility(own, opponent));
            -end(w, board, empties, left, (-beta, -alpha))
        }
        Task::Middle { empties, depth } => {
            let patterns = Patterns::new(own, opponent);
            -middle(w, (own, opponent), &patterns, empties, depth, (-beta, -alpha))
        }
    }
}

/// Takes part in a split that is open, if there is one.
fn help(w: &mut Worker<'_>) -> bool {
    let Some(split) = w.crew.join() else { return false };
    let (before, certainty, nodes) = (w.split.take(), w.certainty, w.nodes);
    w.split = Some(split.clone());
    w.crew.count_idle(false);
    w.reconsider();
    share(w, &split);
    w.crew.count_idle(true);
    // The one who offered the work counts what was done for it.
    split.leave(w.nodes - nodes);
    (w.split, w.certainty, w.nodes) = (before, certainty, nodes);
    w.reconsider();
    true
}

/// The life of a thread that helps others.
pub(super) fn serve(w: &mut Worker<'_>) {
    w.crew.count_idle(true);
    while !w.crew.is_dismissed() {
        if !help(w) {
            w.crew.rest();
        }
    }
}

/// Answers one question.
pub(super) fn answer(w: &mut Worker<'_>, question: Question<'_>) -> Option<i32> {
    match question {
        Question::Best { moves, empties, goal, guess, most } => {
            best_of_root(w, moves, empties, goal, guess, most)
        }
        Question::Serve => {
            serve(w);
            None
        }
        Question::Value { own, opponent, goal } => {
            w.certainty = goal.certainty;
            let empties = (!(own | opponent)).count_ones();
            let patterns = Patterns::new(own, opponent);
            let window = (-MOST, MOST);
            let value = middle(w, (own, opponent), &patterns, empties, goal.depth, window);
            (!w.halted).then_some(value)
        }
    }
}
}
