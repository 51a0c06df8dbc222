//! The arithmetic of the features, for the instruction sets that processors may have. All give the
//! same numbers.

use super::accumulators::{Change, State};
use super::{CHANNELS, Features, Head, Network, OFF_BOARD, PointRows};
use crate::search::nnue::InstructionSet;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{CHANNELS, Change, Head, Network, State, change_with};

    #[target_feature(enable = "avx2")]
    pub(super) fn change(
        state: &mut State,
        network: &Network,
        stride: usize,
        base: &State,
        changes: &[Change],
    ) {
        change_with(state, network, stride, base, changes);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn change_avx512(
        state: &mut State,
        network: &Network,
        stride: usize,
        base: &State,
        changes: &[Change],
    ) {
        change_with(state, network, stride, base, changes);
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
    /// Changes the state, which is that of `base` but for the points that it touches, by points that
    /// changed. A rank has `stride` points.
    #[inline]
    pub(super) fn change(
        self,
        state: &mut State,
        network: &Network,
        stride: usize,
        base: &State,
        changes: &[Change],
    ) {
        match self.0 {
            InstructionSet::Portable => change_with(state, network, stride, base, changes),
            // SAFETY: only `all` makes these values, where the processor has the instructions; with
            // AVX-512 it has AVX2 too.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::change(state, network, stride, base, changes) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe {
                x86::change_avx512(state, network, stride, base, changes);
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
fn change_with(
    state: &mut State,
    network: &Network,
    stride: usize,
    base: &State,
    changes: &[Change],
) {
    for Change { point, gone, come } in changes {
        let (gone, come) = (sums(network, *gone), sums(network, *come));
        let mut changes = [Features::ZERO; 3];
        for (change, weights) in changes.iter_mut().zip(&network.around) {
            let (come, gone) = (products(&come, weights), products(&gone, weights));
            for n in 0..CHANNELS {
                change.0[n] = come.0[n].wrapping_sub(gone.0[n]);
            }
        }
        let [middle, next, corner] = &changes;
        let beside = [corner, next, corner];
        let ranks =
            [(point - stride, beside), (*point, [next, middle, next]), (point + stride, beside)];
        for (at, changes) in ranks {
            if let Some(seen) = state.seen.get_mut(at - 1..at + 2) {
                for (seen, change) in seen.iter_mut().zip(changes) {
                    for (seen, change) in seen.0.iter_mut().zip(change.0) {
                        *seen = seen.wrapping_add(change);
                    }
                }
            }
        }
    }
    let mut pooled = base.pooled;
    state.touched.for_each(|point| {
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
