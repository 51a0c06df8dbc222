//! The arithmetic of the features, for the instruction sets that processors may have. All give the
//! same numbers.

use super::accumulators::{Layout, PointSet, State};
use super::{BoardRows, CHANNELS, Features, Head, Network, OFF_BOARD, PointRows};
use crate::games::gomoku::bitboard::CELLS;
use crate::search::nnue::InstructionSet;

/// Rows that are compared at once.
const GROUP: usize = 8;

const _: () = assert!(CELLS.is_multiple_of(GROUP));

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BoardRows, CHANNELS, Head, Layout, Network, State, change_with, difference_with};

    #[target_feature(enable = "avx2")]
    pub(super) fn difference(rows: &BoardRows, others: &BoardRows) -> u32 {
        difference_with(rows, others)
    }

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

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn change_avx512(
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

/// The arithmetic by some instruction set.
#[derive(Clone, Copy)]
pub(super) struct Kernels(pub(super) InstructionSet);

#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions for an instruction set run only where `InstructionSet::all` has found it"
    )
)]
impl Kernels {
    /// The number of points that are different.
    #[inline]
    pub(super) fn difference(self, rows: &BoardRows, others: &BoardRows) -> u32 {
        match self.0 {
            InstructionSet::Portable => difference_with(rows, others),
            // SAFETY: only `all` makes these values, where the processor has the instructions; with
            // AVX-512 it has AVX2 too.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe {
                x86::difference(rows, others)
            },
        }
    }

    /// Changes the state, which is that of `base`, to that of a board with these rows.
    #[inline]
    pub(super) fn change(
        self,
        state: &mut State,
        network: &Network,
        layout: &Layout,
        base: &State,
        rows: &BoardRows,
    ) {
        match self.0 {
            InstructionSet::Portable => change_with(state, network, layout, base, rows),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::change(state, network, layout, base, rows) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe {
                x86::change_avx512(state, network, layout, base, rows);
            },
        }
    }

    /// The value of the sums for the side to move, as the logarithm of the odds to win.
    #[inline]
    pub(super) fn value(self, head: &Head, pooled: &[i32; CHANNELS], threats: usize) -> f32 {
        match self.0 {
            InstructionSet::Portable => head.value(pooled, threats),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe {
                x86::value(head, pooled, threats)
            },
        }
    }
}

#[inline(always)]
fn difference_with(rows: &BoardRows, others: &BoardRows) -> u32 {
    rows.iter().zip(others).map(|(row, other)| u32::from(row != other)).sum()
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
    // Most rows are the same: several are compared at once.
    let groups = base.rows.as_chunks::<GROUP>().0.iter().zip(rows.as_chunks::<GROUP>().0);
    for (group, (before, now)) in groups.enumerate() {
        if before == now {
            continue;
        }
        for n in 0..GROUP {
            if before[n] != now[n] {
                cells[count] = (group * GROUP + n) as u16;
                count += 1;
            }
        }
    }
    let around = layout.around();
    let mut touched = PointSet::default();
    for &cell in &cells[..count] {
        let at = usize::from(cell);
        let (gone, come) = (sums(network, base.rows[at]), sums(network, rows[at]));
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
        if let (Some(&seen), Some(&before)) = (state.seen.get(point), base.seen.get(point)) {
            let mut change = Features::ZERO;
            for n in 0..CHANNELS {
                change.0[n] = seen.0[n].max(0).wrapping_sub(before.0[n].max(0));
            }
            for (sum, change) in pooled.iter_mut().zip(change.0) {
                *sum += i32::from(change);
            }
        }
    });
    state.pooled = pooled;
    state.touched = touched;
    state.rows = *rows;
}

/// The features that are the positive ones of these sums, times the weights of those around, in
/// units of features that were looked at.
#[inline(always)]
fn products(sums: &Features, weights: &Features) -> Features {
    let mut products = Features::ZERO;
    for n in 0..CHANNELS {
        // The product of numbers with a sign, cut off afterwards, is one instruction of vectors of
        // 16 bits; that of a number known to have none with one that has is not.
        let product = ((i32::from(sums.0[n]) * i32::from(weights.0[n])) >> 16) as i16;
        products.0[n] = if sums.0[n] > 0 { product } else { 0 };
    }
    products
}

/// The features of a point alone, before those that are negative are cut off.
#[inline(always)]
fn sums(network: &Network, rows: PointRows) -> Features {
    if rows == OFF_BOARD {
        return Features::ZERO;
    }
    let first = &network.features[0][usize::from(rows[0])];
    let second = &network.features[1][usize::from(rows[1])];
    let mut sums = Features::ZERO;
    for n in 0..CHANNELS {
        sums.0[n] = first.0[n].wrapping_add(second.0[n]);
    }
    sums
}
