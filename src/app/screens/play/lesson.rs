//! Panels of a lesson on the board: the text of the step, its task, and the way on.

use bevy_egui::egui::{Label, RichText, ScrollArea, Ui, Vec2};
use egui_phosphor::regular::{ARROW_LEFT, ARROW_RIGHT, CARET_LEFT, X};

use super::View;
use super::actions::{UiAction, pressed_actions};
use crate::app::features::lessons::{LessonRequest, LessonState, RunningLesson};
use crate::app::screens::board_page::BoardPanels;
use crate::app::screens::learn::term_card;
use crate::app::session::Turn;
use crate::app::text::figurine_text;
use crate::app::widgets::controls::{
    ButtonStyle, button, icon_button, muted, progress_bar, title, wide_button,
};
use crate::app::widgets::linked_text::linked_text;
use crate::app::widgets::theme::{self, Palette};
use crate::app::widgets::{keys, moves, toasts};
use crate::content::glossary::{Glossary, Term};
use crate::content::lessons::{Course, Lesson, PlayTask, Task};
use crate::content::messages::LocalizedText;

/// Height of the text below the board of a narrow window.
const NARROW_HEIGHT: f32 = 220.0;

/// The lesson on the board with its content.
pub(super) struct LessonView<'a> {
    pub running: &'a RunningLesson,
    pub course: &'a Course,
    pub lesson: &'a Lesson,
    pub glossary: Option<&'a Glossary>,
    /// Index of the word whose card is open.
    pub term: Option<usize>,
}

/// The panels of a lesson.
pub(super) struct LessonPanels<'v, 'a, 'p> {
    pub view: &'v mut View<'a>,
    pub lesson: &'p LessonView<'p>,
}

impl BoardPanels for LessonPanels<'_, '_, '_> {
    fn column(&mut self, ui: &mut Ui) {
        let LessonPanels { view, lesson } = self;
        header(ui, view, lesson);
        let height = (ui.available_height() - toasts::reserved_height(ui)).max(0.0);
        let scroll = ScrollArea::vertical().id_salt("lesson").max_height(height);
        scroll.auto_shrink([false, false]).show(ui, |ui| body(ui, view, lesson));
        toasts::reserve(ui);
    }

    fn above_board(&mut self, ui: &mut Ui, _: Vec2) {
        header(ui, self.view, self.lesson);
    }

    fn below_board(&mut self, ui: &mut Ui, window: Vec2) {
        let LessonPanels { view, lesson } = self;
        // The board keeps its size from step to step.
        let height = NARROW_HEIGHT.min(window.y * 0.4);
        let scroll = ScrollArea::vertical().id_salt(("lesson", lesson.running.step));
        scroll
            .min_scrolled_height(height)
            .max_height(height)
            .auto_shrink([false, false])
            .show(ui, |ui| body(ui, view, lesson));
    }
}

/// Keyboard shortcuts of a lesson.
pub(super) fn shortcuts(ui: &Ui, view: &mut View, lesson: &LessonView) {
    let table = [
        (keys::TAKE_BACK, UiAction::Lesson(LessonRequest::Retry)),
        (keys::FLIP, UiAction::FlipBoard),
        (keys::PAGE_UP, UiAction::Lesson(LessonRequest::Back)),
        (keys::PAGE_DOWN, UiAction::Lesson(LessonRequest::Next)),
        (keys::NEXT_PUZZLE, UiAction::Lesson(LessonRequest::Next)),
        (keys::BACK, view.escape_action(leave_action(lesson))),
    ];
    ui.input(|input| view.actions.extend(pressed_actions(input, &table)));
}

/// The card of a word is closed first.
fn leave_action(lesson: &LessonView) -> UiAction {
    if lesson.term.is_some() { UiAction::ShowTerm(None) } else { UiAction::OpenLearn }
}

/// The way back, the title, and how far the lesson is.
fn header(ui: &mut Ui, view: &mut View, lesson: &LessonView) {
    let l10n = view.l10n;
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &l10n.get("learn"), true).clicked() {
            view.actions.push(UiAction::OpenLearn);
        }
        let text = l10n.title(&lesson.lesson.title);
        ui.add(Label::new(title(text, theme::LARGE).color(Palette::of(ui).ink)).truncate());
    });
    let (step, steps) = (lesson.running.step + 1, lesson.lesson.steps.len());
    ui.horizontal(|ui| {
        let part = step as f32 / steps as f32;
        progress_bar(ui, Vec2::new((ui.available_width() - 56.0).max(40.0), 6.0), part);
        muted(ui, format!("{step} / {steps}"));
    });
    ui.add_space(4.0);
}

fn body(ui: &mut Ui, view: &mut View, lesson: &LessonView) {
    let Some(step) = lesson.lesson.steps.get(lesson.running.step) else { return };
    let ink = Palette::of(ui).ink;
    show_text(ui, view, lesson, &step.text, ink);
    ui.add_space(8.0);
    match &step.task {
        Some(Task::Choice(answers)) => {
            for (index, answer) in answers.iter().enumerate() {
                let is_chosen = lesson.running.chosen == Some(index);
                let style = if is_chosen { ButtonStyle::Primary } else { ButtonStyle::Plain };
                let text = view.l10n.title(&answer.text);
                if wide_button(ui, style, None, &text).clicked() {
                    view.actions.push(UiAction::Lesson(LessonRequest::Choose(index)));
                }
            }
        }
        Some(Task::Play(task)) => small_game(ui, view, lesson.running, task),
        Some(Task::Move(_) | Task::Solve(_)) if lesson.running.state == LessonState::Asking => {
            let side = view.session.side_to_move();
            let side = super::labels::side_name(view.l10n, view.session, side);
            muted(ui, view.l10n.format("lesson-your-move", &[("side", side)]));
            decisions(ui, view);
        }
        _ => {}
    }
    if let Some(said) = &lesson.running.said {
        let palette = Palette::of(ui);
        let ink = match lesson.running.state {
            LessonState::Wrong | LessonState::Refuting | LessonState::Missed => palette.accent,
            LessonState::Done | LessonState::Answering => palette.good,
            _ => palette.ink,
        };
        ui.add_space(4.0);
        show_text(ui, view, lesson, said, ink);
    }
    ui.add_space(8.0);
    buttons(ui, view, lesson);
    if let Some((glossary, term)) = lesson.glossary.zip(lesson.term)
        && let Some(term) = glossary.terms.get(term)
    {
        closable_term_card(ui, view, term);
    }
}

/// The card of a word of the text above it.
pub(super) fn closable_term_card(ui: &mut Ui, view: &mut View, term: &Term) {
    ui.add_space(8.0);
    let game = view.session.setup().game;
    term_card(ui, view.l10n, view.paint, game, term);
    if button(ui, ButtonStyle::Quiet, Some(X), &view.l10n.get("close")).clicked() {
        view.actions.push(UiAction::ShowTerm(None));
    }
}

/// A text with its words as links.
fn show_text(
    ui: &mut Ui,
    view: &mut View,
    lesson: &LessonView,
    text: &LocalizedText,
    ink: bevy_egui::egui::Color32,
) {
    let text = figurine_text(view.l10n, view.session.setup().game, view.l10n.title(text));
    let pressed = linked_text(ui, lesson.glossary, view.l10n.locale(), &text, ink);
    view.actions.extend(pressed.map(|term| UiAction::ShowTerm(Some(term))));
}

/// Passes and decisions, which have no place on the board.
fn decisions(ui: &mut Ui, view: &mut View) {
    if view.session.turn() == Turn::Human {
        let pressed = moves::decision_buttons(ui, view.l10n, view.moves);
        view.actions.extend(pressed.map(UiAction::Play));
    }
}

/// The state of a small game.
fn small_game(ui: &mut Ui, view: &mut View, running: &RunningLesson, task: &PlayTask) {
    let l10n = view.l10n;
    match running.state {
        LessonState::Thinking => _ = muted(ui, l10n.get("lesson-thinking")),
        LessonState::Playing => {
            let side = view.session.side_to_move();
            let side = super::labels::side_name(l10n, view.session, side);
            muted(ui, l10n.format("lesson-your-move", &[("side", side)]));
            decisions(ui, view);
        }
        _ => {}
    }
    if let Some(moves) = task.moves {
        let left = moves.saturating_sub(running.moves_made);
        muted(ui, l10n.format("lesson-moves-left", &[("number", left.to_string())]));
    }
}

/// The way on, back, and help, the main one first.
fn buttons(ui: &mut Ui, view: &mut View, lesson: &LessonView) {
    let (l10n, running) = (view.l10n, lesson.running);
    let is_last = running.step + 1 == lesson.lesson.steps.len();
    let (place, _) = lesson.course.lesson(&running.id.lesson).unwrap_or((0, lesson.lesson));
    let next_lesson = lesson.course.lessons.get(place + 1);
    ui.horizontal_wrapped(|ui| {
        let mut press = |ui: &mut Ui, style, icon, id: &str, action: UiAction| {
            if button(ui, style, icon, &l10n.get(id)).clicked() {
                view.actions.push(action);
            }
        };
        let next = UiAction::Lesson(LessonRequest::Next);
        match running.state {
            state if state.is_over() => match (is_last, next_lesson) {
                (false, _) => {
                    press(ui, ButtonStyle::Primary, Some(ARROW_RIGHT), "lesson-next", next);
                }
                (true, Some(_)) => {
                    press(ui, ButtonStyle::Primary, Some(ARROW_RIGHT), "lesson-next-one", next);
                }
                (true, None) => {
                    press(ui, ButtonStyle::Primary, None, "lesson-finish", UiAction::FinishLesson);
                }
            },
            LessonState::Wrong | LessonState::Refuting | LessonState::Missed => {
                let retry = UiAction::Lesson(LessonRequest::Retry);
                press(ui, ButtonStyle::Primary, None, "puzzle-again", retry);
            }
            _ => {}
        }
        if matches!(running.state, LessonState::Asking | LessonState::Wrong) {
            let show = UiAction::Lesson(LessonRequest::ShowAnswer);
            press(ui, ButtonStyle::Quiet, None, "lesson-show", show);
        }
        if running.step > 0 {
            let back = UiAction::Lesson(LessonRequest::Back);
            press(ui, ButtonStyle::Quiet, Some(CARET_LEFT), "lesson-back", back);
        }
    });
    if is_last && running.state.is_over() {
        let palette = Palette::of(ui);
        let text = RichText::new(l10n.get("lesson-done")).size(theme::BODY).color(palette.good);
        ui.label(text);
        if let Some(next) = next_lesson {
            let next = [("title", l10n.title(&next.title))];
            muted(ui, l10n.format("lesson-next-title", &next));
        }
    }
}
