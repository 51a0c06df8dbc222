//! What is said and done about a puzzle level while it is on the board.

use bevy_egui::egui::{Align, Layout, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{ARROW_LEFT, CARET_LEFT, CARET_RIGHT};

use super::state::side_name;
use super::{View, Wish};
use crate::app::puzzles::{Ask, Progress, Puzzle, State};
use crate::app::ui::Words;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, icon_button, muted, title};
use crate::content::levels::{Goal, Level, Pack, Place};
use crate::games::Board;

/// A level on the board and where it stands among the others.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub puzzle: &'a Puzzle,
    pub pack: &'a Pack,
    pub level: &'a Level,
    pub progress: &'a Progress,
}

/// Everything about the level in one column.
pub(super) fn column(ui: &mut Ui, view: &mut View, shown: Shown) {
    head(ui, view, shown);
    ScrollArea::vertical().id_salt("puzzle").auto_shrink([false, false]).show(ui, |ui| {
        goal(ui, view, shown);
        body(ui, view, shown);
        ui.add_space(12.0);
        let level = shown.level;
        let rating = [("rating", level.difficulty.to_string())];
        muted(ui, view.words.with("puzzle-rating", &rating));
        if shown.progress.streak() > 1 {
            let streak = [("number", shown.progress.streak().to_string())];
            muted(ui, view.words.with("puzzle-streak", &streak));
        }
    });
}

/// The way back, the name of the pack, and which level this is.
pub(super) fn head(ui: &mut Ui, view: &mut View, shown: Shown) {
    let Shown { puzzle, pack, .. } = shown;
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &view.words.get("puzzles"), true).clicked() {
            view.wishes.push(Wish::Puzzles);
        }
        ui.label(title(view.words.title(&pack.title), theme::LARGE));
    });
    ui.horizontal(|ui| {
        let (number, all) = (puzzle.level, pack.levels.len());
        let mut step = |ui: &mut Ui, icon, id, to: Option<usize>| {
            if icon_button(ui, icon, &view.words.get(id), to.is_some()).clicked()
                && let Some(to) = to
            {
                view.wishes.push(Wish::Puzzle(Ask::Begin(puzzle.pack, to)));
            }
        };
        step(ui, CARET_LEFT, "puzzle-before", number.checked_sub(1));
        ui.label(format!("{} / {all}", number + 1));
        step(ui, CARET_RIGHT, "puzzle-next", Some(number + 1).filter(|&next| next < all));
        if shown.progress.of(pack, shown.level).is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                muted(ui, view.words.get("puzzle-was-solved"));
            });
        }
    });
}

/// What is to be reached, in one line.
pub(super) fn goal(ui: &mut Ui, view: &View, shown: Shown) {
    let palette = Palette::of(ui);
    // The side is that of the level, whoever is to move by now.
    let root = view.session.tree().start().side_to_move();
    let side = side_name(view.words, view.session, root);
    let board = view.session.position().board();
    let text = goal_text(view.words, &board, &shown.level.goal, side);
    ui.label(RichText::new(text).size(theme::BODY).color(palette.ink));
}

fn goal_text(words: &Words, board: &Board, goal: &Goal, side: String) -> String {
    let points = |places: &[Place]| {
        let names: Vec<_> = places.iter().map(|Place(at)| board.point_name(*at)).collect();
        names.join(" ")
    };
    let side = ("side", side);
    match goal {
        Goal::Win => words.with("goal-win", &[side]),
        Goal::Draw => words.with("goal-draw", &[side]),
        Goal::MateIn(moves) => words.with("goal-mate", &[side, ("moves", moves.to_string())]),
        Goal::BestResult(_) => words.with("goal-best", &[side]),
        Goal::Capture(places) => words.with("goal-capture", &[side, ("points", points(places))]),
        Goal::Live(places) => words.with("goal-live", &[side, ("points", points(places))]),
        Goal::Kill(places) => words.with("goal-kill", &[side, ("points", points(places))]),
        Goal::FiveByFours => words.with("goal-fours", &[side]),
        Goal::OnlyMove => words.with("goal-only", &[side]),
        Goal::WinMaterial(_) => words.with("goal-material", &[side]),
    }
}

/// How it stands, the hints so far, and what one can do.
pub(super) fn body(ui: &mut Ui, view: &mut View, shown: Shown) {
    let Shown { puzzle, pack, level, .. } = shown;
    let palette = Palette::of(ui);
    let words = view.words;
    let (id, ink) = match puzzle.state {
        State::Solving => ("puzzle-solving", palette.muted),
        State::Answering | State::Showing => ("puzzle-watch", palette.muted),
        State::Refuting | State::Wrong => ("puzzle-wrong", palette.accent),
        State::Shown => ("puzzle-shown", palette.muted),
        State::Solved => ("puzzle-solved", palette.good),
    };
    ui.label(RichText::new(words.get(id)).size(theme::BODY).color(ink));
    for hint in level.hints.iter().take(puzzle.hints) {
        ui.label(RichText::new(words.title(hint)).size(theme::BODY).color(palette.ink));
    }
    if matches!(puzzle.state, State::Solved | State::Shown) && !level.explanation.is_empty() {
        ui.label(words.title(&level.explanation));
    }
    ui.horizontal_wrapped(|ui| {
        let mut choice = |ui: &mut Ui, weight, id: &str, wish| {
            if button(ui, weight, None, &words.get(id)).clicked() {
                view.wishes.push(wish);
            }
        };
        match puzzle.state {
            State::Solving => {
                if puzzle.hints < level.hints.len() {
                    choice(ui, Weight::Plain, "hint", Wish::Puzzle(Ask::Hint));
                }
                choice(ui, Weight::Quiet, "puzzle-show", Wish::Puzzle(Ask::Show));
            }
            State::Refuting | State::Wrong => {
                choice(ui, Weight::Primary, "puzzle-again", Wish::Puzzle(Ask::Again));
                choice(ui, Weight::Quiet, "puzzle-show", Wish::Puzzle(Ask::Show));
            }
            State::Solved | State::Shown => {
                let next = puzzle.level + 1;
                if next < pack.levels.len() {
                    let wish = Wish::Puzzle(Ask::Begin(puzzle.pack, next));
                    choice(ui, Weight::Primary, "puzzle-next", wish);
                } else {
                    choice(ui, Weight::Primary, "puzzles", Wish::Puzzles);
                }
                let again = Wish::Puzzle(Ask::Begin(puzzle.pack, puzzle.level));
                choice(ui, Weight::Quiet, "puzzle-repeat", again);
            }
            State::Answering | State::Showing => {}
        }
    });
}
