//! The arithmetic of the features, for the instruction sets that processors may have. All give the
//! same numbers.

use super::accumulators::{Layout, PointSet, State};
use super::{BoardRows, CHANNELS, Features, Head, Network, OFF_BOARD, PointRows};
use crate::games::gomoku::bitboard::CELLS;
use crate::search::nnue::InstructionSet;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BoardRows, CHANNELS, Head, Layout, Network, State, change_with};

    #[target_feature(enable = "avx2")]
    pub(super) fn change(
        state: &mut State,
        network: &Network,
        layout: &Layout,
        base: &State,
        rows: &BoardRows,
    ) {
        change_with(state, network, layout, base, rows);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn value(head: &Head, pooled: &[i32; CHANNELS], threats: usize) -> f32 {
        head.value(pooled, threats)
    }
}

/// Changes the state, which is that of `base`, to that of a board with these rows.
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions for an instruction set run only where `InstructionSet::all` has found it"
    )
)]
#[inline]
pub(super) fn change(
    instructions: InstructionSet,
    state: &mut State,
    network: &Network,
    layout: &Layout,
    base: &State,
    rows: &BoardRows,
) {
    match instructions {
        InstructionSet::Portable => change_with(state, network, layout, base, rows),
        // SAFETY: only `all` makes these values, where the processor has the instructions; with
        // AVX-512 it has AVX2 too.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe {
            x86::change(state, network, layout, base, rows);
        },
    }
}

/// The value of the sums for the side to move, as the logarithm of the odds to win.
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions for an instruction set run only where `InstructionSet::all` has found it"
    )
)]
#[inline]
pub(super) fn value(
    instructions: InstructionSet,
    head: &Head,
    pooled: &[i32; CHANNELS],
    threats: usize,
) -> f32 {
    match instructions {
        InstructionSet::Portable => head.value(pooled, threats),
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe {
            x86::value(head, pooled, threats)
        },
    }
}

#[inline(always)]
fn change_with(
    state: &mut State,
    network: &Network,
    layout: &Layout,
    base: &State,
    rows: &BoardRows,
) {
    let mut cells = [0u16; CELLS];
    let mut count = 0;
    for (cell, (before, now)) in base.rows.iter().zip(rows).enumerate() {
        if before != now {
            cells[count] = cell as u16;
            count += 1;
        }
    }
    let around = layout.around();
    let mut touched = PointSet::default();
    for &cell in &cells[..count] {
        let at = usize::from(cell);
        let (gone, come) = (features(network, base.rows[at]), features(network, rows[at]));
        let mut changes = [Features::ZERO; 3];
        for (change, weights) in changes.iter_mut().zip(&network.around) {
            let (come, gone) = (products(&come, weights), products(&gone, weights));
            for n in 0..CHANNELS {
                change.0[n] = come.0[n].wrapping_sub(gone.0[n]);
            }
        }
        let middle = layout.point_of(cell);
        for (step, kind) in around {
            let point = middle.wrapping_add_signed(step);
            touched.insert(point);
            if let Some(seen) = state.seen.get_mut(point) {
                for (seen, change) in seen.0.iter_mut().zip(changes[kind].0) {
                    *seen = seen.wrapping_add(change);
                }
            }
        }
    }
    let touched = touched.and(&layout.board);
    let mut pooled = base.pooled;
    touched.for_each(|point| {
        if let (Some(seen), Some(before)) = (state.seen.get(point), base.seen.get(point)) {
            for n in 0..CHANNELS {
                pooled[n] += i32::from(seen.0[n].max(0).wrapping_sub(before.0[n].max(0)));
            }
        }
    });
    state.pooled = pooled;
    state.touched = touched;
    state.rows = *rows;
}

/// Features times the weights of those around, in units of features that were looked at.
#[inline(always)]
fn products(features: &Features, weights: &Features) -> Features {
    let mut products = Features::ZERO;
    for n in 0..CHANNELS {
        products.0[n] = ((i32::from(features.0[n]) * i32::from(weights.0[n])) >> 16) as i16;
    }
    products
}

/// The features of a point alone.
#[inline(always)]
fn features(network: &Network, rows: PointRows) -> Features {
    if rows == OFF_BOARD {
        return Features::ZERO;
    }
    let first = &network.features[0][usize::from(rows[0])];
    let second = &network.features[1][usize::from(rows[1])];
    let mut features = Features::ZERO;
    for n in 0..CHANNELS {
        features.0[n] = first.0[n].wrapping_add(second.0[n]).max(0);
    }
    features
}
