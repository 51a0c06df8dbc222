//! Engine analysis: the whole game on request, the current position continuously, and the
//! accuracy of both sides.

use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, CursorIcon, FontId, Layout, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular::{MINUS, PLUS, X};

use super::evaluation::evaluation_text;
use super::{ReviewScreenState, UiAction, View, accuracy, graph, learn, sources};
use crate::app::features::review::{Effort, MAX_MULTI_PV, ReviewRequest};
use crate::app::session::Session;
use crate::app::settings::AnalysisSource;
use crate::app::text::{Localization, notation, side_name};
use crate::app::widgets::controls::{
    ButtonStyle, button, choice, focus_ring, icon_button, labelled_switch, muted, row_height,
};
use crate::app::widgets::move_scores::certainty_text;
use crate::app::widgets::theme::{self, Palette};
use crate::core::{Move, Side};
use crate::games::{AnyPosition, EngineInfo, ScoreUnit};
use crate::record::analysis::evaluation_of_value;
use crate::search::Certainty;

/// Plies of a principal variation that are shown.
const MAX_PV_PLIES: usize = 8;

/// All parts of the analysis. `with_graph` is true where the graph has no place of its own.
pub(super) fn show(ui: &mut Ui, view: &mut View, state: &mut ReviewScreenState, with_graph: bool) {
    if with_graph {
        graph_or_start(ui, view, state.effort);
    }
    // What is there from the beginning comes first, so that the rest does not move it.
    sources::row(ui, view);
    live_analysis(ui, view);
    let drawn = graph::is_drawn(view);
    if drawn {
        accuracy::table(ui, view, &mut state.accuracy);
        learn::buttons(ui, view, &state.accuracy);
    }
    if view.session.line().len() > 1 {
        effort_row(ui, view, &mut state.effort, drawn);
    }
}

/// The graph, or in its place the button that starts the analysis of the game, or its
/// progress.
pub(super) fn graph_or_start(ui: &mut Ui, view: &mut View, effort: Effort) {
    if graph::is_drawn(view) {
        return graph::show(ui, view);
    }
    let size = Vec2::new(ui.available_width(), graph::HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    if view.session.line().len() < 2 {
        return;
    }
    let palette = Palette::of(ui);
    let frame = Stroke::new(palette.line_weight, palette.hairline);
    ui.painter().rect(rect, CornerRadius::same(8), palette.panel, frame, StrokeKind::Inside);
    let inside =
        egui::UiBuilder::new().max_rect(rect.shrink(16.0)).layout(Layout::top_down(Align::Center));
    let ui = &mut ui.new_child(inside);
    let button_height = ui.spacing().interact_size.y;
    if view.analysis.progress().is_some() {
        ui.add_space((graph::HEIGHT - 32.0 - button_height) / 2.0);
        return progress(ui, view);
    }
    let text = explanation(view);
    let label = egui::Label::new(egui::RichText::new(text).size(theme::SMALL).color(palette.muted));
    ui.add(label);
    ui.add_space(8.0);
    if button(ui, ButtonStyle::Primary, None, &view.l10n.get("review-analyse")).clicked() {
        view.actions.push(UiAction::Review(ReviewRequest::AnalyseLine(effort)));
    }
}

/// Explanation of the analysis of the game: what it does, and by which engines.
fn explanation(view: &View) -> String {
    let name = |source: &AnalysisSource| sources::name(view, *source);
    match view.analysis.sources() {
        [AnalysisSource::Own] | [] => view.l10n.get("review-analyse-explained"),
        [first] => view.l10n.format("review-analyse-by", &[("engine", name(first))]),
        [first, second, ..] => {
            let facts = [("first", name(first)), ("second", name(second))];
            view.l10n.format("review-analyse-by-both", &facts)
        }
    }
}

/// Chips of the thinking time, and the button that analyses the game again, or its progress.
fn effort_row(ui: &mut Ui, view: &mut View, effort: &mut Effort, drawn: bool) {
    if drawn && view.analysis.progress().is_some() {
        return progress(ui, view);
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(4.0);
        let efforts = [
            (Effort::Quick, view.l10n.get("review-effort-quick")),
            (Effort::Usual, view.l10n.get("review-effort-usual")),
            (Effort::Deep, view.l10n.get("review-effort-deep")),
        ];
        choice(ui, effort, &efforts);
        let again = view.l10n.get("review-analyse-again");
        if drawn && button(ui, ButtonStyle::Plain, None, &again).clicked() {
            view.actions.push(UiAction::Review(ReviewRequest::AnalyseLine(*effort)));
        }
    });
}

/// Progress of the analysis of the game, with the button that stops it.
fn progress(ui: &mut Ui, view: &mut View) {
    let Some((done, all)) = view.analysis.progress() else { return };
    ui.horizontal(|ui| {
        let room = ui.available_width() - ui.spacing().interact_size.y - 8.0;
        let facts = [("done", done.to_string()), ("all", all.to_string())];
        let text = view.l10n.format("review-analysing", &facts);
        progress_bar(ui, room, done as f32 / all.max(1) as f32, &text);
        if icon_button(ui, X, &view.l10n.get("review-cancel"), true).clicked() {
            view.actions.push(UiAction::Review(ReviewRequest::CancelAnalysis));
        }
    });
}

/// Progress bar with text; `part` is 0 to 1.
fn progress_bar(ui: &mut Ui, width: f32, part: f32, text: &str) {
    let palette = Palette::of(ui);
    let size = Vec2::new(width, 26.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, text));
    let round = CornerRadius::same(6);
    ui.painter().rect_filled(rect, round, theme::mix(palette.panel, palette.ink, 0.08));
    let done = rect.with_max_x(rect.left() + rect.width() * part.clamp(0.0, 1.0));
    ui.painter().rect_filled(done, round, theme::mix(palette.panel, palette.good, 0.45));
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, text, font, palette.ink);
}

/// Continuous analysis of the current position (MultiPV).
fn live_analysis(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    let mut on = view.analysis.is_live();
    ui.horizontal(|ui| {
        if labelled_switch(ui, &l10n.get("review-live"), &mut on) {
            view.actions.push(UiAction::Review(ReviewRequest::LiveAnalysis(on)));
        }
        if !on {
            return;
        }
        let lines = view.analysis.multi_pv();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (icon, id, next, there) in [
                (PLUS, "review-more-lines", lines + 1, lines < MAX_MULTI_PV),
                (MINUS, "review-fewer-lines", lines.saturating_sub(1), lines > 1),
            ] {
                if icon_button(ui, icon, &l10n.get(id), there).clicked() {
                    view.actions.push(UiAction::Review(ReviewRequest::MultiPv(next)));
                }
            }
        });
    });
    if !on {
        return;
    }
    score_all_moves_switch(ui, view);
    let is_named = sources::are_several(view);
    for rank in 0..view.analysis.sources().len() {
        source_lines(ui, view, rank, is_named);
    }
    // Our own engine alone says this beside its depth.
    if is_named {
        let first_lines = view.analysis.sources().iter().filter_map(|&source| {
            let mut lines = view.analysis.lines_of(source, view.session).into_iter();
            legend(view, &lines.next()?)
        });
        let mut legends: Vec<String> = first_lines.collect();
        legends.dedup();
        muted(ui, legends.join(" · "));
    }
}

/// Findings of one source in the position shown.
fn source_lines(ui: &mut Ui, view: &mut View, rank: usize, is_named: bool) {
    let source = view.analysis.sources()[rank];
    let is_scored = source == AnalysisSource::Own && view.analysis.scores_all_moves();
    if is_named {
        let infos = match is_scored {
            true => view.analysis.scores(view.session),
            false => view.analysis.lines_of(source, view.session),
        };
        let facts = match infos.first() {
            Some(info) => search_facts(view.l10n, info),
            None if view.session.ending().is_none() => vec![view.l10n.get("review-thinking")],
            None => Vec::new(),
        };
        sources::name_line(ui, view, rank, &facts);
    }
    match is_scored {
        true => scored_moves(ui, view, is_named),
        false => engine_lines(ui, view, source, is_named),
    }
}

/// Depth and speed of a search, as far as they are known.
fn search_facts(l10n: &Localization, info: &EngineInfo) -> Vec<String> {
    let depth = l10n.format("search-depth", &[("depth", info.depth.to_string())]);
    let seconds = info.elapsed.as_secs_f64();
    let speed = (info.nodes > 0 && seconds > 0.0).then(|| {
        let number = rounded(info.nodes as f64 / seconds);
        l10n.format("review-speed", &[("nodes", number)])
    });
    (info.depth > 0).then_some(depth).into_iter().chain(speed).collect()
}

/// A number with two or three digits and the letter of its thousands or millions.
fn rounded(number: f64) -> String {
    match number {
        _ if number >= 9_999_500.0 => format!("{:.0}M", number / 1e6),
        _ if number >= 999_500.0 => format!("{:.1}M", number / 1e6),
        _ if number >= 9_999.5 => format!("{:.0}k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

/// Switch that scores all legal moves, where their values can stand on the board.
fn score_all_moves_switch(ui: &mut Ui, view: &mut View) {
    let l10n = view.l10n;
    let position = view.session.position();
    // Engines of others do not score every move.
    if !view.analysis.sources().contains(&AnalysisSource::Own) {
        return;
    }
    // Where pieces move, several moves share a target point, so values on points would be
    // ambiguous.
    let stones = |mv: &Move| matches!(mv, Move::Place(_) | Move::Pass);
    if position.legal_moves().iter().all(stones) {
        let mut scored = view.analysis.scores_all_moves();
        if labelled_switch(ui, &l10n.get("review-scores"), &mut scored) {
            view.actions.push(UiAction::Review(ReviewRequest::ScoreAllMoves(scored)));
        }
    } else if view.analysis.scores_all_moves() {
        view.actions.push(UiAction::Review(ReviewRequest::ScoreAllMoves(false)));
    }
}

/// The best lines that a source has found so far, and what they mean unless that stands in a
/// line of its own.
fn engine_lines(ui: &mut Ui, view: &mut View, source: AnalysisSource, is_named: bool) {
    let l10n = view.l10n;
    let infos = view.analysis.lines_of(source, view.session);
    let side = view.session.position().side_to_move();
    let lines = view.analysis.multi_pv();
    for info in &infos {
        let value =
            info.score.map(|value| evaluation_text(l10n, evaluation_of_value(&value, side)));
        let moves = variation_text(l10n, view.session, &info.pv);
        if candidate_row(ui, &value.unwrap_or_default(), &moves) {
            view.actions.push(UiAction::Play(info.best));
        }
    }
    if is_named {
        // It is in the line with the name.
    } else if let Some(info) = infos.first() {
        let depth = l10n.format("search-depth", &[("depth", info.depth.to_string())]);
        let facts = [Some(depth), legend(view, info)];
        muted(ui, facts.into_iter().flatten().collect::<Vec<_>>().join(" · "));
    } else if view.session.ending().is_none() {
        muted(ui, l10n.get("review-thinking"));
    }
    // Keeps the height constant while lines come in.
    let missing = lines.saturating_sub(infos.len());
    ui.add_space(missing as f32 * (row_height(ui, 24.0) + 2.0));
}

/// Meaning of the sign of all values: those on the board, in lists and in the graph are from
/// the first side's view.
fn legend(view: &View, info: &EngineInfo) -> Option<String> {
    let id = match info.score?.unit {
        ScoreUnit::Chance => "review-legend-chance",
        ScoreUnit::Discs | ScoreUnit::Points | ScoreUnit::Pawns => "review-legend",
    };
    let side = side_name(view.l10n, view.session.setup().game, Side::First);
    Some(view.l10n.format(id, &[("side", side)]))
}

/// Best of the scored moves; the board shows all of them.
fn scored_moves(ui: &mut Ui, view: &mut View, is_named: bool) {
    let (l10n, side) = (view.l10n, view.session.position().side_to_move());
    let scores = view.analysis.scores(view.session);
    let lines = view.analysis.multi_pv();
    for score in scores.iter().take(lines) {
        let value =
            score.score.map(|value| evaluation_text(l10n, evaluation_of_value(&value, side)));
        let text = variation_text(l10n, view.session, &[score.best]);
        let sure = match score.certainty() {
            Certainty::Estimate => {
                l10n.format("search-depth", &[("depth", score.depth.to_string())])
            }
            _ => certainty_text(l10n, score),
        };
        if candidate_row(ui, &value.unwrap_or_default(), &format!("{text} · {sure}")) {
            view.actions.push(UiAction::Play(score.best));
        }
    }
    match scores.first() {
        _ if is_named => {}
        Some(best) => {
            muted(ui, legend(view, best).unwrap_or_default());
        }
        None if view.session.ending().is_none() => {
            muted(ui, l10n.get("review-thinking"));
        }
        None => {}
    }
    ui.add_space(lines.saturating_sub(scores.len()) as f32 * 26.0);
}

/// A candidate move: evaluation and principal variation. Returns true when pressed.
fn candidate_row(ui: &mut Ui, evaluation: &str, moves: &str) -> bool {
    let palette = Palette::of(ui);
    let size = Vec2::new(ui.available_width(), row_height(ui, 24.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Button, true, format!("{evaluation} {moves}"))
    });
    if response.hovered() {
        let fill = theme::mix(palette.panel, palette.ink, 0.08);
        ui.painter().rect_filled(rect, CornerRadius::same(5), fill);
    }
    let badge = egui::Rect::from_min_size(rect.min, Vec2::new(58.0, rect.height())).shrink(2.0);
    let line = Stroke::new(palette.line_weight, palette.hairline);
    ui.painter().rect(badge, CornerRadius::same(5), palette.panel, line, StrokeKind::Inside);
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(
        badge.center(),
        egui::Align2::CENTER_CENTER,
        evaluation,
        font.clone(),
        palette.ink,
    );
    let room = (rect.right() - badge.right() - 8.0).max(10.0);
    let mut job = egui::text::LayoutJob::simple(moves.to_owned(), font, palette.ink, room);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = ui.painter().layout_job(job);
    let at = egui::pos2(badge.right() + 8.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, Color32::PLACEHOLDER);
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

/// First moves of a variation in the reader's notation.
fn variation_text(l10n: &Localization, session: &Session, line: &[Move]) -> String {
    let notation = notation(l10n, session.setup().game);
    let mut position: AnyPosition = session.position().clone();
    let mut texts = Vec::new();
    for &mv in line.iter().take(MAX_PV_PLIES) {
        let text = match mv {
            Move::Pass => Ok(l10n.get("pass")),
            _ => position.move_text_in(&notation, mv),
        };
        let Ok(text) = text else { break };
        texts.push(text);
        if position.play(mv).is_err() {
            break;
        }
    }
    texts.join(" ")
}
