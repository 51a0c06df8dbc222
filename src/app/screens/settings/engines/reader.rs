//! The transcript of an engine over any other page, which waits behind it: where it is told
//! that an engine has failed, what it said last is one press away.

use bevy::prelude::*;
use bevy_egui::egui::CornerRadius;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::PageContext;
use super::transcript::{self, TranscriptView};
use crate::app::services::engines::ReadTranscript;
use crate::app::state::Screen;
use crate::app::widgets::theme::Palette;
use crate::app::widgets::{UiSystems, root};

/// The transcript that is read, if any.
#[derive(Resource, Default)]
struct Reader(Option<TranscriptView>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Reader>()
        .add_message::<ReadTranscript>()
        .configure_sets(EguiPrimaryContextPass, UiSystems::Screen.run_if(is_closed))
        .add_systems(
            EguiPrimaryContextPass,
            (
                open.in_set(UiSystems::Prepare),
                show.in_set(UiSystems::CoveringPage).run_if(not(is_closed)),
            )
                .run_if(not(in_state(Screen::Loading))),
        );
}

fn is_closed(reader: Res<Reader>) -> bool {
    reader.0.is_none()
}

fn open(
    mut asked: MessageReader<ReadTranscript>,
    context: PageContext,
    mut reader: ResMut<Reader>,
) {
    for &ReadTranscript(id) in asked.read() {
        let name = context.engines.name(id).unwrap_or_default();
        reader.0 = Some(TranscriptView::of_engine(name, id));
    }
}

fn show(
    mut contexts: EguiContexts,
    mut context: PageContext,
    mut reader: ResMut<Reader>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let mut ui = root(ctx);
    // The board is drawn below everything.
    ui.painter().rect_filled(ctx.viewport_rect(), CornerRadius::ZERO, Palette::get(ctx).paper);
    if let Some(view) = &mut reader.0
        && transcript::show(&mut ui, &mut context, view).is_some()
    {
        reader.0 = None;
        ctx.request_repaint();
    }
    Ok(())
}
