//! The laboratory of searches: the trees of algorithms side by side, replayed at any speed;
//! what each node is, what was counted, and games between algorithms.

mod camera;
mod contest;
mod evolution;
mod node_panel;
mod numbers;
mod plot;
mod setup;
mod text;
mod tree_paint;
mod tree_view;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Rect, Ui, UiBuilder, Vec2};
use egui_phosphor::regular::{CARET_LEFT, CARET_RIGHT, PAUSE, PLAY, SKIP_BACK, SKIP_FORWARD};

use crate::app::features::laboratory::{Laboratory, SPEEDS};
use crate::app::services::tasks::TaskRunner;
use crate::app::session::ActiveSession;
use crate::app::state::Screen;
use crate::app::text::Localization;
use crate::app::widgets::controls::{choice, icon_button, muted, slider_with_text, spinner};
use crate::app::widgets::theme::Palette;
use crate::app::widgets::thumbnail::PaintResources;
use crate::app::widgets::{UiSystems, keys, page, root};
use crate::core::Point;
use crate::games::Algorithm;
use camera::TreeCamera;
use tree_paint::TreePaint;

/// Width of the page from which the panel stands beside the trees, and its width then.
const WIDE: f32 = 760.0;
const PANEL_WIDTH: f32 = 344.0;

/// Part of the height that the trees have above the panel on a narrow page.
const TREE_PART: f32 = 0.46;

/// Least width of a tree beside another.
const MIN_TREE_WIDTH: f32 = 300.0;

const GAP: f32 = 10.0;

/// Width of the buttons of the replay with the slider beside them.
const PLAYBACK_WIDTH: f32 = 420.0;

/// Tab that the panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Setup,
    Node,
    Numbers,
    Contest,
}

/// State of the page.
#[derive(Resource)]
struct LaboratoryPage {
    tab: Tab,
    cameras: [TreeCamera; 2],
    /// The tree whose node is looked at.
    lane: usize,
    /// The piece that is to move on the board of the setup.
    selected: Option<Point>,
    contest: Vec<Algorithm>,
}

impl Default for LaboratoryPage {
    fn default() -> LaboratoryPage {
        LaboratoryPage {
            tab: Tab::default(),
            cameras: <[TreeCamera; 2]>::default(),
            lane: 0,
            selected: None,
            contest: vec![Algorithm::Greedy, Algorithm::AlphaBeta, Algorithm::Uct],
        }
    }
}

/// Resources that the page reads, and those that it changes.
#[derive(SystemParam)]
struct PageContext<'w> {
    l10n: Res<'w, Localization>,
    laboratory: ResMut<'w, Laboratory>,
    page: ResMut<'w, LaboratoryPage>,
    runner: Res<'w, TaskRunner>,
    session: Res<'w, ActiveSession>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LaboratoryPage>().add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen)
            .run_if(in_state(Screen::Laboratory))
            .run_if(resource_exists::<Laboratory>),
    );
}

fn show(
    mut contexts: EguiContexts,
    paint_resources: PaintResources,
    mut context: PageContext,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let Some(paint) = paint_resources.context() else { return Ok(()) };
    let palette = Palette::of(&ui);
    let l10n = context.l10n.clone();
    let (heading, back) = (l10n.get("laboratory"), l10n.get("back"));
    let laboratory = &mut *context.laboratory;
    let page = &mut *context.page;
    answer_keys(&ui, laboratory);
    let foot_l10n = l10n.clone();
    let foot = laboratory.game();
    let mut pressed = Vec::new();
    let state = PlaybackState {
        plays: laboratory.is_playing(),
        at_end: laboratory.is_at_end(),
        speed: laboratory.speed(),
    };
    let leaves = page::show_unscrolled(
        &mut ui,
        ("laboratory", page::CARDS_WIDTH),
        &heading,
        &back,
        |ui| pressed = playback(ui, &foot_l10n, &state),
        |ui| {
            let tree = TreePaint { l10n: &l10n, game: foot, paint, palette };
            let area = ui.available_rect_before_wrap();
            let [trees, panel] = split(area);
            inside(ui, trees, |ui| show_trees(ui, &tree, laboratory, page));
            inside(ui, panel, |ui| {
                let names = [
                    (Tab::Setup, "laboratory-tab-setup"),
                    (Tab::Node, "laboratory-tab-node"),
                    (Tab::Numbers, "laboratory-tab-numbers"),
                    (Tab::Contest, "laboratory-tab-contest"),
                ];
                choice(ui, &mut page.tab, &names.map(|(tab, id)| (tab, l10n.get(id))));
                ui.add_space(4.0);
                let id = ("laboratory-panel", page.tab as u8);
                let scroll = egui::ScrollArea::vertical().id_salt(id).auto_shrink([false, false]);
                page::scrolled(ui, scroll, |ui| {
                    ui.set_max_width(ui.available_width() - 14.0);
                    let session = context.session.game();
                    match page.tab {
                        Tab::Setup => {
                            setup::show(ui, &tree, laboratory, &mut page.selected, session);
                        }
                        Tab::Node => match laboratory.experiment_mut(page.lane) {
                            Some(experiment) => node_panel::show(ui, &tree, experiment),
                            None => _ = muted(ui, l10n.get("laboratory-searching")),
                        },
                        Tab::Numbers => numbers::show(ui, &tree, laboratory),
                        Tab::Contest => {
                            let chosen = &mut page.contest;
                            contest::show(ui, &tree, laboratory, chosen, &context.runner);
                        }
                    }
                    ui.add_space(16.0);
                });
            });
        },
    );
    for action in pressed {
        action.apply(laboratory);
    }
    if leaves {
        next.set(Screen::Home);
        ui.ctx().request_repaint();
    }
    Ok(())
}

/// The rectangles of the trees and of the panel: beside each other, or below.
fn split(area: Rect) -> [Rect; 2] {
    if area.width() >= WIDE {
        let left = area.with_max_x(area.right() - PANEL_WIDTH - GAP);
        return [left, area.with_min_x(area.right() - PANEL_WIDTH)];
    }
    let edge = area.top() + area.height() * TREE_PART;
    [area.with_max_y(edge), area.with_min_y(edge + GAP)]
}

fn inside(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui)) {
    ui.scope_builder(UiBuilder::new().max_rect(rect), add);
}

/// The tree of each lane, beside each other where there is room.
fn show_trees(
    ui: &mut Ui,
    paint: &TreePaint,
    laboratory: &mut Laboratory,
    page: &mut LaboratoryPage,
) {
    let area = ui.available_rect_before_wrap();
    let count = laboratory.lanes().len().max(1);
    let beside = area.width() >= count as f32 * MIN_TREE_WIDTH;
    let (columns, rows) = if beside { (count, 1) } else { (1, count) };
    let size = Vec2::new(
        (area.width() - (columns - 1) as f32 * GAP) / columns as f32,
        (area.height() - (rows - 1) as f32 * GAP) / rows as f32,
    );
    page.lane = page.lane.min(count - 1);
    for lane in 0..laboratory.lanes().len() {
        let (column, row) = if beside { (lane, 0) } else { (0, lane) };
        let corner = Vec2::new(column as f32 * (size.x + GAP), row as f32 * (size.y + GAP));
        let rect = Rect::from_min_size(area.min + corner, size);
        let is_busy = laboratory.lanes()[lane].is_busy();
        inside(ui, rect, |ui| match laboratory.experiment_mut(lane) {
            Some(experiment) => {
                let before = experiment.chosen();
                tree_view::show(ui, paint, lane, experiment, &mut page.cameras[lane]);
                if experiment.chosen() != before {
                    page.lane = lane;
                    page.tab = Tab::Node;
                }
            }
            None if is_busy => {
                page.cameras[lane] = TreeCamera::default();
                spinner(ui);
                muted(ui, paint.l10n.get("laboratory-searching"));
            }
            None => {
                muted(ui, paint.l10n.get("laboratory-nothing"));
            }
        });
    }
}

/// Answers the keys of the replay while nothing has the focus.
fn answer_keys(ui: &Ui, laboratory: &mut Laboratory) {
    let free = ui.memory(|memory| memory.focused().is_none());
    if !free {
        return;
    }
    let keys = [
        (keys::LEFT, Playback::Back),
        (keys::RIGHT, Playback::Forward),
        (keys::FIRST, Playback::Start),
        (keys::LAST, Playback::End),
        (keys::AUTOPLAY, Playback::Toggle),
    ];
    for (key, action) in keys {
        for _ in 0..ui.input(|input| key.presses(input)) {
            action.apply(laboratory);
        }
    }
}

/// Something that is done to the replay.
#[derive(Clone, Copy)]
enum Playback {
    Start,
    Back,
    Toggle,
    Forward,
    End,
    Speed(usize),
}

impl Playback {
    fn apply(self, laboratory: &mut Laboratory) {
        match self {
            Playback::Start => laboratory.go_to_start(),
            Playback::Back => laboratory.step_backwards(),
            Playback::Toggle => laboratory.toggle(),
            Playback::Forward => laboratory.step_forwards(),
            Playback::End => laboratory.go_to_end(),
            Playback::Speed(speed) => laboratory.set_speed(speed),
        }
    }
}

/// State of the replay.
struct PlaybackState {
    plays: bool,
    at_end: bool,
    speed: usize,
}

/// The buttons of the replay and the slider of its speed, below them where there is no room
/// beside them.
fn playback(ui: &mut Ui, l10n: &Localization, state: &PlaybackState) -> Vec<Playback> {
    let mut pressed = Vec::new();
    let has_room = ui.available_width() >= PLAYBACK_WIDTH;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let toggle = match state.plays {
            true => (PAUSE, "laboratory-pause"),
            false => (PLAY, "laboratory-play"),
        };
        for ((icon, name), enabled, action) in [
            ((SKIP_BACK, "laboratory-start"), true, Playback::Start),
            ((CARET_LEFT, "laboratory-back"), true, Playback::Back),
            (toggle, true, Playback::Toggle),
            ((CARET_RIGHT, "laboratory-forward"), !state.at_end, Playback::Forward),
            ((SKIP_FORWARD, "laboratory-end"), !state.at_end, Playback::End),
        ] {
            if icon_button(ui, icon, &l10n.get(name), enabled).clicked() {
                pressed.push(action);
            }
        }
        if has_room {
            pressed.extend(speed_slider(ui, l10n, state.speed));
        }
    });
    if !has_room {
        pressed.extend(speed_slider(ui, l10n, state.speed));
    }
    pressed
}

fn speed_slider(ui: &mut Ui, l10n: &Localization, speed: usize) -> Option<Playback> {
    let slider = ui.horizontal(|ui| {
        let mut speed = speed as u8 + 1;
        let stops = 1..=SPEEDS.len() as u8;
        let rate = |stop: u8| {
            let rate = SPEEDS[usize::from(stop - 1).min(SPEEDS.len() - 1)];
            l10n.format("laboratory-rate", &[("rate", rate.to_string())])
        };
        let name = l10n.get("laboratory-speed");
        let changed = slider_with_text(ui, &name, &mut speed, stops, 1.0, rate);
        changed.then(|| Playback::Speed(usize::from(speed) - 1))
    });
    slider.inner
}
