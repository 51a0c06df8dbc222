//! Transcript of what was said to an engine and by it, with times.

use bevy_egui::egui::{self, Align2, FontId, ScrollArea, Sense, Ui, WidgetInfo, WidgetType};
use egui_phosphor::regular::{ARROW_LEFT, ARROW_RIGHT, COPY, FLOPPY_DISK, WARNING};

use super::{PageAction, PageContext};
use crate::app::platform::files::SaveFile;
use crate::app::services::engines::ExternalEngines;
use crate::app::text::Localization;
use crate::app::widgets::controls::{ButtonStyle, button, muted};
use crate::app::widgets::page;
use crate::app::widgets::theme::{self, Palette};
use crate::engines::{EngineId, Origin, Transcript, TranscriptEntry};

const LINE_HEIGHT: f32 = 20.0;

/// Widths of the columns of times and of directions.
const TIME_WIDTH: f32 = 64.0;
const MARK_WIDTH: f32 = 28.0;

/// The transcript that is read.
pub(super) struct TranscriptView {
    /// The name of the engine.
    name: String,
    source: Source,
    lines: Vec<Line>,
    /// Lines of the transcripts when they were read last.
    read: u64,
    was_copied: bool,
}

enum Source {
    /// A program that was not added.
    Attempt(Transcript),
    /// Each start of an engine.
    Engine(EngineId),
}

enum Line {
    /// The engine was started for the time with this number.
    Start(usize),
    Said(TranscriptEntry),
}

impl TranscriptView {
    pub(super) fn of_attempt(name: &str, transcript: Transcript) -> TranscriptView {
        TranscriptView::new(name, Source::Attempt(transcript))
    }

    pub(super) fn of_engine(name: &str, id: EngineId) -> TranscriptView {
        TranscriptView::new(name, Source::Engine(id))
    }

    fn new(name: &str, source: Source) -> TranscriptView {
        let (name, lines) = (name.to_owned(), Vec::new());
        TranscriptView { name, source, lines, read: 0, was_copied: false }
    }

    fn transcripts(&self, engines: &ExternalEngines) -> Vec<Transcript> {
        match &self.source {
            Source::Attempt(transcript) => vec![transcript.clone()],
            Source::Engine(id) => engines.transcripts(*id).cloned().collect(),
        }
    }

    /// Reads what was said since it was read last.
    fn update(&mut self, transcripts: &[Transcript]) {
        let said = transcripts.iter().map(Transcript::lines).sum();
        if said == self.read {
            return;
        }
        self.read = said;
        self.lines.clear();
        for (number, transcript) in (1..).zip(transcripts) {
            if transcripts.len() > 1 {
                self.lines.push(Line::Start(number));
            }
            self.lines.extend(transcript.entries().into_iter().map(Line::Said));
        }
    }
}

/// The transcripts as text, each from its start.
fn to_text(transcripts: &[Transcript]) -> String {
    transcripts.iter().map(Transcript::to_text).collect::<Vec<_>>().join("\n")
}

/// A name for the file of a transcript.
fn file_name(engine: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = engine.chars().map(plain).collect();
    format!("{}.txt", name.trim_matches('-').to_lowercase())
}

pub(super) fn show(
    ui: &mut Ui,
    context: &mut PageContext,
    view: &mut TranscriptView,
) -> Option<PageAction> {
    let l10n = context.l10n.clone();
    let transcripts = view.transcripts(&context.engines);
    view.update(&transcripts);
    let (mut copies, mut saves) = (false, false);
    let (lines, was_copied) = (&view.lines, view.was_copied);
    let leaves = page::show_unscrolled(
        ui,
        ("engine-transcript", page::CARDS_WIDTH),
        &l10n.format("engine-transcript", &[("engine", view.name.clone())]),
        &l10n.get("back"),
        |ui| {
            ui.horizontal_wrapped(|ui| {
                let text = l10n.get("engine-transcript-copy");
                copies = button(ui, ButtonStyle::Plain, Some(COPY), &text).clicked();
                let text = l10n.get("engine-transcript-save");
                saves = button(ui, ButtonStyle::Plain, Some(FLOPPY_DISK), &text).clicked();
                if was_copied {
                    muted(ui, l10n.get("engine-transcript-copied"));
                }
            });
        },
        |ui| {
            if lines.is_empty() {
                ui.label(l10n.get("engine-transcript-empty"));
                return;
            }
            ui.spacing_mut().item_spacing.y = 0.0;
            ScrollArea::both().auto_shrink([false, false]).stick_to_bottom(true).show_rows(
                ui,
                LINE_HEIGHT,
                lines.len(),
                |ui, rows| {
                    page::scroll_by_keys(ui);
                    for line in &lines[rows] {
                        match line {
                            Line::Start(number) => start_line(ui, &l10n, *number),
                            Line::Said(entry) => said_line(ui, &l10n, entry),
                        }
                    }
                },
            );
        },
    );
    if copies {
        ui.ctx().copy_text(to_text(&transcripts));
        view.was_copied = true;
    }
    if saves {
        let bytes = to_text(&transcripts).into_bytes().into();
        context.saves.write(SaveFile { name: file_name(&view.name), bytes });
    }
    leaves.then_some(PageAction::Back)
}

fn start_line(ui: &mut Ui, l10n: &Localization, number: usize) {
    let said = l10n.format("engine-transcript-start", &[("number", number.to_string())]);
    let (font, ink) = (FontId::proportional(theme::SMALL), Palette::of(ui).accent);
    let text = ui.painter().layout_no_wrap(said.clone(), font, ink);
    let size = egui::vec2(text.size().x, LINE_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &said));
    let top = rect.center().y - text.size().y / 2.0;
    ui.painter().galley(egui::pos2(rect.left(), top), text, ink);
}

fn said_line(ui: &mut Ui, l10n: &Localization, entry: &TranscriptEntry) {
    let palette = Palette::of(ui);
    let (mark, ink, origin) = match entry.origin {
        Origin::Host => (ARROW_RIGHT, palette.accent, "engine-transcript-sent"),
        Origin::Engine => (ARROW_LEFT, palette.ink, "engine-transcript-received"),
        Origin::StandardError => (WARNING, palette.warning, "engine-transcript-error"),
    };
    let font = FontId::monospace(theme::SMALL);
    let text = ui.painter().layout_no_wrap(entry.text.clone(), font.clone(), palette.ink);
    let size = egui::vec2(TIME_WIDTH + MARK_WIDTH + text.size().x, LINE_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let spoken = l10n.format(origin, &[("text", entry.text.clone())]);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &spoken));
    let time = format!("{:.3}", entry.at.as_secs_f64());
    let at = rect.left_center() + egui::vec2(TIME_WIDTH - 8.0, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, time, font.clone(), palette.muted);
    let at = rect.left_center() + egui::vec2(TIME_WIDTH, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, mark, font, ink);
    let left = rect.left() + TIME_WIDTH + MARK_WIDTH;
    let top = rect.center().y - text.size().y / 2.0;
    ui.painter().galley(egui::pos2(left, top), text, palette.ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_transcript_is_named_after_the_engine() {
        assert_eq!(file_name("Stockfish 16.1 (dev)"), "stockfish-16-1--dev.txt");
    }
}
