//! The pages of how to play: the rules of a game and of its variants, with diagrams that
//! play a few moves. They open from the form of a new game and from a game in progress,
//! and return there.

mod diagrams;

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Frame, Label, RichText, Ui, Vec2};

use crate::app::services::assets::LoadedAssets;
use crate::app::session::ActiveSession;
use crate::app::settings::Settings;
use crate::app::state::Screen;
use crate::app::text::{Localization, game_name};
use crate::app::widgets::controls::{card, choice, title};
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::thumbnail::{PaintContext, PaintResources};
use crate::app::widgets::{UiSystems, page, root};
use crate::content::how_to_play::{Guide, Section};
use crate::games::registry::GAMES;
use crate::games::{Game, Options};
use diagrams::{DiagramView, Player};

/// Width of a section from which its diagram stands beside the text.
const SIDE_BY_SIDE: f32 = 480.0;

/// Width of a diagram beside the text, and the largest one above it.
const DIAGRAM_WIDTH: f32 = 200.0;
const WIDE_DIAGRAM_WIDTH: f32 = 250.0;

/// State of the page.
#[derive(Resource)]
pub struct HowToPlayPage {
    game: &'static dyn Game,
    /// Index of the page in the guide of the game.
    page: usize,
    /// The screen from which it was opened.
    return_to: Screen,
    /// Number of times that it was opened.
    opened: u32,
    player: Player,
}

impl Default for HowToPlayPage {
    fn default() -> Self {
        HowToPlayPage {
            game: GAMES[0],
            page: 0,
            return_to: Screen::Home,
            opened: 0,
            player: Player::default(),
        }
    }
}

impl HowToPlayPage {
    /// Opens the page of the variant that these options choose.
    pub fn open_for(
        &mut self,
        game: &'static dyn Game,
        options: &Options,
        assets: &LoadedAssets,
        return_to: Screen,
    ) {
        let page = assets.guide(game.id()).map_or(0, |guide| guide.page_for(game, options));
        let opened = self.opened + 1;
        *self = HowToPlayPage { game, page, return_to, opened, player: Player::default() };
    }

    /// The game, and the index of the page in its guide.
    #[cfg(test)]
    pub fn shown(&self) -> (&'static dyn Game, usize) {
        (self.game, self.page)
    }

    /// Time until a diagram on show plays its next move; `None` if none moves.
    pub fn time_to_next_move(&self) -> Option<Duration> {
        self.player.wait
    }

    /// The screen to return to; a game that is no more leaves the home screen.
    fn way_back(&self, session: &ActiveSession) -> Screen {
        match self.return_to {
            Screen::Play if session.session().is_none() => Screen::Home,
            screen => screen,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HowToPlayPage>().add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSystems::Screen).run_if(in_state(Screen::HowToPlay)),
    );
}

fn show(
    mut contexts: EguiContexts,
    l10n: Res<Localization>,
    assets: Res<LoadedAssets>,
    paint_resources: PaintResources,
    settings: Res<Settings>,
    active_session: Res<ActiveSession>,
    mut state: ResMut<HowToPlayPage>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let state = state.bypass_change_detection();
    let name = game_name(&l10n, state.game.id());
    let leave = page::show(
        &mut ui,
        // Each opening begins at the top.
        (&format!("how-to-play-{}", state.opened), page::COLUMN_WIDTH),
        &l10n.format("how-to-play-game", &[("game", name)]),
        &l10n.get("back"),
        |_| (),
        |ui| {
            let guide = assets.guide(state.game.id());
            if let (Some(guide), Some(paint)) = (guide, paint_resources.context()) {
                page_choice(ui, &l10n, guide, &mut state.page);
                let by_hand = settings.animation_scale() == 0.0;
                show_page(ui, &l10n, paint, guide, by_hand, state);
            }
        },
    );
    if leave {
        state.player.wait = None;
        next.set(state.way_back(&active_session));
    }
    Ok(())
}

/// The chips with the pages of the game.
fn page_choice(ui: &mut Ui, l10n: &Localization, guide: &Guide, chosen: &mut usize) {
    if guide.pages.len() < 2 {
        return;
    }
    let pages = guide.pages.iter().map(|page| l10n.title(&page.title));
    choice(ui, chosen, &pages.enumerate().collect::<Vec<_>>());
    ui.add_space(4.0);
}

fn show_page(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    guide: &Guide,
    by_hand: bool,
    state: &mut HowToPlayPage,
) {
    let Some(page) = guide.pages.get(state.page) else { return };
    let now = ui.input(|input| input.time);
    state.player.prepare(state.game, state.page, page, now);
    state.player.by_hand = by_hand;
    state.player.wait = None;
    for (number, section) in page.sections.iter().enumerate() {
        let (game, player) = (state.game, &mut state.player);
        section_card(ui, l10n, paint, section, &mut DiagramView { game, number, player });
    }
}

/// A section: the diagram to the left of the text, or above it where the page is narrow.
fn section_card(
    ui: &mut Ui,
    l10n: &Localization,
    paint: PaintContext,
    section: &Section,
    view: &mut DiagramView,
) {
    card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let Some(diagram) = &section.diagram else {
            return section_text(ui, l10n, section);
        };
        let heading = l10n.title(&section.heading);
        if ui.available_width() < SIDE_BY_SIDE {
            let width = ui.available_width().min(WIDE_DIAGRAM_WIDTH);
            section_heading(ui, &heading);
            ui.vertical_centered(|ui| view.show(ui, l10n, paint, diagram, &heading, width));
            ui.add_space(4.0);
            section_sentences(ui, l10n, section);
        } else {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 20.0;
                ui.allocate_ui(Vec2::new(DIAGRAM_WIDTH, 0.0), |ui| {
                    ui.vertical(|ui| {
                        view.show(ui, l10n, paint, diagram, &heading, DIAGRAM_WIDTH);
                    });
                });
                ui.vertical(|ui| section_text(ui, l10n, section));
            });
        }
    });
    ui.add_space(4.0);
}

fn section_text(ui: &mut Ui, l10n: &Localization, section: &Section) {
    section_heading(ui, &l10n.title(&section.heading));
    section_sentences(ui, l10n, section);
}

fn section_heading(ui: &mut Ui, heading: &str) {
    ui.add(Label::new(title(heading, theme::LARGE).color(Palette::of(ui).ink)).wrap());
}

fn section_sentences(ui: &mut Ui, l10n: &Localization, section: &Section) {
    let text = RichText::new(l10n.title(&section.text)).size(theme::BODY);
    let text = text.color(Palette::of(ui).ink).line_height(Some(theme::BODY * 1.5));
    Frame::new().show(ui, |ui| ui.add(Label::new(text).wrap()));
}
