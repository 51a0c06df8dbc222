//! Games that are looked at: who asks for one, and its page.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::Screen;
use super::platform::files::Save;
use super::screens::page;
use super::shelf::{Ask, Told, file_of};
use super::ui::widgets::{Weight, button, muted};
use super::ui::{UiSet, Words, root};
use crate::library::GameId;
use crate::record::GameTree;
use crate::record::formats::FORMATS;

/// Asks to look at a game; the one who asks goes to [`Screen::Review`].
#[derive(Message, Clone)]
pub struct Open {
    /// The game.
    pub tree: GameTree,
    /// Its number, if it is one of the library.
    pub kept: Option<GameId>,
}

/// The game that is looked at.
#[derive(Resource, Default)]
struct Review(Option<Open>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Review>().add_message::<Open>().add_systems(Update, take_in).add_systems(
        EguiPrimaryContextPass,
        show.in_set(UiSet::Screen).run_if(in_state(Screen::Review)),
    );
}

fn take_in(
    mut opened: MessageReader<Open>,
    mut told: MessageReader<Told>,
    mut review: ResMut<Review>,
) {
    if let Some(open) = opened.read().last() {
        review.0 = Some(open.clone());
    }
    for told in told.read() {
        if let (Told::Stored(id), Some(open)) = (told, &mut review.0) {
            open.kept = Some(*id);
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    words: Res<Words>,
    review: Res<Review>,
    mut asks: MessageWriter<Ask>,
    mut saves: MessageWriter<Save>,
    mut next: ResMut<NextState<Screen>>,
) -> Result {
    let mut ui = root(contexts.ctx_mut()?);
    let (heading, back) = (words.get("review"), words.get("back"));
    let leave = page::show(
        &mut ui,
        "review",
        &heading,
        &back,
        |_| (),
        |ui| {
            let Some(Open { tree, kept }) = &review.0 else { return };
            let moves: Vec<_> = tree.main_line().filter_map(|node| tree.move_text(node)).collect();
            muted(ui, moves.join("  "));
            if kept.is_none()
                && button(ui, Weight::Plain, None, &words.get("library-save")).clicked()
            {
                asks.write(Ask::Store { id: None, tree: Box::new(tree.clone()) });
            }
            if button(ui, Weight::Plain, None, &words.get("library-export")).clicked()
                && let Ok(save) = file_of(std::slice::from_ref(tree), FORMATS[0])
            {
                saves.write(save);
                ui.ctx().request_repaint();
            }
        },
    );
    if leave {
        next.set(Screen::Library);
    }
    Ok(())
}
