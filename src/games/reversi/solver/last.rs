// The last squares of a game: no table, no order but that of parity.
// Compiled once for each set of instructions, see the module above.
compiled! {
/// Counts the move sequences of so many plies, at least 1, as
/// [`Reversi::count`](super::super::Reversi::count) does; `board` is every
/// square of the board.
pub(super) fn perft(own: u64, opponent: u64, board: u64, depth: u32) -> u64 {
    let mut moves = mobility(own, opponent) & board;
    if moves == 0 {
        return if depth == 1 || mobility(opponent, own) & board == 0 {
            1
        } else {
            perft(opponent, own, board, depth - 1)
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
        sum += perft(opponent ^ flipped, own | flipped | 1 << square, board, depth - 1);
    }
    sum
}

/// One empty square.
#[inline]
fn last_one(own: u64, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let discs = 2 * own.count_ones() as i32 - 64;
    let flipped = twice_last_flips(own, square);
    if flipped != 0 {
        return discs + flipped + 2;
    }
    let flipped = twice_last_flips(!own & !(1 << square), square);
    if flipped != 0 {
        return discs - flipped;
    }
    // The empty square goes to the winner.
    if discs >= 0 { discs + 2 } else { discs }
}

/// Two empty squares.
#[inline]
fn last_two(own: u64, opponent: u64, a: u32, b: u32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = NONE;
    for (square, last) in [(a, b), (b, a)] {
        if NEAR[(square & 63) as usize] & opponent != 0 {
            let flipped = flips(own, opponent, square);
            if flipped != 0 {
                best = best.max(-last_one(opponent ^ flipped, last, nodes));
                if best >= beta {
                    return best;
                }
            }
        }
    }
    if best != NONE {
        return best;
    }
    // Here the opponent may choose.
    for (square, last) in [(a, b), (b, a)] {
        if NEAR[(square & 63) as usize] & own != 0 {
            let flipped = flips(opponent, own, square);
            if flipped != 0 {
                best = best.max(-last_one(own ^ flipped, last, nodes));
            }
        }
    }
    if best != NONE { -best } else { finished(own, opponent) }
}

/// Three empty squares.
fn last_three(own: u64, opponent: u64, odd: u64, window: (i32, i32), nodes: &mut u64) -> i32 {
    *nodes += 1;
    let (alpha, beta) = window;
    let empty = !(own | opponent);
    let mut best = NONE;
    for part in [empty & odd, empty & !odd] {
        let mut rest = part;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            if NEAR[(square & 63) as usize] & opponent == 0 {
                continue;
            }
            let flipped = flips(own, opponent, square);
            if flipped == 0 {
                continue;
            }
            let left = empty ^ 1 << square;
            let (a, b) = (left.trailing_zeros(), 63 - left.leading_zeros());
            let next = (opponent ^ flipped, own | flipped | 1 << square);
            let value = -last_two(next.0, next.1, a, b, -alpha.max(best), nodes);
            if value > best {
                best = value;
                if best >= beta {
                    return best;
                }
            }
        }
    }
    if best != NONE {
        return best;
    }
    if mobility(opponent, own) == 0 {
        return finished(own, opponent);
    }
    -last_three(opponent, own, odd, (-beta, -alpha), nodes)
}

/// Four empty squares.
fn last_four(own: u64, opponent: u64, odd: u64, window: (i32, i32), nodes: &mut u64) -> i32 {
    *nodes += 1;
    let (alpha, beta) = window;
    let empty = !(own | opponent);
    let mut best = NONE;
    for part in [empty & odd, empty & !odd] {
        let mut rest = part;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            if NEAR[(square & 63) as usize] & opponent == 0 {
                continue;
            }
            let flipped = flips(own, opponent, square);
            if flipped == 0 {
                continue;
            }
            let left = odd ^ QUARTER[(square & 63) as usize];
            let next = (opponent ^ flipped, own | flipped | 1 << square);
            let value =
                -last_three(next.0, next.1, left, (-beta, -alpha.max(best)), nodes);
            if value > best {
                best = value;
                if best >= beta {
                    return best;
                }
            }
        }
    }
    if best != NONE {
        return best;
    }
    if mobility(opponent, own) == 0 {
        return finished(own, opponent);
    }
    -last_four(opponent, own, odd, (-beta, -alpha), nodes)
}

/// Up to [`FEW`] empty squares, and more than four of them unless few are
/// left at the root: by parity alone.
fn few(
    (own, opponent, moves): (u64, u64, u64),
    empties: u32,
    odd: u64,
    (alpha, beta): (i32, i32),
    nodes: &mut u64,
) -> i32 {
    if empties <= 4 {
        let empty = !(own | opponent);
        let (a, b) = (empty.trailing_zeros(), 63 - empty.leading_zeros());
        return match empties {
            0 => finished(own, opponent),
            1 => last_one(own, a, nodes),
            2 => last_two(own, opponent, a, b, beta, nodes),
            3 => last_three(own, opponent, odd, (alpha, beta), nodes),
            _ => last_four(own, opponent, odd, (alpha, beta), nodes),
        };
    }
    *nodes += 1;
    if let Some(bound) = stability_bound(own, opponent, empties, alpha) {
        return bound;
    }
    if moves == 0 {
        let replies = mobility(opponent, own);
        if replies == 0 {
            return finished(own, opponent);
        }
        return -few((opponent, own, replies), empties, odd, (-beta, -alpha), nodes);
    }
    let mut best = NONE;
    for part in [moves & odd, moves & !odd] {
        let mut rest = part;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let flipped = flips(own, opponent, square);
            let left = odd ^ QUARTER[(square & 63) as usize];
            let next = (opponent ^ flipped, own | flipped | 1 << square);
            let window = (-beta, -alpha.max(best));
            let value = if empties == 5 {
                -last_four(next.0, next.1, left, window, nodes)
            } else {
                let moves = mobility(next.0, next.1);
                -few((next.0, next.1, moves), empties - 1, left, window, nodes)
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
