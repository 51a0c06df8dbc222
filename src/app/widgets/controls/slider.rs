//! A number on a slider, over which a finger can scroll the page.

use bevy_egui::egui::style::ScrollAnimation;
use bevy_egui::egui::{self, Response, RichText, Ui, Vec2, WidgetInfo, WidgetType};

use super::focus_ring;
use crate::app::widgets::theme::Palette;

/// Distance, in points, after which it is known in which direction a finger moves.
const DIRECTION_DISTANCE: f32 = 6.0;

/// Movement of a finger that pressed a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FingerDrag {
    /// It has hardly moved.
    Unknown,
    /// It moves the handle.
    Slides,
    /// It moves the page.
    Scrolls,
}

/// A number on a slider. Returns true if it changed.
pub fn slider<N: egui::emath::Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    range: std::ops::RangeInclusive<N>,
    step: f64,
    suffix: &str,
) -> bool {
    slider_with_text(ui, name, value, range, step, |value| format!("{:.0}{suffix}", value.to_f64()))
}

/// A number on a slider, shown beside it as a text. Returns true if it changed.
pub fn slider_with_text<N: egui::emath::Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    range: std::ops::RangeInclusive<N>,
    step: f64,
    text: impl Fn(N) -> String,
) -> bool {
    let palette = Palette::of(ui);
    let before = *value;
    ui.spacing_mut().slider_width = (ui.available_width() - 76.0).clamp(80.0, 220.0);
    let slider = egui::Slider::new(value, range).step_by(step).show_value(false);
    let response = ui
        .scope(|ui| {
            // What egui fills the rail with, up to the handle.
            ui.visuals_mut().selection.bg_fill = palette.seal;
            ui.add(slider)
        })
        .inner;
    if !finger_slides(ui, &response) {
        *value = before;
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, name));
    focus_ring(ui, &response);
    ui.label(RichText::new(text(*value)).color(palette.ink));
    *value != before
}

/// False while a finger that pressed the slider has not moved along it; one that moves across
/// it scrolls the page. True for a tap, once it ends, and for all that is no finger.
fn finger_slides(ui: &Ui, response: &Response) -> bool {
    let id = response.id.with("finger");
    let known = ui.data(|data| data.get_temp::<FingerDrag>(id));
    let (is_finger, origin, delta) = ui
        .input(|input| (input.any_touches(), input.pointer.press_origin(), input.pointer.delta()));
    if !response.is_pointer_button_down_on() || !is_finger {
        ui.data_mut(|data| data.remove::<FingerDrag>(id));
        return known != Some(FingerDrag::Scrolls);
    }
    let moved = match (origin, response.interact_pointer_pos()) {
        (Some(origin), Some(at)) => at - origin,
        _ => Vec2::ZERO,
    };
    let drag = match known.unwrap_or(FingerDrag::Unknown) {
        FingerDrag::Unknown if moved.length() < DIRECTION_DISTANCE => FingerDrag::Unknown,
        FingerDrag::Unknown if moved.x.abs() < moved.y.abs() => FingerDrag::Scrolls,
        FingerDrag::Unknown => FingerDrag::Slides,
        decided => decided,
    };
    ui.data_mut(|data| data.insert_temp(id, drag));
    if drag == FingerDrag::Scrolls {
        ui.scroll_with_delta_animation(Vec2::new(0.0, delta.y), ScrollAnimation::none());
    }
    drag == FingerDrag::Slides
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, PointerButton, Pos2, Rect, TouchDeviceId, TouchId, TouchPhase};

    use super::*;

    /// A page with a slider on it.
    struct Page {
        ctx: egui::Context,
        volume: u8,
        /// Where the slider is.
        rect: Rect,
        scrolled: f32,
    }

    impl Page {
        fn new() -> Page {
            let ctx = egui::Context::default();
            let mut page = Page { ctx, volume: 50, rect: Rect::NOTHING, scrolled: 0.0 };
            page.draw(Vec::new());
            page.draw(Vec::new());
            page
        }

        fn draw(&mut self, events: Vec<Event>) {
            let screen = Rect::from_min_size(Pos2::ZERO, Vec2::new(360.0, 400.0));
            let input = egui::RawInput { screen_rect: Some(screen), events, ..Default::default() };
            self.ctx.begin_pass(input);
            let mut ui = crate::app::widgets::root(&self.ctx);
            let shown = egui::ScrollArea::vertical().show(&mut ui, |ui| {
                ui.add_space(200.0);
                let (volume, rect) = (&mut self.volume, &mut self.rect);
                ui.horizontal(|ui| {
                    let left = ui.next_widget_position();
                    slider(ui, "Volume", volume, 0..=100, 1.0, "%");
                    *rect = Rect::from_min_size(left - Vec2::new(0.0, 8.0), Vec2::new(220.0, 16.0));
                });
                ui.add_space(900.0);
            });
            self.scrolled = shown.state.offset.y;
            _ = self.ctx.end_pass();
        }

        /// A finger goes from one place to others and leaves, or the mouse does.
        fn drag(&mut self, finger: bool, places: &[Pos2]) {
            let touch = |phase, pos| {
                let (device_id, id) = (TouchDeviceId(0), TouchId(1));
                finger.then_some(Event::Touch { device_id, id, phase, pos, force: None })
            };
            let button = |pos, pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            };
            let events = |touch: Option<Event>, pos, more: Option<Event>| {
                touch.into_iter().chain([Event::PointerMoved(pos)]).chain(more).collect()
            };
            let (first, last) = (places[0], places[places.len() - 1]);
            self.draw(events(touch(TouchPhase::Start, first), first, Some(button(first, true))));
            for &place in &places[1..] {
                self.draw(events(touch(TouchPhase::Move, place), place, None));
            }
            self.draw(events(touch(TouchPhase::End, last), last, Some(button(last, false))));
            self.draw(Vec::new());
        }
    }

    #[test]
    fn a_finger_that_moves_across_a_slider_scrolls_the_page() {
        let mut page = Page::new();
        let start = page.rect.left_center() + Vec2::new(180.0, 0.0);
        let up: Vec<Pos2> = (0..=10).map(|n| start - Vec2::new(0.0, 8.0 * n as f32)).collect();
        page.drag(true, &up);
        assert_eq!(page.volume, 50);
        assert!(page.scrolled > 40.0, "{}", page.scrolled);
    }

    #[test]
    fn a_finger_that_moves_along_it_or_taps_it_and_the_mouse_set_the_number() {
        for finger in [true, false] {
            let mut page = Page::new();
            let start = page.rect.left_center() + Vec2::new(110.0, 0.0);
            let right: Vec<Pos2> =
                (0..=10).map(|n| start + Vec2::new(8.0 * n as f32, n as f32)).collect();
            page.drag(finger, &right);
            assert!((75..=97).contains(&page.volume), "{}", page.volume);
            assert_eq!(page.scrolled, 0.0);
            let tapped = page.rect.left_center() + Vec2::new(40.0, 0.0);
            page.drag(finger, &[tapped]);
            assert!((8..=25).contains(&page.volume), "{}", page.volume);
        }
    }
}
