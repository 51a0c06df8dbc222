//! A rail: numbered stops on a line, of which one is pressed, dragged to or reached by the
//! arrow keys.

use bevy_egui::egui::accesskit::{Action, ActionData};
use bevy_egui::egui::{
    Align2, CursorIcon, EventFilter, FontId, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2,
    WidgetInfo,
};

use super::{TOUCH_TARGET, focus_ring, target_height};
use crate::app::widgets::keys;
use crate::app::widgets::theme::{self, Palette};

/// Largest radius of a stop, and how much larger the chosen one is.
const STOP_RADIUS: f32 = 14.0;
const CHOSEN_GROWTH: f32 = 3.0;

/// A rail with the stops 1 to `stops`. A screen reader reads `name`, and of the chosen stop
/// what `spoken` says. Returns true if another stop was chosen.
pub fn rail(
    ui: &mut Ui,
    name: &str,
    chosen: &mut u8,
    stops: u8,
    spoken: impl Fn(u8) -> String,
) -> bool {
    let size = Vec2::new(ui.available_width(), target_height(ui).max(TOUCH_TARGET));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let places = Places { rect, stops };
    let before = *chosen;
    let pointed = response.interact_pointer_pos().map(|at| places.nearest(at.x));
    let moved = i64::from(*chosen) + steps(ui, &response);
    *chosen = pointed.unwrap_or(moved.clamp(1, i64::from(stops)) as u8);
    if let Some(value) = requested_stop(ui, &response) {
        *chosen = value.clamp(1.0, f64::from(stops)) as u8;
    }
    response.widget_info(|| WidgetInfo::slider(true, f64::from(*chosen), name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_value(spoken(*chosen));
        node.set_min_numeric_value(1.0);
        node.set_max_numeric_value(f64::from(stops));
        node.set_numeric_value_step(1.0);
        for action in [Action::SetValue, Action::Increment, Action::Decrement] {
            node.add_action(action);
        }
    });
    let hovered = response.hover_pos().map(|at| places.nearest(at.x));
    paint(ui, places, *chosen, hovered);
    focus_ring(ui, &response);
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if let Some(stop) = hovered.filter(|_| !response.is_pointer_button_down_on()) {
        response.on_hover_text_at_pointer(spoken(stop));
    }
    *chosen != before
}

/// Where the stops are.
#[derive(Clone, Copy)]
struct Places {
    rect: Rect,
    stops: u8,
}

impl Places {
    fn gap(self) -> f32 {
        (self.rect.width() - 2.0 * (STOP_RADIUS + CHOSEN_GROWTH)) / f32::from(self.stops.max(2) - 1)
    }

    fn x(self, stop: u8) -> f32 {
        let first = self.rect.left() + STOP_RADIUS + CHOSEN_GROWTH;
        first + f32::from(stop - 1) * self.gap()
    }

    fn nearest(self, x: f32) -> u8 {
        let number = ((x - self.x(1)) / self.gap()).round();
        number.clamp(0.0, f32::from(self.stops - 1)) as u8 + 1
    }

    fn radius(self) -> f32 {
        STOP_RADIUS.min(self.gap() / 2.0 - 3.0)
    }
}

/// Steps requested by keys and by a screen reader. The arrows do not leave the rail.
fn steps(ui: &Ui, response: &Response) -> i64 {
    let mut steps = 0;
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        ui.input(|input| {
            steps += keys::RIGHT.presses(input) as i64;
            steps -= keys::LEFT.presses(input) as i64;
            steps += 100 * keys::LAST.presses(input) as i64;
            steps -= 100 * keys::FIRST.presses(input) as i64;
        });
    }
    ui.input(|input| {
        steps += input.num_accesskit_action_requests(response.id, Action::Increment) as i64;
        steps -= input.num_accesskit_action_requests(response.id, Action::Decrement) as i64;
    });
    steps
}

/// The stop that a screen reader asks for.
fn requested_stop(ui: &Ui, response: &Response) -> Option<f64> {
    ui.input(|input| {
        let requests = input.accesskit_action_requests(response.id, Action::SetValue);
        let value = |data: &Option<ActionData>| match data {
            Some(ActionData::NumericValue(value)) => Some(*value),
            _ => None,
        };
        requests.filter_map(|request| value(&request.data)).last()
    })
}

fn paint(ui: &Ui, places: Places, chosen: u8, hovered: Option<u8>) {
    let palette = Palette::of(ui);
    let painter = ui.painter();
    let middle = places.rect.center().y;
    let segment = |from: f32, to: f32, color| {
        let line = Stroke::new(3.0 * palette.line_weight.min(1.5), color);
        painter.line_segment([Pos2::new(from, middle), Pos2::new(to, middle)], line);
    };
    segment(places.x(1), places.x(places.stops), palette.hairline);
    segment(places.x(1), places.x(chosen), palette.seal);
    for stop in 1..=places.stops {
        let at = Pos2::new(places.x(stop), middle);
        let is_chosen = stop == chosen;
        let radius = places.radius() + if is_chosen { CHOSEN_GROWTH } else { 0.0 };
        let (fill, ink) = match is_chosen {
            true => (palette.seal, palette.on_seal),
            false if hovered == Some(stop) => {
                (theme::mix(palette.panel, palette.ink, 0.12), palette.ink)
            }
            false => (palette.panel, palette.ink),
        };
        let edge = if stop <= chosen { palette.seal } else { palette.muted };
        painter.circle(at, radius, fill, Stroke::new(1.5 * palette.line_weight.min(1.5), edge));
        let font = FontId::proportional(if is_chosen { theme::BODY } else { theme::SMALL });
        painter.text(at, Align2::CENTER_CENTER, stop.to_string(), font, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_anywhere_reaches_the_nearest_stop() {
        let rect = Rect::from_min_size(Pos2::new(20.0, 0.0), Vec2::new(296.0, 44.0));
        let places = Places { rect, stops: 10 };
        for stop in 1..=10 {
            for nudge in [-12.0, 0.0, 12.0] {
                assert_eq!(places.nearest(places.x(stop) + nudge), stop);
            }
        }
        assert_eq!((places.nearest(0.0), places.nearest(1e4)), (1, 10));
        assert!(places.radius() * 2.0 < places.gap());
        assert!(places.x(10) + places.radius() + CHOSEN_GROWTH <= rect.right() + 0.01);
    }
}
