//! Values, moves and endings of nodes in words.

use crate::app::features::laboratory::Experiment;
use crate::app::text::{Localization, notation, with_minus_sign};
use crate::core::Side;
use crate::games::{AnyPosition, Game, ToldValue};
use crate::search::Window;
use crate::search::trace::{Bound, NodeEnd, NodeKind, SkipReason, TraceNode};

/// A node of a recorded tree.
pub(super) type Node = TraceNode<crate::core::Move>;

/// A value of a side from the view of the root's side to move.
pub(super) fn value_text(
    l10n: &Localization,
    experiment: &Experiment,
    side: Side,
    value: i32,
) -> String {
    let value = if side == experiment.view_side() { value } else { -value };
    let ply = |ply: i32| [("ply", ply.to_string())];
    match experiment.trace().scale.tell(value) {
        ToldValue::Infinite => if value > 0 { "∞" } else { "−∞" }.to_owned(),
        ToldValue::Won(at) => l10n.format("laboratory-won", &ply(at)),
        ToldValue::Lost(at) => l10n.format("laboratory-lost", &ply(at)),
        ToldValue::Amount(amount) if amount.abs() < 0.005 => "0".to_owned(),
        ToldValue::Amount(amount) => with_minus_sign(&format!("{amount:+.2}")),
    }
}

/// The sign of a bound from the view of the root's side to move.
fn bound_sign(experiment: &Experiment, node: &Node) -> &'static str {
    let is_own = node.side == experiment.view_side();
    match (node.bound(), is_own) {
        (Bound::Exact, _) => "",
        (Bound::Lower, true) | (Bound::Upper, false) => "≥ ",
        (Bound::Upper, true) | (Bound::Lower, false) => "≤ ",
    }
}

/// The value of a node that was left, as a bound where it is one.
pub(super) fn node_value(l10n: &Localization, experiment: &Experiment, node: &Node) -> String {
    let sign = bound_sign(experiment, node);
    format!("{sign}{}", value_text(l10n, experiment, node.side, node.value))
}

/// The window of a node from the view of the root's side to move: α, then β.
pub(super) fn window_texts(
    l10n: &Localization,
    experiment: &Experiment,
    node: &Node,
) -> [String; 2] {
    let Window { alpha, beta } = node.window;
    let [low, high] =
        if node.side == experiment.view_side() { [alpha, beta] } else { [beta, alpha] };
    [low, high].map(|value| value_text(l10n, experiment, node.side, value))
}

/// The bound by which a move was cut off: what the parent's value reached.
pub(super) fn cut_text(l10n: &Localization, experiment: &Experiment, node: &Node) -> String {
    let parent = &experiment.trace().tree.nodes[node.parent as usize];
    match node.kind {
        NodeKind::Skipped(SkipReason::Cutoff) => {
            let is_own = parent.side == experiment.view_side();
            let name = if is_own { "β" } else { "α" };
            let bound = value_text(l10n, experiment, parent.side, parent.window.beta);
            format!("{name} {bound}")
        }
        _ => l10n.get("laboratory-pruned"),
    }
}

/// Name of a node: the move that leads to it in the notation of the reader, or what it is instead.
pub(super) fn node_name(
    l10n: &Localization,
    game: &dyn Game,
    before: Option<&AnyPosition>,
    node: &Node,
) -> String {
    match (node.kind, node.mv, before) {
        (NodeKind::Root, ..) => l10n.get("laboratory-root"),
        (NodeKind::Iteration, ..) => {
            l10n.format("laboratory-iteration", &[("depth", node.depth.to_string())])
        }
        (NodeKind::NullMove, ..) => l10n.get("laboratory-null-move"),
        (NodeKind::Again, ..) => l10n.get("laboratory-again"),
        (_, Some(mv), Some(before)) => {
            let notation = notation(l10n, game);
            before.move_text_in(&notation, mv).unwrap_or_else(|_| "?".to_owned())
        }
        _ => "?".to_owned(),
    }
}

/// Text that says how the value of a node was found.
pub(super) fn end_text(l10n: &Localization, end: NodeEnd) -> String {
    l10n.get(match end {
        NodeEnd::Searched => "laboratory-end-searched",
        NodeEnd::Cutoff => "laboratory-end-cutoff",
        NodeEnd::Evaluated => "laboratory-end-evaluated",
        NodeEnd::GameOver => "laboratory-end-game-over",
        NodeEnd::Table => "laboratory-end-table",
        NodeEnd::Solved => "laboratory-end-solved",
        NodeEnd::Futile => "laboratory-end-futile",
        NodeEnd::NullMove => "laboratory-end-null-move",
        NodeEnd::Stopped => "laboratory-end-stopped",
    })
}

/// The name of an algorithm.
pub(super) fn algorithm_name(l10n: &Localization, algorithm: crate::games::Algorithm) -> String {
    l10n.get(&format!("algorithm-{}", algorithm.id()))
}
