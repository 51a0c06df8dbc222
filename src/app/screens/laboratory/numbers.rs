//! Counts of the algorithms: curves, a table, and the moves and depths of Monte-Carlo tree
//! search.

use bevy_egui::egui::{Grid, Ui};

use super::plot::{Bar, Curve, bars, curves};
use super::text::{algorithm_name, node_name, value_text};
use super::tree_paint::TreePaint;
use crate::app::features::laboratory::{Experiment, Laboratory, Lane};
use crate::app::widgets::controls::{group, muted};
use crate::search::trace::TraceCounts;

/// Root moves that are shown.
const MAX_MOVES: usize = 12;

/// Depths that are shown.
const MAX_DEPTHS: usize = 12;

/// Draws the numbers of all lanes.
pub(super) fn show(ui: &mut Ui, paint: &TreePaint, laboratory: &mut Laboratory) {
    let l10n = paint.l10n;
    if laboratory.lanes().iter().all(|lane| lane.experiment.is_none()) {
        muted(ui, l10n.get("laboratory-searching"));
        return;
    }
    table(ui, paint, laboratory);
    for lane in 0..laboratory.lanes().len() {
        let Some(experiment) = laboratory.experiment_mut(lane) else { continue };
        let algorithm = experiment.trace().algorithm;
        group(ui, &algorithm_name(l10n, algorithm));
        if !experiment.trace().tree.generations.is_empty() {
            super::evolution::show(ui, paint, experiment);
            continue;
        }
        counts(ui, paint, experiment);
        if algorithm.has_playouts() {
            root_moves(ui, paint, experiment);
            depths(ui, paint, experiment);
        }
    }
}

/// The totals, a column for each lane.
fn table(ui: &mut Ui, paint: &TreePaint, laboratory: &Laboratory) {
    let l10n = paint.l10n;
    let done: Vec<&Experiment> =
        laboratory.lanes().iter().filter_map(|lane: &Lane| lane.experiment.as_ref()).collect();
    let now = |count: fn(&TraceCounts) -> u64| -> Vec<String> {
        let text = |one: &&Experiment| {
            let (now, all) = (count(&one.replay().counts()), count(&one.trace().tree.totals));
            if now == all { all.to_string() } else { format!("{now} / {all}") }
        };
        done.iter().map(text).collect()
    };
    let value = |one: &&Experiment| match one.trace().value {
        Some(permille) if one.trace().algorithm.has_playouts() => {
            format!("{:.1} %", f64::from(permille) / 10.0)
        }
        Some(value) => value_text(l10n, one, one.view_side(), value),
        None => "–".to_owned(),
    };
    let best = |one: &&Experiment| {
        let position = one.root_position();
        let notation = crate::app::text::notation(l10n, paint.game);
        let mv = one.trace().pv.first();
        mv.and_then(|&mv| position.move_text_in(&notation, mv).ok()).unwrap_or_default()
    };
    let time = |one: &&Experiment| format!("{:.1} ms", one.trace().elapsed.as_secs_f64() * 1000.0);
    let rows: [(&str, Vec<String>); 9] = [
        ("laboratory-best", done.iter().map(best).collect()),
        ("laboratory-value", done.iter().map(value).collect()),
        ("laboratory-nodes", now(|counts| counts.nodes)),
        ("laboratory-cuts", now(|counts| counts.cutoffs)),
        ("laboratory-skipped", now(|counts| counts.skipped)),
        ("laboratory-table-hits", now(|counts| counts.table_hits)),
        ("laboratory-evaluations", now(|counts| counts.evaluations)),
        ("laboratory-playouts", now(|counts| counts.playouts)),
        ("laboratory-time", done.iter().map(time).collect()),
    ];
    Grid::new("laboratory-numbers").num_columns(1 + done.len()).striped(true).show(ui, |ui| {
        if done.len() > 1 {
            ui.label("");
            done.iter().for_each(|one| {
                ui.label(algorithm_name(l10n, one.trace().algorithm));
            });
            ui.end_row();
        }
        for (name, numbers) in rows {
            if numbers.iter().all(|number| number == "0") {
                continue;
            }
            muted(ui, l10n.get(name));
            numbers.into_iter().for_each(|number| {
                ui.label(number);
            });
            ui.end_row();
        }
    });
}

/// Nodes, cuts and table hits over the steps of the search.
fn counts(ui: &mut Ui, paint: &TreePaint, experiment: &Experiment) {
    let (l10n, palette) = (paint.l10n, paint.palette);
    let curve = |name: &str, colour, count: fn(&TraceCounts) -> u64| {
        let points = experiment.series().iter();
        let points = points.map(|(step, counts)| [*step as f32, count(counts) as f32]);
        Curve { name: l10n.get(name), points: points.collect(), colour }
    };
    let mut shown = vec![curve("laboratory-nodes", palette.ink, |counts| counts.nodes)];
    if experiment.trace().algorithm.has_playouts() {
        shown.push(curve("laboratory-playouts", palette.good, |counts| counts.playouts));
    } else {
        shown.push(curve("laboratory-cuts", palette.accent, |counts| counts.cutoffs));
        shown.push(curve("laboratory-table-hits", palette.sources[1], |it| it.table_hits));
    }
    let spoken = l10n.get("laboratory-curves");
    curves(ui, &spoken, &shown, experiment.replay().step() as f32);
}

/// The moves at the root by their visits, with their win rates.
fn root_moves(ui: &mut Ui, paint: &TreePaint, experiment: &Experiment) {
    let l10n = paint.l10n;
    muted(ui, l10n.get("laboratory-root-moves"));
    let stats = experiment.replay().stats();
    let visits = |node: u32| stats.visits[node as usize];
    let mut moves = experiment.root_moves().to_vec();
    moves.sort_by_key(|&node| std::cmp::Reverse(visits(node)));
    let most = moves.first().map_or(1, |&node| visits(node)).max(1);
    let shown = moves.into_iter().take(MAX_MOVES).map(|node| {
        let before = node_name(
            l10n,
            paint.game,
            Some(experiment.root_position()),
            &experiment.trace().tree.nodes[node as usize],
        );
        let rate = stats.win_rate(node).unwrap_or(0.5);
        let behind = format!("{} · {:.0} %", visits(node), 100.0 * rate);
        let colour =
            crate::app::widgets::theme::mix(paint.palette.muted, paint.palette.good, rate as f32);
        Bar { before, behind, part: visits(node) as f32 / most as f32, colour }
    });
    bars(ui, &shown.collect::<Vec<Bar>>());
}

/// Numbers of playouts by the depth at which they began.
fn depths(ui: &mut Ui, paint: &TreePaint, experiment: &Experiment) {
    let l10n = paint.l10n;
    muted(ui, l10n.get("laboratory-depths"));
    let plies = &experiment.replay().stats().leaf_plies;
    let most = plies.iter().copied().max().unwrap_or(1).max(1);
    let shown = plies.iter().enumerate().skip(1).take(MAX_DEPTHS).map(|(ply, &playouts)| Bar {
        before: l10n.format("laboratory-ply", &[("ply", ply.to_string())]),
        behind: playouts.to_string(),
        part: playouts as f32 / most as f32,
        colour: paint.palette.sources[1],
    });
    bars(ui, &shown.collect::<Vec<Bar>>());
}
