//! Results of an evolution: the fitness of its generations, the weights of the fittest, the
//! origin of a child, and a game of the fittest against itself.

use bevy_egui::egui::Ui;

use super::plot::{Bar, Curve, bars, curves};
use super::tree_paint::TreePaint;
use crate::app::features::laboratory::Experiment;
use crate::app::text::notation;
use crate::app::widgets::controls::{NUMBER_WIDTH, muted, stepper};

/// Draws the evolution of an experiment.
pub(super) fn show(ui: &mut Ui, paint: &TreePaint, experiment: &mut Experiment) {
    let (l10n, palette) = (paint.l10n, paint.palette);
    let generations = &experiment.trace().tree.generations;
    let curve = |name: &str, colour, fitness: &dyn Fn(usize) -> f32| {
        let points = (0..generations.len()).map(|n| [(n + 1) as f32, fitness(n)]);
        Curve { name: l10n.get(name), points: points.collect(), colour }
    };
    let best = |n: usize| generations[n].population.first().map_or(0.0, |one| one.fitness as f32);
    // That of all is 0, since one wins what the other loses.
    let survivors = |n: usize| {
        let population = &generations[n].population;
        let better = &population[..population.len().div_ceil(2)];
        better.iter().map(|one| one.fitness as f32).sum::<f32>() / better.len().max(1) as f32
    };
    let shown = [
        curve("laboratory-fitness-best", palette.accent, &best),
        curve("laboratory-fitness-mean", palette.muted, &survivors),
    ];
    curves(ui, &l10n.get("laboratory-fitness"), &shown, f32::INFINITY);
    if let Some(evolved) = &experiment.trace().evolved {
        muted(ui, l10n.get("laboratory-weights"));
        let weights = evolved.features.iter().zip(&evolved.weights).map(|(feature, weight)| Bar {
            before: l10n.get(feature),
            behind: crate::app::text::with_minus_sign(&format!("{weight:+.2}")),
            part: weight.abs(),
            colour: if *weight < 0.0 { palette.accent } else { palette.good },
        });
        bars(ui, &weights.collect::<Vec<Bar>>());
        muted(ui, l10n.get("laboratory-best-game"));
        ui.label(line_text(paint, experiment, &evolved.game));
    }
    birth(ui, paint, experiment);
}

/// A line of moves from the position that is searched.
fn line_text(paint: &TreePaint, experiment: &Experiment, line: &[crate::core::Move]) -> String {
    let notation = notation(paint.l10n, paint.game);
    let mut at = experiment.root_position().clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        let Ok(text) = at.move_text_in(&notation, mv) else { break };
        texts.push(text);
        if at.play(mv).is_err() {
            break;
        }
    }
    texts.join(" ")
}

/// A child: for each weight the parent that it comes from, and whether it was mutated.
fn birth(ui: &mut Ui, paint: &TreePaint, experiment: &mut Experiment) {
    let (l10n, palette) = (paint.l10n, paint.palette);
    let generations = &experiment.trace().tree.generations;
    // The children of a generation play in the next.
    let last = generations.len().saturating_sub(2);
    let generation = experiment.birth.0.min(last);
    let Some(births) = generations.get(generation).map(|one| &one.births) else { return };
    let child = experiment.birth.1.min(births.len().saturating_sub(1));
    let Some(birth) = births.get(child).cloned() else { return };
    let count = births.len();
    let parents = birth.parents.map(|parent| generations[generation].population.get(parent));
    let weights = parents.map(|one| one.map_or(Vec::new(), |one| one.weights.clone()));
    let features = experiment.trace().evolved.as_ref().map(|one| one.features.clone());
    muted(ui, l10n.get("laboratory-birth"));
    let name = l10n.get("laboratory-generation");
    let shown = format!("{} {}", name, generation + 1);
    let by = stepper(ui, &name, &shown, NUMBER_WIDTH, generation > 0, generation < last);
    let generation = generation.saturating_add_signed(by as isize);
    let name = l10n.get("laboratory-child");
    let shown = format!("{} {}", name, child + 1);
    let by = stepper(ui, &name, &shown, NUMBER_WIDTH, child > 0, child + 1 < count);
    experiment.birth = (generation, child.saturating_add_signed(by as isize));
    let places = birth.parents.map(|parent| (parent + 1).to_string());
    let [mother, father] = places.clone();
    muted(ui, l10n.format("laboratory-parents", &[("mother", mother), ("father", father)]));
    let genes = birth.genes.iter().enumerate().map(|(n, gene)| {
        let parent = usize::from(gene.parent.min(1));
        let inherited = weights[parent].get(n).copied().unwrap_or(0.0);
        let feature = features.as_ref().and_then(|features| features.get(n));
        let before = feature.map_or_else(|| (n + 1).to_string(), |key| l10n.get(key));
        let from = l10n.format("laboratory-gene", &[("parent", places[parent].clone())]);
        let mutated = if gene.mutated { l10n.get("laboratory-mutated") } else { String::new() };
        let colour = if gene.mutated { palette.accent } else { palette.sources[parent] };
        let behind = format!("{from} {mutated}").trim().to_owned();
        Bar { before, behind, part: inherited.abs(), colour }
    });
    bars(ui, &genes.collect::<Vec<Bar>>());
}
