//! What is said and done about a puzzle level while it is on the board.

use std::time::Duration;

use bevy_egui::egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use egui_phosphor::regular::{ARROW_LEFT, CARET_LEFT, CARET_RIGHT, CHECK, X};

use super::sheet::Sheet;
use super::state::{clock_text, side_name};
use super::{View, Wish, panel};
use crate::app::puzzles::{Ask, Course, MOST_WRONG, Over, Progress, Puzzle, Run, State};
use crate::app::screens::puzzles::date;
use crate::app::ui::Words;
use crate::app::ui::theme::{self, Palette};
use crate::app::ui::widgets::{Weight, button, icon_button, muted, title};
use crate::content::levels::{Goal, Level, Pack, Place, Proof};
use crate::core::{Reading, TimeControl};
use crate::games::Board;

/// A level on the board and where it stands among the others.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub puzzle: &'a Puzzle,
    pub pack: &'a Pack,
    pub level: &'a Level,
    pub progress: &'a Progress,
    /// The number of the pack among those of the player, if it is theirs.
    pub own: Option<usize>,
    /// What the button for another level asks for.
    pub next: Option<Ask>,
    /// The run that it is part of, and the time that is left.
    pub run: Option<(&'a Run, Duration)>,
}

impl Shown<'_> {
    /// What the way back means. A run that still goes on would be over, so
    /// that is asked about.
    pub(super) fn leave(&self) -> Wish {
        match self.run {
            Some((run, _)) if run.over.is_none() => Wish::Open(Sheet::LeaveRun),
            _ => Wish::Puzzles,
        }
    }
}

/// Everything about the level in one column.
pub(super) fn column(ui: &mut Ui, view: &mut View, shown: Shown) {
    head(ui, view, shown);
    ScrollArea::vertical().id_salt("puzzle").auto_shrink([false, false]).show(ui, |ui| {
        goal(ui, view, shown);
        body(ui, view, shown);
        if shown.run.is_some() {
            return;
        }
        ui.add_space(12.0);
        let rating = shown.progress.level_rating(shown.pack, shown.level).rating;
        let rating = [("rating", format!("{rating:.0}"))];
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
    let words = view.words;
    let heading = match puzzle.course {
        // The titles of shipped levels would tell too much.
        Course::Pack if shown.own.is_some() && !shown.level.title.is_empty() => {
            words.title(&shown.level.title)
        }
        Course::Pack => words.title(&pack.title),
        Course::ForMe => words.get("puzzles-for-me"),
        Course::Daily(_) => words.get("puzzles-daily"),
        Course::Run => words.get("puzzles-run"),
    };
    ui.horizontal(|ui| {
        if icon_button(ui, ARROW_LEFT, &words.get("puzzles"), true).clicked() {
            view.wishes.push(shown.leave());
        }
        ui.add(Label::new(title(heading, theme::LARGE)).truncate());
    });
    if let Some((run, left)) = shown.run {
        score(ui, view, run, left);
        return;
    }
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        match puzzle.course {
            Course::Pack => {
                let (number, all) = (puzzle.level, pack.levels.len());
                let mut step = |ui: &mut Ui, icon, id, to: Option<usize>| {
                    if icon_button(ui, icon, &words.get(id), to.is_some()).clicked()
                        && let Some(to) = to
                    {
                        view.wishes.push(Wish::Puzzle(Ask::Begin(puzzle.pack, to)));
                    }
                };
                step(ui, CARET_LEFT, "puzzle-before", number.checked_sub(1));
                ui.label(format!("{} / {all}", number + 1));
                step(ui, CARET_RIGHT, "puzzle-next", Some(number + 1).filter(|&next| next < all));
            }
            Course::Daily(day) => {
                muted(ui, date(words, day));
            }
            _ => {
                muted(ui, words.title(&pack.title));
            }
        }
        if shown.progress.of(pack, shown.level).is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                muted(ui, words.get("puzzle-was-solved"));
            });
        }
    });
}

/// How a run stands: the time that is left, what was solved and what missed.
fn score(ui: &mut Ui, view: &View, run: &Run, left: Duration) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        let time = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        let face = Reading { time, periods: 0, in_byo_yomi: false };
        let ink = if time < 10_000 { palette.accent } else { palette.ink };
        let clock = clock_text(face, TimeControl::SuddenDeath { main: 0 });
        ui.label(RichText::new(clock).size(theme::BIG).color(ink));
        ui.add_space(8.0);
        let solved = RichText::new(format!("{CHECK} {}", run.solved)).size(theme::LARGE);
        let told = [("number", run.solved.to_string())];
        ui.label(solved.color(palette.good)).on_hover_text(view.words.with("run-solved", &told));
        ui.add_space(8.0);
        for n in 0..MOST_WRONG {
            let ink = if n < run.wrong { palette.accent } else { palette.hairline };
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.label(RichText::new(X).size(theme::LARGE).color(ink));
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
    if shown.level.proved == Proof::Record {
        muted(ui, view.words.get("puzzle-not-proved"));
    }
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
    let Shown { puzzle, level, .. } = shown;
    let palette = Palette::of(ui);
    let words = view.words;
    if let Some((run, _)) = shown.run
        && let Some((why, best)) = run.over
    {
        result(ui, view, shown, run, why, best);
        return;
    }
    let (id, ink) = match puzzle.state {
        State::Solving => ("puzzle-solving", palette.muted),
        State::Answering | State::Showing => ("puzzle-watch", palette.muted),
        State::Refuting | State::Wrong => ("puzzle-wrong", palette.accent),
        State::Shown => ("puzzle-shown", palette.muted),
        State::Missed | State::Over => ("run-missed", palette.accent),
        State::Solved => ("puzzle-solved", palette.good),
    };
    // Where a stone is confirmed, the board must not move under the finger.
    if !panel::confirm(ui, view) {
        ui.horizontal(|ui| {
            ui.set_min_height(ui.spacing().interact_size.y);
            ui.label(RichText::new(words.get(id)).size(theme::BODY).color(ink));
        });
    }
    for hint in level.hints.iter().take(puzzle.hints) {
        ui.label(RichText::new(words.title(hint)).size(theme::BODY).color(palette.ink));
    }
    // The title names the idea, which nobody should see before.
    let over = matches!(puzzle.state, State::Solved | State::Shown);
    if over && !level.title.is_empty() {
        ui.label(title(words.title(&level.title), theme::LARGE).color(palette.ink));
    }
    if over && !level.explanation.is_empty() {
        // However much there is to say, the board keeps its room.
        let window = ui.ctx().content_rect();
        let most = if window.width() > window.height() { f32::INFINITY } else { 132.0 };
        let scroll = ScrollArea::vertical().id_salt("why").max_height(most);
        scroll.show(ui, |ui| ui.label(words.title(&level.explanation)));
    }
    if puzzle.state == State::Solving {
        panel::decide(ui, view);
    }
    if shown.run.is_some() {
        return;
    }
    if let Some(gain) = puzzle.gain {
        let facts = [
            ("rating", format!("{:.0}", gain.after.rating)),
            ("gain", signed(gain.points())),
            ("deviation", format!("{:.0}", gain.after.deviation)),
        ];
        let ink = if gain.points() >= 0 { palette.good } else { palette.muted };
        let text = words.with("puzzle-gain", &facts);
        ui.label(RichText::new(text).size(theme::BODY).color(ink));
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
                match shown.next {
                    Some(next) => {
                        choice(ui, Weight::Primary, "puzzle-next", Wish::Puzzle(next));
                    }
                    None => choice(ui, Weight::Primary, "puzzles", Wish::Puzzles),
                }
                choice(ui, Weight::Quiet, "puzzle-repeat", Wish::Puzzle(Ask::Repeat));
                if let Some(number) = shown.own {
                    choice(ui, Weight::Quiet, "own-edit", Wish::Edit(number, puzzle.level));
                }
            }
            State::Answering | State::Showing | State::Missed | State::Over => {}
        }
    });
}

/// How a run ended, and what one can do next.
fn result(ui: &mut Ui, view: &mut View, shown: Shown, run: &Run, why: Over, best: bool) {
    let palette = Palette::of(ui);
    let words = view.words;
    let solved = words.with("run-solved", &[("number", run.solved.to_string())]);
    ui.label(title(solved, theme::BIG).color(palette.ink));
    let why = match why {
        Over::Time => "run-over-time",
        Over::Wrong => "run-over-wrong",
        Over::All => "run-over-all",
    };
    muted(ui, words.get(why));
    if best {
        ui.label(RichText::new(words.get("run-new-best")).color(palette.good));
    } else if let Some(best) = shown.progress.best(run.contest) {
        muted(ui, words.with("run-best", &[("number", best.to_string())]));
    }
    ui.horizontal_wrapped(|ui| {
        if button(ui, Weight::Primary, None, &words.get("run-again")).clicked() {
            view.wishes.push(Wish::Puzzle(Ask::Run(run.contest)));
        }
        if button(ui, Weight::Quiet, None, &words.get("puzzles")).clicked() {
            view.wishes.push(Wish::Puzzles);
        }
    });
}

/// A change with its sign.
fn signed(points: i64) -> String {
    if points == 0 { "0".to_owned() } else { format!("{points:+}").replace('-', "−") }
}
