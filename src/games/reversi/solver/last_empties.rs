// Perft, and the exact search of the last empty squares: no transposition table, moves ordered by
// quadrant parity only. Compiled once for each instruction set.
multiversion! {
/// Perft to `depth` plies, at least 1, counted as
/// [`Reversi::perft_nodes`](crate::games::reversi::Reversi::perft_nodes) does; `board` are the
/// squares of the board.
pub(super) fn perft(discs: Discs, board: u64, depth: u32) -> u64 {
    let Discs { own, opponent } = discs;
    let mut moves = mobility(own, opponent) & board;
    if moves == 0 {
        return if depth == 1 || mobility(opponent, own) & board == 0 {
            1
        } else {
            perft(discs.passed(), board, depth - 1)
        };
    }
    if depth <= 1 {
        return u64::from(moves.count_ones());
    }
    let mut sum = 0;
    while moves != 0 {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flipped = flips(own, opponent, square);
        let next = Discs { own: opponent ^ flipped, opponent: own | flipped | 1 << square };
        sum += perft(next, board, depth - 1);
    }
    sum
}

/// Score in discs with one empty square.
#[inline]
fn solve_1(own: u64, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let discs = 2 * own.count_ones() as i32 - 64;
    let flipped = doubled_last_flip(own, square);
    if flipped != 0 {
        return discs + flipped + 2;
    }
    let flipped = doubled_last_flip(!own & !(1 << square), square);
    if flipped != 0 {
        return discs - flipped;
    }
    // The empty square goes to the winner.
    if discs >= 0 { discs + 2 } else { discs }
}

/// Score in discs with two empty squares.
#[inline]
fn solve_2(discs: Discs, [a, b]: [u32; 2], beta: i32, nodes: &mut u64) -> i32 {
    let Discs { own, opponent } = discs;
    *nodes += 1;
    let mut best = NO_SCORE;
    for (square, last) in [(a, b), (b, a)] {
        if NEIGHBOURS[(square & 63) as usize] & opponent != 0 {
            let flipped = flips(own, opponent, square);
            if flipped != 0 {
                best = best.max(-solve_1(opponent ^ flipped, last, nodes));
                if best >= beta {
                    return best;
                }
            }
        }
    }
    if best != NO_SCORE {
        return best;
    }
    // A pass: the opponent moves.
    for (square, last) in [(a, b), (b, a)] {
        if NEIGHBOURS[(square & 63) as usize] & own != 0 {
            let flipped = flips(opponent, own, square);
            if flipped != 0 {
                best = best.max(-solve_1(own ^ flipped, last, nodes));
            }
        }
    }
    if best != NO_SCORE { -best } else { final_score(discs) }
}

/// Score in discs with three empty squares.
fn solve_3(discs: Discs, odd: u64, window: Window, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let Window { alpha, beta } = window;
    let Discs { own, opponent } = discs;
    let empty = discs.empty();
    let mut best = NO_SCORE;
    for part in [empty & odd, empty & !odd] {
        let mut rest = part;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            if NEIGHBOURS[(square & 63) as usize] & opponent == 0 {
                continue;
            }
            let flipped = flips(own, opponent, square);
            if flipped == 0 {
                continue;
            }
            let left = empty ^ 1 << square;
            let (a, b) = (left.trailing_zeros(), 63 - left.leading_zeros());
            let next = Discs { own: opponent ^ flipped, opponent: own | flipped | 1 << square };
            let value = -solve_2(next, [a, b], -alpha.max(best), nodes);
            if value > best {
                best = value;
                if best >= beta {
                    return best;
                }
            }
        }
    }
    if best != NO_SCORE {
        return best;
    }
    if mobility(opponent, own) == 0 {
        return final_score(discs);
    }
    -solve_3(discs.passed(), odd, -window, nodes)
}

/// Score in discs with four empty squares.
fn solve_4(discs: Discs, odd: u64, window: Window, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let Window { alpha, beta } = window;
    let Discs { own, opponent } = discs;
    let empty = discs.empty();
    let mut best = NO_SCORE;
    for part in [empty & odd, empty & !odd] {
        let mut rest = part;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            if NEIGHBOURS[(square & 63) as usize] & opponent == 0 {
                continue;
            }
            let flipped = flips(own, opponent, square);
            if flipped == 0 {
                continue;
            }
            let left = odd ^ QUADRANT[(square & 63) as usize];
            let next = Discs { own: opponent ^ flipped, opponent: own | flipped | 1 << square };
            let window = Window { alpha: alpha.max(best), beta };
            let value = -solve_3(next, left, -window, nodes);
            if value > best {
                best = value;
                if best >= beta {
                    return best;
                }
            }
        }
    }
    if best != NO_SCORE {
        return best;
    }
    if mobility(opponent, own) == 0 {
        return final_score(discs);
    }
    -solve_4(discs.passed(), odd, -window, nodes)
}

/// Score in discs with up to [`LAST_EMPTIES`] empty squares, by alpha-beta search with moves
/// ordered by parity only.
fn last_empties(
    Node { discs, moves }: Node,
    empties: u32,
    odd: u64,
    window: Window,
    nodes: &mut u64,
) -> i32 {
    let Window { alpha, beta } = window;
    if empties == 0 {
        return final_score(discs);
    }
    if empties <= 4 {
        let empty = discs.empty();
        let (a, b) = (empty.trailing_zeros(), 63 - empty.leading_zeros());
        return match empties {
            1 => solve_1(discs.own, a, nodes),
            2 => solve_2(discs, [a, b], beta, nodes),
            3 => solve_3(discs, odd, window, nodes),
            _ => solve_4(discs, odd, window, nodes),
        };
    }
    *nodes += 1;
    if let Some(bound) = stability_bound(discs, empties, alpha) {
        return bound;
    }
    if moves == 0 {
        let passed = node_at(discs.passed());
        if passed.moves == 0 {
            return final_score(discs);
        }
        return -last_empties(passed, empties, odd, -window, nodes);
    }
    let Discs { own, opponent } = discs;
    let mut best = NO_SCORE;
    for part in [moves & odd, moves & !odd] {
        let mut rest = part;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let flipped = flips(own, opponent, square);
            let left = odd ^ QUADRANT[(square & 63) as usize];
            let next = Discs { own: opponent ^ flipped, opponent: own | flipped | 1 << square };
            let window = Window { alpha: alpha.max(best), beta };
            let value = if empties == 5 {
                -solve_4(next, left, -window, nodes)
            } else {
                -last_empties(node_at(next), empties - 1, left, -window, nodes)
            };
            if value > best {
                best = value;
                if best >= beta {
                    return best;
                }
            }
        }
    }
    best
}
}
