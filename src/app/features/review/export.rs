//! Export of the game under review: a record in any format that can hold it, an image
//! of the position, an animated GIF of the line, or pages to print.

use std::ops::ControlFlow;
use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Review;
use crate::app::features::image_export;
use crate::app::features::image_export::{FrameTiming, ImageStyle, RenderContext};
use crate::app::notice::Notice;
use crate::app::platform::files::SaveFile;
use crate::app::services::assets::{FileState, LoadedAssets};
use crate::app::services::library::{export_file, file_name};
use crate::app::services::tasks::{Task, TaskHandle, TaskRunner, WorkerState};
use crate::app::session::{ActiveSession, Mode};
use crate::app::settings::{ActiveTheme, Settings};
use crate::app::text::Localization;
use crate::content::printing::{self, PrintFormat, PrintStyle};
use crate::record::formats::{FORMATS, Format};
use crate::record::{GameTree, NodeId};
use crate::search::StopFlag;

/// Sizes of images and GIFs, in pixels.
const IMAGE_EDGE: u32 = 1200;
const GIF_EDGE: u32 = 480;

/// The kind of file to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// A record in the format with this id.
    Record(&'static str),
    /// A PNG image of the position shown.
    Image,
    /// An animated GIF of the line.
    Gif,
    /// Pages to print of the game.
    Pages(PrintFormat),
}

/// Controls the export of the game under review.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Start to export this kind of file.
    Start(ExportKind),
    /// Cancel the running export.
    Cancel,
}

/// Task: render an image, a GIF or pages.
#[derive(Serialize, Deserialize)]
pub struct RenderRequest {
    context: RenderContext,
    style: ImageStyle,
    tree: GameTree,
    shown: RenderTarget,
}

/// The positions to render.
#[derive(Serialize, Deserialize)]
enum RenderTarget {
    /// The position at this node.
    Position(NodeId),
    /// The positions at these nodes as animation frames.
    Line(Vec<NodeId>, FrameTiming),
    /// The main line on pages.
    Pages(PrintStyle),
}

/// Progress and result of a rendering task.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct RenderProgress {
    part: f32,
    file: Option<Result<Vec<u8>, String>>,
}

impl Task for RenderRequest {
    type Output = RenderProgress;

    const NAME: &'static str = "draw";

    fn run(self, _: &mut WorkerState, stop: &StopFlag, note: &mut dyn FnMut(RenderProgress)) {
        let RenderRequest { context, style, tree, shown } = &self;
        let made = match shown {
            RenderTarget::Position(node) => image_export::encode_png(context, tree, *node, style),
            RenderTarget::Line(line, pace) => {
                image_export::encode_gif(context, tree, line, style, pace, |part| {
                    note(RenderProgress { part, file: None });
                    if stop.is_raised() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
            }
            RenderTarget::Pages(style) => image_export::print_pages(context, tree, style),
        };
        note(RenderProgress { part: 1.0, file: Some(made.map_err(|error| error.to_string())) });
    }
}

/// The running export with its file name.
#[derive(Resource, Default)]
pub struct ExportJob(Option<(String, TaskHandle<RenderRequest>)>);

impl ExportJob {
    /// Progress, 0 to 1; `None` if nothing is exported.
    pub fn progress(&self) -> Option<f32> {
        let (_, job) = self.0.as_ref()?;
        Some(job.with_output(|made| made.part))
    }
}

/// The formats in which this game can be written.
pub fn formats(tree: &GameTree) -> impl Iterator<Item = &'static Format> {
    let game = tree.game();
    FORMATS.iter().copied().filter(move |format| format.can_write() && format.supports(game))
}

/// GIFs run at the speed of autoplay.
fn gif_timing(pace: usize) -> FrameTiming {
    FrameTiming { per_move: super::autoplay_delay(pace), ..FrameTiming::default() }
}

/// Duration of a GIF of this many positions at this index of
/// [`AUTOPLAY_DELAYS`](super::AUTOPLAY_DELAYS).
pub fn gif_duration(positions: usize, pace: usize) -> Duration {
    image_export::animation_duration(positions, &gif_timing(pace))
}

/// Starts the requested exports; records are written at once, images in a task.
pub(super) fn begin(
    mut exports: MessageReader<Export>,
    active_session: Res<ActiveSession>,
    review: Res<Review>,
    library: Res<LoadedAssets>,
    active_theme: Res<ActiveTheme>,
    settings: Res<Settings>,
    l10n: Res<Localization>,
    task_runner: Res<TaskRunner>,
    mut exporting: ResMut<ExportJob>,
    mut saves: MessageWriter<SaveFile>,
    mut notices: MessageWriter<Notice>,
    mut waiting: Local<Option<Export>>,
) {
    let asked: Vec<Export> = waiting.take().into_iter().chain(exports.read().copied()).collect();
    for export in asked {
        let (Some(session), Export::Start(kind)) =
            (active_session.session_in(Mode::Review), export)
        else {
            (exporting.0, *waiting) = (None, None);
            continue;
        };
        let tree = session.tree();
        if matches!(kind, ExportKind::Pages(_)) {
            // The pieces that are printed may be of a set that no board shows. All are asked
            // for at once.
            let states = printing::assets(tree).into_iter().map(|path| library.request(&path));
            if states.filter(|&state| state == FileState::Pending).count() > 0 {
                *waiting = Some(export);
                continue;
            }
        }
        if let ExportKind::Record(id) = kind {
            let format = formats(tree).find(|format| format.id == id);
            match format.map(|format| export_file(std::slice::from_ref(tree), format)) {
                Some(Ok((file, notice))) => {
                    saves.write(file);
                    notices.write_batch(notice);
                }
                Some(Err(error)) => {
                    notices.write(Notice::problem("export-refused").with("reason", error));
                }
                // The user interface offers only the formats listed.
                None => {}
            }
            continue;
        }
        let context = RenderContext::new(&library, &active_theme, &l10n);
        let is_gif = kind == ExportKind::Gif;
        let style = ImageStyle {
            edge: if is_gif { GIF_EDGE } else { IMAGE_EDGE },
            flipped: settings.flipped,
            coordinates: settings.coordinates,
            last_move: settings.last_move,
            shapes: true,
            numbers: review.move_numbers(),
            caption: true,
        };
        let (ending, shown) = match kind {
            ExportKind::Gif => {
                let timing = gif_timing(review.autoplay_speed());
                ("gif", RenderTarget::Line(session.line(), timing))
            }
            ExportKind::Pages(format) => {
                let (paper, locale) = (settings.paper, l10n.locale());
                let style = PrintStyle { paper, format, locale, figurines: l10n.figurines() };
                (format.extension(), RenderTarget::Pages(style))
            }
            ExportKind::Image | ExportKind::Record(_) => {
                ("png", RenderTarget::Position(session.current()))
            }
        };
        let name = file_name(std::slice::from_ref(tree), ending);
        let job = task_runner.spawn(RenderRequest { context, style, tree: tree.clone(), shown });
        exporting.0 = Some((name, job));
    }
}

/// Saves the finished export.
pub(super) fn finish(
    mut exporting: ResMut<ExportJob>,
    mut saves: MessageWriter<SaveFile>,
    mut notices: MessageWriter<Notice>,
) {
    if !exporting.0.as_ref().is_some_and(|(_, job)| job.is_finished()) {
        return;
    }
    let Some((name, job)) = exporting.0.take() else { return };
    match job.output().file {
        Some(Ok(bytes)) => {
            saves.write(SaveFile { name, bytes: bytes.into() });
        }
        Some(Err(problem)) => {
            notices.write(Notice::problem("export-refused").with("reason", problem));
        }
        None => {
            notices.write(Notice::problem("export-broke"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, registry};

    #[test]
    fn every_game_has_an_export_format() {
        for game in registry::GAMES {
            let tree = GameTree::new(*game, Options::default()).unwrap();
            assert!(formats(&tree).count() >= 1, "{}", game.id());
        }
    }
}
