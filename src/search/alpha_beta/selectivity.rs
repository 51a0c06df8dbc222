//! Parameters of pruning and reductions in the selective search of a game.

use std::sync::LazyLock;

use super::search_game::INFINITE;

/// One ply of reduction.
pub(super) const PLY: i32 = 1024;

/// Least number of moves that late move pruning leaves.
const FIRST_MOVES: i32 = 3;

/// The rules by which the moves of a node are pruned, reduced and extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLoop {
    /// Those of most games, by the parameters of [`Selectivity`].
    Broad,
    /// Those of a game of pieces with values in centipawns and an evaluation that is good enough
    /// to prune by small margins, so that singular moves can be extended more. Of the parameters
    /// of [`Selectivity`], those of nodes, of reductions and of histories count.
    Deep,
}

/// Parameters of pruning and reductions in the selective search of a game. Margins and ordering
/// scores are in the game's own units.
#[derive(Clone, Copy, Debug)]
pub struct Selectivity {
    /// The rules for the moves of a node.
    pub move_loop: MoveLoop,
    /// Margin of reverse futility pruning, for each ply of depth.
    pub reverse_futility_margin: i32,
    /// Margin of futility pruning at no depth, and as much more for each ply.
    pub futility_margin: i32,
    /// Razoring margins at the depths from 1 on; deeper nothing is razored.
    pub razoring_margins: &'static [i32],
    /// By how many hundredths of a ply a node of the principal variation is searched less deep
    /// for each ply by which the table's entry is shallower, at most
    /// [`Selectivity::MAX_PV_REDUCTION`]: its move has not been on the variation for some
    /// iterations.
    pub pv_reduction: i32,
    /// Late move pruning leaves this many moves more for each ply of depth, in tenths, and as
    /// many for its square.
    pub late_moves: [i32; 2],
    /// Late move reduction of every move, in 1024ths of a ply.
    pub base_reduction: i32,
    /// Late move reductions grow by the product of the logarithms of depth and number of the
    /// move, divided by a hundredth of this.
    pub reduction_divisor: i32,
    /// The history of a move that is reduced by a 1024th of a ply less.
    pub history_divisor: i32,
    /// More reduction where a cut-off is expected, in 1024ths of a ply.
    pub cut_node_reduction: i32,
    /// More reduction where the table has no move besides, in 1024ths of a ply.
    pub no_tt_move_reduction: i32,
    /// More reduction for each point by which a move is ordered below the best of the node, in
    /// 1024ths of a ply; at most [`Selectivity::MAX_ORDER_REDUCTION`].
    pub order_reduction: f32,
    /// By how much a reduced search must be above the window, for the move to be searched a ply
    /// deeper than without reduction, and two plies.
    pub deeper_margins: [i32; 2],
    /// Least depth for a singular search.
    pub singular_min_depth: i32,
    /// By how much all other moves must fail for a second ply of singular extension.
    pub double_extension_margin: i32,
    /// Plies by which the table's move is reduced where a cut-off is expected and another move
    /// is about as good.
    pub plural_reduction: i32,
    /// The bonus of a cut-off in the histories, for each ply of depth.
    pub history_bonus: i32,
    /// The bonus of the quiet move that led to a node without a good move, for each ply of depth.
    pub prior_bonus: i32,
    /// By how much the evaluation must be above the window at no depth, and for each ply, for all
    /// moves to be reduced by a ply where a cut-off is expected.
    pub fail_high_margin: Option<[i32; 2]>,
}

impl Selectivity {
    /// Found by matches of chess and Xiangqi, in centipawns.
    pub const PIECES: Selectivity = Selectivity {
        move_loop: MoveLoop::Broad,
        reverse_futility_margin: 72,
        futility_margin: 90,
        razoring_margins: &[],
        pv_reduction: 0,
        late_moves: [0, 12],
        base_reduction: 900,
        reduction_divisor: 177,
        history_divisor: 12,
        cut_node_reduction: 1600,
        no_tt_move_reduction: 450,
        order_reduction: 0.0,
        deeper_margins: [60, INFINITE],
        singular_min_depth: 7,
        double_extension_margin: 33,
        plural_reduction: 1,
        history_bonus: 190,
        prior_bonus: 60,
        fail_high_margin: None,
    };

    /// Most plies by which a node of the principal variation is searched less deep.
    pub const MAX_PV_REDUCTION: i32 = 4;

    /// Most reduction by the order of a move.
    pub const MAX_ORDER_REDUCTION: i32 = 3 * PLY;

    /// The margin of razoring at this depth, if there is razoring.
    #[inline]
    pub(super) fn razoring_margin(&self, depth: i32) -> Option<i32> {
        let at = usize::try_from(depth).ok()?.checked_sub(1)?;
        self.razoring_margins.get(at).copied()
    }

    /// The number of moves that late move pruning leaves, if the evaluation improves.
    #[inline]
    pub(super) fn late_move_count(&self, depth: i32) -> i32 {
        let [linear, square] = self.late_moves;
        FIRST_MOVES + depth * (linear + square * depth) / 10
    }

    /// The plies by which a node of the principal variation is searched less deep than `depth`,
    /// where the table's entry has this other depth.
    #[inline]
    pub(super) fn reduction_by_table(&self, depth: i32, entry_depth: i32) -> i32 {
        let reduction = (depth - entry_depth) * self.pv_reduction / 100;
        reduction.clamp(0, Selectivity::MAX_PV_REDUCTION)
    }

    /// The late move reduction of the `n`th move, counted from 0, before what is known of it, in
    /// 1024ths of a ply.
    #[inline]
    pub(super) fn base_reduction(&self, depth: i32, n: usize) -> i32 {
        let product = PRODUCTS[depth.clamp(0, 63) as usize][(n + 1).min(63)];
        self.base_reduction + product * 100 / self.reduction_divisor
    }

    /// The late move reduction that pruning counts with for the `n`th move, counted from 1, where
    /// its window is this part of that at the root, in 1024ths; in plies.
    #[inline]
    pub(super) fn pruning_reduction(depth: i32, n: usize, width: i32, improving: bool) -> i32 {
        let product = PRODUCTS[depth.clamp(0, 63) as usize][n.min(63)] * 433 / PLY;
        (product + 1463 - width) / PLY + i32::from(!improving && product > PLY)
    }

    /// The reduction by an ordering score that is lower by this than the best of the node.
    #[inline]
    pub(super) fn reduction_by_order(&self, gap: i32) -> i32 {
        ((gap as f32 * self.order_reduction) as i32).min(Selectivity::MAX_ORDER_REDUCTION)
    }
}

/// The products of the logarithms of depth and number of the move, in 1024ths.
static PRODUCTS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let product =
        |depth: usize, n: usize| ((depth as f64).ln() * (n as f64).ln() * f64::from(PLY)) as i32;
    std::array::from_fn(|depth| std::array::from_fn(|n| product(depth.max(1), n.max(1))))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let all = Selectivity::PIECES;
        assert_eq!(all.base_reduction(1, 0), all.base_reduction);
        let reductions: Vec<i32> = (1..20).map(|n| all.base_reduction(8, n)).collect();
        assert!(reductions.is_sorted() && reductions[0] < reductions[18]);
        assert!(all.base_reduction(20, 9) > all.base_reduction(8, 9));
        // ln 8 ln 10 / 1.77 plies more.
        assert!((all.base_reduction(8, 9) - all.base_reduction - 2770).abs() <= 2);
    }

    #[test]
    fn pruning_counts_with_more_reduction_where_the_window_is_narrow_or_the_node_gets_worse() {
        let reduction = Selectivity::pruning_reduction;
        // 433 / 1024 ln 8 ln 10 + 1.43.
        assert_eq!(reduction(8, 10, 0, true), 3);
        assert_eq!(reduction(8, 10, 0, false), 4);
        assert_eq!(reduction(8, 10, PLY, true), 2);
        assert_eq!([1, 2].map(|n| reduction(1, n, 0, false)), [1, 1]);
        let reductions: Vec<i32> = (1..60).map(|n| reduction(12, n, 0, true)).collect();
        assert!(reductions.is_sorted() && reductions[0] < reductions[58]);
    }

    #[test]
    fn the_variation_is_reduced_where_the_table_is_shallower() {
        let all = Selectivity { pv_reduction: 50, ..Selectivity::PIECES };
        let reductions = [12, 11, 10, 8, 7, 1].map(|entry| all.reduction_by_table(11, entry));
        assert_eq!(reductions, [0, 0, 0, 1, 2, 4]);
        assert_eq!(Selectivity::PIECES.reduction_by_table(11, 1), 0);
    }

    #[test]
    fn late_moves_and_razoring_depend_on_the_depth() {
        let all = Selectivity {
            razoring_margins: &[120, 180],
            late_moves: [14, 1],
            ..Selectivity::PIECES
        };
        assert_eq!([1, 4, 10].map(|depth| all.late_move_count(depth)), [4, 10, 27]);
        assert_eq!([1, 4].map(|depth| Selectivity::PIECES.late_move_count(depth)), [4, 22]);
        let margins = [0, 1, 2, 3].map(|depth| all.razoring_margin(depth));
        assert_eq!(margins, [None, Some(120), Some(180), None]);
    }
}
