//! Shows notices near the board for a while.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::theme::{self, Palette};
use super::{BoardArea, UiSet, Words};
use crate::app::Screen;
use crate::app::notice::{Fact, Kind, Notice};

/// How many notices are shown at once.
const MOST: usize = 3;

/// The notices on show, oldest first.
#[derive(Resource, Default)]
pub struct Toasts(Vec<(Notice, Duration)>);

impl Toasts {
    /// Whether any notice is on show.
    pub fn is_showing(&self) -> bool {
        !self.0.is_empty()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Toasts>().add_message::<Notice>().add_systems(Last, collect).add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Over).run_if(not(in_state(Screen::Loading))),
    );
}

fn collect(time: Res<Time<Real>>, mut notices: MessageReader<Notice>, mut toasts: ResMut<Toasts>) {
    let now = time.elapsed();
    for notice in notices.read() {
        let until = now + notice.shown();
        // A newer refusal takes the place of the one before it.
        toasts.0.retain(|(old, _)| {
            old != notice && !(old.kind == Kind::Refusal && notice.kind == Kind::Refusal)
        });
        toasts.0.push((notice.clone(), until));
        if toasts.0.len() > MOST {
            // Problems stay longest.
            let oldest = toasts.0.iter().position(|(old, _)| old.kind != Kind::Problem);
            toasts.0.remove(oldest.unwrap_or(0));
        }
    }
    if toasts.0.iter().any(|(_, until)| *until <= now) {
        toasts.0.retain(|(_, until)| *until > now);
    }
}

/// Draws the notices over the lower edge of the board, or of the window.
fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    area: Res<BoardArea>,
    screen: Res<State<Screen>>,
    mut toasts: ResMut<Toasts>,
) -> Result {
    if toasts.0.is_empty() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    let palette = Palette::get(ctx);
    let window = ctx.content_rect();
    let zoom = ctx.zoom_factor();
    let place = area.0.map_or(window, |area| {
        let corner = |p: Vec2| egui::pos2(p.x / zoom, p.y / zoom);
        egui::Rect::from_min_max(corner(area.min), corner(area.max))
    });
    // Before a game the thing to press lies at the bottom.
    let pivot = match screen.get() {
        Screen::NewGame | Screen::MakeLevel => egui::Align2::CENTER_TOP,
        _ => egui::Align2::CENTER_BOTTOM,
    };
    let y = match pivot {
        egui::Align2::CENTER_TOP => place.top() + 64.0,
        // The ways to the other screens lie along the edge of the first one.
        _ if *screen.get() == Screen::Home => window.bottom() - 88.0,
        _ => place.bottom().min(window.bottom()) - 12.0,
    };
    let breadth = (place.width().max(window.width().min(300.0)) - 24.0).clamp(120.0, 460.0);
    let centre = place.center().x.clamp(
        window.left() + breadth / 2.0 + 8.0,
        (window.right() - breadth / 2.0 - 8.0).max(window.left() + breadth / 2.0 + 8.0),
    );
    let mut dismissed = None;
    egui::Area::new(egui::Id::new("notices"))
        .order(egui::Order::Tooltip)
        // What goes by itself takes no tap away from the board below.
        .interactable(toasts.0.iter().any(|(notice, _)| notice.kind == Kind::Problem))
        .fixed_pos(egui::pos2(centre, y))
        .pivot(pivot)
        .show(ctx, |ui| {
            ui.set_max_width(breadth);
            ui.with_layout(egui::Layout::top_down(egui::Align::Center), |ui| {
                // A low window has room for the latest alone.
                let hidden = if window.height() < 400.0 { toasts.0.len() - 1 } else { 0 };
                for (number, (notice, _)) in toasts.0.iter().enumerate().skip(hidden) {
                    let edge = match notice.kind {
                        Kind::Problem => palette.warning,
                        Kind::Refusal => palette.accent,
                        Kind::Hint | Kind::Done => palette.good,
                    };
                    let frame = super::widgets::card(ui)
                        .inner_margin(egui::Margin::symmetric(14, 9))
                        .stroke(egui::Stroke::new(1.5 * palette.weight, edge));
                    let text = words.with(notice.id, &facts(&words, notice));
                    let shown = frame.show(ui, |ui| {
                        ui.add(
                            egui::Label::new(egui::RichText::new(text).size(theme::BODY))
                                .wrap()
                                .halign(egui::Align::Center),
                        );
                    });
                    let response = shown.response.interact(egui::Sense::click());
                    if response.clicked() {
                        dismissed = Some(number);
                    }
                }
            });
        });
    if ctx.input(|input| input.key_pressed(egui::Key::Escape)) && dismissed.is_none() {
        // Escape still means what it means on the screen below.
        toasts.0.retain(|(notice, _)| notice.kind == Kind::Problem);
    }
    if let Some(number) = dismissed {
        toasts.0.remove(number);
    }
    Ok(())
}

fn facts(words: &Words, notice: &Notice) -> Vec<(&'static str, String)> {
    let text = |fact: &Fact| match fact {
        Fact::Text(text) => text.clone(),
        Fact::Word(id) => words.get(id),
    };
    notice.facts.iter().map(|(name, fact)| (*name, text(fact))).collect()
}
