//! The packs of puzzle levels: what they are about and how much is solved.

use bevy::prelude::*;
use bevy_egui::egui::{self, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use egui_phosphor::regular::{CHECK, PLAY};

use super::page;
use crate::app::Screen;
use crate::app::assets::Library;
use crate::app::puzzles::{Ask, Progress};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{Weight, button, group, muted, row};
use crate::app::ui::{UiSet, Words, root};
use crate::content::levels::Pack;
use crate::games::registry::GAMES;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Screen).run_if(in_state(Screen::Puzzles)),
    );
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    library: Res<Library>,
    progress: Res<Progress>,
    mut asks: MessageWriter<Ask>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let mut chosen = None;
    let leave = page::show(
        &mut ui,
        "puzzles",
        &words.get("puzzles"),
        &words.get("back"),
        |_| (),
        |ui| {
            if progress.streak() > 1 {
                let streak = [("number", progress.streak().to_string())];
                muted(ui, words.with("puzzle-streak", &streak));
            }
            for game in GAMES {
                let of_game =
                    || library.packs().iter().enumerate().filter(|(_, p)| p.game == game.id());
                if of_game().next().is_some() {
                    group(ui, &words.get(&format!("game-{}", game.id())));
                }
                for (number, pack) in of_game() {
                    if entry(ui, &words, &progress, pack) {
                        chosen = Some((number, progress.next(pack)));
                    }
                }
            }
        },
    );
    if leave {
        next.set(Screen::Home);
    } else if let Some((pack, level)) = chosen {
        asks.write(Ask::Begin(pack, level));
        next.set(Screen::Play);
    }
    Ok(())
}

/// How much of something is done, 0 to 1.
fn bar(ui: &mut Ui, part: f32) {
    let palette = Palette::of(ui);
    let size = egui::Vec2::new(ui.available_width().min(160.0), 6.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let round = egui::CornerRadius::same(3);
    ui.painter().rect_filled(rect, round, palette.hairline);
    let done = rect.with_max_x(rect.left() + rect.width() * part.clamp(0.0, 1.0));
    ui.painter().rect_filled(done, round, palette.good);
}

/// One pack. Returns whether it was chosen.
fn entry(ui: &mut Ui, words: &Words, progress: &Progress, pack: &Pack) -> bool {
    let (done, all) = (progress.count(pack), pack.levels.len());
    let mut chosen = false;
    let title = words.title(&pack.title);
    row(ui, &title, |ui| {
        let icon = if done == all { CHECK } else { PLAY };
        let response = button(ui, Weight::Plain, Some(icon), &format!("{done} / {all}"));
        chosen = response.clicked();
        if ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        bar(ui, done as f32 / all.max(1) as f32);
    });
    muted(ui, words.title(&pack.description));
    chosen
}
