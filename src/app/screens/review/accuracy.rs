//! The accuracy and the bad moves of both sides.

use bevy_egui::egui::{self, Ui};

use super::{View, sources};
use crate::app::features::review::BAD_GLYPHS;
use crate::app::text::side_name;
use crate::app::widgets::controls::muted;
use crate::core::Side;
use crate::record::analysis::{accuracy, judge};

/// Accuracy and errors of both sides, cached.
#[derive(Default)]
pub(super) struct AccuracySummary {
    /// Revision of the record and last node of the line it was computed for.
    computed_for: Option<(u64, usize)>,
    accuracy: [Option<f64>; 2],
    /// Moves of each side by annotation: dubious, mistakes, blunders.
    error_counts: [[usize; 3]; 2],
}

impl AccuracySummary {
    /// Number of bad moves of a side.
    pub(super) fn bad_moves(&self, side: Side) -> usize {
        self.error_counts[side.index()].iter().sum()
    }
}

impl AccuracySummary {
    /// Recomputes it if the record has changed.
    fn update(&mut self, view: &View) {
        let (session, tree) = (view.session, view.session.tree());
        let line = session.line();
        let key = (view.record.revision(), line.last().map_or(0, |node| node.number()));
        if self.computed_for == Some(key) {
            return;
        }
        let judged = judge(tree, &line, &[]);
        self.accuracy = if judged.len() < 4 { [None; 2] } else { accuracy(&judged) };
        self.error_counts = [[0; 3]; 2];
        for &node in &line {
            let Some(parent) = tree.parent(node) else { continue };
            let side = tree.position(parent).side_to_move();
            for (count, kind) in self.error_counts[side.index()].iter_mut().zip(BAD_GLYPHS) {
                *count += usize::from(tree.annotations(node).glyphs.contains(&kind));
            }
        }
        self.computed_for = Some(key);
    }
}

/// Accuracy of both sides and their bad moves, and the engine that has judged them where the
/// player has a choice.
pub(super) fn table(ui: &mut Ui, view: &View, summary: &mut AccuracySummary) {
    summary.update(view);
    let judge = view.analysis.line_source(view.serial, view.session);
    if let Some(judge) = judge.filter(|_| sources::are_several(view)) {
        let facts = [("engine", sources::name(view, judge))];
        muted(ui, view.l10n.format("review-judged-by", &facts));
    }
    let game = view.session.setup().game;
    let names = ["inaccuracies", "mistakes", "blunders"];
    let grid = egui::Grid::new("accuracy").num_columns(5).min_row_height(18.0);
    grid.spacing([14.0, 4.0]).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        muted(ui, "");
        muted(ui, view.l10n.get("review-accuracy-short"));
        for (glyph, name) in BAD_GLYPHS.iter().zip(names) {
            let label = muted(ui, glyph.symbol());
            label.on_hover_text(view.l10n.get(&format!("review-{name}")));
        }
        ui.end_row();
        for side in Side::BOTH {
            ui.label(side_name(view.l10n, game, side));
            let percent = summary.accuracy[side.index()];
            ui.label(percent.map_or("–".to_owned(), |percent| format!("{percent:.0}%")));
            for count in summary.error_counts[side.index()] {
                ui.label(count.to_string());
            }
            ui.end_row();
        }
    });
}
