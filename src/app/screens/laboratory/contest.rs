//! Games between algorithms, with the table of their results.

use bevy_egui::egui::{Grid, Ui};
use egui_phosphor::regular::{PLAY, STOP};

use super::text::algorithm_name;
use super::tree_paint::TreePaint;
use crate::app::features::laboratory::Laboratory;
use crate::app::services::tasks::TaskRunner;
use crate::app::widgets::controls::{ButtonStyle, button, chip, chips, muted};
use crate::games::Algorithm;

/// Draws the contest. `chosen` are the algorithms that take part.
pub(super) fn show(
    ui: &mut Ui,
    paint: &TreePaint,
    laboratory: &mut Laboratory,
    chosen: &mut Vec<Algorithm>,
    runner: &TaskRunner,
) {
    let l10n = paint.l10n;
    muted(ui, l10n.get("laboratory-contest-about"));
    let running = laboratory.is_contest_running();
    chosen.retain(|one| laboratory.known().contains(one));
    ui.add_enabled_ui(!running, |ui| {
        chips(ui, |ui| {
            for &algorithm in laboratory.known() {
                let takes_part = chosen.contains(&algorithm);
                if chip(ui, takes_part, &algorithm_name(l10n, algorithm), None) {
                    if takes_part {
                        chosen.retain(|one| *one != algorithm);
                    } else {
                        chosen.push(algorithm);
                    }
                }
            }
        });
    });
    let (icon, text) = match running {
        true => (STOP, l10n.get("laboratory-contest-stop")),
        false => (PLAY, l10n.get("laboratory-contest-start")),
    };
    ui.add_enabled_ui(running || chosen.len() > 1, |ui| {
        if button(ui, ButtonStyle::Primary, Some(icon), &text).clicked() {
            laboratory.toggle_contest(chosen.clone(), runner);
        }
    });
    let table = laboratory.table();
    if table.rows.is_empty() {
        return;
    }
    let [played, total] = table.games.map(|games| games.to_string());
    muted(ui, l10n.format("laboratory-contest-games", &[("played", played), ("total", total)]));
    Grid::new("laboratory-contest").num_columns(4).striped(true).show(ui, |ui| {
        for name in ["algorithm", "results", "nodes-a-move", "time-a-move"] {
            muted(ui, l10n.get(&format!("laboratory-contest-{name}")));
        }
        ui.end_row();
        for row in &table.rows {
            ui.label(algorithm_name(l10n, row.algorithm));
            let [wins, draws, losses] = row.results;
            ui.label(format!("{wins}–{draws}–{losses}"));
            let moves = row.moves.max(1);
            ui.label((row.nodes / u64::from(moves)).to_string());
            let millis = row.time.as_secs_f64() * 1000.0 / f64::from(moves);
            ui.label(format!("{millis:.2} ms"));
            ui.end_row();
        }
    });
}
