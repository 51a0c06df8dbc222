//! The words of a game, each with its explanation and a board.

use bevy_egui::egui::{Label, RichText, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use crate::app::board::drawing::Marker;
use crate::app::text::Localization;
use crate::app::widgets::controls::{card, field, muted, title};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::{BoardMarks, PaintContext, paint_marked_board};
use crate::content::glossary::{Glossary, Term};
use crate::content::lessons::StepPath;
use crate::core::{Move, Point};
use crate::games::{Game, Options};

/// Width of the board of a word.
const BOARD: f32 = 168.0;

/// The words of a game that a search finds.
pub(super) fn show(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    game: &'static dyn Game,
    glossary: Option<&Glossary>,
    search: &mut String,
) {
    let Some(glossary) = glossary else {
        muted(ui, l10n.get("learn-no-words"));
        return;
    };
    let hint = l10n.get("learn-search");
    field(ui, &hint, &hint, search);
    ui.add_space(4.0);
    let wanted = search.trim().to_lowercase();
    let fits = |term: &&Term| {
        let texts = [&term.name, &term.forms].into_iter().flat_map(|text| text.values());
        texts.into_iter().any(|text| text.to_lowercase().contains(&wanted))
    };
    let mut found = glossary.terms.iter().filter(fits).peekable();
    if found.peek().is_none() {
        muted(ui, l10n.get("learn-word-not-found"));
    }
    for term in found {
        term_card(ui, l10n, paint, game, term);
        ui.add_space(4.0);
    }
}

/// A word with its explanation and its board.
pub(in crate::app::screens) fn term_card(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    game: &'static dyn Game,
    term: &Term,
) {
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let palette = Palette::of(ui);
        let text = |ui: &mut Ui| {
            ui.label(title(l10n.title(&term.name), theme::LARGE).color(palette.ink));
            let text = RichText::new(l10n.title(&term.text)).size(theme::BODY).color(palette.ink);
            ui.add(Label::new(text.line_height(Some(theme::BODY * 1.5))).wrap());
        };
        if ui.available_width() < 2.4 * BOARD {
            text(ui);
            board(ui, l10n, paint, game, term);
        } else {
            ui.horizontal_top(|ui| {
                board(ui, l10n, paint, game, term);
                ui.vertical(text);
            });
        }
    });
}

fn board(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    game: &'static dyn Game,
    term: &Term,
) {
    let Some(board) = &term.board else { return };
    let size = Vec2::splat(BOARD);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, l10n.title(&term.name)));
    // Only those in sight are played.
    if !ui.is_rect_visible(rect) {
        return;
    }
    let Ok(path) = StepPath::of_board(game, &Options::default(), board) else { return };
    let last = path.shown.last().and_then(|mv| match mv {
        Move::Place(at) => Some((Marker::LastMove, *at)),
        _ => None,
    });
    let arrows = board.arrows.iter().flat_map(|(from, to)| [from, to]);
    let points = board.marks.iter().chain(arrows).map(|at| (Marker::PuzzleTarget, at.0));
    let markers: Vec<(Marker, Point)> = points.chain(last).collect();
    let rows = path.task.winning_rows();
    let marks = BoardMarks { markers: &markers, rows: &rows, won: true };
    paint_marked_board(ui.painter(), rect.shrink(4.0), game, &path.task, marks, paint);
}
