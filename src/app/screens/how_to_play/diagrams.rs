//! The diagrams of a page: which of their positions is on show, and how it is drawn. They
//! play their moves in a loop, or where nothing is animated by a button.

use std::time::Duration;

use bevy_egui::egui::{Sense, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular::{ARROW_COUNTER_CLOCKWISE, CARET_RIGHT};

use crate::app::board::drawing::Marker;
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, muted};
use crate::app::widgets::thumbnail::{BoardMarks, PaintContext, paint_marked_board};
use crate::content::how_to_play::{Diagram, Frame, Page};
use crate::core::{Move, Point};
use crate::games::{Game, Ruling, Segment};

/// Seconds from one move to the next, and more after the last one.
const MOVE_SECONDS: f64 = 1.2;
const PAUSE_SECONDS: f64 = 1.8;

/// Largest height of a diagram, in widths.
const MAX_HEIGHT: f32 = 1.15;

/// The positions of the diagrams of one page, and how far they are played.
#[derive(Default)]
pub(super) struct Player {
    /// The page whose diagrams these are.
    page: Option<usize>,
    /// The positions of each section's diagram; none without a diagram.
    frames: Vec<Vec<Frame>>,
    /// The position on show of each diagram that is played by hand.
    steps: Vec<usize>,
    /// Time at which the diagrams began to play, in seconds.
    started: f64,
    /// Moves are played by a button.
    pub(super) by_hand: bool,
    /// Time until the next move of a visible diagram.
    pub(super) wait: Option<Duration>,
}

impl Player {
    /// Loads the diagrams of a page, unless they are loaded.
    pub(super) fn prepare(&mut self, game: &dyn Game, index: usize, page: &Page, now: f64) {
        if self.page == Some(index) {
            return;
        }
        let frames = page.sections.iter().map(|section| {
            section.diagram.as_ref().map_or(Vec::new(), |diagram| diagram.frames(game, page))
        });
        self.frames = frames.collect();
        self.steps = vec![0; page.sections.len()];
        self.page = Some(index);
        self.started = now;
    }

    /// Index of the position of a section that is on show now, and the seconds until the
    /// next one.
    fn step(&self, number: usize, now: f64) -> (usize, Option<f64>) {
        let count = self.frames[number].len();
        if self.by_hand || count < 2 {
            return (self.steps[number].min(count.saturating_sub(1)), None);
        }
        loop_step(count, now - self.started)
    }
}

/// Index of the position on show after these seconds, in a loop of `count` positions, and
/// the seconds until the next one.
fn loop_step(count: usize, seconds: f64) -> (usize, Option<f64>) {
    let cycle = count as f64 * MOVE_SECONDS + PAUSE_SECONDS;
    let phase = seconds.max(0.0) % cycle;
    let step = ((phase / MOVE_SECONDS) as usize).min(count - 1);
    let end = if step + 1 < count { (step + 1) as f64 * MOVE_SECONDS } else { cycle };
    (step, Some(end - phase))
}

/// The diagram of one section of a page.
pub(super) struct DiagramView<'a> {
    pub(super) game: &'static dyn Game,
    /// Index of the section.
    pub(super) number: usize,
    pub(super) player: &'a mut Player,
}

impl DiagramView<'_> {
    /// Draws the diagram, of this width. A screen reader reads `heading`.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        l10n: &Localization,
        paint: PaintContext,
        diagram: &Diagram,
        heading: &str,
        width: f32,
    ) {
        let now = ui.input(|input| input.time);
        let (step, left) = self.player.step(self.number, now);
        let frames = &self.player.frames[self.number];
        let Some(frame) = frames.get(step) else { return };
        let board = frame.position.board();
        let height = f32::from(board.ranks) / f32::from(board.files) * width;
        let size = Vec2::new(width, height.min(MAX_HEIGHT * width));
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, heading));
        if ui.is_rect_visible(rect) {
            let (rows, won) = rows(frames, step);
            let marks = BoardMarks { markers: &markers(diagram, frame, step), rows: &rows, won };
            let area = rect.shrink(4.0);
            paint_marked_board(ui.painter(), area, self.game, &frame.position, marks, paint);
            if let Some(left) = left {
                let left = Duration::from_secs_f64(left.max(0.01));
                let wait = self.player.wait.map_or(left, |wait| wait.min(left));
                self.player.wait = Some(wait);
            }
        }
        let last = self.player.frames[self.number].len() - 1;
        if self.player.by_hand && last > 0 {
            ui.horizontal(|ui| {
                let (icon, text) = match step == last {
                    true => (ARROW_COUNTER_CLOCKWISE, "how-to-play-again"),
                    false => (CARET_RIGHT, "how-to-play-next"),
                };
                if button(ui, ButtonStyle::Quiet, Some(icon), &l10n.get(text)).clicked() {
                    self.player.steps[self.number] = (step + 1) % (last + 1);
                }
                muted(ui, format!("{} / {}", step + 1, last + 1));
            });
        }
    }
}

/// The markers of a position: the last move, the points that the text speaks of, and at
/// first where the piece can go.
fn markers(diagram: &Diagram, frame: &Frame, step: usize) -> Vec<(Marker, Point)> {
    let mut markers = Vec::new();
    match frame.last_move {
        Some((Move::FromTo { from, .. }, to)) => {
            markers.extend([(Marker::Moved, from), (Marker::Moved, to)]);
        }
        Some((Move::Place(_), at)) => markers.push((Marker::LastMove, at)),
        _ => {}
    }
    if let Some(piece) = diagram.piece.map(|piece| piece.0).filter(|_| step == 0) {
        markers.push((Marker::Selected, piece));
        markers.extend(frame.reachable(piece).map(|to| match frame.position.piece_at(to) {
            Some(_) => (Marker::Capture, to),
            None => (Marker::Legal, to),
        }));
    }
    markers.extend(diagram.marks.iter().map(|mark| (Marker::PuzzleTarget, mark.0)));
    markers
}

/// The rows that end the game in a position, and whether they win it.
fn rows(frames: &[Frame], step: usize) -> (Vec<Segment>, bool) {
    let position = &frames[step].position;
    let won = position.winning_rows();
    if !won.is_empty() || step == 0 || position.outcome().is_none() {
        return (won, true);
    }
    let played = frames[step].last_move.map(|(mv, _)| mv);
    let warnings = frames[step - 1].position.warnings().into_iter();
    let mut lost = warnings
        .filter(|warning| Some(warning.mv) == played && warning.ruling == Ruling::Loss)
        .map(|warning| warning.rows);
    (lost.next().unwrap_or_default(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_plays_its_moves_and_after_a_pause_begins_again() {
        let at = |seconds| loop_step(3, seconds).0;
        let steps = [0.0, 1.1, 1.3, 2.5, 5.3, 5.5, 6.7].map(at);
        assert_eq!(steps, [0, 0, 1, 2, 2, 0, 1]);
        let (_, left) = loop_step(3, 1.0);
        assert!((left.unwrap() - 0.2).abs() < 1e-9);
        let (_, left) = loop_step(3, 2.4);
        assert!((left.unwrap() - 3.0).abs() < 1e-9);
    }
}
