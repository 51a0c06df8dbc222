//! Setup of the search: the position, the algorithms and their effort.

use bevy_egui::egui::{CursorIcon, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular::{ARROW_U_UP_LEFT, PLAY};

use super::text::algorithm_name;
use super::tree_paint::TreePaint;
use crate::app::board::drawing::Marker;
use crate::app::features::laboratory::{Effort, Laboratory, MAX_DEPTH};
use crate::app::session::Session;
use crate::app::text::game_name;
use crate::app::widgets::controls::{
    ButtonStyle, NUMBER_WIDTH, button, chip, chips, combo_box, group, labelled_switch, muted,
    stepper,
};
use crate::app::widgets::thumbnail::{self, BoardMarks, paint_marked_board};
use crate::core::{Move, Point};
use crate::games::Algorithm;

/// Largest width of the board, in points.
const BOARD: f32 = 200.0;

/// Playouts and generations that can be chosen.
const PLAYOUTS: [u32; 7] = [25, 50, 100, 200, 400, 1000, 3000];
const GENERATIONS: [u32; 5] = [5, 12, 25, 50, 100];

/// Draws the setup. `selected` is the point of the piece that is to move.
pub(super) fn show(
    ui: &mut Ui,
    paint: &TreePaint,
    laboratory: &mut Laboratory,
    selected: &mut Option<Point>,
    played: Option<&Session>,
) {
    positions(ui, paint, laboratory, selected, played);
    board(ui, paint, laboratory, selected);
    let l10n = paint.l10n;
    group(ui, &l10n.get("laboratory-algorithm"));
    algorithms(ui, paint, laboratory, 0);
    let mut races = laboratory.races();
    if laboratory.known().len() > 1 && labelled_switch(ui, &l10n.get("laboratory-race"), &mut races)
    {
        laboratory.set_races(races);
    }
    if laboratory.races() {
        algorithms(ui, paint, laboratory, 1);
    }
    effort(ui, paint, laboratory);
}

/// The list of positions.
fn positions(
    ui: &mut Ui,
    paint: &TreePaint,
    laboratory: &mut Laboratory,
    selected: &mut Option<Point>,
    played: Option<&Session>,
) {
    let l10n = paint.l10n;
    let name = |game: &str, title: String| {
        let parts = [("game", game_name(l10n, game)), ("title", title)];
        l10n.format("laboratory-position-name", &parts)
    };
    let shown = laboratory.shipped().iter().find(|one| {
        one.game.id() == laboratory.game().id()
            && one.position.text() == laboratory.position().text()
    });
    let shown = match shown {
        Some(one) => name(one.game.id(), l10n.title(&one.title)),
        None => name(laboratory.game().id(), l10n.get("laboratory-own-position")),
    };
    let mut chosen = None;
    combo_box(ui, &l10n.get("laboratory-position"), &shown, |ui| {
        for (n, one) in laboratory.shipped().iter().enumerate() {
            let text = name(one.game.id(), l10n.title(&one.title));
            if ui.selectable_label(text == shown, &text).clicked() {
                chosen = Some(n);
            }
        }
    });
    if let Some(one) = chosen.and_then(|n| laboratory.shipped().get(n)).cloned() {
        *selected = None;
        laboratory.set_up(one.game, one.options, one.position);
    }
    if let Some(session) = played.filter(|session| session.position().outcome().is_none())
        && button(ui, ButtonStyle::Quiet, Some(PLAY), &l10n.get("laboratory-from-game")).clicked()
    {
        *selected = None;
        let setup = session.setup();
        laboratory.set_up(setup.game, setup.options.clone(), session.position().clone());
    }
}

/// The move that a tap on a point makes, after one on the point of a piece or without.
fn tapped_move(legal: &[Move], from: Option<Point>, at: Point) -> Option<Move> {
    legal.iter().copied().find(|&mv| match mv {
        Move::Place(to) => from.is_none() && to == at,
        Move::FromTo { from: start, to, .. } => from == Some(start) && to == at,
        Move::Pass | Move::Decide(_) => false,
    })
}

/// The board, on which moves are played by taps.
fn board(
    ui: &mut Ui,
    paint: &TreePaint,
    laboratory: &mut Laboratory,
    selected: &mut Option<Point>,
) {
    let l10n = paint.l10n;
    let size = Vec2::splat(ui.available_width().min(BOARD));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let spoken = l10n.get("laboratory-board");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    let position = laboratory.position();
    let markers: Vec<_> = selected.iter().map(|&at| (Marker::Selected, at)).collect();
    let rows = position.winning_rows();
    let marks = BoardMarks { markers: &markers, rows: &rows, won: true };
    paint_marked_board(ui.painter(), rect, paint.game, position, marks, paint.paint);
    let legal = position.legal_moves();
    let tapped = tapped_point(&response, rect, laboratory);
    if let Some(at) = tapped {
        let is_origin = |mv: &Move| matches!(mv, Move::FromTo { from, .. } if *from == at);
        if let Some(mv) = tapped_move(&legal, *selected, at) {
            *selected = None;
            laboratory.play_move(mv);
        } else {
            *selected = Some(at).filter(|_| legal.iter().any(is_origin));
        }
    }
    if legal == [Move::Pass] && button(ui, ButtonStyle::Plain, None, &l10n.get("pass")).clicked() {
        laboratory.play_move(Move::Pass);
    }
    muted(ui, l10n.get("laboratory-tap-board"));
    let text = l10n.get("laboratory-take-back");
    if laboratory.can_take_back()
        && button(ui, ButtonStyle::Quiet, Some(ARROW_U_UP_LEFT), &text).clicked()
    {
        *selected = None;
        laboratory.take_back();
    }
}

fn tapped_point(
    response: &bevy_egui::egui::Response,
    rect: Rect,
    laboratory: &Laboratory,
) -> Option<Point> {
    let response = response.clone().on_hover_cursor(CursorIcon::PointingHand);
    let at = response.interact_pointer_pos().filter(|_| response.clicked())?;
    thumbnail::point_at(rect, laboratory.position().board(), at)
}

/// The algorithms as chips.
fn algorithms(ui: &mut Ui, paint: &TreePaint, laboratory: &mut Laboratory, lane: usize) {
    let chosen = laboratory.chosen()[lane];
    let known = laboratory.known().to_vec();
    let mut pressed = None;
    chips(ui, |ui| {
        for algorithm in known {
            let text = algorithm_name(paint.l10n, algorithm);
            if chip(ui, algorithm == chosen, &text, None) && algorithm != chosen {
                pressed = Some(algorithm);
            }
        }
    });
    muted(ui, paint.l10n.get(&format!("algorithm-{}-about", chosen.id())));
    if let Some(algorithm) = pressed {
        laboratory.choose(lane, algorithm);
    }
}

/// Steps through a list of numbers.
fn step_in(ui: &mut Ui, name: &str, numbers: &[u32], number: u32) -> u32 {
    let at = numbers.partition_point(|&one| one < number).min(numbers.len() - 1);
    muted(ui, name);
    let (less, more) = (at > 0, at + 1 < numbers.len());
    let by = stepper(ui, name, &number.to_string(), NUMBER_WIDTH, less, more);
    if by == 0 { number } else { numbers[at.saturating_add_signed(by as isize)] }
}

/// The effort of the chosen algorithms.
fn effort(ui: &mut Ui, paint: &TreePaint, laboratory: &mut Laboratory) {
    let l10n = paint.l10n;
    let count = if laboratory.races() { 2 } else { 1 };
    let chosen = laboratory.chosen();
    let any = |has: fn(Algorithm) -> bool| chosen[..count].iter().any(|&one| has(one));
    let before = laboratory.effort();
    let mut effort: Effort = before;
    if any(|one| one.has_depth() && one != Algorithm::Greedy) {
        let depths: Vec<u32> = (1..=MAX_DEPTH).collect();
        effort.depth = step_in(ui, &l10n.get("laboratory-depth"), &depths, effort.depth);
    }
    if any(Algorithm::has_playouts) {
        let name = l10n.get("laboratory-playouts");
        effort.playouts = step_in(ui, &name, &PLAYOUTS, effort.playouts);
    }
    if any(|one| one == Algorithm::Evolution) {
        let name = l10n.get("laboratory-generations");
        effort.generations = step_in(ui, &name, &GENERATIONS, effort.generations);
    }
    if effort != before {
        laboratory.set_effort(effort);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_places_a_stone_or_moves_the_piece_that_was_tapped_before() {
        let [a, b] = [Point::new(0, 0), Point::new(1, 1)];
        let slide = Move::FromTo { from: a, to: b, promotion: None };
        assert_eq!(tapped_move(&[Move::Place(a)], None, a), Some(Move::Place(a)));
        assert_eq!(tapped_move(&[Move::Place(a)], None, b), None);
        assert_eq!(tapped_move(&[slide], Some(a), b), Some(slide));
        assert_eq!(tapped_move(&[slide], None, b), None);
    }
}
